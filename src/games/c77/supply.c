/* supply.c - tracing supply, the supply check, attrition (c77.15.0). */
#include "c77.h"

/* ---- Tracing ---- */

/* All spaces within so many connections of the sources; what lies between must be free of
 * enemy armies (c77.15.1), the space itself need not. */
mk_set128 c77_within(const c77_state *s, mk_set128 sources, int steps, int side) {
    mk_set128 area = c77_area(s), open = area & ~s->occupied[c77_enemy(side)];
    const mk_passable between = {.open = MK_WORDS(&open)}, last = {.open = MK_WORDS(&area)};
    if (steps <= 0) return sources;
    mk_flood(&c77.roads, MK_WORDS(&sources), steps - 1, &between);
    mk_flood(&c77.roads, MK_WORDS(&sources), 1, &last);
    return sources;
}

static mk_set128 usable_magazines(const c77_state *s, int side) {
    return c77.magazines[side] & s->held[side] & c77_area(s) & ~s->occupied[c77_enemy(side)];
}

/* c77.15.1: magazines, and depots that reach one through depots. Howe's landing depot is connected
 * by sea (c77.17.1). */
mk_set128 c77_network(const c77_state *s, int side, mk_set128 depots) {
    mk_set128 magazines = usable_magazines(s, side);
    depots &= c77_area(s) & ~s->occupied[c77_enemy(side)];
    if (!depots) return magazines;
    mk_set128 linked = side == C77_BRITISH ? depots & s->sea_depots : 0;
    linked |= depots & c77_within(s, magazines, c77.magazine_reach, side);
    for (mk_set128 more = linked; more;) {
        more = depots & ~linked & c77_within(s, linked, c77.depot_reach, side);
        linked |= more;
    }
    return magazines | linked;
}

static mk_set128 with_boxes(mk_set128 places) {
    if (mk_set_has(places, c77.montreal)) places |= c77_boxes_of(c77.montreal);
    if (mk_set_has(places, c77.new_york)) places |= c77_boxes_of(c77.new_york);
    return places | MK_BIT128(c77_box(C77_SEA)); /* c77.15.3: units at sea */
}

/* c77.15.1: Patriots in a fort that is not besieged may be farther away. */
static mk_set128 supplied_forts(const c77_state *s, mk_set128 network) {
    mk_set128 forts = 0;
    mk_set128 reached = c77_within(s, network, c77.fort_reach, C77_PATRIOT);
    MK_SET_EACH(space, c77.forts & reached) {
        if (RULE("c77.15.1", c77_controls(s, C77_PATRIOT, space))) mk_set_add(&forts, space);
    }
    return forts;
}

mk_set128 c77_supplied_places(const c77_state *s, int side) {
    mk_set128 network = c77_network(s, side, s->depots_at[side]),
              magazines = usable_magazines(s, side);
    mk_set128 places = c77_within(s, magazines, c77.magazine_reach, side) |
                       c77_within(s, network & ~magazines, c77.depot_reach, side);
    if (side == C77_PATRIOT) places |= supplied_forts(s, network);
    for (int fort = 0; fort < c77.fort_count; fort++) { /* c77.15.1.1: a magazine in its own fort */
        int space = c77.fort_space[fort];
        if (RULE("c77.15.1.1", mk_set_has(c77.magazines[side] & s->held[side], space)))
            mk_set_add(&places, c77_fort_place(fort));
    }
    return with_boxes(places) | s->fed;
}

/* ---- What is hungry, and what could feed it ---- */

/* c77.15.3: some are always in supply, but not inside a besieged fort. */
static bool needs_supply(int type, int place) {
    if (type == C77_SHIP) return false;
    return !c77.unit[type].always_supplied || RULE("c77.15.3", c77_is_fort(place));
}

/* c77.15.3: leaders of Indians and militia are always in supply, besieged or not. */
static bool leader_needs_supply(int leader) { return c77.leader[leader].only == C77_NONE; }

static bool is_hungry(const c77_state *s, int place, int side) {
    for (int sp_class = 0; sp_class < C77_SHIP * C77_MARKS; sp_class++) {
        int type = c77_type_of(sp_class);
        bool counts = c77.unit[type].side == side && s->stack[place].sp[sp_class];
        if (counts && needs_supply(type, place)) return true;
    }
    MK_SET_EACH(l, c77_leaders_at(s, place, side)) {
        if (leader_needs_supply(l)) return true;
    }
    return false;
}

