/* The one flow: procedures go on by themselves, what interrupts hands its result down. And the
 * limits: each that is reached is noticed, refused at the door, and costs nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "road.h"

#include <string.h>

static const mk_game *const road = &road_game;

static road_state started(const char *broken) {
    mk_setup setup;
    road_state s;
    assert_true(mk_setup_init(road, &setup, NULL, NULL));
    assert_true(mk_setup_option(road, &setup, "broken", broken, NULL));
    mk_setup_seed(&setup, 1);
    mk_start(road, &s, &setup, NULL);
    return s;
}

static mk_action action(int verb, int a) { return (mk_action){(uint16_t)verb, (int16_t)a, 0, 0}; }

static void must_do(road_state *s, int seat, int verb, int a) {
    mk_error e = {0};
    if (!mk_do(road, s, seat, action(verb, a), NULL, &e)) fail_msg("%s", e.text);
}

/* Blue goes to 3, 4, 5 and meets Red at 6 in the second turn. */
static road_state at_battle(void) {
    road_state s = started("no");
    for (int space = 3; space <= 5; space++) must_do(&s, ROAD_BLUE, ROAD_GO, space);
    must_do(&s, ROAD_BLUE, ROAD_HALT, 0);
    must_do(&s, ROAD_RED, ROAD_HALT, 0);
    must_do(&s, ROAD_BLUE, ROAD_GO, 6);
    return s;
}

static int phase_at(const road_state *s, int depth) { return s->base.frame[depth].phase; }

/* ---- Procedures --------------------------------------------------------- */

static void a_start_runs_the_steps_to_the_first_decision(void **unused) {
    (void)unused;
    road_state s = started("no");
    assert_int_equal(s.base.depth, 2);
    assert_int_equal(phase_at(&s, 0), ROAD_PH_TURN);
    assert_int_equal(s.base.frame[0].seat, -1); /* a procedure may be nobody's */
    assert_int_equal(phase_at(&s, 1), ROAD_PH_MOVE);
    assert_int_equal(mk_seat(road, &s), ROAD_BLUE);
    assert_true(mk_check(road, &s, (char[200]){0}, 200));
}

static void a_procedure_goes_on_when_the_decision_above_is_popped(void **unused) {
    (void)unused;
    road_state s = started("no");
    must_do(&s, ROAD_BLUE, ROAD_HALT, 0);
    assert_int_equal(mk_seat(road, &s), ROAD_RED);
    assert_int_equal(s.base.turn, 0);
    must_do(&s, ROAD_RED, ROAD_HALT, 0);
    assert_int_equal(mk_seat(road, &s), ROAD_BLUE);
    assert_int_equal(s.base.turn, 1);
    for (int turn = 1; turn < ROAD_TURNS; turn++) {
        must_do(&s, ROAD_BLUE, ROAD_HALT, 0);
        must_do(&s, ROAD_RED, ROAD_HALT, 0);
    }
    assert_int_equal(mk_seat(road, &s), MK_OVER); /* the last procedure popped itself */
    assert_int_equal(s.base.fault, MK_NO_FAULT);
}

static void a_resume_point_runs_the_steps(void **unused) {
    (void)unused;
    road_state s = at_battle();
    mk_error e = {0};
    assert_true(mk_set(road, &s, "phase=turn", NULL, &e));
    assert_int_equal(s.base.depth, 2);
    assert_int_equal(phase_at(&s, 1), ROAD_PH_MOVE);
}

static void a_battle_interrupts_a_move(void **unused) {
    (void)unused;
    road_state s = at_battle();
    const int expected[] = {ROAD_PH_TURN, ROAD_PH_MOVE, ROAD_PH_BATTLE, ROAD_PH_STAND};
    assert_int_equal(s.base.depth, 4);
    for (int i = 0; i < 4; i++) assert_int_equal(phase_at(&s, i), expected[i]);
    assert_int_equal(mk_seat(road, &s), ROAD_RED);
    mk_text prompt = {0};
    mk_prompt_text(road, &s, ROAD_BLUE, MK_PLAIN, &prompt);
    assert_string_equal(prompt.p, "Red stands at 6 or withdraws");
    mk_text_free(&prompt);
}

