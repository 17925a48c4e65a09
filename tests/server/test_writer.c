/* The writer by itself, on a disk that fails when it is asked to: a VFS of SQLite's that passes
 * everything on but the write that should fail. What was not kept has not happened, nor what was
 * done behind it; what does not fit falls alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <semaphore.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/server.h"

/* ---- A disk that fails ---------------------------------------------------- */

static int writes_left = -1; /* how many writes and syncs go well yet; -1: all */

static bool fails(void) {
    if (writes_left < 0) return false;
    if (writes_left > 0) writes_left--;
    return writes_left == 0;
}

typedef struct {
    sqlite3_file base;
    sqlite3_file *real;
} bad_file;

static sqlite3_file *real(sqlite3_file *f) { return ((bad_file *)f)->real; }
#define REAL(METHOD, ...) real(f)->pMethods->METHOD(real(f), ##__VA_ARGS__)

static int bad_close(sqlite3_file *f) { return real(f)->pMethods ? REAL(xClose) : SQLITE_OK; }
static int bad_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at) {
    return REAL(xRead, to, n, at);
}
static int bad_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at) {
    return fails() ? SQLITE_FULL : REAL(xWrite, from, n, at);
}
static int bad_truncate(sqlite3_file *f, sqlite3_int64 size) { return REAL(xTruncate, size); }
static int bad_sync(sqlite3_file *f, int flags) {
    return fails() ? SQLITE_IOERR_FSYNC : REAL(xSync, flags);
}
static int bad_size(sqlite3_file *f, sqlite3_int64 *size) { return REAL(xFileSize, size); }
static int bad_lock(sqlite3_file *f, int how) { return REAL(xLock, how); }
static int bad_unlock(sqlite3_file *f, int how) { return REAL(xUnlock, how); }
static int bad_reserved(sqlite3_file *f, int *out) { return REAL(xCheckReservedLock, out); }
static int bad_control(sqlite3_file *f, int op, void *arg) { return REAL(xFileControl, op, arg); }
static int bad_sector(sqlite3_file *f) { return REAL(xSectorSize); }
static int bad_device(sqlite3_file *f) { return REAL(xDeviceCharacteristics); }
static int bad_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **out) {
    return REAL(xShmMap, page, size, extend, out);
}
static int bad_shm_lock(sqlite3_file *f, int offset, int n, int flags) {
    return REAL(xShmLock, offset, n, flags);
}
static void bad_shm_barrier(sqlite3_file *f) { REAL(xShmBarrier); }
static int bad_shm_unmap(sqlite3_file *f, int remove_it) { return REAL(xShmUnmap, remove_it); }

static const sqlite3_io_methods bad_methods = {
    .iVersion = 2,
    .xClose = bad_close,
    .xRead = bad_read,
    .xWrite = bad_write,
    .xTruncate = bad_truncate,
    .xSync = bad_sync,
    .xFileSize = bad_size,
    .xLock = bad_lock,
    .xUnlock = bad_unlock,
    .xCheckReservedLock = bad_reserved,
    .xFileControl = bad_control,
    .xSectorSize = bad_sector,
    .xDeviceCharacteristics = bad_device,
    .xShmMap = bad_shm_map,
    .xShmLock = bad_shm_lock,
    .xShmBarrier = bad_shm_barrier,
    .xShmUnmap = bad_shm_unmap,
};

static sqlite3_vfs *good_vfs, bad_vfs;

static int bad_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out) {
    (void)vfs;
    bad_file *b = (bad_file *)f;
    b->base.pMethods = NULL;
    b->real = (sqlite3_file *)(b + 1);
    int code = good_vfs->xOpen(good_vfs, name, b->real, flags, out);
    if (b->real->pMethods) b->base.pMethods = &bad_methods;
    return code;
}

/* ---- What the writer needs of a server ------------------------------------- */

static sem_t woken;
static server host;
static char dir[] = "/tmp/musket-writer-XXXXXX", db[64];

