// What lies beside the map: cards, the Factions with their money and chances, boxes, the winter.
import { useState } from 'preact/hooks';
import type { Scene, Thing } from '../../scene';
import { seat } from '../../table/store';
import { Aid } from './aid';
import { Cards } from './cards';
import { factionName, factions, kinds, number } from './names';
import { Badge, Token } from './symbols';

const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
const standing: Record<string, string> = { eligible: 'eligible', ineligible: 'not eligible', acted: 'acted', passed: 'passed' };
const conditions: Record<string, [string, string]> = {
    british: ['Support beyond Opposition by more than 10', 'more Rebellion than British casualties'],
    indians: ['Support beyond Opposition by more than 10', 'more than 3 Villages beyond the Patriot Forts'],
    patriots: ['Opposition beyond Support by more than 10', 'Patriot Forts and 3 beyond the Villages'],
    french: ['Opposition beyond Support by more than 10', 'more British than Rebellion casualties'],
};

function Factions({ scene }: { scene: Scene }) {
    return (
        <table class="lod-factions">
            <caption class="sr">Resources, eligibility and victory of the Factions</caption>
            <thead><tr><th scope="col">Faction</th><th scope="col" title="Resources">Res.</th><th scope="col">On this card</th>
                <th scope="col" title="The two conditions of victory: both must be above nought in winter">Victory</th></tr></thead>
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

type Leaf = 'board' | 'aid';

export function Rail({ scene }: { scene: Scene }) {
    const [leaf, setLeaf] = useState<Leaf>('board');
    const leaves: [Leaf, string][] = [['board', 'Cards'], ['aid', 'Player aid']];
    return (
        <>
            <Winter scene={scene} />
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
