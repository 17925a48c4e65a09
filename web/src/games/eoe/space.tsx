// A hex with all that stands on it: an army for each side, a fort, agents. Who is inside a town. Sea areas with fleets.
import type { Thing } from '../../scene';
import { around, type Box } from '../../table/names';
import { scene } from '../../table/store';
import type { Distance } from '../../table/World';
import { areaOf } from '../area';
import { star, signs } from '../signs';
import { isUnit, signOf } from './names';
import { colourOf, corners, leadersOf, shortName, strength, unitsOf } from './symbols';

const outline = 'M-11.5-20H11.5L23.1 0L11.5 20H-11.5L-23.1 0z';
const one = 27, two = 20, far = 40; // how large a counter is: alone, beside the enemy, seen from afar

/** The unit that stands for an army: its strongest. */
const mainOf = (pieces: Thing[]) => unitsOf(pieces).sort((a, b) => Number(b.linear) - Number(a.linear))[0] as Thing | undefined;

/** All pieces of one side as one counter: linear factors, the kind of its strongest, how many units, who leads. */
function Army({ pieces, x, y, size, plate, small }: { pieces: Thing[]; x: number; y: number; size: number; plate: boolean; small: boolean }) {
    const owner = String(pieces[0].owner), units = unitsOf(pieces), main = mainOf(pieces), leaders = leadersOf(pieces), sum = strength(pieces);
    const moves = pieces.some(p => p.in_hand), done = units.length > 0 && units.every(p => p.done);
    return (
        <g class={`army eoe ${owner} ${main ? colourOf(main) : ''}${moves ? ' acts' : ''}${done ? ' done' : ''}`} transform={`translate(${x} ${y}) scale(${size / 100})`}>
            {units.length > 1 && <rect class="under-it" x="-41" y="-57" width="98" height="98" rx={corners[owner] ?? 8} />}
            <rect class="shade" x="-44" y="-44" width="98" height="98" rx={corners[owner] ?? 8} />
            <rect class="body" x="-49" y="-49" width="98" height="98" rx={corners[owner] ?? 8} />
            {units.length > 0 ? <>
                <text class={sum > 9 ? 'figure two' : 'figure'} x={small ? 0 : -17} y="18">{sum}</text>
                {!small && <g transform="translate(27 2) scale(.95)">{signs[signOf(main!)]}</g>}
                {units.length > 1 && !small && <text class="units" x="30" y="-28">×{units.length}</text>}
                {leaders.length > 0 && <path class="hat" transform="translate(-22 -8)" d="M-20-22c10 4 30 4 40 0-6-3-10-14-20-14s-14 11-20 14z" />}
            </> : leaders.length > 0 ? <><path class="hat" d="M-20-20c10 4 30 4 40 0-6-3-10-14-20-14s-14 11-20 14z" /><text class="figure" y="30">{leaders[0].initiative}</text></>
                : <g transform="scale(1.4)">{signs.regular}</g>}
            {plate && leaders.length > 0 && <g class="leads"><rect class="plate" x="-66" y="30" width="132" height="33" rx="4" />
                <text class="name" y="55" textLength={shortName(leaders[0]).length > 9 ? 122 : undefined} lengthAdjust="spacingAndGlyphs">{shortName(leaders[0])}</text></g>}
        </g>
    );
}

/** The armies of a hex, and where they stand. */
function layout(pieces: Thing[], distance: Distance): { armies: { pieces: Thing[]; x: number; y: number; size: number }[]; fort: boolean; agents: Thing[] } {
    const men = pieces.filter(p => isUnit(p) || p.type === 'leader'), owners = [...new Set(men.map(p => String(p.owner)))].sort();
    const both = owners.length > 1, size = distance === 'far' ? (both ? far * 0.7 : far) : both ? two : one;
    return { armies: owners.map((owner, i) => ({ pieces: men.filter(p => p.owner === owner), x: both ? (i ? 8.5 : -8.5) : 0, y: both ? (i ? 4 : -4) : 0, size })),
             fort: pieces.some(p => p.type === 'fort'), agents: pieces.filter(p => p.type === 'agent') };
}

