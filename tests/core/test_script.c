/* Scripts: each command holds when it should and fails, in these words, when it should not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coin.h"
#include "core/registry.h"
#include "core/script.h"

#include <string.h>

/* The coin game again, but asking whether something may be done already does something. */
static mk_game leaky_game;
const mk_game *const mk_games[] = {&coin_game, &leaky_game, NULL};

static const char *change_and_refuse(const void *state, mk_action action) {
    (void)action;
    ((coin_state *)state)->stake++;
    return "coin.hide";
}

static void make_leaky_game(void) {
    static mk_phase phases[8];
    memcpy(phases, coin_game.phases, (size_t)coin_game.phase_count * sizeof *phases);
    phases[COIN_HIDING].why_not = change_and_refuse;
    leaky_game = coin_game;
    leaky_game.id = "leaky";
    leaky_game.phases = phases;
}

/* Line by line the same; what follows a * in a line is in other hands and may be anything. */
static bool alike(const char *report, const char *complaints) {
    while (*complaints) {
        size_t n = strcspn(complaints, "*\n");
        if (strncmp(report, complaints, n) != 0) return false;
        bool open = complaints[n] == '*';
        report += open ? strcspn(report, "\n") : n;
        complaints += n + open;
        if (*report++ != *complaints++) return false;
    }
    return *report == '\0';
}

/* Runs a script that gives so many passes and these complaints ("" : none). */
static void runs(const char *text, int passed, const char *complaints) {
    mk_script_result result;
    mk_text report = {0};
    bool fine = mk_script_run(text, "t", &result, &report);
    int failed = 0;
    for (const char *p = complaints; *p; p++) failed += *p == '\n' && p[1] != ' ';
    if (!alike(report.n ? report.p : "", complaints) || result.passed != passed)
        fail_msg("\n%s\ngives %d passed and:\n%s", text, result.passed, report.n ? report.p : "");
    assert_int_equal(result.failed, failed);
    assert_int_equal(fine, failed == 0);
    mk_text_free(&report);
}

/* ---- Lines -------------------------------------------------------------- */

static void comments_blanks_and_continued_lines(void **unused) {
    (void)unused;
    runs("# a comment\n\n   game   coin\t short  # another\r\n"
         "expect turn=0 \\\n   even.pennies=10 \\  # in between\n odd.pennies=10\n",
         3, "");
    runs("game coin\nexpect \\\n\n turn=0\n", 0,
         "t:2: the command is: expect NAME=VALUE…\n"
         "t:4: there is no command called turn=0\n");
    runs("game coin\nexpect turn=\\\n1\n", 0,
         "t:2: expected NAME=VALUE, found turn=\nt:2: expected NAME=VALUE, found 1\n");
    runs("game coin\nexpect turn=0", 1, "");
    runs("game coin\nexpect turn=0 \\", 1, "");
}

static void an_unknown_command_is_a_failure(void **unused) {
    (void)unused;
    runs("game coin\nhope turn=0\nexpect turn=0\n", 1, "t:2: there is no command called hope\n");
}

static void a_script_must_expect_something(void **unused) {
    (void)unused;
    runs("", 0, "t:0: nothing is expected in this script\n");
    runs("game coin\ndo even hide heads\n", 0, "t:2: nothing is expected in this script\n");
}

static void a_test_gives_failures_its_name(void **unused) {
    (void)unused;
    runs("test the bank pays\ngame coin\nexpect turn=1\ntest two\nexpect turn=2\n", 0,
         "t:3: the bank pays: expected turn=1, it is 0\n"
         "t:5: two: expected turn=2, it is 0\n");
    runs("test\n", 0, "t:1: the command is: test NAME\n");
}

/* ---- game --------------------------------------------------------------- */

static void a_game_is_set_up_as_it_says(void **unused) {
    (void)unused;
    runs("game coin\nplay random until over\nexpect turn=3 phase=over seat=none\n", 3, "");
    runs("game coin long raising=off seed 18446744073709551615 nonplayers even,odd\n"
         "do even hide heads\nrefuse odd guess heads 2 because coin.nonplayer\n"
         "do odd guess heads 1\nexpect phase=hiding\n",
         2, "");
    runs("game coin seed 4\nexpect turn=0\ngame coin nonplayers odd\nexpect turn=0\n", 2, "");
    runs("game coin raising=off\ndo even hide heads\ndo odd guess heads 1\nexpect turn=1\n", 1, "");
}

