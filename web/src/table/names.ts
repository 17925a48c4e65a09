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

interface Candidate { box: Box; anchor: Anchor; cost: number }

const sides: Side[] = ['right', 'left', 'below', 'above'];
const shifts = [0, 0.5, -0.5, 1, -1, 0.25, -0.25, 0.75, -0.75, 1.3, -1.3]; // a little up, down or aside

/** Where a name can stand: on which side, how far out, how much aside; and what that costs by itself. */
interface Slot { side: Side; far: number; shift: number; cost: number }

/** All of them, the cheapest first, by the map maker's side. */
const slotsBy = new Map(sides.map(best => [best, sides.flatMap((side, k) => Array.from({ length: reach }, (_, far) => shifts.map((shift, i): Slot =>
    ({ side, far, shift, cost: (side === best ? 0 : 2 + k * 0.1) + i * 0.6 + far * 4 }))).flat()).sort((a, b) => a.cost - b.cost)]));

/** A name that looks for its spot. Most find it at once, so that a slot is looked at only when it is its turn. */
interface Search {
    n: Named; slots: Slot[]; seen: (Candidate | null)[]; sheet: Box;
    /** What is drawn at its place, seen from there. */
    own: Box[];
    /** As far as its slots reach; and what lies in there. */
    near: Box; things: Box[]; strangers: Box[]; roads: Point[]; others: Search[];
}

type Point = readonly [number, number];
const holds = (b: Box, [x, y]: Point) => x > b[0] && x < b[2] && y > b[1] && y < b[3];
const heightOf = (n: Named) => n.size * (ascent + descent);

function boxIn({ n, own }: Search, { side, far, shift }: Slot): Box {
    const high = heightOf(n), w = n.width;
    let left, top;
    if (side === 'left' || side === 'right') {
        top = -high / 2 + shift * high * 1.1;
        const out = clear(own, top, top + high, 1, side === 'right' ? 1 : -1) + far * n.size * 0.7;
        left = side === 'right' ? out : -out - w;
    } else {
        left = -w / 2 + shift * w * 0.8;
        const out = clear(own, left, left + w, 0, side === 'below' ? 1 : -1) + far * n.size * 0.6;
        top = side === 'below' ? out : -out - high;
    }
    return [n.x + left, n.y + top, n.x + left + w, n.y + top + high];
}

/** A slot with all that it costs; null: it leaves the sheet. */
function candidate(s: Search, i: number): Candidate | null {
    const known = s.seen[i];
    if (known !== undefined) return known;
    const slot = s.slots[i], box = boxIn(s, slot), inside = box[0] >= s.sheet[0] && box[1] >= s.sheet[1] && box[2] <= s.sheet[2] && box[3] <= s.sheet[3];
    if (!inside) return s.seen[i] = null;
    let cost = slot.cost;
    for (const t of s.things) if (meet(t, box)) cost += covered + shared(t, box);
    for (const t of s.strangers) if (meet(t, box)) cost += 1.5; // whose name is it?
    for (const p of s.roads) if (holds(box, p)) cost += 0.15;
    return s.seen[i] = { box, anchor: slot.side === 'right' ? 'start' : slot.side === 'left' ? 'end' : 'middle', cost };
}

/** Those that lie over nothing, the best first. */
const freeOnes = (s: Search) => s.slots.map((_, i) => candidate(s, i)).filter(c => c !== null && c.cost < covered).sort((a, b) => a!.cost - b!.cost) as Candidate[];

const covered = 1000; // more than any spot costs
const passes = 3; // then nobody finds a better spot

function begin(n: Named, sheet: Box): Search {
    const own = n.own.map(b => moved(b, -n.x, -n.y)), high = heightOf(n), out = gap + reach * n.size, aside = Math.max(...shifts);
    const edge = (i: number, least: number) => Math.max(least, out + (i % 2 ? high : n.width) + own.reduce((far, b) => Math.max(far, i < 2 ? -b[i] : b[i]), 0));
    const [across, along] = [n.width * (0.5 + 0.8 * aside), high * (0.5 + 1.1 * aside)];
    const near: Box = [n.x - edge(0, across), n.y - edge(1, along), n.x + edge(2, across), n.y + edge(3, along)];
    return { n, slots: slotsBy.get(n.side)!, seen: [], sheet, own, near, things: [], strangers: [], roads: [], others: [] };
}

/** A spot for each name, around its place; null where none is free. */
export function placeNames(list: Named[], sheet: Box, roads: Roads = new Roads([]), others: Box[] = []): Map<string, Spot | null> {
    const things = [...list.flatMap(n => n.own), ...others], wide = things.map(t => wider(t, 4)), chosen: Chosen = new Map();
    const order = [...list].sort((a, b) => b.weight - a.weight || a.y - b.y || a.x - b.x).map(n => begin(n, sheet));
    for (const s of order) {
        s.things = things.filter(t => meet(t, s.near));
        s.strangers = wide.filter((t, i) => meet(t, s.near) && !s.n.own.includes(things[i]));
        s.roads = roads.within(s.near);
        s.others = order.filter(o => o !== s && meet(s.near, o.near));
    }
    for (let pass = 0; pass < passes; pass++)
        for (const s of order) {
            const taken = s.others.map(o => chosen.get(o)?.box).filter(b => b !== undefined);
            let best: Candidate | undefined, least = Infinity;
            for (let i = 0; i < s.slots.length && s.slots[i].cost < least; i++) {
                const c = candidate(s, i);
                if (!c || c.cost >= least) continue;
                let cost = c.cost;
                for (const t of taken) if (meet(t, c.box)) cost += covered + shared(t, c.box);
                if (cost < least) [best, least] = [c, cost];
            }
            if (best) chosen.set(s, best);
        }
    for (const s of order) if (!isFree(s, chosen)) makeRoom(s, chosen);
    return kept(order, chosen, things);
}

