/* goals.c - what the machine goes for: hexes that win the scenario, and enemies it can beat. */
#include "goals.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static const eoe_map *const b = &eoe_board;

/* ---- What is worth holding ----------------------------------------------- */

int eoe_goal_worth(const eoe_state *s, int seat, int hex) {
    const eoe_cast *c = eoe_cast_of(s);
    for (int i = 0; i < c->goal_count; i++)
        if (c->goal[i].hex == hex) return c->goal[i].worth[seat];
    return 0;
}

/* ---- Ways ---------------------------------------------------------------- */

enum { FAR = 250, SPACES = EOE_MAX_HEXES + EOE_MAX_WATERS };

/* What entering a hex costs in summer, by land or water; the search runs back from the goal, so the
 * hex that is entered is the one it comes from. */
static int cost_back(const void *who, int from, mk_exit e) {
    (void)who;
    unsigned bits = mk_way_bits(&b->net, e.way);
    int hex = eoe_hex_of(from), ground = b->ground[hex];
    bool back = e.way & 1;
    if (bits & EOE_ONE_WAY && !back) return MK_CLOSED;
    if (bits & (EOE_EMBARK | EOE_CARRY)) return 0;
    if (bits & EOE_OVER_SEA) return eoe.table.march.ferry;
    if (bits & EOE_BY_WATER)
        return ground == EOE_CIVILIZED ? eoe.table.march.water_civilized
                                       : eoe.table.march.water_wild;
    if (ground == EOE_LAKE || ground == EOE_SEA || ground == EOE_MOUNTAIN) return MK_CLOSED;
    if (ground != EOE_CIVILIZED) return eoe.table.march.wild;
    return eoe_is(hex, EOE_ROUGH) ? eoe.table.march.rough : eoe.table.march.civilized;
}

/* MP from every hex to a place of the map. Worked out when it is first asked for, by whichever
 * thread asks. */
typedef struct {
    uint8_t mp[EOE_MAX_HEXES];
    atomic_bool known;
} ways;

static void find_ways(ways *w, int hex) {
    mk_mark mark[SPACES];
    MK_SET(SPACES) from = {{0}};
    mk_set_add(&from, hex);
    for (int i = b->first_water[hex]; i < b->first_water[hex + 1]; i++)
        mk_set_add(&from, eoe_water_space(i));
    mk_reach_all(&b->net, from.word, &(mk_travel){.points = FAR, .cost = cost_back}, mark);
    memset(w->mp, FAR, sizeof w->mp);
    for (int i = 0; i < b->hexes.hex_count; i++)
        if (mark[i].cost < FAR) w->mp[i] = (uint8_t)mark[i].cost;
    atomic_store(&w->known, true);
}

int eoe_way_to(int place, int hex) {
    static ways all[EOE_MAX_PLACES];
    static pthread_mutex_t finding = PTHREAD_MUTEX_INITIALIZER;
    ways *w = &all[place];
    if (!atomic_load_explicit(&w->known, memory_order_acquire)) {
        pthread_mutex_lock(&finding);
        if (!atomic_load(&w->known)) find_ways(w, b->place[place].hex);
        pthread_mutex_unlock(&finding);
    }
    return w->mp[hex];
}

int eoe_way_of(const eoe_plan *p, int hex) {
    if (p->goal != EOE_NONE) return eoe_way_to(p->goal, hex);
    return 3 * mk_hex_distance(&b->hexes, p->hex, hex);
}

/* ---- Strength ------------------------------------------------------------ */

/* Linear factors, and a little for what cannot attack. */
int eoe_power_of(const eoe_state *s, int piece, bool attacks) {
    const eoe_piece_row *row = &eoe.piece[piece];
    if (eoe_is_leader(piece)) return 0;
    int steps = s->piece[piece].steps, factor = row->linear[steps ? steps - 1 : 0];
    if (!attacks) return factor ? 2 * factor : 1;
    if (row->linear_print == EOE_CIRCLED_OR_PLUS) return 0;
    return row->linear_print == EOE_BOXED ? factor : 2 * factor;
}

