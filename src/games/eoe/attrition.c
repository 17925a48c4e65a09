/* attrition.c - winter attrition (6.1, 6.4). */
#include <string.h>

#include "eoe.h"

static const eoe_map *const b = &eoe_board;

typedef enum { A_COUNT, A_TOWNS, A_LOSE, A_END } attrition_stage;

/* ---- Who is out of supply ------------------------------------------------ */

static void find_hungry(eoe_state *s) {
    static const unsigned groups[EOE_SEATS][3] = {{EOE_G_BRITISH, 0, 0},
                                                  {EOE_G_AMERICAN, EOE_G_FRENCH, EOE_G_SPANISH}};
    memset(&s->queue, 0, sizeof s->queue);
    for (int seat = 0; seat < EOE_SEATS; seat++) {
        for (int g = 0; g < 3 && groups[seat][g]; g++) {
            eoe_supply supply;
            eoe_trace(s, seat, groups[seat][g], &supply);
            EOE_EACH_PIECE(p, s) {
                if (s->piece[p].seat != seat || eoe_is_leader(p) || eoe_exempt(p)) continue;
                if (eoe_group_of(p) != groups[seat][g]) continue;
                if (!eoe_in_supply(s, p, &supply)) mk_set_add(&s->queue, p);
            }
        }
    }
}

/* ---- Towns feed one (6.4) ------------------------------------------------ */

static bool feeds(const eoe_state *s, int seat, int hex) {
    int war = eoe_war_of(s);
    bool acadia = (war == EOE_FRENCH_AND_INDIAN || war == EOE_KING_GEORGE) &&
                  b->area[hex] == eoe.area[EOE_A_NOVA_SCOTIA];
    if (acadia) return true;
    return eoe_has_place(hex) && eoe_controls(s, seat, hex);
}

static int hungry_at(const eoe_state *s, int seat, int hex, int *last) {
    int count = 0;
    for (int space = 2 * hex; space <= 2 * hex + 1; space++) {
        EOE_EACH_AT(p, s, space) {
            if (s->piece[p].seat != seat || !mk_set_has(&s->queue, p)) continue;
            *last = p;
            count++;
        }
    }
    return count;
}

/* The frame's b counts hexes and seats. True: the owner must choose. */
static bool feed_towns(eoe_state *s, mk_frame *top) {
    eoe_hexes held = {{0}};
    for (int seat = 0; seat < EOE_SEATS; seat++) {
        mk_set_or(&held, &s->open[seat]);
        mk_set_or(&held, &s->inside[seat]);
    }
    if (!mk_set_any(&s->queue)) return false;
    MK_SET_EACH(hex, &held) {
        for (int seat = 0, only = 0; seat < EOE_SEATS; seat++) {
            if (hex * EOE_SEATS + seat < top->b) continue;
            if (!eoe_occupies(s, seat, hex) || !feeds(s, seat, hex)) continue;
            int count = hungry_at(s, seat, hex, &only);
            if (count == 1) mk_set_remove(&s->queue, only);
            if (count < 2) continue;
            top->b = (int16_t)(hex * EOE_SEATS + seat + 1);
            mk_push(&s->base, EOE_PH_FED, seat)->a = (int16_t)hex;
            return true;
        }
    }
    return false;
}

const char *eoe_fed_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    FORBID("eoe.6.4", s->piece[x.a].at / 2 != top->a || s->piece[x.a].seat != top->seat);
    FORBID("eoe.6.4:hungry", !mk_set_has(&s->queue, x.a));
    return NULL;
}
void eoe_fed_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    for (int space = 2 * top->a; space <= 2 * top->a + 1; space++) {
        EOE_EACH_AT(p, s, space) {
            if (s->piece[p].seat == top->seat && mk_set_has(&s->queue, p))
                mk_offer(out, EOE_V_FEED, p, 0, 0);
        }
    }
}
void eoe_fed_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    mk_pop(&s->base);
    mk_set_remove(&s->queue, x.a);
    mk_log_event(log, EOE_E_FED, s->piece[x.a].seat, MK_EVERYONE, 0, x.a);
}

/* ---- Steps are lost ------------------------------------------------------ */

static void starve(eoe_state *s, mk_log *log) {
    uint16_t left[EOE_MAX_PIECES]; /* where units died */
    int count = 0;
    EOE_EACH_UNIT(i, s) {
        bool hungry = mk_set_has(&s->queue, i);
        if (!hungry) {
            s->piece[i].flags &= (uint16_t)~EOE_HUNGRY;
            continue;
        }
        s->piece[i].flags |= EOE_HUNGRY;
        mk_log_event(log, EOE_E_STARVES, s->piece[i].seat, MK_EVERYONE, 0, (int16_t)i,
                     (int16_t)(s->piece[i].at / 2));
        int at = s->piece[i].at;
        if (eoe_lose_step(s, i, log)) left[count++] = (uint16_t)at;
    }
    memset(&s->queue, 0, sizeof s->queue);
    for (int i = 0; i < count; i++) /* 11.12: leaders whose troops starved */
        for (int seat = 0; seat < EOE_SEATS; seat++) eoe_leaders_flee(s, seat, left[i], log);
}

void eoe_attrition_step(void *state, mk_log *log) {
    eoe_state *s = state;
    mk_frame *top = mk_top(&s->base);
    switch (top->a) {
    case A_COUNT: find_hungry(s); break;
    case A_TOWNS:
        if (feed_towns(s, top)) return;
        break;
    case A_LOSE: starve(s, log); break;
    default:
        eoe_update_control(s, log);
        mk_pop(&s->base);
        return;
    }
    top->a++;
}
