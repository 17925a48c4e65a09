// What lies beside the map: cards, the Factions with their money and chances, boxes, the winter.
import { useState } from 'preact/hooks';
import { type Scene, type Thing, typeset } from '../../scene';
import { seat } from '../../table/store';
import { Aid } from './aid';
import { Cards } from './cards';
import { factionName, factions, kinds, number } from './names';
import { Badge, Token } from './symbols';

const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
const standing: Record<string, string> = { eligible: 'eligible', ineligible: 'not eligible', acted: 'acted', passed: 'passed' };
const conditions: Record<string, [string, string]> = {
    british: ['Support over Opposition by more than 10', 'more Rebellion than British casualties'],
    indians: ['Support over Opposition by more than 10', 'Villages over Patriot Forts by more than 3'],
    patriots: ['Opposition over Support by more than 10', 'Patriot Forts plus 3 over Villages'],
    french: ['Opposition over Support by more than 10', 'more British than Rebellion casualties'],
};

// ---- The sequence of play ----

const doing: Record<string, string> = { command: 'Command', command_and_special: 'Command and Special', event: 'Event' };

/** Who will be eligible on the next card: as things stand, and of who acts now, what it hangs on. */
function nextCard(scene: Scene, f: string): { is: 'yes' | 'no' | 'if'; says: string } {
    const state = scene.panels.get(`sequence.${f}`), acting = scene.panels.get('turn')?.owner === f || scene.panels.get('command')?.owner === f;
    if (!Number(state?.next)) return { is: 'no', says: 'not eligible' };
    return acting && !state?.kept && state?.label === 'eligible' ? { is: 'if', says: 'if it passes' } : { is: 'yes', says: 'eligible' };
}

/** From left to right as on the card: who has acted and how, who acts now, who comes after; then the next card. */
function Sequence({ scene }: { scene: Scene }) {
    const card = scene.cards.find(c => c.place === 'played');
    if (!card?.order) return null;
    const order = String(card.order).split(' '), turn = scene.panels.get('turn'), now = turn?.owner ?? scene.panels.get('command')?.owner;
    const acted = order.filter(f => scene.panels.get(`sequence.${f}`)?.label === 'acted');
    const says = (f: string) => {
        const label = String(scene.panels.get(`sequence.${f}`)?.label);
        if (f === now && label !== 'acted') return 'acts now';
        if (label === 'acted' && acted.length === 1 && turn?.first_did) return doing[String(turn.first_did)] ?? 'acted';
        return standing[label] ?? label;
    };
    return (
        <section class="lod-sequence" aria-label="Sequence of play">
            <ol>{order.map(f => (
                <li key={f} class={`${f} ${scene.panels.get(`sequence.${f}`)?.label}${f === now ? ' now' : ''}`} aria-current={f === now ? 'step' : undefined}>
                    <Badge faction={f} /><b>{factionName[f]}</b><small>{says(f)}</small></li>))}</ol>
            <p><small>Next card:</small>{factions.map(f => {
                const next = nextCard(scene, f);
                return <span key={f} class={`next-card ${next.is}`} data-next={f} title={`${factionName[f]}: ${next.says}`}><Badge faction={f} /><span class="sr">{factionName[f]} {next.says}</span>{next.is === 'if' && '?'}</span>;
            })}</p>
        </section>
    );
}

function Factions({ scene }: { scene: Scene }) {
    return (
        <table class="lod-factions">
            <caption class="sr">Resources, eligibility and victory of the Factions</caption>
            <thead><tr><th scope="col">Faction</th><th scope="col" title="Resources">Res.</th><th scope="col">On this card</th>
                <th scope="col" title="The two victory conditions: both must be above 0 in winter">Victory</th></tr></thead>
            <tbody>{factions.map(f => {
                const state = scene.panels.get(`sequence.${f}`), margin = scene.numbers.get(`margin.${f}`);
                const now = scene.prompt?.seat === f;
                const [a, b] = [Number(margin?.condition_1), Number(margin?.condition_2)];
                return (
                    <tr key={f} class={`${f}${now ? ' now' : ''}`}>
                        <th scope="row"><Badge faction={f} /> {factionName[f]}</th>
                        <td><strong>{number(scene, `resources.${f}`)}</strong></td>
                        <td>{now ? <em>decides</em> : standing[String(state?.label)]}{state?.kept ? ', stays eligible' : ''}</td>
                        <td class="conditions"><span class={a > 0 ? 'met' : ''} title={conditions[f][0]}>{signed(a)}</span>{' '}
                            <span class={b > 0 ? 'met' : ''} title={conditions[f][1]}>{signed(b)}</span></td>
                    </tr>
                );
            })}</tbody>
        </table>
    );
}

const boxes: [string, string][] = [['available', 'Available'], ['unavailable', 'Unavailable'], ['casualties', 'Casualties']];

