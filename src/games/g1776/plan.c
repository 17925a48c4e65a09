/* plan.c - what each stack of a side is to do: the most urgent task goes to the stack that is best
 * placed for it, then the next. It follows from the position alone, so it is found once for all
 * actions that are weighed in it. */
#include "purpose.h"

#include <string.h>

enum { MAX_STACKS = 96, MAX_TASKS = 96, OPENED = 0 };
enum { FEW = 2 };   /* SP that are not worth a group of their own */
enum { PARTY = 3 }; /* so many at least are carried to where they march on */

typedef struct {
    uint16_t hex;
    uint16_t began; /* where it was when the phase began: on its way it does not change its mind */
    bool hand;
    int16_t spare; /* SP that may go */
} stack;

typedef struct {
    int seat, stack_count, task_count;
    int turns; /* left, with this one */
    stack stacks[MAX_STACKS];
    g1776_task task[MAX_TASKS];
    g1776_transports lifts;
} plan;

/* ---- Who is there ---- */

/* The group on the move is a stack of its own when it has left where it was. */
static bool on_the_move(const mk_frame *top) {
    return top->phase == G1776_PH_GROUP && top->b != OPENED;
}

int g1776_kept_at(const g1776_state *s, int seat, int hex) {
    const g1776_purpose *p = g1776_purpose_of(s, seat);
    int keep = 0, enemies = g1776_sp(s, hex, g1776_enemy(seat));
    for (int i = 0; i < p->count; i++) {
        const g1776_want *w = &p->want[i];
        if (w->hex != hex || !g1776_wanted(s, w)) continue;
        int n = g1776_needed_at(s, seat, w) + (w->n > 1 && w->types ? w->n / 2 + 1 : 0);
        if (n > keep) keep = n;
    }
    bool fights = enemies && g1776_open(s, g1776_enemy(seat), hex);
    if (fights && 2 * g1776_sp(s, hex, seat) > enemies) return UINT8_MAX;
    return keep;
}

/* SP of the seat there that may march: nobody who is fixed or builds. */
static int able(const g1776_state *s, int seat, int hex, int mask, int flags) {
    int bound = G1776_FIXED | G1776_MARKED;
    return g1776_count_where(s, hex, g1776.sp_of[seat], mask | bound, flags);
}

static void add_stack(plan *p, int hex, int began, bool hand, int spare) {
    if (spare <= 0 || p->stack_count == MAX_STACKS) return;
    p->stacks[p->stack_count++] = (stack){(uint16_t)hex, (uint16_t)began, hand, (int16_t)spare};
}

/* Where most of those in hand began. */
static int began_at(const g1776_state *s, int hex) {
    int most = 0, began = hex;
    G1776_EACH_AT(p, s, hex) {
        if (!(p->flags & G1776_HAND) || !g1776_is_sp(p->type) || p->count <= most) continue;
        most = p->count;
        began = g1776_origin(p->origin, p->place);
    }
    return began;
}

static void find_stacks(const g1776_state *s, int seat, plan *p) {
    const mk_frame *top = mk_top_const(&s->base);
    bool moving = on_the_move(top);
    if (moving)
        add_stack(p, top->a, began_at(s, top->a), true,
                  able(s, seat, top->a, G1776_HAND, G1776_HAND));
    MK_SET_EACH(hex, &s->held[seat]) {
        bool apart = moving && hex == top->a;
        int mask = apart ? G1776_HAND : 0, free = able(s, seat, hex, mask, 0);
        int all = g1776_count_where(s, hex, g1776.sp_of[seat], mask, 0);
        int spare = all - g1776_kept_at(s, seat, hex); /* who cannot go may be who stays */
        add_stack(p, hex, hex, false, spare < free ? spare : free);
    }
}

/* Those aboard are stacks of their own. */
static void find_cargoes(const g1776_state *s, int seat, plan *p) {
    g1776_find_lifts(s, seat, &p->lifts);
    for (int i = 0; i < p->lifts.count; i++) {
        const g1776_transport *l = &p->lifts.lift[i];
        if (!g1776_is_hex(l->from)) add_stack(p, l->from, l->from, false, l->room);
    }
}

/* ---- Who does what ---- */

