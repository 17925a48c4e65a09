/* np.c - non-players: the one action they have, the planner that carries it out, what they tell. */
#include "np.h"

#include <assert.h>

static const lod_np_faction *const factions[] = {&lod_np_british, &lod_np_patriots, &lod_np_french,
                                                 &lod_np_indians};

/* ---- Notes ---- */

static const struct {
    const char *id, *label;
} notes[NOTES] = {[NOTE_NONE] = {"none", "no rule"},
#define X(name, id, rule, text) [NOTE_##name] = {#id, rule " (" text ")"},
                  LOD_NOTES(X)
#undef X
};

int lod_np_note_count(void) { return NOTES; }
const char *lod_np_note_id(int note) { return notes[note].id; }
const char *lod_np_note_label(int note) { return notes[note].label; }

static int seat_of(const lod_state *s) { return mk_top_const(&s->base)->seat; }

void lod_np_say(const lod_state *s, lod_note note, mk_log *log) {
    mk_log_event(log, LOD_E_NOTE, seat_of(s), MK_EVERYONE, 0, (int16_t)note);
}

void lod_np_say_at(const lod_state *s, lod_note note, int space, mk_log *log) {
    mk_log_event(log, LOD_E_NOTE_AT, seat_of(s), MK_EVERYONE, 0, (int16_t)note, (int16_t)space);
}

/* ---- Dice ---- */

int lod_np_roll(lod_state *s, lod_note note, int sides, mk_log *log) {
    int die = mk_die(&s->base.rng, sides);
    mk_log_event(log, LOD_E_NOTE_ROLL, seat_of(s), MK_EVERYONE, MK_ROLLED, (int16_t)note,
                 (int16_t)die);
    return die;
}

bool lod_np_roll_below(lod_state *s, lod_note note, int sides, int number, mk_log *log) {
    if (number <= 1) return false;
    return number > sides || lod_np_roll(s, note, sides, log) < number;
}

bool lod_np_roll_above(lod_state *s, lod_note note, int sides, int number, mk_log *log) {
    if (number >= sides) return false;
    return number < 1 || lod_np_roll(s, note, sides, log) > number;
}

/* ---- Acting ---- */

static bool has_verb(const mk_phase *phase, int verb) {
    for (const uint8_t *v = phase->verbs; v && *v; v++) {
        if (*v == verb) return true;
    }
    return false;
}

/* What is done to this state is noted (lod_advise). */
static _Thread_local struct {
    const lod_state *of;
    mk_action *action;
    int count, room;
} noted;

static void note(const lod_state *s, mk_action a) {
    if (noted.of == s && noted.count < noted.room) noted.action[noted.count++] = a;
}

/* A planner that breaks the rules is a fault of ours: it stops, the state remembers, and lod_check
 * tells. */
bool lod_np_do(lod_state *s, int verb, int a, int b, int c, mk_log *log) {
    mk_action action = {(uint16_t)verb, (int16_t)a, (int16_t)b, (int16_t)c};
    mk_frame before = *mk_top(&s->base);
    uint8_t depth = s->base.depth;
    const mk_phase *phase = &lod_phases[before.phase];
    const char *why = has_verb(phase, verb) ? phase->why_not(s, action) : phase->rule;
    if (why) {
        if (!s->np.fault) s->np.fault = (uint16_t)verb;
        return false;
    }
    note(s, action);
    phase->apply(s, action, log);
    lod_run(s, log);
    if (s->base.depth != depth) return false;
    const mk_frame *now = mk_top(&s->base);
    return now->phase == before.phase && now->seat == before.seat;
}

bool lod_np_legal(const lod_state *s, int verb, int a, int b) {
    const mk_phase *phase = &lod_phases[mk_top_const(&s->base)->phase];
    mk_action action = {(uint16_t)verb, (int16_t)a, (int16_t)b, 0};
    return has_verb(phase, verb) && !phase->why_not(s, action);
}

bool lod_np_did(lod_state *s, int verb, int a, int b, int c, mk_log *log) {
    lod_np_do(s, verb, a, b, c, log);
    return true;
}

/* No instruction covers this: a fault of ours, too. It is logged and counted, the state remembers
 * the phase, and any of the possibilities is taken (8.3.8). */
static bool do_anything(lod_state *s, const mk_actions *legal, mk_log *log) {
    enum { MOST_SIDES = 100 };
    int phase = mk_top(&s->base)->phase;
    if (!s->np.lost) s->np.lost = (uint8_t)phase;
    lod_np_say(s, NOTE_NO_RULE, log);
    int n = lod_least(legal->count, MOST_SIDES);
    mk_action a = legal->list[n > 1 ? lod_np_roll(s, NOTE_NO_RULE, n, log) - 1 : 0];
    return lod_np_did(s, a.verb, a.a, a.b, a.c, log);
}

