// What can be ordered now: Commands and Special Activities as buttons, those that cannot be had with the reason;
// all of a space in one click. What is legal is the engine's list.
import type { Action, Scene } from '../../scene';
import { legal, only, type Step } from '../../table/select';
import { act, myDecision, reasonOf, scene as store, waiting } from '../../table/store';
import type { Group } from '../face';
import { sheets } from './aid';

/** The verbs of Special Activities, by the names on the player aid. */
const verbs: Record<string, string> = {
    'Skirmish': 'skirmish', 'Naval Pressure': 'naval_pressure', 'Persuasion': 'persuade', 'Partisans': 'partisans',
    'Préparer la Guerre': 'prepare', 'Trade': 'trade', 'War Path': 'war_path', 'Plunder': 'plunder',
};
const specials = new Set(Object.values(verbs));
export const aside = (action: Action) => specials.has(action.verb);

// ---- Special Activities ----

/** Something to ask the engine about: this verb, somewhere. */
function sample(verb: string, scene: Scene): string {
    const place = [...scene.places.values()].find(p => p.selected)?.id ?? 'virginia';
    return { naval_pressure: 'naval_pressure', skirmish: `skirmish ${place} 1`, partisans: `partisans ${place} 1`, war_path: `war_path ${place} 1`,
             prepare: 'prepare resources', plunder: `plunder ${place} war_parties` }[verb] ?? `${verb} ${place}`;
}

const NotNow = ({ name, why, id }: { name: string; why: string; id: string }) => (
    <span class="not-now-line" data-not-now={id}><b>{name}</b> <small>{why}</small></span>
);

/** Why it stands there and cannot be had. */
function whyNot(name: string, verb: string | undefined, scene: Scene): string {
    const command = scene.panels.get('command')!;
    if (command.special) return `not now: ${command.special} was used`;
    if (Number(command.alone)) return `not with ${Number(command.limited) ? 'a Limited' : 'this'} Command`;
    if (!verb) return name === 'Common Cause' ? 'take War Parties into a March or a Battle' : 'not now';
    const asked = reasonOf(sample(verb, scene));
    return asked && !/^This is allowed/.test(asked) ? `not now: ${asked}` : 'nowhere now';
}

/** Where a Special Activity can come before, between or after the spaces of a Command. */
const commanding = new Set(['muster', 'garrison', 'march', 'battles', 'rally', 'rabble_rousing', 'gather', 'scout', 'raid', 'agent_mobilization', 'hortalez',
    'french_muster', 'after_command']);

/** These have buttons here, and need none in the prompt. */
export const offers = (action: Action) => aside(action) && commanding.has(String(store.value.prompt?.phase)) && store.value.panels.has('command');

/** One with the Command that is under way: to be had, used, or not now. */
export function Specials({ scene }: { scene: Scene }) {
    const command = scene.panels.get('command');
    if (!command || !myDecision.value || !commanding.has(String(scene.prompt?.phase))) return null;
    const list = sheets[String(command.owner)]?.specials ?? [];
    return (
        <div class="lod-specials" role="group" aria-label="Special Activities">
            <h4>Special Activity</h4>
            <div class="buttons tight">{list.map(({ name, text }) => {
                const verb = verbs[name], can = verb ? legal.value.filter(a => a.verb === verb) : [];
                if (command.special === name) return <span key={name} class="not-now-line used" data-used={verb ?? name}><b>{name}</b> <small>used</small></span>;
                if (!can.length) return <NotNow key={name} name={name} id={verb ?? name} why={whyNot(name, verb, scene)} />;
                return <button key={name} type="button" class="special" title={text} data-special={verb} data-action={can.length === 1 && !can[0].args.length ? can[0].text : undefined} aria-pressed={only.value === verb} disabled={waiting.value}
                               onClick={() => { if (can.length === 1 && !can[0].args.length) act(can[0].text); else only.value = only.value === verb ? null : verb; }}>
                    {name}{can[0].args.length > 0 && <small> {new Set(can.map(a => a.args[0].id)).size} space{new Set(can.map(a => a.args[0].id)).size === 1 ? '' : 's'}</small>}</button>;
            })}</div>
        </div>
    );
}

// ---- Commands ----

const commandId = (name: string) => ({ 'Rabble-Rousing': 'rabble_rousing', 'French Agent Mobilization': 'agent_mobilization', 'Roderigue Hortalez et Cie': 'hortalez' })[name] ?? name.toLowerCase();

/** Commands that one may look for and that cannot be had: why not. */
export function MissingCommands({ scene }: { scene: Scene }) {
    if (scene.prompt?.phase !== 'turn' || !myDecision.value) return null;
    const list = sheets[String(scene.prompt.seat)]?.commands ?? [];
    const missing = list.filter(c => !legal.value.some(a => a.verb === 'command' && a.args[0]?.id === commandId(c.name)));
    if (!missing.length) return null;
    return (
        <div class="lod-missing" role="group" aria-label="Commands not available now">
            {missing.map(c => <NotNow key={c.name} name={c.name} id={commandId(c.name)} why={reasonOf(`command ${commandId(c.name)}`) ?? 'not now'} />)}
        </div>
    );
}

// ---- All of a space at once ----

const ownerOf = (kind: string) => (/^(british|tories)/.test(kind) ? 'british' : /war_parties|villages/.test(kind) ? 'indians' : /^french/.test(kind) ? 'french' : 'patriots');

/** All are one's own: an ally's cubes cost him, War Parties are a Common Cause. */
export const alongOnly = (action: Action) => action.verb !== 'take' || ownerOf(action.args[0].id) === store.value.prompt?.seat;

export function orders(scene: Scene): { button: string; id: string; steps: Step[] }[] {
    const deciding = String(scene.prompt?.seat ?? ''), phase = scene.prompt?.phase, has = (verb: string) => scene.actions.some(a => a.verb === verb);
    if (phase === 'march_into' && has('finish'))
        return [{ button: `End the ${scene.panels.get('command')?.label ?? 'March'}`, id: 'march-done', steps: [{ verb: 'finish', phases: ['march_into', 'march'] }] }];
    if ((phase !== 'march_group' && phase !== 'scout_group') || !has('take')) return [];
    const at = String(scene.panels.get('step')?.at), leader = (scene.at.get(at) ?? []).find(p => p.type === 'leader' && p.owner === deciding);
    const take: Step = { verb: 'take', only: alongOnly }, depart: Step = { verb: 'depart', once: true };
    if (!leader) return [{ button: 'All go', id: 'all-go', steps: [take, depart] }];
    return [{ button: `All go, with ${leader.name}`, id: 'all-go', steps: [take, { verb: 'bring', action: `bring ${deciding}`, once: true }, depart] },
            { button: `All go, ${leader.name} stays`, id: 'all-go-alone', steps: [take, depart] }];
}

/** Those who are gathered in a space to march. */
export function group(scene: Scene): Group | null {
    const step = scene.panels.get('step');
    if (step?.group === undefined || step.at === undefined || !Number(step.group)) return null;
    return { place: String(step.at), members: [], count: Number(step.group), of: 'pieces march' };
}

/** No choice, nothing to be gained by asking; what ends a turn is asked all the same. */
export function forced(action: Action, scene: Scene): boolean {
    if (action.verb === 'finish') return scene.prompt?.phase === 'march_into';
    return action.verb === 'remove' || action.verb === 'depart';
}