type Chosen = Map<Search, Candidate>;

/** Clear of all things, and of all names but these. */
const meets = (s: Search, box: Box, chosen: Chosen) => s.others.filter(o => { const c = chosen.get(o); return c && meet(c.box, box); });
const isFree = (s: Search, chosen: Chosen) => { const c = chosen.get(s); return c !== undefined && c.cost < covered && !meets(s, c.box, chosen).length; };

/** Others stand aside for a name without a spot, if they all find one. */
function makeRoom(s: Search, chosen: Chosen): void {
    for (const c of freeOnes(s)) {
        const trial = new Map(chosen).set(s, c);
        const done = meets(s, c.box, chosen).every(o => {
            const spot = freeOnes(o).find(d => !meets(o, d.box, trial).length);
            if (spot) trial.set(o, spot);
            return spot;
        });
        if (!done) continue;
        for (const [other, spot] of trial) chosen.set(other, spot);
        return;
    }
}

function spotOf(n: Named, { box, anchor }: Candidate): Spot {
    const [left, top] = [box[0] - n.x, box[1] - n.y], w = n.width;
    return { x: left + (anchor === 'start' ? 0 : anchor === 'end' ? w : w / 2), y: top + n.size * ascent, anchor,
             way: `M0 0L${(left + w / 2).toFixed(1)} ${(top + heightOf(n) / 2).toFixed(1)}` };
}

/** What still lies over something is left out, the lightest first. */
function kept(order: Search[], chosen: Chosen, things: Box[]): Map<string, Spot | null> {
    const result = new Map<string, Spot | null>(), taken: Box[] = [];
    for (const s of order) {
        const c = chosen.get(s), free = c && !things.some(t => meet(t, c.box)) && !taken.some(t => meet(t, c.box));
        if (free) taken.push(c.box);
        result.set(s.n.id, free ? spotOf(s.n, c) : null);
    }
    return result;
}

/** Points along the roads, by the square of the sheet that they lie in: names look at those nearby. */
export class Roads {
    private readonly squares = new Map<number, Point[]>();
    private static readonly side = 50; // of a square
    constructor(points: Iterable<Point>) {
        for (const p of points) {
            const key = Roads.key(Math.floor(p[0] / Roads.side), Math.floor(p[1] / Roads.side)), list = this.squares.get(key);
            if (list) list.push(p);
            else this.squares.set(key, [p]);
        }
    }
    private static key(i: number, j: number): number { return i * 0x10000 + j; }
    within(box: Box): Point[] {
        const [left, top, right, bottom] = box.map(n => Math.floor(n / Roads.side)), found: Point[] = [];
        for (let i = left; i <= right; i++)
            for (let j = top; j <= bottom; j++) for (const p of this.squares.get(Roads.key(i, j)) ?? []) if (holds(box, p)) found.push(p);
        return found;
    }
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
/** A letter's width with the space behind it: italics of Fell are narrow, capitals are not. */
const letterWidth = (text: string) => (text === text.toUpperCase() ? 0.8 : 0.56);

/** The boxes of its letters. */
function lettersOf(w: Water, { along, across }: Slid, courses: Map<string, [number, number][]>): Box[] | null {
    const long = w.text.length * letterWidth(w.text) * w.size, boxes: Box[] = [];
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

/** As far as a name can slide. */
function rangeOf(w: Water, courses: Map<string, [number, number][]>): Box {
    const out = 2 * w.size;
    if (w.at) return around(w.at[0], w.at[1], w.text.length * letterWidth(w.text) * w.size + Math.max(...slides) + out);
    const points = courses.get(w.course!.id)!;
    return points.reduce<Box>(([a, b, c, d], [x, y]) => [Math.min(a, x - out), Math.min(b, y - out), Math.max(c, x + out), Math.max(d, y + out)], [Infinity, Infinity, -Infinity, -Infinity]);
}

/** Where each may stand, or null: nowhere. What was placed counts as taken. */
export function placeWaters(list: Water[], courses: Map<string, [number, number][]>, taken: Box[], sheet: Box): (Slid | null)[] {
    const all = [...taken];
    return list.map(w => {
        const range = rangeOf(w, courses), near = all.filter(t => meet(t, range));
        for (const across of w.at ? [0, w.size, -w.size] : [0])
            for (const along of slides) {
                const boxes = lettersOf(w, { along, across }, courses);
                if (!boxes?.every(b => b[0] >= sheet[0] && b[1] >= sheet[1] && b[2] <= sheet[2] && b[3] <= sheet[3] && !near.some(t => meet(t, b)))) continue;
                all.push(...boxes);
                return { along, across };
            }
        return null;
    });
}
