/* view_points.c - what gives points in a scenario, a line for each row of its table. */
#include "g1776.h"

#include <stdio.h>

/* ---- Words ---- */

typedef struct {
    char text[400];
    size_t n;
} words;

static void add(words *w, const char *text) {
    int n = snprintf(w->text + w->n, sizeof w->text - w->n, "%s", text);
    w->n += (size_t)n < sizeof w->text - w->n ? (size_t)n : sizeof w->text - w->n - 1;
}

static void add_number(words *w, int n) {
    char text[12];
    snprintf(text, sizeof text, "%d", n);
    add(w, text);
}

static const char *place_name(int hex) {
    int town = g1776_board.town_at[hex];
    return town == G1776_NONE ? g1776_hex_id(hex) : g1776_board.town[town].name;
}

/* "Savannah, Augusta and Charleston" */
static void add_places(words *w, const g1776_score *row, const char *last) {
    for (int i = 0; i < row->place_count; i++) {
        if (i) add(w, i == row->place_count - 1 ? last : ", ");
        add(w, place_name(row->place[i]));
    }
}

static void add_fleets(words *w, const g1776_score *row) {
    static const char *const kinds[] = {"each enemy fleet", "each enemy battle fleet",
                                        "each enemy transport fleet"};
    add(w, kinds[row->n]);
}

static const char *leader_name(const g1776_score *row) {
    return g1776.leader[row->leader].name.label;
}

/* Behind the places, leaders or fleets of the row. */
static const char *tail_of(int what) {
    switch (what) {
    case G1776_VP_CONTROL: return ", at the end";
    case G1776_VP_CONTROL_TURN: return ", at the end of each turn";
    case G1776_VP_SEASON:
    case G1776_VP_EACH_SEASON: return ", at the end of each season";
    case G1776_VP_FORT_SEASON: return " with a fort, at the end of each season";
    case G1776_VP_COM_DESTROYED:
    case G1776_VP_COM_WITH:
    case G1776_VP_COM_WITHOUT: return " destroyed";
    case G1776_VP_COM_STANDS: return " not destroyed";
    case G1776_VP_DISMANTLED: return " dismantled";
    case G1776_VP_OWNS_FORT: return ", at the end";
    case G1776_VP_SUNK: return " sunk";
    case G1776_VP_DAMAGED: return " damaged";
    case G1776_VP_KILLED: return " killed";
    case G1776_VP_LEADER_LOST: return " killed or captured";
    default: return "";
    }
}

/* Scenario 2: Philadelphia is controlled with 4BR. */
static void add_garrison(words *w, const g1776_scenario_rules *r, const g1776_score *row) {
    for (int i = 0; i < r->need_count; i++) {
        if (r->need[i].hex != row->place[0] || r->need[i].seat != row->seat) continue;
        add(w, " with ");
        add_number(w, r->need[i].n);
        add(w, " ");
        add(w, g1776.type[r->need[i].type].name.label);
    }
}

