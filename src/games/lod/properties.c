/* properties.c - the facts of a state by name; docs/lod.md explains them.
 *
 * What is Available is not set: it is what is left of a pool when everything else is in its place.
 */
#include "rules.h"

#include <string.h>

static const lod_state *look(const void *state) { return state; }
static lod_state *change(void *state) { return state; }

/* ---- Spaces ---- */

static int get_level(const void *state, int space) { return look(state)->level[space] + 2; }
static bool set_level(void *state, int space, int value, mk_error *e) {
    if (value < 0) return mk_fail(e, MK_E_VALUE, "a space is at one of the five levels");
    change(state)->level[space] = (int8_t)(value - 2);
    return true;
}

static int get_blockades(const void *state, int space) {
    return mk_set_has(LOD_CITIES, space) ? look(state)->blockades[space] : 0;
}
static bool set_blockades(void *state, int space, int value, mk_error *e) {
    if (!mk_set_has(LOD_CITIES, space))
        return value == 0 || mk_fail(e, MK_E_VALUE, "Blockades lie on Cities");
    if (value < 0 || value > lod.squadrons)
        return mk_fail(e, MK_E_VALUE, "there are %d Squadrons and Blockades", lod.squadrons);
    change(state)->blockades[space] = (uint8_t)value;
    return true;
}

static int get_control(const void *state, int space) {
    if (lod_british_control(state, space)) return LOD_ROYALISTS;
    return lod_rebel_control(state, space) ? LOD_REBELLION : -1;
}

/* ---- Factions ---- */

static int get_condition_1(const void *state, int f) { return lod_condition(state, f, 0); }
static int get_condition_2(const void *state, int f) { return lod_condition(state, f, 1); }
static int get_margin(const void *state, int f) { return lod_margin(state, f); }

/* ---- Tracks ---- */

#define DERIVED(name, value)                                                                       \
    static int get_##name(const void *state, int subject) {                                        \
        (void)subject;                                                                             \
        const lod_state *s = state;                                                                \
        return value;                                                                              \
    }
DERIVED(support, lod_total_support(s))
DERIVED(opposition, lod_total_opposition(s))
DERIVED(preparations, lod_preparations(s))
DERIVED(raids_left, lod_markers_left(s, LOD_RAID))
DERIVED(propaganda_left, lod_markers_left(s, LOD_PROPAGANDA))
DERIVED(winters_left, lod_winters_left(s))
DERIVED(cards_left, s->deck_size - s->drawn)
DERIVED(reason, lod_over(s) ? s->reason : -1)
DERIVED(battle_at, s->battle.at < LOD_SPACES ? s->battle.at : -1)
DERIVED(battle_winner, s->battle.at < LOD_SPACES ? s->battle.winner : -1)

/* ---- Cards ---- */

/* Puts a card at a place of the deck; if it lay elsewhere in the deck, the two change places. */
static bool put_card(lod_state *s, int at, int card, mk_error *e) {
    if (card < 1 || card > LOD_LAST_WINTER)
        return mk_fail(e, MK_E_VALUE, "only Events and Winter Quarters lie in the deck");
    for (int i = 0; i < s->deck_size; i++) {
        if (s->deck[i] == card) s->deck[i] = s->deck[at];
    }
    s->deck[at] = (uint8_t)card;
    s->card = s->deck[s->drawn - 1];
    return true;
}

static int get_card(const void *state, int subject) {
    (void)subject;
    return look(state)->card;
}
static bool set_card(void *state, int subject, int value, mk_error *e) {
    (void)subject;
    return put_card(state, look(state)->drawn - 1, value, e);
}

static int get_next(const void *state, int subject) {
    (void)subject;
    const lod_state *s = look(state);
    return s->drawn < s->deck_size ? s->deck[s->drawn] : -1;
}
static bool set_next(void *state, int subject, int value, mk_error *e) {
    (void)subject;
    lod_state *s = change(state);
    if (value < 0 && s->drawn == s->deck_size) return true;
    if (s->drawn == s->deck_size) return mk_fail(e, MK_E_VALUE, "the deck is empty");
    return put_card(s, s->drawn, value, e);
}

static int list_cards(const uint8_t *cards, int n, int16_t *out, int max) {
    for (int i = 0; i < n && i < max; i++) out[i] = cards[i];
    return n;
}

static int get_played(const void *state, int subject, int16_t *out, int max) {
    (void)subject;
    const lod_state *s = look(state);
    return list_cards(s->deck, s->drawn - 1, out, max);
}

/* Rebuilds the deck from what was played before, the played card, and what is to come. */
static bool rebuild(lod_state *s, const int16_t *played, int before, const int16_t *coming,
                    int after, mk_error *e) {
    if (before + 1 + after > LOD_MAX_DECK)
        return mk_fail(e, MK_E_VALUE, "the deck has at most %d cards", LOD_MAX_DECK);
    memset(s->deck, 0, sizeof s->deck);
    for (int i = 0; i < before; i++) s->deck[i] = (uint8_t)played[i];
    s->deck[before] = s->card;
    for (int i = 0; i < after; i++) s->deck[before + 1 + i] = (uint8_t)coming[i];
    s->drawn = (uint8_t)(before + 1);
    s->deck_size = (uint8_t)(before + 1 + after);
    return true;
}

