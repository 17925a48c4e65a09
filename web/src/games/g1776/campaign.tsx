// A campaign game as a whole: the country by areas and towns, what must be reached by when, forces that have not moved,
// what a season brought.
import { computed, signal } from '@preact/signals';
import { type Mark, marks, plain, type Scene, type Thing } from '../../scene';
import { Marked } from '../../table/Marked';
import { openPlace } from '../../table/select';
import { info, live, played } from '../../table/store';
import { spotlight } from '../../table/World';
import type { GameEvent } from '../../types';
import { count, sideName } from './names';

const panelsOf = (scene: Scene, prefix: string) => [...scene.panels.values()].filter(p => p.id.startsWith(prefix));
export const isCampaign = (scene: Scene) => scene.panels.has('strategic.ne') || panelsOf(scene, 'strategic.').length > 0;
const nowOf = (scene: Scene) => Number(scene.numbers.get('turn')?.value ?? 0);

/** The map goes to a place and opens what stands there. */
export function goTo(place: string): void {
    spotlight.value = null;
    spotlight.value = place;
    openPlace.value = place;
}

export function PlaceLink({ scene, id }: { scene: Scene; id: string }) {
    return <button type="button" class="mark-link" onClick={() => goTo(id)}>{scene.places.get(id)?.name ?? id}</button>;
}

// ---- The calendar ----

const yearOf = (label: string) => label.match(/\d{4}/)?.[0];

/** The turns of this year: a whole war does not fit on a line. */
export function turnsOfYear(scene: Scene): number[] {
    const last = Number(scene.numbers.get('turns')?.value ?? 0), now = Math.max(1, nowOf(scene));
    const all = Array.from({ length: last }, (_, i) => i + 1);
    if (last <= 15) return all;
    const years: (string | undefined)[] = [];
    for (const t of all) years[t] = yearOf(String(scene.panels.get(`turn.${t}`)?.label ?? '')) ?? years[t - 1];
    return all.filter(t => years[t] === years[now]);
}

// ---- The country ----

function Towns({ scene, area }: { scene: Scene; area: string }) {
    const towns = panelsOf(scene, 'town.').filter(t => t.area === area)
        .sort((a, b) => String(scene.places.get(String(a.place))?.name).localeCompare(String(scene.places.get(String(b.place))?.name)));
    return (
        <ul class="plain-list towns">{towns.map(t => (
            <li key={t.id} class={t.controlled ? 'british' : 'american'}>
                <PlaceLink scene={scene} id={String(t.place)} /> <small>{t.controlled ? `British, ${t.br} of ${t.garrison} BR` : `${t.br} of ${t.garrison} BR`}</small></li>))}</ul>
    );
}

function Area({ scene, area }: { scene: Scene; area: Thing }) {
    const rate = (what: string, there: Thing[string], may: Thing[string]) => <span><b>{there}</b> of {may} {what}</span>;
    return (
        <details class="area" name="area">
            <summary><b>{area.label}</b> <span class={area.all ? 'british' : ''}>{area.all ? 'British' : `${area.controlled} of ${area.towns} towns`}</span></summary>
            <p class="status-words">{area.status}</p>
            <p class="levels" title="There now, and what the chart allows in this season">{rate('RM', area.rm_there, area.rm)} · {rate('TM', area.tm_there, area.tm)} · {area.ca_there} CA, {area.ca} more a season · {area.br_there} BR</p>
            <Towns scene={scene} area={area.id.slice('strategic.'.length)} />
        </details>
    );
}

/** Areas with their towns; a town leads to its hex. */
export function Country({ scene }: { scene: Scene }) {
    const areas = panelsOf(scene, 'strategic.');
    if (!areas.length) return null;
    const value = (key: string) => Number(scene.numbers.get(key)?.value ?? 0), french = scene.numbers.get('french_since');
    return (
        <section class="card g1776-country"><h2>The country</h2>
            <p>The British control <b>{value('strategic_towns')}</b> of {areas.reduce((n, a) => n + Number(a.towns), 0)} strategic towns and <b>{count(value('areas_controlled'), 'area')}</b>.</p>
            {scene.numbers.has('towns_needed') && <p>{scene.numbers.get('towns_needed')!.label}: <b>{value('towns_needed')}</b>. {scene.numbers.get('towns_counted')!.label}: <b>{value('towns_counted')}</b>.</p>}
            {areas.map(a => <Area key={a.id} scene={scene} area={a} />)}
            {!scene.panels.has('evacuation') && <p class="faint small">{french ? `The French are in the war since ${scene.panels.get(`turn.${french.value}`)?.label ?? `turn ${french.value}`}.` : 'The French are not in the war.'}</p>}
        </section>
    );
}

