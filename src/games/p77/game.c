/* game.c - Philadelphia 1777: its table. */
#include "p77.h"

static const mk_seat_name seats[] = {
    {"british", "British", "Howe's army: take Philadelphia and hold it in supply."},
    {"american", "American", "Washington's army: keep the capital, or at least the army."},
    {0},
};

/* ---- Kinds ---- */

static int place_count(void) { return p77.space_count + 2; }
static const char *place_id(int i) {
    if (i < p77.space_count) return p77.space[i].id;
    return i == p77.space_count ? "eliminated" : "unplaced";
}
static const char *place_label(int i) {
    return i < p77.space_count ? p77.space[i].name : place_id(i);
}

#define NAMES(kind, ...)                                                                           \
    static const char *const kind##_names[] = {__VA_ARGS__};                                       \
    static int kind##_count(void) { return (int)(sizeof kind##_names / sizeof *kind##_names); }    \
    static const char *kind##_id(int i) { return kind##_names[i]; }

NAMES(position, "left", "center", "right", "reserve")
NAMES(side, "british", "american")
NAMES(weather, "clear", "rain")
NAMES(battle, "overrun", "skirmish", "large")
NAMES(reason, "undecided", "philadelphia", "washington", "american_strength", "both",
      "british_strength", "last_turn")

static const char *side_label(int i) { return seats[i].title; }
static const char *battle_label(int i) {
    static const char *const labels[] = {"an overrun", "a skirmish", "a large battle"};
    return labels[i];
}
static const char *reason_label(int i) {
    static const char *const labels[] = {
        "nothing is decided",
        "Philadelphia is held in supply",
        "Washington is lost",
        "the American army is broken",
        "both armies are broken",
        "the British army is broken",
        "the campaign is over and Philadelphia is not won",
    };
    return labels[i];
}

static const mk_kind kinds[] = {
    [P77_KIND_NONE] = {0},
    [P77_UNIT] = {"unit", p77_unit_count, p77_unit_id, p77_unit_label},
    [P77_SPACE] = {"space", p77_space_count, p77_space_id, p77_space_label},
    [P77_PLACE] = {"place", place_count, place_id, place_label},
    [P77_POSITION] = {"position", position_count, position_id, NULL},
    [P77_SIDE] = {"side", side_count, side_id, side_label},
    [P77_WEATHER] = {"weather", weather_count, weather_id, NULL},
    [P77_BATTLE_KIND] = {"battle", battle_count, battle_id, battle_label},
    [P77_REASON] = {"reason", reason_count, reason_id, reason_label},
    {0},
};

/* ---- Verbs ---- */

static const mk_verb verbs[] = {
    [P77_V_NONE] = {0},
    [P77_V_PLACE] = {"place", {P77_UNIT, P77_SPACE}, "Place {0} at {1}"},
    [P77_V_BOARD] = {"board", {P77_UNIT, P77_UNIT}, "Put {0} into the box of {1}"},
    [P77_V_READY] = {"ready", {0}, "The army is ready"},
    [P77_V_FIRST] = {"first", {P77_SIDE}, "{0} moves first"},
    [P77_V_MARCH] = {"march", {P77_UNIT, P77_SPACE}, "March {0} to {1}"},
    [P77_V_LEAD] = {"lead", {P77_UNIT}, "{0} leads a group"},
    [P77_V_TAKE] = {"take", {P77_UNIT}, "Take {0} along"},
    [P77_V_LEAVE] = {"leave", {P77_UNIT}, "Leave {0} behind"},
    [P77_V_GO] = {"go", {P77_SPACE}, "Go to {0}"},
    [P77_V_HALT] = {"halt", {0}, "Halt here"},
    [P77_V_FINISH] = {"finish", {0}, "Finish movement"},
    [P77_V_ATTACK] = {"attack", {P77_SPACE}, "Fight at {0} next"},
    [P77_V_DEPLOY] = {"deploy", {P77_UNIT, P77_POSITION}, "Deploy {0} in {1}"},
    [P77_V_STAND] = {"stand", {0}, "Stand and fight"},
    [P77_V_WITHDRAW] = {"withdraw", {0}, "Withdraw"},
    [P77_V_FIRE] = {"fire", {P77_UNIT}, "{0} fires"},
    [P77_V_COMMIT] = {"commit", {P77_UNIT, P77_POSITION}, "Commit {0} to {1}"},
    [P77_V_RECALL] = {"recall", {P77_UNIT}, "Recall {0} to reserve"},
    [P77_V_CEASE] = {"cease", {0}, "Hold the reserve back"},
    [P77_V_LOSE] = {"lose", {P77_UNIT}, "{0} takes a hit"},
    [P77_V_FLEE] = {"flee", {P77_UNIT}, "{0} flees to reserve"},
    [P77_V_RETREAT] = {"retreat", {P77_SPACE}, "Retreat to {0}"},
    [P77_V_STARVE] = {"starve", {P77_UNIT}, "{0} takes a supply loss"},
    {0},
};

