// Tracks in one row; how far a deed has come; dice.
import type { Scene } from '../../scene';
import { plain } from '../../scene';
import { log, myDecision } from '../../table/store';
import type { GameEvent } from '../../types';
import type { Throw } from '../face';
import { number } from './names';

export function Status({ scene }: { scene: Scene }) {
    const n = (key: string) => number(scene, key), treaty = n('treaty') > 0;
    const stat = (title: string, value: preact.ComponentChildren, kind = '', hint = '') => (
        <div class={`stat ${kind}`} title={hint}><dt>{title}</dt><dd>{value}</dd></div>
    );
    return (
        <dl class="status" tabIndex={0} aria-label="Tracks">
            {stat('Support', <>▲ {n('support')}</>, 'lod-support', 'Total Support: population, doubled where it is Active')}
            {stat('Opposition', <>▼ {n('opposition')}</>, 'lod-opposition', 'Total Opposition')}
            {stat('British lost', n('cbc'), '', 'Cumulative British Casualties (CBC)')}
            {stat('Rebellion lost', n('crc'), '', 'Cumulative Rebellion Casualties (CRC)')}
            {treaty ? stat('Naval Intervention', <>{n('fni')}<small> of {scene.numbers.get('fni')?.max}</small></>, '', 'FNI: as many Cities can be blockaded')
                : stat('French Preparations', <>{n('preparations')}<small> of {scene.numbers.get('preparations')?.max}</small></>, '', 'More than 15: the Treaty of Alliance can be played')}
        </dl>
    );
}

// ---- How far a deed has come ----

/** Since the Command began: what each Faction has paid and got. The log tells it. */
function spent(): Map<string, number> {
    const sums = new Map<string, number>();
    for (let i = log.value.length - 1; i >= 0; i--) {
        const events = log.value[i].events;
        for (let k = events.length - 1; k >= 0; k--) {
            const e = events[k];
            if (e.kind === 'resources' && e.seat) sums.set(e.seat, (sums.get(e.seat) ?? 0) + e.numbers[0]);
            if (e.kind === 'command' || e.kind === 'limited' || e.kind === 'free' || e.kind === 'card') return sums;
        }
    }
    return sums;
}

const may: Record<string, string> = {
    first: 'You act first: a Command in as many spaces as you can pay, with one Special Activity if you like; or the Event; or pass and take income.',
    command: 'You act second, after a Command alone: a Limited Command, in one space and without a Special Activity; or pass.',
    command_and_special: 'You act second, after a Command with a Special Activity: a Limited Command, or the Event; or pass.',
    event: 'You act second, after the Event: a full Command, with a Special Activity if you like; or pass.',
};

export function Progress({ scene }: { scene: Scene }) {
    const turn = scene.panels.get('turn'), command = scene.panels.get('command');
    if (scene.prompt?.phase === 'turn' && myDecision.value)
        return <p class="lod-may">{may[turn?.number === 1 ? 'first' : String(turn?.first_did)]}</p>;
    const event = scene.panels.get('event');
    if (!command && event) return <p class="lod-progress"><strong>{event.label}:</strong> {event.text}</p>;
    if (!command) return null;
    const owner = String(command.owner), places = [...scene.places.values()].filter(p => p.selected).map(p => String(p.name));
    const change = spent().get(owner) ?? 0, left = number(scene, `resources.${owner}`);
    return (
        <p class="lod-progress" aria-label="Command in progress">
            <strong>{Number(command.limited) ? 'Limited ' : Number(command.free) ? 'Free ' : ''}{command.label}</strong>
            {places.length ? <> in {places.join(', ')}</> : <>, nowhere yet</>}
            {command.special && <> with {command.special}</>}.{' '}
            {Number(command.free) ? 'It costs nothing.'
                : <>Paid so far: <strong>{change < 0 ? -change : 0}</strong>{change > 0 && `, gained ${change}`}; left: <strong>{left}</strong>.</>}
        </p>
    );
}

// ---- Dice ----

export function dice(event: GameEvent): Throw | null {
    const n = event.numbers;
    if (event.kind === 'force' && n.length > 2) return { seat: event.seat, dice: n.slice(2).map(value => ({ value })), label: plain(event.text).replace(/, dice.*$/, '') };
    if (event.kind === 'naval_roll') return { seat: event.seat, dice: [{ value: n[0] }], label: plain(event.text) };
    if (event.kind === 'note_roll') return { seat: event.seat, dice: [{ value: n[1] }], label: plain(event.text) };
    return null;
}
