/* Between players: rematches, invitations, guests, clocks, talk, bots that play alone. */
#include "pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char open_seat[] = "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":"
                                "\"open\"}}";

static json_t *ask(wire_jar *jar, const char *code, const char *what, const char *body,
                   int status) {
    char path[128];
    fixture_path(code, what, path);
    return fixture_ask(&fx, jar, path, body, status);
}

static void tell(wire_jar *jar, const char *code, const char *what, const char *body, int status) {
    json_decref(ask(jar, code, what, body, status));
}

/* Takes the American seat by the link. */
static json_t *join_by_link(wire_jar *jar, const char *code, const char *secret, int status) {
    char body[100];
    snprintf(body, sizeof body, "{\"seat\":\"american\",\"secret\":\"%s\"}", secret);
    return ask(jar, code, "join", body, status);
}

static bool rematch_is(wire_jar *jar, const char *code, const char *state) {
    json_t *table = fixture_table_of(&fx, jar, code);
    const char *found = json_text(table, "table.rematch.state");
    bool same = state ? found && strcmp(found, state) == 0 : !found;
    json_decref(table);
    return same;
}

/* ---- Again ---------------------------------------------------------------- */

static void finish_game(char code[16]) {
    player a;
    fixture_game(&fx, &anna, &ben, "", code);
    player_join(&fx, &anna, code, "british", &a);
    json_decref(player_ask(&a, "{\"t\":\"resign\"}", "over"));
    player_leave(&a);
}

static void a_rematch_is_one_table_that_both_share(void **unused) {
    (void)unused;
    char code[16], again[16];
    finish_game(code);
    assert_true(rematch_is(&anna, code, NULL));
    json_t *first = ask(&anna, code, "rematch", "{}", 200);
    snprintf(again, sizeof again, "%s", json_text(first, "table.id"));
    assert_string_equal(json_text(first, "table.state"), "open");
    assert_string_equal(json_text(first, "table.seats.1.player"), "Anna"); /* sides changed */
    assert_string_equal(json_text(first, "table.seats.0.state"), "kept");
    json_decref(first);
    json_t *old = fixture_table_of(&fx, &ben, code);
    assert_string_equal(json_text(old, "table.rematch.table"), again);
    assert_string_equal(json_text(old, "table.rematch.by"), "Anna");
    assert_string_equal(json_text(old, "table.rematch.waiting.0"), "Ben");
    assert_int_equal(json_number(old, "table.rematch.invited"), 1);
    json_decref(old);
    json_t *same = ask(&anna, code, "rematch", "{}", 200); /* who asks twice asks once */
    assert_string_equal(json_text(same, "table.id"), again);
    assert_string_equal(json_text(same, "table.state"), "open");
    json_decref(same);
    json_t *second = ask(&ben, code, "rematch", "{}", 200);
    assert_string_equal(json_text(second, "table.id"), again);
    assert_string_equal(json_text(second, "table.state"), "playing");
    json_decref(second);
    assert_true(rematch_is(&anna, code, "playing"));
    wire_jar carl = fixture_user(&fx, "Carl");
    tell(&carl, code, "rematch", "{}", 404); /* neither his table nor his game */
}

static void a_rematch_can_be_declined_and_asked_for_again(void **unused) {
    (void)unused;
    char code[16], again[16];
    player a;
    finish_game(code);
    json_t *made = ask(&anna, code, "rematch", "{}", 200);
    snprintf(again, sizeof again, "%s", json_text(made, "table.id"));
    json_decref(made);
    player_join(&fx, &anna, again, "american", &a);
    tell(&ben, again, "leave", "{}", 200);
    json_t *gone = wire_expect(&a.socket, "gone", SECONDS);
    assert_non_null(gone);
    assert_string_equal(json_text(gone, "table"), again);
    assert_string_equal(json_text(gone, "text"), "Ben declined.");
    json_decref(gone);
    player_leave(&a);
    assert_true(rematch_is(&anna, code, NULL));
    json_t *other = ask(&ben, code, "rematch", "{}", 200); /* he has thought again */
    assert_string_not_equal(json_text(other, "table.id"), again);
    json_decref(other);
    assert_true(rematch_is(&anna, code, "open"));
    /* It is known after a restart, too. */
    assert_int_equal(wire_stop(&fx.server), 0);
    assert_true(wire_restart(&fx.server));
    assert_true(rematch_is(&anna, code, "open"));
    json_t *begun = ask(&anna, code, "rematch", "{}", 200);
    assert_string_equal(json_text(begun, "table.state"), "playing");
    json_decref(begun);

    /* Nobody has looked at the old table since the server came back. */
    finish_game(code);
    made = ask(&anna, code, "rematch", "{}", 200);
    snprintf(again, sizeof again, "%s", json_text(made, "table.id"));
    json_decref(made);
    assert_int_equal(wire_stop(&fx.server), 0);
    assert_true(wire_restart(&fx.server));
    tell(&ben, again, "leave", "{}", 200);
    tell(&anna, again, "leave", "{}", 404); /* it is gone */
    assert_true(rematch_is(&anna, code, NULL));
}

