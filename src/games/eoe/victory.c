/* victory.c - how each scenario is won. */
#include "eoe.h"

void eoe_win(eoe_state *s, int seat, eoe_reason reason, mk_log *log) {
    s->winner = (uint8_t)seat;
    s->reason = (uint8_t)reason;
    mk_log_event(log, seat == EOE_NONE ? EOE_E_DRAWN : EOE_E_WON, seat == EOE_NONE ? -1 : seat,
                 MK_EVERYONE, 0, (int16_t)reason);
    while (s->base.depth) mk_pop(&s->base);
}

static bool holds(const eoe_state *s, int seat, eoe_named_hex hex) {
    return eoe_controls(s, seat, eoe.hex[hex]);
}

typedef struct {
    int winner;
    eoe_reason reason;
} verdict;
static const verdict open_verdict = {EOE_NONE, EOE_UNDECIDED};

/* ---- The Invasion of Canada ---------------------------------------------- */

static verdict canada(const eoe_state *s, bool last) {
    if (!last) return open_verdict;
    if (holds(s, EOE_ALLIED, EOE_H_MONTREAL) && holds(s, EOE_ALLIED, EOE_H_QUEBEC))
        return (verdict){EOE_ALLIED, EOE_BY_CANADA};
    bool lake =
        holds(s, EOE_BRITISH, EOE_H_CROWN_POINT) || holds(s, EOE_BRITISH, EOE_H_TICONDEROGA);
    if (holds(s, EOE_BRITISH, EOE_H_MONTREAL) && holds(s, EOE_BRITISH, EOE_H_ST_JEAN) && lake)
        return (verdict){EOE_BRITISH, EOE_BY_CANADA};
    return (verdict){EOE_NONE, EOE_BY_TIME};
}

/* ---- Jenkins' Ear -------------------------------------------------------- */

static bool spaniards_left(const eoe_state *s) {
    EOE_EACH_UNIT(i, s) {
        if (eoe.piece[i].nation == EOE_N_SPANISH && s->piece[i].at < EOE_DEAD && s->piece[i].steps)
            return true;
    }
    return false;
}

static verdict florida(const eoe_state *s, bool last) {
    if (!spaniards_left(s)) return (verdict){EOE_BRITISH, EOE_BY_FLORIDA};
    if (!last) return open_verdict;
    bool spanish = holds(s, EOE_ALLIED, EOE_H_ST_AUGUSTINE);
    if (!spanish && holds(s, EOE_BRITISH, EOE_H_ST_AUGUSTINE))
        return (verdict){EOE_BRITISH, EOE_BY_FLORIDA};
    bool georgia = holds(s, EOE_ALLIED, EOE_H_FREDERICA) || holds(s, EOE_ALLIED, EOE_H_SAVANNAH);
    if (spanish && georgia) return (verdict){EOE_ALLIED, EOE_BY_FLORIDA};
    return (verdict){EOE_NONE, EOE_BY_TIME};
}

/* ---- King George's War --------------------------------------------------- */

static int places_held(const eoe_state *s) {
    static const eoe_named_hex places[] = {EOE_H_ANNAPOLIS, EOE_H_CROWN_POINT, EOE_H_NIAGARA,
                                           EOE_H_FRONTENAC, EOE_H_OSWEGO};
    int points = 2 * holds(s, EOE_BRITISH, EOE_H_LOUISBOURG);
    for (int i = 0; i < 5; i++) points += holds(s, EOE_BRITISH, places[i]);
    return points;
}

static verdict king_george(const eoe_state *s, bool last) {
    if (holds(s, EOE_BRITISH, EOE_H_QUEBEC)) return (verdict){EOE_BRITISH, EOE_BY_QUEBEC};
    if (holds(s, EOE_ALLIED, EOE_H_ALBANY) || holds(s, EOE_ALLIED, EOE_H_BOSTON))
        return (verdict){EOE_ALLIED, EOE_BY_ALBANY_OR_BOSTON};
    if (!last) return open_verdict;
    int points = places_held(s);
    if (points >= 4) return (verdict){EOE_BRITISH, EOE_BY_PLACES};
    if (points <= 1) return (verdict){EOE_ALLIED, EOE_BY_PLACES};
    return (verdict){EOE_NONE, EOE_BY_TIME};
}

/* ---- The French and Indian War ------------------------------------------- */

