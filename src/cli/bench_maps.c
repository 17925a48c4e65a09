/* bench_maps.c - the last part of `musket bench`: searches on the hex maps of the data.
 *
 * Every map of the pack that has a grid, from all of its hexes in turn: the commonest ground costs
 * one point, other ground two, so that what can be reached is about the most there can be. */
#include "cli.h"
#include "core/pack.h"
#include "map/hex_data.h"

#include <stdlib.h>
#include <string.h>

static const double MEASURED_SECONDS = 0.5;
enum { MAX_HEXES = 8192, POINTS = 8 };
typedef MK_SET(MAX_HEXES) hex_set;

typedef struct {
    mk_hexmap map;
    uint8_t cost[MAX_HEXES];
    mk_mark mark[MAX_HEXES];
    hex_set set;
} bench_map;

static void price(bench_map *b, mk_value picture) {
    char signs[96] = "";
    for (char c = '!'; c <= '~'; c++) signs[c - '!'] = c;
    uint8_t ground[MAX_HEXES];
    mk_read_picture(&b->map, picture, signs, ground);
    int count[sizeof signs] = {0}, commonest = 0;
    for (int hex = 0; hex < b->map.hex_count; hex++) count[ground[hex]]++;
    for (size_t i = 0; i < sizeof signs; i++)
        if (count[i] > count[commonest]) commonest = (int)i;
    for (int hex = 0; hex < b->map.hex_count; hex++)
        b->cost[hex] = ground[hex] == commonest ? 1 : 2;
}

/* "g1776/map.json": of the game in whose folder it lies. The rest of the file is the game's. */
static bool open_map(bench_map *b, const char *file) {
    char game[MK_NAME];
    snprintf(game, sizeof game, "%.*s", (int)strcspn(file, "/"), file);
    mk_value root = mk_file_open(file, game, 1, NULL);
    bool hexes = mk_has(root, "grid");
    if (hexes) {
        mk_value picture = mk_at(root, "ground");
        mk_read_hexmap(&b->map, mk_at(root, "grid"), picture, MAX_HEXES);
        price(b, picture);
    }
    mk_file_close(&root);
    return hexes && b->map.hex_count;
}

static int cost_of(const void *who, int from, mk_exit x) {
    (void)from;
    return ((const bench_map *)who)->cost[x.to];
}

static void reach(bench_map *b, int hex) {
    mk_reach(&b->map.land, hex, &(mk_travel){.points = POINTS, .cost = cost_of, .who = b}, b->mark);
}

static void reach_everything(bench_map *b, int hex) {
    mk_travel t = {.points = MK_NO_LIMIT, .cost = cost_of, .who = b};
    mk_reach(&b->map.land, hex, &t, b->mark);
}

static void flood(bench_map *b, int hex) {
    mk_set_clear(&b->set);
    mk_set_add(&b->set, hex);
    mk_flood(&b->map.land, b->set.word, -1, NULL);
}

static double microseconds(bench_map *b, void (*search)(bench_map *, int hex)) {
    double begin = cli_now(), seconds;
    int64_t count = 0;
    do {
        for (int i = 0; i < 16; i++) search(b, (int)(count++ * 97 % b->map.hex_count));
        seconds = cli_now() - begin;
    } while (seconds < MEASURED_SECONDS);
    return seconds * 1e6 / (double)count;
}

void cli_bench_maps(bool json) {
    bench_map *b = calloc(1, sizeof *b);
    if (!b) abort();
    bool headed = json;
    for (const mk_packed *p = mk_embedded; p->name; p++) {
        const char *slash = strchr(p->name, '/');
        if (!slash || strcmp(slash, "/map.json") != 0 || !open_map(b, p->name)) continue;
        double near = microseconds(b, reach), all = microseconds(b, reach_everything),
               flooded = microseconds(b, flood);
        if (!headed)
            printf("\n%-24s %12s %10s %12s %12s\n", "map", "hexes", "reach 8", "reach all",
                   "flood (us)");
        headed = true;
        printf(json ? "{\"map\":\"%s\",\"hexes\":%d,\"reach_8_us\":%.2f,\"reach_all_us\":%.2f,"
                      "\"flood_us\":%.2f}\n"
                    : "%-24s %12d %10.1f %12.1f %12.1f\n",
               p->name, b->map.hex_count, near, all, flooded);
    }
    mk_hexmap_free(&b->map);
    free(b);
}
