// After a game: the chance to win after each action, where it turned, what was luck and what was skill.
import { useEffect, useState } from 'preact/hooks';
import { listen, send } from '../net';
import { WhatIf } from '../table/WhatIf';
import { joinFrame } from '../wire';
import type { Table } from '../types';

interface Seat { seat: string; title: string; skill: number; luck: number; error: number }
interface Moment { at: number; turn: number; seat?: string; win: number[] }
interface Turning { from: number; to: number; turn: number; seat: string; before: number; chosen: number; after: number; skill: number; luck: number; better?: number; move?: string; line?: string }
interface Analysed { playouts: number; seats: Seat[]; moments: Moment[]; turning: Turning[] }

const percent = (share: number) => `${Math.round(100 * share)} %`;
const signed = (share: number) => `${share >= 0 ? '+' : '−'}${Math.abs(Math.round(100 * share))}`;
const width = 1000, height = 240;

function Curve({ a, to }: { a: Analysed; to: (at: number) => string }) {
    const [at, setAt] = useState<number | null>(null), last = Math.max(1, a.moments.length - 1);
    const x = (i: number) => i / last * width, y = (v: number) => height - v * height;
    const seats = a.seats.length === 2 ? a.seats.slice(0, 1) : a.seats;
    const nearest = (e: MouseEvent) => {
        const box = (e.currentTarget as SVGElement).getBoundingClientRect();
        return Math.max(0, Math.min(last, Math.round((e.clientX - box.left) / box.width * last)));
    };
    const m = at === null ? null : a.moments[at];
    return (
        <figure class="chart curve">
            <figcaption><p class="chart-read">{m ? <>After action {m.at}, turn {m.turn}: {a.seats.map((s, i) => `${s.title} ${percent(m.win[i])}`).join(', ')}</> : ' '}</p></figcaption>
            <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img"
                 aria-label={`Chance to win: ${a.seats.map((s, i) => `${s.title} from ${percent(a.moments[0].win[i])} to ${percent(a.moments[last].win[i])}`).join(', ')}`}
                 onPointerMove={e => setAt(nearest(e))} onPointerLeave={() => setAt(null)} onClick={e => { location.hash = to(a.moments[nearest(e)].at); }}>
                {[0, .25, .5, .75, 1].map(v => <line key={v} class={v === .5 ? 'grid zero' : 'grid'} x1="0" x2={width} y1={y(v)} y2={y(v)} />)}
                {a.turning.map(t => { const i = a.moments.findIndex(k => k.at === t.to); return <line key={t.from} class="turning" x1={x(i)} x2={x(i)} y1="0" y2={height} />; })}
                {seats.map((s, k) => <g key={s.seat} class={`line ${s.seat}`}><path vector-effect="non-scaling-stroke" d={a.moments.map((n, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(n.win[k]).toFixed(1)}`).join('')} /></g>)}
                {at !== null && <line class="cursor" x1={x(at)} x2={x(at)} y1="0" y2={height} />}
            </svg>
        </figure>
    );
}

function TurningPoint({ t, a, table, to }: { t: Turning; a: Analysed; table: Table; to: (at: number) => string }) {
    const name = a.seats.find(s => s.seat === t.seat)?.title ?? t.seat, better = t.better !== undefined && t.better > t.chosen + .01;
    return (
        <li>
            <p><a href={to(t.to)}>Turn {t.turn}, action {t.from + 1}</a>: <span class={`mark-seat ${t.seat}`}>{name}</span> {percent(t.before)} → {percent(t.after)}
                <small> (the choice {signed(t.skill)}, the dice {signed(t.luck)})</small></p>
            {better && <p>The computer would have played: {t.move} <small>({percent(t.better!)} instead of {percent(t.chosen)} before the dice)</small>{t.line && <small>. Then it expects: {t.line}</small>}.</p>}
            <WhatIf table={table} at={t.from} seats={a.seats} />
        </li>
    );
}

export function Analysis({ table, secret, to }: { table: Table; secret: string | null; to: (at: number) => string }) {
    const [a, setA] = useState<Analysed | null>(null), [asked, setAsked] = useState(false), [error, setError] = useState('');
    useEffect(() => listen(frame => {
        if (frame.t === 'analysis') setA(frame.analysis);
        if (frame.t === 'error') { setError(frame.text); setAsked(false); }
    }), []);
    const ask = () => {
        setAsked(true);
        setError('');
        if (!send(joinFrame(table.id, secret, 'everything')) || !send({ t: 'analyse' })) { setError('There is no connection at the moment.'); setAsked(false); }
    };
    if (!a) return (
        <section class="analysis">
            <p>The computer plays on from every moment of the game with new dice, and shows who stood how. This takes about half a minute.</p>
            <button type="button" data-ask="analysis" disabled={asked} onClick={ask}>{asked ? 'Playing on…' : 'Analyse this game'}</button>
            {error && <p role="alert">{error}</p>}
        </section>
    );
    return (
        <section class="analysis">
            <Curve a={a} to={to} />
            <div class="scroll" tabIndex={0} role="region" aria-label="Luck and skill">
                <table><thead><tr><th scope="col">Side</th><th scope="col">Luck of the dice</th><th scope="col">Choices</th></tr></thead>
                    <tbody>{a.seats.map(s => <tr key={s.seat}><th scope="row">{s.title}</th><td>{signed(s.luck)} points, give or take {Math.round(196 * s.error)}</td><td>{signed(s.skill)} points</td></tr>)}</tbody></table>
            </div>
            <p class="faint small">In points of the chance to win, by {a.playouts} games from each moment. Choices are held against the rules of thumb of the easy level; a battle counts as one throw.</p>
            <h3>Turning points</h3>
            <ol class="turnings">{a.turning.map(t => <TurningPoint key={t.from} t={t} a={a} table={table} to={to} />)}</ol>
        </section>
    );
}