static void a_game_that_cannot_be_is_a_failure(void **unused) {
    (void)unused;
#define USAGE "the command is: game ID [SCENARIO] [option=value]… [seed N] [nonplayers SEAT,SEAT]\n"
    runs("game\n", 0, "t:1: " USAGE);
    runs("game chess\n", 0, "t:1: there is no game called chess\n");
    runs("game coin endless\n", 0, "t:1: Matching Pennies has no scenario*\n");
    runs("game coin short long\n", 0, "t:1: " USAGE);
    runs("game coin short seed\n", 0, "t:1: " USAGE);
    runs("game coin seed x\n", 0, "t:1: a seed is a whole number, not x\n");
    runs("game coin seed 18446744073709551616\n", 0,
         "t:1: a seed is a whole number, not 18446744073709551616\n");
    runs("game coin raising=maybe\n", 0, "t:1: the option raising*\n");
    runs("game coin nonplayers even,nobody\n", 0, "t:1: coin has no seat called nobody\n");
#undef USAGE
}

static void without_a_game_there_is_nothing_to_ask(void **unused) {
    (void)unused;
    runs("expect turn=0\ngame coin\nexpect turn=0\n", 1,
         "t:1: there is no game yet: begin with `game ID`\n");
}

/* One mistake, one message; the next game is another matter. */
static void after_a_mistake_the_rest_of_the_game_is_skipped(void **unused) {
    (void)unused;
    runs("game coin\ndice 3 3\nset turn=99\nexpect turn=99\nsee odd turn=7\nnonsense\n"
         "game coin\nexpect turn=0\n",
         1,
         "t:3: turn=99*\n"
         "t:6: there is no command called nonsense\n");
    runs("game coin\ndo odd hide heads\nexpect turn=5\n", 0, "t:2: odd cannot hide heads: *\n");
    runs("game chess\nexpect turn=5\ngame coin\nexpect turn=0\n", 1,
         "t:1: there is no game called chess\n");
}

/* ---- set ---------------------------------------------------------------- */

static void set_changes_the_position(void **unused) {
    (void)unused;
    runs("game coin\nset odd.pennies=2 face=heads\nexpect odd.pennies=2 bank=48 face=heads\n"
         "do even hide tails\nset face=heads\nrefuse odd guess heads 3 because coin.purse\n"
         "dice 4\ndo odd guess heads 2\ndo even pass\nexpect odd.pennies=8\n",
         5, "");
    runs("game coin\nset turn=2 phase=turn\nexpect turn=2 phase=hiding\n", 2, "");
    runs("game coin\nset\n", 0, "t:2: the command is: set NAME=VALUE…\n");
}

static void refuse_set_holds_where_nothing_could_be_set(void **unused) {
    (void)unused;
    runs("game coin\nrefuse-set turn=99\nrefuse-set turn=1 turn=99 because must be 0 to 3\n"
         "expect turn=0\n",
         3, "");
    runs("game coin\nrefuse-set turn=1\nrefuse-set turn=99 because of the weather\nrefuse-set\n"
         "expect turn=0\n",
         1,
         "t:2: expected turn=1 to be refused, it was set\n"
         "t:3: expected turn=99 to be refused because of the weather, it is because turn=99*\n"
         "t:4: the command is: refuse-set NAME=VALUE… [because TEXT]\n");
}

/* ---- dice --------------------------------------------------------------- */

#define ROUND "do even hide heads\ndo odd guess tails 1\ndo even pass\n"

static void dice_fall_as_they_are_fed(void **unused) {
    (void)unused;
    runs("game coin\ndice 5 2\n" ROUND "expect even.pennies=16\n" ROUND "expect even.pennies=19\n",
         2, "");
    runs("game coin\ndice 5\n" ROUND "dice random\n" ROUND "expect turn=2\n", 1, "");
    runs("game coin\ndice none\ndo even hide heads\nexpect turn=0\n", 1, "");
    runs("game coin\nset face=heads guess=tails stake=1\ndice 6\nset phase=reveal\n"
         "expect even.pennies=17\n",
         1, "");
}