static g1776_task *add_task(plan *p, stack *who, int sp, int urgency) {
    if (p->task_count == MAX_TASKS) return NULL;
    g1776_task *t = &p->task[p->task_count++];
    *t = (g1776_task){.from = who->hex,
                      .hand = who->hand,
                      .sp = (uint8_t)(sp < UINT8_MAX ? sp : UINT8_MAX),
                      .urgency = (int16_t)urgency,
                      .vessel = MK_NOWHERE};
    who->spare = (int16_t)(who->spare - sp);
    return t;
}

/* Those who must leave the area of play, all of them in one hex. */
static void plan_departure(const g1776_state *s, int seat, plan *p) {
    const g1776_departure *d = &g1776_purpose_of(s, seat)->leaves;
    enum { AT_ONCE = 5000 };
    if (!d->leaders || s->base.turn > d->turn || s->ledger.left & d->leaders) return;
    for (int i = 0; i < p->stack_count; i++) {
        stack *who = &p->stacks[i];
        mk_set128 there = who->hand ? s->hand : g1776_leaders_at(s, who->hex, seat);
        if (!g1776_is_hex(who->hex)) continue;
        if ((there & d->leaders) != d->leaders || who->spare < d->br) continue;
        if (g1776_way_from(d->way, who->hex) == G1776_FAR) continue;
        g1776_task *t = add_task(p, who, who->hand ? who->spare : d->br, AT_ONCE);
        if (!t) return;
        t->leaves = true;
        t->way = d->way;
        t->to = MK_NOWHERE;
        t->types = G1776_BIT(G1776_BR);
        return;
    }
}

/* What is still to be done somewhere: a want, or an enemy force that threatens one. */
typedef struct {
    uint16_t hex, way;
    bool hunt;    /* a force in the field: there is no table of ways to it */
    bool enemies; /* there are some */
    bool needed;  /* as of the want: they go there even if they are too few alone */
    bool more;    /* for those who are left: they join whoever is there */
    bool fort;    /* to be built: with a supply and a gun */
    uint8_t value;
    int16_t demand; /* SP that it still takes */
    mk_set64 types;
} aim;
enum { MAX_AIMS = G1776_MAX_WANTS + 24 };

/* Of the SP there, those of the group on the move: it may be what they came for. */
static int passing_by(const g1776_state *s, int seat, int hex) {
    const mk_frame *top = mk_top_const(&s->base);
    if (!on_the_move(top) || top->a != hex) return 0;
    return g1776_count_where(s, hex, g1776.sp_of[seat], G1776_HAND, G1776_HAND);
}

/* So many times what is needed. */
static void add_wants(const g1776_state *s, int seat, int times, aim *aims, int *count) {
    const g1776_purpose *p = g1776_purpose_of(s, seat);
    for (int i = 0; i < p->count; i++) {
        const g1776_want *w = &p->want[i];
        if (!g1776_wanted(s, w) || (seat == G1776_BRITISH && g1776_ticonderoga_shut(s, w->hex)))
            continue;
        int present = g1776_present_at(s, seat, w) - passing_by(s, seat, w->hex);
        int demand = times * g1776_needed_at(s, seat, w) - (present > 0 ? present : 0);
        if (demand <= 0) continue;
        aims[(*count)++] = (aim){.hex = w->hex,
                                 .way = w->way,
                                 .enemies = g1776_held(s, g1776_enemy(seat), w->hex),
                                 .more = times > 1,
                                 .needed = w->needed,
                                 .fort = w->what == G1776_W_FORT,
                                 .value = w->value,
                                 .demand = (int16_t)demand,
                                 .types = w->types};
    }
}

/* Enemies in the open who could come to what is dear to us. */
static void add_hunts(const g1776_state *s, int seat, aim *aims, int *count) {
    const g1776_purpose *p = g1776_purpose_of(s, seat);
    MK_SET_EACH(hex, &s->open[g1776_enemy(seat)]) {
        int value = 0;
        for (int i = 0; i < p->count; i++) {
            const g1776_want *w = &p->want[i];
            bool near = w->hex != hex && g1776_way_from(w->way, hex) <= G1776_IN_REACH;
            if (near && g1776_wanted(s, w) && w->value > value) value = w->value;
        }
        int present = g1776_sp(s, hex, seat) - passing_by(s, seat, hex);
        int demand = g1776_to_beat(s, seat, hex) - present;
        if (value < G1776_PRECIOUS || demand <= 0 || *count == MAX_AIMS) continue;
        aims[(*count)++] = (aim){.hex = (uint16_t)hex,
                                 .hunt = true,
                                 .enemies = true,
                                 .value = (uint8_t)(value / 3),
                                 .demand = (int16_t)demand};
    }
}

