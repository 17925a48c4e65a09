// A table: board, prompt, the game's panel, log. Wide: side by side; phone: below each other.
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { user } from '../account';
import { gameOf, machineName } from '../games';
import { post, Refusal, send } from '../net';
import { route } from '../route';
import { Throws } from '../ui/Dice';
import { Dialog } from '../ui/Dialog';
import { NotifyChoice } from '../ui/NotifyChoice';
import { useMedia } from '../ui/media';
import { Board } from './Board';
import { LogList, OwnNotes, Talk } from './Log';
import { Lost, OpenStack, Pool } from './Pieces';
import { Prompt } from './Prompt';
import { ReplayBar } from './ReplayBar';
import { clear, openPlace } from './select';
import { chat, clock, connectionLost, cover, face, follow, info, leave, live, look, myDecision, over, replay,
         scene, seat, seatName, showMoment, spoken, thrown, traces, trouble, undo, unreadChat, version } from './store';
import { spotlight } from './World';

const replaying = signal(false);

// ---- Seats ----

function timeLeft(seconds: number): string {
    const s = Math.max(0, Math.floor(seconds));
    if (s >= 86400) return `${Math.floor(s / 86400)} d ${Math.floor(s % 86400 / 3600)} h`;
    return `${Math.floor(s / 3600)}:${String(Math.floor(s % 3600 / 60)).padStart(2, '0')}:${String(s % 60).padStart(2, '0')}`;
}

function ClockOf({ id }: { id: string }) {
    const c = clock.value, [, tick] = useState(0);
    useEffect(() => {
        if (!c) return;
        const timer = setInterval(() => tick(n => n + 1), 1000);
        return () => clearInterval(timer);
    }, [c]);
    if (!c || c.left[id] === undefined) return null;
    const spent = c.running === id ? Date.now() / 1000 - c.at : 0;
    return <span class="clock">{timeLeft(c.left[id] - spent)}</span>;
}

function Seats() {
    const t = info.value!, f = face.value!, decides = scene.value.prompt?.seat ?? t.turn;
    return (
        <ul class="seats" aria-label="Players">
            {t.seats.map(s => (
                <li key={s.seat} class={`${s.seat}${decides === s.seat ? ' turn' : ''}`}>
                    {f.seatMark?.(s.seat)}
                    <span class="seat-name">{seatName(s.seat)}</span>
                    <span class="seat-player">{s.bot ? `machine (${machineName(s.bot)})` : t.mine.includes(s.seat) ? 'you' : s.player ?? 'open'}
                        {s.player && s.state === 'taken' && <i class={s.here ? 'here' : 'away'} title={s.here ? 'at the table' : 'away'} />}</span>
                    <ClockOf id={s.seat} />
                </li>
            ))}
        </ul>
    );
}

// ---- Before the start ----

function Waiting() {
    const t = info.value!, [error, setError] = useState(''), [copied, setCopied] = useState('');
    if (t.state !== 'open') return null;
    const link = `${location.origin}/#/table/${t.id}${t.secret ? `?secret=${t.secret}` : ''}`;
    const join = async (s: string) => {
        setError('');
        try {
            await post(`/api/tables/${t.id}/join`, route.value.query.get('secret') ? { seat: s, secret: route.value.query.get('secret') } : { seat: s });
            look(s);
        } catch (e) { setError((e as Refusal).message); }
    };
    const copy = async () => {
        try { await navigator.clipboard.writeText(link); setCopied('Copied.'); } catch { setCopied('Mark and copy it by hand.'); }
    };
    const free = t.seats.filter(s => s.state === 'open' || (s.state === 'kept' && s.player === user.value?.name));
    return (
        <section class="card" aria-label="Seats to be taken">
            <h2>Waiting for {free.length === 1 ? 'a player' : 'players'}</h2>
            {(t.mine.length === 0 || t.seats.length > 2) && free.map(s =>
                <button key={s.seat} type="button" class="primary" onClick={() => join(s.seat)}>Play the {seatName(s.seat)}{t.seats.length > 2 ? '' : ' side'}</button>)}
            {t.mine.length > 0 && <label>Send this link to a friend
                <span class="copy"><input readOnly value={link} onFocus={e => e.currentTarget.select()} />
                    <button type="button" onClick={copy}>Copy</button></span></label>}
            <p role="status">{copied}</p>
            {(!user.value || user.value.guest) && t.mine.length === 0 && <p class="faint">To play against others you need an account: <a href="#/account">register here</a>, then come back by the same link.</p>}
            {error && <p class="notice refused" role="alert">{error}</p>}
        </section>
    );
}

// ---- Hot-seat ----

function Cover({ next }: { next: string }) {
    return (
        <div class="cover" role="dialog" aria-modal="true" aria-label="Hand over">
            <div>
                <p class={`cover-mark ${next}`}>{face.value!.seatMark?.(next)}</p>
                <h1>Hand over to the {seatName(next)} player</h1>
                <p>What lies behind this page is for one pair of eyes.</p>
                <button type="button" class="primary" autoFocus onClick={() => look(next)}>I am the {seatName(next)} player: show the board</button>
            </div>
        </div>
    );
}

