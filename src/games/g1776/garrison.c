/* garrison.c - besieged forts in combat: who comes out to attack, who goes in afterwards (III.D).
 */
#include "g1776.h"

/* What can go in and out of a fort. */
static bool can_turn(const g1776_state *s, const g1776_piece *p, int seat) {
    (void)s;
    const mk_set64 some = G1776_SP | G1776_SUPPLIES | G1776_ARTILLERY | G1776_DECOYS;
    return g1776_owner(p->type) == seat && mk_set_has(some, p->type);
}

static int count_turn(const g1776_state *s, int seat, int hex, int type, int inside) {
    int n = 0;
    G1776_EACH_AT(p, s, hex) {
        if (p->type == type && (p->flags & G1776_INSIDE) == inside && can_turn(s, p, seat))
            n += p->count;
    }
    return n;
}

void g1776_turn_inside(g1776_state *s, int hex, int type, int count, int inside) {
    for (int i = g1776_first_at(s, hex); count; i++) {
        const g1776_piece *p = &s->piece[i];
        assert(i < s->piece_count && p->place == hex);
        if (p->type != type || (p->flags & G1776_INSIDE) != inside) continue;
        g1776_piece moved = g1776_take_at(s, i, count < p->count ? count : p->count);
        moved.flags ^= G1776_INSIDE;
        count -= moved.count;
        g1776_put(s, moved);
        i = g1776_first_at(s, hex) - 1;
    }
}

static mk_set128 leaders_in(const g1776_state *s, int seat, int hex, int inside) {
    mk_set128 leaders = 0;
    MK_SET_EACH(l, g1776_leaders_at(s, hex, seat)) {
        if ((s->leader[l].flags & G1776_INSIDE) == inside) mk_set_add(&leaders, l);
    }
    return leaders;
}

/* ---- Sally ---- */

/* SP inside may come out; if there are none outside, some must. */
void g1776_ask_sally(g1776_state *s) {
    g1776_combat *c = &s->combat;
    int seat = c->attacker;
    c->step = G1776_C_BOMBARD;
    if (!g1776_sp_part(s, c->hex, seat, G1776_INSIDE_ONLY)) return;
    mk_push(&s->base, G1776_PH_SALLY, seat)->a = (int16_t)c->hex;
}

static const char *why_not_sally_ready(const g1776_state *s) {
    const g1776_combat *c = &s->combat;
    FORBID("g1776.iii.d.sally", !g1776_open(s, c->attacker, c->hex));
    return g1776_why_not_round(s);
}

static void come_out(g1776_state *s, mk_action x) {
    if (x.verb == G1776_V_SALLY)
        g1776_turn_inside(s, s->combat.hex, x.a, x.b, G1776_INSIDE);
    else
        s->leader[x.a].flags &= (uint8_t)~G1776_INSIDE;
}

/* Who comes out can bring another commander, who leads fewer (IV.B). The attack must stay possible,
 * at once or when all are out. */
static bool spoils_sally(const g1776_state *s, mk_action x) {
    if (g1776_all_may_sally(s)) return false;
    g1776_state then = *s;
    come_out(&then, x);
    return why_not_sally_ready(&then) != NULL;
}

const char *g1776_sally_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    int seat = g1776_deciding(s), hex = s->combat.hex;
    switch (x.verb) {
    case G1776_V_SALLY:
        FORBID("g1776.iii.d.sally", !mk_set_has(g1776.sp_of[seat], x.a) || x.b < 1);
        FORBID("g1776.iii.d.sally", x.b > count_turn(s, seat, hex, x.a, G1776_INSIDE));
        break;
    case G1776_V_JOIN:
        FORBID("g1776.iii.d.sally", !mk_set_has(leaders_in(s, seat, hex, G1776_INSIDE), x.a));
        break;
    default: return why_not_sally_ready(s);
    }
    FORBID("g1776.iii.a.odds", spoils_sally(s, x));
    return NULL;
}

static void list_turns(const g1776_state *s, int seat, int hex, int inside, int verb,
                       mk_set64 types, mk_actions *out) {
    MK_SET_EACH(t, types) {
        int most = count_turn(s, seat, hex, t, inside);
        for (int n = 1; n <= most; n++) mk_offer(out, verb, t, n, 0);
    }
    MK_SET_EACH(l, leaders_in(s, seat, hex, inside)) mk_offer(out, G1776_V_JOIN, l, 0, 0);
}

void g1776_sally_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    int seat = g1776_deciding(s);
    list_turns(s, seat, s->combat.hex, G1776_INSIDE, G1776_V_SALLY, g1776.sp_of[seat], out);
    int kept = 0;
    for (int i = 0; i < out->count; i++)
        if (!spoils_sally(s, out->list[i])) out->list[kept++] = out->list[i];
    out->count = kept;
    if (!why_not_sally_ready(s)) mk_offer(out, G1776_V_READY, 0, 0, 0);
}

void g1776_sally_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    if (x.verb == G1776_V_READY) {
        mk_pop(&s->base);
        return;
    }
    come_out(s, x);
    if (x.verb == G1776_V_SALLY)
        mk_log_event(log, G1776_E_SALLIES, g1776_deciding(s), MK_EVERYONE, 0, x.b, x.a,
                     (int16_t)s->combat.hex);
}

/* ---- Shelter ---- */

/* Into a fort that is still besieged only who attacked the besiegers. */
static bool may_shelter(const g1776_state *s, int seat, int hex) {
    int enemy = g1776_enemy(seat);
    if (!g1776_open(s, seat, hex)) return false;
    return RULE("g1776.iii.d.shelter",
                !g1776_open(s, enemy, hex) || mk_set_has(&s->attacked[enemy], hex));
}

/* Who fought there may go into his fort at once, besieged or just won. */
void g1776_ask_shelter(g1776_state *s) {
    int hex = s->combat.hex, seat = g1776_fort_of(s, hex);
    s->combat.step = G1776_C_END;
    if (seat == G1776_NONE || !may_shelter(s, seat, hex)) return;
    mk_push(&s->base, G1776_PH_SHELTER, seat)->a = (int16_t)hex;
}

static const mk_set64 sheltered = G1776_SP | G1776_SUPPLIES | G1776_ARTILLERY;

const char *g1776_shelter_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    int seat = g1776_deciding(s), hex = s->combat.hex;
    if (x.verb == G1776_V_INSIDE) {
        FORBID("g1776.iii.d.shelter", !mk_set_has(sheltered & g1776.of_seat[seat], x.a) || x.b < 1);
        FORBID("g1776.iii.d.shelter", x.b > count_turn(s, seat, hex, x.a, 0));
    } else if (x.verb == G1776_V_JOIN) {
        FORBID("g1776.iii.d.shelter", !mk_set_has(leaders_in(s, seat, hex, 0), x.a));
    }
    return NULL;
}

void g1776_shelter_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    int seat = g1776_deciding(s);
    list_turns(s, seat, s->combat.hex, 0, G1776_V_INSIDE, sheltered & g1776.of_seat[seat], out);
    mk_offer(out, G1776_V_READY, 0, 0, 0);
}

void g1776_shelter_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int hex = s->combat.hex;
    (void)log;
    if (x.verb == G1776_V_INSIDE)
        g1776_turn_inside(s, hex, x.a, x.b, 0);
    else if (x.verb == G1776_V_JOIN)
        s->leader[x.a].flags |= G1776_INSIDE;
    else
        mk_pop(&s->base);
}
