/* np_notes.h - what non-players follow: a row for each die, condition, priority and fall-back of
 * section 8. A row is a word of the log, a line of the coverage table, and the explanation that a
 * player reads: X(NAME, id, rule, text in our own words). */
#ifndef LOD_NP_NOTES_H
#define LOD_NP_NOTES_H

#define LOD_NOTES_COMMON(X)                                                                        \
    X(PASS_BROKE, pass_broke, "8.4-8.6", "no Resources, so it passes")                             \
    X(PASS_NOTHING, pass_nothing, "8.4-8.7", "no Command can be executed, so it passes")           \
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
    X(P_RALLY_ROLL, p_rally_roll, "8.5.2", "Rally if more than the Underground Militia")           \
    X(P_RALLY_BROKE, p_rally_broke, "8.5.2", "Persuasion, since the money is gone")                \
    X(P_RALLY_FORT, p_rally_fort, "8.5.2", "a Fort where four units are, Cities first")            \
    X(P_RALLY_LONELY, p_rally_lonely, "8.5.2", "Militia to a Fort without Rebellion units")        \
    X(P_RALLY_LARGEST, p_rally_largest, "8.5.2", "Militia to the Fort with most of them")          \
    X(P_RALLY_CONVERT, p_rally_convert, "8.5.2", "Continentals for the Militia at a Fort")         \
    X(P_RALLY_GROW, p_rally_grow, "8.5.2", "Militia where most units are without a Fort")          \
    X(P_RALLY_CONTROL, p_rally_control, "8.5.2", "Militia to change Control, Cities first")        \
    X(P_RALLY_SPREAD, p_rally_spread, "8.5.2", "Militia where there is no Active Opposition")      \
    X(P_RALLY_HIDE, p_rally_hide, "8.5.2", "Active Militia come to a Fort and hide")               \
    X(P_PERSUASION, p_persuasion, "8.5.1", "Persuasion, at Forts first")

#define LOD_NOTES_FRENCH(X) X(F_NOTHING, f_nothing, "8.6", "nothing")

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
