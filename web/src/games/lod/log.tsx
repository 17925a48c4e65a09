// The log in chapters: one per card, with a line that sums it up. What a non-player thought is folded.
import { marks } from '../../scene';
import { Lines, Since, sinceKey, type Told } from '../../table/Log';
import type { GameEvent } from '../../types';
import { factionName } from './names';

interface Chapter { key: string; title: string; winter: boolean; told: Told[] }

const nameIn = (e: GameEvent, kind: string) => marks(e.text).find(m => m.kind === kind)?.text ?? '';

function chapters(list: Told[]): Chapter[] {
    const all: Chapter[] = [];
    for (const { key, event } of list) {
        const card = event.kind === 'card';
        if (card || !all.length) all.push({ key: card ? key : 'before', title: card ? nameIn(event, 'card') : 'Before this card', winter: false, told: [] });
        const now = all[all.length - 1];
        if (event.kind === 'winter') now.winter = true;
        if (!card) now.told.push({ key, event });
    }
    return all;
}

/** Who did what on this card, in a few words. */
function summary(chapter: Chapter): string {
    const said: string[] = [];
    let last = '';
    const add = (seat: string | null, what: string) => {
        if (!seat) { said.push(what); return; }
        if (seat === last) said[said.length - 1] += `, ${what}`;
        else said.push(`${factionName[seat] ?? seat}: ${what}`);
        last = seat;
    };
    for (const { event: e } of chapter.told) {
        switch (e.kind) {
        case 'passes': add(e.seat, 'pass'); break;
        case 'command': add(e.seat, nameIn(e, 'command')); break;
        case 'limited': add(e.seat, `${nameIn(e, 'command')} (Limited)`); break;
        case 'free': add(e.seat, `free ${nameIn(e, 'command')}`); break;
        case 'special': if (!said[said.length - 1]?.endsWith(nameIn(e, 'special'))) add(e.seat, nameIn(e, 'special')); break;
        case 'event': add(e.seat, `the Event, ${nameIn(e, 'text').replace(/^the /, '')}`); break;
        case 'stroke': add(e.seat, nameIn(e, 'card')); break;
        case 'wins': add(null, marks(e.text).map(m => m.text).join('')); last = ''; break;
        case 'won': add(e.seat, 'has won'); break;
        }
    }
    return said.join(' · ');
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
