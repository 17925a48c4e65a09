/* play.h - a game at this terminal: what its screen, its commands and its saved file share. */
#ifndef PLAY_H
#define PLAY_H

#include "cli.h"

typedef struct {
    const mk_game *game;
    mk_table *table;
    cli_players players; /* NULL: a human */
    mk_rng rng;          /* of the bots */
    mk_mind *mind[MK_MAX_SEATS];
    double think; /* seconds for a thought at most; 0: as the level has it */
    bool open;    /* humans who share the keyboard do not hide from each other */
    bool colours, utf8;

    /* What the human at the keyboard sees. */
    int seat; /* MK_EVERYTHING when the game is over */
    mk_view *board, *now;
    int told[MK_MAX_SEATS]; /* entries whose events this seat was told, plus 1 for the set-up */
    uint64_t *place_drawn;  /* a hash for each place: what the screen last said of it */
    uint64_t panel_drawn, cards_drawn, numbers_drawn;
    uint64_t way_drawn;         /* of a group on the move: where it is, what it reaches */
    char typed[2000], *pending; /* a line, and what of it is still to be done; "": nothing */
    char filter[200];           /* which actions are being listed… */
    int page;                   /* … and from which page on */

    /* The file that grows with the game (play_save.c). */
    char save[4096]; /* "": none */
    FILE *file;
    int saved;         /* entries in it */
    bool unsaved_work; /* a human did something; it counts where there is no file */

    int batch_from, batch_to; /* entries that one command made: undo takes them back together */
    int warned;               /* entries when the player was warned; 0: he was not */

    bool quit;
} play;

/* ---- Screen (play_screen.c, play_map.c) --------------------------------- */

typedef enum { INK_PLAIN, INK_STRONG, INK_QUIET, INK_NUMBER, INK_ERROR } ink;

const char *play_ink(const play *, ink);
const char *play_seat_ink(const play *, int seat); /* -1: nobody's */
void play_say(const play *, ink, const char *format, ...) __attribute__((format(printf, 3, 4)));
const char *play_dash(const play *);

void play_look(play *); /* fills the view of `seat` */
/* A field of a record, from what is now or from the board. NULL, missing: it has none. */
const char *play_str(const play *, const char *type, const char *key, const char *field);
long play_int(const play *, const char *type, const char *key, const char *field, long missing);
/* An id in words: the title of a seat, or itself with its underscores as spaces. */
void play_add_words(const play *, const char *id, mk_text *out);
bool play_has(const play *, const char *type); /* is there any record of this type now? */

/* A board where there is one, else the map; panels, cards on the table: all of it, what changed, or
 * nothing if nothing did. */
typedef enum { PLAY_ALL, PLAY_NEWS } play_extent;
void play_draw_situation(play *, play_extent);
void play_draw_prompt(play *);
void play_draw_numbers(const play *); /* of the game and of each seat */
void play_draw_line(const play *);
void play_draw_map(const play *);                            /* every place and its roads */
const char *play_find_place(const play *, const char *name); /* its id; NULL: there is none */
bool play_draw_place(const play *, const char *name);        /* one; false: there is none */
/* Every piece of this name, with all that is known of it (play_piece.c); false: there is none. */
typedef enum { PLAY_WHOLE_NAME, PLAY_BEGINNING } play_name_fit;
bool play_draw_pieces(const play *, const char *name, play_name_fit);
/* "Chadd's" and "chadds" are the beginning of "Chadds Ford" and chadds_ford. */
bool play_name_begins(const char *name, const char *typed, play_name_fit);
const char *play_place_name(const play *, const char *id);
int play_owner_of(const play *, const char *type, const char *key, const char *field);
/* Where pieces are; with PLAY_NEWS only places of which the screen said something else. */
void play_draw_summary(play *, play_extent);
void play_draw_panels(const play *);
bool play_has_board(const play *);  /* a panel that pieces stand on */
void play_draw_cards(const play *); /* those that lie open on the table: played, and next */
uint64_t play_hash(const play *, uint64_t hash, int record); /* of a record of the view */
void play_tell(play *); /* what happened that this seat was not told yet */
void play_draw_log(play *, int lines);
void play_draw_end(play *);

/* For each record of a type, of the board or of what is now. */
#define EACH_RECORD(r, view, wanted)                                                               \
    for (int r = 0; r < mk_view_count(view); r++)                                                  \
        if (strcmp(mk_view_type(view, r), wanted) == 0)

void play_draw_aims(const play *);  /* how each side wins, and how it stands (play_track.c) */
bool play_draw_track(const play *); /* the turns from now on; false: there is no track */

/* ---- Hex maps (play_hex.c) ---------------------------------------------- */

bool play_is_hex_map(const play *);
/* The hexes around a place, on so many lines; nothing where there are none. */
void play_draw_hexes(const play *, const char *middle, int lines);
void play_draw_legend(const play *);
const char *play_hex_of_interest(const play *); /* the group on the move, or a stack of one's own */
void play_draw_way(play *, play_extent);        /* around a group on the move: where it can go */
/* "go albany": step by step to a hex in reach. False: that is not what was typed. */
bool play_march_to(play *, const char *command);
/* The panel of the hex that a step leads to; -1: it is no step, or leads out of reach. */
int play_step_reach(const play *, int action);

/* ---- Lists of actions (play_actions.c) ---------------------------------- */

void play_list_actions(play *); /* those that the filter lets through, a page of them */
bool play_action_matches(const play *, int record, const char *words);
/* What an action meets: rivers and enemies on the way, the dice it needs. Nothing: "". */
void play_add_remark(const play *, int record, mk_text *out);
/* The text of action number `n` of the list; NULL: there is none. */
const char *play_action_numbered(const play *, long n);
int play_count_matching(const play *, const char *words);

/* ---- Typed lines (play_input.c) ----------------------------------------- */

void play_catch_signals(void);
bool play_interrupted(void);
/* False: the input ended, or a signal asks to leave. */
bool play_read_line(const play *, const char *prompt, char *line, size_t size);
/* Cuts the next of several commands, "take grant; go newark", off what was typed. */
char *play_next_command(play *);
/* What it means: an action that is done, or a command. */
void play_obey(play *, char *command);
void play_act(play *, mk_action);
void play_complain(play *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void play_bots(play *); /* their actions, up to the next human decision or the end */

/* ---- Several at once, and second thoughts (play_many.c) ------------------ */

/* "fire all", "deploy all left": the verb for everything that it can be done with. False: that is
 * not what was typed. */
bool play_act_on_all(play *, const char *line);
/* Is this the end of a phase in which pieces could still act? Says so, once. */
bool play_warns(play *, mk_action);

/* ---- The saved file (play_save.c) --------------------------------------- */

bool play_save_begin(play *, const char *file); /* from now on the game is saved there */
void play_save_entries(play *);                 /* appends what was done since */
void play_save_rewrite(play *);                 /* after an undo */
void play_save_end(play *);                     /* the closing line; the file is whole */

#endif
