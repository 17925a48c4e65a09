// Where names stand on the map. One rule for all games: a name keeps clear of all that is drawn at places, of the
// other names and of the sheet's edge, and stays as near to its own place as that allows; of several such spots
// the map maker's side comes first. A name that finds no free spot waits until one looks closer. Names of waters
// come last: they slide along their course to where it is free.

/** Left, top, right, bottom, in units of the board. */
export type Box = readonly [number, number, number, number];
export type Side = 'below' | 'above' | 'left' | 'right';
export type Anchor = 'start' | 'middle' | 'end';
export interface Spot { x: number; y: number; anchor: Anchor; /** From the place to the middle of its name: what lies between belongs to it. */ way: string }

/** A place with its name: where it is, what is drawn there, how large the letters are. */
export interface Named { id: string; x: number; y: number; width: number; size: number; own: Box[]; side: Side; /** Higher ones choose first. */ weight: number }

export const around = (x: number, y: number, half: number, halfHeight = half): Box => [x - half, y - halfHeight, x + half, y + halfHeight];
export const moved = ([a, b, c, d]: Box, x: number, y: number): Box => [a + x, b + y, c + x, d + y];
const wider = ([a, b, c, d]: Box, by: number): Box => [a - by, b - by, c + by, d + by];
const meet = (p: Box, q: Box) => p[0] < q[2] && q[0] < p[2] && p[1] < q[3] && q[1] < p[3];
const shared = (p: Box, q: Box) => Math.max(0, Math.min(p[2], q[2]) - Math.max(p[0], q[0])) * Math.max(0, Math.min(p[3], q[3]) - Math.max(p[1], q[1]));

const ascent = 0.78, descent = 0.24; // of the size of the letters
const gap = 2.5, reach = 4; // from things to names; how many times a name may stand off its place

/** How far along `axis` a name must go out from its place to be clear of what is drawn there. */
function clear(own: Box[], from: number, to: number, low: 0 | 1, sign: 1 | -1): number {
    let edge = 0;
    for (const b of own) // those that lie in its way
        if (b[low] < to && b[low + 2] > from) edge = Math.max(edge, sign * (sign > 0 ? b[3 - low] : b[1 - low]));
    return edge + gap;
}

interface Candidate { box: Box; spot: Spot; cost: number }

const sides: Side[] = ['right', 'left', 'below', 'above'];

/** The spots around a place: on each side in the middle, then a little up, down or aside, then farther out. */
function candidates(n: Named): Candidate[] {
    const own = n.own.map(b => moved(b, -n.x, -n.y)), high = n.size * (ascent + descent), w = n.width, list: Candidate[] = [];
    const add = (left: number, top: number, anchor: Anchor, cost: number) => {
        const x = n.x + left + (anchor === 'start' ? 0 : anchor === 'end' ? w : w / 2), y = n.y + top + n.size * ascent;
        list.push({ box: [n.x + left, n.y + top, n.x + left + w, n.y + top + high], spot: { x: x - n.x, y: y - n.y, anchor, way: `M0 0L${(left + w / 2).toFixed(1)} ${(top + high / 2).toFixed(1)}` }, cost });
    };
    for (const side of sides) {
        const first = side === n.side ? 0 : 2 + sides.indexOf(side) * 0.1;
        for (let far = 0; far < reach; far++)
            for (const [i, shift] of [0, 0.5, -0.5, 1, -1, 0.25, -0.25, 0.75, -0.75, 1.3, -1.3].entries()) {
                const cost = first + i * 0.6 + far * 4;
                if (side === 'left' || side === 'right') {
                    const top = -high / 2 + shift * high * 1.1, out = clear(own, top, top + high, 1, side === 'right' ? 1 : -1) + far * n.size * 0.7;
                    add(side === 'right' ? out : -out - w, top, side === 'right' ? 'start' : 'end', cost);
                } else {
                    const left = -w / 2 + shift * w * 0.8, out = clear(own, left, left + w, 0, side === 'below' ? 1 : -1) + far * n.size * 0.6;
                    add(left, side === 'below' ? out : -out - high, 'middle', cost);
                }
            }
    }
    return list.sort((a, b) => a.cost - b.cost);
}

const covered = 1000; // more than any spot costs
const passes = 3; // then nobody finds a better spot