/* ---- Phases ---- */

#define FUNCTIONS(name) p77_##name##_list, p77_##name##_why_not, p77_##name##_apply

static const mk_phase phases[] = {
    [P77_PH_NONE] = {0},
    [P77_PH_SET_UP] = {"set_up",
                       "{seat} places his army: regulars with a leader, militia in their "
                       "states",
                       "p77.setup",
                       {0},
                       {P77_V_PLACE, P77_V_BOARD},
                       FUNCTIONS(set_up)},
    [P77_PH_LOAD_BOXES] = {"load_boxes",
                           "{seat} puts units into the holding boxes of his leaders",
                           "p77.boxes",
                           {0},
                           {P77_V_BOARD, P77_V_READY},
                           FUNCTIONS(load_boxes)},
    [P77_PH_CHOOSE_FIRST] = {"choose_first",
                             "{seat} decides who moves first",
                             "p77.first_player",
                             {0},
                             {P77_V_FIRST},
                             FUNCTIONS(choose_first)},
    [P77_PH_MOVEMENT] = {"movement",
                         "{seat} moves: a unit or a group for each action point",
                         "p77.move",
                         {0},
                         {P77_V_MARCH, P77_V_LEAD, P77_V_FINISH},
                         FUNCTIONS(movement)},
    [P77_PH_MUSTER] = {"muster",
                       "{seat} gathers a group and sets out",
                       "p77.group",
                       {0},
                       {P77_V_TAKE, P77_V_LEAVE, P77_V_GO},
                       FUNCTIONS(march),
                       .inner = true}, /* p77.fog: a group shows itself when it goes */
    [P77_PH_ON_THE_MARCH] = {"on_the_march",
                             "{seat} may go on to one more location",
                             "p77.group.drop_and_pick",
                             {0},
                             {P77_V_TAKE, P77_V_LEAVE, P77_V_GO, P77_V_HALT},
                             FUNCTIONS(march),
                             .inner = true},
    [P77_PH_CHOOSE_BATTLE] = {"choose_battle",
                              "{seat} chooses the next battle",
                              "p77.battle.order",
                              {0},
                              {P77_V_ATTACK},
                              FUNCTIONS(choose_battle)},
    [P77_PH_DEPLOY] = {"deploy",
                       "{seat} deploys for the battle at {0}",
                       "p77.deploy",
                       {P77_SPACE},
                       {P77_V_DEPLOY},
                       FUNCTIONS(deploy)},
    [P77_PH_STAND_OR_WITHDRAW] = {"stand_or_withdraw",
                                  "{seat} stands or withdraws from {0}",
                                  "p77.withdraw",
                                  {P77_SPACE},
                                  {P77_V_STAND, P77_V_WITHDRAW},
                                  FUNCTIONS(stand)},
    [P77_PH_BATTLE_TURN] = {"battle_turn",
                            "{seat} fires or moves each block at {0}, round {1}",
                            "p77.round",
                            {P77_SPACE},
                            {P77_V_FIRE, P77_V_RECALL, P77_V_COMMIT, P77_V_CEASE, P77_V_WITHDRAW},
                            FUNCTIONS(battle_turn)},
    [P77_PH_TAKE_HITS] = {"take_hits",
                          "{seat} chooses who takes the hits ({0} left)",
                          "p77.hits.owner_chooses",
                          {0},
                          {P77_V_LOSE},
                          FUNCTIONS(hits)},
    [P77_PH_FLEE] = {"flee",
                     "{seat} chooses which militia flees ({0} left)",
                     "p77.flee.owner_chooses",
                     {0},
                     {P77_V_FLEE},
                     FUNCTIONS(flee)},
    [P77_PH_RETREAT] = {"retreat",
                        "{seat} chooses where to retreat from {0}",
                        "p77.retreat",
                        {P77_SPACE},
                        {P77_V_RETREAT},
                        FUNCTIONS(retreat)},
    [P77_PH_SUPPLY_LOSSES] = {"supply_losses",
                              "{seat} chooses who lacks supply ({0} left)",
                              "p77.supply.owner_chooses",
                              {0},
                              {P77_V_STARVE},
                              FUNCTIONS(supply)},
    {0},
};

/* ---- Events ---- */

