// A game that is over, from any of its moments on: against the computer, with new dice.
import { useState } from 'preact/hooks';
import { post, type Refusal } from '../net';
import type { Table } from '../types';

/** The journal up to there becomes a table of its own. */
async function playOn(t: Table, at: number, me: string): Promise<void> {
    const secret = t.secret ? `?secret=${t.secret}` : '', answer = await fetch(`/api/tables/${t.id}/journal${secret}`);
    if (!answer.ok) throw new Error('The journal of this game cannot be had.');
    const seats = Object.fromEntries(t.seats.map(s => [s.seat, s.seat === me ? 'me' : 'bot:standard']));
    const { table } = await post<{ table: Table }>('/api/import', { journal: await answer.text(), at, seats });
    location.hash = `#/table/${table.id}`;
}

export function WhatIf({ table, at, seats }: { table: Table; at: number; seats: { seat: string; title: string }[] }) {
    const [error, setError] = useState(''), [busy, setBusy] = useState(false);
    const begin = (me: string) => { setBusy(true); setError(''); playOn(table, at, me).catch((e: Error | Refusal) => { setError(e.message); setBusy(false); }); };
    return (
        <details class="what-if"><summary>What if?</summary>
            <p>Play on from here against the machine, with new dice, as</p>
            <div class="buttons">{seats.map(s => <button key={s.seat} type="button" data-what-if={s.seat} disabled={busy} onClick={() => begin(s.seat)}>{s.title}</button>)}</div>
            {error && <p role="alert">{error}</p>}
        </details>
    );
}
