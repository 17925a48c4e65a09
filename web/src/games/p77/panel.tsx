// The battle board: two lines face each other, each with a reserve behind it.
import type { Scene, Thing } from '../../scene';
import { PieceRow } from '../../table/Pieces';
import { explain, isBeginning, isTarget, pick } from '../../table/select';
import { seat, thrown } from '../../table/store';
import { Throws } from '../../ui/Dice';

const sideName: Record<string, string> = { british: 'British', american: 'Americans' };

const name = (cell: Thing) => String(cell.label).replace(/^./, c => c.toUpperCase());

function Cell({ cell, scene, mine }: { cell: Thing; scene: Scene; mine: boolean }) {
    const slot = String(cell.slot), owner = String(cell.owner);
    const pieces = [...scene.pieces.values()].filter(p => p.slot === slot && p.owner === owner);
    const unseen = Number(cell.count ?? 0) - pieces.length;
    const target = mine && isTarget(slot);
    const hidden: Thing[] = unseen > 0 ? [{ id: `${cell.id}.hidden`, owner, hidden: 1, count: unseen }] : [];
    return (
        <div class={`cell ${owner} ${slot}${target ? ' target' : ''}`} data-cell={`${owner}.${slot}`}>
            {target
                ? <button type="button" class="cell-name" data-slot={slot} onClick={() => pick(slot)}>{name(cell)}: here</button>
                : mine ? <button type="button" class="cell-name plain" data-slot={slot}
                                 onClick={() => explain(slot, ['position'])}>{name(cell)}</button>
                : <span class="cell-name">{name(cell)}</span>}
            <PieceRow pieces={[...pieces, ...hidden]} />
            {Number(cell.count ?? 0) === 0 && <span class="sr">{sideName[owner]} {cell.label} is empty</span>}
        </div>
    );
}

function Line({ cells, scene, owner, columns, front, mine }:
              { cells: Thing[]; scene: Scene; owner: string; columns: number[]; front: 'up' | 'down'; mine: boolean }) {
    const of = (n: number) => cells.find(c => c.owner === owner && Number(c.number) === n);
    const reserve = of(3);
    const skirmish = scene.panels.get('battle')?.kind === 'skirmish';
    const shown = skirmish ? columns.filter(n => of(n)?.slot === 'center') : columns;
    const line = <div class="battle-line" key="line">{shown.map(n => of(n) && <Cell key={n} cell={of(n)!} scene={scene} mine={mine} />)}</div>;
    const rear = reserve && (!skirmish || Number(reserve.count) > 0) && <Cell key="rear" cell={reserve} scene={scene} mine={mine} />;
    return (
        <div class={`battle-side ${owner}`}>
            {front === 'down' ? [rear, line] : [line, rear]}
        </div>
    );
}

export function BattleBoard({ scene }: { scene: Scene }) {
    const battle = scene.panels.get('battle');
    if (!battle) return null;
    const cells = [...scene.panels.values()].filter(p => p.id.startsWith('battle.'));
    const attacker = String(battle.attacker), defender = attacker === 'british' ? 'american' : 'british';
    const near = seat.value ?? attacker, far = near === 'british' ? 'american' : 'british';
    // Whoever looks has his own left on the left.
    const columns = near === 'british' ? [0, 1, 2] : [2, 1, 0];
    const waiting = [...scene.pieces.values()].filter(p => p.place === battle.place && !p.slot && !p.hidden && isBeginning(p.id));
    const hits = Number(battle.hits ?? 0), flees = Number(battle.flees ?? 0);
    return (
        <div class="battle">
            <header>
                <h2>{battle.kind === 'skirmish' ? 'Skirmish' : 'Battle'} at {battle.name}</h2>
                <p>{sideName[attacker]} attack, {sideName[defender]} defend{Number(battle.round) > 0 && <> · <strong>round {battle.round}</strong></>}</p>
            </header>
            <Line cells={cells} scene={scene} owner={far} columns={columns} front="down" mine={false} />
            <div class="no-mans-land">
                <Throws list={thrown.value.filter(t => !/^(Weather|Action points)/.test(t.label)).slice(-6)} />
                {hits > 0 && <p class="hits">{hits} hit{hits > 1 ? 's' : ''} to be taken</p>}
                {flees > 0 && <p class="hits">{flees} militia must flee</p>}
            </div>
            <Line cells={cells} scene={scene} owner={near} columns={columns} front="up" mine={seat.value !== null} />
            {waiting.length > 0 && <div class="to-deploy"><h3>To deploy: choose a block, then its position</h3><PieceRow pieces={waiting} /></div>}
        </div>
    );
}
