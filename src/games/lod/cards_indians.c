/* cards_indians.c - Event cards 73 to 96, on which the Indians come first, and the effects of the
 * Winter Quarters cards. */
#include "events.h"

#include <stdlib.h>

#define SOUTHERN_COLONIES                                                                          \
    (MK_BIT(LOD_VIRGINIA) | MK_BIT(LOD_GEORGIA) | MK_BIT(LOD_NORTH_CAROLINA) |                     \
     MK_BIT(LOD_SOUTH_CAROLINA))
#define DEEP_SOUTH (MK_BIT(LOD_SOUTH_CAROLINA) | MK_BIT(LOD_GEORGIA))

/* 74 */
static int half_of_villages(const lod_state *s) { return lod_on_map(s, VILLAGES) / 2; }
static uint8_t royalists_if_villages(const lod_state *s) {
    return (uint8_t)(half_of_villages(s) ? FACTION(LOD_INDIANS) | FACTION(LOD_BRITISH) : 0);
}
static mk_set64 with_raiders(const lod_state *s) {
    return lod_with(s, LOD_MILITIAS | LOD_WAR_PARTIES);
}
static mk_set64 with_raiders_elsewhere(const lod_state *s) {
    return with_raiders(s) & ~s->event.label;
}

/* 78 */
static int quarter_of_patriots(const lod_state *s) { return lod_on_map(s, LOD_PATRIOT_UNITS) / 4; }
static mk_set64 with_tories_or_indians(const lod_state *s) {
    return lod_with_tories(s) | lod_with_indians(s);
}

/* 80 */
static uint8_t on_the_map(const lod_state *s) {
    unsigned able = 0;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (lod_with(s, lod_pieces_of(f)) & LOD_MAP) able |= FACTION(f);
    }
    return (uint8_t)able;
}
static mk_set64 with_named(const lod_state *s) {
    bool nobody = s->event.faction == LOD_FACTIONS;
    return nobody ? 0 : lod_with(s, lod_pieces_of(s->event.faction));
}

/* 86 */
static mk_set64 massachusetts_or_indians(const lod_state *s) {
    return MK_BIT(LOD_MASSACHUSETTS) | lod_with_indians(s);
}
static mk_set64 militia_there_or_among_indians(const lod_state *s) {
    return massachusetts_or_indians(s) & lod_with_militia(s);
}

/* 88: those with whom the executor shares a space */
static mk_set64 own_units(const lod_state *s) {
    return lod_with(s, lod_pieces_of(s->event.executor) & ~LOD_STRONGHOLDS) & LOD_MAP;
}
static uint8_t neighbours(const lod_state *s) {
    unsigned able = 0;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        bool shares = lod_with(s, lod_pieces_of(f)) & own_units(s);
        if (shares && f != s->event.executor) able |= FACTION(f);
    }
    return (uint8_t)able;
}
static mk_set64 shared_with_named(const lod_state *s) { return own_units(s) & with_named(s); }

/* 92: where the executor has one Fort or Village */
static mk_set64 with_one_own_stronghold(const lod_state *s) {
    mk_set64 own = lod_pieces_of(s->event.executor) & LOD_STRONGHOLDS;
    mk_set64 spaces = 0;
    MK_SET_EACH(space, lod_with(s, own)) {
        if (lod_count(s, space, own) == 1) spaces |= MK_BIT(space);
    }
    return spaces;
}

/* 93 */
static mk_set64 near_reserves(const lod_state *s) { return lod_near_any(s, LOD_RESERVES); }
static mk_set64 about_pennsylvania(const lod_state *s) {
    return lod_near(s, LOD_PENNSYLVANIA) | MK_BIT(LOD_PENNSYLVANIA);
}

/* 96: of the two that were chosen before */
static mk_set64 the_other_one(const lod_state *s) { return s->event.before & ~s->event.label; }

