/* greedy.c - what an action is worth to the Faction that decides, for the greedy bot.
 *
 * A position is worth the victory margin (7.3) and what may become one: money, units, Control, the
 * French navy. Within a Command an action is worth what it leads to at once, with a word for those
 * that only begin something. What to do on a card is decided by playing each of the choices to the
 * end of the turn in the same manner and looking at what comes of it. */
#include "rules.h"

enum { POINT = 100, MOST_STEPS = 60, MOST_CANDIDATES = 12 }; /* POINT: of a victory margin */

/* ---- What a position is worth ---- */

static int units_worth(const lod_state *s, lod_faction f) {
    static const uint8_t worth[LOD_PIECES] = {
        [LOD_BRITISH_REGULAR] = 14,  [LOD_TORY] = 13,           [LOD_BRITISH_FORT] = 40,
        [LOD_CONTINENTAL] = 14,      [LOD_MILITIA] = 16,        [LOD_ACTIVE_MILITIA] = 12,
        [LOD_PATRIOT_FORT] = 30,     [LOD_FRENCH_REGULAR] = 14, [LOD_WAR_PARTY] = 16,
        [LOD_ACTIVE_WAR_PARTY] = 12, [LOD_VILLAGE] = 30,
    };
    int sum = 0;
    for (int p = 0; p < LOD_PIECES; p++) {
        if (!(lod_pieces_of(f) >> p & 1)) continue;
        MK_SET_EACH(space, s->where[p]) sum += worth[p] * s->piece[space][p];
    }
    return sum;
}

static int people(mk_set64 spaces) {
    return mk_set_size(spaces & lod.populated) + mk_set_size(spaces & lod.double_population);
}

/* The first Resources are worth more than a hoard. */
static int money_worth(int resources) {
    enum { ENOUGH = 8, EACH = 14, MORE = 4 };
    return resources <= ENOUGH ? EACH * resources : EACH * ENOUGH + MORE * (resources - ENOUGH);
}

/* What each Faction hopes for besides: Loyalty to reward, a Treaty, Blockades, poor enemies. */
static int prospects(const lod_state *s, lod_faction f) {
    int british = people(s->control[LOD_ROYALISTS]), rebel = people(s->control[LOD_REBELLION]);
    int indies = mk_set_has(s->control[LOD_ROYALISTS], LOD_WEST_INDIES)   ? 60
                 : mk_set_has(s->control[LOD_REBELLION], LOD_WEST_INDIES) ? -60
                                                                          : 0;
    mk_set64 loyal = s->where[LOD_BRITISH_REGULAR] & s->where[LOD_TORY] & s->control[LOD_ROYALISTS];
    switch (f) {
    case LOD_BRITISH: return 12 * british + 20 * people(loyal) - 50 * s->fni + indies;
    case LOD_PATRIOTS: return 12 * rebel;
    case LOD_INDIANS: return 4 * british - 3 * s->resources[LOD_PATRIOTS];
    default: break;
    }
    int war = s->treaty ? 600 + 60 * s->fni - indies : 25 * lod_preparations(s);
    return war + 4 * rebel + s->resources[LOD_PATRIOTS];
}

/* Only one can be first. */
static int best_rival(const int margin[LOD_FACTIONS], lod_faction f) {
    int best = -POINT;
    for (int g = 0; g < LOD_FACTIONS; g++) {
        if (g != (int)f && margin[g] > best) best = margin[g];
    }
    return best;
}

static int worth(const lod_state *s, lod_faction f) {
    if (lod_over(s)) return s->rank[f] == 1 ? 100 * POINT : -100 * POINT;
    int margin[LOD_FACTIONS];
    lod_margins(s, margin);
    return POINT * margin[f] - POINT / 2 * best_rival(margin, f) + money_worth(s->resources[f]) +
           units_worth(s, f) + prospects(s, f);
}

/* ---- How likely a Faction is to be first ---- */

const mk_term lod_terms[] = {
    {"constant", "before anything is counted"},
    {"support", "Support or Opposition beyond what is needed"},
    {"second", "the second condition: Casualties, or Forts and Villages"},
    {"rival", "the victory margin of the strongest rival"},
    {"resources", "Resources"},
    {"units", "units, Forts and Villages on the map"},
    {"prospects", "Control, the French navy, and what they may bring"},
    {0},
};

void lod_consider(const void *state, int seat, int *value) {
    const lod_state *s = state;
    lod_faction f = (lod_faction)seat;
    int margin[LOD_FACTIONS];
    lod_margins(s, margin);
    *value++ = lod_condition(s, f, 0);
    *value++ = lod_condition(s, f, 1);
    *value++ = best_rival(margin, f);
    *value++ = s->resources[f];
    *value++ = units_worth(s, f) / 10;
    *value++ = prospects(s, f) / 10;
}

