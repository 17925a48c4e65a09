// What the game waits for, what can be done about it, and why something cannot.
import { useState } from 'preact/hooks';
import type { Action } from '../scene';
import { Marked } from './Marked';
import { candidates, canPick, chosen, clear, legal, menu, ready, repeating, standingAnswer, targets } from './select';
import { act, connectionLost, face, info, live, log, myDecision, notice, outcome, over, proposal, putAside, scene, seat, seatName,
         undo, undoable, waiting } from './store';
import { send } from '../net';
import { Icon } from '../ui/Icon';
import { EndCard } from './End';

const labelOf = (action: Action) => face.value!.label?.(action, scene.value) ?? action.label;

function Button({ action, primary }: { action: Action; primary?: boolean }) {
    return <button type="button" class={primary ? 'primary' : ''} disabled={waiting.value} data-action={action.text}
                   onClick={() => act(action.text)}>{labelOf(action)}</button>;
}

/** Every legal action as a button: for the keyboard, for readers, for the curious. */
function AllActions() {
    const [open, setOpen] = useState(false);
    if (legal.value.length < 2) return null;
    const list = chosen.value.length ? candidates.value : legal.value;
    return (
        <details class="all-actions" open={open} onToggle={e => setOpen((e.target as HTMLDetailsElement).open)}>
            <summary>All legal actions <small>({list.length})</small></summary>
            {open && <div class="action-list">{list.map(a => <Button key={a.text} action={a} />)}</div>}
        </details>
    );
}

function Together() {
    const f = face.value!;
    const verbs = Object.keys(f.together).filter(v => legal.value.filter(a => a.verb === v).length > (f.counted ? 0 : 1));
    if (repeating.value) return <button type="button" onClick={() => { repeating.value = null; }}>Stop</button>;
    return <>{verbs.map(v =>
        <button key={v} type="button" class="soft" data-together={v} disabled={waiting.value}
                onClick={() => { clear(); repeating.value = v; }}>{f.together[v]}</button>)}</>;
}

/** A question that comes again and again can be answered once for all, until one takes that back. */
const hasPutAside = () => putAside.value.has(String(seat.value));

function PutAside() {
    if (!standingAnswer.value || hasPutAside()) return null;
    return <button type="button" class="soft put-aside" onClick={() => { putAside.value = new Set([...putAside.value, String(seat.value)]); }}>
        {face.value!.again!.button}</button>;
}

const AskAgain = () => (
    <p class="put-aside faint small">{face.value!.again!.said} <button type="button" class="mark-link" onClick={() => { putAside.value = new Set(); }}>Ask again</button></p>
);

function Menu() {
    if (!menu.value) return null;
    return (
        <div class="menu" role="group" aria-label="Which of these?">
            {menu.value.map((a, i) => <Button key={a.text} action={a} primary={i === 0} />)}
            <button type="button" class="quiet" onClick={clear}>Never mind</button>
        </div>
    );
}

/** What to do next, in words that follow the state of the choice. */
function hint(): string {
    if (!chosen.value.length) {
        const onMap = [...targets.value].some(r => scene.value.places.get(r.slice(r.indexOf(':') + 1))?.x !== undefined);
        const pieces = [...scene.value.pieces.values()].some(p => canPick(p.id));
        const what = [...(pieces ? ['piece'] : []), ...(onMap ? ['place'] : [])].join(' or a ');
        const buttonsForAll = candidates.value.every(a => ready.value.includes(a) || face.value!.offers?.(a));
        return what && !buttonsForAll ? `Choose a ${what} ringed in gold${ready.value.length ? ', or:' : '.'}` : '';
    }
    const kinds = new Set(candidates.value.flatMap(a => a.args.slice(0).filter(x => !chosen.value.includes(`${x.kind}:${x.id}`)).map(x => x.kind)));
    if (!kinds.size) return '';
    const names = chosen.value.map(c => {
        const id = c.slice(c.indexOf(':') + 1);
        return String(scene.value.pieces.get(id)?.name ?? scene.value.places.get(id)?.name ?? id);
    }).join(', ');
    return `${names}: choose a ${[...kinds].join(' or a ')} ringed in gold.`;
}

