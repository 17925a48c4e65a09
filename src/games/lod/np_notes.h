/* np_notes.h - what non-players follow: a row for each die, condition, priority and fall-back of
 * section 8. A row is a word of the log, a line of the coverage table, and the explanation that a
 * player reads: X(NAME, id, rule, text in our own words). */
#ifndef LOD_NP_NOTES_H
#define LOD_NP_NOTES_H

#define LOD_NOTES_COMMON(X)                                                                        \
    X(PASS_BROKE, pass_broke, "8.4-8.6", "no Resources, so it passes")                             \
    X(PASS_NOTHING, pass_nothing, "8.4-8.7", "no Command can be executed, so it passes")           \
    X(WIN_SHIFT, win_shift, "3.6.8", "what is left of the shifts, where it brings most")           \
    X(LEADER_TIE, leader_tie, "8.1", "equal groups: which one the Leader goes with")               \
    X(SWORD, sword, "8.1", "a sword: it ignores the Event")                                        \
    X(NOT_WORTH, not_worth, "8.3.1", "by its instruction the Event is not worth playing")          \
    X(NO_EFFECT, no_effect, "8.3.3", "the Event would have no effect")                             \
    X(OWN_LOSS, own_loss, "8.3.3", "the Event would only cost its own side pieces")                \
    X(WRONG_WAY, wrong_way, "8.3.3",                                                               \
      "the Event would shift Support and Opposition its enemy's way")                              \
    X(HARM, harm, "8.3.5", "which enemy is harmed, players first")                                 \
    X(BENEFIT, benefit, "8.3.5", "which enemy gains, non-players first")                           \
    X(TREATY, treaty, "8.1", "the Treaty of Alliance, since the preparations exceed 15")           \
    X(STROKE, stroke, "8.3.7", "its Brilliant Stroke")                                             \
    X(STROKE_ABORTED, stroke_aborted, "8.3.7", "no Limited Command could involve its Leader")      \
    X(STROKE_COMMAND, stroke_command, "8.3.7", "a Limited Command by the flowchart")               \
    X(STROKE_OTHER, stroke_other, "8.3.7", "the flowchart's Command cannot involve the Leader")    \
    X(STROKE_SPECIAL, stroke_special, "8.3.7", "the Special Activity that matches it")             \
    X(NO_SPECIAL, no_special, "8.3.5", "none of the Special Activities that are granted")          \
    X(BATTLE_HIDDEN, battle_hidden, "8.1", "nobody turns Active for the Battle")                   \
    X(FREE_SPACE, free_space, "8.3.5", "no priority of the free Command applies: a random space")  \
    X(FREE_MARCH, free_march, "8.3.5", "no priority sends anyone: a random destination")           \
    X(FREE_BATTLE, free_battle, "8.3.5", "no priority selects it, but the Battle must be fought")  \
    X(FREE_DECLINED, free_declined, "8.3.5",                                                       \
      "no priority applies to the free Command: it is left")                                       \
    X(NO_RULE, no_rule, "8.3.8", "no instruction was found, so any of the possibilities")

