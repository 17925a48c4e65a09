// The rules of a game, in our own short words, and the one that is shown beside the table.
import { signal } from '@preact/signals';
import { get } from './net';

export interface Rule { key: string; title: string; text?: string; where?: string; of?: string }

/** The panel of rules is open, at one of them or at the top. */
export const shownRule = signal<{ game: string; key: string | null } | null>(null);
export const showRules = (game: string, key: string | null = null) => { shownRule.value = { game, key }; };

const lists = new Map<string, Promise<Rule[]>>();
export function loadRules(game: string): Promise<Rule[]> {
    let list = lists.get(game);
    if (!list) {
        list = get<{ rules: Rule[] }>(`/api/games/${game}/rules`).then(answer => answer.rules);
        list.catch(() => lists.delete(game));
        lists.set(game, list);
    }
    return list;
}

/** What the rulebook calls it: a number, a card; a rulebook without numbers has none. */
export function paragraph(key: string): string {
    const name = key.slice(key.indexOf('.') + 1), number = name.match(/^\d+(\.\d+)*/), card = name.match(/^card\.(\d+)/);
    return number ? `§ ${number[0]}` : card ? `Card ${card[1]}` : '';
}

export const sentence = (text: string) => text && text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
