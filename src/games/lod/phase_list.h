/* phase_list.h - every decision and every procedure of the game, in one list.
 *
 * A DECISION waits for a seat: lod_NAME_list, lod_NAME_why_not, lod_NAME_apply. A STEP is one
 * within the decision that led to it (placing, striking, a Leader left alone): a non-player takes
 * it in the same `follow`. A GROUP is a step of which other seats are told as of the decision
 * beneath. A PROCEDURE goes on by itself: lod_NAME_step pushes what comes next, or pops its frame;
 * when what it pushed is done it is called again. So an Event grants a Command, the Command fights
 * a Battle, and the Battle grants a Rally, without one knowing of the other.
 *
 * A row: LOD_PH_…, the name of scripts and views, the prompt over a, b, c of the frame, the rule,
 * the kinds of a, b, c in the prompt, the verbs.
 *
 * A file that includes this, as often as there is something to be made of it, says what a row is;
 * what is not said of STEP and GROUP is as of DECISION.
 */
/* clang-format off */
#ifndef STEP
#define STEP DECISION
#endif
#ifndef GROUP
#define GROUP STEP
#endif
#define BRITISH_SPECIALS LOD_V_SKIRMISH, LOD_V_NAVAL_PRESSURE
#define PATRIOT_SPECIALS LOD_V_SKIRMISH, LOD_V_PARTISANS, LOD_V_PERSUADE
#define INDIAN_SPECIALS LOD_V_TRADE, LOD_V_WAR_PATH, LOD_V_PLUNDER
#define FRENCH_SPECIALS LOD_V_PREPARE, LOD_V_SKIRMISH, LOD_V_NAVAL_PRESSURE
#define ANY_SPECIAL BRITISH_SPECIALS, LOD_V_PARTISANS, LOD_V_PERSUADE, INDIAN_SPECIALS, LOD_V_PREPARE
#define EVENT_PART KINDS(0, LOD_K_CARD, LOD_K_PART)
#define OF_COMMAND(usually) usually, .rule_of = lod_command_rule

/* ---- The sequence of play: sequence.c, stroke.c ---- */

/* a: card, b: what it waits for, c: who acts */
PROCEDURE(CARD, card, "{0}", "lod.2.3", KINDS(LOD_K_CARD))
DECISION(STROKE, stroke, "{seat}: play {0} now?", "lod.2.3.8", KINDS(LOD_K_CARD),
         LOD_V_STROKE, LOD_V_HOLD)
DECISION(TURN, turn, "{seat}: act on {0}", "lod.2.3.4", KINDS(LOD_K_CARD),
         LOD_V_PASS, LOD_V_EVENT, LOD_V_COMMAND)
PROCEDURE(STROKE_PLAY, stroke_play, "{0}", "lod.2.3.8", KINDS(LOD_K_CARD))
DECISION(STROKE_TURN, stroke_turn,
         "{seat}: {1?no Limited Commands|1 Limited Command|{1} Limited Commands} and {2?no Special Activity|1 Special Activity|{2} Special Activities} left",
         "lod.2.3.8", KINDS(LOD_K_CARD), LOD_V_COMMAND, LOD_V_SPECIAL, LOD_V_FINISH)

/* ---- Commands ---- */

/* what its decision handed down says how far it is, see command.c */
PROCEDURE(COMMAND, command, "{seat}: execute a Command", "lod.3.1", KINDS(0))
DECISION(MUSTER, muster, "{seat} Muster: choose spaces", "lod.3.2.1", KINDS(0), LOD_V_REGULARS, LOD_V_TORIES,
         LOD_V_FORT, LOD_V_REWARD, LOD_V_RECALL, LOD_V_FINISH, BRITISH_SPECIALS)
DECISION(GARRISON, garrison, "{seat} Garrison: choose Cities, then move Regulars in", "lod.3.2.2", KINDS(0),
         LOD_V_SELECT, LOD_V_GARRISON, LOD_V_BRING, LOD_V_FINISH, BRITISH_SPECIALS)
DECISION(DISPLACE, displace, "{seat}: drive the Rebellion out of one City?", "lod.3.2.2", KINDS(0),
         LOD_V_DISPLACE, LOD_V_FINISH, BRITISH_SPECIALS)
DECISION(MARCH, march, "{seat} March: choose a destination", OF_COMMAND("lod.3.2.3"), KINDS(0),
         LOD_V_SELECT, LOD_V_FINISH, ANY_SPECIAL)
/* a: destination */
DECISION(MARCH_INTO, march_into, "{seat} March to {0}: choose where from", OF_COMMAND("lod.3.2.3"),
         KINDS(LOD_K_SPACE), LOD_V_FROM, LOD_V_FINISH)
