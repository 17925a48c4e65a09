// What can be ordered now: who goes with a force and where to, who could react, what to do besides marching. Buttons come from
// the list of legal actions.
import { gridOf } from '../../table/hexes';
import type { Action, Scene, Thing } from '../../scene';
import { PieceRow } from '../../table/Pieces';
import { carryOut, clear, legal, only, type Step, type Walk } from '../../table/select';
import { act, myDecision, scene as now, sentActions, takeBackLast, undoable, version, waiting } from '../../table/store';
import { hovered } from '../../table/World';
import type { Group } from '../face';
import { chance, count, purposes, signed } from './names';
import { Counter, describe, unitsOf } from './symbols';

const ofVerb = (verb: string) => legal.value.filter(a => a.verb === verb);
const nameOf = (scene: Scene, place: unknown) => String(scene.places.get(String(place))?.name ?? place);

function Do({ action, children, soft }: { action: Action; children: preact.ComponentChildren; soft?: boolean }) {
    return <button type="button" class={soft ? 'small-button' : ''} disabled={waiting.value} data-action={action.text} title={action.label}
                   onClick={() => act(action.text)}>{children}</button>;
}

// ---- A force ----

/** How many actions took pieces along since the force was begun. */
function taken(): number {
    let n = 0;
    while (/^take/.test(sentActions.get(version.value - n) ?? '')) n++;
    return n;
}

/** Leaves one out again: back to before, and the others once more. */
function leaveOut(id: string, members: Thing[]): void {
    const back = taken();
    if (!back || back > undoable.value) return;
    const others = members.filter(p => p.id !== id).map((p): Step => ({ verb: 'take', action: `take ${p.id}`, once: true, phases: ['form'] }));
    takeBackLast(back, () => { if (others.length) carryOut(others); });
}

function Members({ scene }: { scene: Scene }) {
    const force = scene.panels.get('force'), here = scene.at.get(String(force?.place)) ?? [];
    const may = new Set(ofVerb('take').map(a => a.args[0].id)), members = here.filter(p => p.in_hand), rows = here.filter(p => p.in_hand || may.has(p.id));
    const canLeave = scene.prompt?.phase === 'form' && taken() > 0;
    return (
        <div class="pieces force-row">{rows.map(p => (
            <button key={p.id} type="button" class={`piece${p.in_hand ? ' member' : ' target'}`} data-member={p.id} aria-pressed={p.in_hand ? 'true' : 'false'} title={describe(p)}
                    aria-label={`${describe(p)}. ${p.in_hand ? 'Click to leave behind' : 'Click to take along'}`} disabled={waiting.value || (!!p.in_hand && !canLeave)}
                    onClick={() => (p.in_hand ? leaveOut(p.id, members) : act(`take ${p.id}`))}>
                <svg viewBox="-54 -54 108 108" aria-hidden="true"><Counter piece={p} /></svg>
            </button>))}</div>
    );
}

/** The dice of initiative, before they are thrown. */
function Rating({ force }: { force: Thing }) {
    if (force.rating === undefined) return null;
    const rating = Number(force.rating);
    return <p class="rating"><span class="pips" aria-hidden="true">{[1, 2, 3, 4, 5, 6].map(n => <i key={n} class={n <= rating ? 'good' : ''}>{n}</i>)}</span>
        <span>Initiative {rating}{force.leader ? ` by ${force.leader}` : ' without a leader'}: {chance(rating)}</span></p>;
}

/** Stacks that could react to what is in reach. */
function Reactors({ scene }: { scene: Scene }) {
    const list = [...scene.panels.values()].filter(p => p.id.startsWith('reactor.')), over = hovered.value && scene.panels.get(`reach.${hovered.value}`);
    const near = new Set(over ? String(over.reactors ?? '').split(' ') : []);
    if (!list.length) return null;
    return (
        <section class="reactors" aria-label="Who could react"><h3>Could react <small>to a move beside them</small></h3>
            <ul class="plain-list">{list.map(r => (
                <li key={r.id} class={near.has(String(r.place)) ? 'near' : ''}><b>{String(r.label).replace(/^inside/, 'Inside')}</b> {r.leader && `${r.leader}, `}{count(Number(r.units), 'unit')}: <b>{chance(Number(r.rating))}</b></li>))}</ul>
        </section>
    );
}

