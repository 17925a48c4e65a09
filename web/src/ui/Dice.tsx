import type { Die, Throw } from '../games/face';

const spots: Record<number, [number, number][]> = {
    1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
    5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export function DieFace({ die }: { die: Die }) {
    return (
        <svg class={`die${die.good ? ' good' : ''}${die.special ? ' special' : ''}`} viewBox="-12 -12 24 24" aria-hidden="true">
            <rect x="-11" y="-11" width="22" height="22" rx="4" />
            {(spots[die.value] ?? []).map(([x, y], i) => <circle key={i} cx={x * 5.5} cy={y * 5.5} r="2.2" />)}
        </svg>
    );
}

/** Dice that were thrown: they lie where they fell until the next roll. */
export function Throws({ list }: { list: Throw[] }) {
    if (!list.length) return null;
    return (
        <ul class="throws" aria-label="Dice just thrown">
            {list.map((t, i) => (
                <li key={i} class={t.seat ?? ''}>
                    <span class="throw-dice" role="img" aria-label={`Dice: ${t.dice.map(d => d.value).join(', ') || 'none'}`}>
                        {t.dice.map((d, j) => <DieFace key={j} die={d} />)}</span>
                    <span class="throw-label" title={t.label}>{t.label}</span>
                </li>
            ))}
        </ul>
    );
}
