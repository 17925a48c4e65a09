/* contact.c - what follows when forces meet: automatic elimination (II.C), instant captures (III.B
 * to III.E, IV.C), works that nobody holds (II.A), Indian villages (I.C of the campaign). */
#include "g1776.h"

/* ---- Works ---- */

/* The seat whose finished fort stands there; G1776_NONE: nobody's. */
int g1776_fort_of(const g1776_state *s, int hex) {
    if (!s->total[G1776_FORT_B] && !s->total[G1776_FORT_A]) return G1776_NONE;
    G1776_EACH_AT(p, s, hex) {
        if (mk_set_has(G1776_FORTS, p->type)) return g1776_owner(p->type);
    }
    return G1776_NONE;
}

bool g1776_entrenched(const g1776_state *s, int hex, int seat) {
    return g1776_has(s, hex, seat == G1776_BRITISH ? G1776_ENT_B : G1776_ENT_A);
}

/* SP of the French in the hex, and none of the Americans. */
static bool french_alone(const g1776_state *s, int hex) {
    int french = 0, all = 0;
    G1776_EACH_AT(p, s, hex) {
        if (!mk_set_has(g1776.sp_of[G1776_AMERICAN], p->type)) continue;
        all++;
        french += g1776.type[p->type].nation == G1776_N_FRENCH;
    }
    return all && french == all;
}

/* The counter of a nation for the same piece. */
static int turned(int type, int nation) {
    static const uint8_t counters[][G1776_NATIONS] = {
        {G1776_SUP_B, G1776_SUP_A, G1776_SUP_F},    {G1776_ART_B, G1776_ART_A, G1776_ART_F},
        {G1776_MAG_B, G1776_MAG_A, G1776_MAG_F},    {G1776_BAT_B, G1776_BAT_A, G1776_BAT_A},
        {G1776_FORT_B, G1776_FORT_A, G1776_FORT_A},
    };
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++) {
        for (int n = 0; n < G1776_NATIONS; n++)
            if (counters[i][n] == type) return counters[i][nation];
    }
    return type;
}

/* Who has the prize: a seat's nation, or the French if they captured it alone. */
static int captor(const g1776_state *s, int seat, int place) {
    if (seat == G1776_BRITISH) return G1776_N_BRITISH;
    bool french = g1776_is_hex(place) && french_alone(s, place);
    return RULE("g1776.iii.b.french", french) ? G1776_N_FRENCH : G1776_N_AMERICAN;
}

static void lose_works(g1776_state *s, int hex, int type, mk_log *log) {
    g1776_remove(s, hex, type, 1, 0);
    mk_log_event(log, G1776_E_WORKS_GONE, g1776_owner(type), MK_EVERYONE, 0, (int16_t)type,
                 (int16_t)hex);
}

/* ---- Captures ---- */

/* Pieces at index i change hands, as far as the captor has counters. */
static void take_over(g1776_state *s, int i, mk_log *log) {
    g1776_piece p = g1776_take_at(s, i, s->piece[i].count);
    int seat = g1776_enemy(g1776_owner(p.type)), was = p.type;
    p.type = (uint8_t)turned(p.type, captor(s, seat, p.place));
    int kept = G1776_DOWN;                                        /* II.B: inverted it stays */
    if (mk_set_has(G1776_ARTILLERY, p.type)) kept |= G1776_FIXED; /* guns that wait for Knox (11) */
    p.flags = (uint8_t)((p.flags & kept) | G1776_CAPTURED);
    p.spent = p.mark = p.led = 0;
    p.origin = 0;
    int room = g1776.type[p.type].limit - g1776_on_map(s, p.type);
    mk_log_event(log, G1776_E_CAPTURED, seat, MK_EVERYONE, g1776_veils(s) ? MK_REVEALED : 0,
                 p.count, (int16_t)was, (int16_t)g1776_where_of(p.place));
    if (room < p.count) p.count = (uint8_t)(room > 0 ? room : 0);
    if (p.count) g1776_put(s, p);
}

static int find_prize(const g1776_state *s, int place, mk_set64 types, int mask, int flags) {
    for (int i = g1776_first_at(s, place); i < s->piece_count && s->piece[i].place == place; i++) {
        const g1776_piece *p = &s->piece[i];
        if (mk_set_has(types, p->type) && (p->flags & mask) == flags) return i;
    }
    return -1;
}

/* III.C, III.D: a magazine or fort falls only where no SP of its owner is left in the hex. */
static void capture_pieces(g1776_state *s, int place, int seat, int mask, mk_log *log) {
    const mk_set64 prizes =
        G1776_SUPPLIES | G1776_ARTILLERY | G1776_MAGAZINES | G1776_BATEAUX | G1776_FORTS;
    mk_set64 types = prizes & g1776.of_seat[seat];
    if (RULE("g1776.iii.c.capture", mask)) types &= ~(G1776_FORTS | G1776_MAGAZINES);
    for (int i; (i = find_prize(s, place, types, mask, 0)) >= 0;) take_over(s, i, log);
}

