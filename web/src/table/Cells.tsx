// The empty hexes that can be chosen, or have the focus. Hundreds come and go with a decision, so they are drawn by
// hand: an element whose hex is no target any more becomes another hex. A component for each took longer than all else.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Thing } from '../scene';
import type { Grid } from './hexes';

/** Its label is what a reader hears who does not see it. */
export interface Cell { place: Thing; target: boolean; focus: boolean; label: string }
interface Drawn { node: SVGGElement; cell: Cell | null }

function make(grid: Grid): SVGGElement {
    const [node, hit] = ['g', 'path'].map(name => document.createElementNS('http://www.w3.org/2000/svg', name));
    hit.setAttribute('class', 'hit');
    hit.setAttribute('d', grid.outline);
    node.setAttribute('role', 'button');
    node.append(hit);
    return node as SVGGElement;
}

/** Sets what is different from the hex that the element was. */
function write({ node, cell: was }: Drawn, { place, target, focus, label }: Cell): void {
    if (was?.place.id !== place.id) {
        node.id = `place-${place.id}`;
        node.dataset.place = place.id;
    }
    if (was?.place.x !== place.x || was?.place.y !== place.y) node.setAttribute('transform', `translate(${place.x} ${place.y})`);
    if (was?.target !== target) node.setAttribute('class', target ? 'place target' : 'place');
    if (was?.focus !== focus) node.setAttribute('tabindex', focus ? '0' : '-1');
    if (was?.label !== label) node.setAttribute('aria-label', label);
}

export function Cells({ cells, grid }: { cells: Cell[]; grid: Grid }) {
    const group = useRef<SVGGElement>(null), drawn = useRef(new Map<string, Drawn>());
    useLayoutEffect(() => { // other hexes have another outline
        drawn.current.clear();
        group.current!.replaceChildren();
    }, [grid]);
    useLayoutEffect(() => {
        const all = drawn.current, wanted = new Set(cells.map(c => c.place.id)), spare: Drawn[] = [];
        for (const [id, one] of all) if (!wanted.has(id)) { spare.push(one); all.delete(id); }
        const fresh = document.createDocumentFragment();
        for (const cell of cells) {
            let one = all.get(cell.place.id) ?? spare.pop();
            if (!one) fresh.append((one = { node: make(grid), cell: null }).node);
            write(one, cell);
            one.cell = cell;
            all.set(cell.place.id, one);
        }
        for (const { node } of spare) node.remove();
        group.current!.append(fresh);
    });
    return <g class="cells" ref={group} />;
}
