/* sea.c - invasions (14.4), American boats and raids (14.9, 14.10). */
#include <string.h>

#include "eoe.h"

static const eoe_map *const b = &eoe_board;

/* Which fleets carry a piece: the Spanish carry no Americans, nor do others Spaniards. */
bool eoe_carries(const eoe_state *s, int fleet, int piece) {
    if (eoe_fleet_seat(fleet) != s->piece[piece].seat) return false;
    unsigned group = eoe_group_of(piece);
    if (fleet == EOE_SPANISH_FLEET) return group == EOE_G_SPANISH || group == EOE_G_FRENCH;
    return group != EOE_G_SPANISH;
}

/* ---- Naming the force (14.4) --------------------------------------------- */

/* A piece on the map: is it in a port of its own that no enemy fleet shuts? */
static const char *why_not_port(const eoe_state *s, int piece) {
    int at = s->piece[piece].at, seat = s->piece[piece].seat;
    if (!eoe_on_map(at)) return NULL;
    FORBID("eoe.14.4:port", !eoe_is(at / 2, EOE_PORT) || !eoe_controls(s, seat, at / 2));
    FORBID("eoe.14.4:blockade", eoe_fleet_off(s, eoe_enemy(seat), at / 2) != EOE_NONE);
    return NULL;
}

/* Who was evacuated to a fleet is named, too, or stays aboard (14.6). */
static const char *why_not_embark(const eoe_state *s, int seat, int piece) {
    const eoe_piece *p = &s->piece[piece];
    FORBID("eoe.14.4", p->seat != seat || p->flags & EOE_EMBARKED);
    FORBID("eoe.14.4:port", !(p->flags & EOE_IN_PORT) && !eoe_is_aboard(p->at));
    FORBID("eoe.2.12", eoe_is_unit(piece) && !eoe.piece[piece].mf);
    const char *no = why_not_port(s, piece);
    if (no) return no;
    if (eoe_is_aboard(p->at)) return NULL;
    for (int fleet = 0; fleet < EOE_FLEETS; fleet++)
        if (s->fleet[fleet].sea != EOE_NONE && eoe_carries(s, fleet, piece)) return NULL;
    return "eoe.14.4:fleet";
}

bool eoe_ask_embark(eoe_state *s, int seat) {
    EOE_EACH_OF(i, s) {
        if (why_not_embark(s, seat, i)) continue;
        mk_push(&s->base, EOE_PH_EMBARK, seat);
        return true;
    }
    return false;
}

void eoe_embark_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    EOE_EACH_OF(i, s) {
        if (!why_not_embark(s, eoe_deciding(s), i)) mk_offer(out, EOE_V_EMBARK, i, 0, 0);
    }
    mk_offer(out, EOE_V_DONE, 0, 0, 0);
}

const char *eoe_embark_why_not(const void *state, mk_action x) {
    return x.verb == EOE_V_DONE ? NULL : why_not_embark(state, eoe_deciding(state), x.a);
}

void eoe_embark_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    if (x.verb == EOE_V_DONE) {
        mk_pop(&s->base);
        return;
    }
    int at = s->piece[x.a].at, seat = s->piece[x.a].seat;
    bool french = eoe_war_of(s) == EOE_REVOLUTION && eoe_group_of(x.a) == EOE_G_FRENCH;
    EOE_EACH_OF(i, s) { /* 15.3: the French go together */
        bool goes = i == x.a || (french && eoe_group_of(i) == EOE_G_FRENCH);
        if (!goes || s->piece[i].at != at || why_not_embark(s, seat, i)) continue;
        eoe_set_flags(s, i, 0, EOE_EMBARKED);
        mk_log_event(log, EOE_E_EMBARKS, seat, MK_EVERYONE, 0, (int16_t)i);
    }
}

/* ---- Invasion ------------------------------------------------------------ */

static bool may_invade(const eoe_state *s, int fleet, int piece) {
    const eoe_piece *p = &s->piece[piece];
    if (!(p->flags & EOE_EMBARKED) || p->flags & EOE_DONE) return false;
    if (eoe_is_aboard(p->at)) return p->at == EOE_ABOARD + fleet;
    return eoe_carries(s, fleet, piece) && !why_not_port(s, piece);
}

