/* game.c - Philadelphia 1777: its table. */
#include "plan.h"

static const mk_seat_name seats[] = {
    {"british", "British", "Howe's army: take Philadelphia and hold it in supply.",
     "Philadelphia in supply at the end of two American turns in a row, Washington eliminated, or "
     "the American army below 20 SP."},
    {"american", "Americans", "Washington's army: keep the capital, or at least the army.",
     "The British army below 25 SP, or no British victory by the end of the last turn."},
    {0},
};

/* ---- Kinds ---- */

static int place_count(void) { return p77.space_count + 2; }
static const char *place_id(int i) {
    if (i < p77.space_count) return p77.space[i].name.id;
    return i == p77.space_count ? "eliminated" : "unplaced";
}
static const char *place_label(int i) {
    return i < p77.space_count ? p77.space[i].name.label : place_id(i);
}

/* The third name is where a single block stands: "deploys Grant on the left". */
static const mk_name positions[] = {
    {"left", "left", "on the left"},
    {"center", "center", "in the center"},
    {"right", "right", "on the right"},
    {"reserve", "reserve", "in reserve"},
};
static const mk_name sides[] = {{"british", "British"}, {"american", "Americans"}};
static const mk_name weathers[] = {{"clear"}, {"rain"}};
static const mk_name battles[] = {{"overrun", "an overrun"},
                                  {"skirmish", "a skirmish"},
                                  {"large", "a large battle"}};
static const mk_name reasons[] = {
    {"undecided", "nothing is decided"},
    {"philadelphia", "Philadelphia is held in supply"},
    {"washington", "Washington is lost"},
    {"american_strength", "the American army is broken"},
    {"both", "both armies are broken"},
    {"british_strength", "the British army is broken"},
    {"last_turn", "the campaign is over and Philadelphia is not won"},
};

static const mk_kind kinds[] = {
    [P77_KIND_NONE] = {0},
    [P77_UNIT] = {"unit", MK_NAMES_IN(p77.unit, name), .loaded = &p77.unit_count},
    [P77_SPACE] = {"space", MK_NAMES_IN(p77.space, name), .loaded = &p77.space_count},
    [P77_PLACE] = {"place", place_count, place_id, place_label},
    [P77_POSITION] = {"position", MK_NAMES(positions)},
    [P77_SIDE] = {"side", MK_NAMES(sides)},
    [P77_WEATHER] = {"weather", MK_NAMES(weathers)},
    [P77_BATTLE_KIND] = {"battle", MK_NAMES(battles)},
    [P77_REASON] = {"reason", MK_NAMES(reasons)},
    {0},
};

/* ---- Verbs ---- */

static const mk_verb verbs[] = {
    [P77_V_NONE] = {0},
    [P77_V_PLACE] = {"place", {P77_UNIT, P77_SPACE}, "Place {0} at {1}"},
    [P77_V_BOARD] = {"board", {P77_UNIT, P77_UNIT}, "Put {0} with {1}"},
    [P77_V_READY] = {"ready", {0}, "Done: the army is ready"},
    [P77_V_FIRST] = {"first", {P77_SIDE}, "{0} move first"},
    [P77_V_MARCH] = {"march", {P77_UNIT, P77_SPACE}, "March {0} to {1}"},
    [P77_V_LEAD] = {"lead", {P77_UNIT}, "{0} leads a group"},
    [P77_V_TAKE] = {"take", {P77_UNIT}, "Take {0} along"},
    [P77_V_LEAVE] = {"leave", {P77_UNIT}, "Leave {0} behind"},
    [P77_V_GO] = {"go", {P77_SPACE}, "Go to {0}"},
    [P77_V_HALT] = {"halt", {0}, "Halt here"},
    [P77_V_FINISH] = {"finish", {0}, "Finish movement"},
    [P77_V_ATTACK] = {"attack", {P77_SPACE}, "Fight at {0} next"},
    [P77_V_DEPLOY] = {"deploy", {P77_UNIT, P77_POSITION}, "Deploy {0} {1!}"},
    [P77_V_STAND] = {"stand", {0}, "Stand and fight"},
    [P77_V_WITHDRAW] = {"withdraw", {0}, "Withdraw"},
    [P77_V_FIRE] = {"fire", {P77_UNIT}, "{0} fires"},
    [P77_V_COMMIT] = {"commit", {P77_UNIT, P77_POSITION}, "Commit {0} to the {1}"},
    [P77_V_RECALL] = {"recall", {P77_UNIT}, "Recall {0} to the reserve"},
    [P77_V_CEASE] = {"cease", {0}, "Hold the reserve back"},
    [P77_V_LOSE] = {"lose", {P77_UNIT}, "{0} takes a hit"},
    [P77_V_FLEE] = {"flee", {P77_UNIT}, "{0} flees to the reserve"},
    [P77_V_RETREAT] = {"retreat", {P77_SPACE}, "Retreat to {0}"},
    [P77_V_STARVE] = {"starve", {P77_UNIT}, "{0} takes a supply loss"},
    {0},
};

