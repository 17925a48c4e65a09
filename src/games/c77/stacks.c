/* stacks.c - what stands where: SP, leaders, supply markers; who holds a space. */
#include "c77.h"

#include <assert.h>
#include <string.h>

/* ---- Counting ---- */

int c77_count(const c77_stack *p, int type) {
    const uint8_t *sp = p->sp + type * C77_MARKS;
    return sp[0] + sp[1] + sp[2] + sp[3];
}

int c77_trains(const c77_stack *p, int side) { return p->trains[side][0] + p->trains[side][1]; }

int c77_force_size(const c77_force *f) {
    int size = 0;
    for (int class = 0; class < C77_SHIP * C77_MARKS; class ++) size += f->sp[class];
    return size;
}

int c77_force_artillery(const c77_force *f) {
    int size = 0;
    for (int mark = 0; mark < C77_MARKS; mark++)
        size +=
            f->sp[C77_ARTILLERY_B * C77_MARKS + mark] + f->sp[C77_ARTILLERY_P * C77_MARKS + mark];
    return size;
}

/* No SP at all, not even the ship. */
bool c77_force_empty(const c77_force *f) {
    for (int class = 0; class < C77_CLASSES; class ++)
        if (f->sp[class]) return false;
    return true;
}

c77_leaders c77_leaders_at(const c77_state *s, int place, int side) {
    c77_leaders here = 0;
    C77_EACH_LEADER(l, c77.of_side[side]) {
        if (s->at[l] == place) here |= C77_LEADER_BIT(l);
    }
    return here;
}

/* ---- Changing ---- */

c77_set c77_places_in(int space) {
    int fort = c77_fort_at(space);
    c77_set inside = fort == C77_NONE ? 0 : C77_BIT(c77_fort_place(fort));
    return C77_BIT(space) | inside | c77_boxes_of(space);
}

int c77_sp_in(const c77_state *s, int space, int side) {
    int total = s->stack[space].total[side];
    C77_EACH(place, c77_places_in(space) & ~C77_BIT(space)) total += s->stack[place].total[side];
    return total;
}

/* SP of a class come to a place, or leave it if the count is negative. */
void c77_add(c77_state *s, int place, int class, int count) {
    int side = c77.unit[c77_type_of(class)].side, space = c77_space_of(place);
    c77_stack *p = &s->stack[place];
    assert(p->sp[class] + count >= 0);
    p->sp[class] = (uint8_t)(p->sp[class] + count);
    p->total[side] = (uint8_t)(p->total[side] + count);
    if (space == C77_NONE) return;
    if (c77_sp_in(s, space, side))
        s->occupied[side] |= C77_BIT(space);
    else
        s->occupied[side] &= ~C77_BIT(space);
}

/* Militia that stays with Smith, Regulars of Powell's garrison: as many as are there. */
int c77_bound(const c77_state *s, int place, int type) {
    if (type == C77_MILITIA && s->at[c77.named[C77_SMITH]] == place) return s->bound_smith;
    if (type == C77_REGULAR && s->at[c77.named[C77_POWELL]] == place) return s->bound_powell;
    return 0;
}

static void fewer_bound(c77_state *s, int place) {
    const c77_stack *p = &s->stack[place];
    if (s->at[c77.named[C77_SMITH]] == place && s->bound_smith > c77_count(p, C77_MILITIA))
        s->bound_smith = (uint8_t)c77_count(p, C77_MILITIA);
    if (s->at[c77.named[C77_POWELL]] == place && s->bound_powell > c77_count(p, C77_REGULAR))
        s->bound_powell = (uint8_t)c77_count(p, C77_REGULAR);
}

/* SP that made a supply raid and are no longer there are not counted any more. */
static void fewer_raiders(c77_state *s, int place, int type, int moved_to) {
    int raiders = 0, left = c77_count(&s->stack[place], type);
    for (int i = 0; i < s->act.raid_count; i++) {
        if (s->act.raid_from[i] != place || s->act.raid_type[i] != type) continue;
        if (++raiders > left) s->act.raid_from[i] = (uint8_t)moved_to;
    }
}

/* Eliminated SP can be used again (c77.2.2.2). */
void c77_kill(c77_state *s, int place, int class, int count) {
    int type = c77_type_of(class);
    c77_add(s, place, class, -count);
    s->available[type] = (uint8_t)(s->available[type] + count);
    fewer_bound(s, place);
    fewer_raiders(s, place, type, C77_NONE);
    for (int i = 0; i < C77_ARMIES; i++) c77_trim_army(s, &s->army[i]);
}

