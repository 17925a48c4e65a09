// The end of a game: who won, why, and what can be done after it.
import { useEffect } from 'preact/hooks';
import { checkDice, verdicts } from '../dice';
import { sentence } from '../rules';
import type { Table } from '../types';
import { RuleLink } from '../ui/RuleLink';
import { Rematch } from './Rematch';
import { plain } from '../scene';
import { info, outcome, played, seatName, showMoment } from './store';

const reasons: Record<string, string> = { resigned: 'by resignation', time: 'on time', draw: 'a draw by agreement' };

export function outcomeText(o: NonNullable<Table['outcome']>, name: (seat: string) => string): string {
    const best = Math.min(...Object.values(o.ranks)), winners = Object.keys(o.ranks).filter(s => o.ranks[s] === best);
    if (o.reason === 'abandoned') return 'Abandoned, without a winner';
    if (o.reason === 'draw' || winners.length === Object.keys(o.ranks).length) return 'A draw';
    return `${winners.map(name).join(' and ')} win${reasons[o.reason] ? ` ${reasons[o.reason]}` : ''}`;
}

/** Where there are more than two: all places, with the margins. */
function Ranking({ o }: { o: NonNullable<Table['outcome']> }) {
    const order = Object.keys(o.ranks).sort((a, b) => o.ranks[a] - o.ranks[b]);
    return (
        <ol class="ranking">{order.map(s => (
            <li key={s} value={o.ranks[s]}>{seatName(s)}{o.margins?.[s] !== undefined && <small> margin {String(o.margins[s]).replace('-', '−')}</small>}</li>))}</ol>
    );
}

/** Why, as the log said it; the rule's title while the log is not here. */
function reason(title: string): string {
    const won = played.value.flatMap(entry => entry.events).findLast(e => e.kind === 'won');
    return sentence(won ? plain(won.text).replace(/^.*? win: /, '') : title);
}

export function EndCard() {
    const o = outcome.value!, t = info.value!;
    useEffect(() => checkDice(t), [t.server_key]);
    return (
        <section class="card end" aria-label="The end">
            <h2>{outcomeText(o, seatName)}</h2>
            {o.rule && <p>{reason(o.rule_title ?? '')} <RuleLink rule={o.rule} title={o.rule_title} /></p>}
            {t.seats.length > 2 && <Ranking o={o} />}
            <div class="buttons">
                <a class="button primary" href={`#/result/${t.id}${t.secret && !t.public ? `?secret=${t.secret}` : ''}`}>How it went: graphs, dice, battles</a>
                <button type="button" onClick={() => showMoment(0, 'everything')}>Replay, everything open</button>
                <a class="button" href={`/api/tables/${t.id}/journal`} download>Journal</a>
            </div>
            <Rematch />
            {verdicts.value[t.id] && <p class="small dice-verdict">{verdicts.value[t.id]}</p>}
            {t.key && <p class="faint small">Dice key: <code>{t.key.slice(0, 16)}…</code> Its hash was shown from the start; the journal has the whole key.</p>}
        </section>
    );
}
