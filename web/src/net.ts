// Requests to the server, and how the live connection stands.
import { signal } from '@preact/signals';
import { type Connection, watch } from './wire';

export { type Frame, listen, reconnect, send, stand } from './wire';

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

/** Whether the live connection stands; the page shows a notice while it does not. */
export const connection = signal<Connection>('connecting');
watch.connection = now => { connection.value = now; };
