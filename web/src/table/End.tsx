// The end of a game: who won, why, and what can be done after it.
import { useState } from 'preact/hooks';
import { post, Refusal } from '../net';
import { go } from '../route';
import type { Table } from '../types';
import { info, outcome, seat, seatName, showMoment } from './store';

const reasons: Record<string, string> = { resigned: 'by resignation', time: 'on time', draw: 'a draw by agreement' };

export function outcomeText(o: NonNullable<Table['outcome']>, name: (seat: string) => string): string {
    const best = Math.min(...Object.values(o.ranks)), winners = Object.keys(o.ranks).filter(s => o.ranks[s] === best);
    if (o.reason === 'draw' || winners.length === Object.keys(o.ranks).length) return 'A draw';
    return `${winners.map(name).join(' and ')} victory${reasons[o.reason] ? ` ${reasons[o.reason]}` : ''}`;
}

/** Where there are more than two: all places, with the margins. */
function Ranking({ o }: { o: NonNullable<Table['outcome']> }) {
    const order = Object.keys(o.ranks).sort((a, b) => o.ranks[a] - o.ranks[b]);
    return (
        <ol class="ranking">{order.map(s => (
            <li key={s} value={o.ranks[s]}>{seatName(s)}{o.margins?.[s] !== undefined && <small> margin {o.margins[s]}</small>}</li>))}</ol>
    );
}

export function EndCard() {
    const o = outcome.value!, t = info.value!;
    const [error, setError] = useState('');
    const rematch = async () => {
        try { go(`#/table/${(await post<{ table: Table }>(`/api/tables/${t.id}/rematch`)).table.id}`); }
        catch (e) { setError((e as Refusal).message); }
    };
    return (
        <section class="card end" aria-label="The end">
            <h2>{outcomeText(o, seatName)}</h2>
            {o.rule_title && <p>{o.rule_title[0].toUpperCase() + o.rule_title.slice(1)}. <code class="rule">{o.rule}</code></p>}
            {t.seats.length > 2 && <Ranking o={o} />}
            <div class="buttons">
                <button type="button" class="primary" onClick={() => showMoment(0, 'everything')}>Replay, everything open</button>
                {seat.value !== null && <button type="button" onClick={rematch}>Rematch, sides changed</button>}
                <a class="button" href={`/api/tables/${t.id}/journal`} download>Journal</a>
            </div>
            {error && <p class="notice refused" role="alert">{error}</p>}
            {t.key && <p class="faint small">Key of the dice: <code>{t.key.slice(0, 16)}…</code> Its hash was shown from the start; the journal has it whole.</p>}
        </section>
    );
}
