/* game.c - the table of Liberty or Death: names, verbs, phases, events, resume points. */
#include "np.h"
#include "rules.h"

#include <stdio.h>

static const mk_seat_name seats[] = {
    {"british", "British", "The Crown: Regulars and Tories, Cities and Support",
     "Support over Opposition by more than 10, and more Rebellion than British Casualties, when "
     "winter comes; else the best margin after the last winter."},
    {"patriots", "Patriots", "The Congress: Militia, Continentals and Opposition",
     "Opposition over Support by more than 10, and Forts plus 3 over Villages, when winter comes; "
     "else the best margin after the last winter."},
    {"french", "French", "The King of France: money first, then ships and Regulars",
     "After the Treaty: Opposition over Support by more than 10, and more British than Rebellion "
     "Casualties, when winter comes; else the best margin after the last winter."},
    {"indians", "Indians", "The nations of the frontier: War Parties and Villages",
     "Support over Opposition by more than 10, and Villages over Forts plus 3, when winter comes; "
     "else the best margin after the last winter."},
    {0},
};

/* ---- Kinds ---- */

#define NAMES(name, ...)                                                                           \
    static const char *const name##_ids[] = {__VA_ARGS__};                                         \
    static int name##_count(void) { return (int)(sizeof name##_ids / sizeof *name##_ids); }        \
    static const char *name##_id(int i) { return name##_ids[i]; }

#define LABELS(name, ...)                                                                          \
    static const char *name##_label(int i) {                                                       \
        static const char *const labels[] = {__VA_ARGS__};                                         \
        return labels[i];                                                                          \
    }

NAMES(faction, "british", "patriots", "french", "indians")
LABELS(faction, "the British", "the Patriots", "the French", "the Indians")
NAMES(side, "royalists", "rebellion")
LABELS(side, "the Royalists", "the Rebellion")
NAMES(command, "none", "muster", "garrison", "march", "battle", "rally", "rabble_rousing", "gather",
      "scout", "raid", "agent_mobilization", "hortalez")
LABELS(command, "no Command", "Muster", "Garrison", "March", "Battle", "Rally", "Rabble-Rousing",
       "Gather", "Scout", "Raid", "French Agent Mobilization", "Roderigue Hortalez et Cie")
NAMES(special, "none", "common_cause", "skirmish", "naval_pressure", "persuasion", "partisans",
      "trade", "war_path", "plunder", "preparer_la_guerre")
LABELS(special, "no Special Activity", "Common Cause", "Skirmish", "Naval Pressure", "Persuasion",
       "Partisans", "Trade", "War Path", "Plunder", "Préparer la Guerre")
NAMES(text, "unshaded", "shaded")
LABELS(text, "unshaded", "shaded")
NAMES(marker, "raid", "propaganda")
LABELS(marker, "Raid", "Propaganda")
NAMES(level, "active_opposition", "passive_opposition", "neutral", "passive_support",
      "active_support")
LABELS(level, "Active Opposition", "Passive Opposition", "Neutral", "Passive Support",
       "Active Support")
NAMES(preparation, "squadron", "regulars", "resources")
LABELS(preparation, "a Squadron", "three Regulars", "two Resources")
NAMES(way, "none", "1", "2", "3")
LABELS(way, "remove nothing", "remove one unit", "remove two units, lose one",
       "remove a Fort or Village, lose one unit")
NAMES(choice, "scout", "march", "fort", "tories", "french_in_quebec", "militia_in_northwest",
      "one_war_party", "two_war_parties", "all_gather_first", "one_by_one")
LABELS(choice, "The Indians Scout", "The Indians March", "A British Fort", "Two Tories",
       "Three French Regulars in Quebec", "Three Militia in the Northwest",
       "Remove one War Party and two Militia", "Remove two War Parties and one Militia",
       "Gather in both Provinces, then War Path in each",
       "Gather and War Path in one Province, then in the other")