static void dice_that_do_not_fit_are_failures(void **unused) {
    (void)unused;
    runs("game coin\ndice 5\n" ROUND ROUND "expect turn=9\n", 0,
         "t:8: too few dice: more were thrown than the 1 of line 2\n");
    runs("game coin\ndice none\n" ROUND "expect turn=9\n", 0,
         "t:5: too few dice: more were thrown than the 0 of line 2\n");
    runs("game coin\ndice 7\n" ROUND "expect turn=9\n", 0,
         "t:5: a die of line 2 shows more than the die that was thrown can\n");
    runs("game coin\ndice 5 4 3\n" ROUND "expect turn=1\ndice 1\n\ngame coin\ndice 2\n", 1,
         "t:2: too many dice: 2 of 3 were not thrown\n"
         "t:7: too many dice: 1 of 1 were not thrown\n"
         "t:10: too many dice: 1 of 1 were not thrown\n");
    runs("game coin\ndice 1 two\n", 0, "t:2: two is no result of a die\n");
    runs("game coin\ndice 0\n", 0, "t:2: a die shows*\n");
    runs("game coin\ndice 101\n", 0, "t:2: 101 is no result of a die\n");
    runs("game coin\ndice\n", 0, "t:2: the command is: dice N… | none | random\n");

    mk_text many = {0};
    mk_text_add(&many, "game coin\ndice");
    for (int i = 0; i < 200; i++) mk_text_add(&many, " 1");
    runs(many.p, 0, "t:2: at most 91 dice*\n");
    mk_text_free(&many);
}

/* ---- do, undo, play ----------------------------------------------------- */

static void do_must_be_allowed(void **unused) {
    (void)unused;
    runs("game coin\ndo even hide heads\ndo odd guess tails 4\n", 0,
         "t:3: odd cannot guess tails 4: guess is not allowed now (coin.stake); the phase "
         "is guessing\n");
    runs("game coin\ndo nobody hide heads\n", 0, "t:2: coin has no seat called nobody\n");
    runs("game coin\ndo even\n", 0, "t:2: the command is: do SEAT ACTION\n");
    runs("game coin\ndo\n", 0, "t:2: the command is: do SEAT ACTION\n");
    runs("game coin\ndo even hide edge\n", 0, "t:2: hide edge: *\n");
}

static void undo_takes_back_and_is_refused(void **unused) {
    (void)unused;
    runs("game coin\ndo even hide heads\nrefuse-undo odd\nundo even\nexpect face=none\n"
         "refuse-undo even\n" ROUND "refuse-undo even\n",
         5, "");
    runs("game coin\ndo even hide heads\nrefuse-undo even\nexpect face=heads\n", 1,
         "t:3: expected undo to be refused, 1 can be taken back\n");
    runs("game coin\ndo even hide heads\nundo odd\nexpect face=none\n", 0,
         "t:3: the last action was another side's\n");
    runs("game coin\ndo even hide heads\nset turn=1\nundo even\n", 0,
         "t:4: there is nothing to take back\n");
    runs("game coin\nundo\nundo even twice\n", 0, "t:2: the command is: undo SEAT\n");
    runs("game coin\nrefuse-undo\nrefuse-undo even twice\n", 0,
         "t:2: the command is: refuse-undo SEAT\nt:3: the command is: refuse-undo SEAT\n");
}