// ---- CSG-5: the weather, who goes home, who is bound for a port ----

export function Southern({ scene }: { scene: Scene }) {
    const home = scene.panels.get('evacuation'), sky = scene.panels.get('weather');
    if (!home) return null;
    return (
        <section class="card g1776-southern"><h2>The southern campaign</h2>
            {sky && <p><b>{sky.label === 'clear' ? 'Clear sky' : 'Storms'}</b> this month{sky.label === 'clear' ? ': fleets have twice their movement' : ''}.</p>}
            <p>{home.done ? 'Clinton, Leslie and 10 BR have left for New York.' : <>Home to New York by October 1780: Clinton, Leslie and <b>{home.br}</b> of {home.needed} BR so far.</>}</p>
            {panelsOf(scene, 'bound.').map(b => (
                <p key={b.id}>{scene.pieces.get(b.id.slice('bound.'.length))?.name ?? b.label} is bound for <PlaceLink scene={scene} id={String(b.place)} />.</p>))}
        </section>
    );
}

// ---- What must be reached, and by when ----

const wins: Record<string, string> = { british: 'The British win', american: 'The Americans win', draw: 'A draw', most_points: 'Whoever has more points wins' };

/** The lines of victory in the order of their dates, with the time that is left. */
export function Goals({ scene }: { scene: Scene }) {
    const now = nowOf(scene), last = Number(scene.numbers.get('turns')?.value ?? 0), date = (t: number) => String(scene.panels.get(`turn.${t}`)?.label ?? `turn ${t}`);
    const lines = panelsOf(scene, 'victory.').sort((a, b) => (Number(a.turn ?? last) - Number(b.turn ?? last)) || Number(a.id.slice(8)) - Number(b.id.slice(8)));
    const first = lines.find(l => l.holds && l.when === 'at the end'), holds = (l: Thing) => !!l.holds && (l.when !== 'at the end' || l === first); // at the end the first that holds decides
    const open = lines.filter(l => l.when !== 'at the end of a turn' || !l.turn || Number(l.turn) >= now);
    const when = (l: Thing) => {
        if (l.when === 'at the end') return `at the end, ${date(last)}`;
        const from = Number(l.turn ?? 0);
        if (l.when !== 'at the end of a turn' || !from) return from > Math.max(1, now) ? `${l.when}, from ${date(from)} on` : String(l.when);
        return `${date(from)}, ${from === now ? 'this turn' : `in ${count(from - now, 'turn')}`}`;
    };
    if (!lines.length) return null;
    return (
        <section class="card g1776-victory g1776-goals"><h2>What decides the war</h2>
            <ul class="plain-list">{open.map(l => (
                <li key={l.id} class={String(l.winner)}>
                    <span class={`holds ${holds(l) ? 'yes' : 'no'}`} aria-hidden="true">{holds(l) ? '✓' : '·'}</span>
                    <span><b>{wins[String(l.winner)] ?? l.winner}</b> <small>{when(l)}</small><br />{l.label}
                        {l.holds !== undefined && <small class="faint"> {holds(l) ? 'So it stands now.' : 'Not so now.'}</small>}</span></li>))}</ul>
        </section>
    );
}

// ---- Forces that have not moved ----

export const unmoved = (scene: Scene) => panelsOf(scene, 'unmoved.').sort((a, b) => Number(b.sp) - Number(a.sp) || a.id.localeCompare(b.id));

