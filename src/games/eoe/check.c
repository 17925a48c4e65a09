/* check.c - what holds of every state. */
#include <string.h>

#include "eoe.h"

static bool has_frame(const eoe_state *s, int phase) {
    for (int i = 0; i < s->base.depth; i++)
        if (s->base.frame[i].phase == phase) return true;
    return false;
}

/* ---- Pieces -------------------------------------------------------------- */

static bool check_place(const eoe_state *s, int i, char *why, size_t size) {
    const eoe_piece *p = &s->piece[i];
    const eoe_piece_row *row = &eoe.piece[i];
    const char *id = row->name.id;
    unsigned group = eoe_group_of(i);
    bool latin = group == EOE_G_SPANISH || group == EOE_G_FRENCH;
    bool home = row->leaves == EOE_OUT_ENLISTMENT || row->leaves == EOE_OUT_ENLISTMENT_IN_STATE;
    HOLDS(p->at != EOE_CAPTIVE || eoe_is_leader(i), "%s is a captive unit", id);
    HOLDS(p->at != EOE_AVAILABLE || (eoe_is_unit(i) && row->steps == 0),
          "%s waits in the Available box", id);
    HOLDS(p->at != EOE_HAVANA || latin, "%s is in Havana", id); /* 15.6 */
    HOLDS(p->at != EOE_AWAY || home || i == eoe.named[EOE_P_WATA], "%s is at home", id);
    HOLDS(p->at != EOE_DEAD || !p->steps, "%s is dead and has steps", id);
    if (!eoe_is_aboard(p->at)) return true;
    int fleet = p->at - EOE_ABOARD;
    HOLDS(eoe_fleet_seat(fleet) == p->seat, "%s is aboard an enemy fleet", id);
    HOLDS(s->fleet[fleet].sea != EOE_NONE || has_frame(s, EOE_PH_PORT) ||
              has_frame(s, EOE_PH_NAVAL),
          "%s is aboard a fleet that is away", id);
    return true;
}

/* Flags that only some pieces, in some places, can have. */
static bool check_flags(const eoe_state *s, int i, char *why, size_t size) {
    const eoe_piece *p = &s->piece[i];
    const eoe_piece_row *row = &eoe.piece[i];
    const char *id = row->name.id;
    HOLDS(!(p->flags & EOE_MUST) || (eoe_is_unit(i) && eoe_on_map(p->at)), "%s must attack", id);
    HOLDS(!(p->flags & EOE_BARRED) || row->type == EOE_INDIAN, "%s is barred", id);
    HOLDS(!(p->flags & EOE_RETURNS) || eoe_is_leader(i), "%s returns to any stack", id);
    HOLDS(!(p->flags & EOE_RAIDER) || eoe_has_mark(i, EOE_M_MARINE), "%s goes raiding", id);
    HOLDS(!(p->flags & (EOE_MOVED | EOE_PASSED)) || eoe_is_leader(i) || eoe_on_map(p->at),
          "%s moved as a leader", id);
    HOLDS(!(p->flags & EOE_WAIT) || s->parent.net != MK_NOWHERE, "%s waits for nobody", id);
    HOLDS(!(p->flags & (EOE_HAND | EOE_WAIT)) || s->phasing != EOE_NONE, "%s is on the march", id);
    return true;
}

static bool check_piece(const eoe_state *s, int i, char *why, size_t size) {
    const eoe_piece *p = &s->piece[i];
    const eoe_piece_row *row = &eoe.piece[i];
    const char *id = row->name.id;
    HOLDS(p->at < EOE_PLACES, "%s is nowhere", id);
    HOLDS(p->seat < EOE_SEATS, "%s is nobody's", id);
    HOLDS(p->seat == row->seat || eoe_has_mark(i, EOE_M_EITHER), "%s changed sides", id);
    HOLDS(p->steps <= row->steps, "%s has %d steps", id, p->steps);
    HOLDS(p->turn <= EOE_MAX_TURNS + 6, "%s is due on turn %d", id, p->turn);
    HOLDS(p->at == EOE_ABSENT || row->war == eoe_war_of(s), "%s is of another war", id);
    HOLDS(p->at == EOE_ABSENT || mk_set_has(&eoe_cast_of(s)->all, i), "%s takes no part", id);
    if (!check_place(s, i, why, size) || !check_flags(s, i, why, size)) return false;
    HOLDS(p->mp <= row->mf, "%s has %d MP", id, p->mp);
    if (!eoe_on_map(p->at)) return true;
    int hex = p->at / 2, ground = hex < eoe_board.hexes.hex_count ? eoe_board.ground[hex] : EOE_SEA;
    HOLDS(hex < eoe_board.hexes.hex_count && eoe_in_play(s, hex), "%s is off the map", id);
    bool ice = ground == EOE_LAKE;
    HOLDS(ground != EOE_SEA && ground != EOE_MOUNTAIN, "%s is at sea or in the mountains", id);
    HOLDS(!ice || eoe_winter(s) || p->flags & (EOE_HAND | EOE_WAIT), "%s stands on a lake", id);
    HOLDS(!(p->at & 1) || eoe_has_place(hex), "%s is inside, but there is no town", id);
    HOLDS(eoe_is_leader(i) || !row->steps || p->steps, "%s has no steps", id);
    return true;
}

