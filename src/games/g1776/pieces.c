/* pieces.c - what stands where: the one sorted array of pieces, and what follows from it. */
#include <string.h>

#include "g1776.h"

/* ---- The order ---- */

/* All that makes two entries different, as one number; place first. */
uint64_t g1776_order(const g1776_piece *p) {
    return (uint64_t)p->place << 48 | (uint64_t)p->type << 40 | (uint64_t)p->flags << 32 |
           (uint64_t)p->spent << 24 | (uint64_t)p->origin << 8 |
           (uint64_t)((p->mark << 3 | p->led) & 255);
}

static int position_of(const g1776_state *s, const g1776_piece *p) {
    uint64_t wanted = g1776_order(p);
    int i = g1776_first_at(s, p->place);
    while (i < s->piece_count && g1776_order(&s->piece[i]) < wanted) i++;
    return i;
}

/* An entry more or less at a place: those of the blocks behind it move. */
static void shift_blocks(g1776_state *s, int place, int by) {
    for (int b = g1776_block_of(place) + 1; b < G1776_BLOCKS; b++)
        s->block[b] = (uint16_t)(s->block[b] + by);
}

void g1776_find_blocks(const g1776_state *s, uint16_t block[G1776_BLOCKS]) {
    int i = 0;
    for (int b = 0; b < G1776_BLOCKS; b++) {
        while (i < s->piece_count && g1776_block_of(s->piece[i].place) < b) i++;
        block[b] = (uint16_t)i;
    }
}

/* ---- What follows from it ---- */

/* Has the seat SP in the hex, and some outside a fort? */
static void note_hex(g1776_state *s, int hex, int seat) {
    bool held = false, open = false;
    G1776_EACH_AT(p, s, hex) {
        if (!g1776_is_sp(p->type) || g1776_owner(p->type) != seat) continue;
        held = true;
        if (!(p->flags & G1776_INSIDE)) open = true;
    }
    if (held)
        mk_set_add(&s->held[seat], hex);
    else
        mk_set_remove(&s->held[seat], hex);
    if (open)
        mk_set_add(&s->open[seat], hex);
    else
        mk_set_remove(&s->open[seat], hex);
}

void g1776_settle(void *state) {
    g1776_state *s = state;
    g1776_find_blocks(s, s->block);
    memset(s->held, 0, sizeof s->held);
    memset(s->open, 0, sizeof s->open);
    memset(s->total, 0, sizeof s->total);
    G1776_EACH_PIECE(p, s) {
        s->total[p->type] = (uint16_t)(s->total[p->type] + p->count);
        if (!g1776_is_sp(p->type) || !g1776_is_hex(p->place)) continue;
        mk_set_add(&s->held[g1776_owner(p->type)], p->place);
        if (!(p->flags & G1776_INSIDE)) mk_set_add(&s->open[g1776_owner(p->type)], p->place);
    }
    for (int l = 0; l < g1776.leader_count; l++) g1776_move_leader(s, l, s->leader[l].place);
    g1776_settle_fixed(s);
}

/* ---- Changes ---- */

void g1776_put(g1776_state *s, g1776_piece p) {
    assert(p.count > 0);
    s->total[p.type] = (uint16_t)(s->total[p.type] + p.count);
    int at = position_of(s, &p);
    if (at < s->piece_count && g1776_order(&s->piece[at]) == g1776_order(&p)) {
        assert(s->piece[at].count + p.count <= UINT8_MAX);
        s->piece[at].count = (uint8_t)(s->piece[at].count + p.count);
    } else {
        assert(s->piece_count < G1776_MAX_PIECES);
        memmove(&s->piece[at + 1], &s->piece[at], (size_t)(s->piece_count - at) * sizeof p);
        s->piece[at] = p;
        s->piece_count++;
        shift_blocks(s, p.place, 1);
    }
    if (g1776_is_sp(p.type) && g1776_is_hex(p.place)) {
        int seat = g1776_owner(p.type);
        mk_set_add(&s->held[seat], p.place);
        if (!(p.flags & G1776_INSIDE)) mk_set_add(&s->open[seat], p.place);
    }
}

