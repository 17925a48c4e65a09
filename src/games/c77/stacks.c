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

int c77_force_size(const c77_force *f) { return mk_counts_size(f->sp, C77_SHIP * C77_MARKS); }

int c77_force_artillery(const c77_force *f) {
    int size = 0;
    for (int mark = 0; mark < C77_MARKS; mark++)
        size +=
            f->sp[C77_ARTILLERY_B * C77_MARKS + mark] + f->sp[C77_ARTILLERY_P * C77_MARKS + mark];
    return size;
}

int c77_force_type(const c77_force *f, int type) {
    const uint8_t *sp = f->sp + type * C77_MARKS;
    return sp[0] + sp[1] + sp[2] + sp[3];
}

int c77_force_fresh(const c77_force *f, int type) {
    const uint8_t *sp = f->sp + type * C77_MARKS;
    return sp[0] + sp[C77_UNSUPPLIED];
}

/* Leaves of a force what another has as well. */
void c77_keep_common(c77_force *f, const c77_force *other) {
    mk_force_trim(f->sp, other->sp);
    mk_force_trim(f->trains, other->trains);
    f->leaders &= other->leaders;
    f->kosciuszko &= other->kosciuszko;
}

/* No SP at all, not even the ship. */
bool c77_force_empty(const c77_force *f) { return !mk_force_any(f->sp); }

mk_set64 c77_leaders_at(const c77_state *s, int place, int side) {
    mk_set64 here = 0;
    MK_SET_EACH(l, c77.of_side[side]) {
        if (s->at[l] == place) mk_set_add(&here, l);
    }
    return here;
}

/* Everything of a side at a place, but for its depots. */
c77_force c77_all_at(const c77_state *s, int place, int side) {
    const c77_stack *p = &s->stack[place];
    c77_force f = {.leaders = c77_leaders_at(s, place, side)};
    memcpy(f.sp, p->sp, sizeof f.sp);
    mk_force_only(f.sp, c77.classes[side]);
    memcpy(f.trains, p->trains[side], sizeof f.trains);
    f.kosciuszko = side == C77_PATRIOT && s->kosciuszko == place;
    return f;
}

/* ---- Changing ---- */

mk_set128 c77_places_in(int space) {
    int fort = c77_fort_at(space);
    mk_set128 inside = fort == C77_NONE ? 0 : MK_BIT128(c77_fort_place(fort));
    return MK_BIT128(space) | inside | c77_boxes_of(space);
}

int c77_sp_in(const c77_state *s, int space, int side) {
    int total = s->stack[space].total[side];
    MK_SET_EACH(place, c77_places_in(space) & ~MK_BIT128(space))
        total += s->stack[place].total[side];
    return total;
}

/* Where a side's SP in a space are: in the open, or all inside the fort. */
int c77_own_place(const c77_state *s, int space, int side) {
    int fort = c77_fort_at(space);
    bool inside = fort != C77_NONE && s->stack[c77_fort_place(fort)].total[side];
    return inside ? c77_fort_place(fort) : space;
}

/* SP of a class come to a place, or leave it if the count is negative. */
void c77_add(c77_state *s, int place, int sp_class, int count) {
    int side = c77.unit[c77_type_of(sp_class)].side, space = c77_space_of(place);
    c77_stack *p = &s->stack[place];
    mk_count_add(&p->sp[sp_class], count);
    mk_count_add(&p->total[side], count);
    if (space == C77_NONE) return;
    if (c77_sp_in(s, space, side))
        mk_set_add(&s->occupied[side], space);
    else
        mk_set_remove(&s->occupied[side], space);
}

/* Who has SP of this type that stay with him: Smith militia (c77.19.8), Powell Regulars (c77.19.1).
 */
int c77_owner_of_bound(int type) {
    if (type == C77_MILITIA) return c77.named[C77_SMITH];
    return type == C77_REGULAR ? c77.named[C77_POWELL] : C77_NONE;
}

/* How many of these stay at a place. */
int c77_bound(const c77_state *s, int place, int type) {
    int owner = c77_owner_of_bound(type);
    if (owner == C77_NONE || s->at[owner] != place) return 0;
    return type == C77_MILITIA ? s->bound_smith : s->bound_powell;
}

/* SP of a type that others than their leader may take. */
int c77_unbound(const c77_state *s, int place, int type) {
    return c77_count(&s->stack[place], type) - c77_bound(s, place, type);
}

/* The same of those that have not marched: so have the bound, until their leader does. */
int c77_unbound_fresh(const c77_state *s, int place, int type) {
    const uint8_t *sp = s->stack[place].sp + type * C77_MARKS;
    int owner = c77_owner_of_bound(type), fresh = sp[0] + sp[C77_UNSUPPLIED];
    bool marched = owner == C77_NONE || mk_set_has(s->marched, owner);
    return marched ? fresh : fresh - c77_bound(s, place, type);
}

