/* sea.c - Howe's fleet: embarking, the passage, the landing (c77.17.0). */
#include "c77.h"

#include <string.h>

static mk_set128 open_ports(const c77_state *s) { return c77.ports & c77_area(s); }

/* ---- Embarking ---- */

/* SP that could go with him: no Indians (c77.17.1), nor Powell's garrison (c77.19.1). */
static int sp_to_embark(const c77_state *s, int at) {
    int count = 0;
    for (int type = 0; type < C77_SHIP; type++)
        if (c77.unit[type].side == C77_BRITISH && type != C77_INDIAN)
            count += c77_unbound(s, at, type);
    return count;
}

/* c77.7.3.2, c77.17.1: the entire activation, from a port, with nobody at sea. */
const char *c77_why_not_embark(const c77_state *s) {
    int leader = s->act.leader, at = s->at[leader];
    FORBID("c77.7.3.2", !c77_is(leader, C77_HOWE));
    FORBID("c77.20.1", !c77_rules(s)->sea);
    FORBID("c77.7.3.2", s->act.points < c77_face_of(s, leader)->leadership);
    FORBID("c77.17.0:march", s->army[C77_PRIMARY_ARMY].steps);
    FORBID("c77.17.0:port", !c77_is_space(at) || !mk_set_has(open_ports(s), at));
    FORBID("c77.17.1:sea", s->sea_box);
    FORBID("c77.17.0:some", !sp_to_embark(s, at));
    return NULL;
}

void c77_embark(c77_state *s) {
    memset(&s->hand, 0, sizeof s->hand);
    s->hand.leaders = MK_BIT(s->act.leader);
    mk_push(&s->base, C77_PH_EMBARK, C77_BRITISH)->a = s->at[s->act.leader];
}

/* c77.17.0: each leader carries what his rank allows. */
static int capacity(const c77_state *s, const uint8_t *by_rank) {
    int total = 0;
    MK_SET_EACH(l, s->hand.leaders) total += by_rank[c77_face_of(s, l)->rank];
    return total;
}

static const char *why_not_load(const c77_state *s, int sp_class, int count) {
    int type = c77_type_of(sp_class), at = s->at[s->act.leader];
    FORBID("c77.17.0:here", count == 0 || c77.unit[type].side != C77_BRITISH);
    FORBID("c77.17.1:indians", type == C77_INDIAN);
    FORBID("c77.19.6", type == C77_SHIP);
    FORBID("c77.17.0:here", s->hand.sp[sp_class] + count > s->stack[at].sp[sp_class]);
    FORBID("c77.19.1", c77_force_type(&s->hand, type) + count > c77_unbound(s, at, type));
    FORBID("c77.17.0:capacity", c77_force_size(&s->hand) + count > capacity(s, c77.rank_sp));
    if (c77.unit[type].artillery)
        FORBID("c77.17.0:capacity",
               c77_force_artillery(&s->hand) + count > capacity(s, c77.rank_artillery));
    return NULL;
}

static const char *why_not_board(const c77_state *s, int companion) {
    int at = s->at[s->act.leader];
    if (companion == C77_COMPANION_TRAIN) {
        int taken = s->hand.trains[0] + s->hand.trains[1];
        FORBID("c77.17.0:here", taken >= c77_trains(&s->stack[at], C77_BRITISH));
        return NULL;
    }
    FORBID("c77.17.0:here", companion == C77_COMPANION_KOSCIUSZKO);
    int leader = companion - C77_COMPANION_LEADERS;
    FORBID("c77.17.0:here", s->at[leader] != at || mk_set_has(s->hand.leaders, leader));
    FORBID("c77.17.0:here", !mk_set_has(c77.subordinates & c77.of_side[C77_BRITISH], leader));
    FORBID("c77.17.1:indians", c77.leader[leader].only == C77_INDIAN);
    return NULL;
}

static const char *why_not_sail(const c77_state *s, int to) {
    FORBID("c77.17.0:some", c77_force_size(&s->hand) == 0);
    FORBID("c77.17.0:port", !mk_set_has(open_ports(s), to));
    return NULL;
}

void c77_embark_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    int at = s->at[s->act.leader];
    for (int sp_class = 0; sp_class < C77_SHIP * C77_MARKS; sp_class++) {
        for (int n = 1; n <= s->stack[at].sp[sp_class] && n <= 15; n++) {
            if (why_not_load(s, sp_class, n)) break;
            mk_offer(out, C77_V_TAKE, sp_class, n, 0);
        }
    }
    MK_SET_EACH(l, c77_leaders_at(s, at, C77_BRITISH)) {
        int c = C77_COMPANION_LEADERS + l;
        if (!why_not_board(s, c)) mk_offer(out, C77_V_BRING, c, 0, 0);
    }
    if (!why_not_board(s, C77_COMPANION_TRAIN))
        mk_offer(out, C77_V_BRING, C77_COMPANION_TRAIN, 0, 0);
    MK_SET_EACH(port, open_ports(s)) {
        if (!why_not_sail(s, port)) mk_offer(out, C77_V_SAIL, port, 0, 0);
    }
}

