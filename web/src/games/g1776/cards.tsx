// Tactical cards: one's own eight, what each would bring against each of the enemy's, and what the two that lie on the table came to.
import type { Scene } from '../../scene';
import { legal } from '../../table/select';
import { act, seat, waiting } from '../../table/store';
import { other } from './names';

export const cardName = (scene: Scene, id: string) => String(scene.panels.get(`matrix.${id}`)?.label ?? id);
const cards = (scene: Scene) => [...scene.panels.values()].filter(p => p.id.startsWith('matrix.')).sort((a, b) => Number(a.number) - Number(b.number)).map(p => p.id.slice(7));

/** The cell of the matrix for a card of the attacker and one of the defender. */
export const cellOf = (scene: Scene, attacker: string, defender: string) => String(scene.panels.get(`matrix.${attacker}`)?.[defender] ?? '');

const minus = (cell: string) => cell.replace('-', '−').replace('+0', '0');
/** In words: what it does to the die, and whether the fight goes on. */
export function cellWords(cell: string): string {
    if (cell === 'NC') return 'no combat: the two armies do not meet';
    const n = Number(cell.replace('!', '')), die = n ? `${minus(cell.replace('!', ''))} to the attacker’s die` : 'nothing for the die';
    return cell.endsWith('!') ? `${die}, and it is the last round here` : die;
}
/** Good for the one who looks at it, or bad. */
const toneOf = (cell: string, attacks: boolean) => { const n = Number(cell.replace('!', '')); return cell === 'NC' || !n ? 'even' : n > 0 === attacks ? 'good' : 'bad'; };

const symbols: Record<string, string> = {
    frontal_assault: 'M0 10V-10M-6-4l6-6 6 6', turn_left: 'M8 10C8-2 2-6-8-6M-3-11l-5 5 5 5', turn_right: 'M-8 10C-8-2-2-6 8-6M3-11l5 5-5 5', refuse_left: 'M-9-4h8l9-4M-9-4l0 9M-9 0l-1 6',
    refuse_right: 'M9-4h-8l-9-4M9-4v9M9 0l1 6', stand_and_defend: 'M-9 6V-6l4 3 5-4 5 4 4-3V6z', commit_reserve: 'M-9-6h18M-9 0h18M0 10V4M-4 7l4-4 4 4', withdraw: 'M0-10v20M-6 4l6 6 6-6',
};
export const CardFace = ({ id }: { id: string }) => <svg class="card-face" viewBox="-14 -14 28 28" aria-hidden="true"><path d={symbols[id] ?? ''} /></svg>;

/** The eight cards as buttons: for the prompt. */
export const Choices = ({ scene }: { scene: Scene }) => (
    <div class="buttons tight card-choices">{legal.value.filter(a => a.verb === 'card').map(a => (
        <button key={a.text} type="button" data-action={a.text} disabled={waiting.value} onClick={() => act(a.text)}><CardFace id={a.args[0].id} />{cardName(scene, a.args[0].id)}</button>))}</div>
);

/** One's own hand: each card with the row or column of the matrix that it stands for. */
export function Hand({ scene }: { scene: Scene }) {
    const combat = scene.panels.get('combat'), attacks = combat?.attacker === seat.value, all = cards(scene);
    const actions = legal.value.filter(a => a.verb === 'card');
    if (!actions.length) return null;
    return (
        <div class="tactics">
            <table>
                <caption>You {attacks ? 'attack' : 'defend'}: what each card brings against each of theirs</caption>
                <thead><tr><th scope="col">your card</th>{all.map(c => <th key={c} scope="col" title={cardName(scene, c)}><CardFace id={c} /><span class="sr">{cardName(scene, c)}</span></th>)}</tr></thead>
                <tbody>{actions.map(a => {
                    const mine = a.args[0].id;
                    return (
                        <tr key={mine}><th scope="row"><button type="button" data-card={mine} disabled={waiting.value} onClick={() => act(a.text)}><CardFace id={mine} />{cardName(scene, mine)}</button></th>
                            {all.map(c => { const cell = attacks ? cellOf(scene, mine, c) : cellOf(scene, c, mine); return <td key={c} class={toneOf(cell, attacks)} title={`${cardName(scene, mine)} against ${cardName(scene, c)}: ${cellWords(cell)}`}>{minus(cell)}</td>; })}</tr>
                    );
                })}</tbody>
            </table>
            <p class="faint small">Numbers are for the attacker’s die; ! ends the fight here; NC: no combat at all.</p>
        </div>
    );
}

/** Both hands as they lie: chosen, unseen, shown. */
export function Table({ scene }: { scene: Scene }) {
    const combat = scene.panels.get('combat');
    if (!combat || combat.fort) return null;
    const attacker = String(combat.attacker), lies = (side: string) => combat[`${side}_card`] as string | undefined, [x, y] = [lies(attacker), lies(other(attacker))];
    const shown = (c: string | undefined) => c !== undefined && c !== 'unseen';
    return (
        <section class="card-table" aria-label="Tactical cards">
            {[attacker, other(attacker)].map(side => {
                const card = lies(side);
                return (
                    <div key={side} class={`tactical ${side} ${card === undefined ? 'none' : card === 'unseen' ? 'unseen' : 'shown'}`}>
                        {shown(card) ? <><CardFace id={card!} /><b>{cardName(scene, card!)}</b></> : <b>{card === 'unseen' ? 'chosen' : 'not chosen yet'}</b>}
                    </div>
                );
            })}
            {shown(x) && shown(y) && <p class="matrix-cell">{cellWords(cellOf(scene, x!, y!))}</p>}
        </section>
    );
}
