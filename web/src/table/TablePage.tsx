// A table: board, prompt, the game's panel, log. Wide: side by side; phone: below each other.
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { gameOf, games, machineName } from '../games';
import { post, send } from '../net';
import { go, route } from '../route';
import { guided } from '../guide';
import { showRules } from '../rules';
import { idOf, isCell, type Thing } from '../scene';
import { Throws } from '../ui/Dice';
import { Dialog } from '../ui/Dialog';
import { Lazy } from '../ui/Lazy';
import { NotifyChoice } from '../ui/NotifyChoice';
import { useMedia } from '../ui/media';
import { user } from '../account';
import { setTitle, turnSound } from '../turn';
import { Board } from './Board';
import { HappeningCard, SpeedChoice } from './Happening';
import { happening, next, skip, waitingFrames } from './pace';
import { LogList, OwnNotes } from './Log';
import { Lost, OpenStack, Pool } from './Pieces';
import { Prompt } from './Prompt';
import { ReplayBar } from './ReplayBar';
import { Talk } from './Talk';
import { Waiting } from './Waiting';
import { aim, clear, openPlace, targets } from './select';
import { asksBack, chat, clock, connectionLost, cover, face, follow, gone, info, leave, live, look, myDecision, over, replay,
         scene, seat, seatName, showMoment, spoken, thrown, traces, trouble, undo, unreadChat, version } from './store';
import { Why } from './Why';
import { spotlight, walkTo } from './World';

const replaying = signal(false);
const guide = () => import('./Guide').then(m => m.Guide);

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
                    <span class="seat-player">{s.bot ? `Computer (${machineName(t.game, s.bot)})` : t.mine.includes(s.seat) ? 'you' : s.player ?? 'open'}
                        {s.player && s.state === 'taken' && <i class={s.here ? 'here' : 'away'} title={s.here ? 'at the table' : 'away'} />}</span>
                    <ClockOf id={s.seat} />
                </li>
            ))}
        </ul>
    );
}

// ---- Hot-seat ----

function Cover({ next }: { next: string }) {
    return (
        <div class="cover" role="dialog" aria-modal="true" aria-label="Hand over">
            <div>
                <p class={`cover-mark ${next}`}>{face.value!.seatMark?.(next)}</p>
                <h1>Hand over to the {seatName(next)}</h1>
                <p>Nobody else should see what comes next.</p>
                <button type="button" class="primary" autoFocus onClick={() => look(next)}>Show the board to the {seatName(next)}</button>
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
                    {playing && t.paused && <button type="button" onClick={() => ask({ t: 'resume' })}>Resume</button>}
                    {playing && <button type="button" onClick={() => ask({ t: 'propose', what: 'draw' })}>Propose a draw</button>}
                    {playing && (sure
                        ? <button type="button" class="danger" onClick={() => ask({ t: 'resign' })}>Yes, resign as {seatName(seat.value)}</button>
                        : <button type="button" onClick={() => setSure(true)}>Resign…</button>)}
                    {t.state === 'playing' && t.owner === user.value?.name && t.seats.every(x => x.bot) && <button type="button" onClick={() => void post(`/api/tables/${t.id}/leave`).then(() => go('#/'))}>End this game</button>}
                    {t.mine.length > 1 && t.mine.map(s => s !== seat.value && <button key={s} type="button" onClick={() => { look(s); close(); }}>Look as {seatName(s)}</button>)}
                    <a class="button" href={`/api/tables/${t.id}/record${seat.value ? `?seat=${seat.value}` : ''}`} download>Download my record</a>
                    <button type="button" onClick={() => { showRules(t.game); close(); }}>Rules of the game</button>
                    <a class="button" href={`#/help/${t.game}`}>How to play</a>
                </div>
                <SpeedChoice />
                {seat.value !== null && <NotifyChoice />}
                {t.seats.some(s => s.dice) && <p class="faint small">The dice key is made from a part of the server’s and from secrets of {t.seats.filter(s => s.dice).map(s => seatName(s.seat)).join(' and ')}, fixed before
                    the start, so nobody could choose it. At the end all parts are shown, and this page checks yours.</p>}
                {t.key_hash && <p class="faint small">Hash of the dice key: <code class="hash">{t.key_hash}</code></p>}
            </Dialog>}
        </>
    );
}

// ---- The page ----

type Tab = 'log' | 'talk' | 'notes';
const tabs: Tab[] = ['log', 'talk', 'notes'];

const tabName = (id: Tab) => ({ log: 'Log', talk: unreadChat.value && chat.value.length ? `Chat (${unreadChat.value})` : 'Chat', notes: 'Notes' })[id];

const TabBody = ({ tab }: { tab: Tab }) => (tab === 'log' ? <LogList /> : tab === 'talk' ? <Talk /> : <OwnNotes />);

