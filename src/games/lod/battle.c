/* battle.c - the Battle Command of three Factions and the Battle Procedure (3.6).
 *
 * lod_battle_step goes through the procedure stage by stage. Where someone must decide, a frame is
 * pushed above LOD_PH_BATTLE, and the procedure goes on when it is done. Index 0 of a pair is the
 * attacker, 1 the defender. */
#include "battle.h"

#include <assert.h>

enum { /* what is done next */
       ASK_ALLY,
       ATTACKER_ACTIVATES,
       DEFENDER_ACTIVATES,
       ROLL,
       ATTACKER_LOSES,
       DEFENDER_LOSES,
       FIND_WINNER,
       SHIFT_ELSEWHERE,
       FREE_RALLY,
       MOVE_BLOCKADES,
       OVER,
};
enum { FORCE_PER_DIE = 3, D3 = 3, MOST_SHIFTS = 3 };

/* ---- The Command ---- */

void lod_battles_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    MK_SET_EACH(space, lod_selectable(s, lod_current_const(s), 0))
        mk_offer(out, LOD_V_SELECT, space, 0, 0);
    lod_list_specials(s, out);
    if (!lod_why_not_finish(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_battles_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_SELECT) return lod_why_not_select(s, lod_current_const(s), a.a);
    if (a.verb == LOD_V_FINISH) return lod_why_not_finish(s);
    return lod_why_not_special(s, a);
}

void lod_battles_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_SELECT) {
        lod_select(s, a.a, log);
        mk_pop(&s->base);
        lod_begin_battle(s, a.a, log);
    } else if (a.verb == LOD_V_FINISH) {
        lod_finish_with(s, LOD_IS_OVER);
    } else {
        lod_apply_special(s, a, log);
    }
}

/* 3.6.1: British or Patriots decide for their side; if only the other Faction is there, it does. */
static lod_faction decides_for(const lod_state *s, lod_side side) {
    lod_faction first = side == LOD_ROYALISTS ? LOD_BRITISH : LOD_PATRIOTS;
    return lod_count(s, s->battle.at, lod_pieces_of(first)) ? first : lod_ally(first);
}

/* ---- 3.3.3, 3.5.5: does the ally take part? ---- */

static bool ally_free(const lod_state *s) {
    bool rochambeau = s->battle.attacker == LOD_PATRIOTS && s->leader[LOD_FRENCH] == LOD_ROCHAMBEAU;
    return lod_free(lod_current_const(s)) || RULE("lod.1.10", rochambeau);
}

static bool ally_may_join(const lod_state *s) {
    lod_faction attacker = s->battle.attacker, ally = lod_ally(attacker);
    if (attacker == LOD_BRITISH) return false; /* always may use Indian pieces */
    mk_set64 units = attacker == LOD_PATRIOTS ? LOD_FRENCH_PIECES : LOD_PATRIOT_UNITS;
    bool someone = lod_count(s, s->battle.at, units) > 0 || leader_here(s, ally); /* 3.6.1 */
    if (!someone) return false;
    return ally_free(s) || s->resources[ally] > 0;
}

void lod_battle_ally_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, LOD_V_JOIN, 0, 0, 0);
    mk_offer(out, LOD_V_ALONE, 0, 0, 0);
}

const char *lod_battle_ally_why_not(const void *state, mk_action a) {
    (void)state;
    (void)a;
    return NULL;
}

void lod_battle_ally_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_JOIN) {
        lod_faction ally = lod_ally(s->battle.attacker);
        if (!ally_free(s)) lod_pay(s, ally, 1, log);
        s->battle.ally = 1;
        mk_log_event(log, LOD_E_JOINS, s->battle.attacker, MK_EVERYONE, 0, (int16_t)ally,
                     s->battle.at);
        lod_appraise_battle(s);
    }
    lod_finish(s);
}

/* ---- lod.3.6.2, 3.6.3: activation, and War Parties as Tories (4.2.1) ---- */

static const char *why_not_activate(const lod_state *s, lod_side side, int p) {
    FORBID("lod.3.6.3:underground", p != (int)hidden_of(side) || !count(s, p));
    return NULL;
}

