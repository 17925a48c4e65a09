/* What is hidden, and dealing it anew: `determinize` can deal the truth, deals labels uniformly
 * where nothing was seen, keeps what was seen and what everybody can count, and never changes what
 * a seat is shown. (p77.fog, p77.fog.battle, p77.fog.reserve, p77.fog.after, p77.fog.eliminated,
 * p77.boxes.hidden) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "board.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static p77_state deal(const p77_state *s, int seat, mk_rng *rng) {
    p77_state dealt = *s;
    p77_determinize(&dealt, seat, rng);
    return dealt;
}

/* Equal but for the dice, which a deal always throws away. */
static bool same(const p77_state *a, const p77_state *b) {
    p77_state x = *a;
    x.base.rng = b->base.rng;
    return memcmp(&x, b, sizeof x) == 0;
}

/* The truth without what other seats do not see of it: a group that gathers or rests. */
static p77_state as_seen(const p77_state *s, int seat) {
    p77_state seen = *s;
    int phase = mk_top_const(&s->base)->phase;
    if (mk_seat(game, s) == seat || (phase != P77_PH_MUSTER && phase != P77_PH_ON_THE_MARCH))
        return seen;
    mk_pop(&seen.base);
    seen.group = seen.taken = seen.left = 0;
    return seen;
}

/* The blocks of both sides that a seat cannot name. */
static mk_set64 hidden_from(const p77_state *s, int seat) {
    mk_set64 hidden = 0;
    MK_SET_EACH(u, p77.all_units) {
        if (p77_hidden_from(s, u, seat)) hidden |= MK_BIT(u);
    }
    return hidden;
}

/* A player who chooses a verb first and then one of its actions, or any action: the first seeks
 * battles, however many marches there are, the second gathers large groups for them. */
static mk_action some_action(const void *state, mk_rng *rng) {
    static mk_actions all;
    mk_list(game, state, &all);
    if (mk_below(rng, 2)) return all.list[mk_below(rng, (uint32_t)all.count)];
    bool seen[P77_VERBS] = {0};
    int verbs[P77_VERBS], count = 0;
    for (int i = 0; i < all.count; i++) {
        int offered = all.list[i].verb;
        if (!seen[offered]) verbs[count++] = offered;
        seen[offered] = true;
    }
    int verb = verbs[mk_below(rng, (uint32_t)count)], last = 0;
    for (int i = 0; i < all.count; i++) {
        if (all.list[i].verb == verb) all.list[last++] = all.list[i];
    }
    return all.list[mk_below(rng, (uint32_t)last)];
}

/* ---- The truth is among the deals --------------------------------------- */

static bool truth_is_dealt(const p77_state *s, int seat, mk_rng *rng) {
    p77_state truth = as_seen(s, seat);
    for (int i = 0; i < 40000; i++) {
        p77_state dealt = deal(s, seat, rng);
        if (same(&dealt, &truth)) return true;
    }
    return false;
}

static void assert_truth_is_dealt(const p77_state *s, mk_rng *rng) {
    for (int seat = 0; seat < P77_SIDES; seat++) {
        if (truth_is_dealt(s, seat, rng)) continue;
        mk_text dump = {0};
        mk_dump(game, s, MK_EVERYTHING, MK_DUMP_ALL, &dump);
        print_error("phase %s\n%s", mk_phase_of(game, s)->name, dump.p);
        mk_text_free(&dump);
        fail_msg("seat %d is never dealt the truth", seat);
    }
}

/* Four blocks a side, next to each other, play a turn: long enough for battles of every kind. */
static void the_truth_can_be_dealt(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 77);
    int large = 0, phases[P77_PHASES] = {0};
    for (int n = 0; n < 60; n++) {
        p77_state s;
        begin_empty(&s, WITHOUT_BOXES,
                    "b_bde1,b_art1,h_loos,cornwallis.at=newark "
                    "a_scott,m_potter,m_irvine,greene.at=hockessin phase=movement");
        s.active = s.first = (uint8_t)(n & 1);
        set(&s, "phase=movement");
        mk_rng_seed(&s.base.rng, (uint64_t)n);
        while (mk_seat(game, &s) != MK_OVER && s.base.turn == 5) {
            phases[mk_top(&s.base)->phase]++;
            large += s.battle.at != P77_NO_SPACE && s.battle.kind == P77_LARGE;
            assert_truth_is_dealt(&s, &rng);
            mk_apply(game, &s, some_action(&s, &rng), NULL);
        }
    }
    assert_true(large > 0);
    assert_true(phases[P77_PH_MUSTER] && phases[P77_PH_ON_THE_MARCH] && phases[P77_PH_DEPLOY]);
    assert_true(phases[P77_PH_TAKE_HITS] && phases[P77_PH_RETREAT] && phases[P77_PH_FLEE]);
}

static void the_truth_can_be_dealt_with_boxes(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 78);
    p77_state s;
    begin_empty(&s, WITH_BOXES,
                "b_bde1,b_art1,b_bde2,h_loos,howe,cornwallis.at=newark b_bde1,b_art1.box=howe "
                "b_bde2.box=cornwallis a_scott,a_nash,greene,sullivan.at=hockessin "
                "a_scott.box=greene phase=movement");
    assert_truth_is_dealt(&s, &rng);
}

/* ---- Labels are uniform where nothing was seen --------------------------- */

enum { DEALS = 20000 };

static double chi_square(const int *counts, int cells, int total) {
    double expected = (double)total / cells, sum = 0;
    for (int i = 0; i < cells; i++) {
        double off = counts[i] - expected;
        sum += off * off / expected;
    }
    return sum;
}

/* The bound that a fair deal exceeds once in a thousand times (after Wilson and Hilferty). */
static double chi_square_bound(int freedom) {
    double a = 2.0 / (9.0 * freedom), root = 1 - a + 3.09 * sqrt(a);
    return freedom * root * root * root;
}

static void assert_uniform(const int *counts, int cells, int total, const char *what) {
    double is = chi_square(counts, cells, total), bound = chi_square_bound(cells - 1);
    if (is > bound) fail_msg("%s: chi-square %.1f, at most %.1f", what, is, bound);
}

