/* game.c - 1776: its table. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "g1776.h"
#include "purpose.h"

static const mk_seat_name seats[] = {
    {"british", "British", "Regulars, Tories and the fleet: take the towns, hold them.",
     "By the conditions of the scenario, tested in their order: Victory beside the map lists them. "
     "In the basic game, 25 points for towns more than the Americans at the end."},
    {"american", "Americans", "The Continental Army, militia and the French: outlast them.",
     "By the conditions of the scenario. In the basic game, if the British do not lead by 25 "
     "points "
     "at the end."},
    {0},
};

/* ---- Kinds ---- */

/* Names that are put together once, when the data are loaded. */
static char hex_ids[G1776_MAX_HEXES][MK_NAME], hex_labels[G1776_MAX_HEXES][MK_NAME];
static char side_ids[G1776_MAX_SIDES][MK_SIDE_NAME], side_labels[G1776_MAX_SIDES][MK_SIDE_NAME];
static char aboard_ids[G1776_FLEETS][MK_NAME], aboard_labels[G1776_FLEETS][MK_NAME];
static char turn_labels[G1776_MAX_TURNS + 1][MK_NAME];
static char column_ids[G1776_COLUMNS][8];

static int hex_count(void) { return g1776_board.hexes.hex_count; }
const char *g1776_hex_id(int hex) { return hex_ids[hex]; }
static const char *hex_label(int hex) { return hex_labels[hex]; }

static int side_count(void) { return g1776_board.hexes.side_count; }
static const char *side_id(int side) { return side_ids[side]; }
static const char *side_label(int side) { return side_labels[side]; }

/* Places by the numbers of types.h, without the gaps. */
static const mk_name off_map[] = {
    {"bateau", "in a bateau", NULL},   {"hand", "to be placed", NULL},
    {"track", "the turn track", NULL}, {"captive", "captive", NULL},
    {"gone", "out of the game", NULL}, {"found", "found out", NULL},
};
int g1776_where_of(int place) {
    if (g1776_is_hex(place)) return place;
    if (g1776_is_side(place)) return hex_count() + place - G1776_AT_SIDE;
    return hex_count() + side_count() + place - G1776_ABOARD;
}
int g1776_place_of(int where) {
    if (where < hex_count()) return where;
    where -= hex_count();
    return where < side_count() ? G1776_AT_SIDE + where : G1776_ABOARD + where - side_count();
}
int g1776_where_count(void) { return hex_count() + side_count() + G1776_PLACES - G1776_ABOARD; }
const char *g1776_where_id(int where) {
    int place = g1776_place_of(where);
    if (g1776_is_hex(place)) return hex_ids[place];
    if (g1776_is_side(place)) return side_ids[place - G1776_AT_SIDE];
    if (g1776_is_aboard(place)) return aboard_ids[place - G1776_ABOARD];
    if (g1776_is_box(place)) return g1776.box[place - G1776_IN_BOX].name.id;
    return off_map[place - G1776_IN_BATEAU].id;
}
static const char *where_label(int where) {
    int place = g1776_place_of(where);
    if (g1776_is_hex(place)) return hex_labels[place];
    if (g1776_is_side(place)) return side_labels[place - G1776_AT_SIDE];
    if (g1776_is_aboard(place)) return aboard_labels[place - G1776_ABOARD];
    if (g1776_is_box(place)) return g1776.box[place - G1776_IN_BOX].name.label;
    return off_map[place - G1776_IN_BATEAU].label;
}

static const mk_name directions[] = {
    {"n", "north", NULL}, {"ne", "north-east", NULL}, {"se", "south-east", NULL},
    {"s", "south", NULL}, {"sw", "south-west", NULL}, {"nw", "north-west", NULL},
};
static const mk_name seat_names[] = {{"british", "British", NULL}, {"american", "Americans", NULL}};
static const mk_name fates[] = {
    {"unharmed", "is unharmed", NULL}, {"escapes", "escapes", NULL},
    {"captured", "is captured", NULL}, {"wounded", "is wounded", NULL},
    {"killed", "is killed", NULL},
};

static const mk_name strategies[] = {{"northern", "northern", NULL},
                                     {"southern", "southern", NULL}};

static const mk_name destinations[] = {{"delaware", "the Delaware", NULL},
                                       {"hudson", "the Hudson", NULL}};

static const mk_name answers[] = {{"land", "the troops", NULL},
                                  {"sea", "the fleets", NULL},
                                  {"split", "both, or else the troops", NULL},
                                  {"split_sea", "both, or else the fleets", NULL},
                                  {"al2_sea", "the fleets for AL2, or else the troops", NULL},
                                  {"al2_land", "the troops for AL2, or else the fleets", NULL}};

static const mk_name seasons[] = {{"winter", "Winter", NULL},
                                  {"spring", "Spring", NULL},
                                  {"summer", "Summer", NULL},
                                  {"fall", "Fall", NULL}};

/* The four areas of the map; behind them all that lies outside. */
static int area_count(void) { return G1776_COLONIES_AREAS + 1; }
static const char *area_id(int area) {
    return area < G1776_COLONIES_AREAS ? g1776_board.area_id[area] : "away";
}
static const char *area_label(int area) {
    return area < G1776_COLONIES_AREAS ? g1776_board.area_name[area]
                                       : "Canada, the West Indies and the sea";
}

/* Random events by their dice (2 to 12). */
enum { EVENTS = 13 };
static const char *const events_british[EVENTS] = {
    [2] = "a greater effort to end the war: 2BR at a controlled port",
    [3] = "more supply from England: one at a controlled port",
    [4] = "new Indian allies: 1BI at Montreal",
    [5] = "Tories are recruited: 1TM in the north, 1TM in the south",
    [9] = "Tories fear reprisals: 1TM less in the north, 1TM less in the south",
    [10] = "storms: next month fleets stay in port",
    [11] = "scandal in the Admiralty: only one supply comes",
    [12] = "rumours of war in Europe: 2BR fewer reinforcements",
};
static const char *const events_american[EVENTS] = {
    [2] = "Spain invades Georgia: 2 SP and a leader near Savannah",
    [3] = "dragoons are trained: 1RM becomes 1RD",
    [4] = "France helps: a supply at an uncontrolled port",
    [5] = "Congress raises the bounty: 2CA near the main army",
    [9] = "locals fear reprisals: 1RM less in the north, 1RM less in the south",
    [10] = "the Royal Navy stops French aid: one supply is lost",
    [11] = "the French monarch loses interest: fleet A is away for a month",
    [12] = "governors discourage enlistment: 2CA fewer reinforcements",
};
static int event_count(void) { return EVENTS; }
static const char *event_british(int dice) {
    return events_british[dice] ? events_british[dice] : "no effect";
}
static const char *event_american(int dice) {
    return events_american[dice] ? events_american[dice] : "no effect";
}

static char arrival_ids[G1776_MAX_ARRIVALS][MK_NAME];
static int arrival_count(void) { return G1776_MAX_ARRIVALS; }
static const char *arrival_id(int arrival) { return arrival_ids[arrival]; }

static int column_count(void) { return G1776_COLUMNS; }
static const char *column_id(int column) { return column_ids[column]; }
static int turn_count(void) { return G1776_MAX_TURNS + 1; }
static const char *turn_label(int turn) { return turn_labels[turn]; }

/* Victory lines of all scenarios, one behind the other. */
static int reason_count(void) { return g1776.scenario_count * G1776_MAX_VICTORIES; }
static char reason_ids[G1776_MAX_SCENARIOS * G1776_MAX_VICTORIES][MK_NAME];
static const char *reason_id(int i) { return reason_ids[i]; }
static const char *reason_label(int i) {
    const char *words =
        g1776.scenario[i / G1776_MAX_VICTORIES].victory[i % G1776_MAX_VICTORIES].words;
    return words ? words : "no reason";
}

