/* bids.c - CSG-4: how many strategic towns the British must control is bid for in secret.
 *
 * Both write down a number before the set-up, and both are shown together. The rulebook does not
 * say how bids are settled: here the seats stay as they are, and of the two bids and the par of the
 * scenario the middle one counts. So nobody gains by bidding other than he thinks right.
 */
#include "g1776.h"

static int towns_at_stake(void) {
    int n = 0;
    for (int area = 0; area < G1776_COLONIES_AREAS; area++)
        n += g1776.campaign.strategic_count[area];
    return n + (int)(sizeof g1776.campaign.also / sizeof *g1776.campaign.also);
}

/* The strategic towns that they control, Montreal and Quebec. */
static int towns_that_count(const g1776_state *s) {
    const uint16_t *also = g1776.campaign.also;
    return g1776_strategic_controlled(s) + g1776_campaign_controls(s, G1776_BRITISH, also[0]) +
           g1776_campaign_controls(s, G1776_BRITISH, also[1]);
}

int g1776_middle_bid(const g1776_state *s) {
    int british = s->campaign.bid[G1776_BRITISH], american = s->campaign.bid[G1776_AMERICAN];
    int low = british < american ? british : american, high = british + american - low;
    int par = g1776_rules(s)->par;
    return par < low ? low : par > high ? high : par;
}

bool g1776_bids_open(const g1776_state *s) {
    return s->campaign.bid[G1776_BRITISH] && s->campaign.bid[G1776_AMERICAN];
}

bool g1776_ask_bid(g1776_state *s, int seat) {
    if (!g1776_rules(s)->par) return false;
    mk_push(&s->base, G1776_PH_BID, seat);
    return true;
}

void g1776_bid_list(const void *state, mk_actions *out) {
    (void)state;
    for (int n = 1; n <= towns_at_stake(); n++) mk_offer(out, G1776_V_BID, n, 0, 0);
}

const char *g1776_bid_why_not(const void *state, mk_action x) {
    (void)state;
    FORBID("g1776.csg4.bid", x.a < 1 || x.a > towns_at_stake());
    return NULL;
}

void g1776_bid_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = g1776_deciding(s);
    mk_pop(&s->base);
    s->campaign.bid[seat] = (uint8_t)x.a;
    mk_log_event(log, G1776_E_BIDS, seat, MK_ONLY(seat), 0, x.a);
    mk_log_event(log, G1776_E_BIDS_IN_SECRET, seat, MK_BUT(seat), 0);
    if (!g1776_bids_open(s)) return;
    s->campaign.needed = (uint8_t)g1776_middle_bid(s);
    mk_log_event(log, G1776_E_BIDS_SHOWN, -1, MK_EVERYONE, MK_REVEALED,
                 s->campaign.bid[G1776_BRITISH], s->campaign.bid[G1776_AMERICAN],
                 g1776_rules(s)->par, s->campaign.needed);
}

/* ---- What the other cannot know ---- */

bool g1776_hides_bid(const void *state, int subject, int seat) {
    return seat != MK_EVERYTHING && seat != subject && !g1776_bids_open(state);
}

void g1776_deal_bids(g1776_state *s, int seat, mk_rng *rng) {
    if (g1776_bids_open(s)) return;
    for (int side = 0; side < G1776_SEATS; side++)
        if (side != seat && s->campaign.bid[side])
            s->campaign.bid[side] = (uint8_t)(1 + mk_below(rng, (uint32_t)towns_at_stake()));
}

void g1776_view_bids(const g1776_state *s, int seat, mk_view *v) {
    static const char *const keys[] = {"bid_british", "bid_american"};
    static const char *const labels[] = {"British bid", "American bid"};
    for (int side = 0; side < G1776_SEATS; side++) {
        if (!s->campaign.bid[side] || g1776_hides_bid(s, side, seat)) continue;
        mk_rec_static(v, "number", keys[side]);
        mk_rec_name(v, "label", labels[side]);
        mk_rec_int(v, "value", s->campaign.bid[side]);
    }
    if (!g1776_rules(s)->par) return;
    bool open = g1776_bids_open(s);
    mk_rec_static(v, "number", "towns_needed");
    mk_rec_name(v, "label", open ? "Towns the British need" : "Par of the bids");
    mk_rec_int(v, "value", s->campaign.needed);
    mk_rec_static(v, "number", "towns_counted");
    mk_rec_name(v, "label", "Towns that count for them now, Montreal and Quebec among them");
    mk_rec_int(v, "value", towns_that_count(s));
}
