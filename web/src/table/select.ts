// From clicks to actions. The page knows no rules: a click narrows the list of legal actions down.
import { computed, effect, signal, untracked } from '@preact/signals';
import { gameOf } from '../games';
import { type Action, hasLink, idOf, marks } from '../scene';
import { act, askWhy, beginOneClick, endOneClick, face, info, joinClick, live, notice, myDecision, over, played, putAside, scene, seat, steppedBack,
         takeBackLast, undoable, version, waiting } from './store';

/** What was chosen so far, as kind:id, in the order of clicks. */
export const chosen = signal<string[]>([]);
/** The place whose stack lies open. */
export const openPlace = signal<string | null>(null);
/** What the next click on a place is for, where it is no action: a march that is planned. True: it was that. */
export const aim = signal<((id: string) => boolean) | null>(null);
/** Several meanings of one click: a small menu. */
export const menu = signal<Action[] | null>(null);

/** An action that shows a sheet before it is done. */
export const sheetOf = signal<Action | null>(null);

export const legal = computed(() => (live.value ? scene.value.actions : []));
/** One verb that one wants to use now, by its button: clicks mean nothing else. */
export const only = signal<string | null>(null);
/** What clicks can lead to. */
const clickable = computed(() => legal.value.filter(a => (only.value ? a.verb === only.value : !face.value?.buttonsOnly?.(a))));
const fits = (action: Action, all: string[]) => all.every(c => action.refs.includes(c));

/** Actions that what was chosen can still become. */
export const candidates = computed(() => clickable.value.filter(a => fits(a, chosen.value)));

/** What a click can mean now: gold rings hang on this. */
export const targets = computed(() => {
    const set = new Set<string>();
    for (const action of candidates.value)
        for (const r of action.refs) if (!chosen.value.includes(r)) set.add(r);
    return set;
});

/** What could begin another choice. */
const beginnings = computed(() => new Set(clickable.value.flatMap(a => a.refs)));

/** Places to which several actions in a row lead: a click does them all. */
const nowhere: ReadonlyMap<string, Walk> = new Map();
export const walks = computed(() => (legal.value.length && !chosen.value.length && !only.value ? face.value?.walks?.(scene.value) ?? nowhere : nowhere));

/** The references by the things they name. Asked for everything on the board, so they are looked up. */
function byThing(references: Set<string>): Map<string, string> {
    const found = new Map<string, string>();
    for (const r of references) if (!found.has(idOf(r))) found.set(idOf(r), r);
    return found;
}
const targetRefs = computed(() => byThing(targets.value)), beginningRefs = computed(() => byThing(beginnings.value));

/** Is this thing named by an action that can follow what was chosen? By any action? */
export const isTarget = (id: string) => targetRefs.value.has(id) || walks.value.has(id);
export const isBeginning = (id: string) => beginningRefs.value.has(id);

/** What can be clicked where it lies: on the board, in a stack. All else is chosen by buttons. */
function lies(ref: string): boolean {
    const id = idOf(ref), s = scene.value;
    return s.places.get(id)?.x !== undefined || s.pieces.has(id) || s.slots.has(id);
}
export const complete = (action: Action, all: string[]) => action.refs.every(r => all.includes(r) || !lies(r));

/** Actions that need nothing more from the board: they have buttons. */
export const ready = computed(() => candidates.value.filter(a => complete(a, chosen.value)));

/** What the game says a piece stands for in one of these actions, besides what is chosen. */
function stands(id: string, among: Action[], before: string[]): string[] | null {
    const piece = scene.value.pieces.get(id), standsFor = face.value?.standsFor;
    if (!piece || !standsFor) return null;
    for (const action of among) {
        const more = standsFor(piece, action, scene.value)?.filter(r => !before.includes(r));
        if (more?.length) return more;
    }
    return null;
}

/** What a click on a thing adds to a choice: its own name, or what the game says it stands for. Each is
 * found once, until the choice or the position changes. */
