/* The data of Liberty or Death: what is shipped is what the rulebook prints, value by value, and a
 * pack that contradicts itself is refused with the place and the reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../core/facts.h"
#include "core/data.h"
#include "games/lod/data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int load_shipped(void **state) {
    (void)state;
    return facts_shipped("lod");
}

static int load_embedded(void **state) {
    (void)state;
    return facts_embedded("lod");
}

/* ---- What is shipped: the map -------------------------------------------- */

/* clang-format off */
static const struct {
    const char *id, *code;
    int population;
    bool agents;
    mk_set64 near; /* without the two disputed borders */
} spaces[LOD_SPACES] = {
    [LOD_QUEBEC_CITY] = {"quebec_city", "QCY", 1, false,
        MK_BIT(LOD_NEW_HAMPSHIRE) | MK_BIT(LOD_QUEBEC)},
    [LOD_BOSTON] = {"boston", "BOS", 1, false,
        MK_BIT(LOD_MASSACHUSETTS) | MK_BIT(LOD_CONNECTICUT)},
    [LOD_NEW_YORK_CITY] = {"new_york_city", "NYC", 2, false,
        MK_BIT(LOD_NEW_YORK) | MK_BIT(LOD_NEW_JERSEY)},
    [LOD_PHILADELPHIA] = {"philadelphia", "PHI", 1, false,
        MK_BIT(LOD_NEW_JERSEY) | MK_BIT(LOD_PENNSYLVANIA) | MK_BIT(LOD_MARYLAND)},
    [LOD_NORFOLK] = {"norfolk", "NOR", 1, false,
        MK_BIT(LOD_VIRGINIA) | MK_BIT(LOD_NORTH_CAROLINA)},
    [LOD_CHARLES_TOWN] = {"charles_town", "CHA", 1, false,
        MK_BIT(LOD_NORTH_CAROLINA) | MK_BIT(LOD_SOUTH_CAROLINA)},
    [LOD_SAVANNAH] = {"savannah", "SAV", 1, false,
        MK_BIT(LOD_SOUTH_CAROLINA) | MK_BIT(LOD_GEORGIA)},
    [LOD_NEW_HAMPSHIRE] = {"new_hampshire", "NH", 1, true,
        MK_BIT(LOD_QUEBEC_CITY) | MK_BIT(LOD_MASSACHUSETTS) | MK_BIT(LOD_NEW_YORK)},
    [LOD_MASSACHUSETTS] = {"massachusetts", "MA", 2, true,
        MK_BIT(LOD_BOSTON) | MK_BIT(LOD_NEW_HAMPSHIRE) | MK_BIT(LOD_CONNECTICUT) | MK_BIT(LOD_NEW_YORK)},
    [LOD_CONNECTICUT] = {"connecticut_rhode_island", "CT", 2, false,
        MK_BIT(LOD_BOSTON) | MK_BIT(LOD_MASSACHUSETTS) | MK_BIT(LOD_NEW_YORK)},
    [LOD_NEW_YORK] = {"new_york", "NY", 2, true,
        MK_BIT(LOD_NEW_YORK_CITY) | MK_BIT(LOD_NEW_HAMPSHIRE) | MK_BIT(LOD_MASSACHUSETTS) | MK_BIT(LOD_CONNECTICUT) | MK_BIT(LOD_NEW_JERSEY) | MK_BIT(LOD_PENNSYLVANIA) | MK_BIT(LOD_QUEBEC) | MK_BIT(LOD_NORTHWEST)},
    [LOD_NEW_JERSEY] = {"new_jersey", "NJ", 1, false,
        MK_BIT(LOD_NEW_YORK_CITY) | MK_BIT(LOD_PHILADELPHIA) | MK_BIT(LOD_NEW_YORK) | MK_BIT(LOD_PENNSYLVANIA)},
    [LOD_PENNSYLVANIA] = {"pennsylvania", "PA", 2, false,
        MK_BIT(LOD_PHILADELPHIA) | MK_BIT(LOD_NEW_YORK) | MK_BIT(LOD_NEW_JERSEY) | MK_BIT(LOD_MARYLAND) | MK_BIT(LOD_NORTHWEST)},
    [LOD_MARYLAND] = {"maryland_delaware", "MD", 2, false,
        MK_BIT(LOD_PHILADELPHIA) | MK_BIT(LOD_PENNSYLVANIA) | MK_BIT(LOD_VIRGINIA) | MK_BIT(LOD_NORTHWEST)},
    [LOD_VIRGINIA] = {"virginia", "VA", 2, false,
        MK_BIT(LOD_NORFOLK) | MK_BIT(LOD_MARYLAND) | MK_BIT(LOD_NORTH_CAROLINA) | MK_BIT(LOD_NORTHWEST) | MK_BIT(LOD_SOUTHWEST)},
    [LOD_NORTH_CAROLINA] = {"north_carolina", "NC", 2, false,
        MK_BIT(LOD_NORFOLK) | MK_BIT(LOD_CHARLES_TOWN) | MK_BIT(LOD_VIRGINIA) | MK_BIT(LOD_SOUTH_CAROLINA) | MK_BIT(LOD_SOUTHWEST)},
    [LOD_SOUTH_CAROLINA] = {"south_carolina", "SC", 2, false,
        MK_BIT(LOD_CHARLES_TOWN) | MK_BIT(LOD_SAVANNAH) | MK_BIT(LOD_NORTH_CAROLINA) | MK_BIT(LOD_GEORGIA) | MK_BIT(LOD_SOUTHWEST)},
    [LOD_GEORGIA] = {"georgia", "GA", 1, false,
        MK_BIT(LOD_SAVANNAH) | MK_BIT(LOD_SOUTH_CAROLINA) | MK_BIT(LOD_SOUTHWEST) | MK_BIT(LOD_FLORIDA)},
    [LOD_QUEBEC] = {"quebec", "QC", 0, true,
        MK_BIT(LOD_QUEBEC_CITY) | MK_BIT(LOD_NEW_YORK) | MK_BIT(LOD_NORTHWEST)},
    [LOD_NORTHWEST] = {"northwest", "NW", 0, false,
        MK_BIT(LOD_NEW_YORK) | MK_BIT(LOD_PENNSYLVANIA) | MK_BIT(LOD_MARYLAND) | MK_BIT(LOD_VIRGINIA) | MK_BIT(LOD_QUEBEC) | MK_BIT(LOD_SOUTHWEST)},
    [LOD_SOUTHWEST] = {"southwest", "SW", 0, false,
        MK_BIT(LOD_VIRGINIA) | MK_BIT(LOD_NORTH_CAROLINA) | MK_BIT(LOD_SOUTH_CAROLINA) | MK_BIT(LOD_GEORGIA) | MK_BIT(LOD_NORTHWEST) | MK_BIT(LOD_FLORIDA)},
    [LOD_FLORIDA] = {"florida", "FL", 0, false,
        MK_BIT(LOD_GEORGIA) | MK_BIT(LOD_SOUTHWEST)},
    [LOD_WEST_INDIES] = {"west_indies", "WI", 0, false,
        0},
};
/* clang-format on */