/* Both ask while neither is kept: one of them makes the table, the other is asked to try again. */
static void two_who_ask_at_once_make_one_table(void **unused) {
    (void)unused;
    char code[16], path[128];
    later first, second;
    finish_game(code);
    fixture_path(code, "rematch", path);
    int before = fixture_sql_number(&fx, "SELECT count(*) FROM tables");
    held_writes held = fixture_hold_writes(&fx);
    fixture_ask_later(&first, &fx, &anna, path, "{}");
    fixture_ask_later(&second, &fx, &ben, path, "{}");
    json_decref(fixture_ask(&fx, NULL, "/api/me", NULL, 200));
    fixture_release_writes(held);
    int one = fixture_wait(&first), other = fixture_wait(&second);
    assert_true(one == 200 || other == 200); /* both, if the second came after the first was kept */
    assert_true(one == 200 || one == 409);
    assert_true(other == 200 || other == 409);
    assert_int_equal(fixture_sql_number(&fx, "SELECT count(*) FROM tables"), before + 1);
}

/* ---- Tables that wait ------------------------------------------------------ */

static void a_table_that_waits_can_be_cancelled(void **unused) {
    (void)unused;
    char code[16];
    player a;
    fixture_table(&fx, &anna, open_seat, code);
    player_join(&fx, &anna, code, "british", &a);
    tell(&anna, code, "leave", "{}", 200);
    json_t *gone = wire_expect(&a.socket, "gone", SECONDS);
    assert_string_equal(json_text(gone, "text"), "Anna cancelled it.");
    json_decref(gone);
    player_leave(&a);
}

static void who_sits_down_plays_and_does_not_watch(void **unused) {
    (void)unused;
    char code[16], secret[32], frame[160];
    wire_socket s;
    fixture_table(&fx, &anna, open_seat, code);
    fixture_secret(&fx, &anna, code, secret);
    assert_true(wire_open(&fx.server, &ben, NULL, &s, NULL)); /* Ben looks at the link first */
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"secret\":\"%s\"}", code,
             secret);
    wire_send(&s, frame);
    json_t *joined = wire_expect(&s, "joined", SECONDS);
    assert_true(json_is_null(json_object_get(joined, "seat")));
    json_decref(joined);
    json_decref(join_by_link(&ben, code, secret, 200));
    joined = wire_expect(&s, "joined", SECONDS); /* by itself, when it begins */
    assert_string_equal(json_text(joined, "seat"), "american");
    assert_true(json_is_object(json_object_get(joined, "view")));
    json_decref(joined);
    wire_close(&s);
}

static void a_friend_plays_as_a_guest_and_stays_when_he_registers(void **unused) {
    (void)unused;
    char code[16], secret[32];
    player a, g;
    fixture_table(&fx, &anna, open_seat, code);
    fixture_secret(&fx, &anna, code, secret);
    wire_jar guest = fixture_guest(&fx);
    json_decref(join_by_link(&guest, code, "wrong", 404));
    json_t *table = join_by_link(&guest, code, secret, 200);
    assert_string_equal(json_text(table, "table.state"), "playing");
    json_decref(table);
    player_join(&fx, &anna, code, "british", &a);
    player_join(&fx, &guest, code, "american", &g);
    players_move(&a, &g, 3);
    json_decref(player_ask(&g, "{\"t\":\"chat\",\"text\":\"Hello, it is me\"}", "chat"));
    player_leave(&g);
    json_decref(fixture_ask(&fx, &guest, "/api/register",
                            "{\"name\":\"Friend\",\"password\":\"12345678\"}", 200));
    player_join(&fx, &guest, code, "american", &g);
    players_move(&a, &g, 3);
    table = fixture_table_of(&fx, &anna, code);
    assert_string_equal(json_text(table, "table.seats.1.player"), "Friend");
    json_decref(table);
    player_leave(&a);
    player_leave(&g);
}

