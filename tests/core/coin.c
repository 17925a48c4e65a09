#include "coin.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/rule.h"

/* ---- Names -------------------------------------------------------------- */

static int two(void) { return 2; }
static const char *face_id(int face) { return (const char *const[]){"heads", "tails"}[face]; }
static const char *face_label(int face) {
    return (const char *const[]){"King's Head", "Britannia"}[face];
}
static const char *player_id(int player) { return (const char *const[]){"even", "odd"}[player]; }
static int count_count(void) { return COIN_PENNIES + 1; }

static const mk_seat_name seats[] = {
    {"even", "Even", "hides the coin"},
    {"odd", "Odd", "guesses it"},
    {0},
};
static const mk_scenario scenarios[] = {
    {"short", "Short", "three turns"},
    {"long", "Long", "ten turns"},
    {0},
};
static const mk_option options[] = {
    {"raising", "Raising", "Even may raise the stake", (const char *const[]){"on", "off", NULL}},
    {0},
};
static const mk_kind kinds[] = {
    {"none", NULL, NULL, NULL},
    {"face", two, face_id, face_label},
    {"player", two, player_id, NULL},
    {"count", count_count, NULL, NULL},
    {0},
};
static const mk_verb verbs[] = {
    {"none", {0}, "Nothing"},
    {"hide", {COIN_KIND_FACE}, "Hide {0}"},
    {"guess", {COIN_KIND_FACE, COIN_KIND_COUNT}, "Stake {1} on {0}"},
    {"raise", {COIN_KIND_COUNT}, "Raise by {0}"},
    {"pass", {0}, "Let it stand"},
    {0},
};
static const mk_event_kind events[] = {
    {"none", "", {0}},
    {"hid", "{seat} hides {0}", {COIN_KIND_FACE}},
    {"hid_something", "{seat} hides a coin", {0}},
    {"guessed", "{seat} stakes {1} on {0}", {COIN_KIND_FACE, COIN_KIND_COUNT}},
    {"raised", "{seat} raises by {0}", {COIN_KIND_COUNT}},
    {"revealed",
     "The coin shows {0}, the die {1}: {2} wins",
     {COIN_KIND_FACE, COIN_KIND_COUNT, COIN_KIND_PLAYER}},
    {"ended",
     "The coins were {0..}",
     {COIN_KIND_FACE, COIN_KIND_FACE, COIN_KIND_FACE, COIN_KIND_FACE, COIN_KIND_FACE,
      COIN_KIND_FACE, COIN_KIND_FACE, COIN_KIND_FACE, COIN_KIND_FACE, COIN_KIND_FACE}},
    {0},
};

/* ---- Turns -------------------------------------------------------------- */

static int last_turn(const coin_state *s) { return s->base.scenario == 0 ? 3 : COIN_MOST_TURNS; }

static bool ruined(const coin_state *s) {
    return s->pennies[COIN_EVEN] == 0 || s->pennies[COIN_ODD] == 0;
}

static void begin_turn(coin_state *s, mk_log *log) {
    while (s->base.depth) mk_pop(&s->base);
    s->face = s->guess = COIN_NO_FACE;
    s->stake = 0;
    if (s->base.turn < last_turn(s) && !ruined(s)) {
        mk_push(&s->base, COIN_HIDING, COIN_EVEN);
        return;
    }
    int16_t shown[COIN_MOST_TURNS];
    for (int i = 0; i < s->shown_count; i++) shown[i] = s->shown[i];
    mk_log_event_n(log, COIN_ENDED, -1, MK_EVERYONE, 0, s->shown_count, shown);
}

/* The winner takes the stake from the loser, as far as there is one, and a die from the bank. */
static void pay(coin_state *s, coin_player winner, int die) {
    uint8_t *loser = &s->pennies[!winner];
    int stake = s->stake < *loser ? s->stake : *loser;
    int prize = die < s->bank ? die : s->bank;
    *loser = (uint8_t)(*loser - stake);
    s->bank = (uint8_t)(s->bank - prize);
    s->pennies[winner] = (uint8_t)(s->pennies[winner] + stake + prize);
}

/* A round without coin or guess (a script may open it so) is over without a winner. */
static void reveal(coin_state *s, mk_log *log) {
    if (s->face != COIN_NO_FACE && s->guess != COIN_NO_FACE) {
        int die = mk_die(&s->base.rng, 6);
        coin_player winner = s->guess == s->face ? COIN_ODD : COIN_EVEN;
        mk_log_event(log, COIN_REVEALED, -1, MK_EVERYONE, MK_ROLLED | MK_REVEALED, s->face,
                     (int16_t)die, (int16_t)winner);
        pay(s, winner, die);
        if (s->shown_count < COIN_MOST_TURNS) s->shown[s->shown_count++] = (uint8_t)s->face;
    }
    if (s->base.turn < last_turn(s)) s->base.turn++;
    begin_turn(s, log);
}

