/* board.c - support and opposition (1.6), markers, resources (1.8), the French navy (1.9). */
#include "rules.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_RESOURCES = 50, MAX_FNI = 3 };

/* ---- Support ---- */

static int population(mk_set64 spaces) {
    return mk_set_size(spaces & lod.populated) + mk_set_size(spaces & lod.double_population);
}

/* lod.1.6.2, lod.1.6.3; 1.9: a Blockaded City has no population here. */
int lod_total_support(const lod_state *s) {
    mk_set64 counted = LOD_MAP & ~s->blockaded;
    return 2 * population(lod_at_level(s, LOD_ACTIVE_SUPPORT) & counted) +
           population(lod_at_level(s, LOD_PASSIVE_SUPPORT) & counted);
}

int lod_total_opposition(const lod_state *s) {
    mk_set64 counted = LOD_MAP;
    if (s->base.option[LOD_OPTION_BLOCKADED_CITY] == LOD_SUPPORT_AND_OPPOSITION)
        counted &= ~s->blockaded;
    return 2 * population(lod_at_level(s, LOD_ACTIVE_OPPOSITION) & counted) +
           population(lod_at_level(s, LOD_PASSIVE_OPPOSITION) & counted);
}

/* 2.3.9: Available French Regulars, Squadrons and Blockades that are not Unavailable, and CBC. */
int lod_preparations(const lod_state *s) {
    return lod_available(s, LOD_FRENCH_REGULAR) + lod.squadrons - s->squadrons_unavailable + s->cbc;
}

void lod_set_level(lod_state *s, int space, lod_level level, mk_log *log) {
    if (!mk_set_has(lod.populated, space) || s->level[space] == level) return; /* lod.1.6.1 */
    s->at_level[s->level[space] + 2] &= ~MK_BIT(space);
    s->at_level[level + 2] |= MK_BIT(space);
    s->level[space] = (int8_t)level;
    mk_log_event(log, LOD_E_LEVEL, -1, MK_EVERYONE, 0, (int16_t)space, (int16_t)(level + 2));
}

bool lod_can_shift(const lod_state *s, int space, lod_level toward) {
    return mk_set_has(lod.populated, space) && s->level[space] != toward;
}

int lod_shift_toward(lod_state *s, int space, lod_level toward, int steps, mk_log *log) {
    if (!mk_set_has(lod.populated, space)) return 0;
    int way = toward - s->level[space];
    if (steps > abs(way)) steps = abs(way);
    lod_set_level(s, space, s->level[space] + (way > 0 ? steps : -steps), log);
    return steps;
}

/* ---- Markers ---- */

int lod_markers_left(const lod_state *s, lod_marker m) {
    int n = lod.markers[m];
    for (int space = 0; space < LOD_MAP_SPACES; space++) n -= s->marker[m][space];
    return n;
}

int lod_put_markers(lod_state *s, lod_marker m, int space, int n, mk_log *log) {
    int left = lod_markers_left(s, m);
    if (n > left) n = left;
    if (n <= 0) return 0;
    s->marker[m][space] += (uint8_t)n;
    mk_log_event(log, LOD_E_MARKED, -1, MK_EVERYONE, 0, (int16_t)n, (int16_t)m, (int16_t)space);
    return n;
}

void lod_take_marker(lod_state *s, lod_marker m, int space, mk_log *log) {
    assert(s->marker[m][space] > 0);
    s->marker[m][space]--;
    mk_log_event(log, LOD_E_CLEARED, -1, MK_EVERYONE, 0, (int16_t)m, (int16_t)space);
}

/* ---- Resources: what is beyond 0 and 50 is lost (lod.1.8) ---- */

static void change_resources(lod_state *s, lod_faction f, int n, mk_log *log) {
    int now = s->resources[f] + n;
    if (now > MAX_RESOURCES) now = MAX_RESOURCES;
    if (now < 0) now = 0;
    int change = now - s->resources[f];
    s->resources[f] = (uint8_t)now;
    if (change)
        mk_log_event(log, LOD_E_RESOURCES, f, MK_EVERYONE, 0, (int16_t)change, (int16_t)now);
}

void lod_gain(lod_state *s, lod_faction f, int n, mk_log *log) { change_resources(s, f, n, log); }
void lod_lose(lod_state *s, lod_faction f, int n, mk_log *log) { change_resources(s, f, -n, log); }