static void bots_play_on_as_far_as_they_are_told(void **unused) {
    (void)unused;
    runs("game coin\nplay random until turn\nexpect turn=1\nplay greedy until turn max 3\n"
         "expect turn=2\nplay random until over\nexpect phase=over\n",
         3, "");
    runs("game coin\nplay random until over\nplay random until over max 0\nexpect phase=over\n", 1,
         "");
#define USAGE "the command is: play BOT until POINT|over [max N]\n"
    runs("game coin\nplay random until turn max 2\n", 0, "t:2: not there after 2 actions\n");
    runs("game coin\nplay random until over max 8\n", 0, "t:2: not there after 8 actions\n");
    runs("game coin\nset turn=2\nplay random until turn\n", 0,
         "t:3: the game ended before it came to turn\n");
    runs("game coin\nplay deepblue until over\n", 0,
         "t:2: there is no bot called deepblue for coin\n");
    runs("game coin\nplay random until reveal\n", 0,
         "t:2: no game rests at reveal: nothing is decided there\n");
    runs("game coin\nplay random\n", 0, "t:2: " USAGE);
    runs("game coin\nplay random till over\n", 0, "t:2: " USAGE);
    runs("game coin\nplay random until over max\n", 0, "t:2: " USAGE);
    runs("game coin\nplay random until over max -1\n", 0, "t:2: " USAGE);
    runs("game coin\nplay random until over max 9 1\n", 0, "t:2: " USAGE);
    runs("game coin\ndice none\nplay random until over\n", 0,
         "t:3: too few dice: more were thrown than the 0 of line 2\n");
#undef USAGE
}

/* The same script, the same game. */
static void bots_play_the_same_each_time(void **unused) {
    (void)unused;
    mk_text first = {0}, second = {0};
    mk_script_result result;
    const char *text = "game coin long seed 5\nplay random until over\nexpect bank=99 shown=none\n";
    mk_script_run(text, "t", &result, &first);
    mk_script_run(text, "t", &result, &second);
    assert_string_equal(first.p, second.p);
    mk_text_free(&first);
    mk_text_free(&second);
}

/* ---- expect, see -------------------------------------------------------- */

static void expect_compares_values(void **unused) {
    (void)unused;
    runs("game coin\ndo even hide heads\n"
         "expect face=heads face!=tails turn<1 turn<=0 turn>=0 turn>-1 turn!=4 shown=empty\n"
         "expect phase=guessing seat=odd leader=none guess!=heads shown!=heads,tails\n",
         13, "");
    runs("game coin\nexpect even.pennies=11 odd.pennies=10 turn!=0 turn>0 turn<0 turn>=1\n"
         "expect turn<=-1 face=heads leader>1\n",
         1,
         "t:2: expected even.pennies=11, it is 10\n"
         "t:2: expected turn!=0, it is 0\n"
         "t:2: expected turn>0, it is 0\n"
         "t:2: expected turn<0, it is 0\n"
         "t:2: expected turn>=1, it is 0\n"
         "t:3: expected turn<=-1, it is 0\n"
         "t:3: expected face=heads, it is none\n"
         "t:3: expected leader>1, it is none\n");
}

static void expect_notices_what_makes_no_sense(void **unused) {
    (void)unused;
    runs("game coin\nexpect face!=haeds\nexpect shown!=heads,haeds\nexpect turn>many\n"
         "expect turn\nexpect =1\nexpect turn==0\nexpect turn!0\nexpect turn=\nexpect\n"
         "expect weather=foul\n",
         0,
         "t:2: nothing in coin is called haeds\n"
         "t:3: nothing in coin is called heads,haeds\n"
         "t:4: turn is compared with many, which is no number\n"
         "t:5: expected NAME=VALUE, found turn\n"
         "t:6: expected NAME=VALUE, found =1\n"
         "t:7: expected NAME=VALUE, found turn==0\n"
         "t:8: expected NAME=VALUE, found turn!0\n"
         "t:9: expected NAME=VALUE, found turn=\n"
         "t:10: the command is: expect NAME=VALUE…\n"
         "t:11: Matching Pennies has no property*\n");
}

static void see_asks_what_a_seat_knows(void **unused) {
    (void)unused;
    runs("game coin\ndo even hide heads\nsee even face=heads turn=0\nsee odd face=hidden\n"
         "see spectator face=hidden\nsee odd face!=heads\n",
         5, "");
    runs("game coin\ndo even hide heads\nsee odd face=heads\nsee spectator face=heads\n"
         "see even face=hidden\nsee nobody face=hidden\nsee\nsee odd\nsee spectators turn=0\n",
         0,
         "t:3: expected odd to see face=heads, it is hidden\n"
         "t:4: expected spectator to see face=heads, it is hidden\n"
         "t:5: expected even to see face=hidden, it is heads\n"
         "t:6: coin has no seat called nobody\n"
         "t:7: the command is: see SEAT NAME=VALUE…\n"
         "t:8: the command is: see SEAT NAME=VALUE…\n"
         "t:9: coin has no seat called spectators\n");
}

