// Words on buttons: what a choice means, where the engine's short label does not say it.
import type { Action, Scene, Thing } from '../../scene';
import { factionName, kinds, levels } from './names';

const name = (scene: Scene, id: string) => String(scene.places.get(id)?.name ?? id);

/** The ways of a strike, by who strikes: what goes, and what it costs. */
const struck: Record<string, [string, string, string]> = {
    british: ['remove one Rebellion cube or Active Militia', 'remove two of them and one British Regular', 'remove a Patriot Fort and one British Regular'],
    patriots: ['remove one British cube', 'remove two British cubes and one Continental', 'remove a British Fort and one Continental'],
    french: ['remove one British cube', 'remove two British cubes and one French Regular', 'remove a British Fort and one French Regular'],
    partisans: ['activate one Militia, remove one Royalist unit', 'activate two Militia, remove one of them and two Royalist units', 'activate two Militia, remove one of them and a Village'],
    war_path: ['activate one War Party, remove one Rebellion unit', 'activate two War Parties, remove one of them and two Rebellion units', 'activate two War Parties, remove one of them and a Patriot Fort'],
};

const finish: Record<string, string> = {
    march_into: 'No more units march there', battle_attack: 'Fight', battle_defend: 'Fight',
    after_command: 'No Special Activity', redeploy: 'He stays', leader_lands: 'Not now', event_follow: 'He stays',
    win_shift: 'No more shifts', win_blockade: 'Leave them there', french_fort: 'No Fort', rearrange: 'Leave the Blockades as they are',
    scout_skirmish: 'No Skirmish', displace: 'Do not displace', loyalty: 'No more rewards', committees: 'No more Committees',
    reward_loyalty: 'No more rewards', persuasion: 'No other space', place: 'Place no more', convert: 'Convert no more', collect: 'Move no more',
    stroke_turn: 'End the Brilliant Stroke',
};

/** Who goes if a space is not supplied (6.2.1). */
const disbanded: Record<string, string> = {
    supply_british: 'Remove all British cubes from', supply_patriots: 'Remove half of the Patriot units from',
    supply_french: 'The French go home from', supply_indians: 'The War Parties go home from',
};

function finishLabel(scene: Scene): string {
    const phase = String(scene.prompt?.phase), command = scene.panels.get('command');
    if (finish[phase]) return finish[phase];
    if (command && !phase.startsWith('event')) return `End the ${command.label}`;
    return 'That is all';
}

function strikeLabel(action: Action, scene: Scene): string {
    const way = Number(action.args[1]?.id) - 1, phase = String(scene.prompt?.phase);
    const by = action.verb === 'skirmish' ? (phase === 'scout_skirmish' ? 'british' : String(scene.prompt?.seat)) : action.verb;
    const title = { skirmish: 'Skirmish', partisans: 'Partisans', war_path: 'War Path' }[action.verb];
    return `${title} in ${name(scene, action.args[0].id)}: ${struck[by]?.[way] ?? `way ${way + 1}`}`;
}

function shiftLabel(action: Action, scene: Scene): string {
    const place = scene.places.get(action.args[0].id), order = Object.keys(levels), now = order.indexOf(String(place?.level));
    const phase = String(scene.prompt?.phase);
    if (phase === 'supply_british') return `Shift ${place?.name} one level away from Support`;
    const up = phase === 'loyalty' || phase === 'reward_loyalty' ? -1 : phase === 'committees' ? 1 : 0;
    const to = up ? order[now + up] : undefined;
    return to ? `Shift ${place?.name} to ${levels[to].name}` : action.label;
}

export function label(action: Action, scene: Scene): string {
    const [a, b] = action.args;
    const kind = (id: string | undefined) => kinds[String(id)]?.one ?? String(id);
    const phase = String(scene.prompt?.phase);
    const limited = scene.panels.get('turn')?.number === 2 && scene.panels.get('turn')?.first_did !== 'event';
    switch (action.verb) {
    case 'command': return limited ? `${action.label} (Limited)` : action.label;
    case 'event': {
        const card = scene.cards.find(c => c.place === 'played');
        return card?.shaded ? `Event, ${a.id} text` : 'Event';
    }
    case 'finish': return finishLabel(scene);
    case 'skirmish': case 'partisans': case 'war_path': return strikeLabel(action, scene);
    case 'shift': return shiftLabel(action, scene);
    case 'take': return `Take one ${kind(a.id)}`;
    case 'activate': return `Activate one ${a.id === 'militia' ? 'Militia' : 'War Party'}`;
    case 'place': return `Place one ${kind(a.id)}`;
    case 'give': return `Replace one ${kind(a.id)}`;
    case 'remove': return `Remove one ${kind(a.id)}`;
    case 'recall': return `Recall one ${kind(a.id)} from ${name(scene, b.id)} to use it again`;
    case 'bring': return `${[...scene.pieces.values()].find(p => p.type === 'leader' && p.owner === a.id)?.name ?? 'The Leader'} goes along`;
    case 'join': case 'alone': {
        const ally = { patriots: 'French', french: 'Patriots' }[String(scene.panels.get('battle')?.attacker)] ?? 'ally';
        return action.verb === 'join' ? `The ${ally} fight too` : `Without the ${ally}`;
    }
    case 'offer': return a.id === '0' ? 'Give nothing' : `Give ${a.id}`;
    case 'send': return `Send ${a.id}`;
    case 'pay': return phase === 'west_indies' ? 'Pay 1 for those who stay' : `Pay 1 for ${name(scene, a.id)}`;
    case 'disband': return `${disbanded[phase] ?? 'Remove units from'} ${name(scene, a.id)}`;
    case 'name': return `The ${factionName[a.id] ?? a.id}`;
    case 'hold': return 'Not now';
    default: return action.label;
    }
}

/** Verbs whose piece lies in the space of this step, or in the space that the action names. */
export function standsFor(piece: Thing, action: Action, scene: Scene): string[] | null {
    if (piece.type === 'leader') {
        const wanted = action.verb === 'bring' && action.args[0]?.id === piece.owner;
        return wanted ? [`faction:${piece.owner}`] : null;
    }
    const kind = action.args.find(x => x.kind === 'piece');
    if (!kind || kind.id !== piece.type || ['put', 'mobilize'].includes(action.verb)) return null;
    const spaces = action.args.filter(x => x.kind === 'space');
    if (!spaces.length) return scene.panels.get('step')?.at === piece.place ? [`piece:${kind.id}`] : null;
    return spaces[0].id === piece.place ? [`piece:${kind.id}`, `space:${spaces[0].id}`] : null;
}
