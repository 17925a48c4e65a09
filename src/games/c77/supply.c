/* supply.c - tracing supply, the supply check, attrition (c77.15.0). */
#include "c77.h"

/* ---- Tracing ---- */

static c77_set neighbours(c77_set spaces) {
    c77_set near = 0;
    C77_EACH(space, spaces) near |= c77.near[space];
    return near;
}

/* All spaces within so many connections of the sources; what lies between must be free of
 * enemy armies (c77.15.1). */
c77_set c77_within(const c77_state *s, c77_set sources, int steps, int side) {
    c77_set reached = sources, edge = sources, area = c77_area(s);
    c77_set open = ~s->occupied[c77_enemy(side)];
    for (int i = 0; i < steps && edge; i++) {
        c77_set next = neighbours(edge) & area & ~reached;
        reached |= next;
        edge = next & open;
    }
    return reached;
}

static c77_set usable_magazines(const c77_state *s, int side) {
    return c77.magazines[side] & s->held[side] & c77_area(s) & ~s->occupied[c77_enemy(side)];
}

/* c77.15.1: magazines, and depots that reach one through depots. Howe's landing depot is connected
 * by sea (c77.17.1). */
c77_set c77_network(const c77_state *s, int side, c77_set depots) {
    c77_set magazines = usable_magazines(s, side);
    depots &= c77_area(s) & ~s->occupied[c77_enemy(side)];
    if (!depots) return magazines;
    c77_set linked = side == C77_BRITISH ? depots & s->sea_depots : 0;
    linked |= depots & c77_within(s, magazines, c77.magazine_reach, side);
    for (c77_set more = linked; more;) {
        more = depots & ~linked & c77_within(s, linked, c77.depot_reach, side);
        linked |= more;
    }
    return magazines | linked;
}

static c77_set with_boxes(c77_set places) {
    if (c77_in(places, c77.montreal)) places |= c77_boxes_of(c77.montreal);
    if (c77_in(places, c77.new_york)) places |= c77_boxes_of(c77.new_york);
    return places | C77_BIT(c77_box(C77_SEA)); /* c77.15.3: units at sea */
}

/* c77.15.1: Patriots in a fort that is not besieged may be farther away. */
static c77_set supplied_forts(const c77_state *s, c77_set network) {
    c77_set forts = 0;
    c77_set reached = c77_within(s, network, c77.fort_reach, C77_PATRIOT);
    C77_EACH(space, c77.forts & reached) {
        if (RULE("c77.15.1", c77_controls(s, C77_PATRIOT, space))) forts |= C77_BIT(space);
    }
    return forts;
}