/* ---- refuse, offer ------------------------------------------------------ */

static void refuse_needs_the_right_reason(void **unused) {
    (void)unused;
    runs("game coin\nrefuse odd hide heads because seat\nrefuse even pass because coin.hide\n"
         "do even hide heads\nrefuse odd guess heads 4 because coin.stake\n"
         "play random until over\nrefuse even hide heads because over\n",
         4, "");
#define USAGE "the command is: refuse SEAT ACTION because KEY\n"
    runs("game coin\ndo even hide heads\n"
         "refuse odd guess heads 3 because coin.stake\n"
         "refuse odd guess heads 4 because coin.purse\n"
         "refuse even guess heads 4 because coin.stake\n"
         "refuse odd guess edge 4 because coin.stake\n"
         "refuse odd guess heads 4\nrefuse odd because coin.stake\nrefuse\n"
         "refuse odd guess heads 4 because\n",
         0,
         "t:3: expected guess heads 3 to be refused because coin.stake, it is allowed\n"
         "t:4: expected guess heads 4 to be refused because coin.purse, it is because coin.stake\n"
         "t:5: expected guess heads 4 to be refused because coin.stake, it is because seat\n"
         "t:6: guess edge 4: *\n"
         "t:7: " USAGE "t:8: " USAGE "t:9: " USAGE "t:10: " USAGE);
#undef USAGE
}

static void what_is_refused_must_change_nothing(void **unused) {
    (void)unused;
    runs("game leaky\nrefuse even hide heads because coin.hide\n", 0,
         "t:2: hide heads was refused, and yet something changed\n");
}

static void offers_are_counted_and_named(void **unused) {
    (void)unused;
    runs("game coin\noffers even 2\noffers odd 0\noffer even hide heads\n"
         "offer-only even hide tails ; hide heads\ndo even hide heads\noffers odd 6\n",
         5, "");
    runs("game coin\noffers even 3\noffers odd 1\noffer odd hide heads\noffer even pass\n"
         "offer-only even hide heads\noffer-only even hide heads; pass; hide tails\n"
         "offer-only even hide heads; hide heads; hide tails\n",
         0,
         "t:2: expected 3 actions offered to even, there are 2\n"
         "t:3: expected 1 actions offered to odd, there are 0\n"
         "t:4: expected odd to be offered hide heads, it is not\n"
         "t:5: expected even to be offered pass, it is not\n"
         "t:6: offered as well: hide tails\n"
         "t:7: pass is not offered, or named here twice\n"
         "t:8: hide heads is not offered, or named here twice\n");
    runs("game coin\noffer\noffer even\noffers even\noffers even few\noffer-only even\n"
         "offer-only even ;\noffer even hide edge\n",
         0,
         "t:2: the command is: offer SEAT ACTION\n"
         "t:3: the command is: offer SEAT ACTION\n"
         "t:4: the command is: offers SEAT N\n"
         "t:5: the command is: offers SEAT N\n"
         "t:6: the command is: offer-only SEAT ACTION; ACTION…\n"
         "t:7: the command is: offer-only SEAT ACTION; ACTION…\n"
         "t:8: hide edge: *\n");
}

/* ---- log ---------------------------------------------------------------- */

static void log_asks_what_a_seat_was_told(void **unused) {
    (void)unused;
    runs("game coin\ndo even hide heads\nlog even contains Even hides King's Head\n"
         "log odd contains hides a coin\nlog odd lacks King's Head\n"
         "log spectator contains hides a coin\ndo odd guess tails 1\n"
         "log even lacks hides\nlog even contains stakes 1 on Britannia\nundo odd\n"
         "log even lacks stakes\nset face=tails guess=tails stake=1 phase=reveal\n"
         "log odd contains The coin shows Britannia\nplay random until over\n"
         "log odd contains stakes\nlog odd contains The coins were\n",
         11, "");
    runs("game coin\ndo even hide heads\nlog odd contains King\nlog even lacks King\n"
         "log even has King\nlog even contains\nlog\nlog nobody lacks King\n",
         0,
         "t:3: expected odd to read: King; the log:\n    Even hides a coin\n"
         "t:4: expected even not to read: King; the log:\n    Even hides King's Head\n"
         "t:5: the command is: log SEAT contains|lacks TEXT\n"
         "t:6: the command is: log SEAT contains|lacks TEXT\n"
         "t:7: the command is: log SEAT contains|lacks TEXT\n"
         "t:8: coin has no seat called nobody\n");
    runs("game coin\nlog odd contains a coin\nset turn=2 face=tails guess=tails stake=1 "
         "phase=reveal\n"
         "log even contains odd loses\nplay random until over\n",
         0,
         "t:2: expected odd to read: a coin; the log is empty\n"
         "t:4: expected even to read: odd loses; the log:\n    The coin shows Britannia, the die "
         "*\n    The coins were Britannia\n");
}

