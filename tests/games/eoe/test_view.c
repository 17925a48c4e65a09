/* What the view shows of a force on the march: its reach against all that the rules allow it, the
 * points to keep beside an enemy, who could react; and that the modifiers of a battle add up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/eoe/eoe.h"

#include <stdio.h>
#include <string.h>

static const mk_game *game;
static mk_view *seen;

static int open_game(void **state) {
    (void)state;
    mk_error e = {0};
    if (!mk_open(NULL, &e)) return -1;
    game = mk_find_game("eoe");
    seen = mk_view_new();
    return game ? 0 : -1;
}

static int close_game(void **state) {
    (void)state;
    mk_view_free(seen);
    return 0;
}

static bool may(eoe_state *s, const char *text) {
    mk_action x;
    mk_error e = {0};
    return mk_parse_action(game, text, &x, &e) && mk_do(game, s, eoe_deciding(s), x, NULL, &e);
}

static int phase(const eoe_state *s) { return mk_top_const(&s->base)->phase; }

static long number_of(const char *key, const char *field) {
    int record = mk_view_find(seen, "panel", key);
    return record < 0 ? -1 : mk_view_int(seen, record, field, -1);
}

static const char *text_of(const char *key, const char *field) {
    int record = mk_view_find(seen, "panel", key);
    const char *text = record < 0 ? NULL : mk_view_str(seen, record, field);
    return text ? text : "";
}

/* Both sides do nothing until the Allies operate; then they form a force of all at a space and
 * throw, with the dice of the first seed that lets it march. */
static void march_from(eoe_state *s, const char *space) {
    static const char *const nothing[] = {"done", "keep_off", "stay", "hold", "end"};
    char choose[32];
    snprintf(choose, sizeof choose, "choose %s", space);
    for (uint64_t seed = 1; seed < 40; seed++) {
        mk_setup setup;
        mk_error e = {0};
        assert_true(mk_setup_init(game, &setup, "ic", &e));
        mk_setup_seed(&setup, seed);
        mk_start(game, s, &setup, NULL);
        while (phase(s) != EOE_PH_OPERATE || eoe_deciding(s) != EOE_ALLIED) {
            size_t i = 0;
            while (i < 5 && !may(s, nothing[i])) i++;
            if (i == 5) fail_msg("a decision that cannot be passed: %d", phase(s));
        }
        if (!may(s, choose) || !may(s, "take_all") || !may(s, "go")) fail_msg("no force");
        if (phase(s) == EOE_PH_MARCH) break;
    }
    assert_int_equal(phase(s), EOE_PH_MARCH);
    mk_view_clear(seen);
    mk_view_build(game, s, EOE_ALLIED, seen);
}

/* ---- Reach --------------------------------------------------------------- */

static int8_t best[EOE_MAX_HEXES + EOE_MAX_WATERS]; /* the most MP that any way leaves; -1: none */

/* Every way that the rules allow, hop by hop through the door; where somebody reacts it ends. */
static void walk(const eoe_state *s) {
    static const char *const hops[] = {"step n",  "step ne", "step se", "step s",
                                       "step sw", "step nw", "row n",   "row ne",
                                       "row se",  "row s",   "row sw",  "row nw"};
    if (eoe_dangerous(s, EOE_ALLIED, eoe_hex_of(s->march.net))) return;
    for (size_t i = 0; i < sizeof hops / sizeof *hops; i++) {
        eoe_state next = *s;
        if (!may(&next, hops[i]) || next.march.net == MK_NOWHERE) continue;
        int left = eoe_march_mp(&next), net = next.march.net;
        if (left <= best[net]) continue;
        best[net] = (int8_t)left;
        if (phase(&next) == EOE_PH_MARCH) walk(&next);
    }
}

