// What happened, newest below, with names that can be clicked; talk and notes beside it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { user } from '../account';
import type { GameEvent, LogEntry } from '../types';
import { chat, face, log, moreLog, notes, olderLog, over, saveNotes, say, seat, showSinceMine, sinceMine, unreadChat } from './store';
import { Marked } from './Marked';

function useBottom(length: number) {
    const ref = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const node = ref.current;
        if (node && (node.scrollHeight - node.scrollTop - node.clientHeight < 160)) node.scrollTop = node.scrollHeight;
    }, [length]);
    return ref;
}

/** Events that only explain are of the kinds `note` and `note_…`: they lie folded where they stand. */
export const isNote = (event: GameEvent) => /^note(_|$)/.test(event.kind);

export function Notes({ events }: { events: GameEvent[] }) {
    return (
        <details class="why">
            <summary>Why? <small>({events.length})</small></summary>
            <ul>{events.map((e, i) => <li key={i}><Marked text={e.text} /></li>)}</ul>
        </details>
    );
}

interface Line { key: string; event: GameEvent; notes: GameEvent[] }

/** Events one below the other; notes in a row are one line. */
function linesOf(entries: LogEntry[]): Line[] {
    const lines: Line[] = [];
    for (const entry of entries)
        entry.events.forEach((event, i) => {
            const last = lines[lines.length - 1];
            if (isNote(event) && last?.notes.length) last.notes.push(event);
            else lines.push({ key: `${entry.n}.${i}`, event, notes: isNote(event) ? [event] : [] });
        });
    return lines;
}

function Lines({ entries }: { entries: LogEntry[] }) {
    return <>{linesOf(entries).map(({ key, event, notes }) => (
        <li key={key} class={`${event.seat ?? 'none'} kind-${event.kind}${event.kind === 'turn' ? ' turn' : ''}`}>
            {notes.length ? <Notes events={notes} /> : <Marked text={event.text} />}</li>))}</>;
}

export function LogList() {
    const ref = useBottom(log.value.length);
    useEffect(() => { if (ref.current) ref.current.scrollTop = ref.current.scrollHeight; }, []);
    const Chapters = face.value!.Log;
    return (
        <div class="log" ref={ref} tabIndex={0} role="region" aria-label="Log">
            {moreLog.value && <button type="button" class="quiet" onClick={olderLog}>Earlier…</button>}
            {Chapters ? <Chapters entries={log.value} /> : <ol>
                <Lines entries={log.value.slice(0, log.value.length - sinceMine.value.length)} />
                {sinceMine.value.length > 0 && !over.value && <li class="since">Since your last move
                    <button type="button" class="quiet" onClick={showSinceMine}>Show it again</button></li>}
                <Lines entries={sinceMine.value} />
            </ol>}
            {!log.value.length && <p class="faint">Nothing has happened yet.</p>}
        </div>
    );
}

export function Talk() {
    const ref = useBottom(chat.value.length);
    const [text, setText] = useState('');
    useEffect(() => { unreadChat.value = 0; }, [chat.value.length]);
    const submit = (e: Event) => {
        e.preventDefault();
        if (text.trim() && say(text.trim())) setText('');
    };
    const may = user.value && !user.value.guest && seat.value !== null;
    return (
        <div class="talk">
            <div class="log" ref={ref} tabIndex={0} role="log" aria-label="Talk">
                {chat.value.map(c => <p key={c.id}><strong>{c.from}</strong> {c.text}</p>)}
                {!chat.value.length && <p class="faint">Nobody has said anything yet.</p>}
            </div>
            {may ? <form onSubmit={submit}>
                <input aria-label="Say something" maxLength={500} value={text} onInput={e => setText(e.currentTarget.value)} />
                <button type="submit">Say</button></form>
                : <p class="faint small">Players with an account can talk here.</p>}
        </div>
    );
}

export function OwnNotes() {
    const [text, setText] = useState(notes.value);
    useEffect(() => setText(notes.value), [notes.value]);
    if (seat.value === null) return <p class="faint">Notes are for players.</p>;
    return (
        <div class="notes">
            <label>My notes, seen by nobody else
                <textarea maxLength={4000} value={text} onInput={e => setText(e.currentTarget.value)}
                          onBlur={() => { if (text !== notes.value) saveNotes(text); }} /></label>
        </div>
    );
}
