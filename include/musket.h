/* musket.h - the engine's face.
 *
 * The one header that games, bots, the server and foreign programs share. In it:
 *
 *   1. actions, errors, random numbers, frames: the small types
 *   2. mk_game: a game is a table of functions and rows over plain bytes
 *   3. the doors: mk_start, mk_do, mk_list, mk_legal, mk_view_build
 *   4. text: one printer and one parser of actions, events, properties
 *   5. views: what a seat may know, as records with stable keys
 *   6. tables: a game in progress (its journal, undo, saved positions, records)
 *   7. bots
 *
 * A state is `game->state_size` bytes, begins with an mk_base, holds no pointers
 * and owns nothing: copy it with memcpy, compare it with memcmp. Nothing here
 * keeps a reference to a state after the call returns. No function that lists or
 * applies actions allocates. All functions are reentrant once mk_open() returned;
 * different threads may work on different states.
 */
#ifndef MUSKET_H
#define MUSKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MK_VERSION "0.1.0"

enum {
    /* Fixed sizes. Reaching one is an error that is seen (mk_fault, mk_log.lost, a refusal by
     * mk_open), in every build: nothing is cut off in silence. */
    MK_MAX_ACTIONS = 4096, /* a legal list of so many is full: it may have fewer */
    MK_MAX_SEATS = 4,
    MK_MAX_FRAMES = 16, /* depth of nested decisions */
    MK_MAX_OPTIONS = 32,
    MK_MAX_STATE = 64 * 1024, /* bytes of any game's state */
    MK_EVENT_NUMBERS = 16,
    MK_MAX_TERMS = 32,  /* considerations of a game's judgement */
    MK_MAX_HABITS = 48, /* numbers of a side's rules of thumb */
    MK_KEY_BYTES = 32,
    MK_NAME = 64, /* longest name of a rule, space, unit, with its terminator */
};

/* Seats are numbered from 0. Where a seat is asked for, these stand for none and all. */
enum {
    MK_OVER = -1,       /* mk_seat(): nobody decides, the game has ended */
    MK_SPECTATOR = -1,  /* mk_view_build(): what everybody may know */
    MK_EVERYTHING = -2, /* mk_view_build(): the whole truth, for the time after the end */
};

/* ---- 1. Small types ----------------------------------------------------- */

/* One step of a game: a verb and up to three numbers, whose meaning the verb's row
 * in the game's table gives. Numbers that a verb does not use are 0. */
typedef struct {
    uint16_t verb;
    int16_t a, b, c;
} mk_action;

typedef struct {
    int count;
    int32_t fault; /* mk_fault, by mk_list: the list is not what it should be */
    mk_action list[MK_MAX_ACTIONS];
} mk_actions;

typedef enum {
    MK_OK = 0,
    MK_E_SEAT,      /* it is not this seat's decision */
    MK_E_ILLEGAL,   /* the rules forbid it; `rule` says which */
    MK_E_FINISHED,  /* the game is over */
    MK_E_SYNTAX,    /* text that is not understood */
    MK_E_NAME,      /* a name that does not exist */
    MK_E_GAME,      /* unknown game, scenario or option */
    MK_E_VERSION,   /* a format, rules or data version that cannot be read */
    MK_E_TRUNCATED, /* a file that stops before its end */
    MK_E_DIVERGED,  /* a replay that leads elsewhere than it did */
    MK_E_DATA,      /* a data pack that is malformed or contradicts itself */
    MK_E_IO,        /* the system refused: no such file, disk full */
    MK_E_VALUE,     /* a property value that cannot be */
    MK_E_FAULT,     /* a limit of the engine was reached: a fault of the game, not of its player */
} mk_code;

typedef struct {
    mk_code code;
    int line;           /* of the text that was read; 0: none */
    char file[200];     /* "" : none */
    char rule[MK_NAME]; /* rule key, "" : none */
    char text[400];     /* one sentence for people, without file and line; "…" where it is cut */
} mk_error;