static void every_space(void **state) {
    (void)state;
    for (int i = 0; i < LOD_SPACES; i++) {
        const lod_space *s = &lod.space[i];
        assert_string_equal(s->id, spaces[i].id);
        assert_string_equal(s->code, spaces[i].code);
        assert_int_equal(s->population, spaces[i].population);
        assert_int_equal(s->agents, spaces[i].agents);
        assert_int_equal(mk_set_has(lod.agents, i), spaces[i].agents);
        assert_int_equal(mk_set_has(lod.populated, i), spaces[i].population > 0);
        assert_int_equal(mk_set_has(lod.double_population, i), spaces[i].population == 2);
        assert_int_equal(lod.near[LOD_BORDERS_LISTED][i], spaces[i].near);
    }
}

static void disputed_borders(void **state) {
    (void)state;
    mk_set64 more[LOD_SPACES] = {[LOD_QUEBEC] = MK_BIT(LOD_NEW_HAMPSHIRE) | MK_BIT(LOD_SOUTHWEST),
                                 [LOD_NEW_HAMPSHIRE] = MK_BIT(LOD_QUEBEC),
                                 [LOD_SOUTHWEST] = MK_BIT(LOD_QUEBEC)};
    for (int i = 0; i < LOD_SPACES; i++)
        assert_int_equal(lod.near[LOD_BORDERS_DRAWN][i], spaces[i].near | more[i]);
}

static void borders_are_symmetric(void **state) {
    (void)state;
    for (int a = 0; a < LOD_SPACES; a++) {
        for (int b = 0; b < LOD_SPACES; b++)
            assert_int_equal(mk_set_has(lod.near[0][a], b), mk_set_has(lod.near[0][b], a));
    }
}

static int shared_corners(const lod_space *a, const lod_space *b) {
    int n = 0;
    for (int i = 0; i < a->corners; i++) {
        for (int j = 0; j < b->corners; j++)
            n += memcmp(a->outline[i], b->outline[j], sizeof a->outline[i]) == 0;
    }
    return n;
}

/* Provinces that border on one another are drawn so: they have an edge in common. */
static void outlines_show_the_borders(void **state) {
    (void)state;
    for (int a = 0; a < LOD_SPACES; a++) {
        assert_int_equal(lod.space[a].corners == 0, a < LOD_CITY_COUNT);
        MK_SET_EACH(b, lod.near[LOD_BORDERS_DRAWN][a] & LOD_PROVINCES) {
            if (mk_set_has(LOD_PROVINCES, a))
                assert_true(shared_corners(&lod.space[a], &lod.space[b]) >= 2);
        }
    }
}

static void cities_in_touch(void **state) {
    (void)state;
    assert_int_equal(lod.touches[LOD_BOSTON], MK_BIT(LOD_BOSTON));
    assert_int_equal(lod.touches[LOD_NEW_JERSEY],
                     MK_BIT(LOD_NEW_YORK_CITY) | MK_BIT(LOD_PHILADELPHIA));
    assert_int_equal(lod.touches[LOD_NORTH_CAROLINA],
                     MK_BIT(LOD_NORFOLK) | MK_BIT(LOD_CHARLES_TOWN));
    assert_int_equal(lod.touches[LOD_FLORIDA], 0);
}

/* ---- What is shipped: pieces, Leaders, the deck -------------------------- */

static void pools(void **state) {
    (void)state;
    static const uint8_t pool[LOD_PIECES] = {25, 25, 6, 20, 15, 0, 6, 15, 15, 0, 12};
    assert_memory_equal(lod.pool, pool, sizeof pool);
    assert_int_equal(lod.squadrons, 3);
    assert_int_equal(lod.markers[LOD_RAID], 12);
    assert_int_equal(lod.markers[LOD_PROPAGANDA], 12);
    assert_int_equal(lod.events_per_pile, 10);
    assert_int_equal(lod.winter_among_last, 5);
}

