/* np_indians_winter.c - non-player Indians (8.7.5 to 8.7.9): supply, desertion, their Leader,
 * defence. */
#include "np_royal.h"

static int parties(const lod_state *s, int space) { return lod_count(s, space, LOD_WAR_PARTIES); }

static mk_set64 undecided_provinces(const lod_state *s) {
    return LOD_PROVINCES & ~lod_at_level(s, LOD_ACTIVE_SUPPORT) &
           ~lod_at_level(s, LOD_ACTIVE_OPPOSITION);
}

/* ---- 8.7.5 Supply ---- */

static mk_set64 hold_back_rebels(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, lod_unsupplied(s)) {
        if (lod_np_adds(s, space, LOD_REBELLION, 0, -parties(s, space), 0)) spaces |= MK_BIT(space);
    }
    return spaces;
}

static mk_set64 could_be_villages(const lod_state *s) {
    mk_set64 spaces = 0;
    if (!lod_available(s, LOD_VILLAGE)) return 0;
    MK_SET_EACH(space, lod_unsupplied(s) & undecided_provinces(s)) {
        if (lod_village_fits(s, space)) spaces |= MK_BIT(space);
    }
    return spaces;
}

static const lod_np_target worth_paying[] = {
    {NOTE_I_SUPPLY_CONTROL, hold_back_rebels, {0}},
    {NOTE_I_SUPPLY_VILLAGE, could_be_villages, {0}},
    {0},
};

bool lod_np_indian_supply(lod_state *s, mk_log *log) {
    int space = s->resources[LOD_INDIANS] ? lod_np_aim(s, worth_paying, log) : -1;
    if (space >= 0) return lod_np_did(s, LOD_V_PAY, space, 0, 0, log);
    space = mk_set_first(lod_unsupplied(s));
    int to = lod_np_pick(s, lod_refuges(s, space), log);
    lod_np_say_at(s, NOTE_I_SUPPLY_MOVE, space, log);
    if (to < 0) return lod_np_did(s, LOD_V_DISBAND, space, 0, 0, log);
    return lod_np_did(s, LOD_V_WITHDRAW, space, to, 0, log);
}

/* 6.2.1: no Village is left. Where War Parties are, as with Events (8.7). */
static int has_parties(const lod_state *s, int space) { return parties(s, space) > 0; }

bool lod_np_supply_village(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {has_parties, NULL};
    mk_set64 sites = 0;
    MK_SET_EACH(space, LOD_RESERVES) {
        if (lod_np_legal(s, LOD_V_VILLAGE, space, 0)) sites |= MK_BIT(space);
    }
    int space = lod_np_best(s, sites, order, log);
    lod_np_say_at(s, NOTE_I_NEW_VILLAGE, space, log);
    return lod_np_did(s, LOD_V_VILLAGE, space, 0, 0, log);
}

/* ---- 8.7.6 Patriot Desertion ---- */

static mk_set64 deserting(const lod_state *s) { return (mk_set64)mk_top_const(&s->base)->a; }

static mk_set64 deserters(const lod_state *s) { return lod_with(s, deserting(s)) & LOD_MAP; }

static mk_set64 from_villages(const lod_state *s) { return deserters(s) & s->where[LOD_VILLAGE]; }

static mk_set64 from_control(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, deserters(s)) {
        if (lod_np_ends(s, space, LOD_REBELLION, 0, 0, -1)) spaces |= MK_BIT(space);
    }
    return spaces;
}

static mk_set64 from_last(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, deserters(s)) {
        if (lod_count(s, space, deserting(s)) == 1) spaces |= MK_BIT(space);
    }
    return spaces;
}

static const lod_np_target desertions[] = {
    {NOTE_I_DESERT_VILLAGE, from_villages, {0}},
    {NOTE_I_DESERT_CONTROL, from_control, {0}},
    {NOTE_I_DESERT_LAST, from_last, {0}},
    {NOTE_I_DESERT_ANY, deserters, {0}},
    {0},
};

bool lod_np_patriot_desertion(lod_state *s, mk_log *log) {
    mk_set64 kinds = deserting(s);
    int space = lod_np_aim(s, desertions, log);
    return lod_np_did(s, LOD_V_DESERT, lod_np_to_strike(s, space, kinds), space, 0, log);
}

/* ---- 8.7.7 Leader ---- */

enum { PARTIES_FOR_CORNPLANTER = 2 };

static mk_set64 cornplanters_sites(const lod_state *s) {
    mk_set64 sites = 0;
    if (s->leader[LOD_INDIANS] != LOD_CORNPLANTER) return 0;
    MK_SET_EACH(space, undecided_provinces(s) & lod_with(s, LOD_WAR_PARTIES)) {
        if (parties(s, space) >= PARTIES_FOR_CORNPLANTER && lod_village_room(s, space))
            sites |= MK_BIT(space);
    }
    return sites;
}

bool lod_np_indian_redeploy(lod_state *s, mk_log *log) {
    static lod_np_key *const any[] = {NULL}, *const most[] = {parties, NULL};
    mk_set64 sites = cornplanters_sites(s);
    if (sites) return lod_np_redeploy(s, sites, any, NOTE_I_REDEPLOY_CORNPLANTER, log);
    mk_set64 spaces = lod_with(s, LOD_WAR_PARTIES) & LOD_MAP;
    return lod_np_redeploy(s, spaces, most, NOTE_I_REDEPLOY, log);
}

/* ---- 8.7.9 Defending in Battle ---- */

bool lod_np_royal_defence(lod_state *s, mk_log *log) {
    int at = s->battle.at;
    if (!s->piece[at][LOD_VILLAGE] || s->piece[at][LOD_WAR_PARTY] < 2) return lod_np_finish(s, log);
    lod_np_say_at(s, NOTE_I_DEFENCE, at, log);
    while (s->piece[at][LOD_WAR_PARTY] > 1) lod_np_do(s, LOD_V_ACTIVATE, LOD_WAR_PARTY, 0, 0, log);
    return true;
}