/* ---- Order and sets ------------------------------------------------------ */

static bool check_order(const eoe_state *s, char *why, size_t size) {
    int on_map = 0;
    for (int i = 0; i < eoe.piece_count; i++) on_map += eoe_on_map(s->piece[i].at);
    HOLDS(s->order_count == on_map, "%d pieces in order, %d on the map", s->order_count, on_map);
    for (int i = 0; i < s->order_count; i++) {
        HOLDS(s->order[i] < eoe.piece_count, "the order has a piece that is none");
        int at = s->piece[s->order[i]].at;
        HOLDS(eoe_on_map(at), "%s is ordered and off the map", eoe.piece[s->order[i]].name.id);
        if (!i) continue;
        int before = s->piece[s->order[i - 1]].at;
        HOLDS(before < at || (before == at && s->order[i - 1] < s->order[i]),
              "the order is not one");
    }
    for (int i = s->order_count; i < EOE_MAX_PIECES; i++)
        HOLDS(!s->order[i], "the order has an end");
    for (int i = 0, n = 0; i < EOE_BUCKETS; i++) {
        while (n < s->order_count && s->piece[s->order[n]].at < i * EOE_BUCKET) n++;
        HOLDS(s->first[i] == n, "bucket %d begins at %d, not %d", i, n, s->first[i]);
    }
    return true;
}

static bool check_forces(const eoe_state *s, char *why, size_t size) {
    for (int i = 0; i < EOE_MAX_PIECES; i++) {
        const eoe_piece *p = &s->piece[i];
        bool hand = p->flags & (EOE_HAND | EOE_WAIT);
        bool afloat = p->flags & EOE_EMBARKED || (p->at >= EOE_ABOARD && p->at < EOE_HAVANA);
        HOLDS(mk_set_has(&s->force, i) == hand, "piece %d is in a force or not", i);
        HOLDS(mk_set_has(&s->afloat, i) == afloat, "piece %d is afloat or not", i);
    }
    return true;
}

static bool check_sets(const eoe_state *s, char *why, size_t size) {
    eoe_hexes open[EOE_SEATS] = {{{0}}}, inside[EOE_SEATS] = {{{0}}};
    EOE_EACH_PIECE(p, s) {
        if (eoe_is_leader(p)) continue;
        mk_set_add(s->piece[p].at & 1 ? &inside[s->piece[p].seat] : &open[s->piece[p].seat],
                   s->piece[p].at / 2);
    }
    for (int seat = 0; seat < EOE_SEATS; seat++) {
        HOLDS(!memcmp(&open[seat], &s->open[seat], sizeof *open), "a set of open hexes is wrong");
        HOLDS(!memcmp(&inside[seat], &s->inside[seat], sizeof *inside), "a set of towns is wrong");
    }
    for (int hex = 0; hex < eoe_board.hexes.hex_count; hex++) {
        const char *id = eoe_hex_id(hex);
        HOLDS(!mk_set_has(&s->inside[0], hex) || !mk_set_has(&s->inside[1], hex), "both are in %s",
              id);
        HOLDS(!mk_set_has(&s->fort, hex) || eoe_has_inside(s, hex), "an empty fort at %s", id);
        bool fortress = eoe_is(hex, EOE_FORTRESS) && eoe_has_inside(s, hex); /* 5.1 */
        HOLDS(!fortress || mk_set_has(&s->fort, hex), "%s is no fort", id);
    }
    for (int i = eoe_board.hexes.hex_count; i < EOE_MAX_HEXES; i++)
        HOLDS(!mk_set_has(&s->fort, i) && !mk_set_has(&s->trodden, i) && !mk_set_has(&s->homes, i),
              "a set has a hex that is none");
    return true;
}

