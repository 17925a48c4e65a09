/* clock.c - a player's time.
 *
 * Two kinds give it for the whole game, in days for games that last weeks and in minutes for an
 * evening: it runs only while he decides and the game is not paused, and each turn of the game
 * gives some back. The third gives days for each move: it is whole again whenever the decision
 * comes to him from another. Nothing of this is stored: it follows from the times of the
 * operations.
 */
#include <stdio.h>

#include "server/server.h"

static int64_t minutes(const server_config *config, int64_t count) {
    return count * config->day / (24 * 60);
}

/* All that a player has, in seconds. */
static int64_t whole_time(const server_config *config, const table *t) {
    int64_t time = t->row.clock_time;
    return t->row.clock == CLOCK_MINUTES ? minutes(config, time) : time * config->day;
}

static int64_t clock_left(const server *s, const table *t, int seat, int64_t now) {
    int64_t left = whole_time(&s->config, t) - t->seconds_used[seat];
    bool runs = t->row.state == TABLE_PLAYING && !t->paused && t->decides == seat;
    return runs ? left - (now - t->last_at) : left;
}

void clock_charge(table *t, op_kind kind, int64_t at) {
    bool runs = !t->paused && t->decides >= 0 && kind != OP_RESUME && kind != OP_SETUP;
    if (runs && at > t->last_at) t->seconds_used[t->decides] += at - t->last_at;
    t->last_at = at;
}

static void give_back(table *t, int64_t bonus) {
    for (int i = 0; i < t->row.seat_count; i++) {
        t->seconds_used[i] -= bonus;
        if (t->seconds_used[i] < 0) t->seconds_used[i] = 0; /* never more than at the start */
    }
}

void clock_pass(const server_config *config, table *t, int decided) {
    int turn = ((const mk_base *)mk_table_state(t->live))->turn;
    int64_t bonus = (t->row.clock == CLOCK_DAYS ? 60 : 1) * (int64_t)t->row.clock_bonus;
    if (turn > t->turn) give_back(t, minutes(config, bonus));
    if (t->row.clock == CLOCK_MOVE && t->decides >= 0 && t->decides != decided)
        t->seconds_used[t->decides] = 0;
    t->turn = turn;
}

void clock_json(const server *s, const table *t, mk_text *out) {
    if (t->row.clock == CLOCK_NONE) {
        mk_text_add(out, "null");
        return;
    }
    int64_t now = server_time();
    bool runs = t->row.state == TABLE_PLAYING && !t->paused && t->decides >= 0;
    mk_text_add(out, "{\"running\":");
    if (runs)
        mk_text_json(out, table_seat_id(t, t->decides));
    else
        mk_text_add(out, "null");
    mk_text_add(out, ",\"left\":{");
    for (int i = 0; i < t->row.seat_count; i++)
        mk_text_add(out, "%s\"%s\":%lld", i ? "," : "", table_seat_id(t, i),
                    (long long)clock_left(s, t, i, now));
    mk_text_add(out, "},\"at\":%lld}", (long long)now);
}

static const struct {
    const char *time, *bonus; /* as TABLE has them; NULL: it gives none back */
} names[CLOCK_KINDS] = {
    [CLOCK_DAYS] = {"days", "bonus_hours"},
    [CLOCK_MINUTES] = {"minutes", "bonus_minutes"},
    [CLOCK_MOVE] = {"move_days", NULL},
};

void clock_write_rule(const store_table *row, mk_text *out) {
    if (row->clock == CLOCK_NONE) {
        mk_text_add(out, "null");
        return;
    }
    mk_text_add(out, "{\"%s\":%d", names[row->clock].time, row->clock_time);
    if (names[row->clock].bonus)
        mk_text_add(out, ",\"%s\":%d", names[row->clock].bonus, row->clock_bonus);
    mk_text_add(out, "}");
}

bool clock_read_rule(json_t *rule, store_table *row, char *why, size_t size) {
    input in = input_of(rule);
    int kinds = 0;
    for (clock_kind k = CLOCK_DAYS; k < CLOCK_KINDS; k++) {
        if (!json_object_get(rule, names[k].time)) continue;
        kinds++;
        row->clock = k;
        row->clock_time =
            (int)input_int_or(&in, names[k].time, 1, k == CLOCK_MINUTES ? 24 * 60 : 365, 0);
        if (names[k].bonus)
            row->clock_bonus = (int)input_int_or(&in, names[k].bonus, 0, 24 * 30, 0);
    }
    bool fine = input_end(&in) && kinds == 1;
    if (!fine)
        snprintf(why, size, "%s",
                 kinds == 1 ? in.why : "A clock has \"days\", \"minutes\" or \"move_days\".");
    return fine;
}

/* A warning when a day is left, or a fifth of a short clock. */
static int64_t warn_at(const server *s, const table *t) {
    int64_t fifth = whole_time(&s->config, t) / 5;
    return fifth < s->config.day ? fifth : s->config.day;
}

static void forfeit(server *s, table *t, int seat) {
    mk_text outcome = {0}, text = {0};
    table_outcome(t, "time", seat, &outcome);
    mk_text_add(&text, "[seat:%s|%s] ran out of time.", t->game->seats[seat].id,
                t->game->seats[seat].title);
    table_add_op(s, t,
                 &(table_op){.kind = OP_TIME, .seat = seat, .text = text.p, .outcome = outcome.p});
    mk_text_free(&outcome);
    mk_text_free(&text);
}

static void warn(server *s, table *t, int seat, int64_t left) {
    t->warned |= (uint8_t)(1u << seat);
    bool few = left < 120;
    char words[200];
    snprintf(words, sizeof words, "%s has %lld %s left on the clock.", t->game->seats[seat].title,
             (long long)(few ? left : left / 60), few ? "seconds" : "minutes");
    msg_notice(t, "%s", words);
    cluster_tell(s, "notice %s %s", t->row.code, words);
    notify_time(s, t, seat, left);
}

void clock_tick(server *s, table *t) {
    if (t->row.clock == CLOCK_NONE || t->row.state != TABLE_PLAYING || t->paused ||
        t->decides < 0 || t->needs_reload)
        return;
    int seat = t->decides;
    if (t->row.seat[seat].state != SEAT_PLAYER) return; /* a bot thinks as long as it thinks */
    int64_t left = clock_left(s, t, seat, server_time());
    char why[200];
    if (left < 0) {
        if (table_load(s, t, why, sizeof why)) forfeit(s, t, seat);
    } else if (left <= warn_at(s, t) && !(t->warned >> seat & 1)) {
        warn(s, t, seat, left);
    }
}
