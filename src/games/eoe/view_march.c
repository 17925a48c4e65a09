/* view_march.c - the force in hand, as whoever leads it sees it: its rating, where it can go, by
 * which steps, what it keeps there, and who could react (8, 9, 10.1).
 *
 * Costs and dangers are those of ways.c. Of two ways to a hex the one that leaves more MP counts.
 */
#include <stdio.h>
#include <string.h>

#include "eoe.h"

enum { SPACES = EOE_MAX_HEXES + EOE_MAX_WATERS, UNSEEN = -1, MAX_HOPS = 24 };
typedef enum { HOP_STEP, HOP_ROW, HOP_FERRY, HOPS } hop_kind;

typedef struct {
    int16_t left[SPACES]; /* MP; UNSEEN: not reached */
    uint16_t from[SPACES];
    uint8_t kind[SPACES], direction[SPACES];
    bool settled[SPACES], danger[SPACES];
    bool keep[EOE_MAX_HEXES]; /* in reach but for the MP to keep beside an enemy (9.3) */
    uint16_t reached[SPACES]; /* in the order they were seen */
    int count;
} search;

static const uint16_t verb_of[HOPS] = {EOE_V_STEP, EOE_V_ROW, EOE_V_FERRY};
static const char *const hop_word[HOPS] = {"step", "row", "ferry"};
static const char *const direction_word[] = {"n", "ne", "se", "s", "sw", "nw"};

/* ---- Where it can go ----------------------------------------------------- */

static void reach(search *f, int to, int left, int from, int kind, int direction) {
    if (left <= f->left[to]) return;
    if (f->left[to] == UNSEEN) f->reached[f->count++] = (uint16_t)to;
    f->left[to] = (int16_t)left;
    f->from[to] = (uint16_t)from;
    f->kind[to] = (uint8_t)kind;
    f->direction[to] = (uint8_t)direction;
}

/* MP of a hop from a space of the net and where it leads; EOE_BLOCKED. */
static int hop_cost(const eoe_state *s, int net, int kind, int d, int *to) {
    if (kind != HOP_FERRY) return eoe_step_cost(s, s->phasing, net, d, kind == HOP_ROW, to);
    *to = eoe_near(eoe_hex_of(net), d);
    return *to == MK_NOWHERE ? EOE_BLOCKED : eoe_ferry_cost(s, *to);
}

/* The first hop is asked of the rules themselves: whoever has not moved may always go one hex. */
static void first_hops(const eoe_state *s, search *f) {
    for (int kind = 0; kind < HOPS; kind++) {
        for (int d = 0; d < MK_DIRECTIONS; d++) {
            mk_action hop = {.verb = verb_of[kind], .a = (int16_t)d};
            int to, cost = hop_cost(s, s->march.net, kind, d, &to);
            if (cost == EOE_BLOCKED) continue;
            const char *no = eoe_march_why_not(s, hop);
            int left = eoe_march_mp(s) - cost;
            if (!no) reach(f, to, left < 0 ? 0 : left, s->march.net, kind, d);
            if (no && left >= 0 && strcmp(no, "eoe.9.3") == 0) f->keep[eoe_hex_of(to)] = true;
        }
    }
}

static void further_hop(const eoe_state *s, search *f, unsigned groups, int net, int kind, int d) {
    int to, cost = hop_cost(s, net, kind, d, &to), left = f->left[net] - cost;
    if (cost == EOE_BLOCKED || left < 0 || f->settled[to]) return;
    int hex = eoe_hex_of(to);
    if (eoe_why_not_enter(s, s->phasing, groups, hex)) return;
    if (left < eoe.table.march.battle && eoe_dangerous(s, s->phasing, hex)) { /* 9.3 */
        f->keep[hex] = true;
        return;
    }
    if (!eoe_can_stay(s, hex) && !eoe_can_leave_lake(s, s->phasing, to, left)) return; /* 9.9 */
    reach(f, to, left, net, kind, d);
}

static int next_of(const search *f) {
    int best = -1;
    for (int i = 0; i < f->count; i++) {
        int net = f->reached[i];
        if (!f->settled[net] && (best < 0 || f->left[net] > f->left[best])) best = net;
    }
    return best;
}

/* Beyond a hex where somebody may react nobody can plan. */
static void find_reach(const eoe_state *s, unsigned groups, search *f) {
    memset(f, 0, sizeof *f);
    for (int i = 0; i < SPACES; i++) f->left[i] = UNSEEN;
    f->settled[s->march.net] = true;
    first_hops(s, f);
    for (int net; (net = next_of(f)) >= 0;) {
        f->settled[net] = true;
        f->danger[net] = eoe_dangerous(s, s->phasing, eoe_hex_of(net));
        if (f->danger[net]) continue;
        for (int d = 0; d < MK_DIRECTIONS; d++)
            for (int kind = HOP_STEP; kind <= HOP_ROW; kind++)
                further_hop(s, f, groups, net, kind, d);
    }
}

