import type { Action } from '../../scene';
import type { View } from '../../types';
import type { Face } from '../face';
import { battleNow, BattlePanel } from './battle';
import { Credits, Help } from './help';
import { label, standsFor } from './labels';
import { Log } from './log';
import './lod.css';
import { height, Sheet, width } from './map';
import { rank } from './names';
import { Rail } from './rail';
import { positions, Space } from './space';
import { dice, Progress, Status } from './status';
import { Block, describe, describePlace, FactionMark } from './symbols';

/** The drawing has another projection than the data: its own positions count. */
function arrange(board: View): View {
    const next = { ...board };
    for (const [id, [x, y]] of Object.entries(positions)) next[`place:${id}`] = { ...board[`place:${id}`], x, y };
    return next;
}

/** Commands come first, what one may leave be last. */
const late = ['event', 'finish', 'hold', 'pass'];
const order = (action: Action) => late.indexOf(action.verb);

export const face: Face = {
    width, height, open: true, focus: [600, 420, 560],
    Map: Sheet, arrange, Space, describe, describePlace, rank, Status, Progress, Rail, Log, dice, label, order, standsFor, Help, Credits,
    layer: place => (place.kind === 'city' || place.kind === 'box' ? 1 : 0),
    Piece: Block,
    Panel: BattlePanel,
    hasPanel: scene => battleNow(scene) !== null,
    again: { phase: 'stroke', answer: 'hold', button: 'Not now, and stop asking', said: 'You are not asked about Brilliant Strokes.' },
    counted: true,
    together: { take: 'Take all along', place: 'Place all', activate: 'Activate all' },
    seatMark: seat => <svg class={`seat-mark ${seat}`} viewBox="-30 -30 60 60" aria-hidden="true"><FactionMark faction={seat} /></svg>,
};
