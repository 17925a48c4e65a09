/* view.c - the board, and what a seat sees on it. */
#include <stdio.h>
#include <string.h>

#include "c77.h"

static const char *const side_id[] = {"british", "patriot"};
static const char *const type_words[] = {"city", "country", "small_fort", "large_fort"};
static const char *const department_id[] = {"northern", "highlands", "eastern", "middle"};
static const char *const way_id[] = {"none", "road", "river", "rough", "dual"};
static const char *const kind_id[] = {"primary", "subordinate", "garrison", "fixed", "event"};
static const char *const battle_id[] = {"none", "march", "landing", "sortie", "storm", "arrival"};

static void flag(mk_view *v, const char *name, bool on) {
    if (on) mk_rec_int(v, name, 1);
}

/* ---- What never changes ---- */

static void board_spaces(mk_view *v) {
    for (int i = 0; i < c77.space_count; i++) {
        const c77_space *p = &c77.space[i];
        mk_rec_static(v, "place", p->id);
        mk_rec_name(v, "name", p->name);
        mk_rec_name(v, "kind", type_words[p->type]);
        mk_rec_name(v, "region", department_id[p->department]);
        mk_rec_int(v, "x", p->point.x);
        mk_rec_int(v, "y", p->point.y);
        flag(v, "port", p->port);
        flag(v, "fort", p->fort != C77_NONE);
        if (p->fort != C77_NONE) mk_rec_int(v, "capacity", c77.fort_max[p->fort]);
        flag(v, "british_magazine", p->magazine & 1);
        flag(v, "patriot_magazine", p->magazine & 2);
    }
    for (int place = c77.space_count; place < c77_place_count(); place++) {
        mk_rec_static(v, "place", c77_place_id(place));
        mk_rec_name(v, "name", c77_place_label(place));
        mk_rec_name(v, "kind", c77_is_fort(place) ? "inside" : "box");
        int space = c77_space_of(place);
        if (space != C77_NONE) mk_rec_name(v, "of", c77.space[space].id);
    }
}

static void board_ways(mk_view *v) {
    const mk_graph *g = &c77.roads;
    for (int i = 0; i < g->road_count; i++) {
        const char *a = c77.space[g->a[i]].id, *b = c77.space[g->b[i]].id;
        char key[2 * MK_NAME];
        snprintf(key, sizeof key, "%s-%s", a, b);
        mk_rec(v, "link", key);
        mk_rec_name(v, "a", a);
        mk_rec_name(v, "b", b);
        mk_rec_name(v, "kind", way_id[g->bits[i] & C77_KIND_OF_WAY]);
        mk_rec_name(v, "label", c77.label[i]);
        flag(v, "closed_to_patriots", g->bits[i] & C77_CLOSED_TO_PATRIOTS);
    }
}

static void board_leaders(mk_view *v) {
    for (int l = 0; l < c77.leader_count; l++) {
        mk_rec_static(v, "piece", c77.leader[l].id);
        mk_rec_name(v, "type", "leader");
        mk_rec_name(v, "owner", side_id[c77.leader[l].side]);
        mk_rec_name(v, "kind", kind_id[c77.leader[l].kind]);
    }
}

