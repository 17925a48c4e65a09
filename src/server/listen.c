/* listen.c - where to listen: a name becomes an address, and what is wrong with it is said in
 * words. */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/server.h"

static int listen_at(const struct addrinfo *a) {
    int on = 1, off = 0;
    int fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (a->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0) return fd;
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

static int port_of(int fd) {
    struct sockaddr_storage at;
    socklen_t size = sizeof at;
    if (getsockname(fd, (struct sockaddr *)&at, &size) != 0) return 0;
    return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                          : ((struct sockaddr_in *)&at)->sin_port);
}

int listen_open(server_config *config, char *why, size_t size) {
    const struct addrinfo wanted = {.ai_flags = AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char port[8];
    snprintf(port, sizeof port, "%d", config->port);
    int code = getaddrinfo(config->host, port, &wanted, &found);
    int fd = code == 0 ? listen_at(found) : -1;
    if (fd < 0) {
        snprintf(why, size, "cannot listen on %s port %d: %s", config->host, config->port,
                 code == 0 ? strerror(errno) : gai_strerror(code));
    } else {
        getnameinfo(found->ai_addr, found->ai_addrlen, config->host, sizeof config->host, NULL, 0,
                    NI_NUMERICHOST);
        config->port = port_of(fd);
    }
    if (found) freeaddrinfo(found);
    return fd;
}
