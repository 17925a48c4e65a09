/* Fair dice against the host too: players put secrets of their own into the key, committed before
 * the game begins and opened at its end, and `musket verify` checks every part. */
#include "pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A secret of one repeated byte, and its hash as another program makes it. */
typedef struct {
    char secret[65], hash[65];
} part;

static part part_of(unsigned char byte) {
    part p;
    char name[100], command[200];
    for (int i = 0; i < 32; i++) snprintf(p.secret + 2 * i, 3, "%02x", byte);
    snprintf(name, sizeof name, "%s/part", fx.dir);
    FILE *f = fopen(name, "w");
    for (int i = 0; i < 32; i++) fputc(byte, f);
    fclose(f);
    snprintf(command, sizeof command, "b2sum -l 256 %s", name);
    f = popen(command, "r");
    assert_int_equal(fread(p.hash, 1, 64, f), 64);
    p.hash[64] = '\0';
    pclose(f);
    return p;
}

static json_t *tell(wire_jar *jar, const char *code, const char *seat, const char *key,
                    const char *value, int status) {
    char path[64], body[200];
    snprintf(path, sizeof path, "/api/tables/%s/secret", code);
    snprintf(body, sizeof body, "{\"seat\":\"%s\",\"%s\":%s%s%s}", seat, key,
             *value == 't' ? "" : "\"", value, *value == 't' ? "" : "\"");
    return fixture_ask(&fx, jar, path, body, status);
}

/* Anna and Ben at a public table, both committed. */
static void sit_down(const part *a, const part *b, char code[16]) {
    char body[300], path[64];
    snprintf(
        body, sizeof body,
        "{\"game\":\"p77\",\"public\":true,\"commitment\":\"%s\",\"seats\":{\"british\":\"me\","
        "\"american\":\"open\"}}",
        a->hash);
    fixture_table(&fx, &anna, body, code);
    snprintf(path, sizeof path, "/api/tables/%s/join", code);
    snprintf(body, sizeof body, "{\"seat\":\"american\",\"commitment\":\"%s\"}", b->hash);
    json_decref(tell(&anna, code, "british", "opened", a->secret, 409)); /* a seat is open yet */
    json_t *table = fixture_ask(&fx, &ben, path, body, 200);
    assert_string_equal(json_text(table, "table.state"), "open");
    assert_string_equal(json_text(table, "table.seats.0.dice"), "committed");
    assert_string_equal(json_text(table, "table.seats.0.commitment"), a->hash);
    assert_string_equal(json_text(table, "table.seats.1.commitment"), b->hash);
    json_decref(table);
}

static void save(wire_jar *jar, const char *code, const char *what, const char *name) {
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s/%s", code, what);
    wire_answer a = wire_request(&fx.server, jar, path, NULL, NULL);
    assert_int_equal(a.status, 200);
    FILE *f = fopen(name, "w");
    fputs(a.body, f);
    fclose(f);
    wire_free(&a);
}

static int verify(const char *journal, const char *dice, const char *more) {
    char command[1500];
    snprintf(command, sizeof command, "%s verify %s --dice %s %s > /dev/null 2>&1",
             fx.server.binary, journal, dice, more);
    return system(command);
}

static void every_part_is_in_the_key_and_can_be_checked(void **unused) {
    (void)unused;
    char code[16], hash[80], journal[100], dice[100], more[400], path[64];
    part a = part_of(0x11), b = part_of(0x22), other = part_of(0x33);
    sit_down(&a, &b, code);
    json_decref(tell(&ben, code, "british", "opened", a.secret, 403)); /* not his seat */
    json_decref(tell(&anna, code, "british", "opened", b.secret, 409));
    json_decref(tell(&anna, code, "british", "opened", "11", 400));
    json_t *table = tell(&anna, code, "british", "opened", a.secret, 200);
    assert_string_equal(json_text(table, "table.state"), "open");
    assert_string_equal(json_text(table, "table.seats.0.dice"), "opened");
    snprintf(hash, sizeof hash, "%s", json_text(table, "table.key_hash"));
    json_decref(table);
    table = tell(&ben, code, "american", "opened", b.secret, 200);
    assert_string_equal(json_text(table, "table.state"), "playing");
    assert_string_equal(json_text(table, "table.key_hash"), hash);
    assert_null(json_text(table, "table.seats.0.dice_secret"));
    assert_null(json_text(table, "table.server_key"));
    json_decref(table);
    json_decref(tell(&ben, code, "american", "commitment", other.hash, 409)); /* too late */
    snprintf(path, sizeof path, "/api/tables/%s/dice", code);
    json_decref(fixture_ask(&fx, &ben, path, NULL, 403));

    player p, q;
    player_join(&fx, &anna, code, "british", &p);
    player_join(&fx, &ben, code, "american", &q);
    players_move(&p, &q, 60);
    if (!p.over) json_decref(player_ask(&p, "{\"t\":\"resign\"}", "over"));
    player_leave(&p);
    player_leave(&q);
    table = fixture_table_of(&fx, &ben, code);
    assert_string_equal(json_text(table, "table.seats.0.dice_secret"), a.secret);
    assert_string_equal(json_text(table, "table.seats.1.dice_secret"), b.secret);
    assert_string_not_equal(json_text(table, "table.key"), json_text(table, "table.server_key"));
    json_decref(table);

    snprintf(journal, sizeof journal, "%s/journal", fx.dir);
    snprintf(dice, sizeof dice, "%s/dice", fx.dir);
    save(&ben, code, "journal", journal);
    save(&ben, code, "dice", dice);
    snprintf(more, sizeof more, "--hash %s --commitment british=%s --commitment american=%s", hash,
             a.hash, b.hash);
    assert_int_equal(verify(journal, dice, more), 0);
    snprintf(more, sizeof more, "--hash %s --commitment british=%s", hash, other.hash);
    assert_int_not_equal(verify(journal, dice, more), 0);
    snprintf(more, sizeof more, "--hash %s", other.hash);
    assert_int_not_equal(verify(journal, dice, more), 0);
    /* A hash that its part does not fit, though the parts make the key. */
    char command[400];
    snprintf(command, sizeof command, "sed -i.whole 's/ %s / %s /' %s", a.hash, other.hash, dice);
    assert_int_equal(system(command), 0);
    assert_int_not_equal(verify(journal, dice, ""), 0);
    snprintf(command, sizeof command, "mv %s.whole %s", dice, dice);
    assert_int_equal(system(command), 0);
    assert_int_equal(verify(journal, dice, ""), 0);
    /* A part that was changed afterwards, with or without its hash. */
    snprintf(command, sizeof command, "sed -i 's/ %s$/ %s/' %s", a.secret, other.secret, dice);
    assert_int_equal(system(command), 0);
    assert_int_not_equal(verify(journal, dice, ""), 0);
    snprintf(command, sizeof command, "sed -i 's/ %s / %s /' %s", a.hash, other.hash, dice);
    assert_int_equal(system(command), 0);
    assert_int_not_equal(verify(journal, dice, ""), 0);
}

