/* board.c - positions for the tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "board.h"

#include <stdio.h>

const mk_game *game;

int open_games(void **state) {
    (void)state;
    mk_error e = {0};
    if (!mk_open(NULL, &e)) return -1;
    game = mk_find_game("p77");
    return game ? 0 : -1;
}

int unit(const char *id) {
    int u = mk_find(game, P77_UNIT, id);
    if (u < 0) fail_msg("there is no unit %s", id);
    return u;
}

int space(const char *id) {
    int at = mk_find(game, P77_SPACE, id);
    if (at < 0) fail_msg("there is no space %s", id);
    return at;
}

void begin(p77_state *s, boxes option, uint64_t seed) {
    mk_setup setup;
    mk_error e = {0};
    assert_true(mk_setup_init(game, &setup, NULL, &e));
    assert_true(
        mk_setup_option(game, &setup, "holding_boxes", option == WITH_BOXES ? "on" : "off", &e));
    mk_setup_seed(&setup, seed);
    mk_start(game, s, &setup, NULL);
}

void set(p77_state *s, const char *assignments) {
    mk_error e = {0};
    if (!mk_set(game, s, assignments, NULL, &e)) fail_msg("%s: %s", assignments, e.text);
}

void begin_empty(p77_state *s, boxes option, const char *assignments) {
    begin(s, option, 1);
    for (int u = 0; u < p77.unit_count; u++) {
        s->at[u] = P77_ELIMINATED;
        s->sp[u] = 0;
    }
    p77_settle(s);
    char text[2000];
    snprintf(text, sizeof text,
             "turn=5 active=british first=british british.ap=4 american.ap=4 ap_left=4 %s",
             assignments);
    set(s, text);
}

void act(p77_state *s, const char *text) {
    mk_action action;
    mk_error e = {0};
    if (!mk_parse_action(game, text, &action, &e) ||
        !mk_do(game, s, mk_seat(game, s), action, NULL, &e))
        fail_msg("%s: %s", text, e.text);
}

void act_all(p77_state *s, const char *const *actions) {
    for (; *actions; actions++) act(s, *actions);
}

void feed(p77_state *s, const int *dice, int count) {
    mk_error e = {0};
    if (!mk_feed(&s->base.rng, dice, count, &e)) fail_msg("%s", e.text);
}
