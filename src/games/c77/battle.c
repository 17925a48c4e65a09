/* battle.c - dice of battles and storms, losses, the winner (13.0, c77.14.5). */
#include "c77.h"

#include <string.h>

/* ---- Who fights ---- */

/* In a storm the defender is inside the fort; otherwise all are in the open. */
static int battle_place(const c77_state *s, int side) {
    const c77_battle *b = &s->battle;
    bool inside = b->kind == C77_BY_STORM && side != b->attacker;
    return inside ? c77_fort_place(c77_fort_at(b->at)) : b->at;
}

/* c77.19.1 to c77.19.3: garrison boxes (c77.2.1.11) take part in the battles of their city. */
static mk_set128 fighting_places(const c77_state *s, int side) {
    return MK_BIT128(battle_place(s, side)) | c77_boxes_of(s->battle.at);
}

static int present(const c77_state *s, int side, int sp_class) {
    int count = 0;
    MK_SET_EACH(place, fighting_places(s, side)) count += s->stack[place].sp[sp_class];
    return count;
}

static int fighting(const c77_state *s, int side, int sp_class) {
    return present(s, side, sp_class) - s->battle.held[side][sp_class];
}

static mk_set64 battle_leaders(const c77_state *s, int side) {
    mk_set64 leaders = 0;
    MK_SET_EACH(place, fighting_places(s, side)) leaders |= c77_leaders_at(s, place, side);
    return leaders;
}

static int alive(const c77_state *s, int side) {
    int total = 0;
    MK_SET_EACH(place, fighting_places(s, side)) total += s->stack[place].total[side];
    return total;
}

/* c77.16.4, c77.16.5: some lead only where all are of their kind. */
static bool may_be_senior(const c77_state *s, int side, int leader) {
    int only = c77.leader[leader].only;
    if (only == C77_NONE) return true;
    int of_kind = 0;
    for (int mark = 0; mark < C77_MARKS; mark++)
        of_kind += present(s, side, only * C77_MARKS + mark);
    return of_kind == alive(s, side);
}

/* c77.2.2.1: highest rank, then primary over subordinate. */
int c77_standing(const c77_state *s, int leader) {
    return 2 * c77_face_of(s, leader)->rank + (c77.leader[leader].kind == C77_PRIMARY);
}

/* Of several equals the owner chooses. */
mk_set64 c77_seniors(const c77_state *s, int side) {
    mk_set64 seniors = 0;
    int best = -1;
    MK_SET_EACH(l, battle_leaders(s, side)) {
        if (!may_be_senior(s, side, l)) continue;
        int standing = c77_standing(s, l);
        if (standing > best) {
            best = standing;
            seniors = 0;
        }
        if (standing == best) mk_set_add(&seniors, l);
    }
    return seniors;
}

/* ---- Dice ---- */

static int least(int a, int b) { return a < b ? a : b; }

static int artillery_type(int side) {
    return side == C77_BRITISH ? C77_ARTILLERY_B : C77_ARTILLERY_P;
}

/* How the dice of a side are counted in this battle. */
typedef struct {
    bool storm, inside; /* a storm, and it is the side inside the fort */
    int artillery;      /* dice for an SP of artillery */
    int times, divided; /* all dice but those of an expert */
    c77_expertise expert;
} terms;

/* c77.13.3 for battles; c77.14.5 for storms, outside and inside the fort. */
static terms terms_of(const c77_state *s, int side) {
    const c77_battle *b = &s->battle;
    bool attacks = side == b->attacker;
    if (b->kind != C77_BY_STORM) {
        bool landing = attacks && RULE("c77.17.2", b->kind == C77_BY_LANDING);
        return (terms){.artillery = attacks ? c77.artillery_attacks : c77.artillery_defends,
                       .times = 1,
                       .divided = landing ? c77.landing_divides : 1,
                       .expert = C77_BATTLE_WINNER};
    }
    if (!attacks)
        return (terms){.storm = true,
                       .inside = true,
                       .artillery = c77.artillery_in_fort,
                       .times = c77.fort_multiplies,
                       .divided = 1,
                       .expert = C77_STORM_DEFENDER};
    bool defiance = RULE("c77.19.4", b->at == c77.mount_defiance);
    return (terms){.storm = true,
                   .artillery = defiance ? c77.artillery_storms_defiance : c77.artillery_storms,
                   .times = 1,
                   .divided = c77.storm_divides,
                   .expert = C77_STORM_ATTACKER};
}

