/* clock.c - a player's time, in days, for games that last weeks.
 *
 * Each player has so many days for the whole game; they run only while he decides and the game is
 * not paused, and each turn of the game gives some hours back. Nothing of this is stored: it
 * follows from the times of the operations.
 */
#include "server/server.h"

static int64_t days(const server *s, const table *t) {
    return (int64_t)t->row.clock_days * s->config.day;
}

int64_t clock_left(const server *s, const table *t, int seat, int64_t now) {
    int64_t left = days(s, t) - t->thought[seat];
    bool runs = t->row.state == TABLE_PLAYING && !t->paused && t->decides == seat;
    return runs ? left - (now - t->last_at) : left;
}

void clock_charge(const server *s, table *t, op_kind kind, int64_t at) {
    (void)s;
    bool runs = !t->paused && t->decides >= 0 && kind != OP_RESUME && kind != OP_SETUP;
    if (runs && at > t->last_at) t->thought[t->decides] += at - t->last_at;
    t->last_at = at;
}

void clock_bonus(const server *s, table *t) {
    int turn = ((const mk_base *)mk_table_state(t->live))->turn;
    if (turn > t->turn) {
        int64_t bonus = (int64_t)t->row.bonus_hours * s->config.day / 24;
        for (int i = 0; i < t->row.seat_count; i++) {
            t->thought[i] -= bonus;
            if (t->thought[i] < 0) t->thought[i] = 0; /* never more than at the start */
        }
    }
    t->turn = turn;
}

void clock_json(const server *s, const table *t, mk_text *out) {
    if (t->row.clock_days == 0) {
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

/* A warning when a day is left, or a fifth of a short clock. */
static int64_t warn_at(const server *s, const table *t) {
    int64_t fifth = days(s, t) / 5;
    return fifth < s->config.day ? fifth : s->config.day;
}

static void forfeit(server *s, table *t, int seat) {
    mk_text outcome = {0}, text = {0};
    table_outcome(t, "time", seat, &outcome);
    mk_text_add(&text, "[seat:%s|%s] has used up the time of the clock.", t->game->seats[seat].id,
                t->game->seats[seat].title);
    table_done(s, t, &(deed){.kind = OP_TIME, .seat = seat, .text = text.p, .outcome = outcome.p});
    mk_text_free(&outcome);
    mk_text_free(&text);
}

void clock_tick(server *s, table *t) {
    if (t->row.clock_days == 0 || t->row.state != TABLE_PLAYING || t->paused || t->decides < 0)
        return;
    int seat = t->decides;
    if (t->row.seat[seat].state != SEAT_PLAYER) return; /* a bot thinks as long as it thinks */
    int64_t left = clock_left(s, t, seat, server_time());
    char why[200];
    if (left < 0) {
        if (table_load(s, t, why, sizeof why)) forfeit(s, t, seat);
    } else if (left <= warn_at(s, t) && !(t->warned >> seat & 1)) {
        t->warned |= (uint8_t)(1u << seat);
        frame_notice(t, "%s has %lld minutes left on the clock.", t->game->seats[seat].title,
                     (long long)(left / 60));
        mail_warning(s, t, seat, left);
    }
}