/* ---- Who meets whom ------------------------------------------------------ */

/* Where something is being decided, or where men of a march stand. */
static bool is_busy(const eoe_state *s, int hex) {
    if (s->battle.hex == hex || s->entry.hex == hex) return true;
    bool marching = s->march.net != MK_NOWHERE && eoe_hex_of(s->march.net) == hex;
    return marching || (s->parent.net != MK_NOWHERE && eoe_hex_of(s->parent.net) == hex);
}

/* Both in the open: in battle, by a boxed entry, or Indians in the woods (11.5). */
static bool check_meetings(const eoe_state *s, char *why, size_t size) {
    eoe_hexes both = s->open[0];
    mk_set_and(&both, &s->open[1]);
    MK_SET_EACH(hex, &both) {
        bool excused = is_busy(s, hex);
        EOE_EACH_AT(p, s, 2 * hex) {
            bool woods = eoe.piece[p].type == EOE_INDIAN && eoe_is_wild(hex);
            excused |= s->piece[p].flags & EOE_MUST || woods;
        }
        HOLDS(excused, "both sides stand at %s", eoe_hex_id(hex));
    }
    return true;
}

/* Leaders without troops are not where an enemy is (8.1); they go when a phase of withdrawals or
 * a battle is over. */
static bool check_leaders(const eoe_state *s, char *why, size_t size) {
    if (has_frame(s, EOE_PH_WITHDRAW) || has_frame(s, EOE_PH_ATTRITION)) return true;
    for (int i = eoe.unit_count; i < eoe.piece_count; i++) {
        int at = s->piece[i].at, seat = s->piece[i].seat, enemy = eoe_enemy(seat);
        if (!eoe_on_map(at) || is_busy(s, at / 2) || eoe_units_at(s, seat, at)) continue;
        HOLDS(!mk_set_has(&s->open[enemy], at / 2), "%s is alone among enemies",
              eoe.piece[i].name.id);
        HOLDS(!(at & 1) || !mk_set_has(&s->inside[enemy], at / 2), "%s is alone in an enemy town",
              eoe.piece[i].name.id);
    }
    return true;
}

/* 15.3: the French army is in one place, and Rochambeau with it. */
static bool check_french(const eoe_state *s, char *why, size_t size) {
    if (eoe_war_of(s) != EOE_REVOLUTION) return true;
    int camp = EOE_PLACES;
    for (int i = 0; i < eoe.piece_count; i++) {
        int at = s->piece[i].at;
        if (eoe_group_of(i) != EOE_G_FRENCH || !(eoe_on_map(at) || eoe_is_aboard(at))) continue;
        HOLDS(camp == EOE_PLACES || camp == at, "%s left the French", eoe.piece[i].name.id);
        camp = at;
    }
    return true;
}

/* 15.1.1, 15.6: Americans and Spaniards never share a hex. */
static bool check_nations(const eoe_state *s, char *why, size_t size) {
    if (eoe_war_of(s) != EOE_REVOLUTION) return true;
    int hex = -1;
    unsigned groups = 0;
    EOE_EACH_PIECE(p, s) {
        if (s->piece[p].at / 2 != hex) groups = 0;
        hex = s->piece[p].at / 2;
        groups |= eoe_is_unit(p) ? eoe_group_of(p) : 0;
        HOLDS(!(groups & EOE_G_SPANISH) || !(groups & EOE_G_AMERICAN),
              "Americans and Spaniards share %s", eoe_hex_id(hex));
    }
    return true;
}

static bool check_fleets(const eoe_state *s, char *why, size_t size) {
    for (int i = 0; i < EOE_FLEETS; i++) {
        const eoe_fleet_at *f = &s->fleet[i];
        bool there = f->sea != EOE_NONE;
        HOLDS(!there || f->sea < eoe_board.sea_count, "a fleet is in no sea");
        HOLDS(f->marker == EOE_NONE || f->marker < eoe_board.sea_count, "a marker is in no sea");
        HOLDS(!there || eoe.table.naval_infantry[eoe_war_of(s)][i], "a fleet of another war");
        HOLDS(f->since <= s->base.turn, "a fleet came on turn %d", f->since);
        HOLDS(f->invaded <= 1 && f->marines <= 1, "a fleet did something twice");
        HOLDS(f->marines_at == MK_NOWHERE || f->marines, "naval infantry is ashore unused");
        bool north = there && eoe_board.seas[f->sea].winter == EOE_WINTER_NONE;
        HOLDS(!north || !eoe_winter(s) || f->marker == f->sea, "a fleet sails the north in winter");
        for (int k = 0; k < i; k++) {
            bool meet = there && f->sea == s->fleet[k].sea;
            HOLDS(!meet || eoe_fleet_seat(i) == eoe_fleet_seat(k), "enemy fleets share a sea");
        }
    }
    return true;
}