/* Who stands in a location that holds one block of the side; counted by label. */
static void count_labels(const p77_state *s, int seat, int at, p77_side side, int *counts,
                         mk_rng *rng) {
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(s, seat, rng);
        mk_set64 here = p77_at(&dealt, at, side);
        assert_int_equal(mk_set_size(here), 1);
        counts[mk_set_first(here)]++;
    }
}

/* The counts of these units only; all others must be zero. */
static void assert_uniform_labels(const int *counts, mk_set64 among, const char *what) {
    int cell[P77_MAX_UNITS], cells = 0;
    for (int u = 0; u < p77.unit_count; u++) {
        if (mk_set_has(among, u))
            cell[cells++] = counts[u];
        else
            assert_int_equal(counts[u], 0);
    }
    assert_uniform(cell, cells, DEALS, what);
}

static void every_order_is_equally_likely(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 79);
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "a_scott.at=newark m_potter.at=newport a_art1.at=hockessin greene.at=concord "
                "b_bde1.at=head_of_elk phase=movement");
    static const char *const places[] = {"newark", "newport", "hockessin", "concord"};
    int counts[256] = {0}, cells[24], used = 0;
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(&s, P77_BRITISH, &rng);
        static const char *const units[] = {"a_scott", "m_potter", "a_art1", "greene"};
        int order = 0;
        for (int p = 0; p < 4; p++) {
            for (int u = 0; u < 4; u++) {
                if (dealt.at[unit(units[u])] == space(places[p])) order = order * 4 + u;
            }
        }
        counts[order]++;
    }
    for (int i = 0; i < 256; i++) {
        if (counts[i]) assert_true(used < 24), cells[used++] = counts[i];
    }
    assert_int_equal(used, 24);
    assert_uniform(cells, 24, DEALS, "orders of four blocks");
}

/* A game set up at random, British to move: any American label may be anywhere. */
static void labels_are_uniform_before_a_battle(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 80);
    p77_state s;
    begin(&s, WITHOUT_BOXES, 5);
    while (mk_top(&s.base)->phase != P77_PH_MOVEMENT)
        mk_apply(game, &s, some_action(&s, &rng), NULL);
    int alone = -1;
    for (int at = 0; at < p77.space_count; at++) {
        if (mk_set_size(p77_at(&s, at, P77_AMERICAN)) == 1) alone = at;
    }
    assert_true(alone >= 0);
    int counts[P77_MAX_UNITS] = {0};
    count_labels(&s, P77_BRITISH, alone, P77_AMERICAN, counts, &rng);
    assert_uniform_labels(counts, p77.of_side[P77_AMERICAN], "a lone block, for the British");
    memset(counts, 0, sizeof counts);
    count_labels(&s, MK_SPECTATOR, alone, P77_AMERICAN, counts, &rng);
    assert_uniform_labels(counts, p77.of_side[P77_AMERICAN], "a lone block, for spectators");
}

/* The reserve of a battle may be any block that is hidden, wherever it really is. */
static void labels_in_reserve_are_uniform(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 81);
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "a_scott,a_nash,a_ogden,m_potter.at=hockessin a_art1,greene,m_irvine.at=newport "
                "b_bde1,b_bde2,b_bde3.at=hockessin b_bde1,b_bde2,b_bde3.attack_from=kennetsquare "
                "phase=battles");
    ACT(&s, "deploy a_scott left", "deploy a_nash center", "deploy a_ogden right",
        "deploy m_potter reserve", "deploy b_bde1 left", "deploy b_bde2 center",
        "deploy b_bde3 right");
    mk_set64 hidden = MK_BIT(unit("m_potter")) | MK_BIT(unit("a_art1")) | MK_BIT(unit("greene")) |
                      MK_BIT(unit("m_irvine"));
    assert_true(hidden_from(&s, P77_BRITISH) == hidden);
    int counts[P77_MAX_UNITS] = {0};
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(&s, P77_BRITISH, &rng);
        mk_set64 reserve = dealt.battle.position[P77_RESERVE] & p77.of_side[P77_AMERICAN];
        assert_int_equal(mk_set_size(reserve), 1);
        counts[mk_set_first(reserve)]++;
    }
    assert_uniform_labels(counts, hidden, "the reserve");
}

/* While the Americans deploy, their positions are as unknown as everything else. */
static void labels_in_deployment_are_uniform(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 82);
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "a_scott,a_nash,a_ogden,m_potter.at=hockessin a_art1.at=newport "
                "b_bde1,b_bde2,b_bde3.at=hockessin b_bde1,b_bde2,b_bde3.attack_from=kennetsquare "
                "phase=battles");
    ACT(&s, "deploy a_scott left", "deploy a_nash center", "deploy a_ogden right",
        "deploy m_potter left", "deploy b_bde1 left");
    int counts[P77_MAX_UNITS] = {0};
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(&s, P77_BRITISH, &rng);
        mk_set64 center = dealt.battle.position[P77_CENTER] & p77.of_side[P77_AMERICAN];
        assert_int_equal(mk_set_size(center), 1);
        counts[mk_set_first(center)]++;
    }
    assert_uniform_labels(counts, hidden_from(&s, P77_BRITISH), "the center");
    /* Of the British, who are still deploying, the Americans know only that one is placed. */
    memset(counts, 0, sizeof counts);
    int at[P77_POSITIONS] = {0};
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(&s, P77_AMERICAN, &rng);
        mk_set64 placed = 0;
        for (int p = 0; p < P77_POSITIONS; p++)
            placed |= dealt.battle.position[p] & p77.of_side[P77_BRITISH];
        assert_int_equal(mk_set_size(placed), 1);
        counts[mk_set_first(placed)]++;
        at[p77_position_of(&dealt, mk_set_first(placed))]++;
    }
    assert_uniform_labels(counts, hidden_from(&s, P77_AMERICAN), "the first of the British");
    assert_int_equal(at[P77_RESERVE], 0); /* three blocks for three positions */
    assert_uniform(at, 3, DEALS, "where he stands");
}

