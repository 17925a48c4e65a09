/* season.c - what players do with what they have between the seasons: dragoons, elites rebuilt,
 * Indians, leaders on their way (steps 7, 9 and 13 of II of the campaign rules). */
#include "g1776.h"

static int foot_of(int seat) { return seat == G1776_BRITISH ? G1776_TM : G1776_RM; }
static int dragoon_of(int seat) { return seat == G1776_BRITISH ? G1776_TD : G1776_RD; }

/* ---- Dragoons (9.1, 9.3) ---- */

/* Turns one SP of a type at a place into another, whatever its flags are. */
static void turn_into(g1776_state *s, int place, int from, int to) {
    for (int i = g1776_first_at(s, place);; i++) {
        assert(i < s->piece_count && s->piece[i].place == place);
        if (s->piece[i].type != from) continue;
        g1776_piece p = g1776_take_at(s, i, 1);
        p.type = (uint8_t)to;
        g1776_put(s, p);
        return;
    }
}

/* Too many dragoons: each is removed or becomes foot again. A frame of G1776_PH_DRAGOONS: a is the
 * region, b how many there may be. */
bool g1776_ask_dragoons(g1776_state *s, int seat, int region, int allowed) {
    if (g1776_count_in(s, G1776_BIT(dragoon_of(seat)), region) <= allowed) return false;
    mk_frame *f = mk_push(&s->base, G1776_PH_DRAGOONS, seat);
    f->a = (int16_t)region;
    f->b = (int16_t)allowed;
    return true;
}

static bool room_for(const g1776_state *s, int type) {
    return g1776_on_map(s, type) < g1776.type[type].limit;
}

void g1776_dragoons_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    int last = -1;
    G1776_EACH_PIECE(p, s) {
        if (p->type != dragoon_of(f->seat) || p->place == last ||
            !g1776_in_region(s, p->place, f->a))
            continue;
        last = p->place;
        mk_offer(out, G1776_V_REMOVE, g1776_where_of(last), 0, 0);
        if (room_for(s, foot_of(f->seat)))
            mk_offer(out, G1776_V_DISMOUNT, g1776_where_of(last), 0, 0);
    }
}

const char *g1776_dragoons_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    int place = g1776_place_of(x.a);
    FORBID("g1776.csg.ii.9.dragoons",
           !g1776_in_region(s, place, f->a) || !g1776_has(s, place, dragoon_of(f->seat)));
    FORBID("g1776.counters", x.verb == G1776_V_DISMOUNT && !room_for(s, foot_of(f->seat)));
    return NULL;
}

void g1776_dragoons_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame f = *mk_top(&s->base);
    int place = g1776_place_of(x.a), type = dragoon_of(f.seat);
    if (x.verb == G1776_V_DISMOUNT) {
        turn_into(s, place, type, foot_of(f.seat));
        mk_log_event(log, G1776_E_CONVERTED, f.seat, MK_EVERYONE, 0, (int16_t)type,
                     (int16_t)foot_of(f.seat), x.a);
    } else {
        g1776_remove(s, place, type, 1, 0);
        mk_log_event(log, G1776_E_LEAVES, f.seat, MK_EVERYONE, 0, 1, (int16_t)type, x.a);
    }
    if (g1776_count_in(s, G1776_BIT(type), f.a) <= f.b) mk_pop(&s->base);
    if (g1776_is_hex(place) && g1776_is_land(place)) g1776_tidy(s, place, log);
}

/* Foot may become dragoons, or must by an event. A frame of G1776_PH_MOUNT: a is the region, b how
 * many at most, c 1 if they must. */
static bool may_mount(const g1776_state *s, const mk_frame *f, int place) {
    return g1776_in_region(s, place, f->a) && g1776_has(s, place, foot_of(f->seat)) &&
           room_for(s, dragoon_of(f->seat));
}

static bool anyone_to_mount(const g1776_state *s, const mk_frame *f) {
    G1776_EACH_PIECE(p, s) {
        if (p->type == foot_of(f->seat) && may_mount(s, f, p->place)) return true;
    }
    return false;
}