static int get_deck(const void *state, int subject, int16_t *out, int max) {
    (void)subject;
    const lod_state *s = look(state);
    return list_cards(&s->deck[s->drawn], s->deck_size - s->drawn, out, max);
}

static bool set_played(void *state, int subject, const int16_t *values, int n, mk_error *e) {
    int16_t coming[LOD_MAX_DECK];
    int after = get_deck(state, subject, coming, LOD_MAX_DECK);
    if (n + 1 + after > LOD_MAX_DECK) after = LOD_MAX_DECK - 1 - n; /* `deck` may follow */
    return rebuild(state, values, n, coming, after < 0 ? 0 : after, e);
}

static bool set_deck(void *state, int subject, const int16_t *values, int n, mk_error *e) {
    int16_t played[LOD_MAX_DECK];
    int before = get_played(state, subject, played, LOD_MAX_DECK);
    return rebuild(state, played, before, values, n, e);
}

/* Only the next card is seen. */
static bool unseen(const void *state, int subject, int seat) {
    (void)state;
    (void)subject;
    return seat != MK_EVERYTHING;
}

static int get_strokes(const void *state, int subject, int16_t *out, int max) {
    (void)subject;
    int n = 0;
    for (int card = LOD_FIRST_STROKE; card <= LOD_TREATY_CARD; card++) {
        bool held = look(state)->strokes >> (card - LOD_FIRST_STROKE) & 1;
        if (held && n < max) out[n++] = (int16_t)card;
    }
    return n;
}

static bool set_strokes(void *state, int subject, const int16_t *values, int n, mk_error *e) {
    (void)subject;
    uint8_t held = 0;
    for (int i = 0; i < n; i++) {
        if (values[i] < LOD_FIRST_STROKE || values[i] > LOD_TREATY_CARD)
            return mk_fail(e, MK_E_VALUE, "that is no Brilliant Stroke");
        held |= (uint8_t)(1 << (values[i] - LOD_FIRST_STROKE));
    }
    change(state)->strokes = held;
    return true;
}

/* Forts or Villages on the map; the French have none. */
static int get_strongholds(const void *state, int faction) {
    static const lod_piece own[] = {LOD_BRITISH_FORT, LOD_PATRIOT_FORT, LOD_PIECES, LOD_VILLAGE};
    int count = 0;
    if (own[faction] == LOD_PIECES) return 0;
    MK_SET_EACH(space, LOD_MAP) count += look(state)->piece[space][own[faction]];
    return count;
}

/* Spaces under the Control of its side. */
static int get_spaces(const void *state, int faction) {
    return mk_set_size(look(state)->control[lod_side_of((lod_faction)faction)] & LOD_MAP);
}

