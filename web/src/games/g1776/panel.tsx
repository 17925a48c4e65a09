// The battle: both forces, the odds, every modifier with its reason, the cards, the table's column, dice, losses.
import type { Scene } from '../../scene';
import { Marked } from '../../table/Marked';
import { live, scene as store } from '../../table/store';
import type { GameEvent } from '../../types';
import { DieFace } from '../../ui/Dice';
import { Hand, Table } from './cards';
import { count, modifiers, other, people, signed } from './names';
import { fight, justFought, named, putAside } from './report';

const Die = ({ value }: { value: number }) => <span class="throw-dice" role="img" aria-label={`Die: ${value}`}><DieFace die={{ value }} /></span>;

// ---- The forces ----

function Side({ scene, side, role }: { scene: Scene; side: string; role: string }) {
    const p = scene.panels.get(`combat.${side}`), commander = p?.commander && scene.pieces.get(String(p.commander));
    if (!p) return null;
    const sp = Number(p.sp), leads = Number(p.controlled);
    return (
        <section class={`fighter ${side}`} aria-label={`${people[side]} ${role}`}>
            <h3>{people[side]} <small>{role}</small></h3>
            <ul class="plain-list">
                <li><b>{sp}</b> SP in the fight{leads < sp && <>, <b>{leads}</b> under command</>}</li>
                <li>{commander ? <>{commander.name} commands ({signed(Number(commander.rating))})</> : 'No leader'}</li>
                <li>{p.supplied ? 'Uses supply: full strength' : 'Without supply'}</li>
                {p.elite && <li>Elite: {[...scene.pieces.values()].find(x => x.type === p.elite)?.name ?? p.elite}</li>}
                {Number(p.lost) > 0 && <li>{count(Number(p.lost), 'SP', 'SP')} lost so far</li>}
                {Number(p.to_lose ?? 0) > 0 && <li class="hits">{p.to_lose} SP still to lose</li>}
            </ul>
        </section>
    );
}

// ---- The die ----

function Reasons({ scene }: { scene: Scene }) {
    const c = scene.panels.get('combat');
    if (!c?.odds) return null;
    const rows = modifiers.filter(([key]) => c[key]);
    return (
        <section aria-label="Odds and modifiers">
            <h3>Odds <b>{c.odds}</b></h3>
            <table class="dice-table">
                <tbody>{rows.map(([key, why]) => <tr key={key}><td>{why}</td><td>{signed(Number(c[key]))}</td></tr>)}
                    {!rows.length && <tr><td>no modifiers{c.modifier === undefined ? ' so far' : ''}</td><td>0</td></tr>}</tbody>
                <tfoot><tr><th scope="row">on the die (−4 to +4)</th><td>{signed(Number(c.modifier ?? 0))}</td></tr></tfoot>
            </table>
        </section>
    );
}

const words: Record<string, string> = { '-': '–', NE: 'NE', half: '½', all: 'all', EX: 'EX' };
/** The column of the table: what each sum of the die takes from each side. */
function Column({ scene, table, odds, now }: { scene: Scene; table: string; odds: string; now?: number }) {
    const column = scene.panels.get(`${table}.${odds}`);
    if (!column) return null;
    const low = Number(column.low), ours = String(column.attacker).split(' '), theirs = String(column.defender).split(' ');
    return (
        <div class="crt"><table>
            <caption>Column {odds}: SP lost at each sum of the die</caption>
            <thead><tr><th scope="row">sum</th>{ours.map((_, i) => <th key={i} scope="col" class={low + i === now ? 'now' : ''}>{signed(low + i).replace('+', '')}</th>)}</tr></thead>
            <tbody><tr><th scope="row">attacker</th>{ours.map((w, i) => <td key={i} class={low + i === now ? 'now' : ''}>{words[w] ?? w}</td>)}</tr>
                <tr><th scope="row">defender</th>{theirs.map((w, i) => <td key={i} class={low + i === now ? 'now' : ''}>{words[w] ?? w}</td>)}</tr></tbody>
        </table></div>
    );
}

// ---- What happened ----

