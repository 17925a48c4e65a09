/* boards.c - the games' boards, which never change: each is written once, plain and compressed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "server/server.h"

struct board {
    board *next;
    const mk_game *game;
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

static const board *board_of(server *s, const mk_game *game) {
    for (const board *b = s->boards; b; b = b->next)
        if (b->game == game) return b;
    board *b = must_alloc(sizeof *b);
    b->game = game;
    mk_look_board(game, s->view);
    mk_view_json(s->view, &b->plain);
    compress_into(&b->plain, &b->packed);
    b->next = s->boards;
    s->boards = b;
    return b;
}

void boards_free(server *s) {
    for (board *b; (b = s->boards);) {
        s->boards = b->next;
        mk_text_free(&b->plain);
        mk_text_free(&b->packed);
        free(b);
    }
}

void boards_answer(request *r) {
    const mk_game *g = mk_find_game(r->word);
    if (!g) {
        http_error(r, 404, "not_found", "There is no such game here.");
        return;
    }
    char version[20], asked[20];
    snprintf(version, sizeof version, "%016" PRIx64, mk_data_hash(g));
    bool named = http_query(r, "v", asked, sizeof asked) && strcmp(asked, version) == 0;
    snprintf(r->cache, sizeof r->cache, "%s",
             named ? "public, max-age=31536000, immutable" : "no-cache");
    const board *b = board_of(r->server, g);
    r->fixed_gzip = r->gzip && b->packed.n > 0;
    const mk_text *text = r->fixed_gzip ? &b->packed : &b->plain;
    r->fixed = (const unsigned char *)text->p;
    r->fixed_size = text->n;
    snprintf(r->etag, sizeof r->etag, "\"%s%s\"", version, r->fixed_gzip ? "-gz" : "");
    http_answer(r, 200, "application/json");
}
