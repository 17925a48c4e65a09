import { useEffect, useState } from 'preact/hooks';
import { beGuest, user } from '../account';
import { bestBot, games, loadGames } from '../games';
import { sitDown } from '../dice';
import { myTables } from '../lobby';
import { post, type Refusal } from '../net';
import { go, registerHere } from '../route';
import { setTitle } from '../turn';
import type { Game, Scenario, Table } from '../types';

export type Way = 'bot' | 'friend' | 'hotseat' | 'watch';

const ways: [Way, string, string][] = [
    ['bot', 'Against the computer', 'Starts at once; no account needed.'],
    ['friend', 'Against another player', 'Send a link, invite by name, or wait in the lobby. Your friend can play as a guest.'],
    ['hotseat', 'Several players at this screen', 'A cover hides the board while you hand over.'],
    ['watch', 'Computers only', 'Watch them play; they pause when no one is watching.'],
];

/** Who plays a seat: me, another player, or a computer by its name, as the server takes it. */
export type Hands = Record<string, string>;

export function handsFor(g: Game, way: Way, seat: string, bot = bestBot(g)): Hands {
    const other = way === 'friend' ? 'open' : way === 'hotseat' ? 'me' : `bot:${bot}`;
    return Object.fromEntries(g.seats.map(s => [s.id, s.id === seat && way !== 'watch' ? 'me' : other]));
}

/** Facts in a row: a line may end between two of them, behind the dot, and nowhere else. */
export const inARow = (facts: (string | undefined | false | null)[]) => facts.filter(Boolean).map(f => String(f).replace(/ /g, '\u00a0').replace(/–/g, '\u2060–\u2060')).join('\u00a0· ');

/** Years, unless its title has them, length and usual hours of a scenario, in a few words. */
export const lengthOf = (s: Scenario) =>
    inARow([s.years && !s.title.includes(s.years) && s.years, s.turns > 0 && `${s.turns} ${s.turn_name}`, s.hours && `about ${s.hours} hours`]);

/** Clocks to choose from: what it is called, what the server takes. */
const clocks: [string, string, object | null][] = [
    ['', 'None', null],
    ['live-30', 'Live: 30 minutes each, 1 more per turn', { minutes: 30, bonus_minutes: 1 }],
    ['live-60', 'Live: 60 minutes each, 2 more per turn', { minutes: 60, bonus_minutes: 2 }],
    ['live-120', 'Live: 2 hours each, 5 minutes more per turn', { minutes: 120, bonus_minutes: 5 }],
    ['move-1', '1 day per move', { move_days: 1 }],
    ['move-3', '3 days per move', { move_days: 3 }],
    ['move-7', '7 days per move', { move_days: 7 }],
    ['bank-14', '14 days for the game, 12 hours more per turn', { days: 14, bonus_hours: 12 }],
];

/** Those one has played with: names to choose from. */
export const acquaintances = () => [...new Set(myTables.value.flatMap(t => t.seats.map(s => s.player ?? '')))]
    .filter(name => name && name !== user.value?.name && !name.startsWith('Guest-')).sort();

function Seats({ g, hands, change }: { g: Game; hands: Hands; change: (hands: Hands) => void }) {
    const set = (seat: string, hand: string) => { // two seats: whoever takes the other side leaves his own
        const other = g.seats.length === 2 ? g.seats.find(s => s.id !== seat)!.id : null;
        const swap = other && hand === 'me' && hands[other] === 'me';
        change({ ...hands, [seat]: hand, ...(swap ? { [other]: hands[seat] } : {}) });
    };
    return (
        <fieldset><legend>Who plays what</legend>
            {g.seats.map(s => (
                <label key={s.id} class="choice option"><span><strong>{s.title}</strong></span>
                    <select name={`seat-${s.id}`} aria-label={`Who plays ${s.title}`} value={hands[s.id]}
                            onChange={e => set(s.id, e.currentTarget.value)}>
                        <option value="me">me</option>
                        <option value="open">another player</option>
                        {g.bots.map(b => <option key={b.name} value={`bot:${b.name}`}>Computer ({b.title})</option>)}
                    </select></label>
            ))}
        </fieldset>
    );
}

