/* p77.h - Philadelphia 1777: the state of a game, and what its chapters share.
 *
 * A "unit" is any block, leaders included (they are listed among the unit types and have
 * strength). Units are bits of an mk_set64, so that a stack, a group or a line of battle is one
 * word; spaces are bits of such a set, too.
 */
#ifndef P77_H
#define P77_H

#include "core/rule.h"
#include "data.h"
#include "musket.h"

enum {
    P77_KIND_NONE,
    P77_UNIT,
    P77_SPACE,
    P77_PLACE,
    P77_POSITION,
    P77_SIDE,
    P77_WEATHER,
    P77_BATTLE_KIND,
    P77_REASON
};

/* Places beyond the spaces: where a block can be when it is not on the map. */
enum { P77_ELIMINATED = 64, P77_UNPLACED = 65, P77_NO_SPACE = 255 };
enum { P77_NO_UNIT = 255, P77_NO_WAY = 255 };

typedef enum { P77_LEFT, P77_CENTER, P77_RIGHT, P77_RESERVE, P77_POSITIONS } p77_position;
typedef enum { P77_OVERRUN, P77_SKIRMISH, P77_LARGE } p77_battle_kind;
typedef enum { P77_NO_PURSUIT, P77_WITHDRAWAL, P77_FORCED } p77_pursuit;

typedef enum {
    P77_UNDECIDED,
    P77_WON_PHILADELPHIA,
    P77_WON_WASHINGTON,
    P77_WON_AMERICAN_LOSSES,
    P77_WON_BOTH_BELOW,
    P77_WON_BRITISH_LOSSES,
    P77_WON_LAST_TURN,
} p77_reason;

enum { /* verbs */
       P77_V_NONE,
       P77_V_PLACE,  /* unit space: set-up */
       P77_V_BOARD,  /* unit leader: set-up, into a holding box */
       P77_V_READY,  /* set-up is done */
       P77_V_FIRST,  /* side: who moves first */
       P77_V_MARCH,  /* unit space: an individual move */
       P77_V_LEAD,   /* leader: begin a group move */
       P77_V_TAKE,   /* unit: joins the group */
       P77_V_LEAVE,  /* unit: leaves the group */
       P77_V_GO,     /* space: the next road of a move */
       P77_V_HALT,   /* ends a move */
       P77_V_FINISH, /* ends the movement of a player turn */
       P77_V_ATTACK, /* space: the next battle */
       P77_V_DEPLOY, /* unit position */
       P77_V_STAND,  /* fight on */
       P77_V_WITHDRAW,
       P77_V_FIRE,    /* unit */
       P77_V_COMMIT,  /* unit position: out of reserve */
       P77_V_RECALL,  /* unit: into reserve */
       P77_V_CEASE,   /* the rest of the reserve stays where it is */
       P77_V_LOSE,    /* unit: takes one hit */
       P77_V_FLEE,    /* unit */
       P77_V_RETREAT, /* space */
       P77_V_STARVE,  /* unit: takes a supply reduction */
       P77_VERBS,
};

enum { /* phases: first the procedures, which go on by themselves, then the decisions */
       P77_PH_NONE,
       P77_PH_CAMPAIGN,    /* beneath all others; a: step of the sequence of play */
       P77_PH_PLAYER_TURN, /* a: step of the player turn */
       P77_PH_MARCH,       /* a: leader or unit, b: locations it has gone, c: 1: it must stop */
       P77_PH_OVERRUN,     /* a: where */
       P77_PH_BATTLE,      /* a: where, b: what comes next (battle.c) */
       P77_PH_LOSSES,      /* hits and flight that are due (p77_battle) */
       P77_PH_FALL_BACK,   /* a: from where */
       P77_PH_SET_UP,
       P77_PH_LOAD_BOXES,
       P77_PH_CHOOSE_FIRST,
       P77_PH_MOVEMENT,
       P77_PH_MUSTER,       /* a leader gathers his group; a: leader, b: locations he may go */
       P77_PH_ON_THE_MARCH, /* between two locations; a: leader or unit, b: locations left */
       P77_PH_CHOOSE_BATTLE,
       P77_PH_DEPLOY,            /* a: where */
       P77_PH_STAND_OR_WITHDRAW, /* a: where */
       P77_PH_BATTLE_TURN,       /* a: where, b: round; hands down 1: the reserve is held back */
       P77_PH_TAKE_HITS,         /* a: hits left */
       P77_PH_FLEE,              /* a: militia that must flee */
       P77_PH_RETREAT,           /* a: from where */
       P77_PH_SUPPLY_LOSSES,     /* a: reductions left */
       P77_PHASES,
};

