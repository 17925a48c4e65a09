// Before a battle: who wins how often, and what it costs, as a small chart of many battles that were played out.
import { useState } from 'preact/hooks';
import { asked, askOdds, type Battle, battles, type Odds, type OddsSeat, intoView } from './ask';
import { candidates, chosen } from './select';
import { live, scene, seat, version } from './store';
import './odds.css';

const percent = (part: number, of: number) => (of ? Math.round(100 * part / of) : 0);

/** How often a side lost so much: one bar for each number, the same scale for all sides. */
function Losses({ side, most, longest, unit, fought }: { side: OddsSeat; most: number; longest: number; unit: string; fought: number }) {
    const bars = Array.from({ length: most + 1 }, (_, i) => side.lost[i] ?? 0), wide = 100 / (most + 1);
    return (
        <figure class={`odds-losses ${side.seat}`}>
            <figcaption>{side.title} lose {side.mean.toFixed(1)} {unit} on average</figcaption>
            <svg viewBox="0 0 100 30" preserveAspectRatio="none" role="img" aria-label={`${side.title}: ${bars.map((n, i) => (percent(n, fought) ? `${i} ${unit} ${percent(n, fought)} %` : '')).filter(Boolean).join(', ')}`}>
                {bars.map((n, i) => <rect key={i} x={i * wide + .4} width={wide - .8} y={30 - 30 * n / longest} height={30 * n / longest}><title>{`${i} ${unit}: ${percent(n, fought)} %`}</title></rect>)}
            </svg>
            <p class="odds-scale" aria-hidden="true"><span>0</span><span>{most} {unit} lost</span></p>
        </figure>
    );
}

/** The longest tail that came in more than one battle of a hundred. */
function span(odds: Odds): number {
    return Math.max(1, ...odds.seats.map(s => {
        let rest = 0, i = s.lost.length;
        while (i > 1 && rest + s.lost[i - 1] <= odds.fought / 100) rest += s.lost[--i];
        return i - 1;
    }));
}

export function OddsChart({ odds }: { odds: Odds }) {
    if (!odds.fought) return <p class="faint small">It does not come to a battle.</p>;
    const most = span(odds), longest = Math.max(1, ...odds.seats.flatMap(s => s.lost));
    const nobody = odds.fought - odds.seats.reduce((sum, s) => sum + s.won, 0);
    const wins = [...odds.seats.map(s => `${s.title} win ${percent(s.won, odds.fought)} %`), ...(nobody > 0 ? [`nobody wins ${percent(nobody, odds.fought)} %`] : [])];
    return (
        <div class="odds-chart" data-odds={odds.place}>
            <p class="odds-said">{nobody === odds.fought ? 'Nobody wins or loses the field: the losses count.' : wins.join(' · ')}</p>
            <p class="odds-wins" role="img" aria-label={wins.join(', ')}>
                {odds.seats.filter(s => s.won).map(s => <span key={s.seat} class={s.seat} style={{ flexGrow: s.won }} />)}
                {nobody > 0 && <span class="nobody" style={{ flexGrow: nobody }} />}
            </p>
            <div class="odds-sides">{odds.seats.map(s => <Losses key={s.seat} side={s} most={most} longest={longest} unit={odds.unit} fought={odds.fought} />)}</div>
            <p class="faint small">Played out {odds.trials.toLocaleString('en')} times from what you know{odds.fought < odds.trials && `; a battle in ${percent(odds.fought, odds.trials)} %`}.</p>
        </div>
    );
}

/** The action, and where the battle would be if its words do not say so ("March down"). */
const titleOf = (b: Battle) => (!b.label || b.label.includes(b.odds.name) ? b.label ?? b.odds.name : `${b.label}: ${b.odds.name}`);

/** In one line: whether we win, or what it costs where nobody does. */
function brief({ odds }: Battle): string {
    const mine = odds.seats.find(s => s.seat === seat.value), won = odds.seats.some(s => s.won > 0);
    if (!odds.fought) return 'no battle';
    return won ? `you win ${percent(mine?.won ?? 0, odds.fought)} %` : odds.seats.map(s => `${s.seat === seat.value ? 'you' : s.title} −${s.mean.toFixed(1)}`).join(', ');
}

const share = (b: Battle) => percent(b.odds.seats.find(s => s.seat === seat.value)?.won ?? 0, b.odds.fought);

export function OddsCard() {
    const p = scene.value.prompt, now = battles.value?.n === version.value ? battles.value.list : null, [open, setOpen] = useState(0);
    if (!live.value || seat.value === null || !(p?.attacks || p?.battle)) return null;
    if (!now) return <button type="button" class="soft ask-odds" data-ask="odds" disabled={asked.value === version.value} onClick={askOdds}>
        {asked.value === version.value ? 'Playing it out…' : p.attacks ? 'Odds of an attack' : 'Odds of this battle'}</button>;
    // What fits the choice so far; the best for us first.
    const fits = chosen.value.length ? now.filter(b => !b.action || candidates.value.some(a => a.text === b.action)) : now;
    const list = [...fits].sort((a, b) => share(b) - share(a)).slice(0, 12);
    return (
        <section class="odds" aria-label="Odds" ref={intoView}>
            {list.length === 1 ? <><h3>{titleOf(list[0])}</h3><OddsChart odds={list[0].odds} /></>
                : list.map((b, i) => (
                    <details key={b.action} open={open === i} onToggle={e => (e.target as HTMLDetailsElement).open && setOpen(i)}>
                        <summary>{titleOf(b)} <strong>{brief(b)}</strong></summary>
                        {open === i && <OddsChart odds={b.odds} />}
                    </details>))}
            {!list.length && <p class="faint small">What you have chosen leads to no battle.</p>}
        </section>
    );
}