int eoe_power_at(const eoe_state *s, int seat, int space, int flags, bool attacks) {
    int sum = 0;
    if (!eoe_units_at(s, seat, space)) return 0;
    EOE_EACH_AT(p, s, space) {
        if (s->piece[p].seat != seat || (flags && !(s->piece[p].flags & flags))) continue;
        sum += eoe_power_of(s, p, attacks);
    }
    return sum;
}

static int power_in(const eoe_state *s, int seat, int hex) {
    return eoe_power_at(s, seat, 2 * hex, 0, false) + eoe_power_at(s, seat, 2 * hex + 1, 0, false);
}

bool eoe_goes_home(const eoe_state *s, int piece) {
    const eoe_piece_row *row = &eoe.piece[piece];
    int season = eoe_turn_now(s)->season;
    if (row->leaves == EOE_OUT_ENLISTMENT) return season == EOE_WINTER_1 || season == EOE_WINTER_2;
    return row->leaves == EOE_OUT_TURN && row->leaves_turn <= s->base.turn + 1;
}

/* Those who will be there in the turns to come. */
static int lasting_power_in(const eoe_state *s, int seat, int hex) {
    int sum = 0;
    for (int space = 2 * hex; space <= 2 * hex + 1; space++) {
        EOE_EACH_AT(p, s, space) {
            if (s->piece[p].seat == seat && !eoe_goes_home(s, p)) sum += eoe_power_of(s, p, false);
        }
    }
    return sum;
}

/* Where the power of a side stands, as columns: what is near a hex is asked for every goal of every
 * force, and that way the compiler compares many at once. */
typedef struct {
    bool known;
    int count;
    int16_t u[EOE_MAX_PIECES], v[EOE_MAX_PIECES], power[EOE_MAX_PIECES];
} strengths;

/* The actions of a decision are weighed one after the other, in the same position. */
static _Thread_local strengths memory[2];

/* The way of one force is asked for with each of its actions. */
enum { FORCES = 4 };
static _Thread_local struct {
    int count; /* of all that were found: the last ones are kept */
    struct {
        int16_t seat, space;
        int flags;
        eoe_plan plan;
    } of[FORCES];
} plans;

void eoe_weigh_begin(const void *state) {
    (void)state;
    memory[EOE_BRITISH].known = memory[EOE_ALLIED].known = false;
    plans.count = 0;
}

static const strengths *strengths_of(const eoe_state *s, int seat) {
    strengths *all = &memory[seat];
    if (all->known) return all;
    eoe_hexes units = s->open[seat];
    mk_set_or(&units, &s->inside[seat]);
    all->count = 0;
    MK_SET_EACH(hex, &units) {
        all->u[all->count] = b->hexes.u[hex];
        all->v[all->count] = b->hexes.v[hex];
        all->power[all->count++] = (int16_t)power_in(s, seat, hex);
    }
    all->known = true;
    return all;
}

int eoe_power_near(const eoe_state *s, int seat, int hex, int hexes) {
    const strengths *all = strengths_of(s, seat);
    int16_t u = b->hexes.u[hex], v = b->hexes.v[hex], most = (int16_t)hexes, sum = 0;
    for (int i = 0; i < all->count; i++) {
        int16_t du = (int16_t)(all->u[i] - u), dv = (int16_t)(all->v[i] - v);
        int16_t d = (int16_t)(du - dv); /* no further than mk_hex_distance says */
        bool near =
            du <= most && du >= -most && dv <= most && dv >= -most && d <= most && d >= -most;
        sum = (int16_t)(sum + (near ? all->power[i] : 0));
    }
    return sum;
}

int eoe_prospect(const eoe_state *s, int seat, int strength, int hex, bool inside) {
    int enemy = eoe_enemy(seat), his = eoe_power_at(s, enemy, 2 * hex + inside, 0, false);
    if (inside && mk_set_has(&s->fort, hex)) his += his / 2;
    return his ? 4 * strength / his : 99;
}

