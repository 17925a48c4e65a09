// Draws the map of Liberty or Death once: `make map`. Its output is committed, so that nobody who
// builds the page needs GMT.
//
//   coast, lakes, rivers   GSHHG 2.3.7 (LGPL) with the rivers of WDBII, by Debian's gmt, gmt-gshhg
//   areas                  data/lod/map.json: outlines of 1775 by hand; the coast is GSHHG's
//   hills                  below, by eye, after the relief of the country
//
// Thirteen colonies of very different size must all hold pieces. So the sheet is drawn as some maps
// of the seat of war were: large around New York, smaller and smaller away from it. Distances from
// the centre are those of the earth, their inverse hyperbolic sine is taken (after Hägerstrand).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gridOver, landMask, linesOf, partsOf } from './earth.mjs';
import * as g from './geometry.mjs';

const root = new URL('../..', import.meta.url).pathname;
const data = JSON.parse(readFileSync(join(root, 'data/lod/map.json'), 'utf8'));
const centre = { lon: -74.6, lat: 40.9, widens: data.frame.lat_scale / 1000 };
const reach = 5.2;             // degrees in which the scale stays near that of the centre
const unit = 62;               // units of the board to a degree at the centre
const width = 1000, height = 1060, middle = [592, 408]; // where the centre lies on the board

const toBoard = ([lon, lat]) => {
    const x = lon - centre.lon, y = (centre.lat - lat) * centre.widens, r = Math.hypot(x, y) || 1e-9;
    const k = unit * reach * Math.asinh(r / reach) / r;
    return [middle[0] + x * k, middle[1] + y * k];
};
const toEarth = ([bx, by]) => {
    const x = bx - middle[0], y = by - middle[1], r = Math.hypot(x, y) || 1e-9;
    const k = reach * Math.sinh(r / unit / reach) / r;
    return [centre.lon + x * k, centre.lat - y * k / centre.widens];
};
const degrees = p => p.map(v => v / 1000);

const cells = 1.5, margin = 14, grid = gridOver(width, height, cells, margin);
const { columns: gw, rows: gh, toGrid, fromGrid } = grid;
const corners = [[-margin, -margin], [width + margin, -margin], [-margin, height + margin], [width + margin, height + margin],
                 [middle[0], -margin], [middle[0], height + margin], [-margin, middle[1]], [width + margin, middle[1]]].map(toEarth);
const west = Math.floor(Math.min(...corners.map(c => c[0]))), east = Math.ceil(Math.max(...corners.map(c => c[0])));
const south = Math.floor(Math.min(...corners.map(c => c[1]))), north = Math.ceil(Math.max(...corners.map(c => c[1])));
const region = [west, east, south, north];

// ---- Land and water ----

/** On the grid of the sheet, looked up on one of the globe. */
function landOnSheet() {
    const per = 60, cols = (east - west) * per + 1, rows = (north - south) * per + 1;
    const mask = landMask(region, cols, rows, '-Di', '-A250', '-N0/1/0/1/0'), land = new Uint8Array(gw * gh);
    for (let j = 0; j < gh; j++)
        for (let i = 0; i < gw; i++) {
            const [lon, lat] = toEarth(fromGrid([i, j]));
            const c = Math.round((lon - west) * per), r = Math.round((north - lat) * per);
            if (c >= 0 && r >= 0 && c < cols && r < rows) land[j * gw + i] = mask[r * cols + c];
        }
    return land;
}

const land = landOnSheet();
const depth = grid.outside(land, 1);
const coast = grid.linesAt(depth, 0, 16, 0.3);
const waterlines = [2.4, 5.4, 9.4, 14.4].map(d => grid.linesAt(depth, d, 30, 0.4));

const onPicture = ([x, y]) => x >= 0 && y >= 0 && x <= width && y <= height;
const rivers = partsOf(linesOf(region, '-Di', '-I1', '-I2', '-I3').map(line => line.map(toBoard)),
                       p => onPicture(p) && grid.at(depth, p) <= -0.2)
    .filter(r => g.lengthOf(r) > 18).map(r => g.simplify(r, 0.5));