function meanings(own: { value: Map<string, string> }, among: { value: Action[] }, before: { value: string[] }): (id: string) => string[] | null {
    const found = computed(() => {
        const [names, actions, all] = [own.value, among.value, before.value], known = new Map<string, string[] | null>();
        return (id: string) => {
            let meaning = known.get(id);
            if (meaning === undefined) known.set(id, meaning = names.has(id) ? [names.get(id)!] : stands(id, actions, all));
            return meaning;
        };
    });
    return id => found.value(id);
}
const asNext = meanings(targetRefs, candidates, chosen), asBeginning = meanings(beginningRefs, clickable, { value: [] });

/** A thing that actions name in more than one way (a leader who can be brought along, or activated): all of them. */
function ways(id: string): Action[] {
    const names = new Set(candidates.value.flatMap(a => a.refs).filter(r => idOf(r) === id && !chosen.value.includes(r)));
    if (names.size < 2) return [];
    return candidates.value.filter(a => a.refs.some(r => names.has(r)) && a.refs.every(r => names.has(r) || chosen.value.includes(r) || !lies(r)));
}

/** Can a click on this choose something, after what was chosen? And as a new beginning? */
export const canPick = (id: string) => asNext(id) !== null;
export const canBegin = (id: string) => asBeginning(id) !== null;

export function clear(): void {
    chosen.value = [];
    menu.value = null;
    only.value = null;
    sheetOf.value = null;
}

/** Where a click can only mean something beside what is going on (a Special Activity): another ring. */
const mainThings = computed(() => new Set(candidates.value.filter(a => !face.value?.aside?.(a)).flatMap(a => a.refs.map(idOf))));
export const isAside = (id: string) => face.value?.aside !== undefined && isTarget(id) && !mainThings.value.has(id);

effect(() => { // a new position: nothing is chosen any more
    version.value;
    seat.value;
    clear();
});

/** The place with all that can act now. */
function whereToAct(): string | null {
    const s = scene.value, places = new Set<string>();
    for (const piece of s.pieces.values()) if (piece.note === 'on the move' && piece.place !== undefined) return String(piece.place);
    for (const a of s.actions)
        for (const arg of a.args) {
            const at = s.pieces.get(arg.id)?.place;
            if (at !== undefined) places.add(String(at));
        }
    return places.size === 1 ? [...places][0] : null;
}

const shownTable = computed(() => (face.value ? info.value?.id : undefined));
effect(() => { // it lies open by itself, in the same picture as the position
    version.value;
    seat.value;
    if (shownTable.value === undefined) return;
    untracked(() => {
        const place = whereToAct();
        if (place) openPlace.value = place;
        else if (openPlace.value && !scene.value.at.has(openPlace.value)) openPlace.value = null;
    });
});

/** Does it, or shows its sheet first. */
export function choose(action: Action): void {
    const more = face.value?.follow?.(action, scene.value);
    if (face.value?.sheet?.(action, scene.value)) { menu.value = null; sheetOf.value = action; }
    else if (more) carryOut([{ verb: action.verb, action: action.text, once: true }, ...more]);
    else act(action.text);
}

function settle(next: string[]): void {
    const all = clickable.value.filter(a => fits(a, next)), main = all.filter(a => !face.value?.aside?.(a));
    const found = main.length && !only.value ? main : all; // what is beside it has a button of its own
    const whole = found.filter(a => complete(a, next));
    chosen.value = next;
    menu.value = null;
    if (found.length === 1) { if (whole.length) choose(found[0]); }
    else if (whole.length > 1) menu.value = whole;
}

/** A click on a piece, a place, a cell. True: it meant something. */
export function pick(id: string): boolean {
    notice.value = null;
    if (waiting.value) return true;
    const walk = walks.value.get(id);
    if (walk) { carryOut(walk.steps); return true; }
    const several = ways(id);
    if (several.length > 1) { menu.value = several; return true; }
    const more = asNext(id);
    if (more) { settle([...chosen.value, ...more]); return true; }
    if (chosen.value.some(c => idOf(c) === id)) { clear(); return true; }
    const begin = asBeginning(id);
    if (begin) { settle(begin); return true; }
    return false;
}