/* Fills an error (which may be NULL) and returns false, so that a caller can return it. */
bool mk_fail(mk_error *, mk_code, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* "file:line: text (rule)" as far as known, into `out`. Returns out. */
char *mk_error_string(const mk_error *, char *out, size_t size);

/* The dice. ChaCha20 with its key, counter and current block: from the dice seen
 * nobody can work out the next ones. Results can be fed instead, for tests and scripts. */
typedef enum { MK_DICE_RANDOM = 0, MK_DICE_FED } mk_dice_mode;
typedef enum { MK_FED_FINE = 0, MK_FED_TOO_FEW, MK_FED_OUT_OF_RANGE } mk_fed_fault;

typedef struct {
    uint32_t key[8];
    uint64_t counter; /* number of the next block */
    uint8_t block[64];
    uint8_t used; /* bytes of the block already given out; 64: none left */
    uint8_t mode; /* mk_dice_mode */
    uint8_t fed_count, fed_next;
    uint8_t fault; /* mk_fed_fault: the first thing that went wrong */
    uint8_t fed[91];
} mk_rng;

void mk_chacha20_block(const uint32_t key[8], uint32_t counter, const uint32_t nonce[3],
                       uint8_t out[64]);   /* RFC 8439, 2.3 */
void mk_rng_seed(mk_rng *, uint64_t seed); /* the key that `--seed N` stands for */
void mk_rng_key(mk_rng *, const uint8_t key[MK_KEY_BYTES]);
void mk_rng_get_key(const mk_rng *, uint8_t key[MK_KEY_BYTES]);
uint32_t mk_below(mk_rng *,
                  uint32_t n);   /* uniform in 0..n-1, never fed; for shuffles and choices */
int mk_die(mk_rng *, int sides); /* uniform in 1..sides (at most 100), or the next fed result */
bool mk_feed(mk_rng *, const int *results, int count, mk_error *); /* replaces what was fed */
void mk_feed_end(mk_rng *);                                        /* back to random dice */

/* Parts of a state are assigned as a whole, and what such an assignment leaves in padding is
 * anybody's guess; but equal states must be equal bytes. So their types stand between these two:
 * the compiler refuses padding there. Wide members come first, `unused` bytes fill the end. */
#define MK_FLAT _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wpadded\"")
#define MK_FLAT_END _Pragma("GCC diagnostic pop")

MK_FLAT

/* What is going on: a frame for each decision or procedure that waits for the one above it. */
typedef struct {
    uint8_t phase; /* row of the game's phase table */
    int8_t seat;   /* who decides; of a procedure, whose it is, or -1 */
    int16_t a, b, c;
    int16_t result; /* what the frame that was popped above it last handed down */
} mk_frame;

MK_FLAT_END

/* A limit that was reached, or a game that cannot go on. It is always a fault of the game's code.
 * mk_do refuses the action that leads there. After mk_apply the first fault stays in the state: it
 * is over, and mk_check fails from then on. */
typedef enum {
    MK_NO_FAULT = 0,
    MK_FAULT_FRAMES,  /* frames nested deeper than MK_MAX_FRAMES, or popped when there was none */
    MK_FAULT_STEPS,   /* procedures that go on without end */
    MK_FAULT_ACTIONS, /* a legal list that is full */
    MK_FAULT_STUCK,   /* a decision without a legal action */
    MK_FAULTS
} mk_fault;

const char *mk_fault_text(mk_fault); /* a sentence's end: "nothing is legal …" */

/* Every state begins with this. */
typedef struct {
    mk_rng rng;
    mk_frame frame[MK_MAX_FRAMES];
    uint8_t depth; /* frames in use; 0: the game is over */
    uint8_t scenario;
    uint8_t nonplayers; /* bit per seat: played by the rulebook's non-player */
    uint8_t option[MK_MAX_OPTIONS];
    uint8_t fault; /* mk_fault */
    uint16_t turn; /* counts up at each turn end: there the journal checks itself */
} mk_base;

mk_frame *mk_push(mk_base *, int phase, int seat);
void mk_pop(mk_base *);
void mk_pop_with(mk_base *, int result); /* hands a result to the frame beneath, if there is one */
/* Without a frame it is the empty first one, so that a fault never leads out of the state. */
static inline mk_frame *mk_top(mk_base *b) { return &b->frame[b->depth ? b->depth - 1 : 0]; }
static inline const mk_frame *mk_top_const(const mk_base *b) {
    return &b->frame[b->depth ? b->depth - 1 : 0];
}

/* ---- What happened ------------------------------------------------------ */

/* Who reads an event: a bit for each seat, the highest for spectators. What not all may know is
 * logged twice: in full for its audience, redacted for the others. An event without an audience
 * is read by nobody and only counted by the fuzzer. */
enum { MK_EVERYONE = 0xff, MK_WATCHERS = 0x80 };
#define MK_ONLY(seat) ((uint8_t)(1u << (seat)))
#define MK_BUT(seat) ((uint8_t)(MK_EVERYONE & ~(1u << (seat))))

/* Undo stops where chance or hidden knowledge entered. */
enum { MK_ROLLED = 1, MK_REVEALED = 2 };

typedef struct {
    uint16_t kind; /* row of the game's event table */
    int8_t seat;   /* whose doing; -1: nobody's */
    uint8_t audience;
    uint8_t flags; /* MK_ROLLED, MK_REVEALED */
    uint8_t count;
    int16_t n[MK_EVENT_NUMBERS];
} mk_event;

typedef struct {
    mk_event *event; /* room for `max` events; NULL: only flags are kept */
    int count, max;
    int lost;      /* events since mk_log_clear that found no room */
    uint8_t flags; /* of all events since mk_log_clear */
    bool grows;    /* more room is made when it is needed: nothing is lost */
} mk_log;

void mk_log_init(mk_log *, mk_event *room, int max);
/* A log that grows, so that it keeps all events of any action. Ends with mk_log_free. */
void mk_log_grow(mk_log *);
void mk_log_free(mk_log *);
void mk_log_clear(mk_log *);
/* Forgets what was added since `before` was copied from this log. A log that grew keeps its room.
 */
void mk_log_back_to(mk_log *, const mk_log *before);
/* Adds an event with up to MK_EVENT_NUMBERS numbers. A NULL log is allowed and ignored. */
void mk_log_event_n(mk_log *, int kind, int seat, uint8_t audience, uint8_t flags, int count,
                    const int16_t *numbers);
#define mk_log_event(log, kind, seat, audience, flags, ...)                                        \
    do {                                                                                           \
        if (log) {                                                                                 \
            const int16_t mk_numbers_[] = {0, ##__VA_ARGS__};                                      \
            _Static_assert(sizeof mk_numbers_ / sizeof *mk_numbers_ - 1 <= MK_EVENT_NUMBERS,       \
                           "an event has no room for so many numbers");                            \
            mk_log_event_n(log, kind, seat, audience, flags,                                       \
                           (int)(sizeof mk_numbers_ / sizeof *mk_numbers_) - 1, mk_numbers_ + 1);  \
        }                                                                                          \
    } while (0)

/* ---- 2. A game ---------------------------------------------------------- */

typedef struct mk_game mk_game;
typedef struct mk_view mk_view;

typedef struct {
    const char *id;    /* "chadds_ford" */
    const char *label; /* "Chadds Ford"; NULL: same as id */
    const char *one;   /* the label of a single one, "Tory" for "Tories"; NULL: the same */
} mk_name;

/* A closed set of named things: spaces, units, cards, positions. Values are 0..count-1.
 * Row 0 of a game's table of kinds is no kind: "plain number" for values.
 *
 * Names are rows of mk_name, in the code or in the game's own tables that `load` fills:
 *
 *     {"side", MK_NAMES(sides)},                                      static const mk_name sides[]
 *     {"space", MK_NAMES_IN(xyz.space, name), .loaded = &xyz.spaces}, each row has an mk_name name
 *     {"count", .many = 16},                                          plain numbers 0..15
 *
 * or, where they are put together, functions. */
typedef struct {
    const char *name;          /* "space" */
    int (*count)(void);        /* how many there are in the data */
    const char *(*id)(int);    /* NULL, and no names: they are plain numbers */
    const char *(*label)(int); /* NULL: same as id */
    const char *(*one)(int);   /* NULL: same as label */
    const mk_name *names;      /* of the first row */
    size_t stride;             /* bytes from one row's to the next one's */
    int many;                  /* how many there are, */
    const int *loaded;         /* or where the data says how many */
} mk_kind;

#define MK_NAMES(rows)                                                                             \
    .names = (rows), .stride = sizeof(mk_name), .many = (int)(sizeof(rows) / sizeof(mk_name))
#define MK_NAMES_IN(rows, member) .names = &(rows)[0].member, .stride = sizeof(rows)[0]

/* Templates: {0}, {1}… a number by its kind, {0+} with its sign, {0..} all from there on, {seat}
 * the seat's title; {1!} the label of a single one, {1:0} that if number 0 is 1.
 *
 * Words are chosen by a number: {0?goes|go} whether it is 1, {0?no loss|a loss|{0} losses} whether
 * it is 0, 1 or another, {0&, surprised} unless it is 0, {0~, surprise } unless it is 0 and with
 * it. All but those of ~ may have fields in them. A sentence is given a capital letter. */
typedef struct {
    const char *name;  /* "march": lower case, digits, _ */
    uint8_t kind[3];   /* kinds of a, b, c; 0: not used */
    const char *label; /* "March {0} to {1}" */
} mk_verb;

typedef struct {
    const char *name;
    const char *text; /* "{seat} marches {0} from {1} to {2}" */
    uint8_t kind[MK_EVENT_NUMBERS];
    uint8_t by; /* the fuzzer counts it by the value of this number, from 1; 0: only as a whole */
    /* Why such a value need not come in random play: it cannot, or hardly. NULL: it should. */
    const char *(*excuse)(int value);
} mk_event_kind;

/* The verbs of a phase: MK_VERBS(XYZ_V_MARCH, XYZ_V_HALT). */
#define MK_VERBS(...) ((const uint8_t[]){__VA_ARGS__, 0})

/* A row either decides or goes on by itself.
 *
 * A decision has `list`, `why_not` and `apply`. A procedure has `step` instead: the core calls it
 * whenever its frame is on top, after a set-up, a resume point and each `apply`, until a decision
 * is on top or the game is over. Each step must bring things forward: it changes the state, pushes
 * what comes next, or pops itself. What a frame above handed down is in its frame's `result`.
 *
 * `list` offers exactly the actions for which `why_not` is NULL; the
 * tests hold both against each other. Both are called only with this phase on top, `why_not`
 * and `apply` only with a verb of this phase and numbers that exist in their kinds. */
typedef struct {
    const char *name;     /* "retreat_choose_space" */
    const char *prompt;   /* template over the frame's a, b, c (kinds below) and {seat} */
    const char *rule;     /* key of the rule that asks for this decision */
    uint8_t kind[3];      /* kinds of the frame's a, b, c in the prompt */
    const uint8_t *verbs; /* MK_VERBS: as many as there are, then 0; NULL: none */
    void (*list)(const void *state, mk_actions *out);
    const char *(*why_not)(const void *state, mk_action); /* key of the rule that forbids it */
    void (*apply)(void *state, mk_action, mk_log *);
    void (*step)(void *state, mk_log *); /* instead of the three above */
    bool inner; /* a step within the decision beneath: the other seats see that one */
    const char *(*rule_of)(
        const void *state); /* instead of `rule`, if that depends on who decides */
    bool arranges; /* pieces are only arranged: a player may ask the machine how it would do it */
} mk_phase;

/* Adds a legal action. A list that is full stays full, which mk_list reports as a fault. */
static inline void mk_offer(mk_actions *out, int verb, int a, int b, int c) {
    if (out->count >= MK_MAX_ACTIONS) return;
    out->list[out->count++] = (mk_action){(uint16_t)verb, (int16_t)a, (int16_t)b, (int16_t)c};
}

/* Adds `n` actions at once, which the caller writes where this points: for long lists. NULL: there
 * is no room, and the list is full. */
static inline mk_action *mk_offer_many(mk_actions *out, int n) {
    mk_action *first = out->list + out->count;
    if (out->count > MK_MAX_ACTIONS - n) {
        out->count = MK_MAX_ACTIONS;
        return NULL;
    }
    out->count += n;
    return first;
}

/* A field of the state that is a property: where it is, how wide, what it may be. */
typedef struct {
    uint32_t offset; /* of the only one, or of the first subject's */
    uint32_t stride; /* bytes from one subject's to the next one's */
    uint8_t width;   /* 1, 2 or 4 bytes; 0: there is no field */
    bool is_signed;
    bool is_bit; /* the subject's number is that of a bit, from `offset` on */
    int32_t min, max;
} mk_field;

/* `.field = MK_FIELD(xyz_state, points, 0, 12)`: a field of the state, set to 0 to 12.
 * `.field = MK_EACH(xyz_state, stack, .regulars, 0, 99)`: stack[subject].regulars.
 * `.field = MK_BIT_EACH(xyz_state, moved)`: bit `subject` of a set.
 * The range of a named value is 0 or -1 (none) to MK_ANY; an unsigned field keeps none as its
 * largest value. MK_DERIVED in place of the range: it is not set. */
#define MK_ANY INT32_MAX
#define MK_DERIVED 0, -1
#define MK_FIELD(type, member, ...) MK_FIELD_(type, member, 0, __VA_ARGS__)
#define MK_EACH(type, array, member, ...)                                                          \
    MK_FIELD_(type, array[0] member, sizeof(((type *)0)->array[0]), __VA_ARGS__)
#define MK_BIT_EACH(type, member)                                                                  \
    { .offset = offsetof(type, member), .width = 1, .is_bit = true, .max = 1 }
#define MK_FIELD_(type, member, step, ...)                                                         \
    MK_FIELD__(offsetof(type, member), step, ((type *)0)->member, __VA_ARGS__)
#define MK_FIELD__(at, step, element, least, most)                                                 \
    {                                                                                              \
        .offset = (at), .stride = (step), .width = sizeof(element),                                \
        .is_signed = (__typeof__(element))-1 < 1, .min = (least), .max = (most)                    \
    }

/* Facts by name, for scripts, tests and portable positions. A row without a subject is one
 * property ("turn"); with one, a property of each ("howe.at": name "at", subject "unit").
 * What can be set is the whole position; what cannot is derived from it. A value of -1 in a
 * named kind is "none". A list row has get_list (and set_list) instead of get (and set). A row
 * with a field needs no functions; a setter that it has nevertheless counts.
 *
 * Dumps, positions and hashes leave out what is 0, none or an empty list. */
typedef struct {
    const char *name;
    uint8_t subject; /* kind; 0: none */
    uint8_t value;   /* kind; 0: plain number */
    int (*get)(const void *state, int subject);
    bool (*set)(void *state, int subject, int value, mk_error *);
    bool (*hidden)(const void *state, int subject, int seat); /* NULL: everyone may know it */
    /* Returns how many there are; writes at most `max` of them. */
    int (*get_list)(const void *state, int subject, int16_t *out, int max);
    bool (*set_list)(void *state, int subject, const int16_t *values, int count, mk_error *);
    mk_field field;
} mk_property;

/* Where a position can be put down and taken up again. `open` discards the frames and goes
 * on from there (dice that come before the next decision are thrown). `at` is NULL for
 * points that a game passes without a decision: they can be opened, never be rested at. */
typedef struct {
    const char *name;
    void (*open)(void *state, mk_log *);
    bool (*at)(const void *state);
} mk_resume_point;

typedef struct {
    const char *id, *title, *summary; /* "patriot", "Patriots": sentences say "Patriots attack" */
    const char *wins;                 /* how it wins, in a sentence; NULL: not said */
} mk_seat_name;

typedef struct {
    const char *id, *title, *summary;
    const char *years, *hours; /* that it is about; that it usually takes. NULL: not known */
    int turns;                 /* at most, 0: not known */
    const char *turn_name;     /* "campaigns", if they are not called turns */
    bool draft;                /* not whole yet: offered to users with --drafts only */
} mk_scenario;

typedef struct {
    const char *id, *title, *summary;
    const char *const *values; /* names, NULL-terminated; the first is the default */
} mk_option;

typedef struct {
    uint8_t scenario;
    uint8_t nonplayers;
    uint8_t option[MK_MAX_OPTIONS];
    uint8_t key[MK_KEY_BYTES];
} mk_setup;

typedef struct {
    int8_t rank[MK_MAX_SEATS];    /* 1 is first; equal ranks share it */
    int32_t margin[MK_MAX_SEATS]; /* in the game's own measure */
    const char *reason;           /* rule key */
} mk_outcome;

/* ---- The course of a game ---- */

/* A line of a chart: a property by its whole name ("british.total_sp"), turn by turn. */
typedef struct {
    const char *chart; /* its heading; the lines of a chart stand behind each other */
    const char *label, *property;
    int seat; /* whose line it is; -1: nobody's */
} mk_series;

/* What happened, as a game's `chronicle` tells it while core walks a journal (mk_course_write). */
typedef struct mk_course mk_course;

/* A throw: what it brought, and what such a throw brings on average, with its variance. */
typedef struct {
    int dice, got;
    double expected, variance;
} mk_throw;

/* Dice that each bring one with `faces` of their `sides`. */
mk_throw mk_throw_hits(int dice, int got, int faces, int sides);
/* A moment to jump to: "turn", "card", "winter"; its words are those of the event. */
void mk_course_moment(mk_course *, const char *kind);
/* A battle begins. All losses are its own until it is over or another one begins. */
void mk_course_battle(mk_course *, int attacker, int kind_of_place, int place);
void mk_course_won(mk_course *, int winner);
void mk_course_battle_over(mk_course *);
bool mk_course_fighting(const mk_course *);
void mk_course_loss(mk_course *, int seat, int count);
/* `what` the dice bring ("hits"); `who` threw, if not the seat alone (NULL). Both are literals. */
void mk_course_dice(mk_course *, int seat, const char *who, const char *what, mk_throw);
/* Are both twins of a redacted event heard? Then the redacted one is nothing new. */
bool mk_course_sees_all(const mk_course *);

/* ---- Battles ---- */

/* How the odds of a battle are found: play goes on from the decision to attack until the frame of
 * the battle is popped, and `chronicle` says who won and what was lost. */
typedef struct {
    uint8_t place;         /* kind of the places where battles are */
    const char *unit;      /* what is lost: "SP" */
    const uint8_t *phases; /* MK_VERBS of phases: a frame of these is a battle, its `a` the place */
    const uint8_t *closing; /* verbs that end what was begun before the battle comes; NULL: none */
    /* The place of a battle that an action leads to; -1: none, or one that is going on already. */
    int (*at)(const void *state, mk_action);
} mk_battles;

/* ---- Judgement ---- */

/* What the machine looks at to judge a position. Its weight stands in <id>/judgement.json, in
 * millionths per unit of the value; `musket tune` fits the weights. Row 0 is the constant. */
typedef struct {
    const char *name, *title; /* "strength", "strength points above defeat" */
} mk_term;

/* A number that a side's rules of thumb (`weigh`) go by: how bold it is, what it guards. Sides may
 * have other habits; they stand in <id>/judgement.json, and `musket tune --habits` finds better
 * ones. */
typedef struct {
    const char *name, *title; /* "danger", "per cent: a weakness that the enemy will find" */
    int32_t least, most;      /* that the game can reckon with */
    uint8_t seats;            /* whose it is, a bit for each; 0: everyone's */
} mk_habit;

struct mk_game {
    const char *id, *title;
    bool draft; /* in the making: found by its id, but not among the games that are offered */
    int rules_version; /* a change that makes an old journal replay differently raises it */
    size_t state_size;

    /* Tables that end with a row whose first field is NULL. */
    const mk_seat_name *seats;
    const mk_scenario *scenarios;
    const mk_option *options;
    const mk_kind *kinds;        /* row 0: none */
    const mk_verb *verbs;        /* row 0: none */
    const mk_phase *phases;      /* row 0: none */
    const mk_event_kind *events; /* row 0: none */
    const mk_property *properties;
    const mk_resume_point *resume_points;
    const char *const
        *files; /* its data files, "p77/map.json" …; the rules list is not among them */
    const char *turn_unit;   /* what a turn of the base is called: "turns", "cards" */
    const char *margin_unit; /* what the margins of an outcome count */
    int seat_count;
    int kind_count, verb_count, phase_count; /* rows, with row 0, without the last */

    bool (*load)(mk_error *); /* reads the files once into the game's own tables */
    void (*setup)(void *state, const mk_setup *, mk_log *); /* state is zeroed, base is filled */
    void (*settle)(void *state); /* recompute what is derived, after properties were set */
    void (*outcome)(const void *state, mk_outcome *);
    void (*board)(mk_view *); /* what never changes: the map, the pieces */
    void (*view)(const void *state, int seat, mk_view *); /* what `seat` may know */
    void (*determinize)(void *state, int seat,
                        mk_rng *); /* a new deal of what `seat` cannot know */
    bool (*check)(const void *state, char *why, size_t size); /* invariants */
    int (*score)(const void *state, int seat);                /* 0..10000: how well it stands */
    /* How much an action serves the seat that decides, for the greedy bot; may be NULL, then
     * the score after it counts. Sees a determinized state. */
    int (*weigh)(const void *state, mk_action);
    /* Called before the actions of a decision are weighed, one after the other and on the same
     * thread: what `weigh` finds out for one it may keep for the others. NULL: it keeps nothing. */
    void (*weigh_begin)(const void *state);
    /* The terms of its judgement, if `score` asks mk_judgement; NULL: it does not. */
    const mk_term *terms;                                       /* ends with a row without a name */
    void (*consider)(const void *state, int seat, int *values); /* one for each but row 0 */
    /* The habits of its rules of thumb, and where they are kept: a row of int32_t for each seat, in
     * this order, those that are not the seat's 0. NULL: it has none. */
    const mk_habit *habits; /* ends with a row without a name */
    int32_t *habit;
    /* Phases that only carry out what was decided before (who fires first, who takes the loss): a
     * search leaves them to `weigh`. MK_VERBS of phases; NULL: there are none. */
    const uint8_t *details;
    /* What stands in for the decision on top, its verbs and functions: for seats whose actions the
     * rules prescribe. NULL, or returns NULL: nothing does. Prompt and name stay those of the
     * decision. */
    const mk_phase *(*nonplayer_phase)(const void *state);
    /* What such instructions would have the seat that decides do up to the end of its turn, as a
     * player's actions, at most `room`; returns how many. They are where a search begins, and may
     * not all be legal for a player. Its chance is the state's. NULL: no advice. */
    int (*advise)(const void *state, mk_action *out, int room);
    const mk_series *series; /* ends with a row without chart; NULL: no charts */
    void (*chronicle)(mk_course *, const mk_event *); /* NULL: nothing to tell */
    const mk_battles *battles;                        /* NULL: nothing to say before one */
    /* The text of a rule that stands in other data (mk_rule.from); NULL: there are none. */
    void (*rule_words)(const char *key, char *out, size_t size);
    uint8_t followed; /* a kind: events that begin with one say which rule was followed, and
                       * `musket sim --coverage` counts them; 0: there are none */
    /* The lead over the next best margin with which one is clearly first. A search whose playouts
     * go on to the end then strives for a lead, not for the first place alone. 0: it does not. */
    int clear_lead;
};

/* ---- 3. The doors ------------------------------------------------------- */

/* Loads every game's data: from `data_dir` where it has a folder of that game, else from what
 * is inside the binary. Call once, before anything else. */
bool mk_open(const char *data_dir, mk_error *);
/* The same, but what is inside the binary is loaded when a game is first asked for, by whichever
 * thread: for servers. What `data_dir` has is loaded at once, so that a mistake in it is told. */
bool mk_open_later(const char *data_dir, mk_error *);
int mk_game_count(void);    /* without drafts */
void mk_offer_drafts(void); /* they count as the others do: for tests, before games are opened */
void mk_hide_drafts(void);  /* from now on none is found: for servers, before threads begin */
bool mk_scenario_offered(const mk_scenario *); /* is it on the lists? Drafts as above */
bool mk_scenario_hidden(const mk_scenario *);
const mk_game *mk_game_at(int index);           /* perhaps not loaded yet, after mk_open_later */
const mk_game *mk_find_game(const char *id);    /* NULL: there is none, or its data are damaged */
const mk_game *mk_peek_game(const char *id);    /* not loaded for that: its own tables only */
bool mk_open_game(const mk_game *, mk_error *); /* now, if it is not */
uint64_t mk_data_hash(const mk_game *);         /* of the data files in use */

/* Fills a set-up with the defaults of a scenario (NULL: the first). */
bool mk_setup_init(const mk_game *, mk_setup *, const char *scenario, mk_error *);
bool mk_setup_option(const mk_game *, mk_setup *, const char *name, const char *value, mk_error *);
void mk_setup_seed(mk_setup *, uint64_t seed);

void mk_start(const mk_game *, void *state, const mk_setup *, mk_log *);
int mk_seat(const mk_game *, const void *state);                 /* who decides, or MK_OVER */
const mk_phase *mk_phase_of(const mk_game *, const void *state); /* NULL when over */
/* The decision that a seat sees: the top one, or for those who do not decide the one
 * beneath its inner steps. NULL when over. */
const mk_frame *mk_frame_seen(const mk_game *, const void *state, int seat);
/* All legal actions; none when the game is over. False: the list is full, or nobody can go on
 * (out->fault). No state that mk_do leads to has such a list. */
bool mk_list(const mk_game *, const void *state, mk_actions *out);
bool mk_legal(const mk_game *, const void *state, mk_action);
/* The key of the rule, or of its condition, that forbids an action now; NULL if it is legal. */
const char *mk_why_not(const mk_game *, const void *state, mk_action);
/* The same as far as a seat can know: asked of a copy in which all that is hidden from it is dealt
 * again, so that no reason tells where something hidden is. */
const char *mk_why_not_known(const mk_game *, const void *state, int seat, mk_action, mk_rng *);
/* Only for what mk_list offered: asserts, does not ask. */
void mk_apply(const mk_game *, void *state, mk_action, mk_log *);
/* Lets procedures go on until somebody must decide or the game is over. The doors here do it by
 * themselves; for games that apply actions on their own. */
void mk_run_steps(const mk_game *, void *state, mk_log *);

/* The one door for everything outside a game: checks seat and legality, refuses with a
 * reason and changes nothing, or applies. An action after which the game could not go on is
 * refused as well (MK_E_FAULT): a mistake in a game's code never costs a table. */
bool mk_do(const mk_game *, void *state, int seat, mk_action, mk_log *, mk_error *);

/* Does all hold that must hold of a state: no limit was reached, frames and set-up make sense, the
 * game's own invariants, and the decision on top has legal actions? If not, `why` is a sentence's
 * end. */
bool mk_check(const mk_game *, const void *state, char *why, size_t size);

/* How likely a seat is to win, by the weighted sum of the game's terms: 1 to 9999 of 10000. */
int mk_judgement(const mk_game *, const void *state, int seat);
/* What each term says now, in millionths: positive is good for the seat. Returns how many. */
int mk_judgement_terms(const mk_game *, const void *state, int seat, int64_t out[MK_MAX_TERMS]);
/* The weights, to read and, for `musket tune`, to change. NULL: the game has no terms. */
int32_t *mk_judgement_weights(const mk_game *);
/* How many habits a game has, and whether one is a seat's. */
int mk_habit_count(const mk_game *);
bool mk_has_habit(const mk_game *, int seat, int habit);

/* ---- 4. Text ------------------------------------------------------------ */

/* A growing piece of text. Zero it before use; mk_text_free when done. */
typedef struct {
    char *p; /* always terminated; NULL while empty */
    size_t n, room;
} mk_text;

void mk_text_add(mk_text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void mk_text_bytes(mk_text *, const char *bytes, size_t n);
void mk_text_json(mk_text *, const char *s); /* as a quoted JSON string */
void mk_text_clear(mk_text *);
void mk_text_free(mk_text *);

const char *mk_id(const mk_game *, int kind,
                  int value); /* "chadds_ford"; "none"; NULL if out of range */
const char *mk_label(const mk_game *, int kind, int value); /* "Chadds Ford" */
int mk_kind_count(const mk_game *, int kind);               /* how many values it has */
int mk_find(const mk_game *, int kind, const char *id);     /* -1: there is none */
int mk_find_seat(const mk_game *, const char *id);          /* -1: there is none */
int mk_find_verb(const mk_game *, const char *name);        /* 0: there is none */

/* "march h_donop newark": strict, the form of journals, scripts and the protocol. */
size_t mk_print_action(const mk_game *, mk_action, char *out, size_t size);
bool mk_parse_action(const mk_game *, const char *text, mk_action *, mk_error *);
/* The same for a hand at the keyboard: any case, labels as well as ids, unambiguous beginnings
 * of words; only what is legal in `state` is considered. */
bool mk_guess_action(const mk_game *, const void *state, const char *text, mk_action *, mk_error *);

/* For people. With `marks`, names are wrapped as [kind:id|Label], so that a page can link them. */
typedef enum { MK_PLAIN, MK_MARKS } mk_markup;
void mk_action_label(const mk_game *, mk_action, mk_markup, mk_text *);
void mk_event_text(const mk_game *, const mk_event *, mk_markup, mk_text *);
/* What the game waits for, as far as a seat may know it. */
void mk_prompt_text(const mk_game *, const void *state, int seat, mk_markup, mk_text *);
bool mk_event_seen(const mk_event *, int seat); /* MK_SPECTATOR, MK_EVERYTHING allowed */

/* The rules of a game, from its rules.txt, in the order of that list. A reason why something is
 * forbidden is the key of a rule, or of a condition of one ("lod.3.2.1:fort_cubes"). */
typedef struct {
    const char *key, *title; /* a condition's title says what is wrong, as a sentence */
    const char *text;        /* what it says, in our own words; NULL: none */
    const char *from;        /* the data file that has the text instead (mk_rule_words); NULL */
    const char *where;       /* in the rulebook, if the key does not say; NULL */
    const char *of;          /* of a condition: the key of its rule; NULL: it is a rule */
} mk_rule;

int mk_rule_count(const mk_game *);
const mk_rule *mk_rule_at(const mk_game *, int index);
const mk_rule *mk_find_rule(const mk_game *, const char *key);
const char *mk_rule_title(const mk_game *, const char *key);     /* NULL: unknown */
void mk_rule_words(const mk_game *, const mk_rule *, mk_text *); /* its text, wherever that is */

/* Properties by name. `mk_get` prints into out ("12", "newark", "3,5,8"); with a seat (not
 * MK_EVERYTHING) it prints "hidden" for what that seat may not know. */
bool mk_get(const mk_game *, const void *state, int seat, const char *name, char *out, size_t size,
            mk_error *);
/* One line of a script: "howe.at=newark ap=3 phase=movement". All or nothing; then derived
 * values are recomputed, check runs, and a resume point named by phase= is opened. */
bool mk_set(const mk_game *, void *state, const char *assignments, mk_log *, mk_error *);
/* A line for each property that is not 0, none or empty: those that can be set; the derived ones,
 * too; or all, whatever they are. */
typedef enum { MK_DUMP_SETTABLE, MK_DUMP_ALL, MK_DUMP_WHOLE } mk_dump_what;
void mk_dump(const mk_game *, const void *state, int seat, mk_dump_what, mk_text *);
uint64_t mk_hash(const mk_game *,
                 const void *state); /* of the settable dump: same on every machine */
const char *mk_resume_point_at(const mk_game *,
                               const void *state); /* name, or NULL between resume points */

/* ---- 5. Views ----------------------------------------------------------- */

/* A view is a list of records: a type, a key that stays the same from view to view, fields.
 * docs/views.md has the schema. Games call mk_rec, then mk_rec_int and mk_rec_str.
 * Types and names of fields are literals, plain words that JSON need not escape; they are not
 * copied, and outlive the view. So do keys and values that are literals or names of the data: for
 * them mk_rec_static and mk_rec_name do the same as mk_rec and mk_rec_str without a copy. */
mk_view *mk_view_new(void);
void mk_view_free(mk_view *);
void mk_view_clear(mk_view *);
void mk_rec(mk_view *, const char *type, const char *key); /* the key is copied */
void mk_rec_static(mk_view *, const char *type, const char *key);
void mk_rec_part(mk_view *, const char *type, const char *whole, const char *part); /* whole.part */
void mk_rec_int(mk_view *, const char *field, long value);
void mk_rec_name(mk_view *, const char *field, const char *value); /* NULL: left out */
/* So many alike pieces: `name`, of a single one (NULL: the same) or of several, and `count`. */
void mk_rec_count(mk_view *, const char *one, const char *several, long count);
void mk_rec_str(mk_view *, const char *field, const char *value); /* copied; NULL: left out */

int mk_view_count(const mk_view *);
const char *mk_view_type(const mk_view *, int record);
const char *mk_view_key(const mk_view *, int record);
int mk_view_find(const mk_view *, const char *type, const char *key); /* -1: not there */
long mk_view_int(const mk_view *, int record, const char *field, long missing);
const char *mk_view_str(const mk_view *, int record, const char *field); /* NULL: missing */
const char *mk_view_field(const mk_view *, int record, int index); /* its name; NULL: no more */

/* Everything a seat sees: the game's view, then what core adds: the prompt, the legal actions
 * if it is this seat's decision, the outcome at the end. */
void mk_view_build(const mk_game *, const void *state, int seat, mk_view *);
void mk_view_board(const mk_game *, mk_view *);
/* {"place:newark":{…},…}: whole, or only what differs (a key that is gone: null). */
void mk_view_json(const mk_view *, mk_text *);
void mk_view_delta(const mk_view *before, const mk_view *after, mk_text *);
/* The delta of what a seat sees from one state to another, without writing what both have in
 * common. An mk_delta is the memory for it: keep one to write many. */
typedef struct mk_delta mk_delta;
mk_delta *mk_delta_new(void);
void mk_delta_free(mk_delta *);
void mk_delta_build(mk_delta *, const mk_game *, const void *before, const void *after, int seat,
                    mk_text *out);

/* ---- 6. A table: a game in progress ------------------------------------- */

/* The journal and what it leads to. Everything but the set-up and the actions is derived. */
typedef struct mk_table mk_table;

typedef struct {
    int8_t seat;
    uint8_t flags;    /* MK_ROLLED, MK_REVEALED: undo stops behind it */
    mk_action action; /* verb 0: an undo by consent, back to the `undo_to` first entries */
    int32_t undo_to;
} mk_journal_entry;

mk_table *mk_table_new(const mk_game *, const mk_setup *);
void mk_table_free(mk_table *);
const mk_game *mk_table_game(const mk_table *);
const mk_setup *mk_table_setup(const mk_table *);
const void *mk_table_state(const mk_table *);
int mk_table_count(const mk_table *); /* entries of the journal */
const mk_journal_entry *mk_table_entry(const mk_table *, int index);
/* What happened at entry `index`, or at the set-up (-1). Valid until the next call. */
const mk_event *mk_table_events(const mk_table *, int index, int *count);

bool mk_table_do(mk_table *, int seat, mk_action, mk_error *);
/* How many of its own last actions a seat may take back by itself: back to the last dice,
 * the last reveal, or another seat's action. */
int mk_table_may_undo(const mk_table *, int seat);
bool mk_table_undo(mk_table *, int seat, mk_error *); /* one action; it leaves the journal */
/* Back to the first `count` entries by consent of all: a line in the journal. The position
 * goes back, the generator does not. */
bool mk_table_undo_to(mk_table *, int count, mk_error *);
/* The state after the first `count` entries, into `state` (game->state_size bytes). */
void mk_table_state_at(const mk_table *, int count, void *state);

/* Journals: text, whole, importable. The parser names the line of the first thing wrong; what
 * was readable before it is kept in *table (NULL if not even the header was). */
void mk_journal_write(const mk_table *, mk_text *);
bool mk_journal_read(const char *text, size_t size, const char *file, mk_table **, mk_error *);
/* The lines that a journal gains by its last entry: for files that are appended to. */
void mk_journal_write_entry(const mk_table *, int index, mk_text *);
/* Are two such texts of the same entry? Hashes of an older format are not compared. */
bool mk_journal_same_entry(const char *then, const char *now);
void mk_journal_write_header(const mk_table *, mk_text *);

/* A record: what one seat saw, from first to last; never the key nor hidden facts. */
void mk_record_write(const mk_table *, int seat, mk_text *);
/* The course of the game as a seat may know it (MK_EVERYTHING: all of it), as JSON: charts,
 * battles, losses, luck, moments to jump to. The form is in src/core/course.c. */
void mk_course_write(const mk_table *, int seat, mk_text *);

/* Portable positions, at resume points only. With the generator they go on with the same dice;
 * without it the key read back is zero: give the generator one (mk_rng_key) before play goes on.
 */
typedef enum { MK_POSITION_ALONE, MK_POSITION_WITH_DICE } mk_position_dice;
bool mk_position_write(const mk_game *, const void *state, mk_position_dice, mk_text *, mk_error *);
bool mk_position_read(const char *text, size_t size, const char *file, const mk_game **,
                      void *state, mk_error *); /* state: MK_MAX_STATE bytes */

/* ---- 7. Bots ------------------------------------------------------------ */

/* What a bot keeps in mind between its actions: the rest of the move it thought out, how long it
 * may think, how far it is. One for each seat of each game; not shared by threads, but for the two
 * functions that say so. */
typedef struct mk_mind mk_mind;
mk_mind *mk_mind_new(void);
void mk_mind_free(mk_mind *);
/* Playouts for a move (0: as many as its level has), seconds (0: no limit), threads. */
void mk_mind_limits(mk_mind *, int playouts, double seconds, int threads);
void mk_mind_stop(mk_mind *, bool stop);  /* from any thread: whoever thinks chooses now */
double mk_mind_progress(const mk_mind *); /* from any thread: 0 to 1 */

/* A bot sees a determinized state: what its seat knows, the rest dealt at random. `rng` is its own.
 * One that thinks ahead has a level instead of `choose`. */
typedef struct {
    const char *name, *title, *summary; /* "np", "rulebook", what it does in a sentence */
    bool nonplayer; /* for seats whose actions the rules prescribe: only in games that have them */
    mk_action (*choose)(const mk_game *, const void *state, int seat, mk_rng *rng);
    const struct mk_level *level;
} mk_bot;

const mk_bot *mk_bot_at(int index); /* NULL: no more */
bool mk_bot_plays(const mk_bot *, const mk_game *);
const mk_bot *mk_find_bot(const char *name, const mk_game *); /* by its name or its title */
/* Verb 0, which mk_do refuses: there is no legal list to choose from (mk_fault). */
mk_action mk_bot_choose(const mk_bot *, const mk_game *, const void *state, int seat, mk_rng *);
/* The same with a mind, which may be NULL: a bot that thinks ahead then thinks once for all actions
 * of a move. */
mk_action mk_bot_think(const mk_bot *, const mk_game *, const void *state, int seat, mk_rng *,
                       mk_mind *);

/* ---- Odds of a battle ---- */

enum { MK_ODDS_LOSSES = 64 }; /* so many and more are counted together */

/* What became of a battle that was played out many times. */
typedef struct {
    int place;  /* a value of game->battles->place */
    int trials; /* times that it was played out, */
    int fought; /* that it came to a battle, and was not avoided, */
    int won[MK_MAX_SEATS];
    int lost[MK_MAX_SEATS][MK_ODDS_LOSSES]; /* of those fought: how often a seat lost so much */
} mk_odds;

/* What limits a question: so many trials, or less if so many seconds have passed (0: no limit). */
typedef struct {
    int trials;
    double seconds;
} mk_effort;

/* The battle that an action of the seat that decides leads to; with verb 0 the one that is going
 * on, for any seat. -1: there is none. */
int mk_battle_at(const mk_game *, const void *state, mk_action);
/* The legal actions that lead to a battle; returns how many there are. */
int mk_attacks(const mk_game *, const void *state, mk_actions *out);
/* Plays that battle out, again and again, from what the seat may know: what it does not know is
 * dealt anew each time, and all sides play by the greedy rules of thumb. The same generator and
 * number of trials give the same odds. False: there is no battle. */
bool mk_odds_find(const mk_game *, const void *state, int seat, mk_action, mk_effort, mk_rng *,
                  mk_odds *);
/* The mean loss of a seat, and the share of battles in which it lost so much or more. */
double mk_odds_mean(const mk_odds *, int seat);
double mk_odds_at_least(const mk_odds *, int seat, int loss);
/* {"place":…,"name":…,"unit":…,"trials":…,"fought":…,"seats":[{"seat":…,"title":…,"won":…,
 * "mean":…,"lost":[…]},…]}: of the seats that won or lost something. */
void mk_odds_write(const mk_game *, const mk_odds *, mk_text *);

#ifdef __cplusplus
}
#endif
#endif