static const mk_kind kinds[] = {
    [G1776_K_NONE] = {0},
    [G1776_K_HEX] = {"hex", hex_count, g1776_hex_id, hex_label},
    [G1776_K_SIDE] = {"side", side_count, side_id, side_label},
    [G1776_K_TYPE] = {"type", MK_NAMES_IN(g1776.type, name), .many = G1776_TYPES},
    [G1776_K_LEADER] = {"leader", MK_NAMES_IN(g1776.leader, name), .loaded = &g1776.leader_count},
    [G1776_K_FLEET] = {"fleet", MK_NAMES_IN(g1776.fleet, name), .many = G1776_FLEETS},
    [G1776_K_WHERE] = {"where", g1776_where_count, g1776_where_id, where_label},
    [G1776_K_COUNT] = {"count", .many = 128},
    [G1776_K_DIRECTION] = {"direction", MK_NAMES(directions)},
    [G1776_K_SEAT] = {"seat", MK_NAMES(seat_names)},
    [G1776_K_CARD] = {"card", .names = g1776.table.card, .stride = sizeof(mk_name),
                      .many = G1776_CARDS},
    [G1776_K_COLUMN] = {"odds", column_count, column_id, NULL},
    [G1776_K_TURN] = {"turn", turn_count, NULL, turn_label},
    [G1776_K_FATE] = {"fate", MK_NAMES(fates)},
    [G1776_K_REASON] = {"reason", reason_count, reason_id, reason_label},
    [G1776_K_STRATEGY] = {"strategy", MK_NAMES(strategies)},
    [G1776_K_ARRIVAL] = {"arrival", arrival_count, arrival_id, NULL},
    [G1776_K_DESTINATION] = {"destination", MK_NAMES(destinations)},
    [G1776_K_ANSWER] = {"answer", MK_NAMES(answers)},
    [G1776_K_AREA] = {"area", area_count, area_id, area_label},
    [G1776_K_SEASON] = {"season", MK_NAMES(seasons)},
    [G1776_K_STATUS] = {"status", .names = g1776.campaign.status, .stride = sizeof(mk_name),
                        .many = G1776_STATUSES},
    [G1776_K_EVENT_BRITISH] = {"british_event", event_count, NULL, event_british},
    [G1776_K_EVENT_AMERICAN] = {"american_event", event_count, NULL, event_american},
    {0},
};

/* ---- Verbs ---- */

static const mk_verb verbs[] = {
    [G1776_V_NONE] = {0},
    [G1776_V_ENTRENCH] = {"entrench", {G1776_K_HEX}, "Entrench at {0}"},
    [G1776_V_MAGAZINE] = {"magazine", {G1776_K_HEX}, "Make a magazine of two supplies at {0}"},
    [G1776_V_REDUCE] = {"reduce", {G1776_K_HEX}, "Reduce the magazine at {0} to a supply"},
    [G1776_V_FORTSITE] = {"fortsite", {G1776_K_HEX}, "Begin a fort at {0}"},
    [G1776_V_BATEAUX] = {"bateaux", {G1776_K_HEX}, "Build bateaux at {0}"},
    [G1776_V_BUILD_FROM] = {"build_from", {G1776_K_TYPE}, "One bateau: a {0!} works on it"},
    [G1776_V_EXCHANGE] = {"exchange",
                          {G1776_K_TYPE, G1776_K_COUNT},
                          "{1} {1?bateau|bateaux} for a {0!}"},
    [G1776_V_FLOAT] = {"float", {G1776_K_SIDE}, "Put it on {0}"},
    [G1776_V_LAUNCH] = {"launch", {G1776_K_SIDE}, "Move a bateau at {0}"},
    [G1776_V_BANK] = {"bank", {G1776_K_HEX}, "Take aboard from {0}"},
    [G1776_V_ROW] = {"row", {G1776_K_SIDE}, "Row to {0}"},
    [G1776_V_LAND] = {"land", {G1776_K_HEX}, "Unload at {0}"},
    [G1776_V_LAND_INSIDE] = {"land_inside", {G1776_K_HEX}, "Unload into the fort of {0}"},
    [G1776_V_ASHORE] = {"ashore", {G1776_K_TYPE}, "One {0!} goes ashore next"},
    [G1776_V_BEACH] = {"beach", {G1776_K_HEX}, "Drag it ashore at {0} for a portage"},
    [G1776_V_HAUL] = {"haul", {G1776_K_SIDE}, "Carry the bateau of {0} over land"},
    [G1776_V_MOOR] = {"moor", {0}, "Moor here"},
    [G1776_V_BUILDER] = {"builder", {G1776_K_TYPE}, "Use one {0!}"},
    [G1776_V_GROUP] = {"group", {G1776_K_HEX}, "Move a group from {0}"},
    [G1776_V_ADD] = {"add",
                     {G1776_K_TYPE, G1776_K_COUNT, G1776_K_COUNT},
                     "Take {1} {0:1}{2~, lot }"},
    [G1776_V_JOIN] = {"join", {G1776_K_LEADER}, "Take {0}"},
    [G1776_V_DROP] = {"drop",
                      {G1776_K_TYPE, G1776_K_COUNT, G1776_K_COUNT},
                      "Leave {1} {0:1} here{2~, lot }"},
    [G1776_V_PART] = {"part", {G1776_K_LEADER}, "Leave {0} here"},
    [G1776_V_STEP] = {"step", {G1776_K_DIRECTION}, "March {0}"},
    [G1776_V_FERRY] = {"ferry", {G1776_K_DIRECTION}, "Cross {0} by boat"},
    [G1776_V_LEAVE] = {"leave", {G1776_K_DIRECTION}, "Leave the area of play {0}: out of the game"},
    [G1776_V_ELIMINATE] = {"eliminate", {0}, "Overrun them: automatic elimination"},
    [G1776_V_HALT] = {"halt", {0}, "Halt here"},
    [G1776_V_ENTER] = {"enter", {0}, "Halt inside the fort"},
    [G1776_V_EXIT] = {"exit", {0}, "Come out of the fort"},
    [G1776_V_MARCH] = {"march", {G1776_K_HEX}, "Declare a forced march from {0}"},
    [G1776_V_EFFORT] = {"effort", {G1776_K_COUNT}, "Attempt {0} MP"},
    [G1776_V_BONUS] = {"bonus",
                       {G1776_K_LEADER},
                       "{0} drives them on: an SP is lost, 1 off the die"},
    [G1776_V_ROUTE] = {"route", {G1776_K_DIRECTION}, "By {0}"},
    [G1776_V_SPARE] = {"spare", {0}, "Do not overrun them"},
    [G1776_V_DESTROY] = {"destroy", {G1776_K_HEX}, "Destroy stores at {0}"},
    [G1776_V_SCUTTLE] = {"scuttle", {G1776_K_SIDE}, "Destroy a bateau at {0}"},
    [G1776_V_SCRAP] = {"scrap", {G1776_K_TYPE}, "Destroy one {0!}"},
    [G1776_V_RESIGN] = {"resign", {G1776_K_LEADER}, "Give up {0}"},
    [G1776_V_DISMANTLE] = {"dismantle", {G1776_K_HEX}, "Dismantle the fort at {0}"},
    [G1776_V_SALVAGE] = {"salvage", {G1776_K_HEX}, "Dismantle the fort at {0} and keep its gun"},
    [G1776_V_DONE] = {"done", {0}, "Done"},
    [G1776_V_ATTACK] = {"attack", {G1776_K_HEX}, "Attack at {0}"},
    [G1776_V_PASS] = {"pass", {0}, "No more attacks"},
    [G1776_V_SALLY] = {"sally", {G1776_K_TYPE, G1776_K_COUNT}, "{1} {0:1} {1?comes|come} out"},
    [G1776_V_SUPPLY] = {"supply", {0}, "Use supply"},
    [G1776_V_ELITE] = {"elite", {G1776_K_TYPE}, "Use {0!} as an elite"},
    [G1776_V_COMMIT] = {"commit", {G1776_K_TYPE, G1776_K_COUNT}, "{1} {0:1} {1?takes|take} part"},
    [G1776_V_READY] = {"ready", {0}, "Ready"},
    [G1776_V_CARD] = {"card", {G1776_K_CARD}, "{0}"},
    [G1776_V_LOSE] = {"lose", {G1776_K_TYPE}, "Lose one {0!}"},
    [G1776_V_RETREAT] = {"retreat", {G1776_K_DIRECTION}, "Retreat {0}"},
    [G1776_V_INTO_FORT] = {"into_fort", {0}, "Retreat into the fort"},
    [G1776_V_STAY] = {"stay", {0}, "Stay"},
    [G1776_V_BREAK_OFF] = {"break_off", {0}, "Break off the battle"},
    [G1776_V_CONTINUE] = {"continue", {0}, "Fight another round"},
    [G1776_V_DECLINE] = {"decline", {0}, "Fight no further"},
    [G1776_V_INSIDE] = {"inside", {G1776_K_TYPE, G1776_K_COUNT}, "{1} {0:1} {1?goes|go} inside"},
    [G1776_V_TRY] = {"try", {0}, "Try to slip away"},
    [G1776_V_TO] = {"to", {G1776_K_HEX}, "To {0}"},
    [G1776_V_SUBSTITUTE] = {"substitute", {G1776_K_LEADER}, "Leader E stands in for {0}"},
    [G1776_V_PLACE] = {"place", {G1776_K_HEX}, "Place at {0}"},
    [G1776_V_LAY] = {"lay", {G1776_K_SIDE}, "Lay the bateau at {0}"},
    [G1776_V_HOLD] = {"hold", {0}, "Hold it back"},
    [G1776_V_STOW] = {"stow", {G1776_K_FLEET}, "Aboard {0}"},
    [G1776_V_RECALL] = {"recall", {G1776_K_LEADER}, "Recall {0}"},
    [G1776_V_REMOVE] = {"remove", {G1776_K_WHERE}, "One from {0}"},
    [G1776_V_REMOVE_FLEET] = {"remove_fleet", {G1776_K_FLEET}, "{0} leaves"},
    [G1776_V_HAVEN] = {"haven", {G1776_K_WHERE}, "Back at {0}"},
    [G1776_V_SAIL] = {"sail", {G1776_K_FLEET}, "Give orders to {0}"},
    [G1776_V_EMBARK] = {"embark", {G1776_K_WHERE}, "Embark from {0}"},
    [G1776_V_LOAD] = {"load", {G1776_K_TYPE, G1776_K_COUNT}, "{1} {0:1} aboard"},
    [G1776_V_LOAD_LEADER] = {"load_leader", {G1776_K_LEADER}, "{0} aboard"},
    [G1776_V_COURSE] = {"course", {G1776_K_WHERE}, "Sail to {0}"},
    [G1776_V_DEBARK] = {"debark", {G1776_K_WHERE}, "Debark at {0}"},
    [G1776_V_UNLOAD] = {"unload", {G1776_K_TYPE, G1776_K_COUNT}, "{1} {0:1} ashore"},
    [G1776_V_UNLOAD_LEADER] = {"unload_leader", {G1776_K_LEADER}, "{0} ashore"},
    [G1776_V_DESTINATION] = {"destination", {G1776_K_DESTINATION}, "The force sails for {0}"},
    [G1776_V_ANCHOR] = {"anchor", {0}, "Anchor"},
    [G1776_V_ENGAGE] = {"engage", {G1776_K_WHERE}, "Attack the fleets at {0}"},
    [G1776_V_INTERCEPT] = {"intercept", {G1776_K_FLEET}, "{0} tries to intercept"},
    [G1776_V_SHIP] = {"ship", {G1776_K_WHERE}, "Send pieces by sea from {0}"},
    [G1776_V_BOMBARD] = {"bombard", {G1776_K_FLEET}, "{0} bombards"},
    [G1776_V_ANSWER] = {"answer", {G1776_K_ANSWER}, "The guns fire at {0}"},
    [G1776_V_ABOARD] = {"aboard", {0}, "Retreat aboard the fleets"},
    [G1776_V_CONCEAL] = {"conceal", {G1776_K_HEX}, "Turn counters at {0}"},
    [G1776_V_DOWN] = {"down", {G1776_K_TYPE, G1776_K_COUNT}, "{1} {0:1} face down"},
    [G1776_V_UP] = {"up", {G1776_K_TYPE, G1776_K_COUNT}, "{1} {0:1} face up"},
    [G1776_V_MUSTER] = {"muster", {G1776_K_WHERE}, "Place at {0}"},
    [G1776_V_MUSTER_ALL] = {"muster_all", {G1776_K_WHERE}, "All the rest at {0}"},
    [G1776_V_MUSTER_INSIDE] = {"muster_inside", {G1776_K_WHERE}, "Into the fort at {0}"},
    [G1776_V_MOUNT] = {"mount", {G1776_K_WHERE}, "A dragoon for foot at {0}"},
    [G1776_V_DISMOUNT] = {"dismount", {G1776_K_WHERE}, "Foot for a dragoon at {0}"},
    [G1776_V_REBUILD] = {"rebuild", {G1776_K_TYPE}, "Rebuild {0!}"},
    [G1776_V_TRANSFER] = {"transfer", {G1776_K_LEADER}, "Send {0} to a hex"},
    [G1776_V_CALL] = {"call", {G1776_K_FLEET}, "Call {0}"},
    [G1776_V_DETACH] = {"detach", {G1776_K_FLEET}, "{0} goes to the West Indies"},
    [G1776_V_BID] = {"bid", {G1776_K_COUNT}, "{0} strategic {0?town|towns}"},
    [G1776_V_ENLIST] = {"enlist", {G1776_K_HEX}, "A militia at {0} becomes a Continental"},
    [G1776_V_ENLIST_ALL] = {"enlist_all", {G1776_K_HEX}, "All that may at {0}"},
    [G1776_V_TAKE] = {"take", {G1776_K_TYPE}, "One {0!}"},
    [G1776_V_EVACUATE] = {"evacuate", {0}, "Take them home to New York"},
    [G1776_V_SPUR] = {"spur", {G1776_K_LEADER}, "{0} spurs his men on: +1 in this round"},
    [G1776_V_KEEP] = {"keep", {0}, "Keep Withdraw"},
    [G1776_V_PUT_AWAY] = {"put_away", {0}, "Put Withdraw away: +1 in every round"},
    [G1776_V_GRAPESHOT] = {"grapeshot", {0}, "Fire grapeshot at both sides and withdraw"},
    [G1776_V_ESCORT] = {"escort", {G1776_K_COUNT}, "{0} RM come with him"},
    [G1776_V_AGREE] = {"agree", {0}, "Agree to the exchange"},
    [G1776_V_SWAP] = {"swap", {G1776_K_LEADER, G1776_K_LEADER}, "Offer {0} for {1}"},
    [G1776_V_FIRE] = {"fire", {0}, "Fire the guns without supply, once this month"},
    {0},
};

