// Tracks in one row; how far a Command has come; dice.
import type { Scene, Thing } from '../../scene';
import { plain } from '../../scene';
import { myDecision, played } from '../../table/store';
import type { GameEvent } from '../../types';
import type { Throw } from '../face';
import { spelled } from './cards';
import { number } from './names';
import { MissingCommands, Specials } from './orders';

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
                : stat('French Preparations', <>{n('preparations')}<small> {n('preparations') >= Number(scene.numbers.get('preparations')?.max) ? 'enough for the Treaty'
                    : `of ${scene.numbers.get('preparations')?.max} for the Treaty`}</small></>, '', 'From 16 on the Treaty of Alliance can be played')}
        </dl>
    );
}

// ---- How far a Command has come ----

/** Since the Command began: what this Faction has paid and what it got. The log tells it, without what was taken back. */
function account(owner: string): { paid: number; gained: number } {
    const sum = { paid: 0, gained: 0 };
    for (const entry of [...played.value].reverse())
        for (const e of [...entry.events].reverse()) {
            if (e.kind === 'resources' && e.seat === owner) e.numbers[0] < 0 ? sum.paid -= e.numbers[0] : sum.gained += e.numbers[0];
            if (['command', 'limited', 'free', 'card'].includes(e.kind)) return sum;
        }
    return sum;
}

const after: Record<string, string> = {
    command: 'after a Command alone', command_and_special: 'after a Command with a Special Activity', event: 'after the Event',
};

/** What the turn allows, from what is legal: nothing is promised that cannot be paid. */
function may(scene: Scene, turn: Thing | undefined): string {
    const can = (verb: string) => scene.actions.some(a => a.verb === verb), first = turn?.number === 1, done = String(turn?.first_did);
    const limited = !first && done !== 'event', money = number(scene, `resources.${scene.prompt?.seat}`);
    const command = limited ? 'a Limited Command, in one space and without a Special Activity' : `a Command in ${money === 1 ? 'the one space that you can pay' : 'as many spaces as you can pay'}, with a Special Activity if you like`;
    const parts = [can('command') && (money ? command : 'a Command that costs nothing'), can('event') && 'the Event', 'pass and take income'].filter(Boolean);
    return `You act ${first ? 'first' : `second, ${after[done] ?? ''}`}: ${parts.join('; or ')}.${money ? '' : ' You have no Resources.'}`;
}

export function Progress({ scene }: { scene: Scene }) {
    const turn = scene.panels.get('turn'), command = scene.panels.get('command');
    if (scene.prompt?.phase === 'turn' && myDecision.value)
        return <><p class="lod-may">{may(scene, turn)}</p><MissingCommands scene={scene} /></>;
    const event = scene.panels.get('event');
    if (!command && event) return <p class="lod-progress"><strong>{event.label}:</strong> {spelled(String(event.text ?? ''))}</p>;
    if (!command) return null;
    const owner = String(command.owner), places = [...scene.places.values()].filter(p => p.selected).map(p => String(p.name));
    const { paid, gained } = account(owner), left = number(scene, `resources.${owner}`);
    return (
        <>
        <p class="lod-progress" aria-label="Command in progress">
            <strong>{Number(command.limited) ? 'Limited ' : Number(command.free) ? 'Free ' : ''}{command.label}</strong>
            {places.length ? <> {/March|Scout/.test(String(command.label)) ? 'to' : 'in'} {places.join(', ')}</> : <>, no space yet</>}
            {command.special && <> with {command.special}</>}.{' '}
            {Number(command.free) ? 'It costs nothing.'
                : <>Paid so far: <strong>{paid}</strong>{gained > 0 && `, gained ${gained}`}; left: <strong>{left}</strong>.</>}
        </p>
        <Specials scene={scene} />
        </>
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
