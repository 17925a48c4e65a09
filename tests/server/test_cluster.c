/* Several servers on one database: any of them serves any table, what one does the others show, and
 * what one of them looks after another takes over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "two.h"

enum { SERVERS = 3 };

/* ---- Play ------------------------------------------------------------------ */

static void players_of_two_servers_play_one_game(void **unused) {
    (void)unused;
    char code[16];
    player a, b, watcher;
    wire_jar nobody = {""};
    open_two(NULL);
    fixture_game(&first, &anna, &ben, ",\"public\":true", code);
    player_join(&first, &anna, code, "british", &a);
    player_join(&second, &ben, code, "american", &b);
    player_join(&second, &nobody, code, NULL, &watcher);
    players_move(&a, &b, 60);
    player_until(&watcher, a.n);

    /* What was seen move by move is what a new one sees as a whole, at either. */
    for (int i = 0; i < 2; i++) {
        player again;
        player_join(i ? &first : &second, &ben, code, "american", &again);
        assert_int_equal(again.n, b.n);
        assert_true(json_equal(again.view, b.view));
        player_leave(&again);
    }
    json_decref(player_ask(&a, "{\"t\":\"resign\"}", "over"));
    json_t *over = wire_expect(&b.socket, "over", SECONDS);
    assert_non_null(over);
    assert_string_equal(json_text(over, "outcome.reason"), "resigned");
    json_decref(over);
    json_decref(fixture_table_over(&second, &ben, code));
    player_leave(&a);
    player_leave(&b);
    player_leave(&watcher);
    close_two();
}

/* The same seat in two windows, at two servers; both moves are with the database before it decides.
 */
static void of_two_moves_at_once_one_is_refused(void **unused) {
    (void)unused;
    char code[16], frame[400];
    player p[2];
    open_two(NULL);
    fixture_table(&first, &anna, fixture_alone, code);
    for (int round = 0; round < 5; round++) {
        const char *seat = "british";
        player_join(&first, &anna, code, seat, &p[0]);
        if (!player_decides(&p[0])) {
            player_leave(&p[0]);
            player_join(&first, &anna, code, seat = "american", &p[0]);
        }
        player_join(&second, &anna, code, seat, &p[1]);
        int n = p[0].n;
        held_writes held = fixture_hold_writes(&first);
        for (int i = 0; i < 2; i++) {
            snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", n,
                     player_choose(&p[i]));
            assert_true(wire_send(&p[i].socket, frame));
        }
        until_sql(&first, waiting, 2);
        fixture_release_writes(held);
        player_until(&p[0], n + 1);
        player_until(&p[1], n + 1);
        for (int i = 0; i < 2; i++) player_leave(&p[i]);
        snprintf(frame, sizeof frame, "SELECT count(*) FROM ops WHERE n = %d", n + 1);
        assert_int_equal(fixture_sql_number(&first, frame), 1);
    }
    close_two();
}

/* He hears that he was too late, and sees what the game is now. */
static void the_loser_gets_a_refusal_and_the_view(void **unused) {
    (void)unused;
    char code[16], frame[400];
    player p[2];
    open_two(NULL);
    fixture_table(&first, &anna, fixture_alone, code);
    player_join(&first, &anna, code, "british", &p[0]);
    player_join(&second, &anna, code, "british", &p[1]);
    if (!player_decides(&p[0])) {
        for (int i = 0; i < 2; i++) player_leave(&p[i]);
        player_join(&first, &anna, code, "american", &p[0]);
        player_join(&second, &anna, code, "american", &p[1]);
    }
    int n = p[0].n, refused = 0, joined = 0;
    held_writes held = fixture_hold_writes(&first);
    for (int i = 0; i < 2; i++) {
        snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", n,
                 player_choose(&p[i]));
        assert_true(wire_send(&p[i].socket, frame));
    }
    until_sql(&first, waiting, 2);
    fixture_release_writes(held);
    for (int i = 0; i < 2; i++) {
        bool view = false;
        while (!view) {
            json_t *got = wire_receive(&p[i].socket, SECONDS);
            assert_non_null(got);
            const char *type = json_text(got, "t");
            if (strcmp(type, "refused") == 0) {
                assert_string_equal(json_text(got, "reason"), "stale");
                refused++;
            }
            view = json_number(got, "n") == n + 1 &&
                   (strcmp(type, "view") == 0 || strcmp(type, "joined") == 0);
            joined += strcmp(type, "joined") == 0;
            json_decref(got);
        }
    }
    assert_int_equal(refused, 1);
    assert_int_equal(joined, 1);
    for (int i = 0; i < 2; i++) player_leave(&p[i]);
    close_two();
}

/* ---- What is no move -------------------------------------------------------- */

