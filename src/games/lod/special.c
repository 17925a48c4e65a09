/* special.c - Special Activities (chapter 4): with which Command, where, and what they do.
 *
 * One is executed with the Command in progress, or it is granted on its own (by an Event, a
 * Brilliant Stroke, a Scout). `activity` says which, and everything else asks it. */
#include "rules.h"

#include <assert.h>

enum { PERSUASION_LIMIT = 3, PREPARED_REGULARS = 3, PREPARED_RESOURCES = 2, D3 = 3, WAYS = 3 };
enum { ENOUGH = 1 }; /* result: no more of what is granted */

typedef struct {
    lod_faction faction; /* whose Special Activity it is */
    lod_faction seat;    /* who decides: the Indians in a Scout's Skirmish */
    uint16_t kinds;      /* LOD_SPECIAL bits */
    mk_set64 allowed;
    const lod_command *with; /* the Command it accompanies; NULL: none */
    bool granted;            /* on its own: s->granted says how often */
} activity;

/* 4.2 to 4.5, 4.1.1: which may accompany what. */
static uint16_t kinds_with(const lod_state *s, const lod_command *c) {
    static const uint16_t of[LOD_FACTIONS] = {
        [LOD_BRITISH] = LOD_SPECIAL(LOD_SKIRMISH) | LOD_SPECIAL(LOD_NAVAL_PRESSURE),
        [LOD_PATRIOTS] =
            LOD_SPECIAL(LOD_PERSUASION) | LOD_SPECIAL(LOD_PARTISANS) | LOD_SPECIAL(LOD_SKIRMISH),
        [LOD_FRENCH] = LOD_SPECIAL(LOD_PREPARE),
        [LOD_INDIANS] = LOD_SPECIAL(LOD_TRADE) | LOD_SPECIAL(LOD_WAR_PATH),
    };
    if (RULE("lod.4.1", c->flags & (LOD_LIMITED | LOD_NO_ACCOMPANY) || c->special)) return 0;
    uint16_t kinds = of[c->faction];
    bool war = c->faction == LOD_FRENCH && s->treaty && c->kind != LOD_AGENTS;
    if (war) kinds |= LOD_SPECIAL(LOD_SKIRMISH) | LOD_SPECIAL(LOD_NAVAL_PRESSURE);
    if (c->kind == LOD_RAID_COMMAND) kinds |= LOD_SPECIAL(LOD_PLUNDER);
    return kinds;
}

static activity current_activity(const lod_state *s) {
    const mk_frame *f = mk_top_const(&s->base);
    if (f->phase == LOD_PH_SCOUT_SKIRMISH) /* 3.4.3 */
        return (activity){LOD_BRITISH, LOD_INDIANS, LOD_SPECIAL(LOD_SKIRMISH), MK_BIT(f->a)};
    if (f->phase == LOD_PH_SPECIAL) {
        const lod_granted_special *g = &s->granted;
        return (activity){g->faction, g->faction, g->limit ? g->kinds : 0, g->allowed, NULL, true};
    }
    const lod_command *c = lod_current_const(s);
    return (activity){c->faction, c->faction, kinds_with(s, c), LOD_EVERYWHERE, c, false};
}

/* ---- Where: strikes keep out of certain Command spaces ---- */

/* 4.2.2, 4.3.2, 4.3.3, 4.5.2: spaces of the Command in which this cannot be done. */
static mk_set64 kept_out(const activity *act, lod_special_kind kind) {
    const lod_command *c = act->with;
    if (!c || (kind != LOD_SKIRMISH && kind != LOD_PARTISANS)) return 0;
    if (c->kind == LOD_BATTLE) return c->selected;
    if (kind == LOD_SKIRMISH && c->kind == LOD_MUSTER) return c->selected;
    if (kind == LOD_SKIRMISH && c->kind == LOD_GARRISON) return c->entered;
    return 0;
}

static bool bars_command(const lod_command *c, lod_special_kind kind) {
    if (kind == LOD_PARTISANS) return c->kind == LOD_BATTLE;
    return kind == LOD_SKIRMISH &&
           (c->kind == LOD_BATTLE || c->kind == LOD_MUSTER || c->kind == LOD_GARRISON);
}

