/* victory.c - points, commerce markers, and how a scenario ends. */
#include "g1776.h"

#include <stdio.h>

/* ---- Points ---- */

void g1776_award(g1776_state *s, int seat, int points, mk_log *log) {
    s->ledger.points[seat] = (int16_t)(s->ledger.points[seat] + points);
    mk_log_event(log, G1776_E_POINTS, seat, MK_EVERYONE, 0, (int16_t)points,
                 s->ledger.points[seat]);
}

int g1776_com_left(const g1776_state *s) {
    int gone = __builtin_popcount(s->ledger.com_gone);
    return g1776_rules(s)->com_count - gone;
}

static bool com_gone(const g1776_state *s, int hex) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->com_count; i++)
        if (r->com[i].hex == hex && s->ledger.com_gone >> i & 1) return true;
    return false;
}

static bool controls_all(const g1776_state *s, const g1776_score *row) {
    for (int i = 0; i < row->place_count; i++)
        if (!g1776_controls(s, row->seat, row->place[i])) return false;
    return true;
}

static int sp_in_colony(const g1776_state *s, int seat, int colony) {
    int n = 0;
    MK_SET_EACH(hex, &s->held[seat]) {
        if (g1776_board.colony[hex] == colony) n += g1776_sp(s, hex, seat);
    }
    return n;
}

/* A leader who was in play and is out of the game: killed, or hanged as a captive; not if he left
 * the area of play. */
static bool is_dead(const g1776_state *s, int leader) {
    const g1776_scenario_rules *r = g1776_rules(s);
    if (s->leader[leader].place != G1776_GONE || mk_set_has(s->ledger.left, leader)) return false;
    for (int i = 0; i < r->set_up_count; i++)
        if (mk_set_has(r->set_up[i].group.leaders, leader)) return true;
    for (int i = 0; i < r->arrival_count; i++)
        if (mk_set_has(r->arrival[i].group.leaders, leader))
            return s->ledger.arrival[i] >= G1776_ENTERED;
    return false;
}

static bool was_scored(const g1776_state *s, int number) {
    enum { BITS = 32 };
    return number < BITS && s->ledger.scored >> number & 1;
}

static int controlled(const g1776_state *s, const g1776_score *row) {
    int n = 0;
    for (int i = 0; i < row->place_count; i++) n += g1776_controls(s, row->seat, row->place[i]);
    return n;
}

static bool is_away(const g1776_state *s, int leader) {
    return !g1776_is_hex(s->leader[leader].place) && !g1776_leader_lost(s, leader);
}

/* CSG-5: what is counted before each interphase and at the end. */
static int worth_of_season(const g1776_state *s, const g1776_score *row) {
    if (row->option != G1776_NONE && !g1776_option(s, row->option)) return 0;
    switch (row->what) {
    case G1776_VP_SEASON: return controls_all(s, row) ? row->value : 0;
    case G1776_VP_EACH_SEASON: return controlled(s, row) * row->value;
    case G1776_VP_FORT_SEASON:
        return controls_all(s, row) && g1776_fort_of(s, row->place[0]) == row->seat ? row->value
                                                                                    : 0;
    case G1776_VP_ABSENT: return controls_all(s, row) && is_away(s, row->leader) ? row->value : 0;
    default: return 0;
    }
}

void g1776_score_season(g1776_state *s, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    int points[G1776_SEATS] = {0};
    for (int i = 0; i < r->score_count; i++)
        points[r->score[i].seat] += worth_of_season(s, &r->score[i]);
    for (int seat = 0; seat < G1776_SEATS; seat++)
        if (RULE("g1776.csg5.season", points[seat])) g1776_award(s, seat, points[seat], log);
}

