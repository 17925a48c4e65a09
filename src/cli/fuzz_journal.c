/* fuzz_journal.c - checks of what is written down: actions, journals, positions, and undo. */
#include <string.h>

#include "fuzz.h"

static bool same_state(const fuzz *f, const void *a, const void *b) {
    return memcmp(a, b, f->game->state_size) == 0;
}

/* ---- The text of actions ------------------------------------------------ */

static bool same_action(mk_action a, mk_action b) {
    return a.verb == b.verb && a.a == b.a && a.b == b.b && a.c == b.c;
}

/* One byte of a printed action is changed. If it can still be read, it must be an action that
 * prints as just that. */
static bool check_garbled(fuzz *f, char *text, size_t length) {
    text[mk_below(&f->rng, (uint32_t)length)] = (char)(1 + mk_below(&f->rng, 255));
    mk_action action;
    mk_error error = {0};
    if (!mk_parse_action(f->game, text, &action, &error)) {
        return error.text[0] ? true : fuzz_fail(f, "\"%s\" is refused without a word", text);
    }
    char again[CLI_ACTION_TEXT];
    mk_print_action(f->game, action, again, sizeof again);
    return strcmp(text, again) == 0 || fuzz_fail(f, "\"%s\" is read as \"%s\"", text, again);
}

bool fuzz_check_text(fuzz *f, mk_action action) {
    char text[CLI_ACTION_TEXT];
    mk_action read;
    mk_error error = {0};
    size_t length = mk_print_action(f->game, action, text, sizeof text);
    if (!mk_parse_action(f->game, text, &read, &error) || !same_action(action, read)) {
        return fuzz_fail(f, "\"%s\" is printed, but not read: %s", text, error.text);
    }
    if (fuzz_sometimes(f, 16)) {
        const void *state = mk_table_state(f->table);
        if (!mk_guess_action(f->game, state, text, &read, &error) || !same_action(action, read)) {
            return fuzz_fail(f, "\"%s\" typed is not understood: %s", text, error.text);
        }
    }
    /* Looking for what a misspelt name may mean takes its time. */
    return !fuzz_sometimes(f, 16) || check_garbled(f, text, length);
}

/* ---- The shadow --------------------------------------------------------- */

bool fuzz_check_shadow(fuzz *f) {
    const mk_journal_entry *e = mk_table_entry(f->table, mk_table_count(f->table) - 1);
    char text[CLI_ACTION_TEXT];
    mk_action action;
    mk_error error = {0};
    mk_print_action(f->game, e->action, text, sizeof text);
    if (!mk_parse_action(f->game, text, &action, &error) ||
        !mk_do(f->game, f->shadow, e->seat, action, NULL, &error)) {
        return fuzz_fail(f, "the shadow refuses \"%s\": %s", text, error.text);
    }
    return same_state(f, f->shadow, mk_table_state(f->table)) ||
           fuzz_fail(f, "the shadow is elsewhere after \"%s\"", text);
}

/* ---- Undo --------------------------------------------------------------- */

static bool check_no_undo(fuzz *f, int seat) {
    mk_error error = {0};
    int count = mk_table_count(f->table);
    if (mk_table_may_undo(f->table, seat) != 0) {
        return fuzz_fail(f, "what may not be taken back is offered to be");
    }
    if (mk_table_undo(f->table, seat, &error) || mk_table_count(f->table) != count) {
        return fuzz_fail(f, "what may not be taken back is taken back");
    }
    return same_state(f, f->shadow, mk_table_state(f->table)) ||
           fuzz_fail(f, "a refused undo changes the state");
}

bool fuzz_check_undo(fuzz *f) {
    int last = mk_table_count(f->table) - 1;
    const mk_journal_entry done = *mk_table_entry(f->table, last);
    mk_error error = {0};
    f->undos++;
    mk_table_state_at(f->table, last, f->trial);
    if (!same_state(f, f->trial, f->before)) return fuzz_fail(f, "the past has changed");
    for (int seat = 0; seat < f->game->seat_count; seat++) {
        if ((seat != done.seat || done.flags) && !check_no_undo(f, seat)) return false;
    }
    if (done.flags) return true;

    if (mk_table_may_undo(f->table, done.seat) < 1 || !mk_table_undo(f->table, done.seat, &error)) {
        return fuzz_fail(f, "an action without dice cannot be taken back: %s", error.text);
    }
    if (!same_state(f, f->before, mk_table_state(f->table))) {
        return fuzz_fail(f, "undo does not lead back");
    }
    if (!mk_table_do(f->table, done.seat, done.action, &error)) {
        return fuzz_fail(f, "what was taken back is refused: %s", error.text);
    }
    return same_state(f, f->shadow, mk_table_state(f->table)) ||
           fuzz_fail(f, "what was taken back and done again leads elsewhere");
}

