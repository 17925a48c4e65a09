// What can be ordered now: gather an army, spend leadership points, choose. Buttons come from the list of
// legal actions; what is not in it stays visible where a player may look for it, and says why when clicked.
import type { Action, Scene, Thing } from '../../scene';
import { legal, repeat } from '../../table/select';
import type { Group } from '../face';
import { act, askWhy, myDecision, waiting } from '../../table/store';
import { isSp, modifiers, operations, spName, strengthOf } from './names';
import { strength } from './symbols';

const leaderName = (scene: Scene, id: string) => String(scene.pieces.get(id)?.name ?? id);
const placeName = (scene: Scene, id: string) => String(scene.places.get(id)?.name ?? id);
const isStrength = (id: string) => isSp(strengthOf(id).type);
const ofVerb = (verb: string) => legal.value.filter(a => a.verb === verb);

function Do({ action, children, small }: { action: Action; children: preact.ComponentChildren; small?: boolean }) {
    return <button type="button" class={small ? 'small-button' : ''} disabled={waiting.value} data-action={action.text}
                   title={action.label} aria-label={action.label} onClick={() => act(action.text)}>{children}</button>;
}

/** Something one may look for, though it cannot be done: a click asks the engine why. */
function NotNow({ text, children }: { text: string; children: preact.ComponentChildren }) {
    return <button type="button" class="not-now" data-why={text} onClick={() => askWhy([text])}>{children}</button>;
}

function Cost({ n }: { n: unknown }) {
    return n === undefined || n === 0 ? null : <span class="cost" title="leadership points">{String(n)}</span>;
}

// ---- Gathering an army ----

/** The largest number that an action with these words offers, for each kind of SP. */
function most(verb: string): Map<string, number> {
    const result = new Map<string, number>();
    for (const a of ofVerb(verb)) {
        const id = a.args[0].id, n = Number(a.args[1]?.id ?? 1);
        result.set(id, Math.max(result.get(id) ?? 0, n));
    }
    return result;
}
const find = (verb: string, ...args: (string | number)[]) => legal.value.find(a => a.text === [verb, ...args].join(' '));

function Row({ id, here, taken, takes, leaves }: { id: string; here: number; taken: number; takes: number; leaves: number }) {
    const numbers = takes > 2 ? [1, Math.floor(takes / 2), takes] : takes > 1 ? [1, takes] : takes ? [1] : [];
    return (
        <tr>
            <th scope="row">{spName(id, 2)}</th>
            <td class="n">{here}</td>
            <td class="n with">{taken || '–'}</td>
            <td class="take">
                {[...new Set(numbers)].map(n => { const a = find('take', id, n); return a && <Do key={n} action={a} small>+{n}</Do>; })}
                {leaves > 0 && [...new Set([1, leaves])].map(n => { const a = find('leave', id, n); return a && <Do key={n} action={a} small>−{n}</Do>; })}
            </td>
        </tr>
    );
}

/** `force` is what goes along; `place` where it is gathered. */
function Gather({ scene, force, place, leader, title, column }:
                { scene: Scene; force: Thing | undefined; place: string; leader: string | null; title: string; column: string }) {
    const takes = most('take'), leaves = most('leave');
    const held = Object.keys(force ?? {}).filter(isStrength);
    const owner = leader ? scene.pieces.get(leader)?.owner : undefined;
    const here = (scene.at.get(place) ?? []).filter(p => owner === undefined || p.owner === owner);
    const count = (id: string) => {
        const { type, out, marched } = strengthOf(id), p = here.find(x => x.type === type);
        if (!p) return 0;
        return out ? Number(p.unsupplied ?? 0) : marched ? Number(p.marched ?? 0) : Number(p.count ?? 0) - Number(p.unsupplied ?? 0);
    };
    const ids = [...new Set([...takes.keys(), ...leaves.keys(), ...held])];
    const companions = [...ofVerb('bring'), ...ofVerb('part')];
    const limit = leader ? scene.panels.get(`rank.${scene.pieces.get(leader)?.rank}`) : undefined;
    const sp = inLine(force);
    const along = Object.keys(force ?? {}).filter(k => scene.pieces.get(k)?.type === 'leader' && k !== leader).map(k => leaderName(scene, k));
    if (force?.train) along.push(Number(force.train) > 1 ? `${force.train} trains` : 'a train');
    if (force?.kosciuszko) along.push('Kosciuszko');
    if (!ids.length && !companions.length) return null;
    return (
        <div class="gather">
            <h3>{title} <small>{sp} SP{limit ? ` of ${limit.sp}, at most ${limit.artillery} artillery` : ''}</small></h3>
            {(takes.size > 1 || (takes.size === 1 && ofVerb('take').length > 1)) && <div class="buttons tight">
                <button type="button" class="soft" data-together="take" disabled={waiting.value} onClick={() => repeat('take')}>
                    {leader ? 'As many SP as he can lead' : 'As many SP as there is room for'}</button></div>}
            {ids.length > 0 && <table>
                <thead><tr><th scope="col">SP</th><th scope="col" class="n">here</th><th scope="col" class="n">{column}</th><th scope="col"><span class="sr">take or leave</span></th></tr></thead>
                <tbody>{ids.map(id => <Row key={id} id={id} here={count(id)} taken={Number(force?.[id] ?? 0)} takes={takes.get(id) ?? 0} leaves={leaves.get(id) ?? 0} />)}</tbody>
            </table>}
            {along.length > 0 && <p class="along">With him: {along.join(', ')}</p>}
            {companions.length > 0 && <div class="buttons tight">{companions.map(a => {
                const who = a.args[0].id === 'train' ? 'a train' : leaderName(scene, a.args[0].id);
                return <Do key={a.text} action={a} small>{a.verb === 'bring' ? `+ ${who}` : `− ${who}`}</Do>;
            })}</div>}
        </div>
    );
}

