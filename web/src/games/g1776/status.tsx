// Turn track, points, and beside the map: how the victory conditions stand, who is still to come, who is away.
import { plain, type Scene, type Thing } from '../../scene';
import type { GameEvent } from '../../types';
import type { Throw } from '../face';
import { Country, Goals, isCampaign, Southern, turnsOfYear } from './campaign';
import { sideName } from './names';
import { cargoOf, describe } from './symbols';

const arrivalsOf = (scene: Scene) => [...scene.panels.values()].filter(p => p.id.startsWith('arrival.') && p.label).sort((a, b) => Number(a.turn) - Number(b.turn));

function Track({ scene }: { scene: Scene }) {
    const now = Number(scene.numbers.get('turn')?.value ?? 0), last = Number(scene.numbers.get('turns')?.value ?? 0);
    const due = arrivalsOf(scene), label = (t: number) => String(scene.panels.get(`turn.${t}`)?.label ?? t);
    return (
        <div class="stat track"><dt>Turn</dt>
            <dd><strong>{now ? label(now) : 'Set-up'}</strong>{last > 15 && now > 0 && <small> turn {now} of {last}</small>}
                <ol aria-label={`Turn ${now} of ${last}`}>{turnsOfYear(scene).map(turn => {
                    const i = turn - 1, t = scene.panels.get(`turn.${i + 1}`), come = due.filter(a => Number(a.turn) === i + 1).map(a => `${sideName[String(a.owner)]}: ${a.label}`);
                    const says = [label(i + 1), t?.winter && 'winter', t?.rain && 'rain', come.length && come.join('; ')].filter(Boolean).join('. ');
                    return <li key={i} class={`${i + 1 < now ? 'past' : i + 1 === now ? 'now' : ''}${t?.winter ? ' winter' : ''}${come.length ? ' rally' : ''}`} title={says}>
                        <span aria-hidden="true">{label(i + 1).slice(0, 1)}</span><span class="sr">{says}</span></li>;
                })}</ol></dd></div>
    );
}

const between = 'between the seasons';
const stages: Record<string, string> = {
    muster: between, cull: between, dragoons: between, mount: between, rebuild: between, indians: between,
    transfer: between, call: between, aid: between,
    build: 'building', builder: 'building', boatyard: 'building', move: 'movement', group: 'movement', boat: 'movement', fleet: 'movement', march: 'forced marches', marshal: 'forced marches',
    enlist: 'redeployment', rally: 'redeployment', haven: 'arrivals', stow: 'arrivals', fetch: 'arrivals', detach: 'movement', veil: 'set-up',
    place: 'arrivals', moor: 'set-up', bid: 'set-up', substitute: 'set-up', dismantle: 'movement', spoils: 'the end',
};

export function Status({ scene }: { scene: Scene }) {
    const segment = scene.panels.get('segment'), phase = String(scene.prompt?.phase ?? ''), stage = stages[phase] ?? (phase ? 'combat' : '');
    const sky = scene.panels.get('weather');
    const points = ['british', 'american'].map(s => scene.numbers.get(`points_${s}`));
    return (
        <dl class="status g1776-status" tabIndex={0} aria-label="State of the game">
            <Track scene={scene} />
            {segment && stage && (stage === between ? <div class="stat"><dt>Now</dt><dd>{between}</dd></div> : <div class={`stat ${segment.owner}`}><dt>{sideName[String(segment.owner)]} turn</dt><dd>{stage}</dd></div>)}
            {sky && <div class="stat weather"><dt>Weather</dt><dd>{sky.label}</dd></div>}
            {points[0] && points[1] && <div class="stat points"><dt>Points</dt><dd><span class="british">{points[0].value}</span> : <span class="american">{points[1].value}</span></dd></div>}
        </dl>
    );
}

// ---- Beside the map ----

const winners: Record<string, string> = { british: 'The British win', american: 'The Americans win', draw: 'A draw', most_points: 'Whoever has more points wins' };

function Victory({ scene }: { scene: Scene }) {
    const lines = [...scene.panels.values()].filter(p => p.id.startsWith('victory.')).sort((a, b) => Number(a.id.slice(8)) - Number(b.id.slice(8)));
    const first = lines.find(l => l.holds && l.when === 'at the end'); // the first that holds decides: what stands below it does not
    const holds = (l: Thing) => l.holds && (l.when !== 'at the end' || l === first);
    if (!lines.length) return null;
    return (
        <section class="card g1776-victory"><h2>Victory</h2>
            <ul class="plain-list">{lines.map(l => (
                <li key={l.id} class={`${l.winner}${l === first ? ' now' : ''}`}>
                    <span class={`holds ${holds(l) ? 'yes' : 'no'}`} aria-hidden="true">{holds(l) ? '✓' : '·'}</span>
                    <span><b>{winners[String(l.winner)] ?? l.winner}</b> <small>{l.when}{holds(l) ? ', so it stands now' : ''}</small><br />{l.label}</span></li>))}</ul>
            {first && <p class="faint small">If the game ended now: {winners[String(first.winner)]?.toLowerCase().replace('british', 'British').replace('americans', 'Americans')}.</p>}
        </section>
    );
}