static int distance(const aim *a, int hex) {
    return a->hunt ? g1776_hunt_from(a->hex, hex) : g1776_way_from(a->way, hex);
}

static bool can_build(const g1776_state *s, int seat, int hex) {
    mk_set64 own = g1776.of_seat[seat];
    return g1776_count_of(s, hex, own & G1776_ARTILLERY) &&
           g1776_count_of(s, hex, own & (G1776_SUPPLIES | G1776_MAGAZINES));
}

/* How a stack would go there. */
typedef struct {
    int urgency; /* 0: it cannot */
    g1776_transport *lift;
    int landing;
} way_there;

static int far_on_foot(const aim *a, const stack *who) {
    return g1776_is_hex(who->began) ? distance(a, who->began) : G1776_FAR;
}

/* By water if that saves time; among enemies only with all that it takes, otherwise near them. */
static int far_by_water(plan *p, const stack *who, const aim *a, way_there *way) {
    enum { SAVED = 8 };
    int best = far_on_foot(a, who) - (g1776_is_hex(who->began) ? SAVED : 0);
    for (int i = 0; i < p->lifts.count && !who->hand; i++) {
        g1776_transport *l = &p->lifts.lift[i];
        if (l->from != who->hex || l->room < 1) continue;
        bool short_of = a->enemies && l->together < a->demand;
        bool few = who->spare < PARTY && l->room < PARTY && g1776_is_hex(who->hex);
        for (int k = 0; k < l->count; k++) {
            bool there = l->landing[k].hex == a->hex;
            if (there ? short_of : few) continue;
            int far = l->landing[k].cost + distance(a, l->landing[k].hex);
            if (far >= best) continue;
            best = far;
            way->lift = l;
            way->landing = l->landing[k].hex;
        }
    }
    return way->lift ? best : far_on_foot(a, who);
}

/* How urgent it is that a stack goes there. */
static way_there way_to(const g1776_state *s, plan *p, const stack *who, const aim *a) {
    enum { SCALE = 256, NEAR = 8, MP_A_TURN = 9, HUNTERS = 2 };
    way_there none = {0}, way = {0};
    int far = far_by_water(p, who, a, &way);
    if (far >= G1776_FAR || far > p->turns * MP_A_TURN) return none;
    bool hunts = who->spare >= HUNTERS && who->spare >= a->demand && far <= 2 * MP_A_TURN;
    if ((a->hunt && !hunts) || (a->fort && !can_build(s, p->seat, who->hex))) return none;
    if (a->types && !who->hand && !g1776_count_of(s, who->hex, a->types)) return none;
    way.urgency = a->value * SCALE / (NEAR + far);
    bool weak = a->enemies && who->spare < a->demand;
    if (weak && !a->more && !a->needed) way.urgency /= 4;
    return way;
}

/* What is most urgent for a stack. */
typedef struct {
    way_there way;
    int aim;
} wish;

static wish wish_of(const g1776_state *s, plan *p, const stack *who, const aim *aims, int count) {
    wish first = {0};
    for (int j = 0; j < count && who->spare > 0; j++) {
        if (aims[j].demand <= 0) continue;
        way_there way = way_to(s, p, who, &aims[j]);
        if (way.urgency > first.way.urgency) first = (wish){way, j};
    }
    return first;
}

static bool give_task(plan *p, stack *st, aim *a, way_there best) {
    int sp = a->enemies ? 3 * a->demand / 2 + 1 : a->demand;
    if (best.lift && best.landing != a->hex && sp < PARTY) sp = PARTY;
    if (sp + FEW > st->spare || st->hand || a->hunt) sp = st->spare;
    if (best.lift && sp > best.lift->room) sp = best.lift->room;
    if (best.lift) best.lift->room = (int16_t)(best.lift->room - sp);
    a->demand = (int16_t)(a->demand - sp);
    g1776_task *t = add_task(p, st, sp, best.urgency);
    if (!t) return false;
    t->way = a->way;
    t->to = a->hex;
    t->types = a->types;
    t->hunt = a->hunt;
    if (best.lift) t->vessel = best.lift->vessel;
    if (best.lift) t->landing = (uint16_t)best.landing;
    return true;
}

