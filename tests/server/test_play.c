/* Play: two players, two tabs, spectators, taking back, settling, the end. */
#include "pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void sit_down(char code[16], player *british, player *american) {
    fixture_game(&fx, &anna, &ben, "", code);
    player_join(&fx, &anna, code, "british", british);
    player_join(&fx, &ben, code, "american", american);
}

static void get_up(player *british, player *american) {
    player_leave(british);
    player_leave(american);
}

/* The view that somebody who joins now gets is the one that the differences led to. */
static void assert_same_view(const wire_jar *jar, const char *code, const char *seat,
                             const player *known) {
    player fresh;
    player_join(&fx, jar, code, seat, &fresh);
    assert_int_equal(fresh.n, known->n);
    assert_true(json_equal(fresh.view, known->view));
    player_leave(&fresh);
}

static void differences_lead_to_the_whole_view(void **unused) {
    (void)unused;
    char code[16];
    player a, b, watcher;
    sit_down(code, &a, &b);
    player_join(&fx, &ben, code, NULL, &watcher);
    for (int i = 0; i < 8; i++) {
        players_move(&a, &b, 15);
        player_until(&watcher, a.n);
        assert_same_view(&anna, code, "british", &a);
        assert_same_view(&ben, code, "american", &b);
        assert_same_view(&ben, code, NULL, &watcher);
    }
    player_leave(&watcher);
    get_up(&a, &b);
}

/* Sends a frame with the address (its braces, quotes, colons and commas escaped) and returns what
 * is answered after `hello`. */
static json_t *ask_by_address(const char *frame) {
    char address[300] = "/ws?frame=";
    size_t n = strlen(address);
    for (; *frame; frame++)
        n += (size_t)snprintf(address + n, sizeof address - n,
                              strchr("{}\":,", *frame) ? "%%%02X" : "%c", (unsigned char)*frame);
    wire_socket s;
    assert_true(wire_open_at(&fx.server, address, &anna, NULL, &s, NULL));
    json_t *hello = wire_receive(&s, 10), *answer = wire_receive(&s, 10);
    assert_string_equal(json_text(hello, "t"), "hello");
    json_decref(hello);
    wire_close(&s);
    return answer;
}

static void the_first_frame_may_come_with_the_address(void **unused) {
    (void)unused;
    char code[16], frame[100];
    player a, b;
    sit_down(code, &a, &b);
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\"}", code);
    json_t *joined = ask_by_address(frame), *refused = ask_by_address("{\"t\":\"sing\"}");
    assert_string_equal(json_text(joined, "t"), "joined");
    assert_string_equal(json_text(joined, "seat"), "british");
    assert_string_equal(json_text(refused, "error"), "bad_frame");
    json_decref(joined);
    json_decref(refused);
    player_leave(&a);
    player_leave(&b);
}

static void two_tabs_of_one_player_agree(void **unused) {
    (void)unused;
    char code[16];
    player a, b, tab;
    sit_down(code, &a, &b);
    player_join(&fx, &anna, code, NULL, &tab); /* first as a spectator, then from the seat */
    char frame[100];
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\"}", code);
    json_t *joined = player_ask(&tab, frame, "joined");
    assert_string_equal(json_text(joined, "seat"), "british");
    json_decref(joined);
    players_move(&a, &b, 30);
    player_until(&tab, a.n);
    assert_true(json_equal(tab.view, a.view));
    /* The second tab acts; the first sees it, and its own old version is stale. */
    while (!player_decides(&a)) players_move(&a, &b, 1);
    player_until(&tab, a.n);
    char action[200];
    snprintf(action, sizeof action, "%s", player_choose(&a));
    int before = a.n;
    player_do(&tab, action);
    player_until(&a, before + 1);
    player_until(&b, before + 1);
    assert_true(json_equal(tab.view, a.view));
    char stale[300];
    snprintf(stale, sizeof stale, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", before, action);
    json_t *answer = player_ask(&a, stale, "refused");
    assert_string_equal(json_text(answer, "reason"), "stale");
    json_decref(answer);
    json_decref(player_ask(&a, "{\"t\":\"ping\"}", "pong"));
    assert_int_equal(a.n, before + 1);
    player_leave(&tab);
    get_up(&a, &b);
}

static void own_actions_are_taken_back_up_to_the_dice(void **unused) {
    (void)unused;
    char code[16], frame[100];
    player a, b;
    sit_down(code, &a, &b);
    int taken = 0, refused = 0;
    for (int i = 0; i < 60 && !a.over; i++) {
        player *mover = player_decides(&a) ? &a : &b, *other = mover == &a ? &b : &a;
        json_t *before = json_deep_copy(mover->view);
        player_do(mover, player_choose(mover));
        player_until(other, mover->n);
        snprintf(frame, sizeof frame, "{\"t\":\"undo\",\"n\":%d}", mover->n);
        if (mover->undo > 0) {
            int n = mover->n;
            assert_true(wire_send(&mover->socket, frame));
            player_until(mover, n + 1);
            player_until(other, n + 1);
            assert_true(json_equal(before, mover->view));
            taken++;
            if (taken % 2 == 0 && !mover->over) { /* and goes on */
                player_do(mover, player_choose(mover));
                player_until(other, mover->n);
            }
        } else {
            json_t *answer = player_ask(mover, frame, "refused");
            assert_string_equal(json_text(answer, "reason"), "undo");
            json_decref(answer);
            refused++;
        }
        json_decref(before);
    }
    assert_true(taken > 0 && refused > 0);
    get_up(&a, &b);
}