#define ROW(text, subject, kind, name)                                                             \
    { text, subject, kind, get_##name, set_##name, 0, 0, 0 }
#define FACT(text, subject, kind, name)                                                            \
    { text, subject, kind, get_##name, 0, 0, 0, 0 }
/* A field of the state: one, one of each subject, a bit of each Faction, pieces in each space,
 * pieces in a box. */
enum { MOST_PIECES = 25, MOST_RESOURCES = 50, MOST_ON_TRACK = 999, ALL_STROKES = 31 };
#define ONE(text, member, ...)                                                                     \
    { .name = text, .field = MK_FIELD(lod_state, member, __VA_ARGS__) }
#define OF_EACH(text, kind, of, array, ...)                                                        \
    {                                                                                              \
        .name = text, .subject = kind, .value = of,                                                \
        .field = MK_EACH(lod_state, array, , __VA_ARGS__)                                          \
    }
#define OF_FACTION(member)                                                                         \
    { .name = #member, .subject = LOD_K_FACTION, .field = MK_BIT_EACH(lod_state, member) }
#define IN_SPACE(text, which)                                                                      \
    {                                                                                              \
        .name = text, .subject = LOD_K_SPACE,                                                      \
        .field = MK_EACH(lod_state, piece, [which], 0, MOST_PIECES)                                \
    }
#define IN_BOX(text, box, which) ONE(text, piece[box][which], 0, MOST_PIECES)
#define AVAILABLE(text, which) ONE("available." text, piece[LOD_AVAILABLE][which], MK_DERIVED)

/* clang-format off */
const mk_property lod_properties[] = {
    ONE("turn", base.turn, 0, MOST_ON_TRACK),
    ROW("card", 0, LOD_K_CARD, card),
    ROW("next", 0, LOD_K_CARD, next),
    {"played", 0, LOD_K_CARD, 0, 0, 0, get_played, set_played},
    {"deck", 0, LOD_K_CARD, 0, 0, unseen, get_deck, set_deck},
    {"strokes", 0, LOD_K_CARD, 0, 0, 0, get_strokes, set_strokes},
    OF_FACTION(eligible),
    OF_FACTION(passed),
    OF_FACTION(executed),
    OF_FACTION(barred),
    OF_FACTION(kept),
    ONE("first_done", first_done, 0, LOD_DID_EVENT),
    ONE("asked", asked, 0, ALL_STROKES),
    OF_EACH("resources", LOD_K_FACTION, 0, resources, 0, MOST_RESOURCES),
    OF_EACH("leader", LOD_K_FACTION, LOD_K_LEADER, leader, 0, MK_ANY),
    OF_EACH("leader_at", LOD_K_FACTION, LOD_K_PLACE, leader_at, 0, LOD_AVAILABLE),
    ONE("treaty", treaty, 0, 1),
    ONE("cbc", cbc, 0, MOST_ON_TRACK),
    ONE("crc", crc, 0, MOST_ON_TRACK),
    ONE("squadrons", squadrons, 0, 3),
    ROW("level", LOD_K_SPACE, LOD_K_LEVEL, level),
    IN_SPACE("british_regulars", LOD_BRITISH_REGULAR),
    IN_SPACE("tories", LOD_TORY),
    IN_SPACE("british_forts", LOD_BRITISH_FORT),
    IN_SPACE("continentals", LOD_CONTINENTAL),
    IN_SPACE("militia", LOD_MILITIA),
    IN_SPACE("active_militia", LOD_ACTIVE_MILITIA),
    IN_SPACE("patriot_forts", LOD_PATRIOT_FORT),
    IN_SPACE("french_regulars", LOD_FRENCH_REGULAR),
    IN_SPACE("war_parties", LOD_WAR_PARTY),
    IN_SPACE("active_war_parties", LOD_ACTIVE_WAR_PARTY),
    IN_SPACE("villages", LOD_VILLAGE),
    OF_EACH("raid", LOD_K_SPACE, 0, marker[LOD_RAID], 0, MOST_PIECES),
    OF_EACH("propaganda", LOD_K_SPACE, 0, marker[LOD_PROPAGANDA], 0, MOST_PIECES),
    ROW("blockades", LOD_K_SPACE, 0, blockades),
    IN_BOX("unavailable.british_regulars", LOD_UNAVAILABLE, LOD_BRITISH_REGULAR),
    IN_BOX("unavailable.tories", LOD_UNAVAILABLE, LOD_TORY),
    IN_BOX("unavailable.french_regulars", LOD_UNAVAILABLE, LOD_FRENCH_REGULAR),
    IN_BOX("casualties.british_regulars", LOD_CASUALTIES, LOD_BRITISH_REGULAR),
    IN_BOX("casualties.tories", LOD_CASUALTIES, LOD_TORY),
    IN_BOX("casualties.continentals", LOD_CASUALTIES, LOD_CONTINENTAL),
    IN_BOX("casualties.french_regulars", LOD_CASUALTIES, LOD_FRENCH_REGULAR),
    /* derived */
    AVAILABLE("british_regulars", LOD_BRITISH_REGULAR),
    AVAILABLE("tories", LOD_TORY),
    AVAILABLE("british_forts", LOD_BRITISH_FORT),
    AVAILABLE("continentals", LOD_CONTINENTAL),
    AVAILABLE("militia", LOD_MILITIA),
    AVAILABLE("patriot_forts", LOD_PATRIOT_FORT),
    AVAILABLE("french_regulars", LOD_FRENCH_REGULAR),
    AVAILABLE("war_parties", LOD_WAR_PARTY),
    AVAILABLE("villages", LOD_VILLAGE),
    FACT("control", LOD_K_SPACE, LOD_K_SIDE, control),
    FACT("condition_1", LOD_K_FACTION, 0, condition_1),
    FACT("condition_2", LOD_K_FACTION, 0, condition_2),
    FACT("margin", LOD_K_FACTION, 0, margin),
    FACT("strongholds", LOD_K_FACTION, 0, strongholds),
    FACT("spaces", LOD_K_FACTION, 0, spaces),
    OF_EACH("rank", LOD_K_FACTION, 0, rank, MK_DERIVED),
    ONE("fni", fni, MK_DERIVED),
    ONE("squadrons_unavailable", squadrons_unavailable, MK_DERIVED),
    FACT("support", 0, 0, support),
    FACT("opposition", 0, 0, opposition),
    FACT("preparations", 0, 0, preparations),
    FACT("raids_left", 0, 0, raids_left),
    FACT("propaganda_left", 0, 0, propaganda_left),
    FACT("winters_left", 0, 0, winters_left),
    FACT("cards_left", 0, 0, cards_left),
    FACT("battle.at", 0, LOD_K_SPACE, battle_at),
    ONE("battle.attack", battle.force[0], MK_DERIVED),
    ONE("battle.defence", battle.force[1], MK_DERIVED),
    ONE("battle.attacker_loss", battle.loss[0], MK_DERIVED),
    ONE("battle.defender_loss", battle.loss[1], MK_DERIVED),
    FACT("battle.winner", 0, LOD_K_SIDE, battle_winner),
    ONE("battle.shifts", battle.shifts, MK_DERIVED),
    FACT("reason", 0, LOD_K_REASON, reason),
    {0},
};
/* clang-format on */
