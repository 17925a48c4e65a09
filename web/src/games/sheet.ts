// What every map sheet has: paper, the inner line, degrees along the edges, names, a compass. A sheet
// never changes, so it is one text that the browser reads by itself: faster than building it element
// by element.

import type { Water } from '../table/names';

const neat = 9; // the band between the sheet's edge and its inner line
const band = 3.5; // the breadth of the degrees in it

/** A name, where, turned by so many degrees, so large. */
export type Name = [text: string, x: number, y: number, turn: number, size: number];

export const names = (kind: string, list: Name[]) => list.map(([text, x, y, turn, size]) =>
    `<text class="${kind}" font-size="${size}" transform="translate(${x} ${y}) rotate(${turn})">${text}</text>`).join('');

/** Names that give way to those of places, and are written above the sheet. */
export const watersOf = (kind: string, list: Name[]): Water[] => list.map(([text, x, y, turn, size]) => ({ text, kind, size, at: [x, y, turn] }));

/** Lines along a coast, fainter the farther they are. */
export const waterlines = (lines: string[], fainter = 0.13) =>
    lines.map((d, i) => `<path class="map-waterline" opacity="${0.62 - i * fainter}" d="${d}" />`).join('');

export const compass = (x: number, y: number, size = 1) => `
    <g class="map-compass" transform="translate(${x} ${y}) scale(${size})">
        <circle r="21" /><circle r="17" />
        <path class="rose" d="M0-30L5-5 30 0 5 5 0 30-5 5-30 0-5-5z" />
        <path class="half" d="M0-30L5-5 0 0zM30 0L5 5 0 0zM0 30L-5 5 0 0zM-30 0L-5-5 0 0z" />
        <text y="-34">N</text>
    </g>`;

/** Where degrees begin and end that are alike all along an edge. */
export const evenly = (length: number, step: number) =>
    Array.from({ length: Math.ceil(length / step) }, (_, i) => Math.min((i + 1) * step, length));

export interface Ticks { top: number[]; bottom: number[]; side: number[] }

/** Every other stretch between two ticks is black. */
function degrees(width: number, height: number, ticks: Ticks): string {
    let d = '';
    for (const [list, y] of [[ticks.top, 2], [ticks.bottom, height - 2 - band]] as const)
        for (let i = 0; i + 1 < list.length; i += 2) d += `M${list[i]} ${y}H${list[i + 1]}v${band}H${list[i]}z`;
    for (let i = 0; i + 1 < ticks.side.length; i += 2)
        for (const x of [2, width - 2 - band]) d += `M${x} ${ticks.side[i]}V${ticks.side[i + 1]}h${band}V${ticks.side[i]}z`;
    return d;
}

/** The sheet around what is drawn on it; ornaments lie above all. */
export function sheet(width: number, height: number, ticks: Ticks, drawn: string, ornaments: string): string {
    const inner = `x="${neat}" y="${neat}" width="${width - 2 * neat}" height="${height - 2 * neat}"`;
    return `
        <clipPath id="sheet"><rect ${inner} /></clipPath>
        <rect class="map-paper" width="${width}" height="${height}" />
        <g clip-path="url(#sheet)">${drawn}</g>
        <rect class="map-neat" ${inner} />
        <rect class="map-edge" x="1" y="1" width="${width - 2}" height="${height - 2}" />
        <path class="map-degrees" d="${degrees(width, height, ticks)}" />
        ${ornaments}`;
}
