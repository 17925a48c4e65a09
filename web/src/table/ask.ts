// Questions to the engine, answered from what our seat may know.
import { signal } from '@preact/signals';
import { listen, send } from '../net';
import { version } from './store';

export interface OddsSeat { seat: string; title: string; won: number; mean: number; lost: number[] }
export interface Odds { place: string; name: string; unit: string; trials: number; fought: number; seats: OddsSeat[] }
export interface Battle { action?: string; label?: string; odds: Odds }

/** What the battles would bring that can be fought now; at this version only. */
export const battles = signal<{ n: number; list: Battle[] } | null>(null);
/** The version at which something was asked that is not answered yet. */
export const asked = signal<number | null>(null);

export function askOdds(): void {
    asked.value = version.value;
    if (!send({ t: 'odds', n: version.value })) asked.value = null;
}

listen(frame => {
    if (frame.t === 'odds' && frame.n === version.value) battles.value = { n: frame.n, list: frame.battles };
    if (frame.t === 'odds' || frame.t === 'error' || frame.t === 'refused') asked.value = null;
});

// ---- A hint ----

export interface Reason { title: string; points: number }
export interface Hint { actions: string[]; move: string; chance: number; other: number; reasons: Reason[]; over_now: boolean; line: string }
/** What the machine would do, and why it thinks that we are ahead; at this version only. */
export const hint = signal<{ n: number; hint: Hint; chance: number; terms: Reason[] } | null>(null);

export function askHint(): void {
    asked.value = version.value;
    if (!send({ t: 'hint', n: version.value })) asked.value = null;
}

listen(frame => {
    if (frame.t !== 'hint') return;
    asked.value = null;
    if (frame.n === version.value) hint.value = { n: frame.n, hint: frame.hint, chance: frame.chance, terms: frame.terms };
});

/** A card that somebody asked for is brought into view when it appears. */
export const intoView = (card: HTMLElement | null): void => card?.scrollIntoView({ block: 'nearest' });
