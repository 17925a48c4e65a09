// Against the machine, or alone: what it would do in our place, and why.
import { asked, askHint, type Hint, hint, intoView, type Reason } from './ask';
import { carryOut, repeating } from './select';
import { myDecision, version } from './store';
import './odds.css';

const percent = (share: number) => `${Math.round(100 * share)} %`;
const signed = (points: number) => `${points > 0 ? '+' : '−'}${Math.abs(Math.round(points))}`;

function Terms({ chance, terms }: { chance: number; terms: Reason[] }) {
    const shown = terms.filter(t => Math.abs(t.points) >= .5);
    return (
        <details class="hint-terms"><summary>Why the computer gives you {percent(chance)} now</summary>
            <p class="faint small">{shown.length ? 'What has changed since the first turn, in points of your chance to win:' : 'Nothing of weight has changed since the first turn.'}</p>
            <table><tbody>{shown.map(t => <tr key={t.title}><th scope="row">{t.title}</th><td class={t.points > 0 ? 'good' : 'bad'}>{signed(t.points)}</td></tr>)}</tbody></table>
        </details>
    );
}

/** What it gains, in the words of the judgement. */
function Reasons({ h }: { h: Hint }) {
    if (!h.reasons.length) return null;
    return <>
        <p class="faint small">What it gains {h.over_now ? 'until the end of the turn' : 'on the next best move'}, in points of that chance:</p>
        <ul class="hint-reasons">{h.reasons.map(r => <li key={r.title}>{r.title} <strong>{signed(r.points)}</strong></li>)}</ul>
    </>;
}

export function HintCard() {
    const now = hint.value?.n === version.value ? hint.value : null;
    if (!myDecision.value) return null;
    if (!now) return <button type="button" class="soft ask-odds" data-ask="hint" disabled={asked.value === version.value || repeating.value !== null} onClick={askHint}>
        {asked.value === version.value ? 'Thinking…' : 'Hint'}</button>;
    const h = now.hint, steps = h.move.split('; ');
    return (
        <section class="odds hint-card" aria-label="Hint" ref={intoView}>
            <h3>The computer would play</h3>
            <ol class="hint-move">{steps.map((step, i) => <li key={i}>{step}</li>)}</ol>
            <div class="buttons">
                <button type="button" class="primary" data-take-hint onClick={() => { hint.value = null;
                    carryOut(h.actions.map(text => ({ verb: text.split(' ')[0], action: text, once: true }))); }}>Do it</button>
                <button type="button" onClick={() => { hint.value = null; }}>No</button>
            </div>
            <p>{h.chance > 0 ? <>It wins {percent(h.chance)} of the games played on from there{h.other >= 0 && `, the next best move ${percent(h.other)}`}.</>
                : 'Here it does not think ahead: little hangs on it.'}</p>
            <Reasons h={h} />
            {h.line && <details class="hint-line"><summary>What it expects then</summary><p class="small">{h.line}.</p></details>}
            {now.terms.length > 0 && <Terms chance={now.chance} terms={now.terms} />}
        </section>
    );
}