static void capture_leaders(g1776_state *s, int hex, int seat, int mask, mk_log *log) {
    if (s->combat.hex == hex) return; /* they are checked when it is over */
    MK_SET_EACH(l, g1776_leaders_at(s, hex, seat)) {
        if (RULE("g1776.csg6.brant", g1776_not_captured_yet(s, l))) continue;
        if (!(s->leader[l].flags & mask)) g1776_capture_leader(s, l, log);
    }
}

/* What `seat` has in the hex without SP beside it falls to enemy SP there. What is inside a fort
 * falls with the fort, when no SP of its owner is left in the hex. */
static void capture_from(g1776_state *s, int hex, int seat, mk_log *log) {
    if (!g1776_held(s, g1776_enemy(seat), hex) || g1776_open(s, seat, hex)) return;
    int safe = RULE("g1776.iii.d.capture", g1776_held(s, seat, hex)) ? G1776_INSIDE : 0;
    capture_pieces(s, hex, seat, safe, log);
    capture_leaders(s, hex, seat, safe, log);
    int site = seat == G1776_BRITISH ? G1776_SITE_B : G1776_SITE_A;
    if (!safe && g1776_has(s, hex, site)) lose_works(s, hex, site, log);
}

static bool stands_openly(const g1776_state *s, int seat, int hex) {
    return g1776_count_where(s, hex, g1776.sp_of[seat], G1776_DOWN, 0) > 0;
}

/* VI.B: if counters face down decide whose a bateau is, those at its banks are turned up first: its
 * owner's, and if it is not kept the enemy's. */
static void show_banks(g1776_state *s, int seat, const int banks[2], int count, mk_log *log) {
    int enemy = g1776_enemy(seat);
    bool kept = false, seems = false, taken = false;
    for (int i = 0; i < count; i++) {
        kept |= stands_openly(s, seat, banks[i]);
        seems |= g1776_looks_held(s, enemy, banks[i]);
        taken |= stands_openly(s, enemy, banks[i]);
    }
    if (kept || !seems) return;
    for (int i = 0; i < count; i++) {
        g1776_turn_up(s, banks[i], g1776.of_seat[seat], 0, log);
        kept |= g1776_held(s, seat, banks[i]);
    }
    for (int i = 0; i < count && !kept && !taken; i++)
        g1776_turn_up(s, banks[i], g1776.of_seat[enemy], 0, log);
}

/* II.B: bateaux beside a hex with enemy SP, none of their own at either bank. One that is on its
 * way is asked about where it moors. */
static void capture_bateaux(g1776_state *s, int hex, mk_log *log) {
    if (!g1776_any_afloat(s)) return;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int side = g1776_board.hexes.side_of[hex][d], place = G1776_AT_SIDE + side;
        int beyond = g1776_board.hexes.near[hex][d];
        for (int seat = 0; seat < G1776_SEATS; seat++) {
            int i = find_prize(s, place, g1776.of_seat[seat] & G1776_BATEAUX, G1776_HAND, 0);
            if (i < 0) continue;
            int enemy = g1776_enemy(seat);
            bool far = beyond != MK_NOWHERE;
            const int banks[] = {hex, beyond};
            if (g1776_veils(s)) show_banks(s, seat, banks, far ? 2 : 1, log);
            bool taken = g1776_held(s, enemy, hex) || (far && g1776_held(s, enemy, beyond));
            bool kept = g1776_held(s, seat, hex) || (far && g1776_held(s, seat, beyond));
            if (RULE("g1776.ii.b.capture", taken && !kept))
                capture_pieces(s, place, seat, G1776_HAND, log);
        }
    }
}

/* After anything that moved or died there (C16): captures, then works without a garrison. */
void g1776_tidy(g1776_state *s, int hex, mk_log *log) {
    g1776_meet(s, hex, log);
    for (int seat = 0; seat < G1776_SEATS; seat++) capture_from(s, hex, seat, log);
    capture_bateaux(s, hex, log);
    for (int seat = 0; seat < G1776_SEATS; seat++) { /* C2: the mark goes with the force */
        if (!g1776_held(s, seat, hex)) mk_set_remove(&s->attacked[seat], hex);
    }
    for (int seat = 0; seat < G1776_SEATS; seat++) {
        if (!g1776_entrenched(s, hex, seat)) continue;
        if (RULE("g1776.ii.a.removed", !g1776_units_at(s, hex, seat)))
            lose_works(s, hex, seat == G1776_BRITISH ? G1776_ENT_B : G1776_ENT_A, log);
    }
    g1776_expel_fleets(s, hex, log);
}

