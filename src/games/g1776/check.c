/* check.c - what must hold in every state, between any two actions (invariants of the dossier). */
#include <string.h>

#include "g1776.h"

/* I1: entries are sorted, none is empty, none twice; each piece is of a type that can be there. */
static bool check_order(const g1776_state *s, char *why, size_t size) {
    HOLDS(s->piece_count <= G1776_MAX_PIECES, "there are %d entries", s->piece_count);
    for (int i = 0; i < s->piece_count; i++) {
        const g1776_piece *p = &s->piece[i];
        HOLDS(p->count > 0 && p->type < G1776_TYPES, "entry %d is nothing", i);
        HOLDS(p->place < G1776_PLACES, "entry %d is nowhere", i);
        HOLDS(i == 0 || g1776_order(p - 1) < g1776_order(p), "entry %d is out of order", i);
    }
    for (int i = s->piece_count; i < G1776_MAX_PIECES; i++)
        HOLDS(!s->piece[i].count && !s->piece[i].place, "something behind the last entry");
    return true;
}

static bool is_entry(int place) {
    int side = place - G1776_AT_SIDE;
    for (int t = 0; t < g1776_board.town_count; t++) {
        const g1776_town *town = &g1776_board.town[t];
        if (town->entry == side || town->fort_entry == side) return true;
    }
    return false;
}

/* I4: land pieces stand on land in the area of play; bateaux lie on water that is no
 * coast, or at the entry of a port. */
static bool check_places(const g1776_state *s, char *why, size_t size) {
    G1776_EACH_PIECE(p, s) {
        const char *type = g1776.type[p->type].name.id;
        if (g1776_is_hex(p->place)) {
            HOLDS(p->place < g1776_board.hexes.hex_count, "%s off the map", type);
            HOLDS(g1776_is_land(p->place), "%s in the water at %s", type, g1776_hex_id(p->place));
            HOLDS(g1776_in_area(s, p->place), "%s outside the area of play at %s", type,
                  g1776_hex_id(p->place));
        } else if (g1776_is_side(p->place)) {
            unsigned bits = g1776_board.hexes.side_bits[p->place - G1776_AT_SIDE];
            HOLDS(mk_set_has(G1776_BATEAUX, p->type), "%s on a hexside", type);
            HOLDS(bits & G1776_WATER && (!(bits & G1776_COASTAL) || is_entry(p->place)),
                  "a bateau on no water");
        }
    }
    return true;
}

/* I11: no more than there are counters. */
static bool check_counters(const g1776_state *s, char *why, size_t size) {
    int count[G1776_TYPES] = {0};
    G1776_EACH_PIECE(p, s) count[p->type] += p->count;
    for (int type = 0; type < G1776_TYPES; type++)
        HOLDS(count[type] <= g1776.type[type].limit, "there are only %d %s, not %d",
              g1776.type[type].limit, g1776.type[type].name.label, count[type]);
    return true;
}

/* I1: at most one of each works in a hex, never a fort beside an entrenchment. */
static bool check_works(const g1776_state *s, char *why, size_t size) {
    G1776_EACH_PIECE(p, s) {
        if (!mk_set_has(G1776_FORTS | G1776_ENTRENCHMENTS | G1776_SITES, p->type)) continue;
        const char *hex = g1776_is_hex(p->place) ? g1776_hex_id(p->place) : "no hex";
        HOLDS(g1776_is_hex(p->place), "works on the water");
        HOLDS(g1776_count_of(s, p->place, G1776_FORTS) + g1776_count_of(s, p->place, G1776_SITES) <=
                  1,
              "two forts at %s", hex);
        HOLDS(g1776_count_of(s, p->place, G1776_ENTRENCHMENTS) <= 1, "two entrenchments at %s",
              hex);
        HOLDS(!g1776_count_of(s, p->place, G1776_FORTS) ||
                  !g1776_count_of(s, p->place, G1776_ENTRENCHMENTS),
              "a fort and an entrenchment at %s", hex);
    }
    G1776_EACH_PIECE(p, s) {
        if (!(p->flags & G1776_INSIDE)) continue;
        HOLDS(g1776_is_hex(p->place) && g1776_fort_of(s, p->place) == g1776_owner(p->type),
              "somebody inside no fort of his");
    }
    return true;
}

