// Pieces outside the map: in the open stack, in a pool, on a game's own board.
import { idOf, type Thing } from '../scene';
import { Icon } from '../ui/Icon';
import { canPick, chosen, explain, isBeginning, openPlace, pick, takeOut } from './select';
import { face, scene } from './store';

/** One piece as a button. `still`: to look at only. */
export function PieceButton({ piece, still }: { piece: Thing; still?: boolean }) {
    const f = face.value!, Piece = f.Piece;
    const target = canPick(piece.id), picked = chosen.value.some(c => idOf(c) === piece.id);
    const drawing = (
        <svg viewBox="-54 -54 108 108" aria-hidden="true">
            <Piece piece={piece} />
        </svg>
    );
    const count = Number(piece.count ?? 1);
    if (still || piece.hidden)
        return <span class={`piece${piece.note === 'moved' || piece.acted ? ' spent' : ''}`} role="img" aria-label={f.describe(piece)} title={f.describe(piece)}>
            {drawing}{count > 1 && <span class="sr">{count}</span>}</span>;
    const member = f.group?.(scene.value)?.members.includes(piece.id) ?? false; // a click takes it out again
    const click = () => { if (!pick(piece.id) && !(member && takeOut(piece.id))) explain(piece.id, ['unit', 'piece', 'leader', 'counter']); };
    return (
        <button type="button" class={`piece${target ? ' target' : ''}${picked ? ' picked' : ''}${member ? ' member' : ''}${piece.note === 'moved' || piece.acted ? ' spent' : ''}`}
                data-piece={piece.id} aria-pressed={picked || member} aria-label={f.describe(piece) + (member ? ', in the group' : '') + (target ? ', can be chosen now' : '')}
                title={f.describe(piece)} onClick={click}>
            {drawing}
        </button>
    );
}

export function PieceRow({ pieces, still }: { pieces: Thing[]; still?: boolean }) {
    const f = face.value!;
    const order = [...pieces].sort((a, b) => String(a.owner).localeCompare(String(b.owner)) || f.rank(a) - f.rank(b) ||
        Number(b.strength ?? 0) - Number(a.strength ?? 0) || a.id.localeCompare(b.id));
    return <div class="pieces">{order.map(p => <PieceButton key={p.id} piece={p} still={still} />)}</div>;
}

/** The stack that lies open. */
export function OpenStack() {
    const s = scene.value, place = openPlace.value && s.places.get(openPlace.value);
    if (!place) return null;
    const pieces = s.at.get(place.id) ?? [];
    const StackTools = face.value!.StackTools;
    const within = (s.within.get(place.id) ?? []).filter(p => s.at.has(p.id)); // a fort, a box
    return (
        <section class={`card stack${pieces.some(p => p.note === 'on the move') ? ' acting' : ''}`} aria-label={`At ${place.name}`}>
            <header><h2>{place.name}</h2><small title={face.value!.describePlace(place)}>{face.value!.describePlace(place)}</small>
                <button type="button" class="quiet" aria-label="Close" onClick={() => { openPlace.value = null; }}><Icon sign="close" /></button></header>
            {pieces.length > 0 && <PieceRow pieces={pieces} />}
            {StackTools && <StackTools place={place} />}
            {within.map(p => <section key={p.id} aria-label={String(p.name)}><h3>{p.name}</h3><PieceRow pieces={s.at.get(p.id)!} /></section>)}
            {!pieces.length && !within.length && <p class="faint">No pieces here.</p>}
        </section>
    );
}

/** Pieces that are not on the board but can be: they wait to be placed. */
export function Pool() {
    const s = scene.value;
    const waiting = [...s.pieces.values()].filter(p => p.place === undefined && !p.hidden && isBeginning(p.id));
    if (!waiting.length) return null;
    return (
        <section class="card pool" aria-label="To be placed">
            <header><h2>To be placed</h2><small>{waiting.length} left</small></header>
            <PieceRow pieces={waiting} />
        </section>
    );
}

/** Pieces that are out of the game, behind a summary. */
export function Lost() {
    const lost = [...scene.value.pieces.values()].filter(p => p.note === 'eliminated');
    if (!lost.length) return null;
    return (
        <details class="card">
            <summary>Eliminated <small>({lost.length})</small></summary>
            <PieceRow pieces={lost} still />
        </details>
    );
}