/* 15.3: the French go together, or none of them: their regiments may have failed a check. */
static bool invades(const eoe_state *s, int fleet, int piece) {
    if (!may_invade(s, fleet, piece)) return false;
    if (eoe_war_of(s) != EOE_REVOLUTION || eoe_group_of(piece) != EOE_G_FRENCH) return true;
    MK_SET_EACH(i, &eoe_index.french) {
        bool stays = s->piece[i].at == s->piece[piece].at && !may_invade(s, fleet, i);
        if (RULE("eoe.15.3:together", stays)) return false;
    }
    return true;
}

/* A force that is to land. */
typedef struct {
    eoe_force f;
    int own;   /* its ranking leader; EOE_NO_PIECE: the default one */
    int chief; /* that of the one stack which it leaves (9.4) */
} landing;

static eoe_force invaders(const eoe_state *s, int fleet, int *whence) {
    eoe_force f = {.seat = eoe_fleet_seat(fleet)};
    *whence = EOE_PLACES;
    MK_SET_EACH(i, &s->afloat) {
        if (!invades(s, fleet, i)) continue;
        if (eoe_is_unit(i))
            *whence = !f.units || *whence == s->piece[i].at ? s->piece[i].at : EOE_PLACES;
        eoe_add_to_force(&f, i);
    }
    return f;
}

static landing landing_of(const eoe_state *s, int fleet) {
    int whence;
    landing l = {invaders(s, fleet, &whence), EOE_NO_PIECE, EOE_NO_PIECE};
    if (!l.f.units) return l;
    EOE_EACH_LEADER(i, s) {
        int at = s->piece[i].at;
        bool goes = invades(s, fleet, i);
        if (s->piece[i].seat != l.f.seat || (!goes && at != whence)) continue;
        if (!eoe_may_command(s, i, l.f.groups, at)) continue;
        if (goes && (l.own == EOE_NO_PIECE || eoe_outranks(i, l.own))) l.own = i;
        if (at != whence) continue;
        if (l.chief == EOE_NO_PIECE || eoe_outranks(i, l.chief)) l.chief = i;
    }
    return l;
}

/* 8.4: is the check made on the north map? Who leads it says where; those aboard are off the coast.
 */
static bool winters(const eoe_state *s, int fleet, int hex, int leader) {
    if (leader != EOE_NO_PIECE && eoe_on_map(s->piece[leader].at))
        return eoe_hard_winter(s, s->piece[leader].at / 2);
    MK_SET_EACH(i, &s->afloat) {
        bool ashore = leader == EOE_NO_PIECE && eoe_on_map(s->piece[i].at);
        if (ashore && invades(s, fleet, i) && eoe_hard_winter(s, s->piece[i].at / 2)) return true;
    }
    return eoe_hard_winter(s, hex);
}

static int rating_with(const eoe_state *s, const eoe_force *f, int fleet, int hex, int leader) {
    int rating = f->plus == f->units ? eoe.table.initiative.plus
                 : f->boxed          ? eoe.table.initiative.boxed
                                     : eoe.table.initiative.plain;
    if (leader != EOE_NO_PIECE) {
        rating = eoe.piece[leader].initiative;
        if (s->piece[leader].flags & EOE_PASSED) rating += eoe.table.initiative.success;
    }
    if (winters(s, fleet, hex, leader)) rating += eoe.table.initiative.winter;
    return rating < 0 ? 0 : rating;
}

/* 9.4: as for any first check the better counts of the force's own leader and that of its stack. */
static eoe_rating landing_rating(const eoe_state *s, const landing *l, int fleet, int hex) {
    eoe_rating r = {rating_with(s, &l->f, fleet, hex, l->own), l->own};
    if (l->chief == EOE_NO_PIECE || l->chief == l->own) return r;
    int with = rating_with(s, &l->f, fleet, hex, l->chief);
    return with > r.rating ? (eoe_rating){with, l->chief} : r;
}