g1776_piece g1776_take_at(g1776_state *s, int index, int count) {
    g1776_piece *entry = &s->piece[index], taken = *entry;
    assert(index >= 0 && index < s->piece_count && count > 0 && count <= entry->count);
    taken.count = (uint8_t)count;
    s->total[taken.type] = (uint16_t)(s->total[taken.type] - count);
    entry->count = (uint8_t)(entry->count - count);
    if (!entry->count) {
        s->piece_count--;
        memmove(entry, entry + 1, (size_t)(s->piece_count - index) * sizeof *entry);
        memset(&s->piece[s->piece_count], 0, sizeof *entry);
        shift_blocks(s, taken.place, -1);
    }
    if (g1776_is_sp(taken.type) && g1776_is_hex(taken.place))
        note_hex(s, taken.place, g1776_owner(taken.type));
    return taken;
}

void g1776_add(g1776_state *s, int place, int type, int count, int flags) {
    if (!count) return;
    g1776_put(s, (g1776_piece){.place = (uint16_t)place,
                               .type = (uint8_t)type,
                               .flags = (uint8_t)flags,
                               .count = (uint8_t)count});
}

/* Those that have moved least go last: what is removed is what is of least use. */
void g1776_remove(g1776_state *s, int place, int type, int count, int flags) {
    for (int i = g1776_first_at(s, place); count;) {
        assert(i < s->piece_count && s->piece[i].place == place);
        const g1776_piece *p = &s->piece[i];
        if (p->type != type || (p->flags & flags) != flags) {
            i++;
            continue;
        }
        int n = count < p->count ? count : p->count;
        bool all = n == p->count;
        g1776_take_at(s, i, n);
        count -= n;
        if (!all) i++;
    }
}

/* Takes all entries with these flags off a place, in their order. */
int g1776_lift(g1776_state *s, int place, int flags, g1776_piece out[G1776_MAX_LOTS]) {
    int count = 0;
    for (int i = g1776_first_at(s, place); i < s->piece_count && s->piece[i].place == place;) {
        if ((s->piece[i].flags & flags) != flags) {
            i++;
            continue;
        }
        assert(count < G1776_MAX_LOTS);
        out[count++] = g1776_take_at(s, i, s->piece[i].count);
    }
    return count;
}

/* The origin of a piece that begins to move. */
uint16_t g1776_began(const g1776_piece *p) {
    return (uint16_t)(p->place + 1 + (p->flags & G1776_INSIDE ? G1776_FROM_INSIDE : 0));
}

void g1776_put_leader(g1776_state *s, int leader, g1776_leader_at at) {
    s->leader[leader] = at;
    g1776_move_leader(s, leader, at.place);
}

void g1776_move_leader(g1776_state *s, int leader, int place) {
    if (s->campaign.unmoved && place != s->leader[leader].place) g1776_note_moved(s, leader);
    s->leader[leader].place = (uint16_t)place;
    mk_set_put(&s->in_play, leader, place != G1776_GONE);
}

/* ---- How many? ---- */

int g1776_count_where(const g1776_state *s, int place, mk_set64 types, int mask, int flags) {
    int n = 0;
    G1776_EACH_AT(p, s, place) {
        if (mk_set_has(types, p->type) && (p->flags & mask) == flags) n += p->count;
    }
    return n;
}

int g1776_count_of(const g1776_state *s, int place, mk_set64 types) {
    return g1776_count_where(s, place, types, 0, 0);
}

int g1776_count(const g1776_state *s, int place, int type) {
    return g1776_count_of(s, place, G1776_BIT(type));
}

bool g1776_has(const g1776_state *s, int place, int type) {
    return s->total[type] && g1776_count(s, place, type) > 0;
}

int g1776_sp(const g1776_state *s, int hex, int seat) {
    if (!g1776_held(s, seat, hex)) return 0;
    return g1776_count_of(s, hex, g1776.sp_of[seat]);
}

int g1776_sp_part(const g1776_state *s, int hex, int seat, int inside) {
    if (!g1776_held(s, seat, hex)) return 0;
    return g1776_count_where(s, hex, g1776.sp_of[seat], G1776_INSIDE,
                             inside == G1776_INSIDE_ONLY ? G1776_INSIDE : 0);
}

