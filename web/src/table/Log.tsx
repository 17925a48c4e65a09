// What happened, newest below, with names that can be clicked; notes beside it.
import { computed } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { GameEvent, LogEntry } from '../types';
import { face, log, moreLog, notes, olderLog, over, replay, saveNotes, seat, showSinceMine, sinceMine, stands } from './store';
import { isTakenBack } from './history';
import { joinedWay } from '../scene';
import { Marked } from './Marked';

/**
 * Shows the end as it grows, unless one has gone up to read: by wheel, finger, key or the bar at the side.
 * Scrolling of its own, however late its event comes, is none of these. It follows when the list has grown, at the
 * end of a frame: to ask for its height earlier would lay out the page once more.
 */
export function useBottom(held = false) {
    const ref = useRef<HTMLDivElement>(null), byHand = useRef(-Infinity), [behind, setBehind] = useState(false), reading = useRef(false), still = useRef(held);
    still.current = held; // a replay leads
    const read = (is: boolean) => { reading.current = is; setBehind(is); };
    const toEnd = () => { if (still.current) return; const node = ref.current!; node.scrollTop = node.scrollHeight; };
    useEffect(() => {
        const node = ref.current!;
        const touched = () => { byHand.current = performance.now(); };
        const hear = () => {
            const below = node.scrollHeight - node.scrollTop - node.clientHeight;
            if (below < 24) { if (reading.current) read(false); } // at the end again, whoever led there
            else if (performance.now() - byHand.current < 1500) { if (!reading.current) read(true); touched(); } // it rolls on for a while
        };
        const hands = ['wheel', 'touchmove', 'keydown', 'pointerdown'];
        for (const hand of hands) node.addEventListener(hand, touched, { passive: true });
        node.addEventListener('scroll', hear, { passive: true });
        const grows = new ResizeObserver(() => { if (!reading.current) toEnd(); });
        grows.observe(node);
        for (const child of node.children) grows.observe(child);
        return () => {
            grows.disconnect();
            for (const hand of hands) node.removeEventListener(hand, touched);
            node.removeEventListener('scroll', hear);
        };
    }, []);
    const newest = behind && <button type="button" class="newest" onClick={() => { read(false); toEnd(); ref.current!.focus(); }}>Newest ↓</button>;
    return [ref, newest] as const;
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
export interface Told { key: string; event: GameEvent; back?: boolean; /** Entries of the journal up to it, where it stands. */ at?: number }
export const told = (entries: LogEntry[]): Told[] => entries.flatMap(entry => {
    const back = isTakenBack(entry, stands.value), at = stands.value.get(entry.n);
    return entry.events.map((event, i) => ({ key: `${entry.n}.${i}`, event, back, at }));
});

/** The first thing that was told since our own last action. */
export const sinceKey = computed(() => (over.value ? undefined : told(sinceMine.value)[0]?.key));

export const Since = () => (
    <p class="since">Since your last move <button type="button" class="quiet" onClick={showSinceMine}>Show it again</button></p>
);

interface Line extends Told { notes: GameEvent[]; times: number; to?: number }

/** A line goes on where the last one ended: step by step over a hex map. */
function goesOn(last: Line, event: GameEvent, back?: boolean): string | null {
    const same = face.value!.stepwise && last.event.kind === event.kind && last.event.seat === event.seat && last.back === back && last.times === 1;
    return same ? joinedWay(last.event.text, event.text) : null;
}

/** Notes in a row are one line, and so are the steps of one way and what is said again and again. */
function linesOf(list: Told[]): Line[] {
    const lines: Line[] = [];
    for (const { key, event, back, at } of list) {
        const last = key === sinceKey.value ? undefined : lines[lines.length - 1];
        const way = last && goesOn(last, event, back);
        if (way) { last.event = { ...last.event, text: way }; last.to = at ?? last.to; }
        else if (isNote(event) && last?.notes.length) { last.notes.push(event); last.to = at ?? last.to; }
        else if (last?.event.text === event.text && last.event.seat === event.seat && last.back === back) { last.times++; last.to = at ?? last.to; }
        else lines.push({ key, event, back, at, to: at, notes: isNote(event) ? [event] : [], times: 1 });
    }
    return lines;
}

/** How a line stands to the moment that a replay shows. */
function when({ at, to }: Line): string {
    const moment = replay.value?.at;
    return moment === undefined || at === undefined ? '' : at > moment ? ' later' : (to ?? at) >= moment ? ' now' : '';
}

/** Events one below the other. */
export function Lines({ list }: { list: Told[] }) {
    return <ol>{linesOf(list).map(line => { const { key, event, back, at, notes, times } = line; return (
        <Fragment key={key}>
            {key === sinceKey.value && <li class="none"><Since /></li>}
            <li class={`${event.seat ?? 'none'} kind-${event.kind}${event.kind === 'turn' ? ' turn' : ''}${back ? ' back' : ''}${when(line)}`} data-at={at}>
                {back && <span class="sr">Taken back: </span>}{notes.length ? <Notes events={notes} /> : <Marked text={event.text} />}{times > 1 && <small> × {times}</small>}</li>
        </Fragment>); })}</ol>;
}

/** While a replay runs the log shows the line of its moment, and fetches it if it is further back. */
function useStep(ref: { current: HTMLDivElement | null }): void {
    const at = replay.value?.at;
    useEffect(() => {
        if (at === undefined || !ref.current) return;
        const lines = [...ref.current.querySelectorAll<HTMLElement>('li[data-at]')], first = lines[0];
        if (moreLog.value && first && Number(first.dataset.at) > at) { olderLog(); return; }
        const line = lines.findLast(li => Number(li.dataset.at) <= at) ?? first, node = ref.current;
        if (!line) return;
        line.closest('details:not(.why)')?.setAttribute('open', '');
        const box = line.getBoundingClientRect(), frame = node.getBoundingClientRect();
        if (box.top < frame.top || box.bottom > frame.bottom) node.scrollTop += box.top - frame.top - frame.height / 2;
    }, [at, log.value.length]);
}

export function LogList() {
    const [ref, newest] = useBottom(replay.value !== null);
    useStep(ref);
    const Chapters = face.value!.Log;
    return (
        <div class="log-frame">
            <div class="log" ref={ref} tabIndex={0} role="region" aria-label="Log"><div>
                {moreLog.value && <button type="button" class="quiet" onClick={olderLog}>Earlier…</button>}
                {Chapters ? <Chapters list={told(log.value)} /> : <Lines list={told(log.value)} />}
                {!log.value.some(entry => entry.events.length) && <p class="faint">Nothing has happened yet.</p>}
            </div></div>
            {newest}
        </div>
    );
}

export function OwnNotes() {
    const [text, setText] = useState(notes.value);
    useEffect(() => setText(notes.value), [notes.value]);
    if (seat.value === null) return <p class="faint">Notes are for players.</p>;
    return (
        <div class="notes">
            <label>My notes (only you see them)
                <textarea maxLength={4000} value={text} onInput={e => setText(e.currentTarget.value)}
                          onBlur={() => { if (text !== notes.value) saveNotes(text); }} /></label>
        </div>
    );
}
