/* properties.c - the facts of a state by name; docs/eoe.md explains them. */
#include <string.h>

#include "eoe.h"

/* ---- Pieces -------------------------------------------------------------- */

static int get_at(const void *state, int piece) {
    return eoe_where_of(((const eoe_state *)state)->piece[piece].at);
}

static bool set_at(void *state, int piece, int value, mk_error *e) {
    eoe_state *s = state;
    eoe_piece *p = &s->piece[piece];
    if (value < 0) return mk_fail(e, MK_E_VALUE, "a piece is somewhere, or in a box");
    int place = eoe_place_of(value);
    bool inside = eoe_on_map(place) && place & 1;
    if (inside && !eoe_has_place(place / 2))
        return mk_fail(e, MK_E_VALUE, "there is no town or outpost in %s", eoe_hex_id(place / 2));
    p->at = (uint16_t)place;
    const eoe_piece_row *row = &eoe.piece[piece];
    if (place == EOE_DEAD || !eoe_is_unit(piece))
        p->steps = 0;
    else if (!p->steps)
        p->steps = row->steps;
    return true;
}

static int get_flag(const void *state, int piece, int flag) {
    return (((const eoe_state *)state)->piece[piece].flags & flag) != 0;
}
static bool set_flag(void *state, int piece, int flag, int value, mk_error *e) {
    uint16_t *flags = &((eoe_state *)state)->piece[piece].flags;
    if (value < 0 || value > 1) return mk_fail(e, MK_E_VALUE, "it is 0 or 1");
    *flags = (uint16_t)(value ? *flags | flag : *flags & ~flag);
    return true;
}
#define FLAG(name, flag)                                                                           \
    static int get_##name(const void *state, int piece) { return get_flag(state, piece, flag); }   \
    static bool set_##name(void *state, int piece, int value, mk_error *e) {                       \
        return set_flag(state, piece, flag, value, e);                                             \
    }
FLAG(must, EOE_MUST)
FLAG(in_port, EOE_IN_PORT)
FLAG(hungry, EOE_HUNGRY)
FLAG(came, EOE_CAME)
FLAG(barred, EOE_BARRED)
FLAG(returns, EOE_RETURNS)
FLAG(embarked, EOE_EMBARKED)
FLAG(raider, EOE_RAIDER)

/* ---- Whose, what follows ------------------------------------------------- */

static int get_control(const void *state, int hex) {
    if (eoe_controls(state, EOE_BRITISH, hex)) return EOE_BRITISH;
    return eoe_controls(state, EOE_ALLIED, hex) ? EOE_ALLIED : -1;
}

static int get_ruled(const void *state, int area) {
    return ((const eoe_state *)state)->flags >> area & 1;
}
static bool set_ruled(void *state, int area, int value, mk_error *e) {
    uint32_t *flags = &((eoe_state *)state)->flags;
    if (value < 0 || value > 1) return mk_fail(e, MK_E_VALUE, "it is 0 or 1");
    *flags = value ? *flags | 1u << area : *flags & ~(1u << area);
    return true;
}

static int get_in_supply(const void *state, int piece) {
    const eoe_state *s = state;
    if (!eoe_is_unit(piece) || !eoe_on_map(s->piece[piece].at)) return 0;
    eoe_supply supply;
    eoe_trace(s, s->piece[piece].seat, eoe_group_of(piece), &supply);
    return eoe_in_supply(s, piece, &supply);
}
static int get_land_supply(const void *state, int piece) {
    const eoe_state *s = state;
    const eoe_piece *p = &s->piece[piece];
    if (!eoe_is_unit(piece) || !eoe_on_map(p->at)) return 0;
    return eoe_land_supply(s, p->seat, eoe_group_of(piece), p->at / 2, p->at & 1);
}
static int get_sea_supply(const void *state, int piece) {
    const eoe_state *s = state;
    const eoe_piece *p = &s->piece[piece];
    if (!eoe_is_unit(piece) || !eoe_on_map(p->at)) return 0;
    return eoe_sea_supply(s, p->seat, eoe_group_of(piece), p->at / 2, p->at & 1);
}

