// What stands on the map: places with their names and stacks, gold roads, the traces of moves. Towns and
// areas are all there all the time. Of the cells of a grid only those are that something stands on or that have
// the focus; the others are lines of the map, ringed in gold by one path, and Board finds the one that was clicked.
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Face } from '../games/face';
import { hasLink, idOf, isCell, type Scene, type Thing } from '../scene';
import { memo, useKept } from '../ui/memo';
import { type Grid, gridOf } from './hexes';
import { around, type Box, boxOf, courseOf, forgetWidths, moved, type Named, placeNames, placeWaters, pointsAlong, Roads, type Slid, type Spot, type Water, widthOf } from './names';
import { type Change, happening } from './pace';
import { aim, canBegin, canPick, candidates, chosen, complete, explain, isAside, isBeginning, isTarget, openPlace, pick, targets, walks } from './select';
import { changed, face, scene, traces, type Trace } from './store';

const blockSize = 27; // units of the board

/** How closely one looks: from afar, at stacks, at every block. */
export type Distance = 'far' | 'near' | 'close';
/** And what part of the board the picture reaches over. */
export interface Sight { distance: Distance; /** Names are so much larger than on the sheet. */ grow: number; left: number; top: number; right: number; bottom: number }

/** A place to look at: from the log, from the list of pieces. */
export const spotlight = signal<string | null>(null);
export const hovered = signal<string | null>(null);
export const focused = signal<string | null>(null);
/** The place that is to get the focus, wherever it lies. */
export const walkTo = signal<string | null>(null);

// ---- Stacks ----

type Mark = 'able' | 'chosen' | undefined;

function Token({ piece, x, y, size, mark, alone }: { piece: Thing; x: number; y: number; size: number; mark: Mark; alone?: boolean }) {
    const Piece = face.value!.Piece, moved = piece.note === 'moved';
    const click = alone && mark ? (e: Event) => { if (pick(piece.id)) e.stopPropagation(); } : undefined; // else it is the stack that is meant
    return (
        <g class={`token${moved ? ' moved' : ''}${click ? ' able' : ''}`} transform={`translate(${x} ${y}) scale(${size / 100})`} data-token={alone ? piece.id : undefined} onClick={click}>
            <Piece piece={piece} />
            {mark && <rect class={mark === 'chosen' ? 'ring chosen' : 'ring'} x="-53" y="-53" width="106" height="106" rx="12" />}
        </g>
    );
}

const Badge = ({ x, y, count }: { x: number; y: number; count: number }) =>
    <g class="badge" transform={`translate(${x} ${y})`}><circle r="7.5" /><text y="3.6">{count}</text></g>;

interface StackOf { pieces: Thing[]; marks: Mark[]; x: number; y: number; distance: Distance; cell: boolean }

/** Pieces of one owner at one place: the first on top, the others below it, or all in rows. */
function Stack({ pieces, marks, x, y, distance, cell }: StackOf) {
    const f = face.value!, markOf = new Map(pieces.map((p, i) => [p, marks[i]]));
    const best = marks.includes('chosen') ? 'chosen' : marks.includes('able') ? 'able' : undefined;
    const count = pieces.reduce((n, p) => n + Number(p.count ?? 1), 0);
    if (cell && distance === 'far') // too small for more than whose it is
        return <g class={`chip ${pieces[0].owner ?? ''}`} transform={`translate(${x} ${y})`}><rect class={best ?? ''} x="-12" y="-12" width="24" height="24" rx="3" /></g>;
    const order = [...pieces].sort((a, b) => f.rank(a) - f.rank(b) || Number(b.strength ?? 0) - Number(a.strength ?? 0));
    if (distance === 'close' && pieces.length > 1) {
        const { row, size } = rowsOf(pieces.length, cell);
        return <>{order.map((p, i) => {
            const inRow = Math.min(row, order.length - Math.floor(i / row) * row);
            return <Token key={p.id} piece={p} size={size} mark={markOf.get(p)} alone
                          x={x + (i % row - (inRow - 1) / 2) * (size + 1)}
                          y={y + Math.floor(i / row) * (size + 1) - (Math.ceil(order.length / row) - 1) * (size + 1) / 2} />;
        })}</>;
    }
    const top = order.find(p => markOf.get(p) === 'chosen') ?? order[0];
    const below = order.filter(p => p !== top).slice(0, 2).reverse();
    return (
        <>
            {below.map((p, i) => {
                const d = 2.6 * (below.length - i);
                return cell ? <rect key={p.id} class={`under ${p.owner ?? ''}`} x={x + d - 12.7} y={y - d - 12.7} width="25.4" height="25.4" rx="2" />
                    : <Token key={p.id} piece={p} x={x + d} y={y - d} size={blockSize} mark={undefined} />;
            })}
            <Token piece={top} x={x} y={y} size={blockSize} mark={best} />
            {(top.hidden ? pieces.length > 1 : count > 1) && <Badge x={x + 13} y={y - 14 - (top.hidden ? 0 : 2 * below.length)} count={count} />}
        </>
    );
}

