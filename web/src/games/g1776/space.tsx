// A hex with all that stands on it: works, an army for each side, stores. Hexsides with boats and fleets, boxes.
import type { Scene, Thing } from '../../scene';
import { around, type Box } from '../../table/names';
import { scene } from '../../table/store';
import type { Distance } from '../../table/World';
import { areaOf } from '../area';
import { isSp, lookOf, signOf } from './names';
import { star, Stars, signs } from '../signs';
import { cargoOf, corners, leadersOf, strength } from './symbols';

const outline = 'M0-23.1L20-11.5V11.5L0 23.1L-20 11.5V-11.5z';
const one = 27, two = 21, far = 42; // how large a counter is: alone, beside the enemy, seen from afar
const isStore = (p: Thing) => ['supply', 'artillery', 'magazine', 'com'].includes(signOf(p));
const isWork = (p: Thing) => ['fort', 'site', 'entrenchment'].includes(signOf(p));

/** The kind of troops that an army has most of. */
function mainOf(pieces: Thing[]): Thing | undefined {
    return pieces.filter(p => isSp(p.type)).sort((a, b) => Number(b.count) - Number(a.count))[0];
}
const shortName = (p: Thing) => String(p.name).replace(/^(British|American) Leader/, 'Leader');

/** All pieces of one side as one counter: SP, their kind, who leads. */
function Army({ pieces, x, y, size, plate, small }: { pieces: Thing[]; x: number; y: number; size: number; plate: boolean; small: boolean }) {
    const owner = String(pieces[0].owner), sp = strength(pieces), main = mainOf(pieces), leaders = leadersOf(pieces);
    const look = main ? lookOf(main) : { sign: '', colour: owner, short: '' }, moves = pieces.some(p => p.in_hand);
    const others = pieces.filter(p => !isSp(p.type) && p.type !== 'leader');
    const done = pieces.every(p => p.done && (p.type === 'leader' || p.done === p.count)) && pieces.length > 0;
    return (
        <g class={`army g1776 ${owner} ${look.colour}${moves ? ' acts' : ''}${done ? ' done' : ''}`} transform={`translate(${x} ${y}) scale(${size / 100})`}>
            <rect class="shade" x="-44" y="-44" width="98" height="98" rx={corners[owner] ?? 8} />
            <rect class="body" x="-49" y="-49" width="98" height="98" rx={corners[owner] ?? 8} />
            {leaders.length > 0 && <Stars n={Math.min(4, leaders.length)} y={-34} size={0.5} />}
            {sp > 0 ? <><text class={sp > 9 ? 'figure two' : 'figure'} x={small ? 0 : -18} y={leaders.length ? 22 : 18}>{sp}</text>
                {!small && <g transform={`translate(26 ${leaders.length ? 4 : 0}) scale(.98)`}>{signs[look.sign]}</g>}</>
                : leaders.length ? <text class="figure" y="26">{leaders[0].rating}</text> : others.length ? <g transform="scale(1.5)">{signs[signOf(others[0])]}</g> : null}
            {plate && leaders.length > 0 && <g class="leads"><rect class="plate" x="-66" y="30" width="132" height="33" rx="4" />
                <text class="name" y="55" textLength={shortName(leaders[0]).length > 9 ? 122 : undefined} lengthAdjust="spacingAndGlyphs">{shortName(leaders[0])}</text></g>}
        </g>
    );
}

/** Supplies, guns, magazines: small, at the foot of the hex. */
function Stores({ pieces, y }: { pieces: Thing[]; y: number }) {
    const list = pieces.filter(isStore).slice(0, 4);
    return <>{list.map((p, i) => (
        <g key={p.id} class={`store ${p.owner ?? ''}`} transform={`translate(${(i - (list.length - 1) / 2) * 9.5} ${y}) scale(.2)`}>
            <rect x="-24" y="-24" width="48" height="48" rx="8" />{signs[signOf(p)]}
            {Number(p.count) > 1 && <text x="22" y="-8">{p.count}</text>}
        </g>))}</>;
}

const fleetColour = (p: Thing) => (/^French/.test(String(p.name)) ? 'french' : String(p.owner));

function Afloat({ pieces }: { pieces: Thing[] }) {
    const fleets = pieces.filter(p => p.type === 'fleet'), boats = pieces.filter(p => p.type !== 'fleet' && p.type !== 'leader');
    const tokens = [...fleets.slice(0, 3), ...boats.slice(0, 1)];
    return <>{tokens.map((p, i) => (
        <g key={p.id} class={`afloat ${p.type === 'fleet' ? fleetColour(p) : p.owner}`} transform={`translate(${(i - (tokens.length - 1) / 2) * 15} ${-2 * i}) scale(${p.type === 'fleet' ? 0.34 : 0.27})`}>
            <circle r="27" />{p.type === 'fleet' ? signs.fleet : signs.bateau}
            {Number(p.count ?? 1) > 1 && <text x="22" y="-16">{p.count}</text>}
            {p.type === 'fleet' && cargoOf(scene.value, p.id).length > 0 && <circle class="laden" cx="22" cy="-20" r="9" />}
        </g>))}</>;
}

