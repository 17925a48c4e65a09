/* rules.h - what the chapters of the rules share. */
#ifndef LOD_RULES_H
#define LOD_RULES_H

#include "core/rule.h"
#include "nonplayers.h"
#include "phases.h"
#include "words.h"

/* ---- pieces.c: the only functions that move pieces ---------------------- */

/* Moves n of a kind from a place to another. A status is kept from space to space and lost in a
 * box. Keeps what follows from the counts; asserts that there are enough. Tells nothing. */
void lod_move(lod_state *, lod_piece, int from, int to, int n);
/* Turns n Underground Militia or War Parties Active, or back; at most as many as there are.
 * `piece` is what they are now. Returns how many. */
int lod_flip(lod_state *, int space, lod_piece, int n, mk_log *);
/* From Available (or another box) to a space, as many as there are, at most n; logged. New Militia
 * and War Parties are Underground. The Leader of the Faction may come along if he is Available:
 * he is asked after the action. Returns how many came. */
int lod_place_pieces(lod_state *, lod_piece, int space, int n, mk_log *);
int lod_place_from(lod_state *, lod_piece, int box, int space, int n, mk_log *);
int lod_remove(lod_state *, lod_piece, int space, int n, mk_log *);   /* to Available (1.4.1) */
int lod_casualty(lod_state *, lod_piece, int space, int n, mk_log *); /* 1.6.4; cubes and Forts
    count and go to Casualties (Forts to Available), others go to Available and do not count */
int lod_relocate(lod_state *, lod_piece, int from, int to, int n, mk_log *); /* status is kept */
/* 1.4.2, 2.3.9: may one more piece of this kind stand in this space? Cities, the West Indies, Forts
 * and Villages, French pieces before the Treaty. */
bool lod_may_stand(const lod_state *, lod_piece, int space);
int lod_room(const lod_state *, int space); /* for Forts and Villages */
/* 1.4.1: may this Faction take pieces of this kind (any status) off the map, because it places its
 * own pieces and none is Available? And from where; lod_recall does it. Placing ends it. */
bool lod_may_recall(const lod_state *, lod_faction, lod_piece);
bool lod_recalls(const lod_state *, lod_faction, lod_piece);    /* would it, with none Available? */
bool lod_obtainable(const lod_state *, lod_faction, lod_piece); /* Available, or to be recalled */
mk_set64 lod_any_status(lod_piece); /* both states of a kind, where it has two */
void lod_recall(lod_state *, lod_piece, int space, mk_log *);
void lod_forget_moves(lod_state *); /* a Command, or a step of an Event, begins or ends */

/* ---- board.c: support, markers, resources, tracks ----------------------- */

int lod_total_support(const lod_state *);
int lod_total_opposition(const lod_state *);
enum { LOD_PREPARED = 15 };              /* 2.3.9: with more the Treaty can be played */
int lod_preparations(const lod_state *); /* French Preparations, 2.3.9 */
/* Moves `steps` levels toward a level and stops there; from both sides. Spaces without population
 * never shift. Returns how many levels it moved. */
int lod_shift_toward(lod_state *, int space, lod_level toward, int steps, mk_log *);
void lod_set_level(lod_state *, int space, lod_level, mk_log *);
bool lod_can_shift(const lod_state *, int space, lod_level toward); /* at least one level */
int lod_markers_left(const lod_state *, lod_marker);
int lod_put_markers(lod_state *, lod_marker, int space, int n, mk_log *); /* as far as they go */
void lod_take_marker(lod_state *, lod_marker, int space, mk_log *);
/* Resources stay within 0 and 50 (1.8): what is beyond is lost. */
void lod_gain(lod_state *, lod_faction, int n, mk_log *);
void lod_lose(lod_state *, lod_faction, int n, mk_log *);
void lod_pay(lod_state *, lod_faction, int n, mk_log *); /* asserts that it can */
/* French Naval Intervention (1.9). Nothing happens before the Treaty. Lowering asks the British
 * which Blockade leaves, raising asks the French where it goes; both push a frame where there is
 * something to decide: true then. */
