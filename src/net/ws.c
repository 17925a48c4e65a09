/* ws.c - WebSocket frames, RFC 6455; messages may be compressed (deflate.c). */
#include <openssl/evp.h>
#include <string.h>

#include "net/net.h"

enum { FIN = 0x80, DEFLATED = 0x40, RESERVED = 0x30, OPCODE = 0x0f, MASKED = 0x80, LENGTH = 0x7f };
enum { LENGTH_16 = 126, LENGTH_64 = 127 };

static bool is_control(ws_opcode opcode) { return (opcode & 8) != 0; }

static bool is_known(unsigned opcode) {
    return opcode <= WS_BINARY || (opcode >= WS_CLOSE && opcode <= WS_PONG);
}

/* The length behind the first two bytes; `size` is how many bytes it takes. False: it is written
 * in more bytes than it needs, which 5.2 forbids. */
static bool read_length(const uint8_t *p, unsigned first, uint64_t *length, size_t *size) {
    *size = first == LENGTH_16 ? 2 : first == LENGTH_64 ? 8 : 0;
    *length = *size ? 0 : first;
    for (size_t i = 0; i < *size; i++) *length = *length << 8 | p[i];
    if (first == LENGTH_16) return *length >= LENGTH_16;
    return first != LENGTH_64 || (*length > UINT16_MAX && *length >> 63 == 0);
}

static void unmask(char *payload, size_t n, const uint8_t mask[4]) {
    for (size_t i = 0; i < n; i++) payload[i] = (char)((uint8_t)payload[i] ^ mask[i & 3]);
}

int ws_parse(char *bytes, size_t n, ws_frame *frame) {
    const uint8_t *p = (const uint8_t *)bytes;
    uint64_t length;
    size_t length_size;
    if (n < 2) return 0;
    unsigned opcode = p[0] & OPCODE;
    if (p[0] & RESERVED || !is_known(opcode) || !(p[1] & MASKED)) return -WS_CLOSE_PROTOCOL;
    *frame =
        (ws_frame){.opcode = (ws_opcode)opcode, .final = p[0] & FIN, .deflated = p[0] & DEFLATED};
    if (frame->deflated && opcode != WS_TEXT && opcode != WS_BINARY) return -WS_CLOSE_PROTOCOL;
    unsigned first = p[1] & LENGTH;
    if (is_control(frame->opcode) && (!frame->final || first > CONTROL_MAX))
        return -WS_CLOSE_PROTOCOL;
    if (n < 2u + (first == LENGTH_16 ? 2 : first == LENGTH_64 ? 8 : 0)) return 0;
    if (!read_length(p + 2, first, &length, &length_size)) return -WS_CLOSE_PROTOCOL;
    if (length > SOCKET_MESSAGE_MAX) return -WS_CLOSE_SIZE;
    size_t head = 2 + length_size + 4;
    if (n < head + length) return 0;
    frame->payload = bytes + head;
    frame->n = (size_t)length;
    unmask(frame->payload, frame->n, p + head - 4);
    return (int)(head + length);
}

size_t ws_head(uint8_t out[FRAME_OUT_HEAD], ws_opcode opcode, size_t n) {
    out[0] = (uint8_t)(FIN | opcode);
    if (n < LENGTH_16) {
        out[1] = (uint8_t)n;
        return 2;
    }
    size_t size = n <= UINT16_MAX ? 2 : 8;
    out[1] = size == 2 ? LENGTH_16 : LENGTH_64;
    for (size_t i = 0; i < size; i++) out[2 + i] = (uint8_t)((uint64_t)n >> (8 * (size - 1 - i)));
    return 2 + size;
}

void ws_mark_deflated(uint8_t *head) { head[0] |= DEFLATED; }

/* How many bytes the character takes that begins here; 0: it is none (Unicode 3.9, table 3-7). */
static size_t character(const uint8_t *p, size_t n) {
    if (p[0] < 0x80) return 1;
    size_t size = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4 || n < size) return 0;
    for (size_t i = 1; i < size; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    if (p[0] == 0xe0 && p[1] < 0xa0) return 0; /* overlong */
    if (p[0] == 0xed && p[1] > 0x9f) return 0; /* half of a pair */
    if (p[0] == 0xf0 && p[1] < 0x90) return 0;
    if (p[0] == 0xf4 && p[1] > 0x8f) return 0; /* beyond Unicode */
    return size;
}

bool ws_is_utf8(const char *text, size_t n) {
    const uint8_t *p = (const uint8_t *)text;
    for (size_t i = 0; i < n;) {
        size_t size = character(p + i, n - i);
        if (size == 0) return false;
        i += size;
    }
    return true;
}

/* 7.4: what may stand in a close frame. */
static bool may_be_sent(int code) {
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

int ws_close_code_of(const ws_frame *frame) {
    if (frame->n == 0) return WS_CLOSE_NONE;
    if (frame->n < 2) return WS_CLOSE_PROTOCOL;
    int code = (uint8_t)frame->payload[0] << 8 | (uint8_t)frame->payload[1];
    if (!may_be_sent(code)) return WS_CLOSE_PROTOCOL;
    return ws_is_utf8(frame->payload + 2, frame->n - 2) ? code : WS_CLOSE_TEXT;
}

void ws_accept(slice key, char out[SOCKET_ACCEPT]) {
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    uint8_t text[64], hash[EVP_MAX_MD_SIZE];
    size_t n = key.n <= 24 ? key.n : 24;
    memcpy(text, key.p, n);
    memcpy(text + n, guid, sizeof guid - 1);
    EVP_Digest(text, n + sizeof guid - 1, hash, NULL, EVP_sha1(), NULL);
    EVP_EncodeBlock((unsigned char *)out, hash, 20);
}
