/* leaders.c - redeployment (8.6), prisoners (11.12), British pride (15.1.2). */
#include <string.h>

#include "eoe.h"

static const eoe_map *const b = &eoe_board;

/* The space with units that a leader may join (15.1.1, 15.3, 15.6), nearest to a hex, but for one;
 * EOE_PLACES: none. A force out on a lake is on its way (9.9): nobody joins it there. */
int eoe_nearest_friend(const eoe_state *s, int leader, int hex, int but) {
    int best = EOE_PLACES, least = 0, seat = s->piece[leader].seat;
    EOE_EACH_PIECE(i, s) {
        if (s->piece[i].seat != seat || eoe_is_leader(i) || s->piece[i].at == but) continue;
        int distance = mk_hex_distance(&b->hexes, hex, s->piece[i].at / 2);
        if (best != EOE_PLACES && distance >= least) continue;
        if (eoe_why_not_enter(s, seat, eoe_group_of(leader), s->piece[i].at / 2)) continue;
        if (!eoe_can_stay(s, s->piece[i].at / 2)) continue;
        best = s->piece[i].at;
        least = distance;
    }
    return best;
}

/* ---- Redeployment (8.6) -------------------------------------------------- */

static const char *why_not_redeploy(const eoe_state *s, int seat, int leader) {
    FORBID("eoe.8.6", !eoe_is_leader(leader) || s->piece[leader].seat != seat);
    int at = s->piece[leader].at;
    FORBID("eoe.8.6", !eoe_on_map(at) && at != EOE_HAVANA);
    FORBID("eoe.8.6:moved", s->piece[leader].flags & EOE_MOVED);
    return NULL;
}

bool eoe_ask_redeploy(eoe_state *s, int seat) {
    if (mk_top(&s->base)->b) return false;
    mk_top(&s->base)->b = 1;
    EOE_EACH_LEADER(i, s) {
        if (why_not_redeploy(s, seat, i)) continue;
        mk_push(&s->base, EOE_PH_REDEPLOY, seat);
        return true;
    }
    return false;
}

void eoe_redeploy_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    EOE_EACH_LEADER(i, s) {
        if (!why_not_redeploy(s, eoe_deciding(s), i)) mk_offer(out, EOE_V_REDEPLOY, i, 0, 0);
    }
    mk_offer(out, EOE_V_DONE, 0, 0, 0);
}

const char *eoe_redeploy_why_not(const void *state, mk_action x) {
    return x.verb == EOE_V_DONE ? NULL : why_not_redeploy(state, eoe_deciding(state), x.a);
}

void eoe_redeploy_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int seat = mk_top(&s->base)->seat;
    (void)log;
    if (x.verb == EOE_V_DONE)
        mk_pop(&s->base);
    else
        mk_push(&s->base, EOE_PH_REDEPLOY_TO, seat)->a = x.a;
}

/* 15.3: while there are French units, on the map, aboard or in Havana, Rochambeau stays with them.
 */
bool eoe_french_bind(const eoe_state *s, int leader, int space) {
    if (!eoe_politics(s) || leader != eoe.named[EOE_P_ROCHAMBEAU]) return false;
    bool elsewhere = false;
    MK_SET_EACH(p, &eoe_index.french) {
        int at = s->piece[p].at;
        if (eoe_is_leader(p) || at > EOE_HAVANA) continue;
        if (at == space) return false;
        elsewhere = true;
    }
    return elsewhere;
}

/* Hexes a leader rides through: no enemies in the open, not unfriendly. */
static void find_rides(const eoe_state *s, int seat, eoe_hexes *out) {
    int enemy = eoe_enemy(seat);
    const eoe_hexes *in_play = &eoe_rules(s)->in_play;
    const eoe_hexes *welcome = &eoe_index.welcome[eoe_war_of(s) != EOE_REVOLUTION][seat];
    for (int w = 0; w < EOE_HEX_WORDS; w++) {
        uint64_t friends = welcome->word[w] | s->open[seat].word[w] | s->inside[seat].word[w];
        out->word[w] =
            eoe_index.land.word[w] & in_play->word[w] & friends & ~s->open[enemy].word[w];
    }
}