bool lod_lower_fni(lod_state *, int n, mk_log *);
bool lod_raise_fni(lod_state *, int n, mk_log *); /* markers from the West Indies only (A2-7) */

/* ---- leaders.c (1.10) ----------------------------------------------------- */

/* After each action and each step of a procedure: if somebody is to decide now, a Leader who was
 * left alone, or may come out of Available, is asked first. */
void lod_attend_leaders(lod_state *, mk_log *);
bool lod_ask_leaders(lod_state *, mk_log *);                     /* true: one is asked */
void lod_lead_to(lod_state *, lod_faction, int place, mk_log *); /* its Leader goes there */
mk_set64 lod_own_spaces(const lod_state *, lod_faction);         /* of the map, with its pieces */

/* ---- sequence.c, stroke.c ----------------------------------------------- */

/* Where a Winter Quarters Round can be taken up. */
typedef enum {
    LOD_WINTER_VICTORY,
    LOD_WINTER_SUPPLY,
    LOD_WINTER_INDIES,
    LOD_WINTER_RESOURCES,
    LOD_WINTER_SUPPORT,
    LOD_WINTER_REDEPLOYMENT,
    LOD_WINTER_DESERTION,
    LOD_WINTER_RESET,
} lod_winter_phase;

void lod_begin_card(lod_state *); /* the played card, or the winter, begins */
void lod_next_card(lod_state *, mk_log *);
void lod_reveal_card(lod_state *, mk_log *); /* 6.7: drawn, but it does not begin yet */
void lod_end_game(lod_state *);
void lod_bar(lod_state *, lod_faction, mk_log *);  /* Ineligible through the next card */
void lod_keep(lod_state *, lod_faction, mk_log *); /* Eligible on the next card */
int lod_next_eligible(const lod_state *);          /* the Faction that acts next; -1: none */
bool lod_eligible_next(const lod_state *, int f);  /* on the next card, as things stand */
bool lod_ask_strokes(lod_state *);                 /* true: someone is asked */
bool lod_stroke_possible(const lod_state *, int card);
void lod_begin_stroke(lod_state *); /* the one that was not trumped */
/* 8.3.7: with LOD_PH_STROKE_TURN on top, of a non-player. False: none is possible. */
bool lod_grant_stroke_special(lod_state *);
int lod_winters_left(const lod_state *);  /* Winter Quarters cards still in the deck */
bool lod_winter_shows(const lod_state *); /* is a Winter Quarters card next? */
void lod_open_winter(lod_state *, lod_winter_phase from, mk_log *);
void lod_open_turn(lod_state *); /* the next Faction on this card, or the next card */

/* ---- command.c: what all commands share --------------------------------- */

typedef struct {
    lod_faction faction;
    lod_command_kind kind;
    mk_set64 allowed;                              /* 0: wherever the rules allow */
    int limit;                                     /* spaces; 0: as many as the rules allow */
    int flags;                                     /* LOD_FREE, … */
    int force_bonus, attacker_loss, defender_loss; /* of Battles */
} lod_grant;

/* Begins a Command; when it is over the frame beneath goes on, and last_selected says where it
 * was. Returns false, and has done nothing, if there is no space for it. */
bool lod_grant_command(lod_state *, lod_grant, mk_log *);
bool lod_command_possible(const lod_state *, const lod_grant *);
/* How the decision of a Command ends: what lod_finish_with hands to its LOD_PH_COMMAND. */
enum {
    LOD_GOES_ON,
    LOD_SCOUTED,   /* the scouts are there and may Skirmish */
    LOD_MUSTERED,  /* French Regulars were placed; a Fort may follow */
    LOD_DISPLACES, /* Garrison: one City may be cleared */
    LOD_CONCLUDED, /* it has done what it does; a Special Activity may still follow */
    LOD_IS_OVER,
};
/* Spaces that could be selected now if the Faction had this much more money. */
mk_set64 lod_selectable(const lod_state *, const lod_command *, int more);
/* Why this space cannot be selected now. A step of a Command that goes on in a space selected
 * already asks lod_why_not_in instead. */