NAMES(reason, "undecided", "victory_check", "combined_victory", "final_margins", "nonplayer_check",
      "lone_behind", "lone_stalemate", "lone_victory")
LABELS(reason, "nothing is decided", "they meet both of their victory conditions",
       "both Factions meet all their victory conditions", "the highest final margin",
       "a non-player meets both its victory conditions, and all players lose",
       "the lone player is not ahead of every non-player",
       "a lead of five or less at the end: the struggle continues",
       "a lead of six or more at the end")
static int force_count(void) { return LOD_FORCE_PARTS; }
static int modifier_count(void) { return LOD_MODIFIERS; }

enum { MOST = 51 };
static int number_count(void) { return MOST; }

static const mk_kind kinds[] = {
    [LOD_KIND_NONE] = {0},
    [LOD_K_SPACE] = {"space", lod_space_count, lod_space_id, lod_space_label},
    [LOD_K_PLACE] = {"place", lod_place_count, lod_place_id, lod_place_label},
    [LOD_K_PIECE] = {"piece", lod_piece_count, lod_piece_id, lod_piece_label, lod_piece_one},
    [LOD_K_FACTION] = {"faction", faction_count, faction_id, faction_label},
    [LOD_K_SIDE] = {"side", side_count, side_id, side_label},
    [LOD_K_LEADER] = {"leader", lod_leader_count, lod_leader_id, lod_leader_label},
    [LOD_K_CARD] = {"card", lod_card_count, lod_card_id, lod_card_label},
    [LOD_K_COMMAND] = {"command", command_count, command_id, command_label},
    [LOD_K_SPECIAL] = {"special", special_count, special_id, special_label},
    [LOD_K_TEXT] = {"text", text_count, text_id, text_label},
    [LOD_K_MARKER] = {"marker", marker_count, marker_id, marker_label},
    [LOD_K_LEVEL] = {"level", level_count, level_id, level_label},
    [LOD_K_PREPARATION] = {"preparation", preparation_count, preparation_id, preparation_label},
    [LOD_K_COUNT] = {"count", number_count, NULL, NULL},
    [LOD_K_WAY] = {"way", way_count, way_id, way_label},
    [LOD_K_CHOICE] = {"choice", choice_count, choice_id, choice_label},
    [LOD_K_REASON] = {"reason", reason_count, reason_id, reason_label},
    [LOD_K_NOTE] = {"note", lod_np_note_count, lod_np_note_id, lod_np_note_label},
    [LOD_K_FORCE] = {"force", force_count, lod_force_id, lod_force_label, lod_force_one},
    [LOD_K_MODIFIER] = {"modifier", modifier_count, lod_modifier_id, lod_modifier_label},
    [LOD_K_PART] = {"part", lod_part_count, lod_part_id, lod_part_label},
    {0},
};

/* ---- Verbs ---- */