const oddsWords = (r: Thing) => `${r.attack} against ${r.defence}, odds ${r.odds}${Number(r.drm) ? `, die ${signed(Number(r.drm))}` : ''}`;

/** Enemies in reach, with the odds as they are now. */
function Attacks({ scene }: { scene: Scene }) {
    const list = [...scene.panels.values()].filter(p => p.id.startsWith('reach.') && p.odds !== undefined), all = walks(scene);
    if (!list.length) return null;
    return (
        <section class="attacks" aria-label="Enemies in reach"><h3>In reach</h3>
            <div class="buttons column tight choices">{list.map(r => {
                const place = r.id.slice(6), walk = all.get(place);
                return walk && <button key={r.id} type="button" data-attack={place} disabled={waiting.value} onClick={() => carryOut(walk.steps)}
                                       onPointerEnter={() => { hovered.value = place; }}><b>{nameOf(scene, place)}</b> <small>{oddsWords(r)}</small></button>;
            })}</div>
        </section>
    );
}

function Below({ scene }: { scene: Scene }) {
    const place = hovered.value, r = place && scene.panels.get(`reach.${place}`), force = scene.panels.get('force');
    if (!r || !force) return null;
    if (r.keep) return <p class="way warn">{nameOf(scene, place)}: beside an enemy who can react {r.keep} MP must be left.</p>;
    const cost = Number(force.mp) - Number(r.left);
    return <p class="way">{nameOf(scene, place)}: {cost} MP, {r.left} left{r.odds !== undefined ? `; ${oddsWords(r)}` : ''}{r.town ? '; enemies in the town' : ''}.</p>;
}

function ForceOrders({ scene }: { scene: Scene }) {
    const force = scene.panels.get('force');
    if (!force) return null;
    const steps = [...ofVerb('step'), ...ofVerb('row'), ...ofVerb('ferry')], drops = ofVerb('drop');
    return (
        <div class="gather">
            <h3>{count(Number(force.units), 'unit')} {force.mp !== undefined && <small>{force.mp} MP</small>}</h3>
            <Members scene={scene} />
            {force.rolls && <Rating force={force} />}
            <Below scene={scene} />
            <Attacks scene={scene} />
            <Reactors scene={scene} />
            {drops.length > 0 && <details><summary>Leave somebody here</summary><div class="buttons tight">{drops.map(a => <Do key={a.text} action={a} soft>{a.label}</Do>)}</div></details>}
            {steps.length > 0 && <details><summary>By direction</summary><div class="buttons tight">{steps.map(a => <Do key={a.text} action={a} soft>{a.label}</Do>)}</div></details>}
        </div>
    );
}

// ---- On the map ----

const directions: Record<string, [number, number]> = { n: [0, -2], ne: [1, -1], se: [1, 1], s: [0, 2], sw: [-1, 1], nw: [-1, -1] };
const column = 34.64, half = 20; // of a hex of the sheet

function neighbour(scene: Scene, from: Thing | undefined, direction: string): Thing | undefined {
    const [dx, dy] = directions[direction] ?? [0, 0], x = Number(from?.x) + dx * column, y = Number(from?.y) + dy * half;
    return scene.places.get(gridOf(scene.hexes)?.at(x, y) ?? ''); // hundreds of steps: the grid need not look through all
}

/** The hex of a force: of a town, the hex around it. */
const hexOf = (scene: Scene, place: unknown) => { const p = scene.places.get(String(place)); return p?.kind === 'inside' ? scene.places.get(String(p.of)) : p; };

const found = new WeakMap<Scene['panels'], Map<string, Walk>>();