/* ---- Garbage ------------------------------------------------------------ */

/* Words of the language in any order, with some bytes that are none: nothing may break. */
static void garbage_never_kills_it(void **unused) {
    (void)unused;
    static const char *const words[] = {
        "game",       "coin",        "set",       "do",
        "expect",     "see",         "refuse",    "refuse-set",
        "undo",       "offer",       "offers",    "log",
        "play",       "test",        "dice",      "because",
        "until",      "over",        "even",      "odd",
        "hide",       "heads",       "guess",     "raise",
        "pass",       "turn=1",      "1",         "3",
        "-1",         "=",           "!=",        ";",
        ",",          "\\\n",        "\n",        "\n",
        "\n",         "#",           "face=",     "=2",
        "random",     "contains",    "lacks",     "phase=turn",
        "none",       "\xff\x01",    "max",       "seed",
        "nonplayers", "even,odd",    "turn",      "99999999999999999999",
        "offer-only", "refuse-undo", "spectator", "phase=reveal",
        "face=heads", "guess=tails",
    };
    const uint32_t count = sizeof words / sizeof *words;
    mk_rng rng;
    mk_rng_seed(&rng, 12);
    for (int i = 0; i < 3000; i++) {
        mk_text text = {0}, report = {0};
        mk_script_result result;
        mk_text_add(&text, "game coin\n");
        for (int n = 0; n < 60; n++)
            mk_text_add(&text, "%s%s", words[mk_below(&rng, count)], mk_below(&rng, 9) ? " " : "");
        mk_script_run(text.p, "t", &result, &report);
        assert_true(result.passed + result.failed > 0);
        mk_text_free(&text);
        mk_text_free(&report);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comments_blanks_and_continued_lines),
        cmocka_unit_test(an_unknown_command_is_a_failure),
        cmocka_unit_test(a_script_must_expect_something),
        cmocka_unit_test(a_test_gives_failures_its_name),
        cmocka_unit_test(a_game_is_set_up_as_it_says),
        cmocka_unit_test(a_game_that_cannot_be_is_a_failure),
        cmocka_unit_test(without_a_game_there_is_nothing_to_ask),
        cmocka_unit_test(after_a_mistake_the_rest_of_the_game_is_skipped),
        cmocka_unit_test(set_changes_the_position),
        cmocka_unit_test(refuse_set_holds_where_nothing_could_be_set),
        cmocka_unit_test(dice_fall_as_they_are_fed),
        cmocka_unit_test(dice_that_do_not_fit_are_failures),
        cmocka_unit_test(do_must_be_allowed),
        cmocka_unit_test(undo_takes_back_and_is_refused),
        cmocka_unit_test(bots_play_on_as_far_as_they_are_told),
        cmocka_unit_test(bots_play_the_same_each_time),
        cmocka_unit_test(expect_compares_values),
        cmocka_unit_test(expect_notices_what_makes_no_sense),
        cmocka_unit_test(see_asks_what_a_seat_knows),
        cmocka_unit_test(refuse_needs_the_right_reason),
        cmocka_unit_test(what_is_refused_must_change_nothing),
        cmocka_unit_test(offers_are_counted_and_named),
        cmocka_unit_test(log_asks_what_a_seat_was_told),
        cmocka_unit_test(garbage_never_kills_it),
    };
    mk_error error = {0};
    make_leaky_game();
    if (!mk_open(NULL, &error)) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