/* Blocks that are known stand anywhere in a line that is not yet revealed. */
static void positions_of_known_blocks_are_dealt(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 90);
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "a_scott,a_nash,a_ogden,m_potter.at=hockessin "
                "a_scott,a_nash,a_ogden,m_potter.known=1 b_bde1,b_bde2,b_bde3.at=hockessin "
                "b_bde1,b_bde2,b_bde3.attack_from=kennetsquare phase=battles");
    ACT(&s, "deploy a_scott left", "deploy a_nash center", "deploy a_ogden right",
        "deploy m_potter reserve");
    int counts[P77_MAX_UNITS] = {0};
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(&s, P77_BRITISH, &rng);
        for (int p = 0; p < P77_POSITIONS; p++)
            assert_int_equal(mk_set_size(dealt.battle.position[p]), 1);
        counts[mk_set_first(dealt.battle.position[P77_CENTER])]++;
    }
    assert_uniform_labels(counts, p77_at(&s, space("hockessin"), P77_AMERICAN), "the center");
}

/* How much was lost is known, not by whom: of three blocks that lost one SP together, each may be
 * the one. */
static void losses_are_dealt_anew(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 87);
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "a_scott,a_nash,m_potter,greene.at=newport a_scott.sp=3 b_bde1.at=head_of_elk "
                "phase=movement");
    int counts[P77_MAX_UNITS] = {0};
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(&s, P77_BRITISH, &rng);
        int losers = 0;
        MK_SET_EACH(u, p77_at(&dealt, space("newport"), P77_AMERICAN)) {
            int lost = p77.unit[u].sp - dealt.sp[u];
            assert_in_range(lost, 0, 1);
            counts[u] += lost;
            losers += lost;
        }
        assert_int_equal(losers, 1);
    }
    /* A leader has only one SP and would be dead. */
    assert_uniform_labels(counts,
                          MK_BIT(unit("a_scott")) | MK_BIT(unit("a_nash")) |
                              MK_BIT(unit("m_potter")),
                          "one loss among three");
}

static void the_dice_are_dealt_anew(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 88);
    p77_state s;
    begin(&s, WITHOUT_BOXES, 9);
    int sames = 0;
    p77_state one = deal(&s, P77_BRITISH, &rng), two = deal(&s, P77_BRITISH, &rng);
    for (int i = 0; i < 100; i++) {
        int real = mk_die(&s.base.rng, 6), first = mk_die(&one.base.rng, 6);
        sames += real == first;
        sames += mk_die(&two.base.rng, 6) == first;
    }
    assert_in_range(sames, 10, 60); /* of 200, a sixth */
}

/* ---- What was seen stays ------------------------------------------------ */

static void assert_unit_stays(const p77_state *s, const p77_state *dealt, int u) {
    if (s->at[u] != dealt->at[u] || s->sp[u] != dealt->sp[u])
        fail_msg("%s was at %d with %d SP, it is dealt to %d with %d", p77.unit[u].name.id,
                 s->at[u], s->sp[u], dealt->at[u], dealt->sp[u]);
    assert_int_equal(p77_position_of(s, u), p77_position_of(dealt, u));
}

static void blocks_that_were_seen_stay(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 83);
    p77_state s;
    begin(&s, WITHOUT_BOXES, 6);
    while (mk_top(&s.base)->phase != P77_PH_MOVEMENT)
        mk_apply(game, &s, some_action(&s, &rng), NULL);
    set(&s, "active=british first=british phase=movement");
    set(&s, "a_scott,a_nash,a_ogden,m_potter.at=hockessin a_nash.sp=2 "
            "b_bde1,b_bde2,b_bde3,b_art1.at=hockessin "
            "b_bde1,b_bde2,b_bde3,b_art1.attack_from=kennetsquare b_bde2.sp=1 phase=battles");
    while (mk_top(&s.base)->phase != P77_PH_DEPLOY) act(&s, "attack hockessin");
    ACT(&s, "deploy a_scott left", "deploy a_nash center", "deploy a_ogden right",
        "deploy m_potter reserve", "deploy b_bde1 left", "deploy b_bde2 center",
        "deploy b_bde3 right", "deploy b_art1 reserve");
    static const char *const seen[][3] = {[P77_BRITISH] = {"b_bde1", "b_bde2", "b_bde3"},
                                          [P77_AMERICAN] = {"a_scott", "a_nash", "a_ogden"}};
    /* In battle, and after the Americans left together and unhurt, and the British stayed. */
    for (int after = 0; after < 2; after++) {
        for (int i = 0; i < 200; i++) {
            for (int seat = MK_SPECTATOR; seat < P77_SIDES; seat++) {
                p77_state dealt = deal(&s, seat, &rng);
                for (int side = 0; side < P77_SIDES; side++) {
                    for (int k = 0; k < 3; k++) assert_unit_stays(&s, &dealt, unit(seen[side][k]));
                }
                if (seat != MK_SPECTATOR) { /* and one's own, all of them */
                    MK_SET_EACH(u, p77.of_side[seat]) assert_unit_stays(&s, &dealt, u);
                }
            }
        }
        if (after) break;
        FEED(&s, 3, 3, 3, 3, 3, 3, 3, 3, 3);
        act(&s, "recall a_scott"); /* its position is empty: a retreat under fire */
        act(&s, "retreat newport");
        assert_int_equal(s.at[unit("a_scott")], space("newport"));
        mk_rng_seed(&s.base.rng, 1);
    }
}

/* Seen once, but its stack parted: it may be anybody again. */
static void blocks_that_parted_are_forgotten(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 84);
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "a_scott,a_nash.at=newport a_scott,a_nash.known=1 a_art1.at=concord "
                "b_bde1.at=head_of_elk active=american phase=movement");
    p77_state dealt = deal(&s, P77_BRITISH, &rng);
    assert_true(same(&dealt, &s)); /* nothing is unknown yet */
    act(&s, "march a_scott wilmington");
    int counts[P77_MAX_UNITS] = {0};
    count_labels(&s, P77_BRITISH, space("wilmington"), P77_AMERICAN, counts, &rng);
    assert_uniform_labels(counts,
                          MK_BIT(unit("a_scott")) | MK_BIT(unit("a_nash")) | MK_BIT(unit("a_art1")),
                          "after parting");
}

