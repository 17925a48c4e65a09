// What of the log still counts. The log keeps what was taken back; the journal does not, or goes back in it.
import type { LogEntry } from '../types';

/**
 * The entries of the log that stand, with the number of journal entries up to each. An action and an
 * `undo_to` add an entry to the journal, an `undo` takes the last away: so the places in the journal follow,
 * from the last back. From there the way that the game went is walked back: over an `undo_to` to where it led.
 */
export function standing(log: LogEntry[], entries: number): Map<number, number> {
    const at = new Map<number, LogEntry>(), result = new Map<number, number>();
    let e = entries, i = log.length - 1;
    for (; i >= 0 && log[i].what !== 'upgrade'; i--) { // before a change of rules the journal counted otherwise
        const { what } = log[i];
        if (what === 'undo') e++;
        else if (what === 'action' || what === 'undo_to') {
            if (!at.has(e)) at.set(e, log[i]);
            e--;
        }
    }
    for (let k = entries; k > 0 && at.has(k);) {
        const entry = at.get(k)!;
        if (entry.what === 'undo_to') { k = entry.to ?? 0; continue; }
        result.set(entry.n, k--);
    }
    for (; i >= 0; i--) result.set(log[i].n, 0);
    return result;
}

export const isTakenBack = (entry: LogEntry, stands: Map<number, number>) => entry.what === 'action' && !stands.has(entry.n);
