/* view_turn.c - the turn record, the fleets, the politics of the war, and how it would end now. */
#include <stdio.h>

#include "eoe.h"

static const char *const seat_id[] = {"british", "allied"};

static void number(mk_view *v, const char *key, const char *label, int value) {
    mk_rec_static(v, "number", key);
    mk_rec_name(v, "label", label);
    mk_rec_int(v, "value", value);
}

/* A panel for each turn of the scenario. */
static void view_calendar(const eoe_state *s, mk_view *v) {
    const eoe_scenario *r = eoe_rules(s);
    for (int turn = r->first; turn <= r->last; turn++) {
        const eoe_turn *t = &eoe.table.turn[eoe_war_of(s)][turn];
        char key[24], text[40];
        snprintf(key, sizeof key, "turn.%d", turn);
        snprintf(text, sizeof text, "%s %d", eoe_season_label(t->season), t->year);
        mk_rec(v, "panel", key);
        mk_rec_str(v, "label", text);
        mk_rec_int(v, "turn", turn);
        if (t->season >= EOE_WINTER_1) mk_rec_int(v, "winter", 1);
    }
}

/* Which part of the turn it is (4.1), and whose. */
static void view_segment(const eoe_state *s, mk_view *v) {
    static const struct {
        uint8_t phase;
        const char *word;
    } parts[] = {{EOE_PH_NAVAL, "naval"},
                 {EOE_PH_REINFORCE, "reinforcement"},
                 {EOE_PH_OPERATIONS, "operations"},
                 {EOE_PH_WITHDRAW, "withdrawal"},
                 {EOE_PH_ATTRITION, "attrition"}};
    for (int i = 0; i < s->base.depth; i++) {
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            if (s->base.frame[i].phase != parts[k].phase) continue;
            mk_rec_static(v, "panel", "segment");
            mk_rec_name(v, "stage", parts[k].word);
            if (s->phasing < EOE_SEATS && parts[k].phase == EOE_PH_OPERATIONS)
                mk_rec_name(v, "owner", seat_id[s->phasing]);
            return;
        }
    }
}

static void view_fleets(const eoe_state *s, mk_view *v) {
    static const char *const keys[] = {"fleet.british", "fleet.french", "fleet.spanish"};
    static const char *const names[] = {"British fleet", "French fleet", "Spanish fleet"};
    int war = eoe_war_of(s);
    for (int i = 0; i < EOE_FLEETS; i++) {
        if (!eoe.table.naval_infantry[war][i]) continue;
        const eoe_fleet_at *f = &s->fleet[i];
        mk_rec_static(v, "panel", keys[i]);
        mk_rec_name(v, "label", names[i]);
        mk_rec_name(v, "owner", seat_id[eoe_fleet_seat(i)]);
        mk_rec_int(v, "marines", eoe.table.naval_infantry[war][i]);
        mk_rec_int(v, "needs", eoe.table.fleet[war][i][eoe_fleet_entered(s, i)][s->base.turn]);
        if (f->sea != EOE_NONE) mk_rec_name(v, "sea", eoe_board.seas[f->sea].id);
        if (f->marker != EOE_NONE) mk_rec_name(v, "marker", eoe_board.seas[f->marker].id);
        if (f->invaded) mk_rec_int(v, "invaded", 1);
        if (f->marines) mk_rec_int(v, "landed", 1);
    }
}

/* ---- Politics ------------------------------------------------------------ */

static void view_economy(const eoe_state *s, mk_view *v) {
    static const char *const words[] = {"normal", "near collapse", "collapsed"};
    mk_rec_static(v, "panel", "economy");
    mk_rec_name(v, "label", words[s->economy]);
    mk_rec_int(v, "ports", eoe_british_ports(s, false));
    mk_rec_int(v, "of", EOE_US_PORTS);
    for (int i = 0; i < eoe.table.economy_count; i++) {
        if (eoe.table.economy[i].turn < s->base.turn) continue;
        mk_rec_int(v, "turn", eoe.table.economy[i].turn);
        mk_rec_int(v, "near", eoe.table.economy[i].near);
        mk_rec_int(v, "full", eoe.table.economy[i].full);
        return;
    }
}

static void view_politics(const eoe_state *s, mk_view *v) {
    if (!eoe_politics(s)) return;
    mk_rec_static(v, "panel", "politics");
    mk_rec_int(v, "dead_steps", s->dead_steps);
    mk_rec_int(v, "french_steps", eoe.table.entry.french_steps);
    mk_rec_int(v, "north_steps", eoe.table.entry.north_steps);
    if (s->french_entry) mk_rec_int(v, "french_entry", s->french_entry);
    if (s->spanish_entry) mk_rec_int(v, "spanish_entry", s->spanish_entry);
    if (s->west_indies) mk_rec_int(v, "west_indies", s->west_indies);
    if (s->vermont_flag) mk_rec_int(v, "vermont", 1);
    if (s->by_offer) mk_rec_int(v, "by_offer", 1);
    number(v, "dead_steps", "Regular steps lost", s->dead_steps);
    view_economy(s, v);
}