static void a_game_that_counts_is_between_accounts(void **unused) {
    (void)unused;
    char code[16], secret[32];
    wire_jar guest = fixture_guest(&fx);
    fixture_table(&fx, &anna,
                  "{\"game\":\"p77\",\"counts\":true,\"seats\":{\"british\":\"me\",\"american\":"
                  "\"open\"}}",
                  code);
    fixture_secret(&fx, &anna, code, secret);
    json_decref(join_by_link(&guest, code, secret, 403));
    json_decref(join_by_link(&anna, code, secret, 409)); /* not against oneself */
    json_t *table = join_by_link(&ben, code, secret, 200);
    assert_int_equal(json_number(table, "table.counts"), 1);
    json_decref(table);
}

static void players_are_invited_by_name(void **unused) {
    (void)unused;
    static const char for_ben[] = "{\"seat\":\"american\",\"player\":\"Ben\"}";
    char code[16], body[100];
    wire_jar dora = fixture_user(&fx, "Dora"), guest = fixture_guest(&fx);
    fixture_table(&fx, &anna, open_seat, code);
    tell(&anna, code, "invite", "{\"seat\":\"american\",\"player\":\"Nobody\"}", 400);
    tell(&anna, code, "invite", "{\"seat\":\"british\",\"player\":\"Ben\"}", 409); /* her own */
    tell(&anna, code, "invite", "{\"seat\":\"french\",\"player\":\"Ben\"}", 404);
    tell(&anna, code, "invite", "{\"seat\":\"american\",\"player\":\"Anna\"}", 409);
    tell(&dora, code, "invite", for_ben, 404); /* she cannot even see it */
    json_t *me = fixture_ask(&fx, &guest, "/api/me", NULL, 200);
    snprintf(body, sizeof body, "{\"seat\":\"american\",\"player\":\"%s\"}",
             json_text(me, "user.name"));
    json_decref(me);
    tell(&anna, code, "invite", body, 400); /* guests come by the link */
    json_t *table = ask(&anna, code, "invite", for_ben, 200);
    assert_string_equal(json_text(table, "table.seats.1.player"), "Ben");
    assert_string_equal(json_text(table, "table.seats.1.state"), "kept");
    json_decref(table);
    table = fixture_table_of(&fx, &ben, code); /* without the link */
    assert_int_equal(json_number(table, "table.invited"), 1);
    json_decref(table);
    tell(&ben, code, "invite", "{\"seat\":\"american\",\"player\":\"Dora\"}", 403);
    tell(&ben, code, "leave", "{}", 200); /* he does not want to */
    table = ask(&anna, code, "invite", "{\"seat\":\"american\",\"player\":\"Dora\"}", 200);
    assert_string_equal(json_text(table, "table.seats.1.player"), "Dora");
    json_decref(table);
    table = ask(&anna, code, "invite", "{\"seat\":\"american\"}", 200); /* nor shall she */
    assert_string_equal(json_text(table, "table.seats.1.state"), "open");
    json_decref(table);
    tell(&dora, code, "join", "{\"seat\":\"american\"}", 404);
}

static void seats_and_invitations_are_limited_for_each_address(void **unused) {
    (void)unused;
    fixture strict;
    char code[16], path[128];
    fixture_open(&strict, "--limit", "join=2/3600", "--limit", "push=1/3600", NULL);
    wire_jar one = fixture_user(&strict, "One"), two = fixture_user(&strict, "Two");
    fixture_table(&strict, &one, open_seat, code);
    fixture_path(code, "invite", path);
    for (int i = 0; i < 3; i++)
        json_decref(fixture_ask(&strict, &one, path, "{\"seat\":\"american\",\"player\":\"Two\"}",
                                i < 2 ? 200 : 429));
    fixture_path(code, "join", path);
    json_decref(fixture_ask(&strict, &two, path, "{\"seat\":\"american\"}", 429));
    static const char browser[] = "{\"endpoint\":\"https://10.0.0.1/x\",\"p256dh\":\"x\","
                                  "\"auth\":\"y\"}";
    json_decref(
        fixture_ask(&strict, &one, "/api/push", browser, 400)); /* not to a network within */
    json_decref(fixture_ask(&strict, &two, "/api/push", browser, 429));
    fixture_close(&strict);
}

/* ---- Clocks ---------------------------------------------------------------- */

