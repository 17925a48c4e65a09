/* check.c - what must hold in every state, between any two actions. */
#include "rules.h"

#include <string.h>

enum { MAX_RESOURCES = 50, STACK_LIMIT = 2 };

static bool check_pools(const lod_state *s, char *why, size_t size) {
    int total[LOD_PIECES] = {0};
    for (int place = 0; place < LOD_PLACES; place++) {
        for (int p = 0; p < LOD_PIECES; p++) {
            if (place == LOD_AVAILABLE) continue;
            total[lod_boxed(p)] += s->piece[place][p];
        }
    }
    for (int p = 0; p < LOD_PIECES; p++) {
        int all = total[p] + s->piece[LOD_AVAILABLE][p];
        HOLDS(total[p] <= lod.pool[p], "there are only %d of %s", lod.pool[p], lod_piece_id(p));
        HOLDS(all == lod.pool[p], "%d of %s exist, not %d", all, lod_piece_id(p), lod.pool[p]);
    }
    for (int m = 0; m < LOD_MARKERS; m++)
        HOLDS(lod_markers_left(s, m) >= 0, "there are too many markers on the map");
    return true;
}

/* 1.4.1, 1.6.4: what may lie in the boxes. */
static bool check_boxes(const lod_state *s, char *why, size_t size) {
    mk_set64 unavailable = LOD_BRITISH_CUBES | LOD_FRENCH_PIECES;
    mk_set64 casualties = LOD_BRITISH_CUBES | LOD_REBEL_CUBES;
    for (int p = 0; p < LOD_PIECES; p++) {
        HOLDS(unavailable >> p & 1 || !s->piece[LOD_UNAVAILABLE][p], "%s cannot be Unavailable",
              lod_piece_id(p));
        HOLDS(casualties >> p & 1 || !s->piece[LOD_CASUALTIES][p], "%s cannot be Casualties",
              lod_piece_id(p));
        HOLDS(lod_boxed(p) == (lod_piece)p || !s->piece[LOD_AVAILABLE][p], "Active %s in a box",
              lod_piece_id(p));
    }
    return true;
}

static bool check_spaces(const lod_state *s, char *why, size_t size) {
    mk_set64 at_sea =
        LOD_KIND(LOD_BRITISH_REGULAR) | LOD_KIND(LOD_BRITISH_FORT) | LOD_FRENCH_PIECES;
    for (int space = 0; space < LOD_SPACES; space++) {
        const char *id = lod_space_id(space);
        bool indies = space == LOD_WEST_INDIES;
        HOLDS(lod_count(s, space, LOD_STRONGHOLDS) <= STACK_LIMIT || (indies && !lod_living(s)),
              "too many Forts and Villages in %s", id);
        HOLDS(!mk_set_has(LOD_CITIES, space) || !lod_count(s, space, LOD_INDIAN_PIECES),
              "Indian pieces in %s", id);
        HOLDS(!indies || !lod_count(s, space, LOD_ALL_PIECES & ~at_sea), "pieces at sea in %s", id);
        HOLDS(!indies || s->treaty || !lod_count(s, space, LOD_ALL_PIECES), "%s is closed", id);
        HOLDS(s->treaty || !s->piece[space][LOD_FRENCH_REGULAR], "the French are early in %s", id);
        HOLDS(s->level[space] >= LOD_ACTIVE_OPPOSITION && s->level[space] <= LOD_ACTIVE_SUPPORT,
              "%s is at no level", id);
        HOLDS(mk_set_has(lod.populated, space) || s->level[space] == LOD_NEUTRAL,
              "%s must be neutral", id);
        HOLDS(!indies || (!s->marker[LOD_RAID][space] && !s->marker[LOD_PROPAGANDA][space]),
              "a marker in %s", id);
    }
    return true;
}

