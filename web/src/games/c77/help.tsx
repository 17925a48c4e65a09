// How to play here, and where the data come from. Own words; rules are cited by their keys.
import { PieceSample } from '../../ui/PieceSample';
import { Counter } from './symbols';

export function Help() {
    const leader = { id: 'a', owner: 'british', type: 'leader', kind: 'primary', name: 'Burgoyne', rank: 3, leadership: 8, attack: 3, defense: 2 };
    const regulars = { id: 'b', owner: 'british', type: 'regular', count: 14 };
    const continentals = { id: 'c', owner: 'patriot', type: 'continental', count: 3 };
    const train = { id: 'd', owner: 'patriot', type: 'train', count: 1 };
    return (
        <>
            <p class="lead">Summer 1777. Burgoyne comes down the lakes from Montreal, Howe sails with a secret destination, and Washington
                cannot be everywhere. Ten turns, June to October.</p>
            <h3>How to win</h3>
            <ul>
                <li><strong>British:</strong> hold Montreal, Fort Ticonderoga, Albany, Fort Montgomery and New York at the end (gold stars on the
                    map), and have held Philadelphia once.</li>
                <li><strong>Patriots:</strong> keep one of these from them.</li>
                <li>In <em>Burgoyne’s Challenge</em> everything depends on Albany, in eight turns.</li>
            </ul>
            <h3>The counters</h3>
            <ul class="samples">
                <li><PieceSample Piece={Counter} piece={leader} /> A leader: stars are his rank and say how many SP he may lead; the large figure is
                    his leadership, then attack and defense.</li>
                <li><PieceSample Piece={Counter} piece={regulars} /> Strength points (SP) are counted by kind: fourteen Regulars.</li>
                <li><PieceSample Piece={Counter} piece={continentals} /> Patriot counters have round corners.</li>
                <li><PieceSample Piece={Counter} piece={train} /> A supply train feeds an army far from its magazines, once. A depot (barrel) carries supply on.</li>
            </ul>
            <h3>Your first five minutes: Burgoyne’s Challenge</h3>
            <ol>
                <li>Set up a table with the scenario <em>Burgoyne’s Challenge</em> and take the British against the computer. The map shows the north:
                    Montreal above, Albany below, Lake Champlain between.</li>
                <li>The British have the initiative in turn one: name <strong>Burgoyne</strong> as the one who acts first. All other markers go into
                    the cup and are drawn one by one: leaders of both sides, supply checks, events.</li>
                <li>Burgoyne has eight leadership points. Take SP along with the <em>+</em> buttons (or <em>Take as many as he can lead</em>),
                    bring Fraser and a train, then click a space with a gold ring. An army marches two spaces; by water or over rough
                    ground it goes no further after that.</li>
                <li>Points buy the rest, in any order: <em>Activate Riedesel</em> and he marches with an army of his own; <em>Place a depot</em> so
                    that the army is fed beyond the first magazine. Depots reach two spaces: Isle aux Noix, Fort Ticonderoga and Fort
                    Edward carry you to Albany.</li>
                <li>Where Patriots stand the march stops for questions, in their order: does anyone intercept? who goes into the fort? who
                    avoids battle? who reinforces? Then both sides roll at the same time, and each six kills an SP. The battle sheet
                    lists where every die comes from.</li>
                <li>Fort Ticonderoga will not fall to one battle. Stand before it: that is a siege. A leader who has spent nothing in this activation
                    may <em>storm</em>: half your dice against double theirs. From Mount Defiance each artillery SP brings four dice.</li>
                <li>When you are done: <em>End Burgoyne’s activation</em>. When the cup is empty, the turn is over.</li>
            </ol>
            <h3>Easy to miss</h3>
            <ul>
                <li>Losses are spread: each type of SP loses one before any loses a second.</li>
                <li>The side with fewer losses wins; the defender wins ties.</li>
                <li>An army out of supply marches one space, rolls half its dice and suffers attrition. A crossed circle on the map warns you before the check comes.</li>
                <li>Casualties of one turn help the enemy to the initiative in the next.</li>
                <li>Fort walls hold three SP, or five in a large fort; the rest stand outside. The tower on the map counts who is inside.</li>
                <li>Howe may embark at New York: two turns later he lands at a port only he knew.</li>
            </ul>
        </>
    );
}

export function Credits() {
    return (
        <>
            <p>The rules are those of the rulebook of <cite>Campaigns of 1777</cite> (Decision Games, Strategy &amp; Tactics 316; design by Harold
                Buchanan), read and rewritten in our own words. The printed map, counters and charts were not at hand.</p>
            <table>
                <thead><tr><th>data</th><th>from the rulebook</th><th>reconstructed from geography and history</th></tr></thead>
                <tbody>
                    <tr><td>spaces</td><td>28 names, the eight ports</td><td>61 names, all types, departments and positions</td></tr>
                    <tr><td>connections</td><td>Oswego to Fort Dayton, New York to Staten Island</td><td>the others</td></tr>
                    <tr><td>magazines</td><td>at the ports</td><td>Oswego, Albany, Fishkill, Morristown, Philadelphia, Reading, Springfield</td></tr>
                    <tr><td>leaders</td><td>names and sides, Johnson, Brant, St Leger’s rank, Gates</td><td>other values and replacements</td></tr>
                    <tr><td>units</td><td>types, SP set up, supply markers</td><td>totals</td></tr>
                    <tr><td>charts</td><td>escape, attrition, modifiers, costs, dice</td><td>rally numbers and turns, the events</td></tr>
                </tbody>
            </table>
            <p>Coast, lakes, rivers and borders: GSHHG and WDBII 2.3.7 (P. Wessel and W. H. F. Smith, LGPL), on a scale that is wider where
                places are close. If you own the game you can play with its own data: <code>musket serve --data DIR</code>.</p>
        </>
    );
}
