/* french.c - the French come into the war, variable forces come and go, Arnold changes sides (V.E
 * and VII of the campaign rules, special rules of CSG-1). */
#include "g1776.h"

enum { QUARTER = 3 };

static int month_now(const g1776_state *s) { return g1776_rules(s)->month[s->base.turn]; }

/* ---- The start of a game ---- */

/* Variable forces are elsewhere; the Indians of Unadilla are known by their stripe (K23). */
void g1776_campaign_setup(g1776_state *s) {
    if (!g1776_in_campaign(s) || g1776_southern_game(s)) return;
    s->campaign.needed = g1776_rules(s)->par; /* until both have bid */
    for (int f = 0; f < G1776_FLEETS; f++)
        if (g1776.fleet[f].variable && f != G1776_BF_VF3)
            s->fleet[f] = (g1776_fleet_at){.place = G1776_TRACK, .back = G1776_OFF_STATION};
    for (int i = 0; i < s->piece_count; i++) {
        if (s->piece[i].type != G1776_BI || s->piece[i].place != g1776.campaign.unadilla) continue;
        g1776_piece p = g1776_take_at(s, i, 1);
        p.led = G1776_GREEN;
        g1776_put(s, p);
        break;
    }
}

/* ---- Uncertain entry (VII.A) ---- */

static int entry_up_to(const g1776_state *s) {
    const g1776_campaign_data *c = &g1776.campaign;
    int up_to = 0, month = month_now(s);
    if (month < g1776_rules(s)->french_from) return 0;
    for (int i = 0; i < G1776_ENTRIES; i++)
        if (month >= c->entry_from[i]) up_to = c->entry_up_to[i];
    return up_to;
}

static void ask_france(g1776_state *s, mk_log *log) {
    int up_to = entry_up_to(s);
    if (RULE("g1776.csg5.ignored", g1776_southern_game(s))) return;
    if (s->campaign.french || !up_to) return;
    int die = mk_die(&s->base.rng, 6), total = die + s->campaign.areas;
    bool enters = RULE("g1776.csg.vii.a", total <= up_to);
    mk_log_event(log, G1776_E_FRENCH_DIE, G1776_AMERICAN, MK_EVERYONE, MK_ROLLED, (int16_t)die,
                 s->campaign.areas, (int16_t)up_to, (int16_t)enters);
    if (!enters) return;
    s->campaign.french = (uint8_t)s->base.turn;
    if (g1776_visits(s)) return; /* VIII.C has its own order of battle */
    s->campaign.fleets = G1776_FRENCH_WAIT;
    g1776_add(s, G1776_IN_BOX + G1776_BOX_INDIES_F, G1776_SUP_F, 1, 0);
}

/* ---- Arnold (CSG-1, CSG-6) ---- */

static void ask_arnold(g1776_state *s, mk_log *log) {
    const g1776_campaign_data *c = &g1776.campaign;
    int arnold = g1776.named[G1776_ARNOLD], turncoat = g1776.named[G1776_BRITISH_ARNOLD];
    bool asked = g1776_has_rule(s, G1776_RULE_ARNOLD_DESERTS) && month_now(s) >= c->arnold_from &&
                 s->leader[arnold].place != G1776_GONE && !mk_set_has(s->replaced, arnold);
    if (!asked) return;
    int die = mk_die(&s->base.rng, 6);
    bool deserts = RULE("g1776.csg1.arnold", die == c->arnold_on);
    mk_log_event(log, G1776_E_ARNOLD_DIE, G1776_BRITISH, MK_EVERYONE, MK_ROLLED, (int16_t)die,
                 (int16_t)deserts);
    if (!deserts) return;
    g1776_put_leader(s, arnold, (g1776_leader_at){.place = G1776_GONE});
    mk_set_remove(&s->promoted, arnold);
    g1776_put_leader(s, turncoat,
                     (g1776_leader_at){.place = G1776_TRACK,
                                       .back = (uint8_t)(s->base.turn + 1),
                                       .rating = g1776.leader[turncoat].rating});
}

void g1776_campaign_turn(g1776_state *s, mk_log *log) {
    if (!g1776_in_campaign(s)) return;
    if (month_now(s) % QUARTER == 0 || s->base.turn == 1)
        s->campaign.areas = (uint8_t)g1776_areas_controlled(s);
    ask_france(s, log);
    ask_arnold(s, log);
}

/* ---- BF-A and BF-B (VII.B) ---- */

bool g1776_ask_french(g1776_state *s) {
    if (s->campaign.fleets != G1776_FRENCH_WAIT || s->phasing != G1776_AMERICAN) return false;
    mk_push(&s->base, G1776_PH_MUSTER, G1776_AMERICAN)->a = G1776_M_FRENCH;
    return true;
}

static void load(g1776_state *s, int fleet, int type, int count) {
    int room = g1776.type[type].limit - g1776_on_map(s, type);
    g1776_add(s, G1776_ABOARD + fleet, type, count < room ? count : room, 0);
}

static void load_leader(g1776_state *s, int fleet, int leader) {
    if (s->leader[leader].place != G1776_GONE) return;
    g1776_move_leader(s, leader, G1776_ABOARD + fleet);
    s->leader[leader].flags = 0;
}

/* "Ldr.A" to "Ldr.C" of the French. */
static int nameless(int number) {
    for (int l = 0; l < g1776.leader_count; l++)
        if (g1776.leader[l].nation == G1776_N_FRENCH && g1776.leader[l].is & G1776_NAMELESS &&
            number-- == 0)
            return l;
    return G1776_NONE;
}

