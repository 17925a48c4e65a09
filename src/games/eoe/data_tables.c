/* data_tables.c - reads tables.json: combat, movement, turns, fleets, Indians, economy. */
#include "data.h"

#include "map/hex_data.h"

#include <stdio.h>
#include <stdlib.h>

static eoe_tables *const t = &eoe.table;

/* ---- Combat tables ------------------------------------------------------- */

/* "1/4DR", "0/DE". */
static eoe_cell read_linear(mk_value v) {
    const char *text = mk_str_value(v);
    eoe_cell cell = {0};
    char *end = NULL;
    cell.attacker = (uint8_t)strtol(text, &end, 10);
    bool fine = end != text && *end == '/';
    const char *rest = fine ? end + 1 : "";
    if (strcmp(rest, "DE") == 0) {
        cell.result = EOE_R_ELIMINATED;
        return cell;
    }
    cell.defender = (uint8_t)strtol(rest, &end, 10);
    if (strcmp(end, "AR") == 0)
        cell.result = EOE_R_ATTACKER;
    else if (strcmp(end, "DR") == 0)
        cell.result = EOE_R_DEFENDER;
    else if (*end)
        fine = false;
    if (!fine || end == rest) mk_data_error(v, "a result is like 1/4DR, 2/0AR, 1/1 or 0/DE");
    return cell;
}

/* "NE", "1", "2R". */
static eoe_cell read_ambush(mk_value v) {
    const char *text = mk_str_value(v);
    char *end = NULL;
    eoe_cell cell = {0};
    if (strcmp(text, "NE") == 0) return (eoe_cell){.result = EOE_R_NO_EFFECT};
    cell.defender = (uint8_t)strtol(text, &end, 10);
    if (strcmp(end, "R") == 0)
        cell.result = EOE_R_DEFENDER;
    else if (*end || end == text)
        mk_data_error(v, "a result is NE, 1 or 2R");
    return cell;
}

/* From worse to better for the attacker: he never loses more, the defender never less. */
static void check_order(mk_value v, const eoe_cell *worse, const eoe_cell *better) {
    int all = 99;
    int lost = worse->result & EOE_R_ELIMINATED ? all : worse->defender;
    int loses = better->result & EOE_R_ELIMINATED ? all : better->defender;
    if (better->attacker > worse->attacker || loses < lost)
        mk_data_error(v, "a better die or better odds bring a worse result");
}

static void read_combat(mk_value root) {
    mk_value linear = mk_at(root, "linear"), ambush = mk_at(root, "ambush");
    mk_value die = mk_at(root, "die");
    t->least_die = mk_int(die, "least", -2, -2);
    t->most_die = mk_int(die, "most", 8, 8);
    for (int row = 0; row < EOE_ROWS; row++) {
        char key[16];
        snprintf(key, sizeof key, "%d", row + t->least_die);
        mk_value cells = mk_at(linear, key);
        int n = mk_exactly(cells, EOE_COLUMNS, "columns");
        for (int c = 0; c < n; c++) {
            t->linear[row][c] = read_linear(mk_item(cells, c));
            if (c) check_order(cells, &t->linear[row][c - 1], &t->linear[row][c]);
            if (row) check_order(cells, &t->linear[row - 1][c], &t->linear[row][c]);
        }
    }
    t->below = read_linear(mk_at(linear, "below"));
    for (int row = 0; row < 6; row++) {
        char key[16];
        snprintf(key, sizeof key, "%d", row + 1);
        mk_value cells = mk_at(ambush, key);
        int n = mk_exactly(cells, EOE_COLUMNS + 1, "columns");
        for (int c = 0; c < n; c++) t->ambush[row][c] = read_ambush(mk_item(cells, c));
    }
}

