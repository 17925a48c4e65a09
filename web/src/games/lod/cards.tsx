// Cards, in our own design and words: the title, the order of the Factions, both texts.
import { type Scene, type Thing, typeset } from '../../scene';
import { legal } from '../../table/select';
import { factionName, plural } from './names';
import { Badge } from './symbols';

const standing: Record<string, string> = { eligible: 'eligible', ineligible: 'not eligible', acted: 'has acted', passed: 'has passed' };

/** What is printed for non-players beside a Faction. */
const Icon = ({ kind }: { kind: string }) => (
    <svg class="card-icon" viewBox="-10 -10 20 20" role="img" aria-label={kind === 'sword' ? 'sword: as a non-player it ignores the Event' : 'musket: as a non-player it has instructions'}>
        {kind === 'sword' ? <path d="M-7 7L7-7M-6 1l5 5M-8 8l2-2" /> : <path d="M-9 6l6-4L9-7M-3 2l1 3 4-3" />}</svg>
);

/** The Factions from left to right; on the played card with what each has done. */
function Order({ card, scene, played }: { card: Thing; scene: Scene; played: boolean }) {
    const icons = String(card.icons ?? '').split(' ');
    return (
        <ol class="card-order" aria-label="Order of the Factions">
            {String(card.order).split(' ').map((f, i) => {
                const state = String(scene.panels.get(`sequence.${f}`)?.label ?? '');
                const now = played && scene.panels.get('turn')?.owner === f;
                return (
                    <li key={f} class={`${played ? state : ''}${now ? ' now' : ''}`} title={`${factionName[f]}${played ? `: ${now ? 'acts now' : standing[state]}` : ''}`}>
                        <Badge faction={f} />
                        <span class="sr">{factionName[f]} {played ? (now ? 'acts now' : standing[state]) : ''}</span>
                        {icons[i] && icons[i] !== 'none' && <Icon kind={icons[i]} />}
                    </li>
                );
            })}
        </ol>
    );
}

/** Short forms of the printed cards, spelled out as the page names them elsewhere. */
export const spelled = (text: string) => text.replace('CRC exceeds CBC', 'Rebellion Casualties exceed British Casualties').replace('CRC and CBC', 'Rebellion and British Casualties').replace(/\bFNI\b/g, 'Naval Intervention');

function Words({ kind, text, changes, preview }: { kind: string; text: string; changes?: unknown; preview?: unknown }) {
    const choice = legal.value.some(a => a.verb === 'event' && a.args[0]?.id === kind);
    return (
        <div class={`card-text ${kind}`}>
            <p>{spelled(text)}</p>
            {changes !== undefined && (Number(changes) === 0
                ? <p class="card-now nothing">Here and now it would change nothing.</p>
                : preview && <details class="card-now" open={choice}><summary>Here and now</summary><p>{preview}</p></details>)}
        </div>
    );
}

const inPlay = 'Card in play';

export function Card({ card, scene, heading }: { card: Thing; scene: Scene; heading: string }) {
    const played = card.place === 'played', winter = !card.order, now = heading === inPlay;
    return (
        <article class={`lod-card${winter ? ' winter' : ''}${now ? ' played' : ''}`} data-card={card.id} aria-label={`${heading}: ${card.name}`}>
            <header><span class="card-where">{heading}</span><span class="card-number">{card.printed}{card.period ? ` · ${String(card.period).replace('-', '–')}` : ''}</span></header>
            <h3>{typeset(String(card.name))}</h3>
            {card.order && <Order card={card} scene={scene} played={played} />}
            {card.text && <Words kind="unshaded" text={String(card.text)} changes={card.changes_unshaded} preview={card.preview_unshaded} />}
            {card.shaded && <Words kind="shaded" text={String(card.shaded)} changes={card.changes_shaded} preview={card.preview_shaded} />}
        </article>
    );
}

export function Cards({ scene }: { scene: Scene }) {
    const at = (place: string) => scene.cards.find(c => c.place === place);
    const ending = at('ending'), played = at('played'), next = at('next'), deck = Number(at('deck')?.count ?? 0);
    const winters = scene.numbers.get('winters_left');
    return (
        <div class="lod-cards">
            {ending && <Card card={ending} scene={scene} heading={inPlay} />}
            {played && <Card card={played} scene={scene} heading={ending ? 'Next card' : inPlay} />}
            {next && <Card card={next} scene={scene} heading={ending ? 'The card after it' : 'Next card'} />}
            <p class="faint small">{deck ? `${plural(deck, 'more card lies', 'more cards lie')} face down` : next ? 'It is the last card.' : 'This is the last card.'}
                {winters && `, ${plural(Number(winters.value), 'winter')} to come.`}</p>
        </div>
    );
}