void server_wake(server *s) {
    (void)s;
    sem_post(&woken);
}

void *must_alloc(size_t size) {
    void *p = calloc(1, size);
    assert_non_null(p);
    return p;
}

static int start(void **unused) {
    (void)unused;
    char why[200];
    strcpy(dir + strlen(dir) - 6, "XXXXXX");
    assert_non_null(mkdtemp(dir));
    snprintf(db, sizeof db, "%s/db", dir);
    good_vfs = sqlite3_vfs_find(NULL);
    if (!bad_vfs.zName) {
        bad_vfs = *good_vfs;
        bad_vfs.zName = "bad";
        bad_vfs.szOsFile = (int)sizeof(bad_file) + good_vfs->szOsFile;
        bad_vfs.xOpen = bad_open;
        bad_vfs.pNext = NULL;
    }
    sqlite3_vfs_register(&bad_vfs, 1);
    sem_init(&woken, 0, 0);
    host = (server){0};
    host.writer = writer_new(&host, db, why, sizeof why);
    assert_non_null(host.writer);
    return 0;
}

static int stop(void **unused) {
    (void)unused;
    char command[100];
    writes_left = -1;
    writer_finish(host.writer);
    writer_free(host.writer);
    sqlite3_vfs_unregister(&bad_vfs);
    snprintf(command, sizeof command, "rm -rf %s", dir);
    return system(command);
}

/* ---- Writes ----------------------------------------------------------------- */

typedef enum { PENDING, KEPT, DROPPED } fate;

typedef struct {
    write_op write;
    const char *name; /* of an account to be made */
    store_op op;      /* or an operation */
    fate *fate;
} test_write;

static store_code run_account(store *s, write_op *w) {
    store_user u = {.created = 1};
    snprintf(u.name, sizeof u.name, "%s", ((test_write *)w)->name);
    return store_user_add(s, &u);
}

static store_code run_op(store *s, write_op *w) {
    return store_op_add(s, w->table, &((test_write *)w)->op);
}

static void done(server *s, write_op *w, bool kept) {
    (void)s;
    *((test_write *)w)->fate = kept ? KEPT : DROPPED;
    free(w);
}

static void add_account(const char *name, fate *out) {
    test_write *w = must_alloc(sizeof *w);
    *w = (test_write){.write = {.run = run_account, .done = done}, .name = name, .fate = out};
    *out = PENDING;
    writer_add(host.writer, &w->write);
}

static void add_op(int64_t to, int n, fate *out) {
    test_write *w = must_alloc(sizeof *w);
    *w = (test_write){.write = {.table = to, .run = run_op, .done = done},
                      .op = {.n = n, .kind = OP_PAUSE, .seat = -1, .line = "", .events = "x"},
                      .fate = out};
    *out = PENDING;
    writer_add(host.writer, &w->write);
}

/* Hands over what was added and waits until the writer is through with it. */
static void write_now(void) {
    writer_turn(host.writer);
    sem_wait(&woken);
}

