/* listen.c - where to listen: a name becomes an address, and what is wrong with it is said in words
 * before libwebsockets is asked. */
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/server.h"

/* Can we have this address? It is given back at once. */
static bool try_address(const struct addrinfo *a) {
    int on = 1, fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return false;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    bool fine = bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, 1) == 0;
    int reason = errno;
    close(fd);
    errno = reason;
    return fine;
}

bool listen_check(server_config *config, char *why, size_t size) {
    const struct addrinfo wanted = {.ai_flags = AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char port[8];
    snprintf(port, sizeof port, "%d", config->port);
    int code = getaddrinfo(config->host, port, &wanted, &found);
    const char *reason = NULL;
    if (code != 0)
        reason = gai_strerror(code);
    else if (!try_address(found))
        reason = strerror(errno);
    else
        getnameinfo(found->ai_addr, found->ai_addrlen, config->host, sizeof config->host, NULL, 0,
                    NI_NUMERICHOST);
    if (found) freeaddrinfo(found);
    if (reason)
        snprintf(why, size, "cannot listen on %s port %d: %s", config->host, config->port, reason);
    return !reason;
}

static bool can_read(const char *file, char *why, size_t size) {
    if (!file || access(file, R_OK) == 0) return true;
    snprintf(why, size, "%s: %s", file, strerror(errno));
    return false;
}

bool listen_check_files(const server_config *config, char *why, size_t size) {
    return can_read(config->cert, why, size) && can_read(config->key, why, size);
}
