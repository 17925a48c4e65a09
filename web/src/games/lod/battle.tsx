// A Battle: force against force, what modifies the losses, the dice, who is lost. While it is fought
// the view tells it; afterwards the log, until one has read it.
import { signal } from '@preact/signals';
import { marks, type Scene } from '../../scene';
import { Marked } from '../../table/Marked';
import { PieceRow } from '../../table/Pieces';
import { decidedSince, info, live, played, scene as store, version } from '../../table/store';
import type { GameEvent } from '../../types';
import { DieFace } from '../../ui/Dice';
import { factionName, sideName, sideOf } from './names';
import { Badge, Token } from './symbols';

interface Part { label: string; fighting: number; present: number; value: number }
interface Modifier { label: string; value: number; rule: string }
export interface Side { side: string; force: number; parts: Part[]; dice: number[]; modifiers: Modifier[]; loss: number | null; lost: [string, number][] }
interface Battle { key: string; at: string; place: string; attacker: string; sides: [Side, Side]; said: string[]; open: boolean }

const sideIds = ['royalists', 'rebellion'];
const royal = /^(british|tories|war_|active_war|villages)/;
const sideOfPiece = (type: string) => (royal.test(type) ? 'royalists' : 'rebellion');
const ends = new Set(['card', 'command', 'limited', 'free', 'selects', 'special', 'passes', 'event', 'battle', 'winter']);

/** The last Battle that the log knows: the event that began it, and what followed. */
function lastTold(): { key: string; n: number; first: GameEvent; events: GameEvent[]; over: boolean; old: boolean } | null {
    const all = played.value.flatMap(entry => entry.events.map((event, i) => ({ event, n: entry.n, key: `${entry.n}.${i}` })));
    let begin = all.length - 1;
    while (begin >= 0 && all[begin].event.kind !== 'battle') begin--;
    if (begin < 0) return null;
    const events: GameEvent[] = [];
    let over = false, i = begin + 1, n = all[begin].n;
    for (; i < all.length; i++) {
        const { event } = all[i];
        if (over && ends.has(event.kind)) break;
        events.push(event);
        if (event.kind === 'wins' || event.kind === 'no_winner') { over = true; n = all[i].n; } // it ended there
    }
    return { key: all[begin].key, n, first: all[begin].event, events, over, old: all.slice(i).some(x => x.event.kind === 'card') };
}

function sideOfEvents(side: string, events: GameEvent[]): Side {
    const of = (kind: string, id: string) => events.filter(e => e.kind === kind && sideIds[e.numbers[0]] === id);
    const named = (e: GameEvent, kind: string) => marks(e.text).find(m => m.kind === kind)?.text ?? '';
    const force = of('force', side)[0], loss = of('loss_level', side)[0];
    return {
        side, force: force?.numbers[1] ?? 0, dice: force?.numbers.slice(2) ?? [], loss: loss ? loss.numbers[1] : null, lost: losses(side, events),
        parts: of('force_part', side).map(({ numbers: n, ...e }) => ({ label: named(e as GameEvent, 'force'), fighting: n[2], present: n[3], value: n[4] })),
        modifiers: of('modifier', side).map(e => ({ label: named(e, 'modifier'), value: e.numbers[1], rule: '' })),
    };
}

/** What a side has lost since the dice fell. */
function losses(side: string, events: GameEvent[]): [string, number][] {
    const sums = new Map<string, number>();
    const rolled = events.findIndex(e => e.kind === 'loss_level');
    if (rolled < 0) return [];
    for (const e of events.slice(rolled)) {
        if (e.kind !== 'casualty' && e.kind !== 'removed') continue;
        const type = marks(e.text).find(m => m.kind === 'piece')?.id ?? '';
        if (sideOfPiece(type) === side) sums.set(type, (sums.get(type) ?? 0) + e.numbers[0]);
    }
    return [...sums];
}

/** While it is fought the view knows more: what would count before the dice fall. */
function sideOfView(role: 'attacker' | 'defender', side: string, scene: Scene, told: Side): Side {
    const battle = scene.panels.get('battle')!, panels = [...scene.panels.values()];
    const dice = [1, 2, 3].map(i => Number(battle[`${role}_die_${i}`] ?? 0)).filter(Boolean);
    const rolled = told.loss !== null;
    return {
        side, force: Number(battle[role === 'attacker' ? 'attack' : 'defence']), dice, lost: told.lost,
        loss: rolled ? Number(battle[`${role}_loss`]) : null,
        parts: panels.filter(p => p.id.startsWith(`battle.force.${role}.`))
            .map(p => ({ label: String(p.label), fighting: Number(p.fighting), present: Number(p.present), value: Number(p.value) })),
        modifiers: panels.filter(p => p.id.startsWith(`battle.modifier.${role}.`))
            .map(p => ({ label: String(p.label), value: Number(p.value), rule: String(p.rule) })),
    };
}

const read = signal<string | null>(null); // the Battle that was read and put away
let known: { table: string; battle: string | null } | null = null; // what was over when the table was opened

