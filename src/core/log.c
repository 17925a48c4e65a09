/* log.c - what happened, as numbers; text.c makes sentences of it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "musket.h"

void mk_log_init(mk_log *log, mk_event *room, int max) {
    *log = (mk_log){.event = room, .max = room ? max : 0};
}

void mk_log_grow(mk_log *log) { *log = (mk_log){.grows = true}; }

void mk_log_free(mk_log *log) {
    if (log->grows) free(log->event);
    *log = (mk_log){0};
}

void mk_log_clear(mk_log *log) {
    log->count = 0;
    log->lost = 0;
    log->flags = 0;
}

void mk_log_back_to(mk_log *log, const mk_log *before) {
    log->count = before->count;
    log->lost = before->lost;
    log->flags = before->flags;
}

/* Room for one event more. False: there is none, and the log does not grow. */
static bool make_room(mk_log *log) {
    if (log->count < log->max) return true;
    if (!log->grows) return false;
    int max = log->max ? 2 * log->max : 16;
    mk_event *event = realloc(log->event, (size_t)max * sizeof *event);
    if (!event) abort();
    log->event = event;
    log->max = max;
    return true;
}

/* Numbers beyond those that an event has room for are lost, as an event without room is: the
 * log says how many. */
void mk_log_event_n(mk_log *log, int kind, int seat, uint8_t audience, uint8_t flags, int count,
                    const int16_t *numbers) {
    assert(kind > 0 && count >= 0);
    if (!log) return;
    log->flags |= flags;
    if (!log->event && !log->grows) return;
    if (count > MK_EVENT_NUMBERS) {
        log->lost++;
        count = MK_EVENT_NUMBERS;
    }
    if (!make_room(log)) {
        log->lost++;
        return;
    }
    mk_event *event = &log->event[log->count++];
    *event = (mk_event){.kind = (uint16_t)kind,
                        .seat = (int8_t)seat,
                        .audience = audience,
                        .flags = flags,
                        .count = (uint8_t)count};
    if (count > 0) memcpy(event->n, numbers, (size_t)count * sizeof *numbers);
}

bool mk_event_seen(const mk_event *event, int seat) {
    if (seat == MK_EVERYTHING) return event->audience != 0;
    return event->audience & (seat == MK_SPECTATOR ? MK_WATCHERS : MK_ONLY(seat));
}
