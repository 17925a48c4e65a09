/* rng.c - the dice.
 *
 * ChaCha20 as RFC 8439 has it, run as a stream of blocks: a 64-bit block number in words 12
 * (low) and 13 (high) of its state, the rest of the nonce 0. Dice take one byte at a time,
 * choices take four; both reject what would favour some results, so that all are equally likely.
 */
#include <assert.h>
#include <string.h>

#include "musket.h"

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "states are compared as little-endian");
static_assert(sizeof(mk_rng) == 200, "no padding: the generator is part of a state's bytes");

enum { BLOCK = 64, MOST_SIDES = 100 };

/* ---- ChaCha20 ----------------------------------------------------------- */

static inline uint32_t rotate(uint32_t x, int bits) { return x << bits | x >> (32 - bits); }

static inline void quarter_round(uint32_t s[16], int a, int b, int c, int d) {
    s[a] += s[b], s[d] = rotate(s[d] ^ s[a], 16);
    s[c] += s[d], s[b] = rotate(s[b] ^ s[c], 12);
    s[a] += s[b], s[d] = rotate(s[d] ^ s[a], 8);
    s[c] += s[d], s[b] = rotate(s[b] ^ s[c], 7);
}

void mk_chacha20_block(const uint32_t key[8], uint32_t counter, const uint32_t nonce[3],
                       uint8_t out[64]) {
    uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}; /* "expand 32-byte k" */
    memcpy(start + 4, key, 32);
    start[12] = counter;
    memcpy(start + 13, nonce, 12);

    uint32_t s[16];
    memcpy(s, start, sizeof s);
    for (int i = 0; i < 10; i++) {
        quarter_round(s, 0, 4, 8, 12);
        quarter_round(s, 1, 5, 9, 13);
        quarter_round(s, 2, 6, 10, 14);
        quarter_round(s, 3, 7, 11, 15);
        quarter_round(s, 0, 5, 10, 15);
        quarter_round(s, 1, 6, 11, 12);
        quarter_round(s, 2, 7, 8, 13);
        quarter_round(s, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++) s[i] += start[i];
    memcpy(out, s, BLOCK);
}

/* ---- The generator ------------------------------------------------------ */

void mk_rng_key(mk_rng *r, const uint8_t key[MK_KEY_BYTES]) {
    memset(r, 0, sizeof *r);
    memcpy(r->key, key, MK_KEY_BYTES);
    r->used = BLOCK;
}

void mk_rng_get_key(const mk_rng *r, uint8_t key[MK_KEY_BYTES]) {
    memcpy(key, r->key, MK_KEY_BYTES);
}

/* The key is the first four outputs of splitmix64 started at the seed, as little-endian bytes. */
void mk_rng_seed(mk_rng *r, uint64_t seed) {
    uint64_t word[4];
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15;
        uint64_t z = seed;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        word[i] = z ^ z >> 31;
    }
    uint8_t key[MK_KEY_BYTES];
    memcpy(key, word, sizeof key);
    mk_rng_key(r, key);
}

static void refill(mk_rng *r) {
    const uint32_t nonce[3] = {(uint32_t)(r->counter >> 32), 0, 0};
    mk_chacha20_block(r->key, (uint32_t)r->counter, nonce, r->block);
    r->counter++;
    r->used = 0;
}

static inline uint32_t next_byte(mk_rng *r) {
    if (r->used >= BLOCK) refill(r);
    return r->block[r->used++];
}

/* Four bytes of one block: up to three at its end stay unused. */
static inline uint32_t next_word(mk_rng *r) {
    if (r->used > BLOCK - 4) refill(r);
    uint32_t word;
    memcpy(&word, r->block + r->used, 4);
    r->used += 4;
    return word;
}

/* The high half of word * n is the result. Of the 2^32 words each result gets equally many once
 * those with the lowest 2^32 mod n low halves are refused. */
uint32_t mk_below(mk_rng *r, uint32_t n) {
    assert(n > 0);
    uint64_t product = (uint64_t)next_word(r) * n;
    if ((uint32_t)product < n) {
        uint32_t refused = -n % n;
        while ((uint32_t)product < refused) product = (uint64_t)next_word(r) * n;
    }
    return (uint32_t)(product >> 32);
}

/* A script that feeds too few dice, or a 5 to a four-sided one, learns it from `fault`; the game
 * goes on with a 1, so that nothing needs to be unwound. */
static int fed_die(mk_rng *r, int sides) {
    mk_fed_fault fault = MK_FED_FINE;
    int result = 1;
    if (r->fed_next >= r->fed_count) {
        fault = MK_FED_TOO_FEW;
    } else if (r->fed[r->fed_next] > sides) {
        fault = MK_FED_OUT_OF_RANGE;
        r->fed_next++;
    } else {
        result = r->fed[r->fed_next++];
    }
    if (r->fault == MK_FED_FINE) r->fault = (uint8_t)fault;
    return result;
}

int mk_die(mk_rng *r, int sides) {
    assert(sides > 0 && sides <= MOST_SIDES);
    if (r->mode == MK_DICE_FED) return fed_die(r, sides);
    uint32_t n = (uint32_t)sides;
    uint32_t fair = 256 - 256 % n; /* bytes below it are equally many for each side */
    uint32_t byte;
    do byte = next_byte(r);
    while (byte >= fair);
    return (int)(byte % n) + 1;
}

/* ---- Fed dice ----------------------------------------------------------- */

bool mk_feed(mk_rng *r, const int *results, int count, mk_error *e) {
    const int room = (int)sizeof r->fed;
    if (count < 0 || count > room)
        return mk_fail(e, MK_E_VALUE, "at most %d dice can be fed at once, not %d", room, count);
    for (int i = 0; i < count; i++)
        if (results[i] < 1 || results[i] > MOST_SIDES)
            return mk_fail(e, MK_E_VALUE, "a die shows 1 to %d, never %d", MOST_SIDES, results[i]);
    mk_feed_end(r);
    r->mode = MK_DICE_FED;
    r->fed_count = (uint8_t)count;
    for (int i = 0; i < count; i++) r->fed[i] = (uint8_t)results[i];
    return true;
}

void mk_feed_end(mk_rng *r) {
    r->mode = MK_DICE_RANDOM;
    r->fed_count = r->fed_next = r->fault = 0;
    memset(r->fed, 0, sizeof r->fed);
}