int c77_bound_to(const c77_state *s, int leader) {
    if (c77_is(leader, C77_SMITH)) return s->bound_smith;
    return c77_is(leader, C77_POWELL) ? s->bound_powell : 0;
}

/* SP of a type are alike: when some are lost, or others who fought beside them go their own way,
 * those that are left are the bound ones. */
void c77_fewer_bound(c77_state *s, int place) {
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
void c77_kill(c77_state *s, int place, int sp_class, int count) {
    int type = c77_type_of(sp_class);
    c77_add(s, place, sp_class, -count);
    mk_count_add(&s->available[type], count);
    c77_fewer_bound(s, place);
    fewer_raiders(s, place, type, C77_NONE);
    for (int i = 0; i < C77_ARMIES; i++) c77_trim_army(s, &s->army[i]);
}

/* c77.2.2.2, c77.6.2: no more than there are. New SP are supplied and have not marched. */
void c77_recruit(c77_state *s, int place, int type, int wanted, mk_log *log) {
    int count = RULE("c77.6.2", wanted > s->available[type]) ? s->available[type] : wanted;
    mk_count_add(&s->available[type], -count);
    c77_add(s, place, type * C77_MARKS, count);
    if (!count) return;
    mk_log_event(log, C77_E_PLACED, c77.unit[type].side, MK_EVERYONE, 0, (int16_t)count,
                 (int16_t)type, (int16_t)place);
    c77_occupy(s, c77_space_of(place), log);
}

/* To a place, from wherever he was: also from the track. */
void c77_move_leader(c77_state *s, int leader, int place) {
    s->at[leader] = (uint8_t)place;
    s->returns[leader] = 0;
}

/* ---- Supply markers ---- */

void c77_add_trains(c77_state *s, int place, int side, int mark, int count) {
    mk_count_add(&s->stack[place].trains[side][mark], count);
    mk_set_remove(&s->trains_at[side], place);
    if (c77_trains(&s->stack[place], side)) mk_set_add(&s->trains_at[side], place);
}

/* c77.17.1: with the last depot the supply by sea is gone. */
void c77_add_depots(c77_state *s, int place, int side, int count) {
    uint8_t *depots = &s->stack[place].depots[side];
    mk_count_add(depots, count);
    mk_set_remove(&s->depots_at[side], place);
    if (*depots) mk_set_add(&s->depots_at[side], place);
    if (side == C77_BRITISH && !*depots) mk_set_remove(&s->sea_depots, place);
}

/* One that marched goes first: the others can still march. */
void c77_remove_train(c77_state *s, int place, int side) {
    c77_add_trains(s, place, side, s->stack[place].trains[side][1] != 0, -1);
}

/* A source of markers (kind C77_K_SOURCE): 0 is the box, then a train and a depot of each place. */
int c77_source_place(int source) { return (source - 1) / 2; }
bool c77_source_is_train(int source) { return source & 1; }

/* c77.7.3.7: a marker is taken from the box, or picked up anywhere on the map. */
bool c77_has_source(const c77_state *s, int side, int source) {
    if (source == 0) return s->supply[side] > 0;
    if (!c77_is_space(c77_source_place(source))) return false;
    const c77_stack *p = &s->stack[c77_source_place(source)];
    return c77_source_is_train(source) ? c77_trains(p, side) > 0 : p->depots[side] > 0;
}

void c77_pick_up(c77_state *s, int side, int source) {
    int place = c77_source_place(source);
    if (source == 0)
        s->supply[side]--;
    else if (c77_source_is_train(source))
        c77_remove_train(s, place, side);
    else
        c77_add_depots(s, place, side, -1);
}

/* An army that is being gathered, or pauses, loses what others take from it. If its leader is taken
 * along himself, he keeps what goes with him. */
static void armies_follow(c77_state *s, const c77_force *moved) {
    for (int i = 0; i < C77_ARMIES; i++) {
        c77_army *a = &s->army[i];
        if (a->leader == C77_NONE) continue;
        if (mk_set_has(moved->leaders, a->leader)) c77_keep_common(&a->force, moved);
        c77_trim_army(s, a);
    }
}

/* Marks do not change: only a march makes SP marched. */
void c77_move_force(c77_state *s, const c77_force *f, int side, int from, int to) {
    for (int sp_class = 0; sp_class < C77_CLASSES; sp_class++) {
        if (!f->sp[sp_class]) continue;
        c77_add(s, from, sp_class, -f->sp[sp_class]);
        c77_add(s, to, sp_class, f->sp[sp_class]);
        fewer_raiders(s, from, c77_type_of(sp_class), to);
    }
    MK_SET_EACH(l, f->leaders) c77_move_leader(s, l, to);
    for (int mark = 0; mark < 2; mark++) {
        if (!f->trains[mark]) continue;
        c77_add_trains(s, from, side, mark, -f->trains[mark]);
        c77_add_trains(s, to, side, mark, f->trains[mark]);
    }
    if (f->kosciuszko) s->kosciuszko = (uint8_t)to;
    armies_follow(s, f);
}

/* All supply markers of a side at a place go back to its box. */
void c77_supply_home(c77_state *s, int place, int side) {
    const c77_stack *p = &s->stack[place];
    mk_count_add(&s->supply[side], c77_trains(p, side) + p->depots[side]);
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
    mk_log_event(log, C77_E_CAPTURED, captor, MK_EVERYONE, 0, (int16_t)(trains + depots),
                 (int16_t)space);
    if (s->capture_count == C77_MAX_CAPTURES) return;
    c77_capture *c = &s->capture[s->capture_count++];
    *c = (c77_capture){(uint8_t)space, (uint8_t)captor, (uint8_t)trains, (uint8_t)depots};
    c77_call_aftermath(s);
}

/* c77.14.1: when only one side is in a space, nobody is inside the fort. */
static void relieve(c77_state *s, int space) {
    int fort = c77_fort_at(space);
    if (fort == C77_NONE) return;
    int inside = c77_fort_place(fort);
    for (int side = 0; side < C77_SIDES; side++) {
        if (s->stack[space].total[c77_enemy(side)]) continue;
        c77_force f = c77_all_at(s, inside, side);
        int depots = s->stack[inside].depots[side];
        c77_move_force(s, &f, side, inside, space);
        c77_add_depots(s, inside, side, -depots);
        if (depots) c77_add_depots(s, space, side, depots);
    }
    if (!s->stack[inside].total[0] && !s->stack[inside].total[1]) s->siege_from[fort] = 0;
}

/* c77.19.1: the marker enters the cup when the British control the fort. */
static void call_powell(c77_state *s) {
    int powell = c77.named[C77_POWELL];
    bool called = s->powell_done || s->markers & MK_BIT(powell);
    if (called || s->at[powell] == C77_REMOVED) return;
    if (!mk_set_has(c77_area(s), c77.ticonderoga)) return;
    if (!RULE("c77.19.1", c77_controls(s, C77_BRITISH, c77.ticonderoga))) return;
    mk_set_add(&s->markers, powell);
    mk_set_add(&s->cup, powell);
}

/* 16.3, c77.19.5: leaders and Kosciuszko among enemies without SP of their own. */
static void expose_place(c77_state *s, int space, int place, mk_log *log) {
    for (int side = 0; side < C77_SIDES; side++) {
        int enemy = c77_enemy(side);
        if (!mk_set_has(s->occupied[enemy], space) || s->stack[place].total[side]) continue;
        s->escaping |= c77_leaders_at(s, place, side);
        if (side == C77_PATRIOT && RULE("c77.19.5", s->kosciuszko == place)) {
            s->kosciuszko = C77_REMOVED;
            mk_log_event(log, C77_E_KOSCIUSZKO_GONE, -1, MK_EVERYONE, 0, (int16_t)space);
        }
    }
}

void c77_expose(c77_state *s, int space, mk_log *log) {
    MK_SET_EACH(place, c77_places_in(space)) expose_place(s, space, place, log);
    if (s->escaping) c77_call_aftermath(s);
}

/* What follows when pieces came to a space or left it: who holds it (c77.3.1), what is captured,
 * whether a siege is over, who is left among enemies. Called whenever the dust has settled there.
 */
void c77_occupy(c77_state *s, int space, mk_log *log) {
    relieve(s, space);
    for (int side = 0; side < C77_SIDES; side++) {
        if (!c77_controls(s, side, space)) continue;
        mk_set_add(&s->held[side], space);
        mk_set_remove(&s->held[c77_enemy(side)], space);
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
    mk_set_remove(&s->unsupplied, leader);
    if (c77_is(leader, C77_SMITH)) s->bound_smith = 0;
    if (c77_is(leader, C77_POWELL)) s->bound_powell = 0;
    c77_leader_gone(s, leader);
}

/* ---- The way home ---- */

/* c77.15.1.1: the spaces from which a side could draw supply: magazines it holds, and its depots.
 */
mk_set128 c77_sources(const c77_state *s, int side) {
    return ((c77.magazines[side] & s->held[side]) | s->depots_at[side]) & c77_area(s);
}

/* c77.13.6, c77.14.7: does this step bring an army closer to a depot or magazine of its side? Those
 * in the space itself do not count: no step leads closer to them. */
bool c77_nearer_supply(const c77_state *s, int side, int from, int to) {
    MK_SET_EACH(source, c77_sources(s, side) & ~MK_BIT128(from)) {
        if (c77_distance(s, to, source) < c77_distance(s, from, source)) return true;
    }
    return false;
}

/* c77.14.1: the same for the closest of them. */
static bool nearer_closest(const c77_state *s, int side, int from, int to) {
    int closest = C77_FAR;
    bool nearer = false;
    MK_SET_EACH(source, c77_sources(s, side) & ~MK_BIT128(from)) {
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
    if (mk_set_has(s->siege_from[fort], to)) return NULL;
    FORBID("c77.14.7", !nearer_closest(s, side, from, to));
    return NULL;
}