static void of_two_for_one_seat_one_gets_it(void **unused) {
    (void)unused;
    char code[16], path[128], body[100], secret[32];
    later asked[2];
    open_two(NULL);
    wire_jar carl = fixture_user(&first, "Carl");
    fixture_table(&first, &anna,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"open\"}}", code);
    fixture_secret(&first, &anna, code, secret);
    fixture_path(code, "join", path);
    snprintf(body, sizeof body, "{\"seat\":\"american\",\"secret\":\"%s\"}", secret);
    held_writes held = fixture_hold_writes(&first);
    fixture_ask_later(&asked[0], &first, &ben, path, body);
    fixture_ask_later(&asked[1], &second, &carl, path, body);
    until_sql(&first, waiting, 2);
    fixture_release_writes(held);
    int one = fixture_wait(&asked[0]), other = fixture_wait(&asked[1]);
    assert_int_equal(one + other, 200 + 409);
    json_t *table = fixture_table_of(one == 200 ? &second : &first, &anna, code);
    assert_string_equal(json_text(table, "table.seats.1.player"), one == 200 ? "Ben" : "Carl");
    assert_string_equal(json_text(table, "table.state"), "playing");
    json_decref(table);
    close_two();
}

static bool is_here(fixture *at, const char *code, int seat) {
    char path[60];
    snprintf(path, sizeof path, "table.seats.%d.here", seat);
    json_t *table = fixture_table_of(at, &anna, code);
    bool here = json_number(table, path) == 1;
    json_decref(table);
    return here;
}

static void until_here(fixture *at, const char *code, int seat, bool wanted) {
    double until = wire_now() + SECONDS;
    while (is_here(at, code, seat) != wanted) {
        assert_true(wire_now() < until);
        usleep(50000);
    }
}

static void talk_presence_and_consent_hold_across(void **unused) {
    (void)unused;
    char code[16];
    player a, b;
    open_two(NULL);
    fixture_game(&first, &anna, &ben, "", code);
    player_join(&first, &anna, code, "british", &a);
    player_join(&second, &ben, code, "american", &b);
    until_here(&first, code, 1, true);
    until_here(&second, code, 0, true);

    json_decref(player_ask(&a, "{\"t\":\"chat\",\"text\":\"good evening\"}", "chat"));
    json_t *chat = wire_expect(&b.socket, "chat", SECONDS);
    assert_string_equal(json_text(chat, "text"), "good evening");
    assert_string_equal(json_text(chat, "from"), "Anna");
    json_decref(chat);

    json_decref(player_ask(&a, "{\"t\":\"propose\",\"what\":\"pause\"}", "proposal"));
    json_t *proposal = wire_expect(&b.socket, "proposal", SECONDS);
    assert_string_equal(json_text(proposal, "what"), "pause");
    json_decref(proposal);
    assert_true(wire_send(&b.socket, "{\"t\":\"answer\",\"what\":\"pause\",\"yes\":true}"));
    player_until(&a, a.n + 1);
    player_until(&b, a.n);
    player_refused(&a, a.n, "finish", "paused");

    /* Who was with a server that dies is gone. */
    wire_kill(&second.server);
    until_here(&first, code, 1, false);
    player_leave(&a);
    player_leave(&b);
    close_two();
}

static void the_lobby_is_one(void **unused) {
    (void)unused;
    char code[16], path[128];
    wire_socket lobby;
    open_two(NULL);
    assert_true(wire_open(&second.server, &ben, NULL, &lobby, NULL));
    assert_true(wire_send(&lobby, "{\"t\":\"lobby\"}"));
    json_decref(wire_expect(&lobby, "lobby", SECONDS));
    fixture_table(&first, &anna,
                  "{\"game\":\"p77\",\"public\":true,"
                  "\"seats\":{\"british\":\"me\",\"american\":\"open\"}}",
                  code);
    json_t *news = wire_expect(&lobby, "tables", SECONDS);
    assert_string_equal(json_text(news, "tables.0.id"), code);
    json_decref(news);
    fixture_path(code, "leave", path);
    json_decref(fixture_ask(&first, &anna, path, "{}", 200));
    json_t *gone = wire_expect(&lobby, "gone", SECONDS);
    assert_string_equal(json_text(gone, "table"), code);
    json_decref(gone);
    wire_close(&lobby);
    close_two();
}

static void a_session_ends_everywhere(void **unused) {
    (void)unused;
    wire_socket socket;
    open_two(NULL);
    assert_true(wire_open(&second.server, &anna, NULL, &socket, NULL));
    json_decref(wire_expect(&socket, "hello", SECONDS));
    wire_jar copy = anna;
    json_decref(fixture_ask(&first, &anna, "/api/logout", "{\"everywhere\":true}", 200));
    assert_null(wire_expect(&socket, "never", SECONDS));
    assert_int_equal(socket.fd, -1);
    json_t *me = fixture_ask(&second, &copy, "/api/me", NULL, 200);
    assert_true(json_is_null(json_object_get(me, "user")));
    json_decref(me);
    close_two();
}

