// What can be ordered now: who goes with a group and where to, what a side uses in a battle. Buttons come from the list of
// legal actions.
import type { Action, Scene, Thing } from '../../scene';
import { carryOut, legal, type Step, type Walk } from '../../table/select';
import { act, myDecision, scene as now, sentActions, takeBackLast, undoable, version, waiting } from '../../table/store';
import type { Group } from '../face';
import { Choices } from './cards';
import { PieceSample } from '../../ui/PieceSample';
import { Unmoved, unmoved } from './campaign';
import { count, isSp, purposes } from './names';
import { Counter, describe } from './symbols';

const ofVerb = (verb: string) => legal.value.filter(a => a.verb === verb);
const pieceName = (scene: Scene, id: string) => String(scene.pieces.get(id)?.name ?? id);

export function Do({ action, children, soft }: { action: Action; children: preact.ComponentChildren; soft?: boolean }) {
    return <button type="button" class={soft ? 'small-button' : ''} disabled={waiting.value} data-action={action.text} title={action.label}
                   onClick={() => act(action.text)}>{children}</button>;
}

// ---- A group ----

/** What was taken along since the group was opened, as it was sent. */
function taken(): string[] {
    const list: string[] = [];
    for (let n = version.value; n > 0; n--) {
        const action = sentActions.get(n);
        if (!action || !/^(add|join) /.test(action)) break;
        list.unshift(action);
    }
    return list;
}

const asSteps = (list: string[]): Step[] => list.map(action => ({ verb: action.split(' ')[0], action, once: true }));

/** Leaves some out again: back to before, and the others once more. */
function leaveOut(id: string, all: boolean): void {
    const list = taken(), at = list.findLastIndex(a => a.split(' ')[1] === id);
    if (at < 0 || list.length - at > undoable.value) return;
    const again = list.slice(at + 1), [verb, type, n, lot] = list[at].split(' ');
    if (verb === 'add' && !all && Number(n) > 1) again.unshift(`add ${type} ${Number(n) - 1} ${lot}`);
    takeBackLast(list.length - at, () => { if (again.length) carryOut(asSteps(again)); });
}

/** Everybody there who may come. */
export const everybody: Step[] = [{ verb: 'add' }, { verb: 'join' }];

/** A click on a stack in the movement phase takes all of it along. */
export function follow(action: Action): Step[] | null {
    return action.verb === 'group' ? everybody : null;
}

function Rows({ scene, place }: { scene: Scene; place: string }) {
    const here = (scene.at.get(place) ?? []).filter(p => p.in_hand || legal.value.some(a => (a.verb === 'add' || a.verb === 'join') && (a.args[0].id === p.type || a.args[0].id === p.id)));
    const back = new Set(taken().map(a => a.split(' ')[1])), kinds = new Map<string, { name: string; id: string; here: number; hand: number; leader: boolean }>();
    for (const p of here) {
        const leader = p.type === 'leader', id = leader ? p.id : String(p.type), row = kinds.get(id) ?? { name: String(p.name), id, here: 0, hand: 0, leader };
        row.here += Number(p.count ?? 1);
        row.hand += Number(p.in_hand ?? 0);
        kinds.set(id, row);
    }
    if (!kinds.size) return null;
    const adds = (id: string) => ofVerb('add').filter(a => a.args[0].id === id);
    return (
        <table>
            <thead><tr><th scope="col">who</th><th scope="col" class="n">here</th><th scope="col" class="n">goes</th><th scope="col"><span class="sr">take or leave</span></th></tr></thead>
            <tbody>{[...kinds.values()].map(row => {
                const more = row.leader ? ofVerb('join').filter(a => a.args[0].id === row.id) : adds(row.id), drops = row.leader ? ofVerb('part').filter(a => a.args[0].id === row.id) : ofVerb('drop').filter(a => a.args[0].id === row.id);
                return (
                    <tr key={row.id}>
                        <th scope="row">{row.name}</th><td class="n">{row.here}</td><td class="n with">{row.hand}</td>
                        <td class="takes">
                            {row.hand > 0 && back.has(row.id) && <button type="button" class="small-button" disabled={waiting.value} data-less={row.id} aria-label={`One ${row.name} less`} onClick={() => leaveOut(row.id, false)}>−</button>}
                            {drops.length > 0 && !back.has(row.id) && <Do action={drops[0]} soft>{row.leader ? 'leave' : '−'}</Do>}
                            {drops.length > 1 && !back.has(row.id) && <Do action={drops[drops.length - 1]} soft>leave all</Do>}
                            {more.length > 0 && <Do action={more[0]} soft>+</Do>}
                            {more.length > 1 && <Do action={more[more.length - 1]} soft>all</Do>}
                        </td>
                    </tr>
                );
            })}</tbody>
        </table>
    );
}