/* Points that depend on the position at the end. */
int g1776_worth_now(const g1776_state *s, int number) {
    const g1776_score *row = &g1776_rules(s)->score[number];
    bool built = was_scored(s, number), earned;
    switch (row->what) {
    case G1776_VP_CONTROL: earned = controls_all(s, row); break;
    case G1776_VP_COM_STANDS: earned = !com_gone(s, row->place[0]); break;
    case G1776_VP_ALL_COM_DESTROYED: earned = !g1776_com_left(s); break;
    case G1776_VP_COM_LEFT: earned = g1776_com_left(s) >= row->n; break;
    case G1776_VP_NO_FORT_BUILT: earned = !built; break;
    case G1776_VP_OWNS_FORT: earned = g1776_fort_of(s, row->place[0]) == row->seat; break;
    case G1776_VP_RATIO:
        earned = sp_in_colony(s, row->seat, row->colony) * row->n >=
                 sp_in_colony(s, g1776_enemy(row->seat), row->colony) * row->m;
        break;
    case G1776_VP_KILLED: earned = is_dead(s, row->leader); break;
    default: return worth_of_season(s, row); /* or made when it happens */
    }
    return earned ? row->value : 0;
}

int g1776_points(const g1776_state *s, int seat) {
    const g1776_scenario_rules *r = g1776_rules(s);
    int points = s->ledger.points[seat];
    for (int i = 0; i < r->score_count; i++)
        if (r->score[i].seat == seat) points += g1776_worth_now(s, i);
    return points;
}

/* Scenario 8: Prideaux and 6BR leave by the west edge up to turn 3. */
static bool has_left(const g1776_state *s, const g1776_score *row) {
    return mk_set_has(s->ledger.left, row->leader) && s->ledger.left_br >= row->n;
}

/* CSG-5: at the end of some turns. */
static int worth_of_turn(const g1776_state *s, const g1776_score *row) {
    int enemy = g1776_enemy(row->seat);
    if (!(row->turns >> s->base.turn & 1) || s->base.turn > 31) return 0;
    switch (row->what) {
    case G1776_VP_INDIES:
        return RULE("g1776.csg5.more_fleets",
                    g1776_bf_in_indies(s, row->seat) > g1776_bf_in_indies(s, enemy))
                   ? row->value
                   : 0;
    case G1776_VP_MISSING: return g1776_french_missing(s) * row->value;
    case G1776_VP_NOT_EVACUATED: return g1776_is_evacuated(s) ? 0 : row->value;
    default: return 0;
    }
}

void g1776_score_turn(g1776_state *s, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->score_count; i++) {
        const g1776_score *row = &r->score[i];
        if (row->what == G1776_VP_CONTROL_TURN && controls_all(s, row))
            g1776_award(s, row->seat, row->value, log);
        if (row->what == G1776_VP_NOT_EXITED && s->base.turn == row->m && !has_left(s, row))
            g1776_award(s, row->seat, row->value, log);
        int southern = worth_of_turn(s, row);
        if (southern) g1776_award(s, row->seat, southern, log);
    }
}

/* CSG-5: killed or captured, once for each. */
void g1776_note_leader_lost(g1776_state *s, int leader, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    if (mk_set_has(s->replaced, leader)) return;
    for (int i = 0; i < r->score_count; i++) {
        const g1776_score *row = &r->score[i];
        bool counts = row->what == G1776_VP_LEADER_LOST && row->leader == leader &&
                      !was_scored(s, i) && (!row->m || s->base.turn < row->m);
        if (!counts) continue;
        s->ledger.scored |= 1u << i;
        g1776_award(s, row->seat, row->value, log);
    }
}

void g1776_note_dismantled(g1776_state *s, int seat, int hex, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->score_count; i++) {
        const g1776_score *row = &r->score[i];
        bool counts = row->what == G1776_VP_DISMANTLED && row->seat == seat &&
                      row->place[0] == hex && !(s->ledger.scored >> i & 1);
        if (!counts) continue;
        s->ledger.scored |= 1u << i;
        g1776_award(s, seat, row->value, log);
    }
}