static void names_of_kinds(void **state) {
    (void)state;
    assert_int_equal(lod_place_count(), LOD_PLACES);
    assert_string_equal(lod_place_id(LOD_CASUALTIES), "casualties");
    assert_string_equal(lod_place_label(LOD_UNAVAILABLE), "Unavailable");
    assert_string_equal(lod_place_label(LOD_BOSTON), "Boston");
    assert_string_equal(lod_piece_id(LOD_ACTIVE_WAR_PARTY), "active_war_parties");
    assert_string_equal(lod_piece_id(LOD_VILLAGE), "villages");
    assert_string_equal(lod_piece_label(LOD_PATRIOT_FORT), "Patriot Forts");
    assert_string_equal(lod_piece_one(LOD_PATRIOT_FORT), "Patriot Fort");
    assert_string_equal(lod_piece_one(LOD_ACTIVE_WAR_PARTY), "Active War Party");
    assert_string_equal(lod_leader_id(LOD_DRAGGING_CANOE), "dragging_canoe");
    assert_string_equal(lod_leader_label(LOD_LAUZUN), "Lauzun");
    assert_string_equal(lod_card_id(0), "no_card");
    assert_string_equal(lod_card_id(LOD_TREATY_CARD), "card_109");
    assert_string_equal(lod_card_label(24), "Declaration of Independence");
}

/* ---- What is shipped: the cards ------------------------------------------- */

/* Order, first year of the period, icons of British, Patriots, French, Indians (s sword, m musket),
 * and how many texts. */
