import { useEffect, useState } from 'preact/hooks';
import type { Face } from '../games/face';
import { games, loadFace, loadGames } from '../games';
import { setTitle } from '../turn';
import { hasLesson } from '../guide';
import { showRules } from '../rules';

function useFaces(): [string, string, Face][] {
    const [faces, setFaces] = useState<[string, string, Face][]>([]);
    useEffect(() => {
        void loadGames().then(async list => {
            const out: [string, string, Face][] = [];
            for (const g of list) out.push([g.id, g.title, await loadFace(g.id)]);
            setFaces(out);
        });
    }, []);
    return faces;
}

export function HelpPage({ id }: { id?: string }) {
    const faces = useFaces(), shown = faces.find(f => f[0] === id) ?? faces[0];
    useEffect(() => { setTitle('How to play – Musket'); }, []);
    return (
        <main class="page text">
            <h1>How to play here</h1>
            {games.value.length > 1 && <nav class="choose-game">{games.value.map(g => <a key={g.id} href={`#/help/${g.id}`} aria-current={g.id === shown?.[0] ? 'page' : undefined}>{g.title}</a>)}</nav>}
            {shown && (([, title, face]) => { const Help = face.Help; return <><h2>{title}</h2>{hasLesson(shown[0]) && <p><a class="button primary" href={`#/learn/${shown[0]}`}>A guided first game</a>{' '}<button type="button" onClick={() => showRules(shown[0])}>All rules in short</button></p>}<Help /></>; })(shown)}
            <h2>At every table</h2>
            <ul>
                <li><strong>Gold</strong> is what you can do now. Click a piece, then where it should go; if a click can mean several things, you are asked.
                    The list <em>All legal actions</em> has everything, too.</li>
                <li>Click something that is <strong>not allowed</strong> and you read why, beside the click. The number of a rule opens its text, among all rules of the game.</li>
                <li><strong>Undo</strong> takes back everything up to the last dice or secret. Beyond that the others must agree, and new dice are rolled.</li>
                <li>A small <strong>flag</strong> marks a place that has changed since your last move. Arrows show what the other side did.</li>
                <li><strong>Replay</strong> shows any earlier moment as you saw it, and after the end everything in the open: by turns, cards and battles, at any speed. You can share a moment by its link. <em>Graphs</em> shows the course of the game so far.</li>
                <li>The dice come from a key that is fixed before the first move. You see its hash at once and the key at the end, so nobody can have changed it.
                    Each player’s page adds a secret of its own before the start and checks it at the end: not even the host can choose the dice.</li>
            </ul>
            <h2>Keys</h2>
            <dl class="keys">
                <dt><kbd>m</kbd></dt><dd>to the map; there the arrow keys go from place to place, <kbd>Enter</kbd> chooses, <kbd>Shift</kbd> with arrows moves the map</dd>
                <dt><kbd>n</kbd></dt><dd>to the next thing with a gold ring; <kbd>Enter</kbd> chooses</dd>
                <dt><kbd>+</kbd> <kbd>-</kbd> <kbd>0</kbd></dt><dd>zoom in, out, the whole map</dd>
                <dt><kbd>p</kbd></dt><dd>to the prompt and its buttons</dd>
                <dt><kbd>u</kbd></dt><dd>undo</dd>
                <dt><kbd>Esc</kbd></dt><dd>cancel the choice</dd>
            </dl>
        </main>
    );
}

export function CreditsPage() {
    const faces = useFaces();
    useEffect(() => { setTitle('Credits – Musket'); }, []);
    return (
        <main class="page text">
            <h1>Credits</h1>
            {faces.map(([id, title, face]) => { const Credits = face.Credits; return <section key={id}><h2>{title}</h2><Credits /></section>; })}
            <section><h2>The page</h2>
                <p>Set in IM Fell English by Igino Marini (SIL Open Font License). Made with Preact (MIT); <a href="/third-party.txt">all licenses</a>.
                    Nothing is loaded from other hosts, and nobody is tracked.</p></section>
        </main>
    );
}