bool g1776_ask_mounting(g1776_state *s, int seat, int region, int count) {
    mk_frame *f = mk_push(&s->base, G1776_PH_MOUNT, seat);
    f->a = (int16_t)region;
    f->b = (int16_t)count;
    if (count > 0 && anyone_to_mount(s, f)) return true;
    mk_pop(&s->base);
    return false;
}

void g1776_mount_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    int last = -1;
    G1776_EACH_PIECE(p, s) {
        if (p->type != foot_of(f->seat) || p->place == last || !may_mount(s, f, p->place)) continue;
        mk_offer(out, G1776_V_MOUNT, g1776_where_of(last = p->place), 0, 0);
    }
    if (!f->c) mk_offer(out, G1776_V_DONE, 0, 0, 0);
}

const char *g1776_mount_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    if (x.verb == G1776_V_DONE) {
        FORBID("g1776.csg.ii.14.must", mk_top_const(&s->base)->c);
        return NULL;
    }
    FORBID("g1776.csg.ii.9.dragoons", !may_mount(s, mk_top_const(&s->base), g1776_place_of(x.a)));
    return NULL;
}

void g1776_mount_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    if (x.verb == G1776_V_DONE) {
        mk_pop(&s->base);
        return;
    }
    turn_into(s, g1776_place_of(x.a), foot_of(f->seat), dragoon_of(f->seat));
    mk_log_event(log, G1776_E_CONVERTED, f->seat, MK_EVERYONE, 0, (int16_t)foot_of(f->seat),
                 (int16_t)dragoon_of(f->seat), x.a);
    if (!--f->b || !anyone_to_mount(s, f)) mk_pop(&s->base);
}

/* ---- Elites and Indians that were lost (step 7) ---- */

/* So many of a type have come into play: by set-up, track and events, and with the French. */
int g1776_came(const g1776_state *s, int type) {
    const g1776_scenario_rules *r = g1776_rules(s);
    int n = type == G1776_BI ? s->campaign.more_bi : 0;
    if (type == G1776_LIGHT_F && s->campaign.fleets == G1776_FRENCH_HERE) n += G1776_FRENCH_LIGHT;
    n += g1776_came_to_visit(s, type);
    for (int i = 0; i < r->set_up_count; i++) n += r->set_up[i].group.count[type];
    for (int i = 0; i < r->free_count; i++) n += r->free[i].group.count[type];
    for (int i = 0; i < r->arrival_count; i++)
        if (s->ledger.arrival[i] >= G1776_ENTERED) n += r->arrival[i].group.count[type];
    return n;
}

/* Not if its leader is captured or out of the war; with a wounded one it waits for him. */
static bool may_rebuild(const g1776_state *s, int seat, int type) {
    if (g1776_owner(type) != seat || g1776_on_map(s, type) >= g1776_came(s, type)) return false;
    int leader = g1776.type[type].leader;
    if (leader == G1776_NONE) return true;
    int at = s->leader[leader].place;
    return at != G1776_GONE && at != G1776_CAPTIVE && !mk_set_has(s->replaced, leader);
}

static bool gives_place(const g1776_state *s, int type, int place) {
    return (g1776_is_hex(place) || g1776_is_aboard(place) || g1776_is_box(place)) &&
           !g1776_is_away(s, place) && g1776_has(s, place, g1776.type[type].colour);
}

static bool anyone_gives_place(const g1776_state *s, int type) {
    G1776_EACH_PIECE(p, s) {
        if (p->type == g1776.type[type].colour && gives_place(s, type, p->place)) return true;
    }
    return false;
}

static bool can_rebuild(const g1776_state *s, int seat, int type) {
    return type >= G1776_GRENADIERS && type < G1776_SP_TYPES && may_rebuild(s, seat, type) &&
           anyone_gives_place(s, type);
}

/* A frame of G1776_PH_REBUILD: a is the elite, +1. */
bool g1776_ask_rebuilding(g1776_state *s, int seat) {
    for (int type = G1776_GRENADIERS; type < G1776_SP_TYPES; type++) {
        if (!can_rebuild(s, seat, type)) continue;
        mk_push(&s->base, G1776_PH_REBUILD, seat);
        return true;
    }
    return false;
}

