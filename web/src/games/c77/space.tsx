// A space with all that stands on it: the town or fort, an army for each side, supply, marks, the name.
import { computed } from '@preact/signals';
import type { Thing } from '../../scene';
import { around, type Box, type Spot } from '../../table/names';
import { scene } from '../../table/store';
import { short } from './names';
import { senior, strength, within } from './symbols';

const counter = 0.34; // of the 100 units of a counter
const half = 18, beside = 17.5; // of a counter with its shade, on the map; where those of two sides stand

const isMarker = (p: Thing) => p.type === 'depot' || p.type === 'train';
const lettersOf = (name: string, leads: boolean) => 20 + (leads ? 17 : 11) * name.length;

/** How wide a leader's plate may be at each space, so that it covers nothing at the next one. */
const plateRoom = computed(() => {
    const room = new Map<string, number>(), armed = [...scene.value.places.values()].filter(p => p.x !== undefined);
    const stands = (id: string) => scene.value.at.get(id)?.some(p => !isMarker(p)) ?? false;
    for (const p of armed) {
        let most = Infinity;
        for (const q of armed) {
            const dx = Math.abs(Number(p.x) - Number(q.x)), dy = Number(q.y) - Number(p.y);
            if (q === p || dx > 120 || Math.abs(dy) > 45) continue;
            const theirs = stands(q.id) ? half + 2 : 12, inTheWay = dy - theirs < 21 && dy + theirs > 7;
            if (inTheWay) most = Math.min(most, stands(q.id) && Math.abs(dy) < 15 ? dx - 2 : 2 * (dx - theirs));
        }
        room.set(p.id, Math.max(2 * half, most) / counter);
    }
    return room;
});

/** A leader's name is read from afar: his plate is as wide as it must be, if there is room. */
const plateWidth = (name: string, leads: boolean, alone: boolean, place: string) =>
    (leads && alone ? Math.min(Math.max(96, lettersOf(name, leads)), plateRoom.value.get(place) ?? 100) : 100);

/** Who stands there. */
function Plate({ name, leads, alone, place }: { name: string; leads: boolean; alone: boolean; place: string }) {
    const letters = lettersOf(name, leads), width = plateWidth(name, leads, alone, place), top = leads ? 26 : 22;
    return (
        <g class={leads ? 'leads' : ''}>
            <rect class="plate" x={-width / 2} y={top} width={width} height={leads ? 34 : 25} rx="4" />
            <text class="name" y={top + (leads ? 26 : 19)} textLength={letters > width ? width - 10 : undefined} lengthAdjust="spacingAndGlyphs">{name}</text>
        </g>
    );
}

function nameOf(pieces: Thing[]): string {
    const head = senior(pieces), types = pieces.filter(p => strength([p]) > 0);
    return head ? String(head.name) : types.length === 1 ? short[String(types[0].type)] : strength(pieces) ? 'mixed' : '';
}

/** All pieces of one side as one counter: SP, who leads, how many leaders. */
function Army({ pieces, x, y, alone = true }: { pieces: Thing[]; x: number; y: number; alone?: boolean }) {
    const owner = String(pieces[0].owner), sp = strength(pieces), leaders = pieces.filter(p => p.type === 'leader');
    const head = senior(pieces), name = nameOf(pieces);
    const acts = leaders.some(p => p.note === 'on the move');
    return (
        <g class={`army ${owner}${acts ? ' acts' : ''}`} transform={`translate(${x} ${y}) scale(${counter})`}>
            <rect class="shade" x="-44" y="-44" width="96" height="96" rx={owner === 'british' ? 4 : 18} />
            <rect class="body" x="-48" y="-48" width="96" height="96" rx={owner === 'british' ? 4 : 18} />
            {leaders.slice(0, 4).map((_, i) =>
                <path class="rank-star" transform={`translate(${(i - (Math.min(4, leaders.length) - 1) / 2) * 20} -34) scale(.5)`}
                      d="M0-19l5.6 12.2 13.3 1.5-9.9 9 2.7 13.2L0 9.3l-11.7 6.6L-9 2.7l-9.9-9 13.3-1.5z" />)}
            {sp > 0 && <text class="figure" y={leaders.length ? 16 : 8}>{sp}</text>}
            {name && <Plate name={name} leads={head !== undefined} alone={alone} place={String(pieces[0].place)} />}
        </g>
    );
}