static void a_popped_frame_hands_its_result_down(void **unused) {
    (void)unused;
    road_state s = at_battle();
    must_do(&s, ROAD_RED, ROAD_WITHDRAW, 0);
    assert_int_equal(s.base.depth, 2);
    assert_int_equal(mk_top(&s.base)->result, ROAD_WON);
    assert_int_equal(mk_seat(road, &s), ROAD_BLUE); /* the move goes on */
    assert_int_equal(s.steps, 2);
    assert_int_equal(s.at[ROAD_BLUE], 6);
    assert_int_equal(s.at[ROAD_RED], 7);
    must_do(&s, ROAD_BLUE, ROAD_GO, 7); /* and can be interrupted again */
    assert_int_equal(mk_seat(road, &s), ROAD_RED);

    s = at_battle();
    assert_true(mk_feed(&s.base.rng, (const int[]){1}, 1, NULL));
    must_do(&s, ROAD_RED, ROAD_STAND, 0);
    assert_int_equal(mk_top(&s.base)->result, ROAD_LOST);
    assert_int_equal(s.at[ROAD_BLUE], 4);
    assert_string_equal(mk_why_not(road, &s, action(ROAD_GO, 5)), "road.beaten");
    must_do(&s, ROAD_BLUE, ROAD_HALT, 0);
    assert_int_equal(mk_seat(road, &s), ROAD_RED);
    assert_int_equal(mk_top(&s.base)->result, 0); /* another move has another frame */
}

static void pop_with_has_nobody_beneath_the_last_frame(void **unused) {
    (void)unused;
    mk_base b = {0};
    mk_push(&b, 1, 0);
    mk_pop_with(&b, 7);
    assert_memory_equal(&b, &(mk_base){0}, sizeof b);
}

/* Who does not decide is told of the decision; procedures are passed over. */
static void procedures_are_not_seen(void **unused) {
    (void)unused;
    road_state s = at_battle();
    for (int seat = MK_SPECTATOR; seat < 2; seat++)
        assert_int_equal(mk_frame_seen(road, &s, seat)->phase, ROAD_PH_STAND);
    mk_phase inner[16];
    mk_game game = *road;
    memcpy(inner, road->phases, ((size_t)road->phase_count + 1) * sizeof *inner);
    inner[ROAD_PH_STAND].inner = true;
    game.phases = inner;
    assert_int_equal(mk_frame_seen(&game, &s, ROAD_BLUE)->phase, ROAD_PH_MOVE);
    assert_int_equal(mk_frame_seen(&game, &s, ROAD_RED)->phase, ROAD_PH_STAND);
    inner[ROAD_PH_MOVE].inner = true; /* no decision that Blue may know of: the lowest frame */
    assert_int_equal(mk_frame_seen(&game, &s, MK_SPECTATOR)->phase, ROAD_PH_TURN);
    mk_text prompt = {0};
    mk_prompt_text(&game, &s, MK_SPECTATOR, MK_PLAIN, &prompt);
    assert_int_equal(prompt.n, 0);
    mk_text_free(&prompt);
}

static void random_games_end(void **unused) {
    (void)unused;
    static mk_actions legal;
    mk_rng rng;
    mk_rng_seed(&rng, 5);
    int fought = 0;
    for (int game = 0; game < 300; game++) {
        road_state s = started("no");
        int actions = 0;
        for (; mk_seat(road, &s) != MK_OVER; actions++) {
            assert_true(mk_list(road, &s, &legal));
            mk_action a = legal.list[mk_below(&rng, (uint32_t)legal.count)];
            fought += a.verb == ROAD_STAND;
            mk_apply(road, &s, a, NULL);
            assert_true(mk_check(road, &s, (char[200]){0}, 200));
            assert_true(actions < 10000);
        }
    }
    assert_true(fought > 100);
}

/* ---- Limits ------------------------------------------------------------- */