static const char *why_not_land(const eoe_state *s, int fleet, const landing *l, int hex) {
    FORBID("eoe.14.4:coast", !eoe_is(hex, EOE_COASTAL) || b->ground[hex] == EOE_MOUNTAIN);
    FORBID("eoe.14.4:off", !eoe_lies_off(s, fleet, hex));
    bool north =
        b->area[hex] == eoe.area[EOE_A_CANADA] || b->area[hex] == eoe.area[EOE_A_NOVA_SCOTIA];
    FORBID("eoe.15.3", fleet == EOE_FRENCH_FLEET && eoe_politics(s) && !s->by_offer && north);
    const char *no = eoe_why_not_enter(s, l->f.seat, l->f.nations, hex);
    if (no) return no;
    FORBID("eoe.8.2", landing_rating(s, l, fleet, hex).rating <= 0);
    return NULL;
}

static const char *why_not_fleet(const eoe_state *s, int fleet, const eoe_force *f) {
    FORBID("eoe.14.4:fleet", s->fleet[fleet].sea == EOE_NONE);
    FORBID("eoe.14.4", !f->units);
    return NULL;
}

/* A player has one invasion a turn, whichever fleet he uses. */
static bool has_invaded(const eoe_state *s, int seat) {
    for (int i = 0; i < EOE_FLEETS; i++)
        if (eoe_fleet_seat(i) == seat && s->fleet[i].invaded) return true;
    return false;
}

/* Two fleets may lie off a hex: the first whose men can land lands them. */
static const char *why_not_from(const eoe_state *s, int seat, int hex, int *by, landing *l) {
    const char *no = "eoe.14.4:off";
    for (int fleet = 0; fleet < EOE_FLEETS; fleet++) {
        if (eoe_fleet_seat(fleet) != seat || !eoe_lies_off(s, fleet, hex)) continue;
        *l = landing_of(s, *by = fleet);
        no = why_not_fleet(s, fleet, &l->f);
        if (!no) no = why_not_land(s, fleet, l, hex);
        if (!no) return NULL;
    }
    return no;
}

const char *eoe_why_not_invade(const eoe_state *s, int seat, int hex) {
    int by;
    landing l;
    FORBID("eoe.14.4:once", has_invaded(s, seat));
    return why_not_from(s, seat, hex, &by, &l);
}

static int list_landings(const eoe_state *s, int seat, mk_actions *out) {
    int count = 0;
    eoe_hexes offered = {{0}};
    if (has_invaded(s, seat)) return 0;
    for (int fleet = 0; fleet < EOE_FLEETS; fleet++) {
        if (eoe_fleet_seat(fleet) != seat || s->fleet[fleet].sea == EOE_NONE) continue;
        landing l = landing_of(s, fleet);
        if (why_not_fleet(s, fleet, &l.f)) continue;
        eoe_hexes coast = eoe_index.off[s->fleet[fleet].sea];
        mk_set_and(&coast, &eoe_index.coastal);
        mk_set_minus(&coast, &offered);
        MK_SET_EACH(hex, &coast) {
            if (why_not_land(s, fleet, &l, hex)) continue;
            count++;
            if (!out) return count; /* one is enough */
            mk_set_add(&offered, hex);
            mk_offer(out, EOE_V_INVADE, hex, 0, 0);
        }
    }
    return count;
}

void eoe_list_invasions(const eoe_state *s, int seat, mk_actions *out) {
    list_landings(s, seat, out);
}
bool eoe_can_invade(const eoe_state *s, int seat) { return list_landings(s, seat, NULL) > 0; }

/* The force in hand comes ashore; it may still attack or enter the town there (9.3). */
static void land_at(eoe_state *s, int seat, int hex, int from) {
    eoe_march_begins(s, seat, 2 * hex);
    s->march.stage = EOE_MARCH_ON;
    s->march.landed = 1;
    s->march.from = (uint16_t)from;
    eoe_begin_entry(s, seat, hex, true);
}

