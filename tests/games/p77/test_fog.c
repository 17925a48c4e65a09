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

/* The blocks of both sides that a seat cannot name. */
static p77_set hidden_from(const p77_state *s, int seat) {
    p77_set hidden = 0;
    P77_EACH(u, p77.all_units) {
        if (p77_hidden_from(s, u, seat)) hidden |= P77_BIT(u);
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
    for (int i = 0; i < 40000; i++) {
        p77_state dealt = deal(s, seat, rng);
        if (same(&dealt, s)) return true;
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
        p77_set here = p77_at(&dealt, at, side);
        assert_int_equal(p77_size(here), 1);
        counts[p77_first(here)]++;
    }
}

/* The counts of these units only; all others must be zero. */
static void assert_uniform_labels(const int *counts, p77_set among, const char *what) {
    int cell[P77_MAX_UNITS], cells = 0;
    for (int u = 0; u < p77.unit_count; u++) {
        if (p77_in(among, u))
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
        if (p77_size(p77_at(&s, at, P77_AMERICAN)) == 1) alone = at;
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
    p77_set hidden = P77_BIT(unit("m_potter")) | P77_BIT(unit("a_art1")) | P77_BIT(unit("greene")) |
                     P77_BIT(unit("m_irvine"));
    assert_true(hidden_from(&s, P77_BRITISH) == hidden);
    int counts[P77_MAX_UNITS] = {0};
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(&s, P77_BRITISH, &rng);
        p77_set reserve = dealt.battle.position[P77_RESERVE] & p77.of_side[P77_AMERICAN];
        assert_int_equal(p77_size(reserve), 1);
        counts[p77_first(reserve)]++;
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
        p77_set center = dealt.battle.position[P77_CENTER] & p77.of_side[P77_AMERICAN];
        assert_int_equal(p77_size(center), 1);
        counts[p77_first(center)]++;
    }
    assert_uniform_labels(counts, hidden_from(&s, P77_BRITISH), "the center");
    /* And those of the British, to the Americans. */
    memset(counts, 0, sizeof counts);
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(&s, P77_AMERICAN, &rng);
        p77_set left = dealt.battle.position[P77_LEFT] & p77.of_side[P77_BRITISH];
        assert_int_equal(p77_size(left), 1);
        counts[p77_first(left)]++;
    }
    assert_uniform_labels(counts, hidden_from(&s, P77_AMERICAN), "the British left");
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
        P77_EACH(u, p77_at(&dealt, space("newport"), P77_AMERICAN)) {
            int lost = p77.unit[u].sp - dealt.sp[u];
            assert_in_range(lost, 0, 1);
            counts[u] += lost;
            losers += lost;
        }
        assert_int_equal(losers, 1);
    }
    /* A leader has only one SP and would be dead. */
    assert_uniform_labels(counts,
                          P77_BIT(unit("a_scott")) | P77_BIT(unit("a_nash")) |
                              P77_BIT(unit("m_potter")),
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
        fail_msg("%s was at %d with %d SP, it is dealt to %d with %d", p77.unit[u].id, s->at[u],
                 s->sp[u], dealt->at[u], dealt->sp[u]);
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
                    P77_EACH(u, p77.of_side[seat]) assert_unit_stays(&s, &dealt, u);
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
                          P77_BIT(unit("a_scott")) | P77_BIT(unit("a_nash")) |
                              P77_BIT(unit("a_art1")),
                          "after parting");
}

/* A leader gathers his group. Stirling moves as far as Sullivan and takes as many: either it is. */
static void deals_differ_while_a_group_gathers(void **state) {
    (void)state;
    mk_rng rng;
    mk_rng_seed(&rng, 89);
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "sullivan,a_nash,a_ogden.at=newport stirling.at=concord a_scott.at=concord "
                "b_bde1.at=head_of_elk active=american phase=movement");
    ACT(&s, "lead sullivan", "take a_nash");
    int counts[P77_MAX_UNITS] = {0};
    for (int i = 0; i < DEALS; i++) {
        p77_state dealt = deal(&s, P77_BRITISH, &rng);
        int leader = mk_top(&dealt.base)->a;
        assert_true(p77_in(dealt.group, leader));
        assert_int_equal(p77_size(dealt.group), 2);
        counts[leader]++;
    }
    assert_uniform_labels(counts, P77_BIT(unit("sullivan")) | P77_BIT(unit("stirling")),
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
    assert_int_equal(p77_size(s.battle.fled), 5);
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
    P77_EACH(u, p77.of_side[side]) losses += p77.unit[u].sp - s->sp[u];
    return losses;
}

/* What all can see of the blocks of a side in a location, or in a position of the battle: how many
 * there are, and of how many each thing is true. */
typedef struct {
    int blocks, moved, in_group, acted, fled;
} crowd;

static crowd crowd_of(const p77_state *s, p77_set units) {
    return (crowd){p77_size(units), p77_size(units & s->moved), p77_size(units & s->group),
                   p77_size(units & s->battle.acted), p77_size(units & s->battle.fled)};
}