static void a_secret_that_is_lost_begins_a_new_round(void **unused) {
    (void)unused;
    char code[16], hash[80];
    part a = part_of(0x44), b = part_of(0x55), again = part_of(0x66);
    sit_down(&a, &b, code);
    json_t *table = tell(&anna, code, "british", "opened", a.secret, 200);
    snprintf(hash, sizeof hash, "%s", json_text(table, "table.key_hash"));
    json_decref(table);
    /* Ben cannot open his: what Anna has shown must be of no use, so all begin again. */
    table = tell(&ben, code, "american", "withdraw", "true", 200);
    assert_string_equal(json_text(table, "table.state"), "open");
    assert_string_not_equal(json_text(table, "table.key_hash"), hash);
    assert_string_equal(json_text(table, "table.seats.0.dice"), "asked");
    assert_null(json_text(table, "table.seats.0.commitment"));
    assert_null(json_text(table, "table.seats.1.dice"));
    json_decref(table);
    json_decref(tell(&anna, code, "british", "opened", a.secret, 409));
    json_decref(tell(&anna, code, "british", "commitment", again.hash, 200));
    table = tell(&anna, code, "british", "opened", again.secret, 200);
    assert_string_equal(json_text(table, "table.state"), "playing");
    json_decref(table);
}

static void who_leaves_after_an_opening_begins_a_new_round(void **unused) {
    (void)unused;
    char code[16], path[64];
    part a = part_of(0x77), b = part_of(0x88);
    sit_down(&a, &b, code);
    json_decref(tell(&anna, code, "british", "opened", a.secret, 200));
    snprintf(path, sizeof path, "/api/tables/%s/leave", code);
    json_decref(fixture_ask(&fx, &ben, path, "{}", 200));
    json_t *table = fixture_table_of(&fx, &anna, code);
    assert_string_equal(json_text(table, "table.seats.0.dice"), "asked");
    assert_string_equal(json_text(table, "table.seats.1.state"), "open");
    json_decref(table);
    /* Nor does the game begin behind her back. */
    snprintf(path, sizeof path, "/api/tables/%s/join", code);
    table = fixture_ask(&fx, &ben, path, "{\"seat\":\"american\"}", 200);
    assert_string_equal(json_text(table, "table.state"), "open");
    json_decref(table);
    table = tell(&anna, code, "british", "withdraw", "true", 200);
    assert_string_equal(json_text(table, "table.state"), "playing");
    json_decref(table);
}

/* It is kept like everything else. */
static void commitments_outlive_the_server(void **unused) {
    (void)unused;
    char code[16], hash[80];
    part a = part_of(0x99), b = part_of(0xaa);
    sit_down(&a, &b, code);
    json_t *table = tell(&anna, code, "british", "opened", a.secret, 200);
    snprintf(hash, sizeof hash, "%s", json_text(table, "table.key_hash"));
    json_decref(table);
    wire_kill(&fx.server);
    assert_true(wire_restart(&fx.server));
    table = tell(&ben, code, "american", "opened", b.secret, 200);
    assert_string_equal(json_text(table, "table.state"), "playing");
    assert_string_equal(json_text(table, "table.key_hash"), hash);
    json_decref(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_part_is_in_the_key_and_can_be_checked),
        cmocka_unit_test(a_secret_that_is_lost_begins_a_new_round),
        cmocka_unit_test(who_leaves_after_an_opening_begins_a_new_round),
        cmocka_unit_test(commitments_outlive_the_server),
    };
    return cmocka_run_group_tests(tests, open_pair, close_pair);
}
