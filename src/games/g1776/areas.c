/* areas.c - strategic towns and areas of the campaign games, and what an area's status allows (I
 * and step 8 of II of the campaign rules). */
#include "g1776.h"

/* ---- Types by what they count as ---- */

mk_set64 g1776_coloured(int type) {
    mk_set64 types = G1776_BIT(type);
    for (int t = G1776_GRENADIERS; t < G1776_SP_TYPES; t++)
        if (g1776.type[t].colour == type) mk_set_add(&types, t);
    return types;
}

mk_set64 g1776_militia_of(int seat) {
    mk_set64 types = 0;
    MK_SET_EACH(t, g1776.sp_of[seat]) {
        if (g1776_is(t, G1776_IS_MILITIA)) mk_set_add(&types, t);
    }
    return types;
}

/* ---- Parts of the country ---- */

bool g1776_is_away(const g1776_state *s, int place) {
    return g1776_is_aboard(place) && s->fleet[place - G1776_ABOARD].place == G1776_TRACK;
}

/* Militia does not go ashore in the West Indies: who is aboard there is there. */
static bool in_the_indies(const g1776_state *s, int place) {
    if (g1776_is_aboard(place)) place = s->fleet[place - G1776_ABOARD].place;
    return place == G1776_IN_BOX + G1776_BOX_INDIES_B || place == G1776_IN_BOX + G1776_BOX_INDIES_F;
}

bool g1776_in_region(const g1776_state *s, int place, int region) {
    bool hex = g1776_is_hex(place) && g1776_is_land(place);
    if (g1776_is_away(s, place)) return false;
    int area = hex                                         ? g1776_area_of(place)
               : place == G1776_IN_BOX + G1776_BOX_HALIFAX ? G1776_CANADA
                                                           : G1776_AREAS;
    switch (region) {
    case G1776_R_AWAY:
        return area == G1776_CANADA || in_the_indies(s, place) || g1776_is_aboard(place);
    case G1776_R_MIDDLE: return area == G1776_MIDDLE_STATES || area == G1776_CANADA;
    case G1776_R_DEEP: return area == G1776_DEEP_SOUTH || in_the_indies(s, place);
    case G1776_R_NORTH: return hex && g1776_north(place);
    case G1776_R_SOUTH: return hex && !g1776_north(place);
    case G1776_R_ANYWHERE: return true;
    default: return area == region;
    }
}

int g1776_count_in(const g1776_state *s, mk_set64 types, int region) {
    int n = 0;
    G1776_EACH_PIECE(p, s) {
        if (mk_set_has(types, p->type) && g1776_in_region(s, p->place, region)) n += p->count;
    }
    return n;
}

/* Step 9: militia of Canada counts with the Middle States, of the West Indies with the Deep South.
 */
int g1776_militia_region(int area) {
    if (area == G1776_MIDDLE_STATES) return G1776_R_MIDDLE;
    return area == G1776_DEEP_SOUTH ? G1776_R_DEEP : area;
}

/* ---- Control (I.A, I.B) ---- */

/* BR that count: debarked, and inside the fort where there is one; enemies there do not matter. */
static int garrison_at(const g1776_state *s, int hex) {
    if (!g1776_held(s, G1776_BRITISH, hex)) return 0;
    bool fort = g1776_fort_of(s, hex) != G1776_NONE;
    int mask = RULE("g1776.csg.i.a.fort", fort) ? G1776_INSIDE : 0;
    return g1776_count_where(s, hex, g1776_coloured(G1776_BR), mask, mask);
}

/* Only the British control: with 1BR for all but the status of an area. Others count as American
 * where American SP are. */
bool g1776_campaign_controls(const g1776_state *s, int seat, int hex) {
    if (g1776_southern_game(s)) return g1776_southern_controls(s, seat, hex);
    bool british = RULE("g1776.csg.i.a", garrison_at(s, hex) > 0);
    return seat == G1776_BRITISH ? british : !british && g1776_held(s, G1776_AMERICAN, hex);
}

