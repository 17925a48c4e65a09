/* cards_british.c - Event cards 25 to 48, on which the British come first. */
#include "events.h"

#define DEEP_SOUTH (MK_BIT(LOD_SOUTH_CAROLINA) | MK_BIT(LOD_GEORGIA))
#define BOTH_NEW_YORKS (MK_BIT(LOD_NEW_YORK) | MK_BIT(LOD_NEW_YORK_CITY))

/* 26: 1 a Fort, 2 Tories */
static uint8_t north_carolina_ways(const lod_state *s) {
    bool fort = lod_obtainable(s, s->event.executor, LOD_BRITISH_FORT) &&
                lod_may_stand(s, LOD_BRITISH_FORT, LOD_NORTH_CAROLINA);
    bool tories = lod_obtainable(s, s->event.executor, LOD_TORY);
    return (uint8_t)(fort << 1 | tories << 2);
}

/* 30, 43 */
static mk_set64 with_regulars(const lod_state *s) { return s->where[LOD_BRITISH_REGULAR]; }
static mk_set64 regulars_in_control(const lod_state *s) {
    return with_regulars(s) & lod_british_controlled(s);
}
static int fifth_of_regulars(const lod_state *s) { return lod_on_map(s, REGULARS) / 5; }
static int third_of_tories(const lod_state *s) { return lod_on_map(s, TORY_CUBES) / 3; }

/* 32 */
static int half_of_british_cities(const lod_state *s) {
    return mk_set_size(lod_british_controlled(s) & LOD_CITIES) / 2;
}
static uint8_t all_if_british_cities(const lod_state *s) {
    return half_of_british_cities(s) ? FACTION_BIT_ALL : 0;
}

/* 33 */
static mk_set64 near_massachusetts(const lod_state *s) { return lod_near(s, LOD_MASSACHUSETTS); }

/* 35 */
static mk_set64 with_patriots(const lod_state *s) { return lod_with(s, LOD_PATRIOT_PIECES); }
static mk_set64 tories_about_new_york(const lod_state *s) {
    return (lod_near(s, LOD_NEW_YORK) | MK_BIT(LOD_NEW_YORK)) & lod_with_tories(s);
}

/* 48: those who stand among British Regulars */
static uint8_t among_regulars(const lod_state *s) {
    unsigned able = 0;
    for (int f = LOD_PATRIOTS; f < LOD_FACTIONS; f++) {
        mk_set64 units = lod_pieces_of(f) & ~LOD_STRONGHOLDS;
        if (lod_with(s, units) & with_regulars(s) & LOD_MAP) able |= FACTION(f);
    }
    return (uint8_t)able;
}
static mk_set64 named_among_regulars(const lod_state *s) {
    return lod_with(s, lod_pieces_of(s->event.faction) & ~LOD_STRONGHOLDS) & with_regulars(s);
}

