// The first script to run, so that the way to the server is open before the rest of the page has
// arrived: one WebSocket that comes back by itself, and what the table of the address needs.

export type Frame = { t: string } & Record<string, any>;
export type Connection = 'connecting' | 'open' | 'lost';

type Listener = (frame: Frame) => void;
const listeners = new Set<Listener>();
let socket: WebSocket | null = null;
let attempts = 0;
let timer = 0;
const patience = 15_000; // milliseconds for a connection to be made
/** Said again after every new connection: what this page follows. */
const standing: Record<string, object> = {};
/** What arrived before anyone listened. */
let early: Frame[] | null = [];
/** A frame that was sent before the page asked for it. */
let foreseen = '';

/** Whoever wants to know how the connection stands. */
export const watch = { connection: (_: Connection) => undefined as void };

export function listen(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

const hear = (frame: Frame) => { for (const listener of [...listeners]) listener(frame); };

/** The page is there: it hears what came so far, and the rest as it comes. */
export function hearAll(): void {
    const frames = early ?? [];
    early = null;
    watch.connection(socket?.readyState === WebSocket.OPEN ? 'open' : socket ? 'connecting' : 'lost');
    frames.forEach(hear);
}

export function send(frame: object): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
}

/** Sends a frame now and after each reconnection; null takes it back. */
export function stand(name: string, frame: object | null): void {
    if (frame === null) { delete standing[name]; return; }
    standing[name] = frame;
    const known = foreseen === JSON.stringify(frame);
    foreseen = '';
    if (!known) send(frame);
}

export function connect(): void {
    clearTimeout(timer);
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const asked = standing.table && !('secret' in standing.table) ? standing.table : null; // no secrets in addresses
    const query = asked ? `?frame=${encodeURIComponent(JSON.stringify(asked))}` : '';
    const mine = socket = new WebSocket(`${scheme}://${location.host}/ws${query}`, 'musket');
    mine.onopen = () => {
        attempts = 0;
        watch.connection('open');
        for (const frame of Object.values(standing)) if (frame !== asked) send(frame);
    };
    mine.onmessage = message => {
        const frame = JSON.parse(message.data) as Frame;
        if (frame.t === 'joined') { // and now what it takes to draw it
            performance.mark('position arrived');
            void loadFace(frame.table.game).catch(() => undefined);
            void loadBoard(frame.board).catch(() => undefined);
        }
        if (early) early.push(frame);
        else hear(frame);
    };
    mine.onclose = () => {
        if (socket !== mine) return;
        socket = null;
        watch.connection('lost');
        timer = window.setTimeout(connect, Math.min(10_000, 400 * 2 ** attempts++));
    };
    timer = window.setTimeout(() => { // nobody answers, nobody refuses
        if (socket !== mine || mine.readyState === WebSocket.OPEN) return;
        socket = null;
        mine.close();
        connect();
    }, patience);
}

/** A new session (log in, log out) needs a new socket: the server looked at the cookie once. */
export function reconnect(): void {
    const old = socket;
    socket = null;
    old?.close();
    connect();
}

// ---- What a table is drawn with ----

/** A folder in src/games with an index file is a game's face; a game without one has the plain face. */
const folders = import.meta.glob<{ face: import('./games/face').Face }>('./games/*/index.tsx');
export const hasFace = (game: string) => `./games/${game}/index.tsx` in folders;

/** `#/table/ID?plain` shows the plain face of any game. */
const plainFace = () => /[?&]plain\b/.test(location.hash);

export async function loadFace(game: string): Promise<import('./games/face').Face> {
    const own = plainFace() ? undefined : folders[`./games/${game}/index.tsx`];
    const folder = own ?? folders['./games/any/index.tsx'];
    return (await folder()).face;
}

const boards = new Map<string, Promise<import('./types').View>>();
export function loadBoard(address: string): Promise<import('./types').View> {
    let board = boards.get(address);
    if (!board) {
        board = fetch(address).then(answer => {
            if (!answer.ok) throw new Error(`The board did not come: the server answered ${answer.status}.`);
            return answer.json();
        });
        board.catch(() => boards.delete(address)); // to be asked for again
        boards.set(address, board);
    }
    return board;
}

/** The frame that asks for a table; `seat` undefined: the server chooses. */
export function joinFrame(table: string, secret?: string | null, seat?: string | null): object {
    return { t: 'join', table, ...(secret ? { secret } : {}), ...(seat !== undefined ? { seat } : {}) };
}

const table = location.hash.match(/^#\/table\/([^/?]+)/);
if (table) {
    const frame = joinFrame(decodeURIComponent(table[1]), new URLSearchParams(location.hash.split('?')[1] ?? '').get('secret'));
    standing.table = frame;
    foreseen = JSON.stringify(frame);
}
connect();
window.addEventListener('online', connect);
document.addEventListener('visibilitychange', () => { if (!document.hidden) connect(); });
void import('./main');
