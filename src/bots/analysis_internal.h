/* analysis_internal.h - what the chapters of the analysis share: analysis.c plays on from every
 * moment, turning.c finds the greatest changes and asks what else could have been done. */
#ifndef MK_ANALYSIS_INTERNAL_H
#define MK_ANALYSIS_INTERNAL_H

#include "analysis.h"
#include "search.h"

typedef struct {
    int count;
    double sum[MK_MAX_SEATS], squares[MK_MAX_SEATS];
} analysis_mean;

typedef struct {
    mk_analysis *out;
    mk_analysis_effort effort;
    double until;         /* 0: no limit */
    unsigned char *state; /* of each moment, one after the other */
    search_move *did;     /* the action that led to it, alone */
    analysis_mean *win, *choice;
    analysis_mean *then; /* where a turn began: the same, looking ahead from the turn before it */
    int round, threads;
} analysis;

search_desk *analysis_desk(const mk_game *); /* to be freed */
const void *analysis_state(const analysis *, int moment);
/* One game from a state, with a move before it or none. */
void analysis_play(search_desk *, const void *from, const search_move *, int turn, uint64_t seed,
                   int number, double value[MK_MAX_SEATS]);
void analysis_note(analysis_mean *, const double *value, int seats);
double analysis_mean_of(const analysis_mean *, int seat);
void analysis_find_turnings(analysis *); /* turning.c */

#endif
