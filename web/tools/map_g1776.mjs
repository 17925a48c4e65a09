// Draws the map of 1776 once: `make map`. Its output is committed.
//
//   coast, lakes                     GSHHG 2.3.7 (LGPL), as the map of Liberty or Death has them, turned back to the globe
//   hexes, rivers, relief, colonies  data/g1776/map.json
//
// The hexes are the law. The coast is that of the globe where it runs within a third of a hex of the side that the
// game calls coast, and keeps to that distance elsewhere: so the middle of a hex is always what the game says. Rivers run
// along their hexsides. The sheet is turned as the board is: north lies 30 degrees to the left.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gridOver } from './earth.mjs';
import * as g from './geometry.mjs';

const root = new URL('../..', import.meta.url).pathname;
const data = JSON.parse(readFileSync(join(root, 'data/g1776/map.json'), 'utf8'));
const globe = JSON.parse(readFileSync(join(root, 'web/src/games/lod/map.json'), 'utf8'));

// ---- Hexes: rows across the sheet from the south, numbers diagonally ----

const across = 40, line = across * Math.sqrt(3) / 2, edge = 36, rows = 79, half = across / 2;
const width = 2 * edge + 24 * across, height = Math.round(2 * edge + (rows - 1) * line);
const parse = name => { const [, l, n] = /^([A-Z]+)(\d+)$/.exec(name); return [26 * (l.length - 1) + l.charCodeAt(0) - 64, Number(n)]; };
const at = ([row, n]) => [edge + (2 * n - row) * half, height - edge - (row - 1) * line];
const key = ([row, n]) => row * 100 + n;

/** Signs of a picture by hex. */
function picture(lines) {
    const signs = new Map();
    for (const text of lines) {
        const [first, row] = text.split(' '), [l, n] = parse(first);
        [...row].forEach((sign, i) => signs.set(key([l, n + i]), sign));
    }
    return signs;
}
const ground = picture(data.ground), colony = picture(data.colony);
const hexes = [...ground.keys()].map(k => [Math.floor(k / 100), k % 100]);
const isWater = sign => '=I~io'.includes(sign);

/** The hex of a point; beyond the board's edge that of the nearest one. */
function hexAt([x, y]) {
    const row = Math.max(1, Math.min(rows, 1 + (height - edge - y) / line));
    let best = null, least = Infinity;
    for (const r of [Math.floor(row), Math.ceil(row)]) {
        const n = Math.max(Math.ceil(r / 2), Math.min(61, Math.floor((r + 48) / 2), Math.round(((x - edge) / half + r) / 2)));
        const d = g.distance(at([r, n]), [x, y]);
        if (ground.has(key([r, n])) && d < least) [best, least] = [[r, n], d];
    }
    return best;
}

/** The two corners of a side. */
function ends(side) {
    const [a, b] = side.split('/').map(h => at(parse(h))), m = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const l = g.distance(a, b), s = across / Math.sqrt(3) / 2, n = [-(b[1] - a[1]) / l * s, (b[0] - a[0]) / l * s];
    return [[m[0] + n[0], m[1] + n[1]], [m[0] - n[0], m[1] - n[1]]];
}

/** Sides joined to lines, from corner to corner. */
function courses(sides) {
    const name = p => p.map(v => Math.round(v)).join(' '), points = new Map(), near = new Map();
    for (const side of sides) {
        const [a, b] = ends(side);
        for (const [p, q] of [[a, b], [b, a]]) {
            points.set(name(p), p);
            near.set(name(p), [...(near.get(name(p)) ?? []), name(q)]);
        }
    }
    const list = [];
    const walk = start => {
        const line = [start];
        for (let c = start; near.get(c).length;) {
            const to = near.get(c).shift(), back = near.get(to);
            back.splice(back.indexOf(c), 1);
            line.push(c = to);
        }
        list.push(line.map(c => points.get(c)));
    };
    for (const [c, n] of near) while (n.length % 2) walk(c);
    for (const [c, n] of near) while (n.length) walk(c);
    return list;
}

/** Through the middles of the sides, as a river would. */
const eased = line => (line.length < 3 ? line : [line[0], ...line.slice(1).map((p, i) => [(p[0] + line[i][0]) / 2, (p[1] + line[i][1]) / 2]), line[line.length - 1]]);

// ---- The globe on the sheet: Lambert's projection, an affine map, a smoothed correction (data/g1776/map.json, provenance) ----

