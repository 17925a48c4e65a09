// Counters of Campaigns of 1777, on 100 x 100 units around 0,0. Each nation has its colour and its sign,
// each side its own corners: nothing depends on colour alone.
import type { Scene, Thing } from '../../scene';
import { departments, isSp, short, sideName, spaceTypes, spName } from './names';

const box = 'M-19-13h38v26h-38z';
const signs: Record<string, preact.JSX.Element> = {
    regular: <path class="sign" d={`${box}M-19-13l38 26M19-13l-38 26`} />,
    hessian: <path class="sign" d={`${box}M-19-13l38 26M19-13l-38 26M-6-13L0-20l6 7`} />,
    tory: <path class="sign" d={`${box}M-19 13l38-26M-19-13l12 8`} />,
    indian: <path class="sign" d="M-17 13L13-17M4-19c8-2 15 4 13 13-5 1-11-2-13-13z" />,
    artillery_b: <g class="sign"><path d={box} /><circle class="sign-full" r="6.5" /></g>,
    continental: <path class="sign" d={`${box}M-19-13l38 26M19-13l-38 26`} />,
    militia: <path class="sign" d={`${box}M-19 13l38-26`} />,
    artillery_p: <g class="sign"><path d={box} /><circle class="sign-full" r="6.5" /></g>,
    river_ship: <path class="sign" d="M-21 6h42c-2 7-7 11-13 11H-8C-15 17-20 13-21 6zM-2 6v-25M-2-19c10 3 14 10 14 19H-2zM-2-15c-8 3-12 8-12 15h12z" />,
    train: <g class="sign"><path d="M-20-9h27V8h-27zM7 0h9l5 8M-20-9c4-9 23-9 27 0" /><circle cx="-12" cy="13" r="5" /><circle cx="7" cy="13" r="5" /></g>,
    depot: <path class="sign" d="M-13-17h26c5 11 5 23 0 34h-26c-5-11-5-23 0-34zM-15-7h30M-15 8h30" />,
    engineer: <path class="sign" d="M-16 14L12-14M12-14l6 6M12-14l-6-6M-18 14h14" />,
};

/** The mark of a side: a cross, or a ring of stars. */
export function SideMark({ side }: { side: string }) {
    return side === 'british'
        ? <path class="mark" d="M-20 0h40M0-20v40M-14-14l28 28M14-14l-28 28" />
        : <g class="mark">{[0, 72, 144, 216, 288].map(a =>
            <path class="mark-star" transform={`rotate(${a}) translate(0 -15)`}
                  d="M0-7l1.9 4.7 5.1.4-3.9 3.4 1.2 5L0 3.8-4.3 6.5l1.2-5L-7-1.9l5.1-.4z" />)}</g>;
}

const corners: Record<string, number> = { british: 4, patriot: 18 };

function Stars({ n, y }: { n: number; y: number }) {
    return <>{Array.from({ length: n }, (_, i) =>
        <path class="rank-star" transform={`translate(${(i - (n - 1) / 2) * 19} ${y}) scale(.5)`}
              d="M0-19l5.6 12.2 13.3 1.5-9.9 9 2.7 13.2L0 9.3l-11.7 6.6L-9 2.7l-9.9-9 13.3-1.5z" />)}</>;
}

function Plate({ text }: { text: string }) {
    return (
        <>
            <rect class="plate" x="-43" y="22" width="86" height="21" rx="3" />
            <text class="name" y="37.5" textLength={text.length > 9 ? 80 : undefined} lengthAdjust="spacingAndGlyphs">{text}</text>
        </>
    );
}

export function Counter({ piece }: { piece: Thing }) {
    const owner = String(piece.owner), type = String(piece.type), count = Number(piece.count ?? 1);
    const body = <rect class="body" x="-47" y="-47" width="94" height="94" rx={corners[owner] ?? 6} />;
    if (type === 'leader') return (
        <g class={`block c77 ${owner} leader${piece.kind === 'primary' ? ' primary' : ''}`}>
            {body}
            <Stars n={Number(piece.rank)} y={-33} />
            <text class="figure" x="-26" y="14">{piece.leadership}</text>
            <text class="rating" x="20" y="9">{piece.attack}–{piece.defense}</text>
            <Plate text={String(piece.name)} />
            {piece.unsupplied && <Hunger x={37} y={-36} />}
        </g>
    );
    return (
        <g class={`block c77 ${owner} ${type}`}>
            {body}
            <g transform={count > 9 ? 'translate(22 -16) scale(.9)' : `translate(${count > 1 || isSp(type) ? 18 : 0} -16) scale(1.05)`}>{signs[type]}</g>
            {(count > 1 || isSp(type)) && <text class={count > 9 ? 'figure two' : 'figure'} x={count > 9 ? -22 : -23} y={count > 9 ? -5 : 6}>{count}</text>}
            <Plate text={short[type] ?? String(piece.name ?? type)} />
            {Number(piece.unsupplied) > 0 && <Hunger x={37} y={-36} />}
        </g>
    );
}