static const mk_verb verbs[] = {
    [LOD_V_NONE] = {0},
    [LOD_V_STROKE] = {"stroke", {LOD_K_CARD}, "Play {0}"},
    [LOD_V_HOLD] = {"hold", {0}, "Not now"},
    [LOD_V_PASS] = {"pass", {0}, "Pass"},
    [LOD_V_EVENT] = {"event", {LOD_K_TEXT}, "Play the Event: {0}"},
    [LOD_V_COMMAND] = {"command", {LOD_K_COMMAND}, "{0}"},
    [LOD_V_SPECIAL] = {"special", {LOD_K_SPECIAL}, "{0}"},
    [LOD_V_FINISH] = {"finish", {0}, "Done"},
    [LOD_V_SELECT] = {"select", {LOD_K_SPACE}, "Select {0}"},
    [LOD_V_REGULARS] = {"regulars", {LOD_K_SPACE}, "Muster Regulars in {0}"},
    [LOD_V_TORIES] = {"tories", {LOD_K_SPACE}, "Muster Tories in {0}"},
    [LOD_V_FORT] = {"fort", {LOD_K_SPACE}, "Build a Fort in {0}"},
    [LOD_V_VILLAGE] = {"village", {LOD_K_SPACE}, "Build a Village in {0}"},
    [LOD_V_REWARD] = {"reward", {LOD_K_SPACE}, "Reward Loyalty in {0}"},
    [LOD_V_RAISE] = {"raise", {LOD_K_SPACE}, "Raise units in {0}"},
    [LOD_V_COLLECT] = {"collect", {LOD_K_SPACE}, "Move units to {0}, all go Underground"},
    [LOD_V_CONVERT] = {"convert", {LOD_K_SPACE}, "Replace Militia with Continentals in {0}"},
    [LOD_V_PLACE] = {"place", {LOD_K_PIECE}, "Place one {0!}"},
    [LOD_V_RECALL] = {"recall", {LOD_K_PIECE, LOD_K_SPACE}, "Recall one {0!} from {1}"},
    [LOD_V_GIVE] = {"give", {LOD_K_PIECE}, "Replace one {0!}"},
    [LOD_V_FROM] = {"from", {LOD_K_SPACE}, "From {0}"},
    [LOD_V_TAKE] = {"take", {LOD_K_PIECE}, "Take one {0!}"},
    [LOD_V_BRING] = {"bring", {LOD_K_FACTION}, "Take the Leader of {0}"},
    [LOD_V_DEPART] = {"depart", {0}, "Go"},
    [LOD_V_MOVE] = {"move", {LOD_K_PIECE, LOD_K_SPACE}, "Move one {0!} in from {1}"},
    [LOD_V_GARRISON] = {"garrison", {LOD_K_SPACE, LOD_K_SPACE}, "Move a Regular from {0} to {1}"},
    [LOD_V_DISPLACE] = {"displace",
                        {LOD_K_SPACE, LOD_K_SPACE},
                        "Drive the Rebellion from {0} to {1}"},
    [LOD_V_SCOUT] = {"scout", {LOD_K_SPACE, LOD_K_SPACE}, "Scout from {0} to {1}"},
    [LOD_V_ACTIVATE] = {"activate", {LOD_K_PIECE}, "Activate one {0!}"},
    [LOD_V_MOBILIZE] = {"mobilize", {LOD_K_SPACE, LOD_K_PIECE}, "Mobilize {1} in {0}"},
    [LOD_V_SEND] = {"send", {LOD_K_COUNT}, "Send {0} {0?Resource|Resources}"},
    [LOD_V_CLEAR] = {"clear", {LOD_K_SPACE, LOD_K_MARKER}, "Pay to remove a {1} marker in {0}"},
    [LOD_V_SHIFT] = {"shift", {LOD_K_SPACE}, "Shift {0} one level"},
    [LOD_V_SKIRMISH] = {"skirmish", {LOD_K_SPACE, LOD_K_WAY}, "Skirmish in {0}: {1}"},
    [LOD_V_PARTISANS] = {"partisans", {LOD_K_SPACE, LOD_K_WAY}, "Partisans in {0}: {1}"},
    [LOD_V_WAR_PATH] = {"war_path", {LOD_K_SPACE, LOD_K_WAY}, "War Path in {0}: {1}"},
    [LOD_V_REMOVE] = {"remove", {LOD_K_PIECE}, "Remove one {0!}"},
    [LOD_V_NAVAL_PRESSURE] = {"naval_pressure", {0}, "Naval Pressure"},
    [LOD_V_PERSUADE] = {"persuade", {LOD_K_SPACE}, "Persuasion in {0}"},
    [LOD_V_TRADE] = {"trade", {LOD_K_SPACE}, "Trade in {0}"},
    [LOD_V_OFFER] = {"offer", {LOD_K_COUNT}, "Give {0} {0?Resource|Resources}"},
    [LOD_V_PLUNDER] = {"plunder", {LOD_K_SPACE, LOD_K_PIECE}, "Plunder in {0}, remove one {1!}"},
    [LOD_V_PREPARE] = {"prepare", {LOD_K_PREPARATION}, "Préparer la Guerre: {0}"},
    [LOD_V_LIFT] = {"lift", {LOD_K_SPACE}, "Lift a Blockade of {0}"},
    [LOD_V_BLOCKADE] = {"blockade", {LOD_K_SPACE}, "Blockade {0}"},
    [LOD_V_REARRANGE] = {"rearrange", {0}, "Rearrange the Blockades"},
    [LOD_V_JOIN] = {"join", {0}, "The ally joins"},
    [LOD_V_ALONE] = {"alone", {0}, "Fight alone"},
    [LOD_V_USE] = {"use", {LOD_K_PIECE}, "One {0!} fights as a Tory"},
    [LOD_V_PAY] = {"pay", {LOD_K_SPACE}, "Pay for {0}"},
    [LOD_V_DISBAND] = {"disband", {LOD_K_SPACE}, "Remove units in {0}"},
    [LOD_V_WITHDRAW] = {"withdraw", {LOD_K_SPACE, LOD_K_SPACE}, "Withdraw from {0} to {1}"},
    [LOD_V_SHIFT_NEAR] = {"shift_near",
                          {LOD_K_SPACE, LOD_K_SPACE},
                          "Units stay in {0}, {1} shifts one level"},
    [LOD_V_REDEPLOY] = {"redeploy", {LOD_K_SPACE}, "The Leader goes to {0}"},
    [LOD_V_RETIRE] = {"retire", {0}, "The Leader leaves the map"},
    [LOD_V_DESERT] = {"desert", {LOD_K_PIECE, LOD_K_SPACE}, "One {0!} deserts in {1}"},
    [LOD_V_CHOOSE] = {"choose", {LOD_K_SPACE}, "Choose {0}"},
    [LOD_V_NAME] = {"name", {LOD_K_FACTION}, "Name {0}"},
    [LOD_V_WAY] = {"way", {LOD_K_CHOICE}, "{0}"},
    [LOD_V_PUT] = {"put",
                   {LOD_K_PIECE, LOD_K_SPACE, LOD_K_PLACE},
                   "Place one {0!} in {1}, from {2}"},
    [LOD_V_TAKE_OFF] = {"take_off", {LOD_K_PIECE, LOD_K_SPACE}, "Take one {0!} from {1}"},
    [LOD_V_RELOCATE] = {"relocate",
                        {LOD_K_PIECE, LOD_K_SPACE, LOD_K_SPACE},
                        "Move one {0!} from {1} to {2}"},
    [LOD_V_FLIP] = {"flip", {LOD_K_PIECE, LOD_K_SPACE}, "Turn one {0!} in {1} Active"},
    [LOD_V_FOLLOW] = {"follow", {0}, "Follow the non-player rules"},
    {0},
};

