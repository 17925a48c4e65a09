/* serve.c - `musket serve`. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "server/server.h"

/* "HOST:PORT", "PORT" or "[::1]:PORT". */
static bool read_listen(const char *text, server_config *config) {
    const char *colon = strrchr(text, ':');
    const char *port = colon ? colon + 1 : text;
    size_t host = colon ? (size_t)(colon - text) : 0;
    char *end;
    long number = strtol(port, &end, 10);
    if (!*port || *end || number < 0 || number > 65535 || host >= sizeof config->host) {
        cli_error("--listen %s: expected HOST:PORT", text);
        return false;
    }
    config->port = (int)number;
    if (host > 1 && text[0] == '[' && text[host - 1] == ']') text++, host -= 2;
    if (host > 0) snprintf(config->host, sizeof config->host, "%.*s", (int)host, text);
    return true;
}

/* "login=10/60": ten in sixty seconds. */
static bool read_limit(const char *text, server_config *config) {
    double count, seconds;
    const char *equals = strchr(text, '=');
    for (int i = 0; equals && i < LIMIT_KINDS; i++) {
        size_t n = strlen(limit_name((limit_kind)i));
        if (n != (size_t)(equals - text) || strncmp(text, limit_name((limit_kind)i), n) != 0)
            continue;
        if (sscanf(equals + 1, "%lf/%lf", &count, &seconds) != 2 || count < 1 || seconds <= 0)
            break;
        config->limit[i] = (limit_rule){count, seconds};
        return true;
    }
    cli_error("--limit %s: expected NAME=COUNT/SECONDS, as in login=10/60", text);
    return false;
}

static bool read_lists(const cli_list *limited, const cli_list *origins, server_config *config) {
    for (int i = 0; i < limited->count; i++)
        if (!read_limit(limited->at[i], config)) return false;
    if (origins->count > MAX_ORIGINS) {
        cli_error("at most %d times --origin", MAX_ORIGINS);
        return false;
    }
    config->origin_count = origins->count;
    memcpy(config->origin, origins->at, (size_t)origins->count * sizeof *origins->at);
    return true;
}

int cli_serve(int argc, char **argv) {
    server_config config;
    server_config_init(&config);
    const char *listen = NULL, *data = NULL;
    cli_list limited = {0}, origins = {0}, words;
    bool drafts = false;
    config.db = "musket.db";
    const cli_option options[] = {
        {"--listen", "HOST:PORT", "where to listen (127.0.0.1:1776); port 0: any that is free",
         CLI_TEXT, &listen, 0, 0},
        {"--db", "FILE", "accounts and tables (musket.db); or a database: postgresql://…", CLI_TEXT,
         &config.db, 0, 0},
        {"--data", "DIR", "play with the data pack in this folder", CLI_TEXT, &data, 0, 0},
        {"--cert", "FILE", "TLS: the certificate chain, PEM", CLI_TEXT, &config.cert, 0, 0},
        {"--key", "FILE", "TLS: its private key, PEM", CLI_TEXT, &config.key, 0, 0},
        {"--proxy", NULL, "believe X-Forwarded-For of a proxy on this machine", CLI_FLAG,
         &config.proxy, 0, 0},
        {"--origin", "URL", "a page that may call us, besides our own; may be repeated", CLI_LIST,
         &origins, 0, 0},
        {"--limit", "NAME=N/S", "another rate limit: N in S seconds; may be repeated", CLI_LIST,
         &limited, 0, 0},
        {"--clients", "N", "at most so many WebSockets", CLI_NUMBER, &config.max_clients, 1, 60000},
        {"--metrics-open", NULL, "answer /metrics to everyone", CLI_FLAG, &config.metrics_open, 0,
         0},
        {"--per-address", "N", "at most so many connections of one address", CLI_NUMBER,
         &config.per_address, 1, 60000},
        {"--request-seconds", "S", "time for the head of a request; six times that for its body",
         CLI_NUMBER, &config.request_seconds, 1, 600},
        {"--smtp", "URL", "a relay for mail: smtp://host:25; without it there is none", CLI_TEXT,
         &config.smtp, 0, 0},
        {"--mail-from", "ADDRESS", "the sender of mails", CLI_TEXT, &config.mail_from, 0, 0},
        {"--mail-after", "S", "seconds that a player is waited for before the mail", CLI_NUMBER,
         &config.mail_after, 0, 86400},
        {"--push-after", "S", "seconds that a player is waited for before a push message",
         CLI_NUMBER, &config.push_after, 0, 86400},
        {"--drafts", NULL, "offer games and scenarios in the making, too; for tests", CLI_FLAG,
         &drafts, 0, 0},
        {"--push-local", NULL, "push also to this machine and without TLS; for tests", CLI_FLAG,
         &config.push_local, 0, 0},
        {"--base-url", "URL", "our address, for links in mails", CLI_TEXT, &config.base_url, 0, 0},
        {"--think", "S", "seconds that a bot thinks about a move at most (10)", CLI_NUMBER,
         &config.think, 1, 3600},
        {"--check-every", "N",
         "the engine checks the position after every N-th action (16); 0: never", CLI_NUMBER,
         &config.check_every, 0, 1000000},
        {"--fail-checks", NULL, "such a check finds something; for tests", CLI_FLAG,
         &config.fail_checks, 0, 0},
        {"--seed", "N", "the same dice at every table, known to all; for tests", CLI_NUMBER,
         &config.seed, 1, INT64_MAX},
        {"--clock-day", "S", "seconds of a clock's day; for tests", CLI_NUMBER, &config.day, 1,
         86400},
        {0},
    };
    const cli_usage usage = {
        .command = "serve",
        .words = "",
        .about = "Serves accounts, tables in play and the page, until it is stopped.",
        .options = options,
    };
    int code = cli_parse(&usage, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (listen && !read_listen(listen, &config)) return CLI_USAGE;
    if (!read_lists(&limited, &origins, &config)) return CLI_USAGE;
    if (!config.cert != !config.key || (config.smtp && !config.mail_from)) {
        cli_error("--cert and --key go together, and --smtp needs --mail-from");
        return CLI_USAGE;
    }
    config.lists_anew = data || drafts;
    if (drafts) mk_offer_drafts();
    mk_error error = {0};
    if (!mk_open_later(data, &error)) return cli_error_from(&error);
    if (!drafts) mk_hide_drafts();
    return server_run(&config);
}
