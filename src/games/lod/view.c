/* view.c - the board, and what a seat sees on it. Nothing is hidden but the deck. */
#include "rules.h"

#include <stdio.h>
#include <string.h>

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
        mk_rec_static(v, "place", space->id);
        mk_rec_name(v, "name", space->name);
        mk_rec_name(v, "kind", type_id[space->type]);
        mk_rec_int(v, "x", space->x);
        mk_rec_int(v, "y", space->y);
        mk_rec_int(v, "population", space->population);
    }
    for (int i = LOD_AVAILABLE; i < LOD_PLACES; i++) {
        mk_rec_static(v, "place", lod_place_id(i));
        mk_rec_name(v, "name", lod_place_label(i));
        mk_rec_name(v, "kind", "box");
    }
}

static void board_links(mk_view *v) {
    for (int a = 0; a < LOD_MAP_SPACES; a++) {
        for (int b = a + 1; b < LOD_MAP_SPACES; b++) {
            bool drawn = mk_set_has(lod.near[LOD_BORDERS_DRAWN][a], b);
            bool listed = mk_set_has(lod.near[LOD_BORDERS_LISTED][a], b);
            if (!drawn && !listed) continue;
            char key[2 * MK_NAME];
            snprintf(key, sizeof key, "%s-%s", lod.space[a].id, lod.space[b].id);
            mk_rec(v, "link", key);
            mk_rec_name(v, "a", lod.space[a].id);
            mk_rec_name(v, "b", lod.space[b].id);
            mk_rec_name(v, "kind", drawn && listed ? "border" : "disputed");
        }
    }
}

void lod_board(mk_view *v) {
    board_places(v);
    board_links(v);
}

/* ---- Places and pieces ---- */

static void view_place(const lod_state *s, int space, mk_view *v) {
    mk_rec_static(v, "place", lod.space[space].id);
    if (lod_british_control(s, space)) mk_rec_name(v, "control", "british");
    if (lod_rebel_control(s, space)) mk_rec_name(v, "control", "patriots");
    if (mk_set_has(lod.populated, space)) {
        mk_rec_name(v, "level", level_id[s->level[space] + 2]);
        mk_rec_name(v, "label", level_name[s->level[space] + 2]);
    }
    if (s->marker[LOD_RAID][space]) mk_rec_int(v, "raid", s->marker[LOD_RAID][space]);
    if (s->marker[LOD_PROPAGANDA][space])
        mk_rec_int(v, "propaganda", s->marker[LOD_PROPAGANDA][space]);
    if (mk_set_has(s->blockaded, space)) mk_rec_int(v, "blockades", s->blockades[space]);
    if (space == LOD_WEST_INDIES && s->squadrons) mk_rec_int(v, "squadrons", s->squadrons);
    const lod_command *c = s->commands ? lod_current_const(s) : NULL;
    if (c && mk_set_has(c->selected, space)) mk_rec_int(v, "selected", 1);
    if (s->battle.at == space) mk_rec_int(v, "battle", 1);
}

static void view_pieces(const lod_state *s, int place, mk_view *v) {
    for (int p = 0; p < LOD_PIECES; p++) {
        int n = s->piece[place][p];
        if (!n) continue;
        char key[2 * MK_NAME];
        snprintf(key, sizeof key, "%s.%s", lod_place_id(place), lod_piece_id(p));
        mk_rec(v, "piece", key);
        mk_rec_name(v, "place", lod_place_id(place));
        mk_rec_name(v, "owner", faction_id[lod_owner(p)]);
        mk_rec_name(v, "type", lod_piece_id(p));
        mk_rec_count(v, lod_piece_one(p), lod_piece_label(p), n);
    }
}

static void view_leaders(const lod_state *s, mk_view *v) {
    for (int f = 0; f < LOD_FACTIONS; f++) {
        mk_rec_static(v, "piece", lod_leader_id(s->leader[f]));
        mk_rec_name(v, "place", lod_place_id(s->leader_at[f]));
        mk_rec_name(v, "owner", faction_id[f]);
        mk_rec_name(v, "type", "leader");
        mk_rec_name(v, "name", lod_leader_label(s->leader[f]));
    }
}

/* ---- Cards ---- */

/* The Factions from left to right, and what is printed beside each for non-players. */
static void view_order(const lod_card *c, mk_view *v) {
    static const char *const icon_id[] = {"none", "sword", "musket"};
    char order[64] = "", icons[64] = "";
    for (int i = 0; i < LOD_FACTIONS; i++) {
        const char *gap = i ? " " : "";
        size_t at = strlen(order), to = strlen(icons);
        snprintf(order + at, sizeof order - at, "%s%s", gap, faction_id[c->order[i]]);
        snprintf(icons + to, sizeof icons - to, "%s%s", gap, icon_id[c->icon[c->order[i]]]);
    }
    mk_rec_str(v, "order", order);
    mk_rec_str(v, "icons", icons);
}