static void the_reach_is_what_the_rules_allow(void **state) {
    (void)state;
    static const char *const starts[] = {"2716", "3014", "3819"};
    for (int k = 0; k < 3; k++) {
        eoe_state s;
        march_from(&s, starts[k]);
        memset(best, -1, sizeof best);
        walk(&s);
        int most[EOE_MAX_HEXES], count = 0;
        for (int i = 0; i < EOE_MAX_HEXES; i++) most[i] = -1;
        for (int net = 0; net < (int)sizeof best; net++)
            if (best[net] > -1 && best[net] > most[eoe_hex_of(net)])
                most[eoe_hex_of(net)] = best[net];
        for (int hex = 0; hex < eoe_board.hexes.hex_count; hex++) {
            char key[32];
            if (hex == eoe_hex_of(s.march.net)) continue;
            snprintf(key, sizeof key, "reach.%s", eoe_hex_id(hex));
            long left = number_of(key, "left");
            if (left != most[hex]) fail_msg("%s: %ld, not %d", key, left, most[hex]);
            count += left >= 0;
        }
        assert_true(count > 20);
    }
}

/* Goes where a record of the view leads. */
static void go(eoe_state *s, const char *hex) {
    char key[32], way[256], verb[16], direction[8], action[32];
    int read = 0;
    snprintf(key, sizeof key, "reach.%s", hex);
    snprintf(way, sizeof way, "%s", text_of(key, "way"));
    for (const char *at = way; sscanf(at, "%15s %7s%n", verb, direction, &read) == 2; at += read) {
        snprintf(action, sizeof action, "%s %s", verb, direction);
        if (!may(s, action)) fail_msg("%s: %s is refused", key, action);
    }
}

/* The hops of each record lead there, with what it says is left. */
static void the_way_that_is_shown_can_be_gone(void **state) {
    (void)state;
    eoe_state s;
    march_from(&s, "2716");
    int count = 0;
    for (int hex = 0; hex < eoe_board.hexes.hex_count; hex++) {
        char key[32];
        snprintf(key, sizeof key, "reach.%s", eoe_hex_id(hex));
        if (number_of(key, "left") < 0) continue;
        eoe_state gone = s;
        go(&gone, eoe_hex_id(hex));
        assert_int_equal(eoe_hex_of(gone.march.net), hex);
        assert_int_equal(eoe_march_mp(&gone), number_of(key, "left"));
        count++;
    }
    assert_true(count > 20);
}

/* 9.3: Albany to the hex beside St-Jean costs 12 of 16: four are left, five must be. */
static void beside_an_enemy_five_are_kept(void **state) {
    (void)state;
    eoe_state s;
    march_from(&s, "2716");
    assert_int_equal(number_of("reach.3213", "left"), 6);
    assert_int_equal(number_of("reach.3312", "keep"), 5);
    assert_int_equal(number_of("reach.3312", "left"), -1);
}

/* 10.1: whoever stands beside that hex could react, with the rating that the rules give him. */
static void those_who_could_react_are_named(void **state) {
    (void)state;
    eoe_state s;
    march_from(&s, "3014");
    assert_int_equal(number_of("reach.3312", "danger"), 1);
    assert_non_null(strstr(text_of("reach.3312", "reactors"), "3412"));
    assert_true(number_of("reactor.3412", "rating") > 0);
    assert_int_equal(number_of("reactor.3412", "units"), 1);
    assert_int_equal(number_of("reach.3113", "danger"), -1);
}

/* The Allies come beside St-Jean; the British do nothing about it. */
static void come_beside_st_jean(eoe_state *s) {
    march_from(s, "3014");
    go(s, "3312");
    for (int i = 0; i < 20 && phase(s) != EOE_PH_MARCH; i++)
        if (!may(s, "stay") && !may(s, "done")) fail_msg("phase %d", phase(s));
    mk_view_clear(seen);
    mk_view_build(game, s, EOE_ALLIED, seen);
}

