/* events.c - carrying out Event cards (chapter 5): the machine that runs the programs of
 * cards_*.c, step by step. What a step leaves to decide is in event_choices.c and
 * event_pieces.c. */
#include "events.h"

#include <assert.h>
#include <string.h>

/* ---- Programs ---- */

const lod_step *lod_program(int card, int text) {
    enum { OF_A_FACTION = 24 };
    static const lod_effect *const cards[] = {lod_patriot_cards, lod_british_cards,
                                              lod_french_cards, lod_indian_cards};
    if (card == LOD_TREATY_CARD) return lod_treaty_card[text];
    if (card >= LOD_FIRST_WINTER) return lod_winter_cards[card - LOD_FIRST_WINTER][text];
    return cards[(card - 1) / OF_A_FACTION][(card - 1) % OF_A_FACTION][text];
}

const lod_step *lod_step_now(const lod_state *s) {
    return lod_program(s->event.card, s->event.text) + s->event.step;
}

static lod_faction faction_of(const lod_state *s, int who) {
    if (who == EXECUTOR) return s->event.executor;
    if (who == NAMED) return s->event.faction;
    return (lod_faction)(who - BRITISH);
}

lod_faction lod_decider(const lod_state *s, const lod_step *t) { return faction_of(s, t->who); }

/* Is this step of the way that was chosen, for the Faction that was named? */
static bool applies(const lod_state *s, const lod_step *t) {
    if (t->way && t->way != s->event.way) return false;
    if (t->named && s->event.faction != faction_of(s, t->named)) return false;
    return t->who != NAMED || s->event.faction != LOD_FACTIONS;
}

/* ---- Spaces that several cards speak of ---- */

mk_set64 lod_there(const lod_state *s) { return s->event.label; }
mk_set64 lod_elsewhere(const lod_state *s) { return ~s->event.label; }
mk_set64 lod_with_british(const lod_state *s) { return lod_with(s, LOD_BRITISH_PIECES); }
mk_set64 lod_with_militia(const lod_state *s) { return lod_with(s, LOD_MILITIAS); }
mk_set64 lod_with_tories(const lod_state *s) { return s->where[LOD_TORY]; }
mk_set64 lod_with_indians(const lod_state *s) { return lod_with(s, LOD_INDIAN_PIECES); }
mk_set64 lod_with_both_royalists(const lod_state *s) {
    return lod_with_british(s) & lod_with_indians(s);
}
mk_set64 lod_british_controlled(const lod_state *s) { return s->control[LOD_ROYALISTS]; }

/* Where a shift toward a level would do something. */
static mk_set64 not_at(const lod_state *s, lod_level level) {
    return lod.populated & ~lod_at_level(s, level);
}
mk_set64 lod_not_active_support(const lod_state *s) { return not_at(s, LOD_ACTIVE_SUPPORT); }
mk_set64 lod_not_passive_support(const lod_state *s) { return not_at(s, LOD_PASSIVE_SUPPORT); }
mk_set64 lod_not_passive_opposition(const lod_state *s) {
    return not_at(s, LOD_PASSIVE_OPPOSITION);
}
mk_set64 lod_not_neutral(const lod_state *s) { return not_at(s, LOD_NEUTRAL); }

/* ---- Steps without choices ---- */

static void change_levels(lod_state *s, const lod_step *t, mk_log *log) {
    MK_SET_EACH(space, s->event.candidates) {
        if (t->op == SHIFT)
            lod_shift_toward(s, space, t->level, t->n, log);
        else
            lod_set_level(s, space, t->level, log);
    }
}

static void change_resources(lod_state *s, const lod_step *t, mk_log *log) {
    int n = t->count ? t->count(s) : t->n;
    if (n > 0) lod_gain(s, lod_decider(s, t), n, log);
    if (n < 0) lod_lose(s, lod_decider(s, t), -n, log);
}