int eoe_militia_power(const eoe_state *s, int seat, int hex) {
    int enemy = eoe_enemy(seat), area = b->area[hex], sum = 0;
    if (area == EOE_NONE || eoe_friendly(s, enemy, hex) < 0) return 0;
    EOE_EACH_MILITIA(p, s) {
        if (eoe.piece[p].home == area && eoe_may_call(s, enemy, p))
            sum += eoe_power_of(s, p, false);
    }
    return sum;
}

bool eoe_is_precious(const eoe_state *s, int piece) {
    return eoe_politics(s) && eoe.piece[piece].nation == EOE_N_BRITISH_REGULAR;
}

bool eoe_has_precious(const eoe_state *s, const eoe_force *f) {
    if (f->seat != EOE_BRITISH || !eoe_politics(s)) return false;
    EOE_EACH_AT(p, s, f->space) {
        if (f->flags && !(s->piece[p].flags & f->flags)) continue;
        if (eoe_is_unit(p) && eoe_is_precious(s, p)) return true;
    }
    return false;
}

enum { ENOUGH = 60 }; /* three regiments and a half */

static bool too_few(const eoe_state *s, const eoe_force *f, int strength) {
    return strength < ENOUGH && eoe_has_precious(s, f);
}

int eoe_force_needed(const eoe_state *s, int seat, int from, const eoe_plan *plan) {
    enum { NO_LIMIT = 30000 };
    if (!eoe_politics(s) || seat != EOE_BRITISH || plan->hex == MK_NOWHERE) return NO_LIMIT;
    bool fall = eoe_turn_now(s)->season >= EOE_FALL;
    if (plan->hungry && !fall) return NO_LIMIT; /* there is time to go together */
    if (plan->hungry) /* many small forces, of whom some will get away; a town feeds one */
        return eoe_lives_at(s, seat, plan->hex) ? ENOUGH : 1;
    int enemy = eoe_enemy(seat), against = eoe_power_near(s, enemy, plan->hex, 1);
    int need = 3 * (against + eoe_militia_power(s, seat, plan->hex));
    int near = eoe_power_near(s, enemy, plan->hex, 3);
    int here = eoe_power_near(s, enemy, from, 2);
    if (need < near) need = near;
    if (need < here) need = here;
    return need > ENOUGH ? need : ENOUGH;
}

/* Faces of the die that bring full collapse if nothing changes until the last check (15.7). */
static int collapsing_faces(const eoe_state *s) {
    int shift = eoe_disruption(eoe_british_ports(s, false), 0), faces = 0;
    if (s->french_entry) shift += eoe.table.disruption.french;
    if (s->spanish_entry) shift += eoe.table.disruption.spanish;
    int turn = eoe.table.economy[eoe.table.economy_count - 1].turn;
    for (int die = 1; die <= 6; die++) faces += eoe_economy_at(turn, die + shift) == EOE_FULL;
    return faces;
}

bool eoe_sits_tight(const eoe_state *s, int seat) {
    enum { NEAR_THE_FALL = 3 };
    if (!eoe_politics(s) || seat != EOE_BRITISH) return false;
    return s->dead_steps + NEAR_THE_FALL > eoe.table.entry.north_steps || collapsing_faces(s) == 6;
}

bool eoe_fears_winter(const eoe_state *s, int seat) {
    return eoe_politics(s) && seat == EOE_BRITISH;
}

/* 6.3: guns beside the river cut a port off that lies inland, and they may come after us. */
static bool may_be_cut_off(const eoe_state *s, int seat, int hex) {
    enum { A_MARCH = 4 };
    const eoe_cast *c = eoe_cast_of(s);
    if (eoe_is(hex, EOE_COASTAL) || eoe_turn_now(s)->season < EOE_SUMMER_2) return false;
    for (int i = 0; i < c->gun_count; i++) {
        const eoe_piece *gun = &s->piece[c->guns[i]];
        if (gun->seat == seat || !eoe_on_map(gun->at)) continue;
        if (mk_hex_distance(&b->hexes, hex, gun->at / 2) <= A_MARCH) return true;
    }
    return false;
}

/* Where a winter can be lived through. A line through American land is soon cut, a coast is not. A
 * town that enemies hold feeds nobody who lies before it. */
