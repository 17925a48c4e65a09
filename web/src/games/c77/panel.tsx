// The battle: who tries to come or to get away, every source of dice, every die, what it cost.
import type { Scene, Thing } from '../../scene';
import { Marked } from '../../table/Marked';
import { live, scene as store } from '../../table/store';
import type { GameEvent } from '../../types';
import { DieFace } from '../../ui/Dice';
import { battleKinds, modifiers, other, sideName, sidePeople, spName } from './names';
import { type Fight, fight, justFought, named, putAside } from './report';

const hit = () => Number(store.value.panels.get('hit')?.value ?? Infinity);
const dieOf = (value: number) => ({ value, good: value >= hit() });
const signed = (n: number) => (n > 0 ? `+${n}` : `−${-n}`);

function Dice({ values, plain }: { values: number[]; plain?: boolean }) {
    return <span class="throw-dice" role="img" aria-label={`Dice: ${values.join(', ')}`}>
        {values.map((v, i) => <DieFace key={i} die={plain ? { value: v } : dieOf(v)} />)}</span>;
}

// ---- Before the battle ----

const verbs: Record<string, string> = { intercept: 'intercept', avoid: 'avoid battle', reinforce: 'reinforce' };

/** Two dice against the rating, with each modifier by its name. */
function Attempt({ event }: { event: GameEvent }) {
    const [, , roll, , rating, success, first, friendly, obstacle, initiative, washington, bonus] = event.numbers;
    const added: Record<string, number> = { friendly, obstacle, initiative, washington };
    const used = modifiers.map(([key, name]): [string, number] => [name, added[key]]).filter(([, n]) => n), sum = roll + used.reduce((s, [, n]) => s + n, 0);
    return (
        <li class={`attempt ${event.seat ?? ''}`}>
            <p><strong>{named(event, 'leader')?.text}</strong> tries to {verbs[named(event, 'attempt')?.id ?? ''] ?? 'come'}:
                {' '}<b class={success ? 'yes' : 'no'}>{success ? 'succeeds' : 'fails'}</b></p>
            <p class="sum"><Dice values={[first, roll - first]} plain /> <span>{roll}{used.map(([name, n]) => ` ${signed(n)} ${name}`).join('')}
                {used.length > 0 && <> = <b>{sum}</b></>} against leadership {rating - bonus}{bonus > 0 && <> {signed(bonus)} coordination, skill = <b>{rating}</b></>}</span></p>
        </li>
    );
}

function Before({ events }: { events: GameEvent[] }) {
    const kinds = new Set(['declared', 'automatic', 'no_way_out', 'into_fort', 'coordinated', 'planned']);
    const settled = new Set(events.filter(e => e.kind !== 'declared').map(e => named(e, 'leader')?.id));
    const planned = events.filter(e => e.kind === 'planned').pop();
    const rows = events.filter(e => kinds.has(e.kind) || e.kind === 'attempt').filter(e => e.kind !== 'planned' || e === planned).filter(e => e.kind !== 'declared' || !settled.has(named(e, 'leader')?.id));
    if (!rows.length) return null;
    return (
        <section aria-label="Before the battle">
            <h3>Before the battle</h3>
            <ul class="plain-list">{rows.map((e, i) => e.kind === 'attempt' ? <Attempt key={i} event={e} />
                : <li key={i} class={`attempt ${e.seat ?? ''}`}><p><Marked text={e.text} />{e.kind === 'declared' && ', to be rolled'}</p></li>)}</ul>
        </section>
    );
}

// ---- Dice of a side ----

const commands = 'who commands';
interface Source { name: string; dice: number; note?: string }

/** As the log told it, once the dice are thrown. */
function thrownSources(events: GameEvent[], side: string): { sources: Source[]; times: number; divided: number; total: number } | null {
    const all = events.filter(e => e.seat === side), told = all.find(e => e.kind === 'dice');
    if (!told) return null;
    const [total, , , rating, leaders, nations, surprise, planned, expert, times, divided] = told.numbers;
    const sp = all.filter(e => e.kind === 'note_sp_dice').map(e => ({ count: e.numbers[0], id: named(e, 'strength')?.id ?? '', dice: e.numbers[2] }));
    return { total, times, divided, sources: sourcesOf(sp, { rating, leaders, nations, surprise, planned, expert, out: told.numbers[2] }) };
}

