// The table in front of us: one store, changed only by what the server sends.
import { batch, computed, effect, signal } from '@preact/signals';
import { gameOf, loadBoard, loadFace, loadGames } from '../games';
import type { Face, Throw } from '../games/face';
import { noteTable } from '../lobby';
import { connection, type Frame, listen, send, stand } from '../net';
import { emptyScene, marks, plain, sceneOf } from '../scene';
import { standing } from './history';
import { dismiss, forget, paced } from './pace';
import { joinFrame } from '../wire';
import type { Chat, Clock, GameEvent, Joined, LogEntry, Outcome, Proposal, Replay, Table, View } from '../types';

export const info = signal<Table | null>(null);
/** The seat we look from; null: a spectator. */
export const seat = signal<string | null>(null);
export const version = signal(0);
export const entries = signal(0);
export const board = signal<View>({});
export const view = signal<View>({});
export const undoable = signal(0);
export const log = signal<LogEntry[]>([]);
export const moreLog = signal(false);
export const chat = signal<Chat[]>([]);
export const unreadChat = signal(0);
export const notes = signal('');
export const proposal = signal<Proposal | null>(null);
export const clock = signal<Clock | null>(null);
export const outcome = signal<Outcome | null>(null);
export const face = signal<Face | null>(null);
/** Why the table cannot be shown. */
export const trouble = signal('');
/** It was there, and is no more. */
export const gone = signal(false);
/** A position of the past, while one looks at it. */
export const replay = signal<Replay | null>(null);
/** The last sentence for the live region. */
export const spoken = signal('');
/** A refusal or an explanation, until the next action. */
export interface Notice { text: string; rule?: string; title?: string; tried?: string; kind: 'why' | 'refused' | 'notice' }
export const notice = signal<Notice | null>(null);
/** Seats that have put aside, for a while, the question which their game asks so often: this page answers. */
export const putAside = signal<Set<string>>(new Set());
/** The question that this seat has put aside for good: the server answers. */
export const standingAt = signal<string | null>(null);
export function askAgain(): void {
    putAside.value = new Set();
    if (standingAt.value) send({ t: 'standing' });
}
/** An action is on its way. */
export const waiting = signal(false);

/** Moves just seen, as arrows that fade; places that changed since our own last action. */
export interface Trace { id: number; from: string; to: string; seat: string | null }
export const traces = signal<Trace[]>([]);
export const changed = signal<Set<string>>(new Set());
const lastThrows = signal<Throw[]>([]);
const throwsOf = (events: GameEvent[]) => events.map(e => face.value!.dice(e)).filter((t): t is Throw => t !== null);
/** The dice that lie on the table: of now, or of the moment one looks at. */
export const thrown = computed(() => (replay.value ? throwsOf(replay.value.events) : lastThrows.value));

/** What of the log stands, by its n: the number of journal entries up to it. */
export const stands = computed(() => standing(log.value, entries.value));
/** The log without what was taken back: what reports and sums are made from. */
export const played = computed(() => log.value.filter(entry => entry.what !== 'action' || stands.value.has(entry.n)));
const isMine = (entry: LogEntry) => entry.seat === seat.value && entry.what === 'action';
/** Our own last action that stands. */
export const lastMine = computed(() => (seat.value === null ? undefined : played.value.findLast(isMine)));

/** Has anyone at this screen decided something after that version? Then what was told up to it has been read. */
export const decidedSince = (n: number) => played.value.some(entry => entry.n > n && entry.what === 'action' && entry.seat !== null && (info.value?.mine.includes(entry.seat) ?? false));

/** What was done since our own last action; if that is further back than the log, all of it. */
export const sinceMine = computed(() => {
    const last = lastMine.value;
    if (last) return played.value.filter(entry => entry.n > last.n && entry.what === 'action');
    return seat.value !== null && moreLog.value ? played.value : [];
});
/** From this moment on the replay plays by itself. */
export const playFrom = signal<number | null>(null);

