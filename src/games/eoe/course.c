/* course.c - how a game went: what the charts show, what the log says of battles and dice. */
#include "eoe.h"

const mk_series eoe_series[] = {
    {"Linear factors on the map", "British", "british.factors", EOE_BRITISH},
    {"Linear factors on the map", "Allies", "allied.factors", EOE_ALLIED},
    {"Towns and outposts held", "British", "british.places", EOE_BRITISH},
    {"Towns and outposts held", "Allies", "allied.places", EOE_ALLIED},
    {"Regular steps dead", "British", "dead_steps", EOE_BRITISH},
    {0},
};

/* ---- The facts they stand on --------------------------------------------- */

int eoe_get_factors(const void *state, int seat) {
    const eoe_state *s = state;
    int sum = 0;
    EOE_EACH_PIECE(p, s) {
        if (eoe_is_leader(p) || s->piece[p].seat != seat) continue;
        sum += eoe.piece[p].linear[s->piece[p].steps ? s->piece[p].steps - 1 : 0];
    }
    return sum;
}

int eoe_get_places(const void *state, int seat) {
    const eoe_state *s = state;
    int count = 0;
    for (int i = 0; i < eoe_board.place_count; i++) {
        int hex = eoe_board.place[i].hex;
        count += eoe_has_place(hex) && eoe_in_play(s, hex) && eoe_controls(s, seat, hex);
    }
    return count;
}

/* ---- What happened ------------------------------------------------------- */

enum { DIE = 6 };

/* What a table takes from the defender on average: a cell for each face of the die. */
static mk_throw steps_thrown(const eoe_cell *const cells[DIE], int got) {
    mk_throw t = {.dice = 1, .got = got};
    double squares = 0;
    for (int i = 0; i < DIE; i++) {
        double lost = cells[i]->defender;
        t.expected += lost / DIE;
        squares += lost * lost / DIE;
    }
    t.variance = squares - t.expected * t.expected;
    return t;
}

/* 11.3 */
static void tell_ambush(mk_course *c, const mk_event *e) {
    const eoe_cell *cells[DIE];
    int column = e->n[3];
    if (column > EOE_AGAINST_NONE) return;
    for (int i = 0; i < DIE; i++) cells[i] = &eoe.table.ambush[i][column];
    mk_course_dice(c, e->seat, NULL, "steps of the enemy", steps_thrown(cells, e->n[5]));
}

/* 11.6: the sum of the die stays within the rows of the table. */
static void tell_round(mk_course *c, const mk_event *e) {
    const eoe_cell *cells[DIE];
    int column = e->n[8];
    if (column >= EOE_COLUMNS) return;
    for (int i = 0; i < DIE; i++) {
        int sum = i + 1 + e->n[1];
        sum = sum < eoe.table.least_die ? eoe.table.least_die : sum;
        sum = sum > eoe.table.most_die ? eoe.table.most_die : sum;
        cells[i] = &eoe.table.linear[sum - eoe.table.least_die][column];
    }
    mk_course_dice(c, e->seat, NULL, "steps of the enemy", steps_thrown(cells, e->n[4]));
}

static void tell_check(mk_course *c, const mk_event *e) {
    int faces = e->n[2] > DIE ? DIE : e->n[2];
    mk_course_dice(c, e->seat, NULL, "checks of initiative passed",
                   mk_throw_hits(1, e->kind == EOE_E_PASSES, faces, DIE));
}

static void begin_battle(mk_course *c, const mk_event *e) {
    if (!mk_course_fighting(c)) mk_course_battle(c, e->seat, EOE_K_HEX, e->n[0]);
}

/* A force that marches goes where enemies stand in the open, comes out to them, or assaults. What
 * the enemy answers when it comes (an entry) belongs to the battle. */
static int battle_at(const void *state, mk_action x) {
    const eoe_state *s = state;
    if (mk_top_const(&s->base)->phase != EOE_PH_MARCH) return -1;
    int hex = eoe_hex_of(s->march.net), to;
    switch (x.verb) {
    case EOE_V_ASSAULT: return hex;
    case EOE_V_SORTIE: break;
    case EOE_V_STEP:
    case EOE_V_ROW:
        eoe_step_cost(s, s->phasing, s->march.net, x.a, x.verb == EOE_V_ROW, &to);
        hex = eoe_hex_of(to);
        break;
    default: return -1;
    }
    return mk_set_has(&s->open[eoe_enemy(s->phasing)], hex) ? hex : -1;
}

const mk_battles eoe_battles = {
    .place = EOE_K_HEX,
    .unit = "steps",
    .phases = MK_VERBS(EOE_PH_ENTRY, EOE_PH_BATTLE),
    .at = battle_at,
};

void eoe_chronicle(mk_course *c, const mk_event *e) {
    switch (e->kind) {
    case EOE_E_TURN: mk_course_moment(c, "turn"); break;
    case EOE_E_AMBUSH:
        begin_battle(c, e);
        tell_ambush(c, e);
        break;
    case EOE_E_ODDS:
    case EOE_E_SWEPT: begin_battle(c, e); break;
    case EOE_E_ROUND: tell_round(c, e); break;
    case EOE_E_BATTLE_OVER:
        mk_course_won(c, e->seat);
        mk_course_battle_over(c);
        break;
    case EOE_E_OPERATIONS:
    case EOE_E_MARCHES: mk_course_battle_over(c); break;
    case EOE_E_PASSES:
    case EOE_E_FAILS: tell_check(c, e); break;
    case EOE_E_STEP_LOST: mk_course_loss(c, e->seat, 1); break;
    case EOE_E_ELIMINATED: mk_course_loss(c, e->seat, e->n[1] ? e->n[1] : 1); break;
    default: break;
    }
}
