// Lines over the turns of a game. Each line has its own colour, stroke and name at its end; a table has the numbers.
import { useState } from 'preact/hooks';
import type { Course, Line } from '../course';
import { useMedia } from '../ui/media';

const height = 210, left = 34, right = 92, top = 10, bottom = 24;

/** Round numbers that reach over all values. */
function scaleOf(values: number[]): { low: number; high: number; step: number } {
    const least = Math.min(0, ...values), most = Math.max(1, ...values);
    const raw = (most - least) / 4, size = 10 ** Math.floor(Math.log10(raw)), whole = values.every(Number.isInteger);
    const step = Math.max([1, 2, 5, 10].find(m => m * size >= raw)! * size, whole ? 1 : 0.5);
    return { low: Math.floor(least / step) * step, high: Math.ceil(most / step) * step, step };
}

const dashes = ['', '7 4', '2 4', '10 3 2 3'];
const written = (v: number | null | undefined) => (v === null || v === undefined ? '–' : Number.isInteger(v) ? String(v) : v.toFixed(1));

export function Chart({ title, lines: given, turns, to }: { title: string; lines: Line[]; turns: Course['turns']; to: (at: number) => string }) {
    const lines = [...given].sort((a, b) => String(b.seat ?? '').localeCompare(String(a.seat ?? ''))); // a seat has the same stroke in every chart
    const [at, setAt] = useState<number | null>(null), width = useMedia('(max-width: 700px)') ? 350 : 560;
    const { low, high, step } = scaleOf(lines.flatMap(l => l.values.filter((v): v is number => v !== null)));
    const last = Math.max(1, turns.length - 1);
    const x = (i: number) => left + i / last * (width - left - right), y = (v: number) => top + (high - v) / (high - low) * (height - top - bottom);
    const path = (values: (number | null)[]) => values.map((v, i) => (v === null ? '' : `${i && values[i - 1] !== null ? 'L' : 'M'}${x(i).toFixed(1)} ${y(v).toFixed(1)}`)).join('');
    const ticks: number[] = [];
    for (let v = low; v <= high + step / 2; v += step) ticks.push(v);
    // Names at the ends of lines, apart from each other.
    const ends = lines.map((l, i) => ({ i, y: y(l.values.findLast(v => v !== null) ?? low) })).sort((a, b) => a.y - b.y);
    ends.forEach((e, i) => { if (i && e.y < ends[i - 1].y + 13) e.y = ends[i - 1].y + 13; });
    const over = Math.max(0, (ends[ends.length - 1]?.y ?? 0) - (height - bottom + 4));
    const nearest = (e: PointerEvent) => {
        const box = (e.currentTarget as SVGElement).getBoundingClientRect();
        const i = Math.round(((e.clientX - box.left) / box.width * width - left) / (width - left - right) * last);
        return Math.max(0, Math.min(turns.length - 1, i));
    };
    const name = (i: number) => turns[i].label || `${turns[i].turn}`;
    return (
        <figure class="chart">
            <figcaption><h3>{title}</h3>
                <p class="chart-read">{at === null ? ' ' : <><strong>{name(at)}</strong>: {lines.map(l => `${l.label} ${written(l.values[at])}`).join(', ')}</>}</p></figcaption>
            <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title}: ${lines.map(l => `${l.label} from ${written(l.values[0])} to ${written(l.values.findLast(v => v !== null))}`).join(', ')}`}
                 onPointerMove={e => setAt(nearest(e))} onPointerLeave={() => setAt(null)} onClick={e => { location.hash = to(turns[nearest(e as unknown as PointerEvent)].at); }}>
                {ticks.map(v => <g key={v}><line class={v === 0 && low < 0 ? 'grid zero' : 'grid'} x1={left} x2={width - right} y1={y(v)} y2={y(v)} /><text class="tick" x={left - 6} y={y(v) + 4} text-anchor="end">{written(v)}</text></g>)}
                {turns.map((t, i) => (i % Math.max(1, Math.ceil(turns.length / (width / 50))) === 0 ? <text key={i} class="tick" x={x(i)} y={height - 6} text-anchor="middle">{i && t.turn === turns[i - 1].turn ? 'end' : t.turn}</text> : null))}
                {at !== null && <line class="cursor" x1={x(at)} x2={x(at)} y1={top} y2={height - bottom} />}
                {lines.map((l, i) => <g key={l.label} class={`line ${l.seat ?? 'nobody'}`}>
                    <path d={path(l.values)} stroke-dasharray={dashes[i % dashes.length]} />
                    {at !== null && l.values[at] !== null && <circle cx={x(at)} cy={y(l.values[at]!)} r="3.5" />}
                </g>)}
                {ends.map(e => <text key={e.i} class={`line-name ${lines[e.i].seat ?? 'nobody'}`} x={width - right + 6} y={e.y + 4 - over}>{lines[e.i].label}</text>)}
            </svg>
            <details><summary>The numbers</summary>
                <div class="scroll" tabIndex={0} role="region" aria-label={`${title}, the numbers`}><table>
                    <thead><tr><th scope="col">Turn</th>{lines.map(l => <th key={l.label} scope="col">{l.label}</th>)}</tr></thead>
                    <tbody>{turns.map((t, i) => <tr key={i}><th scope="row"><a href={to(t.at)}>{name(i)}</a></th>{lines.map(l => <td key={l.label}>{written(l.values[i])}</td>)}</tr>)}</tbody>
                </table></div></details>
        </figure>
    );
}
