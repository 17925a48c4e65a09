/* names.c - numbers into names and back: the one printer and the one parser of actions, and the
 * sentences that people read. */
#include "names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "text.h"

/* ---- Names of things ---------------------------------------------------- */

/* Plain numbers have no names to point at. Each thread keeps the last few that it asked for:
 * enough for all the names of one action or one message. */
static const char *number_text(int value) {
    enum { KEPT = 8 };
    static _Thread_local char text[KEPT][MK_NUMBER];
    static _Thread_local unsigned next;
    char *out = text[next++ % KEPT];
    *mk_put_number(out, value) = '\0';
    return out;
}

const char *mk_id(const mk_game *game, int kind, int value) {
    if (kind == 0) return number_text(value);
    if (kind < 0 || kind >= game->kind_count) return NULL;
    const mk_kind *k = &game->kinds[kind];
    if (k->id && value == -1) return "none";
    if (value < 0 || value >= k->count()) return NULL;
    return k->id ? k->id(value) : number_text(value);
}

const char *mk_label(const mk_game *game, int kind, int value) {
    const char *id = mk_id(game, kind, value);
    if (!id || kind == 0 || value < 0 || !game->kinds[kind].label) return id;
    return game->kinds[kind].label(value);
}

int mk_find(const mk_game *game, int kind, const char *id) {
    if (kind <= 0 || kind >= game->kind_count) return -1;
    const mk_kind *k = &game->kinds[kind];
    int count = k->count();
    if (!k->id) {
        uint64_t value;
        return count > 0 && mk_parse_number(id, (uint64_t)count - 1, &value) ? (int)value : -1;
    }
    for (int i = 0; i < count; i++)
        if (strcmp(k->id(i), id) == 0) return i;
    return -1;
}

int mk_find_seat(const mk_game *game, const char *id) {
    for (int i = 0; i < game->seat_count; i++)
        if (strcmp(game->seats[i].id, id) == 0) return i;
    return -1;
}

int mk_find_verb(const mk_game *game, const char *name) {
    for (int i = 1; i < game->verb_count; i++)
        if (strcmp(game->verbs[i].name, name) == 0) return i;
    return 0;
}

/* ---- Names that are close ----------------------------------------------- */

static int least(int a, int b, int c) {
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* How many letters must be changed, put in or left out to make one word of the other. */
static int edit_distance(const char *a, const char *b) {
    int row[MK_NAME + 1];
    int length = (int)strlen(b);
    for (int j = 0; j <= length; j++) row[j] = j;
    for (int i = 0; a[i]; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 0; j < length; j++) {
            int changed = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = least(changed, row[j] + 1, diagonal + 1);
        }
    }
    return row[length];
}

void mk_near_try(mk_near *near, const char *name) {
    enum { MOST = sizeof near->name / sizeof *near->name };
    size_t length = strlen(near->wanted);
    if (length == 0 || length > MK_NAME || strlen(name) > MK_NAME) return;
    int distance =
        length >= 3 && strstr(name, near->wanted) ? 1 : edit_distance(near->wanted, name);
    if (distance > 1 + (int)length / 4) return;

    int at = near->count;
    while (at > 0 && near->distance[at - 1] > distance) at--;
    if (at == MOST) return;
    if (near->count < MOST) near->count++;
    for (int i = near->count - 1; i > at; i--) {
        near->name[i] = near->name[i - 1];
        near->distance[i] = near->distance[i - 1];
    }
    near->name[at] = name;
    near->distance[at] = distance;
}

void mk_near_try_kind(mk_near *near, const mk_game *game, int kind) {
    if (!mk_is_named(game, kind)) return;
    int count = game->kinds[kind].count();
    for (int i = 0; i < count; i++) mk_near_try(near, game->kinds[kind].id(i));
}

