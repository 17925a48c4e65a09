/* leaders.c - rank, command, capture and return of leaders (IV, V). */
#include "g1776.h"

/* A leader who was killed is a nameless one of his nation from then on (IV.C). */
const g1776_leader_row *g1776_leader_face(const g1776_state *s, int leader) {
    const g1776_leader_row *row = &g1776.leader[leader];
    if (!mk_set_has(s->replaced, leader)) return row;
    int nameless = g1776.nameless[row->nation];
    return nameless == G1776_NONE ? row : &g1776.leader[nameless];
}

bool g1776_both_nations(const g1776_state *s, int leader) {
    return g1776_leader_named(leader, G1776_LAFAYETTE) && !mk_set_has(s->replaced, leader);
}

/* ---- Rank (IV) ---- */

/* Named leaders by stars, then nameless ones and Knox, then partisans. */
static int grade(const g1776_state *s, int leader) {
    const g1776_leader_row *row = g1776_leader_face(s, leader);
    if (row->is & G1776_PARTISAN) return 0;
    if (row->is & G1776_NAMELESS || g1776_leader_named(leader, G1776_KNOX)) return 1;
    return 1 + row->stars;
}

/* CSG-5: Rochambeau outranks all Americans but Washington. */
static bool is_first_of_allies(const g1776_state *s, int a, int b) {
    return g1776_southern_game(s) && g1776_leader_named(a, G1776_ROCHAMBEAU) &&
           !mk_set_has(s->replaced, a) && !g1776_leader_named(b, G1776_WASHINGTON);
}

static bool above(const g1776_state *s, int a, int b) {
    if (RULE("g1776.csg5.rochambeau", is_first_of_allies(s, a, b))) return true;
    if (is_first_of_allies(s, b, a)) return false;
    if (grade(s, a) != grade(s, b)) return grade(s, a) > grade(s, b);
    const g1776_leader_row *x = g1776_leader_face(s, a), *y = g1776_leader_face(s, b);
    if (x->seniority != y->seniority) return x->seniority < y->seniority;
    return a < b;
}

/* IV: Leader E outranks one nameless or partisan leader; two or more outrank him. */
static int with_leader_e(const g1776_state *s, mk_set128 leaders, int first) {
    int e = G1776_NONE, others = 0;
    MK_SET_EACH(l, leaders) {
        if (g1776_leader_is(s, l, G1776_LEADER_E))
            e = l;
        else
            others++;
    }
    if (e == G1776_NONE || grade(s, first) > 1) return first;
    return RULE("g1776.iv.e", others == 1) ? e : first;
}

int g1776_ranking(const g1776_state *s, mk_set128 leaders) {
    int first = G1776_NONE;
    MK_SET_EACH(l, leaders) {
        bool passed_over = g1776_leader_is(s, l, G1776_LEADER_E) && leaders != MK_BIT128(l);
        if (!passed_over && (first == G1776_NONE || above(s, l, first))) first = l;
    }
    return first == G1776_NONE ? first : with_leader_e(s, leaders, first);
}

/* ---- Command in movement (IV.A) ---- */

/* Regulars that he leads, in this company. */
int g1776_leads(const g1776_state *s, int leader, mk_set128 company) {
    const g1776_leader_row *row = g1776_leader_face(s, leader);
    bool southern = g1776_southern_game(s);
    if (RULE("g1776.csg5.ferguson", southern && g1776_leader_named(leader, G1776_FERGUSON)))
        return 0;
    if (g1776_leader_named(leader, G1776_FERGUSON)) return row->leads;
    if (row->is & G1776_PARTISAN) return 0;
    bool second = g1776_leader_named(leader, G1776_RAWDON) && !mk_set_has(s->replaced, leader) &&
                  g1776_ranking(s, company) != leader && !RULE("g1776.csg5.rawdon", southern);
    if (!RULE("g1776.iv.a.rawdon", second)) return row->leads;
    int nameless = g1776.nameless[row->nation]; /* as any other with one star */
    return nameless == G1776_NONE ? row->leads : g1776.leader[nameless].leads;
}

int g1776_dragoons_led(const g1776_state *s) {
    bool southern = g1776_southern_game(s);
    return RULE("g1776.csg5.dragoons", southern) ? G1776_PARTISANS_LED : G1776_DRAGOONS_LED;
}

