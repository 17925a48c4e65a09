// A space of the map with what lies in it: its name, who holds it, what its people think, the pieces.
import type { Thing } from '../../scene';
import { canPick, chosen, pick } from '../../table/select';
import { around, type Box } from '../../table/names';
import drawing from './map.json';
import { levels, onMap, rank, sideOf } from './names';
import { Ribbon, Token } from './symbols';

interface Area { id: string; shape: string; inner: string; room: [number, number, number, number] }
const areas = new Map((drawing.areas as unknown as Area[]).map(a => [a.id, a]));
const plaque: [number, number] = [110, 94];

/** Where pieces find room around the middle of a space. */
const roomOf = (id: string): [number, number] => {
    const area = areas.get(id);
    if (area) return [area.room[2], area.room[3]];
    return id === 'west_indies' ? [drawing.indies[2], drawing.indies[3]] : plaque;
};

/** The middle of each space on the drawing. */
export const positions: Record<string, [number, number]> = Object.fromEntries([
    ...[...areas.values()].map(({ id, room: [x, y, w, h] }) => [id, [x + w / 2, y + h / 2]]),
    ...drawing.cities.map(c => [c.id, c.at]),
    ['west_indies', [drawing.indies[0] + drawing.indies[2] / 2, drawing.indies[1] + drawing.indies[3] / 2]],
]);

// ---- A cluster: rows of pieces, Royalists above, Rebellion below ----

interface Row { pieces: Thing[]; y: number }
interface Cluster { size: number; rows: Row[]; leaders: { piece: Thing; x: number; y: number }[] }
const gap = 2, ribbonHeight = 15, smallest = 26, largest = 33;
const ribbonWidth = (p: Thing) => 14 + 7 * String(p.name).length;

function split(pieces: Thing[], columns: number): Thing[][] {
    if (pieces.length <= columns) return pieces.length ? [pieces] : [];
    const sides = ['royalists', 'rebellion'].map(side => pieces.filter(p => sideOf(String(p.owner)) === side));
    return sides.flatMap(all => {
        const rows = Math.ceil(all.length / columns), each = Math.ceil(all.length / (rows || 1));
        return [...Array(rows)].map((_, i) => all.slice(i * each, (i + 1) * each));
    });
}

/** The largest size at which all find room; where there is none the smallest, beyond the edge. */
function arrange(pieces: Thing[], width: number, height: number): Cluster {
    const leaders = pieces.filter(p => p.type === 'leader');
    const others = pieces.filter(p => p.type !== 'leader').sort((a, b) => rank(a) - rank(b));
    const lines: Thing[][] = [];
    for (const l of leaders) {
        const last = lines[lines.length - 1];
        if (last && [...last, l].reduce((sum, p) => sum + ribbonWidth(p) + 3, 0) <= Math.max(width, 90)) last.push(l);
        else lines.push([l]);
    }
    const left = height - lines.length * ribbonHeight;
    let size = largest, rows: Thing[][] = [];
    for (; size >= smallest; size -= 1) {
        rows = split(others, Math.max(1, Math.floor((width + gap) / (size + gap))));
        if (rows.length * (size + gap) <= left) break;
    }
    size = Math.max(size, smallest);
    let y = 0;
    const placed = rows.map(row => { const at = y + size / 2; y += size + gap; return { pieces: row, y: at }; });
    const named = lines.flatMap(line => {
        const total = line.reduce((sum, p) => sum + ribbonWidth(p) + 3, -3);
        let x = -total / 2;
        const at = y + ribbonHeight / 2;
        y += ribbonHeight;
        return line.map(piece => { const w = ribbonWidth(piece); x += w + 3; return { piece, x: x - 3 - w / 2, y: at }; });
    });
    return { size, rows: placed, leaders: named };
}

function MapPiece({ piece, x, y, size }: { piece: Thing; x: number; y: number; size: number }) {
    const can = canPick(piece.id), picked = chosen.value.includes(`piece:${piece.type}`) && chosen.value.includes(`space:${piece.place}`);
    const click = (e: Event) => {
        if (!can) return; // the click is for the space
        e.stopPropagation();
        pick(piece.id);
    };
    return (
        <g class={`token${can ? ' able' : ''}`} transform={`translate(${x} ${y}) scale(${size / 100})`} onClick={click} data-token={piece.id}>
            <Token type={String(piece.type)} count={Number(piece.count ?? 1)} />
            {(can || picked) && <rect class={picked ? 'ring chosen' : 'ring'} x="-54" y="-54" width="108" height="108" rx="14" />}
        </g>
    );
}

// ---- The head of a space ----

/** A flag: the Union with its crosses, or stripes. */
const Flag = ({ of }: { of: string }) => (
    <g class={`lod-flag ${of}`}>
        <path class="pole" d="M-8-7V8" /><rect x="-8" y="-7" width="16" height="10.5" />
        <path class="device" d={of === 'british' ? 'M-8-7L8 3.5M8-7L-8 3.5M0-7V3.5M-8-1.7H8' : 'M-8-4.4H8M-8-1.7H8M-8 .9H8'} />
    </g>
);

