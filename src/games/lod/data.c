/* data.c - reads the files under data/lod and refuses what contradicts itself or the closed sets
 * of data.h.
 *
 * Files are read in an order in which each names only what an earlier one brought: map, tables,
 * cards, set-ups, options. The readers of core/data.h do nothing after a first error, so the code
 * below goes straight on and each file answers once, when it is closed.
 */
#include "data.h"

#include "core/data.h"

#include <stdio.h>
#include <string.h>

lod_data lod;

/* The closed sets as the files spell them, in the order of the enums. */
static const char *const space_ids[] = {
    "quebec_city",    "boston",
    "new_york_city",  "philadelphia",
    "norfolk",        "charles_town",
    "savannah",       "new_hampshire",
    "massachusetts",  "connecticut_rhode_island",
    "new_york",       "new_jersey",
    "pennsylvania",   "maryland_delaware",
    "virginia",       "north_carolina",
    "south_carolina", "georgia",
    "quebec",         "northwest",
    "southwest",      "florida",
    "west_indies",    NULL,
};
static const char *const box_ids[] = {"available", "unavailable", "casualties"};
static const char *const box_names[] = {"Available", "Unavailable", "Casualties"};
static const char *const piece_ids[] = {
    "british_regulars",   "tories",          "british_forts",
    "continentals",       "militia",         "active_militia",
    "patriot_forts",      "french_regulars", "war_parties",
    "active_war_parties", "villages",        NULL,
};
static const char *const faction_ids[] = {"british", "patriots", "french", "indians", NULL};
static const char *const leader_ids[] = {
    "gage",   "howe",  "clinton",     "washington",     "rochambeau",
    "lauzun", "brant", "cornplanter", "dragging_canoe", NULL,
};
static const char *const type_ids[] = {"city", "colony", "reserve", "box", NULL};
static const char *const level_ids[] = {"active_opposition", "passive_opposition", "neutral",
                                        "passive_support",   "active_support",     NULL};
static const char *const marker_ids[] = {"raid", "propaganda"};
static const char *const period_ids[] = {"1775-1776", "1777-1778", "1779-1780", NULL};
static const char *const icon_ids[] = {"none", "sword", "musket", NULL};
static const char *const scenario_ids[] = {"1775", "1776", "1778", "sprint"};

static const mk_known_option options[] = {
    [LOD_OPTION_EDITION] = {"edition", {"original", "living"}},
    [LOD_OPTION_PLAYERS] = {"players", {"four", "one_royalist", "one_rebel", "two"}},
    [LOD_OPTION_DECK] = {"deck", {"any", "period"}},
    [LOD_OPTION_WINTER] = {"winter", {"swapped", "coming"}},
    [LOD_OPTION_BORDERS] = {"borders", {"drawn", "listed"}},
    [LOD_OPTION_STROKE_WINDOW] = {"stroke_window", {"before_all", "after_pass"}},
    [LOD_OPTION_BLOCKADED_CITY] = {"blockaded_city", {"support_only", "support_and_opposition"}},
    [LOD_OPTION_SEA_LANDING] = {"sea_landing", {"barred", "elsewhere"}},
    [LOD_OPTION_SECOND_VILLAGE] = {"second_village", {"one", "more"}},
    [LOD_OPTION_RABBLE_RESERVES] = {"rabble_reserves", {"anywhere", "populated"}},
    [LOD_OPTION_LONE_PLAYER] = {"lone_player", {"usual", "harder"}},
};

static char card_ids[LOD_CARDS][20];

enum { FILE_VERSION = 1, MAX_RESOURCES = 50, MAX_TRACK = 99, STACK_LIMIT = 2 };

static mk_value open_file(const char *name, mk_error *err) {
    return mk_file_open(name, "lod", FILE_VERSION, err);
}

/* ---- Names -------------------------------------------------------------- */

static bool same(const char *a, const char *b) { return strcmp(a, b) == 0; }