static void add_subject(words *w, const g1776_scenario_rules *r, const g1776_score *row) {
    switch (row->what) {
    case G1776_VP_CONTROL:
    case G1776_VP_CONTROL_TURN:
    case G1776_VP_SEASON:
    case G1776_VP_FORT_SEASON:
        add(w, "control of ");
        add_places(w, row, " and ");
        add_garrison(w, r, row);
        return;
    case G1776_VP_EACH_SEASON:
        add(w, "control of each of ");
        add_places(w, row, ", ");
        return;
    case G1776_VP_COM_DESTROYED:
    case G1776_VP_COM_WITH:
    case G1776_VP_COM_WITHOUT:
    case G1776_VP_COM_STANDS:
        add(w, "commerce marker of ");
        add_places(w, row, " and ");
        return;
    case G1776_VP_DISMANTLED:
    case G1776_VP_OWNS_FORT:
        add(w, row->what == G1776_VP_OWNS_FORT ? "ownership of the fort at " : "the fort at ");
        add_places(w, row, " and ");
        return;
    case G1776_VP_SUNK:
    case G1776_VP_DAMAGED: add_fleets(w, row); return;
    case G1776_VP_KILLED:
    case G1776_VP_LEADER_LOST: add(w, leader_name(row)); return;
    case G1776_VP_ALL_COM_DESTROYED: add(w, "all commerce markers destroyed"); return;
    case G1776_VP_COM_LEFT:
        add(w, "commerce markers left at the end: at least ");
        add_number(w, row->n);
        return;
    case G1776_VP_NO_FORT_BUILT:
        add(w, "no fort built at ");
        add_places(w, row, " or ");
        return;
    case G1776_VP_RATIO: /* own times n, theirs times m: at least m to n */
        add(w, "at least ");
        add_number(w, row->m);
        add(w, " SP for ");
        add_number(w, row->n);
        add(w, " of the enemy in ");
        add(w, g1776_board.colonies[row->colony].name);
        add(w, ", at the end");
        return;
    case G1776_VP_NOT_EXITED:
        add(w, leader_name(row));
        add(w, " and ");
        add_number(w, row->n);
        add(w, "BR not off the map by ");
        add_places(w, row, " or ");
        add(w, " when turn ");
        add_number(w, row->m);
        add(w, " ends");
        return;
    case G1776_VP_ABSENT:
        add(w, "control of all strategic towns of the Deep South while ");
        add(w, leader_name(row));
        add(w, " is not on the map, at the end of each season");
        return;
    case G1776_VP_INDIES:
        add(w, "more battle fleets in the West Indies, at the end of some turns");
        return;
    case G1776_VP_MISSING: add(w, "each FR and gun lost of French BF-A and BF-B"); return;
    default: add(w, "the regulars not evacuated in July, August and September 1780"); return;
    }
}

static void add_conditions(words *w, const g1776_score *row) {
    char turn[32];
    if (row->what == G1776_VP_COM_WITH || row->what == G1776_VP_COM_WITHOUT) {
        add(w, row->what == G1776_VP_COM_WITH ? " with " : " without ");
        add(w, leader_name(row));
        add(w, " beside it");
    }
    if (row->what == G1776_VP_LEADER_LOST && row->m) {
        snprintf(turn, sizeof turn, " before turn %d", row->m);
        add(w, turn);
    }
}

/* ---- The records ---- */

/* Rows that the position decides say whether they hold now. */
static bool is_of_position(int what) {
    return what == G1776_VP_CONTROL || what == G1776_VP_COM_STANDS ||
           what == G1776_VP_ALL_COM_DESTROYED || what == G1776_VP_COM_LEFT ||
           what == G1776_VP_NO_FORT_BUILT || what == G1776_VP_OWNS_FORT || what == G1776_VP_RATIO ||
           what == G1776_VP_KILLED;
}

void g1776_view_scores(const g1776_state *s, bool open, mk_view *view) {
    const g1776_scenario_rules *r = g1776_rules(s);
    char key[24];
    for (int i = 0; i < r->score_count; i++) {
        const g1776_score *row = &r->score[i];
        if (row->option != G1776_NONE && !g1776_option(s, row->option)) continue;
        words w = {.n = 0};
        add_subject(&w, r, row);
        add(&w, tail_of(row->what));
        add_conditions(&w, row);
        snprintf(key, sizeof key, "score.%d", i);
        mk_rec(view, "panel", key);
        mk_rec_str(view, "label", w.text);
        mk_rec_name(view, "owner", row->seat == G1776_BRITISH ? "british" : "american");
        mk_rec_int(view, "value", row->value);
        if (open && is_of_position(row->what))
            mk_rec_int(view, "holds", g1776_worth_now(s, i) != 0);
    }
    if (!g1776_has_rule(s, G1776_RULE_ROW_PENALTY)) return;
    mk_rec_static(view, "panel", "score.row");
    mk_rec_name(
        view, "label",
        "The first side to move units from row ZZ or below to the north of it pays 3 points "
        "in June, 2 in July, 1 in August");
    if (open) mk_rec_int(view, "holds", s->ledger.penalty);
}