static const struct {
    road_mistake mistake;
    mk_fault fault;
} broken[] = {
    {ROAD_NESTS, MK_FAULT_FRAMES}, {ROAD_LOOPS, MK_FAULT_STEPS}, {ROAD_CROWDS, MK_FAULT_ACTIONS},
    {ROAD_STICKS, MK_FAULT_STUCK}, {ROAD_POPS, MK_FAULT_FRAMES},
};
enum { BROKEN = sizeof broken / sizeof *broken };

static void the_door_refuses_what_leads_to_a_fault(void **unused) {
    (void)unused;
    for (int i = 0; i < BROKEN; i++) {
        road_state s = started("yes"), before = s;
        mk_event room[8];
        mk_log log;
        mk_error e = {0};
        mk_log_init(&log, room, 8);
        assert_false(mk_do(road, &s, ROAD_BLUE, action(ROAD_BREAK, broken[i].mistake), &log, &e));
        assert_int_equal(e.code, MK_E_FAULT);
        assert_non_null(strstr(e.text, mk_fault_text(broken[i].fault)));
        assert_memory_equal(&s, &before, sizeof s);
        assert_int_equal(log.count + log.lost + log.flags, 0);
        must_do(&s, ROAD_BLUE, ROAD_GO, 3); /* and the game goes on */
    }
}

/* Behind the door nobody looks on; the state is over, and says why. */
static void a_fault_stays_in_the_state(void **unused) {
    (void)unused;
    static mk_actions legal;
    for (int i = 0; i < BROKEN; i++) {
        road_state s = started("yes");
        char why[200] = "";
        mk_error e = {0};
        mk_apply(road, &s, action(ROAD_BREAK, broken[i].mistake), NULL);
        assert_false(mk_list(road, &s, &legal));
        assert_int_equal(legal.fault, broken[i].fault);
        assert_true(legal.count <= MK_MAX_ACTIONS);
        assert_false(mk_check(road, &s, why, sizeof why));
        assert_non_null(strstr(why, mk_fault_text(broken[i].fault)));
        if (broken[i].fault == MK_FAULT_ACTIONS || broken[i].fault == MK_FAULT_STUCK) continue;
        assert_int_equal(s.base.fault, broken[i].fault);
        assert_int_equal(mk_seat(road, &s), MK_OVER);
        assert_int_equal(legal.count, 0);
        assert_false(mk_do(road, &s, ROAD_BLUE, action(ROAD_HALT, 0), NULL, &e));
        assert_int_equal(e.code, MK_E_FAULT);
    }
}

static void the_first_fault_is_kept(void **unused) {
    (void)unused;
    mk_base b = {.fault = MK_FAULT_STEPS};
    for (int i = 0; i <= MK_MAX_FRAMES; i++) mk_push(&b, 1, 0);
    assert_int_equal(b.fault, MK_FAULT_STEPS);
    assert_int_equal(b.depth, MK_MAX_FRAMES);
}

/* What lies behind the frames stays as it is. */
static void frames_stay_in_their_room(void **unused) {
    (void)unused;
    struct {
        mk_base b;
        uint8_t guard[64];
    } s = {0};
    for (int i = 0; i < 3 * MK_MAX_FRAMES; i++) mk_push(&s.b, 1, 0)->c = (int16_t)i;
    assert_int_equal(s.b.depth, MK_MAX_FRAMES);
    assert_int_equal(s.b.fault, MK_FAULT_FRAMES);
    for (int i = 0; i < 3 * MK_MAX_FRAMES; i++) mk_pop(&s.b);
    assert_int_equal(s.b.depth, 0);
    mk_top(&s.b)->c = 1;
    mk_base expected = {.fault = MK_FAULT_FRAMES, .frame = {{.c = 1}}};
    assert_memory_equal(&s.b, &expected, sizeof expected);
    for (size_t i = 0; i < sizeof s.guard; i++) assert_int_equal(s.guard[i], 0);
}

