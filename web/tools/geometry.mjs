// Plain geometry for the maps: fields on a grid, contours, lines. Knows no game.

/** Deterministic noise in -1..1 along a line: smooth between whole numbers. */
export function noise(seed) {
    const at = i => {
        let h = Math.imul(i ^ (seed * 374761393), 668265263);
        h = Math.imul(h ^ (h >>> 13), 1274126177);
        return ((h ^ (h >>> 16)) >>> 0) / 2147483648 - 1;
    };
    return t => {
        const i = Math.floor(t), f = t - i, s = f * f * (3 - 2 * f);
        return at(i) * (1 - s) + at(i + 1) * s;
    };
}

export const distance = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);

export function lengthOf(line) {
    let sum = 0;
    for (let i = 1; i < line.length; i++) sum += distance(line[i - 1], line[i]);
    return sum;
}

/** Distance of a point from a line, and where on the line (as a length) it is nearest. */
export function nearest(line, p) {
    let best = { distance: Infinity, along: 0 }, along = 0;
    for (let i = 1; i < line.length; i++) {
        const [a, b] = [line[i - 1], line[i]], l = distance(a, b);
        const t = l ? Math.max(0, Math.min(1, ((p[0] - a[0]) * (b[0] - a[0]) +
                                               (p[1] - a[1]) * (b[1] - a[1])) / (l * l))) : 0;
        const d = distance(p, [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
        if (d < best.distance) best = { distance: d, along: along + t * l };
        along += l;
    }
    return best;
}

/** Where two segments meet, or null. */
export function meet(a, b, c, d) {
    const r = [b[0] - a[0], b[1] - a[1]], s = [d[0] - c[0], d[1] - c[1]];
    const k = r[0] * s[1] - r[1] * s[0];
    if (k === 0) return null;
    const t = ((c[0] - a[0]) * s[1] - (c[1] - a[1]) * s[0]) / k;
    const u = ((c[0] - a[0]) * r[1] - (c[1] - a[1]) * r[0]) / k;
    if (t < 0 || t > 1 || u < 0 || u > 1) return null;
    return [a[0] + t * r[0], a[1] + t * r[1]];
}

/** All points in which two lines meet. */
export function crossings(p, q) {
    const found = [];
    for (let i = 1; i < p.length; i++)
        for (let j = 1; j < q.length; j++) {
            const x = meet(p[i - 1], p[i], q[j - 1], q[j]);
            if (x && !found.some(y => distance(x, y) < 1e-6)) found.push(x);
        }
    return found;
}

/** Catmull-Rom through the points, a new point about every `step`. */
export function smooth(line, step) {
    const out = [];
    for (let i = 0; i + 1 < line.length; i++) {
        const [p0, p1, p2, p3] = [line[Math.max(0, i - 1)], line[i], line[i + 1],
                                  line[Math.min(line.length - 1, i + 2)]];
        const n = Math.max(1, Math.round(distance(p1, p2) / step));
        for (let k = 0; k < n; k++) {
            const t = k / n, t2 = t * t, t3 = t2 * t;
            out.push([0, 1].map(d => 0.5 * (2 * p1[d] + (p2[d] - p0[d]) * t +
                (2 * p0[d] - 5 * p1[d] + 4 * p2[d] - p3[d]) * t2 +
                (3 * p1[d] - p0[d] - 3 * p2[d] + p3[d]) * t3)));
        }
    }
    out.push(line[line.length - 1]);
    return out;
}

/** Unit normals of a line at its points. */
export function normals(line) {
    return line.map((_, i) => {
        const a = line[Math.max(0, i - 1)], b = line[Math.min(line.length - 1, i + 1)];
        const l = distance(a, b) || 1;
        return [-(b[1] - a[1]) / l, (b[0] - a[0]) / l];
    });
}

/** The line with a gentle wander to both sides; its ends stay. */
export function wander(line, seed, amplitude, wavelength) {
    const wave = noise(seed), fine = noise(seed + 99), n = normals(line), total = lengthOf(line);
    let along = 0;
    return line.map((p, i) => {
        if (i) along += distance(line[i - 1], p);
        const calm = Math.min(1, along / 12, (total - along) / 12);
        const d = amplitude * calm * (wave(along / wavelength) + 0.4 * fine(3 * along / wavelength));
        return [p[0] + n[i][0] * d, p[1] + n[i][1] * d];
    });
}

/** Fewer points, none further than `off` from the line (Douglas and Peucker). */
export function simplify(line, off) {
    const keep = new Uint8Array(line.length);
    keep[0] = keep[line.length - 1] = 1;
    const open = [[0, line.length - 1]];
    while (open.length) {
        const [from, to] = open.pop();
        let worst = 0, at = -1;
        for (let i = from + 1; i < to; i++) {
            const d = nearest([line[from], line[to]], line[i]).distance;
            if (d > worst) [worst, at] = [d, i];
        }
        if (worst > off) { keep[at] = 1; open.push([from, at], [at, to]); }
    }
    return line.filter((_, i) => keep[i]);
}

/** Exact Euclidean distance on a grid from the cells that are set (Felzenszwalb, Huttenlocher). */
export function distanceField(set, width, height) {
    const far = 1e9, field = new Float64Array(width * height);
    for (let i = 0; i < field.length; i++) field[i] = set[i] ? 0 : far;
    const pass = (n, start, step) => {
        const f = new Float64Array(n), v = new Int32Array(n), z = new Float64Array(n + 1);
        for (let i = 0; i < n; i++) f[i] = field[start + i * step];
        let k = 0;
        v[0] = 0; z[0] = -Infinity; z[1] = Infinity;
        for (let q = 1; q < n; q++) {
            let s;
            do {
                const p = v[k];
                s = (f[q] + q * q - f[p] - p * p) / (2 * (q - p));
            } while (s <= z[k] && k-- > 0);
            k++;
            v[k] = q; z[k] = s; z[k + 1] = Infinity;
        }
        for (let q = 0, j = 0; q < n; q++) {
            while (z[j + 1] < q) j++;
            field[start + q * step] = (q - v[j]) ** 2 + f[v[j]];
        }
    };
    for (let x = 0; x < width; x++) pass(height, x, width);
    for (let y = 0; y < height; y++) pass(width, y * width, 1);
    return field.map(Math.sqrt);
}

/** A field softened by a box of 2r+1, twice. */
export function soften(field, width, height, r) {
    let from = field;
    for (let round = 0; round < 2; round++) {
        for (const [n, m, step, row] of [[width, height, 1, width], [height, width, width, 1]]) {
            const to = new Float64Array(from.length);
            for (let j = 0; j < m; j++)
                for (let i = 0; i < n; i++) {
                    let sum = 0;
                    for (let d = -r; d <= r; d++)
                        sum += from[j * row + Math.max(0, Math.min(n - 1, i + d)) * step];
                    to[j * row + i * step] = sum / (2 * r + 1);
                }
            from = to;
        }
    }
    return from;
}

/** Closed lines where the field has the value `level`; its edge counts as lower. Marching squares. */
export function contours(field, width, height, level) {
    const value = (x, y) => x < 0 || y < 0 || x >= width || y >= height ? -1e3
                                                                       : field[y * width + x] - level;
    const next = new Map(), point = new Map();
    const edge = (x, y, down) => `${x},${y},${down ? 1 : 0}`;
    const cut = (x, y, down) => {
        const a = value(x, y), b = down ? value(x, y + 1) : value(x + 1, y), t = a / (a - b);
        const key = edge(x, y, down);
        point.set(key, down ? [x, y + t] : [x + t, y]);
        return key;
    };
    for (let y = -1; y < height; y++)
        for (let x = -1; x < width; x++) {
            const corner = [value(x, y), value(x + 1, y), value(x + 1, y + 1), value(x, y + 1)];
            const code = corner.reduce((c, v, i) => c | (v > 0 ? 1 << i : 0), 0);
            if (code === 0 || code === 15) continue;
            const top = () => cut(x, y, false), left = () => cut(x, y, true);
            const bottom = () => cut(x, y + 1, false), right = () => cut(x + 1, y, true);
            // From edge to edge, with what is higher on the right hand.
            const way = { 1: [[left, top]], 2: [[top, right]], 3: [[left, right]], 4: [[right, bottom]],
                          5: [[left, top], [right, bottom]], 6: [[top, bottom]], 7: [[left, bottom]],
                          8: [[bottom, left]], 9: [[bottom, top]], 10: [[top, right], [bottom, left]],
                          11: [[bottom, right]], 12: [[right, left]], 13: [[right, top]],
                          14: [[top, left]] }[code];
            for (const [a, b] of way) next.set(a(), b());
        }
    const lines = [];
    while (next.size) {
        const first = next.keys().next().value, line = [];
        for (let k = first; next.has(k);) {
            line.push(point.get(k));
            const then = next.get(k);
            next.delete(k);
            k = then;
        }
        line.push(line[0]);
        lines.push(line);
    }
    return lines;
}

/** Short strokes down both flanks of ridges, where `free(from, to)` has room for them. */
export function hachures(ridges, free) {
    const strokes = [];
    ridges.forEach((ridge, k) => {
        const line = wander(smooth(ridge, 2.2), k + 200, 3, 15), n = normals(line), vary = noise(k + 300);
        line.forEach((p, i) => {
            const swell = Math.sin(Math.PI * (i + 0.5) / line.length);
            for (const s of [1, -1]) {
                const l = (3.2 + 5 * swell) * (0.85 + 0.35 * vary(i * 1.7 + s));
                const lean = 0.35 * vary(i / 3);
                const a = [p[0] + s * n[i][0] * 1.3, p[1] + s * n[i][1] * 1.3];
                const b = [a[0] + s * l * (n[i][0] + lean * n[i][1]), a[1] + s * l * (n[i][1] - lean * n[i][0])];
                if (free(a, b)) strokes.push([a, b]);
            }
        });
    });
    return strokes;
}

/** For each place the side on which its name covers least; sizes in units of the board. */
export function labelSides(places, roads, width, { letter = 6, lineHeight = 11, block = 15 } = {}) {
    const boxes = [], result = {};
    const overlap = (a, b) => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) *
                              Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
    const around = places.map(({ id, at: [x, y] }) => ({ id, box: [x - block, y - block, x + block, y + block] }));
    const crowd = p => places.filter(q => distance(p.at, q.at) < 70).length;
    const ways = roads.map(line => smooth(line, 6));
    for (const { id, name, at: [x, y] } of [...places].sort((a, b) => crowd(b) - crowd(a))) {
        const w = name.length * letter + 2, h = lineHeight;
        const sides = {
            below: [x - w / 2, y + block, 0], above: [x - w / 2, y - block - h, 0.5],
            right: [x + block + 1, y - h / 2, 1], left: [x - block - 1 - w, y - h / 2, 1],
        };
        let best = null;
        for (const [side, [bx, by, taste]] of Object.entries(sides)) {
            const box = [bx, by, bx + w, by + h];
            let cost = taste;
            for (const a of around) if (a.id !== id) cost += overlap(box, a.box) / 4;
            for (const b of boxes) cost += overlap(box, b) / 2;
            for (const way of ways)
                for (const p of way)
                    if (p[0] > bx && p[0] < bx + w && p[1] > by && p[1] < by + h) cost += 0.8;
            if (bx < 12 || bx + w > width - 12) cost += 50;
            if (!best || cost < best.cost) best = { cost, side, box };
        }
        boxes.push(best.box);
        result[id] = best.side;
    }
    return result;
}

/** The cheapest way over a grid (A*); `cost(cell)` is at least `least`, Infinity: closed. Cells, or null. */
export function cheapestWay(width, height, cost, least, start, goal) {
    const at = c => [c % width, Math.floor(c / width)], guess = c => least * distance(at(c), at(goal));
    const sum = new Map([[start, 0]]), before = new Map(), heap = [[guess(start), start]];
    const push = item => {
        heap.push(item);
        for (let i = heap.length - 1; i > 0;) {
            const up = (i - 1) >> 1;
            if (heap[up][0] <= heap[i][0]) break;
            [heap[up], heap[i]] = [heap[i], heap[up]];
            i = up;
        }
    };
    const pop = () => {
        const top = heap[0], last = heap.pop();
        if (!heap.length) return top;
        heap[0] = last;
        for (let i = 0;;) {
            let c = 2 * i + 1;
            if (c + 1 < heap.length && heap[c + 1][0] < heap[c][0]) c++;
            if (c >= heap.length || heap[c][0] >= heap[i][0]) break;
            [heap[c], heap[i]] = [heap[i], heap[c]];
            i = c;
        }
        return top;
    };
    while (heap.length) {
        const c = pop()[1];
        if (c === goal) break;
        const [x, y] = at(c);
        for (let dy = -1; dy <= 1; dy++)
            for (let dx = -1; dx <= 1; dx++) {
                const nx = x + dx, ny = y + dy, n = ny * width + nx;
                if ((!dx && !dy) || nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
                const s = sum.get(c) + cost(n) * Math.hypot(dx, dy);
                if (!(s < (sum.get(n) ?? Infinity))) continue;
                sum.set(n, s);
                before.set(n, c);
                push([s + guess(n), n]);
            }
    }
    if (!before.has(goal) && start !== goal) return null;
    const cells = [];
    for (let c = goal; c !== undefined; c = before.get(c)) cells.unshift(c);
    return cells;
}

/** As the `d` of an SVG path: one decimal, relative. */
export function path(line, closed = false) {
    const round = v => Math.round(v * 10);
    let [x, y] = line[0].map(round);
    let d = `M${x / 10} ${y / 10}`, command = '';
    const last = closed ? line.length - 1 : line.length;
    for (let i = 1; i < last; i++) {
        const [nx, ny] = line[i].map(round);
        if (nx === x && ny === y) continue;
        d += `${command || 'l'}${(nx - x) / 10} ${(ny - y) / 10}`;
        command = ' ';
        [x, y] = [nx, ny];
    }
    return (d + (closed ? 'z' : '')).replace(/ -/g, '-').replace(/(^|[^0-9.])0\./g, '$1.');
}

/** The points of a path that `path` wrote: for tests. One list per subpath. */
export function pointsOf(d) {
    return d.split('M').filter(Boolean).map(part => {
        const numbers = part.match(/-?\d*\.?\d+/g).map(Number);
        const line = [[numbers[0], numbers[1]]];
        for (let i = 2; i < numbers.length; i += 2) {
            const [x, y] = line[line.length - 1];
            line.push([x + numbers[i], y + numbers[i + 1]]);
        }
        if (part.includes('z')) line.push(line[0]);
        return line;
    });
}

/** Is the point inside the closed lines (even-odd)? */
export function inside(lines, [x, y]) {
    let odd = false;
    for (const line of lines)
        for (let i = 1; i < line.length; i++) {
            const [a, b] = [line[i - 1], line[i]];
            if (a[1] > y !== b[1] > y && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]) odd = !odd;
        }
    return odd;
}
