/* game.c - End of Empire: its table. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "eoe.h"

static const mk_seat_name seats[] = {
    {"british", "British", "Regulars, Provincials, Germans and their Indians.",
     "By the aims of the scenario: hold the places it names at the end. In the Revolution, rule in "
     "all fifteen militia areas, or collapse the American economy by the end."},
    {"allied", "Allies", "The Continental Army, or the French; later both, and Spain.",
     "By the aims of the scenario. In the Revolution, bring Lord North down by dead regulars, or "
     "have "
     "France in the war and the economy alive at the end."},
    {0},
};

/* ---- Kinds --------------------------------------------------------------- */

static char hex_ids[EOE_MAX_HEXES][MK_NAME], hex_labels[EOE_MAX_HEXES][MK_NAME];
static char town_ids[EOE_MAX_HEXES][MK_NAME], town_labels[EOE_MAX_HEXES][MK_NAME];

static int hex_count(void) { return eoe_board.hexes.hex_count; }
const char *eoe_hex_id(int hex) { return hex_ids[hex]; }
const char *eoe_hex_label(int hex) { return hex_labels[hex]; }
static int space_count(void) { return 2 * hex_count(); }
const char *eoe_space_id(int space) { return space & 1 ? town_ids[space / 2] : hex_ids[space / 2]; }
const char *eoe_space_label(int space) {
    return space & 1 ? town_labels[space / 2] : hex_labels[space / 2];
}

static const mk_name off_map[] = {
    {"aboard_british", "aboard the British fleet", NULL},
    {"aboard_french", "aboard the French fleet", NULL},
    {"aboard_spanish", "aboard the Spanish fleet", NULL},
    {"havana", "Havana", NULL},
    {"available", "the Available box", NULL},
    {"track", "the turn track", NULL},
    {"away", "at home", NULL},
    {"special", "set aside", NULL},
    {"dead", "the dead pile", NULL},
    {"withdrawn", "withdrawn", NULL},
    {"captive", "captive", NULL},
    {"absent", "not in this scenario", NULL},
};
_Static_assert(sizeof off_map / sizeof *off_map == EOE_PLACES - EOE_SPACES, "a name for each box");

int eoe_where_of(int place) {
    return eoe_on_map(place) ? place : space_count() + place - EOE_SPACES;
}
int eoe_place_of(int where) {
    return where < space_count() ? where : EOE_SPACES + where - space_count();
}
int eoe_where_count(void) { return space_count() + EOE_PLACES - EOE_SPACES; }
static const char *where_id(int where) {
    return where < space_count() ? eoe_space_id(where) : off_map[where - space_count()].id;
}
static const char *where_label(int where) {
    return where < space_count() ? eoe_space_label(where) : off_map[where - space_count()].label;
}

static const mk_name directions[] = {
    {"n", "up", NULL},   {"ne", "upper right", NULL}, {"se", "lower right", NULL},
    {"s", "down", NULL}, {"sw", "lower left", NULL},  {"nw", "upper left", NULL},
};
static const mk_name seat_names[] = {{"british", "British", NULL}, {"allied", "Allies", NULL}};
static const mk_name fleets[] = {{"british_fleet", "the British fleet", NULL},
                                 {"french_fleet", "the French fleet", NULL},
                                 {"spanish_fleet", "the Spanish fleet", NULL}};
static const mk_name columns[] = {
    {"1_3", "1:3", NULL},           {"1_2", "1:2", NULL},         {"1_1", "1:1", NULL},
    {"2_1", "2:1", NULL},           {"3_1", "3:1", NULL},         {"4_1", "4:1+", NULL},
    {"against_none", "1+/0", NULL}, {"below", "below 1:3", NULL}, {"no_attack", "no attack", NULL},
};
static const mk_name seasons[] = {{"spring", "Spring", NULL},      {"summer_1", "Summer I", NULL},
                                  {"summer_2", "Summer II", NULL}, {"fall", "Fall", NULL},
                                  {"winter_1", "Winter I", NULL},  {"winter_2", "Winter II", NULL}};
const char *eoe_column_id(int column) { return columns[column].id; }
const char *eoe_column_label(int column) { return columns[column].label; }
const char *eoe_season_label(int season) { return seasons[season].label; }
static const mk_name economies[] = {{"normal", "normal", NULL},
                                    {"near", "near collapse", NULL},
                                    {"full", "full collapse", NULL}};