/* "Event or Command?": the conditions of 8.4 to 8.7, in their order. */
#define LOD_NOTES_EVENTS(X)                                                                        \
    X(B_EVENT_SHIFT, b_event_shift, "8.4", "Event: it shifts Support or Opposition")               \
    X(B_EVENT_UNAVAILABLE, b_event_unavailable, "8.4", "Event: British pieces from Unavailable")   \
    X(B_EVENT_PLACES, b_event_places, "8.4", "Event: Tories, a Fort or Regulars where wanted")     \
    X(B_EVENT_CASUALTIES, b_event_casualties, "8.4", "Event: Rebellion Casualties")                \
    X(B_EVENT_ROLL, b_event_roll, "8.4", "the Event with five Cities, on 5 or 6")                  \
    X(P_EVENT_SHIFT, p_event_shift, "8.5", "Event: it shifts Support or Opposition")               \
    X(P_EVENT_MILITIA, p_event_militia, "8.5", "Event: Militia in Active Support or at Villages")  \
    X(P_EVENT_FORT, p_event_fort, "8.5", "Event: a Patriot Fort comes or a Village goes")          \
    X(P_EVENT_MONEY, p_event_money, "8.5", "Event: at least three Resources")                      \
    X(P_EVENT_ROLL, p_event_roll, "8.5", "the Event with 25 pieces, on 5 or 6")                    \
    X(F_EVENT_SHIFT, f_event_shift, "8.6", "Event: it shifts Support or Opposition")               \
    X(F_EVENT_UNAVAILABLE, f_event_unavailable, "8.6", "Event: French from Unavailable")           \
    X(F_EVENT_PLACES, f_event_places, "8.6", "Event: French pieces on the map")                    \
    X(F_EVENT_CASUALTIES, f_event_casualties, "8.6", "Event: British Casualties")                  \
    X(F_EVENT_MONEY, f_event_money, "8.6", "Event: French Resources")                              \
    X(F_EVENT_ROLL, f_event_roll, "8.6", "the Event after the Treaty, on 5 or 6")                  \
    X(I_EVENT_SHIFT, i_event_shift, "8.7", "Event: it shifts Support or Opposition")               \
    X(I_EVENT_VILLAGE, i_event_village, "8.7", "Event: a Village or a free Gather")                \
    X(I_EVENT_FORT, i_event_fort, "8.7", "Event: a Patriot Fort goes")                             \
    X(I_EVENT_ROLL, i_event_roll, "8.7", "the Event with four Villages, on 5 or 6")

/* Event instructions (8.3.1), by card and Faction. */
#define LOD_NOTES_CARDS(X)                                                                         \
    X(CARD_4_I, card_4_i, "8.3.1", "shaded, if a Village can be placed")                           \
    X(CARD_8_P, card_8_p, "8.3.1", "not if the French are a player")                               \
    X(CARD_18, card_18, "8.3.1", "an Eligible enemy, players first")                               \
    X(CARD_21_I, card_21_i, "8.3.1", "the Colony without a Village first")                         \
    X(CARD_22_I, card_22_i, "8.3.1", "a Colony with a Village first")                              \
    X(CARD_23_B, card_23_b, "8.3.1", "from Support to where there is none")                        \
    X(CARD_29_B, card_29_b, "8.3.1", "the Patriots, if four Militia turn Active")                  \
    X(CARD_29_P, card_29_p, "8.3.1", "the Indians")                                                \
    X(CARD_29_I, card_29_i, "8.3.1", "the Patriots")                                               \
    X(CARD_32_I, card_32_i, "8.3.1", "shaded")                                                     \
    X(CARD_38_I, card_38_i, "8.3.1", "shaded, if War Parties can be placed")                       \
    X(CARD_44, card_44, "8.3.1", "an Eligible enemy, players first")                               \
    X(CARD_51_B, card_51_b, "8.3.1", "only for a Battle that 8.4.4 would select")                  \
    X(CARD_51_P, card_51_p, "8.3.1", "only for a Battle that 8.5.1 would select")                  \
    X(CARD_52_B, card_52_b, "8.3.1", "French Regulars where the Rebellion outnumbers the British") \
    X(CARD_52_P, card_52_p, "8.3.1", "no French Regulars go; only for a Battle of 8.5.1")          \
    X(CARD_52_F, card_52_f, "8.3.1", "no French Regulars go; only for a Battle of 8.6.6")          \
    X(CARD_62_B, card_62_b, "8.3.1", "Tories for New York at Active Opposition with none")         \
    X(CARD_62_F, card_62_f, "8.3.1", "only Militia")                                               \
    X(CARD_70_B, card_70_b, "8.3.1", "French Regulars in the West Indies, then with the British")  \
    X(CARD_70_P, card_70_p, "8.3.1", "British Regulars who are with Patriots")                     \
    X(CARD_70_F, card_70_f, "8.3.1", "British Regulars who are with the Rebellion")                \
    X(CARD_70_I, card_70_i, "8.3.1", "French Regulars, at Villages first")                         \
    X(CARD_71_P, card_71_p, "8.3.1", "unshaded")                                                   \
    X(CARD_72_I, card_72_i, "8.3.1", "if a Village can be placed")                                 \
    X(CARD_73_F, card_73_f, "8.3.1", "if a British Fort goes")                                     \
    X(CARD_80_B, card_80_b, "8.3.1", "a Rebellion Faction in Cities")                              \
    X(CARD_80_P, card_80_p, "8.3.1", "the Indians, where a Village must go")                       \
    X(CARD_80_I, card_80_i, "8.3.1", "the Patriots, where a Fort must go")                         \
    X(CARD_83_P, card_83_p, "8.3.1", "Quebec City if its Control changes, else Quebec")            \
    X(CARD_83_F, card_83_f, "8.3.1", "Quebec City, if the Rebellion gains Control")                \
    X(CARD_83_I, card_83_i, "8.3.1", "shaded if a Village can be placed")                          \
    X(CARD_86_P, card_86_p, "8.3.1", "a Village space first")                                      \
    X(CARD_86_I, card_86_i, "8.3.1", "a Village space first")                                      \
    X(CARD_88, card_88, "8.3.1", "out of a space shared with an enemy, as in a March")             \
    X(CARD_89_F, card_89_f, "8.3.1", "Active Support first")                                       \
    X(CARD_89_I, card_89_i, "8.3.1", "Village spaces first")                                       \
    X(CARD_90_P, card_90_p, "8.3.1", "unshaded")                                                   \
    X(CARD_90_I, card_90_i, "8.3.1", "if a Village can be placed")                                 \
    X(CARD_95_B, card_95_b, "8.3.1", "War Parties first")                                          \
    X(CARD_95_F, card_95_f, "8.3.1", "if a British Fort goes")

