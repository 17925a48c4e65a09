/* game.c - Campaigns of 1777: its table. */
#include <stdio.h>
#include <string.h>

#include "c77.h"

static const mk_seat_name seats[] = {
    {"british", "British",
     "Howe, Burgoyne and St Leger: take Philadelphia and the line of the Hudson.",
     "Control every space the scenario names when it ends (in the campaign also Philadelphia at "
     "some time), or eliminate Washington."},
    {"patriot", "Patriots", "Washington and the departments: hold one space that the British need.",
     "The British do not control every space they need when the scenario ends."},
    {0},
};

/* ---- Kinds ---- */

static int leader_count(void) { return c77.leader_count; }
static const char *leader_id(int i) { return c77.leader[i].id; }
static const char *leader_label(int i) { return c77.leader[i].face[0].name; }

static int space_count(void) { return c77.space_count; }

static const char *const off_map[] = {"track", "removed", "waiting"};
static const char *const off_map_labels[] = {"the turn track", "removed", "to come by an event"};
static int where_count(void) { return c77_place_count() + 3; }
static const char *where_id(int i) {
    return i < c77_place_count() ? c77_place_id(i) : off_map[i - c77_place_count()];
}
static const char *where_label(int i) {
    return i < c77_place_count() ? c77_place_label(i) : off_map_labels[i - c77_place_count()];
}

static int class_count(void) { return C77_CLASSES; }
static int number_count(void) { return 16; }

/* Names that are put together once, when the data are loaded. */
static char class_names[C77_CLASSES][MK_NAME];
static char class_labels[C77_CLASSES][MK_NAME], class_single[C77_CLASSES][MK_NAME];
static char source_names[1 + 2 * C77_MAX_PLACES][2 * MK_NAME];
static char source_labels[1 + 2 * C77_MAX_PLACES][2 * MK_NAME];

const char *c77_class_id(int sp_class) { return class_names[sp_class]; }
static const char *class_label(int i) { return class_labels[i]; }
static const char *class_one(int i) { return class_single[i]; }

static int source_count(void) { return 1 + 2 * c77_place_count(); }
static const char *source_id(int i) { return source_names[i]; }
static const char *source_label(int i) { return source_labels[i]; }

static int companion_count(void) { return C77_COMPANION_LEADERS + c77.leader_count; }
static const char *companion_id(int i) {
    if (i == C77_COMPANION_TRAIN) return "train";
    return i == C77_COMPANION_KOSCIUSZKO ? "kosciuszko" : leader_id(i - C77_COMPANION_LEADERS);
}
static const char *companion_label(int i) {
    if (i == C77_COMPANION_TRAIN) return "a supply train";
    return i == C77_COMPANION_KOSCIUSZKO ? "Kosciuszko" : leader_label(i - C77_COMPANION_LEADERS);
}

/* Leaders, then the other markers of the cup. */
static int marker_count(void) { return c77.leader_count + 4; }
static const char *marker_id(int i) {
    static const char *const others[] = {"supply_british", "supply_patriot", "event_british",
                                         "event_patriot"};
    return i < c77.leader_count ? leader_id(i) : others[i - c77.leader_count];
}
static const char *marker_label(int i) {
    static const char *const others[] = {"a British supply check", "a Patriot supply check",
                                         "a British random event", "a Patriot random event"};
    return i < c77.leader_count ? leader_label(i) : others[i - c77.leader_count];
}

static int effect_count(void) { return C77_EVENT_EFFECTS; }
static const char *effect_id(int i) { return i ? c77_effect_names[i] : "no_event"; }
static const char *effect_label(int i) { return c77.event_name[i]; }

static int type_count(void) { return C77_TYPES; }
static const char *type_id(int i) { return c77.unit[i].id; }
static const char *type_label(int i) { return c77.unit[i].name; }
static const char *type_one(int i) { return c77.unit[i].one; }

static int turn_count(void) { return c77.turn_count + 1; }
static const char *turn_label(int i) { return i ? c77.turn_name[i] : "before the first"; }

#define NAMES(kind, ...)                                                                           \
    static const char *const kind##_names[] = {__VA_ARGS__};                                       \
    static int kind##_count(void) { return (int)(sizeof kind##_names / sizeof *kind##_names); }    \
    static const char *kind##_id(int i) { return kind##_names[i]; }

NAMES(side, "british", "patriot")
NAMES(operation, "storm", "embark", "forced_march", "rally")
NAMES(piece, "depot", "train")
NAMES(reason, "undecided", "control", "time", "washington", "new_england")
NAMES(expert, "battle_winner", "storm_attacker", "storm_defender", "interceptor", "reinforcer",
      "avoider")
NAMES(battle, "no_battle", "march", "landing", "sortie", "storm", "arrival")
NAMES(attempt, "intercept", "avoid", "reinforce")
NAMES(bearing, "unknown", "north", "south", "same_port")