void g1776_place_french(g1776_state *s, int place, mk_log *log) {
    enum { FR = 4 };
    s->campaign.fleets = G1776_FRENCH_HERE;
    for (int f = G1776_FRENCH_BF_A; f <= G1776_FRENCH_BF_B; f++) {
        s->fleet[f] = (g1776_fleet_at){.place = (uint16_t)place};
        if (g1776_is_box(place)) s->campaign.placed |= (uint16_t)(1u << f);
        load(s, f, G1776_FR, FR);
        load(s, f, G1776_LIGHT_F, 1);
        load(s, f, G1776_ART_F, 1);
        load(s, f, G1776_SUP_F, 1);
        mk_log_event(log, G1776_E_FLEET_PLACED, G1776_AMERICAN, MK_EVERYONE, 0, (int16_t)f,
                     (int16_t)g1776_where_of(place));
    }
    load_leader(s, G1776_FRENCH_BF_A, g1776.named[G1776_DESTAING]);
    load_leader(s, G1776_FRENCH_BF_B, g1776.named[G1776_ROCHAMBEAU]);
    load_leader(s, G1776_FRENCH_BF_B, nameless(0));
}

/* ---- Variable forces (V.E) ---- */

/* On the board, in a box, or damaged: not sunk and not off station. */
bool g1776_in_play(const g1776_state *s, int fleet) {
    const g1776_fleet_at *at = &s->fleet[fleet];
    if (at->place == G1776_GONE) return false;
    return at->place != G1776_TRACK || at->back != G1776_OFF_STATION;
}

static bool may_call(const g1776_state *s, int seat, int fleet) {
    if (g1776_visits(s) && g1776.fleet[fleet].nation == G1776_N_FRENCH) return false;
    return g1776.fleet[fleet].seat == seat && s->fleet[fleet].place == G1776_TRACK &&
           s->fleet[fleet].back == G1776_OFF_STATION;
}

/* A frame of G1776_PH_CALL: a are bits of fleets that were called. */
static bool anyone_to_call(const g1776_state *s, const mk_frame *f) {
    for (int k = 0; k < G1776_FLEETS; k++)
        if (may_call(s, f->seat, k) && !(f->a >> k & 1)) return true;
    return false;
}

bool g1776_ask_calls(g1776_state *s, int seat) {
    mk_frame *f = mk_push(&s->base, G1776_PH_CALL, seat);
    if (anyone_to_call(s, f)) return true;
    mk_pop(&s->base);
    return false;
}

void g1776_call_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    for (int k = 0; k < G1776_FLEETS; k++)
        if (may_call(s, f->seat, k) && !(f->a >> k & 1)) mk_offer(out, G1776_V_CALL, k, 0, 0);
    mk_offer(out, G1776_V_DONE, 0, 0, 0);
}

const char *g1776_call_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    FORBID("g1776.csg.v.e",
           x.verb == G1776_V_CALL && (!may_call(s, f->seat, x.a) || f->a >> x.a & 1));
    return NULL;
}

/* The French one brings troops the first time, afterwards a supply. */
static void load_variable(g1776_state *s, int fleet) {
    enum { FR = 5, LEADER_B = 1, LEADER_C = 2 };
    if (fleet != G1776_FRENCH_BF_VF) return;
    load(s, fleet, G1776_SUP_F, 1);
    if (s->campaign.french_vf) return;
    s->campaign.french_vf = 1;
    load(s, fleet, G1776_FR, FR);
    load(s, fleet, G1776_ART_F, 1);
    load_leader(s, fleet, nameless(LEADER_B));
    load_leader(s, fleet, nameless(LEADER_C));
}

void g1776_call_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    int seat = f->seat;
    if (x.verb == G1776_V_DONE) {
        mk_pop(&s->base);
        return;
    }
    int die = mk_die(&s->base.rng, 6);
    bool comes = RULE("g1776.csg.v.e.call", die >= g1776.campaign.call_from);
    mk_log_event(log, G1776_E_CALLED, seat, MK_EVERYONE, MK_ROLLED, x.a, (int16_t)die,
                 (int16_t)comes);
    f->a |= (int16_t)(1 << x.a);
    if (!anyone_to_call(s, f)) mk_pop(&s->base);
    if (!comes) return;
    load_variable(s, x.a);
    if (RULE("g1776.csg.v.e.damaged", s->fleet[x.a].since > s->base.turn))
        s->fleet[x.a] = (g1776_fleet_at){.place = G1776_TRACK, .back = s->fleet[x.a].since};
    else
        mk_push(&s->base, G1776_PH_HAVEN, seat)->a = x.a;
}

/* With all aboard. One that was damaged is still under repair: `since` keeps the date. */
static void send_off_station(g1776_state *s, int fleet) {
    const g1776_fleet_at *at = &s->fleet[fleet];
    uint8_t repaired = at->place == G1776_TRACK ? at->back : 0;
    s->fleet[fleet] =
        (g1776_fleet_at){.place = G1776_TRACK, .back = G1776_OFF_STATION, .since = repaired};
}

/* Those that were in play when the season began stay on a die, or leave with all aboard. */
void g1776_dismiss_variable(g1776_state *s, mk_log *log) {
    if (!s->campaign.french) return;
    MK_SET_EACH(f, (mk_set64)s->campaign.variable) {
        if (!g1776_in_play(s, f)) continue;
        int die = mk_die(&s->base.rng, 6);
        bool stays = RULE("g1776.csg.v.e.stay", die >= g1776.campaign.stay_from);
        mk_log_event(log, G1776_E_STAYS, g1776.fleet[f].seat, MK_EVERYONE, MK_ROLLED, (int16_t)f,
                     (int16_t)die, (int16_t)stays);
        if (!stays) send_off_station(s, f);
    }
    s->campaign.variable = 0;
}