#define LOD_NOTES_BRITISH(X)                                                                       \
    X(B_GARRISON, b_garrison, "8.4.1", "Garrison: ten Regulars on the map, a City to take back")   \
    X(B_GARRISON_CONTROL, b_garrison_control, "8.4.1",                                             \
      "just enough Regulars to take Control of a City")                                            \
    X(B_GARRISON_ONE, b_garrison_one, "8.4.1", "a Regular for a City without Active Support")      \
    X(B_GARRISON_THREE, b_garrison_three, "8.4.1",                                                 \
      "three cubes for a City, first where Militia hide")                                          \
    X(B_DISPLACE, b_displace, "8.4.1", "the most Rebellion units go, to where most Opposition is") \
    X(B_NAVAL_LOWER, b_naval_lower, "8.4.1", "Naval Pressure lifts a Blockade")                    \
    X(B_NAVAL_GAIN, b_naval_gain, "8.4.1", "Naval Pressure for Resources")                         \
    X(B_LIFT_BATTLE, b_lift_battle, "8.4.1", "the Blockade of a City that a Battle comes to")      \
    X(B_LIFT_REBELS, b_lift_rebels, "8.4.1",                                                       \
      "the Blockade where most Rebellion pieces are without a Fort")                               \
    X(B_LIFT_SUPPORT, b_lift_support, "8.4.1", "the Blockade of the City with most Support")       \
    X(B_LIFT_LEAST, b_lift_least, "8.6.9", "the Blockade of the City with least Support")          \
    X(B_SKIRMISH_INDIES, b_skirmish_indies, "8.4.1", "Skirmish in the West Indies")                \
    X(B_SKIRMISH_ONE, b_skirmish_one, "8.4.1", "Skirmish where exactly one Regular is")            \
    X(B_SKIRMISH_CUBES, b_skirmish_cubes, "8.4.1", "Skirmish to remove as many cubes as possible") \
    X(B_SKIRMISH_ALONE, b_skirmish_alone, "8.4.1",                                                 \
      "Skirmish where one Rebellion piece is alone, Cities first")                                 \
    X(B_SKIRMISH_PIECE, b_skirmish_piece, "8.4.1", "Skirmish to remove any Rebellion piece")       \
    X(B_NO_SPECIAL, b_no_special, "8.4.1", "neither Skirmish nor Naval Pressure is possible")      \
    X(B_MUSTER_ROLL, b_muster_roll, "8.4.2", "Muster if less than the Regulars Available")         \
    X(B_MUSTER, b_muster, "8.4.2", "Muster")                                                       \
    X(B_MUSTER_INSTEAD, b_muster_instead, "8.4.2", "Muster, since no other Command is possible")   \
    X(B_MUSTER_REGULARS, b_muster_regulars, "8.4.2",                                               \
      "Regulars where people are undecided, to add Control")                                       \
    X(B_MUSTER_COMPANY, b_muster_company, "8.4.2", "Tories where Regulars are alone")              \
    X(B_MUSTER_CONTROL, b_muster_control, "8.4.2", "Tories to change Control of most people")      \
    X(B_MUSTER_COLONY, b_muster_colony, "8.4.2", "Tories in a Colony with few cubes and no Fort")  \
    X(B_REWARD_ROLL, b_reward_roll, "8.4.2",                                                       \
      "Reward Loyalty if Opposition exceeds Support by more")                                      \
    X(B_REWARD, b_reward, "8.4.5", "Reward Loyalty: fewest markers, largest change")               \
    X(B_MUSTER_FORT, b_muster_fort, "8.4.2", "a Fort in a Colony with five cubes")                 \
    X(B_MARCH, b_march, "8.4.3", "March")                                                          \
    X(B_MARCH_INSTEAD, b_march_instead, "8.4.3", "March, since no other Command is possible")      \
    X(B_MARCH_CONTROL, b_march_control, "8.4.3", "the largest groups add Control, Cities first")   \
    X(B_MARCH_TORIES, b_march_tories, "8.4.3", "Tories to where Regulars are alone")               \
    X(B_MARCH_REGULARS, b_march_regulars, "8.4.3", "Regulars to where Tories are alone")           \
    X(B_MARCH_IN_PLACE, b_march_in_place, "8.4.3", "a March in place to find Militia")             \
    X(B_BATTLE, b_battle, "8.4.4", "Battle: Regulars outnumber the Rebellion somewhere")           \
    X(B_BATTLE_SPACE, b_battle_space, "8.4.4", "a Battle with the greater Force Level")            \
    X(B_COMMON_CAUSE, b_common_cause, "8.4.3", "Common Cause for a greater Force Level")           \
    X(B_TRADE_ROLL, b_trade_roll, "8.4.6",                                                         \
      "half of it for the Indians, if less than its Resources")                                    \
    X(B_TRADE_NONE, b_trade_none, "8.4.6", "nothing for the Indians, who are not poorer")          \
    X(B_SUPPLY_PAY, b_supply_pay, "8.4.7", "supply: the cubes are needed for the Support Phase")   \
    X(B_SUPPLY_SHIFT, b_supply_shift, "8.4.7", "supply: no Resources, so the space shifts")        \
    X(B_SUPPLY_NEAR, b_supply_near, "8.4.7",                                                       \
      "supply: no Resources, so the space next to it shifts")                                      \
    X(B_SUPPLY_REMOVE, b_supply_remove, "8.4.7", "supply: the cubes are not needed")               \
    X(B_INDIES_STAY, b_indies_stay, "8.4.8",                                                       \
      "the West Indies are under Control: the Regulars stay")                                      \
    X(B_INDIES_LEAVE, b_indies_leave, "8.4.8",                                                     \
      "no Control of the West Indies: the Regulars leave")                                         \
    X(B_REDEPLOY, b_redeploy, "8.4.9", "the Leader goes to most Regulars")                         \
    X(B_DESERT, b_desert, "8.4.10", "Tories desert where it changes the least")

