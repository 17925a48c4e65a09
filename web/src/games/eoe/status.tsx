// Turn record, and beside the map: aims, fleets, politics, who is still to come and who leaves.
import { plain, type Scene, type Thing } from '../../scene';
import type { GameEvent } from '../../types';
import type { Throw } from '../face';
import { leavings, people, sides, stages } from './names';
import { shortName } from './symbols';

const turnsOf = (scene: Scene) => [...scene.panels.values()].filter(p => p.id.startsWith('turn.')).sort((a, b) => Number(a.turn) - Number(b.turn));
const dueOf = (scene: Scene) => (scene.at.get('track') ?? []).filter(p => p.due !== undefined);
/** Who is still here to leave. */
const leavingOf = (scene: Scene) => [...scene.pieces.values()].filter(p => p.place !== 'dead' && p.place !== 'captive');
const labelOf = (scene: Scene, turn: number) => String(scene.panels.get(`turn.${turn}`)?.label ?? `turn ${turn}`);

/** The turns around now: a long war does not fit in one row. */
function Track({ scene }: { scene: Scene }) {
    const now = Number(scene.numbers.get('turn')?.value ?? 0), turns = turnsOf(scene), due = dueOf(scene);
    const at = Math.max(0, turns.findIndex(t => Number(t.turn) === now)), from = Math.max(0, Math.min(at - 3, turns.length - 14)), shown = turns.slice(from, from + 14);
    return (
        <div class="stat track"><dt>Turn {now} of {scene.numbers.get('last_turn')?.value}</dt>
            <dd><strong>{labelOf(scene, now)}</strong>
                <ol aria-label="Turn record">{shown.map(t => {
                    const come = due.filter(p => Number(p.due) === Number(t.turn)), leave = leavingOf(scene).filter(p => Number(p.leaves) === Number(t.turn));
                    const says = [String(t.label), come.length && `${come.length} come`, leave.length && `${leave.length} leave`].filter(Boolean).join(', ');
                    return <li key={t.id} class={`${Number(t.turn) < now ? 'past' : Number(t.turn) === now ? 'now' : ''}${t.winter ? ' winter' : ''}${come.length ? ' rally' : ''}`} title={says}>
                        <span aria-hidden="true">{t.turn}</span><span class="sr">{says}</span></li>;
                })}</ol></dd></div>
    );
}

export function Status({ scene }: { scene: Scene }) {
    const segment = scene.panels.get('segment'), politics = scene.panels.get('politics');
    return (
        <dl class="status eoe-status" tabIndex={0} aria-label="State of the game">
            <Track scene={scene} />
            {segment && <div class={`stat ${segment.owner ?? ''}`}><dt>{segment.owner ? people[String(segment.owner)] : 'Phase'}</dt><dd>{stages[String(segment.stage)]}</dd></div>}
            {politics && <div class="stat"><dt>Regular steps lost</dt><dd>{politics.dead_steps} <small>of {politics.french_entry ? politics.north_steps : politics.french_steps}</small></dd></div>}
        </dl>
    );
}

// ---- Beside the map ----

function Aims({ scene }: { scene: Scene }) {
    const v = scene.panels.get('victory');
    if (!v) return null;
    const aims = [...scene.panels].filter(([id]) => id.startsWith('victory.')).map(([, panel]) => String(panel.label));
    const places = String(v.places ?? '').split(' ').map(id => scene.places.get(id)).filter((p): p is Thing => !!p);
    return (
        <section class="card eoe-aims"><h2>Victory</h2>
            <ul class="plain-list">{aims.map(a => <li key={a}>{a}</li>)}</ul>
            {places.length > 0 && <ul class="plain-list held">{places.map(p => <li key={p.id} class={String(p.control ?? '')}>{p.name} <small>{p.control ? people[String(p.control)] : 'nobody'}</small></li>)}</ul>}
            <p class="faint small">If the game ended now: {v.now ? `${sides[String(v.now)].toLowerCase().replace('british', 'British').replace('allies', 'Allies')} win` : 'a draw'}.</p>
        </section>
    );
}

function Fleets({ scene }: { scene: Scene }) {
    const aboard = (f: Thing) => scene.at.get(`aboard_${f.id.slice(6)}`) ?? [];
    const fleets = ['british', 'french', 'spanish'].map(n => scene.panels.get(`fleet.${n}`)).filter((f): f is Thing => !!f && (!!f.sea || !!Number(f.needs) || aboard(f).length > 0));
    if (!fleets.length) return null; // none of them comes in this turn
    const needs = (f: Thing) => (Number(f.needs) >= 6 ? 'there without a die' : Number(f.needs) ? `there on ${f.needs} or less` : 'not this turn');
    return (
        <section class="card eoe-fleets"><h2>At sea</h2>
            <ul class="plain-list">{fleets.map(f => (
                <li key={f.id} class={String(f.owner)}><b>{f.label}</b>: {f.sea ? scene.places.get(String(f.sea))?.name : `off the map (${needs(f)})`}
                    <br /><small>naval infantry {f.marines}{f.landed ? ', landed this turn' : ''}{f.invaded ? '; has invaded' : ''}{f.marker ? `; blocks supply in the ${scene.places.get(String(f.marker))?.name}` : ''}</small>
                    {aboard(f).length > 0 && <><br /><small>aboard: {aboard(f).map(shortName).join(', ')}</small></>}</li>))}</ul>
        </section>
    );
}

