/* The dice: ChaCha20 by the vectors of RFC 8439, fair results, fed results. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "musket.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- RFC 8439 ----------------------------------------------------------- */

static void from_hex(const char *hex, uint8_t *out, size_t size) {
    assert_int_equal(strlen(hex), 2 * size);
    for (size_t i = 0; i < size; i++) {
        unsigned byte;
        assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
        out[i] = (uint8_t)byte;
    }
}

typedef struct {
    const char *where, *key, *nonce;
    uint32_t counter;
    const char *block;
} vector;

static const vector vectors[] = {
    {"2.3.2", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
     "000000090000004a00000000", 1,
     "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
     "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"},
    {"A.1 #1", "0000000000000000000000000000000000000000000000000000000000000000",
     "000000000000000000000000", 0,
     "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
     "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"},
    {"A.1 #2", "0000000000000000000000000000000000000000000000000000000000000000",
     "000000000000000000000000", 1,
     "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
     "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"},
    {"A.1 #3", "0000000000000000000000000000000000000000000000000000000000000001",
     "000000000000000000000000", 1,
     "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
     "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"},
    {"A.1 #4", "00ff000000000000000000000000000000000000000000000000000000000000",
     "000000000000000000000000", 2,
     "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
     "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"},
    {"A.1 #5", "0000000000000000000000000000000000000000000000000000000000000000",
     "000000000000000000000002", 0,
     "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
     "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"},
};

static void block_vectors_of_rfc_8439(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        uint32_t key[8], nonce[3];
        uint8_t expected[64], block[64];
        from_hex(vectors[i].key, (uint8_t *)key, sizeof key);
        from_hex(vectors[i].nonce, (uint8_t *)nonce, sizeof nonce);
        from_hex(vectors[i].block, expected, sizeof expected);
        mk_chacha20_block(key, vectors[i].counter, nonce, block);
        if (memcmp(block, expected, sizeof block) != 0) fail_msg("vector %s", vectors[i].where);
    }
}

/* ---- The stream --------------------------------------------------------- */

/* Bytes as the generator gives them out: a word at a time. */
static void draw(mk_rng *rng, uint8_t *out, size_t size) {
    for (size_t i = 0; i < size; i += 4) {
        /* With n = 2^31 the result is the upper 31 bits of a word; the lowest is lost. */
        uint32_t word = mk_below(rng, 1u << 31) << 1;
        memcpy(out + i, &word, 4);
    }
}

static void assert_stream(mk_rng *rng, const char *hex) {
    uint8_t expected[64], got[64];
    from_hex(hex, expected, sizeof expected);
    for (size_t i = 0; i < sizeof expected; i += 4) expected[i] &= 0xfe;
    draw(rng, got, sizeof got);
    assert_memory_equal(got, expected, sizeof got);
}

static void stream_is_the_blocks_in_order(void **unused) {
    (void)unused;
    const uint8_t key[MK_KEY_BYTES] = {0};
    mk_rng rng;
    mk_rng_key(&rng, key);
    assert_stream(&rng, vectors[1].block);
    assert_stream(&rng, vectors[2].block);
    assert_int_equal(rng.counter, 2);
}

/* The block number has 64 bits: after 2^32 blocks it goes on in word 13. The expected blocks are
 * those of another implementation. */
static void block_number_carries_into_word_13(void **unused) {
    (void)unused;
    uint8_t key[MK_KEY_BYTES];
    from_hex(vectors[0].key, key, sizeof key);
    mk_rng rng;
    mk_rng_key(&rng, key);
    rng.counter = 0xffffffff;
    assert_stream(&rng, "1ce0deb8925fccea2d5587e850054559edcbbeb1a6c8e1c02c1e89abba08b01c"
                        "ad6048fe5ab5242ed6befbef6b4040fcb666a5f3858d942a912c4e8800301a42");
    assert_stream(&rng, "d838fb09536e2e3a10e8f23f486273a69f42d8e640d781ede384793c34c32564"
                        "fc4361e5d5c5b620583b0528192f4c6109f23a0e14398ee6537cdcf2cd610ea2");
    assert_true(rng.counter == ((uint64_t)1 << 32) + 1);
}

static void key_round_trips(void **unused) {
    (void)unused;
    uint8_t key[MK_KEY_BYTES], back[MK_KEY_BYTES];
    for (int i = 0; i < MK_KEY_BYTES; i++) key[i] = (uint8_t)(7 * i + 1);
    mk_rng rng;
    mk_rng_key(&rng, key);
    mk_below(&rng, 6);
    mk_rng_get_key(&rng, back);
    assert_memory_equal(key, back, sizeof key);
}

/* Published journals and benchmarks name seeds: what a seed stands for never changes. */
static void seed_is_expanded_by_splitmix64(void **unused) {
    (void)unused;
    const uint64_t of_zero[4] = {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f,
                                 0xf88bb8a8724c81ec};
    mk_rng rng, other;
    mk_rng_seed(&rng, 0);
    assert_memory_equal(rng.key, of_zero, sizeof of_zero);
    mk_rng_seed(&other, 1);
    assert_memory_not_equal(rng.key, other.key, sizeof rng.key);
}

