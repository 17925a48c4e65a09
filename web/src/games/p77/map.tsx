// The map sheet: drawn once, below the pieces. Shapes are in map.json, made by tools/map_p77.mjs.
import { memo } from '../../ui/memo';
import type { Side, Water } from '../../table/names';
import { compass, evenly, type Name, names, sheet, watersOf, waterlines } from '../sheet';
import drawing from './map.json';

const { width, height } = drawing;

const states: Name[] = [
    ['PENNSYLVANIA', 190, 141, 0, 27], ['NEW JERSEY', 825, 500, 0, 30], ['DELAWARE', 312, 772, 74, 17], ['MARYLAND', 100, 636, 0, 17],
];
const waters: Name[] = [['Delaware River', 399, 778, 68, 14], ['Chesapeake Bay', 60, 812, -52, 14]];
/** Names along a river: where on its course they begin. */
const along: Record<string, number> = {
    delaware: 0.22, schuylkill: 0.35, brandywine: 0.06, perkiomen: 0.19, christina_creek: 0.02, white_clay_creek: 0.03, darby_creek: 0.04,
};

// What looks alike is one path: a map of few elements is drawn fast.
const joined = (list: { line: string }[]) => list.map(r => r.line).join('');
const byLand = joined(drawing.roads.filter(r => r.crosses !== 'delaware'));
const ferries = joined(drawing.roads.filter(r => r.crosses === 'delaware'));
const creeks = drawing.rivers.filter(r => r.id !== 'delaware').map(r => r.shape).join('');

/** Two short waves across each ford, turned with the road. */
const fords = drawing.roads.map(r => {
    if (!r.ford) return '';
    const [x, y, degrees] = r.ford, cos = Math.cos(degrees * Math.PI / 180), sin = Math.sin(degrees * Math.PI / 180);
    const at = (dx: number, dy: number) => `${(x + dx * cos - dy * sin).toFixed(1)} ${(y + dx * sin + dy * cos).toFixed(1)}`;
    return [-1, 1].map(s => `M${at(-4.5, 3.6 * s)}C${at(-2.5, 2.2 * s)} ${at(2.5, 2.2 * s)} ${at(4.5, 3.6 * s)}`).join('');
}).join('');

/** Twentieths of a degree. */
const step = 50 / 1.35, across = evenly(width, step);
const ticks = { top: across, bottom: across, side: evenly(height, step * 1.303) };

const cartouche = `
    <g class="map-cartouche" transform="translate(800 716)">
        <text class="map-title" y="-46">A Map of the Country</text>
        <text class="map-title small" y="-25">round about</text>
        <text class="map-title big" y="2">PHILADELPHIA</text>
        <text class="map-title small" y="22">with the roads and fords of the campaign of</text>
        <text class="map-title" y="43">1777</text>
        <path class="map-flourish" d="M-92 54c30-9 62 9 92 0s62-9 92 0M-40 62c14 5 26-4 40 0s26 5 40 0" />
        <g transform="translate(-74 84)">
            <path class="map-scale" d="M0-4v8M0 0h145M36-3v6M72.5-4v8M109-3v6M145-4v8" />
            <text class="map-scale-text" x="0" y="15">0</text>
            <text class="map-scale-text" x="72" y="15">5</text>
            <text class="map-scale-text" x="145" y="15">10 miles</text>
        </g>
    </g>`;

const named = drawing.rivers.filter(r => along[r.id]);

const drawn = `
    <path class="map-hachures" d="${drawing.hachures}" />
    ${names('map-state', states)}
    <path class="map-water" d="${drawing.water}" />
    ${waterlines(drawing.waterlines)}
    <path class="map-river" d="${creeks}" />
    <path class="map-border" d="${drawing.borders}" />
    ${named.map(r => `<path id="river-${r.id}" class="map-hidden" d="${r.line}" />`).join('')}
    <path class="map-road-case" d="${byLand}" />
    <path class="map-road" d="${byLand}" />
    <path class="map-ferry" d="${ferries}" />
    <path class="map-ford" d="${fords}" />`;

const html = { __html: sheet(width, height, ticks, drawn, compass(938, 600) + cartouche) };

export const Map = memo(() => <g class="map" aria-hidden="true" dangerouslySetInnerHTML={html} />);

const roadPaths = new globalThis.Map(drawing.roads.map(r => [r.id, r.line]));
export const road = (id: string) => roadPaths.get(id);
export const labelSide = (place: string) => ((drawing.labels as Record<string, string>)[place] ?? 'below') as Side;
export const waterNames: Water[] = [...watersOf('map-water-name', waters), ...named.map(({ id, name, line }) => (
    { text: name, kind: 'map-river-name', size: 10.5, course: { id, line, from: along[id], below: id === 'delaware' } }))];
export { width, height };