/* ---- Phases ------------------------------------------------------------- */

static const char *hiding_why_not(const void *state, mk_action a) {
    (void)state, (void)a;
    return NULL;
}

static void hiding_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, COIN_HIDE, COIN_HEADS, 0, 0);
    mk_offer(out, COIN_HIDE, COIN_TAILS, 0, 0);
}

static void hiding_apply(void *state, mk_action a, mk_log *log) {
    coin_state *s = state;
    s->face = (int8_t)a.a;
    mk_log_event(log, COIN_HID, COIN_EVEN, MK_ONLY(COIN_EVEN), 0, a.a);
    mk_log_event(log, COIN_HID_SOMETHING, COIN_EVEN, MK_BUT(COIN_EVEN), 0);
    mk_pop(&s->base);
    mk_push(&s->base, COIN_GUESSING, COIN_ODD);
}

static bool is_nonplayer(const coin_state *s, coin_player p) { return s->base.nonplayers >> p & 1; }

static const char *guessing_why_not(const void *state, mk_action a) {
    const coin_state *s = state;
    FORBID("coin.stake", a.b < 1 || a.b > COIN_MOST_STAKE);
    FORBID("coin.purse", a.b > s->pennies[COIN_ODD]);
    FORBID("coin.nonplayer", is_nonplayer(s, COIN_ODD) && a.b > 1);
    return NULL;
}

static void guessing_list(const void *state, mk_actions *out) {
    for (int face = COIN_HEADS; face <= COIN_TAILS; face++)
        for (int stake = 1; stake <= COIN_MOST_STAKE; stake++) {
            mk_action a = {COIN_GUESS, (int16_t)face, (int16_t)stake, 0};
            if (!guessing_why_not(state, a)) mk_offer(out, COIN_GUESS, face, stake, 0);
        }
}

/* The raise is an interrupt: the guess waits below it. */
static void guessing_apply(void *state, mk_action a, mk_log *log) {
    coin_state *s = state;
    s->guess = (int8_t)a.a;
    s->stake = (uint8_t)a.b;
    mk_log_event(log, COIN_GUESSED, COIN_ODD, MK_EVERYONE, 0, a.a, a.b);
    if (s->base.option[0] != 0) {
        reveal(s, log);
        return;
    }
    mk_frame *f = mk_push(&s->base, COIN_RAISING, COIN_EVEN);
    f->a = a.a;
    f->b = a.b;
}

static const char *raising_why_not(const void *state, mk_action a) {
    const coin_state *s = state;
    if (a.verb == COIN_PASS) return NULL;
    FORBID("coin.raise", a.a < 1 || a.a > s->stake);
    FORBID("coin.nonplayer", is_nonplayer(s, COIN_EVEN) && a.a > 1);
    return NULL;
}

static void raising_list(const void *state, mk_actions *out) {
    for (int more = 1; more <= COIN_MOST_STAKE; more++) {
        mk_action a = {COIN_RAISE, (int16_t)more, 0, 0};
        if (!raising_why_not(state, a)) mk_offer(out, COIN_RAISE, more, 0, 0);
    }
    mk_offer(out, COIN_PASS, 0, 0, 0);
}

static void raising_apply(void *state, mk_action a, mk_log *log) {
    coin_state *s = state;
    if (a.verb == COIN_RAISE) {
        s->stake = (uint8_t)(s->stake + a.a);
        mk_log_event(log, COIN_RAISED, COIN_EVEN, MK_EVERYONE, 0, a.a);
    }
    mk_pop(&s->base);
    reveal(s, log);
}

static const mk_phase phases[] = {
    {"none", "", "", {0}, NULL, NULL, NULL, NULL},
    {"hiding",
     "{seat} hides a coin.",
     "coin.hide",
     {0},
     MK_VERBS(COIN_HIDE),
     hiding_list,
     hiding_why_not,
     hiding_apply},
    {"guessing",
     "{seat} guesses.",
     "coin.guess",
     {0},
     MK_VERBS(COIN_GUESS),
     guessing_list,
     guessing_why_not,
     guessing_apply},
    {"raising",
     "{seat}: {1} on {0}. Raise?",
     "coin.raise",
     {COIN_KIND_FACE, COIN_KIND_COUNT},
     MK_VERBS(COIN_RAISE, COIN_PASS),
     raising_list,
     raising_why_not,
     raising_apply},
    {0},
};

/* ---- Properties --------------------------------------------------------- */

