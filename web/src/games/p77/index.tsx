import type { Face, Side } from '../face';
import { Credits, Help } from './help';
import { height, labelSide, Map, road, width } from './map';
import { BattleBoard } from './panel';
import { dice, Status } from './status';
import { Block, describe, describePlace, PlaceFlag, PlaceMark, rank, SideMark } from './symbols';

export const face: Face = {
    width, height,
    focus: [330, 560, 400],
    Map, road, PlaceMark, PlaceFlag, describe, describePlace, rank, Status, dice, Help, Credits,
    labelSide: place => labelSide(place) as Side,
    Piece: Block,
    Panel: BattleBoard,
    hasPanel: scene => scene.panels.has('battle') && scene.prompt?.phase !== 'retreat', // that is decided on the map
    together: { take: 'Take all along', place: 'Place the rest for me', deploy: 'Deploy the rest for me' },
    seatMark: seat => <svg class="seat-mark" viewBox="-30 -30 60 60" aria-hidden="true"><SideMark side={seat} /></svg>,
};
