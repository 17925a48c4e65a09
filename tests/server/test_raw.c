/* Bytes as they come off the wire: requests in one packet, in pieces, with wrong lengths; frames
 * that break RFC 6455; connections that say nothing. Each is answered as the RFC has it or closed;
 * nothing of it ends the server, keeps it busy, or keeps others out. No proxy stands in front. */
#include "fixture.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "net/net.h"

#define JSON "Content-Type: application/json\r\n"
#define GUEST                                                                                      \
    "POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON "Content-Length: 2\r\n\r\n"                     \
    "{}"
#define HEALTH "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
#define SHAKE SHAKE_WITH("")
#define SHAKE_WITH(more)                                                                           \
    "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"     \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"                 \
    "Sec-WebSocket-Protocol: musket\r\n" more "\r\n"
#define DEFLATE "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"

/* Sends bytes and what follows is closed; the statuses of all answers, as "200 404". */
static void statuses(fixture *fx, const char *bytes, size_t piece, char *out, size_t size) {
    size_t n = 0;
    char *answer = wire_talk(&fx->server, bytes, strlen(bytes), piece, NULL);
    assert_non_null(answer);
    out[0] = '\0';
    for (const char *at = answer; (at = strstr(at, "HTTP/1.1 ")) && n < size; at += 9)
        if (at[9] >= '1' && at[9] <= '5')
            n += (size_t)snprintf(out + n, size - n, "%s%.3s", n ? " " : "", at + 9);
    free(answer);
}

static void expect(fixture *fx, const char *bytes, size_t piece, const char *expected) {
    char got[2000];
    statuses(fx, bytes, piece, got, sizeof got);
    if (strcmp(got, expected) != 0)
        print_error("pieces of %zu, \"%s\" instead of \"%s\": %s\n", piece, got, expected, bytes);
    assert_string_equal(got, expected);
}

/* ---- Requests ----------------------------------------------------------- */

static void bytes_behind_a_body_do_no_harm(void **unused) {
    (void)unused;
    fixture fx;
    fixture_open(&fx, NULL);
    expect(&fx, GUEST "X", 0, "200");
    expect(&fx, GUEST "\r\n", 0, "200"); /* which some old programs send */
    expect(&fx, GUEST "GARBAGE\r\n\r\n", 0, "200 400");
    fixture_is_well(&fx);
    fixture_close(&fx);
}

static void requests_in_one_packet_are_answered_in_their_order(void **unused) {
    (void)unused;
    fixture fx;
    fixture_open(&fx, NULL);
    expect(&fx, HEALTH GUEST, 0, "200 200");
    expect(&fx, GUEST HEALTH, 0, "200 200");
    expect(&fx, HEALTH "GET /api/none HTTP/1.1\r\nHost: x\r\n\r\n" GUEST HEALTH, 0,
           "200 404 200 200");
    /* Those that wait for the disk or a worker, and those that do not. */
    static char many[100000], all[2000];
    size_t n = 0, k = 0;
    for (int i = 0; i < 100; i++) {
        bool login = i % 10 == 3, none = i % 3 == 0;
        n += (size_t)sprintf(many + n, "%s",
                             login ? "POST /api/login HTTP/1.1\r\nHost: x\r\n" JSON
                                     "Content-Length: 32\r\n\r\n"
                                     "{\"name\":\"nobody\",\"password\":\"x\"}"
                             : none ? "HEAD /api/none HTTP/1.1\r\nHost: x\r\n\r\n"
                                    : GUEST);
        k += (size_t)sprintf(all + k, "%s%s", k ? " " : "", login ? "401" : none ? "404" : "200");
    }
    expect(&fx, many, 0, all);
    expect(&fx, many, 7, all);
    /* After what closes the connection nothing is answered. */
    expect(&fx, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" HEALTH, 0, "200");
    expect(&fx, "GET /healthz HTTP/1.0\r\n\r\n" HEALTH, 0, "200");
    fixture_is_well(&fx);
    fixture_close(&fx);
}

static void a_request_may_come_in_any_pieces(void **unused) {
    (void)unused;
    fixture fx;
    static const char text[] = HEALTH GUEST "GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n";
    fixture_open(&fx, NULL);
    for (size_t piece = 1; piece < 24; piece++) expect(&fx, text, piece, "200 200 200");
    for (size_t cut = 1; cut < sizeof text - 1; cut++) expect(&fx, text, cut, "200 200 200");
    fixture_close(&fx);
}

static void what_is_no_request_is_refused(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *statuses;
    } all[] = {
        {"NONSENSE\r\n\r\n", "400"},
        {"GET / HTTP/9.9\r\nHost: x\r\n\r\n", "505"},
        {"GET /\r\n\r\n", "400"},
        {"GET  / HTTP/1.1\r\nHost: x\r\n\r\n", "400"},
        {"GET / HTTP/1.1 \r\nHost: x\r\n\r\n", "400"},
        {"G@T / HTTP/1.1\r\nHost: x\r\n\r\n", "400"},
        {"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", "405"},
        {"TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", "405"},
        {"GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n", "400"},
        {"GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n", "400"},
        {"GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", "400"},
        {"GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", "400"},
        {"GET /%6 HTTP/1.1\r\nHost: x\r\n\r\n", "400"},
        {"GET /he%61lth%7A HTTP/1.1\r\nHost: x\r\n\r\n", "200"},
        {"GET /he%61lth%7a?a=%2F HTTP/1.1\r\nHost: x\r\n\r\n", "200"},
        {"GET / HTTP/1.1\n\n", "400"},     /* bare line feeds */
        {"GET / HTTP/1.1\r\n\r\n", "400"}, /* no Host */
        {"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "400"},
        {"GET / HTTP/1.1\r\nHost: x/y\r\n\r\n", "400"},
        {"GET / HTTP/1.1\r\nHost : x\r\n\r\n", "400"},              /* blank before the colon */
        {"GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", "400"}, /* folded */
        {"GET / HTTP/1.1\r\nHost: x\r\nA\r\n\r\n", "400"},
        {"GET / HTTP/1.1\r\nHost: x\r\nA: b\x01\r\n\r\n", "400"},
        {"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello", "400"},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON "\r\n{}", "411"},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON "Content-Length: 0\r\n\r\n", "400"},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON "Content-Length: 2x\r\n\r\n{}", "400"},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON "Content-Length:\r\n\r\n{}", "400"},
        {"GET / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\n", "400"},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON "Content-Length: -2\r\n\r\n{}", "400"},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON "Content-Length: +2\r\n\r\n{}", "400"},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON "Content-Length: 2, 2\r\n\r\n{}", "400"},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON
         "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
         "400"},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON
         "Content-Length: 18446744073709551618\r\n\r\n{}",
         "400"},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON
         "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
         "501"},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON
         "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
         "400"},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON
         "Content-Length: 2\r\nExpect: something\r\n\r\n{}",
         "417"},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON
         "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n{}",
         "200"},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/jsonp\r\n"
         "Content-Length: 2\r\n\r\n{}",
         "400"},
        {"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 8\r\n\r\n",
         "426"},
        {"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13\r\n\r\n",
         "400"},
        {"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
         "400"},                                  /* without our protocol */
        {"\x16\x03\x01\x02\x00\x01\x00\x01", ""}, /* the beginning of TLS */
        {"\r\n" HEALTH, "200"},                   /* one empty line is forgiven */
        {"\r\n\r\n" HEALTH, "400"},
    };
    fixture fx;
    fixture_open(&fx, NULL);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (size_t piece = 0; piece < 20; piece += 7)
            expect(&fx, all[i].text, piece, all[i].statuses);
    fixture_is_well(&fx);
    fixture_close(&fx);
}

