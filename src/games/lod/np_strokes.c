/* np_strokes.c - Brilliant Strokes of non-players (8.1, 8.3.7; 8.4.11, 8.5.8, 8.6.11, 8.7.8). */
#include "np.h"

/* ---- When ---- */

/* Exactly half of the British Casualties, and no Blockades on Cities (8.1). */
static bool treaty_ripe(const lod_state *s) {
    enum { NEEDED = 15 };
    return 2 * (s->squadrons + lod_available(s, LOD_FRENCH_REGULAR)) + s->cbc > 2 * NEEDED;
}

/* The Leader with so many of his men. */
static bool leader_ready(const lod_state *s, lod_faction f) {
    static const struct {
        mk_set64 kinds;
        int needed;
    } men[] = {{LOD_KIND(LOD_BRITISH_REGULAR), 4},
               {LOD_KIND(LOD_CONTINENTAL), 4},
               {LOD_KIND(LOD_FRENCH_REGULAR), 4},
               {LOD_WAR_PARTIES, 3}};
    int at = s->leader_at[f];
    return at < LOD_SPACES && lod_count(s, at, men[f].kinds) >= men[f].needed;
}

/* What provokes it: a player who comes first on the card, or a Stroke that it would trump. */
static bool provoked(const lod_state *s, lod_faction f) {
    int first = lod_next_eligible(s), played = s->stroke.card;
    bool player = first >= 0 && !lod_is_nonplayer(s, first);
    bool rebel = player && lod_side_of(first) == LOD_REBELLION;
    switch (f) {
    case LOD_BRITISH: return rebel || played == LOD_STROKE_PATRIOTS;
    case LOD_FRENCH: return player || played == LOD_STROKE_BRITISH;
    case LOD_INDIANS: return player || played == LOD_STROKE_PATRIOTS || played == LOD_STROKE_FRENCH;
    default: return player;
    }
}

/* The Commands of a Faction, as its flowchart goes on when the one before is not possible. */
static const lod_command_kind *in_turn(lod_faction f) {
    static const lod_command_kind commands[LOD_FACTIONS][5] = {
        [LOD_BRITISH] = {LOD_GARRISON, LOD_MUSTER, LOD_BATTLE, LOD_MARCH},
        [LOD_PATRIOTS] = {LOD_BATTLE, LOD_RALLY, LOD_RABBLE_ROUSING, LOD_MARCH},
        [LOD_FRENCH] = {LOD_MUSTER, LOD_BATTLE, LOD_MARCH},
        [LOD_INDIANS] = {LOD_RAID_COMMAND, LOD_GATHER, LOD_SCOUT, LOD_MARCH},
    };
    return commands[f];
}

static lod_command_kind first_that_runs(const lod_state *s) {
    const lod_command_kind *kind = in_turn(mk_top_const(&s->base)->seat);
    while (*kind != LOD_NO_COMMAND && !lod_np_runs(s, *kind)) kind++;
    return *kind;
}

/* 8.3.7: is there a Limited Command that involves the Leader? Asked before the Stroke is played. */
static bool can_be_carried_out(const lod_state *s, lod_faction f, int card) {
    lod_state trial = *s;
    mk_pop(&trial.base);
    trial.stroke =
        (lod_stroke){.faction = (uint8_t)f, .card = (uint8_t)card, .commands = 2, .specials = 1};
    lod_begin(&trial, LOD_PH_STROKE_PLAY, f, card, 0, 0);
    lod_run(&trial, NULL);
    return first_that_runs(&trial) != LOD_NO_COMMAND;
}

bool lod_np_wants_stroke(const lod_state *s, lod_faction f, int card) {
    if (card == LOD_TREATY_CARD) return RULE("lod.8.1", treaty_ripe(s));
    return RULE("lod.8.3.7", s->treaty && leader_ready(s, f) && provoked(s, f));
}

/* Asked only if it wants to. */
bool lod_np_stroke(lod_state *s, mk_log *log) {
    const mk_frame *f = mk_top(&s->base);
    int card = f->a;
    bool treaty = card == LOD_TREATY_CARD;
    bool plays = treaty || can_be_carried_out(s, f->seat, card);
    lod_np_say(s, treaty ? NOTE_TREATY : plays ? NOTE_STROKE : NOTE_STROKE_ABORTED, log);
    return lod_np_did(s, plays ? LOD_V_STROKE : LOD_V_HOLD, plays ? card : 0, 0, 0, log);
}

/* ---- Carrying it out ---- */

/* Which one it is, the Faction's own instructions say, for the Command that came first
 * (plan[LOD_PH_SPECIAL]). */
static bool begin_special(lod_state *s, mk_log *log) {
    if (!lod_grant_stroke_special(s)) return false;
    lod_np_say(s, NOTE_STROKE_SPECIAL, log);
    lod_run(s, log);
    return true;
}

/* Not the Command that the flowchart selects, but one that can be: of the first the Leader is part.
 */
static bool begin_command(lod_state *s, mk_log *log) {
    if (!s->stroke.commands) return false;
    lod_command_kind kind = lod_np_command(s, log);
    bool fits = kind != LOD_NO_COMMAND && lod_np_runs(s, kind);
    if (!fits) kind = first_that_runs(s);
    if (kind == LOD_NO_COMMAND) return false;
    lod_np_say(s, fits ? NOTE_STROKE_COMMAND : NOTE_STROKE_OTHER, log);
    if (!s->stroke.first) s->stroke.first = (uint8_t)kind;
    return lod_np_did(s, LOD_V_COMMAND, kind, 0, 0, log);
}

/* The first Limited Command, the Special Activity, the second Limited Command. */
bool lod_np_stroke_turn(lod_state *s, mk_log *log) {
    bool first_done = s->stroke.commands < 2;
    if (first_done && begin_special(s, log)) return true;
    return begin_command(s, log) || lod_np_finish(s, log);
}
