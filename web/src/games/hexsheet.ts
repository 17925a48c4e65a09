// A hex map as an engraver would have it, drawn from its records alone: water with lines along the shore, woods,
// hills and swamps as small signs, rivers along the sides. What looks alike is one path.
import { type Scene, type Thing, sceneOf } from '../scene';
import { type Grid, gridOf, rounded } from '../table/hexes';
import type { View } from '../types';
import { compass, evenly, sheet } from './sheet';

const edge = 36; // of paper around the hexes
export const across = 40; // of a hex, in units of the sheet: a counter of 27 finds room

const water = (hex: Thing) => hex.terrain === 'sea' || hex.terrain === 'lake' || hex.terrain === 'water';
const short = (n: number) => Math.round(n * 10) / 10;

/** The same place always gets the same signs. */
function lots(id: string): (spread: number) => number {
    let s = 2166136261;
    for (let i = 0; i < id.length; i++) s = Math.imul(s ^ id.charCodeAt(i), 16777619);
    return spread => { s = Math.imul(s ^ (s >>> 15), 2246822519) + 0x9e3779b9 | 0; return ((s >>> 8) / 0xffffff - 0.5) * spread; };
}

/** A sign around 0,0 as pairs of numbers after each letter; `M` lifts the pen. */
const signs: Record<string, { sign: string; spots: [number, number][] }> = {
    mountain: { sign: 'm-6 4q2-8 6-9q4 1 6 9m-6-9q-1 5 1 8m1-7q0 4 2 7m0-6q1 3 2 5', spots: [[-7, 5], [7, 7], [0, -6]] },
    hill: { sign: 'm-5 2q2-5 5-5q3 0 5 5m-4-4q0 2 1 4m1-3q1 1 1 3', spots: [[-6, 4], [6, 0]] },
    wood: { sign: 'm0 3v-2m-2 0q-2-1-1-3q1-3 3-3q2 0 3 3q1 2-1 3zm4-1q1-2-1-4', spots: [[-8, 3], [0, -7], [8, 4], [-1, 9]] },
    swamp: { sign: 'm-5 1h10m-8 2h6m-3-2v-3m-2 3l-1-2m4 2l1-2', spots: [[-6, -4], [6, 3], [-4, 9]] },
};

function signsOf(kind: string, hexes: Thing[]): string {
    const { sign, spots } = signs[kind];
    let d = '';
    for (const hex of hexes) {
        if (hex.terrain !== kind || hex.town) continue;
        const lot = lots(hex.id);
        for (const [x, y] of spots) d += `M${short(Number(hex.x) + x + lot(4))} ${short(Number(hex.y) + y + lot(3))}${sign}`;
    }
    return d;
}

/** Thin lines along the shore: each a broad line of ink with a broader one of water cut out of it. */
const shoreLines = (shore: string) => [9, 6, 3].map((far, i) =>
    `<path class="hex-shoreline" stroke-width="${2 * far + 0.6}" opacity="${0.3 + 0.16 * i}" d="${shore}" /><path class="hex-shorewater" stroke-width="${2 * far - 0.6}" d="${shore}" />`).join('');

/** Rivers and whatever else lies along sides, by kind. */
function sideLines(scene: Scene, grid: Grid): string {
    const kinds = new Map<string, [string, string][]>();
    for (const side of scene.sides) {
        const list = kinds.get(String(side.kind)) ?? [];
        list.push([String(side.a), String(side.b)]);
        kinds.set(String(side.kind), list);
    }
    return [...kinds].map(([kind, pairs]) => `<path class="hex-side ${kind}" d="${grid.along(pairs).map(rounded).join('')}" />`).join('');
}

const townOf = (hex: Thing) => `<circle class="town-dot" cx="${hex.x}" cy="${hex.y}" r="4" /><text class="hex-town" x="${hex.x}" y="${short(Number(hex.y) + 13)}">${hex.name}</text>`;

export interface HexSheet { width: number; height: number; board: View; html: string }

/** The board's hexes at the size of the sheet, and the sheet. */
export function hexSheet(board: View): HexSheet | null {
    const first = sceneOf(board, {}), given = gridOf(first.hexes);
    if (!given) return null;
    const scale = across / given.across, xs = first.hexes.map(h => Number(h.x)), ys = first.hexes.map(h => Number(h.y));
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const placed: View = {};
    for (const key in board) {
        const f = board[key];
        placed[key] = key.startsWith('place:') && f.x !== undefined && f.y !== undefined
            ? { ...f, x: short(edge + (Number(f.x) - left) * scale), y: short(edge + (Number(f.y) - top) * scale) } : f;
    }
    const scene = sceneOf(placed, {}), grid = gridOf(scene.hexes)!;
    const width = 2 * edge + (Math.max(...xs) - left) * scale, height = 2 * edge + (Math.max(...ys) - top) * scale;
    const shore = grid.border(water).map(rounded).join('');
    const drawn = `
        <clipPath id="hex-water"><path clip-rule="evenodd" d="${shore}" /></clipPath>
        <path class="hex-water" d="${shore}" />
        <g clip-path="url(#hex-water)">${shoreLines(shore)}</g>
        <path class="hex-coast" d="${shore}" />
        ${Object.keys(signs).map(kind => `<path class="hex-sign ${kind}" d="${signsOf(kind, scene.hexes)}" />`).join('')}
        ${sideLines(scene, grid)}
        ${scene.hexes.filter(h => h.town).map(townOf).join('')}`;
    const ticks = { top: evenly(width, across), bottom: evenly(width, across), side: evenly(height, across) };
    return { width, height, board: placed, html: sheet(width, height, ticks, drawn, compass(width - 110, height - 110, 1.6)) };
}
