import { useEffect, useState } from 'preact/hooks';
import { logIn, logOut, refreshUser, register, user } from '../account';
import { get, post, Refusal } from '../net';
import { loadGames, gameOf } from '../games';
import { go, goBack } from '../route';
import type { Table, User } from '../types';
import { setTitle } from '../turn';
import { NotifyChoice } from '../ui/NotifyChoice';
import { Mutes, Sessions } from './Sessions';
import { TableRow } from './Lobby';

function Field({ label, ...input }: { label: string } & preact.JSX.InputHTMLAttributes<HTMLInputElement>) {
    return <label class="field">{label}<input {...input} /></label>;
}

function Enter() {
    const [fresh, setFresh] = useState(true), [error, setError] = useState(''), [busy, setBusy] = useState(false);
    const submit = async (e: Event) => {
        e.preventDefault();
        const form = new FormData(e.currentTarget as HTMLFormElement), value = (k: string) => String(form.get(k) ?? '');
        setBusy(true);
        setError('');
        try {
            if (fresh) await register(value('name'), value('password'), value('email'));
            else await logIn(value('name'), value('password'));
            goBack();
        } catch (x) { setError((x as Refusal).message); }
        setBusy(false);
    };
    return (
        <section class="card narrow">
            <div role="tablist" aria-label="Register or log in">
                <button type="button" role="tab" aria-selected={fresh} onClick={() => setFresh(true)}>Register</button>
                <button type="button" role="tab" aria-selected={!fresh} onClick={() => setFresh(false)}>Log in</button>
            </div>
            <form onSubmit={submit}>
                <Field label="Name" name="name" required minLength={3} maxLength={24} pattern="[A-Za-z0-9_\-]+" autocomplete="username" />
                <Field label="Password" name="password" type="password" required minLength={8} maxLength={128} autocomplete={fresh ? 'new-password' : 'current-password'} />
                {fresh && <Field label="Email (optional: tells you when it is your turn)" name="email" type="email" autocomplete="email" />}
                {fresh && <p class="faint small">Name: 3 to 24 letters, digits, _ or -. Password: at least 8 characters. {user.value?.guest && 'Your tables as a guest stay yours.'}</p>}
                {error && <p class="notice refused" role="alert">{error}</p>}
                <button type="submit" class="primary" disabled={busy}>{fresh ? 'Register' : 'Log in'}</button>
                {!fresh && <p class="small"><a href="#/reset">Forgot your password?</a></p>}
            </form>
        </section>
    );
}

function Results({ tables }: { tables: Table[] }) {
    const won = (t: Table) => t.outcome && t.mine.some(s => t.outcome!.ranks[s] === 1) && Object.values(t.outcome.ranks).some(r => r > 1);
    const byGame = new Map<string, { played: number; won: number; counted: number; countedWon: number }>();
    for (const t of tables.filter(x => x.state === 'over' && x.mine.length === 1)) {
        const sum = byGame.get(t.game) ?? { played: 0, won: 0, counted: 0, countedWon: 0 };
        const one = won(t) ? 1 : 0;
        byGame.set(t.game, t.counts ? { ...sum, counted: sum.counted + 1, countedWon: sum.countedWon + one } : { ...sum, played: sum.played + 1, won: sum.won + one });
    }
    if (!byGame.size) return <p class="faint">No finished games yet.</p>;
    const of = (all: number, won: number) => (all ? `${won} of ${all}` : '–');
    return (
        <table><thead><tr><th>Game</th><th>Counted games won</th><th>Other games won</th></tr></thead>
            <tbody>{[...byGame].map(([id, n]) => <tr key={id}><td>{gameOf(id)?.title ?? id}</td><td>{of(n.counted, n.countedWon)}</td><td>{of(n.played, n.won)}</td></tr>)}</tbody></table>
    );
}

function Settings({ me }: { me: User }) {
    const [said, setSaid] = useState('');
    const call = (path: string, body: object, done: string) => async () => {
        try { await post(path, body); await refreshUser(); setSaid(done); } catch (x) { setSaid((x as Refusal).message); }
    };
    const password = async (e: Event) => {
        e.preventDefault();
        const form = new FormData(e.currentTarget as HTMLFormElement);
        await call('/api/password', { old: String(form.get('old')), new: String(form.get('new')) }, 'Password changed. You are logged out everywhere else.')();
        (e.target as HTMLFormElement).reset();
    };
    const mail = async (e: Event) => {
        e.preventDefault();
        const form = new FormData(e.currentTarget as HTMLFormElement);
        await call('/api/settings', { email: String(form.get('email')), mail: form.get('mail') !== null }, 'Saved.')();
    };
    const remove = async (e: Event) => {
        e.preventDefault();
        const form = new FormData(e.currentTarget as HTMLFormElement);
        try {
            await post('/api/delete', me.guest ? {} : { password: String(form.get('password')) });
            await logOut().catch(() => { user.value = null; });
            go('#/');
        } catch (x) { setSaid((x as Refusal).message); }
    };
    return (
        <section><h2>Settings</h2>
            <NotifyChoice />
            {!me.guest && <form class="inline" onSubmit={mail}>
                <Field label="Email" name="email" type="email" defaultValue={me.email} autocomplete="email" />
                <label class="choice"><input type="checkbox" name="mail" defaultChecked={me.mail} /><span>Email me when it is my turn</span></label>
                <button type="submit">Save</button></form>}
            {!me.guest && me.email && !me.verified && <p class="notice why">This address is not verified yet, so no mail goes there. <button type="button" class="quiet" onClick={call('/api/verify', {}, 'A mail with a link is on its way.')}>Send the link again</button></p>}
            {!me.guest && <form class="inline" onSubmit={password}>
                <Field label="Old password" name="old" type="password" required autocomplete="current-password" />
                <Field label="New password" name="new" type="password" required minLength={8} autocomplete="new-password" />
                <button type="submit">Change password</button></form>}
            <p role="status">{said}</p>
            <details><summary>Delete this account</summary>
                <form class="inline" onSubmit={remove}>
                    {!me.guest && <Field label="Password" name="password" type="password" required autocomplete="current-password" />}
                    <p>Games in play are resigned; your name is taken from finished ones.</p>
                    <button type="submit" class="danger">Delete for good</button></form></details>
        </section>
    );
}

export function AccountPage() {
    const [tables, setTables] = useState<Table[]>([]);
    const me = user.value;
    useEffect(() => {
        setTitle('Account – Musket');
        void loadGames();
        if (me) get<{ tables: Table[] }>('/api/tables/mine').then(a => setTables(a.tables)).catch(() => undefined);
    }, [me?.name]);
    if (me === undefined) return <main class="page"><p class="loading">…</p></main>;
    return (
        <main class="page">
            <h1>{me ? me.name : 'Register or log in'}</h1>
            {(!me || me.guest) && <>{me?.guest && <p>You are a guest. With an account you can invite others, play games that count, and log in from any device.</p>}<Enter /></>}
            {me && <section><h2>Results</h2><Results tables={tables} /></section>}
            {me && tables.length > 0 && <section><h2>Tables</h2><ul class="table-list">{tables.map(t => <TableRow key={t.id} t={t} />)}</ul></section>}
            {me && <Settings me={me} />}
            {me && !me.guest && <Sessions key={me.name} />}
            {me && !me.guest && <Mutes />}
            {me && <p><button type="button" onClick={() => void logOut().then(() => go('#/'))}>Log out</button></p>}
        </main>
    );
}
