/* np_choices.c - what non-players choose within Events (8.3.4 to 8.3.8): spaces, Factions, ways,
 * and which pieces come, go, move or turn Active.
 *
 * An answer is the best by a list of keys, each counting only among the best of the one before:
 * the card's instruction, the questions of "Event or Command?" (8.3.5), Support and Opposition
 * (8.3.6), Forts and Villages, other pieces; then the Random Spaces table. */
#include "events.h"
#include "np.h"

static lod_faction decider(const lod_state *s) { return mk_top_const(&s->base)->seat; }

static bool is_enemy(const lod_state *s, lod_piece p) {
    return lod_side_of(lod_owner(p)) != lod_side_of(decider(s));
}

/* What the card's instruction says to the one who decides; NULL: nothing. */
static const lod_np_card *instruction(const lod_state *s) {
    return lod_np_card_of(s->event.card, decider(s));
}

/* 8.3.5: would this piece, placed here, be what a question of its Faction asks for? */
static bool answers_question(const lod_state *s, const lod_step *t, lod_piece p, int space) {
    mk_set64 here = MK_BIT(space);
    if (lod_owner(p) != decider(s) || t->flags & ACTIVE) return false;
    switch (p) {
    case LOD_TORY: return here & lod_at_level(s, LOD_ACTIVE_OPPOSITION) & ~s->where[LOD_TORY];
    case LOD_BRITISH_FORT: return here & LOD_COLONIES & ~s->where[LOD_BRITISH_FORT];
    case LOD_BRITISH_REGULAR: return here & (LOD_CITIES | LOD_COLONIES);
    case LOD_MILITIA:
        return here & (lod_at_level(s, LOD_ACTIVE_SUPPORT) | s->where[LOD_VILLAGE]) &
               ~s->where[LOD_MILITIA];
    case LOD_VILLAGE: return here & lod_with(s, LOD_WAR_PARTIES);
    default: return false;
    }
}

/* ---- Spaces ---- */

/* What the steps that follow would do in a space, up to the next choice of spaces. */
typedef struct {
    int question, support, opposition, strongholds, pieces;
} foresight;

static void foresee_shift(const lod_state *s, const lod_step *t, int space, int *level,
                          foresight *f) {
    int before = *level, way = t->level - before, steps = t->op == LEVEL ? 4 : t->n;
    int people = lod.space[space].population, seen = mk_set_has(s->blockaded, space) ? 0 : people;
    if (way > steps) way = steps;
    if (way < -steps) way = -steps;
    *level = before + way;
    f->support += seen * ((*level > 0 ? *level : 0) - (before > 0 ? before : 0));
    f->opposition += people * ((*level < 0 ? -*level : 0) - (before < 0 ? -before : 0));
}

static void foresee_placing(const lod_state *s, const lod_step *t, int space, foresight *f) {
    mk_set64 kinds = lod_step_kinds(s, t);
    int left = t->n;
    for (int p = 0; p < LOD_PIECES; p++) {
        if (!(kinds >> p & 1) || is_enemy(s, p) || !lod_may_stand(s, p, space)) continue;
        int n = lod_available(s, p);
        if (t->flags & OR_UNAVAILABLE) n += s->piece[LOD_UNAVAILABLE][lod_boxed(p)];
        if (n > left) n = left;
        if (n <= 0) continue;
        bool stronghold = LOD_STRONGHOLDS >> p & 1;
        if (stronghold && n > lod_room(s, space)) n = lod_room(s, space);
        *(stronghold ? &f->strongholds : &f->pieces) += n;
        f->question |= answers_question(s, t, p, space);
        left -= n;
    }
}

/* Enemies that go count for it, friends against it, unless others come for them. */
static void foresee_removal(const lod_state *s, const lod_step *t, int space, foresight *f) {
    mk_set64 kinds = lod_step_kinds(s, t);
    int gone = 0;
    for (int p = LOD_PIECES - 1; p >= 0; p--) {
        if (!(kinds >> p & 1)) continue;
        int n = s->piece[space][p];
        if (t->n != ALL && n > t->n - gone) n = t->n - gone;
        int worth = is_enemy(s, p) || t->op == REPLACE ? n : -n;
        *(LOD_STRONGHOLDS >> p & 1 ? &f->strongholds : &f->pieces) += worth;
        gone += n;
    }
    if (t->op != REPLACE || !gone) return;
    f->question |= lod_available(s, t->into) && answers_question(s, t, t->into, space);
    if (LOD_STRONGHOLDS >> t->into & 1) f->strongholds += lod_available(s, t->into) > 0;
}