const char *lod_why_not_select(const lod_state *, const lod_command *, int space);
const char *lod_why_not_in(const lod_state *, const lod_command *, int space);
void lod_select(lod_state *, int space, mk_log *); /* pays and marks it, unless it is already */
/* A strike with the Command has changed who controls this space before anyone moves there. */
void lod_note_control(lod_state *, int space);
/* Why the Command cannot end yet. */
const char *lod_why_not_finish(const lod_state *);
const char *lod_command_rule(const void *state); /* of the Command in progress, by its Faction */
/* Units of a kind that have not moved in this Command. */
static inline int lod_movable(const lod_state *s, int space, lod_piece p) {
    return s->piece[space][p] - s->arrived[space][p];
}
static inline bool lod_free(const lod_command *c) { return c->flags & LOD_FREE; }
mk_set64 lod_regular_spaces(const lod_state *); /* 3.2.1: where Regulars can be mustered */
mk_set64 lod_tory_spaces(const lod_state *);
/* 6.4.1: may Loyalty be rewarded here, and what does the next level or marker cost, after so many
 * levels? */
bool lod_may_reward(const lod_state *, int space);
int lod_reward_cost(const lod_state *, int space, int levels);
/* march.c: spaces from which the units of a Command can come to a destination (3.2.3, 3.5.4). */
mk_set64 lod_march_origins(const lod_state *, const lod_command *, int to);
mk_set64 lod_march_units(lod_faction); /* those that go on their own */
/* indians.c: may a Village be gathered here, if one is Available (1.4.2, 3.4.1)? And are there War
 * Parties to pay for it? */
bool lod_village_room(const lod_state *, int space);
bool lod_village_fits(const lod_state *, int space);
/* Provinces from which a War Party could move here in a Raid. */
mk_set64 lod_raid_origins(const lod_state *, int to);
/* Provinces that could be raided if one space had so many fewer Underground War Parties. */
mk_set64 lod_raid_spaces(const lod_state *, int fewer_at, int fewer);
mk_set64 lod_scout_destinations(const lod_state *, const lod_command *);
mk_set64 lod_rabble_spaces(const lod_state *);

/* special.c. Grants one of several Special Activities; as lod_grant_command. */
bool lod_grant_special(lod_state *, lod_granted_special);
/* The Special Activities that may be executed now, with the Command in progress or granted. */
void lod_list_specials(const lod_state *, mk_actions *);
const char *lod_why_not_special(const lod_state *, mk_action);
void lod_apply_special(lod_state *, mk_action, mk_log *);
int lod_special_money(const lod_state *, const lod_command *); /* that one brings for certain */
/* 4.2.1: may the British use War Parties as Tories in the Command in progress? */
const char *lod_why_not_common_cause(const lod_state *);
void lod_use_common_cause(lod_state *, mk_log *);
bool lod_grant_special_possible(const lod_state *, const lod_granted_special *);
mk_set64 lod_persuasion_spaces(const lod_state *);

/* french.c, indians.c: what follows a Muster of the French, a Scout. False: it is not possible. */
bool lod_begin_french_fort(lod_state *, int space);
bool lod_begin_scout_skirmish(lod_state *, int space);

/* battle.c, force.c. The Battle of a Command in progress, in one space. */
void lod_begin_battle(lod_state *, int space, mk_log *);
/* Section 8: what a Battle of the Command in progress would be in a space, with or without the
 * ally, with so many War Parties as Tories: each side's Force Level and the modifiers of the Loss
 * Level that its dice make. Nobody is activated. */
typedef struct {
    int attack, defence;
} lod_odds;
lod_odds lod_battle_odds(lod_state *, int space, bool ally, int common);

/* What a Battle of the current Command there would come to, over all dice: nobody joins, nobody is
 * activated. Index 0 of a pair is the attacker. */
