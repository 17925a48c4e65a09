/* np_pieces.c - which pieces non-players place, remove and strike (8.1.2), and the steps of
 * Commands that ask for nothing else. */
#include "np.h"

/* ---- Cubes that alternate ---- */

/* The two kinds of cubes of a side. */
typedef struct {
    lod_piece regular, other;
} cubes;

static cubes cubes_of(mk_set64 kinds) {
    bool royal = kinds & LOD_BRITISH_CUBES;
    return royal ? (cubes){LOD_BRITISH_REGULAR, LOD_TORY}
                 : (cubes){LOD_FRENCH_REGULAR, LOD_CONTINENTAL};
}

/* Which of the two is next, given how many of each there are and which comes first. */
static lod_piece alternate(lod_state *s, cubes pair, int regulars, int others, bool regular_first) {
    bool last_was_regular = s->np.turn == pair.regular + 1;
    bool last_was_other = s->np.turn == pair.other + 1;
    bool regular = last_was_other || (!last_was_regular && regular_first);
    if (!regulars) regular = false;
    if (!others) regular = true;
    lod_piece p = regular ? pair.regular : pair.other;
    s->np.turn = (uint8_t)(p + 1);
    return p;
}

static int present(const lod_state *s, int space, mk_set64 kinds, lod_piece p) {
    return kinds >> p & 1 ? s->piece[space][p] : 0;
}

/* The first of some kinds that is there. */
static lod_piece first_of(const lod_state *s, int space, mk_set64 kinds, const lod_piece *order,
                          int n) {
    for (int i = 0; i < n; i++) {
        if (present(s, space, kinds, order[i])) return order[i];
    }
    return LOD_PIECES;
}

static const lod_piece strongholds[] = {LOD_BRITISH_FORT, LOD_PATRIOT_FORT, LOD_VILLAGE};
static const lod_piece active_first[] = {LOD_ACTIVE_MILITIA, LOD_ACTIVE_WAR_PARTY, LOD_MILITIA,
                                         LOD_WAR_PARTY};
static const lod_piece hidden_first[] = {LOD_MILITIA, LOD_WAR_PARTY, LOD_ACTIVE_MILITIA,
                                         LOD_ACTIVE_WAR_PARTY};

/* Friends: cubes, beginning with the most, the last Tory or Continental spared; Active before
 * Underground; that last cube; Forts and Villages. */
lod_piece lod_np_to_lose(lod_state *s, int space, mk_set64 kinds) {
    cubes pair = cubes_of(kinds);
    int regulars = present(s, space, kinds, pair.regular);
    int others = present(s, space, kinds, pair.other);
    int spare = others ? others - 1 : 0;
    if (regulars + spare) return alternate(s, pair, regulars, spare, regulars >= others);
    lod_piece p = first_of(s, space, kinds, active_first, 4);
    if (p == LOD_PIECES && others) p = pair.other;
    return p != LOD_PIECES ? p : first_of(s, space, kinds, strongholds, 3);
}

/* Enemies: Forts and Villages; Underground before Active; cubes, beginning with the fewest. */
lod_piece lod_np_to_strike(lod_state *s, int space, mk_set64 kinds) {
    lod_piece p = first_of(s, space, kinds, strongholds, 3);
    if (p == LOD_PIECES) p = first_of(s, space, kinds, hidden_first, 4);
    if (p != LOD_PIECES) return p;
    cubes pair = cubes_of(kinds);
    int regulars = present(s, space, kinds, pair.regular);
    int others = present(s, space, kinds, pair.other);
    if (!regulars && !others) return LOD_PIECES;
    return alternate(s, pair, regulars, others, regulars <= others);
}

/* ---- Strikes ---- */

enum { MOST_WAY = 3 };

int lod_np_way(const lod_state *s, int verb, int space) {
    int way = MOST_WAY;
    while (way > 0 && !lod_np_legal(s, verb, space, way)) way--;
    return way;
}