/* A leader gathers his group, takes units along, rests halfway: to the others his side moves, and
 * any of its blocks may be anyone. */
static void a_group_that_gathers_is_not_seen(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 89);
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "greene,a_nash,a_ogden.at=newport stirling,a_scott.at=concord "
                "b_bde1.at=head_of_elk active=american phase=movement");
    ACT(&s, "lead greene", "take a_nash");
    for (int halfway = 0; halfway < 2; halfway++) {
        int counts[P77_MAX_UNITS] = {0};
        for (int i = 0; i < DEALS; i++) {
            p77_state dealt = deal(&s, P77_BRITISH, &rng);
            assert_int_equal(mk_top(&dealt.base)->phase, P77_PH_MOVEMENT);
            assert_true(!dealt.group && !dealt.taken && !dealt.left);
            counts[mk_set_first(p77_at(&dealt, space("newport"), P77_AMERICAN))]++;
        }
        if (halfway) { /* one block is left in Newport */
            assert_uniform_labels(counts, hidden_from(&s, P77_BRITISH), "who stayed");
            break;
        }
        p77_state own = deal(&s, P77_AMERICAN, &rng);
        assert_int_equal(mk_top(&own.base)->phase, P77_PH_MUSTER); /* its owner sees it */
        assert_true(own.group == s.group);
        act(&s, "go wilmington");
        assert_int_equal(mk_top(&s.base)->phase, P77_PH_ON_THE_MARCH);
    }
}

/* A move that an overrun interrupted may be led by any leader who can take so many so far. */
static void who_leads_an_overrun_is_dealt(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 91);
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "cornwallis,b_bde1,b_bde2,b_bde3,h_loos.at=hockessin howe,b_art1.at=head_of_elk "
                "knyphausen,h_stirn,h_donop.at=newark m_potter.at=newport washington.at=worcester "
                "phase=movement");
    ACT(&s, "lead cornwallis", "take b_bde1", "take h_loos", "go newport");
    assert_int_equal(mk_top(&s.base)->phase, P77_PH_RETREAT);
    int counts[P77_MAX_UNITS] = {0};
    for (int i = 0; i < DEALS; i++) {
        char why[200];
        p77_state dealt = deal(&s, P77_AMERICAN, &rng);
        if (!mk_check(game, &dealt, why, sizeof why)) fail_msg("%s", why);
        int leader = p77_frame(&dealt, P77_PH_MARCH)->a;
        assert_true(mk_set_has(dealt.group, leader));
        assert_int_equal(mk_set_size(dealt.group), 3);
        assert_int_equal(dealt.at[leader], space("newport"));
        counts[leader]++;
        if (leader == unit("knyphausen"))
            assert_true(!(dealt.group & ~p77.hessian_infantry & ~MK_BIT(leader)));
        /* Whether he can go on depends on who he is. */
        act(&dealt, "retreat wilmington");
        bool goes_on = mk_top(&dealt.base)->phase == P77_PH_ON_THE_MARCH;
        assert_int_equal(goes_on, leader == unit("cornwallis"));
    }
    assert_uniform_labels(counts,
                          MK_BIT(unit("howe")) | MK_BIT(unit("cornwallis")) |
                              MK_BIT(unit("knyphausen")),
                          "who leads");
}

/* Militia fled, its side retreats under fire and the owner has hits to give in secret: strengths
 * are unknown now, and the fled are still militia. */
static void deals_differ_while_hits_are_taken(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 85);
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "m_potter,m_irvine,m_lacey,m_newcomb,m_forman,a_scott.at=hockessin "
                "b_bde1,b_bde2.at=hockessin b_bde1,b_bde2.attack_from=kennetsquare "
                "a_nash,a_ogden,a_stone,a_conway,a_weedon,a_hartley.at=concord "
                "m_rodney,m_evans,a_art1,a_art2,washington,greene,sullivan.at=worcester "
                "a_scott.sp=3 phase=battles");
    const int results[] = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, /* Americans */
                           1, 1, 1, 1,                            /* b_bde1: four flee */
                           1, 6, 6, 6,                            /* b_bde2: the others */
                           6, 6, 6, 6, 3, 3, 3, 3};               /* both, at the retreat */
    feed(&s, results, (int)(sizeof results / sizeof *results));
    ACT(&s, "fire m_potter", "fire m_irvine", "fire m_lacey", "fire m_newcomb", "fire m_forman",
        "fire a_scott", "fire b_bde1", "flee m_potter", "flee m_irvine", "flee m_lacey",
        "flee m_newcomb", "fire b_bde2", "lose a_scott", "lose a_scott", "lose a_scott");
    assert_int_equal(mk_set_size(s.battle.fled), 5);
    assert_int_equal(mk_top(&s.base)->phase, P77_PH_TAKE_HITS);
    assert_int_equal(s.battle.pursuit, P77_FORCED);
    mk_rng_seed(&s.base.rng, 1);
    int differ = 0;
    for (int i = 0; i < 100; i++) {
        p77_state dealt = deal(&s, P77_BRITISH, &rng);
        differ += !same(&dealt, &s);
    }
    assert_true(differ > 90);
}

/* ---- What everybody can count stays ------------------------------------- */

static int losses_of(const p77_state *s, p77_side side) {
    int losses = 0;
    MK_SET_EACH(u, p77.of_side[side]) losses += p77.unit[u].sp - s->sp[u];
    return losses;
}

/* What all can see of the blocks of a side in a location, or in a position of the battle: how many
 * there are, and of how many each thing is true. */
typedef struct {
    int blocks, moved, in_group, acted, fled;
} crowd;

static crowd crowd_of(const p77_state *s, mk_set64 units) {
    return (crowd){mk_set_size(units), mk_set_size(units & s->moved), mk_set_size(units & s->group),
                   mk_set_size(units & s->battle.acted), mk_set_size(units & s->battle.fled)};
}

/* Those that are not in a box: what is in one is nobody's to count. */
static mk_set64 outside_boxes(const p77_state *s, p77_side side) {
    mk_set64 units = 0;
    MK_SET_EACH(u, p77.of_side[side]) units |= s->box[u] == P77_NO_UNIT ? MK_BIT(u) : 0;
    return units;
}