static const mk_event_kind events[] = {
    [P77_E_NONE] = {0},
    [P77_E_TURN] = {"turn", "Turn {0}", {0}},
    [P77_E_PLACED] = {"placed", "{seat} places {0} at {1}", {P77_UNIT, P77_SPACE}},
    [P77_E_PLACED_HIDDEN] = {"placed_hidden", "{seat} places a block at {0}", {P77_SPACE}},
    [P77_E_BOARDED] = {"boarded", "{seat} puts {0} into the box of {1}", {P77_UNIT, P77_UNIT}},
    [P77_E_ACTION_POINTS] = {"action_points",
                             "Action points: British roll {0} and have {1}, "
                             "Americans roll {2} and have {3}",
                             {0}},
    [P77_E_FIRST] = {"first", "{seat} decides: {0} moves first", {P77_SIDE}},
    [P77_E_WEATHER] = {"weather", "Weather roll {0}: {1}", {0, P77_WEATHER}},
    [P77_E_MARCH] = {"march",
                     "{seat}: {0} marches from {1} to {2}",
                     {P77_UNIT, P77_SPACE, P77_SPACE}},
    [P77_E_MARCH_HIDDEN] = {"march_hidden",
                            "{seat}: a block marches from {0} to {1}",
                            {P77_SPACE, P77_SPACE}},
    [P77_E_GROUP] = {"group",
                     "{seat}: {0} and {1} with him march from {2} to {3}",
                     {P77_UNIT, 0, P77_SPACE, P77_SPACE}},
    [P77_E_GROUP_HIDDEN] = {"group_hidden",
                            "{seat}: blocks march from {1} to {2}, {0} in number",
                            {0, P77_SPACE, P77_SPACE}},
    [P77_E_GROUP_BOXED] = {"group_boxed",
                           "{seat}: {0} and his force march from {1} to {2}",
                           {P77_UNIT, P77_SPACE, P77_SPACE}},
    [P77_E_TAKE] = {"take", "{0} takes {1} along", {P77_UNIT, P77_UNIT}},
    [P77_E_LEAVE] = {"leave", "{0} leaves {1} at {2}", {P77_UNIT, P77_UNIT, P77_SPACE}},
    [P77_E_LEAVE_HIDDEN] = {"leave_hidden", "{seat} leaves a block at {0}", {P77_SPACE}},
    [P77_E_PORT] = {"port", "The port of {0} is now {seat}", {P77_SPACE}},
    [P77_E_OVERRUN] = {"overrun", "{seat} overruns {0}", {P77_SPACE}},
    [P77_E_LOSS] = {"loss", "{0} is down to {1} SP", {P77_UNIT}},
    [P77_E_LOSS_HIDDEN] = {"loss_hidden", "{seat}: a block at {0} loses 1 SP", {P77_SPACE}},
    [P77_E_ELIMINATED] = {"eliminated", "{0} is eliminated at {1}", {P77_UNIT, P77_SPACE}},
    [P77_E_RETREAT] = {"retreat",
                       "{seat}: {0} {0?block retreats|blocks retreat} from {1} to {2}",
                       {0, P77_SPACE, P77_SPACE}},
    [P77_E_NO_RETREAT] = {"no_retreat", "{seat} has no way out of {0}", {P77_SPACE}},
    [P77_E_BATTLE] = {"battle", "{seat} attacks {0}: {1}", {P77_SPACE, P77_BATTLE_KIND}},
    [P77_E_DEPLOYED] = {"deployed", "{seat} deploys {0} in {1}", {P77_UNIT, P77_POSITION}},
    [P77_E_DEPLOYED_HIDDEN] = {"deployed_hidden", "{seat} deploys a block in {0}", {P77_POSITION}},
    [P77_E_REVEALED] = {"revealed", "The lines at {0} are revealed", {P77_SPACE}},
    [P77_E_ROUND] = {"round", "Round {1} at {0}", {P77_SPACE}},
    [P77_E_FIRE] = {"fire",
                    "{0} fires at the enemy {1}: {3..} - hits: {2}",
                    {P77_UNIT, P77_POSITION}},
    [P77_E_COMMIT] = {"commit", "{seat} commits {0} to {1}", {P77_UNIT, P77_POSITION}},
    [P77_E_RECALL] = {"recall", "{seat} recalls {0} from {1}", {P77_UNIT, P77_POSITION}},
    [P77_E_FLED] = {"fled", "{0} flees to reserve", {P77_UNIT}},
    [P77_E_WITHDRAWS] = {"withdraws", "{seat} withdraws from {0}", {P77_SPACE}},
    [P77_E_FORCED] = {"forced", "{seat} must retreat from {0}", {P77_SPACE}},
    [P77_E_PURSUIT] = {"pursuit", "{0} fires after them: {3..} - hits: {2}", {P77_UNIT, P77_SPACE}},
    [P77_E_BATTLE_WON] = {"battle_won", "{seat} holds {0}", {P77_SPACE}},
    [P77_E_SUPPLY] = {"supply", "{seat}: out of supply: {0}", {0}},
    [P77_E_SUPPLY_HIDDEN] = {"supply_hidden", "{seat} lacks supply", {0}},
    [P77_E_PHILADELPHIA] = {"philadelphia",
                            "The British hold Philadelphia in supply at the end of the American "
                            "turn ({0} in a row)",
                            {0}},
    [P77_E_WON] = {"won", "{0} wins: {1}", {P77_SIDE, P77_REASON}},
    {0},
};