/* ---- 4.1: a Special Activity first, and the Command must still be possible ---- */

/* Something can be selected, with so much gained. */
static bool goes_on(const lod_state *s, const lod_command *c, int gain) {
    if (c->kind == LOD_HORTALEZ) return c->stage || s->resources[LOD_FRENCH] + gain > 0;
    return lod_selectable(s, c, gain) != 0;
}

/* Of those who could raid a Trade turns one Active. */
static bool command_remains(const lod_state *s, const activity *act, lod_special_kind kind,
                            int space, int gain) {
    const lod_command *c = act->with;
    if (!c || c->selected) return true;
    if (c->kind == LOD_RAID_COMMAND && kind == LOD_TRADE)
        return lod_selectable(s, c, gain) & lod_raid_spaces(s, space, 1);
    return goes_on(s, c, gain);
}

static const char *why_not_kind(const activity *act, lod_special_kind kind) {
    FORBID("lod.4.1:kind", !(act->kinds >> kind & 1));
    return NULL;
}

/* ---- Strikes: Skirmish, Partisans, War Path ---- */

typedef struct {
    lod_piece own;                    /* who strikes */
    mk_set64 targets;                 /* units that can be struck */
    lod_piece fort;                   /* what the third way removes */
    mk_set64 screen;                  /* none of these may be there for the third way */
    const char *kept_out, *not_there; /* the conditions that say why not here */
} strike;

static strike strike_of(lod_special_kind kind, lod_faction f) {
    if (kind == LOD_PARTISANS)
        return (strike){LOD_MILITIA,          LOD_BRITISH_CUBES | LOD_WAR_PARTIES,
                        LOD_VILLAGE,          LOD_WAR_PARTIES,
                        "lod.4.3.2:kept_out", "lod.4.3.2:not_there"};
    if (kind == LOD_WAR_PATH)
        return (strike){LOD_WAR_PARTY,        LOD_REBEL_CUBES | LOD_MILITIAS,
                        LOD_PATRIOT_FORT,     LOD_REBEL_CUBES | LOD_MILITIAS,
                        "lod.4.4.2:kept_out", "lod.4.4.2:not_there"};
    if (f == LOD_BRITISH) {
        mk_set64 targets = LOD_REBEL_CUBES | LOD_KIND(LOD_ACTIVE_MILITIA);
        return (strike){LOD_BRITISH_REGULAR,  targets,
                        LOD_PATRIOT_FORT,     targets,
                        "lod.4.2.2:kept_out", "lod.4.2.2:not_there"};
    }
    bool patriots = f == LOD_PATRIOTS;
    return (strike){patriots ? LOD_CONTINENTAL : LOD_FRENCH_REGULAR,
                    LOD_BRITISH_CUBES,
                    LOD_BRITISH_FORT,
                    LOD_BRITISH_CUBES,
                    patriots ? "lod.4.3.3:kept_out" : "lod.4.5.2:kept_out",
                    patriots ? "lod.4.3.3:not_there" : "lod.4.5.2:not_there"};
}

/* The second and third way of Partisans and War Path need two who turn Active. */
static bool way_open(const lod_state *s, lod_special_kind kind, const strike *k, int space,
                     int way) {
    int strikers = s->piece[space][k->own], needed = kind != LOD_SKIRMISH && way > 1 ? 2 : 1;
    if (RULE("lod.4.1", strikers < needed)) return false;
    if (way == 3) {
        bool screened = lod_count(s, space, k->screen) > 0;
        return RULE("lod.4.1", !screened) && s->piece[space][k->fort] > 0;
    }
    return RULE("lod.4.1", lod_count(s, space, k->targets) >= way);
}

static mk_set64 present(const lod_state *s, int space, mk_set64 kinds) {
    mk_set64 there = 0;
    for (int p = 0; p < LOD_PIECES; p++) {
        if (kinds >> p & 1 && s->piece[space][p]) there |= LOD_KIND(p);
    }
    return there;
}

