// A player aid per Faction: what it can do and what that costs, in our own words.
import { RuleLink } from '../../ui/RuleLink';
import { useState } from 'preact/hooks';
import { factionName, factions, leaderGift, leadersOf } from './names';

interface Deed { name: string; cost: string; text: string; rule: string }
interface Sheet { wins: string; commands: Deed[]; specials: Deed[] }

export const sheets: Record<string, Sheet> = {
    british: {
        wins: 'Total Support exceeds Total Opposition by more than 10, and more Rebellion pieces than British ones were lost.',
        commands: [
            { name: 'Muster', cost: '1 per space', rule: '3.2.1', text: 'Up to six Regulars in one open City, a Colony beside one, or the West Indies. Tories, two a space (one at Passive Opposition, none at Active), in Cities and Colonies with or beside Regulars or Forts. Then in one of these spaces three cubes become a Fort, or Loyalty is rewarded.' },
            { name: 'Garrison', cost: '2 in all', rule: '3.2.2', text: 'Regulars from anywhere to Cities. In each City one Militia turns Active for three cubes. One City you control, without a Patriot Fort, can be cleared of Rebellion units. A Blockaded City takes no part.' },
            { name: 'March', cost: '1 per destination', rule: '3.2.3', text: 'Regulars to a neighbour, or by sea from one open City or its surroundings to another. Tories go along, one for each Regular. There, one Militia turns Active for three cubes.' },
            { name: 'Battle', cost: '1 per space', rule: '3.2.4', text: 'Where you and the Rebellion meet. Tories count up to your Regulars.' },
        ],
        specials: [
            { name: 'Common Cause', cost: '–', rule: '4.2.1', text: 'With a March or Battle: War Parties serve as Tories and turn Active.' },
            { name: 'Skirmish', cost: '–', rule: '4.2.2', text: 'Regulars strike in one space where you did not muster, garrison or fight.' },
            { name: 'Naval Pressure', cost: '–', rule: '4.2.3', text: 'A die of money; or, with the French fleet at sea, one Blockade less.' },
        ],
    },
    patriots: {
        wins: 'Total Opposition exceeds Total Support by more than 10, and Patriot Forts plus three exceed the Villages.',
        commands: [
            { name: 'Rally', cost: '1 per space', rule: '3.3.1', text: 'One Militia, or two units become a Fort. With a Fort there: as many Militia as Forts and population, or Militia gather from beside and all hide. In one space with a Fort Militia become Continentals. Not at Active Support; no new Militia in Reserves.' },
            { name: 'March', cost: '1 per destination', rule: '3.3.2', text: 'Units to a neighbour; French go along with Continentals, one for one, if the French pay 1. For two Continentals there one War Party turns Active. In a City under British Control the Militia of a group turn Active if it has, with the British cubes there, more than three.' },
            { name: 'Battle', cost: '1 per space', rule: '3.3.3', text: 'Where you and Royalists meet. The French join if they pay 1.' },
            { name: 'Rabble-Rousing', cost: '1 per space', rule: '3.3.4', text: 'Propaganda and a level toward Active Opposition. Needs Rebellion Control with a Patriot piece, or an Underground Militia that turns Active.' },
        ],
        specials: [
            { name: 'Persuasion', cost: '–', rule: '4.3.1', text: 'In up to three controlled Colonies or Cities a Militia turns Active: 1 Resource and Propaganda each.' },
            { name: 'Partisans', cost: '–', rule: '4.3.2', text: 'Underground Militia strike Royalist units in one space without a Battle.' },
            { name: 'Skirmish', cost: '–', rule: '4.3.3', text: 'Continentals strike British cubes in one space without a Battle.' },
        ],
    },
    french: {
        wins: 'After the Treaty: Total Opposition exceeds Total Support by more than 10, and more British pieces than Rebellion ones were lost.',
        commands: [
            { name: 'French Agent Mobilization', cost: '1', rule: '3.5.1', text: 'Before the Treaty: two Militia or a Continental in Quebec, New York, New Hampshire or Massachusetts, not at Active Support.' },
            { name: 'Roderigue Hortalez et Cie', cost: 'what you send', rule: '3.5.2', text: 'The Patriots get it and one more.' },
            { name: 'Muster', cost: '2', rule: '3.5.3', text: 'After the Treaty: up to four Regulars in a Colony or City under Rebellion Control, or in the West Indies. Two of them can become a Patriot Fort, for which the Patriots pay 1.' },
            { name: 'March', cost: '1 per destination', rule: '3.5.4', text: 'After the Treaty: to a neighbour, or by sea between Cities of the Rebellion and what is beside them. Patriot pieces must be there, or Continentals go along: one for one, if the Patriots pay 1.' },
            { name: 'Battle', cost: '1 per space', rule: '3.5.5', text: 'After the Treaty. The Patriots join if they pay 1.' },
        ],
        specials: [
            { name: 'Préparer la Guerre', cost: '–', rule: '4.5.1', text: 'A Squadron or three Regulars leave Unavailable; or 2 Resources.' },
            { name: 'Skirmish', cost: '–', rule: '4.5.2', text: 'After the Treaty: Regulars strike British cubes where you did not muster or fight.' },
            { name: 'Naval Pressure', cost: '–', rule: '4.5.3', text: 'After the Treaty: a Squadron blockades a City; or the Blockades are rearranged.' },
        ],
    },
    indians: {
        wins: 'Total Support exceeds Total Opposition by more than 10, and Villages exceed Patriot Forts by more than three.',
        commands: [
            { name: 'Gather', cost: '1 per Province, the first Reserve free', rule: '3.4.1', text: 'One War Party, or two of them become a Village. With a Village there: Villages and one more War Parties, or War Parties gather from beside and all hide. Not at an Active level.' },
            { name: 'March', cost: '1 per Province, the first free from Reserves', rule: '3.4.2', text: 'War Parties to neighbouring Provinces. In a Colony under Rebellion Control a group turns Active if it has, with the Militia there, more than three.' },
            { name: 'Scout', cost: '1, and the British 1', rule: '3.4.3', text: 'War Parties lead Regulars, and Tories, into a Province beside. All Militia there turn Active; then the Regulars may Skirmish.' },
            { name: 'Raid', cost: '1 per Province', rule: '3.4.4', text: 'Up to three Provinces at Opposition: a War Party there or from beside turns Active, a Raid marker, a level toward Neutral.' },
        ],
        specials: [
            { name: 'Trade', cost: '–', rule: '4.4.1', text: 'Where a Village and an Underground War Party are: what the British give, or 1.' },
            { name: 'War Path', cost: '–', rule: '4.4.2', text: 'Underground War Parties strike Rebellion units in one space.' },
            { name: 'Plunder', cost: '–', rule: '4.4.3', text: 'With a Raid, where War Parties outnumber the Rebellion: the population in Resources from the Patriots, for one War Party.' },
        ],
    },
};

