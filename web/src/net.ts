// The wire: JSON over HTTP, and one WebSocket that comes back by itself.
import { signal } from '@preact/signals';

export class Refusal extends Error {
    constructor(readonly status: number, readonly error: string, text: string) { super(text); }
}

async function ask<T>(path: string, body?: object): Promise<T> {
    let answer: Response;
    try {
        answer = await fetch(path, body === undefined ? {} : {
            method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
        });
    } catch {
        throw new Refusal(0, 'offline', 'The server cannot be reached. Please try again.');
    }
    const json = await answer.json().catch(() => ({}));
    if (!answer.ok)
        throw new Refusal(answer.status, json.error ?? 'error', json.text ?? `The server answered ${answer.status}.`);
    return json as T;
}

export const get = <T>(path: string) => ask<T>(path);
export const post = <T>(path: string, body: object = {}) => ask<T>(path, body);

export type Frame = { t: string } & Record<string, any>;
export type Connection = 'connecting' | 'open' | 'lost';

/** Whether the live connection stands; the page shows a notice while it does not. */
export const connection = signal<Connection>('connecting');

type Listener = (frame: Frame) => void;
const listeners = new Set<Listener>();
let socket: WebSocket | null = null;
let attempts = 0;
let timer = 0;
/** Said again after every new connection: what this page follows. */
let standing: Record<string, object> = {};

export function listen(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
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
    send(frame);
}

export function connect(): void {
    clearTimeout(timer);
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const mine = socket = new WebSocket(`${scheme}://${location.host}/ws`, 'musket');
    mine.onopen = () => {
        attempts = 0;
        connection.value = 'open';
        for (const frame of Object.values(standing)) send(frame);
    };
    mine.onmessage = message => {
        const frame = JSON.parse(message.data) as Frame;
        for (const listener of [...listeners]) listener(frame);
    };
    mine.onclose = () => {
        if (socket !== mine) return;
        socket = null;
        connection.value = 'lost';
        timer = window.setTimeout(connect, Math.min(10_000, 400 * 2 ** attempts++));
    };
}

/** A new session (log in, log out) needs a new socket: the server looked at the cookie once. */
export function reconnect(): void {
    const old = socket;
    socket = null;
    old?.close();
    connect();
}

window.addEventListener('online', connect);
document.addEventListener('visibilitychange', () => { if (!document.hidden) connect(); });