/* ---- Phases ---- */

#define FUNCTIONS(name) p77_##name##_list, p77_##name##_why_not, p77_##name##_apply

static const mk_phase phases[] = {
    [P77_PH_NONE] = {0},
    [P77_PH_CAMPAIGN] = {"campaign", .step = p77_campaign_step},
    [P77_PH_PLAYER_TURN] = {"player_turn", .step = p77_player_turn_step},
    [P77_PH_MARCH] = {"march", .step = p77_march_step},
    [P77_PH_OVERRUN] = {"overrun", .step = p77_overrun_step},
    [P77_PH_BATTLE] = {"battle", .step = p77_battle_step},
    [P77_PH_LOSSES] = {"losses", .step = p77_losses_step},
    [P77_PH_FALL_BACK] = {"fall_back", .step = p77_fall_back_step},
    [P77_PH_SET_UP] = {"set_up",
                       "{seat}: place your army, regulars with a leader, militia in their "
                       "home states",
                       "p77.setup",
                       {0},
                       MK_VERBS(P77_V_PLACE, P77_V_BOARD),
                       FUNCTIONS(set_up),
                       .arranges = true},
    [P77_PH_LOAD_BOXES] = {"load_boxes",
                           "{seat}: put blocks into your leaders' holding boxes",
                           "p77.boxes",
                           {0},
                           MK_VERBS(P77_V_BOARD, P77_V_READY),
                           FUNCTIONS(load_boxes),
                           .arranges = true},
    [P77_PH_CHOOSE_FIRST] = {"choose_first",
                             "{seat}: choose who moves first",
                             "p77.first_player",
                             {0},
                             MK_VERBS(P77_V_FIRST),
                             FUNCTIONS(choose_first)},
    [P77_PH_MOVEMENT] = {"movement",
                         "{seat}: move one block or one group for each action point",
                         "p77.move",
                         {0},
                         MK_VERBS(P77_V_MARCH, P77_V_LEAD, P77_V_FINISH),
                         FUNCTIONS(movement)},
    [P77_PH_MUSTER] = {"muster",
                       "{seat}: gather a group, then choose where it goes",
                       "p77.group",
                       {0},
                       MK_VERBS(P77_V_TAKE, P77_V_LEAVE, P77_V_GO),
                       FUNCTIONS(march),
                       .inner = true}, /* p77.fog: a group shows itself when it goes */
    [P77_PH_ON_THE_MARCH] = {"on_the_march",
                             "{seat}: go on to one more place, or halt",
                             "p77.group.drop_and_pick",
                             {0},
                             MK_VERBS(P77_V_TAKE, P77_V_LEAVE, P77_V_GO, P77_V_HALT),
                             FUNCTIONS(march),
                             .inner = true},
    [P77_PH_CHOOSE_BATTLE] = {"choose_battle",
                              "{seat}: choose the next battle",
                              "p77.battle.order",
                              {0},
                              MK_VERBS(P77_V_ATTACK),
                              FUNCTIONS(choose_battle)},
    [P77_PH_DEPLOY] = {"deploy",
                       "{seat}: deploy for the battle at {0}",
                       "p77.deploy",
                       {P77_SPACE},
                       MK_VERBS(P77_V_DEPLOY),
                       FUNCTIONS(deploy),
                       .arranges = true},
    [P77_PH_STAND_OR_WITHDRAW] = {"stand_or_withdraw",
                                  "{seat}: stand at {0}, or withdraw",
                                  "p77.withdraw",
                                  {P77_SPACE},
                                  MK_VERBS(P77_V_STAND, P77_V_WITHDRAW),
                                  FUNCTIONS(stand)},
    [P77_PH_BATTLE_TURN] = {"battle_turn",
                            "{seat}: fire or move each block at {0}, round {1}",
                            "p77.round",
                            {P77_SPACE},
                            MK_VERBS(P77_V_FIRE, P77_V_RECALL, P77_V_COMMIT, P77_V_CEASE,
                                     P77_V_WITHDRAW),
                            FUNCTIONS(battle_turn)},
    [P77_PH_TAKE_HITS] = {"take_hits",
                          "{seat}: choose who takes {0?the hit|the hit|the next of {0} hits}",
                          "p77.hits.owner_chooses",
                          {0},
                          MK_VERBS(P77_V_LOSE),
                          FUNCTIONS(hits)},
    [P77_PH_FLEE] = {"flee",
                     "{seat}: choose which militia flees{0?|| ({0} in all)}",
                     "p77.flee.owner_chooses",
                     {0},
                     MK_VERBS(P77_V_FLEE),
                     FUNCTIONS(flee)},
    [P77_PH_RETREAT] = {"retreat",
                        "{seat}: choose where to retreat from {0}",
                        "p77.retreat",
                        {P77_SPACE},
                        MK_VERBS(P77_V_RETREAT),
                        FUNCTIONS(retreat)},
    [P77_PH_SUPPLY_LOSSES] = {"supply_losses",
                              "{seat}: choose who takes {0?the supply loss|the supply loss|the "
                              "next of {0} supply losses}",
                              "p77.supply.owner_chooses",
                              {0},
                              MK_VERBS(P77_V_STARVE),
                              FUNCTIONS(supply)},
    {0},
};