/* ---- The Revolution ------------------------------------------------------ */

/* No unit together with the one it stands for (7.5). */
static bool check_doubles(const eoe_state *s, char *why, size_t size) {
    for (int i = 0; i < eoe.unit_count; i++) {
        int by = eoe.piece[i].replaced_by;
        if (by == EOE_NO_PIECE || eoe.piece[i].leaves == EOE_OUT_MERGER) continue;
        HOLDS(!eoe_on_map(s->piece[i].at) || !eoe_on_map(s->piece[by].at), "%s and its successor",
              eoe.piece[i].name.id);
    }
    bool light = eoe_turn_now(s)->season == EOE_WINTER_1; /* it went home in fall */
    EOE_EACH_PIECE(p, s) {
        HOLDS(!light || !eoe_has_mark(p, EOE_M_LIGHT), "%s is out in winter", eoe.piece[p].name.id);
    }
    return true;
}

static bool check_agents(const eoe_state *s, char *why, size_t size) {
    for (int i = 0; i < EOE_MAX_AGENTS; i++) {
        bool there = s->agent_at[i] != MK_NOWHERE, his = false;
        HOLDS(!there || i < eoe.table.agent_count, "an agent who is none");
        for (int k = 0; there && k < eoe.table.agent[i].hexes; k++)
            his |= eoe.table.agent[i].hex[k] == s->agent_at[i];
        HOLDS(!there || his, "%s is at no hex of his", eoe.table.agent[i].name.id);
        HOLDS(there == (s->agent_turn[i] != 0), "an agent has a date and no place");
        HOLDS(s->agent_turn[i] <= s->base.turn, "an agent comes in the future");
    }
    return true;
}

/* Flags stand for areas whose militia can be kept at home (12.4, 12.5). */
static bool check_marks(const eoe_state *s, char *why, size_t size) {
    uint32_t homes = 0;
    for (int i = 0; i < eoe.unit_count; i++)
        if (eoe.piece[i].type == EOE_MILITIA && eoe.piece[i].war == eoe_war_of(s))
            homes |= 1u << eoe.piece[i].home;
    HOLDS(!(s->flags & ~homes), "a flag where no militia is at home");
    for (int i = 0; i < EOE_US_PORTS + 3; i++) {
        HOLDS(s->raided[i] <= s->base.turn, "a port is raided in the future");
        HOLDS(i < EOE_US_PORTS || !s->raided[i], "a port that is none");
    }
    HOLDS(s->vermont_flag <= 1 && s->marion <= 1 && s->blommart <= 1 && s->north_fallen <= 1,
          "a mark is there or not");
    HOLDS(s->sea_moved <= 1 && s->ludwig <= 1 && s->spanish_base <= 1 && s->by_offer <= 1,
          "a mark is there or not");
    HOLDS(!s->vermont_flag || !eoe_on_map(s->piece[eoe.named[EOE_P_UMVT]].at),
          "Vermont has its peace and its militia");
    HOLDS(!s->marion || !eoe_on_map(s->piece[eoe.named[EOE_P_UMSC]].at),
          "Marion and the militia of South Carolina");
    HOLDS(s->marion || !eoe_on_map(s->piece[eoe.named[EOE_P_UMMAR]].at), "Marion came too early");
    return true;
}