/* What is kept follows from the pieces. */
static bool check_kept(const g1776_state *s, char *why, size_t size) {
    uint16_t block[G1776_BLOCKS];
    g1776_find_blocks(s, block);
    HOLDS(!memcmp(block, s->block, sizeof block), "where the entries of a block begin is not kept");
    g1776_hexes held[G1776_SEATS] = {{{0}}}, open[G1776_SEATS] = {{{0}}};
    uint16_t total[G1776_TYPES] = {0};
    G1776_EACH_PIECE(p, s) {
        total[p->type] = (uint16_t)(total[p->type] + p->count);
        if (!g1776_is_sp(p->type) || !g1776_is_hex(p->place)) continue;
        mk_set_add(&held[g1776_owner(p->type)], p->place);
        if (!(p->flags & G1776_INSIDE)) mk_set_add(&open[g1776_owner(p->type)], p->place);
    }
    HOLDS(!memcmp(total, s->total, sizeof total), "how many there are of a type is not kept");
    HOLDS(!memcmp(held, s->held, sizeof held), "where SP are is not kept");
    HOLDS(!memcmp(open, s->open, sizeof open), "where SP outside forts are is not kept");
    return true;
}

/* I10: leaders are somewhere that there is. */
static bool check_leaders(const g1776_state *s, char *why, size_t size) {
    for (int l = 0; l < g1776.leader_count; l++) {
        const g1776_leader_at *at = &s->leader[l];
        const char *name = g1776.leader[l].name.id;
        HOLDS(at->place < G1776_PLACES, "%s is nowhere", name);
        HOLDS(mk_set_has(s->in_play, l) == (at->place != G1776_GONE),
              "whether %s is in play is not kept", name);
        HOLDS(!g1776_is_side(at->place), "%s is on a hexside", name);
        if (g1776_is_hex(at->place))
            HOLDS(at->place < g1776_board.hexes.hex_count && g1776_is_land(at->place) &&
                      g1776_in_area(s, at->place),
                  "%s is in no hex of play", name);
        HOLDS(at->place != G1776_TRACK || at->back, "%s never comes back", name);
        HOLDS(!mk_set_has(s->hand, l) || g1776_is_hex(at->place) || g1776_is_box(at->place) ||
                  at->place == G1776_IN_BATEAU,
              "%s is in hand, not on the map", name);
    }
    return true;
}

/* I3: nothing that falls to the enemy is left lying, outside a combat. */
static bool check_captures(const g1776_state *s, char *why, size_t size) {
    const mk_set64 prizes = G1776_SUPPLIES | G1776_ARTILLERY | G1776_MAGAZINES | G1776_BATEAUX;
    G1776_EACH_PIECE(p, s) {
        if (!mk_set_has(prizes, p->type) || !g1776_is_hex(p->place)) continue;
        int seat = g1776_owner(p->type);
        if (p->place == s->combat.hex || g1776_held(s, seat, p->place)) continue;
        HOLDS(!g1776_held(s, g1776_enemy(seat), p->place), "%s among enemies at %s",
              g1776.type[p->type].name.id, g1776_hex_id(p->place));
    }
    for (int l = 0; l < g1776.leader_count; l++) {
        int hex = s->leader[l].place, seat = g1776.leader[l].seat;
        if (!g1776_is_hex(hex) || hex == s->combat.hex || g1776_held(s, seat, hex)) continue;
        if (g1776_not_captured_yet(s, l)) continue;
        HOLDS(!g1776_held(s, g1776_enemy(seat), hex), "%s among enemies at %s",
              g1776.leader[l].name.id, g1776_hex_id(hex));
    }
    return true;
}

