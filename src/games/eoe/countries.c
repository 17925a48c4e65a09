/* countries.c - which hexes hang together: ways over land that do not leave a set of hexes.
 *
 * A column of the map is a word with a bit for each of its hexes, so that a whole column takes a
 * step at once. What steps are possible never changes: it is found when the board is read.
 */
#include <string.h>

#include "eoe.h"

typedef struct {
    int first;          /* its first hex */
    uint64_t all;       /* a bit for each of its hexes */
    uint64_t along;     /* those from which one walks to the next of the column */
    uint64_t across[2]; /* to the next column: up, down */
    int up;             /* how many places further the hex above lies in the next column */
} column;

enum { MAX_COLUMNS = 128 };
static column columns[MAX_COLUMNS];
static int column_count;
typedef uint64_t bits[MAX_COLUMNS]; /* a set of hexes, by columns */

/* ---- The board ----------------------------------------------------------- */

static uint64_t shifted(uint64_t word, int by) { return by >= 0 ? word << by : word >> -by; }

static bool walkable(int hex, int direction) { return eoe_index.walk[hex] >> direction & 1; }

/* Directions: down the column, to the upper and the lower hex of the next one (hex.h). */
enum { UPPER = 1, LOWER = 2, DOWN = 3 };

static void read_column(column *c, int first, int count, int next) {
    *c = (column){.first = first, .all = count == 64 ? ~0ull : MK_BIT(count) - 1};
    for (int k = 0; k < count; k++) {
        int hex = first + k, upper = eoe_near(hex, UPPER);
        if (upper != MK_NOWHERE) c->up = upper - next - k;
        if (walkable(hex, DOWN)) mk_set_add(&c->along, k);
        if (walkable(hex, UPPER)) mk_set_add(&c->across[0], k);
        if (walkable(hex, LOWER)) mk_set_add(&c->across[1], k);
    }
}

/* False: a column has no room. */
bool eoe_read_columns(void) {
    const mk_hexmap *m = &eoe_board.hexes;
    column_count = m->line_count;
    if (column_count > MAX_COLUMNS) return false;
    for (int i = 0; i < column_count; i++) {
        int first = m->line_start[i], next = m->line_start[i + 1];
        if (next - first > 64) return false;
        read_column(&columns[i], first, next - first, next);
    }
    return true;
}

/* ---- Sets by columns ----------------------------------------------------- */

static void unpack(const eoe_hexes *set, bits out) {
    for (int i = 0; i < column_count; i++) {
        int word = columns[i].first >> 6, low = columns[i].first & 63;
        uint64_t rest = low && word + 1 < EOE_HEX_WORDS ? set->word[word + 1] << (64 - low) : 0;
        out[i] = (set->word[word] >> low | rest) & columns[i].all;
    }
}

static void pack(const bits in, eoe_hexes *set) {
    memset(set, 0, sizeof *set);
    for (int i = 0; i < column_count; i++) {
        int word = columns[i].first >> 6, low = columns[i].first & 63;
        set->word[word] |= in[i] << low;
        if (low && word + 1 < EOE_HEX_WORDS) set->word[word + 1] |= in[i] >> (64 - low);
    }
}

/* ---- Steps --------------------------------------------------------------- */

static uint64_t to_next(const column *c, uint64_t from) {
    return shifted(from & c->across[0], c->up) | shifted(from & c->across[1], c->up + 1);
}

static uint64_t from_next(const column *c, uint64_t next) {
    return (shifted(next, -c->up) & c->across[0]) | (shifted(next, -c->up - 1) & c->across[1]);
}

/* Hexes beside those of a set. */
void eoe_beside(const eoe_hexes *set, eoe_hexes *out) {
    bits from, to;
    unpack(set, from);
    for (int i = 0; i < column_count; i++) {
        const column *c = &columns[i];
        to[i] = (from[i] & c->along) << 1 | (from[i] >> 1 & c->along);
        if (i) to[i] |= to_next(c - 1, from[i - 1]);
        if (i + 1 < column_count) to[i] |= from_next(c, from[i + 1]);
        to[i] &= c->all;
    }
    pack(to, out);
}

/* Up and down a column as far as it is open, in steps of 1, 2, 4 … hexes. */
static uint64_t fill(const column *c, uint64_t open, uint64_t set) {
    uint64_t down = open & c->along << 1, up = open & c->along;
    for (int n = 1; n < 64; n *= 2) {
        set |= (set << n & down) | (set >> n & up);
        down &= down << n;
        up &= up >> n;
    }
    return set;
}

/* To and fro over the map until nothing is added. */
static void spread(const bits open, bits set) {
    for (int i = 0; i < column_count; i++)
        if (set[i]) set[i] = fill(&columns[i], open[i], set[i]);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < column_count; i++) {
            uint64_t come = i ? to_next(&columns[i - 1], set[i - 1]) & open[i] & ~set[i] : 0;
            if (!come) continue;
            set[i] = fill(&columns[i], open[i], set[i] | come);
            more = true;
        }
        for (int i = column_count - 2; i >= 0; i--) {
            uint64_t come = from_next(&columns[i], set[i + 1]) & open[i] & ~set[i];
            if (!come) continue;
            set[i] = fill(&columns[i], open[i], set[i] | come);
            more = true;
        }
    }
}

/* ---- Countries ----------------------------------------------------------- */

typedef struct {
    eoe_hexes open, reached;
    int from;
    bool full;
} country;

/* Two hexes of a set that are joined reach the same. */
static bool answers(const country *c, const eoe_hexes *open, int from) {
    if (!c->full || !mk_set_equal(&c->open, open)) return false;
    if (c->from == from) return true;
    return mk_set_has(open, from) && mk_set_has(open, c->from) && mk_set_has(&c->reached, from);
}

/* All that one gets to from a hex without leaving a set; the hex itself need not be of it. It
 * depends on nothing else, and sets change only when units move: the last few are kept. */
const eoe_hexes *eoe_country_of(const eoe_hexes *open, int from) {
    enum { KEPT = 3 };
    static _Thread_local country kept[KEPT];
    static _Thread_local int oldest;
    for (int i = 0; i < KEPT; i++)
        if (answers(&kept[i], open, from)) return &kept[i].reached;
    country *c = &kept[oldest];
    oldest = (oldest + 1) % KEPT;
    eoe_hexes start = {{0}};
    mk_set_add(&start, from);
    bits may, set;
    unpack(open, may);
    unpack(&start, set);
    spread(may, set);
    *c = (country){.open = *open, .from = from, .full = true};
    pack(set, &c->reached);
    return &c->reached;
}