// ---- Areas: the outlines of the data, with GSHHG's coast ----

// Land that is nobody's here: Nova Scotia, Louisiana, the islands.
const foreign = [
    [[-67.2, 45], [-67.8, 47.1], [-69.2, 47.4], [-68.8, 48.5], [-68, 56], [-40, 56], [-40, 42], [-66.9, 44.2]],
    [[-90, 60], [-120, 60], [-120, 20], [-89.2, 20], [-89.6, 30.2], [-89.9, 31], [-90, 34], [-89.2, 37], [-90, 37.2]],
    [[-80.3, 24.4], [-83, 24.2], [-90, 23.6], [-90, 18], [-50, 18], [-50, 28.2], [-79.6, 28.2]],
];

/** The same gentle wander for both neighbours of a border: it hangs on the two points alone. */
function border(a, b) {
    const [p, q] = a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]) ? [a, b] : [b, a];
    const seed = Math.abs(Math.round(p[0] * 7 + p[1] * 13 + q[0] * 17 + q[1] * 29)) % 9973;
    const n = 24, line = [];
    for (let i = 0; i <= n; i++) line.push(toBoard(degrees([p[0] + (q[0] - p[0]) * i / n, p[1] + (q[1] - p[1]) * i / n])));
    const wandered = g.wander(line, seed, 3.2, 30);
    return p === a ? wandered : wandered.reverse();
}

const outline = points => points.flatMap((p, i) => border(p, points[(i + 1) % points.length]).slice(1));

/** Labels the grid cells within a closed line. */
function fill(grid, line, label) {
    const poly = line.map(toGrid);
    for (let y = 0; y < gh; y++) {
        const cuts = [];
        for (let i = 0; i < poly.length; i++) {
            const [a, b] = [poly[i], poly[(i + 1) % poly.length]];
            if (a[1] > y !== b[1] > y) cuts.push((b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]);
        }
        cuts.sort((a, b) => a - b);
        for (let k = 0; k + 1 < cuts.length; k += 2)
            for (let x = Math.max(0, Math.ceil(cuts[k])); x <= Math.min(gw - 1, cuts[k + 1]); x++) grid[y * gw + x] = label;
    }
}

const areas = data.spaces.filter(s => s.type === 'colony' || s.type === 'reserve');
const outside = 255, label = new Uint8Array(gw * gh); // 0: not said yet
areas.forEach((s, i) => fill(label, outline(s.outline), i + 1));
foreign.forEach(line => fill(label, line.map(toBoard), outside));
// A coast beyond a coarse outline belongs to the nearest area, ring by ring.
for (let ring = 0; ring < 26 * cells; ring++) {
    const before = label.slice();
    for (let k = gw; k < gw * (gh - 1); k++)
        if (!before[k] && land[k]) label[k] = [k - 1, k + 1, k - gw, k + gw].map(n => before[n]).find(v => v && v !== outside) ?? 0;
}
const masks = areas.map((_, i) => label.map((v, k) => (v === i + 1 && land[k] ? 1 : 0)));
/** An area without its lakes and narrow waters: along its edge runs the line of whoever holds it. */
const sea = (() => {
    const reached = new Uint8Array(gw * gh), open = [gw * gh - 1];
    while (open.length) {
        const k = open.pop();
        if (reached[k] || land[k]) continue;
        reached[k] = 1;
        if (k % gw > 0) open.push(k - 1);
        if (k % gw < gw - 1) open.push(k + 1);
        if (k >= gw) open.push(k - gw);
        if (k < gw * (gh - 1)) open.push(k + gw);
    }
    return reached;
})();
const inlet = 7;
const plain = areas.map((_, i) => {
    const dry = label.map((v, k) => (v === i + 1 && !sea[k] ? 1 : 0)), reached = g.distanceField(dry, gw, gh);
    const wide = reached.map(d => (d <= inlet * cells ? 1 : 0)), back = g.distanceField(wide.map(v => 1 - v), gw, gh);
    const inside = ([x, y]) => x > 12 && y > 12 && x < width - 12 && y < height - 12;
    return label.map((v, k) => (back[k] > inlet * cells && (v === i + 1 || (!land[k] && v !== outside)) &&
        inside(fromGrid([k % gw, Math.floor(k / gw)])) ? 1 : 0));
});

