// A view as things: what the records of docs/views.md say, sorted by what a board needs.
import type { Fields, View } from './types';

export interface Thing extends Fields { id: string }
export interface Arg { kind: string; id: string }
/** `refs` are its arguments as kind:id. */
export interface Action { text: string; label: string; verb: string; number: number; args: Arg[]; refs: string[] }

export interface Scene {
    places: Map<string, Thing>;
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

function actionOf(text: string, fields: Fields): Action {
    let action = actions.get(fields);
    if (!action) actions.set(fields, action = readAction(text, fields));
    return action;
}

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
interface Base { places: Map<string, Thing>; hexes: Thing[]; links: Thing[]; sides: Thing[]; linked: Set<string>; within: Map<string, Thing[]>; rest: string[] }
const bases = new WeakMap<View, Base>();

function readBoard(board: View): Base {
    const base: Base = { places: new Map(), hexes: [], links: [], sides: [], linked: new Set(), within: new Map(), rest: [] };
    for (const key in board) {
        const colon = key.indexOf(':'), type = key.slice(0, colon), thing = thingOf(key.slice(colon + 1), undefined, board[key]);
        if (type === 'place') {
            base.places.set(thing.id, thing);
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

const same = (a: Thing[], b: Thing[] | undefined) => b !== undefined && a.length === b.length && a.every((thing, i) => thing === b[i]);

/** What is to be drawn; lists of pieces that are as they were `before` are the same lists. */
export function sceneOf(board: View, view: View, before?: Scene): Scene {
    let base = bases.get(board);
    if (!base) bases.set(board, base = readBoard(board));
    const scene: Scene = {
        places: new Map(base.places), hexes: base.hexes, links: base.links, sides: base.sides, linked: base.linked, within: base.within,
        pieces: new Map(), cards: [], numbers: new Map(), panels: new Map(), slots: new Set(),
        seats: [], prompt: null, actions: [], outcome: [], at: new Map(),
    };
    const read = (key: string, fields: Fields, inView: boolean) => {
        const colon = key.indexOf(':'), type = key.slice(0, colon), id = key.slice(colon + 1);
        if (type === 'action') { scene.actions.push(actionOf(id, fields)); return; }
        const thing = thingOf(id, inView ? board[key] : undefined, fields);
        switch (type) {
        case 'place': scene.places.set(id, thing); break;
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
    for (const piece of scene.pieces.values()) if (piece.place !== undefined) add(scene.at, String(piece.place), piece);
    if (before) for (const [place, list] of scene.at) if (same(list, before.at.get(place))) scene.at.set(place, before.at.get(place)!);
    return scene;
}

export const emptyScene = sceneOf({}, {});

export interface Mark { kind?: string; id?: string; text: string }

/** Quotation marks as a printer sets them. */
export const typeset = (text: string) => text.replace(/"([^"]*)"/g, '“$1”');

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

/** Each text once, with how often it came. */
export function counted(texts: string[]): string[] {
    const times = new Map<string, number>();
    for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
    return [...times].map(([text, n]) => (n > 1 ? `${text} × ${n}` : text));
}

export const plain = (text: string) => marks(text).map(m => m.text).join('');
