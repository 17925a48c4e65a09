// The plain face, for a game that has no folder of its own yet. It knows nothing but the schema of
// views: places as circles, ways as lines, counters with their type, cards and panels as lists.
import { plain, type Scene, type Thing } from '../../scene';
import { chosen, explain, isTarget, pick } from '../../table/select';
import { seatName } from '../../table/store';
import type { GameEvent, View } from '../../types';
import { memo } from '../../ui/memo';
import type { Face } from '../face';
import { hexSheet } from '../hexsheet';

const size = 1000, edge = 50, boxHeight = 70, boxesInRow = 6;

/** Any board's units fill the sheet; places without a spot on the map are boxes below it. */
function arrange(board: View): View {
    const places = Object.entries(board).filter(([key]) => key.startsWith('place:'));
    const onMap = places.filter(([, p]) => p.x !== undefined && p.y !== undefined);
    const xs = onMap.map(([, p]) => Number(p.x)), ys = onMap.map(([, p]) => Number(p.y));
    const boxes = places.filter(([, p]) => p.x === undefined), mapHeight = size - boxHeight * Math.ceil(boxes.length / boxesInRow);
    const [left, top] = [Math.min(...xs), Math.min(...ys)], [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
    const scale = Math.min((size - 2 * edge) / (width || 1), (mapHeight - 2 * edge) / (height || 1));
    const [x0, y0] = [(size - width * scale) / 2, (mapHeight - height * scale) / 2];
    const out: View = { ...board };
    for (const [key, p] of onMap) out[key] = { ...p, x: x0 + (Number(p.x) - left) * scale, y: y0 + (Number(p.y) - top) * scale };
    boxes.forEach(([key, p], i) => {
        out[key] = { ...p, x: 90 + (i % boxesInRow) * 164, y: mapHeight + 30 + Math.floor(i / boxesInRow) * boxHeight };
    });
    return out;
}

function Map({ scene }: { scene: Scene }) {
    return (
        <g class="map" aria-hidden="true">
            <rect class="map-paper" width={size} height={size} />
            {scene.links.map(l => {
                const a = scene.places.get(String(l.a)), b = scene.places.get(String(l.b));
                return a && b && <path key={l.id} class={l.kind === 'sea' || l.kind === 'river' ? 'map-ferry' : 'map-road'} d={`M${a.x} ${a.y}L${b.x} ${b.y}`} />;
            })}
            <rect class="map-neat" x="9" y="9" width={size - 18} height={size - 18} />
        </g>
    );
}

function Piece({ piece }: { piece: Thing }) {
    const count = piece.count === undefined ? '' : `×${piece.count}`;
    return (
        <g class={`block any ${piece.owner ?? ''}${piece.hidden ? ' back' : ''}`}>
            <rect class="body" x="-47" y="-47" width="94" height="94" rx={piece.type === 'leader' ? 40 : 8} />
            <text class="figure" y="8">{piece.hidden ? piece.count ?? '?' : piece.strength ?? (count || String(piece.type ?? '').slice(0, 2))}</text>
            <rect class="plate" x="-42" y="19" width="84" height="19" rx="3" />
            <text class="name" y="33" textLength={String(piece.name ?? piece.type ?? '').length > 8 ? 78 : undefined}
                  lengthAdjust="spacingAndGlyphs">{piece.name ?? piece.type ?? ''}</text>
        </g>
    );
}

const describe = (p: Thing) => [p.name ?? p.type ?? (p.hidden ? 'hidden' : 'piece'), p.owner, p.type !== p.name && p.type,
                                p.strength !== undefined && `strength ${p.strength}`, p.count !== undefined && `${p.count} of them`, p.note]
    .filter(Boolean).join(', ');

function Status({ scene }: { scene: Scene }) {
    return (
        <dl class="status" tabIndex={0} aria-label="State of the game">{[...scene.numbers.values()].map(n =>
            <div class={`stat ${n.owner ?? ''}`} key={n.id}><dt>{n.label ?? n.id}{n.owner && !String(n.label).includes(seatName(String(n.owner))) && `, ${seatName(String(n.owner))}`}</dt><dd>{n.text ?? n.value}{n.max ? <small> of {n.max}</small> : null}</dd></div>)}</dl>
    );
}

function Card({ card }: { card: Thing }) {
    const target = isTarget(card.id), picked = chosen.value.some(c => c.endsWith(`:${card.id}`));
    const name = card.hidden ? `${card.count ?? 1} unknown` : String(card.name ?? card.id);
    if (card.hidden) return <li>{name}</li>;
    return (
        <li><button type="button" class={`any-card${target ? ' target' : ''}`} aria-pressed={picked} data-card={card.id}
                    onClick={() => { if (!pick(card.id)) explain(card.id, ['card']); }}><strong>{name}</strong>{card.text && <span>{card.text}</span>}</button></li>
    );
}

const hiddenFields = new Set(['id', 'label', 'slot', 'number']);

/** Cards by where they lie, and each panel with its fields. */
function Rail({ scene }: { scene: Scene }) {
    const where = [...new Set(scene.cards.map(c => [c.place, c.owner].filter(Boolean).join(', ')))];
    return (
        <>
            {where.map(w => (
                <section key={w} class="card"><h2>{w || 'Cards'}</h2>
                    <ul class="any-cards">{scene.cards.filter(c => [c.place, c.owner].filter(Boolean).join(', ') === w)
                        .sort((a, b) => Number(a.number ?? 0) - Number(b.number ?? 0)).map(c => <Card key={c.id} card={c} />)}</ul></section>
            ))}
            {[...scene.panels.values()].map(p => (
                <section key={p.id} class="card"><h2>{p.label ?? p.id}</h2>
                    <dl class="any-fields">{Object.entries(p).filter(([k]) => !hiddenFields.has(k)).map(([k, v]) =>
                        <div key={k}><dt>{k.replace(/_/g, ' ')}</dt><dd>{v}</dd></div>)}</dl></section>
            ))}
        </>
    );
}

const dice = (e: GameEvent) => (e.rolled ? { label: plain(e.text), dice: [], seat: e.seat } : null);

const towns: Face = {
    width: size, height: size, arrange, Map, Piece, describe, Status, Rail, dice,
    describePlace: p => [p.kind, p.region, p.control && `held by ${p.control}`].filter(Boolean).join(' · '),
    PlaceMark: ({ place }) => <circle class={`town-dot any ${place.control ?? ''}`} r={place.kind === 'city' || place.kind === 'port' ? 7 : 5} />,
    rank: p => (p.type === 'leader' ? 0 : 1), together: {},
    Help: () => <p>Everything you can do has a gold ring or a button. Click anything else to see why not.</p>,
    Credits: () => <p>The data files of this game name their sources.</p>,
};

/** A board of hexes is a sheet of its own size. */
const sheets = new WeakMap<View, ReturnType<typeof hexSheet>>();
function sheetOf(board: View) {
    if (!sheets.has(board)) sheets.set(board, hexSheet(board));
    return sheets.get(board)!;
}

function onBoard(board: View): Face {
    const sheet = sheetOf(board);
    if (!sheet) return towns;
    const html = { __html: sheet.html }, Map = memo(() => <g class="map" aria-hidden="true" dangerouslySetInnerHTML={html} />);
    return { ...towns, width: sheet.width, height: sheet.height, Map, describePlace: p => [p.terrain, towns.describePlace(p)].filter(Boolean).join(' · ') };
}

export const face: Face = { ...towns, onBoard, arrange: board => sheetOf(board)?.board ?? arrange(board) };