static void find_fed(const eoe_state *s, int seat, unsigned group, eoe_hexes *out) {
    eoe_find_supplied(s, seat, group, out);
    if (!eoe_fears_winter(s, seat)) return;
    eoe_hexes safe = eoe_index.welcome[0][seat];
    mk_set_or(&safe, &eoe_index.coastal);
    mk_set_or(&safe, &eoe_index.ports);
    mk_set_and(out, &safe);
    if (!eoe_controls(s, EOE_BRITISH, eoe.hex[EOE_H_HALIFAX])) return;
    for (int i = 0; i < EOE_US_PORTS; i++) { /* what is taken from the enemy is fed by sea, too */
        int hex = eoe.us_port[i], enemy = eoe_enemy(seat);
        bool coast = eoe_is(hex, EOE_COASTAL) || eoe_turn_now(s)->season < EOE_SUMMER_2;
        bool siege = eoe_turn_now(s)->season >= EOE_FALL && mk_set_has(&s->inside[enemy], hex);
        bool last = s->base.turn == eoe_rules(s)->last, open = last || !eoe_winter(s);
        if ((siege && !last) || may_be_cut_off(s, seat, hex))
            mk_set_remove(out, hex);
        else if (coast && open && eoe_fleet_off(s, enemy, hex) == EOE_NONE)
            mk_set_add(out, hex);
    }
}

bool eoe_lives_at(const eoe_state *s, int seat, int hex) {
    eoe_hexes fed;
    find_fed(s, seat, seat == EOE_BRITISH ? EOE_G_BRITISH : EOE_G_AMERICAN, &fed);
    return mk_set_has(&fed, hex);
}

bool eoe_is_trapped(const eoe_state *s, int piece) {
    int at = s->piece[piece].at, seat = s->piece[piece].seat;
    if (!eoe_fears_winter(s, seat) || !eoe_on_map(at)) return false;
    return eoe_turn_now(s)->season >= EOE_SUMMER_2 && !eoe_lives_at(s, seat, at / 2);
}

bool eoe_is_haven(const eoe_state *s, int seat, int hex) {
    if (!eoe_is(hex, EOE_PORT) || mk_set_has(&s->open[eoe_enemy(seat)], hex)) return false;
    return eoe_occupies(s, seat, hex) && eoe_controls(s, seat, hex) && eoe_lives_at(s, seat, hex);
}

bool eoe_leaves_supply(const eoe_state *s, int seat, int from, int to) {
    if (!eoe_fears_winter(s, seat) || eoe_lives_at(s, seat, to)) return false;
    bool town = eoe_is(from, EOE_PORT) && eoe_sea_supply(s, seat, EOE_G_BRITISH, from, true);
    return town || eoe_lives_at(s, seat, from);
}

/* ---- Where to ------------------------------------------------------------ */

/* What a force looks at. From fall on it wants to be in supply when the winter comes (6.1). */
enum { MAX_FRIENDS = 64 };
typedef struct {
    const eoe_state *s;
    const eoe_force *f;
    int strength;
    bool cold, few, sits;
    eoe_hexes fed;
    struct { /* friends who could go somewhere else */
        uint16_t hex;
        int strength;
    } friend[MAX_FRIENDS];
    int friends;
} outlook;

/* Other stacks, without what stays as a garrison. */
static void find_friends(outlook *o) {
    const eoe_state *s = o->s;
    int seat = o->f->seat;
    for (int inside = 0; inside < 2; inside++) {
        const eoe_hexes *where = inside ? &s->inside[seat] : &s->open[seat];
        MK_SET_EACH(hex, where) {
            if (o->friends == MAX_FRIENDS || hex == o->f->space / 2) continue;
            int strength = eoe_power_at(s, seat, 2 * hex + inside, 0, true);
            if (eoe_goal_worth(s, seat, hex)) strength = strength * 2 / 3 - 18;
            if (strength < 12) continue;
            o->friend[o->friends].hex = (uint16_t)hex;
            o->friend[o->friends++].strength = strength;
        }
    }
}

