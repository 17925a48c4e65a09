/* np.h - non-players (section 8): what their chapters share.
 *
 * A non-player is rules, not a bot. Whenever one decides, the only legal action is `follow`, and
 * following is a step of section 8: a planner, found by the phase on top of the stack, carries out
 * ordinary actions through lod_np_do, which asks the same why_not as a player's action. Planners
 * keep nothing but a few bytes in the state (lod_np_plan of the Command in progress, lod_np), so
 * that another seat may decide between any two actions and the planner goes on from what it finds.
 *
 * Everything a non-player does is logged with a note: a row of np_notes.h. docs/lod-nonplayers.md
 * says how a planner is written. */
#ifndef LOD_NP_H
#define LOD_NP_H

#include "np_notes.h"
#include "rules.h"

/* Carries out at least one action for the seat that decides, with its phase on top. False: nothing
 * of what it knows can be done, and it has done nothing. */
typedef bool lod_np_planner(lod_state *, mk_log *);

typedef struct {
    /* The flowchart: which Command; LOD_NO_COMMAND: Pass. Throws the dice it asks for. */
    lod_command_kind (*command)(lod_state *, mk_log *);
    lod_np_planner *plan[LOD_PHASES];
} lod_np_faction;

extern const lod_np_faction lod_np_british, lod_np_patriots, lod_np_french, lod_np_indians;

/* ---- np.c: following, acting, telling ------------------------------------- */

/* An ordinary action of the seat on top. True: done, and the same phase is still on top for the
 * same seat, so that the planner may go on; false: it must return (true, it has acted). */
bool lod_np_do(lod_state *, int verb, int a, int b, int c, mk_log *);
/* The same, for planners that end with it: always true. */
bool lod_np_did(lod_state *, int verb, int a, int b, int c, mk_log *);
bool lod_np_plan_now(lod_state *,
                     mk_log *); /* the planner of the phase on top; false: it knows nothing */
bool lod_np_step(lod_state *, mk_log *); /* the same, or what 8.3.5 leaves open; never nothing */
/* Could this Command be begun now, and would its planner find something to select? Tried out on a
 * copy, whose dice are its own. */
bool lod_np_possible(const lod_state *, lod_command_kind);
/* The same, to its end: would each step of it follow a rule? */
bool lod_np_runs(const lod_state *, lod_command_kind);
bool lod_np_legal(const lod_state *, int verb, int a, int b); /* for the phase on top */
/* The first Command of some rows (kind 0 ends them) that is possible, logged with its note. */
typedef struct {
    lod_command_kind kind;
    lod_note note;
} lod_np_choice;
lod_command_kind lod_np_choose(lod_state *, const lod_np_choice *rows, mk_log *);
void lod_np_say(const lod_state *, lod_note, mk_log *);
void lod_np_say_at(const lod_state *, lod_note, int space, mk_log *);
int lod_np_roll(lod_state *, lod_note, int sides, mk_log *); /* a die that a note asks for */
/* A die against a number, not thrown if the result cannot matter (A8-6). */
bool lod_np_roll_below(lod_state *, lod_note, int sides, int number, mk_log *); /* die < number */
bool lod_np_roll_above(lod_state *, lod_note, int sides, int number, mk_log *); /* die > number */

/* ---- np_select.c: spaces (8.1.3, 8.2) ------------------------------------- */

typedef int lod_np_key(const lod_state *, int space); /* more is better */

mk_set64 lod_np_most(const lod_state *, mk_set64, lod_np_key *); /* those with the most of it */
/* One of equals by the Random Spaces table: a D3, a D6, and the walk. No dice for one candidate;
 * -1 for none. The West Indies, which the table lacks, come after all others. */