/* ---- Events ---- */

static const mk_event_kind events[] = {
    [P77_E_NONE] = {0},
    [P77_E_TURN] = {"turn", "Turn {0}", {0}},
    [P77_E_PLACED] = {"placed", "{seat} place {0} at {1}", {P77_UNIT, P77_SPACE}},
    [P77_E_PLACED_HIDDEN] = {"placed_hidden",
                             "{seat} place {1} {1?block|blocks} at {0}",
                             {P77_SPACE}},
    [P77_E_BOARDED] = {"boarded", "{seat} put {0} with {1}", {P77_UNIT, P77_UNIT}},
    [P77_E_ACTION_POINTS] = {"action_points",
                             "Action points: British {1} (rolled {0}), Americans {3} (rolled {2})",
                             {0}},
    [P77_E_FIRST] = {"first", "{seat} decide: {0} move first", {P77_SIDE}},
    [P77_E_WEATHER] = {"weather", "Weather: {1} (rolled {0})", {0, P77_WEATHER}},
    [P77_E_MARCH] = {"march",
                     "{seat}: {0} marches from {1} to {2}",
                     {P77_UNIT, P77_SPACE, P77_SPACE}},
    [P77_E_MARCH_HIDDEN] = {"march_hidden",
                            "{seat}: a block marches from {0} to {1}",
                            {P77_SPACE, P77_SPACE}},
    [P77_E_GROUP] =
        {"group",
         "{seat}: {0} {1?marches|and 1 block march|and {1} blocks march} from {2} to {3}",
         {P77_UNIT, 0, P77_SPACE, P77_SPACE}},
    [P77_E_GROUP_HIDDEN] = {"group_hidden",
                            "{seat}: {0?a block marches|{0} blocks march} from {1} to {2}",
                            {0, P77_SPACE, P77_SPACE}},
    [P77_E_GROUP_BOXED] = {"group_boxed",
                           "{seat}: {0} and his force march from {1} to {2}",
                           {P77_UNIT, P77_SPACE, P77_SPACE}},
    [P77_E_TAKE] = {"take", "{0} takes {1} along", {P77_UNIT, P77_UNIT}},
    [P77_E_LEAVE] = {"leave", "{0} leaves {1} at {2}", {P77_UNIT, P77_UNIT, P77_SPACE}},
    [P77_E_LEAVE_HIDDEN] = {"leave_hidden", "{seat} leave a block at {0}", {P77_SPACE}},
    [P77_E_PORT] = {"port", "{seat} take the port of {0}", {P77_SPACE}},
    [P77_E_OVERRUN] = {"overrun", "{seat} overrun {0}", {P77_SPACE}},
    [P77_E_LOSS] = {"loss", "{0} is down to {1} SP", {P77_UNIT}},
    [P77_E_LOSS_HIDDEN] = {"loss_hidden", "{seat}: a block at {0} loses 1 SP", {P77_SPACE}},
    [P77_E_ELIMINATED] = {"eliminated", "{0} is eliminated at {1}", {P77_UNIT, P77_SPACE}},
    [P77_E_RETREAT] = {"retreat",
                       "{seat}: {0} {0?block retreats|blocks retreat} from {1} to {2}",
                       {0, P77_SPACE, P77_SPACE}},
    [P77_E_NO_RETREAT] = {"no_retreat", "{seat} have no way out of {0}", {P77_SPACE}},
    [P77_E_BATTLE] = {"battle", "{seat} attack {0}: {1}", {P77_SPACE, P77_BATTLE_KIND}},
    [P77_E_DEPLOYED] = {"deployed", "{seat} deploy {0} {1!}", {P77_UNIT, P77_POSITION}},
    [P77_E_DEPLOYED_HIDDEN] = {"deployed_hidden",
                               "{seat} deploy {0} left, {1} center, {2} right, {3?none|1|{3}} in "
                               "reserve",
                               {0}},
    [P77_E_REVEALED] = {"revealed", "The lines at {0} are revealed", {P77_SPACE}},
    [P77_E_ROUND] = {"round", "Round {1} at {0}", {P77_SPACE}},
    [P77_E_FIRE] = {"fire",
                    "{0} fires at the enemy {1}: {2?no hits|1 hit|{2} hits} ({3..})",
                    {P77_UNIT, P77_POSITION}},
    [P77_E_COMMIT] = {"commit", "{seat} commit {0} to the {1}", {P77_UNIT, P77_POSITION}},
    [P77_E_RECALL] = {"recall", "{seat} recall {0} from the {1}", {P77_UNIT, P77_POSITION}},
    [P77_E_FLED] = {"fled", "{0} flees to the reserve", {P77_UNIT}},
    [P77_E_WITHDRAWS] = {"withdraws", "{seat} withdraw from {0}", {P77_SPACE}},
    [P77_E_FORCED] = {"forced", "{seat} must retreat from {0}", {P77_SPACE}},
    [P77_E_PURSUIT] = {"pursuit",
                       "{0} fires after them: {2?no hits|1 hit|{2} hits} ({3..})",
                       {P77_UNIT, P77_SPACE}},
    [P77_E_BATTLE_WON] = {"battle_won", "{seat} hold {0}", {P77_SPACE}},
    [P77_E_SUPPLY] = {"supply",
                      "{seat}: {0?all blocks are in supply|1 block is out of supply|{0} blocks are "
                      "out of supply}",
                      {0}},
    [P77_E_SUPPLY_HIDDEN] = {"supply_hidden", "{seat} have blocks out of supply", {0}},
    [P77_E_PHILADELPHIA] = {"philadelphia",
                            "The British hold Philadelphia in supply at the end of the American "
                            "turn ({0} in a row)",
                            {0}},
    [P77_E_WON] = {"won", "{0} win: {1}", {P77_SIDE, P77_REASON}},
    {0},
};

