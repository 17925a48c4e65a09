// What a map takes from the globe, by Debian's gmt: land, rivers, borders. And the grid over a sheet
// on which the shore is drawn. Knows no game.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as g from './geometry.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'map-'));
process.on('exit', () => rmSync(scratch, { recursive: true }));
const gmt = (...args) => execFileSync('gmt', args, { cwd: scratch, maxBuffer: 1 << 28 });

/** 1 where there is land, row by row from the north-west; `detail` as gmt has it. */
export function landMask([west, east, south, north], columns, rows, ...detail) {
    gmt('grdlandmask', `-R${west}/${east}/${south}/${north}`, `-I${columns}+n/${rows}+n`, ...detail, '-Gmask.nc');
    const bytes = gmt('grd2xyz', 'mask.nc', '-ZTLf');
    const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    if (values.length !== columns * rows) throw new Error(`mask of ${values.length}, not ${columns} x ${rows}`);
    return Uint8Array.from(values, v => (v > 0.5 ? 1 : 0));
}

/** Rivers or borders, as `what` says to gmt: lines of [longitude, latitude]. */
export const linesOf = ([west, east, south, north], ...what) =>
    gmt('coast', `-R${west}/${east}/${south}/${north}`, '-M', ...what).toString().split('>').slice(1)
        .map(part => part.split('\n').slice(1).filter(Boolean)
            .map(row => row.trim().split(/\s+/).map(Number)).map(([lon, lat]) => [lon > 180 ? lon - 360 : lon, lat]));

/** The parts of lines that are kept, of two points or more. */
export function partsOf(lines, kept) {
    const parts = [];
    for (const line of lines) {
        let run = [];
        for (const p of [...line, null]) {
            if (p && kept(p)) { run.push(p); continue; }
            if (run.length > 1) parts.push(run);
            run = [];
        }
    }
    return parts;
}

/** A grid over a sheet, `cells` to a unit, with a margin so that lines close outside the picture. */
export function gridOver(width, height, cells, margin) {
    const columns = (width + 2 * margin) * cells + 1, rows = (height + 2 * margin) * cells + 1;
    const toGrid = ([x, y]) => [(x + margin) * cells, (y + margin) * cells];
    const fromGrid = ([x, y]) => [x / cells - margin, y / cells - margin];
    const within = (v, count) => Math.max(0, Math.min(count - 1, Math.round(v)));
    return {
        columns, rows, toGrid, fromGrid,
        /** The value of a field at a point of the sheet. */
        at(field, p) {
            const [i, j] = toGrid(p);
            return field[within(j, rows) * columns + within(i, columns)];
        },
        /** Sets or clears the cells within `half` of a point. */
        disc(set, p, half, value) {
            const [cx, cy] = toGrid(p), r = half * cells;
            for (let j = Math.max(0, Math.floor(cy - r)); j <= Math.min(rows - 1, cy + r); j++)
                for (let i = Math.max(0, Math.floor(cx - r)); i <= Math.min(columns - 1, cx + r); i++)
                    if ((i - cx) ** 2 + (j - cy) ** 2 <= r * r) set[j * columns + i] = value;
        },
        /** How far outside a set of cells a point lies, in units; inside it is negative. */
        outside(set, blur) {
            const out = g.distanceField(set, columns, rows), into = g.distanceField(set.map(v => 1 - v), columns, rows);
            return g.soften(out.map((d, i) => (d - into[i]) / cells), columns, rows, blur);
        },
        /** Closed lines at a level of a field; ponds and specks are left out. */
        linesAt: (field, level, smallest, off) => g.contours(field, columns, rows, level)
            .map(line => line.map(fromGrid)).filter(line => g.lengthOf(line) > smallest)
            .filter(line => line.some(([x, y]) => x > -5 && y > -5 && x < width + 5 && y < height + 5))
            .map(line => g.simplify(line, off)),
    };
}
