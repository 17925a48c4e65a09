/* force.c - what a Battle is fought with: Force Levels (3.6.3) and modifiers (3.6.5, 3.6.6).
 *
 * Both are kept item by item in the Battle, so that a spectator sees what each piece and each
 * rule brings, before the dice as well as after them. */
#include "battle.h"

#include <string.h>

/* ---- 3.6.3: Force Levels ---- */

/* Pieces of one kind: so many are there, so many of them take part. */
static void enlist(lod_state *s, int who, lod_force part, int present, int taking_part) {
    s->battle.present[who][part] = (uint8_t)present;
    s->battle.fighting[who][part] = (uint8_t)taking_part;
}

/* Tories up to the Regulars; War Parties that fight as Tories are no longer War Parties. */
static void enlist_british(lod_state *s) {
    int regulars = count(s, LOD_BRITISH_REGULAR), tories = count(s, LOD_TORY);
    int common = s->battle.common, active = count(s, LOD_ACTIVE_WAR_PARTY);
    int parties = active > common ? active - common : 0;
    enlist(s, ATTACKER, LOD_FORCE_BRITISH_REGULARS, regulars, regulars);
    enlist(s, ATTACKER, LOD_FORCE_TORIES, tories, least(tories, regulars));
    enlist(s, ATTACKER, LOD_FORCE_COMMON_CAUSE, common, common);
    enlist(s, ATTACKER, LOD_FORCE_WAR_PARTIES, parties, parties);
}

/* The ally's cubes, if it joined, up to one's own. */
static void enlist_rebels(lod_state *s) {
    int continentals = count(s, LOD_CONTINENTAL), french = count(s, LOD_FRENCH_REGULAR);
    int militia = count(s, LOD_ACTIVE_MILITIA);
    bool patriots = s->battle.attacker == LOD_PATRIOTS;
    int allies = s->battle.ally ? least(continentals, french) : 0;
    enlist(s, ATTACKER, LOD_FORCE_CONTINENTALS, continentals, patriots ? continentals : allies);
    enlist(s, ATTACKER, LOD_FORCE_FRENCH_REGULARS, french, patriots ? allies : french);
    enlist(s, ATTACKER, LOD_FORCE_MILITIA, militia, irregulars_attack(s) ? militia : 0);
}

/* Who defends does it with all he has, Forts among it. */
static void enlist_defenders(lod_state *s) {
    static const struct {
        lod_piece piece;
        lod_force part;
    } all[LOD_SIDES][4] = {
        [LOD_ROYALISTS] = {{LOD_BRITISH_REGULAR, LOD_FORCE_BRITISH_REGULARS},
                           {LOD_TORY, LOD_FORCE_TORIES},
                           {LOD_ACTIVE_WAR_PARTY, LOD_FORCE_WAR_PARTIES},
                           {LOD_BRITISH_FORT, LOD_FORCE_FORTS}},
        [LOD_REBELLION] = {{LOD_CONTINENTAL, LOD_FORCE_CONTINENTALS},
                           {LOD_FRENCH_REGULAR, LOD_FORCE_FRENCH_REGULARS},
                           {LOD_ACTIVE_MILITIA, LOD_FORCE_MILITIA},
                           {LOD_PATRIOT_FORT, LOD_FORCE_FORTS}},
    };
    lod_side side = side_at(s, DEFENDER);
    for (int i = 0; i < 4; i++) {
        int n = count(s, all[side][i].piece);
        enlist(s, DEFENDER, all[side][i].part, n, n);
    }
}

int lod_force_points(const lod_battle *b, int who, lod_force part) {
    bool half = part == LOD_FORCE_WAR_PARTIES || part == LOD_FORCE_MILITIA;
    return half ? b->fighting[who][part] / 2 : b->fighting[who][part];
}

static int force_level(const lod_battle *b, int who) {
    int force = 0;
    for (int part = 0; part < LOD_FORCE_PARTS; part++) force += lod_force_points(b, who, part);
    return force;
}

void lod_tell_force(const lod_state *s, int who, mk_log *log) {
    const lod_battle *b = &s->battle;
    for (int part = 0; part < LOD_FORCE_PARTS; part++) {
        if (!b->present[who][part]) continue;
        mk_log_event(log, LOD_E_FORCE_PART, -1, MK_EVERYONE, 0, (int16_t)side_at(s, who),
                     (int16_t)part, b->fighting[who][part], b->present[who][part],
                     (int16_t)lod_force_points(b, who, part));
    }
}