void g1776_rebuild_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    int last = -1;
    if (!f->a) {
        for (int type = G1776_GRENADIERS; type < G1776_SP_TYPES; type++)
            if (can_rebuild(s, f->seat, type)) mk_offer(out, G1776_V_REBUILD, type, 0, 0);
        mk_offer(out, G1776_V_DONE, 0, 0, 0);
        return;
    }
    G1776_EACH_PIECE(p, s) {
        if (p->type != g1776.type[f->a - 1].colour || p->place == last) continue;
        if (gives_place(s, f->a - 1, p->place))
            mk_offer(out, G1776_V_REMOVE, g1776_where_of(last = p->place), 0, 0);
    }
}

const char *g1776_rebuild_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    FORBID("g1776.csg.ii.7", (f->a != 0) != (x.verb == G1776_V_REMOVE));
    if (x.verb == G1776_V_REBUILD) FORBID("g1776.csg.ii.7", !can_rebuild(s, f->seat, x.a));
    if (x.verb == G1776_V_REMOVE)
        FORBID("g1776.csg.ii.7", !gives_place(s, f->a - 1, g1776_place_of(x.a)));
    return NULL;
}

void g1776_rebuild_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame f = *mk_top(&s->base);
    if (x.verb == G1776_V_REBUILD) {
        mk_top(&s->base)->a = (int16_t)(x.a + 1);
        return;
    }
    mk_pop(&s->base);
    if (x.verb == G1776_V_DONE) return;
    int type = f.a - 1, colour = g1776.type[type].colour, leader = g1776.type[type].leader;
    int place = g1776_place_of(x.a);
    bool away = leader != G1776_NONE && s->leader[leader].place == G1776_TRACK;
    if (RULE("g1776.csg.ii.7.wounded", away)) {
        g1776_remove(s, place, colour, 1, 0);
        g1776_add(s, G1776_TRACK, type, 1, 0);
    } else {
        turn_into(s, place, colour, type);
    }
    mk_log_event(log, G1776_E_CONVERTED, f.seat, MK_EVERYONE, 0, (int16_t)colour, (int16_t)type,
                 x.a);
    if (g1776_is_hex(place)) g1776_tidy(s, place, log);
}

/* An elite that waited for its leader comes with him. */
void g1776_bring_elite(g1776_state *s, int leader, mk_log *log) {
    int hex = s->leader[leader].place;
    for (int i = g1776_first_at(s, G1776_TRACK);
         i < s->piece_count && s->piece[i].place == G1776_TRACK; i++) {
        if (g1776.type[s->piece[i].type].leader != leader || !g1776_is_hex(hex)) continue;
        g1776_piece p = g1776_take_at(s, i, 1);
        p.place = (uint16_t)hex;
        p.flags = s->leader[leader].flags & G1776_INSIDE;
        g1776_put(s, p);
        mk_log_event(log, G1776_E_PLACED, g1776_owner(p.type), MK_EVERYONE, 0, 1, p.type,
                     (int16_t)g1776_where_of(hex));
        return;
    }
}

/* The British may bring back one BI that was lost. The green ones are another matter (K23). */
static bool indians_lost(const g1776_state *s) {
    int out = s->campaign.green_out ? 1 : 0;
    return g1776_on_map(s, G1776_BI) + out < g1776_came(s, G1776_BI) && room_for(s, G1776_BI);
}

bool g1776_ask_indians(g1776_state *s) {
    if (!indians_lost(s)) return false;
    mk_push(&s->base, G1776_PH_INDIANS, G1776_BRITISH);
    return true;
}

void g1776_indians_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, G1776_V_TO, g1776.campaign.oswego, 0, 0);
    mk_offer(out, G1776_V_TO, g1776.campaign.montreal, 0, 0);
    mk_offer(out, G1776_V_DONE, 0, 0, 0);
}

