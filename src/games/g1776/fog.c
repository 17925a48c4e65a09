/* fog.c - what a seat cannot know is dealt again: a card that lies unseen, counters that lie face
 * down, where a force at sea goes, the coming dice. */
#include "g1776.h"

/* A card that one side has chosen and the other has not (III.A.2.E): it lies unseen. */
static void deal_cards(g1776_state *s, int seat, mk_rng *rng) {
    g1776_combat *c = &s->combat;
    if (c->hex == MK_NOWHERE) return;
    for (int side = 0; side < G1776_SEATS; side++) {
        bool unseen = c->card[side] != G1776_NO_CARD && c->card[g1776_enemy(side)] == G1776_NO_CARD;
        if (side != seat && unseen) c->card[side] = (uint8_t)mk_below(rng, G1776_CARDS);
    }
}

/* ---- Counters face down (VI.B) ---- */

/* A counter that nobody but its owner can tell from others; those that may not move are known by
 * their rule. */
static bool is_dealt(const g1776_piece *p, int owner) {
    return g1776_is_hex(p->place) && g1776_veiled(p) && g1776_owner(p->type) == owner &&
           !(p->flags & G1776_FIXED);
}

static int pick(const g1776_state *s, int owner, int number) {
    for (int i = 0; i < s->piece_count; i++) {
        if (!is_dealt(&s->piece[i], owner)) continue;
        number -= s->piece[i].count;
        if (number < 0) return i;
    }
    return -1;
}

/* Could this piece be of that type? It has not gone further than such a one goes. */
static bool could_be(const g1776_piece *p, int type) {
    int mp = g1776.type[type].mp;
    bool foot = mk_set_has(G1776_DECOYS, type) || g1776_is(type, G1776_IS_MILITIA);
    if (foot || mp > g1776.table.inverted_mp) mp = g1776.table.inverted_mp;
    return p->spent <= mp || p->spent >= G1776_ALL_SPENT;
}

/* Two counters change their places; what is seen of either stays as it is. */
static void swap(g1776_state *s, int owner, int one, int other) {
    int i = pick(s, owner, one);
    g1776_piece a = s->piece[i];
    int k = pick(s, owner, other);
    g1776_piece b = s->piece[k];
    if (a.type == b.type || !could_be(&a, b.type) || !could_be(&b, a.type)) return;
    a = g1776_take_at(s, i, 1);
    for (k = 0; g1776_order(&s->piece[k]) != g1776_order(&b);) k++;
    b = g1776_take_at(s, k, 1);
    uint8_t type = a.type;
    a.type = b.type;
    b.type = type;
    uint8_t stripe = (uint8_t)((a.led ^ b.led) & G1776_GREEN); /* of the Indians themselves */
    a.led ^= stripe;
    b.led ^= stripe;
    g1776_put(s, a);
    g1776_put(s, b);
}

static void deal_counters(g1776_state *s, int owner, mk_rng *rng) {
    int count = 0;
    G1776_EACH_PIECE(p, s) {
        if (is_dealt(p, owner)) count += p->count;
    }
    for (int i = 0; i < 2 * count && count > 1; i++) {
        int one = (int)mk_below(rng, (uint32_t)count), other = (int)mk_below(rng, (uint32_t)count);
        swap(s, owner, one, other);
    }
}

void g1776_determinize(void *state, int seat, mk_rng *rng) {
    g1776_state *s = state;
    deal_cards(s, seat, rng);
    g1776_deal_secret(s, seat, rng);
    g1776_deal_destination(s, seat, rng);
    g1776_deal_bids(s, seat, rng);
    for (int owner = 0; owner < G1776_SEATS && g1776_veils(s); owner++)
        if (owner != seat && !g1776_arranges(s, owner)) deal_counters(s, owner, rng);
    mk_rng_seed(&s->base.rng,
                (uint64_t)mk_below(rng, UINT32_MAX) << 32 | mk_below(rng, UINT32_MAX));
}

/* ---- Properties that would tell ---- */

static bool hides(const g1776_state *s, int owner, int hex, int seat) {
    if (seat == MK_EVERYTHING || seat == owner || !g1776_veils(s)) return false;
    return g1776_arranges(s, owner) || g1776_veiled_at(s, hex, owner, 0, 0);
}

bool g1776_hides_british(const void *state, int hex, int seat) {
    return hides(state, G1776_BRITISH, hex, seat);
}

bool g1776_hides_american(const void *state, int hex, int seat) {
    return hides(state, G1776_AMERICAN, hex, seat);
}

bool g1776_hides_control(const void *state, int hex, int seat) {
    return hides(state, G1776_BRITISH, hex, seat) || hides(state, G1776_AMERICAN, hex, seat);
}

/* What is counted or remembered of SP. */
bool g1776_hides_count(const void *state, int subject, int seat) {
    (void)subject;
    return seat != MK_EVERYTHING && g1776_veils(state);
}