/* What it costs who strikes, one unit or those who come into the open; and the third way's Fort. */
static void strike_first(lod_state *s, lod_special_kind kind, const strike *k, int space, int way,
                         mk_log *log) {
    if (kind == LOD_SKIRMISH) {
        if (way > 1) lod_casualty(s, k->own, space, 1, log);
    } else {
        lod_flip(s, space, k->own, way > 1 ? 2 : 1, log);
        if (way > 1) lod_remove(s, k->own + 1, space, 1, log); /* one of the two, now Active */
    }
    if (way == 3) lod_casualty(s, k->fort, space, 1, log);
}

/* 4.1: is there something left to select? Tried on a copy; which units are struck is chosen later,
 * but that changes no Control. */
static bool remains_after_strike(const lod_state *s, const activity *act, lod_special_kind kind,
                                 const strike *k, int space, int way) {
    if (!act->with || act->with->selected) return true;
    lod_state after = *s;
    lod_command *c = lod_current(&after);
    if (bars_command(c, kind)) c->struck |= MK_BIT(space);
    strike_first(&after, kind, k, space, way, NULL);
    for (int n = 0; way < 3 && n < way; n++) {
        mk_set64 there = present(&after, space, k->targets);
        lod_casualty(&after, (lod_piece)mk_set_first(there), space, 1, NULL);
    }
    return goes_on(&after, c, 0);
}

static const char *why_not_strike(const lod_state *s, const activity *act, lod_special_kind kind,
                                  int space, int way) {
    const char *why = why_not_kind(act, kind);
    if (why) return why;
    strike k = strike_of(kind, act->faction);
    FORBID("lod.5.3:allowed", !mk_set_has(act->allowed, space));
    if (RULE("lod.4.1.1", mk_set_has(kept_out(act, kind), space))) return k.kept_out;
    if (way < 1 || way > WAYS || !way_open(s, kind, &k, space, way)) return k.not_there;
    FORBID("lod.4.1:remains", !remains_after_strike(s, act, kind, &k, space, way));
    return NULL;
}

static void list_strikes(const lod_state *s, const activity *act, lod_special_kind kind, int verb,
                         mk_actions *out) {
    if (why_not_kind(act, kind)) return;
    strike k = strike_of(kind, act->faction);
    mk_set64 prey = lod_with(s, k.targets) | s->where[k.fort];
    MK_SET_EACH(space, s->where[k.own] & prey & act->allowed & ~kept_out(act, kind)) {
        for (int way = 1; way <= WAYS; way++) {
            if (!way_open(s, kind, &k, space, way)) continue;
            if (remains_after_strike(s, act, kind, &k, space, way))
                mk_offer(out, verb, space, way, 0);
        }
    }
}

/* 1.10: Clinton's Skirmish and Brant's War Path remove one Militia more in their space. */
static int leader_bonus(const lod_state *s, lod_special_kind kind, lod_faction f, int space) {
    bool clinton = kind == LOD_SKIRMISH && f == LOD_BRITISH &&
                   lod_leader_in(s, LOD_CLINTON, LOD_BRITISH, space);
    bool brant = kind == LOD_WAR_PATH && lod_leader_in(s, LOD_BRANT, LOD_INDIANS, space);
    return RULE("lod.1.10", clinton || brant) ? 1 : 0;
}

/* ---- What every execution does ---- */

/* Notes that it is executed, where the Command keeps out from now on, what of a grant is left. */
static void executed(lod_state *s, const activity *act, lod_special_kind kind, int space,
                     mk_log *log) {
    mk_log_event(log, LOD_E_SPECIAL, act->seat, MK_EVERYONE, 0, (int16_t)kind);
    if (act->with) {
        lod_command *c = lod_current(s);
        c->special = (uint8_t)kind;
        if (space < LOD_SPACES && bars_command(c, kind)) c->struck |= MK_BIT(space);
    } else if (act->granted) {
        s->granted.kinds = LOD_SPECIAL(kind);
        s->granted.limit--;
        s->granted.begun = 1;
        if (space < LOD_SPACES) s->granted.allowed &= ~MK_BIT(space);
    }
}

/* 1.10: how far Howe lowers FNI when a British Special Activity is executed (A5-8: once each). */
static int howe_drop(const lod_state *s, const activity *act) {
    bool first = act->with || !s->granted.begun;
    bool howe = act->faction == LOD_BRITISH && act->seat == LOD_BRITISH &&
                s->leader[LOD_BRITISH] == LOD_HOWE && s->treaty && s->fni > 0;
    return first && RULE("lod.1.10", howe) ? 1 : 0;
}