/* The rating of all of a side in a space that have not moved: of a move, and of a reaction. */
static int rating(const eoe_state *s, int space, eoe_check_kind kind) {
    for (int seat = 0; seat < EOE_SEATS; seat++) {
        if (!eoe_units_at(s, seat, space)) continue;
        eoe_force f = eoe_force_at(s, seat, space, 0, -1);
        return eoe_rating_of(s, &f, kind).rating;
    }
    return 0;
}
static int get_initiative(const void *state, int space) {
    return rating(state, space, EOE_CHECK_FIRST);
}
static int get_reaction(const void *state, int space) {
    return rating(state, space, EOE_CHECK_REACTION);
}

static int get_season(const void *state, int subject) {
    (void)subject;
    return eoe_turn_now(state)->season;
}
static int get_year(const void *state, int subject) {
    (void)subject;
    return eoe_turn_now(state)->year;
}
static int get_winner(const void *state, int subject) {
    (void)subject;
    const eoe_state *s = state;
    return s->reason && s->winner < EOE_SEATS ? s->winner : -1;
}
static int get_reason(const void *state, int subject) {
    (void)subject;
    return ((const eoe_state *)state)->reason;
}
static int get_loyalty(const void *state, int subject) {
    (void)subject;
    int war = eoe_war_of(state);
    bool chart = war == EOE_FRENCH_AND_INDIAN || war == EOE_KING_GEORGE;
    return chart ? eoe_loyalty_now(state) : 0;
}
static int get_march_mp(const void *state, int subject) {
    (void)subject;
    const eoe_state *s = state;
    return s->march.net == MK_NOWHERE ? 0 : eoe_march_mp(s);
}
static int get_battle_hex(const void *state, int subject) {
    (void)subject;
    int hex = ((const eoe_state *)state)->battle.hex;
    return hex == MK_NOWHERE ? -1 : hex;
}
static int get_attacker(const void *state, int subject) {
    (void)subject;
    const eoe_state *s = state;
    return s->battle.hex == MK_NOWHERE ? -1 : s->battle.attacker;
}
static int get_attack(const void *state, int subject) {
    (void)subject;
    const eoe_state *s = state;
    return s->battle.hex == MK_NOWHERE ? 0 : eoe_linear_factors(s, s->battle.attacker);
}
static int get_defence(const void *state, int subject) {
    (void)subject;
    const eoe_state *s = state;
    return s->battle.hex == MK_NOWHERE ? 0 : eoe_linear_factors(s, !s->battle.attacker);
}
static int get_drm(const void *state, int subject) {
    (void)subject;
    const eoe_state *s = state;
    return s->battle.hex == MK_NOWHERE ? 0 : eoe_modifiers_now(s).sum;
}

static int get_agent(const void *state, int agent) {
    int hex = ((const eoe_state *)state)->agent_at[agent];
    return hex == MK_NOWHERE ? -1 : hex;
}
static bool set_agent(void *state, int agent, int value, mk_error *e) {
    (void)e;
    ((eoe_state *)state)->agent_at[agent] = value < 0 ? MK_NOWHERE : (uint16_t)value;
    return true;
}
static int get_raided(const void *state, int hex) {
    for (int i = 0; i < EOE_US_PORTS; i++)
        if (eoe.us_port[i] == hex) return ((const eoe_state *)state)->raided[i];
    return 0;
}
static bool set_raided(void *state, int hex, int value, mk_error *e) {
    for (int i = 0; i < EOE_US_PORTS; i++) {
        if (eoe.us_port[i] != hex) continue;
        ((eoe_state *)state)->raided[i] = (uint8_t)value;
        return true;
    }
    return value == 0 || mk_fail(e, MK_E_VALUE, "it is none of the 21 ports");
}

#define NUMBER(name, member, most)                                                                 \
    { name, .field = MK_FIELD(eoe_state, member, 0, most) }