const char *g1776_indians_why_not(const void *state, mk_action x) {
    (void)state;
    FORBID("g1776.csg.ii.7.indians",
           x.verb == G1776_V_TO && x.a != g1776.campaign.oswego && x.a != g1776.campaign.montreal);
    return NULL;
}

void g1776_indians_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_pop(&s->base);
    if (x.verb == G1776_V_DONE) return;
    g1776_levy(s, G1776_BI, 1);
    g1776_put_all(s, G1776_BRITISH, x.a, G1776_DONE, log);
    g1776_tidy(s, x.a, log);
}

/* ---- Leaders (step 13) ---- */

enum { SENT = 1, MOVED = 2 }; /* of G1776_PH_TRANSFER: one named went, one nameless moved */

static bool is_nameless(const g1776_state *s, int leader) {
    return g1776_leader_is(s, leader, G1776_NAMELESS);
}

/* CSG-5: any hex where he is not caught at once. */
static void anywhere(const g1776_state *s, int leader, g1776_hexes *out) {
    int seat = g1776.leader[leader].seat, enemy = g1776_enemy(seat);
    *out = g1776_rules(s)->area;
    MK_SET_EACH(hex, out) {
        bool caught = g1776_looks_held(s, enemy, hex) && !g1776_held(s, seat, hex);
        if (!g1776_is_land(hex) || caught || s->leader[leader].place == hex ||
            !g1776_may_be_in(s, leader, hex))
            mk_set_remove(out, hex);
    }
}

/* Hexes with SP of his side; an American also comes to a town that the British do not control.
 * Partisan leaders stay in their part of the country (V.A). */
static void postings(const g1776_state *s, int leader, g1776_hexes *out) {
    int seat = g1776.leader[leader].seat;
    if (RULE("g1776.csg5.postings", g1776_southern_game(s))) {
        anywhere(s, leader, out);
        return;
    }
    *out = s->held[seat];
    for (int t = 0; t < g1776_board.town_count && seat == G1776_AMERICAN; t++) {
        const g1776_town *town = &g1776_board.town[t];
        bool free = town->type == G1776_TOWN && !town->extra && g1776_in_area(s, town->hex) &&
                    !g1776_controls(s, G1776_BRITISH, town->hex) &&
                    !g1776_looks_held(s, G1776_BRITISH, town->hex);
        if (free) mk_set_add(out, town->hex);
    }
    MK_SET_EACH(hex, out) {
        bool abroad = g1776_leader_is(s, leader, G1776_CONFINED) && !g1776_at_home(s, leader, hex);
        if (abroad || s->leader[leader].place == hex) mk_set_remove(out, hex);
    }
}

static bool on_board(const g1776_state *s, int leader) {
    int at = s->leader[leader].place;
    return g1776_is_hex(at) || (g1776_is_aboard(at) && !g1776_is_away(s, at));
}

/* On the track for this interphase: he may come in. */
static bool comes_in(const g1776_state *s, int leader) {
    const g1776_leader_at *at = &s->leader[leader];
    return at->place == G1776_TRACK && at->waits == G1776_FOR_SEASON && at->back <= s->base.turn;
}

static const char *why_not_transfer(const g1776_state *s, const mk_frame *f, int leader) {
    g1776_hexes hexes;
    FORBID("g1776.csg.ii.13", g1776.leader[leader].seat != f->seat);
    if (g1776_southern_game(s)) {
        FORBID("g1776.csg5.relocate", !is_nameless(s, leader));
        FORBID("g1776.csg5.relocate", !on_board(s, leader) && !comes_in(s, leader));
        FORBID("g1776.csg5.relocate", s->leader[leader].flags & G1776_DONE);
        return NULL;
    }
    bool nameless = is_nameless(s, leader) && on_board(s, leader);
    FORBID("g1776.csg.ii.13", !comes_in(s, leader) && !nameless);
    FORBID("g1776.csg.ii.13.nameless", nameless && f->a & MOVED);
    postings(s, leader, &hexes);
    FORBID("g1776.csg.ii.13.place", !mk_set_size(&hexes));
    return NULL;
}

