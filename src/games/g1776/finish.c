/* finish.c - the end of a segment: supplies used up, forts begun, elites without their leader,
 * partisans abroad (III.B, III.D, III.G, V.A). */
#include "g1776.h"

/* III.B: supplies that served two rounds of the month are gone at the end of the phase, wherever a
 * retreat took them. */
static void use_up_supplies(g1776_state *s, mk_log *log) {
    for (int i = 0; i < s->piece_count; i++) {
        const g1776_piece *p = &s->piece[i];
        if (!mk_set_has(G1776_SUPPLIES, p->type) || p->mark < G1776_USED_UP) continue;
        g1776_use_up(s, g1776_owner(p->type), p->place, G1776_USED_UP, log);
        i = -1;
    }
}

/* ---- Elites that are named after a leader (III.G) ---- */

static int where_is(const g1776_state *s, int type) {
    G1776_EACH_PIECE(p, s) {
        if (p->type == type) return p->place;
    }
    return G1776_GONE;
}

/* He is on the map, and elsewhere. */
static bool is_separated(const g1776_state *s, int type, int at) {
    int leader = g1776.type[type].leader;
    if (leader == G1776_NONE || !g1776_is_hex(at) || mk_set_has(s->replaced, leader)) return false;
    int place = s->leader[leader].place;
    return (g1776_is_hex(place) || g1776_is_aboard(place) || g1776_is_box(place)) && place != at;
}

static void replace_elite(g1776_state *s, int type, int at, mk_log *log) {
    int plain = g1776.type[type].colour;
    for (int i = g1776_first_at(s, at);; i++) {
        if (s->piece[i].type != type) continue;
        g1776_piece p = g1776_take_at(s, i, 1);
        p.type = (uint8_t)plain;
        if (g1776_on_map(s, plain) < g1776.type[plain].limit) g1776_put(s, p);
        break;
    }
    mk_log_event(log, G1776_E_ELITE_REPLACED, g1776_owner(type), MK_EVERYONE, 0, (int16_t)type,
                 (int16_t)at);
}

/* One turn after the separation it becomes an SP of its colour. Scenario 5 brings an elite without
 * its leader: there he is not on the map. */
static void check_elites(g1776_state *s, mk_log *log) {
    for (int type = G1776_GRENADIERS; type < G1776_SP_TYPES; type++) {
        if (g1776_owner(type) != s->phasing) continue;
        uint16_t bit = (uint16_t)(1 << (type - G1776_GRENADIERS));
        int at = where_is(s, type);
        if (!is_separated(s, type, at)) {
            s->separated &= (uint16_t)~bit;
        } else if (RULE("g1776.iii.g.separated", s->separated & bit)) {
            s->separated &= (uint16_t)~bit;
            replace_elite(s, type, at, log);
        } else {
            s->separated |= bit;
        }
    }
}

/* ---- Partisan leaders outside their part of the country (V.A) ---- */

enum { FIRST_YEAR_WITHOUT_CANADA = 1777 };

bool g1776_at_home(const g1776_state *s, int leader, int hex) {
    if (!g1776_may_be_in(s, leader, hex)) return false;
    bool north = g1776_north(hex);
    if (g1776_area_of(hex) == G1776_CANADA &&
        g1776_rules(s)->month[s->base.turn] / 12 >= FIRST_YEAR_WITHOUT_CANADA)
        return false;
    return north == (g1776.leader[leader].home == 0);
}

static void lose_partisans(g1776_state *s, int leader, mk_log *log) {
    int hex = s->leader[leader].place, seat = g1776.leader[leader].seat, left = G1776_PARTISANS_LED;
    mk_log_event(log, G1776_E_PARTISANS_ABROAD, seat, MK_EVERYONE, 0, (int16_t)leader,
                 (int16_t)hex);
    g1776_put_leader(s, leader, (g1776_leader_at){.place = G1776_GONE});
    MK_SET_EACH(type, g1776.sp_of[seat]) {
        if (!g1776_is(type, G1776_IS_MILITIA) || g1776_is(type, G1776_AS_REGULAR)) continue;
        int there = g1776_count(s, hex, type), n = there < left ? there : left;
        if (n) g1776_remove(s, hex, type, n, 0);
        left -= n;
    }
    g1776_tidy(s, hex, log);
}

static void check_partisans(g1776_state *s, mk_log *log) {
    MK_SET_EACH(l, g1776.leaders_of[s->phasing]) {
        int hex = s->leader[l].place;
        if (!g1776_is_hex(hex) || !g1776_leader_is(s, l, G1776_CONFINED)) continue;
        if (!RULE("g1776.v.a.home", g1776_at_home(s, l, hex))) lose_partisans(s, l, log);
    }
}

void g1776_finish(g1776_state *s, mk_log *log) {
    use_up_supplies(s, log);
    g1776_begin_forts(s, s->phasing, log);
    check_elites(s, log);
    check_partisans(s, log);
}

/* Marks of the segment go. */
void g1776_clear_segment(g1776_state *s) {
    g1776_piece lifted[G1776_MAX_LOTS];
    for (int flag = G1776_MARKED; flag <= G1776_CAPTURED; flag <<= 1) {
        for (int i = 0; i < s->piece_count; i++) {
            if (!(s->piece[i].flags & flag)) continue;
            int place = s->piece[i].place, count = g1776_lift(s, place, flag, lifted);
            for (int k = 0; k < count; k++) {
                lifted[k].flags &= (uint8_t)~flag;
                g1776_put(s, lifted[k]);
            }
            i = g1776_first_at(s, place) - 1;
        }
    }
}