static void apply_strike(lod_state *s, const activity *act, lod_special_kind kind, int space,
                         int way, mk_log *log) {
    strike k = strike_of(kind, act->faction);
    int drop = howe_drop(s, act);
    executed(s, act, kind, space, log);
    s->bonus = (uint8_t)leader_bonus(s, kind, act->faction, space);
    strike_first(s, kind, &k, space, way, log);
    lod_begin(s, LOD_PH_STRIKING, act->seat, space, k.targets, way == 3 ? 0 : way);
    lod_lower_fni(s, drop, log);
}

/* ---- What is struck: frame a space, b kinds, c how many more ---- */

/* Takes what nobody has to choose; then the Leader's Militia; then it is over. */
void lod_striking_step(void *state, mk_log *log) {
    lod_state *s = state;
    mk_frame *f = mk_top(&s->base);
    for (;;) {
        mk_set64 there = present(s, f->a, (mk_set64)f->b);
        if (f->c > 0 && there) {
            if (there & (there - 1)) break; /* several kinds: a choice */
            lod_casualty(s, (lod_piece)mk_set_first(there), f->a, 1, log);
            f->c--;
        } else if (s->bonus) {
            s->bonus = 0;
            f->b = LOD_MILITIAS;
            f->c = 1;
        } else {
            if (s->commands) lod_note_control(s, f->a);
            lod_finish(s);
            return;
        }
    }
    lod_begin(s, LOD_PH_STRIKE, f->seat, f->a, f->b, f->c);
}

void lod_strike_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    mk_set64 there = present(s, f->a, (mk_set64)f->b);
    for (int p = 0; p < LOD_PIECES; p++) {
        if (there >> p & 1) mk_offer(out, LOD_V_REMOVE, p, 0, 0);
    }
}

const char *lod_strike_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    FORBID("lod.4.1:target", !(present(s, f->a, (mk_set64)f->b) >> a.a & 1));
    return NULL;
}

void lod_strike_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    int at = mk_top(&s->base)->a;
    mk_pop(&s->base);
    lod_casualty(s, a.a, at, 1, log);
    mk_top(&s->base)->c--;
}

/* ---- Common Cause (4.2.1): part of March and Battle ---- */

const char *lod_why_not_common_cause(const lod_state *s) {
    const lod_command *c = lod_current_const(s);
    if (c->special == LOD_COMMON_CAUSE) return NULL;
    if (c->flags & LOD_STROKE) { /* A1-11 */
        FORBID("lod.2.3.8:used", !s->stroke.specials);
        return NULL;
    }
    FORBID("lod.4.1:used", c->flags & (LOD_LIMITED | LOD_NO_ACCOMPANY) || c->special);
    return NULL;
}

void lod_use_common_cause(lod_state *s, mk_log *log) {
    lod_command *c = lod_current(s);
    if (c->special == LOD_COMMON_CAUSE) return;
    activity act = {LOD_BRITISH, LOD_BRITISH, 0, 0, c, false};
    int drop = howe_drop(s, &act);
    if (c->flags & LOD_STROKE) s->stroke.specials--;
    executed(s, &act, LOD_COMMON_CAUSE, LOD_PLACES, log);
    lod_lower_fni(s, drop, log);
}

/* ---- Naval Pressure (4.2.3, 4.5.3) ---- */

static bool pays_british(const lod_state *s) {
    bool howe = s->leader[LOD_BRITISH] == LOD_HOWE;
    return !s->treaty || s->fni == 0 || (s->fni == 1 && howe);
}

/* The French raise FNI, or with no Squadron left in the West Indies rearrange the Blockades. */
static const char *why_not_naval(const lod_state *s, const activity *act) {
    const char *why = why_not_kind(act, LOD_NAVAL_PRESSURE);
    if (why) return why;
    FORBID("lod.4.5.3:ships", act->faction == LOD_FRENCH && !s->squadrons && !s->fni);
    int gain = act->faction == LOD_BRITISH && pays_british(s) ? 1 : 0;
    FORBID("lod.4.1:remains", !command_remains(s, act, LOD_NAVAL_PRESSURE, LOD_PLACES, gain));
    return NULL;
}