static bool may_use(const lod_state *s) {
    int regulars = count(s, LOD_BRITISH_REGULAR);
    int tories = least(count(s, LOD_TORY), regulars) + s->battle.common;
    return s->battle.attacker == LOD_BRITISH && tories < regulars;
}

static const char *why_not_use(const lod_state *s, int p) {
    FORBID("lod.4.2.1:attack", s->battle.attacker != LOD_BRITISH || !(LOD_WAR_PARTIES >> p & 1));
    int spare = p == LOD_WAR_PARTY ? count(s, p) : count(s, p) - s->battle.common;
    FORBID("lod.4.2.1:attack", spare <= 0 || !may_use(s));
    return lod_why_not_common_cause(s);
}

void lod_battle_attack_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    lod_side side = side_at(s, ATTACKER);
    if (count(s, hidden_of(side))) mk_offer(out, LOD_V_ACTIVATE, hidden_of(side), 0, 0);
    for (int p = LOD_WAR_PARTY; p <= LOD_ACTIVE_WAR_PARTY; p++) {
        if (!why_not_use(s, p)) mk_offer(out, LOD_V_USE, p, 0, 0);
    }
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_battle_attack_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_ACTIVATE) return why_not_activate(s, side_at(s, ATTACKER), a.a);
    if (a.verb == LOD_V_USE) return why_not_use(s, a.a);
    return NULL;
}

static bool attack_choices(const lod_state *s) {
    if (!irregulars_attack(s)) return false;
    if (count(s, hidden_of(side_at(s, ATTACKER)))) return true;
    return !why_not_use(s, LOD_WAR_PARTY) || !why_not_use(s, LOD_ACTIVE_WAR_PARTY);
}

void lod_battle_attack_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_FINISH) {
        lod_finish(s);
        return;
    }
    if (a.a == LOD_MILITIA || a.a == LOD_WAR_PARTY) lod_flip(s, s->battle.at, a.a, 1, log);
    if (a.verb == LOD_V_USE) {
        s->battle.common++;
        lod_use_common_cause(s, log);
    }
    lod_appraise_battle(s);
}

void lod_battle_defend_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    lod_piece p = hidden_of(side_at(s, DEFENDER));
    if (count(s, p)) mk_offer(out, LOD_V_ACTIVATE, p, 0, 0);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_battle_defend_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_ACTIVATE) return why_not_activate(s, side_at(s, DEFENDER), a.a);
    return NULL;
}

void lod_battle_defend_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_FINISH) {
        lod_finish(s);
        return;
    }
    lod_flip(s, s->battle.at, a.a, 1, log);
    lod_appraise_battle(s);
}

/* ---- lod.3.6.4: the dice ---- */

static int roll(lod_state *s, int who, mk_log *log) {
    int force = s->battle.force[who], sum = 0;
    int dice = least(force / FORCE_PER_DIE, LOD_BATTLE_DICE);
    int16_t n[2 + LOD_BATTLE_DICE] = {(int16_t)side_at(s, who), (int16_t)force};
    for (int i = 0; i < dice; i++) {
        s->battle.dice[who][i] = (uint8_t)mk_die(&s->base.rng, D3);
        n[2 + i] = s->battle.dice[who][i];
        sum += n[2 + i];
    }
    if (log) mk_log_event_n(log, LOD_E_FORCE, -1, MK_EVERYONE, dice ? MK_ROLLED : 0, 2 + dice, n);
    return sum;
}

/* A side's roll and the modifiers of the other's Loss Level, one by one. */
static void set_loss_level(lod_state *s, int loser, mk_log *log) {
    lod_battle *b = &s->battle;
    int enemy = loser == ATTACKER ? DEFENDER : ATTACKER, sum = 0;
    int16_t side = (int16_t)side_at(s, loser);
    lod_tell_force(s, enemy, log);
    int rolled = roll(s, enemy, log);
    for (int m = 0; m < LOD_MODIFIERS; m++) {
        if (!b->modifier[loser][m]) continue;
        sum += b->modifier[loser][m];
        mk_log_event(log, LOD_E_MODIFIER, -1, MK_EVERYONE, 0, side, b->modifier[loser][m],
                     (int16_t)m);
    }
    b->loss[loser] = (int8_t)(rolled + sum);
    mk_log_event(log, LOD_E_LOSS_LEVEL, -1, MK_EVERYONE, 0, side, b->loss[loser], (int16_t)sum);
}

