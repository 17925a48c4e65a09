// The last fight, gathered from the log: odds, modifiers, dice, what it cost, and how it ended.
import { computed, signal } from '@preact/signals';
import { type Mark, marks } from '../../scene';
import { decidedSince, live, played, scene } from '../../table/store';
import type { GameEvent, LogEntry } from '../../types';

export interface Fight { n: number; /** The entry that brought the last of it. */ last: number; events: GameEvent[]; rolled: boolean; over: boolean }

const begins = new Set(['attack', 'basic_roll', 'engages']);
const belongs = new Set([...begins, 'sallies', 'supplied', 'fires', 'elite', 'cards', 'odds', 'roll', 'no_effect', 'no_combat', 'retreats', 'goes_into_fort', 'breaks_off', 'used_up', 'lost', 'captured',
    'leader_captured', 'leader_check', 'check_dice', 'leader_killed', 'leader_wounded', 'leader_at', 'promoted', 'demoted', 'sea_roll', 'sunk', 'damaged', 'bombards', 'no_bombard', 'works_gone']);
const ends = new Set(['turn', 'segment', 'moves', 'leader_moves', 'march_declared', 'points', 'won', 'drawn', 'entrenched', 'placed', 'eliminated']);

export function lastFight(entries: LogEntry[]): Fight | null {
    let fight: Fight | null = null;
    for (const entry of entries)
        for (const event of entry.events) {
            if (begins.has(event.kind)) fight = { n: entry.n, last: entry.n, events: [], rolled: false, over: false };
            if (fight && ends.has(event.kind)) fight.over = true;
            if (!fight || fight.over || !belongs.has(event.kind)) continue;
            fight.events.push(event);
            fight.last = entry.n;
            if (['roll', 'basic_roll', 'no_combat', 'sea_roll'].includes(event.kind)) fight.rolled = true;
        }
    return fight;
}

export const fight = computed(() => lastFight(played.value));
/** The fight whose report was put aside. */
export const putAside = signal(-1);

const onTheMap = ['retreat', 'place_leader'];
/** A combat is going on, and what is decided now is not decided on the map. */
export const atBattle = () => scene.value.panels.has('combat') && !onTheMap.includes(String(scene.value.prompt?.phase));

/** What was fought just now: until one goes on or decides something else. */
export function justFought(): Fight | null {
    const f = fight.value;
    if (!live.value || scene.value.panels.has('combat') || !f?.rolled || f.n === putAside.value) return null;
    return decidedSince(f.last) || played.value.some(entry => entry.n > f.last + 80) ? null : f;
}

export const named = (event: GameEvent, kind: string): Mark | undefined => marks(event.text).find(m => m.kind === kind);
