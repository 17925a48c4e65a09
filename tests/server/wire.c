#include "wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_SECONDS = 30 };

double wire_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- A server ----------------------------------------------------------- */

static void run_server(const wire_server *s, int out) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves nothing behind */
    const char *argv[64] = {s->binary, "serve", "--listen", "127.0.0.1:0", "--db", s->db};
    int n = 6;
    for (int i = 0; s->args[i]; i++) argv[n++] = s->args[i];
    int log = open(s->log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(out, 1);
    dup2(log, 2);
    execv(s->binary, (char *const *)argv);
    _exit(127);
}

/* Reads until the line that names the port. */
static bool read_port(wire_server *s) {
    char line[200] = "";
    size_t n = 0;
    double until = wire_now() + WAIT_SECONDS;
    while (n + 1 < sizeof line && wire_now() < until) {
        struct pollfd p = {s->out, POLLIN, 0};
        if (poll(&p, 1, 100) <= 0) continue;
        if (read(s->out, line + n, 1) != 1) return false;
        if (line[n++] != '\n') continue;
        const char *colon = strrchr(line, ':');
        s->port = colon ? atoi(colon + 1) : 0;
        return s->port > 0;
    }
    return false;
}

bool wire_restart(wire_server *s) {
    int ends[2];
    double begun = wire_now();
    if (pipe(ends) != 0) return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    s->pid = fork();
    if (s->pid == 0) run_server(s, ends[1]);
    close(ends[1]);
    s->out = ends[0];
    if (s->pid > 0 && read_port(s)) {
        s->listen_after = wire_now() - begun;
        return true;
    }
    wire_kill(s);
    return false;
}

bool wire_start(wire_server *s, const char *binary, const char *dir) {
    signal(SIGPIPE, SIG_IGN);
    snprintf(s->binary, sizeof s->binary, "%s", binary);
    if (!*s->db) snprintf(s->db, sizeof s->db, "%s/musket.db", dir);
    snprintf(s->log, sizeof s->log, "%s/server.log", dir);
    return wire_restart(s);
}

void wire_kill(wire_server *s) {
    if (s->pid > 0) {
        kill(s->pid, SIGKILL);
        waitpid(s->pid, NULL, 0);
    }
    close(s->out);
    s->pid = 0;
}

