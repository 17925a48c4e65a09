// The map sheet: drawn once, below the pieces. Shapes are in map.json, made by tools/map_g1776.mjs; towns, ports, crossings
// and the area of play come from the board and the view.
import type { Scene, Thing } from '../../scene';
import { gridOf, rounded } from '../../table/hexes';
import type { Fields, View } from '../../types';
import { areaOf } from '../area';
import { compass, evenly, type Name, names, sheet, waterlines, watersOf } from '../sheet';
import drawing from './map.json';

const { width, height, edge, across } = drawing, line = across * Math.sqrt(3) / 2;
const short = (n: number) => Math.round(n * 10) / 10;

// ---- Where everything lies ----

/** Boxes lie in the ocean. */
const boxes: Record<string, [number, number]> = {
    box_halifax: [930, 300], box_north: [930, 356], box_right: [930, 412], box_middle: [930, 1190], box_east: [930, 1246],
    box_indies_british: [930, 2480], box_indies_french: [930, 2536], box_left: [930, 2592], box_south: [930, 2648],
};

function placeHex(f: Fields): Fields {
    const row = Math.round(-Number(f.y) / 87), x = Math.round(Number(f.x) / 50); // rows from the south, half hexes from the west
    return { ...f, name: f.name ?? f.hex, town: f.name === undefined ? undefined : 1, x: edge + x * across / 2, y: short(height - edge - (row - 1) * line) };
}

/** The board with the sheet's positions, and a place for each hexside that carries water. */
export function arrange(board: View): View {
    const out: View = {};
    for (const key in board) {
        const f = board[key], id = key.slice(6);
        if (!key.startsWith('place:')) { out[key] = f; continue; }
        const box = boxes[id];
        out[key] = f.kind === 'hex' ? { ...placeHex(f), colony: board[`panel:colony.${f.region}`]?.label } : box ? { ...f, x: box[0], y: box[1], name: String(f.name).replace(/^the /, '').replace(/^./, c => c.toUpperCase()) } : f;
    }
    for (const key in board) {
        const f = board[key];
        if (!key.startsWith('side:') || !f.kind) continue;
        const a = out[`place:${f.a}`], b = out[`place:${f.b}`], id = `${a.hex}_${b.hex}`.toLowerCase();
        out[`place:${id}`] = { kind: 'side', name: `${a.name} / ${b.name}`, water: f.kind, ferry: f.ferry, ford: f.ford, x: (Number(a.x) + Number(b.x)) / 2, y: short((Number(a.y) + Number(b.y)) / 2) };
    }
    return out;
}

// ---- What the board says ----

const xy = (p: Thing | undefined): [number, number] => [Number(p?.x), Number(p?.y)];

/** Towns by what they are. */
function townMark(t: Thing): string {
    const [x, y] = xy(t);
    if (t.village) return `<path class="town village" d="M${x} ${y - 6}l6 10h-12z" />`;
    if (t.strategic) return `<path class="town strategic" transform="translate(${x} ${y}) scale(.42)" d="M0-19l5.6 12.2 13.3 1.5-9.9 9 2.7 13.2L0 9.3l-11.7 6.6L-9 2.7l-9.9-9 13.3-1.5z" />`;
    return `<circle class="town${t.site ? ' site' : ''}" cx="${x}" cy="${y}" r="3.6" />`;
}

/** An anchor beside a port, and the way in. */
function portMark(t: Thing, scene: Scene): string {
    const [x, y] = xy(t), [ex, ey] = xy(scene.places.get(String(t.entry))), ax = x - 11, ay = y - 9;
    const way = Number.isFinite(ex) ? `<path class="port-way" d="M${short(x + (ex - x) * 0.2)} ${short(y + (ey - y) * 0.2)}L${short(x + (ex - x) * 0.5)} ${short(y + (ey - y) * 0.5)}" />` : '';
    return `${way}<path class="anchor" transform="translate(${ax} ${ay})" d="M0-4.6v8.6M-2.6-2.2h5.2M-4.4 1c.5 2.3 2.2 3.2 4.4 3.2S3.9 3.3 4.4 1" />`;
}