/** Out of supply: an empty kettle, crossed out. */
function Hunger({ x, y }: { x: number; y: number }) {
    return <g class="hunger" transform={`translate(${x} ${y})`}><circle r="12" /><path d="M-6-6L6 6M6-6L-6 6" /></g>;
}

// ---- What people read ----

function describeLeader(p: Thing): string {
    const parts = [String(p.name), `${sideName[String(p.owner)]} ${p.kind === 'primary' ? 'primary leader' : 'leader'}`,
                   `rank ${p.rank}`, `leadership ${p.leadership}`, `attack ${p.attack}`, `defense ${p.defense}`];
    if (p.range) parts.push(`range ${p.range}`);
    if (p.cost) parts.push(`costs ${p.cost} to activate`);
    if (p.unsupplied) parts.push('out of supply');
    if (p.note && p.note !== 'out of supply') parts.push(String(p.note));
    return parts.join(', ');
}

export function describe(p: Thing): string {
    const type = String(p.type), count = Number(p.count ?? 1);
    if (type === 'leader') return describeLeader(p);
    if (!isSp(type)) {
        const what = type === 'train' ? 'supply train' : type;
        return type === 'engineer' ? 'Kosciuszko, engineer' : `${count} ${sideName[String(p.owner)]} ${what}${count > 1 ? 's' : ''}`;
    }
    const parts = [`${count} ${sideName[String(p.owner)]} SP of ${spName(type, 2)}`];
    if (p.unsupplied) parts.push(`${p.unsupplied} out of supply`);
    if (p.marched) parts.push(`${p.marched} marched this turn`);
    return parts.join(', ');
}

export function describePlace(place: Thing): string {
    if (place.outside) return 'Not in this scenario';
    const parts = [departments[String(place.region)], spaceTypes[String(place.kind)]];
    if (place.fort) parts.push(`holds ${place.capacity} SP inside`);
    if (place.port) parts.push('port');
    if (place.british_magazine && place.patriot_magazine) parts.push('magazine');
    else if (place.british_magazine) parts.push('British magazine');
    else if (place.patriot_magazine) parts.push('Patriot magazine');
    if (place.goal) parts.push('the British must hold it at the end');
    if (place.control) parts.push(`${sideName[String(place.control)]} control`);
    else if (place.held) parts.push(`last held by the ${sideName[String(place.held)]} side`);
    if (place.siege) parts.push('fort under siege');
    if (place.cut_off) parts.push('an army here would be out of supply now');
    return parts.filter(Boolean).join(' · ');
}

const order: Record<string, number> = { leader: 0, train: 20, depot: 21, engineer: 1 };
export const rank = (p: Thing) => (p.type === 'leader' ? -Number(p.rank ?? 0) : order[String(p.type)] ?? 10);

/** SP among pieces, the ship counted as one. */
export const strength = (pieces: Thing[]) =>
    pieces.reduce((sum, p) => sum + (isSp(String(p.type)) ? Number(p.count ?? 1) : 0), 0);

/** The one whose name an army bears: by rank, then primary, then leadership. */
export function senior(pieces: Thing[]): Thing | undefined {
    const standing = (p: Thing) => 100 * Number(p.rank) + (p.kind === 'primary' ? 50 : 0) + Number(p.leadership);
    return pieces.filter(p => p.type === 'leader').sort((a, b) => standing(b) - standing(a))[0];
}

/** The inside of a fort, boxes of a city: places that lie within another. */
export const within = (scene: Scene, place: string) =>
    (scene.within.get(place) ?? []).flatMap(p => scene.at.get(p.id) ?? []);
