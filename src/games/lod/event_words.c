/* event_words.c - the steps of the Event cards in words: what is asked, what was skipped, what is
 * still to come. Made once from the programs of cards_*.c, so that both always say the same. */
#include "events.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_PARTS = 400, LONGEST = 160 };

typedef struct {
    const lod_step *step;
    char id[MK_NAME];
    char words[LONGEST];
} part;

static part parts[MAX_PARTS];
static int part_total, first_part[LOD_CARDS][LOD_TEXTS];

/* ---- Building a sentence ---- */

static void say(char *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(char *out, const char *format, ...) {
    size_t n = strlen(out);
    va_list list;
    va_start(list, format);
    int more = vsnprintf(out + n, LONGEST - n, format, list);
    va_end(list);
    assert(more >= 0 && (size_t)more < LONGEST - n);
    (void)more;
}

static const char *name_of(int who) {
    static const char *const name[] = {"the executing Faction", "the British",
                                       "the Patriots",          "the French",
                                       "the Indians",           "that Faction"};
    return name[who];
}

static void say_number(char *out, const lod_step *t) {
    if (t->n == ALL)
        say(out, "all ");
    else if (t->n == 0)
        say(out, "any ");
    else if (t->flags & OPTIONAL)
        say(out, "up to %d ", t->n);
    else
        say(out, "%d ", t->n);
}

static void say_kinds(char *out, const lod_step *t) {
    static const struct {
        mk_set64 kinds;
        const char *one, *several;
    } known[] = {
        {LOD_ALL_PIECES, "piece", "pieces"},
        {LOD_ALL_PIECES & ~LOD_STRONGHOLDS, "unit", "units"},
        {LOD_STRONGHOLDS, "Fort or Village", "Forts or Villages"},
        {LOD_MILITIAS, "Militia", "Militia"},
        {LOD_WAR_PARTIES, "War Party", "War Parties"},
        {LOD_BRITISH_CUBES, "British cube", "British cubes"},
        {LOD_BRITISH_CUBES | LOD_REBEL_CUBES, "cube", "cubes"},
        {LOD_PATRIOT_UNITS, "Patriot unit", "Patriot units"},
        {LOD_PATRIOT_PIECES, "Patriot piece", "Patriot pieces"},
        {LOD_INDIAN_PIECES, "Indian piece", "Indian pieces"},
        {LOD_BRITISH_PIECES, "British piece", "British pieces"},
        {NEW_MILITIA | NEW_WAR_PARTIES | LOD_BRITISH_CUBES | LOD_REBEL_CUBES, "unit", "units"},
        {BRITISH_FORTS | PATRIOT_FORTS, "Fort", "Forts"},
    };
    if (t->flags & OWN) say(out, "own ");
    if (t->flags & FRIENDLY) say(out, "friendly ");
    if (t->flags & ENEMY) say(out, "enemy ");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (t->kinds != known[i].kinds) continue;
        say(out, "%s", t->n == 1 ? known[i].one : known[i].several);
        return;
    }
    const char *gap = "";
    MK_SET_EACH(p, t->kinds) {
        say(out, "%s%s", gap, t->n == 1 ? lod_piece_one(p) : lod_piece_label(p));
        gap = " or ";
    }
}

/* ---- Where ---- */

/* "A, B or C", "A and B" */
static void say_spaces(char *out, mk_set64 spaces, const char *last_gap) {
    int left = mk_set_size(spaces);
    MK_SET_EACH(space, spaces) {
        const char *article = space == LOD_WEST_INDIES ? "the " : "";
        const char *gap = left == 2 ? last_gap : left > 2 ? ", " : "";
        say(out, "%s%s%s", article, lod_space_label(space), gap);
        left--;
    }
}

/* A kind of space that cards speak of; NULL: these are single ones. */
static const char *kind_of_space(mk_set64 at, bool one) {
    static const struct {
        mk_set64 spaces;
        const char *one, *several;
    } known[] = {
        {0, "space", "spaces"},
        {LOD_CITIES, "City", "Cities"},
        {LOD_COLONIES, "Colony", "Colonies"},
        {LOD_PROVINCES, "Province", "Provinces"},
        {LOD_RESERVES, "Reserve Province", "Reserve Provinces"},
        {LOD_CITIES | MK_BIT(LOD_WEST_INDIES), "City or the West Indies", NULL},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (at == known[i].spaces) return one ? known[i].one : known[i].several;
    }
    return NULL;
}