static void assert_crowds_stay(const p77_state *s, const p77_state *dealt, p77_side side) {
    /* Of what a side arranges nothing is seen before it is done. */
    if (p77_arranges(s, P77_PH_SET_UP, side) || p77_arranges(s, P77_PH_LOAD_BOXES, side)) return;
    mk_set64 units = outside_boxes(s, side), dealt_units = outside_boxes(dealt, side);
    for (int at = 0; at < p77.space_count; at++) {
        crowd is = crowd_of(s, s->here[at] & units);
        crowd now = crowd_of(dealt, dealt->here[at] & dealt_units);
        assert_memory_equal(&is, &now, sizeof is);
    }
    if (p77_arranges(s, P77_PH_DEPLOY, side)) return;
    for (int p = 0; p < P77_POSITIONS; p++) {
        crowd is = crowd_of(s, s->battle.position[p] & units);
        crowd now = crowd_of(dealt, dealt->battle.position[p] & dealt_units);
        assert_memory_equal(&is, &now, sizeof is);
    }
}

/* Who leads the move in progress could lead it so far. */
static void assert_lead_fits(const p77_state *dealt) {
    const mk_frame *f = p77_frame(dealt, P77_PH_MARCH);
    if (f) assert_true(p77_rate(dealt, f->a) >= f->b);
}

/* In the set-up a block stands where its kind may start. */
static void assert_set_up_fits(const p77_state *dealt) {
    if (mk_top_const(&dealt->base)->phase != P77_PH_SET_UP) return;
    MK_SET_EACH(u, p77.of_side[P77_AMERICAN]) {
        if (dealt->at[u] >= P77_MAX_SPACES) continue;
        bool fits =
            p77.unit[u].start == dealt->at[u] || mk_set_has(p77.unit[u].start_choice, dealt->at[u]);
        if (!fits) fail_msg("%s cannot start there", p77.unit[u].name.id);
    }
}

static void assert_counts_stay(const p77_state *truth, const p77_state *dealt, int seat) {
    char why[200];
    p77_state seen = as_seen(truth, seat), *s = &seen;
    if (!mk_check(game, dealt, why, sizeof why)) fail_msg("dealt anew: %s", why);
    for (int side = 0; side < P77_SIDES; side++) {
        if (side != seat) assert_crowds_stay(s, dealt, (p77_side)side);
        assert_int_equal(losses_of(s, (p77_side)side), losses_of(dealt, (p77_side)side));
    }
    MK_SET_EACH(u, p77.all_units) {
        assert_int_equal(s->at[u] == P77_ELIMINATED, dealt->at[u] == P77_ELIMINATED);
        if (seat == (int)p77.unit[u].side || !p77_hidden_from(s, u, seat))
            assert_unit_stays(s, dealt, u);
    }
    assert_lead_fits(dealt);
    assert_set_up_fits(dealt);
}

/* ---- Whole games -------------------------------------------------------- */

static void see(const p77_state *s, int seat, mk_view *view, mk_text *out) {
    mk_view_clear(view);
    mk_text_clear(out);
    mk_view_build(game, s, seat, view);
    mk_view_json(view, out);
    mk_text_add(out, "\n");
    mk_dump(game, s, seat, MK_DUMP_ALL, out);
}

static void assert_sees_the_same(const p77_state *s, const p77_state *dealt, int seat,
                                 mk_view *view, mk_text text[2]) {
    see(s, seat, view, &text[0]);
    see(dealt, seat, view, &text[1]);
    if (strcmp(text[0].p, text[1].p) == 0) return;
    size_t i = 0;
    while (text[0].p[i] == text[1].p[i]) i++;
    size_t from = i > 60 ? i - 60 : 0;
    fail_msg("seat %d can tell two deals apart in phase %s: %.120s and %.120s", seat,
             mk_phase_of(game, s)->name, text[0].p + from, text[1].p + from);
}

typedef struct {
    int battles, large;
    int undone; /* deals that left everything as it is, although much is hidden */
} tally;

/* So much that no fair deal is the truth: a dozen blocks in half a dozen locations. In the set-up
 * the places of the leaders are printed and those of others not yet chosen. */
static bool much_is_hidden(const p77_state *s, int seat) {
    mk_set64 unknown = hidden_from(s, seat) & ~s->known, places = 0;
    MK_SET_EACH(u, unknown) places |= s->at[u] < P77_MAX_SPACES ? MK_BIT(s->at[u]) : 0;
    bool set_up = mk_top_const(&s->base)->phase == P77_PH_SET_UP;
    return !set_up && mk_set_size(unknown) >= 12 && mk_set_size(places) >= 6;
}

/* A game that begins with two large battles, in Hockessin and Dilworth. */
static void clash(p77_state *s, mk_rng *rng) {
    static const char *const from[] = {"new_garden", "chadds_ford"}, *const to[] = {"hockessin",
                                                                                    "dilworth"};
    while (mk_top(&s->base)->phase != P77_PH_MOVEMENT) mk_apply(game, s, some_action(s, rng), NULL);
    MK_SET_EACH(u, p77.all_units) {
        s->box[u] = P77_NO_UNIT;
        unsigned where = mk_below(rng, 3); /* a third stays where it is */
        if (where == 2) continue;
        int at = space(to[where]);
        s->at[u] = (uint8_t)at;
        if (p77.unit[u].side == P77_BRITISH)
            s->attack_way[u] = (uint8_t)mk_way(&p77.roads, space(from[where]), at);
    }
    set(s, "active=british first=british phase=movement");
    set(s, "phase=battles");
}

static void play_and_look(boxes option, uint64_t seed, tally *t) {
    mk_rng rng;
    mk_rng_seed(&rng, seed);
    mk_view *view = mk_view_new();
    mk_text text[2] = {0};
    p77_state s;
    begin(&s, option, seed);
    if (seed % 2) clash(&s, &rng);
    while (mk_seat(game, &s) != MK_OVER) {
        int battle = s.battle.at;
        for (int seat = MK_SPECTATOR; seat < P77_SIDES; seat++) {
            p77_state dealt = deal(&s, seat, &rng);
            assert_counts_stay(&s, &dealt, seat);
            assert_sees_the_same(&s, &dealt, seat, view, text);
            p77_state truth = as_seen(&s, seat);
            t->undone += much_is_hidden(&s, seat) && same(&truth, &dealt);
        }
        mk_apply(game, &s, some_action(&s, &rng), NULL);
        bool begun = s.battle.at != battle && s.battle.at != P77_NO_SPACE;
        t->battles += begun;
        t->large += begun && s.battle.kind == P77_LARGE;
    }
    mk_text_free(&text[0]);
    mk_text_free(&text[1]);
    mk_view_free(view);
}