/* ---- What it would meet -------------------------------------------------- */

/* The best rating that a stack could react with: all of it, or one unit alone. */
static int reaction_of(const eoe_state *s, int seat, int space) {
    eoe_force all = eoe_force_at(s, seat, space, 0, -1);
    int best = eoe_rating_of(s, &all, EOE_CHECK_REACTION).rating;
    EOE_EACH_AT(p, s, space) {
        if (eoe_is_leader(p) || s->piece[p].seat != seat || !eoe.piece[p].mf) continue;
        eoe_force one = {.seat = seat, .space = space, .flags = EOE_HAND, .extra = p};
        eoe_add_to_force(&one, p);
        int rating = eoe_rating_of(s, &one, EOE_CHECK_REACTION).rating;
        if (rating > best) best = rating;
    }
    return best;
}

/* 10.1: the stacks that could react to a move into a hex, as ids with a space between. */
static int reactors_of(const eoe_state *s, int hex, char *out, size_t size,
                       uint16_t list[EOE_MAX_REACTORS]) {
    int enemy = eoe_enemy(s->phasing), count = 0;
    size_t n = 0;
    out[0] = '\0';
    for (int d = -1; d < MK_DIRECTIONS; d++) {
        int from = d < 0 ? hex : eoe_near(hex, d);
        if (from == MK_NOWHERE) continue;
        for (int space = 2 * from; space <= 2 * from + 1; space++) {
            if (!eoe_units_at(s, enemy, space) || !eoe_can_react(s, enemy, space)) continue;
            int back = (d + 3) % MK_DIRECTIONS;
            if (d >= 0 && !eoe_some_could_cross(s, enemy, space, back)) continue;
            n += (size_t)snprintf(out + n, size - n, "%s%s", n ? " " : "", eoe_space_id(space));
            list[count++] = (uint16_t)space;
        }
    }
    return count;
}

/* The odds of an attack on whoever stands there in the open, as if the force were there. */
static void view_attack(const eoe_state *s, int hex, mk_view *v) {
    if (!mk_set_has(&s->open[eoe_enemy(s->phasing)], hex)) return;
    eoe_state there = *s;
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_hand(s, s->phasing, list, EOE_HAND);
    for (int i = 0; i < count; i++) eoe_move_to(&there, list[i], 2 * hex);
    there.battle = (eoe_battle){.hex = (uint16_t)hex, .attacker = s->phasing, .mover = s->phasing};
    int attack = eoe_linear_factors(&there, s->phasing);
    int defence = eoe_linear_factors(&there, eoe_enemy(s->phasing));
    mk_rec_int(v, "attack", attack);
    mk_rec_int(v, "defence", defence);
    mk_rec_name(v, "odds", eoe_column_label(eoe_odds(attack, defence)));
    mk_rec_int(v, "drm", eoe_modifiers_now(&there).sum);
}

/* ---- Told ---------------------------------------------------------------- */

/* The hops to a space, the first first: "step n row ne". */
static void way_to(const search *f, int start, int net, char *out, size_t size) {
    uint16_t hops[MAX_HOPS];
    int count = 0;
    for (; net != start && count < MAX_HOPS; net = f->from[net]) hops[count++] = (uint16_t)net;
    size_t n = 0;
    out[0] = '\0';
    while (count-- > 0) {
        int at = hops[count];
        n += (size_t)snprintf(out + n, size - n, "%s%s %s", n ? " " : "", hop_word[f->kind[at]],
                              direction_word[f->direction[at]]);
    }
}

static bool is_best(const search *f, int net) {
    int hex = eoe_hex_of(net);
    for (int i = 0; i < f->count; i++) {
        int other = f->reached[i];
        if (other == net || eoe_hex_of(other) != hex) continue;
        if (f->left[other] > f->left[net] || (f->left[other] == f->left[net] && other < net))
            return false;
    }
    return true;
}

static void view_reached(const eoe_state *s, const search *f, int net, eoe_hexes *told,
                         mk_view *v) {
    int hex = eoe_hex_of(net), enemy = eoe_enemy(s->phasing);
    char key[2 * MK_NAME], text[MAX_HOPS * 10];
    uint16_t list[EOE_MAX_REACTORS];
    snprintf(key, sizeof key, "reach.%s", eoe_hex_id(hex));
    mk_rec(v, "panel", key);
    mk_rec_int(v, "left", f->left[net]);
    way_to(f, s->march.net, net, text, sizeof text);
    mk_rec_str(v, "way", text);
    if (!f->danger[net]) return;
    mk_rec_int(v, "danger", 1);
    if (mk_set_has(&s->inside[enemy], hex)) mk_rec_int(v, "town", 1);
    view_attack(s, hex, v);
    int count = reactors_of(s, hex, text, sizeof text, list);
    if (count) mk_rec_str(v, "reactors", text);
    for (int i = 0; i < count; i++) mk_set_add(told, list[i] / 2);
}

