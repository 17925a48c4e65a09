/* militia.c - militia (12.2), and what follows from who controls what (12.4, 12.5, 13.1, 7.5). */
#include "eoe.h"

static const eoe_map *const b = &eoe_board;

/* ---- Calling it out ------------------------------------------------------ */

/* 12.2, 12.4: is it in its box, and does nobody else rule its home? */
bool eoe_may_call(const eoe_state *s, int seat, int piece) {
    const eoe_piece *p = &s->piece[piece];
    const eoe_piece_row *row = &eoe.piece[piece];
    if (row->type != EOE_MILITIA || p->seat != seat) return false;
    if (p->at != EOE_AVAILABLE || p->turn > s->base.turn) return false;
    bool ruled = s->flags >> row->home & 1 && piece != eoe.named[EOE_P_UMMAR];
    return !RULE("eoe.12.4:flag", ruled);
}

/* The hex, whatever its supply. */
static const char *why_not_ground(const eoe_state *s, int seat, int piece, int hex, bool reacts) {
    FORBID("eoe.12.2:home", b->area[hex] == EOE_NONE || b->area[hex] != eoe.piece[piece].home);
    FORBID("eoe.2.1", !eoe_in_play(s, hex));
    bool held = eoe_occupies(s, seat, hex);
    FORBID("eoe.12.2:friendly", reacts && eoe_friendly(s, seat, hex) < 0 && !held);
    FORBID("eoe.12.2:enemy", !reacts && mk_set_has(&s->open[eoe_enemy(seat)], hex));
    bool tory = eoe_war_of(s) == EOE_REVOLUTION && seat == EOE_BRITISH;
    FORBID("eoe.12.2:tory", tory && b->country[hex] == EOE_AMERICAN && !held);
    return eoe_why_not_enter(s, seat, eoe_group_of(piece), hex);
}

/* A reaction is supplied as if the enemy who is entering were not there yet. */
const char *eoe_why_not_militia(const eoe_state *s, int seat, int piece, int hex, bool reacts) {
    const char *no = why_not_ground(s, seat, piece, hex, reacts);
    if (no) return no;
    FORBID("eoe.12.2:supply", !eoe_supplied_before(s, seat, eoe_group_of(piece), hex));
    return NULL;
}

void eoe_call_militia(eoe_state *s, int piece, int hex, mk_log *log) {
    int seat = s->piece[piece].seat;
    bool inside = mk_set_has(&s->open[eoe_enemy(seat)], hex) && s->entry.hex != hex;
    eoe_bring(s, piece, 2 * hex + inside);
    mk_log_event(log, EOE_E_MILITIA, seat, MK_EVERYONE, 0, (int16_t)piece, (int16_t)hex);
    eoe_arrived(s, seat, hex, log);
}

/* ---- In the reinforcement phase ------------------------------------------ */

/* Hexes in supply where nothing but rules of nations could forbid militia of a seat. */
static void find_ground(const eoe_state *s, int seat, unsigned group, eoe_hexes *out) {
    eoe_find_supplied(s, seat, group, out);
    mk_set_minus(out, &s->open[eoe_enemy(seat)]);
}

static bool finds_place(const eoe_state *s, int seat, int piece, const eoe_hexes *ground) {
    eoe_hexes home = eoe_index.area[eoe.piece[piece].home];
    mk_set_and(&home, ground);
    MK_SET_EACH(hex, &home) {
        if (!why_not_ground(s, seat, piece, hex, false)) return true;
    }
    return false;
}

void eoe_militia_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    int seat = eoe_deciding(s);
    eoe_hexes ground;
    unsigned found = 0;
    EOE_EACH_MILITIA(i, s) {
        if (!eoe_may_call(s, seat, i)) continue;
        if (found != eoe_group_of(i)) find_ground(s, seat, found = eoe_group_of(i), &ground);
        if (finds_place(s, seat, i, &ground)) mk_offer(out, EOE_V_CALL, i, 0, 0);
    }
    mk_offer(out, EOE_V_DONE, 0, 0, 0);
}

const char *eoe_militia_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    int seat = eoe_deciding(s);
    if (x.verb == EOE_V_DONE) return NULL;
    FORBID("eoe.12.2", !eoe_may_call(s, seat, x.a));
    eoe_hexes ground;
    find_ground(s, seat, eoe_group_of(x.a), &ground);
    FORBID("eoe.12.2:supply", !finds_place(s, seat, x.a, &ground));
    return NULL;
}

void eoe_militia_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int seat = mk_top(&s->base)->seat;
    (void)log;
    if (x.verb == EOE_V_DONE)
        mk_pop(&s->base);
    else
        mk_push(&s->base, EOE_PH_MILITIA_AT, seat)->a = x.a;
}

