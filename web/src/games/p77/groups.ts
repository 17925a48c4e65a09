// Groups: who marches with whom, said and done in few clicks. What may join is the engine's list.
import type { Scene, Thing } from '../../scene';
import { openPlace, type Step } from '../../table/select';
import type { Group } from '../face';

const isLeader = (p: Thing) => p.type === 'leader';

/** The blocks on the move, and the leader who may take so many along. */
export function group(scene: Scene): Group | null {
    const members = [...scene.pieces.values()].filter(p => p.note === 'on the move');
    const lead = members.filter(isLeader).sort((a, b) => Number(b.group_limit ?? 0) - Number(a.group_limit ?? 0))[0];
    if (!lead) return null;
    return { place: String(lead.place), members: members.filter(p => p !== lead).map(p => p.id), count: members.length - 1, limit: Number(lead.group_limit ?? 0), of: `units with ${lead.name}` };
}

/** A leader of the open stack with as many as he can take: one click. */
export function orders(scene: Scene): { button: string; id: string; steps: Step[] }[] {
    if (scene.prompt?.phase !== 'movement') return [];
    const leads = scene.actions.filter(a => a.verb === 'lead' && scene.pieces.get(a.args[0].id)?.place === openPlace.value);
    return leads.flatMap(a => {
        const lead = scene.pieces.get(a.args[0].id)!, limit = Number(lead.group_limit ?? 0);
        const others = (scene.at.get(String(lead.place)) ?? []).filter(p => p.owner === lead.owner && p !== lead && !isLeader(p) && p.note !== 'moved').length;
        if (!others || !limit) return [];
        const button = others > limit ? `${lead.name} with ${limit}` : `${lead.name} with all`;
        return [{ button, id: a.text, steps: [{ verb: 'lead', action: a.text, once: true }, { verb: 'take', only: t => !isLeader(scene.pieces.get(t.args[0].id)!) }] }];
    });
}

export function hint(scene: Scene): string | undefined {
    const can = (verb: string) => scene.actions.some(a => a.verb === verb);
    const g = group(scene), left = Number(scene.numbers.get('ap_left')?.value ?? 0);
    switch (scene.prompt?.phase) {
    case 'movement': return left ? 'Click a stack, a leader or a block; or:' : 'No action points are left.';
    case 'muster': if (!can('take')) return `${g && g.limit === g.count ? 'The group is full. ' : ''}Click where to go${g?.count ? ', or a unit to leave it out' : ''}.`;
        return `Click units to take them along${g?.count ? ', once more to leave them out' : ''}; then click where to go.`;
    case 'on_the_march': return [can('go') && 'Click where to go on', can('leave') && 'click a unit to leave it behind here', can('take') && 'click another to pick it up', can('halt') && 'or halt']
        .filter(Boolean).join(', ').replace(/^./, c => c.toUpperCase()) + '.';
    case 'deploy': return 'Click a block, then its position; or:';
    case 'battle_turn': return 'Click a block to fire or move it; or:';
    case 'take_hits': return 'Click the block that takes the hit; or:';
    case 'retreat': return 'Click where to retreat to.';
    default: return undefined;
    }
}
