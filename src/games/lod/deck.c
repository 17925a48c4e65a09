/* deck.c - the deck (lod.2.1): piles of ten Events with a Winter Quarters card among their last
 * cards; and dealing again what nobody has seen of it. */
#include "rules.h"

static void shuffle(uint8_t *cards, int n, mk_rng *rng) {
    for (int i = n - 1; i > 0; i--) {
        int j = (int)mk_below(rng, (uint32_t)i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

static int pile_size(void) { return lod.events_per_pile + 1; }

/* Cards that have not been used yet, to be drawn from at random. */
typedef struct {
    uint8_t events[LOD_EVENT_CARDS], winters[LOD_LAST_WINTER - LOD_FIRST_WINTER + 1];
    int event_count, winter_count;
} pool;

static pool pool_without(const bool *used) {
    pool p = {.event_count = 0};
    for (int card = 1; card <= LOD_EVENT_CARDS; card++) {
        if (!used[card]) p.events[p.event_count++] = (uint8_t)card;
    }
    for (int card = LOD_FIRST_WINTER; card <= LOD_LAST_WINTER; card++) {
        if (!used[card]) p.winters[p.winter_count++] = (uint8_t)card;
    }
    return p;
}

/* The first Event of the shuffled pool that may lie in this pile. */
static uint8_t take_event(const lod_state *s, pool *p, int pile) {
    bool by_period = s->base.option[LOD_OPTION_DECK] == LOD_PERIOD_CARDS;
    int period = lod_setup_of(s)->pile_period[pile], i = 0;
    while (by_period && lod.card[p->events[i]].period != period) i++;
    uint8_t card = p->events[i];
    p->events[i] = p->events[--p->event_count];
    return card;
}

void lod_build_deck(lod_state *s, mk_rng *rng) {
    bool used[LOD_CARDS] = {false};
    pool p = pool_without(used);
    shuffle(p.events, p.event_count, rng);
    shuffle(p.winters, p.winter_count, rng);
    int n = 0, last = lod.winter_among_last;
    for (int pile = 0; pile < lod_setup_of(s)->piles; pile++) {
        for (int i = 0; i < lod.events_per_pile; i++) s->deck[n++] = take_event(s, &p, pile);
        s->deck[n++] = p.winters[--p.winter_count];
        shuffle(&s->deck[n - last], last, rng);
    }
    s->deck_size = (uint8_t)n;
}

/* ---- What nobody has seen ---- */

static bool is_winter(int card) { return card >= LOD_FIRST_WINTER && card <= LOD_LAST_WINTER; }

/* Where the Winter Quarters card of a pile may still lie: among its last cards, unseen. */
static int deal_winter(const lod_state *s, int pile, int first_unseen, mk_rng *rng) {
    int end = (pile + 1) * pile_size();
    for (int i = pile * pile_size(); i < first_unseen && i < end; i++) {
        if (is_winter(s->deck[i])) return -1; /* it has come already */
    }
    int from = end - lod.winter_among_last;
    if (from < first_unseen) from = first_unseen;
    return from < end ? from + (int)mk_below(rng, (uint32_t)(end - from)) : -1;
}

/* Everyone has seen the played cards and the next one. */
void lod_determinize(void *state, int seat, mk_rng *rng) {
    (void)seat;
    lod_state *s = state;
    int first = s->drawn + 1;
    bool used[LOD_CARDS] = {false};
    for (int i = 0; i < first && i < s->deck_size; i++) used[s->deck[i]] = true;
    pool p = pool_without(used);
    shuffle(p.events, p.event_count, rng);
    shuffle(p.winters, p.winter_count, rng);
    bool as_built = s->deck_size == lod_setup_of(s)->piles * pile_size();
    for (int pile = 0; as_built && pile < lod_setup_of(s)->piles; pile++) {
        int winter = deal_winter(s, pile, first, rng), end = (pile + 1) * pile_size();
        for (int i = pile * pile_size(); i < end; i++) {
            if (i < first) continue;
            s->deck[i] = i == winter ? p.winters[--p.winter_count] : take_event(s, &p, pile);
        }
    }
    mk_rng_seed(&s->base.rng,
                (uint64_t)mk_below(rng, UINT32_MAX) << 32 | mk_below(rng, UINT32_MAX));
}