const char *c77_embark_why_not(const void *state, mk_action x) {
    switch (x.verb) {
    case C77_V_TAKE: return why_not_load(state, x.a, x.b);
    case C77_V_BRING: return why_not_board(state, x.a);
    default: return why_not_sail(state, x.a);
    }
}

/* c77.17.0: only the British player may see the destination. */
static void tell_destination(c77_state *s, mk_log *log) {
    mk_log_event(log, C77_E_DESTINATION, C77_BRITISH, MK_ONLY(C77_BRITISH), 0, s->destination);
    mk_log_event(log, C77_E_SAILS, C77_BRITISH, MK_BUT(C77_BRITISH), 0);
}

static void set_sail(c77_state *s, int to, mk_log *log) {
    int at = s->at[s->act.leader];
    if (c77_bound(s, at, C77_REGULAR)) c77_note_case(log, C77_EMBARKS_BESIDE_GARRISON);
    c77_move_force(s, &s->hand, C77_BRITISH, at, c77_box(C77_SEA));
    /* c77.15.3: at sea everybody is supplied */
    c77_stack *sea = &s->stack[c77_box(C77_SEA)];
    for (int sp_class = C77_UNSUPPLIED; sp_class < C77_CLASSES; sp_class += 2) {
        mk_force_turn(sea->sp, sp_class, sp_class & ~C77_UNSUPPLIED, sea->sp[sp_class]);
    }
    s->unsupplied &= ~s->hand.leaders;
    s->sea_box = 1;
    s->departure = (uint8_t)at;
    s->destination = (uint8_t)to;
    s->warned = 0;
    mk_log_event(log, C77_E_EMBARKED, C77_BRITISH, MK_EVERYONE, 0,
                 (int16_t)c77_force_size(&s->hand), (int16_t)at);
    tell_destination(s, log);
    memset(&s->hand, 0, sizeof s->hand);
    c77_occupy(s, at, log);
}

void c77_embark_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    int at = s->at[s->act.leader];
    if (x.verb == C77_V_TAKE) {
        c77_take(&s->hand, x.a, x.b);
    } else if (x.verb == C77_V_BRING && x.a == C77_COMPANION_TRAIN) {
        s->hand.trains[s->hand.trains[1] < s->stack[at].trains[C77_BRITISH][1]]++;
    } else if (x.verb == C77_V_BRING) {
        mk_set_add(&s->hand.leaders, x.a - C77_COMPANION_LEADERS);
    } else {
        mk_pop(&s->base);
        set_sail(s, x.a, log);
        c77_end_activation(s);
    }
}

/* ---- The passage ---- */

/* c77.21.4: a port lies north (1) or south (2) of where the fleet sailed from, or is the same (3).
 */
int c77_bearing(const c77_state *s, int port) {
    int to = c77.space[port].lat, from = c77.space[s->departure].lat;
    return to > from ? 1 : to < from ? 2 : 3;
}

static void warn(c77_state *s, mk_log *log) {
    s->warned = (uint8_t)c77_bearing(s, s->destination);
    mk_log_event(log, C77_E_WARNING, C77_BRITISH, MK_EVERYONE, MK_REVEALED, s->warned);
}

static void land(c77_state *s, mk_log *log) {
    int port = s->destination;
    c77_force f = c77_all_at(s, c77_box(C77_SEA), C77_BRITISH);
    c77_move_force(s, &f, C77_BRITISH, c77_box(C77_SEA), port);
    s->sea_box = 0;
    s->warned = 0;
    mk_log_event(log, C77_E_LANDS, C77_BRITISH, MK_EVERYONE, MK_REVEALED,
                 (int16_t)c77_force_size(&f), (int16_t)port);
    c77_enter(s, C77_BY_LANDING, port, C77_BRITISH)->landed = f;
}

/* c77.5.0 I.b, c77.2.1.7 */
void c77_sea_travel(c77_state *s, mk_log *log) {
    if (!s->sea_box) return;
    if (s->wind) { /* High Winds: it stays where it is */
        s->wind = 0;
        return;
    }
    if (RULE("c77.17.1", s->sea_box >= c77.sea_boxes)) {
        land(s, log);
        return;
    }
    s->sea_box++;
    mk_log_event(log, C77_E_AT_SEA, C77_BRITISH, MK_EVERYONE, 0, s->sea_box);
    if (s->sea_box == c77.sea_boxes && c77_option(s, C77_OPTION_EARLY_WARNING)) warn(s, log);
}