/* "there" is what the last choice or Command before it selected: several spaces? */
static bool several_there(const lod_step *t) {
    do t--;
    while (t->op != CHOOSE && !(t->flags & IS_THERE));
    return t->n > 1;
}

static void say_there(char *out, const lod_step *t) {
    bool in_one = t->op == SPECIAL || t->op == COMMAND;
    if (!several_there(t))
        say(out, " there");
    else
        say(out, in_one ? " in one of them" : " in each of them");
}

/* Pieces: in a space of a kind, in some of the few that the card names, in each or all of them. */
static void say_where(char *out, const lod_step *t) {
    bool one = t->n == 1 || t->flags & ONE_SPACE;
    bool each = t->flags & EACH || t->op == MARK;
    const char *kind = kind_of_space(t->at, one);
    if (t->where == lod_there) {
        say_there(out, t);
        return;
    }
    if (t->at == LOD_EVERYWHERE) {
        say(out, " on the map or in the West Indies");
    } else if (!t->at && !t->where) {
        say(out, t->op == PUT ? " anywhere" : " on the map");
    } else if (t->at && kind) {
        say(out, t->flags & ONE_SPACE ? " in one %s" : one ? " in a %s" : " in %s", kind);
    } else if (t->at) {
        say(out, each ? " in each of " : " in ");
        say_spaces(out, t->at, each || t->n == ALL ? " and " : one ? " or " : " and/or ");
    }
    if (t->that) say(out, " %s", t->that);
}

/* ---- One step ---- */

static void say_choose(char *out, const lod_step *t) {
    const char *kind = kind_of_space(t->at, t->n == 1);
    say(out, "choose ");
    if (t->where == lod_there) {
        say(out, "one of them");
    } else if (kind) {
        say_number(out, t);
        say(out, "%s", kind);
    } else {
        say_spaces(out, t->at, " or ");
    }
    if (t->that) say(out, kind ? " %s" : ", %s", t->that);
}

static void say_name(char *out, const lod_step *t) {
    say(out, "name ");
    if (t->factions == FACTION_BIT_ALL) say(out, "a Faction");
    const char *gap = "";
    for (int f = 0; f < LOD_FACTIONS && t->factions != FACTION_BIT_ALL; f++) {
        if (!(t->factions >> f & 1)) continue;
        say(out, "%s%s", gap, name_of(BRITISH + f));
        gap = " or ";
    }
}

static void say_put(char *out, const lod_step *t) {
    say(out, "place ");
    say_number(out, t);
    say_kinds(out, t);
    say_where(out, t);
    if (t->flags & ACTIVE) say(out, ", Active");
    if (t->flags & ONE_PER_SPACE) say(out, ", each in another space");
    if (t->flags & ONE_KIND) say(out, ", all of one kind");
    if (t->flags & TWO_OF_A_KIND) say(out, ", at most 2 of a kind");
    if (t->flags & ONE_STRONGHOLD) say(out, ", at most one Fort or Village");
    if (t->flags & OR_UNAVAILABLE) say(out, ", also from Unavailable");
    if (t->flags & OR_INDIES) say(out, ", also from the West Indies");
    if (t->flags & WITH_PROPAGANDA) say(out, ", each with a Propaganda marker");
}

static void say_removal(char *out, const lod_step *t) {
    say(out, t->op == REPLACE ? "replace " : "remove ");
    say_number(out, t);
    say_kinds(out, t);
    say_where(out, t);
    bool one = t->n_into == 1;
    if (t->op == REPLACE)
        say(out, "%s with %d %s", t->n == 1 ? "" : ", each", t->n_into,
            (one ? lod_piece_one : lod_piece_label)(t->into));
    if (t->flags & CASUALTY) say(out, t->n == 1 ? " as a Casualty" : " as Casualties");
    if (t->flags & STRONGHOLDS_LAST)
        say(out, ", %s last", t->kinds & VILLAGES ? "Villages" : "Forts");
}