int lod_np_pick(lod_state *, mk_set64, mk_log *);
/* The best by the first key, within that by the next, … (NULL ends), then by lod_np_pick. */
int lod_np_best(lod_state *, mk_set64, lod_np_key *const *order, mk_log *);
static inline mk_set64 lod_np_prefer(mk_set64 set, mk_set64 wanted) {
    return set & wanted ? set & wanted : set;
}
int lod_np_population(const lod_state *, int space);
int lod_np_in_city(const lod_state *, int space);
int lod_np_support(const lod_state *, int space);    /* level times population (A8-26) */
int lod_np_opposition(const lod_state *, int space); /* the same, the other way */
int lod_np_rebels(const lod_state *, int space);     /* Rebellion pieces */
int lod_np_royalists(const lod_state *, int space);
/* Who would control a space if so many pieces more (or fewer) were there; LOD_SIDES: nobody. */
lod_side lod_np_control_with(const lod_state *, int space, int british, int indians, int rebels);
/* Spaces that the Command in progress could still select by its rules and by those of section 8. */
mk_set64 lod_np_open(const lod_state *);

/* How much Control there is in a space, for "the most": its population (A8-26), and some even
 * where nobody lives. */
int lod_np_worth(int space);
/* What a side would gain there if so many pieces came or went: worth of Control added, of the
 * enemy's Control ended, of any change. */
int lod_np_adds(const lod_state *, int space, lod_side, int british, int indians, int rebels);
int lod_np_ends(const lod_state *, int space, lod_side, int british, int indians, int rebels);
int lod_np_changes(const lod_state *, int space, int british, int indians, int rebels);
/* 8.5.5, 8.6.7: could the British Reward Loyalty there if so many rebels came (or went)? */
bool lod_np_reward_after(const lod_state *, int space, int rebels);

/* Priorities of one choice: the spaces of the first row (note 0 ends them) that has any, ordered
 * by its keys. Logged; -1: there is none. */
enum { LOD_NP_KEYS = 6 };
typedef struct {
    lod_note note;
    mk_set64 (*where)(const lod_state *);
    lod_np_key *order[LOD_NP_KEYS];
} lod_np_target;
int lod_np_aim(lod_state *, const lod_np_target *rows, mk_log *);

/* A priority of a Command: the spaces it is about, which of them come first, what is done there. */
typedef struct {
    lod_note note;
    mk_set64 (*where)(const lod_state *);
    lod_np_key *order[LOD_NP_KEYS];
    uint8_t verb; /* with the space, or */
    bool (*act)(lod_state *, int space, mk_log *);
    uint8_t limit;     /* spaces by this priority; 0: as many as there are */
    bool selected_too; /* also where the Command was before: else only what it can still select */
} lod_np_bullet;

/* Takes the next space of the first priority that has one, in the order of the rows (a row with
 * note 0 ends them), never going back. False: there is none any more. */
bool lod_np_bullets(lod_state *, const lod_np_bullet *rows, mk_log *);
bool lod_np_special_open(const lod_state *); /* may the Command still have a Special Activity? */
bool lod_np_finish(lod_state *, mk_log *);   /* ends the Command, if it may end */
lod_np_planner lod_np_win_shift;             /* 3.6.8, for the side that won */

/* ---- np_march.c: groups (3.2.3, 3.3.2, 3.4.2, 3.5.4) ---------------------- */

typedef struct {
    uint8_t n[LOD_PIECE_ROW];
} lod_np_group;
/* What of a space may go to a destination by the Faction's own restrictions, as things are. */
typedef lod_np_group lod_np_spare(const lod_state *, int from, int to);

int lod_np_size(const lod_np_group *);
static inline int lod_least(int a, int b) { return a < b ? a : b; }
int lod_np_rebels_spared(const lod_state *, int from); /* who may leave and lose no Control */
/* 1.10: while a Leader must still be involved: where he is; where a group for a destination must
 * come from; whether one can. Else everywhere, and true. */
