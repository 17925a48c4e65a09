// The hexes that a scenario is played on, and the line around the others.
import type { Scene, Thing } from '../scene';
import { gridOf } from '../table/hexes';

const short = (n: number) => Math.round(n * 10) / 10;
const areas = new WeakMap<Thing[], { runs: string; ids: Set<string>; path: string }>();

/** The hexes of play: the view says how many are out and how many in, one run after the other. */
export function areaOf(scene: Scene): { ids: Set<string>; path: string } {
    const runs = String(scene.panels.get('area')?.runs ?? ''), known = areas.get(scene.hexes);
    if (known?.runs === runs) return known;
    const ids = new Set<string>();
    let hex = 0, inside = false;
    for (const run of runs.split(' ').map(Number)) {
        if (inside) for (let i = hex; i < hex + run; i++) if (scene.hexes[i]) ids.add(scene.hexes[i].id);
        hex += run;
        inside = !inside;
    }
    const path = ids.size && ids.size < scene.hexes.length ? gridOf(scene.hexes)?.border(h => !ids.has(h.id)).map(l => `M${l.map(p => p.map(short).join(' ')).join('L')}z`).join('') ?? '' : '';
    const area = { runs, ids, path };
    areas.set(scene.hexes, area);
    return area;
}
