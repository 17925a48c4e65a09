// The grid of a hex map: found from where the hexes lie, drawn as one path, asked which hex a point is in.
//
// Hexes stand in lines. `u` counts the lines, `v` the half steps along them, so that a hex has the
// neighbours (u, v ± 2) and (u ± 1, v ± 1); a corner is counted in thirds of a line and in the same half
// steps: hex (u, v) has the corners (3u ± 2, v) and (3u ± 1, v ± 1). Lines run down the map if hexes have
// a flat top, across it if they have a point there.
import type { Thing } from '../scene';

type Point = [number, number];

export interface Grid {
    /** From side to opposite side, in units of the board. */
    across: number;
    /** The outline of a hex around 0,0. */
    outline: string;
    /** The outlines of several, so much smaller, as one path. */
    outlines: (hexes: string[], scale: number) => string;
    /** All sides of all hexes, each once. */
    path: string;
    /** The hex that a point is in. */
    at: (x: number, y: number) => string | null;
    /** Closed lines around a set of hexes; at the edge of the map it goes on for one more. */
    border: (inside: (hex: Thing) => boolean) => Point[][];
    /** Lines along the sides between pairs of neighbours, as long as they go. */
    along: (pairs: [string, string][]) => Point[][];
}

const xOf = (p: Thing) => Number(p.x), yOf = (p: Thing) => Number(p.y);
const short = (n: number) => Math.round(n * 10) / 10;
const key = (u: number, v: number) => u * 0x10000 + v;

const corners = [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]]; // around a hex
const steps = [[1, 1], [0, 2], [-1, 1], [-1, -1], [0, -2], [1, -1]]; // to the neighbour beyond corners i and i + 1

/** How far the nearest hex lies, and whether one lies straight above or below. */
function measure(hexes: Thing[]): { across: number; flat: boolean } {
    const [x, y] = [xOf(hexes[0]), yOf(hexes[0])];
    const others = hexes.slice(1).map(h => [Math.abs(xOf(h) - x), Math.abs(yOf(h) - y)]);
    const across = Math.min(...others.map(([dx, dy]) => Math.hypot(dx, dy)));
    return { across, flat: others.some(([dx, dy]) => dx < 0.1 * across && dy < 1.1 * across) };
}

/** Sides, each from corner to corner, joined to lines that go as far as they can. */
function joined(sides: [number, number][]): number[][] {
    const ends = new Map<number, number[]>(), lines: number[][] = [];
    const link = (a: number, b: number) => { const list = ends.get(a); if (list) list.push(b); else ends.set(a, [b]); };
    for (const [a, b] of sides) { link(a, b); link(b, a); }
    const take = (a: number, b: number) => { const list = ends.get(a)!; list.splice(list.indexOf(b), 1); };
    const walk = (start: number) => {
        const line = [start];
        for (let at = start; ends.get(at)!.length;) {
            const to = ends.get(at)![0];
            take(at, to);
            take(to, at);
            line.push(at = to);
        }
        return line;
    };
    for (const [corner, list] of ends) while (list.length % 2) lines.push(walk(corner)); // where a line ends or forks
    for (const [corner, list] of ends) while (list.length) lines.push(walk(corner));
    return lines;
}