/* ---- Phases ---- */

#define ROW(name, prompt, rule, verbs, ...)                                                        \
    {                                                                                              \
#name, prompt, rule,                                                                       \
            {__VA_ARGS__ }, verbs, g1776_##name##_list, g1776_##name##_why_not,                    \
             g1776_##name##_apply                                                                  \
    }

static const mk_phase phases[] = {
    [G1776_PH_NONE] = {0},
    [G1776_PH_GAME] = {.name = "game", .step = g1776_turn_step},
    [G1776_PH_SEGMENT] = {.name = "segment", .step = g1776_segment_step},
    [G1776_PH_COMBAT] = {.name = "combat", .step = g1776_combat_go},
    [G1776_PH_MARCHING] = {.name = "marching", .step = g1776_marching_step},
    [G1776_PH_BUILD] =
        ROW(build, "{seat}: build before you move: entrenchments, magazines, forts, bateaux",
            "g1776.ii.a",
            MK_VERBS(G1776_V_ENTRENCH, G1776_V_MAGAZINE, G1776_V_REDUCE, G1776_V_FORTSITE,
                     G1776_V_BATEAUX, G1776_V_CONCEAL, G1776_V_DONE),
            0),
    [G1776_PH_BUILDER] = ROW(builder, "{seat}: who stays to dig at {0}?", "g1776.ii.a.builder",
                             MK_VERBS(G1776_V_BUILDER), G1776_K_HEX),
    [G1776_PH_DEPOT] = ROW(depot, "{seat}: choose the magazine at {0} and what it is made of",
                           "g1776.iii.c.two", MK_VERBS(G1776_V_BUILDER), G1776_K_HEX),
    [G1776_PH_REDUCTION] = ROW(reduction, "{seat}: which magazine at {0} is reduced?",
                               "g1776.iii.c.reduce", MK_VERBS(G1776_V_BUILDER), G1776_K_HEX),
    [G1776_PH_PARTS] = ROW(parts, "{seat}: what is the fort at {0} made of?", "g1776.iii.d.parts",
                           MK_VERBS(G1776_V_BUILDER), G1776_K_HEX),
    [G1776_PH_OUTWORKS] =
        ROW(outworks, "{seat}: do magazines come into the new fort at {0}?", "g1776.iii.d.magazine",
            MK_VERBS(G1776_V_INSIDE, G1776_V_READY), G1776_K_HEX),
    [G1776_PH_BOATYARD] = ROW(boatyard, "{seat}: who builds bateaux at {0}?", "g1776.ii.b",
                              MK_VERBS(G1776_V_BUILD_FROM, G1776_V_EXCHANGE), G1776_K_HEX),
    [G1776_PH_FLOAT] = ROW(float, "{seat}: choose the hexside of the new bateau at {0}",
                           "g1776.ii.b.side", MK_VERBS(G1776_V_FLOAT), G1776_K_HEX),
    [G1776_PH_BOAT] =
        ROW(boat, "{seat}: a bateau at {0}: take aboard, row, unload, moor", "g1776.ii.b",
            MK_VERBS(G1776_V_BANK, G1776_V_ADD, G1776_V_JOIN, G1776_V_ROW, G1776_V_LAND,
                     G1776_V_LAND_INSIDE, G1776_V_ASHORE, G1776_V_PART, G1776_V_BEACH,
                     G1776_V_MOOR),
            G1776_K_SIDE),
    [G1776_PH_MOVE] = ROW(move, "{seat}: move your stacks, one group after another", "g1776.ii",
                          MK_VERBS(G1776_V_GROUP, G1776_V_LAUNCH, G1776_V_SAIL, G1776_V_SHIP,
                                   G1776_V_DESTROY, G1776_V_SCUTTLE, G1776_V_RESIGN, G1776_V_DONE),
                          0),
    [G1776_PH_MARCH] =
        ROW(march, "{seat}: declare forced marches, all of them before any die is thrown",
            "g1776.ii.d", MK_VERBS(G1776_V_MARCH, G1776_V_DONE), 0),
    [G1776_PH_MARSHAL] =
        ROW(marshal, "{seat}: a forced march from {0}: who goes, how many MP, which way",
            "g1776.ii.d",
            MK_VERBS(G1776_V_JOIN, G1776_V_ADD, G1776_V_EFFORT, G1776_V_BONUS, G1776_V_ROUTE,
                     G1776_V_HALT),
            G1776_K_HEX),
    [G1776_PH_STRIKE] = ROW(strike, "{seat}: overrun the enemies met at {0}?", "g1776.ii.c",
                            MK_VERBS(G1776_V_ELIMINATE, G1776_V_SPARE), G1776_K_HEX),
    [G1776_PH_FALL_OUT] = ROW(fall_out, "{seat}: who falls out of the march from {0}? ({1} left)",
                              "g1776.ii.d", MK_VERBS(G1776_V_LOSE), G1776_K_HEX),
    [G1776_PH_SCRAP] =
        ROW(scrap, "{seat}: what is destroyed?", "g1776.iii.b.destroy", MK_VERBS(G1776_V_SCRAP), 0),
    [G1776_PH_DISMANTLE] =
        ROW(dismantle, "{seat}: dismantle forts, now that movement is over?",
            "g1776.iii.d.dismantle", MK_VERBS(G1776_V_DISMANTLE, G1776_V_SALVAGE, G1776_V_DONE), 0),
    [G1776_PH_SPOILS] =
        ROW(spoils, "{seat}: keep or destroy what was captured", "g1776.iii.b.destroy",
            MK_VERBS(G1776_V_DESTROY, G1776_V_SCUTTLE, G1776_V_DONE), 0),
    [G1776_PH_GROUP] =
        ROW(group, "{seat}: a group at {0}: who goes, and where to?", "g1776.ii.group",
            MK_VERBS(G1776_V_ADD, G1776_V_JOIN, G1776_V_DROP, G1776_V_PART, G1776_V_STEP,
                     G1776_V_FERRY, G1776_V_LEAVE, G1776_V_ELIMINATE, G1776_V_HALT, G1776_V_ENTER,
                     G1776_V_EXIT, G1776_V_HAUL, G1776_V_FLOAT),
            G1776_K_HEX),
    [G1776_PH_ANNOUNCE] =
        ROW(announce, "{seat}: attack where both sides stand in one hex?", "g1776.iii.a.1",
            MK_VERBS(G1776_V_ATTACK, G1776_V_ENGAGE, G1776_V_PASS), 0),
    [G1776_PH_SALLY] =
        ROW(sally, "{seat}: who comes out of the fort of {0} to attack?", "g1776.iii.d.sally",
            MK_VERBS(G1776_V_SALLY, G1776_V_JOIN, G1776_V_READY), G1776_K_HEX),
    [G1776_PH_DECLARE] =
        ROW(declare, "{seat}: use supply, an elite or guns in this round at {0}?", "g1776.iii.b",
            MK_VERBS(G1776_V_SUPPLY, G1776_V_FIRE, G1776_V_ELITE, G1776_V_SPUR, G1776_V_READY),
            G1776_K_HEX),
    [G1776_PH_COMMIT] = ROW(commit, "{seat}: which SP take part at {0}? Leaders control no more",
                            "g1776.iv.b", MK_VERBS(G1776_V_COMMIT), G1776_K_HEX),
    [G1776_PH_CARD] = ROW(card, "{seat}: choose a tactical card for {0}, in secret",
                          "g1776.iii.a.e", MK_VERBS(G1776_V_CARD), G1776_K_HEX),
    [G1776_PH_LOSE] = ROW(lose, "{seat}: what is lost at {0}? ({1} left)", "g1776.iii.a.g",
                          MK_VERBS(G1776_V_LOSE), G1776_K_HEX),
    [G1776_PH_RETREAT] =
        ROW(retreat, "{seat}: retreat from {0}?", "g1776.iii.a.h",
            MK_VERBS(G1776_V_RETREAT, G1776_V_INTO_FORT, G1776_V_ABOARD, G1776_V_STAY),
            G1776_K_HEX),
    [G1776_PH_BREAK_OFF] =
        ROW(break_off, "{seat}: break off the battle at {0}?", "g1776.iii.a.3.break",
            MK_VERBS(G1776_V_BREAK_OFF, G1776_V_GRAPESHOT, G1776_V_STAY), G1776_K_HEX),
    [G1776_PH_GO_ON] = ROW(go_on, "{seat}: attack in another round at {0}?", "g1776.iii.a.3",
                           MK_VERBS(G1776_V_CONTINUE, G1776_V_DECLINE), G1776_K_HEX),
    [G1776_PH_SHELTER] =
        ROW(shelter, "{seat}: who goes into the fort of {0}?", "g1776.iii.d.shelter",
            MK_VERBS(G1776_V_INSIDE, G1776_V_JOIN, G1776_V_READY), G1776_K_HEX),
    [G1776_PH_EVADE] = ROW(evade, "Partisans at {0}: slip away before combat?", "g1776.v.b",
                           MK_VERBS(G1776_V_TRY, G1776_V_STAY), G1776_K_HEX),
    [G1776_PH_EVASION] = ROW(evasion, "Partisans at {0}: slip away before they are overrun?",
                             "g1776.v.b", MK_VERBS(G1776_V_TRY, G1776_V_STAY), G1776_K_HEX),
    [G1776_PH_PLACE_LEADER] = ROW(place_leader, "{seat}: where does {0} go?", "g1776.iv.c.place",
                                  MK_VERBS(G1776_V_TO), G1776_K_LEADER),
    [G1776_PH_SETUP] = {.name = "setup", .step = g1776_setup_step},
    [G1776_PH_ARRIVALS] = {.name = "arrivals", .step = g1776_arrivals_step},
    [G1776_PH_REMOVAL] = {.name = "removal", .step = g1776_removal_step},
    [G1776_PH_SUBSTITUTE] =
        ROW(substitute, "Set-up ({seat}): does Leader E stand in for another nameless leader?",
            "g1776.scenarios.leader_e", MK_VERBS(G1776_V_SUBSTITUTE, G1776_V_DONE), 0),
    [G1776_PH_MOOR] = ROW(moor, "Set-up ({seat}): choose the hexside of a bateau at {0}",
                          "g1776.ii.b.side", MK_VERBS(G1776_V_LAY), G1776_K_HEX),
    [G1776_PH_PLACE] = ROW(place, "{seat}: place what has come", "g1776.scenarios.set_up",
                           MK_VERBS(G1776_V_PLACE, G1776_V_LAY, G1776_V_HOLD), 0),
    [G1776_PH_STOW] = ROW(stow, "{seat}: aboard which fleet does it come?",
                          "g1776.scenarios.arrivals", MK_VERBS(G1776_V_STOW), 0),
    [G1776_PH_DIG] = ROW(dig, "Set-up ({seat}): where do you start entrenched?",
                         "g1776.s3.entrenched", MK_VERBS(G1776_V_ENTRENCH, G1776_V_DONE), 0),
    [G1776_PH_RECALL] = ROW(recall, "{seat}: which leader is recalled?", "g1776.s7.removal",
                            MK_VERBS(G1776_V_RECALL), 0),
    [G1776_PH_REMOVE] = ROW(remove, "{seat}: from where does one of the {0} leave?",
                            "g1776.s4.removal", MK_VERBS(G1776_V_REMOVE), G1776_K_TYPE),
    [G1776_PH_REMOVE_FLEET] = ROW(remove_fleet, "{seat}: which fleet leaves?", "g1776.s4.removal",
                                  MK_VERBS(G1776_V_REMOVE_FLEET), 0),
    [G1776_PH_QUARTERS] =
        ROW(quarters, "{seat}: winter quarters of those at {0}", "g1776.s5.winter",
            MK_VERBS(G1776_V_PLACE, G1776_V_STAY), G1776_K_HEX),
    [G1776_PH_HAVEN] = ROW(haven, "{seat}: {0} is repaired: where does it come back?",
                           "g1776.csg.v.c.repair", MK_VERBS(G1776_V_HAVEN), G1776_K_FLEET),
    [G1776_PH_FLEET] =
        ROW(fleet, "{seat}: orders for {0}: embark, sail, debark, anchor", "g1776.csg.v.a",
            MK_VERBS(G1776_V_EMBARK, G1776_V_LOAD, G1776_V_LOAD_LEADER, G1776_V_COURSE,
                     G1776_V_DEBARK, G1776_V_UNLOAD, G1776_V_UNLOAD_LEADER, G1776_V_DESTINATION,
                     G1776_V_ELIMINATE, G1776_V_EVACUATE, G1776_V_ANCHOR),
            G1776_K_FLEET),
    [G1776_PH_SHIP] =
        ROW(ship, "{seat}: what goes by sea from {0}, and where to?", "g1776.s6.shipping",
            MK_VERBS(G1776_V_LOAD, G1776_V_LOAD_LEADER, G1776_V_DEBARK), G1776_K_WHERE),
    [G1776_PH_BOMBARD] = ROW(bombard, "{seat}: which fleets bombard {0}?", "g1776.csg.v.d",
                             MK_VERBS(G1776_V_BOMBARD, G1776_V_READY), G1776_K_HEX),
    [G1776_PH_ANSWER] = ROW(answer, "{seat}: at whom do the guns of {0} fire?",
                            "g1776.csg.v.d.guns", MK_VERBS(G1776_V_ANSWER), G1776_K_HEX),
    [G1776_PH_INTERCEPT] = ROW(intercept, "{seat}: intercept {0}?", "g1776.s4.intercept",
                               MK_VERBS(G1776_V_INTERCEPT, G1776_V_DECLINE), G1776_K_FLEET),
    [G1776_PH_BOARDING] = {.name = "boarding", .step = g1776_boarding_step},
    [G1776_PH_SURPRISED] =
        ROW(surprised, "{seat}: {0} is surprised in port: land SP at once, or put to sea",
            "g1776.csg.v.a.surprised",
            MK_VERBS(G1776_V_UNLOAD, G1776_V_UNLOAD_LEADER, G1776_V_ANCHOR), G1776_K_FLEET),
    [G1776_PH_VEIL] = ROW(veil, "{seat}: turn counters face down before the game begins?",
                          "g1776.vi.b", MK_VERBS(G1776_V_CONCEAL, G1776_V_DONE), 0),
    [G1776_PH_CONCEAL] = ROW(conceal, "{seat}: which counters at {0} are turned?", "g1776.vi.b",
                             MK_VERBS(G1776_V_DOWN, G1776_V_UP, G1776_V_DONE), G1776_K_HEX),
    [G1776_PH_DISPLACED] = ROW(displaced, "{seat}: where does the decoy found at {0} go?",
                               "g1776.vi.b.decoy", MK_VERBS(G1776_V_PLACE), G1776_K_HEX),
    [G1776_PH_INTERPHASE] = {.name = "interphase", .step = g1776_interphase_step},
    [G1776_PH_MUSTER] =
        ROW(muster, "{seat}: where do the new pieces come to?", "g1776.csg.ii.9",
            MK_VERBS(G1776_V_MUSTER, G1776_V_MUSTER_ALL, G1776_V_MUSTER_INSIDE, G1776_V_HOLD), 0),
    [G1776_PH_CULL] = ROW(cull, "{seat}: which pieces are removed? ({2} left)",
                          "g1776.csg.ii.removal", MK_VERBS(G1776_V_LOSE, G1776_V_REMOVE), 0),
    [G1776_PH_DRAGOONS] =
        ROW(dragoons, "{seat}: too many dragoons: remove them or turn them into foot",
            "g1776.csg.ii.9.dragoons", MK_VERBS(G1776_V_REMOVE, G1776_V_DISMOUNT), 0),
    [G1776_PH_MOUNT] = ROW(mount, "{seat}: turn militia into dragoons? ({1} at most)",
                           "g1776.csg.ii.9.dragoons", MK_VERBS(G1776_V_MOUNT, G1776_V_DONE), 0),
    [G1776_PH_REBUILD] =
        ROW(rebuild, "{seat}: rebuild an elite, for an SP of its colour?", "g1776.csg.ii.7",
            MK_VERBS(G1776_V_REBUILD, G1776_V_REMOVE, G1776_V_DONE), 0),
    [G1776_PH_INDIANS] = ROW(indians, "{seat}: Indians for those that were lost?",
                             "g1776.csg.ii.7.indians", MK_VERBS(G1776_V_TO, G1776_V_DONE), 0),
    [G1776_PH_TRANSFER] =
        ROW(transfer, "{seat}: leaders come in, leave or change places", "g1776.csg.ii.13",
            MK_VERBS(G1776_V_TRANSFER, G1776_V_RECALL, G1776_V_TO, G1776_V_DONE), 0),
    [G1776_PH_CALL] = ROW(call, "{seat}: call fleets from other waters?", "g1776.csg.v.e",
                          MK_VERBS(G1776_V_CALL, G1776_V_DONE), 0),
    [G1776_PH_AID] = ROW(aid, "{seat}: American or French supply?", "g1776.csg.ii.14",
                         MK_VERBS(G1776_V_TAKE), 0),
    [G1776_PH_FETCH] = ROW(fetch, "{seat}: what does the Continental Navy take aboard? ({0} left)",
                           "g1776.csg.v.f.indies", MK_VERBS(G1776_V_TAKE), 0),
    [G1776_PH_DETACH] = ROW(detach, "{seat}: which fleet goes to the West Indies?",
                            "g1776.csg.vii.d", MK_VERBS(G1776_V_DETACH), 0),
    [G1776_PH_SECRET] =
        ROW(secret, "{seat}: keep Withdraw for the battle at {0}, or put it away for a bonus?",
            "g1776.csg5.withdraw", MK_VERBS(G1776_V_KEEP, G1776_V_PUT_AWAY), G1776_K_HEX),
    [G1776_PH_FLEE] = ROW(flee, "{seat}: Gates runs from {0} with all militia. Where to?",
                          "g1776.csg5.gates", MK_VERBS(G1776_V_TO), G1776_K_HEX),
    [G1776_PH_ESCORT] = ROW(escort, "{seat}: how many RM come with the partisan leader?",
                            "g1776.csg5.escort", MK_VERBS(G1776_V_ESCORT), G1776_K_ARRIVAL),
    [G1776_PH_EXCHANGE] =
        ROW(exchange, "{seat}: exchange {0} for {1}? Both sides must agree", "g1776.csg5.exchange",
            MK_VERBS(G1776_V_AGREE, G1776_V_DECLINE), G1776_K_LEADER, G1776_K_LEADER),
    [G1776_PH_OFFER] =
        ROW(offer, "{seat}: offer to exchange captives, star for star, or do without it",
            "g1776.csg5.exchange", MK_VERBS(G1776_V_SWAP, G1776_V_DECLINE), 0),
    [G1776_PH_BID] =
        ROW(bid, "{seat}: bid in secret how many strategic towns the British must control to win",
            "g1776.csg4.bid", MK_VERBS(G1776_V_BID), 0),
    [G1776_PH_VISIT] = {.name = "visit", .step = g1776_visit_step},
    [G1776_PH_REDEPLOY] = {.name = "redeploy", .step = g1776_redeploy_step},
    [G1776_PH_ENLIST] =
        ROW(enlist, "{seat}: which militia become Continentals? ({0} at most)", "g1776.csg6.enlist",
            MK_VERBS(G1776_V_ENLIST, G1776_V_ENLIST_ALL, G1776_V_DONE), 0),
    [G1776_PH_RALLY] = ROW(rally, "{seat}: which of the nearest forces do the new pieces join?",
                           "g1776.csg6.com", MK_VERBS(G1776_V_TO), 0),
    {0},
};