/* I5: nobody has spent more than he had, but for who moved one hex or did work. */
static bool check_spent(const g1776_state *s, char *why, size_t size) {
    enum { MOST = 15 };
    G1776_EACH_PIECE(p, s) {
        HOLDS(p->spent <= MOST || p->spent == G1776_ALL_SPENT, "%s has spent %d MP",
              g1776.type[p->type].name.id, p->spent);
        int most = mk_set_has(G1776_SUPPLIES, p->type) ? G1776_USED_UP : s->march_count + 1;
        HOLDS(p->mark <= most, "%s is marked %d of %d", g1776.type[p->type].name.id, p->mark, most);
    }
    for (int l = 0; l < g1776.leader_count; l++)
        HOLDS(s->leader[l].spent <= G1776_ALL_SPENT, "%s has spent %d MP", g1776.leader[l].name.id,
              s->leader[l].spent);
    return true;
}

/* I7, I8: the combat in progress. */
static bool check_combat(const g1776_state *s, char *why, size_t size) {
    const g1776_combat *c = &s->combat;
    HOLDS(s->passed < 1 << G1776_SEATS, "who has passed?");
    if (c->hex == MK_NOWHERE) return true;
    HOLDS(c->hex < g1776_board.hexes.hex_count && g1776_is_land(c->hex), "a combat nowhere");
    HOLDS(c->attacker < G1776_SEATS && c->opener < G1776_SEATS, "nobody attacks");
    HOLDS(c->step < G1776_COMBAT_STEPS, "a combat at step %d", c->step);
    bool winter = g1776_winter_binds(s, c->attacker, c->hex);
    HOLDS(!winter || g1776_southern_game(s) || c->rounds <= G1776_WINTER_ROUNDS,
          "%d rounds in winter", c->rounds);
    HOLDS(c->column < G1776_COLUMNS || c->column == G1776_NONE, "odds in column %d", c->column);
    for (int seat = 0; seat < G1776_SEATS; seat++) {
        HOLDS(c->card[seat] < G1776_CARDS || c->card[seat] == G1776_NO_CARD, "card %d",
              c->card[seat]);
        HOLDS(c->elite[seat] < G1776_SP_TYPES || c->elite[seat] == G1776_NO_TYPE, "elite %d",
              c->elite[seat]);
    }
    return true;
}

/* I6: a group that came upon enemies in the open has stopped, and nobody has walked out of a fort
 * past those who besiege it. */
static bool check_halts(const g1776_state *s, char *why, size_t size) {
    const mk_frame *f = s->base.depth ? mk_top_const(&s->base) : NULL;
    bool stepped = f && f->phase == G1776_PH_GROUP && f->b;
    HOLDS(!stepped || f->c || !g1776_open(s, g1776_enemy(f->seat), f->a),
          "a group goes on among enemies");
    G1776_EACH_PIECE(p, s) {
        int from = g1776_origin(p->origin, p->place), seat = g1776_owner(p->type);
        bool left = p->origin & G1776_FROM_INSIDE && from != p->place && g1776_is_hex(p->place) &&
                    !(p->flags & G1776_CARRIED);
        HOLDS(!left || g1776_fort_of(s, from) != seat || !g1776_open(s, g1776_enemy(seat), from) ||
                  g1776_ticonderoga_shut(s, from),
              "%s has left a besieged fort", g1776.type[p->type].name.id);
    }
    return true;
}

/* I9: nobody loses more than takes part, and who takes part is there. */
static bool check_losses(const g1776_state *s, char *why, size_t size) {
    const g1776_combat *c = &s->combat;
    bool fought = c->hex != MK_NOWHERE && c->step >= G1776_C_CARD_X && c->step <= G1776_C_LOSE_Y;
    for (int seat = 0; fought && seat < G1776_SEATS; seat++) {
        HOLDS(c->lose[seat] <= g1776_participants(s, seat), "more are lost than take part");
        for (int t = 0; t < G1776_SP_TYPES; t++)
            HOLDS(!c->force[seat][t] || c->force[seat][t] <= g1776_fighters(s, seat, t),
                  "%s takes part and is not there", g1776.type[t].name.id);
    }
    return true;
}