/* a: destination, b: origin */
GROUP(MARCH_GROUP, march_group, "{seat}: choose who goes from {1} to {0}", OF_COMMAND("lod.3.2.3"),
      KINDS(LOD_K_SPACE, LOD_K_SPACE), LOD_V_TAKE, LOD_V_BRING, LOD_V_DEPART)
DECISION(BATTLES, battles, "{seat} Battle: choose a space", OF_COMMAND("lod.3.6"), KINDS(0),
         LOD_V_SELECT, LOD_V_FINISH, ANY_SPECIAL)
DECISION(RALLY, rally, "{seat} Rally: choose spaces", "lod.3.3.1", KINDS(0), LOD_V_RAISE, LOD_V_FORT,
         LOD_V_COLLECT, LOD_V_CONVERT, LOD_V_RECALL, LOD_V_FINISH, PATRIOT_SPECIALS)
DECISION(RABBLE_ROUSING, rabble_rousing, "{seat} Rabble-Rousing: choose spaces", "lod.3.3.4", KINDS(0),
         LOD_V_SELECT, LOD_V_FINISH, PATRIOT_SPECIALS)
DECISION(GATHER, gather, "{seat} Gather: choose spaces", "lod.3.4.1", KINDS(0), LOD_V_RAISE, LOD_V_VILLAGE,
         LOD_V_COLLECT, LOD_V_RECALL, LOD_V_FINISH, INDIAN_SPECIALS)
DECISION(SCOUT, scout, "{seat} Scout: choose from where to where", "lod.3.4.3", KINDS(0),
         LOD_V_SCOUT, LOD_V_FINISH, INDIAN_SPECIALS)
/* a: destination, b: origin */
GROUP(SCOUT_GROUP, scout_group, "{seat}: choose who goes from {1} to {0}", "lod.3.4.3",
      KINDS(LOD_K_SPACE, LOD_K_SPACE), LOD_V_TAKE, LOD_V_BRING, LOD_V_DEPART)
/* a: destination */
DECISION(SCOUT_SKIRMISH, scout_skirmish, "{seat}: Skirmish in {0} with the Regulars?",
         "lod.3.4.3", KINDS(LOD_K_SPACE), LOD_V_SKIRMISH, LOD_V_FINISH)
DECISION(RAID, raid, "{seat} Raid: choose up to three Provinces", "lod.3.4.4", KINDS(0),
         LOD_V_SELECT, LOD_V_FINISH, INDIAN_SPECIALS)
/* a: Province, b: 1 if a War Party has moved in */
DECISION(RAID_INTO, raid_into, "{seat} Raid {0}: move a War Party in, or activate one", "lod.3.4.4", KINDS(LOD_K_SPACE),
         LOD_V_MOVE, LOD_V_BRING, LOD_V_ACTIVATE)
DECISION(AGENTS, agent_mobilization, "{seat} Agent Mobilization: choose a space and what it gets", "lod.3.5.1", KINDS(0),
         LOD_V_MOBILIZE, LOD_V_FINISH, FRENCH_SPECIALS)
DECISION(HORTALEZ, hortalez, "{seat}: choose how many Resources to send to the Patriots", "lod.3.5.2", KINDS(0),
         LOD_V_SEND, FRENCH_SPECIALS)
DECISION(FRENCH_MUSTER, french_muster, "{seat} Muster: choose a space", "lod.3.5.3", KINDS(0),
         LOD_V_SELECT, LOD_V_FINISH, FRENCH_SPECIALS)
/* a: space */
STEP(FRENCH_FORT, french_fort, "{seat}: build a Patriot Fort in {0}?", "lod.3.5.3",
     KINDS(LOD_K_SPACE), LOD_V_FORT, LOD_V_FINISH)
DECISION(AFTER, after_command, "{seat}: a Special Activity as well?", "lod.4.1", KINDS(0),
         ANY_SPECIAL, LOD_V_FINISH)
/* a: space, b: piece, c: how many more */
STEP(PLACE, place, "{seat}: place {1} in {0} ({2} more)", "lod.1.4.1",
     KINDS(LOD_K_SPACE, LOD_K_PIECE), LOD_V_PLACE, LOD_V_RECALL, LOD_V_FINISH)
/* a: space, b: what is built, c: how many more to give */
STEP(EXCHANGE, exchange, "{seat}: choose units in {0} to replace with a {1!} ({2} more)", "lod.1.4.1",
     KINDS(LOD_K_SPACE, LOD_K_PIECE), LOD_V_GIVE)
STEP(COLLECT, collect, "{seat}: move units to {0}", "lod.1.4.3", KINDS(LOD_K_SPACE),
     LOD_V_MOVE, LOD_V_BRING, LOD_V_FINISH)