static const char *const events[LOD_EVENT_CARDS + 1] = {
    "",
    "PBFI 1779 ---- 2", /* 1 Waxhaws Massacre */
    "PBFI 1775 ---- 2", /* 2 Common Sense */
    "PBFI 1777 ---- 2", /* 3 George Rogers Clark's Illinois Campaign */
    "PBFI 1775 ---m 2", /* 4 The Penobscot Expedition */
    "PBIF 1777 ---- 2", /* 5 William Alexander, Lord Stirling */
    "PBIF 1775 ---- 2", /* 6 Benedict Arnold */
    "PBIF 1779 ---- 2", /* 7 John Paul Jones */
    "PBIF 1777 -m-- 2", /* 8 Culper Spy Ring */
    "PFBI 1777 ---s 2", /* 9 Friedrich Wilhelm von Steuben */
    "PFBI 1775 ---- 2", /* 10 Benjamin Franklin Travels to France */
    "PFBI 1777 ---- 2", /* 11 Thaddeus Kosciuszko, Expert Engineer */
    "PFBI 1777 ---- 2", /* 12 Martha Washington to Valley Forge */
    "PFIB 1775 ---- 2", /* 13 "...the origin of all our misfortunes" */
    "PFIB 1777 ---- 2", /* 14 Overmountain Men Fight for North Carolina */
    "PFIB 1775 ---- 2", /* 15 Morgan's Rifles */
    "PFIB 1779 ---s 2", /* 16 Mercy Warren's "The Motley Assembly" */
    "PIBF 1777 --s- 2", /* 17 Jane McCrea Murdered by Indians */
    "PIBF 1779 mmsm 1", /* 18 "If it hadn't been so stormy..." */
    "PIBF 1779 ---- 2", /* 19 Legend of Nathan Hale */
    "PIBF 1775 ---- 2", /* 20 Continental Marines */
    "PIFB 1779 ---m 2", /* 21 The Gamecock Thomas Sumter */
    "PIFB 1779 ---m 2", /* 22 The Newburgh Conspiracy */
    "PIFB 1779 m--- 2", /* 23 Lieutenant Colonel Francis Marion */
    "PIFB 1775 ---- 2", /* 24 Declaration of Independence */
    "BPFI 1779 ---- 2", /* 25 British Prison Ships */
    "BPFI 1777 ---s 2", /* 26 Josiah Martin, NC Royal Governor, Plots */
    "BPFI 1777 ---s 2", /* 27 The Queen's Rangers Show for Battle */
    "BPFI 1775 ---- 2", /* 28 Battle of Moore's Creek Bridge */
    "BPIF 1775 mmsm 1", /* 29 Edward Bancroft, British Spy */
    "BPIF 1775 m--- 2", /* 30 Hessians */
    "BPIF 1779 ---- 2", /* 31 Thomas Brown and the King's Rangers */
    "BPIF 1775 ---m 2", /* 32 Rule Britannia! */
    "BFIP 1775 ---- 2", /* 33 The Burning of Falmouth */
    "BFIP 1777 ---- 2", /* 34 Lord Sandwich, First Lord of the Admiralty */
    "BFIP 1775 ---- 2", /* 35 Tryon Plot */
    "BFIP 1779 ---- 2", /* 36 Naval Battle in West Indies */
    "BFPI 1779 ---- 2", /* 37 The Armada of 1779 */
    "BFPI 1777 ---m 2", /* 38 Johnson's Royal Greens */
    "BFPI 1779 ---- 1", /* 39 "His Majesty, King Mob" Protests */
    "BFPI 1779 ---- 2", /* 40 Battle of the Chesapeake */
    "BIPF 1775 ---- 2", /* 41 William Pitt: America Can't Be Conquered */
    "BIPF 1777 ---- 2", /* 42 British Attack Danbury */
    "BIPF 1775 ---- 2", /* 43 HMS Russian Merchant with 4,000 Muskets */
    "BIPF 1777 mmsm 1", /* 44 Earl of Mansfield Recalled From Paris */
    "BIFP 1779 ---- 2", /* 45 Adam Smith ~ Wealth of Nations */
    "BIFP 1775 ---- 2", /* 46 Edmund Burke on Conciliation */
    "BIFP 1777 ---- 2", /* 47 Tories Tested */
    "BIFP 1779 -sss 2", /* 48 God Save the King */
    "FPBI 1775 ---- 2", /* 49 Claude Louis, Comte de Saint-Germain */
    "FPBI 1777 ---- 2", /* 50 Admiral d'Estaing, French Fleet Arrives */
    "FPBI 1775 mmss 2", /* 51 Bermuda Gunpowder Plot */
    "FPBI 1779 mmms 1", /* 52 French Fleet Arrives in the Wrong Spot */
    "FPIB 1775 ---- 2", /* 53 French Ports Accept Patriot's Ships */
    "FPIB 1775 ---- 2", /* 54 Antoine de Sartine, Secretary of the Navy */
    "FPIB 1777 ---- 2", /* 55 French Navy Dominates Caribbean */
    "FPIB 1775 ---- 2", /* 56 Jacques Turgot's Economic Liberalism */
    "FBIP 1779 ---- 2", /* 57 French Fleet Sails for the Caribbean */
    "FBIP 1777 ---- 2", /* 58 Marquis de Lafayette Arrives in Colonies */
    "FBIP 1777 ---- 2", /* 59 Tronson de Coudray Arrives in America */
    "FBIP 1777 ---- 2", /* 60 Comte d'Orvilliers Builds a Fleet at Brest */
    "FBPI 1777 ---- 2", /* 61 Minister Comte de Vergennes */
    "FBPI 1779 m-m- 2", /* 62 Charles Michel de Langlade */
    "FBPI 1777 ---- 2", /* 63 French and Spanish Besiege Gibraltar */
    "FBPI 1779 ---- 2", /* 64 The Affair of Fielding and Bylandt */
    "FIBP 1779 -s-- 2", /* 65 Jacques Necker, Finance Minister */
    "FIBP 1779 s--- 2", /* 66 Don Bernardo Takes Pensacola */
    "FIBP 1779 ---- 2", /* 67 De Grasse Arrives with the French Fleet */
    "FIBP 1775 s-ss 1", /* 68 French in America Want Canada */
    "FIPB 1777 ---- 2", /* 69 Admiral Pierre André de Suffren */
    "FIPB 1779 mmmm 1", /* 70 British Gain From French in India */
    "FIPB 1777 sm-s 2", /* 71 Treaty of Amity and Commerce */
    "FIPB 1775 s--m 1", /* 72 French Settlers Help */
    "IPBF 1779 --m- 1", /* 73 Sullivan Expedition vs. Iroquois and Tories */
    "IPBF 1777 --s- 2", /* 74 Chickasaw Ally with the British */
    "IPBF 1775 --s- 2", /* 75 Congress' Speech to the Six Nations */
    "IPBF 1777 --s- 2", /* 76 Edward Hand Raids into Indian Country */
    "IPFB 1777 --s- 2", /* 77 General Burgoyne Cracks Down */
    "IPFB 1777 ---- 2", /* 78 Cherry Valley Destroyed by Tories */
    "IPFB 1779 s-s- 2", /* 79 Tuscarora and Oneida Come to Washington */
    "IPFB 1777 mmsm 1", /* 80 Confusion Allows Slaves to Escape */
    "IBPF 1779 ---- 2", /* 81 Creek and Seminole Active in South */
    "IBPF 1775 ---- 2", /* 82 Frustrated Shawnee Warriors Attack */
    "IBPF 1775 -mmm 2", /* 83 Guy Carleton and Indians Negotiate */
    "IBPF 1775 --s- 2", /* 84 "Merciless Indian Savages" */
    "IBFP 1779 s--- 2", /* 85 Indians Help British Raids on Mississippi */
    "IBFP 1775 -m-- 2", /* 86 Stockbridge Indians */
    "IBFP 1779 ---- 1", /* 87 Patriots Massacre Lenape Indians */
    "IBFP 1777 mmmm 1", /* 88 "If it hadn't been so foggy..." */
    "IFBP 1777 --mm 2", /* 89 War Damages Colonies' Economy */
    "IFBP 1775 -m-m 2", /* 90 "The World Turned Upside Down" */
    "IFBP 1775 --s- 2", /* 91 Indians Help British Outside Colonies */
    "IFBP 1775 s--- 1", /* 92 Cherokees Supplied by the British */
    "IFPB 1777 ---- 2", /* 93 Wyoming Massacre */
    "IFPB 1779 ---- 2", /* 94 Herkimer's Relief Column */
    "IFPB 1779 m-m- 1", /* 95 Ohio Country Frontier Erupts */
    "IFPB 1779 s-s- 2", /* 96 Iroquois Confederacy */
};

static void every_event_card(void **state) {
    (void)state;
    static const char letters[] = "BPFI", icons[] = "-sm";
    static const int years[] = {1775, 1777, 1779};
    for (int n = 1; n <= LOD_EVENT_CARDS; n++) {
        const lod_card *c = &lod.card[n];
        assert_int_equal(c->number, n);
        char found[40];
        snprintf(found, sizeof found, "%c%c%c%c %d %c%c%c%c %d", letters[c->order[0]],
                 letters[c->order[1]], letters[c->order[2]], letters[c->order[3]], years[c->period],
                 icons[c->icon[0]], icons[c->icon[1]], icons[c->icon[2]], icons[c->icon[3]],
                 c->text[LOD_SHADED] ? 2 : 1);
        assert_string_equal(found, events[n]);
        assert_true(*c->title && *c->text[LOD_UNSHADED]);
    }
}

static void winter_cards_and_strokes(void **state) {
    (void)state;
    for (int n = LOD_FIRST_WINTER; n < LOD_CARDS; n++) {
        assert_int_equal(lod.card[n].number, n);
        assert_true(*lod.card[n].title && *lod.card[n].text[LOD_UNSHADED]);
        assert_null(lod.card[n].text[LOD_SHADED]);
    }
    assert_string_equal(lod.card[LOD_TREATY_CARD].title, "Treaty of Alliance");
}

