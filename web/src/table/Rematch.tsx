// Once more, sides changed: one table for all who played, which each takes or declines.
import { useEffect, useState } from 'preact/hooks';
import { sitDown } from '../dice';
import { listen, post, type Refusal } from '../net';
import { go } from '../route';
import { info } from './store';

const names = (list: string[]) => list.map(n => n || 'the other player').join(' and ');

export function Rematch() {
    const t = info.value!, again = t.rematch, [error, setError] = useState(''), [news, setNews] = useState(''), [asked, setAsked] = useState(false);
    // Whoever asked and stayed here goes along when it begins.
    useEffect(() => { if (asked && again?.state === 'playing') go(`#/table/${again.table}`); }, [asked, again?.state]);
    useEffect(() => listen(frame => { // the owner hears why it is gone
        if (frame.t === 'gone' && frame.table === info.value?.rematch?.table) { setAsked(false); setNews(String(frame.text ?? '')); }
    }), []);
    if (!t.mine.length) return null;
    const attempt = async (what: () => Promise<unknown>) => {
        setError('');
        try { await what(); } catch (e) { setError((e as Refusal).message); }
    };
    const accept = () => attempt(async () => { go(`#/table/${(await sitDown(`/api/tables/${t.id}/rematch`, {})).id}`); });
    const ask = () => attempt(async () => {
        const made = await sitDown(`/api/tables/${t.id}/rematch`, {});
        if (made.state === 'open') setAsked(true);
        else go(`#/table/${made.id}`);
    });
    const leave = () => attempt(async () => { setAsked(false); await post(`/api/tables/${again!.table}/leave`); });
    return (
        <div class="rematch" role="group" aria-label="Rematch">
            {!again && news && <p role="status">{news}</p>}
            {!again && <button type="button" onClick={ask}>Rematch, sides swapped</button>}
            {again?.state === 'open' && again.invited && <>
                <p role="status">{again.by} asks for a rematch, sides swapped.</p>
                <button type="button" class="primary" onClick={accept}>Play again</button> <button type="button" onClick={leave}>Decline</button></>}
            {again?.state === 'open' && !again.invited && <>
                <p role="status">You asked for a rematch. Waiting for {names(again.waiting)}.</p>
                <button type="button" onClick={leave}>Withdraw</button></>}
            {again && again.state !== 'open' && <a class="button primary" href={`#/table/${again.table}`}>Go to the rematch</a>}
            {error && <p class="notice refused" role="alert">{error}</p>}
        </div>
    );
}
