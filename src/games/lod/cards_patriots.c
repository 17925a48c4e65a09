/* cards_patriots.c - Event cards 1 to 24, on which the Patriots come first. */
#include "events.h"

#define CAROLINAS (MK_BIT(LOD_NORTH_CAROLINA) | MK_BIT(LOD_SOUTH_CAROLINA))
#define DEEP_SOUTH (MK_BIT(LOD_SOUTH_CAROLINA) | MK_BIT(LOD_GEORGIA))
#define WESTERN_RESERVES (MK_BIT(LOD_NORTHWEST) | MK_BIT(LOD_SOUTHWEST))
#define OVERMOUNTAIN (MK_BIT(LOD_NORTH_CAROLINA) | MK_BIT(LOD_SOUTHWEST))

/* 6 */
static mk_set64 with_militia_or_forts(const lod_state *s) {
    return lod_with_militia(s) | s->where[LOD_PATRIOT_FORT];
}

/* 11: in Rebellion Control, with a Patriot piece to give up */
static mk_set64 patriots_in_control(const lod_state *s) {
    return s->control[LOD_REBELLION] & lod_with(s, LOD_PATRIOT_PIECES);
}

/* 14: 1 Scout, 2 March */
static uint8_t overmountain_ways(const lod_state *s) {
    lod_grant g = {.faction = LOD_INDIANS, .allowed = OVERMOUNTAIN, .limit = 1, .flags = LOD_FREE};
    g.kind = LOD_SCOUT;
    unsigned ways = lod_command_possible(s, &g) ? 1 << 1 : 0;
    g.kind = LOD_MARCH;
    if (lod_command_possible(s, &g)) ways |= 1 << 2;
    return (uint8_t)ways;
}

/* 14: the Indians by War Path, the British by Battle */
static uint8_t strikers_there(const lod_state *s) {
    lod_granted_special path = {.faction = LOD_INDIANS,
                                .flags = LOD_FREE,
                                .limit = 1,
                                .kinds = LOD_SPECIAL(LOD_WAR_PATH),
                                .allowed = s->event.label};
    lod_grant battle = {LOD_BRITISH, LOD_BATTLE, s->event.label, .limit = 1, .flags = LOD_FREE};
    if (!s->event.label) return 0;
    unsigned able = lod_grant_special_possible(s, &path) ? FACTION(LOD_INDIANS) : 0;
    if (lod_command_possible(s, &battle)) able |= FACTION(LOD_BRITISH);
    return (uint8_t)able;
}

/* 22 */
static mk_set64 with_patriot_units(const lod_state *s) { return lod_with(s, LOD_PATRIOT_UNITS); }

/* 23: the executor, if it is one of the two */
static uint8_t royalist_decides(const lod_state *s) {
    lod_faction x = s->event.executor;
    bool royalist = lod_side_of(x) == LOD_ROYALISTS;
    return (uint8_t)(royalist ? FACTION(x) : FACTION(LOD_BRITISH) | FACTION(LOD_INDIANS));
}

static mk_set64 near_there(const lod_state *s) { return lod_near_any(s, s->event.label); }
static mk_set64 there_before(const lod_state *s) { return s->event.before; }

static mk_set64 militia_and_british_units(const lod_state *s) {
    return lod_with_militia(s) & lod_with(s, LOD_BRITISH_CUBES);
}

#define MARCH_AND_BATTLE(...)                                                                      \
    {COMMAND, PATRIOTS, 1, IS_THERE, .command = LOD_MARCH, __VA_ARGS__}, {                         \
        COMMAND, PATRIOTS, 1, .command = LOD_BATTLE, THERE                                         \
    }

