/* properties.c - the facts of a state by name; docs/lod.md explains them.
 *
 * What is Available is not set: it is what is left of a pool when everything else is in its place.
 */
#include "lod.h"

#include <string.h>

static const lod_state *look(const void *state) { return state; }
static lod_state *change(void *state) { return state; }

/* ---- Pieces ---- */

static bool set_count(uint8_t *at, int value, mk_error *e) {
    if (value < 0 || value > 25) return mk_fail(e, MK_E_VALUE, "that many pieces do not exist");
    *at = (uint8_t)value;
    return true;
}

#define PIECE(name, which)                                                                         \
    static int get_##name(const void *state, int space) {                                          \
        return look(state)->piece[space][which];                                                   \
    }                                                                                              \
    static bool set_##name(void *state, int space, int value, mk_error *e) {                       \
        return set_count(&change(state)->piece[space][which], value, e);                           \
    }

/* The same in a box. */
#define BOX(name, box, which)                                                                      \
    static int get_##name(const void *state, int subject) {                                        \
        (void)subject;                                                                             \
        return look(state)->piece[box][which];                                                     \
    }                                                                                              \
    static bool set_##name(void *state, int subject, int value, mk_error *e) {                     \
        (void)subject;                                                                             \
        return set_count(&change(state)->piece[box][which], value, e);                             \
    }

#define AVAILABLE(name, which)                                                                     \
    static int get_##name(const void *state, int subject) {                                        \
        (void)subject;                                                                             \
        return look(state)->piece[LOD_AVAILABLE][which];                                           \
    }

PIECE(british_regulars, LOD_BRITISH_REGULAR)
PIECE(tories, LOD_TORY)
PIECE(british_forts, LOD_BRITISH_FORT)
PIECE(continentals, LOD_CONTINENTAL)
PIECE(militia, LOD_MILITIA)
PIECE(active_militia, LOD_ACTIVE_MILITIA)
PIECE(patriot_forts, LOD_PATRIOT_FORT)
PIECE(french_regulars, LOD_FRENCH_REGULAR)
PIECE(war_parties, LOD_WAR_PARTY)
PIECE(active_war_parties, LOD_ACTIVE_WAR_PARTY)
PIECE(villages, LOD_VILLAGE)
BOX(unavailable_british, LOD_UNAVAILABLE, LOD_BRITISH_REGULAR)
BOX(unavailable_tories, LOD_UNAVAILABLE, LOD_TORY)
BOX(unavailable_french, LOD_UNAVAILABLE, LOD_FRENCH_REGULAR)
BOX(lost_british, LOD_CASUALTIES, LOD_BRITISH_REGULAR)
BOX(lost_tories, LOD_CASUALTIES, LOD_TORY)
BOX(lost_continentals, LOD_CASUALTIES, LOD_CONTINENTAL)
BOX(lost_french, LOD_CASUALTIES, LOD_FRENCH_REGULAR)
AVAILABLE(available_british, LOD_BRITISH_REGULAR)
AVAILABLE(available_tories, LOD_TORY)
AVAILABLE(available_british_forts, LOD_BRITISH_FORT)
AVAILABLE(available_continentals, LOD_CONTINENTAL)
AVAILABLE(available_militia, LOD_MILITIA)
AVAILABLE(available_patriot_forts, LOD_PATRIOT_FORT)
AVAILABLE(available_french, LOD_FRENCH_REGULAR)
AVAILABLE(available_war_parties, LOD_WAR_PARTY)
AVAILABLE(available_villages, LOD_VILLAGE)

/* ---- Spaces ---- */

static int get_level(const void *state, int space) { return look(state)->level[space] + 2; }
static bool set_level(void *state, int space, int value, mk_error *e) {
    if (value < 0) return mk_fail(e, MK_E_VALUE, "a space is at one of the five levels");
    change(state)->level[space] = (int8_t)(value - 2);
    return true;
}

static int get_raid(const void *state, int space) { return look(state)->marker[LOD_RAID][space]; }
static bool set_raid(void *state, int space, int value, mk_error *e) {
    return set_count(&change(state)->marker[LOD_RAID][space], value, e);
}
static int get_propaganda(const void *state, int space) {
    return look(state)->marker[LOD_PROPAGANDA][space];
}
static bool set_propaganda(void *state, int space, int value, mk_error *e) {
    return set_count(&change(state)->marker[LOD_PROPAGANDA][space], value, e);
}

static int get_blockades(const void *state, int space) {
    return lod_in(LOD_CITIES, space) ? look(state)->blockades[space] : 0;
}
static bool set_blockades(void *state, int space, int value, mk_error *e) {
    if (lod_in(LOD_CITIES, space)) return set_count(&change(state)->blockades[space], value, e);
    return value == 0 || mk_fail(e, MK_E_VALUE, "Blockades lie on Cities");
}

