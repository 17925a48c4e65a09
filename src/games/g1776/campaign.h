/* campaign.h - the campaign games: areas, seasons, reinforcements, the French. */
#ifndef G1776_CAMPAIGN_H
#define G1776_CAMPAIGN_H

#include "state.h"

static inline bool g1776_in_campaign(const g1776_state *s) {
    return g1776.scenario[s->base.scenario].campaign;
}

/* ---- areas.c: who controls what, and what follows for each area ---- */
bool g1776_campaign_controls(const g1776_state *, int seat, int hex);
bool g1776_controls_halifax(const g1776_state *);
bool g1776_area_controlled(const g1776_state *, int area);
int g1776_areas_controlled(const g1776_state *);
int g1776_strategic_controlled(const g1776_state *);
bool g1776_colony_controlled(const g1776_state *, int area); /* one of its colonies, all towns */
int g1776_area_status(const g1776_state *, int area);        /* now */
int g1776_rate_of(const g1776_state *, int area, int what);  /* by the status of this season */
mk_set64 g1776_militia_of(int seat);                         /* foot, dragoons, their elites */
mk_set64 g1776_levies_of(int seat);                          /* … that levels are about (CSG-5) */
mk_set64 g1776_coloured(int type);                           /* a plain type and its elites */

/* Parts of the country, and beyond. */
typedef enum {                                      /* the areas first */
               G1776_R_AWAY = G1776_COLONIES_AREAS, /* Canada, the West Indies, aboard */
               G1776_R_MIDDLE,                      /* the Middle States, Canada, Halifax */
               G1776_R_DEEP,                        /* the Deep South and the West Indies */
               G1776_R_NORTH,
               G1776_R_SOUTH,
               G1776_R_ANYWHERE
} g1776_region;
bool g1776_in_region(const g1776_state *, int place, int region);
bool g1776_is_away(const g1776_state *, int place); /* aboard a fleet that is off the board */
int g1776_count_in(const g1776_state *, mk_set64 types, int region);
int g1776_militia_region(int area); /* with whom an area's militia is counted (K3) */

/* ---- interphase.c: the fourteen steps ---- */
enum { G1776_WINTER, G1776_SPRING, G1776_SUMMER, G1776_FALL, G1776_SEASONS };
bool g1776_ends_season(const g1776_state *); /* this month does, and an interphase follows */
int g1776_season(const g1776_state *);       /* that begins behind this month */
void g1776_begin_interphase(g1776_state *, mk_log *);
void g1776_interphase_step(void *, mk_log *);
bool g1776_winter_reduction(g1776_state *, mk_frame *, mk_log *); /* true: it is over */
int g1776_dragoons_allowed(const g1776_state *, int area, int what);

/* ---- muster.c: new pieces are placed ---- */
typedef enum {
    G1776_M_ARRIVAL,     /* b: the arrival */
    G1776_M_AMERICAN,    /* b: area; RM, CA, supply */
    G1776_M_TORY,        /* b: area */
    G1776_M_PORT,        /* a controlled port, all together */
    G1776_M_SUPPLY_PORT, /* one of those that supplies come to */
    G1776_M_FREE_PORT,   /* a port that the British do not control */
    G1776_M_HEX,         /* b: the hex */
    G1776_M_TORY_NORTH,  /* as TM, in one part of the country */
    G1776_M_TORY_SOUTH,
    G1776_M_SAVANNAH,    /* within three hexes of it */
    G1776_M_MAIN_ARMY,   /* the uncontrolled town nearest to the largest American force */
    G1776_M_FRENCH_PORT, /* a port with French SP (VIII.C) */
    G1776_M_FRENCH,      /* BF-A and BF-B (VII.B) */
    G1776_M_SOUTHERN,    /* b: area; RM beside towns and ports (CSG-5) */
    G1776_M_PARTISAN,    /* b: arrival; with men */
    G1776_M_ANYWHERE,
    G1776_M_OVERMOUNTAIN, /* within eight hexes of Ferguson */
} g1776_muster_kind;
/* Asks for places until nothing is in hand; what finds none is lost. */
void g1776_muster(g1776_state *, int seat, int what, int b, mk_log *);
bool g1776_has_places(const g1776_state *, int seat, int what, int b);
void g1776_end_muster(g1776_state *, mk_log *);
void g1776_empty_hand(g1776_state *);
int g1776_levy(g1776_state *, int type,
               int count); /* into the hand, as far as there are counters */