static const mk_name reactions[] = {{"stays", "they stay", NULL},
                                    {"escapes", "they try to escape", NULL},
                                    {"joins", "they try to come in", NULL},
                                    {"goes", "they try to move away", NULL}};
static const mk_name reasons[] = {
    {"undecided", "it is undecided", NULL},
    {"canada", "Canada is decided", NULL},
    {"florida", "Florida is decided", NULL},
    {"places", "by the places they hold", NULL},
    {"quebec", "Quebec has fallen", NULL},
    {"albany_or_boston", "Albany or Boston has fallen", NULL},
    {"new_france", "New France is decided", NULL},
    {"lord_north", "Lord North's government falls", NULL},
    {"colonial_rule", "colonial rule is restored", NULL},
    {"collapse", "the American economy has collapsed", NULL},
    {"french_entry", "France is in the war", NULL},
    {"time", "time is up", NULL},
};
_Static_assert(sizeof reasons / sizeof *reasons == EOE_REASONS, "a name for each reason");

static mk_name areas[EOE_MAX_AREAS], seas[EOE_MAX_SEAS];
static int agent_count(void) { return eoe.table.agent_count; }
static const char *agent_id(int i) { return eoe.table.agent[i].name.id; }
static const char *agent_label(int i) { return eoe.table.agent[i].name.label; }

static const mk_kind kinds[] = {
    [EOE_K_NONE] = {0},
    [EOE_K_HEX] = {"hex", hex_count, eoe_hex_id, eoe_hex_label},
    [EOE_K_SPACE] = {"space", space_count, eoe_space_id, eoe_space_label},
    [EOE_K_PIECE] = {"piece", MK_NAMES_IN(eoe.piece, name), .loaded = &eoe.piece_count},
    [EOE_K_WHERE] = {"where", eoe_where_count, where_id, where_label},
    [EOE_K_SEAT] = {"seat", MK_NAMES(seat_names)},
    [EOE_K_DIRECTION] = {"direction", MK_NAMES(directions)},
    [EOE_K_FLEET] = {"fleet", MK_NAMES(fleets)},
    [EOE_K_SEA] = {"sea", .names = seas, .stride = sizeof(mk_name), .loaded = &eoe_board.sea_count},
    [EOE_K_AREA] = {"area", .names = areas, .stride = sizeof(mk_name),
                    .loaded = &eoe_board.area_count},
    [EOE_K_COLUMN] = {"odds", MK_NAMES(columns)},
    [EOE_K_AGENT] = {"agent", agent_count, agent_id, agent_label},
    [EOE_K_SEASON] = {"season", MK_NAMES(seasons)},
    [EOE_K_ECONOMY] = {"economy", MK_NAMES(economies)},
    [EOE_K_REASON] = {"reason", MK_NAMES(reasons)},
    [EOE_K_REACTION] = {"reaction", MK_NAMES(reactions)},
    {0},
};

/* ---- Verbs --------------------------------------------------------------- */