function Tabs() {
    const [tab, setTab] = useState<Tab>('log');
    const [settled, setSettled] = useState(false); // first the board, then the log
    useEffect(() => setSettled(true), []);
    return (
        <section class="card tabs">
            <header>
                <div role="tablist" aria-label="Log, chat, notes">
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
    if (Rail) names.unshift(['rail', face.value?.railName ?? 'Cards']);
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

/** To the next thing ringed in gold: on the board that lies on top, in stacks, in the pool. Cells of a grid
 * come in the order of the map, also those out of sight. */
function nextTarget(): void {
    const panel = document.querySelector('.panel-over'), s = scene.value, now = document.activeElement as HTMLElement;
    const cells = panel ? [] : [...targets.value].map(ref => s.places.get(idOf(ref))).filter((p): p is Thing => p !== undefined && isCell(p))
        .sort((a, b) => Number(a.y) - Number(b.y) || Number(a.x) - Number(b.x)).map(p => p.id);
    const isOne = new Set(cells), others = [...document.querySelectorAll<HTMLElement>(golden)]
        .filter(node => !isOne.has(node.dataset.place ?? '') && (!panel || panel.contains(node) || !node.closest('.board')));
    const all = [...others, ...cells];
    const next = all[(all.findIndex(x => x === now || x === now.dataset.place) + 1) % all.length];
    if (typeof next === 'string') walkTo.value = next;
    else next?.focus();
}

function useKeys(): void {
    useEffect(() => {
        const key = (e: KeyboardEvent) => {
            const on = e.target as HTMLElement;
            if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(on.tagName)) return;
            if (document.querySelector('dialog[open], .cover')) return; // what lies on top has the keys
            if (e.key === 'u' && live.value && seat.value !== null) undo();
            else if (e.key === ' ' && happening.value && on.tagName !== 'BUTTON' && on.tagName !== 'SUMMARY') next();
            else if (e.key === 'Escape' && waitingFrames.value) skip();
            else if (e.key === 'Escape') { clear(); aim.value = null; asksBack.value = false; openPlace.value = null; traces.value = []; }
            else if (e.key === 'm') document.querySelector<HTMLElement>('.board .place[tabindex="0"]')?.focus();
            else if (e.key === 'n') nextTarget();
            else if (e.key === 'p') (document.querySelector<HTMLElement>('.menu [data-action], .action-sheet [data-go]') ??
                document.querySelector<HTMLElement>('.prompt > .buttons [data-action]') ?? document.querySelector<HTMLElement>('.prompt [data-action], .prompt .buttons button'))?.focus();
            else return;
            e.preventDefault();
        };
        addEventListener('keydown', key);
        return () => removeEventListener('keydown', key);
    }, []);
}

/** A button that is gone takes the focus with it: the part of the page it stood in gets it, so that keys go on there. */
function useFocus(): void {
    const last = useRef<{ node: Element; part: HTMLElement } | null>(null);
    useEffect(() => {
        const hear = (e: FocusEvent) => {
            const node = e.target as Element, part = node.closest<HTMLElement>('.prompt, .stack, .panel-over, .tabs');
            last.current = part && { node, part };
        };
        addEventListener('focusin', hear);
        return () => removeEventListener('focusin', hear);
    }, []);
    useLayoutEffect(() => {
        if (document.activeElement !== document.body || !last.current || last.current.node.isConnected) return;
        const part = last.current.part.isConnected ? last.current.part : document.querySelector<HTMLElement>('.prompt');
        part?.setAttribute('tabindex', '-1');
        part?.focus({ preventScroll: true });
    });
}

function Table() {
    const f = face.value!, t = info.value!, s = scene.value;
    const [mapFirst, setMapFirst] = useState(false), phone = useMedia('(max-width: 900px)');
    const panel = f.hasPanel?.(s) ?? false, Brief = f.Brief, Panel = f.Panel, Status = f.Status, Rail = f.Rail, Result = f.Result;
    useKeys();
    useFocus();
    useEffect(() => { if (panel) setMapFirst(false); }, [panel]);
    const waited = useRef(false);
    useEffect(() => {
        setTitle(`${t.title || gameOf(t.game)?.title || 'Table'} – Musket`, myDecision.value, t.id);
        if (myDecision.value && waited.current) turnSound(t);
        waited.current = live.value && !myDecision.value && t.state === 'playing';
    }, [myDecision.value, t.title, t.state, games.value]);
    useEffect(() => {
        const at = route.value.query.get('at');
        if (at !== null) showMoment(Number(at)); // the bar appears with the answer
    }, []);
    const hand = (
        <>
            {guided.value?.table === t.id && live.value && <Lazy load={guide} />}
            {Result && live.value && <Result />}
            <Prompt />
            <Waiting />
            {!panel && !(over.value && live.value) && <Throws list={thrown.value.slice(phone ? -1 : -3)} />}
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
                    {live.value && <HappeningCard />}
                    {panel && Panel && (mapFirst
                        ? <button type="button" class="panel-back primary" onClick={() => setMapFirst(false)}>Back to the battle board</button>
                        : <div class="panel-over"><button type="button" class="panel-close" onClick={() => setMapFirst(true)}>Show the map</button><Panel scene={s} /></div>)}
                </div>
                {(replaying.value || replay.value) && <ReplayBar close={() => { replaying.value = false; }} />}
            </div>
            {phone ? <div class="hand">{Brief && live.value && <Brief scene={s} />}{hand}<Sheets /></div>
                : <div class="beside">
                    {Rail && <aside class="rail" aria-label={face.value?.railName ?? 'Cards and tracks'}><Rail scene={s} /></aside>}
                    <div class="side"><Seats />{hand}<Lost /><Tabs /></div>
                </div>}
            <Why />
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
        return <main class="page"><h1>{gone.value ? 'This table is gone' : 'This table cannot be shown'}</h1><p role="alert">{trouble.value}</p><p><a href="#/">Back to the lobby</a></p></main>;
    return (
        <main class="table-page">
            <h1 class="sr">{info.value?.title || 'Table'}</h1>
            {info.value && face.value ? <Table /> : <p class="loading" role="status">{connectionLost.value ? 'Cannot reach the server. Trying again…' : 'Loading the map…'}</p>}
            <div class="sr" role="status" aria-live="polite">{over.value ? '' : scene.value.prompt?.text}</div>
            <div class="sr" role="log" aria-live="polite">{spoken.value}</div>
        </main>
    );
}