const Raid = () => <path class="lod-raid" d="M-5 6L4-4M1-7c3-1 6 0 6 4-2 2-5 2-7 0-1-2 0-3 1-4z" />;
const Sheet = () => <path class="lod-sheet" d="M-5-7H5V7H-5zM-3-4H3M-3-1H3M-3 2H1" />;
const Ship = () => <path class="lod-ship" d="M-8 2H8L5 7H-5zM-1 1v-9l7 8z" />;

const markersOf = (place: Thing) => [place.raid, place.propaganda, place.blockades, place.squadrons].map(n => Number(n ?? 0));
const headWidth = (place: Thing) => (place.control ? 20 : 0) + (place.level ? 34 : 0) +
    markersOf(place).reduce((sum, n) => sum + (n > 1 ? 25 : n ? 18 : 0), 0);

/** What is to be read above the pieces: flag, level with population, markers. */
function Head({ place, x: middle, y }: { place: Thing; x: number; y: number }) {
    const level = place.level && levels[String(place.level)];
    const signs = [<Raid />, <Sheet />, <Ship />, <Ship />];
    const marks = markersOf(place).map((n, i) => [signs[i], n] as const).filter(([, n]) => n > 0);
    let x = middle - headWidth(place) / 2;
    const next = (w: number) => { const at = x + w / 2; x += w; return at; };
    return (
        <g transform={`translate(0 ${y})`}>
            {place.control && <g transform={`translate(${next(20)} 0)`}><Flag of={String(place.control)} /></g>}
            {level && <g class={`lod-level ${level.side}`} transform={`translate(${next(34)} 0)`}>
                <rect x="-16" y="-7.5" width="32" height="15" rx="7.5" /><text y="4">{level.sign} {place.population}</text></g>}
            {marks.map(([sign, n], i) => (
                <g key={i} transform={`translate(${next(n > 1 ? 25 : 18)} 0)`}>
                    <g transform={n > 1 ? 'translate(-5 0)' : ''}>{sign}</g>{n > 1 && <text class="lod-many" x="7" y="4">{n}</text>}</g>))}
        </g>
    );
}

function Ground({ place, target }: { place: Thing; target: boolean }) {
    const area = areas.get(place.id), [w, h] = roomOf(place.id), side = place.level && place.level !== 'neutral' ? ` ${place.level}` : '';
    if (area) {
        return (
            <g transform={`translate(${-Number(place.x)} ${-Number(place.y)})`} clip-path="url(#sheet)">
                <path class={`lod-ground${side}`} d={area.shape} />
                {place.control && <path class={`lod-held ${place.control}`} d={area.inner} />}
                {place.selected && <path class="lod-selected" d={area.inner} />}
                <path class={`hit area${target ? ' target' : ''}`} d={area.shape} />
                {target && <path class="ring" d={area.inner} />}
            </g>
        );
    }
    const inset = (d: number) => ({ x: -w / 2 + d, y: -h / 2 + d, width: w - 2 * d, height: h - 2 * d, rx: 9 - d });
    return (
        <g>
            <rect class="lod-plaque" {...inset(0)} />
            <rect class={`lod-ground${side}`} {...inset(0)} />
            {place.control ? <rect class={`lod-held ${place.control}`} {...inset(3)} /> : <rect class="lod-plaque-line" {...inset(3)} />}
            {place.selected && <rect class="lod-selected" {...inset(3)} />}
            <rect class="hit" {...inset(0)} />
            {target && <rect class="ring" {...inset(1)} />}
        </g>
    );
}

// ---- A whole space ----

/** Small colonies: where the sea has room for pieces that do not fit in, [x, y, width, height]. */
const annexes: Record<string, [number, number, number, number]> = {
    massachusetts: [906, 370, 164, 86], connecticut_rhode_island: [902, 463, 164, 86], new_jersey: [872, 556, 164, 86],
};
const annexHead = 15; // the line of its name
const readable = 28; // of a piece: below this it goes to the annex

/** How long a line is in Fell, in heights of its letters. */
const lengthOf = (line: string) => [...line].reduce((sum, c) => sum + (/[A-Z&mw]/.test(c) ? 0.74 : /[ iljt.]/.test(c) ? 0.3 : /[acrs]/.test(c) ? 0.42 : 0.5), 0);