static const mk_verb verbs[] = {
    [EOE_V_NONE] = {0},
    [EOE_V_INSIDE] = {"inside", {EOE_K_HEX}, "Begin inside at {0}"},
    [EOE_V_HEX] = {"hex", {EOE_K_HEX}, "At {0}"},
    [EOE_V_CHOOSE] = {"choose", {EOE_K_SPACE}, "Form a force at {0}"},
    [EOE_V_FORTIFY] = {"fortify", {EOE_K_HEX}, "Fortify {0}"},
    [EOE_V_INVADE] = {"invade", {EOE_K_HEX}, "Invade {0}"},
    [EOE_V_SAIL] = {"sail", {EOE_K_PIECE}, "{0} goes by sea"},
    [EOE_V_RAID] = {"raid", {EOE_K_PIECE}, "{0} goes raiding"},
    [EOE_V_END] = {"end", {0}, "End of operations"},
    [EOE_V_TAKE] = {"take", {EOE_K_PIECE}, "Take {0}"},
    [EOE_V_TAKE_ALL] = {"take_all", {0}, "Take all"},
    [EOE_V_GO] = {"go", {0}, "Go"},
    [EOE_V_STEP] = {"step", {EOE_K_DIRECTION}, "March {0}"},
    [EOE_V_ROW] = {"row", {EOE_K_DIRECTION}, "By water {0}"},
    [EOE_V_FERRY] = {"ferry", {EOE_K_DIRECTION}, "Ferry over {0}"},
    [EOE_V_SORTIE] = {"sortie", {0}, "Come out of the town"},
    [EOE_V_ASSAULT] = {"assault", {0}, "Attack the town"},
    [EOE_V_DROP] = {"drop", {EOE_K_PIECE}, "Leave {0} here"},
    [EOE_V_SPLIT] = {"split", {0}, "Send a part ahead"},
    [EOE_V_PICK_UP] = {"pick_up", {0}, "Pick up others"},
    [EOE_V_STOP] = {"stop", {0}, "Stop"},
    [EOE_V_STOP_INSIDE] = {"stop_inside", {0}, "Stop inside the town"},
    [EOE_V_TRY] = {"try", {0}, "Try"},
    [EOE_V_HOLD] = {"hold", {0}, "No"},
    [EOE_V_CALL] = {"call", {EOE_K_PIECE}, "Call out {0}"},
    [EOE_V_DONE] = {"done", {0}, "Done"},
    [EOE_V_ESCAPE] = {"escape", {0}, "Try to escape"},
    [EOE_V_JOIN] = {"join", {0}, "Try to come in"},
    [EOE_V_AWAY] = {"away", {0}, "Try to move away"},
    [EOE_V_STAY] = {"stay", {0}, "Stay"},
    [EOE_V_RESOLVE] = {"resolve", {EOE_K_SPACE}, "{0} first"},
    [EOE_V_TO] = {"to", {EOE_K_DIRECTION}, "Go {0}"},
    [EOE_V_INTO_TOWN] = {"into_town", {0}, "Into the town"},
    [EOE_V_EVACUATE] = {"evacuate", {0}, "Aboard the fleet"},
    [EOE_V_LAND_MARINES] = {"land_marines", {0}, "Land naval infantry"},
    [EOE_V_AMBUSH] = {"ambush", {0}, "Ambush them"},
    [EOE_V_NO_AMBUSH] = {"no_ambush", {0}, "No ambush"},
    [EOE_V_LOSE] = {"lose", {EOE_K_PIECE}, "A step off {0}"},
    [EOE_V_RISK] = {"risk", {EOE_K_PIECE}, "{0} is at risk"},
    [EOE_V_PRESS] = {"press", {0}, "Press on"},
    [EOE_V_BREAK_OFF] = {"break_off", {0}, "Break off"},
    [EOE_V_REDEPLOY] = {"redeploy", {EOE_K_PIECE}, "Redeploy {0}"},
    [EOE_V_TO_SPACE] = {"to_space", {EOE_K_SPACE}, "To {0}"},
    [EOE_V_HAVANA] = {"havana", {0}, "To Havana"},
    [EOE_V_RAISE] = {"raise", {0}, "Raise them"},
    [EOE_V_EXCHANGE] = {"exchange", {0}, "Exchange them"},
    [EOE_V_LOST] = {"lost", {0}, "No port: they are lost"},
    [EOE_V_PLACE_FLEET] = {"place_fleet", {EOE_K_SEA}, "To the {0}"},
    [EOE_V_KEEP_OFF] = {"keep_off", {0}, "Keep it away"},
    [EOE_V_EMBARK] = {"embark", {EOE_K_PIECE}, "{0} embarks"},
    [EOE_V_ABOARD] = {"aboard", {EOE_K_FLEET}, "Aboard {0}"},
    [EOE_V_DISBAND] = {"disband", {EOE_K_PIECE}, "Break up {0} for drafts"},
    [EOE_V_STEP_TO] = {"step_to", {EOE_K_PIECE}, "A step to {0}"},
    [EOE_V_FEED] = {"feed", {EOE_K_PIECE}, "{0} is fed"},
    [EOE_V_SEND] = {"send", {EOE_K_PIECE}, "{0} sails for the West Indies"},
    [EOE_V_RAISE_UNIT] = {"raise_unit", {EOE_K_PIECE}, "Raise {0}"},
    [EOE_V_PAY] = {"pay", {EOE_K_PIECE}, "{0} gives a step"},
    {0},
};

/* ---- Phases -------------------------------------------------------------- */

#define ROW(name, prompt, rule, verbs, ...)                                                        \
    {                                                                                              \
#name, prompt, rule,                                                                       \
            {__VA_ARGS__ }, verbs, eoe_##name##_list, eoe_##name##_why_not, eoe_##name##_apply     \
    }