static verdict new_france(const eoe_state *s, bool end_of_turn, bool last) {
    bool montreal = holds(s, EOE_BRITISH, EOE_H_MONTREAL),
         quebec = holds(s, EOE_BRITISH, EOE_H_QUEBEC);
    if (end_of_turn && montreal && quebec) return (verdict){EOE_BRITISH, EOE_BY_NEW_FRANCE};
    if (!last) return open_verdict;
    static const eoe_named_hex places[] = {EOE_H_LOUISBOURG, EOE_H_DUQUESNE, EOE_H_NIAGARA,
                                           EOE_H_FRONTENAC};
    int held = 0, fifth = eoe_rules(s)->fifth_place;
    for (int i = 0; i < 4; i++) held += holds(s, EOE_ALLIED, places[i]);
    if (fifth != MK_NOWHERE) held += eoe_controls(s, EOE_ALLIED, fifth);
    /* A city is theirs, too, or the British would have won. */
    if (held >= 2) return (verdict){EOE_ALLIED, EOE_BY_NEW_FRANCE};
    return (verdict){EOE_NONE, EOE_BY_TIME};
}

/* ---- The Revolution (15.4, 15.7 to 15.9) --------------------------------- */

/* 15.4: who promised New France must hold a part of it. */
static bool may_win(const eoe_state *s) {
    if (!RULE("eoe.15.4:win", s->by_offer)) return true;
    return holds(s, EOE_ALLIED, EOE_H_MONTREAL) || holds(s, EOE_ALLIED, EOE_H_QUEBEC) ||
           holds(s, EOE_ALLIED, EOE_H_LOUISBOURG) || holds(s, EOE_ALLIED, EOE_H_HALIFAX);
}

static int count_flags(const eoe_state *s) {
    int count = 0;
    for (int i = 0; i < eoe.unit_count; i++) {
        const eoe_piece_row *row = &eoe.piece[i];
        if (row->nation != EOE_N_AMERICAN_MILITIA || row->enters != EOE_IN_AVAILABLE) continue;
        bool vermont = row->home == eoe.area[EOE_A_VERMONT];
        count += (s->flags >> row->home & 1) || (vermont && s->vermont_flag);
    }
    return count;
}

static verdict revolution(const eoe_state *s, bool end_of_turn, bool last) {
    if (!end_of_turn) return open_verdict;
    bool fallen = s->north_fallen || s->dead_steps >= eoe.table.entry.north_steps;
    if (RULE("eoe.15.8", fallen) && may_win(s)) return (verdict){EOE_ALLIED, EOE_BY_LORD_NORTH};
    if (RULE("eoe.15.9", count_flags(s) == 15)) return (verdict){EOE_BRITISH, EOE_BY_COLONIAL_RULE};
    if (!last) return open_verdict;
    if (s->economy == EOE_FULL) return (verdict){EOE_BRITISH, EOE_BY_COLLAPSE};
    if (s->french_entry && may_win(s)) return (verdict){EOE_ALLIED, EOE_BY_FRENCH_ENTRY};
    return (verdict){EOE_NONE, EOE_BY_TIME};
}

/* True: the game is over. */
bool eoe_victory_now(eoe_state *s, bool end_of_turn, mk_log *log) {
    bool last = end_of_turn && s->base.turn >= eoe_rules(s)->last;
    verdict v = open_verdict;
    switch (eoe_rules(s)->victory) {
    case EOE_WIN_CANADA: v = canada(s, last); break;
    case EOE_WIN_FLORIDA: v = florida(s, last); break;
    case EOE_WIN_KING_GEORGE: v = king_george(s, last); break;
    case EOE_WIN_NEW_FRANCE: v = new_france(s, end_of_turn, last); break;
    default: v = revolution(s, end_of_turn, last); break;
    }
    if (v.reason == EOE_UNDECIDED) return false;
    eoe_win(s, v.winner, v.reason, log);
    return true;
}

static const char *const reason_rules[] = {
    [EOE_UNDECIDED] = "eoe.victory",       [EOE_BY_CANADA] = "eoe.victory",
    [EOE_BY_FLORIDA] = "eoe.victory",      [EOE_BY_PLACES] = "eoe.victory",
    [EOE_BY_QUEBEC] = "eoe.victory",       [EOE_BY_ALBANY_OR_BOSTON] = "eoe.victory",
    [EOE_BY_NEW_FRANCE] = "eoe.victory",   [EOE_BY_LORD_NORTH] = "eoe.15.8",
    [EOE_BY_COLONIAL_RULE] = "eoe.15.9",   [EOE_BY_COLLAPSE] = "eoe.15.7",
    [EOE_BY_FRENCH_ENTRY] = "eoe.victory", [EOE_BY_TIME] = "eoe.victory",
};

void eoe_outcome(const void *state, mk_outcome *out) {
    const eoe_state *s = state;
    bool drawn = s->winner == EOE_NONE;
    for (int seat = 0; seat < EOE_SEATS; seat++) {
        out->rank[seat] = (int8_t)(drawn || s->winner == seat ? 1 : 2);
        out->margin[seat] = drawn ? 0 : s->winner == seat ? 1 : -1;
    }
    out->reason = reason_rules[s->reason];
}