static void british_naval_pressure(lod_state *s, int howe, mk_log *log) {
    if (RULE("lod.4.2.3", pays_british(s))) {
        int die = mk_die(&s->base.rng, D3);
        mk_log_event(log, LOD_E_NAVAL_ROLL, LOD_BRITISH, MK_EVERYONE, MK_ROLLED, (int16_t)die);
        lod_gain(s, LOD_BRITISH, die, log);
        lod_lower_fni(s, howe, log);
    } else {
        lod_lower_fni(s, howe + 1, log);
    }
}

static void apply_naval(lod_state *s, const activity *act, mk_log *log) {
    int howe = howe_drop(s, act);
    executed(s, act, LOD_NAVAL_PRESSURE, LOD_PLACES, log);
    if (act->faction == LOD_BRITISH)
        british_naval_pressure(s, howe, log);
    else if (!lod_raise_fni(s, 1, log))
        lod_begin(s, LOD_PH_REARRANGE, LOD_FRENCH, 0, 0, 0);
}

/* ---- Persuasion (4.3.1) ---- */

mk_set64 lod_persuasion_spaces(const lod_state *s) {
    return (LOD_CITIES | LOD_COLONIES) & s->control[LOD_REBELLION] & s->where[LOD_MILITIA];
}

static const char *why_not_persuade(const lod_state *s, const activity *act, int space) {
    const char *why = why_not_kind(act, LOD_PERSUASION);
    if (why) return why;
    FORBID("lod.4.3.1:place", !mk_set_has(lod_persuasion_spaces(s), space));
    FORBID("lod.4.1:remains", !command_remains(s, act, LOD_PERSUASION, space, 1));
    return NULL;
}

static void persuade(lod_state *s, int space, mk_log *log) {
    s->persuaded |= MK_BIT(space);
    lod_flip(s, space, LOD_MILITIA, 1, log);
    lod_gain(s, LOD_PATRIOTS, 1, log);
    lod_put_markers(s, LOD_PROPAGANDA, space, 1, log);
}

static mk_set64 more_to_persuade(const lod_state *s) {
    bool full = mk_set_size(s->persuaded) >= PERSUASION_LIMIT;
    return full ? 0 : lod_persuasion_spaces(s) & ~s->persuaded;
}

void lod_persuasion_list(const void *state, mk_actions *out) {
    MK_SET_EACH(space, more_to_persuade(state)) mk_offer(out, LOD_V_PERSUADE, space, 0, 0);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_persuasion_why_not(const void *state, mk_action a) {
    if (a.verb == LOD_V_PERSUADE)
        FORBID("lod.4.3.1:place", !mk_set_has(more_to_persuade(state), a.a));
    return NULL;
}

void lod_persuasion_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_PERSUADE) persuade(s, a.a, log);
    if (a.verb == LOD_V_FINISH || !more_to_persuade(s)) {
        s->persuaded = 0;
        lod_finish(s);
    }
}

/* ---- Trade (4.4.1) ---- */

static mk_set64 trade_spaces(const lod_state *s) {
    return s->where[LOD_WAR_PARTY] & s->where[LOD_VILLAGE];
}

static const char *why_not_trade(const lod_state *s, const activity *act, int space) {
    const char *why = why_not_kind(act, LOD_TRADE);
    if (why) return why;
    FORBID("lod.4.4.1:place", !mk_set_has(trade_spaces(s), space));
    FORBID("lod.4.1:remains", !command_remains(s, act, LOD_TRADE, space, 1));
    return NULL;
}

/* A5-1: as given a gift of one is no deal; in the living edition it is. */
static int least_gift(const lod_state *s) { return RULE("lod.4.4.1", lod_living(s)) ? 1 : 2; }

static void trade(lod_state *s, int space, int gift, mk_log *log) {
    lod_flip(s, space, LOD_WAR_PARTY, 1, log);
    if (gift >= least_gift(s)) {
        lod_pay(s, LOD_BRITISH, gift, log);
        lod_gain(s, LOD_INDIANS, gift, log);
    } else {
        lod_gain(s, LOD_INDIANS, 1, log);
    }
}

