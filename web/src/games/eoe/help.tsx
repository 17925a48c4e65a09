// How to play here, and where the data come from. Own words; rules are cited by their keys.
import { PieceSample } from '../../ui/PieceSample';
import { Counter } from './symbols';

const unit = (id: string, owner: string, nation: string, type: string, name: string, more: object) => ({ id, owner, nation, type, name, steps: 2, full: 2, ...more });

export function Help() {
    return (
        <>
            <p class="lead">Three wars for North America on one map, from New Orleans to Louisbourg, in hexes of twenty miles and turns of two months. Begin with the Invasion
                of Canada: eight turns on a quarter of the map.</p>
            <h3>How to win</h3>
            <p>Each scenario has its own aims. <em>Victory</em> beside the map says which, who holds the places that count, and who would win now.</p>
            <h3>The counters</h3>
            <ul class="samples">
                <li><PieceSample Piece={Counter} piece={unit('a', 'british', 'british', 'infantry', '26 Foot', { linear: 6, ambush: 2, mf: 15 })} /> A regiment: 6 in line, 2 in an ambush, 15 movement points. Dots are steps.</li>
                <li><PieceSample Piece={Counter} piece={unit('b', 'allied', 'state', 'infantry', 'Stark', { linear: 8, boxed: 1, ambush: 2, mf: 20, plus: 1 })} /> A boxed factor attacks at half. A + behind the movement: alone, or with others like it, it always has initiative.</li>
                <li><PieceSample Piece={Counter} piece={unit('c', 'british', 'indian', 'indian', 'Seneca', { linear: 2, circled: 1, ambush: 4, ambushes: 1, mf: 20, plus: 1, full: 1, steps: 1 })} /> A circled factor does not attack in line. A + before the ambush factor: it lays ambushes.</li>
                <li><PieceSample Piece={Counter} piece={{ id: 'd', owner: 'allied', type: 'leader', name: 'Montgomery', combat: 1, initiative: 4, rank: 5 }} /> A leader: what he adds in battle, his initiative (large), his rank in the circle: 1 is highest.</li>
            </ul>
            <p>On the map a stack is one counter: the sum of its linear factors, how many units, and who leads. A small wall in the corner of a hex holds those inside its town or outpost.</p>
            <h3>A turn</h3>
            <ol>
                <li><strong>Fleets</strong> are rolled for and put to sea.</li>
                <li><strong>Reinforcements</strong> come in, Indians take sides, steps are replaced, militia is called out.</li>
                <li><strong>Operations</strong>, first one side, then the other. Click a stack: all of it is taken along that can be led. Click a counter in the list to leave it behind. Then click a gold
                    hex: a die of the initiative or less, and the force marches there.</li>
                <li><strong>Withdrawals</strong>, in winter also <strong>attrition</strong>: units out of supply lose a step.</li>
            </ol>
            <h3>Easy to miss</h3>
            <ul>
                <li>Where an enemy could react a force must keep 5 MP for the battle. The page leaves out hexes where it would have fewer, and says so if you click one.</li>
                <li>Tags like <em>4 !3</em> mean: 4 MP to get there, and an enemy beside it reacts on 3 or less. The list <em>Could react</em> names them.</li>
                <li>Reaction comes before battle: the enemy may escape, bring in neighbours, or call militia.</li>
                <li>Rivers run through hexes. Going by water costs less; in a portage one may change from one water to the other.</li>
                <li>In the woods whoever has + factors may lay an ambush before the battle.</li>
                <li>The northern sheet (right of the dashed line) has hard winters: ratings fall, costs double, lakes freeze.</li>
                <li>North lies to the upper right, as on the printed sheets.</li>
            </ul>
        </>
    );
}

export function Credits() {
    return (
        <>
            <p>The rules are those of the rulebook of <cite>End of Empire 1744–1782</cite> (Compass Games), read and rewritten in our own words. The printed maps, counters and charts were not at hand.</p>
            <table>
                <thead><tr><th>data</th><th>from the rulebook</th><th>reconstructed</th></tr></thead>
                <tbody>
                    <tr><td>map</td><td>hexes of named places, portages, fortresses, ferries, ports</td><td>the rest, on real coasts and borders</td></tr>
                    <tr><td>units</td><td>special units and their codes, Stark’s brigade</td><td>factors, dates by history</td></tr>
                    <tr><td>leaders</td><td>Wolfe</td><td>ratings of the others</td></tr>
                    <tr><td>tables</td><td>movement, initiative, modifiers, economy, agents, recruits</td><td>cells of both combat tables, fleets, Iroquois chart, turn records</td></tr>
                    <tr><td>scenarios</td><td>that there are thirteen, 15.7 to 15.9</td><td>forces of later starts, other victories</td></tr>
                </tbody>
            </table>
            <p>Coast and lakes: GSHHG 2.3.7 (P. Wessel and W. H. F. Smith, LGPL). If you own the game you can play with its own data: <code>musket serve --data DIR</code>.</p>
        </>
    );
}