/* Is somebody nearer who is strong enough for a goal? In the Revolution there are many. */
static bool others_go(const outlook *o, const eoe_goal *g, int way, int against) {
    for (int i = 0; i < o->friends && eoe_politics(o->s); i++) {
        if (o->friend[i].strength < 2 * against) continue;
        if (eoe_way_to(g->place, o->friend[i].hex) < way) return true;
    }
    return false;
}

static outlook look_from(const eoe_state *s, const eoe_force *f, int strength) {
    outlook o = {.s = s, .f = f, .strength = strength};
    bool over = s->base.turn == eoe_rules(s)->last && !eoe_politics(s); /* who starves has won */
    o.cold = (eoe_turn_now(s)->season >= EOE_FALL && !over) || eoe_has_precious(s, f);
    o.few = too_few(s, f, strength);
    o.sits = eoe_sits_tight(s, f->seat) && eoe_has_precious(s, f);
    if (!eoe_politics(s) || f->seat == EOE_BRITISH) find_friends(&o);
    unsigned group = f->groups & EOE_G_FRENCH    ? EOE_G_FRENCH
                     : f->groups & EOE_G_SPANISH ? EOE_G_SPANISH
                     : f->seat == EOE_BRITISH    ? EOE_G_BRITISH
                                                 : EOE_G_AMERICAN;
    if (o.cold) find_fed(s, f->seat, group, &o.fed);
    return o;
}

/* A town before which a force lies feeds it once it has fallen, and three to one takes most. */
static bool will_fall(const outlook *o, int hex) {
    enum { SURE = 12, AT_HAND = 10 };
    int place = b->place_at[hex], seat = o->f->seat;
    if (place == EOE_NONE || !mk_set_has(&o->s->inside[eoe_enemy(seat)], hex)) return false;
    if (eoe_turn_now(o->s)->season > EOE_FALL ||
        eoe_fleet_off(o->s, eoe_enemy(seat), hex) != EOE_NONE)
        return false;
    if (eoe_way_to(place, o->f->space / 2) > AT_HAND) return false;
    return eoe_prospect(o->s, seat, o->strength, hex, true) >= SURE;
}

static bool starves_at(const outlook *o, int hex) {
    return o->cold && !mk_set_has(&o->fed, hex) && !will_fall(o, hex);
}

/* What stands near a goal already: armies that meet there win it together. */
static int strength_near(const outlook *o, const eoe_goal *g) {
    enum { NEAR = 3 };
    int sum = 0;
    for (int i = 0; i < o->friends && !eoe_politics(o->s); i++)
        if (mk_hex_distance(&b->hexes, o->friend[i].hex, g->hex) <= NEAR)
            sum += o->friend[i].strength;
    return sum;
}

/* Who has nothing better to do goes to what is worth most and held by fewer: others may come for
 * it. Never from a place that is worth as much. */
static int reserve_value(const outlook *o, const eoe_goal *g, int mine, int way) {
    int seat = o->f->seat, worth = g->worth[seat];
    if (eoe_politics(o->s) || mine >= 2 * o->strength) return 0;
    if (worth <= eoe_goal_worth(o->s, seat, o->f->space / 2)) return 0;
    return worth * 40 / (10 + way);
}

