// What stands on the map: places with their names and stacks, gold roads, the traces of moves.
import { signal } from '@preact/signals';
import type { Face } from '../games/face';
import type { Scene, Thing } from '../scene';
import { memo } from '../ui/memo';
import { beginnings, canBegin, canPick, chosen, explain, openPlace, pick, refTo, targets } from './select';
import { changed, face, scene, traces, type Trace } from './store';

const blockSize = 27; // units of the board

/** A place to look at: from the log, from the list of pieces. */
export const spotlight = signal<string | null>(null);
export const hovered = signal<string | null>(null);
export const focused = signal<string | null>(null);

const idOf = (ref: string) => ref.slice(ref.indexOf(':') + 1);

// ---- Stacks ----

function Token({ piece, x, y, size, ringed, picked }:
               { piece: Thing; x: number; y: number; size: number; ringed: boolean; picked: boolean }) {
    const Piece = face.value!.Piece, moved = piece.note === 'moved';
    return (
        <g class={`token${moved ? ' moved' : ''}`} transform={`translate(${x} ${y}) scale(${size / 100})`}>
            <Piece piece={piece} />
            {(ringed || picked) && <rect class={picked ? 'ring chosen' : 'ring'} x="-53" y="-53" width="106" height="106" rx="12" />}
        </g>
    );
}

/** Pieces of one owner at one place: the first on top, the others below it, or all in rows. */
function Stack({ pieces, x, y, fan }: { pieces: Thing[]; x: number; y: number; fan: boolean }) {
    const f = face.value!;
    const order = [...pieces].sort((a, b) => f.rank(a) - f.rank(b) || Number(b.strength ?? 0) - Number(a.strength ?? 0));
    const can = (p: Thing) => canPick(p.id);
    const is = (p: Thing) => chosen.value.some(c => idOf(c) === p.id);
    const count = pieces.reduce((n, p) => n + Number(p.count ?? 1), 0);
    if (fan && pieces.length > 1) {
        const size = 15, row = Math.min(5, Math.ceil(Math.sqrt(pieces.length * 1.6)));
        return <>{order.map((p, i) => {
            const inRow = Math.min(row, order.length - Math.floor(i / row) * row);
            return <Token key={p.id} piece={p} size={size} ringed={can(p)} picked={is(p)}
                          x={x + (i % row - (inRow - 1) / 2) * (size + 1)}
                          y={y + Math.floor(i / row) * (size + 1) - (Math.ceil(order.length / row) - 1) * (size + 1) / 2} />;
        })}</>;
    }
    const top = order.find(is) ?? order[0];
    const below = order.filter(p => p !== top).slice(0, 2).reverse();
    return (
        <>
            {below.map((p, i) => {
                const d = 2.6 * (below.length - i);
                return <Token key={p.id} piece={p} x={x + d} y={y - d} size={blockSize} ringed={false} picked={false} />;
            })}
            <Token piece={top} x={x} y={y} size={blockSize} ringed={pieces.some(can)} picked={pieces.some(is)} />
            {count > 1 && !top.hidden &&
                <g class="badge" transform={`translate(${x + 13} ${y - 14 - 2 * below.length})`}>
                    <circle r="7.5" /><text y="3.6">{count}</text>
                </g>}
            {top.hidden && pieces.length > 1 &&
                <g class="badge" transform={`translate(${x + 13} ${y - 14})`}><circle r="7.5" /><text y="3.6">{count}</text></g>}
        </>
    );
}

// ---- Places ----

const labelAt = {
    below: (d: number) => ({ x: 0, y: d + 9, anchor: 'middle' }),
    above: (d: number) => ({ x: 0, y: -d - 3, anchor: 'middle' }),
    right: (d: number) => ({ x: d + 2, y: 3.5, anchor: 'start' }),
    left: (d: number) => ({ x: -d - 2, y: 3.5, anchor: 'end' }),
} as const;

function labelOf(place: Thing, pieces: Thing[], f: Face): string {
    const parts = [String(place.name), f.describePlace(place)];
    if (pieces.length) parts.push(pieces.map(f.describe).join('; '));
    for (const within of scene.value.places.values()) { // a fort, a box
        const inside = within.of === place.id && scene.value.at.get(within.id);
        if (inside) parts.push(`${within.name}: ${inside.map(f.describe).join('; ')}`);
    }
    if (refTo(place.id, targets.value)) parts.push('can be chosen now');
    else if (pieces.some(p => canPick(p.id))) parts.push('has pieces that can act now');
    if (changed.value.has(place.id)) parts.push('changed since your last move');
    return parts.filter(Boolean).join('. ');
}

export function clickPlace(id: string): void {
    const pieces = scene.value.at.get(id) ?? [];
    if (refTo(id, targets.value)) { pick(id); return; }
    const able = pieces.filter(p => canBegin(p.id));
    openPlace.value = id;
    if (able.length === 1) { pick(able[0].id); return; }
    if (able.length === 0) {
        const begin = refTo(id, beginnings.value);
        if (begin) pick(id);
        else explain(id, ['space', 'place', 'area', 'hex']);
    }
}

