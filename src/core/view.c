/* view.c - what a seat may know, as records; docs/views.md has their schema.
 *
 * A view is two growing arrays, of records and of fields, and blocks of memory for the strings that
 * had to be copied. A record is a run of fields. Clearing keeps the memory, so that a view that is
 * filled again and again soon allocates nothing.
 *
 * Views are made by the thousand to be compared: what changed is all that is sent. So most strings
 * are kept as pointers to what never moves, and equal ones are mostly the same pointer; and the
 * table that finds a record by its name is made only when somebody asks.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/names.h"
#include "core/text.h"
#include "core/view.h"

typedef struct {
    const char *name; /* a literal of the game's code, as is a record's type */
    const char *text; /* NULL: it is a number */
    int64_t value;
} view_field;

typedef struct {
    const char *type, *key;
    int first, count; /* fields */
} view_record;

typedef struct string_block string_block;
struct string_block {
    string_block *next;
    size_t room, used;
    char bytes[];
};

/* Finds records by name. Made when somebody asks, which is no change of the view: so the view only
 * points to it. */
typedef struct {
    int *slot;      /* 1 + record, 0: free */
    uint32_t count; /* of slots: a power of two, at least twice the records */
    int known;      /* how many records are in it */
} finder;

struct mk_view {
    string_block *strings, *filling; /* the first of a chain, and the one in use */
    view_field *field;
    int field_count, field_room;
    view_record *record;
    int record_count, record_room;
    finder *names;
    mk_text scratch; /* for sentences, until they are copied */
};

/* ---- Filling ------------------------------------------------------------ */

static void *grown(void *p, size_t count, size_t size) {
    p = realloc(p, count * size);
    if (!p) {
        fputs("musket: out of memory\n", stderr);
        abort();
    }
    return p;
}

mk_view *mk_view_new(void) {
    mk_view *v = grown(NULL, 1, sizeof *v);
    *v = (mk_view){.names = grown(NULL, 1, sizeof *v->names)};
    *v->names = (finder){0};
    return v;
}

