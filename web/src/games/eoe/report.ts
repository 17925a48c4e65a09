// The last battle, gathered from the log: odds, modifiers, dice, what it cost, and how it ended.
import { computed, signal } from '@preact/signals';
import { type Mark, marks } from '../../scene';
import { decidedSince, live, played, scene } from '../../table/store';
import type { GameEvent, LogEntry } from '../../types';

export interface Fight { n: number; /** The entry that brought the last of it. */ last: number; events: GameEvent[]; over: boolean }

const begins = new Set(['ambush', 'odds', 'swept', 'coexist']);
const belongs = new Set([...begins, 'round', 'marines', 'step_lost', 'eliminated', 'goes_home', 'risk', 'killed', 'wounded', 'captured', 'retreats', 'evacuated', 'surrounded', 'surrenders', 'battle_over', 'passes', 'fails']);
const ends = new Set(['turn', 'operations', 'marches', 'won', 'drawn', 'arrives']);

export function lastFight(entries: LogEntry[]): Fight | null {
    let fight: Fight | null = null;
    for (const entry of entries)
        for (const event of entry.events) {
            if (fight && ends.has(event.kind)) fight.over = true;
            if (begins.has(event.kind) && (!fight || fight.over)) fight = { n: entry.n, last: entry.n, events: [], over: false };
            if (!fight || fight.over || !belongs.has(event.kind)) continue;
            fight.events.push(event);
            fight.last = entry.n;
            if (event.kind === 'battle_over' || event.kind === 'coexist') fight.over = true;
        }
    return fight;
}

export const fight = computed(() => lastFight(played.value));
/** The fight whose report was put aside. */
export const putAside = signal(-1);

/** A battle is going on, and what is decided now is not decided on the map. */
export const atBattle = () => scene.value.panels.has('battle') && scene.value.prompt?.phase !== 'retreat';

/** What was fought just now: until one goes on or decides something else. */
export function justFought(): Fight | null {
    const f = fight.value;
    if (!live.value || scene.value.panels.has('battle') || !f?.over || f.n === putAside.value) return null;
    return decidedSince(f.last) || played.value.some(entry => entry.n > f.last + 80) ? null : f;
}

export const named = (event: GameEvent, kind: string): Mark | undefined => marks(event.text).find(m => m.kind === kind);