/* ---- Automatic elimination ---- */

/* The most SP in hand that began the phase in one stack (A1); of a march, that march. */
int g1776_largest_stack(const g1776_state *s, const g1776_hand *h) {
    int best = 0;
    G1776_EACH_AT(first, s, h->hex) {
        if (!(first->flags & G1776_HAND) || !g1776_is_sp(first->type)) continue;
        int from = first->origin & ~G1776_STRUCK, n = 0;
        int began = G1776_INSIDE | G1776_CARRIED; /* in or out of a fort, on land or embarked */
        G1776_EACH_AT(p, s, h->hex) {
            bool same =
                (p->origin & ~G1776_STRUCK) == from && ((p->flags ^ first->flags) & began) == 0;
            if (p->flags & G1776_HAND && g1776_is_sp(p->type) && same) n += p->count;
        }
        if (n > best) best = n;
    }
    return best;
}

static int in_halves(const g1776_state *s, int seat, int hex, int sp) {
    if (g1776_basic(s)) return 2 * sp;
    bool supplied = g1776_can_supply(s, seat, hex, G1776_OUTSIDE_ONLY);
    return RULE("g1776.ii.c.supply", supplied) ? 2 * sp : sp;
}

const char *g1776_why_not_eliminate(const g1776_state *s, const g1776_hand *h) {
    int enemy = g1776_enemy(h->seat);
    FORBID("g1776.ii.c", !g1776_open(s, enemy, h->hex));
    FORBID("g1776.s8.ticonderoga", h->seat == G1776_BRITISH && g1776_ticonderoga_shut(s, h->hex));
    FORBID("g1776.s11.villagers", g1776_spared(s, h->seat, h->hex));
    FORBID("g1776.csg.vi.ae", g1776_winter(s));
    FORBID("g1776.csg6.villagers", g1776_safe_villagers(s, enemy, h->hex));
    FORBID("g1776.scenario.april", g1776_april_1775(s) && h->seat == G1776_BRITISH);
    int victims = g1776_sp_part(s, h->hex, enemy, G1776_OUTSIDE_ONLY);
    int works = g1776_entrenched(s, h->hex, enemy);
    int sp = in_halves(s, h->seat, h->hex, g1776_largest_stack(s, h));
    int against = in_halves(s, enemy, h->hex, victims);
    FORBID("g1776.ii.c.odds", sp < g1776.table.ae[works] * against);
    return NULL;
}

/* II.C: going on costs 2 MP, 3 after a fight against entrenchments; no embarking. */
static void pay_for_it(g1776_state *s, const g1776_hand *h, int mp) {
    g1776_piece lifted[G1776_MAX_LOTS];
    int count = g1776_lift(s, h->hex, G1776_HAND, lifted);
    for (int i = 0; i < count; i++) {
        g1776_piece p = lifted[i];
        int spent = p.spent + mp;
        if (!mk_set_has(G1776_BATEAUX, p.type)) {
            if (!p.origin) p.origin = g1776_began(&p);
            p.origin |= G1776_STRUCK;
            bool paid = spent <= g1776_allowance(s, &p, h);
            p.spent = (uint8_t)(paid ? spent : G1776_ALL_SPENT);
        }
        g1776_put(s, p);
    }
    MK_SET_EACH(l, h->leaders) {
        g1776_leader_at *at = &s->leader[l];
        bool paid = at->spent + mp <= g1776_leader_allowance(s, l, h);
        if (!at->origin) at->origin = (uint16_t)(at->place + 1);
        at->origin |= G1776_STRUCK;
        at->spent = (uint8_t)(paid ? at->spent + mp : G1776_ALL_SPENT);
    }
}

static int find_victim(const g1776_state *s, int hex, int seat) {
    for (int i = g1776_first_at(s, hex); i < s->piece_count && s->piece[i].place == hex; i++) {
        const g1776_piece *p = &s->piece[i];
        if (mk_set_has(g1776.sp_of[seat], p->type) && !(p->flags & G1776_INSIDE)) return i;
    }
    return -1;
}

/* Partisans may try to slip away first (A3). */
void g1776_eliminate(g1776_state *s, const g1776_hand *h, mk_log *log) {
    if (!g1776_victims_asked(s, g1776_enemy(h->seat), h->hex)) g1776_overrun(s, h, log);
}