static void several_actions_are_taken_back_by_one_message(void **unused) {
    (void)unused;
    char code[16], frame[100];
    player a, b;
    sit_down(code, &a, &b);
    player *mover = player_decides(&a) ? &a : &b, *other = mover == &a ? &b : &a;
    json_t *before = json_deep_copy(mover->view);
    int n = mover->n;
    for (int i = 0; i < 3; i++) player_do(mover, player_choose(mover));
    assert_int_equal(mover->undo, 3);
    snprintf(frame, sizeof frame, "{\"t\":\"undo\",\"n\":%d,\"count\":3}", mover->n);
    assert_true(wire_send(&mover->socket, frame));
    player_until(mover, n + 6);
    player_until(other, n + 6);
    assert_true(json_equal(before, mover->view));
    json_decref(before);
    get_up(&a, &b);
}

static void undo_past_the_dice_needs_consent_and_new_dice(void **unused) {
    (void)unused;
    char code[16];
    player a, b;
    sit_down(code, &a, &b);
    players_move(&a, &b, 40);
    int n = a.n, entries = a.entries;
    json_t *asked = player_ask(&a, "{\"t\":\"propose\",\"what\":\"undo\",\"to\":3}", "proposal");
    assert_string_equal(json_text(asked, "waiting.0"), "american");
    json_decref(asked);
    asked = player_ask(&b, "{\"t\":\"answer\",\"what\":\"undo\",\"yes\":false}", "proposal");
    json_decref(asked);
    assert_int_equal(b.n, n);
    json_decref(player_ask(&b, "{\"t\":\"answer\",\"what\":\"undo\",\"yes\":true}", "error"));
    json_decref(player_ask(&a, "{\"t\":\"ping\"}", "pong")); /* that it is gone has been read */

    json_decref(player_ask(&a, "{\"t\":\"propose\",\"what\":\"undo\",\"to\":3}", "proposal"));
    assert_true(wire_send(&b.socket, "{\"t\":\"answer\",\"what\":\"undo\",\"yes\":true}"));
    player_until(&a, n + 1);
    player_until(&b, n + 1);
    assert_int_equal(a.entries, entries + 1);
    json_t *log = player_ask(&a, "{\"t\":\"log\"}", "log"), *list = json_object_get(log, "log");
    json_t *last = json_array_get(list, json_array_size(list) - 1);
    assert_string_equal(json_text(last, "what"), "undo_to");
    assert_int_equal(json_number(last, "to"), 3);
    json_decref(log);
    assert_same_view(&anna, code, "british", &a);
    players_move(&a, &b, 20);
    get_up(&a, &b);
}

static void a_draw_a_pause_and_a_resignation(void **unused) {
    (void)unused;
    char code[16];
    player a, b;
    sit_down(code, &a, &b);
    players_move(&a, &b, 5);
    int n = a.n;
    json_decref(player_ask(&a, "{\"t\":\"propose\",\"what\":\"pause\"}", "proposal"));
    assert_true(wire_send(&b.socket, "{\"t\":\"answer\",\"what\":\"pause\",\"yes\":true}"));
    player_until(&a, n + 1);
    player_until(&b, n + 1);
    player *mover = player_decides(&a) ? &a : &b;
    player_refused(mover, mover->n, player_choose(mover), "paused");
    assert_true(wire_send(&b.socket, "{\"t\":\"resume\"}"));
    player_until(&a, n + 2);
    player_until(&b, n + 2);
    players_move(&a, &b, 3);

    json_decref(player_ask(&a, "{\"t\":\"propose\",\"what\":\"draw\"}", "proposal"));
    json_t *over = player_ask(&b, "{\"t\":\"answer\",\"what\":\"draw\",\"yes\":true}", "over");
    assert_string_equal(json_text(over, "outcome.reason"), "draw");
    assert_int_equal(json_number(over, "outcome.ranks.british"), 1);
    assert_int_equal(json_number(over, "outcome.ranks.american"), 1);
    assert_int_equal(strlen(json_text(over, "key")), 64);
    json_decref(over);
    get_up(&a, &b);

    sit_down(code, &a, &b);
    over = player_ask(&a, "{\"t\":\"resign\"}", "over");
    assert_string_equal(json_text(over, "outcome.reason"), "resigned");
    assert_int_equal(json_number(over, "outcome.ranks.american"), 1);
    assert_int_equal(json_number(over, "outcome.ranks.british"), 2);
    json_decref(over);
    get_up(&a, &b);
}

/* Where others play on, a seat that was given up is no place to look from: its player sees what
 * spectators see. */
static void who_resigns_looks_on_as_a_spectator(void **unused) {
    (void)unused;
    char code[16], path[64], secret[32], body[100], message[100];
    player a, b, watcher;
    fixture_table(
        &fx, &anna,
        "{\"game\":\"lod\",\"public\":true,\"seats\":{\"british\":\"me\",\"patriots\":\"open\","
        "\"indians\":\"bot:greedy\",\"french\":\"bot:greedy\"}}",
        code);
    fixture_secret(&fx, &anna, code, secret);
    snprintf(path, sizeof path, "/api/tables/%s/join", code);
    snprintf(body, sizeof body, "{\"seat\":\"patriots\",\"secret\":\"%s\"}", secret);
    json_decref(fixture_ask(&fx, &ben, path, body, 200));
    player_join(&fx, &anna, code, "british", &a);
    player_join(&fx, &ben, code, "patriots", &b);
    player_join(&fx, &ben, code, NULL, &watcher);
    json_t *joined = player_ask(&a, "{\"t\":\"resign\"}", "joined");
    assert_null(json_text(joined, "seat"));
    assert_string_equal(json_text(joined, "table.state"), "playing");
    assert_string_equal(json_text(joined, "table.seats.0.state"), "resigned");
    json_decref(joined);
    int n = a.n;
    player_until(&watcher, n);
    player_until(&b, n);
    assert_true(json_equal(a.view, watcher.view));
    json_decref(player_ask(&a, "{\"t\":\"notes\",\"text\":\"x\"}", "error"));
    snprintf(message, sizeof message, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"british\"}",
             code);
    json_t *error = player_ask(&a, message, "error");
    assert_string_equal(json_text(error, "error"), "forbidden");
    json_decref(error);
    snprintf(path, sizeof path, "/api/tables/%s/record?seat=british", code);
    json_decref(fixture_ask(&fx, &anna, path, NULL, 403));
    /* What the machine does in his place comes as to anyone. */
    while (a.n < n + 5 && !a.over) {
        if (player_decides(&b)) player_do(&b, player_choose(&b));
        player_until(&a, a.n + 1);
        player_until(&watcher, a.n);
        if (b.n < a.n) player_until(&b, a.n);
        assert_true(json_equal(a.view, watcher.view));
    }
    player_leave(&watcher);
    get_up(&a, &b);
}