NAMES(case, "smith_leads", "powell_leads", "interrupts_gathered", "leader_carried", "sp_contested",
      "bound_left", "bold_beside_march", "lone_leader_joins", "interceptor_joins",
      "surprised_at_home", "relief_comes_out", "fort_nobody_held", "embarks_beside_garrison",
      "returns_without_host")

static const char *side_label(int i) { return seats[i].title; }
static const char *operation_label(int i) {
    static const char *const labels[] = {"storm the fort", "embark", "forced march", "rally"};
    return labels[i];
}
static const char *reason_label(int i) {
    static const char *const labels[] = {"nothing is decided",
                                         "the British hold every space they need",
                                         "the British do not hold every space they need",
                                         "Washington is lost",
                                         "two of the three New England goals are met"};
    return labels[i];
}
static const char *battle_label(int i) {
    static const char *const labels[] = {"nothing", "battle",   "landing",
                                         "sortie",  "storming", "clash"};
    return labels[i];
}
static const char *attempt_label(int i) {
    static const char *const labels[] = {"intercept", "avoid battle", "reinforce"};
    return labels[i];
}
static const char *expert_label(int i) {
    static const char *const labels[] = {"battle winner", "storm attacker", "storm defender",
                                         "interceptor",   "reinforcer",     "avoider"};
    return labels[i];
}

static const char *bearing_label(int i) {
    static const char *const labels[] = {"on an unknown course", "north", "south",
                                         "back to the port it left"};
    return labels[i];
}

static const mk_kind kinds[] = {
    [C77_K_NONE] = {0},
    [C77_K_LEADER] = {"leader", leader_count, leader_id, leader_label},
    [C77_K_SPACE] = {"space", space_count, c77_place_id, c77_place_label},
    [C77_K_PLACE] = {"place", c77_place_count, c77_place_id, c77_place_label},
    [C77_K_WHERE] = {"where", where_count, where_id, where_label},
    [C77_K_STRENGTH] = {"strength", class_count, c77_class_id, class_label, class_one},
    [C77_K_COUNT] = {"count", number_count, NULL, NULL},
    [C77_K_COMPANION] = {"companion", companion_count, companion_id, companion_label},
    [C77_K_OPERATION] = {"operation", operation_count, operation_id, operation_label},
    [C77_K_SIDE] = {"side", side_count, side_id, side_label},
    [C77_K_MARKER] = {"marker", marker_count, marker_id, marker_label},
    [C77_K_PIECE] = {"piece", piece_count, piece_id, NULL},
    [C77_K_SOURCE] = {"source", source_count, source_id, source_label},
    [C77_K_EFFECT] = {"event", effect_count, effect_id, effect_label},
    [C77_K_REASON] = {"reason", reason_count, reason_id, reason_label},
    [C77_K_TYPE] = {"type", type_count, type_id, type_label, type_one},
    [C77_K_EXPERT] = {"expert", expert_count, expert_id, expert_label},
    [C77_K_TURN] = {"turn", turn_count, NULL, turn_label},
    [C77_K_BATTLE] = {"battle", battle_count, battle_id, battle_label},
    [C77_K_ATTEMPT] = {"attempt", attempt_count, attempt_id, attempt_label},
    [C77_K_BEARING] = {"bearing", bearing_count, bearing_id, bearing_label},
    [C77_K_CASE] = {"case", case_count, case_id, NULL},
    {0},
};

/* ---- Verbs ---- */

