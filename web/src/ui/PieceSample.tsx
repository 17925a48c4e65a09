import type { FunctionComponent } from 'preact';
import type { Thing } from '../scene';

export const PieceSample = ({ Piece, piece }: { Piece: FunctionComponent<{ piece: Thing }>; piece: Thing }) => (
    <svg class="sample" viewBox="-54 -54 108 108" aria-hidden="true"><Piece piece={piece} /></svg>
);