/* Places where a side has SP or leaders. */
static mk_set128 populated(const c77_state *s, int side) {
    mk_set128 places = s->occupied[side];
    for (int place = c77.space_count; place < c77_box(C77_SEA); place++)
        if (s->stack[place].total[side]) mk_set_add(&places, place);
    MK_SET_EACH(l, c77.of_side[side]) {
        if (s->at[l] < C77_MAX_PLACES) mk_set_add(&places, s->at[l]);
    }
    return places;
}

static mk_set128 hungry_places(const c77_state *s, int side) {
    mk_set128 hungry = 0;
    MK_SET_EACH(place, populated(s, side) & ~c77_supplied_places(s, side)) {
        if (is_hungry(s, place, side)) mk_set_add(&hungry, place);
    }
    return hungry;
}

/* c77.15.1, c77.15.2: a train or depot feeds all within one space of it; inside a besieged fort,
 * the fort alone. */
static mk_set128 fed_from(const c77_state *s, int place, int side) {
    if (!c77_is_space(place)) return MK_BIT128(place);
    return with_boxes(c77_within(s, MK_BIT128(place), c77.train_reach, side));
}

/* The sources that would feed somebody, as bits of trains and depots at places. */
typedef struct {
    mk_set128 trains, depots;
} supply_sources;

static supply_sources useful(const c77_state *s, int side) {
    supply_sources from = {0, 0};
    mk_set128 hungry = hungry_places(s, side);
    if (!hungry) return from;
    MK_SET_EACH(place, s->trains_at[side] | s->depots_at[side]) {
        if (place >= c77_box(0) || !(fed_from(s, place, side) & hungry)) continue;
        from.trains |= s->trains_at[side] & MK_BIT128(place);
        from.depots |= s->depots_at[side] & MK_BIT128(place);
    }
    return from;
}

/* ---- The check ---- */

static void set_marks(c77_state *s, int place, int side, bool supplied) {
    uint8_t *sp = s->stack[place].sp;
    for (int sp_class = 0; sp_class < C77_CLASSES; sp_class += 2) {
        int type = c77_type_of(sp_class);
        if (c77.unit[type].side != side) continue;
        bool out = !supplied && needs_supply(type, place);
        int total = sp[sp_class] + sp[sp_class | C77_UNSUPPLIED];
        sp[sp_class] = (uint8_t)(out ? 0 : total);
        sp[sp_class | C77_UNSUPPLIED] = (uint8_t)(out ? total : 0);
        if (out && total) mk_set_add(&s->attrition, place);
    }
}

/* c77.15.0: the status holds until the next check of this side. */
static void mark_all(c77_state *s, mk_log *log) {
    int side = s->checking, out;
    mk_set128 supplied = c77_supplied_places(s, side);
    s->attrition = 0;
    s->unsupplied &= ~c77.of_side[side];
    for (int place = 0; place < c77_place_count(); place++)
        if (s->stack[place].total[side]) set_marks(s, place, side, mk_set_has(supplied, place));
    MK_SET_EACH(l, c77.of_side[side]) {
        int at = s->at[l];
        if (at < C77_MAX_PLACES && !mk_set_has(supplied, at) && leader_needs_supply(l))
            mk_set_add(&s->unsupplied, l);
    }
    out = mk_set_size(s->attrition);
    mk_log_event(log, C77_E_UNSUPPLIED, side, MK_EVERYONE, 0, (int16_t)out);
    s->fed = 0;
}

void c77_check_supply(c77_state *s, int side, mk_log *log) {
    s->checking = (uint8_t)side;
    s->fed = 0;
    mk_log_event(log, C77_E_SUPPLY_CHECK, side, MK_EVERYONE, 0);
    mk_push(&s->base, C77_PH_SUPPLY, side);
}

/* A source: 0 is what is available; then a train, a depot for each place. */
static const char *why_not_expend(const c77_state *s, int source) {
    FORBID("c77.15.1", source == 0);
    supply_sources from = useful(s, s->checking);
    int place = c77_source_place(source);
    FORBID("c77.15.1", !mk_set_has(c77_source_is_train(source) ? from.trains : from.depots, place));
    return NULL;
}

void c77_supply_check_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    supply_sources from = useful(s, s->checking);
    mk_offer(out, C77_V_FINISH, 0, 0, 0);
    MK_SET_EACH(place, from.trains) mk_offer(out, C77_V_EXPEND, 1 + 2 * place, 0, 0);
    MK_SET_EACH(place, from.depots) mk_offer(out, C77_V_EXPEND, 2 + 2 * place, 0, 0);
}

