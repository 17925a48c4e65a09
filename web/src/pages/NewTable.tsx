import { useEffect, useState } from 'preact/hooks';
import { beGuest, user } from '../account';
import { bestBot, games, loadGames, machineName } from '../games';
import { post, Refusal } from '../net';
import { go } from '../route';
import type { Game, Table } from '../types';

type Way = 'bot' | 'friend' | 'hotseat';

const ways: [Way, string, string][] = [
    ['bot', 'Against the machine', 'At once; no account needed.'],
    ['friend', 'Against another player', 'You get a link to send, or the table stands open in the lobby. Both need an account. Now or over weeks.'],
    ['hotseat', 'All of us at this screen', 'Where something is hidden, the board is covered while you hand over.'],
];

/** Who plays a seat: me, another player, or a machine by its name, as the server takes it. */
type Hands = Record<string, string>;

function handsFor(g: Game, way: Way, seat: string): Hands {
    const other = way === 'bot' ? `bot:${bestBot(g)}` : way === 'friend' ? 'open' : 'me';
    return Object.fromEntries(g.seats.map(s => [s.id, s.id === seat ? 'me' : other]));
}

function Seats({ g, hands, change }: { g: Game; hands: Hands; change: (hands: Hands) => void }) {
    const set = (seat: string, hand: string) => { // two seats: whoever takes the other side leaves his own
        const other = g.seats.length === 2 ? g.seats.find(s => s.id !== seat)!.id : null;
        const swap = other && hand === 'me' && hands[other] === 'me';
        change({ ...hands, [seat]: hand, ...(swap ? { [other]: hands[seat] } : {}) });
    };
    const bots = g.bots.filter(b => Object.values(hands).includes(`bot:${b.name}`));
    return (
        <fieldset><legend>Who plays what</legend>
            {g.seats.map(s => (
                <label key={s.id} class="choice option"><span><strong>{s.title}</strong><small>{s.summary}</small></span>
                    <select name={`seat-${s.id}`} aria-label={`Who plays ${s.title}`} value={hands[s.id]}
                            onChange={e => set(s.id, e.currentTarget.value)}>
                        <option value="me">me</option>
                        <option value="open">another player</option>
                        {g.bots.map(b => <option key={b.name} value={`bot:${b.name}`}>machine: {machineName(b.name)}</option>)}
                    </select></label>
            ))}
            {bots.map(b => <p key={b.name} class="bot-words"><strong>{machineName(b.name)}</strong>: {b.summary}.</p>)}
        </fieldset>
    );
}

function Form({ g }: { g: Game }) {
    const [hands, setHands] = useState<Hands>(() => handsFor(g, 'bot', g.seats[0].id));
    const [scenario, setScenario] = useState(g.scenarios[0].id);
    const [options, setOptions] = useState<Record<string, string>>({});
    const [open, setOpen] = useState(false), [title, setTitle] = useState(''), [days, setDays] = useState('');
    const [error, setError] = useState(''), [busy, setBusy] = useState(false);
    const account = user.value && !user.value.guest, who = Object.values(hands);
    const friends = who.includes('open'), nobody = !who.includes('me');
    const mine = g.seats.find(s => hands[s.id] === 'me')?.id ?? g.seats[0].id;
    const way: Way | null = friends ? 'friend' : who.every(h => h === 'me') ? 'hotseat' : who.some(h => h.startsWith('bot:')) ? 'bot' : null;
    const submit = async (e: Event) => {
        e.preventDefault();
        setBusy(true);
        setError('');
        const body: Record<string, unknown> = { game: g.id, scenario, options, seats: hands, public: open };
        if (title.trim()) body.title = title.trim();
        if (days && friends) body.clock = { days: Number(days), bonus_hours: 12 };
        try {
            if (!user.value) await beGuest();
            go(`#/table/${(await post<{ table: Table }>('/api/tables', body)).table.id}`);
        } catch (x) { setError((x as Refusal).message); setBusy(false); }
    };
    return (
        <form class="new-table" onSubmit={submit}>
            <fieldset><legend>With whom?</legend>
                {ways.map(([id, name, summary]) => (
                    <label key={id} class="choice"><input type="radio" name="way" checked={way === id} onChange={() => setHands(handsFor(g, id, mine))} />
                        <span><strong>{name}</strong><small>{summary}</small></span></label>
                ))}
                {friends && !account && <p class="notice why">For this you need an account: <a href="#/account">register here</a>, it takes ten seconds.</p>}
            </fieldset>
            <Seats g={g} hands={hands} change={setHands} />
            {nobody && <p class="notice why">One seat at least is yours.</p>}
            <fieldset><legend>Scenario</legend>
                {g.scenarios.map(s => (
                    <label key={s.id} class="choice"><input type="radio" name="scenario" checked={scenario === s.id} onChange={() => setScenario(s.id)} />
                        <span><strong>{s.title}</strong><small>{s.summary}</small></span></label>
                ))}
            </fieldset>
            {g.options.length > 0 && <fieldset><legend>Options</legend>
                {g.options.map(o => (
                    <label key={o.id} class="choice option"><span><strong>{o.title}</strong><small>{o.summary}</small></span>
                        <select value={options[o.id] ?? o.values[0]} onChange={e => setOptions({ ...options, [o.id]: e.currentTarget.value })}>
                            {o.values.map(v => <option key={v} value={v}>{v.replace(/_/g, ' ')}</option>)}</select></label>
                ))}
            </fieldset>}
            <fieldset><legend>Table</legend>
                <label class="choice"><input type="checkbox" checked={open} onChange={e => setOpen(e.currentTarget.checked)} />
                    <span><strong>Public</strong><small>It stands in the lobby; anyone may watch what spectators may see, and take an open seat.</small></span></label>
                <label>Its name <input maxLength={60} value={title} placeholder={g.title} onInput={e => setTitle(e.currentTarget.value)} /></label>
                {friends && <label>Time <select value={days} onChange={e => setDays(e.currentTarget.value)}>
                    <option value="">no clock</option><option value="3">3 days each, 12 hours more per turn</option>
                    <option value="14">14 days each, 12 hours more per turn</option></select></label>}
            </fieldset>
            {error && <p class="notice refused" role="alert">{error}</p>}
            <button type="submit" class="primary big" disabled={busy || nobody || (friends && !account)}>Set up the table</button>
        </form>
    );
}

export function NewTable({ id }: { id?: string }) {
    useEffect(() => { void loadGames(); document.title = 'New table – Musket'; }, []);
    const g = games.value.find(x => x.id === id) ?? games.value[0];
    if (!g) return <main class="page"><p class="loading">…</p></main>;
    return (
        <main class="page">
            <h1>A new table</h1>
            {games.value.length > 1 && <nav class="choose-game">{games.value.map(x => <a key={x.id} href={`#/new/${x.id}`} aria-current={x.id === g.id ? 'page' : undefined}>{x.title}</a>)}</nav>}
            <h2>{g.title}</h2>
            <Form key={g.id} g={g} />
        </main>
    );
}
