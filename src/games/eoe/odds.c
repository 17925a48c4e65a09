/* odds.c - factors, odds and die roll modifiers of a battle (11.3, 11.5, 11.7 to 11.9). */
#include "eoe.h"

/* ---- Who takes part ------------------------------------------------------ */

static int space_of_side(const eoe_state *s, int seat) {
    const eoe_battle *x = &s->battle;
    return 2 * x->hex + (x->inside && seat != x->attacker);
}

/* 11.2: a whole stack; of an attack by a force on the march only that force. */
bool eoe_fights(const eoe_state *s, int piece) {
    const eoe_battle *x = &s->battle;
    const eoe_piece *p = &s->piece[piece];
    if (p->at != space_of_side(s, p->seat)) return false;
    return p->seat != x->attacker || !x->hand || p->flags & EOE_HAND;
}

int eoe_fighters(const eoe_state *s, int seat, uint16_t out[EOE_MAX_PIECES]) {
    int count = 0;
    EOE_EACH_AT(p, s, space_of_side(s, seat)) {
        if (s->piece[p].seat == seat && eoe_fights(s, p)) out[count++] = (uint16_t)p;
    }
    return count;
}

bool eoe_has_fighters(const eoe_state *s, int seat) {
    EOE_EACH_AT(p, s, space_of_side(s, seat)) {
        if (eoe_is_unit(p) && s->piece[p].seat == seat && eoe_fights(s, p)) return true;
    }
    return false;
}

static eoe_force force_of(const eoe_state *s, int seat) {
    int flags = seat == s->battle.attacker && s->battle.hand ? EOE_HAND : 0;
    return eoe_force_at(s, seat, space_of_side(s, seat), flags, -1);
}

/* ---- Factors ------------------------------------------------------------- */

static int step_of(const eoe_state *s, int piece) {
    return s->piece[piece].steps ? s->piece[piece].steps - 1 : 0;
}

/* 2.10: boxed factors are added, then halved once, rounded up. */
int eoe_halved(int plain, int boxed) { return plain + (boxed + 1) / 2; }

int eoe_linear_factors(const eoe_state *s, int seat) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, seat, list), plain = 0, boxed = 0;
    bool attacks = seat == s->battle.attacker;
    for (int i = 0; i < count; i++) {
        if (eoe_is_leader(list[i])) continue;
        const eoe_piece_row *row = &eoe.piece[list[i]];
        int factor = row->linear[step_of(s, list[i])];
        if (attacks && RULE("eoe.2.10:circled", row->linear_print == EOE_CIRCLED_OR_PLUS)) continue;
        if (attacks && RULE("eoe.2.10", row->linear_print == EOE_BOXED))
            boxed += factor;
        else
            plain += factor;
    }
    if (s->battle.marines[seat]) /* 14.5 */
        plain += eoe.table.naval_infantry[eoe_war_of(s)][s->battle.marines[seat] - 1];
    return eoe_halved(plain, boxed);
}

/* 11.3: the ambusher counts what carries a +, the ambushed all. */
int eoe_ambush_factors(const eoe_state *s, int seat, bool ambusher) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, seat, list), sum = 0;
    for (int i = 0; i < count; i++) {
        if (eoe_is_leader(list[i])) continue;
        if (ambusher && RULE("eoe.2.11", !eoe_has_mark(list[i], EOE_M_AMBUSHES))) continue;
        sum += eoe.piece[list[i]].ambush[step_of(s, list[i])];
    }
    return sum;
}

/* eoe.11.7, 11.8 */
int eoe_odds(int attack, int defence) {
    if (!attack) return EOE_NO_ATTACK;
    if (!defence) return EOE_AGAINST_NONE;
    if (attack >= defence) {
        int ratio = attack / defence;
        return ratio >= 4 ? EOE_4_1 : EOE_1_1 + ratio - 1;
    }
    int ratio = (defence + attack - 1) / attack;
    return ratio > 3 ? EOE_BELOW : EOE_1_1 - ratio + 1;
}