/* ---- Entry points ---- */

/* What was going on is dropped: a move, a battle, a supply check, the end of the game. */
static void drop_progress(p77_state *s) {
    s->group = s->taken = s->left = s->starving = 0;
    s->battle = (p77_battle){.at = P77_NO_SPACE};
    s->winner = s->reason = 0;
}

static void open_set_up(void *state, mk_log *log) {
    (void)log;
    drop_progress(state);
    p77_become(state, P77_PH_SET_UP, P77_AMERICAN);
}
static void open_boxes(void *state, mk_log *log) {
    (void)log;
    drop_progress(state);
    p77_become(state, P77_PH_LOAD_BOXES, P77_BRITISH);
}
static void open_turn(void *state, mk_log *log) {
    drop_progress(state);
    p77_begin_turn(state, log);
}
static void open_first(void *state, mk_log *log) {
    (void)log;
    p77_state *s = state;
    drop_progress(s);
    bool british = s->ap[P77_BRITISH] > s->ap[P77_AMERICAN];
    p77_become(s, P77_PH_CHOOSE_FIRST, british ? P77_BRITISH : P77_AMERICAN);
}
static void open_movement(void *state, mk_log *log) {
    (void)log;
    p77_state *s = state;
    drop_progress(s);
    p77_become(s, P77_PH_MOVEMENT, s->active);
}
static void open_battles(void *state, mk_log *log) {
    drop_progress(state);
    p77_next_battle(state, log);
}
static void open_supply(void *state, mk_log *log) {
    drop_progress(state);
    p77_check_supply(state, log);
}
static void open_end_of_turn(void *state, mk_log *log) {
    drop_progress(state);
    p77_end_turn(state, log);
}

static bool rests_at(const p77_state *s, int phase) {
    return s->base.depth == 1 && s->base.frame[0].phase == phase;
}
static bool at_set_up(const void *state) { return rests_at(state, P77_PH_SET_UP); }
static bool at_boxes(const void *state) { return rests_at(state, P77_PH_LOAD_BOXES); }
static bool at_first(const void *state) { return rests_at(state, P77_PH_CHOOSE_FIRST); }
static bool at_movement(const void *state) { return rests_at(state, P77_PH_MOVEMENT); }
static bool at_battles(const void *state) { return rests_at(state, P77_PH_CHOOSE_BATTLE); }

static const mk_entry entries[] = {
    {"set_up", open_set_up, at_set_up},
    {"load_boxes", open_boxes, at_boxes},
    {"turn", open_turn, NULL},
    {"choose_first", open_first, at_first},
    {"movement", open_movement, at_movement},
    {"battles", open_battles, at_battles},
    {"supply", open_supply, NULL},
    {"end_of_turn", open_end_of_turn, NULL},
    {0},
};

static const char *const files[] = {"p77/map.json",
                                    "p77/units.json",
                                    "p77/leaders.json",
                                    "p77/tables.json",
                                    "p77/scenarios.json",
                                    "p77/options.json",
                                    NULL};

const mk_game p77_game = {
    .id = "p77",
    .title = "Philadelphia 1777",
    .rules_version = 1,
    .state_size = sizeof(p77_state),
    .seats = seats,
    .scenarios = p77.scenarios,
    .options = p77.options,
    .kinds = kinds,
    .verbs = verbs,
    .phases = phases,
    .events = events,
    .properties = p77_properties,
    .entries = entries,
    .files = files,
    .seat_count = P77_SIDES,
    .kind_count = P77_REASON + 1,
    .verb_count = P77_VERBS,
    .phase_count = P77_PHASES,
    .load = p77_load,
    .setup = p77_setup,
    .settle = p77_settle,
    .outcome = p77_outcome,
    .board = p77_board,
    .view = p77_view,
    .determinize = p77_determinize,
    .check = p77_check,
    .score = p77_score,
    .weigh = p77_weigh,
};
