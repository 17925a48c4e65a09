/* np_notes.h - what non-players follow: a row for each die, condition, priority and fall-back of
 * section 8. A row is a word of the log, a line of the coverage table, and the explanation that a
 * player reads: X(NAME, id, rule, text in our own words). */
#ifndef LOD_NP_NOTES_H
#define LOD_NP_NOTES_H

#define LOD_NOTES_COMMON(X)                                                                        \
    X(PASS_BROKE, pass_broke, "8.4-8.6", "no Resources, so it passes")                             \
    X(PASS_NOTHING, pass_nothing, "8.4-8.7", "no Command can be executed, so it passes")           \
    X(LEADER_TIE, leader_tie, "8.1", "equal groups: 1 and the Leader goes along")                  \
    X(NO_RULE, no_rule, "8.3.8", "no rule says which, so any of the possibilities")

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