void mk_view_free(mk_view *v) {
    if (!v) return;
    for (string_block *b = v->strings, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(v->field);
    free(v->record);
    mk_text_free(&v->scratch);
    free(v->names->slot);
    free(v->names);
    free(v);
}

void mk_view_clear(mk_view *v) {
    v->field_count = v->record_count = 0;
    v->filling = v->strings;
    if (v->filling) v->filling->used = 0;
    if (v->names->known) memset(v->names->slot, 0, v->names->count * sizeof *v->names->slot);
    v->names->known = 0;
}

/* The next block with room for `size` bytes: one that is there from before, or a new one. */
static string_block *next_block(mk_view *v, size_t size) {
    enum { USUAL = 4096 };
    string_block **end = v->filling ? &v->filling->next : &v->strings;
    if (!*end || (*end)->room < size) {
        size_t room = size < USUAL ? USUAL : size;
        string_block *b = grown(NULL, 1, sizeof *b + room);
        *b = (string_block){.next = *end, .room = room};
        *end = b;
    }
    v->filling = *end;
    v->filling->used = 0;
    return v->filling;
}

static char *string_room(mk_view *v, size_t size) {
    string_block *b = v->filling;
    if (!b || b->room - b->used < size) b = next_block(v, size);
    b->used += size;
    return b->bytes + b->used - size;
}

static const char *copied(mk_view *v, const char *s) {
    size_t size = strlen(s) + 1;
    return memcpy(string_room(v, size), s, size);
}

void mk_rec_static(mk_view *v, const char *type, const char *key) {
    assert(mk_view_find(v, type, key) < 0 && "two records of one type and key");
    if (v->record_count == v->record_room) {
        v->record_room = v->record_room ? 2 * v->record_room : 64;
        v->record = grown(v->record, (size_t)v->record_room, sizeof *v->record);
    }
    v->record[v->record_count++] = (view_record){type, key, v->field_count, 0};
}

void mk_rec(mk_view *v, const char *type, const char *key) {
    mk_rec_static(v, type, copied(v, key));
}

void mk_rec_part(mk_view *v, const char *type, const char *whole, const char *part) {
    size_t n = strlen(whole), size = n + strlen(part) + 2;
    char *key = string_room(v, size);
    memcpy(key, whole, n);
    key[n] = '.';
    memcpy(key + n + 1, part, size - n - 1);
    mk_rec_static(v, type, key);
}

/* Literals and names of the data: mostly the same one. */
static bool is_same(const char *a, const char *b) { return a == b || strcmp(a, b) == 0; }

static int find_field(const mk_view *v, int record, const char *name) {
    int first = v->record[record].first, end = first + v->record[record].count;
    for (int i = first; i < end; i++)
        if (is_same(v->field[i].name, name)) return i;
    return -1;
}

static void add_field(mk_view *v, const char *name, const char *text, int64_t value) {
    assert(v->record_count > 0);
    assert(find_field(v, v->record_count - 1, name) < 0 && "a field twice in one record");
    if (v->field_count == v->field_room) {
        v->field_room = v->field_room ? 2 * v->field_room : 256;
        v->field = grown(v->field, (size_t)v->field_room, sizeof *v->field);
    }
    v->field[v->field_count++] = (view_field){name, text, value};
    v->record[v->record_count - 1].count++;
}

void mk_rec_int(mk_view *v, const char *name, long value) { add_field(v, name, NULL, value); }

void mk_rec_name(mk_view *v, const char *name, const char *value) {
    if (value) add_field(v, name, value, 0);
}

void mk_rec_count(mk_view *v, const char *one, const char *several, long count) {
    mk_rec_name(v, "name", count == 1 && one ? one : several);
    mk_rec_int(v, "count", count);
}

void mk_rec_str(mk_view *v, const char *name, const char *value) {
    if (value) add_field(v, name, copied(v, value), 0);
}

/* ---- Finding ------------------------------------------------------------ */

/* Eight bytes at a time; only for the slots of one process, so that any good mix will do. The
 * beginning of a type tells it from most others of the same key. */
static uint32_t hash_of(const char *type, const char *key) {
    uint64_t word, hash = (unsigned char)type[0];
    if (type[0]) hash = hash << 8 | (unsigned char)type[1];
    size_t n = strlen(key);
    for (; n >= sizeof word; n -= sizeof word, key += sizeof word) {
        memcpy(&word, key, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, key, n);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash >> 32);
}

static bool is_named(const view_record *r, const char *type, const char *key) {
    return is_same(r->key, key) && is_same(r->type, type);
}

/* The slot of this record, or the free one where it belongs. */
static int *slot_of(const mk_view *v, const char *type, const char *key) {
    const finder *f = v->names;
    uint32_t last = f->count - 1;
    uint32_t i = hash_of(type, key) & last;
    while (f->slot[i] && !is_named(&v->record[f->slot[i] - 1], type, key)) i = (i + 1) & last;
    return &f->slot[i];
}

/* Those records that came since somebody last asked. */
static void learn_names(const mk_view *v) {
    finder *f = v->names;
    uint32_t needed = 2 * (uint32_t)v->record_room;
    if (f->count < needed) {
        f->count = needed;
        f->slot = grown(f->slot, needed, sizeof *f->slot);
        memset(f->slot, 0, needed * sizeof *f->slot);
        f->known = 0;
    }
    for (; f->known < v->record_count; f->known++) {
        const view_record *r = &v->record[f->known];
        *slot_of(v, r->type, r->key) = f->known + 1;
    }
}

int mk_view_find(const mk_view *v, const char *type, const char *key) {
    if (v->record_count == 0) return -1;
    learn_names(v);
    return *slot_of(v, type, key) - 1;
}

/* ---- Reading ------------------------------------------------------------ */

int mk_view_count(const mk_view *v) { return v->record_count; }

const char *mk_view_type(const mk_view *v, int record) { return v->record[record].type; }

const char *mk_view_key(const mk_view *v, int record) { return v->record[record].key; }

long mk_view_int(const mk_view *v, int record, const char *name, long missing) {
    int i = find_field(v, record, name);
    return i < 0 || v->field[i].text ? missing : (long)v->field[i].value;
}

const char *mk_view_str(const mk_view *v, int record, const char *name) {
    int i = find_field(v, record, name);
    return i < 0 ? NULL : v->field[i].text;
}

const char *mk_view_field(const mk_view *v, int record, int index) {
    const view_record *r = &v->record[record];
    return index < r->count ? v->field[r->first + index].name : NULL;
}

/* ---- What core adds ----------------------------------------------------- */

static void add_seats(const mk_game *game, const void *state, mk_view *v) {
    const mk_base *b = state;
    int decides = mk_seat(game, state);
    for (int i = 0; i < game->seat_count; i++) {
        mk_rec_static(v, "seat", game->seats[i].id);
        mk_rec_name(v, "name", game->seats[i].title);
        mk_rec_int(v, "number", i);
        mk_rec_int(v, "nonplayer", b->nonplayers >> i & 1);
        mk_rec_int(v, "decides", i == decides);
    }
}

static void add_rule(const mk_game *game, const char *key, mk_view *v) {
    mk_rec_name(v, "rule", key);
    mk_rec_name(v, "rule_title", mk_rule_title(game, key));
}

/* Of which battles the odds can be asked for: one that is going on, those that could be begun. */
static void add_battles(const mk_game *game, const void *state, int seat, mk_view *v) {
    mk_actions attacks;
    int at = mk_battle_at(game, state, (mk_action){0});
    if (at >= 0) mk_rec_str(v, "battle", mk_id(game, game->battles->place, at));
    if (!game->battles || !mk_sees_actions(game, state, seat)) return;
    int count = mk_attacks(game, state, &attacks);
    if (count) mk_rec_int(v, "attacks", count);
}

static void add_prompt(const mk_game *game, const void *state, int seat, mk_view *v) {
    const mk_phase *phase = &game->phases[mk_frame_seen(game, state, seat)->phase];
    mk_rec_static(v, "prompt", "now");
    mk_rec_name(v, "seat", game->seats[mk_seat(game, state)].id);
    mk_rec_name(v, "phase", phase->name);
    mk_text_clear(&v->scratch);
    mk_prompt_text(game, state, seat, MK_PLAIN, &v->scratch);
    mk_rec_str(v, "text", v->scratch.p);
    mk_text_clear(&v->scratch);
    mk_prompt_text(game, state, seat, MK_MARKS, &v->scratch);
    mk_rec_str(v, "marks", v->scratch.p);
    add_rule(game, phase->rule_of ? phase->rule_of(state) : phase->rule, v);
    add_battles(game, state, seat, v);
}

static void add_argument(const mk_game *game, int kind, int value, const char *field,
                         const char *kind_field, mk_view *v) {
    if (kind == 0) return;
    if (mk_is_named(game, kind))
        mk_rec_str(v, field, mk_id(game, kind, value));
    else
        mk_rec_int(v, field, value);
    mk_rec_name(v, kind_field, game->kinds[kind].name);
}

/* The key is the text that the parser takes: what a client sends to do it. */
void mk_view_action(const mk_game *game, mk_action action, mk_view *v) {
    const mk_verb *verb = &game->verbs[action.verb];
    char key[4 * MK_NAME];
    mk_print_action(game, action, key, sizeof key);
    mk_text_clear(&v->scratch);
    mk_action_label(game, action, MK_PLAIN, &v->scratch);
    mk_rec(v, "action", key);
    mk_rec_str(v, "label", v->scratch.p);
    mk_rec_name(v, "verb", verb->name);
    add_argument(game, verb->kind[0], action.a, "a", "a_kind", v);
    add_argument(game, verb->kind[1], action.b, "b", "b_kind", v);
    add_argument(game, verb->kind[2], action.c, "c", "c_kind", v);
}

static void add_actions(const mk_game *game, const void *state, mk_view *v) {
    mk_actions actions;
    mk_list(game, state, &actions);
    for (int i = 0; i < actions.count; i++) mk_view_action(game, actions.list[i], v);
}

static void add_outcome(const mk_game *game, const void *state, mk_view *v) {
    mk_outcome outcome = {0};
    game->outcome(state, &outcome);
    for (int i = 0; i < game->seat_count; i++) {
        mk_rec_static(v, "outcome", game->seats[i].id);
        mk_rec_int(v, "rank", outcome.rank[i]);
        mk_rec_int(v, "margin", outcome.margin[i]);
        add_rule(game, outcome.reason, v);
    }
}

void mk_view_around(const mk_game *game, const void *state, int seat, mk_view *v) {
    mk_view_clear(v);
    game->view(state, seat, v);
    add_seats(game, state, v);
    if (mk_seat(game, state) == MK_OVER)
        add_outcome(game, state, v);
    else
        add_prompt(game, state, seat, v);
}

bool mk_sees_actions(const mk_game *game, const void *state, int seat) {
    int decides = mk_seat(game, state);
    return decides != MK_OVER && (seat == decides || seat == MK_EVERYTHING);
}

void mk_view_build(const mk_game *game, const void *state, int seat, mk_view *v) {
    mk_view_around(game, state, seat, v);
    if (mk_sees_actions(game, state, seat)) add_actions(game, state, v);
}

void mk_view_board(const mk_game *game, mk_view *v) {
    mk_view_clear(v);
    game->board(v);
}

/* ---- JSON --------------------------------------------------------------- */

static void write_name(const view_record *r, bool *first, mk_text *out) {
    mk_comma(out, first);
    mk_text_bytes(out, "\"", 1);
    mk_text_bytes(out, r->type, strlen(r->type));
    mk_text_bytes(out, ":", 1);
    mk_text_escaped(out, r->key);
    mk_text_bytes(out, "\":", 2);
}

static char *put(char *out, const char *s) {
    while (*s) *out++ = *s++;
    return out;
}

/* The text as a JSON string if nothing in it needs care, else NULL. */
static char *put_plain(char *out, const char *s) {
    *out++ = '"';
    while (mk_is_plain((unsigned char)*s)) *out++ = *s++;
    *out++ = '"';
    return *s ? NULL : out;
}

/* "name":value of one field, with the comma before it. */
static void write_field(const char *name, const char *text, long value, bool first, mk_text *out) {
    size_t needed = strlen(name) + (text ? strlen(text) : MK_NUMBER) + 8;
    char *p = mk_text_room(out, needed);
    if (!first) *p++ = ',';
    *p++ = '"';
    p = put(p, name);
    *p++ = '"';
    *p++ = ':';
    char *end = text ? put_plain(p, text) : mk_put_number(p, value);
    if (end) p = end;
    *p = '\0';
    out->n = (size_t)(p - out->p);
    if (!end) mk_text_json(out, text);
}

static void write_record(const mk_view *v, const view_record *r, bool *first, mk_text *out) {
    write_name(r, first, out);
    mk_text_bytes(out, "{", 1);
    for (int i = 0; i < r->count; i++) {
        const view_field *f = &v->field[r->first + i];
        write_field(f->name, f->text, (long)f->value, i == 0, out);
    }
    mk_text_bytes(out, "}", 1);
}

void mk_view_write(const mk_view *v, bool *first, mk_text *out) {
    for (int i = 0; i < v->record_count; i++) write_record(v, &v->record[i], first, out);
}

void mk_view_json(const mk_view *v, mk_text *out) {
    bool first = true;
    mk_text_bytes(out, "{", 1);
    mk_view_write(v, &first, out);
    mk_text_bytes(out, "}", 1);
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_fields(const mk_view *v, const view_record *r, const mk_view *w,
                        const view_record *q) {
    if (r->count != q->count) return false;
    const view_field *f = &v->field[r->first], *g = &w->field[q->first];
    if (memcmp(f, g, (size_t)r->count * sizeof *f) == 0) return true; /* down to the pointers */
    for (const view_field *end = f + r->count; f < end; f++, g++) {
        if (f->value != g->value || !is_same(f->name, g->name) || !same_text(f->text, g->text))
            return false;
    }
    return true;
}

/* Looks for records of one view in another. They mostly stand in the same order; to go through all
 * for a few that do not is cheaper than to learn the names. */
typedef struct {
    const mk_view *in;
    int next; /* behind the one that was found last */
    int searches;
} seeker;

static int search(seeker *s, const view_record *r) {
    enum { FEW = 4 };
    if (s->searches++ >= FEW) return mk_view_find(s->in, r->type, r->key);
    int i = s->in->record_count - 1;
    while (i >= 0 && !is_named(&s->in->record[i], r->type, r->key)) i--;
    return i;
}

/* The record of the same name; NULL: there is none. */
static const view_record *counterpart(seeker *s, const view_record *r) {
    const mk_view *v = s->in;
    bool expected = s->next < v->record_count && is_named(&v->record[s->next], r->type, r->key);
    int found = expected ? s->next : search(s, r);
    if (found < 0) return NULL;
    s->next = found + 1;
    return &v->record[found];
}

/* A record that changed is written whole: its reader replaces it and needs no rule for single
 * fields. */
void mk_view_write_delta(const mk_view *before, const mk_view *after, bool *first, mk_text *out) {
    seeker old = {before}, new = {after};
    int stays = 0;
    for (int i = 0; i < after->record_count; i++) {
        const view_record *r = &after->record[i];
        const view_record *was = counterpart(&old, r);
        stays += was != NULL;
        if (!was || !same_fields(after, r, before, was)) write_record(after, r, first, out);
    }
    for (int i = 0; i < before->record_count && stays < before->record_count; i++) {
        if (counterpart(&new, &before->record[i])) continue;
        stays++;
        write_name(&before->record[i], first, out);
        mk_text_bytes(out, "null", 4);
    }
}

void mk_view_delta(const mk_view *before, const mk_view *after, mk_text *out) {
    bool first = true;
    mk_text_bytes(out, "{", 1);
    mk_view_write_delta(before, after, &first, out);
    mk_text_bytes(out, "}", 1);
}
