// Blocks of Philadelphia 1777, on 100 x 100 units around 0,0. Each nation has its colour and its own
// corner, each type its sign: nothing depends on colour alone.
import type { Thing } from '../../scene';
import { around, type Box } from '../../table/names';

const signs: Record<string, preact.JSX.Element> = {
    infantry: <path class="sign" d="M-19-13h38v26h-38zM-19-13l38 26M19-13l-38 26" />,
    militia: <path class="sign" d="M-19-13h38v26h-38zM-19 13l38-26" />,
    artillery: <g class="sign"><path d="M-19-13h38v26h-38z" /><circle class="sign-full" r="6.5" /></g>,
    leader: <path class="sign-full" d="M0-19l5.6 12.2 13.3 1.5-9.9 9 2.7 13.2L0 9.3l-11.7 6.6L-9 2.7l-9.9-9 13.3-1.5z" />,
};

const ringOfStars = [[0, -17], [14.7, -8.5], [14.7, 8.5], [0, 17], [-14.7, 8.5], [-14.7, -8.5]]
    .map(([x, y]) => `M${x} ${y - 6}l1.6 4 4.4.4-3.3 2.9 1 4.3-3.7-2.3-3.7 2.3 1-4.3-3.3-2.9 4.4-.4z`).join('');

/** The mark of a side, as it is on the back of its blocks. */
export function SideMark({ side }: { side: string }) {
    return side === 'british'
        ? <path class="mark" d="M-20 0h40M0-20v40M-14-14l28 28M14-14l-28 28" />
        : <path class="mark-star" d={ringOfStars} />;
}

function Corner({ nation }: { nation: string }) {
    if (nation === 'hessian') return <path class="corner" d="M24-46h22v22z" />;
    if (nation === 'american') return <circle class="corner" cx="37" cy="-37" r="5" />;
    return <path class="corner" d="M34-44v14M27-37h14" />;
}

const rounded: Record<string, number> = { british: 5, hessian: 5, american: 16 };

export function Block({ piece }: { piece: Thing }) {
    const owner = String(piece.owner);
    if (piece.hidden) {
        return (
            <g class={`block back ${owner}`}>
                <rect class="body" x="-47" y="-47" width="94" height="94" rx={rounded[owner] ?? 6} />
                <path class="hatch" d="M-40-8L-8-40M-40 20L20-40M-36 36L36-36M-20 40L40-20M8 40L40 8" />
                {Number(piece.count) > 1
                    ? <><circle class="seal" r="27" /><text class="figure" y="14">{piece.count}</text></>
                    : <g transform="scale(.95)"><circle class="seal" r="30" /><SideMark side={owner} /></g>}
            </g>
        );
    }
    const type = String(piece.type), nation = String(piece.nation ?? owner);
    const strength = Number(piece.strength ?? piece.max ?? 0), max = Number(piece.max ?? strength);
    const leader = type === 'leader';
    return (
        <g class={`block ${owner} ${nation} ${type}`}>
            <rect class="body" x="-47" y="-47" width="94" height="94" rx={rounded[nation] ?? 6} />
            <Corner nation={nation} />
            <g transform={leader ? 'translate(0 -14) scale(1.25)' : 'translate(13 -12) scale(1.02)'}>{signs[type]}</g>
            {leader
                ? <><text class="rating" x="-30" y="-6">{piece.group_limit}</text>
                    <text class="rating" x="30" y="-6">{piece.move}</text></>
                : <text class="figure strength" x="-27" y="3">{strength}</text>}
            {!leader && Array.from({ length: max }, (_, i) =>
                <rect class={i < strength ? 'pip' : 'pip lost'} x={-36 + i * 19} y="13" width="14" height="6" rx="2" />)}
            <rect class="plate" x="-42" y="23" width="84" height="19" rx="3" />
            <text class="name" y="37" textLength={String(piece.name).length > 8 ? 78 : undefined}
                  lengthAdjust="spacingAndGlyphs">{piece.name}</text>
        </g>
    );
}

