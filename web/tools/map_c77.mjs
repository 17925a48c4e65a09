// Draws the map of Campaigns of 1777 once: `make map`. Its output is committed, so that nobody who
// builds the page needs GMT.
//
//   coast, lakes, rivers, borders   GSHHG and WDBII 2.3.7 (LGPL), by Debian's gmt and gmt-gshhg-full
//   places, connections             data/c77/map.json
//   smaller rivers, hills           below, by eye
//
// The theatre is 700 km high and its places crowd along the lower Hudson and the Delaware. So the
// sheet is drawn on a scale of its own: wide where armies stand close, narrow where nobody goes.
// The scale in y depends on the latitude alone, that in x on both, and so the way back from the
// sheet to the globe is simple. Places that are still too close then give way to each other.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gridOver, landMask, linesOf, partsOf } from './earth.mjs';
import * as g from './geometry.mjs';

const root = new URL('../..', import.meta.url).pathname;
const data = JSON.parse(readFileSync(join(root, 'data/c77/map.json'), 'utf8'));
const width = 1300, height = 1120;
const west = -76.98, east = -70.3, south = 39.33, north = 45.86;

// ---- The scale: [from this degree on, so wide], softened ----

const tall = [[39.2, 1.35], [39.75, 1.75], [41.45, 1.15], [43.0, 1.5], [43.9, 1.1], [44.1, 0.62], [44.95, 0.95]];
const wideSouth = [[-77, 0.75], [-76, 1.35], [-75.3, 2.3], [-73.7, 1.35], [-72.9, 1.0]];
const wideNorth = [[-77, 1.1], [-75.6, 1.0], [-74.2, 1.6], [-72.9, 1.0]];

/** The sum of a scale along an axis, from 0 at one end to `size` at the other, as a table. */
function ruler(scale, from, to, size) {
    const n = 2000, step = (to - from) / n;
    const raw = Array.from({ length: n + 1 }, (_, i) => scale.filter(([d]) => d <= from + i * step).pop()[1]);
    const soft = g.soften(Float64Array.from(raw), n + 1, 1, 45);
    const sum = [0];
    for (let i = 1; i <= n; i++) sum.push(sum[i - 1] + (soft[i] + soft[i - 1]) / 2);
    return v => {
        const t = (v - from) / step, i = Math.max(0, Math.min(n - 1, Math.floor(t)));
        return size / sum[n] * (sum[i] + (t - i) * (sum[i + 1] - sum[i]));
    };
}

const down = ruler(tall, south, north, height);
const acrossSouth = ruler(wideSouth, west, east, width), acrossNorth = ruler(wideNorth, west, east, width);
const northern = lat => { const t = Math.max(0, Math.min(1, (lat - 41.3) / 1.9)); return t * t * (3 - 2 * t); };
const across = (lon, lat) => { const t = northern(lat); return (1 - t) * acrossSouth(lon) + t * acrossNorth(lon); };
const toBoard = ([lon, lat]) => [across(lon, lat), height - down(lat)];
function invert(f, value, from, to) {
    for (let i = 0; i < 40; i++) {
        const half = (from + to) / 2;
        if (f(half) < value) from = half; else to = half;
    }
    return from;
}
const toEarth = ([x, y]) => {
    const lat = invert(down, height - y, south - 1, north + 1);
    return [invert(lon => across(lon, lat), x, west - 1, east + 1), lat];
};

const grid = gridOver(width, height, 2, 40);
const region = [west - 0.5, east + 0.5, south - 0.5, north + 0.5];

// ---- Places: those too close give way ----

const apart = 43;
const anchors = new Map(data.spaces.map(s => [s.id, toBoard([s.lon / 1000, s.lat / 1000])]));
const places = new Map([...anchors].map(([id, p]) => [id, [...p]]));
for (let round = 0; round < 400; round++) {
    for (const [id, p] of places) {
        const home = anchors.get(id);
        for (const d of [0, 1]) p[d] += 0.02 * (home[d] - p[d]);
        for (const [other, q] of places) {
            if (other <= id) continue;
            const d = g.distance(p, q) || 0.1;
            if (d >= apart) continue;
            for (const i of [0, 1]) {
                const push = (apart - d) / 2 * (q[i] - p[i]) / d;
                p[i] -= push;
                q[i] += push;
            }
        }
    }
}
for (const p of places.values()) for (const d of [0, 1]) p[d] = Math.round(p[d]);

// ---- Water: GSHHG's land mask, seen through the scale ----