function Sides({ g, mine, choose }: { g: Game; mine: string; choose: (seat: string) => void }) {
    return (
        <fieldset class="sides"><legend>Your side</legend>
            <div class="side-cards">{g.seats.map(s => (
                <label key={s.id} class={`choice side-card ${s.id}`}><input type="radio" name="side" value={s.id} checked={mine === s.id} onChange={() => choose(s.id)} />
                    <span><strong>{s.title}</strong><small>{s.summary}</small></span></label>
            ))}</div>
        </fieldset>
    );
}

/** How well the computer plays; with several at one table, none of them is marked. */
function Levels({ g, playing, choose }: { g: Game; playing: string[]; choose: (bot: string) => void }) {
    return (
        <fieldset class="levels"><legend>How the computer plays</legend>
            {g.bots.map(b => (
                <label key={b.name} class="choice"><input type="radio" name="level" value={b.name} checked={playing.length === 1 && playing[0] === b.name} onChange={() => choose(b.name)} />
                    <span><strong>{b.title}</strong><small>{b.summary}</small></span></label>
            ))}
        </fieldset>
    );
}

function Scenarios({ g, value, choose }: { g: Game; value: string; choose: (id: string) => void }) {
    return (
        <fieldset><legend>Scenario</legend>
            {g.scenarios.map(s => (
                <label key={s.id} class="choice"><input type="radio" name="scenario" checked={value === s.id} onChange={() => choose(s.id)} />
                    <span><strong>{s.title}</strong> <span class="scenario-length">{lengthOf(s)}</span><small>{s.summary}</small></span></label>
            ))}
        </fieldset>
    );
}