static void the_odds_are_shown_before_the_step(void **state) {
    (void)state;
    eoe_state s;
    come_beside_st_jean(&s);
    /* 2.10: two boxed sixes attack with six; one regiment of nine defends: 1:2. */
    assert_int_equal(number_of("reach.3412", "attack"), 6);
    assert_int_equal(number_of("reach.3412", "defence"), 9);
    assert_string_equal(text_of("reach.3412", "odds"), "1:2");
}

/* ---- Battle -------------------------------------------------------------- */

static void modifiers_add_up(void **state) {
    (void)state;
    static const char *const names[] = {
        "fort",           "attacker_guns",  "defender_guns",   "powder",
        "attacker_drill", "defender_drill", "attacker_leader", "defender_leader"};
    eoe_state s;
    come_beside_st_jean(&s);
    go(&s, "3412");
    for (int i = 0; i < 20 && s.battle.hex == MK_NOWHERE; i++)
        if (!may(&s, "stay") && !may(&s, "done")) fail_msg("phase %d", phase(&s));
    assert_true(s.battle.hex != MK_NOWHERE);
    mk_view_clear(seen);
    mk_view_build(game, &s, EOE_ALLIED, seen);
    long sum = 0;
    int record = mk_view_find(seen, "panel", "battle");
    assert_true(record >= 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        sum += mk_view_int(seen, record, names[i], 0);
    assert_int_equal(sum, mk_view_int(seen, record, "drm", 99));
    assert_string_equal(text_of("battle", "odds"), "1:2");
    assert_string_equal(text_of("battle", "attacker"), "allied");
}

/* ---- Asked to react ------------------------------------------------------ */

static void who_is_asked_to_react_sees_his_chance(void **state) {
    (void)state;
    eoe_state s;
    come_beside_st_jean(&s);
    go(&s, "3412");
    for (int i = 0; i < 20 && phase(&s) != EOE_PH_DECLARE; i++)
        if (!may(&s, "done")) fail_msg("phase %d", phase(&s));
    char key[2 * MK_NAME];
    int space = mk_top_const(&s.base)->a;
    snprintf(key, sizeof key, "reactor.%s", eoe_space_id(space));
    mk_view_clear(seen);
    mk_view_build(game, &s, EOE_BRITISH, seen);
    eoe_force f = eoe_force_at(&s, EOE_BRITISH, space, 0, -1);
    assert_int_equal(number_of(key, "units"), f.units);
    assert_int_equal(number_of(key, "all"), eoe_rating_of(&s, &f, EOE_CHECK_REACTION).rating);
    assert_true(number_of(key, "rating") >= number_of(key, "all"));
}

/* ---- The turn record ----------------------------------------------------- */

static long due(const char *scenario, const char *piece) {
    eoe_state s;
    mk_setup setup;
    mk_error e = {0};
    assert_true(mk_setup_init(game, &setup, scenario, &e));
    mk_start(game, &s, &setup, NULL);
    mk_view_clear(seen);
    mk_view_build(game, &s, EOE_BRITISH, seen);
    int record = mk_view_find(seen, "piece", piece);
    assert_true(record >= 0);
    return mk_view_int(seen, record, "due", -1);
}

static void levies_do_not_come_once_france_is_in(void **state) {
    (void)state;
    assert_int_equal(due("ar75", "br85"), 31);
    assert_int_equal(due("ar80", "br85"), -1); /* 7.3 */
    assert_int_equal(due("ar80", "rochambeau"), 33);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reach_is_what_the_rules_allow),
        cmocka_unit_test(the_way_that_is_shown_can_be_gone),
        cmocka_unit_test(beside_an_enemy_five_are_kept),
        cmocka_unit_test(those_who_could_react_are_named),
        cmocka_unit_test(the_odds_are_shown_before_the_step),
        cmocka_unit_test(modifiers_add_up),
        cmocka_unit_test(who_is_asked_to_react_sees_his_chance),
        cmocka_unit_test(levies_do_not_come_once_france_is_in),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