/** Places whose hex or hexside the rulebook or its clarifications name: longitude, latitude, weight. */
const control = [
    ['B13', -81.09, 32.08, 1], ['H17', -79.93, 32.78, 1], ['GGG36', -73.71, 43.42, 0.6], ['HHH38', -73.585, 43.267, 0.6], ['AAAA45', -70.97, 46.92, 1],
    ['KKK32', -75.44, 44.74, 1], ['RRR40', -72.82, 46.07, 0.5], ['OO28/PP29', -76.25, 39.72, 0.6], ['OO33/PP33', -75.56, 39.62, 0.8],
    ['WW37/XX38', -74.00, 40.76, 1], ['BBB42/CCC43', -72.36, 41.33, 1], ['YYY56/ZZZ57', -67.10, 45.12, 1], ['Q25/Q26', -77.97, 34.05, 1],
    ['YY37/ZZ38', -73.92, 41.20, 1], ['A12/B13', -81.05, 32.05, 0.5], ['D14/E14', -80.72, 32.42, 0.6], ['MM35/NN35', -75.15, 39.05, 0.6],
    ['FF30/GG31', -76.20, 37.55, 0.6], ['DDD29/EEE29', -76.45, 43.40, 0.6], ['DDD35', -74.75, 42.79, 0.3], ['FFF34', -74.99, 43.02, 0.3],
    ['DDD36', -74.31, 42.66, 0.3], ['XX34', -74.69, 41.37, 0.3], ['UU29', -76.79, 40.87, 0.3], ['M20/M21', -79.40, 33.82, 0.3],
];

function lambert([lon, lat]) {
    const rad = d => d * Math.PI / 180, t = p => Math.tan(Math.PI / 4 + p / 2), [p1, p2, p0] = [34, 45, 39.5].map(rad);
    const n = Math.log(Math.cos(p1) / Math.cos(p2)) / Math.log(t(p2) / t(p1)), f = 6.371 * Math.cos(p1) * t(p1) ** n / n;
    const r = f / t(rad(lat)) ** n, turn = n * rad(lon + 76);
    return [r * Math.sin(turn), f / t(p0) ** n - r * Math.cos(turn)];
}

/** Solves a system with two right sides. */
function solve(matrix, right) {
    const n = matrix.length, m = matrix.map((row, i) => [...row, ...right[i]]);
    for (let i = 0; i < n; i++) {
        const p = m.slice(i).reduce((best, row, k) => (Math.abs(row[i]) > Math.abs(m[best][i]) ? k + i : best), i);
        [m[i], m[p]] = [m[p], m[i]];
        for (let k = 0; k < n; k++) {
            if (k === i) continue;
            const f = m[k][i] / m[i][i];
            if (f) for (let j = i; j < n + 2; j++) m[k][j] -= f * m[i][j];
        }
    }
    return m.map((row, i) => [row[n] / row[i], row[n + 1] / row[i]]);
}

const bend = r2 => (r2 > 0 ? 0.5 * r2 * Math.log(r2 + 1e-12) : 0);
const plane = control.map(([, lon, lat]) => lambert([lon, lat]));
const wanted = control.map(([hex]) => { const p = hex.split('/').map(parse); return [0, 1].map(d => p.reduce((s, q) => s + q[d], 0) / p.length); });
const weight = control.map(c => c[3]), terms = plane.map(([x, y]) => [x, y, 1]);
const affine = solve([0, 1, 2].map(i => [0, 1, 2].map(j => terms.reduce((s, t, k) => s + weight[k] * t[i] * t[j], 0))),
                     [0, 1, 2].map(i => [0, 1].map(d => terms.reduce((s, t, k) => s + weight[k] * t[i] * wanted[k][d], 0))));