void eoe_invade(eoe_state *s, int seat, int hex, mk_log *log) {
    int fleet = EOE_NONE;
    landing l;
    if (why_not_from(s, seat, hex, &fleet, &l)) return;
    eoe_rating r = landing_rating(s, &l, fleet, hex);
    int die = mk_die(&s->base.rng, 6);
    bool passed = die <= r.rating;
    s->fleet[fleet].invaded = 1;
    mk_log_event(log, EOE_E_INVADES, seat, MK_EVERYONE, 0, (int16_t)hex, (int16_t)l.f.units);
    mk_log_event(log, passed ? EOE_E_PASSES : EOE_E_FAILS, seat, MK_EVERYONE, MK_ROLLED,
                 (int16_t)hex, (int16_t)die, (int16_t)r.rating,
                 (int16_t)(r.leader == EOE_NO_PIECE ? -1 : r.leader));
    eoe_pieces ashore = s->afloat;
    MK_SET_EACH(i, &s->afloat) {
        if (!invades(s, fleet, i)) mk_set_remove(&ashore, i);
    }
    MK_SET_EACH(i, &ashore) {
        bool aboard = eoe_is_aboard(s->piece[i].at);
        if (!passed && aboard) continue; /* to a port */
        unsigned flags = passed ? EOE_HAND | EOE_CHECKED : eoe_is_unit(i) ? EOE_DONE : 0;
        eoe_set_flags(s, i, EOE_EMBARKED, flags);
    }
    if (!passed) {
        eoe_land_invaders(s, fleet);
        return;
    }
    if (r.leader != EOE_NO_PIECE) s->piece[r.leader].flags |= EOE_PASSED;
    if (l.own != EOE_NO_PIECE) s->piece[l.own].flags |= EOE_PASSED;
    land_at(s, seat, hex, MK_NOWHERE);
}

/* ---- American boats (14.9) ----------------------------------------------- */

/* The sea area that joins two hexes, or any off the first one, if no British fleet is there; a hex
 * may lie on two. */
static bool has_way(const eoe_state *s, int from, int to) {
    const uint8_t seas[] = {b->sea[from], b->second_sea[from]};
    for (int i = 0; i < 2; i++) {
        if (seas[i] == EOE_NONE || s->fleet[EOE_BRITISH_FLEET].sea == seas[i]) continue;
        if (b->sea[to] == seas[i] || b->second_sea[to] == seas[i]) return true;
    }
    return false;
}

static eoe_force alone(const eoe_state *s, int piece) {
    eoe_force f = {.seat = s->piece[piece].seat,
                   .space = s->piece[piece].at,
                   .flags = EOE_HAND,
                   .extra = piece};
    eoe_add_to_force(&f, piece);
    return f;
}

static bool sail_goal(const eoe_state *s, int piece, int hex) {
    int from = s->piece[piece].at / 2;
    if (hex == from || !eoe_is(hex, EOE_COASTAL) || b->ground[hex] == EOE_MOUNTAIN) return false;
    return has_way(s, from, hex) && !eoe_why_not_enter(s, EOE_ALLIED, EOE_G_AMERICAN, hex);
}

/* There is always somewhere to go: an order to sail is not given up again. */
static bool has_goal(const eoe_state *s, int piece) {
    MK_SET_EACH(hex, &eoe_index.coastal) {
        if (sail_goal(s, piece, hex)) return true;
    }
    return false;
}

static const char *why_not_boat(const eoe_state *s, int piece) {
    const eoe_piece *p = &s->piece[piece];
    FORBID("eoe.14.9", eoe_war_of(s) != EOE_REVOLUTION || p->seat != EOE_ALLIED || s->sea_moved);
    FORBID("eoe.14.9:phase", s->phasing != EOE_ALLIED);
    FORBID("eoe.14.9:unit", !eoe_is_unit(piece) || eoe_group_of(piece) != EOE_G_AMERICAN);
    FORBID("eoe.14.9:winter", eoe_winter(s));
    FORBID("eoe.14.9:port", !eoe_on_map(p->at) || !eoe_is(p->at / 2, EOE_PORT));
    FORBID("eoe.14.9:port", !eoe_controls(s, EOE_ALLIED, p->at / 2));
    FORBID("eoe.14.9:british", !has_way(s, p->at / 2, p->at / 2));
    FORBID("eoe.8.5", p->flags & EOE_DONE || !eoe.piece[piece].mf);
    eoe_force f = alone(s, piece);
    FORBID("eoe.8.2", eoe_rating_of(s, &f, EOE_CHECK_FIRST).rating <= 0);
    FORBID("eoe.14.9:zone", !has_goal(s, piece));
    return NULL;
}