/** On the grid of the sheet, looked up on a fine one of the globe. */
function landOnSheet() {
    const step = 0.002, nx = Math.round((east - west + 1) / step) + 1, ny = Math.round((north - south + 1) / step) + 1;
    const mask = landMask(region, nx, ny, '-Df', '-N0/1/0/1/0');
    const { columns, rows } = grid, land = new Uint8Array(columns * rows);
    for (let j = 0; j < rows; j++) {
        const lat = toEarth(grid.fromGrid([0, j]))[1], row = Math.round((north + 0.5 - lat) / step);
        // x grows with the longitude in a row: its table is read once.
        const xs = Array.from({ length: nx }, (_, i) => grid.toGrid([across(west - 0.5 + i * step, lat), 0])[0]);
        for (let i = 0, k = 0; i < columns; i++) {
            while (k < nx - 1 && xs[k] < i) k++;
            land[j * columns + i] = mask[Math.max(0, Math.min(ny - 1, row)) * nx + k];
        }
    }
    return land;
}

const land = landOnSheet();
for (const p of places.values()) grid.disc(land, p, 9, 1); // what lies on the shore stands on dry ground
const depth = grid.outside(land, 1);
const coast = grid.linesAt(depth, 0, 34, 0.4);
const waterlines = [2.4, 5.4, 9.4].map(d => grid.linesAt(depth, d, 40, 0.4));
const isWater = p => grid.at(depth, p) > 0;

// ---- Rivers: WDBII by rank, and those it lacks ----

const byHand = [
    [[-76.2, 40.68], [-75.93, 40.34], [-75.62, 40.24], [-75.46, 40.1], [-75.3, 40.09], [-75.2, 39.96], [-75.19, 39.89]],  // Schuylkill
    [[-75.95, 40.03], [-75.7, 39.97], [-75.61, 39.88], [-75.55, 39.76]],                                                   // Brandywine
    [[-74.85, 40.72], [-74.7, 40.58], [-74.55, 40.55], [-74.42, 40.49], [-74.29, 40.5]],                                   // Raritan
    [[-75.7, 40.86], [-75.38, 40.63], [-75.22, 40.69]],                                                                    // Lehigh
    [[-72.0, 42.0], [-71.98, 41.8], [-72.08, 41.53], [-72.09, 41.37]],                                                     // Thames
    [[-73.27, 43.6], [-73.1, 43.6], [-72.98, 43.5]],                                                                       // Castleton
    [[-73.4, 42.95], [-73.2, 42.9]],                                                                                       // Walloomsac
    [[-73.3, 42.6], [-73.35, 42.2], [-73.38, 41.7], [-73.2, 41.35], [-73.1, 41.18]],                                       // Housatonic
];
const inSheet = ([x, y]) => x > -20 && y > -20 && x < width + 20 && y < height + 20;
/** The dry parts of lines within the sheet. */
const dry = lines => partsOf(lines, p => inSheet(p) && !isWater(p)).filter(part => part.length > 2);
const onSheet = (...what) => dry(linesOf(region, '-Df', ...what).map(line => line.map(toBoard)));
const ranked = [['1', 2.6], ['2', 2.3], ['3', 2.6], ['4', 1.5]];
const rivers = [
    ...ranked.flatMap(([rank, breadth]) => onSheet(`-I${rank}`).map(line => ({ breadth, line: g.simplify(line, 0.5) }))),
    ...byHand.flatMap((line, i) => dry([g.wander(g.smooth(line.map(toBoard), 4), i + 3, 2, 18)]).map(part => ({ breadth: 1.4, line: g.simplify(part, 0.3) }))),
].filter(r => g.lengthOf(r.line) > 9);

const borders = onSheet('-N2').filter(line => g.lengthOf(line) > 12).map(line => g.simplify(line, 0.7))
    .filter(line => !line.every(p => rivers.some(r => g.nearest(r.line, p).distance < 9)));

// ---- Connections: roads keep to the land, boats to the water ----

const step = 4, rw = Math.ceil(width / step) + 1, rh = Math.ceil(height / step) + 1;
const wet = new Float32Array(rw * rh);
for (let j = 0; j < rh; j++)
    for (let i = 0; i < rw; i++) {
        const p = [i * step, j * step];
        wet[j * rw + i] = isWater(p) ? 1 : rivers.some(r => g.nearest(r.line, p).distance < 4) ? 0.7 : 0;
    }
const crowded = (p, a, b) => [...places].some(([id, q]) => id !== a && id !== b && g.distance(p, q) < 22);

/** A way that is as straight as the ground allows. */
function way(link, number) {
    const from = places.get(link.a), to = places.get(link.b), cell = p => Math.round(p[1] / step) * rw + Math.round(p[0] / step);
    const boats = link.type === 'water';
    const cost = c => {
        const p = [c % rw * step, Math.floor(c / rw) * step];
        const ground = boats ? 1.7 - wet[c] : 1 + (wet[c] === 1 ? 7 : wet[c] / 2);
        return ground + (crowded(p, link.a, link.b) ? 15 : 0);
    };
    const line = g.cheapestWay(rw, rh, cost, boats ? 0.7 : 1, cell(from), cell(to))
        .map(c => [c % rw * step, Math.floor(c / rw) * step]);
    line[0] = from;
    line[line.length - 1] = to;
    const bends = g.simplify(line, boats ? 4 : 5);
    const soft = g.smooth(bends, 5);
    return g.simplify(boats ? soft : g.wander(soft, number + 40, 1.6, 34), 0.35);
}
const links = data.connections.map((c, i) => ({ ...c, line: way(c, i) }));

