/* stroke.c - Brilliant Strokes (2.3.8, 2.3.9, 5.1.4): when one may come, who trumps whom, and what
 * the four of them grant. The Treaty of Alliance is an Event like others once it is played. */
#include "rules.h"

enum { COMMANDS = 2, SPECIALS = 1 };

static lod_faction owner_of(int card) {
    static const lod_faction owner[] = {LOD_PATRIOTS, LOD_BRITISH, LOD_FRENCH, LOD_INDIANS,
                                        LOD_FRENCH};
    return owner[card - LOD_FIRST_STROKE];
}

static uint8_t bit(int card) { return (uint8_t)(1 << (card - LOD_FIRST_STROKE)); }

/* 2.3.8: the Treaty trumps every other Faction's, the Indians all but the Treaty, the French the
 * Patriots and British, the British the Patriots. */
static bool trumps(int card, int over) {
    if (over == LOD_TREATY_CARD || owner_of(card) == owner_of(over)) return false;
    static const uint8_t strength[] = {1, 2, 3, 4, 5};
    return strength[card - LOD_FIRST_STROKE] > strength[over - LOD_FIRST_STROKE];
}

/* ---- What it grants, and the Leader (1.10) ---- */

/* Whatever a first Command does elsewhere, a second can involve him: with a March to where he is
 * already, in the West Indies with a Muster. The French fight where he is, or muster: without an
 * enemy there they have Control. */
static bool surely_leads(const lod_state *s, lod_faction f) {
    int at = s->leader_at[f];
    if (at >= LOD_SPACES) return false;
    if (f == LOD_BRITISH) return !RULE("lod.3.2.3", !lod_living(s) && mk_set_has(s->blockaded, at));
    bool enemies = lod_count(s, at, lod_pieces_of_side(LOD_ROYALISTS)) > 0;
    return f != LOD_FRENCH || !RULE("lod.3.5.3", mk_set_has(LOD_RESERVES, at) && !enemies);
}

static bool must_lead(const lod_state *s, lod_faction f, int commands, bool led) {
    if (led) return false;
    if (RULE("lod.8.3.7", lod_is_nonplayer(s, f))) return true; /* in the first that it chooses */
    return commands == 1 || !surely_leads(s, f);
}

static lod_grant limited(lod_faction f, int kind, bool lead) {
    return (lod_grant){.faction = f,
                       .kind = (lod_command_kind)kind,
                       .flags = LOD_FREE | LOD_LIMITED | LOD_STROKE | (lead ? LOD_WITH_LEADER : 0)};
}

static bool can_lead(const lod_state *s, lod_faction f) {
    if (s->leader_at[f] >= LOD_SPACES) return false;
    for (int kind = 1; kind < LOD_COMMANDS; kind++) {
        lod_grant g = limited(f, kind, true);
        if (lod_command_possible(s, &g)) return true;
    }
    return false;
}

static bool in_window(const lod_state *s) {
    bool after_pass = s->base.option[LOD_OPTION_STROKE_WINDOW] == LOD_STROKE_AFTER_PASS;
    return !s->executed && (after_pass || !s->passed);
}

bool lod_stroke_possible(const lod_state *s, int card) {
    lod_faction f = owner_of(card);
    if (!(s->strokes & bit(card))) return false;
    if (RULE("lod.2.3.8", !(s->eligible >> f & 1) || s->barred >> f & 1)) return false;
    if (RULE("lod.2.3.8", !in_window(s) || lod_winter_shows(s))) return false;
    if (card == LOD_TREATY_CARD) return RULE("lod.2.3.9", lod_preparations(s) > LOD_PREPARED);
    if (RULE("lod.2.3.9", f == LOD_FRENCH && !s->treaty)) return false;
    return RULE("lod.1.10", can_lead(s, f));
}

/* ---- Asking ---- */

bool lod_ask_strokes(lod_state *s) {
    for (int card = LOD_FIRST_STROKE; card <= LOD_TREATY_CARD; card++) {
        if (s->asked & bit(card)) continue;
        if (s->stroke.card && !RULE("lod.2.3.8", trumps(card, s->stroke.card))) continue;
        lod_faction f = owner_of(card);
        if (lod_is_nonplayer(s, f) && !lod_np_wants_stroke(s, f, card)) continue;
        if (!lod_stroke_possible(s, card)) continue;
        s->asked |= bit(card);
        lod_begin(s, LOD_PH_STROKE, owner_of(card), card, s->stroke.card, 0);
        return true;
    }
    return false;
}

void lod_stroke_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    mk_offer(out, LOD_V_STROKE, mk_top_const(&s->base)->a, 0, 0);
    mk_offer(out, LOD_V_HOLD, 0, 0, 0);
}

const char *lod_stroke_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_STROKE) FORBID("lod.2.3.8:window", a.a != mk_top_const(&s->base)->a);
    return NULL;
}

void lod_stroke_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_STROKE) {
        if (s->stroke.card) { /* it goes back to its owner */
            s->strokes |= bit(s->stroke.card);
            mk_log_event(log, LOD_E_TRUMPED, s->stroke.faction, MK_EVERYONE, 0, s->stroke.card);
        }
        s->stroke = (lod_stroke){.faction = (uint8_t)owner_of(a.a), .card = (uint8_t)a.a};
        s->strokes &= (uint8_t)~bit(a.a);
        s->asked = bit(a.a);
        mk_log_event(log, LOD_E_STROKE, owner_of(a.a), MK_EVERYONE, 0, a.a);
    }
    lod_finish(s);
}

