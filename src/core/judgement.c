/* judgement.c - how likely a side is to win: a weighted sum of what its game looks at.
 *
 * The sum is a logit in millionths. It becomes a chance by the logistic function, in whole numbers
 * from a table, so that every machine judges alike. */
#include "core/judgement.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>

#include "core/data.h"

enum { UNIT = 1000000, STEPS = 16, FAR = 8, WEIGHT = 1000000000 };

static int32_t curve[FAR * STEPS + 1]; /* of 10000, at each sixteenth */
static pthread_once_t drawn = PTHREAD_ONCE_INIT;

static void draw_curve(void) {
    for (int i = 0; i <= FAR * STEPS; i++)
        curve[i] = (int32_t)lround(10000 / (1 + exp(-(double)i / STEPS)));
}

static int chance(int64_t logit) {
    const int64_t step = UNIT / STEPS, most = (int64_t)FAR * UNIT - 1;
    int64_t size = logit < 0 ? -logit : logit;
    if (size > most) size = most;
    int at = (int)(size / step);
    int value = curve[at] + (int)((curve[at + 1] - curve[at]) * (size % step) / step);
    if (value > 9999) value = 9999;
    return logit < 0 ? 10000 - value : value;
}

int mk_judgement_terms(const mk_game *game, const void *state, int seat,
                       int64_t out[MK_MAX_TERMS]) {
    const int32_t *weight = mk_judgement_weights(game);
    int values[MK_MAX_TERMS] = {1}, count = 0;
    if (!weight) return 0;
    game->consider(state, seat, values + 1);
    for (; game->terms[count].name; count++) out[count] = (int64_t)weight[count] * values[count];
    return count;
}

int mk_judgement(const mk_game *game, const void *state, int seat) {
    int64_t term[MK_MAX_TERMS], sum = 0;
    int count = mk_judgement_terms(game, state, seat, term);
    for (int i = 0; i < count; i++) sum += term[i];
    return chance(sum);
}

int mk_habit_count(const mk_game *game) {
    int count = 0;
    while (game->habits && game->habits[count].name) count++;
    return count;
}

bool mk_has_habit(const mk_game *game, int seat, int habit) {
    int seats = game->habits[habit].seats;
    return !seats || (seats >> seat & 1);
}

static bool read_habits(const mk_game *game, mk_value root, mk_error *err) {
    int count = mk_habit_count(game);
    if (!count) return true;
    if (count > MK_MAX_HABITS) return mk_fail(err, MK_E_FAULT, "%s has too many habits", game->id);
    mk_value habits = mk_at(root, "habits");
    for (int seat = 0; seat < game->seat_count; seat++) {
        mk_value own = mk_at(habits, game->seats[seat].id);
        for (int i = 0; i < count; i++) {
            const mk_habit *h = &game->habits[i];
            if (mk_has_habit(game, seat, i))
                game->habit[seat * count + i] = mk_int(own, h->name, h->least, h->most);
        }
    }
    return true;
}

bool mk_judgement_read(const mk_game *game, int32_t weight[MK_MAX_TERMS], mk_error *err) {
    pthread_once(&drawn, draw_curve);
    if (!game->terms) return true;
    char name[MK_NAME + 20];
    snprintf(name, sizeof name, "%s/judgement.json", game->id);
    mk_value root = mk_file_open(name, game->id, 1, err), weights = mk_at(root, "weights");
    for (int i = 0; game->terms[i].name; i++) {
        if (i == MK_MAX_TERMS) return mk_fail(err, MK_E_FAULT, "%s has too many terms", game->id);
        weight[i] = mk_int(weights, game->terms[i].name, -WEIGHT, WEIGHT);
    }
    if (!read_habits(game, root, err)) return false;
    return mk_file_close(&root);
}