static const mk_verb verbs[] = {
    [C77_V_NONE] = {0},
    [C77_V_FIRST] = {"first", {C77_K_LEADER}, "{0} acts first"},
    [C77_V_JOIN] = {"join", {C77_K_LEADER, C77_K_LEADER}, "{0} joins {1}"},
    [C77_V_TAKE] = {"take", {C77_K_STRENGTH, C77_K_COUNT}, "Take {1} {0:1}"},
    [C77_V_BRING] = {"bring", {C77_K_COMPANION}, "Bring {0} along"},
    [C77_V_LEAVE] = {"leave", {C77_K_STRENGTH, C77_K_COUNT}, "Leave {1} {0:1} here"},
    [C77_V_PART] = {"part", {C77_K_COMPANION}, "Leave {0} here"},
    [C77_V_GO] = {"go", {C77_K_SPACE}, "March to {0}"},
    [C77_V_ACTIVATE] = {"activate", {C77_K_LEADER}, "Activate {0}"},
    [C77_V_ORDER] = {"order", {C77_K_OPERATION}, "{0}"},
    [C77_V_INDIAN_RAID] = {"indian_raid",
                           {C77_K_SPACE, C77_K_SPACE, C77_K_STRENGTH},
                           "Indian raid from {0} on {1} with one {2!}"},
    [C77_V_SUPPLY] = {"supply", {C77_K_PIECE, C77_K_SOURCE}, "Place a {0} from {1}"},
    [C77_V_SUPPLY_RAID] = {"supply_raid",
                           {C77_K_SPACE, C77_K_SPACE, C77_K_STRENGTH},
                           "Raid the supply at {1} from {0} with one {2!}"},
    [C77_V_DISBAND] = {"disband", {C77_K_PLACE}, "Remove a train at {0}"},
    [C77_V_FINISH] = {"finish", {0}, "Finish"},
    [C77_V_HALT] = {"halt", {0}, "Halt here"},
    [C77_V_INTERRUPT] = {"interrupt", {0}, "Back to the primary leader"},
    [C77_V_SITE] = {"site", {C77_K_SPACE}, "Place it at {0}"},
    [C77_V_SAIL] = {"sail", {C77_K_SPACE}, "Sail for {0}"},
    [C77_V_SORTIE] = {"sortie", {C77_K_SPACE}, "Sortie from {0}"},
    [C77_V_LEAD] = {"lead", {C77_K_LEADER}, "{0} tries"},
    [C77_V_READY] = {"ready", {0}, "Done"},
    [C77_V_EXTRA] = {"extra", {0}, "One more train, from the magazine"},
    [C77_V_TO] = {"to", {C77_K_PLACE}, "To {0}"},
    [C77_V_COORDINATE] = {"coordinate", {0}, "Coordinate (+1)"},
    [C77_V_PLAN] = {"plan", {0}, "Plan the battle (+1 die)"},
    [C77_V_FIGHT] = {"fight", {0}, "Fight"},
    [C77_V_SENIOR] = {"senior", {C77_K_LEADER}, "{0} commands"},
    [C77_V_HOLD] = {"hold", {C77_K_STRENGTH, C77_K_COUNT}, "Hold back {1} {0:1}"},
    [C77_V_LOSE] = {"lose", {C77_K_STRENGTH, C77_K_PLACE}, "Lose one {0!} at {1}"},
    [C77_V_PUT] = {"put", {C77_K_PIECE}, "Put a {0} there"},
    [C77_V_DECLINE] = {"decline", {0}, "Decline"},
    [C77_V_CLAIM] = {"claim", {0}, "Take the marker"},
    [C77_V_EXPEND] = {"expend", {C77_K_SOURCE}, "Use up {0}"},
    [C77_V_CHOOSE] = {"choose", {C77_K_LEADER}, "Choose {0}"},
    [C77_V_REMOVE] = {"remove", {C77_K_PLACE, C77_K_STRENGTH}, "Remove one {1!} at {0}"},
    [C77_V_RECEIVE] = {"receive_artillery", {0}, "Receive artillery"},
    [C77_V_RECEIVE_TRAIN] = {"receive_train", {0}, "Receive a supply train"},
    {0},
};

/* ---- Phases ---- */

#define ROW(name, prompt, rule, functions, verbs, ...)                                             \
    {                                                                                              \
#name, prompt, rule,                                                                       \
            {__VA_ARGS__ }, verbs, c77_##functions##_list, c77_##functions##_why_not,              \
             c77_##functions##_apply                                                               \
    }

