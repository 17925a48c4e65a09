/* coin.h - a tiny complete game, so that core can be tested without a real one.
 *
 * Two players match pennies. Each turn Even hides a coin, heads or tails up, under a hand; Odd
 * guesses and stakes 1 to 3 pennies; Even may raise the stake by at most as much again (unless
 * the option `raising` is off). Then the hand is lifted: who is right takes the stake from
 * the other, and as many pennies from the bank as a die shows. The game ends after the
 * scenario's number of turns, or when a player has no penny left.
 *
 * It has one of everything that core knows: a hidden choice and redacted events, a die, an
 * interrupt (the raise waits on top of the guess), an option, rule-book non-players (they never
 * stake nor raise more than one), properties with and without subject, a list, a hidden one,
 * derived ones, a resume point to rest at (`turn`) and one to pass through (`reveal`).
 */
#ifndef COIN_H
#define COIN_H

#include "musket.h"

typedef enum { COIN_EVEN, COIN_ODD } coin_player; /* also the seats */
typedef enum { COIN_NO_FACE = -1, COIN_HEADS, COIN_TAILS } coin_face;
typedef enum { COIN_KIND_FACE = 1, COIN_KIND_PLAYER, COIN_KIND_COUNT } coin_kind;
typedef enum { COIN_HIDE = 1, COIN_GUESS, COIN_RAISE, COIN_PASS } coin_verb;
typedef enum { COIN_HIDING = 1, COIN_GUESSING, COIN_RAISING } coin_phase;
typedef enum {
    COIN_HID = 1,
    COIN_HID_SOMETHING,
    COIN_GUESSED,
    COIN_RAISED,
    COIN_REVEALED,
    COIN_ENDED
} coin_event;
enum { COIN_PENNIES = 60, COIN_MOST_TURNS = 10, COIN_MOST_STAKE = 3 };

typedef struct {
    mk_base base;  /* turn: rounds that are over */
    int8_t face;   /* coin_face under Even's hand; only Even knows */
    int8_t guess;  /* coin_face that Odd says */
    uint8_t stake; /* with the raise; 0 until the guess */
    uint8_t pennies[2];
    uint8_t bank;                   /* what is left of COIN_PENNIES */
    uint8_t shown[COIN_MOST_TURNS]; /* faces revealed so far, oldest first */
    uint8_t shown_count;
} coin_state;

extern const mk_game coin_game;

#endif
