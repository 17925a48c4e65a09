/* boards.c - what never changes of a game, its board and its list of rules, and the list of all
 * games: each is written once, plain and compressed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/fnv.h"
#include "server/server.h"

typedef enum { BOARD, RULES, GAMES } board_kind;

struct board {
    board *next;
    const mk_game *game; /* NULL: all of them */
    board_kind kind;
    mk_text plain, packed;
};

/* As `gzip -9` would. Nothing, if there is no memory for it: then it goes out as it is. */
static void compress_into(const mk_text *plain, mk_text *packed) {
    enum { AS_GZIP = 16, WINDOW = 15, MEMORY = 8 };
    z_stream z = {0};
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, WINDOW + AS_GZIP, MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    unsigned long room = deflateBound(&z, plain->n);
    unsigned char *out = must_alloc(room);
    z.next_in = (unsigned char *)plain->p;
    z.avail_in = (unsigned)plain->n;
    z.next_out = out;
    z.avail_out = (unsigned)room;
    if (deflate(&z, Z_FINISH) == Z_STREAM_END) mk_text_bytes(packed, (char *)out, z.total_out);
    deflateEnd(&z);
    free(out);
}

static void write_member(mk_text *out, const char *name, const char *value) {
    if (!value) return;
    mk_text_add(out, ",\"%s\":", name);
    mk_text_json(out, value);
}

static void write_rules(const mk_game *game, mk_text *out) {
    mk_text words = {0};
    mk_text_add(out, "{\"rules\":[");
    for (int i = 0; i < mk_rule_count(game); i++) {
        const mk_rule *rule = mk_rule_at(game, i);
        mk_text_clear(&words);
        mk_rule_words(game, rule, &words);
        mk_text_add(out, "%s{\"key\":\"%s\"", i ? "," : "", rule->key);
        write_member(out, "title", rule->title);
        if (words.n) write_member(out, "text", words.p);
        write_member(out, "where", rule->where);
        write_member(out, "of", rule->of);
        mk_text_add(out, "}");
    }
    mk_text_add(out, "]}");
    mk_text_free(&words);
}

static const board *find_board(const server *s, const mk_game *game, board_kind kind) {
    const board *b = s->boards;
    while (b && (b->game != game || b->kind != kind)) b = b->next;
    return b;
}

/* Takes the text. */
static const board *add_board(server *s, const mk_game *game, board_kind kind, mk_text *plain) {
    board *b = must_alloc(sizeof *b);
    *b = (board){.next = s->boards, .game = game, .kind = kind, .plain = *plain};
    *plain = (mk_text){0};
    compress_into(&b->plain, &b->packed);
    s->boards = b;
    return b;
}

static const board *board_of(server *s, const mk_game *game, board_kind kind) {
    const board *found = find_board(s, game, kind);
    mk_text plain = {0};
    if (found) return found;
    if (kind == RULES) {
        write_rules(game, &plain);
    } else {
        mk_view_board(game, s->view);
        mk_view_json(s->view, &plain);
    }
    return add_board(s, game, kind, &plain);
}

void boards_free(server *s) {
    for (board *b; (b = s->boards);) {
        s->boards = b->next;
        mk_text_free(&b->plain);
        mk_text_free(&b->packed);
        free(b);
    }
}

/* `version`: of the text; an address that names it is good for ever. */
static void answer(request *r, const board *b, const char *version) {
    char asked[20];
    bool named = http_query(r, "v", asked, sizeof asked) && strcmp(asked, version) == 0;
    snprintf(r->cache, sizeof r->cache, "%s",
             named ? "public, max-age=31536000, immutable" : "no-cache");
    r->fixed_gzip = r->gzip && b->packed.n > 0;
    const mk_text *text = r->fixed_gzip ? &b->packed : &b->plain;
    r->fixed = (const unsigned char *)text->p;
    r->fixed_size = text->n;
    snprintf(r->etag, sizeof r->etag, "\"%s%s\"", version, r->fixed_gzip ? "-gz" : "");
    http_answer(r, 200, "application/json");
}

const mk_game *boards_game(request *r, const char *id) {
    const mk_game *g = mk_peek_game(id);
    mk_error error = {0};
    if (!g)
        http_error(r, 404, "not_found", "There is no such game here.");
    else if (!mk_open_game(g, &error)) {
        log_error("data", "game=%s file=%s reason=\"%s\"", id, error.file, error.text);
        http_error(r, 503, "damaged", "The data of this game are damaged: %s", error.text);
        return NULL;
    }
    return g;
}

void boards_answer(request *r) {
    const mk_game *g = boards_game(r, r->word);
    if (!g) return;
    char version[20];
    snprintf(version, sizeof version, "%016" PRIx64, mk_data_hash(g));
    answer(r, board_of(r->server, g, BOARD), version);
}

static void answer_by_hash(request *r, const board *b) {
    char version[20];
    snprintf(version, sizeof version, "%016" PRIx64, mk_fnv(MK_FNV_START, b->plain.p, b->plain.n));
    answer(r, b, version);
}

void boards_rules(request *r) {
    const mk_game *g = boards_game(r, r->word);
    if (g) answer_by_hash(r, board_of(r->server, g, RULES));
}

void boards_games(request *r) {
    const board *b = find_board(r->server, NULL, GAMES);
    mk_text plain = {0};
    if (!b && !lobby_write_games(r, &plain)) {
        mk_text_free(&plain);
        return;
    }
    answer_by_hash(r, b ? b : add_board(r->server, NULL, GAMES, &plain));
}
