// What happened, newest below, with names that can be clicked; talk and notes beside it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { user } from '../account';
import { chat, face, log, moreLog, notes, olderLog, saveNotes, say, seat, unreadChat } from './store';
import { Marked } from './Marked';

function useBottom(length: number) {
    const ref = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const node = ref.current;
        if (node && (node.scrollHeight - node.scrollTop - node.clientHeight < 160)) node.scrollTop = node.scrollHeight;
    }, [length]);
    return ref;
}

export function LogList() {
    const ref = useBottom(log.value.length);
    useEffect(() => { if (ref.current) ref.current.scrollTop = ref.current.scrollHeight; }, []);
    const Chapters = face.value!.Log;
    return (
        <div class="log" ref={ref} tabIndex={0} role="region" aria-label="Log">
            {moreLog.value && <button type="button" class="quiet" onClick={olderLog}>Earlier…</button>}
            {Chapters ? <Chapters entries={log.value} /> : <ol>
                {log.value.flatMap(entry => entry.events.map((e, i) =>
                    <li key={`${entry.n}.${i}`} class={`${e.seat ?? 'none'} kind-${e.kind}${e.kind === 'turn' ? ' turn' : ''}`}>
                        <Marked text={e.text} /></li>))}
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

export function Notes() {
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