#define LOD_NOTES_PATRIOTS(X)                                                                      \
    X(P_BATTLE, p_battle, "8.5.1", "Battle: cubes and Leaders outnumber the visible Royalists")    \
    X(P_BATTLE_SPACE, p_battle_space, "8.5.1", "where Force Level and modifiers are better")       \
    X(P_JOIN, p_join, "8.5.1", "with as many French as possible")                                  \
    X(P_NO_BATTLE, p_no_battle, "8.5.1", "no Battle to win, so Rally")                             \
    X(P_PARTISANS_VILLAGE, p_partisans_village, "8.5.1", "Partisans against a Village")            \
    X(P_PARTISANS_PARTIES, p_partisans_parties, "8.5.1", "Partisans against most War Parties")     \
    X(P_PARTISANS_BRITISH, p_partisans_british, "8.5.1", "Partisans against most British units")   \
    X(P_SKIRMISH_FORT, p_skirmish_fort, "8.5.1", "Skirmish against a Fort")                        \
    X(P_SKIRMISH, p_skirmish, "8.5.1", "Skirmish, for Control")                                    \
    X(P_SPECIAL_BROKE, p_special_broke, "8.5.1", "Persuasion first, since there is no money")      \
    X(P_PERSUASION, p_persuasion, "8.5.1", "Persuasion, at Forts first")                           \
    X(P_RALLY_WITH_FORT, p_rally_with_fort, "8.5.2", "Rally, since it can place a Fort")           \
    X(P_RALLY_ROLL, p_rally_roll, "8.5.2", "Rally if more than the Underground Militia")           \
    X(P_RALLY, p_rally, "8.5.2", "Rally, by that die")                                             \
    X(P_RALLY_BROKE, p_rally_broke, "8.5.2", "Persuasion at once, since the money is gone")        \
    X(P_RALLY_FORT, p_rally_fort, "8.5.2", "a Fort where four units are, Cities first")            \
    X(P_RALLY_LONELY, p_rally_lonely, "8.5.2", "Militia to a Fort without other Rebellion pieces") \
    X(P_RALLY_LARGEST, p_rally_largest, "8.5.2", "Militia to the Fort with most of them")          \
    X(P_RALLY_CONVERT, p_rally_convert, "8.5.2", "Continentals for the Militia at a Fort")         \
    X(P_RALLY_GROW, p_rally_grow, "8.5.2", "Militia where most units are without a Fort")          \
    X(P_RALLY_CONTROL, p_rally_control, "8.5.2", "Militia to change Control, Cities first")        \
    X(P_RALLY_SPREAD, p_rally_spread, "8.5.2", "Militia where there is no Active Opposition")      \
    X(P_RALLY_HIDE, p_rally_hide, "8.5.2", "Active Militia come to a Fort and hide")               \
    X(P_NO_RALLY, p_no_rally, "8.5.2", "no Rally is possible, so Rabble-Rousing")                  \
    X(P_RABBLE, p_rabble, "8.5.3", "Rabble-Rousing, since it can shift a space")                   \
    X(P_RABBLE_BROKE, p_rabble_broke, "8.5.3", "Persuasion at once, since the money is gone")      \
    X(P_RABBLE_SPACE, p_rabble_space, "8.5.3", "Active Support first, then the most people")       \
    X(P_NO_RABBLE, p_no_rabble, "8.5.3", "no Rabble-Rousing is possible, so Rally")                \
    X(P_MARCH, p_march, "8.5.4", "March, since nothing can be shifted")                            \
    X(P_MARCH_CONTROL, p_march_control, "8.5.4",                                                   \
      "to add Control: Villages, Cities, then elsewhere")                                          \
    X(P_MARCH_MILITIA, p_march_militia, "8.5.4", "one Militia to a space with none")               \
    X(P_NO_MARCH, p_no_march, "8.5.4", "no March is possible, so Rally")                           \
    X(P_SUPPLY, p_supply, "8.5.5", "paid for, or Control would change")                            \
    X(P_HUNGER, p_hunger, "8.5.5", "not paid for")                                                 \
    X(P_REDEPLOY, p_redeploy, "8.5.6", "Washington goes to most Continentals")                     \
    X(P_DESERTION, p_desertion, "8.5.7", "where it changes least")                                 \
    X(P_COMMITTEES, p_committees, "6.4.2", "fewest Raids first, then the largest shift")