/* Foot: a die for so many SP; in and before a fort for each, but Indians do not storm. Returns the
 * SP that count. */
static int count_foot(c77_dice *d, const terms *t) {
    int foot = 0;
    for (int type = 0; type < C77_TYPES; type++) {
        const c77_unit *u = &c77.unit[type];
        if (!u->per_die || (t->storm && !t->inside && !u->storms)) continue;
        for (int out = 0; out < 2; out++) {
            foot += d->sp[out][type];
            d->by_type[out][type] = d->sp[out][type] / (t->storm ? 1 : u->per_die);
        }
    }
    return foot;
}

/* Artillery, and with it Kosciuszko and the ship, up to the number of other SP: those in supply
 * first, the ship last. There is no such limit inside a fort, nor for a ship before one. */
static void count_guns(const c77_state *s, int side, c77_dice *d, const terms *t, int foot) {
    int type = artillery_type(side), left = t->inside ? C77_FAR : foot;
    bool engineer = side == C77_PATRIOT && RULE("c77.19.5", s->kosciuszko == battle_place(s, side));
    int guns[2] = {d->sp[0][type] + (engineer ? c77.kosciuszko_counts_as : 0), d->sp[1][type]};
    for (int out = 0; out < 2; out++) {
        int used = least(guns[out], left);
        d->by_type[out][type] = t->artillery * used;
        left -= used;
    }
    int ship = c77.ship_counts_as * d->sp[0][C77_SHIP];
    d->by_type[0][C77_SHIP] = c77.ship_dice * (t->storm ? ship : least(ship, left));
}

static int dice_of_sp(const c77_dice *d, int unsupplied) {
    int sum = 0;
    for (int type = 0; type < C77_TYPES; type++) sum += d->by_type[unsupplied][type];
    return sum;
}

/* Is there no SP in supply, the ship left aside? */
static bool wholly_unsupplied(const c77_dice *d) {
    for (int type = 0; type < C77_SHIP; type++)
        if (d->sp[0][type]) return false;
    return true;
}

/* c77.13.3.1: leaders out of supply, but for the senior one, add no dice in any way. */
static mk_set64 leaders_with_dice(const c77_state *s, int side) {
    mk_set64 leaders = battle_leaders(s, side), senior = 0;
    if (s->battle.senior[side] != C77_NONE) senior = MK_BIT(s->battle.senior[side]);
    return leaders & (~s->unsupplied | senior);
}

static bool fights_british_leader(const c77_state *s, bool hessian) {
    MK_SET_EACH(l, leaders_with_dice(s, C77_BRITISH)) {
        bool indian = c77.leader[l].only == C77_INDIAN;
        if (!indian && c77.leader[l].hessian == hessian) return true;
    }
    return false;
}

/* c77.16.6: Regulars and Hessians: a die if any is present, another with a leader of their own.
 * Dice of a nation that is wholly out of supply are halved with its SP. */
static void add_nations(const c77_state *s, int side, c77_dice *d) {
    if (side != C77_BRITISH) return;
    static const uint8_t type[] = {C77_REGULAR, C77_HESSIAN};
    for (int i = 0; i < 2; i++) {
        int supplied = d->sp[0][type[i]], out = d->sp[1][type[i]];
        if (!supplied && !out) continue;
        int dice = 1 + fights_british_leader(s, type[i] == C77_HESSIAN);
        if (supplied)
            d->nations += dice;
        else
            d->unsupplied += dice;
    }
}

