// Counters of 1776, on 100 x 100 units around 0,0. Each kind of troops has its colour and its sign, each side its own
// corners: nothing depends on colour alone.
import type { Scene, Thing } from '../../scene';
import { Plate, signs, Stars } from '../signs';
import { count, isSp, lookOf, sideName, signOf } from './names';

export const corners: Record<string, number> = { british: 5, american: 20 };

const shortName = (piece: Thing) => String(piece.name ?? '').replace(/^(British|American) Leader/, 'Leader');

export function Counter({ piece }: { piece: Thing }) {
    const owner = String(piece.owner ?? ''), n = Number(piece.count ?? 1);
    if (piece.type === 'leader' || piece.type === 'fleet') {
        const leader = piece.type === 'leader';
        return (
            <g class={`block g1776 ${owner} ${piece.type} ${/^French/.test(String(piece.name)) ? 'french' : owner}`}>
                <rect class="body" x="-47" y="-47" width="94" height="94" rx={corners[owner] ?? 8} />
                {leader ? <><Stars n={Number(piece.stars)} y={-30} size={0.62} /><text class="figure" y="14">{Number(piece.rating) > 0 ? `+${piece.rating}` : piece.rating}</text></>
                    : <g transform="translate(0 -12) scale(1.25)">{signs.fleet}</g>}
                <Plate text={shortName(piece)} />
            </g>
        );
    }
    const { sign, colour, short } = lookOf(piece), counted = isSp(piece.type) || n > 1;
    return (
        <g class={`block g1776 ${owner} ${colour} ${sign}`}>
            <rect class="body" x="-47" y="-47" width="94" height="94" rx={corners[owner] ?? 8} />
            <g transform={n > 9 ? 'translate(22 -16) scale(.9)' : `translate(${counted ? 19 : 0} -16) scale(1.02)`}>{signs[sign]}</g>
            {counted && <text class={n > 9 ? 'figure two' : 'figure'} x={n > 9 ? -22 : -23} y={n > 9 ? -5 : 5}>{n}</text>}
            <Plate text={short} />
            {piece.inside && <path class="inside" d="M26-46v-9h5v4h5v-4h6v4h5v-4h5v9z" transform="translate(-6 12)" />}
        </g>
    );
}

// ---- What people read ----

function describeLeader(p: Thing): string {
    return [`${p.name}, ${sideName[String(p.owner)]} leader`, count(Number(p.stars), 'star'), `rating ${p.rating}`, p.inside && 'inside the fort',
            p.back && `back in turn ${p.back}`, p.done && 'has moved'].filter(Boolean).join(', ');
}

export function describe(p: Thing): string {
    if (p.type === 'leader') return describeLeader(p);
    if (p.type === 'fleet') return [`${p.name}, ${sideName[String(p.owner)]} fleet`, p.back && `back in turn ${p.back}`].filter(Boolean).join(', ');
    const n = Number(p.count ?? 1), parts = [isSp(p.type) && n === 1 ? `1 ${p.name}` : isSp(p.type) ? `${n} SP of ${p.name}` : n > 1 ? `${n} ${p.name}` : String(p.name).replace(/s$/, '')];
    if (p.inside) parts.push('inside the fort');
    if (p.in_hand) parts.push(`${p.in_hand} in the group`);
    if (p.done) parts.push(Number(p.done) === n ? 'moved' : `${p.done} moved`);
    return parts.join(', ');
}

const grounds: Record<string, string> = {
    clear: 'clear', swamp: 'swamp', mountain: 'mountains', sea: 'sea lane', sea_island: 'sea lane', coast: 'coastal water', coast_island: 'coastal water', lake: 'lake',
};
const waters: Record<string, string> = {
    river1: 'class 1 river', river2: 'class 2 river', river3: 'class 3 river', lake: 'lake', bay: 'bay', coast: 'coast',
};

export function describePlace(place: Thing): string {
    if (place.kind === 'side') return [waters[String(place.water)] ?? 'hexside', place.ferry && 'ferry', place.ford && 'ford'].filter(Boolean).join(' · ');
    if (place.kind === 'box') return 'off the map';
    return [place.town && place.hex, grounds[String(place.terrain)], place.colony, place.strategic && 'strategic town', place.village && 'Indian village', place.port && 'port',
            place.outside && 'not in this scenario'].filter(Boolean).join(' · ');
}

const order: Record<string, number> = { fort: 30, site: 31, entrenchment: 32, magazine: 22, supply: 20, artillery: 21, bateau: 23, com: 33 };
export const rank = (p: Thing) => (p.type === 'leader' ? -Number(p.stars ?? 0) : p.type === 'fleet' ? 5 : order[signOf(p)] ?? 10);

/** SP among pieces. */
export const strength = (pieces: Thing[]) => pieces.reduce((sum, p) => sum + (isSp(p.type) ? Number(p.count ?? 1) : 0), 0);
export const leadersOf = (pieces: Thing[]) => pieces.filter(p => p.type === 'leader').sort((a, b) => Number(b.stars) - Number(a.stars));
/** What is aboard a fleet. */
export const cargoOf = (scene: Scene, fleet: string) => scene.at.get(`aboard_${fleet}`) ?? [];
