// The games of this server.
import { signal } from '@preact/signals';
import { get } from './net';
import type { Game } from './types';
import { hasFace } from './wire';

export { loadBoard, loadFace } from './wire';

/** Those with a face of their own come first. */
export const games = signal<Game[]>([]);

let asked: Promise<Game[]> | null = null;
export function loadGames(): Promise<Game[]> {
    asked ??= get<{ games: Game[] }>('/api/games')
        .then(answer => (games.value = answer.games.sort((a, b) => Number(hasFace(b.id)) - Number(hasFace(a.id)))))
        .catch(error => { asked = null; throw error; });
    return asked;
}

export const gameOf = (id: string) => games.value.find(g => g.id === id);