/* ---- The landing ---- */

static void place_landing_depot(c77_state *s, int port, int source, mk_log *log) {
    c77_pick_up(s, C77_BRITISH, source);
    c77_add_depots(s, port, C77_BRITISH, 1);
    mk_set_add(&s->sea_depots, port);
    mk_log_event(log, C77_E_SUPPLY_PLACED, C77_BRITISH, MK_EVERYONE, 0, C77_DEPOT, (int16_t)port);
}

/* c77.17.1: a depot comes with the fleet and is supplied by it, "as if building": out of the box,
 * or if that is empty from the map (c77.7.3.7). */
void c77_landing_won(c77_state *s, mk_log *log) {
    int port = s->destination;
    s->destination = s->departure = 0;
    if (!s->stack[port].total[C77_BRITISH]) return;
    if (RULE("c77.17.1", s->supply[C77_BRITISH]))
        place_landing_depot(s, port, 0, log);
    else if ((s->trains_at[C77_BRITISH] | s->depots_at[C77_BRITISH]) & c77.all_spaces)
        mk_push(&s->base, C77_PH_LANDING_DEPOT, C77_BRITISH)->a = (int16_t)port;
}

static const char *why_not_from(const c77_state *s, int piece, int source) {
    FORBID("c77.17.1", piece != C77_DEPOT || !c77_has_source(s, C77_BRITISH, source));
    return NULL;
}

void c77_landing_depot_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    mk_offer(out, C77_V_DECLINE, 0, 0, 0);
    for (int source = 1; source <= 2 * c77.space_count; source++)
        if (!why_not_from(s, C77_DEPOT, source)) mk_offer(out, C77_V_SUPPLY, C77_DEPOT, source, 0);
}

const char *c77_landing_depot_why_not(const void *state, mk_action x) {
    return x.verb == C77_V_DECLINE ? NULL : why_not_from(state, x.a, x.b);
}

void c77_landing_depot_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    int port = mk_top(&s->base)->a;
    mk_pop(&s->base);
    if (x.verb == C77_V_SUPPLY) place_landing_depot(s, port, x.b, log);
}

/* What is left of a force at the battle. */
static c77_force survivors(const c77_state *s, const c77_force *force) {
    c77_force f = *force;
    mk_force_trim(f.sp, s->stack[s->battle.at].sp);
    return f;
}

/* Reinforcements go back to where they came from. */
static void send_back(c77_state *s, mk_log *log) {
    c77_battle *b = &s->battle;
    for (int i = 0; i < b->attempt_count; i++) {
        c77_attempt *t = &b->attempt[i];
        bool came = t->what == C77_REINFORCE && s->at[t->leader] == b->at;
        if (!came) continue;
        c77_force f = survivors(s, &t->force);
        if (c77_force_empty(&f)) continue;
        c77_move_force(s, &f, C77_BRITISH, b->at, t->from);
        c77_fewer_bound(s, b->at);
        c77_occupy(s, t->from, log);
    }
}

/* c77.17.1: a beaten landing goes back to sea and chooses another destination. Who stood in the
 * port before retreats like any other. */
void c77_landing_lost(c77_state *s, mk_log *log) {
    c77_battle *b = &s->battle;
    send_back(s, log);
    c77_force f = survivors(s, &b->landed);
    if (c77_force_empty(&f)) {
        s->destination = s->departure = 0;
        return;
    }
    c77_move_force(s, &f, C77_BRITISH, b->at, c77_box(C77_SEA));
    c77_fewer_bound(s, b->at);
    s->sea_box = 1;
    s->departure = b->at;
    mk_log_event(log, C77_E_BACK_TO_SEA, C77_BRITISH, MK_EVERYONE, 0, (int16_t)c77_force_size(&f));
}

void c77_ask_new_course(c77_state *s) {
    if (s->sea_box) mk_push(&s->base, C77_PH_NEW_COURSE, C77_BRITISH);
}

void c77_new_course_list(const void *state, mk_actions *out) {
    MK_SET_EACH(port, open_ports(state)) mk_offer(out, C77_V_SAIL, port, 0, 0);
}

const char *c77_new_course_why_not(const void *state, mk_action x) {
    FORBID("c77.17.1", !mk_set_has(open_ports(state), x.a));
    return NULL;
}

void c77_new_course_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    s->destination = (uint8_t)x.a;
    tell_destination(s, log);
    mk_pop(&s->base);
}
