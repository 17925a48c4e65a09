// A view as things: what the records of docs/views.md say, sorted by what a board needs.
import type { Fields, View } from './types';

export interface Thing extends Fields { id: string }
export interface Arg { kind: string; id: string }
export interface Action { text: string; label: string; verb: string; number: number; args: Arg[] }

export interface Scene {
    places: Map<string, Thing>;
    links: Thing[];
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
}

const refOf = (arg: Arg) => `${arg.kind}:${arg.id}`;
export const refs = (action: Action) => action.args.map(refOf);

function readAction(text: string, f: Fields): Action {
    const args: Arg[] = [];
    for (const name of ['a', 'b', 'c'])
        if (f[name] !== undefined) args.push({ kind: String(f[`${name}_kind`] ?? 'number'), id: String(f[name]) });
    return { text, label: String(f.label ?? text), verb: String(f.verb ?? ''), number: Number(f.number ?? 0), args };
}

/** The fields of a view's record add to those of the same record on the board. */
export function sceneOf(board: View, view: View): Scene {
    const scene: Scene = {
        places: new Map(), links: [], pieces: new Map(), cards: [], numbers: new Map(), panels: new Map(),
        seats: [], prompt: null, actions: [], outcome: [], at: new Map(),
    };
    const add = (key: string, fields: Fields, inView: boolean) => {
        const colon = key.indexOf(':'), type = key.slice(0, colon), id = key.slice(colon + 1);
        const thing: Thing = { ...fields, id };
        switch (type) {
        case 'place': scene.places.set(id, thing); break;
        case 'link': scene.links.push(thing); break;
        case 'piece': if (inView) scene.pieces.set(id, thing); break; // else it is somewhere unseen
        case 'card': if (inView) scene.cards.push(thing); break;
        case 'number': scene.numbers.set(id, thing); break;
        case 'panel': scene.panels.set(id, thing); break;
        case 'seat': scene.seats.push(thing); break;
        case 'prompt': scene.prompt = fields; break;
        case 'action': scene.actions.push(readAction(id, fields)); break;
        case 'outcome': scene.outcome.push(thing); break;
        }
    };
    for (const key in board) if (!(key in view)) add(key, board[key], false);
    for (const key in view) add(key, { ...board[key], ...view[key] }, true);
    scene.actions.sort((a, b) => a.number - b.number);
    scene.seats.sort((a, b) => Number(a.number) - Number(b.number));
    for (const piece of scene.pieces.values()) {
        if (piece.place === undefined) continue;
        const there = scene.at.get(String(piece.place)) ?? [];
        there.push(piece);
        scene.at.set(String(piece.place), there);
    }
    return scene;
}

export const emptyScene = sceneOf({}, {});

export interface Mark { kind?: string; id?: string; text: string }

/** A text with names as [kind:id|Label], cut at them. */
export function marks(text: string): Mark[] {
    const parts: Mark[] = [];
    let last = 0;
    for (const m of text.matchAll(/\[([a-z_]+):([^|\]]+)\|([^\]]*)\]/g)) {
        if (m.index > last) parts.push({ text: text.slice(last, m.index) });
        parts.push({ kind: m[1], id: m[2], text: m[3] });
        last = m.index + m[0].length;
    }
    if (last < text.length) parts.push({ text: text.slice(last) });
    return parts;
}

export const plain = (text: string) => marks(text).map(m => m.text).join('');
