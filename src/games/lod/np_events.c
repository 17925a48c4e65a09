/* np_events.c - Event or Command? (8.1, 8.3.1 to 8.3.3, and the conditions of 8.4 to 8.7)
 *
 * What an Event would do is found out by doing it, on a copy, with the choices that non-players
 * would make, whichever Faction has them. The copy's dice are its own. Free Battles are not fought
 * there: it is enough to know that one would be (A8-25). */
#include "events.h"
#include "np.h"

#include <string.h>

/* ---- Trying an Event out ---- */

/* A Battle may be over at once, if nobody is asked in it, and lead to a Rally or to the next step
 * of the Event; one that may be refused also ends if it is. */
bool lod_np_fights(lod_state *t) {
    uint8_t commands = t->commands;
    bool optional = lod_np_legal(t, LOD_V_FINISH, 0, 0);
    t->last_selected = 0;
    if (!lod_np_plan_now(t, NULL)) return false;
    bool goes_on = t->commands == commands && lod_current(t)->kind == LOD_BATTLE;
    if (goes_on) return lod_current(t)->selected != 0;
    return !optional || t->last_selected || t->commands > commands;
}

/* Would the Battle that is granted be one that the Faction's instructions select? It ends unfought.
 */
static void leave_battle(lod_np_trial *p) {
    lod_state *t = &p->after, here = *t;
    lod_faction f = lod_current(t)->faction;
    if (lod_np_fights(t)) p->battles |= (uint8_t)(1 << f);
    *t = here;
    lod_finish_with(t, LOD_IS_OVER);
    lod_run(t, NULL);
}

static void try_out(const lod_state *s, lod_faction f, lod_text text, lod_np_trial *p) {
    p->after = *s;
    p->battles = 0;
    p->gathers = false;
    lod_state *t = &p->after;
    uint8_t depth = t->base.depth;
    lod_begin_event(t, f, s->card, text);
    lod_run(t, NULL);
    while (t->base.depth > depth) {
        int phase = mk_top(&t->base)->phase;
        p->gathers |= phase == LOD_PH_GATHER;
        if (phase == LOD_PH_BATTLES)
            leave_battle(p);
        else
            lod_np_step(t, NULL);
    }
}

/* ---- What it did ---- */

static int placed_in(const lod_state *before, const lod_state *after, int place, mk_set64 kinds) {
    return lod_count(after, place, kinds) - lod_count(before, place, kinds);
}

/* Spaces in which there are more of a kind than before. */
static mk_set64 more_of(const lod_state *before, const lod_state *after, lod_piece p) {
    mk_set64 more = 0;
    MK_SET_EACH(space, after->where[p]) {
        if (after->piece[space][p] > before->piece[space][p]) more |= MK_BIT(space);
    }
    return more;
}

static int lead(const lod_state *s) { return lod_total_support(s) - lod_total_opposition(s); }

/* How far Support and Opposition went a side's way. */
static int shifted(const lod_state *before, const lod_state *after, lod_side side) {
    int n = lead(after) - lead(before);
    return side == LOD_ROYALISTS ? n : -n;
}

static bool same_besides_pieces(const lod_state *a, const lod_state *b) {
    return !memcmp(a->level, b->level, sizeof a->level) &&
           !memcmp(a->marker, b->marker, sizeof a->marker) &&
           !memcmp(a->resources, b->resources, sizeof a->resources) &&
           !memcmp(a->blockades, b->blockades, sizeof a->blockades) &&
           a->squadrons == b->squadrons && a->squadrons_unavailable == b->squadrons_unavailable &&
           a->barred == b->barred && a->kept == b->kept && a->treaty == b->treaty;
}

/* Only pieces of the side are fewer, none are more, and no others changed. */
static bool only_losses(const lod_state *before, const lod_state *after, lod_side side) {
    mk_set64 friends = lod_pieces_of_side(side);
    for (int space = 0; space < LOD_SPACES; space++) {
        for (int p = 0; p < LOD_PIECES; p++) {
            int change = after->piece[space][p] - before->piece[space][p];
            if (change > 0 || (change < 0 && !(friends >> p & 1))) return false;
        }
    }
    return true;
}

