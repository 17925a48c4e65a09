// Turn track, cup, initiative, goals, the sea: in one row above the map. And the dice of events.
import { plain, type Scene, type Thing } from '../../scene';
import { scene as store } from '../../table/store';
import type { GameEvent } from '../../types';
import type { Throw } from '../face';
import { sideName, sidePeople } from './names';

function Track({ scene }: { scene: Scene }) {
    const turn = scene.numbers.get('turn'), now = Number(turn?.value ?? 0), last = Number(turn?.max ?? 0);
    const back = [...scene.pieces.values()].filter(p => p.returns !== undefined);
    return (
        <div class="stat track"><dt>Turn</dt>
            <dd><strong>{turn?.text}</strong>
                <ol aria-label={`Turn ${now} of ${last}`}>{Array.from({ length: last }, (_, i) => {
                    const t = scene.panels.get(`turn.${i + 1}`), due = back.filter(p => Number(p.returns) === i + 1).map(p => p.name);
                    const says = [t?.label, t?.rally && 'rally', due.length && `${due.join(', ')} back`].filter(Boolean).join(': ');
                    return <li key={i} class={`${i + 1 < now ? 'past' : i + 1 === now ? 'now' : ''}${t?.rally ? ' rally' : ''}`} title={says}>
                        <span aria-hidden="true">{due.length ? '★' : i + 1}</span><span class="sr">{says}</span></li>;
                })}</ol></dd></div>
    );
}

const markerNames: Record<string, [string, string]> = {
    supply_british: ['supply', 'british'], supply_patriot: ['supply', 'patriot'], event_british: ['event', 'british'], event_patriot: ['event', 'patriot'],
};

function Cup({ scene }: { scene: Scene }) {
    const name = (c: Thing) => markerNames[String(c.name)] ?? [String(scene.pieces.get(String(c.name))?.name ?? c.name), String(scene.pieces.get(String(c.name))?.owner ?? '')];
    const list = scene.cards.filter(c => c.id.startsWith('marker.'));
    const inCup = list.filter(c => c.place === 'cup');
    if (!list.length) return null;
    return (
        <div class="stat cup"><dt>In the cup</dt>
            <dd>{inCup.length ? <ul aria-label={`${inCup.length} markers in the cup`}>{inCup.map(c => {
                const [text, side] = name(c);
                return <li key={c.id} class={side}>{text}<span class="sr"> ({sideName[side]})</span></li>;
            })}</ul> : <small>nothing</small>}</dd></div>
    );
}

const bearings: Record<string, string> = { north: ', bound north', south: ', bound south', 'same port': ', bound for the port it left' };

function Sea({ scene }: { scene: Scene }) {
    const sea = scene.panels.get('sea');
    if (!sea) return null;
    const name = (id: unknown) => scene.places.get(String(id))?.name;
    return (
        <div class="stat british"><dt>At sea</dt><dd>box {sea.box} <small>from {name(sea.departure)}{bearings[String(sea.bearing)] ?? ''}
            {sea.destination ? `, for ${name(sea.destination)} (only you know)` : ', destination secret'}{sea.wind ? ', high winds' : ''}</small></dd></div>
    );
}

export function Status({ scene }: { scene: Scene }) {
    const value = (key: string) => Number(scene.numbers.get(key)?.value ?? 0);
    const goals = scene.numbers.get('goals');
    return (
        <dl class="status c77-status" tabIndex={0} aria-label="State of the game">
            <Track scene={scene} />
            <div class={`stat ${scene.numbers.get('initiative')?.text ?? ''}`}><dt>Initiative</dt><dd>{sidePeople[String(scene.numbers.get('initiative')?.text)] ?? '–'}</dd></div>
            {goals && <div class="stat"><dt>British hold</dt><dd>{goals.value} <small>of {goals.max} they need{scene.places.get('philadelphia')?.outside ? ''
                : value('philadelphia') ? ', Philadelphia taken' : ', and Philadelphia once'}</small></dd></div>}
            <div class="stat"><dt>Casualties</dt><dd><span class="british">{value('casualties.british')}</span> : <span class="patriot">{value('casualties.patriot')}</span></dd></div>
            <div class="stat"><dt>Supply markers</dt><dd><span class="british">{value('supply.british')}</span> : <span class="patriot">{value('supply.patriot')}</span></dd></div>
            <Sea scene={scene} />
            <Cup scene={scene} />
        </dl>
    );
}

/** Dice of an event, for the eye: what they meant its own text says. */
export function dice(event: GameEvent): Throw | null {
    const n = event.numbers, text = plain(event.text), hit = Number(store.value.panels.get('hit')?.value ?? Infinity);
    const pair = (sum: number, first: number) => [{ value: first }, { value: sum - first }];
    const of = (list: { value: number; good?: boolean }[], label = text): Throw => ({ seat: event.seat, dice: list, label });
    switch (event.kind) {
    case 'throw': return of(n.map(value => ({ value, good: value >= hit })), `${text.split(' roll')[0]}: ${n.filter(v => v >= hit).length || 'no'} hit${n.filter(v => v >= hit).length === 1 ? '' : 's'}`);
    case 'rally': return of([{ value: n[1] }]);
    case 'initiative': return of(n.slice(2).map(value => ({ value })), `${text} (with the enemy’s casualties)`);
    case 'attempt': return of(pair(n[2], n[6]), text);
    case 'forced_march': return of(pair(n[1], n[3]));
    case 'table_dice': return of(pair(n[1], n[3]));
    case 'escape': return of(pair(n[1], n[2]));
    case 'expert_roll': return of(pair(n[2], n[3]));
    case 'event': return of(pair(n[0], n[2]));
    case 'attrition': return of([{ value: n[1] }]);
    case 'indian_raid': case 'supply_raid': return of([{ value: n[2] }]);
    default: return null;
    }
}