static int further_leaders(const c77_state *s, int side) {
    mk_set64 others = leaders_with_dice(s, side);
    if (s->battle.senior[side] != C77_NONE) mk_set_remove(&others, s->battle.senior[side]);
    return mk_set_size(others);
}

static int expert_dice(const c77_state *s, int side, c77_expertise e) {
    int leader = s->expert[e];
    if (leader >= c77.leader_count || !mk_set_has(leaders_with_dice(s, side), leader)) return 0;
    return s->expert_level[e];
}

static int rating(const c77_state *s, int side) {
    int senior = s->battle.senior[side];
    if (senior == C77_NONE) return 0;
    const c77_face *f = c77_face_of(s, senior);
    return side == s->battle.attacker ? f->attack : f->defense;
}

/* Every source of dice, in the order of c77.13.3. c77.13.3.1, c77.14.5.1: dice of SP out of supply
 * are halved. c77.14.5: in a storm all dice are, if all SP are out of supply. */
c77_dice c77_dice_of(const c77_state *s, int side) {
    const c77_battle *b = &s->battle;
    terms t = terms_of(s, side);
    c77_dice d = {.times = t.times, .divided = t.divided};
    MK_SET_EACH(sp_class, c77.classes[side])
        d.sp[sp_class & C77_UNSUPPLIED][c77_type_of(sp_class)] += fighting(s, side, sp_class);
    count_guns(s, side, &d, &t, count_foot(&d, &t));
    d.supplied = dice_of_sp(&d, 0);
    d.unsupplied = dice_of_sp(&d, 1);
    d.rating = rating(s, side);
    d.leaders = further_leaders(s, side);
    if (t.storm && !t.inside && d.leaders) d.leaders = 1;
    add_nations(s, side, &d);
    if (t.storm && wholly_unsupplied(&d))
        d.divided *= c77.unsupplied_divides;
    else
        d.unsupplied /= c77.unsupplied_divides;
    bool attacks = side == b->attacker;
    d.surprise = attacks ? b->failed_avoids : b->surprises;
    d.planned = attacks ? b->planned : 0;
    d.expert = expert_dice(s, side, t.expert);
    d.total = d.supplied + d.unsupplied + d.rating + d.leaders + d.nations + d.surprise + d.planned;
    d.total = d.total * d.times / d.divided + d.expert;
    if (d.total < c77.minimum_dice) d.total = c77.minimum_dice;
    return d;
}

static int throw_each(c77_state *s, int side, int dice, mk_log *log) {
    int hits = 0;
    int16_t thrown[MK_EVENT_NUMBERS];
    for (int i = 0, n = 0; i < dice; i++) {
        thrown[n] = (int16_t)mk_die(&s->base.rng, C77_DIE);
        hits += thrown[n++] >= c77.hit;
        if (n < MK_EVENT_NUMBERS && i + 1 < dice) continue;
        mk_log_event_n(log, C77_E_THROW, side, MK_EVERYONE, MK_ROLLED, n, thrown);
        n = 0;
    }
    return hits;
}

static int roll_on_column(c77_state *s, int side, int dice, int column, mk_log *log) {
    c77_pair roll = c77_throw_pair(s);
    int losses = c77.loss[roll.sum][column];
    mk_log_event(log, C77_E_TABLE_DICE, side, MK_EVERYONE, MK_ROLLED, (int16_t)dice,
                 (int16_t)roll.sum, (int16_t)losses, (int16_t)roll.first);
    return losses;
}

/* c77.21.5: the column for this number of dice; one or two dice are thrown. For more dice than the
 * table has, the highest columns whose top numbers do not add up to more. */
