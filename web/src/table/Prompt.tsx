// What the game waits for, what can be done about it, and why something cannot.
import { useState } from 'preact/hooks';
import { type Action, idOf } from '../scene';
import { Marked } from './Marked';
import { byItself, candidates, canPick, carryOut, choose, chosen, clear, legal, menu, only, ready, repeat, repeating, sheetOf, standingAnswer, targets } from './select';
import { act, advice, askAdvice, askAgain, askBack, asksBack, connectionLost, face, info, live, myDecision, notice, outcome, over, played, proposal, putAside, scene,
         seat, seatName, standingAt, stands, takeBack, thinking, undo, version, waiting } from './store';
import { plain } from '../scene';
import { isNote } from './Log';
import { send } from '../net';
import { Icon } from '../ui/Icon';
import { useMedia } from '../ui/media';
import { RuleLink } from '../ui/RuleLink';
import { EndCard } from './End';
import { Lazy } from '../ui/Lazy';

const odds = () => import('./Odds').then(m => m.OddsCard), hintCard = () => import('./Hint').then(m => m.HintCard);

/** Where the last click was, or the thing that had the focus when a key was pressed. */
const lastClick = { x: 0, y: 0 };
addEventListener('pointerdown', e => { [lastClick.x, lastClick.y] = [e.clientX, e.clientY]; }, true);
addEventListener('keydown', () => {
    const box = document.activeElement?.getBoundingClientRect();
    if (box?.width) [lastClick.x, lastClick.y] = [box.right, box.bottom];
}, true);

const labelOf = (action: Action) => face.value!.label?.(action, scene.value) ?? action.label;