static const mk_phase phases[] = {
    [EOE_PH_NONE] = {0},
    [EOE_PH_TURN] = {.name = "turn", .step = eoe_turn_step},
    [EOE_PH_NAVAL] = {.name = "naval", .step = eoe_naval_step},
    [EOE_PH_REINFORCE] = {.name = "reinforce", .step = eoe_reinforce_step},
    [EOE_PH_OPERATIONS] = {.name = "operations", .step = eoe_operations_step},
    [EOE_PH_MARCHING] = {.name = "marching", .step = eoe_march_step},
    [EOE_PH_ENTRY] = {.name = "entry", .step = eoe_entry_step},
    [EOE_PH_BATTLE] = {.name = "battle", .step = eoe_battle_step},
    [EOE_PH_WITHDRAW] = {.name = "withdraw", .step = eoe_withdraw_step},
    [EOE_PH_ATTRITION] = {.name = "attrition", .step = eoe_attrition_step},
    [EOE_PH_SET_UP] = ROW(set_up, "{seat}: who begins inside a town or fort?", "eoe.5.1",
                          MK_VERBS(EOE_V_INSIDE, EOE_V_DONE), 0),
    [EOE_PH_NOVA_SCOTIA] = ROW(nova_scotia, "{seat} set up {0} in Nova Scotia", "eoe.2.5",
                               MK_VERBS(EOE_V_HEX), EOE_K_PIECE),
    [EOE_PH_OPERATE] =
        ROW(operate, "{seat}: operations, one force after the other", "eoe.9.1",
            MK_VERBS(EOE_V_CHOOSE, EOE_V_FORTIFY, EOE_V_INVADE, EOE_V_SAIL, EOE_V_RAID, EOE_V_END),
            0),
    [EOE_PH_FORM] = ROW(form, "{seat} form a force at {0}", "eoe.9.4",
                        MK_VERBS(EOE_V_TAKE, EOE_V_TAKE_ALL, EOE_V_GO), EOE_K_SPACE),
    [EOE_PH_MARCH] =
        ROW(march, "{seat} march at {0}", "eoe.9.4",
            MK_VERBS(EOE_V_STEP, EOE_V_ROW, EOE_V_FERRY, EOE_V_SORTIE, EOE_V_ASSAULT, EOE_V_DROP,
                     EOE_V_SPLIT, EOE_V_PICK_UP, EOE_V_STOP, EOE_V_STOP_INSIDE),
            EOE_K_HEX),
    [EOE_PH_GO_ON] = ROW(go_on, "{seat}: does the force at {0} go on?", "eoe.8.3",
                         MK_VERBS(EOE_V_TRY, EOE_V_STOP), EOE_K_HEX),
    [EOE_PH_REACT_MILITIA] = ROW(react_militia, "{seat} may call out militia at {0}", "eoe.12.2",
                                 MK_VERBS(EOE_V_CALL, EOE_V_DONE), EOE_K_HEX),
    [EOE_PH_DECLARE] =
        ROW(declare, "{seat}: does the stack at {0} react to the move to {1}?", "eoe.10.2",
            MK_VERBS(EOE_V_ESCAPE, EOE_V_JOIN, EOE_V_AWAY, EOE_V_STAY), EOE_K_SPACE, EOE_K_HEX),
    [EOE_PH_ORDER] = ROW(order, "{seat} choose who reacts next to the move to {0}", "eoe.10.2",
                         MK_VERBS(EOE_V_RESOLVE), EOE_K_HEX),
    [EOE_PH_REACT] = ROW(react, "{seat} move away from {0}", "eoe.10.2",
                         MK_VERBS(EOE_V_TO, EOE_V_INTO_TOWN), EOE_K_HEX),
    [EOE_PH_MARINES] = ROW(marines, "{seat}: is naval infantry landed at {0}?", "eoe.14.5",
                           MK_VERBS(EOE_V_LAND_MARINES, EOE_V_HOLD), EOE_K_HEX),
    [EOE_PH_AMBUSH] = ROW(ambush, "{seat} may lay an ambush at {0}", "eoe.11.3",
                          MK_VERBS(EOE_V_AMBUSH, EOE_V_NO_AMBUSH), EOE_K_HEX),
    [EOE_PH_LOSE] = ROW(lose, "{seat} lose {0} {0?step|steps} at {1}", "eoe.11.11",
                        MK_VERBS(EOE_V_LOSE), 0, EOE_K_HEX),
    [EOE_PH_RISK] = ROW(risk, "{seat}: which leader is at risk at {0}?", "eoe.11.6",
                        MK_VERBS(EOE_V_RISK), EOE_K_HEX),
    [EOE_PH_RETREAT] = ROW(retreat, "{seat} retreat from {0}", "eoe.11.10",
                           MK_VERBS(EOE_V_TO, EOE_V_INTO_TOWN, EOE_V_EVACUATE), EOE_K_HEX),
    [EOE_PH_SLIP] = ROW(slip, "{seat} may try to slip away from {0}", "eoe.11.1.9",
                        MK_VERBS(EOE_V_TRY, EOE_V_HOLD), EOE_K_HEX),
    [EOE_PH_PRESS] = ROW(press, "{seat}: another round at {0}?", "eoe.11.1.10",
                         MK_VERBS(EOE_V_PRESS, EOE_V_BREAK_OFF), EOE_K_HEX),
    [EOE_PH_REDEPLOY] = ROW(redeploy, "{seat} may redeploy leaders", "eoe.8.6",
                            MK_VERBS(EOE_V_REDEPLOY, EOE_V_DONE), 0),
    [EOE_PH_REDEPLOY_TO] = ROW(redeploy_to, "{seat}: where does {0} go?", "eoe.8.6",
                               MK_VERBS(EOE_V_TO_SPACE, EOE_V_HAVANA, EOE_V_STAY), EOE_K_PIECE),
    [EOE_PH_WATAUGA] = ROW(watauga, "{seat} may raise the Watauga men", "eoe.7.5.watauga",
                           MK_VERBS(EOE_V_RAISE, EOE_V_HOLD), 0),
    [EOE_PH_EXCHANGE] = ROW(exchange, "{seat} may exchange {0} for {1}", "eoe.11.12",
                            MK_VERBS(EOE_V_EXCHANGE, EOE_V_HOLD), EOE_K_PIECE, EOE_K_PIECE),
    [EOE_PH_MILITIA] = ROW(militia, "{seat} may call out militia", "eoe.12.2",
                           MK_VERBS(EOE_V_CALL, EOE_V_DONE), 0),
    [EOE_PH_MILITIA_AT] = ROW(militia_at, "{seat}: where does {0} gather?", "eoe.12.2",
                              MK_VERBS(EOE_V_HEX), EOE_K_PIECE),
    [EOE_PH_PORT] = ROW(port, "{seat} land the force aboard {0}", "eoe.14.6",
                        MK_VERBS(EOE_V_HEX, EOE_V_HAVANA, EOE_V_LOST), EOE_K_FLEET),
    [EOE_PH_PLACE_FLEET] = ROW(place_fleet, "{seat} place {0}", "eoe.14.1",
                               MK_VERBS(EOE_V_PLACE_FLEET, EOE_V_KEEP_OFF), EOE_K_FLEET),
    [EOE_PH_EMBARK] = ROW(embark, "{seat} name the force for an invasion", "eoe.14.4",
                          MK_VERBS(EOE_V_EMBARK, EOE_V_DONE), 0),
    [EOE_PH_SAIL] = ROW(sail, "{seat}: where does {0} sail?", "eoe.14.9",
                        MK_VERBS(EOE_V_TAKE, EOE_V_HEX), EOE_K_PIECE),
    [EOE_PH_NEW_FRANCE] = ROW(new_france, "{seat} may offer New France to the French", "eoe.15.4",
                              MK_VERBS(EOE_V_TRY, EOE_V_HOLD), 0),
    [EOE_PH_ARRIVE] = ROW(arrive, "{seat}: where does {0} come in?", "eoe.7.2",
                          MK_VERBS(EOE_V_HEX, EOE_V_ABOARD), EOE_K_PIECE),
    [EOE_PH_COME_HOME] = ROW(come_home, "{seat}: where does {0} enlist again?", "eoe.7.4",
                             MK_VERBS(EOE_V_HEX), EOE_K_PIECE),
    [EOE_PH_REJOIN] = ROW(rejoin, "{seat}: which stack does {0} join?", "eoe.11.12",
                          MK_VERBS(EOE_V_TO_SPACE), EOE_K_PIECE),
    [EOE_PH_BLOMMART] = ROW(blommart, "{seat} may raise Natchez", "eoe.7.5.blommart",
                            MK_VERBS(EOE_V_RAISE, EOE_V_HOLD), 0),
    [EOE_PH_AGENT] =
        ROW(agent, "{seat}: where is {0}?", "eoe.13.1", MK_VERBS(EOE_V_HEX), EOE_K_AGENT),
    [EOE_PH_DRAFT] = ROW(draft, "{seat} may draft men of other regiments", "eoe.7.10",
                         MK_VERBS(EOE_V_DISBAND, EOE_V_STEP_TO, EOE_V_DONE), 0),
    [EOE_PH_REPLACE] = ROW(replace, "{seat} have replacements: {2} {2?step|steps}", "eoe.7.7",
                           MK_VERBS(EOE_V_STEP_TO, EOE_V_DONE), 0),
    [EOE_PH_FED] =
        ROW(fed, "{seat}: which unit does {0} feed?", "eoe.6.4", MK_VERBS(EOE_V_FEED), EOE_K_HEX),
    [EOE_PH_MARINES_OWED] =
        ROW(marines_owed, "{seat} take {0} regular {0?step|steps} for lost marines", "eoe.7.6",
            MK_VERBS(EOE_V_LOSE, EOE_V_DONE), 0),
    [EOE_PH_SEND] = ROW(send, "{seat} send regiments to the West Indies: {0} so far, {1} steps",
                        "eoe.7.6", MK_VERBS(EOE_V_SEND), 0),
    [EOE_PH_ELMORE] = ROW(elmore, "{seat}: where does Elmore's regiment stand?", "eoe.7.5.elmore",
                          MK_VERBS(EOE_V_HEX, EOE_V_DONE), 0),
    [EOE_PH_LIGHT] = ROW(light, "{seat} may raise light infantry", "eoe.7.5.light",
                         MK_VERBS(EOE_V_RAISE_UNIT, EOE_V_DONE), 0),
    [EOE_PH_LIGHT_PAY] = ROW(light_pay, "{seat}: who gives men to {0}?", "eoe.7.5.light",
                             MK_VERBS(EOE_V_PAY, EOE_V_DONE), EOE_K_PIECE),
    [EOE_PH_MARION] = ROW(marion, "{seat}: does Marion's militia stay?", "eoe.12.3",
                          MK_VERBS(EOE_V_STAY, EOE_V_AWAY), 0),
    {0},
};

