/* view.c - the board, and what a seat sees on it. Nothing is hidden but the deck. */
#include "lod.h"

#include <stdio.h>

static const char *const faction_id[] = {"british", "patriots", "french", "indians"};
static const char *const type_id[] = {"city", "colony", "reserve", "box"};
static const char *const level_id[] = {"active_opposition", "passive_opposition", "neutral",
                                       "passive_support", "active_support"};
static const char *const level_name[] = {"Active Opposition", "Passive Opposition", "Neutral",
                                         "Passive Support", "Active Support"};

/* ---- What never changes ---- */

static void board_places(mk_view *v) {
    for (int i = 0; i < LOD_SPACES; i++) {
        const lod_space *space = &lod.space[i];
        mk_rec(v, "place", space->id);
        mk_rec_str(v, "name", space->name);
        mk_rec_str(v, "kind", type_id[space->type]);
        mk_rec_int(v, "x", space->x);
        mk_rec_int(v, "y", space->y);
        mk_rec_int(v, "population", space->population);
    }
    for (int i = LOD_AVAILABLE; i < LOD_PLACES; i++) {
        mk_rec(v, "place", lod_place_id(i));
        mk_rec_str(v, "name", lod_place_label(i));
        mk_rec_str(v, "kind", "box");
    }
}

static void board_links(mk_view *v) {
    for (int a = 0; a < LOD_MAP_SPACES; a++) {
        for (int b = a + 1; b < LOD_MAP_SPACES; b++) {
            bool drawn = lod_in(lod.near[LOD_BORDERS_DRAWN][a], b);
            bool listed = lod_in(lod.near[LOD_BORDERS_LISTED][a], b);
            if (!drawn && !listed) continue;
            char key[2 * MK_NAME];
            snprintf(key, sizeof key, "%s-%s", lod.space[a].id, lod.space[b].id);
            mk_rec(v, "link", key);
            mk_rec_str(v, "a", lod.space[a].id);
            mk_rec_str(v, "b", lod.space[b].id);
            mk_rec_str(v, "kind", drawn && listed ? "border" : "disputed");
        }
    }
}

void lod_board(mk_view *v) {
    board_places(v);
    board_links(v);
}

/* ---- Places and pieces ---- */

static void view_place(const lod_state *s, int space, mk_view *v) {
    mk_rec(v, "place", lod.space[space].id);
    if (lod_british_control(s, space)) mk_rec_str(v, "control", "british");
    if (lod_rebel_control(s, space)) mk_rec_str(v, "control", "patriots");
    if (lod_in(lod.populated, space)) {
        mk_rec_str(v, "level", level_id[s->level[space] + 2]);
        mk_rec_str(v, "label", level_name[s->level[space] + 2]);
    }
    if (s->marker[LOD_RAID][space]) mk_rec_int(v, "raid", s->marker[LOD_RAID][space]);
    if (s->marker[LOD_PROPAGANDA][space])
        mk_rec_int(v, "propaganda", s->marker[LOD_PROPAGANDA][space]);
    if (lod_in(s->blockaded, space)) mk_rec_int(v, "blockades", s->blockades[space]);
    if (space == LOD_WEST_INDIES && s->squadrons) mk_rec_int(v, "squadrons", s->squadrons);
    const lod_command *c = s->commands ? lod_current_const(s) : NULL;
    if (c && lod_in(c->selected, space)) mk_rec_int(v, "selected", 1);
    if (s->battle.at == space) mk_rec_int(v, "battle", 1);
}

static void view_pieces(const lod_state *s, int place, mk_view *v) {
    for (int p = 0; p < LOD_PIECES; p++) {
        int n = s->piece[place][p];
        if (!n) continue;
        char key[2 * MK_NAME];
        snprintf(key, sizeof key, "%s.%s", lod_place_id(place), lod_piece_id(p));
        mk_rec(v, "piece", key);
        mk_rec_str(v, "place", lod_place_id(place));
        mk_rec_str(v, "owner", faction_id[lod_owner(p)]);
        mk_rec_str(v, "type", lod_piece_id(p));
        mk_rec_str(v, "name", lod_piece_label(p));
        mk_rec_int(v, "count", n);
    }
}