/* ---- What is shipped: the scenarios --------------------------------------- */

enum { /* short, for the tables below */
       REGULARS = LOD_BRITISH_REGULAR,
       TORIES = LOD_TORY,
       BRITISH_FORT = LOD_BRITISH_FORT,
       CONTINENTALS = LOD_CONTINENTAL,
       MILITIA = LOD_MILITIA,
       PATRIOT_FORT = LOD_PATRIOT_FORT,
       FRENCH = LOD_FRENCH_REGULAR,
       WAR_PARTIES = LOD_WAR_PARTY,
       VILLAGES = LOD_VILLAGE,
};

typedef struct {
    uint8_t place;
    int8_t level;
    uint8_t piece[LOD_PIECE_ROW];
} set_up;

/* clang-format off */
static const set_up of_1775[] = {
    {LOD_QUEBEC_CITY, 1, {[REGULARS] = 1, [TORIES] = 1}},
    {LOD_BOSTON, 1, {[REGULARS] = 3, [BRITISH_FORT] = 1}},
    {LOD_NEW_YORK_CITY, 1, {[TORIES] = 1}},
    {LOD_PHILADELPHIA, 0, {[MILITIA] = 1}},
    {LOD_MASSACHUSETTS, -2, {[CONTINENTALS] = 1, [MILITIA] = 1, [PATRIOT_FORT] = 1}},
    {LOD_NEW_YORK, 0, {[REGULARS] = 1, [TORIES] = 2, [MILITIA] = 1, [WAR_PARTIES] = 1}},
    {LOD_VIRGINIA, 0, {[MILITIA] = 1}},
    {LOD_QUEBEC, 0, {[TORIES] = 2, [BRITISH_FORT] = 1, [WAR_PARTIES] = 1}},
    {LOD_NORTHWEST, 0, {[WAR_PARTIES] = 2}},
    {LOD_SOUTHWEST, 0, {[WAR_PARTIES] = 1}},
    {LOD_FLORIDA, 0, {[REGULARS] = 1, [BRITISH_FORT] = 1, [WAR_PARTIES] = 1}},
    {LOD_AVAILABLE, 0, {[REGULARS] = 7, [TORIES] = 7, [BRITISH_FORT] = 3, [CONTINENTALS] = 19, [MILITIA] = 11, [PATRIOT_FORT] = 5, [WAR_PARTIES] = 9, [VILLAGES] = 12}},
    {LOD_UNAVAILABLE, 0, {[REGULARS] = 12, [TORIES] = 12, [FRENCH] = 15}},
};
static const set_up of_1776[] = {
    {LOD_QUEBEC_CITY, 1, {[REGULARS] = 1, [TORIES] = 1}},
    {LOD_BOSTON, -1, {}},
    {LOD_NEW_YORK_CITY, 1, {[REGULARS] = 6, [BRITISH_FORT] = 1, [CONTINENTALS] = 1}},
    {LOD_PHILADELPHIA, 0, {[MILITIA] = 1}},
    {LOD_CHARLES_TOWN, 0, {[CONTINENTALS] = 2, [PATRIOT_FORT] = 1}},
    {LOD_MASSACHUSETTS, -2, {[CONTINENTALS] = 1, [MILITIA] = 1, [PATRIOT_FORT] = 1}},
    {LOD_NEW_YORK, 0, {[REGULARS] = 3, [TORIES] = 3, [CONTINENTALS] = 3, [WAR_PARTIES] = 2}},
    {LOD_VIRGINIA, 0, {[TORIES] = 2}},
    {LOD_NORTH_CAROLINA, 0, {[CONTINENTALS] = 1, [MILITIA] = 1, [WAR_PARTIES] = 1}},
    {LOD_SOUTH_CAROLINA, 0, {[TORIES] = 2}},
    {LOD_GEORGIA, 0, {[MILITIA] = 1}},
    {LOD_QUEBEC, 0, {[REGULARS] = 1, [TORIES] = 1, [BRITISH_FORT] = 1, [MILITIA] = 1, [WAR_PARTIES] = 1, [VILLAGES] = 1}},
    {LOD_NORTHWEST, 0, {[WAR_PARTIES] = 1}},
    {LOD_SOUTHWEST, 0, {[WAR_PARTIES] = 1, [VILLAGES] = 1}},
    {LOD_FLORIDA, 0, {[REGULARS] = 1, [BRITISH_FORT] = 1, [WAR_PARTIES] = 2}},
    {LOD_AVAILABLE, 0, {[REGULARS] = 7, [TORIES] = 10, [BRITISH_FORT] = 3, [CONTINENTALS] = 12, [MILITIA] = 10, [PATRIOT_FORT] = 4, [FRENCH] = 6, [WAR_PARTIES] = 7, [VILLAGES] = 10}},
    {LOD_UNAVAILABLE, 0, {[REGULARS] = 6, [TORIES] = 6, [FRENCH] = 9}},
};
static const set_up of_1778[] = {
    {LOD_QUEBEC_CITY, 2, {[REGULARS] = 2, [TORIES] = 2}},
    {LOD_BOSTON, -1, {[CONTINENTALS] = 2}},
    {LOD_NEW_YORK_CITY, 2, {[REGULARS] = 5, [TORIES] = 3, [BRITISH_FORT] = 1}},
    {LOD_PHILADELPHIA, 2, {[REGULARS] = 4, [TORIES] = 2}},
    {LOD_NORFOLK, 0, {[MILITIA] = 1}},
    {LOD_CHARLES_TOWN, -2, {[MILITIA] = 2, [PATRIOT_FORT] = 1}},
    {LOD_SAVANNAH, 1, {[TORIES] = 2}},
    {LOD_NEW_HAMPSHIRE, 2, {[TORIES] = 2}},
    {LOD_MASSACHUSETTS, -2, {[PATRIOT_FORT] = 1}},
    {LOD_CONNECTICUT, -2, {[TORIES] = 2, [PATRIOT_FORT] = 1, [FRENCH] = 4}},
    {LOD_NEW_YORK, 2, {[REGULARS] = 4, [TORIES] = 2, [MILITIA] = 1, [WAR_PARTIES] = 1, [VILLAGES] = 1}},
    {LOD_NEW_JERSEY, -1, {[CONTINENTALS] = 2, [MILITIA] = 4}},
    {LOD_PENNSYLVANIA, -1, {[CONTINENTALS] = 5, [MILITIA] = 2, [PATRIOT_FORT] = 1, [WAR_PARTIES] = 1}},
    {LOD_MARYLAND, 1, {}},
    {LOD_NORTH_CAROLINA, -1, {[MILITIA] = 2}},
    {LOD_SOUTH_CAROLINA, 0, {[MILITIA] = 2, [WAR_PARTIES] = 1, [VILLAGES] = 1}},
    {LOD_QUEBEC, 0, {[REGULARS] = 2, [TORIES] = 2, [BRITISH_FORT] = 1, [WAR_PARTIES] = 1, [VILLAGES] = 1}},
    {LOD_NORTHWEST, 0, {[WAR_PARTIES] = 1, [VILLAGES] = 1}},
    {LOD_SOUTHWEST, 0, {[WAR_PARTIES] = 1, [VILLAGES] = 1}},
    {LOD_FLORIDA, 0, {[REGULARS] = 1, [BRITISH_FORT] = 1, [WAR_PARTIES] = 1, [VILLAGES] = 1}},
    {LOD_WEST_INDIES, 0, {[FRENCH] = 3}},
    {LOD_AVAILABLE, 0, {[REGULARS] = 7, [TORIES] = 8, [BRITISH_FORT] = 3, [CONTINENTALS] = 11, [MILITIA] = 1, [PATRIOT_FORT] = 2, [FRENCH] = 8, [WAR_PARTIES] = 8, [VILLAGES] = 6}},
};
/* clang-format on */