static void dice_of_a_seed_never_change(void **unused) {
    (void)unused;
    const int expected[12] = {2, 1, 6, 6, 1, 1, 1, 3, 4, 5, 4, 1};
    mk_rng rng;
    mk_rng_seed(&rng, 1777);
    for (int i = 0; i < 12; i++) assert_int_equal(mk_die(&rng, 6), expected[i]);
}

static void copies_go_the_same_way(void **unused) {
    (void)unused;
    mk_rng rng;
    mk_rng_seed(&rng, 5);
    for (int i = 0; i < 1000; i++) {
        mk_rng copy = rng;
        if (i % 3 == 0)
            assert_int_equal(mk_below(&rng, 1000), mk_below(&copy, 1000));
        else
            assert_int_equal(mk_die(&rng, 6), mk_die(&copy, 6));
        assert_memory_equal(&rng, &copy, sizeof rng);
    }
}

/* ---- Fairness ----------------------------------------------------------- */

/* The value that chi-square with this many degrees of freedom exceeds as often as a normal
 * variable exceeds z (Wilson and Hilferty). */
static double chi_square_at(int degrees, double z) {
    double spread = 2.0 / (9.0 * degrees);
    return degrees * pow(1 - spread + z * sqrt(spread), 3);
}

/* Once in about a million fair samples a value falls outside: the seeds are fixed, so a sample
 * that is inside stays inside. Too even is as suspicious as too uneven. */
static void assert_even(const char *what, const int *seen, int cells) {
    const double z = 4.75;
    double total = 0, chi_square = 0;
    for (int i = 0; i < cells; i++) total += seen[i];
    double expected = total / cells;
    for (int i = 0; i < cells; i++) {
        double off = seen[i] - expected;
        chi_square += off * off / expected;
    }
    double low = cells > 10 ? chi_square_at(cells - 1, -z) : 0;
    double high = chi_square_at(cells - 1, z);
    if (chi_square < low || chi_square > high)
        fail_msg("%s: chi-square %.2f is not within %.2f..%.2f", what, chi_square, low, high);
}

static void every_side_is_equally_likely(void **unused) {
    (void)unused;
    static const int sides[] = {2, 3, 4, 6, 7, 8, 10, 12, 20, 36, 100};
    for (size_t d = 0; d < sizeof sides / sizeof *sides; d++) {
        int seen[100] = {0};
        mk_rng rng;
        mk_rng_seed(&rng, 1000 + d);
        for (int i = 0; i < 1000000; i++) {
            int roll = mk_die(&rng, sides[d]);
            assert_true(roll >= 1 && roll <= sides[d]);
            seen[roll - 1]++;
        }
        char what[32];
        snprintf(what, sizeof what, "d%d", sides[d]);
        assert_even(what, seen, sides[d]);
    }
}

/* Without rejection every third result of three quarters of 2^32 would come twice as often. */
static void every_choice_is_equally_likely(void **unused) {
    (void)unused;
    mk_rng rng;
    mk_rng_seed(&rng, 42);
    int small[52] = {0}, large[3] = {0};
    for (int i = 0; i < 1000000; i++) {
        uint32_t card = mk_below(&rng, 52);
        assert_true(card < 52);
        small[card]++;
        large[mk_below(&rng, 3u << 30) % 3]++;
    }
    assert_even("choice of 52", small, 52);
    assert_even("choice of 3 * 2^30", large, 3);
    assert_int_equal(mk_below(&rng, 1), 0);
}

/* A die says nothing about the next one, nor about the one after that. */
static void successive_dice_are_independent(void **unused) {
    (void)unused;
    mk_rng rng;
    mk_rng_seed(&rng, 99);
    int next[36] = {0}, second_next[36] = {0};
    int before = mk_die(&rng, 6) - 1, last = mk_die(&rng, 6) - 1;
    for (int i = 0; i < 1000000; i++) {
        int roll = mk_die(&rng, 6) - 1;
        next[6 * last + roll]++;
        second_next[6 * before + roll]++;
        before = last;
        last = roll;
    }
    assert_even("pairs", next, 36);
    assert_even("pairs at distance two", second_next, 36);
}

/* Wald and Wolfowitz: how often high and low rolls change places. */
static void high_and_low_come_in_runs_of_chance(void **unused) {
    (void)unused;
    mk_rng rng;
    mk_rng_seed(&rng, 1776);
    double high = 0, low = 0, runs = 0;
    int last = -1;
    for (int i = 0; i < 1000000; i++) {
        int is_high = mk_die(&rng, 6) > 3;
        high += is_high;
        low += !is_high;
        runs += is_high != last;
        last = is_high;
    }
    double n = high + low, mean = 2 * high * low / n + 1;
    double deviation = sqrt((mean - 1) * (mean - 2) / (n - 1));
    double z = (runs - mean) / deviation;
    if (fabs(z) > 4.75) fail_msg("%.0f runs where %.0f are expected (z = %.2f)", runs, mean, z);
}

