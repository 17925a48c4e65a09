// The plain face, for a game that has no folder of its own yet: places as circles, ways as lines.
import type { Scene, Thing } from '../../scene';
import type { Face } from '../face';

function Map({ scene }: { scene: Scene }) {
    return (
        <g class="map" aria-hidden="true">
            <rect class="map-paper" x="-40" y="-40" width="1080" height="1080" />
            {scene.links.map(l => {
                const a = scene.places.get(String(l.a)), b = scene.places.get(String(l.b));
                return a && b && <path class="map-road" d={`M${a.x} ${a.y}L${b.x} ${b.y}`} />;
            })}
        </g>
    );
}

function Piece({ piece }: { piece: Thing }) {
    return (
        <g class={`block ${piece.owner ?? ''}`}>
            <rect class="body" x="-47" y="-47" width="94" height="94" rx="8" />
            <text class="figure" y="2">{piece.hidden ? piece.count ?? '?' : piece.strength ?? piece.count ?? ''}</text>
            <text class="name" y="34">{piece.name ?? piece.type ?? ''}</text>
        </g>
    );
}

const describe = (p: Thing) => [p.name ?? p.type ?? 'piece', p.owner, p.strength !== undefined && `strength ${p.strength}`,
                                p.count !== undefined && `${p.count} of them`, p.note].filter(Boolean).join(', ');

function Status({ scene }: { scene: Scene }) {
    return (
        <dl class="status" tabIndex={0}>{[...scene.numbers.values()].map(n =>
            <div class="stat" key={n.id}><dt>{n.label}</dt><dd>{n.text ?? n.value}{n.max ? <small> of {n.max}</small> : null}</dd></div>)}</dl>
    );
}

export const face: Face = {
    width: 1000, height: 1000, Map, Piece, describe, Status,
    describePlace: p => [p.region, p.control].filter(Boolean).join(' · '),
    PlaceMark: () => <circle class="town-dot" r="5" />,
    rank: () => 0, dice: () => null, together: {},
    Help: () => <p>Everything that is legal is ringed in gold or has a button; what is not says why.</p>,
    Credits: () => <p>The data of this game say in themselves where they come from.</p>,
};
