/* random_game.c - a foreign program that links libmusket and plays a random game.
 *
 *     cc -Iinclude docs/examples/random_game.c -Lbuild -lmusket -ljansson -lm -lpthread
 *     ./a.out p77 42
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "musket.h"

static int complain(const mk_error *error) {
    char line[800];
    fprintf(stderr, "%s\n", mk_error_string(error, line, sizeof line));
    return 1;
}

/* What happened, in the words of the game, as a spectator may read it. */
static void print_events(const mk_game *game, const mk_log *log) {
    mk_text text = {0};
    for (int i = 0; i < log->count; i++) {
        if (!mk_event_seen(&log->event[i], MK_SPECTATOR)) continue;
        mk_text_clear(&text);
        mk_event_text(game, &log->event[i], MK_PLAIN, &text);
        printf("  %s\n", text.p);
    }
    mk_text_free(&text);
}

int main(int argc, char **argv) {
    mk_error error;
    mk_setup setup;
    if (!mk_open(NULL, &error)) return complain(&error);
    const mk_game *game = mk_find_game(argc > 1 ? argv[1] : "p77");
    if (!game) return fprintf(stderr, "there is no such game\n"), 1;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (!mk_setup_init(game, &setup, NULL, &error)) return complain(&error);
    mk_setup_seed(&setup, seed);

    static mk_actions legal;
    mk_log log; /* it grows: no event is lost */
    mk_rng rng;
    void *state = malloc(game->state_size);
    if (!state) return 1;
    mk_log_grow(&log);
    mk_rng_seed(&rng, seed);
    mk_start(game, state, &setup, &log);

    for (int seat; (seat = mk_seat(game, state)) != MK_OVER;) {
        print_events(game, &log);
        mk_log_clear(&log);
        if (!mk_list(game, state, &legal)) return 1; /* a mistake in the game: mk_fault_text */
        mk_action action = legal.list[mk_below(&rng, (uint32_t)legal.count)];
        if (!mk_do(game, state, seat, action, &log, &error)) return complain(&error);
    }
    print_events(game, &log);

    mk_outcome outcome = {0};
    game->outcome(state, &outcome);
    for (int s = 0; s < game->seat_count; s++) {
        printf("%s: rank %d\n", game->seats[s].title, outcome.rank[s]);
    }
    mk_log_free(&log);
    free(state);
    return 0;
}