/* ---- Events ---- */

static const mk_event_kind events[] = {
    [G1776_E_NOTHING] = {0},
    [G1776_E_TURN] = {"turn", "Turn {0}", {G1776_K_TURN}},
    [G1776_E_SEGMENT] = {"segment", "{seat} to move", {0}},
    [G1776_E_ENTRENCHED] = {"entrenched", "{seat} entrench at {0}", {G1776_K_HEX}},
    [G1776_E_MARCH_DECLARED] = {"march_declared",
                                "{seat} declare a forced march of {1} SP from {0}: {2} MP",
                                {G1776_K_HEX}},
    [G1776_E_MARCH_DIE] = {"march_die",
                           "The march from {0} gains {3} MP (rolled {1}{2~, })",
                           {G1776_K_HEX}},
    [G1776_E_MARCH_HALF] = {"march_half",
                            "Half of the marchers from {0} are lost (rolled {1}{2~, })",
                            {G1776_K_HEX}},
    [G1776_E_MARCH_LOST] = {"march_lost",
                            "{0} SP of the march are lost at {1}: they could not use "
                            "what they had gained",
                            {0, G1776_K_HEX}},
    [G1776_E_BATEAUX_BUILT] = {"bateaux_built",
                               "{seat} build {0} {0?bateau|bateaux} at {1}",
                               {0, G1776_K_HEX}},
    [G1776_E_ROWS] = {"rows",
                      "{seat}: a bateau rows from {0} to {1}",
                      {G1776_K_SIDE, G1776_K_SIDE}},
    [G1776_E_BOAT_LANDS] = {"boat_lands", "{seat} land at {0}", {G1776_K_HEX}},
    [G1776_E_BUILT] = {"built", "{seat} build one {0!} at {1}", {G1776_K_TYPE, G1776_K_HEX}},
    [G1776_E_REDUCED] = {"reduced",
                         "{seat} reduce the {0!} at {1} to a supply",
                         {G1776_K_TYPE, G1776_K_HEX}},
    [G1776_E_FORT_MARKED] = {"fort_marked", "{seat} work on a fort at {0}", {G1776_K_HEX}},
    [G1776_E_FORT_BEGUN] = {"fort_begun", "{seat} have begun a fort at {0}", {G1776_K_HEX}},
    [G1776_E_FORT_DONE] = {"fort_done", "{seat}: the fort at {0} is complete", {G1776_K_HEX}},
    [G1776_E_DISMANTLED] = {"dismantled", "{seat} dismantle the fort at {0}", {G1776_K_HEX}},
    [G1776_E_DESTROYED] = {"destroyed",
                           "{seat} destroy one {0!} at {1}",
                           {G1776_K_TYPE, G1776_K_WHERE}},
    [G1776_E_ELITE_REPLACED] = {"elite_replaced",
                                "{0!} at {1} is without its leader: a plain SP now",
                                {G1776_K_TYPE, G1776_K_WHERE}},
    [G1776_E_PARTISANS_ABROAD] = {"partisans_abroad",
                                  "{0} is too far from home at {1}",
                                  {G1776_K_LEADER, G1776_K_HEX}},
    [G1776_E_WORKS_GONE] = {"works_gone", "{0} at {1}: removed", {G1776_K_TYPE, G1776_K_HEX}},
    [G1776_E_MOVES] = {"moves",
                       "{seat}: {0} SP {0?marches|march} from {1} to {2}",
                       {0, G1776_K_HEX, G1776_K_HEX}},
    [G1776_E_LEADER_MOVES] = {"leader_moves",
                              "{3} marches {0?alone|with 1 SP|with {0} SP} from {1} to {2}",
                              {0, G1776_K_HEX, G1776_K_HEX, G1776_K_LEADER}},
    [G1776_E_LEAVES_AREA] = {"leaves_area",
                             "{seat} leave the area of play from {1} with {0} SP",
                             {0, G1776_K_HEX}},
    [G1776_E_ELIMINATED] = {"eliminated", "{seat} overrun {0} SP at {1}", {0, G1776_K_HEX}},
    [G1776_E_CAPTURED] = {"captured",
                          "{seat} capture {0} {1:0} at {2}",
                          {0, G1776_K_TYPE, G1776_K_WHERE}},
    [G1776_E_LEADER_CAPTURED] = {"leader_captured",
                                 "{seat} capture {0} at {1}",
                                 {G1776_K_LEADER, G1776_K_WHERE}},
    [G1776_E_LOST] = {"lost", "{seat} lose {0} {1:0} at {2}", {0, G1776_K_TYPE, G1776_K_HEX}},
    [G1776_E_BASIC_ROLL] =
        {"basic_roll",
         "{seat} attack at {0}: {1} SP against {2}, odds {3}, rolled {4}{5~, entrenched }",
         {G1776_K_HEX, 0, 0, G1776_K_COLUMN}},
    [G1776_E_ATTACK] = {"attack", "{seat} attack at {0}", {G1776_K_HEX}},
    [G1776_E_SALLIES] = {"sallies",
                         "{seat} sally with {0} {1:0} at {2}",
                         {0, G1776_K_TYPE, G1776_K_HEX}},
    [G1776_E_SUPPLIED] = {"supplied", "{seat} use supply", {0}},
    [G1776_E_FIRES] = {"fires", "{seat}: the guns of {0} fire without supply", {G1776_K_HEX}},
    [G1776_E_ELITE] = {"elite", "{seat} use {0!}", {G1776_K_TYPE}},
    [G1776_E_CHOOSES] = {"chooses", "{seat} choose {0}", {G1776_K_CARD}},
    [G1776_E_CHOSE] = {"chose", "{seat} have chosen a card", {0}},
    [G1776_E_CARDS] = {"cards", "Cards: {0} against {1}", {G1776_K_CARD, G1776_K_CARD}},
    [G1776_E_ODDS] = {"odds",
                      "{0} SP against {1}, odds {2}; die {3+}{4~, leaders }{5~, elites }"
                      "{6~, entrenchment }{7~, artillery }{8~, militia }{9~, command }"
                      "{10~, allies }{11~, Knox }{12~, fleets }{13~, awe }{14~, special }",
                      {0, 0, G1776_K_COLUMN}},
    [G1776_E_ROLL] = {"roll",
                      "{seat} roll {0}{1~, modifiers }{2~, cards }: {3}. The attacker loses {4}, "
                      "the defender {5}",
                      {0}},
    [G1776_E_NO_EFFECT] = {"no_effect", "No effect: the combat at {0} is over", {G1776_K_HEX}},
    [G1776_E_NO_COMBAT] = {"no_combat", "No combat at {0}", {G1776_K_HEX}},
    [G1776_E_RETREATS] = {"retreats", "{seat} retreat from {0} to {1}", {G1776_K_HEX, G1776_K_HEX}},
    [G1776_E_INTO_FORT] = {"goes_into_fort", "{seat} retreat into the fort of {0}", {G1776_K_HEX}},
    [G1776_E_BREAKS_OFF] = {"breaks_off", "{seat} break off the battle at {0}", {G1776_K_HEX}},
    [G1776_E_USED_UP] = {"used_up", "{0!} at {1} is used up", {G1776_K_TYPE, G1776_K_WHERE}},
    [G1776_E_SLIPS_AWAY] = {"slips_away",
                            "The partisans at {0} slip away (rolled {1})",
                            {G1776_K_HEX}},
    [G1776_E_CAUGHT] = {"caught", "The partisans at {0} are caught (rolled {1})", {G1776_K_HEX}},
    [G1776_E_LEADER_CHECK] = {"leader_check",
                              "{0} {2} (rolled {1})",
                              {G1776_K_LEADER, 0, G1776_K_FATE}},
    [G1776_E_CHECK_DICE] = {"check_dice", "{seat} check leaders: {0} and {1} SP lost", {0}},
    [G1776_E_LEADER_KILLED] = {"leader_killed", "{0} is out of the war", {G1776_K_LEADER}},
    [G1776_E_LEADER_WOUNDED] = {"leader_wounded",
                                "{0} is away for {1} {1?turn|turns}",
                                {G1776_K_LEADER}},
    [G1776_E_LEADER_AT] = {"leader_at", "{0} comes to {1}", {G1776_K_LEADER, G1776_K_HEX}},
    [G1776_E_EXCHANGED] = {"exchanged",
                           "{0} is exchanged for {1}",
                           {G1776_K_LEADER, G1776_K_LEADER}},
    [G1776_E_PROMOTED] = {"promoted", "{0} is promoted to {1+}", {G1776_K_LEADER}},
    [G1776_E_DEMOTED] = {"demoted", "{0} is demoted to {1+}", {G1776_K_LEADER}},
    [G1776_E_WON] = {"won", "{seat} win: {0}", {G1776_K_REASON}},
    [G1776_E_DRAWN] = {"drawn", "A draw: {0}", {G1776_K_REASON}},
    [G1776_E_SUBSTITUTED] = {"substituted",
                             "{1} stands in for {0}",
                             {G1776_K_LEADER, G1776_K_LEADER}},
    [G1776_E_PLACED] = {"placed",
                        "{seat}: {0} {1:0} {0?arrives|arrive} at {2}",
                        {0, G1776_K_TYPE, G1776_K_WHERE}},
    [G1776_E_PLACED_HIDDEN] = {"placed_hidden", "{seat} place a counter face down", {0}},
    [G1776_E_LEADER_PLACED] = {"leader_placed",
                               "{seat}: {0} arrives at {1}",
                               {G1776_K_LEADER, G1776_K_WHERE}},
    [G1776_E_FLEET_PLACED] = {"fleet_placed",
                              "{seat}: {0} arrives at {1}",
                              {G1776_K_FLEET, G1776_K_WHERE}},
    [G1776_E_ARRIVAL_LOST] = {"arrival_lost", "{seat}: the reinforcements do not come", {0}},
    [G1776_E_LEAVES] = {"leaves",
                        "{seat}: {0} {1:0} {0?leaves|leave} {2}",
                        {0, G1776_K_TYPE, G1776_K_WHERE}},
    [G1776_E_LEADER_LEAVES] = {"leader_leaves", "{0} leaves the game", {G1776_K_LEADER}},
    [G1776_E_FLEET_LEAVES] = {"fleet_leaves", "{0} leaves the game", {G1776_K_FLEET}},
    [G1776_E_POINTS] = {"points", "{seat}: {0+} victory points, {1} in all", {0}},
    [G1776_E_COM_DESTROYED] = {"com_destroyed", "{seat} destroy the COM at {0}", {G1776_K_HEX}},
    [G1776_E_ROW_PENALTY] = {"row_penalty", "{seat} are the first to move north of row ZZ", {0}},
    [G1776_E_FREED] = {"freed", "{seat}: the pieces at {0} may move now", {G1776_K_HEX}},
    [G1776_E_DIE_FREES] = {"die_frees", "{seat} roll {0} and need {1} or more", {0}},
    [G1776_E_STRATEGY] = {"strategy", "The British follow a {0} strategy", {G1776_K_STRATEGY}},
    [G1776_E_SAILS] = {"sails", "{0} sails to {1}", {G1776_K_FLEET, G1776_K_WHERE}},
    [G1776_E_DESTINATION] = {"destination", "The force sails for {0}", {G1776_K_DESTINATION}},
    [G1776_E_LANDS] = {"lands",
                       "{0} {1:0} {0?lands|land} at {2} from {3}",
                       {0, G1776_K_TYPE, G1776_K_WHERE, G1776_K_FLEET}},
    [G1776_E_ENGAGES] = {"engages",
                         "{seat}: fleets attack at {0}: {1} against {2}",
                         {G1776_K_WHERE}},
    [G1776_E_SEA_ROLL] = {"sea_roll", "{seat} roll {0} on column {1+}", {0}},
    [G1776_E_SUNK] = {"sunk", "{0} is sunk", {G1776_K_FLEET}},
    [G1776_E_DAMAGED] = {"damaged",
                         "{0} is damaged and away for {1} {1?turn|turns}",
                         {G1776_K_FLEET}},
    [G1776_E_INTERCEPTS] = {"intercepts",
                            "{0} intercepts {1} (rolled {2})",
                            {G1776_K_FLEET, G1776_K_FLEET}},
    [G1776_E_MISSES] = {"misses",
                        "{0} fails to intercept {1} (rolled {2})",
                        {G1776_K_FLEET, G1776_K_FLEET}},
    [G1776_E_BOMBARDS] = {"bombards", "{0} bombards (rolled {1})", {G1776_K_FLEET}},
    [G1776_E_NO_BOMBARD] = {"no_bombard", "{0} cannot bombard (rolled {1})", {G1776_K_FLEET}},
    [G1776_E_ANSWERS] = {"answers", "{seat}: the guns fire at {0}", {G1776_K_ANSWER}},
    [G1776_E_QUARTERS_AWAY] = {"quarters_away",
                               "{0} is out of play for {1} {1?quarter|quarters}",
                               {G1776_K_FLEET}},
    [G1776_E_BOARDS] = {"boards", "{seat} take to the ships at {0}", {G1776_K_HEX}},
    [G1776_E_TURNED_DOWN] = {"turned_down",
                             "{seat} turn {0} {0?counter|counters} face down at {1}",
                             {0, G1776_K_HEX}},
    [G1776_E_TURNED_UP] = {"turned_up",
                           "{seat}: {0} {1:0} at {2} {0?is|are} turned up",
                           {0, G1776_K_TYPE, G1776_K_HEX}},
    [G1776_E_VEILED_MOVES] = {"veiled_moves",
                              "{seat} move {0} {0?counter|counters} from {1} to {2}",
                              {0, G1776_K_HEX, G1776_K_HEX}},
    [G1776_E_DECOY_FOUND] = {"decoy_found", "{seat}: a decoy at {0} is found out", {G1776_K_HEX}},
    [G1776_E_DECOY_FLEES] = {"decoy_flees",
                             "{seat}: a decoy at {0} is found out and goes to {1}",
                             {G1776_K_HEX, G1776_K_HEX}},
    [G1776_E_SEASON] = {"season", "{0} {1}: the season begins", {G1776_K_SEASON}},
    [G1776_E_WINTER] = {"winter",
                        "Winter: {0} of {1} Continentals are lost in {2}",
                        {0, 0, G1776_K_AREA}},
    [G1776_E_EVENT_BRITISH] = {"british_event",
                               "{seat} roll for an event: {0}",
                               {G1776_K_EVENT_BRITISH}},
    [G1776_E_EVENT_AMERICAN] = {"american_event",
                                "{seat} roll for an event: {0}",
                                {G1776_K_EVENT_AMERICAN}},
    [G1776_E_SLIGHTED] = {"slighted",
                          "{0} is lowered to {1+}: the ranking leader lacks the largest force",
                          {G1776_K_LEADER}},
    [G1776_E_INDIAN_DIE] = {"indian_die",
                            "{seat} roll {0}: the Indians of Unadilla {1?join them|stay away}",
                            {0}},
    [G1776_E_STATUS] = {"area_status", "{0}: {1}", {G1776_K_AREA, G1776_K_STATUS}},
    [G1776_E_CONVERTED] = {"converted",
                           "{seat}: {1!} for {0!} at {2}",
                           {G1776_K_TYPE, G1776_K_TYPE, G1776_K_WHERE}},
    [G1776_E_LEADER_SENT] = {"leader_sent",
                             "{0} leaves the map until the next season",
                             {G1776_K_LEADER}},
    [G1776_E_FLEET_AWAY] = {"fleet_away", "{0} is away for a month", {G1776_K_FLEET}},
    [G1776_E_FRENCH_DIE] = {"french_die",
                            "{seat} roll {0}{1~, controlled areas }, and need {2} or less: "
                            "the French {3?enter the war|stay out of the war}",
                            {0}},
    [G1776_E_ARNOLD_DIE] = {"arnold_die",
                            "{seat} roll {0}: Arnold {1?deserts|stays with the Americans}",
                            {0}},
    [G1776_E_CALLED] = {"called",
                        "{seat} call {0}: rolled {1}, it {2?comes|does not come}",
                        {G1776_K_FLEET}},
    [G1776_E_STAYS] = {"fleet_stays",
                       "{0}: rolled {1}, it {2?stays|leaves these waters}",
                       {G1776_K_FLEET}},
    [G1776_E_NAVY_DIE] = {"navy_die",
                          "The Continental Navy looks for cargo in the West Indies: rolled "
                          "{0}{1~, British fleets }, {2?nothing|one piece|two pieces}",
                          {0}},
    [G1776_E_NAVY_SOUGHT] = {"navy_sought",
                             "{seat} look for the Continental Navy: rolled {0}, "
                             "{1?found|not found}",
                             {0}},
    [G1776_E_DETACHED] = {"detached", "{seat}: {0} must go to the West Indies", {G1776_K_FLEET}},
    [G1776_E_BOARDED] = {"boarded",
                         "{0} {1:0} {0?goes|go} aboard {3} at {2}",
                         {0, G1776_K_TYPE, G1776_K_WHERE, G1776_K_FLEET}},
    [G1776_E_WITHDRAWS] = {"withdraws", "A fleet is lost: all French troops must leave", {0}},
    [G1776_E_FRENCH_LOST] = {"french_lost", "The French did not leave in time and are lost", {0}},
    [G1776_E_WEATHER] = {"weather", "Weather{0~, rolled }: {1?clear|storms}", {0}},
    [G1776_E_SOUTH_DIE] = {"south_die",
                           "{0}: rolled {1}, it {2?is free to sail|goes home until winter|"
                           "waits in the left transitional box}",
                           {G1776_K_FLEET}},
    [G1776_E_NEWPORT_DIE] = {"newport_die",
                             "{seat} watch Newport: rolled {0}, the French fleet "
                             "{1?slips by|is turned back}",
                             {0}},
    [G1776_E_EVACUATES] = {"evacuates", "{0} takes its troops home to New York", {G1776_K_FLEET}},
    [G1776_E_SPURRED] = {"spurred", "{0} spurs his men on", {G1776_K_LEADER}},
    [G1776_E_PUTS_AWAY] = {"puts_away", "You {0?put Withdraw away|keep Withdraw}", {0}},
    [G1776_E_TELLS_CARD] = {"tells_card", "{seat}: Withdraw was {0?put away|kept in hand}", {0}},
    [G1776_E_GRAPESHOT] = {"grapeshot",
                           "Cornwallis fires grapeshot at both sides (rolled {0}): the British "
                           "lose {1}, the Americans {2}",
                           {0}},
    [G1776_E_GATES_DIE] = {"gates_die",
                           "Gates: rolled {0}, he {1?runs with all militia|stands}",
                           {0}},
    [G1776_E_BIDS] = {"bids", "{seat} bid {0} towns", {0}},
    [G1776_E_BIDS_IN_SECRET] = {"bids_in_secret", "{seat} bid in secret", {0}},
    [G1776_E_BIDS_SHOWN] = {"bids_shown",
                            "The British bid {0} towns, the Americans {1}, par is {2}: "
                            "the British need {3}",
                            {0}},
    [G1776_E_ENLISTED] = {"enlisted",
                          "{0} Rebel militia at {1} {0?becomes a Continental|become Continentals}",
                          {0, G1776_K_HEX}},
    [G1776_E_COM_RAISED] = {"com_raised",
                            "The stores at {0} become a supply and a Continental",
                            {G1776_K_HEX}},
    [G1776_E_STOWED] = {"stowed",
                        "{seat}: {0} {1:0} {0?comes|come} aboard {2}",
                        {0, G1776_K_TYPE, G1776_K_FLEET}},
    [G1776_E_LEADER_STOWED] = {"leader_stowed",
                               "{seat}: {0} comes aboard {1}",
                               {G1776_K_LEADER, G1776_K_FLEET}},
    {0},
};

