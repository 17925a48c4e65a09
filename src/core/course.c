/* course.c - how a game went: facts turn by turn, battles, losses, the luck of the dice.
 *
 * A journal is walked once from its start, without what was taken back by consent. At every new
 * turn, and at the end, the properties that the game has put on charts are read (mk_series). What
 * happened between is the game's to say: its `chronicle` hears every event and notes a moment to
 * jump to, a battle, losses, a throw against what it brings on average.
 *
 *     {"unit":"turns","margin":"objectives held",
 *      "turns":[{"turn":0,"at":0,"label":"Set-up"},…],
 *      "charts":[{"title":"Strength","lines":[{"label":"British","seat":"british","values":[90,…]}]}],
 *      "losses":[{"label":"British","seat":"british","values":[0,…]}],
 *      "luck":[{"label":"British","seat":"british","what":"hits","dice":40,"got":9,
 *               "expected":6.67,"deviation":2.36,"values":[0,1.33,…]}],
 *      "battles":[{"at":57,"turn":3,"seat":"british","place":"wilmington","name":"Wilmington",
 *                  "winner":"british","text":"…","losses":{"british":2,"american":5}}],
 *      "moments":[{"at":12,"kind":"turn","text":"Turn 1"},…]}
 *
 * `at` counts the entries of the journal up to and with the one it happened in. All of it is seen
 * by one seat: what is hidden from it is null, or not there.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/course.h"
#include "core/table.h"

enum { MAX_LUCK = 16 }; /* sides, and what their dice bring */

typedef struct {
    int at, turn, seat, kind, place, winner;
    char *text;
    int losses[MK_MAX_SEATS];
} battle;

typedef struct {
    int at;
    const char *kind;
    char *text;
} moment;

typedef struct {
    int seat, dice, got;
    const char *who, *what;
    double expected, variance;
} luck;

/* At the beginning of a turn, or at the end. */
typedef struct {
    int at, turn;
    char *label;
    int losses[MK_MAX_SEATS];
    double luck[MAX_LUCK];
} sample;

struct mk_course {
    const mk_game *game;
    int eyes; /* the seat that looks */
    int at, turn;
    const mk_event *event; /* the one that is heard */

    battle *battles;
    moment *moments;
    sample *samples;
    int battle_count, moment_count, sample_count;
    int battle_room, moment_room, sample_room;
    bool fighting; /* losses belong to the last battle */
    luck luck[MAX_LUCK];
    int luck_count;
    int losses[MK_MAX_SEATS];
    mk_text *lines;  /* the values of each series so far */
    mk_tally *tally; /* instead of all that: one battle is counted */
};

static void *room_for(void *array, int *room, int count, size_t size) {
    if (count < *room) return array;
    *room = *room ? 2 * *room : 32;
    array = realloc(array, (size_t)*room * size);
    if (!array) abort();
    return array;
}

static char *words_of(const mk_course *c) {
    mk_text text = {0};
    mk_event_text(c->game, c->event, MK_PLAIN, &text);
    if (text.p) return text.p;
    mk_text_bytes(&text, "", 0);
    return text.p;
}

/* ---- What a game notes -------------------------------------------------- */

bool mk_course_sees_all(const mk_course *c) { return c->eyes == MK_EVERYTHING; }

void mk_course_moment(mk_course *c, const char *kind) {
    if (c->tally) return;
    c->moments = room_for(c->moments, &c->moment_room, c->moment_count, sizeof *c->moments);
    c->moments[c->moment_count++] = (moment){c->at, kind, words_of(c)};
}

static void tally_battle(mk_tally *t, int place) {
    t->fighting = place == t->place && !t->fought;
    t->fought |= t->fighting;
}

void mk_course_battle(mk_course *c, int attacker, int kind, int place) {
    if (c->tally) {
        tally_battle(c->tally, place);
        return;
    }
    c->battles = room_for(c->battles, &c->battle_room, c->battle_count, sizeof *c->battles);
    c->battles[c->battle_count++] = (battle){.at = c->at,
                                             .turn = c->turn,
                                             .seat = attacker,
                                             .kind = kind,
                                             .place = place,
                                             .winner = -1,
                                             .text = words_of(c)};
    c->fighting = true;
    mk_course_moment(c, "battle");
}

bool mk_course_fighting(const mk_course *c) { return c->tally ? c->tally->fighting : c->fighting; }

void mk_course_won(mk_course *c, int winner) {
    if (c->tally && c->tally->fighting) {
        c->tally->fought = true; /* also one that had begun before */
        c->tally->winner = winner;
    }
    if (c->fighting) c->battles[c->battle_count - 1].winner = winner;
}

void mk_course_battle_over(mk_course *c) {
    c->fighting = false;
    if (c->tally) c->tally->fighting = false;
}

void mk_course_loss(mk_course *c, int seat, int count) {
    if (c->tally && c->tally->fighting) c->tally->losses[seat] += count;
    c->losses[seat] += count;
    if (c->fighting) c->battles[c->battle_count - 1].losses[seat] += count;
}