function Boxes({ scene }: { scene: Scene }) {
    const all = (place: string) => (scene.at.get(place) ?? []).filter(p => p.type !== 'leader');
    const off = scene.numbers.get('squadrons_unavailable');
    const item = (type: string, count: number, title: string) => (
        <li key={type} title={title}><svg viewBox="-56 -56 112 112" role="img" aria-label={title}><Token type={type} count={count} /></svg></li>
    );
    return (
        <div class="lod-boxes">{boxes.map(([place, name]) => {
            const pieces = all(place), leaders = (scene.at.get(place) ?? []).filter(p => p.type === 'leader');
            const ships = place === 'unavailable' ? Number(off?.value ?? 0) : 0;
            return (
                <section key={place} aria-label={name}>
                    <h3>{name}</h3>
                    {pieces.length + ships + leaders.length === 0 ? <p class="faint">nothing</p>
                        : <ul>{pieces.map(p => item(String(p.type), Number(p.count), `${p.count} ${kinds[String(p.type)].name.replace(', Underground', '')}`))}
                            {ships > 0 && item('squadron', ships, `${ships} Squadron${ships > 1 ? 's' : ''}`)}
                            {leaders.map(l => <li key={l.id} class="leader-name">{l.name}</li>)}</ul>}
                </section>
            );
        })}</div>
    );
}

const phases = ['Victory?', 'Supply', 'West Indies', 'Resources', 'Support', 'Redeployment', 'Desertion', 'Reset'];

function Winter({ scene }: { scene: Scene }) {
    const winter = scene.panels.get('winter');
    if (!winter) return null;
    return (
        <section class="lod-winter" aria-label="Winter Quarters">
            <h3>Winter Quarters</h3>
            <ol>{phases.map((name, i) => (
                <li key={name} class={i < Number(winter.number) ? 'done' : i === Number(winter.number) ? 'now' : ''}
                    aria-current={i === Number(winter.number) ? 'step' : undefined}>{name}</li>))}</ol>
        </section>
    );
}

const strokeOwner = (c: Thing) => (c.owner === 'french' && /treaty/i.test(String(c.name)) ? 'Treaty of Alliance' : `of the ${factionName[String(c.owner)]}`);

function Strokes({ scene }: { scene: Scene }) {
    const held = scene.cards.filter(c => c.place === 'hand');
    if (!held.length) return null;
    return (
        <section class="lod-strokes" aria-label="Brilliant Strokes still held">
            <h3>Brilliant Strokes held</h3>
            <ul>{held.map(c => <li key={c.id} title={String(c.text ?? '')}><Badge faction={String(c.owner)} /> {strokeOwner(c)}</li>)}</ul>
        </section>
    );
}

/** On a phone: whose turn, what each has to spend, and the card, in as few lines as that takes. */
export function Brief({ scene }: { scene: Scene }) {
    const card = scene.cards.find(c => c.place === 'ending') ?? scene.cards.find(c => c.place === 'played');
    const deciding = scene.prompt?.phase === 'turn' || String(scene.prompt?.phase).startsWith('event');
    return (
        <section class="lod-brief" aria-label="Resources, eligibility, card">
            <ul>{factions.map(f => {
                const state = String(scene.panels.get(`sequence.${f}`)?.label ?? ''), now = scene.prompt?.seat === f;
                return (
                    <li key={f} class={`${state}${now ? ' now' : ''}`}>
                        <Badge faction={f} /><strong>{number(scene, `resources.${f}`)}</strong>
                        <small>{now ? 'decides' : standing[state]}</small>
                        <span class="sr">{factionName[f]}: {number(scene, `resources.${f}`)} Resources</span>
                    </li>
                );
            })}</ul>
            {card && <details open={deciding} key={`${card.id} ${deciding}`}>
                <summary>{typeset(String(card.name))}{card.order && <span class="lod-brief-order">{String(card.order).split(' ').map(f => <Badge key={f} faction={f} />)}</span>}</summary>
                {card.text && <p>{card.text}</p>}
                {card.shaded && <p class="shaded">{card.shaded}</p>}
            </details>}
        </section>
    );
}

type Leaf = 'board' | 'aid';

export function Rail({ scene }: { scene: Scene }) {
    const [leaf, setLeaf] = useState<Leaf>('board');
    const leaves: [Leaf, string][] = [['board', 'Cards'], ['aid', 'Player aid']];
    return (
        <>
            <Winter scene={scene} />
            <Sequence scene={scene} />
            <Factions scene={scene} />
            <div role="tablist" aria-label="Cards or player aid" class="lod-leaves">
                {leaves.map(([id, name]) => <button key={id} type="button" role="tab" id={`leaf-${id}`} aria-selected={leaf === id}
                                                    aria-controls="leaf" onClick={() => setLeaf(id)}>{name}</button>)}
            </div>
            <div role="tabpanel" id="leaf" aria-labelledby={`leaf-${leaf}`}>
                {leaf === 'board' ? <><Cards scene={scene} /><Boxes scene={scene} /><Strokes scene={scene} /></>
                    : <Aid faction={String(seat.value ?? scene.prompt?.seat ?? 'british')} />}
            </div>
        </>
    );
}