static const mk_phase phases[] = {
    [C77_PH_NONE] = {0},
    [C77_PH_TURN] = {.name = "turn", .step = c77_turn_step},
    [C77_PH_ACTING] = {.name = "acting", .step = c77_acting_step},
    [C77_PH_MARCHING] = {.name = "marching", .step = c77_marching_step},
    [C77_PH_GARRISON_MARCH] = {.name = "garrison_march", .step = c77_garrison_march_step},
    [C77_PH_BATTLE] = {.name = "battle", .step = c77_battle_step},
    [C77_PH_SUPPLY] = {.name = "supply", .step = c77_supply_step},
    [C77_PH_AFTERMATH] = {.name = "aftermath", .step = c77_aftermath_step},
    [C77_PH_CHOOSE_FIRST] = ROW(choose_first, "{seat}: choose the primary leader who acts first",
                                "c77.5.0", choose_first, MK_VERBS(C77_V_FIRST), 0),
    [C77_PH_RETURN] = ROW(return, "{seat}: choose whom the returning leaders join", "c77.13.4",
                                return, MK_VERBS(C77_V_JOIN, C77_V_CHOOSE), 0),
    [C77_PH_RETURN_TO] = ROW(return_to, "{seat}: choose the army {0} returns to", "c77.13.4",
                             return_to, MK_VERBS(C77_V_TO), C77_K_LEADER),
    [C77_PH_ACTIVATION] =
        ROW(activation, "{0} acts: {1?no points|1 leadership point|{1} leadership points} left",
            "c77.7.3", activation,
            MK_VERBS(C77_V_TAKE, C77_V_BRING, C77_V_LEAVE, C77_V_PART, C77_V_GO, C77_V_ACTIVATE,
                     C77_V_ORDER, C77_V_INDIAN_RAID, C77_V_SUPPLY, C77_V_SUPPLY_RAID, C77_V_DISBAND,
                     C77_V_FINISH),
            C77_K_LEADER),
    [C77_PH_MARCH] = ROW(march, "{0} marches", "c77.9.3", march,
                         MK_VERBS(C77_V_TAKE, C77_V_BRING, C77_V_LEAVE, C77_V_PART, C77_V_GO,
                                  C77_V_INTERRUPT, C77_V_HALT),
                         C77_K_LEADER),
    [C77_PH_GARRISON] = ROW(garrison, "{seat}: choose the route of {0} to his fort", "c77.19.1",
                            garrison, MK_VERBS(C77_V_GO), C77_K_LEADER),
    [C77_PH_SUPPLY_SITE] = ROW(supply_site, "{seat}: choose where to place the {0}", "c77.7.3.7",
                               supply_site, MK_VERBS(C77_V_SITE), C77_K_PIECE, C77_K_SOURCE),
    [C77_PH_EMBARK] =
        ROW(embark, "Howe embarks at {0}: choose leaders and SP, then the destination", "c77.17.0",
            embark, MK_VERBS(C77_V_TAKE, C77_V_BRING, C77_V_SAIL), C77_K_SPACE),
    [C77_PH_SORTIE] = ROW(sortie, "{seat}: sortie from a besieged fort?", "c77.14.8", sortie,
                          MK_VERBS(C77_V_SORTIE, C77_V_FINISH), 0),
    [C77_PH_INTERCEPT] = ROW(intercept, "{seat}: intercept at {0}?", "c77.10.1", declare,
                             MK_VERBS(C77_V_LEAD, C77_V_FINISH), C77_K_SPACE),
    [C77_PH_AVOID] = ROW(avoid, "{seat}: avoid battle at {0}?", "c77.11.1", declare,
                         MK_VERBS(C77_V_LEAD, C77_V_FINISH), C77_K_SPACE),
    [C77_PH_REINFORCE] = ROW(reinforce, "{seat}: reinforce at {0}?", "c77.12.1", declare,
                             MK_VERBS(C77_V_LEAD, C77_V_FINISH), C77_K_SPACE),
    [C77_PH_MUSTER] = ROW(muster, "{0} gathers an army to {1} at {2}", "c77.8.2", muster,
                          MK_VERBS(C77_V_TAKE, C77_V_BRING, C77_V_READY), C77_K_LEADER,
                          C77_K_ATTEMPT, C77_K_SPACE),
    [C77_PH_FORT] = ROW(fort, "{seat}: choose who goes into the fort ({0})", "c77.14.1", fort,
                        MK_VERBS(C77_V_TAKE, C77_V_BRING, C77_V_EXTRA, C77_V_READY), C77_K_SPACE),
    [C77_PH_AVOID_TO] = ROW(avoid_to, "{seat}: choose where {0} goes to avoid battle", "c77.11.4",
                            avoid_to, MK_VERBS(C77_V_TO), C77_K_LEADER),
    [C77_PH_COORDINATE] =
        ROW(coordinate,
            "{seat}: coordinate the reinforcement by {0}? {1?No points|1 point|{1} points} left",
            "c77.7.3.9", coordinate, MK_VERBS(C77_V_COORDINATE, C77_V_FINISH), C77_K_LEADER),
    [C77_PH_PLAN] =
        ROW(plan, "{seat}: plan the battle at {0}? {1?No points|1 point|{1} points} left",
            "c77.7.3.8", plan, MK_VERBS(C77_V_PLAN, C77_V_FIGHT), C77_K_SPACE),
    [C77_PH_SENIOR] = ROW(senior, "{seat}: choose who commands at {0}", "c77.2.2.1", senior,
                          MK_VERBS(C77_V_SENIOR), C77_K_SPACE),
    [C77_PH_HOLD] = ROW(hold, "{seat}: hold {1} SP back at {0}; no more can fight", "c77.13.2",
                        hold, MK_VERBS(C77_V_HOLD), C77_K_SPACE),
    [C77_PH_LOSSES] = ROW(losses, "{seat}: choose {1?the loss|the loss|{1} losses} at {0}",
                          "c77.13.3.3", losses, MK_VERBS(C77_V_LOSE), C77_K_SPACE),
    [C77_PH_RETREAT] = ROW(retreat, "{seat}: choose where to retreat from {0}", "c77.13.6", retreat,
                           MK_VERBS(C77_V_TO), C77_K_SPACE),
    [C77_PH_ESCAPE] = ROW(escape, "{seat}: choose where {0} escapes to", "c77.13.4", escape,
                          MK_VERBS(C77_V_TO), C77_K_LEADER),
    [C77_PH_CAPTURE] = ROW(capture, "{seat}: use the supply captured at {0}?", "c77.15.1.2",
                           capture, MK_VERBS(C77_V_PUT, C77_V_DECLINE), C77_K_PLACE),
    [C77_PH_EXPERT] = ROW(expert, "Swap the expert marker of {0} for {1}?", "c77.21.1", expert,
                          MK_VERBS(C77_V_CLAIM, C77_V_DECLINE), C77_K_LEADER, C77_K_EXPERT),
    [C77_PH_SUPPLY_CHECK] = ROW(supply_check, "{seat}: use up trains and depots for supply?",
                                "c77.15.1", supply_check, MK_VERBS(C77_V_EXPEND, C77_V_FINISH), 0),
    [C77_PH_ATTRITION] =
        ROW(attrition, "{seat}: choose {1?the SP|1 SP|{1} SP} lost to attrition at {0}", "c77.15.5",
            attrition, MK_VERBS(C77_V_LOSE), C77_K_PLACE),
    [C77_PH_EVENT_LEADER] = ROW(event_leader, "{seat}: {0}: choose a leader", "c77.18.0",
                                event_leader, MK_VERBS(C77_V_CHOOSE), C77_K_EFFECT),
    [C77_PH_EVENT_LOSS] = ROW(event_loss, "{seat}: {0}: remove {1} SP", "c77.18.0", event_loss,
                              MK_VERBS(C77_V_REMOVE), C77_K_EFFECT),
    [C77_PH_EVENT_GIFT] = ROW(event_gift, "{seat}: receive artillery or a supply train", "c77.18.0",
                              event_gift, MK_VERBS(C77_V_RECEIVE, C77_V_RECEIVE_TRAIN), 0),
    [C77_PH_NEW_COURSE] = ROW(new_course, "{seat}: choose a new destination", "c77.17.1",
                              new_course, MK_VERBS(C77_V_SAIL), 0),
    [C77_PH_LANDING_DEPOT] =
        ROW(landing_depot, "{seat}: pick up a marker for a depot at {0}?", "c77.17.1",
            landing_depot, MK_VERBS(C77_V_SUPPLY, C77_V_DECLINE), C77_K_SPACE),
    [C77_PH_RAID_LOSS] = ROW(raid_loss, "{seat}: choose the SP lost to the raid on {0}",
                             "c77.7.3.6", raid_loss, MK_VERBS(C77_V_LOSE), C77_K_SPACE),
    {0},
};