export function Unmoved({ scene }: { scene: Scene }) {
    const list = unmoved(scene);
    if (!list.length) return null;
    return (
        <details class="unmoved"><summary>{count(list.length, 'stack has', 'stacks have')} not moved</summary>
            <ul class="plain-list">{list.map(u => <li key={u.id}><PlaceLink scene={scene} id={String(u.place)} /> <small>{u.sp} SP</small></li>)}</ul></details>
    );
}

// ---- What a season brought ----

interface Season { n: number; last: number; title: string; events: GameEvent[]; over: boolean }

/** The last interphase: from the event that opens the season to the next turn. */
const season = computed((): Season | null => {
    let found: Season | null = null;
    for (const entry of played.value)
        for (const event of entry.events) {
            if (event.kind === 'season') found = { n: entry.n, last: entry.n, title: plain(event.text).replace(/:.*$/, ''), events: [], over: false };
            else if (found && (event.kind === 'turn' || event.kind === 'won')) found.over = true;
            else if (found && !found.over) { found.events.push(event); found.last = entry.n; }
        }
    return found;
});
const putAside = signal(-1), most = 3; // so many decisions later it has been read

/** "3 Continentals in New England": what came or went of one kind, added up over all places. */
function sums(events: GameEvent[], kind: string): [string, string | null][] {
    const found = new Map<string, { n: number; name: string; seat: string | null; at: Set<string> }>();
    for (const e of events) {
        if (e.kind !== kind) continue;
        const named = marks(e.text), type = named.find((m: Mark) => m.kind === 'type'), at = named.findLast((m: Mark) => m.kind === 'where' || m.kind === 'hex');
        const key = `${e.seat} ${type?.id}`, old = found.get(key) ?? { n: 0, name: '', seat: e.seat, at: new Set<string>() };
        const n = old.n + e.numbers[0];
        if (type) found.set(key, { n, name: e.numbers[0] > 1 || !old.name ? type.text : old.name, seat: e.seat, at: at ? old.at.add(at.text) : old.at });
    }
    return [...found.values()].map(f => [`${f.n} ${f.name}${f.at.size ? ` at ${f.at.size > 3 ? `${f.at.size} places` : [...f.at].join(', ')}` : ''}`, f.seat]);
}

const summed: [string, string][] = [['placed', 'Came'], ['lost', 'Lost'], ['leaves', 'Left']];
/** What only follows from the rest, or is told by the table of areas. */
const silent = new Set(['segment', 'area_status', 'leader_at', ...summed.map(s => s[0])]);

/** What it brought, until one goes on or decides something. */
export function SeasonReport({ scene }: { scene: Scene }) {
    const s = season.value;
    if (!live.value || !s?.over || s.n === putAside.value || played.value.filter(e => e.n > s.last && e.what === 'action' && e.seat !== null && info.value?.mine.includes(e.seat)).length > most) return null;
    const told = s.events.filter(e => !silent.has(e.kind) && !/^note/.test(e.kind)), status = s.events.filter(e => e.kind === 'area_status');
    return (
        <section class="card battle-result season-report" aria-label="What the season brought">
            <header><h2>{s.title}</h2><button type="button" class="primary" onClick={() => { putAside.value = s.n; }}>Go on</button></header>
            {status.length > 0 && <ul class="plain-list">{status.map((e, i) => <li key={i}><Marked text={e.text} /></li>)}</ul>}
            {told.length > 0 && <ul class="plain-list">{told.slice(0, 12).map((e, i) => <li key={i} class={e.seat ?? ''}><Marked text={e.text} /></li>)}
                {told.length > 12 && <li class="faint">and {told.length - 12} more, in the log</li>}</ul>}
            {summed.map(([kind, word]) => { const list = sums(s.events, kind); return list.length > 0 && (
                <div key={kind}><h3>{word}</h3><ul class="plain-list">{list.map(([text, seat]) => <li key={text} class={seat ?? ''}>{seat && <b>{sideName[seat]}: </b>}{text}</li>)}</ul></div>); })}
            <p class="faint small">The British control {scene.numbers.get('strategic_towns')?.value} strategic towns and {count(Number(scene.numbers.get('areas_controlled')?.value ?? 0), 'area')}.</p>
        </section>
    );
}
