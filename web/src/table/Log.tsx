// What happened, newest below, with names that can be clicked; talk and notes beside it.
import { computed } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { user } from '../account';
import type { GameEvent, LogEntry } from '../types';
import { chat, face, log, moreLog, notes, olderLog, over, saveNotes, say, seat, showSinceMine, sinceMine, unreadChat } from './store';
import { Marked } from './Marked';

/** Shows the end as it grows, unless one has gone up to read. */
function useBottom(length: number) {
    const ref = useRef<HTMLDivElement>(null), reading = useRef(false);
    useEffect(() => {
        const node = ref.current!, hear = () => { reading.current = node.scrollHeight - node.scrollTop - node.clientHeight > 60; };
        node.addEventListener('scroll', hear);
        return () => node.removeEventListener('scroll', hear);
    }, []);
    useEffect(() => { if (!reading.current) ref.current!.scrollTop = ref.current!.scrollHeight; }, [length]);
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

/** What was told, with a name that stays. */
export interface Told { key: string; event: GameEvent }
export const told = (entries: LogEntry[]): Told[] =>
    entries.flatMap(entry => entry.events.map((event, i) => ({ key: `${entry.n}.${i}`, event })));

/** The first thing that was told since our own last deed. */
export const sinceKey = computed(() => (over.value ? undefined : told(sinceMine.value)[0]?.key));

export const Since = () => (
    <p class="since">Since your last move <button type="button" class="quiet" onClick={showSinceMine}>Show it again</button></p>
);

interface Line extends Told { notes: GameEvent[]; times: number }

/** Notes in a row are one line, and so is what is said again and again. */
function linesOf(list: Told[]): Line[] {
    const lines: Line[] = [];
    for (const { key, event } of list) {
        const last = key === sinceKey.value ? undefined : lines[lines.length - 1];
        if (isNote(event) && last?.notes.length) last.notes.push(event);
        else if (last?.event.text === event.text && last.event.seat === event.seat) last.times++;
        else lines.push({ key, event, notes: isNote(event) ? [event] : [], times: 1 });
    }
    return lines;
}

/** Events one below the other. */
export function Lines({ list }: { list: Told[] }) {
    return <ol>{linesOf(list).map(({ key, event, notes, times }) => (
        <Fragment key={key}>
            {key === sinceKey.value && <li class="none"><Since /></li>}
            <li class={`${event.seat ?? 'none'} kind-${event.kind}${event.kind === 'turn' ? ' turn' : ''}`}>
                {notes.length ? <Notes events={notes} /> : <Marked text={event.text} />}{times > 1 && <small> × {times}</small>}</li>
        </Fragment>))}</ol>;
}

export function LogList() {
    const ref = useBottom(log.value.length);
    const Chapters = face.value!.Log;
    return (
        <div class="log" ref={ref} tabIndex={0} role="region" aria-label="Log">
            {moreLog.value && <button type="button" class="quiet" onClick={olderLog}>Earlier…</button>}
            {Chapters ? <Chapters list={told(log.value)} /> : <Lines list={told(log.value)} />}
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