// ---- Places ----

interface PlaceOf {
    place: Thing; pieces: Thing[]; inside: Thing[]; // places within it, with pieces
    target: boolean; aside: boolean; open: boolean; lit: boolean; focus: boolean; changed: boolean;
    marks: string; // of its pieces, one letter each: a able, c chosen, - none
    distance: Distance; grid: Grid | null; spot: Spot | null;
}

function labelOf({ place, pieces, inside, target, marks, changed: flag }: Pick<PlaceOf, 'place' | 'pieces' | 'inside' | 'target' | 'marks' | 'changed'>, f: Face): string {
    const parts = [String(place.name), f.describePlace(place)];
    if (pieces.length) parts.push(pieces.map(f.describe).join('; '));
    for (const p of inside) parts.push(`${p.name}: ${scene.value.at.get(p.id)!.map(f.describe).join('; ')}`);
    if (target) parts.push('can be chosen now');
    else if (marks.includes('a')) parts.push('has pieces that can act now');
    if (flag) parts.push('changed since your last move');
    return parts.filter(Boolean).join('. ');
}

/** One's own stack, with nothing chosen: it lies open, rather than be where others could go. */
const opensFirst = (id: string, pieces: Thing[]) => !chosen.value.length && pieces.some(p => canBegin(p.id)) &&
    !candidates.value.some(a => a.refs.some(r => idOf(r) === id) && complete(a, a.refs.filter(r => idOf(r) === id)));

export function clickPlace(id: string): void {
    if (aim.value?.(id)) return;
    const pieces = scene.value.at.get(id) ?? [];
    if (isTarget(id) && !opensFirst(id, pieces)) { pick(id); return; }
    const able = pieces.filter(p => canBegin(p.id));
    openPlace.value = id;
    if (able.length === 1) { pick(able[0].id); return; }
    if (able.length === 0) {
        if (isBeginning(id)) pick(id);
        else explain(id, ['space', 'place', 'area', 'hex']);
    }
}

const markNames: Record<string, Mark> = { a: 'able', c: 'chosen' };

/** How the blocks of a stack lie when all are shown: how many in a row, how large. */
function rowsOf(count: number, cell: boolean): { row: number; size: number } {
    const row = Math.min(5, Math.ceil(Math.sqrt(count * (cell ? 1 : 1.6))));
    return { row, size: cell ? Math.min(15, 33 / row - 1) : 15 };
}

const ownersOf = (pieces: Thing[]) => [...new Set(pieces.map(p => String(p.owner)))].sort();
const apart = 15; // the stacks of two sides from the middle of a town