static bool best_way_is(const lod_state *s, int verb, int space, int way) {
    if (!lod_np_legal(s, verb, space, way)) return false;
    for (int better = way + 1; better <= MOST_WAY; better++) {
        if (lod_np_legal(s, verb, space, better)) return false;
    }
    return true;
}

mk_set64 lod_np_with_way(const lod_state *s, int verb, int way) {
    lod_faction f = mk_top_const(&s->base)->seat;
    mk_set64 enemies = lod_with(s, lod_pieces_of_side(lod_other(lod_side_of(f)))), spaces = 0;
    MK_SET_EACH(space, lod_with(s, lod_pieces_of(f)) & enemies) {
        if (best_way_is(s, verb, space, way)) spaces |= MK_BIT(space);
    }
    return spaces;
}

/* ---- Steps ---- */

/* 8.1.1: as many as can be. */
bool lod_np_place(lod_state *s, mk_log *log) {
    const mk_frame *f = mk_top(&s->base);
    if (!lod_available(s, f->b)) return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
    return lod_np_did(s, LOD_V_PLACE, f->b, 0, 0, log);
}

bool lod_np_exchange(lod_state *s, mk_log *log) {
    const mk_frame *f = mk_top(&s->base);
    mk_set64 own = lod_pieces_of(f->seat) & ~LOD_STRONGHOLDS;
    return lod_np_did(s, LOD_V_GIVE, lod_np_to_lose(s, f->a, own), 0, 0, log);
}

bool lod_np_strike(lod_state *s, mk_log *log) {
    const mk_frame *f = mk_top(&s->base);
    return lod_np_did(s, LOD_V_REMOVE, lod_np_to_strike(s, f->a, (mk_set64)f->b), 0, 0, log);
}

bool lod_np_supply_remove(lod_state *s, mk_log *log) {
    const mk_frame *f = mk_top(&s->base);
    return lod_np_did(s, LOD_V_REMOVE, lod_np_to_lose(s, f->a, LOD_PATRIOT_UNITS), 0, 0, log);
}

/* A4-5: War Parties that fight as Tories go first. */
bool lod_np_battle_loss(lod_state *s, mk_log *log) {
    return lod_np_did(s, LOD_V_REMOVE, LOD_ACTIVE_WAR_PARTY, 0, 0, log);
}

/* ---- Leaders who are alone, or may come (1.10) ---- */

/* The kind that 8.4.9, 8.5.6, 8.6.9 and 8.7.7 count. */
static int own_main_units(const lod_state *s, int space) {
    static const mk_set64 kinds[] = {LOD_KIND(LOD_BRITISH_REGULAR), LOD_KIND(LOD_CONTINENTAL),
                                     LOD_KIND(LOD_FRENCH_REGULAR), LOD_WAR_PARTIES};
    return lod_count(s, space, kinds[mk_top_const(&s->base)->seat]);
}

/* If his units left him in this Command or Event, he goes with the largest group (8.1). */
bool lod_np_leader_alone(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {own_main_units, NULL};
    lod_faction f = mk_top(&s->base)->seat;
    int to = lod_np_largest_group(s, f, log);
    if (!lod_np_legal(s, LOD_V_REDEPLOY, to, 0))
        to = lod_np_best(s, lod_own_spaces(s, f), order, log);
    return lod_np_did(s, LOD_V_REDEPLOY, to, 0, 0, log);
}

bool lod_np_leader_lands(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {own_main_units, NULL};
    lod_faction f = mk_top(&s->base)->seat;
    int to = lod_np_best(s, s->landing[f] & lod_with(s, lod_pieces_of(f)), order, log);
    if (to < 0) return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
    return lod_np_did(s, LOD_V_REDEPLOY, to, 0, 0, log);
}

bool lod_np_redeploy(lod_state *s, mk_set64 spaces, lod_np_key *const *order, lod_note note,
                     mk_log *log) {
    int to = lod_np_best(s, spaces, order, log);
    if (to < 0 || to == s->leader_at[mk_top(&s->base)->seat])
        return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
    lod_np_say_at(s, note, to, log);
    return lod_np_did(s, LOD_V_REDEPLOY, to, 0, 0, log);
}
