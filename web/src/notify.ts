// Word to who does not look: by a notification while the page is out of sight, by Web Push while it is closed.
import { effect, signal } from '@preact/signals';
import { user } from './account';
import { get, post } from './net';
import { go } from './route';
import type { Table } from './types';
import { listen } from './wire';

const possible = typeof Notification !== 'undefined';
export const notifying = signal(possible && Notification.permission === 'granted' && localStorage.getItem('notify') === 'on');
/** The browser is told by the server, too, when no page of ours is open. */
export const pushing = signal(false);
/** What the browser answered, if it does not let us. */
export const notifyTrouble = signal('');

// ---- Push ----

const worker = () => (possible && 'serviceWorker' in navigator && 'PushManager' in window ? navigator.serviceWorker : null);

const fromBase64 = (text: string) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));

async function tellServer(subscription: PushSubscription): Promise<void> {
    const { endpoint, keys } = subscription.toJSON();
    await post('/api/push', { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
    pushing.value = true;
}

/** Without it one is told while the page is open: nothing to complain about. */
async function subscribe(): Promise<void> {
    try {
        const at = await worker()?.register('/sw.js');
        if (!at) return;
        const { key } = await get<{ key: string }>('/api/push');
        await tellServer(await at.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64(key) }));
    } catch { pushing.value = false; }
}

async function unsubscribe(): Promise<void> {
    const subscription = await (await worker()?.getRegistration())?.pushManager.getSubscription();
    pushing.value = false;
    if (!subscription) return;
    await post('/api/push/forget', { endpoint: subscription.endpoint }).catch(() => undefined);
    await subscription.unsubscribe();
}

/** A session is new: what this browser was told belonged to another. */
let toldAs = '';
effect(() => {
    const name = user.value?.name ?? '';
    if (!name || name === toldAs || !notifying.value) return;
    toldAs = name;
    void worker()?.getRegistration().then(async at => {
        const subscription = await at?.pushManager.getSubscription();
        if (subscription) await tellServer(subscription);
    }).catch(() => undefined);
});

worker()?.addEventListener('message', e => { if (typeof e.data?.go === 'string') go(e.data.go); });

// ---- The setting ----

export async function setNotifying(on: boolean): Promise<void> {
    notifyTrouble.value = '';
    if (on && (!possible || await Notification.requestPermission() !== 'granted')) {
        notifyTrouble.value = 'Your browser does not allow it. Change that in its settings for this page.';
        on = false;
    }
    localStorage.setItem('notify', on ? 'on' : 'off');
    if (on && user.value) toldAs = user.value.name;
    notifying.value = on;
    if (on && user.value) await subscribe();
    else if (!on) await unsubscribe().catch(() => undefined);
}

// ---- While a page is open somewhere ----

const told = new Map<string, string>(); // of which version of which table one was told

async function tell(title: string, body: string, table: string): Promise<void> {
    const at = await worker()?.getRegistration().catch(() => undefined);
    if (at) { await at.showNotification(title, { body, tag: table, icon: '/icon-192.png', data: { table } }); return; }
    const note = new Notification(title, { body, tag: table });
    note.onclick = () => { window.focus(); go(`#/table/${table}`); note.close(); };
}

listen(frame => {
    const t = frame.t === 'table' ? frame.table as Table : null;
    const what = t?.invited ? 'An invitation' : t?.my_turn && t.state === 'playing' ? 'Your turn' : '';
    if (!t || !what || !document.hidden || !notifying.value || told.get(t.id) === `${what} ${t.n}`) return;
    told.set(t.id, `${what} ${t.n}`);
    void tell(what, t.title || (t.invited ? `${t.owner} invites you to a game.` : 'It is your turn at a table.'), t.id).catch(() => undefined);
});
