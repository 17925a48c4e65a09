// Draws the map of Philadelphia 1777 once: `make map`. Its output is committed, so that nobody who
// builds the page needs GMT.
//
//   coast, state borders   GSHHG 2.3.7 (LGPL), by Debian's gmt and gmt-gshhg-full
//   rivers, places, roads  data/p77/map.json; courses are smoothed and wander a little
//   hills                  below, by eye, after the relief of the country
//
// A road crosses the river that the data name, once, and no other water: the way is looked for on
// a grid on which all other water is closed. tests/web/map.test.mjs holds the picture to it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gridOver, landMask, linesOf, partsOf } from './earth.mjs';
import * as g from './geometry.mjs';

const root = new URL('../..', import.meta.url).pathname;
const data = JSON.parse(readFileSync(join(root, 'data/p77/map.json'), 'utf8'));
const { west, east, south, north, lat_scale } = data.frame;
const perUnit = (east - west) / 1000; // thousandths of a degree in one unit of the board
const width = 1000, height = Math.round((north - south) * lat_scale / (east - west));
const toBoard = ([lon, lat]) => [(lon - west) / perUnit, (north - lat) * lat_scale / 1000 / perUnit];
const toEarth = ([x, y]) => [(west + x * perUnit) / 1000, (north - y * perUnit * 1000 / lat_scale) / 1000];

const margin = 40, grid = gridOver(width, height, 2, margin);
/** The part of the globe that the sheet shows, with so much around it. */
const region = around => {
    const [w, n] = toEarth([-around, -around]), [e, s] = toEarth([width + around, height + around]);
    return [w, e, s, n];
};

// ---- Rivers: the courses of the data, drawn by a steadier hand ----

// Where the data's line ends within the picture though the river comes from beyond it.
const above = { delaware: [[-74930, 40340], [-74860, 40270], [-74780, 40225]],
                schuylkill: [[-75780, 40340], [-75720, 40290]],
                perkiomen: [[-75480, 40340]] };
const mouth = { brandywine: [[-75532, 39730]], perkiomen: [[-75450, 40119]] };
// Half the width at the spring and at the mouth, in units.
const breadth = { delaware: [2.6, 5.2], schuylkill: [0.9, 2], delaware_back_channel: [1, 1.2] };

const rivers = data.rivers.map((r, i) => {
    const points = [...(above[r.id] ?? []), ...r.line, ...(mouth[r.id] ?? [])].map(toBoard);
    const calm = r.id === 'delaware' || r.id === 'delaware_back_channel';
    return { id: r.id, name: r.name, breadth: breadth[r.id] ?? [0.35, 1.15],
             line: g.wander(g.smooth(points, 3), i + 3, calm ? 0.8 : 2.1, calm ? 26 : 17) };
});

const widthAt = (river, along) => {
    const [from, to] = river.breadth;
    return from + (to - from) * along / g.lengthOf(river.line);
};

/** A stroke that grows from spring to mouth, as a closed line. */
function tapered(river) {
    const n = g.normals(river.line);
    let along = 0;
    const w = river.line.map((p, i) => widthAt(river, along += i ? g.distance(river.line[i - 1], p) : 0));
    const side = s => river.line.map((p, i) => [p[0] + s * n[i][0] * w[i], p[1] + s * n[i][1] * w[i]]);
    return [...side(1), ...side(-1).reverse(), side(1)[0]];
}

// ---- Water: GSHHG's land mask, with the Delaware opened up to the edge ----

const land = landMask(region(margin), grid.columns, grid.rows, '-Df', '-N0/1');
const delaware = rivers.find(r => r.id === 'delaware');
{
    let along = 0;
    delaware.line.forEach((p, i) => {
        if (i) along += g.distance(delaware.line[i - 1], p);
        if (p[1] < 505) grid.disc(land, p, widthAt(delaware, along), 0); // below it is an estuary
    });
    // What lies on the shore stands on dry ground, forts too.
    for (const s of data.spaces) grid.disc(land, toBoard([s.lon, s.lat]), 5, 1);
}
const depth = grid.outside(land, 1);
const coast = grid.linesAt(depth, 0, 14, 0.25);
const waterlines = [2.2, 5, 8.6, 13].map(d => grid.linesAt(depth, d, 24, 0.25));
const isWater = p => grid.at(depth, p) > 0;