function Notice() {
    const n = notice.value;
    if (!n) return null;
    return (
        <p class={`notice ${n.kind}`} role={n.kind === 'refused' ? 'alert' : undefined}>
            <span>{n.kind === 'why' && n.rule ? <><strong>Not now:</strong> {n.title ?? n.text}</> : n.text}
                {n.rule && <code class="rule" title="The rule that forbids it">{n.rule}</code>}</span>
            <button type="button" class="quiet" aria-label="Dismiss" onClick={() => { notice.value = null; }}><Icon sign="close" /></button>
        </p>
    );
}

const askedFor: Record<string, string> = { undo: 'to take back moves', draw: 'a draw', pause: 'a pause' };

function ProposalCard() {
    const p = proposal.value;
    if (!p?.what) return null;
    const mine = p.by !== null && info.value!.mine.includes(p.by);
    const answer = (yes: boolean) => send({ t: 'answer', what: p.what, yes });
    return (
        <div class="notice proposal" role="alert">
            <span>{mine ? 'You propose' : `${seatName(p.by)} proposes`} {askedFor[p.what] ?? p.what}.</span>
            {mine ? <button type="button" onClick={() => answer(false)}>Withdraw</button>
                : seat.value !== null && <>
                    <button type="button" class="primary" onClick={() => answer(true)}>Agree</button>
                    <button type="button" onClick={() => answer(false)}>Decline</button></>}
        </div>
    );
}

export function UndoButton() {
    if (seat.value === null || over.value || !live.value) return null;
    const free = undoable.value > 0;
    if (!free && !log.value.some(entry => entry.seat === seat.value)) return null; // nothing of ours
    const alone = info.value!.seats.every(s => s.bot || info.value!.mine.includes(s.seat)); // nobody has to be asked
    const why = free ? 'Takes back your last action (U)'
        : alone ? 'Takes back all that came after your last action; dice fall anew (U)' : 'Dice or the other side came after it: the others must agree (U)';
    return (
        <button type="button" class="undo" onClick={undo} title={why}>
            <Icon sign="undo" /> {free || alone ? 'Undo' : 'Ask to undo'}
        </button>
    );
}

export function Prompt() {
    const s = scene.value, t = info.value!;
    if (over.value && live.value && outcome.value) return <EndCard />;
    const mine = myDecision.value;
    const f = face.value!, Progress = f.Progress, order = f.order ?? (() => 0);
    const buttons = menu.value ? [] : ready.value.filter(a => !f.offers?.(a)).sort((a, b) => order(a) - order(b));
    return (
        <section class={`card prompt${mine ? ' mine' : ''}`} aria-label="What to do now">
            <p class="prompt-who">{!live.value ? 'Replay' : mine ? 'Your decision' : t.state === 'open' ? 'Waiting for players' : t.paused ? 'Paused'
                : s.prompt && seat.value === null ? `You are watching: ${seatName(String(s.prompt.seat))} to decide` : s.prompt ? <span class="waiting-dots">Waiting for {seatName(String(s.prompt.seat))}</span> : ''}</p>
            {s.prompt && <p class="prompt-text" data-phase={s.prompt.phase}><Marked text={String(s.prompt.marks ?? s.prompt.text)} />
                {s.prompt.rule && <code class="rule" title={String(s.prompt.rule_title ?? '')}>{s.prompt.rule}</code>}</p>}
            {Progress && live.value && <Progress scene={s} />}
            {mine && hint() && <p class="hint">{hint()}</p>}
            <Notice />
            <ProposalCard />
            <Menu />
            <div class="buttons">
                {mine && buttons.map((a, i) => <Button key={a.text} action={a} primary={i === 0 && chosen.value.length > 0} />)}
                {mine && !menu.value && <><Together /><PutAside /></>}
                {chosen.value.length > 0 && !menu.value && <button type="button" class="quiet" onClick={clear}>Cancel choice</button>}
                <UndoButton />
            </div>
            {mine && <AllActions />}
            {live.value && hasPutAside() && <AskAgain />}
            {connectionLost.value && <p class="notice refused" role="status">The connection is lost. Trying to come back…</p>}
        </section>
    );
}
