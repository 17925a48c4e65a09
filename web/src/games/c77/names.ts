// Words of the game that the view names by ids.
export const sideName: Record<string, string> = { british: 'British', patriot: 'Patriot' };
/** Those who fight for it. */
export const sidePeople: Record<string, string> = { british: 'British', patriot: 'Patriots' };
export const other = (side: string) => (side === 'british' ? 'patriot' : 'british');

/** One SP, several SP. */
const types: Record<string, [string, string]> = {
    regular: ['Regular', 'Regulars'], hessian: ['Hessian', 'Hessians'], tory: ['Tory', 'Tories'], indian: ['Indian', 'Indians'],
    artillery_b: ['Artillery', 'Artillery'], continental: ['Continental', 'Continentals'], militia: ['Militia', 'Militia'],
    artillery_p: ['Artillery', 'Artillery'], river_ship: ['River Ship', 'River Ships'],
};
export const isSp = (type: string) => type in types;
/** On the plate of a counter. */
export const short: Record<string, string> = {
    regular: 'Regulars', hessian: 'Hessians', tory: 'Tories', indian: 'Indians', artillery_b: 'Artillery',
    continental: 'Contin’tals', militia: 'Militia', artillery_p: 'Artillery', river_ship: 'Ship',
    train: 'Train', depot: 'Depot', engineer: 'Engineer',
};

/** "regular_marched_out": the type, and what is marked on it. */
export function strengthOf(id: string): { type: string; out: boolean; marched: boolean } {
    const out = id.endsWith('_out'), rest = out ? id.slice(0, -4) : id, marched = rest.endsWith('_marched');
    return { type: marched ? rest.slice(0, -8) : rest, out, marched };
}

export function spName(id: string, count: number): string {
    const { type, out, marched } = strengthOf(id), words = types[type]?.[count === 1 ? 0 : 1] ?? type;
    return words + (marched || out ? ` (${[marched && 'marched', out && 'out of supply'].filter(Boolean).join(', ')})` : '');
}

/** What is added to the two dice of an attempt; below 0 is good. */
export const modifiers: [string, string][] = [['friendly', 'friends are there'], ['obstacle', 'over water or rough ground'],
                                              ['initiative', 'initiative'], ['washington', 'Washington']];

export const departments: Record<string, string> = {
    northern: 'Northern Department', highlands: 'Highlands Department', eastern: 'Eastern Department', middle: 'Middle Department',
};
export const spaceTypes: Record<string, string> = {
    city: 'city', country: 'countryside', small_fort: 'small fort', large_fort: 'large fort',
};
export const ways: Record<string, string> = { road: 'road', river: 'by water', rough: 'rough road', dual: 'road or by water' };
export const battleKinds: Record<string, string> = {
    march: 'Battle', landing: 'Landing', sortie: 'Sortie', storm: 'Storm', arrival: 'Battle',
};
export const operations: Record<string, string> = {
    storm: 'Storm the fort', embark: 'Embark', forced_march: 'Forced march', rally: 'Rally here',
};
export const experts: Record<string, string> = {
    battle_winner: 'battles', storm_attacker: 'storms', storm_defender: 'the defence of forts', interceptor: 'interceptions',
    reinforcer: 'reinforcements', avoider: 'avoiding battle',
};