/* Who has answered once for all is not waited for, be he here or not. */
static void a_standing_answer_is_given_by_the_server(void **unused) {
    (void)unused;
    static const char *const hers[] = {"british", "french", "indians"};
    char code[16], path[64], secret[32], body[100], message[100];
    player a[3], b;
    fixture_table(&fx, &anna,
                  "{\"game\":\"lod\",\"seats\":{\"british\":\"me\",\"patriots\":\"open\","
                  "\"french\":\"me\",\"indians\":\"me\"}}",
                  code);
    fixture_secret(&fx, &anna, code, secret);
    snprintf(path, sizeof path, "/api/tables/%s/join", code);
    snprintf(body, sizeof body, "{\"seat\":\"patriots\",\"secret\":\"%s\"}", secret);
    json_decref(fixture_ask(&fx, &ben, path, body, 200));
    player_join(&fx, &ben, code, "patriots", &b);
    json_decref(
        player_ask(&b, "{\"t\":\"standing\",\"phase\":\"nothing\",\"action\":\"hold\"}", "error"));
    json_t *kept =
        player_ask(&b, "{\"t\":\"standing\",\"phase\":\"stroke\",\"action\":\"hold\"}", "standing");
    assert_string_equal(json_text(kept, "answer.action"), "hold");
    json_decref(kept);
    player_leave(&b);
    for (int i = 0; i < 3; i++) player_join(&fx, &anna, code, hers[i], &a[i]);
    while (strcmp(json_text(a[0].view, "prompt:now.phase"), "stroke") == 0) {
        int n = a[0].n;
        for (int i = 0; i < 3; i++)
            if (player_decides(&a[i])) player_do(&a[i], "hold");
        for (int i = 0; i < 3; i++) player_until(&a[i], n + 1); /* she or, for him, the server */
    }
    player_join(&fx, &ben, code, "patriots", &b);
    snprintf(message, sizeof message, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"patriots\"}",
             code);
    json_t *joined = player_ask(&b, message, "joined");
    assert_string_equal(json_text(joined, "standing.phase"), "stroke");
    json_decref(joined);
    kept = player_ask(&b, "{\"t\":\"standing\"}", "standing");
    assert_null(json_text(kept, "answer.phase"));
    json_decref(kept);
    for (int i = 0; i < 3; i++) player_leave(&a[i]);
    player_leave(&b);
}

static void a_game_to_its_end_keeps_its_promise_of_dice(void **unused) {
    (void)unused;
    char code[16], path[100], hash[80], file[100], command[900];
    player a, b;
    sit_down(code, &a, &b);
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_t *table = fixture_ask(&fx, &anna, path, NULL, 200);
    snprintf(hash, sizeof hash, "%s", json_text(table, "table.key_hash"));
    assert_int_equal(strlen(hash), 64);
    assert_null(json_text(table, "table.key"));
    json_decref(table);
    players_move(&a, &b, 20000);
    json_decref(player_ask(&a, "{\"t\":\"ping\"}", "pong")); /* the over frame has passed */
    assert_true(a.over);

    table = fixture_ask(&fx, &anna, path, NULL, 200);
    assert_string_equal(json_text(table, "table.state"), "over");
    assert_string_equal(json_text(table, "table.outcome.reason"), "rule");
    assert_int_equal(strlen(json_text(table, "table.key")), 64);
    json_decref(table);

    snprintf(path, sizeof path, "/api/tables/%s/journal", code);
    wire_answer journal = wire_request(&fx.server, &anna, path, NULL, NULL);
    assert_int_equal(journal.status, 200);
    snprintf(file, sizeof file, "%s/journal", fx.dir);
    FILE *f = fopen(file, "w");
    fputs(journal.body, f);
    fclose(f);
    wire_free(&journal);
    snprintf(command, sizeof command, "%s verify %s --hash %s > /dev/null", fx.server.binary, file,
             hash);
    assert_int_equal(system(command), 0);
    snprintf(command, sizeof command, "%s verify %s --hash %064d > /dev/null", fx.server.binary,
             file, 0);
    assert_int_not_equal(system(command), 0);

    /* Everyone may now see everything, move by move. */
    json_t *replay =
        player_ask(&a, "{\"t\":\"replay\",\"at\":10,\"seat\":\"everything\"}", "replay");
    assert_int_equal(json_number(replay, "at"), 10);
    json_decref(replay);
    replay = player_ask(&a, "{\"t\":\"replay\",\"at\":10,\"seat\":\"american\"}", "replay");
    assert_string_equal(json_text(replay, "seat"), "american");
    json_decref(replay);
    get_up(&a, &b);

    /* And once more, with the seats turned round. */
    snprintf(path, sizeof path, "/api/tables/%s/rematch", code);
    table = fixture_ask(&fx, &ben, path, "{}", 200);
    assert_string_equal(json_text(table, "table.seats.0.player"), "Ben");
    assert_string_equal(json_text(table, "table.seats.1.state"), "kept");
    json_decref(table);
}

