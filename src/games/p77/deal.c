/* deal.c - dealing again what a seat cannot know.
 *
 * What a seat sees of hidden blocks is places: so many in a location, in a position of a battle, on
 * a road by which they came to attack. A deal keeps the places and exchanges the labels in them;
 * how full each holding box is and who took the losses are dealt, too. A few rules bind labels to
 * places:
 *
 *   - who leads a move that an overrun interrupted must be able to lead it;
 *   - in the box or the group of a leader of Hessians there are Hessian infantry only;
 *   - of more than ten blocks that attacked over one river road the others are leaders;
 *   - who fled is militia.
 *
 * Each of them asks for so many leaders, Hessians or militia, and no block is two of these: a deal
 * is possible if and only if there are enough of each (`fits`). That is looked at before each
 * choice. The truth is possible, and no choice that fits takes the last possible deal away: so a
 * deal never fails, and what is hidden never stays as it was for want of one.
 */
#include "p77.h"

/* ---- Places ---- */

/* Everything about a block but its label and strength. */
typedef struct {
    uint8_t at, box, attack_way, position;
    bool moved, in_group, starving, acted, fled;
    mk_set64 who; /* the labels that may be there */
} place;

static place place_of(const p77_state *s, int u) {
    int position = p77_position_of(s, u);
    return (place){
        .at = s->at[u],
        .box = s->box[u],
        .attack_way = s->attack_way[u],
        .position = position < 0 ? P77_POSITIONS : (uint8_t)position,
        .moved = mk_set_has(s->moved, u),
        .in_group = mk_set_has(s->group, u),
        .starving = mk_set_has(s->starving, u),
        .acted = mk_set_has(s->battle.acted, u),
        .fled = mk_set_has(s->battle.fled, u),
        .who = p77.all_units,
    };
}

static void put(p77_state *s, int u, const place *p) {
    s->at[u] = p->at;
    s->box[u] = p->box;
    s->attack_way[u] = p->attack_way;
    mk_set_put(&s->moved, u, p->moved);
    mk_set_put(&s->group, u, p->in_group);
    mk_set_put(&s->starving, u, p->starving);
    mk_set_put(&s->battle.acted, u, p->acted);
    mk_set_put(&s->battle.fled, u, p->fled);
    for (int i = 0; i < P77_POSITIONS; i++) mk_set_put(&s->battle.position[i], u, p->position == i);
}

static int any_of(mk_set64 set, mk_rng *rng) {
    return mk_set_nth(set, (int)mk_below(rng, (uint32_t)mk_set_size(set)));
}

static int draw(mk_set64 *pool, mk_set64 among, mk_rng *rng) {
    int unit = any_of(*pool & among, rng);
    mk_set_remove(pool, unit);
    return unit;
}

/* ---- A deal ---- */

typedef struct {
    const p77_state *s; /* the truth */
    p77_side side;
    mk_set64 hidden;       /* the labels to deal */
    const mk_frame *march; /* a move that an overrun interrupted, or NULL */
    int lead;              /* who leads it in this deal */
    int count;
    place places[P77_MAX_UNITS]; /* where the hidden blocks are */
} deal;

static bool leads_hessians(int u) { return p77.unit[u].group_rule == P77_HESSIAN_INFANTRY_GROUP; }

/* The place of a hidden block, and who may be there. */
static void add_place(deal *d, place p, bool leads) {
    bool hessians = (p.box != P77_NO_UNIT && leads_hessians(p.box)) ||
                    (d->march && p.in_group && leads_hessians(d->lead));
    if (leads)
        p.who = MK_BIT(d->lead);
    else if (hessians)
        p.who = p77.hessian_infantry;
    else if (p.fled)
        p.who = p77.militia;
    d->places[d->count++] = p;
}

static void list_places(deal *d, mk_set64 units) {
    d->count = 0;
    MK_SET_EACH(u, units) add_place(d, place_of(d->s, u), d->march && u == d->march->a);
}

static bool is_free(const place *p) { return p->who == p77.all_units; }

/* ---- Is it possible? ---- */

static bool crosses_river(int way) {
    return way != P77_NO_WAY && mk_way_bits(&p77.roads, way) & P77_CROSSES_RIVER;
}

