// Orders that one prepares before one's turn: a stack and where it shall go. They lie in this browser; nothing is sent
// until one says so in one's movement, and then only what the engine offers. A march that takes longer goes as far as it
// can and stays on the list.
import { computed, effect, signal } from '@preact/signals';
import type { Scene, Thing } from '../../scene';
import { aim, carryOut, legal, repeating, type Step } from '../../table/select';
import { info, live, myDecision, notice, over, scene as now, seat, version } from '../../table/store';
import { Arrow } from '../../table/World';
import { isCampaign, PlaceLink } from './campaign';
import { isSp } from './names';
import { everybody, walks } from './orders';

export interface Plan { from: string; to: string }

const kept = () => `musket.plans.${info.value?.id}.${seat.value}`;
const changes = signal(0);
/** Of this table and seat. */
export const plans = computed((): Plan[] => {
    changes.value;
    if (!info.value || seat.value === null) return [];
    try { return JSON.parse(localStorage.getItem(kept()) ?? '[]') as Plan[]; } catch { return []; }
});

function keep(list: Plan[]): void {
    if (list.length) localStorage.setItem(kept(), JSON.stringify(list));
    else localStorage.removeItem(kept());
    changes.value++;
}
const without = (p: Plan) => plans.value.filter(x => x.from !== p.from);
export const drop = (p: Plan) => keep(without(p));

const ownSp = (scene: Scene, place: string) => (scene.at.get(place) ?? []).filter(p => p.owner === seat.value && isSp(p.type)).reduce((n, p) => n + Number(p.count ?? 1), 0);

/** Until the game is over, a player may plan. */
export const mayPlan = () => live.value && !over.value && seat.value !== null && now.value.panels.has('segment') && Number(now.value.numbers.get('turn')?.value ?? 0) > 0;

/** What the next click is for. */
const asking = signal('');
const stop = () => { aim.value = null; };
effect(() => { if (!aim.value) asking.value = ''; });

/** The stack is known: the next click is where it goes. */
function planFrom(from: string): void {
    aim.value = to => {
        stop();
        if (to !== from && now.value.places.get(to)?.kind === 'hex') keep([...without({ from, to }), { from, to }]);
        return true;
    };
    asking.value = `${now.value.places.get(from)?.name}: click the hex where they shall go.`;
}

/** First a click on a stack, then on a hex: whatever a click would mean else. */
function planAny(): void {
    aim.value = from => {
        if (ownSp(now.value, from)) planFrom(from);
        else notice.value = { kind: 'why', text: 'None of your SP are there.' };
        return true;
    };
    asking.value = 'Click the stack that shall march.';
}

/** Those who move now need no plan. */
const plansNow = () => mayPlan() && !(myDecision.value && /^(move|group)$/.test(String(now.value.prompt?.phase)));

function Ask({ begin, button }: { begin: () => void; button: string }) {
    return (
        <p class="plan-button">{asking.value ? <><b>{asking.value}</b> <button type="button" class="small-button" onClick={stop}>Cancel</button></>
            : <button type="button" class="small-button" onClick={begin}>{button}</button>}</p>
    );
}

/** In the open stack: plan where it goes. */
export function PlanButton({ place }: { place: Thing }) {
    if (!plansNow() || asking.value || !ownSp(now.value, place.id) || place.kind !== 'hex') return null;
    return <Ask begin={() => planFrom(place.id)} button="Plan a march from here" />;
}

// ---- Carrying one out ----

/** The plan that is being carried out, from the version at which its group was opened. */
const marching = signal<Plan | null>(null);

function distance(scene: Scene, a: string, b: string): number {
    const [p, q] = [scene.places.get(a), scene.places.get(b)];
    return p && q ? Math.hypot(Number(p.x) - Number(q.x), Number(p.y) - Number(q.y)) : Infinity;
}

/** Where it gets to in this turn: the place itself, or the hex in reach that is nearest to it and free of enemies. */
function stageOf(scene: Scene, plan: Plan): { place: string; steps: Step[] } | null {
    const all = walks(scene), direct = all.get(plan.to);
    if (direct) return { place: plan.to, steps: direct.steps };
    let best: string | null = null;
    for (const [place, walk] of all)
        if (walk.tag !== '⚔' && distance(scene, place, plan.to) < distance(scene, best ?? plan.from, plan.to)) best = place;
    return best ? { place: best, steps: all.get(best)!.steps } : null;
}

export function carryOutPlan(plan: Plan): void {
    marching.value = plan;
    carryOut([{ verb: 'group', action: `group ${plan.from}`, once: true, phases: ['move'] }, ...everybody]);
}

effect(() => { // the group stands: now its way is known
    version.value;
    const plan = marching.value, s = now.value;
    if (!plan || repeating.value || !myDecision.value) return;
    if (s.prompt?.phase !== 'group' || s.panels.get('group')?.place !== plan.from) return;
    marching.value = null;
    const stage = stageOf(s, plan);
    queueMicrotask(() => {
        if (!stage) { notice.value = { kind: 'notice', text: `The way to ${s.places.get(plan.to)?.name ?? 'there'} is closed in this turn. Halt or move the group by hand.` }; return; }
        keep([...without(plan), ...(stage.place === plan.to ? [] : [{ from: stage.place, to: plan.to }])]);
        carryOut([...stage.steps, { verb: 'halt', once: true, phases: ['group'] }]);
    });
});

/** What is prepared; in one's movement with buttons to do it. */
export function Prepared({ scene }: { scene: Scene }) {
    const list = plans.value, asks = isCampaign(scene) && plansNow();
    if (!live.value || (!list.length && !asks)) return null;
    const moving = myDecision.value && scene.prompt?.phase === 'move', can = (p: Plan) => legal.value.some(a => a.text === `group ${p.from}`);
    return (
        <section class={`prepared${list.length ? '' : ' none'}`} aria-label="Prepared orders">
            {list.length > 0 && <h3>Prepared orders</h3>}
            <ul class="plain-list">{list.map(p => (
                <li key={p.from}><span>{ownSp(scene, p.from)} SP: <PlaceLink scene={scene} id={p.from} /> to <PlaceLink scene={scene} id={p.to} />
                    {!ownSp(scene, p.from) && <small> nobody is there any more</small>}</span>
                    <span class="plan-tools">{moving && can(p) && <button type="button" class="small-button" data-plan={p.from} onClick={() => carryOutPlan(p)}>March</button>}
                        <button type="button" class="small-button" aria-label="Drop this order" onClick={() => drop(p)}>×</button></span></li>))}</ul>
            {asks && <Ask begin={planAny} button="Plan a march for later" />}
        </section>
    );
}

/** Arrows on the map, dashed: nothing has happened yet. */
export function Arrows() {
    const s = now.value;
    if (!live.value) return null;
    return <g class="plans" aria-hidden="true">{plans.value.filter(p => s.places.has(p.from)).map((p, i) => <Arrow key={p.from} trace={{ id: i, from: p.from, to: p.to, seat: seat.value }} />)}</g>;
}