static int losses_by_table(c77_state *s, int side, int dice, mk_log *log) {
    if (dice < c77.smallest_column) return throw_each(s, side, dice, log);
    for (int i = 0; i < c77.column_count; i++)
        if (dice <= c77.column_top[i]) return roll_on_column(s, side, dice, i, log);
    int losses = 0;
    for (int i = c77.column_count - 1; i >= 0; i--) {
        for (; dice >= c77.column_top[i]; dice -= c77.column_top[i])
            losses += roll_on_column(s, side, dice, i, log);
    }
    return losses;
}

static int sp_in_battle(const c77_state *s, int side) {
    int count = 0;
    for (int sp_class = 0; sp_class < C77_CLASSES; sp_class++)
        if (c77.unit[c77_type_of(sp_class)].side == side) count += fighting(s, side, sp_class);
    return count;
}

/* Where the dice of a side come from: the sum, then each kind of SP. */
static void tell_dice(int side, const c77_dice *d, mk_log *log) {
    mk_log_event(log, C77_E_DICE, side, MK_EVERYONE, 0, (int16_t)d->total, (int16_t)d->supplied,
                 (int16_t)d->unsupplied, (int16_t)d->rating, (int16_t)d->leaders,
                 (int16_t)d->nations, (int16_t)d->surprise, (int16_t)d->planned, (int16_t)d->expert,
                 (int16_t)d->times, (int16_t)d->divided);
    for (int type = 0; type < C77_TYPES; type++)
        for (int out = 0; out < 2; out++)
            if (d->sp[out][type])
                mk_log_event(log, C77_E_SP_DICE, side, MK_EVERYONE, 0, (int16_t)d->sp[out][type],
                             (int16_t)(type * C77_MARKS + out), (int16_t)d->by_type[out][type]);
}

/* c77.13.3.2: simultaneous; losses beyond the SP that take part are ignored. */
void c77_throw_dice(c77_state *s, mk_log *log) {
    c77_battle *b = &s->battle;
    c77_dice dice[C77_SIDES];
    mk_log_event(log, C77_E_BATTLE, b->attacker, MK_EVERYONE, 0, b->at, b->kind);
    for (int side = 0; side < C77_SIDES; side++) dice[side] = c77_dice_of(s, side);
    for (int i = 0; i < C77_SIDES; i++) {
        int side = i == 0 ? b->attacker : c77_enemy(b->attacker), enemy = c77_enemy(side);
        const c77_dice *d = &dice[side];
        tell_dice(side, d, log);
        int hits = c77_option(s, C77_OPTION_TWO_DICE) ? losses_by_table(s, side, d->total, log)
                                                      : throw_each(s, side, d->total, log);
        b->to_lose[enemy] = (uint8_t)least(hits, sp_in_battle(s, enemy));
    }
    b->fought = 1;
}

/* ---- Losses ---- */

/* c77.19.6: the ship counts as artillery when losses are spread. */
static int loss_type(int type) { return type == C77_SHIP ? C77_ARTILLERY_B : type; }

static int left_of(const c77_state *s, int side, int type) {
    int count = 0;
    for (int sp_class = 0; sp_class < C77_CLASSES; sp_class++)
        if (loss_type(c77_type_of(sp_class)) == type) count += fighting(s, side, sp_class);
    return count;
}

/* c77.13.3.3 Losses fall on the types in turn: none takes another until each type that still has SP
 * has taken as many. */
static const char *why_not_lose(const c77_state *s, int side, int sp_class, int place) {
    int type = loss_type(c77_type_of(sp_class));
    FORBID("c77.13.3.3:fights", c77.unit[type].side != side || fighting(s, side, sp_class) <= 0);
    FORBID("c77.13.3.3:fights",
           !mk_set_has(fighting_places(s, side), place) || !s->stack[place].sp[sp_class]);
    for (int other = 0; other < C77_SHIP; other++) {
        if (other == type || c77.unit[other].side != side || !left_of(s, side, other)) continue;
        FORBID("c77.13.3.3:turns", s->battle.type_lost[type] > s->battle.type_lost[other]);
    }
    return NULL;
}