function GroupOrders({ scene }: { scene: Scene }) {
    const group = scene.panels.get('group'), place = String(group?.place ?? '');
    if (!group) return null;
    const left = Number(group.left ?? 0), moving = Number(group.pieces) > 0 || group.left !== undefined, boats = ofVerb('leave');
    return (
        <div class="gather">
            <h3>{count(Number(group.sp), 'SP', 'SP')} in the group {moving && <small>{left} MP left</small>}</h3>
            {Number(group.doubled ?? 0) > 0 && <p class="way warn">{group.doubled} SP are more than the leaders lead: they pay double.</p>}
            <Rows scene={scene} place={place} />
            {(ofVerb('add').length > 0 || ofVerb('join').length > 0) && <div class="buttons tight">
                <button type="button" class="soft" data-together="add" disabled={waiting.value} onClick={() => carryOut(everybody)}>Take all along</button></div>}
            {boats.length > 0 && <details><summary>Leave the area of play</summary><div class="buttons tight">{boats.map(a => <Do key={a.text} action={a} soft>{a.label}</Do>)}</div></details>}
        </div>
    );
}

/** The hexes in reach, with the steps that lead there. */
export function walks(scene: Scene): ReadonlyMap<string, Walk> {
    const found = new Map<string, Walk>(), group = scene.panels.get('group');
    if (!group || scene.prompt?.phase !== 'group') return found;
    const start = String(group.place), begins = Number(group.left ?? 0);
    for (const [id, panel] of scene.panels) {
        if (!id.startsWith('reach.')) continue;
        const place = id.slice(6), path = [place], steps: Step[] = [];
        for (let at: Thing | undefined = panel; at && path.length < 30; at = scene.panels.get(`reach.${path[0]}`)) {
            const verb = at.ferry ? 'ferry' : 'step';
            steps.unshift({ verb, action: `${verb} ${at.by}`, once: true, phases: ['group'] });
            path.unshift(String(at.from));
            if (at.from === start) break;
        }
        const left = Number(panel.left);
        if (!left && !panel.enemies) steps.push({ verb: 'halt', once: true, phases: ['group'], only: () => !legal.value.some(a => a.verb === 'enter') });
        found.set(place, { steps, path, tag: panel.enemies ? '⚔' : String(begins - left), words: `${begins - left} MP, ${left} left${panel.enemies ? '; enemies' : ''}` });
    }
    return found;
}

export function group(scene: Scene): Group | null {
    const g = scene.panels.get('group');
    return g ? { place: String(g.place), members: [], count: Number(g.sp), of: 'SP in the group' } : null;
}

// ---- Other phases ----

/** SP by number, in rows: who takes part, who comes out, who goes inside, who goes aboard. */
function Numbers({ scene, verb }: { scene: Scene; verb: string }) {
    const byType = new Map<string, Action[]>();
    for (const a of ofVerb(verb)) byType.set(a.args[0].id, [...(byType.get(a.args[0].id) ?? []), a]);
    if (!byType.size) return null;
    const name = (id: string) => String([...scene.pieces.values()].find(p => p.type === id)?.name ?? id);
    return (
        <div class="gather"><table><tbody>{[...byType].map(([type, list]) => (
            <tr key={type}><th scope="row">{name(type)}</th>
                <td class="takes">{[...new Map([list[0], list[Math.floor((list.length - 1) / 2)], list[list.length - 1]].map(a => [a.text, a])).values()].map(a => <Do key={a.text} action={a} soft>{a.args[1].id}</Do>)}
                    {list.length > 3 && <details><summary>other</summary>{list.slice(1, -1).map(a => <Do key={a.text} action={a} soft>{a.args[1].id}</Do>)}</details>}</td></tr>))}</tbody></table></div>
    );
}

/** Orders that a click on the map never means. */
function Others({ verbs, words }: { verbs: string[]; words: string }) {
    const list = legal.value.filter(a => verbs.includes(a.verb));
    return list.length ? <details class="other-orders"><summary>{words} ({list.length})</summary><div class="buttons column tight">{list.map(a => <Do key={a.text} action={a} soft>{a.label}</Do>)}</div></details> : null;
}