static void nobody_can_tell_deals_apart(boxes option) {
    tally t = {0};
    for (uint64_t seed = 1; seed <= 8; seed++) play_and_look(option, seed, &t);
    assert_true(t.battles >= 10);
    assert_true(t.large >= 3);
    /* A deal that never fits leaves things as they are, which gives the truth away. */
    assert_int_equal(t.undone, 0);
}

static void whole_games_without_boxes(void **state) {
    (void)state;
    nobody_can_tell_deals_apart(WITHOUT_BOXES);
}

static void whole_games_with_boxes(void **state) {
    (void)state;
    nobody_can_tell_deals_apart(WITH_BOXES);
}

/* ---- Holding boxes ------------------------------------------------------ */

static int boxed(const p77_state *s, p77_side side) {
    int count = 0;
    MK_SET_EACH(u, p77.of_side[side]) count += s->box[u] != P77_NO_UNIT;
    return count;
}

/* p77.boxes.hidden: how many are in all boxes together can be counted, not who and where. */
static void boxes_keep_their_sum_and_limits(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 86);
    p77_state s;
    begin_empty(&s, WITH_BOXES,
                "howe,b_bde1,b_bde2,b_bde3,b_art1.at=newark b_bde1,b_bde2,b_bde3,b_art1.box=howe "
                "cornwallis,b_light1.at=nottingham b_light1.box=cornwallis "
                "knyphausen,h_loos,h_stirn.at=middletown h_loos,h_stirn.box=knyphausen "
                "b_bde4,h_donop,h_wurmb,b_art2,b_light2.at=head_of_elk washington.at=worcester "
                "phase=movement");
    int howe = unit("howe"), cornwallis = unit("cornwallis"), knyphausen = unit("knyphausen");
    int in_box = boxed(&s, P77_BRITISH), size_of_howes[10] = {0};
    assert_int_equal(in_box, 7);
    for (int i = 0; i < 2000; i++) {
        p77_state dealt = deal(&s, P77_AMERICAN, &rng);
        assert_counts_stay(&s, &dealt, P77_AMERICAN);
        assert_int_equal(boxed(&dealt, P77_BRITISH), in_box);
        MK_SET_EACH(leader, MK_BIT(howe) | MK_BIT(cornwallis) | MK_BIT(knyphausen)) {
            /* The names of leaders with loaded boxes are on the board. */
            assert_int_equal(dealt.at[leader], s.at[leader]);
            int size = mk_set_size(p77_in_box(&dealt, leader));
            assert_in_range(size, 1, p77.unit[leader].group_limit);
        }
        assert_true(!(p77_in_box(&dealt, knyphausen) & ~p77.hessian_infantry));
        size_of_howes[mk_set_size(p77_in_box(&dealt, howe))]++;
    }
    /* Neither the smallest nor the true size is always dealt. */
    assert_true(size_of_howes[1] > 0 && size_of_howes[4] > 0 && size_of_howes[5] > 0);
}

/* ---- The truth leaves no trace ------------------------------------------ */

/* Two states that differ in what a seat cannot know, dealt with the same chance, are the same: who
 * decides by a deal decides by what the seat knows. */
static void the_same_chance_deals_the_same(void **state) {
    (void)state;
    int differ = 0;
    for (int n = 0; n < 12; n++) {
        p77_state s;
        mk_rng play;
        begin(&s, n % 2 ? WITH_BOXES : WITHOUT_BOXES, (uint64_t)n + 1);
        mk_rng_seed(&play, (uint64_t)n + 1);
        for (int i = 0; i < 250 && mk_seat(game, &s) != MK_OVER; i++) {
            int seat = i % P77_SIDES;
            mk_rng chance;
            mk_rng_seed(&chance, 1);
            p77_state one = deal(&s, seat, &chance), other = deal(&s, seat, &chance);
            differ += !same(&one, &other);
            mk_rng_seed(&chance, 2);
            one = deal(&one, seat, &chance);
            mk_rng_seed(&chance, 2);
            other = deal(&other, seat, &chance);
            assert_memory_equal(&one, &other, sizeof one);
            mk_apply(game, &s, some_action(&s, &play), NULL);
        }
    }
    assert_true(differ > 1000);
}

/* ---- The order in which blocks are placed -------------------------------- */

/* The greedy player acts until another phase or seat comes. Before that the others see the same
 * view all the time and read nothing. Returns how many actions it took. */
static int arrange_unseen(p77_state *s) {
    const mk_bot *bot = mk_find_bot("greedy", game);
    mk_rng rng;
    mk_rng_seed(&rng, 94);
    mk_view *view = mk_view_new();
    mk_text first[P77_SIDES + 1] = {0}, now = {0};
    int phase = mk_top(&s->base)->phase, seat = mk_seat(game, s), actions = 0;
    for (int other = MK_SPECTATOR; other < P77_SIDES; other++)
        see(s, other, view, &first[other + 1]);
    for (bool done = false; !done; actions++) {
        mk_event room[200];
        mk_log log;
        mk_log_init(&log, room, 200);
        mk_apply(game, s, mk_bot_choose(bot, game, s, seat, &rng), &log);
        done = mk_top(&s->base)->phase != phase || mk_seat(game, s) != seat;
        for (int other = MK_SPECTATOR; other < P77_SIDES && !done; other++) {
            if (other == seat) continue;
            see(s, other, view, &now);
            assert_string_equal(now.p, first[other + 1].p);
            for (int i = 0; i < log.count; i++) assert_false(mk_event_seen(&room[i], other));
        }
    }
    for (int i = 0; i <= P77_SIDES; i++) mk_text_free(&first[i]);
    mk_text_free(&now);
    mk_view_free(view);
    return actions;
}