/* Where a search or advice goes on for a player, he may be in the midst of what only a player does:
 * he wants to recall pieces (1.4.1). He ends that as a player, at once if he can. */
static bool end_as_player(lod_state *s, mk_actions *legal, mk_log *log) {
    uint8_t nonplayers = s->base.nonplayers;
    s->base.nonplayers &= (uint8_t) ~(1 << seat_of(s));
    lod_phases[mk_top(&s->base)->phase].list(s, legal);
    assert(legal->count);
    mk_action a = legal->list[0];
    if (lod_np_legal(s, LOD_V_FINISH, 0, 0)) a = (mk_action){.verb = LOD_V_FINISH};
    lod_np_do(s, a.verb, a.a, a.b, a.c, log);
    s->base.nonplayers = nonplayers;
    return true;
}

static bool without_plan(lod_state *s, mk_log *log) {
    static _Thread_local mk_actions legal;
    legal.count = 0;
    lod_phases[mk_top(&s->base)->phase].list(s, &legal);
    return legal.count ? do_anything(s, &legal, log) : end_as_player(s, &legal, log);
}

/* ---- Planners that all Factions share ---- */

lod_command_kind lod_np_command(lod_state *s, mk_log *log) {
    const lod_np_faction *f = factions[seat_of(s)];
    return f->command ? f->command(s, log) : LOD_NO_COMMAND;
}

static bool plan_turn(lod_state *s, mk_log *log) {
    lod_faction f = seat_of(s);
    if (lod_np_event(s, log)) return true;
    if (f != LOD_INDIANS && !s->resources[f]) {
        lod_np_say(s, NOTE_PASS_BROKE, log);
        return lod_np_did(s, LOD_V_PASS, 0, 0, 0, log);
    }
    lod_command_kind kind = lod_np_command(s, log);
    if (kind != LOD_NO_COMMAND) return lod_np_did(s, LOD_V_COMMAND, kind, 0, 0, log);
    lod_np_say(s, NOTE_PASS_NOTHING, log);
    return lod_np_did(s, LOD_V_PASS, 0, 0, 0, log);
}

/* Section 8 has nobody turn Active for a Battle but the War Parties of 8.4.3 and 8.7.9. */
static bool plan_battle_hidden(lod_state *s, mk_log *log) {
    lod_np_say(s, NOTE_BATTLE_HIDDEN, log);
    return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
}

/* One that is granted on its own and that the Faction's instructions have no use for. */
static bool plan_no_special(lod_state *s, mk_log *log) {
    if (!lod_np_legal(s, LOD_V_FINISH, 0, 0)) return false;
    lod_np_say(s, NOTE_NO_SPECIAL, log);
    return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
}

static lod_np_planner *const common[LOD_PHASES] = {
    [LOD_PH_SPECIAL] = plan_no_special,
    [LOD_PH_BATTLE_ATTACK] = plan_battle_hidden,
    [LOD_PH_BATTLE_DEFEND] = plan_battle_hidden,
    [LOD_PH_TURN] = plan_turn,
    [LOD_PH_STROKE] = lod_np_stroke,
    [LOD_PH_STROKE_TURN] = lod_np_stroke_turn,
    [LOD_PH_MARCH_GROUP] = lod_np_march_group,
    [LOD_PH_SCOUT_GROUP] = lod_np_march_group,
    [LOD_PH_PLACE] = lod_np_place,
    [LOD_PH_EXCHANGE] = lod_np_exchange,
    [LOD_PH_STRIKE] = lod_np_strike,
    [LOD_PH_SUPPLY_REMOVE] = lod_np_supply_remove,
    [LOD_PH_BATTLE_LOSS] = lod_np_battle_loss,
    [LOD_PH_WIN_SHIFT] = lod_np_win_shift,
    [LOD_PH_LEADER_ALONE] = lod_np_leader_alone,
    [LOD_PH_LEADER_LANDS] = lod_np_leader_lands,
    [LOD_PH_EVENT_SPACE] = lod_np_event_space,
    [LOD_PH_EVENT_FACTION] = lod_np_event_faction,
    [LOD_PH_EVENT_WAY] = lod_np_event_way,
    [LOD_PH_EVENT_PLACE] = lod_np_event_place,
    [LOD_PH_EVENT_REMOVE] = lod_np_event_remove,
    [LOD_PH_EVENT_RELOCATE] = lod_np_event_relocate,
    [LOD_PH_EVENT_FLIP] = lod_np_event_flip,
    [LOD_PH_EVENT_FOLLOW] = lod_np_event_follow,
};

