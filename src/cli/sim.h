/* sim.h - what many games played by bots came to. */
#ifndef SIM_H
#define SIM_H

#include "cli.h"

typedef struct {
    mk_outcome outcome;
    int32_t actions;
    int32_t turns;
} sim_game;

enum { SIM_REASONS = 32 };

/* A row of numbers, sorted: actions per game, turns per game. */
typedef struct {
    const char *name;
    int32_t *value;
    double mean;
} sim_lengths;

typedef struct {
    const mk_game *game;
    const mk_setup *setup;
    const cli_players *players;
    int64_t seed;
    const sim_game *games; /* in order */
    int count;

    int64_t first[MK_MAX_SEATS];  /* games in which a seat alone came first */
    int64_t shared[MK_MAX_SEATS]; /* … in which it shared the first place */
    sim_lengths actions, turns;
    const char *reason[SIM_REASONS]; /* rule keys, the most frequent first */
    int64_t reason_games[SIM_REASONS];
    int64_t reason_first[SIM_REASONS][MK_MAX_SEATS]; /* who came first by it */
    int reason_count;
} sim_report;

void sim_count(sim_report *); /* fills what is derived from the games */
void sim_free(sim_report *);  /* what sim_count took */
int32_t sim_quantile(const sim_report *, const sim_lengths *, double share);
const char *sim_reason_title(const sim_report *, int reason);
void sim_text(const sim_report *, FILE *);
void sim_csv(const sim_report *, mk_text *);
void sim_html(const sim_report *, mk_text *);

#endif