/* Charts that a player looks at: what points buy, what a leader may lead, where who rallies. */
static void board_charts(mk_view *v) {
    mk_rec_static(v, "panel", "costs");
    mk_rec_name(v, "label", "What leadership points buy");
    mk_rec_int(v, "forced_march", c77.cost_forced_march);
    mk_rec_int(v, "rally", c77.cost_rally);
    mk_rec_int(v, "indian_raid", c77.cost_indian_raid);
    mk_rec_int(v, "supply", c77.cost_supply);
    mk_rec_int(v, "plan", c77.cost_planning);
    mk_rec_int(v, "coordinate", c77.cost_coordination);
    mk_rec_int(v, "supply_raid", c77.cost_supply_raid);
    mk_rec_static(v, "panel", "hit");
    mk_rec_name(v, "label", "A die that kills an SP");
    mk_rec_int(v, "value", c77.hit);
    for (int rank = 1; rank < 4; rank++) {
        char key[MK_NAME];
        snprintf(key, sizeof key, "rank.%d", rank);
        mk_rec(v, "panel", key);
        mk_rec_name(v, "label", "SP that a leader of this rank may lead");
        mk_rec_int(v, "sp", c77.rank_sp[rank]);
        mk_rec_int(v, "artillery", c77.rank_artillery[rank]);
    }
    for (int d = 0; d < C77_DEPARTMENTS; d++) {
        char key[MK_NAME];
        snprintf(key, sizeof key, "rally.%s", department_id[d]);
        mk_rec(v, "panel", key);
        mk_rec_name(v, "label", "Rally numbers of the department");
        static const uint8_t types[] = {C77_TORY, C77_INDIAN, C77_MILITIA};
        for (int i = 0; i < 3; i++) mk_rec_int(v, c77.unit[types[i]].id, c77.rally[d][types[i]]);
    }
    for (int turn = 1; turn <= c77.turn_count; turn++) {
        char key[MK_NAME];
        snprintf(key, sizeof key, "turn.%d", turn);
        mk_rec(v, "panel", key);
        mk_rec_name(v, "label", c77.turn_name[turn]);
        flag(v, "rally", c77.rally_turn[turn]);
    }
}

void c77_board(mk_view *v) {
    board_spaces(v);
    board_ways(v);
    board_leaders(v);
    board_charts(v);
}

/* ---- What a seat sees ---- */

static void number(mk_view *v, const char *key, const char *label, int value, int max) {
    mk_rec(v, "number", key);
    mk_rec_name(v, "label", label);
    mk_rec_int(v, "value", value);
    if (max) mk_rec_int(v, "max", max);
}

static void view_numbers(const c77_state *s, mk_view *v) {
    number(v, "turn", "Turn", s->base.turn, c77_rules(s)->last_turn);
    mk_rec_name(v, "text", c77.turn_name[s->base.turn]);
    number(v, "initiative", "Initiative", s->initiative, 0);
    mk_rec_name(v, "text", side_id[s->initiative]);
    number(v, "philadelphia", "British have controlled Philadelphia", s->had_philadelphia, 1);
    number(v, "goals", "Spaces the British need", c77_british_goals(s),
           mk_set_size(c77_rules(s)->control));
    for (int side = 0; side < C77_SIDES; side++) {
        char key[MK_NAME];
        snprintf(key, sizeof key, "casualties.%s", side_id[side]);
        number(v, key, "Casualties", s->casualties[side], 0);
        mk_rec_name(v, "owner", side_id[side]);
        snprintf(key, sizeof key, "supply.%s", side_id[side]);
        number(v, key, "Supply markers available", s->supply[side], 0);
        mk_rec_name(v, "owner", side_id[side]);
    }
    if (s->act.leader != C77_NONE) {
        number(v, "points", "Leadership points", s->act.points,
               c77_face_of(s, s->act.leader)->leadership);
        mk_rec_name(v, "text", c77.leader[s->act.leader].id);
    }
    flag(v, "felled_trees", s->felled_trees);
    for (int type = 0; type < C77_TYPES; type++) {
        char key[MK_NAME];
        snprintf(key, sizeof key, "available.%s", c77.unit[type].id);
        number(v, key, c77.unit[type].name, s->available[type], c77_rules(s)->total[type]);
        mk_rec_name(v, "owner", side_id[c77.unit[type].side]);
    }
}

/* Where a check of now would find armies without supply. */
static bool is_cut_off(const c77_state *s, const mk_set128 *supplied, int place) {
    for (int side = 0; side < C77_SIDES; side++)
        if (s->stack[place].total[side] && !mk_set_has(supplied[side], place)) return true;
    return false;
}