let drawn = emptyScene;
export const scene = computed(() => {
    if (!face.value) return emptyScene;
    return drawn = sceneOf(board.value, replay.value ? replay.value.view : view.value, drawn);
});

export const live = computed(() => replay.value === null);
export const connectionLost = computed(() => connection.value === 'lost');
export const over = computed(() => info.value?.state === 'over');
export const myDecision = computed(() => live.value && scene.value.actions.length > 0);
export const seatName = (id: string | null) =>
    id === null ? 'Spectator' : String(scene.value.seats.find(s => s.id === id)?.name ??
        gameOf(info.value?.game ?? '')?.seats.find(s => s.id === id)?.title ?? id);

/** Hot-seat: the seat that must look now. */
const nextHere = computed(() => {
    const t = info.value, next = view.value['prompt:now']?.seat ?? t?.turn;
    if (!t || t.state !== 'playing' || t.mine.length < 2 || !next || !live.value) return null;
    return t.mine.includes(String(next)) && next !== seat.value ? String(next) : null;
});
/** The same while the screen is covered: where nothing is hidden the page turns by itself. */
export const cover = computed(() => (face.value?.open ? null : nextHere.value));
effect(() => { if (face.value?.open && nextHere.value) look(nextHere.value); });

let address: { table: string; secret?: string } | null = null;
let stopListening: (() => void) | null = null;
let traceCount = 0;

/** Follows a table; nothing happens if it is followed already. */
export function follow(table: string, secret?: string): void {
    if (address?.table === table && address.secret === secret) return;
    leave();
    address = { table, secret };
    stopListening = listen(receive);
    look(undefined);
}

/** Looks from a seat; undefined: the server chooses, null: as a spectator. */
export function look(from: string | null | undefined): void {
    if (address) stand('table', joinFrame(address.table, address.secret, from));
}

export function leave(): void {
    stopListening?.();
    stopListening = null;
    stand('table', null);
    if (info.value) noteTable({ ...info.value, my_turn: info.value.mine.includes(String(view.value['prompt:now']?.seat)) });
    if (address) send({ t: 'quit' });
    address = null;
    forget();
    batch(() => {
        asksBack.value = false; oneClick.value = []; labels.clear(); sentActions.clear();
        info.value = null; seat.value = null; view.value = {}; log.value = []; chat.value = [];
        replay.value = null; outcome.value = null; notice.value = null; proposal.value = null;
        trouble.value = ''; gone.value = false; traces.value = []; changed.value = new Set(); lastThrows.value = [];
        putAside.value = new Set(); standingAt.value = null; unreadChat.value = 0; clock.value = null; waiting.value = false; face.value = null;
    });
}

/** The actions that this page has sent, by the version they lead to. */
export const sentActions = new Map<number, string>();

export function act(action: string): void {
    if (waiting.value || !live.value) return;
    waiting.value = true;
    sentActions.set(version.value + 1, action);
    notice.value = null;
    const known = scene.value.actions.find(a => a.text === action);
    if (known) labels.set(version.value + 1, face.value?.label?.(known, scene.value) ?? known.label);
    traces.value = []; // who acts has seen enough of the other's moves
    dismiss();
    if (!send({ t: 'do', n: version.value, action })) {
        waiting.value = false;
        notice.value = { kind: 'refused', text: 'No connection: nothing was done. Try again when it is back.' };
    }
}

// ---- Taking back ----

/** Versions of actions that were one click: from, to. One step takes them back. */
const oneClick = signal<[number, number][]>([]);
export const beginOneClick = () => { oneClick.value = [...oneClick.value, [version.value + 1, Infinity]]; };
export function endOneClick(): void {
    const list = oneClick.value, last = list[list.length - 1];
    if (last && last[1] === Infinity) oneClick.value = [...list.slice(0, -1), [last[0], version.value]];
}