/* ---- Fed dice ----------------------------------------------------------- */

static void fed_dice_come_in_order(void **unused) {
    (void)unused;
    mk_rng rng;
    mk_rng_seed(&rng, 3);
    assert_true(mk_feed(&rng, (const int[]){6, 1, 10, 4}, 4, NULL));
    assert_int_equal(mk_die(&rng, 6), 6);
    assert_int_equal(mk_die(&rng, 6), 1);
    assert_int_equal(mk_die(&rng, 10), 10);
    assert_int_equal(rng.fed_count - rng.fed_next, 1); /* how a script sees one too many */
    assert_int_equal(mk_die(&rng, 6), 4);
    assert_int_equal(rng.fault, MK_FED_FINE);
}

static void too_few_fed_dice_are_noticed(void **unused) {
    (void)unused;
    mk_rng rng;
    mk_rng_seed(&rng, 3);
    assert_true(mk_feed(&rng, (const int[]){5}, 1, NULL));
    assert_int_equal(mk_die(&rng, 6), 5);
    assert_int_equal(rng.fault, MK_FED_FINE);
    assert_int_equal(mk_die(&rng, 6), 1);
    assert_int_equal(rng.fault, MK_FED_TOO_FEW);
}

static void fed_dice_must_be_on_the_die(void **unused) {
    (void)unused;
    mk_rng rng;
    mk_rng_seed(&rng, 3);
    assert_true(mk_feed(&rng, (const int[]){7, 2}, 2, NULL));
    assert_int_equal(mk_die(&rng, 6), 1);
    assert_int_equal(rng.fault, MK_FED_OUT_OF_RANGE);
    assert_int_equal(mk_die(&rng, 6), 2);
    mk_die(&rng, 6);
    assert_int_equal(rng.fault, MK_FED_OUT_OF_RANGE); /* the first fault is the one to report */
}

static void feeding_again_forgets_what_was_fed(void **unused) {
    (void)unused;
    mk_rng rng, fresh;
    mk_rng_seed(&rng, 3);
    fresh = rng;
    assert_true(mk_feed(&rng, (const int[]){7, 2, 3}, 3, NULL));
    mk_die(&rng, 6);
    assert_true(mk_feed(&rng, (const int[]){4}, 1, NULL));
    assert_true(mk_feed(&fresh, (const int[]){4}, 1, NULL));
    assert_memory_equal(&rng, &fresh, sizeof rng);
}

static void what_no_die_shows_cannot_be_fed(void **unused) {
    (void)unused;
    mk_rng rng, before;
    mk_rng_seed(&rng, 3);
    assert_true(mk_feed(&rng, (const int[]){2}, 1, NULL));
    before = rng;
    mk_error error;
    assert_false(mk_feed(&rng, (const int[]){3, 0}, 2, &error));
    assert_int_equal(error.code, MK_E_VALUE);
    assert_false(mk_feed(&rng, (const int[]){3, 101}, 2, &error));
    int many[92];
    for (int i = 0; i < 92; i++) many[i] = 1;
    assert_false(mk_feed(&rng, many, 92, &error));
    assert_memory_equal(&rng, &before, sizeof rng);
    assert_true(mk_feed(&rng, many, 91, &error));
}

/* Choices and shuffles stay random, and so do the dice afterwards: as if none had been fed. */
static void feeding_does_not_touch_the_generator(void **unused) {
    (void)unused;
    mk_rng fed, plain;
    mk_rng_seed(&fed, 8);
    mk_rng_seed(&plain, 8);
    assert_true(mk_feed(&fed, (const int[]){1, 2, 3}, 3, NULL));
    assert_int_equal(mk_below(&fed, 1000000), mk_below(&plain, 1000000));
    mk_die(&fed, 6);
    mk_feed_end(&fed);
    assert_memory_equal(&fed, &plain, sizeof fed);
    assert_int_equal(mk_die(&fed, 6), mk_die(&plain, 6));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_vectors_of_rfc_8439),
        cmocka_unit_test(stream_is_the_blocks_in_order),
        cmocka_unit_test(block_number_carries_into_word_13),
        cmocka_unit_test(key_round_trips),
        cmocka_unit_test(seed_is_expanded_by_splitmix64),
        cmocka_unit_test(dice_of_a_seed_never_change),
        cmocka_unit_test(copies_go_the_same_way),
        cmocka_unit_test(every_side_is_equally_likely),
        cmocka_unit_test(every_choice_is_equally_likely),
        cmocka_unit_test(successive_dice_are_independent),
        cmocka_unit_test(high_and_low_come_in_runs_of_chance),
        cmocka_unit_test(fed_dice_come_in_order),
        cmocka_unit_test(too_few_fed_dice_are_noticed),
        cmocka_unit_test(fed_dice_must_be_on_the_die),
        cmocka_unit_test(feeding_again_forgets_what_was_fed),
        cmocka_unit_test(what_no_die_shows_cannot_be_fed),
        cmocka_unit_test(feeding_does_not_touch_the_generator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