/* c77.2.2.2, c77.6.2: no more than there are. New SP are supplied and have not marched. */
void c77_recruit(c77_state *s, int place, int type, int wanted, mk_log *log) {
    int count = RULE("c77.6.2", wanted > s->available[type]) ? s->available[type] : wanted;
    s->available[type] = (uint8_t)(s->available[type] - count);
    c77_add(s, place, type * C77_MARKS, count);
    if (!count) return;
    mk_tell(log, C77_E_PLACED, c77.unit[type].side, MK_EVERYONE, 0, (int16_t)count, (int16_t)type,
            (int16_t)place);
    c77_occupy(s, c77_space_of(place), log);
}

/* To a place, from wherever he was: also from the track. */
void c77_move_leader(c77_state *s, int leader, int place) {
    s->at[leader] = (uint8_t)place;
    s->returns[leader] = 0;
}

/* ---- Supply markers ---- */

void c77_add_trains(c77_state *s, int place, int side, int mark, int count) {
    uint8_t *trains = &s->stack[place].trains[side][mark];
    assert(*trains + count >= 0);
    *trains = (uint8_t)(*trains + count);
    s->trains_at[side] &= ~C77_BIT(place);
    if (c77_trains(&s->stack[place], side)) s->trains_at[side] |= C77_BIT(place);
}

/* c77.17.1: with the last depot the supply by sea is gone. */
void c77_add_depots(c77_state *s, int place, int side, int count) {
    uint8_t *depots = &s->stack[place].depots[side];
    assert(*depots + count >= 0);
    *depots = (uint8_t)(*depots + count);
    s->depots_at[side] &= ~C77_BIT(place);
    if (*depots) s->depots_at[side] |= C77_BIT(place);
    if (side == C77_BRITISH && !*depots) s->sea_depots &= ~C77_BIT(place);
}

/* One that marched goes first: the others can still march. */
void c77_remove_train(c77_state *s, int place, int side) {
    c77_add_trains(s, place, side, s->stack[place].trains[side][1] != 0, -1);
}

/* Marks do not change: only a march makes SP marched. */
void c77_move_force(c77_state *s, const c77_force *f, int side, int from, int to) {
    for (int class = 0; class < C77_CLASSES; class ++) {
        if (!f->sp[class]) continue;
        c77_add(s, from, class, -f->sp[class]);
        c77_add(s, to, class, f->sp[class]);
        fewer_raiders(s, from, c77_type_of(class), to);
    }
    C77_EACH_LEADER(l, f->leaders) c77_move_leader(s, l, to);
    for (int mark = 0; mark < 2; mark++) {
        if (!f->trains[mark]) continue;
        c77_add_trains(s, from, side, mark, -f->trains[mark]);
        c77_add_trains(s, to, side, mark, f->trains[mark]);
    }
    if (f->kosciuszko) s->kosciuszko = (uint8_t)to;
}

/* All supply markers of a side at a place go back to its box. */
void c77_supply_home(c77_state *s, int place, int side) {
    const c77_stack *p = &s->stack[place];
    s->supply[side] = (uint8_t)(s->supply[side] + c77_trains(p, side) + p->depots[side]);
    while (c77_trains(p, side)) c77_remove_train(s, place, side);
    c77_add_depots(s, place, side, -p->depots[side]);
}

/* ---- Who holds a space ---- */

/* c77.15.1.2, c77.15.1.3: what is captured goes home, and the captor may use a marker of his own.
 */
static void capture_supply(c77_state *s, int place, int captor, mk_log *log) {
    int space = c77_space_of(place);
    c77_stack *p = &s->stack[place];
    int side = c77_enemy(captor), trains = c77_trains(p, side), depots = p->depots[side];
    if (!trains && !depots) return;
    c77_supply_home(s, place, side);
    mk_tell(log, C77_E_CAPTURED, captor, MK_EVERYONE, 0, (int16_t)(trains + depots),
            (int16_t)space);
    if (s->capture_count == C77_MAX_CAPTURES) return;
    c77_capture *c = &s->capture[s->capture_count++];
    *c = (c77_capture){(uint8_t)space, (uint8_t)captor, (uint8_t)trains, (uint8_t)depots};
}

/* c77.14.1: when only one side is in a space, nobody is inside the fort. */
static void relieve(c77_state *s, int space) {
    int fort = c77_fort_at(space);
    if (fort == C77_NONE) return;
    int inside = c77_fort_place(fort);
    c77_stack *p = &s->stack[inside];
    for (int side = 0; side < C77_SIDES; side++) {
        if (s->stack[space].total[c77_enemy(side)]) continue;
        for (int class = 0; class < C77_CLASSES; class ++) {
            int count = p->sp[class];
            if (!count || c77.unit[c77_type_of(class)].side != side) continue;
            c77_add(s, inside, class, -count);
            c77_add(s, space, class, count);
            fewer_raiders(s, inside, c77_type_of(class), space);
        }
        C77_EACH_LEADER(l, c77_leaders_at(s, inside, side)) c77_move_leader(s, l, space);
        for (int mark = 0; mark < 2; mark++) {
            int trains = p->trains[side][mark];
            c77_add_trains(s, inside, side, mark, -trains);
            c77_add_trains(s, space, side, mark, trains);
        }
        int depots = p->depots[side];
        c77_add_depots(s, inside, side, -depots);
        if (depots) c77_add_depots(s, space, side, depots);
    }
    if (!s->stack[inside].total[0] && !s->stack[inside].total[1]) s->siege_from[fort] = 0;
}