STEP(CONVERT, convert, "{seat}: replace Militia in {0} with Continentals", "lod.3.3.1",
     KINDS(LOD_K_SPACE), LOD_V_GIVE, LOD_V_RECALL, LOD_V_FINISH)
/* a: space, b: levels shifted so far */
STEP(REWARD, reward_loyalty, "{seat} Reward Loyalty in {0}: remove markers, then shift", "lod.6.4.1", KINDS(LOD_K_SPACE),
     LOD_V_CLEAR, LOD_V_SHIFT, LOD_V_FINISH)

/* ---- Special Activities ---- */

/* one that is granted on its own */
PROCEDURE(GRANTED, granted_special, "{seat}: execute a Special Activity", "lod.4.1", KINDS(0))
DECISION(SPECIAL, special, "{seat}: execute a Special Activity", "lod.4.1", KINDS(0),
         ANY_SPECIAL, LOD_V_FINISH)
/* a: space, b: kinds that may go, c: how many more; of the decision the same */
PROCEDURE(STRIKING, striking, "Losses in {0}", "lod.4.1", KINDS(LOD_K_SPACE))
STEP(STRIKE, strike, "{seat}: choose what to remove in {0}", "lod.4.1", KINDS(LOD_K_SPACE),
     LOD_V_REMOVE)
STEP(PERSUASION, persuasion, "{seat}: Persuasion in another space?", "lod.4.3.1", KINDS(0),
     LOD_V_PERSUADE, LOD_V_FINISH)
/* a: Province */
DECISION(TRADE, trade, "{seat}: choose how many Resources to give the Indians in {0}", "lod.4.4.1",
         KINDS(LOD_K_SPACE), LOD_V_OFFER)
/* a: how many more */
DECISION(LIFT_BLOCKADE, lift_blockade, "{seat}: choose which Blockade to lift ({0} more)",
         "lod.1.9", KINDS(0), LOD_V_LIFT)
STEP(SET_BLOCKADE, set_blockade, "{seat}: choose a City to blockade ({0} more)", "lod.1.9",
     KINDS(0), LOD_V_BLOCKADE)
DECISION(REARRANGE, rearrange, "{seat}: rearrange the Blockades?", "lod.6.5.4", KINDS(0),
         LOD_V_REARRANGE, LOD_V_FINISH)

/* ---- Battle: a is the space ---- */

PROCEDURE(BATTLE, battle, "Battle in {0}", "lod.3.6", KINDS(LOD_K_SPACE))
DECISION(BATTLE_ALLY, battle_ally, "{seat}: bring the ally into the Battle in {0}?", "lod.3.6.1",
         KINDS(LOD_K_SPACE), LOD_V_JOIN, LOD_V_ALONE)
DECISION(BATTLE_ATTACK, battle_attack, "{seat} attack in {0}: activate units?", "lod.3.6.3",
         KINDS(LOD_K_SPACE), LOD_V_ACTIVATE, LOD_V_USE, LOD_V_FINISH)
DECISION(BATTLE_DEFEND, battle_defend, "{seat} defend {0}: activate units?", "lod.3.6.3",
         KINDS(LOD_K_SPACE), LOD_V_ACTIVATE, LOD_V_FINISH)
STEP(BATTLE_LOSS, battle_loss, "{seat}: lose a Tory or a War Party in {0}", "lod.3.6.7",
     KINDS(LOD_K_SPACE), LOD_V_REMOVE)
/* b: shifts left */
DECISION(WIN_SHIFT, win_shift, "{seat}: shift spaces near {0}? ({1} more)", "lod.3.6.8",
         KINDS(LOD_K_SPACE), LOD_V_SHIFT, LOD_V_FINISH)
DECISION(WIN_BLOCKADE, win_blockade, "{seat}: move Blockades away from {0}?", "lod.3.6.8",
         KINDS(LOD_K_SPACE), LOD_V_BLOCKADE, LOD_V_FINISH)

/* ---- Winter Quarters ---- */

PROCEDURE(WINTER, winter, "{0}", "lod.6.0", KINDS(LOD_K_CARD))
DECISION(SUPPLY_BRITISH, supply_british,
         "{seat}, out of supply: pay, remove units or shift", "lod.6.2.1", KINDS(0),
         LOD_V_PAY, LOD_V_DISBAND, LOD_V_SHIFT, LOD_V_SHIFT_NEAR)
DECISION(SUPPLY_PATRIOTS, supply_patriots, "{seat}, out of supply: pay or remove units",
         "lod.6.2.1", KINDS(0), LOD_V_PAY, LOD_V_DISBAND)
/* a: space, b: how many more */
STEP(SUPPLY_REMOVE, supply_remove, "{seat}: choose units to remove from {0} ({1} more)", "lod.6.2.1",
     KINDS(LOD_K_SPACE), LOD_V_REMOVE)
