// The map sheet: drawn once, below the pieces. Shapes are in map.json, made by tools/map_eoe.mjs; towns, ports, ferries, sea
// areas and the area of play come from the board and the view.
import type { Scene, Thing } from '../../scene';
import { gridOf, rounded } from '../../table/hexes';
import type { Fields, View } from '../../types';
import { areaOf } from '../area';
import { compass, evenly, type Name, names, sheet, waterlines, watersOf } from '../sheet';
import drawing from './map.json';

const { width, height, edge, across } = drawing, line = across * Math.sqrt(3) / 2, firstColumn = 10;
const short = (n: number) => Math.round(n * 10) / 10;

// ---- Where everything lies ----

/** Fleets stand here, in their sea area. */
const seas: Record<string, [number, number]> = { gsl: [3310, 690], gom: [2780, 1010], na: [2290, 1080], cb: [1802, 908], sa: [1270, 1125], gmx: [430, 880] };
const besideHex: [number, number] = [-12.5, -11.5]; // who is inside, from the middle of the hex

function placeHex(f: Fields): [number, number] {
    const column = Math.round(Number(f.x) / 87), half = column % 2 ? 0.5 : 0, row = Math.round((Number(f.y) - 100 * half) / 100);
    return [short(edge + (column - firstColumn) * line), short(edge + (row - 1 + half) * across)];
}

/** The board with the sheet's positions and the names of areas. */
export function arrange(board: View): View {
    const out: View = {};
    for (const key in board) {
        const f = board[key], id = key.slice(6);
        if (!key.startsWith('place:')) { out[key] = f; continue; }
        if (f.kind === 'sea') { const [x, y] = seas[id] ?? [100, 100]; out[key] = { ...f, x, y }; continue; }
        const [x, y] = placeHex(f);
        if (f.kind === 'inside') out[key] = { ...f, x: short(x + besideHex[0]), y: short(y + besideHex[1]) };
        else out[key] = { ...f, x, y, hex: id.toUpperCase(), name: f.name ?? f.settlement ?? id.toUpperCase(), named: f.name || f.settlement ? 1 : 0, area: board[`panel:region.${f.region}`]?.label ?? '' };
    }
    return out;
}

// ---- What the board says ----

const xy = (p: Thing | undefined): [number, number] => [Number(p?.x), Number(p?.y)];

function townMark(t: Thing): string {
    const [x, y] = xy(t);
    const mark = t.town ? `<circle class="town" cx="${x}" cy="${y}" r="4.2" />` : t.outpost ? `<path class="town outpost" d="M${x - 3.8} ${y - 3.8}h7.6v7.6h-7.6z" />` : t.settlement ? `<path class="town village" d="M${x} ${short(y - 6)}l6 10h-12z" />` : '';
    return `${t.fortress ? `<circle class="fortress-ring" cx="${x}" cy="${y}" r="7.4" />` : ''}${mark}${t.settlement && (t.town || t.outpost) ? `<path class="town village" d="M${x + 9} ${y - 10}l4 7h-8z" />` : ''}`;
}

const portMark = (t: Thing) => `<path class="anchor" transform="translate(${Number(t.x) + 11} ${short(Number(t.y) - 9)})" d="M0-4.6v8.6M-2.6-2.2h5.2M-4.4 1c.5 2.3 2.2 3.2 4.4 3.2S3.9 3.3 4.4 1" />`;
const portageMark = (t: Thing) => `<path class="portage" d="M${Number(t.x) - 9} ${short(Number(t.y) + 10)}h18m-15-3.5v7m4-7v7m4-7v7m4-7v7" />`;

function ferryMark(side: Thing, scene: Scene): string {
    const [ax, ay] = xy(scene.places.get(String(side.a))), [bx, by] = xy(scene.places.get(String(side.b)));
    return `<path class="map-ferry eoe-ferry" transform="translate(${short((ax + bx) / 2)} ${short((ay + by) / 2)}) rotate(${Math.round(Math.atan2(by - ay, bx - ax) * 180 / Math.PI)})" d="M-8 0h16" />`;
}

/** The lines between sea areas. */
function seaBorders(scene: Scene): string {
    const grid = gridOf(scene.hexes);
    if (!grid) return '';
    return [...new Set(scene.hexes.filter(h => h.terrain === 'sea').map(h => h.sea))].slice(1)
        .map(sea => `<path class="sea-lanes" d="${grid.border(h => h.terrain === 'sea' && h.sea === sea).map(rounded).join('')}" />`).join('');
}