/* clang-format off */
const lod_effect lod_british_cards[24] = {
    /* lod.card.25 British Prison Ships */
    {STEPS({CHOOSE, .n = 2, .at = LOD_CITIES, NOT_PASSIVE_SUPPORT},
           {SHIFT, .n = 1, .level = LOD_PASSIVE_SUPPORT, THERE}),
     STEPS({CHOOSE, .n = 2, .at = LOD_CITIES},
           {PUT, .n = 1, .kinds = NEW_MILITIA, .flags = EACH, THERE},
           {SHIFT, .n = 1, .level = LOD_PASSIVE_OPPOSITION, THERE},
           {MARK, .n = 1, .marker = LOD_PROPAGANDA, THERE})},
    /* lod.card.26 Josiah Martin, NC Royal Governor, Plots */
    {STEPS({WAY, .choice = LOD_CHOICE_FORT, .able = north_carolina_ways},
           {PUT, .n = 1, .kinds = BRITISH_FORTS, A_SPACE(LOD_NORTH_CAROLINA), .way = 1,
            .always = "only a way that can be gone is open"},
           {PUT, .n = 2, .kinds = TORY_CUBES, A_SPACE(LOD_NORTH_CAROLINA), .way = 2,
            .always = "only a way that can be gone is open"}),
     STEPS({COMMAND, PATRIOTS, 1, OPTIONAL | IS_THERE, .command = LOD_MARCH,
            A_SPACE(LOD_NORTH_CAROLINA)},
           {COMMAND, PATRIOTS, 1, OPTIONAL, .command = LOD_BATTLE, THERE})},
    /* lod.card.27 The Queen's Rangers Show for Battle */
    {STEPS({CHOOSE, .n = 2, .at = LOD_COLONIES, BRITISH_CONTROLLED},
           {PUT, .n = 2, .kinds = TORY_CUBES, .flags = EACH | OR_UNAVAILABLE, THERE}),
     STEPS({CHOOSE, .n = 2, .at = LOD_CITIES},
           {SHIFT, .n = 1, .level = LOD_ACTIVE_OPPOSITION, THERE},
           {PUT, .n = 1, .kinds = NEW_MILITIA, .flags = EACH, THERE})},
    /* lod.card.28 Battle of Moore's Creek Bridge */
    {STEPS({CHOOSE, .n = 1, WITH_MILITIA},
           {REPLACE, .n = ALL, .kinds = LOD_MILITIAS, .into = LOD_TORY, .n_into = 2, THERE}),
     STEPS({CHOOSE, .n = 1, WITH_TORIES},
           {REPLACE, .n = ALL, .kinds = TORY_CUBES, .into = LOD_MILITIA, .n_into = 2, THERE})},
    /* lod.card.29 Edward Bancroft, British Spy */
    {STEPS({NAME, .factions = FACTION(LOD_PATRIOTS) | FACTION(LOD_INDIANS)},
           {FLIP, NAMED, 1, OWN | TO_HALF, .kinds = NEW_MILITIA | NEW_WAR_PARTIES,
            .says = "turn own Militia or War Parties Active until half of them are"})},
    /* lod.card.30 Hessians */
    {STEPS({CHOOSE, .n = 3, .flags = OPTIONAL,
            WHERE(regulars_in_control, "under British Control, with British Regulars")},
           {PUT, .n = 2, .kinds = REGULARS, .flags = OPTIONAL | EACH | OR_UNAVAILABLE, THERE},
           {RESOURCES, BRITISH, 2}),
     STEPS({REMOVE, BRITISH, .count = fifth_of_regulars, .kinds = REGULARS,
            .says = "remove a fifth of the British Regulars"})},
    /* lod.card.31 Thomas Brown and the King's Rangers */
    {STEPS({CHOOSE, .n = 1, .at = DEEP_SOUTH},
           {PUT, .n = 1, .kinds = BRITISH_FORTS, THERE},
           {PUT, .n = 2, .kinds = TORY_CUBES, THERE}),
     STEPS({CHOOSE, PATRIOTS, 1, .at = DEEP_SOUTH},
           {PUT, PATRIOTS, 2, .kinds = NEW_MILITIA, THERE},
           {SPECIAL, PATRIOTS, 1, OPTIONAL, .special = LOD_PARTISANS, THERE})},
    /* lod.card.32 Rule Britannia! */
    {STEPS({PUT, .n = 4, .kinds = LOD_BRITISH_CUBES, .at = LOD_COLONIES,
            .flags = OPTIONAL | ONE_SPACE | TWO_OF_A_KIND | OR_UNAVAILABLE}),
     STEPS({NAME, .flags = OPTIONAL, .factions = FACTION_BIT_ALL, .able = all_if_british_cities,
            .says = "name who gains half as many Resources as there are Cities under British Control"},
           {RESOURCES, NAMED, .count = half_of_british_cities, .says = "these Resources"})},
    /* lod.card.33 The Burning of Falmouth */
    {STEPS({RESOURCES, PATRIOTS, -3},
           {REMOVE, PATRIOTS, 2, .kinds = LOD_MILITIAS}),
     STEPS({COMMAND, PATRIOTS, 2, .command = LOD_RALLY,
            WHERE(near_massachusetts, "next to Massachusetts")},
           {RESOURCES, PATRIOTS, 3})},
    /* lod.card.34 Lord Sandwich, First Lord of the Admiralty */
    {STEPS({RESOURCES, BRITISH, 6},
           {FNI, .n = -1}),
     STEPS({FNI, .n = 1},
           {BAR, BRITISH})},
    /* lod.card.35 Tryon Plot */
    {STEPS({CHOOSE, .n = 1, .at = BOTH_NEW_YORKS, WHERE(with_patriots, "with Patriot pieces")},
           {REMOVE, .n = 2, .kinds = LOD_PATRIOT_PIECES, THERE},
           {FLIP, .n = ALL, .kinds = NEW_MILITIA, THERE}),
     STEPS({CHOOSE, .n = 1, WHERE(tories_about_new_york, "with Tories, New York or one next to it")},
           {REMOVE, .n = ALL, .kinds = TORY_CUBES, THERE})},
    /* lod.card.36 Naval Battle in West Indies */
    {STEPS({REMOVE, FRENCH, 3, .kinds = FRENCH_REGULARS, MAP_AND_INDIES},
           {FNI, .n = -1}),
     STEPS({REMOVE, BRITISH, 4, .kinds = REGULARS, A_SPACE(LOD_WEST_INDIES)})},
    /* lod.card.37 The Armada of 1779 */
    {STEPS({RESOURCES, PATRIOTS, -2},
           {RESOURCES, FRENCH, -3},
           {FNI, .n = -1}),
     STEPS({REMOVE, .n = 4, .kinds = REGULARS},
           {FNI, .n = 1})},
    /* lod.card.38 Johnson's Royal Greens */
    {STEPS({PUT, BRITISH, 4, OPTIONAL | ONE_SPACE | OR_UNAVAILABLE, .kinds = LOD_BRITISH_CUBES,
            .at = MK_BIT(LOD_QUEBEC) | MK_BIT(LOD_NEW_YORK)},
           {KEEP, BRITISH}),
     STEPS({PUT, .n = 3, .kinds = NEW_MILITIA | NEW_WAR_PARTIES, .flags = ONE_KIND,
            A_SPACE(LOD_NEW_YORK)})},
    /* lod.card.39 "His Majesty, King Mob" Protests */
    {STEPS({CHOOSE, .n = 3, .at = LOD_CITIES, NOT_NEUTRAL},
           {SHIFT, .n = 1, .level = LOD_NEUTRAL, THERE})},
    /* lod.card.40 Battle of the Chesapeake */
    {STEPS({FNI, .n = -3, .says = "French Naval Intervention to 0"},
           {RESOURCES, BRITISH, 2}),
     STEPS({FNI, .n = 3, .says = "French Naval Intervention to 3"})},
    /* lod.card.41 William Pitt: America Can't Be Conquered */
    {STEPS({CHOOSE, .n = 2, .at = LOD_COLONIES, NOT_PASSIVE_SUPPORT},
           {SHIFT, .n = 2, .level = LOD_PASSIVE_SUPPORT, THERE}),
     STEPS({CHOOSE, .n = 2, .at = LOD_COLONIES, NOT_PASSIVE_OPPOSITION},
           {SHIFT, .n = 2, .level = LOD_PASSIVE_OPPOSITION, THERE})},
    /* lod.card.42 British Attack Danbury */
    {STEPS({RESOURCES, PATRIOTS, -3},
           {PUT, BRITISH, 1, .kinds = TORY_CUBES, A_SPACE(LOD_CONNECTICUT)}),
     STEPS({PUT, PATRIOTS, 3, .kinds = NEW_MILITIA, A_SPACE(LOD_CONNECTICUT)},
           {PUT, PATRIOTS, 1, .kinds = CONTINENTALS, A_SPACE(LOD_CONNECTICUT)})},
    /* lod.card.43 HMS Russian Merchant with 4,000 Muskets */
    {STEPS({CHOOSE, BRITISH, 3, OPTIONAL, WHERE(with_regulars, "with British Regulars")},
           {PUT, BRITISH, 2, OPTIONAL | EACH | OR_UNAVAILABLE, .kinds = TORY_CUBES, THERE}),
     STEPS({REMOVE, BRITISH, .count = third_of_tories, .kinds = TORY_CUBES,
            .says = "remove a third of the Tories"})},
    /* lod.card.44 Earl of Mansfield Recalled From Paris */
    {STEPS({NAME, .factions = FACTION_BIT_ALL, .says = "name who becomes Ineligible"},
           {BAR, NAMED})},
    /* lod.card.45 Adam Smith ~ Wealth of Nations */
    {STEPS({RESOURCES, BRITISH, 6}),
     STEPS({RESOURCES, BRITISH, -4})},
    /* lod.card.46 Edmund Burke on Conciliation */
    {STEPS({PUT, .n = 3, .kinds = TORY_CUBES, .flags = ONE_PER_SPACE | OR_UNAVAILABLE}),
     STEPS({CHOOSE, .n = 2, .at = LOD_CITIES, NOT_PASSIVE_OPPOSITION},
           {SHIFT, .n = 1, .level = LOD_PASSIVE_OPPOSITION, THERE})},
    /* lod.card.47 Tories Tested */
    {STEPS({CHOOSE, .n = 1, .at = LOD_COLONIES, BRITISH_CONTROLLED},
           {PUT, .n = 3, .kinds = TORY_CUBES, THERE}),
     STEPS({CHOOSE, .n = 1, .at = LOD_COLONIES},
           {REPLACE, .n = ALL, .kinds = TORY_CUBES, .into = LOD_MILITIA, .n_into = 1, THERE},
           {MARK, .n = 2, .marker = LOD_PROPAGANDA, THERE})},
    /* lod.card.48 God Save the King */
    {STEPS({COMMAND, BRITISH, 1, IS_THERE, .command = LOD_MARCH},
           {COMMAND, BRITISH, 1, OPTIONAL, .command = LOD_BATTLE, THERE}),
     STEPS({NAME, .factions = FACTION_BIT_ALL, .able = among_regulars,
            .says = "name who moves away from British Regulars"},
           {MOVE, NAMED, .flags = OWN, .kinds = LOD_ALL_PIECES & ~LOD_STRONGHOLDS, .sources = 3,
            WHERE(named_among_regulars, "with British Regulars"),
            .always = "only who stands among them is named"})},
};
/* clang-format on */
