/* names.c - numbers into names and back: the one printer and the one parser of actions, and the
 * sentences that people read. */
#include "names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "registry.h"
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

static int count_of(const mk_kind *k) {
    if (k->count) return k->count();
    return k->loaded ? *k->loaded : k->many;
}

static const mk_name *name_of(const mk_kind *k, int value) {
    return (const mk_name *)(const void *)((const char *)k->names + (size_t)value * k->stride);
}

int mk_kind_count(const mk_game *game, int kind) { return count_of(&game->kinds[kind]); }

const char *mk_id(const mk_game *game, int kind, int value) {
    if (kind == 0) return number_text(value);
    if (kind < 0 || kind >= game->kind_count) return NULL;
    const mk_kind *k = &game->kinds[kind];
    if (value == -1 && mk_is_named(game, kind)) return "none";
    if (value < 0 || value >= count_of(k)) return NULL;
    if (k->names) return name_of(k, value)->id;
    return k->id ? k->id(value) : number_text(value);
}

const char *mk_label(const mk_game *game, int kind, int value) {
    const char *id = mk_id(game, kind, value);
    if (!id || kind == 0 || value < 0) return id;
    const mk_kind *k = &game->kinds[kind];
    const char *label = k->names ? name_of(k, value)->label : k->label ? k->label(value) : NULL;
    return label ? label : id;
}

/* The label of a single one. */
static const char *label_of_one(const mk_game *game, int kind, int value) {
    const char *id = mk_id(game, kind, value);
    if (!id || kind == 0 || value < 0) return id;
    const mk_kind *k = &game->kinds[kind];
    const char *one = k->names ? name_of(k, value)->one : k->one ? k->one(value) : NULL;
    return one ? one : mk_label(game, kind, value);
}

/* A game that was not opened, such as that of a test, has no index of its names. */
int mk_find(const mk_game *game, int kind, const char *id) {
    if (kind <= 0 || kind >= game->kind_count) return -1;
    int count = mk_kind_count(game, kind);
    uint64_t value;
    if (!mk_is_named(game, kind))
        return count > 0 && mk_parse_number(id, (uint64_t)count - 1, &value) ? (int)value : -1;
    const mk_game_names *names = mk_names_of(game);
    if (names) return mk_index_find(&names->kind[kind], id);
    for (int i = 0; i < count; i++)
        if (strcmp(mk_id(game, kind, i), id) == 0) return i;
    return -1;
}

int mk_find_seat(const mk_game *game, const char *id) {
    for (int i = 0; i < game->seat_count; i++)
        if (strcmp(game->seats[i].id, id) == 0) return i;
    return -1;
}

int mk_find_verb(const mk_game *game, const char *name) {
    const mk_game_names *names = mk_names_of(game);
    if (names) {
        int verb = mk_index_find(&names->verb, name);
        return verb > 0 ? verb : 0;
    }
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

void mk_suggest_try(mk_suggest *near, const char *name) {
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

void mk_suggest_try_kind(mk_suggest *near, const mk_game *game, int kind) {
    if (!mk_is_named(game, kind)) return;
    int count = mk_kind_count(game, kind);
    for (int i = 0; i < count; i++) mk_suggest_try(near, mk_id(game, kind, i));
}

const char *mk_suggest_text(const mk_suggest *near, char *out, size_t size) {
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
    mk_suggest near = {.wanted = name};
    char close[3 * MK_NAME + 32];
    for (int i = 1; i < game->verb_count; i++) mk_suggest_try(&near, game->verbs[i].name);
    return mk_fail(error, MK_E_NAME, "%s has no action called \"%.60s\"%s", game->title, name,
                   mk_suggest_text(&near, close, sizeof close));
}

bool mk_unknown_name(const mk_game *game, int kind, const char *name, mk_error *error) {
    const mk_kind *k = &game->kinds[kind];
    if (!mk_is_named(game, kind))
        return mk_fail(error, MK_E_NAME, "\"%.60s\" is no %s: a number from 0 to %d", name, k->name,
                       mk_kind_count(game, kind) - 1);
    mk_suggest near = {.wanted = name};
    char close[3 * MK_NAME + 32];
    mk_suggest_try_kind(&near, game, kind);
    return mk_fail(error, MK_E_NAME, "there is no %s called \"%.60s\"%s", k->name, name,
                   mk_suggest_text(&near, close, sizeof close));
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
    add_label(f, kind, value, label_of_one(f->game, kind, value), out);
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

/* Where the brace that opens before `p` closes, with those within; NULL: nowhere before `end`. */
static const char *closing_brace(const char *p, const char *end) {
    for (int depth = 1; p < end; p++) {
        depth += (*p == '{') - (*p == '}');
        if (depth == 0) return p;
    }
    return NULL;
}

/* The bar that ends the form at `p`, outside of braces; NULL: it is the last form. */
static const char *next_bar(const char *p, const char *end) {
    for (int depth = 0; p < end; p++) {
        depth += (*p == '{') - (*p == '}');
        if (depth == 0 && *p == '|') return p;
    }
    return NULL;
}

static void add_fields(const facts *f, const char *template, const char *end, mk_text *out);

/* {0?goes|go}: one or not one; {0?no loss|a loss|{0} losses}: none, one, or any other number. */
static bool add_form(const facts *f, int index, const char *forms, const char *end, mk_text *out) {
    enum { MOST = 3 };
    const char *begin[MOST], *behind[MOST];
    int count = 0, number = f->number[index];
    for (const char *p = forms; p; count++) {
        if (count == MOST) return false;
        const char *bar = next_bar(p, end);
        begin[count] = p;
        behind[count] = bar ? bar : end;
        p = bar ? bar + 1 : NULL;
    }
    if (count < 2) return false;
    int form = count == 2 ? number != 1 : number == 0 || number == 1 ? number : 2;
    add_fields(f, begin[form], behind[form], out);
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
    if (behind < end && *behind == '&') {
        if (f->number[index]) add_fields(f, behind + 1, end, out);
        return true;
    }
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

static void add_fields(const facts *f, const char *template, const char *end, mk_text *out) {
    for (const char *p = template; p < end;) {
        const char *open = memchr(p, '{', (size_t)(end - p));
        mk_text_bytes(out, p, (size_t)((open ? open : end) - p));
        if (!open) return;
        const char *close = closing_brace(open + 1, end);
        if (close && add_field(f, open + 1, (size_t)(close - open - 1), out)) {
            p = close + 1;
        } else {
            mk_text_bytes(out, open, 1);
            p = open + 1;
        }
    }
}

/* It begins with a capital, also where a label does not: "the Royalists". */
static void add_sentence(const facts *f, const char *template, mk_text *out) {
    size_t begin = out->n;
    add_fields(f, template, template + strlen(template), out);
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
    add_sentence(&f, phase->prompt ? phase->prompt : "", out);
}