/* The end is the end when it is on the disk: until then nobody sees the other side's secrets. */
static void nothing_is_opened_before_the_end_is_kept(void **unused) {
    (void)unused;
    char code[16], path[100], everything[100];
    player a, b, watcher;
    fixture_game(&fx, &anna, &ben, ",\"public\":true", code);
    player_join(&fx, &anna, code, "british", &a);
    player_join(&fx, &ben, code, "american", &b);
    player_join(&fx, &anna, code, NULL, &watcher);
    players_move(&a, &b, 5);
    snprintf(everything, sizeof everything,
             "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"everything\"}", code);
    held_writes held = fixture_hold_writes(&fx);
    assert_true(wire_send(&a.socket, "{\"t\":\"resign\"}"));
    json_decref(player_ask(&a, "{\"t\":\"ping\"}", "pong")); /* it is done, but not kept */
    json_t *answer = player_ask(&watcher, everything, "error");
    assert_string_equal(json_text(answer, "error"), "forbidden");
    json_decref(answer);
    snprintf(path, sizeof path, "/api/tables/%s/journal", code);
    json_decref(fixture_ask(&fx, &ben, path, NULL, 403));
    snprintf(path, sizeof path, "/api/tables/%s/record?seat=british", code);
    json_decref(fixture_ask(&fx, &ben, path, NULL, 503));
    snprintf(path, sizeof path, "/api/tables/%s/rematch", code);
    json_decref(fixture_ask(&fx, &ben, path, "{}", 409));
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_t *table = fixture_ask(&fx, &ben, path, NULL, 200);
    assert_string_equal(json_text(table, "table.state"), "playing");
    assert_null(json_text(table, "table.key"));
    json_decref(table);
    json_t *replay = player_ask(&b, "{\"t\":\"replay\",\"at\":1,\"seat\":\"everything\"}", "error");
    json_decref(replay);
    fixture_release_writes(held);
    json_decref(wire_expect(&b.socket, "over", SECONDS));
    json_decref(player_ask(&watcher, everything, "joined"));
    player_leave(&watcher);
    get_up(&a, &b);
}

/* Plays until the log has more than a page of 200; what `a` saw of each operation is kept. */
static void play_long(char code[16], player *a, player *b, json_t *seen[], int most) {
    for (;;) {
        sit_down(code, a, b);
        while (a->n < most && (player_decides(a) || player_decides(b))) {
            player *mover = player_decides(a) ? a : b;
            player_do(mover, player_choose(mover));
            player_until(a, mover->n);
            player_until(b, mover->n);
            json_decref(seen[a->n]);
            seen[a->n] = json_incref(json_object_get(a->last, "events"));
        }
        if (a->n > 200) return;
        get_up(a, b); /* a short war: another */
    }
}

/* What is read from far back is read by a worker: of two messages that come in one packet the loop
 * answers the second one first. */
static void the_log_is_not_read_by_the_loop(void **unused) {
    (void)unused;
    static const char *const messages[] = {"{\"t\":\"log\"}", "{\"t\":\"ping\"}"};
    unsigned char packet[100];
    size_t n = 0;
    char code[16];
    player a, b;
    sit_down(code, &a, &b);
    for (int i = 0; i < 2; i++) { /* whole text frames, masked by nothing */
        size_t length = strlen(messages[i]);
        memcpy(packet + n, (unsigned char[]){0x81, 0x80 | (unsigned char)length, 0, 0, 0, 0}, 6);
        memcpy(packet + n + 6, messages[i], length);
        n += 6 + length;
    }
    assert_true(wire_send_bytes(&a.socket, packet, n));
    static const char *const answers[] = {"pong", "log"};
    for (int i = 0; i < 2; i++) {
        json_t *answer = wire_receive(&a.socket, SECONDS);
        while (strcmp(json_text(answer, "t"), "table") == 0) { /* that the other has come */
            json_decref(answer);
            answer = wire_receive(&a.socket, SECONDS);
        }
        assert_string_equal(json_text(answer, "t"), answers[i]);
        json_decref(answer);
    }
    get_up(&a, &b);
}

/* The log, page by page from the end to the set-up, is what was seen when it happened. */
static void the_log_goes_back_to_the_beginning(void **unused) {
    (void)unused;
    enum { MOVES = 450 };
    static json_t *seen[MOVES + 1];
    char code[16], frame[100];
    player a, b;
    play_long(code, &a, &b, seen, MOVES);
    int before = a.n + 1, pages = 0;
    for (bool more = true; more; pages++) {
        snprintf(frame, sizeof frame, "{\"t\":\"log\",\"before\":%d}", before);
        json_t *page = player_ask(&a, frame, "log"), *log = json_object_get(page, "log");
        for (size_t i = json_array_size(log); i-- > 0;) {
            json_t *entry = json_array_get(log, i);
            assert_int_equal(json_number(entry, "n"), --before);
            if (before > 0) assert_true(json_equal(json_object_get(entry, "events"), seen[before]));
        }
        more = json_number(page, "more");
        json_decref(page);
    }
    assert_int_equal(before, 0);
    assert_int_equal(pages, a.n / 200 + 1);
    for (int i = 0; i <= MOVES; i++) json_decref(seen[i]);
    get_up(&a, &b);
}

/* ---- The engine's own check ------------------------------------------------ */

static void some_actions_are_checked(void **unused) {
    (void)unused;
    char code[16];
    player a, b;
    int before = fixture_metric(&fx, "checks_total");
    sit_down(code, &a, &b);
    players_move(&a, &b, 64);
    assert_int_equal(fixture_metric(&fx, "checks_total") - before, 4);
    assert_int_equal(fixture_metric(&fx, "check_failures_total"), 0);
    get_up(&a, &b);
}