/* c77.20.0: what lies outside the area of the scenario does not exist. */
static void view_outside(const c77_state *s, mk_view *v) {
    MK_SET_EACH(space, c77.all_spaces & ~c77_area(s)) {
        mk_rec_static(v, "place", c77.space[space].id);
        mk_rec_int(v, "outside", 1);
    }
}

static void view_spaces(const c77_state *s, mk_view *v) {
    mk_set128 supplied[C77_SIDES];
    for (int side = 0; side < C77_SIDES; side++) supplied[side] = c77_supplied_places(s, side);
    MK_SET_EACH(space, c77_area(s)) {
        int control = c77_controls(s, C77_BRITISH, space)   ? C77_BRITISH
                      : c77_controls(s, C77_PATRIOT, space) ? C77_PATRIOT
                                                            : -1;
        int held = mk_set_has(s->held[0], space) ? 0 : mk_set_has(s->held[1], space) ? 1 : -1;
        bool battle = s->battle.kind != C77_NO_BATTLE && s->battle.at == space;
        bool siege = c77_fort_at(space) != C77_NONE &&
                     (s->stack[c77_fort_place(c77_fort_at(space))].total[0] ||
                      s->stack[c77_fort_place(c77_fort_at(space))].total[1]);
        bool goal = mk_set_has(c77_rules(s)->control, space);
        bool cut_off = is_cut_off(s, supplied, space) ||
                       (siege && is_cut_off(s, supplied, c77_fort_place(c77_fort_at(space))));
        if (control < 0 && held < 0 && !battle && !siege && !goal && !cut_off) continue;
        mk_rec_static(v, "place", c77.space[space].id);
        flag(v, "goal", goal);
        flag(v, "cut_off", cut_off);
        if (control >= 0) mk_rec_name(v, "control", side_id[control]);
        if (held >= 0) mk_rec_name(v, "held", side_id[held]);
        flag(v, "battle", battle);
        flag(v, "siege", siege);
    }
}

static void view_piece(mk_view *v, int place, const char *what, int owner) {
    char key[2 * MK_NAME];
    snprintf(key, sizeof key, "%s.%s.%s", c77_place_id(place), side_id[owner], what);
    mk_rec(v, "piece", key);
    mk_rec_name(v, "place", c77_place_id(place));
    mk_rec_name(v, "owner", side_id[owner]);
    mk_rec_name(v, "type", what);
}

static void view_counters(mk_view *v, int place, const char *what, int owner, int count) {
    if (!count) return;
    view_piece(v, place, what, owner);
    mk_rec_count(v, NULL, NULL, count); /* its type is its name */
}

/* c77.8.6: armies may be examined by both. What embarked was seen; only its way is secret. */
static void view_stacks(const c77_state *s, mk_view *v) {
    for (int place = 0; place < c77_place_count(); place++) {
        const c77_stack *p = &s->stack[place];
        for (int type = 0; type < C77_TYPES; type++) {
            int count = c77_count(p, type), first = type * C77_MARKS;
            if (!count) continue;
            view_piece(v, place, c77.unit[type].id, c77.unit[type].side);
            mk_rec_count(v, c77.unit[type].one, c77.unit[type].name, count);
            int out = p->sp[first + 1] + p->sp[first + 3];
            int marched = p->sp[first + 2] + p->sp[first + 3];
            if (out) mk_rec_int(v, "unsupplied", out);
            if (marched) mk_rec_int(v, "marched", marched);
        }
        for (int side = 0; side < C77_SIDES; side++) {
            view_counters(v, place, "train", side, c77_trains(p, side));
            view_counters(v, place, "depot", side, p->depots[side]);
        }
    }
}

