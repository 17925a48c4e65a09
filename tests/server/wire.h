/* wire.h - the other end of the server: plain sockets, HTTP and WebSockets, for tests and load.
 *
 * It starts the real binary on a free port of loopback and speaks to it byte by byte, so that it
 * can also send what no proper client would. Nothing here knows the server's code. */
#ifndef WIRE_H
#define WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* ---- A server ----------------------------------------------------------- */

typedef struct {
    pid_t pid;
    int port;
    int out;                             /* its standard output */
    double listen_after;                 /* seconds from the start to the line that says so */
    char binary[256], db[256], log[256]; /* db: one in `dir` unless it is named before */
    char from[24];                       /* the address of loopback to connect from; "": any */
    const char *args[48];                /* further arguments; NULL-terminated */
} wire_server;

/* Starts `binary serve` with a file in `dir` and the arguments in s->args, waits until it listens.
 * False: it ended instead. */
bool wire_start(wire_server *, const char *binary, const char *dir);
bool wire_restart(wire_server *);      /* the same file again */
void wire_kill(wire_server *);         /* kill -9 */
int wire_stop(wire_server *);          /* SIGTERM; its exit code */
long wire_memory(const wire_server *); /* resident bytes */

double wire_now(void);

/* A connection from this address of loopback (NULL: any), -1: refused. */
int wire_connect(const wire_server *, const char *from);
/* Sends bytes in pieces of `piece` bytes (0: at once), no more after them, and reads until the
 * other side closes. The answer is NUL-terminated, to be freed. NULL: it did not close in time. */
char *wire_talk(const wire_server *, const void *bytes, size_t size, size_t piece,
                size_t *answer_size);

/* ---- HTTP --------------------------------------------------------------- */

typedef struct {
    char cookie[80]; /* "musket=…"; "": none */
} wire_jar;

typedef struct {
    int status;
    char head[4096];
    char *body;   /* freed by wire_free */
    json_t *json; /* the body, if it is JSON */
} wire_answer;

/* One request on a connection of its own. body NULL: GET. extra: more header lines, each with
 * CRLF, or NULL. The jar may be NULL; a Set-Cookie is put into it. status 0: no answer. */
wire_answer wire_request(const wire_server *, wire_jar *, const char *path, const char *body,
                         const char *extra);
/* The same with any bytes instead of a request. */
wire_answer wire_raw(const wire_server *, const char *bytes, size_t size);
void wire_free(wire_answer *);
const char *wire_header(const wire_answer *, const char *name, char *out, size_t size);

/* ---- WebSockets --------------------------------------------------------- */

typedef struct {
    int fd; /* -1: closed */
    char *buffer;
    size_t begin, end, room;
} wire_socket;

/* origin NULL: none is sent. False: refused; status in *status. */
bool wire_open(const wire_server *, const wire_jar *, const char *origin, wire_socket *,
               int *status);
bool wire_open_at(const wire_server *, const char *address, const wire_jar *, const char *origin,
                  wire_socket *, int *status);
void wire_close(wire_socket *);
bool wire_send(wire_socket *, const char *text);
bool wire_send_frame(wire_socket *, int opcode, bool final, const char *bytes, size_t size);
bool wire_send_bytes(wire_socket *, const void *bytes, size_t size); /* as they are */
/* Reads what is there. False: closed by the other side. Does not wait. */
bool wire_fill(wire_socket *);
/* The next whole text frame that was read; NULL: none yet. Valid until the next call. Pings are
 * answered. */
char *wire_next(wire_socket *, size_t *size);
/* Waits for the next frame, parsed. NULL: none in time, or closed. */
json_t *wire_receive(wire_socket *, double seconds);
/* Waits for a frame of this type, passing over others. */
json_t *wire_expect(wire_socket *, const char *type, double seconds);

#endif