/** The hexes in reach, with the steps that lead there; a force that is being formed throws its die first. */
export function walks(scene: Scene): ReadonlyMap<string, Walk> {
    const known = found.get(scene.panels);
    if (known) return known;
    const all = new Map<string, Walk>(), force = scene.panels.get('force'), phase = scene.prompt?.phase;
    found.set(scene.panels, all);
    if (phase === 'retreat' || phase === 'react') { ways(scene, all); return all; }
    if (!force || (phase !== 'form' && phase !== 'march') || !myDecision.value) return all;
    const start = hexOf(scene, force.place);
    for (const [id, r] of scene.panels) {
        if (!id.startsWith('reach.') || r.keep) continue;
        const words = String(r.way).split(' '), path = [start], steps: Step[] = phase === 'form' ? [{ verb: 'go', once: true, phases: ['form'] }] : [];
        for (let i = 0; i + 1 < words.length; i += 2) {
            steps.push({ verb: words[i], action: `${words[i]} ${words[i + 1]}`, once: true, phases: ['march'] });
            path.push(neighbour(scene, path[path.length - 1], words[i + 1]));
        }
        const cost = Number(force.mp) - Number(r.left), best = Math.max(0, ...String(r.reactors ?? '').split(' ').map(p => Number(scene.panels.get(`reactor.${p}`)?.rating ?? 0)));
        all.set(id.slice(6), { steps, path: path.filter(Boolean).map(p => p!.id), tag: r.odds !== undefined ? '⚔' : best ? `${cost} !${best}` : String(cost), words: `${cost} MP, ${r.left} left` });
    }
    return all;
}