/* clang-format off */
const lod_effect lod_patriot_cards[24] = {
    /* lod.card.1 Waxhaws Massacre */
    {STEPS({CHOOSE, .n = 1, WITH_BRITISH},
           {REMOVE, .n = 2, .kinds = CONTINENTALS, .flags = CASUALTY, THERE},
           {SHIFT, .n = 1, .level = LOD_ACTIVE_SUPPORT, THERE},
           {MARK, .n = 2, .marker = LOD_PROPAGANDA, THERE}),
     STEPS(MARCH_AND_BATTLE(.at = 0),
           {MARK, .n = 2, .marker = LOD_PROPAGANDA, THERE},
           {SHIFT, .n = 1, .level = LOD_NEUTRAL, THERE})},
    /* lod.card.2 Common Sense */
    {STEPS({PUT, BRITISH, 4, OPTIONAL | ONE_SPACE | TWO_OF_A_KIND | IS_THERE,
            .kinds = LOD_BRITISH_CUBES, .at = LOD_CITIES},
           {CHOOSE, .n = 1, .flags = UNLESS_THERE, .at = LOD_CITIES,
            .says = "choose 1 City if nobody was placed"},
           {MARK, .n = 2, .marker = LOD_PROPAGANDA, THERE},
           {RESOURCES, BRITISH, 4}),
     STEPS({CHOOSE, .n = 2, .at = LOD_CITIES},
           {SHIFT, .n = 1, .level = LOD_ACTIVE_OPPOSITION, THERE},
           {MARK, .n = 2, .marker = LOD_PROPAGANDA, THERE})},
    /* lod.card.3 George Rogers Clark's Illinois Campaign */
    {STEPS({REMOVE, .n = ALL, .kinds = LOD_PATRIOT_PIECES, .at = WESTERN_RESERVES}),
     STEPS({CHOOSE, PATRIOTS, 1, .at = WESTERN_RESERVES},
           {PUT, PATRIOTS, 2, OPTIONAL, .kinds = NEW_MILITIA, THERE},
           {SPECIAL, PATRIOTS, 1, OPTIONAL, .special = LOD_PARTISANS, THERE},
           {CHOOSE, PATRIOTS, 1, .at = WESTERN_RESERVES, .where = lod_elsewhere,
            .says = "then the other one", .always = "one of the two is left"},
           {PUT, PATRIOTS, 2, OPTIONAL, .kinds = NEW_MILITIA, THERE},
           {SPECIAL, PATRIOTS, 1, OPTIONAL, .special = LOD_PARTISANS, THERE})},
    /* lod.card.4 The Penobscot Expedition */
    {STEPS({REMOVE, .n = 3, .kinds = LOD_MILITIAS},
           {RESOURCES, PATRIOTS, -2}),
     STEPS({PUT, .n = 1, .kinds = LOD_STRONGHOLDS, A_SPACE(LOD_MASSACHUSETTS)},
           {PUT, .n = 3, .kinds = NEW_MILITIA | NEW_WAR_PARTIES, A_SPACE(LOD_MASSACHUSETTS)})},
    /* lod.card.5 William Alexander, Lord Stirling */
    {STEPS({BAR, PATRIOTS}),
     STEPS({COMMAND, PATRIOTS, 1, OPTIONAL | IS_THERE, .command = LOD_MARCH},
           {COMMAND, PATRIOTS, 1, OPTIONAL, .command = LOD_BATTLE, THERE})},
    /* lod.card.6 Benedict Arnold */
    {STEPS({CHOOSE, .n = 1, .at = LOD_COLONIES,
            WHERE(with_militia_or_forts, "with Militia or a Patriot Fort")},
           {REMOVE, .n = 1, .kinds = PATRIOT_FORTS, .flags = CASUALTY, THERE},
           {REMOVE, .n = 2, .kinds = LOD_MILITIAS, THERE}),
     STEPS({CHOOSE, .n = 1, WITH_BRITISH},
           {REMOVE, .n = 1, .kinds = BRITISH_FORTS, .flags = CASUALTY, THERE},
           {REMOVE, .n = 2, .kinds = LOD_BRITISH_CUBES, .flags = CASUALTY, THERE})},
    /* lod.card.7 John Paul Jones */
    {STEPS({RESOURCES, BRITISH, 3},
           {FNI, .n = -1},
           {PUT, .n = 2, .kinds = REGULARS, .flags = OPTIONAL | ONE_SPACE,
            .at = LOD_CITIES | MK_BIT(LOD_WEST_INDIES)}),
     STEPS({RESOURCES, PATRIOTS, 5},
           {FNI, .n = 1})},
    /* lod.card.8 Culper Spy Ring */
    {STEPS({FLIP, .n = 3, .kinds = NEW_MILITIA}),
     STEPS({REMOVE, .n = 3, .kinds = LOD_BRITISH_CUBES, .flags = CASUALTY})},
    /* lod.card.9 Friedrich Wilhelm von Steuben */
    {STEPS({SPECIAL, BRITISH, 3, OPTIONAL, .special = LOD_SKIRMISH}),
     STEPS({SPECIAL, PATRIOTS, 3, OPTIONAL, .special = LOD_SKIRMISH})},
    /* lod.card.10 Benjamin Franklin Travels to France */
    {STEPS({CHOOSE, .n = 2, .at = LOD_CITIES, NOT_ACTIVE_SUPPORT},
           {SHIFT, .n = 1, .level = LOD_ACTIVE_SUPPORT, THERE}),
     STEPS({RESOURCES, FRENCH, 3},
           {RESOURCES, PATRIOTS, 2})},
    /* lod.card.11 Thaddeus Kosciuszko, Expert Engineer */
    {STEPS({REMOVE, PATRIOTS, 2, .kinds = PATRIOT_FORTS}),
     STEPS({CHOOSE, PATRIOTS, 2, OPTIONAL,
            WHERE(patriots_in_control, "under Rebellion Control, with Patriot pieces")},
           {REPLACE, PATRIOTS, 1, EACH, .kinds = LOD_PATRIOT_PIECES, THERE,
            .into = LOD_PATRIOT_FORT, .n_into = 1})},
    /* lod.card.12 Martha Washington to Valley Forge */
    {STEPS({DESERT, .desertion = LOD_PATRIOT_DESERTION}),
     STEPS({RESOURCES, PATRIOTS, 5})},
    /* lod.card.13 "...the origin of all our misfortunes" */
    {STEPS({DESERT, .desertion = LOD_PATRIOT_DESERTION}),
     STEPS({CHOOSE, PATRIOTS, 4, OPTIONAL, WITH_MILITIA},
           {PUT, PATRIOTS, 1, EACH | ACTIVE, .kinds = NEW_MILITIA, THERE})},
    /* lod.card.14 Overmountain Men Fight for North Carolina */
    {STEPS({WAY, INDIANS, .choice = LOD_CHOICE_SCOUT, .able = overmountain_ways,
            .always = "a March needs no more than a destination"},
           {COMMAND, INDIANS, 1, IS_THERE, .command = LOD_SCOUT, .at = OVERMOUNTAIN, .way = 1,
            .always = "only a way that can be gone is open"},
           {COMMAND, INDIANS, 1, IS_THERE, .command = LOD_MARCH, .at = OVERMOUNTAIN, .way = 2,
            .always = "only a way that can be gone is open"},
           {NAME, .factions = FACTION(LOD_INDIANS) | FACTION(LOD_BRITISH), .able = strikers_there,
            .says = "name who strikes there"},
           {SPECIAL, INDIANS, 1, .special = LOD_WAR_PATH, THERE, .named = INDIANS,
            .always = "only who can is named"},
           {COMMAND, BRITISH, 1, .command = LOD_BATTLE, THERE, .named = BRITISH,
            .always = "only who can is named"}),
     STEPS(MARCH_AND_BATTLE(.at = OVERMOUNTAIN))},
    /* lod.card.15 Morgan's Rifles */
    {STEPS({SHIFT, .n = 2, .level = LOD_ACTIVE_SUPPORT, A_SPACE(LOD_VIRGINIA)},
           {PUT, .n = 2, .kinds = TORY_CUBES, A_SPACE(LOD_VIRGINIA)}),
     STEPS(MARCH_AND_BATTLE(.at = LOD_COLONIES),
           {SPECIAL, PATRIOTS, 1, .special = LOD_PARTISANS, THERE})},
    /* lod.card.16 Mercy Warren's "The Motley Assembly" */
    {STEPS({PUT, .n = 2, .kinds = TORY_CUBES}),
     STEPS({CHOOSE, .n = 1, .at = LOD_CITIES, NOT_PASSIVE_OPPOSITION},
           {LEVEL, .level = LOD_PASSIVE_OPPOSITION, THERE})},
    /* lod.card.17 Jane McCrea Murdered by Indians */
    {STEPS({REMOVE, .n = 1, .kinds = PATRIOT_FORTS, .at = LOD_RESERVES}),
     STEPS({REMOVE, .n = 1, .kinds = VILLAGES})},
    /* lod.card.18 "If it hadn't been so stormy..." */
    {STEPS({NAME, .factions = FACTION_BIT_ALL, .says = "name who becomes Ineligible"},
           {BAR, NAMED})},
    /* lod.card.19 Legend of Nathan Hale */
    {STEPS({RESOURCES, PATRIOTS, -4}),
     STEPS({PUT, .n = 3, .kinds = NEW_MILITIA},
           {RESOURCES, PATRIOTS, 3})},
    /* lod.card.20 Continental Marines */
    {STEPS({REMOVE, PATRIOTS, 4, .kinds = CONTINENTALS}),
     STEPS({PUT, PATRIOTS, 4, .kinds = CONTINENTALS, A_SPACE(LOD_NEW_JERSEY)})},
    /* lod.card.21 The Gamecock Thomas Sumter */
    {STEPS({CHOOSE, .n = 1, .at = DEEP_SOUTH, NOT_ACTIVE_SUPPORT},
           {SHIFT, .n = 2, .level = LOD_ACTIVE_SUPPORT, THERE}),
     STEPS(MARCH_AND_BATTLE(.at = DEEP_SOUTH))},
    /* lod.card.22 The Newburgh Conspiracy */
    {STEPS({CHOOSE, .n = 1, .at = LOD_COLONIES, WHERE(with_patriot_units, "with Patriot units")},
           {REMOVE, .n = 4, .kinds = LOD_PATRIOT_UNITS, THERE}),
     STEPS({DESERT, .desertion = LOD_TORY_DESERTION})},
    /* lod.card.23 Lieutenant Colonel Francis Marion */
    {STEPS({NAME, .factions = FACTION_BIT_ALL, .able = royalist_decides,
            .says = "name the British or the Indians to move the Patriots",
            .always = "the British and the Indians are always there"},
           {CHOOSE, NAMED, 1, .at = CAROLINAS, WHERE(with_patriot_units, "with Patriot units")},
           {CHOOSE, NAMED, 1, .at = LOD_PROVINCES, WHERE(near_there, "next to it")},
           {MOVE, NAMED, ALL, .kinds = LOD_PATRIOT_UNITS, .where = there_before,
            .says = "move all Patriot units there"}),
     STEPS({CHOOSE, .n = 1, .at = CAROLINAS,
            WHERE(militia_and_british_units, "with Militia and British units")},
           {REMOVE, .n = 4, .kinds = LOD_BRITISH_CUBES, THERE})},
    /* lod.card.24 Declaration of Independence */
    {STEPS({REMOVE, .n = 2, .kinds = CONTINENTALS},
           {REMOVE, .n = 2, .kinds = LOD_MILITIAS},
           {REMOVE, .n = 1, .kinds = PATRIOT_FORTS}),
     STEPS({PUT, .n = 3, .kinds = NEW_MILITIA, .flags = OPTIONAL | WITH_PROPAGANDA},
           {PUT, .n = 1, .kinds = PATRIOT_FORTS})},
};
/* clang-format on */