function Button({ action, primary }: { action: Action; primary?: boolean }) {
    return <button type="button" class={primary ? 'primary' : ''} disabled={waiting.value} data-action={action.text}
                   onClick={() => choose(action)}>{labelOf(action)}</button>;
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

/** How many all are: the group is full, or everybody there. */
function alongWords(verb: string, words: string): string {
    const group = verb === 'take' && face.value!.group?.(scene.value), more = legal.value.filter(a => a.verb === verb).length;
    if (!group || face.value!.counted) return words;
    return group.limit && group.count + more >= group.limit ? `Fill the group (${group.limit})` : `${words} (${group.count + more})`;
}

function Together() {
    const f = face.value!;
    const verbs = Object.keys(f.together).filter(v => legal.value.filter(a => a.verb === v).length > (f.counted ? 0 : 1));
    if (repeating.value) return <button type="button" onClick={() => { repeating.value = null; }}>Stop</button>;
    const volley = verbs.map(v => ({ v, ...f.volley?.[v]?.both })).find(x => x.then && legal.value.some(a => a.verb === x.when));
    return <>
        {verbs.map(v => <button key={v} type="button" class="soft" data-together={v} disabled={waiting.value}
                                onClick={() => (f.advised?.includes(v) ? askAdvice() : repeat(v))}>{alongWords(v, f.together[v])}</button>)}
        {!chosen.value.length && f.orders?.(scene.value).map(o => <button key={o.id} type="button" class="soft" data-order={o.id} disabled={waiting.value}
                                                  onClick={() => carryOut(o.steps)}>{o.button}</button>)}
        {volley && <button type="button" class="soft" data-volley={volley.v} disabled={waiting.value}
                           onClick={() => repeat(volley.v, volley.then)}>{volley.button}</button>}
    </>;
}

/** A question that comes again and again can be answered once for all, until one takes that back. */
const hasPutAside = () => putAside.value.has(String(seat.value)) || (standingAt.value !== null && standingAt.value === face.value!.again?.phase);

function putQuestionAside(): void {
    const { phase, answer, during } = face.value!.again!;
    if (during) putAside.value = new Set([...putAside.value, String(seat.value)]);
    else send({ t: 'standing', phase, action: answer });
}

function PutAside() {
    if (!standingAnswer.value || hasPutAside()) return null;
    return <button type="button" class="soft put-aside" onClick={putQuestionAside}>
        {face.value!.again!.button}</button>;
}

const AskAgain = () => (
    <p class="put-aside faint small">{face.value!.again!.said} <button type="button" class="mark-link" onClick={askAgain}>Ask again</button></p>
);

/** Beside the click, where there is room. */
function Menu() {
    const wide = useMedia('(min-width: 901px)'), list = menu.value;
    if (!list) return null;
    const high = Math.min(list.length, 8) * 2.9 + 3.5, { x, y } = lastClick;
    const beside = wide && x > 0 ? { position: 'fixed', left: `min(${x + 14}px, calc(100vw - 21rem))`, top: `max(.5rem, min(${y + 10}px, calc(100vh - ${high}rem)))` } : undefined;
    return (
        <div class={`menu${beside ? ' beside-click' : ''}`} style={beside} role="group" aria-label="Which of these?">
            {list.map((a, i) => <Button key={a.text} action={a} primary={i === 0} />)}
            <button type="button" class="quiet" onClick={clear}>Never mind</button>
        </div>
    );
}

/** What is shown before it is done: go on, or not. */
function SheetCard() {
    const action = sheetOf.value, sheet = action && face.value!.sheet?.(action, scene.value);
    if (!action || !sheet) return null;
    return (
        <section class="action-sheet" aria-label={sheet.title}>
            <h3>{sheet.title}</h3>
            <sheet.Body />
            <div class="buttons">
                <button type="button" class="primary" data-go={action.text} disabled={waiting.value} onClick={() => act(action.text)}>{sheet.go}</button>
                <button type="button" data-cancel onClick={clear}>Cancel</button>
            </div>
        </section>
    );
}

/** What the machine proposes, by where: it is done only when one says so. */
function Advice() {
    const a = advice.value;
    if (!a || a.n !== version.value || !myDecision.value) return null;
    const name = (id: string | undefined) => String(scene.value.pieces.get(id ?? '')?.name ?? scene.value.places.get(id ?? '')?.name ?? (id ?? '').replace(/^./, c => c.toUpperCase()));
    const where = new Map<string, string[]>(), list = a.actions.map(text => text.split(' '));
    for (const [, piece, to] of list) where.set(name(to), [...(where.get(name(to)) ?? []), name(piece)]);
    return (
        <section class="action-sheet advice" aria-label="The computer’s proposal">
            <h3>The computer proposes</h3>
            <dl>{[...where].map(([to, pieces]) => <div key={to}><dt>{to}</dt><dd>{pieces.join(', ')}</dd></div>)}</dl>
            <div class="buttons">
                <button type="button" class="primary" data-take-advice onClick={() => { const steps = a.actions; advice.value = null;
                    carryOut(steps.map(text => ({ verb: text.split(' ')[0], action: text, once: true }))); }}>Do it</button>
                <button type="button" onClick={() => { advice.value = null; }}>No</button>
            </div>
        </section>
    );
}

/** There was no choice: it has been done. */
function ByItself() {
    const done = byItself.value;
    if (!done || !live.value || version.value < done.n || version.value > done.n + 2) return null;
    return <p class="by-itself faint small" role="status">Done by itself, as the only choice: {done.text}.</p>;
}

/** What to do next, in words that follow the state of the choice. */
function hint(): string {
    const own = face.value!.hint?.(scene.value);
    if (own !== undefined && !chosen.value.length && !only.value) return own;
    if (!chosen.value.length) {
        const onMap = [...targets.value].some(r => scene.value.places.get(idOf(r))?.x !== undefined);
        const pieces = [...scene.value.pieces.values()].some(p => canPick(p.id));
        const what = [...(pieces ? ['piece'] : []), ...(onMap ? ['place'] : [])].join(' or a ');
        const buttonsForAll = candidates.value.every(a => ready.value.includes(a) || face.value!.offers?.(a));
        return what && !buttonsForAll ? `Choose a ${what}${ready.value.length ? ', or:' : '.'}` : '';
    }
    const kinds = new Set(candidates.value.flatMap(a => a.args.slice(0).filter(x => !chosen.value.includes(`${x.kind}:${x.id}`)).map(x => x.kind)));
    if (!kinds.size) return '';
    const names = chosen.value.map(c => {
        const id = idOf(c);
        return String(scene.value.pieces.get(id)?.name ?? scene.value.places.get(id)?.name ?? id);
    }).join(', ');
    return `${names}: choose a ${[...kinds].join(' or a ')}.`;
}

function Notice() {
    const n = notice.value;
    if (!n || n.kind === 'why') return null; // that stands beside the click
    return (
        <p class={`notice ${n.kind}`} role={n.kind === 'refused' ? 'alert' : undefined}>
            <span>{n.text} {n.rule && <RuleLink rule={n.rule} title={n.title} />}</span>
            <button type="button" class="quiet" aria-label="Dismiss" onClick={() => { notice.value = null; }}><Icon sign="close" /></button>
        </p>
    );
}

const askedFor: Record<string, string> = { undo: 'to take back moves', draw: 'a draw', pause: 'a pause' };

/** How far back a proposal goes, as far as the log is here. */
function howFar(to: number | undefined): string {
    const gone = to === undefined ? [] : played.value.filter(entry => entry.what === 'action' && (stands.value.get(entry.n) ?? 0) > to);
    const first = gone[0] && plain(gone[0].events.find(e => !isNote(e))?.text ?? '');
    const mine = gone.filter(entry => entry.seat !== null && info.value!.mine.includes(entry.seat)).length;
    return gone.length ? `: ${gone.length} action${gone.length > 1 ? 's' : ''}, ${mine || 'none'} of them yours${first ? `, back to before “${first}”` : ''}. New dice will be rolled` : '';
}

function ProposalCard() {
    const p = proposal.value;
    if (!p?.what) return null;
    const mine = p.by !== null && info.value!.mine.includes(p.by);
    const answer = (yes: boolean) => send({ t: 'answer', what: p.what, yes });
    return (
        <div class="notice proposal" role="alert">
            <span>{mine ? 'You propose' : `${seatName(p.by)} propose`} {askedFor[p.what] ?? p.what}{p.what === 'undo' && howFar(p.to)}.</span>
            {mine ? <button type="button" onClick={() => answer(false)}>Withdraw</button>
                : seat.value !== null && <>
                    <button type="button" class="primary" onClick={() => answer(true)}>Agree</button>
                    <button type="button" onClick={() => answer(false)}>Decline</button></>}
        </div>
    );
}

/** Nobody has to be asked: all others are machines. */
const alone = () => info.value!.seats.every(s => s.bot || info.value!.mine.includes(s.seat));
const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;

export function UndoButton() {
    const back = takeBack.value;
    if (seat.value === null || over.value || !live.value || !back || asksBack.value) return null;
    const far = back.free ? count(back.free, 'action') : `${count(back.actions, 'action')}, ${back.others} of them not yours; new dice`;
    return (
        <button type="button" class="undo" onClick={undo} title={`Takes back ${far}${back.text && `: ${back.text}`} (U)`}>
            <Icon sign="undo" /> <span>{back.free || alone() ? 'Undo' : 'Ask to undo'}{back.free > 1 && ` ${back.free}`}
                <small>{back.free && back.text && back.text.length <= 28 ? back.text : count(back.free || back.actions, 'action')}</small></span>
        </button>
    );
}

/** Dice have fallen since: what goes with it is said before it goes. */
function AskBack() {
    const back = takeBack.value;
    if (!asksBack.value || !back) return null;
    return (
        <div class="notice ask-back" role="alert">
            <span>{alone() ? 'Take back' : 'Ask the others to take back'} {count(back.actions, 'action')}
                {back.others > 0 && <>, {back.others} of them not yours{back.text && ','}</>}{back.text && <> to before “{back.text}”</>}? New dice will be rolled.</span>
            <button type="button" class="primary" onClick={askBack}>{alone() ? 'Take back' : 'Ask'}</button>
            <button type="button" onClick={() => { asksBack.value = false; }}>Keep</button>
        </div>
    );
}

/** How far the machine is; who plays it alone need not wait. */
function Thinking() {
    const t = thinking.value, [hurried, setHurried] = useState(false), percent = Math.round(100 * (t?.share ?? 0));
    if (!t || !live.value || over.value || info.value!.paused) return null;
    return (
        <div class="thinking">
            <label>The computer thinks for {seatName(t.seat)}: {percent} % <progress max={100} value={percent} /></label>
            {seat.value !== null && alone() && <button type="button" class="soft" data-hurry disabled={hurried} title="It plays the best move that it has found so far"
                onClick={() => { setHurried(true); send({ t: 'hurry' }); }}>Move now</button>}
        </div>
    );
}

export function Prompt() {
    const s = scene.value, t = info.value!;
    if (over.value && live.value && outcome.value) return <EndCard />;
    if (t.state === 'open') return null; // the card of who is waited for says it
    const mine = myDecision.value;
    const f = face.value!, Progress = f.Progress, order = f.order ?? (() => 0);
    const buttons = menu.value ? [] : ready.value.filter(a => !f.offers?.(a)).sort((a, b) => order(a) - order(b));
    return (
        <section class={`card prompt${mine ? ' mine' : ''}`} aria-label="What to do now">
            <p class="prompt-who">{!live.value ? 'Replay' : mine ? 'Your decision' : t.paused ? 'Paused'
                : s.prompt && seat.value === null && !t.mine.length ? 'You are watching' : s.prompt ? <span class="waiting-dots">Waiting for {seatName(String(s.prompt.seat))}</span> : ''}</p>
            {s.prompt && <p class="prompt-text" data-phase={s.prompt.phase}><Marked text={String(s.prompt.marks ?? s.prompt.text)} />
                {s.prompt.rule && <> <RuleLink rule={String(s.prompt.rule)} title={String(s.prompt.rule_title ?? '')} /></>}</p>}
            {Progress && live.value && <Progress scene={s} />}
            {!mine && thinking.value && <Thinking />}
            {mine && !sheetOf.value && hint() && <p class="hint">{hint()}</p>}
            <Notice />
            <ProposalCard />
            <AskBack />
            <ByItself />
            <Menu />
            <SheetCard />
            <Advice />
            <div class="buttons">
                {mine && !menu.value && !sheetOf.value && !chosen.value.length && <Together />}
                {mine && !sheetOf.value && buttons.map((a, i) => <Button key={a.text} action={a} primary={i === 0 && chosen.value.length > 0} />)}
                {mine && !menu.value && !sheetOf.value && <>{chosen.value.length > 0 && <Together />}<PutAside /></>}
                {(chosen.value.length > 0 || only.value) && !menu.value && !sheetOf.value && <button type="button" class="quiet" onClick={clear}>Cancel choice</button>}
                <UndoButton />
            </div>
            <div class="machine-says">
                {(s.prompt?.attacks || s.prompt?.battle) && seat.value !== null && live.value && <Lazy load={odds} />}
                {mine && alone() && <Lazy load={hintCard} />}
            </div>
            {mine && <AllActions />}
            {live.value && hasPutAside() && <AskAgain />}
            {connectionLost.value && <p class="notice refused" role="status">Connection lost. Reconnecting…</p>}
        </section>
    );
}
