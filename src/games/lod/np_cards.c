/* np_cards.c - Event instructions (8.3.1): the reverse side of the Random Spaces sheet. */
#include "np.h"

/* ---- Worth playing? ---- */

static int change(const lod_state *before, const lod_np_trial *t, lod_piece p) {
    return lod_on_map(&t->after, LOD_KIND(p)) - lod_on_map(before, LOD_KIND(p));
}

static bool village_placed(const lod_state *s, const lod_np_trial *t) {
    return change(s, t, LOD_VILLAGE) > 0;
}
static bool british_fort_gone(const lod_state *s, const lod_np_trial *t) {
    return change(s, t, LOD_BRITISH_FORT) < 0;
}
static bool parties_placed(const lod_state *s, const lod_np_trial *t) {
    return change(s, t, LOD_WAR_PARTY) > 0;
}
static bool militia_placed(const lod_state *s, const lod_np_trial *t) {
    return change(s, t, LOD_MILITIA) > 0;
}

/* 8 */
static bool french_not_played(const lod_state *s, const lod_np_trial *t) {
    (void)t;
    return lod_is_nonplayer(s, LOD_FRENCH);
}

/* 18, 44 */
static bool enemy_eligible(const lod_state *s, const lod_np_trial *t) {
    (void)t;
    lod_side side = lod_side_of(mk_top_const(&s->base)->seat);
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (lod_side_of(f) != side && lod_np_eligible(s, f)) return true;
    }
    return false;
}

/* 29 */
static bool four_militia_shown(const lod_state *s, const lod_np_trial *t) {
    return change(s, t, LOD_ACTIVE_MILITIA) >= 4;
}

/* 51, 52: the Battle instruction selects a space. */
static bool fights(const lod_state *s, const lod_np_trial *t) {
    return t->battles >> mk_top_const(&s->base)->seat & 1;
}

/* 62 */
static bool tories_for_new_york(const lod_state *s, const lod_np_trial *t) {
    bool wanted =
        s->level[LOD_NEW_YORK] == LOD_ACTIVE_OPPOSITION && !s->piece[LOD_NEW_YORK][LOD_TORY];
    return wanted && t->after.piece[LOD_NEW_YORK][LOD_TORY];
}

/* 70 */
static mk_set64 with_enemy(const lod_state *s, lod_piece p, mk_set64 others) {
    return s->where[p] & lod_with(s, others);
}
static bool french_to_take(const lod_state *s, const lod_np_trial *t) {
    (void)t;
    return with_enemy(s, LOD_FRENCH_REGULAR, LOD_BRITISH_PIECES) ||
           s->piece[LOD_WEST_INDIES][LOD_FRENCH_REGULAR];
}
static bool regulars_to_take(const lod_state *s, const lod_np_trial *t) {
    (void)t;
    return with_enemy(s, LOD_BRITISH_REGULAR, LOD_REBEL_PIECES) != 0;
}

/* 80: the victim gives two pieces in each space, Forts and Villages last. */
static mk_set64 must_give(const lod_state *s, lod_piece stronghold) {
    mk_set64 units = lod_pieces_of(lod_owner(stronghold)) & ~LOD_STRONGHOLDS;
    mk_set64 spaces = 0;
    MK_SET_EACH(space, s->where[stronghold]) {
        if (lod_count(s, space, units) < 2) spaces |= MK_BIT(space);
    }
    return spaces;
}
static bool rebels_in_cities(const lod_state *s, const lod_np_trial *t) {
    (void)t;
    return (lod_with(s, LOD_REBEL_PIECES) & LOD_CITIES) != 0;
}
static bool village_must_go(const lod_state *s, const lod_np_trial *t) {
    (void)t;
    return must_give(s, LOD_VILLAGE) != 0;
}
static bool fort_must_go(const lod_state *s, const lod_np_trial *t) {
    (void)t;
    return must_give(s, LOD_PATRIOT_FORT) != 0;
}

/* 83 */
static bool quebec_city_gained(const lod_state *s, const lod_np_trial *t) {
    return lod_rebel_control(&t->after, LOD_QUEBEC_CITY) && !lod_rebel_control(s, LOD_QUEBEC_CITY);
}

/* ---- Texts that depend ---- */

