// The battle: both forces with their counters, the odds, every modifier with its reason, the table's column, dice, losses.
import type { Scene, Thing } from '../../scene';
import { Marked } from '../../table/Marked';
import { PieceRow } from '../../table/Pieces';
import { live, scene as store } from '../../table/store';
import type { GameEvent } from '../../types';
import { DieFace } from '../../ui/Dice';
import { count, modifiers, other, people, sides, signed } from './names';
import { fight, justFought, named, putAside } from './report';

const Die = ({ value }: { value: number }) => <span class="throw-dice" role="img" aria-label={`Die: ${value}`}><DieFace die={{ value }} /></span>;

// ---- The forces ----

function fighters(scene: Scene, side: string): Thing[] {
    const b = scene.panels.get('battle')!, hex = String(b.place), where = b.inside && b.attacker !== side ? scene.within.get(hex)?.[0]?.id ?? hex : hex;
    return (scene.at.get(where) ?? []).filter(p => p.owner === side && (p.linear !== undefined || p.type === 'leader'));
}

function Side({ scene, side, role }: { scene: Scene; side: string; role: string }) {
    const p = scene.panels.get(`battle.${side}`), b = scene.panels.get('battle')!;
    if (!p) return null;
    return (
        <section class={`fighter ${side}`} aria-label={`${people[side]} ${role}`}>
            <h3>{people[side]} <small>{role}</small></h3>
            <ul class="plain-list">
                <li><b>{p.linear}</b> linear factors in {count(Number(p.units), 'unit')}, {count(Number(p.steps), 'step')}</li>
                {b.wild && !b.inside && <li>Ambush: <b>{p.ambush}</b> to lay one, <b>{p.against_ambush}</b> to meet one</li>}
                <li>{p.leader ? <>{p.leader} commands ({signed(Number(p.combat))})</> : 'No leader'}</li>
                {p.marines && <li>With naval infantry</li>}
                {Number(p.lose ?? 0) > 0 && <li class="hits">{count(Number(p.lose), 'step')} still to lose</li>}
            </ul>
            <PieceRow pieces={fighters(scene, side)} />
        </section>
    );
}

// ---- The die ----

function Reasons({ scene }: { scene: Scene }) {
    const b = scene.panels.get('battle')!, rows = modifiers.filter(([key]) => b[key]);
    return (
        <section aria-label="Odds and modifiers">
            <h3>Odds <b>{b.odds}</b> <small>{b.attack} against {b.defence}</small></h3>
            <table class="dice-table">
                <tbody>{rows.map(([key, why]) => <tr key={key}><td>{why}</td><td>{signed(Number(b[key]))}</td></tr>)}
                    {!rows.length && <tr><td>no modifiers</td><td>0</td></tr>}</tbody>
                <tfoot><tr><th scope="row">on the die</th><td>{signed(Number(b.drm ?? 0))}</td></tr></tfoot>
            </table>
        </section>
    );
}

const results: Record<string, string> = { A: 'attacker retreats', D: 'defender retreats', E: 'defender eliminated', N: 'no effect', '-': '' };
const signs: Record<string, string> = { A: 'AR', D: 'DR', E: 'DE', N: 'NE', '-': '' };
/** Of an ambush it is the ambushed who go, whether they attack or defend. */
const wordOf = (table: string, w: string) => (table === 'ambush' && w === 'D' ? { title: 'the ambushed retreat', sign: 'R' } : { title: results[w], sign: signs[w] });

/** The column of a table: what each sum of the die brings. */
function Column({ scene, table, column, now, drm }: { scene: Scene; table: string; column: string; now?: number; drm?: number }) {
    const c = scene.panels.get(`${table}.${column}`);
    if (!c) return null;
    const low = Number(c.low), ours = String(c.attacker).split(' '), theirs = String(c.defender).split(' '), all = String(c.result), high = low + all.length - 1;
    const can = (sum: number) => drm === undefined || [1, 2, 3, 4, 5, 6].some(d => Math.max(low, Math.min(high, d + drm)) === sum);
    const kind = (sum: number) => (sum === now ? 'now' : can(sum) ? '' : 'faint');
    const legend = [...new Set(all)].filter(w => results[w]).map(w => `${signs[w]}: ${results[w]}`).join('; ');
    return (
        <div class="crt"><table>
            <caption>{table === 'ambush' ? 'Ambush' : 'Column'} {c.label}: steps lost at each {table === 'ambush' ? 'die' : 'sum of the die'}</caption>
            <thead><tr><th scope="row">{table === 'ambush' ? 'die' : 'sum'}</th>{[...all].map((_, i) => <th key={i} scope="col" class={kind(low + i)}>{signed(low + i).replace('+', '')}</th>)}</tr></thead>
            <tbody>
                {table === 'linear' && <tr><th scope="row">attacker</th>{ours.map((w, i) => <td key={i} class={kind(low + i)}>{w}</td>)}</tr>}
                <tr><th scope="row">{table === 'ambush' ? 'ambushed' : 'defender'}</th>{theirs.map((w, i) => <td key={i} class={kind(low + i)}>{all[i] === 'E' ? 'all' : w}</td>)}</tr>
                <tr><th scope="row">and</th>{[...all].map((w, i) => <td key={i} class={kind(low + i)} title={wordOf(table, w).title}>{wordOf(table, w).sign}</td>)}</tr>
            </tbody>
        </table>{legend && <p class="faint small">{legend}.</p>}</div>
    );
}