function Round({ scene, events }: { scene: Scene; events: GameEvent[] }) {
    const roll = events.find(e => e.kind === 'roll'), basic = events.find(e => e.kind === 'basic_roll'), odds = events.find(e => e.kind === 'odds');
    if (basic) {
        const [, own, theirs, , die, shift] = basic.numbers, column = named(basic, 'odds')?.text ?? /odds ([\d-]+)/.exec(basic.text)?.[1] ?? '';
        return (
            <>
                <p class="sum"><Die value={die} /> <span>{own} SP against {theirs}: odds <b>{column}</b>{shift ? `, ${signed(shift)} for the entrenchment` : ''}</span></p>
                <Column scene={scene} table="basic" odds={column} now={die + shift} />
            </>
        );
    }
    if (!roll) return null;
    const [die, drm, cards, , ours, theirs] = roll.numbers, column = odds ? named(odds, 'odds')?.text ?? /odds ([\d-]+)/.exec(odds.text)?.[1] ?? '' : '', sum = Math.max(-3, Math.min(10, die + drm + cards));
    return (
        <>
            <p class="sum"><Die value={die} /> <span>{drm !== 0 && <>{signed(drm)} modifiers </>}{cards !== 0 && <>{signed(cards)} cards </>}= <b>{sum}</b> at odds {column}: the attacker loses {ours}, the defender {theirs}</span></p>
            <Column scene={scene} table="crt" odds={column} now={sum} />
        </>
    );
}

const results = new Set(['no_effect', 'no_combat', 'retreats', 'goes_into_fort', 'breaks_off', 'lost', 'captured', 'leader_captured', 'leader_killed', 'leader_wounded', 'promoted', 'demoted', 'used_up',
                         'sunk', 'damaged', 'works_gone', 'sea_roll']);

/** Alike ones once, with their number. */
function counted(texts: string[]): [string, number][] {
    const found = new Map<string, number>();
    for (const text of texts) found.set(text, (found.get(text) ?? 0) + 1);
    return [...found];
}

/** The rounds of a fight: each has its own odds and die. */
function roundsOf(events: GameEvent[]): GameEvent[][] {
    const list: GameEvent[][] = [[]];
    for (const e of events) {
        if ((e.kind === 'odds' || e.kind === 'cards') && list[list.length - 1].some(x => x.kind === 'roll' || x.kind === 'no_combat')) list.push([]);
        list[list.length - 1].push(e);
    }
    return list;
}

function Told({ events, scene }: { events: GameEvent[]; scene: Scene }) {
    const rounds = roundsOf(events);
    return <>{rounds.map((list, i) => (
        <section key={i} aria-label={`Round ${i + 1}`}>
            {rounds.length > 1 && <h3>Round {i + 1}</h3>}
            {list.filter(e => e.kind === 'cards').map((e, k) => <p key={k}><Marked text={e.text} /></p>)}
            <Round scene={scene} events={list} />
            <ul class="plain-list">{counted(list.filter(e => results.has(e.kind)).map(e => e.text)).map(([text, n]) => <li key={text}><Marked text={text} />{n > 1 && <small> × {n}</small>}</li>)}</ul>
        </section>))}</>;
}

/** On the other half of the picture than the hex. */
export function BattlePanel({ scene }: { scene: Scene }) {
    const combat = scene.panels.get('combat'), f = live.value ? fight.value : null;
    if (!combat) return null;
    const attacker = String(combat.attacker), place = scene.places.get(String(combat.place));
    const rolled = f && !f.over && f.rolled;
    return (
        <div class="battle g1776-battle">
            <header>
                <h2>{combat.fort ? `Storm of the fort of ${place?.name}` : `Battle of ${place?.name}`}</h2>
                <p>Round {combat.round}</p>
            </header>
            <div class="fighters">{[attacker, other(attacker)].map((side, i) => <Side key={side} scene={scene} side={side} role={i ? 'defend' : 'attack'} />)}</div>
            <Table scene={scene} />
            <Reasons scene={scene} />
            <Hand scene={scene} />
            {combat.odds && !rolled && <Column scene={scene} table="crt" odds={String(combat.odds)} />}
            {rolled && <details open={Number(combat.round) === 1 && !combat.odds}><summary>So far</summary><Told events={f!.events} scene={scene} /></details>}
        </div>
    );
}

/** How it ended, beside the map. */
export function Result() {
    const f = justFought();
    if (!f) return null;
    const first = f.events[0], lost = (side: string) => f.events.filter(e => e.kind === 'lost' && e.seat === side).reduce((n, e) => n + e.numbers[0], 0);
    return (
        <section class="card battle-result g1776-result" aria-label="Result of the battle">
            <h2>{named(first, 'hex')?.text ?? named(first, 'where')?.text ?? 'Battle'}: the fight is over</h2>
            <p class="score"><span class="british">British lose <b>{lost('british')}</b> SP</span> · <span class="american">Americans lose <b>{lost('american')}</b> SP</span></p>
            <Told events={f.events} scene={store.value} />
            <button type="button" class="primary" onClick={() => { putAside.value = f.n; }}>Go on</button>
        </section>
    );
}
