// The lobby, live.
import { signal } from '@preact/signals';
import { listen, send, stand } from './net';
import type { Table } from './types';

export const publicTables = signal<Table[]>([]);
export const myTables = signal<Table[]>([]);
export const lobbyKnown = signal(false);

const newest = (a: Table, b: Table) => b.changed - a.changed;
const put = (list: Table[], t: Table) => [t, ...list.filter(o => o.id !== t.id)].sort(newest);
const putPublic = (t: Table) => {
    publicTables.value = t.state === 'over' ? publicTables.value.filter(o => o.id !== t.id) : put(publicTables.value, t);
};

/** A table of ours as we last saw it: what the title and the list say of it. */
export function noteTable(t: Table): void {
    if (t.mine.length) myTables.value = put(myTables.value, t);
}

listen(frame => {
    if (frame.t === 'lobby') {
        publicTables.value = frame.tables;
        myTables.value = frame.mine;
        lobbyKnown.value = true;
    } else if (frame.t === 'tables') { // as a visitor sees them
        const gone = new Set<string>(frame.gone);
        for (const t of frame.tables as Table[]) putPublic(t);
        publicTables.value = publicTables.value.filter(t => !gone.has(t.id));
    } else if (frame.t === 'table') {
        const t = frame.table as Table;
        if (t.mine.length || t.invited) myTables.value = put(myTables.value, t);
        else if (t.public) putPublic(t);
    } else if (frame.t === 'gone') {
        publicTables.value = publicTables.value.filter(t => t.id !== frame.table);
        myTables.value = myTables.value.filter(t => t.id !== frame.table);
    }
});

export function enterLobby(): () => void {
    stand('lobby', { t: 'lobby' });
    return () => { stand('lobby', null); send({ t: 'unlobby' }); };
}