/* Rows of a closed set come in the order of its enum: this row must be that one. */
static void expect_id(mk_value row, const char *const *ids, int number, const char *what) {
    const char *id = mk_str(row, "id");
    if (!same(id, ids[number]))
        mk_data_error(mk_at(row, "id"), "%s %d is %s, not \"%s\"", what, number + 1, ids[number],
                      id);
}

/* ---- map.json ----------------------------------------------------------- */

static void read_outline(mk_value line, const mk_map_edges *f, lod_space *s) {
    int n = mk_length(line);
    if (n < 3 || n > LOD_MAX_CORNERS)
        mk_data_error(line, "an outline has 3 to %d points", LOD_MAX_CORNERS);
    for (int i = 0; i < n && i < LOD_MAX_CORNERS; i++) {
        mk_value at = mk_item(line, i);
        if (mk_length(at) != 2) mk_data_error(at, "a point is a longitude and a latitude");
        s->outline[i][0] = mk_drawn_x(f, mk_int_value(mk_item(at, 0), f->west, f->east));
        s->outline[i][1] = mk_drawn_y(f, mk_int_value(mk_item(at, 1), f->south, f->north));
        s->corners++;
    }
}

static void read_space(mk_value v, int number, const mk_map_edges *f) {
    static const int population_max[] = {
        [LOD_CITY] = 2, [LOD_COLONY] = 2, [LOD_RESERVE] = 0, [LOD_BOX] = 0};
    lod_space *s = &lod.space[number];
    expect_id(v, space_ids, number, "space");
    s->id = space_ids[number];
    s->name = mk_name_in(v, "name", 0);
    s->code = mk_name_in(v, "code", 0);
    s->type = (uint8_t)mk_choice(v, "type", type_ids);
    lod_space_type type = number < LOD_CITY_COUNT    ? LOD_CITY
                          : number < LOD_QUEBEC      ? LOD_COLONY
                          : number < LOD_WEST_INDIES ? LOD_RESERVE
                                                     : LOD_BOX;
    if (s->type != type) mk_data_error(mk_at(v, "type"), "%s is a %s", s->id, type_ids[type]);
    int max = population_max[type];
    s->population = (uint8_t)mk_int(v, "population", max > 0 ? 1 : 0, max);
    s->agents = mk_marked(v, "agents");
    s->x = mk_drawn_x(f, mk_int(v, "lon", f->west, f->east));
    s->y = mk_drawn_y(f, mk_int(v, "lat", f->south, f->north));
    if (type != LOD_CITY) read_outline(mk_at(v, "outline"), f, s);

    mk_set64 bit = MK_BIT(number);
    if (s->population >= 1) lod.populated |= bit;
    if (s->population >= 2) lod.double_population |= bit;
    if (s->agents) lod.agents |= bit;
}

static void read_borders(mk_value list, bool disputed) {
    int n = mk_length(list);
    for (int i = 0; i < n; i++) {
        mk_value pair = mk_item(list, i);
        if (mk_length(pair) != 2) mk_data_error(pair, "a border lies between two spaces");
        int a = mk_choice_of(mk_item(pair, 0), space_ids, "space");
        int b = mk_choice_of(mk_item(pair, 1), space_ids, "space");
        if (a == b) mk_data_error(pair, "%s cannot border on itself", space_ids[a]);
        if (mk_set_has(lod.near[LOD_BORDERS_DRAWN][a], b))
            mk_data_error(pair, "a second border of %s and %s", space_ids[a], space_ids[b]);
        mk_set64 both = MK_BIT(a) | MK_BIT(b);
        if (!(both & ~LOD_CITIES)) mk_data_error(pair, "Cities never touch one another");
        if (mk_set_has(both, LOD_WEST_INDIES)) mk_data_error(pair, "the West Indies touch nothing");
        for (int set = disputed ? LOD_BORDERS_DRAWN : LOD_BORDERS_LISTED; set >= 0; set--) {
            lod.near[set][a] |= MK_BIT(b);
            lod.near[set][b] |= MK_BIT(a);
        }
    }
}