#define ONE_TO_TWO                                                                                 \
    {WAY, .choice = LOD_CHOICE_ONE_WAR_PARTY},                                                     \
        {REMOVE, .n = 1, .kinds = LOD_WAR_PARTIES, .way = 1, THERE},                               \
        {REMOVE, .n = 2, .kinds = LOD_MILITIAS, .way = 1, THERE},                                  \
        {REMOVE, .n = 2, .kinds = LOD_WAR_PARTIES, .way = 2, THERE}, {                             \
        REMOVE, .n = 1, .kinds = LOD_MILITIAS, .way = 2, THERE                                     \
    }

/* clang-format off */
const lod_effect lod_indian_cards[24] = {
    /* lod.card.73 Sullivan Expedition vs. Iroquois and Tories */
    {STEPS({REMOVE, .n = 1, .kinds = LOD_STRONGHOLDS,
            .at = MK_BIT(LOD_NEW_YORK) | MK_BIT(LOD_NORTHWEST) | MK_BIT(LOD_QUEBEC)})},
    /* lod.card.74 Chickasaw Ally with the British */
    {STEPS({NAME, .factions = FACTION_BIT_ALL, .able = royalists_if_villages,
            .says = "name who gains a Resource for every two Villages"},
           {RESOURCES, NAMED, .count = half_of_villages, .says = "these Resources"}),
     STEPS({CHOOSE, .n = 1, WHERE(with_raiders, "with War Parties or Militia")},
           ONE_TO_TWO,
           {CHOOSE, .n = 1,
            WHERE(with_raiders_elsewhere, "with War Parties or Militia, another one")},
           ONE_TO_TWO)},
    /* lod.card.75 Congress' Speech to the Six Nations */
    {STEPS({COMMAND, INDIANS, 3, IS_THERE, .command = LOD_GATHER, .at = LOD_RESERVES},
           {SPECIAL, INDIANS, 1, .special = LOD_WAR_PATH, THERE}),
     STEPS({REMOVE, .n = 3, .kinds = LOD_INDIAN_PIECES, .flags = STRONGHOLDS_LAST,
            A_SPACE(LOD_NORTHWEST)})},
    /* lod.card.76 Edward Hand Raids into Indian Country */
    {STEPS({CHOOSE, BRITISH, 1, .at = LOD_PROVINCES, WITH_MILITIA},
           {REPLACE, BRITISH, 3, .kinds = LOD_MILITIAS, .into = LOD_TORY, .n_into = 1, THERE}),
     STEPS({REMOVE, BRITISH, 2, .kinds = VILLAGES})},
    /* lod.card.77 General Burgoyne Cracks Down */
    {STEPS({PUT, INDIANS, 1, .kinds = VILLAGES, .at = LOD_PROVINCES,
            WITH_BOTH_ROYALISTS},
           {FLIP, .n = ALL, .kinds = NEW_WAR_PARTIES, .flags = UNDERGROUND}),
     STEPS({CHOOSE, .n = 3, .at = LOD_PROVINCES, WITH_BOTH_ROYALISTS},
           {REMOVE, .n = 1, .kinds = LOD_BRITISH_PIECES, .flags = EACH | STRONGHOLDS_LAST, THERE},
           {MARK, .n = 1, .marker = LOD_RAID, THERE})},
    /* lod.card.78 Cherry Valley Destroyed by Tories */
    {STEPS({REMOVE, PATRIOTS, .count = quarter_of_patriots, .kinds = LOD_PATRIOT_UNITS,
            .says = "remove a quarter of the Patriot units"}),
     STEPS({PUT, .n = 4, .kinds = NEW_MILITIA, .flags = ONE_PER_SPACE,
            WHERE(with_tories_or_indians, "in spaces with Tories or Indian pieces")})},
    /* lod.card.79 Tuscarora and Oneida Come to Washington */
    {STEPS({CHOOSE, .n = 1, .at = LOD_COLONIES},
           {PUT, .n = 1, .kinds = VILLAGES, THERE},
           {PUT, .n = 2, .kinds = NEW_WAR_PARTIES, THERE}),
     STEPS({CHOOSE, .n = 1, .at = LOD_COLONIES, WITH_INDIANS},
           {REMOVE, .n = 1, .kinds = VILLAGES, THERE},
           {REMOVE, .n = 2, .kinds = LOD_WAR_PARTIES, THERE})},
    /* lod.card.80 Confusion Allows Slaves to Escape */
    {STEPS({NAME, .factions = FACTION_BIT_ALL, .able = on_the_map,
            .says = "name who loses pieces", .hardly = "the map is hardly ever empty"},
           {CHOOSE, .n = 2, WHERE(with_named, "with pieces of that Faction"),
            .hardly = "the map is hardly ever empty"},
           {REMOVE, NAMED, 2, EACH | OWN, .kinds = LOD_ALL_PIECES, THERE,
            .always = "only who is on the map is named"})},
    /* lod.card.81 Creek and Seminole Active in South */
    {STEPS({CHOOSE, .n = 1, .at = DEEP_SOUTH},
           {PUT, .n = 2, .kinds = NEW_WAR_PARTIES, THERE},
           {PUT, .n = 1, .kinds = VILLAGES, THERE},
           {MARK, .n = 1, .marker = LOD_RAID, THERE}),
     STEPS({REMOVE, .n = 2, .kinds = LOD_WAR_PARTIES, .at = DEEP_SOUTH})},
    /* lod.card.82 Frustrated Shawnee Warriors Attack */
    {STEPS({PUT, INDIANS, 1, EACH, .kinds = NEW_WAR_PARTIES, .at = SOUTHERN_COLONIES},
           {MARK, INDIANS, 1, .marker = LOD_RAID, .at = SOUTHERN_COLONIES}),
     STEPS({REMOVE, .n = 3, .kinds = LOD_INDIAN_PIECES, .flags = STRONGHOLDS_LAST,
            .at = SOUTHERN_COLONIES})},
    /* lod.card.83 Guy Carleton and Indians Negotiate */
    {STEPS({LEVEL, .level = LOD_ACTIVE_SUPPORT, A_SPACE(LOD_QUEBEC_CITY)},
           {PUT, .n = 2, .kinds = NEW_WAR_PARTIES, A_SPACE(LOD_QUEBEC)}),
     STEPS({PUT, .n = 3, .kinds = LOD_ALL_PIECES, .flags = OPTIONAL | ONE_SPACE | ONE_STRONGHOLD,
            .at = MK_BIT(LOD_QUEBEC) | MK_BIT(LOD_QUEBEC_CITY),
            .hardly = "something of nine kinds is nearly always Available"})},
    /* lod.card.84 "Merciless Indian Savages" */
    {STEPS({COMMAND, INDIANS, 2, .command = LOD_GATHER, .at = LOD_COLONIES}),
     STEPS({REMOVE, PATRIOTS, 1, .kinds = VILLAGES})},
    /* lod.card.85 Indians Help British Raids on Mississippi */
    {STEPS({PUT, BRITISH, 3, .kinds = LOD_BRITISH_CUBES, A_SPACE(LOD_SOUTHWEST)}),
     STEPS({PUT, .n = 2, .kinds = NEW_MILITIA | CONTINENTALS, A_SPACE(LOD_SOUTHWEST)},
           {PUT, .n = 2, .kinds = FRENCH_REGULARS, A_SPACE(LOD_SOUTHWEST)})},
    /* lod.card.86 Stockbridge Indians */
    {STEPS({CHOOSE, .n = 1, .where = militia_there_or_among_indians,
            .says = "choose 1 space with Militia, Massachusetts or one with Indian pieces"},
           {FLIP, .n = ALL, .kinds = NEW_MILITIA, THERE}),
     STEPS({CHOOSE, .n = 1, .where = massachusetts_or_indians,
            .says = "choose Massachusetts or 1 space with Indian pieces",
            .always = "Massachusetts is one"},
           {PUT, .n = 3, .kinds = NEW_MILITIA, THERE})},
    /* lod.card.87 Patriots Massacre Lenape Indians */
    {STEPS({REMOVE, .n = 1, .kinds = LOD_ALL_PIECES, A_SPACE(LOD_PENNSYLVANIA)},
           {KEEP})},
    /* lod.card.88 "If it hadn't been so foggy..." */
    {STEPS({NAME, .factions = FACTION_BIT_ALL, .able = neighbours,
            .says = "name a Faction to move away from"},
           {MOVE, .flags = OPTIONAL | OWN, .kinds = LOD_ALL_PIECES & ~LOD_STRONGHOLDS,
            WHERE(shared_with_named, "with pieces of that Faction")})},
    /* lod.card.89 War Damages Colonies' Economy */
    {STEPS({REPLACE, .n = 4, .kinds = LOD_PATRIOT_UNITS, .into = LOD_TORY, .n_into = 1}),
     STEPS({REPLACE, .n = 3, .kinds = TORY_CUBES, .into = LOD_MILITIA, .n_into = 1})},
    /* lod.card.90 "The World Turned Upside Down" */
    {STEPS({PUT, .n = 1, .kinds = LOD_STRONGHOLDS, .flags = FRIENDLY}),
     STEPS({REMOVE, .n = 2, .kinds = REGULARS, .flags = CASUALTY})},
    /* lod.card.91 Indians Help British Outside Colonies */
    {STEPS({CHOOSE, .n = 1, .at = LOD_RESERVES},
           {PUT, .n = 1, .kinds = VILLAGES, THERE},
           {PUT, .n = 2, .kinds = NEW_WAR_PARTIES, THERE}),
     STEPS({REMOVE, .n = 1, .kinds = VILLAGES, .at = LOD_RESERVES})},
    /* lod.card.92 Cherokees Supplied by the British */
    {STEPS({PUT, .n = 1, .kinds = LOD_STRONGHOLDS, .flags = OWN,
            WHERE(with_one_own_stronghold, "in a space that has just one")})},
    /* lod.card.93 Wyoming Massacre */
    {STEPS({CHOOSE, .n = 3, .flags = OPTIONAL, .at = LOD_COLONIES,
            WHERE(near_reserves, "next to a Reserve Province"), .always = "the map has such Colonies"},
           {SHIFT, .n = 1, .level = LOD_NEUTRAL, THERE},
           {MARK, .n = 1, .marker = LOD_RAID, THERE}),
     STEPS({REMOVE, .n = 4, .kinds = LOD_WAR_PARTIES,
            WHERE(about_pennsylvania, "in or next to Pennsylvania")})},
    /* lod.card.94 Herkimer's Relief Column */
    {STEPS({COMMAND, INDIANS, 1, .command = LOD_GATHER, A_SPACE(LOD_NEW_YORK)},
           {COMMAND, BRITISH, 1, TORIES, .command = LOD_MUSTER, A_SPACE(LOD_NEW_YORK)},
           {REMOVE, .n = ALL, .kinds = LOD_MILITIAS, A_SPACE(LOD_NEW_YORK)}),
     STEPS({REMOVE, .n = ALL, .kinds = LOD_INDIAN_PIECES, A_SPACE(LOD_NEW_YORK)})},
    /* lod.card.95 Ohio Country Frontier Erupts */
    {STEPS({REMOVE, .n = 1, .kinds = LOD_STRONGHOLDS, .flags = ENEMY, A_SPACE(LOD_NORTHWEST)},
           {PUT, .n = 3, .flags = FRIENDLY, A_SPACE(LOD_NORTHWEST),
            .kinds = NEW_MILITIA | NEW_WAR_PARTIES | LOD_BRITISH_CUBES | LOD_REBEL_CUBES})},
    /* lod.card.96 Iroquois Confederacy */
    {STEPS({WAY, INDIANS, .choice = LOD_CHOICE_ALL_GATHER_FIRST},
           {COMMAND, INDIANS, 2, IS_THERE, .command = LOD_GATHER, .at = LOD_RESERVES, .way = 1},
           {CHOOSE, INDIANS, 1, THERE, .way = 1,
            .always = "two Reserves were gathered in"},
           {SPECIAL, INDIANS, 1, .special = LOD_WAR_PATH, THERE, .way = 1},
           {CHOOSE, INDIANS, 1, .where = the_other_one, .says = "then the other one", .way = 1,
            .always = "two Reserves were gathered in"},
           {SPECIAL, INDIANS, 1, .special = LOD_WAR_PATH, THERE, .way = 1},
           {COMMAND, INDIANS, 1, IS_THERE, .command = LOD_GATHER, .at = LOD_RESERVES, .way = 2},
           {SPECIAL, INDIANS, 1, .special = LOD_WAR_PATH, THERE, .way = 2},
           {COMMAND, INDIANS, 1, IS_THERE, .command = LOD_GATHER, .at = LOD_RESERVES,
            WHERE(lod_elsewhere, "other than the first"), .way = 2},
           {SPECIAL, INDIANS, 1, .special = LOD_WAR_PATH, THERE, .way = 2}),
     STEPS({REMOVE, .n = 1, .kinds = VILLAGES})},
};
/* clang-format on */