static void roll_losses(lod_state *s, mk_log *log) {
    lod_appraise_battle(s);
    set_loss_level(s, DEFENDER, log);
    set_loss_level(s, ATTACKER, log);
}

/* ---- 3.6.7: removal ---- */

static int loss_value(lod_piece p) {
    mk_set64 two = LOD_KIND(LOD_BRITISH_REGULAR) | LOD_KIND(LOD_FRENCH_REGULAR) |
                   LOD_KIND(LOD_CONTINENTAL) | LOD_KIND(LOD_BRITISH_FORT) |
                   LOD_KIND(LOD_PATRIOT_FORT);
    return two >> p & 1 ? 2 : 1;
}

static void lose(lod_state *s, int who, lod_piece p, mk_log *log) {
    lod_battle *b = &s->battle;
    mk_set64 soft = LOD_MILITIAS | LOD_WAR_PARTIES | LOD_KIND(LOD_VILLAGE);
    lod_casualty(s, p, b->at, 1, log);
    b->lost[who]++;
    b->value[who] = (uint8_t)(b->value[who] + loss_value(p));
    if (!(soft >> p & 1)) b->solid[who] = 1;
}

/* May this kind be lost? The attacker loses no Fort or Village, nor an ally's that took no part
 * (A4-9); the Tories' turn takes War Parties that fight as Tories, too. */
static int can_lose(const lod_state *s, int who, lod_piece p) {
    int n = count(s, p);
    if (p == LOD_ACTIVE_WAR_PARTY && who == ATTACKER) return n - s->battle.common;
    bool alone = who == ATTACKER && s->battle.attacker != LOD_BRITISH && !s->battle.ally;
    if (alone && lod_owner(p) != (lod_faction)s->battle.attacker) return 0;
    return n;
}

/* The order of removal: those that alternate, then those that follow. */
typedef struct {
    lod_piece rotation[3];
    int turns;
    lod_piece then[3];
    int rest;
} removal;

static removal order_of_removal(const lod_state *s, int who) {
    bool defending = who == DEFENDER;
    if (side_at(s, who) == LOD_ROYALISTS)
        return (removal){{LOD_BRITISH_REGULAR, LOD_TORY},
                         2,
                         {LOD_ACTIVE_WAR_PARTY, LOD_VILLAGE, LOD_BRITISH_FORT},
                         defending ? 3 : 1};
    return (removal){{LOD_FRENCH_REGULAR, LOD_CONTINENTAL, LOD_ACTIVE_MILITIA},
                     3,
                     {LOD_PATRIOT_FORT},
                     defending ? 1 : 0};
}

static int common_left(const lod_state *s, int who) {
    return who == ATTACKER ? s->battle.common : 0;
}

/* The next kind to go; LOD_PIECES: nothing is left. Leaves `turn` behind it. */
static lod_piece next_loss(lod_state *s, int who) {
    removal r = order_of_removal(s, who);
    for (int i = 0; i < r.turns; i++) {
        int turn = (s->battle.turn[who] + i) % r.turns;
        lod_piece p = r.rotation[turn];
        int n = can_lose(s, who, p) + (p == LOD_TORY ? common_left(s, who) : 0);
        if (n <= 0) continue;
        s->battle.turn[who] = (uint8_t)((turn + 1) % r.turns);
        return p;
    }
    for (int i = 0; i < r.rest; i++) {
        if (can_lose(s, who, r.then[i]) > 0) return r.then[i];
    }
    return LOD_PIECES;
}

static void lose_common(lod_state *s, mk_log *log) {
    s->battle.common--;
    lose(s, ATTACKER, LOD_ACTIVE_WAR_PARTY, log);
}