#define LOD_NOTES_FRENCH(X)                                                                        \
    X(F_HORTALEZ_ROLL, f_hortalez_roll, "8.6.1", "Hortalez if more than the Patriots have")        \
    X(F_HORTALEZ_EARLY, f_hortalez_early, "8.6.1", "Hortalez, since the Patriots are poor")        \
    X(F_AGENTS, f_agents, "8.6.2", "French Agents, since the Patriots have money")                 \
    X(F_NO_AGENTS, f_no_agents, "8.6.2", "no Agents can be sent, so Hortalez")                     \
    X(F_SEND_ROLL, f_send_roll, "8.6.1", "the die limits what is spent")                           \
    X(F_MOBILIZE, f_mobilize, "8.6.2", "to add Control, then to most Patriot units")               \
    X(F_MUSTER_ROLL, f_muster_roll, "8.6.4", "Muster if fewer than the Available Regulars")        \
    X(F_MUSTER, f_muster, "8.6.4", "Muster, by that die")                                          \
    X(F_MUSTER_INDIES, f_muster_indies, "8.6.4", "few Regulars and no Control of the West Indies") \
    X(F_MUSTER_SPACE, f_muster_space, "8.6.4",                                                     \
      "where Rebellion Control is, with Continentals first")                                       \
    X(F_NO_MUSTER, f_no_muster, "8.6.4", "no Muster is possible, so Hortalez")                     \
    X(F_BATTLE, f_battle, "8.6.6", "Battle: cubes and Leaders outnumber the British somewhere")    \
    X(F_BATTLE_SPACE, f_battle_space, "8.6.6", "where Force Level and modifiers are better")       \
    X(F_JOIN, f_join, "8.6.6", "with Continentals if possible")                                    \
    X(F_ALONE, f_alone, "8.6.6", "no Continentals are there: the French fight alone")              \
    X(F_NO_BATTLE, f_no_battle, "8.6.6", "no Battle to win, so March")                             \
    X(F_MARCH, f_march, "8.6.5", "March, since they outnumber the British nowhere")                \
    X(F_MARCH_CONTROL, f_march_control, "8.6.5",                                                   \
      "to add Control: Cities, then Colonies; to the British first")                               \
    X(F_MARCH_NEARER, f_march_nearer, "8.6.5", "towards the nearest British")                      \
    X(F_MARCH_ONE, f_march_one, "8.6.5", "one Regular to where Patriots and British are")          \
    X(F_NO_MARCH, f_no_march, "8.6.5", "no March is possible, so Muster")                          \
    X(F_SKIRMISH_INDIES, f_skirmish_indies, "8.6.3", "Skirmish in the West Indies")                \
    X(F_SKIRMISH, f_skirmish, "8.6.3", "Skirmish, a Fort first")                                   \
    X(F_PREPARE_ROLL, f_prepare_roll, "8.6.3",                                                     \
      "Préparer la Guerre if no more than are Unavailable")                                        \
    X(F_PREPARE_SQUADRON, f_prepare_squadron, "8.6.1", "a Squadron to the West Indies")            \
    X(F_PREPARE_REGULARS, f_prepare_regulars, "8.6.1", "no Squadron is Unavailable: Regulars")     \
    X(F_PREPARE_RESOURCES, f_prepare_resources, "8.6.3",                                           \
      "nothing was moved and the money is gone: Resources")                                        \
    X(F_NAVAL, f_naval, "8.6.3", "Naval Pressure")                                                 \
    X(F_BLOCKADE_BATTLE, f_blockade_battle, "8.6.3", "a Blockade on a City with a Battle")         \
    X(F_BLOCKADE, f_blockade, "8.6.3", "a Blockade on the City with most Support")                 \
    X(F_WIN_BLOCKADE, f_win_blockade, "8.6.6", "the Blockade goes to a City with more Support")    \
    X(F_REARRANGE, f_rearrange, "8.6.3", "Blockades go to the Cities with most Support")           \
    X(F_SUPPLY, f_supply, "8.6.7", "paid for, or Control would change")                            \
    X(F_WITHDRAW, f_withdraw, "8.6.7", "not paid for: to the nearest Fort")                        \
    X(F_HUNGER, f_hunger, "8.6.7", "not paid for, and no Fort to go to")                           \
    X(F_INDIES, f_indies, "8.6.8", "paid for, to stay in the West Indies")                         \
    X(F_REDEPLOY, f_redeploy, "8.6.9", "to Regulars with Continentals, then to most Regulars")     \
    X(F_DESERTION, f_desertion, "8.6.10", "Tories, to change most Control")

