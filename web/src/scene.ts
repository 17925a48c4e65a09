// A view as things: what the records of docs/views.md say, sorted by what a board needs.
import type { Fields, View } from './types';

export interface Thing extends Fields { id: string }
export interface Arg { kind: string; id: string }
/** `refs` are its arguments as kind:id. */
export interface Action { text: string; label: string; verb: string; number: number; args: Arg[]; refs: string[] }

export interface Scene {
    places: Map<string, Thing>;
    /** Those that always stand on the map: all but the cells of a grid and boxes beside it. */
    towns: Thing[];
    /** The hexes among them; the same list as long as the board is the same. */
    hexes: Thing[];
    links: Thing[];
    /** What lies on the sides between hexes. */
    sides: Thing[];
    pieces: Map<string, Thing>;
    cards: Thing[];
    numbers: Map<string, Thing>;
    panels: Map<string, Thing>;
    seats: Thing[];
    prompt: Fields | null;
    actions: Action[];
    outcome: Thing[];
    /** Pieces by the place they stand on. */
    at: Map<string, Thing[]>;
    /** Places by the one they are part of: a fort, a box. */
    within: Map<string, Thing[]>;
    /** The cells of panels that pieces can stand in. */
    slots: Set<string>;
    /** Pairs of places with a way between them; ask `hasLink`. */
    linked: Set<string>;
}

/** The id in a reference kind:id. */
export const idOf = (ref: string) => ref.slice(ref.indexOf(':') + 1);
export const hasLink = (s: Scene, a: string, b: string) => s.linked.has(a < b ? `${a} ${b}` : `${b} ${a}`);
/** Cells of a grid: what is not on them is drawn by the map as a whole. */
export const isCell = (place: Thing) => place.kind === 'hex' || place.kind === 'side' || place.kind === 'corner' || place.kind === 'inside';

const isTown = (place: Thing) => place.x !== undefined && !isCell(place);

function readAction(text: string, f: Fields): Action {
    const args: Arg[] = [];
    for (const name of ['a', 'b', 'c'])
        if (f[name] !== undefined) args.push({ kind: String(f[`${name}_kind`] ?? 'number'), id: String(f[name]) });
    return { text, label: String(f.label ?? text), verb: String(f.verb ?? ''), number: Number(f.number ?? 0), args, refs: args.map(a => `${a.kind}:${a.id}`) };
}

// ---- From records to things ----
//
// A record that did not change is the same object as before, and so is the thing made of it: what is
// drawn of it need not be drawn again.

const actions = new WeakMap<Fields, Action>();
const things = new WeakMap<Fields, { board: Fields | undefined; thing: Thing }>();

/** The fields of a view's record add to those of the same record on the board. */
function thingOf(id: string, board: Fields | undefined, fields: Fields): Thing {
    const known = things.get(fields);
    if (known && known.board === board && known.thing.id === id) return known.thing;
    const thing: Thing = { ...board, ...fields, id };
    things.set(fields, { board, thing });
    return thing;
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
}

/** What the board says by itself, read once. */
interface Base { places: Map<string, Thing>; towns: Thing[]; hexes: Thing[]; links: Thing[]; sides: Thing[]; linked: Set<string>; within: Map<string, Thing[]>; rest: string[] }
const bases = new WeakMap<View, Base>();

function readBoard(board: View): Base {
    const base: Base = { places: new Map(), towns: [], hexes: [], links: [], sides: [], linked: new Set(), within: new Map(), rest: [] };
    for (const key in board) {
        const colon = key.indexOf(':'), type = key.slice(0, colon), thing = thingOf(key.slice(colon + 1), undefined, board[key]);
        if (type === 'place') {
            base.places.set(thing.id, thing);
            if (isTown(thing)) base.towns.push(thing);
            if (thing.kind === 'hex') base.hexes.push(thing);
            if (thing.of !== undefined) add(base.within, String(thing.of), thing);
        } else if (type === 'link') {
            const [a, b] = [String(thing.a), String(thing.b)].sort();
            base.links.push(thing);
            base.linked.add(`${a} ${b}`);
        } else if (type === 'side') base.sides.push(thing);
        else base.rest.push(key);
    }
    return base;
}

const same = <T>(a: T[], b: T[] | undefined) => b !== undefined && a.length === b.length && a.every((thing, i) => thing === b[i]);

/** The places of the board with what the view says of some of them; the same as before if it says the same. */
interface Told { base: Base; told: Thing[] }
const toldOf = new WeakMap<Scene, Told>();

function tellPlaces(scene: Scene, base: Base, told: Thing[], before: Scene | undefined): void {
    const old = before && toldOf.get(before);
    toldOf.set(scene, { base, told });
    if (before && old?.base === base && same(told, old.told)) { [scene.places, scene.towns] = [before.places, before.towns]; return; }
    if (!told.length) return; // as the board has them
    scene.places = new Map(base.places);
    for (const place of told) scene.places.set(place.id, place);
    scene.towns = [...scene.places.values()].filter(isTown);
}