static void check_borders(mk_value list) {
    for (int space = 0; space < LOD_MAP_SPACES; space++) {
        mk_set64 near = lod.near[LOD_BORDERS_LISTED][space];
        if (!near) mk_data_error(list, "%s borders on nothing", space_ids[space]);
        lod.touches[space] = (uint8_t)((near | MK_BIT(space)) & LOD_CITIES);
        MK_SET_EACH(city, (mk_set64)lod.touches[space]) lod.touched_by[city] |= MK_BIT(space);
        if (mk_set_has(LOD_COLONIES, space) && !lod.touches[space])
            mk_data_error(list, "%s touches no City", space_ids[space]);
    }
}

static bool load_map(mk_error *err) {
    mk_value root = open_file("lod/map.json", err);
    mk_map_edges frame = mk_edges_of(mk_at(root, "frame"));
    mk_value spaces = mk_at(root, "spaces");
    int n = mk_exactly(spaces, LOD_SPACES, "spaces");
    for (int i = 0; i < n; i++) read_space(mk_item(spaces, i), i, &frame);
    read_borders(mk_at(root, "borders"), false);
    read_borders(mk_at(root, "disputed_borders"), true);
    check_borders(mk_at(root, "borders"));
    return mk_file_close(&root);
}

/* ---- tables.json -------------------------------------------------------- */

static void read_pieces(mk_value list) {
    int n = mk_exactly(list, LOD_PIECES, "kinds of pieces");
    for (int p = 0; p < n; p++) {
        mk_value v = mk_item(list, p);
        expect_id(v, piece_ids, p, "kind of piece");
        lod.piece_name[p] = mk_name_in(v, "name", 0);
        lod.piece_one[p] = mk_name_in(v, "one", 0);
        if (lod_boxed(p) == (lod_piece)p) lod.pool[p] = (uint8_t)mk_int(v, "pool", 1, 99);
    }
}

static void read_leaders(mk_value list) {
    static const lod_faction of[] = {LOD_BRITISH,  LOD_BRITISH, LOD_BRITISH,
                                     LOD_PATRIOTS, LOD_FRENCH,  LOD_FRENCH,
                                     LOD_INDIANS,  LOD_INDIANS, LOD_INDIANS};
    int n = mk_exactly(list, LOD_LEADERS, "Leaders");
    for (int l = 0; l < n; l++) {
        mk_value v = mk_item(list, l);
        expect_id(v, leader_ids, l, "Leader");
        lod.leader_name[l] = mk_name_in(v, "name", 0);
        if (mk_choice(v, "faction", faction_ids) != (int)of[l])
            mk_data_error(mk_at(v, "faction"), "%s leads the %s", leader_ids[l],
                          faction_ids[of[l]]);
    }
}

/* 8.2: each space of the map stands in one box. */
static void read_random_spaces(mk_value table) {
    int columns = mk_exactly(table, LOD_COLUMNS, "columns"), n = 0;
    mk_set64 seen = 0;
    for (int column = 0; column < columns; column++) {
        mk_value rows = mk_item(table, column);
        int count = mk_exactly(rows, LOD_ROWS, "rows");
        for (int row = 0; row < count; row++) {
            mk_value box = mk_item(rows, row);
            lod.box[column][row] = (uint8_t)n;
            for (int i = 0; i < mk_length(box) && n < LOD_MAP_SPACES; i++) {
                int space = mk_choice_of(mk_item(box, i), space_ids, "space");
                seen |= MK_BIT(space);
                lod.walk[n++] = (uint8_t)space;
            }
        }
    }
    if (seen != LOD_MAP) mk_data_error(table, "a space is missing, or one comes twice");
}