static foresight foresee(const lod_state *s, int space) {
    foresight f = {0};
    int level = s->level[space];
    for (const lod_step *t = lod_step_now(s) + 1; t->op != END && t->op != CHOOSE; t++) {
        if (t->where != lod_there) continue;
        bool people = mk_set_has(lod.populated, space);
        if ((t->op == SHIFT || t->op == LEVEL) && people) foresee_shift(s, t, space, &level, &f);
        if (t->op == PUT) foresee_placing(s, t, space, &f);
        if (t->op == REMOVE || t->op == REPLACE) foresee_removal(s, t, space, &f);
        if (t->op == FLIP) f.pieces += s->piece[space][LOD_MILITIA];
    }
    return f;
}

/* The question, one's own total, the enemy's, Forts and Villages, other pieces: in one number, the
 * first weighs most. */
static int by_foresight(const lod_state *s, int space) {
    enum { BASE = 100 };
    foresight f = foresee(s, space);
    bool royal = lod_side_of(decider(s)) == LOD_ROYALISTS;
    const int key[] = {royal ? f.support : f.opposition, royal ? -f.opposition : -f.support,
                       f.strongholds, f.pieces};
    int sum = f.question;
    for (int i = 0; i < 4; i++) sum = sum * BASE + key[i] + BASE / 2;
    return sum;
}

/* Where less will do: is it better to leave this one out? */
static bool unwelcome(const lod_state *s, int space) {
    foresight f = foresee(s, space);
    int lead = f.support - f.opposition;
    if (lod_side_of(decider(s)) == LOD_REBELLION) lead = -lead;
    return lead < 0 || (!lead && f.strongholds + f.pieces <= 0);
}

bool lod_np_event_space(lod_state *s, mk_log *log) {
    const lod_np_card *row = instruction(s);
    lod_np_key *const order[] = {row && row->prefer ? row->prefer : by_foresight, by_foresight,
                                 NULL};
    const lod_step *t = lod_step_now(s);
    mk_set64 open = lod_open_spaces(s);
    bool may_stop = t->flags & OPTIONAL;
    if (may_stop) {
        MK_SET_EACH(space, open) {
            if (unwelcome(s, space)) open &= ~MK_BIT(space);
        }
    }
    int space = lod_np_best(s, open, order, log);
    if (space < 0) return may_stop && lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
    return lod_np_did(s, LOD_V_CHOOSE, space, 0, 0, log);
}

/* ---- Factions ---- */

bool lod_np_eligible(const lod_state *s, lod_faction f) {
    return s->eligible >> f & 1 && !((s->executed | s->barred) >> f & 1);
}

/* One of some Factions by an equal chance. */
static int pick_faction(lod_state *s, mk_set64 set, lod_note note, mk_log *log) {
    if (!set) return -1;
    int n = mk_set_size(set), i = n > 1 ? lod_np_roll(s, note, n, log) - 1 : 0;
    MK_SET_EACH(f, set) {
        if (i-- == 0) return f;
    }
    return -1;
}

static mk_set64 factions_of(lod_side side) {
    return side == LOD_ROYALISTS ? FACTION(LOD_BRITISH) | FACTION(LOD_INDIANS)
                                 : FACTION(LOD_PATRIOTS) | FACTION(LOD_FRENCH);
}

/* The Faction that an Event harms: an enemy, players first (8.3.5). */
static int victim(lod_state *s, mk_set64 open, mk_log *log) {
    mk_set64 enemies = open & factions_of(lod_other(lod_side_of(decider(s)))), wanted = enemies;
    mk_set64 eligible = 0, in_cities = 0;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (lod_np_eligible(s, f)) eligible |= FACTION(f);
        if (lod_with(s, lod_pieces_of(f)) & LOD_CITIES) in_cities |= FACTION(f);
    }
    switch (s->event.card) {
    case 18:
    case 44: wanted = lod_np_prefer(enemies, eligible); break;
    case 80: /* the Patriots look for Villages, the Indians for Patriot Forts */
        if (decider(s) == LOD_BRITISH) wanted = lod_np_prefer(enemies, in_cities);
        if (decider(s) == LOD_PATRIOTS) wanted = lod_np_prefer(enemies, FACTION(LOD_INDIANS));
        if (decider(s) == LOD_INDIANS) wanted = lod_np_prefer(enemies, FACTION(LOD_PATRIOTS));
        break;
    default: break;
    }
    wanted = lod_np_prefer(wanted, ~(mk_set64)s->base.nonplayers);
    return pick_faction(s, wanted ? wanted : open, NOTE_HARM, log);
}