void g1776_overrun(g1776_state *s, const g1776_hand *h, mk_log *log) {
    int enemy = g1776_enemy(h->seat), works = g1776_entrenched(s, h->hex, enemy);
    int victims = g1776_sp_part(s, h->hex, enemy, G1776_OUTSIDE_ONLY);
    mk_log_event(log, G1776_E_ELIMINATED, h->seat, MK_EVERYONE, 0, (int16_t)victims,
                 (int16_t)h->hex);
    g1776_marion_slips(s, h->hex, log);
    for (int i; (i = find_victim(s, h->hex, enemy)) >= 0;) g1776_take_at(s, i, s->piece[i].count);
    pay_for_it(s, h, g1776.table.ae_mp[works]);
    if (mk_top(&s->base)->phase == G1776_PH_MARCHING) g1776_march_pays(s, g1776.table.ae_mp[works]);
    g1776_met_nobody(s, mk_top(&s->base), h->hex);
    MK_SET_EACH(l, g1776_leaders_at(s, h->hex, enemy)) {
        if (!(s->leader[l].flags & G1776_INSIDE)) g1776_sent_home(s, l);
    }
    g1776_tidy(s, h->hex, log);
}

/* Who stood there is gone: a group or march may go on, who landed has moved. */
void g1776_met_nobody(g1776_state *s, mk_frame *mover, int hex) {
    if (mover->phase == G1776_PH_GROUP)
        mover->c = 0;
    else if (mover->phase != G1776_PH_MARCHING)
        g1776_halt(s, hex, G1776_AS_IT_WAS);
}

/* ---- Indian villages (I.C of the campaign) ---- */

int g1776_village_number(int hex) {
    if (hex == MK_NOWHERE) return -1;
    int town = g1776_board.town_at[hex], number = 0;
    if (town == G1776_NONE || g1776_board.town[town].type != G1776_VILLAGE) return -1;
    for (int t = 0; t < town; t++) number += g1776_board.town[t].type == G1776_VILLAGE;
    return number;
}

enum { VILLAGES = 3 };

/* Closed until the enemy's Indian has moved out, or a regular or militia SP of his moved in. */
bool g1776_village_closed(const g1776_state *s, int seat, int hex) {
    int village = g1776_village_number(hex);
    if (village < 0 || !g1776_in_campaign(s)) return false;
    return !(s->villages >> (village + VILLAGES * seat) & 1);
}

/* Could a counter of the seat open it to the enemy, by what it is? */
static bool may_open(const g1776_state *s, int seat, int village) {
    bool counts = g1776_in_campaign(s) || g1776_has_villagers(s);
    return village >= 0 && counts && !(s->villages >> (village + VILLAGES * g1776_enemy(seat)) & 1);
}

void g1776_open_village(g1776_state *s, int seat, int from, int to, mk_log *log) {
    int left = g1776_village_number(from), entered = g1776_village_number(to),
        enemy = g1776_enemy(seat);
    if (left < 0 && entered < 0) return;
    bool asks = may_open(s, seat, left) || (g1776_in_campaign(s) && may_open(s, seat, entered));
    if (RULE("g1776.vi.b.village", asks && g1776_veils(s)))
        g1776_turn_up(s, to, g1776.of_seat[seat], G1776_HAND, log);
    G1776_EACH_AT(p, s, to) {
        if (!(p->flags & G1776_HAND) || !g1776_is_sp(p->type)) continue;
        bool indian = g1776_is(p->type, G1776_IS_INDIAN);
        int opened = indian ? left : g1776_in_campaign(s) ? entered : -1;
        if (opened >= 0) s->villages |= (uint8_t)(1 << (opened + VILLAGES * enemy));
        if (indian && left >= 0) s->campaign.unmoved &= (uint8_t) ~(1 << left);
    }
}

/* Options D of scenarios 11 and 12: the Indians of the villages are not attacked until they have
 * moved, as long as they are alone. */
bool g1776_spared(const g1776_state *s, int seat, int hex) {
    int village = g1776_village_number(hex);
    if (seat != G1776_AMERICAN || village < 0 || !g1776_has_villagers(s)) return false;
    if (g1776_in_campaign(s)) return false; /* CSG-6: g1776_safe_villagers */
    bool moved = s->villages >> (village + VILLAGES * seat) & 1;
    return !moved && g1776_sp(s, hex, G1776_BRITISH) == g1776_count(s, hex, G1776_BI);
}

/* By water, too; who is aboard is shown. */
void g1776_indian_leaves(g1776_state *s, int seat, int from, mk_log *log) {
    int left = g1776_village_number(from);
    if (left < 0) return;
    if (may_open(s, seat, left)) g1776_turn_up_afloat(s, from, log);
    s->villages |= (uint8_t)(1 << (left + VILLAGES * g1776_enemy(seat)));
    s->campaign.unmoved &= (uint8_t) ~(1 << left);
}