/* ---- Die roll modifiers -------------------------------------------------- */

static bool has_guns(const eoe_state *s, int seat) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, seat, list);
    for (int i = 0; i < count; i++)
        if (eoe_has_mark(list[i], EOE_M_ARTILLERY)) return true;
    return false;
}

static bool has_untrained(const eoe_state *s, int seat) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, seat, list);
    for (int i = 0; i < count; i++) {
        int nation = eoe.piece[list[i]].nation;
        if (eoe_is_unit(list[i]) && (nation == EOE_N_CONTINENTAL || nation == EOE_N_STATE))
            return true;
    }
    return false;
}

static int leader_bonus(const eoe_state *s, int seat) {
    eoe_force f = force_of(s, seat);
    int leader = eoe_leader_of(s, &f);
    return leader == EOE_NO_PIECE ? 0 : eoe.piece[leader].combat;
}

bool eoe_is_wild(int hex) { return eoe_board.ground[hex] != EOE_CIVILIZED; }

/* 11.9, 11.13 */
eoe_modifiers eoe_modifiers_now(const eoe_state *s) {
    const eoe_battle *x = &s->battle;
    int attacker = x->attacker, defender = eoe_enemy(attacker);
    bool fort = x->inside && mk_set_has(&s->fort, x->hex);
    bool revolution = eoe_war_of(s) == EOE_REVOLUTION;
    int year = eoe_turn_now(s)->year;
    eoe_modifiers m = {0};
    if (RULE("eoe.11.9.1", fort)) m.fort = eoe.table.drm.fort;
    if (RULE("eoe.11.9.2", !eoe_is_wild(x->hex))) {
        if (!has_guns(s, attacker)) m.attacker_guns = eoe.table.drm.attacker_guns;
        if (!has_guns(s, defender)) m.defender_guns = eoe.table.drm.defender_guns;
    }
    bool boston = revolution && attacker == EOE_ALLIED && x->hex == eoe.hex[EOE_H_BOSTON] && fort;
    if (RULE("eoe.11.9.2:powder", boston && s->base.turn <= eoe.table.drm.powder_turn))
        m.powder = eoe.table.drm.powder;
    bool raw_attack = revolution && year <= eoe.table.drm.steuben_attack_year;
    if (RULE("eoe.11.9.3", raw_attack && has_untrained(s, attacker)))
        m.steuben_attack = eoe.table.drm.steuben_attack;
    bool raw_defence = revolution && year <= eoe.table.drm.steuben_defence_year;
    if (RULE("eoe.11.9.3:defence", raw_defence && has_untrained(s, defender)))
        m.steuben_defence = eoe.table.drm.steuben_defence;
    m.attacker_leader = leader_bonus(s, attacker);
    m.defender_leader = -leader_bonus(s, defender);
    m.sum = m.fort + m.attacker_guns + m.defender_guns + m.powder + m.steuben_attack +
            m.steuben_defence + m.attacker_leader + m.defender_leader;
    return m;
}

/* ---- Indians in the woods (11.5) ----------------------------------------- */

static bool only_indians(const eoe_state *s, int seat) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, seat, list);
    for (int i = 0; i < count; i++)
        if (eoe_is_unit(list[i]) && eoe.piece[list[i]].type != EOE_INDIAN) return false;
    return true;
}

/* No linear combat of a stack without ambush factors against Indians, unless they ambush. */
bool eoe_must_coexist(const eoe_state *s, int hex, int *indians) {
    if (!eoe_is_wild(hex) || s->battle.inside) return false;
    for (int seat = 0; seat < EOE_SEATS; seat++) {
        if (!only_indians(s, seat)) continue;
        if (eoe_ambush_factors(s, eoe_enemy(seat), false)) continue;
        *indians = seat;
        return true;
    }
    return false;
}