/* ---- Events ---- */

static const char *no_command(int kind) { return kind ? NULL : "it is no Command"; }
static const char *no_special(int kind) { return kind ? NULL : "it is no Special Activity"; }

static const mk_event_kind events[] = {
    [LOD_E_NONE] = {0},
    [LOD_E_CARD] = {"card", "Card: {0}", {LOD_K_CARD}},
    [LOD_E_NEXT] = {"next", "Next card: {0}", {LOD_K_CARD}},
    [LOD_E_STROKE] = {"stroke", "{seat} play {0}", {LOD_K_CARD}},
    [LOD_E_TRUMPED] = {"trumped", "{0} is trumped and goes back to {seat}", {LOD_K_CARD}},
    [LOD_E_PASSES] = {"passes", "{seat} pass", {0}},
    [LOD_E_COMMAND] = {"command", "{seat}: {0}", {LOD_K_COMMAND}, .by = 1, .excuse = no_command},
    [LOD_E_LIMITED] = {"limited", "{seat}: Limited Command {0}", {LOD_K_COMMAND}},
    [LOD_E_FREE] = {"free", "{seat}: free {0}", {LOD_K_COMMAND}},
    [LOD_E_EVENT] = {"event", "{seat} play {0} ({1})", {LOD_K_CARD, LOD_K_TEXT}},
    [LOD_E_SKIPPED] = {"skipped",
                       "No effect: {1}",
                       {LOD_K_CARD, LOD_K_PART},
                       .by = 2,
                       .excuse = lod_hardly_skipped},
    [LOD_E_STEP] = {"step", "Done: {0}", {LOD_K_PART}, .by = 1},
    [LOD_E_SPECIAL] = {"special", "{seat}: {0}", {LOD_K_SPECIAL}, .by = 1, .excuse = no_special},
    [LOD_E_SELECTS] = {"selects", "{seat} select {0}", {LOD_K_SPACE}},
    [LOD_E_NAMES] = {"names", "{seat} name {0}", {LOD_K_FACTION}},
    [LOD_E_WAY] = {"way", "{seat} choose: {0}", {LOD_K_CHOICE}},
    [LOD_E_RESOURCES] = {"resources", "{seat}: Resources {0+}, now {1}", {0}},
    [LOD_E_PLACED] = {"placed", "{0} {1:0} placed in {2}", {0, LOD_K_PIECE, LOD_K_SPACE}},
    [LOD_E_PLACED_BOX] = {"placed_from",
                          "{0} {1:0} from {2} placed in {3}",
                          {0, LOD_K_PIECE, LOD_K_PLACE, LOD_K_SPACE}},
    [LOD_E_REMOVED] = {"removed", "{0} {1:0} removed from {2}", {0, LOD_K_PIECE, LOD_K_SPACE}},
    [LOD_E_CASUALTY] = {"casualty", "{0} {1:0} lost in {2}", {0, LOD_K_PIECE, LOD_K_SPACE}},
    [LOD_E_MOVED] = {"moved",
                     "{0} {1:0} {0?moves|move} from {2} to {3}",
                     {0, LOD_K_PIECE, LOD_K_PLACE, LOD_K_PLACE}},
    [LOD_E_ACTIVATED] = {"activated",
                         "{0} {1:0} {0?turns|turn} Active in {2}",
                         {0, LOD_K_PIECE, LOD_K_SPACE}},
    [LOD_E_HIDDEN] = {"underground",
                      "{0} {1:0} {0?goes|go} Underground in {2}",
                      {0, LOD_K_PIECE, LOD_K_SPACE}},
    [LOD_E_RECALLED] = {"recalled", "{seat} recall one {0!} from {1}", {LOD_K_PIECE, LOD_K_SPACE}},
    [LOD_E_BOXES] = {"boxes",
                     "{0} {1:0} {0?moves|move} from {2} to {3}",
                     {0, LOD_K_PIECE, LOD_K_PLACE, LOD_K_PLACE}},
    [LOD_E_LEVEL] = {"level", "{0} is now at {1}", {LOD_K_SPACE, LOD_K_LEVEL}},
    [LOD_E_MARKED] = {"marked",
                      "{0} {1} {0?marker|markers} in {2}",
                      {0, LOD_K_MARKER, LOD_K_SPACE}},
    [LOD_E_CLEARED] = {"cleared", "A {0} marker is removed in {1}", {LOD_K_MARKER, LOD_K_SPACE}},
    [LOD_E_LEADER] = {"leader", "{0} goes to {1}", {LOD_K_LEADER, LOD_K_PLACE}},
    [LOD_E_SUCCEEDS] = {"succeeds", "{1} succeeds {0}", {LOD_K_LEADER, LOD_K_LEADER}},
    [LOD_E_BLOCKADE] = {"blockade", "{0} is blockaded, FNI {1}", {LOD_K_SPACE}},
    [LOD_E_LIFTED] = {"lifted", "A Blockade of {0} is lifted, FNI {1}", {LOD_K_SPACE}},
    [LOD_E_SQUADRON] = {"squadron", "Squadrons: {0} in the West Indies, {1} Unavailable", {0}},
    [LOD_E_NAVAL_ROLL] = {"naval_roll", "Naval Pressure brings {0} {0?Resource|Resources}", {0}},
    [LOD_E_BATTLE] = {"battle", "{seat} attack in {0}", {LOD_K_SPACE}},
    [LOD_E_JOINS] = {"joins", "{0} join the Battle in {1}", {LOD_K_FACTION, LOD_K_SPACE}},
    [LOD_E_FORCE_PART] =
        {"force_part",
         "{0}: {2?none|{2}|{2}} of {3} {1:3} {2?fights|fight}, {4?no points|1 point|{4} points}",
         {LOD_K_SIDE, LOD_K_FORCE}},
    [LOD_E_FORCE] = {"force", "{0}: Force Level {1}, dice: {2..}", {LOD_K_SIDE}},
    [LOD_E_MODIFIER] = {"modifier", "{0}: Loss Level {1+}, {2}", {LOD_K_SIDE, 0, LOD_K_MODIFIER}},
    [LOD_E_LOSS_LEVEL] = {"loss_level",
                          "{0}: Loss Level {1} ({2?no modifiers|modifiers +1|modifiers {2+}})",
                          {LOD_K_SIDE}},
    [LOD_E_WINS] = {"wins", "{0}: victory in {1}", {LOD_K_SIDE, LOD_K_SPACE}},
    [LOD_E_NO_WINNER] = {"no_winner", "Nobody is left to win in {0}", {LOD_K_SPACE}},
    [LOD_E_WINS_DAY] = {"wins_day", "{0}: Win the Day, {1} {1?shift|shifts}", {LOD_K_SIDE}},
    [LOD_E_WINTER] = {"winter", "Winter Quarters: {0}", {LOD_K_CARD}},
    [LOD_E_SUPPLIES] = {"supplies", "{seat} pay for supply in {0}", {LOD_K_SPACE}},
    [LOD_E_INELIGIBLE] = {"ineligible", "{seat} are Ineligible through the next card", {0}},
    [LOD_E_ELIGIBLE] = {"eligible", "{seat} are Eligible on the next card", {0}},
    [LOD_E_RELEASE] = {"release",
                       "Released: {0} British {0?Regular|Regulars} and {1} {1?Tory|Tories}",
                       {0}},
    [LOD_E_RESET] = {"reset",
                     "Markers are removed, Casualties return, all Factions are Eligible",
                     {0}},
    [LOD_E_TRACKS] = {"tracks", "Casualties: British {0}, Rebellion {1}", {0}},
    [LOD_E_MARGIN] = {"margin", "{seat}: victory margin {0}", {0}},
    [LOD_E_WON] = {"won", "{seat} win: {0}", {LOD_K_REASON}},
    [LOD_E_NOTE] = {"note", "{seat} follow {0}", {LOD_K_NOTE}},
    [LOD_E_NOTE_AT] = {"note_at", "{seat} follow {0}: {1}", {LOD_K_NOTE, LOD_K_SPACE}},
    [LOD_E_NOTE_ROLL] = {"note_roll", "{seat} roll {1} for {0}", {LOD_K_NOTE}},
    [LOD_E_RANDOM] = {"random_space", "Random space (8.2): {2}", {0, 0, LOD_K_SPACE}},
    {0},
};
/* ---- Entry points ---- */

