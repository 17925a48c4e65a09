/* sequence.c - the sequence of play (chapter 2): cards, eligibility, who acts and what he may do.
 */
#include "rules.h"

#include <assert.h>

enum { ALL_FACTIONS = 15, PASS_ROYAL = 2, PASS_LOCAL = 1, SLOTS = 2 };

/* What the frame of the card waits for: its b; c is the Faction that acts. */
enum { BEGINNING, ASKING, TURNING, PASSING, COMMANDING, PLAYING_EVENT, STRIKING, WINTERING };

static bool is_winter(int card) { return card >= LOD_FIRST_WINTER && card <= LOD_LAST_WINTER; }

static uint8_t bit(int faction) { return (uint8_t)(1 << faction); }

/* ---- From card to card ---- */

static int on_deck(const lod_state *s) { return s->drawn < s->deck_size ? s->deck[s->drawn] : 0; }

int lod_winters_left(const lod_state *s) {
    int n = 0;
    for (int i = s->drawn; i < s->deck_size; i++) n += is_winter(s->deck[i]);
    return n;
}

bool lod_winter_shows(const lod_state *s) { return is_winter(on_deck(s)); }

/* 2.2, 2.3.7: a Winter Quarters card that is turned up changes places with the played card, unless
 * it was agreed to see winter coming. */
static void draw(lod_state *s) {
    assert(s->drawn < s->deck_size);
    s->drawn++;
    bool swap = s->base.option[LOD_OPTION_WINTER] == LOD_WINTER_SWAPPED && lod_winter_shows(s);
    if (RULE("lod.2.3.7", swap)) {
        uint8_t event = s->deck[s->drawn - 1];
        s->deck[s->drawn - 1] = s->deck[s->drawn];
        s->deck[s->drawn] = event;
    }
    s->card = s->deck[s->drawn - 1];
}

static void tell_card(const lod_state *s, mk_log *log) {
    mk_log_event(log, LOD_E_CARD, -1, MK_EVERYONE, MK_REVEALED, s->card);
}

static void tell_next(const lod_state *s, mk_log *log) {
    if (on_deck(s))
        mk_log_event(log, LOD_E_NEXT, -1, MK_EVERYONE, MK_REVEALED, (int16_t)on_deck(s));
}

void lod_next_card(lod_state *s, mk_log *log) {
    draw(s);
    tell_card(s, log);
    tell_next(s, log);
    lod_begin_card(s);
}

void lod_reveal_card(lod_state *s, mk_log *log) {
    draw(s);
    tell_next(s, log);
}

static void clear_card(lod_state *s) {
    s->passed = s->executed = s->barred = s->kept = s->asked = 0;
    s->first_done = LOD_DID_NOTHING;
    s->stroke = (lod_stroke){0};
}

void lod_begin_card(lod_state *s) {
    clear_card(s);
    lod_drop_frames(s);
    lod_begin(s, LOD_PH_CARD, LOD_BRITISH, s->card, BEGINNING, 0);
}

/* lod.2.3.6 */
static uint8_t eligible_next(const lod_state *s) {
    return (uint8_t)(ALL_FACTIONS & ~s->executed & ~s->barred) | s->kept;
}

bool lod_eligible_next(const lod_state *s, int f) { return eligible_next(s) & bit(f); }

static void end_card(lod_state *s, mk_log *log) {
    s->eligible = eligible_next(s);
    s->base.turn++;
    lod_next_card(s, log);
}

static void end_stroke(lod_state *s, mk_log *log) {
    s->eligible = ALL_FACTIONS;
    s->base.turn++;
    lod_next_card(s, log);
}

void lod_bar(lod_state *s, lod_faction f, mk_log *log) {
    s->barred |= bit(f);
    s->kept &= (uint8_t)~bit(f);
    mk_log_event(log, LOD_E_INELIGIBLE, f, MK_EVERYONE, 0);
}

void lod_keep(lod_state *s, lod_faction f, mk_log *log) {
    s->kept |= bit(f);
    s->barred &= (uint8_t)~bit(f);
    mk_log_event(log, LOD_E_ELIGIBLE, f, MK_EVERYONE, 0);
}

/* ---- From turn to turn ---- */

/* lod.2.3.2: the leftmost Eligible Faction that has neither acted nor passed. */
int lod_next_eligible(const lod_state *s) {
    uint8_t left = s->eligible & (uint8_t) ~(s->passed | s->executed | s->barred);
    for (int i = 0; i < LOD_FACTIONS; i++) {
        int f = lod.card[s->card].order[i];
        if (left & bit(f)) return f;
    }
    return -1;
}

void lod_open_winter(lod_state *s, lod_winter_phase from, mk_log *log) {
    lod_drop_frames(s);
    lod_begin(s, LOD_PH_CARD, LOD_BRITISH, s->card, WINTERING, 0);
    lod_begin_winter(s, from, log);
}

void lod_open_turn(lod_state *s) {
    lod_drop_frames(s);
    lod_begin(s, LOD_PH_CARD, LOD_BRITISH, s->card, TURNING, 0);
}