/** What is done next belongs to the last click: one step takes both back. */
export function joinClick(): void {
    const list = oneClick.value, last = list[list.length - 1], n = version.value, mine = lastMine.value?.n === n;
    if (!mine) return;
    if (last && last[1] >= n) oneClick.value = [...list.slice(0, -1), [last[0], n + 1]];
    else oneClick.value = [...list, [n, n + 1]];
}

let afterwards: { n: number; then: () => void } | null = null;
/** Takes back so many of our last actions, which nothing has followed yet; then goes on. */
export function takeBackLast(count: number, then: () => void): void {
    afterwards = { n: version.value + count, then };
    send({ t: 'undo', n: version.value, count });
}

export interface TakeBack {
    /** Actions of ours that the server takes back without asking anyone; 0: it needs consent, and new dice. */
    free: number;
    /** Back to so many entries of the journal. */
    to: number;
    /** So many actions are void then, and so many of them are not ours. */
    actions: number; others: number;
    /** What the first of them did, as far as that was told. */
    text: string;
}

/** What the buttons said of the actions that this page has sent, by version. */
const labels = new Map<number, string>();
function textOf(entry: LogEntry): string {
    const told = entry.events.filter(e => !/^note(_|$)/.test(e.kind)), first = told.find(e => !face.value?.incidental?.includes(e.kind)) ?? told[0];
    return labels.get(entry.n) ?? plain(first?.text ?? '');
}

/** What a step back takes back, and how far. */
export const takeBack = computed((): TakeBack | null => {
    const last = lastMine.value;
    if (!last || over.value) return null;
    const gone = played.value.filter(entry => entry.n >= last.n && entry.what === 'action');
    if (undoable.value === 0) {
        const at = stands.value.get(last.n)!;
        return at < 1 ? null : { free: 0, to: at - 1, actions: gone.length, others: gone.filter(e => !isMine(e)).length, text: textOf(last) };
    }
    const click = oneClick.value.findLast(([from, to]) => last.n >= from && last.n <= to);
    const together = click ? played.value.filter(entry => isMine(entry) && entry.n >= click[0]) : [last];
    const free = Math.min(together.length, undoable.value), first = together[together.length - free];
    return { free, to: entries.value - free, actions: free, others: 0, text: textOf(first) };
});

/** The last thing that happened is that we took something back. */
export const steppedBack = computed(() => {
    const entry = log.value[log.value.length - 1];
    return entry !== undefined && (entry.what === 'undo' || entry.what === 'undo_to') && entry.seat === seat.value;
});

/** A take-back that rolls new dice asks first. */
export const asksBack = signal(false);

export function undo(): void {
    const back = takeBack.value;
    notice.value = null;
    askAgain(); // one has thought again
    dismiss();
    if (!back) return;
    if (back.free) send({ t: 'undo', n: version.value, count: back.free });
    else asksBack.value = true;
}

export function askBack(): void {
    asksBack.value = false;
    if (takeBack.value) send({ t: 'propose', what: 'undo', to: takeBack.value.to });
}

// ---- The machine's advice ----

/** What the machine would do, to be done or not; at this version only. */
export const advice = signal<{ n: number; actions: string[] } | null>(null);
export const askAdvice = () => { advice.value = null; send({ t: 'suggest', n: version.value }); };

// ---- Reasons that are shown without a click ----

const reasons = signal<Map<string, string>>(new Map()), wanted = new Set<string>();
const reasonKey = (action: string) => `${version.value} ${action}`;

/** Why an action is not legal now; undefined until the server has said it. */
export function reasonOf(action: string): string | undefined {
    const key = reasonKey(action), known = reasons.value.get(key);
    if (known === undefined && !wanted.has(key)) {
        wanted.add(key);
        queueMicrotask(() => { if (reasonKey(action) === key) send({ t: 'why', action }); });
    }
    return known;
}

function isWanted(frame: Frame): boolean {
    const key = reasonKey(String(frame.action));
    if (!wanted.delete(key)) return false;
    reasons.value = new Map([...reasons.value].filter(([k]) => k.startsWith(`${version.value} `))).set(key, String(frame.text));
    return true;
}