void mk_course_dice(mk_course *c, int seat, const char *who, const char *what, mk_throw t) {
    if (c->tally) return;
    int i = 0;
    while (i < c->luck_count &&
           (c->luck[i].seat != seat || c->luck[i].what != what || c->luck[i].who != who))
        i++;
    if (i == MAX_LUCK || t.dice == 0) return;
    if (i == c->luck_count)
        c->luck[c->luck_count++] = (luck){.seat = seat, .who = who, .what = what};
    c->luck[i].dice += t.dice;
    c->luck[i].got += t.got;
    c->luck[i].expected += t.expected;
    c->luck[i].variance += t.variance;
}

mk_throw mk_throw_hits(int dice, int got, int faces, int sides) {
    double p = (double)faces / sides;
    return (mk_throw){dice, got, dice * p, dice * p * (1 - p)};
}

/* ---- Walking a journal -------------------------------------------------- */

static void hear(mk_course *c, const mk_event *events, int count) {
    for (int i = 0; c->game->chronicle && i < count; i++) {
        if (!mk_event_seen(&events[i], c->eyes)) continue;
        c->event = &events[i];
        c->game->chronicle(c, &events[i]);
    }
}

void mk_tally_hear(const mk_game *game, mk_tally *tally, const mk_event *events, int count) {
    mk_course c = {.game = game, .eyes = MK_EVERYTHING, .tally = tally};
    hear(&c, events, count);
}

/* What a turn is called: its own words, if the game announced it in the last entry. */
static char *label_of(const mk_course *c, bool end) {
    char *label = NULL;
    for (int i = c->moment_count - 1; !end && i >= 0 && c->moments[i].at == c->at; i--) {
        if (strcmp(c->moments[i].kind, "battle") != 0) label = strdup(c->moments[i].text);
        if (label) return label;
    }
    label = strdup(end ? "The end" : c->at ? "" : "Set-up");
    if (!label) abort();
    return label;
}

static void take_sample(mk_course *c, const void *state, bool end) {
    c->samples = room_for(c->samples, &c->sample_room, c->sample_count, sizeof *c->samples);
    sample *s = &c->samples[c->sample_count++];
    *s = (sample){.at = c->at, .turn = c->turn, .label = label_of(c, end)};
    memcpy(s->losses, c->losses, sizeof s->losses);
    for (int i = 0; i < c->luck_count; i++) s->luck[i] = c->luck[i].got - c->luck[i].expected;
    for (int i = 0; c->lines && c->game->series[i].chart; i++) {
        char value[64], *rest;
        bool known =
            mk_get(c->game, state, c->eyes, c->game->series[i].property, value, sizeof value, NULL);
        long number = known ? strtol(value, &rest, 10) : 0;
        const char *comma = c->lines[i].n ? "," : "";
        if (known && rest != value && !*rest)
            mk_text_add(&c->lines[i], "%s%ld", comma, number);
        else
            mk_text_add(&c->lines[i], "%snull", comma);
    }
}

/* Entries that were taken back are played, since the dice went on, but nobody hears of them: after
 * the undo the position is the same as before them. */
static void walk(mk_course *c, const mk_table *t) {
    void *state = malloc(c->game->state_size);
    if (!state) abort();
    bool *stands = mk_table_standing(t);
    int events;
    const mk_event *list = mk_table_events(t, -1, &events);
    mk_table_state_at(t, 0, state);
    c->turn = ((const mk_base *)state)->turn;
    hear(c, list, events);
    take_sample(c, state, false);
    for (int i = 0; i < mk_table_count(t); i++) {
        mk_table_step(t, i, state);
        if (!stands[i]) continue;
        c->at = i + 1;
        list = mk_table_events(t, i, &events);
        hear(c, list, events);
        if (((const mk_base *)state)->turn <= c->turn) continue;
        c->turn = ((const mk_base *)state)->turn;
        take_sample(c, state, false);
    }
    c->at = mk_table_count(t);
    take_sample(c, state, true);
    free(stands);
    free(state);
}

/* ---- Writing ------------------------------------------------------------ */

static const char *comma(int i) { return i ? "," : ""; }

static void add_words(mk_text *out, const char *name, const char *value) {
    mk_text_add(out, "\"%s\":", name);
    if (value)
        mk_text_json(out, value);
    else
        mk_text_add(out, "null");
}

static const char *seat_id(const mk_course *c, int seat) {
    return seat >= 0 ? c->game->seats[seat].id : NULL;
}

static void write_turns(const mk_course *c, mk_text *out) {
    mk_text_add(out, "{");
    add_words(out, "unit", c->game->turn_unit ? c->game->turn_unit : "turns");
    mk_text_add(out, ",");
    add_words(out, "margin", c->game->margin_unit);
    mk_text_add(out, ",\"turns\":[");
    for (int i = 0; i < c->sample_count; i++) {
        mk_text_add(out, "%s{\"turn\":%d,\"at\":%d,", comma(i), c->samples[i].turn,
                    c->samples[i].at);
        add_words(out, "label", c->samples[i].label);
        mk_text_add(out, "}");
    }
    mk_text_add(out, "]");
}