/* 4.1: a Trade before a Scout leaves the British what the Scout will cost them. */
static int most_gift(const lod_state *s) {
    const lod_command *c = s->commands ? lod_current_const(s) : NULL;
    bool scout_follows = c && c->kind == LOD_SCOUT && !c->selected;
    return s->resources[LOD_BRITISH] - (RULE("lod.4.1", scout_follows) ? 1 : 0);
}

void lod_trade_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    for (int n = 0; n <= most_gift(s); n++) mk_offer(out, LOD_V_OFFER, n, 0, 0);
}

const char *lod_trade_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    FORBID("lod.4.4.1:gift", a.a > most_gift(s));
    return NULL;
}

void lod_trade_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    trade(s, mk_top(&s->base)->a, a.a, log);
    lod_finish(s);
}

/* ---- Plunder (4.4.3) ---- */

static int loot(const lod_state *s, int space) {
    int population = lod.space[space].population;
    return population < s->resources[LOD_PATRIOTS] ? population : s->resources[LOD_PATRIOTS];
}

/* Where there is a Raid; or where there will be one at once, which it helps to pay for (4.1). */
static const char *why_not_plunder_here(const lod_state *s, const activity *act, int space, int p) {
    const lod_command *c = act->with;
    if (!c) {
        FORBID("lod.4.4.3:raid", !mk_set_has(s->stroke.raided, space));
        return NULL;
    }
    if (mk_set_has(c->selected, space)) return NULL;
    int fewer = p == LOD_WAR_PARTY ? 1 : 0;
    bool raidable = c->limit && mk_set_has(c->allowed & lod_raid_spaces(s, space, fewer), space);
    FORBID("lod.4.4.3:raid", !raidable || s->resources[LOD_INDIANS] + loot(s, space) < 1);
    return NULL;
}

static const char *why_not_plunder(const lod_state *s, const activity *act, int space, int p) {
    const char *why = why_not_kind(act, LOD_PLUNDER);
    if (why) return why;
    FORBID("lod.4.4.3:outnumber", !(LOD_WAR_PARTIES >> p & 1) || !s->piece[space][p]);
    FORBID("lod.4.4.3:outnumber",
           lod_count(s, space, LOD_WAR_PARTIES) <= lod_count(s, space, LOD_REBEL_PIECES));
    return why_not_plunder_here(s, act, space, p);
}

static void apply_plunder(lod_state *s, const activity *act, int space, int p, mk_log *log) {
    int n = loot(s, space);
    bool raid_follows = act->with && !mk_set_has(act->with->selected, space);
    executed(s, act, LOD_PLUNDER, space, log);
    lod_lose(s, LOD_PATRIOTS, n, log);
    lod_gain(s, LOD_INDIANS, n, log);
    lod_remove(s, p, space, 1, log);
    if (raid_follows) {
        lod_select(s, space, log);
        lod_begin(s, LOD_PH_RAID_INTO, LOD_INDIANS, space, 0, 0);
    }
}

/* ---- Préparer la Guerre (4.5.1) ---- */

static const char *why_not_prepare(const lod_state *s, const activity *act, int what) {
    const char *why = why_not_kind(act, LOD_PREPARE);
    if (why) return why;
    FORBID("lod.4.5.1:squadron", what == LOD_PREPARE_SQUADRON && !s->squadrons_unavailable);
    bool regulars = s->piece[LOD_UNAVAILABLE][LOD_FRENCH_REGULAR] > 0;
    FORBID("lod.4.5.1:regulars", what == LOD_PREPARE_REGULARS && !regulars);
    int gain = what == LOD_PREPARE_RESOURCES ? PREPARED_RESOURCES : 0;
    FORBID("lod.4.1:remains", !command_remains(s, act, LOD_PREPARE, LOD_PLACES, gain));
    return NULL;
}

