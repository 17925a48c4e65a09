/* victory.c - who has won (chapter 7), and in what order the others come. */
#include "rules.h"

enum { NEEDED = 10, HEAD_START = 3, ALL_FACTIONS = 15 };

static bool by_rule(const lod_state *s, lod_faction f) { return !(s->players >> f & 1); }

/* What all of 7.2 is made of, as the Royalists see it. */
typedef struct {
    int support;    /* beyond Opposition */
    int casualties; /* of the Rebellion beyond those of the British */
    int villages;   /* beyond Forts and the head start */
} tracks;

static tracks read_tracks(const lod_state *s) {
    int forts = lod_on_map(s, LOD_KIND(LOD_PATRIOT_FORT));
    int villages = lod_on_map(s, LOD_KIND(LOD_VILLAGE));
    return (tracks){.support = lod_total_support(s) - lod_total_opposition(s),
                    .casualties = s->crc - s->cbc,
                    .villages = villages - HEAD_START - forts};
}

/* 7.2: both must be positive. The first is Support or Opposition, beyond 10. */
static int condition(const tracks *t, lod_faction f, int which) {
    bool casualties = f == LOD_BRITISH || f == LOD_FRENCH;
    int royal = which == 0 ? t->support : casualties ? t->casualties : t->villages;
    int own = lod_side_of(f) == LOD_ROYALISTS ? royal : -royal;
    return which == 0 ? own - NEEDED : own;
}

/* 7.3: both added, without the 10. */
static int margin(const tracks *t, lod_faction f) {
    return condition(t, f, 0) + NEEDED + condition(t, f, 1);
}

int lod_condition(const lod_state *s, lod_faction f, int which) {
    tracks t = read_tracks(s);
    return condition(&t, f, which);
}

int lod_margin(const lod_state *s, lod_faction f) {
    tracks t = read_tracks(s);
    return margin(&t, f);
}

void lod_margins(const lod_state *s, int out[LOD_FACTIONS]) {
    tracks t = read_tracks(s);
    for (int f = 0; f < LOD_FACTIONS; f++) out[f] = margin(&t, f);
}

/* ---- lod.1.5: players with two Factions ---- */

/* Nobody has both Factions of a side if section 8 plays one of them. */
static bool one_player(const lod_state *s, lod_side side) {
    lod_faction f = side == LOD_ROYALISTS ? LOD_BRITISH : LOD_PATRIOTS;
    bool played_by_rule = by_rule(s, f) || by_rule(s, lod_ally(f));
    if (RULE("lod.1.5", played_by_rule)) return false;
    int players = s->base.option[LOD_OPTION_PLAYERS];
    if (players == LOD_TWO) return true;
    return players == (side == LOD_ROYALISTS ? LOD_ONE_ROYALIST : LOD_ONE_REBEL);
}

static bool passes(const lod_state *s, lod_faction f) {
    if (RULE("lod.7.2", f == LOD_FRENCH && !s->treaty)) return false;
    return RULE("lod.7.2", lod_condition(s, f, 0) > 0 && lod_condition(s, f, 1) > 0);
}

/* 8.8: is there one player, with one Faction or with both of a side, against non-players? */
static bool lone_player(const lod_state *s) {
    int players = s->players;
    if (!players || players == ALL_FACTIONS) return false;
    if (!(players & (players - 1))) return true;
    bool royalists = players == (1 << LOD_BRITISH | 1 << LOD_INDIANS);
    bool rebels = players == (1 << LOD_PATRIOTS | 1 << LOD_FRENCH);
    return (royalists && one_player(s, LOD_ROYALISTS)) || (rebels && one_player(s, LOD_REBELLION));
}

/* What counts for a Faction at the end: its own margin, or the worse of a player's two. */
static int counted_margin(const lod_state *s, lod_faction f) {
    int own = lod_margin(s, f), ally = lod_margin(s, lod_ally(f));
    return one_player(s, lod_side_of(f)) && ally < own ? ally : own;
}

/* ---- Order (7.1) ---- */

/* Ties: Patriots, British, French, Indians; Non-players before all of them. 8.8: against a lone
 * player French, Indians, Patriots, British. */