/* ---- Events ---- */

static const mk_event_kind events[] = {
    [C77_E_NONE] = {0},
    [C77_E_TURN] = {"turn", "{0}", {C77_K_TURN}},
    [C77_E_RALLY] =
        {"rally",
         "{seat} {3?rally|fail to rally} {0} at {2} (rolled {1}{4&, needed {4} or less})",
         {C77_K_TYPE, 0, C77_K_PLACE}},
    [C77_E_INITIATIVE] = {"initiative", "Initiative: British {0}, Patriots {1}", {0}},
    [C77_E_AUTOMATIC_INITIATIVE] = {"automatic_initiative", "{seat} have the initiative", {0}},
    [C77_E_FIRST] = {"first", "{seat} choose {0} to act first", {C77_K_LEADER}},
    [C77_E_RETURNS] = {"returns", "{0} returns and joins {1}", {C77_K_LEADER, C77_K_LEADER}},
    [C77_E_RETURNS_TO] = {"returns_to", "{0} returns to {1}", {C77_K_LEADER, C77_K_PLACE}},
    [C77_E_DRAWN] = {"drawn", "Drawn: {0}", {C77_K_MARKER}},
    [C77_E_IDLE] = {"idle", "{0} cannot act", {C77_K_LEADER}},
    [C77_E_MARCH] = {"march",
                     "{0} marches with {1} SP from {2} to {3}",
                     {C77_K_LEADER, 0, C77_K_SPACE, C77_K_SPACE}},
    [C77_E_PICKED_UP] = {"picked_up", "{0} takes {1} {2:1}", {C77_K_LEADER, 0, C77_K_STRENGTH}},
    [C77_E_DROPPED] = {"dropped",
                       "{0} leaves {1} {2:1} at {3}",
                       {C77_K_LEADER, 0, C77_K_STRENGTH, C77_K_PLACE}},
    [C77_E_ACTIVATED] = {"activated", "{0} is activated", {C77_K_LEADER}},
    [C77_E_FORCED_MARCH] =
        {"forced_march",
         "{0} {2?forces the march|fails to force the march} (rolled {1}, needed {4} or less)",
         {C77_K_LEADER}},
    [C77_E_INDIAN_RAID] = {"indian_raid",
                           "Indian raid from {0} on {1}: {4?{3?both sides lose 1 SP|Patriots lose "
                           "1 SP}|{3?the raiders lose 1 SP|no losses}} (rolled {2})",
                           {C77_K_SPACE, C77_K_SPACE}},
    [C77_E_SUPPLY_RAID] = {"supply_raid",
                           "{seat} raid the supply at {1} from {0}: {3?no effect|a supply marker "
                           "is destroyed|the raiders lose 1 SP} (rolled {2})",
                           {C77_K_SPACE, C77_K_SPACE}},
    [C77_E_SUPPLY_PLACED] = {"supply_placed",
                             "{seat} place a supply {0} at {1}",
                             {C77_K_PIECE, C77_K_PLACE}},
    [C77_E_DISBANDED] = {"disbanded", "{seat} remove a train at {0}", {C77_K_PLACE}},
    [C77_E_CAPTURED] = {"captured",
                        "{seat} capture {0?a supply marker|{0} supply markers} at {1}",
                        {0, C77_K_SPACE}},
    [C77_E_EMBARKED] = {"embarked", "Howe embarks at {1} with {0} SP", {0, C77_K_SPACE}},
    [C77_E_SAILS] = {"sails", "The fleet sails; its destination is secret", {0}},
    [C77_E_DESTINATION] = {"destination", "The fleet sails for {0}", {C77_K_SPACE}},
    [C77_E_AT_SEA] = {"at_sea", "The fleet is at sea, turn {0}", {0}},
    [C77_E_WARNING] = {"warning", "The fleet sails {0}", {C77_K_BEARING}},
    [C77_E_LANDS] = {"lands", "Howe lands at {1} with {0} SP", {0, C77_K_SPACE}},
    [C77_E_BACK_TO_SEA] = {"back_to_sea",
                           "The landing is beaten back: {0} SP {0?returns|return} to sea",
                           {0}},
    [C77_E_DECLARED] = {"declared",
                        "{0} tries to {1} at {2} with {3} SP",
                        {C77_K_LEADER, C77_K_ATTEMPT, C77_K_SPACE}},
    [C77_E_ATTEMPT] = {"attempt",
                       "{0} {5?manages|fails} to {1} (rolled {2}, needed {12} or less{3&: "
                       "leadership {4}, modifier {3+}})",
                       {C77_K_LEADER, C77_K_ATTEMPT}},
    [C77_E_AUTOMATIC] = {"automatic", "{0} needs no roll to {1}", {C77_K_LEADER, C77_K_ATTEMPT}},
    [C77_E_INTO_FORT] = {"into_fort",
                         "{seat}: {0?leaders take|1 SP takes|{0} SP take} shelter in {1}",
                         {0, C77_K_SPACE}},
    [C77_E_COORDINATED] = {"coordinated", "Coordination gives {0} {1+}", {C77_K_LEADER}},
    [C77_E_PLANNED] = {"planned", "Battle planning: +{0} {0?die|dice}", {0}},
    [C77_E_BATTLE] = {"battle", "{1} at {0}: {seat} attack", {C77_K_SPACE, C77_K_BATTLE}},
    [C77_E_DICE] = {"dice",
                    "{seat} roll {0?no dice|1 die|{0} dice}{1&; SP {1+}}{2&; SP out of supply {2+}}"
                    "{3&; leader {3+}}{4&; other leaders {4+}}{5&; nations {5+}}{6&; surprise {6+}}"
                    "{7&; planning {7+}}{8&; expert {8+}}",
                    {0}},
    [C77_E_SP_DICE] = {"note_sp_dice",
                       "{seat}: {0} {1:0} {0?gives|give} {2?no dice|1 die|{2} dice}",
                       {0, C77_K_STRENGTH}},
    [C77_E_TABLE_DICE] =
        {"table_dice",
         "{seat} roll {1} on the table for {0} {0?die|dice}: {2?no losses|1 loss|{2} losses}",
         {0}},
    [C77_E_THROW] = {"throw", "{seat} roll {0..}", {0}},
    [C77_E_LOSS] = {"loss", "{seat} lose 1 {0!} at {1}", {C77_K_STRENGTH, C77_K_PLACE}},
    [C77_E_WINNER] =
        {"winner",
         "{seat} win at {0}: they lose {1?no SP|1 SP|{1} SP}, the enemy {2?none|1|{2}}",
         {C77_K_SPACE}},
    [C77_E_SURRENDER] = {"surrender",
                         "{seat}: {0} SP out of supply {0?surrenders|surrender} at {1}",
                         {0, C77_K_SPACE}},
    [C77_E_RETREAT] = {"retreat",
                       "{seat}: {0?leaders retreat|1 SP retreats|{0} SP retreat} from {1} to {2}",
                       {0, C77_K_SPACE, C77_K_SPACE}},
    [C77_E_ELIMINATED] = {"eliminated", "{seat} lose {0} SP at {1}: no way out", {0, C77_K_PLACE}},
    [C77_E_STORMED] =
        {"stormed",
         "{1?{seat} take {0} by storm|The storming of {0} fails}; {2?{3?no losses|the defenders "
         "lose 1 SP|the defenders lose {3} SP}|the attackers lose 1 SP, the defenders "
         "{3?none|1|{3}}|the attackers lose {2} SP, the defenders {3?none|1|{3}}}",
         {C77_K_SPACE}},
    [C77_E_SIEGE] = {"siege", "{seat} besiege {0}", {C77_K_SPACE}},
    [C77_E_ESCAPE] = {"escape", "{0}, alone among enemies, rolls {1} to escape", {C77_K_LEADER}},
    [C77_E_ESCAPED_TO] = {"escaped_to", "{0} escapes to {1}", {C77_K_LEADER, C77_K_PLACE}},
    [C77_E_LEADER_RETURNS] = {"leader_returns",
                              "{0} gets away and returns next turn",
                              {C77_K_LEADER}},
    [C77_E_LEADER_LOST] = {"leader_lost", "{0} is killed or captured", {C77_K_LEADER}},
    [C77_E_KOSCIUSZKO_GONE] = {"kosciuszko_gone", "Kosciuszko is lost at {0}", {C77_K_SPACE}},
    [C77_E_EXPERT_ROLL] =
        {"expert_roll",
         "{0} {4?earns|fails to earn} the {1} marker (rolled {2}, needed {5} or less)",
         {C77_K_LEADER, C77_K_EXPERT}},
    [C77_E_EXPERT] = {"expert", "{0} is now an expert {1} ({2+})", {C77_K_LEADER, C77_K_EXPERT}},
    [C77_E_SUPPLY_CHECK] = {"supply_check", "{seat} check supply", {0}},
    [C77_E_EXPENDED] = {"expended", "{seat} use up {0}", {C77_K_SOURCE}},
    [C77_E_UNSUPPLIED] = {"unsupplied",
                          "{seat}: {0?all forces are in supply|one force is out of supply|"
                          "{0} forces are out of supply}",
                          {0}},
    [C77_E_ATTRITION] = {"attrition",
                         "Attrition at {0}: {2?no losses|1 SP lost|{2} SP lost} (rolled {1})",
                         {C77_K_PLACE}},
    [C77_E_EVENT] = {"event", "Random event for the {seat}: {1} (rolled {0})", {0, C77_K_EFFECT}},
    [C77_E_PLACED] = {"placed",
                      "{0} {1:0} {0?joins|join} the {seat} at {2}",
                      {0, C77_K_TYPE, C77_K_PLACE}},
    [C77_E_REMOVED] = {"removed", "{seat} remove 1 {0!} at {1}", {C77_K_STRENGTH, C77_K_PLACE}},
    [C77_E_PHILADELPHIA] = {"philadelphia",
                            "The British have taken Philadelphia: that condition is met for good",
                            {0}},
    [C77_E_WON] = {"won", "{0} win: {1}", {C77_K_SIDE, C77_K_REASON}},
    [C77_E_CASE] = {"case", "{0}", {C77_K_CASE}, .by = 1},
    {0},
};