static void a_full_list_stays_in_its_room(void **unused) {
    (void)unused;
    static struct {
        mk_actions list;
        uint8_t guard[64];
    } s;
    memset(&s, 0x5a, sizeof s);
    s.list.count = 0;
    for (int i = 0; i < MK_MAX_ACTIONS + 10; i++) mk_offer(&s.list, 1, i, 0, 0);
    assert_int_equal(s.list.count, MK_MAX_ACTIONS);
    assert_null(mk_offer_many(&s.list, 1));
    s.list.count = MK_MAX_ACTIONS - 10;
    assert_ptr_equal(mk_offer_many(&s.list, 9), &s.list.list[MK_MAX_ACTIONS - 10]);
    assert_int_equal(s.list.count, MK_MAX_ACTIONS - 1);
    assert_null(mk_offer_many(&s.list, 2));
    assert_int_equal(s.list.count, MK_MAX_ACTIONS);
    for (size_t i = 0; i < sizeof s.guard; i++) assert_int_equal(s.guard[i], 0x5a);
}

static void every_fault_has_its_words(void **unused) {
    (void)unused;
    for (int i = 0; i < MK_FAULTS; i++) {
        assert_true(mk_fault_text(i)[0] != '\0');
        for (int j = 0; j < i; j++) assert_string_not_equal(mk_fault_text(i), mk_fault_text(j));
    }
    assert_non_null(mk_fault_text(MK_FAULTS));
    road_state s = started("no");
    s.base.fault = MK_FAULTS;
    assert_false(mk_check(road, &s, (char[200]){0}, 200));
}

/* ---- Logs --------------------------------------------------------------- */

static void a_log_without_room_counts_what_it_lost(void **unused) {
    (void)unused;
    road_state s = started("yes");
    mk_event room[10];
    mk_log log;
    mk_log_init(&log, room, 10);
    mk_apply(road, &s, action(ROAD_BREAK, ROAD_CHATTERS), &log);
    assert_int_equal(log.count, 10);
    assert_int_equal(log.lost, ROAD_CHATTER - 10);
    mk_log_clear(&log);
    assert_int_equal(log.lost, 0);
}

static void a_log_that_grows_loses_nothing(void **unused) {
    (void)unused;
    road_state s = started("yes");
    mk_log log;
    mk_log_grow(&log);
    for (int round = 0; round < 2; round++) {
        mk_log_clear(&log);
        mk_apply(road, &s, action(ROAD_BREAK, ROAD_CHATTERS), &log);
        assert_int_equal(log.count, ROAD_CHATTER);
        assert_int_equal(log.lost, 0);
        for (int i = 0; i < ROAD_CHATTER; i++) assert_int_equal(log.event[i].n[0], i);
    }
    mk_log_free(&log);
}

static void numbers_without_room_count_as_lost(void **unused) {
    (void)unused;
    int16_t numbers[MK_EVENT_NUMBERS + 1] = {0};
    struct {
        mk_event event;
        uint8_t guard[8];
    } room = {.guard = {7, 7, 7, 7, 7, 7, 7, 7}};
    mk_log log;
    mk_log_init(&log, &room.event, 1);
    numbers[MK_EVENT_NUMBERS] = 99;
    mk_log_event_n(&log, 1, 0, MK_EVERYONE, 0, MK_EVENT_NUMBERS + 1, numbers);
    assert_int_equal(log.lost, 1);
    assert_int_equal(room.event.count, MK_EVENT_NUMBERS);
    for (int i = 0; i < 8; i++) assert_int_equal(room.guard[i], 7);
}

/* ---- Tables ------------------------------------------------------------- */

static mk_table *new_table(void) {
    mk_setup setup;
    assert_true(mk_setup_init(road, &setup, NULL, NULL));
    setup.option[0] = 1;
    mk_setup_seed(&setup, 1);
    return mk_table_new(road, &setup);
}

static void a_table_keeps_all_events_of_an_entry(void **unused) {
    (void)unused;
    mk_table *t = new_table();
    for (int round = 0; round < 2; round++) {
        int count;
        assert_true(mk_table_do(t, ROAD_BLUE, action(ROAD_BREAK, ROAD_CHATTERS), NULL));
        const mk_event *events = mk_table_events(t, round, &count);
        assert_int_equal(count, ROAD_CHATTER);
        assert_int_equal(events[ROAD_CHATTER - 1].n[0], ROAD_CHATTER - 1);
    }
    mk_table_free(t);
}