/** Where a retreat or a reaction may go. */
function ways(scene: Scene, all: Map<string, Walk>): void {
    const mark = /\[hex:([^|]+)\|/.exec(String(scene.prompt?.marks ?? '')), from = scene.places.get(mark?.[1] ?? '');
    if (!from || !myDecision.value) return;
    for (const a of scene.actions) {
        const to = a.verb === 'to' ? neighbour(scene, from, a.args[0].id) : undefined;
        if (to) all.set(to.id, { steps: [{ verb: 'to', action: a.text, once: true }], path: [from.id, to.id], tag: '', words: 'go here' });
    }
}

/** A click beside what is in reach: the step it would take, or that it is too far. */
export function means(place: string, scene: Scene): string[] | string | undefined {
    const force = scene.panels.get('force'), phase = scene.prompt?.phase;
    if (!force || (phase !== 'march' && phase !== 'form')) return undefined;
    const start = hexOf(scene, force.place), keep = scene.panels.get(`reach.${place}`)?.keep;
    if (place === start?.id || place === force.place) return undefined;
    if (keep) return `A force must keep ${keep} MP where an enemy could react: it would have too few left at ${nameOf(scene, place)}.`;
    const way = Object.keys(directions).find(d => neighbour(scene, start, d)?.id === place);
    if (way && phase === 'march') return [`step ${way}`];
    return force.mp === undefined ? 'Take a unit along first.' : `${nameOf(scene, place)} is out of reach: the force has ${force.mp} MP.`;
}

export function group(scene: Scene): Group | null {
    const f = scene.panels.get('force');
    return f ? { place: String(hexOf(scene, f.place)?.id ?? f.place), members: [], count: Number(f.units), of: 'units in the force' } : null;
}

/** A click on a stack takes all of it along that can be led. */
export const follow = (action: Action): Step[] | null => (action.verb === 'choose' ? [{ verb: 'take_all', once: true, phases: ['form'] }] : null);

// ---- Other phases ----

/** Verbs besides marching: a button each; places are then chosen on the map. */
const besides: Record<string, string> = { fortify: 'Fortify…', invade: 'Invade…', sail: 'Go by sea…', raid: 'Raid…' };

function Besides({ scene }: { scene: Scene }) {
    const verbs = Object.keys(besides).filter(v => ofVerb(v).length > 0);
    if (!verbs.length) return null;
    const pieces = only.value === 'sail' || only.value === 'raid' ? ofVerb(only.value).map(a => scene.pieces.get(a.args[0].id)).filter((p): p is Thing => !!p) : [];
    return (
        <>
            <div class="buttons tight">{verbs.map(v => <button key={v} type="button" class="soft" aria-pressed={only.value === v} data-besides={v}
                onClick={() => { const on = only.value === v; clear(); only.value = on ? null : v; }}>{besides[v]} <small>({ofVerb(v).length})</small></button>)}</div>
            {pieces.length > 0 && <PieceRow pieces={pieces} />}
        </>
    );
}

/** Pieces that are named by actions: counters to click on. */
function Choices({ scene, verb }: { scene: Scene; verb: string }) {
    const pieces = ofVerb(verb).map(a => scene.pieces.get(a.args[0].id)).filter((p): p is Thing => !!p);
    return pieces.length ? <PieceRow pieces={pieces} /> : null;
}

const byPiece: Record<string, string[]> = {
    lose: ['lose'], risk: ['risk'], redeploy: ['redeploy'], militia: ['call'], react_militia: ['call'], embark: ['embark'], draft: ['disband', 'step_to'], replace: ['step_to'], fed: ['feed'], marines_owed: ['lose'],
    send: ['send'], light: ['raise_unit'], light_pay: ['pay'],
};

/** The piece that the prompt is about. */
function About({ scene }: { scene: Scene }) {
    const id = /\[piece:([^|]+)\|/.exec(String(scene.prompt?.marks ?? ''))?.[1], piece = id && scene.pieces.get(id);
    return piece ? <p class="in-hand"><span><svg class="sample" viewBox="-54 -54 108 108" aria-hidden="true"><Counter piece={piece} /></svg> {describe(piece)}</span></p> : null;
}

/** What a stack that is asked to react would throw. */
function Reaction({ scene }: { scene: Scene }) {
    const id = /\[space:([^|]+)\|/.exec(String(scene.prompt?.marks ?? ''))?.[1], here = id ? scene.at.get(id) ?? [] : [], mine = here.filter(p => p.owner === scene.prompt?.seat);
    const r = scene.panels.get(`reactor.${id}`), all = Number(r?.all ?? 0), best = Number(r?.rating ?? 0);
    return mine.length ? <><p class="way">{count(unitsOf(mine).length, 'unit')}{r && <>: <b>{chance(all)}</b> together{r.leader ? ` under ${r.leader}` : ''}{best > all && <>, <b>{chance(best)}</b> for the quickest alone</>}</>}.</p>
        <PieceRow pieces={mine} still /></> : null;
}

export function Orders({ scene }: { scene: Scene }) {
    const phase = String(scene.prompt?.phase ?? '');
    if (!myDecision.value) return null;
    const purpose = purposes[phase] && <p class="way">{purposes[phase]}</p>;
    if (phase === 'form' || phase === 'march' || phase === 'go_on') return <>{purpose}<ForceOrders scene={scene} /></>;
    if (phase === 'operate') return <>{purpose}<Besides scene={scene} /></>;
    if (phase === 'declare') return <>{purpose}<Reaction scene={scene} /></>;
    return <>{purpose}<About scene={scene} />{(byPiece[phase] ?? []).map(v => <Choices key={v} scene={scene} verb={v} />)}</>;
}

// ---- For the common prompt ----

/** A click on the map means forming a force, unless another button was pressed. */
export const buttonsOnly = (action: Action) => action.verb in besides || action.verb === 'drop' || (action.verb === 'take' && now.value.prompt?.phase === 'form');

const inOrders: Record<string, string[]> = { march: ['step', 'row', 'ferry', 'drop'], form: ['take'], operate: ['choose', ...Object.keys(besides)] };
/** Actions with buttons of their own, by phase. */
export const offers = (action: Action) => (inOrders[String(now.value.prompt?.phase)] ?? []).includes(action.verb);

export function label(action: Action, scene: Scene): string {
    const phase = String(scene.prompt?.phase ?? ''), force = scene.panels.get('force');
    switch (action.verb) {
    case 'go': return force?.rolls && force.rating !== undefined ? `Go (${force.rating} or less)` : 'Go';
    case 'take_all': return 'Take all along';
    case 'try': return phase === 'go_on' && force?.rating !== undefined ? `Go on (${force.rating} or less)` : action.label;
    case 'stop': return 'Stop here';
    case 'done': return ({ set_up: 'All begin outside', militia: 'No more militia', react_militia: 'No militia', embark: 'That is the force', redeploy: 'No more', draft: 'No drafts', replace: 'No more' } as Record<string, string>)[phase] ?? action.label;
    case 'end': return 'End of my operations';
    case 'to': return `Go ${action.label.replace(/^Go /, '')}`;
    default: return action.label;
    }
}

const first: Record<string, number> = { go: -3, stop: -2, stop_inside: -1 };
export const order = (action: Action) => first[action.verb] ?? 0;
export const hint = (scene: Scene): string | undefined => (purposes[String(scene.prompt?.phase)] ? '' : undefined);