/* ---- Where a position can be taken up ------------------------------------ */

static eoe_state *drop_progress(void *state) {
    eoe_state *s = state;
    while (s->base.depth) mk_pop(&s->base);
    memset(&s->march, 0, sizeof s->march);
    memset(&s->parent, 0, sizeof s->parent);
    memset(&s->entry, 0, sizeof s->entry);
    memset(&s->battle, 0, sizeof s->battle);
    s->march.net = s->parent.net = s->entry.hex = s->battle.hex = MK_NOWHERE;
    eoe_clear_phase(s);
    return s;
}

#define OPEN(name, what)                                                                           \
    static void open_##name(void *state, mk_log *log) {                                            \
        (void)log;                                                                                 \
        eoe_open_after(drop_progress(state), what);                                                \
    }
OPEN(naval, EOE_PH_NAVAL)
OPEN(reinforce, EOE_PH_REINFORCE)
OPEN(operations, EOE_PH_OPERATIONS)
OPEN(withdraw, EOE_PH_WITHDRAW)
OPEN(attrition, EOE_PH_ATTRITION)
OPEN(end_of_turn, EOE_PH_TURN)
static void open_turn(void *state, mk_log *log) {
    (void)log;
    eoe_state *s = drop_progress(state);
    s->phasing = EOE_NONE;
    eoe_open_turn(s);
}

