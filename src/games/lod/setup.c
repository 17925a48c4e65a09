/* setup.c - the scenario as it is printed, and the first card. */
#include "rules.h"

#include <string.h>

enum { ALL_FACTIONS = 15, ALL_STROKES = 31, WITHOUT_TREATY = 15 };

static void put_pieces(lod_state *s, const lod_scenario *setup) {
    memcpy(s->piece, setup->piece, sizeof s->piece);
    memcpy(s->level, setup->level, sizeof s->level);
    memcpy(s->leader, setup->leader, sizeof s->leader);
    memcpy(s->leader_at, setup->leader_at, sizeof s->leader_at);
    memcpy(s->resources, setup->resources, sizeof s->resources);
    s->squadrons = setup->squadrons_in_indies;
    s->cbc = setup->british_casualties;
    s->crc = setup->rebel_casualties;
    s->treaty = setup->treaty_played;
    lod_settle(s);
}

void lod_setup(void *state, const mk_setup *setup, mk_log *log) {
    (void)setup;
    lod_state *s = state;
    const lod_scenario *scenario = lod_setup_of(s);
    s->battle.at = LOD_PLACES;
    s->recalling = LOD_PIECES;
    put_pieces(s, scenario);
    if (scenario->strokes_dealt)
        s->strokes = scenario->treaty_played ? WITHOUT_TREATY : ALL_STROKES;
    s->eligible = ALL_FACTIONS; /* lod.2.3.1 */
    lod_build_deck(s, &s->base.rng);
    lod_next_card(s, log); /* lod.2.2 */
}