// ---- Leadership points ----

function Points({ scene }: { scene: Scene }) {
    const points = scene.numbers.get('points');
    if (!points) return null;
    const n = Number(points.value), of = Number(points.max);
    return (
        <p class="points"><span class="pips" aria-hidden="true">{Array.from({ length: of }, (_, i) => <i key={i} class={i < n ? 'on' : ''} />)}</span>
            {' '}<strong>{n}</strong> of {of}<span class={myDecision.value ? 'sr' : ''}> leadership points{!myDecision.value && ` of ${leaderName(scene, String(points.text))}`}</span></p>
    );
}

function Raids() {
    const raids = [...ofVerb('indian_raid'), ...ofVerb('supply_raid')];
    if (!raids.length) return null;
    return (
        <details><summary>Raids ({raids.length})</summary>
            <div class="buttons column tight">{raids.map(a => <Do key={a.text} action={a} small>{a.label}</Do>)}</div></details>
    );
}

function SupplyMarkers({ cost }: { cost: unknown }) {
    const all = ofVerb('supply'), box = all.filter(a => a.args[1].id === 'available');
    const rest = [...all.filter(a => a.args[1].id !== 'available'), ...ofVerb('disband')];
    return (
        <>
            {box.map(a => <Do key={a.text} action={a}>Place a {a.args[0].id} <Cost n={cost} /></Do>)}
            {rest.length > 0 && <details><summary>Move or remove a depot or train ({rest.length})</summary>
                <div class="buttons column tight">{rest.map(a => <Do key={a.text} action={a} small>{a.label}</Do>)}</div></details>}
        </>
    );
}

function Buy({ scene, leader }: { scene: Scene; leader: string }) {
    const costs = scene.panels.get('costs'), points = Number(scene.numbers.get('points')?.value ?? 0);
    const side = scene.pieces.get(leader)?.owner;
    const can = ofVerb('activate'), orders = ofVerb('order');
    const idle = [...scene.pieces.values()].filter(p => p.type === 'leader' && p.kind === 'subordinate' && p.owner === side &&
        p.place !== undefined && !can.some(a => a.args[0].id === p.id));
    const unready = Object.keys(operations).filter(o => !orders.some(a => a.args[0].id === o) && (o !== 'embark' || leader === 'howe'));
    return (
        <div class="buy">
            <h3>Points buy</h3>
            <div class="buttons tight">
                {can.map(a => <Do key={a.text} action={a}>Activate {leaderName(scene, a.args[0].id)} <Cost n={scene.pieces.get(a.args[0].id)?.cost} /></Do>)}
                {orders.map(a => <Do key={a.text} action={a}>{operations[a.args[0].id]} <Cost n={costs?.[a.args[0].id] ?? points} /></Do>)}
                <SupplyMarkers cost={costs?.supply} />
            </div>
            <Raids />
            {(idle.length > 0 || unready.length > 0) && <details><summary>Why not …?</summary>
                <div class="buttons tight">
                    {unready.map(o => <NotNow key={o} text={`order ${o}`}>{operations[o]} <Cost n={costs?.[o] ?? 'all'} /></NotNow>)}
                    {idle.map(p => <NotNow key={p.id} text={`activate ${p.id}`}>Activate {p.name} <Cost n={p.cost} /></NotNow>)}
                </div></details>}
        </div>
    );
}

const inLine = (force: Thing | undefined) => Object.keys(force ?? {}).filter(id => isStrength(id) && !id.startsWith('river_ship'))
    .reduce((n, id) => n + Number(force?.[id] ?? 0), 0);

