// The guided first game at the table: what to do next, and why. It only looks on: the moves are the player's.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Lesson, Step } from '../games/lesson';
import { guided, loadLesson, setGuided } from '../guide';
import { Icon } from '../ui/Icon';
import { legal } from './select';
import { act, info, lastMine, myDecision, over, scene, seatName, sentActions, version, waiting } from './store';
import { spotlight } from './World';
import './guide.css';

const offered = (step: Step | undefined) => (step ? legal.value.find(a => step.want.test(a.text)) : undefined);

const ahead = 4; // so many steps may be passed over at a time

/** The step that the position is at: those that cannot be done any more are passed over. */
function stepNow(lesson: Lesson, from: number): number {
    if (!myDecision.value || from >= lesson.steps.length) return from;
    for (let i = from; i < Math.min(lesson.steps.length, from + ahead); i++) if (offered(lesson.steps[i])) return i;
    return from > 0 && lesson.ends.test(String(scene.value.prompt?.phase)) ? lesson.steps.length : from;
}

export function Guide() {
    const [lesson, setLesson] = useState<Lesson | null>(null), [off, setOff] = useState(false);
    const seen = useRef(version.value);
    const game = info.value!.game, from = guided.value!.step;
    useEffect(() => { void loadLesson(game).then(setLesson); }, [game]);
    useEffect(() => { // what was done since: was it what was asked for?
        if (!lesson) return;
        let step = from, strayed = false;
        for (; seen.current < version.value; seen.current++) {
            const done = sentActions.get(seen.current + 1);
            if (!done) continue;
            const next = lesson.steps.findIndex((s, i) => i >= step && i < step + ahead && s.want.test(done));
            strayed = next < 0 && !/^(lose|flee|starve|fire|cease)/.test(done);
            if (next >= 0) step = next + (lesson.steps[next].all ? 0 : 1);
        }
        step = stepNow(lesson, step);
        setOff(strayed);
        if (step !== from) setGuided({ ...guided.value!, step });
    }, [lesson, version.value, myDecision.value]);
    const step = lesson?.steps[from], action = offered(step), phase = String(scene.value.prompt?.phase ?? '');
    useEffect(() => { if (action && step?.at) { spotlight.value = null; spotlight.value = step.at; } }, [step?.ask, !!action]);
    if (!lesson) return null;
    const done = from >= lesson.steps.length;
    const leave = () => setGuided(null);
    const hint = myDecision.value && !action ? lesson.hints[phase] : undefined;
    return (
        <section class="card guide" aria-label="Guide" data-step={from}>
            <header><strong>{done ? 'Well done' : `Step ${from + 1} of ${lesson.steps.length}`}</strong>
                <button type="button" class="quiet" onClick={leave}>Leave the guide <Icon sign="close" /></button></header>
            <div role="status">
                {done || over.value ? <p>{lesson.outro}</p>
                    : action ? <><p class="guide-ask">{step!.ask}</p><p class="guide-why">{step!.why}</p></>
                    : myDecision.value ? <p>{hint ?? 'Decide this as you like; the guide goes on afterwards.'}</p>
                    : <p>{seatName(String(scene.value.prompt?.seat ?? ''))} decides. Watch what happens; the guide goes on with your next decision.</p>}
                {off && !done && lastMine.value && <p class="faint small">You did something else. That is fine: go on, or take it back with Undo.</p>}
                {hint && done && <p class="guide-why">{hint}</p>}
            </div>
            <div class="buttons">
                {action && !done && <button type="button" class="soft" disabled={waiting.value} onClick={() => act(action.text)}>Do it for me</button>}
                {done && <><button type="button" class="primary" onClick={leave}>Play on</button><a class="button" href={`#/help/${game}`}>How to play</a></>}
            </div>
        </section>
    );
}
