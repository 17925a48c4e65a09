// Any moment of the game by a slider: one's own knowledge while it runs, everything after the end.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../ui/Icon';
import { plain } from '../scene';
import { entries, info, over, playFrom, replay, scene, seatName, showMoment } from './store';

export function ReplayBar({ close }: { close: () => void }) {
    const r = replay.value, t = info.value!;
    const [playing, setPlaying] = useState(false);
    const [copied, setCopied] = useState('');
    const as = useRef<string | undefined>(over.value ? 'everything' : undefined);
    const of = r?.of ?? entries.value, at = r?.at ?? of;
    const show = (k: number) => showMoment(Math.max(0, Math.min(of, k)), as.current);

    useEffect(() => { if (!replay.value) show(entries.value); }, []);
    useEffect(() => playFrom.subscribe(from => {
        if (from === null) return;
        playFrom.value = null;
        setPlaying(true);
    }), []);
    useEffect(() => {
        if (!playing) return;
        if (at >= of) { setPlaying(false); return; }
        const timer = setTimeout(() => show(at + 1), 700);
        return () => clearTimeout(timer);
    }, [playing, at]);

    const share = async () => {
        const secret = t.secret && !t.public ? `&secret=${t.secret}` : '';
        const link = `${location.origin}/#/table/${t.id}?at=${at}${secret}`;
        try { await navigator.clipboard.writeText(link); setCopied('Link copied.'); }
        catch { setCopied(link); }
    };
    const choices = over.value ? ['everything', ...scene.value.seats.map(s => s.id)] : [];
    return (
        <section class="replay" aria-label="Replay">
            <button type="button" aria-label="One back" disabled={at <= 0} onClick={() => show(at - 1)}><Icon sign="back" /></button>
            <button type="button" aria-label={playing ? 'Stop' : 'Play'} onClick={() => setPlaying(!playing)}><Icon sign={playing ? 'pause' : 'play'} /></button>
            <button type="button" aria-label="One forward" disabled={at >= of} onClick={() => show(at + 1)}><Icon sign="forward" /></button>
            <input type="range" min="0" max={of} value={at} aria-label="Moment of the game" aria-valuetext={`${at} of ${of}`}
                   onInput={e => { setPlaying(false); show(Number(e.currentTarget.value)); }} />
            <output>{at} / {of}</output>
            {choices.length > 0 && <select aria-label="Seen by" value={r ? r.seat ?? 'everything' : 'everything'}
                                           onChange={e => { as.current = e.currentTarget.value; show(at); }}>
                {choices.map(c => <option key={c} value={c}>{c === 'everything' ? 'Everything' : seatName(c)}</option>)}</select>}
            <button type="button" onClick={share}>Share this moment</button>
            <button type="button" class="primary" onClick={() => { showMoment(null); close(); }}>{over.value ? 'Close' : 'Back to now'}</button>
            <p class="replay-said" role="status">{copied || r?.events.map(e => plain(e.text)).join(' · ')}</p>
        </section>
    );
}
