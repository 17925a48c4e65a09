/* southern.c - CSG-5: who controls what, the weather, who has left, what is counted. */
#include "g1776.h"

/* ---- Control ---- */

/* The British with BR where no CA or FR are, or inside a fort (of Charleston with BR); the American
 * where no enemy SP are, or with CA or FR where no BR are. Who is in the fort has it. */
bool g1776_southern_controls(const g1776_state *s, int seat, int hex) {
    mk_set64 br = g1776_coloured(G1776_BR);
    mk_set64 regulars = g1776_coloured(G1776_CA) | g1776_coloured(G1776_FR);
    bool foes = g1776_count_of(s, hex, regulars) > 0, own = g1776_count_of(s, hex, br) > 0;
    bool charleston = hex == g1776.campaign.charleston;
    mk_set64 inside = RULE("g1776.csg5.charleston", charleston) ? br : g1776.sp_of[G1776_BRITISH];
    bool walls = g1776_fort_of(s, hex) == G1776_BRITISH &&
                 g1776_count_where(s, hex, inside, G1776_INSIDE, G1776_INSIDE);
    bool british = RULE("g1776.csg5.control", (own && !foes) || walls);
    if (seat == G1776_BRITISH || british) return british == (seat == G1776_BRITISH);
    return !g1776_held(s, G1776_BRITISH, hex) || (foes && !own);
}

/* ---- Weather ---- */

void g1776_throw_weather(g1776_state *s, mk_log *log) {
    enum { YEAR = 12, SURE = 6 };
    if (!g1776_southern_game(s)) return;
    int month = g1776_rules(s)->month[s->base.turn],
        up_to = g1776.campaign.south.clear[month % YEAR];
    int die = up_to == SURE ? 0 : mk_die(&s->base.rng, 6);
    bool clear = RULE("g1776.csg5.weather", die <= up_to);
    s->south.weather = clear ? G1776_CLEAR_SKY : G1776_STORMS;
    if (s->base.turn == 1) s->south.january = s->south.weather;
    mk_log_event(log, G1776_E_WEATHER, -1, MK_EVERYONE, die ? MK_ROLLED : 0, (int16_t)die,
                 (int16_t)clear);
}

bool g1776_clear_sky(const g1776_state *s) {
    return g1776_southern_game(s) && s->south.weather == G1776_CLEAR_SKY;
}

int g1776_fleet_mp(const g1776_state *s, int fleet) {
    int mp = g1776.fleet[fleet].mp;
    return RULE("g1776.csg5.clear", g1776_clear_sky(s)) ? 2 * mp : mp;
}

/* Winter restricts attacks (VI), in CSG-5 not those of partisans. */
bool g1776_winter_binds(const g1776_state *s, int seat, int hex) {
    if (!g1776_rules(s)->winter_combat[s->base.turn]) return false;
    bool partisans = g1776_southern_game(s) && g1776_partisans_at(s, seat, hex);
    return !RULE("g1776.csg5.partisans_winter", partisans);
}

/* ---- Who has left for New York ---- */

static bool on_the_way(const g1776_state *s, int fleet) {
    return s->south.bound[fleet] == g1776.campaign.new_york + 1;
}

static bool has_left(const g1776_state *s, int leader, int bit) {
    int at = s->leader[leader].place;
    if (s->south.evacuated & bit) return true;
    return g1776_is_aboard(at) && on_the_way(s, at - G1776_ABOARD) &&
           !mk_set_has(s->replaced, leader);
}

/* Clinton, Leslie and 10BR sail to New York, or are there. */
bool g1776_is_evacuated(const g1776_state *s) {
    int br = s->south.evacuated_br;
    for (int f = 0; f < G1776_FLEETS; f++)
        if (on_the_way(s, f)) br += g1776_count(s, G1776_ABOARD + f, G1776_BR);
    return RULE("g1776.csg5.evacuated",
                br >= g1776.campaign.south.evacuated &&
                    has_left(s, g1776.named[G1776_CLINTON], G1776_CLINTON_LEFT) &&
                    has_left(s, g1776.named[G1776_LESLIE], G1776_LESLIE_LEFT));
}

/* ---- What points ask for ---- */

