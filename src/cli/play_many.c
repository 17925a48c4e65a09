/* play_many.c - one command for many actions, and a warning before a phase ends too early. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "play.h"

enum { MOST_STEPS = 1000 };

/* ---- "fire all" --------------------------------------------------------- */

static bool is_of_verb(const play *p, int r, const char *verb) {
    if (strcmp(mk_view_type(p->now, r), "action") != 0) return false;
    return strcmp(mk_view_str(p->now, r, "verb"), verb) == 0;
}

/* By its name, or by the word that its label begins with: "take all" is "add all" in 1776. */
static bool begins_like(const play *p, int r, const char *typed, size_t n) {
    const char *verb = mk_view_str(p->now, r, "verb"), *label = mk_view_str(p->now, r, "label");
    if (strncasecmp(verb, typed, n) == 0) return true;
    return label && strncasecmp(label, typed, n) == 0 && label[n] == ' ';
}

/* The verb that can be done now and begins like this; NULL: there is none. */
static const char *verb_now(const play *p, const char *typed, size_t n) {
    const char *found = NULL;
    for (int r = 0; r < mk_view_count(p->now); r++) {
        if (strcmp(mk_view_type(p->now, r), "action") != 0) continue;
        const char *verb = mk_view_str(p->now, r, "verb");
        if (!begins_like(p, r, typed, n) || !mk_view_str(p->now, r, "a_kind")) continue;
        if (!found || (strlen(verb) == n && strncasecmp(verb, typed, n) == 0)) found = verb;
    }
    return found;
}

/* The first thing it can be done with. Of a count ("take regulars 5") the largest; -1: there is
 * none, -2: it could go to several places, and which was not said. */
static int next_of_all(const play *p, const char *verb, const char *rest) {
    int best = -1;
    for (int r = 0; r < mk_view_count(p->now); r++) {
        if (!is_of_verb(p, r, verb) || !play_action_matches(p, r, rest)) continue;
        if (best < 0) {
            best = r;
            continue;
        }
        const char *one = mk_view_str(p->now, best, "a"), *other = mk_view_str(p->now, r, "a");
        if (!one || !other || strcmp(one, other) != 0) continue;
        if (mk_view_str(p->now, r, "b")) return -2;
        if (mk_view_int(p->now, r, "b", 0) > mk_view_int(p->now, best, "b", 0)) best = r;
    }
    return best;
}

/* Goes on as long as the same is asked of the same seat. */
static int do_all(play *p, const char *verb, const char *rest) {
    int done = 0;
    const mk_phase *phase = mk_phase_of(p->game, mk_table_state(p->table));
    for (; done < MOST_STEPS; done++) {
        if (mk_seat(p->game, mk_table_state(p->table)) != p->seat) break;
        if (mk_phase_of(p->game, mk_table_state(p->table)) != phase) break;
        play_look(p);
        int r = next_of_all(p, verb, rest);
        mk_action action;
        if (r < 0 || !mk_parse_action(p->game, mk_view_key(p->now, r), &action, NULL)) break;
        play_act(p, action);
        play_bots(p);
    }
    return done;
}

/* "deploy all" where? The first of the possible answers is the example. */
static void ask_where(play *p, const char *verb, const char *rest) {
    mk_text where = {0};
    for (int r = 0; r < mk_view_count(p->now) && !where.n; r++) {
        if (is_of_verb(p, r, verb) && play_action_matches(p, r, rest))
            play_add_words(p, mk_view_str(p->now, r, "b"), &where);
    }
    play_complain(p, "Where to? For instance: %s all %s", verb, where.p ? where.p : "");
    mk_text_free(&where);
}

bool play_act_on_all(play *p, const char *line) {
    size_t n = strcspn(line, " ");
    const char *word = line + n + strspn(line + n, " ");
    if (n == 0 || strncasecmp(word, "all", 3) != 0 || (word[3] && word[3] != ' ')) return false;
    const char *rest = word + 3 + strspn(word + 3, " ");
    const char *verb = verb_now(p, line, n);
    if (!verb && *rest) return false;
    if (!verb) {
        play_complain(p, "There is nothing to %.*s now. Enter shows what can be done.", (int)n,
                      line);
        return true;
    }
    int first = next_of_all(p, verb, rest);
    if (first == -2) {
        ask_where(p, verb, rest);
        return true;
    }
    if (first < 0) {
        play_complain(p, "Nothing left to %s.", verb);
        return true;
    }
    char copy[MK_NAME];
    snprintf(copy, sizeof copy, "%s", verb); /* the view that has it is built again */
    p->batch_from = mk_table_count(p->table);
    do_all(p, copy, rest);
    p->batch_to = mk_table_count(p->table);
    return true;
}

/* ---- The end of a phase ------------------------------------------------- */

/* Pieces of one's own that an action names, each once. */
static int add_idle(const play *p, mk_text *out) {
    enum { NAMED = 6 };
    int count = 0;
    const char *last = "";
    for (int r = 0; r < mk_view_count(p->now); r++) {
        if (strcmp(mk_view_type(p->now, r), "action") != 0) continue;
        const char *piece = mk_view_str(p->now, r, "a");
        if (!piece || strcmp(piece, last) == 0) continue;
        if (mk_view_find(p->now, "piece", piece) < 0) continue;
        if (play_owner_of(p, "piece", piece, "owner") != p->seat) continue;
        last = piece;
        const char *name = play_str(p, "piece", piece, "name");
        if (out->n && strstr(out->p, name ? name : piece)) continue; /* by another verb */
        if (count++ < NAMED) mk_text_add(out, "%s%s", out->n ? ", " : "", name ? name : piece);
    }
    return count - NAMED;
}

/* Where stacks are counted and not named the view says which have not moved. */
static int add_unmoved(const play *p, mk_text *out) {
    enum { NAMED = 6 };
    int count = 0;
    for (int r = 0; r < mk_view_count(p->now); r++) {
        if (strcmp(mk_view_type(p->now, r), "panel") != 0) continue;
        if (strncmp(mk_view_key(p->now, r), "unmoved.", strlen("unmoved.")) != 0) continue;
        if (count++ >= NAMED) continue;
        const char *place = mk_view_str(p->now, r, "place");
        const char *name = play_str(p, "place", place, "name");
        mk_text_add(out, "%s%s", out->n ? ", " : "", name ? name : place);
    }
    return count - NAMED;
}

/* Who answers a question with no need not be warned. */
static bool is_question(const play *p) {
    const char *text = play_str(p, "prompt", "now", "text");
    return text && strchr(text, '?');
}

bool play_warns(play *p, mk_action action) {
    int count = mk_table_count(p->table) + 1;
    const char *verb = p->game->verbs[action.verb].name;
    bool finishes = strcmp(verb, "finish") == 0;
    if (!finishes && strcmp(verb, "done") != 0) return false;
    if (p->warned == count || is_question(p)) return false;
    mk_text idle = {0};
    int more = finishes ? add_idle(p, &idle) : add_unmoved(p, &idle);
    bool any = idle.n > 0;
    if (any && more > 0) mk_text_add(&idle, " and %d more", more);
    if (any) {
        play_complain(p, "%s: %s.", finishes ? "Can still act" : "Have not moved", idle.p);
        play_say(p, INK_ERROR, "Type %s again to end all the same.", verb);
        p->warned = count;
    }
    mk_text_free(&idle);
    return any;
}