static bool change_fni(lod_state *s, int n, mk_log *log) {
    return n < 0 ? lod_lower_fni(s, -n, log) : lod_raise_fni(s, n, log);
}

/* The places a grant is bound to. A step that says none leaves it to the rules of the Command; one
 * that says "there" when there is nowhere grants nothing. */
static bool bound_to(const lod_state *s, const lod_step *t, mk_set64 *allowed) {
    bool bound = t->at || t->where;
    *allowed = bound ? s->event.candidates : 0;
    return !bound || s->event.candidates;
}

/* 5.3 */
static bool grant_command(lod_state *s, const lod_step *t, mk_log *log) {
    mk_set64 allowed;
    s->last_selected = 0;
    if (!bound_to(s, t, &allowed)) return false;
    int flags = LOD_FREE | LOD_NO_ACCOMPANY;
    flags |= t->flags & OPTIONAL ? LOD_OPTIONAL : LOD_EVERY_SPACE;
    if (t->flags & TORIES) flags |= LOD_TORIES_ONLY;
    lod_grant g = {lod_decider(s, t), t->command,       allowed,         t->n, flags,
                   t->force,          t->attacker_loss, t->defender_loss};
    return lod_grant_command(s, g, log);
}

static bool grant_special(lod_state *s, const lod_step *t) {
    mk_set64 allowed;
    if (!bound_to(s, t, &allowed)) return false;
    lod_granted_special g = {
        .faction = (uint8_t)lod_decider(s, t),
        .flags = (uint8_t)(LOD_FREE | (t->flags & OPTIONAL ? LOD_OPTIONAL : 0)),
        .limit = (uint8_t)t->n,
        .kinds = LOD_SPECIAL(t->special),
        .allowed = allowed ? allowed : LOD_EVERYWHERE,
    };
    return lod_grant_special(s, g);
}

/* ---- Running ---- */

static void prepare(lod_state *s, const lod_step *t) {
    lod_event *e = &s->event;
    mk_set64 spaces = t->at ? t->at : LOD_MAP;
    e->candidates = t->where ? spaces & t->where(s) : spaces;
    int n = t->count ? t->count(s) : t->n;
    if (t->flags & EACH) n *= mk_set_size(e->candidates);
    e->left = (uint8_t)(n > 0 ? n : 0);
    e->idle = 0;
    e->once = e->twice = e->moved_to = 0;
    e->moved_from = LOD_PLACES;
    memset(e->used, 0, sizeof e->used);
}

/* True: it waits for a choice, or for what it granted. */
static bool begin_step(lod_state *s, const lod_step *t, mk_log *log) {
    prepare(s, t);
    switch ((lod_op)t->op) {
    case CHOOSE: return lod_ask_spaces(s, log);
    case NAME: return lod_ask_faction(s, log);
    case WAY: return lod_ask_way(s, log);
    case PUT: return lod_ask_placing(s, log);
    case REMOVE:
    case REPLACE: return lod_ask_removal(s, log);
    case MOVE: return lod_ask_moves(s, log);
    case FLIP: return lod_ask_flips(s, log);
    case SHIFT:
    case LEVEL: change_levels(s, t, log); return false;
    case MARK: return lod_ask_markers(s, log);
    case RESOURCES: change_resources(s, t, log); return false;
    case FNI: return change_fni(s, t->n, log);
    case BAR: lod_bar(s, lod_decider(s, t), log); return false;
    case KEEP: lod_keep(s, lod_decider(s, t), log); return false;
    case COMMAND: return grant_command(s, t, log);
    case SPECIAL: return grant_special(s, t);
    case DESERT: return lod_begin_desertion(s, t->desertion);
    case CALL: t->call(s, log); return false;
    case END: break;
    }
    return false;
}