function Attacks({ scene }: { scene: Scene }) {
    const list = ofVerb('attack');
    return (
        <div class="buttons column tight choices">{list.map(a => {
            const odds = scene.panels.get(`odds.${a.args[0].id}`), place = scene.places.get(a.args[0].id);
            return (
                <Do key={a.text} action={a}><b>{place?.name ?? a.label}</b> <small>{odds ? `${odds.own} SP against ${odds.theirs}${odds.entrenched ? ', entrenched' : ''}${odds.odds ? `: odds ${odds.odds}` : ''}` : ''}</small>
                    {odds?.odds && scene.panels.get('segment')?.basic && <Chances scene={scene} odds={String(odds.odds)} entrenched={!!odds.entrenched} />}</Do>
            );
        })}</div>
    );
}

const lossWords: Record<string, string> = { all: 'all', half: 'half', EX: 'exchange', '-': 'none' };

/** What each die brings, in one line of the basic table. */
function Chances({ scene, odds, entrenched }: { scene: Scene; odds: string; entrenched: boolean }) {
    const column = scene.panels.get(`basic.${odds}`);
    if (!column) return null;
    const ours = String(column.attacker).split(' '), theirs = String(column.defender).split(' '), shift = entrenched ? 1 : 0;
    return (
        <span class="chances">{[1, 2, 3, 4, 5, 6].map(die => {
            const row = die - shift - Number(column.low);
            const word = ours[row] === 'EX' ? 'exchange' : ours[row] !== '-' ? `you lose ${lossWords[ours[row]]}` : theirs[row] !== '-' ? `they lose ${lossWords[theirs[row]]}` : 'nothing';
            return <i key={die} class={ours[row] === 'EX' ? 'even' : ours[row] !== '-' ? 'bad' : 'good'} title={`${die}: ${word}`}>{die}</i>;
        })}</span>
    );
}

/** A forced march: who, how far, by which way. */
function Marches() {
    const efforts = ofVerb('effort'), joins = [...ofVerb('join'), ...ofVerb('add')];
    return (
        <>
            {joins.length > 0 && <div class="buttons tight"><button type="button" class="soft" data-together="add" disabled={waiting.value} onClick={() => carryOut(everybody)}>Take all along</button></div>}
            {efforts.length > 0 && <div class="buttons tight">{efforts.map(a => <Do key={a.text} action={a}>{a.args[0].id} MP</Do>)}</div>}
            <div class="buttons tight">{[...ofVerb('bonus'), ...ofVerb('route')].map(a => <Do key={a.text} action={a}>{a.label}</Do>)}</div>
        </>
    );
}

/** What has come, or is to be set up. */
function InHand({ scene }: { scene: Scene }) {
    const hand = scene.at.get('hand') ?? [];
    return hand.length ? <p class="in-hand">{hand.map(p => <span key={p.id}><PieceSample Piece={Counter} piece={p} /> {describe(p)}</span>)}</p> : null;
}

/** Between the seasons: what is no hex has a button of its own. */
const named = ['transfer', 'recall', 'rebuild', 'call', 'take', 'detach', 'lose'];
function Named() {
    const list = legal.value.filter(a => named.includes(a.verb));
    return list.length ? <div class="buttons tight named">{list.map(a => <Do key={a.text} action={a} soft>{a.label}</Do>)}</div> : null;
}

export function Orders({ scene }: { scene: Scene }) {
    const phase = String(scene.prompt?.phase ?? '');
    if (!myDecision.value) return null;
    const purpose = purposes[phase] && <p class="way">{purposes[phase]}</p>;
    switch (phase) {
    case 'group': return <>{purpose}<GroupOrders scene={scene} /></>;
    case 'move': return <>{purpose}<Unmoved scene={scene} /><Others verbs={['destroy', 'scuttle', 'resign']} words="Destroy stores, give up a leader" /></>;
    case 'build': return <>{purpose}<Others verbs={['entrench', 'magazine', 'reduce', 'fortsite', 'bateaux']} words="Everything that can be built" /></>;
    case 'announce': return <>{purpose}<Attacks scene={scene} /></>;
    case 'card': return <>{purpose}<Choices scene={scene} /></>;
    case 'place': case 'stow': case 'muster': case 'haven': return <>{purpose}<InHand scene={scene} /></>;
    case 'marshal': return <><Marches /></>;
    case 'commit': return <>{purpose}<Numbers scene={scene} verb="commit" /></>;
    case 'sally': return <>{purpose}<Numbers scene={scene} verb="sally" /></>;
    case 'shelter': return <>{purpose}<Numbers scene={scene} verb="inside" /></>;
    case 'fleet': return <>{purpose}<Numbers scene={scene} verb="load" /><Numbers scene={scene} verb="unload" /></>;
    case 'transfer': case 'rebuild': case 'call': case 'aid': case 'fetch': case 'detach': case 'cull': return <>{purpose}<Named /></>;
    default: return purpose || null;
    }
}

