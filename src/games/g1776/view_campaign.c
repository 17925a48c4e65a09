/* view_campaign.c - the strategic overview of a campaign game: areas and towns, levels and what is
 * there of them, the French, the events of the season, forces that have not moved. */
#include "g1776.h"

#include <stdio.h>

/* With counters face down nobody counts those of the other side, nor what follows (VI.B). */
static bool counts_of(const g1776_state *s, int seat, int viewer) {
    return !g1776_veils(s) || viewer == MK_EVERYTHING || viewer == seat;
}

static void view_area(const g1776_state *s, int area, int viewer, mk_view *v) {
    const g1776_campaign_data *c = &g1776.campaign;
    int region = g1776_militia_region(area), towns = 0;
    char key[24];
    bool american = counts_of(s, G1776_AMERICAN, viewer);
    int status = american ? g1776_area_status(s, area) : s->campaign.status[area];
    for (int i = 0; i < c->strategic_count[area]; i++)
        towns += g1776_controls(s, G1776_BRITISH, c->strategic[area][i]);
    snprintf(key, sizeof key, "strategic.%s", g1776_board.area_id[area]);
    mk_rec(v, "panel", key);
    mk_rec_name(v, "label", g1776_board.area_name[area]);
    mk_rec_int(v, "towns", c->strategic_count[area]);
    mk_rec_int(v, "controlled", towns);
    if (g1776_area_controlled(s, area)) mk_rec_int(v, "all", 1);
    mk_rec_name(v, "status", c->status[status].label);
    mk_rec_int(v, "ca", g1776_rate_of(s, area, G1776_RATE_CA));
    mk_rec_int(v, "rm", g1776_rate_of(s, area, G1776_RATE_RM));
    mk_rec_int(v, "tm", g1776_rate_of(s, area, G1776_RATE_TM));
    if (american)
        mk_rec_int(v, "rm_there", g1776_count_in(s, g1776_militia_of(G1776_AMERICAN), region));
    if (counts_of(s, G1776_BRITISH, viewer))
        mk_rec_int(v, "tm_there", g1776_count_in(s, g1776_militia_of(G1776_BRITISH), region));
    mk_rec_int(v, "br_there", g1776_count_in(s, g1776_coloured(G1776_BR), area));
    if (american) mk_rec_int(v, "ca_there", g1776_count_in(s, g1776_coloured(G1776_CA), area));
}

/* Strategic towns one by one: how many BR are there, how many their area asks for. */
static void view_towns(const g1776_state *s, int area, mk_view *v) {
    const g1776_campaign_data *c = &g1776.campaign;
    for (int i = 0; i < c->strategic_count[area]; i++) {
        int hex = c->strategic[area][i];
        char key[3 * MK_NAME];
        snprintf(key, sizeof key, "town.%s", g1776_hex_id(hex));
        mk_rec(v, "panel", key);
        mk_rec_name(v, "place", g1776_hex_id(hex));
        mk_rec_name(v, "area", g1776_board.area_id[area]);
        int garrison = c->garrison[g1776_board.town_at[hex]];
        mk_rec_int(v, "garrison", g1776_southern_game(s) ? 1 : garrison);
        mk_rec_int(v, "br", g1776_count_of(s, hex, g1776_coloured(G1776_BR)));
        if (g1776_controls(s, G1776_BRITISH, hex)) mk_rec_int(v, "controlled", 1);
    }
}

static void number(mk_view *v, const char *key, const char *label, int value) {
    mk_rec_static(v, "number", key);
    mk_rec_name(v, "label", label);
    mk_rec_int(v, "value", value);
}

static bool has_moved(const g1776_piece *p) {
    return p->spent || p->origin || p->flags & (G1776_DONE | G1776_CARRIED | G1776_HAND);
}

/* In the movement phase, for its mover and everybody else: stacks of SP that have not moved. */
static void view_unmoved(const g1776_state *s, mk_view *v) {
    bool moving = false;
    for (int i = 0; i < s->base.depth; i++) moving |= s->base.frame[i].phase == G1776_PH_MOVE;
    if (!moving) return;
    int last = -1;
    G1776_EACH_PIECE(p, s) {
        bool counts = g1776_is_sp(p->type) && g1776_owner(p->type) == s->phasing &&
                      g1776_is_hex(p->place) && !has_moved(p) && p->place != last;
        if (!counts) continue;
        last = p->place;
        int sp = 0;
        G1776_EACH_AT(q, s, last) {
            if (g1776_is_sp(q->type) && g1776_owner(q->type) == s->phasing && !has_moved(q))
                sp += q->count;
        }
        char key[3 * MK_NAME];
        snprintf(key, sizeof key, "unmoved.%s", g1776_hex_id(last));
        mk_rec(v, "panel", key);
        mk_rec_name(v, "place", g1776_hex_id(last));
        mk_rec_int(v, "sp", sp);
    }
}

/* CSG-5: the weather, who has left for New York, where a fleet is bound. */
static void view_southern(const g1776_state *s, mk_view *v) {
    static const char *const skies[] = {"", "clear", "storms"};
    if (!g1776_southern_game(s)) return;
    if (s->south.weather) {
        mk_rec_static(v, "panel", "weather");
        mk_rec_name(v, "label", skies[s->south.weather]);
    }
    mk_rec_static(v, "panel", "evacuation");
    mk_rec_int(v, "br", s->south.evacuated_br);
    mk_rec_int(v, "needed", g1776.campaign.south.evacuated);
    if (g1776_is_evacuated(s)) mk_rec_int(v, "done", 1);
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (!s->south.bound[f]) continue;
        char key[2 * MK_NAME];
        snprintf(key, sizeof key, "bound.%s", g1776.fleet[f].name.id);
        mk_rec(v, "panel", key);
        mk_rec_name(v, "label", g1776.fleet[f].name.label);
        mk_rec_name(v, "place", g1776_hex_id(s->south.bound[f] - 1));
    }
}

void g1776_view_campaign(const g1776_state *s, int viewer, mk_view *v) {
    if (!g1776_in_campaign(s)) return;
    int first = g1776_southern_game(s) ? G1776_SOUTH_CENTRAL : 0;
    for (int area = first; area < G1776_COLONIES_AREAS; area++) view_area(s, area, viewer, v);
    for (int area = first; area < G1776_COLONIES_AREAS; area++) view_towns(s, area, v);
    view_southern(s, v);
    number(v, "strategic_towns", "Strategic towns controlled", g1776_strategic_controlled(s));
    number(v, "areas_controlled", "Areas controlled", g1776_areas_controlled(s));
    if (s->campaign.french)
        number(v, "french_since", "French in the war since turn", s->campaign.french);
    if (counts_of(s, s->phasing, viewer)) view_unmoved(s, v);
}
