/* head.c - the head of a request: the request line and its header lines, read strictly.
 *
 * What two readers of the same bytes could read differently is refused (RFC 9112, 11.2): bare line
 * feeds, folded lines, blanks before a colon, lengths that come twice or beside an encoding.
 */
#include <string.h>
#include <strings.h>

#include "net/net.h"

enum { BAD = -400, NO_LENGTH = -411, LONG_TARGET = -414, BAD_EXPECTATION = -417 };
enum { OTHER_VERSION = -426 };
enum { TOO_LARGE = -431, NO_METHOD = -405, NOT_IMPLEMENTED = -501, BAD_VERSION = -505 };

static const struct {
    const char *name;
    bool last_counts;
} fields[FIELD_KINDS] = {
    [FIELD_HOST] = {"host", false},
    [FIELD_ORIGIN] = {"origin", false},
    [FIELD_COOKIE] = {"cookie", false},
    [FIELD_CONTENT_TYPE] = {"content-type", false},
    [FIELD_CONTENT_LENGTH] = {"content-length", false},
    [FIELD_TRANSFER_ENCODING] = {"transfer-encoding", false},
    [FIELD_EXPECT] = {"expect", false},
    [FIELD_IF_NONE_MATCH] = {"if-none-match", false},
    [FIELD_FORWARDED_FOR] = {"x-forwarded-for", true},
    [FIELD_USER_AGENT] = {"user-agent", false},
    [FIELD_UPGRADE] = {"upgrade", false},
    [FIELD_SOCKET_KEY] = {"sec-websocket-key", false},
    [FIELD_SOCKET_VERSION] = {"sec-websocket-version", false},
};

/* ---- Slices -------------------------------------------------------------- */

bool slice_is(slice s, const char *text) {
    return s.n == strlen(text) && s.n > 0 && memcmp(s.p, text, s.n) == 0;
}

bool slice_begins(slice s, const char *text) {
    size_t n = strlen(text);
    return s.n >= n && memcmp(s.p, text, n) == 0;
}

static bool same_word(slice s, const char *word) {
    return s.n == strlen(word) && strncasecmp(s.p, word, s.n) == 0;
}

static slice trimmed(slice s) {
    while (s.n > 0 && (*s.p == ' ' || *s.p == '\t')) s.p++, s.n--;
    while (s.n > 0 && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t')) s.n--;
    return s;
}

/* What stands before the next `c`, or all of it; the rest is what stands behind. */
static slice cut(slice *rest, char c) {
    const char *at = rest->n ? memchr(rest->p, c, rest->n) : NULL;
    slice first = {rest->p, at ? (size_t)(at - rest->p) : rest->n};
    size_t used = at ? first.n + 1 : first.n;
    rest->p += used;
    rest->n -= used;
    return first;
}

/* "q=0", "q=0.00": of what is listed this is not wanted. */
static bool is_refused(slice parameter) {
    if (!slice_begins(parameter, "q=0")) return false;
    for (size_t i = 3; i < parameter.n; i++)
        if (parameter.p[i] != '0' && parameter.p[i] != '.') return false;
    return true;
}

/* Is a word among the values of a comma-separated list? What follows a semicolon is no name. */
static bool lists(slice list, const char *word) {
    while (list.n > 0) {
        slice value = cut(&list, ',');
        slice name = trimmed(cut(&value, ';'));
        if (!same_word(name, word)) continue;
        return !is_refused(trimmed(value));
    }
    return false;
}

/* ---- Characters ---------------------------------------------------------- */

/* Of a method or the name of a field: RFC 9110, 5.6.2. */
static bool is_token(slice s) {
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && (c <= ' ' || c >= 127 || !strchr("!#$%&'*+-.^_`|~", c))) return false;
    }
    return s.n > 0;
}

static bool is_value(slice s) {
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if ((c < ' ' && c != '\t') || c == 127) return false;
    }
    return true;
}

