// A text whose names can be clicked: they light up on the board.
import { marks } from '../scene';
import { spotlight } from './World';
import { openPlace } from './select';
import { scene } from './store';

function placeOf(id: string): string | null {
    const s = scene.value;
    if (s.places.has(id)) return id;
    const at = s.pieces.get(id)?.place;
    return at === undefined ? null : String(at);
}

export function Marked({ text }: { text: string }) {
    return <>{marks(text).map((m, i) => {
        if (!m.id) return m.text;
        if (m.kind === 'seat' || m.kind === 'side') return <span key={i} class={`mark-seat ${m.id}`}>{m.text}</span>;
        const at = placeOf(m.id);
        if (!at) return <em key={i} class="mark-name">{m.text}</em>;
        const show = () => { spotlight.value = null; spotlight.value = at; openPlace.value = at; };
        return <button key={i} type="button" class="mark-link" onClick={show}
                       onPointerEnter={e => { if (e.pointerType === 'mouse') spotlight.value = at; }}>{m.text}</button>;
    })}</>;
}