static void next_turn(lod_state *s, mk_log *log) {
    int f = lod_next_eligible(s), slots = mk_set_size((mk_set64)s->executed);
    if (f < 0 || slots >= SLOTS) {
        end_card(s, log);
        return;
    }
    lod_begin(s, LOD_PH_TURN, f, s->card, slots + 1, 0);
}

static void note_executed(lod_state *s, int faction, int what) {
    if (!s->executed) s->first_done = (uint8_t)what;
    s->executed |= bit(faction);
}

void lod_end_game(lod_state *s) {
    lod_drop_frames(s);
    s->commands = 0;
}

void lod_card_step(void *state, mk_log *log) {
    lod_state *s = state;
    mk_frame *card = mk_top(&s->base);
    switch (card->b) {
    case BEGINNING:
        if (lod_ask_leaders(s, log)) return; /* what the last card left behind comes first */
        if (!is_winter(s->card)) break;
        card->b = WINTERING; /* lod.2.4 */
        lod_begin_winter(s, LOD_WINTER_VICTORY, log);
        return;
    case WINTERING: /* the card was drawn in the Reset Phase */
        s->base.turn++;
        tell_card(s, log);
        lod_begin_card(s);
        return;
    case TURNING: next_turn(s, log); return;
    case STRIKING: end_stroke(s, log); return;
    case COMMANDING:
        note_executed(s, card->c, s->last_special ? LOD_DID_COMMAND_AND_SPECIAL : LOD_DID_COMMAND);
        break;
    case PLAYING_EVENT: note_executed(s, card->c, LOD_DID_EVENT); break;
    case PASSING: /* A1-4: may the window still be open? */
        if (s->base.option[LOD_OPTION_STROKE_WINDOW] == LOD_STROKE_AFTER_PASS) s->asked = 0;
        break;
    default: break;
    }
    card->b = ASKING;
    if (!s->executed && lod_ask_strokes(s)) return;
    if (s->stroke.card) {
        card->b = STRIKING;
        lod_begin_stroke(s);
    } else {
        next_turn(s, log);
    }
}

/* ---- What a Faction may do (2.3.3, 2.3.4) ---- */

static lod_grant offered_command(const lod_state *s, const mk_frame *f, int kind) {
    bool second = f->b == 2;
    bool limited = second && s->first_done != LOD_DID_EVENT;
    if (RULE("lod.8.1", lod_is_nonplayer(s, f->seat))) limited = false;
    return (lod_grant){.faction = f->seat,
                       .kind = (lod_command_kind)kind,
                       .flags = RULE("lod.2.3.4", limited) ? LOD_LIMITED : 0};
}

static const char *why_not_event(const lod_state *s, const mk_frame *f, int text) {
    bool second = f->b == 2;
    FORBID("lod.2.3.4:event", second && s->first_done != LOD_DID_COMMAND_AND_SPECIAL);
    FORBID("lod.5.2", text == LOD_SHADED && !lod.card[s->card].text[LOD_SHADED]);
    return NULL;
}

static const char *why_not_command(const lod_state *s, const mk_frame *f, int kind) {
    lod_grant g = offered_command(s, f, kind);
    FORBID("lod.3.1:possible", !lod_command_possible(s, &g));
    return NULL;
}

void lod_turn_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    mk_offer(out, LOD_V_PASS, 0, 0, 0);
    for (int text = 0; text < LOD_TEXTS; text++) {
        if (!why_not_event(s, f, text)) mk_offer(out, LOD_V_EVENT, text, 0, 0);
    }
    for (int kind = 1; kind < LOD_COMMANDS; kind++) {
        if (!why_not_command(s, f, kind)) mk_offer(out, LOD_V_COMMAND, kind, 0, 0);
    }
}

const char *lod_turn_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    if (a.verb == LOD_V_EVENT) return why_not_event(s, f, a.a);
    if (a.verb == LOD_V_COMMAND) return why_not_command(s, f, a.a);
    return NULL;
}

static void pass(lod_state *s, int faction, mk_log *log) {
    bool royal = faction == LOD_BRITISH || faction == LOD_FRENCH;
    s->passed |= bit(faction);
    mk_log_event(log, LOD_E_PASSES, faction, MK_EVERYONE, 0);
    lod_gain(s, faction, RULE("lod.2.3.3", royal) ? PASS_ROYAL : PASS_LOCAL, log);
}

void lod_turn_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    mk_frame turn = *mk_top(&s->base);
    lod_grant command = offered_command(s, &turn, a.a);
    mk_pop(&s->base);
    mk_frame *card = mk_top(&s->base);
    card->c = turn.seat;
    if (a.verb == LOD_V_PASS) {
        card->b = PASSING;
        pass(s, turn.seat, log);
    } else if (a.verb == LOD_V_EVENT) {
        card->b = PLAYING_EVENT;
        mk_log_event(log, LOD_E_EVENT, turn.seat, MK_EVERYONE, 0, s->card, a.a);
        lod_begin_event(s, turn.seat, s->card, a.a);
    } else {
        card->b = COMMANDING;
        lod_grant_command(s, command, log);
    }
}