static int tie_order(const lod_state *s, lod_faction f) {
    static const int usual[] = {
        [LOD_PATRIOTS] = 0, [LOD_BRITISH] = 1, [LOD_FRENCH] = 2, [LOD_INDIANS] = 3};
    static const int lone[] = {
        [LOD_FRENCH] = 0, [LOD_INDIANS] = 1, [LOD_PATRIOTS] = 2, [LOD_BRITISH] = 3};
    int order = RULE("lod.8.8", lone_player(s)) ? lone[f] : usual[f];
    return order + (by_rule(s, f) ? 0 : LOD_FACTIONS);
}

/* Without the Treaty, whatever their margin; a player who has the Patriots, too, is not. */
static bool french_come_last(const lod_state *s) {
    return RULE("lod.7.1", !s->treaty && !one_player(s, LOD_REBELLION));
}

static bool comes_before(const lod_state *s, lod_faction a, lod_faction b) {
    bool last = french_come_last(s);
    if (last && (a == LOD_FRENCH) != (b == LOD_FRENCH)) return b == LOD_FRENCH;
    int ma = counted_margin(s, a), mb = counted_margin(s, b);
    if (ma != mb) return ma > mb;
    return tie_order(s, a) < tie_order(s, b);
}

static bool same_player(const lod_state *s, lod_faction a, lod_faction b) {
    return a == b || (lod_side_of(a) == lod_side_of(b) && one_player(s, lod_side_of(a)));
}

/* 7.3: by margin; a player with two Factions has one place. */
static void rank_all(lod_state *s) {
    for (int f = 0; f < LOD_FACTIONS; f++) {
        s->rank[f] = 1;
        for (int g = 0; g < LOD_FACTIONS; g++) {
            if (!same_player(s, f, g) && comes_before(s, g, f)) s->rank[f]++;
        }
    }
    for (int side = 0; side < LOD_SIDES; side++) {
        if (!one_player(s, side)) continue;
        lod_faction f = side == LOD_ROYALISTS ? LOD_BRITISH : LOD_PATRIOTS, g = lod_ally(f);
        s->rank[f] = s->rank[g] = s->rank[f] < s->rank[g] ? s->rank[f] : s->rank[g];
    }
}

/* 7.1: the winning side takes the first two places, the other the last two, each by margin; but the
 * French without their Treaty come last. */
static void rank_by_side(lod_state *s, lod_side first) {
    for (int f = 0; f < LOD_FACTIONS; f++) {
        lod_faction ally = lod_ally(f);
        bool behind = !one_player(s, lod_side_of(f)) && comes_before(s, ally, f);
        s->rank[f] = (int8_t)((lod_side_of(f) == first ? 1 : 3) + behind);
    }
    if (!french_come_last(s)) return;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (s->rank[f] > s->rank[LOD_FRENCH]) s->rank[f]--;
    }
    s->rank[LOD_FRENCH] = LOD_FACTIONS;
}

static void end_with(lod_state *s, lod_reason reason, mk_log *log) {
    s->reason = (uint8_t)reason;
    for (int f = 0; f < LOD_FACTIONS; f++)
        mk_log_event(log, LOD_E_MARGIN, f, MK_EVERYONE, 0, (int16_t)lod_margin(s, f));
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (s->rank[f] == 1) mk_log_event(log, LOD_E_WON, f, MK_EVERYONE, 0, (int16_t)reason);
    }
    lod_end_game(s);
}

/* ---- Non-players (7.1, 8.8) ---- */

/* Non-players by margin, and behind them all players, who share a place. */
static void rank_players_last(lod_state *s) {
    int nonplayers = LOD_FACTIONS - mk_set_size((mk_set64)s->players);
    for (int f = 0; f < LOD_FACTIONS; f++) {
        s->rank[f] = (int8_t)(nonplayers + 1);
        if (!by_rule(s, f)) continue;
        s->rank[f] = 1;
        for (int g = 0; g < LOD_FACTIONS; g++) {
            if (by_rule(s, g) && g != f && comes_before(s, g, f)) s->rank[f]++;
        }
    }
}