static const char *leader_note(const c77_state *s, int l) {
    switch (s->at[l]) {
    case C77_TRACK: return "returns";
    case C77_REMOVED: return "removed";
    case C77_WAITING: return "to come";
    default: break;
    }
    const mk_frame *f = s->base.depth ? mk_top_const(&s->base) : NULL;
    bool acts = f && (f->phase == C77_PH_ACTIVATION || f->phase == C77_PH_MARCH) && f->a == l;
    if (acts) return "on the move";
    if (mk_set_has(s->unsupplied, l)) return "out of supply";
    return mk_set_has(s->marched, l) ? "marched" : NULL;
}

static void view_leaders(const c77_state *s, mk_view *v) {
    for (int l = 0; l < c77.leader_count; l++) {
        const c77_face *f = c77_face_of(s, l);
        mk_rec_static(v, "piece", c77.leader[l].id);
        if (s->at[l] < C77_MAX_PLACES) mk_rec_name(v, "place", c77_place_id(s->at[l]));
        mk_rec_name(v, "name", f->name);
        mk_rec_name(v, "owner", side_id[c77.leader[l].side]);
        mk_rec_name(v, "type", "leader");
        mk_rec_int(v, "rank", f->rank);
        mk_rec_int(v, "leadership", f->leadership);
        mk_rec_int(v, "attack", f->attack);
        mk_rec_int(v, "defense", f->defense);
        if (f->range) mk_rec_int(v, "range", f->range);
        if (f->cost) mk_rec_int(v, "cost", f->cost);
        flag(v, "acted", mk_set_has(s->marched | s->activated, l));
        flag(v, "unsupplied", mk_set_has(s->unsupplied, l));
        mk_rec_name(v, "note", leader_note(s, l));
        if (s->at[l] == C77_TRACK) mk_rec_int(v, "returns", s->returns[l]);
    }
    if (s->kosciuszko == C77_REMOVED) return;
    mk_rec_static(v, "piece", "kosciuszko");
    mk_rec_name(v, "name", "Kosciuszko");
    mk_rec_name(v, "owner", "patriot");
    mk_rec_name(v, "type", "engineer");
    if (s->kosciuszko < C77_MAX_PLACES) mk_rec_name(v, "place", c77_place_id(s->kosciuszko));
}

/* A part of what stands at a place: an army on the march, or one that is gathered. */
static void view_force(const c77_force *f, mk_view *v) {
    for (int sp_class = 0; sp_class < C77_CLASSES; sp_class++)
        if (f->sp[sp_class]) mk_rec_int(v, c77_class_id(sp_class), f->sp[sp_class]);
    MK_SET_EACH(l, f->leaders) flag(v, c77.leader[l].id, true);
    if (f->trains[0] + f->trains[1]) mk_rec_int(v, "train", f->trains[0] + f->trains[1]);
    flag(v, "kosciuszko", f->kosciuszko);
}

static void view_armies(const c77_state *s, mk_view *v) {
    static const char *const pace[] = {"going", "stopped", "beaten"};
    for (int i = 0; i < C77_ARMIES; i++) {
        const c77_army *a = &s->army[i];
        if (a->leader == C77_NONE) continue;
        mk_rec_static(v, "panel", i == C77_PRIMARY_ARMY ? "army.primary" : "army.second");
        mk_rec_name(v, "label", "On the march");
        mk_rec_name(v, "leader", c77.leader[a->leader].id);
        mk_rec_int(v, "steps", a->steps);
        mk_rec_int(v, "forced", a->forced);
        mk_rec_name(v, "pace", pace[a->pace]);
        view_force(&a->force, v);
    }
    if (c77_force_empty(&s->hand) && !s->hand.leaders) return;
    mk_rec_static(v, "panel", "hand");
    mk_rec_name(v, "label", "Gathered");
    view_force(&s->hand, v);
}