/* ---- Entry points ---- */

/* What was going on is dropped: a march, a battle, a check, the end of the game. */
static c77_state *drop_progress(void *state) {
    c77_state *s = state;
    while (s->base.depth) mk_pop(&s->base);
    memset(&s->battle, 0, sizeof s->battle);
    memset(&s->hand, 0, sizeof s->hand);
    memset(s->capture, 0, sizeof s->capture);
    memset(s->feat, 0, sizeof s->feat);
    s->capture_count = s->feat_count = 0;
    s->escaping = s->rallied = 0;
    s->fed = s->attrition = 0;
    s->checking = s->event_side = 0;
    s->sortied = 0;
    s->winner = s->reason = 0;
    c77_end_activation(s);
    c77_start_army(s, C77_SECOND_ARMY, C77_NONE);
    return s;
}

/* The turn goes on from a stage. */
static void open_at(void *state, c77_stage stage, mk_log *log) {
    (void)log;
    c77_state *s = drop_progress(state);
    s->stage = (uint8_t)stage;
    mk_push(&s->base, C77_PH_TURN, -1);
}

static void open_turn(void *state, mk_log *log) { open_at(state, C77_STAGE_BEGIN, log); }
static void open_rally(void *state, mk_log *log) { open_at(state, C77_STAGE_RALLY, log); }
static void open_sea(void *state, mk_log *log) { open_at(state, C77_STAGE_SEA, log); }
static void open_sorties(void *state, mk_log *log) {
    open_at(state, C77_STAGE_SORTIES_BRITISH, log);
}
static void open_initiative(void *state, mk_log *log) { open_at(state, C77_STAGE_INITIATIVE, log); }
static void open_first(void *state, mk_log *log) {
    c77_state *s = state;
    open_at(state, C77_STAGE_INITIATIVE, log);
    mk_push(&s->base, C77_PH_CHOOSE_FIRST, s->initiative);
}
static void open_returns(void *state, mk_log *log) {
    open_at(state, C77_STAGE_RETURNS_BRITISH, log);
}
static void open_actions(void *state, mk_log *log) { open_at(state, C77_STAGE_ACTIONS, log); }
static void open_end(void *state, mk_log *log) { open_at(state, C77_STAGE_END, log); }

