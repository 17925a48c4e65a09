/* southern_season.c - CSG-5: between the seasons. Its own list of six steps, with the status of two
 * areas, and partisan leaders who bring their men along. */
#include "g1776.h"

/* ---- 3: status ---- */

mk_set64 g1776_levies_of(int seat) {
    return g1776_militia_of(seat) & ~(G1776_BIT(G1776_FP) | G1776_BIT(G1776_WTD));
}

/* Its ports are all British, too. */
static bool ports_controlled(const g1776_state *s, int area) {
    for (int t = 0; t < g1776_board.town_count; t++) {
        int hex = g1776_board.town[t].hex;
        bool port = g1776_area_of(hex) == area && g1776_port_entry(s, hex) != MK_NOWHERE;
        if (port && !g1776_controls(s, G1776_BRITISH, hex)) return false;
    }
    return true;
}

int g1776_southern_status(const g1776_state *s, int area) {
    const g1776_campaign_data *c = &g1776.campaign;
    int held = 0, towns = c->strategic_count[area];
    for (int i = 0; i < towns; i++) held += g1776_controls(s, G1776_BRITISH, c->strategic[area][i]);
    if (!g1776_count_in(s, g1776_coloured(G1776_BR), area)) return G1776_NO_BR;
    if (held == towns) return ports_controlled(s, area) ? G1776_ALL_PORTS : G1776_ALL_TOWNS;
    bool ca = g1776_count_in(s, g1776_coloured(G1776_CA), area) > 0;
    if (ca) return held ? G1776_SOME_CA : G1776_NONE_CA;
    return held ? G1776_SOME_NO_CA : G1776_NONE_NO_CA;
}

static void find_status(g1776_state *s, mk_log *log) {
    for (int area = G1776_SOUTH_CENTRAL; area <= G1776_DEEP_SOUTH; area++) {
        s->campaign.status[area] = (uint8_t)g1776_southern_status(s, area);
        mk_log_event(log, G1776_E_STATUS, -1, MK_EVERYONE, 0, (int16_t)area,
                     s->campaign.status[area]);
    }
}

/* ---- 4.3, 4.8: levels ---- */

/* The overmountain men are beyond the level (option). */
static int men_in(const g1776_state *s, int seat, int region) {
    int n = 0;
    mk_set64 types = g1776_levies_of(seat);
    G1776_EACH_PIECE(p, s) {
        bool extra = seat == G1776_AMERICAN && p->led & G1776_GREEN;
        if (mk_set_has(types, p->type) && g1776_in_region(s, p->place, region) && !extra)
            n += p->count;
    }
    return n;
}

static int leader_of(const g1776_arrival *a) {
    MK_SET_EACH(l, a->group.leaders) return l;
    return 0;
}

static bool is_due(const g1776_state *s, int arrival) {
    const g1776_arrival *a = &g1776_rules(s)->arrival[arrival];
    if (!a->partisans) return false;
    const g1776_leader_at *at = &s->leader[leader_of(a)];
    if (s->ledger.arrival[arrival] >= G1776_ENTERED)
        return at->place == G1776_TRACK && at->waits && at->back <= s->base.turn;
    return s->ledger.arrival[arrival] == G1776_TO_COME && a->turn <= s->base.turn &&
           g1776_holds(s, a->condition, MK_NOWHERE);
}

int g1776_kept_aside(const g1776_state *s) {
    int due = 0;
    for (int i = 0; i < g1776_rules(s)->arrival_count; i++) due += is_due(s, i);
    return due * G1776_PARTISANS_LED;
}

static void level_rebels(g1776_state *s, int area, int missing, mk_log *log) {
    int aside = area == G1776_DEEP_SOUTH ? g1776_kept_aside(s) : 0;
    if (RULE("g1776.csg5.minimum", s->campaign.status[area] == G1776_ALL_PORTS)) {
        if (aside) s->south.aside = (uint8_t)(missing < aside ? missing : aside);
        return; /* never raised, but with those leaders */
    }
    if (g1776_levy(s, G1776_RM, missing))
        g1776_muster(s, G1776_AMERICAN, G1776_M_SOUTHERN, area, log);
}

static void level(g1776_state *s, int seat, int area, mk_log *log) {
    int what = seat == G1776_BRITISH ? G1776_RATE_TM : G1776_RATE_RM;
    int region = g1776_militia_region(area),
        missing = g1776_rate_of(s, area, what) - men_in(s, seat, region);
    if (missing < 0)
        g1776_cull(s, seat, G1776_CULL_LEVIES, region, -missing, log);
    else if (seat == G1776_AMERICAN)
        level_rebels(s, area, missing, log);
    else if (g1776_levy(s, G1776_TM, missing))
        g1776_muster(s, seat, G1776_M_TORY, area, log);
}