/** The army of the leader who acts: on the map with its number. */
export function group(scene: Scene): Group | null {
    const phase = scene.prompt?.phase, army = phase === 'activation' || phase === 'march' ? scene.panels.get(`army.${phase === 'march' ? 'second' : 'primary'}`) : undefined;
    const leader = army && scene.pieces.get(String(army.leader));
    if (!army || leader?.place === undefined) return null;
    const limit = scene.panels.get(`rank.${leader.rank}`)?.sp;
    return { place: String(leader.place), members: [], count: inLine(army), limit: limit === undefined ? undefined : Number(limit), of: `SP with ${leader.name}` };
}

function marching(scene: Scene, army: Thing | undefined): string {
    if (!army) return '';
    const gos = ofVerb('go').length, steps = Number(army.steps ?? 0);
    if (gos) return steps ? `${steps} space${steps > 1 ? 's' : ''} marched. Click a space to go on; − leaves SP behind here, + takes more along.` : 'Take SP along, then click a space to march.';
    const why: Record<string, string> = { beaten: 'The army was beaten: it marches no more.', stopped: 'The march ends here.' };
    return why[String(army.pace)] ?? (steps ? 'The march has ended.' : `${leaderName(scene, String(army.leader))} cannot march now.`);
}

function Activation({ scene, which }: { scene: Scene; which: 'primary' | 'second' }) {
    const army = scene.panels.get(`army.${which}`), leader = String(army?.leader ?? '');
    const place = String(scene.pieces.get(leader)?.place ?? '');
    return (
        <>
            <Points scene={scene} />
            <p class="way">{marching(scene, army)}</p>
            <Gather scene={scene} force={army} place={place} leader={leader} title={`${leaderName(scene, leader)}’s army`} column="with him" />
            {which === 'primary' && <Buy scene={scene} leader={leader} />}
        </>
    );
}

// ---- Attempts: what the dice must show ----

/** Throws of two dice, of 36, that are this or less. */
const throwsUpTo = (n: number) => [0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36][n] ?? 36;
const signed = (n: number) => (n > 0 ? `+${n}` : `−${-n}`);

function Odds({ scene, of }: { scene: Scene; of: string }) {
    const odds = scene.panels.get(`odds.${of}`), highest = Number(odds?.highest);
    if (!odds) return null;
    if (odds.certain) return <small class="odds">without a roll</small>;
    const added = modifiers.filter(([key]) => odds[key]).map(([key, name]) => `${name} ${signed(Number(odds[key]))}`);
    return (
        <small class="odds">needs <b>{highest} or less</b> on two dice, {Math.round(throwsUpTo(highest) * 100 / 36)} %
            {' '}(leadership {odds.rating}{added.length > 0 && `; to the roll: ${added.join(', ')}`})</small>
    );
}

// ---- Other decisions: a button for each choice ----

/** What a choice means, in a word or two, where the picture does not say it. */
function Choice({ action, scene }: { action: Action; scene: Scene }) {
    const [a, b] = action.args.map(x => x.id);
    const leader = scene.pieces.get(a);
    switch (action.verb) {
    case 'first': case 'lead': case 'senior': case 'choose': {
        const there = leader?.place === undefined ? [] : (scene.at.get(String(leader.place)) ?? []).filter(p => p.owner === leader.owner);
        return <Do action={action}><b>{leaderName(scene, a)}</b> <small>leadership {leader?.leadership}{leader?.place !== undefined ? `, ${placeName(scene, String(leader.place))}, ${strength(there)} SP` : ', off the map'}</small><Odds scene={scene} of={a} /></Do>;
    }
    case 'lose': return <Do action={action}>{spName(a, 1)} <small>at {placeName(scene, b)}</small></Do>;
    case 'remove': return <Do action={action}>{spName(b, 1)} <small>at {placeName(scene, a)}</small></Do>;
    case 'hold': return <Do action={action}>{b} {spName(a, Number(b))}</Do>;
    case 'to': case 'go': case 'site': case 'sail': case 'sortie': return <Do action={action}>{placeName(scene, a)}<Odds scene={scene} of={a} /></Do>;
    default: return <Do action={action}>{action.label}</Do>;
    }
}

const asks: Record<string, string> = {
    choose_first: 'Any primary leader, of either side. The others are drawn from the cup.',
    intercept: 'Who tries to reach the space before the enemy?', avoid: 'Who tries to slip away?', reinforce: 'Who tries to join the attack?',
    losses: 'Each type of SP loses one before any loses a second.', hold: 'At most fifteen SP fight.',
    retreat: 'Where to?', avoid_to: 'Where to?', escape: 'Where to?', supply_site: 'Choose a space.',
    supply_check: 'A train or depot that is used up feeds everything within one space.', new_course: 'Choose the fleet’s new destination.',
    return_to: 'No other primary leader is on the map: any army of his side will do.', landing_depot: 'The supply box is empty. Which marker becomes the depot?',
};