void g1776_note_fleet(g1776_state *s, int fleet, int damage, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    enum { SUNK = 3 };
    int what = damage == SUNK ? G1776_VP_SUNK : G1776_VP_DAMAGED;
    for (int i = 0; i < r->score_count; i++) {
        const g1776_score *row = &r->score[i];
        enum { ANY, BATTLE, TRANSPORT };
        bool kind = row->n == ANY || (row->n == BATTLE && g1776.fleet[fleet].battle) ||
                    (row->n == TRANSPORT && g1776.fleet[fleet].transport);
        if (row->what == what && kind && row->seat != g1776.fleet[fleet].seat)
            g1776_award(s, row->seat, row->value, log);
    }
}

/* Forts that must be built: once is enough. */
bool g1776_was_built(const g1776_state *s, int hex) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->score_count; i++) {
        const g1776_score *row = &r->score[i];
        if (row->what == G1776_VP_NO_FORT_BUILT && row->place[0] == hex)
            return s->ledger.scored >> i & 1 || g1776_fort_of(s, hex) == row->seat;
    }
    return false;
}

static void note_built(g1776_state *s) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->score_count; i++) {
        const g1776_score *row = &r->score[i];
        for (int k = 0; row->what == G1776_VP_NO_FORT_BUILT && k < row->place_count; k++)
            if (g1776_fort_of(s, row->place[k]) == row->seat) s->ledger.scored |= 1u << i;
    }
}

/* ---- Commerce markers ---- */

/* Whose marker it is; neutral ones are the American's (in 1759 the French). */
static int com_owner(const g1776_state *s, int com) {
    int owner = g1776.type[g1776_rules(s)->com[com].type].seat;
    return owner == G1776_NONE ? G1776_AMERICAN : owner;
}

/* Does a marker stand there that this side would destroy? */
static bool is_prey(const g1776_state *s, int seat, int com) {
    return com_owner(s, com) != seat && !(s->ledger.com_gone >> com & 1) &&
           !g1776_has_rule(s, G1776_RULE_COM_MARKS_ONLY);
}

static bool may_destroy(const g1776_state *s, int seat, int com) {
    int hex = g1776_rules(s)->com[com].hex, owner = com_owner(s, com);
    if (!is_prey(s, seat, com) || !g1776_held(s, seat, hex)) return false;
    if (RULE("g1776.s6.com", g1776_has_rule(s, G1776_RULE_COM_BY_INDIANS)))
        return g1776_has(s, hex, G1776_BI) && !g1776_held(s, owner, hex);
    return RULE("g1776.scenarios.com",
                !g1776_open(s, owner, hex) || g1776_entrenched(s, hex, owner));
}

static void score_com(g1776_state *s, int seat, int hex, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->score_count; i++) {
        const g1776_score *row = &r->score[i];
        if (row->seat != seat || !row->place_count || row->place[0] != hex) continue;
        bool there = s->leader[row->leader].place == hex;
        bool counts = row->what == G1776_VP_COM_DESTROYED ||
                      (row->what == G1776_VP_COM_WITH && there) ||
                      (row->what == G1776_VP_COM_WITHOUT && !there);
        if (counts) g1776_award(s, seat, row->value, log);
    }
}

/* VI.B: whether there are such SP beside it is shown first. */
static void show_destroyers(g1776_state *s, int seat, int com, mk_log *log) {
    bool indians = g1776_has_rule(s, G1776_RULE_COM_BY_INDIANS);
    if (!is_prey(s, seat, com)) return;
    g1776_show_at(s, g1776_rules(s)->com[com].hex,
                  indians ? G1776_BIT(G1776_BI) : g1776.sp_of[seat], log);
}

/* I of the scenarios: by SP that begin their turn there. */
void g1776_destroy_com(g1776_state *s, int seat, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->com_count; i++) {
        show_destroyers(s, seat, i, log);
        if (!may_destroy(s, seat, i)) continue;
        s->ledger.com_gone |= (uint8_t)(1u << i);
        g1776_remove(s, r->com[i].hex, r->com[i].type, 1, 0);
        mk_log_event(log, G1776_E_COM_DESTROYED, seat, MK_EVERYONE,
                     g1776_veils(s) ? MK_REVEALED : 0, (int16_t)r->com[i].hex);
        score_com(s, seat, r->com[i].hex, log);
    }
}