int wire_stop(wire_server *s) {
    int status = -1;
    if (s->pid <= 0) return -1;
    kill(s->pid, SIGTERM);
    waitpid(s->pid, &status, 0);
    close(s->out);
    s->pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

long wire_memory(const wire_server *s) {
    char name[64];
    long pages = 0;
    snprintf(name, sizeof name, "/proc/%d/statm", (int)s->pid);
    FILE *f = fopen(name, "r");
    if (!f) return 0;
    if (fscanf(f, "%*d %ld", &pages) != 1) pages = 0;
    fclose(f);
    return pages * sysconf(_SC_PAGESIZE);
}

/* ---- Sockets ------------------------------------------------------------ */

int wire_connect(const wire_server *s, const char *from) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)s->port)};
    struct sockaddr_in source = {.sin_family = AF_INET};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    if (fd < 0) return -1;
    bool bound = !from || (inet_pton(AF_INET, from, &source.sin_addr) == 1 &&
                           bind(fd, (struct sockaddr *)&source, sizeof source) == 0);
    if (!bound || connect(fd, (struct sockaddr *)&at, sizeof at) != 0) {
        close(fd);
        return -1;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

static int connect_to(const wire_server *s) { return wire_connect(s, *s->from ? s->from : NULL); }

static bool write_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t n = send(fd, bytes, size, MSG_NOSIGNAL);
        if (n < 0 && errno == EAGAIN) {
            struct pollfd p = {fd, POLLOUT, 0};
            if (poll(&p, 1, WAIT_SECONDS * 1000) <= 0) return false;
            continue;
        }
        if (n <= 0) return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

static bool is_readable(int fd, double until) {
    struct pollfd p = {fd, POLLIN, 0};
    double left = until - wire_now();
    return poll(&p, 1, left > 0 ? (int)(left * 1000) + 1 : 0) > 0;
}

char *wire_talk(const wire_server *s, const void *bytes, size_t size, size_t piece,
                size_t *answer_size) {
    int fd = connect_to(s);
    size_t n = 0, room = 0;
    char *answer = NULL;
    double until = wire_now() + WAIT_SECONDS;
    bool closed = fd < 0;
    for (size_t at = 0; fd >= 0 && at < size;) {
        size_t more = piece && piece < size - at ? piece : size - at;
        if (!write_all(fd, (const char *)bytes + at, more)) break;
        at += more;
    }
    if (fd >= 0) shutdown(fd, SHUT_WR);
    while (!closed && is_readable(fd, until)) {
        if (room - n < 65536) answer = realloc(answer, room += 65536 + room);
        ssize_t got = read(fd, answer + n, room - n - 1);
        closed = got <= 0;
        if (got > 0) n += (size_t)got;
    }
    if (fd >= 0) close(fd);
    if (!closed) {
        free(answer);
        return NULL;
    }
    if (!answer) answer = malloc(1);
    answer[n] = '\0';
    if (answer_size) *answer_size = n;
    return answer;
}

/* ---- HTTP --------------------------------------------------------------- */

const char *wire_header(const wire_answer *a, const char *name, char *out, size_t size) {
    char start[64];
    snprintf(start, sizeof start, "\r\n%s: ", name);
    const char *at = strcasestr(a->head, start);
    out[0] = '\0';
    if (!at) return NULL;
    at += strlen(start);
    snprintf(out, size, "%.*s", (int)strcspn(at, "\r\n"), at);
    return out;
}

static size_t body_length(const char *head) {
    const char *at = strcasestr(head, "\r\ncontent-length: ");
    return at ? strtoul(at + 18, NULL, 10) : 0;
}

wire_answer wire_raw(const wire_server *s, const char *bytes, size_t size) {
    wire_answer a = {0};
    int fd = connect_to(s);
    char *all = calloc(1, 1), *end = NULL;
    size_t n = 0;
    double until = wire_now() + WAIT_SECONDS;
    if (fd >= 0) write_all(fd, bytes, size); /* it may answer before it has read everything */
    while (fd >= 0 && is_readable(fd, until)) {
        all = realloc(all, n + 65537);
        ssize_t got = read(fd, all + n, 65536);
        if (got <= 0) break;
        n += (size_t)got;
        all[n] = '\0';
        end = strstr(all, "\r\n\r\n");
        if (!end) continue;
        bool no_body = strncmp(all + 9, "304", 3) == 0;
        if (no_body || n >= (size_t)(end + 4 - all) + body_length(all)) break;
    }
    if (fd >= 0) close(fd);
    if (end) {
        a.status = atoi(all + 9);
        snprintf(a.head, sizeof a.head, "%.*s\r\n", (int)(end - all), all);
        a.body = strdup(end + 4);
        a.json = json_loads(a.body, 0, NULL);
    }
    free(all);
    return a;
}

wire_answer wire_request(const wire_server *s, wire_jar *jar, const char *path, const char *body,
                         const char *extra) {
    size_t room = 2048 + (body ? strlen(body) : 0) + (extra ? strlen(extra) : 0);
    char *text = malloc(room), cookie[200];
    int n = snprintf(text, room, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s",
                     body ? "POST" : "GET", path, s->port, extra ? extra : "");
    if (jar && *jar->cookie)
        n += snprintf(text + n, room - (size_t)n, "Cookie: %s\r\n", jar->cookie);
    if (body)
        n += snprintf(text + n, room - (size_t)n, "%sContent-Length: %zu\r\n\r\n%s",
                      extra && strcasestr(extra, "content-type")
                          ? ""
                          : "Content-Type: application/json\r\n",
                      strlen(body), body);
    else
        n += snprintf(text + n, room - (size_t)n, "\r\n");
    wire_answer a = wire_raw(s, text, (size_t)n);
    free(text);
    if (jar && wire_header(&a, "set-cookie", cookie, sizeof cookie))
        snprintf(jar->cookie, sizeof jar->cookie, "%.*s", (int)strcspn(cookie, ";"), cookie);
    return a;
}

void wire_free(wire_answer *a) {
    free(a->body);
    json_decref(a->json);
    *a = (wire_answer){0};
}

/* ---- WebSockets --------------------------------------------------------- */

bool wire_open(const wire_server *s, const wire_jar *jar, const char *origin, wire_socket *w,
               int *status) {
    return wire_open_at(s, "/ws", jar, origin, w, status);
}

bool wire_open_at(const wire_server *s, const char *address, const wire_jar *jar,
                  const char *origin, wire_socket *w, int *status) {
    char text[8192];
    int n = snprintf(text, sizeof text,
                     "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                     "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: musket\r\n",
                     address, s->port);
    if (jar && *jar->cookie)
        n += snprintf(text + n, sizeof text - (size_t)n, "Cookie: %s\r\n", jar->cookie);
    if (origin) n += snprintf(text + n, sizeof text - (size_t)n, "Origin: %s\r\n", origin);
    n += snprintf(text + n, sizeof text - (size_t)n, "\r\n");
    *w = (wire_socket){.fd = connect_to(s)};
    if (status) *status = 0;
    if (w->fd < 0) return false;
    fcntl(w->fd, F_SETFL, O_NONBLOCK);
    double until = wire_now() + WAIT_SECONDS;
    bool open = write_all(w->fd, text, (size_t)n);
    char *end = NULL;
    while (open && !end && is_readable(w->fd, until)) {
        open = wire_fill(w);
        end = w->buffer ? strstr(w->buffer, "\r\n\r\n") : NULL;
    }
    int answer = end ? atoi(w->buffer + 9) : 0;
    if (status) *status = answer;
    if (answer != 101) {
        wire_close(w);
        return false;
    }
    w->begin = (size_t)(end + 4 - w->buffer);
    return true;
}

void wire_close(wire_socket *w) {
    if (w->fd >= 0) close(w->fd);
    free(w->buffer);
    *w = (wire_socket){.fd = -1};
}

bool wire_send_bytes(wire_socket *w, const void *bytes, size_t size) {
    return w->fd >= 0 && write_all(w->fd, bytes, size);
}

bool wire_send_frame(wire_socket *w, int opcode, bool final, const char *bytes, size_t size) {
    static const unsigned char mask[4] = {0x12, 0x34, 0x56, 0x78};
    unsigned char small[512], *frame = size + 14 <= sizeof small ? small : malloc(size + 14);
    size_t n = 0;
    frame[n++] = (unsigned char)((final ? 0x80 : 0) | opcode);
    if (size < 126) {
        frame[n++] = (unsigned char)(0x80 | size);
    } else if (size < 65536) {
        frame[n++] = 0x80 | 126;
        frame[n++] = (unsigned char)(size >> 8);
        frame[n++] = (unsigned char)size;
    } else {
        frame[n++] = 0x80 | 127;
        for (int i = 7; i >= 0; i--) frame[n++] = (unsigned char)((uint64_t)size >> (8 * i));
    }
    memcpy(frame + n, mask, 4);
    n += 4;
    for (size_t i = 0; i < size; i++) frame[n++] = (unsigned char)bytes[i] ^ mask[i & 3];
    bool sent = wire_send_bytes(w, frame, n);
    if (frame != small) free(frame);
    return sent;
}

bool wire_send(wire_socket *w, const char *text) {
    return wire_send_frame(w, 1, true, text, strlen(text));
}

bool wire_fill(wire_socket *w) {
    if (w->fd < 0) return false;
    if (w->begin > 0) {
        memmove(w->buffer, w->buffer + w->begin, w->end - w->begin);
        w->end -= w->begin;
        w->begin = 0;
    }
    for (;;) {
        if (w->room - w->end < 4096) {
            w->room = w->room ? 2 * w->room : 16384;
            w->buffer = realloc(w->buffer, w->room);
        }
        size_t free_room = w->room - w->end - 1;
        ssize_t n = read(w->fd, w->buffer + w->end, free_room);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) break;
        if (n <= 0) return false;
        w->end += (size_t)n;
        if ((size_t)n < free_room) break;
    }
    w->buffer[w->end] = '\0';
    return true;
}