/* Takes losses until they are enough; true if the British must choose between a Tory and a War
 * Party that fights as one (A4-5). */
static bool take_losses(lod_state *s, int who, mk_log *log) {
    lod_battle *b = &s->battle;
    while (b->value[who] < b->loss[who]) {
        lod_piece p = next_loss(s, who);
        if (p == LOD_PIECES) return false;
        bool party = p == LOD_TORY && common_left(s, who) > 0;
        if (party && count(s, LOD_TORY) > 0) {
            lod_begin(s, LOD_PH_BATTLE_LOSS, LOD_BRITISH, b->at, 0, 0);
            return true;
        }
        if (party)
            lose_common(s, log);
        else
            lose(s, who, p, log);
    }
    return false;
}

void lod_battle_loss_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, LOD_V_REMOVE, LOD_TORY, 0, 0);
    mk_offer(out, LOD_V_REMOVE, LOD_ACTIVE_WAR_PARTY, 0, 0);
}

const char *lod_battle_loss_why_not(const void *state, mk_action a) {
    (void)state;
    FORBID("lod.3.6.7", a.a != LOD_TORY && a.a != LOD_ACTIVE_WAR_PARTY);
    return NULL;
}

void lod_battle_loss_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.a == LOD_TORY)
        lose(s, ATTACKER, LOD_TORY, log);
    else
        lose_common(s, log);
    lod_finish(s);
}

/* ---- 3.6.8: Win the Day ---- */

static bool eliminated(const lod_state *s, lod_side side) {
    mk_set64 seen = lod_pieces_of_side(side) & ~LOD_KIND(hidden_of(side));
    return lod_count(s, s->battle.at, seen) == 0;
}

/* The survivor; or who lost fewer pieces, the defender if equal; nobody if nobody is left. */
static int find_winner(const lod_state *s) {
    const lod_battle *b = &s->battle;
    bool gone[2] = {eliminated(s, side_at(s, ATTACKER)), eliminated(s, side_at(s, DEFENDER))};
    if (RULE("lod.3.6.8", gone[ATTACKER] && gone[DEFENDER])) return -1;
    if (RULE("lod.3.6.8", gone[ATTACKER] != gone[DEFENDER]))
        return gone[ATTACKER] ? DEFENDER : ATTACKER;
    return RULE("lod.3.6.8", b->lost[ATTACKER] < b->lost[DEFENDER]) ? ATTACKER : DEFENDER;
}

static int shifts_won(const lod_state *s, int loser) {
    int shifts = least(s->battle.lost[loser] / 2, MOST_SHIFTS);
    bool aside = RULE("lod.3.6.1", s->battle.attacker == LOD_FRENCH && !s->battle.ally);
    bool washington = s->battle.winner == LOD_REBELLION && leader_here(s, LOD_PATRIOTS) && !aside &&
                      lod_count(s, s->battle.at, LOD_PATRIOT_PIECES) > 0;
    return RULE("lod.1.10", washington) ? 2 * shifts : shifts;
}

static lod_level winners_level(const lod_state *s) {
    return s->battle.winner == LOD_ROYALISTS ? LOD_ACTIVE_SUPPORT : LOD_ACTIVE_OPPOSITION;
}

/* Spaces next to the Battle that can still shift the winner's way. */
static mk_set64 shiftable_near(const lod_state *s) {
    return lod_near(s, s->battle.at) & lod.populated & ~lod_at_level(s, winners_level(s));
}

static void win_battle(lod_state *s, mk_log *log) {
    lod_battle *b = &s->battle;
    int winner = find_winner(s);
    b->winner = -1;
    if (winner < 0) {
        mk_log_event(log, LOD_E_NO_WINNER, -1, MK_EVERYONE, 0, b->at);
        return;
    }
    int loser = winner == ATTACKER ? DEFENDER : ATTACKER;
    b->winner = (int8_t)side_at(s, winner);
    mk_log_event(log, LOD_E_WINS, -1, MK_EVERYONE, 0, b->winner, b->at);
    bool day = b->solid[loser] && b->lost[loser] >= 2 && b->at != LOD_WEST_INDIES;
    if (!RULE("lod.3.6.8", day)) return;
    b->wins_day = 1;
    int shifts = shifts_won(s, loser);
    mk_log_event(log, LOD_E_WINS_DAY, -1, MK_EVERYONE, 0, b->winner, (int16_t)shifts);
    b->shifts = (uint8_t)(shifts - lod_shift_toward(s, b->at, winners_level(s), shifts, log));
}