/* So many in a day, however they are divided; a few more until one has heard of the other's. */
static void limits_count_together(void **unused) {
    (void)unused;
    enum { MOST = 100 };
    int count = 0, status = 200;
    fixture_open(&first, "--limit", "guest=100/86400", NULL);
    fixture_open_beside(&second, &first);
    for (int i = 0; i < MOST; i++) fixture_guest(&first);
    while (status == 200 && count < MOST) {
        wire_answer a = wire_request(&second.server, NULL, "/api/guest", "{}", NULL);
        status = a.status;
        count += status == 200;
        wire_free(&a);
        usleep(SECONDS * 1000000 / MOST);
    }
    assert_int_equal(status, 429);
    assert_true(count < MOST);
    close_two();
}

/* ---- What is looked after ----------------------------------------------------- */

/* The one that has to play the bot dies: the other does. */
static void a_bot_plays_on_at_another_server(void **unused) {
    (void)unused;
    char code[16];
    player p;
    fixture *alive = &first, *dead = &second;
    open_two(NULL);
    until_sql(&first, both_alive, 2);
    fixture_table(&first, &anna,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"bot:random\"}}",
                  code);
    for (int round = 0; round < 2; round++) {
        wire_kill(&dead->server);
        player_join(alive, &anna, code, "british", &p);
        for (int i = 0; i < 12 && !p.over; i++) {
            while (!player_decides(&p) && !p.over) player_until(&p, p.n + 1);
            if (!p.over) player_do(&p, player_choose(&p));
        }
        player_leave(&p);
        /* No move was tried that was thought out for another position. */
        assert_int_equal(fixture_metric(alive, "check_failures_total"), 0);
        assert_true(wire_restart(&dead->server));
        until_sql(&first, both_alive, 2);
        fixture *was = alive;
        alive = dead;
        dead = was;
    }
    close_two();
}

/* One notification for each wait, whoever looks after the table; what a server has left another
 * sends. */
static void a_notification_is_sent_once(void **unused) {
    (void)unused;
    char code[16];
    open_two("--mail-after", "1", "--push-after", "1", NULL);
    fixture_game(&first, &anna, &ben, "", code);
    until_sql(&first, "SELECT count(*) FROM outbox WHERE sent = 1", 1);
    fixture_sql(&first, "INSERT INTO outbox (key, server, at, sent, recipient, how, code, subject,"
                        " words) VALUES ('left', 1, 0, 0, 1, 3, '', 'Your turn', 'it is')");
    until_sql(&first, "SELECT sent FROM outbox WHERE key = 'left'", 1);

    /* Whoever has it now, the other has it then, and has nothing to say. */
    wire_kill(&first.server);
    until_sql(&second,
              "SELECT count(DISTINCT server) FROM duties WHERE server <> 0 AND"
              " until > extract(epoch FROM now())",
              1);
    assert_int_equal(fixture_sql_number(&second, "SELECT count(*) FROM outbox"), 2);
    close_two();
}

/* ---- Servers die under load --------------------------------------------------- */

enum { TABLES = 8, MOVES = 6 };

typedef struct {
    char code[16];
    int acknowledged; /* the version whose view one of them has in hand */
    player seat[2];
    int at[2]; /* which server */
} game;

static const char *const seats[2] = {"british", "american"};
static fixture servers[SERVERS];

static void sit(game *g, int seat, int at) {
    player_join(&servers[at], &anna, g->code, seats[seat], &g->seat[seat]);
    g->at[seat] = at;
    assert_true(g->seat[seat].n >= g->acknowledged);     /* nothing is lost */
    assert_true(g->seat[seat].n <= g->acknowledged + 1); /* nothing happens twice */
}

static player *mover_of(game *g) {
    for (int i = 0; i < 2; i++)
        if (player_decides(&g->seat[i])) return &g->seat[i];
    return NULL;
}

static void play_some(game *games) {
    for (int i = 0; i < TABLES * MOVES; i++) {
        game *g = &games[fixture_chance(TABLES)];
        player *mover = mover_of(g);
        if (!mover || mover->over) continue;
        player_do(mover, player_choose(mover));
        g->acknowledged = mover->n;
        for (int k = 0; k < 2; k++) player_until(&g->seat[k], mover->n);
    }
}

