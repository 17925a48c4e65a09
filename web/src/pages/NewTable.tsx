import { useEffect, useState } from 'preact/hooks';
import { beGuest, user } from '../account';
import { games, loadGames } from '../games';
import { post, Refusal } from '../net';
import { go } from '../route';
import type { Game, Table } from '../types';

type Way = 'bot' | 'friend' | 'hotseat';

const ways: [Way, string, string][] = [
    ['bot', 'Against the machine', 'At once; no account needed.'],
    ['friend', 'Against another player', 'You get a link to send, or the table stands open in the lobby. Both need an account. Now or over weeks.'],
    ['hotseat', 'Two players at this screen', 'The board is covered while you hand over.'],
];

type Hand = 'me' | 'bot' | 'open';
const hands: [Hand, string][] = [['me', 'I play it'], ['bot', 'the machine'], ['open', 'another player']];

function Form({ g }: { g: Game }) {
    // With more than two seats one says of each who plays it.
    const many = g.seats.length > 2;
    const [hand, setHand] = useState<Record<string, Hand>>(Object.fromEntries(g.seats.map((s, i) => [s.id, i ? 'bot' : 'me'])));
    const [way, setWay] = useState<Way>('bot'), [seat, setSeat] = useState(g.seats[0].id);
    const [bot, setBot] = useState(g.bots.find(b => b.name !== 'random')?.name ?? g.bots[0]?.name ?? '');
    const [scenario, setScenario] = useState(g.scenarios[0].id);
    const [options, setOptions] = useState<Record<string, string>>({});
    const [open, setOpen] = useState(false), [title, setTitle] = useState(''), [days, setDays] = useState('');
    const [error, setError] = useState(''), [busy, setBusy] = useState(false);
    const account = user.value && !user.value.guest, withOthers = many ? Object.values(hand).includes('open') : way === 'friend';
    const submit = async (e: Event) => {
        e.preventDefault();
        setBusy(true);
        setError('');
        const by = { me: 'me', bot: `bot:${bot}`, open: 'open' };
        const other = way === 'bot' ? `bot:${bot}` : way === 'friend' ? 'open' : 'me';
        const body: Record<string, unknown> = {
            game: g.id, scenario, options, public: open,
            seats: Object.fromEntries(g.seats.map(s => [s.id, many ? by[hand[s.id]] : s.id === seat ? 'me' : other])),
        };
        if (title.trim()) body.title = title.trim();
        if (days && withOthers) body.clock = { days: Number(days), bonus_hours: 12 };
        try {
            if (!user.value) await beGuest();
            go(`#/table/${(await post<{ table: Table }>('/api/tables', body)).table.id}`);
        } catch (x) { setError((x as Refusal).message); setBusy(false); }
    };
    const machines = (
        <label>Which machine? <select value={bot} onChange={e => setBot(e.currentTarget.value)}>
            {g.bots.map(b => <option key={b.name} value={b.name}>{b.name}: {b.summary}</option>)}</select></label>
    );
    return (
        <form class="new-table" onSubmit={submit}>
            {many && <fieldset><legend>Who plays what?</legend>
                {g.seats.map(s => (
                    <label key={s.id} class="choice option"><span><strong>{s.title}</strong><small>{s.summary}</small></span>
                        <select value={hand[s.id]} aria-label={`Who plays the ${s.title}?`} onChange={e => setHand({ ...hand, [s.id]: e.currentTarget.value as Hand })}>
                            {hands.map(([id, name]) => <option key={id} value={id}>{name}</option>)}</select></label>
                ))}
                {Object.values(hand).includes('open') && !account && <p class="notice why">To play with others you need an account: <a href="#/account">register here</a>, it takes ten seconds.</p>}
                {Object.values(hand).includes('bot') && machines}
            </fieldset>}
            {!many && <fieldset><legend>With whom?</legend>
                {ways.map(([id, name, summary]) => (
                    <label key={id} class="choice"><input type="radio" name="way" checked={way === id} onChange={() => setWay(id)} />
                        <span><strong>{name}</strong><small>{summary}</small></span></label>
                ))}
                {way === 'friend' && !account && <p class="notice why">For this you need an account: <a href="#/account">register here</a>, it takes ten seconds.</p>}
                {way === 'bot' && machines}
            </fieldset>}
            {!many && way !== 'hotseat' && <fieldset><legend>Your side</legend>
                {g.seats.map(s => (
                    <label key={s.id} class="choice"><input type="radio" name="seat" checked={seat === s.id} onChange={() => setSeat(s.id)} />
                        <span><strong>{s.title}</strong><small>{s.summary}</small></span></label>
                ))}
            </fieldset>}
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
                {withOthers && <label>Time <select value={days} onChange={e => setDays(e.currentTarget.value)}>
                    <option value="">no clock</option><option value="3">3 days each, 12 hours more per turn</option>
                    <option value="14">14 days each, 12 hours more per turn</option></select></label>}
            </fieldset>
            {error && <p class="notice refused" role="alert">{error}</p>}
            <button type="submit" class="primary big" disabled={busy || (withOthers && !account)}>Set up the table</button>
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