/** What is drawn at a town, around its middle. */
function townBoxes(pieces: Thing[], distance: Distance): Box[] {
    const owners = ownersOf(pieces);
    if (!owners.length) return [around(0, 0, 11)];
    return owners.flatMap((owner, i) => {
        const count = pieces.filter(p => String(p.owner) === owner).length, x = owners.length > 1 ? (i ? apart : -apart) : 0;
        if (distance === 'close' && count > 1) {
            const { row, size } = rowsOf(count, false);
            return [around(x, 0, Math.min(row, count) * (size + 1) / 2 + 1, Math.ceil(count / row) * (size + 1) / 2 + 1)];
        }
        const under = 2.6 * Math.min(2, count - 1);
        return [[x - 15, -15 - under, x + 15 + under, 15], ...(count > 1 ? [around(x + 13, -14 - under * 0.77, 8)] : [])] as Box[];
    });
}

/** A town: its mark, its stacks, its name. Or a cell, whose name the map has. */
function Town({ place, pieces, target, marks, distance, grid, spot }: PlaceOf) {
    const f = face.value!, PlaceMark = f.PlaceMark, PlaceFlag = f.PlaceFlag, cell = isCell(place);
    const owners = ownersOf(pieces), hex = place.kind === 'hex' && grid;
    return (
        <>
            {!cell && spot && <path class="touch" d={spot.way} />}
            {hex ? <path class="hit" d={grid.outline} /> : <circle class="hit" r={cell ? 9 : 19} />}
            {PlaceMark && !cell && <PlaceMark place={place} />}
            {target && !hex && <circle class="ring" r={cell ? 7 : pieces.length ? 22 : 12} />}
            {owners.map((owner, i) => {
                const theirs = pieces.flatMap((p, n) => (String(p.owner) === owner ? [n] : []));
                const dx = cell ? 7 : apart;
                return <Stack key={owner} distance={distance} cell={cell} pieces={theirs.map(n => pieces[n])} marks={theirs.map(n => markNames[marks[n]])}
                              x={owners.length > 1 ? (i ? dx : -dx) : 0} y={cell && owners.length > 1 ? (i ? 4 : -4) : 0} />;
            })}
            {PlaceFlag && !cell && <PlaceFlag place={place} />}
            {!cell && spot && <text class="place-name" x={spot.x} y={spot.y} text-anchor={spot.anchor}>{place.name}</text>}
        </>
    );
}

/** Everything it shows comes by its properties. Board hears what is done to it. */
function Place(of: PlaceOf) {
    const { place, pieces, target, aside, open, lit, focus } = of, f = face.value!, Space = f.Space;
    return (
        <g class={`place${target ? ' target' : ''}${aside ? ' aside' : ''}${open ? ' open' : ''}${lit ? ' spot' : ''}`}
           transform={`translate(${place.x} ${place.y})`} data-place={place.id} id={`place-${place.id}`}
           role="button" tabindex={focus ? 0 : -1} aria-label={labelOf(of, f)}>
            {Space ? <Space place={place} pieces={pieces} target={target} spot={of.spot} distance={of.distance} /> : <Town {...of} />}
            {of.changed && <path class="changed" transform="translate(-15 -15)" d="M0-5v10M0-5l7 2.5-7 2.5" />}
        </g>
    );
}

// ---- Ways ----

function linkPath(f: Face, s: Scene, a: string, b: string): string | null {
    const drawn = f.road?.(`${a}-${b}`) ?? f.road?.(`${b}-${a}`);
    if (drawn) return drawn;
    const p = s.places.get(a), q = s.places.get(b);
    return p?.x !== undefined && q?.x !== undefined ? `M${p.x} ${p.y}L${q.x} ${q.y}` : null;
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
            const d = hasLink(s, a, idOf(ref)) && linkPath(f, s, a, idOf(ref));
            if (d) lines.push(d);
        }
    return <>{lines.map(d => <path key={d} class="gold-road" d={d} />)}</>;
}

