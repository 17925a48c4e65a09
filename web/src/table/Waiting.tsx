// A table before the start: who is missing, how to get him, and how to give it up.
import { useState } from 'preact/hooks';
import { beGuest, user } from '../account';
import { gameOf } from '../games';
import { sitDown } from '../dice';
import { post, type Refusal } from '../net';
import { clockWords } from '../pages/Lobby';
import { acquaintances, inARow, lengthOf } from '../pages/NewTable';
import { go, registerHere, route } from '../route';
import type { SeatOfTable } from '../types';
import { info, look, seatName } from './store';

/** What one sits down to. */
function Terms() {
    const t = info.value!, scenario = gameOf(t.game)?.scenarios.find(s => s.id === t.scenario);
    return <p class="terms">{scenario && `${scenario.title}, ${lengthOf(scenario)}\u00a0· `}{inARow([t.clock ? clockWords(t.clock) : 'no clock',
                              t.counts ? 'the game counts' : 'a friendly game', t.public && 'open to everyone'])}</p>;
}

function Link() {
    const t = info.value!, [copied, setCopied] = useState('');
    const link = `${location.origin}/#/table/${t.id}${t.secret ? `?secret=${t.secret}` : ''}`;
    const copy = async () => {
        try { await navigator.clipboard.writeText(link); setCopied('Copied.'); } catch { setCopied('Select it and copy it by hand.'); }
    };
    return (
        <>
            <label>Send this link to a friend
                <span class="copy"><input readOnly value={link} onFocus={e => e.currentTarget.select()} />
                    <button type="button" onClick={copy}>Copy</button></span></label>
            <p role="status">{copied}</p>
        </>
    );
}

function Invite({ seats, fail }: { seats: SeatOfTable[]; fail: (text: string) => void }) {
    const t = info.value!, [name, setName] = useState(''), [at, setAt] = useState(seats[0].seat);
    const seat = seats.some(s => s.seat === at) ? at : seats[0].seat;
    const submit = async (e: Event) => {
        e.preventDefault();
        fail('');
        try { await post(`/api/tables/${t.id}/invite`, { seat, player: name.trim() }); setName(''); } catch (x) { fail((x as Refusal).message); }
    };
    return (
        <form class="invite" onSubmit={submit}>
            <label>Or invite by name
                <span class="invite-line"><input name="player" required maxLength={24} value={name} list="known-players" autocomplete="off" onInput={e => setName(e.currentTarget.value)} />
                    {seats.length > 1 && <select aria-label="For which side" value={seat} onChange={e => setAt(e.currentTarget.value)}>
                        {seats.map(s => <option key={s.seat} value={s.seat}>{seatName(s.seat)}</option>)}</select>}
                    <button type="submit">Invite</button></span></label>
            <datalist id="known-players">{acquaintances().map(n => <option key={n} value={n} />)}</datalist>
        </form>
    );
}

/** To give it up: the owner cancels, who has a seat or an invitation gives it back. */
function Leave({ fail }: { fail: (text: string) => void }) {
    const t = info.value!, [sure, setSure] = useState(false), owner = t.owner === user.value?.name;
    if (!owner && !t.mine.length && !t.invited) return null;
    const leave = async () => {
        try { await post(`/api/tables/${t.id}/leave`); go('#/'); } catch (x) { fail((x as Refusal).message); }
    };
    if (!owner) return <button type="button" onClick={leave}>{t.invited ? 'Decline' : 'Leave the table'}</button>;
    return sure ? <><span>This deletes the table.</span> <button type="button" class="danger" onClick={leave}>Yes, cancel it</button> <button type="button" onClick={() => setSure(false)}>Keep it</button></>
        : <button type="button" onClick={() => setSure(true)}>Cancel the table</button>;
}

export function Waiting() {
    const t = info.value!, [error, setError] = useState(''), [busy, setBusy] = useState(false);
    if (t.state !== 'open') return null;
    const owner = t.owner === user.value?.name, stranger = !user.value || user.value.guest;
    const join = async (s: string) => {
        setError('');
        setBusy(true);
        try {
            const secret = route.value.query.get('secret');
            if (!user.value) await beGuest();
            await sitDown(`/api/tables/${t.id}/join`, secret ? { seat: s, secret } : { seat: s });
            look(undefined);
        } catch (e) { setError((e as Refusal).message); }
        setBusy(false);
    };
    const open = t.seats.filter(s => s.state === 'open'), kept = t.seats.filter(s => s.state === 'kept');
    const free = [...open, ...kept.filter(s => s.player === user.value?.name)], late = t.seats.filter(s => s.dice === 'asked' || s.dice === 'committed');
    if (t.seats.every(s => s.state === 'taken'))
        return (
            <section class="card waiting-card" aria-label="The dice">
                <h2>Everyone is here</h2>
                <p>Each player adds a secret to the key of the dice, so that nobody can choose them, not even the host. The game begins when
                    {' '}{late.map(s => s.player).join(' and ')} {late.length === 1 ? 'has' : 'have'} opened the page.</p>
                <Leave fail={setError} />
            </section>
        );
    const mayJoin = t.mine.length === 0 || t.seats.length > 2, needsAccount = t.counts && stranger;
    return (
        <section class="card waiting-card" aria-label="Seats to be taken">
            <h2>{t.invited ? `${t.owner} invites you` : mayJoin && free.length && !t.mine.length ? `${t.owner} looks for ${free.length === 1 ? 'a player' : 'players'}` : `Waiting for ${kept.length && !open.length ? kept.map(s => s.player).join(' and ') : free.length === 1 ? 'a player' : 'players'}`}</h2>
            {t.mine.length > 0 && <p>You play the {t.mine.map(seatName).join(' and the ')}.</p>}
            <Terms />
            {mayJoin && !needsAccount && <div class="buttons">{free.map(s =>
                <button key={s.seat} type="button" class="primary" disabled={busy} onClick={() => join(s.seat)}>Play the {seatName(s.seat)}{stranger && ' as a guest'}</button>)}
                {stranger && free.length > 0 && <a class="button" href={registerHere()}>Register first</a>}</div>}
            {mayJoin && needsAccount && <p>This game counts, so you need an account: <a class="button primary" href={registerHere()}>Register and come back here</a></p>}
            {kept.filter(s => s.player !== user.value?.name).map(s => <p key={s.seat} class="faint">{seatName(s.seat)} is reserved for {s.player}.</p>)}
            {t.mine.length > 0 && <Link />}
            {owner && !stranger && open.length > 0 && <Invite seats={open} fail={setError} />}
            <div class="buttons"><Leave fail={setError} /></div>
            {error && <p class="notice refused" role="alert">{error}</p>}
        </section>
    );
}