static void mount(g1776_state *s, int seat, int area) {
    int what = seat == G1776_BRITISH ? G1776_RATE_TM : G1776_RATE_RM;
    int mounted = seat == G1776_BRITISH ? G1776_TD : G1776_RD, region = g1776_militia_region(area);
    g1776_ask_mounting(s, seat, region,
                       g1776_dragoons_allowed(s, area, what) -
                           g1776_count_in(s, G1776_BIT(mounted), region));
}

/* Area by area: dragoons beyond their number, the level, militia that takes to horse. */
static bool levels(g1776_state *s, mk_frame *f, int seat, mk_log *log) {
    enum { TOO_MANY, LEVEL, MOUNT, PARTS };
    int area = G1776_SOUTH_CENTRAL + f->c / PARTS;
    int what = seat == G1776_BRITISH ? G1776_RATE_TM : G1776_RATE_RM;
    if (area > G1776_DEEP_SOUTH) return true;
    switch (f->c++ % PARTS) {
    case TOO_MANY:
        g1776_ask_dragoons(s, seat, g1776_militia_region(area),
                           g1776_dragoons_allowed(s, area, what));
        break;
    case LEVEL: level(s, seat, area, log); break;
    default: mount(s, seat, area); break;
    }
    return false;
}

/* ---- 4.1, 4.2: CA and supply ---- */

static bool each_area(g1776_state *s, mk_frame *f, int type, mk_log *log) {
    int area = G1776_SOUTH_CENTRAL + f->c;
    if (area > G1776_DEEP_SOUTH) return true;
    f->c++;
    bool spring = g1776_season(s) == G1776_SPRING;
    bool supply = spring && g1776_southern_status(s, area) < G1776_ALL_TOWNS;
    int n = type == G1776_CA ? g1776_rate_of(s, area, G1776_RATE_CA)
                             : RULE("g1776.csg5.spring", supply);
    if (n && g1776_levy(s, type, n)) g1776_muster(s, G1776_AMERICAN, G1776_M_AMERICAN, area, log);
    return false;
}

/* ---- 4.4 to 4.7: the British ---- */

static bool holds_charleston(const g1776_state *s) {
    return g1776_controls(s, G1776_BRITISH, g1776.campaign.charleston);
}

static void at_charleston(g1776_state *s, int type, int count, mk_log *log) {
    if (holds_charleston(s) && g1776_levy(s, type, count))
        g1776_muster(s, G1776_BRITISH, G1776_M_HEX, g1776.campaign.charleston, log);
}

static int lost_of(const g1776_state *s, int type) {
    return g1776_came(s, type) - g1776_on_map(s, type);
}

static int smaller(int a, int b) { return a < b ? a : b; }

static void indians_return(g1776_state *s, mk_log *log) {
    bool summer = g1776_rules(s)->month[s->base.turn] == g1776.campaign.south.indians_month;
    int n = summer ? smaller(lost_of(s, G1776_BI), g1776.campaign.south.indians) : 0;
    if (RULE("g1776.csg5.indians_back", n > 0) && g1776_levy(s, G1776_BI, n))
        g1776_muster(s, G1776_BRITISH, G1776_M_ANYWHERE, 0, log);
}

/* 4.10, 4.11: with their leader, aboard if he is. */
static void men_return(g1776_state *s, int type, int leader, int most, mk_log *log) {
    int at = s->leader[leader].place, n = smaller(lost_of(s, type), most);
    bool here = g1776_is_hex(at) || g1776_is_aboard(at);
    if (n <= 0 || !RULE("g1776.csg5.men_back", here)) return;
    if (g1776_is_aboard(at)) {
        int fleet = at - G1776_ABOARD;
        n = smaller(n, g1776.fleet[fleet].capacity - g1776_load_of(s, fleet));
    }
    if (n <= 0 || !g1776_levy(s, type, n)) return;
    g1776_put_all(s, G1776_BRITISH, at,
                  g1776_is_hex(at) ? s->leader[leader].flags & G1776_INSIDE : 0, log);
    if (g1776_is_hex(at)) g1776_tidy(s, at, log);
}

/* ---- 4.9: Marion and Sumter ---- */