/* Is this the first place whose block came by its road? */
static bool first_by_road(const deal *d, int i) {
    for (int j = 0; j < i; j++)
        if (d->places[j].attack_way == d->places[i].attack_way) return false;
    return true;
}

/* p77.river.attack_limit: how many of the free places of those who came by this river road must be
 * leaders'; more than there are: it cannot be. */
static int leaders_needed(const deal *d, int way, int *free_places) {
    int units = 0;
    *free_places = 0;
    MK_SET_EACH(u, p77.of_side[d->side] & ~d->hidden & ~p77.leaders)
        units += d->s->attack_way[u] == way;
    for (int i = 0; i < d->count; i++) {
        const place *p = &d->places[i];
        if (p->attack_way != way) continue;
        units += !(p->who & p77.leaders) || is_free(p);
        *free_places += is_free(p);
    }
    return units > p77.river_road_limit ? units - p77.river_road_limit : 0;
}

static bool fits(const deal *d) {
    mk_set64 left = d->hidden;
    int leaders = 0, hessians = 0, militia = 0, free_places;
    if (d->march) mk_set_remove(&left, d->lead);
    for (int i = 0; i < d->count; i++) {
        const place *p = &d->places[i];
        hessians += p->who == p77.hessian_infantry;
        militia += p->who == p77.militia;
        if (!crosses_river(p->attack_way) || !first_by_road(d, i)) continue;
        int needed = leaders_needed(d, p->attack_way, &free_places);
        if (needed > free_places) return false;
        leaders += needed;
    }
    return leaders <= mk_set_size(left & p77.leaders) &&
           hessians <= mk_set_size(left & p77.hessian_infantry) &&
           militia <= mk_set_size(left & p77.militia);
}

/* ---- Who leads, and how full the boxes are ---- */

/* Could this block have gone so far, with so many? It may take along those of them that are known.
 */
static bool could_lead(const deal *d, int u) {
    int others = mk_set_size(d->s->group) - 1;
    if (p77_rate(d->s, u) < d->march->b || others > p77.unit[u].group_limit) return false;
    MK_SET_EACH(v, d->s->group & ~d->hidden) {
        if (p77_why_not_with(v, u)) return false;
    }
    return true;
}

static void deal_lead(deal *d, mk_rng *rng) {
    mk_set64 choice = 0;
    if (!d->march) return;
    d->lead = d->march->a;
    if (!mk_set_has(d->hidden, d->lead)) return;
    MK_SET_EACH(u, d->hidden) {
        d->lead = u;
        list_places(d, d->hidden);
        if (could_lead(d, u) && fits(d)) mk_set_add(&choice, u);
    }
    d->lead = any_of(choice, rng);
}

static mk_set64 in_boxes(const deal *d) {
    mk_set64 boxed = 0;
    MK_SET_EACH(u, d->hidden) {
        if (d->s->box[u] != P77_NO_UNIT) mk_set_add(&boxed, u);
    }
    return boxed;
}

/* p77.boxes.hidden: how many are in all boxes together can be counted, not how many in each. His
 * name shows that a leader has somebody. */
static void deal_boxes(deal *d, mk_rng *rng) {
    mk_set64 boxed = in_boxes(d), leaders = 0, empty = 0;
    int size[P77_MAX_UNITS], left = mk_set_size(boxed);
    MK_SET_EACH(u, boxed) mk_set_add(&leaders, d->s->box[u]);
    MK_SET_EACH(leader, leaders) {
        size[leader] = mk_set_size(p77_in_box(d->s, leader) & ~boxed);
        if (!size[leader]) mk_set_add(&empty, leader);
    }
    list_places(d, d->hidden & ~boxed);
    for (; left; left--) {
        mk_set64 choice = 0;
        MK_SET_EACH(leader, empty ? empty : leaders) {
            if (size[leader] >= p77.unit[leader].group_limit) continue;
            place inside = place_of(d->s, leader);
            inside.box = (uint8_t)leader;
            add_place(d, inside, false);
            if (fits(d)) mk_set_add(&choice, leader);
            d->count--;
        }
        int leader = any_of(choice, rng);
        place inside = place_of(d->s, leader);
        inside.box = (uint8_t)leader;
        add_place(d, inside, false);
        size[leader]++;
        mk_set_remove(&empty, leader);
    }
}

