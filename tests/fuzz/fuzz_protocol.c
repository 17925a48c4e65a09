/* The line protocol: garbage never ends it, and every reply is one JSON object in one line. */
#define _GNU_SOURCE
#include "cli/cli.h"
#include "fuzz.h"

#include <jansson.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_open();
    return 0;
}

static void check_replies(char *replies, size_t size) {
    PROMISE(size == 0 || replies[size - 1] == '\n');
    for (char *line = strtok(replies, "\n"); line; line = strtok(NULL, "\n")) {
        json_t *reply = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
        PROMISE(json_is_object(reply) && json_is_boolean(json_object_get(reply, "ok")));
        json_decref(reply);
    }
}

/* Runs the command as it is, with memory in the place of its input and output. The first byte
 * says whether the program is confined to a seat. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    if (size < 2) return 0;
    char *confined[] = {"engine", "--seed", "1", "--seat", "british", NULL};
    char *replies = NULL;
    size_t reply_size = 0;
    FILE *in = stdin, *out = stdout;
    stdin = fmemopen((void *)(uintptr_t)(bytes + 1), size - 1, "r");
    stdout = open_memstream(&replies, &reply_size);
    PROMISE(stdin && stdout);
    int code = cli_engine(bytes[0] & 1 ? 5 : 3, confined);
    fclose(stdin);
    fclose(stdout);
    stdin = in;
    stdout = out;
    PROMISE(code == CLI_FINE);
    check_replies(replies, reply_size);
    free(replies);
    return 0;
}

static void add_session(void (*add)(const char *bytes, size_t size), const char *lines) {
    char session[1000];
    for (int confined = 0; confined < 2; confined++) {
        int n = snprintf(session, sizeof session, "%d%s", confined, lines);
        add(session, (size_t)n);
    }
}

void fuzz_seeds(void (*add)(const char *bytes, size_t size)) {
    add_session(add, "help\ngames\nnew p77 seed 7\nstatus\nactions\nview\nboard\nquit\n");
    add_session(add, "new p77\nbot greedy\nbot random\nbot greedy\nevents\nundo\nundo 1\nview\n");
    add_session(add, "new p77 campaign holding_boxes=on\njournal\nposition dice\nrecord\ndump\n");
    add_session(add,
                "new p77\nset ap=3\nget turn\nwhy pass\nlegal done\nview spectator\nview all\n");
    add_session(add,
                "new p77\nload journal 20\nmusket journal 1\nxy\nload position 5\n12345\ndump\n");
    add_session(add, "new p77\ndo american place a_weedon wilmington\ndo done\nevents 0\nundo\n");
}