/** What gives points, and which rows hold now: a long list, so it is opened by who wants it. */
function Points({ scene }: { scene: Scene }) {
    const rows = [...scene.panels.values()].filter(p => p.id.startsWith('score.')).sort((a, b) => Number(a.id.slice(6)) - Number(b.id.slice(6)) || 0);
    if (!rows.length) return null;
    return (
        <details class="card g1776-points"><summary>What gives points</summary>
            <ul class="plain-list">{rows.map(p => (
                <li key={p.id} class={String(p.owner ?? '')}>
                    <span class={`holds ${p.holds ? 'yes' : 'no'}`} aria-hidden="true">{p.holds ? '✓' : '·'}</span>
                    <span>{p.owner && <b>{sideName[String(p.owner)]} {p.value} </b>}{p.label}{p.holds ? <small>, so it stands now</small> : null}</span></li>))}</ul>
        </details>
    );
}

function Arrivals({ scene }: { scene: Scene }) {
    const list = arrivalsOf(scene), now = Number(scene.numbers.get('turn')?.value ?? 0);
    if (!list.length) return null;
    const turns = [...new Set(list.map(a => Number(a.turn)))], soon = turns.length > 8 ? turns.slice(0, 5) : turns, later = turns.slice(soon.length);
    const rows = (some: number[]) => (
            <dl>{some.map(t => (
                <div key={t} class={t <= now ? 'now' : ''}><dt>{scene.panels.get(`turn.${t}`)?.label ?? `Turn ${t}`}</dt>
                    <dd><ul class="plain-list">{list.filter(a => Number(a.turn) === t).map(a => (
                        <li key={a.id} class={String(a.owner)}>{a.label}{a.at && <small> at {scene.places.get(String(a.at))?.name}</small>}{a.conditional && <small> if a condition is met</small>}</li>))}</ul></dd></div>))}</dl>
    );
    return (
        <section class="card g1776-arrivals"><h2>To come</h2>
            {rows(soon)}
            {later.length > 0 && <details><summary>Later</summary>{rows(later)}</details>}
        </section>
    );
}

/** Leaders and fleets that are off the map, and what fleets carry. */
function Away({ scene }: { scene: Scene }) {
    const off = (place: string) => (scene.at.get(place) ?? []).filter(p => p.type === 'leader' || p.type === 'fleet');
    const groups: [string, Thing[]][] = [['On the turn track', off('track')], ['Captive', off('captive')], ['To be placed', scene.at.get('hand') ?? []], ['Found out', scene.at.get('found') ?? []]];
    const laden = [...scene.pieces.values()].filter(p => p.type === 'fleet' && cargoOf(scene, p.id).length);
    const secret = scene.panels.get('destination'); // of the force that sails unseen; its owner is told where
    if (!groups.some(([, l]) => l.length) && !laden.length && !secret) return null;
    return (
        <section class="card"><h2>Off the map</h2>
            {groups.filter(([, l]) => l.length).map(([title, l]) => <p key={title}><b>{title}:</b> {l.map(describe).join('; ')}</p>)}
            {secret && <p class="destination"><b>At sea:</b> {secret.label ? `the British force sails to ${secret.label}.` : 'a British force. Only the British know where it sails.'}</p>}
            {laden.map(f => <p key={f.id}><b>Aboard {f.name}:</b> {cargoOf(scene, f.id).map(describe).join('; ')}</p>)}
        </section>
    );
}

export const Rail = ({ scene }: { scene: Scene }) => (isCampaign(scene)
    ? <><Southern scene={scene} /><Country scene={scene} /><Goals scene={scene} /><Points scene={scene} /><Away scene={scene} /><Arrivals scene={scene} /></>
    : <><Away scene={scene} /><Victory scene={scene} /><Points scene={scene} /><Arrivals scene={scene} /></>);

/** On a phone: what is to be placed. */
export function Brief({ scene }: { scene: Scene }) {
    const hand = scene.at.get('hand');
    return hand?.length ? <p class="brief">{hand.map(describe).join('; ')}</p> : null;
}

/** The dice of an event, for the eye: what they meant its own text says. */
export function dice(event: GameEvent): Throw | null {
    const n = event.numbers, at: Record<string, number[]> = {
        roll: [0], basic_roll: [4], march_die: [1], march_half: [1], slips_away: [1], caught: [1], sea_roll: [0], intercepts: [2], misses: [2], bombards: [1], no_bombard: [1], die_frees: [0],
    };
    const list = at[event.kind];
    return list ? { seat: event.seat, dice: list.map(i => ({ value: n[i] })), label: plain(event.text) } : null;
}