/** Something that cannot be done was clicked: ask the engine for the reason. */
export function explain(id: string, kinds: string[]): void {
    const s = scene.value, t = info.value;
    if (!t || !live.value || over.value) return;
    if (!myDecision.value) {
        if (t.state === 'open') notice.value = { kind: 'why', text: 'The game begins when every seat is taken.' };
        else if (seat.value === null) notice.value = { kind: 'why', text: 'You are watching. Only players can act.' };
        else if (s.prompt) notice.value = { kind: 'why', text: `Not your decision now. ${s.prompt.text}` };
        return;
    }
    const meant = face.value?.means?.(id, s), actions = Array.isArray(meant) ? meant : couldMean(id, kinds);
    if (typeof meant === 'string') notice.value = { kind: 'why', text: meant };
    else if (actions.length) askWhy(actions);
    else notice.value = { kind: 'why', text: chosen.value.length ? 'That does not go with what you chose.' : 'You cannot do anything with that now.' };
}

const mostGuesses = 64; // as many as the server takes

/** What a click on something could have meant, as actions: by the verb that the prompt asks for most, with what is
 * chosen, the thing itself, and for the rest whatever is near it or could be chosen. */
function couldMean(id: string, kinds: string[]): string[] {
    const s = scene.value, uses = new Map<string, number>();
    for (const a of clickable.value) uses.set(a.verb, (uses.get(a.verb) ?? 0) + 1);
    const picked = chosen.value.map(c => ({ kind: c.slice(0, c.indexOf(':')), id: idOf(c) }));
    const verbs = (gameOf(info.value!.game)?.verbs ?? []).filter(v => uses.has(v.name)).sort((a, b) => uses.get(b.name)! - uses.get(a.name)!);
    for (const verb of verbs) {
        const left = [...picked];
        let used = false;
        const choices = verb.kinds.map(kind => {
            const known = left.findIndex(k => k.kind === kind);
            if (known >= 0) return [left.splice(known, 1)[0].id];
            if (!used && kinds.includes(kind)) { used = true; return [id]; }
            const legalOnes = [...new Set(clickable.value.filter(a => a.verb === verb.name).flatMap(a => a.args.filter(x => x.kind === kind).map(x => x.id)))];
            const at = s.pieces.get(id)?.place, near = at === undefined ? [] : [...s.places.keys()].filter(p => hasLink(s, String(at), p));
            return near.length && legalOnes.some(x => s.places.has(x)) ? near : legalOnes;
        });
        if (!used || left.length || choices.some(c => !c.length)) continue;
        return choices.reduce<string[]>((all, ids) => all.flatMap(start => ids.map(x => `${start} ${x}`)), [verb.name]).slice(0, mostGuesses);
    }
    return [];
}

// ---- Several actions with one click ----

/** The way to a place: what is done, over which places it leads, what it costs in words for a tag and for a line. */
export interface Walk { steps: Step[]; path: string[]; tag: string; words: string }

/** One verb, as often as the engine offers it. */
export interface Step {
    verb: string;
    /** This action only. */
    action?: string;
    /** One time. */
    once?: boolean;
    /** Only where these are decided. */
    phases?: string[];
    /** Only those of its actions. */
    only?: (action: Action) => boolean;
}

/** The verb that is being repeated; it stops when the engine offers it no more. */
export const repeating = signal<string | null>(null);
/** What is still to be done; what was asked when it began. */
let steps: Step[] = [], asked = '';
/** How many were sent to each place. */
const given = new Map<string, number>();

const question = (verb: string) => String(face.value?.volley?.[verb]?.phase ? scene.value.prompt?.phase : scene.value.prompt?.text);

/** Does one step after the other; all of it is one step to take back. */
export function carryOut(list: Step[]): void {
    clear();
    steps = list;
    asked = question(list[0].verb);
    given.clear();
    repeating.value = list[0].verb;
}

export const repeat = (verb: string, then: string | null = null) =>
    carryOut([{ verb, only: face.value?.alongOnly }, ...(then ? [{ verb: then, once: true }] : [])]);

let repeated: string | null = null;
effect(() => { // all of it is one step to take back
    if (repeating.value === repeated) return;
    if (repeated) endOneClick();
    if (repeating.value) beginOneClick();
    repeated = repeating.value;
});