const char *eoe_why_not_sail(const eoe_state *s, int piece) { return why_not_boat(s, piece); }

/* 8.6: leaders of its stack may go with the unit. */
static const char *why_not_along(const eoe_state *s, int unit, int leader) {
    const eoe_piece *p = &s->piece[leader];
    FORBID("eoe.14.9:leader", !eoe_is_leader(leader) || p->at != s->piece[unit].at);
    FORBID("eoe.14.9:leader", eoe_group_of(leader) != EOE_G_AMERICAN);
    FORBID("eoe.14.9:leader", p->flags & (EOE_HAND | EOE_DONE));
    return NULL;
}

void eoe_sail_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    int piece = mk_top_const(&s->base)->a;
    EOE_EACH_AT(p, s, s->piece[piece].at) {
        if (!why_not_along(s, piece, p)) mk_offer(out, EOE_V_TAKE, p, 0, 0);
    }
    MK_SET_EACH(hex, &eoe_index.coastal) {
        if (sail_goal(s, piece, hex)) mk_offer(out, EOE_V_HEX, hex, 0, 0);
    }
}

const char *eoe_sail_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    if (x.verb == EOE_V_TAKE) return why_not_along(s, mk_top_const(&s->base)->a, x.a);
    FORBID("eoe.14.9:zone", !sail_goal(s, mk_top_const(&s->base)->a, x.a));
    return NULL;
}

void eoe_sail_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int piece = mk_top(&s->base)->a, from = s->piece[piece].at / 2;
    if (x.verb == EOE_V_TAKE) {
        eoe_set_flags(s, x.a, 0, EOE_HAND);
        return;
    }
    mk_pop(&s->base);
    s->sea_moved = 1;
    eoe_force f = alone(s, piece);
    if (!eoe_check_initiative(s, &f, EOE_CHECK_FIRST, log)) {
        EOE_EACH_AT(p, s, s->piece[piece].at) { eoe_set_flags(s, p, EOE_HAND, 0); }
        s->piece[piece].flags |= EOE_DONE;
        return;
    }
    eoe_set_flags(s, piece, 0, EOE_HAND | EOE_CHECKED);
    bool out = s->piece[piece].at & 1; /* of a town: there he goes back (11.10) */
    land_at(s, EOE_ALLIED, x.a, from);
    s->march.came_out = out;
}

/* ---- Raids (14.10) ------------------------------------------------------- */

static int next_spring(const eoe_state *s) {
    int turn = s->base.turn + 1, war = eoe_war_of(s);
    while (turn < eoe.table.turn_count[war] && eoe.table.turn[war][turn].season != EOE_SPRING)
        turn++;
    return eoe.table.turn[war][turn].season == EOE_SPRING ? turn : EOE_MAX_TURNS;
}

const char *eoe_why_not_raid(const eoe_state *s, int piece) {
    FORBID("eoe.14.10", !eoe_has_mark(piece, EOE_M_MARINE));
    FORBID("eoe.14.10:end", next_spring(s) > eoe_rules(s)->last);
    return why_not_boat(s, piece);
}

void eoe_raid(eoe_state *s, int piece, mk_log *log) {
    s->sea_moved = 1;
    eoe_force f = alone(s, piece);
    if (!eoe_check_initiative(s, &f, EOE_CHECK_FIRST, log)) {
        s->piece[piece].flags |= EOE_DONE;
        return;
    }
    mk_log_event(log, EOE_E_RAIDS, EOE_ALLIED, MK_EVERYONE, 0, (int16_t)piece);
    int port = s->piece[piece].at / 2;
    eoe_track(s, piece, next_spring(s));
    eoe_leaders_exposed(s, EOE_ALLIED, port, log);
    s->piece[piece].flags |= EOE_RAIDER;
    s->raids++;
}
