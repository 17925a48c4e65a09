// What the server sends, as docs/api.md and docs/views.md have it.

export type Fields = Record<string, string | number | undefined>;
export type View = Record<string, Fields>;
export type Delta = Record<string, Fields | null>;

export interface User { name: string; guest: boolean; email: string; verified: boolean; mail: boolean }

export interface Named { id: string; title: string; summary: string }
export interface Scenario extends Named { years: string; turns: number; turn_name: string; hours: string }
export interface Option extends Named { values: string[] }
export interface Verb { name: string; kinds: string[] }
export interface Game {
    id: string; title: string; rules_version: number; board: string;
    seats: Named[]; scenarios: Scenario[]; options: Option[]; verbs: Verb[];
    bots: { name: string; title: string; summary: string }[];
}

export interface Outcome {
    reason: 'rule' | 'resigned' | 'time' | 'draw' | 'abandoned';
    rule?: string; rule_title?: string;
    ranks: Record<string, number>; margins?: Record<string, number>;
}

export interface SeatOfTable {
    seat: string; player?: string; bot?: string; here?: boolean;
    state: 'open' | 'kept' | 'taken' | 'resigned';
    dice?: 'asked' | 'committed' | 'opened'; commitment?: string; dice_secret?: string; // a secret in the key of the dice
}

/** How time is counted: for the whole game, or for each move. */
export type ClockRule = { days: number; bonus_hours: number } | { minutes: number; bonus_minutes: number } | { move_days: number };

/** The table where the players of a finished game play again. */
export interface Rematch { table: string; state: 'open' | 'playing' | 'over'; by: string; invited: boolean; waiting: string[] }

export interface Table {
    id: string; game: string; scenario: string; options: Record<string, string>;
    title: string; public: boolean; state: 'open' | 'playing' | 'over'; owner: string;
    created: number; changed: number; n: number; turn: string | null;
    seats: SeatOfTable[]; clock: ClockRule | null; counts: boolean; rematch: Rematch | null;
    mine: string[]; my_turn: boolean; invited: boolean; secret?: string; key_hash?: string; key?: string; server_key?: string; problem?: string;
    paused: boolean; outcome: Outcome | null; upgraded: boolean;
}

export interface GameEvent {
    kind: string; seat: string | null; numbers: number[]; text: string;
    rolled?: boolean; revealed?: boolean;
}

export interface LogEntry { n: number; at: number; seat: string | null; what: string; to?: number; events: GameEvent[] }
export interface Chat { id: number; at: number; from: string; text: string; room?: 'spectators' }
export interface Proposal { what: string | null; by: string | null; to?: number; waiting: string[] }
export interface Clock { running: string | null; left: Record<string, number>; at: number }

/** What this seat answers whenever it is asked: the server does. */
export interface Standing { phase: string; action: string }

export interface Joined {
    table: Table; seat: string | null; n: number; entries: number; board: string; view: View | null; // null: not begun
    undo: number; log: LogEntry[]; more: boolean; chat: Chat[]; notes: string; standing?: Standing | null;
    proposal: Proposal | null; clock: Clock | null; problem?: string;
}

export interface Replay { at: number; of: number; seat: string | null; view: View; events: GameEvent[] }