const char *mk_near_text(const mk_near *near, char *out, size_t size) {
    size_t n = 0;
    out[0] = '\0';
    for (int i = 0; i < near->count && n < size; i++)
        n += (size_t)snprintf(out + n, size - n, "%s%s", i == 0 ? "; close to it: " : ", ",
                              near->name[i]);
    return out;
}

/* ---- Actions as text ---------------------------------------------------- */

/* As snprintf: writes what fits behind the first `n` bytes, returns how long it would all be. */
static size_t append(char *out, size_t size, size_t n, const char *before, const char *word) {
    const char *const part[2] = {before, word};
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(part[i]);
        if (n < size) {
            size_t fits = length < size - n - 1 ? length : size - n - 1;
            memcpy(out + n, part[i], fits);
            out[n + fits] = '\0';
        }
        n += length;
    }
    return n;
}

/* An action that does not exist is printed with question marks, for messages about it; that form
 * is never understood by the parser. */
size_t mk_print_action(const mk_game *game, mk_action action, char *out, size_t size) {
    if (action.verb == 0 || action.verb >= game->verb_count)
        return (size_t)snprintf(out, size, "?%d %d %d %d", action.verb, action.a, action.b,
                                action.c);
    const mk_verb *verb = &game->verbs[action.verb];
    const int16_t number[3] = {action.a, action.b, action.c};
    int arguments = mk_verb_arguments(verb);
    size_t n = append(out, size, 0, "", verb->name);
    for (int i = 0; i < 3; i++) {
        const char *id = i < arguments ? mk_id(game, verb->kind[i], number[i]) : NULL;
        if (id && number[i] >= 0)
            n = append(out, size, n, " ", id);
        else if (i < arguments || number[i] != 0)
            n = append(out, size, n, " ?", mk_id(game, 0, number[i]));
    }
    return n;
}

static bool unknown_verb(const mk_game *game, const char *name, mk_error *error) {
    mk_near near = {.wanted = name};
    char close[3 * MK_NAME + 32];
    for (int i = 1; i < game->verb_count; i++) mk_near_try(&near, game->verbs[i].name);
    return mk_fail(error, MK_E_NAME, "%s has no action called \"%.60s\"%s", game->title, name,
                   mk_near_text(&near, close, sizeof close));
}

bool mk_unknown_name(const mk_game *game, int kind, const char *name, mk_error *error) {
    const mk_kind *k = &game->kinds[kind];
    if (!k->id)
        return mk_fail(error, MK_E_NAME, "\"%.60s\" is no %s: a number from 0 to %d", name, k->name,
                       k->count() - 1);
    mk_near near = {.wanted = name};
    char close[3 * MK_NAME + 32];
    mk_near_try_kind(&near, game, kind);
    return mk_fail(error, MK_E_NAME, "there is no %s called \"%.60s\"%s", k->name, name,
                   mk_near_text(&near, close, sizeof close));
}

/* Cuts the next word off. NULL: there are no more. */
static char *take_word(char **rest) {
    char *word = *rest;
    if (!word) return NULL;
    char *space = strchr(word, ' ');
    if (space) *space = '\0';
    *rest = space ? space + 1 : NULL;
    return word;
}

/* Words are separated by one space each and there is none at either end, so that printing what
 * was parsed gives the same bytes. */
bool mk_parse_action(const mk_game *game, const char *text, mk_action *action, mk_error *error) {
    char copy[4 * MK_NAME];
    size_t size = strlen(text);
    if (size == 0 || size >= sizeof copy || strstr(text, "  ") || text[0] == ' ' ||
        text[size - 1] == ' ')
        return mk_fail(error, MK_E_SYNTAX, "\"%.80s\" is no action: words, one space between them",
                       text);
    memcpy(copy, text, size + 1);

    char *rest = copy, *word = take_word(&rest);
    int number = mk_find_verb(game, word);
    if (number == 0) return unknown_verb(game, word, error);

    const mk_verb *verb = &game->verbs[number];
    int arguments = mk_verb_arguments(verb);
    int value[3] = {0};
    for (int i = 0; i < arguments; i++) {
        word = take_word(&rest);
        if (!word)
            return mk_fail(error, MK_E_SYNTAX, "\"%s\" lacks its %s", text,
                           game->kinds[verb->kind[i]].name);
        value[i] = mk_find(game, verb->kind[i], word);
        if (value[i] < 0) return mk_unknown_name(game, verb->kind[i], word, error);
    }
    if (rest) return mk_fail(error, MK_E_SYNTAX, "\"%s\" needs no \"%.60s\"", verb->name, rest);
    *action =
        (mk_action){(uint16_t)number, (int16_t)value[0], (int16_t)value[1], (int16_t)value[2]};
    return true;
}