static void view_card(int card, const char *place, int number, mk_view *v) {
    static const char *const period_name[] = {"1775-1776", "1777-1778", "1779-1780"};
    const lod_card *c = &lod.card[card];
    mk_rec_static(v, "card", lod_card_id(card));
    mk_rec_name(v, "place", place);
    mk_rec_name(v, "name", c->title);
    mk_rec_int(v, "number", number);
    mk_rec_name(v, "text", c->text[LOD_UNSHADED]);
    mk_rec_name(v, "shaded", c->text[LOD_SHADED]);
    mk_rec_int(v, "printed", card);
    if (card > LOD_EVENT_CARDS) return;
    mk_rec_name(v, "period", period_name[c->period]);
    view_order(c, v);
}

/* In words: what happens by itself, then who decides what. What dice decide nobody can tell. A free
 * Command is told by what the card says of it. */
static void tell_trial(const lod_state *trial, const mk_log *log, bool waits, mk_text *out) {
    size_t before = out->n;
    for (int i = 0; i < log->count && !(log->event[i].flags & MK_ROLLED); i++) {
        if (!log->event[i].audience || log->event[i].kind == LOD_E_FREE) continue;
        mk_event_text(&lod_game, &log->event[i], MK_PLAIN, out);
        mk_text_add(out, ". ");
    }
    if (!waits || log->flags & MK_ROLLED) return;
    mk_text_add(out, "%s", out->n > before ? "Then: " : "First: ");
    if (!lod_tell_grant(trial, out)) mk_prompt_text(&lod_game, trial, MK_EVERYTHING, MK_PLAIN, out);
    mk_text rest = {0};
    lod_rest_of_event(trial, &rest);
    if (rest.n) mk_text_add(out, ". After that: %s", rest.p);
    mk_text_free(&rest);
    mk_text_add(out, ".");
}

/* 5.1.3: what the texts of the played card would do here and now, for the Faction that may choose
 * one. */
static void view_effects(const lod_state *s, mk_view *v) {
    if (lod_over(s) || mk_top_const(&s->base)->phase != LOD_PH_TURN) return;
    static const char *const changes[] = {"changes_unshaded", "changes_shaded"};
    static const char *const preview[] = {"preview_unshaded", "preview_shaded"};
    lod_faction f = mk_top_const(&s->base)->seat;
    for (int text = 0; text < LOD_TEXTS; text++) {
        if (!lod.card[s->card].text[text]) continue;
        mk_rec_int(v, changes[text], lod_event_changes(s, f, s->card, text));
        lod_state trial;
        mk_log log;
        mk_log_grow(&log);
        bool waits = lod_try_event(s, f, s->card, text, &trial, &log);
        mk_text words = {0};
        tell_trial(&trial, &log, waits, &words);
        mk_rec_str(v, preview[text], words.p);
        mk_text_free(&words);
        mk_log_free(&log);
    }
}

/* 6.7: at the end of a winter the next card is drawn before the winter's own has its effect. */
static void view_cards(const lod_state *s, mk_view *v) {
    bool ending = s->winter.card && s->winter.card != s->card;
    int discarded = s->drawn - 1 - ending;
    for (int i = 0; i < discarded; i++) view_card(s->deck[i], "discard", i + 1, v);
    if (ending) view_card(s->winter.card, "ending", s->drawn - 1, v);
    view_card(s->card, "played", s->drawn, v);
    view_effects(s, v);
    if (s->drawn < s->deck_size) view_card(s->deck[s->drawn], "next", s->drawn + 1, v);
    int hidden = s->deck_size - s->drawn - 1;
    if (hidden > 0) {
        mk_rec_static(v, "card", "deck");
        mk_rec_name(v, "place", "deck");
        mk_rec_int(v, "count", hidden);
        mk_rec_int(v, "hidden", 1);
    }
    static const char *const owner[] = {"patriots", "british", "french", "indians", "french"};
    for (int card = LOD_FIRST_STROKE; card <= LOD_TREATY_CARD; card++) {
        if (!(s->strokes >> (card - LOD_FIRST_STROKE) & 1)) continue;
        view_card(card, "hand", card, v);
        mk_rec_name(v, "owner", owner[card - LOD_FIRST_STROKE]);
    }
}

/* ---- Tracks ---- */

static void number(mk_view *v, const char *key, const char *label, int value) {
    mk_rec(v, "number", key);
    mk_rec_name(v, "label", label);
    mk_rec_int(v, "value", value);
}

