// The map sheet: drawn once, below the pieces. Shapes are in map.json, made by tools/map_lod.mjs.
import { memo } from '../../ui/memo';
import drawing from './map.json';

const { width, height } = drawing;
const neat = 9; // the band between the sheet's edge and its inner line

const waters: [string, number, number, number, number][] = [ // turned by so many degrees, so large
    ['ATLANTIC OCEAN', 820, 790, 0, 25], ['Gulf of Mexico', 132, 950, 12, 15], ['Lake Huron', 252, 226, 62, 10],
    ['L. Michigan', 88, 290, 78, 10], ['L. Superior', 118, 92, -32, 10], ['L. Erie', 268, 344, -33, 10], ['L. Ontario', 418, 203, -17, 9],
];
const lands: [string, number, number, number, number][] = [
    ['NOVA SCOTIA', 966, 96, 52, 11], ['LOUISIANA', 24, 640, 90, 13], ['Bahama Islands', 470, 1046, 0, 10],
];

/** The hatching of an engraver: level lines for Support, slanting ones for Opposition; close is Active. */
const Hatches = () => (
    <defs>
        {([['active_support', 3.2, 0], ['passive_support', 7, 0], ['passive_opposition', 7, -45], ['active_opposition', 3.2, -45]] as const)
            .map(([id, step, turn]) => (
                <pattern key={id} id={`lod-${id}`} width={step} height={step} patternUnits="userSpaceOnUse" patternTransform={`rotate(${turn})`}>
                    <path class={`lod-hatch ${id}`} d={`M0 ${step / 2}h${step}`} /></pattern>))}
    </defs>
);

/** Every other stretch along the edges is black. */
const degrees = (() => {
    const step = 40;
    let d = '';
    for (let x = step; x < width; x += 2 * step)
        for (const y of [2, height - 5.5]) d += `M${x} ${y}h${Math.min(step, width - x)}v3.5H${x}z`;
    for (let y = step; y < height; y += 2 * step)
        for (const x of [2, width - 5.5]) d += `M${x} ${y}v${Math.min(step, height - y)}h3.5V${y}z`;
    return d;
})();

function Cartouche() {
    return (
        <g class="map-cartouche" transform="translate(874 634)">
            <text class="map-title small" y="-44">A New and Accurate MAP of the</text>
            <text class="map-title big" y="-14" font-size="24">COLONIES</text>
            <text class="map-title small" y="6">in North America, with the</text>
            <text class="map-title small" y="22">Indian Country adjoining,</text>
            <text class="map-title" y="44">1775</text>
            <path class="map-flourish" d="M-92 56c30-9 62 9 92 0s62-9 92 0M-40 64c14 5 26-4 40 0s26 5 40 0" />
        </g>
    );
}

const Compass = () => (
    <g class="map-compass" transform="translate(606 940)">
        <circle r="30" /><circle r="24" />
        <path class="rose" d="M0-44L7-7 44 0 7 7 0 44-7 7-44 0-7-7z" />
        <path class="half" d="M0-44L7-7 0 0zM44 0L7 7 0 0zM0 44L-7 7 0 0zM-44 0L-7-7 0 0z" />
        <text y="-48">N</text>
    </g>
);

export const Sheet = memo(function Sheet() {
    const name = (kind: string) => ([text, x, y, turn, size]: [string, number, number, number, number]) =>
        <text key={text} class={kind} style={{ fontSize: `${size}px` }} transform={`translate(${x} ${y}) rotate(${turn})`}>{text}</text>;
    return (
        <g class="map lod-map" aria-hidden="true">
            <Hatches />
            <clipPath id="sheet"><rect x={neat} y={neat} width={width - 2 * neat} height={height - 2 * neat} /></clipPath>
            <rect class="map-paper" width={width} height={height} />
            <g clip-path="url(#sheet)">
                <path class="map-hachures" d={drawing.hachures} />
                <path class="map-water" d={drawing.water} />
                {drawing.waterlines.map((d, i) => <path key={i} class="map-waterline" opacity={0.62 - i * 0.13} d={d} />)}
                <path class="lod-river" d={drawing.rivers} />
                <path class="lod-graticule" d={drawing.graticule} />
                <path class="map-border lod-border" d={drawing.areas.map(a => a.shape).join('')} />
                {waters.map(name('map-water-name'))}
                {lands.map(name('map-state lod-land'))}
                {drawing.cities.map(c => <g key={c.id}><path class="lod-lead" d={`M${c.site[0]} ${c.site[1]}L${c.at[0]} ${c.at[1]}`} />
                    <circle class="town-dot" cx={c.site[0]} cy={c.site[1]} r="3.6" /></g>)}
            </g>
            <rect class="map-neat" x={neat} y={neat} width={width - 2 * neat} height={height - 2 * neat} />
            <rect class="map-edge" x="1" y="1" width={width - 2} height={height - 2} />
            <path class="map-degrees" d={degrees} />
            <Compass />
            <Cartouche />
        </g>
    );
});

export { width, height };