interface Others { rating: number; leaders: number; nations: number; surprise: number; planned: number; expert: number; out: number }

function sourcesOf(sp: { count: number; id: string; dice: number }[], d: Others): Source[] {
    const inSupply = sp.filter(s => !s.id.endsWith('_out')), out = sp.filter(s => s.id.endsWith('_out'));
    const rows: Source[] = inSupply.map(s => ({ name: `${s.count} ${spName(s.id, s.count)}`, dice: s.dice }));
    if (out.length) rows.push({ name: out.map(s => `${s.count} ${spName(s.id, s.count)}`).join(', '), dice: d.out, note: 'halved together' });
    const more: [string, number][] = [[commands, d.rating], ['other leaders', d.leaders], ['Regulars and Hessians with their leaders', d.nations],
                                      ['surprise', d.surprise], ['battle planning', d.planned]];
    for (const [name, dice] of more) if (dice) rows.push({ name, dice });
    return rows;
}

/** As it stands now, before they are thrown. */
function comingSources(scene: Scene, side: string) {
    const p = scene.panels.get(`battle.${side}`);
    if (!p) return null;
    const n = (key: string) => Number(p[key] ?? 0);
    const sp = [...scene.panels.values()].filter(x => x.id.startsWith(`dice.${side}.`))
        .map(x => ({ count: Number(x.sp), id: String(x.strength), dice: Number(x.dice) }));
    return { total: n('dice'), times: n('dice_times'), divided: n('dice_divided'),
             sources: sourcesOf(sp, { rating: n('dice_leader'), leaders: n('dice_further_leaders'), nations: n('dice_nations'),
                                      surprise: n('dice_surprise'), planned: n('dice_planned'), expert: n('dice_expert'), out: n('dice_out_of_supply') }) };
}

const divisions: Record<string, string> = { storm: 'storming', landing: 'landing from the sea' };

function Factor({ times, divided, kind }: { times: number; divided: number; kind: string }) {
    return (
        <>
            {times > 1 && <tr><td>inside the fort</td><td>× {times}</td></tr>}
            {divided > 1 && <tr><td>{times > 1 ? 'out of supply' : divisions[kind] ?? 'divided'}</td><td>÷ {divided}</td></tr>}
        </>
    );
}

function Side({ side, scene, f, kind, role, live: panel }:
              { side: string; scene: Scene; f: Fight | null; kind: string; role: string; live: Thing | undefined }) {
    const events = f?.fought ? f.events : [];
    const told = thrownSources(events, side), d = told ?? comingSources(scene, side);
    const thrown = events.filter(e => e.kind === 'throw' && e.seat === side).flatMap(e => e.numbers);
    const table = events.filter(e => e.kind === 'table_dice' && e.seat === side);
    const hits = thrown.filter(v => v >= hit()).length + table.reduce((n, e) => n + e.numbers[2], 0);
    const losses = new globalThis.Map<string, number>();
    for (const e of events) if (e.kind === 'loss' && e.seat === side) {
        const id = (named(e, 'strength')?.id ?? '').replace('_marched', '');
        losses.set(id, (losses.get(id) ?? 0) + 1);
    }
    const command = panel?.senior && scene.pieces.get(String(panel.senior))?.name;
    return (
        <section class={`fighter ${side}`} aria-label={`${sidePeople[side]} ${role}`}>
            <h3>{sidePeople[side]} <small>{role}{command && !d?.sources.some(s => s.name === commands) ? `, ${command} commands` : ''}</small></h3>
            {d && <table class="dice-table">
                <tbody>
                    {d.sources.map(s => <tr key={s.name}><td>{s.name === commands && command ? `${command} commands` : s.name}{s.note && <small> {s.note}</small>}</td><td>{s.dice}</td></tr>)}
                    <Factor times={d.times} divided={d.divided} kind={kind} />
                </tbody>
                <tfoot><tr><th scope="row">{told ? 'Dice' : 'Dice so far'}</th><td>{d.total}</td></tr></tfoot>
            </table>}
            {thrown.length > 0 && <Dice values={thrown} />}
            {table.map((e, i) => <p key={i} class="sum"><Dice values={[e.numbers[3], e.numbers[1] - e.numbers[3]]} plain /> {e.numbers[0]} dice on the table: {e.numbers[2]} losses</p>)}
            {told && <p class="hits-of">{hits} hit{hits === 1 ? '' : 's'}</p>}
            {losses.size > 0 && <p class="losses">Lost: {[...losses].map(([id, n]) => `${n} ${spName(id, n)}`).join(', ')}</p>}
            {Number(panel?.to_lose ?? 0) > 0 && <p class="hits">{panel!.to_lose} SP still to lose</p>}
        </section>
    );
}

