// What a battle came to: told from the log, beside the map, until one goes on or decides something.
import { computed, signal } from '@preact/signals';
import { marks } from '../../scene';
import { Marked } from '../../table/Marked';
import { decidedSince, played, scene } from '../../table/store';
import type { GameEvent } from '../../types';

interface Side { fired: number; dice: number; hits: number; lost: number; gone: string[] }
interface Report { key: number; endedAt: number; place: string; kind: string; rounds: number; sides: Record<string, Side>; said: string[] }

const sideName: Record<string, string> = { british: 'British', american: 'Americans' };
const named = (e: GameEvent, kind: string) => marks(e.text).find(m => m.kind === kind);
const endings = new Set(['battle_won', 'withdraws', 'forced', 'retreat', 'no_retreat', 'eliminated', 'overrun']);

const side = (): Side => ({ fired: 0, dice: 0, hits: 0, lost: 0, gone: [] });

function add(r: Report, e: GameEvent): void {
    const of = e.seat && r.sides[e.seat];
    if (e.kind === 'round') r.rounds = Math.max(r.rounds, e.numbers[1]);
    if (of && (e.kind === 'fire' || e.kind === 'pursuit')) {
        of.fired++;
        of.hits += e.numbers[2];
        of.dice += e.numbers.length - 3;
    }
    if (of && (e.kind === 'loss' || e.kind === 'loss_hidden')) of.lost++;
    if (of && e.kind === 'eliminated') { of.lost++; of.gone.push(named(e, 'unit')?.text ?? 'a block'); }
    if (endings.has(e.kind)) r.said.push(e.text);
}

/** The last battle that is over. */
const report = computed((): Report | null => {
    let now: Report | null = null, done: Report | null = null;
    for (const entry of played.value)
        for (const e of entry.events) {
            if (e.kind === 'battle') now = { key: entry.n, endedAt: 0, place: named(e, 'space')?.text ?? '', kind: named(e, 'battle')?.text ?? 'battle', rounds: 0,
                                             sides: { british: side(), american: side() }, said: [] };
            if (!now) continue;
            add(now, e);
            if (e.kind === 'battle_won') { now.endedAt = entry.n; done = now; now = null; }
            if (e.kind === 'turn') now = null;
        }
    return done;
});

const read = signal(-1);

/** It is shown until one goes on, decides something, or the next battle begins. */
export const resultOf = () => {
    const r = report.value;
    if (!r || r.key === read.value || scene.value.panels.has('battle')) return null;
    return decidedSince(r.endedAt) ? null : r;
};

export function Result() {
    const r = resultOf();
    if (!r) return null;
    return (
        <section class="card battle-result" aria-label="Result of the battle">
            <h2>{r.place}: the battle is over</h2>
            <p class="faint">{r.rounds > 0 ? `${r.rounds} round${r.rounds > 1 ? 's' : ''}` : 'No round of fire'}</p>
            <table>
                <thead><tr><th scope="col"><span class="sr">Side</span></th><th scope="col">dice</th><th scope="col">hits</th><th scope="col">hits taken</th></tr></thead>
                <tbody>{['british', 'american'].map(s => (
                    <tr key={s} class={s}><th scope="row">{sideName[s]}</th><td>{r.sides[s].dice}</td><td>{r.sides[s].hits}</td>
                        <td>{r.sides[s].lost}{r.sides[s].gone.length > 0 && <small> {r.sides[s].gone.join(', ')} eliminated</small>}</td></tr>))}</tbody>
            </table>
            <ul>{[...new Set(r.said)].slice(-5).map((text, i) => <li key={i}><Marked text={text} /></li>)}</ul>
            <button type="button" class="primary" onClick={() => { read.value = r.key; }}>Go on</button>
        </section>
    );
}