static void view_leaders(const lod_state *s, mk_view *v) {
    for (int f = 0; f < LOD_FACTIONS; f++) {
        mk_rec(v, "piece", lod_leader_id(s->leader[f]));
        mk_rec_str(v, "place", lod_place_id(s->leader_at[f]));
        mk_rec_str(v, "owner", faction_id[f]);
        mk_rec_str(v, "type", "leader");
        mk_rec_str(v, "name", lod_leader_label(s->leader[f]));
    }
}

/* ---- Cards ---- */

static void view_card(int card, const char *place, int number, mk_view *v) {
    const lod_card *c = &lod.card[card];
    mk_rec(v, "card", lod_card_id(card));
    mk_rec_str(v, "place", place);
    mk_rec_str(v, "name", c->title);
    mk_rec_int(v, "number", number);
    mk_rec_str(v, "text", c->text[LOD_UNSHADED]);
    mk_rec_str(v, "shaded", c->text[LOD_SHADED]);
    if (card > LOD_EVENT_CARDS) return;
    char order[64];
    snprintf(order, sizeof order, "%s %s %s %s", faction_id[c->order[0]], faction_id[c->order[1]],
             faction_id[c->order[2]], faction_id[c->order[3]]);
    mk_rec_str(v, "order", order);
}

/* 5.1.3: what the texts of the played card would do here and now, for whoever may choose one. */
static void view_effects(const lod_state *s, mk_view *v) {
    if (lod_over(s) || mk_top_const(&s->base)->phase != LOD_PH_TURN) return;
    static const char *const field[] = {"changes_unshaded", "changes_shaded"};
    lod_faction f = mk_top_const(&s->base)->seat;
    for (int text = 0; text < LOD_TEXTS; text++) {
        if (!lod.card[s->card].text[text]) continue;
        mk_rec_int(v, field[text], lod_event_changes(s, f, s->card, text));
    }
}

static void view_cards(const lod_state *s, mk_view *v) {
    for (int i = 0; i + 1 < s->drawn; i++) view_card(s->deck[i], "discard", i + 1, v);
    view_card(s->card, "played", s->drawn, v);
    view_effects(s, v);
    if (s->drawn < s->deck_size) view_card(s->deck[s->drawn], "next", s->drawn + 1, v);
    int hidden = s->deck_size - s->drawn - 1;
    if (hidden > 0) {
        mk_rec(v, "card", "deck");
        mk_rec_str(v, "place", "deck");
        mk_rec_int(v, "count", hidden);
        mk_rec_int(v, "hidden", 1);
    }
    static const char *const owner[] = {"patriots", "british", "french", "indians", "french"};
    for (int card = LOD_FIRST_STROKE; card <= LOD_TREATY_CARD; card++) {
        if (!(s->strokes >> (card - LOD_FIRST_STROKE) & 1)) continue;
        view_card(card, "hand", card, v);
        mk_rec_str(v, "owner", owner[card - LOD_FIRST_STROKE]);
    }
}

/* ---- Tracks ---- */

static void number(mk_view *v, const char *key, const char *label, int value) {
    mk_rec(v, "number", key);
    mk_rec_str(v, "label", label);
    mk_rec_int(v, "value", value);
}

static void view_tracks(const lod_state *s, mk_view *v) {
    number(v, "support", "Total Support", lod_total_support(s));
    number(v, "opposition", "Total Opposition", lod_total_opposition(s));
    number(v, "cbc", "British casualties", s->cbc);
    number(v, "crc", "Rebellion casualties", s->crc);
    number(v, "fni", "French Naval Intervention", s->fni);
    number(v, "treaty", "Treaty of Alliance", s->treaty);
    if (!s->treaty) number(v, "preparations", "French preparations", lod_preparations(s));
    number(v, "squadrons_unavailable", "Squadrons unavailable", s->squadrons_unavailable);
    number(v, "winters_left", "Winters to come", lod_winters_left(s));
    for (int f = 0; f < LOD_FACTIONS; f++) {
        char key[MK_NAME];
        snprintf(key, sizeof key, "resources.%s", faction_id[f]);
        number(v, key, "Resources", s->resources[f]);
        mk_rec_str(v, "owner", faction_id[f]);
        mk_rec_int(v, "max", 50);
        snprintf(key, sizeof key, "margin.%s", faction_id[f]);
        number(v, key, "Victory margin", lod_margin(s, f));
        mk_rec_str(v, "owner", faction_id[f]);
        mk_rec_int(v, "condition_1", lod_condition(s, f, 0));
        mk_rec_int(v, "condition_2", lod_condition(s, f, 1));
    }
}