/* ---- 3.6.5, 3.6.6: modifiers ---- */

/* Of the pieces that take part as given, of the cubes in the living edition; and a Regular. Who is
 * Underground is one of the pieces; Leaders are none. */
static bool half_regulars(const lod_state *s, int who) {
    const uint8_t *fighting = s->battle.fighting[who];
    lod_side side = side_at(s, who);
    bool royal = side == LOD_ROYALISTS;
    int regulars = fighting[royal ? LOD_FORCE_BRITISH_REGULARS : LOD_FORCE_FRENCH_REGULARS];
    int cubes = regulars + fighting[royal ? LOD_FORCE_TORIES : LOD_FORCE_CONTINENTALS];
    int of = cubes;
    if (!lod_living(s) && who == DEFENDER)
        of = lod_count(s, s->battle.at, lod_pieces_of_side(side));
    else if (!lod_living(s) && irregulars_attack(s))
        of += count(s, hidden_of(side)) + count(s, hidden_of(side) + 1);
    return regulars > 0 && 2 * regulars >= of;
}

static bool hidden_attackers(const lod_state *s) {
    return irregulars_attack(s) && count(s, hidden_of(side_at(s, ATTACKER))) > 0;
}

/* An ally's Leader if that ally takes part; the Indian one if a War Party is there (3.6.1). */
static bool leads_attack(const lod_state *s) {
    lod_faction attacker = s->battle.attacker;
    bool ally =
        attacker == LOD_BRITISH ? lod_count(s, s->battle.at, LOD_WAR_PARTIES) > 0 : s->battle.ally;
    return leader_here(s, attacker) || (ally && leader_here(s, lod_ally(attacker)));
}

static bool leads_defence(const lod_state *s) {
    return side_at(s, DEFENDER) == LOD_ROYALISTS
               ? leader_here(s, LOD_BRITISH) || leader_here(s, LOD_INDIANS)
               : leader_here(s, LOD_PATRIOTS) || leader_here(s, LOD_FRENCH);
}

static bool lauzun_attacks(const lod_state *s) {
    bool french =
        s->battle.attacker == LOD_FRENCH || (s->battle.attacker == LOD_PATRIOTS && s->battle.ally);
    return french && lod_leader_in(s, LOD_LAUZUN, LOD_FRENCH, s->battle.at);
}

/* The Squadrons make the British roll worse in a Blockaded City and in the West Indies, whether
 * they attack or defend. */
static bool blockaded(const lod_state *s) { return mk_set_has(s->blockaded, s->battle.at); }
static bool squadron_near(const lod_state *s) {
    return s->battle.at == LOD_WEST_INDIES && s->squadrons > 0;
}

static bool indians_at_home(const lod_state *s) {
    return side_at(s, DEFENDER) == LOD_ROYALISTS && mk_set_has(LOD_RESERVES, s->battle.at) &&
           lod_count(s, s->battle.at, LOD_INDIAN_PIECES) > 0;
}

static int defending_forts(const lod_state *s) {
    return count(s, side_at(s, DEFENDER) == LOD_ROYALISTS ? LOD_BRITISH_FORT : LOD_PATRIOT_FORT);
}

static void modify_defender(const lod_state *s, int8_t m[LOD_MODIFIERS]) {
    bool british = s->battle.attacker == LOD_BRITISH;
    bool washington = side_at(s, DEFENDER) == LOD_REBELLION && leader_here(s, LOD_PATRIOTS);
    m[LOD_M_REGULARS] = RULE("lod.3.6.5", half_regulars(s, ATTACKER)) ? 1 : 0;
    m[LOD_M_UNDERGROUND] = RULE("lod.3.6.5", hidden_attackers(s)) ? 1 : 0;
    m[LOD_M_LEADER] = RULE("lod.3.6.5", leads_attack(s)) ? 1 : 0;
    m[LOD_M_LAUZUN] = RULE("lod.1.10", lauzun_attacks(s)) ? 1 : 0;
    m[LOD_M_BLOCKADE] = RULE("lod.3.6.5", british && blockaded(s)) ? -1 : 0;
    m[LOD_M_SQUADRON] = RULE("lod.3.6.5", british && squadron_near(s)) ? -1 : 0;
    m[LOD_M_FORTS] = (int8_t)-defending_forts(s);
    m[LOD_M_HOME] = RULE("lod.3.6.5", indians_at_home(s)) ? -1 : 0;
    m[LOD_M_WASHINGTON] = RULE("lod.1.10", washington) ? -1 : 0;
    m[LOD_M_EVENT] = lod_current_const(s)->defender_loss;
}

