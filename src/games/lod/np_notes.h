/* np_notes.h - what non-players follow: a row for each die, condition, priority and fall-back of
 * section 8. A row is a word of the log, a line of the coverage table, and the explanation that a
 * player reads: X(NAME, id, rule, text in our own words). */
#ifndef LOD_NP_NOTES_H
#define LOD_NP_NOTES_H

#define LOD_NOTES_COMMON(X)                                                                        \
    X(PASS_BROKE, pass_broke, "8.4-8.6", "no Resources, so it passes")                             \
    X(PASS_NOTHING, pass_nothing, "8.4-8.7", "no Command can be executed, so it passes")           \
    X(WIN_SHIFT, win_shift, "3.6.8", "what is left of the shifts, where it brings most")           \
    X(LEADER_TIE, leader_tie, "8.1", "equal groups: 1 and the Leader goes along")                  \
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
    X(NO_RULE, no_rule, "8.3.8", "no rule says which, so any of the possibilities")

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
    X(CARD_30_B, card_30_b, "8.3.1", "one Regular stays in each space, if it can")                 \
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

#define LOD_NOTES_BRITISH(X) X(B_NOTHING, b_nothing, "8.4", "nothing")

#define LOD_NOTES_PATRIOTS(X)                                                                      \
    X(P_BATTLE, p_battle, "8.5.1",                                                                 \
      "Battle: cubes and Leaders outnumber what is seen of the Royalists")                         \
    X(P_BATTLE_SPACE, p_battle_space, "8.5.1", "where Force Level and modifiers are the better")   \
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
    X(P_SUPPLY, p_supply, "8.5.5", "paid for, lest Control change")                                \
    X(P_HUNGER, p_hunger, "8.5.5", "not paid for")                                                 \
    X(P_REDEPLOY, p_redeploy, "8.5.6", "Washington goes to most Continentals")                     \
    X(P_DESERTION, p_desertion, "8.5.7", "where it changes least")                                 \
    X(P_COMMITTEES, p_committees, "6.4.2", "fewest Raids first, then the largest shift")

#define LOD_NOTES_FRENCH(X)                                                                        \
    X(F_HORTALEZ_ROLL, f_hortalez_roll, "8.6.1", "Hortalez if more than the Patriots have")        \
    X(F_HORTALEZ_EARLY, f_hortalez_early, "8.6.1", "Hortalez, since the Patriots are poor")        \
    X(F_AGENTS, f_agents, "8.6.2", "French Agents, since the Patriots have money")                 \
    X(F_NO_AGENTS, f_no_agents, "8.6.2", "no Agents can be sent, so Hortalez")                     \
    X(F_SEND_ROLL, f_send_roll, "8.6.1", "up to so much is spent")                                 \
    X(F_MOBILIZE, f_mobilize, "8.6.2", "to add Control, then to most Patriot units")               \
    X(F_MUSTER_ROLL, f_muster_roll, "8.6.4", "Muster if fewer than the Available Regulars")        \
    X(F_MUSTER, f_muster, "8.6.4", "Muster, by that die")                                          \
    X(F_MUSTER_INDIES, f_muster_indies, "8.6.4", "few Regulars and no Control of the West Indies") \
    X(F_MUSTER_SPACE, f_muster_space, "8.6.4",                                                     \
      "where Rebellion Control is, with Continentals first")                                       \
    X(F_NO_MUSTER, f_no_muster, "8.6.4", "no Muster is possible, so Hortalez")                     \
    X(F_BATTLE, f_battle, "8.6.6", "Battle: cubes and Leaders outnumber the British somewhere")    \
    X(F_BATTLE_SPACE, f_battle_space, "8.6.6", "where Force Level and modifiers are the better")   \
    X(F_JOIN, f_join, "8.6.6", "with Continentals if possible")                                    \
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
    X(F_SUPPLY, f_supply, "8.6.7", "paid for, lest Control change")                                \
    X(F_WITHDRAW, f_withdraw, "8.6.7", "not paid for: to the nearest Fort")                        \
    X(F_HUNGER, f_hunger, "8.6.7", "not paid for, and no Fort to go to")                           \
    X(F_INDIES, f_indies, "8.6.8", "paid for, to stay in the West Indies")                         \
    X(F_REDEPLOY, f_redeploy, "8.6.9", "to Regulars with Continentals, then to most Regulars")     \
    X(F_DESERTION, f_desertion, "8.6.10", "Tories, to change most Control")

#define LOD_NOTES_INDIANS(X) X(I_NOTHING, i_nothing, "8.7", "nothing")

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