/* ---- Where a position can be taken up ---- */

static g1776_state *drop_progress(void *state) {
    g1776_state *s = state;
    while (s->base.depth) mk_pop(&s->base);
    memset(&s->combat, 0, sizeof s->combat);
    s->combat.hex = MK_NOWHERE;
    s->hand = 0;
    s->ledger.step = s->campaign.levelled = 0;
    memset(s->ledger.tried, 0, sizeof s->ledger.tried);
    if (g1776_in_campaign(s)) g1776_empty_hand(s);
    g1776_clear_phase(s);
    mk_push(&s->base, G1776_PH_GAME, -1);
    return s;
}

static void open_turn(void *state, mk_log *log) {
    (void)log;
    drop_progress(state)->turn_stage = G1776_T_BEGIN;
}

/* The segment of the side that `phasing` names goes on from a stage. */
static void open_segment(void *state, g1776_segment_stage stage) {
    g1776_state *s = drop_progress(state);
    bool first = s->phasing == g1776_rules(s)->first;
    s->turn_stage = first ? G1776_T_SECOND : G1776_T_END;
    s->stage = (uint8_t)stage;
    if (!s->base.turn) s->base.turn = 1;
    memset(s->came, 0, sizeof s->came);
    mk_push(&s->base, G1776_PH_SEGMENT, s->phasing);
}