/* c77.19.1: the marker enters the cup when the British control the fort. */
static void call_powell(c77_state *s) {
    int powell = c77.named[C77_POWELL];
    bool called = s->powell_done || s->markers & C77_LEADER_BIT(powell);
    if (called || s->at[powell] == C77_REMOVED) return;
    if (!c77_in(c77_area(s), c77.ticonderoga)) return;
    if (!RULE("c77.19.1", c77_controls(s, C77_BRITISH, c77.ticonderoga))) return;
    s->markers |= C77_LEADER_BIT(powell);
    s->cup |= C77_LEADER_BIT(powell);
}

/* 16.3, c77.19.5: leaders and Kosciuszko among enemies without SP of their own. */
static void expose_place(c77_state *s, int space, int place, mk_log *log) {
    for (int side = 0; side < C77_SIDES; side++) {
        int enemy = c77_enemy(side);
        if (!c77_in(s->occupied[enemy], space) || s->stack[place].total[side]) continue;
        s->escaping |= c77_leaders_at(s, place, side);
        if (side == C77_PATRIOT && RULE("c77.19.5", s->kosciuszko == place)) {
            s->kosciuszko = C77_REMOVED;
            mk_tell(log, C77_E_KOSCIUSZKO_GONE, -1, MK_EVERYONE, 0, (int16_t)space);
        }
    }
}

void c77_expose(c77_state *s, int space, mk_log *log) {
    C77_EACH(place, c77_places_in(space)) expose_place(s, space, place, log);
}

/* What follows when pieces came to a space or left it: who holds it (c77.3.1), what is captured,
 * whether a siege is over, who is left among enemies. Called whenever the dust has settled there.
 */
void c77_occupy(c77_state *s, int space, mk_log *log) {
    relieve(s, space);
    for (int side = 0; side < C77_SIDES; side++) {
        if (!c77_controls(s, side, space)) continue;
        s->held[side] |= C77_BIT(space);
        s->held[c77_enemy(side)] &= ~C77_BIT(space);
        capture_supply(s, space, side, log);
        if (c77_fort_at(space) != C77_NONE)
            capture_supply(s, c77_fort_place(c77_fort_at(space)), side, log);
    }
    c77_expose(s, space, log);
    if (space == c77.philadelphia) c77_note_philadelphia(s, log);
    if (space == c77.ticonderoga) call_powell(s);
}

/* A leader leaves the map: what he was doing is over. */
void c77_off_the_map(c77_state *s, int leader) {
    s->unsupplied &= ~C77_LEADER_BIT(leader);
    if (c77_is(leader, C77_SMITH)) s->bound_smith = 0;
    if (c77_is(leader, C77_POWELL)) s->bound_powell = 0;
    c77_leader_gone(s, leader);
}

/* ---- The way home ---- */

/* c77.15.1.1: the spaces from which a side could draw supply: magazines it holds, and its depots.
 */
c77_set c77_sources(const c77_state *s, int side) {
    return ((c77.magazines[side] & s->held[side]) | s->depots_at[side]) & c77_area(s);
}

/* c77.13.6, c77.14.7: does this step bring an army closer to a depot or magazine of its side? Those
 * in the space itself do not count: no step leads closer to them. */
bool c77_nearer_supply(const c77_state *s, int side, int from, int to) {
    C77_EACH(source, c77_sources(s, side) & ~C77_BIT(from)) {
        if (c77_distance(s, to, source) < c77_distance(s, from, source)) return true;
    }
    return false;
}

/* c77.14.1: the same for the closest of them. */
static bool nearer_closest(const c77_state *s, int side, int from, int to) {
    int closest = C77_FAR;
    bool nearer = false;
    C77_EACH(source, c77_sources(s, side) & ~C77_BIT(from)) {
        int distance = c77_distance(s, from, source);
        if (distance > closest) continue;
        if (distance < closest) nearer = false;
        closest = distance;
        nearer |= c77_distance(s, to, source) < distance;
    }
    return nearer;
}

/* Out of a space whose fort enemies hold an army goes back to where it came from or closer to
 * its supply. */
const char *c77_why_not_leave_fort(const c77_state *s, int side, int from, int to) {
    int fort = c77_fort_at(from);
    if (fort == C77_NONE || !s->stack[c77_fort_place(fort)].total[c77_enemy(side)]) return NULL;
    if (c77_in(s->siege_from[fort], to)) return NULL;
    FORBID("c77.14.7", !nearer_closest(s, side, from, to));
    return NULL;
}
