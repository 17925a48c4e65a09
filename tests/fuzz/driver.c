/* driver.c - runs a fuzz target without libFuzzer: on its seeds, then on spoiled copies of them.
 *
 *   fuzz_x [COUNT]         COUNT spoiled inputs, the same every time
 *   fuzz_x --only N        the N-th of them alone, to look at a failure
 *   fuzz_x --print N       the N-th of them as it is, on stdout
 *   fuzz_x --seeds DIR     writes the seeds into DIR, for libFuzzer to start from */
#include "fuzz.h"

#include <string.h>

enum { MAX_SEEDS = 1000, MAX_INPUT = 256 * 1024 };

static struct {
    char *bytes;
    size_t size;
} seed[MAX_SEEDS];
static int seed_count;

static void add_seed(const char *bytes, size_t size) {
    if (seed_count == MAX_SEEDS || size > MAX_INPUT / 2) return;
    char *copy = malloc(size + 1);
    PROMISE(copy);
    if (size) memcpy(copy, bytes, size);
    seed[seed_count].bytes = copy;
    seed[seed_count++].size = size;
}

/* ---- Spoiling ----------------------------------------------------------- */

typedef struct {
    uint8_t bytes[MAX_INPUT];
    size_t size;
} input;

static size_t below(mk_rng *rng, size_t n) { return n ? mk_below(rng, (uint32_t)n) : 0; }

/* Puts `n` bytes in the place of `gone` bytes at `at`, as far as there is room. */
static void replace(input *in, size_t at, size_t gone, const void *bytes, size_t n) {
    if (at + gone > in->size) gone = in->size - at;
    if (in->size - gone + n > MAX_INPUT) return;
    memmove(in->bytes + at + n, in->bytes + at + gone, in->size - at - gone);
    memcpy(in->bytes + at, bytes, n);
    in->size += n - gone;
}

static void spoil(input *in, mk_rng *rng) {
    static const char *const words[] = {"0",  "-1",   "65536", "99999999999999999999",
                                        "\n", " ",    "{",     "]",
                                        "\"", "#",    ",",     "=",
                                        "\r", "é",    "\\u0",  "none",
                                        "%s", "[[[[["};
    size_t at = below(rng, in->size), length = 1 + below(rng, 40);
    uint8_t byte = (uint8_t)mk_below(rng, 256);
    switch (mk_below(rng, 6)) {
    case 0: replace(in, at, 1, &byte, 1); break;
    case 1: replace(in, at, length, "", 0); break;
    case 2: {
        const char *word = words[below(rng, sizeof words / sizeof *words)];
        replace(in, at, mk_below(rng, 2), word, strlen(word));
        break;
    }
    case 3: { /* a piece of another seed */
        int other = (int)below(rng, (size_t)seed_count);
        size_t from = below(rng, seed[other].size);
        if (length > seed[other].size - from) length = seed[other].size - from;
        replace(in, at, below(rng, 40), seed[other].bytes + from, length);
        break;
    }
    case 4: { /* a piece of itself, once more */
        uint8_t piece[40];
        if (length > in->size - at) length = in->size - at;
        memcpy(piece, in->bytes + at, length);
        replace(in, below(rng, in->size), 0, piece, length);
        break;
    }
    default:
        if (mk_below(rng, 8) == 0) in->size = at; /* cut off */
    }
}

/* Each input depends on its number alone, so that one can be had again by itself. */
static const input *spoiled(uint64_t number) {
    static input in;
    mk_rng rng;
    mk_rng_seed(&rng, number);
    size_t start = below(&rng, (size_t)seed_count);
    in.size = seed[start].size;
    memcpy(in.bytes, seed[start].bytes, in.size);
    for (int i = 1 + (int)mk_below(&rng, 4); i > 0; i--) spoil(&in, &rng);
    return &in;
}

static void run_spoiled(uint64_t number) {
    const input *in = spoiled(number);
    LLVMFuzzerTestOneInput(in->bytes, in->size);
}

/* ---- Modes -------------------------------------------------------------- */

static int write_seeds(const char *dir) {
    for (int i = 0; i < seed_count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/seed-%03d", dir, i);
        FILE *out = fopen(path, "wb");
        if (!out || fwrite(seed[i].bytes, 1, seed[i].size, out) != seed[i].size || fclose(out)) {
            perror(path);
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    LLVMFuzzerInitialize(&argc, &argv);
    fuzz_seeds(add_seed);
    PROMISE(seed_count > 0);
    if (argc == 3 && strcmp(argv[1], "--seeds") == 0) return write_seeds(argv[2]);
    if (argc == 3 && strcmp(argv[1], "--only") == 0) {
        run_spoiled(strtoull(argv[2], NULL, 10));
        return 0;
    }
    if (argc == 3 && strcmp(argv[1], "--print") == 0) {
        const input *in = spoiled(strtoull(argv[2], NULL, 10));
        return fwrite(in->bytes, 1, in->size, stdout) != in->size;
    }
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
    for (int i = 0; i < seed_count; i++) {
        LLVMFuzzerTestOneInput((const uint8_t *)seed[i].bytes, seed[i].size);
    }
    for (uint64_t i = 0; i < count; i++) {
        fprintf(stderr, "\r%llu", (unsigned long long)i); /* the last one seen is the culprit */
        run_spoiled(i);
    }
    printf("\n%d seeds and %llu spoiled inputs\n", seed_count, (unsigned long long)count);
    for (int i = 0; i < seed_count; i++) free(seed[i].bytes);
    return 0;
}