/* Everything in the table is there, and nothing else. */
static void expect_set_up(const lod_scenario *s, const set_up *rows, size_t count) {
    static const uint8_t nothing[LOD_PIECE_ROW];
    for (int place = 0; place < LOD_PLACES; place++) {
        const uint8_t *pieces = nothing;
        int level = LOD_NEUTRAL;
        for (size_t i = 0; i < count; i++) {
            if (rows[i].place != place) continue;
            pieces = rows[i].piece;
            level = rows[i].level;
        }
        assert_memory_equal(s->piece[place], pieces, LOD_PIECE_ROW);
        if (place < LOD_SPACES) assert_int_equal(s->level[place], level);
    }
}

static void expect_leader(const lod_scenario *s, lod_faction f, lod_leader leader, int at) {
    assert_int_equal(s->leader[f], leader);
    assert_int_equal(s->leader_at[f], at);
}

#define EXPECT_BYTES(found, ...)                                                                   \
    do {                                                                                           \
        static const uint8_t wanted_[] = {__VA_ARGS__};                                            \
        assert_memory_equal(found, wanted_, sizeof wanted_);                                       \
    } while (0)

static void scenario_1775(void **state) {
    (void)state;
    const lod_scenario *s = &lod.scenario[LOD_1775];
    assert_string_equal(lod.scenarios[LOD_1775].id, "1775");
    expect_set_up(s, of_1775, sizeof of_1775 / sizeof *of_1775);
    expect_leader(s, LOD_BRITISH, LOD_GAGE, LOD_BOSTON);
    expect_leader(s, LOD_PATRIOTS, LOD_WASHINGTON, LOD_MASSACHUSETTS);
    expect_leader(s, LOD_FRENCH, LOD_ROCHAMBEAU, LOD_AVAILABLE);
    expect_leader(s, LOD_INDIANS, LOD_BRANT, LOD_NORTHWEST);
    EXPECT_BYTES(s->resources, 6, 3, 5, 0);
    assert_int_equal(s->squadrons_unavailable, 3);
    assert_int_equal(s->squadrons_in_indies, 0);
    assert_int_equal(s->british_casualties, 0);
    assert_int_equal(s->rebel_casualties, 0);
    assert_false(s->treaty_played);
    assert_true(s->strokes_dealt && s->checks_victory);
    assert_int_equal(s->piles, 6);
    EXPECT_BYTES(s->pile_period, 0, 0, 1, 1, 2, 2);
    assert_int_equal(s->releases, 2);
    EXPECT_BYTES(&s->release[0], 1, 6, 6);
    EXPECT_BYTES(&s->release[1], 2, 6, 6);
}