/* p77.sequence: what comes next, in the `a` of a campaign's frame. */
typedef enum {
    P77_STEP_SET_UP,
    P77_STEP_BOXES,
    P77_STEP_BEGIN_TURN,
    P77_STEP_WEATHER,
    P77_STEP_FIRST_PLAYER,
    P77_STEP_SECOND_PLAYER,
    P77_STEP_END_TURN,
} p77_campaign_steps;

/* p77.sequence.player_turn: the same in a player turn's. */
typedef enum {
    P77_STEP_MOVEMENT,
    P77_STEP_BATTLES,
    P77_STEP_SUPPLY,
    P77_STEP_END,
} p77_player_turn_steps;

enum { /* events */
       P77_E_NONE,
       P77_E_TURN,
       P77_E_PLACED,
       P77_E_PLACED_HIDDEN,
       P77_E_BOARDED,
       P77_E_ACTION_POINTS,
       P77_E_FIRST,
       P77_E_WEATHER,
       P77_E_MARCH,
       P77_E_MARCH_HIDDEN,
       P77_E_GROUP,
       P77_E_GROUP_HIDDEN,
       P77_E_GROUP_BOXED,
       P77_E_TAKE,
       P77_E_LEAVE,
       P77_E_LEAVE_HIDDEN,
       P77_E_PORT,
       P77_E_OVERRUN,
       P77_E_LOSS,
       P77_E_LOSS_HIDDEN,
       P77_E_ELIMINATED,
       P77_E_RETREAT,
       P77_E_NO_RETREAT,
       P77_E_BATTLE,
       P77_E_DEPLOYED,
       P77_E_DEPLOYED_HIDDEN,
       P77_E_REVEALED,
       P77_E_ROUND,
       P77_E_FIRE,
       P77_E_COMMIT,
       P77_E_RECALL,
       P77_E_FLED,
       P77_E_WITHDRAWS,
       P77_E_FORCED,
       P77_E_PURSUIT,
       P77_E_BATTLE_WON,
       P77_E_SUPPLY,
       P77_E_SUPPLY_HIDDEN,
       P77_E_PHILADELPHIA,
       P77_E_WON,
       P77_EVENTS,
};

MK_FLAT

/* A battle in progress; at == P77_NO_SPACE: none. All of it is gone when the battle ends. */
typedef struct {
    mk_set64 position[P77_POSITIONS]; /* both sides' units: of the side that a position faces */
    mk_set64 acted;                   /* moved or fired in this round */
    mk_set64 fled;                    /* militia that may not come back from reserve */
    uint8_t at;
    uint8_t kind;    /* p77_battle_kind */
    uint8_t round;   /* 1, 2, … */
    uint8_t losers;  /* the side that takes the hits below */
    uint8_t target;  /* the position fired at; P77_POSITIONS: all of the losers (pursuit) */
    uint8_t hits;    /* still to be taken */
    uint8_t flees;   /* militia that still must flee */
    uint8_t pursuit; /* p77_pursuit */
} p77_battle;

MK_FLAT_END