static void end_step(lod_state *s, const lod_step *t, bool skipped, mk_log *log) {
    lod_event *e = &s->event;
    if (!skipped)
        mk_log_event(log, LOD_E_STEP, -1, 0, 0, (int16_t)lod_part(e->card, e->text, e->step));
    if (t->op == CHOOSE || t->flags & IS_THERE) {
        e->before = e->label;
        e->label = t->op == COMMAND ? s->last_selected : e->once;
    }
    if (t->op == MOVE) lod_forget_moves(s);
    e->step++;
}

/* Did a step that leaves nothing to decide any more do nothing? */
static bool did_nothing(const lod_state *s, const lod_step *t) {
    switch ((lod_op)t->op) {
    case CHOOSE: return !s->event.once;
    case NAME: return s->event.faction == LOD_FACTIONS;
    case WAY: return !s->event.way;
    case CALL: return !(t->flags & OPTIONAL);
    default: return true;
    }
}

/* 5.1.3: what cannot be carried out is skipped. A step that decides nothing and changes nothing has
 * told nothing; everybody is told that. Only of spaces nobody is told that there is none: what was
 * to happen there says so. */
static bool tell_if_skipped(const lod_state *s, const lod_step *t, int told, mk_log *log) {
    if (!log || log->count > told || !did_nothing(s, t)) return false;
    int part = lod_part(s->event.card, s->event.text, s->event.step);
    int audience = t->op == CHOOSE ? 0 : MK_EVERYONE;
    mk_log_event(log, LOD_E_SKIPPED, -1, (uint8_t)audience, 0, s->event.card, (int16_t)part);
    return true;
}

/* Goes on until something must be decided (true) or the text is at its end. */
static bool run(lod_state *s, mk_log *log) {
    for (;;) {
        const lod_step *t = lod_step_now(s);
        if (t->op == END) return false;
        if (!applies(s, t)) {
            s->event.step++;
            continue;
        }
        int told = log ? log->count : 0;
        if (begin_step(s, t, log)) return true;
        bool skipped = tell_if_skipped(s, t, told, log);
        if (lod_ask_follower(s)) return true;
        end_step(s, t, skipped, log);
    }
}

static void begin(lod_state *s, lod_faction executor, int card, lod_text text) {
    lod_begin(s, LOD_PH_EVENT, executor, card, text, 0);
    s->event = (lod_event){.card = (uint8_t)card,
                           .text = (uint8_t)text,
                           .executor = (uint8_t)executor,
                           .faction = LOD_FACTIONS,
                           .moved_from = LOD_PLACES};
}

void lod_begin_event(lod_state *s, lod_faction executor, int card, lod_text text) {
    assert(lod_program(card, text));
    begin(s, executor, card, text);
}

void lod_begin_winter_event(lod_state *s, int card) {
    lod_begin_event(s, LOD_BRITISH, card, LOD_UNSHADED);
}

/* Frame c: a step of the text waited for something, which is over now. */
void lod_event_step(void *state, mk_log *log) {
    lod_state *s = state;
    mk_frame *f = mk_top(&s->base);
    if (f->c) {
        if (lod_ask_follower(s)) return;
        end_step(s, lod_step_now(s), false, log);
    }
    f->c = run(s, log);
    if (f->c) return;
    memset(&s->event, 0, sizeof s->event);
    lod_forget_moves(s);
    lod_finish(s);
}

/* What it would do here and now: on `trial`, a copy, as far as nobody must choose. True: then
 * somebody must. */
bool lod_try_event(const lod_state *s, lod_faction executor, int card, lod_text text,
                   lod_state *trial, mk_log *log) {
    *trial = *s;
    begin(trial, executor, card, text);
    return run(trial, log);
}

/* Whatever leaves something to decide can do something. */
bool lod_event_changes(const lod_state *s, lod_faction executor, int card, lod_text text) {
    lod_state trial;
    if (lod_try_event(s, executor, card, text, &trial, NULL)) return true;
    trial.base = s->base;
    trial.event = s->event;
    trial.recalling = s->recalling;
    trial.last_selected = s->last_selected;
    return memcmp(&trial, s, sizeof trial) != 0;
}
