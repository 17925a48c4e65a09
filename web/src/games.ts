// The games of this server.
import { signal } from '@preact/signals';
import { get } from './net';
import type { Game } from './types';
import { hasFace } from './wire';

export { loadBoard, loadFace } from './wire';

/** Those with a face of their own come first, and of these the simplest: fewest seats, fewest kinds of action. */
export const games = signal<Game[]>([]);

let asked: Promise<Game[]> | null = null;
export function loadGames(): Promise<Game[]> {
    asked ??= get<{ games: Game[] }>('/api/games')
        .then(answer => (games.value = answer.games.sort((a, b) => Number(hasFace(b.id)) - Number(hasFace(a.id)) ||
            a.seats.length - b.seats.length || a.verbs.length - b.verbs.length)))
        .catch(error => { asked = null; throw error; });
    return asked;
}

/** The machine to play against at once; the server names the weakest first. */
export const bestBot = (g: Game) => (g.bots.find(b => b.name === 'np') ?? g.bots.find(b => b.name === 'greedy') ?? g.bots[0])?.name ?? '';

export const gameOf = (id: string) => games.value.find(g => g.id === id);

/** What a machine is called. */
export const machineName = (game: string, bot: string) => gameOf(game)?.bots.find(b => b.name === bot)?.title ?? bot;