static const char *standing(const lod_state *s, int f) {
    if (s->executed >> f & 1) return "acted";
    if (s->passed >> f & 1) return "passed";
    if (s->barred >> f & 1 || !(s->eligible >> f & 1)) return "ineligible";
    return "eligible";
}

static void view_sequence(const lod_state *s, mk_view *v) {
    for (int f = 0; f < LOD_FACTIONS; f++) {
        char key[MK_NAME];
        snprintf(key, sizeof key, "sequence.%s", faction_id[f]);
        mk_rec(v, "panel", key);
        mk_rec_str(v, "label", standing(s, f));
        mk_rec_str(v, "owner", faction_id[f]);
        if (s->kept >> f & 1) mk_rec_int(v, "kept", 1);
    }
}

/* What each side's Force Level is made of, and what changes its Loss Level, one record each. */
static void view_battle_side(const lod_battle *b, int who, mk_view *v) {
    static const char *const role[] = {"attacker", "defender"};
    char key[2 * MK_NAME];
    for (int part = 0; part < LOD_FORCE_PARTS; part++) {
        if (!b->present[who][part]) continue;
        snprintf(key, sizeof key, "battle.force.%s.%s", role[who], lod_force_id(part));
        mk_rec(v, "panel", key);
        mk_rec_str(v, "label", lod_force_label(part));
        mk_rec_int(v, "present", b->present[who][part]);
        mk_rec_int(v, "fighting", b->fighting[who][part]);
        mk_rec_int(v, "value", lod_force_points(b, who, part));
        mk_rec_str(v, "rule", "lod.3.6.3");
    }
    for (int m = 0; m < LOD_MODIFIERS; m++) {
        if (!b->modifier[who][m]) continue;
        snprintf(key, sizeof key, "battle.modifier.%s.%s", role[who], lod_modifier_id(m));
        mk_rec(v, "panel", key);
        mk_rec_str(v, "label", lod_modifier_label(m));
        mk_rec_int(v, "value", b->modifier[who][m]);
        mk_rec_str(v, "rule", who == 0 ? "lod.3.6.6" : "lod.3.6.5");
    }
}

static void view_battle(const lod_state *s, mk_view *v) {
    const lod_battle *b = &s->battle;
    if (b->at >= LOD_SPACES) return;
    mk_rec(v, "panel", "battle");
    mk_rec_str(v, "label", lod_space_label(b->at));
    mk_rec_str(v, "attacker", faction_id[b->attacker]);
    mk_rec_int(v, "ally", b->ally);
    mk_rec_int(v, "attack", b->force[0]);
    mk_rec_int(v, "defence", b->force[1]);
    mk_rec_int(v, "attacker_loss", b->loss[0]);
    mk_rec_int(v, "defender_loss", b->loss[1]);
    mk_rec_int(v, "attacker_lost", b->lost[0]);
    mk_rec_int(v, "defender_lost", b->lost[1]);
    mk_rec_int(v, "shifts", b->shifts);
    for (int i = 0; i < LOD_BATTLE_DICE; i++) {
        static const char *const field[2][LOD_BATTLE_DICE] = {{"attacker_die_1", "attacker_die_2",
                                                               "attacker_die_3"},
                                                              {"defender_die_1", "defender_die_2",
                                                               "defender_die_3"}};
        for (int who = 0; who < 2; who++) {
            if (b->dice[who][i]) mk_rec_int(v, field[who][i], b->dice[who][i]);
        }
    }
    for (int who = 0; who < 2; who++) view_battle_side(b, who, v);
}

void lod_view(const void *state, int seat, mk_view *v) {
    (void)seat;
    const lod_state *s = state;
    for (int space = 0; space < LOD_SPACES; space++) view_place(s, space, v);
    for (int place = 0; place < LOD_PLACES; place++) view_pieces(s, place, v);
    view_leaders(s, v);
    view_cards(s, v);
    view_tracks(s, v);
    view_sequence(s, v);
    view_battle(s, v);
}

/* A margin of nothing is the middle, each point a step from it. */
int lod_score(const void *state, int seat) {
    const lod_state *s = state;
    if (lod_over(s)) return s->rank[seat] == 1 ? 10000 : 0;
    int score = 5000 + 100 * lod_margin(s, seat);
    return score < 1 ? 1 : score > 9999 ? 9999 : score;
}
