/* catalogue.c - a game as the lobby shows it: seats, scenarios, options, who can play.
 *
 * tools/catalogue.c writes that of every game while the binary is built, so that a server can show
 * its lobby without the games' data. */
#include "server/catalogue.h"

#include <inttypes.h>

static void field(mk_text *out, const char *name, const char *value) {
    mk_text_json(out, name);
    mk_text_add(out, ":");
    mk_text_json(out, value ? value : "");
}

static void write_named(mk_text *out, const char *list, const mk_seat_name *row) {
    mk_text_add(out, ",\"%s\":[", list);
    for (int i = 0; row[i].id; i++) {
        mk_text_add(out, i ? ",{" : "{");
        field(out, "id", row[i].id);
        mk_text_add(out, ",");
        field(out, "title", row[i].title);
        mk_text_add(out, ",");
        field(out, "summary", row[i].summary);
        mk_text_add(out, "}");
    }
    mk_text_add(out, "]");
}

static void write_scenarios(mk_text *out, const mk_game *g) {
    mk_text_add(out, ",\"scenarios\":[");
    bool first = true;
    for (const mk_scenario *s = g->scenarios; s->id; s++) {
        if (!mk_scenario_offered(s)) continue;
        mk_text_add(out, first ? "{" : ",{");
        first = false;
        field(out, "id", s->id);
        mk_text_add(out, ",");
        field(out, "title", s->title);
        mk_text_add(out, ",");
        field(out, "summary", s->summary);
        mk_text_add(out, ",");
        field(out, "years", s->years);
        mk_text_add(out, ",\"turns\":%d,", s->turns);
        field(out, "turn_name", s->turn_name ? s->turn_name : "turns");
        mk_text_add(out, ",");
        field(out, "hours", s->hours);
        mk_text_add(out, "}");
    }
    mk_text_add(out, "]");
}

static void write_options(mk_text *out, const mk_game *g) {
    mk_text_add(out, ",\"options\":[");
    for (int i = 0; g->options[i].id; i++) {
        mk_text_add(out, i ? ",{" : "{");
        field(out, "id", g->options[i].id);
        mk_text_add(out, ",");
        field(out, "title", g->options[i].title);
        mk_text_add(out, ",");
        field(out, "summary", g->options[i].summary);
        mk_text_add(out, ",\"values\":[");
        for (int v = 0; g->options[i].values[v]; v++) {
            if (v) mk_text_add(out, ",");
            mk_text_json(out, g->options[i].values[v]);
        }
        mk_text_add(out, "]}");
    }
    mk_text_add(out, "]");
}

static void write_verbs(mk_text *out, const mk_game *g) {
    mk_text_add(out, ",\"verbs\":[");
    for (int i = 1; i <= g->verb_count && g->verbs[i].name; i++) {
        mk_text_add(out, i > 1 ? ",{" : "{");
        field(out, "name", g->verbs[i].name);
        mk_text_add(out, ",\"kinds\":[");
        for (int k = 0; k < 3 && g->verbs[i].kind[k]; k++) {
            if (k) mk_text_add(out, ",");
            mk_text_json(out, g->kinds[g->verbs[i].kind[k]].name);
        }
        mk_text_add(out, "]}");
    }
    mk_text_add(out, "]");
}

static void write_bots(mk_text *out, const mk_game *g) {
    const mk_bot *bot;
    bool first = true;
    mk_text_add(out, ",\"bots\":[");
    for (int i = 0; (bot = mk_bot_at(i)); i++) {
        if (!mk_bot_plays(bot, g)) continue;
        mk_text_add(out, first ? "{" : ",{");
        first = false;
        field(out, "name", bot->name);
        mk_text_add(out, ",");
        field(out, "title", bot->title);
        mk_text_add(out, ",");
        field(out, "summary", bot->summary);
        mk_text_add(out, "}");
    }
    mk_text_add(out, "]");
}

void catalogue_write(const mk_game *g, mk_text *out) {
    mk_text_add(out, "{");
    field(out, "id", g->id);
    mk_text_add(out, ",");
    field(out, "title", g->title);
    mk_text_add(out, ",\"rules_version\":%d,\"board\":\"/api/games/%s/board?v=%016" PRIx64 "\"",
                g->rules_version, g->id, mk_data_hash(g));
    write_named(out, "seats", g->seats);
    write_scenarios(out, g);
    write_options(out, g);
    write_verbs(out, g);
    write_bots(out, g);
    mk_text_add(out, "}");
}
