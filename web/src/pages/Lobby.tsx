import { useEffect, useState } from 'preact/hooks';
import { beGuest, user } from '../account';
import { bestBot, gameOf, games, loadGames, machineName } from '../games';
import { enterLobby, lobbyKnown, myTables, publicTables } from '../lobby';
import { post, Refusal } from '../net';
import { go } from '../route';
import { outcomeText } from '../table/End';
import type { Game, Table } from '../types';

const seatTitle = (t: Table, seat: string) => gameOf(t.game)?.seats.find(s => s.id === seat)?.title ?? seat;

export function ago(seconds: number): string {
    const s = Date.now() / 1000 - seconds;
    if (s < 90) return 'just now';
    if (s < 5400) return `${Math.round(s / 60)} minutes ago`;
    if (s < 129600) return `${Math.round(s / 3600)} hours ago`;
    return `${Math.round(s / 86400)} days ago`;
}

function state(t: Table): string {
    if (t.state === 'over') return t.outcome ? outcomeText(t.outcome, s => seatTitle(t, s)) : 'over';
    if (t.state === 'open') return t.mine.length ? 'waiting for players' : 'a seat is open';
    if (t.paused) return 'paused';
    return t.my_turn ? 'your turn' : t.turn ? `${seatTitle(t, t.turn)} to play` : 'in play';
}

export function TableRow({ t }: { t: Table }) {
    const players = t.seats.map(s => `${seatTitle(t, s.seat)}: ${s.bot ? `machine (${machineName(s.bot)})` : s.player ?? 'open'}`).join(' · ');
    return (
        <li>
            <a class={`table-row${t.my_turn && t.state === 'playing' ? ' my-turn' : ''}`} href={`#/table/${t.id}`}>
                <span class="table-title">{t.title || gameOf(t.game)?.title || t.game}</span>
                <span class="table-state">{state(t)}</span>
                <span class="table-players">{players}</span>
                <span class="table-when">{ago(t.changed)}</span>
            </a>
        </li>
    );
}

function PlayNow({ g }: { g: Game }) {
    const [error, setError] = useState('');
    const start = async (seat: string) => {
        setError('');
        try {
            if (!user.value) await beGuest();
            const seats = Object.fromEntries(g.seats.map(s => [s.id, s.id === seat ? 'me' : `bot:${bestBot(g)}`]));
            go(`#/table/${(await post<{ table: Table }>('/api/tables', { game: g.id, seats })).table.id}`);
        } catch (e) { setError((e as Refusal).message); }
    };
    return (
        <article class="game-card" data-game={g.id}>
            <h3>{g.title}</h3>
            <p>{g.scenarios[0]?.summary}</p>
            <p class="choose-side">Choose your side:</p>
            <div class="seat-choices">
                {g.seats.map(s => (
                    <button key={s.id} type="button" class={`seat-choice ${s.id}`} onClick={() => start(s.id)}>
                        <strong>{s.title}</strong><span>{s.summary}</span></button>
                ))}
            </div>
            <p class="links"><a href={`#/new/${g.id}`}>A friend, one screen for two, other options…</a> <a href={`#/help/${g.id}`}>How to play</a></p>
            {error && <p class="notice refused" role="alert">{error}</p>}
        </article>
    );
}

export function Lobby() {
    useEffect(enterLobby, []);
    useEffect(() => { document.title = 'Musket'; void loadGames(); }, []);
    const active = myTables.value.filter(t => t.state !== 'over'), done = myTables.value.filter(t => t.state === 'over');
    const open = publicTables.value.filter(t => !t.mine.length);
    return (
        <main class="page lobby">
            <section class="hero">
                <h1>Musket</h1>
                <p class="lead">Board wargames of the American Revolution, played by their own rulebooks: every rule enforced, every throw of the
                    dice accounted for.</p>
            </section>
            {active.length > 0 && <section><h2>My tables</h2><ul class="table-list">{active.map(t => <TableRow key={t.id} t={t} />)}</ul></section>}
            <section>
                <h2>Play now against the machine</h2>
                <div class="game-cards">{games.value.map(g => <PlayNow key={g.id} g={g} />)}</div>
            </section>
            <section>
                <h2>Open tables and games to watch</h2>
                {open.length ? <ul class="table-list">{open.map(t => <TableRow key={t.id} t={t} />)}</ul>
                    : <p class="faint">{lobbyKnown.value ? 'None at the moment. ' : 'Looking… '}<a href="#/new">Open one</a> and it appears here for everyone.</p>}
            </section>
            {done.length > 0 && <section><h2>Finished</h2><ul class="table-list">{done.slice(0, 8).map(t => <TableRow key={t.id} t={t} />)}</ul></section>}
        </main>
    );
}
