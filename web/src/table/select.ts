// From clicks to actions. The page knows no rules: a click narrows the list of legal actions down.
import { computed, effect, signal } from '@preact/signals';
import { gameOf } from '../games';
import { type Action, refs } from '../scene';
import { act, askWhy, face, info, live, notice, myDecision, over, putAside, scene, seat, version, waiting } from './store';

/** What was chosen so far, as kind:id, in the order of clicks. */
export const chosen = signal<string[]>([]);
/** The place whose stack lies open. */
export const openPlace = signal<string | null>(null);
/** Several meanings of one click: a small menu. */
export const menu = signal<Action[] | null>(null);

export const legal = computed(() => (live.value ? scene.value.actions : []));
/** What clicks can lead to. */
const clickable = computed(() => legal.value.filter(a => !face.value?.buttonsOnly?.(a)));
const fits = (action: Action, all: string[]) => { const r = refs(action); return all.every(c => r.includes(c)); };

/** Actions that what was chosen can still become. */
export const candidates = computed(() => clickable.value.filter(a => fits(a, chosen.value)));

/** What a click can mean now: gold rings hang on this. */
export const targets = computed(() => {
    const set = new Set<string>();
    for (const action of candidates.value)
        for (const r of refs(action)) if (!chosen.value.includes(r)) set.add(r);
    return set;
});

/** What could begin another choice. */
export const beginnings = computed(() => new Set(clickable.value.flatMap(refs)));

/** What can be clicked where it lies: on the board, in a stack. All else is chosen by buttons. */
function lies(ref: string): boolean {
    const id = ref.slice(ref.indexOf(':') + 1), s = scene.value;
    return s.places.get(id)?.x !== undefined || s.pieces.has(id) || [...s.panels.values()].some(p => p.slot === id);
}
const complete = (action: Action, all: string[]) => refs(action).every(r => all.includes(r) || !lies(r));

/** Actions that need nothing more from the board: they have buttons. */
export const ready = computed(() => candidates.value.filter(a => complete(a, chosen.value)));

/** The reference to a thing that the list of actions knows, if any. */
export function refTo(id: string, set: Set<string>): string | null {
    for (const r of set) if (r.slice(r.indexOf(':') + 1) === id) return r;
    return null;
}

/** What a click on a thing adds to the choice: its own name, or what the game says it stands for. */
function meaning(id: string, among: Action[], before: string[]): string[] | null {
    const own = refTo(id, new Set(among.flatMap(refs).filter(r => !before.includes(r))));
    if (own) return [own];
    const piece = scene.value.pieces.get(id), standsFor = face.value?.standsFor;
    if (!piece || !standsFor) return null;
    for (const action of among) {
        const more = standsFor(piece, action, scene.value)?.filter(r => !before.includes(r));
        if (more?.length) return more;
    }
    return null;
}

/** A thing that actions name in more than one way (a leader who can be brought along, or activated): all of them. */
function meanings(id: string): Action[] {
    const names = new Set(candidates.value.flatMap(refs).filter(r => r.slice(r.indexOf(':') + 1) === id && !chosen.value.includes(r)));
    if (names.size < 2) return [];
    return candidates.value.filter(a => refs(a).some(r => names.has(r)) && refs(a).every(r => names.has(r) || chosen.value.includes(r) || !lies(r)));
}

/** Can a click on this choose something, after what was chosen? And as a new beginning? */
export const canPick = (id: string) => meaning(id, candidates.value, chosen.value) !== null;
export const canBegin = (id: string) => meaning(id, clickable.value, []) !== null;

export function clear(): void {
    chosen.value = [];
    menu.value = null;
}

effect(() => { // a new position: nothing is chosen any more
    version.value;
    seat.value;
    clear();
});

function settle(next: string[]): void {
    const found = clickable.value.filter(a => fits(a, next));
    const whole = found.filter(a => complete(a, next));
    chosen.value = next;
    menu.value = null;
    if (found.length === 1) { if (whole.length) act(found[0].text); }
    else if (whole.length > 1) menu.value = whole;
}

/** A click on a piece, a place, a cell. True: it meant something. */
export function pick(id: string): boolean {
    notice.value = null;
    if (waiting.value) return true;
    const ways = meanings(id);
    if (ways.length > 1) { menu.value = ways; return true; }
    const more = meaning(id, candidates.value, chosen.value);
    if (more) { settle([...chosen.value, ...more]); return true; }
    if (chosen.value.some(c => c.slice(c.indexOf(':') + 1) === id)) { clear(); return true; }
    const begin = meaning(id, clickable.value, []);
    if (begin) { settle(begin); return true; }
    return false;
}

/** Something that cannot be done was clicked: ask the engine for the reason. */
export function explain(id: string, kinds: string[]): void {
    const s = scene.value, t = info.value;
    if (!t || !live.value || over.value) return;
    if (!myDecision.value) {
        if (t.state === 'open') notice.value = { kind: 'why', text: 'The game begins when every seat is taken.' };
        else if (seat.value === null) notice.value = { kind: 'why', text: 'You are watching: only players act.' };
        else if (s.prompt) notice.value = { kind: 'why', text: `It is not your decision now: ${s.prompt.text}.` };
        return;
    }
    const verbs = gameOf(t.game)?.verbs ?? [], inUse = new Set(legal.value.map(a => a.verb));
    const known = [...chosen.value.map(c => ({ kind: c.slice(0, c.indexOf(':')), id: c.slice(c.indexOf(':') + 1) }))];
    for (const verb of verbs) {
        if (!inUse.has(verb.name)) continue;
        const args: string[] = [];
        let used = false;
        for (const kind of verb.kinds) {
            const old = known.find(k => k.kind === kind && !args.includes(k.id));
            if (old) args.push(old.id);
            else if (!used && kinds.includes(kind)) { args.push(id); used = true; }
            else {
                const any = legal.value.find(a => a.verb === verb.name)?.args.find(a => a.kind === kind);
                if (any) args.push(any.id);
            }
        }
        if (used && args.length === verb.kinds.length && known.every(k => args.includes(k.id))) {
            askWhy([verb.name, ...args].join(' '));
            return;
        }
    }
    notice.value = { kind: 'why', text: known.length ? 'That does not go with what you chose.' : 'Nothing can be done with that now.' };
}

// ---- One verb for all pieces ----

/** The verb that is being repeated; it stops when the engine offers it no more. */
export const repeating = signal<string | null>(null);

effect(() => {
    const verb = repeating.value;
    version.value;
    if (!verb || waiting.value) return;
    if (!myDecision.value) { repeating.value = null; return; }
    const choices = legal.value.filter(a => a.verb === verb);
    if (!choices.length) { repeating.value = null; return; }
    // One argument: in order. Several: for the first piece, as many as may be, or any of its places.
    const first = choices[0].args[0]?.id;
    const same = choices.filter(a => a.args[0]?.id === first);
    const counted = same[0].args[1]?.kind === 'count';
    const action = same[counted ? same.length - 1 : Math.floor(Math.random() * same.length)].text;
    queueMicrotask(() => act(action));
});

effect(() => { if (notice.value?.kind === 'refused') repeating.value = null; });

// ---- One answer for all time ----

/** The action that answers a question which this seat has put aside. */
export const standingAnswer = computed(() => {
    const again = face.value?.again;
    return again && scene.value.prompt?.phase === again.phase ? legal.value.find(a => a.text === again.answer) : undefined;
});

effect(() => {
    version.value;
    const answer = standingAnswer.value;
    if (answer && !waiting.value && putAside.value.has(String(seat.value))) queueMicrotask(() => act(answer.text));
});
