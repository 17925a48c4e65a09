/* greedy.c - how well a seat stands, and what an action is worth to it. */
#include "eoe.h"

static int strength(const eoe_state *s, int seat) {
    int sum = 0;
    EOE_EACH_PIECE(p, s) {
        if (s->piece[p].seat != seat || eoe_is_leader(p)) continue;
        int steps = s->piece[p].steps;
        sum += eoe.piece[p].linear[steps ? steps - 1 : 0];
    }
    return sum;
}

static int towns(const eoe_state *s, int seat) {
    int count = 0;
    for (int i = 0; i < eoe_board.place_count; i++) {
        int hex = eoe_board.place[i].hex;
        if (eoe_in_play(s, hex) && eoe_board.place[i].supply) count += eoe_controls(s, seat, hex);
    }
    return count;
}

int eoe_score(const void *state, int seat) {
    const eoe_state *s = state;
    if (s->reason) return s->winner == EOE_NONE ? 5000 : s->winner == seat ? 10000 : 0;
    int mine = 3 * strength(s, seat) + 20 * towns(s, seat);
    int his = 3 * strength(s, !seat) + 20 * towns(s, !seat);
    if (eoe_politics(s)) *(seat == EOE_ALLIED ? &mine : &his) += 30 * s->dead_steps;
    return 10000 * (mine + 1) / (mine + his + 2);
}

/* Of what leads on: forces go, press good odds, lose small units first. */
int eoe_weigh(const void *state, mk_action x) {
    const eoe_state *s = state;
    switch (x.verb) {
    case EOE_V_TAKE_ALL: return 60;
    case EOE_V_GO: return 50;
    case EOE_V_AMBUSH:
    case EOE_V_LAND_MARINES: return 60;
    case EOE_V_LOSE: {
        int steps = s->piece[x.a].steps;
        return 40 - eoe.piece[x.a].linear[steps ? steps - 1 : 0];
    }
    case EOE_V_STEP_TO:
    case EOE_V_FEED: return 40 + eoe.piece[x.a].linear[0];
    case EOE_V_DISBAND:
    case EOE_V_SPLIT:
    case EOE_V_DROP: return 1;
    case EOE_V_END:
    case EOE_V_DONE: return 10;
    default: return 20;
    }
}