static void a_check_that_fails_is_written_down_and_stops_nobody(void **unused) {
    (void)unused;
    FILES_ONLY();
    fixture own;
    char code[16], command[1600], file[300];
    player a, b;
    fixture_open(&own, "--check-every", "3", "--fail-checks", NULL);
    wire_jar jar = fixture_guest(&own);
    fixture_table(&own, &jar,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}", code);
    player_join(&own, &jar, code, "british", &a);
    player_join(&own, &jar, code, "american", &b);
    players_move(&a, &b, 10);
    assert_int_equal(a.n, 10);
    assert_int_equal(fixture_metric(&own, "check_failures_total"), 3);
    /* Of a table's failures the first is kept, with the journal up to there. */
    snprintf(file, sizeof file, "%s.check-%s-3.journal", own.server.db, code);
    snprintf(command, sizeof command, "grep -q 'level=error event=check table=%s n=3 ' %s", code,
             own.server.log);
    double until = wire_now() + SECONDS;
    while (system(command) != 0) assert_true(wire_now() < until);
    snprintf(command, sizeof command,
             "ls %s.check-* | wc -l | grep -qx 1 && stat -c %%a %s | grep -qx 600 &&"
             " head -1 %s | grep -q '^musket journal' && grep -c '^american ' %s | grep -qx 3",
             own.server.db, file, file, file);
    assert_int_equal(system(command), 0);
    get_up(&a, &b);
    fixture_close(&own);
}

/* ---- Stored positions ------------------------------------------------------- */

static int stored_at(const char *code) {
    char sql[200];
    snprintf(sql, sizeof sql,
             "SELECT coalesce(max(positions.n), -1) FROM positions JOIN tables ON tables.id = tbl"
             " WHERE code = '%s'",
             code);
    return fixture_sql_number(&fx, sql);
}

/* A position is what a table goes on from when its rules change: not one that was taken back. */
static void undoing_past_a_stored_position_takes_it_away(void **unused) {
    (void)unused;
    char code[16];
    player a, b;
    sit_down(code, &a, &b);
    while (stored_at(code) < 60 && !a.over) players_move(&a, &b, 20);
    int at = stored_at(code), n = a.n;
    assert_true(at >= 60);
    json_decref(player_ask(&a, "{\"t\":\"propose\",\"what\":\"undo\",\"to\":3}", "proposal"));
    assert_true(wire_send(&b.socket, "{\"t\":\"answer\",\"what\":\"undo\",\"yes\":true}"));
    player_until(&a, n + 1);
    player_until(&b, n + 1);
    assert_int_equal(stored_at(code), -1);
    players_move(&a, &b, 80);
    assert_true(stored_at(code) > n + 1);
    get_up(&a, &b);
}

static void taking_back_the_move_to_a_stored_position_takes_it_away(void **unused) {
    (void)unused;
    char code[16], message[100];
    player a, b;
    int found = 0;
    for (int games = 0; games < 10 && !found; games++) {
        sit_down(code, &a, &b);
        for (int i = 0; i < 150 && !a.over && !found; i++) {
            player *mover = player_decides(&a) ? &a : &b, *other = mover == &a ? &b : &a;
            if (!player_decides(mover)) break;
            player_do(mover, player_choose(mover));
            player_until(other, mover->n);
            if (mover->undo == 0 || stored_at(code) != mover->n) continue;
            snprintf(message, sizeof message, "{\"t\":\"undo\",\"n\":%d}", mover->n);
            assert_true(wire_send(&mover->socket, message));
            player_until(mover, mover->n + 1);
            assert_true(stored_at(code) < mover->n - 1);
            found++;
        }
        get_up(&a, &b);
    }
    assert_int_equal(found, 1);
}

static void looking_back_shows_what_one_knew_then(void **unused) {
    (void)unused;
    char code[16], frame[100];
    player a, b;
    sit_down(code, &a, &b);
    players_move(&a, &b, 10);
    json_t *then = json_deep_copy(a.view);
    int at = a.entries;
    players_move(&a, &b, 30);
    snprintf(frame, sizeof frame, "{\"t\":\"replay\",\"at\":%d}", at);
    json_t *replay = player_ask(&a, frame, "replay");
    assert_true(json_equal(json_object_get(replay, "view"), then));
    json_decref(replay);
    json_decref(then);
    snprintf(frame, sizeof frame, "{\"t\":\"replay\",\"at\":%d,\"seat\":\"american\"}", at);
    json_decref(player_ask(&a, frame, "error"));
    json_decref(player_ask(&a, "{\"t\":\"replay\",\"at\":1,\"seat\":\"everything\"}", "error"));
    json_decref(player_ask(&a, "{\"t\":\"replay\",\"at\":100000}", "error"));
    get_up(&a, &b);
}

static void one_player_on_both_seats_sees_one_at_a_time(void **unused) {
    (void)unused;
    char code[16], frame[100];
    player p;
    wire_jar guest = fixture_guest(&fx);
    fixture_table(&fx, &guest,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}", code);
    player_join(&fx, &guest, code, "american", &p);
    for (int i = 0; i < 120; i++) {
        if (player_decides(&p)) {
            player_do(&p, player_choose(&p));
            continue;
        }
        const char *decides = json_text(json_object_get(p.view, "prompt:now"), "seat");
        if (!decides) break; /* by chance the game is over already */
        snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"%s\"}", code,
                 decides);
        json_decref(player_ask(&p, frame, "joined"));
    }
    player_leave(&p);
}

static void a_bot_answers_by_itself(void **unused) {
    (void)unused;
    char code[16];
    player p;
    wire_jar guest = fixture_guest(&fx);
    fixture_table(&fx, &guest,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"bot:greedy\"}}",
                  code);
    player_join(&fx, &guest, code, "british", &p);
    for (int i = 0; i < 40; i++) {
        while (!player_decides(&p)) player_until(&p, p.n + 1);
        player_do(&p, player_choose(&p));
    }
    player_leave(&p);
}