const typeNames: Record<string, string> = {
    infantry: 'infantry', militia: 'militia', artillery: 'artillery', leader: 'leader',
};
const nationNames: Record<string, string> = { british: 'British', hessian: 'Hessian', american: 'American' };
const sideName = (side: unknown) => nationNames[String(side)] ?? String(side);

export function describe(piece: Thing): string {
    if (piece.hidden) {
        const n = Number(piece.count ?? 1);
        return `${n} hidden ${sideName(piece.owner)} block${n > 1 ? 's' : ''}`;
    }
    const parts = [`${piece.name}`, `${sideName(piece.nation)} ${typeNames[String(piece.type)]}`];
    if (piece.formation && piece.formation !== piece.name) parts.push(String(piece.formation));
    if (piece.type === 'leader') parts.push(`leads up to ${piece.group_limit}, moves ${piece.move}`);
    else parts.push(`strength ${piece.strength} of ${piece.max}, moves ${piece.move}`);
    if (piece.dice !== undefined) parts.push(`fires ${piece.dice} dice`);
    if (piece.note) parts.push(String(piece.note));
    if (piece.acted) parts.push('has acted in this round');
    return parts.join(', ');
}

const regions: Record<string, string> = {
    maryland: 'Maryland', delaware: 'Delaware', pennsylvania: 'Pennsylvania', new_jersey: 'New Jersey',
};

export function describePlace(place: Thing): string {
    const parts = [regions[String(place.region)] ?? ''];
    if (place.fort) parts.push('fort: its attackers’ infantry has a die less in round one');
    if (place.port) parts.push(`port, ${sideName(place.control)}`);
    if (place.supply) parts.push('American supply town');
    if (place.battle) parts.push('battle to be fought');
    return parts.filter(Boolean).join(' · ');
}

/** Town, port, fort: what stands under the blocks. */
export function PlaceMark({ place }: { place: Thing }) {
    return (
        <>
            {place.fort ? <path class="town-fort" d="M0-11l3 5 6.5-3.5L6-3l5 3-5 3 3.5 6.5L3 6 0 11-3 6l-6.5 3.5L-6 3l-5-3 5-3-3.5-6.5L-3-6z" />
                : place.supply ? <rect class="town-supply" x="-6.5" y="-6.5" width="13" height="13" />
                : <circle class="town-dot" r={place.id === 'philadelphia' ? 7.5 : 4.4} />}
            {place.id === 'philadelphia' && <path class="town-star" d="M0-4.6L1.2-1.4l3.4.1L1.9.8l1 3.3L0 2.2l-2.9 1.9 1-3.3-2.7-2.1 3.4-.1z" />}
        </>
    );
}

/** The room that these take. */
export const boxes = (place: Thing): Box[] => [
    ...(place.port ? [around(-14, -12, 7.5)] : []), ...(place.battle ? [around(0, -20, 9)] : []), ...(place.fort ? [around(0, 0, 12)] : []),
];

/** What must be seen though blocks stand there: whose port it is, that there is battle. */
export function PlaceFlag({ place }: { place: Thing }) {
    return (
        <>
            {place.port && <g class="town-port" transform="translate(-14 -12)">
                {place.control === 'british' ? <rect x="-6" y="-6" width="12" height="12" rx="1.5" /> : <circle r="6.6" />}
                <path d="M0-3.8v7.4M-2.2-1.9h4.4M-3.6 1c.4 2 1.8 2.7 3.6 2.7S3.2 3 3.6 1" />
            </g>}
            {place.battle && <g class="town-battle" transform="translate(0 -20)"><circle r="8" /><path d="M-4-4L4 4M4-4L-4 4M-4.5 2l2.5 2.5M4.5 2L2 4.5" /></g>}
        </>
    );
}

export const rank = (piece: Thing) =>
    ({ leader: 0, artillery: 2, militia: 3 } as Record<string, number>)[String(piece.type)] ?? 1;
