// The games of this server, and the folder of the page that draws each.
import { signal } from '@preact/signals';
import { get } from './net';
import type { Face } from './games/face';
import type { Game, View } from './types';

/** A folder in src/games with an index file is a game's face; a game without one has the plain face. */
const folders = import.meta.glob<{ face: Face }>('./games/*/index.tsx');
const hasFace = (g: Game) => `./games/${g.id}/index.tsx` in folders;

/** Those with a face of their own come first. */
export const games = signal<Game[]>([]);

let asked: Promise<Game[]> | null = null;
export function loadGames(): Promise<Game[]> {
    asked ??= get<{ games: Game[] }>('/api/games')
        .then(answer => (games.value = answer.games.sort((a, b) => Number(hasFace(b)) - Number(hasFace(a)))))
        .catch(error => { asked = null; throw error; });
    return asked;
}

export const gameOf = (id: string) => games.value.find(g => g.id === id);

export async function loadFace(id: string): Promise<Face> {
    const folder = folders[`./games/${id}/index.tsx`] ?? folders['./games/any/index.tsx'];
    return (await folder()).face;
}

const boards = new Map<string, Promise<View>>();
export function loadBoard(address: string): Promise<View> {
    if (!boards.has(address)) boards.set(address, get<View>(address));
    return boards.get(address)!;
}