/* ---- Carrying it out ---- */

void lod_begin_stroke(lod_state *s) {
    if (s->stroke.card == LOD_TREATY_CARD) {
        lod_begin_event(s, LOD_FRENCH, LOD_TREATY_CARD, LOD_UNSHADED);
        return;
    }
    s->stroke.commands = COMMANDS;
    s->stroke.specials = SPECIALS;
    lod_begin(s, LOD_PH_STROKE_PLAY, s->stroke.faction, s->stroke.card, 0, 0);
}

/* What is left of it is offered, until nothing is. */
void lod_stroke_play_step(void *state, mk_log *log) {
    (void)log;
    lod_state *s = state;
    lod_stroke *k = &s->stroke;
    if (k->commands || k->specials) {
        lod_begin(s, LOD_PH_STROKE_TURN, k->faction, k->card, k->commands, k->specials);
    } else {
        *k = (lod_stroke){0};
        lod_finish(s);
    }
}

static const char *why_not_command(const lod_state *s, int kind) {
    const lod_stroke *k = &s->stroke;
    FORBID("lod.2.3.8:used", !k->commands);
    lod_grant any = limited(k->faction, kind, false);
    FORBID("lod.3.1:possible", !lod_command_possible(s, &any));
    if (!must_lead(s, k->faction, k->commands, k->led)) return NULL;
    lod_grant led = limited(k->faction, kind, true);
    FORBID("lod.1.10:stroke", !lod_command_possible(s, &led));
    return NULL;
}

/* 4.2 to 4.5; Common Cause goes with a March or Battle, it is nothing on its own. */
static uint16_t kinds_of(lod_faction f) {
    static const uint16_t of[LOD_FACTIONS] = {
        [LOD_BRITISH] = LOD_SPECIAL(LOD_SKIRMISH) | LOD_SPECIAL(LOD_NAVAL_PRESSURE),
        [LOD_PATRIOTS] =
            LOD_SPECIAL(LOD_PERSUASION) | LOD_SPECIAL(LOD_PARTISANS) | LOD_SPECIAL(LOD_SKIRMISH),
        [LOD_FRENCH] =
            LOD_SPECIAL(LOD_PREPARE) | LOD_SPECIAL(LOD_SKIRMISH) | LOD_SPECIAL(LOD_NAVAL_PRESSURE),
        [LOD_INDIANS] =
            LOD_SPECIAL(LOD_TRADE) | LOD_SPECIAL(LOD_WAR_PATH) | LOD_SPECIAL(LOD_PLUNDER),
    };
    return of[f];
}

static lod_granted_special granted(const lod_state *s, int kind) {
    return (lod_granted_special){.faction = s->stroke.faction,
                                 .kinds = kinds_of(s->stroke.faction) & LOD_SPECIAL(kind),
                                 .limit = 1,
                                 .allowed = LOD_EVERYWHERE,
                                 .flags = LOD_FREE};
}

static const char *why_not_special(const lod_state *s, int kind) {
    FORBID("lod.2.3.8:used", !s->stroke.specials);
    lod_granted_special g = granted(s, kind);
    FORBID("lod.4.1:kind", !g.kinds || !lod_grant_special_possible(s, &g));
    return NULL;
}

static bool any_command(const lod_state *s) {
    for (int kind = 1; kind < LOD_COMMANDS; kind++) {
        if (!why_not_command(s, kind)) return true;
    }
    return false;
}

/* The Leader must have been involved, if that can still be. */
static const char *why_not_finish(const lod_state *s) {
    FORBID("lod.1.10:stroke", !s->stroke.led && any_command(s));
    return NULL;
}

void lod_stroke_turn_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    for (int kind = 1; kind < LOD_COMMANDS; kind++) {
        if (!why_not_command(s, kind)) mk_offer(out, LOD_V_COMMAND, kind, 0, 0);
    }
    for (int kind = 1; kind < LOD_SPECIALS; kind++) {
        if (!why_not_special(s, kind)) mk_offer(out, LOD_V_SPECIAL, kind, 0, 0);
    }
    if (!why_not_finish(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_stroke_turn_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_COMMAND) return why_not_command(s, a.a);
    if (a.verb == LOD_V_SPECIAL) return why_not_special(s, a.a);
    return why_not_finish(s);
}

void lod_stroke_turn_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_stroke *k = &s->stroke;
    mk_pop(&s->base);
    if (a.verb == LOD_V_COMMAND) {
        bool lead = must_lead(s, k->faction, k->commands, k->led);
        lod_grant_command(s, limited(k->faction, a.a, lead), log);
    } else if (a.verb == LOD_V_SPECIAL) {
        k->specials--;
        lod_grant_special(s, granted(s, a.a));
    } else {
        k->commands = k->specials = 0;
    }
}

/* 8.3.7: of a non-player, whichever its flowchart selects, and it may be none. */
bool lod_grant_stroke_special(lod_state *s) {
    lod_stroke *k = &s->stroke;
    if (!k->specials) return false;
    k->specials--;
    lod_granted_special g = granted(s, LOD_NO_SPECIAL);
    g.kinds = kinds_of(k->faction);
    g.flags |= LOD_OPTIONAL;
    if (!lod_grant_special_possible(s, &g)) return false;
    mk_pop(&s->base);
    return lod_grant_special(s, g);
}
