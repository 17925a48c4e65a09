// The board: a map that can be zoomed and moved, places on it, pieces on the places.
import { signal } from '@preact/signals';
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior } from 'd3-zoom';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Face } from '../games/face';
import type { Scene, Thing } from '../scene';
import { memo } from '../ui/memo';
import { PieceRow } from './Pieces';
import { beginnings, canBegin, canPick, chosen, clear, explain, openPlace, pick, refTo, targets } from './select';
import { changed, face, scene, traces, type Trace } from './store';

const blockSize = 27; // units of the board
const fanFrom = 2.1;  // from this scale on a stack shows all its blocks

/** A place to look at: from the log, from the list of pieces. */
export const spotlight = signal<string | null>(null);
const hovered = signal<string | null>(null);
const focused = signal<string | null>(null);

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

// ---- The board ----

const World = memo(function World({ fan }: { fan: boolean }) {
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

/** The neighbour in the direction of an arrow key: near, and not far off the line. */
function towards(from: Thing, dx: number, dy: number): string | null {
    let best: string | null = null, least = Infinity;
    for (const p of scene.value.places.values()) {
        if (p.x === undefined) continue;
        const x = Number(p.x) - Number(from.x), y = Number(p.y) - Number(from.y);
        const ahead = x * dx + y * dy, aside = Math.abs(x * dy - y * dx);
        if (ahead <= 0 || aside > 2 * ahead) continue;
        const cost = ahead + 2 * aside;
        if (cost < least) [best, least] = [p.id, cost];
    }
    return best;
}

const arrows: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

interface Camera { by(k: number): void; whole(): void; show(x: number, y: number, always: boolean): void }

function HoverCard({ x, y }: { x: number; y: number }) {
    const id = hovered.value!, s = scene.value, place = s.places.get(id), pieces = s.at.get(id) ?? [];
    if (!place || !pieces.length) return null;
    return (
        <div class="hover-card" aria-hidden="true" style={{ left: `${x}px`, top: `${y}px` }}>
            <strong>{place.name}</strong> <small>{face.value!.describePlace(place)}</small>
            <PieceRow pieces={pieces} still />
        </div>
    );
}

export function Board() {
    const f = face.value!, frame = useRef<HTMLDivElement>(null), svg = useRef<SVGSVGElement>(null);
    const world = useRef<SVGGElement>(null);
    const behaviour = useRef<ZoomBehavior<HTMLDivElement, unknown>>();
    const camera = useRef<Camera>();
    const now = useRef(zoomIdentity);
    const [fan, setFan] = useState(false);
    const [, setHover] = useState(0);

    useLayoutEffect(() => {
        const node = frame.current!, selection = select(node);
        const size = () => node.getBoundingClientRect();
        const fit = () => 0.985 * Math.min(size().width / f.width, size().height / f.height);
        // While the hand moves, the picture that is there is moved and scaled as a whole; it is drawn
        // anew when the hand rests. Drawing a full map for every frame is too slow without a
        // graphics card.
        let drawn = zoomIdentity, rest = 0;
        const draw = () => {
            rest = 0;
            drawn = now.current;
            const { width, height } = size(), overhang = 0.5; // the drawing reaches beyond the frame
            svg.current!.style.transform = '';
            world.current!.setAttribute('transform', `translate(${drawn.x + overhang * width} ${drawn.y + overhang * height}) scale(${drawn.k})`);
            setFan(drawn.k >= fanFrom);
        };
        const move = zoom<HTMLDivElement, unknown>().on('zoom', event => {
            now.current = event.transform;
            if (hovered.value) hovered.value = null;
            clearTimeout(rest);
            if (!event.sourceEvent) { draw(); return; }
            const k = now.current.k / drawn.k;
            svg.current!.style.transform =
                `translate(${now.current.x - drawn.x * k}px, ${now.current.y - drawn.y * k}px) scale(${k})`;
            rest = window.setTimeout(draw, 140);
        });
        behaviour.current = move;
        const limits = () => {
            move.scaleExtent([fit() * 0.95, 5]).extent([[0, 0], [size().width, size().height]])
                .translateExtent([[-60, -60], [f.width + 60, f.height + 60]]);
        };
        const look = (x: number, y: number, k: number) => {
            const t = zoomIdentity.translate(size().width / 2 - x * k, size().height / 2 - y * k).scale(k);
            move.transform(selection, t);
        };
        camera.current = {
            by: k => move.scaleBy(selection, k),
            whole: () => look(f.width / 2, f.height / 2, fit()),
            show: (x, y, always) => {
                const [sx, sy] = now.current.apply([x, y]), { width, height } = size();
                if (always || sx < 40 || sy < 40 || sx > width - 40 || sy > height - 40)
                    look(x, y, Math.max(now.current.k, 1));
            },
        };
        limits();
        selection.call(move).on('dblclick.zoom', null);
        const start = () => {
            limits();
            const narrow = size().width < 700, [x, y, width] = f.focus ?? [f.width / 2, f.height / 2, f.width];
            const part = f.area?.(scene.value);
            if (narrow) look(x, y, Math.max(fit(), size().width / width));
            else if (part) look((part[0] + part[2]) / 2, (part[1] + part[3]) / 2,
                                Math.min(size().width / (part[2] - part[0]), size().height / (part[3] - part[1])));
            else look(f.width / 2, f.height / 2, fit());
        };
        start();
        let fitted = fit();
        const watch = new ResizeObserver(() => { // the whole map stays whole; another screen starts anew
            const whole = Math.abs(now.current.k - fitted) < 0.01, much = Math.abs(fit() / fitted - 1) > 0.2;
            limits();
            fitted = fit();
            if (whole || much) start();
        });
        watch.observe(node);
        return () => { clearTimeout(rest); watch.disconnect(); selection.on('.zoom', null); };
    }, [f]);

    useEffect(() => spotlight.subscribe(id => {
        const place = id && scene.value.places.get(id);
        if (!place) return;
        camera.current?.show(Number(place.x), Number(place.y), false);
        const timer = setTimeout(() => { if (spotlight.value === id) spotlight.value = null; }, 2400);
        return () => clearTimeout(timer);
    }), []);

    useEffect(() => hovered.subscribe(() => setHover(n => n + 1)), []);

    useEffect(() => { // what can be done now should be in sight
        const spots = [...targets.value].map(idOf).map(id => scene.value.places.get(id) ??
            scene.value.places.get(String(scene.value.pieces.get(id)?.place))).filter((p): p is Thing => !!p);
        if (!spots.length || !frame.current) return;
        const { width, height } = frame.current.getBoundingClientRect();
        const seen = spots.some(p => {
            const [x, y] = now.current.apply([Number(p.x), Number(p.y)]);
            return x > 20 && y > 20 && x < width - 20 && y < height - 20;
        });
        if (!seen) camera.current?.show(Number(spots[0].x), Number(spots[0].y), true);
    }, [targets.value]);

    const key = (e: KeyboardEvent) => {
        const focusedPlace = focused.value && scene.value.places.get(focused.value);
        if (e.key === '+' || e.key === '=') camera.current?.by(1.3);
        else if (e.key === '-') camera.current?.by(1 / 1.3);
        else if (e.key === '0') camera.current?.whole();
        else if (e.key === 'Escape') { clear(); openPlace.value = null; }
        else if ((e.key === 'Enter' || e.key === ' ') && focusedPlace) clickPlace(focusedPlace.id);
        else if (arrows[e.key] && e.shiftKey) {
            const [dx, dy] = arrows[e.key];
            behaviour.current!.translateBy(select(frame.current!), -80 * dx / now.current.k, -80 * dy / now.current.k);
        } else if (arrows[e.key]) {
            const from = focusedPlace || [...scene.value.places.values()][0];
            const next = focusedPlace ? towards(from, ...arrows[e.key]) : from.id;
            if (next) {
                focused.value = next;
                requestAnimationFrame(() => document.getElementById(`place-${next}`)?.focus());
                const p = scene.value.places.get(next)!;
                camera.current?.show(Number(p.x), Number(p.y), false);
            }
        } else return;
        e.preventDefault();
    };

    if (!focused.value || !scene.value.places.has(focused.value))
        focused.value = scene.value.places.keys().next().value ?? null;
    const over = hovered.value && scene.value.places.get(hovered.value);
    const [hx, hy] = over ? now.current.apply([Number(over.x), Number(over.y) + 18]) : [0, 0];
    return (
        <div class="board" ref={frame} onKeyDown={key}>
            <svg ref={svg} role="group" aria-label="Map. Arrow keys go from place to place, Enter chooses, plus and minus zoom, zero shows the whole map.">
                <g ref={world}><World fan={fan} /></g>
            </svg>
            {over && openPlace.value !== hovered.value && <HoverCard x={hx} y={hy} />}
            <div class="zoom-buttons">
                <button type="button" aria-label="Zoom in" onClick={() => camera.current?.by(1.4)}>+</button>
                <button type="button" aria-label="Zoom out" onClick={() => camera.current?.by(1 / 1.4)}>−</button>
                <button type="button" aria-label="Whole map" onClick={() => camera.current?.whole()}>⤢</button>
            </div>
        </div>
    );
}