static lod_text carleton(const lod_state *s) {
    bool village = lod_available(s, LOD_VILLAGE) && lod_may_stand(s, LOD_VILLAGE, LOD_QUEBEC);
    return village ? LOD_SHADED : LOD_UNSHADED;
}

/* ---- Spaces that come first ---- */

static int village_here(const lod_state *s, int space) { return s->piece[space][LOD_VILLAGE] > 0; }
static int no_village_here(const lod_state *s, int space) { return !village_here(s, space); }

/* 23: out of Support, into where there is none. The second choice is the destination. */
static int away_from_support(const lod_state *s, int space) {
    bool destination = s->event.label != 0;
    return (s->level[space] > 0) != destination;
}
/* 30: only where an enemy plays the shaded text. */
static int several_regulars(const lod_state *s, int space) {
    bool enemy = lod_side_of(s->event.executor) != LOD_ROYALISTS;
    return enemy && s->event.text == LOD_SHADED && s->piece[space][LOD_BRITISH_REGULAR] > 1;
}
static int british_outnumbered(const lod_state *s, int space) {
    return lod_np_rebels(s, space) > lod_count(s, space, LOD_BRITISH_PIECES);
}
static int new_york(const lod_state *s, int space) {
    (void)s;
    return space == LOD_NEW_YORK;
}
static int indies_then_british(const lod_state *s, int space) {
    if (space == LOD_WEST_INDIES) return 2;
    return lod_count(s, space, LOD_BRITISH_PIECES) > 0;
}
static int with_patriots(const lod_state *s, int space) {
    return lod_count(s, space, LOD_PATRIOT_PIECES) > 0;
}
static int with_rebels(const lod_state *s, int space) { return lod_np_rebels(s, space) > 0; }
static int village_at_stake(const lod_state *s, int space) {
    return mk_set_has(must_give(s, LOD_VILLAGE), space);
}
static int fort_at_stake(const lod_state *s, int space) {
    return mk_set_has(must_give(s, LOD_PATRIOT_FORT), space);
}
static int quebec_city(const lod_state *s, int space) {
    (void)s;
    return space == LOD_QUEBEC_CITY;
}
/* 83: three pieces may come. */
static int quebec_city_if_it_changes(const lod_state *s, int space) {
    int at = LOD_QUEBEC_CITY;
    bool changes = lod_np_control_with(s, at, 0, 0, 3) != lod_np_control_with(s, at, 0, 0, 0);
    return (space == at) == changes;
}
static int active_support(const lod_state *s, int space) {
    return s->level[space] == LOD_ACTIVE_SUPPORT;
}

/* ---- 51: a March that leads to a Battle ---- */

/* All who can come without a change of Control where they were. */
static lod_np_group all_but_control(const lod_state *s, int from, int to) {
    (void)to;
    bool british = lod_current_const(s)->faction == LOD_BRITISH;
    lod_np_group g = {0};
    static const lod_piece units[2][3] = {{LOD_CONTINENTAL, LOD_ACTIVE_MILITIA, LOD_MILITIA},
                                          {LOD_BRITISH_REGULAR, LOD_TORY, LOD_TORY}};
    lod_side now = lod_np_control_with(s, from, 0, 0, 0);
    for (int i = 0; i < 3; i++) {
        lod_piece p = units[british][i];
        int most = lod_movable(s, from, p);
        if (p == LOD_TORY && most > g.n[LOD_BRITISH_REGULAR]) most = g.n[LOD_BRITISH_REGULAR];
        while (g.n[p] < most) {
            int gone = lod_np_size(&g) + 1;
            if (lod_np_control_with(s, from, british ? -gone : 0, 0, british ? 0 : -gone) != now)
                break;
            g.n[p]++;
        }
    }
    return g;
}

/* If all who can go there did, would the Faction's instructions select the Battle? */
static bool leads_to_battle(const lod_state *s, int to) {
    lod_state t = *s;
    t.np.fault = 0;
    lod_np_do(&t, LOD_V_SELECT, to, 0, 0, NULL);
    while (!t.np.fault && t.commands && lod_current(&t)->kind == LOD_MARCH) {
        if (mk_top(&t.base)->phase == LOD_PH_MARCH)
            lod_np_finish(&t, NULL);
        else
            lod_np_step(&t, NULL);
    }
    if (t.np.fault || lod_over(&t)) return false; /* the Event, the card, the game may end here */
    return mk_top(&t.base)->phase == LOD_PH_BATTLES && lod_np_fights(&t);
}

