/* webpush.h - messages that only one browser can read (RFC 8291), signed so that its push service
 * knows who sends them (RFC 8292, VAPID), and where they may go. Nothing here knows the server. */
#ifndef WEBPUSH_H
#define WEBPUSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum {
    WEBPUSH_PRIVATE = 32, /* a number of P-256 */
    WEBPUSH_PUBLIC = 65,  /* a point, uncompressed */
    WEBPUSH_AUTH = 16,
    WEBPUSH_SALT = 16,
    WEBPUSH_TEXT_MAX = 3000, /* services must take 4,096 bytes in all */
    WEBPUSH_BODY_MAX = 86 + WEBPUSH_TEXT_MAX + 17,
    WEBPUSH_HEADER_MAX = 800,
    WEBPUSH_ORIGIN = 300
};

bool webpush_new_key(uint8_t key[WEBPUSH_PRIVATE]);
bool webpush_public(const uint8_t key[WEBPUSH_PRIVATE], uint8_t point[WEBPUSH_PUBLIC]);
/* Is this a point of the curve that something can be encrypted for? */
bool webpush_is_point(const uint8_t point[WEBPUSH_PUBLIC]);

/* What the browser with this key and secret can read. `sender` is a key for this one message. The
 * size of the body, 0: it cannot be done. */
size_t webpush_encrypt(const uint8_t point[WEBPUSH_PUBLIC], const uint8_t auth[WEBPUSH_AUTH],
                       const uint8_t sender[WEBPUSH_PRIVATE], const uint8_t salt[WEBPUSH_SALT],
                       const char *text, size_t size, uint8_t body[WEBPUSH_BODY_MAX]);

/* The value of the Authorization header. `subject`: how the service can reach us, NULL: it cannot.
 */
bool webpush_authorize(const uint8_t key[WEBPUSH_PRIVATE], const char *origin, const char *subject,
                       int64_t expires, char out[WEBPUSH_HEADER_MAX]);

/* May a message be sent there? Only by HTTPS on its port, not to a name or number of this machine
 * or of a network of its own; `local` allows all of it. Writes the origin. */
bool webpush_endpoint(const char *url, bool local, char origin[WEBPUSH_ORIGIN]);
/* Is an address one of the public internet? What a name stands for is asked when it is connected
 * to. */
bool webpush_is_public(const struct sockaddr *);

#endif