static void read_numbers(mk_value root) {
    mk_value v = mk_at(root, "modifiers");
    t->drm.fort = mk_int(v, "fort", -6, 0);
    t->drm.attacker_guns = mk_int(v, "attacker_without_guns", -6, 0);
    t->drm.defender_guns = mk_int(v, "defender_without_guns", 0, 6);
    t->drm.powder = mk_int(v, "boston_powder", -6, 0);
    t->drm.powder_turn = mk_int(v, "boston_powder_last_turn", 0, EOE_MAX_TURNS);
    t->drm.steuben_attack = mk_int(v, "steuben_attack", -6, 0);
    t->drm.steuben_attack_year = mk_int(v, "steuben_attack_last_year", 1700, 1800);
    t->drm.steuben_defence = mk_int(v, "steuben_defence", 0, 6);
    t->drm.steuben_defence_year = mk_int(v, "steuben_defence_last_year", 1700, 1800);
    v = mk_at(root, "march");
    t->march.wild = mk_int(v, "wilderness", 1, 20);
    t->march.civilized = mk_int(v, "civilized", 1, 20);
    t->march.unfriendly = mk_int(v, "civilized_unfriendly", 1, 20);
    t->march.rough = mk_int(v, "rough", 1, 20);
    t->march.rough_unfriendly = mk_int(v, "rough_unfriendly", 1, 20);
    t->march.water_wild = mk_int(v, "water_wilderness", 1, 20);
    t->march.water_civilized = mk_int(v, "water_civilized", 1, 20);
    t->march.battle = mk_int(v, "battle", 1, 20);
    t->march.ferry = mk_int(v, "ferry", 1, 20);
    t->march.winter = mk_int(v, "winter_factor", 1, 4);
    v = mk_at(root, "initiative");
    t->initiative.plain = mk_int(v, "default", 0, 8);
    t->initiative.plus = mk_int(v, "all_plus", 0, 9);
    t->initiative.boxed = mk_int(v, "boxed", 0, 8);
    t->initiative.winter = mk_int(v, "winter_north", -6, 0);
    t->initiative.success = mk_int(v, "after_success", 0, 6);
    t->initiative.no_cavalry = mk_int(v, "reaction_without_cavalry", -6, 0);
    t->initiative.screened = mk_int(v, "reaction_screened", 0, 6);
    v = mk_at(root, "leader_loss");
    t->risk.ambush = mk_int(v, "ambush_killed", 0, 6);
    t->risk.hit = mk_int(v, "linear_hit", 0, 6);
    t->risk.killed = mk_int(v, "killed", 0, 6);
    t->risk.wounded = mk_int(v, "wounded", 0, 6);
}

/* ---- Turns, fleets ------------------------------------------------------- */

static void read_turns(mk_value v) {
    static const char *const seasons[] = {"SP", "S1", "S2", "FA", "W1", "W2"};
    for (int war = 0; war < EOE_WARS; war++) {
        mk_value text = mk_at(v, eoe_war_ids[war]);
        const char *at = mk_str_value(text);
        char word[16];
        int turn = 0;
        while (eoe_next_word(&at, word, sizeof word) && turn < EOE_MAX_TURNS) {
            char *season = NULL;
            eoe_turn *now = &t->turn[war][++turn];
            now->year = (uint16_t)strtol(word, &season, 10);
            int s = 0;
            while (s < 6 && strcmp(seasons[s], season) != 0) s++;
            if (s == 6) mk_data_error(text, "%s is no year and season", word);
            if (turn > 1 && s != (now[-1].season + 1) % 6)
                mk_data_error(text, "turn %d does not follow the season before", turn);
            now->season = (uint8_t)s;
        }
        t->turn_count[war] = turn;
    }
}

static void read_availability(mk_value list, int war, uint8_t *out) {
    int n = mk_exactly(list, t->turn_count[war], "numbers, one for each turn");
    for (int i = 0; i < n; i++) out[i + 1] = (uint8_t)mk_int_value(mk_item(list, i), 0, 6);
}

static void read_fleets(mk_value list) {
    for (int i = 0, n = mk_length(list); i < n; i++) {
        mk_value v = mk_item(list, i);
        int war = mk_choice(v, "war", eoe_war_ids), fleet = mk_choice(v, "fleet", eoe_fleet_ids);
        if (!t->naval_infantry[war][fleet]) mk_data_error(v, "units.json has no such fleet");
        read_availability(mk_at(v, "numbers"), war, t->fleet[war][fleet][0]);
        const char *after = mk_has(v, "after_entry") ? "after_entry" : "numbers";
        read_availability(mk_at(v, after), war, t->fleet[war][fleet][1]);
    }
}

/* ---- Indians ------------------------------------------------------------- */

/* "BR+F2": who withdraws, who may roll. */
static eoe_loyalty read_loyalty(mk_value v) {
    eoe_loyalty cell = {0};
    for (const char *c = mk_str_value(v); *c; c++) {
        if (*c == '+') continue;
        int seat = *c == 'B' ? EOE_BRITISH : EOE_ALLIED;
        bool fine = (*c == 'B' || *c == 'F') && c[1];
        if (fine && c[1] == 'R')
            cell.withdraws |= (uint8_t)(1 << seat);
        else if (fine && c[1] >= '1' && c[1] <= '6')
            cell.die[seat] = (uint8_t)(c[1] - '0');
        else
            fine = false;
        if (!fine) {
            mk_data_error(v, "a cell is like B3, F2, BR or BR+F1");
            return cell;
        }
        c++;
    }
    return cell;
}