static bool check_politics(const eoe_state *s, char *why, size_t size) {
    int dead = 0;
    for (int i = 0; i < eoe.unit_count; i++) {
        const eoe_piece_row *row = &eoe.piece[i];
        bool counts = row->nation == EOE_N_BRITISH_REGULAR && row->war == EOE_REVOLUTION;
        if (counts && s->piece[i].at == EOE_DEAD) dead += row->steps;
    }
    HOLDS(dead == s->dead_steps, "%d regular steps are dead, %d are counted", dead, s->dead_steps);
    HOLDS(s->economy < EOE_ECONOMIES, "the economy is in no state");
    HOLDS(eoe_politics(s) || !s->french_entry, "France enters another war");
    int spain = s->french_entry + eoe.table.entry.spanish;
    spain = spain < eoe.table.entry.spanish_first ? eoe.table.entry.spanish_first : spain;
    HOLDS(s->spanish_entry == (s->french_entry ? spain : 0), "Spain enters on turn %d",
          s->spanish_entry);
    HOLDS(s->french_entry <= s->base.turn, "France enters in the future");
    int indies = s->french_entry + eoe.table.entry.west_indies;
    HOLDS(!s->west_indies || (s->french_entry && s->west_indies == indies),
          "the West Indies call on turn %d", s->west_indies);
    HOLDS(!s->by_offer || s->french_entry, "New France was given for nothing");
    HOLDS(s->raids <= 9 && s->west_indies_due <= 9, "too many raids or marines");
    return true;
}

/* ---- What is going on ---------------------------------------------------- */

static bool is_zero(const void *bytes, size_t size) {
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++)
        if (b[i]) return false;
    return true;
}

/* What is over leaves nothing behind: equal positions are equal bytes. */
static bool check_progress(const eoe_state *s, char *why, size_t size) {
    int nets = eoe_board.hexes.hex_count + eoe_board.water_count;
    bool marches = s->march.net != MK_NOWHERE, fights = s->battle.hex != MK_NOWHERE;
    HOLDS(!marches || s->march.net < nets, "a march is nowhere");
    HOLDS(s->parent.net == MK_NOWHERE || (marches && s->parent.net < nets), "a parent is nowhere");
    HOLDS(s->march.stage <= EOE_MARCH_OVER && s->entry.stage <= EOE_ENTRY_OVER, "no such stage");
    HOLDS(s->march.inside <= 1 && s->march.sortie <= 1 && s->march.fought <= 1 &&
              s->march.came_out <= 1 && s->march.landed <= 1,
          "a march is or is not");
    HOLDS(s->entry.hex == MK_NOWHERE || s->entry.hex < eoe_board.hexes.hex_count,
          "an entry is nowhere");
    HOLDS(s->entry.count <= EOE_MAX_REACTORS && s->entry.current <= s->entry.count,
          "too many react");
    HOLDS(!fights || s->battle.hex < eoe_board.hexes.hex_count, "a battle is nowhere");
    HOLDS(fights == has_frame(s, EOE_PH_BATTLE), "a battle without a frame");
    HOLDS(!fights || (s->battle.attacker < EOE_SEATS && s->battle.mover < EOE_SEATS),
          "a battle of nobody");
    eoe_battle none = s->battle;
    none.hex = 0;
    HOLDS(fights || is_zero(&none, sizeof none), "a battle is over and left something");
    HOLDS(has_frame(s, EOE_PH_ATTRITION) || !mk_set_size(&s->queue), "somebody is still hungry");
    HOLDS(has_frame(s, EOE_PH_WITHDRAW) || has_frame(s, EOE_PH_ELMORE) || !mk_set_size(&s->homes),
          "Elmore still looks for a home");
    return true;
}

bool eoe_check(const void *state, char *why, size_t size) {
    const eoe_state *s = state;
    const eoe_scenario *r = eoe_rules(s);
    HOLDS(s->base.turn >= r->first && s->base.turn <= r->last + 1, "turn %d is none", s->base.turn);
    HOLDS(s->phasing == EOE_NONE || s->phasing < EOE_SEATS, "nobody's operations");
    for (int i = 0; i < eoe.piece_count; i++)
        if (!check_piece(s, i, why, size)) return false;
    for (int i = eoe.piece_count; i < EOE_MAX_PIECES; i++)
        HOLDS(s->piece[i].at == EOE_ABSENT && !s->piece[i].flags && !s->piece[i].steps,
              "a piece that is none");
    HOLDS(s->reason < EOE_REASONS, "no reason");
    HOLDS((s->reason != EOE_UNDECIDED) == (s->base.depth == 0), "it is over without a reason");
    HOLDS(s->winner == EOE_NONE || (s->winner < EOE_SEATS && s->reason), "nobody has won yet");
    return check_order(s, why, size) && check_forces(s, why, size) && check_sets(s, why, size) &&
           check_progress(s, why, size) && check_meetings(s, why, size) &&
           check_leaders(s, why, size) && check_nations(s, why, size) &&
           check_french(s, why, size) && check_fleets(s, why, size) &&
           check_doubles(s, why, size) && check_agents(s, why, size) && check_marks(s, why, size) &&
           check_politics(s, why, size);
}