// ---- Where pieces find room ----

/** Cities are medallions beside their place, on the water where there is some. */
const medallions = { // in units of the board
    quebec_city: [805, 57], boston: [883, 272], new_york_city: [752, 460], philadelphia: [703, 565],
    norfolk: [656, 704], charles_town: [532, 836], savannah: [440, 938],
};
const trueSites = { new_york_city: [-73.98, 40.7], philadelphia: [-75.15, 39.95] };
const radius = 46;
const cities = data.spaces.filter(s => s.type === 'city').map(s => {
    const at = medallions[s.id], site = toBoard(trueSites[s.id] ?? degrees([s.lon, s.lat]));
    return { id: s.id, at, site };
});

/** The largest rectangle (of a few shapes) that lies within an area, or on the water before its
 * shore, and clear of the medallions. */
const ashore = 17;
const byHand = { // where a better place is seen by eye
    massachusetts: [678, 275, 152, 52], connecticut_rhode_island: [660, 327, 146, 70], south_carolina: [312, 766, 100, 84],
    florida: [254, 898, 116, 88], quebec: [327, 18, 196, 140], new_jersey: [560, 400, 82, 100], georgia: [234, 812, 76, 84],
};
function room(area) {
    if (byHand[areas[area].id]) return byHand[areas[area].id];
    const near = g.distanceField(masks[area], gw, gh);
    const sum = new Int32Array((gw + 1) * (gh + 1));
    const free = (i, j) => {
        const p = fromGrid([i, j]);
        const k = j * gw + i;
        return (label[k] === area + 1 || (!land[k] && near[k] < ashore * cells)) && p[0] > 14 && p[1] > 14 && p[0] < width - 14 && p[1] < height - 14 &&
            cities.every(c => g.distance(c.at, p) > radius + 3);
    };
    for (let j = 0; j < gh; j++)
        for (let i = 0; i < gw; i++)
            sum[(j + 1) * (gw + 1) + i + 1] = (free(i, j) ? 1 : 0) + sum[j * (gw + 1) + i + 1] + sum[(j + 1) * (gw + 1) + i] - sum[j * (gw + 1) + i];
    const full = (x, y, w, h) => x >= 0 && y >= 0 && x + w <= gw && y + h <= gh &&
        sum[(y + h) * (gw + 1) + x + w] - sum[y * (gw + 1) + x + w] - sum[(y + h) * (gw + 1) + x] + sum[y * (gw + 1) + x] >= 0.975 * w * h;
    let best = null;
    for (const aspect of [0.62, 0.8, 1, 1.3, 1.7, 2.2]) {
        let low = 8, high = 500;
        while (high - low > 2) {
            const w = Math.round((low + high) / 2), h = Math.round(w / aspect);
            let found = null;
            for (let y = 0; y + h <= gh && !found; y += 3)
                for (let x = 0; x + w <= gw && !found; x += 3) if (full(x, y, w, h)) found = [x, y, w, h];
            if (!found) { high = w; continue; }
            low = w;
            // Wide is better than high: a row of pieces is read more easily.
            const worth = w * h * (aspect >= 1 ? 1.12 : 1);
            if (!best || worth > best.worth) best = { worth, box: found };
        }
    }
    const [x, y, w, h] = best.box, [bx, by] = fromGrid([x, y]);
    return [bx, by, w / cells, h / cells].map(Math.round);
}

// ---- Hills ----