/* ---- Sentences ---------------------------------------------------------- */

/* What a template may speak of. */
typedef struct {
    const mk_game *game;
    mk_markup markup;
    int seat; /* -1: nobody */
    int count;
    const int16_t *number;
    const uint8_t *kind;
} facts;

static void add_word(mk_text *out, const char *word) { mk_text_bytes(out, word, strlen(word)); }

static void add_mark(const char *kind, const char *id, const char *label, mk_text *out) {
    add_word(out, "[");
    add_word(out, kind);
    add_word(out, ":");
    add_word(out, id);
    add_word(out, "|");
    add_word(out, label);
    add_word(out, "]");
}

static void add_label(const facts *f, int kind, int value, const char *label, mk_text *out) {
    if (!label)
        mk_text_add(out, "%d", value);
    else if (f->markup == MK_MARKS && mk_is_named(f->game, kind) && value >= 0)
        add_mark(f->game->kinds[kind].name, mk_id(f->game, kind, value), label, out);
    else
        add_word(out, label);
}

static void add_number(const facts *f, int kind, int value, mk_text *out) {
    add_label(f, kind, value, mk_label(f->game, kind, value), out);
}

static void add_one(const facts *f, int kind, int value, mk_text *out) {
    const mk_kind *k = &f->game->kinds[kind];
    bool known = kind && k->one && value >= 0 && value < k->count();
    add_label(f, kind, value, known ? k->one(value) : mk_label(f->game, kind, value), out);
}

/* {2..}: a list of things of one kind needs that kind only once, at its beginning. */
static void add_numbers_from(const facts *f, int first, mk_text *out) {
    if (first >= f->count) mk_text_add(out, "none");
    for (int i = first; i < f->count; i++) {
        if (i > first) mk_text_add(out, ", ");
        add_number(f, f->kind[i] ? f->kind[i] : f->kind[first], f->number[i], out);
    }
}

static void add_seat(const facts *f, mk_text *out) {
    if (f->seat < 0 || f->seat >= f->game->seat_count) {
        mk_text_add(out, "nobody");
        return;
    }
    const mk_seat_name *seat = &f->game->seats[f->seat];
    if (f->markup == MK_MARKS)
        add_mark("seat", seat->id, seat->title, out);
    else
        add_word(out, seat->title);
}

/* The number of a fact at the beginning of *text, which moves behind it; -1: there is none. */
static int take_index(const char **text) {
    const char *p = *text;
    int index = 0;
    while (*p >= '0' && *p <= '9' && index < MK_EVENT_NUMBERS) index = 10 * index + (*p++ - '0');
    if (p == *text || index >= MK_EVENT_NUMBERS) return -1;
    *text = p;
    return index;
}

/* {1!} and {1:0}: a thing by the name that a single one has, always or if there is one. */
static bool add_single(const facts *f, int index, const char *how, const char *end, mk_text *out) {
    bool one = *how == '!';
    const char *p = how + 1;
    if (!one) {
        int counter = take_index(&p);
        if (counter < 0 || counter >= f->count) return false;
        one = f->number[counter] == 1;
    }
    if (p != end) return false;
    (one ? add_one : add_number)(f, f->kind[index], f->number[index], out);
    return true;
}