/* ---- cull.c: pieces are taken away ---- */
typedef enum {
    G1776_CULL_CA,      /* Continentals and their elites */
    G1776_CULL_MILITIA, /* of the seat */
    G1776_CULL_LEVIES,  /* … but Ferguson's provincials and Watson's dragoons (CSG-5) */
    G1776_CULL_TM,
    G1776_CULL_RM,
    G1776_CULL_SUPPLY, /* American and French */
    G1776_CULL_NEW_CA, /* those that came in this interphase */
    G1776_CULL_NEW_SUPPLY,
    G1776_CULL_TYPE, /* + a type */
} g1776_cull_kind;
int g1776_cullable(const g1776_state *, int seat, int what, int region);
/* Asks the seat for so many of them, or for all there are. Returns how many that is. */
int g1776_cull(g1776_state *, int seat, int what, int region, int count, mk_log *);

/* ---- season.c: elites rebuilt, dragoons, leaders on their way ---- */
bool g1776_ask_dragoons(g1776_state *, int seat, int region, int allowed);
bool g1776_ask_mounting(g1776_state *, int seat, int region, int count);
int g1776_came(const g1776_state *, int type);
bool g1776_ask_rebuilding(g1776_state *, int seat);
bool g1776_ask_indians(g1776_state *);
bool g1776_ask_transfers(g1776_state *, int seat);
void g1776_ask_posting(g1776_state *, int leader); /* where he goes, and nothing else */
void g1776_bring_elite(g1776_state *, int leader, mk_log *);

/* ---- events.c: random events ---- */
void g1776_roll_events(g1776_state *, mk_log *);
void g1776_apply_event(g1776_state *, int seat, int part, mk_log *);

/* ---- french.c: the intervention, variable forces, Arnold ---- */
void g1776_campaign_setup(g1776_state *);
void g1776_campaign_turn(g1776_state *, mk_log *); /* the very start of a turn */
enum { G1776_FRENCH_LIGHT = 2 }; /* light infantry, one with each of BF-A and BF-B (VII.B) */
bool g1776_ask_french(g1776_state *);
void g1776_place_french(g1776_state *, int place, mk_log *);
bool g1776_ask_calls(g1776_state *, int seat);
void g1776_dismiss_variable(g1776_state *, mk_log *);
bool g1776_in_play(const g1776_state *, int fleet);

/* ---- indies.c: the West Indies ---- */
bool g1776_ask_navy_cargo(g1776_state *, mk_log *);
bool g1776_navy_must_leave(const g1776_state *);
void g1776_search_indies(g1776_state *, mk_log *);
void g1776_note_indies(g1776_state *, int fleet);
void g1776_note_debarked(g1776_state *, int fleet);
int g1776_indies_fleets(const g1776_state *, int seat);
int g1776_indies_sp(const g1776_state *, int seat);
const char *g1776_why_not_leave_indies(const g1776_state *, int fleet);
const char *g1776_why_not_embark_indies(const g1776_state *, int fleet, int type, int count);

