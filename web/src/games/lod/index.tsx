import type { Action } from '../../scene';
import type { View } from '../../types';
import type { Face } from '../face';
import { battleNow, BattlePanel, Result } from './battle';
import { Credits, Help } from './help';
import { label, standsFor } from './labels';
import { Log, turnLines } from './log';
import './lod.css';
import { height, Sheet, waterNames, width } from './map';
import { rank } from './names';
import { alongOnly, aside, forced, group, offers, orders } from './orders';
import { Brief, Rail } from './rail';
import { sheet } from './sheet';
import { boxes, positions, Space } from './space';
import { dice, Progress, Status } from './status';
import { Block, describe, describePlace, FactionMark } from './symbols';

/** The drawing has another projection than the data: its own positions count. */
function arrange(board: View): View {
    const next = { ...board };
    for (const [id, [x, y]] of Object.entries(positions)) next[`place:${id}`] = { ...board[`place:${id}`], x, y };
    return next;
}

/** Not now comes first where a Brilliant Stroke is asked for; else Commands, and what one may leave be last. */
const late = ['event', 'finish', 'pass'];
const order = (action: Action) => (action.verb === 'hold' ? -2 : late.indexOf(action.verb));

export const face: Face = {
    width, height, open: true, focus: [600, 420, 560],
    Map: Sheet, arrange, Space, boxes, waters: waterNames, describe, describePlace, rank, Status, Progress, Rail, Brief, Log, summary: turnLines, dice, label, order, standsFor, Help, Credits,
    layer: place => (place.kind === 'city' || place.kind === 'box' ? 1 : 0),
    Piece: Block,
    Panel: BattlePanel, Result,
    hasPanel: scene => battleNow(scene)?.open === true,
    incidental: ['resources'],
    again: { phase: 'stroke', answer: 'hold', button: 'Not now, and stop asking', said: 'You are not asked about Brilliant Strokes.' },
    counted: true,
    together: { place: 'Place all', activate: 'Activate all' },
    alongOnly, orders, group, forced, aside, sheet,
    offers,
    seatMark: seat => <svg class={`seat-mark ${seat}`} viewBox="-30 -30 60 60" aria-hidden="true"><FactionMark faction={seat} /></svg>,
};
