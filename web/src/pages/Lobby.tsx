import { useEffect, useState } from 'preact/hooks';
import { beGuest, user } from '../account';
import { bestBot, gameOf, games, loadGames, machineName } from '../games';
import { enterLobby, lobbyKnown, myTables, publicTables } from '../lobby';
import { sitDown } from '../dice';
import { post, type Refusal } from '../net';
import { hasLesson } from '../guide';
import { go } from '../route';
import { outcomeText } from '../table/End';
import { setTitle } from '../turn';
import type { ClockRule, Game, Table } from '../types';
import { MapPicture } from './MapPicture';
import { handsFor, lengthOf } from './NewTable';

const seatTitle = (t: Table, seat: string) => gameOf(t.game)?.seats.find(s => s.id === seat)?.title ?? seat;

export function ago(seconds: number): string {
    const s = Date.now() / 1000 - seconds;
    if (s < 90) return 'just now';
    if (s < 5400) return `${Math.round(s / 60)} minutes ago`;
    if (s < 129600) return `${Math.round(s / 3600)} hours ago`;
    return `${Math.round(s / 86400)} days ago`;
}

export const clockWords = (c: ClockRule) =>
    ('minutes' in c ? `live, ${c.minutes} minutes each` : 'move_days' in c ? `${c.move_days} day${c.move_days > 1 ? 's' : ''} per move` : `${c.days} days for the game`);

function state(t: Table): string {
    if (t.state === 'over') return t.outcome ? outcomeText(t.outcome, s => seatTitle(t, s)) : 'over';
    if (t.problem) return 'damaged';
    if (t.invited) return `${t.owner} invites you`;
    if (t.state === 'open') return t.mine.length ? 'waiting for players' : `${t.seats.filter(s => s.state === 'open').map(s => seatTitle(t, s.seat)).join(' or ') || 'no seat'} free`;
    if (t.paused) return 'paused';
    if (!t.mine.length) return t.seats.every(s => s.bot) ? 'computers play' : 'in play'; // turns are told to the players only
    return t.my_turn ? 'your turn' : t.turn ? `${seatTitle(t, t.turn)} to play` : 'in play';
}

export function TableRow({ t }: { t: Table }) {
    const g = gameOf(t.game), scenario = g?.scenarios.find(s => s.id === t.scenario);
    const players = t.seats.map(s => `${seatTitle(t, s.seat)}: ${s.bot ? `Computer (${machineName(t.game, s.bot)})` : s.state === 'kept' ? `reserved for ${s.player}` : s.player ?? 'open'}`).join(' · ');
    const what = [t.title && g?.title, scenario && (scenario.title !== g?.title ? scenario.title : ''), scenario?.years, t.clock && clockWords(t.clock), t.counts && 'counts'];
    return (
        <li>
            <a class={`table-row${(t.my_turn && t.state === 'playing') || t.invited ? ' my-turn' : ''}`} href={`#/table/${t.id}`}>
                <MapPicture game={t.game} />
                <span class="table-title">{t.title || g?.title || t.game}</span>
                <span class="table-when">{ago(t.changed)}</span>
                <span class="table-state">{state(t)}</span>
                <span class="table-what">{what.filter(Boolean).join(' · ')}</span>
                <span class="table-players">{players}</span>
            </a>
        </li>
    );
}

function PlayNow({ g }: { g: Game }) {
    const [error, setError] = useState('');
    const start = async (make: () => Promise<Table>) => {
        setError('');
        try {
            if (!user.value) await beGuest();
            go(`#/table/${(await make()).id}`);
        } catch (e) { setError((e as Refusal).message); }
    };
    const play = (seat: string) => start(() => sitDown('/api/tables', { game: g.id, seats: handsFor(g, 'bot', seat) }));
    const watch = () => start(async () => (await post<{ table: Table }>('/api/tables', { game: g.id, seats: handsFor(g, 'watch', '') })).table);
    const first = g.scenarios[0];
    return (
        <article class="game-card" data-game={g.id}>
            <MapPicture game={g.id} />
            <h3>{g.title}</h3>
            <p class="scenario-length">{first && [first.title, lengthOf(first)].filter(Boolean).join(', ')}</p>
            <p class="game-summary">{first?.summary}</p>
            <p class="choose-side">Play the computer as</p>
            <div class="seat-choices">
                {g.seats.map(s => (
                    <button key={s.id} type="button" class={`seat-choice ${s.id}`} title={s.summary} onClick={() => play(s.id)}><strong>{s.title}</strong></button>
                ))}
            </div>
            <p class="links"><a href={`#/new/${g.id}`}>A friend, scenarios, options…</a> {hasLesson(g.id) && <><a href={`#/learn/${g.id}`}>Guided first game</a> </>}<a href={`#/help/${g.id}`}>How to play</a>
                {bestBot(g) && <button type="button" class="mark-link watch-bots" onClick={watch}>Watch computers play</button>}</p>
            {error && <p class="notice refused" role="alert">{error}</p>}
        </article>
    );
}


/** A list of tables; of many the first ones, the rest on demand. */
function Tables({ title, list, shown = 5, empty }: { title: string; list: Table[]; shown?: number; empty?: preact.ComponentChildren }) {
    const [all, setAll] = useState(false);
    if (!list.length && !empty) return null;
    return (
        <section><h2>{title}</h2>
            {list.length ? <ul class="table-list">{(all ? list : list.slice(0, shown)).map(t => <TableRow key={t.id} t={t} />)}</ul> : empty}
            {!all && list.length > shown && <button type="button" class="quiet" onClick={() => setAll(true)}>All {list.length}</button>}
        </section>
    );
}

/** From the lobby on the page can be installed; a visit to a table asks for nothing that it does not show. */
function offerInstall(): void {
    if (document.querySelector('link[rel=manifest]')) return;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }));
}

export function Lobby() {
    useEffect(enterLobby, []);
    useEffect(offerInstall, []);
    useEffect(() => { setTitle('Musket'); void loadGames(); }, []);
    const tables = myTables.value, mine = new Set(tables.map(t => t.id)), others = publicTables.value.filter(t => !mine.has(t.id));
    const quiet = lobbyKnown.value && !tables.length && !others.length; // then the games have the whole width
    return (
        <main class="page lobby">
            <section class="hero">
                <h1>Musket</h1>
                <p class="lead">Board wargames of the American Revolution, every rule enforced, every die roll accounted for.</p>
            </section>
            <div class={`lobby-columns${quiet ? ' quiet-lobby' : ''}`}>
                <div class="lobby-tables">
                    <Tables title="Invitations" list={tables.filter(t => t.invited && t.state === 'open')} />
                    <Tables title="My tables" shown={3} list={tables.filter(t => t.state !== 'over' && !t.invited)} />
                    <Tables title="Open tables" list={others.filter(t => t.state === 'open')}
                            empty={<p class="faint">{lobbyKnown.value ? 'None right now. ' : 'Looking… '}<a href="#/new">Open one</a> and it appears here for everyone.</p>} />
                    <Tables title="Games to watch" list={others.filter(t => t.state === 'playing')} />
                    <Tables title="Finished" list={tables.filter(t => t.state === 'over').slice(0, 8)} />
                </div>
                <section class="lobby-games">
                    <h2>Play now</h2>
                    <div class="game-cards">{games.value.map(g => <PlayNow key={g.id} g={g} />)}</div>
                </section>
            </div>
        </main>
    );
}