static void open_start(void *state, mk_log *log) {
    (void)log;
    open_segment(state, G1776_S_START);
}
static void open_build(void *state, mk_log *log) {
    (void)log;
    open_segment(state, G1776_S_BUILD);
}
static void open_move(void *state, mk_log *log) {
    (void)log;
    open_segment(state, G1776_S_MOVE);
}
static void open_combat(void *state, mk_log *log) {
    (void)log;
    open_segment(state, G1776_S_EVADE);
}
static void open_end(void *state, mk_log *log) {
    (void)log;
    drop_progress(state)->turn_stage = G1776_T_END;
}

/* Behind the month that `turn` names. */
static void open_interphase(void *state, mk_log *log) {
    g1776_state *s = drop_progress(state);
    if (!g1776_ends_season(s)) return open_turn(state, log);
    s->turn_stage = G1776_T_INTERPHASE;
    g1776_begin_interphase(s, log);
}

static bool at_build(const void *state) {
    const g1776_state *s = state;
    if (!s->base.depth || mk_top_const(&s->base)->phase != G1776_PH_BUILD) return false;
    G1776_EACH_PIECE(p, s) {
        bool boat = p->flags & G1776_DOWN && mk_set_has(G1776_BATEAUX, p->type);
        bool counter = g1776_is_sp(p->type) || mk_set_has(G1776_DECOYS, p->type);
        bool turned = p->flags & G1776_TURNED && counter;
        if (p->flags & (G1776_DONE | G1776_MARKED) || boat || turned) return false; /* begun */
    }
    return true;
}