/* I12: who controls what is asked, never changed: it cannot be both. */
static bool check_control(const g1776_state *s, char *why, size_t size) {
    for (int t = 0; t < g1776_board.town_count; t++) {
        int hex = g1776_board.town[t].hex;
        HOLDS(!g1776_controls(s, G1776_BRITISH, hex) || !g1776_controls(s, G1776_AMERICAN, hex),
              "both control %s", g1776_hex_id(hex));
    }
    return true;
}

/* Where the game is. */
static bool check_stage(const g1776_state *s, char *why, size_t size) {
    HOLDS(s->turn_stage < G1776_TURN_STAGES && s->stage < G1776_SEGMENT_STAGES, "at no stage");
    HOLDS(s->phasing < G1776_SEATS, "nobody's segment");
    HOLDS(s->base.turn <= g1776_last_turn(s), "turn %d", s->base.turn);
    HOLDS(s->march_count <= G1776_MAX_MARCHES, "%d marches", s->march_count);
    HOLDS(s->villages < 64, "villages %d", s->villages);
    HOLDS(s->base.depth || s->reason, "nothing happens, and nobody has won");
    return true;
}

/* VI.B: face down are only types that may be, and never among enemies; decoys are never there. */
static bool check_veil(const g1776_state *s, char *why, size_t size) {
    G1776_EACH_PIECE(p, s) {
        bool decoy = mk_set_has(G1776_DECOYS, p->type);
        HOLDS(!decoy || g1776_veils(s), "a decoy without the option");
        if (!g1776_veiled(p) && !decoy) continue;
        HOLDS(g1776_veils(s), "a counter face down without the option");
        HOLDS(decoy || mk_set_has(g1776_rules(s)->may_invert, p->type), "%s face down",
              g1776.type[p->type].name.id);
        if (!g1776_is_hex(p->place) || !s->base.turn) continue;
        int enemy = g1776_enemy(g1776_owner(p->type));
        HOLDS(!g1776_units_at(s, p->place, enemy), "a counter among enemies at %s",
              g1776_hex_id(p->place));
        HOLDS(!g1776_veiled(p) || !g1776_sees(s, enemy, p->place),
              "a counter face down that the enemy sees at %s", g1776_hex_id(p->place));
    }
    return true;
}

/* A COM marker stands in its hex until it is destroyed. */
static bool check_com(const g1776_state *s, char *why, size_t size) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->com_count; i++) {
        int there = g1776_count(s, r->com[i].hex, r->com[i].type);
        HOLDS(there == !(s->ledger.com_gone >> i & 1), "%d COM markers at %s", there,
              g1776_hex_id(r->com[i].hex));
    }
    HOLDS(s->ledger.com_gone >> r->com_count == 0, "a COM marker is gone that never was");
    return true;
}

/* I15: outside their part of the country partisan leaders are lost at the end of the segment. */
static bool check_partisans(const g1776_state *s, char *why, size_t size) {
    if (s->stage < G1776_S_FLOAT || !s->base.depth) return true;
    for (int l = 0; l < g1776.leader_count; l++) {
        bool mine = g1776.leader[l].seat == s->phasing && g1776_is_hex(s->leader[l].place);
        HOLDS(!mine || !g1776_leader_is(s, l, G1776_CONFINED) ||
                  g1776_at_home(s, l, s->leader[l].place),
              "%s is abroad", g1776.leader[l].name.id);
    }
    return true;
}