// ---- State borders, where they are not the Delaware itself ----

const borders = partsOf(linesOf(region(20), '-Df', '-N2').map(line => line.map(p => toBoard(p.map(v => v * 1000)))),
                        p => !isWater(p) && g.nearest(delaware.line, p).distance >= 34 && p[0] <= 640)
    .map(line => g.simplify(line, 0.4));

// ---- Roads ----

const places = new Map(data.spaces.map(s => [s.id, toBoard([s.lon, s.lat])]));
const roadStep = 2, rw = width / roadStep + 1, rh = Math.ceil(height / roadStep) + 1;

/** Cells closed to a road between two places: water, rivers, the towns of others. */
function closed(a, b) {
    const grid = new Uint8Array(rw * rh);
    for (let j = 0; j < rh; j++)
        for (let i = 0; i < rw; i++) {
            const p = [i * roadStep, j * roadStep];
            grid[j * rw + i] = isWater(p) ? 1 : 0;
        }
    const block = (p, r) => {
        for (let j = Math.ceil((p[1] - r) / roadStep); j <= (p[1] + r) / roadStep; j++)
            for (let i = Math.ceil((p[0] - r) / roadStep); i <= (p[0] + r) / roadStep; i++)
                if (i >= 0 && j >= 0 && i < rw && j < rh && g.distance([i * roadStep, j * roadStep], p) <= r)
                    grid[j * rw + i] = 1;
    };
    for (const r of rivers) for (const p of r.line) block(p, 2.6);
    for (const [id, p] of places) if (id !== a && id !== b) block(p, 11);
    const open = p => { // one stands where one stands
        for (let j = -1; j <= 1; j++)
            for (let i = -1; i <= 1; i++)
                grid[(Math.round(p[1] / roadStep) + j) * rw + Math.round(p[0] / roadStep) + i] = 0;
    };
    return { grid, open };
}

/** The shortest way on the open cells (A*), then pulled tight. Null: there is none. */
function way(grid, from, to) {
    const cell = p => Math.round(p[1] / roadStep) * rw + Math.round(p[0] / roadStep);
    const cells = g.cheapestWay(rw, rh, c => (grid[c] ? Infinity : 1), 1, cell(from), cell(to));
    if (!cells) return null;
    const line = cells.map(c => [c % rw * roadStep, Math.floor(c / rw) * roadStep]);
    line[0] = from;
    line[line.length - 1] = to;
    const clear = (p, q) => {
        const n = Math.ceil(g.distance(p, q));
        for (let k = 1; k < n; k++)
            if (grid[cell([p[0] + (q[0] - p[0]) * k / n, p[1] + (q[1] - p[1]) * k / n])]) return false;
        return true;
    };
    const tight = [line[0]];
    for (let i = 0; i < line.length - 1;) {
        let j = line.length - 1;
        while (j > i + 1 && !clear(line[i], line[j])) j--;
        tight.push(line[j]);
        i = j;
    }
    return tight;
}

/** How often a road crosses each river. */
const crossed = line => Object.fromEntries(rivers.map(r => [r.id, g.crossings(line, r.line).length])
                                                 .filter(([, n]) => n));
const right = (road, line) => {
    const c = crossed(line), wet = line.some(isWater);
    if (!road.crosses) return !wet && Object.keys(c).length === 0;
    return c[road.crosses] === 1 && Object.keys(c).length === 1 && (!wet || road.crosses === 'delaware');
};

/** Over the river at the point that makes the way shortest; on both sides without wetting feet. */
function over(road, grid, from, to) {
    const river = rivers.find(r => r.id === road.crosses), n = g.normals(river.line);
    const fords = river.line.map((p, i) => ({ p, i, detour: g.distance(from, p) + g.distance(p, to) }))
        .filter(f => f.i > 0 && f.i < river.line.length - 1).sort((a, b) => a.detour - b.detour).slice(0, 24);
    let best = null;
    for (const { p, i } of fords)
        for (const s of [1, -1]) {
            const bank = d => [p[0] + d * n[i][0], p[1] + d * n[i][1]];
            const first = way(grid, from, bank(5 * s)), second = first && way(grid, bank(-5 * s), to);
            if (!second) continue;
            const line = [...first, ...second];
            if (!best || g.lengthOf(line) < g.lengthOf(best)) best = line;
        }
    return best;
}