typedef struct {
    lod_battle battle; /* with its Force Levels and modifiers */
    int dice[2];
    int least[2], most[2]; /* pieces lost */
    int wins[2], of;       /* so many of the throws */
    bool ally;             /* an ally could join */
} lod_forecast;
lod_forecast lod_battle_forecast(const lod_state *, int space, bool ally);
int lod_force_points(const lod_battle *, int who, lod_force); /* that a part brings its side */
const char *lod_force_id(int part); /* for the table of kinds, and for views */
const char *lod_force_label(int part);
const char *lod_force_one(int part);
const char *lod_modifier_id(int modifier);
const char *lod_modifier_label(int modifier);

/* winter.c */
void lod_begin_winter(lod_state *, lod_winter_phase from, mk_log *);
lod_winter_phase lod_winter_now(const lod_state *); /* of the Round in progress */
/* supply.c: true if there is something to decide. */
bool lod_begin_supply(lod_state *, int phase, lod_faction);
bool lod_begin_indies(lod_state *, lod_faction, mk_log *);
mk_set64 lod_unsupplied(const lod_state *);        /* with a Supply phase on top: to be settled */
mk_set64 lod_refuges(const lod_state *, int from); /* where French or Indians withdraw to */
int lod_british_home_income(const lod_state *);    /* 6.3.1, without the West Indies */
typedef enum { LOD_PATRIOT_DESERTION, LOD_TORY_DESERTION } lod_desertion;
bool lod_begin_desertion(lod_state *, lod_desertion); /* false: nobody deserts */

/* victory.c */
int lod_condition(const lod_state *, lod_faction, int which); /* 0, 1: victory margins of 7.2 */
enum { LOD_CLEAR_LEAD = 6 };                                /* 8.8: with it a lone player has won */
int lod_margin(const lod_state *, lod_faction);             /* of 7.3 */
void lod_margins(const lod_state *, int out[LOD_FACTIONS]); /* the same of all */
bool lod_check_victory(lod_state *, mk_log *);
void lod_final_victory(lod_state *, mk_log *);
void lod_outcome(const void *state, mk_outcome *);

/* events.c */
void lod_begin_event(lod_state *, lod_faction executor, int card, lod_text);
bool lod_event_changes(const lod_state *, lod_faction executor, int card,
                       lod_text); /* here and now */
bool lod_try_event(const lod_state *, lod_faction executor, int card, lod_text, lod_state *trial,
                   mk_log *);
void lod_begin_winter_event(lod_state *, int card); /* cards 97 to 104 */

/* event_words.c: the steps of all cards are parts, numbered through. */
void lod_name_parts(void); /* once the data are there */
int lod_part(int card, int text, int step);
int lod_part_count(void);
const char *lod_part_id(int part); /* "card_14_unshaded_2" */
const char *lod_part_label(int part);
const char *lod_never_skipped(int part); /* why it is never skipped (5.1.3); NULL: it can be */
bool lod_tell_grant(const lod_state *, mk_text *);    /* if the step in progress is one */
void lod_rest_of_event(const lod_state *, mk_text *); /* what follows the step in progress */
const char *lod_hardly_skipped(int part);             /* the same, or why it hardly ever is */

/* setup.c, deck.c */
void lod_setup(void *state, const mk_setup *, mk_log *);
void lod_build_deck(lod_state *, mk_rng *);
void lod_determinize(void *state, int seat, mk_rng *);

/* view.c, properties.c, check.c */
void lod_view(const void *state, int seat, mk_view *);
void lod_board(mk_view *);
extern const mk_property lod_properties[];
extern const mk_series lod_series[]; /* course.c */
extern const mk_battles lod_battles;
extern const mk_term lod_terms[]; /* greedy.c */
void lod_consider(const void *state, int seat, int *value);
void lod_chronicle(mk_course *, const mk_event *);
bool lod_check(const void *state, char *why, size_t size);
int lod_score(const void *state, int seat);

/* greedy.c */
int lod_weigh(const void *state, mk_action);
extern const mk_game lod_game; /* game.c: what makes texts needs it */

#endif
