import './style.css';
import type { Scene } from '../../scene';
import { myDecision, scene as now } from '../../table/store';
import { areaOf } from '../area';
import type { Face } from '../face';
import { SideMark } from '../signs';
import { Credits, Help } from './help';
import { arrange, height, Map, waterNames, width } from './map';
import { buttonsOnly, follow, group, hint, label, means, offers, Orders, retreats, standsFor, walks } from './orders';
import { SeasonReport } from './campaign';
import { BattlePanel, Result } from './panel';
import { Arrows, PlanButton, Prepared } from './plans';
import { atBattle } from './report';
import { absent, boxes, lettering, nameKind, Space } from './space';
import { Brief, dice, Rail, Status } from './status';
import { Counter, describe, describePlace, rank, strength } from './symbols';

/** The part of the sheet that the scenario plays on: its land, with a little sea. */
function area(scene: Scene): [number, number, number, number] | undefined {
    const { ids } = areaOf(scene), land = scene.hexes.filter(h => ids.has(h.id) && h.region);
    if (!land.length) return undefined;
    const xs = land.map(h => Number(h.x)), ys = land.map(h => Number(h.y));
    const [left, top, right, bottom] = [Math.min(...xs) - 30, Math.min(...ys) - 40, Math.max(...xs) + 60, Math.max(...ys) + 40];
    const high = (right - left) * 0.95, main = focus(scene); // of a whole coast: as much as can be read, around the main army
    if (!main || bottom - top < 1.6 * high) return [left, top, right, bottom];
    const from = Math.max(top, Math.min(bottom - high, main[1] - high / 2));
    return [left, from, right, from + high];
}

/** On a phone: the strongest stack of whoever is to decide. */
function focus(scene: Scene): [number, number, number] | undefined {
    const mine = scene.prompt?.seat, best = [...scene.at].map(([id, list]) => ({ place: scene.places.get(id), sp: strength(list.filter(p => p.owner === mine)) }))
        .filter(s => s.place?.x !== undefined).sort((a, b) => b.sp - a.sp)[0];
    return best ? [Number(best.place!.x), Number(best.place!.y), 460] : undefined;
}

export const face: Face = {
    width, height, area, focus, arrange, Map, Space, boxes, lettering, nameKind, absent, waters: waterNames, describe, describePlace, rank, Status, Rail, Brief, dice, Help, Credits,
    label, offers, buttonsOnly, standsFor, follow, means, group, hint,
    walks: scene => (scene.prompt?.phase === 'retreat' ? retreats(scene) : walks(scene)),
    Piece: Counter,
    Panel: BattlePanel,
    Result: () => <><Result /><SeasonReport scene={now.value} /></>,
    hasPanel: atBattle,
    Progress: ({ scene }) => <><Orders scene={scene} /><Prepared scene={scene} /></>,
    StackTools: PlanButton, Over: Arrows,
    counted: true, railName: 'Aims',
    layer: place => (place.kind === 'side' ? 1 : 0),
    stepwise: true,
    banners: ['segment', 'season'],
    forced: action => ['lose', 'commit'].includes(action.verb) && myDecision.value,
    together: {}, // the orders have these buttons
    seatMark: seat => <svg class="seat-mark" viewBox="-30 -30 60 60" aria-hidden="true"><SideMark side={seat} /></svg>,
};
