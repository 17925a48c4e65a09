/* data_scenarios.c - reads scenarios.json. */
#include "data.h"

#include "map/hex_data.h"

#include <stdlib.h>

static eoe_set_up *add(mk_value v, eoe_scenario *s, int piece, eoe_begins how) {
    static eoe_set_up spill;
    if (eoe.piece[piece].war != s->war)
        mk_data_error(v, "%s is of another war", eoe.piece[piece].name.id);
    for (int i = 0; i < s->set_up_count; i++)
        if (s->set_up[i].piece == piece)
            mk_data_error(v, "%s begins in two places", eoe.piece[piece].name.id);
    if (s->set_up_count == EOE_MAX_SET_UPS) {
        mk_data_error(v, "more than %d pieces", EOE_MAX_SET_UPS);
        return &spill;
    }
    eoe_set_up *u = &s->set_up[s->set_up_count++];
    *u = (eoe_set_up){.piece = (uint16_t)piece, .hex = MK_NOWHERE, .how = (uint8_t)how};
    return u;
}

static void read_list(mk_value v, const char *key, eoe_scenario *s, eoe_begins how) {
    if (!mk_has(v, key)) return;
    mk_value text = mk_at(v, key);
    int piece;
    for (const char *at = mk_str_value(text); eoe_next_piece(text, &at, &piece);) {
        eoe_set_up *u = add(text, s, piece, how);
        u->hex = eoe.piece[piece].enters_hex;
        u->turn = s->first;
    }
}

static void read_set_up(mk_value list, eoe_scenario *s) {
    for (int i = 0, n = mk_length(list); i < n; i++) {
        mk_value v = mk_item(list, i), text = mk_at(v, "pieces");
        int hex = eoe_hex_in(v, "at"), piece;
        bool inside = mk_marked(v, "inside");
        if (inside && !eoe_is(hex, EOE_HAS_TOWN | EOE_HAS_OUTPOST))
            mk_data_error(v, "there is no town or outpost");
        for (const char *at = mk_str_value(text); eoe_next_piece(text, &at, &piece);) {
            eoe_set_up *u = add(text, s, piece, EOE_BEGINS_AT);
            u->hex = (uint16_t)hex;
            u->inside = inside;
        }
    }
}

static void read_entries(mk_value list, eoe_scenario *s) {
    for (int i = 0, n = mk_length(list); i < n; i++) {
        mk_value v = mk_item(list, i);
        int piece = mk_named(mk_at(v, "piece"), eoe_find_piece, "piece");
        eoe_set_up *u = add(v, s, piece, EOE_BEGINS_DUE);
        u->turn = (uint8_t)mk_int(v, "turn", s->first, s->last);
        u->hex = (uint16_t)eoe_hex_in(v, "hex");
    }
}

static void read_prisoners(mk_value v, eoe_scenario *s) {
    for (int seat = 0; seat < EOE_SEATS; seat++) {
        int first = s->set_up_count;
        read_list(v, eoe_seat_ids[seat], s, EOE_BEGINS_CAPTIVE);
        for (int i = first; i < s->set_up_count; i++) s->set_up[i].captor = (uint8_t)seat;
    }
}

static void read_politics(mk_value v, eoe_scenario *s) {
    static const char *const economies[] = {"normal", "near", "full", NULL};
    if (mk_marked(v, "none")) return;
    s->politics = 1;
    if (mk_has(v, "french_entry")) s->french_entry = (uint8_t)mk_int(v, "french_entry", 1, 99);
    if (mk_has(v, "spanish_entry")) s->spanish_entry = (uint8_t)mk_int(v, "spanish_entry", 1, 99);
    s->west_indies_done = mk_marked(v, "west_indies_done");
    s->vermont_flag = mk_marked(v, "vermont_flag");
    s->marion = mk_marked(v, "marion");
    if (mk_has(v, "economy")) s->economy = (uint8_t)mk_choice(v, "economy", economies);
    if (mk_has(v, "eliminated_steps"))
        s->eliminated = (uint8_t)mk_int(v, "eliminated_steps", 0, 200);
    if (!mk_has(v, "flags")) return;
    mk_value text = mk_at(v, "flags");
    char id[MK_NAME];
    for (const char *at = mk_str_value(text); eoe_next_word(&at, id, sizeof id);) {
        int area = eoe_find_area(id);
        if (area < 0)
            mk_data_error(text, "there is no area called %s", id);
        else
            s->flags |= 1u << area;
    }
}

/* The steps that are dead at the start are those that 15.2 counts. */
static void count_dead(mk_value v, const eoe_scenario *s) {
    int steps = 0;
    for (int i = 0; i < s->set_up_count; i++) {
        const eoe_piece_row *p = &eoe.piece[s->set_up[i].piece];
        if (s->set_up[i].how == EOE_BEGINS_DEAD && p->nation == EOE_N_BRITISH_REGULAR)
            steps += p->steps;
    }
    if (s->politics && steps != s->eliminated)
        mk_data_error(v, "%d regular steps are dead, not %d", steps, s->eliminated);
}