static bool load_tables(mk_error *err) {
    mk_value root = open_file("lod/tables.json", err);
    read_pieces(mk_at(root, "pieces"));
    lod.squadrons = (uint8_t)mk_int(root, "squadrons", 1, 9);
    for (int m = 0; m < LOD_MARKERS; m++)
        lod.markers[m] = (uint8_t)mk_int(mk_at(root, "markers"), marker_ids[m], 1, 99);
    read_leaders(mk_at(root, "leaders"));
    read_random_spaces(mk_at(root, "random_spaces"));
    mk_value deck = mk_at(root, "deck");
    lod.events_per_pile =
        (uint8_t)mk_int(deck, "events_per_pile", 1, LOD_MAX_DECK / LOD_MAX_PILES - 1);
    lod.winter_among_last = (uint8_t)mk_int(deck, "winter_among_last", 1, lod.events_per_pile + 1);
    return mk_file_close(&root);
}

/* ---- cards.json --------------------------------------------------------- */

static void read_order(mk_value list, lod_card *c) {
    int n = mk_exactly(list, LOD_FACTIONS, "Factions"), seen = 0;
    for (int i = 0; i < n; i++) {
        int f = mk_choice_of(mk_item(list, i), faction_ids, "Faction");
        if (seen >> f & 1) mk_data_error(mk_item(list, i), "the %s come twice", faction_ids[f]);
        seen |= 1 << f;
        c->order[i] = (uint8_t)f;
    }
}

static void read_icons(mk_value card, lod_card *c) {
    for (int f = 0; f < LOD_FACTIONS; f++) {
        mk_value icons = mk_at(card, "icons");
        if (mk_has(icons, faction_ids[f]))
            c->icon[f] = (uint8_t)mk_choice(icons, faction_ids[f], icon_ids);
    }
}

static void read_instructions(mk_value card, lod_card *c) {
    mk_value texts = mk_at(card, "instructions");
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (mk_has(texts, faction_ids[f])) c->instruction[f] = mk_str(texts, faction_ids[f]);
    }
}

/* What all cards have. */
static lod_card *read_card(mk_value v, int number) {
    lod_card *c = &lod.card[number];
    c->number = (uint8_t)mk_int(v, "number", number, number);
    c->title = mk_name_in(v, "title", 0);
    if (mk_has(v, "instructions")) read_instructions(v, c);
    return c;
}

static void read_event(mk_value v, int number) {
    lod_card *c = read_card(v, number);
    c->period = (uint8_t)mk_choice(v, "period", period_ids);
    read_order(mk_at(v, "order"), c);
    c->text[LOD_UNSHADED] = mk_str(v, "unshaded");
    if (mk_has(v, "shaded")) c->text[LOD_SHADED] = mk_str(v, "shaded");
    if (mk_has(v, "icons")) read_icons(v, c);
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (c->icon[f] == LOD_MUSKET && !c->instruction[f])
            mk_data_error(v, "a musket for the %s, and no instruction", faction_ids[f]);
    }
}

/* Each order of the four Factions is on as many cards as any other, and each period has as many
 * cards as any other: a slip of the pen is noticed. */
static void check_events(mk_value list) {
    int period[LOD_PERIODS] = {0}, order[256] = {0}, orders = 0;
    for (int n = 1; n <= LOD_EVENT_CARDS; n++) {
        const lod_card *c = &lod.card[n];
        period[c->period]++;
        int key = c->order[0] | c->order[1] << 2 | c->order[2] << 4 | c->order[3] << 6;
        if (order[key]++ == 0) orders++;
    }
    for (int p = 0; p < LOD_PERIODS; p++) {
        if (period[p] * LOD_PERIODS != LOD_EVENT_CARDS)
            mk_data_error(list, "the period %s has %d cards", period_ids[p], period[p]);
    }
    for (int key = 0; key < 256; key++) {
        if (order[key] && order[key] * orders != LOD_EVENT_CARDS)
            mk_data_error(list, "an order of Factions is on %d cards, others are not", order[key]);
    }
}

