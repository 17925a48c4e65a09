// Draws the map of End of Empire once: `make map`. Its output is committed.
//
//   coast, lakes                              GSHHG 2.3.7 (LGPL), by Debian's gmt, gmt-gshhg
//   hexes, waterways, roads, areas            data/eoe/map.json
//
// Both sheets are one. The hexes are the law: the coast is that of the globe where it runs within a third of a hex of what
// the game calls coast, and keeps to that distance elsewhere. So the middle of a hex is always what the game says. Rivers
// and roads run from hex to hex, as the game has them. North lies 48 degrees to the right, as on the printed board.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gridOver, landMask } from './earth.mjs';
import * as g from './geometry.mjs';

const root = new URL('../..', import.meta.url).pathname;
const data = JSON.parse(readFileSync(join(root, 'data/eoe/map.json'), 'utf8'));

// ---- Hexes: columns 10 to 110 of both sheets, numbered from the top; odd columns lie half a hex lower ----

const across = 40, line = across * Math.sqrt(3) / 2, edge = 36, first = 10, last = 110, rows = 29;
const width = Math.round(2 * edge + (last - first) * line), height = 2 * edge + (rows - 0.5) * across;
const parse = name => (name[0] === 'S' ? [Number(name.slice(1, 3)), Number(name.slice(3))] : [Number(name.slice(0, 2)) + 50, Number(name.slice(2))]);
const drop = column => (column % 2 ? 0.5 : 0);
const at = ([column, row]) => [edge + (column - first) * line, edge + (row - 1 + drop(column)) * across];
const key = ([column, row]) => column * 100 + row;

/** Signs of a picture by hex. */
function picture(lines) {
    const signs = new Map();
    for (const text of lines) {
        const [start, signsOf] = text.split(' '), [column, row] = parse(start);
        [...signsOf].forEach((sign, i) => signs.set(key([column, row + i]), sign));
    }
    return signs;
}
const ground = picture(data.ground), area = picture(data.area);
const hexes = [...ground.keys()].map(k => [Math.floor(k / 100), k % 100]);
const isWater = sign => sign === '~' || sign === 'o';

/** The hex of a point; beyond the board's edge that of the nearest one. */
function hexAt([x, y]) {
    const c = Math.max(first, Math.min(last, first + (x - edge) / line));
    let best = null, least = Infinity;
    for (const column of [Math.floor(c), Math.ceil(c)]) {
        const row = Math.max(1, Math.min(rows, Math.round((y - edge) / across + 1 - drop(column)))), d = g.distance(at([column, row]), [x, y]);
        if (d < least) [best, least] = [[column, row], d];
    }
    return best;
}

/** The neighbours of a hex, clockwise from the top. */
const around = ([c, r]) => { const o = c % 2; return [[c, r - 1], [c + 1, r - 1 + o], [c + 1, r + o], [c, r + 1], [c - 1, r + o], [c - 1, r - 1 + o]]; };

/** The two corners of the side between two hexes. */
function ends(h, o) {
    const [a, b] = [at(h), at(o)], m = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], l = g.distance(a, b), s = across / Math.sqrt(3) / 2;
    const n = [-(b[1] - a[1]) / l * s, (b[0] - a[0]) / l * s];
    return [[m[0] + n[0], m[1] + n[1]], [m[0] - n[0], m[1] - n[1]]];
}

// ---- The globe on the sheet: Lambert's projection, a turn, a smooth correction (data/eoe/map.json, provenance) ----

/** Places whose hex the rulebook names, and where they lie on the globe. */
const anchors = [
    ['3120', -71.06, 42.36], ['2220', -74.01, 40.71], ['1719', -75.16, 39.95], ['3411', -73.55, 45.50], ['4111', -71.21, 46.81], ['5927', -59.97, 45.92],
    ['4926', -63.57, 44.65], ['2716', -73.75, 42.65], ['1102', -83.05, 42.33], ['1111', -80.01, 40.44], ['1907', -79.06, 43.20], ['2922', -71.31, 41.49],
    ['2319', -73.98, 41.32], ['3014', -73.39, 43.84], ['2914', -73.71, 43.42], ['2709', -76.48, 44.23], ['3710', -72.54, 46.34], ['1608', -79.98, 41.94],
    ['2613', -75.46, 43.21], ['2817', -73.20, 42.88], ['S1610', -90.07, 29.95], ['S2315', -87.22, 30.42], ['S3228', -81.31, 29.89], ['S3825', -81.09, 32.08],
    ['S4225', -79.93, 32.78], ['S1905', -91.40, 31.56], ['S5922', -76.51, 37.24], ['S5924', -76.29, 36.85], ['S2823', -84.21, 30.16], ['S4605', -85.75, 38.26],
    ['4523', -65.52, 44.74], ['4725', -64.31, 44.38], ['4923', -64.31, 45.10], ['5323', -63.13, 46.23], ['5122', -64.29, 45.86],
];
const fit = { a: 0.02801949, b: 0.03090482, x: 50.55333, y: 18.90194 };
const rad = d => d * Math.PI / 180, radius = 3958.8, tan = p => Math.tan(Math.PI / 4 + p / 2), [p1, p2, p0] = [33, 45, 38].map(rad);
const cone = Math.log(Math.cos(p1) / Math.cos(p2)) / Math.log(tan(p2) / tan(p1)), scale = radius * Math.cos(p1) * tan(p1) ** cone / cone, r0 = scale / tan(p0) ** cone;

