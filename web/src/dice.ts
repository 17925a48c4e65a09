// A secret of ours in the key of the dice, so that not even the host can choose it: made and
// committed with the table or the seat, opened when everyone is there, checked at the end. It lies
// in this browser until then. docs/api.md has the rules.
import { signal } from '@preact/signals';
import { get, listen, post } from './net';
import type { Table } from './types';

// ---- BLAKE2b-256: browsers have none, and over plain HTTP no hash at all ----

const IV = [0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
            0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n];
const SIGMA = ['0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8', '905724afe1bc683d',
               '2c6a0b834d75fe19', 'c51fed4a0763928b', 'db7ec13950f4862a', '6fe9b308c2d714a5', 'a2847615fb9e3cd0'];
const MASK = (1n << 64n) - 1n;
const turn = (x: bigint, n: bigint) => (x >> n | x << (64n - n)) & MASK;

function compress(h: bigint[], block: Uint8Array, count: number, last: boolean): void {
    const view = new DataView(block.buffer), m = Array.from({ length: 16 }, (_, i) => view.getBigUint64(8 * i, true));
    const v = [...h, ...IV];
    v[12] ^= BigInt(count);
    if (last) v[14] ^= MASK;
    const mix = (a: number, b: number, c: number, d: number, x: bigint, y: bigint) => {
        v[a] = v[a] + v[b] + x & MASK; v[d] = turn(v[d] ^ v[a], 32n);
        v[c] = v[c] + v[d] & MASK; v[b] = turn(v[b] ^ v[c], 24n);
        v[a] = v[a] + v[b] + y & MASK; v[d] = turn(v[d] ^ v[a], 16n);
        v[c] = v[c] + v[d] & MASK; v[b] = turn(v[b] ^ v[c], 63n);
    };
    for (let round = 0; round < 12; round++) {
        const s = [...SIGMA[round % 10]].map(c => m[parseInt(c, 16)]);
        for (let i = 0; i < 4; i++) mix(i, 4 + i, 8 + i, 12 + i, s[2 * i], s[2 * i + 1]);
        for (let i = 0; i < 4; i++) mix(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, s[8 + 2 * i], s[9 + 2 * i]);
    }
    for (let i = 0; i < 8; i++) h[i] ^= v[i] ^ v[8 + i];
}

export function blake2b(bytes: Uint8Array): string {
    const h = [...IV];
    h[0] ^= 0x01010020n;
    for (let at = 0; at === 0 || at < bytes.length; at += 128) {
        const block = new Uint8Array(128), last = at + 128 >= bytes.length;
        block.set(bytes.subarray(at, at + 128));
        compress(h, block, last ? bytes.length : at + 128, last);
    }
    const out = new DataView(new ArrayBuffer(32));
    for (let i = 0; i < 4; i++) out.setBigUint64(8 * i, h[i], true);
    return toHex(new Uint8Array(out.buffer));
}

const toHex = (bytes: Uint8Array) => [...bytes].map(b => b.toString(16).padStart(2, '0')).join('');
const fromHex = (hex: string) => new Uint8Array((hex.match(/../g) ?? []).map(b => parseInt(b, 16)));

// ---- What this browser keeps: by the commitment, and before it is sent, so that every tab finds it ----

interface Kept { secret: string; key_hash?: string; commitments?: Record<string, string> }
const keyOf = (commitment: string) => `dice:${commitment}`;
const kept = (commitment: string): Kept | null => JSON.parse(localStorage.getItem(keyOf(commitment)) ?? 'null');
const keep = (commitment: string, k: Kept) => localStorage.setItem(keyOf(commitment), JSON.stringify(k));
const letGo = (commitment: string) => localStorage.removeItem(keyOf(commitment));

/** The commitment to a new secret. */
function commit(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(32)), commitment = blake2b(bytes);
    keep(commitment, { secret: toHex(bytes) });
    return commitment;
}

const commitments = (t: Table) => Object.fromEntries(t.seats.filter(s => s.commitment).map(s => [s.seat, s.commitment!]));