static bool load_cards(mk_error *err) {
    mk_value root = open_file("lod/cards.json", err);
    mk_value events = mk_at(root, "events"), winters = mk_at(root, "winters"),
             strokes = mk_at(root, "strokes");
    int n = mk_exactly(events, LOD_EVENT_CARDS, "Event cards");
    for (int i = 0; i < n; i++) read_event(mk_item(events, i), i + 1);
    if (n) check_events(events);
    n = mk_exactly(winters, LOD_LAST_WINTER - LOD_FIRST_WINTER + 1, "Winter Quarters cards");
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(winters, i);
        read_card(v, LOD_FIRST_WINTER + i)->text[LOD_UNSHADED] = mk_str(v, "text");
    }
    n = mk_exactly(strokes, LOD_CARDS - LOD_FIRST_STROKE, "Brilliant Strokes");
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(strokes, i);
        read_card(v, LOD_FIRST_STROKE + i)->text[LOD_UNSHADED] = mk_str(v, "text");
    }
    for (int i = 1; i < LOD_CARDS; i++) snprintf(card_ids[i], sizeof *card_ids, "card_%d", i);
    return mk_file_close(&root);
}

/* ---- scenarios.json ----------------------------------------------------- */

/* Counts by kind of piece in one place; a kind that is left out has none. */
static void read_counts(mk_value v, uint8_t *row) {
    for (int p = 0; p < LOD_PIECES; p++) {
        if (lod.pool[p] && mk_has(v, piece_ids[p]))
            row[p] = (uint8_t)mk_int(v, piece_ids[p], 1, lod.pool[p]);
    }
}

static int read_squadrons(mk_value v) {
    return mk_has(v, "squadrons") ? mk_int(v, "squadrons", 1, lod.squadrons) : 0;
}

static void read_spaces(mk_value v, lod_scenario *s) {
    for (int space = 0; space < LOD_MAP_SPACES; space++) {
        if (!mk_has(v, space_ids[space])) continue;
        mk_value at = mk_at(v, space_ids[space]);
        if (mk_has(at, "level")) {
            s->level[space] = (int8_t)(mk_choice(at, "level", level_ids) - 2);
            if (!mk_set_has(lod.populated, space))
                mk_data_error(mk_at(at, "level"), "%s has no population", space_ids[space]);
        }
        if (mk_has(at, "pieces")) read_counts(mk_at(at, "pieces"), s->piece[space]);
    }
}

static void read_scenario_leaders(mk_value v, lod_scenario *s) {
    for (int f = 0; f < LOD_FACTIONS; f++) {
        mk_value leader = mk_at(v, faction_ids[f]);
        s->leader[f] = (uint8_t)mk_choice(leader, "is", leader_ids);
        mk_value at = mk_at(leader, "at");
        s->leader_at[f] = same(mk_str_value(at), box_ids[0])
                              ? LOD_AVAILABLE
                              : (uint8_t)mk_choice_of(at, space_ids, "space");
        int own = 0;
        for (int p = 0; p < LOD_PIECES; p++) {
            if (lod_owner(p) == (lod_faction)f) own += s->piece[s->leader_at[f]][p];
        }
        if (s->leader_at[f] != LOD_AVAILABLE && own == 0)
            mk_data_error(at, "no piece of the %s stands there", faction_ids[f]);
    }
}

static void read_releases(mk_value list, lod_scenario *s) {
    int n = mk_length(list), regulars = 0, tories = 0;
    int max = (int)(sizeof s->release / sizeof *s->release);
    if (n > max) mk_data_error(list, "at most %d releases", max);
    for (int i = 0; i < n && i < max; i++) {
        mk_value v = mk_item(list, i);
        s->release[i].winter = (uint8_t)mk_int(v, "winter", i + 1, s->piles);
        regulars += s->release[i].regulars = (uint8_t)mk_int(v, "regulars", 0, 99);
        tories += s->release[i].tories = (uint8_t)mk_int(v, "tories", 0, 99);
        s->releases++;
    }
    const uint8_t *held = s->piece[LOD_UNAVAILABLE];
    if (regulars != held[LOD_BRITISH_REGULAR] || tories != held[LOD_TORY])
        mk_data_error(list, "%d Regulars and %d Tories are released, but %d and %d are Unavailable",
                      regulars, tories, held[LOD_BRITISH_REGULAR], held[LOD_TORY]);
}

