// The map sheet: drawn once, below the pieces. Shapes are in map.json, made by tools/map_c77.mjs.
import type { View } from '../../types';
import { memo } from '../../ui/memo';
import type { Side } from '../../table/names';
import { compass, type Name, names, sheet, waterlines, watersOf } from '../sheet';
import drawing from './map.json';

const { width, height } = drawing;

const countries: Name[] = [
    ['CANADA', 945, 60, 0, 30], ['NEW YORK', 473, 292, 0, 32], ['THE SIX NATIONS', 254, 492, -8, 17], ['PENNSYLVANIA', 165, 738, -24, 24],
    ['NEW JERSEY', 555, 974, -38, 20], ['CONNECTICUT', 963, 638, -6, 15], ['MASSACHUSETTS', 1070, 467, 4, 15],
    ['NEW HAMPSHIRE', 1093, 292, 70, 18], ['N. HAMPSHIRE GRANTS', 884, 229, 84, 13], ['DELAWARE', 242, 1089, 0, 11], ['MARYLAND', 73, 1093, 0, 11],
];
const waters: Name[] = [
    ['Lake Ontario', 73, 243, -30, 15], ['Lake Champlain', 774, 154, 76, 11], ['St Lawrence River', 390, 90, -13, 11], ['Lake George', 649, 268, -52, 9],
    ['Long Island Sound', 880, 723, -14, 10], ['Long Island', 898, 779, -17, 11], ['The Western Ocean', 1005, 877, -12, 26], ['Delaware Bay', 290, 1106, 0, 9],
];
const rivers: Name[] = [
    ['Hudson', 668, 450, 88, 10.5], ['Connecticut R.', 987, 206, -62, 10.5], ['Mohawk R.', 420, 397, 12, 10.5],
    ['Susquehanna R.', 38, 881, 76, 10.5], ['Delaware R.', 321, 594, 60, 10.5], ['Schuylkill', 104, 840, 70, 10.5],
];

// What looks alike is one path: a map of few elements is drawn fast.
const joined = (kind: string) => drawing.links.filter(l => l.kind === kind).map(l => l.line).join('');
const [rural, rough, water, dual] = ['rural', 'rough', 'water', 'dual'].map(joined);

/** Sixths of a degree along the edges: one sees where the scale is wide. */
const [top, bottom, side] = drawing.ticks.map(t => t.list);

const legend = [
    ['road', '<path class="map-road" d="M-16 0h32" />'],
    ['rough road', '<path class="map-rough" d="M-16 0h32" />'],
    ['by water, or over a river', '<path class="map-boats" d="M-16 0h32" />'],
    ['road and water', '<path class="map-dual" d="M-16 0h32" /><path class="map-dual-road" d="M-16 0h32" />'],
];

const cartouche = `
    <g class="map-cartouche" transform="translate(1060 985) scale(1.15)">
        <text class="map-title small" y="-44">A Map of the Seat of War</text>
        <text class="map-title" y="-25">in the Northern Colonies</text>
        <text class="map-title big" y="4">CAMPAIGNS</text>
        <text class="map-title" y="26">of the Year 1777</text>
        <path class="map-flourish" d="M-92 37c30-9 62 9 92 0s62-9 92 0M-40 45c14 5 26-4 40 0s26 5 40 0" />
        <g transform="translate(-134 66)">${legend.map(([text, line], i) => `
            <g transform="translate(${i % 2 * 152} ${Math.floor(i / 2) * 18})">${line}<text class="map-legend" x="23" y="3.5">${text}</text></g>`).join('')}
        </g>
    </g>`;

const drawn = `
    <path class="map-hachures" d="${drawing.hachures}" />
    ${names('map-state', countries)}
    ${drawing.rivers.map(r => `<path class="map-stream" stroke-width="${r.breadth}" d="${r.line}" />`).join('')}
    <path class="map-water" d="${drawing.water}" />
    ${waterlines(drawing.waterlines, 0.15)}
    <path class="map-border" d="${drawing.borders}" />
    <path class="map-dual" d="${dual}" />
    <path class="map-road-case" d="${rural}" />
    <path class="map-road" d="${rural}" />
    <path class="map-dual-road" d="${dual}" />
    <path class="map-rough" d="${rough}" />
    <path class="map-boats-case" d="${water}" />
    <path class="map-boats" d="${water}" />`;

const html = { __html: sheet(width, height, { top, bottom, side }, drawn, compass(1215, 760) + cartouche) };

export const Map = memo(() => <g class="map c77-map" aria-hidden="true" dangerouslySetInnerHTML={html} />);

/** Where the sheet has the places; the sea track lies in the ocean. */
export function arrange(board: View): View {
    const places = drawing.places as unknown as Record<string, [number, number]>, result = { ...board };
    for (const id in places) {
        const [x, y] = places[id];
        result[`place:${id}`] = { ...board[`place:${id}`], x, y };
    }
    result['place:sea'] = { ...board['place:sea'], x: 800, y: 905 };
    return result;
}

const paths = new globalThis.Map(drawing.links.map(l => [l.id, l.line]));
export const road = (id: string) => paths.get(id);
export const labelSide = (place: string) => ((drawing.labels as Record<string, string>)[place] ?? 'below') as Side;
export const waterNames = [...watersOf('map-water-name', waters), ...watersOf('map-river-name', rivers)];
export { width, height };
