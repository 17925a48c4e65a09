/* log.c - what happened, as numbers; text.c makes sentences of it. */
#include <assert.h>
#include <string.h>

#include "musket.h"

void mk_log_init(mk_log *log, mk_event *room, int max) {
    *log = (mk_log){.event = room, .max = room ? max : 0};
}

void mk_log_clear(mk_log *log) {
    log->count = 0;
    log->flags = 0;
}

void mk_tell_n(mk_log *log, int kind, int seat, uint8_t audience, uint8_t flags, int count,
               const int16_t *numbers) {
    assert(kind > 0 && count >= 0 && count <= MK_EVENT_NUMBERS);
    if (!log) return;
    log->flags |= flags;
    if (!log->event) return;
    assert(log->count < log->max && "more happens in one action than the log has room for");
    if (log->count == log->max) return;
    mk_event *event = &log->event[log->count++];
    *event = (mk_event){.kind = (uint16_t)kind,
                        .seat = (int8_t)seat,
                        .audience = audience,
                        .flags = flags,
                        .count = (uint8_t)count};
    if (count) memcpy(event->n, numbers, (size_t)count * sizeof *numbers);
}

bool mk_event_seen(const mk_event *event, int seat) {
    if (seat == MK_EVERYTHING) return event->audience != 0;
    return event->audience & (seat == MK_SPECTATOR ? MK_WATCHERS : MK_ONLY(seat));
}