/* The Faction that gains: oneself, the ally, an enemy, non-players first (8.3.5). */
static int beneficiary(lod_state *s, mk_set64 open, mk_log *log) {
    lod_faction own = decider(s), ally = lod_ally(own);
    if (open >> own & 1) return own;
    if (open >> ally & 1) return ally;
    return pick_faction(s, lod_np_prefer(open, s->base.nonplayers), NOTE_BENEFIT, log);
}

/* Answers that are numbers: those of the phase's list, as bits. */
static mk_set64 listed(const lod_state *s) {
    static _Thread_local mk_actions legal;
    mk_set64 set = 0;
    legal.count = 0;
    lod_phases[mk_top_const(&s->base)->phase].list(s, &legal);
    for (int i = 0; i < legal.count; i++) set |= MK_BIT(legal.list[i].a);
    return set;
}

bool lod_np_event_faction(lod_state *s, mk_log *log) {
    mk_set64 open = listed(s);
    bool harms = s->event.card == 18 || s->event.card == 29 || s->event.card == 44 ||
                 s->event.card == 80 || s->event.card == 88;
    int f = harms ? victim(s, open, log) : beneficiary(s, open, log);
    return lod_np_did(s, LOD_V_NAME, f, 0, 0, log);
}

/* ---- Ways ---- */

/* 8.3.5, 8.7.4: of the two free Commands of card 14 the flowchart comes to the Scout first, and to
 * the March if no priority of the Scout has a space. Tried out on a copy. */
static lod_choice scout_or_march(const lod_state *s) {
    lod_state t = *s;
    t.np.fault = 0;
    lod_np_do(&t, LOD_V_WAY, LOD_CHOICE_SCOUT, 0, 0, NULL);
    return lod_np_plan_now(&t, NULL) && !t.np.fault ? LOD_CHOICE_SCOUT : LOD_CHOICE_MARCH;
}

/* Card 14 by the flowchart; a Fort before other pieces; only Militia (card 62); two War Parties for
 * one Militia; Gather in both before the War Paths. */
bool lod_np_event_way(lod_state *s, mk_log *log) {
    const lod_choice wanted[] = {LOD_CHOICE_FORT, LOD_CHOICE_MILITIA_IN_NORTHWEST,
                                 LOD_CHOICE_TWO_WAR_PARTIES, LOD_CHOICE_ALL_GATHER_FIRST};
    enum { WANTED = sizeof wanted / sizeof *wanted };
    mk_set64 open = listed(s);
    int choice = open >> LOD_CHOICE_SCOUT & 1 ? (int)scout_or_march(s) : mk_set_first(open);
    for (int i = 0; i < WANTED; i++) {
        if (open >> wanted[i] & 1) choice = wanted[i];
    }
    return lod_np_did(s, LOD_V_WAY, choice, 0, 0, log);
}

/* ---- Pieces: the best of the listed answers ---- */

typedef int64_t scorer(const lod_state *, const lod_step *, const lod_np_card *, mk_action);
enum { STOP = -1 }; /* worse than stopping, where one may */

static int64_t digits(const int *key, int n) { /* each of 0 to 9, the first weighs most */
    int64_t score = 0;
    for (int i = 0; i < n; i++) score = score * 10 + key[i];
    return score;
}

static int space_of(mk_action a) { return a.b; }

/* Carries out an answer with the best score; among equals the table of 8.2 finds the space. */
static bool answer_best(lod_state *s, scorer *score, mk_log *log) {
    static _Thread_local mk_actions legal;
    static _Thread_local int64_t worth[MK_MAX_ACTIONS];
    const lod_step *t = lod_step_now(s);
    const lod_np_card *row = instruction(s);
    int64_t best = INT64_MIN;
    bool may_stop = false;
    mk_set64 spaces = 0;
    legal.count = 0;
    lod_phases[mk_top(&s->base)->phase].list(s, &legal);
    for (int i = 0; i < legal.count; i++) {
        bool finish = legal.list[i].verb == LOD_V_FINISH;
        may_stop |= finish;
        worth[i] = finish ? INT64_MIN : score(s, t, row, legal.list[i]);
        if (worth[i] > best) best = worth[i], spaces = 0;
        if (worth[i] == best && !finish) spaces |= MK_BIT(space_of(legal.list[i]));
    }
    if (may_stop && best <= STOP) return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
    int space = lod_np_pick(s, spaces, log);
    for (int i = 0; i < legal.count; i++) {
        mk_action a = legal.list[i];
        if (worth[i] != best || space_of(a) != space) continue;
        bool cube = (LOD_BRITISH_CUBES | LOD_REBEL_CUBES) >> a.a & 1;
        if (cube) s->np.turn = (uint8_t)(a.a + 1);
        return lod_np_did(s, a.verb, a.a, a.b, a.c, log);
    }
    return false;
}

