/* main.c - `musket-mpi`: the laboratory on the processes (ranks) of an MPI job.
 *
 * Every rank reads the same command line. Rank 0 has the queue of games, hands them out a few at a
 * time, plays some itself on a second thread, takes the results and makes the report; the others
 * play and say nothing. Since a game's result depends on its number alone (spread.h), the report is
 * that of one process, whatever their number.
 *
 * A rank that dies is not noticed by MPI's own means, which end the job with it unless mpirun is
 * asked not to. So what has been out for too long is given to another rank when there is nothing
 * else left: whoever answers first is believed.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/spread.h"

enum { TAG_READY, TAG_RESULT, TAG_FAILED, TAG_BYE, TAG_GAMES }; /* no games at all: it is over */
enum { CHUNK_MAX = 64, SHARE = 64 /* chunks for each rank, at least */, NAP = 100 /* µs */ };
static const double PATIENCE = 3; /* seconds that a game is waited for, at least */

static int my_rank, ranks;
static bool some_lost; /* of the ranks: they did not say goodbye */

/* ---- Those who play ------------------------------------------------------------ */

/* MPI waits by asking all the time; a processor has better things to do. */
static void wait_for_message(int from, MPI_Status *status) {
    for (int there = 0; !there;) {
        MPI_Iprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &there, status);
        if (!there) usleep(NAP);
    }
}

static void send_text(int tag, const mk_text *text) {
    MPI_Send(text->p, (int)text->n, MPI_CHAR, 0, tag, MPI_COMM_WORLD);
}

static void play_one(spread *s, void *kept, int number, mk_text *text) {
    mk_text_clear(text);
    mk_text_add(text, "%d ", number);
    bool fine = s->play(s->context, kept, number, text);
    send_text(fine ? TAG_RESULT : TAG_FAILED, text);
}