static void a_table_survives_a_fault(void **unused) {
    (void)unused;
    mk_table *t = new_table();
    mk_error e = {0};
    assert_true(mk_table_do(t, ROAD_BLUE, action(ROAD_GO, 3), NULL));
    for (int i = 0; i < BROKEN; i++) {
        assert_false(mk_table_do(t, ROAD_BLUE, action(ROAD_BREAK, broken[i].mistake), &e));
        assert_int_equal(e.code, MK_E_FAULT);
        assert_int_equal(mk_table_count(t), 1);
    }
    assert_true(mk_table_do(t, ROAD_BLUE, action(ROAD_GO, 4), NULL));
    int count;
    mk_table_events(t, 1, &count);
    assert_int_equal(count, 1); /* of what was refused nothing is told */
    assert_true(mk_table_undo(t, ROAD_BLUE, NULL));
    mk_table_free(t);
}

/* ---- Bots, positions, texts --------------------------------------------- */

static void bots_choose_nothing_where_nothing_is_legal(void **unused) {
    (void)unused;
    road_state s = started("yes");
    mk_rng rng;
    mk_rng_seed(&rng, 1);
    mk_push(&s.base, ROAD_PH_STUCK, ROAD_BLUE);
    for (int i = 0; mk_bot_at(i); i++) {
        mk_action a = mk_bot_choose(mk_bot_at(i), road, &s, ROAD_BLUE, &rng);
        assert_int_equal(a.verb, 0);
        assert_false(mk_do(road, &s, ROAD_BLUE, a, NULL, NULL));
    }
}

static void a_cut_message_shows_that_it_is_cut(void **unused) {
    (void)unused;
    mk_error e;
    char whole[sizeof e.text];
    memset(whole, 'x', sizeof whole);
    whole[sizeof whole - 1] = '\0';
    mk_fail(&e, MK_E_VALUE, "%s", whole);
    assert_string_equal(e.text, whole); /* just fits */
    mk_fail(&e, MK_E_VALUE, "%sx", whole);
    assert_string_equal(e.text + strlen(e.text) - 4, "x…");
    for (int before = 0; before < 4; before++) { /* never within a character */
        char dashes[2 * sizeof e.text] = "";
        memset(dashes, 'x', (size_t)before);
        while (strlen(dashes) < sizeof e.text) strcat(dashes, "–");
        mk_fail(&e, MK_E_VALUE, "%s", dashes);
        assert_true(strlen(e.text) < sizeof e.text);
        const char *end = e.text + strlen(e.text) - 3;
        assert_string_equal(end, "…");
        if (end > e.text + before) assert_memory_equal(end - 3, "–", 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_start_runs_the_steps_to_the_first_decision),
        cmocka_unit_test(a_procedure_goes_on_when_the_decision_above_is_popped),
        cmocka_unit_test(a_resume_point_runs_the_steps),
        cmocka_unit_test(a_battle_interrupts_a_move),
        cmocka_unit_test(a_popped_frame_hands_its_result_down),
        cmocka_unit_test(pop_with_has_nobody_beneath_the_last_frame),
        cmocka_unit_test(procedures_are_not_seen),
        cmocka_unit_test(random_games_end),
        cmocka_unit_test(the_door_refuses_what_leads_to_a_fault),
        cmocka_unit_test(a_fault_stays_in_the_state),
        cmocka_unit_test(the_first_fault_is_kept),
        cmocka_unit_test(frames_stay_in_their_room),
        cmocka_unit_test(a_full_list_stays_in_its_room),
        cmocka_unit_test(every_fault_has_its_words),
        cmocka_unit_test(a_log_without_room_counts_what_it_lost),
        cmocka_unit_test(a_log_that_grows_loses_nothing),
        cmocka_unit_test(numbers_without_room_count_as_lost),
        cmocka_unit_test(a_table_keeps_all_events_of_an_entry),
        cmocka_unit_test(a_table_survives_a_fault),
        cmocka_unit_test(bots_choose_nothing_where_nothing_is_legal),
        cmocka_unit_test(a_cut_message_shows_that_it_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
