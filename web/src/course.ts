// The course of a game, as the server tells it (docs/views.md).
import { get } from './net';

export interface Line { label: string; seat: string | null; values: (number | null)[] }
export interface Luck extends Line { what: string; dice: number; got: number; expected: number; deviation: number }
export interface Battle { at: number; turn: number; seat: string | null; place: string | null; name: string | null; winner: string | null; text: string; losses: Record<string, number> }
export interface Moment { at: number; kind: string; text: string }
export interface Course {
    unit: string; margin: string | null; turns: { turn: number; at: number; label: string }[];
    charts: { title: string; lines: Line[] }[]; losses: Line[]; luck: Luck[]; battles: Battle[]; moments: Moment[];
}

/** As a seat may know it; without one, as a spectator, after the end all of it. */
export function loadCourse(table: string, seat: string | null, secret?: string | null): Promise<Course> {
    const query = new URLSearchParams({ ...(seat ? { seat } : {}), ...(secret ? { secret } : {}) }).toString();
    return get<Course>(`/api/tables/${table}/course${query ? `?${query}` : ''}`);
}
