// Against the machine, or alone: what it would do in our place, and why.
import { asked, askHint, hint, type Reason } from './ask';
import { carryOut, repeating } from './select';
import { myDecision, version } from './store';
import './odds.css';

const percent = (share: number) => `${Math.round(100 * share)} %`;
const signed = (points: number) => `${points > 0 ? '+' : '−'}${Math.abs(Math.round(points))}`;

function Terms({ chance, terms }: { chance: number; terms: Reason[] }) {
    const shown = terms.filter(t => Math.abs(t.points) >= .5);
    if (!shown.length) return null;
    return (
        <details class="hint-terms"><summary>Why the computer gives you {percent(chance)}</summary>
            <p class="faint small">What has changed since the first turn, in points:</p>
            <table><tbody>{shown.map(t => <tr key={t.title}><th scope="row">{t.title}</th><td class={t.points > 0 ? 'good' : 'bad'}>{signed(t.points)}</td></tr>)}</tbody></table>
        </details>
    );
}

export function HintCard() {
    const now = hint.value?.n === version.value ? hint.value : null;
    if (!myDecision.value) return null;
    if (!now) return <button type="button" class="soft ask-odds" data-ask="hint" disabled={asked.value === version.value || repeating.value !== null} onClick={askHint}>
        {asked.value === version.value ? 'Thinking…' : 'Hint'}</button>;
    const h = now.hint;
    return (
        <section class="odds hint-card" aria-label="Hint">
            <h3>{h.move}</h3>
            {h.chance > 0 && <p>It wins {percent(h.chance)} of the games played on from there{h.other >= 0 && `, the next best move ${percent(h.other)}`}.
                {h.reasons.length > 0 && ` Mostly for: ${h.reasons.map(r => `${r.title} (${signed(r.points)})`).join(', ')}.`}</p>}
            {h.line && <p class="faint small">Then it expects: {h.line}.</p>}
            <Terms chance={now.chance} terms={now.terms} />
            <div class="buttons">
                <button type="button" class="primary" data-take-hint onClick={() => { hint.value = null;
                    carryOut(h.actions.map(text => ({ verb: text.split(' ')[0], action: text, once: true }))); }}>Do it</button>
                <button type="button" onClick={() => { hint.value = null; }}>No</button>
            </div>
        </section>
    );
}
