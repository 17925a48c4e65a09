import type { Face } from '../face';
import { Credits, Help } from './help';
import { group, hint, orders } from './groups';
import { height, labelSide, Map, road, waterNames, width } from './map';
import { BattleBoard } from './panel';
import { Result } from './report';
import { dice, Status } from './status';
import { Block, boxes, describe, describePlace, PlaceFlag, PlaceMark, rank, SideMark } from './symbols';

export const face: Face = {
    width, height,
    focus: [330, 560, 400],
    Map, road, PlaceMark, PlaceFlag, describe, describePlace, rank, Status, dice, Help, Credits, labelSide, boxes,
    waters: waterNames,
    Piece: Block,
    Panel: BattleBoard,
    Result,
    hasPanel: scene => scene.panels.has('battle') && scene.prompt?.phase !== 'retreat', // that is decided on the map
    together: { take: 'Take all along', place: 'Place the rest for me', deploy: 'Deploy the rest for me', fire: 'All fire', lose: 'All hits on the strongest' },
    advised: ['place', 'deploy', 'board'],
    onStrongest: ['lose', 'take'],
    group, orders, hint,
    again: { phase: 'stand_or_withdraw', answer: 'stand', button: 'Stand for the whole battle', said: 'Your army stands in every round.', during: 'battle' },
    volley: { fire: { both: { then: 'cease', when: 'commit', button: 'All fire, the reserve holds' } }, lose: { phase: true } },
    forced: ['lose', 'flee', 'starve', 'fire', 'cease'],
    seatMark: seat => <svg class="seat-mark" viewBox="-30 -30 60 60" aria-hidden="true"><SideMark side={seat} /></svg>,
};