static void say_move(char *out, const lod_step *t) {
    say(out, "move ");
    say_number(out, t);
    say_kinds(out, t);
    if (t->sources) say(out, " out of %d spaces", t->sources);
    if (t->that) say(out, t->sources ? " %s" : " out of spaces %s", t->that);
    say(out, " to ");
    if (t->to)
        say_spaces(out, t->to, " or ");
    else
        say(out, "adjacent spaces");
}

static void say_flip(char *out, const lod_step *t) {
    say(out, "turn ");
    say_number(out, t);
    say_kinds(out, t);
    say_where(out, t);
    say(out, t->flags & UNDERGROUND ? " Underground" : " Active");
}

static void say_level(char *out, const lod_step *t) {
    const char *level = mk_label(&lod_game, LOD_K_LEVEL, t->level + 2);
    say(out, t->op == SHIFT ? "shift " : "set ");
    if (t->where == lod_there)
        say(out, several_there(t) ? "each of them" : "it");
    else
        say_spaces(out, t->at, " and ");
    if (t->op == SHIFT)
        say(out, " %d %s toward %s", t->n, t->n == 1 ? "level" : "levels", level);
    else
        say(out, " to %s", level);
}

/* A grant: to a destination or in spaces, one, several or up to several. */
static void say_grant_where(char *out, const lod_step *t) {
    bool moves = t->op == COMMAND && (t->command == LOD_MARCH || t->command == LOD_SCOUT);
    const char *in = moves ? "to" : "in";
    const char *kind = kind_of_space(t->at, t->n == 1);
    if (t->where == lod_there) {
        say_there(out, t);
        return;
    }
    if (!kind) {
        say(out, " %s ", in);
        say_spaces(out, t->at, " or ");
    } else if (t->n == 1) {
        say(out, " %s one %s", in, kind);
    } else {
        say(out, " %s %s%d %s", in, t->flags & OPTIONAL ? "up to " : "", t->n, kind);
    }
    if (t->that) say(out, " %s", t->that);
}

static void say_grant(char *out, const lod_step *t) {
    bool command = t->op == COMMAND;
    int kind = command ? LOD_K_COMMAND : LOD_K_SPECIAL;
    const char *what = mk_label(&lod_game, kind, command ? t->command : t->special);
    say(out, "free %s of %s", what, name_of(t->who));
    say_grant_where(out, t);
    if (t->flags & TORIES) say(out, ", Tories only");
    if (t->force) say(out, ", Force Level +%d", t->force);
    if (t->attacker_loss) say(out, ", Attacker Loss Level %+d", t->attacker_loss);
    if (t->defender_loss) say(out, ", Defender Loss Level %+d", t->defender_loss);
    if (t->flags & OPTIONAL) say(out, ", if they wish");
}

static void say_marker(char *out, const lod_step *t) {
    const char *marker = mk_label(&lod_game, LOD_K_MARKER, t->marker);
    say(out, "%d %s %s", t->n, marker, t->n == 1 ? "marker" : "markers");
    say_where(out, t);
}

static void say_step(char *out, const lod_step *t) {
    if (t->says) {
        say(out, "%s", t->says);
        return;
    }
    switch ((lod_op)t->op) {
    case CHOOSE: say_choose(out, t); break;
    case NAME: say_name(out, t); break;
    case WAY:
        say(out, "%s, or: %s", mk_label(&lod_game, LOD_K_CHOICE, t->choice),
            mk_label(&lod_game, LOD_K_CHOICE, t->choice + 1));
        break;
    case PUT: say_put(out, t); break;
    case REMOVE:
    case REPLACE: say_removal(out, t); break;
    case MOVE: say_move(out, t); break;
    case FLIP: say_flip(out, t); break;
    case SHIFT:
    case LEVEL: say_level(out, t); break;
    case MARK: say_marker(out, t); break;
    case RESOURCES:
        say(out, "%+d %s for %s", t->n, t->n == 1 ? "Resource" : "Resources", name_of(t->who));
        break;
    case FNI: say(out, "French Naval Intervention %+d", t->n); break;
    case BAR: say(out, "%s: Ineligible through the next card", name_of(t->who)); break;
    case KEEP: say(out, "%s: Eligible on the next card", name_of(t->who)); break;
    case COMMAND:
    case SPECIAL: say_grant(out, t); break;
    case DESERT:
        say(out, t->desertion == LOD_TORY_DESERTION ? "Tory Desertion" : "Patriot Desertion");
        break;
    case CALL: /* has its own words */
    case END: break;
    }
}

