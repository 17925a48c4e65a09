/* greedy.c - which action serves its side, and how well a side stands. */
#include "c77.h"

int c77_score(const void *state, int seat) {
    const c77_state *s = state;
    int needed = c77_size(c77_rules(s)->control);
    int british = needed ? 8000 * c77_british_goals(s) / needed : 0;
    if (s->had_philadelphia) british += 1500;
    return seat == C77_BRITISH ? british : 9500 - british;
}

int c77_weigh(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return 0;
}
