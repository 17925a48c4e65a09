// Any moment of the game: by a slider, by turns, cards and battles, or played at the speed one likes. One's own
// knowledge while it runs, everything after the end. The log goes along (Log.tsx).
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Course, loadCourse, type Moment } from '../course';
import { Icon } from '../ui/Icon';
import { plain } from '../scene';
import { WhatIf } from './WhatIf';
import { entries, info, over, playFrom, replay, scene, seat, seatName, showMoment } from './store';

const paces: [string, number][] = [['slow', 1600], ['normal', 700], ['fast', 200]];
const kept = 'musket.replay';

/** Turns and cards: what a game is divided by. */
const isPart = (m: Moment) => m.kind !== 'battle' && m.kind !== 'season';
const partWord = (course: Course | null) => (course?.moments.some(m => m.kind === 'card') ? 'card' : 'turn');

function Jumps({ course, at, show }: { course: Course; at: number; show: (k: number) => void }) {
    const part = partWord(course), parts = course.moments.filter(isPart), battles = course.moments.filter(m => m.kind === 'battle'), seasons = course.moments.filter(m => m.kind === 'season');
    const before = (list: Moment[]) => list.findLast(m => m.at < at), after = (list: Moment[]) => list.find(m => m.at > at);
    const jump = (m: Moment | undefined, label: string, sign: 'first' | 'last') => (
        <button type="button" aria-label={label} title={label} disabled={!m} onClick={() => m && show(m.at)}>{sign === 'first' && <Icon sign="back" />}
            <span>{label.replace(/^\w+ (.)/, (_, c: string) => c.toUpperCase())}</span>{sign === 'last' && <Icon sign="forward" />}</button>
    );
    const now = course.moments.findLastIndex(m => m.at <= at);
    return (
        <div class="replay-jumps">
            {seasons.length > 0 && <>{jump(before(seasons), 'Previous season', 'first')}{jump(after(seasons), 'Next season', 'last')}</>}
            {jump(before(parts), `Previous ${part}`, 'first')}{jump(after(parts), `Next ${part}`, 'last')}
            {battles.length > 0 && <>{jump(before(battles), 'Previous battle', 'first')}{jump(after(battles), 'Next battle', 'last')}</>}
            <select aria-label="Jump to" value={now} onChange={e => { const m = course.moments[Number(e.currentTarget.value)]; if (m) show(m.at); }}>
                {now < 0 && <option value={-1}>Set-up</option>}
                {course.moments.map((m, i) => <option key={i} value={i}>{m.kind === 'season' ? m.text.replace(/:.*$/, '') : isPart(m) ? `${seasons.length ? '  ' : ''}${m.text}` : `    ${m.text}`}</option>)}
            </select>
        </div>
    );
}

export function ReplayBar({ close }: { close: () => void }) {
    const r = replay.value, t = info.value!;
    const [playing, setPlaying] = useState(false), [copied, setCopied] = useState(''), [course, setCourse] = useState<Course | null>(null);
    const [pace, setPace] = useState(localStorage.getItem(kept) ?? 'normal');
    const as = useRef<string | undefined>(over.value ? 'everything' : undefined);
    const of = r?.of ?? entries.value, at = r?.at ?? of;
    const show = (k: number) => showMoment(Math.max(0, Math.min(of, k)), as.current);
    const stopAt = (k: number) => { setPlaying(false); show(k); };

    useEffect(() => { if (!replay.value) show(entries.value); }, []);
    useEffect(() => { loadCourse(t.id, over.value ? null : seat.value, t.secret).then(setCourse, () => undefined); }, [over.value, entries.value]);
    useEffect(() => playFrom.subscribe(from => {
        if (from === null) return;
        playFrom.value = null;
        setPlaying(true);
    }), []);
    useEffect(() => {
        if (!playing) return;
        if (at >= of) { setPlaying(false); return; }
        const timer = setTimeout(() => show(at + 1), paces.find(p => p[0] === pace)?.[1] ?? 700);
        return () => clearTimeout(timer);
    }, [playing, at, pace]);

    const share = async () => {
        const secret = t.secret && !t.public ? `&secret=${t.secret}` : '';
        const link = `${location.origin}/#/table/${t.id}?at=${at}${secret}`;
        try { await navigator.clipboard.writeText(link); setCopied('Link copied.'); }
        catch { setCopied(link); }
    };
    const choices = over.value ? ['everything', ...scene.value.seats.map(s => s.id)] : [];
    return (
        <section class="replay" aria-label="Replay">
            <button type="button" aria-label="One back" disabled={at <= 0} onClick={() => stopAt(at - 1)}><Icon sign="back" /></button>
            <button type="button" aria-label={playing ? 'Stop' : 'Play'} onClick={() => { if (!playing && at >= of) show(0); setPlaying(!playing); }}><Icon sign={playing ? 'pause' : 'play'} /></button>
            <button type="button" aria-label="One forward" disabled={at >= of} onClick={() => stopAt(at + 1)}><Icon sign="forward" /></button>
            <select aria-label="Speed" value={pace} onChange={e => { setPace(e.currentTarget.value); localStorage.setItem(kept, e.currentTarget.value); }}>
                {paces.map(([name]) => <option key={name} value={name}>{name}</option>)}</select>
            <input type="range" min="0" max={of} value={at} aria-label="Moment of the game" aria-valuetext={`${at} of ${of}`}
                   onInput={e => stopAt(Number(e.currentTarget.value))} />
            <output>{at} / {of}</output>
            <button type="button" class="primary" onClick={() => { showMoment(null); close(); }}>{over.value ? 'Close' : 'Back to now'}</button>
            {course && course.moments.length > 0 && <Jumps course={course} at={at} show={stopAt} />}
            {choices.length > 0 && <select aria-label="Seen by" value={r ? r.seat ?? 'everything' : 'everything'}
                                           onChange={e => { as.current = e.currentTarget.value; show(at); }}>
                {choices.map(c => <option key={c} value={c}>{c === 'everything' ? 'Everything' : seatName(c)}</option>)}</select>}
            <a class="button" href={`#/result/${t.id}${t.secret && !t.public ? `?secret=${t.secret}` : ''}`}>Graphs</a>
            <button type="button" class="share" onClick={share}>Share this moment</button>
            {over.value && at < of && <WhatIf table={t} at={at} seats={scene.value.seats.map(s => ({ seat: s.id, title: seatName(s.id) }))} />}
            <p class="replay-said" role="status">{copied || r?.events.map(e => plain(e.text)).join(' · ')}</p>
        </section>
    );
}
