/* course.c - how a game went: what the charts show, what the log says of battles and dice. */
#include "g1776.h"

const mk_series g1776_series[] = {
    {"Strength points on the map", "British", "british.strength", G1776_BRITISH},
    {"Strength points on the map", "Americans", "american.strength", G1776_AMERICAN},
    {"Towns held", "British", "british.towns", G1776_BRITISH},
    {"Towns held", "Americans", "american.towns", G1776_AMERICAN},
    {"Victory points", "British", "british.points", G1776_BRITISH},
    {"Victory points", "Americans", "american.points", G1776_AMERICAN},
    {0},
};

/* ---- The facts they stand on ---- */

int g1776_get_strength(const void *state, int seat) {
    int sum = 0;
    for (int hex = 0; hex < g1776_board.hexes.hex_count; hex++) sum += g1776_sp(state, hex, seat);
    return sum;
}

int g1776_get_towns(const void *state, int seat) {
    const g1776_state *s = state;
    int count = 0;
    for (int hex = 0; hex < g1776_board.hexes.hex_count; hex++) {
        bool town = g1776_board.town_at[hex] != G1776_NONE && g1776_in_area(s, hex);
        count += town && g1776_controls(s, seat, hex);
    }
    return count;
}

/* ---- What happened ---- */

enum { DIE = 6 };

/* A high die is good for whoever attacks: what it shows against what a die shows on average. */
static void tell_die(mk_course *c, int seat, int die) {
    mk_throw t = {.dice = 1,
                  .got = die,
                  .expected = (DIE + 1) / 2.,
                  .variance = (DIE * DIE - 1) / 12.};
    mk_course_dice(c, seat, NULL, "pips in attack", t);
}

static int battle_at(const void *state, mk_action x) {
    (void)state;
    return x.verb == G1776_V_ATTACK ? x.a : -1;
}

const mk_battles g1776_battles = {
    .place = G1776_K_HEX,
    .unit = "SP",
    .phases = MK_VERBS(G1776_PH_COMBAT),
    .at = battle_at,
};

void g1776_chronicle(mk_course *c, const mk_event *e) {
    switch (e->kind) {
    case G1776_E_TURN: mk_course_moment(c, "turn"); break;
    case G1776_E_SEASON: mk_course_moment(c, "season"); break;
    case G1776_E_ATTACK: mk_course_battle(c, e->seat, G1776_K_HEX, e->n[0]); break;
    case G1776_E_BASIC_ROLL:
        mk_course_battle(c, e->seat, G1776_K_HEX, e->n[0]);
        tell_die(c, e->seat, e->n[4]);
        break;
    case G1776_E_ROLL: tell_die(c, e->seat, e->n[0]); break;
    case G1776_E_RETREATS:
    case G1776_E_INTO_FORT:
        if (mk_course_fighting(c)) mk_course_won(c, g1776_enemy(e->seat));
        break;
    case G1776_E_SEGMENT:
    case G1776_E_MOVES:
    case G1776_E_MARCH_DECLARED: mk_course_battle_over(c); break;
    case G1776_E_LOST: mk_course_loss(c, e->seat, e->n[0]); break;
    case G1776_E_ELIMINATED: mk_course_loss(c, g1776_enemy(e->seat), e->n[0]); break;
    default: break;
    }
}
