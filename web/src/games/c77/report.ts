// The last fight, gathered from the log: who came, every die and why, what it cost.
import { computed, signal } from '@preact/signals';
import { type Mark, marks } from '../../scene';
import { decidedSince, live, played, scene } from '../../table/store';
import type { GameEvent, LogEntry } from '../../types';

export interface Fight { n: number; /** The entry that brought the last of it. */ last: number; events: GameEvent[]; fought: boolean; over: boolean }

const begins = new Set(['march', 'lands']);
const belongs = new Set(['declared', 'attempt', 'automatic', 'no_way_out', 'into_fort', 'coordinated', 'planned', 'battle', 'dice', 'note_sp_dice',
    'table_dice', 'throw', 'loss', 'winner', 'surrender', 'retreat', 'eliminated', 'stormed', 'siege', 'escape', 'escaped_to',
    'leader_returns', 'leader_lost', 'captured', 'kosciuszko_gone', 'expert_roll', 'expert', 'back_to_sea']);
const ends = new Set(['drawn', 'turn', 'first', 'activated', 'supply_check', 'event', 'forced_march', 'indian_raid', 'supply_raid', 'won']);

export function lastFight(entries: LogEntry[]): Fight | null {
    let fight: Fight | null = null;
    for (const entry of entries)
        for (const event of entry.events) {
            const again = event.kind === 'battle' && (!fight || fight.fought || fight.over);
            if (begins.has(event.kind) || again) fight = { n: entry.n, last: entry.n, events: [], fought: false, over: false };
            if (fight && ends.has(event.kind)) fight.over = true;
            if (!fight || fight.over || !(belongs.has(event.kind) || begins.has(event.kind))) continue;
            fight.events.push(event);
            fight.last = entry.n;
            if (event.kind === 'battle') fight.fought = true;
        }
    return fight;
}

export const fight = computed(() => lastFight(played.value));
/** The fight whose report was put aside. */
export const putAside = signal(-1);

/** Where one goes is decided on the map. */
const onTheMap = ['retreat', 'escape', 'avoid_to'];

/** A battle is going on, and what is decided now is not decided on the map. */
export const atBattle = () => scene.value.panels.has('battle') && !onTheMap.includes(String(scene.value.prompt?.phase));

/** The battle that was fought just now: until one goes on or decides something else. Taken back, it was never fought. */
export function justFought(): Fight | null {
    const f = fight.value;
    if (!live.value || scene.value.panels.has('battle') || !f?.fought || f.n === putAside.value) return null;
    return decidedSince(f.last) || played.value.some(entry => entry.n > f.last + 12) ? null : f;
}

export const named = (event: GameEvent, kind: string): Mark | undefined => marks(event.text).find(m => m.kind === kind);