/* Who reads along while a player, or the machine, places his blocks must not learn which are
 * the strong ones: they are placed first. (p77.fog, p77.deploy.hidden, p77.boxes.hidden) */
static void the_order_of_placing_is_not_told(void **state) {
    (void)state;
    for (int option = WITHOUT_BOXES; option <= WITH_BOXES; option++) {
        p77_state s;
        begin(&s, (boxes)option, 11);
        assert_int_equal(arrange_unseen(&s), 23);
        if (option == WITH_BOXES) assert_true(arrange_unseen(&s) > 1);
        assert_int_equal(mk_top(&s.base)->phase, P77_PH_CHOOSE_FIRST);
    }
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "a_scott,a_nash,a_ogden,m_potter,a_stone.at=hockessin b_bde1,b_bde2,b_bde3,b_art1"
                ".at=hockessin b_bde1,b_bde2,b_bde3,b_art1.attack_from=newark phase=battles");
    assert_int_equal(arrange_unseen(&s), 5);
    assert_int_equal(arrange_unseen(&s), 4);
    assert_int_equal(mk_top(&s.base)->phase, P77_PH_BATTLE_TURN);
}

/* ---- Deals that few labels make possible -------------------------------- */

/* One Hessian is left, in Knyphausen's box, and Howe's is full. Of all ways to share ten blocks
 * between the boxes one can be, and which is Knyphausen's is certain; all else is not. */
static void a_box_for_the_last_hessian(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 92);
    p77_state s;
    begin_empty(
        &s, WITH_BOXES,
        "howe,b_bde1,b_bde2,b_bde3,b_bde4,b_art1,b_art2,b_light1,b_light2,b_gren1.at=newark "
        "b_bde1,b_bde2,b_bde3,b_bde4,b_art1,b_art2,b_light1,b_light2,b_gren1.box=howe "
        "knyphausen,h_loos.at=middletown h_loos.box=knyphausen "
        "b_gren2,b_guards,cornwallis.at=head_of_elk washington.at=worcester "
        "phase=movement");
    int counts[P77_MAX_UNITS] = {0}, truths = 0;
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(&s, P77_AMERICAN, &rng);
        assert_counts_stay(&s, &dealt, P77_AMERICAN);
        assert_true(p77_in_box(&dealt, unit("knyphausen")) == MK_BIT(unit("h_loos")));
        assert_int_equal(mk_set_size(p77_in_box(&dealt, unit("howe"))), 9);
        mk_set64 outside = p77_at(&dealt, space("head_of_elk"), P77_BRITISH);
        MK_SET_EACH(u, outside) counts[u]++;
        truths += same(&s, &dealt);
    }
    mk_set64 others = hidden_from(&s, P77_AMERICAN) & ~MK_BIT(unit("h_loos"));
    int cells[P77_MAX_UNITS], used = 0;
    MK_SET_EACH(u, others) cells[used++] = counts[u];
    assert_uniform(cells, used, 3 * DEALS, "outside the boxes");
    assert_in_range(truths, 0, DEALS / 100); /* one of 220 */
}

/* Every leader was needed to bring so many over two rivers: who they are is dealt anew, and that
 * they are leaders stays. */
static void the_rest_over_a_river_are_leaders(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 93);
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "howe,b_light1,b_light2,b_gren1,b_gren2,b_guards,b_bde1,b_bde2,b_bde3,b_bde4,b_71st"
                ".at=trimbles_ford howe,b_light1,b_light2,b_gren1,b_gren2,b_guards,b_bde1,b_bde2,"
                "b_bde3,b_bde4,b_71st.attack_from=kennetsquare "
                "cornwallis,knyphausen,h_donop,h_linsing,h_minnigerode,h_lengerke,h_stirn,h_loos,"
                "h_wurmb,b_art1,b_art2,b_art3.at=concord "
                "cornwallis,knyphausen,h_donop,h_linsing,h_minnigerode,h_lengerke,h_stirn,h_loos,"
                "h_wurmb,b_art1,b_art2,b_art3.attack_from=wilmington "
                "a_scott,a_nash,a_ogden.at=trimbles_ford a_stone,a_conway,a_art1.at=concord "
                "b_rangers,b_dragoons.at=head_of_elk washington.at=worcester phase=battles");
    int counts[P77_MAX_UNITS] = {0}, lone = 0;
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(&s, P77_AMERICAN, &rng);
        assert_counts_stay(&s, &dealt, P77_AMERICAN);
        mk_set64 here = p77_at(&dealt, space("trimbles_ford"), P77_BRITISH) & p77.leaders;
        assert_int_equal(mk_set_size(here), 1);
        counts[mk_set_first(here)]++;
        lone += mk_set_has(p77_at(&dealt, space("head_of_elk"), P77_BRITISH), unit("b_light1"));
    }
    assert_uniform_labels(counts, p77.leaders & p77.of_side[P77_BRITISH], "who came by the ford");
    assert_in_range(lone, DEALS / 13, DEALS / 9); /* two of 22 are not in these attacks */
}

/* A block alone was the third of an overrun, while every leader that is left had to come over a
 * river with ten units: it is none of them, and may be any unit that moves so far. */
static void who_is_needed_elsewhere_does_not_lead(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 95);
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "cornwallis,knyphausen,b_light1,b_light2,b_gren1,b_gren2,b_guards,b_bde1,b_bde2,"
                "b_bde3,b_bde4,b_71st.at=trimbles_ford cornwallis,knyphausen,b_light1,b_light2,"
                "b_gren1,b_gren2,b_guards,b_bde1,b_bde2,b_bde3,b_bde4,b_71st"
                ".attack_from=kennetsquare a_scott,a_nash,a_ogden.at=trimbles_ford "
                "h_loos,h_stirn,h_donop.at=hockessin b_art1.at=head_of_elk m_potter.at=newport "
                "washington.at=worcester phase=movement");
    ACT(&s, "march h_loos newport", "march h_stirn newport", "march h_donop newport");
    assert_int_equal(mk_top(&s.base)->phase, P77_PH_RETREAT);
    int counts[P77_MAX_UNITS] = {0};
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(&s, P77_AMERICAN, &rng);
        assert_counts_stay(&s, &dealt, P77_AMERICAN);
        counts[p77_frame(&dealt, P77_PH_MARCH)->a]++;
    }
    assert_uniform_labels(counts, hidden_from(&s, P77_AMERICAN) & ~p77.leaders, "who came third");
}