function makeGrid(hexes: Thing[]): Grid {
    const { across, flat } = measure(hexes), line = across * Math.sqrt(3) / 2; // from line to line
    const [x0, y0] = [xOf(hexes[0]), yOf(hexes[0])];
    const point = (cu: number, cv: number): Point => {
        const [p, q] = [cu * line / 3, cv * across / 2];
        return flat ? [x0 + p, y0 + q] : [x0 + q, y0 + p];
    };
    const uvOf = (x: number, y: number) => (flat ? [(x - x0) / line, (y - y0) / across * 2] : [(y - y0) / line, (x - x0) / across * 2]);
    const cells = hexes.map(hex => { const [u, v] = uvOf(xOf(hex), yOf(hex)); return { hex, u: Math.round(u), v: Math.round(v) }; });
    const found = new Map(cells.map((cell, i) => [key(cell.u, cell.v), i]));
    const beyond = (cell: { u: number; v: number }, i: number) => found.get(key(cell.u + steps[i][0], cell.v + steps[i][1]));
    const cornerKey = (cell: { u: number; v: number }, i: number) => key(3 * cell.u + corners[i % 6][0], cell.v + corners[i % 6][1]);
    const pointOf = (k: number): Point => { const cu = Math.round(k / 0x10000); return point(cu, k - cu * 0x10000); };
    const write = ([x, y]: Point) => `${short(x)} ${short(y)}`;

    let path = '';
    cells.forEach((cell, n) => { // a side belongs to the hex that comes first
        let pen = false;
        for (let i = 0; i < 6; i++) {
            const other = beyond(cell, i);
            if (other !== undefined && other < n) { pen = false; continue; }
            if (!pen) path += `M${write(pointOf(cornerKey(cell, i)))}`;
            path += `L${write(pointOf(cornerKey(cell, i + 1)))}`;
            pen = true;
        }
    });

    const around = corners.map(([cu, cv]) => { const [x, y] = point(cu, cv); return [x - x0, y - y0]; });
    const outline = (x: number, y: number, scale: number) => `M${around.map(([dx, dy]) => write([x + dx * scale, y + dy * scale])).join('L')}z`;
    const byId = new Map(hexes.map(hex => [hex.id, hex])), written = new Map<string, string>();
    return {
        across, path, outline: outline(0, 0, 1),
        outlines: (list, scale) => list.map(id => {
            let d = written.get(`${id} ${scale}`);
            const hex = byId.get(id);
            if (d === undefined) written.set(`${id} ${scale}`, d = hex ? outline(xOf(hex), yOf(hex), scale) : '');
            return d;
        }).join(''),
        at: (x, y) => {
            const [u, v] = uvOf(x, y);
            let best: string | null = null, least = Infinity;
            for (const du of [Math.floor(u), Math.ceil(u)])
                for (const dv of [Math.floor(v) - 1, Math.floor(v), Math.ceil(v), Math.ceil(v) + 1]) {
                    const cell = cells[found.get(key(du, dv)) ?? -1];
                    const distance = cell ? Math.hypot(xOf(cell.hex) - x, yOf(cell.hex) - y) : Infinity;
                    if (distance < least && distance < 0.6 * across) [best, least] = [cell.hex.id, distance];
                }
            return best;
        },
        border: inside => {
            const set = new Map<number, { u: number; v: number }>(), sides: [number, number][] = [];
            for (const cell of cells) if (inside(cell.hex)) set.set(key(cell.u, cell.v), cell);
            for (const cell of [...set.values()]) // it goes on beyond the edge of the map
                for (const [u, v] of steps.map(step => [cell.u + step[0], cell.v + step[1]])) if (!found.has(key(u, v))) set.set(key(u, v), { u, v });
            for (const cell of set.values())
                steps.forEach(([u, v], i) => { if (!set.has(key(cell.u + u, cell.v + v))) sides.push([cornerKey(cell, i), cornerKey(cell, i + 1)]); });
            return joined(sides).map(list => list.map(pointOf));
        },
        along: pairs => {
            const index = new Map(cells.map(cell => [cell.hex.id, cell])), sides: [number, number][] = [];
            for (const [a, b] of pairs) {
                const cell = index.get(a), other = index.get(b);
                const i = cell && other ? steps.findIndex(([u, v]) => cell.u + u === other.u && cell.v + v === other.v) : -1;
                if (cell && i >= 0) sides.push([cornerKey(cell, i), cornerKey(cell, i + 1)]);
            }
            return joined(sides).map(list => list.map(pointOf));
        },
    };
}

/** A line from corner to corner, rounded as a pen would: it passes the middle of each side. */
export function rounded(points: Point[]): string {
    const closed = points.length > 3 && Math.hypot(points[0][0] - points[points.length - 1][0], points[0][1] - points[points.length - 1][1]) < 0.01;
    const mid = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2];
    const write = ([x, y]: Point) => `${short(x)} ${short(y)}`;
    const list = closed ? points.slice(0, -1) : points;
    if (closed) {
        let d = `M${write(mid(list[list.length - 1], list[0]))}`;
        list.forEach((p, i) => { d += `Q${write(p)} ${write(mid(p, list[(i + 1) % list.length]))}`; });
        return `${d}z`;
    }
    let d = `M${write(list[0])}`;
    for (let i = 1; i < list.length - 1; i++) d += `Q${write(list[i])} ${write(mid(list[i], list[i + 1]))}`;
    return `${d}L${write(list[list.length - 1])}`;
}

const grids = new WeakMap<Thing[], Grid>();

/** The grid of these hexes; null: there are none. */
export function gridOf(hexes: Thing[]): Grid | null {
    if (hexes.length < 2) return null;
    let grid = grids.get(hexes);
    if (!grid) grids.set(hexes, grid = makeGrid(hexes));
    return grid;
}