static const mk_resume_point resume_points[] = {
    {"turn", open_turn, NULL},       {"interphase", open_interphase, NULL},
    {"segment", open_start, NULL},   {"build", open_build, at_build},
    {"move", open_move, NULL},       {"combat", open_combat, NULL},
    {"end_of_turn", open_end, NULL}, {0},
};

/* ---- Loading ---- */

static void lower(char *out, size_t size, const char *in) {
    size_t n = 0;
    for (; in[n] && n + 1 < size; n++)
        out[n] = in[n] == '/' ? '_' : (char)tolower((unsigned char)in[n]);
    out[n] = '\0';
}

static void name_places(void) {
    for (int hex = 0; hex < hex_count(); hex++) {
        const char *name = mk_hex_name(&g1776_board.hexes, hex);
        int town = g1776_board.town_at[hex];
        if (town == G1776_NONE) {
            lower(hex_ids[hex], MK_NAME, name);
            snprintf(hex_labels[hex], MK_NAME, "%s", name);
        } else {
            snprintf(hex_ids[hex], MK_NAME, "%s", g1776_board.town[town].id);
            snprintf(hex_labels[hex], MK_NAME, "%s", g1776_board.town[town].name);
        }
    }
    for (int side = 0; side < side_count(); side++) {
        mk_side_name(&g1776_board.hexes, side, side_labels[side]);
        lower(side_ids[side], MK_SIDE_NAME, side_labels[side]);
    }
    for (int f = 0; f < G1776_FLEETS; f++) {
        snprintf(aboard_ids[f], MK_NAME, "aboard_%s", g1776.fleet[f].name.id);
        snprintf(aboard_labels[f], MK_NAME, "aboard %s", g1776.fleet[f].name.label);
    }
}

