/* view.c - the board, and what a seat sees on it. */
#include <stdio.h>

#include "p77.h"

static const char *const side_id[] = {"british", "american"};
static const char *const type_id[] = {"infantry", "militia", "artillery", "leader"};
static const char *const nation_id[] = {"british", "hessian", "american"};
static const char *const state_id[] = {"maryland", "delaware", "pennsylvania", "new_jersey"};
static const char *const position_id[] = {"left", "center", "right", "reserve"};

/* ---- What never changes ---- */

static void flag(mk_view *v, const char *name, bool on) {
    if (on) mk_rec_int(v, name, 1);
}

static void board_places(mk_view *v) {
    for (int i = 0; i < p77.space_count; i++) {
        const p77_space *space = &p77.space[i];
        mk_rec_static(v, "place", space->name.id);
        mk_rec_name(v, "name", space->name.label);
        mk_rec_name(v, "kind", space->fort ? "fort" : "town");
        mk_rec_name(v, "region", state_id[space->state]);
        mk_rec_int(v, "x", space->point.x);
        mk_rec_int(v, "y", space->point.y);
        flag(v, "port", space->port);
        flag(v, "fort", space->fort);
        flag(v, "supply", space->american_supply);
    }
}

static void board_roads(mk_view *v) {
    for (int i = 0; i < p77.roads.road_count; i++) {
        const char *a = p77.space[p77.roads.a[i]].name.id, *b = p77.space[p77.roads.b[i]].name.id;
        char key[2 * MK_NAME];
        snprintf(key, sizeof key, "%s-%s", a, b);
        mk_rec(v, "link", key);
        mk_rec_name(v, "a", a);
        mk_rec_name(v, "b", b);
        mk_rec_name(v, "kind", p77.road_river[i] < 0 ? "road" : "river");
        if (p77.road_river[i] >= 0) mk_rec_name(v, "label", p77.river[p77.road_river[i]].name);
    }
}

static void board_blocks(mk_view *v) {
    for (int u = 0; u < p77.unit_count; u++) {
        const p77_unit *unit = &p77.unit[u];
        mk_rec_static(v, "piece", unit->name.id);
        mk_rec_name(v, "name", unit->name.label);
        mk_rec_name(v, "owner", side_id[unit->side]);
        mk_rec_name(v, "type", type_id[unit->type]);
        mk_rec_name(v, "nation", nation_id[unit->nation]);
        if (*unit->formation) mk_rec_name(v, "formation", unit->formation);
        mk_rec_int(v, "max", unit->sp);
        mk_rec_int(v, "move", unit->move);
        if (unit->group_limit) mk_rec_int(v, "group_limit", unit->group_limit);
    }
}

void p77_board(mk_view *v) {
    board_places(v);
    board_roads(v);
    board_blocks(v);
}

/* ---- What a seat sees ---- */

static void number(mk_view *v, const char *key, const char *label, int value, int max) {
    mk_rec_static(v, "number", key);
    mk_rec_name(v, "label", label);
    mk_rec_int(v, "value", value);
    if (max) mk_rec_int(v, "max", max);
}

/* What the turn has brought so far: nothing while it is decided who is first. */
static void view_player_turn(const p77_state *s, mk_view *v) {
    bool beginning = !p77_over(s) && mk_top_const(&s->base)->phase == P77_PH_CHOOSE_FIRST;
    if (!s->base.turn || beginning) return;
    number(v, "weather", "Weather", s->rain, 0);
    mk_rec_name(v, "text", s->rain ? "rain" : "clear");
    number(v, "ap_left", "Action points left", s->ap_left, 0);
    mk_rec_name(v, "owner", side_id[s->active]);
}

static void view_numbers(const p77_state *s, int seat, mk_view *v) {
    number(v, "turn", "Turn", s->base.turn, p77_last_turn(s));
    view_player_turn(s, v);
    if (s->base.turn) {
        number(v, "ap.british", "British action points", s->ap[P77_BRITISH], 0);
        mk_rec_name(v, "owner", "british");
        number(v, "ap.american", "American action points", s->ap[P77_AMERICAN], 0);
        mk_rec_name(v, "owner", "american");
        number(v, "philadelphia", "Philadelphia held", s->philadelphia, p77.philadelphia_turns);
    }
    for (int side = 0; side < P77_SIDES; side++) {
        if (seat != side && seat != MK_EVERYTHING) continue;
        number(v, side == P77_BRITISH ? "sp.british" : "sp.american",
               side == P77_BRITISH ? "British strength" : "American strength",
               p77_total_sp(s, (p77_side)side), 0);
        mk_rec_name(v, "owner", side_id[side]);
        mk_rec_int(v, "defeat_below", p77.defeat_below[side]);
    }
}

static void view_ports(const p77_state *s, mk_view *v) {
    mk_set64 battles = p77_pending_battles(s);
    MK_SET_EACH(space, p77.ports | battles) {
        mk_rec_static(v, "place", p77.space[space].name.id);
        if (mk_set_has(p77.ports, space))
            mk_rec_name(v, "control",
                        side_id[mk_set_has(s->british_ports, space) ? P77_BRITISH : P77_AMERICAN]);
        flag(v, "battle", mk_set_has(battles, space));
    }
}

/* That a group gathers is its owner's affair, also if the name of its leader is known. */
static const char *note_of(const p77_state *s, int u, int seat) {
    bool own = seat == p77.unit[u].side || seat == MK_EVERYTHING;
    if (s->at[u] == P77_ELIMINATED) return "eliminated";
    if (s->at[u] == P77_UNPLACED) return "to be placed";
    if (mk_set_has(s->battle.fled, u)) return "fled";
    if (own && mk_set_has(s->group, u)) return "on the move";
    return mk_set_has(s->moved, u) && p77_position_of(s, u) < 0 ? "moved" : NULL;
}

