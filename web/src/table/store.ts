// The table in front of us: one store, changed only by what the server sends.
import { batch, computed, effect, signal } from '@preact/signals';
import { gameOf, loadBoard, loadFace, loadGames } from '../games';
import type { Face, Throw } from '../games/face';
import { connection, type Frame, listen, send, stand } from '../net';
import { emptyScene, marks, plain, sceneOf } from '../scene';
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
/** A position of the past, while one looks at it. */
export const replay = signal<Replay | null>(null);
/** The last sentence for the live region. */
export const spoken = signal('');
/** A refusal or an explanation, until the next deed. */
export interface Notice { text: string; rule?: string; title?: string; kind: 'why' | 'refused' | 'notice' }
export const notice = signal<Notice | null>(null);
/** Seats that have put aside the question which their game asks so often. */
export const putAside = signal<Set<string>>(new Set());
/** An action is on its way. */
export const waiting = signal(false);

/** Moves just seen, as arrows that fade; places that changed since our own last deed. */
export interface Trace { id: number; from: string; to: string; seat: string | null }
export const traces = signal<Trace[]>([]);
export const changed = signal<Set<string>>(new Set());
const lastThrows = signal<Throw[]>([]);
const throwsOf = (events: GameEvent[]) => events.map(e => face.value!.dice(e)).filter((t): t is Throw => t !== null);
/** The dice that lie on the table: of now, or of the moment one looks at. */
export const thrown = computed(() => (replay.value ? throwsOf(replay.value.events) : lastThrows.value));

/** What was done since our own last deed. */
export const sinceMine = computed(() => {
    let i = seat.value === null ? -1 : log.value.length - 1;
    while (i >= 0 && !(log.value[i].seat === seat.value && log.value[i].what === 'action')) i--;
    return i < 0 ? [] : log.value.slice(i + 1);
});
/** From this moment on the replay plays by itself. */
export const playFrom = signal<number | null>(null);

export const scene = computed(() => {
    if (!face.value) return emptyScene;
    return sceneOf(board.value, replay.value ? replay.value.view : view.value);
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
    if (address) send({ t: 'quit' });
    address = null;
    batch(() => {
        info.value = null; seat.value = null; view.value = {}; log.value = []; chat.value = [];
        replay.value = null; outcome.value = null; notice.value = null; proposal.value = null;
        trouble.value = ''; traces.value = []; changed.value = new Set(); lastThrows.value = [];
        putAside.value = new Set(); unreadChat.value = 0; clock.value = null; waiting.value = false; face.value = null;
    });
}

export function act(action: string): void {
    if (waiting.value || !live.value) return;
    waiting.value = true;
    notice.value = null;
    traces.value = []; // who acts has seen enough of the other's moves
    if (!send({ t: 'do', n: version.value, action })) {
        waiting.value = false;
        notice.value = { kind: 'refused', text: 'There is no connection at the moment. Nothing was done; try again when it is back.' };
    }
}

export function undo(): void {
    notice.value = null;
    putAside.value = new Set(); // one has thought again
    if (undoable.value > 0) send({ t: 'undo', n: version.value });
    else send({ t: 'propose', what: 'undo' });
}

export const askWhy = (action: string) => send({ t: 'why', action });
export const olderLog = () => send({ t: 'log', before: log.value[0]?.n ?? 0 });
export const saveNotes = (text: string) => send({ t: 'notes', text });
export const say = (text: string) => send({ t: 'chat', text });

export function showMoment(at: number | null, as?: string): void {
    if (at === null) { replay.value = null; traces.value = []; return; }
    const frame: Record<string, unknown> = { t: 'replay', at };
    if (as) frame.seat = as;
    send(frame);
}

/** Shows again what was done since our own last deed. */
export function showSinceMine(): void {
    const back = sinceMine.value.reduce((n, entry) => n + (entry.what === 'action' ? 1 : entry.what === 'undo' ? -1 : 0), 0);
    playFrom.value = Math.max(0, entries.value - back);
    showMoment(playFrom.value);
}

// ---- What the server says ----

async function joined(frame: Joined): Promise<void> {
    const [newFace, newBoard] = await Promise.all([loadFace(frame.table.game), loadBoard(frame.board)]);
    if (address?.table !== frame.table.id) return;
    const stale = frame.n < version.value && info.value?.id === frame.table.id;
    if (stale) return; // a later view frame overtook the loading of the board
    const otherSeat = frame.seat !== seat.value, first = info.value === null;
    batch(() => {
        face.value = newFace; board.value = newFace.arrange?.(newBoard) ?? newBoard; info.value = frame.table; seat.value = frame.seat;
        version.value = frame.n; entries.value = frame.entries; view.value = frame.view ?? {};
        undoable.value = frame.undo; log.value = frame.log; moreLog.value = frame.more;
        chat.value = frame.chat; notes.value = frame.notes ?? ''; proposal.value = frame.proposal;
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
    const ours = waiting.value; // an action of ours was on its way: this is it
    batch(() => {
        tell(frame.events, frame.delta, ours);
        version.value = frame.n; entries.value = frame.entries; view.value = next;
        undoable.value = frame.undo; waiting.value = false; notice.value = null;
        if (frame.clock !== undefined) clock.value = frame.clock;
        const by = ours ? seat.value : frame.events[0]?.seat ?? null;
        const what = frame.events[0]?.kind === 'table' ? 'table' : 'action';
        log.value = [...log.value, { n: frame.n, at: Date.now() / 1000, seat: by, what, events: frame.events }];
    });
}

function changedTable(table: Table): void {
    const begins = info.value!.state === 'open' && table.state !== 'open';
    info.value = { ...info.value!, ...table };
    if (begins) look(seat.value ?? undefined); // there was nothing to see before
}

function receive(frame: Frame): void {
    switch (frame.t) {
    case 'joined': void joined(frame as unknown as Joined).catch(e => { trouble.value = e.message; }); break;
    case 'view': if (info.value) viewed(frame); break;
    case 'table': if (frame.table.id === address?.table && info.value) changedTable(frame.table); break;
    case 'refused':
        waiting.value = false;
        notice.value = { kind: 'refused', text: frame.text, rule: frame.rule, title: frame.rule_title };
        spoken.value = `Not possible: ${frame.text}`;
        break;
    case 'why':
        if (frame.legal) break;
        notice.value = { kind: 'why', text: frame.text, rule: frame.rule, title: frame.rule_title };
        spoken.value = `Not allowed now: ${frame.rule_title ?? frame.text}`;
        break;
    case 'proposal': proposal.value = frame.what ? (frame as unknown as Proposal) : null; break;
    case 'chat':
        chat.value = [...chat.value, frame as unknown as Chat];
        unreadChat.value++;
        break;
    case 'notes': notes.value = frame.text; break;
    case 'log':
        log.value = [...(frame.log as LogEntry[]), ...log.value];
        moreLog.value = frame.more;
        break;
    case 'replay':
        replay.value = frame as unknown as Replay;
        traces.value = tracesOf(replay.value.events);
        break;
    case 'over':
        outcome.value = frame.outcome;
        if (info.value) info.value = { ...info.value, state: 'over', outcome: frame.outcome, key: frame.key };
        break;
    case 'notice': notice.value = { kind: 'notice', text: frame.text }; break;
    case 'error':
        if (!info.value) trouble.value = frame.text;
        else notice.value = { kind: 'refused', text: frame.text };
        waiting.value = false;
        break;
    }
}
