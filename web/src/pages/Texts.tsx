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
                    Everything also stands in the list <em>All legal actions</em>.</li>
                <li>What is <strong>not allowed</strong> says why, beside the click. The number of a rule opens what it says, among all rules of the game.</li>
                <li><strong>Undo</strong> takes back everything up to the last dice or secret. Beyond that the others must agree.</li>
                <li>A small <strong>flag</strong> at a place means: something changed here since your last move. Arrows show what the other side did.</li>
                <li><strong>Replay</strong> shows any earlier moment as you saw it, and everything openly after the end: by turns, cards and battles, at the speed you like. A moment can be shared by a link. <em>Graphs</em> shows how the game went so far.</li>
                <li>The dice come from a key that is fixed before the first move. Its hash is shown at once, the key at the end, so it cannot have been changed.
                    Each player’s page puts a secret of its own into it before the start and checks it at the end: not even the host can choose the dice.</li>
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
                <p>Set in IM Fell English by Igino Marini (SIL Open Font License). Made with Preact (MIT);
                    <a href="/third-party.txt">their licenses</a>.
                    Nothing is loaded from other hosts, and nobody is counted.</p></section>
        </main>
    );
}