static int get_turn(const void *state, int subject) {
    (void)subject;
    return ((const coin_state *)state)->base.turn;
}
static bool set_turn(void *state, int subject, int value, mk_error *e) {
    (void)subject;
    coin_state *s = state;
    if (value < 0 || value > last_turn(s))
        return mk_fail(e, MK_E_VALUE, "turn must be 0 to %d, not %d", last_turn(s), value);
    s->base.turn = (uint16_t)value;
    return true;
}

static int get_pennies(const void *state, int player) {
    return ((const coin_state *)state)->pennies[player];
}
static bool set_pennies(void *state, int player, int value, mk_error *e) {
    if (value < 0 || value > COIN_PENNIES)
        return mk_fail(e, MK_E_VALUE, "there are only %d pennies, not %d", COIN_PENNIES, value);
    ((coin_state *)state)->pennies[player] = (uint8_t)value;
    return true;
}

static int get_face(const void *state, int subject) {
    (void)subject;
    return ((const coin_state *)state)->face;
}
static bool set_face(void *state, int subject, int value, mk_error *e) {
    (void)subject, (void)e;
    ((coin_state *)state)->face = (int8_t)value;
    return true;
}
static bool face_hidden(const void *state, int subject, int seat) {
    (void)subject;
    return seat != COIN_EVEN && ((const coin_state *)state)->face != COIN_NO_FACE;
}

static int get_guess(const void *state, int subject) {
    (void)subject;
    return ((const coin_state *)state)->guess;
}
static bool set_guess(void *state, int subject, int value, mk_error *e) {
    (void)subject, (void)e;
    ((coin_state *)state)->guess = (int8_t)value;
    return true;
}

static int get_stake(const void *state, int subject) {
    (void)subject;
    return ((const coin_state *)state)->stake;
}
static bool set_stake(void *state, int subject, int value, mk_error *e) {
    (void)subject;
    if (value < 0 || value > 2 * COIN_MOST_STAKE)
        return mk_fail(e, MK_E_VALUE, "a stake is 0 to %d, not %d", 2 * COIN_MOST_STAKE, value);
    ((coin_state *)state)->stake = (uint8_t)value;
    return true;
}

static int get_shown(const void *state, int subject, int16_t *out, int max) {
    (void)subject;
    const coin_state *s = state;
    for (int i = 0; i < s->shown_count && i < max; i++) out[i] = s->shown[i];
    return s->shown_count;
}
static bool set_shown(void *state, int subject, const int16_t *values, int count, mk_error *e) {
    (void)subject;
    coin_state *s = state;
    if (count > COIN_MOST_TURNS)
        return mk_fail(e, MK_E_VALUE, "at most %d coins can have been shown", COIN_MOST_TURNS);
    memset(s->shown, 0, sizeof s->shown);
    for (int i = 0; i < count; i++) s->shown[i] = (uint8_t)values[i];
    s->shown_count = (uint8_t)count;
    return true;
}

static int get_bank(const void *state, int subject) {
    (void)subject;
    return ((const coin_state *)state)->bank;
}

static int get_leader(const void *state, int subject) {
    (void)subject;
    const coin_state *s = state;
    if (s->pennies[COIN_EVEN] == s->pennies[COIN_ODD]) return -1;
    return s->pennies[COIN_EVEN] > s->pennies[COIN_ODD] ? COIN_EVEN : COIN_ODD;
}

static const mk_property properties[] = {
    {.name = "turn", .get = get_turn, .set = set_turn},
    {.name = "pennies", .subject = COIN_KIND_PLAYER, .get = get_pennies, .set = set_pennies},
    {.name = "face",
     .value = COIN_KIND_FACE,
     .get = get_face,
     .set = set_face,
     .hidden = face_hidden},
    {.name = "guess", .value = COIN_KIND_FACE, .get = get_guess, .set = set_guess},
    {.name = "stake", .get = get_stake, .set = set_stake},
    {.name = "shown", .value = COIN_KIND_FACE, .get_list = get_shown, .set_list = set_shown},
    {.name = "bank", .get = get_bank},
    {.name = "leader", .value = COIN_KIND_PLAYER, .get = get_leader},
    {0},
};

static void open_turn(void *state, mk_log *log) { begin_turn(state, log); }
static bool at_turn(const void *state) {
    const mk_base *b = state;
    return b->depth > 0 && mk_top_const(b)->phase == COIN_HIDING;
}
static void open_reveal(void *state, mk_log *log) { reveal(state, log); }

static const mk_resume_point resume_points[] = {
    {"turn", open_turn, at_turn},
    {"reveal", open_reveal, NULL},
    {0},
};

/* ---- The game ----------------------------------------------------------- */

static const char *const files[] = {NULL};

static bool load(mk_error *e) {
    (void)e;
    return true;
}

static void settle(void *state) {
    coin_state *s = state;
    s->bank = (uint8_t)(COIN_PENNIES - s->pennies[COIN_EVEN] - s->pennies[COIN_ODD]);
}