static void lose(c77_state *s, int side, int sp_class, int place, mk_log *log) {
    c77_battle *b = &s->battle;
    c77_kill(s, place, sp_class, 1);
    b->type_lost[loss_type(c77_type_of(sp_class))]++;
    b->lost[side]++;
    b->to_lose[side]--;
    s->casualties[side]++; /* c77.13.3.4 */
    mk_log_event(log, C77_E_LOSS, side, MK_EVERYONE, 0, (int16_t)sp_class, (int16_t)place);
}

static void lose_all(c77_state *s, int side, mk_log *log) {
    MK_SET_EACH(place, fighting_places(s, side)) {
        for (int sp_class = 0; sp_class < C77_CLASSES; sp_class++) {
            if (c77.unit[c77_type_of(sp_class)].side != side) continue;
            while (s->stack[place].sp[sp_class] && fighting(s, side, sp_class) > 0)
                lose(s, side, sp_class, place, log);
        }
    }
    s->battle.to_lose[side] = 0;
}

/* The only way to take the next loss; false: there are several. */
static bool only_loss(const c77_state *s, int side, int *sp_class, int *place) {
    int ways = 0;
    MK_SET_EACH(p, fighting_places(s, side)) {
        for (int c = 0; c < C77_CLASSES; c++) {
            if (!s->stack[p].sp[c] || why_not_lose(s, side, c, p)) continue;
            ways++;
            *sp_class = c;
            *place = p;
        }
    }
    return ways == 1;
}

/* Takes losses as far as there is no choice. False: all are taken. */
bool c77_next_loss(c77_state *s, mk_log *log) {
    c77_battle *b = &s->battle;
    for (int i = 0; i < C77_SIDES; i++) {
        int side = i == 0 ? b->attacker : c77_enemy(b->attacker), sp_class = 0, place = 0;
        if (!b->to_lose[side]) continue;
        if (b->to_lose[side] >= sp_in_battle(s, side)) {
            lose_all(s, side, log);
        } else if (only_loss(s, side, &sp_class, &place)) {
            lose(s, side, sp_class, place, log);
        } else {
            mk_frame *f = mk_push(&s->base, C77_PH_LOSSES, side);
            f->a = b->at;
            f->b = b->to_lose[side];
        }
        return true;
    }
    return false;
}

void c77_losses_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    int side = c77_deciding(s);
    MK_SET_EACH(place, fighting_places(s, side)) {
        for (int sp_class = 0; sp_class < C77_CLASSES; sp_class++)
            if (s->stack[place].sp[sp_class] && !why_not_lose(s, side, sp_class, place))
                mk_offer(out, C77_V_LOSE, sp_class, place, 0);
    }
}

const char *c77_losses_why_not(const void *state, mk_action x) {
    return why_not_lose(state, c77_deciding(state), x.a, x.b);
}

void c77_losses_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    int side = c77_deciding(s);
    mk_pop(&s->base);
    lose(s, side, x.a, x.b, log);
}

/* ---- The winner ---- */

/* c77.13.8: who loses four or more and the battle also loses all that is out of supply. */
static void surrender(c77_state *s, int loser, mk_log *log) {
    c77_battle *b = &s->battle;
    if (!RULE("c77.13.8", b->lost[loser] >= c77.surrender_from)) return;
    int count = 0;
    MK_SET_EACH(place, fighting_places(s, loser)) {
        for (int sp_class = C77_UNSUPPLIED; sp_class < C77_CLASSES; sp_class += 2) {
            int sp = s->stack[place].sp[sp_class];
            if (!sp || c77.unit[c77_type_of(sp_class)].side != loser) continue;
            c77_kill(s, place, sp_class, sp);
            count += sp;
        }
    }
    if (!count) return;
    mk_count_add(&s->casualties[loser], count);
    mk_log_event(log, C77_E_SURRENDER, loser, MK_EVERYONE, 0, (int16_t)count, b->at);
}