/* ---- The end ---- */

static int leader_in_points(const g1776_state *s) {
    int lead = g1776_points(s, G1776_BRITISH) - g1776_points(s, G1776_AMERICAN);
    return lead > 0 ? G1776_BRITISH : lead < 0 ? G1776_AMERICAN : G1776_DRAW;
}

/* The winner by a row: a seat or G1776_DRAW; -1: it does not decide. */
static int decides(const g1776_state *s, const g1776_victory_row *row) {
    if (row->winner == G1776_MOST_POINTS) {
        int winner = leader_in_points(s);
        return winner == G1776_DRAW ? -1 : winner;
    }
    return g1776_holds(s, row->condition, MK_NOWHERE) ? row->winner : -1;
}

bool g1776_victory(g1776_state *s, g1776_when when, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->victory_count; i++) {
        if (r->victory[i].when != when) continue;
        if (when == G1776_END_OF_TURN && r->victory[i].turn != s->base.turn) continue;
        if (when == G1776_EACH_TURN && r->victory[i].turn > s->base.turn) continue;
        bool full = when != G1776_FULL_TURN || s->campaign.full >> i & 1;
        int winner = full ? decides(s, &r->victory[i]) : -1;
        if (winner < 0) continue;
        g1776_win(s, winner, s->base.scenario * G1776_MAX_VICTORIES + i, log);
        return true;
    }
    return false;
}

/* K19: what must hold for a whole turn holds when it begins and behind each segment. */
void g1776_note_full_turn(g1776_state *s, bool begins) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->victory_count; i++) {
        if (r->victory[i].when != G1776_FULL_TURN) continue;
        bool holds = decides(s, &r->victory[i]) >= 0 && (begins || s->campaign.full >> i & 1);
        s->campaign.full = (uint8_t)((s->campaign.full & ~(1u << i)) | (unsigned)holds << i);
    }
}

/* Who would win if the game ended now. */
int g1776_verdict(const g1776_state *s) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->victory_count; i++) {
        int winner = r->victory[i].when == G1776_AT_END ? decides(s, &r->victory[i]) : -1;
        if (winner >= 0) return winner;
    }
    return G1776_DRAW;
}

/* What a seat leads by: points where they are counted, else towns of both sides' conditions. */
int g1776_margin(const g1776_state *s, int seat) {
    if (g1776_rules(s)->score_count)
        return g1776_points(s, seat) - g1776_points(s, g1776_enemy(seat));
    return s->winner == G1776_DRAW ? 0 : s->winner == seat ? 1 : -1;
}

const char *g1776_reason_key(const g1776_state *s) {
    const g1776_victory_row *row = &g1776_rules(s)->victory[(s->reason - 1) % G1776_MAX_VICTORIES];
    switch (row->when) {
    case G1776_INSTANT: return "g1776.victory.instant";
    case G1776_START_OF_BRITISH:
    case G1776_START_OF_AMERICAN: return "g1776.victory.start";
    case G1776_END_OF_TURN:
    case G1776_EACH_TURN: return "g1776.victory.date";
    case G1776_FULL_TURN: return "g1776.victory.full_turn";
    default: return "g1776.victory.end";
    }
}

void g1776_instant(g1776_state *s, mk_log *log) {
    if (!s->base.depth || !s->base.turn) return;
    g1776_remember(s);
    g1776_note_southern(s, log);
    if (g1776_rules(s)->score_count) note_built(s);
    g1776_release_fixed(s, log);
    if (g1776_victory(s, G1776_INSTANT, log)) return;
    if (s->campaign.breaks_up) g1776_break_up_visit(s, log);
    if (!g1776_ask_displaced(s)) g1776_ask_surprised(s);
}

/* ---- What everybody sees of it ---- */