static bool check_navy(const lod_state *s, char *why, size_t size) {
    int on_cities = 0;
    for (int city = 0; city < LOD_CITY_COUNT; city++) on_cities += s->blockades[city];
    HOLDS(s->squadrons + s->squadrons_unavailable + s->afloat + on_cities == lod.squadrons,
          "there are %d Squadrons and Blockades", lod.squadrons);
    HOLDS(s->fni == on_cities + s->afloat, "FNI is not the number of Blockades");
    HOLDS(s->treaty || !s->fni, "a Blockade before the Treaty");
    return true;
}

/* A Leader left alone is asked at once, so he may be alone only while that waits on top. */
static bool check_leaders(const lod_state *s, char *why, size_t size) {
    static const lod_leader first[] = {LOD_GAGE, LOD_WASHINGTON, LOD_ROCHAMBEAU, LOD_BRANT};
    static const lod_leader last[] = {LOD_CLINTON, LOD_WASHINGTON, LOD_LAUZUN, LOD_DRAGGING_CANOE};
    int phase = lod_over(s) ? 0 : mk_top_const(&s->base)->phase;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        HOLDS(s->leader[f] >= first[f] && s->leader[f] <= last[f], "a foreign Leader");
        int at = s->leader_at[f];
        HOLDS(at <= LOD_AVAILABLE, "a Leader is at no place");
        bool alone = at < LOD_SPACES && !lod_count(s, at, lod_pieces_of(f));
        HOLDS(!alone || lod_over(s) || phase == LOD_PH_LEADER_ALONE, "%s is alone in %s",
              lod_leader_id(s->leader[f]), lod_space_id(at));
        HOLDS(s->resources[f] <= MAX_RESOURCES, "a Faction has %d Resources", s->resources[f]);
    }
    return true;
}

static bool check_cards(const lod_state *s, char *why, size_t size) {
    bool seen[LOD_CARDS] = {false};
    HOLDS(s->drawn >= 1 && s->drawn <= s->deck_size && s->deck_size <= LOD_MAX_DECK,
          "%d of %d cards are drawn", s->drawn, s->deck_size);
    HOLDS(s->card == s->deck[s->drawn - 1], "another card is played than was drawn");
    for (int i = 0; i < s->deck_size; i++) {
        int card = s->deck[i];
        HOLDS(card >= 1 && card <= LOD_LAST_WINTER, "card %d is in the deck", card);
        HOLDS(!seen[card], "card %d is twice in the deck", card);
        seen[card] = true;
    }
    bool winter_comes = lod_winters_left(s) > 0 || s->card >= LOD_FIRST_WINTER;
    HOLDS(winter_comes, "no Winter Quarters card is left");
    HOLDS(!(s->treaty && s->strokes >> (LOD_TREATY_CARD - LOD_FIRST_STROKE) & 1),
          "the Treaty is played and held");
    return true;
}

/* What any rule could have left there, as long as it is one of the values there are. */
static bool check_ranges(const lod_state *s, char *why, size_t size) {
    enum { FACTIONS = 1 << LOD_FACTIONS, STROKES = 1 << (LOD_CARDS - LOD_FIRST_STROKE) };
    HOLDS(s->treaty <= 1, "the Treaty is neither played nor not");
    HOLDS(s->eligible < FACTIONS && s->passed < FACTIONS && s->executed < FACTIONS &&
              s->barred < FACTIONS && s->kept < FACTIONS,
          "a Faction too many acts on this card");
    HOLDS(s->strokes < STROKES && s->asked < STROKES, "a Brilliant Stroke too many");
    HOLDS(s->first_done <= LOD_DID_EVENT, "the 1st Eligible did what cannot be done");
    HOLDS(s->commands <= 2, "%d Commands go on", s->commands);
    HOLDS(s->battle.at <= LOD_PLACES, "a Battle is nowhere");
    HOLDS(s->stroke.faction <= LOD_FACTIONS, "a Brilliant Stroke is nobody's");
    HOLDS(s->event.card < LOD_CARDS && s->winter.card <= LOD_LAST_WINTER, "no card goes on");
    HOLDS(s->recalling <= LOD_PIECES && s->last_special < LOD_SPECIALS && s->reason < LOD_REASONS,
          "something is of no kind");
    HOLDS(s->np.fault < lod_game.verb_count && s->np.lost < LOD_PHASES,
          "a non-player failed at what does not exist");
    return true;
}