mk_set64 lod_np_led_here(const lod_state *);
mk_set64 lod_np_led_from(const lod_state *, int to);
bool lod_np_leads_to(const lod_state *, int to, lod_np_spare *);
/* 8.1: the largest group of those who left its Leader's space, or stay there: where it is. */
int lod_np_largest_group(lod_state *, lod_faction, mk_log *);
/* Where the Command in progress could bring a group from; empty groups left out. */
mk_set64 lod_np_origins(const lod_state *, int to, lod_np_spare *);
/* Would all that may come give a side Control of the destination? */
bool lod_np_could_control(const lod_state *, int to, lod_side, lod_np_spare *);
/* With LOD_PH_MARCH_INTO on top: the largest group sets out for its destination. False: none. */
bool lod_np_send_largest(lod_state *, lod_np_spare *, mk_log *);
/* The same for a given group, which is gathered as far as the rules of March allow. */
bool lod_np_send(lod_state *, int from, const lod_np_group *, mk_log *);
lod_np_planner lod_np_march_group; /* gathers it */

/* ---- np_pieces.c: which pieces (8.1.2) ------------------------------------ */

/* The next of these kinds in a space to be placed, removed as friend, removed as enemy;
 * LOD_PIECES: there is none. Cubes alternate: the state remembers the last (np.turn). */
lod_piece lod_np_to_lose(lod_state *, int space, mk_set64 kinds);
lod_piece lod_np_to_strike(lod_state *, int space, mk_set64 kinds);
/* Skirmish, Partisans or War Path in a space: the way that removes most, 3 (a Fort or Village)
 * before 2 before 1; 0: it cannot be done there. */
int lod_np_way(const lod_state *, int verb, int space);
mk_set64 lod_np_with_way(const lod_state *, int verb, int way); /* where it is this one */
/* 6.5.2: the Leader goes to the best of these spaces, or stays if that is where he is. */
bool lod_np_redeploy(lod_state *, mk_set64, lod_np_key *const *order, lod_note, mk_log *);
lod_np_planner lod_np_place, lod_np_exchange, lod_np_strike, lod_np_supply_remove;
lod_np_planner lod_np_battle_loss, lod_np_leader_alone, lod_np_leader_lands;

/* ---- np_events.c, np_choices.c, np_cards.c: Events (8.3) ------------------ */

/* With LOD_PH_TURN on top: plays the Event, if section 8 says so. False: it does not. */
bool lod_np_event(lod_state *, mk_log *);

/* What an Event would do (8.3.3), tried out on a copy. */
typedef struct {
    lod_state after;
    uint8_t battles; /* Factions that would fight a free Battle, as bits; it is not fought */
    bool gathers;    /* a free Gather is granted */
} lod_np_trial;

/* What a card's instruction for a Faction says (8.3.1). */
typedef struct {
    uint8_t card, faction;
    lod_note note;
    uint8_t text;                                                 /* LOD_TEXTS: the usual one */
    lod_text (*choose)(const lod_state *);                        /* instead, where it depends */
    bool (*worth)(const lod_state *before, const lod_np_trial *); /* play it only if so */
    lod_np_key *prefer;                                           /* spaces that come first */
    mk_set64 kinds;                                               /* pieces that come first */
    lod_np_planner *march, *march_into; /* instead of the Faction's, for its free March */
    bool enemys;                        /* it speaks of an enemy's Event, not of one's own */
} lod_np_card;
const lod_np_card *lod_np_card_of(int card, lod_faction); /* NULL: there is none */

/* With LOD_PH_BATTLES on top of a copy, which it spoils: do the instructions select a Battle? */
bool lod_np_fights(lod_state *copy);
bool lod_np_eligible(const lod_state *, lod_faction); /* has not acted on this card */
lod_np_planner lod_np_event_space, lod_np_event_faction, lod_np_event_way, lod_np_event_place;
lod_np_planner lod_np_event_remove, lod_np_event_relocate, lod_np_event_flip, lod_np_event_follow;

/* np_free.c: a free Command of an Event for which the Faction's planner finds nothing (8.3.5). */
lod_np_planner lod_np_free;

/* ---- np_strokes.c: Brilliant Strokes (8.1, 8.3.7) ------------------------- */

lod_np_planner lod_np_stroke, lod_np_stroke_turn;
lod_command_kind lod_np_command(lod_state *, mk_log *); /* by the flowchart of the seat on top */

#endif