/* ---- Winter Quarters cards: at the end of the Reset Phase (6.7) ---- */

/* 97: ties please the British */
static void royals_commit(lod_state *s, mk_log *log) {
    lod_gain(s, RULE("lod.card.97", s->crc > s->cbc) ? LOD_FRENCH : LOD_BRITISH, 5, log);
}

/* 98: ties displease the French */
static void overconfident(lod_state *s, mk_log *log) {
    lod_lose(s, RULE("lod.card.98", s->crc > s->cbc) ? LOD_BRITISH : LOD_FRENCH, 3, log);
}

/* 99, 100 */
static void the_other_way(lod_state *s, mk_log *log) {
    uint16_t *larger = s->crc > s->cbc ? &s->crc : &s->cbc;
    *larger = (uint16_t)(*larger - abs(s->crc - s->cbc) / 2);
    mk_log_event(log, LOD_E_TRACKS, -1, MK_EVERYONE, 0, (int16_t)s->cbc, (int16_t)s->crc);
}

/* 101 to 104: who leads in the second condition, Patriot Forts + 3 against Villages (7.2) */
static uint8_t leader_of_forts(const lod_state *s) {
    int lead = lod_on_map(s, PATRIOT_FORTS) + 3 - lod_on_map(s, VILLAGES);
    if (RULE("lod.card.101", lead > 0)) return FACTION(LOD_PATRIOTS);
    return RULE("lod.card.101", lead < 0) ? FACTION(LOD_INDIANS) : 0;
}