#define LOD_NOTES_INDIANS(X)                                                                       \
    X(I_RAID_ROLL, i_raid_roll, "8.7.1", "Raid if no more than Opposition minus Support")          \
    X(I_RAID, i_raid, "8.7.1", "Raid")                                                             \
    X(I_RAID_SPACE, i_raid_space, "8.7.1", "a Raid, first where Plunder will be possible")         \
    X(I_RAID_BROKE, i_raid_broke, "8.7.1", "Plunder or Trade, since the money is gone")            \
    X(I_PLUNDER, i_plunder, "8.7.1", "Plunder where most people live")                             \
    X(I_TRADE, i_trade, "8.7.1", "Trade where most Underground War Parties are")                   \
    X(I_WAR_PATH_FORT, i_war_path_fort, "8.7.1", "War Path to remove a Patriot Fort")              \
    X(I_WAR_PATH, i_war_path, "8.7.1", "War Path to remove the most Rebellion pieces")             \
    X(I_NO_SPECIAL, i_no_special, "8.7.2", "neither War Path nor Trade is possible")               \
    X(I_GATHER_ROLL, i_gather_roll, "8.7.2", "Gather if less than the War Parties Available")      \
    X(I_GATHER, i_gather, "8.7.2", "Gather")                                                       \
    X(I_GATHER_INSTEAD, i_gather_instead, "8.7.2", "Gather, since no other Command is possible")   \
    X(I_GATHER_VILLAGE, i_gather_village, "8.7.2",                                                 \
      "a Village for War Parties, first with the Leader")                                          \
    X(I_GATHER_PARTIES, i_gather_parties, "8.7.2",                                                 \
      "War Parties at a Village, first among enemies")                                             \
    X(I_GATHER_FUTURE, i_gather_future, "8.7.2", "War Parties where a Village can be")             \
    X(I_GATHER_HIDE, i_gather_hide, "8.7.2", "Active War Parties come to a Village and hide")      \
    X(I_MARCH, i_march, "8.7.3", "March")                                                          \
    X(I_MARCH_INSTEAD, i_march_instead, "8.7.3", "March, since no other Command is possible")      \
    X(I_MARCH_VILLAGE, i_march_village, "8.7.3",                                                   \
      "a March for three War Parties where a Village can be")                                      \
    X(I_MARCH_CONTROL, i_march_control, "8.7.3", "a March to end Rebellion Control")               \
    X(I_SCOUT, i_scout, "8.7.4", "Scout: War Parties and Regulars are together")                   \
    X(I_SCOUT_FORT, i_scout_fort, "8.7.4", "Scout to a Patriot Fort")                              \
    X(I_SCOUT_VILLAGE, i_scout_village, "8.7.4", "Scout to a Village with enemies")                \
    X(I_SCOUT_CONTROL, i_scout_control, "8.7.4", "Scout to end Rebellion Control")                 \
    X(I_SCOUT_SKIRMISH, i_scout_skirmish, "8.7.4",                                                 \
      "the scouts Skirmish for a Fort or the most pieces")                                         \
    X(I_SUPPLY_CONTROL, i_supply_control, "8.7.5",                                                 \
      "supply: else there would be Rebellion Control")                                             \
    X(I_SUPPLY_VILLAGE, i_supply_village, "8.7.5", "supply: a Village can be gathered")            \
    X(I_SUPPLY_MOVE, i_supply_move, "8.7.5", "supply: they go to the nearest Village")             \
    X(I_NEW_VILLAGE, i_new_village, "8.7", "the Village that comes for nothing, with War Parties") \
    X(I_DESERT_VILLAGE, i_desert_village, "8.7.6", "Patriots desert from a Village")               \
    X(I_DESERT_CONTROL, i_desert_control, "8.7.6",                                                 \
      "Patriots desert, which ends Rebellion Control")                                             \
    X(I_DESERT_LAST, i_desert_last, "8.7.6", "the last of their type desert")                      \
    X(I_DESERT_ANY, i_desert_any, "8.7.6", "Patriots desert anywhere")                             \
    X(I_REDEPLOY_CORNPLANTER, i_redeploy_cornplanter, "8.7.7",                                     \
      "Cornplanter goes to where a Village can be")                                                \
    X(I_REDEPLOY, i_redeploy, "8.7.7", "the Leader goes to most War Parties")                      \
    X(I_DEFENCE, i_defence, "8.7.9", "all War Parties but one turn Active to defend a Village")

#define LOD_NOTES(X)                                                                               \
    LOD_NOTES_COMMON(X)                                                                            \
    LOD_NOTES_EVENTS(X)                                                                            \
    LOD_NOTES_CARDS(X)                                                                             \
    LOD_NOTES_BRITISH(X)                                                                           \
    LOD_NOTES_PATRIOTS(X)                                                                          \
    LOD_NOTES_FRENCH(X)                                                                            \
    LOD_NOTES_INDIANS(X)

typedef enum {
    NOTE_NONE,
#define X(name, id, rule, text) NOTE_##name,
    LOD_NOTES(X)
#undef X
        NOTES,
} lod_note;

#endif