/** A spot for each name, around its place; null where none is free. */
export function placeNames(list: Named[], sheet: Box, roads: Iterable<readonly [number, number]> = [], others: Box[] = []): Map<string, Spot | null> {
    const things = [...list.flatMap(n => n.own), ...others], chosen = new Map<Named, Candidate>();
    const order = [...list].sort((a, b) => b.weight - a.weight || a.y - b.y || a.x - b.x);
    const ways = [...roads];
    const work: Work[] = order.map(n => {
        const all = candidates(n).filter(({ box }) => box[0] >= sheet[0] && box[1] >= sheet[1] && box[2] <= sheet[2] && box[3] <= sheet[3]);
        const near: Box = all.reduce<Box>((u, { box }) => [Math.min(u[0], box[0]), Math.min(u[1], box[1]), Math.max(u[2], box[2]), Math.max(u[3], box[3])],
                                          [Infinity, Infinity, -Infinity, -Infinity]);
        const close = things.filter(t => meet(t, near)), strangers = close.filter(t => !n.own.includes(t)).map(t => wider(t, 4)), lines = ways.filter(([x, y]) => x > near[0] && x < near[2] && y > near[1] && y < near[3]);
        for (const c of all) {
            for (const t of close) if (meet(t, c.box)) c.cost += covered + shared(t, c.box);
            for (const t of strangers) if (meet(t, c.box)) c.cost += 1.5; // whose name is it?
            for (const [x, y] of lines) if (x > c.box[0] && x < c.box[2] && y > c.box[1] && y < c.box[3]) c.cost += 0.15;
        }
        return { n, all: all.sort((a, b) => a.cost - b.cost), others: list.filter(o => o !== n && meet(near, grown(o))) };
    });
    for (let pass = 0; pass < passes; pass++)
        for (const { n, all, others } of work) {
            const taken = others.map(o => chosen.get(o)?.box).filter(b => b !== undefined);
            let best: Candidate | undefined, least = Infinity;
            for (const c of all) {
                if (c.cost >= least) break;
                let cost = c.cost;
                for (const t of taken) if (meet(t, c.box)) cost += covered + shared(t, c.box);
                if (cost < least) [best, least] = [c, cost];
            }
            if (best) chosen.set(n, best);
        }
    for (const w of work) if (!isFree(w, chosen)) makeRoom(w, work, chosen);
    return kept(order, chosen, things);
}

interface Work { n: Named; all: Candidate[]; others: Named[] }

/** Clear of all things, and of all names but these. */
const meets = (w: Work, box: Box, chosen: Map<Named, Candidate>) => w.others.filter(o => { const c = chosen.get(o); return c && meet(c.box, box); });
const isFree = (w: Work, chosen: Map<Named, Candidate>) => { const c = chosen.get(w.n); return c !== undefined && c.cost < covered && !meets(w, c.box, chosen).length; };

/** Others stand aside for a name without a spot, if they all find one. */
function makeRoom(w: Work, work: Work[], chosen: Map<Named, Candidate>): void {
    for (const c of w.all) {
        if (c.cost >= covered) return;
        const trial = new Map(chosen).set(w.n, c);
        const done = meets(w, c.box, chosen).every(o => {
            const other = work.find(x => x.n === o)!, spot = other.all.find(d => d.cost < covered && !meets(other, d.box, trial).length);
            if (spot) trial.set(o, spot);
            return spot;
        });
        if (!done) continue;
        for (const [n, spot] of trial) chosen.set(n, spot);
        return;
    }
}

/** As far as a name may reach. */
const grown = (n: Named): Box => around(n.x, n.y, n.width * 1.4 + 70, 90);

/** What still lies over something is left out, the lightest first. */
function kept(order: Named[], chosen: Map<Named, Candidate>, things: Box[]): Map<string, Spot | null> {
    const result = new Map<string, Spot | null>(), taken: Box[] = [];
    for (const n of order) {
        const c = chosen.get(n), free = c && !things.some(t => meet(t, c.box)) && !taken.some(t => meet(t, c.box));
        if (free) taken.push(c.box);
        result.set(n.id, free ? c.spot : null);
    }
    return result;
}

/** The box of a name that was placed. */
export function boxOf(n: Named, { x, y, anchor }: Spot): Box {
    const left = n.x + x - (anchor === 'start' ? 0 : anchor === 'end' ? n.width : n.width / 2), top = n.y + y - n.size * ascent;
    return [left, top, left + n.width, top + n.size * (ascent + descent)];
}