/* What was going on is dropped: a command, an event, a battle, a winter, the end of the game. */
static void drop_progress(lod_state *s) {
    lod_drop_frames(s);
    s->commands = 0;
    s->command[0] = s->command[1] = (lod_command){0};
    s->granted = (lod_granted_special){0};
    s->battle = (lod_battle){.at = LOD_PLACES};
    s->stroke = (lod_stroke){0};
    s->event = (lod_event){0};
    s->winter = (lod_winter){0};
    s->recalling = LOD_PIECES;
    s->bonus = 0;
    s->persuaded = 0;
    s->reason = 0;
    s->np = (lod_np){0};
    for (int f = 0; f < LOD_FACTIONS; f++) s->landing[f] = 0;
}

static void open_card(void *state, mk_log *log) {
    (void)log;
    drop_progress(state);
    lod_begin_card(state);
}

static void open_turn(void *state, mk_log *log) {
    (void)log;
    drop_progress(state);
    lod_open_turn(state);
}

/* The phases of a Winter Quarters Round, under the played card, which should be one. */
#define OPEN_WINTER(name, from)                                                                    \
    static void open_##name(void *state, mk_log *log) {                                            \
        drop_progress(state);                                                                      \
        lod_open_winter(state, from, log);                                                         \
    }
OPEN_WINTER(supply, LOD_WINTER_SUPPLY)
OPEN_WINTER(indies, LOD_WINTER_INDIES)
OPEN_WINTER(resources, LOD_WINTER_RESOURCES)
OPEN_WINTER(support, LOD_WINTER_SUPPORT)
OPEN_WINTER(redeployment, LOD_WINTER_REDEPLOYMENT)
OPEN_WINTER(desertion, LOD_WINTER_DESERTION)
OPEN_WINTER(reset, LOD_WINTER_RESET)