/* Whose turn to think has not come when the server ends has not failed. */
static void a_bot_that_waits_does_not_keep_the_server(void **unused) {
    (void)unused;
    enum { BOTS = 20 };
    fixture own;
    char code[16], command[400];
    fixture_open(&own, NULL);
    wire_jar guest = fixture_guest(&own);
    for (int i = 0; i < BOTS; i++)
        fixture_table(&own, &guest,
                      "{\"game\":\"p77\",\"seats\":{\"british\":\"me\","
                      "\"american\":\"bot:greedy\"}}",
                      code);
    assert_int_equal(wire_stop(&own.server), 0);
    snprintf(command, sizeof command, "grep -q 'event=check' %s", own.server.log);
    assert_int_not_equal(system(command), 0);
    fixture_wipe(&own);
}

static bool tells_of_pause(json_t *view) {
    const char *text = json_text(view, "events.0.text");
    return text && strstr(text, "paused");
}

/* Also one that was thinking already. */
static void a_bot_does_nothing_in_a_pause(void **unused) {
    (void)unused;
    char code[16], message[400];
    player p;
    wire_jar guest = fixture_guest(&fx);
    fixture_table(&fx, &guest,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"bot:greedy\",\"american\":\"me\"}}",
                  code);
    player_join(&fx, &guest, code, "american", &p);
    for (int i = 0; i < 3; i++) {
        json_t *paused = NULL;
        /* Whatever hands over to the bot, and the pause right behind it. */
        while (!player_decides(&p)) player_until(&p, p.n + 1);
        for (int k = 0; k < 200 && !paused; k++) {
            snprintf(message, sizeof message, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", p.n,
                     player_choose(&p));
            int n = p.n;
            assert_true(wire_send(&p.socket, message));
            assert_true(wire_send(&p.socket, "{\"t\":\"propose\",\"what\":\"pause\"}"));
            player_until(&p, n + 2);
            while (!tells_of_pause(p.last)) player_until(&p, p.n + 1);
            if (!player_decides(&p))
                paused = p.last;
            else
                assert_true(wire_send(&p.socket, "{\"t\":\"resume\"}"));
            if (!paused) player_until(&p, p.n + 1);
        }
        assert_non_null(paused);
        json_t *late;
        for (double until = wire_now() + 1.5; wire_now() < until;) {
            late = wire_receive(&p.socket, until - wire_now());
            if (late) assert_string_not_equal(json_text(late, "t"), "view");
            json_decref(late);
        }
        json_decref(player_ask(&p, "{\"t\":\"resume\"}", "view"));
    }
    player_leave(&p);
}

/* What is done but not yet kept may still not have happened: it is not shown. */
static void a_move_that_is_not_kept_is_not_looked_back_on(void **unused) {
    (void)unused;
    char code[16], message[400];
    player a, b;
    sit_down(code, &a, &b);
    players_move(&a, &b, 5);
    player *mover = player_decides(&a) ? &a : &b, *other = mover == &a ? &b : &a;
    held_writes held = fixture_hold_writes(&fx);
    snprintf(message, sizeof message, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", mover->n,
             player_choose(mover));
    assert_true(wire_send(&mover->socket, message));
    json_decref(player_ask(mover, "{\"t\":\"ping\"}", "pong"));
    snprintf(message, sizeof message, "{\"t\":\"replay\",\"at\":%d}", other->entries + 1);
    json_t *answer = player_ask(other, message, "error");
    assert_string_equal(json_text(answer, "error"), "busy");
    json_decref(answer);
    fixture_release_writes(held);
    player_until(other, 6);
    json_decref(player_ask(other, message, "replay"));
    get_up(&a, &b);
}

static void chat_and_notes_are_kept(void **unused) {
    (void)unused;
    char code[16];
    player a, b, again;
    sit_down(code, &a, &b);
    json_t *said = player_ask(&a, "{\"t\":\"chat\",\"text\":\"Good evening \\\"<b>\"}", "chat");
    assert_string_equal(json_text(said, "from"), "Anna");
    json_decref(said);
    said = wire_expect(&b.socket, "chat", SECONDS);
    assert_string_equal(json_text(said, "text"), "Good evening \"<b>");
    json_decref(said);
    json_decref(player_ask(&a, "{\"t\":\"notes\",\"text\":\"He bluffs.\"}", "notes"));
    player_join(&fx, &anna, code, "british", &again);
    char frame[100];
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"british\"}", code);
    json_t *joined = player_ask(&again, frame, "joined");
    assert_string_equal(json_text(joined, "notes"), "He bluffs.");
    assert_string_equal(json_text(joined, "chat.0.from"), "Anna");
    json_decref(joined);
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"american\"}", code);
    joined = player_ask(&b, frame, "joined");
    assert_string_equal(json_text(joined, "notes"), "");
    json_decref(joined);
    player_leave(&again);
    get_up(&a, &b);
}

/* The end opens the whole game to everyone, but not what a player wrote for himself. */
static void notes_stay_private_after_the_end(void **unused) {
    (void)unused;
    char code[16], message[100];
    player a, b;
    fixture_game(&fx, &anna, &ben, ",\"public\":true", code);
    player_join(&fx, &anna, code, "british", &a);
    player_join(&fx, &ben, code, "american", &b);
    json_decref(player_ask(&a, "{\"t\":\"notes\",\"text\":\"He bluffs.\"}", "notes"));
    json_decref(player_ask(&b, "{\"t\":\"resign\"}", "over"));
    const char *const form = "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"british\"}";
    snprintf(message, sizeof message, form, code);
    wire_socket visitor;
    assert_true(wire_open(&fx.server, NULL, NULL, &visitor, NULL));
    wire_send(&visitor, message);
    json_t *joined = wire_expect(&visitor, "joined", SECONDS);
    assert_string_equal(json_text(joined, "seat"), "british");
    assert_string_equal(json_text(joined, "notes"), "");
    json_decref(joined);
    wire_close(&visitor);
    joined = player_ask(&b, message, "joined");
    assert_string_equal(json_text(joined, "notes"), "");
    json_decref(joined);
    joined = player_ask(&a, message, "joined");
    assert_string_equal(json_text(joined, "notes"), "He bluffs.");
    json_decref(joined);
    get_up(&a, &b);
}

