/* hint.h - what the machine would do, and why; and why it thinks that a seat is ahead. */
#ifndef MK_HINT_H
#define MK_HINT_H

#include "musket.h"

enum { HINT_ACTIONS = 96, HINT_REASONS = 3 };

/* A consideration of the game's judgement, and the points of a chance to win that it is worth. */
typedef struct {
    const char *title;
    double points;
} mk_reason;

typedef struct {
    int count; /* actions of the move; 0: there is nothing to choose */
    mk_action action[HINT_ACTIONS];
    double chance; /* to win, in the games that were played on from the move */
    double other;  /* the same for the next best move; below 0: there is none */
    int reasons;
    mk_reason reason[HINT_REASONS]; /* what it gains, the largest first */
    bool over_now; /* that is held against now: the next best move is as good, or there is none */
    mk_text line;  /* what is expected to follow, in words */
} mk_hint;

/* From what the seat that decides may know, in so many seconds or playouts (0: as hard does). */
void mk_hint_find(const mk_game *, const void *state, int seat, int playouts, double seconds,
                  mk_rng *, mk_hint *);
void mk_hint_free(mk_hint *);
/* {"actions":[…],"move":"…","chance":…,"other":…,"reasons":[{"title":…,"points":…}],
 * "over_now":false,"line":"…"} */
void mk_hint_write(const mk_game *, const mk_hint *, mk_text *);
void mk_reasons_write(const mk_reason *, int count, mk_text *); /* [{"title":…,"points":…}] */
/* The actions of a move, joined by semicolons; the first `most` of such parts (0: all). words.c */
void mk_move_words(const mk_game *, const mk_action *, int count, int most, mk_text *);
enum { HINT_LINE = 5 }; /* parts of each move that is expected to follow */
/* A sentence or two for people. */
void mk_hint_words(const mk_game *, const mk_hint *, mk_text *);

/* What the judgement says of a position as a seat knows it: the chance of that seat, and how much
 * each consideration changed it, in points, since such games began, the largest first. Returns how
 * many; 0: the game has none. */
int mk_terms_find(const mk_game *, const void *state, int seat, mk_rng *, double *chance,
                  mk_reason out[MK_MAX_TERMS]);

#endif
