/* replace.c - drafts, scheduled replacements and recruits (7.7 to 7.10). */
#include <string.h>

#include "eoe.h"

/* In this order; each with its budget. */
typedef enum {
    S_DRAFT_BRITISH,
    S_DRAFT_FRENCH,
    S_SCHEDULED,
    S_FRENCH,
    S_REGULAR,
    S_TORY,
    S_HESSIAN,
    S_BRUNSWICK,
    S_RAID,
    S_ELMORE,
    S_AMERICAN,
    S_SPANISH,
    S_END,
} replacement;

static bool spring(const eoe_state *s) { return eoe_turn_now(s)->season == EOE_SPRING; }

/* 6.1: who was out of supply in winter gets nothing before he is in supply again. */
static bool is_fed(const eoe_state *s, int piece) {
    if (!(s->piece[piece].flags & EOE_HUNGRY)) return true;
    eoe_supply supply;
    eoe_trace(s, s->piece[piece].seat, eoe_group_of(piece), &supply);
    return eoe_in_supply(s, piece, &supply);
}

static bool is_reduced(const eoe_state *s, int piece) {
    const eoe_piece *p = &s->piece[piece];
    return eoe_is_unit(piece) && eoe_on_map(p->at) && p->steps && p->steps < eoe.piece[piece].steps;
}

static void add_step(eoe_state *s, int piece, mk_log *log) {
    s->piece[piece].steps++;
    mk_log_event(log, EOE_E_STEP_GAINED, s->piece[piece].seat, MK_EVERYONE, 0, (int16_t)piece,
                 s->piece[piece].steps);
}

/* ---- Drafts (7.10) ------------------------------------------------------- */

static bool is_regular(int piece) {
    int nation = eoe.piece[piece].nation;
    return eoe_is_unit(piece) && (nation == EOE_N_BRITISH_REGULAR ||
                                  nation == EOE_N_FRENCH_REGULAR || nation == EOE_N_FRENCH_FOREIGN);
}

/* Whom a seat may break up for drafts. */
static bool is_draft(const eoe_state *s, int seat, int piece) {
    const eoe_piece_row *row = &eoe.piece[piece];
    if (s->piece[piece].seat != seat || !eoe_is_unit(piece) || !eoe_on_map(s->piece[piece].at))
        return false;
    if (seat == EOE_BRITISH)
        return row->nation == EOE_N_BRITISH_REGULAR && row->type == EOE_INFANTRY;
    return row->nation == EOE_N_FRENCH_PROVINCIAL && eoe_war_of(s) == EOE_FRENCH_AND_INDIAN;
}

static bool takes_drafts(const eoe_state *s, int seat, int piece, int hex) {
    return s->piece[piece].seat == seat && is_regular(piece) && is_reduced(s, piece) &&
           s->piece[piece].at / 2 == hex && is_fed(s, piece);
}

/* Steps that regulars of a hex could still take, but for one of them. */
static int room_for_drafts(const eoe_state *s, int seat, int hex, int but) {
    int room = 0;
    for (int space = 2 * hex; space <= 2 * hex + 1; space++) {
        EOE_EACH_AT(p, s, space) {
            if (p != but && takes_drafts(s, seat, p, hex))
                room += eoe.piece[p].steps - s->piece[p].steps;
        }
    }
    return room;
}

/* Of the frame: a the hex of the drafts, b how many steps are left to give. */
static const char *why_not_disband(const eoe_state *s, const mk_frame *top, int piece) {
    FORBID("eoe.7.10", !is_draft(s, top->seat, piece));
    int hex = s->piece[piece].at / 2;
    FORBID("eoe.7.10:hex", top->b && hex != top->a);
    FORBID("eoe.7.10:room", room_for_drafts(s, top->seat, hex, piece) <= top->b);
    FORBID("eoe.6.1:hungry", !is_fed(s, piece));
    return NULL;
}

static const char *why_not_fill(const eoe_state *s, const mk_frame *top, int piece) {
    FORBID("eoe.7.10:step", !top->b || !eoe_is_unit(piece));
    FORBID("eoe.7.10:hex", !takes_drafts(s, top->seat, piece, top->a));
    return NULL;
}

void eoe_draft_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    EOE_EACH_PIECE(p, s) {
        if (s->piece[p].seat != top->seat) continue;
        if (!why_not_disband(s, top, p)) mk_offer(out, EOE_V_DISBAND, p, 0, 0);
        if (!why_not_fill(s, top, p)) mk_offer(out, EOE_V_STEP_TO, p, 0, 0);
    }
    mk_offer(out, EOE_V_DONE, 0, 0, 0);
}