const linear = ([x, y]) => [0, 1].map(d => x * affine[0][d] + y * affine[1][d] + affine[2][d]);
const warp = (() => {
    const n = plane.length, square = (p, q) => (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2;
    const big = Array.from({ length: n + 3 }, (_, i) => Array.from({ length: n + 3 }, (_, j) =>
        (i < n && j < n ? bend(square(plane[i], plane[j])) + (i === j ? 0.02 / weight[i] : 0) : i < n ? terms[i][j - n] : j < n ? terms[j][i - n] : 0)));
    const c = solve(big, [...wanted.map((w, i) => { const l = linear(plane[i]); return [w[0] - l[0], w[1] - l[1]]; }), [0, 0], [0, 0], [0, 0]]);
    return p => [0, 1].map(d => plane.reduce((s, q, i) => s + c[i][d] * bend(square(p, q)), 0) + c[n][d] * p[0] + c[n + 1][d] * p[1] + c[n + 2][d]);
})();
const onSheet = earth => { const p = lambert(earth), l = linear(p), w = warp(p); return at([l[0] + w[0], l[1] + w[1]]); };

/** As tools/map_lod.mjs draws it. */
const fromGlobeSheet = ([bx, by]) => {
    const x = bx - 592, y = by - 408, r = Math.hypot(x, y) || 1e-9, k = 5.2 * Math.sinh(r / 62 / 5.2) / r;
    return [-74.6 + x * k, 40.9 - y * k / globeWidens];
};
const globeWidens = JSON.parse(readFileSync(join(root, 'data/lod/map.json'), 'utf8')).frame.lat_scale / 1000;

// ---- Water ----

const grid = gridOver(width, height, 1, 40), { columns, rows: gridRows } = grid;
const geoLand = new Uint8Array(columns * gridRows).fill(1), hexLand = new Uint8Array(columns * gridRows);
{
    const cuts = Array.from({ length: gridRows }, () => []);
    for (const shore of g.pointsOf(globe.water).map(l => g.smooth(l, 1.5).map(fromGlobeSheet).map(onSheet).map(grid.toGrid)))
        for (let i = 1; i < shore.length; i++) {
            const [a, b] = [shore[i - 1], shore[i]], [low, high] = a[1] < b[1] ? [a, b] : [b, a];
            for (let y = Math.max(0, Math.ceil(low[1])); y < high[1] && y < gridRows; y++)
                cuts[y].push(low[0] + (high[0] - low[0]) * (y - low[1]) / (high[1] - low[1]));
        }
    cuts.forEach((list, y) => {
        list.sort((a, b) => a - b);
        for (let k = 0; k + 1 < list.length; k += 2)
            for (let x = Math.max(0, Math.ceil(list[k])); x <= Math.min(columns - 1, list[k + 1]); x++) geoLand[y * columns + x] = 0;
    });
    for (let j = 0; j < gridRows; j++)
        for (let i = 0; i < columns; i++) hexLand[j * columns + i] = isWater(ground.get(key(hexAt(grid.fromGrid([i, j]))))) ? 0 : 1;
}
const geo = grid.outside(geoLand, 1), law = grid.outside(hexLand, 2), slack = 12.5;
const land = geo.map((d, i) => (Math.max(law[i] - slack, Math.min(law[i] + slack, d)) > 0 ? 0 : 1));

/** Wide rivers, narrow bays and lakes between two land hexes are water along their side. */
const sidesOf = test => data.waters.filter(test).flatMap(w => w.sides.split(' '));
const onLand = side => side.split('/').every(h => !isWater(ground.get(key(parse(h))) ?? '~'));
const carve = (kind, breadth, seed) => courses(sidesOf(w => w.class === 3 && w.kind === kind).filter(onLand)).forEach((l, i) => {
    for (const p of g.wander(g.smooth(eased(l), 1), seed + i, 1.5, 24)) grid.disc(land, p, breadth, 0);
});
carve('river', 2.2, 500);
carve('bay', 3.2, 600);
carve('lake', 3.2, 700);
const towns = data.towns.map(t => ({ ...t, at: at(parse(t.hex)) }));
for (const t of towns) grid.disc(land, t.at, 6, 1); // what lies on the shore stands on dry ground
const depth = grid.outside(land, 1);
const coast = grid.linesAt(depth, 0, 26, 0.45), waterlines = [2.2, 5, 8.6].map(d => grid.linesAt(depth, d, 46, 0.6));
const wet = p => grid.at(depth, p) > 0;

// ---- Rivers, borders, relief ----

/** A river that ends near the water flows into it. */
const shorePoints = coast.flatMap(l => g.smooth(l, 3)), sources = [1, 2].map(c => courses(sidesOf(w => w.class === c)).map(eased)), all = sources.flat();
function intoTheSea(line) {
    for (const end of [line[0], line[line.length - 1]]) {
        if (wet(end) || all.some(o => o !== line && g.nearest(o, end).distance < 3)) continue;
        const shore = shorePoints.reduce((best, p) => (g.distance(p, end) < g.distance(best, end) ? p : best));
        if (g.distance(shore, end) < 24) { if (end === line[0]) line.unshift(shore); else line.push(shore); }
    }
    return line;
}
const rivers = sources.map((list, c) => list.map((l, i) => g.simplify(g.wander(g.smooth(intoTheSea(l), 2), 40 * c + 40 + i, 2.8, 24), 0.5)));

/** The name of a river beside the straightest part of its course: x, y, turn. */
function riverName(water) {
    const line = courses(water.flatMap(w => w.sides.split(' '))).map(eased).sort((a, b) => g.lengthOf(b) - g.lengthOf(a))[0], span = 5;
    if (!line || line.length < span + 2) return null;
    let best = 1, most = 0;
    for (let i = 1; i + span < line.length; i++) if (g.distance(line[i], line[i + span]) > most) [best, most] = [i, g.distance(line[i], line[i + span])];
    const [a, b] = [line[best], line[best + span]].sort((p, q) => p[0] - q[0]);
    return [water[0].name, ...[0, 1].map(d => Math.round((a[d] + b[d]) / 2)), Math.round(Math.atan2(b[1] - a[1], b[0] - a[0]) * 180 / Math.PI), 9.5];
}
const riverNames = [...new Set(data.waters.filter(w => w.kind === 'river' && w.name).map(w => w.name))]
    .map(name => riverName(data.waters.filter(w => w.name === name && w.kind === 'river'))).filter(Boolean).map(n => { n[0] = n[0].replace(/ River$/, ''); return n; });

/** A colony's name over its middle, so large as there is room. */
const states = data.colonies.map(c => {
    const own = hexes.filter(h => colony.get(key(h)) === c.sign), middle = [0, 1].map(d => own.reduce((s, h) => s + at(h)[d], 0) / own.length);
    return [c.name.toUpperCase(), ...middle.map(Math.round), 0, Math.round(Math.max(9, Math.min(26, Math.sqrt(own.length) * 2.1)))];
}).filter(n => n[1] === n[1]);

const steps = [[1, 0], [1, 1], [0, 1]];
const riverSides = new Set(data.waters.flatMap(w => w.sides.split(' ')));
const nameOf = ([row, n]) => String.fromCharCode(65 + (row - 1) % 26).repeat(Math.floor((row - 1) / 26) + 1) + n;
const borderSides = hexes.flatMap(h => steps.map(d => [h[0] + d[0], h[1] + d[1]]).filter(o => {
    const [a, b] = [colony.get(key(h)), colony.get(key(o))];
    return b !== undefined && a !== b && a !== '-' && b !== '-' && !riverSides.has(`${nameOf(h)}/${nameOf(o)}`);
}).map(o => `${nameOf(h)}/${nameOf(o)}`));
const borders = courses(borderSides).map((l, i) => g.simplify(g.wander(g.smooth(eased(l), 4), 900 + i, 1.4, 26), 0.6));

const ridge = sides => courses(sides).map(eased);
const clear = (a, b) => !wet(a) && !wet(b) && towns.every(t => g.distance(t.at, b) > 11) && b[0] > 12 && b[1] > 12 && b[0] < width - 12 && b[1] < height - 12;
const rough = g.hachures(ridge(data.relief.rough.split(' ')), clear);
const peaks = hexes.filter(h => ground.get(key(h)) === '^').flatMap((h, i) => {
    const [x, y] = at(h), s = i % 3 - 1;
    return [[[x - 15, y + 8 + s], [x - 4, y - 1], [x + 13, y - 9 - s]]];
});
const mountainSides = data.relief.mountain.split(' ');
const mountains = g.hachures([...ridge(mountainSides), ...peaks], clear);
const spine = ridge(mountainSides).map((l, k) => g.simplify(g.wander(g.smooth(l, 2.2), k + 200, 3, 15), 0.5)); // as their hachures wander

const lines = list => list.map(l => g.path(l, true)).join(''), open = list => list.map(l => g.path(l)).join('');
const drawing = {
    about: 'Made by web/tools/map_g1776.mjs; coast and lakes: GSHHG 2.3.7 (LGPL); see there.',
    width, height, edge, across,
    water: lines(coast), waterlines: waterlines.map(lines),
    rivers: rivers.map(open), borders: open(borders),
    states, riverNames, rough: open(rough), mountains: open(mountains), spine: open(spine),
};
const out = join(root, 'web/src/games/g1776/map.json');
writeFileSync(out, JSON.stringify(drawing, null, 1).replace(/\[\s+("[^"]*"),\s+(-?\d+),\s+(-?\d+),\s+(-?\d+),\s+([\d.]+)\s+\]/g, '[$1, $2, $3, $4, $5]') + '\n');
const wrong = hexes.filter(h => (grid.at(depth, at(h)) > 0) !== isWater(ground.get(key(h))));
console.log(`${out}: ${coast.length} shores, ${rivers.map(r => r.length)} rivers, ${wrong.length} hexes whose middle is not what the game says ${wrong.map(nameOf)}`);