char *wire_next(wire_socket *w, size_t *size) {
    for (;;) {
        const unsigned char *p = (const unsigned char *)w->buffer + w->begin;
        size_t have = w->end - w->begin, head = 2;
        if (have < 2) return NULL;
        uint64_t n = p[1] & 0x7f;
        if (n == 126) {
            if (have < 4) return NULL;
            n = (uint64_t)p[2] << 8 | p[3];
            head = 4;
        } else if (n == 127) {
            if (have < 10) return NULL;
            n = 0;
            for (int i = 0; i < 8; i++) n = n << 8 | p[2 + i];
            head = 10;
        }
        if (have < head + n) return NULL;
        int opcode = p[0] & 0x0f;
        char *payload = w->buffer + w->begin + head;
        w->begin += head + n;
        if (opcode == 9) wire_send_frame(w, 10, true, payload, n);
        if (opcode != 1) continue;
        *size = n;
        return payload;
    }
}

json_t *wire_receive(wire_socket *w, double seconds) {
    double until = wire_now() + seconds;
    size_t size;
    for (;;) {
        char *text = w->fd >= 0 ? wire_next(w, &size) : NULL;
        if (text) return json_loadb(text, size, 0, NULL);
        if (w->fd < 0 || !is_readable(w->fd, until)) return NULL;
        if (!wire_fill(w)) {
            wire_close(w);
            return NULL;
        }
    }
}

json_t *wire_expect(wire_socket *w, const char *type, double seconds) {
    double until = wire_now() + seconds;
    for (;;) {
        json_t *frame = wire_receive(w, until - wire_now());
        if (!frame) return NULL;
        const char *t = json_string_value(json_object_get(frame, "t"));
        if (t && strcmp(t, type) == 0) return frame;
        json_decref(frame);
    }
}