static void view_tracks(const lod_state *s, mk_view *v) {
    number(v, "support", "Total Support", lod_total_support(s));
    number(v, "opposition", "Total Opposition", lod_total_opposition(s));
    number(v, "cbc", "British casualties", s->cbc);
    number(v, "crc", "Rebellion casualties", s->crc);
    number(v, "fni", "French Naval Intervention", s->fni);
    mk_rec_int(v, "max", lod.squadrons);
    number(v, "treaty", "Treaty of Alliance", s->treaty);
    if (!s->treaty) {
        number(v, "preparations", "French preparations", lod_preparations(s));
        mk_rec_int(v, "max", LOD_PREPARED + 1);
    }
    number(v, "squadrons_unavailable", "Squadrons unavailable", s->squadrons_unavailable);
    number(v, "winters_left", "Winters to come", lod_winters_left(s));
    for (int f = 0; f < LOD_FACTIONS; f++) {
        char key[MK_NAME];
        snprintf(key, sizeof key, "resources.%s", faction_id[f]);
        number(v, key, "Resources", s->resources[f]);
        mk_rec_name(v, "owner", faction_id[f]);
        mk_rec_int(v, "max", 50);
        snprintf(key, sizeof key, "margin.%s", faction_id[f]);
        number(v, key, "Victory margin", lod_margin(s, f));
        mk_rec_name(v, "owner", faction_id[f]);
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
        mk_rec_name(v, "label", standing(s, f));
        mk_rec_name(v, "owner", faction_id[f]);
        if (s->kept >> f & 1) mk_rec_int(v, "kept", 1);
        mk_rec_int(v, "next", lod_eligible_next(s, f)); /* on the next card, as things stand */
    }
}

/* ---- What is going on ---- */

/* 2.3.4: who acts, as first or second, and after what. */
static void view_turn(const lod_state *s, mk_view *v) {
    static const char *const did[] = {NULL, "command", "command_and_special", "event"};
    const mk_frame *top = mk_top_const(&s->base);
    mk_rec_static(v, "panel", "turn");
    mk_rec_name(v, "label", "Turn");
    mk_rec_name(v, "first_did", s->executed ? did[s->first_done] : NULL);
    if (top->phase != LOD_PH_TURN) return;
    mk_rec_name(v, "owner", faction_id[top->seat]);
    mk_rec_int(v, "number", top->b);
}

static void view_command(const lod_state *s, mk_view *v) {
    if (!s->commands) return;
    const lod_command *c = lod_current_const(s);
    mk_rec_static(v, "panel", "command");
    mk_rec_name(v, "label", mk_label(&lod_game, LOD_K_COMMAND, c->kind));
    mk_rec_name(v, "kind", mk_id(&lod_game, LOD_K_COMMAND, c->kind));
    mk_rec_name(v, "owner", faction_id[c->faction]);
    mk_rec_int(v, "selected", mk_set_size(c->selected));
    mk_rec_int(v, "limited", (c->flags & LOD_LIMITED) != 0);
    mk_rec_int(v, "free", lod_free(c));
    mk_rec_int(v, "alone", (c->flags & (LOD_LIMITED | LOD_NO_ACCOMPANY)) != 0);
    if (c->special) mk_rec_name(v, "special", mk_label(&lod_game, LOD_K_SPECIAL, c->special));
}

/* Where the pieces lie that the actions of this decision name without a space. */
static void view_step(const lod_state *s, mk_view *v) {
    enum { NOWHERE, FRAME_A, FRAME_B, BOX, INDIES };
    static const uint8_t where[LOD_PHASES] = {
        [LOD_PH_MARCH_GROUP] = FRAME_B,
        [LOD_PH_SCOUT_GROUP] = FRAME_B,
        [LOD_PH_RAID_INTO] = FRAME_A,
        [LOD_PH_EXCHANGE] = FRAME_A,
        [LOD_PH_CONVERT] = FRAME_A,
        [LOD_PH_STRIKE] = FRAME_A,
        [LOD_PH_BATTLE_ATTACK] = FRAME_A,
        [LOD_PH_BATTLE_DEFEND] = FRAME_A,
        [LOD_PH_BATTLE_LOSS] = FRAME_A,
        [LOD_PH_SUPPLY_REMOVE] = FRAME_A,
        [LOD_PH_PLACE] = BOX,
        [LOD_PH_INDIES] = INDIES,
    };
    const mk_frame *top = mk_top_const(&s->base);
    int at[] = {LOD_PLACES, top->a, top->b, LOD_AVAILABLE, LOD_WEST_INDIES};
    mk_rec_static(v, "panel", "step");
    mk_rec_name(v, "label", "Step");
    if (where[top->phase]) mk_rec_name(v, "at", lod_place_id(at[where[top->phase]]));
    if (top->phase != LOD_PH_MARCH_GROUP && top->phase != LOD_PH_SCOUT_GROUP) return;
    int group = 0;
    for (int p = 0; p < LOD_PIECES; p++) group += lod_current_const(s)->group[p];
    mk_rec_int(v, "group", group);
}

