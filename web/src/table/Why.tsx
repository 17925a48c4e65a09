// Why something is not allowed: beside the click that asked.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../ui/Icon';
import { RuleLink } from '../ui/RuleLink';
import { notice } from './store';

/** Where the last click was; null: a key asked. */
let clicked: { x: number; y: number } | null = null;
addEventListener('pointerdown', e => { clicked = { x: e.clientX, y: e.clientY }; }, true);
addEventListener('keydown', () => { clicked = null; }, true);

function asker(): { x: number; y: number } {
    if (clicked) return clicked;
    const box = document.activeElement?.getBoundingClientRect();
    return box && box.width ? { x: box.left + box.width / 2, y: box.bottom } : { x: innerWidth / 2, y: innerHeight / 2 };
}

const gap = 14, edge = 8;

export function Why() {
    const n = notice.value, ref = useRef<HTMLDivElement>(null), [at, setAt] = useState({ left: 0, top: 0 });
    const shown = n?.kind === 'why';
    useLayoutEffect(() => { // below the click, above it where there is no room; never beyond the window
        if (!shown) return;
        const { x, y } = asker(), { offsetWidth: w, offsetHeight: h } = ref.current!;
        const below = y + gap + h + edge < innerHeight;
        setAt({ left: Math.max(edge, Math.min(innerWidth - w - edge, x - w / 2)), top: Math.max(edge, below ? y + gap : y - gap - h) });
    }, [n]);
    useEffect(() => {
        if (!shown) return;
        const close = () => { if (notice.value?.kind === 'why') notice.value = null; };
        const key = (e: KeyboardEvent) => { if (e.key === 'Escape') close(); };
        const press = (e: PointerEvent) => { if (!ref.current?.contains(e.target as Node) && !(e.target as Element).closest('.rules-panel')) close(); };
        addEventListener('keydown', key);
        addEventListener('pointerdown', press, true);
        return () => { removeEventListener('keydown', key); removeEventListener('pointerdown', press, true); };
    }, [n]);
    if (!shown) return null;
    return (
        <div ref={ref} class="notice why" role="status" style={{ left: `${at.left}px`, top: `${at.top}px` }}>
            <div>
                {n.rule && <strong>{n.tried ? `${n.tried}: not allowed` : 'Not allowed'}</strong>}
                <p>{n.text} {n.rule && <RuleLink rule={n.rule} title={n.title} />}</p>
            </div>
            <button type="button" class="quiet" aria-label="Dismiss" onClick={() => { notice.value = null; }}><Icon sign="close" /></button>
        </div>
    );
}
