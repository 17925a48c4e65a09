// The board: a map that can be zoomed and moved, and walked over by keys.
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { idOf, type Thing } from '../scene';
import { Icon } from '../ui/Icon';
import { Camera } from './camera';
import { gridOf } from './hexes';
import { HoverCard } from './HoverCard';
import { clear, isTarget, openPlace, targets, walks } from './select';
import { face, scene } from './store';
import { clickPlace, focused, Ground, hovered, type Sight, spotlight, walkTo, World } from './World';

const farBelow = 0.6, closeFrom = 2.1; // scales: below the one a stack on a cell is a mark, from the other on it shows all its blocks
const legible = 0.89, mostGrowth = 2.2; // names grow against a smaller scale than this, up to so much
const restsAfter = 450; // milliseconds that a finger rests before it is shown what lies there
const overhang = 0.5; // the drawing reaches beyond the frame by so much of its size

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

/** The cell below the mouse: an empty one has no element that could say what it is. */
const under = signal<string | null>(null);

function Caption() {
    const place = under.value && scene.value.places.get(under.value);
    return place ? <p class="board-caption" aria-hidden="true"><strong>{place.name}</strong> {face.value!.describePlace(place)}</p> : null;
}

export function Board() {
    const f = face.value!, frame = useRef<HTMLDivElement>(null), picture = useRef<HTMLDivElement>(null);
    const ground = useRef<SVGGElement>(null), world = useRef<SVGGElement>(null), camera = useRef<Camera>();
    const [sight, setSight] = useState<Sight>({ distance: 'near', grow: 1, left: 0, top: 0, right: 0, bottom: 0 });
    const [ready, setReady] = useState(false); // the world is drawn once its scale is known
    const [, setHover] = useState(0);
    const rest = useRef({ timer: 0, shown: false }); // a finger that rests

    useLayoutEffect(() => {
        const node = frame.current!;
        const eye = camera.current = new Camera(node, f, typeof f.focus === 'function' ? f.focus(scene.value) : f.focus, f.area?.(scene.value), {
            shift: ({ x, y, k }, drawn) => {
                if (hovered.value) hovered.value = null;
                clearTimeout(rest.current.timer);
                const by = k / drawn.k;
                for (const layer of picture.current!.children)
                    (layer as SVGElement).style.transform = `translate(${x - drawn.x * by}px, ${y - drawn.y * by}px) scale(${by})`;
            },
            draw: ({ x, y, k }) => {
                const [dx, dy] = [x + overhang * node.clientWidth, y + overhang * node.clientHeight];
                for (const layer of [ground, world]) layer.current!.setAttribute('transform', `translate(${dx} ${dy}) scale(${k})`);
                const grow = Math.min(mostGrowth, Math.max(1, legible / k));
                picture.current!.style.setProperty('--grow', String(grow));
                const [width, height] = [node.clientWidth / k, node.clientHeight / k], [left, top] = [-dx / k, -dy / k];
                setSight({ distance: k >= closeFrom ? 'close' : k < farBelow ? 'far' : 'near', grow,
                           left, top, right: left + (1 + 2 * overhang) * width, bottom: top + (1 + 2 * overhang) * height });
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

    useEffect(() => walkTo.subscribe(id => { // it is drawn, brought into sight, then it has the focus
        const place = id && scene.value.places.get(id);
        if (!place) return;
        focused.value = id;
        walkTo.value = null;
        lookAt(place);
        requestAnimationFrame(() => document.getElementById(`place-${id}`)?.focus());
    }), []);

    useEffect(() => hovered.subscribe(() => setHover(n => n + 1)), []);

    useEffect(() => { // what can be done now should be in sight
        const spots = [...targets.value].map(idOf).map(id => scene.value.places.get(id) ??
            scene.value.places.get(String(scene.value.pieces.get(id)?.place))).filter((p): p is Thing => p?.x !== undefined); // boxes beside the map are always there
        if (!spots.length) return;
        const seen = spots.some(p => camera.current?.inSight(Number(p.x), Number(p.y), 20));
        const moving = [...scene.value.pieces.values()].find(p => p.note === 'on the move')?.place;
        const at = scene.value.places.get(String(moving)), first = at?.x === undefined ? camera.current?.nearest(spots) : at;
        if (!seen && first) camera.current?.show(Number(first.x), Number(first.y));
    }, [targets.value]);

    const hexAt = (e: MouseEvent) => {
        const box = frame.current!.getBoundingClientRect();
        return camera.current ? gridOf(scene.value.hexes)?.at(...camera.current.onBoard(e.clientX - box.left, e.clientY - box.top)) ?? null : null;
    };
    const point = (e: PointerEvent) => { // an empty hex has no element that could hear this
        if (e.pointerType !== 'mouse' || !scene.value.hexes.length) return;
        const id = under.value = hexAt(e);
        picture.current!.style.cursor = id && isTarget(id) ? 'pointer' : '';
        if (!placeAt(e)) hovered.value = id && walks.value.has(id) ? id : null;
    };
    const placeAt = (e: Event) => (e.target as Element).closest<SVGElement>('.place')?.dataset.place ?? null;
    // A finger that rests shows what a mouse would by passing over: the pieces, the way, what it costs.
    const press = (e: PointerEvent) => {
        clearTimeout(rest.current.timer);
        rest.current.shown = false;
        if (e.pointerType !== 'touch' || !e.isPrimary) return;
        hovered.value = null;
        rest.current.timer = window.setTimeout(() => { rest.current.shown = true; hovered.value = placeAt(e) ?? hexAt(e); }, restsAfter);
    };
    const lift = () => clearTimeout(rest.current.timer);
    const click = (e: MouseEvent) => { // a cell may have no element of its own
        if (rest.current.shown) { rest.current.shown = false; return; } // it was to look, not to choose
        const id = placeAt(e) ?? hexAt(e);
        if (id) clickPlace(id);
    };
    const over = (e: PointerEvent) => { if (e.pointerType === 'mouse') hovered.value = placeAt(e); };
    const leave = (e: PointerEvent) => { if (e.pointerType === 'touch') return; under.value = null; hovered.value = null; };
    const focus = (e: FocusEvent) => { focused.value = placeAt(e) ?? focused.value; };

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
            walkTo.value = next;
        } else return;
        e.preventDefault();
    };

    if (!focused.value || !scene.value.places.has(focused.value))
        focused.value = scene.value.places.keys().next().value ?? null;
    const isOver = hovered.value && scene.value.places.has(hovered.value);
    return (
        <div class="board" ref={frame} onKeyDown={key}>
            <div class="picture" ref={picture} onClick={click} onFocusIn={focus} onPointerMove={point} onPointerOver={over} onPointerLeave={leave}
                 onPointerDown={press} onPointerUp={lift} onPointerCancel={lift} onContextMenu={e => { if (rest.current.shown) e.preventDefault(); }}>
                <svg aria-hidden="true"><g ref={ground}>{ready && <Ground />}</g></svg>
                <svg role="group" aria-label="Map. Arrow keys go from place to place, Enter chooses, plus and minus zoom, zero shows the whole map.">
                    <g ref={world}>{ready && <World sight={sight} />}</g>
                </svg>
            </div>
            {isOver && camera.current && openPlace.value !== hovered.value && <HoverCard camera={camera.current} distance={sight.distance} />}
            <Caption />
            <div class="zoom-buttons">
                <button type="button" aria-label="Zoom in" onClick={() => camera.current?.by(1.4)}><Icon sign="plus" /></button>
                <button type="button" aria-label="Zoom out" onClick={() => camera.current?.by(1 / 1.4)}><Icon sign="minus" /></button>
                <button type="button" aria-label="Whole map" onClick={() => camera.current?.whole()}><Icon sign="whole" /></button>
            </div>
        </div>
    );
}
