/* greedy.c - how a position stands, and which action serves its side. */
#include "p77.h"

int p77_score(const void *state, int seat) {
    const p77_state *s = state;
    if (p77_over(s)) return s->winner == seat ? 10000 : 0;
    int own = p77_total_sp(s, (p77_side)seat) - p77.defeat_below[seat];
    int other = p77_total_sp(s, p77_enemy((p77_side)seat)) - p77.defeat_below[!seat];
    int score = 5000 + 50 * (own - other);
    return score < 0 ? 0 : score > 10000 ? 10000 : score;
}

int p77_weigh(const void *state, mk_action a) {
    (void)state;
    (void)a;
    return 0;
}