static void setup(void *state, const mk_setup *setup, mk_log *log) {
    (void)setup;
    coin_state *s = state;
    s->pennies[COIN_EVEN] = s->pennies[COIN_ODD] = 10;
    settle(s);
    begin_turn(s, log);
}

static void outcome(const void *state, mk_outcome *out) {
    const coin_state *s = state;
    int lead = s->pennies[COIN_EVEN] - s->pennies[COIN_ODD];
    out->rank[COIN_EVEN] = lead >= 0 ? 1 : 2;
    out->rank[COIN_ODD] = lead <= 0 ? 1 : 2;
    out->margin[COIN_EVEN] = lead;
    out->margin[COIN_ODD] = -lead;
    out->reason = ruined(s) ? "coin.ruin" : "coin.end";
}

static void board(mk_view *v) {
    mk_rec(v, "place", "table");
    mk_rec_str(v, "name", "Table");
    mk_rec_str(v, "kind", "box");
    mk_rec_int(v, "x", 50);
    mk_rec_int(v, "y", 50);
    mk_rec(v, "place", "bank");
    mk_rec_str(v, "name", "Bank");
    mk_rec_str(v, "kind", "box");
    mk_rec_int(v, "x", 50);
    mk_rec_int(v, "y", 10);
    mk_rec(v, "link", "table-bank");
    mk_rec_str(v, "a", "table");
    mk_rec_str(v, "b", "bank");
}

static void view(const void *state, int seat, mk_view *v) {
    const coin_state *s = state;
    for (int p = COIN_EVEN; p <= COIN_ODD; p++) {
        char key[32];
        snprintf(key, sizeof key, "%s.pennies", player_id(p));
        mk_rec(v, "number", key);
        mk_rec_str(v, "label", "Pennies");
        mk_rec_int(v, "value", s->pennies[p]);
    }
    mk_rec(v, "number", "bank");
    mk_rec_str(v, "label", "Bank");
    mk_rec_int(v, "value", s->bank);
    if (s->face != COIN_NO_FACE) {
        bool open = seat == COIN_EVEN || seat == MK_EVERYTHING;
        mk_rec(v, "piece", "coin");
        mk_rec_str(v, "place", "table");
        mk_rec_str(v, "owner", "even");
        mk_rec_str(v, "type", open ? face_id(s->face) : NULL);
        mk_rec_int(v, "hidden", !open);
    }
}

static void determinize(void *state, int seat, mk_rng *rng) {
    coin_state *s = state;
    if (seat == MK_EVERYTHING) return;
    if (seat != COIN_EVEN && s->face != COIN_NO_FACE) s->face = (int8_t)mk_below(rng, 2);
    mk_rng_seed(&s->base.rng, mk_below(rng, UINT32_MAX));
}

static bool check(const void *state, char *why, size_t size) {
    const coin_state *s = state;
    int sum = s->pennies[COIN_EVEN] + s->pennies[COIN_ODD] + s->bank;
    if (s->bank > COIN_PENNIES || sum != COIN_PENNIES)
        return snprintf(why, size, "there must be %d pennies, not %d", COIN_PENNIES, sum), false;
    if (s->base.turn > last_turn(s))
        return snprintf(why, size, "turn %d is after the last", s->base.turn), false;
    if (s->shown_count > s->base.turn)
        return snprintf(why, size, "%d coins shown in %d turns", s->shown_count, s->base.turn),
               false;
    return true;
}

static int score(const void *state, int seat) {
    const coin_state *s = state;
    int sum = s->pennies[COIN_EVEN] + s->pennies[COIN_ODD];
    return sum == 0 ? 5000 : 10000 * s->pennies[seat] / sum;
}

static int weigh(const void *state, mk_action a) {
    (void)state;
    return a.verb == COIN_GUESS ? -a.b : -a.a;
}

const mk_game coin_game = {
    .id = "coin",
    .title = "Matching Pennies",
    .rules_version = 1,
    .state_size = sizeof(coin_state),
    .seats = seats,
    .scenarios = scenarios,
    .options = options,
    .kinds = kinds,
    .verbs = verbs,
    .phases = phases,
    .events = events,
    .properties = properties,
    .resume_points = resume_points,
    .files = files,
    .seat_count = 2,
    .kind_count = sizeof kinds / sizeof *kinds - 1,
    .verb_count = sizeof verbs / sizeof *verbs - 1,
    .phase_count = sizeof phases / sizeof *phases - 1,
    .load = load,
    .setup = setup,
    .settle = settle,
    .outcome = outcome,
    .board = board,
    .view = view,
    .determinize = determinize,
    .check = check,
    .score = score,
    .weigh = weigh,
};