static void read_piles(mk_value list, lod_scenario *s) {
    int n = mk_length(list);
    if (n < 1 || n > LOD_MAX_PILES) mk_data_error(list, "a deck has 1 to %d piles", LOD_MAX_PILES);
    for (int i = 0; i < n && i < LOD_MAX_PILES; i++) {
        s->pile_period[i] = (uint8_t)mk_choice_of(mk_item(list, i), period_ids, "period");
        if (i > 0 && s->pile_period[i] < s->pile_period[i - 1])
            mk_data_error(mk_item(list, i), "the years do not run backwards");
        s->piles++;
    }
}

static void check_pools(mk_value v, const lod_scenario *s) {
    for (int p = 0; p < LOD_PIECES; p++) {
        int n = 0;
        for (int place = 0; place < LOD_PLACES; place++) n += s->piece[place][p];
        if (n != lod.pool[p])
            mk_data_error(v, "there are %d %s, not %d", lod.pool[p], piece_ids[p], n);
    }
    if (s->squadrons_unavailable + s->squadrons_in_indies != lod.squadrons)
        mk_data_error(v, "there are %d squadrons", lod.squadrons);
}

static void check_stacking(mk_value v, const lod_scenario *s) {
    for (int space = 0; space < LOD_MAP_SPACES; space++) {
        const uint8_t *n = s->piece[space];
        if (n[LOD_BRITISH_FORT] + n[LOD_PATRIOT_FORT] + n[LOD_VILLAGE] > STACK_LIMIT)
            mk_data_error(v, "more than two Forts and Villages in %s", space_ids[space]);
        if (mk_set_has(LOD_CITIES, space) && n[LOD_WAR_PARTY] + n[LOD_VILLAGE] > 0)
            mk_data_error(v, "Indians in the City of %s", space_ids[space]);
        if (n[LOD_FRENCH_REGULAR] && !s->treaty_played)
            mk_data_error(v, "French in %s before the Treaty of Alliance", space_ids[space]);
    }
}

static void check_totals(mk_value v, const lod_scenario *s) {
    int support = 0, opposition = 0;
    for (int space = 0; space < LOD_MAP_SPACES; space++) {
        int value = s->level[space] * lod.space[space].population;
        if (value > 0) support += value;
        if (value < 0) opposition -= value;
    }
    mk_int(v, "support", support, support);
    mk_int(v, "opposition", opposition, opposition);
}

static void read_board(mk_value v, lod_scenario *s) {
    for (int f = 0; f < LOD_FACTIONS; f++)
        s->resources[f] = (uint8_t)mk_int(mk_at(v, "resources"), faction_ids[f], 0, MAX_RESOURCES);
    mk_value casualties = mk_at(v, "casualties");
    s->british_casualties = (uint8_t)mk_int(casualties, "british", 0, MAX_TRACK);
    s->rebel_casualties = (uint8_t)mk_int(casualties, "rebellion", 0, MAX_TRACK);
    s->treaty_played = mk_flag(v, "treaty_played");
    read_counts(mk_at(v, "available"), s->piece[LOD_AVAILABLE]);
    read_counts(mk_at(v, "unavailable"), s->piece[LOD_UNAVAILABLE]);
    read_counts(mk_at(v, "west_indies"), s->piece[LOD_WEST_INDIES]);
    s->squadrons_unavailable = (uint8_t)read_squadrons(mk_at(v, "unavailable"));
    s->squadrons_in_indies = (uint8_t)read_squadrons(mk_at(v, "west_indies"));
    read_spaces(mk_at(v, "spaces"), s);
    read_scenario_leaders(mk_at(v, "leaders"), s);
    check_pools(v, s);
    check_stacking(mk_at(v, "spaces"), s);
    check_totals(mk_at(v, "totals"), s);
}

