// Words of the game that the view names by ids.
import type { Thing } from '../../scene';

export const sideName: Record<string, string> = { british: 'British', american: 'American' };
export const sides: Record<string, string> = { british: 'The British', american: 'The Americans' };
export const people: Record<string, string> = { british: 'British', american: 'Americans' };
export const other = (side: string) => (side === 'british' ? 'american' : 'british');

/** What a type is drawn as, and the short word below it. */
interface Look { sign: string; colour: string; short: string }
const look = (sign: string, colour: string, short: string): Look => ({ sign, colour, short });
const types: Record<string, Look> = {
    br: look('regular', 'british', 'Regulars'), tm: look('militia', 'tory', 'Tories'), td: look('dragoon', 'tory', 'Dragoons'), bi: look('indian', 'indian', 'Indians'),
    fp: look('militia', 'tory', 'Provincials'), wtd: look('dragoon', 'tory', 'Dragoons'), bc: look('regular', 'british', 'Colonials'),
    ca: look('regular', 'american', 'Continentals'), rm: look('militia', 'rebel', 'Militia'), rd: look('dragoon', 'rebel', 'Dragoons'), ai: look('indian', 'indian', 'Indians'),
    fr: look('regular', 'french', 'French'), cm: look('militia', 'french', 'Canadians'), fi: look('indian', 'indian', 'Indians'),
    grenadiers: look('elite', 'british', 'Grenadiers'), light_british: look('elite', 'british', 'Light Inf.'), tarletons_legion: look('elite', 'tory', 'Legion'),
    butlers_rangers: look('elite', 'tory', 'Rangers'), fergusons_provincials: look('elite', 'tory', 'Provincials'), rogers_rangers: look('elite', 'tory', 'Rangers'),
    morgans_rifles: look('elite', 'american', 'Morgan’s'), glovers_ma: look('elite', 'american', 'Glover’s'), first_ri: look('elite', 'american', '1st R.I.'),
    smallwoods_md: look('elite', 'american', 'Smallwood’s'), waynes_pa: look('elite', 'american', 'Wayne’s'), lees_legion: look('elite', 'american', 'Lee’s'),
    light_french: look('elite', 'french', 'Light Inf.'),
};
const stores: [RegExp, string, string][] = [
    [/^supply_/, 'supply', 'Supply'], [/^artillery_/, 'artillery', 'Artillery'], [/^magazine_/, 'magazine', 'Magazine'], [/^bateau_/, 'bateau', 'Bateau'],
    [/^entrenchment_/, 'entrenchment', 'Entrenched'], [/^fort_/, 'fort', 'Fort'], [/^site_/, 'site', 'Fort begun'], [/^decoy_/, 'decoy', '?'], [/^com_/, 'com', 'Commerce'], [/^hidden/, 'decoy', 'Face down'],
];

export const isSp = (type: unknown) => String(type) in types;
export function lookOf(piece: Thing): Look {
    const type = String(piece.type), own = types[type];
    if (own) return own;
    const [, sign, short] = stores.find(([test]) => test.test(type)) ?? [null, type, String(piece.name ?? type)];
    return { sign, colour: String(piece.owner ?? 'neutral'), short };
}
/** "supply", "fort": what it is, whoever has it. */
export const signOf = (piece: Thing) => lookOf(piece).sign;

/** What is added to the die, with its reason. */
export const modifiers: [string, string][] = [
    ['leaders', 'difference of the commanders'], ['elites', 'elite troops'], ['works', 'the defender is entrenched'], ['artillery', 'artillery'],
    ['militia', 'all militia'], ['command', 'no leader in command'], ['allies', 'French and Americans together'], ['knox', 'Knox and his guns'], ['fleets', 'bombardment'], ['awe', 'awe of the enemy’s commander'],
];

export const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
export const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** What each phase is for, in a line. */
export const purposes: Record<string, string> = {
    build: 'What builds does not move this turn.',
    move: 'Click a stack to take it along; then click where it goes. Every SP moves once a turn.',
    group: 'Gold hexes are in reach; close up each shows its cost in MP.',
    march: 'Movement is over. SP may try to go further by a forced march: the more MP, the greater the risk of losing half of them.',
    announce: 'Where both sides have SP in one hex you may attack, one hex after the other.',
    declare: 'Supplied troops fight at full strength. An elite helps the die, and falls first.',
    card: 'Both sides choose a card in secret. The two together give a number for the die, or end the fight.',
    commit: 'A commander leads only so many SP: choose who takes part.',
    lose: 'Losses fall by the list: Indians and militia first, then regulars and militia in turn.',
    retreat: 'Click the hex to go to, or stay.',
    go_on: 'The attacker may fight another round; if he declines, the defender may attack him.',
    substitute: 'Set-up: the blank leader E may stand in for another.',
    moor: 'Set-up: click the hexside where the bateau lies.',
    place: 'Click a hex to place what has come.',
    float: 'Click the hexside where the new bateau lies.',
    dismantle: 'A fort that is given up is no prize for the enemy.',
    spoils: 'What was captured may be kept or burnt.',
    fleet: 'Take troops aboard, sail from hexside to hexside, land them, then anchor.',
    boat: 'Take troops aboard, row along the water, unload, moor.',
    place_leader: 'Click the hex where he goes.',
    bid: 'Both bid in secret. Of the two bids and the par the middle one counts. The more towns, the harder for the British; Montreal and Quebec count, too.',
    enlist: 'January 1776: click a hex whose militia join the Continental Army, one SP or all of them.',
    rally: 'What is left of the stores: click the force that takes it.',
    muster: 'Between the seasons: click where the next piece comes. If a click can mean all the rest, you are asked.',
    cull: 'Click a hex to take one away there.',
    dragoons: 'There are more dragoons than the chart allows: click a hex, then remove one or put it on foot.',
    mount: 'Click a hex where militia take to horse.',
    rebuild: 'An elite that was lost comes back in place of an SP of its colour.',
    indians: 'Click the village where they come.',
    transfer: 'Choose a leader, then where he goes; he may also leave the map until the next season.',
    call: 'A die decides whether a fleet comes from other waters.',
    aid: 'The French or your own stores: choose one.',
    fetch: 'The Continental Navy brings what it finds in the West Indies.',
    detach: 'One fleet must go. Choose which.',
};