static void scenario_1776(void **state) {
    (void)state;
    const lod_scenario *s = &lod.scenario[LOD_1776];
    assert_string_equal(lod.scenarios[LOD_1776].id, "1776");
    expect_set_up(s, of_1776, sizeof of_1776 / sizeof *of_1776);
    expect_leader(s, LOD_BRITISH, LOD_HOWE, LOD_NEW_YORK_CITY);
    expect_leader(s, LOD_PATRIOTS, LOD_WASHINGTON, LOD_NEW_YORK);
    expect_leader(s, LOD_FRENCH, LOD_ROCHAMBEAU, LOD_AVAILABLE);
    expect_leader(s, LOD_INDIANS, LOD_BRANT, LOD_NEW_YORK);
    EXPECT_BYTES(s->resources, 5, 2, 5, 0);
    assert_int_equal(s->squadrons_unavailable, 1);
    assert_int_equal(s->squadrons_in_indies, 2);
    assert_int_equal(s->british_casualties, 1);
    assert_int_equal(s->rebel_casualties, 3);
    assert_false(s->treaty_played);
    assert_true(s->strokes_dealt && s->checks_victory);
    assert_int_equal(s->piles, 4);
    EXPECT_BYTES(s->pile_period, 0, 1, 1, 2);
    assert_int_equal(s->releases, 1);
    EXPECT_BYTES(&s->release[0], 1, 6, 6);
}

static void scenario_1778(void **state) {
    (void)state;
    const lod_scenario *s = &lod.scenario[LOD_1778];
    assert_string_equal(lod.scenarios[LOD_1778].id, "1778");
    expect_set_up(s, of_1778, sizeof of_1778 / sizeof *of_1778);
    expect_leader(s, LOD_BRITISH, LOD_CLINTON, LOD_NEW_YORK_CITY);
    expect_leader(s, LOD_PATRIOTS, LOD_WASHINGTON, LOD_PENNSYLVANIA);
    expect_leader(s, LOD_FRENCH, LOD_ROCHAMBEAU, LOD_CONNECTICUT);
    expect_leader(s, LOD_INDIANS, LOD_CORNPLANTER, LOD_NORTHWEST);
    EXPECT_BYTES(s->resources, 6, 3, 8, 2);
    assert_int_equal(s->squadrons_unavailable, 0);
    assert_int_equal(s->squadrons_in_indies, 3);
    assert_int_equal(s->british_casualties, 10);
    assert_int_equal(s->rebel_casualties, 12);
    assert_true(s->treaty_played);
    assert_true(s->strokes_dealt && s->checks_victory);
    assert_int_equal(s->piles, 3);
    EXPECT_BYTES(s->pile_period, 1, 2, 2);
    assert_int_equal(s->releases, 0);
}

static void sprint_is_1778_with_other_cards(void **state) {
    (void)state;
    lod_scenario expected = lod.scenario[LOD_1778];
    expected.strokes_dealt = expected.checks_victory = false;
    expected.piles = 2;
    memset(expected.pile_period, 0, sizeof expected.pile_period);
    expected.pile_period[0] = LOD_PERIOD_1777;
    expected.pile_period[1] = LOD_PERIOD_1779;
    assert_memory_equal(&lod.scenario[LOD_SPRINT], &expected, sizeof expected);
    assert_string_equal(lod.scenarios[LOD_SPRINT].id, "sprint");
    assert_null(lod.scenarios[LOD_SCENARIOS].id);
}

static void options(void **state) {
    (void)state;
    static const struct {
        const char *id, *first, *last;
    } expected[LOD_OPTIONS] = {
        {"edition", "original", "living"},
        {"players", "four", "two"},
        {"deck", "any", "period"},
        {"winter", "swapped", "coming"},
        {"borders", "drawn", "listed"},
        {"stroke_window", "before_all", "after_pass"},
        {"blockaded_city", "support_only", "support_and_opposition"},
        {"sea_landing", "barred", "elsewhere"},
        {"second_village", "one", "more"},
        {"rabble_reserves", "anywhere", "populated"},
        {"lone_player", "usual", "harder"},
    };
    for (int i = 0; i < LOD_OPTIONS; i++) {
        const mk_option *o = &lod.options[i];
        int last = 0;
        while (o->values[last + 1]) last++;
        assert_string_equal(o->id, expected[i].id);
        assert_string_equal(o->values[0], expected[i].first);
        assert_string_equal(o->values[last], expected[i].last);
        assert_true(*o->title && *o->summary);
    }
    assert_null(lod.options[LOD_OPTIONS].id);
}

/* ---- Packs that contradict themselves ------------------------------------- */

#define MAP "lod/map.json"
#define TABLES "lod/tables.json"
#define CARDS "lod/cards.json"
#define SCENARIOS "lod/scenarios.json"
#define OPTIONS "lod/options.json"