void lod_win_shift_list(const void *state, mk_actions *out) {
    MK_SET_EACH(space, shiftable_near(state)) mk_offer(out, LOD_V_SHIFT, space, 0, 0);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_win_shift_why_not(const void *state, mk_action a) {
    if (a.verb == LOD_V_SHIFT) FORBID("lod.3.6.8:shift", !mk_set_has(shiftable_near(state), a.a));
    return NULL;
}

void lod_win_shift_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_FINISH) {
        s->battle.shifts = 0;
    } else {
        lod_shift_toward(s, a.a, winners_level(s), 1, log);
        mk_top(&s->base)->b = --s->battle.shifts;
    }
    if (!s->battle.shifts || !shiftable_near(s)) lod_finish(s);
}

/* The French may move Blockades from the Battle City to another City. */
void lod_win_blockade_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    MK_SET_EACH(city, LOD_CITIES & ~MK_BIT(s->battle.at)) mk_offer(out, LOD_V_BLOCKADE, city, 0, 0);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_win_blockade_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_BLOCKADE)
        FORBID("lod.3.6.8:shift", !mk_set_has(LOD_CITIES, a.a) || a.a == s->battle.at);
    return NULL;
}

void lod_win_blockade_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    int at = s->battle.at;
    if (a.verb == LOD_V_BLOCKADE) {
        if (--s->blockades[at] == 0) s->blockaded &= ~MK_BIT(at);
        s->blockades[a.a]++;
        s->blockaded |= MK_BIT(a.a);
        mk_log_event(log, LOD_E_BLOCKADE, LOD_FRENCH, MK_EVERYONE, 0, a.a, s->fni);
    }
    if (a.verb == LOD_V_FINISH || !mk_set_has(s->blockaded, at)) lod_finish(s);
}

/* ---- What to expect ---- */

enum { MOST_ROLLED = LOD_BATTLE_DICE * D3 };

/* In how many ways so many dice make each sum. */
static void ways_to_roll(int dice, int ways[MOST_ROLLED + 1]) {
    for (int sum = 0; sum <= MOST_ROLLED; sum++) ways[sum] = sum == 0;
    for (int i = 0; i < dice; i++) {
        for (int sum = MOST_ROLLED; sum >= 0; sum--) {
            ways[sum] = 0;
            for (int die = 1; die <= D3 && die <= sum; die++) ways[sum] += ways[sum - die];
        }
    }
}

/* The losses of these Loss Levels, and who wins. */
static void count_outcome(lod_state *trial, int ways, lod_forecast *out) {
    lod_battle *b = &trial->battle;
    for (int who = ATTACKER; who <= DEFENDER; who++) {
        take_losses(trial, who, NULL);
        if (b->lost[who] < out->least[who]) out->least[who] = b->lost[who];
        if (b->lost[who] > out->most[who]) out->most[who] = b->lost[who];
    }
    int winner = find_winner(trial);
    if (winner >= 0) out->wins[winner] += ways;
    out->of += ways;
}