static int count(const char *sql) {
    sqlite3 *file;
    sqlite3_stmt *q;
    assert_int_equal(sqlite3_open_v2(db, &file, SQLITE_OPEN_READWRITE, good_vfs->zName), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(file, sql, -1, &q, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    int n = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    sqlite3_close(file);
    return n;
}

static const char users[] = "SELECT count(*) FROM users";

static void what_follows_a_failed_batch_falls_with_it(void **unused) {
    (void)unused;
    fate a, b, c, d;
    writes_left = 0;
    add_account("first", &a);
    write_now();
    writes_left = -1; /* the disk is well again, but nobody knows yet that the first was lost */
    add_account("second", &b);
    write_now();
    add_account("third", &c); /* not even handed over */
    writer_collect(host.writer);
    assert_int_equal(a, DROPPED);
    assert_int_equal(b, DROPPED);
    assert_int_equal(c, DROPPED);
    assert_int_equal(count(users), 0);
    assert_false(writer_healthy(host.writer));
    add_account("fourth", &d);
    write_now();
    writer_collect(host.writer);
    assert_int_equal(d, KEPT);
    assert_int_equal(count(users), 1);
    assert_true(writer_healthy(host.writer));
}

/* The disk fails at the first write, at the second, and so on, until it does not matter. */
static void a_batch_is_kept_whole_or_not_at_all(void **unused) {
    (void)unused;
    enum { SIZE = 40 };
    fate fates[SIZE];
    char names[SIZE][20];
    int tries = 0;
    do {
        assert_int_equal(count(users), 0);
        writes_left = ++tries;
        for (int i = 0; i < SIZE; i++) {
            snprintf(names[i], sizeof names[i], "name%d", i);
            add_account(names[i], &fates[i]);
        }
        write_now();
        writer_collect(host.writer);
        for (int i = 1; i < SIZE; i++) assert_int_equal(fates[i], fates[0]);
    } while (fates[0] == DROPPED);
    writes_left = -1;
    assert_true(tries > 3);
    assert_int_equal(count(users), SIZE);
}

static int64_t new_table(const char *code) {
    char why[200];
    store *s = store_open(db, STORE_WRITE, why, sizeof why);
    store_user u = {.created = 1};
    store_table t = {.seat_count = 2};
    snprintf(u.name, sizeof u.name, "owner-%s", code);
    snprintf(t.code, sizeof t.code, "%s", code);
    assert_int_equal(store_user_add(s, &u), STORE_OK);
    t.owner = u.id;
    assert_int_equal(store_table_add(s, &t), STORE_OK);
    store_close(s);
    return t.id;
}

static void what_does_not_fit_falls_with_its_table_only(void **unused) {
    (void)unused;
    int64_t one = new_table("one"), two = new_table("two");
    fate f[8];
    add_op(two, 0, &f[0]);
    add_op(one, 0, &f[1]);
    add_op(one, 7, &f[2]); /* out of order */
    add_op(one, 1, &f[3]); /* in order, but done after what was lost */
    add_op(two, 1, &f[4]);
    write_now();
    add_op(one, 1, &f[5]); /* handed over, and nobody knows yet */
    add_op(two, 2, &f[6]);
    write_now();
    add_op(one, 1, &f[7]);
    writer_collect(host.writer);
    assert_int_equal(f[7], PENDING);
    write_now();
    writer_collect(host.writer);
    static const fate expected[8] = {KEPT, KEPT, DROPPED, DROPPED, KEPT, DROPPED, KEPT, DROPPED};
    for (int i = 0; i < 8; i++) assert_int_equal(f[i], expected[i]);
    assert_int_equal(count("SELECT count(*) FROM ops"), 4);
    assert_true(writer_healthy(host.writer));
    add_op(one, 1, &f[0]); /* now they know */
    write_now();
    writer_collect(host.writer);
    assert_int_equal(f[0], KEPT);
}

/* While something does not fit the disk fails, at each of its writes. */
static void a_second_try_can_fail_too(void **unused) {
    (void)unused;
    int64_t one = new_table("one"), two = new_table("two");
    fate bad, good;
    int tries = 0;
    do {
        assert_int_equal(count("SELECT count(*) FROM ops"), 0);
        writes_left = ++tries;
        add_op(one, 7, &bad);
        add_op(two, 0, &good);
        write_now();
        writer_collect(host.writer);
        assert_int_equal(bad, DROPPED);
    } while (good == DROPPED);
    writes_left = -1;
    assert_true(tries > 1);
    assert_int_equal(count("SELECT count(*) FROM ops"), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_follows_a_failed_batch_falls_with_it, start, stop),
        cmocka_unit_test_setup_teardown(a_batch_is_kept_whole_or_not_at_all, start, stop),
        cmocka_unit_test_setup_teardown(what_does_not_fit_falls_with_its_table_only, start, stop),
        cmocka_unit_test_setup_teardown(a_second_try_can_fail_too, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