/* An Event's instruction may say how its free March is made. */
static lod_np_planner *plan_of_card(const lod_state *s, const mk_frame *f) {
    bool march = f->phase == LOD_PH_MARCH || f->phase == LOD_PH_MARCH_INTO;
    const lod_np_card *row = march && s->event.card ? lod_np_card_of(s->event.card, f->seat) : NULL;
    if (!row) return NULL;
    return f->phase == LOD_PH_MARCH ? row->march : row->march_into;
}

bool lod_np_plan_now(lod_state *s, mk_log *log) {
    const mk_frame *f = mk_top(&s->base);
    lod_np_planner *card = plan_of_card(s, f);
    if (card && card(s, log)) return true;
    lod_np_planner *own = factions[f->seat]->plan[f->phase], *shared = common[f->phase];
    return (own && own(s, log)) || (shared && shared(s, log));
}

bool lod_np_step(lod_state *s, mk_log *log) {
    uint16_t before = s->np.fault;
    s->np.fault = 0;
    bool planned = lod_np_plan_now(s, log) || lod_np_free(s, log);
    bool done = planned && !s->np.fault;
    if (before) s->np.fault = before; /* the first is remembered */
    return done || without_plan(s, log);
}

/* ---- Trying out ---- */

static bool executed(const lod_state *s) {
    const lod_command *c = lod_current_const(s);
    return c->selected || (c->kind == LOD_HORTALEZ && c->stage);
}

/* Begins a Command on a copy and lets its planner go on, until it has selected something or,
 * `whole`, until it has ended. */
static bool try_command(const lod_state *s, lod_command_kind kind, bool whole) {
    lod_state trial = *s;
    int f = seat_of(s);
    trial.np.fault = 0;
    lod_np_do(&trial, LOD_V_COMMAND, kind, 0, 0, NULL);
    if (trial.commands == s->commands) return false;
    while (trial.commands > s->commands) {
        if (!whole && executed(&trial)) return true;
        bool others = seat_of(&trial) != f;
        bool goes_on = others ? lod_np_step(&trial, NULL) : lod_np_plan_now(&trial, NULL);
        if (!goes_on || trial.np.fault) return false;
    }
    return whole;
}

bool lod_np_possible(const lod_state *s, lod_command_kind kind) {
    return try_command(s, kind, false);
}

bool lod_np_runs(const lod_state *s, lod_command_kind kind) { return try_command(s, kind, true); }

lod_command_kind lod_np_choose(lod_state *s, const lod_np_choice *rows, mk_log *log) {
    for (; rows->kind != LOD_NO_COMMAND; rows++) {
        if (!lod_np_possible(s, rows->kind)) continue;
        lod_np_say(s, rows->note, log);
        return rows->kind;
    }
    return LOD_NO_COMMAND;
}

/* ---- The one action ---- */

static void follow_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, LOD_V_FOLLOW, 0, 0, 0);
}

static const char *follow_why_not(const void *state, mk_action a) {
    (void)state;
    (void)a;
    return NULL;
}

static void follow_apply(void *state, mk_action a, mk_log *log) {
    (void)a;
    lod_state *s = state;
    int seat = seat_of(s);
    if (!lod_is_step(mk_top(&s->base)->phase)) s->np.turn = 0;
    do lod_np_step(s, log);
    while (!lod_over(s) && seat_of(s) == seat && lod_is_step(mk_top(&s->base)->phase));
}

static const mk_phase follow = {
    .name = "follow",
    .prompt = "{seat} follows the rules of non-players",
    .rule = "lod.8.1",
    .verbs = MK_VERBS(LOD_V_FOLLOW),
    .list = follow_list,
    .why_not = follow_why_not,
    .apply = follow_apply,
};

/* The planners act by ordinary actions, so those of a turn are advice for a player, too: as far as
 * they are legal for him, who has Limited Commands and moves his Leaders himself. */
int lod_advise(const void *state, mk_action *out, int room) {
    lod_state trial = *(const lod_state *)state;
    int seat = seat_of(&trial);
    trial.base.nonplayers |= (uint8_t)(1 << seat);
    noted.of = &trial;
    noted.action = out;
    noted.count = 0;
    noted.room = room;
    while (!lod_over(&trial) && seat_of(&trial) == seat && noted.count < room) {
        int before = noted.count;
        follow_apply(&trial, (mk_action){0}, NULL);
        if (noted.count == before) break;
        int phase = mk_top(&trial.base)->phase;
        if (phase == LOD_PH_TURN || phase == LOD_PH_STROKE) break;
    }
    noted.of = NULL;
    return noted.count;
}

const mk_phase *lod_nonplayer_phase(const void *state) {
    const lod_state *s = state;
    return RULE("lod.8.1", lod_is_nonplayer(s, seat_of(s))) ? &follow : NULL;
}
