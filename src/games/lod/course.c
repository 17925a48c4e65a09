/* course.c - how a game went: what the charts show, what the log says of Battles and dice. */
#include "rules.h"

const mk_series lod_series[] = {
    {"Support and Opposition", "Support", "support", LOD_BRITISH},
    {"Support and Opposition", "Opposition", "opposition", LOD_PATRIOTS},
    {"Victory margin", "British", "british.margin", LOD_BRITISH},
    {"Victory margin", "Patriots", "patriots.margin", LOD_PATRIOTS},
    {"Victory margin", "French", "french.margin", LOD_FRENCH},
    {"Victory margin", "Indians", "indians.margin", LOD_INDIANS},
    {"Resources", "British", "british.resources", LOD_BRITISH},
    {"Resources", "Patriots", "patriots.resources", LOD_PATRIOTS},
    {"Resources", "French", "french.resources", LOD_FRENCH},
    {"Resources", "Indians", "indians.resources", LOD_INDIANS},
    {"Casualties", "British", "cbc", LOD_BRITISH},
    {"Casualties", "Rebellion", "crc", LOD_PATRIOTS},
    {"Forts and Villages", "British Forts", "british.strongholds", LOD_BRITISH},
    {"Forts and Villages", "Patriot Forts", "patriots.strongholds", LOD_PATRIOTS},
    {"Forts and Villages", "Villages", "indians.strongholds", LOD_INDIANS},
    {"Spaces controlled", "British", "british.spaces", LOD_BRITISH},
    {"Spaces controlled", "Rebellion", "patriots.spaces", LOD_PATRIOTS},
    {0},
};

/* The Faction that stands for its side. */
static lod_faction first_of(int side) { return side == LOD_ROYALISTS ? LOD_BRITISH : LOD_PATRIOTS; }

/* A die with 1 to 3 brings two on average, with a variance of two thirds. */
static mk_throw small_dice(int dice, int sum) {
    return (mk_throw){dice, sum, 2.0 * dice, 2.0 / 3 * dice};
}

static void tell_force(mk_course *c, const mk_event *e) {
    static const char *const who[] = {[LOD_ROYALISTS] = "Royalists", [LOD_REBELLION] = "Rebellion"};
    int sum = 0;
    for (int i = 2; i < e->count; i++) sum += e->n[i];
    mk_course_dice(c, first_of(e->n[0]), who[e->n[0]], "points in Battles",
                   small_dice(e->count - 2, sum));
}

static int battle_at(const void *state, mk_action a) {
    const lod_state *s = state;
    bool selects = mk_top_const(&s->base)->phase == LOD_PH_BATTLES && a.verb == LOD_V_SELECT;
    return selects ? a.a : -1;
}

const mk_battles lod_battles = {
    .place = LOD_K_SPACE,
    .unit = "pieces",
    .phases = MK_VERBS(LOD_PH_BATTLE),
    .at = battle_at,
};

void lod_chronicle(mk_course *c, const mk_event *e) {
    switch (e->kind) {
    case LOD_E_CARD:
    case LOD_E_STROKE: mk_course_moment(c, "card"); break;
    case LOD_E_WINTER: mk_course_moment(c, "winter"); break;
    case LOD_E_BATTLE: mk_course_battle(c, e->seat, LOD_K_SPACE, e->n[0]); break;
    case LOD_E_WINS:
        mk_course_won(c, first_of(e->n[0]));
        mk_course_battle_over(c);
        break;
    case LOD_E_NO_WINNER: mk_course_battle_over(c); break;
    case LOD_E_FORCE: tell_force(c, e); break;
    case LOD_E_NAVAL_ROLL:
        mk_course_dice(c, e->seat, NULL, "Resources by Naval Pressure", small_dice(1, e->n[0]));
        break;
    case LOD_E_REMOVED: /* irregulars: no Casualties, but lost in Battle */
        if (mk_course_fighting(c)) mk_course_loss(c, e->seat, e->n[0]);
        break;
    case LOD_E_CASUALTY: mk_course_loss(c, e->seat, e->n[0]); break;
    default: break;
    }
}