/* Of a goal for a force: what it is worth, how far it is, whether it can be won. */
static int goal_value(const outlook *o, const eoe_goal *g) {
    const eoe_state *s = o->s;
    const eoe_force *f = o->f;
    int strength = o->strength, enemy = eoe_enemy(f->seat), from = f->space / 2;
    int worth = g->worth[f->seat], way = eoe_way_to(g->place, from);
    if (!worth || way >= FAR || !eoe_in_play(s, g->hex)) return 0;
    if (eoe_why_not_enter(s, f->seat, f->groups, g->hex)) return 0;
    bool hungry = starves_at(o, g->hex);
    if (hungry && (eoe_politics(s) || f->units > 3)) return 0; /* 6.4: a town feeds one */
    if (hungry && f->units > 1) worth /= 2;
    if ((o->few || o->sits) && !eoe_occupies(s, f->seat, g->hex)) return 0;
    int his = power_in(s, enemy, g->hex), mine = power_in(s, f->seat, g->hex);
    bool ours = eoe_controls(s, f->seat, g->hex);
    bool held = eoe_occupies(s, f->seat, g->hex) && ours;
    if (ours && !held && !eoe_politics(s) && !eoe_power_near(s, enemy, g->hex, 4)) return 0;
    if (held && !his) {
        if (!eoe_politics(s)) mine = lasting_power_in(s, f->seat, g->hex);
        if (!mine && f->units) return worth * 400 / (10 + way); /* who holds it will be gone */
        int threat = eoe_power_near(s, enemy, g->hex, 3);
        if (from == g->hex) return threat > mine / 2 ? worth * 8 : 0;
        if (mine * 3 >= threat * 2) return reserve_value(o, g, mine, way);
        worth /= 2;
    } else if (from != g->hex && mine && mine > 2 * his) {
        return 0;
    }
    int against = his + eoe_militia_power(s, f->seat, g->hex);
    int odds = against ? 4 * (strength + strength_near(o, g)) / against : 99;
    int value = worth * 400 / (10 + way);
    if (!held && others_go(o, g, way, against)) value /= 4;
    bool late = !eoe_politics(s) && s->base.turn + 5 >= eoe_rules(s)->last;
    return odds >= 8 || late ? value : odds >= 5 ? value / 2 : value / 8;
}

/* An enemy stack that can be beaten and is near. Regulars of the Revolution count (15.2). */
static void hunt(const outlook *o, eoe_plan *best) {
    const eoe_state *s = o->s;
    const eoe_force *f = o->f;
    int strength = o->strength, enemy = eoe_enemy(f->seat), from = f->space / 2;
    MK_SET_EACH(hex, &s->open[enemy]) {
        int distance = mk_hex_distance(&b->hexes, from, hex);
        if (distance > 6 || b->ground[hex] == EOE_LAKE || starves_at(o, hex)) continue;
        int odds = eoe_prospect(s, f->seat, strength, hex, false);
        if (odds < (f->seat == EOE_BRITISH && eoe_politics(s) ? 12 : 8)) continue;
        if (eoe_why_not_enter(s, f->seat, f->groups, hex)) continue;
        int steps = 0;
        EOE_EACH_AT(p, s, 2 * hex) {
            bool regular = eoe.piece[p].nation == EOE_N_BRITISH_REGULAR;
            if (s->piece[p].seat == enemy) steps += s->piece[p].steps * (regular ? 3 : 1);
        }
        int value = (steps + 1) * 12 / (2 + distance);
        if (value > best->value) *best = (eoe_plan){hex, EOE_NONE, value, false};
    }
}

/* Too few to go alone: to the nearest who are many. */
static void gather(const outlook *o, eoe_plan *best) {
    int from = o->f->space / 2, seat = o->f->seat;
    if (eoe_goal_worth(o->s, seat, from)) return; /* a garrison */
    MK_SET_EACH(hex, &o->s->open[seat]) {
        int distance = mk_hex_distance(&b->hexes, from, hex);
        if (hex == from || distance > 8 || starves_at(o, hex)) continue;
        if (power_in(o->s, seat, hex) < ENOUGH) continue;
        int value = 40 - 4 * distance;
        if (value > best->value) *best = (eoe_plan){hex, EOE_NONE, value, false};
    }
}

/* The nearest hex where the winter can be lived through. */
static void find_quarters(const outlook *o, eoe_plan *best) {
    int from = o->f->space / 2, enemy = eoe_enemy(o->f->seat), least = 12;
    MK_SET_EACH(hex, &o->fed) {
        int distance = mk_hex_distance(&b->hexes, from, hex);
        if (distance >= least || eoe_occupies(o->s, enemy, hex)) continue;
        if (!mk_set_has(&eoe_index.land, hex)) continue;
        if (eoe_why_not_enter(o->s, o->f->seat, o->f->groups, hex)) continue;
        least = distance;
        *best = (eoe_plan){hex, EOE_NONE, 300 - 10 * distance, false};
    }
}