/* Does not come back. */
static void play_for_rank_0(spread *s) {
    int number[CHUNK_MAX], count;
    MPI_Status status;
    mk_text text = {0};
    void *kept = s->begin ? s->begin(s->context) : NULL;
    MPI_Send(NULL, 0, MPI_CHAR, 0, TAG_READY, MPI_COMM_WORLD);
    do {
        wait_for_message(0, &status);
        MPI_Recv(number, CHUNK_MAX, MPI_INT, 0, TAG_GAMES, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        for (int i = 0; i < count; i++) play_one(s, kept, number[i], &text);
    } while (count > 0);
    if (s->end) s->end(s->context, kept);
    MPI_Send(NULL, 0, MPI_CHAR, 0, TAG_BYE, MPI_COMM_WORLD);
    MPI_Finalize();
    exit(CLI_FINE);
}

/* ---- The second thread of rank 0 ---------------------------------------------------- */

typedef struct {
    spread *spread;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int number; /* of the game that it plays, -1: none, -2: it ends */
    bool ready, fine;
    mk_text line;
} helper;

static void *help(void *argument) {
    helper *h = argument;
    spread *s = h->spread;
    void *kept = s->begin ? s->begin(s->context) : NULL;
    pthread_mutex_lock(&h->lock);
    while (h->number != -2) {
        if (h->number < 0 || h->ready) {
            pthread_cond_wait(&h->changed, &h->lock);
            continue;
        }
        int number = h->number;
        pthread_mutex_unlock(&h->lock);
        mk_text_clear(&h->line);
        h->fine = s->play(s->context, kept, number, &h->line);
        pthread_mutex_lock(&h->lock);
        h->ready = true;
    }
    pthread_mutex_unlock(&h->lock);
    if (s->end) s->end(s->context, kept);
    return NULL;
}

static void set_number(helper *h, int number) {
    pthread_mutex_lock(&h->lock);
    h->number = number;
    h->ready = false;
    pthread_cond_signal(&h->changed);
    pthread_mutex_unlock(&h->lock);
}

/* ---- The queue ------------------------------------------------------------------------ */

typedef struct {
    spread *spread;
    int next; /* that was never given out */
    int chunk;
    double *given;  /* when each game was last given out */
    int *out;       /* games that each rank has */
    double *heard;  /* when each rank was last heard of */
    bool *gone;     /* it said goodbye */
    double longest; /* between two words of a rank */
    helper helper;
} queue;

/* A game that nobody has, or one that has been out for too long. -1: none. */
static int next_game(queue *q) {
    spread *s = q->spread;
    while (q->next < s->count && s->taken[q->next]) q->next++;
    if (q->next < s->count) return q->next++;
    double now = cli_now(), patience = 3 * q->longest > PATIENCE ? 3 * q->longest : PATIENCE;
    for (int i = 0; i < s->count; i++)
        if (!s->taken[i] && now - q->given[i] > patience) return i;
    return -1;
}

static void give(queue *q, int rank) {
    int number[CHUNK_MAX], count = 0;
    if (q->spread->failed || q->gone[rank] || q->out[rank] > (q->chunk > 1 ? q->chunk / 2 : 1))
        return;
    while (count < q->chunk && (number[count] = next_game(q)) >= 0)
        q->given[number[count++]] = cli_now();
    if (count == 0) return;
    q->out[rank] += count;
    MPI_Send(number, count, MPI_INT, rank, TAG_GAMES, MPI_COMM_WORLD);
}

static void hear(queue *q, const MPI_Status *status) {
    int size, rank = status->MPI_SOURCE, tag = status->MPI_TAG;
    double now = cli_now();
    MPI_Get_count(status, MPI_CHAR, &size);
    char *bytes = malloc((size_t)size + 1);
    if (!bytes) abort();
    MPI_Recv(bytes, size, MPI_CHAR, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    bytes[size] = '\0';
    char *line;
    int number = (int)strtol(bytes, &line, 10);
    if (tag == TAG_RESULT || tag == TAG_FAILED) {
        q->out[rank]--;
        if (now - q->heard[rank] > q->longest) q->longest = now - q->heard[rank];
    }
    if (tag == TAG_RESULT) spread_take(q->spread, number, line + 1);
    if (tag == TAG_FAILED && !q->spread->failed) q->spread->failed = number + 1;
    if (tag == TAG_BYE) q->gone[rank] = true;
    q->heard[rank] = now;
    free(bytes);
}

/* Everything that has come; false: nothing had. */
static bool hear_all(queue *q) {
    MPI_Status status;
    int there;
    bool any = false;
    for (;;) {
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
        if (!there) return any;
        hear(q, &status);
        give(q, status.MPI_SOURCE);
        any = true;
    }
}

/* Takes what our own thread has played and gives it the next. */
static bool look_after_helper(queue *q) {
    helper *h = &q->helper;
    pthread_mutex_lock(&h->lock);
    bool idle = h->number < 0 || h->ready, ready = h->ready;
    pthread_mutex_unlock(&h->lock);
    if (!idle) return false;
    if (ready && h->fine) spread_take(q->spread, h->number, h->line.p);
    if (ready && !h->fine) q->spread->failed = h->number + 1;
    int number = next_game(q);
    if (number >= 0) q->given[number] = cli_now();
    if (number >= 0 || ready) set_number(h, number);
    return number >= 0;
}

static void run_queue(queue *q) {
    spread *s = q->spread;
    cli_progress bar;
    int count = s->left;
    cli_progress_start(&bar, "playing", count);
    while (s->left > 0 && !s->failed) {
        bool heard = hear_all(q);
        bool played = look_after_helper(q);
        for (int i = 1; i < ranks && !heard; i++)
            if (q->out[i] == 0 && q->heard[i] > 0) give(q, i);
        if (!heard && !played) usleep(NAP);
        cli_progress_at(&bar, count - s->left);
    }
    cli_progress_end(&bar);
}

/* Who does not say goodbye in time is lost, or plays a game that somebody else has played. */
static void send_home(queue *q) {
    double until = cli_now() + PATIENCE + 2 * q->longest;
    int here = ranks - 1;
    for (int i = 1; i < ranks; i++) MPI_Send(NULL, 0, MPI_INT, i, TAG_GAMES, MPI_COMM_WORLD);
    while (here > 0 && cli_now() < until) {
        if (!hear_all(q)) usleep(NAP);
        here = 0;
        for (int i = 1; i < ranks; i++) here += !q->gone[i];
    }
    for (int i = 1; i < ranks; i++)
        if (!q->gone[i] && q->out[i] > 0)
            cli_error("rank %d was lost; others have played its games", i);
    some_lost = here > 0;
}

static void *must_have(size_t count, size_t size) {
    void *p = calloc(count, size);
    if (!p) abort();
    return p;
}

static void play_on_ranks(spread *s) {
    if (my_rank > 0) play_for_rank_0(s);
    queue q = {.spread = s, .helper = {.spread = s, .number = -1}};
    q.chunk = s->count / (ranks * SHARE);
    if (q.chunk < 1) q.chunk = 1;
    if (q.chunk > CHUNK_MAX) q.chunk = CHUNK_MAX;
    q.given = must_have((size_t)s->count, sizeof *q.given);
    q.out = must_have((size_t)ranks, sizeof *q.out);
    q.heard = must_have((size_t)ranks, sizeof *q.heard);
    q.gone = must_have((size_t)ranks, sizeof *q.gone);
    pthread_mutex_init(&q.helper.lock, NULL);
    pthread_cond_init(&q.helper.changed, NULL);
    bool helped = pthread_create(&q.helper.thread, NULL, help, &q.helper) == 0;
    if (spread_open_results(s) && helped) run_queue(&q);
    set_number(&q.helper, -2);
    if (helped) pthread_join(q.helper.thread, NULL);
    send_home(&q);
    mk_text_free(&q.helper.line);
    free(q.given);
    free(q.out);
    free(q.heard);
    free(q.gone);
}

/* ---- The command --------------------------------------------------------------------- */

static int run(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } commands[] = {{"sim", cli_sim}, {"arena", cli_arena}, {"tune", cli_tune}};
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(argv[1], commands[i].name) == 0) return commands[i].run(argc - 1, argv + 1);
    cli_error("usage: mpirun -n N musket-mpi sim|arena|tune …, as with `musket`");
    return CLI_USAGE;
}

/* Only rank 0 speaks. */
static void be_silent(void) {
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) abort();
}

int main(int argc, char **argv) {
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (my_rank > 0) be_silent();
    if (ranks > 1) spread_elsewhere = play_on_ranks;
    int code = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) code = cli_error("the output could not be written");
    if (some_lost) MPI_Abort(MPI_COMM_WORLD, code);
    MPI_Finalize();
    return code;
}
