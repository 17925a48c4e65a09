/* Play: two players, two tabs, spectators, taking back, settling, the end. */
#include "house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static house h;
static wire_jar anna, ben;

static int open_house(void **unused) {
    (void)unused;
    house_open(&h, NULL);
    anna = house_user(&h, "Anna");
    ben = house_user(&h, "Ben");
    return 0;
}

static int close_house(void **unused) {
    (void)unused;
    house_close(&h);
    return 0;
}

static void sit_down(char code[16], player *british, player *american) {
    house_game(&h, &anna, &ben, "", code);
    player_join(&h, &anna, code, "british", british);
    player_join(&h, &ben, code, "american", american);
}

static void get_up(player *british, player *american) {
    player_leave(british);
    player_leave(american);
}

/* The view that somebody who joins now gets is the one that the differences led to. */
static void assert_same_view(const wire_jar *jar, const char *code, const char *seat,
                             const player *known) {
    player fresh;
    player_join(&h, jar, code, seat, &fresh);
    assert_int_equal(fresh.n, known->n);
    assert_true(json_equal(fresh.view, known->view));
    player_leave(&fresh);
}

static void differences_lead_to_the_whole_view(void **unused) {
    (void)unused;
    char code[16];
    player a, b, watcher;
    sit_down(code, &a, &b);
    player_join(&h, &ben, code, NULL, &watcher);
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
    assert_true(wire_open_at(&h.server, address, &anna, NULL, &s, NULL));
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
    player_join(&h, &anna, code, NULL, &tab); /* first as a spectator, then from the seat */
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

static void a_game_to_its_end_keeps_its_promise_of_dice(void **unused) {
    (void)unused;
    char code[16], path[100], hash[80], file[100], command[900];
    player a, b;
    sit_down(code, &a, &b);
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_t *table = house_ask(&h, &anna, path, NULL, 200);
    snprintf(hash, sizeof hash, "%s", json_text(table, "table.key_hash"));
    assert_int_equal(strlen(hash), 64);
    assert_null(json_text(table, "table.key"));
    json_decref(table);
    players_move(&a, &b, 20000);
    json_decref(player_ask(&a, "{\"t\":\"ping\"}", "pong")); /* the over frame has passed */
    assert_true(a.over);

    table = house_ask(&h, &anna, path, NULL, 200);
    assert_string_equal(json_text(table, "table.state"), "over");
    assert_string_equal(json_text(table, "table.outcome.reason"), "rule");
    assert_int_equal(strlen(json_text(table, "table.key")), 64);
    json_decref(table);

    snprintf(path, sizeof path, "/api/tables/%s/journal", code);
    wire_answer journal = wire_request(&h.server, &anna, path, NULL, NULL);
    assert_int_equal(journal.status, 200);
    snprintf(file, sizeof file, "%s/journal", h.dir);
    FILE *f = fopen(file, "w");
    fputs(journal.body, f);
    fclose(f);
    wire_free(&journal);
    snprintf(command, sizeof command, "%s verify %s --hash %s > /dev/null", h.server.binary, file,
             hash);
    assert_int_equal(system(command), 0);
    snprintf(command, sizeof command, "%s verify %s --hash %064d > /dev/null", h.server.binary,
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
    table = house_ask(&h, &ben, path, "{}", 200);
    assert_string_equal(json_text(table, "table.seats.0.player"), "Ben");
    assert_string_equal(json_text(table, "table.seats.1.state"), "kept");
    json_decref(table);
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
    wire_jar guest = house_guest(&h);
    house_table(&h, &guest, "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
                code);
    player_join(&h, &guest, code, "american", &p);
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
    wire_jar guest = house_guest(&h);
    house_table(&h, &guest,
                "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"bot:greedy\"}}",
                code);
    player_join(&h, &guest, code, "british", &p);
    for (int i = 0; i < 40; i++) {
        while (!player_decides(&p)) player_until(&p, p.n + 1);
        player_do(&p, player_choose(&p));
    }
    player_leave(&p);
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
    player_join(&h, &anna, code, "british", &again);
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
    get_up(&a, &b);
}

static void the_lobby_tells_what_changes(void **unused) {
    (void)unused;
    char code[16], path[64];
    wire_socket visitor;
    assert_true(wire_open(&h.server, NULL, NULL, &visitor, NULL));
    wire_send(&visitor, "{\"t\":\"lobby\"}");
    json_decref(wire_expect(&visitor, "lobby", SECONDS));
    house_table(
        &h, &anna,
        "{\"game\":\"p77\",\"public\":true,\"title\":\"Come in\",\"seats\":{\"british\":\"me\","
        "\"american\":\"player:Ben\"}}",
        code);
    json_t *table = wire_expect(&visitor, "table", SECONDS);
    assert_string_equal(json_text(table, "table.id"), code);
    assert_string_equal(json_text(table, "table.state"), "open");
    assert_string_equal(json_text(table, "table.seats.1.state"), "kept");
    assert_null(json_text(table, "table.secret"));
    json_decref(table);
    json_t *mine = house_ask(&h, &ben, "/api/tables/mine", NULL, 200);
    bool invited = false;
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(mine, "tables"), i, one) {
        if (strcmp(json_text(one, "id"), code) == 0) invited = json_number(one, "invited") == 1;
    }
    assert_true(invited);
    json_decref(mine);

    snprintf(path, sizeof path, "/api/tables/%s/leave", code);
    json_decref(house_ask(&h, &anna, path, "{}", 200));
    json_t *gone = wire_expect(&visitor, "gone", SECONDS);
    assert_string_equal(json_text(gone, "table"), code);
    json_decref(gone);
    json_decref(house_ask(&h, &ben, path, "{}", 404));
    wire_close(&visitor);
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
    wire_answer answer = wire_request(&h.server, &anna, path, NULL, NULL);
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
    json_t *made = house_ask(&h, &anna, "/api/import", body, 200);
    assert_int_equal(json_number(made, "table.n"), 30);
    assert_int_equal(json_number(made, "table.imported"), 1);
    snprintf(code, sizeof code, "%s", json_text(made, "table.id"));
    json_decref(made);
    get_up(&a, &b);
    player_join(&h, &anna, code, "british", &a);
    player_join(&h, &anna, code, "american", &b);
    players_move(&a, &b, 10);
    assert_int_equal(a.n, 40);
    get_up(&a, &b);
    json_t *bad = house_ask(&h, &anna, "/api/import",
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
        cmocka_unit_test(undo_past_the_dice_needs_consent_and_new_dice),
        cmocka_unit_test(a_draw_a_pause_and_a_resignation),
        cmocka_unit_test(a_game_to_its_end_keeps_its_promise_of_dice),
        cmocka_unit_test(looking_back_shows_what_one_knew_then),
        cmocka_unit_test(one_player_on_both_seats_sees_one_at_a_time),
        cmocka_unit_test(a_bot_answers_by_itself),
        cmocka_unit_test(chat_and_notes_are_kept),
        cmocka_unit_test(why_names_the_rule),
        cmocka_unit_test(the_lobby_tells_what_changes),
        cmocka_unit_test(a_journal_goes_on_as_a_table),
    };
    return cmocka_run_group_tests(tests, open_house, close_house);
}