static void name_numbers(void) {
    for (int c = 0; c < G1776_COLUMNS; c++)
        snprintf(column_ids[c], sizeof column_ids[c], "%d-%d", g1776.table.odds[c][0],
                 g1776.table.odds[c][1]);
    for (int i = 0; i < G1776_MAX_ARRIVALS; i++)
        snprintf(arrival_ids[i], sizeof arrival_ids[i], "arrival_%d", i);
    for (int t = 0; t <= G1776_MAX_TURNS; t++) snprintf(turn_labels[t], MK_NAME, "%d", t);
    for (int i = 0; i < reason_count(); i++)
        snprintf(reason_ids[i], MK_NAME, "%s_%d",
                 i / G1776_MAX_VICTORIES < g1776.scenario_count
                     ? g1776.scenarios[i / G1776_MAX_VICTORIES].id
                     : "none",
                 i % G1776_MAX_VICTORIES);
}

static bool load(mk_error *err) {
    if (!g1776_load(err)) return false;
    name_places();
    name_numbers();
    g1776_find_edges();
    g1776_find_landfalls();
    g1776_find_purposes();
    g1776_forget_seaways();
    g1776_find_voyages();
    return true;
}

static const char *const files[] = {"g1776/map.json",      "g1776/units.json",
                                    "g1776/leaders.json",  "g1776/tables.json",
                                    "g1776/campaign.json", "g1776/scenarios.json",
                                    "g1776/options.json",  NULL};

const mk_game g1776_game = {
    .id = "g1776",
    .title = "1776",
    .rules_version = 5,
    .state_size = sizeof(g1776_state),
    .seats = seats,
    .scenarios = g1776.scenarios,
    .options = g1776.options,
    .kinds = kinds,
    .verbs = verbs,
    .phases = phases,
    .events = events,
    .properties = g1776_properties,
    .resume_points = resume_points,
    .files = files,
    .seat_count = G1776_SEATS,
    .kind_count = G1776_KINDS,
    .verb_count = G1776_VERBS,
    .phase_count = G1776_PHASES,
    .load = load,
    .setup = g1776_setup,
    .settle = g1776_settle,
    .turn_unit = "turns",
    .margin_unit = "points",
    .outcome = g1776_outcome,
    .board = g1776_board_view,
    .view = g1776_view,
    .determinize = g1776_determinize,
    .check = g1776_check,
    .score = g1776_score_of,
    .weigh = g1776_weigh,
    .weigh_begin = g1776_weigh_begin,
    .series = g1776_series,
    .chronicle = g1776_chronicle,
    .battles = &g1776_battles,
    .terms = g1776_terms,
    .consider = g1776_consider,
    .details = MK_VERBS(G1776_PH_BUILDER, G1776_PH_DEPOT, G1776_PH_REDUCTION, G1776_PH_PARTS,
                        G1776_PH_OUTWORKS, G1776_PH_FLOAT, G1776_PH_FALL_OUT, G1776_PH_SCRAP,
                        G1776_PH_SPOILS, G1776_PH_COMMIT, G1776_PH_LOSE, G1776_PH_SHELTER,
                        G1776_PH_PLACE_LEADER, G1776_PH_SUBSTITUTE, G1776_PH_MOOR, G1776_PH_STOW,
                        G1776_PH_DIG, G1776_PH_RECALL, G1776_PH_REMOVE, G1776_PH_REMOVE_FLEET,
                        G1776_PH_HAVEN, G1776_PH_DISPLACED, G1776_PH_MUSTER, G1776_PH_CULL,
                        G1776_PH_DRAGOONS, G1776_PH_MOUNT, G1776_PH_REBUILD, G1776_PH_INDIANS,
                        G1776_PH_CALL, G1776_PH_AID, G1776_PH_FETCH),
};