static void view_reactor(const eoe_state *s, int space, mk_view *v) {
    int enemy = eoe_enemy(s->phasing);
    eoe_force f = eoe_force_at(s, enemy, space, 0, -1);
    if (!f.units || !eoe_can_react(s, enemy, space)) return;
    int leader = eoe_leader_of(s, &f);
    char key[2 * MK_NAME];
    snprintf(key, sizeof key, "reactor.%s", eoe_space_id(space));
    mk_rec(v, "panel", key);
    mk_rec_name(v, "place", eoe_space_id(space));
    mk_rec_name(v, "label", eoe_space_label(space));
    mk_rec_int(v, "units", f.units);
    mk_rec_int(v, "all", eoe_rating_of(s, &f, EOE_CHECK_REACTION).rating);
    mk_rec_int(v, "rating", reaction_of(s, enemy, space));
    if (leader != EOE_NO_PIECE) mk_rec_name(v, "leader", eoe.piece[leader].name.label);
}

static void view_reach(const eoe_state *s, const eoe_force *hand, mk_view *v) {
    search f;
    eoe_hexes told = {0};
    find_reach(s, hand->nations, &f);
    for (int i = 0; i < f.count; i++) {
        int net = f.reached[i];
        if (eoe_hex_of(net) != eoe_hex_of(s->march.net) && is_best(&f, net))
            view_reached(s, &f, net, &told, v);
        f.keep[eoe_hex_of(net)] = false;
    }
    for (int hex = 0; hex < eoe_board.hexes.hex_count; hex++) {
        char key[2 * MK_NAME];
        if (!f.keep[hex]) continue;
        snprintf(key, sizeof key, "reach.%s", eoe_hex_id(hex));
        mk_rec(v, "panel", key);
        mk_rec_int(v, "keep", eoe.table.march.battle);
    }
    MK_SET_EACH(hex, &told) {
        view_reactor(s, 2 * hex, v);
        view_reactor(s, 2 * hex + 1, v);
    }
}

static eoe_check_kind check_now(const eoe_state *s, const mk_frame *top) {
    if (top->phase == EOE_PH_FORM && top->c == EOE_FORM_REACT) return EOE_CHECK_REACTION;
    return s->march.stage == EOE_MARCH_FIRST ? EOE_CHECK_FIRST : EOE_CHECK_LATER;
}

static void view_force(const eoe_state *s, const mk_frame *top, const eoe_force *f, mk_view *v) {
    mk_rec_static(v, "panel", "force");
    mk_rec_name(v, "place", eoe_space_id(f->space));
    mk_rec_name(v, "owner", f->seat == EOE_BRITISH ? "british" : "allied");
    mk_rec_int(v, "units", f->units);
    mk_rec_int(v, "leaders", f->leaders);
    if (!f->units) return;
    eoe_rating r = eoe_rating_of(s, f, check_now(s, top));
    if (f->seat == s->phasing) mk_rec_int(v, "mp", eoe_march_mp(s));
    mk_rec_int(v, "rating", r.rating);
    if (r.leader != EOE_NO_PIECE) mk_rec_name(v, "leader", eoe.piece[r.leader].name.label);
    if (top->phase != EOE_PH_MARCH) mk_rec_int(v, "rolls", 1);
}

/* All see the force; only who leads it is told how far it gets. */
void eoe_view_march(const eoe_state *s, int viewer, mk_view *v) {
    if (!s->base.depth) return;
    const mk_frame *top = mk_top_const(&s->base);
    if (top->phase == EOE_PH_DECLARE) view_reactor(s, top->a, v);
    bool forms = top->phase == EOE_PH_FORM;
    if (!forms && top->phase != EOE_PH_MARCH && top->phase != EOE_PH_GO_ON) return;
    int space = forms ? top->a : 2 * eoe_hex_of(s->march.net) + s->march.inside;
    eoe_force f = eoe_force_at(s, top->seat, space, EOE_HAND, -1);
    view_force(s, top, &f, v);
    bool mine = viewer == top->seat || viewer == MK_EVERYTHING;
    bool planned = !forms || top->c == EOE_FORM_MOVE;
    if (mine && planned && f.units && s->march.net != MK_NOWHERE) view_reach(s, &f, v);
}
