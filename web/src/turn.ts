// It is my turn: a mark in the title, and a sound.
import { effect, signal } from '@preact/signals';
import { myTables } from './lobby';
import { listen } from './wire';
import type { Table } from './types';

// ---- The title ----

const title = signal('Musket'), mark = signal(false);
/** The table in front of us: the mark is about it, the number about the others. */
const here = signal('');

/** `mine`: what is in front of us waits for us. */
export function setTitle(words: string, mine = false, table = ''): void {
    title.value = words;
    mark.value = mine;
    here.value = table;
}

effect(() => {
    const others = myTables.value.filter(t => t.my_turn && t.state === 'playing' && t.id !== here.value).length;
    document.title = `${mark.value ? '● ' : ''}${others ? `(${others}) ` : ''}${title.value}`;
});

// ---- The sound ----

const kept = 'musket.sound';
export const sound = signal(localStorage.getItem(kept) !== 'off');
export function setSound(on: boolean): void {
    sound.value = on;
    localStorage.setItem(kept, on ? 'on' : 'off');
    if (on) beat();
}

let audio: AudioContext | null = null;

/** Two taps on a drum: a falling tone each. A browser that was not touched yet stays silent. */
function beat(): void {
    try {
        audio ??= new AudioContext();
        void audio.resume();
        for (const [at, loud] of [[0, .5], [.14, .9]]) {
            const tone = audio.createOscillator(), level = audio.createGain(), begin = audio.currentTime + at;
            tone.frequency.setValueAtTime(210, begin);
            tone.frequency.exponentialRampToValueAtTime(90, begin + .12);
            level.gain.setValueAtTime(.22 * loud, begin);
            level.gain.exponentialRampToValueAtTime(.001, begin + .16);
            tone.connect(level).connect(audio.destination);
            tone.start(begin);
            tone.stop(begin + .18);
        }
    } catch { /* no sound here */ }
}

/** Another person plays, too: against computers it is always my turn again at once. */
const withPeople = (t: Table) => t.seats.some(s => s.player && !t.mine.includes(s.seat));

/** It has become my turn at a table. */
export function turnSound(t: Table): void {
    if (sound.value && (withPeople(t) || document.hidden)) beat();
}

// At the tables that are not in front of us.
const waits = new Map<string, boolean>();
listen(frame => {
    const tables: Table[] = frame.t === 'table' ? [frame.table] : frame.t === 'lobby' ? frame.mine : [];
    for (const t of tables) {
        const mine = t.my_turn && t.state === 'playing';
        if (frame.t === 'table' && mine && waits.get(t.id) === false && t.id !== here.value) turnSound(t);
        waits.set(t.id, mine);
    }
});