/** Pieces by place: lists that are as they were are the same lists, and so is the whole. */
function gather(pieces: Map<string, Thing>, before: Map<string, Thing[]> | undefined): Map<string, Thing[]> {
    const at = new Map<string, Thing[]>();
    for (const piece of pieces.values()) if (piece.place !== undefined) add(at, String(piece.place), piece);
    if (!before) return at;
    let all = at.size === before.size;
    for (const [place, list] of at) {
        const old = before.get(place);
        if (same(list, old)) at.set(place, old!);
        else all = false;
    }
    return all ? before : at;
}

/** What is to be drawn; lists of pieces that are as they were `before` are the same lists. */
export function sceneOf(board: View, view: View, before?: Scene): Scene {
    let base = bases.get(board);
    if (!base) bases.set(board, base = readBoard(board));
    const scene: Scene = {
        places: base.places, towns: base.towns, hexes: base.hexes, links: base.links, sides: base.sides, linked: base.linked, within: base.within,
        pieces: new Map(), cards: [], numbers: new Map(), panels: new Map(), slots: new Set(),
        seats: [], prompt: null, actions: [], outcome: [], at: new Map(),
    };
    const told: Thing[] = [];
    const read = (key: string, fields: Fields, inView: boolean) => {
        const known = actions.get(fields), colon = known ? 0 : key.indexOf(':'), type = known ? 'action' : key.slice(0, colon), id = key.slice(colon + 1);
        if (type === 'action') {
            const action = known ?? readAction(id, fields);
            if (!known) actions.set(fields, action);
            scene.actions.push(action);
            return;
        }
        const thing = thingOf(id, inView ? board[key] : undefined, fields);
        switch (type) {
        case 'place': told.push(thing); break;
        case 'piece': if (inView) scene.pieces.set(id, thing); break; // else it is somewhere unseen
        case 'card': if (inView) scene.cards.push(thing); break;
        case 'number': scene.numbers.set(id, thing); break;
        case 'panel':
            scene.panels.set(id, thing);
            if (thing.slot !== undefined) scene.slots.add(String(thing.slot));
            break;
        case 'seat': scene.seats.push(thing); break;
        case 'prompt': scene.prompt = thing; break;
        case 'outcome': scene.outcome.push(thing); break;
        }
    };
    for (const key of base.rest) if (!(key in view)) read(key, board[key], false);
    for (const key in view) read(key, view[key], true);
    scene.actions.sort((a, b) => a.number - b.number);
    scene.seats.sort((a, b) => Number(a.number) - Number(b.number));
    if (before && same(scene.actions, before.actions)) scene.actions = before.actions;
    tellPlaces(scene, base, told, before);
    scene.at = gather(scene.pieces, before?.at);
    return scene;
}

export const emptyScene = sceneOf({}, {});

export interface Mark { kind?: string; id?: string; text: string }

/** Quotation marks and minus signs as a printer sets them. */
export const typeset = (text: string) => text.replace(/"([^"]*)"/g, '“$1”').replace(/(^|[\s(])-(?=\d)/g, '$1−');

/** A text with names as [kind:id|Label], cut at them. */
export function marks(source: string): Mark[] {
    const parts: Mark[] = [], text = typeset(source);
    let last = 0;
    for (const m of text.matchAll(/\[([a-z_]+):([^|\]]+)\|([^\]]*)\]/g)) {
        if (m.index > last) parts.push({ text: text.slice(last, m.index) });
        parts.push({ kind: m[1], id: m[2], text: m[3] });
        last = m.index + m[0].length;
    }
    if (last < text.length) parts.push({ text: text.slice(last) });
    return parts;
}

/** Two steps of one way, "from A to B" and "from B to C", as one text; null: they are none. What they cost adds up. */
export function joinedWay(a: string, b: string): string | null {
    const way = /^(.* from )(\[[^\]]+\])( to )(\[[^\]]+\])(.*)$/, cost = /\d+(?= MP)/;
    const x = a.match(way), y = b.match(way);
    if (!x || !y || x[1] !== y[1] || x[4] !== y[2] || x[5].replace(cost, '') !== y[5].replace(cost, '')) return null;
    return x[1] + x[2] + y[3] + y[4] + y[5].replace(cost, n => String(Number(n) + Number(x[5].match(cost)![0])));
}

/** Each text once, with how often it came. */
export function counted(texts: string[]): string[] {
    const times = new Map<string, number>();
    for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
    return [...times].map(([text, n]) => (n > 1 ? `${text} × ${n}` : text));
}

export const plain = (text: string) => marks(text).map(m => m.text).join('');