typedef struct {
    mk_base base; /* base.turn is the game turn, 1 to 20; 0 during set-up */

    /* The blocks. here[] is at[] read the other way, and kept with it. */
    mk_set64 here[P77_MAX_SPACES];
    uint8_t at[P77_MAX_UNITS]; /* space, P77_ELIMINATED or P77_UNPLACED */
    uint8_t sp[P77_MAX_UNITS];
    uint8_t box[P77_MAX_UNITS];        /* leader in whose holding box it travels, or P77_NO_UNIT */
    uint8_t attack_way[P77_MAX_UNITS]; /* the directed road by which it came to attack in this
                                          player turn, or P77_NO_WAY; the dead keep theirs */
    /* What the enemy knows: label, strength and location of these blocks (fog.c). */
    mk_set64 known;

    /* The turn. */
    uint8_t ap[2];   /* action points of each side in this turn */
    uint8_t ap_left; /* of the active side */
    uint8_t rain;
    uint8_t first, active; /* sides */
    uint8_t philadelphia;  /* American player turns in a row that ended with it held and supplied */
    uint8_t winner, reason;
    uint8_t lost[2]; /* SP that each side has lost: with what it has, all it began with */

    mk_set64 british_ports; /* the others are American */

    /* The move in progress. */
    mk_set64 moved;    /* in this player turn */
    mk_set64 group;    /* leader and units that move now */
    mk_set64 taken;    /* joined the group at this location */
    mk_set64 left;     /* left the group at this location */
    mk_set64 starving; /* out of supply and not yet reduced */

    p77_battle battle;
} p77_state;

_Static_assert(sizeof(p77_state) <= 16 * 1024, "a state fits 16 KiB");

static inline p77_side p77_enemy(p77_side side) {
    return side == P77_BRITISH ? P77_AMERICAN : P77_BRITISH;
}
static inline mk_set64 p77_at(const p77_state *s, int space, p77_side side) {
    return s->here[space] & p77.of_side[side];
}
static inline bool p77_over(const p77_state *s) { return s->base.depth == 0; }
static inline bool p77_boxes(const p77_state *s) {
    return s->base.option[P77_OPTION_HOLDING_BOXES] != 0;
}
/* The turn with which the campaign ends: that of the rulebook, or an earlier one as a handicap. */
static inline int p77_last_turn(const p77_state *s) {
    return p77.last_turn[s->base.option[P77_OPTION_LAST_TURN]];
}
static inline int p77_turns_left(const p77_state *s) { /* with this one */
    return p77_last_turn(s) - s->base.turn + 1;
}

/* The frame of a procedure or decision that is going on; NULL: it is not. */
static inline const mk_frame *p77_frame(const p77_state *s, int phase) {
    for (int i = s->base.depth - 1; i >= 0; i--)
        if (s->base.frame[i].phase == phase) return &s->base.frame[i];
    return NULL;
}

/* turn.c: the sequence of play, action points, victory */
void p77_ask_who_is_first(p77_state *);
void p77_drop_frames(p77_state *);
void p77_win(p77_state *, p77_side, p77_reason, mk_log *);
int p77_total_sp(const p77_state *, p77_side);
int p77_printed_sp(p77_side); /* what its blocks begin with */
const char *p77_reason_key(p77_reason);

/* setup.c */
void p77_setup(void *state, const mk_setup *, mk_log *);
bool p77_all_placed(const p77_state *);
void p77_tell_placed(const p77_state *, mk_log *);

/* blocks.c: moving, weakening and removing blocks */
mk_set64 p77_occupied(const p77_state *, p77_side); /* spaces where it has blocks */
void p77_relocate(p77_state *, mk_set64, int space, mk_log *);
/* All of them are hurt before the game can end by it. */
void p77_reduce(p77_state *, mk_set64, int sp, mk_log *); /* each by so much */
void p77_eliminate(p77_state *, mk_set64, mk_log *);
void p77_occupy(p77_state *, int space, mk_log *);
void p77_open_boxes(p77_state *, mk_set64);
mk_set64 p77_in_box(const p77_state *, int leader);
const char *p77_why_not_with(int unit, int leader);
const char *p77_why_not_box(const p77_state *, int unit, int leader);