export function battleNow(scene: Scene): Battle | null {
    version.value;
    const told = lastTold(), panel = live.value ? scene.panels.get('battle') : undefined;
    const table = info.value?.id ?? '';
    if (known?.table !== table) known = { table, battle: told?.over && told.old ? told.key : null };
    if (!told) return null;
    const fighting = panel && /^battle_/.test(String(scene.prompt?.phase)); // what follows is decided on the map
    if (!fighting && (!live.value || !told.over || told.key === read.value || told.key === known.battle || decidedSince(told.n))) return null;
    const attacker = String(told.first.seat), mine = sideOf(attacker), other = mine === 'royalists' ? 'rebellion' : 'royalists';
    const place = marks(told.first.text).find(m => m.kind === 'space');
    const sides: [Side, Side] = [sideOfEvents(mine, told.events), sideOfEvents(other, told.events)];
    if (panel) {
        sides[0] = sideOfView('attacker', mine, scene, sides[0]);
        sides[1] = sideOfView('defender', other, scene, sides[1]);
    }
    const said = told.events.filter(e => ['joins', 'wins', 'no_winner', 'wins_day', 'level', 'activated'].includes(e.kind)).map(e => e.text);
    return { key: told.key, at: place?.id ?? '', place: place?.text ?? '', attacker, sides, said, open: !!fighting };
}

const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

export function Forces({ side, role }: { side: Side; role: string }) {
    return (
        <section class={`battle-force ${side.side}`} aria-label={`${sideName[side.side]}, ${role}`}>
            <h3>{sideName[side.side]} <small>{role}</small></h3>
            <table>
                <caption class="sr">Force Level of the {sideName[side.side]}</caption>
                <tbody>
                    {side.parts.map(p => (
                        <tr key={p.label}><th scope="row">{p.label}</th>
                            <td>{p.fighting === p.present ? p.fighting : `${p.fighting} of ${p.present}`}</td><td class="num">{signed(p.value)}</td></tr>))}
                    <tr class="sum"><th scope="row">Force Level</th><td /><td class="num">{side.force}</td></tr>
                </tbody>
            </table>
            <div class="battle-dice">{side.dice.length
                ? <><span role="img" aria-label={`Dice: ${side.dice.join(', ')}`}>{side.dice.map((value, i) => <DieFace key={i} die={{ value }} />)}</span> rolls {side.dice.reduce((a, b) => a + b, 0)}</>
                : side.loss === null ? <span class="faint">one die per three points, at most three</span> : <span class="faint">fewer than three points: no die</span>}</div>
        </section>
    );
}

function Losses({ side, enemy }: { side: Side; enemy: Side }) {
    const rolled = enemy.dice.reduce((a, b) => a + b, 0);
    return (
        <section class={`battle-loss ${side.side}`} aria-label={`Losses of the ${sideName[side.side]}`}>
            <h3>Losses of the {sideName[side.side]}</h3>
            <table>
                <caption class="sr">Loss Level of the {sideName[side.side]}</caption>
                <tbody>
                    {side.loss !== null && <tr><th scope="row">roll of the {sideName[enemy.side]}</th><td class="num">{rolled}</td></tr>}
                    {side.modifiers.map(m => <tr key={m.label}><th scope="row">{m.label}</th><td class="num">{signed(m.value)}</td></tr>)}
                    {side.loss === null && !side.modifiers.length && <tr><th scope="row" class="faint">no modifiers</th><td /></tr>}
                    {side.loss !== null && <tr class="sum"><th scope="row">Loss Level</th><td class="num">{side.loss}</td></tr>}
                </tbody>
            </table>
            {side.loss !== null && <ul class="battle-lost" aria-label="Removed">
                {side.lost.map(([type, n]) => <li key={type}><svg viewBox="-56 -56 112 112" role="img" aria-label={`${n} ${type.replace(/_/g, ' ')}`}><Token type={type} count={n} /></svg></li>)}
                {!side.lost.length && <li class="faint">no losses</li>}</ul>}
        </section>
    );
}

export function BattlePanel({ scene }: { scene: Scene }) {
    const battle = battleNow(scene);
    if (!battle) return null;
    const [attack, defence] = battle.sides, here = (scene.at.get(battle.at) ?? []).filter(p => p.type !== undefined);
    return (
        <div class="battle lod-battle">
            <header>
                <h2>Battle: {battle.place}</h2>
                <p><Badge faction={battle.attacker} /> The {factionName[battle.attacker]} attack{attack.loss === null ? '' : ', the dice have fallen'}</p>
            </header>
            <div class="battle-columns">
                <Forces side={attack} role="attack" />
                <Forces side={defence} role="defend" />
                <Losses side={attack} enemy={defence} />
                <Losses side={defence} enemy={attack} />
            </div>
            {battle.open && <div class="battle-here"><h3>In {battle.place}</h3><PieceRow pieces={here} /></div>}
            {battle.said.length > 0 && <ul class="battle-said">{battle.said.map((text, i) => <li key={i}><Marked text={text} /></li>)}</ul>}
        </div>
    );
}

/** How it ended, beside the map: until one goes on or decides something. Taken back, it was never fought. */
export function Result() {
    const battle = battleNow(store.value);
    if (!battle || battle.open) return null;
    return (
        <section class="card battle-result" aria-label="Result of the battle">
            <BattlePanel scene={store.value} />
            <button type="button" class="primary" onClick={() => { read.value = battle.key; }}>Go on</button>
        </section>
    );
}