static bool at_first(const void *state) {
    const c77_state *s = state;
    return s->base.depth && mk_top_const(&s->base)->phase == C77_PH_CHOOSE_FIRST;
}

static const mk_resume_point resume_points[] = {
    {"turn", open_turn, NULL},
    {"rally", open_rally, NULL},
    {"sea", open_sea, NULL},
    {"sorties", open_sorties, NULL},
    {"initiative", open_initiative, NULL},
    {"choose_first", open_first, at_first},
    {"returns", open_returns, NULL},
    {"actions", open_actions, NULL},
    {"end_of_turn", open_end, NULL},
    {0},
};

/* ---- Loading ---- */

/* "regular_marched_out": marched in this turn, out of supply. */
static void make_names(void) {
    static const char *const ends[] = {"", "_out", "_marched", "_marched_out"};
    static const char *const words[] = {"", " (out of supply)", " (marched)",
                                        " (marched, out of supply)"};
    for (int i = 0; i < C77_CLASSES; i++) {
        const c77_unit *u = &c77.unit[c77_type_of(i)];
        snprintf(class_names[i], MK_NAME, "%s%s", u->id, ends[i % C77_MARKS]);
        snprintf(class_labels[i], MK_NAME, "%s%s", u->name, words[i % C77_MARKS]);
        snprintf(class_single[i], MK_NAME, "%s%s", u->one, words[i % C77_MARKS]);
    }
    snprintf(source_names[0], sizeof source_names[0], "available");
    snprintf(source_labels[0], sizeof source_labels[0], "the supply box");
    for (int p = 0; p < c77_place_count(); p++) {
        for (int k = 1; k <= 2; k++) {
            const char *what = k == 1 ? "train" : "depot";
            int i = 2 * p + k;
            snprintf(source_names[i], sizeof source_names[i], "%s_%s", c77_place_id(p), what);
            snprintf(source_labels[i], sizeof source_labels[i], "the %s at %s", what,
                     c77_place_label(p));
        }
    }
}