static int get_control(const void *state, int space) {
    if (lod_british_control(state, space)) return LOD_ROYALISTS;
    return lod_rebel_control(state, space) ? LOD_REBELLION : -1;
}

/* ---- Factions ---- */

static int get_resources(const void *state, int f) { return look(state)->resources[f]; }
static bool set_resources(void *state, int f, int value, mk_error *e) {
    if (value < 0 || value > 50) return mk_fail(e, MK_E_VALUE, "Resources are 0 to 50");
    change(state)->resources[f] = (uint8_t)value;
    return true;
}

static int get_leader(const void *state, int f) { return look(state)->leader[f]; }
static bool set_leader(void *state, int f, int value, mk_error *e) {
    if (value < 0) return mk_fail(e, MK_E_VALUE, "a Faction has a Leader");
    change(state)->leader[f] = (uint8_t)value;
    return true;
}
static int get_leader_at(const void *state, int f) { return look(state)->leader_at[f]; }
static bool set_leader_at(void *state, int f, int value, mk_error *e) {
    if (value < 0 || value > LOD_AVAILABLE)
        return mk_fail(e, MK_E_VALUE, "a Leader is in a space or Available");
    change(state)->leader_at[f] = (uint8_t)value;
    return true;
}

#define FACTIONS(name, field)                                                                      \
    static int get_##name(const void *state, int f) { return look(state)->field >> f & 1; }        \
    static bool set_##name(void *state, int f, int value, mk_error *e) {                           \
        if (value != 0 && value != 1) return mk_fail(e, MK_E_VALUE, "it is 0 or 1");               \
        uint8_t bit = (uint8_t)(1 << f), *set = &change(state)->field;                             \
        *set = value ? *set | bit : *set & (uint8_t)~bit;                                          \
        return true;                                                                               \
    }
FACTIONS(eligible, eligible)
FACTIONS(passed, passed)
FACTIONS(executed, executed)
FACTIONS(barred, barred)
FACTIONS(kept, kept)

static int get_condition_1(const void *state, int f) { return lod_condition(state, f, 0); }
static int get_condition_2(const void *state, int f) { return lod_condition(state, f, 1); }
static int get_margin(const void *state, int f) { return lod_margin(state, f); }
static int get_rank(const void *state, int f) { return look(state)->rank[f]; }

/* ---- Tracks ---- */

#define NUMBER(name, field, max, type)                                                             \
    static int get_##name(const void *state, int subject) {                                        \
        (void)subject;                                                                             \
        return look(state)->field;                                                                 \
    }                                                                                              \
    static bool set_##name(void *state, int subject, int value, mk_error *e) {                     \
        (void)subject;                                                                             \
        if (value < 0 || value > (max)) return mk_fail(e, MK_E_VALUE, "it is 0 to %d", (max));     \
        change(state)->field = (type)value;                                                        \
        return true;                                                                               \
    }
NUMBER(turn, base.turn, 999, uint16_t)
NUMBER(treaty, treaty, 1, uint8_t)
NUMBER(cbc, cbc, 999, uint16_t)
NUMBER(crc, crc, 999, uint16_t)
NUMBER(squadrons, squadrons, 3, uint8_t)
NUMBER(first_done, first_done, LOD_DID_EVENT, uint8_t)
NUMBER(asked, asked, 31, uint8_t)

#define DERIVED(name, value)                                                                       \
    static int get_##name(const void *state, int subject) {                                        \
        (void)subject;                                                                             \
        const lod_state *s = state;                                                                \
        return value;                                                                              \
    }
DERIVED(fni, s->fni)
DERIVED(squadrons_unavailable, s->squadrons_unavailable)
DERIVED(support, lod_total_support(s))
DERIVED(opposition, lod_total_opposition(s))
DERIVED(preparations, lod_preparations(s))
DERIVED(raids_left, lod_markers_left(s, LOD_RAID))
DERIVED(propaganda_left, lod_markers_left(s, LOD_PROPAGANDA))
DERIVED(winters_left, lod_winters_left(s))
DERIVED(cards_left, s->deck_size - s->drawn)
DERIVED(reason, lod_over(s) ? s->reason : -1)
DERIVED(battle_at, s->battle.at < LOD_SPACES ? s->battle.at : -1)
DERIVED(battle_attack, s->battle.force[0])
DERIVED(battle_defence, s->battle.force[1])
DERIVED(battle_attacker_loss, s->battle.loss[0])
DERIVED(battle_defender_loss, s->battle.loss[1])
DERIVED(battle_winner, s->battle.at < LOD_SPACES ? s->battle.winner : -1)
DERIVED(battle_shifts, s->battle.shifts)

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