function Form({ g }: { g: Game }) {
    const [way, setWay] = useState<Way>('bot'), [mine, setMine] = useState(g.seats[0].id);
    const [hands, setHands] = useState<Hands>(() => handsFor(g, 'bot', g.seats[0].id));
    const [scenario, setScenario] = useState(g.scenarios[0].id), [options, setOptions] = useState<Record<string, string>>({});
    const [title, setTableTitle] = useState(''), [open, setOpen] = useState(false), [clock, setClock] = useState(''), [counts, setCounts] = useState(false);
    const [friend, setFriend] = useState(''), [error, setError] = useState(''), [busy, setBusy] = useState(false);
    const [level, setLevel] = useState(bestBot(g));
    const account = user.value && !user.value.guest;
    const who = Object.values(hands), friends = who.includes('open'), bots = g.bots.map(b => b.name).filter(name => who.includes(`bot:${name}`));
    const nobody = !who.includes('me') && who.some(h => !h.startsWith('bot:'));
    const fill = (nextWay: Way, seat: string) => { setWay(nextWay); setMine(seat); setHands(handsFor(g, nextWay, seat, level)); };
    const playAt = (bot: string) => {
        setLevel(bot);
        setHands(Object.fromEntries(Object.entries(hands).map(([seat, hand]) => [seat, hand.startsWith('bot:') ? `bot:${bot}` : hand])));
    };
    /** By hand: what the form says above follows. */
    const change = (next: Hands) => {
        const all = Object.values(next), first = g.seats.find(s => next[s.id] === 'me')?.id;
        setHands(next);
        if (first && next[mine] !== 'me') setMine(first);
        setWay(all.includes('open') ? 'friend' : all.every(h => h === 'me') ? 'hotseat' : all.every(h => h.startsWith('bot:')) ? 'watch' : 'bot');
    };
    const submit = async (e: Event) => {
        e.preventDefault();
        setBusy(true);
        setError('');
        const named = friend.trim(), seats = { ...hands };
        if (named) for (const s of g.seats) if (seats[s.id] === 'open') { seats[s.id] = `player:${named}`; break; }
        const body: Record<string, unknown> = { game: g.id, scenario, options, seats, public: open && !!account };
        if (title.trim()) body.title = title.trim();
        if (friends) { body.clock = clocks.find(c => c[0] === clock)?.[2]; body.counts = counts; }
        if (!body.clock) delete body.clock;
        try {
            if (!user.value) await beGuest();
            const t = way === 'watch' ? (await post<{ table: Table }>('/api/tables', body)).table : await sitDown('/api/tables', body);
            go(`#/table/${t.id}`);
        } catch (x) { setError((x as Refusal).message); setBusy(false); }
    };
    const seats = <Seats g={g} hands={hands} change={change} />;
    return (
        <form class="new-table" onSubmit={submit}>
            <Scenarios g={g} value={scenario} choose={setScenario} />
            <fieldset><legend>Who plays?</legend>
                {ways.map(([id, name, summary]) => (
                    <label key={id} class="choice"><input type="radio" name="way" checked={way === id} onChange={() => fill(id, mine)} />
                        <span><strong>{name}</strong><small>{summary}</small></span></label>
                ))}
                {friends && !account && <p class="notice why">You need an account to invite others: <a href={registerHere()}>register here</a> in ten seconds. Your guests need none.</p>}
            </fieldset>
            {(way === 'bot' || way === 'friend') && <Sides g={g} mine={mine} choose={seat => fill(way, seat)} />}
            {g.seats.length > 2 && seats}
            {bots.length > 0 && <Levels g={g} playing={bots} choose={playAt} />}
            {nobody && <p class="notice why">Take at least one seat yourself.</p>}
            {friends && <fieldset><legend>Opponents</legend>
                <label>Invite by name <input name="friend" list="acquaintances" maxLength={24} value={friend} placeholder="or leave it empty and send a link" autocomplete="off" onInput={e => setFriend(e.currentTarget.value)} /></label>
                <datalist id="acquaintances">{acquaintances().map(name => <option key={name} value={name} />)}</datalist>
                <label>Clock <select name="clock" value={clock} onChange={e => setClock(e.currentTarget.value)}>
                    {clocks.map(([id, name]) => <option key={id} value={id}>{name}</option>)}</select></label>
                <label class="choice"><input type="checkbox" name="counts" checked={counts} onChange={e => setCounts(e.currentTarget.checked)} />
                    <span><strong>The game counts</strong><small>The result counts for both players; both need an account.</small></span></label>
                <label class="choice"><input type="checkbox" name="public" checked={open && !!account} disabled={!account} onChange={e => setOpen(e.currentTarget.checked)} />
                    <span><strong>Open to everyone</strong><small>Listed in the lobby: anyone can take a free seat, or watch.</small></span></label>
            </fieldset>}
            <details class="more-options"><summary>More options</summary>
                {g.seats.length === 2 && seats}
                {g.options.length > 0 && <fieldset><legend>Rules</legend>
                    {g.options.map(o => (
                        <label key={o.id} class="choice option"><span><strong>{o.title}</strong><small>{o.summary}</small></span>
                            <select value={options[o.id] ?? o.values[0]} onChange={e => setOptions({ ...options, [o.id]: e.currentTarget.value })}>
                                {o.values.map(v => <option key={v} value={v}>{v.replace(/_/g, ' ')}</option>)}</select></label>
                    ))}
                </fieldset>}
                <fieldset><legend>Table</legend>
                    <label>Name <input maxLength={60} value={title} placeholder={g.title} onInput={e => setTableTitle(e.currentTarget.value)} /></label>
                    {!friends && <label class="choice"><input type="checkbox" checked={open && !!account} disabled={!account} onChange={e => setOpen(e.currentTarget.checked)} />
                        <span><strong>Public</strong><small>Listed in the lobby; anyone may watch, and sees what a spectator may see.{!account && ' You need an account.'}</small></span></label>}
                </fieldset>
            </details>
            {error && <p class="notice refused" role="alert">{error}</p>}
            <button type="submit" class="primary big" disabled={busy || nobody || (friends && !account)}>Set up the table</button>
        </form>
    );
}

export function NewTable({ id }: { id?: string }) {
    useEffect(() => { void loadGames(); setTitle('New table – Musket'); }, []);
    const g = games.value.find(x => x.id === id) ?? games.value[0];
    if (!g) return <main class="page"><p class="loading">…</p></main>;
    return (
        <main class="page">
            <h1>New table</h1>
            {games.value.length > 1 && <nav class="choose-game" aria-label="Game">{games.value.map(x => <a key={x.id} href={`#/new/${x.id}`} aria-current={x.id === g.id ? 'page' : undefined}>{x.title}</a>)}</nav>}
            <h2>{g.title}</h2>
            <Form key={g.id} g={g} />
        </main>
    );
}
