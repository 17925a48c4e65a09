// How to play here, and where the data come from. Own words; rules are cited by their keys.
import { PieceSample } from '../../ui/PieceSample';
import { Counter } from './symbols';

export function Help() {
    const leader = { id: 'a', owner: 'american', type: 'leader', name: 'Washington', stars: 3, rating: 2 };
    const regulars = { id: 'b', owner: 'british', type: 'br', name: 'British regulars', count: 14 };
    const militia = { id: 'c', owner: 'american', type: 'rm', name: 'Rebel militia', count: 3 };
    const supply = { id: 'd', owner: 'british', type: 'supply_b', name: 'British supplies', count: 1 };
    return (
        <>
            <p class="lead">The whole war on one map, from Quebec to Savannah, in hexes of eighteen miles. Begin with the basic game: regulars,
                Continentals, one table, seven turns.</p>
            <h3>How to win</h3>
            <ul>
                <li>Each scenario has its own conditions. The list <em>Victory</em> beside the map shows them and which of them hold now.</li>
                <li>In the basic game towns count points at the end, strategic towns (red stars) most. The British must lead by 25.</li>
            </ul>
            <h3>The counters</h3>
            <ul class="samples">
                <li><PieceSample Piece={Counter} piece={regulars} /> Strength points (SP) are counted by kind: fourteen British regulars.</li>
                <li><PieceSample Piece={Counter} piece={militia} /> American counters have round corners. A single stroke is militia, a cross is regulars.</li>
                <li><PieceSample Piece={Counter} piece={leader} /> A leader: stars are his rank and say how many SP he leads, the figure is what he adds in battle.</li>
                <li><PieceSample Piece={Counter} piece={supply} /> A supply unit: with one at hand troops fight at full strength.</li>
            </ul>
            <h3>A turn</h3>
            <ol>
                <li><strong>Build.</strong> Before anybody moves you may dig in, make magazines, begin forts. A unit that builds stays where it is.</li>
                <li><strong>Move.</strong> Click a stack: all of it is taken along. Leave some behind with <em>−</em>. Gold hexes are in reach, the
                    figure is the cost in movement points (MP). Click one and the group walks there; then <em>Halt here</em>, or click on.</li>
                <li><strong>Forced marches.</strong> Then SP may try for more MP. The die may cost half of them.</li>
                <li><strong>Combat.</strong> Where both sides stand in one hex you may attack. In the advanced game a battle has rounds: supply and
                    elites are announced, each side chooses one of eight tactical cards in secret, one die is thrown on the table of the odds.</li>
                <li>Then the other side has its turn.</li>
            </ol>
            <h3>A campaign</h3>
            <ul>
                <li><em>The country</em> shows the four areas with their strategic towns: how many regulars hold each and how many it takes.
                    {' '}<em>What decides the war</em> has the dates at which somebody wins. A name leads to its hex.</li>
                <li>Between the seasons militia, regulars and leaders come and go. Click where they go; what has no hex has a button.</li>
                <li><em>Plan a march for later</em> while the other side moves: in your turn one click carries it out, as far as the rules allow.</li>
                <li>Before you end your movement, look at the stacks that have not moved.</li>
                <li>CSG-4: both sides bid in secret how many towns the British need. Of the two bids and the par the middle one counts.</li>
                <li>CSG-5: take Charleston, send Clinton, Leslie and ten regulars home by October 1780, then hold towns: points are counted at each season. Under a clear sky fleets sail twice as far.</li>
                <li>CSG-6 begins at Lexington, without seasons; in January 1776 militia of New England join the Continental Army.</li>
            </ul>
            <h3>Easy to miss</h3>
            <ul>
                <li>A stack must stop where it meets the enemy. Six to one and it may simply overrun him.</li>
                <li>Without leaders regulars pay double in the advanced game: the group says how many.</li>
                <li>Rivers cost MP to cross by their class: thin lines 1, thicker ones more; broad water only with a ferry or by boat.</li>
                <li>A stack can always move one hex, if the ground is open at all.</li>
                <li>An entrenchment takes 1 off the attacker’s die. A fort doubles its defenders, but they can be besieged.</li>
                <li>North lies to the upper left, as on the printed board.</li>
            </ul>
        </>
    );
}

export function Credits() {
    return (
        <>
            <p>The rules are those of the rulebook of <cite>1776</cite> (Avalon Hill; third edition), read and rewritten in our own words. The printed
                map, counters and charts were not at hand.</p>
            <table>
                <thead><tr><th>data</th><th>from the rulebook</th><th>reconstructed</th></tr></thead>
                <tbody>
                    <tr><td>map</td><td>hexes and hexsides that it names</td><td>other towns, rivers, relief, ferries, fords, port entries</td></tr>
                    <tr><td>charts</td><td>shapes, codes, limits, fates of leaders, landing costs</td><td>both combat tables, the tactical matrix, forced march, fleet engagement</td></tr>
                    <tr><td>leaders</td><td>names, powers, command</td><td>stars, seniority, ratings</td></tr>
                    <tr><td>units</td><td>types, artillery, bateaux</td><td>counter limits, values of fleets</td></tr>
                    <tr><td>scenarios</td><td>all of it</td><td>letters lost in the printed tracks</td></tr>
                </tbody>
            </table>
            <p>Coast and lakes: GSHHG 2.3.7 (P. Wessel and W. H. F. Smith, LGPL). If you own the game you can play with its own data: <code>musket serve --data DIR</code>.</p>
        </>
    );
}