/* The winner of those who passed comes first, whatever the other margins are. */
static void nonplayer_wins(lod_state *s, int winner, lod_reason reason, mk_log *log) {
    rank_players_last(s);
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (s->rank[f] < s->rank[winner]) s->rank[f]++;
    }
    s->rank[winner] = 1;
    end_with(s, reason, log);
}

/* The lowest margin of the lone player less the highest of a non-player. The French without the
 * Treaty are no rivals. */
static int lone_lead(const lod_state *s, int *rival) {
    int lowest = 0, player = -1;
    *rival = -1;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        bool out = f == LOD_FRENCH && !s->treaty;
        if (!by_rule(s, f) && (player < 0 || lod_margin(s, f) < lowest)) {
            player = f;
            lowest = lod_margin(s, f);
        }
        if (by_rule(s, f) && !out && (*rival < 0 || comes_before(s, f, *rival))) *rival = f;
    }
    return lowest - lod_margin(s, *rival);
}

/* 8.8, difficulty option: from the second winter on no non-player may be ahead. */
static bool behind_in_check(lod_state *s, mk_log *log) {
    int round = lod_setup_of(s)->piles - lod_winters_left(s), rival;
    bool harder = s->base.option[LOD_OPTION_LONE_PLAYER] == LOD_LONE_HARDER && round > 1;
    if (!lone_player(s) || !RULE("lod.8.8", harder) || lone_lead(s, &rival) >= 0) return false;
    nonplayer_wins(s, rival, LOD_LONE_BEHIND, log);
    return true;
}

/* 8.8: a lead of one to five is a stalemate, shared with the best non-player; six win. */
static void end_lone_game(lod_state *s, mk_log *log) {
    int rival, lead = lone_lead(s, &rival);
    if (RULE("lod.8.8", lead <= 0)) {
        nonplayer_wins(s, rival, LOD_LONE_BEHIND, log);
        return;
    }
    rank_players_last(s);
    bool stalemate = RULE("lod.8.8", lead < LOD_CLEAR_LEAD);
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (!by_rule(s, f))
            s->rank[f] = 1;
        else if (!stalemate || f != rival)
            s->rank[f]++;
    }
    end_with(s, stalemate ? LOD_LONE_STALEMATE : LOD_LONE_VICTORY, log);
}

static int best_nonplayer_that_passes(const lod_state *s) {
    int best = -1;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        bool won = by_rule(s, f) && passes(s, f);
        if (won && (best < 0 || comes_before(s, f, best))) best = f;
    }
    return best;
}

/* lod.6.1, 7.2: a Faction whose two conditions are fulfilled; a player with two Factions needs all
 * four. If several have won, the highest margin counts (A6-16). */
bool lod_check_victory(lod_state *s, mk_log *log) {
    int winner = -1;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        bool both = one_player(s, lod_side_of(f));
        bool wins = passes(s, f) && (!both || passes(s, lod_ally(f)));
        if (lone_player(s) && !by_rule(s, f)) wins = false; /* never in a check (8.8) */
        if (wins && (winner < 0 || comes_before(s, f, winner))) winner = f;
    }
    if (winner < 0) return behind_in_check(s, log);
    int nonplayer = best_nonplayer_that_passes(s);
    if (RULE("lod.7.1", nonplayer >= 0 && s->players != 0)) {
        nonplayer_wins(s, nonplayer, LOD_NONPLAYER_CHECK, log);
        return true;
    }
    lod_side side = lod_side_of(winner);
    rank_by_side(s, side);
    end_with(s, one_player(s, side) ? LOD_COMBINED_VICTORY : LOD_VICTORY_CHECK, log);
    return true;
}

void lod_final_victory(lod_state *s, mk_log *log) {
    if (lone_player(s)) {
        end_lone_game(s, log);
        return;
    }
    rank_all(s);
    end_with(s, LOD_FINAL_MARGINS, log);
}

void lod_outcome(const void *state, mk_outcome *out) {
    static const char *const rules[LOD_REASONS] = {NULL,      "lod.7.2", "lod.7.2", "lod.7.3",
                                                   "lod.7.1", "lod.8.8", "lod.8.8", "lod.8.8"};
    const lod_state *s = state;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        out->rank[f] = s->rank[f];
        out->margin[f] = lod_margin(s, f);
    }
    out->reason = rules[s->reason];
}