/* p77.river.attack_limit: a box on a river road cannot be fuller than the road allows, whatever is
 * in it: Hessians, who are no leaders, or units of which one may be. */
static void boxes_on_a_river_road(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 96);
    static const char *const positions[] = {
        "knyphausen,h_loos,h_stirn,h_donop,h_wurmb,b_bde1,b_bde2,b_bde3,b_bde4,b_71st,b_gren1"
        ".at=trimbles_ford knyphausen,h_loos,h_stirn,h_donop,h_wurmb,b_bde1,b_bde2,b_bde3,b_bde4,"
        "b_71st,b_gren1.attack_from=kennetsquare h_loos,h_stirn,h_donop,h_wurmb.box=knyphausen "
        "howe,b_art1,b_art2,b_light1,h_linsing,h_lengerke,h_minnigerode.at=newark "
        "b_art1,b_art2,b_light1,h_linsing,h_lengerke,h_minnigerode.box=howe "
        "a_scott,a_nash,a_ogden.at=trimbles_ford washington.at=worcester phase=movement",
        "howe,b_gren1,b_gren2,b_guards,b_light1,b_light2,b_art1,b_art2,b_bde1,b_bde2,b_bde3"
        ".at=trimbles_ford howe,b_gren1,b_gren2,b_guards,b_light1,b_light2,b_art1,b_art2,b_bde1,"
        "b_bde2,b_bde3.attack_from=kennetsquare "
        "b_gren1,b_gren2,b_guards,b_light1,b_light2,b_art1,b_art2.box=howe "
        "cornwallis,b_bde4,b_71st,b_rangers.at=newark b_bde4,b_71st,b_rangers.box=cornwallis "
        "knyphausen.at=head_of_elk "
        "a_scott,a_nash,a_ogden.at=trimbles_ford washington.at=worcester phase=movement"};
    for (int n = 0; n < 2; n++) {
        p77_state s;
        begin_empty(&s, WITH_BOXES, positions[n]);
        int leader = unit(n ? "howe" : "knyphausen"), sizes[10] = {0};
        for (int i = 0; i < 4000; i++) {
            p77_state dealt = deal(&s, P77_AMERICAN, &rng);
            assert_counts_stay(&s, &dealt, P77_AMERICAN);
            sizes[mk_set_size(p77_in_box(&dealt, leader))]++;
        }
        if (n) { /* seven, and an eighth only if Knyphausen is one of the eleven blocks */
            assert_true(sizes[4] > 0 && sizes[7] > 0 && sizes[8] > 0 && sizes[9] == 0);
        } else {
            assert_true(sizes[1] > 0 && sizes[4] > 0 && sizes[5] == 0);
        }
    }
}

/* What is being placed or loaded: so many blocks, anyone, anywhere that the rules allow. */
static void half_placed_armies_are_dealt(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 97);
    p77_state s;
    begin(&s, WITHOUT_BOXES, 12);
    act(&s, "place m_potter paoli");
    int counts[P77_MAX_UNITS] = {0};
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(&s, P77_BRITISH, &rng);
        mk_set64 placed = 0;
        MK_SET_EACH(u, p77.of_side[P77_AMERICAN] & ~p77.leaders) {
            if (dealt.at[u] != P77_UNPLACED) mk_set_add(&placed, u);
        }
        assert_int_equal(mk_set_size(placed), 1);
        counts[mk_set_first(placed)]++;
    }
    assert_uniform_labels(counts, p77.of_side[P77_AMERICAN] & ~p77.leaders, "who is placed first");
    begin(&s, WITH_BOXES, 13);
    while (mk_top(&s.base)->phase != P77_PH_LOAD_BOXES)
        mk_apply(game, &s, some_action(&s, &rng), NULL);
    ACT(&s, "board b_bde1 howe", "board b_bde2 howe", "board h_loos knyphausen");
    int howes[4] = {0};
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(&s, P77_AMERICAN, &rng);
        assert_int_equal(boxed(&dealt, P77_BRITISH), 3);
        howes[mk_set_size(p77_in_box(&dealt, unit("howe")))]++;
    }
    for (int i = 0; i < 4; i++) assert_true(howes[i] > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_truth_can_be_dealt),
        cmocka_unit_test(the_truth_can_be_dealt_with_boxes),
        cmocka_unit_test(every_order_is_equally_likely),
        cmocka_unit_test(labels_are_uniform_before_a_battle),
        cmocka_unit_test(labels_in_reserve_are_uniform),
        cmocka_unit_test(labels_in_deployment_are_uniform),
        cmocka_unit_test(losses_are_dealt_anew),
        cmocka_unit_test(the_dice_are_dealt_anew),
        cmocka_unit_test(the_same_chance_deals_the_same),
        cmocka_unit_test(blocks_that_were_seen_stay),
        cmocka_unit_test(blocks_that_parted_are_forgotten),
        cmocka_unit_test(positions_of_known_blocks_are_dealt),
        cmocka_unit_test(a_group_that_gathers_is_not_seen),
        cmocka_unit_test(who_leads_an_overrun_is_dealt),
        cmocka_unit_test(the_order_of_placing_is_not_told),
        cmocka_unit_test(a_box_for_the_last_hessian),
        cmocka_unit_test(the_rest_over_a_river_are_leaders),
        cmocka_unit_test(who_is_needed_elsewhere_does_not_lead),
        cmocka_unit_test(boxes_on_a_river_road),
        cmocka_unit_test(half_placed_armies_are_dealt),
        cmocka_unit_test(deals_differ_while_hits_are_taken),
        cmocka_unit_test(boxes_keep_their_sum_and_limits),
        cmocka_unit_test(whole_games_without_boxes),
        cmocka_unit_test(whole_games_with_boxes),
    };
    return cmocka_run_group_tests(tests, open_games, NULL);
}