/* Drafts and replacements, or militia, of a reinforcement phase; then the British operate. */
static void open_drafts(void *state, mk_log *log) {
    (void)log;
    eoe_state *s = drop_progress(state);
    s->phasing = EOE_BRITISH;
    eoe_open_after(s, EOE_PH_OPERATIONS);
    eoe_open_drafts(s);
}
static void open_militia(void *state, mk_log *log) {
    (void)log;
    eoe_state *s = drop_progress(state);
    s->phasing = EOE_BRITISH;
    eoe_open_after(s, EOE_PH_OPERATIONS);
    eoe_open_militia(s);
}

static bool at_operations(const void *state) {
    const eoe_state *s = state;
    if (!s->base.depth || mk_top_const(&s->base)->phase != EOE_PH_OPERATE) return false;
    for (int i = 0; i < eoe.piece_count; i++) {
        if (s->piece[i].flags & (EOE_PASSING | EOE_EMBARKED | EOE_MUST)) return false;
        if (eoe_is_aboard(s->piece[i].at)) return false;
    }
    if (s->phasing == EOE_ALLIED && eoe_watauga_stirs(s))
        return false; /* they would be asked again */
    return !s->sea_moved;
}

static const mk_resume_point resume_points[] = {
    {"turn", open_turn, NULL},
    {"naval", open_naval, NULL},
    {"reinforcement", open_reinforce, NULL},
    {"drafts", open_drafts, NULL},
    {"militia", open_militia, NULL},
    {"operations", open_operations, at_operations},
    {"withdrawal", open_withdraw, NULL},
    {"attrition", open_attrition, NULL},
    {"end_of_turn", open_end_of_turn, NULL},
    {0},
};