/* A frame of G1776_PH_ESCORT: a is the arrival. The leader is in hand. */
static bool next_partisan(g1776_state *s, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->arrival_count; i++) {
        if (!is_due(s, i)) continue;
        int leader = leader_of(&r->arrival[i]);
        int8_t rating = g1776.leader[leader].rating;
        if (s->ledger.arrival[i] >= G1776_ENTERED) rating = s->leader[leader].rating;
        g1776_put_leader(s, leader, (g1776_leader_at){.place = G1776_IN_HAND, .rating = rating});
        s->ledger.arrival[i] = (uint8_t)(G1776_ENTERED + s->base.turn);
        if (s->south.aside)
            mk_push(&s->base, G1776_PH_ESCORT, G1776_AMERICAN)->a = (int16_t)i;
        else
            g1776_muster(s, G1776_AMERICAN, G1776_M_PARTISAN, i, log);
        return true;
    }
    s->south.aside = 0;
    return false;
}

static int most_escorts(const g1776_state *s) {
    int room = g1776.type[G1776_RM].limit - g1776_on_map(s, G1776_RM);
    return smaller(smaller(s->south.aside, G1776_PARTISANS_LED), room);
}

void g1776_escort_list(const void *state, mk_actions *out) {
    for (int n = 0; n <= most_escorts(state); n++) mk_offer(out, G1776_V_ESCORT, n, 0, 0);
}

const char *g1776_escort_why_not(const void *state, mk_action x) {
    FORBID("g1776.csg5.escort", x.a < 0 || x.a > most_escorts(state));
    return NULL;
}

void g1776_escort_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int arrival = mk_top(&s->base)->a;
    mk_pop(&s->base);
    s->south.aside = (uint8_t)(s->south.aside - x.a);
    g1776_levy(s, G1776_RM, x.a);
    g1776_muster(s, G1776_AMERICAN, G1776_M_PARTISAN, arrival, log);
}

/* Option: 2RM and 2RD against Ferguson, and lost ones again. */
static void overmountain(g1776_state *s, mk_log *log) {
    enum { RM = 2, RD = 2, PROVINCIALS = 2 };
    if (!g1776_option(s, G1776_OPTION_OVERMOUNTAIN)) return;
    int ferguson = s->leader[g1776.named[G1776_FERGUSON]].place, foot = RM, mounted = RD;
    if (!g1776_is_hex(ferguson)) return;
    if (!s->south.overmountain && g1776_on_map(s, G1776_FP) < PROVINCIALS) return;
    G1776_EACH_PIECE(p, s) {
        if (p->type == G1776_RM && p->led & G1776_GREEN) foot -= p->count;
        if (p->type == G1776_RD && p->led & G1776_GREEN) mounted -= p->count;
    }
    s->south.overmountain = 1;
    int missing = foot + mounted; /* who took to horse, or left it, is not missing */
    int n = g1776_levy(s, G1776_RD, smaller(mounted, missing));
    n += g1776_levy(s, G1776_RM, smaller(foot, missing - n));
    if (n) g1776_muster(s, G1776_AMERICAN, G1776_M_OVERMOUNTAIN, 0, log);
}

/* ---- 4 ---- */

static void enter_track(g1776_state *s, int seat, int what) {
    mk_push(&s->base, G1776_PH_ARRIVALS, seat)->a = (int16_t)what;
}

static bool arrivals(g1776_state *s, mk_frame *f, mk_log *log) {
    enum {
        CA,
        SUPPLY,
        RM,
        STORES,
        PORT,
        WINTER,
        BI,
        TM,
        PARTISANS,
        MOUNT,
        MEN,
        FP,
        WTD,
        TRACK_A,
        TRACK_B
    };
    const g1776_campaign_data *c = &g1776.campaign;
    bool over = true, winter = g1776_season(s) == G1776_WINTER;
    switch (f->b) {
    case CA: over = each_area(s, f, G1776_CA, log); break;
    case SUPPLY: over = each_area(s, f, G1776_SUP_A, log); break;
    case RM: over = levels(s, f, G1776_AMERICAN, log); break;
    case STORES:
        if (!winter) at_charleston(s, G1776_SUP_B, c->south.supplies, log);
        break;
    case PORT:
        if (g1776_levy(s, G1776_BR, c->south.port_br))
            g1776_muster(s, G1776_BRITISH, G1776_M_PORT, 0, log);
        break;
    case WINTER:
        if (winter) at_charleston(s, G1776_BR, c->south.winter_br, log);
        break;
    case BI: indians_return(s, log); break;
    case TM: over = levels(s, f, G1776_BRITISH, log); break;
    case PARTISANS: over = !next_partisan(s, log); break;
    case MOUNT: mount(s, G1776_AMERICAN, G1776_DEEP_SOUTH); break;
    case MEN: overmountain(s, log); break;
    case FP: men_return(s, G1776_FP, g1776.named[G1776_FERGUSON], c->south.provincials, log); break;
    case WTD: men_return(s, G1776_WTD, g1776.named[G1776_WATSON], c->south.dragoons, log); break;
    case TRACK_A: enter_track(s, G1776_AMERICAN, G1776_IN_INTERPHASE); break;
    case TRACK_B: enter_track(s, G1776_BRITISH, G1776_IN_INTERPHASE); break;
    default: return true;
    }
    if (!over) return false;
    f->b++;
    f->c = 0;
    return false;
}

