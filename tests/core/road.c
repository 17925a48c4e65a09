#include "road.h"

#include <stddef.h>
#include <stdio.h>

#include "core/rule.h"

/* ---- Names -------------------------------------------------------------- */

static int spaces(void) { return ROAD_SPACES; }
static int mistakes(void) { return ROAD_MISTAKES; }
static int many(void) { return 2 * MK_MAX_ACTIONS; }
static const char *mistake_id(int i) {
    return (const char *const[]){"nest", "loop", "crowd", "stick", "pop", "chatter"}[i];
}

static const mk_seat_name seats[] = {{"blue", "Blue", ""}, {"red", "Red", ""}, {0}};
static const mk_scenario scenarios[] = {{"road", "Road", ""}, {0}};
static const mk_option options[] = {
    {"broken", "Broken", "the game has mistakes", (const char *const[]){"no", "yes", NULL}},
    {0},
};
static const mk_kind kinds[] = {
    {"none"}, {"space", spaces}, {"mistake", mistakes, mistake_id}, {"many", many}, {0},
};
static const mk_verb verbs[] = {
    {"none", {0}, ""},
    {"go", {ROAD_KIND_SPACE}, "Go to {0}"},
    {"halt", {0}, "Halt"},
    {"stand", {0}, "Stand"},
    {"withdraw", {0}, "Withdraw"},
    {"break", {ROAD_KIND_MISTAKE}, "Make the mistake {0}"},
    {"crowd", {ROAD_KIND_MANY}, "Crowd {0}"},
    {0},
};
static const mk_event_kind events[] = {
    {"none", ""},
    {"moved", "{seat} moves to {0}", {ROAD_KIND_SPACE}},
    {"fought", "{seat} rolls {0}", {0}},
    {"limit", "The turns are over", {0}},
    {"said", "{0}", {0}},
    {0},
};

/* ---- The turn: a procedure ---------------------------------------------- */

static bool is_off(const road_state *s, int army) {
    return s->at[army] < 0 || s->at[army] >= ROAD_SPACES;
}

static void turn_step(void *state, mk_log *log) {
    road_state *s = state;
    mk_frame *turn = mk_top(&s->base);
    if (is_off(s, ROAD_BLUE) || is_off(s, ROAD_RED)) {
        mk_pop(&s->base);
        return;
    }
    if (turn->a > ROAD_RED) { /* both have moved */
        turn->a = ROAD_BLUE;
        if (++s->base.turn == ROAD_TURNS) {
            mk_log_event(log, ROAD_LIMIT, -1, MK_EVERYONE, 0);
            mk_pop(&s->base);
            return;
        }
    }
    s->moving = (uint8_t)turn->a++;
    s->steps = ROAD_STEPS;
    mk_push(&s->base, ROAD_PH_MOVE, s->moving);
}

/* ---- The move: a decision ----------------------------------------------- */

static const char *move_why_not(const void *state, mk_action a) {
    const road_state *s = state;
    if (a.verb == ROAD_HALT) return NULL;
    if (a.verb == ROAD_BREAK) return s->base.option[0] ? NULL : "road.broken";
    int from = s->at[s->moving];
    FORBID("road.beaten", mk_top_const(&s->base)->result == ROAD_LOST);
    FORBID("road.steps", s->steps == 0);
    FORBID("road.next", a.a != from - 1 && a.a != from + 1);
    return NULL;
}

static void move_list(const void *state, mk_actions *out) {
    for (int space = 0; space < ROAD_SPACES; space++) {
        mk_action a = {ROAD_GO, (int16_t)space, 0, 0};
        if (!move_why_not(state, a)) mk_offer(out, ROAD_GO, space, 0, 0);
    }
    mk_offer(out, ROAD_HALT, 0, 0, 0);
    for (int i = 0; i < ROAD_MISTAKES && ((const road_state *)state)->base.option[0]; i++)
        mk_offer(out, ROAD_BREAK, i, 0, 0);
}

static void make_mistake(road_state *s, road_mistake mistake, mk_log *log) {
    switch (mistake) {
    case ROAD_NESTS: mk_push(&s->base, ROAD_PH_NEST, -1); break;
    case ROAD_LOOPS: mk_push(&s->base, ROAD_PH_LOOP, -1); break;
    case ROAD_CROWDS: mk_push(&s->base, ROAD_PH_CROWD, s->moving); break;
    case ROAD_STICKS: mk_push(&s->base, ROAD_PH_STUCK, s->moving); break;
    case ROAD_POPS:
        for (int i = 0; i <= MK_MAX_FRAMES; i++) mk_pop(&s->base);
        mk_top(&s->base)->a = 1;
        break;
    default:
        for (int i = 0; i < ROAD_CHATTER; i++)
            mk_log_event(log, ROAD_SAID, -1, MK_EVERYONE, 0, (int16_t)i);
    }
}

/* Meeting the enemy interrupts the move: the battle goes on top of it. When the battle is over this
 * decision is on top again, with the battle's result in its frame. */
static void move_apply(void *state, mk_action a, mk_log *log) {
    road_state *s = state;
    if (a.verb == ROAD_BREAK) {
        make_mistake(s, (road_mistake)a.a, log);
        return;
    }
    if (a.verb == ROAD_HALT) {
        mk_pop(&s->base);
        return;
    }
    s->steps--;
    mk_log_event(log, ROAD_MOVED, s->moving, MK_EVERYONE, 0, a.a);
    if (a.a == s->at[!s->moving])
        mk_push(&s->base, ROAD_PH_BATTLE, s->moving)->a = a.a;
    else
        s->at[s->moving] = (int8_t)a.a;
}