#define FLAG_ROW(name)                                                                             \
    { #name, EOE_K_PIECE, 0, get_##name, set_##name }

const mk_property eoe_properties[] = {
    NUMBER("turn", base.turn, EOE_MAX_TURNS),
    {"phasing", 0, EOE_K_SEAT, .field = MK_FIELD(eoe_state, phasing, -1, MK_ANY)},
    {"at", EOE_K_PIECE, EOE_K_WHERE, get_at, set_at},
    {"steps", EOE_K_PIECE, .field = MK_EACH(eoe_state, piece, .steps, 0, EOE_MAX_STEPS)},
    {"due", EOE_K_PIECE, .field = MK_EACH(eoe_state, piece, .turn, 0, EOE_MAX_TURNS + 6)},
    {"owner", EOE_K_PIECE, EOE_K_SEAT, .field = MK_EACH(eoe_state, piece, .seat, 0, MK_ANY)},
    FLAG_ROW(must),
    FLAG_ROW(in_port),
    FLAG_ROW(hungry),
    FLAG_ROW(came),
    FLAG_ROW(barred),
    FLAG_ROW(returns),
    FLAG_ROW(embarked),
    FLAG_ROW(raider),
    {"fort", EOE_K_HEX, .field = MK_BIT_EACH(eoe_state, fort)},
    {"trodden", EOE_K_HEX, .field = MK_BIT_EACH(eoe_state, trodden)},
    {"sea", EOE_K_FLEET, EOE_K_SEA, .field = MK_EACH(eoe_state, fleet, .sea, -1, MK_ANY)},
    {"marker", EOE_K_FLEET, EOE_K_SEA, .field = MK_EACH(eoe_state, fleet, .marker, -1, MK_ANY)},
    {"since", EOE_K_FLEET, .field = MK_EACH(eoe_state, fleet, .since, 0, EOE_MAX_TURNS)},
    {"invaded", EOE_K_FLEET, .field = MK_EACH(eoe_state, fleet, .invaded, 0, 1)},
    {"marines_used", EOE_K_FLEET, .field = MK_EACH(eoe_state, fleet, .marines, 0, 1)},
    {"marines_at", EOE_K_FLEET, EOE_K_HEX,
     .field = MK_EACH(eoe_state, fleet, .marines_at, -1, MK_ANY)},
    {"ruled", EOE_K_AREA, 0, get_ruled, set_ruled},
    {"agent_at", EOE_K_AGENT, EOE_K_HEX, get_agent, set_agent},
    {"agent_since", EOE_K_AGENT, .field = MK_EACH(eoe_state, agent_turn, , 0, EOE_MAX_TURNS)},
    {"raided", EOE_K_HEX, 0, get_raided, set_raided},
    NUMBER("french_entry", french_entry, EOE_MAX_TURNS),
    NUMBER("by_offer", by_offer, 1),
    NUMBER("west_indies", west_indies, EOE_MAX_TURNS + 9),
    NUMBER("spanish_entry", spanish_entry, EOE_MAX_TURNS + 9),
    {"economy", 0, EOE_K_ECONOMY, .field = MK_FIELD(eoe_state, economy, 0, MK_ANY)},
    NUMBER("vermont_flag", vermont_flag, 1),
    NUMBER("marion", marion, 1),
    NUMBER("blommart", blommart, 1),
    NUMBER("north_fallen", north_fallen, 1),
    NUMBER("raids", raids, 9),
    NUMBER("sea_moved", sea_moved, 1),
    NUMBER("ludwig", ludwig, 1),
    NUMBER("spanish_base", spanish_base, 1),
    /* derived */
    {"dead_steps", .field = MK_FIELD(eoe_state, dead_steps, MK_DERIVED)},
    {"season", 0, EOE_K_SEASON, get_season},
    {"year", 0, 0, get_year},
    {"control", EOE_K_HEX, EOE_K_SEAT, get_control},
    {"in_supply", EOE_K_PIECE, 0, get_in_supply},
    {"land_supply", EOE_K_PIECE, 0, get_land_supply},
    {"sea_supply", EOE_K_PIECE, 0, get_sea_supply},
    {"initiative", EOE_K_SPACE, 0, get_initiative},
    {"reaction", EOE_K_SPACE, 0, get_reaction},
    {"loyalty", 0, 0, get_loyalty},
    {"factors", EOE_K_SEAT, 0, eoe_get_factors},
    {"places", EOE_K_SEAT, 0, eoe_get_places},
    {"march.mp", 0, 0, get_march_mp},
    {"battle.hex", 0, EOE_K_HEX, get_battle_hex},
    {"battle.attacker", 0, EOE_K_SEAT, get_attacker},
    {"battle.attack", 0, 0, get_attack},
    {"battle.defence", 0, 0, get_defence},
    {"battle.drm", 0, 0, get_drm},
    {"winner", 0, EOE_K_SEAT, get_winner},
    {"reason", 0, EOE_K_REASON, get_reason},
    {0},
};