static void a_clock_is_of_one_kind(void **unused) {
    (void)unused;
    static const struct {
        const char *clock;
        int status;
    } clocks[] = {
        {"{\"days\":14,\"bonus_hours\":12}", 200},
        {"{\"minutes\":60,\"bonus_minutes\":2}", 200},
        {"{\"minutes\":60}", 200},
        {"{\"move_days\":3}", 200},
        {"{}", 400},
        {"{\"days\":0}", 400},
        {"{\"minutes\":5000}", 400},
        {"{\"days\":3,\"minutes\":60}", 400},
        {"{\"move_days\":3,\"bonus_hours\":1}", 400},
    };
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        char body[200];
        snprintf(body, sizeof body,
                 "{\"game\":\"p77\",\"clock\":%s,\"seats\":{\"british\":\"me\",\"american\":"
                 "\"open\"}}",
                 clocks[i].clock);
        json_t *made = fixture_ask(&fx, &anna, "/api/tables", body, clocks[i].status);
        json_t *wanted = json_loads(clocks[i].clock, 0, NULL);
        const char *key;
        json_t *value;
        json_object_foreach(wanted, key, value) if (clocks[i].status == 200) assert_true(json_equal(
            json_object_get(json_object_get(json_object_get(made, "table"), "clock"), key), value));
        json_decref(wanted);
        json_decref(made);
    }
}

static int left(const player *p, const char *seat) {
    char path[40];
    snprintf(path, sizeof path, "clock.left.%s", seat);
    return json_number(p->last, path);
}

/* Days for each move: who gets the decision has all of them again, also after a restart. */
static void a_clock_for_each_move_is_whole_again_with_each_move(void **unused) {
    (void)unused;
    fixture quick;
    char code[16];
    player a, b;
    fixture_open(&quick, "--clock-day", "600", NULL);
    wire_jar one = fixture_user(&quick, "One"), two = fixture_user(&quick, "Two");
    fixture_game(&quick, &one, &two, ",\"clock\":{\"move_days\":1}", code);
    fixture_sql(&quick, "SELECT 1");
    player_join(&quick, &one, code, "british", &a);
    player_join(&quick, &two, code, "american", &b);
    assert_true(player_decides(&b)); /* the Americans set up: all of it is one move */
    sleep(2);
    player_do(&b, player_choose(&b));
    assert_true(left(&b, "american") <= 598);
    assert_int_equal(left(&b, "british"), 600);
    while (player_decides(&b)) player_do(&b, player_choose(&b));
    player_until(&a, b.n);
    assert_true(left(&a, "american") <= 598);
    sleep(2);
    int british = 600;
    while (player_decides(&a) && !player_decides(&b)) {
        player_do(&a, player_choose(&a));
        player_until(&b, a.n);
        if (player_decides(&a)) british = left(&a, "british");
    }
    assert_true(british <= 598 || !player_decides(&a));
    if (player_decides(&b)) assert_int_equal(left(&b, "american"), 600);
    player_leave(&a);
    player_leave(&b);
    fixture_close(&quick);
}

/* Minutes for the whole game: an evening at the table. */
static void a_live_clock_runs_out_in_minutes(void **unused) {
    (void)unused;
    fixture quick;
    char code[16];
    player a, b;
    fixture_open(&quick, "--clock-day", "1440", NULL); /* a minute is a second */
    wire_jar one = fixture_user(&quick, "One"), two = fixture_user(&quick, "Two");
    fixture_game(&quick, &one, &two, ",\"clock\":{\"minutes\":5,\"bonus_minutes\":1}", code);
    player_join(&quick, &one, code, "british", &a);
    player_join(&quick, &two, code, "american", &b);
    json_t *over = wire_expect(&a.socket, "over", 30);
    assert_non_null(over);
    assert_string_equal(json_text(over, "outcome.reason"), "time");
    assert_int_equal(json_number(over, "outcome.ranks.british"), 1);
    json_decref(over);
    player_leave(&a);
    player_leave(&b);
    fixture_close(&quick);
}

/* ---- Talk -------------------------------------------------------------------- */

/* The next line of talk that reaches somebody before the answer to a ping. */
static json_t *next_chat(player *p) {
    assert_true(wire_send(&p->socket, "{\"t\":\"ping\"}"));
    for (;;) {
        json_t *frame = wire_receive(&p->socket, SECONDS);
        assert_non_null(frame);
        const char *type = json_text(frame, "t");
        if (strcmp(type, "chat") == 0) return frame;
        bool done = strcmp(type, "pong") == 0;
        json_decref(frame);
        if (done) return NULL;
    }
}