/* move.c */
int p77_rate(const p77_state *, int unit);
const char *p77_why_not_road(const p77_state *, mk_set64 movers, int to);

/* battle.c */
p77_battle_kind p77_engagement(const p77_state *, int space);
mk_set64 p77_pending_battles(const p77_state *);
bool p77_next_battle(p77_state *);
void p77_forget_attacks(p77_state *);
bool p77_position_vacant(const p77_state *, p77_side);

/* hits.c: what fire does */
typedef struct {
    int dice, hits, flees;
    int16_t die[P77_MAX_SP];
} p77_throw;
p77_throw p77_roll(p77_state *, int unit, int dice);
void p77_tell_throw(mk_log *, int kind, int seat, int unit, int target, const p77_throw *);
int p77_position_of(const p77_state *, int unit); /* on the battle board; -1: not there */
int p77_facing(int position);                     /* the position it fires at */
void p77_fire(p77_state *, int unit, mk_log *);
void p77_suffer(p77_state *, p77_side, int target, int hits, int flees);
int p77_fire_dice(const p77_state *, int unit);
mk_set64 p77_targets(const p77_state *);

/* retreat.c: overrun, withdrawal, forced retreat, where to */
void p77_overrun(p77_state *, int space);
void p77_withdraw(p77_state *, p77_side, mk_log *);
void p77_forced_retreat(p77_state *, p77_side, mk_log *);
mk_set64 p77_retreat_spaces(const p77_state *, p77_side, int from);

/* supply.c */
mk_set64 p77_supplied(const p77_state *, p77_side);
mk_set64 p77_out_of_supply(const p77_state *, p77_side);
void p77_check_supply(p77_state *, mk_log *);

/* fog.c */
bool p77_hidden_from(const p77_state *, int unit, int seat);
bool p77_arranges(const p77_state *, int phase, p77_side);
mk_set64 p77_seen_at(const p77_state *, int space, p77_side); /* by others */
void p77_determinize(void *state, int seat, mk_rng *);

/* The rows of the phase table: a step, or one set of functions each. */
void p77_campaign_step(void *, mk_log *);
void p77_player_turn_step(void *, mk_log *);
void p77_march_step(void *, mk_log *);
void p77_overrun_step(void *, mk_log *);
void p77_battle_step(void *, mk_log *);
void p77_losses_step(void *, mk_log *);
void p77_fall_back_step(void *, mk_log *);
#define P77_PHASE(name)                                                                            \
    void p77_##name##_list(const void *, mk_actions *);                                            \
    const char *p77_##name##_why_not(const void *, mk_action);                                     \
    void p77_##name##_apply(void *, mk_action, mk_log *)
P77_PHASE(set_up);
P77_PHASE(load_boxes);
P77_PHASE(choose_first);
P77_PHASE(movement);
P77_PHASE(march);
P77_PHASE(choose_battle);
P77_PHASE(deploy);
P77_PHASE(stand);
P77_PHASE(battle_turn);
P77_PHASE(hits);
P77_PHASE(flee);
P77_PHASE(retreat);
P77_PHASE(supply);

/* view.c, properties.c, check.c, greedy.c */
void p77_view(const void *state, int seat, mk_view *);
void p77_board(mk_view *);
extern const mk_property p77_properties[];
extern const mk_series p77_series[]; /* course.c */
extern const mk_battles p77_battles;
void p77_chronicle(mk_course *, const mk_event *);
void p77_settle(void *state);
bool p77_check(const void *state, char *why, size_t size);
void p77_outcome(const void *state, mk_outcome *);
int p77_score(const void *state, int seat);
int p77_weigh(const void *state, mk_action);
void p77_weigh_begin(const void *state);
extern const mk_term p77_terms[];
extern const mk_game p77_game;
void p77_consider(const void *state, int seat, int *values);

#endif