/** Trees of the wilderness: one tile of them, as an engraver would strew them. */
const tree = (x: number, y: number) => `M${x} ${y}v-2.4m-2.6 0q-2-1-1-3.2q1.2-3.4 3.6-3.4t3.6 3.4q1 2.2-1 3.2zm4.4-1.4q.8-1.8-.8-3.8`;
const woods = `<pattern id="eoe-woods" width="118" height="104" patternUnits="userSpaceOnUse"><path class="eoe-tree" d="${
    [[10, 16], [40, 9], [71, 21], [103, 12], [24, 40], [58, 45], [90, 38], [9, 66], [42, 72], [76, 64], [108, 60], [22, 95], [60, 98], [94, 90]].map(([x, y]) => tree(x, y)).join('')}" /></pattern>`;

const rivers = drawing.riverNames as Name[];
const waters: Name[] = [
    ['THE ATLANTIC OCEAN', 2060, 1130, 0, 30], ['GULF OF ST LAWRENCE', 3270, 770, 0, 17], ['Gulf of Maine', 2700, 930, 0, 20], ['North Atlantic', 2190, 1010, 0, 17], ['South Atlantic', 1400, 1165, 0, 17],
    ['GULF OF MEXICO', 430, 980, 0, 26], ['Chesapeake Bay', 1800, 960, 70, 9.5], ['Lake Ontario', 2245, 350, 50, 14], ['Lake Erie', 1925, 215, 32, 14], ['Lake Huron', 2190, 70, 20, 13], ['Lake Champlain', 2585, 530, -30, 9],
    ['Bay of Fundy', 2990, 905, 10, 12], ['St Lawrence', 2940, 462, 10, 12],
];
export const waterNames = [...watersOf('map-water-name', waters), ...watersOf('map-river-name', rivers)];

const cartouche = `
    <g class="map-cartouche" transform="translate(720 1080) scale(1.35)">
        <text class="map-title small" y="-46">A Map of the British and French Dominions</text>
        <text class="map-title small" y="-28">in North America, 1744 to 1782</text>
        <text class="map-title big" y="4" font-size="28">End of Empire</text>
        <path class="map-flourish" d="M-92 18c30-9 62 9 92 0s62-9 92 0M-40 26c14 5 26-4 40 0s26 5 40 0" />
    </g>`;

function draw(scene: Scene): string {
    const ticks = { top: evenly(width, across), bottom: evenly(width, across), side: evenly(height, across) };
    const marked = scene.hexes.filter(h => h.town || h.outpost || h.settlement), joint = short(edge + 49.5 * line);
    const drawn = `
        ${woods}
        <rect class="eoe-wild" width="${width}" height="${height}" />
        <rect class="eoe-woods" width="${width}" height="${height}" fill="url(#eoe-woods)" />
        <path class="eoe-country american" d="${drawing.american}" />
        <path class="eoe-country french" d="${drawing.french}" />
        <path class="eoe-country tory" d="${drawing.tory}" />
        <path class="map-hachures" d="${drawing.rough}" />
        <path class="map-hachures eoe-mountains" d="${drawing.mountains}" /><path class="eoe-spine" d="${drawing.spine}" />
        ${names('map-state', drawing.states as Name[])}
        <path class="map-border" d="${drawing.borders}" />
        <path class="eoe-river" d="${drawing.rivers}" />
        <path class="eoe-navigable bank" d="${drawing.navigable}" /><path class="eoe-navigable" d="${drawing.navigable}" />
        <path class="map-water" d="${drawing.water}" />
        ${waterlines(drawing.waterlines, 0.15)}
        ${seaBorders(scene)}
        <path class="eoe-road" d="${drawing.roads}" />
        <path class="eoe-joint" d="M${joint} 12V${height - 12}" />
        ${scene.sides.filter(s => s.ferry).map(s => ferryMark(s, scene)).join('')}
        ${scene.hexes.filter(h => h.portage).map(portageMark).join('')}
        ${scene.hexes.filter(h => h.port).map(portMark).join('')}
        ${marked.map(townMark).join('')}`;
    return sheet(width, height, ticks, drawn, compass(3390, 1090, 1.7).replace('scale(1.7)', 'scale(1.7) rotate(48)') + cartouche);
}

const sheets = new WeakMap<Thing[], { __html: string }>();
export function Map({ scene }: { scene: Scene }) {
    let html = sheets.get(scene.hexes);
    if (!html) sheets.set(scene.hexes, html = { __html: draw(scene) });
    const { path } = areaOf(scene);
    return (
        <>
            <g class="map eoe-map" aria-hidden="true" dangerouslySetInnerHTML={html} />
            {path && <path class="out-of-play" d={path} />}
        </>
    );
}
export { height, width };