/* 8.3.3: the note that says why it is Ineffective; 0: it is not. */
static lod_note ineffective(const lod_state *before, const lod_np_trial *p, lod_side side) {
    const lod_state *after = &p->after;
    if (shifted(before, after, side) < 0) return NOTE_WRONG_WAY;
    if (p->battles || !same_besides_pieces(before, after)) return NOTE_NONE;
    if (!memcmp(before->piece, after->piece, sizeof before->piece)) return NOTE_NO_EFFECT;
    bool boxes = memcmp(before->piece[LOD_UNAVAILABLE], after->piece[LOD_UNAVAILABLE],
                        sizeof before->piece[0]) != 0;
    return !boxes && only_losses(before, after, side) ? NOTE_OWN_LOSS : NOTE_NONE;
}

/* ---- Event or Command? ---- */

/* Opposition exceeds Support, or the other way round, and it shifts toward one's own side. */
static bool helps(const lod_state *before, const lod_np_trial *p, lod_side side) {
    int behind = side == LOD_ROYALISTS ? -lead(before) : lead(before);
    return behind > 0 && shifted(before, &p->after, side) > 0;
}

static mk_set64 tories_missing(const lod_state *s) {
    return lod_at_level(s, LOD_ACTIVE_OPPOSITION) & ~s->where[LOD_TORY];
}

static lod_note british_condition(const lod_state *s, const lod_np_trial *p) {
    const lod_state *t = &p->after;
    if (helps(s, p, LOD_ROYALISTS)) return NOTE_B_EVENT_SHIFT;
    if (placed_in(s, t, LOD_UNAVAILABLE, LOD_BRITISH_PIECES) < 0) return NOTE_B_EVENT_UNAVAILABLE;
    mk_set64 forts = more_of(s, t, LOD_BRITISH_FORT) & LOD_COLONIES & ~s->where[LOD_BRITISH_FORT];
    mk_set64 regulars = more_of(s, t, LOD_BRITISH_REGULAR) & (LOD_CITIES | LOD_COLONIES);
    bool placed = placed_in(s, t, LOD_AVAILABLE, LOD_KIND(LOD_BRITISH_REGULAR)) < 0;
    if ((more_of(s, t, LOD_TORY) & tories_missing(s)) | forts | (placed ? regulars : 0))
        return NOTE_B_EVENT_PLACES;
    if (t->crc > s->crc || p->battles >> LOD_BRITISH & 1) return NOTE_B_EVENT_CASUALTIES;
    return NOTE_NONE;
}

static mk_set64 militia_missing(const lod_state *s) {
    return (lod_at_level(s, LOD_ACTIVE_SUPPORT) | s->where[LOD_VILLAGE]) & ~s->where[LOD_MILITIA];
}

static lod_note patriot_condition(const lod_state *s, const lod_np_trial *p) {
    enum { ENOUGH_MONEY = 3 };
    const lod_state *t = &p->after;
    if (helps(s, p, LOD_REBELLION)) return NOTE_P_EVENT_SHIFT;
    if (more_of(s, t, LOD_MILITIA) & militia_missing(s)) return NOTE_P_EVENT_MILITIA;
    bool village = lod_on_map(t, LOD_KIND(LOD_VILLAGE)) < lod_on_map(s, LOD_KIND(LOD_VILLAGE));
    if (more_of(s, t, LOD_PATRIOT_FORT) || village) return NOTE_P_EVENT_FORT;
    int money = t->resources[LOD_PATRIOTS] - s->resources[LOD_PATRIOTS];
    return money >= ENOUGH_MONEY ? NOTE_P_EVENT_MONEY : NOTE_NONE;
}

static lod_note french_condition(const lod_state *s, const lod_np_trial *p) {
    const lod_state *t = &p->after;
    if (helps(s, p, LOD_REBELLION)) return NOTE_F_EVENT_SHIFT;
    if (placed_in(s, t, LOD_UNAVAILABLE, LOD_FRENCH_PIECES) < 0 ||
        t->squadrons_unavailable < s->squadrons_unavailable)
        return NOTE_F_EVENT_UNAVAILABLE;
    bool left = placed_in(s, t, LOD_AVAILABLE, LOD_FRENCH_PIECES) < 0;
    if (left && more_of(s, t, LOD_FRENCH_REGULAR) & LOD_MAP) return NOTE_F_EVENT_PLACES;
    if (t->cbc > s->cbc || p->battles >> LOD_FRENCH & 1) return NOTE_F_EVENT_CASUALTIES;
    bool money = t->resources[LOD_FRENCH] > s->resources[LOD_FRENCH];
    return money ? NOTE_F_EVENT_MONEY : NOTE_NONE;
}