/* A scenario is a whole set-up, or an earlier one with other cards. */
static void read_scenario(mk_value v, int number) {
    lod_scenario *s = &lod.scenario[number];
    expect_id(v, scenario_ids, number, "scenario");
    lod.scenarios[number] = mk_scenario_in(v, scenario_ids[number]);
    bool whole = !mk_has(v, "based_on");
    if (!whole) {
        const char *base = mk_str(v, "based_on");
        int earlier = 0;
        while (earlier < number && !same(scenario_ids[earlier], base)) earlier++;
        if (earlier == number)
            mk_data_error(mk_at(v, "based_on"), "there is no scenario \"%s\" before this one",
                          base);
        *s = lod.scenario[earlier];
        s->piles = 0;
        memset(s->pile_period, 0, sizeof s->pile_period);
    }
    s->strokes_dealt = mk_flag(v, "strokes_dealt");
    s->checks_victory = mk_flag(v, "checks_victory");
    read_piles(mk_at(v, "piles"), s);
    lod.scenarios[number].turns = s->piles;
    lod.scenarios[number].turn_name = "campaigns";
    if (!whole) return;
    read_board(v, s);
    read_releases(mk_at(v, "release"), s);
}

static bool load_scenarios(mk_error *err) {
    mk_value root = open_file("lod/scenarios.json", err);
    mk_value list = mk_at(root, "scenarios");
    int n = mk_exactly(list, LOD_SCENARIOS, "scenarios");
    for (int i = 0; i < n; i++) read_scenario(mk_item(list, i), i);
    return mk_file_close(&root);
}

static bool load_options(mk_error *err) {
    mk_value root = open_file("lod/options.json", err);
    mk_read_options(mk_at(root, "options"), options, LOD_OPTIONS, lod.options);
    return mk_file_close(&root);
}

/* ---- All of it ---------------------------------------------------------- */

bool lod_load(mk_error *err) {
    lod = (lod_data){0};
    bool ok = load_map(err) && load_tables(err) && load_cards(err) && load_scenarios(err) &&
              load_options(err);
    if (!ok) lod = (lod_data){0};
    return ok;
}

int lod_space_count(void) { return LOD_SPACES; }
const char *lod_space_id(int space) { return space_ids[space]; }
const char *lod_space_label(int space) { return lod.space[space].name; }
int lod_place_count(void) { return LOD_PLACES; }
const char *lod_place_id(int place) {
    return place < LOD_SPACES ? space_ids[place] : box_ids[place - LOD_SPACES];
}
const char *lod_place_label(int place) {
    return place < LOD_SPACES ? lod.space[place].name : box_names[place - LOD_SPACES];
}
int lod_piece_count(void) { return LOD_PIECES; }
const char *lod_piece_id(int piece) { return piece_ids[piece]; }
const char *lod_piece_label(int piece) { return lod.piece_name[piece]; }
const char *lod_piece_one(int piece) { return lod.piece_one[piece]; }
int lod_leader_count(void) { return LOD_LEADERS; }
const char *lod_leader_id(int leader) { return leader_ids[leader]; }
const char *lod_leader_label(int leader) { return lod.leader_name[leader]; }
int lod_card_count(void) { return LOD_CARDS; }
const char *lod_card_id(int card) { return card ? card_ids[card] : "no_card"; }
const char *lod_card_label(int card) { return card ? lod.card[card].title : "no card"; }

/* ---- Texts of rules that are cards ---- */

void lod_rule_words(const char *key, char *out, size_t size) {
    int number;
    if (sscanf(key, "lod.card.%d", &number) != 1 || number < 1 || number >= LOD_CARDS) return;
    const lod_card *c = &lod.card[number];
    bool two = c->text[LOD_SHADED] != NULL;
    snprintf(out, size, "%s%s%s%s", two ? "Unshaded: " : "", c->text[LOD_UNSHADED],
             two ? " Shaded: " : "", two ? c->text[LOD_SHADED] : "");
}