static void view_block(const p77_state *s, int u, int seat, mk_set64 unsupplied, mk_view *v) {
    mk_rec_static(v, "piece", p77.unit[u].name.id);
    if (s->at[u] < P77_MAX_SPACES) mk_rec_name(v, "place", p77.space[s->at[u]].name.id);
    mk_rec_name(v, "name", p77.unit[u].name.label);
    mk_rec_name(v, "owner", side_id[p77.unit[u].side]);
    mk_rec_name(v, "type", type_id[p77.unit[u].type]);
    mk_rec_int(v, "strength", s->sp[u]);
    mk_rec_int(v, "max", p77.unit[u].sp);
    mk_rec_name(v, "note", note_of(s, u, seat));
    if (mk_set_has(unsupplied, u)) mk_rec_int(v, "unsupplied", 1);
    if (s->box[u] != P77_NO_UNIT) mk_rec_name(v, "box", p77.unit[s->box[u]].name.id);
    int position = p77_position_of(s, u);
    if (position >= 0) {
        mk_rec_name(v, "slot", position_id[position]);
        mk_rec_int(v, "dice", p77_fire_dice(s, u));
        flag(v, "acted", mk_set_has(s->battle.acted, u));
    }
}

/* p77.fog: all that others see of hidden blocks is how many stand together. */
static void view_hidden(const p77_state *s, int seat, mk_view *v) {
    int unplaced = 0;
    for (int side = 0; side < P77_SIDES; side++) {
        if (seat == side || seat == MK_EVERYTHING) continue;
        for (int space = 0; space < p77.space_count; space++) {
            int count = 0;
            MK_SET_EACH(u, p77_seen_at(s, space, (p77_side)side))
                count += p77_hidden_from(s, u, seat);
            if (!count) continue;
            mk_rec_part(v, "piece", p77.space[space].name.id, side_id[side]);
            mk_rec_name(v, "place", p77.space[space].name.id);
            mk_rec_name(v, "owner", side_id[side]);
            mk_rec_int(v, "hidden", 1);
            mk_rec_int(v, "count", count);
        }
    }
    bool placing = p77_arranges(s, P77_PH_SET_UP, P77_AMERICAN);
    MK_SET_EACH(u, p77.of_side[P77_AMERICAN])
        unplaced += placing && p77.unit[u].start == P77_NOWHERE && p77_hidden_from(s, u, seat);
    if (!unplaced) return;
    mk_rec_static(v, "piece", "unplaced.american");
    mk_rec_name(v, "owner", "american");
    mk_rec_name(v, "note", "to be placed");
    mk_rec_int(v, "hidden", 1);
    mk_rec_int(v, "count", unplaced);
}

/* p77.fire.facing: left faces right, so the American positions run the other way. */
static int row_of(p77_side side, p77_position p) {
    return side == P77_BRITISH || p == P77_RESERVE ? (int)p : P77_RIGHT - (int)p;
}

/* The battle board: its heading, and how many blocks stand in each position. Which they are,
 * as far as the seat may know, is in the `slot` of the pieces. */
static void view_battle(const p77_state *s, int seat, mk_view *v) {
    static const char *const panel[P77_SIDES][P77_POSITIONS] = {
        {"battle.british.left", "battle.british.center", "battle.british.right",
         "battle.british.reserve"},
        {"battle.american.left", "battle.american.center", "battle.american.right",
         "battle.american.reserve"},
    };
    const p77_battle *b = &s->battle;
    if (b->at == P77_NO_SPACE || p77_over(s)) return;
    mk_rec_static(v, "panel", "battle");
    mk_rec_name(v, "label", "Battle");
    mk_rec_name(v, "place", p77.space[b->at].name.id);
    mk_rec_name(v, "name", p77.space[b->at].name.label);
    mk_rec_name(v, "kind", b->kind == P77_LARGE ? "large" : "skirmish");
    mk_rec_name(v, "attacker", side_id[s->active]);
    mk_rec_int(v, "round", b->round);
    if (b->hits) mk_rec_int(v, "hits", b->hits);
    if (b->flees) mk_rec_int(v, "flees", b->flees);
    for (int side = 0; side < P77_SIDES; side++) {
        bool unseen =
            seat != side && seat != MK_EVERYTHING && p77_arranges(s, P77_PH_DEPLOY, (p77_side)side);
        mk_set64 shown = unseen ? 0 : p77.of_side[side];
        for (int p = 0; p < P77_POSITIONS; p++) {
            mk_rec_static(v, "panel", panel[side][p]);
            mk_rec_name(v, "label", position_id[p]);
            mk_rec_name(v, "owner", side_id[side]);
            mk_rec_name(v, "slot", position_id[p]);
            mk_rec_int(v, "number", row_of((p77_side)side, (p77_position)p));
            mk_rec_int(v, "count", mk_set_size(b->position[p] & shown));
        }
    }
}

void p77_view(const void *state, int seat, mk_view *v) {
    const p77_state *s = state;
    view_numbers(s, seat, v);
    view_ports(s, v);
    mk_set64 unsupplied = 0; /* of one's own: the enemy's could be counted up to a name */
    for (int side = 0; side < P77_SIDES; side++)
        if (seat == side || seat == MK_EVERYTHING)
            unsupplied |= p77_out_of_supply(s, (p77_side)side);
    MK_SET_EACH(u, p77.all_units) {
        if (!p77_hidden_from(s, u, seat)) view_block(s, u, seat, unsupplied, v);
    }
    view_hidden(s, seat, v);
    view_battle(s, seat, v);
}