static void why_names_the_rule(void **unused) {
    (void)unused;
    char code[16];
    player a, b;
    sit_down(code, &a, &b);
    player *mover = player_decides(&a) ? &a : &b, *other = mover == &a ? &b : &a;
    char frame[300];
    snprintf(frame, sizeof frame, "{\"t\":\"why\",\"action\":\"%s\"}", player_choose(mover));
    json_t *why = player_ask(mover, frame, "why");
    assert_int_equal(json_number(why, "legal"), 1);
    json_decref(why);
    why = player_ask(other, frame, "refused");
    assert_string_equal(json_text(why, "reason"), "seat");
    json_decref(why);
    why = player_ask(mover, "{\"t\":\"why\",\"action\":\"cease\"}", "why");
    assert_int_equal(json_number(why, "legal"), 0);
    assert_non_null(json_text(why, "rule_title"));
    json_decref(why);
    /* What a click could have meant: each in words, the rarest reason counts, bounds hold. */
    why = player_ask(mover, "{\"t\":\"why\",\"actions\":[\"cease\",\"halt\",\"finish\"]}", "why");
    assert_int_equal(json_number(why, "legal"), 0);
    assert_true(strlen(json_text(why, "tried")) > 0);
    assert_null(strstr(json_text(why, "text"), "p77."));
    json_decref(why);
    json_decref(player_ask(mover, "{\"t\":\"why\",\"actions\":[]}", "error"));
    json_decref(player_ask(mover, "{\"t\":\"why\",\"actions\":7}", "error"));
    json_decref(player_ask(mover, "{\"t\":\"why\",\"actions\":[7]}", "refused"));
    json_decref(player_ask(mover, "{\"t\":\"why\",\"actions\":[\"nonsense\"]}", "refused"));
    char many[2000] = "{\"t\":\"why\",\"actions\":[\"halt\"";
    for (int i = 0; i < 64; i++) strcat(many, ",\"halt\"");
    json_decref(player_ask(mover, strcat(many, "]}"), "error"));
    get_up(&a, &b);
}

/* What the lobby hears next of this table: others may still have something to say. */
static json_t *lobby_news(wire_socket *visitor, const char *type, const char *key,
                          const char *code) {
    for (;;) {
        json_t *news = wire_expect(visitor, type, SECONDS);
        assert_non_null(news);
        const char *id = json_text(news, key);
        if (id && strcmp(id, code) == 0) return news;
        json_decref(news);
    }
}

static void the_lobby_tells_what_changes(void **unused) {
    (void)unused;
    char code[16], path[64];
    wire_socket visitor;
    assert_true(wire_open(&fx.server, NULL, NULL, &visitor, NULL));
    wire_send(&visitor, "{\"t\":\"lobby\"}");
    json_decref(wire_expect(&visitor, "lobby", SECONDS));
    fixture_table(
        &fx, &anna,
        "{\"game\":\"p77\",\"public\":true,\"title\":\"Come in\",\"seats\":{\"british\":\"me\","
        "\"american\":\"player:Ben\"}}",
        code);
    json_t *tables = lobby_news(&visitor, "tables", "tables.0.id", code);
    assert_string_equal(json_text(tables, "tables.0.state"), "open");
    assert_string_equal(json_text(tables, "tables.0.seats.1.state"), "kept");
    assert_null(json_text(tables, "tables.0.secret"));
    json_decref(tables);
    json_t *mine = fixture_ask(&fx, &ben, "/api/tables/mine", NULL, 200);
    bool invited = false;
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(mine, "tables"), i, one) {
        if (strcmp(json_text(one, "id"), code) == 0) invited = json_number(one, "invited") == 1;
    }
    assert_true(invited);
    json_decref(mine);

    snprintf(path, sizeof path, "/api/tables/%s/leave", code);
    json_decref(fixture_ask(&fx, &anna, path, "{}", 200));
    json_decref(lobby_news(&visitor, "gone", "table", code));
    json_decref(fixture_ask(&fx, &ben, path, "{}", 404));
    wire_close(&visitor);
}

/* Visitors hear of players and states, players also of turns; nobody of what others whisper. */
static void the_lobby_hears_of_tables_not_of_moves(void **unused) {
    (void)unused;
    char code[16];
    player a, b;
    wire_socket visitor, elsewhere;
    assert_true(wire_open(&fx.server, NULL, NULL, &visitor, NULL));
    wire_send(&visitor, "{\"t\":\"lobby\"}");
    json_decref(wire_expect(&visitor, "lobby", SECONDS));
    assert_true(wire_open(&fx.server, &ben, NULL, &elsewhere, NULL)); /* not even in the lobby */
    fixture_game(&fx, &anna, &ben, ",\"public\":true", code);
    json_t *news = NULL;
    do {
        json_decref(news);
        news = wire_expect(&visitor, "tables", SECONDS);
        assert_non_null(news);
    } while (!json_text(news, "tables.0.state") ||
             strcmp(json_text(news, "tables.0.state"), "playing") != 0);
    assert_string_equal(json_text(news, "tables.0.id"), code);
    json_decref(news);
    player_join(&fx, &anna, code, "british", &a);
    player_join(&fx, &ben, code, "american", &b);
    players_move(&a, &b, 60);
    /* Ben's other socket is told of his turns, for this table and with his seat. */
    json_t *mine = NULL;
    do {
        json_decref(mine);
        mine = wire_expect(&elsewhere, "table", SECONDS);
        assert_non_null(mine);
    } while (json_number(mine, "table.my_turn") != 1);
    assert_string_equal(json_text(mine, "table.mine.0"), "american");
    json_decref(mine);
    json_decref(player_ask(&a, "{\"t\":\"resign\"}", "over"));
    /* The next thing the visitor hears is the end. */
    news = wire_receive(&visitor, SECONDS);
    assert_string_equal(json_text(news, "t"), "tables");
    assert_string_equal(json_text(news, "gone.0"), code);
    json_decref(news);
    wire_close(&visitor);
    wire_close(&elsewhere);
    get_up(&a, &b);
}

