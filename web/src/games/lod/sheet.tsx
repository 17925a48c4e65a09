// A Battle before it is fought: force against force, the dice, what modifies the losses, and what may come of it.
import type { Action, Scene } from '../../scene';
import { factionName, sideName, sideOf } from './names';

const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
const range = (a: unknown, b: unknown) => (a === b ? String(a) : `${a} to ${b}`);

function Body({ scene, at }: { scene: Scene; at: string }) {
    const f = scene.panels.get(`forecast.${at}`)!, panels = [...scene.panels.values()];
    const attacker = sideOf(String(f.attacker)), defender = attacker === 'royalists' ? 'rebellion' : 'royalists';
    const roles: ['attacker' | 'defender', string, unknown, unknown][] = [['attacker', attacker, f.attack, f.attacker_dice], ['defender', defender, f.defence, f.defender_dice]];
    const draw = 100 - Number(f.attacker_wins) - Number(f.defender_wins);
    return (
        <div class="lod-forecast">
            <div class="battle-columns">{roles.map(([role, side, force, dice]) => (
                <section key={role} class={`battle-force ${side}`} aria-label={`${sideName[side]}, ${role}`}>
                    <h3>{sideName[side]} <small>{role === 'attacker' ? 'attack' : 'defend'}</small></h3>
                    <table><tbody>
                        {panels.filter(p => p.id.startsWith(`forecast.${at}.force.${role}.`)).map(p => (
                            <tr key={p.id}><th scope="row">{p.label}</th><td>{p.fighting === p.present ? p.fighting : `${p.fighting} of ${p.present}`}</td><td class="num">{signed(Number(p.value))}</td></tr>))}
                        <tr class="sum"><th scope="row">Force Level</th><td>{Number(dice) ? `${dice} ${Number(dice) === 1 ? 'die' : 'dice'}` : 'no die'}</td><td class="num">{Number(force)}</td></tr>
                        {panels.filter(p => p.id.startsWith(`forecast.${at}.modifier.${role}.`)).map(p => (
                            <tr key={p.id}><th scope="row">its losses: {p.label}</th><td /><td class="num">{signed(Number(p.value))}</td></tr>))}
                        <tr class="sum"><th scope="row">loses</th><td colSpan={2} class="num" data-losses={role}>{range(f[`${role}_least`], f[`${role}_most`])} {f[`${role}_most`] === 1 ? 'piece' : 'pieces'}</td></tr>
                    </tbody></table>
                </section>))}</div>
            <p class="chances" data-chance={f.attacker_wins}>The {factionName[String(f.attacker)]} win in <strong>{f.attacker_wins} %</strong> of rolls, the defender in <strong>{f.defender_wins} %</strong>
                {draw > 1 && `, no one in ${draw} %`}.{f.with_ally !== undefined && ` With the ally: ${f.with_ally} %.`}</p>
            <p class="faint small">As things stand: no Underground unit is activated{f.with_ally !== undefined && ', the ally stands aside'}.</p>
        </div>
    );
}

export function sheet(action: Action, scene: Scene) {
    const at = action.args[0]?.id;
    if (action.verb !== 'select' || scene.prompt?.phase !== 'battles' || !scene.panels.has(`forecast.${at}`)) return null;
    return { title: `Battle in ${scene.places.get(at)?.name}`, go: 'Fight', Body: () => <Body scene={scene} at={at} /> };
}
