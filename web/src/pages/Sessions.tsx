// Where one is logged in, and whom one does not want to hear.
import { useEffect, useState } from 'preact/hooks';
import { logOut, user } from '../account';
import { get, post, Refusal } from '../net';
import { go } from '../route';
import { ago } from './Lobby';

interface Session { id: string; created: number; seen: number; current: boolean; agent: string }

/** "Firefox on Linux": enough to tell one's machines apart. */
function machine(agent: string): string {
    const browser = agent.match(/Edg|Firefox|Chrome|Safari/)?.[0] ?? 'Unknown browser';
    const system = agent.match(/Android|iPhone|iPad|Windows|Mac OS|Linux/)?.[0];
    return `${browser === 'Edg' ? 'Edge' : browser}${system ? ` on ${system}` : ''}`;
}

export function Sessions() {
    const [list, setList] = useState<Session[]>([]), [said, setSaid] = useState('');
    const load = () => get<{ sessions: Session[] }>('/api/sessions').then(a => setList(a.sessions)).catch(() => undefined);
    useEffect(() => { void load(); }, []);
    const end = async (id: string) => {
        try { await post('/api/logout', { session: id }); await load(); setSaid('Logged out there.'); } catch (e) { setSaid((e as Refusal).message); }
    };
    const endAll = async () => {
        try { await post('/api/logout', { everywhere: true }); await logOut().catch(() => { user.value = null; }); go('#/'); }
        catch (e) { setSaid((e as Refusal).message); }
    };
    return (
        <section class="sessions"><h2>Where you are logged in</h2>
            <ul>{list.map(s => (
                <li key={s.id}>{machine(s.agent)}, {s.current ? 'here' : `last used ${ago(s.seen)}`}
                    {!s.current && <> <button type="button" class="quiet" onClick={() => end(s.id)}>Log out there</button></>}</li>))}</ul>
            <p role="status">{said}</p>
            <p><button type="button" onClick={endAll}>Log out everywhere</button></p>
        </section>
    );
}

export function Mutes() {
    const [names, setNames] = useState<string[]>([]);
    const load = () => get<{ players: string[] }>('/api/mutes').then(a => setNames(a.players)).catch(() => undefined);
    useEffect(() => { void load(); }, []);
    if (!names.length) return null;
    return (
        <section class="mutes"><h2>Muted players</h2>
            <ul>{names.map(n => <li key={n}>{n} <button type="button" class="quiet" onClick={() => void post('/api/mute', { player: n, on: false }).then(load)}>Unmute</button></li>)}</ul>
        </section>
    );
}