mk_set128 g1776_leaders_at(const g1776_state *s, int place, int seat) {
    mk_set128 leaders = 0;
    MK_SET_EACH(l, s->in_play & g1776.leaders_of[seat]) {
        if (s->leader[l].place == place) mk_set_add(&leaders, l);
    }
    return leaders;
}

static mk_set64 units_of(int seat) {
    const mk_set64 works = G1776_ENTRENCHMENTS | G1776_FORTS | G1776_SITES | G1776_COMS;
    return g1776.of_seat[seat] & ~works;
}

bool g1776_units_at(const g1776_state *s, int hex, int seat) {
    return g1776_held(s, seat, hex) || g1776_count_of(s, hex, units_of(seat)) ||
           g1776_leaders_at(s, hex, seat);
}

/* All hexes where g1776_units_at holds. */
g1776_hexes g1776_hexes_with_units(const g1776_state *s, int seat) {
    g1776_hexes hexes = s->held[seat];
    mk_set64 units = units_of(seat) & ~G1776_SP;
    G1776_EACH_PIECE(p, s) {
        if (!g1776_is_hex(p->place)) break; /* hexes come first */
        if (mk_set_has(units, p->type)) mk_set_add(&hexes, p->place);
    }
    MK_SET_EACH(l, s->in_play & g1776.leaders_of[seat]) {
        if (g1776_is_hex(s->leader[l].place)) mk_set_add(&hexes, s->leader[l].place);
    }
    return hexes;
}

/* Is any bateau on a hexside? Most questions about them end here. */
bool g1776_any_afloat(const g1776_state *s) {
    if (!s->total[G1776_BAT_B] && !s->total[G1776_BAT_A]) return false;
    int first = g1776_first_at(s, G1776_AT_SIDE);
    return first < s->piece_count && g1776_is_side(s->piece[first].place);
}

/* ---- The end of a phase ---- */

/* As it is when a phase begins. */
static g1776_piece at_rest(g1776_piece p) {
    p.flags &= (uint8_t)~G1776_PASSING;
    if (mk_set_has(G1776_BATEAUX, p.type)) p.flags &= (uint8_t)~G1776_MARKED; /* ferries */
    if (!mk_set_has(G1776_SUPPLIES, p.type)) p.mark = 0;
    p.spent = 0;
    p.led &= G1776_GREEN;
    if (p.place != G1776_FOUND) p.origin = 0; /* where a decoy was found */
    return p;
}

/* Nobody has moved, nobody is in hand. Entries that were apart join; all stay where they are. */
static void rest_pieces(g1776_state *s) {
    int count = s->piece_count, n = 0;
    for (int i = 0; i < count; i++) {
        g1776_piece p = at_rest(s->piece[i]);
        int at = n;
        while (at && s->piece[at - 1].place == p.place &&
               g1776_order(&s->piece[at - 1]) > g1776_order(&p))
            at--;
        if (at && g1776_order(&s->piece[at - 1]) == g1776_order(&p)) {
            s->piece[at - 1].count = (uint8_t)(s->piece[at - 1].count + p.count);
            continue;
        }
        if (at < n) memmove(&s->piece[at + 1], &s->piece[at], (size_t)(n - at) * sizeof p);
        s->piece[at] = p;
        n++;
    }
    if (n == count) return;
    memset(&s->piece[n], 0, (size_t)(count - n) * sizeof *s->piece);
    s->piece_count = (uint16_t)n;
    g1776_find_blocks(s, s->block);
}

void g1776_clear_phase(g1776_state *s) {
    rest_pieces(s);
    for (int l = 0; l < g1776.leader_count; l++) {
        g1776_leader_at *at = &s->leader[l];
        at->flags &= (uint8_t)~G1776_PASSING;
        at->spent = at->mark = at->led = at->swamp = 0;
        at->origin = 0;
    }
    for (int f = 0; f < G1776_FLEETS; f++) {
        s->fleet[f].flags &= (uint8_t) ~(G1776_PASSING | G1776_MARKED);
        s->fleet[f].spent = 0;
    }
}