int lod_score(const void *state, int seat) {
    const lod_state *s = state;
    if (lod_over(s)) return s->rank[seat] == 1 ? 10000 : 0;
    return mk_judgement(&lod_game, state, seat);
}

/* ---- What an action promises that only begins something ---- */

/* 3.6: how much stronger the attacker is, roughly. */
static int battle_promise(const lod_state *s, lod_faction f, int space) {
    bool royal = lod_side_of(f) == LOD_ROYALISTS;
    int british = lod_count(s, space, LOD_BRITISH_CUBES | LOD_KIND(LOD_BRITISH_FORT)) +
                  lod_count(s, space, LOD_KIND(LOD_ACTIVE_WAR_PARTY)) / 2;
    int rebels = lod_count(s, space, LOD_REBEL_CUBES | LOD_KIND(LOD_PATRIOT_FORT)) +
                 lod_count(s, space, LOD_KIND(LOD_ACTIVE_MILITIA)) / 2;
    int lead = royal ? british - rebels : rebels - british;
    int prey = lod_count(s, space, royal ? LOD_REBEL_CUBES : LOD_BRITISH_CUBES);
    return prey ? 30 * lead : -40;
}

/* 6.4.1: as many levels as the British can pay for. */
static int reward_promise(const lod_state *s, int space) {
    int markers = s->marker[LOD_RAID][space] + s->marker[LOD_PROPAGANDA][space];
    int levels = s->resources[LOD_BRITISH] - markers;
    int wanted = LOD_ACTIVE_SUPPORT - s->level[space];
    if (levels > wanted) levels = wanted;
    return levels > 0 ? 80 * levels * lod.space[space].population - 10 * markers : -50;
}

static int promise(const lod_state *s, lod_faction f, int phase, mk_action a) {
    switch (a.verb) {
    case LOD_V_FORT: return f == LOD_BRITISH ? 0 : POINT;
    case LOD_V_VILLAGE: return POINT + 20;
    case LOD_V_REWARD: return reward_promise(s, a.a);
    case LOD_V_REGULARS: return 60;
    case LOD_V_SELECT:
        if (phase == LOD_PH_BATTLES) return battle_promise(s, f, a.a);
        return phase == LOD_PH_MARCH ? -10 : phase == LOD_PH_FRENCH_MUSTER ? 60 : 20;
    case LOD_V_RAISE: return 10;
    case LOD_V_ACTIVATE: return phase == LOD_PH_RAID_INTO ? 50 : -5;
    case LOD_V_TAKE: return 2;
    case LOD_V_DEPART: return 3;
    case LOD_V_CLEAR: return 30;
    case LOD_V_JOIN: return 10;
    case LOD_V_PAY: return 8; /* what is out of supply would be lost */
    default: return 0;
    }
}

/* ---- Looking ahead ---- */

static int worth_after(const lod_state *s, lod_faction f, mk_action a) {
    lod_state after = *s;
    mk_apply(&lod_game, &after, a, NULL);
    return worth(&after, f) + promise(s, f, mk_top_const(&s->base)->phase, a);
}

/* The best of a few actions, evenly spread over the list. */
static mk_action best_of_few(const lod_state *s) {
    mk_actions legal;
    mk_list(&lod_game, s, &legal);
    lod_faction f = mk_top_const(&s->base)->seat;
    int step = 1 + (legal.count - 1) / MOST_CANDIDATES, best = 0, best_worth = 0;
    for (int i = 0; i < legal.count && legal.count > 1; i += step) {
        int w = worth_after(s, f, legal.list[i]);
        if (i == 0 || w > best_worth) {
            best = i;
            best_worth = w;
        }
    }
    return legal.list[best];
}

/* The choice on a card, carried out until somebody else is to choose on a card. */
static int worth_of_turn(const lod_state *s, lod_faction f, mk_action a) {
    lod_state after = *s;
    mk_apply(&lod_game, &after, a, NULL);
    for (int i = 0; i < MOST_STEPS && !lod_over(&after); i++) {
        int phase = mk_top(&after.base)->phase;
        if (phase == LOD_PH_TURN || phase == LOD_PH_STROKE || after.card != s->card) break;
        mk_apply(&lod_game, &after, best_of_few(&after), NULL);
    }
    return worth(&after, f);
}

/* 2.3.9: France at war wins, France at peace cannot. A Stroke is kept while it can wait. */
static int worth_of_stroke(const lod_state *s, mk_action a) {
    enum { SOON = 12 };
    if (a.verb == LOD_V_HOLD) return 1;
    return a.a == LOD_TREATY_CARD || s->deck_size - s->drawn <= SOON || s->stroke.card ? 2 : 0;
}

int lod_weigh(const void *state, mk_action a) {
    const lod_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    if (top->phase == LOD_PH_STROKE) return worth_of_stroke(s, a);
    if (top->phase == LOD_PH_TURN) return worth_of_turn(s, top->seat, a);
    return worth_after(s, top->seat, a);
}
