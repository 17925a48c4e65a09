// Who is at this page.
import { signal } from '@preact/signals';
import { get, listen, post, reconnect } from './net';
import type { User } from './types';

/** undefined: not known yet. */
export const user = signal<User | null | undefined>(undefined);

listen(frame => { if (frame.t === 'hello') user.value = frame.user; });

export async function enter(path: string, body: object): Promise<User> {
    const answer = await post<{ user: User }>(path, body);
    user.value = answer.user;
    reconnect();
    return answer.user;
}

export const register = (name: string, password: string, email: string) =>
    enter('/api/register', email ? { name, password, email } : { name, password });
export const logIn = (name: string, password: string) => enter('/api/login', { name, password });
export const beGuest = () => enter('/api/guest', {});

export async function logOut(): Promise<void> {
    await post('/api/logout'); // which ends what this browser is told, too
    user.value = null;
    reconnect();
}

export async function refreshUser(): Promise<void> {
    user.value = (await get<{ user: User | null }>('/api/me')).user;
}