static void write_charts(const mk_course *c, mk_text *out) {
    const mk_series *all = c->game->series;
    mk_text_add(out, ",\"charts\":[");
    for (int i = 0; c->lines && all[i].chart; i++) {
        bool same = i && strcmp(all[i].chart, all[i - 1].chart) == 0;
        if (!same) {
            mk_text_add(out, "%s{", i ? "]}," : "");
            add_words(out, "title", all[i].chart);
            mk_text_add(out, ",\"lines\":[");
        }
        mk_text_add(out, "%s{", same ? "," : "");
        add_words(out, "label", all[i].label);
        mk_text_add(out, ",");
        add_words(out, "seat", seat_id(c, all[i].seat));
        mk_text_add(out, ",\"values\":[%s]}", c->lines[i].p);
    }
    mk_text_add(out, "%s]", c->lines && all[0].chart ? "]}" : "");
}

static void write_losses(const mk_course *c, mk_text *out) {
    mk_text_add(out, ",\"losses\":[");
    for (int seat = 0, n = 0; seat < c->game->seat_count; seat++) {
        if (!c->losses[seat]) continue;
        mk_text_add(out, "%s{", comma(n++));
        add_words(out, "label", c->game->seats[seat].title);
        mk_text_add(out, ",");
        add_words(out, "seat", seat_id(c, seat));
        mk_text_add(out, ",\"values\":[");
        for (int i = 0; i < c->sample_count; i++)
            mk_text_add(out, "%s%d", comma(i), c->samples[i].losses[seat]);
        mk_text_add(out, "]}");
    }
    mk_text_add(out, "]");
}

static void write_luck(const mk_course *c, mk_text *out) {
    mk_text_add(out, ",\"luck\":[");
    for (int i = 0; i < c->luck_count; i++) {
        const luck *l = &c->luck[i];
        mk_text_add(out, "%s{", comma(i));
        add_words(out, "label", l->who ? l->who : c->game->seats[l->seat].title);
        mk_text_add(out, ",");
        add_words(out, "seat", seat_id(c, l->seat));
        mk_text_add(out, ",");
        add_words(out, "what", l->what);
        mk_text_add(out,
                    ",\"dice\":%d,\"got\":%d,\"expected\":%.2f,\"deviation\":%.2f,\"values\":[",
                    l->dice, l->got, l->expected, sqrt(l->variance));
        for (int k = 0; k < c->sample_count; k++)
            mk_text_add(out, "%s%.2f", comma(k), c->samples[k].luck[i]);
        mk_text_add(out, "]}");
    }
    mk_text_add(out, "]");
}

static void write_battles(const mk_course *c, mk_text *out) {
    mk_text_add(out, ",\"battles\":[");
    for (int i = 0; i < c->battle_count; i++) {
        const battle *b = &c->battles[i];
        mk_text_add(out, "%s{\"at\":%d,\"turn\":%d,", comma(i), b->at, b->turn);
        add_words(out, "seat", seat_id(c, b->seat));
        mk_text_add(out, ",");
        add_words(out, "place", mk_id(c->game, b->kind, b->place));
        mk_text_add(out, ",");
        add_words(out, "name", mk_label(c->game, b->kind, b->place));
        mk_text_add(out, ",");
        add_words(out, "winner", seat_id(c, b->winner));
        mk_text_add(out, ",");
        add_words(out, "text", b->text);
        mk_text_add(out, ",\"losses\":{");
        for (int seat = 0; seat < c->game->seat_count; seat++)
            mk_text_add(out, "%s\"%s\":%d", comma(seat), seat_id(c, seat), b->losses[seat]);
        mk_text_add(out, "}}");
    }
    mk_text_add(out, "]");
}

static void write_moments(const mk_course *c, mk_text *out) {
    mk_text_add(out, ",\"moments\":[");
    for (int i = 0; i < c->moment_count; i++) {
        mk_text_add(out, "%s{\"at\":%d,", comma(i), c->moments[i].at);
        add_words(out, "kind", c->moments[i].kind);
        mk_text_add(out, ",");
        add_words(out, "text", c->moments[i].text);
        mk_text_add(out, "}");
    }
    mk_text_add(out, "]}");
}

static void free_course(mk_course *c) {
    for (int i = 0; i < c->battle_count; i++) free(c->battles[i].text);
    for (int i = 0; i < c->moment_count; i++) free(c->moments[i].text);
    for (int i = 0; i < c->sample_count; i++) free(c->samples[i].label);
    for (int i = 0; c->lines && c->game->series[i].chart; i++) mk_text_free(&c->lines[i]);
    free(c->battles);
    free(c->moments);
    free(c->samples);
    free(c->lines);
}

void mk_course_write(const mk_table *t, int seat, mk_text *out) {
    mk_course c = {.game = mk_table_game(t), .eyes = seat};
    int lines = 0;
    while (c.game->series && c.game->series[lines].chart) lines++;
    if (lines && !(c.lines = calloc((size_t)lines, sizeof *c.lines))) abort();
    walk(&c, t);
    write_turns(&c, out);
    write_charts(&c, out);
    write_losses(&c, out);
    write_luck(&c, out);
    write_battles(&c, out);
    write_moments(&c, out);
    free_course(&c);
}