function lambert([lon, lat]) {
    const r = scale / tan(rad(lat)) ** cone, turn = cone * rad(lon + 78);
    return [r * Math.sin(turn), r0 - r * Math.cos(turn)];
}
function globe([x, y]) {
    const r = Math.hypot(x, r0 - y);
    return [-78 + Math.atan2(x, r0 - y) / cone * 180 / Math.PI, (2 * Math.atan((scale / r) ** (1 / cone)) - Math.PI / 2) * 180 / Math.PI];
}

/** In hexes, as the fit has them: columns times their breadth, rows. */
const turned = ([x, y]) => [fit.a * x + fit.b * y + fit.x, fit.b * x - fit.a * y + fit.y];
const back = ([u, v]) => { const k = fit.a ** 2 + fit.b ** 2, [p, q] = [u - fit.x, v - fit.y]; return [(fit.a * p + fit.b * q) / k, (fit.b * p - fit.a * q) / k]; };

function solve(matrix, right) {
    const n = matrix.length, m = matrix.map((row, i) => [...row, ...right[i]]);
    for (let i = 0; i < n; i++)
        for (let k = 0; k < n; k++) {
            if (k === i) continue;
            const f = m[k][i] / m[i][i];
            if (f) for (let j = i; j < n + 2; j++) m[k][j] -= f * m[i][j];
        }
    return m.map((row, i) => [row[n] / row[i], row[n + 1] / row[i]]);
}
const known = anchors.map(([, lon, lat]) => turned(lambert([lon, lat])));
const near = (p, q) => Math.exp(-((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) / 32);
const pull = solve(known.map((p, i) => known.map((q, j) => near(p, q) + (i === j ? 0.12 : 0))),
                   anchors.map(([hex], i) => { const [c, r] = parse(hex); return [c * Math.sqrt(3) / 2 - known[i][0], r + drop(c) - known[i][1]]; }));
const shift = p => { const d = [0, 0]; known.forEach((q, i) => { const k = near(p, q); d[0] += k * pull[i][0]; d[1] += k * pull[i][1]; }); return d; };

/** Where a point of the sheet lies on the globe. */
function onGlobe([x, y]) {
    const u = (x - edge) / across + first * Math.sqrt(3) / 2, v = (y - edge) / across + 1;
    let p = [u, v];
    for (let i = 0; i < 5; i++) { const d = shift(p); p = [u - d[0], v - d[1]]; }
    return globe(back(p));
}

// ---- Water ----

const grid = gridOver(width, height, 1, 40), { columns, rows: gridRows } = grid;
const geoLand = new Uint8Array(columns * gridRows), hexLand = new Uint8Array(columns * gridRows);
{
    const [west, east, south, north] = [-100, -54, 24, 54], per = 40, cols = (east - west) * per + 1, lines = (north - south) * per + 1;
    const mask = landMask([west, east, south, north], cols, lines, '-Di', '-A300', '-N0/1/0/1/0');
    const step = 8, wide = Math.ceil(columns / step) + 1; // the correction is smooth: between points of a coarse grid it is a plane
    const coarse = Array.from({ length: wide * (Math.ceil(gridRows / step) + 1) }, (_, k) => onGlobe(grid.fromGrid([k % wide * step, Math.floor(k / wide) * step])));
    for (let j = 0; j < gridRows; j++)
        for (let i = 0; i < columns; i++) {
            const k = Math.floor(j / step) * wide + Math.floor(i / step), [s, t] = [i % step / step, j % step / step];
            const [lon, lat] = [0, 1].map(d => (coarse[k][d] * (1 - s) + coarse[k + 1][d] * s) * (1 - t) + (coarse[k + wide][d] * (1 - s) + coarse[k + wide + 1][d] * s) * t);
            geoLand[j * columns + i] = mask[Math.round((north - lat) * per) * cols + Math.round((lon - west) * per)];
            hexLand[j * columns + i] = isWater(ground.get(key(hexAt(grid.fromGrid([i, j]))))) ? 0 : 1;
        }
}
const geo = grid.outside(geoLand, 1), law = grid.outside(hexLand, 2), slack = 12.5;
const land = geo.map((d, i) => (Math.max(law[i] - slack, Math.min(law[i] + slack, d)) > 0 ? 0 : 1));

/** From hex to hex; towns lie in the middle, so a way keeps a little beside it. */
const through = (course, seed, off = [0, 0]) => {
    const beside = g.noise(seed);
    return course.split(' ').map(parse).map((h, i) => { const [x, y] = at(h); return [x + off[0] + 4.5 * beside(i * 3 + 1), y + off[1] + 4.5 * beside(i * 3 + 2)]; });
};

// Sounds and passages between two land hexes are water along their side; narrow lakes along their course.
const seaSides = data.sea_sides.split(' ').map(s => s.split('/').map(parse));
seaSides.forEach(([a, b], i) => { for (const p of g.wander(g.smooth(ends(a, b), 1), 700 + i, 1.5, 20)) grid.disc(land, p, 3.2, 0); });
const narrow = data.waterways.filter(w => w.type === 'lake' && /Champlain|George/.test(w.name));
for (const [i, w] of narrow.entries())
    for (const course of w.courses) for (const p of g.wander(g.smooth(through(course, 300 + i, [6, 6]), 1), 80 + i, 2, 26)) grid.disc(land, p, w.name === 'Lake George' ? 1.8 : 3, 0);
const towns = data.places.map(p => at(parse(p.hex)));
for (const t of towns) grid.disc(land, t, 6.5, 1); // what lies on the shore stands on dry ground
const depth = grid.outside(land, 1);
const coast = grid.linesAt(depth, 0, 26, 0.5), waterlines = [2.4, 5.4, 9].map((d, i) => grid.linesAt(depth, d, 46, 0.7 + 0.15 * i));
const wet = p => grid.at(depth, p) > 0;

// ---- Rivers and roads ----

const shore = coast.flatMap(l => g.smooth(l, 3));
/** A river that ends on land near the water flows into it, if no other goes on there. */
function intoTheSea(points, all) {
    for (const end of [points[0], points[points.length - 1]]) {
        if (wet(end) || all.some(o => o !== points && o.some(p => g.distance(p, end) < 7))) continue;
        const mouth = shore.reduce((best, p) => (g.distance(p, end) < g.distance(best, end) ? p : best));
        if (g.distance(mouth, end) < 26) { if (end === points[0]) points.unshift(mouth); else points.push(mouth); }
    }
    return points;
}

/** The same point for all courses that share a hex: they flow together. */
const joint = new Map();
const jointOf = h => {
    const k = key(h);
    if (!joint.has(k)) { const n = g.noise(k), [x, y] = at(h); joint.set(k, [x + 4.5 * n(1), y + 4.5 * n(5)]); }
    return joint.get(k);
};
const ways = type => data.waterways.filter(w => w.type === type).flatMap(w => w.courses).map(c => c.split(' ').map(parse).map(jointOf));
const drawWay = (points, seed, amplitude) => g.simplify(g.wander(g.smooth(points, 2), seed, amplitude, 22), 0.4);
const every = [...ways('river'), ...ways('navigable')];
const rivers = ways('river').map((l, i) => drawWay(intoTheSea(l, every), 40 + i, 2.6));
const navigable = ways('navigable').map((l, i) => drawWay(intoTheSea(l, every), 140 + i, 2.2));
const roads = data.roads.map((r, i) => drawWay(through(r, 500 + i), 240 + i, 1.6));

/** The name of a river beside the straightest part of its course: x, y, turn. */
function riverName(w) {
    const points = w.courses.map(c => c.split(' ').map(parse).map(at)).sort((a, b) => b.length - a.length)[0], span = Math.min(3, points.length - 1);
    if (points.length < 3) return null;
    let best = 0, most = 0;
    for (let i = 0; i + span < points.length; i++) if (g.distance(points[i], points[i + span]) > most) [best, most] = [i, g.distance(points[i], points[i + span])];
    const [a, b] = [points[best], points[best + span]].sort((p, q) => p[0] - q[0]);
    return [w.name.replace(/ \((lower|upper)\)| River$/g, ''), ...[0, 1].map(d => Math.round((a[d] + b[d]) / 2)), Math.round(Math.atan2(b[1] - a[1], b[0] - a[0]) * 180 / Math.PI), 9.5];
}
const riverNames = data.waterways.filter(w => w.type !== 'lake').map(riverName).filter(Boolean);

// ---- Settled country, borders, relief ----

/** The outline of a set of hexes, softened, where it is land. */
function country(signs) {
    const set = new Uint8Array(columns * gridRows);
    for (let j = 0; j < gridRows; j++)
        for (let i = 0; i < columns; i++) if (signs.includes(ground.get(key(hexAt(grid.fromGrid([i, j])))).toLowerCase())) set[j * columns + i] = 1;
    const far = grid.outside(set, 4), ripple = g.noise(77);
    for (let j = 0; j < gridRows; j++) for (let i = 0; i < columns; i++) far[j * columns + i] = -far[j * columns + i] + 1.6 * ripple(i / 9 + 3 * ripple(j / 13)) * ripple(j / 9 + 500);
    return grid.linesAt(far, 0, 40, 0.7);
}
const settled = { american: country('ar'), tory: country('t'), french: country('f') };

/** Sides joined to lines, from corner to corner. */
function courses(sides) {
    const name = p => p.map(v => Math.round(v)).join(' '), points = new Map(), next = new Map(), list = [];
    for (const [h, o] of sides) {
        const [a, b] = ends(h, o);
        for (const [p, q] of [[a, b], [b, a]]) { points.set(name(p), p); next.set(name(p), [...(next.get(name(p)) ?? []), name(q)]); }
    }
    const walk = start => {
        const found = [start];
        for (let c = start; next.get(c).length;) {
            const to = next.get(c).shift(), other = next.get(to);
            other.splice(other.indexOf(c), 1);
            found.push(c = to);
        }
        list.push(found.map(c => points.get(c)));
    };
    for (const [c, n] of next) while (n.length % 2) walk(c);
    for (const [c, n] of next) while (n.length) walk(c);
    return list;
}
const eased = l => (l.length < 3 ? l : [l[0], ...l.slice(1).map((p, i) => [(p[0] + l[i][0]) / 2, (p[1] + l[i][1]) / 2]), l[l.length - 1]]);
const areaAt = h => area.get(key(h)) ?? '-';
const borderSides = hexes.flatMap(h => around(h).slice(1, 4).filter(o => areaAt(h) !== areaAt(o) && areaAt(h) !== '-' && areaAt(o) !== '-').map(o => [h, o]));
const borders = courses(borderSides).map((l, i) => g.simplify(g.wander(g.smooth(eased(l), 4), 900 + i, 1.4, 26), 0.6));

/** The name of an area over its middle, so large as there is room. */
const states = data.areas.map(a => {
    const own = hexes.filter(h => areaAt(h) === a.sign && !isWater(ground.get(key(h)))), middle = [0, 1].map(d => own.reduce((s, h) => s + at(h)[d], 0) / own.length);
    return [a.name.replace(/ \(.*/, '').toUpperCase(), ...middle.map(Math.round), 0, Math.round(Math.max(9, Math.min(24, Math.sqrt(own.length) * 2.2)))];
});

const clear = (a, b) => !wet(a) && !wet(b) && towns.every(t => g.distance(t, b) > 10) && b[0] > 12 && b[1] > 12 && b[0] < width - 12 && b[1] < height - 12;
/** Ridges run as the Appalachians do on this sheet: a little down to the right. */
const ridgesOf = (sign, list) => hexes.filter(h => ground.get(key(h)).toLowerCase() === sign).flatMap((h, i) => { const [x, y] = at(h); return list(i).map(r => r.map(([dx, dy]) => [x + dx, y + dy])); });
const rough = g.hachures(ridgesOf('r', i => [[[-13, -5 + i % 4], [-2, i % 3 - 1], [12, 5 - i % 3]]]), clear);
const peaks = ridgesOf('m', i => [[[-18, -7 + i % 4], [-2, i % 3 - 1], [17, 7 - i % 4]]]);
const mountains = g.hachures(peaks, clear);
const spine = peaks.map((l, k) => g.simplify(g.wander(g.smooth(l, 2.2), k + 200, 3, 15), 0.5)); // as their hachures wander

const closed = list => list.map(l => g.path(l, true)).join(''), open = list => list.map(l => g.path(l)).join('');
const drawing = {
    about: 'Made by web/tools/map_eoe.mjs; coast and lakes: GSHHG 2.3.7 (LGPL); see there.',
    width, height, edge, across,
    water: closed(coast), waterlines: waterlines.map(closed),
    rivers: open(rivers), navigable: open(navigable), roads: open(roads), borders: open(borders),
    american: closed(settled.american), tory: closed(settled.tory), french: closed(settled.french),
    states, riverNames, rough: open(rough), mountains: open(mountains), spine: open(spine),
};
const out = join(root, 'web/src/games/eoe/map.json');
writeFileSync(out, JSON.stringify(drawing, null, 1).replace(/\[\s+("[^"]*"),\s+(-?\d+),\s+(-?\d+),\s+(-?\d+),\s+([\d.]+)\s+\]/g, '[$1, $2, $3, $4, $5]') + '\n');
const wrong = hexes.filter(h => (grid.at(depth, at(h)) > 0) !== isWater(ground.get(key(h))));
console.log(`${out}: ${coast.length} shores, ${rivers.length} rivers, ${roads.length} roads; ${wrong.length} hexes whose middle is not what the game says ${wrong.map(key)}`);