export function Arrow({ trace }: { trace: Trace }) {
    const s = scene.value, a = s.places.get(trace.from), b = s.places.get(trace.to);
    if (a?.x === undefined || b?.x === undefined) return null; // a box beside the map
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

const changeWord = { placed: 'placed', removed: 'removed', moved: 'moved' };

/** How many came or went in the turn that is shown. */
function Changed({ change, nth }: { change: Change; nth: number }) {
    const place = scene.value.places.get(change.place);
    if (place?.x === undefined) return null;
    return (
        <g class={`change ${change.kind} ${change.owner}`} transform={`translate(${Number(place.x) + 24 * nth} ${Number(place.y) - 24})`}
           data-change={change.place}>
            <rect x="-12" y="-8" width="24" height="16" rx="8" />
            <text y="4">{change.by > 0 ? `+${change.by}` : `−${-change.by}`}</text>
            <title>{Math.abs(change.by)} {changeWord[change.kind]}</title>
        </g>
    );
}

/** How many are in the group, where it stands, above the stack. */
function tagOf(f: Face, s: Scene) {
    const group = f.group?.(s), place = group && s.places.get(group.place);
    if (!group || place?.x === undefined) return null;
    const words = group.limit ? `${group.count} of ${group.limit}` : `${group.count}`, [x, y] = [Number(place.x), Number(place.y) - 36];
    return { group, words, x, y, box: around(x, y, 7 + 3.2 * words.length, 9) };
}

function GroupTag() {
    const tag = tagOf(face.value!, scene.value);
    if (!tag) return null;
    const [left, top, right, bottom] = tag.box;
    return (
        <g class="group-tag" transform={`translate(${tag.x} ${tag.y})`} data-group={tag.group.place}>
            <rect x={left - tag.x} y={top - tag.y} width={right - left} height={bottom - top} rx="9" /><text y="4.4">{tag.words}</text>
            <title>{tag.words} {tag.group.of}</title>
        </g>
    );
}

function Changes() {
    const list = happening.value?.changes ?? [], before = new globalThis.Map<string, number>();
    return <>{list.map(c => {
        const nth = before.get(c.place) ?? 0;
        before.set(c.place, nth + 1);
        return <Changed key={`${c.place}.${c.owner}.${c.by > 0}`} change={c} nth={nth} />;
    })}</>;
}

/** The hexes ringed in gold, as one path. */
const GoldHexes = memo(function GoldHexes({ grid }: { grid: Grid }) {
    const s = scene.value, ids = new Set(walks.value.keys());
    for (const ref of targets.value) ids.add(idOf(ref));
    const hexes = [...ids].filter(id => s.places.get(id)?.kind === 'hex');
    const d = useMemo(() => grid.outlines(hexes, 0.88), [grid, hexes.join(' ')]);
    return <path class="gold-hexes" d={d} />;
});

/** What it costs to go where a click leads, and the way to the one below the mouse. */
function Walks({ distance }: { distance: Distance }) {
    const s = scene.value, all = walks.value, over = hovered.value ? all.get(hovered.value) : undefined;
    if (!all.size) return null;
    const at = (id: string) => { const p = s.places.get(id); return p && `${p.x} ${p.y}`; };
    return (
        <g class="walks" aria-hidden="true">
            {distance !== 'far' && [...all].map(([id, walk]) => { const p = s.places.get(id); return p && !s.at.has(id) && <text key={id} x={p.x} y={Number(p.y) + 15}>{walk.tag}</text>; })}
            {over && <path class="walk" d={`M${over.path.map(at).filter(Boolean).join('L')}`} />}
        </g>
    );
}

/** Names of cells: there need be nothing else of them. */
const CellNames = memo(function CellNames({ spots }: { spots: Map<string, Spot | null> }) {
    const s = scene.value, f = face.value!;
    if (!f.lettering) return null;
    return (
        <g class="cell-names" aria-hidden="true">{[...spots].map(([id, spot]) => {
            const p = s.places.get(id);
            return spot && p && isCell(p) && <text key={id} class={`place-name ${f.nameKind?.(p) ?? ''}`} x={Number(p.x) + spot.x} y={Number(p.y) + spot.y} text-anchor={spot.anchor} data-name={id}>{p.name}</text>;
        })}</g>
    );
});

// ---- All of it ----

/** The map and its grid, in a layer of their own: what moves above it does not draw them again. */
export const Ground = memo(function Ground() {
    const s = scene.value, Map = face.value!.Map, grid = gridOf(s.hexes);
    return <><Map scene={s} />{grid && <path class="hex-grid" d={grid.path} />}</>;
});

/** The places there is something to show of. Cells that the picture does not reach can wait. */
function shown(f: Face, s: Scene, { left, top, right, bottom }: Sight): Thing[] {
    const list: Thing[] = [], ids = new Set<string | null>([...s.at.keys(), ...changed.value, openPlace.value, spotlight.value, focused.value]);
    for (const p of s.towns) if (!f.absent?.(p, s)) list.push(p);
    for (const id of [...[...targets.value].map(idOf), ...walks.value.keys()]) if (isNoHex(id)) ids.add(id);
    for (const id of ids) {
        const p = s.places.get(String(id));
        if (!p || p.x === undefined || !isCell(p) || f.absent?.(p, s)) continue;
        const [x, y] = [Number(p.x), Number(p.y)];
        if (id === focused.value || (x > left && x < right && y > top && y < bottom)) list.push(p);
    }
    return list;
}

/** A cell beside the hexes (a side, a corner, a town's inside) has a ring of its own. */
const isNoHex = (id: string) => scene.value.places.get(id)?.kind !== 'hex';

const nothing: Thing[] = [];

// ---- Names ----

const plainLetters: ReturnType<NonNullable<Face['lettering']>> = { font: '600 SIZE system-ui, sans-serif', size: 10.5 };
const edge = 10; // of the sheet, where no name stands

/** The boxes of what is drawn at a place, on the board. */
export function boxesAt(f: Face, place: Thing, pieces: Thing[], distance: Distance): Box[] {
    const own = [...(f.Space ? [] : townBoxes(pieces, distance)), ...(f.boxes?.(place, pieces, distance) ?? [])];
    if (changed.value.has(place.id)) own.push([-17, -22, -7, -9]);
    return own.map(b => moved(b, Number(place.x), Number(place.y)));
}

interface Names { spots: Map<string, Spot | null>; waters: (Slid | null)[]; /** What it was made of: placing takes its time. */ from: string }
const roadsOf = new WeakMap<Face, Roads>(), coursesOf = new WeakMap<Face, Map<string, [number, number][]>>();

function namesOf(f: Face, s: Scene, { distance, grow }: Sight, tag: Box | null, before: Names | null): Names {
    const sheet: Box = [edge, edge, f.width - edge, f.height - edge], list: Named[] = [], taken: Box[] = tag ? [tag] : [];
    for (const place of s.places.values()) {
        if (place.x === undefined || f.absent?.(place, s)) continue;
        const cell = isCell(place), letters = f.lettering ? f.lettering(place) : cell || f.Space ? null : plainLetters;
        if (cell && !letters && !(f.lettering && s.at.has(place.id))) continue; // nothing is drawn there that a name could lie on
        const own = boxesAt(f, place, s.at.get(place.id) ?? nothing, distance);
        if (!letters) { taken.push(...own); continue; }
        const size = letters.size * grow;
        list.push({ id: place.id, x: Number(place.x), y: Number(place.y), width: widthOf(String(place.name), letters.font) * size + (cell ? 0.5 * size : 1), size, own,
                    side: f.labelSide?.(place.id) ?? 'below', weight: (letters.weight ?? 0) + (s.at.has(place.id) ? 10 : 0) });
    }
    const from = JSON.stringify([list, taken]);
    if (before?.from === from) return before; // nothing that keeps a name off has moved
    let roads = roadsOf.get(f), courses = coursesOf.get(f);
    if (!roads) roadsOf.set(f, roads = new Roads(pointsAlong(s.links.flatMap(l => linkPath(f, s, String(l.a), String(l.b)) ?? []))));
    if (!courses) coursesOf.set(f, courses = new Map(f.waters?.flatMap(w => (w.course ? [[w.course.id, courseOf(w.course.line)] as const] : [])) ?? []));
    const spots = placeNames(list, sheet, roads, taken);
    for (const n of list) {
        const spot = spots.get(n.id), old = before?.spots.get(n.id);
        taken.push(...n.own, ...(spot ? [boxOf(n, spot)] : []));
        if (spot && old && spot.x === old.x && spot.y === old.y && spot.anchor === old.anchor) spots.set(n.id, old); // need not be drawn again
    }
    return { spots, waters: placeWaters(f.waters ?? [], courses, taken, sheet), from };
}

/** The names of all places and waters; they move only when what stands on the map does. */
function useNames(f: Face, s: Scene, sight: Sight): Names {
    const [letters, setLetters] = useState(document.fonts.status);
    useEffect(() => { // letters that come late are as wide as they are
        if (letters === 'loaded') return;
        document.fonts.ready.then(() => { forgetWidths(); setLetters('loaded'); });
    }, []);
    const last = useMemo<{ names: Names | null }>(() => ({ names: null }), [f]);
    const tag = tagOf(f, s)?.box ?? null;
    return useMemo(() => (last.names = namesOf(f, s, sight, tag, last.names)), [f, s.places, s.at, sight.distance, sight.grow, changed.value, letters, String(tag)]);
}

function WaterName({ water: w, slid }: { water: Water; slid: Slid }) {
    if (w.course) {
        return <text class={w.kind} font-size={w.size} dy={w.course.below ? 16 : -4}>
            <textPath href={`#river-${w.course.id}`} startOffset={w.course.from * coursesOf.get(face.value!)!.get(w.course.id)!.length + slid.along}>{w.text}</textPath></text>;
    }
    const [x, y, turn] = w.at!;
    return <text class={w.kind} font-size={w.size} transform={`translate(${x} ${y}) rotate(${turn}) translate(${slid.along} ${slid.across})`}>{w.text}</text>;
}

const Waters = memo(function Waters({ slides }: { slides: (Slid | null)[] }) {
    return <g class="waters" aria-hidden="true">{face.value!.waters?.map((w, i) => { const slid = slides[i]; return slid && <WaterName key={w.text} water={w} slid={slid} />; })}</g>;
});

/** A place whose element is moved keeps the focus. */
function useKeptFocus(): void {
    const holds = () => (document.activeElement as HTMLElement | null)?.dataset.place, held = holds();
    useLayoutEffect(() => {
        if (held && holds() !== held && (holds() || document.activeElement === document.body)) document.getElementById(`place-${held}`)?.focus({ preventScroll: true });
    });
}

export const World = memo(function World({ sight }: { sight: Sight }) {
    const f = face.value!, s = scene.value, grid = gridOf(s.hexes), picked = new Set(chosen.value.map(idOf)), kept = useKept(Place);
    useKeptFocus();
    const names = useNames(f, s, sight);
    // Those with pieces last: their names lie above the roads of others.
    const places = shown(f, s, sight).map(p => ({ p, layer: f.layer?.(p) ?? 0, above: Number(s.at.has(p.id)), x: Number(p.x), y: Number(p.y) }))
        .sort((a, b) => a.layer - b.layer || a.above - b.above || a.y - b.y || a.x - b.x);
    return (
        <>
            <Waters slides={names.waters} />
            <GoldRoads />
            {grid && <GoldHexes grid={grid} />}
            <Walks distance={sight.distance} />
            {places.map(({ p }) => {
                const pieces = s.at.get(p.id) ?? nothing, inside = s.within.get(p.id)?.filter(w => s.at.has(w.id));
                return kept(p.id, {
                    place: p, pieces, inside: inside?.length ? inside : nothing, distance: sight.distance, grid, target: isTarget(p.id), aside: isAside(p.id),
                    open: openPlace.value === p.id, lit: spotlight.value === p.id, spot: names.spots.get(p.id) ?? null, focus: focused.value === p.id, changed: changed.value.has(p.id),
                    marks: pieces.map(q => (picked.has(q.id) ? 'c' : canPick(q.id) ? 'a' : '-')).join(''),
                });
            })}
            {grid && <CellNames spots={names.spots} />}
            <GroupTag />
            <Changes />
            {traces.value.map(t => <Arrow key={t.id} trace={t} />)}
            {f.Over && <f.Over />}
        </>
    );
});