static bool is_regular(lod_piece p) { return p == LOD_BRITISH_REGULAR || p == LOD_FRENCH_REGULAR; }

/* 8.1.2: is this cube next in the alternation of its side? `most`: the larger kind begins. */
static int cube_is_next(const lod_state *s, lod_piece p, int space, bool most) {
    bool royal = lod_owner(p) == LOD_BRITISH;
    lod_piece regular = royal ? LOD_BRITISH_REGULAR : LOD_FRENCH_REGULAR;
    lod_piece other = royal ? LOD_TORY : LOD_CONTINENTAL;
    if (s->np.turn == regular + 1) return p == other;
    if (s->np.turn == other + 1) return p == regular;
    int regulars = s->piece[space][regular], others = s->piece[space][other];
    bool regular_first = most ? regulars >= others : regulars <= others;
    return is_regular(p) == regular_first;
}

/* What a piece is, for the order of 8.1.2: 3 Fort or Village, 2 Underground, 1 Active, 0 cube. */
static int class_of(lod_piece p) {
    if (LOD_STRONGHOLDS >> p & 1) return 3;
    if (p == LOD_MILITIA || p == LOD_WAR_PARTY) return 2;
    return p == LOD_ACTIVE_MILITIA || p == LOD_ACTIVE_WAR_PARTY;
}

/* 8.3.4, 8.1.2: one's own before an ally's; Forts and Villages, irregulars, cubes in turn; from
 * Unavailable, then from Available. As much as possible in a space before the next (8.2). */
static int64_t score_put(const lod_state *s, const lod_step *t, const lod_np_card *row,
                         mk_action a) {
    lod_piece p = (lod_piece)a.a;
    if (is_enemy(s, p)) return STOP;
    int box = a.c == LOD_UNAVAILABLE ? 2 : a.c == LOD_AVAILABLE;
    const int key[] = {row && row->kinds >> p & 1,
                       row && row->prefer ? row->prefer(s, a.b) : 0,
                       lod_owner(p) == decider(s),
                       answers_question(s, t, p, a.b),
                       class_of(p),
                       mk_set_has(s->event.once, a.b),
                       !class_of(p) && cube_is_next(s, p, a.b, false),
                       box};
    return digits(key, 8);
}

static bool first_of_step(const lod_state *s) { return !s->event.once; }

bool lod_np_event_place(lod_state *s, mk_log *log) {
    if (first_of_step(s)) s->np.turn = 0;
    return answer_best(s, score_put, log);
}

/* 8.1.2, 8.3.5: enemies before friends, players' pieces first, Forts and Villages first; of friends
 * the ally's first, and Forts and Villages last, the last Tory or Continental just before them. */
static int64_t score_take(const lod_state *s, const lod_step *t, const lod_np_card *row,
                          mk_action a) {
    lod_piece p = (lod_piece)a.a;
    lod_faction owner = lod_owner(p);
    bool enemy = is_enemy(s, p), cube = !class_of(p);
    bool last = (p == LOD_TORY || p == LOD_CONTINENTAL) && s->piece[a.b][p] == 1;
    static const int friend_class[] = {[0] = 4, [1] = 3, [2] = 2, [3] = 0};
    int friendly = last ? 1 : friend_class[class_of(p)];
    int question = t->op == REPLACE && answers_question(s, t, t->into, a.b);
    const int key[] = {row && row->kinds >> p & 1,
                       enemy,
                       row && row->prefer ? row->prefer(s, a.b) : 0,
                       question,
                       enemy ? !lod_is_nonplayer(s, owner) : owner != decider(s),
                       enemy ? class_of(p) : friendly,
                       mk_set_has(s->event.once, a.b),
                       cube && cube_is_next(s, p, a.b, !enemy)};
    if (!enemy && t->flags & OPTIONAL) return STOP;
    return digits(key, 8);
}

bool lod_np_event_remove(lod_state *s, mk_log *log) {
    if (first_of_step(s)) s->np.turn = 0;
    return answer_best(s, score_take, log);
}

static int64_t score_flip(const lod_state *s, const lod_step *t, const lod_np_card *row,
                          mk_action a) {
    (void)t;
    (void)row;
    return is_enemy(s, (lod_piece)a.a) ? mk_set_has(s->event.once, a.b) : STOP;
}