// ---- For the common prompt ----

const onButtons = new Set(['destroy', 'scuttle', 'resign', 'leave']);
export const buttonsOnly = (action: Action) => onButtons.has(action.verb);

const inOrders: Record<string, string[]> = {
    group: ['add', 'join', 'drop', 'part', 'step', 'ferry', 'leave'], announce: ['attack'], card: ['card'], marshal: ['effort', 'bonus', 'route', 'add', 'join'], commit: ['commit'],
    sally: ['sally'], shelter: ['inside'], fleet: ['load', 'unload'], move: ['destroy', 'scuttle', 'resign'],
    transfer: named, rebuild: named, call: named, aid: named, fetch: named, detach: named, cull: named,
};
/** Actions with buttons of their own, by phase. */
export const offers = (action: Action) => (inOrders[String(now.value.prompt?.phase)] ?? []).includes(action.verb);

const doneWords: Record<string, string> = {
    build: 'Build no more: on to movement', move: 'All have moved', march: 'No more forced marches: roll', dismantle: 'Keep the forts', spoils: 'Keep the rest', substitute: 'As it is', dig: 'No more',
    mount: 'No more dragoons', rebuild: 'Rebuild no more', indians: 'None', transfer: 'Leaders stay as they are', call: 'Call no more', aid: 'None',
};
export function label(action: Action, scene: Scene): string {
    const phase = String(scene.prompt?.phase ?? '');
    const still = phase === 'move' && action.verb === 'done' ? unmoved(scene).length : 0;
    if (still) return `End movement (${count(still, 'stack')} not moved)`;
    if (action.verb === 'done') return doneWords[phase] ?? action.label;
    if (action.verb === 'bid') return action.args[0].id;
    if (action.verb === 'ready' && phase === 'declare') return 'Go on';
    if (action.verb === 'lose') return `Lose one ${pieceName(scene, action.args[0].id) === action.args[0].id ? action.label.replace(/^Lose one /, '') : pieceName(scene, action.args[0].id)}`;
    return action.label;
}

/** SP are counted on the map, and named by their type in actions. */
export function standsFor(piece: Thing, action: Action, scene: Scene): string[] | null {
    const type = action.args.find(a => a.kind === 'type');
    if (!type || type.id !== piece.type) return null;
    const place = String(scene.panels.get('group')?.place ?? scene.panels.get('combat')?.place ?? piece.place);
    return String(piece.place) === place && (isSp(piece.type) || ['add', 'drop', 'load', 'scrap'].includes(action.verb)) ? [`type:${type.id}`] : null;
}

export function hint(scene: Scene): string | undefined {
    return purposes[String(scene.prompt?.phase)] ? '' : undefined;
}

// ---- Directions on the map ----

const directions: Record<string, [number, number]> = { n: [-1, -2], ne: [1, -2], se: [2, 0], s: [1, 2], sw: [-1, 2], nw: [-2, 0] };
const half = 20, row = 17.32; // of a hex of the sheet

/** The direction from a hex to its neighbour. */
function directionTo(from: Thing | undefined, to: Thing | undefined): string | undefined {
    return Object.keys(directions).find(d => Math.abs(Number(from?.x) + directions[d][0] * half - Number(to?.x)) < 4 && Math.abs(Number(from?.y) + directions[d][1] * row - Number(to?.y)) < 4);
}

/** Where a retreat may go. */
export function retreats(scene: Scene): Map<string, Walk> {
    const found = new Map<string, Walk>(), from = scene.places.get(String(scene.panels.get('combat')?.place));
    if (!from) return found;
    for (const h of scene.hexes) {
        const way = directionTo(from, h), action = way && scene.actions.find(a => a.text === `retreat ${way}`);
        if (action) found.set(h.id, { steps: [{ verb: 'retreat', action: action.text, once: true }], path: [from.id, h.id], tag: '', words: 'retreat here' });
    }
    return found;
}

/** A click beside what is in reach: the step it would take, or that it is too far. */
export function means(place: string, scene: Scene): string[] | string | undefined {
    const group = scene.panels.get('group');
    if (scene.prompt?.phase !== 'group' || !group || place === group.place) return undefined;
    const way = directionTo(scene.places.get(String(group.place)), scene.places.get(place));
    if (way) return [`step ${way}`];
    return group.left === undefined ? 'Take somebody along first.' : `${scene.places.get(place)?.name ?? 'That'} is out of reach: the group has ${group.left} MP left.`;
}