/* The answer to one request, whole. */
static char *answer_to(fixture *fx, const char *request) {
    char *answer = wire_talk(&fx->server, request, strlen(request), 0, NULL);
    assert_non_null(answer);
    return answer;
}

static bool answer_holds(fixture *fx, const char *request, const char *words) {
    char *answer = answer_to(fx, request);
    bool holds = strstr(answer, words) != NULL;
    free(answer);
    return holds;
}

static void answers_are_as_they_should_be(void **unused) {
    (void)unused;
    fixture fx;
    char request[400], etag[40], date[60];
    fixture_open(&fx, NULL);
    /* A head without its body, and what was not changed. */
    char *get = answer_to(&fx, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_string_equal(strstr(get, "\r\n\r\n") + 4, "{\"ok\":true}");
    const char *at = strstr(get, "\r\ndate: ");
    assert_non_null(at);
    snprintf(date, sizeof date, "%.29s", at + 8);
    struct tm tm = {0};
    assert_non_null(strptime(date, "%a, %d %b %Y %H:%M:%S GMT", &tm));
    assert_true(llabs((long long)timegm(&tm) - (long long)time(NULL)) < 60);
    free(get);
    char *head = answer_to(&fx, "HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_non_null(strstr(head, "\r\ncontent-length: 11\r\n"));
    assert_string_equal(strstr(head, "\r\n\r\n") + 4, "");
    free(head);
    char *page = answer_to(&fx, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    snprintf(etag, sizeof etag, "%.18s", strstr(page, "\r\netag: ") + 8);
    free(page);
    snprintf(request, sizeof request,
             "GET / HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"other\", %s\r\n\r\n", etag);
    char *unchanged = answer_to(&fx, request);
    assert_memory_equal(unchanged, "HTTP/1.1 304", 12);
    assert_string_equal(strstr(unchanged, "\r\n\r\n") + 4, "");
    free(unchanged);
    /* Compressed for those who take it. */
    static const struct {
        const char *accepts;
        bool gzip;
    } all[] = {{"gzip", true},         {"br, gzip", true},
               {"gzip;q=0.5", true},   {"gzip;q=0", false},
               {"gzip;q=0.00", false}, {"br, deflate", false},
               {"xgzip", false},       {"", false}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        snprintf(request, sizeof request,
                 "HEAD /api/games/p77/board HTTP/1.1\r\nHost: x\r\nAccept-Encoding: %s\r\n\r\n",
                 all[i].accepts);
        assert_int_equal(answer_holds(&fx, request, "\r\ncontent-encoding: gzip\r\n"), all[i].gzip);
    }
    assert_true(
        answer_holds(&fx, "PUT / HTTP/1.1\r\nHost: x\r\n\r\n", "\r\nallow: GET, HEAD, POST\r\n"));
    static const char version[] = "\r\nsec-websocket-version: 13\r\n";
    assert_true(answer_holds(&fx,
                             "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: "
                             "Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                             "Sec-WebSocket-Version: 8\r\n\r\n",
                             version));
    assert_false(answer_holds(&fx, HEALTH, version));
    /* Addresses with words of every length. */
    for (int n = 1; n < 120; n++) {
        char word[130] = "";
        memset(word, 'x', (size_t)n);
        snprintf(request, sizeof request, "GET /api/tables/%s HTTP/1.1\r\nHost: x\r\n\r\n", word);
        expect(&fx, request, 0, "404");
    }
    expect(&fx, "GET /api/tables//record HTTP/1.1\r\nHost: x\r\n\r\n", 0, "404");
    fixture_close(&fx);
}

/* A client that asks whether it may send its body hears so before it has sent it. */
static void who_asks_to_send_a_body_hears_yes_or_no(void **unused) {
    (void)unused;
    fixture fx;
    char got[400];
    fixture_open(&fx, NULL);
    static const struct {
        int length;
        const char *first;
    } asks[] = {{2, "HTTP/1.1 100"}, {9000, "HTTP/1.1 413"}};
    for (size_t i = 0; i < 2; i++) {
        char head[300];
        int fd = wire_connect(&fx.server, NULL), n;
        n = snprintf(head, sizeof head,
                     "POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON
                     "Expect: 100-continue\r\nContent-Length: %d\r\n\r\n",
                     asks[i].length);
        assert_int_equal(send(fd, head, (size_t)n, 0), n);
        struct pollfd p = {fd, POLLIN, 0};
        assert_int_equal(poll(&p, 1, SECONDS * 1000), 1);
        ssize_t size = recv(fd, got, sizeof got - 1, 0);
        assert_true(size > 12);
        assert_memory_equal(got, asks[i].first, 12);
        if (i == 0) {
            assert_int_equal(send(fd, "{}", 2, 0), 2);
            assert_int_equal(poll(&p, 1, SECONDS * 1000), 1);
            assert_true(recv(fd, got, sizeof got - 1, 0) > 12);
            assert_memory_equal(got, "HTTP/1.1 200", 12);
        }
        close(fd);
    }
    fixture_close(&fx);
}

/* ---- Headers that are too long are refused, never passed over ------------- */

static void long_headers_open_nothing(void **unused) {
    (void)unused;
    fixture fx;
    wire_socket s;
    static char request[20000], filler[9000];
    int status;
    fixture_open(&fx, "--proxy", NULL);
    for (size_t length = 100; length < 5000; length += 311) {
        memset(filler, 'a', length);
        filler[length] = '\0';
        snprintf(request, sizeof request, "http://%s", filler);
        assert_false(wire_open(&fx.server, NULL, request, &s, &status));
        assert_int_equal(status, 403);
        snprintf(request, sizeof request,
                 "POST /api/guest HTTP/1.1\r\nHost: x\r\nOrigin: http://%s\r\n" JSON
                 "Content-Length: 2\r\n\r\n{}",
                 filler);
        expect(&fx, request, 0, "403");
        snprintf(request, sizeof request,
                 "GET /metrics HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\n\r\n", filler);
        expect(&fx, request, 0, "400");
        memset(filler, '1', length);
        snprintf(request, sizeof request,
                 "GET /metrics HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s, 192.0.2.1\r\n\r\n",
                 filler);
        expect(&fx, request, 0, "403");
        snprintf(request, sizeof request, "GET /%s HTTP/1.1\r\nHost: x\r\n\r\n", filler);
        expect(&fx, request, 0, length < 255 ? "200" : "414");
    }
    memset(filler, 'a', sizeof filler - 1);
    filler[sizeof filler - 1] = '\0';
    snprintf(request, sizeof request, "GET / HTTP/1.1\r\nHost: x\r\nA: %s\r\n\r\n", filler);
    expect(&fx, request, 0, "431");
    expect(&fx, request, 1000, "431");
    snprintf(request, sizeof request, "GET /%s HTTP/1.1\r\nHost: x\r\n\r\n", filler);
    expect(&fx, request, 0, "431");
    int n = snprintf(request, sizeof request, "GET / HTTP/1.1\r\nHost: x\r\n");
    for (int i = 0; i < 100; i++)
        n += snprintf(request + n, sizeof request - (size_t)n, "A%d: b\r\n", i);
    snprintf(request + n, sizeof request - (size_t)n, "\r\n");
    expect(&fx, request, 0, "431");
    /* What the proxy itself asks, and what it says of others. */
    expect(&fx, "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", 0, "200");
    expect(&fx, "GET /metrics HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ::1\r\n\r\n", 0, "200");
    expect(&fx,
           "GET /metrics HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 127.0.0.1\r\n"
           "X-Forwarded-For: 192.0.2.1\r\n\r\n",
           0, "403");
    expect(&fx, "GET /metrics HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: \r\n\r\n", 0, "400");
    fixture_close(&fx);
}

/* ---- WebSocket frames ----------------------------------------------------- */

enum { PLAIN = 0, MASK = 0x80, FIN = 0x80 };

/* A frame as it goes over the wire; `length` is what it says of itself. */
static size_t frame(char *out, int first, int mask, size_t length, const char *payload, size_t n) {
    static const unsigned char key[4] = {0xde, 0xad, 0xbe, 0xef};
    size_t at = 0;
    out[at++] = (char)first;
    if (length < 126) {
        out[at++] = (char)(mask | (int)length);
    } else {
        out[at++] = (char)(mask | 126);
        out[at++] = (char)(length >> 8);
        out[at++] = (char)length;
    }
    if (mask) memcpy(out + at, key, 4), at += 4;
    for (size_t i = 0; i < n; i++) out[at++] = (char)(payload[i] ^ (mask ? key[i & 3] : 0));
    return at;
}

static size_t text_frame(char *out, int first, const char *payload) {
    return frame(out, first, MASK, strlen(payload), payload, strlen(payload));
}

/* After these bytes on a new WebSocket: how many pongs (JSON) come, how many pong frames, and with
 * which code it is closed (0: by the end of the connection alone). */
typedef struct {
    int pongs, pong_frames, code;
} reaction;

static const char *shake = SHAKE;

static reaction react(fixture *fx, const char *bytes, size_t n, size_t piece) {
    static char all[100000];
    size_t head = strlen(shake), size;
    reaction r = {0};
    memcpy(all, shake, head);
    memcpy(all + head, bytes, n);
    char *answer = wire_talk(&fx->server, all, head + n, piece, &size);
    assert_non_null(answer);
    assert_memory_equal(answer, "HTTP/1.1 101", 12);
    const unsigned char *p = (const unsigned char *)strstr(answer, "\r\n\r\n") + 4;
    const unsigned char *end = (const unsigned char *)answer + size;
    while (end - p >= 2) {
        size_t length = p[1];
        const unsigned char *payload = p + 2;
        if (length == 126) length = (size_t)p[2] << 8 | p[3], payload += 2;
        assert_true(payload + length <= end);
        if (p[0] == (FIN | 1))
            r.pongs += length == 12 && memcmp(payload, "{\"t\":\"pong\"}", 12) == 0;
        if (p[0] == (FIN | 10)) r.pong_frames++;
        if (p[0] == (FIN | 8)) r.code = length >= 2 ? payload[0] << 8 | payload[1] : 1005;
        p = payload + length;
    }
    free(answer);
    return r;
}

static const char ping[] = "{\"t\":\"ping\"}";

static void check_reaction(fixture *fx, const char *what, const char *bytes, size_t n, int pongs,
                           int pong_frames, int code) {
    for (size_t piece = 0; piece < 4; piece++) {
        reaction r = react(fx, bytes, n, piece);
        if (r.pongs != pongs || r.pong_frames != pong_frames || r.code != code)
            print_error("%s, pieces of %zu: %d answers, %d pongs, code %d\n", what, piece, r.pongs,
                        r.pong_frames, r.code);
        assert_int_equal(r.pongs, pongs);
        assert_int_equal(r.pong_frames, pong_frames);
        assert_int_equal(r.code, code);
    }
}

static void frames_are_read_as_the_rfc_has_them(void **unused) {
    (void)unused;
    fixture fx;
    char b[20000], big[9001];
    size_t n;
    fixture_open(&fx, NULL);
    memset(big, ' ', sizeof big);

    n = text_frame(b, FIN | 1, ping);
    n += text_frame(b + n, FIN | 1, ping);
    check_reaction(&fx, "two messages", b, n, 2, 0, 0);

    n = text_frame(b, 1, "{\"t\":");
    n += text_frame(b + n, 0, "");
    n += text_frame(b + n, FIN | 9, "are you there?");
    n += text_frame(b + n, FIN | 10, "never asked");
    n += text_frame(b + n, FIN | 0, "\"ping\"}");
    n += text_frame(b + n, FIN | 1, ping);
    n += text_frame(b + n, FIN | 8,
                    "\x03\xe8"
                    "bye");
    n += text_frame(b + n, FIN | 1, ping); /* nobody hears what comes after goodbye */
    check_reaction(&fx, "a message in pieces", b, n, 2, 1, 1000);

    n = text_frame(b, FIN | 8, "");
    check_reaction(&fx, "close without a reason", b, n, 0, 0, 1005);
    n = text_frame(b, FIN | 8, "x");
    check_reaction(&fx, "close with half a code", b, n, 0, 0, 1002);
    n = text_frame(b, FIN | 8, "\x03\xed");
    check_reaction(&fx, "close with 1005", b, n, 0, 0, 1002);
    n = text_frame(b, FIN | 8, "\x0f\xa0");
    check_reaction(&fx, "close with 4000", b, n, 0, 0, 4000);
    n = text_frame(b, FIN | 8, "\x03\xe8\xff");
    check_reaction(&fx, "close with a reason that is no text", b, n, 0, 0, 1007);

    n = frame(b, FIN | 1, PLAIN, 12, ping, 12);
    check_reaction(&fx, "unmasked", b, n, 0, 0, 1002);
    n = text_frame(b, FIN | 0x40 | 1, ping);
    check_reaction(&fx, "a reserved bit", b, n, 0, 0, 1002);
    n = text_frame(b, FIN | 3, ping);
    check_reaction(&fx, "an unknown kind", b, n, 0, 0, 1002);
    n = text_frame(b, FIN | 11, ping);
    check_reaction(&fx, "an unknown control frame", b, n, 0, 0, 1002);
    n = text_frame(b, FIN | 2, ping);
    check_reaction(&fx, "binary", b, n, 0, 0, 1003);
    n = text_frame(b, FIN | 0, ping);
    check_reaction(&fx, "a piece of nothing", b, n, 0, 0, 1002);
    n = text_frame(b, 1, "{\"t\":");
    n += text_frame(b + n, FIN | 1, ping);
    check_reaction(&fx, "a message inside another", b, n, 0, 0, 1002);
    n = text_frame(b, 9, "x");
    check_reaction(&fx, "a ping in pieces", b, n, 0, 0, 1002);
    n = frame(b, FIN | 9, MASK, 125, big, 125);
    check_reaction(&fx, "the longest ping", b, n, 0, 1, 0);
    n = frame(b, FIN | 9, MASK, 126, big, 126);
    check_reaction(&fx, "a long ping", b, n, 0, 0, 1002);
    memcpy(b, "\x81\xfe\x00\x01....x", 9);
    check_reaction(&fx, "a length in more bytes than it needs", b, 9, 0, 0, 1002);
    memcpy(b, "\x81\xff\x00\x00\x00\x00\x00\x00\x00\x01....x", 15);
    check_reaction(&fx, "a length in many more bytes", b, 15, 0, 0, 1002);
    memcpy(b, "\x81\xff\x80\x00\x00\x00\x00\x01\x00\x00....x", 15);
    check_reaction(&fx, "a length below zero", b, 15, 0, 0, 1002);
    memcpy(b, "\x81\xff\x00\x00\x00\x00\x40\x00\x00\x00....x", 15);
    check_reaction(&fx, "a gigabyte", b, 15, 0, 0, 1009);
    n = frame(b, FIN | 1, MASK, 8193, big, 8193);
    check_reaction(&fx, "too long by a byte", b, n, 0, 0, 1009);
    memcpy(big, ping, 12);
    n = frame(b, FIN | 1, MASK, 8192, big, 8192);
    check_reaction(&fx, "just not too long", b, n, 1, 0, 0);
    n = frame(b, 1, MASK, 5000, big, 5000);
    n += frame(b + n, FIN | 0, MASK, 3193, big + 5000, 3193);
    check_reaction(&fx, "too long in pieces", b, n, 0, 0, 1009);
    n = text_frame(b, FIN | 1, "\"\xc3\x28\"");
    check_reaction(&fx, "not UTF-8", b, n, 0, 0, 1007);
    n = text_frame(b, FIN | 1, "\"\xed\xa0\x80\"");
    check_reaction(&fx, "half of a pair", b, n, 0, 0, 1007);
    n = text_frame(b, 1, "{\"t\":\"ping\",\"x\":\"\xe2\x82");
    n += text_frame(b + n, FIN | 0, "\xac\"}");
    n += text_frame(b + n, FIN | 1, ping);
    check_reaction(&fx, "a character in two pieces", b, n, 2, 0, 0);
    fixture_is_well(&fx);
    fixture_close(&fx);
}

/* ---- Compressed messages (RFC 7692) ---------------------------------------- */

/* As a client compresses: `flush` ends the last block, and is Z_FINISH for a stream that ends. */
static size_t deflated(char *out, size_t room, const char *text, size_t n, int flush) {
    z_stream z = {.next_in = (Bytef *)(uintptr_t)text,
                  .avail_in = (uInt)n,
                  .next_out = (Bytef *)out,
                  .avail_out = (uInt)room};
    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    deflate(&z, flush);
    assert_true(z.avail_out > 0);
    deflateEnd(&z);
    if (flush == Z_FINISH) return out[z.total_out] = 0, z.total_out + 1;
    return z.total_out - 4;
}

static bool is_offered(fixture *fx, const char *request) {
    size_t size;
    char *answer = wire_talk(&fx->server, request, strlen(request), 0, &size);
    assert_non_null(answer);
    assert_memory_equal(answer, "HTTP/1.1 101", 12);
    bool taken = strstr(answer, "\r\nSec-WebSocket-Extensions: permessage-deflate; "
                                "server_no_context_takeover; client_no_context_takeover\r\n");
    free(answer);
    return taken;
}

static void messages_may_be_compressed(void **unused) {
    (void)unused;
    enum { DEFLATED = 0x40 };
    fixture fx;
    char b[20000], small[2000], big[9000];
    size_t n, k;
    fixture_open(&fx, NULL);
    assert_false(is_offered(&fx, SHAKE));
    assert_true(is_offered(&fx, SHAKE_WITH(DEFLATE)));
    assert_true(is_offered(&fx, SHAKE_WITH("Sec-WebSocket-Extensions: x-none, permessage-deflate;"
                                           " server_max_window_bits=9, permessage-deflate\r\n")));
    assert_false(is_offered(&fx, SHAKE_WITH("Sec-WebSocket-Extensions: permessage-deflate;"
                                            " server_max_window_bits=9\r\n")));
    shake = SHAKE_WITH(DEFLATE);

    k = deflated(small, sizeof small, ping, 12, Z_SYNC_FLUSH);
    n = frame(b, FIN | DEFLATED | 1, MASK, k, small, k);
    n += text_frame(b + n, FIN | 1, ping); /* nobody must compress */
    check_reaction(&fx, "compressed, then plain", b, n, 2, 0, 0);
    n = frame(b, DEFLATED | 1, MASK, 3, small, 3);
    n += text_frame(b + n, FIN | 9, "are you there?");
    n += frame(b + n, FIN | 0, MASK, k - 3, small + 3, k - 3);
    n += text_frame(b + n, 1, "{\"t\":");
    n += text_frame(b + n, FIN | 0, "\"ping\"}");
    check_reaction(&fx, "compressed in pieces, then plain ones", b, n, 2, 1, 0);
    k = deflated(small, sizeof small, ping, 12, Z_FINISH);
    n = frame(b, FIN | DEFLATED | 1, MASK, k, small, k);
    check_reaction(&fx, "a stream that ends", b, n, 1, 0, 0);
    memset(big, ' ', sizeof big);
    memcpy(big, ping, 12);
    k = deflated(small, sizeof small, big, 8192, Z_SYNC_FLUSH);
    n = frame(b, FIN | DEFLATED | 1, MASK, k, small, k);
    check_reaction(&fx, "just not too long when it is read", b, n, 1, 0, 0);
    k = deflated(small, sizeof small, big, 8193, Z_SYNC_FLUSH);
    n = frame(b, FIN | DEFLATED | 1, MASK, k, small, k);
    check_reaction(&fx, "too long by a byte when it is read", b, n, 0, 0, 1009);
    n = text_frame(b, FIN | DEFLATED | 1, "\xff\xff\xff\xff no stream");
    check_reaction(&fx, "not compressed at all", b, n, 0, 0, 1002);
    k = deflated(small, sizeof small, "\"\xc3\x28\"", 4, Z_SYNC_FLUSH);
    n = frame(b, FIN | DEFLATED | 1, MASK, k, small, k);
    check_reaction(&fx, "compressed, not UTF-8", b, n, 0, 0, 1007);
    n = text_frame(b, 1, "{\"t\":");
    n += text_frame(b + n, FIN | DEFLATED | 0, "\"ping\"}");
    check_reaction(&fx, "only the first piece says it", b, n, 0, 0, 1002);
    n = text_frame(b, FIN | DEFLATED | 9, "x");
    check_reaction(&fx, "a compressed ping", b, n, 0, 0, 1002);
    shake = SHAKE;
    fixture_is_well(&fx);
    fixture_close(&fx);
}

static void what_is_compressed_is_read_back(void **unused) {
    (void)unused;
    static char text[200000], small[200000], again[200001];
    for (size_t i = 0; i < sizeof text; i++) text[i] = (char)('a' + fixture_chance(4));
    size_t n = ws_deflate(text, sizeof text, small, sizeof small);
    assert_true(n > 0 && n < sizeof text / 2);
    assert_int_equal(ws_inflate(small, n, again, sizeof text), (int)sizeof text);
    assert_memory_equal(text, again, sizeof text);
    for (size_t i = 0; i < 3000; i++) text[i] = (char)fixture_chance(256);
    assert_int_equal(ws_deflate(text, 3000, small, 3000), 0); /* it would be longer */
}

/* ---- By chance ------------------------------------------------------------ */

enum { CHANCES = 1500, INPUT_MAX = 16 * 1024 };

static size_t add_chance_frame(char *out) {
    char payload[300];
    uint32_t n = fixture_chance(4) ? fixture_chance(100) : fixture_chance(300);
    for (uint32_t i = 0; i < n; i++)
        payload[i] = (char)(fixture_chance(30) ? 32 + fixture_chance(95) : fixture_chance(256));
    if (fixture_chance(3) == 0) n = (uint32_t)snprintf(payload, sizeof payload, "%s", ping);
    int first = fixture_chance(6) ? FIN | 1 : (int)fixture_chance(256);
    size_t length = fixture_chance(40) ? n : fixture_chance(70000) & 0xffff;
    return frame(out, first, fixture_chance(30) ? MASK : PLAIN, length, payload, n);
}

/* Whole requests and frames, then some damage. */
static size_t make_input(char *out) {
    static const char *const requests[] = {
        HEALTH,
        GUEST,
        SHAKE,
        SHAKE_WITH(DEFLATE),
        "HEAD / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n",
        "GET /api/games/p77/board?v=1 HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"1\", \"2\"\r\n\r\n",
        "POST /api/login HTTP/1.1\r\nHost: x\r\n" JSON "Content-Length: 30\r\n\r\n"
        "{\"name\":\"a\",\"password\":\"bcdef\"}",
        "GET /api/tables/x/record?seat=%61 HTTP/1.0\r\nCookie: musket=0; a=b\r\n\r\n",
    };
    size_t n = 0;
    for (uint32_t i = 1 + fixture_chance(4); i > 0; i--) {
        const char *text = requests[fixture_chance(sizeof requests / sizeof *requests)];
        n += (size_t)sprintf(out + n, "%s", text);
        if (strncmp(text, "GET /ws", 7) == 0)
            for (uint32_t k = fixture_chance(8); k > 0; k--) n += add_chance_frame(out + n);
    }
    for (uint32_t k = fixture_chance(4); k > 0; k--) {
        size_t at = fixture_chance((uint32_t)n), length = fixture_chance(20);
        if (at + length > n) length = n - at;
        switch (fixture_chance(3)) {
        case 0: out[at] = (char)fixture_chance(256); break;
        case 1: memmove(out + at, out + at + length, n - at - length), n -= length; break;
        default: memmove(out + at + length, out + at, n - at), n += length;
        }
    }
    return n;
}

static void bytes_by_chance_end_nothing(void **unused) {
    (void)unused;
    static char input[INPUT_MAX];
    fixture fx;
    fixture_open(&fx, NULL);
    for (int i = 0; i < CHANCES; i++) {
        size_t n = make_input(input);
        char *answer =
            wire_talk(&fx.server, input, n, fixture_chance(3) ? 0 : 1 + fixture_chance(300), NULL);
        if (!answer)
            print_error("the connection stayed open after try %d\n", i); /* the same each time */
        assert_non_null(answer);
        free(answer);
        if (i % 100 == 0) fixture_is_well(&fx);
    }
    fixture_is_well(&fx);
    fixture_close(&fx); /* which fails if a sanitizer found something */
}

/* ---- Connections that keep us waiting -------------------------------------- */

/* From several addresses: so many connections that begin a request and do not end it. */
static void half_open_connections_keep_nobody_out(void **unused) {
    (void)unused;
    enum { ADDRESSES = 20, EACH = 100 };
    static int fds[ADDRESSES * EACH];
    fixture fx;
    fixture_open(&fx, NULL);
    for (int i = 0; i < ADDRESSES * EACH; i++) {
        char from[20];
        snprintf(from, sizeof from, "127.0.1.%d", 1 + i / EACH);
        fds[i] = wire_connect(&fx.server, from);
        assert_true(fds[i] >= 0);
        const char *begun = i % 3 == 0   ? "GET / HT"
                            : i % 3 == 1 ? "POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON
                                           "Content-Length: 100\r\n\r\n{"
                                         : "";
        send(fds[i], begun, strlen(begun), MSG_NOSIGNAL);
        if (i % 100 != 99) continue;
        double asked = wire_now();
        fixture_is_well(&fx);
        assert_true(wire_now() - asked < 2);
        /* From the same address too. */
        int fd = wire_connect(&fx.server, from);
        char got[200];
        assert_true(send(fd, HEALTH, sizeof HEALTH - 1, MSG_NOSIGNAL) > 0);
        struct pollfd p = {fd, POLLIN, 0};
        assert_int_equal(poll(&p, 1, 2000), 1);
        assert_true(recv(fd, got, sizeof got, 0) > 12);
        close(fd);
    }
    for (int i = 0; i < ADDRESSES * EACH; i++) close(fds[i]);
    fixture_close(&fx);
}

static bool is_closed_within(int fd, double seconds) {
    char rest[1000];
    double until = wire_now() + seconds;
    while (wire_now() < until) {
        struct pollfd p = {fd, POLLIN, 0};
        if (poll(&p, 1, 100) == 1 && recv(fd, rest, sizeof rest, 0) <= 0) return true;
    }
    return false;
}

/* Of one address at most 64 keep us waiting: the next pushes out its oldest, and nobody else's. */
static void one_address_pushes_out_its_own(void **unused) {
    (void)unused;
    enum { MOST = 64 };
    static const char begun[] = "GET / HT";
    int fd[MOST + 1];
    fixture fx;
    fixture_open(&fx, "--request-seconds", "60", NULL);
    int other = wire_connect(&fx.server, "127.0.3.2");
    for (int i = 0; i <= MOST; i++) {
        fd[i] = wire_connect(&fx.server, "127.0.3.1");
        assert_int_equal(send(fd[i], begun, sizeof begun - 1, MSG_NOSIGNAL), sizeof begun - 1);
    }
    assert_true(is_closed_within(fd[0], SECONDS));
    assert_false(is_closed_within(fd[1], 0.3));
    assert_false(is_closed_within(other, 0.1));
    for (int i = 0; i <= MOST; i++) close(fd[i]);
    close(other);
    fixture_close(&fx);
}

static void who_takes_too_long_is_closed(void **unused) {
    (void)unused;
    fixture fx;
    static const char *const begun[] = {
        "",
        "GET / HTTP/1.1\r\nHost: x\r\n",
        "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", /* answered, and no other follows */
        "POST /api/guest HTTP/1.1\r\nHost: x\r\n" JSON "Content-Length: 9\r\n\r\n{",
    };
    int fd[4];
    wire_socket silent;
    fixture_open(&fx, "--request-seconds", "1", NULL);
    double from = wire_now();
    assert_true(wire_open(&fx.server, NULL, NULL, &silent, NULL));
    for (int i = 0; i < 4; i++) {
        fd[i] = wire_connect(&fx.server, NULL);
        send(fd[i], begun[i], strlen(begun[i]), MSG_NOSIGNAL);
    }
    for (int i = 0; i < 4; i++) {
        assert_true(is_closed_within(fd[i], SECONDS));
        if (i < 3) assert_true(wire_now() - from < 5);
        close(fd[i]);
    }
    /* A WebSocket that says nothing is asked for a sign of life, then closed. */
    json_decref(wire_expect(&silent, "hello", SECONDS));
    char got[2] = "";
    while (recv(silent.fd, got, 2, MSG_DONTWAIT) != 2) assert_true(wire_now() - from < 2 * SECONDS);
    assert_memory_equal(got, "\x89\x00", 2);
    assert_true(wire_now() - from > 5);
    assert_true(is_closed_within(silent.fd, SECONDS));
    wire_close(&silent);
    fixture_close(&fx);
}

/* ---- One address and the others -------------------------------------------- */

static bool open_from(fixture *fx, const char *forwarded, wire_socket *s, int *status) {
    char text[1024], got[2000];
    int n = snprintf(text, sizeof text,
                     "GET /ws HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                     "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: musket\r\n\r\n",
                     forwarded);
    *s = (wire_socket){.fd = wire_connect(&fx->server, NULL)};
    assert_int_equal(send(s->fd, text, (size_t)n, MSG_NOSIGNAL), n);
    struct pollfd p = {s->fd, POLLIN, 0};
    assert_int_equal(poll(&p, 1, SECONDS * 1000), 1);
    assert_true(recv(s->fd, got, sizeof got - 1, 0) > 12);
    *status = atoi(got + 9);
    if (*status != 101) wire_close(s);
    return *status == 101;
}

static void one_address_has_its_share_of_sockets(void **unused) {
    (void)unused;
    enum { SHARE = 20 };
    fixture fx;
    wire_socket s[SHARE + 4];
    int status, n = 0;
    fixture_open(&fx, "--proxy", "--per-address", "20", NULL);
    /* One customer's IPv6 addresses are one. */
    for (; n < SHARE; n++) {
        char from[60];
        snprintf(from, sizeof from, "2001:db8:1:2:%x::%x", n * 7, n);
        assert_true(open_from(&fx, from, &s[n], &status));
    }
    assert_false(open_from(&fx, "2001:db8:1:2::ffff", &s[n], &status));
    assert_int_equal(status, 429);
    assert_true(open_from(&fx, "2001:db8:1:3::1", &s[n++], &status));
    assert_true(open_from(&fx, "192.0.2.1", &s[n++], &status));
    /* Who leaves makes room. */
    wire_close(&s[0]);
    double until = wire_now() + SECONDS;
    while (!open_from(&fx, "2001:db8:1:2::ffff", &s[0], &status)) assert_true(wire_now() < until);
    for (int i = 0; i < n; i++) wire_close(&s[i]);
    fixture_close(&fx);

    /* Without a proxy connections count where they come from. */
    int fd[SHARE];
    fixture_open(&fx, "--per-address", "20", "--request-seconds", "60", NULL);
    for (int i = 0; i < SHARE; i++) {
        fd[i] = wire_connect(&fx.server, "127.0.2.1");
        assert_int_equal(send(fd[i], SHAKE, sizeof SHAKE - 1, MSG_NOSIGNAL), sizeof SHAKE - 1);
        struct pollfd p = {fd[i], POLLIN, 0};
        assert_int_equal(poll(&p, 1, SECONDS * 1000), 1);
    }
    int over = wire_connect(&fx.server, "127.0.2.1");
    assert_true(over < 0 || is_closed_within(over, SECONDS));
    fixture_is_well(&fx);
    for (int i = 0; i < SHARE; i++) close(fd[i]);
    if (over >= 0) close(over);
    fixture_close(&fx);
}

/* ---- The end ----------------------------------------------------------------- */

static void the_end_is_said(void **unused) {
    (void)unused;
    fixture fx;
    wire_socket s;
    fixture_open(&fx, NULL);
    assert_true(wire_open(&fx.server, NULL, NULL, &s, NULL));
    json_decref(wire_expect(&s, "hello", SECONDS));
    int idle = wire_connect(&fx.server, NULL);
    double asked = wire_now();
    kill(fx.server.pid, SIGTERM);
    char got[20] = "";
    struct pollfd p = {s.fd, POLLIN, 0};
    assert_int_equal(poll(&p, 1, SECONDS * 1000), 1);
    assert_int_equal(recv(s.fd, got, sizeof got, 0), 4);
    assert_memory_equal(got, "\x88\x02\x03\xe9", 4); /* 1001: going away */
    wire_close(&s);
    close(idle);
    fixture_close(&fx);
    assert_true(wire_now() - asked < 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_behind_a_body_do_no_harm),
        cmocka_unit_test(requests_in_one_packet_are_answered_in_their_order),
        cmocka_unit_test(a_request_may_come_in_any_pieces),
        cmocka_unit_test(what_is_no_request_is_refused),
        cmocka_unit_test(answers_are_as_they_should_be),
        cmocka_unit_test(who_asks_to_send_a_body_hears_yes_or_no),
        cmocka_unit_test(long_headers_open_nothing),
        cmocka_unit_test(frames_are_read_as_the_rfc_has_them),
        cmocka_unit_test(messages_may_be_compressed),
        cmocka_unit_test(what_is_compressed_is_read_back),
        cmocka_unit_test(bytes_by_chance_end_nothing),
        cmocka_unit_test(half_open_connections_keep_nobody_out),
        cmocka_unit_test(one_address_pushes_out_its_own),
        cmocka_unit_test(who_takes_too_long_is_closed),
        cmocka_unit_test(one_address_has_its_share_of_sockets),
        cmocka_unit_test(the_end_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