/* clang-format off */
#define LEADER_OF_FORTS "name who leads in Forts or Villages"
#define LOSE_RESOURCES                                                                             \
    {STEPS({NAME, .factions = FACTION_BIT_ALL, .able = leader_of_forts, .says = LEADER_OF_FORTS},  \
           {RESOURCES, NAMED, -2})}
#define LOSE_STRONGHOLD                                                                            \
    {STEPS({NAME, .factions = FACTION_BIT_ALL, .able = leader_of_forts, .says = LEADER_OF_FORTS},  \
           {REMOVE, NAMED, 1, OWN, .kinds = LOD_STRONGHOLDS})}

const lod_effect lod_winter_cards[8] = {
    {STEPS({CALL, .call = royals_commit, .says = "5 Resources for the French or British, whose side lost more",
            .hardly = "hardly anybody goes into winter with all there is"})}, /* lod.card.97 Royals Commit */
    {STEPS({CALL, .call = overconfident, .says = "-3 Resources for the French or British, whose side lost fewer"})}, /* lod.card.98 Overconfident at Home */
    {STEPS({CALL, .call = the_other_way, .says = "the casualty tracks draw nearer",
            .always = "both are told, changed or not"})}, /* lod.card.99 West Indies Conflict Goes the Other Way */
    {STEPS({CALL, .call = the_other_way, .says = "the casualty tracks draw nearer",
            .always = "both are told, changed or not"})}, /* lod.card.100 India Conflict Goes the Other Way */
    LOSE_RESOURCES,                         /* lod.card.101 Floods Shift the Balance */
    LOSE_STRONGHOLD,                        /* lod.card.102 War on the Frontier */
    LOSE_STRONGHOLD,                        /* lod.card.103 Severe Winter */
    LOSE_RESOURCES,                         /* lod.card.104 Hurricane Hits the South */
};
/* clang-format on */
