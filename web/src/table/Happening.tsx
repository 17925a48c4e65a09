// What another seat has just done, or what came over all: a card over the map, until it is read.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Marked } from './Marked';
import { isNote } from './Log';
import { dismiss, happening, headOf, linesOf, next, setSpeed, skip, speed, speeds, waitingFrames, type Speed } from './pace';
import { face } from './store';
import { Icon } from '../ui/Icon';

const shown = 5; // lines; the log has all

export function SpeedChoice() {
    return (
        <label class="speed">The others’ turns <select value={speed.value} onChange={e => setSpeed(e.currentTarget.value as Speed)}>
            {speeds.map(([id, name]) => <option key={id} value={id}>{name}</option>)}</select></label>
    );
}

/** The card lies where it covers least of what changed. */
function useRoom(h: { id: number; changes: unknown[] } | null) {
    const ref = useRef<HTMLElement>(null);
    useLayoutEffect(() => {
        const card = ref.current, board = card?.parentElement;
        if (!card || !board) return;
        const frame = board.getBoundingClientRect(), own = card.getBoundingClientRect();
        const middle = [...board.querySelectorAll('.change, .trace')].map(node => node.getBoundingClientRect())
            .filter(r => r.right > own.left && r.left < own.right).map(r => (r.top + r.bottom) / 2 - frame.top);
        const covered = (low: boolean) => middle.filter(y => (low ? y > frame.height - own.height - 12 : y < own.height + 12)).length;
        card.classList.toggle('low', covered(true) < covered(false));
    }, [h?.id, h?.changes.length]);
    return ref;
}

export function HappeningCard() {
    const h = happening.value, ref = useRoom(h);
    if (!h) return null;
    const lines = linesOf(h.events), head = headOf(h), why = h.events.find(isNote);
    return (
        <section ref={ref} class={`happening ${h.seat ?? ''}${h.seen ? ' seen' : ''}`} key={h.id} data-id={h.id} data-seat={h.seat} aria-label="What just happened">
            {h.banners.map((b, i) => <h2 key={i} class="banner">{b}</h2>)}
            {(head || lines.length > 0) && <div class="happening-what">
                {head && <h3>{face.value!.seatMark?.(h.seat!)} {head}</h3>}
                <ul>{lines.slice(0, shown).map((text, i) => <li key={i}><Marked text={text} /></li>)}
                    {lines.length > shown && <li class="faint">and {lines.length - shown} more, in the log</li>}</ul>
                {why && <p class="happening-why">Why: <Marked text={why.text} /></p>}
            </div>}
            <footer>
                {!h.seen && (speed.value === 'step' || waitingFrames.value > 0) &&
                    <button type="button" class="primary next" onClick={next}>Next</button>}
                {waitingFrames.value > 0 && <button type="button" class="skip-turns" onClick={skip}>Skip</button>}
                <SpeedChoice />
                <button type="button" class="quiet" aria-label="Close" onClick={() => { if (waitingFrames.value) next(); else dismiss(); }}><Icon sign="close" /></button>
            </footer>
        </section>
    );
}