bool g1776_leader_lost(const g1776_state *s, int leader) {
    const g1776_scenario_rules *r = g1776_rules(s);
    int at = s->leader[leader].place;
    if (at == G1776_CAPTIVE || mk_set_has(s->replaced, leader)) return true;
    if (at != G1776_GONE) return false;
    for (int i = 0; i < r->set_up_count; i++)
        if (mk_set_has(r->set_up[i].group.leaders, leader)) return true;
    for (int i = 0; i < r->arrival_count; i++)
        if (mk_set_has(r->arrival[i].group.leaders, leader) &&
            s->ledger.arrival[i] >= G1776_ENTERED)
            return true;
    return false;
}

static int missing(const g1776_state *s, int type, int carried) {
    int aboard = g1776_count(s, G1776_ABOARD + G1776_FRENCH_BF_A, type) +
                 g1776_count(s, G1776_ABOARD + G1776_FRENCH_BF_B, type);
    int lost = g1776_came(s, type) - g1776_on_map(s, type), away = carried - aboard;
    int n = lost < away ? lost : away;
    return n > 0 ? n : 0;
}

/* Of the 8FR and 2 guns of BF-A and BF-B: not aboard them, and as many of the kind were lost. */
int g1776_french_missing(const g1776_state *s) {
    enum { FR = 8, GUNS = 2 };
    return missing(s, G1776_FR, FR) + missing(s, G1776_ART_F, GUNS);
}

int g1776_bf_in_indies(const g1776_state *s, int seat) {
    int n = 0, box = seat == G1776_BRITISH ? G1776_BOX_INDIES_B : G1776_BOX_INDIES_F;
    for (int f = 0; f < G1776_FLEETS; f++)
        n += g1776.fleet[f].battle && g1776.fleet[f].seat == seat &&
             s->fleet[f].place == G1776_IN_BOX + box;
    return n;
}

/* ---- What is remembered ---- */

/* The gun of arrival D leaves when Charleston falls; its owner says which it is. */
static void return_gun(g1776_state *s) {
    const g1776_scenario_rules *r = g1776_rules(s);
    bool came_here = false, any = false;
    for (int i = 0; i < r->arrival_count; i++)
        came_here |= strcmp(r->arrival[i].key, "D") == 0 && s->ledger.arrival[i] >= G1776_ENTERED;
    G1776_EACH_PIECE(p, s) any |= p->type == G1776_ART_B && !(p->flags & G1776_FIXED);
    if (RULE("g1776.csg5.gun", came_here && any))
        mk_push(&s->base, G1776_PH_REMOVE, G1776_BRITISH)->a = G1776_ART_B;
}

static bool rides(const g1776_state *s, int hex) {
    return g1776_count_of(s, hex, G1776_BIT(G1776_RD) | G1776_BIT(G1776_LEES)) > 0;
}

/* Riders face down beside him are shown first (VI.B). */
static bool marion_is_near(g1776_state *s, mk_log *log) {
    enum { NEAR = 2 };
    int fox = s->leader[g1776.named[G1776_MARION]].place;
    int he = s->leader[g1776.named[G1776_RAWDON]].place;
    bool near = g1776_is_hex(fox) && g1776_is_hex(he) &&
                mk_hex_distance(&g1776_board.hexes, fox, he) <= NEAR;
    if (near) g1776_show_at(s, fox, G1776_BIT(G1776_RD), log);
    return near && rides(s, fox);
}

void g1776_note_southern(g1776_state *s, mk_log *log) {
    if (!g1776_southern_game(s)) return;
    if (!s->south.foiled && RULE("g1776.csg5.marion", marion_is_near(s, log))) s->south.foiled = 1;
    if (s->south.taken || !g1776_controls(s, G1776_BRITISH, g1776.campaign.charleston)) return;
    s->south.taken = 1;
    return_gun(s);
}

/* Hurricanes: fleets in the West Indies at the end of September, October and November. */
static void hurricanes(g1776_state *s, mk_log *log) {
    enum { YEAR = 12, SEPTEMBER = 8, NOVEMBER = 10, SUNK = 3 };
    int month = g1776_rules(s)->month[s->base.turn] % YEAR;
    if (month < SEPTEMBER || month > NOVEMBER) return;
    for (int f = 0; f < G1776_FLEETS; f++) {
        int at = s->fleet[f].place;
        bool there =
            at == G1776_IN_BOX + G1776_BOX_INDIES_B || at == G1776_IN_BOX + G1776_BOX_INDIES_F;
        if (RULE("g1776.csg5.hurricanes", there)) g1776_damage_fleet(s, f, SUNK, 0, log);
    }
}

void g1776_southern_turn_ends(g1776_state *s, mk_log *log) {
    if (!g1776_southern_game(s)) return;
    hurricanes(s, log);
    s->south.foiled = 0;
}