const List = ({ title, deeds }: { title: string; deeds: Deed[] }) => (
    <>
        <h4>{title}</h4>
        <dl class="lod-deeds">{deeds.map(d => (
            <div key={d.name}><dt>{d.name} <small>{d.cost !== '–' && `cost ${d.cost} `}</small><RuleLink rule={`lod.${d.rule}`} /></dt><dd>{d.text}</dd></div>))}</dl>
    </>
);

export function FactionSheet({ faction }: { faction: string }) {
    const s = sheets[faction];
    return (
        <>
            <p><strong>Wins</strong> in winter if both hold: {s.wins}</p>
            <List title="Commands" deeds={s.commands} />
            <List title="Special Activities: one with a full Command" deeds={s.specials} />
            <h4>Leaders, one at a time, in this order</h4>
            <dl class="lod-deeds">{leadersOf[faction].map(([id, name]) => <div key={id}><dt>{name}</dt><dd>{leaderGift[id]}</dd></div>)}</dl>
        </>
    );
}

/** The sheet of the Faction one plays; the others by a choice. */
export function Aid({ faction }: { faction: string }) {
    const [shown, setShown] = useState<string | null>(null), f = shown ?? faction;
    return (
        <div class="lod-aid">
            <label>Faction <select value={f} onChange={e => setShown(e.currentTarget.value)}>
                {factions.map(x => <option key={x} value={x}>{factionName[x]}</option>)}</select></label>
            <FactionSheet faction={f} />
        </div>
    );
}