/* c77.13.5 */
static int winner_of(const c77_state *s) {
    const c77_battle *b = &s->battle;
    int attacker = b->attacker, enemy = c77_enemy(attacker);
    bool attacker_left = alive(s, attacker), defender_left = alive(s, enemy);
    if (RULE("c77.13.5", attacker_left != defender_left)) return attacker_left ? attacker : enemy;
    return RULE("c77.13.5", b->lost[attacker] < b->lost[enemy]) ? attacker : enemy;
}

void c77_decide_battle(c77_state *s, mk_log *log) {
    c77_battle *b = &s->battle;
    if (b->kind == C77_BY_STORM) {
        c77_storm_result(s, log);
        return;
    }
    b->winner = (uint8_t)winner_of(s);
    int loser = c77_enemy(b->winner);
    mk_log_event(log, C77_E_WINNER, b->winner, MK_EVERYONE, 0, b->at, b->lost[b->winner],
                 b->lost[loser]);
    if (b->senior[b->winner] != C77_NONE) c77_feat_of(s, b->senior[b->winner], C77_BATTLE_WINNER);
    surrender(s, loser, log);
    b->step = C77_S_RETREAT_FORT;
}

/* ---- Before the dice: planning, the senior leader, who stays out ---- */

void c77_plan_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    mk_offer(out, C77_V_FIGHT, 0, 0, 0);
    if (s->act.points >= c77.cost_planning) mk_offer(out, C77_V_PLAN, 0, 0, 0);
}

const char *c77_plan_why_not(const void *state, mk_action x) {
    const c77_state *s = state;
    FORBID("c77.7.3.8:points", x.verb == C77_V_PLAN && s->act.points < c77.cost_planning);
    return NULL;
}

void c77_plan_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    if (x.verb == C77_V_PLAN) {
        c77_spend(s, c77.cost_planning);
        s->battle.planned++;
        mk_top(&s->base)->b = s->act.points;
        mk_log_event(log, C77_E_PLANNED, s->battle.attacker, MK_EVERYONE, 0, s->battle.planned);
        return;
    }
    mk_pop(&s->base);
}

void c77_senior_list(const void *state, mk_actions *out) {
    MK_SET_EACH(l, c77_seniors(state, c77_deciding(state))) mk_offer(out, C77_V_SENIOR, l, 0, 0);
}

const char *c77_senior_why_not(const void *state, mk_action x) {
    FORBID("c77.2.2.1", !mk_set_has(c77_seniors(state, c77_deciding(state)), x.a));
    return NULL;
}

void c77_senior_apply(void *state, mk_action x, mk_log *log) {
    (void)log;
    c77_state *s = state;
    s->battle.senior[c77_deciding(s)] = (uint8_t)x.a;
    mk_pop(&s->base);
}

/* c77.13.2: SP above the limit, the ship counted as it fights. */
int c77_excess(const c77_state *s, int side) {
    int count = 0;
    for (int sp_class = 0; sp_class < C77_CLASSES; sp_class++) {
        int type = c77_type_of(sp_class);
        if (c77.unit[type].side != side) continue;
        count += fighting(s, side, sp_class) * (type == C77_SHIP ? c77.ship_counts_as : 1);
    }
    return count - c77.battle_limit;
}

static const char *why_not_hold(const c77_state *s, int sp_class, int count) {
    int side = c77_deciding(s);
    FORBID("c77.13.2:too_many", count == 0 || c77.unit[c77_type_of(sp_class)].side != side);
    FORBID("c77.13.2:too_many", count > fighting(s, side, sp_class) || count > c77_excess(s, side));
    return NULL;
}

void c77_hold_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    int side = c77_deciding(s), excess = c77_excess(s, side);
    for (int sp_class = 0; sp_class < C77_CLASSES; sp_class++) {
        if (c77.unit[c77_type_of(sp_class)].side != side) continue;
        int most = least(least(fighting(s, side, sp_class), excess), 15);
        for (int n = 1; n <= most; n++) mk_offer(out, C77_V_HOLD, sp_class, n, 0);
    }
}