/* One more on its way at each table. */
static void send_all(game *games) {
    char frame[400];
    for (int i = 0; i < TABLES; i++) {
        player *mover = mover_of(&games[i]);
        if (!mover) continue;
        snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", mover->n,
                 player_choose(mover));
        wire_send(&mover->socket, frame);
    }
}

/* Who was with one that died comes back elsewhere; the others have to hear what was kept. */
static void come_back(game *games, int alive) {
    for (int i = 0; i < TABLES; i++) {
        game *g = &games[i];
        for (int k = 0; k < 2; k++) {
            if (g->at[k] == alive) continue;
            player_leave(&g->seat[k]);
            sit(g, k, alive);
        }
        int n = g->seat[0].n > g->seat[1].n ? g->seat[0].n : g->seat[1].n;
        for (int k = 0; k < 2; k++) assert_true(player_reaches(&g->seat[k], n));
        g->acknowledged = n;
    }
}

/* What was under way at the one that lives is kept or not, but it is the same for both. */
static void settle(game *games) {
    for (int i = 0; i < TABLES; i++) {
        game *g = &games[i];
        for (int k = 0; k < 2; k++)
            json_decref(player_ask(&g->seat[k], "{\"t\":\"ping\"}", "pong"));
        int n = g->seat[0].n > g->seat[1].n ? g->seat[0].n : g->seat[1].n;
        for (int k = 0; k < 2; k++) assert_true(player_reaches(&g->seat[k], n));
        g->acknowledged = n;
    }
}

static void spread(game *games) {
    for (int i = 0; i < TABLES; i++)
        for (int k = 0; k < 2; k++) {
            player_leave(&games[i].seat[k]);
            sit(&games[i], k, (int)fixture_chance(SERVERS));
        }
}

static void nothing_acknowledged_is_lost_when_servers_die(void **unused) {
    (void)unused;
    static game games[TABLES];
    char arguments[300];
    const char *many = getenv("MUSKET_KILLS");
    int kills = many ? atoi(many) : 3;
    fixture_open(&servers[0], NULL);
    for (int i = 1; i < SERVERS; i++) fixture_open_beside(&servers[i], &servers[0]);
    anna = fixture_user(&servers[0], "Anna");
    for (int i = 0; i < TABLES; i++) {
        fixture_table(&servers[i % SERVERS], &anna, fixture_alone, games[i].code);
        for (int k = 0; k < 2; k++) sit(&games[i], k, (int)fixture_chance(SERVERS));
    }
    for (int round = 0; round < kills; round++) {
        int alive = (int)fixture_chance(SERVERS);
        play_some(games);
        send_all(games);
        for (int i = 0; i < SERVERS; i++)
            if (i != alive) wire_kill(&servers[i].server);
        come_back(games, alive);
        settle(games);
        play_some(games);
        for (int i = 0; i < SERVERS; i++)
            if (i != alive) assert_true(wire_restart(&servers[i].server));
        spread(games);
        for (int i = 0; i < TABLES; i++) {
            if (!games[i].seat[0].over) continue;
            for (int k = 0; k < 2; k++) player_leave(&games[i].seat[k]);
            games[i] = (game){0};
            fixture_table(&servers[alive], &anna, fixture_alone, games[i].code);
            for (int k = 0; k < 2; k++) sit(&games[i], k, (int)fixture_chance(SERVERS));
        }
    }
    for (int i = 0; i < TABLES; i++)
        for (int k = 0; k < 2; k++) player_leave(&games[i].seat[k]);
    for (int i = 1; i < SERVERS; i++) fixture_close_beside(&servers[i]);
    assert_int_equal(wire_stop(&servers[0].server), 0);
    snprintf(arguments, sizeof arguments, "admin check --db '%s'", servers[0].server.db);
    assert_int_equal(fixture_say(arguments, "everything is whole"), 0);
    fixture_wipe(&servers[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_of_two_servers_play_one_game),
        cmocka_unit_test(of_two_moves_at_once_one_is_refused),
        cmocka_unit_test(the_loser_gets_a_refusal_and_the_view),
        cmocka_unit_test(of_two_for_one_seat_one_gets_it),
        cmocka_unit_test(talk_presence_and_consent_hold_across),
        cmocka_unit_test(the_lobby_is_one),
        cmocka_unit_test(a_session_ends_everywhere),
        cmocka_unit_test(limits_count_together),
        cmocka_unit_test(a_bot_plays_on_at_another_server),
        cmocka_unit_test(a_notification_is_sent_once),
        cmocka_unit_test(nothing_acknowledged_is_lost_when_servers_die),
    };
    if (getenv("MUSKET_KILLS")) cmocka_set_test_filter("nothing_*");
    return cmocka_run_group_tests(tests, fixture_start_postgres, fixture_wipe_postgres);
}