/** What is gathered, and the head of its column. */
const gathered: Record<string, [string, string]> = {
    muster: ['His army', 'with him'], fort: ['Into the fort', 'inside'], embark: ['On board', 'aboard'],
};

/** The place where the prompt's army is gathered: where its leader stands, or the place that it names. */
function gatheringPlace(scene: Scene): { place: string; leader: string | null } {
    const mark = /\[(leader|space):([^|\]]+)\|/.exec(String(scene.prompt?.marks ?? ''));
    const leader = mark?.[1] === 'leader' ? mark[2] : null;
    return { leader, place: leader ? String(scene.pieces.get(leader)?.place ?? '') : mark?.[2] ?? '' };
}

export function Orders({ scene }: { scene: Scene }) {
    const phase = String(scene.prompt?.phase ?? '');
    if (!myDecision.value) return <Points scene={scene} />;
    if (phase === 'activation') return <Activation scene={scene} which="primary" />;
    if (phase === 'march') return <Activation scene={scene} which="second" />;
    if (phase in gathered) {
        const { place, leader } = gatheringPlace(scene);
        return (
            <>
                <Gather scene={scene} force={scene.panels.get('hand')} place={place} leader={leader} title={gathered[phase][0]} column={gathered[phase][1]} />
                <div class="buttons tight">{ofVerb('sail').map(a => <Choice key={a.text} action={a} scene={scene} />)}</div>
            </>
        );
    }
    const choices = legal.value.filter(a => a.args.length > 0);
    return (
        <>
            {asks[phase] && <p class="way">{asks[phase]}</p>}
            {scene.numbers.get('points') && (phase === 'plan' || phase === 'coordinate') && <Points scene={scene} />}
            {phase === 'coordinate' && <p class="way">{leaderName(scene, gatheringPlace(scene).leader ?? '')} <Odds scene={scene} of={gatheringPlace(scene).leader ?? ''} /></p>}
            <div class="buttons tight choices">{choices.slice(0, 40).map(a => <Choice key={a.text} action={a} scene={scene} />)}</div>
        </>
    );
}

// ---- For the common prompt ----

/** A click on a town never disbands its train, nor sends raiders. */
export const buttonsOnly = (action: Action) => ['disband', 'supply', 'indian_raid', 'supply_raid'].includes(action.verb);

/** Actions with arguments have their buttons here. */
export const offers = (action: Action) => action.args.length > 0;

const finishes: Record<string, string> = {
    intercept: 'No interception', avoid: 'Do not avoid', reinforce: 'No reinforcement', supply_check: 'Use up nothing more',
    sortie: 'No sortie', coordinate: 'Roll now',
};

export function label(action: Action, scene: Scene): string {
    const phase = String(scene.prompt?.phase ?? ''), costs = scene.panels.get('costs');
    if (action.verb === 'finish') {
        if (phase !== 'activation') return finishes[phase] ?? action.label;
        const acting = scene.panels.get('army.primary')?.leader;
        return scene.panels.has('army.second') ? 'Back to the march' : `End ${leaderName(scene, String(acting))}’s activation`;
    }
    if (action.verb === 'ready') return phase === 'fort' ? 'No one else goes inside' : 'Go with these';
    if (action.verb === 'halt') return `${leaderName(scene, String(scene.panels.get('army.second')?.leader))} halts here`;
    if (action.verb === 'interrupt') return 'The primary leader acts first';
    if (action.verb === 'plan') return `Plan the battle: one more die (${costs?.plan} points)`;
    if (action.verb === 'coordinate') return `Coordinate: +1 (${costs?.coordinate} points)`;
    if (action.verb === 'fight') return 'Fight';
    return action.label;
}

/** SP, trains and depots are counted on the map, and named by their kind in actions. */
export function standsFor(piece: Thing, action: Action, scene: Scene): string[] | null {
    const strengthArg = action.args.find(a => a.kind === 'strength'), place = action.args.find(a => a.kind === 'place' || a.kind === 'space');
    const acting = (scene.panels.get('army.second') ?? scene.panels.get('army.primary'))?.leader;
    const gathering = gatheringPlace(scene).place || String(scene.pieces.get(String(acting))?.place ?? '');
    if (strengthArg) {
        if (strengthOf(strengthArg.id).type !== piece.type || String(piece.place) !== (place?.id ?? gathering)) return null;
        return [strengthArg, ...(place ? [place] : [])].map(a => `${a.kind}:${a.id}`);
    }
    const source = action.args.find(a => a.kind === 'source' && a.id === `${piece.place}_${piece.type}`);
    return source ? [`source:${source.id}`] : null;
}