static void apply_prepare(lod_state *s, const activity *act, int what, mk_log *log) {
    executed(s, act, LOD_PREPARE, LOD_PLACES, log);
    if (what == LOD_PREPARE_SQUADRON) {
        s->squadrons_unavailable--;
        s->squadrons++;
        mk_log_event(log, LOD_E_SQUADRON, LOD_FRENCH, MK_EVERYONE, 0, s->squadrons,
                     s->squadrons_unavailable);
    } else if (what == LOD_PREPARE_REGULARS) {
        int n = s->piece[LOD_UNAVAILABLE][LOD_FRENCH_REGULAR];
        if (n > PREPARED_REGULARS) n = PREPARED_REGULARS;
        lod_move(s, LOD_FRENCH_REGULAR, LOD_UNAVAILABLE, LOD_AVAILABLE, n);
        mk_log_event(log, LOD_E_BOXES, LOD_FRENCH, MK_EVERYONE, 0, (int16_t)n, LOD_FRENCH_REGULAR,
                     LOD_UNAVAILABLE, LOD_AVAILABLE);
    } else {
        lod_gain(s, LOD_FRENCH, PREPARED_RESOURCES, log);
    }
}

/* ---- All of them ---- */

static void list_indian(const lod_state *s, const activity *act, mk_actions *out) {
    MK_SET_EACH(space, trade_spaces(s)) {
        if (!why_not_trade(s, act, space)) mk_offer(out, LOD_V_TRADE, space, 0, 0);
    }
    list_strikes(s, act, LOD_WAR_PATH, LOD_V_WAR_PATH, out);
    if (why_not_kind(act, LOD_PLUNDER)) return;
    MK_SET_EACH(space, lod_with(s, LOD_WAR_PARTIES)) {
        for (int p = LOD_WAR_PARTY; p <= LOD_ACTIVE_WAR_PARTY; p++) {
            if (!why_not_plunder(s, act, space, p)) mk_offer(out, LOD_V_PLUNDER, space, p, 0);
        }
    }
}

void lod_list_specials(const lod_state *s, mk_actions *out) {
    activity act = current_activity(s);
    if (!act.kinds) return;
    list_strikes(s, &act, LOD_SKIRMISH, LOD_V_SKIRMISH, out);
    if (act.faction == LOD_INDIANS) list_indian(s, &act, out);
    if (act.faction == LOD_PATRIOTS) {
        list_strikes(s, &act, LOD_PARTISANS, LOD_V_PARTISANS, out);
        MK_SET_EACH(space, lod_persuasion_spaces(s)) {
            if (!why_not_persuade(s, &act, space)) mk_offer(out, LOD_V_PERSUADE, space, 0, 0);
        }
    }
    if (!why_not_naval(s, &act)) mk_offer(out, LOD_V_NAVAL_PRESSURE, 0, 0, 0);
    for (int what = 0; act.faction == LOD_FRENCH && what <= LOD_PREPARE_RESOURCES; what++) {
        if (!why_not_prepare(s, &act, what)) mk_offer(out, LOD_V_PREPARE, what, 0, 0);
    }
}

const char *lod_why_not_special(const lod_state *s, mk_action a) {
    activity act = current_activity(s);
    switch (a.verb) {
    case LOD_V_SKIRMISH: return why_not_strike(s, &act, LOD_SKIRMISH, a.a, a.b);
    case LOD_V_PARTISANS: return why_not_strike(s, &act, LOD_PARTISANS, a.a, a.b);
    case LOD_V_WAR_PATH: return why_not_strike(s, &act, LOD_WAR_PATH, a.a, a.b);
    case LOD_V_NAVAL_PRESSURE: return why_not_naval(s, &act);
    case LOD_V_PERSUADE: return why_not_persuade(s, &act, a.a);
    case LOD_V_TRADE: return why_not_trade(s, &act, a.a);
    case LOD_V_PLUNDER: return why_not_plunder(s, &act, a.a, a.b);
    default: return why_not_prepare(s, &act, a.a);
    }
}