const char *eoe_draft_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    if (x.verb == EOE_V_DISBAND) return why_not_disband(s, top, x.a);
    return x.verb == EOE_V_STEP_TO ? why_not_fill(s, top, x.a) : NULL;
}

void eoe_draft_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    mk_frame *top = mk_top(&s->base);
    if (x.verb == EOE_V_DONE) {
        mk_pop(&s->base);
    } else if (x.verb == EOE_V_DISBAND) {
        top->a = (int16_t)(s->piece[x.a].at / 2);
        top->b++;
        int hex = top->a, seat = top->seat;
        eoe_eliminate(s, x.a, log);
        eoe_leaders_exposed(s, seat, hex, log);
    } else {
        top->b--;
        add_step(s, x.a, log);
    }
}

static bool ask_draft(eoe_state *s, int seat) {
    mk_frame look = {.seat = (int8_t)seat};
    EOE_EACH_PIECE(p, s) {
        if (why_not_disband(s, &look, p)) continue;
        mk_push(&s->base, EOE_PH_DRAFT, seat);
        return true;
    }
    return false;
}

/* ---- Budgets of steps ---------------------------------------------------- */

static bool starts_with(const char *id, const char *begin) {
    const char *bare = strchr(id, '_');
    return strncmp(bare ? bare + 1 : id, begin, strlen(begin)) == 0;
}

static bool comes_back_at(const eoe_state *s, int piece, int hex) {
    return s->piece[piece].at == EOE_DEAD && eoe.piece[piece].enters_hex == hex;
}

static bool held(const eoe_state *s, int seat, int hex) {
    return eoe_in_play(s, hex) && eoe_controls(s, seat, hex);
}

static bool overseas(const eoe_state *s, int piece) {
    const eoe_piece *p = &s->piece[piece];
    return eoe_sea_supply(s, p->seat, eoe_group_of(piece), p->at / 2, p->at & 1);
}

/* May a unit take a step of this budget? a: which, b: the row of its table. */
static const char *why_not_step_to(const eoe_state *s, int what, int row, int piece) {
    FORBID("eoe.7.7", !eoe_is_unit(piece) || s->piece[piece].at == EOE_ABSENT);
    const eoe_piece_row *unit = &eoe.piece[piece];
    const eoe_piece *p = &s->piece[piece];
    int hex;
    switch (what) {
    case S_SCHEDULED:
        FORBID("eoe.7.8",
               unit->nation != EOE_N_FRENCH_REGULAR && unit->nation != EOE_N_FRENCH_FOREIGN);
        FORBID("eoe.7.8:sea", p->at != EOE_DEAD && !(is_reduced(s, piece) && overseas(s, piece)));
        return NULL;
    case S_FRENCH:
        FORBID("eoe.7.9:french", unit->nation != EOE_N_FRENCH_PROVINCIAL || p->at != EOE_DEAD);
        FORBID("eoe.7.9:french",
               unit->steps != 1 || !starts_with(unit->name.id, eoe.table.french[row].units));
        return NULL;
    case S_REGULAR:
    case S_TORY:
        hex = what == S_TORY ? eoe.table.tory[row].hex : eoe.table.regular[row].hex;
        FORBID("eoe.7.9:category",
               unit->nation != (what == S_TORY ? EOE_N_TORY : EOE_N_PROVINCIAL_REGULAR));
        FORBID("eoe.7.9:hex",
               !(is_reduced(s, piece) && p->at / 2 == hex) && !comes_back_at(s, piece, hex));
        FORBID("eoe.6.1:hungry", is_reduced(s, piece) && !is_fed(s, piece));
        return NULL;
    case S_HESSIAN:
    case S_BRUNSWICK:
        FORBID("eoe.7.9:category",
               unit->nation != (what == S_HESSIAN ? EOE_N_HESSE_CASSEL : EOE_N_BRUNSWICK));
        FORBID("eoe.7.9:germans",
               p->at != EOE_DEAD && !(is_reduced(s, piece) && overseas(s, piece)));
        return NULL;
    default: /* 14.10: a step for a unit that cannot have recruits */
        FORBID("eoe.7.9:raid", unit->nation != EOE_N_CONTINENTAL || !is_reduced(s, piece));
        FORBID("eoe.7.9:raid", eoe_may_recruit(s, piece));
        FORBID("eoe.6.1:hungry", !is_fed(s, piece));
        return NULL;
    }
}

void eoe_replace_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    EOE_EACH_UNIT(i, s) {
        if (!why_not_step_to(s, top->a, top->b, i)) mk_offer(out, EOE_V_STEP_TO, i, 0, 0);
    }
    mk_offer(out, EOE_V_DONE, 0, 0, 0);
}