/* ---- seaways.c: how soon a fleet is where it must go ---- */
enum { G1776_SEA_SPACES = G1776_MAX_HEXES + G1776_MAX_SIDES, G1776_DETOURS = 256 };
enum { G1776_NO_SEAWAY = 9999, G1776_TOO_FAR = 99 }; /* steps, phases */
typedef struct {
    uint16_t steps[G1776_SEA_SPACES], next[G1776_SEA_SPACES];
} g1776_seaway; /* from everywhere to one place */
typedef struct {
    uint16_t door; /* a sea lane of an exit, or the mouth of the Saint Lawrence */
    uint8_t box;
} g1776_passage;
int g1776_home_box(int seat); /* of the West Indies, a place */
void g1776_survey(const g1776_state *, int fleet, int to, g1776_seaway *);
int g1776_steps_from(const g1776_state *, const g1776_seaway *, int place);
void g1776_find_voyages(void); /* when the data is read */
bool g1776_comes_nearer(const g1776_state *, int fleet, int goal, int from, int to);
bool g1776_sail_along(g1776_state *, int fleet, const g1776_seaway *);
int g1776_hops(int from, int to, int seat, int *next);
int g1776_phases_to_box(const g1776_state *, int fleet, int from, int to, int spent);
int g1776_phases_to_port(const g1776_state *, int fleet, int from, int port, const g1776_seaway *);
void g1776_sail_to_box(g1776_state *, int fleet, int to);
void g1776_sail_to_port(g1776_state *, int fleet, int port);

/* ---- convoy.c: fleets that must go there ---- */
bool g1776_ask_convoy(g1776_state *, mk_log *);
void g1776_land_in_indies(g1776_state *, int fleet, mk_log *);

/* ---- withdrawal.c: the French leave ---- */
void g1776_note_sunk(g1776_state *, int fleet, mk_log *);
void g1776_begin_withdrawal(g1776_state *, mk_log *);
void g1776_judge_withdrawal(g1776_state *, mk_log *);
void g1776_end_withdrawal(g1776_state *, mk_log *);

/* ---- bids.c: CSG-4 ---- */
bool g1776_ask_bid(g1776_state *, int seat);
bool g1776_bids_open(const g1776_state *); /* both were made, and shown */
int g1776_middle_bid(const g1776_state *); /* of both and the par */
void g1776_deal_bids(g1776_state *, int seat, mk_rng *);
bool g1776_hides_bid(const void *, int subject, int seat);
void g1776_view_bids(const g1776_state *, int seat, mk_view *);

/* ---- visits.c: the French by the option VIII.C ---- */
bool g1776_visits(const g1776_state *);
int g1776_came_to_visit(const g1776_state *, int type);
bool g1776_begin_visits(g1776_state *, mk_log *);
void g1776_end_visits(g1776_state *, mk_log *); /* behind a month */
bool g1776_visitor_sunk(g1776_state *, int fleet);
void g1776_break_up_visit(g1776_state *, mk_log *);
void g1776_visit_step(void *, mk_log *);

/* ---- lead_in.c: CSG-6 ---- */
bool g1776_lead_in(const g1776_state *); /* it is 1775 in CSG-6 */
bool g1776_in_1775(const g1776_state *); /* or in a scenario that has these rules throughout */
void g1776_begin_month_of_lead_in(g1776_state *, mk_log *);
g1776_group g1776_with_stand_in(const g1776_state *, const g1776_group *);
bool g1776_may_overload(const g1776_state *, int fleet);
bool g1776_evacuates(const g1776_state *, int fleet); /* it is overloaded */
const char *g1776_why_not_evacuate_to(const g1776_state *, int fleet, int to);
const char *g1776_why_not_evacuate_ashore(const g1776_state *, int fleet, int place);
bool g1776_evacuation_waits(const g1776_state *);
void g1776_note_unmoved(g1776_state *, mk_set128 leaders);
void g1776_note_moved(g1776_state *, int leader);
bool g1776_not_captured_yet(const g1776_state *, int leader);
bool g1776_safe_villagers(const g1776_state *, int seat, int hex);
bool g1776_begin_redeployment(g1776_state *, mk_log *);
void g1776_redeploy_step(void *, mk_log *);

/* ---- view_campaign.c ---- */
void g1776_view_campaign(const g1776_state *, int seat, mk_view *);

#endif
