import './style.css';
import type { Scene, Thing } from '../../scene';
import { areaOf } from '../area';
import type { Face } from '../face';
import { SideMark } from '../signs';
import { Credits, Help } from './help';
import { arrange, height, Map, waterNames, width } from './map';
import { isUnit } from './names';
import { buttonsOnly, follow, group, hint, label, means, offers, order, Orders, walks } from './orders';
import { BattlePanel, Result } from './panel';
import { atBattle } from './report';
import { absent, boxes, lettering, nameKind, Space } from './space';
import { dice, Rail, Status } from './status';
import { Counter, describe, describePlace, rank, strength } from './symbols';

const stand = (scene: Scene): [Thing, Thing[]][] => [...scene.at].flatMap(([id, list]): [Thing, Thing[]][] => { const p = scene.places.get(id); return p?.x !== undefined && list.some(isUnit) ? [[p, list]] : []; });

const most = 1300; // units of the board that a wide screen shows well

/** The part of the sheets that is played on. If that is too long for a screen: as much of it as fits around the armies. */
function area(scene: Scene): [number, number, number, number] | undefined {
    const { ids } = areaOf(scene), hexes = scene.hexes.filter(h => ids.has(h.id) && h.terrain !== 'sea'), armies = stand(scene).map(([p, list]) => ({ x: Number(p.x), sum: strength(list) }));
    if (!hexes.length) return undefined;
    const xs = hexes.map(h => Number(h.x)), ys = hexes.map(h => Number(h.y)), [left, right] = [Math.min(...xs) - 40, Math.max(...xs) + 40], [top, bottom] = [Math.min(...ys) - 40, Math.max(...ys) + 40];
    const all = armies.reduce((n, a) => n + a.sum, 0);
    if (right - left <= most || !all) return [left, top, right, bottom];
    const middle = Math.max(left + most / 2, Math.min(right - most / 2, armies.reduce((n, a) => n + a.x * a.sum, 0) / all));
    return [middle - most / 2, top, middle + most / 2, bottom];
}

/** The strongest stack of whoever is to decide. */
function focus(scene: Scene): [number, number, number] | undefined {
    const mine = scene.prompt?.seat, best = stand(scene).map(([place, list]) => ({ place, sum: strength(list.filter(p => p.owner === mine)) })).sort((a, b) => b.sum - a.sum)[0];
    return best ? [Number(best.place.x), Number(best.place.y), 460] : undefined;
}

export const face: Face = {
    width, height, area, focus, arrange, Map, Space, boxes, lettering, nameKind, absent, waters: waterNames, describe, describePlace, rank, Status, Rail, dice, Help, Credits,
    label, order, offers, buttonsOnly, follow, means, group, hint, walks,
    open: true,
    Piece: Counter,
    Panel: BattlePanel, Result,
    hasPanel: atBattle,
    Progress: Orders,
    railName: 'Aims',
    layer: place => (place.kind === 'inside' ? 1 : place.kind === 'sea' ? 2 : 0),
    stepwise: true,
    banners: ['operations', 'france', 'spain'],
    forced: ['lose'],
    together: {},
    seatMark: seat => <svg class="seat-mark" viewBox="-30 -30 60 60" aria-hidden="true"><SideMark side={seat} /></svg>,
};