/** Of the actions of one verb: the strongest piece first, or in order, or the place that has fewest so far. */
function oneOf(verb: string, choices: Action[]): Action {
    const strength = (a: Action) => Number(scene.value.pieces.get(a.args[0]?.id)?.strength ?? 0);
    if (face.value?.onStrongest?.includes(verb)) return choices.reduce((best, a) => (strength(a) > strength(best) ? a : best));
    // One argument: in order. Several: for the first piece, as many as may be, or the place that has fewest so far.
    const first = choices[0].args[0]?.id;
    const same = choices.filter(a => a.args[0]?.id === first);
    const counted = same[0].args[1]?.kind === 'count';
    const least = Math.min(...same.map(a => given.get(String(a.args[1]?.id)) ?? 0));
    const open = same.filter(a => (given.get(String(a.args[1]?.id)) ?? 0) === least);
    const one = counted ? same[same.length - 1] : open[Math.floor(Math.random() * open.length)];
    given.set(String(one.args[1]?.id), least + 1);
    return one;
}

/** The next action; undefined: that was all. */
function nextAction(): string | undefined {
    for (; steps.length; steps = steps.slice(1)) {
        const step = steps[0];
        if (step.phases && !step.phases.includes(String(scene.value.prompt?.phase))) continue;
        const choices = legal.value.filter(a => a.verb === step.verb && (!step.action || a.text === step.action) && (step.only?.(a) ?? true));
        if (!choices.length) continue;
        const one = oneOf(step.verb, choices);
        if (step.once) steps = steps.slice(1);
        return one.text;
    }
    return undefined;
}

effect(() => {
    const verb = repeating.value;
    version.value;
    if (!verb || waiting.value) return;
    const volley = !!face.value?.volley?.[verb];
    if (volley && !myDecision.value && scene.value.prompt) return; // the other side decides, then it goes on
    const action = myDecision.value && (!volley || question(verb) === asked) ? nextAction() : undefined;
    if (!action) { repeating.value = null; return; }
    queueMicrotask(() => act(action));
});

/** Takes one of those back out of a group that were taken along just now: back to before, and the others again. */
export function takeOut(id: string): boolean {
    const entries = played.value, from = entries.findLastIndex(e => e.what === 'action' && !e.events.some(x => x.kind === 'take'));
    const taken = entries.slice(from + 1).filter(e => e.what === 'action');
    const who = (i: number) => marks(taken[i].events.find(x => x.kind === 'take')!.text).filter(m => m.kind === 'unit').map(m => m.id).pop();
    const at = taken.findIndex((_, i) => who(i) === id);
    if (at < 0 || taken.length - at > undoable.value) return false;
    const again = taken.slice(at + 1).map((_, i) => who(at + 1 + i)!);
    takeBackLast(taken.length - at, () => {
        if (again.length) carryOut(again.map(unit => ({ verb: 'take', action: `take ${unit}`, once: true })));
    });
    return true;
}

// ---- No choice at all ----

/** What was done by itself, and the version it led to. */
export const byItself = signal<{ n: number; text: string } | null>(null);

/** The only legal action, where the game says that it needs no click: not again after it was taken back. */
effect(() => {
    version.value;
    const only = legal.value.length === 1 ? legal.value[0] : undefined;
    if (!only || waiting.value || repeating.value || over.value) return;
    const forced = face.value?.forced;
    if (!(typeof forced === 'function' ? forced(only, scene.value) : forced?.includes(only.verb)) || steppedBack.value) return;
    queueMicrotask(() => {
        byItself.value = { n: version.value + 1, text: face.value?.label?.(only, scene.value) ?? only.label };
        joinClick(); // with what led to it
        act(only.text);
    });
});

effect(() => { if (notice.value?.kind === 'refused') repeating.value = null; });

// ---- One answer for all time ----

/** The action that answers a question which this seat has put aside. */
export const standingAnswer = computed(() => {
    const again = face.value?.again;
    return again && scene.value.prompt?.phase === again.phase ? legal.value.find(a => a.text === again.answer) : undefined;
});

effect(() => { // a standing answer for one battle ends with it
    const during = face.value?.again?.during;
    if (during && live.value && putAside.value.size && !scene.value.panels.has(during)) putAside.value = new Set();
});

effect(() => {
    version.value;
    const answer = standingAnswer.value;
    if (answer && !waiting.value && putAside.value.has(String(seat.value))) queueMicrotask(() => act(answer.text));
});