void eoe_militia_at_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    int piece = mk_top_const(&s->base)->a, seat = eoe_deciding(s);
    eoe_hexes ground;
    find_ground(s, seat, eoe_group_of(piece), &ground);
    mk_set_and(&ground, &eoe_index.area[eoe.piece[piece].home]);
    MK_SET_EACH(hex, &ground) {
        if (!why_not_ground(s, seat, piece, hex, false)) mk_offer(out, EOE_V_HEX, hex, 0, 0);
    }
}

const char *eoe_militia_at_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    return eoe_why_not_militia(s, eoe_deciding(s), mk_top_const(&s->base)->a, x.a, false);
}

void eoe_militia_at_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int piece = mk_top(&s->base)->a;
    mk_pop(&s->base);
    eoe_call_militia(s, piece, x.a, log);
}

/* ---- Flags (12.4, 12.5) -------------------------------------------------- */

/* Does a seat hold all hexes that stand for an area? */
static bool is_ruled(const eoe_state *s, const eoe_bearer *f) {
    int count = 0;
    for (int i = 0; i < f->count; i++) {
        int hex = f->hex[i];
        if (s->vermont_flag && hex == eoe.hex[EOE_H_BENNINGTON]) continue;
        if (!eoe_occupies(s, f->by, hex) || !eoe_controls(s, f->by, hex)) return false;
        count++;
    }
    return count > 0;
}

static void raise_flag(eoe_state *s, int piece, mk_log *log) {
    int home = eoe.piece[piece].home, at = s->piece[piece].at;
    s->flags |= 1u << home;
    mk_log_event(log, EOE_E_FLAG, eoe_enemy(s->piece[piece].seat), MK_EVERYONE, 0, (int16_t)home);
    if (piece == eoe.named[EOE_P_UMSC]) {
        if (s->marion) return;
        s->marion = 1; /* 12.4: he takes to the swamps, for good */
        eoe_move_to(s, piece, EOE_OUT);
        eoe_move_to(s, eoe.named[EOE_P_UMMAR], EOE_AVAILABLE);
        s->piece[eoe.named[EOE_P_UMMAR]].turn = 0;
    } else if (eoe_on_map(at)) {
        eoe_move_to(s, piece, EOE_AVAILABLE);
        s->piece[piece].turn = 0;
    }
    if (eoe_on_map(at)) eoe_leaders_exposed(s, s->piece[piece].seat, at / 2, log);
}

static void update_flags(eoe_state *s, mk_log *log) {
    const eoe_cast *c = eoe_cast_of(s);
    for (int i = 0; i < c->bearer_count; i++) {
        int piece = c->bearer[i].piece, home = eoe.piece[piece].home;
        bool flag = s->flags >> home & 1, ruled = RULE("eoe.12.4", is_ruled(s, &c->bearer[i]));
        if (ruled == flag) continue;
        if (ruled)
            raise_flag(s, piece, log);
        else {
            s->flags &= ~(1u << home);
            mk_log_event(log, EOE_E_FLAG_DOWN, s->piece[piece].seat, MK_EVERYONE, 0, (int16_t)home);
        }
    }
}

/* ---- Agents, Natchez ----------------------------------------------------- */

/* 13.1: an agent leaves a hex that the enemy controls. */
static void update_agents(eoe_state *s, mk_log *log) {
    for (int i = 0; i < eoe.table.agent_count; i++) {
        int hex = s->agent_at[i], seat = eoe.table.agent[i].seat;
        if (hex == MK_NOWHERE || !eoe_occupies(s, eoe_enemy(seat), hex)) continue;
        if (!RULE("eoe.13.1:lost", eoe_controls(s, eoe_enemy(seat), hex))) continue;
        s->agent_at[i] = MK_NOWHERE;
        s->agent_turn[i] = 0;
        mk_log_event(log, EOE_E_AGENT_LEAVES, seat, MK_EVERYONE, 0, (int16_t)i, (int16_t)hex);
    }
}

/* 7.5: the Natchez rising ends when both cities are lost. */
static void update_natchez(eoe_state *s, mk_log *log) {
    int blom = eoe.named[EOE_P_BLOM];
    if (!eoe_on_map(s->piece[blom].at)) return;
    static const eoe_named_hex cities[] = {EOE_H_NEW_ORLEANS, EOE_H_PENSACOLA};
    for (int i = 0; i < 2; i++) {
        int hex = eoe.hex[cities[i]];
        if (!eoe_occupies(s, EOE_ALLIED, hex) || !eoe_controls(s, EOE_ALLIED, hex)) return;
    }
    int at = s->piece[blom].at;
    eoe_move_to(s, blom, EOE_OUT);
    eoe_leaders_exposed(s, EOE_BRITISH, at / 2, log);
    mk_log_event(log, EOE_E_WITHDRAWN, EOE_BRITISH, MK_EVERYONE, 0, (int16_t)blom);
}

void eoe_update_control(eoe_state *s, mk_log *log) {
    if (eoe_war_of(s) != EOE_REVOLUTION) return;
    update_flags(s, log);
    update_agents(s, log);
    if (eoe_politics(s)) update_natchez(s, log);
}
