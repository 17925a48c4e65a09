// Names and order of what lies on the board: no rules, only words.
import type { Scene, Thing } from '../../scene';

export const factions = ['british', 'patriots', 'french', 'indians'] as const;
export const factionName: Record<string, string> = { british: 'British', patriots: 'Patriots', french: 'French', indians: 'Indians' };
export const sideName: Record<string, string> = { royalists: 'Royalists', rebellion: 'Rebellion' };
export const sideOf = (faction: string) => (faction === 'british' || faction === 'indians' ? 'royalists' : 'rebellion');

/** Kinds of pieces: full name, one of them, the short word below a piece. Their order is that of a cluster. */
export const kinds: Record<string, { name: string; one: string; short: string }> = {
    british_regulars: { name: 'British Regulars', one: 'British Regular', short: 'Regulars' },
    tories: { name: 'Tories', one: 'Tory', short: 'Tories' },
    british_forts: { name: 'British Forts', one: 'British Fort', short: 'Fort' },
    war_parties: { name: 'War Parties, Underground', one: 'War Party, Underground', short: 'War P.' },
    active_war_parties: { name: 'War Parties, Active', one: 'War Party, Active', short: 'Active' },
    villages: { name: 'Indian Villages', one: 'Indian Village', short: 'Village' },
    continentals: { name: 'Continentals', one: 'Continental', short: 'Contin.' },
    french_regulars: { name: 'French Regulars', one: 'French Regular', short: 'French' },
    militia: { name: 'Militia, Underground', one: 'Militia, Underground', short: 'Militia' },
    active_militia: { name: 'Militia, Active', one: 'Militia, Active', short: 'Active' },
    patriot_forts: { name: 'Patriot Forts', one: 'Patriot Fort', short: 'Fort' },
};
const order = Object.keys(kinds);
export const rank = (piece: Thing) => (piece.type === 'leader' ? -1 : order.indexOf(String(piece.type)));

/** Names as they are engraved on the map, where the full ones are too long. */
export const onMap: Record<string, string[]> = {
    connecticut_rhode_island: ['Conn. & R. I.'], maryland_delaware: ['Maryland & Del.'],
    new_york_city: ['N. York City'], south_carolina: ['S. Carolina'],
};

export const levels: Record<string, { name: string; sign: string; side: string }> = {
    active_support: { name: 'Active Support', sign: '▲▲', side: 'support' },
    passive_support: { name: 'Passive Support', sign: '▲', side: 'support' },
    neutral: { name: 'Neutral', sign: '–', side: 'neutral' },
    passive_opposition: { name: 'Passive Opposition', sign: '▼', side: 'opposition' },
    active_opposition: { name: 'Active Opposition', sign: '▼▼', side: 'opposition' },
};

/** In the order in which they succeed one another. */
export const leadersOf: Record<string, [id: string, name: string][]> = {
    british: [['gage', 'Gage'], ['howe', 'Howe'], ['clinton', 'Clinton']],
    patriots: [['washington', 'Washington']],
    french: [['rochambeau', 'Rochambeau'], ['lauzun', 'Lauzun']],
    indians: [['brant', 'Brant'], ['cornplanter', 'Cornplanter'], ['dragging_canoe', 'Dragging Canoe']],
};

export const leaderGift: Record<string, string> = {
    gage: 'where he is, the first level of Reward Loyalty is free',
    howe: 'each British Special Activity also lowers French Naval Intervention by one',
    clinton: 'a Skirmish where he is takes one Militia more',
    washington: 'a day won where he is counts double, and his side loses one less in defence',
    rochambeau: 'the French march and fight with the Patriots without paying',
    lauzun: 'the defender loses one more where the French attack with him',
    brant: 'a War Path where he is takes one Militia more',
    cornplanter: 'a Village where he is costs one War Party',
    dragging_canoe: 'a Raid that sets out where he is may move a space further',
};

export const number = (scene: Scene, key: string) => Number(scene.numbers.get(key)?.value ?? 0);
export const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