/* A task changes what is left of its stack, of its transports and of its aim: the wishes of stacks
 * that share one of them are found anew, others may now wish for the aim. */
static void wish_again(const g1776_state *s, plan *p, wish *wishes, int who, const aim *aims,
                       int count) {
    int what = wishes[who].aim;
    for (int i = 0; i < p->stack_count; i++) {
        const stack *st = &p->stacks[i];
        wish *w = &wishes[i];
        if (st->hex == p->stacks[who].hex || (w->way.urgency && w->aim == what)) {
            *w = wish_of(s, p, st, aims, count);
        } else if (st->spare > 0 && aims[what].demand > 0) {
            way_there way = way_to(s, p, st, &aims[what]);
            bool sooner = way.urgency == w->way.urgency && what < w->aim;
            if (way.urgency > w->way.urgency || sooner) *w = (wish){way, what};
        }
    }
}

/* The most urgent first, until nobody is left or nothing is left to do. */
static void give_tasks(const g1776_state *s, plan *p, aim *aims, int count) {
    wish wishes[MAX_STACKS];
    for (int i = 0; i < p->stack_count; i++) wishes[i] = wish_of(s, p, &p->stacks[i], aims, count);
    for (;;) {
        int who = 0;
        for (int i = 1; i < p->stack_count; i++)
            if (wishes[i].way.urgency > wishes[who].way.urgency) who = i;
        if (!p->stack_count || !wishes[who].way.urgency) return;
        if (!give_task(p, &p->stacks[who], &aims[wishes[who].aim], wishes[who].way)) return;
        wish_again(s, p, wishes, who, aims, count);
    }
}

static void plan_aims(const g1776_state *s, int seat, plan *p) {
    aim aims[MAX_AIMS];
    int count = 0;
    add_wants(s, seat, 1, aims, &count);
    give_tasks(s, p, aims, count);
    count = 0;
    add_hunts(s, seat, aims, &count); /* by who is left */
    give_tasks(s, p, aims, count);
    count = 0;
    add_wants(s, seat, 3, aims, &count); /* the others reinforce */
    give_tasks(s, p, aims, count);
}

/* ---- Once for a position ---- */

static _Thread_local plan memory; /* of no seat: not made yet */

void g1776_weigh_begin(const void *state) {
    (void)state;
    memory.seat = G1776_NONE;
}

static const plan *plan_of(const g1776_state *s, int seat) {
    plan *p = &memory;
    if (p->seat == seat) return p;
    p->seat = seat;
    p->stack_count = p->task_count = 0;
    p->turns = g1776_last_turn(s) - s->base.turn + 1;
    find_cargoes(s, seat, p);
    find_stacks(s, seat, p);
    plan_departure(s, seat, p);
    plan_aims(s, seat, p);
    return p;
}

const g1776_task *g1776_task_at(const g1776_state *s, int seat, int hex) {
    const plan *p = plan_of(s, seat);
    for (int i = 0; i < p->task_count; i++) {
        const g1776_task *t = &p->task[i];
        if (t->from == hex && !t->hand && t->vessel == MK_NOWHERE) return t;
    }
    return NULL;
}

const g1776_task *g1776_task_by(const g1776_state *s, int seat, int hex, int vessel) {
    const plan *p = plan_of(s, seat);
    for (int i = 0; i < p->task_count; i++) {
        const g1776_task *t = &p->task[i];
        if ((t->from == hex || hex == MK_NOWHERE) && t->vessel == vessel) return t;
    }
    return NULL;
}

const g1776_task *g1776_hand_task(const g1776_state *s, int seat) {
    const mk_frame *top = mk_top_const(&s->base);
    const plan *p = plan_of(s, seat);
    for (int i = 0; i < p->task_count; i++) {
        const g1776_task *t = &p->task[i];
        if (t->from == top->a && t->hand == on_the_move(top) && t->vessel == MK_NOWHERE) return t;
    }
    return NULL;
}

int g1776_left_to_go(const g1776_task *t, int hex) {
    return t->hunt ? g1776_hunt_from(t->to, hex) : g1776_way_from(t->way, hex);
}
