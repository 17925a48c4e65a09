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