const ridges = [
    [[-84.3, 34.7], [-83.4, 35.4], [-82.3, 36.1]], [[-82, 36.4], [-80.9, 37.1], [-80, 38]], [[-79.9, 38.2], [-79.2, 39], [-78.6, 39.6]],
    [[-78.9, 40.1], [-78.2, 40.8], [-77.3, 41.3]], [[-75.3, 42.1], [-74.5, 42.1], [-74, 42.4]], [[-74.6, 43.7], [-74, 44.2], [-73.8, 44.6]],
    [[-73, 43.1], [-72.8, 43.8], [-72.6, 44.5]], [[-71.8, 43.9], [-71.3, 44.3], [-70.8, 44.8]], [[-69.6, 45.6], [-68.9, 46]],
    [[-85.6, 36.2], [-84.7, 36.9], [-83.9, 37.5]], [[-81.7, 38.1], [-81, 38.8]], [[-72.6, 47.5], [-71.4, 47.5]], [[-76, 46.4], [-74.9, 46.6]],
];

function hachures(rooms) {
    const strokes = [], wet = ([x, y]) => {
        const [i, j] = toGrid([x, y]).map(Math.round);
        return i < 0 || j < 0 || i >= gw || j >= gh || depth[j * gw + i] > -2;
    };
    const taken = ([x, y]) => rooms.some(([rx, ry, rw, rh]) => x > rx - 3 && y > ry - 3 && x < rx + rw + 3 && y < ry + rh + 3) ||
        cities.some(c => g.distance(c.at, [x, y]) < radius + 4);
    ridges.forEach((ridge, k) => {
        const line = g.wander(g.smooth(ridge.map(toBoard), 2.4), k + 200, 3, 15), n = g.normals(line), vary = g.noise(k + 300);
        line.forEach((p, i) => {
            const swell = Math.sin(Math.PI * (i + 0.5) / line.length);
            for (const s of [1, -1]) {
                const l = (3 + 5 * swell) * (0.85 + 0.35 * vary(i * 1.7 + s)), lean = 0.35 * vary(i / 3);
                const a = [p[0] + s * n[i][0] * 1.3, p[1] + s * n[i][1] * 1.3];
                const b = [a[0] + s * l * (n[i][0] + lean * n[i][1]), a[1] + s * l * (n[i][1] - lean * n[i][0])];
                if (!wet(a) && !wet(b) && !taken(a) && !taken(b)) strokes.push([a, b]);
            }
        });
    });
    return strokes;
}

// ---- The sheet ----

const closed = list => list.map(line => g.path(line, true)).join('');
const others = mask => mask.map(v => 1 - v);
const drawn = areas.map((s, i) => ({
    id: s.id,
    shape: closed(grid.linesAt(grid.outside(others(masks[i]), 2), 0.15, 14, 0.45)),
    inner: closed(grid.linesAt(grid.outside(others(plain[i]), 2), 3.4, 60, 0.6)),
    room: room(i),
}));
const indies = [704, 884, 240, 140];
const drawing = {
    about: 'Made by web/tools/map_lod.mjs; coast, lakes and rivers: GSHHG 2.3.7 with WDBII (LGPL); see there.',
    width, height, radius,
    water: closed(coast),
    waterlines: waterlines.map(closed),
    rivers: rivers.map(line => g.path(line)).join(''),
    hachures: hachures(drawn.map(a => a.room)).map(line => g.path(line)).join(''),
    areas: drawn,
    cities: cities.map(c => ({ id: c.id, at: c.at.map(Math.round), site: c.site.map(v => Math.round(v * 10) / 10) })),
    indies,
    // Meridians and parallels, every second degree: curved, as the projection has it.
    graticule: [...Array(24)].map((_, i) => -98 + 2 * i).map(lon => [...Array(70)].map((_, k) => toBoard([lon, 18 + k * 0.5])))
        .concat([...Array(18)].map((_, i) => 20 + 2 * i).map(lat => [...Array(120)].map((_, k) => toBoard([-100 + k * 0.5, lat]))))
        .map(line => line.filter(([x, y]) => x > -30 && y > -30 && x < width + 30 && y < height + 30))
        .filter(line => line.length > 2).map(line => g.path(g.simplify(line, 0.5))).join(''),
};
const out = join(root, 'web/src/games/lod/map.json');
writeFileSync(out, JSON.stringify(drawing, null, 1) + '\n');
console.log(`${out}: ${coast.length} shores, ${areas.length} areas`);
