/* board.h - positions of Philadelphia 1777 for its tests in C. What cannot be done fails them. */
#ifndef P77_BOARD_H
#define P77_BOARD_H

#include "games/p77/p77.h"
#include "musket.h"

extern const mk_game *game;   /* set by open_games */
int open_games(void **state); /* for cmocka: before the first test */

int unit(const char *id);
int space(const char *id);

typedef enum { WITHOUT_BOXES, WITH_BOXES } boxes;
void begin(p77_state *, boxes, uint64_t seed); /* at the set-up */
void set(p77_state *, const char *assignments);
/* Turn 5, British to move; nobody is on the map but those whom the assignments bring back. */
void begin_empty(p77_state *, boxes, const char *assignments);

/* The side that decides does this: "fire a_scott". */
void act(p77_state *, const char *action);
void act_all(p77_state *, const char *const *actions);
#define ACT(s, ...) act_all(s, (const char *const[]){__VA_ARGS__, NULL})

void feed(p77_state *, const int *dice, int count); /* the next results */
#define FEED(s, ...)                                                                               \
    feed(s, (const int[]){__VA_ARGS__}, (int)(sizeof(int[]){__VA_ARGS__} / sizeof(int)))

#endif