/* ---- Journals ----------------------------------------------------------- */

bool fuzz_check_journal(fuzz *f) {
    if (f->stirred) return true;
    mk_text *text = &f->text[0], *again = &f->text[1];
    mk_table *read = NULL;
    mk_error error = {0};
    f->journals++;
    mk_text_clear(text);
    mk_text_clear(again);
    mk_journal_write(f->table, text);
    bool fine = mk_journal_read(text->p, text->n, "journal", &read, &error);
    if (!fine) {
        fuzz_fail(f, "the journal is not read: line %d: %s", error.line, error.text);
    } else if (!same_state(f, mk_table_state(read), mk_table_state(f->table))) {
        fine = fuzz_fail(f, "the journal leads elsewhere");
    } else {
        mk_journal_write(read, again);
        fine = strcmp(text->p, again->p) == 0 || fuzz_fail(f, "the journal is written differently");
    }
    mk_table_free(read);
    return fine;
}

/* By consent everything can be taken back; only the dice are new. */
bool fuzz_check_consent(fuzz *f) {
    int back = (int)mk_below(&f->rng, (uint32_t)mk_table_count(f->table));
    mk_error error = {0};
    mk_table_state_at(f->table, back, f->trial);
    const mk_rng dice = ((const mk_base *)mk_table_state(f->table))->rng;
    if (!mk_table_undo_to(f->table, back, &error)) {
        return fuzz_fail(f, "undo by consent is refused: %s", error.text);
    }
    ((mk_base *)f->trial)->rng = dice;
    if (!same_state(f, f->trial, mk_table_state(f->table))) {
        return fuzz_fail(f, "undo by consent does not lead back");
    }
    return fuzz_check_journal(f);
}

/* ---- Positions ---------------------------------------------------------- */

static void describe(fuzz *f, const void *state, mk_text *out) {
    mk_text_clear(out);
    mk_view_clear(f->view);
    mk_dump(f->game, state, MK_EVERYTHING, MK_DUMP_ALL, out);
    mk_view_build(f->game, state, MK_EVERYTHING, f->view);
    mk_view_json(f->view, out);
}

static bool check_read_back(fuzz *f, const mk_text *position) {
    const mk_game *game;
    mk_error error = {0};
    const void *state = mk_table_state(f->table);
    if (!mk_position_read(position->p, position->n, "position", &game, f->trial, &error)) {
        return fuzz_fail(f, "the position is not read: line %d: %s", error.line, error.text);
    }
    describe(f, state, &f->text[0]);
    describe(f, f->trial, &f->text[1]);
    if (game != f->game || strcmp(f->text[0].p, f->text[1].p) != 0) {
        return fuzz_fail(f, "the position that is read back is a different one");
    }
    const mk_base *base = state, *read = (const mk_base *)f->trial;
    if (memcmp(&base->rng, &read->rng, sizeof base->rng) != 0) {
        return fuzz_fail(f, "the position goes on with other dice");
    }
    mk_text again = {0};
    bool fine = mk_position_write(game, f->trial, MK_POSITION_WITH_DICE, &again, &error) &&
                strcmp(again.p, position->p) == 0;
    mk_text_free(&again);
    return fine || fuzz_fail(f, "the position is written differently");
}

bool fuzz_check_position(fuzz *f) {
    const void *state = mk_table_state(f->table);
    bool rests = mk_resume_point_at(f->game, state) != NULL;
    if (!fuzz_sometimes(f, rests ? 32 : 64)) return true;

    mk_text position = {0};
    mk_error error = {0};
    bool fine = mk_position_write(f->game, state, MK_POSITION_WITH_DICE, &position, &error);
    if (fine != rests) {
        fine = fuzz_fail(f, "a position %s: %s",
                         rests ? "is refused" : "is written between resume points", error.text);
    } else {
        fine = !rests || check_read_back(f, &position);
        f->positions += rests;
    }
    mk_text_free(&position);
    return fine;
}