/* Those that are not in a box: what is in one is nobody's to count. */
static p77_set outside_boxes(const p77_state *s, p77_side side) {
    p77_set units = 0;
    P77_EACH(u, p77.of_side[side]) units |= s->box[u] == P77_NO_UNIT ? P77_BIT(u) : 0;
    return units;
}

static void assert_crowds_stay(const p77_state *s, const p77_state *dealt, p77_side side) {
    p77_set units = outside_boxes(s, side), dealt_units = outside_boxes(dealt, side);
    for (int at = 0; at < p77.space_count; at++) {
        crowd is = crowd_of(s, s->here[at] & units);
        crowd now = crowd_of(dealt, dealt->here[at] & dealt_units);
        assert_memory_equal(&is, &now, sizeof is);
    }
    for (int p = 0; p < P77_POSITIONS; p++) {
        crowd is = crowd_of(s, s->battle.position[p] & units);
        crowd now = crowd_of(dealt, dealt->battle.position[p] & dealt_units);
        assert_memory_equal(&is, &now, sizeof is);
    }
}

/* Who leads the move in progress could lead it: his rate is what the move was begun with. */
static void assert_lead_fits(const p77_state *dealt) {
    for (int i = 0; i < dealt->base.depth; i++) {
        const mk_frame *f = &dealt->base.frame[i];
        if (f->phase == P77_PH_MUSTER) assert_int_equal(p77_rate(dealt, f->a), f->b);
        if (f->phase == P77_PH_ON_THE_MARCH) assert_true(p77_rate(dealt, f->a) > f->b);
    }
}

/* In the set-up a block stands where its kind may start. */
static void assert_set_up_fits(const p77_state *dealt) {
    if (mk_top_const(&dealt->base)->phase != P77_PH_SET_UP) return;
    P77_EACH(u, p77.of_side[P77_AMERICAN]) {
        if (dealt->at[u] >= P77_MAX_SPACES) continue;
        bool fits =
            p77.unit[u].start == dealt->at[u] || p77_in(p77.unit[u].start_choice, dealt->at[u]);
        if (!fits) fail_msg("%s cannot start there", p77.unit[u].id);
    }
}

static void assert_counts_stay(const p77_state *s, const p77_state *dealt, int seat) {
    char why[200];
    if (!mk_check(game, dealt, why, sizeof why)) fail_msg("dealt anew: %s", why);
    for (int side = 0; side < P77_SIDES; side++) {
        assert_crowds_stay(s, dealt, (p77_side)side);
        assert_int_equal(losses_of(s, (p77_side)side), losses_of(dealt, (p77_side)side));
    }
    P77_EACH(u, p77.all_units) {
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
    mk_look(game, s, seat, view);
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
    p77_set unknown = hidden_from(s, seat) & ~s->known, places = 0;
    P77_EACH(u, unknown) places |= s->at[u] < P77_MAX_SPACES ? P77_BIT(s->at[u]) : 0;
    bool set_up = mk_top_const(&s->base)->phase == P77_PH_SET_UP;
    return !set_up && p77_size(unknown) >= 12 && p77_size(places) >= 6;
}

/* A game that begins with two large battles, in Hockessin and Dilworth. */
static void clash(p77_state *s, mk_rng *rng) {
    static const char *const from[] = {"new_garden", "chadds_ford"}, *const to[] = {"hockessin",
                                                                                    "dilworth"};
    while (mk_top(&s->base)->phase != P77_PH_MOVEMENT) mk_apply(game, s, some_action(s, rng), NULL);
    P77_EACH(u, p77.all_units) {
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
            t->undone += much_is_hidden(&s, seat) && same(&s, &dealt);
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
    P77_EACH(u, p77.of_side[side]) count += s->box[u] != P77_NO_UNIT;
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
        P77_EACH(leader, P77_BIT(howe) | P77_BIT(cornwallis) | P77_BIT(knyphausen)) {
            /* The names of leaders with loaded boxes are on the board. */
            assert_int_equal(dealt.at[leader], s.at[leader]);
            int size = p77_size(p77_in_box(&dealt, leader));
            assert_in_range(size, 1, p77.unit[leader].group_limit);
        }
        assert_true(!(p77_in_box(&dealt, knyphausen) & ~p77.hessian_infantry));
        size_of_howes[p77_size(p77_in_box(&dealt, howe))]++;
    }
    /* Neither the smallest nor the true size is always dealt. */
    assert_true(size_of_howes[1] > 0 && size_of_howes[4] > 0 && size_of_howes[5] > 0);
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
        cmocka_unit_test(blocks_that_were_seen_stay),
        cmocka_unit_test(blocks_that_parted_are_forgotten),
        cmocka_unit_test(deals_differ_while_a_group_gathers),
        cmocka_unit_test(deals_differ_while_hits_are_taken),
        cmocka_unit_test(boxes_keep_their_sum_and_limits),
        cmocka_unit_test(whole_games_without_boxes),
        cmocka_unit_test(whole_games_with_boxes),
    };
    return cmocka_run_group_tests(tests, open_games, NULL);
}
