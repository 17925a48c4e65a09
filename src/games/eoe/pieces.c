/* pieces.c - what stands where: the only place where pieces change their space or steps. */
#include <string.h>

#include "eoe.h"

/* ---- The order of pieces on the map -------------------------------------- */

/* Buckets behind that of a space, up to that of another. */
static void count_in(eoe_state *s, int space, int last, int more) {
    for (int i = space / EOE_BUCKET + 1; i <= last; i++)
        s->first[i] = (uint16_t)(s->first[i] + more);
}

static int find(const eoe_state *s, int piece) {
    int i = eoe_first_at(s, s->piece[piece].at);
    while (i < s->order_count && s->order[i] != piece) i++;
    return i;
}

static eoe_hexes *set_of(eoe_state *s, int seat, int space) {
    return space & 1 ? &s->inside[seat] : &s->open[seat];
}

static bool stand_at(const eoe_state *s, int seat, int space) {
    EOE_EACH_AT(p, s, space) {
        if (!eoe_is_leader(p) && s->piece[p].seat == seat) return true;
    }
    return false;
}

/* Where a piece that is not at a space would stand in the order. */
static int place_for(const eoe_state *s, int piece, int space) {
    int i = eoe_first_at(s, space);
    while (i < s->order_count && s->piece[s->order[i]].at == space && s->order[i] < piece) i++;
    return i;
}

/* What follows when a unit has left a space, or come to one. */
static void has_left(eoe_state *s, int piece, int space) {
    if (eoe_is_leader(piece)) return;
    int seat = s->piece[piece].seat;
    if (!stand_at(s, seat, space)) mk_set_remove(set_of(s, seat, space), space / 2);
    if (space & 1 && !eoe_has_inside(s, space / 2)) mk_set_remove(&s->fort, space / 2);
}

static void has_come(eoe_state *s, int piece, int space) {
    if (eoe_is_leader(piece)) return;
    mk_set_add(set_of(s, s->piece[piece].seat, space), space / 2);
    if (space & 1 && eoe_is(space / 2, EOE_FORTRESS)) mk_set_add(&s->fort, space / 2); /* 5.1 */
}

static void take_up(eoe_state *s, int piece) {
    int space = s->piece[piece].at, i = find(s, piece);
    memmove(&s->order[i], &s->order[i + 1], (size_t)(s->order_count - i - 1) * sizeof *s->order);
    s->order[--s->order_count] = 0;
    count_in(s, space, EOE_BUCKETS - 1, -1);
    has_left(s, piece, space);
}

static void put_down(eoe_state *s, int piece, int space) {
    s->piece[piece].at = (uint16_t)space;
    int i = place_for(s, piece, space);
    memmove(&s->order[i + 1], &s->order[i], (size_t)(s->order_count - i) * sizeof *s->order);
    s->order[i] = (uint16_t)piece;
    s->order_count++;
    count_in(s, space, EOE_BUCKETS - 1, 1);
    has_come(s, piece, space);
}

/* From one space to another: only what lies between them in the order moves up. */
static void carry(eoe_state *s, int piece, int space) {
    int old = s->piece[piece].at, from = find(s, piece), to = place_for(s, piece, space);
    uint16_t *order = s->order;
    if (old < space) {
        memmove(&order[from], &order[from + 1], (size_t)(to - from - 1) * sizeof *order);
        order[to - 1] = (uint16_t)piece;
        count_in(s, old, space / EOE_BUCKET, -1);
    } else {
        memmove(&order[to + 1], &order[to], (size_t)(from - to) * sizeof *order);
        order[to] = (uint16_t)piece;
        count_in(s, space, old / EOE_BUCKET, 1);
    }
    s->piece[piece].at = (uint16_t)space;
    has_left(s, piece, old);
    has_come(s, piece, space);
}

/* What follows from the flags and the place of a piece. */
static void note(eoe_state *s, int piece) {
    const eoe_piece *p = &s->piece[piece];
    bool aboard = p->at >= EOE_ABOARD && p->at < EOE_HAVANA;
    mk_set_put(&s->force, piece, p->flags & (EOE_HAND | EOE_WAIT));
    mk_set_put(&s->afloat, piece, aboard || p->flags & EOE_EMBARKED);
}

/* For flags of forces and invasions; others can be changed where they are. */
void eoe_set_flags(eoe_state *s, int piece, unsigned clear, unsigned set) {
    eoe_piece *p = &s->piece[piece];
    p->flags = (uint16_t)((p->flags & ~clear) | set);
    note(s, piece);
}