/* ---- Labels and losses ---- */

static int compare(const place *x, const place *y) {
    int place_x[] = {x->at,    x->box,      x->attack_way, x->position, x->moved,
                     x->acted, x->starving, x->in_group,   x->fled};
    int place_y[] = {y->at,    y->box,      y->attack_way, y->position, y->moved,
                     y->acted, y->starving, y->in_group,   y->fled};
    for (size_t i = 0; i < sizeof place_x / sizeof *place_x; i++)
        if (place_x[i] != place_y[i]) return place_x[i] - place_y[i];
    return (x->who > y->who) - (x->who < y->who);
}

/* No place has an advantage by where it is listed. They are sorted first, for they were listed in
 * the order of the true labels: the same chance deals the same, whatever the truth is. */
static void shuffle(deal *d, mk_rng *rng) {
    for (int i = 1; i < d->count; i++) {
        place p = d->places[i];
        int j = i;
        for (; j > 0 && compare(&d->places[j - 1], &p) > 0; j--) d->places[j] = d->places[j - 1];
        d->places[j] = p;
    }
    for (int i = d->count - 1; i > 0; i--) {
        int j = (int)mk_below(rng, (uint32_t)i + 1);
        place moved = d->places[i];
        d->places[i] = d->places[j];
        d->places[j] = moved;
    }
}

/* The first free places of those who came over a river become leaders', as many as must be. */
static void ask_for_leaders(deal *d) {
    for (int i = 0; i < d->count; i++) {
        place *p = &d->places[i];
        int free_places;
        if (!crosses_river(p->attack_way) || !is_free(p)) continue;
        if (leaders_needed(d, p->attack_way, &free_places)) p->who = p77.leaders;
    }
}

static void deal_labels(deal *d, p77_state *s, mk_rng *rng) {
    mk_set64 pool = d->hidden;
    shuffle(d, rng);
    ask_for_leaders(d);
    if (d->march) {
        mk_set_remove(&pool, d->lead);
        s->base.frame[d->march - d->s->base.frame].a = (int16_t)d->lead;
    }
    for (int narrow = 1; narrow >= 0; narrow--) { /* places that few may take come first */
        for (int i = 0; i < d->count; i++) {
            const place *p = &d->places[i];
            if (is_free(p) == (narrow == 1)) continue;
            bool leads = d->march && p->who == MK_BIT(d->lead);
            put(s, leads ? d->lead : draw(&pool, p->who, rng), p);
        }
    }
}

/* The losses that hidden blocks took together are known, not who took them. */
static void deal_losses(p77_state *s, mk_set64 hidden, mk_rng *rng) {
    int losses = 0;
    MK_SET_EACH(u, hidden) {
        losses += p77.unit[u].sp - s->sp[u];
        s->sp[u] = p77.unit[u].sp;
    }
    while (losses--) {
        mk_set64 strong = 0;
        MK_SET_EACH(u, hidden) {
            if (s->sp[u] > 1) mk_set_add(&strong, u);
        }
        s->sp[any_of(strong, rng)]--;
    }
}

/* ---- What is being arranged ---- */

/* One action of these, of a random unit. */
static mk_action any_action(const mk_actions *all, mk_rng *rng) {
    mk_set64 units = 0;
    for (int i = 0; i < all->count; i++) mk_set_add(&units, all->list[i].a);
    int unit = any_of(units, rng), count = 0;
    mk_action chosen = all->list[0];
    for (int i = 0; i < all->count; i++) {
        if (all->list[i].a == unit && mk_below(rng, (uint32_t)++count) == 0) chosen = all->list[i];
    }
    return chosen;
}

/* p77.setup: so many were placed, anyhow. */
static void deal_set_up(p77_state *s, mk_rng *rng) {
    mk_actions all;
    int placed = 0;
    MK_SET_EACH(u, p77.of_side[P77_AMERICAN]) {
        if (p77.unit[u].start != P77_NOWHERE || s->at[u] >= P77_MAX_SPACES) continue;
        s->at[u] = P77_UNPLACED;
        s->box[u] = P77_NO_UNIT;
        placed++;
    }
    p77_settle(s);
    while (placed--) {
        all.count = 0;
        p77_set_up_list(s, &all);
        p77_set_up_apply(s, any_action(&all, rng), NULL);
    }
}