c77_set c77_supplied_places(const c77_state *s, int side) {
    c77_set network = c77_network(s, side, s->depots_at[side]),
            magazines = usable_magazines(s, side);
    c77_set places = c77_within(s, magazines, c77.magazine_reach, side) |
                     c77_within(s, network & ~magazines, c77.depot_reach, side);
    if (side == C77_PATRIOT) places |= supplied_forts(s, network);
    for (int fort = 0; fort < c77.fort_count; fort++) { /* c77.15.1.1: a magazine in its own fort */
        int space = c77.fort_space[fort];
        if (RULE("c77.15.1.1", c77_in(c77.magazines[side] & s->held[side], space)))
            places |= C77_BIT(c77_fort_place(fort));
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
    for (int class = 0; class < C77_SHIP * C77_MARKS; class ++) {
        int type = c77_type_of(class);
        bool counts = c77.unit[type].side == side && s->stack[place].sp[class];
        if (counts && needs_supply(type, place)) return true;
    }
    C77_EACH_LEADER(l, c77_leaders_at(s, place, side)) {
        if (leader_needs_supply(l)) return true;
    }
    return false;
}

/* Places where a side has SP or leaders. */
static c77_set populated(const c77_state *s, int side) {
    c77_set places = s->occupied[side];
    for (int place = c77.space_count; place < c77_box(C77_SEA); place++)
        if (s->stack[place].total[side]) places |= C77_BIT(place);
    C77_EACH_LEADER(l, c77.of_side[side]) {
        if (s->at[l] < C77_MAX_PLACES) places |= C77_BIT(s->at[l]);
    }
    return places;
}

static c77_set hungry_places(const c77_state *s, int side) {
    c77_set hungry = 0;
    C77_EACH(place, populated(s, side) & ~c77_supplied_places(s, side)) {
        if (is_hungry(s, place, side)) hungry |= C77_BIT(place);
    }
    return hungry;
}

/* c77.15.1, c77.15.2: a train or depot feeds all within one space of it; inside a besieged fort,
 * the fort alone. */
static c77_set fed_from(const c77_state *s, int place, int side) {
    if (!c77_is_space(place)) return C77_BIT(place);
    return with_boxes(c77_within(s, C77_BIT(place), c77.train_reach, side));
}

/* The sources that would feed somebody, as bits of trains and depots at places. */
typedef struct {
    c77_set trains, depots;
} larder;

static larder useful(const c77_state *s, int side) {
    larder l = {0, 0};
    c77_set hungry = hungry_places(s, side);
    if (!hungry) return l;
    C77_EACH(place, s->trains_at[side] | s->depots_at[side]) {
        if (place >= c77_box(0) || !(fed_from(s, place, side) & hungry)) continue;
        l.trains |= s->trains_at[side] & C77_BIT(place);
        l.depots |= s->depots_at[side] & C77_BIT(place);
    }
    return l;
}

/* ---- The check ---- */

static void set_marks(c77_state *s, int place, int side, bool supplied) {
    uint8_t *sp = s->stack[place].sp;
    for (int class = 0; class < C77_CLASSES; class += 2) {
        int type = c77_type_of(class);
        if (c77.unit[type].side != side) continue;
        bool out = !supplied && needs_supply(type, place);
        int total = sp[class] + sp[class | C77_UNSUPPLIED];
        sp[class] = (uint8_t)(out ? 0 : total);
        sp[class | C77_UNSUPPLIED] = (uint8_t)(out ? total : 0);
        if (out && total) s->attrition |= C77_BIT(place);
    }
}

/* c77.15.0: the status holds until the next check of this side. */
static void mark_all(c77_state *s, mk_log *log) {
    int side = s->checking, out;
    c77_set supplied = c77_supplied_places(s, side);
    s->attrition = 0;
    s->unsupplied &= ~c77.of_side[side];
    for (int place = 0; place < c77_place_count(); place++)
        if (s->stack[place].total[side]) set_marks(s, place, side, c77_in(supplied, place));
    C77_EACH_LEADER(l, c77.of_side[side]) {
        int at = s->at[l];
        if (at < C77_MAX_PLACES && !c77_in(supplied, at) && leader_needs_supply(l))
            s->unsupplied |= C77_LEADER_BIT(l);
    }
    out = c77_size(s->attrition);
    mk_tell(log, C77_E_UNSUPPLIED, side, MK_EVERYONE, 0, (int16_t)out);
    s->fed = 0;
}

static void ask_or_mark(c77_state *s, mk_log *log) {
    larder l = useful(s, s->checking);
    if (l.trains | l.depots)
        c77_ask(s, C77_PH_SUPPLY_CHECK, s->checking);
    else
        mark_all(s, log);
}

void c77_check_supply(c77_state *s, int side, mk_log *log) {
    s->checking = (uint8_t)side;
    s->stage = C77_STAGE_SUPPLY;
    s->fed = 0;
    mk_tell(log, C77_E_SUPPLY_CHECK, side, MK_EVERYONE, 0);
    ask_or_mark(s, log);
}

/* A source: 0 is what is available; then a train, a depot for each place. */
static const char *why_not_expend(const c77_state *s, int source) {
    FORBID("c77.15.1", source == 0);
    larder l = useful(s, s->checking);
    int place = (source - 1) / 2;
    FORBID("c77.15.1", !c77_in(source & 1 ? l.trains : l.depots, place));
    return NULL;
}

void c77_supply_check_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    larder l = useful(s, s->checking);
    mk_offer(out, C77_V_FINISH, 0, 0, 0);
    C77_EACH(place, l.trains) mk_offer(out, C77_V_EXPEND, 1 + 2 * place, 0, 0);
    C77_EACH(place, l.depots) mk_offer(out, C77_V_EXPEND, 2 + 2 * place, 0, 0);
}

