// What a game's folder brings to the page: its map, its symbols, its panel. No rules.
import type { ComponentChildren, FunctionComponent } from 'preact';
import type { Action, Scene, Thing } from '../scene';
import type { Told } from '../table/Log';
import type { Box, Side, Spot, Water } from '../table/names';
import type { Distance } from '../table/World';
import type { Step, Walk } from '../table/select';
import type { GameEvent, View } from '../types';

export interface Die { value: number; good?: boolean; special?: boolean }
export interface Throw { label: string; dice: Die[]; seat: string | null }

export interface Group { place: string; members: string[]; count: number; limit?: number; /** "units" */ of: string }

export interface Face {
    width: number;
    height: number;
    /** The face for a board, where that says how large the map is. */
    onBoard?: (board: View) => Face;
    /** Nothing but a deck is hidden: at one screen nobody has to look away. */
    open?: boolean;
    /** Where the eye should be at first, in units of the board; [x, y, width]. */
    focus?: [number, number, number] | ((scene: Scene) => [number, number, number] | undefined);
    /** The part of the board that this game plays on, [left, top, right, bottom]; undefined: all of it. */
    area?: (scene: Scene) => [number, number, number, number] | undefined;
    /** The map below the pieces: drawn once. */
    Map: FunctionComponent<{ scene: Scene }>;
    /** Path of a link, if it is not a straight line. */
    road?: (id: string) => string | undefined;
    /** Where the map maker would write a place's name; table/names.ts decides. */
    labelSide?: (place: string) => Side;
    /** What is drawn at a place around its middle, besides stacks (with a Space: all of it). Names keep clear of it. */
    boxes?: (place: Thing, pieces: Thing[], distance: Distance) => Box[];
    /** The letters of a name: a font of CSS with SIZE in it, their size, and how much it matters. null: the Space writes it. */
    lettering?: (place: Thing) => { font: string; size: number; weight?: number } | null;
    /** The class of a cell's name, for its letters. */
    nameKind?: (place: Thing) => string;
    /** Names of waters: they give way to all others. */
    waters?: Water[];
    /** The board with the page's own positions, if the drawing has others than the data. */
    arrange?: (board: View) => View;
    /** A whole place with its pieces, instead of a town with stacks and a name below. */
    Space?: FunctionComponent<{ place: Thing; pieces: Thing[]; target: boolean; spot: Spot | null; distance: Distance }>;
    /** Places that this scenario does not use, and that are not drawn. */
    absent?: (place: Thing, scene: Scene) => boolean;
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
    /** In the open stack, below its pieces. */
    StackTools?: FunctionComponent<{ place: Thing }>;
    /** Above everything on the map. */
    Over?: FunctionComponent;
    /** Turn, weather, points, in one row. */
    Status: FunctionComponent<{ scene: Scene }>;
    /** A board of the game's own that lies over the map while it is there. */
    Panel?: FunctionComponent<{ scene: Scene }>;
    hasPanel?: (scene: Scene) => boolean;
    /** How a battle ended, beside the map: it never lies over what is to be chosen there. */
    Result?: FunctionComponent;
    /** What lies beside the map all the time: cards, tracks, boxes. */
    Rail?: FunctionComponent<{ scene: Scene }>;
    /** What it is called on a phone; else "Cards". */
    railName?: string;
    /** On a phone, above the prompt: what of the rail one needs to decide. */
    Brief?: FunctionComponent<{ scene: Scene }>;
    /** In the prompt, above the buttons: how far a Command has come, what it costs. */
    Progress?: FunctionComponent<{ scene: Scene }>;
    /** The log in chapters of the game's own. */
    Log?: FunctionComponent<{ list: Told[] }>;
    /** Marches are told step by step: the log joins them to one way. */
    stepwise?: boolean;
    /** Kinds of events that are announced, besides turn, card, winter, battle, stroke. */
    banners?: string[];
    /** What a seat did in its turn, in a few lines; without it: its events. */
    summary?: (events: GameEvent[]) => string[];
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
    /** Kinds of events that only go along with what was done: what it costs. */
    incidental?: string[];
    again?: { phase: string; answer: string; button: string; said: string; /** Asked again when this panel is gone. */ during?: string };
    /** Actions that have buttons of the game's own, and need none in the prompt. */
    offers?: (action: Action) => boolean;
    /** Actions that a click on the map never means: only their buttons do. */
    buttonsOnly?: (action: Action) => boolean;
    /** Pieces are counted, not named: the same action comes again. */
    counted?: boolean;
    /** Verbs that one may wish to do for all pieces at once, and the button for it. */
    together: Record<string, string>;
    /** Of these, verbs that the machine does with its own judgment: it proposes, then asks. */
    advised?: string[];
    /** Which actions of such a verb are meant by all: not what costs an ally, or uses something up. */
    alongOnly?: (action: Action) => boolean;
    /** What one click can do here, besides: a button, and the steps. */
    orders?: (scene: Scene) => { button: string; id: string; steps: Step[] }[];
    /** What a click on an action goes on with: a group is opened and all are taken along. */
    follow?: (action: Action, scene: Scene) => Step[] | null;
    /** The actions that a click on a place could have meant, or why it means none; undefined: the page's own guess. */
    means?: (place: string, scene: Scene) => string[] | string | undefined;
    /** Places that several actions in a row lead to, with the way there. */
    walks?: (scene: Scene) => ReadonlyMap<string, Walk>;
    /** The group that is being gathered or on the march: where, who, how many of how many. */
    group?: (scene: Scene) => Group | null;
    /** What is to be done next, in words; undefined: the page's own. */
    hint?: (scene: Scene) => string | undefined;
    /** Actions beside what is going on: their places have another ring. */
    aside?: (action: Action) => boolean;
    /** A sheet that is shown before an action is done, with a button to do it and one to cancel; null: none for this. */
    sheet?: (action: Action, scene: Scene) => { title: string; go: string; Body: FunctionComponent } | null;
    /** Of these, verbs that the other side interrupts with decisions of its own (taking hits): they go on after
     * it, until the prompt is another (`phase`: until the phase is another). `both`: a second verb that ends the
     * round, shown when a third is legal, and the button for both. */
    volley?: Record<string, { phase?: boolean; both?: { then: string; when: string; button: string } }>;
    /** Verbs that, done for all at once, fall on the strongest piece each time. */
    onStrongest?: string[];
    /** Verbs that are done by themselves where they are the only legal action; or for which that holds. */
    forced?: string[] | ((action: Action, scene: Scene) => boolean);
    /** How to play here, and where the data come from. */
    Help: FunctionComponent;
    Credits: FunctionComponent;
    seatMark?: (seat: string) => ComponentChildren;
}
