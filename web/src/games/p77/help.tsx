// How to play here, and where the data come from. Own words; rules are cited by their keys.
import { PieceSample } from '../../ui/PieceSample';
import { Block } from './symbols';

export function Help() {
    const infantry = { id: 'x', owner: 'british', nation: 'british', type: 'infantry', name: 'Grant', strength: 3, max: 4 };
    const leader = { id: 'y', owner: 'american', nation: 'american', type: 'leader', name: 'Greene', strength: 1, max: 1, group_limit: 6, move: 2 };
    const hidden = { id: 'z', owner: 'american', hidden: 1, count: 3 };
    return (
        <>
            <p class="lead">Autumn 1777. Howe has landed at Head of Elk with the British army; Washington stands between
                him and Philadelphia. Twenty turns until winter, unless an earlier last turn was agreed on as a handicap.</p>
            <h3>How to win</h3>
            <ul>
                <li><strong>British:</strong> hold Philadelphia, in supply, at the end of two American turns in a row; or bring the
                    American army below 20 strength; or eliminate Washington.</li>
                <li><strong>American:</strong> prevent all that to the end of the last turn, or bring the British army below 25 strength.</li>
            </ul>
            <h3>The blocks</h3>
            <ul class="samples">
                <li><PieceSample Piece={Block} piece={infantry} /> Infantry, strength 3 of 4: it rolls three dice and hits on a six.
                    Artillery (a dot) hits on five and six. Militia (one stroke) marches two places, but may flee.</li>
                <li><PieceSample Piece={Block} piece={leader} /> A leader: he leads up to six blocks, two places a turn.</li>
                <li><PieceSample Piece={Block} piece={hidden} /> What you see of the enemy outside battle: three blocks, nothing more.</li>
            </ul>
            <h3>Your first five minutes</h3>
            <ol>
                <li>In the lobby play the computer as the British: your army is already in place.</li>
                <li>Both sides roll for action points; the higher total decides who moves first. Each point moves one block, or one
                    leader with his group.</li>
                <li>Click the stack at <strong>Head of Elk</strong>. It opens. Click <strong>Howe</strong>, then
                    {' '}<em>Howe leads a group</em>.</li>
                <li>Click the blocks that should go along, or <em>Take all along</em>. Then click a town with a gold ring.</li>
                <li>When your points are spent, or you want to stop: <em>Finish movement</em>. If you entered a town that the enemy
                    holds, you fight.</li>
                <li>In battle put a block into each of left, center and right. The defender fires first. Click a block to
                    fire it; the dice lie between the lines.</li>
            </ol>
            <h3>Easy to miss</h3>
            <ul>
                <li>A road over a river (a pair of waves across it) ends the march. At most ten blocks and their leaders attack over
                    one such road, each with a die less in round one.</li>
                <li>Three or more blocks overrun fewer than three outside a fort at once.</li>
                <li>A side with an empty position on the battle board must retreat.</li>
                <li>British supply comes from ports they hold (red anchor), American from Skippack, Worcester, White Marsh and
                    Salem (squares). Blocks that are cut off lose strength.</li>
            </ul>
        </>
    );
}

export function Credits() {
    return (
        <>
            <p>The rules are those of the rulebook of <cite>Campaigns of the American Revolution, vol. 4: Philadelphia 1777</cite>
                {' '}(Worthington Publishing), read and rewritten in our own words. The printed board and labels were not at hand.</p>
            <table>
                <thead><tr><th>data</th><th>from the rulebook</th><th>reconstructed from geography and history</th></tr></thead>
                <tbody>
                    <tr><td>places</td><td>16 of 50 names, the forts, the American supply towns</td><td>the other 34</td></tr>
                    <tr><td>ports</td><td>Head of Elk, Fort Mifflin (from an example)</td><td>Wilmington, New Castle, Chester, Billingsport, Fort Mercer</td></tr>
                    <tr><td>roads</td><td>three by name, the gates of Philadelphia by example</td><td>the other 91 of 97 and the rivers they cross</td></tr>
                    <tr><td>blocks</td><td>types, numbers of the British, Grant and Donop</td><td>other names and strengths, the American army</td></tr>
                    <tr><td>leaders</td><td>the British group limits, Washington</td><td>American ratings, who starts where</td></tr>
                </tbody>
            </table>
            <p>Coast and state borders: GSHHG 2.3.7 (P. Wessel and W. H. F. Smith, LGPL). Courses of rivers and hills: by hand.
                If you own the game you can play with its own data: <code>musket serve --data DIR</code>.</p>
        </>
    );
}
