/* search.h - what the chapters of the tree search share.
 *
 * The search plays the game on from what its seat knows, again and again: each time with a new deal
 * of what is hidden and with new dice. It remembers in a tree how the moves it tried turned out.
 *
 *   moves.c    a move: the actions of one seat up to the next dice or the next seat
 *   tree.c     which move to try next, which moves there are, how they turned out
 *   playout.c  playing on from where the tree ends, and what that is worth
 *   search.c   many such games on several threads, and the move that comes of them
 *   mind.c     limits and progress, and the rest of a move from one action to the next
 *
 * Dice stand between the moves of a path but not in the tree ("open loop"): a move is judged by the
 * average of what the dice and the deals made of it. */
#ifndef MK_SEARCH_H
#define MK_SEARCH_H

#include <pthread.h>
#include <stdatomic.h>

#include "bots.h"

enum {
    SEARCH_MOVE = 96,  /* actions of a move at most: a longer one is two */
    SEARCH_DEPTH = 24, /* moves of a path through the tree at most */
};

struct mk_level {
    int playouts;   /* for a move */
    int turns;      /* that a playout goes on before the score counts; 0: to the end */
    bool by_rules;  /* where a game's rules say how a side without a player acts, all sides play on
                     * so, to the end: that is fast, and good play */
    int by_lead;    /* playouts for a move where an end of theirs is judged by the lead, which tells
                     * more than who came first: for games that say what a clear lead is */
    double widens;  /* moves that are tried: 1 + widens * sqrt(visits) */
    double dares;   /* how much what was tried seldom is given the benefit of the doubt */
    double seconds; /* of thoughts in a turn at most, if they are limited in time at all: less than
                     * the turn may take, for what follows rules of thumb takes some, too */
    double doubts;  /* standard errors by which a move must be better than the light policy's */
};

typedef struct {
    int count;
    mk_action action[SEARCH_MOVE];
    uint64_t before[SEARCH_MOVE]; /* what was decided, by its hash */
    uint64_t leads_to;            /* hash of the state behind it: two ways there are one move */
} search_move;

/* The moves that were tried most, one behind the other: what is expected. */
enum { SEARCH_LINE = 4 };
typedef struct {
    int count, seat[SEARCH_LINE];
    search_move move[SEARCH_LINE];
} search_line;

/* What a thread works with. */
typedef struct {
    const mk_game *game;
    mk_rng rng;
    mk_log log; /* flags only */
    mk_actions legal;
    int worths[MK_MAX_ACTIONS];
    double played; /* seconds in playouts */
    _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];
    _Alignas(max_align_t) unsigned char trial[MK_MAX_STATE];
} search_desk;

/* A decision in the tree, told from others behind the same move by what is asked of whom. */
typedef struct search_node search_node;
typedef struct search_edge search_edge;

struct search_edge {
    search_edge *next;   /* the next move of the same node */
    search_node *behind; /* what may be decided after it */
    int visits;
    double sum[MK_MAX_SEATS], squares; /* of values; squares of those to the node's seat */
    search_move move;
};

struct search_node {
    search_node *next; /* behind the same move */
    uint64_t asks;
    int seat, visits, moves, barren; /* barren: so often no new move was found */
    search_edge *edges;              /* the first is what the light policy would do */
};

/* ---- moves.c ---- */

/* The hash of what is decided, of the desk's legal list. */
uint64_t search_asks(const search_desk *, const void *state);
/* Is there something to think about? Lists what is legal in `state` at the desk. */
bool search_is_choice(search_desk *, const void *state);
/* Plays what is no choice by the light policy. */
void search_skip(search_desk *, void *state);
/* The move of the light policy, from `state` on, which it changes. */
void search_first_move(search_desk *, void *state, search_move *);
/* Another one: the same as `like` up to some action, that one another, then the light policy. */
bool search_other_move(search_desk *, void *state, const search_move *like, search_move *);
/* As far as it is possible in this deal. */
void search_play_move(search_desk *, void *state, const search_move *);

/* ---- tree.c ---- */

search_node *search_node_new(uint64_t asks, int seat);
void search_node_free(search_node *);
/* The move to try next: a new one, or the most promising of those there are. NULL: none is legal
 * in `state`. The lock of the tree is held before and after, but not while a move is made. */
search_edge *search_select(const mk_level *, search_desk *, search_node *, const void *state,
                           pthread_mutex_t *lock);
/* The decision behind a move; `fresh`: nobody was there yet. */
search_node *search_behind(search_edge *, uint64_t asks, int seat, bool *fresh);
const search_edge *search_best(const search_node *);
/* What is played: the best, unless the light policy's move may well be as good. */
const search_edge *search_choice(const mk_level *, const search_node *);
/* The one that was tried most of the others. NULL: there is none. */
const search_edge *search_second(const search_node *, const search_edge *than);
/* From that choice on, as far as it was looked at more than a few times. */
void search_find_line(const mk_level *, const search_node *, search_line *);
/* Is it all the same, or clear which is best, or can no other overtake it in so many visits? */
bool search_is_decided(const search_node *, int left);

/* ---- playout.c ---- */

/* Do playouts go on by the game's rules, and is their end judged by the lead? */
bool search_by_lead(const mk_level *, const mk_game *);
mk_action search_light_choice(search_desk *, const void *state);
void search_value_of_end(const mk_game *, const void *state, double value[MK_MAX_SEATS]);
/* Plays on and says what it is worth to each seat, from 0 to 1. */
void search_playout(const mk_level *, search_desk *, void *state, int from_turn,
                    double value[MK_MAX_SEATS]);

/* ---- mind.c ---- */

struct mk_mind {
    int playouts, threads;
    double seconds;
    atomic_bool stop;
    atomic_int done, of;         /* playouts of the move that is thought about */
    _Atomic double begun, until; /* when its thought began, and will end at the latest; 0: never */
    int turn;                    /* of the last thought */
    double spent;                /* seconds of thoughts in that turn */
    double played;               /* of the last thought: seconds in its playouts, of all threads */
    search_move plan;
    int next; /* action of the plan */
    double value;
    search_line line;
    search_move other; /* that was tried most often of those that were not chosen; none: empty */
};

double search_now(void); /* seconds, steadily counting */
/* Seconds that a thought in this turn may take; 0: no limit, less: the turn's time is used up. */
double mk_mind_seconds(mk_mind *, const mk_level *, int turn);
/* The next action of the plan, if it was made for this decision; verb 0: it was not. */
mk_action mk_mind_recall(mk_mind *, uint64_t asks);
void mk_mind_plan(mk_mind *, const search_move *);

#endif