export const askWhy = (actions: string[]) => send({ t: 'why', actions });
export const olderLog = () => send({ t: 'log', before: log.value[0]?.n ?? 0 });
export const saveNotes = (text: string) => send({ t: 'notes', text });
export const say = (text: string) => send({ t: 'chat', text });

export function showMoment(at: number | null, as?: string): void {
    if (at === null) { replay.value = null; traces.value = []; return; }
    const frame: Record<string, unknown> = { t: 'replay', at };
    if (as) frame.seat = as;
    send(frame);
}

/** Shows again what was done since our own last action. */
export function showSinceMine(): void {
    const last = lastMine.value;
    playFrom.value = last ? stands.value.get(last.n) ?? 0 : Math.max(0, entries.value - sinceMine.value.length);
    showMoment(playFrom.value);
}

// ---- What the server says ----

async function joined(frame: Joined): Promise<void> {
    const [newFace, newBoard] = await Promise.all([loadFace(frame.table.game), loadBoard(frame.board)]);
    if (address?.table !== frame.table.id) return;
    if (frame.problem) { trouble.value = `It is damaged in the server’s file: ${frame.problem}. The host can repair it; your other tables are fine.`; return; }
    const stale = frame.n < version.value && info.value?.id === frame.table.id;
    if (stale) return; // a later view frame overtook the loading of the board
    const otherSeat = frame.seat !== seat.value, first = info.value === null;
    forget();
    batch(() => {
        face.value = newFace.onBoard?.(newBoard) ?? newFace; board.value = newFace.arrange?.(newBoard) ?? newBoard; info.value = frame.table; seat.value = frame.seat;
        version.value = frame.n; entries.value = frame.entries; view.value = frame.view ?? {};
        undoable.value = frame.undo; log.value = frame.log; moreLog.value = frame.more;
        chat.value = frame.chat; notes.value = frame.notes ?? ''; standingAt.value = frame.standing?.phase ?? null; proposal.value = frame.proposal;
        clock.value = frame.clock; outcome.value = frame.table.outcome; waiting.value = false;
        if (otherSeat || first) { lastThrows.value = []; catchUp(); }
        for (let i = frame.log.length - 1; i >= 0 && lastThrows.value.length === 0; i--)
            lastThrows.value = throwsOf(frame.log[i].events);
    });
    void loadGames().catch(() => undefined); // titles and verbs: not needed for the first picture
}

/** Where an event led from and to, if it names two places. */
function tracesOf(events: GameEvent[]): Trace[] {
    return events.flatMap(event => {
        const spaces = marks(event.text).filter(m => m.id && scene.value.places.has(m.id)).map(m => m.id!);
        const [from, to] = spaces.slice(-2);
        return to === undefined ? [] : [{ id: ++traceCount, from, to, seat: event.seat }];
    });
}

/** Back at the table: what the others did meanwhile, as if one had watched. */
function catchUp(): void {
    const events = sinceMine.value.flatMap(entry => entry.events);
    traces.value = tracesOf(events).slice(-12);
    changed.value = new Set(events.flatMap(e => marks(e.text)).map(m => m.id ?? '').filter(id => scene.value.places.has(id)));
}

function tell(events: GameEvent[], delta: Record<string, unknown>, own: boolean): void {
    if (own) changed.value = new Set();
    const touched = new Set(changed.value);
    for (const event of events) {
        const spaces = marks(event.text).filter(m => m.id && scene.value.places.has(m.id));
        if (own) continue;
        for (const m of spaces) touched.add(m.id!);
    }
    if (!own) {
        traces.value = [...traces.value, ...tracesOf(events)].slice(-12);
        for (const key in delta) {
            if (!key.startsWith('piece:')) continue;
            for (const source of [view.value, delta as View])
                if (source[key]?.place) touched.add(String(source[key].place));
        }
        changed.value = touched;
    }
    const dice = throwsOf(events);
    if (dice.length) lastThrows.value = dice;
    if (events.length) spoken.value = events.map(e => plain(e.text)).join('. ');
}