DECISION(SUPPLY_FRENCH, supply_french, "{seat}, out of supply: pay or withdraw",
         "lod.6.2.1", KINDS(0), LOD_V_PAY, LOD_V_WITHDRAW, LOD_V_DISBAND)
DECISION(SUPPLY_VILLAGE, supply_village, "{seat}: place a Village in a Reserve", "lod.6.2.1",
         KINDS(0), LOD_V_VILLAGE)
DECISION(SUPPLY_INDIANS, supply_indians, "{seat}, out of supply: pay or withdraw",
         "lod.6.2.1", KINDS(0), LOD_V_PAY, LOD_V_WITHDRAW, LOD_V_DISBAND)
DECISION(INDIES, west_indies, "{seat}: pay to stay in the West Indies, or remove the units", "lod.6.2.2",
         KINDS(0), LOD_V_REMOVE, LOD_V_PAY)
DECISION(LOYALTY, loyalty, "{seat}: Reward Loyalty?", "lod.6.4.1", KINDS(0),
         LOD_V_CLEAR, LOD_V_SHIFT, LOD_V_FINISH)
DECISION(COMMITTEES, committees, "{seat}: Committees of Correspondence?", "lod.6.4.2",
         KINDS(0), LOD_V_CLEAR, LOD_V_SHIFT, LOD_V_FINISH)
DECISION(REDEPLOY, redeploy, "{seat}: redeploy {0}?", "lod.6.5.2", KINDS(LOD_K_LEADER),
         LOD_V_REDEPLOY, LOD_V_RETIRE, LOD_V_FINISH)
/* a: the next of its steps */
PROCEDURE(DESERTING, deserting, "Desertion", "lod.6.6", KINDS(0))
/* a: kinds, b: how many more, c: the step */
DECISION(DESERTION, desertion, "{seat}: choose who deserts ({1} more)", "lod.6.6", KINDS(0),
         LOD_V_DESERT)

/* ---- Leaders, at any time ---- */

STEP(LEADER_ALONE, leader_alone, "{seat}: move {0}, who is alone in {1}", "lod.1.10",
     KINDS(LOD_K_LEADER, LOD_K_SPACE), LOD_V_REDEPLOY, LOD_V_RETIRE)
STEP(LEADER_LANDS, leader_lands, "{seat}: place {0} with the new piece?", "lod.1.10",
     KINDS(LOD_K_LEADER), LOD_V_REDEPLOY, LOD_V_FINISH)

/* ---- Events ---- */

/* a: card, b: text, c: 1 while a step of the text waits */
PROCEDURE(EVENT, event, "{0}", "lod.5.1", KINDS(LOD_K_CARD))
/* a: how many more */
STEP(EVENT_SPACE, event_space, "{1}, {seat}: {2} ({0} more)", "lod.5.1", EVENT_PART,
     LOD_V_CHOOSE, LOD_V_FINISH)
STEP(EVENT_FACTION, event_faction, "{1}, {seat}: {2}", "lod.5.1", EVENT_PART,
     LOD_V_NAME, LOD_V_FINISH)
STEP(EVENT_WAY, event_way, "{1}, {seat}: {2}", "lod.5.1", EVENT_PART, LOD_V_WAY)
STEP(EVENT_PLACE, event_place, "{1}, {seat}: {2} ({0} more)", "lod.5.1", EVENT_PART,
     LOD_V_PUT, LOD_V_RECALL, LOD_V_FINISH)
STEP(EVENT_REMOVE, event_remove, "{1}, {seat}: {2} ({0} more)", "lod.5.1", EVENT_PART,
     LOD_V_TAKE_OFF, LOD_V_RECALL, LOD_V_FINISH)
STEP(EVENT_RELOCATE, event_relocate, "{1}, {seat}: {2}", "lod.5.1", EVENT_PART,
     LOD_V_RELOCATE, LOD_V_FINISH)
STEP(EVENT_FLIP, event_flip, "{1}, {seat}: {2} ({0} more)", "lod.5.1", EVENT_PART,
     LOD_V_FLIP, LOD_V_FINISH)
STEP(EVENT_FOLLOW, event_follow, "{seat}: does {0} go with the units?", "lod.1.10",
     KINDS(LOD_K_LEADER), LOD_V_REDEPLOY, LOD_V_FINISH)

#undef DECISION
#undef STEP
#undef GROUP
#undef PROCEDURE
#undef BRITISH_SPECIALS
#undef PATRIOT_SPECIALS
#undef INDIAN_SPECIALS
#undef FRENCH_SPECIALS
#undef ANY_SPECIAL
#undef EVENT_PART
#undef OF_COMMAND
/* clang-format on */