function drawRoad(road, number) {
    const from = places.get(road.a), to = places.get(road.b);
    if (road.crosses === 'delaware') {
        if (!right(road, [from, to])) throw new Error(`the ferry ${road.a} ${road.b}: ${JSON.stringify(crossed([from, to]))}`);
        return [from, to];
    }
    const { grid, open } = closed(road.a, road.b);
    open(from);
    open(to);
    const bare = road.crosses ? over(road, grid, from, to) : way(grid, from, to);
    if (!bare) throw new Error(`no way from ${road.a} to ${road.b}`);
    for (const amplitude of [3, 2, 1, 0.5, 0]) {
        const line = g.simplify(g.wander(g.smooth(bare, 5), number + 40, amplitude, 34), 0.3);
        if (right(road, line)) return line;
    }
    if (right(road, bare)) return bare;
    throw new Error(`${road.a} ${road.b} crosses ${JSON.stringify(crossed(bare))}, not ${road.crosses ?? 'nothing'}`);
}

// ---- Hills: short strokes down both flanks of a ridge ----

const ridges = [
    [[-76030, 40170], [-75900, 40215], [-75800, 40250]],   // Welsh Mountain
    [[-76020, 40010], [-75920, 40035], [-75830, 40060]],   // north of the Great Valley
    [[-75560, 40062], [-75500, 40080]],                    // the valley's northern hill
    [[-76040, 39935], [-75960, 39955], [-75880, 39975]],   // Mine Ridge
    [[-75760, 39640], [-75752, 39612]],                    // Iron Hill
    [[-75950, 39850], [-75880, 39870]],
    [[-75640, 39830], [-75620, 39800]],                    // west of the Brandywine
    [[-75250, 40080], [-75262, 40060]],                    // Chestnut Hill
    [[-75280, 40270], [-75200, 40255]],
    [[-75060, 40250], [-74980, 40225]],
    [[-75000, 39820], [-74950, 39780]],                    // Jersey hills
    [[-74860, 39880], [-74800, 39910]],
];

const freeForHills = (a, b) => [...places.values()].every(q => g.distance(q, b) > 17) && !isWater(b) &&
    rivers.every(r => g.nearest(r.line, b).distance > 4) &&
    roads.every(r => g.nearest(r.line, b).distance > 4 && g.nearest(r.line, a).distance > 3);

const roads = data.roads.map((road, i) => ({ ...road, line: drawRoad(road, i) }));

/** Where a road crosses its river: the point, and the direction of the road in degrees. */
function ford(road) {
    if (!road.crosses || road.crosses === 'delaware') return undefined;
    const river = rivers.find(r => r.id === road.crosses);
    for (let i = 1; i < road.line.length; i++) {
        const [a, b] = [road.line[i - 1], road.line[i]], [at] = g.crossings([a, b], river.line);
        if (at) return [...at, Math.atan2(b[1] - a[1], b[0] - a[0]) * 180 / Math.PI].map(Math.round);
    }
    throw new Error(`${road.a} ${road.b}: no ford`);
}

const lines = list => list.map(line => g.path(line, true)).join('');
const drawing = {
    about: 'Made by web/tools/map_p77.mjs; coast and borders: GSHHG 2.3.7 (LGPL); see there.',
    width, height,
    water: lines(coast),
    waterlines: waterlines.map(lines),
    borders: borders.map(line => g.path(line)).join(''),
    hachures: g.hachures(ridges.map(r => r.map(toBoard)), freeForHills).map(line => g.path(line)).join(''),
    rivers: rivers.map(r => ({ id: r.id, name: r.name, line: g.path(g.simplify(r.line, 0.12)),
                               shape: g.path(g.simplify(tapered(r), 0.12), true) })),
    roads: roads.map(r => ({ id: `${r.a}-${r.b}`, crosses: r.crosses, line: g.path(r.line), ford: ford(r) })),
    labels: g.labelSides(data.spaces.map(s => ({ id: s.id, name: s.name, at: places.get(s.id) })), roads.map(r => r.line), width),
};
const out = join(root, 'web/src/games/p77/map.json');
writeFileSync(out, JSON.stringify(drawing, null, 1) + '\n');
console.log(`${out}: ${coast.length} shores, ${roads.length} roads, ${rivers.length} rivers`);