bool g1776_controls_halifax(const g1776_state *s) {
    mk_set64 types = g1776_coloured(G1776_BR) | g1776_militia_of(G1776_BRITISH);
    return RULE("g1776.csg.i.halifax",
                g1776_count_of(s, G1776_IN_BOX + G1776_BOX_HALIFAX, types) > 0);
}

static bool has_garrison(const g1776_state *s, int hex) {
    if (g1776_southern_game(s)) return g1776_southern_controls(s, G1776_BRITISH, hex);
    return RULE("g1776.csg.i.a.garrison",
                garrison_at(s, hex) >= g1776.campaign.garrison[g1776_board.town_at[hex]]);
}

static int towns_with_garrison(const g1776_state *s, int area) {
    const g1776_campaign_data *c = &g1776.campaign;
    int n = 0;
    for (int i = 0; i < c->strategic_count[area]; i++) n += has_garrison(s, c->strategic[area][i]);
    return n;
}

bool g1776_area_controlled(const g1776_state *s, int area) {
    const g1776_campaign_data *c = &g1776.campaign;
    if (towns_with_garrison(s, area) < c->strategic_count[area]) return false;
    if (!RULE("g1776.csg.i.b.canada", c->also_areas >> area & 1)) return true;
    return garrison_at(s, c->also[0]) && garrison_at(s, c->also[1]);
}

int g1776_areas_controlled(const g1776_state *s) {
    int n = 0;
    for (int area = 0; area < G1776_COLONIES_AREAS; area++) n += g1776_area_controlled(s, area);
    return n;
}

static int towns_in(const g1776_state *s, int area) {
    const g1776_campaign_data *c = &g1776.campaign;
    int n = 0;
    for (int i = 0; i < c->strategic_count[area]; i++)
        n += g1776_campaign_controls(s, G1776_BRITISH, c->strategic[area][i]);
    return n;
}

int g1776_strategic_controlled(const g1776_state *s) {
    int n = 0, first = g1776_southern_game(s) ? G1776_SOUTH_CENTRAL : 0;
    for (int area = first; area < G1776_COLONIES_AREAS; area++) n += towns_in(s, area);
    return n;
}

/* III: all strategic towns of one of its colonies. */
bool g1776_colony_controlled(const g1776_state *s, int area) {
    const g1776_campaign_data *c = &g1776.campaign;
    uint32_t has = 0, lacks = 0;
    for (int i = 0; i < c->strategic_count[area]; i++) {
        int hex = c->strategic[area][i];
        uint32_t bit = 1u << g1776_board.colony[hex];
        *(g1776_campaign_controls(s, G1776_BRITISH, hex) ? &has : &lacks) |= bit;
    }
    return has & ~lacks;
}

/* ---- The area status chart (II step 8) ---- */

int g1776_area_status(const g1776_state *s, int area) {
    if (g1776_southern_game(s)) return g1776_southern_status(s, area);
    bool ca = g1776_count_in(s, g1776_coloured(G1776_CA), area) > 0;
    bool some = towns_with_garrison(s, area) > 0;
    if (g1776_area_controlled(s, area)) return G1776_CONTROLLED;
    if (!g1776_count_in(s, g1776_coloured(G1776_BR), area)) return G1776_NO_BR;
    if (ca) return some ? G1776_SOME_CA : G1776_NONE_CA;
    return some ? G1776_SOME_NO_CA : G1776_NONE_NO_CA;
}

int g1776_rate_of(const g1776_state *s, int area, int what) {
    int rate = g1776.campaign.status_rate[s->campaign.status[area]][what];
    bool one = g1776_southern_game(s) && what == G1776_RATE_CA && rate <= G1776_AVERAGE;
    if (RULE("g1776.csg5.rates", one)) return g1776.campaign.south.rate_ca;
    return rate == G1776_NO_RATE ? 0 : g1776.campaign.rate[area][what][rate];
}
