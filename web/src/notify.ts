// A word from the browser when it is one's turn and the page is out of sight.
import { signal } from '@preact/signals';
import { go } from './route';
import type { Table } from './types';
import { listen } from './wire';

const possible = typeof Notification !== 'undefined';
export const notifying = signal(possible && Notification.permission === 'granted' && localStorage.getItem('notify') === 'on');
/** What the browser answered, if it does not let us. */
export const notifyTrouble = signal('');

export async function setNotifying(on: boolean): Promise<void> {
    notifyTrouble.value = '';
    if (on && (!possible || await Notification.requestPermission() !== 'granted')) {
        notifyTrouble.value = 'The browser does not allow it; its settings for this page decide.';
        on = false;
    }
    localStorage.setItem('notify', on ? 'on' : 'off');
    notifying.value = on;
}

const told = new Map<string, number>(); // of which version of which table one was told

listen(frame => {
    const t = frame.t === 'table' ? frame.table as Table : null;
    if (!t?.my_turn || t.state !== 'playing' || !document.hidden || !notifying.value || told.get(t.id) === t.n) return;
    told.set(t.id, t.n);
    const note = new Notification('Your turn', { body: t.title || 'A table waits for you.', tag: t.id });
    note.onclick = () => { window.focus(); go(`#/table/${t.id}`); note.close(); };
});