/* 6.4: an empty town feeds one. */
static void find_lodgings(const outlook *o, eoe_plan *best) {
    const eoe_state *s = o->s;
    int from = o->f->space / 2;
    for (int i = 0; i < b->place_count; i++) {
        int hex = b->place[i].hex, distance = mk_hex_distance(&b->hexes, from, hex);
        if (distance > 6 || !eoe_has_place(hex) || !eoe_in_play(s, hex)) continue;
        if (eoe_occupies(s, EOE_BRITISH, hex) || eoe_occupies(s, EOE_ALLIED, hex)) continue;
        if (eoe_why_not_enter(s, o->f->seat, o->f->groups, hex)) continue;
        int value = 270 - 10 * distance;
        if (value > best->value) *best = (eoe_plan){hex, EOE_NONE, value, false};
    }
}

static int units_in(const eoe_state *s, int seat, int hex) {
    int count = 0;
    for (int space = 2 * hex; space <= 2 * hex + 1; space++) {
        EOE_EACH_AT(p, s, space) count += s->piece[p].seat == seat && eoe_is_unit(p);
    }
    return count;
}

static bool is_hungry(const outlook *o) {
    int hex = o->f->space / 2;
    if (!starves_at(o, hex)) return false;
    return !eoe_has_place(hex) || units_in(o->s, o->f->seat, hex) > 1;
}

eoe_plan eoe_plan_of(const eoe_state *s, const eoe_force *f, int strength) {
    const eoe_cast *c = eoe_cast_of(s);
    eoe_plan best = {MK_NOWHERE, EOE_NONE, 0, false};
    if (!strength) return best;
    outlook o = look_from(s, f, strength);
    bool hungry = is_hungry(&o);
    if (hungry) find_quarters(&o, &best);
    if (hungry && eoe_has_precious(s, f)) find_lodgings(&o, &best);
    for (int i = 0; i < c->goal_count; i++) {
        int value = goal_value(&o, &c->goal[i]);
        if (value > best.value) best = (eoe_plan){c->goal[i].hex, c->goal[i].place, value, false};
    }
    if (o.few)
        gather(&o, &best);
    else if (!o.sits)
        hunt(&o, &best);
    best.hungry = hungry;
    return best;
}

eoe_plan eoe_plan_at(const eoe_state *s, int seat, int space, int flags) {
    int kept = plans.count < FORCES ? plans.count : FORCES;
    for (int i = 0; i < kept; i++)
        if (plans.of[i].space == space && plans.of[i].seat == seat && plans.of[i].flags == flags)
            return plans.of[i].plan;
    eoe_force f = eoe_force_at(s, seat, space, flags, -1);
    eoe_plan plan = eoe_plan_of(s, &f, eoe_power_at(s, seat, space, flags, true));
    int i = plans.count++ % FORCES;
    plans.of[i].seat = (int16_t)seat;
    plans.of[i].space = (int16_t)space;
    plans.of[i].flags = flags;
    plans.of[i].plan = plan;
    return plan;
}

int eoe_garrison(const eoe_state *s, int seat, int space) {
    int hex = space / 2;
    if (!eoe_goal_worth(s, seat, hex)) return 0;
    if (!(space & 1) && eoe_has_inside(s, hex)) return 0; /* of a siege all take part */
    bool starves = eoe_fears_winter(s, seat) && eoe_turn_now(s)->season >= EOE_FALL &&
                   !eoe_lives_at(s, seat, hex);
    int threat = eoe_power_near(s, eoe_enemy(seat), hex, 4), units = 0, power = 0;
    EOE_EACH_AT(p, s, space) {
        if (s->piece[p].seat != seat || eoe_is_leader(p)) continue;
        units++;
        power += eoe_power_of(s, p, false);
    }
    if (!threat && !eoe_politics(s) && eoe_friendly(s, seat, hex) > 0) return 0;
    if (!threat || !power || starves) return 1;  /* 6.4: a town feeds one */
    int stay = units * threat / (2 * power) + 1; /* half as strong as what could come */
    return stay > units / 2 ? units / 2 + 1 : stay;
}
