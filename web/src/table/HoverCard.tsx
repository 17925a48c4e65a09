// What stands at the place below the mouse, on a card beside it: inside the frame, and over nothing that can be chosen.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { idOf, type Thing } from '../scene';
import type { Camera } from './camera';
import type { Box } from './names';
import { PieceRow } from './Pieces';
import { targets, walks } from './select';
import { face, scene } from './store';
import { boxesAt, type Distance, hovered } from './World';

const gap = 8, edge = 4; // pixels
const meet = (p: Box, q: Box) => p[0] < q[2] && q[0] < p[2] && p[1] < q[3] && q[1] < p[3];
const within = (least: number, at: number, most: number) => Math.max(least, Math.min(at, most));

/** Below, above, beside it, else in a corner: the first spot where the card fits and covers nothing. */
export function cardSpot(width: number, height: number, own: Box, avoid: Box[], frame: [number, number]): [number, number] | null {
    const [right, bottom] = [frame[0] - width - edge, frame[1] - height - edge];
    if (right < edge || bottom < edge) return null;
    const x = within(edge, (own[0] + own[2] - width) / 2, right), y = within(edge, (own[1] + own[3] - height) / 2, bottom);
    const spots = [[x, own[3] + gap], [x, own[1] - gap - height], [own[2] + gap, y], [own[0] - gap - width, y],
                   [own[2] + gap, own[3] + gap], [own[0] - gap - width, own[3] + gap], [own[2] + gap, own[1] - gap - height], [own[0] - gap - width, own[1] - gap - height],
                   [right, edge], [edge, edge], [right, bottom], [edge, bottom]] as [number, number][];
    return spots.find(([a, b]) => {
        const card: Box = [a, b, a + width, b + height];
        return a >= edge && b >= edge && a <= right && b <= bottom && !meet(card, own) && !avoid.some(t => meet(t, card));
    }) ?? null;
}

/** All that is drawn at a place, on the screen. */
function onScreen(camera: Camera, place: Thing, distance: Distance): Box {
    const boxes = boxesAt(face.value!, place, scene.value.at.get(place.id) ?? [], distance), { x, y, k } = camera.eye;
    const of = (i: number, least: (...n: number[]) => number) => least(...boxes.map(b => b[i]));
    return [of(0, Math.min) * k + x, of(1, Math.min) * k + y, of(2, Math.max) * k + x, of(3, Math.max) * k + y];
}

/** The places that can be chosen, and those with pieces that can. */
function targetPlaces(): Thing[] {
    const s = scene.value, ids = new Set([...walks.value.keys(), ...[...targets.value].map(ref => { const id = idOf(ref); return s.places.has(id) ? id : String(s.pieces.get(id)?.place); })]);
    return [...ids].map(id => s.places.get(id)).filter((p): p is Thing => p?.x !== undefined);
}

export function HoverCard({ camera, distance }: { camera: Camera; distance: Distance }) {
    const id = hovered.value!, s = scene.value, place = s.places.get(id), pieces = s.at.get(id) ?? [], card = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        const node = card.current, frame = node?.offsetParent as HTMLElement | null;
        if (!node || !frame || !place) return;
        const avoid = targetPlaces().filter(p => p !== place).map(p => onScreen(camera, p, distance)), base = frame.getBoundingClientRect();
        for (const other of frame.querySelectorAll('.zoom-buttons')) {
            const b = other.getBoundingClientRect();
            avoid.push([b.left - base.left, b.top - base.top, b.right - base.left, b.bottom - base.top]);
        }
        const spot = cardSpot(node.offsetWidth, node.offsetHeight, onScreen(camera, place, distance), avoid, [frame.clientWidth, frame.clientHeight]);
        node.style.visibility = spot ? 'visible' : 'hidden';
        if (spot) node.style.transform = `translate(${spot[0]}px, ${spot[1]}px)`;
    });
    if (!place || !pieces.length) return null;
    return (
        <div class="hover-card" aria-hidden="true" ref={card}>
            <strong>{place.name}</strong> <small>{face.value!.describePlace(place)}</small>
            <PieceRow pieces={pieces} still />
        </div>
    );
}