/* To any place. Off the map it keeps no flags of the phase. */
void eoe_move_to(eoe_state *s, int piece, int place) {
    eoe_piece *p = &s->piece[piece];
    if (p->at == place) return;
    bool here = eoe_on_map(p->at), there = eoe_on_map(place);
    if (here && !there) take_up(s, piece);
    if (p->at / 2 != place / 2) p->flags &= (uint16_t) ~(EOE_IN_PORT | EOE_EMBARKED); /* 14.4 */
    if (there) {
        if (here)
            carry(s, piece, place);
        else
            put_down(s, piece, place);
        p->turn = 0;
        p->flags |= EOE_CAME; /* 7.1 */
        note(s, piece);
        return;
    }
    p->at = (uint16_t)place;
    p->flags &= (uint16_t) ~(EOE_PASSING | EOE_MUST | EOE_EMBARKED | EOE_IN_PORT);
    p->mp = 0;
    note(s, piece);
}

/* ---- Coming and going ---------------------------------------------------- */

void eoe_bring(eoe_state *s, int piece, int space) {
    const eoe_piece_row *row = &eoe.piece[piece];
    if (!eoe_is_leader(piece) && !s->piece[piece].steps) s->piece[piece].steps = row->steps;
    s->piece[piece].flags &= (uint16_t)~EOE_RETURNS;
    eoe_move_to(s, piece, space);
}

void eoe_track(eoe_state *s, int piece, int turn) {
    eoe_move_to(s, piece, EOE_TRACK);
    s->piece[piece].turn = (uint8_t)turn;
}

/* 11.10, 15.2: militia and Indians go to their box, units with steps to the dead. */
void eoe_eliminate(eoe_state *s, int piece, mk_log *log) {
    const eoe_piece_row *row = &eoe.piece[piece];
    mk_log_event(log, EOE_E_ELIMINATED, s->piece[piece].seat, MK_EVERYONE, 0, (int16_t)piece,
                 s->piece[piece].steps);
    if (!row->steps) {
        eoe_send_home(s, piece);
        return;
    }
    s->piece[piece].steps = 0;
    eoe_move_to(s, piece, EOE_DEAD);
    if (row->nation == EOE_N_BRITISH_REGULAR && row->war == EOE_REVOLUTION) /* 15.2 */
        s->dead_steps = (uint8_t)(s->dead_steps + row->steps);
}

/* Militia that goes home can be called again on the next turn (12.2); so can Indians (11.4). */
void eoe_send_home(eoe_state *s, int piece) {
    eoe_move_to(s, piece, EOE_AVAILABLE);
    s->piece[piece].turn = (uint8_t)(s->base.turn + 1);
}

/* A step off a unit. True: it is gone. */
bool eoe_lose_step(eoe_state *s, int piece, mk_log *log) {
    if (s->piece[piece].steps > 1) {
        s->piece[piece].steps--;
        mk_log_event(log, EOE_E_STEP_LOST, s->piece[piece].seat, MK_EVERYONE, 0, (int16_t)piece,
                     s->piece[piece].steps);
        return false;
    }
    eoe_eliminate(s, piece, log);
    return true;
}

/* ---- What follows from where pieces are ---------------------------------- */

void eoe_settle(void *state) {
    eoe_state *s = state;
    memset(s->open, 0, sizeof s->open);
    memset(s->inside, 0, sizeof s->inside);
    memset(s->order, 0, sizeof s->order);
    memset(s->first, 0, sizeof s->first);
    memset(&s->force, 0, sizeof s->force);
    memset(&s->afloat, 0, sizeof s->afloat);
    s->order_count = 0;
    int dead = 0;
    for (int i = 0; i < eoe.piece_count; i++) {
        eoe_piece *p = &s->piece[i];
        const eoe_piece_row *row = &eoe.piece[i];
        note(s, i);
        if (eoe_on_map(p->at)) {
            int at = p->at;
            put_down(s, i, at);
            if (!p->steps) p->steps = row->steps;
        }
        if (p->at == EOE_DEAD && row->nation == EOE_N_BRITISH_REGULAR &&
            row->war == EOE_REVOLUTION && row->type != EOE_LEADER)
            dead += row->steps;
    }
    s->dead_steps = (uint8_t)dead;
    for (int i = 0; i < EOE_MAX_HEXES; i++)
        if (mk_set_has(&s->fort, i) && !eoe_has_inside(s, i)) mk_set_remove(&s->fort, i);
}

void eoe_clear_phase(eoe_state *s) {
    EOE_EACH_OF(i, s) {
        s->piece[i].flags &= (uint16_t)~EOE_PASSING;
        s->piece[i].mp = 0;
    }
    memset(&s->force, 0, sizeof s->force);
}