const results = new Set(['winner', 'stormed', 'surrender', 'retreat', 'eliminated', 'siege', 'escape', 'escaped_to', 'leader_returns', 'leader_lost',
                         'captured', 'kosciuszko_gone', 'expert_roll', 'expert', 'back_to_sea']);

/** On the other half of the map than the battle. */
function sideOf(scene: Scene, place: string): string {
    const spaces = [...scene.places.values()].filter(p => p.x !== undefined && p.region !== undefined && !p.outside).map(p => Number(p.x));
    const middle = (Math.min(...spaces) + Math.max(...spaces)) / 2;
    return Number(scene.places.get(place)?.x ?? 0) > middle ? 'west' : 'east';
}

export function BattlePanel({ scene }: { scene: Scene }) {
    const battle = scene.panels.get('battle'), f = live.value ? fight.value : null;
    const told = f?.events.find(e => e.kind === 'battle');
    const kind = String(battle?.kind ?? named(told!, 'battle')?.id ?? 'march');
    const attacker = String(battle?.attacker ?? told?.seat ?? 'british');
    const where = String(battle?.name ?? named(told!, 'space')?.text ?? '');
    const ended = (f?.events ?? []).filter(e => results.has(e.kind));
    const quiet = battle && !battle.fought && !told;
    const met = ['british', 'patriot'].every(side => [...scene.panels.keys()].some(id => id.startsWith(`dice.${side}.`)));
    const unled = quiet && met && !['british', 'patriot'].some(side => scene.panels.get(`battle.${side}`)?.senior);
    return (
        <div class={`battle c77-battle ${sideOf(scene, String(battle?.place ?? named(told!, 'space')?.id ?? ''))}`}>
            <header>
                <h2>{quiet && !met ? `March into ${where}` : `${battleKinds[kind] ?? 'Battle'} ${kind === 'storm' ? 'of' : 'at'} ${where}`}</h2>
                <p>{quiet && !met && `The ${sideName[attacker]} army enters; no enemy stands in its way yet.`}
                    {quiet && met && 'The dice are not rolled yet.'}{unled && ' Who commands is not yet counted.'}</p>
            </header>
            <Before events={f?.events ?? []} />
            {(met || !quiet) && <div class="fighters">
                {[attacker, other(attacker)].map((side, i) =>
                    <Side key={side} side={side} scene={scene} f={f} kind={kind} role={i ? 'defend' : 'attack'} live={scene.panels.get(`battle.${side}`)} />)}
            </div>}
            {ended.length > 0 && <section aria-label="Result"><h3>Result</h3>
                <ul class="plain-list">{ended.map((e, i) => <li key={i} class={e.kind === 'winner' || e.kind === 'stormed' ? 'verdict' : ''}><Marked text={e.text} /></li>)}</ul></section>}
        </div>
    );
}

/** How it ended, beside the map. */
export function Result() {
    const f = justFought();
    if (!f) return null;
    return (
        <section class="card battle-result" aria-label="Result of the battle">
            <BattlePanel scene={store.value} />
            <button type="button" class="primary" onClick={() => { putAside.value = f.n; }}>Go on</button>
        </section>
    );
}
