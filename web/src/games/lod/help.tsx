// How to play here, and where the data come from. Own words; rules are cited by their keys.
import { RuleLink } from '../../ui/RuleLink';
import { PieceSample } from '../../ui/PieceSample';
import { FactionSheet } from './aid';
import { factionName, factions } from './names';
import { Block } from './symbols';

const sample = (type: string, owner: string, count: number) => ({ id: type, type, owner, count, name: type });

export function Help() {
    return (
        <>
            <p class="lead">1775. The Crown and the nations of the frontier against the Congress and, one day, the King of France. Four
                Factions, two sides, and no two of them want quite the same.</p>
            <h3>How to win</h3>
            <p>Each Faction has two conditions. A Faction that meets both when winter comes wins; after the last winter the best margin wins.
                The table of Factions shows them: a figure above 0 means the condition is met.</p>
            <ul>
                <li><strong>British</strong> and <strong>Indians</strong> want more Support than Opposition, by more than ten; the British also
                    fewer losses than the Rebellion, the Indians Villages above Patriot Forts by more than three.</li>
                <li><strong>Patriots</strong> and <strong>French</strong> want more Opposition than Support, by more than ten; the Patriots also Forts
                    plus three above the Villages, the French more losses of the British than of the Rebellion. The French win only after the Treaty of Alliance.</li>
            </ul>
            <h3>What lies on the map</h3>
            <ul class="samples">
                <li><PieceSample Piece={Block} piece={sample('british_regulars', 'british', 4)} />
                    <PieceSample Piece={Block} piece={sample('tories', 'british', 2)} />
                    <PieceSample Piece={Block} piece={sample('continentals', 'patriots', 3)} />
                    <PieceSample Piece={Block} piece={sample('french_regulars', 'french', 2)} /> <span>Soldiers: British Regulars (square), Tories
                    (diamond), Continentals (eight corners), French Regulars (square in a square). The figure counts them.</span></li>
                <li><PieceSample Piece={Block} piece={sample('militia', 'patriots', 3)} />
                    <PieceSample Piece={Block} piece={sample('active_militia', 'patriots', 1)} />
                    <PieceSample Piece={Block} piece={sample('war_parties', 'indians', 2)} />
                    <PieceSample Piece={Block} piece={sample('active_war_parties', 'indians', 1)} /> <span>Militia (round) and War Parties (pointed):
                    hollow while Underground, full while Active. Only Active units can be lost in a Battle.</span></li>
                <li><PieceSample Piece={Block} piece={sample('british_forts', 'british', 1)} />
                    <PieceSample Piece={Block} piece={sample('patriot_forts', 'patriots', 1)} />
                    <PieceSample Piece={Block} piece={sample('villages', 'indians', 1)} /> <span>Forts and Villages, two in a space at most. A ribbon is a Leader.</span></li>
            </ul>
            <p>A space is hatched by what its people think: level lines are Support, slanting lines Opposition, close lines Active. The
                badge says the same: <strong>▲▲ 2</strong> is Active Support of a population of two. A flag shows who controls it: crosses for
                the British, stripes for the Rebellion; a red line or a blue dashed line runs along the border.</p>
            <h3>Your first five minutes</h3>
            <ol>
                <li>In the lobby choose <em>Liberty or Death</em>, the shortest scenario, and the British; the computer plays the others.</li>
                <li>Two cards are open: the one in play and the next. Factions act from left to right, but only two on each card;
                    a Faction that acts is not eligible on the next card.</li>
                <li>On your turn the prompt says what you may do. Choose <em>Muster</em>. Spaces with a gold ring can be chosen:
                    click <strong>New York City</strong>, then <em>Muster Regulars</em>. The line above the buttons shows what you
                    have paid and what is left.</li>
                <li>Choose more spaces, or a Special Activity, or end with <em>End the Muster</em>.</li>
                <li>In a <em>March</em> choose the destination first, then where a group comes from, then who goes along.</li>
                <li>A <em>Battle</em> shows both forces, every modifier, the dice and the losses, until you close it.</li>
                <li>Before you choose the Event, open <em>Here and now</em> below its text: it says what would happen, or that nothing would.</li>
            </ol>
            <h3>Easy to miss</h3>
            <ul>
                <li>The first Faction decides what the second may do: after a Command alone only a Limited Command; after a Command with a Special
                    Activity also the Event; after the Event a full Command. <RuleLink rule="lod.2.3.4" /></li>
                <li>A side that loses two pieces or more in a Battle, a cube or Fort among them, and more than the other (as much, if it attacks)
                    loses the day: the space shifts a level for each two of them, three at most. <RuleLink rule="lod.3.6.8" /></li>
                <li>Passing brings money and leaves you eligible. <RuleLink rule="lod.2.3.3" /></li>
                <li>A winter comes at once when its card shows up, unless the table was set up otherwise. <RuleLink rule="lod.2.3.7" /></li>
                <li>Before the Treaty the French have no piece on the map. It can be played when their Preparations exceed fifteen. <RuleLink rule="lod.2.3.9" /></li>
                <li>A blockaded City gives no Support, and the British cannot use its port. <RuleLink rule="lod.1.9" /></li>
            </ul>
            <h3>Player aids</h3>
            {factions.map(f => <details key={f} class="lod-aid"><summary>{factionName[f]}</summary><FactionSheet faction={f} /></details>)}
        </>
    );
}

export function Credits() {
    return (
        <>
            <p>The rules are those of <cite>Liberty or Death: The American Insurrection</cite> by Harold Buchanan (GMT Games, COIN series), read and
                rewritten in our own words, cards and all.</p>
            <table>
                <thead><tr><th>data</th><th>from</th></tr></thead>
                <tbody>
                    <tr><td>spaces, borders, pieces, set-ups</td><td>the rulebook and the printed map; two borders of Quebec are disputed and can be chosen</td></tr>
                    <tr><td>cards</td><td>number, title, years, order and effect as printed; the words are ours</td></tr>
                    <tr><td>outlines</td><td>drawn by hand after maps of 1775</td></tr>
                </tbody>
            </table>
            <p>Coast, lakes and rivers: GSHHG 2.3.7 with WDBII (P. Wessel and W. H. F. Smith, LGPL). The projection is large around New York, so that
                small colonies can hold their pieces. If you own the game you can play with its own data: <code>musket serve --data DIR</code>.</p>
        </>
    );
}