bool lod_np_event_flip(lod_state *s, mk_log *log) { return answer_best(s, score_flip, log); }

/* ---- Moving ---- */

/* 48 against us: does this unit win Control where it goes, and keep it where it was? */
static bool gains_control(const lod_state *s, lod_piece p, int from, int to) {
    lod_side side = lod_side_of(lod_owner(p));
    int british = lod_owner(p) == LOD_BRITISH, indians = lod_owner(p) == LOD_INDIANS;
    int rebels = side == LOD_REBELLION;
    bool lost = lod_np_control_with(s, from, -british, -indians, -rebels) !=
                lod_np_control_with(s, from, 0, 0, 0);
    return !lost && lod_np_control_with(s, to, british, indians, rebels) == side &&
           lod_np_control_with(s, to, 0, 0, 0) != side;
}

static int64_t score_move(const lod_state *s, const lod_step *t, const lod_np_card *row,
                          mk_action a) {
    (void)row;
    lod_piece p = (lod_piece)a.a;
    if (t->to)
        return mk_set_has(s->event.once, a.b); /* to the one place there is: all that can go */
    if (gains_control(s, p, a.b, a.c)) return 2;
    return t->flags & OPTIONAL ? STOP : !mk_set_has(s->event.once, a.b);
}

/* 88: the March that the Faction's own instructions would make out of one space, on a copy: to the
 * spaces next to it, with nobody else able to move. */
static lod_state marched_out(const lod_state *s, int from) {
    lod_faction f = decider(s);
    lod_grant march = {f, LOD_MARCH, lod_near(s, from), 0, LOD_FREE | LOD_NO_ACCOMPANY, 0, 0, 0};
    lod_state t = *s;
    t.np.fault = 0;
    if (!lod_grant_command(&t, march, NULL)) return t;
    lod_run(&t, NULL);
    for (int space = 0; space < LOD_SPACES; space++) {
        for (int p = 0; p < LOD_PIECES; p++) {
            bool may_move = space == from && lod_owner(p) == f;
            if (!may_move) t.arrived[space][p] = t.piece[space][p];
        }
    }
    bool goes_on = true;
    while (goes_on && !t.np.fault && t.commands > s->commands)
        goes_on = decider(&t) == f ? lod_np_plan_now(&t, NULL) : lod_np_step(&t, NULL);
    return t;
}

/* How many of a kind went there. Militia and War Parties may have turned Active on the way. */
static int went(const lod_state *s, const lod_state *marched, int from, int to, lod_piece p) {
    mk_set64 kinds = LOD_KIND(p);
    if (kinds & LOD_MILITIAS) kinds = LOD_MILITIAS;
    if (kinds & LOD_WAR_PARTIES) kinds = LOD_WAR_PARTIES;
    int came = lod_count(marched, to, kinds) - lod_count(s, to, kinds);
    int left = s->piece[from][p] - marched->piece[from][p];
    return lod_owner(p) == decider(s) ? lod_least(came, left) : 0;
}

/* The spaces that someone would leave; where one was left already, only that one. */
static mk_set64 to_be_left(const lod_state *s) {
    mk_set64 leave = 0;
    MK_SET_EACH(from, s->event.once ? s->event.once : s->event.candidates) {
        lod_state t = marched_out(s, from);
        mk_set64 own = lod_pieces_of(decider(s));
        if (lod_count(&t, from, own) < lod_count(s, from, own)) leave |= MK_BIT(from);
    }
    return leave;
}

static bool move_as_in_march(lod_state *s, mk_log *log) {
    int from = lod_np_pick(s, to_be_left(s), log);
    if (from < 0) return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
    lod_state t = marched_out(s, from);
    MK_SET_EACH(to, lod_near(s, from)) {
        for (int p = 0; p < LOD_PIECES; p++) {
            for (int n = went(s, &t, from, to, p); n > 0; n--) {
                if (!lod_np_do(s, LOD_V_RELOCATE, p, from, to, log)) return true;
            }
        }
    }
    return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
}

bool lod_np_event_relocate(lod_state *s, mk_log *log) {
    enum { FOGGY = 88 };
    return s->event.card == FOGGY ? move_as_in_march(s, log) : answer_best(s, score_move, log);
}

/* 8.1 */
bool lod_np_event_follow(lod_state *s, mk_log *log) {
    lod_faction f = decider(s);
    int to = lod_np_largest_group(s, f, log);
    bool stays = to == s->leader_at[f];
    return stays ? lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log)
                 : lod_np_did(s, LOD_V_REDEPLOY, to, 0, 0, log);
}