static void long_lists_come_in_pages(void **unused) {
    (void)unused;
    enum { INVITATIONS = 130 };
    char code[16];
    wire_jar many = fixture_user(&fx, "Many"), fixed = fixture_user(&fx, "Fixed");
    fixture_game(&fx, &fixed, &many, "", code);
    for (int i = 0; i < INVITATIONS; i++) {
        /* One can invite the same player only so often: each invitation is another player's. */
        char name[24], other[16];
        snprintf(name, sizeof name, "Inviter%d", i / 5);
        static wire_jar inviter;
        if (i % 5 == 0) inviter = fixture_user(&fx, name);
        fixture_table(
            &fx, &inviter,
            "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"player:Many\"}}",
            other);
        if (i == 4)
            json_decref(fixture_ask(
                &fx, &inviter, "/api/tables",
                "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"player:Many\"}}",
                409));
    }
    wire_socket s;
    assert_true(wire_open(&fx.server, &many, NULL, &s, NULL));
    wire_send(&s, "{\"t\":\"lobby\"}");
    json_t *lobby = wire_expect(&s, "lobby", SECONDS);
    assert_int_equal(json_array_size(json_object_get(lobby, "mine")), 100);
    assert_int_equal(json_number(lobby, "more_mine"), 1);
    assert_string_equal(json_text(lobby, "mine.0.id"), code); /* the game in play comes first */
    json_decref(lobby);
    wire_close(&s);
    json_t *mine = fixture_ask(&fx, &many, "/api/tables/mine?page=1", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(mine, "tables")), INVITATIONS + 1 - 100);
    assert_int_equal(json_number(mine, "more"), 0);
    json_decref(mine);
}

static void a_journal_goes_on_as_a_table(void **unused) {
    (void)unused;
    static char journal[200000], body[400000];
    char code[16], path[64];
    player a, b;
    sit_down(code, &a, &b);
    players_move(&a, &b, 30);
    json_decref(player_ask(&a, "{\"t\":\"resign\"}", "over"));
    snprintf(path, sizeof path, "/api/tables/%s/journal", code);
    wire_answer answer = wire_request(&fx.server, &anna, path, NULL, NULL);
    assert_int_equal(answer.status, 200);
    size_t n = 0;
    for (const char *p = answer.body; *p && n + 2 < sizeof journal; p++) {
        if (*p == '\n')
            journal[n++] = '\\', journal[n++] = 'n';
        else
            journal[n++] = *p;
    }
    wire_free(&answer);
    snprintf(body, sizeof body,
             "{\"journal\":\"%s\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}", journal);
    json_t *made = fixture_ask(&fx, &anna, "/api/import", body, 200);
    assert_int_equal(json_number(made, "table.n"), 30);
    assert_int_equal(json_number(made, "table.imported"), 1);
    snprintf(code, sizeof code, "%s", json_text(made, "table.id"));
    json_decref(made);
    get_up(&a, &b);
    player_join(&fx, &anna, code, "british", &a);
    player_join(&fx, &anna, code, "american", &b);
    players_move(&a, &b, 10);
    assert_int_equal(a.n, 40);
    get_up(&a, &b);
    json_t *bad =
        fixture_ask(&fx, &anna, "/api/import",
                    "{\"journal\":\"musket journal 1\\ngame chess\\n\",\"seats\":{}}", 400);
    assert_non_null(strstr(json_text(bad, "text"), "2"));
    json_decref(bad);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_lead_to_the_whole_view),
        cmocka_unit_test(the_first_frame_may_come_with_the_address),
        cmocka_unit_test(two_tabs_of_one_player_agree),
        cmocka_unit_test(own_actions_are_taken_back_up_to_the_dice),
        cmocka_unit_test(several_actions_are_taken_back_by_one_message),
        cmocka_unit_test(undo_past_the_dice_needs_consent_and_new_dice),
        cmocka_unit_test(a_draw_a_pause_and_a_resignation),
        cmocka_unit_test(who_resigns_looks_on_as_a_spectator),
        cmocka_unit_test(a_standing_answer_is_given_by_the_server),
        cmocka_unit_test(a_game_to_its_end_keeps_its_promise_of_dice),
        cmocka_unit_test(some_actions_are_checked),
        cmocka_unit_test(a_check_that_fails_is_written_down_and_stops_nobody),
        cmocka_unit_test(the_log_goes_back_to_the_beginning),
        cmocka_unit_test(the_log_is_not_read_by_the_loop),
        cmocka_unit_test(nothing_is_opened_before_the_end_is_kept),
        cmocka_unit_test(undoing_past_a_stored_position_takes_it_away),
        cmocka_unit_test(taking_back_the_move_to_a_stored_position_takes_it_away),
        cmocka_unit_test(looking_back_shows_what_one_knew_then),
        cmocka_unit_test(a_move_that_is_not_kept_is_not_looked_back_on),
        cmocka_unit_test(a_bot_does_nothing_in_a_pause),
        cmocka_unit_test(one_player_on_both_seats_sees_one_at_a_time),
        cmocka_unit_test(a_bot_answers_by_itself),
        cmocka_unit_test(a_bot_that_waits_does_not_keep_the_server),
        cmocka_unit_test(chat_and_notes_are_kept),
        cmocka_unit_test(notes_stay_private_after_the_end),
        cmocka_unit_test(why_names_the_rule),
        cmocka_unit_test(the_lobby_tells_what_changes),
        cmocka_unit_test(the_lobby_hears_of_tables_not_of_moves),
        cmocka_unit_test(long_lists_come_in_pages),
        cmocka_unit_test(a_journal_goes_on_as_a_table),
    };
    return cmocka_run_group_tests(tests, open_pair, close_pair);
}