static const char *why_not_recall(const g1776_state *s, const mk_frame *f, int leader) {
    FORBID("g1776.csg5.relocate", g1776_southern_game(s));
    FORBID("g1776.csg.ii.13", g1776.leader[leader].seat != f->seat || !on_board(s, leader));
    FORBID("g1776.csg.ii.13.named", is_nameless(s, leader) || f->a & SENT);
    return NULL;
}

/* A frame of G1776_PH_TRANSFER: a what was done, b a leader who is on his way, +1. */
enum { ONE_ONLY = 4 };
void g1776_ask_posting(g1776_state *s, int leader) {
    mk_frame *f = mk_push(&s->base, G1776_PH_TRANSFER, g1776.leader[leader].seat);
    f->a = ONE_ONLY;
    f->b = (int16_t)(leader + 1);
}

bool g1776_ask_transfers(g1776_state *s, int seat) {
    mk_push(&s->base, G1776_PH_TRANSFER, seat);
    return true;
}

void g1776_transfer_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    if (f->b) {
        g1776_hexes hexes;
        postings(s, f->b - 1, &hexes);
        MK_SET_EACH(hex, &hexes) mk_offer(out, G1776_V_TO, hex, 0, 0);
        return;
    }
    MK_SET_EACH(l, g1776.leaders_of[f->seat]) {
        if (!why_not_transfer(s, f, l)) mk_offer(out, G1776_V_TRANSFER, l, 0, 0);
        if (!why_not_recall(s, f, l)) mk_offer(out, G1776_V_RECALL, l, 0, 0);
    }
    mk_offer(out, G1776_V_DONE, 0, 0, 0);
}

const char *g1776_transfer_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    FORBID("g1776.csg.ii.13", (f->b != 0) != (x.verb == G1776_V_TO));
    if (x.verb == G1776_V_TO) {
        g1776_hexes hexes;
        postings(s, f->b - 1, &hexes);
        FORBID("g1776.csg.ii.13.place", !mk_set_has(&hexes, x.a));
    }
    if (x.verb == G1776_V_TRANSFER) return why_not_transfer(s, f, x.a);
    if (x.verb == G1776_V_RECALL) return why_not_recall(s, f, x.a);
    return NULL;
}

static void post(g1776_state *s, int leader, int hex, mk_log *log) {
    int seat = g1776.leader[leader].seat;
    int8_t rating = s->leader[leader].rating;
    bool inside = !g1776_open(s, seat, hex) && g1776_fort_of(s, hex) == seat;
    g1776_put_leader(s, leader,
                     (g1776_leader_at){.place = (uint16_t)hex,
                                       .flags = inside ? G1776_INSIDE : 0,
                                       .rating = rating});
    mk_log_event(log, G1776_E_LEADER_AT, seat, MK_EVERYONE, 0, (int16_t)leader, (int16_t)hex);
    g1776_bring_elite(s, leader, log);
    g1776_tidy(s, hex, log);
}

/* To the track, for the interphase behind this one. */
static void send_off(g1776_state *s, int leader, mk_log *log) {
    enum { QUARTER = 3 };
    g1776_to_track(s, leader, s->base.turn + QUARTER, G1776_FOR_SEASON);
    mk_log_event(log, G1776_E_LEADER_SENT, g1776.leader[leader].seat, MK_EVERYONE, 0,
                 (int16_t)leader);
}

void g1776_transfer_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    switch (x.verb) {
    case G1776_V_TRANSFER:
        if (on_board(s, x.a)) f->a |= MOVED;
        f->b = (int16_t)(x.a + 1);
        return;
    case G1776_V_RECALL:
        f->a |= SENT;
        send_off(s, x.a, log);
        return;
    case G1776_V_TO: {
        int leader = f->b - 1;
        bool only = f->a & ONE_ONLY;
        f->b = 0;
        if (only) mk_pop(&s->base);
        post(s, leader, x.a, log);
        if (g1776_southern_game(s)) s->leader[leader].flags |= G1776_DONE;
        return;
    }
    default: mk_pop(&s->base);
    }
}