/* Where he can ride to. Nobody rides out of a besieged town. He may stand among enemies. */
static const eoe_hexes *rides_of(const eoe_state *s, int leader) {
    static const eoe_hexes nowhere;
    int at = s->piece[leader].at, seat = s->piece[leader].seat;
    if (!eoe_on_map(at)) return &nowhere;
    if (at & 1 && mk_set_has(&s->open[eoe_enemy(seat)], at / 2)) return &nowhere;
    eoe_hexes open;
    find_rides(s, seat, &open);
    return eoe_country_of(&open, at / 2);
}

static bool sails(const eoe_state *s, int seat, int hex) {
    if (!eoe_is(hex, EOE_COASTAL | EOE_PORT) || eoe_hard_winter(s, hex)) return false;
    return eoe_fleet_off(s, eoe_enemy(seat), hex) == EOE_NONE;
}

/* From a port of one's own, or from Havana. */
static bool can_embark(const eoe_state *s, int leader) {
    int seat = s->piece[leader].seat, at = s->piece[leader].at;
    if (at == EOE_HAVANA) return true;
    return eoe_is(at / 2, EOE_PORT) && eoe_controls(s, seat, at / 2) && sails(s, seat, at / 2);
}

static bool can_reach(const eoe_state *s, int leader, int space, const eoe_hexes *rides) {
    int seat = s->piece[leader].seat, to = space / 2;
    if (space == s->piece[leader].at || !eoe_units_at(s, seat, space)) return false;
    if (!mk_set_has(rides, to) && !(can_embark(s, leader) && sails(s, seat, to))) return false;
    if (eoe_why_not_enter(s, seat, eoe_group_of(leader), to)) return false;
    return !RULE("eoe.15.3:together", eoe_french_bind(s, leader, space));
}

static const char *why_not_havana(const eoe_state *s, int leader) {
    FORBID("eoe.15.6:havana", !eoe_havana_open(s, eoe_group_of(leader)));
    FORBID("eoe.8.6:way", s->piece[leader].at == EOE_HAVANA || !can_embark(s, leader));
    FORBID("eoe.15.3:together", eoe_french_bind(s, leader, EOE_HAVANA));
    EOE_EACH_UNIT(i, s) {
        if (s->piece[i].at == EOE_HAVANA) return NULL;
    }
    return "eoe.8.6:stack";
}

void eoe_redeploy_to_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    int leader = mk_top_const(&s->base)->a;
    const eoe_hexes *rides = rides_of(s, leader);
    int seat = s->piece[leader].seat;
    eoe_hexes held = s->open[seat];
    mk_set_or(&held, &s->inside[seat]);
    MK_SET_EACH(hex, &held) {
        for (int space = 2 * hex; space <= 2 * hex + 1; space++)
            if (can_reach(s, leader, space, rides)) mk_offer(out, EOE_V_TO_SPACE, space, 0, 0);
    }
    if (!why_not_havana(s, leader)) mk_offer(out, EOE_V_HAVANA, 0, 0, 0);
    mk_offer(out, EOE_V_STAY, 0, 0, 0);
}

const char *eoe_redeploy_to_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    if (x.verb == EOE_V_STAY) return NULL;
    int leader = mk_top_const(&s->base)->a;
    if (x.verb == EOE_V_HAVANA) return why_not_havana(s, leader);
    FORBID("eoe.8.6:stack", !eoe_units_at(s, s->piece[leader].seat, x.a));
    const eoe_hexes *rides = rides_of(s, leader);
    FORBID("eoe.8.6:way", !can_reach(s, leader, x.a, rides));
    return NULL;
}