/* The text that is being carried out, while it asks for choices. */
static void view_event(const lod_state *s, mk_view *v) {
    const lod_event *e = &s->event;
    if (!e->card) return;
    mk_rec_static(v, "panel", "event");
    mk_rec_name(v, "label", lod.card[e->card].title);
    mk_rec_name(v, "text", lod.card[e->card].text[e->text]);
    mk_rec_name(v, "owner", faction_id[e->executor]);
}

static void view_winter(const lod_state *s, mk_view *v) {
    if (!s->winter.card) return;
    mk_rec_static(v, "panel", "winter");
    mk_rec_name(v, "label", "Winter Quarters");
    mk_rec_int(v, "number", lod_winter_now(s));
}

/* What each side's Force Level is made of, and what changes its Loss Level, one record each. */
static void view_battle_side(const char *panel, const lod_battle *b, int who, mk_view *v) {
    static const char *const role[] = {"attacker", "defender"};
    char key[3 * MK_NAME];
    for (int part = 0; part < LOD_FORCE_PARTS; part++) {
        if (!b->present[who][part]) continue;
        snprintf(key, sizeof key, "%s.force.%s.%s", panel, role[who], lod_force_id(part));
        mk_rec(v, "panel", key);
        mk_rec_name(v, "label", lod_force_label(part));
        mk_rec_int(v, "present", b->present[who][part]);
        mk_rec_int(v, "fighting", b->fighting[who][part]);
        mk_rec_int(v, "value", lod_force_points(b, who, part));
        mk_rec_name(v, "rule", "lod.3.6.3");
    }
    for (int m = 0; m < LOD_MODIFIERS; m++) {
        if (!b->modifier[who][m]) continue;
        snprintf(key, sizeof key, "%s.modifier.%s.%s", panel, role[who], lod_modifier_id(m));
        mk_rec(v, "panel", key);
        mk_rec_name(v, "label", lod_modifier_label(m));
        mk_rec_int(v, "value", b->modifier[who][m]);
        mk_rec_name(v, "rule", who == 0 ? "lod.3.6.6" : "lod.3.6.5");
    }
}

static void view_battle(const lod_state *s, mk_view *v) {
    const lod_battle *b = &s->battle;
    if (b->at >= LOD_SPACES) return;
    mk_rec_static(v, "panel", "battle");
    mk_rec_name(v, "label", lod_space_label(b->at));
    mk_rec_name(v, "at", lod_space_id(b->at));
    mk_rec_name(v, "attacker", faction_id[b->attacker]);
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
    for (int who = 0; who < 2; who++) view_battle_side("battle", b, who, v);
}

/* Before a Battle is selected: what each of those that can be would come to. */
static void view_forecast(const lod_state *s, int space, mk_view *v) {
    lod_forecast f = lod_battle_forecast(s, space, false);
    char key[2 * MK_NAME];
    snprintf(key, sizeof key, "forecast.%s", lod_space_id(space));
    mk_rec(v, "panel", key);
    mk_rec_name(v, "label", lod_space_label(space));
    mk_rec_name(v, "at", lod_space_id(space));
    mk_rec_name(v, "attacker", faction_id[f.battle.attacker]);
    mk_rec_int(v, "attack", f.battle.force[0]);
    mk_rec_int(v, "defence", f.battle.force[1]);
    mk_rec_int(v, "attacker_dice", f.dice[0]);
    mk_rec_int(v, "defender_dice", f.dice[1]);
    mk_rec_int(v, "attacker_least", f.least[0]);
    mk_rec_int(v, "attacker_most", f.most[0]);
    mk_rec_int(v, "defender_least", f.least[1]);
    mk_rec_int(v, "defender_most", f.most[1]);
    mk_rec_int(v, "attacker_wins", 100 * f.wins[0] / f.of);
    mk_rec_int(v, "defender_wins", 100 * f.wins[1] / f.of);
    if (f.ally) {
        lod_forecast both = lod_battle_forecast(s, space, true);
        mk_rec_int(v, "with_ally", 100 * both.wins[0] / both.of);
    }
    for (int who = 0; who < 2; who++) view_battle_side(key, &f.battle, who, v);
}

static void view_forecasts(const lod_state *s, mk_view *v) {
    if (mk_top_const(&s->base)->phase != LOD_PH_BATTLES) return;
    MK_SET_EACH(space, lod_selectable(s, lod_current_const(s), 0)) view_forecast(s, space, v);
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
    if (lod_over(s)) return;
    view_turn(s, v);
    view_command(s, v);
    view_step(s, v);
    view_event(s, v);
    view_winter(s, v);
    view_battle(s, v);
    view_forecasts(s, v);
}