/* ---- Entry points ---- */

/* What was going on is dropped: a move, a battle, a supply check, the end of the game. */
static void drop_progress(p77_state *s) {
    s->group = s->taken = s->left = s->starving = 0;
    s->battle = (p77_battle){.at = P77_NO_SPACE};
    s->winner = s->reason = 0;
}

/* The campaign goes on with this step. */
static p77_state *campaign_at(void *state, p77_campaign_steps step) {
    p77_state *s = state;
    drop_progress(s);
    p77_drop_frames(s);
    mk_push(&s->base, P77_PH_CAMPAIGN, -1)->a = (int16_t)step;
    return s;
}

/* So does the player turn of the active side. */
static p77_state *player_turn_at(void *state, p77_player_turn_steps step) {
    p77_state *s = state;
    s = campaign_at(s, s->active == s->first ? P77_STEP_SECOND_PLAYER : P77_STEP_END_TURN);
    mk_push(&s->base, P77_PH_PLAYER_TURN, s->active)->a = (int16_t)step;
    return s;
}

/* Between two turns nobody has moved. */
static p77_state *between_turns(void *state, p77_campaign_steps step) {
    p77_state *s = campaign_at(state, step);
    s->moved = 0;
    s->ap_left = 0;
    p77_forget_attacks(s);
    return s;
}