/* ---- Off the map and back (IV.C) ---- */

static void off_the_map(g1776_state *s, int leader, int place, int back) {
    int8_t rating = s->leader[leader].rating;
    g1776_put_leader(s, leader,
                     (g1776_leader_at){.place = (uint16_t)place,
                                       .back = (uint8_t)back,
                                       .rating = rating});
    mk_set_remove(&s->hand, leader);
}

void g1776_to_track(g1776_state *s, int leader, int back, int waits) {
    off_the_map(s, leader, G1776_TRACK, back);
    s->leader[leader].waits = (uint8_t)waits;
}

void g1776_wait_for_season(g1776_state *s, int leader) {
    g1776_to_track(s, leader, s->base.turn, G1776_FOR_SEASON);
}

/* CSG-6: a nameless one who is lost in 1775 comes back in January, to any hex. */
void g1776_wait_for_january(g1776_state *s, int leader) {
    g1776_to_track(s, leader, g1776_rules(s)->lead_in.turns + 1, G1776_FOR_ANYWHERE);
}

/* Nameless ones come back next turn; in scenarios 11 to 13 they do not. */
static void nameless_back(g1776_state *s, int leader) {
    if (g1776_lead_in(s))
        g1776_wait_for_january(s, leader);
    else if (RULE("g1776.scenario.nameless", g1776_has_rule(s, G1776_RULE_NAMELESS_LOST)))
        off_the_map(s, leader, G1776_GONE, 0);
    else if (RULE("g1776.csg5.nameless", g1776_southern_game(s)))
        g1776_wait_for_season(s, leader);
    else
        off_the_map(s, leader, G1776_TRACK, s->base.turn + 1);
}

/* Partisans, Tarleton and the British Arnold are hanged. */
void g1776_capture_leader(g1776_state *s, int leader, mk_log *log) {
    mk_log_event(log, G1776_E_LEADER_CAPTURED, g1776_enemy(g1776.leader[leader].seat), MK_EVERYONE,
                 0, (int16_t)leader, (int16_t)s->leader[leader].place);
    g1776_note_leader_lost(s, leader, log);
    if (RULE("g1776.iv.c.hanged", g1776_leader_is(s, leader, G1776_HANGED)))
        off_the_map(s, leader, G1776_GONE, 0);
    else if (g1776_leader_is(s, leader, G1776_NAMELESS))
        nameless_back(s, leader);
    else
        off_the_map(s, leader, G1776_CAPTIVE, 0);
}

/* ---- Sumter (V.A): not at the end of two turns in succession with the same leader ---- */

static mk_set128 sumter(const g1776_state *s) {
    int l = g1776.named[G1776_SUMTER];
    return l == G1776_NONE || !g1776_is_hex(s->leader[l].place) ? 0 : MK_BIT128(l);
}

/* He has moved; or movement is over and he is in no march. */
static bool rests_at(const g1776_state *s, int leader, int hex) {
    const g1776_leader_at *at = &s->leader[leader];
    bool stays = mk_top_const(&s->base)->phase == G1776_PH_MARSHAL && !at->mark;
    return at->place == hex && (at->flags & G1776_DONE || stays);
}

/* Would these leaders, ending at the hex, bring him together with one of his last company? */
bool g1776_reunites(const g1776_state *s, mk_set128 leaders, int hex) {
    mk_set128 he = sumter(s), others = s->company & ~leaders;
    if (!he) return false;
    if (leaders & he) {
        if (leaders & s->company) return true;
        MK_SET_EACH(l, others) {
            if (rests_at(s, l, hex)) return true;
        }
        return false;
    }
    return leaders & s->company && rests_at(s, g1776.named[G1776_SUMTER], hex);
}

/* Those of his last company who are beside him. */
mk_set128 g1776_same_company(const g1776_state *s) {
    int he = g1776.named[G1776_SUMTER];
    if (!sumter(s)) return 0;
    return s->company & g1776_leaders_at(s, s->leader[he].place, g1776.leader[he].seat);
}

void g1776_note_company(g1776_state *s) {
    int he = g1776.named[G1776_SUMTER];
    s->company = 0;
    if (!sumter(s)) return;
    s->company = g1776_leaders_at(s, s->leader[he].place, g1776.leader[he].seat) & ~sumter(s);
}