/* Visible ASCII: in an address everything else is written as %XX. */
static bool is_visible(slice s) {
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] <= ' ' || s.p[i] >= 127) return false;
    return s.n > 0;
}

static bool is_host(slice s) {
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && (c == '\0' || !strchr(".-_:[]", c))) return false;
    }
    return s.n > 0;
}

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool head_decode(slice s, char *out, size_t size) {
    size_t n = 0;
    if (size == 0) return false;
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (c == '%') {
            int high = i + 2 < s.n ? hex(s.p[i + 1]) : -1, low = high >= 0 ? hex(s.p[i + 2]) : -1;
            if (low < 0) return false;
            c = (unsigned char)(high << 4 | low);
            i += 2;
        }
        if (c < ' ' || c == 127 || n + 1 >= size) return false;
        out[n++] = (char)c;
    }
    out[n] = '\0';
    return true;
}

/* ---- The request line ---------------------------------------------------- */

static int read_target(slice target, http_head *head) {
    if (target.n > TARGET_MAX) return LONG_TARGET;
    if (!is_visible(target) || *target.p != '/' || memchr(target.p, '#', target.n)) return BAD;
    head->query = target;
    head->path = cut(&head->query, '?');
    return 0;
}

static int read_version(slice version, http_head *head) {
    if (slice_is(version, "HTTP/1.1")) {
        head->keep_alive = true;
        return 0;
    }
    if (slice_is(version, "HTTP/1.0")) return 0;
    bool is_version = version.n == 8 && slice_begins(version, "HTTP/") && version.p[6] == '.';
    return is_version ? BAD_VERSION : BAD;
}

static int read_request_line(slice line, http_head *head) {
    slice method = cut(&line, ' '), target = cut(&line, ' ');
    int refusal = 0;
    if (!is_token(method) || target.n == 0) return BAD;
    if ((refusal = read_version(line, head)) < 0) return refusal;
    if (slice_is(method, "GET"))
        head->method = METHOD_GET;
    else if (slice_is(method, "HEAD"))
        head->method = METHOD_HEAD;
    else if (slice_is(method, "POST"))
        head->method = METHOD_POST;
    else
        return NO_METHOD;
    return read_target(target, head);
}

/* ---- The fields ---------------------------------------------------------- */

/* May we answer this offer of Sec-WebSocket-Extensions (RFC 7692, 7.1)? We compress with the whole
 * window and remember nothing from one message to the next, so only a smaller window of ours is a
 * demand that we do not meet. */
static bool takes_offer(slice offer) {
    slice name = trimmed(cut(&offer, ';'));
    if (!same_word(name, "permessage-deflate")) return false;
    while (offer.n > 0) {
        slice value = trimmed(cut(&offer, ';')), parameter = trimmed(cut(&value, '='));
        if (!same_word(parameter, "client_max_window_bits") &&
            !same_word(parameter, "client_no_context_takeover") &&
            !same_word(parameter, "server_no_context_takeover"))
            return false;
    }
    return true;
}

static bool offers_deflate(slice offers) {
    while (offers.n > 0)
        if (takes_offer(cut(&offers, ','))) return true;
    return false;
}

/* Those that are lists and may come in several lines. */
static void read_list(slice name, slice value, http_head *head, bool *closes) {
    if (same_word(name, "connection")) {
        *closes |= lists(value, "close");
        head->asks_upgrade |= lists(value, "upgrade");
    } else if (same_word(name, "accept-encoding")) {
        head->accepts_gzip |= lists(value, "gzip");
    } else if (same_word(name, "sec-websocket-protocol")) {
        head->speaks_musket |= lists(value, "musket");
    } else if (same_word(name, "sec-websocket-extensions")) {
        head->accepts_deflate |= offers_deflate(value);
    }
}

static int read_field(slice line, http_head *head, bool *closes) {
    slice value = line, name = cut(&value, ':');
    if (name.n == line.n || !is_token(name) || !is_value(value)) return BAD;
    value = trimmed(value);
    for (int i = 0; i < FIELD_KINDS; i++) {
        if (!same_word(name, fields[i].name)) continue;
        if (head->field[i].p && !fields[i].last_counts) return BAD;
        head->field[i] = value;
        return 0;
    }
    read_list(name, value, head, closes);
    return 0;
}

