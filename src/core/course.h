/* course.h - counting one battle by what a game's chronicle says of its events. */
#ifndef MK_CORE_COURSE_H
#define MK_CORE_COURSE_H

#include "musket.h"

/* Zero it but for `place`, and for `fighting` if the battle there has begun already. */
typedef struct {
    int place;
    bool fighting; /* losses are those of the battle */
    bool fought;   /* it came to the battle */
    int winner;    /* -1: nobody, so far */
    int losses[MK_MAX_SEATS];
} mk_tally;

void mk_tally_hear(const mk_game *, mk_tally *, const mk_event *, int count);

#endif