static bool load(mk_error *err) {
    if (!c77_load(err)) return false;
    make_names();
    return true;
}

static const char *const files[] = {"c77/map.json",
                                    "c77/units.json",
                                    "c77/leaders.json",
                                    "c77/tables.json",
                                    "c77/scenarios.json",
                                    "c77/options.json",
                                    NULL};

const mk_game c77_game = {
    .id = "c77",
    .title = "Campaigns of 1777",
    .rules_version = 3,
    .state_size = sizeof(c77_state),
    .seats = seats,
    .scenarios = c77.scenarios,
    .options = c77.options,
    .kinds = kinds,
    .verbs = verbs,
    .phases = phases,
    .events = events,
    .properties = c77_properties,
    .resume_points = resume_points,
    .files = files,
    .seat_count = C77_SIDES,
    .kind_count = C77_KINDS,
    .verb_count = C77_VERBS,
    .phase_count = C77_PHASES,
    .load = load,
    .setup = c77_setup,
    .settle = c77_settle,
    .margin_unit = "objectives held",
    .outcome = c77_outcome,
    .board = c77_board,
    .view = c77_view,
    .determinize = c77_determinize,
    .check = c77_check,
    .score = c77_score,
    .weigh = c77_weigh,
    .weigh_begin = c77_weigh_begin,
    .terms = c77_terms,
    .consider = c77_consider,
    .details = MK_VERBS(C77_PH_MUSTER, C77_PH_COORDINATE, C77_PH_PLAN, C77_PH_SENIOR, C77_PH_HOLD,
                        C77_PH_LOSSES, C77_PH_CAPTURE, C77_PH_EXPERT, C77_PH_SUPPLY_CHECK,
                        C77_PH_ATTRITION, C77_PH_EVENT_LEADER, C77_PH_EVENT_LOSS, C77_PH_EVENT_GIFT,
                        C77_PH_RAID_LOSS),
    .series = c77_series,
    .chronicle = c77_chronicle,
    .battles = &c77_battles,
};