/* At the first decision on a card, whichever Faction has it. */
static bool at_card(const void *state) {
    const lod_state *s = state;
    if (s->base.depth != 2 || s->passed || s->executed || s->stroke.card) return false;
    const mk_frame *f = mk_top_const(&s->base);
    if (f->phase == LOD_PH_TURN) return !s->asked;
    bool first = f->phase == LOD_PH_STROKE && s->asked == 1 << (f->a - LOD_FIRST_STROKE);
    return first;
}

static bool at_turn(const void *state) {
    const lod_state *s = state;
    return s->base.depth == 2 && mk_top_const(&s->base)->phase == LOD_PH_TURN && !at_card(s);
}

static const mk_resume_point resume_points[] = {
    {"card", open_card, at_card},
    {"turn", open_turn, at_turn},
    {"supply", open_supply, NULL},
    {"west_indies", open_indies, NULL},
    {"resources", open_resources, NULL},
    {"support", open_support, NULL},
    {"redeployment", open_redeployment, NULL},
    {"desertion", open_desertion, NULL},
    {"reset", open_reset, NULL},
    {0},
};

static bool load(mk_error *error) {
    if (!lod_load(error)) return false;
    lod_name_parts();
    return true;
}

static const char *const files[] = {"lod/map.json",       "lod/tables.json",  "lod/cards.json",
                                    "lod/scenarios.json", "lod/options.json", NULL};

