/* cards_french.c - Event cards 49 to 72, on which the French come first, and the Treaty of
 * Alliance. */
#include "events.h"

#include <assert.h>

#define NORTHERN_FRONTIER (MK_BIT(LOD_NEW_YORK) | MK_BIT(LOD_QUEBEC) | MK_BIT(LOD_NORTHWEST))

/* ---- Between boxes ---- */

static void move_french(lod_state *s, int from, int to, int n, mk_log *log) {
    int there = s->piece[from][LOD_FRENCH_REGULAR];
    if (n > there) n = there;
    if (!n) return;
    lod_move(s, LOD_FRENCH_REGULAR, from, to, n);
    mk_log_event(log, LOD_E_BOXES, LOD_FRENCH, MK_EVERYONE, 0, (int16_t)n, LOD_FRENCH_REGULAR,
                 (int16_t)from, (int16_t)to);
}

/* 49 */
static void french_stand_down(lod_state *s, mk_log *log) {
    move_french(s, LOD_AVAILABLE, LOD_UNAVAILABLE, 5, log);
}
static void french_stand_to(lod_state *s, mk_log *log) {
    move_french(s, LOD_UNAVAILABLE, LOD_AVAILABLE, 5, log);
}

/* 54 */
static void move_squadrons(lod_state *s, int n, mk_log *log) {
    if (n > s->squadrons_unavailable) n = s->squadrons_unavailable;
    if (-n > s->squadrons) n = -s->squadrons;
    if (!n) return;
    s->squadrons = (uint8_t)(s->squadrons + n);
    s->squadrons_unavailable = (uint8_t)(s->squadrons_unavailable - n);
    mk_log_event(log, LOD_E_SQUADRON, LOD_FRENCH, MK_EVERYONE, 0, s->squadrons,
                 s->squadrons_unavailable);
}
static void squadron_goes_home(lod_state *s, mk_log *log) { move_squadrons(s, -1, log); }
static void squadrons_sail(lod_state *s, mk_log *log) { move_squadrons(s, 2, log); }

/* ---- Who can ---- */

static bool can(const lod_state *s, lod_faction f, lod_command_kind kind, mk_set64 allowed) {
    lod_grant g = {.faction = f, .kind = kind, .allowed = allowed, .limit = 1, .flags = LOD_FREE};
    return lod_command_possible(s, &g);
}

/* 52 */
static uint8_t can_battle(const lod_state *s) {
    unsigned able = 0;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (can(s, f, LOD_BATTLE, 0)) able |= FACTION(f);
    }
    return (uint8_t)able;
}

/* 66 */
static uint8_t can_march_to_florida(const lod_state *s) {
    unsigned able = 0;
    for (int f = LOD_PATRIOTS; f <= LOD_FRENCH; f++) {
        if (can(s, f, LOD_MARCH, MK_BIT(LOD_FLORIDA))) able |= FACTION(f);
    }
    return (uint8_t)able;
}

/* 67 */
static uint8_t can_rally_or_muster(const lod_state *s) {
    unsigned able = can(s, LOD_PATRIOTS, LOD_RALLY, 0) ? FACTION(LOD_PATRIOTS) : 0;
    if (can(s, LOD_FRENCH, LOD_MUSTER, 0)) able |= FACTION(LOD_FRENCH);
    return (uint8_t)able;
}

/* 59 */
static mk_set64 with_continentals_or_french(const lod_state *s) {
    return lod_with(s, LOD_REBEL_CUBES);
}

/* 62: 1 French in Quebec, 2 Militia in the Northwest */
static uint8_t langlade_ways(const lod_state *s) {
    bool french = s->treaty && lod_obtainable(s, s->event.executor, LOD_FRENCH_REGULAR);
    bool militia = lod_obtainable(s, s->event.executor, LOD_MILITIA);
    return (uint8_t)(french << 1 | militia << 2);
}

