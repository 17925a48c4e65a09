// Words of the game that the view names by ids.
import type { Thing } from '../../scene';

export const sides: Record<string, string> = { british: 'The British', allied: 'The Allies' };
export const people: Record<string, string> = { british: 'British', allied: 'Allies' };
export const other = (side: string) => (side === 'british' ? 'allied' : 'british');

export const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
export const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
/** "4 in 6": what a die brings that must be this or less. */
export const chance = (rating: number) => `${Math.min(6, rating)} in 6`;

export const nationNames: Record<string, string> = {
    british: 'British regulars', provincial: 'Provincials', tory: 'Tories', garrison: 'garrison', hessian: 'Germans', militia: 'militia', indian: 'Indians', continental: 'Continentals', state: 'state troops',
    french: 'French', spanish: 'Spaniards',
};
export const typeNames: Record<string, string> = {
    infantry: 'infantry', militia: 'militia', indian: 'warriors', ranger: 'rangers', artillery: 'artillery', cavalry: 'cavalry', legion: 'legion', marine: 'marines', garrison: 'garrison',
};
/** What a unit is drawn as. */
export const signOf = (p: Thing) => ({ infantry: 'regular', militia: 'militia', indian: 'indian', ranger: 'elite', artillery: 'artillery', cavalry: 'dragoon', legion: 'dragoon', marine: 'elite', garrison: 'regular' })[String(p.type)] ?? 'regular';
export const isUnit = (p: Thing) => p.linear !== undefined;

/** What is added to the die, with its reason. */
export const modifiers: [string, string][] = [
    ['fort', 'the defender is in a fort'], ['attacker_guns', 'the attacker has no guns'], ['defender_guns', 'the defender has no guns'], ['powder', 'the Americans lack powder before Boston'],
    ['attacker_drill', 'the attacker is not yet drilled'], ['defender_drill', 'the defender is not yet drilled'], ['attacker_leader', 'leader of the attacker'], ['defender_leader', 'leader of the defender'],
];

export const stages: Record<string, string> = { naval: 'fleets', reinforcement: 'reinforcements', operations: 'operations', withdrawal: 'withdrawals', attrition: 'winter quarters' };

export const leavings: Record<string, string> = {
    enlistment: 'at the end of the enlistment', autumn: 'in autumn', collapse: 'if the economy nears collapse', west_indies: 'for the West Indies', french_entry: 'when France enters',
};

/** What each decision is for, in a line. */
export const purposes: Record<string, string> = {
    set_up: 'Before the first turn stacks may go inside a town, an outpost or a fort: they are besieged there, not attacked in the open.',
    operate: 'Click a stack to form a force. Each unit moves once in the phase; a force needs a die of its initiative or less.',
    form: 'Take whom you want, then click where to go. A die decides whether they move.',
    march: 'Gold hexes are in reach; close up each shows its cost in MP. Beside an enemy who could react a force must keep 5 MP.',
    go_on: 'A force that fought needs another die to go on.',
    react_militia: 'Militia of the area may turn out against the enemy who has just come in.',
    declare: 'All stacks declare first, then the dice are thrown: escape, come to help, go elsewhere, or stay.',
    order: 'Who reacts first?',
    react: 'The die was good: click where they go.',
    marines: 'A fleet offshore can land its naval infantry: in one hex a turn, until its side loses a step there.',
    ambush: 'In the woods light troops and Indians may fall upon the enemy before the battle. Only factors with a + count.',
    lose: 'Choose who takes the loss: click a counter.',
    risk: 'A side with losses puts a leader at risk.',
    retreat: 'Click the hex to retreat to.',
    slip: 'The defender may try to get away before the next round, by a die of his initiative.',
    press: 'The attacker presses on by a die of his initiative, or breaks off.',
    redeploy: 'Leaders who did not march may go to another friendly stack.',
    redeploy_to: 'Click where he goes.',
    militia: 'Choose a militia; then the hex of its home where it gathers. It must be in supply.',
    militia_at: 'Click the hex where it gathers.',
    port: 'Click the port where the force lands.',
    place_fleet: 'A fleet stays in one sea area for the turn: it feeds, blockades, carries an invasion.',
    embark: 'Those you name now can land on an enemy coast in this turn’s operations.',
    sail: 'Click the port or coast where it lands.',
    arrive: 'Click the hex where it comes in.',
    come_home: 'Click the hex where it enlists again.',
    agent: 'An Indian agent brings tribes to your side as long as he stays.',
    draft: 'Regiments may be broken up to fill others in the same hex.',
    replace: 'Replacements: each step goes to a unit that lost one.',
    fed: 'A town or outpost feeds one unit: which?',
    send: 'Regiments for the West Indies: they do not come back.',
};