const mk_game lod_game = {
    .id = "lod",
    .title = "Liberty or Death",
    .rules_version = 5,
    .state_size = sizeof(lod_state),
    .seats = seats,
    .scenarios = lod.scenarios,
    .options = lod.options,
    .kinds = kinds,
    .verbs = verbs,
    .phases = lod_phases,
    .events = events,
    .properties = lod_properties,
    .resume_points = resume_points,
    .files = files,
    .seat_count = LOD_FACTIONS,
    .kind_count = LOD_KINDS,
    .verb_count = LOD_VERBS,
    .phase_count = LOD_PHASES,
    .load = load,
    .setup = lod_setup,
    .settle = lod_settle,
    .turn_unit = "cards",
    .margin_unit = "victory margin",
    .outcome = lod_outcome,
    .board = lod_board,
    .view = lod_view,
    .determinize = lod_determinize,
    .check = lod_check,
    .score = lod_score,
    .terms = lod_terms,
    .consider = lod_consider,
    .weigh = lod_weigh,
    .nonplayer_phase = lod_nonplayer_phase,
    .advise = lod_advise,
    .clear_lead = LOD_CLEAR_LEAD,
    .series = lod_series,
    .chronicle = lod_chronicle,
    .battles = &lod_battles,
    .rule_words = lod_rule_words,
    .followed = LOD_K_NOTE,
};