/* 71: printed population, Blockades or not */
static int population_of_rebel_cities(const lod_state *s) {
    mk_set64 cities = s->control[LOD_REBELLION] & LOD_CITIES;
    return mk_set_size(cities & lod.populated) + mk_set_size(cities & lod.double_population);
}

/* ---- lod.card.109 Treaty of Alliance ---- */

static void make_treaty(lod_state *s, mk_log *log) {
    (void)log;
    s->treaty = 1;
}

/* The French Leader goes to where the French came ashore. */
static void leader_lands(lod_state *s, mk_log *log) {
    mk_set64 ashore = s->event.label & s->where[LOD_FRENCH_REGULAR];
    if (!ashore || s->leader_at[LOD_FRENCH] == mk_set_first(ashore)) return;
    lod_lead_to(s, LOD_FRENCH, mk_set_first(ashore), log);
}

static void to_indies(lod_state *s, lod_piece p, mk_log *log) {
    int n = 3;
    n -= lod_place_from(s, p, LOD_UNAVAILABLE, LOD_WEST_INDIES, n, log);
    lod_place_from(s, p, LOD_AVAILABLE, LOD_WEST_INDIES, n, log);
}
static void both_to_indies(lod_state *s, mk_log *log) {
    to_indies(s, LOD_FRENCH_REGULAR, log);
    to_indies(s, LOD_BRITISH_REGULAR, log);
}

/* clang-format off */
const lod_effect lod_treaty_card = {
    STEPS({CALL, .flags = OPTIONAL, .call = make_treaty, .says = "France is at war",
           .always = "it is made here"},
          {COMMAND, FRENCH, 1, IS_THERE, .command = LOD_MUSTER,
            .always = "the West Indies are open to them"},
          {CALL, .flags = OPTIONAL, .call = leader_lands,
           .says = "the French Leader goes to where they mustered",
           .always = "he stays if nobody mustered"},
          {FNI, .n = 1},
          {CALL, .call = both_to_indies,
           .says = "3 French and 3 British Regulars to the West Indies",
           .hardly = "some of them are in the boxes before the war"}),
    NULL};