const char *eoe_replace_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    return x.verb == EOE_V_DONE ? NULL : why_not_step_to(s, top->a, top->b, x.a);
}

static int home_of(const mk_frame *top) {
    switch (top->a) {
    case S_FRENCH: return eoe.table.french[top->b].hex;
    case S_REGULAR: return eoe.table.regular[top->b].hex;
    case S_TORY: return eoe.table.tory[top->b].hex;
    default: return MK_NOWHERE;
    }
}

void eoe_replace_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    mk_frame *top = mk_top(&s->base), was = *top;
    if (x.verb == EOE_V_DONE || --top->c == 0) mk_pop(&s->base);
    if (x.verb == EOE_V_DONE) return;
    if (s->piece[x.a].at != EOE_DEAD) {
        add_step(s, x.a, log);
        return;
    }
    s->piece[x.a].steps = 1;
    int home = home_of(&was);
    if (home == MK_NOWHERE) { /* Germans come again over the sea */
        eoe_track(s, x.a, s->base.turn);
        eoe_ask_port(s, x.a);
        return;
    }
    eoe_bring(s, x.a, eoe_port_space(s, s->piece[x.a].seat, home));
    mk_log_event(log, EOE_E_ARRIVES, s->piece[x.a].seat, MK_EVERYONE, 0, (int16_t)x.a,
                 (int16_t)home);
    eoe_arrived(s, s->piece[x.a].seat, home, log);
}

static bool ask(eoe_state *s, int seat, int what, int row, int steps) {
    if (steps <= 0) return false;
    EOE_EACH_UNIT(i, s) {
        if (why_not_step_to(s, what, row, i)) continue;
        mk_frame *f = mk_push(&s->base, EOE_PH_REPLACE, seat);
        f->a = (int16_t)what;
        f->b = (int16_t)row;
        f->c = (int16_t)steps;
        return true;
    }
    return false;
}

/* ---- Americans and Spaniards (7.9) --------------------------------------- */

/* The hex a unit entered at; a unit with new arms has that of the old counter (7.5). */
static int entry_hex(int piece) {
    const eoe_piece_row *row = &eoe.piece[piece];
    bool rearmed = row->enters == EOE_IN_SUBSTITUTE && row->stands_for != EOE_NO_PIECE;
    return rearmed ? eoe.piece[row->stands_for].enters_hex : row->enters_hex;
}

/* A counter with new arms that has not been handed out yet. */
static bool is_to_come(const eoe_state *s, int piece) {
    int old = eoe.piece[piece].stands_for;
    return eoe.piece[piece].enters == EOE_IN_SUBSTITUTE && s->piece[old].at != EOE_OUT;
}

/* Friendly civilized, road and river hexes without enemies; a garrison that is shut in its town
 * holds no hex (5.1). */
static const eoe_hexes *ways_from(const eoe_state *s, int home) {
    const eoe_hexes *in_play = &eoe_rules(s)->in_play;
    const eoe_hexes *friendly = &eoe_index.friendly[eoe_war_of(s) != EOE_REVOLUTION][EOE_ALLIED];
    eoe_hexes open;
    for (int w = 0; w < EOE_HEX_WORDS; w++) {
        uint64_t ours = s->open[EOE_ALLIED].word[w];
        uint64_t british = s->open[EOE_BRITISH].word[w] | (s->inside[EOE_BRITISH].word[w] & ~ours);
        uint64_t civil = eoe_index.civilized.word[w] & (ours | friendly->word[w]);
        open.word[w] = in_play->word[w] & ~british & (civil | eoe_index.lined.word[w]);
    }
    return eoe_country_of(&open, home);
}

bool eoe_may_recruit(const eoe_state *s, int piece) {
    int home = entry_hex(piece), at = s->piece[piece].at;
    if (home == MK_NOWHERE || !held(s, EOE_ALLIED, home)) return false;
    if (at == EOE_DEAD) return true;
    return eoe_on_map(at) && mk_set_has(ways_from(s, home), at / 2) && is_fed(s, piece);
}

