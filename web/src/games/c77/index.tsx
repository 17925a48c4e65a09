import './style.css';
import type { Scene } from '../../scene';
import type { Face } from '../face';
import { Credits, Help } from './help';
import { arrange, height, labelSide, Map, road, waterNames, width } from './map';
import { buttonsOnly, group, label, offers, Orders, standsFor } from './orders';
import { BattlePanel, Result } from './panel';
import { atBattle } from './report';
import { boxes, lettering, Space } from './space';
import { dice, Status } from './status';
import { Counter, describe, describePlace, rank, SideMark } from './symbols';

/** The part of the sheet that the scenario plays on. */
function area(scene: Scene): [number, number, number, number] | undefined {
    const spaces = [...scene.places.values()].filter(p => p.x !== undefined && p.id !== 'sea');
    const used = spaces.filter(p => !p.outside);
    if (!used.length || used.length === spaces.length) return undefined;
    const xs = used.map(p => Number(p.x)), ys = used.map(p => Number(p.y)), [wide, high] = [100, 60]; // room for names
    return [Math.min(...xs) - wide, Math.min(...ys) - high, Math.max(...xs) + wide, Math.max(...ys) + high];
}

export const face: Face = {
    width, height, area,
    focus: [700, 320, 470],
    Map, road, labelSide, arrange, Space, boxes, lettering, waters: waterNames, describe, describePlace, rank, Status, dice, Help, Credits, label, offers, buttonsOnly, standsFor,
    Piece: Counter,
    Panel: BattlePanel, Result,
    hasPanel: atBattle,
    Progress: Orders,
    banners: ['drawn'],
    group,
    forced: ['lose', 'remove', 'to', 'senior'],
    together: {}, // the orders have these buttons
    seatMark: seat => <svg class="seat-mark" viewBox="-30 -30 60 60" aria-hidden="true"><SideMark side={seat} /></svg>,
};
