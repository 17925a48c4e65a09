// The log in chapters: one per card, with a line that sums it up. What a non-player thought is folded.
import { counted, marks, plain } from '../../scene';
import { Lines, Since, sinceKey, type Told } from '../../table/Log';
import type { GameEvent } from '../../types';
import { factionName } from './names';

interface Chapter { key: string; title: string; winter: boolean; told: Told[] }

const nameIn = (e: GameEvent, kind: string) => marks(e.text).find(m => m.kind === kind)?.text ?? '';

function chapters(list: Told[]): Chapter[] {
    const all: Chapter[] = [];
    for (const { key, event, back, at } of list) {
        const card = event.kind === 'card';
        if (card || !all.length) all.push({ key: card ? key : 'before', title: card ? nameIn(event, 'card') : 'Before this card', winter: false, told: [] });
        const now = all[all.length - 1];
        if (event.kind === 'winter' && !back) now.winter = true;
        if (!card) now.told.push({ key, event, back, at });
    }
    return all;
}

/** What a Faction did, in a word or two; null: it is no deed of its own. */
function deed(e: GameEvent): string | null {
    switch (e.kind) {
    case 'passes': return 'pass';
    case 'command': return nameIn(e, 'command');
    case 'limited': return `${nameIn(e, 'command')} (Limited)`;
    case 'free': return `free ${nameIn(e, 'command')}`;
    case 'special': return nameIn(e, 'special');
    case 'event': return `the Event, ${nameIn(e, 'text').replace(/^the /, '')}`;
    case 'stroke': return nameIn(e, 'card');
    case 'won': return 'has won';
    default: return null;
    }
}

/** Who did what on this card, in a few words. */
function summary(chapter: Chapter): string {
    const said: string[] = [];
    let last = '';
    for (const { event: e, back } of chapter.told) {
        if (back) continue;
        if (e.kind === 'wins') { said.push(plain(e.text)); last = ''; continue; }
        const what = deed(e);
        if (!what || (e.kind === 'special' && said[said.length - 1]?.endsWith(what))) continue;
        if (!e.seat) said.push(what);
        else if (e.seat === last) said[said.length - 1] += `, ${what}`;
        else said.push(`${factionName[e.seat] ?? e.seat}: ${what}`);
        if (e.seat) last = e.seat;
    }
    return said.join(' · ');
}

/** What one sees of a turn: of the rest, that there is more in the log. */
const results = ['wins', 'no_winner', 'wins_day', 'casualty', 'removed', 'placed', 'level', 'blockade', 'lifted', 'leader', 'recalled'];

/** A turn in a few lines: the deeds in one, then what came of them, the weightiest first. */
export function turnLines(events: GameEvent[]): string[] {
    const deeds = [...new Set(events.map(deed).filter((d): d is string => d !== null))];
    const rest = events.filter(e => results.includes(e.kind)).sort((a, b) => results.indexOf(a.kind) - results.indexOf(b.kind));
    const others = events.filter(e => ['moved', 'moves', 'march', 'resources', 'winter', 'margin'].includes(e.kind));
    return [...(deeds.length ? [deeds.join(', ')] : []), ...counted([...rest, ...(rest.length ? [] : others)].map(e => e.text))];
}

export function Log({ list }: { list: Told[] }) {
    const all = chapters(list), since = all.findIndex(c => c.key === sinceKey.value || c.told.some(t => t.key === sinceKey.value));
    const folded = since < 0 ? all.length - 2 : Math.min(since, all.length - 2); // what one has read
    return (
        <>{all.map((c, i) => (
            <details key={c.key} class={`lod-chapter${c.winter ? ' winter' : ''}`} open={i >= folded}>
                <summary><strong>{c.title}</strong> <span>{summary(c)}</span></summary>
                {c.key === sinceKey.value && <Since />}
                <Lines list={c.told} />
            </details>
        ))}</>
    );
}