/* Areas whose militia the enemy keeps at home (12.4, 12.5). */
static void view_flags(const eoe_state *s, mk_view *v) {
    for (int i = 0; i < eoe_board.area_count; i++) {
        if (!(s->flags >> i & 1)) continue;
        char key[2 * MK_NAME];
        snprintf(key, sizeof key, "flag.%s", eoe_board.areas[i].id);
        mk_rec(v, "panel", key);
        mk_rec_name(v, "label", eoe_board.areas[i].name);
    }
}

/* ---- How it would end ---------------------------------------------------- */

static const eoe_named_hex canada[] = {EOE_H_MONTREAL, EOE_H_QUEBEC, EOE_H_ST_JEAN,
                                       EOE_H_CROWN_POINT, EOE_H_TICONDEROGA};
static const eoe_named_hex florida[] = {EOE_H_ST_AUGUSTINE, EOE_H_FREDERICA, EOE_H_SAVANNAH};
static const eoe_named_hex king_george[] = {EOE_H_QUEBEC,     EOE_H_ALBANY,    EOE_H_BOSTON,
                                            EOE_H_LOUISBOURG, EOE_H_ANNAPOLIS, EOE_H_CROWN_POINT,
                                            EOE_H_NIAGARA,    EOE_H_FRONTENAC, EOE_H_OSWEGO};
static const eoe_named_hex new_france[] = {EOE_H_MONTREAL, EOE_H_QUEBEC,  EOE_H_LOUISBOURG,
                                           EOE_H_DUQUESNE, EOE_H_NIAGARA, EOE_H_FRONTENAC};

#define PLACES(list) list, sizeof list / sizeof *list

enum { MOST_AIMS = 3 };

/* How each kind of scenario is won, and the places that decide it. */
static const struct {
    const eoe_named_hex *place;
    size_t count;
    const char *aim[MOST_AIMS];
} goals[] = {
    [EOE_WIN_CANADA] = {PLACES(canada),
                        {"The Allies win if they hold Montreal and Quebec at the end.",
                         "The British win if they hold Montreal, St-Jean, and Crown Point or "
                         "Ticonderoga at the end.",
                         "Otherwise it is a draw."}},
    [EOE_WIN_FLORIDA] = {PLACES(florida),
                         {"The British win if no Spaniards are left, or if they hold St Augustine "
                          "at the end.",
                          "The Spaniards win if they hold St Augustine, and Frederica or Savannah.",
                          "Otherwise it is a draw."}},
    [EOE_WIN_KING_GEORGE] = {PLACES(king_george),
                             {"The British win at once in Quebec, the French in Albany or Boston.",
                              "At the end places count: Louisbourg 2, the others 1. The British "
                              "win with 4, the French if the British have 1 or none."}},
    [EOE_WIN_NEW_FRANCE] = {PLACES(new_france),
                            {"The British win with Montreal and Quebec at the end of a turn.",
                             "The French win at the end with one of these two and two of the other "
                             "places.",
                             "Otherwise it is a draw."}},
    [EOE_WIN_REVOLUTION] =
        {NULL,
         0,
         {"The Allies win when Lord North falls: enough regular steps are dead, "
          "or the regiments for the West Indies cannot be found.",
          "The British win when they rule in all fifteen militia areas.",
          "At the end the British win if the American economy has collapsed, "
          "otherwise the Allies if France is in the war. If not, it is a draw."}},
};

static void view_aims(int goal, mk_view *v) {
    for (int i = 0; i < MOST_AIMS && goals[goal].aim[i]; i++) {
        char key[MK_NAME];
        snprintf(key, sizeof key, "victory.%d", i);
        mk_rec(v, "panel", key);
        mk_rec_name(v, "label", goals[goal].aim[i]);
    }
}

/* The places that decide it, and who would win if this were the end of the last turn. */
static void view_victory(const eoe_state *s, mk_view *v) {
    int goal = eoe_rules(s)->victory, fifth = eoe_rules(s)->fifth_place;
    char places[160];
    size_t n = 0;
    places[0] = '\0';
    for (size_t i = 0; i < goals[goal].count; i++)
        n += (size_t)snprintf(places + n, sizeof places - n, "%s%s", n ? " " : "",
                              eoe_hex_id(eoe.hex[goals[goal].place[i]]));
    if (goal == EOE_WIN_NEW_FRANCE && fifth != MK_NOWHERE)
        snprintf(places + n, sizeof places - n, " %s", eoe_hex_id(fifth));
    eoe_state end = *s;
    end.base.turn = eoe_rules(s)->last;
    bool over = eoe_victory_now(&end, true, NULL);
    view_aims(goal, v);
    mk_rec_static(v, "panel", "victory");
    mk_rec_str(v, "places", places);
    if (over && end.winner < EOE_SEATS) mk_rec_name(v, "now", seat_id[end.winner]);
}

void eoe_view_turn(const eoe_state *s, mk_view *v) {
    number(v, "turn", "Turn", s->base.turn);
    number(v, "first_turn", "First turn", eoe_rules(s)->first);
    number(v, "last_turn", "Last turn", eoe_rules(s)->last);
    view_calendar(s, v);
    view_segment(s, v);
    view_fleets(s, v);
    view_politics(s, v);
    view_flags(s, v);
    if (s->base.depth) view_victory(s, v);
}
