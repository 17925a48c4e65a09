// The map sheet: drawn once, below the pieces. Shapes are in map.json, made by tools/map_c77.mjs.
import type { View } from '../../types';
import { memo } from '../../ui/memo';
import type { Side } from '../face';
import drawing from './map.json';

const { width, height } = drawing;
const neat = 9; // the band between the sheet's edge and its inner line

const countries: [string, number, number, number, number][] = [ // turned by so many degrees, so large
    ['CANADA', 945, 60, 0, 30], ['NEW YORK', 473, 292, 0, 32], ['THE SIX NATIONS', 254, 492, -8, 17], ['PENNSYLVANIA', 139, 750, -24, 24],
    ['NEW JERSEY', 555, 974, -38, 20], ['CONNECTICUT', 963, 638, -6, 15], ['MASSACHUSETTS', 1070, 467, 4, 15],
    ['NEW HAMPSHIRE', 1093, 292, 70, 18], ['N. HAMPSHIRE GRANTS', 884, 229, 84, 13], ['DELAWARE', 242, 1089, 0, 11], ['MARYLAND', 73, 1093, 0, 11],
];
const waters: [string, number, number, number, number][] = [
    ['Lake Ontario', 73, 243, -30, 15], ['Lake Champlain', 774, 154, 76, 11], ['St Lawrence River', 390, 90, -13, 11], ['Lake George', 649, 268, -52, 9],
    ['Long Island Sound', 880, 723, -14, 10], ['Long Island', 898, 779, -17, 11], ['The Western Ocean', 1005, 877, -12, 26], ['Delaware Bay', 290, 1106, 0, 9],
];
const rivers: [string, number, number, number][] = [
    ['Hudson', 668, 450, 88], ['Connecticut R.', 987, 206, -62], ['Mohawk R.', 420, 397, 12], ['Susquehanna R.', 38, 881, 76],
    ['Delaware R.', 321, 594, 60], ['Schuylkill', 104, 840, 70],
];

// What looks alike is one path: a map of few elements is drawn fast.
const joined = (kind: string) => drawing.links.filter(l => l.kind === kind).map(l => l.line).join('');
const [rural, rough, water, dual] = ['rural', 'rough', 'water', 'dual'].map(joined);

/** Sixths of a degree along the edges, every other one black: one sees where the scale is wide. */
const degrees = (() => {
    const [top, bottom, side] = drawing.ticks.map(t => t.list);
    let d = '';
    for (const [list, y] of [[top, 2], [bottom, height - 5.5]] as const)
        for (let i = 0; i + 1 < list.length; i += 2) d += `M${list[i]} ${y}H${list[i + 1]}v3.5H${list[i]}z`;
    for (let i = 0; i + 1 < side.length; i += 2)
        for (const x of [2, width - 5.5]) d += `M${x} ${side[i]}V${side[i + 1]}h3.5V${side[i]}z`;
    return d;
})();

const legend: [string, preact.JSX.Element][] = [
    ['road', <path class="map-road" d="M-16 0h32" />],
    ['rough road', <path class="map-rough" d="M-16 0h32" />],
    ['by water, or over a river', <path class="map-boats" d="M-16 0h32" />],
    ['road and water', <g><path class="map-dual" d="M-16 0h32" /><path class="map-dual-road" d="M-16 0h32" /></g>],
];

function Cartouche() {
    return (
        <g class="map-cartouche" transform="translate(1060 985) scale(1.15)">
            <text class="map-title small" y="-44">A Map of the Seat of War</text>
            <text class="map-title" y="-25">in the Northern Colonies</text>
            <text class="map-title big" y="4">CAMPAIGNS</text>
            <text class="map-title" y="26">of the Year 1777</text>
            <path class="map-flourish" d="M-92 37c30-9 62 9 92 0s62-9 92 0M-40 45c14 5 26-4 40 0s26 5 40 0" />
            <g transform="translate(-118 66)">{legend.map(([text, line], i) =>
                <g transform={`translate(${i % 2 * 128} ${Math.floor(i / 2) * 18})`}>{line}<text class="map-legend" x="23" y="3.5">{text}</text></g>)}</g>
        </g>
    );
}

function Compass() {
    return (
        <g class="map-compass" transform="translate(1215 760)">
            <circle r="21" /><circle r="17" />
            <path class="rose" d="M0-30L5-5 30 0 5 5 0 30-5 5-30 0-5-5z" />
            <path class="half" d="M0-30L5-5 0 0zM30 0L5 5 0 0zM0 30L-5 5 0 0zM-30 0L-5-5 0 0z" />
            <text y="-34">N</text>
        </g>
    );
}

export const Map = memo(function Map() {
    return (
        <g class="map c77-map" aria-hidden="true">
            <clipPath id="sheet"><rect x={neat} y={neat} width={width - 2 * neat} height={height - 2 * neat} /></clipPath>
            <rect class="map-paper" width={width} height={height} />
            <g clip-path="url(#sheet)">
                <path class="map-hachures" d={drawing.hachures} />
                {countries.map(([name, x, y, turn, size]) =>
                    <text class="map-state" font-size={size} transform={`translate(${x} ${y}) rotate(${turn})`}>{name}</text>)}
                {drawing.rivers.map(r => <path class="map-stream" stroke-width={r.breadth} d={r.line} />)}
                <path class="map-water" d={drawing.water} />
                {drawing.waterlines.map((d, i) => <path class="map-waterline" opacity={0.62 - i * 0.15} d={d} />)}
                <path class="map-border" d={drawing.borders} />
                <path class="map-dual" d={dual} />
                <path class="map-road-case" d={rural} />
                <path class="map-road" d={rural} />
                <path class="map-dual-road" d={dual} />
                <path class="map-rough" d={rough} />
                <path class="map-boats-case" d={water} />
                <path class="map-boats" d={water} />
                {waters.map(([name, x, y, turn, size]) =>
                    <text class="map-water-name" style={{ fontSize: `${size}px` }} transform={`translate(${x} ${y}) rotate(${turn})`}>{name}</text>)}
                {rivers.map(([name, x, y, turn]) =>
                    <text class="map-river-name" transform={`translate(${x} ${y}) rotate(${turn})`}>{name}</text>)}
            </g>
            <rect class="map-neat" x={neat} y={neat} width={width - 2 * neat} height={height - 2 * neat} />
            <rect class="map-edge" x="1" y="1" width={width - 2} height={height - 2} />
            <path class="map-degrees" d={degrees} />
            <Compass />
            <Cartouche />
        </g>
    );
});

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
export { width, height };