/** Boxes are for games with fleets. */
export const absent = (place: Thing, s: Scene) => place.kind === 'box' && !hasFleets(s);
const withFleets = new WeakMap<Scene['pieces'], boolean>();
function hasFleets(s: Scene): boolean {
    let known = withFleets.get(s.pieces);
    if (known === undefined) withFleets.set(s.pieces, known = [...s.pieces.values()].some(p => p.type === 'fleet'));
    return known;
}

function SeaBox({ place, pieces, target }: { place: Thing; pieces: Thing[]; target: boolean }) {
    return (
        <g class="sea-box">
            <rect class={target ? 'now' : ''} x="-80" y="-24" width="160" height="48" rx="4" />
            <text y="-11">{place.name}</text>
            <g transform="translate(0 8)"><Afloat pieces={pieces} /></g>
        </g>
    );
}

function layout(pieces: Thing[], distance: Distance) {
    const armies = ['british', 'american'].map(o => pieces.filter(p => p.owner === o && !isStore(p) && !isWork(p) && signOf(p) !== 'bateau')).filter(a => a.length);
    const size = distance === 'far' ? (armies.length > 1 ? one : far) : armies.length > 1 ? two : one;
    return { armies: armies.map((a, i) => ({ pieces: a, x: armies.length > 1 ? (i ? 0.5 : -0.5) * (distance === 'far' ? 28 : 19) : 0, y: armies.length > 1 ? (i ? 4 : -5) : -1 })), size, works: pieces.filter(isWork), stores: pieces.filter(isStore), boats: pieces.filter(p => signOf(p) === 'bateau') };
}

function Hex({ pieces, distance }: { pieces: Thing[]; distance: Distance }) {
    const { armies, size, works, stores, boats } = layout(pieces, distance), fort = works.find(w => signOf(w) === 'fort' || signOf(w) === 'site');
    const dug = works.find(w => signOf(w) === 'entrenchment'), inside = pieces.filter(p => p.inside && isSp(p.type));
    return (
        <>
            {fort && <path class={`fortress ${fort.owner}${signOf(fort) === 'site' ? ' begun' : ''}`} d={star} />}
            {dug && <path class={`trench ${dug.owner}`} d="M-18-10l3-6 4 3 3-6 4 4 4-5 4 5 4-4 3 6 4-3 3 6" />}
            {armies.map(a => <Army key={String(a.pieces[0].owner)} pieces={a.pieces} x={a.x} y={a.y} size={size} small={distance === 'far'} plate={distance !== 'far' && armies.length === 1} />)}
            {distance !== 'far' && <Stores pieces={stores} y={armies.length ? 18.5 : 10} />}
            {boats.length > 0 && <g transform="translate(0 8)"><Afloat pieces={boats} /></g>}
            {inside.length > 0 && distance !== 'far' && <g class={`garrison ${inside[0].owner}`} transform="translate(-15 -13)"><path d="M-6 5V-4h2.4v1.8h2V-4h3.4v1.8h2V-4H6v9z" /><text y="4">{strength(inside)}</text></g>}
        </>
    );
}

export function Space({ place, pieces, target, distance }: { place: Thing; pieces: Thing[]; target: boolean; distance: Distance }) {
    if (place.kind === 'box') return <SeaBox place={place} pieces={pieces} target={target} />;
    if (place.kind === 'side') return <><circle class="hit" r="9" />{target && <circle class="ring" r="8" />}<Afloat pieces={pieces} /></>;
    return <><path class="hit" d={outline} />{pieces.length > 0 && <Hex pieces={pieces} distance={distance} />}</>;
}

/** The room that it takes. */
export function boxes(place: Thing, pieces: Thing[], distance: Distance): Box[] {
    if (place.kind === 'box') return [[-80, -24, 80, 24]];
    if (place.kind === 'side') return pieces.length ? [around(0, 0, 10)] : [];
    const result: Box[] = place.town ? [around(0, 0, place.strategic ? 8 : 5)] : [];
    if (place.port) result.push(around(-11, -9, 5.5));
    if (!pieces.length) return result;
    const { armies, size, stores } = layout(pieces, distance);
    for (const a of armies) result.push(around(a.x, a.y, size / 2 + 1));
    if (distance === 'far') return result;
    if (armies.length === 1 && leadersOf(armies[0].pieces).length) result.push([-18.5, 5, 18.5, 17]);
    if (stores.length) result.push([-5 * stores.length, 13, 5 * stores.length, 24]);
    return result;
}

/** The letters of names, as in style.css. */
export function lettering(place: Thing) {
    if (!place.town || !areaOf(scene.value).ids.has(place.id)) return null;
    if (place.strategic) return { font: 'SIZE Fell, Georgia, serif', size: 13, weight: 4 };
    if (place.village) return { font: 'italic SIZE Fell, Georgia, serif', size: 10.5, weight: 1 };
    return { font: 'SIZE Fell, Georgia, serif', size: 11.5, weight: place.port ? 3 : place.site ? 0 : 2 };
}
export const nameKind = (place: Thing) => (place.strategic ? 'g1776-town strategic' : place.village ? 'g1776-town village' : 'g1776-town');