/** Depots and trains: small, at the foot of the army. */
function Supply({ pieces, x, y }: { pieces: Thing[]; x: number; y: number }) {
    const of = (type: string) => pieces.filter(p => p.type === type).reduce((n, p) => n + Number(p.count ?? 1), 0);
    const depots = of('depot'), trains = of('train'), owner = String(pieces[0]?.owner ?? '');
    if (!depots && !trains) return null;
    return (
        <g class={`supply-marks ${owner}`} transform={`translate(${x} ${y})`}>
            {depots > 0 && <g><path class="icon" d="M-4-5h8c1.6 3.2 1.6 6.8 0 10h-8c-1.6-3.2-1.6-6.8 0-10zM-4.6-2h9.2M-4.6 2.4h9.2" />
                {depots > 1 && <text x="9" y="3">{depots}</text>}</g>}
            {trains > 0 && <g transform={`translate(${depots ? 13 : 0} 0)`}><path class="icon" d="M-6-3.4h8.6v5.6H-6zM2.6 0h2.8l1.6 2.2M-6-3.4c1.3-2.8 7.3-2.8 8.6 0" />
                <circle class="icon" cx="-3.4" cy="3.9" r="1.7" /><circle class="icon" cx="2.4" cy="3.9" r="1.7" />
                {trains > 1 && <text x="9" y="3">{trains}</text>}</g>}
        </g>
    );
}

const fort = (r: number) => { // a star fort with as many bastions as points
    let d = '';
    for (let i = 0; i < 10; i++) {
        const a = Math.PI * (i / 5 - 0.5), l = i % 2 ? r * 0.52 : r;
        d += `${i ? 'L' : 'M'}${(l * Math.cos(a)).toFixed(1)} ${(l * Math.sin(a)).toFixed(1)}`;
    }
    return `${d}z`;
};
const largeFort = fort(21), smallFort = fort(14.5);

function Ground({ place, held }: { place: Thing; held: string }) {
    const magazine = place.british_magazine || place.patriot_magazine;
    return (
        <g class={`ground ${held}`}>
            {place.kind === 'large_fort' ? <path class="fort" d={largeFort} />
                : place.kind === 'small_fort' ? <path class="fort" d={smallFort} />
                : place.kind === 'city' ? <><circle class="city" r="10" /><circle class="city-dot" r="5" /></>
                : <rect class="country" x="-5.6" y="-5.6" width="11.2" height="11.2" transform="rotate(45)" />}
            {magazine && !place.outside && <path class="magazine" transform="translate(0 .4)" d="M-3.4 2.8V-.6L0-3.4l3.4 2.8v3.4z" />}
        </g>
    );
}

function Marks({ place, inside, armies }: { place: Thing; inside: Thing[]; armies: number }) {
    const garrison = strength(inside), owner = String(inside[0]?.owner ?? ''), d = armies ? 18 : 11;
    return (
        <>
            {place.port && <g class={`port ${place.control ?? place.held ?? ''}`} transform={`translate(${-d - 2} ${-d})`}>
                <circle r="6.4" /><path d="M0-3.8v7.4M-2.2-1.9h4.4M-3.6 1c.4 2 1.8 2.7 3.6 2.7S3.2 3 3.6 1" /></g>}
            {place.goal && <path class="goal" transform={`translate(${d + 3} ${-d - 2})`} d="M0-7l1.9 4.7 5.1.4-3.9 3.4 1.2 5L0 3.8-4.3 6.5l1.2-5L-7-1.9l5.1-.4z" />}
            {inside.length > 0 && <g class={`garrison ${owner}`} transform={`translate(${place.port ? d + 6 : -d - 2} ${place.port ? 0 : -d})`}>
                <path d="M-8 7V-5h3v2.4h2.6V-5h4.8v2.4H5V-5h3V7z" /><text y="5.2">{garrison || '★'}</text></g>}
            {place.siege && <circle class="siege" r="25" />}
            {place.cut_off && <g class="hunger" transform={`translate(${armies > 1 ? 36 : d + 3} ${armies > 1 ? -14 : armies ? 4 : 0}) scale(.55)`}><circle r="12" /><path d="M-6-6L6 6M6-6L-6 6" /></g>}
            {place.battle && <g class="town-battle" transform="translate(0 -27)"><circle r="10" /><path d="M-4-4L4 4M4-4L-4 4M-4.5 2l2.5 2.5M4.5 2L2 4.5" /></g>}
        </>
    );
}

/** Two boxes in the ocean: a fleet is in each for a turn, and lands out of the second. */
function SeaTrack({ pieces }: { pieces: Thing[] }) {
    const sea = scene.value.panels.get('sea'), fleet = pieces.filter(p => p.type !== 'depot' && p.type !== 'train');
    return (
        <g class="sea-track">
            <text y="-33">The fleet</text>
            {[1, 2].map(box => <g key={box} transform={`translate(${box === 1 ? -27 : 27} 0)`}>
                <rect class={Number(sea?.box) === box ? 'now' : ''} x="-24" y="-24" width="48" height="48" rx="4" />
                {Number(sea?.box) === box && fleet.length ? <Army pieces={fleet} x={0} y={0} /> : <text y="4">{box}</text>}
            </g>)}
        </g>
    );
}