function Place({ place, fan }: { place: Thing; fan: boolean }) {
    const f = face.value!, pieces = scene.value.at.get(place.id) ?? [];
    const owners = [...new Set(pieces.map(p => String(p.owner)))].sort();
    const target = refTo(place.id, targets.value) !== null;
    const side = (f.labelSide?.(place.id) ?? 'below'), at = labelAt[side](pieces.length ? (fan ? 17 : 15.5) : 8.5);
    const PlaceMark = f.PlaceMark, PlaceFlag = f.PlaceFlag, Space = f.Space;
    return (
        <g class={`place${target ? ' target' : ''}${openPlace.value === place.id ? ' open' : ''}${spotlight.value === place.id ? ' spot' : ''}`}
           transform={`translate(${place.x} ${place.y})`} data-place={place.id} id={`place-${place.id}`}
           role="button" tabIndex={focused.value === place.id ? 0 : -1} aria-label={labelOf(place, pieces, f)}
           onClick={() => clickPlace(place.id)} onFocus={() => { focused.value = place.id; }}
           onPointerEnter={e => { if (e.pointerType === 'mouse') hovered.value = place.id; }}
           onPointerLeave={() => { if (hovered.value === place.id) hovered.value = null; }}>
            {Space ? <Space place={place} pieces={pieces} target={target} /> : <>
                <circle class="hit" r="19" />
                {PlaceMark && <PlaceMark place={place} />}
                {target && <circle class="ring" r={pieces.length ? 22 : 13} />}
                {owners.map((owner, i) =>
                    <Stack key={owner} fan={fan} pieces={pieces.filter(p => p.owner === owner)}
                           x={owners.length > 1 ? (i ? 15 : -15) : 0} y={0} />)}
                {PlaceFlag && <PlaceFlag place={place} />}
                <text class="place-name" x={at.x} y={at.y} text-anchor={at.anchor}>{place.name}</text>
            </>}
            {changed.value.has(place.id) && <path class="changed" transform="translate(-15 -15)" d="M0-5v10M0-5l7 2.5-7 2.5" />}
        </g>
    );
}

// ---- Ways ----

function linkPath(f: Face, s: Scene, a: string, b: string): string | null {
    const drawn = f.road?.(`${a}-${b}`) ?? f.road?.(`${b}-${a}`);
    if (drawn) return drawn;
    const p = s.places.get(a), q = s.places.get(b);
    return p && q ? `M${p.x} ${p.y}L${q.x} ${q.y}` : null;
}

/** From what is chosen to where it can go: gold roads. */
function GoldRoads() {
    const s = scene.value, f = face.value!, from = new Set<string>();
    for (const c of chosen.value) {
        const piece = s.pieces.get(idOf(c));
        if (piece?.place) from.add(String(piece.place));
    }
    const moving = [...s.pieces.values()].find(p => p.note === 'on the move');
    if (moving?.place) from.add(String(moving.place));
    const lines: string[] = [];
    for (const a of from)
        for (const ref of targets.value) {
            const b = idOf(ref);
            if (!s.places.has(b)) continue;
            if (s.links.some(l => (l.a === a && l.b === b) || (l.a === b && l.b === a))) {
                const d = linkPath(f, s, a, b);
                if (d) lines.push(d);
            }
        }
    return <>{lines.map(d => <path key={d} class="gold-road" d={d} />)}</>;
}

function Arrow({ trace }: { trace: Trace }) {
    const s = scene.value, a = s.places.get(trace.from), b = s.places.get(trace.to);
    if (!a || !b) return null;
    const [x1, y1, x2, y2] = [Number(a.x), Number(a.y), Number(b.x), Number(b.y)];
    const l = Math.hypot(x2 - x1, y2 - y1) || 1, nx = -(y2 - y1) / l, ny = (x2 - x1) / l;
    const cx = (x1 + x2) / 2 + nx * l * 0.16, cy = (y1 + y2) / 2 + ny * l * 0.16;
    const angle = Math.atan2(y2 - cy, x2 - cx) * 180 / Math.PI;
    const ex = x2 - Math.cos(angle * Math.PI / 180) * 15, ey = y2 - Math.sin(angle * Math.PI / 180) * 15;
    const done = () => { traces.value = traces.value.filter(t => t !== trace); };
    return (
        <g class={`trace ${trace.seat ?? ''}`} onAnimationEnd={e => { if (e.animationName === 'trace-fade') done(); }}>
            <path class="trace-line" pathLength="1" d={`M${x1} ${y1}Q${cx} ${cy} ${ex} ${ey}`} />
            <path class="trace-head" transform={`translate(${ex} ${ey}) rotate(${angle})`} d="M-5-6L7 0-5 6z" />
        </g>
    );
}

// ---- All of it ----

export const World = memo(function World({ fan }: { fan: boolean }) {
    const f = face.value!, s = scene.value, Map = f.Map;
    // Those with pieces last: their names lie above the roads of others.
    const layer = (p: Thing) => f.layer?.(p) ?? 0;
    const places = [...s.places.values()].filter(p => p.x !== undefined)
        .sort((a, b) => layer(a) - layer(b) || Number(s.at.has(a.id)) - Number(s.at.has(b.id)) || Number(a.y) - Number(b.y));
    return (
        <>
            <Map scene={s} />
            <GoldRoads />
            {places.map(p => <Place key={p.id} place={p} fan={fan} />)}
            {traces.value.map(t => <Arrow key={t.id} trace={t} />)}
        </>
    );
});