static const char *winner_name(int winner) {
    static const char *const names[] = {"british", "american", "draw", "most_points"};
    return names[winner];
}

static const char *when_name(int when) {
    static const char *const names[] = {
        "at once",           "at the start of a British turn", "at the start of an American turn",
        "at the end",        "at the end of a turn",           "at the end of each turn",
        "after a whole turn"};
    return names[when];
}

static void view_lines(const g1776_state *s, bool open, mk_view *view) {
    const g1776_scenario_rules *r = g1776_rules(s);
    char key[24];
    for (int i = 0; i < r->victory_count; i++) {
        const g1776_victory_row *row = &r->victory[i];
        snprintf(key, sizeof key, "victory.%d", i);
        mk_rec(view, "panel", key);
        mk_rec_name(view, "label", row->words);
        mk_rec_name(view, "winner", winner_name(row->winner));
        mk_rec_name(view, "when", when_name(row->when));
        if (row->turn) mk_rec_int(view, "turn", row->turn);
        if (open) mk_rec_int(view, "holds", decides(s, row) >= 0);
    }
}

/* "2 Rebel militia, Stark": what an arrival brings, or takes away. */
void g1776_write_group(const g1776_group *g, char *out, size_t size) {
    size_t n = 0;
    out[0] = '\0';
    for (int type = 0; type < G1776_TYPES && n < size; type++) {
        if (!g->count[type]) continue;
        const mk_name *name = &g1776.type[type].name;
        n += (size_t)snprintf(out + n, size - n, "%s%d %s", n ? ", " : "", g->count[type],
                              g->count[type] == 1 ? name->one : name->label);
    }
    MK_SET_EACH(l, g->leaders) {
        if (n < size)
            n += (size_t)snprintf(out + n, size - n, "%s%s", n ? ", " : "",
                                  g1776.leader[l].name.label);
    }
    MK_SET_EACH(f, g->fleets) {
        if (n < size)
            n += (size_t)snprintf(out + n, size - n, "%s%s", n ? ", " : "",
                                  g1776.fleet[f].name.label);
    }
}

/* The turn track: what is still to come. */
static void view_track(const g1776_state *s, mk_view *view) {
    const g1776_scenario_rules *r = g1776_rules(s);
    char key[24], text[400];
    for (int i = 0; i < r->arrival_count; i++) {
        const g1776_arrival *a = &r->arrival[i];
        if (s->ledger.arrival[i] != G1776_TO_COME) continue;
        bool waits = a->retry || a->may_delay;
        if (a->turn < s->base.turn && !waits) continue;
        snprintf(key, sizeof key, "arrival.%d", i);
        g1776_write_group(a->effect == G1776_THEN_NOTHING || a->group.leaders ? &a->group : &a->out,
                          text, sizeof text);
        mk_rec(view, "panel", key);
        mk_rec_str(view, "label", text);
        mk_rec_name(view, "owner", g1776_seat_of(a->group.nation) ? "american" : "british");
        mk_rec_int(view, "turn", a->turn);
        if (a->condition != G1776_NO_CONDITION) mk_rec_int(view, "conditional", 1);
        if (a->place.list_count) mk_rec_name(view, "at", g1776_hex_id(a->place.list[0]));
    }
}

/* How things stand would tell decoys from SP where counters are face down (VI.B). */
void g1776_view_victory(const g1776_state *s, int seat, mk_view *view) {
    static const char *const keys[] = {"points_british", "points_american"};
    static const char *const labels[] = {"British points", "American points"};
    bool open = seat == MK_EVERYTHING || !g1776_option(s, G1776_OPTION_INVERTED);
    view_lines(s, open, view);
    view_track(s, view);
    if (!g1776_rules(s)->score_count) return;
    g1776_view_scores(s, open, view);
    if (!open) return;
    for (int i = 0; i < G1776_SEATS; i++) {
        mk_rec_static(view, "number", keys[i]);
        mk_rec_name(view, "label", labels[i]);
        mk_rec_int(view, "value", g1776_points(s, i));
    }
}