void eoe_redeploy_to_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int leader = mk_top(&s->base)->a;
    mk_pop(&s->base);
    if (x.verb != EOE_V_STAY) eoe_move_to(s, leader, x.verb == EOE_V_HAVANA ? EOE_HAVANA : x.a);
    s->piece[leader].flags |= EOE_MOVED;
    if (x.verb != EOE_V_TO_SPACE) return;
    mk_log_event(log, EOE_E_LEADER_GOES, s->piece[leader].seat, MK_EVERYONE, 0, (int16_t)leader,
                 (int16_t)(x.a / 2));
    eoe_pride(s, log);
}

/* ---- British pride (15.1.2) ---------------------------------------------- */

static bool in_america(const eoe_state *s, int leader) {
    int at = s->piece[leader].at;
    if (!eoe_on_map(at) || b->ground[at / 2] != EOE_CIVILIZED) return false;
    int area = b->area[at / 2];
    return area != eoe.area[EOE_A_CANADA] && area != eoe.area[EOE_A_NOVA_SCOTIA] &&
           area != eoe.area[EOE_A_FLORIDA] && area != eoe.area[EOE_A_LOUISIANA];
}

/* Of equal ranks an Englishman goes first. */
static bool above(int a, int c) {
    const eoe_piece_row *x = &eoe.piece[a], *y = &eoe.piece[c];
    if (x->rank != y->rank) return x->rank < y->rank;
    bool english = x->marks & EOE_L_ENGLISH, other = y->marks & EOE_L_ENGLISH;
    return english != other ? english : a < c;
}

void eoe_pride(eoe_state *s, mk_log *log) {
    if (!eoe_politics(s)) return;
    for (;;) {
        int chief = EOE_NO_PIECE, british = 0;
        MK_SET_EACH(i, &eoe_index.proud) {
            british += eoe_on_map(s->piece[i].at);
            if (in_america(s, i) && (chief == EOE_NO_PIECE || above(i, chief))) chief = i;
        }
        if (chief == EOE_NO_PIECE || british < 2) return;
        if (RULE("eoe.15.1.2", eoe.piece[chief].marks & EOE_L_ENGLISH)) return;
        mk_log_event(log, EOE_E_PRIDE, EOE_BRITISH, MK_EVERYONE, 0, (int16_t)chief);
        eoe_withdraw_leader(s, chief, log);
    }
}

/* ---- Prisoners are exchanged (11.12) ------------------------------------- */

/* The lowest-ranked captive of a seat; EOE_NO_PIECE: none. */
static int lowest_captive(const eoe_state *s, int seat) {
    int lowest = EOE_NO_PIECE;
    EOE_EACH_LEADER(i, s) {
        if (s->piece[i].at != EOE_CAPTIVE || s->piece[i].seat != seat) continue;
        if (lowest == EOE_NO_PIECE || eoe_outranks(lowest, i)) lowest = i;
    }
    return lowest;
}

bool eoe_ask_exchange(eoe_state *s, int seat) {
    if (lowest_captive(s, 0) == EOE_NO_PIECE || lowest_captive(s, 1) == EOE_NO_PIECE) return false;
    mk_frame *f = mk_push(&s->base, EOE_PH_EXCHANGE, seat);
    f->a = (int16_t)lowest_captive(s, 0);
    f->b = (int16_t)lowest_captive(s, 1);
    return true;
}

const char *eoe_exchange_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}
void eoe_exchange_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, EOE_V_EXCHANGE, 0, 0, 0);
    mk_offer(out, EOE_V_HOLD, 0, 0, 0);
}
void eoe_exchange_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    mk_frame top = *mk_top(&s->base);
    mk_pop_with(&s->base, x.verb == EOE_V_EXCHANGE);
    if (x.verb != EOE_V_EXCHANGE) return;
    for (int i = 0; i < 2; i++) {
        int leader = i ? top.b : top.a;
        eoe_track(s, leader, s->base.turn);
        s->piece[leader].flags |= EOE_RETURNS;
    }
    mk_log_event(log, EOE_E_EXCHANGED, -1, MK_EVERYONE, 0, top.a, top.b);
}
