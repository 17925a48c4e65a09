#include "house.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* build/asan/tests/server/test_x: the binary of the same build is build/asan/musket. */
const char *house_binary(void) {
    static char path[400];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 16);
    assert_true(n > 0);
    path[n] = '\0';
    char *tests = strstr(path, "/tests/server/");
    assert_non_null(tests);
    strcpy(tests, "/musket");
    if (access(path, X_OK) != 0) strcpy(strstr(path, "/release/musket"), "/musket");
    return path;
}

void house_open(house *h, ...) {
    static const char *const wide[] = {"--limit",           "login=100000/1",  "--limit",
                                       "register=100000/1", "--limit",         "guest=100000/1",
                                       "--limit",           "create=100000/1", "--limit",
                                       "request=100000/1",  "--limit",         "frame=100000/1",
                                       "--limit",           "chat=100000/1"};
    int n = 0;
    memset(h, 0, sizeof *h);
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) h->server.args[n++] = wide[i];
    va_list more;
    va_start(more, h);
    for (const char *arg; (arg = va_arg(more, const char *));) h->server.args[n++] = arg;
    va_end(more);
    snprintf(h->dir, sizeof h->dir, "/tmp/musket-test-XXXXXX");
    assert_non_null(mkdtemp(h->dir));
    assert_true(wire_start(&h->server, house_binary(), h->dir));
}

void house_wipe(house *h) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", h->dir);
    assert_int_equal(system(command), 0);
}

void house_close(house *h) {
    assert_int_equal(wire_stop(&h->server), 0);
    house_wipe(h);
}

/* ---- JSON --------------------------------------------------------------- */

static json_t *json_at(json_t *object, const char *path) {
    char copy[100];
    snprintf(copy, sizeof copy, "%s", path);
    for (char *save, *word = strtok_r(copy, ".", &save); word && object;
         word = strtok_r(NULL, ".", &save))
        object = isdigit((unsigned char)*word) ? json_array_get(object, (size_t)atoi(word))
                                               : json_object_get(object, word);
    return object;
}

const char *json_text(json_t *object, const char *path) {
    return json_string_value(json_at(object, path));
}

int json_number(json_t *object, const char *path) {
    json_t *value = json_at(object, path);
    if (json_is_boolean(value)) return json_is_true(value);
    return json_is_integer(value) ? (int)json_integer_value(value) : -1;
}

/* ---- Accounts and tables ------------------------------------------------ */

json_t *house_ask(house *h, wire_jar *jar, const char *path, const char *body, int status) {
    wire_answer a = wire_request(&h->server, jar, path, body, NULL);
    if (a.status != status)
        print_error("%s: %d instead of %d: %s\n", path, a.status, status, a.body ? a.body : "");
    assert_int_equal(a.status, status);
    json_t *json = json_incref(a.json);
    wire_free(&a);
    return json;
}

wire_jar house_user(house *h, const char *name) {
    wire_jar jar = {""};
    char body[200];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"secret-%s\"}", name, name);
    json_decref(house_ask(h, &jar, "/api/register", body, 200));
    return jar;
}

wire_jar house_guest(house *h) {
    wire_jar jar = {""};
    json_decref(house_ask(h, &jar, "/api/guest", "{}", 200));
    return jar;
}

void house_table(house *h, wire_jar *jar, const char *body, char code[16]) {
    json_t *made = house_ask(h, jar, "/api/tables", body, 200);
    assert_non_null(json_text(made, "table.id"));
    snprintf(code, 16, "%s", json_text(made, "table.id"));
    json_decref(made);
}

void house_secret(house *h, wire_jar *jar, const char *code, char secret[32]) {
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_t *table = house_ask(h, jar, path, NULL, 200);
    snprintf(secret, 32, "%s", json_text(table, "table.secret"));
    json_decref(table);
}

void house_game(house *h, wire_jar *british, wire_jar *american, const char *more, char code[16]) {
    char body[300], path[64], secret[32];
    snprintf(body, sizeof body,
             "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"open\"}%s}", more);
    house_table(h, british, body, code);
    house_secret(h, british, code, secret);
    snprintf(path, sizeof path, "/api/tables/%s/join", code);
    snprintf(body, sizeof body, "{\"seat\":\"american\",\"secret\":\"%s\"}", secret);
    json_t *table = house_ask(h, american, path, body, 200);
    assert_string_equal(json_text(table, "table.state"), "playing");
    json_decref(table);
}

