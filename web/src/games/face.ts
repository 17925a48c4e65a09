// What a game's folder brings to the page: its map, its symbols, its panel. No rules.
import type { ComponentChildren, FunctionComponent } from 'preact';
import type { Action, Scene, Thing } from '../scene';
import type { Told } from '../table/Log';
import type { GameEvent, View } from '../types';

export type Side = 'below' | 'above' | 'left' | 'right';

export interface Die { value: number; good?: boolean; special?: boolean }
export interface Throw { label: string; dice: Die[]; seat: string | null }

export interface Face {
    width: number;
    height: number;
    /** Nothing but a deck is hidden: at one screen nobody has to look away. */
    open?: boolean;
    /** Where the eye should be at first, in units of the board; [x, y, width]. */
    focus?: [number, number, number];
    /** The part of the board that this game plays on, [left, top, right, bottom]; undefined: all of it. */
    area?: (scene: Scene) => [number, number, number, number] | undefined;
    /** The map below the pieces: drawn once. */
    Map: FunctionComponent<{ scene: Scene }>;
    /** Path of a link, if it is not a straight line. */
    road?: (id: string) => string | undefined;
    labelSide?: (place: string) => Side;
    /** The board with the page's own positions, if the drawing has others than the data. */
    arrange?: (board: View) => View;
    /** A whole place with its pieces, instead of a town with stacks and a name below. */
    Space?: FunctionComponent<{ place: Thing; pieces: Thing[]; target: boolean }>;
    /** Places of a higher layer lie above the others. */
    layer?: (place: Thing) => number;
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
    /** What lies beside the map all the time: cards, tracks, boxes. */
    Rail?: FunctionComponent<{ scene: Scene }>;
    /** In the prompt, above the buttons: how far a deed has come, what it costs. */
    Progress?: FunctionComponent<{ scene: Scene }>;
    /** The log in chapters of the game's own. */
    Log?: FunctionComponent<{ list: Told[] }>;
    dice: (event: GameEvent) => Throw | null;
    /** What a button says, where the engine's label is too short without the picture. */
    label?: (action: Action, scene: Scene) => string;
    /** Where pieces are counted and an action names kinds: the arguments of the action that a click on
     * this piece chooses; null: the action is not about it. */
    standsFor?: (piece: Thing, action: Action, scene: Scene) => string[] | null;
    /** The order of the buttons, where the engine's is not what a player looks for first. */
    order?: (action: Action) => number;
    /** A phase that comes often: the action that says no, the button that says no for good, and how the
     * page says that it does. */
    again?: { phase: string; answer: string; button: string; said: string };
    /** Actions that have buttons of the game's own, and need none in the prompt. */
    offers?: (action: Action) => boolean;
    /** Actions that a click on the map never means: only their buttons do. */
    buttonsOnly?: (action: Action) => boolean;
    /** Pieces are counted, not named: the same action comes again. */
    counted?: boolean;
    /** Verbs that one may wish to do for all pieces at once, and the button for it. */
    together: Record<string, string>;
    /** How to play here, and where the data come from. */
    Help: FunctionComponent;
    Credits: FunctionComponent;
    seatMark?: (seat: string) => ComponentChildren;
}