function Hex({ pieces, distance }: { pieces: Thing[]; distance: Distance }) {
    const { armies, fort, agents } = layout(pieces, distance);
    return (
        <>
            {fort && <path class="fortress" transform="scale(.98)" d={star} />}
            {armies.map((a, i) => <Army key={i} {...a} plate={distance !== 'far' && armies.length === 1} small={armies.length > 1} />)}
            {agents.map((p, i) => <g key={p.id} class={`agent ${p.owner}`} transform={`translate(${16 + 4 * i} -12)`}><circle r="5.2" /><path d="M-2.6 3c0-3 1.2-3.6 2.6-3.6S2.6 0 2.6 3M0-.8a1.6 1.6 0 1 1 0-3.2 1.6 1.6 0 0 1 0 3.2z" /></g>)}
        </>
    );
}

/** Those inside: a small wall with their strength. */
function Inside({ pieces, target }: { pieces: Thing[]; target: boolean }) {
    const owner = String(pieces[0]?.owner ?? ''), acts = pieces.some(p => p.in_hand), main = mainOf(pieces);
    return (
        <>
            <rect class="hit" x="-9" y="-9" width="18" height="18" />
            {target && <rect class="ring" x="-10" y="-9.5" width="20" height="19" rx="3" />}
            {pieces.length > 0 && <g class={`garrison eoe ${owner} ${main ? colourOf(main) : ''}${acts ? ' acts' : ''}`}><path d="M-8.5 7V-6.5h3.4v2.4h3.2v-2.4h3.8v2.4h3.2v-2.4h3.4V7z" /><text y="5.4">{strength(pieces)}</text></g>}
        </>
    );
}

function Sea({ place, pieces, target }: { place: Thing; pieces: Thing[]; target: boolean }) {
    return (
        <>
            <circle class="hit" r="26" />
            {(target || pieces.length > 0) && <circle class={target ? 'sea-spot ring' : 'sea-spot'} r="22" />}
            {target && <text class="sea-spot-name" y="38">{place.name}</text>}
            {pieces.map((p, i) => <g key={p.id} class={`afloat ${p.nation ?? p.owner}`} transform={`translate(${(i - (pieces.length - 1) / 2) * 26} 0) scale(.62)`}><circle r="27" />{signs.fleet}</g>)}
        </>
    );
}

export function Space({ place, pieces, target, distance }: { place: Thing; pieces: Thing[]; target: boolean; distance: Distance }) {
    if (place.kind === 'sea') return <Sea place={place} pieces={pieces} target={target} />;
    if (place.kind === 'inside') return <Inside pieces={pieces} target={target} />;
    return <><path class="hit" d={outline} />{pieces.length > 0 && <Hex pieces={pieces} distance={distance} />}
        {place.control && (place.town || place.outpost) && !pieces.some(isUnit) && <circle class={`holder ${place.control}`} cx="0" cy="0" r="1.9" />}</>;
}

/** The room that it takes. */
export function boxes(place: Thing, pieces: Thing[], distance: Distance): Box[] {
    if (place.kind === 'sea') return pieces.length ? [around(0, 0, 24)] : [];
    if (place.kind === 'inside') return pieces.length ? [around(0, 0, 9)] : [];
    const result: Box[] = place.town || place.outpost || place.settlement ? [around(0, 0, place.fortress ? 8 : 5)] : [];
    if (place.port) result.push(around(11, -9, 5.5));
    if (place.portage) result.push([-10, 5, 10, 15]);
    if (!pieces.length) return result;
    const { armies } = layout(pieces, distance);
    for (const a of armies) result.push(around(a.x, a.y, a.size / 2 + 2));
    if (distance !== 'far' && armies.length === 1 && leadersOf(armies[0].pieces).length) result.push([-18.5, 5, 18.5, 17]);
    return result;
}

/** The letters of names, as in style.css. */
export function lettering(place: Thing) {
    if (place.kind !== 'hex' || !place.named || !areaOf(scene.value).ids.has(place.id)) return null;
    if (place.town) return { font: 'SIZE Fell, Georgia, serif', size: 12, weight: place.port ? 4 : 3 };
    if (place.outpost) return { font: 'SIZE Fell, Georgia, serif', size: 11, weight: 2 };
    return { font: 'italic SIZE Fell, Georgia, serif', size: 10.5, weight: place.settlement ? 1 : 0 };
}
export const nameKind = (place: Thing) => (place.town ? 'eoe-town' : place.outpost ? 'eoe-town outpost' : 'eoe-town village');
/** Sea areas beyond this scenario. */
export const absent = (place: Thing) => place.kind === 'sea' && place.x === undefined;