// ---- What happened ----

const idOfColumn = (event: GameEvent) => named(event, 'odds')?.id ?? '';

function Round({ scene, events }: { scene: Scene; events: GameEvent[] }) {
    const odds = events.find(e => e.kind === 'odds'), roll = events.find(e => e.kind === 'round'), ambush = events.find(e => e.kind === 'ambush');
    return (
        <>
            {ambush && <><p class="sum"><Die value={ambush.numbers[4]} /> <span>{sides[String(ambush.seat)]} lay an ambush: {ambush.numbers[1]} against {ambush.numbers[2]}</span></p>
                <Column scene={scene} table="ambush" column={idOfColumn(ambush)} now={ambush.numbers[4]} /></>}
            {roll && odds && <><p class="sum"><Die value={roll.numbers[0]} /> <span>{roll.numbers[1] !== 0 && <>{signed(roll.numbers[1])} </>}= <b>{roll.numbers[2]}</b> at {named(odds, 'odds')?.text}: the attacker loses {roll.numbers[3]}, the defender {roll.numbers[7] ? 'all' : roll.numbers[4]}</span></p>
                <Column scene={scene} table="linear" column={idOfColumn(odds)} now={roll.numbers[2]} /></>}
        </>
    );
}

const told = new Set(['swept', 'coexist', 'marines', 'step_lost', 'eliminated', 'goes_home', 'risk', 'killed', 'wounded', 'captured', 'retreats', 'evacuated', 'surrounded', 'surrenders', 'passes', 'fails']);

/** The rounds of a fight: each has its own odds and die. */
function roundsOf(events: GameEvent[]): GameEvent[][] {
    const list: GameEvent[][] = [[]];
    for (const e of events) {
        if (e.kind === 'odds' && list[list.length - 1].length) list.push([]);
        list[list.length - 1].push(e);
    }
    return list;
}

function Told({ events, scene }: { events: GameEvent[]; scene: Scene }) {
    return <>{roundsOf(events).map((list, i) => (
        <section key={i} aria-label={`Part ${i + 1}`}>
            <Round scene={scene} events={list} />
            <ul class="plain-list">{list.filter(e => told.has(e.kind)).map((e, k) => <li key={k}><Marked text={e.text} /></li>)}</ul>
        </section>))}</>;
}

export function BattlePanel({ scene }: { scene: Scene }) {
    const b = scene.panels.get('battle'), ambush = scene.panels.get('ambush'), f = live.value ? fight.value : null;
    if (!b) return null;
    const attacker = String(b.attacker), place = scene.places.get(String(b.place));
    return (
        <div class="battle eoe-battle">
            <header>
                <h2>{b.inside ? `Assault on ${place?.name}` : `Battle of ${place?.name}`}</h2>
                <p>{Number(b.round) ? `After round ${b.round}` : 'Before the first round'}{b.wild ? ', in the wilderness' : ''}</p>
            </header>
            <div class="fighters">{[attacker, other(attacker)].map((side, i) => <Side key={side} scene={scene} side={side} role={i ? 'defend' : 'attack'} />)}</div>
            {ambush && <section aria-label="Ambush"><h3>An ambush: {ambush.attack} against {ambush.defence}</h3><Column scene={scene} table="ambush" column={String(ambush.column)} /></section>}
            <Reasons scene={scene} />
            <Column scene={scene} table="linear" column={String(b.column)} drm={Number(b.drm)} />
            {f && !f.over && f.events.length > 0 && <details open><summary>So far</summary><Told events={f.events} scene={scene} /></details>}
        </div>
    );
}

/** How it ended, beside the map. */
export function Result() {
    const f = justFought();
    if (!f) return null;
    const lost = (side: string) => f.events.filter(e => e.seat === side).reduce((n, e) => n + (e.kind === 'step_lost' ? 1 : e.kind === 'eliminated' ? Math.max(1, e.numbers[1] ?? 1) : 0), 0);
    const where = f.events.map(e => named(e, 'hex')?.text).find(Boolean), over = f.events.find(e => e.kind === 'battle_over');
    return (
        <section class="card battle-result eoe-result" aria-label="Result of the battle">
            <h2>{where}: {over ? `${sides[String(over.seat)].toLowerCase().replace('british', 'British').replace('allies', 'Allies')} hold it` : 'the fight is over'}</h2>
            {(lost('british') > 0 || lost('allied') > 0) && <p class="score"><span class="british">British lose <b>{lost('british')}</b></span> · <span class="allied">Allies lose <b>{lost('allied')}</b></span> <small>steps</small></p>}
            <Told events={f.events} scene={store.value} />
            <button type="button" class="primary" onClick={() => { putAside.value = f.n; }}>Go on</button>
        </section>
    );
}