/** What lies where at a space. */
function layout(place: Thing, pieces: Thing[]) {
    const standing = pieces.filter(p => !isMarker(p)), owners = ['british', 'patriot'].filter(o => standing.some(p => p.owner === o));
    const wide = owners.length > 1, led = standing.some(p => p.type === 'leader');
    return {
        standing, wide, led, inside: within(scene.value, place.id),
        armies: owners.map((o, i) => ({ owner: o, pieces: standing.filter(p => p.owner === o), x: wide ? (i ? beside : -beside) : 0 })),
        supply: ['british', 'patriot'].map((o, i) => ({
            owner: o, pieces: pieces.filter(p => p.owner === o && isMarker(p)),
            x: wide ? (i ? 11 : -24) : standing.length ? -7 : 11, y: standing.length ? (led ? 27 : 23) : 11,
        })).filter(m => m.pieces.length),
    };
}

const groundHalf: Record<string, number> = { large_fort: 21, small_fort: 15, city: 11 };

/** The room that all of it takes. */
export function boxes(place: Thing, pieces: Thing[]): Box[] {
    if (place.id === 'sea') return scene.value.places.get('new_york')?.outside ? [] : [[-53, -46, 53, 26]];
    const { standing, wide, led, inside, armies, supply } = layout(place, pieces), d = armies.length ? 18 : 11;
    const result: Box[] = [around(0, 0, groundHalf[String(place.kind)] ?? 9)];
    for (const a of armies) {
        const leads = a.pieces.some(p => p.type === 'leader'), plate = plateWidth(nameOf(a.pieces), leads, !wide, place.id) * counter / 2;
        result.push(around(a.x, 0, half), [a.x - plate, 7, a.x + plate, leads ? 21 : 17]);
    }
    for (const m of supply) {
        const both = new Set(m.pieces.map(p => p.type)).size > 1, many = m.pieces.some(p => Number(p.count ?? 1) > 1);
        result.push([m.x - 7, m.y - 6.5, m.x + 8 + (both ? 13 : 0) + (many ? 9 : 0), m.y + 6.5]);
    }
    if (place.port) result.push(around(-d - 2, -d, 7));
    if (place.goal) result.push(around(d + 3, -d - 2, 7.5));
    if (inside.length) result.push(around(place.port ? d + 6 : -d - 2, place.port ? 0 : -d, 9));
    if (place.siege) result.push(around(0, 0, 26));
    if (place.cut_off) result.push(around(wide ? 36 : d + 3, wide ? -14 : standing.length ? 4 : 0, 7));
    if (place.battle) result.push(around(0, -27, 10.5));
    return led || standing.length || place.siege ? result : [...result, around(0, 0, 12)]; // room for the ring
}

/** The letters of names, as in style.css. */
export function lettering(place: Thing) {
    if (place.id === 'sea') return null;
    const outside = place.outside ? -20 : 0;
    if (place.kind === 'city') return { font: 'SIZE Fell, Georgia, serif', size: 16, weight: 3 + outside };
    if (place.fort) return { font: 'italic SIZE Fell, Georgia, serif', size: 14, weight: 2 + outside };
    return { font: '500 SIZE system-ui, sans-serif', size: 12.4, weight: outside };
}

export function Space({ place, pieces, target, spot }: { place: Thing; pieces: Thing[]; target: boolean; spot: Spot | null }) {
    if (place.id === 'sea') return scene.value.places.get('new_york')?.outside ? null : <SeaTrack pieces={pieces} />;
    const { standing, wide, inside, armies, supply } = layout(place, pieces), held = String(place.control ?? place.held ?? '');
    return (
        <g class={`c77-space${place.outside ? ' outside' : ''}`}>
            {spot && <path class="touch" d={spot.way} />}
            <circle class="hit" r="21" />
            <Ground place={place} held={held} />
            {target && <circle class="ring" r={standing.length ? 27 : 15} />}
            {armies.map(a => <Army key={a.owner} pieces={a.pieces} x={a.x} y={0} alone={!wide} />)}
            {supply.map(m => <Supply key={m.owner} pieces={m.pieces} x={m.x} y={m.y} />)}
            <Marks place={place} inside={inside} armies={armies.length} />
            {spot && <text class={`place-name ${place.kind}`} x={spot.x} y={spot.y} text-anchor={spot.anchor}>{place.name}</text>}
        </g>
    );
}