static void view_cup(const c77_state *s, mk_view *v) {
    for (int bit = 0; bit < C77_MAX_LEADERS; bit++) {
        if (!(s->markers >> bit & 1)) continue;
        static const char *const others[] = {"supply_british", "supply_patriot", "event_british",
                                             "event_patriot"};
        const char *id =
            bit < C77_SUPPLY_MARKER ? c77.leader[bit].id : others[bit - C77_SUPPLY_MARKER];
        char key[MK_NAME];
        snprintf(key, sizeof key, "marker.%s", id);
        mk_rec(v, "card", key);
        mk_rec_name(v, "name", id);
        mk_rec_name(v, "place", s->cup >> bit & 1 ? "cup" : "drawn");
    }
}

/* c77.17.0: the destination lies face down. */
static void view_sea(const c77_state *s, int seat, mk_view *v) {
    static const char *const bearing[] = {NULL, "north", "south", "same port"};
    if (!s->sea_box) return;
    mk_rec_static(v, "panel", "sea");
    mk_rec_name(v, "label", "At sea");
    mk_rec_int(v, "box", s->sea_box);
    mk_rec_name(v, "departure", c77.space[s->departure].id);
    mk_rec_name(v, "bearing", bearing[s->warned]);
    flag(v, "wind", s->wind);
    if (seat == C77_BRITISH || seat == MK_EVERYTHING)
        mk_rec_name(v, "destination", c77.space[s->destination].id);
}

static void view_dice_of_sp(mk_view *v, int side, int sp_class, int sp, int dice) {
    char key[2 * MK_NAME];
    snprintf(key, sizeof key, "dice.%s.%s", side_id[side], c77_class_id(sp_class));
    mk_rec(v, "panel", key);
    mk_rec_name(v, "label", c77.unit[c77_type_of(sp_class)].name);
    mk_rec_name(v, "owner", side_id[side]);
    mk_rec_name(v, "strength", c77_class_id(sp_class));
    mk_rec_int(v, "sp", sp);
    mk_rec_int(v, "dice", dice);
}

static void view_dice(const c77_state *s, int side, mk_view *v) {
    c77_dice d = c77_dice_of(s, side);
    char key[MK_NAME];
    snprintf(key, sizeof key, "battle.%s", side_id[side]);
    mk_rec(v, "panel", key);
    mk_rec_name(v, "label", side == s->battle.attacker ? "Attacker" : "Defender");
    mk_rec_name(v, "owner", side_id[side]);
    mk_rec_int(v, "dice", d.total);
    mk_rec_int(v, "dice_times", d.times);
    mk_rec_int(v, "dice_divided", d.divided);
    mk_rec_int(v, "dice_sp", d.supplied);
    mk_rec_int(v, "dice_out_of_supply", d.unsupplied);
    mk_rec_int(v, "dice_leader", d.rating);
    mk_rec_int(v, "dice_further_leaders", d.leaders);
    mk_rec_int(v, "dice_nations", d.nations);
    mk_rec_int(v, "dice_surprise", d.surprise);
    mk_rec_int(v, "dice_planned", d.planned);
    mk_rec_int(v, "dice_expert", d.expert);
    mk_rec_int(v, "lost", s->battle.lost[side]);
    if (s->battle.to_lose[side]) mk_rec_int(v, "to_lose", s->battle.to_lose[side]);
    if (s->battle.senior[side] != C77_NONE)
        mk_rec_name(v, "senior", c77.leader[s->battle.senior[side]].id);
    for (int type = 0; type < C77_TYPES; type++)
        for (int out = 0; out < 2; out++)
            if (d.sp[out][type])
                view_dice_of_sp(v, side, type * C77_MARKS + out, d.sp[out][type],
                                d.by_type[out][type]);
}