static void recruit_americans(eoe_state *s, mk_log *log) {
    if (RULE("eoe.15.7:recruits", s->economy == EOE_FULL)) return;
    EOE_EACH_UNIT(i, s) {
        const eoe_piece_row *row = &eoe.piece[i];
        eoe_piece *p = &s->piece[i];
        if (row->nation != EOE_N_CONTINENTAL || eoe_has_mark(i, EOE_M_LIGHT)) continue;
        bool collapsed = row->leaves == EOE_OUT_COLLAPSE;
        if (collapsed && RULE("eoe.15.7:nec", s->economy != EOE_NORMAL)) continue;
        bool sent_home = collapsed && p->at == EOE_SPECIAL && !is_to_come(s, i);
        bool back = p->at == EOE_DEAD || sent_home;
        if (row->leaves == EOE_OUT_TURN && row->leaves_turn < s->base.turn) continue;
        if (!back && !is_reduced(s, i)) continue;
        if (back && p->at == EOE_SPECIAL) {
            if (!held(s, EOE_ALLIED, entry_hex(i))) continue;
        } else if (!eoe_may_recruit(s, i)) {
            continue;
        }
        p->steps = row->steps;
        if (back) eoe_bring(s, i, eoe_port_space(s, EOE_ALLIED, entry_hex(i)));
        mk_log_event(log, EOE_E_RECRUITED, EOE_ALLIED, MK_EVERYONE, 0, (int16_t)i);
        if (back) eoe_arrived(s, EOE_ALLIED, entry_hex(i), log);
    }
}

static void recruit_spaniards(eoe_state *s) {
    EOE_EACH_UNIT(i, s) {
        if (eoe.piece[i].nation != EOE_N_SPANISH || s->piece[i].at != EOE_DEAD) continue;
        eoe_move_to(s, i, EOE_HAVANA);
        s->piece[i].steps = eoe.piece[i].steps;
    }
}

/* ---- The step ------------------------------------------------------------ */

static int scheduled_now(const eoe_state *s) {
    for (int i = 0; i < eoe.table.scheduled_count; i++)
        if (eoe.table.scheduled[i].turn == s->base.turn) return eoe.table.scheduled[i].steps;
    return 0;
}

/* One row of a table of hexes after the other; top->c counts them. */
static bool rows(eoe_state *s, mk_frame *top, int seat, int what, const eoe_recruits *list,
                 int count) {
    while (top->c < count) {
        int row = top->c++;
        if (held(s, seat, list[row].hex) && ask(s, seat, what, row, list[row].steps)) return true;
    }
    return false;
}

static bool once(eoe_state *s, mk_frame *top, int seat, int what, int steps) {
    return !top->c++ && ask(s, seat, what, 0, steps);
}

static bool stage(eoe_state *s, mk_frame *top, mk_log *log) {
    int war = eoe_war_of(s);
    bool revolution = war == EOE_REVOLUTION;
    bool new_france = war == EOE_FRENCH_AND_INDIAN || war == EOE_KING_GEORGE;
    switch (top->b) {
    case S_DRAFT_BRITISH: return !top->c++ && ask_draft(s, EOE_BRITISH);
    case S_DRAFT_FRENCH: return !top->c++ && ask_draft(s, EOE_ALLIED);
    case S_SCHEDULED:
        if (war != EOE_FRENCH_AND_INDIAN) return false;
        return once(s, top, EOE_ALLIED, S_SCHEDULED, scheduled_now(s));
    case S_FRENCH:
        if (!new_france || !spring(s)) return false;
        return rows(s, top, EOE_ALLIED, S_FRENCH, eoe.table.french, eoe.table.french_count);
    default: break;
    }
    if (!revolution) return false;
    if (top->b == S_SPANISH) {
        recruit_spaniards(s);
        return false;
    }
    if (!spring(s)) return false;
    switch (top->b) {
    case S_REGULAR:
        return rows(s, top, EOE_BRITISH, S_REGULAR, eoe.table.regular, eoe.table.regular_count);
    case S_TORY: return rows(s, top, EOE_BRITISH, S_TORY, eoe.table.tory, eoe.table.tory_count);
    case S_HESSIAN: return once(s, top, EOE_BRITISH, S_HESSIAN, eoe.table.hesse_cassel);
    case S_BRUNSWICK: return once(s, top, EOE_BRITISH, S_BRUNSWICK, eoe.table.brunswick);
    case S_RAID: {
        int steps = s->economy == EOE_FULL || !s->raids ? 0 : eoe.table.raid;
        s->raids = 0;
        return once(s, top, EOE_ALLIED, S_RAID, steps);
    }
    case S_ELMORE: return !top->c++ && eoe_ask_elmore(s);
    default: recruit_americans(s, log); return false;
    }
}

/* True: somebody must decide. The frame's b is the stage, c what is done of it. */
bool eoe_replace(eoe_state *s, mk_frame *top, mk_log *log) {
    while (top->b < S_END) {
        if (stage(s, top, log)) return true;
        top->b++;
        top->c = 0;
    }
    return false;
}