/* ---- Loading ------------------------------------------------------------- */

static const mk_option options[] = {{0}};

static void name_hex(int hex) {
    const char *number = mk_hex_name(&eoe_board.hexes, hex);
    size_t n = 0;
    for (; number[n] && n + 1 < MK_NAME; n++)
        hex_ids[hex][n] = (char)tolower((unsigned char)number[n]);
    hex_ids[hex][n] = '\0';
    snprintf(town_ids[hex], MK_NAME, "%.8st", hex_ids[hex]);
    int place = eoe_board.place_at[hex];
    const eoe_place *p = place == EOE_NONE ? NULL : &eoe_board.place[place];
    const char *name = !p ? NULL : p->town ? p->town : p->outpost ? p->outpost : p->name;
    if (name)
        snprintf(hex_labels[hex], MK_NAME, "%.50s", name);
    else
        snprintf(hex_labels[hex], MK_NAME, "%.8s", number);
    snprintf(town_labels[hex], MK_NAME, "inside %.50s", hex_labels[hex]);
}

static bool load(mk_error *err) {
    if (!eoe_load(err)) return false;
    for (int hex = 0; hex < hex_count(); hex++) name_hex(hex);
    for (int i = 0; i < eoe_board.area_count; i++)
        areas[i] = (mk_name){eoe_board.areas[i].id, eoe_board.areas[i].name, NULL};
    for (int i = 0; i < eoe_board.sea_count; i++)
        seas[i] = (mk_name){eoe_board.seas[i].id, eoe_board.seas[i].name, NULL};
    return true;
}

static const char *const files[] = {"eoe/map.json",    "eoe/units.json",     "eoe/leaders.json",
                                    "eoe/tables.json", "eoe/scenarios.json", NULL};

const mk_game eoe_game = {
    .id = "eoe",
    .title = "End of Empire",
    .rules_version = 6,
    .state_size = sizeof(eoe_state),
    .seats = seats,
    .scenarios = eoe.scenarios,
    .options = options,
    .kinds = kinds,
    .verbs = verbs,
    .phases = phases,
    .events = eoe_events,
    .properties = eoe_properties,
    .resume_points = resume_points,
    .files = files,
    .seat_count = EOE_SEATS,
    .kind_count = EOE_KINDS,
    .verb_count = EOE_VERBS,
    .phase_count = EOE_PHASES,
    .load = load,
    .setup = eoe_setup,
    .settle = eoe_settle,
    .turn_unit = "turns",
    .margin_unit = "games",
    .outcome = eoe_outcome,
    .board = eoe_board_view,
    .view = eoe_view,
    .determinize = eoe_determinize,
    .check = eoe_check,
    .score = eoe_score,
    .weigh = eoe_weigh,
    .weigh_begin = eoe_weigh_begin,
    .series = eoe_series,
    .chronicle = eoe_chronicle,
    .battles = &eoe_battles,
    .terms = eoe_terms,
    .consider = eoe_consider,
    .details = MK_VERBS(EOE_PH_LOSE, EOE_PH_RISK, EOE_PH_FED, EOE_PH_MARINES_OWED, EOE_PH_SEND),
};