// ---- Table menu ----

function TableMenu() {
    const [open, setOpen] = useState(false), [sure, setSure] = useState(false);
    const t = info.value!, playing = t.state === 'playing' && seat.value !== null;
    const close = () => { setOpen(false); setSure(false); };
    const ask = (frame: object) => { send(frame); close(); };
    return (
        <>
            <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>Table…</button>
            {open && <Dialog title="This table" close={close}>
                <p>{gameOf(t.game)?.scenarios.find(s => s.id === t.scenario)?.title ?? t.scenario}. {t.public ? 'Public' : 'Private'} table{t.title && `, “${t.title}”`}.</p>
                <div class="buttons column">
                    {playing && !t.paused && <button type="button" onClick={() => ask({ t: 'propose', what: 'pause' })}>Propose a pause</button>}
                    {playing && t.paused && <button type="button" onClick={() => ask({ t: 'resume' })}>Go on</button>}
                    {playing && <button type="button" onClick={() => ask({ t: 'propose', what: 'draw' })}>Propose a draw</button>}
                    {playing && (sure
                        ? <button type="button" class="danger" onClick={() => ask({ t: 'resign' })}>Yes, resign as {seatName(seat.value)}</button>
                        : <button type="button" onClick={() => setSure(true)}>Resign…</button>)}
                    {t.mine.length > 1 && t.mine.map(s => s !== seat.value && <button key={s} type="button" onClick={() => { look(s); close(); }}>Look as {seatName(s)}</button>)}
                    <a class="button" href={`/api/tables/${t.id}/record${seat.value ? `?seat=${seat.value}` : ''}`} download>Save what I saw</a>
                    <a class="button" href={`#/help/${t.game}`}>How to play</a>
                </div>
                {seat.value !== null && <NotifyChoice />}
                {t.key_hash && <p class="faint small">Hash of the key of the dice: <code class="hash">{t.key_hash}</code></p>}
            </Dialog>}
        </>
    );
}

// ---- The page ----

type Tab = 'log' | 'talk' | 'notes';
const tabs: Tab[] = ['log', 'talk', 'notes'];

const tabName = (id: Tab) => ({ log: 'Log', talk: unreadChat.value && chat.value.length ? `Talk (${unreadChat.value})` : 'Talk', notes: 'Notes' })[id];

const TabBody = ({ tab }: { tab: Tab }) => (tab === 'log' ? <LogList /> : tab === 'talk' ? <Talk /> : <OwnNotes />);

function Tabs() {
    const [tab, setTab] = useState<Tab>('log');
    const [settled, setSettled] = useState(false); // first the board, then the log
    useEffect(() => setSettled(true), []);
    return (
        <section class="card tabs">
            <header>
                <div role="tablist" aria-label="Log, talk, notes">
                    {tabs.map(id => <button key={id} type="button" role="tab" id={`tab-${id}`} aria-selected={tab === id} aria-controls="tab-panel" onClick={() => setTab(id)}>{tabName(id)}</button>)}
                </div>
                <Tools />
            </header>
            <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
                {settled && <TabBody tab={tab} />}
            </div>
        </section>
    );
}

function Tools() {
    return (
        <div class="table-tools">
            <button type="button" aria-pressed={replaying.value} onClick={() => {
                replaying.value = !replaying.value;
                if (!replaying.value) showMoment(null);
            }}>Replay</button>
            <TableMenu />
        </div>
    );
}

/** On a phone: what is not needed for every move lies in sheets, opened from a bar at the bottom. */
function Sheets() {
    const [open, setOpen] = useState<Tab | 'rail' | 'table' | null>(null);
    const Rail = face.value!.Rail;
    useEffect(() => spotlight.subscribe(id => { if (id) setOpen(null); }), []); // it is on the map
    useEffect(() => replaying.subscribe(() => setOpen(null)), []);
    const names: [NonNullable<typeof open>, string][] = [['log', tabName('log')], ['talk', tabName('talk')], ['notes', tabName('notes')], ['table', 'Table']];
    if (Rail) names.unshift(['rail', 'Cards']);
    return (
        <>
            <div class="sheet-bar">{names.map(([id, name]) => <button key={id} type="button" aria-haspopup="dialog" onClick={() => setOpen(id)}>{name}</button>)}</div>
            {open && <Dialog title={names.find(n => n[0] === open)![1]} close={() => setOpen(null)} sheet>
                {open === 'rail' ? Rail && <Rail scene={scene.value} /> : open === 'table' ? <><Seats /><Tools /><Lost /></> : <TabBody tab={open} />}
            </Dialog>}
        </>
    );
}

const golden = '.piece.target, .cell.target > button, .place.target, .any-card.target';

