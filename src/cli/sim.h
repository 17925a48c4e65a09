/* sim.h - what many games played by bots came to. */
#ifndef SIM_H
#define SIM_H

#include "cli.h"

typedef struct {
    mk_outcome outcome;
    int32_t actions;
    int32_t turns;
} sim_game;

enum {
    SIM_REASONS = 32, /* the last row stands for all further ones */
    SIM_TURNS = 200,  /* who led is kept for so many */
    SIM_NOBODY =
        MK_MAX_SEATS, /* led when two stood equally well; won when the first place is shared */
    SIM_SIDES
};

/* Who stood best at the end of each turn, by the game's own score, in games that went on. */
typedef struct {
    long long led[SIM_TURNS][SIM_SIDES];
    long long held[SIM_TURNS]; /* … and he who led alone won alone */
} sim_leads;

/* A number of each game: actions, turns, a margin. */
typedef struct {
    const char *unit; /* "turns" */
    int32_t *value;   /* in the order of the games */
    int32_t *sorted;
    double mean;
} sim_measure;

typedef struct {
    const mk_game *game;
    const mk_setup *setup;
    const cli_players *players;
    int64_t seed;
    const sim_game *games; /* in order */
    const sim_leads *leads;
    int count;

    int64_t first[MK_MAX_SEATS];              /* games in which a seat alone came first */
    int64_t shared[MK_MAX_SEATS];             /* … in which it shared the first place */
    int64_t rank[MK_MAX_SEATS][MK_MAX_SEATS]; /* … in which it came first, second … */
    sim_measure actions, turns, margin[MK_MAX_SEATS];
    const char *reason[SIM_REASONS]; /* rule keys, the most frequent first; "": others */
    int64_t reason_games[SIM_REASONS];
    int64_t reason_won[SIM_REASONS][SIM_SIDES]; /* who came first by it */
    int reason_count;
} sim_report;

void sim_count(sim_report *); /* fills what is derived from the games */
void sim_free(sim_report *);  /* what sim_count took */
int32_t sim_quantile(const sim_report *, const sim_measure *, double share);
const char *sim_reason_title(const sim_report *, int reason);
int sim_winner(const sim_report *, int game); /* a seat, or SIM_NOBODY */
void sim_text(const sim_report *, FILE *);
void sim_csv(const sim_report *, mk_text *);
void sim_html(const sim_report *, mk_text *);

/* A page of the laboratory: its head with the style, and its end with what it was made by. */
void sim_page_begin(mk_text *, const char *title, const char *heading);
void sim_page_end(mk_text *, const mk_game *, int64_t seed);

/* Plots of sim_html, in sim_plots.c: HTML that grows and shrinks with the window; the labels are
 * text of its own size at every width. */
void sim_escaped(mk_text *, const char *);
void sim_number(mk_text *, long long); /* 12,345 */
void sim_histogram(mk_text *, const sim_report *, const sim_measure *);
void sim_lead_plot(mk_text *, const sim_report *, int turns);
void sim_held_plot(mk_text *, const sim_report *, int turns);

#endif