static void view_battle(const c77_state *s, mk_view *v) {
    const c77_battle *b = &s->battle;
    if (b->kind == C77_NO_BATTLE || c77_over(s)) return;
    mk_rec_static(v, "panel", "battle");
    mk_rec_name(v, "label", "Battle");
    mk_rec_name(v, "place", c77.space[b->at].id);
    mk_rec_name(v, "name", c77.space[b->at].name);
    mk_rec_name(v, "kind", battle_id[b->kind]);
    mk_rec_name(v, "attacker", side_id[b->attacker]);
    flag(v, "fought", b->fought);
    if (b->winner != C77_NONE) mk_rec_name(v, "winner", side_id[b->winner]);
    for (int side = 0; side < C77_SIDES; side++) view_dice(s, side, v);
    for (int i = 0; i < b->attempt_count; i++) {
        static const char *const what[] = {"intercept", "avoid", "reinforce"};
        const c77_attempt *t = &b->attempt[i];
        char key[MK_NAME];
        snprintf(key, sizeof key, "attempt.%s.%s", what[t->what], c77.leader[t->leader].id);
        mk_rec(v, "panel", key);
        mk_rec_name(v, "label", what[t->what]);
        mk_rec_name(v, "leader", c77.leader[t->leader].id);
        mk_rec_int(v, "sp", c77_force_size(&t->force));
        if (t->bonus) mk_rec_int(v, "bonus", t->bonus);
        flag(v, "done", t->done);
    }
}

static void view_odds_of(const char *whose, c77_odds o, mk_view *v) {
    char key[MK_NAME];
    snprintf(key, sizeof key, "odds.%s", whose);
    mk_rec(v, "panel", key);
    mk_rec_name(v, "label", "Odds");
    flag(v, "certain", o.certain);
    mk_rec_int(v, "highest", o.highest);
    mk_rec_int(v, "rating", o.rating);
    if (o.bonus) mk_rec_int(v, "bonus", o.bonus);
    if (o.friendly) mk_rec_int(v, "friendly", o.friendly);
    if (o.obstacle) mk_rec_int(v, "obstacle", o.obstacle);
    if (o.initiative) mk_rec_int(v, "initiative", o.initiative);
    if (o.washington) mk_rec_int(v, "washington", o.washington);
}

/* What each attempt that can be chosen now would take. */
static void view_odds(const c77_state *s, mk_view *v) {
    if (c77_over(s)) return;
    const mk_frame *f = mk_top_const(&s->base);
    switch (f->phase) {
    case C77_PH_INTERCEPT:
    case C77_PH_AVOID:
    case C77_PH_REINFORCE:
        MK_SET_EACH(l, c77_may_attempt(s)) view_odds_of(c77.leader[l].id, c77_odds_if(s, l), v);
        break;
    case C77_PH_COORDINATE: view_odds_of(c77.leader[f->a].id, c77_odds_if(s, f->a), v); break;
    case C77_PH_AVOID_TO:
        MK_SET_EACH(to, c77_avoid_spaces(s)) view_odds_of(c77.space[to].id, c77_odds_to(s, to), v);
        break;
    default: break;
    }
}

static void view_experts(const c77_state *s, mk_view *v) {
    static const char *const what[] = {"battle_winner", "storm_attacker", "storm_defender",
                                       "interceptor",   "reinforcer",     "avoider"};
    for (int e = 0; e < C77_EXPERTS; e++) {
        if (s->expert[e] >= c77.leader_count) continue;
        char key[MK_NAME];
        snprintf(key, sizeof key, "expert.%s", what[e]);
        mk_rec(v, "panel", key);
        mk_rec_name(v, "label", what[e]);
        mk_rec_name(v, "leader", c77.leader[s->expert[e]].id);
        mk_rec_int(v, "level", s->expert_level[e]);
    }
}

void c77_view(const void *state, int seat, mk_view *v) {
    const c77_state *s = state;
    view_numbers(s, v);
    view_outside(s, v);
    view_spaces(s, v);
    view_stacks(s, v);
    view_leaders(s, v);
    view_armies(s, v);
    view_cup(s, v);
    view_sea(s, seat, v);
    view_battle(s, v);
    view_odds(s, v);
    view_experts(s, v);
}