/** To the next thing ringed in gold: on the board that lies on top, in stacks, in the pool. */
function nextTarget(): void {
    const panel = document.querySelector('.panel-over');
    const all = [...document.querySelectorAll<HTMLElement>(golden)].filter(node => !panel || panel.contains(node) || !node.closest('.board'));
    all[(all.indexOf(document.activeElement as HTMLElement) + 1) % all.length]?.focus();
}

function useKeys(): void {
    useEffect(() => {
        const key = (e: KeyboardEvent) => {
            const on = e.target as HTMLElement;
            if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(on.tagName)) return;
            if (e.key === 'u' && live.value && seat.value !== null) undo();
            else if (e.key === 'Escape') { clear(); openPlace.value = null; traces.value = []; }
            else if (e.key === 'm') document.querySelector<HTMLElement>('.board .place[tabindex="0"]')?.focus();
            else if (e.key === 'n') nextTarget();
            else if (e.key === 'p') document.querySelector<HTMLElement>('.prompt [data-action], .prompt .buttons button')?.focus();
            else return;
            e.preventDefault();
        };
        addEventListener('keydown', key);
        return () => removeEventListener('keydown', key);
    }, []);
}

/** The place with all that can act now lies open by itself. */
function useOpening(): void {
    useEffect(() => {
        const places = new Set<string>();
        for (const a of scene.value.actions)
            for (const arg of a.args) {
                const at = scene.value.pieces.get(arg.id)?.place;
                if (at !== undefined) places.add(String(at));
            }
        const moving = [...scene.value.pieces.values()].find(p => p.note === 'on the move')?.place;
        if (moving !== undefined) openPlace.value = String(moving);
        else if (places.size === 1) openPlace.value = [...places][0];
        else if (openPlace.value && !scene.value.at.has(openPlace.value)) openPlace.value = null;
    }, [version.value, seat.value]);
}

function Table() {
    const f = face.value!, t = info.value!, s = scene.value;
    const [mapFirst, setMapFirst] = useState(false), phone = useMedia('(max-width: 900px)');
    const panel = f.hasPanel?.(s) ?? false, Panel = f.Panel, Status = f.Status, Rail = f.Rail;
    useKeys();
    useOpening();
    useEffect(() => { if (panel) setMapFirst(false); }, [panel]);
    useEffect(() => {
        const mark = myDecision.value ? '● ' : '';
        document.title = `${mark}${t.title || gameOf(t.game)?.title || 'Table'} – Musket`;
    }, [myDecision.value, t.title]);
    useEffect(() => {
        const at = route.value.query.get('at');
        if (at !== null) showMoment(Number(at)); // the bar appears with the answer
    }, []);
    const hand = (
        <>
            <Prompt />
            <Waiting />
            {!panel && <Throws list={thrown.value.slice(phone ? -1 : -3)} />}
            <Pool />
            {!(panel && !mapFirst) && <OpenStack />}
        </>
    );
    return (
        <div class={`table${replay.value ? ' past' : ''}`} data-n={version.value} data-seat={seat.value ?? ''}>
            <div class="board-area">
                <Status scene={s} />
                <div class="board-wrap">
                    <Board />
                    {panel && Panel && (mapFirst
                        ? <button type="button" class="panel-back primary" onClick={() => setMapFirst(false)}>Back to the battle board</button>
                        : <div class="panel-over"><button type="button" class="panel-close" onClick={() => setMapFirst(true)}>Show the map</button><Panel scene={s} /></div>)}
                </div>
                {(replaying.value || replay.value) && <ReplayBar close={() => { replaying.value = false; }} />}
            </div>
            {phone ? <div class="hand">{hand}<Sheets /></div>
                : <div class="beside">
                    {Rail && <aside class="rail" aria-label="Cards and tracks"><Rail scene={s} /></aside>}
                    <div class="side"><Seats />{hand}<Lost /><Tabs /></div>
                </div>}
            {cover.value && <Cover next={cover.value} />}
        </div>
    );
}

export function TablePage({ id }: { id: string }) {
    const secret = route.value.query.get('secret') ?? undefined;
    useEffect(() => {
        replaying.value = false;
        follow(id, secret);
        return leave;
    }, [id]);
    if (trouble.value)
        return <main class="page"><h1>This table cannot be shown</h1><p role="alert">{trouble.value}</p><p><a href="#/">To the lobby</a></p></main>;
    return (
        <main class="table-page">
            <h1 class="sr">{info.value?.title || 'Table'}</h1>
            {info.value && face.value ? <Table /> : <p class="loading" role="status">{connectionLost.value ? 'The server cannot be reached. Trying again…' : 'Unfolding the map…'}</p>}
            <div class="sr" role="status" aria-live="polite">{over.value ? '' : scene.value.prompt?.text}</div>
            <div class="sr" role="log" aria-live="polite">{spoken.value}</div>
        </main>
    );
}