function viewed(frame: Frame): void {
    if (frame.n !== version.value + 1) { look(seat.value); return; }
    const next = { ...view.value };
    for (const key in frame.delta) {
        if (frame.delta[key] === null) delete next[key];
        else next[key] = frame.delta[key];
    }
    const what = String(frame.what ?? 'action'), by = (frame.seat as string | undefined) ?? null;
    const ours = waiting.value || (what === 'action' && by === seat.value);
    batch(() => {
        tell(frame.events, frame.delta, ours);
        version.value = frame.n; entries.value = frame.entries; view.value = next;
        undoable.value = frame.undo; waiting.value = false; notice.value = null;
        if (frame.clock !== undefined) clock.value = frame.clock;
        asksBack.value = false;
        log.value = [...log.value, { n: frame.n, at: Date.now() / 1000, seat: by, what, to: frame.to, events: frame.events }];
    });
    if (afterwards && frame.n >= afterwards.n) {
        queueMicrotask(afterwards.then);
        afterwards = null;
    }
}

/** A machine that thinks ahead, and how far it is. */
export const thinking = signal<{ seat: string; share: number } | null>(null);

function changedTable(table: Table): void {
    const begins = info.value!.state === 'open' && table.state !== 'open';
    info.value = { ...info.value!, ...table };
    if (begins) look(seat.value ?? undefined); // there was nothing to see before
}

/** What changes the board, when it is its time (pace.ts). */
export function apply(frame: Frame): void {
    if (!info.value) return;
    if (frame.t === 'view') { viewed(frame); return; }
    outcome.value = frame.outcome;
    info.value = { ...info.value, state: 'over', outcome: frame.outcome, key: frame.key };
}

function receive(frame: Frame): void {
    switch (frame.t) {
    case 'joined':
        thinking.value = null;
        void joined(frame as unknown as Joined).catch(e => { trouble.value = e.message; });
        break;
    case 'view': case 'over':
        thinking.value = null;
        if (info.value) paced(frame);
        break;
    case 'thinking': thinking.value = { seat: frame.seat, share: frame.share }; break;
    case 'table': if (frame.table.id === address?.table && info.value) changedTable(frame.table); break;
    case 'refused':
        waiting.value = false;
        afterwards = null;
        notice.value = { kind: 'refused', text: frame.text, rule: frame.rule, title: frame.rule_title };
        spoken.value = `Not allowed: ${frame.text}`;
        break;
    case 'why':
        if (isWanted(frame) || frame.legal) break;
        notice.value = { kind: 'why', text: frame.text, rule: frame.rule, title: frame.rule_title, tried: frame.tried };
        spoken.value = `Not allowed: ${frame.text}`;
        break;
    case 'gone':
        if (frame.table !== address?.table) break;
        gone.value = true;
        trouble.value = String(frame.text ?? 'Its host has cancelled it.');
        break;
    case 'suggestion': if (frame.n === version.value) advice.value = { n: frame.n, actions: frame.actions }; break;
    case 'proposal': proposal.value = frame.what ? (frame as unknown as Proposal) : null; break;
    case 'chat':
        chat.value = [...chat.value, frame as unknown as Chat];
        unreadChat.value++;
        break;
    case 'notes': notes.value = frame.text; break;
    case 'standing': standingAt.value = frame.answer?.phase ?? null; break;
    case 'log':
        log.value = [...(frame.log as LogEntry[]), ...log.value];
        moreLog.value = frame.more;
        break;
    case 'replay':
        replay.value = frame as unknown as Replay;
        traces.value = tracesOf(replay.value.events);
        break;
    case 'notice': notice.value = { kind: 'notice', text: frame.text }; break;
    case 'error':
        if (!info.value) trouble.value = frame.text;
        else notice.value = { kind: 'refused', text: frame.text };
        waiting.value = false;
        break;
    }
}