/** Across the river: a boat for a ferry, two strokes for a ford. */
function crossing(side: Thing, scene: Scene): string {
    const [ax, ay] = xy(scene.places.get(String(side.a))), [bx, by] = xy(scene.places.get(String(side.b)));
    const turn = Math.round(Math.atan2(by - ay, bx - ax) * 180 / Math.PI), at = `translate(${short((ax + bx) / 2)} ${short((ay + by) / 2)}) rotate(${turn})`;
    return `<path class="${side.ferry ? 'map-ferry' : 'map-ford'} g1776-crossing" transform="${at}" d="${side.ferry ? 'M-8 0h16' : 'M-6-2h12M-6 2h12'}" />`;
}

const swamp = 'm-7 1h14m-11 3h8m-4-3v-4m-3 4l-1.4-3m5.8 3l1.4-3';
const swamps = (hexes: Thing[]) => hexes.filter(h => h.terrain === 'swamp').flatMap(h => [[-7, -8], [7, -3], [-4, 6], [8, 9]].map(([dx, dy]) => `M${Number(h.x) + dx} ${short(Number(h.y) + dy)}${swamp}`)).join('');
const isLane = (h: Thing) => h.terrain === 'sea' || h.terrain === 'sea_island';

const seas: Name[] = [
    ['THE ATLANTIC OCEAN', 820, 1640, 90, 30], ['Lake Ontario', 60, 700, 90, 13], ['Gulf of Maine', 800, 480, 60, 17], ['Chesapeake Bay', 512, 1560, 70, 10], ['Lake Champlain', 300, 590, 60, 9],
    ['Long Island Sound', 610, 985, -48, 9], ['Delaware Bay', 590, 1390, 62, 9], ['Pamlico Sound', 800, 1990, 0, 9], ['Bay of Fundy', 850, 60, 80, 12],
];
const rivers = (drawing.riverNames as Name[]).map(([text, x, y, turn, size]): Name => [text, x, y, turn, size]);
export const waterNames = [...watersOf('map-water-name', seas), ...watersOf('map-river-name', rivers)];

const cartouche = `
    <g class="map-cartouche" transform="translate(850 2390) scale(1.3)">
        <text class="map-title small" y="-44">A Map of the Seat of War</text>
        <text class="map-title small" y="-26">from Quebec to Savannah</text>
        <text class="map-title big" y="6" font-size="30">1776</text>
        <path class="map-flourish" d="M-92 20c30-9 62 9 92 0s62-9 92 0M-40 28c14 5 26-4 40 0s26 5 40 0" />
    </g>`;

function draw(scene: Scene): string {
    const grid = gridOf(scene.hexes), ticks = { top: evenly(width, across), bottom: evenly(width, across), side: evenly(height, across) };
    const towns = scene.hexes.filter(h => h.town), crossings = scene.sides.filter(s => s.ferry || s.ford);
    const drawn = `
        <path class="map-hachures" d="${drawing.rough}" />
        <path class="map-hachures g1776-mountains" d="${drawing.mountains}" />
        <path class="hex-sign swamp" d="${swamps(scene.hexes)}" />
        ${names('map-state', drawing.states as Name[])}
        <path class="map-border" d="${drawing.borders}" />
        ${drawing.rivers.map((d, i) => `<path class="g1776-river class${i + 1}" d="${d}" />`).join('')}
        <path class="map-water" d="${drawing.water}" />
        ${waterlines(drawing.waterlines, 0.15)}
        ${grid ? `<path class="sea-lanes" d="${grid.border(isLane).map(rounded).join('')}" />` : ''}
        ${crossings.map(c => crossing(c, scene)).join('')}
        ${towns.filter(t => t.port).map(t => portMark(t, scene)).join('')}
        ${towns.map(townMark).join('')}`;
    const north = compass(890, 760, 1.6).replace('<g class="map-compass" transform="', '<g class="map-compass" transform="').replace('scale(1.6)', 'scale(1.6) rotate(-30)');
    return sheet(width, height, ticks, drawn, north + cartouche);
}

const sheets = new WeakMap<Thing[], { __html: string }>();
export function Map({ scene }: { scene: Scene }) {
    let html = sheets.get(scene.hexes);
    if (!html) sheets.set(scene.hexes, html = { __html: draw(scene) });
    const { path } = areaOf(scene);
    return (
        <>
            <g class="map g1776-map" aria-hidden="true" dangerouslySetInnerHTML={html} />
            {path && <path class="out-of-play" d={path} />}
        </>
    );
}
export { width, height };