static bool march_to_battle(lod_state *s, mk_log *log) {
    if (lod_current(s)->selected) return lod_np_finish(s, log);
    bool british = lod_current(s)->faction == LOD_BRITISH; /* they fight Forts and cubes (8.4.4) */
    mk_set64 solid = LOD_REBEL_CUBES | LOD_KIND(LOD_PATRIOT_FORT);
    mk_set64 enemies = lod_with(s, british ? solid : LOD_ROYALIST_PIECES), spaces = 0;
    MK_SET_EACH(to, lod_np_open(s) & enemies) {
        if (leads_to_battle(s, to)) spaces |= MK_BIT(to);
    }
    int to = lod_np_pick(s, spaces, log);
    return to >= 0 && lod_np_did(s, LOD_V_SELECT, to, 0, 0, log);
}

static bool march_to_battle_into(lod_state *s, mk_log *log) {
    return lod_np_send_largest(s, all_but_control, log) || lod_np_finish(s, log);
}

/* ---- The rows ---- */

#define PARTIES LOD_KIND(LOD_WAR_PARTY)
#define FRENCH_ONES LOD_KIND(LOD_FRENCH_REGULAR)
#define BRITISH_ONES LOD_KIND(LOD_BRITISH_REGULAR)

/* clang-format off */
static const lod_np_card rows[] = {
    {4, LOD_INDIANS, NOTE_CARD_4_I, LOD_SHADED, .worth = village_placed},
    {8, LOD_PATRIOTS, NOTE_CARD_8_P, LOD_TEXTS, .worth = french_not_played},
    {18, LOD_BRITISH, NOTE_CARD_18, LOD_TEXTS, .worth = enemy_eligible},
    {18, LOD_PATRIOTS, NOTE_CARD_18, LOD_TEXTS, .worth = enemy_eligible},
    {18, LOD_INDIANS, NOTE_CARD_18, LOD_TEXTS, .worth = enemy_eligible},
    {21, LOD_INDIANS, NOTE_CARD_21_I, LOD_TEXTS, .prefer = no_village_here},
    {22, LOD_INDIANS, NOTE_CARD_22_I, LOD_TEXTS, .prefer = village_here},
    {23, LOD_BRITISH, NOTE_CARD_23_B, LOD_TEXTS, .prefer = away_from_support},
    {29, LOD_BRITISH, NOTE_CARD_29_B, LOD_TEXTS, .worth = four_militia_shown},
    {29, LOD_PATRIOTS, NOTE_CARD_29_P, LOD_TEXTS},
    {29, LOD_INDIANS, NOTE_CARD_29_I, LOD_TEXTS},
    {30, LOD_BRITISH, NOTE_NONE, LOD_TEXTS, .prefer = several_regulars, .enemys = true},
    {32, LOD_INDIANS, NOTE_CARD_32_I, LOD_SHADED},
    {38, LOD_INDIANS, NOTE_CARD_38_I, LOD_SHADED, .worth = parties_placed, .kinds = PARTIES},
    {44, LOD_BRITISH, NOTE_CARD_44, LOD_TEXTS, .worth = enemy_eligible},
    {44, LOD_PATRIOTS, NOTE_CARD_44, LOD_TEXTS, .worth = enemy_eligible},
    {44, LOD_INDIANS, NOTE_CARD_44, LOD_TEXTS, .worth = enemy_eligible},
    {51, LOD_BRITISH, NOTE_CARD_51_B, LOD_TEXTS, .worth = fights, .march = march_to_battle,
     .march_into = march_to_battle_into},
    {51, LOD_PATRIOTS, NOTE_CARD_51_P, LOD_TEXTS, .worth = fights, .march = march_to_battle,
     .march_into = march_to_battle_into},
    {52, LOD_BRITISH, NOTE_CARD_52_B, LOD_TEXTS, .prefer = british_outnumbered},
    {52, LOD_PATRIOTS, NOTE_CARD_52_P, LOD_TEXTS, .worth = fights},
    {52, LOD_FRENCH, NOTE_CARD_52_F, LOD_TEXTS, .worth = fights},
    {62, LOD_BRITISH, NOTE_CARD_62_B, LOD_TEXTS, .worth = tories_for_new_york, .prefer = new_york,
     .kinds = LOD_KIND(LOD_TORY)},
    {62, LOD_FRENCH, NOTE_CARD_62_F, LOD_TEXTS, .worth = militia_placed},
    {70, LOD_BRITISH, NOTE_CARD_70_B, LOD_TEXTS, .worth = french_to_take,
     .prefer = indies_then_british, .kinds = FRENCH_ONES},
    {70, LOD_PATRIOTS, NOTE_CARD_70_P, LOD_TEXTS, .prefer = with_patriots, .kinds = BRITISH_ONES},
    {70, LOD_FRENCH, NOTE_CARD_70_F, LOD_TEXTS, .worth = regulars_to_take, .prefer = with_rebels,
     .kinds = BRITISH_ONES},
    {70, LOD_INDIANS, NOTE_CARD_70_I, LOD_TEXTS, .prefer = village_here, .kinds = FRENCH_ONES},
    {71, LOD_PATRIOTS, NOTE_CARD_71_P, LOD_UNSHADED},
    {72, LOD_INDIANS, NOTE_CARD_72_I, LOD_TEXTS, .worth = village_placed},
    {73, LOD_FRENCH, NOTE_CARD_73_F, LOD_TEXTS, .worth = british_fort_gone,
     .kinds = LOD_KIND(LOD_BRITISH_FORT)},
    {80, LOD_BRITISH, NOTE_CARD_80_B, LOD_TEXTS, .worth = rebels_in_cities,
     .prefer = lod_np_in_city},
    {80, LOD_PATRIOTS, NOTE_CARD_80_P, LOD_TEXTS, .worth = village_must_go,
     .prefer = village_at_stake},
    {80, LOD_INDIANS, NOTE_CARD_80_I, LOD_TEXTS, .worth = fort_must_go, .prefer = fort_at_stake},
    {83, LOD_PATRIOTS, NOTE_CARD_83_P, LOD_TEXTS, .prefer = quebec_city_if_it_changes},
    {83, LOD_FRENCH, NOTE_CARD_83_F, LOD_TEXTS, .worth = quebec_city_gained, .prefer = quebec_city},
    {83, LOD_INDIANS, NOTE_CARD_83_I, LOD_TEXTS, .choose = carleton},
    {86, LOD_PATRIOTS, NOTE_CARD_86_P, LOD_TEXTS, .prefer = village_here},
    {86, LOD_INDIANS, NOTE_CARD_86_I, LOD_TEXTS, .prefer = village_here},
    {88, LOD_BRITISH, NOTE_CARD_88, LOD_TEXTS},
    {88, LOD_PATRIOTS, NOTE_CARD_88, LOD_TEXTS},
    {88, LOD_FRENCH, NOTE_CARD_88, LOD_TEXTS},
    {88, LOD_INDIANS, NOTE_CARD_88, LOD_TEXTS},
    {89, LOD_FRENCH, NOTE_CARD_89_F, LOD_TEXTS, .prefer = active_support},
    {89, LOD_INDIANS, NOTE_CARD_89_I, LOD_TEXTS, .prefer = village_here},
    {90, LOD_PATRIOTS, NOTE_CARD_90_P, LOD_UNSHADED},
    {90, LOD_INDIANS, NOTE_CARD_90_I, LOD_TEXTS, .worth = village_placed},
    {95, LOD_BRITISH, NOTE_CARD_95_B, LOD_TEXTS, .kinds = PARTIES},
    {95, LOD_FRENCH, NOTE_CARD_95_F, LOD_TEXTS, .worth = british_fort_gone},
};
/* clang-format on */

const lod_np_card *lod_np_card_of(int card, lod_faction f) {
    enum { ROWS = sizeof rows / sizeof *rows, STOCKBRIDGE = 86 };
    /* The sheet has a row for the Indians on card 86, which has no icon for them. */
    if (lod.card[card].icon[f] != LOD_MUSKET && card != STOCKBRIDGE) return NULL;
    for (int i = 0; i < ROWS && rows[i].card <= card; i++) {
        if (rows[i].card == card && rows[i].faction == f) return &rows[i];
    }
    return NULL;
}