/* ---- The battle: a procedure -------------------------------------------- */

static int home_of(int army) { return army == ROAD_BLUE ? -1 : 1; } /* the direction */

static void fall_back(road_state *s, int army) {
    s->at[army] = (int8_t)(s->at[army] + home_of(army));
}

/* Its frame's b says how far it is: 0 the defender is to be asked, 1 he has answered. */
static void battle_step(void *state, mk_log *log) {
    road_state *s = state;
    mk_frame *battle = mk_top(&s->base);
    int attacker = battle->seat, defender = !attacker;
    if (battle->b++ == 0) {
        mk_push(&s->base, ROAD_PH_STAND, defender)->a = battle->a;
        return;
    }
    bool won = battle->result == ROAD_WITHDRAW;
    if (!won) {
        int die = mk_die(&s->base.rng, 6);
        mk_log_event(log, ROAD_FOUGHT, attacker, MK_EVERYONE, MK_ROLLED, (int16_t)die);
        won = die >= 4;
    }
    if (won) s->at[attacker] = (int8_t)battle->a;
    fall_back(s, won ? defender : attacker);
    if (won && s->at[attacker] == s->at[defender]) fall_back(s, defender);
    mk_pop_with(&s->base, won ? ROAD_WON : ROAD_LOST);
}

static const char *stand_why_not(const void *state, mk_action a) {
    (void)state, (void)a;
    return NULL;
}

static void stand_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, ROAD_STAND, 0, 0, 0);
    mk_offer(out, ROAD_WITHDRAW, 0, 0, 0);
}

static void stand_apply(void *state, mk_action a, mk_log *log) {
    (void)log;
    mk_pop_with(state, a.verb); /* a state begins with its mk_base */
}

/* ---- Mistakes ----------------------------------------------------------- */

static void nest_step(void *state, mk_log *log) {
    (void)log;
    mk_push(state, ROAD_PH_NEST, -1);
}

static void loop_step(void *state, mk_log *log) { (void)state, (void)log; }

static void crowd_list(const void *state, mk_actions *out) {
    (void)state;
    for (int i = 0; i < many(); i++) mk_offer(out, ROAD_CROWD, i, 0, 0);
}

static void stuck_list(const void *state, mk_actions *out) { (void)state, (void)out; }

/* ---- Tables ------------------------------------------------------------- */

static const mk_phase phases[] = {
    {"none"},
    {.name = "turn", .step = turn_step},
    {"move",
     "{seat} moves",
     "road.move",
     {0},
     MK_VERBS(ROAD_GO, ROAD_HALT, ROAD_BREAK),
     move_list,
     move_why_not,
     move_apply},
    {.name = "battle", .kind = {ROAD_KIND_SPACE}, .step = battle_step},
    {"stand",
     "{seat} stands at {0} or withdraws",
     "road.stand",
     {ROAD_KIND_SPACE},
     MK_VERBS(ROAD_STAND, ROAD_WITHDRAW),
     stand_list,
     stand_why_not,
     stand_apply},
    {.name = "nest", .step = nest_step},
    {.name = "loop", .step = loop_step},
    {"crowd", "", "road.move", {0}, MK_VERBS(ROAD_CROWD), crowd_list, stand_why_not, stand_apply},
    {"stuck", "", "road.move", {0}, MK_VERBS(ROAD_HALT), stuck_list, stand_why_not, stand_apply},
    {0},
};

static int get_at(const void *state, int army) { return ((const road_state *)state)->at[army]; }
static int get_blue(const void *state, int subject) { return (void)subject, get_at(state, 0); }
static int get_red(const void *state, int subject) { return (void)subject, get_at(state, 1); }
static const mk_property properties[] = {
    {.name = "blue", .get = get_blue},
    {.name = "red", .get = get_red},
    {0},
};

static void open_turn(void *state, mk_log *log) {
    (void)log;
    road_state *s = state;
    while (s->base.depth) mk_pop(&s->base);
    mk_push(&s->base, ROAD_PH_TURN, -1);
}
static const mk_resume_point resume_points[] = {{"turn", open_turn, NULL}, {0}};
static const char *const files[] = {NULL};

static bool load(mk_error *e) { return (void)e, true; }
static void settle(void *state) { (void)state; }
static void setup(void *state, const mk_setup *setup, mk_log *log) {
    (void)setup;
    road_state *s = state;
    s->at[ROAD_BLUE] = 2;
    s->at[ROAD_RED] = 6;
    open_turn(s, log);
}
static void outcome(const void *state, mk_outcome *out) {
    const road_state *s = state;
    for (int army = 0; army < 2; army++) {
        out->rank[army] = is_off(s, army) ? 2 : 1;
        out->margin[army] = is_off(s, !army) - is_off(s, army);
    }
    out->reason = "road.end";
}
static void board(mk_view *v) { (void)v; }
static void view(const void *state, int seat, mk_view *v) { (void)state, (void)seat, (void)v; }
static void determinize(void *state, int seat, mk_rng *rng) { (void)state, (void)seat, (void)rng; }
static bool check(const void *state, char *why, size_t size) {
    const road_state *s = state;
    HOLDS(s->at[0] < s->at[1], "the armies have passed each other");
    return true;
}
static int score(const void *state, int seat) { return (void)state, (void)seat, 5000; }

const mk_game road_game = {
    .id = "road",
    .title = "The Road",
    .rules_version = 1,
    .state_size = sizeof(road_state),
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
};
