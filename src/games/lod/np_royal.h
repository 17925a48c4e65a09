/* np_royal.h - what the chapters of the non-player Royalists (8.4, 8.7) share. */
#ifndef LOD_NP_ROYAL_H
#define LOD_NP_ROYAL_H

#include "np.h"

/* 8.4.1: Skirmish or Naval Pressure, each instead of the other if that is not possible. */
lod_np_planner lod_np_skirmish_first, lod_np_naval_first;
lod_np_planner lod_np_british_strike, lod_np_lift_blockade; /* what is struck, which one goes */

/* 8.4.5: levels that Reward Loyalty could shift in a space, with the money there is after the space
 * is paid for; 0: it would not be executed there. */
int lod_np_loyalty(const lod_state *, int space);
int lod_np_most_loyal(lod_state *, mk_set64, mk_log *); /* logged */

/* 8.4.5 to 8.4.10 */
lod_np_planner lod_np_reward, lod_np_loyalty_phase, lod_np_trade_answer, lod_np_british_supply;
lod_np_planner lod_np_british_indies, lod_np_british_redeploy, lod_np_tory_desertion;

/* 8.7.5 to 8.7.9 */
lod_np_planner lod_np_supply_village, lod_np_indian_supply, lod_np_patriot_desertion;
lod_np_planner lod_np_indian_redeploy;
lod_np_planner lod_np_royal_defence; /* 8.7.9, for the Faction that decides for the side */

#endif