static int empty_boxes(p77_state *s, p77_side side) {
    int boxed = 0;
    MK_SET_EACH(u, p77.of_side[side]) {
        boxed += s->box[u] != P77_NO_UNIT;
        s->box[u] = P77_NO_UNIT;
    }
    return boxed;
}

/* So many are in boxes, as far as there is room left for them. */
static void deal_loading(p77_state *s, int boxed, mk_rng *rng) {
    mk_actions all;
    while (boxed--) {
        all.count = 0;
        p77_load_boxes_list(s, &all);
        all.count--; /* the last is to be ready */
        if (!all.count) return;
        p77_load_boxes_apply(s, any_action(&all, rng), NULL);
    }
}

/* p77.deploy.hidden: before both sides have deployed nobody knows who stands where on the other's
 * side, nor, before one has, how many of it. */
static void deal_positions(p77_state *s, p77_side side, mk_rng *rng) {
    mk_set64 units = p77_at(s, s->battle.at, side), waiting = units;
    int count[P77_POSITIONS], placed = 0;
    for (int p = 0; p < P77_POSITIONS; p++) {
        count[p] = mk_set_size(s->battle.position[p] & units);
        placed += count[p];
        s->battle.position[p] &= ~units;
    }
    if (p77_arranges(s, P77_PH_DEPLOY, side)) {
        mk_actions all;
        while (placed--) {
            all.count = 0;
            p77_deploy_list(s, &all);
            p77_deploy_apply(s, any_action(&all, rng), NULL);
        }
        return;
    }
    for (int p = 0; p < P77_POSITIONS; p++) {
        while (count[p]--) mk_set_add(&s->battle.position[p], draw(&waiting, units, rng));
    }
}

/* A group that gathers, or has halted halfway, is not seen to do so: to others its side moves. */
static void forget_gathering(p77_state *s, int seat) {
    const mk_frame *f = mk_top_const(&s->base);
    if (f->seat == seat) return;
    if (f->phase != P77_PH_MUSTER && f->phase != P77_PH_ON_THE_MARCH) return;
    mk_pop(&s->base);
    s->group = s->taken = s->left = 0;
}

/* ---- All of it ---- */

static mk_set64 unknown_to(const p77_state *s, p77_side side, int seat) {
    mk_set64 hidden = 0;
    MK_SET_EACH(u, p77.of_side[side] & ~s->known) {
        if (p77_hidden_from(s, u, seat)) mk_set_add(&hidden, u);
    }
    return hidden;
}

static void deal_blocks(p77_state *s, p77_side side, int seat, mk_rng *rng) {
    p77_state truth = *s;
    deal d = {.s = &truth, .side = side, .hidden = unknown_to(s, side, seat)};
    const mk_frame *march = p77_frame(&truth, P77_PH_MARCH);
    if (march && march->seat == (int)side) d.march = march;
    deal_lead(&d, rng);
    if (p77_frame(s, P77_PH_SUPPLY_LOSSES)) /* who must choose who starves has so many there */
        list_places(&d, d.hidden);
    else
        deal_boxes(&d, rng);
    deal_labels(&d, s, rng);
    deal_losses(s, d.hidden, rng);
    p77_settle(s);
    if (mk_top(&s->base)->phase == P77_PH_DEPLOY) deal_positions(s, side, rng);
}

static void deal_side(p77_state *s, p77_side side, int seat, mk_rng *rng) {
    if (p77_arranges(s, P77_PH_SET_UP, side)) {
        deal_set_up(s, rng);
        return;
    }
    bool loading = p77_arranges(s, P77_PH_LOAD_BOXES, side);
    int boxed = loading ? empty_boxes(s, side) : 0;
    deal_blocks(s, side, seat, rng);
    deal_loading(s, boxed, rng);
}

void p77_determinize(void *state, int seat, mk_rng *rng) {
    p77_state *s = state;
    if (!p77_over(s)) {
        forget_gathering(s, seat);
        for (int side = 0; side < P77_SIDES; side++) {
            if (side != seat) deal_side(s, (p77_side)side, seat, rng);
        }
    }
    mk_rng_seed(&s->base.rng,
                (uint64_t)mk_below(rng, UINT32_MAX) << 32 | mk_below(rng, UINT32_MAX));
}
