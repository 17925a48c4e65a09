// The map sheet: drawn once, below the pieces. Shapes are in map.json, made by tools/map_lod.mjs.
import { memo } from '../../ui/memo';
import { compass, evenly, type Name, names, sheet, waterlines, watersOf } from '../sheet';
import drawing from './map.json';

const { width, height } = drawing;

const waters: Name[] = [
    ['ATLANTIC OCEAN', 820, 806, 0, 25], ['Gulf of Mexico', 132, 950, 12, 15], ['Lake Huron', 252, 226, 62, 10],
    ['L. Michigan', 88, 290, 78, 10], ['L. Superior', 118, 92, -32, 10], ['L. Erie', 268, 344, -33, 10], ['L. Ontario', 418, 203, -17, 9],
];
const lands: Name[] = [
    ['NOVA SCOTIA', 966, 96, 52, 11], ['LOUISIANA', 24, 640, 90, 13], ['Bahama Islands', 470, 1046, 0, 10],
];

/** The hatching of an engraver: level lines for Support, slanting ones for Opposition; close is Active. */
const kinds: [string, number, number][] = [
    ['active_support', 3.2, 0], ['passive_support', 7, 0], ['passive_opposition', 7, -45], ['active_opposition', 3.2, -45],
];
const hatches = kinds.map(([id, step, turn]) => `
    <pattern id="lod-${id}" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">
        <path class="lod-hatch ${id}" d="M0 ${step / 2}h${step}" /></pattern>`).join('');

const across = evenly(width, 40);
const ticks = { top: across, bottom: across, side: evenly(height, 40) };

const cartouche = `
    <g class="map-cartouche" transform="translate(874 656)">
        <text class="map-title small" y="-44">A New and Accurate MAP of the</text>
        <text class="map-title big" y="-14" font-size="24">COLONIES</text>
        <text class="map-title small" y="6">in North America, with the</text>
        <text class="map-title small" y="22">Indian Country adjoining,</text>
        <text class="map-title" y="44">1775</text>
        <path class="map-flourish" d="M-92 56c30-9 62 9 92 0s62-9 92 0M-40 64c14 5 26-4 40 0s26 5 40 0" />
    </g>`;

const drawn = `
    <path class="map-hachures" d="${drawing.hachures}" />
    <path class="map-water" d="${drawing.water}" />
    ${waterlines(drawing.waterlines)}
    <path class="lod-river" d="${drawing.rivers}" />
    <path class="lod-graticule" d="${drawing.graticule}" />
    <path class="map-border lod-border" d="${drawing.areas.map(a => a.shape).join('')}" />
    ${names('map-state lod-land', lands)}
    ${drawing.cities.map(({ site, at }) => `<path class="lod-lead" d="M${site[0]} ${site[1]}L${at[0]} ${at[1]}" />
        <circle class="town-dot" cx="${site[0]}" cy="${site[1]}" r="3.6" />`).join('')}`;

const html = { __html: `<defs>${hatches}</defs>` + sheet(width, height, ticks, drawn, compass(606, 940, 1.42) + cartouche) };

export const Sheet = memo(() => <g class="map lod-map" aria-hidden="true" dangerouslySetInnerHTML={html} />);

export const waterNames = watersOf('map-water-name', waters);
export { width, height };