// ---- Hills ----

const ridges = [
    [[-74.5, 44.5], [-74.2, 44.2], [-73.95, 43.95]], [[-74.9, 44.15], [-74.55, 43.8]], [[-74.3, 43.75], [-74.0, 43.55]],   // Adirondacks
    [[-74.9, 43.55], [-74.6, 43.35]], [[-75.2, 44.3], [-75.0, 44.05]],
    [[-72.85, 44.75], [-72.9, 44.3], [-72.92, 43.95]], [[-72.86, 43.5], [-72.9, 43.25], [-72.93, 43.0]],                     // Green Mountains
    [[-73.3, 43.35], [-73.26, 43.1]], [[-73.22, 42.72], [-73.15, 42.6]], [[-73.0, 42.65], [-72.95, 42.35]],                 // Taconics, Berkshires
    [[-71.7, 44.3], [-71.3, 44.1], [-71.0, 43.9]], [[-71.9, 43.95], [-71.6, 43.75]], [[-72.1, 43.35], [-72.05, 43.0]],       // White Mountains
    [[-74.5, 42.25], [-74.25, 42.12], [-74.1, 42.2]], [[-74.75, 42.0], [-74.45, 41.9]],                                     // Catskills
    [[-74.25, 41.72], [-74.4, 41.55]], [[-74.15, 41.3], [-74.25, 41.18]], [[-73.82, 41.42], [-73.7, 41.5]],                 // Highlands
    [[-74.75, 41.25], [-75.0, 41.02]], [[-75.35, 40.85], [-75.7, 40.72], [-76.1, 40.55]], [[-76.3, 40.55], [-76.7, 40.4]],   // Kittatinny, Blue Mountain
    [[-74.55, 40.7], [-74.4, 40.66]], [[-75.9, 41.5], [-75.5, 41.6]], [[-76.6, 41.3], [-76.2, 41.35]],
    [[-76.3, 41.9], [-75.9, 42.2]], [[-75.3, 42.45], [-75.05, 42.2]], [[-76.4, 40.25], [-76.05, 40.2]],
];
const free = (a, b) => inSheet(b) && [...places.values()].every(q => g.distance(q, b) > 18) && !isWater(b) && !isWater(a) &&
    rivers.every(r => g.nearest(r.line, b).distance > 4) &&
    links.every(r => g.nearest(r.line, b).distance > 5 && g.nearest(r.line, a).distance > 4);

/** Degrees along the edges: every sixth of a degree, so that one sees where the scale is wide. */
function ticks(axis, from, to, at) {
    const list = [];
    for (let k = Math.ceil(from * 6); k <= to * 6; k++) list.push(Math.round(10 * at(k / 6)) / 10);
    return { axis, list };
}

const lines = list => list.map(line => g.path(line, true)).join('');
const drawing = {
    about: 'Made by web/tools/map_c77.mjs; coast, rivers, borders: GSHHG and WDBII 2.3.7 (LGPL); see there.',
    width, height,
    water: lines(coast),
    waterlines: waterlines.map(lines),
    rivers: [1.5, 2.4, 3].map((most, i, all) => ({
        breadth: [1.5, 2.3, 2.8][i],
        line: rivers.filter(r => r.breadth <= most && r.breadth > (all[i - 1] ?? 0)).map(r => g.path(r.line)).join('') })),
    borders: borders.map(line => g.path(line)).join(''),
    hachures: g.hachures(ridges.map(r => r.map(toBoard)), free).map(line => g.path(line)).join(''),
    places: Object.fromEntries(places),
    links: links.map(l => ({ id: `${l.a}-${l.b}`, kind: l.type, line: g.path(l.line) })),
    labels: { ...g.labelSides(data.spaces.map(s => ({ id: s.id, name: s.name, at: places.get(s.id) })), links.map(l => l.line), width,
                              { letter: 8.2, lineHeight: 15, block: 17 }),
              new_haven: 'left', coopers_ferry: 'right', burlington: 'right' }, // by eye
    ticks: [ticks('top', west, east, lon => across(lon, north)), ticks('bottom', west, east, lon => across(lon, south)),
            ticks('side', south, north, lat => height - down(lat))],
};
const out = join(root, 'web/src/games/c77/map.json');
writeFileSync(out, JSON.stringify(drawing, null, 1) + '\n');
const shifted = Math.max(...[...places].map(([id, p]) => g.distance(p, anchors.get(id))));
console.log(`${out}: ${coast.length} shores, ${rivers.length} rivers, ${links.length} connections; places moved at most ${shifted.toFixed(0)}`);
