// A guided first game: the board asks for a few moves and says why. They are real moves of a real table; whoever
// does something else may, and goes on from there.

export interface Step {
    /** The actions that are asked for, as the engine writes them. */
    want: RegExp;
    /** As many of them as there are: it is done when none is left, or when the next step begins. */
    all?: boolean;
    ask: string;
    why: string;
    /** A place to look at. */
    at?: string;
}

export interface Lesson {
    /** What it is about, before it begins. */
    intro: string;
    seat: string; scenario: string;
    /** Who plays the other seats. */
    bots: Record<string, string>;
    nonplayers?: string[];
    /** The key of the dice, and what has been done before the first step; no turn begins in it. */
    key: string; opening: string[];
    steps: Step[];
    /** The phase of a decision with which it is over, though steps are left that did not come. */
    ends: RegExp;
    /** Decisions that may come, by their phase: each is explained once. */
    hints: Record<string, string>;
    outro: string;
}