static int read_hexes(mk_value v, const char *key, uint16_t *out, int max) {
    if (!mk_has(v, key)) return 0;
    mk_value text = mk_at(v, key);
    int n = 0, hex;
    for (const char *at = mk_str_value(text); mk_next_hex(&eoe_board.hexes, text, &at, &hex);) {
        if (n == max)
            mk_data_error(text, "more than %d hexes", max);
        else
            out[n++] = (uint16_t)hex;
    }
    return n;
}

static void read_tribe(mk_value v, eoe_tribe *tribe) {
    static const char *const prefix[] = {"", "fi_", "kg_", "je_"};
    static const char *const whos[] = {"none", "british", "allied", "either", NULL};
    const char *name = mk_str(v, "tribe");
    for (int war = 0; war < EOE_WARS; war++) {
        char id[MK_NAME];
        snprintf(id, sizeof id, "%s%s", prefix[war], name);
        int piece = eoe_find_piece(id);
        tribe->piece[war] = piece < 0 ? EOE_NO_PIECE : (uint16_t)piece;
    }
    if (tribe->piece[EOE_FRENCH_AND_INDIAN] == EOE_NO_PIECE)
        mk_data_error(v, "there is no tribe %s in the French and Indian War", name);
    mk_value cells = mk_at(v, "cells");
    int n = mk_exactly(cells, EOE_LOYALTIES, "cells");
    for (int i = 0; i < n; i++) tribe->at[i] = read_loyalty(mk_item(cells, i));
    if (!mk_has(v, "needs")) return;
    v = mk_at(v, "needs");
    tribe->need_seats = (uint8_t)mk_choice(v, "who", whos);
    tribe->needs = (uint8_t)read_hexes(v, "all", tribe->need, EOE_MAX_NEEDS);
    tribe->choices = (uint8_t)read_hexes(v, "one_of", tribe->choice, EOE_MAX_NEEDS);
}

static void read_iroquois(mk_value v) {
    mk_value list = mk_at(v, "points"), bonus = mk_at(v, "bonus"), tribes = mk_at(v, "tribes");
    t->point_count = mk_rows_at_most(list, 0, EOE_MAX_POINTS, "hexes");
    for (int i = 0; i < t->point_count; i++) {
        mk_value p = mk_item(list, i);
        t->point[i].hex = (uint16_t)eoe_hex_in(p, "hex");
        t->point[i].points = (uint8_t)mk_int(p, "points", 1, 6);
        t->point[i].empty = mk_marked(p, "empty");
        t->point[i].not_in =
            mk_has(p, "not_in") ? (uint8_t)mk_choice(p, "not_in", eoe_war_ids) : EOE_NONE;
    }
    t->loyalty_bonus = mk_int(bonus, "points", 0, 6);
    t->loyalty_bonus_war = mk_choice(bonus, "war", eoe_war_ids);
    t->loyalty_most = mk_int(v, "most", 0, EOE_LOYALTIES - 1);
    t->tribe_count = mk_rows_at_most(tribes, 0, EOE_MAX_TRIBES, "tribes");
    for (int i = 0; i < t->tribe_count; i++) read_tribe(mk_item(tribes, i), &t->tribe[i]);
}

static void read_agents(mk_value v) {
    t->agent_die = mk_int(v, "recruits_on", 1, 6);
    t->tribe_die = mk_int(v, "tribe_on", 1, 6);
    mk_value list = mk_at(v, "list");
    t->agent_count = mk_rows_at_most(list, 0, EOE_MAX_AGENTS, "agents");
    for (int i = 0; i < t->agent_count; i++) {
        mk_value row = mk_item(list, i);
        eoe_agent *agent = &t->agent[i];
        const char *name = mk_name_in(row, "name", 0);
        agent->name = (mk_name){mk_id_in(row, 0), name, name};
        agent->seat = (uint8_t)mk_choice(row, "side", eoe_seat_ids);
        agent->hexes = (uint8_t)read_hexes(row, "hexes", agent->hex, 2);
        mk_value text = mk_at(row, "tribes");
        int piece;
        for (const char *at = mk_str_value(text); eoe_next_piece(text, &at, &piece);)
            mk_set_add(&agent->tribes, piece);
    }
}