/* What is kept beside the counts equals what follows from them. */
static bool check_derived(const lod_state *s, char *why, size_t size) {
    lod_state fresh = *s;
    lod_settle(&fresh);
    HOLDS(!memcmp(fresh.where, s->where, sizeof s->where), "pieces are not where they are");
    HOLDS(!memcmp(fresh.control, s->control, sizeof s->control), "control is not what it is");
    HOLDS(!memcmp(fresh.at_level, s->at_level, sizeof s->at_level), "levels are not what they are");
    HOLDS(fresh.blockaded == s->blockaded, "Blockades are not where they are");
    HOLDS(fresh.players == s->players, "players are not who they are");
    return true;
}

/* 1.6.3, space by space. */
static bool check_totals(const lod_state *s, char *why, size_t size) {
    bool both = s->base.option[LOD_OPTION_BLOCKADED_CITY] == LOD_SUPPORT_AND_OPPOSITION;
    int support = 0, opposition = 0;
    for (int space = 0; space < LOD_MAP_SPACES; space++) {
        bool blockaded = space < LOD_CITY_COUNT && s->blockades[space] > 0;
        int people = lod.space[space].population * s->level[space];
        if (people > 0 && !blockaded) support += people;
        if (people < 0 && !(blockaded && both)) opposition -= people;
    }
    HOLDS(support == lod_total_support(s), "Total Support is %d", support);
    HOLDS(opposition == lod_total_opposition(s), "Total Opposition is %d", opposition);
    return true;
}

/* 2.3.5: one space, no Special Activity; what a Stroke grants is its own matter (2.3.8). */
static bool check_commands(const lod_state *s, char *why, size_t size) {
    for (int i = 0; i < s->commands; i++) {
        const lod_command *c = &s->command[i];
        if (!(c->flags & LOD_LIMITED)) continue;
        HOLDS(mk_set_size(c->selected) <= 1, "a Limited Command in several spaces");
        HOLDS(!c->special || c->flags & LOD_STROKE, "a Limited Command and a Special Activity");
    }
    return true;
}

static bool check_progress(const lod_state *s, char *why, size_t size) {
    HOLDS(!s->np.fault, "a non-player tried to %s, which was not allowed",
          lod_game.verbs[s->np.fault].name);
    HOLDS(!s->np.lost, "no instruction tells a non-player what to do: %s",
          lod_phases[s->np.lost].name);
    if (lod_over(s)) return true;
    bool cards_wait = s->base.frame[0].phase == LOD_PH_CARD;
    HOLDS(cards_wait, "the card is not at the bottom");
    int phase = mk_top_const(&s->base)->phase;
    HOLDS(!lod_is_procedure(phase), "play waits where nothing is decided");
    if (s->base.depth == 2 && phase == LOD_PH_TURN) {
        HOLDS(!s->commands && s->battle.at == LOD_PLACES && !s->event.card && !s->winter.card,
              "something goes on between turns");
        HOLDS(!s->afloat, "a Blockade is left afloat");
        HOLDS(s->card < LOD_FIRST_WINTER, "nobody acts on a Winter Quarters card");
    }
    HOLDS(!(s->executed & s->passed), "a Faction passed and acted");
    HOLDS(mk_set_size((mk_set64)s->executed) <= 2, "more than two Factions acted on a card");
    return true;
}

bool lod_check(const void *state, char *why, size_t size) {
    const lod_state *s = state;
    return check_ranges(s, why, size) && check_pools(s, why, size) && check_boxes(s, why, size) &&
           check_spaces(s, why, size) && check_navy(s, why, size) && check_leaders(s, why, size) &&
           check_cards(s, why, size) && check_derived(s, why, size) && check_totals(s, why, size) &&
           check_commands(s, why, size) && check_progress(s, why, size);
}