/** Points along paths of straight lines (M, L, l), a few units apart. */
export function pointsAlong(paths: Iterable<string>, step = 4): [number, number][] {
    const points: [number, number][] = [];
    for (const d of paths) {
        let x = 0, y = 0;
        for (const [, command, rest] of d.matchAll(/([MLl])([^MLl]*)/g)) {
            const n = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
            for (let i = 0; i + 1 < n.length; i += 2) {
                const [a, b] = command === 'l' ? [x + n[i], y + n[i + 1]] : [n[i], n[i + 1]], long = Math.hypot(a - x, b - y);
                if (command !== 'M' || i) for (let at = step; at < long; at += step) points.push([x + (a - x) * at / long, y + (b - y) * at / long]);
                points.push([x, y] = [a, b]);
            }
        }
    }
    return points;
}

// ---- How wide ----

const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/** A name's width in letters of size 1. */
export function widthOf(text: string, font: string): number {
    const key = `${font} ${text}`, known = widths.get(key);
    if (known !== undefined) return known;
    pen ??= document.createElement('canvas').getContext('2d');
    let width = text.length * 0.56;
    if (pen) {
        pen.font = font.replace('SIZE', '100px');
        width = pen.measureText(text).width / 100;
    }
    widths.set(key, width);
    return width;
}

/** Letters that came late are as wide as they are. */
export const forgetWidths = () => widths.clear();

// ---- Names of waters ----

/** A name on the water: straight, where and turned how; or on a course, beginning at this part of its length. */
export interface Water { text: string; kind: string; size: number; at?: [x: number, y: number, turn: number]; course?: { id: string; line: string; from: number; below?: boolean } }
/** How far it went from where the map maker put it, in units along its line and across. */
export interface Slid { along: number; across: number }

const slides = [0, 8, -8, 16, -16, 26, -26, 38, -38, 52, -52, 70, -70, 90, -90, 120, -120, 160, -160];
const letterWidth = 0.56; // with the space between; italics of Fell are narrow

/** The boxes of its letters. */
function lettersOf(w: Water, { along, across }: Slid, courses: Map<string, [number, number][]>): Box[] | null {
    const long = w.text.length * letterWidth * w.size, boxes: Box[] = [];
    if (w.at) {
        const [x, y, turn] = w.at, cos = Math.cos(turn * Math.PI / 180), sin = Math.sin(turn * Math.PI / 180);
        const begin = (w.kind === 'map-water-name' ? -long / 2 : 0) + along, up = across - w.size * 0.3;
        for (let d = begin; d <= begin + long; d += w.size * 0.6) boxes.push(around(x + d * cos - up * sin, y + d * sin + up * cos, w.size * 0.5));
        return boxes;
    }
    const points = courses.get(w.course!.id)!, first = Math.round(w.course!.from * points.length + along), last = first + Math.ceil(long);
    if (first < 0 || last >= points.length) return null;
    for (let i = first; i <= last; i += Math.ceil(w.size * 0.6)) {
        const [x, y] = points[i], [a, b] = points[Math.min(points.length - 1, i + 4)], l = Math.hypot(a - x, b - y) || 1;
        const out = w.course!.below ? w.size : -w.size * 0.8;
        boxes.push(around(x - (b - y) / l * out, y + (a - x) / l * out, w.size * 0.5));
    }
    return boxes;
}

/** One unit apart. */
export const courseOf = (line: string) => pointsAlong([line], 1);

/** Where each may stand, or null: nowhere. What was placed counts as taken. */
export function placeWaters(list: Water[], courses: Map<string, [number, number][]>, taken: Box[], sheet: Box): (Slid | null)[] {
    const all = [...taken];
    return list.map(w => {
        for (const across of w.at ? [0, w.size, -w.size] : [0])
            for (const along of slides) {
                const boxes = lettersOf(w, { along, across }, courses);
                if (!boxes?.every(b => b[0] >= sheet[0] && b[1] >= sheet[1] && b[2] <= sheet[2] && b[3] <= sheet[3] && !all.some(t => meet(t, b)))) continue;
                all.push(...boxes);
                return { along, across };
            }
        return null;
    });
}
