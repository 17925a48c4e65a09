// The board: a map that can be zoomed and moved, and walked over by keys.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Thing } from '../scene';
import { Icon } from '../ui/Icon';
import { Camera } from './camera';
import { PieceRow } from './Pieces';
import { clear, openPlace, targets } from './select';
import { face, scene } from './store';
import { clickPlace, focused, hovered, spotlight, World } from './World';

const fanFrom = 2.1; // from this scale on a stack shows all its blocks
const legible = 0.89, mostGrowth = 1.3; // names grow against a smaller scale than this, up to so much
const overhang = 0.5; // the drawing reaches beyond the frame by so much of its size

const idOf = (ref: string) => ref.slice(ref.indexOf(':') + 1);

/** The neighbour in the direction of an arrow key: near, and not far off the line. */
function towards(from: Thing, dx: number, dy: number): string | null {
    let best: string | null = null, least = Infinity;
    for (const p of scene.value.places.values()) {
        if (p.x === undefined) continue;
        const x = Number(p.x) - Number(from.x), y = Number(p.y) - Number(from.y);
        const ahead = x * dx + y * dy, aside = Math.abs(x * dy - y * dx);
        if (ahead <= 0 || aside > 2 * ahead) continue;
        const cost = ahead + 2 * aside;
        if (cost < least) [best, least] = [p.id, cost];
    }
    return best;
}

const arrows: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

function HoverCard({ x, y }: { x: number; y: number }) {
    const id = hovered.value!, s = scene.value, place = s.places.get(id), pieces = s.at.get(id) ?? [];
    if (!place || !pieces.length) return null;
    return (
        <div class="hover-card" aria-hidden="true" style={{ left: `${x}px`, top: `${y}px` }}>
            <strong>{place.name}</strong> <small>{face.value!.describePlace(place)}</small>
            <PieceRow pieces={pieces} still />
        </div>
    );
}

export function Board() {
    const f = face.value!, frame = useRef<HTMLDivElement>(null), svg = useRef<SVGSVGElement>(null);
    const world = useRef<SVGGElement>(null), camera = useRef<Camera>();
    const [fan, setFan] = useState(false);
    const [ready, setReady] = useState(false); // the world is drawn once its scale is known
    const [, setHover] = useState(0);

    useLayoutEffect(() => {
        const node = frame.current!;
        const eye = camera.current = new Camera(node, f, f.focus, f.area?.(scene.value), {
            shift: ({ x, y, k }, drawn) => {
                if (hovered.value) hovered.value = null;
                const by = k / drawn.k;
                svg.current!.style.transform = `translate(${x - drawn.x * by}px, ${y - drawn.y * by}px) scale(${by})`;
            },
            draw: ({ x, y, k }) => {
                const [dx, dy] = [x + overhang * node.clientWidth, y + overhang * node.clientHeight];
                world.current!.setAttribute('transform', `translate(${dx} ${dy}) scale(${k})`);
                world.current!.style.setProperty('--grow', String(Math.min(mostGrowth, Math.max(1, legible / k))));
                setFan(k >= fanFrom);
            },
        });
        setReady(true);
        return () => eye.stop();
    }, [f]);

    useLayoutEffect(() => { // for those who measure: the frame with the first position is out
        if (ready) requestAnimationFrame(() => setTimeout(() => performance.mark('board drawn')));
    }, [ready]);

    const lookAt = ({ x, y }: Thing) => camera.current?.bring(Number(x), Number(y), 40);

    useEffect(() => spotlight.subscribe(id => {
        const place = id && scene.value.places.get(id);
        if (!place) return;
        lookAt(place);
        const timer = setTimeout(() => { if (spotlight.value === id) spotlight.value = null; }, 2400);
        return () => clearTimeout(timer);
    }), []);

    useEffect(() => openPlace.subscribe(id => { // its stack takes room from the map: look when it is there
        const place = id && scene.value.places.get(id);
        if (place && place.x !== undefined) requestAnimationFrame(() => requestAnimationFrame(() => lookAt(place)));
    }), []);

    useEffect(() => hovered.subscribe(() => setHover(n => n + 1)), []);

    useEffect(() => { // what can be done now should be in sight
        const spots = [...targets.value].map(idOf).map(id => scene.value.places.get(id) ??
            scene.value.places.get(String(scene.value.pieces.get(id)?.place))).filter((p): p is Thing => !!p);
        if (!spots.length) return;
        const seen = spots.some(p => camera.current?.inSight(Number(p.x), Number(p.y), 20));
        const moving = [...scene.value.pieces.values()].find(p => p.note === 'on the move')?.place;
        const first = scene.value.places.get(String(moving)) ?? spots[0];
        if (!seen) camera.current?.show(Number(first.x), Number(first.y));
    }, [targets.value]);

    const key = (e: KeyboardEvent) => {
        const focusedPlace = focused.value && scene.value.places.get(focused.value);
        if (e.key === '+' || e.key === '=') camera.current?.by(1.3);
        else if (e.key === '-') camera.current?.by(1 / 1.3);
        else if (e.key === '0') camera.current?.whole();
        else if (e.key === 'Escape') { clear(); openPlace.value = null; }
        else if ((e.key === 'Enter' || e.key === ' ') && focusedPlace) clickPlace(focusedPlace.id);
        else if (arrows[e.key] && e.shiftKey) {
            const [dx, dy] = arrows[e.key];
            camera.current?.pan(-80 * dx, -80 * dy);
        } else if (arrows[e.key]) {
            const from = focusedPlace || [...scene.value.places.values()][0];
            const next = focusedPlace ? towards(from, ...arrows[e.key]) : from.id;
            if (next) {
                focused.value = next;
                requestAnimationFrame(() => document.getElementById(`place-${next}`)?.focus());
                lookAt(scene.value.places.get(next)!);
            }
        } else return;
        e.preventDefault();
    };

    if (!focused.value || !scene.value.places.has(focused.value))
        focused.value = scene.value.places.keys().next().value ?? null;
    const over = hovered.value && scene.value.places.get(hovered.value);
    const [hx, hy] = over && camera.current ? camera.current.onScreen(Number(over.x), Number(over.y) + 18) : [0, 0];
    return (
        <div class="board" ref={frame} onKeyDown={key}>
            <svg ref={svg} role="group" aria-label="Map. Arrow keys go from place to place, Enter chooses, plus and minus zoom, zero shows the whole map.">
                <g ref={world}>{ready && <World fan={fan} />}</g>
            </svg>
            {over && openPlace.value !== hovered.value && <HoverCard x={hx} y={hy} />}
            <div class="zoom-buttons">
                <button type="button" aria-label="Zoom in" onClick={() => camera.current?.by(1.4)}><Icon sign="plus" /></button>
                <button type="button" aria-label="Zoom out" onClick={() => camera.current?.by(1 / 1.4)}><Icon sign="minus" /></button>
                <button type="button" aria-label="Whole map" onClick={() => camera.current?.whole()}><Icon sign="whole" /></button>
            </div>
        </div>
    );
}
