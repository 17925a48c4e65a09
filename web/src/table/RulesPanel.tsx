// Every rule of a game in our own short words, beside the table; opens at the one that was asked for.
import { useEffect, useRef, useState } from 'preact/hooks';
import { gameOf } from '../games';
import { loadRules, paragraph, type Rule, sentence, shownRule } from '../rules';
import { Icon } from '../ui/Icon';
import './rules.css';

function Entry({ rule, conditions, shown }: { rule: Rule; conditions: Rule[]; shown: boolean }) {
    const number = paragraph(rule.key), where = rule.where ?? number.replace('§ ', '');
    return (
        <li id={`rule-${rule.key}`} class={shown ? 'shown' : ''} tabIndex={-1}>
            <h3>{number && <span class="rule-number">{number}</span>} {sentence(rule.title).replace(/\.$/, '')}</h3>
            {rule.text && <p>{rule.text}</p>}
            {conditions.length > 0 && <ul class="conditions">{conditions.map(c => <li key={c.key}>{sentence(c.title)}</li>)}</ul>}
            {where && <p class="rule-where">In the rulebook: {where}</p>}
        </li>
    );
}

export function RulesPanel() {
    const { game, key } = shownRule.value!;
    const [list, setList] = useState<Rule[]>([]), [error, setError] = useState(''), [search, setSearch] = useState('');
    const panel = useRef<HTMLElement>(null), from = useRef<Element | null>(document.activeElement);
    const close = () => { shownRule.value = null; (from.current as HTMLElement | null)?.focus?.(); };
    useEffect(() => { loadRules(game).then(setList, e => setError(e.message)); }, [game]);
    useEffect(() => { // the rule that was asked for, or the search
        if (!list.length) return;
        setSearch('');
        requestAnimationFrame(() => {
            const entry = key && document.getElementById(`rule-${key}`);
            if (entry) { entry.scrollIntoView({ block: 'start' }); entry.focus({ preventScroll: true }); }
            else panel.current?.querySelector('input')?.focus();
        });
    }, [list, key]);
    useEffect(() => {
        const escape = (e: KeyboardEvent) => { if (e.key === 'Escape') { e.stopPropagation(); close(); } };
        addEventListener('keydown', escape, true);
        return () => removeEventListener('keydown', escape, true);
    }, []);
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const conditionsOf = (rule: Rule) => list.filter(r => r.of === rule.key);
    const found = list.filter(rule => !rule.of && words.every(w =>
        [rule.key, rule.title, rule.text ?? '', ...conditionsOf(rule).map(c => c.title)].join(' ').toLowerCase().includes(w)));
    return (
        <aside class="rules-panel" ref={panel} aria-label="Rules">
            <header>
                <h2>Rules{gameOf(game) ? ` of ${gameOf(game)!.title}` : ''}</h2>
                <button type="button" class="quiet" aria-label="Close the rules" onClick={close}><Icon sign="close" /></button>
                <input type="search" aria-label="Search the rules" placeholder="Search" value={search} onInput={e => setSearch(e.currentTarget.value)} />
            </header>
            {error && <p class="notice refused" role="alert">{error}</p>}
            <ol>{found.map(rule => <Entry key={rule.key} rule={rule} conditions={conditionsOf(rule)} shown={rule.key === key} />)}</ol>
            {list.length > 0 && !found.length && <p class="faint">No rule has these words.</p>}
            <p class="faint small">Short texts of our own: the rulebook has the whole rule.</p>
        </aside>
    );
}
