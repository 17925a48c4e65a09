// The log in chapters: one per card, with a line that sums it up. What a non-player thought is folded.
import { marks } from '../../scene';
import { isNote, Notes } from '../../table/Log';
import { Marked } from '../../table/Marked';
import type { GameEvent, LogEntry } from '../../types';
import { factionName } from './names';

interface Chapter { key: string; title: string; winter: boolean; events: { key: string; event: GameEvent }[] }

const nameIn = (e: GameEvent, kind: string) => marks(e.text).find(m => m.kind === kind)?.text ?? '';

function chapters(entries: LogEntry[]): Chapter[] {
    const list: Chapter[] = [];
    for (const entry of entries)
        entry.events.forEach((event, i) => {
            const key = `${entry.n}.${i}`;
            if (event.kind === 'card' || !list.length)
                list.push({ key, title: event.kind === 'card' ? nameIn(event, 'card') : 'Before this card', winter: false, events: [] });
            const now = list[list.length - 1];
            if (event.kind === 'winter') now.winter = true;
            if (event.kind !== 'card') now.events.push({ key, event });
        });
    return list;
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
    for (const { event: e } of chapter.events) {
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

function Lines({ events }: { events: Chapter['events'] }) {
    const out: preact.JSX.Element[] = [];
    for (let i = 0; i < events.length; i++) {
        if (!isNote(events[i].event)) {
            const { key, event } = events[i];
            out.push(<li key={key} class={`${event.seat ?? 'none'} kind-${event.kind}`}><Marked text={event.text} /></li>);
            continue;
        }
        const thoughts = [events[i]];
        while (i + 1 < events.length && isNote(events[i + 1].event)) thoughts.push(events[++i]);
        out.push(<li key={thoughts[0].key} class={`${thoughts[0].event.seat ?? 'none'}`}>
            <Notes events={thoughts.map(t => t.event)} /></li>);
    }
    return <ol>{out}</ol>;
}

export function Log({ entries }: { entries: LogEntry[] }) {
    const list = chapters(entries);
    return (
        <>{list.map((c, i) => (
            <details key={c.key} class={`lod-chapter${c.winter ? ' winter' : ''}`} open={i >= list.length - 2}>
                <summary><strong>{c.title}</strong> <span>{summary(c)}</span></summary>
                <Lines events={c.events} />
            </details>
        ))}</>
    );
}
