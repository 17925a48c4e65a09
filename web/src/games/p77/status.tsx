import type { Scene } from '../../scene';
import type { GameEvent } from '../../types';
import type { Die, Throw } from '../face';
import { plain } from '../../scene';
import { Icon } from '../../ui/Icon';

const Pips = ({ n, of, kind }: { n: number; of: number; kind: string }) => (
    <span class={`pips ${kind}`} aria-hidden="true">{Array.from({ length: Math.max(n, of) }, (_, i) => <i key={i} class={i < n ? 'on' : ''} />)}</span>
);

export function Status({ scene }: { scene: Scene }) {
    const value = (key: string) => scene.numbers.get(key)?.value;
    const number = (key: string) => Number(value(key) ?? 0);
    const turn = scene.numbers.get('turn'), weather = scene.numbers.get('weather');
    const active = scene.numbers.get('ap_left')?.owner;
    const points = (side: string) => value(`ap.${side}`) !== undefined && (
        active === side
            ? <><Pips n={number('ap_left')} of={number(`ap.${side}`)} kind={side} /> {number('ap_left')}<small> of {number(`ap.${side}`)} points </small></>
            : <>{number(`ap.${side}`)}<small> points </small></>
    );
    const strength = (side: string) => value(`sp.${side}`) !== undefined && (
        <>{number(`sp.${side}`)}<small> strength, lost below {scene.numbers.get(`sp.${side}`)?.defeat_below}</small></>
    );
    const army = (side: string, name: string) => (points(side) || strength(side)) && (
        <div class={`stat ${side}${active === side ? ' active' : ''}`}><dt>{name}</dt><dd>{points(side)}{points(side) && strength(side) && <small>· </small>}{strength(side)}</dd></div>
    );
    return (
        <dl class="status" tabIndex={0} aria-label="State of the game">
            <div class="stat"><dt>Turn</dt><dd>{turn && number('turn') ? <>{turn.value}<small> of {turn.max}</small></> : 'set-up'}</dd></div>
            {weather && <div class="stat"><dt>Weather</dt><dd><Icon sign={weather.text === 'rain' ? 'rain' : 'light'} /> {weather.text}</dd></div>}
            {army('british', 'British')}
            {army('american', 'Americans')}
            {value('philadelphia') !== undefined && <div class="stat"><dt>Philadelphia held</dt>
                <dd><Pips n={number('philadelphia')} of={Number(scene.numbers.get('philadelphia')?.max ?? 2)} kind="british" /> {number('philadelphia')}<small> of {scene.numbers.get('philadelphia')?.max}</small></dd></div>}
        </dl>
    );
}

/** Dice of an event, for the eye: which the engine counted as hits its own text says. */
export function dice(event: GameEvent): Throw | null {
    const [n, seat] = [event.numbers, event.seat];
    const text = plain(event.text);
    switch (event.kind) {
    case 'fire':
    case 'pursuit': {
        const all: Die[] = n.slice(3).map(value => ({ value }));
        // The hits are the highest dice: as many as the event says.
        [...all].sort((a, b) => b.value - a.value).slice(0, n[2]).forEach(d => { d.good = true; });
        if (event.kind === 'fire' && seat === 'british') all.forEach(d => { d.special = d.value === 1; });
        return { seat, dice: all, label: `${text.split(':')[0]}: ${n[2]} hit${n[2] === 1 ? '' : 's'}` };
    }
    case 'weather': return { seat, dice: [{ value: n[0] }], label: text };
    case 'action_points':
        return { seat, dice: [{ value: n[0] }, { value: n[2] }], label: `Action points: British ${n[1]}, Americans ${n[3]}` };
    default: return null;
    }
}