static const facts_mistake contradictions[] = {
    {MAP, "\"version\": 1", "\"version\": 2",
     "version: expected a whole number from 1 to 1; found 2"},
    {MAP, "\"west\": -90000", "\"west\": -60000",
     "frame: its west edge must be west of its east edge"},
    {MAP, "\"south\": 25000", "\"south\": 49000",
     "frame: its south edge must be south of its north edge"},
    {MAP, "\"id\": \"boston\"", "\"id\": \"salem\"",
     "spaces[1].id: space 2 is boston, not \"salem\""},
    {MAP, "\"type\": \"city\"", "\"type\": \"colony\"", "spaces[0].type: quebec_city is a city"},
    {MAP, "\"population\": 1", "\"population\": 0",
     "spaces[0].population: expected a whole number from 1 to 2; found 0"},
    {MAP, "\"agents\": true", "\"agent\": true", "spaces[7]: unknown key \"agent\""},
    {MAP, "[-73000, 25500], [-67000, 25500], ", "",
     "spaces[22].outline: an outline has 3 to 32 points"},
    {MAP, "[-73000, 25500]", "[-73000]",
     "spaces[22].outline[0]: a point is a longitude and a latitude"},
    {MAP, "[-73000, 25500]", "[-73000, 24999]",
     "spaces[22].outline[0][1]: expected a whole number from 25000 to 48500; found 24999"},
    {MAP, "[\"quebec_city\", \"quebec\"]", "[\"quebec_city\", \"quebeck\"]",
     "borders[1][1]: there is no space called \"quebeck\""},
    {MAP, "[\"quebec_city\", \"quebec\"]", "[\"quebec_city\", \"boston\"]",
     "borders[1]: Cities never touch one another"},
    {MAP, "[\"quebec_city\", \"quebec\"]", "[\"quebec\", \"west_indies\"]",
     "borders[1]: the West Indies touch nothing"},
    {MAP, "[\"quebec_city\", \"quebec\"]", "[\"new_hampshire\", \"quebec_city\"]",
     "borders[1]: a second border of new_hampshire and quebec_city"},
    {MAP, "[\"quebec_city\", \"quebec\"]", "[\"quebec\", \"quebec\"]",
     "borders[1]: quebec cannot border on itself"},
    {MAP, "[\"quebec_city\", \"quebec\"]", "[\"quebec_city\"]",
     "borders[1]: a border lies between two spaces"},
    {TABLES, "\"id\": \"tories\"", "\"id\": \"loyalists\"",
     "pieces[1].id: kind of piece 2 is tories, not \"loyalists\""},
    {TABLES, "\"pool\": 12", "\"pool\": 0",
     "pieces[10].pool: expected a whole number from 1 to 99; found 0"},
    {TABLES, "\"faction\": \"british\"", "\"faction\": \"french\"",
     "leaders[0].faction: gage leads the british"},
    {TABLES, "\"winter_among_last\": 5", "\"winter_among_last\": 12",
     "deck.winter_among_last: expected a whole number from 1 to 11; found 12"},
    {CARDS, "\"number\": 2,", "\"number\": 3,",
     "events[1].number: expected a whole number from 2 to 2; found 3"},
    {CARDS, "[\"patriots\", \"british\", \"french\", \"indians\"]",
     "[\"patriots\", \"british\", \"british\", \"indians\"]",
     "events[0].order[2]: the british come twice"},
    {CARDS, "[\"patriots\", \"british\", \"french\", \"indians\"]",
     "[\"patriots\", \"british\", \"indians\", \"french\"]",
     "events: an order of Factions is on 5 cards, others are not"},
    {CARDS, "\"period\": \"1779-1780\"", "\"period\": \"1777-1778\"",
     "events: the period 1777-1778 has 33 cards"},
    {CARDS, "\"icons\": {\"indians\": \"sword\"}", "\"icons\": {\"indians\": \"musket\"}",
     "events[8]: a musket for the indians, and no instruction"},
    {SCENARIOS, "\"at\": \"boston\"", "\"at\": \"savannah\"",
     "scenarios[0].leaders.british.at: no piece of the british stands there"},
    {SCENARIOS, "\"british_regulars\": 7", "\"british_regulars\": 8",
     "scenarios[0]: there are 25 british_regulars, not 26"},
    {SCENARIOS, "\"squadrons\": 3", "\"squadrons\": 2", "scenarios[0]: there are 3 squadrons"},
    {SCENARIOS, "\"support\": 4", "\"support\": 5",
     "scenarios[0].totals.support: expected a whole number from 4 to 4; found 5"},
    {SCENARIOS, "\"quebec\": {", "\"quebec\": {\"level\": \"passive_support\", ",
     "scenarios[0].spaces.quebec.level: quebec has no population"},
    {SCENARIOS, "\"regulars\": 6", "\"regulars\": 5",
     "scenarios[0].release: 11 Regulars and 12 Tories are released, but 12 and 12 are "
     "Unavailable"},
    {SCENARIOS, "[\"1775-1776\", \"1775-1776\"", "[\"1775-1776\", \"1779-1780\"",
     "scenarios[0].piles[2]: the years do not run backwards"},
    {SCENARIOS, "\"based_on\": \"1778\"", "\"based_on\": \"1779\"",
     "scenarios[3].based_on: there is no scenario \"1779\" before this one"},
    {OPTIONS, "\"id\": \"deck\"", "\"id\": \"decks\"", "options[2].id: option 3 is deck"},
    {OPTIONS, "[\"original\", \"living\"]", "[\"living\", \"original\"]",
     "options[0].values[0]: value 1 of edition is \"original\""},
};

static void contradictions_are_refused(void **state) {
    (void)state;
    facts_all_refused("lod", contradictions, sizeof contradictions / sizeof *contradictions);
}

static void nothing_half_read_remains(void **state) {
    (void)state;
    mk_error err = {0};
    facts_change(OPTIONS, "\"id\": \"deck\"", "\"id\": \"decks\"");
    assert_false(lod_load(&err));
    assert_null(lod.card[1].title);
}

int main(void) {
    const struct CMUnitTest shipped[] = {
        cmocka_unit_test(every_space),
        cmocka_unit_test(disputed_borders),
        cmocka_unit_test(borders_are_symmetric),
        cmocka_unit_test(outlines_show_the_borders),
        cmocka_unit_test(cities_in_touch),
        cmocka_unit_test(pools),
        cmocka_unit_test(names_of_kinds),
        cmocka_unit_test(every_event_card),
        cmocka_unit_test(winter_cards_and_strokes),
        cmocka_unit_test(scenario_1775),
        cmocka_unit_test(scenario_1776),
        cmocka_unit_test(scenario_1778),
        cmocka_unit_test(sprint_is_1778_with_other_cards),
        cmocka_unit_test(options),
    };
    const struct CMUnitTest refused[] = {
        cmocka_unit_test(contradictions_are_refused),
        cmocka_unit_test(nothing_half_read_remains),
    };
    return cmocka_run_group_tests(shipped, load_shipped, NULL) +
           cmocka_run_group_tests(refused, load_embedded, NULL);
}
