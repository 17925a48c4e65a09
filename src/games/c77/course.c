/* course.c - how a game went: what the charts show, what the log says of battles and dice. */
#include "c77.h"

const mk_series c77_series[] = {
    {"Strength points", "British", "british.strength", C77_BRITISH},
    {"Strength points", "Patriots", "patriot.strength", C77_PATRIOT},
    {"Spaces controlled", "British", "british.spaces", C77_BRITISH},
    {"Spaces controlled", "Patriots", "patriot.spaces", C77_PATRIOT},
    {"Depots and trains at hand", "British", "british.supply", C77_BRITISH},
    {"Depots and trains at hand", "Patriots", "patriot.supply", C77_PATRIOT},
    {0},
};

enum { PAIRS = C77_DIE * C77_DIE };

/* Throws of two dice that are this or less, of 36. */
static int pairs_up_to(int sum) {
    int count = 0;
    for (int a = 1; a <= C77_DIE; a++)
        for (int b = 1; b <= C77_DIE; b++) count += a + b <= sum;
    return count;
}

/* c77.10.3: what the two dice could be at most; 2 and 3 always succeed, 11 and 12 never. */
static void tell_attempt(mk_course *c, const mk_event *e) {
    int highest = e->n[4] - e->n[3];
    if (highest < c77.roll_success) highest = c77.roll_success;
    if (highest >= c77.roll_failure) highest = c77.roll_failure - 1;
    mk_course_dice(c, e->seat, NULL, "attempts that succeed",
                   mk_throw_hits(1, e->n[5], pairs_up_to(highest), PAIRS));
}

static void tell_throw(mk_course *c, const mk_event *e) {
    int hits = 0;
    for (int i = 0; i < e->count; i++) hits += e->n[i] >= c77.hit;
    mk_course_dice(c, e->seat, NULL, "hits",
                   mk_throw_hits(e->count, hits, C77_DIE + 1 - c77.hit, C77_DIE));
}

/* c77.21.5: the losses that a column of the table brings on average. */
static void tell_table(mk_course *c, const mk_event *e) {
    int column = 0;
    while (column < c77.column_count - 1 && e->n[0] > c77.column_top[column]) column++;
    mk_throw t = {.dice = 2, .got = e->n[2]};
    double squares = 0;
    for (int a = 1; a <= C77_DIE; a++) {
        for (int b = 1; b <= C77_DIE; b++) {
            double losses = c77.loss[a + b][column];
            t.expected += losses / PAIRS;
            squares += losses * losses / PAIRS;
        }
    }
    t.variance = squares - t.expected * t.expected;
    mk_course_dice(c, e->seat, NULL, "hits", t);
}

/* An army of the side that acts goes where enemies are, or comes out of or before a fort. */
static int battle_at(const void *state, mk_action x) {
    const c77_state *s = state;
    switch (x.verb) {
    case C77_V_GO: return mk_set_has(s->occupied[c77_enemy(c77_deciding(s))], x.a) ? x.a : -1;
    case C77_V_SORTIE: return x.a;
    case C77_V_ORDER: return x.a == C77_STORM ? s->at[s->act.leader] : -1;
    default: return -1;
    }
}

const mk_battles c77_battles = {
    .place = C77_K_SPACE,
    .unit = "SP",
    .phases = MK_VERBS(C77_PH_BATTLE),
    .at = battle_at,
};

void c77_chronicle(mk_course *c, const mk_event *e) {
    switch (e->kind) {
    case C77_E_TURN: mk_course_moment(c, "turn"); break;
    case C77_E_BATTLE: mk_course_battle(c, e->seat, C77_K_SPACE, e->n[0]); break;
    case C77_E_WINNER: mk_course_won(c, e->seat); break;
    case C77_E_STORMED: mk_course_won(c, e->n[1] ? e->seat : c77_enemy(e->seat)); break;
    case C77_E_DRAWN:
    case C77_E_MARCH:
    case C77_E_SUPPLY_CHECK:
    case C77_E_INDIAN_RAID:
    case C77_E_SUPPLY_RAID: mk_course_battle_over(c); break;
    case C77_E_THROW: tell_throw(c, e); break;
    case C77_E_TABLE_DICE: tell_table(c, e); break;
    case C77_E_ATTEMPT: tell_attempt(c, e); break;
    case C77_E_LOSS:
    case C77_E_REMOVED: mk_course_loss(c, e->seat, 1); break;
    case C77_E_SURRENDER:
    case C77_E_ELIMINATED: mk_course_loss(c, e->seat, e->n[0]); break;
    default: break;
    }
}
