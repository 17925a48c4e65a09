// Pieces, on 100 x 100 units around 0,0. Each kind has its own shape; Militia and War Parties are
// hollow while Underground and full while Active. Nothing depends on colour alone.
import type { Thing } from '../../scene';
import { factionName, kinds, leaderGift, levels, plural } from './names';

const outlines: Record<string, string> = {
    british_regulars: 'M-42-42h84v84h-84z',
    tories: 'M0-50L50 0 0 50-50 0z',
    continentals: 'M-20-46h40L46-20v40L20 46h-40L-46 20v-40z',
    french_regulars: 'M-42-42h84v84h-84z',
    militia: 'M0-45a45 45 0 0 1 0 90a45 45 0 0 1 0-90z',
    active_militia: 'M0-45a45 45 0 0 1 0 90a45 45 0 0 1 0-90z',
    war_parties: 'M0-50L52 42H-52z',
    active_war_parties: 'M0-50L52 42H-52z',
    villages: 'M-46 42V0C-46-60 46-60 46 0v42z',
    squadron: 'M-44 8h88l-14 32h-60zM-4 2v-50l36 44z',
};
const star =
    'M0-50L15-30 40-38 37-12 50 0 37 12 40 38 15 30 0 50-15 30-40 38-37 12-50 0-37-12-40-38-15-30z';
outlines.british_forts = outlines.patriot_forts = star;

/** The shape of a kind with a number in it; no number: there is one of what one counts on fingers. */
export function Token({ type, count }: { type: string; count: number }) {
    const low = type.endsWith('war_parties') ? 30 : type === 'villages' ? 26 : 19;
    const bare = count === 1 && /forts|villages|squadron/.test(type);
    return (
        <g class={`lod-token ${type}`}>
            <path class="shape" d={outlines[type]} />
            {type === 'french_regulars' && <path class="line" d="M-33-33h66v66h-66z" />}
            {type === 'british_regulars' && <path class="line faint" d="M-42-42l14 14M42-42L28-28" />}
            {bare ? (type === 'villages' ? <path class="line" d="M-14 42V14h28v28M-30-8h60" /> : /forts/.test(type) && <circle class="line" r="13" />)
                : <text class="count" y={low}>{count}</text>}
        </g>
    );
}

/** A Leader: a ribbon with his name. */
export function Ribbon({ piece, width }: { piece: Thing; width: number }) {
    return (
        <g class={`lod-leader ${piece.owner}`}>
            <path class="ribbon" d={`M${-width / 2}-7h${width}l-4 7 4 7h${-width}l4-7z`} />
            <text y="4.2" textLength={String(piece.name).length > 6 ? width - 12 : undefined} lengthAdjust="spacingAndGlyphs">{piece.name}</text>
        </g>
    );
}

/** A piece in a stack or a box: its shape above a plate with its name. */
export function Block({ piece }: { piece: Thing }) {
    const leader = piece.type === 'leader';
    return (
        <g class="lod-block">
            <g transform="translate(0 -13) scale(.74)">
                {leader
                    ? <g class={`lod-token leader ${piece.owner}`}><path class="shape" d="M-38-46h76v44C38 28 16 42 0 50-16 42-38 28-38-2z" />
                        <path class="line" d="M0-30l7 15 16 2-12 11 4 16-15-8-15 8 4-16-12-11 16-2z" /></g>
                    : <Token type={String(piece.type)} count={Number(piece.count ?? 1)} />}
            </g>
            <rect class="plate" x="-50" y="28" width="100" height="21" rx="3" />
            <text class="name" y="43.5" textLength={String(piece.name).length > 8 && leader ? 94 : undefined} lengthAdjust="spacingAndGlyphs">
                {leader ? piece.name : kinds[String(piece.type)]?.short}</text>
        </g>
    );
}

/** The mark of a Faction: Crown, stars, lily, arrowhead. */
export function FactionMark({ faction }: { faction: string }) {
    switch (faction) {
    case 'british': return <path class="mark-star" d="M-20 14V-8l10 8L0-16 10 0l10-8v22zM-20 18h40v4h-40z" />;
    case 'french': return <path class="mark-star" d="M0-22c7 7 7 14 4 22 3-8 13-12 17-4 3 7-4 12-10 9 2-3 1-6-2-5-3 1-4 4-4 8h6v5h-5l2 9H-8l2-9h-5V8h6c0-4-1-7-4-8-3-1-4 2-2 5-6 3-13-2-10-9 4-8 14-4 17 4-3-8-3-15 4-22z" />;
    case 'indians': return <path class="mark-star" d="M0-22L13 4H5v18h-10V4h-8z" />;
    default: return <g>{[0, 72, 144, 216, 288].map(a => <path key={a} class="mark-star" transform={`rotate(${a}) translate(0 -14)`}
                                                              d="M0-7.5l2 5 5.2.4-4 3.5 1.2 5.2L0 4l-4.4 2.6 1.2-5.2-4-3.5 5.2-.4z" />)}</g>;
    }
}

export const Badge = ({ faction }: { faction: string }) => (
    <svg class={`faction-badge ${faction}`} viewBox="-30 -30 60 60" aria-hidden="true"><FactionMark faction={faction} /></svg>
);

export function describe(piece: Thing): string {
    if (piece.type === 'leader') return `${piece.name}, Leader of the ${factionName[String(piece.owner)]}: ${leaderGift[piece.id] ?? ''}`;
    const n = Number(piece.count ?? 1), kind = kinds[String(piece.type)];
    return n === 1 ? `1 ${kind.one}` : `${n} ${kind.name}`;
}

export function describePlace(place: Thing): string {
    const parts: string[] = [];
    if (place.kind === 'city' || place.kind === 'colony') parts.push(`${place.kind === 'city' ? 'City' : 'Colony'}, population ${place.population}`);
    else if (place.kind === 'reserve') parts.push('Indian Reserve');
    if (place.level) parts.push(levels[String(place.level)].name);
    if (place.control) parts.push(place.control === 'british' ? 'British Control' : 'Rebellion Control');
    if (place.raid) parts.push(plural(Number(place.raid), 'Raid'));
    if (place.propaganda) parts.push(`${place.propaganda} Propaganda`);
    if (place.blockades) parts.push(Number(place.blockades) === 1 ? 'Blockaded' : `${place.blockades} Blockades`);
    if (place.squadrons) parts.push(plural(Number(place.squadrons), 'Squadron'));
    if (place.selected) parts.push('selected for the Command');
    if (place.battle) parts.push('Battle');
    return parts.join(' · ');
}
