// The guided first game that is going on: which table, which step.
import { signal } from '@preact/signals';
import type { Lesson } from './games/lesson';
import type { Game } from './types';

const lessons = import.meta.glob<{ lesson: Lesson }>('./games/*/lesson.ts');

/** Games that have one. */
export const hasLesson = (game: string) => `./games/${game}/lesson.ts` in lessons;
export const loadLesson = async (game: string): Promise<Lesson> => (await lessons[`./games/${game}/lesson.ts`]()).lesson;

/** The table whose guide is open, and how far it has come; kept for when one comes back. */
export interface Guided { table: string; step: number }
const kept = 'musket.guide';
function read(): Guided | null {
    try { return JSON.parse(localStorage.getItem(kept) ?? 'null'); } catch { return null; }
}
export const guided = signal<Guided | null>(read());
export function setGuided(next: Guided | null): void {
    guided.value = next;
    if (next) localStorage.setItem(kept, JSON.stringify(next));
    else localStorage.removeItem(kept);
}

/** The journal that a lesson begins with: by the rules and data of this server, whatever they are. */
export function openingOf(lesson: Lesson, game: Game): string {
    const data = game.board.match(/v=([0-9a-f]+)/)?.[1] ?? '';
    return ['musket journal 2', `game ${game.id}`, `scenario ${lesson.scenario}`, ...game.options.map(o => `option ${o.id} ${o.values[0]}`),
        ...(lesson.nonplayers ? [`nonplayers ${lesson.nonplayers.join(' ')}`] : []), `rules ${game.rules_version}`, `data ${data}`,
        'generator chacha20', `key ${lesson.key}`, '', ...lesson.opening, `end ${lesson.opening.length}`, ''].join('\n');
}