lod_forecast lod_battle_forecast(const lod_state *s, int space, bool ally) {
    lod_state trial = *s;
    int ways[2][MOST_ROLLED + 1], added[2] = {0, 0};
    lod_forecast out = {.least = {UINT8_MAX, UINT8_MAX}};
    trial.battle = (lod_battle){.at = (uint8_t)space,
                                .attacker = lod_current_const(s)->faction,
                                .ally = ally,
                                .winner = -1};
    lod_appraise_battle(&trial);
    out.battle = trial.battle;
    out.ally = ally_may_join(&trial);
    for (int who = ATTACKER; who <= DEFENDER; who++) {
        out.dice[who] = least(out.battle.force[who] / FORCE_PER_DIE, LOD_BATTLE_DICE);
        ways_to_roll(out.dice[who], ways[who]);
        for (int m = 0; m < LOD_MODIFIERS; m++) added[who] += out.battle.modifier[who][m];
    }
    for (int attack = 0; attack <= MOST_ROLLED; attack++) {
        for (int defence = 0; defence <= MOST_ROLLED; defence++) {
            int both = ways[ATTACKER][attack] * ways[DEFENDER][defence];
            if (!both) continue;
            trial = *s;
            trial.battle = out.battle;
            trial.battle.loss[DEFENDER] = (int8_t)(attack + added[DEFENDER]);
            trial.battle.loss[ATTACKER] = (int8_t)(defence + added[ATTACKER]);
            count_outcome(&trial, both, &out);
        }
    }
    return out;
}

/* ---- The procedure ---- */

void lod_begin_battle(lod_state *s, int space, mk_log *log) {
    const lod_command *c = lod_current_const(s);
    s->battle = (lod_battle){.at = (uint8_t)space, .attacker = c->faction, .winner = -1};
    lod_appraise_battle(s);
    mk_log_event(log, LOD_E_BATTLE, c->faction, MK_EVERYONE, 0, (int16_t)space);
    lod_begin(s, LOD_PH_BATTLE, c->faction, space, 0, 0);
}

/* True: someone must decide before the next one. */
static bool next_stage(lod_state *s, int stage, mk_log *log) {
    lod_battle *b = &s->battle;
    bool rebels_win = b->wins_day && b->winner == LOD_REBELLION;
    switch (stage) {
    case ASK_ALLY:
        if (!ally_may_join(s)) return false;
        lod_begin(s, LOD_PH_BATTLE_ALLY, b->attacker, b->at, 0, 0);
        return true;
    case ATTACKER_ACTIVATES:
        if (!attack_choices(s)) return false;
        lod_begin(s, LOD_PH_BATTLE_ATTACK, b->attacker, b->at, 0, 0);
        return true;
    case DEFENDER_ACTIVATES: {
        lod_side side = side_at(s, DEFENDER);
        if (!count(s, hidden_of(side))) return false;
        lod_begin(s, LOD_PH_BATTLE_DEFEND, decides_for(s, side), b->at, 0, 0);
        return true;
    }
    case ROLL: roll_losses(s, log); return false;
    case ATTACKER_LOSES:
        if (!take_losses(s, ATTACKER, log)) return false;
        b->stage = ATTACKER_LOSES; /* and again, until there are enough */
        return true;
    case DEFENDER_LOSES: take_losses(s, DEFENDER, log); return false;
    case FIND_WINNER: win_battle(s, log); return false;
    case SHIFT_ELSEWHERE: {
        if (!b->shifts || !shiftable_near(s)) return false;
        lod_faction who = b->winner == LOD_ROYALISTS ? LOD_BRITISH : LOD_PATRIOTS;
        lod_begin(s, LOD_PH_WIN_SHIFT, who, b->at, b->shifts, 0);
        return true;
    }
    case FREE_RALLY:
        return rebels_win &&
               lod_grant_command(s,
                                 (lod_grant){.faction = LOD_PATRIOTS,
                                             .kind = LOD_RALLY,
                                             .flags = LOD_FREE | LOD_LIMITED | LOD_OPTIONAL},
                                 log);
    default: /* MOVE_BLOCKADES */
        if (!rebels_win || !mk_set_has(s->blockaded, b->at)) return false;
        lod_begin(s, LOD_PH_WIN_BLOCKADE, LOD_FRENCH, b->at, 0, 0);
        return true;
    }
}

void lod_battle_step(void *state, mk_log *log) {
    lod_state *s = state;
    while (s->battle.stage < OVER) {
        if (next_stage(s, s->battle.stage++, log)) return;
    }
    s->battle = (lod_battle){.at = LOD_PLACES};
    lod_finish(s);
}
