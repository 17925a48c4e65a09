/* deflate.c - messages of a WebSocket made smaller, RFC 7692 without a memory between messages:
 * each is compressed by itself, so that a message for many is compressed once, and a connection
 * that is idle holds no dictionary. */
#include <string.h>
#include <zlib.h>

#include "net/net.h"

enum { RAW = -MAX_WBITS, MEMORY = 8, TAIL = 4 };
static const uint8_t tail[TAIL] = {0x00, 0x00, 0xff, 0xff}; /* 7.2.1: not sent, but meant */

size_t ws_deflate(const char *text, size_t n, char *out, size_t room) {
    z_stream z = {.next_in = (Bytef *)(uintptr_t)text,
                  .avail_in = (uInt)n,
                  .next_out = (Bytef *)out,
                  .avail_out = (uInt)room};
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, RAW, MEMORY, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        return 0;
    bool whole = deflate(&z, Z_SYNC_FLUSH) == Z_OK && z.avail_in == 0 && z.avail_out > 0;
    deflateEnd(&z);
    return whole ? z.total_out - TAIL : 0;
}

/* More of a message. A stream that says it is at its end may be followed by another (7.2.3.5). */
static int inflate_some(z_stream *z, const void *bytes, size_t n) {
    z->next_in = (Bytef *)(uintptr_t)bytes;
    z->avail_in = (uInt)n;
    while (z->avail_in > 0) {
        int code = inflate(z, Z_SYNC_FLUSH);
        if (z->avail_out == 0) return -WS_CLOSE_SIZE;
        if (code == Z_STREAM_END)
            inflateReset(z);
        else if (code != Z_OK)
            return -WS_CLOSE_PROTOCOL;
    }
    return 0;
}

int ws_inflate(const char *bytes, size_t n, char *out, size_t room) {
    z_stream z = {.next_out = (Bytef *)out, .avail_out = (uInt)room + 1};
    if (inflateInit2(&z, RAW) != Z_OK) return -WS_CLOSE_SIZE;
    int code = inflate_some(&z, bytes, n);
    if (code == 0) code = inflate_some(&z, tail, TAIL);
    inflateEnd(&z);
    return code < 0 ? code : (int)(room + 1 - z.avail_out);
}
