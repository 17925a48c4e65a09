// Counters of End of Empire, on 100 x 100 units around 0,0, with what is printed on them: the linear factor (in a box: it
// attacks at half; in a circle: it does not attack), the ambush factor (with a +: it lays ambushes), the movement (with a +: it
// moves by itself; in a box: it is hard to move), steps as pips.
import type { Thing } from '../../scene';
import { Plate, signs } from '../signs';
import { count, isUnit, leavings, nationNames, signOf, typeNames } from './names';

export const corners: Record<string, number> = { british: 5, allied: 20 };

/** The colour of a piece: its nation's, else its side's. */
export const colourOf = (p: Thing) => (p.nation && p.nation !== 'garrison' && p.nation !== 'provincial' ? `${p.nation}${p.nation === 'militia' ? ` of-${p.owner}` : ''}` : String(p.owner ?? ''));

/** A name that fits below a counter. */
export const shortName = (p: Thing) => String(p.name ?? '').replace(/ \(.*$/, '').replace(/ (militia|Regiment|Foot|Provincials)$/, m => ({ ' militia': ' mil.', ' Foot': ' Ft', ' Provincials': ' Prov.' })[m] ?? '').replace('North Carolina', 'N. Carolina')
    .replace('South Carolina', 'S. Carolina').replace('New Hampshire', 'N. Hamps.').replace('Massachusetts', 'Mass.').replace('Pennsylvania', 'Penn.').replace('Connecticut', 'Conn.');

function Pips({ piece }: { piece: Thing }) {
    const full = Number(piece.full ?? 0), now = Number(piece.steps ?? 0);
    return full > 1 ? <>{Array.from({ length: full }, (_, i) => <circle key={i} class={i < now ? 'pip' : 'pip gone'} cx={40} cy={-36 + i * 12} r="4.4" />)}</> : null;
}

/** A figure with its frame, as printed. */
function Printed({ x, y, size, text, frame }: { x: number; y: number; size: number; text: string; frame: 'box' | 'circle' | '' }) {
    const w = size * (0.3 * text.length + 0.2);
    return (
        <g class="printed">
            {frame === 'box' && <rect class="frame" x={x - w} y={y - size * 0.86} width={2 * w} height={size * 1.08} rx="2" />}
            {frame === 'circle' && <ellipse class="frame" cx={x} cy={y - size * 0.34} rx={Math.max(w, size * 0.58)} ry={size * 0.6} />}
            <text x={x} y={y} font-size={size}>{text}</text>
        </g>
    );
}

function Unit({ piece }: { piece: Thing }) {
    const owner = String(piece.owner);
    return (
        <g class={`block eoe ${owner} ${colourOf(piece)}`}>
            <rect class="body" x="-47" y="-47" width="94" height="94" rx={corners[owner] ?? 8} />
            <g transform="translate(-17 -28) scale(.86)">{signs[signOf(piece)]}</g>
            {piece.artillery && piece.type !== 'artillery' && <circle class="gun" cx="14" cy="-28" r="5.5" />}
            <Pips piece={piece} />
            <Printed x={-26} y={15} size={Number(piece.linear) > 9 ? 24 : 30} text={String(piece.linear)} frame={piece.boxed ? 'box' : piece.circled ? 'circle' : ''} />
            <Printed x={6.5} y={13} size={piece.ambushes ? 15.5 : 19} text={`${piece.ambushes ? '+' : ''}${piece.ambush}`} frame="" />
            <Printed x={32} y={13} size={piece.plus ? 13 : 16} text={`${piece.mf}${piece.plus ? '+' : ''}`} frame={piece.bound ? 'box' : ''} />
            <Plate text={shortName(piece)} />
        </g>
    );
}

/** Combat bonus, rank, initiative: that is what is large. */
function Leader({ piece }: { piece: Thing }) {
    const owner = String(piece.owner);
    return (
        <g class={`block eoe leader ${owner} ${colourOf(piece)}`}>
            <rect class="body" x="-47" y="-47" width="94" height="94" rx={corners[owner] ?? 8} />
            <path class="hat" d="M-20-29c10 4 30 4 40 0-6-3-10-14-20-14s-14 11-20 14z" />
            <Printed x={-31} y={11} size={18} text={`+${piece.combat}`} frame="" />
            <Printed x={-1} y={14} size={34} text={String(piece.initiative)} frame="" />
            <Printed x={31} y={11} size={18} text={String(piece.rank)} frame="circle" />
            <Plate text={shortName(piece)} />
        </g>
    );
}

export function Counter({ piece }: { piece: Thing }) {
    const owner = String(piece.owner ?? '');
    if (isUnit(piece)) return <Unit piece={piece} />;
    if (piece.type === 'leader') return <Leader piece={piece} />;
    return (
        <g class={`block eoe ${owner} ${colourOf(piece)} ${piece.type}`}>
            <rect class="body" x="-47" y="-47" width="94" height="94" rx={corners[owner] ?? 8} />
            <g transform="translate(0 -12) scale(1.25)">{piece.type === 'agent' ? <path class="sign" d="M-16 14c0-12 8-16 16-16s16 4 16 16M0-5a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM14-20l9-7" /> : signs[String(piece.type)]}</g>
            <Plate text={piece.type === 'fort' ? 'Fort' : shortName(piece)} />
        </g>
    );
}

// ---- What people read ----

const printed = (value: unknown, frame: unknown, word: string) => (frame ? `${value} ${word}` : String(value));

export function describe(p: Thing): string {
    const state = [p.in_hand && 'in the force', p.done && 'has moved', p.hungry && 'out of supply', p.embarked && 'named for the invasion', p.due !== undefined && `comes in turn ${p.due}`,
                   p.leaves !== undefined && `leaves in turn ${p.leaves}`, p.leaving && `leaves ${leavings[String(p.leaving)] ?? ''}`];
    if (p.type === 'leader') return [`${p.name}, leader`, `initiative ${p.initiative}`, `combat +${p.combat}`, `rank ${p.rank}`, ...state].filter(Boolean).join(', ');
    if (!isUnit(p)) return String(p.name);
    return [String(p.name), `${nationNames[String(p.nation)] ?? ''}, ${typeNames[String(p.type)] ?? p.type}`, count(Number(p.steps), 'step'),
            `linear ${printed(p.linear, p.boxed, 'boxed: attacks at half')}${p.circled ? ' circled: does not attack' : ''}`, `ambush ${p.ambushes ? '+' : ''}${p.ambush}`,
            `moves ${p.mf}${p.plus ? ' plus' : ''}${p.bound ? ' boxed' : ''}`, p.artillery && 'with guns', ...state].filter(Boolean).join(', ');
}

const grounds: Record<string, string> = { wilderness: 'wilderness', mountain: 'mountains: nobody goes there', civilized: 'civilized', sea: 'sea', lake: 'lake' };
const countries: Record<string, string> = { american: 'American', tory: 'Tory', french: 'French' };
const supplies: [string, string][] = [['supply_us', 'Americans'], ['supply_br', 'British'], ['supply_fr', 'French'], ['supply_sp', 'Spaniards']];

export function describePlace(place: Thing): string {
    if (place.kind === 'sea') return 'sea area';
    if (place.kind === 'inside') return 'inside';
    const fed = supplies.filter(([key]) => place[key]).map(([, who]) => who);
    return [place.town || place.outpost ? place.hex : '', place.country ? `${countries[String(place.country)]}${place.rough ? ', rough' : ''}` : grounds[String(place.terrain)], place.area,
            place.town && 'town', place.outpost && 'outpost', place.port && 'port', place.portage && 'portage', place.fortress && 'fortress', fed.length > 0 && `supply for ${fed.join(', ')}`,
            place.settlement && `village of the ${place.settlement}`].filter(Boolean).join(' · ');
}

export const rank = (p: Thing) => (p.type === 'leader' ? Number(p.rank ?? 0) : isUnit(p) ? 100 - Number(p.linear) : 200);

/** Linear factors, and who leads. */
export const strength = (pieces: Thing[]) => pieces.reduce((sum, p) => sum + (isUnit(p) ? Number(p.linear) : 0), 0);
export const leadersOf = (pieces: Thing[]) => pieces.filter(p => p.type === 'leader').sort((a, b) => Number(a.rank) - Number(b.rank));
export const unitsOf = (pieces: Thing[]) => pieces.filter(isUnit);
