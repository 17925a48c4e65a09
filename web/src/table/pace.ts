// The turns of the other seats, one after the other: what each did is shown for a while before the next.
// Frames wait here until it is their time; what the page shows is always a position that was there.
import { signal } from '@preact/signals';
import { counted, joinedWay, plain } from '../scene';
import type { Frame } from '../net';
import type { GameEvent, View } from '../types';
import { isNote } from './Log';
import { apply, face, scene, seat, seatName, view, waiting } from './store';

export type Speed = 'once' | 'quick' | 'step';
export const speeds: [Speed, string][] = [['once', 'at once'], ['quick', 'quick'], ['step', 'step by step']];
const kept = 'musket.speed';
export const speed = signal<Speed>((localStorage.getItem(kept) as Speed | null) ?? 'quick');

export function setSpeed(next: Speed): void {
    speed.value = next;
    localStorage.setItem(kept, next);
    if (next === 'once') skip();
    else if (happening.value) hold(happening.value);
}

/** Something on the map that is not as it was: how many came to a place, or went. */
export interface Change { place: string; owner: string; by: number; kind: 'placed' | 'removed' | 'moved' }

/** What one seat did, or what came over all: a card, a winter, a battle, a new turn. */
export interface Happening {
    id: number; seat: string | null; banners: string[]; events: GameEvent[]; before: View; changes: Change[];
    /** It has been seen: what comes next need not wait. */
    seen: boolean;
}
export const happening = signal<Happening | null>(null);
/** So many frames wait. */
export const waitingFrames = signal(0);

const queue: Frame[] = [];
const most = 600; // more than anyone wants to watch
let timer = 0, count = 0;

// ---- What is shown ----

const bannerKinds = new Set(['turn', 'card', 'winter', 'battle', 'stroke']);
const isBanner = (e: GameEvent) => bannerKinds.has(e.kind) || !!face.value?.banners?.includes(e.kind);
const bannersOf = (frame: Frame) => (frame.events as GameEvent[] ?? []).filter(isBanner).map(e => plain(e.text));

/** What happened in a few lines, the same thing once. */
export function linesOf(events: GameEvent[]): string[] {
    if (face.value?.summary) return face.value.summary(events);
    const texts: string[] = [];
    for (const e of events) {
        if (isNote(e) || isBanner(e)) continue;
        const way = face.value?.stepwise && texts.length ? joinedWay(texts[texts.length - 1], e.text) : null;
        if (way) texts[texts.length - 1] = way;
        else texts.push(e.text);
    }
    return counted(texts);
}

/** What stands where, by owner and type. */
function census(of: View): Map<string, number> {
    const sums = new Map<string, number>();
    for (const key in of) {
        const piece = of[key];
        if (!key.startsWith('piece:') || piece.place === undefined || piece.owner === undefined) continue;
        const name = `${piece.owner}\n${piece.hidden ? 'hidden' : piece.type ?? ''}\n${piece.place}`;
        sums.set(name, (sums.get(name) ?? 0) + Number(piece.count ?? 1));
    }
    return sums;
}

/** Came and went: of one kind of piece what only came was placed, what only went was removed. */
export function changesOf(before: View, after: View): Change[] {
    const a = census(before), b = census(after), came = new Map<string, number>(), went = new Map<string, number>();
    const all = [...new Set([...a.keys(), ...b.keys()])].map(name => {
        const [owner, type, place] = name.split('\n'), by = (b.get(name) ?? 0) - (a.get(name) ?? 0), kind = `${owner}\n${type}`;
        if (by > 0) came.set(kind, (came.get(kind) ?? 0) + by);
        if (by < 0) went.set(kind, (went.get(kind) ?? 0) - by);
        return { owner, place, by, kind };
    });
    const sums = new Map<string, Change>();
    for (const { owner, place, by, kind } of all) {
        if (!by || scene.value.places.get(place)?.x === undefined) continue;
        const what = by > 0 ? (went.get(kind) ? 'moved' : 'placed') : came.get(kind) ? 'moved' : 'removed';
        const key = `${place}\n${owner}\n${Math.sign(by)}`, old = sums.get(key);
        sums.set(key, { place, owner, by: by + (old?.by ?? 0), kind: old && old.kind !== what ? 'moved' : what });
    }
    return [...sums.values()];
}

// ---- When ----

/** So long it takes to read. */
const readingTime = (h: Happening) => Math.min(3600, 900 + 350 * Math.min(6, linesOf(h.events).length) + 400 * h.banners.length);

/** Waits until it is read, or until one says so. */
function hold(h: Happening): void {
    clearTimeout(timer);
    if (speed.value === 'quick') timer = window.setTimeout(() => next(), readingTime(h));
}

function show(frame: Frame): void {
    const before = view.value, now = happening.value, banners = bannersOf(frame);
    apply(frame);
    const events = frame.events as GameEvent[], same = now && !now.seen && now.seat === (frame.seat ?? null) && !banners.length;
    const begun = same ? now.before : before;
    if (!same && !banners.length && events.every(isNote)) return;
    const h: Happening = {
        id: same ? now.id : ++count, seat: frame.seat ?? null, banners: same ? now.banners : banners, before: begun,
        events: same ? [...now.events, ...events] : events, changes: changesOf(begun, view.value), seen: false,
    };
    happening.value = h;
    hold(h);
}

/** The next seat's turn, as far as it is known. */
export function next(): void {
    clearTimeout(timer);
    if (happening.value) happening.value = { ...happening.value, seen: true };
    while (queue.length) {
        const frame = queue.shift()!;
        waitingFrames.value = queue.length;
        if (frame.t !== 'view') { apply(frame); continue; }
        show(frame);
        const first = queue[0];
        if (first && (first.t !== 'view' || first.seat !== frame.seat || bannersOf(first).length)) {
            if (happening.value && !happening.value.seen) return;
        }
    }
    if (!queue.length && happening.value?.seen) timer = window.setTimeout(dismiss, 2500);
}

export function dismiss(): void {
    clearTimeout(timer);
    happening.value = null;
}

/** Everything at once, to where the game is now. */
export function skip(): void {
    clearTimeout(timer);
    for (const frame of queue.splice(0)) apply(frame);
    waitingFrames.value = 0;
    happening.value = null;
}

/** The table is left, or came as a whole. */
export function forget(): void {
    clearTimeout(timer);
    queue.length = 0;
    waitingFrames.value = 0;
    happening.value = null;
}

const busy = () => queue.length > 0 || (happening.value !== null && !happening.value.seen);

/** A frame has come: now, or when it is its turn. */
export function paced(frame: Frame): void {
    if (speed.value === 'once' || document.hidden || queue.length > most) { skip(); apply(frame); return; }
    if (frame.t !== 'view') { if (busy()) hang(frame); else apply(frame); return; }
    const own = waiting.value || (frame.seat !== undefined && frame.seat === seat.value);
    if (own || frame.what !== 'action') {
        skip();
        if (bannersOf(frame).length) show(frame);
        else apply(frame);
        return;
    }
    const h = happening.value;
    const goesOn = h && !h.seen && !queue.length && h.seat === frame.seat && !bannersOf(frame).length;
    if (busy() && !goesOn) hang(frame);
    else show(frame);
}

function hang(frame: Frame): void {
    queue.push(frame);
    waitingFrames.value = queue.length;
}

document.addEventListener('visibilitychange', () => { if (document.hidden) skip(); });

/** Who did it, for the head of the card. */
export const headOf = (h: Happening) => (h.seat === null || (h.banners.length && (h.seat === seat.value || !linesOf(h.events).length)) ? '' : seatName(h.seat));
