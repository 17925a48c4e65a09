// Chat: players so that everyone hears them; those who look on among themselves, until the end.
import { useEffect, useState } from 'preact/hooks';
import { user } from '../account';
import type { Chat } from '../types';
import { useBottom } from './Log';
import { Person } from './Person';
import { chat, info, over, say, unreadChat } from './store';

const day = (at: number) => new Date(at * 1000).toLocaleDateString(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
const hour = (at: number) => new Date(at * 1000).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });

function Line({ c, before, open }: { c: Chat; before?: Chat; open: (name: string) => void }) {
    const account = user.value && !user.value.guest;
    return (
        <>
            {(!before || day(before.at) !== day(c.at)) && <p class="chat-day"><span>{day(c.at)}</span></p>}
            <p class={c.room === 'spectators' ? 'chat-line aside' : 'chat-line'}>
                <time dateTime={new Date(c.at * 1000).toISOString()}>{hour(c.at)}</time>{' '}
                {account && c.from && c.from !== user.value?.name && !c.from.startsWith('Guest-')
                    ? <button type="button" class="quiet person" aria-haspopup="dialog" onClick={() => open(c.from)}>{c.from}</button>
                    : <strong>{c.from}</strong>}
                {c.room === 'spectators' && <small> (watching)</small>} {c.text}</p>
        </>
    );
}

export function Talk() {
    const [ref, newest] = useBottom();
    const [text, setText] = useState(''), [person, setPerson] = useState('');
    useEffect(() => { unreadChat.value = 0; }, [chat.value.length]);
    const submit = (e: Event) => {
        e.preventDefault();
        if (text.trim() && say(text.trim())) setText('');
    };
    const plays = info.value!.mine.length > 0, may = plays || (user.value && !user.value.guest);
    return (
        <div class="talk">
            <div class="log-frame">
                <div class="log" ref={ref} tabIndex={0} role="log" aria-label="Chat"><div>
                    {chat.value.map((c, i) => <Line key={c.id} c={c} before={chat.value[i - 1]} open={setPerson} />)}
                    {!chat.value.length && <p class="faint">No messages yet.</p>}
                </div></div>
                {newest}
            </div>
            {may ? <form onSubmit={submit}>
                <input aria-label="Message" maxLength={500} value={text} onInput={e => setText(e.currentTarget.value)}
                       placeholder={plays ? '' : over.value ? 'To everyone here' : 'To the others who watch'} />
                <button type="submit">Send</button></form>
                : <p class="faint small">Log in to chat with the others who watch.</p>}
            {person && <Person name={person} close={() => setPerson('')} />}
        </div>
    );
}