/* ---- All of them ---- */

static void name_part(int card, int text, int step, const lod_step *t) {
    assert(part_total < MAX_PARTS);
    part *p = &parts[part_total++];
    p->step = t;
    snprintf(p->id, sizeof p->id, "%s_%s_%d", lod_card_id(card), mk_id(&lod_game, LOD_K_TEXT, text),
             step + 1);
    p->words[0] = 0;
    say_step(p->words, t);
}

void lod_name_parts(void) {
    part_total = 0;
    for (int card = 1; card < LOD_CARDS; card++) {
        bool has_program = card < LOD_FIRST_STROKE || card == LOD_TREATY_CARD;
        for (int text = 0; text < LOD_TEXTS; text++) {
            first_part[card][text] = part_total;
            const lod_step *t = has_program ? lod_program(card, text) : NULL;
            for (int i = 0; t && t[i].op != END; i++) name_part(card, text, i, &t[i]);
        }
    }
}

int lod_part(int card, int text, int step) { return first_part[card][text] + step; }
int lod_part_count(void) { return part_total; }
const char *lod_part_id(int i) { return parts[i].id; }
const char *lod_part_label(int i) { return parts[i].words; }

/* Of free Commands: Marches, except those of the French, and Gathers in Reserves. */
static const char *always_possible(const lod_step *t) {
    bool march = t->command == LOD_MARCH && t->who != NAMED && t->who != FRENCH;
    if (march) return "a March needs no more than a destination";
    bool reserves = t->command == LOD_GATHER && t->at == LOD_RESERVES;
    return reserves ? "a Reserve is never too loyal or hostile for it" : t->always;
}

/* Some steps lack nothing in any position: by what they are, or as their row says. */
const char *lod_never_skipped(int i) {
    const lod_step *t = parts[i].step;
    switch ((lod_op)t->op) {
    case BAR:
    case KEEP: return "every Faction can be eligible or not";
    case CHOOSE: return t->where ? t->always : "these spaces are always there";
    case NAME: return t->able ? t->always : "these Factions are always there";
    case WAY: return t->able ? t->always : "both ways are always open";
    case COMMAND: return always_possible(t);
    default: return t->always;
    }
}

const char *lod_hardly_skipped(int i) {
    const char *never = lod_never_skipped(i);
    return never ? never : parts[i].step->hardly;
}

/* Of a step that waits for a free Command or Special Activity: whose, and how far it goes. */
bool lod_tell_grant(const lod_state *s, mk_text *out) {
    const lod_event *e = &s->event;
    const lod_step *t = lod_step_now(s);
    if (t->op != COMMAND && t->op != SPECIAL) return false;
    mk_text_add(out, "%s, %s: %s", lod.card[e->card].title, lod_game.seats[lod_decider(s, t)].title,
                lod_part_label(lod_part(e->card, e->text, e->step)));
    return true;
}

/* What each way does is said where it is chosen; of Factions still to be named each is told. */
void lod_rest_of_event(const lod_state *s, mk_text *out) {
    const lod_event *e = &s->event;
    const lod_step *t = lod_program(e->card, e->text);
    const char *gap = "";
    bool which_way = t[e->step].op == WAY, who = t[e->step].op == NAME;
    for (int i = e->step + 1; t[i].op != END; i++) {
        if (t[i].way && (which_way || t[i].way != e->way)) continue;
        if (t[i].named && !who && lod_decider(s, &t[i]) != e->faction) continue;
        which_way |= t[i].op == WAY;
        who |= t[i].op == NAME;
        mk_text_add(out, "%s%s%s", gap, t[i].named && who ? "if named, " : "",
                    lod_part_label(lod_part(e->card, e->text, i)));
        gap = "; ";
    }
}