const lod_effect lod_french_cards[24] = {
    /* lod.card.49 Claude Louis, Comte de Saint-Germain */
    {STEPS({CALL, .call = french_stand_down,
            .says = "5 French Regulars from Available to Unavailable"}),
     STEPS({CALL, .call = french_stand_to,
            .says = "5 French Regulars from Unavailable to Available"})},
    /* lod.card.50 Admiral d'Estaing, French Fleet Arrives */
    {STEPS({BAR, FRENCH},
           {REMOVE, .n = 2, .kinds = FRENCH_REGULARS, MAP_AND_INDIES}),
     STEPS({CHOOSE, .n = 1, .at = LOD_COLONIES},
           {PUT, .n = 2, .kinds = CONTINENTALS, THERE},
           {PUT, .n = 2, .kinds = FRENCH_REGULARS, .flags = OR_INDIES, THERE})},
    /* lod.card.51 Bermuda Gunpowder Plot */
    {STEPS({COMMAND, BRITISH, 1, IS_THERE, .command = LOD_MARCH},
           {COMMAND, BRITISH, 1, .command = LOD_BATTLE, .attacker_loss = -2, THERE}),
     STEPS({COMMAND, PATRIOTS, 1, IS_THERE, .command = LOD_MARCH},
           {COMMAND, PATRIOTS, 1, .command = LOD_BATTLE, .defender_loss = 2, THERE})},
    /* lod.card.52 French Fleet Arrives in the Wrong Spot */
    {STEPS({REMOVE, .n = 4, .kinds = FRENCH_REGULARS, .flags = OPTIONAL},
           {NAME, .factions = FACTION_BIT_ALL, .able = can_battle, .says = "name who fights"},
           {COMMAND, NAMED, 1, .command = LOD_BATTLE, .force = 2,
            .always = "only who can is named"})},
    /* lod.card.53 French Ports Accept Patriot's Ships */
    {STEPS({RESOURCES, BRITISH, 3},
           {FNI, .n = -2}),
     STEPS({RESOURCES, BRITISH, -2},
           {RESOURCES, PATRIOTS, 2},
           {FNI, .n = 1})},
    /* lod.card.54 Antoine de Sartine, Secretary of the Navy */
    {STEPS({CALL, .call = squadron_goes_home,
            .says = "a Squadron from the West Indies to Unavailable"}),
     STEPS({CALL, .call = squadrons_sail,
            .says = "2 Squadrons from Unavailable to the West Indies"})},
    /* lod.card.55 French Navy Dominates Caribbean */
    {STEPS({MOVE, .n = 3, .kinds = FRENCH_REGULARS, .to = MK_BIT(LOD_WEST_INDIES)},
           {COMMAND, FRENCH, 1, OPTIONAL, .command = LOD_BATTLE, A_SPACE(LOD_WEST_INDIES)},
           {FNI, .n = -1}),
     STEPS({MOVE, .n = 4, .kinds = REGULARS, .to = MK_BIT(LOD_WEST_INDIES)},
           {COMMAND, BRITISH, 1, .command = LOD_BATTLE, A_SPACE(LOD_WEST_INDIES)})},
    /* lod.card.56 Jacques Turgot's Economic Liberalism */
    {STEPS({RESOURCES, PATRIOTS, -3}),
     STEPS({RESOURCES, PATRIOTS, 3})},
    /* lod.card.57 French Fleet Sails for the Caribbean */
    {STEPS({PUT, .n = 2, .kinds = FRENCH_REGULARS, A_SPACE(LOD_WEST_INDIES)},
           {BAR, FRENCH},
           {FNI, .n = -1}),
     STEPS({MOVE, .n = 2, .kinds = REGULARS, .to = MK_BIT(LOD_WEST_INDIES)},
           {BAR, BRITISH})},
    /* lod.card.58 Marquis de Lafayette Arrives in Colonies */
    {STEPS({RESOURCES, PATRIOTS, -4}),
     STEPS({REPLACE, .n = ALL, .kinds = TORY_CUBES, .into = LOD_MILITIA, .n_into = 1,
            .at = NORTHERN_FRONTIER})},
    /* lod.card.59 Tronson de Coudray Arrives in America */
    {STEPS({CHOOSE, .n = 1,
            WHERE(with_continentals_or_french, "with Continentals or French Regulars")},
           {REMOVE, .n = 2, .kinds = CONTINENTALS, THERE},
           {REMOVE, .n = 2, .kinds = FRENCH_REGULARS, THERE}),
     STEPS({RESOURCES, PATRIOTS, 3})},
    /* lod.card.60 Comte d'Orvilliers Builds a Fleet at Brest */
    {STEPS({FNI, .n = -2},
           {RESOURCES, FRENCH, -4}),
     STEPS({FNI, .n = 1},
           {RESOURCES, BRITISH, -3})},
    /* lod.card.61 Minister Comte de Vergennes */
    {STEPS({BAR, PATRIOTS}),
     STEPS({RESOURCES, PATRIOTS, 3},
           {RESOURCES, FRENCH, 2})},
    /* lod.card.62 Charles Michel de Langlade */
    {STEPS({PUT, .n = 3, .kinds = NEW_WAR_PARTIES | TORY_CUBES, .flags = ONE_SPACE | ONE_KIND,
            .at = NORTHERN_FRONTIER}),
     STEPS({WAY, .choice = LOD_CHOICE_FRENCH_IN_QUEBEC, .able = langlade_ways},
           {PUT, .n = 3, .kinds = FRENCH_REGULARS, A_SPACE(LOD_QUEBEC), .way = 1,
            .always = "only a way that can be gone is open"},
           {PUT, .n = 3, .kinds = NEW_MILITIA, A_SPACE(LOD_NORTHWEST), .way = 2,
            .always = "only a way that can be gone is open"})},
    /* lod.card.63 French and Spanish Besiege Gibraltar */
    {STEPS({RESOURCES, BRITISH, 1},
           {FNI, .n = -1},
           {REMOVE, .n = 2, .kinds = REGULARS, A_SPACE(LOD_WEST_INDIES)}),
     STEPS({RESOURCES, BRITISH, -5})},
    /* lod.card.64 The Affair of Fielding and Bylandt */
    {STEPS({RESOURCES, BRITISH, 3},
           {FNI, .n = -1}),
     STEPS({RESOURCES, PATRIOTS, 5})},
    /* lod.card.65 Jacques Necker, Finance Minister */
    {STEPS({RESOURCES, FRENCH, -4}),
     STEPS({RESOURCES, FRENCH, 3})},
    /* lod.card.66 Don Bernardo Takes Pensacola */
    {STEPS({PUT, .n = 6, .kinds = LOD_BRITISH_CUBES, .flags = ONE_SPACE,
            .at = MK_BIT(LOD_FLORIDA) | MK_BIT(LOD_SOUTHWEST)}),
     STEPS({NAME, .factions = FACTION_BIT_ALL, .able = can_march_to_florida,
            .says = "name who marches", .always = "the Patriots always can"},
           {COMMAND, NAMED, 1, IS_THERE, .command = LOD_MARCH, A_SPACE(LOD_FLORIDA),
            .always = "only who can is named"},
           {COMMAND, NAMED, 1, .command = LOD_BATTLE, .force = 2, THERE})},
    /* lod.card.67 De Grasse Arrives with the French Fleet */
    {STEPS({FNI, .n = -1},
           {REMOVE, .n = 3, .kinds = FRENCH_REGULARS, A_SPACE(LOD_WEST_INDIES)}),
     STEPS({NAME, .factions = FACTION_BIT_ALL, .able = can_rally_or_muster,
            .says = "name who raises troops"},
           {COMMAND, PATRIOTS, 1, .command = LOD_RALLY, .named = PATRIOTS,
            .always = "only who can is named"},
           {COMMAND, FRENCH, 1, .command = LOD_MUSTER, .named = FRENCH,
            .always = "only who can is named"},
           {KEEP, NAMED})},
    /* lod.card.68 French in America Want Canada */
    {STEPS({MOVE, .n = 6, .kinds = LOD_BRITISH_CUBES | LOD_REBEL_CUBES, .flags = OPTIONAL | OWN,
            .to = MK_BIT(LOD_QUEBEC)},
           {PUT, .n = 1, .kinds = BRITISH_FORTS | PATRIOT_FORTS, .flags = FRIENDLY,
            A_SPACE(LOD_QUEBEC)})},
    /* lod.card.69 Admiral Pierre André de Suffren */
    {STEPS({FNI, .n = -2},
           {RESOURCES, BRITISH, 2}),
     STEPS({FNI, .n = 1},
           {RESOURCES, FRENCH, 3})},
    /* lod.card.70 British Gain From French in India */
    {STEPS({REMOVE, .n = 3, .kinds = REGULARS | FRENCH_REGULARS, MAP_AND_INDIES})},
    /* lod.card.71 Treaty of Amity and Commerce */
    {STEPS({RESOURCES, PATRIOTS, .count = population_of_rebel_cities,
            .says = "Resources for the Patriots, by the population of Cities under Rebellion Control"}),
     STEPS({RESOURCES, FRENCH, 5})},
    /* lod.card.72 French Settlers Help */
    {STEPS({CHOOSE, .n = 1, .at = LOD_RESERVES},
           {PUT, .n = 1, .kinds = LOD_STRONGHOLDS, .flags = FRIENDLY, THERE},
           {PUT, .n = 3, .flags = FRIENDLY, THERE,
            .kinds = NEW_MILITIA | NEW_WAR_PARTIES | LOD_BRITISH_CUBES | LOD_REBEL_CUBES})},
};
/* clang-format on */
