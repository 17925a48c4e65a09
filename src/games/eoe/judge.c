/* judge.c - how likely a side is to win: terms for data/eoe/judgement.json. */
#include "goals.h"

extern const mk_game eoe_game;

const mk_term eoe_terms[] = {
    {"constant", "before the first shot"},
    {"goals", "what the British hold, less what their enemies hold"},
    {"goals_late", "what both sides hold as the end comes near"},
    {"strength", "British strength, less that of their enemies"},
    {"dead", "dead regular steps"},
    {"france", "France is in the war"},
    {"france_late", "France in the war as the end comes near"},
    {"ports", "American ports that the British hold"},
    {"economy", "how far the American economy has fallen"},
    {"flags", "colonies under British rule"},
    {"revolution", "it is the Revolution"},
    {"turns_left", "turns left"},
    {0},
};

static int strength(const eoe_state *s, int seat) {
    int sum = 0;
    EOE_EACH_PIECE(p, s) {
        if (s->piece[p].seat == seat) sum += eoe_power_of(s, p, true);
    }
    return sum;
}

/* Of all that is to be held, in hundredths. */
static int goals(const eoe_state *s) {
    const eoe_cast *c = eoe_cast_of(s);
    int balance = 0, all = 0;
    for (int i = 0; i < c->goal_count; i++) {
        const eoe_goal *g = &c->goal[i];
        all += g->worth[EOE_BRITISH] + g->worth[EOE_ALLIED];
        for (int seat = 0; seat < EOE_SEATS; seat++) {
            if (!eoe_controls(s, seat, g->hex)) continue;
            int worth = g->worth[EOE_BRITISH] + g->worth[EOE_ALLIED];
            balance += seat == EOE_BRITISH ? worth : -worth;
        }
    }
    return all ? 100 * balance / all : 0;
}

void eoe_consider(const void *state, int seat, int *value) {
    const eoe_state *s = state;
    (void)seat;
    int turns = eoe_rules(s)->last - eoe_rules(s)->first + 1,
        gone = s->base.turn - eoe_rules(s)->first;
    int late = 100 * gone / turns, balance = goals(s);
    int mine = strength(s, EOE_BRITISH), his = strength(s, EOE_ALLIED);
    bool politics = eoe_politics(s);
    *value++ = balance;
    *value++ = balance * late / 100;
    *value++ = 100 * (mine - his) / (mine + his + 1);
    *value++ = politics ? 100 * s->dead_steps / eoe.table.entry.north_steps : 0;
    *value++ = politics && s->french_entry;
    *value++ = politics && s->french_entry ? late : 0;
    *value++ = politics ? eoe_british_ports(s, false) : 0;
    *value++ = politics ? s->economy : 0;
    *value++ = politics ? __builtin_popcount(s->flags) : 0;
    *value++ = politics;
    *value++ = 100 - late;
}

int eoe_score(const void *state, int seat) {
    const eoe_state *s = state;
    if (s->reason) return s->winner == EOE_NONE ? 5000 : s->winner == seat ? 10000 : 0;
    int british = mk_judgement(&eoe_game, state, EOE_BRITISH);
    return seat == EOE_BRITISH ? british : 10000 - british;
}