const char *c77_supply_check_why_not(const void *state, mk_action x) {
    return x.verb == C77_V_FINISH ? NULL : why_not_expend(state, x.a);
}

static void expend(c77_state *s, int source, mk_log *log) {
    int side = s->checking, place = (source - 1) / 2;
    s->fed |= fed_from(s, place, side);
    if (source & 1)
        c77_remove_train(s, place, side);
    else
        c77_add_depots(s, place, side, -1);
    s->supply[side]++;
    mk_tell(log, C77_E_EXPENDED, side, MK_EVERYONE, 0, (int16_t)source);
}

void c77_supply_check_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_pop(&s->base);
    if (x.verb == C77_V_FINISH) {
        mark_all(s, log);
    } else {
        expend(s, x.a, log);
        ask_or_mark(s, log);
        if (s->base.depth) return;
    }
    c77_go_on(s, log);
}

/* ---- Attrition ---- */

static int unsupplied_at(const c77_state *s, int place) {
    int count = 0;
    for (int class = C77_UNSUPPLIED; class < C77_CLASSES; class += 2)
        if (c77.unit[c77_type_of(class)].side == s->checking) count += s->stack[place].sp[class];
    return count;
}

/* c77.15.5: an emptied fort falls to its besiegers. */
static void after_attrition(c77_state *s, int place, mk_log *log) {
    int space = c77_space_of(place);
    c77_occupy(s, space, log);
}

static const char *why_not_starve(const c77_state *s, int class, int place) {
    FORBID("c77.15.5", place != mk_top_const(&s->base)->a);
    FORBID("c77.15.5", !(class & C77_UNSUPPLIED) || !s->stack[place].sp[class] ||
                           c77.unit[c77_type_of(class)].side != s->checking);
    return NULL;
}

static void starve(c77_state *s, int class, int place, mk_log *log) {
    c77_kill(s, place, class, 1); /* not a casualty */
    mk_tell(log, C77_E_LOSS, s->checking, MK_EVERYONE, 0, (int16_t) class, (int16_t)place);
}

/* Losses that leave no choice are taken at once; otherwise the owner is asked. */
static void lose_to_hunger(c77_state *s, int place, int losses, mk_log *log) {
    while (losses > 0 && unsupplied_at(s, place)) {
        int kinds = 0, class = 0;
        for (int c = C77_UNSUPPLIED; c < C77_CLASSES; c += 2) {
            bool own = c77.unit[c77_type_of(c)].side == s->checking;
            if (!own || !s->stack[place].sp[c]) continue;
            kinds++;
            class = c;
        }
        if (kinds > 1 && losses < unsupplied_at(s, place)) {
            mk_frame *f = c77_ask(s, C77_PH_ATTRITION, s->checking);
            f->a = (int16_t)place;
            f->b = (int16_t)losses;
            return;
        }
        starve(s, class, place, log);
        losses--;
    }
    after_attrition(s, place, log);
}

/* The next place rolls; when all have, play goes on. */
void c77_supply_step(c77_state *s, mk_log *log) {
    if (!s->attrition) {
        s->stage = C77_STAGE_ACTIONS;
        return;
    }
    int place = c77_first(s->attrition), die = mk_die(&s->base.rng, C77_DIE);
    s->attrition &= s->attrition - 1;
    mk_tell(log, C77_E_ATTRITION, s->checking, MK_EVERYONE, MK_ROLLED, (int16_t)place, (int16_t)die,
            c77.attrition[die]);
    lose_to_hunger(s, place, c77.attrition[die], log);
}

void c77_attrition_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    int place = mk_top_const(&s->base)->a;
    for (int class = C77_UNSUPPLIED; class < C77_CLASSES; class += 2)
        if (!why_not_starve(s, class, place)) mk_offer(out, C77_V_LOSE, class, place, 0);
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
    c77_go_on(s, log);
}
