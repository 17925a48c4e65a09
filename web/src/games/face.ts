// What a game's folder brings to the page: its map, its symbols, its panel. No rules.
import type { ComponentChildren, FunctionComponent } from 'preact';
import type { Scene, Thing } from '../scene';
import type { GameEvent } from '../types';

export type Side = 'below' | 'above' | 'left' | 'right';

export interface Die { value: number; good?: boolean; special?: boolean }
export interface Throw { label: string; dice: Die[]; seat: string | null }

export interface Face {
    width: number;
    height: number;
    /** Where the eye should be at first, in units of the board; [x, y, width]. */
    focus?: [number, number, number];
    /** The map below the pieces: drawn once. */
    Map: FunctionComponent<{ scene: Scene }>;
    /** Path of a link, if it is not a straight line. */
    road?: (id: string) => string | undefined;
    labelSide?: (place: string) => Side;
    /** One block or counter of 100 × 100 units around 0,0. */
    Piece: FunctionComponent<{ piece: Thing }>;
    /** In one line, for a reader who does not see it. */
    describe: (piece: Thing) => string;
    describePlace: (place: Thing) => string;
    /** Marks at a place besides its name: who controls it, what it is. */
    PlaceMark?: FunctionComponent<{ place: Thing }>;
    /** The same, but above the pieces. */
    PlaceFlag?: FunctionComponent<{ place: Thing }>;
    /** The order of pieces in a stack: the first is on top. */
    rank: (piece: Thing) => number;
    /** Turn, weather, points, in one row. */
    Status: FunctionComponent<{ scene: Scene }>;
    /** A board of the game's own that lies over the map while it is there. */
    Panel?: FunctionComponent<{ scene: Scene }>;
    hasPanel?: (scene: Scene) => boolean;
    dice: (event: GameEvent) => Throw | null;
    /** Verbs that one may wish to do for all pieces at once, and the button for it. */
    together: Record<string, string>;
    /** How to play here, and where the data come from. */
    Help: FunctionComponent;
    Credits: FunctionComponent;
    seatMark?: (seat: string) => ComponentChildren;
}