/* ---- Players ------------------------------------------------------------ */

static void take_joined(player *p, json_t *frame) {
    json_decref(p->view);
    p->view = json_deep_copy(json_object_get(frame, "view"));
    p->n = json_number(frame, "n");
    p->entries = json_number(frame, "entries");
    p->undo = json_number(frame, "undo");
    p->over = strcmp(json_text(frame, "table.state"), "over") == 0;
}

static void take_view(player *p, json_t *frame) {
    const char *key;
    json_t *value;
    assert_int_equal(json_number(frame, "n"), p->n + 1); /* nothing is left out, nothing twice */
    p->n++;
    p->entries = json_number(frame, "entries");
    p->undo = json_number(frame, "undo");
    json_object_foreach(json_object_get(frame, "delta"), key, value) {
        if (json_is_null(value))
            json_object_del(p->view, key);
        else
            json_object_set(p->view, key, value);
    }
    json_decref(p->last);
    p->last = json_incref(frame);
}

/* One frame, whatever it is. NULL: none in time. */
static json_t *take_frame(player *p) {
    json_t *frame = wire_receive(&p->socket, SECONDS);
    const char *type = frame ? json_text(frame, "t") : NULL;
    if (type && strcmp(type, "joined") == 0) take_joined(p, frame);
    if (type && strcmp(type, "view") == 0) take_view(p, frame);
    if (type && strcmp(type, "over") == 0) p->over = true;
    return frame;
}

void player_join(house *h, const wire_jar *jar, const char *code, const char *seat, player *p) {
    char frame[200];
    memset(p, 0, sizeof *p);
    p->random = 88172645463325252u;
    assert_true(wire_open(&h->server, jar, NULL, &p->socket, NULL));
    if (seat)
        snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"%s\"}", code,
                 seat);
    else
        snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":null}", code);
    json_t *joined = player_ask(p, frame, "joined");
    json_decref(joined);
}

void player_leave(player *p) {
    wire_close(&p->socket);
    json_decref(p->view);
    json_decref(p->last);
    memset(p, 0, sizeof *p);
    p->socket.fd = -1;
}

json_t *player_ask(player *p, const char *frame, const char *type) {
    assert_true(wire_send(&p->socket, frame));
    for (;;) {
        json_t *answer = take_frame(p);
        if (!answer) print_error("no %s after %s\n", type, frame);
        assert_non_null(answer);
        if (strcmp(json_text(answer, "t"), type) == 0) return answer;
        json_decref(answer);
    }
}

void player_until(player *p, int n) {
    while (p->n < n) {
        json_t *frame = take_frame(p);
        assert_non_null(frame);
        json_decref(frame);
    }
    assert_int_equal(p->n, n);
}

static int offered(const player *p, int wanted, const char **action) {
    int count = 0;
    const char *key;
    json_t *value;
    json_object_foreach(p->view, key, value) {
        if (strncmp(key, "action:", 7) != 0) continue;
        if (count++ == wanted) *action = key + 7;
    }
    return count;
}

bool player_decides(const player *p) { return offered(p, -1, NULL) > 0; }

const char *player_choose(player *p) {
    const char *action = NULL;
    int count = offered(p, -1, NULL);
    assert_true(count > 0);
    p->random ^= p->random << 13;
    p->random ^= p->random >> 7;
    p->random ^= p->random << 17;
    offered(p, (int)(p->random % (uint64_t)count), &action);
    return action;
}

void player_do(player *p, const char *action) {
    char frame[400];
    int n = p->n;
    snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", n, action);
    assert_true(wire_send(&p->socket, frame));
    player_until(p, n + 1);
}

void player_refused(player *p, int n, const char *action, const char *reason) {
    char frame[400];
    int before = p->n;
    snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", n, action);
    json_t *answer = player_ask(p, frame, "refused");
    assert_string_equal(json_text(answer, "reason"), reason);
    assert_non_null(json_text(answer, "text"));
    assert_int_equal(p->n, before);
    json_decref(answer);
}

void players_move(player *a, player *b, int count) {
    for (int i = 0; i < count && !a->over; i++) {
        player *mover = player_decides(a) ? a : b;
        if (!player_decides(mover)) return;
        player_do(mover, player_choose(mover));
        player_until(mover == a ? b : a, mover->n);
    }
}