const char *c77_hold_why_not(const void *state, mk_action x) {
    return why_not_hold(state, x.a, x.b);
}

void c77_hold_apply(void *state, mk_action x, mk_log *log) {
    (void)log;
    c77_state *s = state;
    uint8_t *held = &s->battle.held[c77_deciding(s)][x.a];
    mk_count_add(held, x.b);
    mk_pop(&s->base);
}

/* ---- Expert leaders (c77.21.1) ---- */

int c77_expert_bonus(const c77_state *s, int leader, c77_expertise e) {
    return s->expert[e] == leader ? s->expert_level[e] : 0;
}

/* A success, if there is a marker to win or to improve. */
void c77_feat_of(c77_state *s, int leader, c77_expertise e) {
    if (!c77_option(s, C77_OPTION_EXPERTS)) return;
    bool own = s->expert[e] == leader && s->expert_level[e] < 2;
    if (!RULE("c77.21.1", own || s->expert[e] == C77_NONE)) return;
    if (s->feat_count == C77_MAX_FEATS) return;
    s->feat[s->feat_count++] = (c77_feat){(uint8_t)leader, (uint8_t)e};
    c77_call_aftermath(s);
}

static void award(c77_state *s, int leader, int e, mk_log *log) {
    for (int other = 0; other < C77_EXPERTS; other++) {
        if (other == e || s->expert[other] != leader) continue;
        s->expert[other] = C77_NONE; /* he returns the one he holds */
        s->expert_level[other] = 0;
    }
    s->expert[e] = (uint8_t)leader;
    s->expert_level[e]++;
    mk_log_event(log, C77_E_EXPERT, c77_leader_side(leader), MK_EVERYONE, 0, (int16_t)leader,
                 (int16_t)e, s->expert_level[e]);
}

static bool holds_another(const c77_state *s, int leader, int e) {
    for (int other = 0; other < C77_EXPERTS; other++)
        if (other != e && s->expert[other] == leader) return true;
    return false;
}

void c77_next_feat(c77_state *s, mk_log *log) {
    c77_feat feat = s->feat[0];
    memmove(s->feat, s->feat + 1, sizeof s->feat - sizeof s->feat[0]);
    s->feat[--s->feat_count] = (c77_feat){0, 0};
    int e = feat.expertise, leader = feat.leader;
    if (s->at[leader] >= C77_MAX_PLACES) return;
    if (s->expert[e] != C77_NONE && s->expert[e] != leader) return;
    c77_pair roll = c77_throw_pair(s);
    bool earned = RULE("c77.21.1", roll.sum < c77_face_of(s, leader)->leadership);
    mk_log_event(log, C77_E_EXPERT_ROLL, c77_leader_side(leader), MK_EVERYONE, MK_ROLLED,
                 (int16_t)leader, (int16_t)e, (int16_t)roll.sum, (int16_t)roll.first, earned,
                 (int16_t)(c77_face_of(s, leader)->leadership - 1));
    if (!earned) return;
    if (!holds_another(s, leader, e)) {
        award(s, leader, e, log);
        return;
    }
    mk_frame *f = mk_push(&s->base, C77_PH_EXPERT, c77_leader_side(leader));
    f->a = (int16_t)leader;
    f->b = (int16_t)e;
}

void c77_expert_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, C77_V_CLAIM, 0, 0, 0);
    mk_offer(out, C77_V_DECLINE, 0, 0, 0);
}

const char *c77_expert_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x; /* he may take it or keep the one he has */
    return NULL;
}

void c77_expert_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_frame f = *mk_top(&s->base);
    mk_pop(&s->base);
    if (x.verb == C77_V_CLAIM) award(s, f.a, f.b, log);
}
