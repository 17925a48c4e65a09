// After the game, and during it: who won and why, how it went, battles, losses, the luck of the dice.
import { useEffect, useState } from 'preact/hooks';
import { type Battle, type Course, loadCourse, type Luck } from '../course';
import { gameOf, loadGames } from '../games';
import { get, type Refusal } from '../net';
import { route } from '../route';
import { loadRules, type Rule, sentence } from '../rules';
import { outcomeText } from '../table/End';
import type { Table } from '../types';
import { RuleLink } from '../ui/RuleLink';
import { Analysis } from './Analysis';
import { Chart } from './Chart';
import './result.css';

type Naming = (seat: string | null) => string;

/** How many of a hundred throws of so many dice bring less, by the normal curve. */
function rankOf({ got, expected, deviation }: Luck): number {
    if (deviation < 0.01) return 50;
    const z = (got - expected) / deviation, t = 1 / (1 + 0.2316419 * Math.abs(z));
    const tail = 0.3989423 * Math.exp(-z * z / 2) * t * (0.3193815 + t * (-0.3565638 + t * (1.781478 + t * (-1.821256 + t * 1.330274))));
    return Math.round(100 * (z > 0 ? 1 - tail : tail));
}

function verdict(l: Luck): string {
    const rank = rankOf(l);
    if (rank >= 40 && rank <= 60) return 'about average';
    return rank > 50 ? `lucky: better than in ${rank} games of 100` : `unlucky: worse than in ${100 - rank} games of 100`;
}

function LuckTable({ all }: { all: Luck[] }) {
    return (
        <div class="scroll" tabIndex={0} role="region" aria-label="Luck of the dice">
            <table class="luck">
                <thead><tr><th scope="col">Side</th><th scope="col">Dice for</th><th scope="col">Rolled</th><th scope="col">Got</th><th scope="col">Expected</th><th scope="col">Luck</th></tr></thead>
                <tbody>{all.map(l => (
                    <tr key={l.label + l.what} class={l.seat ?? ''}>
                        <th scope="row">{l.label}</th><td>{l.what}</td><td>{l.dice}</td><td>{l.got}</td><td>{l.expected.toFixed(1)}</td>
                        <td><span class="luck-bar" aria-hidden="true"><i class={l.got >= l.expected ? 'good' : 'bad'} style={{ width: `${Math.abs(rankOf(l) - 50)}%` }} /></span>
                            {l.got >= l.expected ? '+' : '−'}{Math.abs(l.got - l.expected).toFixed(1)}, {verdict(l)}</td>
                    </tr>))}</tbody>
            </table>
        </div>
    );
}

function Battles({ all, seats, name, to }: { all: Battle[]; seats: string[]; name: Naming; to: (at: number) => string }) {
    return (
        <div class="scroll" tabIndex={0} role="region" aria-label="Battles">
            <table class="battles">
                <thead><tr><th scope="col">Turn</th><th scope="col">Where</th><th scope="col">Attacker</th><th scope="col">Winner</th>
                    {seats.map(s => <th key={s} scope="col">{name(s)} lost</th>)}</tr></thead>
                <tbody>{all.map((b, i) => (
                    <tr key={i}>
                        <td data-label="Turn">{b.turn}</td><th scope="row"><a href={to(b.at)} title="Watch it">{b.name}</a></th><td data-label="Attacker"><span class={`mark-seat ${b.seat ?? ''}`}>{name(b.seat)}</span></td>
                        <td data-label="Winner">{b.winner ? <span class={`mark-seat ${b.winner}`}>{name(b.winner)}</span> : 'nobody'}</td>
                        {seats.map(s => <td key={s} data-label={`${name(s)} lost`}>{b.losses[s] || '–'}</td>)}
                    </tr>))}</tbody>
            </table>
        </div>
    );
}

const minus = (n: number) => String(n).replace('-', '−');