function Politics({ scene }: { scene: Scene }) {
    const p = scene.panels.get('politics'), e = scene.panels.get('economy'), flags = [...scene.panels.values()].filter(x => x.id.startsWith('flag.'));
    if (!p && !flags.length) return null;
    const when = (turn: unknown) => labelOf(scene, Number(turn));
    return (
        <section class="card eoe-politics"><h2>Politics</h2>
            {p && <dl>
                <div><dt>British regular steps lost</dt><dd>{p.dead_steps}. {p.french_entry ? `At ${p.north_steps} Lord North falls.` : `At ${p.french_steps} France enters, at ${p.north_steps} Lord North falls.`}</dd></div>
                <div><dt>France</dt><dd>{p.french_entry ? `in the war since ${when(p.french_entry)}` : 'neutral'}</dd></div>
                <div><dt>Spain</dt><dd>{p.spanish_entry ? (Number(p.spanish_entry) <= Number(scene.numbers.get('turn')?.value) ? 'in the war' : `enters in ${when(p.spanish_entry)}`) : 'neutral'}</dd></div>
                {p.west_indies && <div><dt>West Indies</dt><dd>regiments sail in {when(p.west_indies)}</dd></div>}
                {e && <div><dt>American economy</dt><dd>{e.label}. The British hold {e.ports} of {e.of} ports.{e.turn ? ` Next checked in ${when(e.turn)}: near collapse at ${e.near}, collapse at ${e.full}.` : ''}</dd></div>}
                {p.vermont && <div><dt>Vermont</dt><dd>has made its own peace</dd></div>}
            </dl>}
            {flags.length > 0 && <p><b>Under the enemy’s rule:</b> {flags.map(f => f.label).join(', ')}</p>}
        </section>
    );
}

/** Names once, with their number. */
function Names({ list }: { list: Thing[] }) {
    const bySide = ['british', 'allied'].map(side => ({ side, pieces: list.filter(p => p.owner === side) })).filter(x => x.pieces.length);
    return <ul class="plain-list">{bySide.map(({ side, pieces }) => <li key={side} class={side}>{pieces.slice(0, 10).map(shortName).join(', ')}{pieces.length > 10 && <small> and {pieces.length - 10} more</small>}</li>)}</ul>;
}

function Record({ scene }: { scene: Scene }) {
    const now = Number(scene.numbers.get('turn')?.value ?? 0), due = dueOf(scene).filter(p => Number(p.due) >= now), leave = leavingOf(scene).filter(p => p.leaves !== undefined && Number(p.leaves) >= now);
    const turns = [...new Set([...due.map(p => Number(p.due)), ...leave.map(p => Number(p.leaves))])].sort((a, b) => a - b), near = turns.slice(0, 4), later = turns.slice(4);
    const codes = Object.keys(leavings).map(code => ({ code, n: leavingOf(scene).filter(p => p.leaving === code).length })).filter(x => x.n);
    if (!turns.length && !codes.length) return null;
    const one = (t: number) => {
        const come = due.filter(p => Number(p.due) === t), go = leave.filter(p => Number(p.leaves) === t);
        return <div key={t} class={t <= now ? 'now' : ''}><dt>{labelOf(scene, t)}</dt><dd>{come.length > 0 && <><small>arrive</small><Names list={come} /></>}{go.length > 0 && <><small>leave</small><Names list={go} /></>}</dd></div>;
    };
    return (
        <section class="card eoe-record"><h2>Turn record</h2>
            <dl>{near.map(one)}</dl>
            {later.length > 0 && <details><summary>Later ({later.length} turns)</summary><dl>{later.map(one)}</dl></details>}
            {codes.map(({ code, n }) => <p key={code} class="small">{n} {n === 1 ? 'unit leaves' : 'units leave'} {leavings[code]}.</p>)}
        </section>
    );
}

const boxes: [string, string][] = [['available', 'Militia and Indians at home'], ['captive', 'Prisoners'], ['havana', 'At Havana'], ['away', 'Gone home until spring']];
function Away({ scene }: { scene: Scene }) {
    const list = boxes.map(([id, title]) => ({ title, pieces: scene.at.get(id) ?? [] })).filter(x => x.pieces.length), dead = scene.at.get('dead') ?? [];
    if (!list.length && !dead.length) return null;
    return (
        <section class="card"><h2>Off the map</h2>
            {list.map(({ title, pieces }) => <details key={title}><summary>{title} ({pieces.length})</summary><Names list={pieces} /></details>)}
            {dead.length > 0 && <details><summary>Dead ({dead.length})</summary><Names list={dead} /></details>}
        </section>
    );
}

export const Rail = ({ scene }: { scene: Scene }) => <><Aims scene={scene} /><Politics scene={scene} /><Fleets scene={scene} /><Record scene={scene} /><Away scene={scene} /></>;

/** The dice of an event, for the eye: what they meant its own text says. */
const diceAt: Record<string, number[]> = { passes: [1], fails: [1], ambush: [4], round: [0], risk: [1], horses: [0], agent_roll: [1], tribe_stays: [1], fleet_ready: [1], fleet_away: [1], sea_battle: [1, 3], offer: [0], economy_roll: [0] };
export function dice(event: GameEvent): Throw | null {
    const list = diceAt[event.kind];
    return list ? { seat: event.seat, dice: list.map(i => ({ value: event.numbers[i], good: event.kind === 'passes' || event.kind === 'fleet_ready' })), label: plain(event.text) } : null;
}
