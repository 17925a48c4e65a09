/* estimate.c - what the machine expects: the army a leader could gather, and how a battle between
 * forces that have not met yet would end. */
#include "estimate.h"

static int least(int a, int b) { return a < b ? a : b; }

/* ---- The army a leader could gather ---- */

/* The best go first: those that give most dice for their room. */
static const uint8_t order[] = {C77_REGULAR, C77_HESSIAN, C77_CONTINENTAL,
                                C77_TORY,    C77_INDIAN,  C77_MILITIA};

/* SP of a type that he could take, by whether they are supplied. */
static int free_sp(const c77_state *s, int leader, int place, int type, int mark) {
    int count = s->stack[place].sp[type * C77_MARKS + mark];
    if (c77_owner_of_bound(type) == leader) return count;
    int unbound = c77_unbound_fresh(s, place, type);
    return least(count, unbound > 0 ? unbound : 0);
}

static void take_up_to(const c77_state *s, int leader, int place, int type, int mark, int most,
                       c77_force *out) {
    int count = least(free_sp(s, leader, place, type, mark), most);
    if (count > 0) c77_take(out, type * C77_MARKS + mark, count);
}

/* Artillery as long as there is foot for it, then foot. */
static void gather(const c77_state *s, int leader, int place, int room, int mark, c77_force *out) {
    int side = c77_leader_side(leader), only = c77.leader[leader].only, foot = 0;
    for (int i = 0; i < (int)sizeof order; i++)
        if (c77.unit[order[i]].side == side) foot += free_sp(s, leader, place, order[i], mark);
    int guns = side == C77_BRITISH ? C77_ARTILLERY_B : C77_ARTILLERY_P;
    int rank = c77_face_of(s, leader)->rank;
    int most = least(least(foot, room / 2), c77.rank_artillery[rank] - c77_force_artillery(out));
    if (only == C77_NONE) take_up_to(s, leader, place, guns, mark, most, out);
    int before = c77_force_size(out);
    for (int i = 0; i < (int)sizeof order; i++) {
        if (c77.unit[order[i]].side != side || (only != C77_NONE && order[i] != only)) continue;
        take_up_to(s, leader, place, order[i], mark, room - (c77_force_size(out) - before), out);
    }
}

c77_force c77_best_force(const c77_state *s, int leader, int stays) {
    int place = s->at[leader], side = c77_leader_side(leader);
    c77_force f = {.leaders = MK_BIT(leader)};
    int room =
        least(c77.rank_sp[c77_face_of(s, leader)->rank], s->stack[place].total[side] - stays);
    if (room <= 0) return f;
    gather(s, leader, place, room, 0, &f);
    bool hungry = mk_set_has(s->unsupplied, leader) || c77_force_size(&f) == 0;
    if (hungry) gather(s, leader, place, room - c77_force_size(&f), C77_UNSUPPLIED, &f);
    return f;
}

/* ---- A battle ---- */

/* SP by what they give: [1] is out of supply. */
typedef struct {
    int full[2], half[2], guns[2];
} ranks;

static ranks count(const c77_force *f) {
    ranks r = {0};
    for (int sp_class = 0; sp_class < C77_SHIP * C77_MARKS; sp_class++) {
        const c77_unit *u = &c77.unit[c77_type_of(sp_class)];
        int *to = u->artillery ? r.guns : u->per_die > 1 ? r.half : r.full;
        to[sp_class & C77_UNSUPPLIED] += f->sp[sp_class];
    }
    return r;
}

/* c77.13.2: no more than the limit fight, the best of them. */
static int sp_dice(const ranks *r, int gun_dice) {
    int foot = r->full[0] + r->full[1] + r->half[0] + r->half[1];
    int room = least(r->guns[0] + r->guns[1], least(foot, c77.battle_limit / 2));
    int left = c77.battle_limit - room, dice = 0;
    for (int out = 0; out < 2; out++) {
        int guns = least(r->guns[out], room), full = least(r->full[out], left);
        int half = least(r->half[out], left - full);
        room -= guns;
        left -= full + half;
        dice += (gun_dice * guns + full + half / 2) / (out ? c77.unsupplied_divides : 1);
    }
    return dice;
}

static int leader_dice(const c77_state *s, mk_set64 leaders, bool attacks) {
    int best = -1, rating = 0;
    MK_SET_EACH(l, leaders) {
        const c77_face *f = c77_face_of(s, l);
        if (c77_standing(s, l) <= best) continue;
        best = c77_standing(s, l);
        rating = attacks ? f->attack : f->defense;
    }
    return rating + (leaders ? mk_set_size(leaders) - 1 : 0);
}

static int nation_dice(const c77_force *f) {
    bool british = false, hessian = false;
    MK_SET_EACH(l, f->leaders) {
        hessian |= c77.leader[l].hessian;
        british |= !c77.leader[l].hessian && c77.leader[l].only == C77_NONE;
    }
    int dice = 0;
    if (c77_force_type(f, C77_REGULAR)) dice += 1 + british;
    if (c77_force_type(f, C77_HESSIAN)) dice += 1 + hessian;
    return dice;
}

int c77_guess_dice(const c77_state *s, const c77_force *f, bool attacks) {
    ranks r = count(f);
    if (f->kosciuszko) r.guns[0] += c77.kosciuszko_counts_as;
    int dice = sp_dice(&r, attacks ? c77.artillery_attacks : c77.artillery_defends);
    return dice + leader_dice(s, f->leaders, attacks) + nation_dice(f);
}

static int root(int n) {
    int r = 0;
    while ((r + 1) * (r + 1) <= n) r++;
    return r;
}

/* Each die hits with one in six: the difference of the hits is about normal. The attacker must hit
 * more often than he is hit (c77.13.5). */
int c77_chance(int attack, int defense) {
    int chance = 50 + 400 * (attack - defense - 3) / (root(500 * (attack + defense)) + 1);
    return chance < 1 ? 1 : chance > 99 ? 99 : chance;
}

void c77_join(c77_force *f, const c77_force *other) {
    mk_force_merge(f->sp, other->sp);
    f->leaders |= other->leaders;
    f->kosciuszko |= other->kosciuszko;
}