/* An elite that follows a leader goes with him in step 13, whatever the rate is there. */
static mk_set64 bound_to_areas(int seat) {
    mk_set64 types = g1776_militia_of(seat);
    MK_SET_EACH(t, types) {
        if (g1776.type[t].leader != G1776_NONE) mk_set_remove(&types, t);
    }
    return types;
}

/* I18: behind step 9 no area has more militia than its rate allows. */
static bool check_levels(const g1776_state *s, char *why, size_t size) {
    if (s->campaign.levelled < G1776_SEATS) return true;
    for (int area = 0; area < G1776_COLONIES_AREAS; area++)
        for (int seat = 0; seat < G1776_SEATS; seat++) {
            int what = seat == G1776_BRITISH ? G1776_RATE_TM : G1776_RATE_RM;
            int there = g1776_count_in(s, bound_to_areas(seat), g1776_militia_region(area));
            HOLDS(there <= g1776_rate_of(s, area, what), "too much militia in %s",
                  g1776_board.area_name[area]);
        }
    return true;
}

/* CSG-5: fleets that sail to a port carry somebody there; no more has left than came. */
static bool check_southern(const g1776_state *s, char *why, size_t size) {
    const g1776_southern *south = &s->south;
    if (!g1776_southern_game(s)) return true;
    HOLDS(south->weather <= G1776_STORMS && south->january <= G1776_STORMS, "no such weather");
    HOLDS(south->evacuated_br <= g1776.campaign.south.evacuated, "too many have left");
    HOLDS(g1776_bf_in_indies(s, G1776_BRITISH) <= 2, "three battle fleets in the West Indies");
    for (int f = 0; f < G1776_FLEETS; f++) {
        bool afloat = s->fleet[f].place != G1776_GONE && s->fleet[f].place != G1776_TRACK;
        HOLDS(!south->bound[f] || afloat, "%s sails and is not there", g1776.fleet[f].name.id);
    }
    for (int l = 0; l < g1776.leader_count; l++)
        HOLDS(!s->base.depth || s->stage < G1776_S_FLOAT || g1776.leader[l].seat != s->phasing ||
                  g1776_may_be_in(s, l, s->leader[l].place),
              "%s is abroad", g1776.leader[l].name.id);
    return true;
}

/* What a campaign game remembers. I17: no French fleet before the intervention. */
static bool check_campaign(const g1776_state *s, char *why, size_t size) {
    const g1776_campaign *c = &s->campaign;
    if (!g1776_in_campaign(s)) return true;
    for (int area = 0; area < G1776_COLONIES_AREAS; area++)
        HOLDS(c->status[area] < G1776_STATUSES, "an area of no status");
    HOLDS(!g1776_bids_open(s) || c->needed == g1776_middle_bid(s), "%d towns were not bid",
          c->needed);
    HOLDS(c->french <= s->base.turn, "the French came in a turn to come");
    if (!check_southern(s, why, size)) return false;
    for (int f = 0; f < G1776_FLEETS; f++) {
        bool french = g1776.fleet[f].nation == G1776_N_FRENCH;
        HOLDS(french || !(c->committed >> f & 1), "a fleet that is not French is committed");
        HOLDS(!french || !(c->duty >> f & 1), "a French fleet is on British duty");
    }
    return true;
}

bool g1776_check(const void *state, char *why, size_t size) {
    const g1776_state *s = state;
    return check_order(s, why, size) && check_places(s, why, size) &&
           check_counters(s, why, size) && check_works(s, why, size) && check_kept(s, why, size) &&
           check_leaders(s, why, size) && check_captures(s, why, size) &&
           g1776_check_fleets(s, why, size) && check_spent(s, why, size) &&
           check_combat(s, why, size) && check_stage(s, why, size) && check_veil(s, why, size) &&
           check_com(s, why, size) && check_partisans(s, why, size) && check_halts(s, why, size) &&
           check_losses(s, why, size) && check_control(s, why, size) &&
           check_campaign(s, why, size) && check_levels(s, why, size);
}