static void read_tribe_dice(mk_value list) {
    for (int i = 0, n = mk_length(list); i < n; i++) {
        mk_value v = mk_item(list, i);
        int piece = mk_named(mk_at(v, "tribe"), eoe_find_piece, "piece");
        t->tribe_dice[piece] = (uint8_t)mk_int(v, "die", 1, 6);
    }
}

/* ---- Economy, recruits, entry -------------------------------------------- */

static void read_economy(mk_value root) {
    mk_value list = mk_at(root, "economy"), v = mk_at(root, "economy_points");
    t->economy_count = mk_rows_at_most(list, 0, 8, "turns");
    for (int i = 0; i < t->economy_count; i++) {
        mk_value row = mk_item(list, i);
        t->economy[i].turn = (uint8_t)mk_int(row, "turn", 1, EOE_MAX_TURNS);
        t->economy[i].near = (uint8_t)mk_int(row, "near", 1, 20);
        t->economy[i].full = (uint8_t)mk_int(row, "full", 1, 20);
    }
    t->disruption.occupied = mk_int(v, "occupied", 0, 9);
    t->disruption.raided = mk_int(v, "raided", 0, 9);
    t->disruption.divisor = mk_int(v, "divisor", 1, 99);
    t->disruption.turns = mk_int(v, "raid_turns", 0, 9);
    t->disruption.french = mk_int(v, "french", -9, 0);
    t->disruption.spanish = mk_int(v, "spanish", -9, 0);
}

static int read_recruits(mk_value list, eoe_recruits *out) {
    int n = mk_rows_at_most(list, 0, EOE_MAX_RECRUITS, "hexes");
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(list, i);
        out[i] = (eoe_recruits){.hex = (uint16_t)eoe_hex_in(v, "hex"),
                                .steps = mk_has(v, "steps") ? (uint8_t)mk_int(v, "steps", 1, 9) : 1,
                                .units = mk_str_or(v, "units", NULL)};
    }
    return n;
}

static void read_replacements(mk_value v) {
    mk_value list = mk_at(v, "scheduled");
    t->scheduled_count = mk_rows_at_most(list, 0, 4, "turns");
    for (int i = 0; i < t->scheduled_count; i++) {
        t->scheduled[i].turn = (uint8_t)mk_int(mk_item(list, i), "turn", 1, EOE_MAX_TURNS);
        t->scheduled[i].steps = (uint8_t)mk_int(mk_item(list, i), "steps", 1, 9);
    }
    t->french_count = read_recruits(mk_at(v, "french"), t->french);
    t->regular_count = read_recruits(mk_at(v, "provincial_regular"), t->regular);
    t->tory_count = read_recruits(mk_at(v, "tory"), t->tory);
    t->hesse_cassel = mk_int(v, "hesse_cassel", 0, 9);
    t->brunswick = mk_int(v, "brunswick", 0, 9);
    t->raid = mk_int(v, "raid", 0, 9);
}

static void read_war(mk_value v) {
    t->entry.french_steps = mk_int(v, "french_steps", 1, 200);
    t->entry.north_steps = mk_int(v, "north_steps", 1, 200);
    t->entry.west_indies = mk_int(v, "west_indies_after", 0, 20);
    t->entry.regiments = mk_int(v, "west_indies_regiments", 0, 40);
    t->entry.steps = mk_int(v, "west_indies_steps", 0, 80);
    t->entry.spanish = mk_int(v, "spanish_after", 0, 40);
    t->entry.spanish_first = mk_int(v, "spanish_not_before", 0, 40);
    t->entry.new_france = mk_int(v, "new_france_after", 0, 40);
    t->entry.new_france_die = mk_int(v, "new_france_die", 1, 6);
    t->entry.new_france_ports = mk_int(v, "new_france_ports", 0, 21);
    t->entry.vermont = mk_int(v, "vermont_turn", 1, EOE_MAX_TURNS);
}

bool eoe_load_tables(mk_error *err) {
    mk_value root = eoe_open("eoe/tables.json", err);
    read_combat(root);
    read_numbers(root);
    read_turns(mk_at(root, "turns"));
    read_fleets(mk_at(root, "fleets"));
    read_iroquois(mk_at(root, "iroquois"));
    read_agents(mk_at(root, "agents"));
    read_tribe_dice(mk_at(root, "tribe_dice"));
    read_economy(root);
    read_replacements(mk_at(root, "recruits"));
    read_war(mk_at(root, "entry"));
    return mk_file_close(&root);
}