static void who_looks_on_talks_among_themselves_until_the_end(void **unused) {
    (void)unused;
    char code[16];
    player a, watcher, visitor;
    wire_jar emma = fixture_user(&fx, "Emma"), nobody = {""}, guest = fixture_guest(&fx);
    fixture_game(&fx, &anna, &ben, ",\"public\":true", code);
    player_join(&fx, &anna, code, "british", &a);
    player_join(&fx, &emma, code, NULL, &watcher);
    player_join(&fx, &nobody, code, NULL, &visitor);
    json_t *said = player_ask(&watcher, "{\"t\":\"chat\",\"text\":\"He should retreat\"}", "chat");
    assert_string_equal(json_text(said, "room"), "spectators");
    assert_true(json_number(said, "at") > 1700000000);
    json_decref(said);
    said = next_chat(&visitor); /* who looks on hears it */
    if (!said) said = wire_expect(&visitor.socket, "chat", SECONDS);
    assert_string_equal(json_text(said, "text"), "He should retreat");
    json_decref(said);
    assert_null(next_chat(&a)); /* a player does not */
    json_decref(player_ask(&a, "{\"t\":\"chat\",\"text\":\"Good luck\"}", "chat"));
    said = wire_expect(&watcher.socket, "chat", SECONDS); /* what players say everyone hears */
    assert_string_equal(json_text(said, "text"), "Good luck");
    assert_null(json_text(said, "room"));
    json_decref(said);
    json_decref(player_ask(&visitor, "{\"t\":\"chat\",\"text\":\"I too\"}", "error"));
    player_leave(&visitor);
    player_join(&fx, &guest, code, NULL, &visitor);
    json_decref(player_ask(&visitor, "{\"t\":\"chat\",\"text\":\"I too\"}", "error"));
    player_leave(&visitor);
    player_leave(&a);

    /* A player who comes back, or looks on at his own table, does not read it either. */
    char frame[100];
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":null}", code);
    player_join(&fx, &anna, code, "british", &a);
    json_t *joined = player_ask(&a, frame, "joined");
    assert_int_equal(json_array_size(json_object_get(joined, "chat")), 1);
    json_decref(joined);
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"british\"}", code);
    json_decref(player_ask(&a, frame, "joined"));
    json_decref(player_ask(&a, "{\"t\":\"resign\"}", "over"));
    joined = player_ask(&a, frame, "joined"); /* after the end he may */
    assert_int_equal(json_array_size(json_object_get(joined, "chat")), 2);
    json_decref(joined);
    player_leave(&a);
    player_leave(&watcher);
}

/* ---- Bots alone ------------------------------------------------------------- */

static void bots_play_alone_for_those_who_watch(void **unused) {
    (void)unused;
    char code[16];
    player watcher;
    wire_jar nobody = {""};
    fixture_table(&fx, &anna,
                  "{\"game\":\"p77\",\"public\":true,\"seats\":{\"british\":\"bot:greedy\","
                  "\"american\":\"bot:greedy\"}}",
                  code);
    json_t *table = fixture_table_of(&fx, &anna, code);
    assert_string_equal(json_text(table, "table.state"), "playing");
    assert_int_equal(json_array_size(json_object_get(json_object_get(table, "table"), "mine")), 0);
    json_decref(table);
    sleep(2); /* the server looks each second for bots that can go on */
    table = fixture_table_of(&fx, &anna, code);
    assert_int_equal(json_number(table, "table.n"), 0); /* nobody watches: nobody plays */
    json_decref(table);
    player_join(&fx, &nobody, code, NULL, &watcher);
    int n = watcher.n;
    player_until(&watcher, n + 3);
    assert_false(player_decides(&watcher));
    player_leave(&watcher);
    tell(&ben, code, "leave", "{}", 409); /* it is not his */
    tell(&anna, code, "leave", "{}", 200);
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_decref(fixture_ask(&fx, &anna, path, NULL, 404));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rematch_is_one_table_that_both_share),
        cmocka_unit_test(a_rematch_can_be_declined_and_asked_for_again),
        cmocka_unit_test(two_who_ask_at_once_make_one_table),
        cmocka_unit_test(a_table_that_waits_can_be_cancelled),
        cmocka_unit_test(who_sits_down_plays_and_does_not_watch),
        cmocka_unit_test(a_friend_plays_as_a_guest_and_stays_when_he_registers),
        cmocka_unit_test(a_game_that_counts_is_between_accounts),
        cmocka_unit_test(players_are_invited_by_name),
        cmocka_unit_test(seats_and_invitations_are_limited_for_each_address),
        cmocka_unit_test(a_clock_is_of_one_kind),
        cmocka_unit_test(a_clock_for_each_move_is_whole_again_with_each_move),
        cmocka_unit_test(a_live_clock_runs_out_in_minutes),
        cmocka_unit_test(who_looks_on_talks_among_themselves_until_the_end),
        cmocka_unit_test(bots_play_alone_for_those_who_watch),
    };
    return cmocka_run_group_tests(tests, open_pair, close_pair);
}