/* ---- 5: captives ---- */

static bool are_equals(int british, int american) {
    bool two = g1776.leader[british].stars >= 2;
    return two == (g1776.leader[american].stars >= 2);
}

static const char *why_not_swap(const g1776_state *s, int british, int american) {
    FORBID("g1776.csg5.exchange", g1776.leader[british].seat != G1776_BRITISH ||
                                      g1776.leader[american].seat != G1776_AMERICAN);
    FORBID("g1776.csg5.exchange",
           s->leader[british].place != G1776_CAPTIVE || s->leader[american].place != G1776_CAPTIVE);
    FORBID("g1776.csg5.exchange", !are_equals(british, american));
    return NULL;
}

static int list_swaps(const g1776_state *s, mk_actions *out) {
    int n = 0;
    MK_SET_EACH(british, s->in_play & g1776.leaders_of[G1776_BRITISH]) {
        if (s->leader[british].place != G1776_CAPTIVE) continue;
        MK_SET_EACH(american, s->in_play & g1776.leaders_of[G1776_AMERICAN]) {
            if (why_not_swap(s, british, american)) continue;
            if (out) mk_offer(out, G1776_V_SWAP, british, american, 0);
            n++;
        }
    }
    return n;
}

/* Equals for equals: each side may offer a pair, the British first, and the other must agree. After
 * an exchange both may offer again. */
void g1776_offer_list(const void *state, mk_actions *out) {
    list_swaps(state, out);
    mk_offer(out, G1776_V_DECLINE, 0, 0, 0);
}

const char *g1776_offer_why_not(const void *state, mk_action x) {
    return x.verb == G1776_V_SWAP ? why_not_swap(state, x.a, x.b) : NULL;
}

void g1776_offer_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = mk_top(&s->base)->seat;
    (void)log;
    mk_pop(&s->base);
    if (x.verb == G1776_V_DECLINE) return;
    mk_frame *f = mk_push(&s->base, G1776_PH_EXCHANGE, g1776_enemy(seat));
    f->a = x.a;
    f->b = x.b;
}

/* A frame of G1776_PH_EXCHANGE: a British, b American leader. */
void g1776_exchange_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, G1776_V_AGREE, 0, 0, 0);
    mk_offer(out, G1776_V_DECLINE, 0, 0, 0);
}

const char *g1776_exchange_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}

void g1776_exchange_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame f = *mk_top(&s->base);
    mk_pop_with(&s->base, x.verb);
    if (x.verb == G1776_V_DECLINE) return;
    mk_log_event(log, G1776_E_EXCHANGED, -1, MK_EVERYONE, 0, f.a, f.b);
    const int16_t both[] = {f.b, f.a}; /* the British one is asked first */
    for (int i = 0; i < 2; i++) {
        g1776_wait_for_season(s, both[i]);
        g1776_ask_posting(s, both[i]);
    }
}

static bool exchanges(g1776_state *s, mk_frame *f) {
    enum { OFFER_B, OFFER_A, GREENE };
    if (f->result == G1776_V_AGREE) f->b = OFFER_B;
    f->result = 0;
    switch (f->b++) {
    case OFFER_B:
    case OFFER_A:
        if (list_swaps(s, NULL))
            mk_push(&s->base, G1776_PH_OFFER, f->b - 1 == OFFER_B ? G1776_BRITISH : G1776_AMERICAN);
        return false;
    case GREENE: enter_track(s, G1776_AMERICAN, G1776_IN_EXCHANGE); return false;
    default: return true;
    }
}

/* ---- The sequence ---- */

bool g1776_southern_step(g1776_state *s, mk_frame *f, mk_log *log) {
    switch (f->a) {
    case 1:
        g1776_score_season(s, log);
        if (g1776_season(s) == G1776_WINTER) g1776_winter_fleets(s, log);
        return true;
    case 2: return g1776_winter_reduction(s, f, log);
    case 3: find_status(s, log); return true;
    case 4: return arrivals(s, f, log);
    case 5: return exchanges(s, f);
    default:
        if (f->b == G1776_SEATS) return true;
        g1776_ask_transfers(s, f->b++);
        return false;
    }
}