/* Before the first one nothing has happened. */
static p77_state *before_turns(void *state, p77_campaign_steps step) {
    p77_state *s = between_turns(state, step);
    s->base.turn = 0;
    s->ap[P77_BRITISH] = s->ap[P77_AMERICAN] = 0;
    s->rain = s->philadelphia = 0;
    s->known = 0;
    return s;
}

static void open_set_up(void *state, mk_log *log) {
    (void)log;
    before_turns(state, P77_STEP_SET_UP);
}
static void open_boxes(void *state, mk_log *log) {
    (void)log;
    p77_state *s = before_turns(state, P77_STEP_BEGIN_TURN);
    mk_push(&s->base, P77_PH_LOAD_BOXES, P77_BRITISH);
}
static void open_turn(void *state, mk_log *log) {
    (void)log;
    between_turns(state, P77_STEP_BEGIN_TURN);
}
static void open_first(void *state, mk_log *log) {
    (void)log;
    p77_ask_who_is_first(between_turns(state, P77_STEP_WEATHER));
}
static void open_movement(void *state, mk_log *log) {
    (void)log;
    p77_state *s = player_turn_at(state, P77_STEP_BATTLES);
    mk_push(&s->base, P77_PH_MOVEMENT, s->active);
}
static void open_battles(void *state, mk_log *log) {
    (void)log;
    player_turn_at(state, P77_STEP_BATTLES);
}
static void open_supply(void *state, mk_log *log) {
    (void)log;
    player_turn_at(state, P77_STEP_SUPPLY);
}
static void open_end_of_turn(void *state, mk_log *log) {
    (void)log;
    between_turns(state, P77_STEP_END_TURN);
}

static bool rests_at(const p77_state *s, int phase) {
    return s->base.depth && mk_top_const(&s->base)->phase == phase;
}
static bool at_set_up(const void *state) { return rests_at(state, P77_PH_SET_UP); }
static bool at_boxes(const void *state) { return rests_at(state, P77_PH_LOAD_BOXES); }
static bool at_first(const void *state) { return rests_at(state, P77_PH_CHOOSE_FIRST); }
static bool at_movement(const void *state) { return rests_at(state, P77_PH_MOVEMENT); }
static bool at_battles(const void *state) { return rests_at(state, P77_PH_CHOOSE_BATTLE); }

static const mk_resume_point resume_points[] = {
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
    .rules_version = 2,
    .state_size = sizeof(p77_state),
    .seats = seats,
    .scenarios = p77.scenarios,
    .options = p77.options,
    .kinds = kinds,
    .verbs = verbs,
    .phases = phases,
    .events = events,
    .properties = p77_properties,
    .resume_points = resume_points,
    .files = files,
    .seat_count = P77_SIDES,
    .kind_count = P77_REASON + 1,
    .verb_count = P77_VERBS,
    .phase_count = P77_PHASES,
    .load = p77_load,
    .setup = p77_setup,
    .settle = p77_settle,
    .margin_unit = "strength points above defeat",
    .outcome = p77_outcome,
    .board = p77_board,
    .view = p77_view,
    .determinize = p77_determinize,
    .check = p77_check,
    .score = p77_score,
    .weigh = p77_weigh,
    .weigh_begin = p77_weigh_begin,
    .terms = p77_terms,
    .consider = p77_consider,
    .habits = p77_habit_names,
    .habit = (int32_t *)p77_habit,
    .details = MK_VERBS(P77_PH_SET_UP, P77_PH_LOAD_BOXES, P77_PH_DEPLOY, P77_PH_BATTLE_TURN,
                        P77_PH_TAKE_HITS, P77_PH_FLEE, P77_PH_SUPPLY_LOSSES),
    .series = p77_series,
    .chronicle = p77_chronicle,
    .battles = &p77_battles,
};