/** What lies where around the middle of a space: the lines of its name, flag and level, the pieces. */
function layout(place: Thing, pieces: Thing[]) {
    const [width, height] = roomOf(place.id), name = onMap[place.id] ?? [String(place.name)], city = place.kind === 'city';
    const text = city || height < 60 ? 14 : 15.5, long = (line: string) => text * lengthOf(line);
    const lines = long(name.join(' ')) <= width ? [name.join(' ')] : name;
    // Where there is room beside the name, flag and level stand there.
    const signs = headWidth(place), beside = lines.length === 1 && long(lines[0]) + signs + 8 <= (city ? width - 12 : width);
    const head = lines.length * (text + 0.5) + (beside && signs ? 2 : 0), badge = signs && !beside ? 17 : 0;
    const shift = beside && signs ? signs / 2 + 3 : 0;
    const inner = city || place.kind === 'box' ? width - 8 : width < 100 ? width + 8 : width - 2; // the smallest borders may be crossed by a little
    let cluster = arrange(pieces, inner, height - head - badge - (city ? 5 : 0)), annex: typeof annexes[string] | undefined;
    if (annexes[place.id] && (cluster.size < readable || heightOf(cluster) > height - head - badge + 2)) {
        annex = annexes[place.id];
        cluster = arrange(pieces, annex[2] - 8, annex[3] - 6 - annexHead);
    }
    const used = head + badge + (annex ? 0 : heightOf(cluster)), top = Math.max(-height / 2, -used / 2) + (city ? 2 : 0);
    const at: [number, number] = annex ? [annex[0] - Number(place.x), annex[1] - Number(place.y) + (annexHead - heightOf(cluster)) / 2] : [0, top + head + badge];
    return { width, height, text, lines, long, signs, beside, head, shift, top, cluster, annex, at };
}

const heightOf = ({ rows, size, leaders }: Cluster) => rows.length * (size + gap) +
    (leaders.length ? Math.max(...leaders.map(l => l.y)) - rows.length * (size + gap) + ribbonHeight / 2 : 0);

/** The room that all of it takes: waters give way. */
export function boxes(place: Thing, pieces: Thing[]): Box[] {
    const { width, height, lines, long, signs, top, head, cluster, annex, at } = layout(place, pieces);
    const plaque = areas.has(place.id) ? [] : [around(0, 0, width / 2, height / 2)];
    const name: Box = [-Math.max(...lines.map(long)) / 2 - signs / 2, top, Math.max(...lines.map(long)) / 2 + signs / 2, top + head + 17];
    const rows = cluster.rows.map(r => around(at[0], at[1] + r.y, r.pieces.length * (cluster.size + gap) / 2, cluster.size / 2));
    const ribbons = cluster.leaders.map(l => around(at[0] + l.x, at[1] + l.y, ribbonWidth(l.piece) / 2, ribbonHeight / 2));
    const outer: Box[] = annex ? [around(annex[0] - Number(place.x), annex[1] - Number(place.y), annex[2] / 2, annex[3] / 2)] : [];
    return [...plaque, name, ...rows, ...ribbons, ...outer];
}

/** A sheet in the sea, with a line to the colony whose pieces lie on it. */
function Annex({ place, at: [x, y, w, h] }: { place: Thing; at: [number, number, number, number] }) {
    const [dx, dy] = [x - Number(place.x), y - Number(place.y)];
    return (
        <g class="lod-annex">
            <path class="lod-lead" d={`M0 0L${dx} ${dy}`} />
            <rect class="lod-plaque" x={dx - w / 2} y={dy - h / 2} width={w} height={h} rx="9" />
            <rect class="hit" x={dx - w / 2} y={dy - h / 2} width={w} height={h} />
            <text class="lod-name" font-size="12.5" x={dx} y={dy - h / 2 + 13}>{(onMap[place.id] ?? [String(place.name)]).join(' ')}</text>
        </g>
    );
}

export function Space({ place, pieces, target }: { place: Thing; pieces: Thing[]; target: boolean }) {
    const { width, height, text, lines, long, signs, beside, head, shift, top, cluster, annex, at } = layout(place, pieces);
    return (
        <>
            <Ground place={place} target={target} />
            {annex && <Annex place={place} at={annex} />}
            {lines.map((line, i) => <text key={line} class={`lod-name ${place.kind}`} font-size={text} x={-shift} y={top + (i + 0.85) * text}>{line}</text>)}
            {signs > 0 && <Head place={place} x={beside ? long(lines[0]) / 2 + 4 : 0} y={beside ? top + text / 2 + 1.5 : top + head + 9} />}
            <g transform={`translate(${at[0]} ${at[1]})`}>
                {cluster.rows.map(row => row.pieces.map((p, i) => (
                    <MapPiece key={p.id} piece={p} size={cluster.size} y={row.y}
                              x={(i - (row.pieces.length - 1) / 2) * (cluster.size + gap)} />)))}
                {cluster.leaders.map(l => <g key={l.piece.id} transform={`translate(${l.x} ${l.y})`}><Ribbon piece={l.piece} width={ribbonWidth(l.piece)} /></g>)}
            </g>
            {place.battle && <g class="town-battle" transform={`translate(${width / 2 - 8} ${-height / 2 + 8})`}><circle r="10" /><path d="M-5-5L5 5M5-5L-5 5" /></g>}
        </>
    );
}