/* {0?goes|go} */
static bool add_form(const facts *f, int index, const char *forms, const char *end, mk_text *out) {
    const char *bar = memchr(forms, '|', (size_t)(end - forms));
    if (!bar) return false;
    bool one = f->number[index] == 1;
    const char *form = one ? forms : bar + 1;
    mk_text_bytes(out, form, (size_t)((one ? bar : end) - form));
    return true;
}

/* What stands between braces. False: it means nothing to us and stays as it is. */
static bool add_field(const facts *f, const char *field, size_t n, mk_text *out) {
    const char *end = field + n, *behind = field;
    if (n == 4 && memcmp(field, "seat", 4) == 0) {
        add_seat(f, out);
        return true;
    }
    int index = take_index(&behind);
    if (index < 0) return false;
    if (behind + 2 == end && memcmp(behind, "..", 2) == 0) {
        add_numbers_from(f, index, out);
        return true;
    }
    if (index >= f->count) return false;
    if (behind < end && *behind == '?') return add_form(f, index, behind + 1, end, out);
    if (behind < end && (*behind == '!' || *behind == ':'))
        return add_single(f, index, behind, end, out);
    if (behind < end && *behind == '~') {
        if (f->number[index]) {
            mk_text_bytes(out, behind + 1, (size_t)(end - behind - 1));
            add_number(f, f->kind[index], f->number[index], out);
        }
        return true;
    }
    if (behind + 1 == end && *behind == '+') {
        mk_text_add(out, "%+d", f->number[index]);
        return true;
    }
    if (behind != end) return false;
    add_number(f, f->kind[index], f->number[index], out);
    return true;
}

static void add_fields(const facts *f, const char *template, mk_text *out) {
    for (const char *p = template; *p;) {
        size_t plain = strcspn(p, "{");
        mk_text_bytes(out, p, plain);
        p += plain;
        if (!*p) return;
        size_t n = strcspn(p, "}");
        if (p[n] && add_field(f, p + 1, n - 1, out)) {
            p += n + 1;
        } else {
            mk_text_bytes(out, p, 1);
            p++;
        }
    }
}

/* It begins with a capital, also where a label does not: "the Royalists". */
static void add_sentence(const facts *f, const char *template, mk_text *out) {
    size_t begin = out->n;
    add_fields(f, template, out);
    if (out->n == begin) return;
    char *first = out->p + begin;
    if (f->markup == MK_MARKS && *first == '[') first = strchr(first, '|') + 1;
    if (*first >= 'a' && *first <= 'z') *first += 'A' - 'a';
}

void mk_action_label(const mk_game *game, mk_action action, mk_markup markup, mk_text *out) {
    char strict[4 * MK_NAME];
    if (action.verb == 0 || action.verb >= game->verb_count) {
        mk_print_action(game, action, strict, sizeof strict);
        mk_text_add(out, "%s", strict);
        return;
    }
    const mk_verb *verb = &game->verbs[action.verb];
    const int16_t number[3] = {action.a, action.b, action.c};
    facts f = {game, markup, -1, mk_verb_arguments(verb), number, verb->kind};
    add_sentence(&f, verb->label, out);
}

void mk_event_text(const mk_game *game, const mk_event *event, mk_markup markup, mk_text *out) {
    const mk_event_kind *kind = &game->events[event->kind];
    facts f = {game, markup, event->seat, event->count, event->n, kind->kind};
    add_sentence(&f, kind->text, out);
}

void mk_prompt_text(const mk_game *game, const void *state, int seat, mk_markup markup,
                    mk_text *out) {
    const mk_frame *frame = mk_frame_seen(game, state, seat);
    if (!frame) {
        mk_text_add(out, "The game is over.");
        return;
    }
    const mk_phase *phase = &game->phases[frame->phase];
    const int16_t number[3] = {frame->a, frame->b, frame->c};
    facts f = {game, markup, frame->seat, 3, number, phase->kind};
    add_sentence(&f, phase->prompt, out);
}