// ---- With a table, a seat ----

/** A request that gives us a seat, with our commitment; then what the dice need of us. */
export async function sitDown(path: string, body: object): Promise<Table> {
    const commitment = commit();
    try { return await tend((await post<{ table: Table }>(path, { ...body, commitment })).table); }
    catch (e) { letGo(commitment); throw e; }
}

const busy = new Set<string>();

/** The browser that has the secret had its time: then without it, so that the game can begin. */
async function giveUp(id: string, seat: string, commitment: string): Promise<void> {
    const t = (await get<{ table: Table }>(`/api/tables/${id}`).catch(() => null))?.table;
    const waits = t?.state === 'open' && t.seats.some(s => s.seat === seat && s.dice === 'committed' && s.commitment === commitment);
    if (waits) await post(`/api/tables/${id}/secret`, { seat, withdraw: true }).catch(() => undefined);
}

/** Does what a table of ours waits for: a new commitment, the secret itself, or neither. */
export async function tend(t: Table): Promise<Table> {
    if (t.state !== 'open' || busy.has(t.id)) return t;
    busy.add(t.id);
    try {
        const full = t.seats.every(s => s.state === 'taken'), asked = t.seats.some(s => s.dice === 'asked');
        for (const s of t.seats.filter(x => t.mine.includes(x.seat))) {
            const tell = async (body: object) => { t = (await post<{ table: Table }>(`/api/tables/${t.id}/secret`, { seat: s.seat, ...body })).table; };
            if (s.dice === 'asked') await tell({ commitment: commit() });
            else if (s.dice === 'committed' && full && !asked) {
                const k = kept(s.commitment!);
                if (!k) { setTimeout(() => void giveUp(t.id, s.seat, s.commitment!), 20_000); continue; } // made in another browser
                keep(s.commitment!, { ...k, key_hash: t.key_hash, commitments: commitments(t) });
                await tell({ opened: k.secret });
            }
        }
    } catch { /* another tab was faster, or the next message about the table tries again */ } finally { busy.delete(t.id); }
    return t;
}

listen(frame => {
    const tables: Table[] = frame.t === 'table' || frame.t === 'joined' ? [frame.table] : frame.t === 'lobby' ? frame.mine : [];
    for (const t of tables) if (t.mine.length && t.state === 'open' && t.seats.some(s => s.dice)) void tend(t);
});

// ---- At the end ----

/** What is said about the dice of a finished table, by its id. */
export const verdicts = signal<Record<string, string>>({});

function check(t: Table, seat: string, k: Kept): string {
    const bytes: number[] = [...fromHex(t.server_key!)];
    let secrets = 0;
    for (const s of t.seats) {
        bytes.push(s.dice_secret ? 1 : 0);
        if (!s.dice_secret) continue;
        secrets++;
        bytes.push(...fromHex(s.dice_secret));
        if (blake2b(fromHex(s.dice_secret)) !== k.commitments?.[s.seat]) return `The secret of ${s.seat} is not the one that was committed.`;
    }
    if (!t.seats.some(s => s.seat === seat && s.dice_secret === k.secret)) return 'Your secret is not in these dice.';
    if (blake2b(fromHex(t.server_key!)) !== k.key_hash) return 'The server’s part of the key is not the one that was promised.';
    if (blake2b(new Uint8Array(bytes)) !== t.key) return 'The parts do not make the key of the dice.';
    return `Checked here: your secret${secrets > 1 ? ', the others’' : ''} and the server’s part make the key of the dice. Nobody chose it.`;
}

/** Checks a finished table, once, and lets the secret go. */
export function checkDice(t: Table): void {
    if (verdicts.value[t.id] || t.state !== 'over' || !t.server_key) return;
    for (const s of t.seats) {
        const k = s.commitment ? kept(s.commitment) : null;
        if (!k) continue;
        verdicts.value = { ...verdicts.value, [t.id]: check(t, s.seat, k) };
        letGo(s.commitment!);
    }
}
