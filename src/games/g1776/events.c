/* events.c - the random events of spring and fall: rolled in step 2, applied in step 14 of the
 * interphase (II of the campaign rules). */
#include "g1776.h"

void g1776_roll_events(g1776_state *s, mk_log *log) {
    int season = g1776_season(s);
    if (season != G1776_SPRING && season != G1776_FALL) return;
    for (int seat = 0; seat < G1776_SEATS; seat++) {
        int dice = mk_die(&s->base.rng, 6);
        dice += mk_die(&s->base.rng, 6);
        s->campaign.event[seat] = (uint8_t)dice;
        mk_log_event(log, seat == G1776_BRITISH ? G1776_E_EVENT_BRITISH : G1776_E_EVENT_AMERICAN,
                     seat, MK_EVERYONE, MK_ROLLED, (int16_t)dice);
    }
}

/* One of them in the north, then one in the south. */
static void remove_each(g1776_state *s, int seat, int what, int part, mk_log *log) {
    g1776_cull(s, seat, what, part ? G1776_R_SOUTH : G1776_R_NORTH, 1, log);
}

static void owe(g1776_state *s, int seat, int count) {
    s->campaign.owed[seat] = (uint8_t)(s->campaign.owed[seat] + count);
}

/* ---- American ---- */

/* Two SP and a leader without a name, by French counters. */
static void spain_invades(g1776_state *s, mk_log *log) {
    enum { SP = 2 };
    if (!g1776_levy(s, G1776_FR, SP)) return;
    for (int l = g1776.leader_count - 1; l >= 0; l--) { /* BF-A and BF-B bring the first ones */
        const g1776_leader_row *row = &g1776.leader[l];
        bool fits = row->nation == G1776_N_FRENCH && row->is & G1776_NAMELESS &&
                    s->leader[l].place == G1776_GONE;
        if (!fits) continue;
        g1776_move_leader(s, l, G1776_IN_HAND);
        break;
    }
    g1776_muster(s, G1776_AMERICAN, G1776_M_SAVANNAH, 0, log);
}

/* BF-A is away for the next month and comes back in a transitional box. */
static void france_loses_interest(g1776_state *s, mk_log *log) {
    g1776_fleet_at *fleet = &s->fleet[G1776_FRENCH_BF_A];
    enum { TURNS = 2 };
    if (!g1776_in_play(s, G1776_FRENCH_BF_A)) return;
    if (fleet->place == G1776_TRACK && fleet->back >= s->base.turn + TURNS) return; /* as it is */
    *fleet = (g1776_fleet_at){.place = G1776_TRACK, .back = (uint8_t)(s->base.turn + TURNS)};
    mk_log_event(log, G1776_E_FLEET_AWAY, G1776_AMERICAN, MK_EVERYONE, 0, G1776_FRENCH_BF_A);
}

static void fewer_continentals(g1776_state *s, mk_log *log) {
    enum { CA = 2 };
    owe(s, G1776_AMERICAN,
        CA - g1776_cull(s, G1776_AMERICAN, G1776_CULL_NEW_CA, G1776_R_ANYWHERE, CA, log));
}

/* American or French supply, as the American likes. */
static bool may_take(const g1776_state *s, int type) {
    const mk_set64 aid = G1776_BIT(G1776_SUP_A) | G1776_BIT(G1776_SUP_F);
    return mk_set_has(aid, type) && g1776_on_map(s, type) < g1776.type[type].limit;
}

static void ask_aid(g1776_state *s) {
    bool any = may_take(s, G1776_SUP_A) || may_take(s, G1776_SUP_F);
    if (any && g1776_has_places(s, G1776_AMERICAN, G1776_M_FREE_PORT, 0))
        mk_push(&s->base, G1776_PH_AID, G1776_AMERICAN);
}

static void american_event(g1776_state *s, int part, mk_log *log) {
    enum { BOUNTY = 2 };
    int dice = s->campaign.event[G1776_AMERICAN];
    if (dice == 9) remove_each(s, G1776_AMERICAN, G1776_CULL_RM, part, log);
    if (part) return;
    switch (dice) {
    case 2: spain_invades(s, log); break;
    case 3:
        if (g1776_ask_mounting(s, G1776_AMERICAN, G1776_R_ANYWHERE, 1)) mk_top(&s->base)->c = 1;
        break;
    case 4: ask_aid(s); break;
    case 5:
        if (g1776_levy(s, G1776_CA, BOUNTY))
            g1776_muster(s, G1776_AMERICAN, G1776_M_MAIN_ARMY, 0, log);
        break;
    case 10: g1776_cull(s, G1776_AMERICAN, G1776_CULL_SUPPLY, G1776_R_ANYWHERE, 1, log); break;
    case 11: france_loses_interest(s, log); break;
    case 12: fewer_continentals(s, log); break;
    default: break;
    }
}

void g1776_aid_list(const void *state, mk_actions *out) {
    for (int type = G1776_SUP_A; type <= G1776_SUP_F; type++)
        if (may_take(state, type)) mk_offer(out, G1776_V_TAKE, type, 0, 0);
}

const char *g1776_aid_why_not(const void *state, mk_action x) {
    FORBID("g1776.csg.ii.14", !may_take(state, x.a));
    return NULL;
}

void g1776_aid_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_pop(&s->base);
    g1776_levy(s, x.a, 1);
    g1776_muster(s, G1776_AMERICAN, G1776_M_FREE_PORT, 0, log);
}

/* ---- British ---- */

/* Only 1 supply this season: of two that came one goes back. */
static void scandal(g1776_state *s, mk_log *log) {
    int came = g1776_cullable(s, G1776_BRITISH, G1776_CULL_NEW_SUPPLY, G1776_R_ANYWHERE);
    g1776_cull(s, G1776_BRITISH, G1776_CULL_NEW_SUPPLY, G1776_R_ANYWHERE, came - 1, log);
}

static void enter(g1776_state *s, int type, int count, int what, int b, mk_log *log) {
    if (g1776_levy(s, type, count)) g1776_muster(s, G1776_BRITISH, what, b, log);
}

static void indians_join(g1776_state *s, mk_log *log) {
    int n = g1776_levy(s, G1776_BI, 1);
    s->campaign.more_bi = (uint8_t)(s->campaign.more_bi + n);
    if (n) g1776_muster(s, G1776_BRITISH, G1776_M_HEX, g1776.campaign.montreal, log);
}

static void british_event(g1776_state *s, int part, mk_log *log) {
    enum { BR = 2 };
    int dice = s->campaign.event[G1776_BRITISH];
    if (dice == 5) enter(s, G1776_TM, 1, part ? G1776_M_TORY_SOUTH : G1776_M_TORY_NORTH, 0, log);
    if (dice == 9) remove_each(s, G1776_BRITISH, G1776_CULL_TM, part, log);
    if (part) return;
    switch (dice) {
    case 2: enter(s, G1776_BR, BR, G1776_M_PORT, 0, log); break;
    case 3: enter(s, G1776_SUP_B, 1, G1776_M_PORT, 0, log); break;
    case 4: indians_join(s, log); break;
    case 10: s->campaign.storm = (uint8_t)(s->base.turn + 1); break;
    case 11: scandal(s, log); break;
    case 12: owe(s, G1776_BRITISH, BR); break;
    default: break;
    }
}

void g1776_apply_event(g1776_state *s, int seat, int part, mk_log *log) {
    if (!s->campaign.event[seat]) return;
    if (seat == G1776_AMERICAN)
        american_event(s, part, log);
    else
        british_event(s, part, log);
}