const char *c77_supply_check_why_not(const void *state, mk_action x) {
    return x.verb == C77_V_FINISH ? NULL : why_not_expend(state, x.a);
}

static void expend(c77_state *s, int source, mk_log *log) {
    int side = s->checking, place = c77_source_place(source);
    s->fed |= fed_from(s, place, side);
    c77_pick_up(s, side, source);
    s->supply[side]++;
    mk_log_event(log, C77_E_EXPENDED, side, MK_EVERYONE, 0, (int16_t)source);
}

void c77_supply_check_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_pop_with(&s->base, x.verb);
    if (x.verb == C77_V_EXPEND) expend(s, x.a, log);
}

/* ---- Attrition ---- */

static int unsupplied_at(const c77_state *s, int place) {
    int count = 0;
    for (int sp_class = C77_UNSUPPLIED; sp_class < C77_CLASSES; sp_class += 2)
        if (c77.unit[c77_type_of(sp_class)].side == s->checking)
            count += s->stack[place].sp[sp_class];
    return count;
}

/* c77.15.5: an emptied fort falls to its besiegers. */
static void after_attrition(c77_state *s, int place, mk_log *log) {
    int space = c77_space_of(place);
    c77_occupy(s, space, log);
}

static const char *why_not_starve(const c77_state *s, int sp_class, int place) {
    FORBID("c77.15.5", place != mk_top_const(&s->base)->a);
    FORBID("c77.15.5", !(sp_class & C77_UNSUPPLIED) || !s->stack[place].sp[sp_class] ||
                           c77.unit[c77_type_of(sp_class)].side != s->checking);
    return NULL;
}

static void starve(c77_state *s, int sp_class, int place, mk_log *log) {
    c77_kill(s, place, sp_class, 1); /* not a casualty */
    mk_log_event(log, C77_E_LOSS, s->checking, MK_EVERYONE, 0, (int16_t)sp_class, (int16_t)place);
}

/* Losses that leave no choice are taken at once; otherwise the owner is asked. */
static void lose_to_hunger(c77_state *s, int place, int losses, mk_log *log) {
    while (losses > 0 && unsupplied_at(s, place)) {
        int kinds = 0, sp_class = 0;
        for (int c = C77_UNSUPPLIED; c < C77_CLASSES; c += 2) {
            bool own = c77.unit[c77_type_of(c)].side == s->checking;
            if (!own || !s->stack[place].sp[c]) continue;
            kinds++;
            sp_class = c;
        }
        if (kinds > 1 && losses < unsupplied_at(s, place)) {
            mk_frame *f = mk_push(&s->base, C77_PH_ATTRITION, s->checking);
            f->a = (int16_t)place;
            f->b = (int16_t)losses;
            return;
        }
        starve(s, sp_class, place, log);
        losses--;
    }
    after_attrition(s, place, log);
}

static void next_attrition(c77_state *s, mk_log *log) {
    int place = mk_set_first(s->attrition), die = mk_die(&s->base.rng, C77_DIE);
    s->attrition &= s->attrition - 1;
    mk_log_event(log, C77_E_ATTRITION, s->checking, MK_EVERYONE, MK_ROLLED, (int16_t)place,
                 (int16_t)die, c77.attrition[die]);
    lose_to_hunger(s, place, c77.attrition[die], log);
}

/* Trains and depots are expended, then all are marked (a: 1), then one place after the other
 * rolls. */
void c77_supply_step(void *state, mk_log *log) {
    c77_state *s = state;
    mk_frame *check = mk_top(&s->base);
    if (check->a) {
        if (s->attrition)
            next_attrition(s, log);
        else
            mk_pop(&s->base);
        return;
    }
    supply_sources from = useful(s, s->checking);
    if ((from.trains | from.depots) && check->result != C77_V_FINISH) {
        mk_push(&s->base, C77_PH_SUPPLY_CHECK, s->checking);
        return;
    }
    check->a = 1;
    mark_all(s, log);
}

void c77_attrition_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    int place = mk_top_const(&s->base)->a;
    for (int sp_class = C77_UNSUPPLIED; sp_class < C77_CLASSES; sp_class += 2)
        if (!why_not_starve(s, sp_class, place)) mk_offer(out, C77_V_LOSE, sp_class, place, 0);
}

const char *c77_attrition_why_not(const void *state, mk_action x) {
    return why_not_starve(state, x.a, x.b);
}

void c77_attrition_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_frame f = *mk_top(&s->base);
    mk_pop(&s->base);
    starve(s, x.a, x.b, log);
    lose_to_hunger(s, f.a, f.b - 1, log);
}