static bool read_length(slice digits, uint64_t *length) {
    enum { MOST_DIGITS = 15 };
    *length = 0;
    for (size_t i = 0; i < digits.n; i++) {
        if (digits.p[i] < '0' || digits.p[i] > '9') return false;
        *length = 10 * *length + (uint64_t)(digits.p[i] - '0');
    }
    return digits.n > 0 && digits.n <= MOST_DIGITS;
}

/* How long is the body? Only POST has one. */
static int read_framing(http_head *head) {
    slice length = head->field[FIELD_CONTENT_LENGTH], expect = head->field[FIELD_EXPECT];
    if (head->field[FIELD_TRANSFER_ENCODING].p) return length.p ? BAD : NOT_IMPLEMENTED;
    if (length.p && !read_length(length, &head->body)) return BAD;
    if (head->method == METHOD_POST && !length.p) return NO_LENGTH;
    if (head->method != METHOD_POST && head->body > 0) return BAD;
    if (expect.p && !same_word(expect, "100-continue")) return BAD_EXPECTATION;
    head->expects_continue = expect.p && head->keep_alive && head->body > 0;
    return 0;
}

/* Does it ask for a WebSocket (RFC 6455, 4.2.1)? A bad way to ask is refused. */
static int read_upgrade(http_head *head) {
    slice key = head->field[FIELD_SOCKET_KEY];
    if (!head->asks_upgrade || !lists(head->field[FIELD_UPGRADE], "websocket")) return 0;
    if (head->method != METHOD_GET || !head->keep_alive || key.n != 24) return BAD;
    if (key.p[22] != '=' || key.p[23] != '=') return BAD;
    if (!slice_is(head->field[FIELD_SOCKET_VERSION], "13")) return OTHER_VERSION;
    head->is_socket = true;
    return 0;
}

static int finish(http_head *head, bool is_1_1, bool closes) {
    int refusal = 0;
    slice host = head->field[FIELD_HOST];
    if (is_1_1 ? !is_host(host) : host.p && !is_host(host)) return BAD;
    if ((refusal = read_framing(head)) < 0) return refusal;
    if (closes) head->keep_alive = false;
    return read_upgrade(head);
}

/* The line that begins here, without its end. False: it has none yet. */
static bool next_line(const char *bytes, size_t n, size_t *at, slice *line) {
    const char *end = n > *at ? memchr(bytes + *at, '\n', n - *at) : NULL;
    if (!end) return false;
    *line = (slice){bytes + *at, (size_t)(end - bytes) - *at};
    *at += line->n + 1;
    return true;
}

static bool ends_properly(slice *line) {
    if (line->n == 0 || line->p[line->n - 1] != '\r') return false;
    line->n--;
    return true;
}

int head_parse(const char *bytes, size_t n, http_head *head) {
    size_t at = n >= 2 && memcmp(bytes, "\r\n", 2) == 0 ? 2 : 0; /* one empty line is forgiven */
    bool closes = false, is_1_1 = false;
    slice line;
    *head = (http_head){0};
    for (int lines = 0; next_line(bytes, n, &at, &line); lines++) {
        int refusal = 0;
        if (at > HEAD_MAX || lines > HEAD_LINES) return TOO_LARGE;
        if (!ends_properly(&line)) return BAD;
        if (lines == 0) {
            refusal = read_request_line(line, head);
            is_1_1 = head->keep_alive;
        } else if (line.n == 0) {
            refusal = finish(head, is_1_1, closes);
            return refusal < 0 ? refusal : (int)at;
        } else {
            refusal = read_field(line, head, &closes);
        }
        if (refusal < 0) return refusal;
    }
    return n >= HEAD_MAX ? TOO_LARGE : 0;
}