static void modify_attacker(const lod_state *s, int8_t m[LOD_MODIFIERS]) {
    lod_side defenders = side_at(s, DEFENDER);
    bool british = defenders == LOD_ROYALISTS && lod_count(s, s->battle.at, LOD_BRITISH_PIECES) > 0;
    m[LOD_M_REGULARS] = RULE("lod.3.6.6", half_regulars(s, DEFENDER)) ? 1 : 0;
    m[LOD_M_UNDERGROUND] = RULE("lod.3.6.6", count(s, hidden_of(defenders)) > 0) ? 1 : 0;
    m[LOD_M_LEADER] = RULE("lod.3.6.6", leads_defence(s)) ? 1 : 0;
    m[LOD_M_BLOCKADE] = RULE("lod.3.6.6", british && blockaded(s)) ? -1 : 0;
    m[LOD_M_SQUADRON] = RULE("lod.3.6.6", british && squadron_near(s)) ? -1 : 0;
    m[LOD_M_FORTS] = (int8_t)defending_forts(s);
    m[LOD_M_EVENT] = lod_current_const(s)->attacker_loss;
}

void lod_appraise_battle(lod_state *s) {
    lod_battle *b = &s->battle;
    memset(b->present, 0, sizeof b->present);
    memset(b->fighting, 0, sizeof b->fighting);
    memset(b->modifier, 0, sizeof b->modifier);
    if (b->attacker == LOD_BRITISH)
        enlist_british(s);
    else
        enlist_rebels(s);
    int bonus = lod_current_const(s)->force_bonus;
    enlist(s, ATTACKER, LOD_FORCE_EVENT, bonus, bonus);
    enlist_defenders(s);
    for (int who = ATTACKER; who <= DEFENDER; who++) b->force[who] = (uint8_t)force_level(b, who);
    modify_defender(s, b->modifier[DEFENDER]);
    modify_attacker(s, b->modifier[ATTACKER]);
}

static int modifiers(const lod_battle *b, int who) {
    int sum = 0;
    for (int m = 0; m < LOD_MODIFIERS; m++) sum += b->modifier[who][m];
    return sum;
}

lod_odds lod_battle_odds(lod_state *s, int space, bool ally, int common) {
    lod_battle before = s->battle, *b = &s->battle;
    *b = (lod_battle){.at = (uint8_t)space,
                      .attacker = lod_current_const(s)->faction,
                      .ally = ally,
                      .common = (uint8_t)common,
                      .winner = -1};
    lod_appraise_battle(s);
    lod_odds odds = {b->force[ATTACKER] + modifiers(b, DEFENDER),
                     b->force[DEFENDER] + modifiers(b, ATTACKER)};
    *b = before;
    return odds;
}

/* ---- Names ---- */

const char *lod_force_id(int part) {
    static const char *const id[] = {"british_regulars", "tories",       "common_cause",
                                     "war_parties",      "continentals", "french_regulars",
                                     "militia",          "forts",        "event"};
    return id[part];
}

const char *lod_force_label(int part) {
    static const char *const label[] = {
        "British Regulars", "Tories",       "War Parties that fight as Tories",
        "War Parties",      "Continentals", "French Regulars",
        "Militia",          "Forts",        "points of the Event"};
    return label[part];
}

const char *lod_force_one(int part) {
    static const char *const label[] = {
        "British Regular", "Tory",        "War Party that fights as a Tory",
        "War Party",       "Continental", "French Regular",
        "Militia",         "Fort",        "point of the Event"};
    return label[part];
}

const char *lod_modifier_id(int modifier) {
    static const char *const id[] = {"regulars", "underground", "leader", "lauzun",     "blockade",
                                     "squadron", "forts",       "home",   "washington", "event"};
    return id[modifier];
}

const char *lod_modifier_label(int modifier) {
    static const char *const label[] = {"at least half of the enemy are Regulars",
                                        "an enemy unit is Underground",
                                        "the enemy has a Leader",
                                        "Lauzun attacks with the French",
                                        "the City is blockaded",
                                        "a Squadron is in the West Indies",
                                        "the defender has Forts",
                                        "the Indians defend their Reserve",
                                        "Washington defends",
                                        "the Event"};
    return label[modifier];
}