/* The decision that grants it is over; that of a Command is still there for what follows. */
void lod_apply_special(lod_state *s, mk_action a, mk_log *log) {
    activity act = current_activity(s);
    if (!act.with) mk_pop(&s->base);
    switch (a.verb) {
    case LOD_V_SKIRMISH: apply_strike(s, &act, LOD_SKIRMISH, a.a, a.b, log); break;
    case LOD_V_PARTISANS: apply_strike(s, &act, LOD_PARTISANS, a.a, a.b, log); break;
    case LOD_V_WAR_PATH: apply_strike(s, &act, LOD_WAR_PATH, a.a, a.b, log); break;
    case LOD_V_NAVAL_PRESSURE: apply_naval(s, &act, log); break;
    case LOD_V_PERSUADE:
        executed(s, &act, LOD_PERSUASION, a.a, log);
        persuade(s, a.a, log);
        if (more_to_persuade(s))
            lod_begin(s, LOD_PH_PERSUASION, act.seat, 0, 0, 0);
        else
            s->persuaded = 0;
        break;
    case LOD_V_TRADE:
        executed(s, &act, LOD_TRADE, a.a, log);
        if (most_gift(s) < least_gift(s))
            trade(s, a.a, 0, log);
        else
            lod_begin(s, LOD_PH_TRADE, LOD_BRITISH, a.a, 0, 0);
        break;
    case LOD_V_PLUNDER: apply_plunder(s, &act, a.a, a.b, log); break;
    default: apply_prepare(s, &act, a.a, log);
    }
}

/* What a Special Activity brings for certain, before anything of the Command is paid for. */
int lod_special_money(const lod_state *s, const lod_command *c) {
    activity act = {c->faction, c->faction, kinds_with(s, c), LOD_EVERYWHERE, c, false};
    switch ((lod_faction)c->faction) {
    case LOD_BRITISH: return pays_british(s) ? 1 : 0;
    case LOD_PATRIOTS: return lod_persuasion_spaces(s) ? 1 : 0;
    case LOD_FRENCH: return PREPARED_RESOURCES;
    default: break;
    }
    MK_SET_EACH(space, trade_spaces(s)) {
        if (!why_not_trade(s, &act, space)) return 1;
    }
    if (c->kind != LOD_RAID_COMMAND) return 0;
    MK_SET_EACH(space, lod_with(s, LOD_WAR_PARTIES)) {
        for (int p = LOD_WAR_PARTY; p <= LOD_ACTIVE_WAR_PARTY; p++) {
            if (!why_not_plunder(s, &act, space, p)) return 1;
        }
    }
    return 0;
}

/* ---- Granted on its own ---- */

bool lod_grant_special_possible(const lod_state *s, const lod_granted_special *g) {
    lod_state probe = *s;
    probe.granted = *g;
    lod_begin(&probe, LOD_PH_SPECIAL, g->faction, 0, 0, 0);
    mk_actions offers;
    offers.count = 0;
    lod_list_specials(&probe, &offers);
    return offers.count > 0;
}

bool lod_grant_special(lod_state *s, lod_granted_special g) {
    if (!g.limit) g.limit = 1;
    if (!g.allowed) g.allowed = LOD_EVERYWHERE;
    g.begun = 0;
    if (!lod_grant_special_possible(s, &g)) return false;
    s->granted = g;
    lod_begin(s, LOD_PH_GRANTED, g.faction, 0, 0, 0);
    return true;
}

/* It is offered as long as it can be executed once more and nobody has enough of it. */
void lod_granted_special_step(void *state, mk_log *log) {
    (void)log;
    lod_state *s = state;
    mk_actions offers;
    bool enough = mk_top(&s->base)->result;
    offers.count = 0;
    lod_begin(s, LOD_PH_SPECIAL, s->granted.faction, 0, 0, 0);
    if (!enough) lod_list_specials(s, &offers);
    if (offers.count) return;
    mk_pop(&s->base);
    s->last_selected = 0;
    s->granted = (lod_granted_special){0};
    lod_finish(s);
}

/* What is granted must be done if it can (5.1.3), unless it says may; a second place is a choice.
 */
static const char *why_not_stop(const lod_state *s) {
    bool may = s->granted.flags & LOD_OPTIONAL;
    FORBID("lod.5.1.3:must", !may && !s->granted.begun);
    return NULL;
}

void lod_special_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    lod_list_specials(s, out);
    if (!why_not_stop(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_special_why_not(const void *state, mk_action a) {
    return a.verb == LOD_V_FINISH ? why_not_stop(state) : lod_why_not_special(state, a);
}

void lod_special_apply(void *state, mk_action a, mk_log *log) {
    if (a.verb == LOD_V_FINISH)
        lod_finish_with(state, ENOUGH);
    else
        lod_apply_special(state, a, log);
}