void lod_pay(lod_state *s, lod_faction f, int n, mk_log *log) {
    assert(s->resources[f] >= n);
    change_resources(s, f, -n, log);
}

/* ---- French Naval Intervention ---- */

static void lift_blockade(lod_state *s, int city, mk_log *log) {
    assert(s->blockades[city] > 0);
    if (--s->blockades[city] == 0) s->blockaded &= ~MK_BIT(city);
    s->squadrons++;
    s->fni--;
    mk_log_event(log, LOD_E_LIFTED, LOD_BRITISH, MK_EVERYONE, 0, (int16_t)city, s->fni);
}

static void set_blockade(lod_state *s, int city, mk_log *log) {
    s->blockades[city]++;
    s->blockaded |= MK_BIT(city);
    mk_log_event(log, LOD_E_BLOCKADE, LOD_FRENCH, MK_EVERYONE, 0, (int16_t)city, s->fni);
}

bool lod_lower_fni(lod_state *s, int n, mk_log *log) {
    if (!s->treaty) return false;
    if (n > s->fni) n = s->fni;
    bool all = n == s->fni, one_city = mk_set_size(s->blockaded) == 1;
    if (n > 0 && !all && !one_city) {
        lod_begin(s, LOD_PH_LIFT_BLOCKADE, LOD_BRITISH, n, 0, 0);
        return true;
    }
    while (n-- > 0) lift_blockade(s, mk_set_first(s->blockaded), log);
    return false;
}

/* FNI never exceeds the markers that are not Unavailable: those in the West Indies are the room. */
bool lod_raise_fni(lod_state *s, int n, mk_log *log) {
    (void)log;
    if (!s->treaty) return false;
    if (n > MAX_FNI - s->fni) n = MAX_FNI - s->fni;
    if (n > s->squadrons) n = s->squadrons;
    if (n <= 0) return false;
    lod_begin(s, LOD_PH_SET_BLOCKADE, LOD_FRENCH, n, 0, 0);
    return true;
}

/* 1.9: the British choose which Blockade goes. */
void lod_lift_blockade_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    MK_SET_EACH(city, s->blockaded) mk_offer(out, LOD_V_LIFT, city, 0, 0);
}

const char *lod_lift_blockade_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    FORBID("lod.1.9:blockaded", !mk_set_has(s->blockaded, a.a));
    return NULL;
}

void lod_lift_blockade_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lift_blockade(s, a.a, log);
    if (--mk_top(&s->base)->a == 0) lod_finish(s);
}

/* 1.9: the French choose the City, any of them; several may lie on one. A marker comes from the
 * West Indies, or from those just lifted to be rearranged. */
void lod_set_blockade_list(const void *state, mk_actions *out) {
    (void)state;
    MK_SET_EACH(city, LOD_CITIES) mk_offer(out, LOD_V_BLOCKADE, city, 0, 0);
}

const char *lod_set_blockade_why_not(const void *state, mk_action a) {
    (void)state;
    FORBID("lod.1.9:city", !mk_set_has(LOD_CITIES, a.a));
    return NULL;
}

void lod_set_blockade_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (s->afloat)
        s->afloat--;
    else {
        s->squadrons--;
        s->fni++;
    }
    set_blockade(s, a.a, log);
    if (--mk_top(&s->base)->a == 0) lod_finish(s);
}

/* 4.5.3, 6.5.4: the French may rearrange the Blockades on Cities. */
void lod_rearrange_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, LOD_V_REARRANGE, 0, 0, 0);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_rearrange_why_not(const void *state, mk_action a) {
    (void)state;
    (void)a;
    return NULL;
}

void lod_rearrange_apply(void *state, mk_action a, mk_log *log) {
    (void)log;
    lod_state *s = state;
    if (a.verb == LOD_V_FINISH) {
        lod_finish(s);
        return;
    }
    for (int city = 0; city < LOD_CITY_COUNT; city++) {
        s->afloat += s->blockades[city];
        s->blockades[city] = 0;
    }
    s->blockaded = 0;
    mk_pop(&s->base);
    lod_begin(s, LOD_PH_SET_BLOCKADE, LOD_FRENCH, s->afloat, 0, 0);
}