static lod_note indian_condition(const lod_state *s, const lod_np_trial *p) {
    const lod_state *t = &p->after;
    if (helps(s, p, LOD_ROYALISTS)) return NOTE_I_EVENT_SHIFT;
    if (more_of(s, t, LOD_VILLAGE) || p->gathers) return NOTE_I_EVENT_VILLAGE;
    int forts =
        lod_on_map(t, LOD_KIND(LOD_PATRIOT_FORT)) - lod_on_map(s, LOD_KIND(LOD_PATRIOT_FORT));
    return forts < 0 ? NOTE_I_EVENT_FORT : NOTE_NONE;
}

/* The last condition of each: an Effective Event, a situation, and a die. */
static lod_note last_condition(lod_state *s, lod_faction f, mk_log *log) {
    enum { D6 = 6, BELOW = 4, CITIES = 5, PATRIOT_PIECES = 25, VILLAGES_NEEDED = 4 };
    static const lod_note roll[] = {NOTE_B_EVENT_ROLL, NOTE_P_EVENT_ROLL, NOTE_F_EVENT_ROLL,
                                    NOTE_I_EVENT_ROLL};
    bool asks[] = {
        [LOD_BRITISH] = mk_set_size(s->control[LOD_ROYALISTS] & LOD_CITIES) >= CITIES,
        [LOD_PATRIOTS] = lod_on_map(s, LOD_PATRIOT_PIECES) >= PATRIOT_PIECES,
        [LOD_FRENCH] = s->treaty,
        [LOD_INDIANS] = lod_on_map(s, LOD_KIND(LOD_VILLAGE)) >= VILLAGES_NEEDED,
    };
    if (!asks[f] || !lod_np_roll_above(s, roll[f], D6, BELOW, log)) return NOTE_NONE;
    return roll[f];
}

/* 8.3.2: shaded for the Rebellion, unless there is only one text or the instruction says another.
 */
static lod_text text_for(const lod_state *s, lod_faction f, const lod_np_card *row) {
    if (row && row->choose) return row->choose(s);
    if (row && row->text < LOD_TEXTS) return row->text;
    bool shaded = lod_side_of(f) == LOD_REBELLION && lod.card[s->card].text[LOD_SHADED];
    return shaded ? LOD_SHADED : LOD_UNSHADED;
}

bool lod_np_event(lod_state *s, mk_log *log) {
    typedef lod_note condition(const lod_state *, const lod_np_trial *);
    static condition *const conditions[] = {british_condition, patriot_condition, french_condition,
                                            indian_condition};
    lod_faction f = mk_top(&s->base)->seat;
    const lod_np_card *row = lod_np_card_of(s->card, f);
    if (row && row->enemys) row = NULL;
    lod_text text = text_for(s, f, row);
    mk_action play = {LOD_V_EVENT, (int16_t)text, 0, 0};
    if (lod_turn_why_not(s, play)) return false;
    if (RULE("lod.8.1", lod.card[s->card].icon[f] == LOD_SWORD)) {
        lod_np_say(s, NOTE_SWORD, log);
        return false;
    }
    lod_np_trial p;
    try_out(s, f, text, &p);
    if (p.after.np.lost) s->np.lost = p.after.np.lost;
    lod_note against = ineffective(s, &p, lod_side_of(f));
    if (row && row->worth && !row->worth(s, &p)) against = NOTE_NOT_WORTH;
    if (against) {
        lod_np_say(s, against, log);
        return false;
    }
    lod_note reason = conditions[f](s, &p);
    if (reason)
        lod_np_say(s, reason, log);
    else if (!last_condition(s, f, log))
        return false;
    if (row) lod_np_say(s, row->note, log);
    return lod_np_did(s, LOD_V_EVENT, text, 0, 0, log);
}