#define ROW(text, subject, kind, name)                                                             \
    { text, subject, kind, get_##name, set_##name, 0, 0, 0 }
#define FACT(text, subject, kind, name)                                                            \
    { text, subject, kind, get_##name, 0, 0, 0, 0 }

const mk_property lod_properties[] = {
    ROW("turn", 0, 0, turn),
    ROW("card", 0, LOD_K_CARD, card),
    ROW("next", 0, LOD_K_CARD, next),
    {"played", 0, LOD_K_CARD, 0, 0, 0, get_played, set_played},
    {"deck", 0, LOD_K_CARD, 0, 0, unseen, get_deck, set_deck},
    {"strokes", 0, LOD_K_CARD, 0, 0, 0, get_strokes, set_strokes},
    ROW("eligible", LOD_K_FACTION, 0, eligible),
    ROW("passed", LOD_K_FACTION, 0, passed),
    ROW("executed", LOD_K_FACTION, 0, executed),
    ROW("barred", LOD_K_FACTION, 0, barred),
    ROW("kept", LOD_K_FACTION, 0, kept),
    ROW("first_done", 0, 0, first_done),
    ROW("asked", 0, 0, asked),
    ROW("resources", LOD_K_FACTION, 0, resources),
    ROW("leader", LOD_K_FACTION, LOD_K_LEADER, leader),
    ROW("leader_at", LOD_K_FACTION, LOD_K_PLACE, leader_at),
    ROW("treaty", 0, 0, treaty),
    ROW("cbc", 0, 0, cbc),
    ROW("crc", 0, 0, crc),
    ROW("squadrons", 0, 0, squadrons),
    ROW("level", LOD_K_SPACE, LOD_K_LEVEL, level),
    ROW("british_regulars", LOD_K_SPACE, 0, british_regulars),
    ROW("tories", LOD_K_SPACE, 0, tories),
    ROW("british_forts", LOD_K_SPACE, 0, british_forts),
    ROW("continentals", LOD_K_SPACE, 0, continentals),
    ROW("militia", LOD_K_SPACE, 0, militia),
    ROW("active_militia", LOD_K_SPACE, 0, active_militia),
    ROW("patriot_forts", LOD_K_SPACE, 0, patriot_forts),
    ROW("french_regulars", LOD_K_SPACE, 0, french_regulars),
    ROW("war_parties", LOD_K_SPACE, 0, war_parties),
    ROW("active_war_parties", LOD_K_SPACE, 0, active_war_parties),
    ROW("villages", LOD_K_SPACE, 0, villages),
    ROW("raid", LOD_K_SPACE, 0, raid),
    ROW("propaganda", LOD_K_SPACE, 0, propaganda),
    ROW("blockades", LOD_K_SPACE, 0, blockades),
    ROW("unavailable.british_regulars", 0, 0, unavailable_british),
    ROW("unavailable.tories", 0, 0, unavailable_tories),
    ROW("unavailable.french_regulars", 0, 0, unavailable_french),
    ROW("casualties.british_regulars", 0, 0, lost_british),
    ROW("casualties.tories", 0, 0, lost_tories),
    ROW("casualties.continentals", 0, 0, lost_continentals),
    ROW("casualties.french_regulars", 0, 0, lost_french),
    /* derived */
    FACT("available.british_regulars", 0, 0, available_british),
    FACT("available.tories", 0, 0, available_tories),
    FACT("available.british_forts", 0, 0, available_british_forts),
    FACT("available.continentals", 0, 0, available_continentals),
    FACT("available.militia", 0, 0, available_militia),
    FACT("available.patriot_forts", 0, 0, available_patriot_forts),
    FACT("available.french_regulars", 0, 0, available_french),
    FACT("available.war_parties", 0, 0, available_war_parties),
    FACT("available.villages", 0, 0, available_villages),
    FACT("control", LOD_K_SPACE, LOD_K_SIDE, control),
    FACT("condition_1", LOD_K_FACTION, 0, condition_1),
    FACT("condition_2", LOD_K_FACTION, 0, condition_2),
    FACT("margin", LOD_K_FACTION, 0, margin),
    FACT("rank", LOD_K_FACTION, 0, rank),
    FACT("fni", 0, 0, fni),
    FACT("squadrons_unavailable", 0, 0, squadrons_unavailable),
    FACT("support", 0, 0, support),
    FACT("opposition", 0, 0, opposition),
    FACT("preparations", 0, 0, preparations),
    FACT("raids_left", 0, 0, raids_left),
    FACT("propaganda_left", 0, 0, propaganda_left),
    FACT("winters_left", 0, 0, winters_left),
    FACT("cards_left", 0, 0, cards_left),
    FACT("battle.at", 0, LOD_K_SPACE, battle_at),
    FACT("battle.attack", 0, 0, battle_attack),
    FACT("battle.defence", 0, 0, battle_defence),
    FACT("battle.attacker_loss", 0, 0, battle_attacker_loss),
    FACT("battle.defender_loss", 0, 0, battle_defender_loss),
    FACT("battle.winner", 0, LOD_K_SIDE, battle_winner),
    FACT("battle.shifts", 0, 0, battle_shifts),
    FACT("reason", 0, LOD_K_REASON, reason),
    {0},
};