function Verdict({ table, name, unit }: { table: Table; name: Naming; unit: string | null }) {
    const o = table.outcome, [rule, setRule] = useState<Rule | null>(null);
    useEffect(() => {
        if (o?.rule) void loadRules(table.game).then(list => setRule(list.find(r => r.key === o.rule) ?? null), () => undefined);
    }, [o?.rule]);
    if (!o) return <p class="lead">The game is still on. You see what your seat may know.</p>;
    const order = Object.keys(o.ranks).sort((a, b) => o.ranks[a] - o.ranks[b]);
    return (
        <>
            {o.rule && <p class="lead">{sentence(o.rule_title ?? '')} <RuleLink rule={o.rule} title={o.rule_title} /></p>}
            {rule?.text && <p>{rule.text}</p>}
            {o.margins && <ol class="ranking">{order.map(s => <li key={s} value={o.ranks[s]}>{name(s)} <small>{unit && !/margin/.test(unit) ? `${minus(o.margins![s])} ${unit}` : `margin ${minus(o.margins![s])}`}</small></li>)}</ol>}
        </>
    );
}

export function ResultPage({ id }: { id: string }) {
    const secret = route.value.query.get('secret');
    const [table, setTable] = useState<Table | null>(null), [course, setCourse] = useState<Course | null>(null), [error, setError] = useState('');
    useEffect(() => {
        document.title = 'Result – Musket';
        (async () => {
            await loadGames();
            const { table: t } = await get<{ table: Table }>(`/api/tables/${id}${secret ? `?secret=${secret}` : ''}`);
            setTable(t);
            setCourse(await loadCourse(id, t.state === 'over' || t.mine.length !== 1 ? null : t.mine[0], secret));
        })().catch((e: Refusal) => setError(e.message));
    }, [id]);
    if (error) return <main class="page"><h1>No result to show</h1><p role="alert">{error}</p><p><a href={`#/table/${id}`}>Back to the table</a></p></main>;
    if (!table || !course) return <main class="page"><p class="loading" role="status">Loading the game…</p></main>;
    const game = gameOf(table.game), name: Naming = s => game?.seats.find(x => x.id === s)?.title ?? s ?? 'nobody';
    const more = secret ? `&secret=${secret}` : '', to = (at: number) => `#/table/${id}?at=${at}${more}`;
    const seats = course.losses.map(l => l.seat!).filter(Boolean);
    const kinds = [...new Set(course.luck.map(l => l.what))].filter(w => course.luck.some(l => l.what === w && l.dice >= 4));
    const known = course.charts.filter(c => c.lines.some(l => l.values.some(v => v !== null)));
    return (
        <main class="page result">
            <p><a href={`#/table/${id}${secret ? `?secret=${secret}` : ''}`}>← Back to the table</a></p>
            <h1>{table.outcome ? outcomeText(table.outcome, name) : `${game?.title ?? 'The game'} so far`}</h1>
            <p class="faint">{game?.title}, {game?.scenarios.find(s => s.id === table.scenario)?.title ?? table.scenario}.{' '}
                {table.seats.map(s => `${name(s.seat)}: ${s.player ?? (s.bot ? 'computer' : 'nobody')}`).join(' · ')}</p>
            <Verdict table={table} name={name} unit={course.margin} />
            {table.state === 'over' && table.outcome && <><h2>Chances, luck and skill</h2><Analysis table={table} secret={secret} to={to} /></>}
            <h2>Turn by turn</h2>
            <div class="charts">
                {known.map(c => <Chart key={c.title} title={c.title} lines={c.lines} turns={course.turns} to={to} />)}
                {course.losses.length > 0 && <Chart title="Losses so far" lines={course.losses} turns={course.turns} to={to} />}
                {kinds.map(w => <Chart key={w} title={`Luck: ${w} above average`} lines={course.luck.filter(l => l.what === w)} turns={course.turns} to={to} />)}
            </div>
            <h2>The dice</h2>
            {course.luck.length ? <LuckTable all={course.luck} /> : <p class="faint">No dice were rolled that luck could favour.</p>}
            <h2>Battles</h2>
            {course.battles.length ? <Battles all={course.battles} seats={seats} name={name} to={to} /> : <p class="faint">No battle was fought.</p>}
        </main>
    );
}