static int find_agent(const char *id) {
    for (int i = 0; i < eoe.table.agent_count; i++)
        if (strcmp(eoe.table.agent[i].name.id, id) == 0) return i;
    return -1;
}
static int find_sea(const char *id) {
    for (int i = 0; i < eoe_board.sea_count; i++)
        if (strcmp(eoe_board.seas[i].id, id) == 0) return i;
    return -1;
}

static void read_frame(mk_value v, eoe_scenario *s) {
    static const char *const sheets[] = {"none", "north", "south", "both", NULL};
    static const char *const victories[] = {"canada",     "florida",    "king_george",
                                            "new_france", "revolution", NULL};
    static const char *const nations[] = {"continental", NULL};
    s->war = (uint8_t)mk_choice(v, "war", eoe_war_ids);
    s->sheets = (uint8_t)mk_choice(v, "sheets", sheets);
    s->first = (uint8_t)mk_int(v, "first", 1, eoe.table.turn_count[s->war]);
    s->last = (uint8_t)mk_int(v, "last", s->first, eoe.table.turn_count[s->war]);
    s->victory = (uint8_t)mk_choice(v, "victory", victories);
    s->listed = mk_marked(v, "listed");
    s->sea = mk_has(v, "sea") ? (uint8_t)mk_named(mk_at(v, "sea"), find_sea, "sea area") : EOE_NONE;
    s->closed_area = EOE_NONE;
    if (mk_has(v, "closed_area"))
        s->closed_area = (uint8_t)mk_named(mk_at(v, "closed_area"), eoe_find_area, "area");
    s->fifth_place = mk_has(v, "fifth_place") ? (uint16_t)eoe_hex_in(v, "fifth_place") : MK_NOWHERE;
    if (mk_has(v, "reduced")) s->reduced = mk_choice(v, "reduced", nations) == 0;
    if (mk_has(v, "agents"))
        s->agents = (uint8_t)(1 << mk_named(mk_at(v, "agents"), find_agent, "agent"));
    if (mk_has(v, "columns")) {
        mk_value c = mk_at(v, "columns");
        s->from_column = (uint8_t)atoi(mk_str(c, "from"));
        s->to_column = (uint8_t)atoi(mk_str(c, "to"));
        if (s->from_column < 10 || s->to_column > 60 || s->from_column > s->to_column)
            mk_data_error(c, "columns of the north sheet are 10 to 60");
    }
}

/* Both sheets have column 10 of the north. */
static void find_area(eoe_scenario *s) {
    int north = eoe_board.hexes.names.sheet[1].line;
    for (int hex = 0; hex < eoe_board.hexes.hex_count; hex++) {
        int line = mk_hex_line_of(&eoe_board.hexes, hex), column = line - north + 10;
        if (line > north && !(s->sheets & 1)) continue;
        if (line < north && !(s->sheets & 2)) continue;
        if (s->from_column && (column < s->from_column || column > s->to_column)) continue;
        mk_set_add(&s->in_play, hex);
    }
}

static void read_scenario(mk_value v, eoe_scenario *s) {
    read_frame(v, s);
    find_area(s);
    if (mk_has(v, "only")) {
        mk_value text = mk_at(v, "only");
        int piece;
        for (const char *at = mk_str_value(text); eoe_next_piece(text, &at, &piece);)
            mk_set_add(&s->only, piece);
    }
    if (mk_has(v, "set_up")) read_set_up(mk_at(v, "set_up"), s);
    if (mk_has(v, "entries")) read_entries(mk_at(v, "entries"), s);
    read_list(v, "dead", s, EOE_BEGINS_DEAD);
    read_list(v, "withdrawn", s, EOE_BEGINS_OUT);
    read_list(v, "delayed", s, EOE_BEGINS_DUE);
    if (mk_has(v, "prisoners")) read_prisoners(mk_at(v, "prisoners"), s);
    if (mk_has(v, "politics")) read_politics(mk_at(v, "politics"), s);
    count_dead(v, s);
}

bool eoe_load_scenarios(mk_error *err) {
    mk_value root = eoe_open("eoe/scenarios.json", err), list = mk_at(root, "scenarios");
    int n = mk_exactly(list, EOE_MAX_SCENARIOS, "scenarios (1.0)");
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(list, i);
        eoe.scenarios[i] = mk_scenario_in(v, mk_id_in(v, 0));
        read_scenario(v, &eoe.scenario[i]);
        eoe.scenarios[i].turns = eoe.scenario[i].last - eoe.scenario[i].first + 1;
    }
    eoe.scenario_count = n;
    return mk_file_close(&root);
}
