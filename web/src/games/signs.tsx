// Signs of troops, stars, name plates: what counters of several games are drawn with, on 100 x 100 units around 0,0.

const box = 'M-19-13h38v26h-38z';
const fortress = (r: number) => { // a star fort
    let d = '';
    for (let i = 0; i < 10; i++) {
        const a = Math.PI * (i / 5 - 0.5), l = i % 2 ? r * 0.55 : r;
        d += `${i ? 'L' : 'M'}${(l * Math.cos(a)).toFixed(1)} ${(l * Math.sin(a)).toFixed(1)}`;
    }
    return `${d}z`;
};
export const star = fortress(20);
export const signs: Record<string, preact.JSX.Element> = {
    regular: <path class="sign" d={`${box}M-19-13l38 26M19-13l-38 26`} />,
    militia: <path class="sign" d={`${box}M-19 13l38-26`} />,
    dragoon: <path class="sign" d={`${box}M-19 13l38-26M-19 0l19-13M0 13l19-13`} />,
    elite: <path class="sign" d={`${box}M-19-13l38 26M19-13l-38 26M-8-13L0-22l8 9`} />,
    indian: <path class="sign" d="M-17 13L13-17M4-19c8-2 15 4 13 13-5 1-11-2-13-13z" />,
    artillery: <g class="sign"><path d={box} /><circle class="sign-full" r="6.5" /></g>,
    supply: <g class="sign"><path d="M-20-9h27V8h-27zM7 0h9l5 8M-20-9c4-9 23-9 27 0" /><circle cx="-12" cy="13" r="5" /><circle cx="7" cy="13" r="5" /></g>,
    magazine: <path class="sign" d="M-13-17h26c5 11 5 23 0 34h-26c-5-11-5-23 0-34zM-15-7h30M-15 8h30" />,
    bateau: <path class="sign" d="M-23 0c4 9 10 12 16 12H7c6 0 12-3 16-12zM-10 0v-13M3 0v-13" />,
    entrenchment: <path class="sign" d="M-24 10l8-16 8 16 8-16 8 16 8-16 8 16" />,
    fort: <path class="sign" d={star} />,
    site: <path class="sign dashed" d={star} />,
    com: <path class="sign" d="M0-18l18 11v18L0 20l-18-9V-7zM-18-7L0 4 18-7M0 4v16" />,
    decoy: <text class="figure" y="16">?</text>,
    fleet: <path class="sign" d="M-24 8h48c-2 8-8 12-15 12H-9C-17 20-22 16-24 8zM-2 8v-30M-2-22c12 4 17 12 17 26H-2zM-2-17c-10 4-15 10-15 21h15z" />,
};

/** The mark of a side: a cross, or a ring of stars. */
export function SideMark({ side }: { side: string }) {
    return side === 'british'
        ? <path class="mark" d="M-20 0h40M0-20v40M-14-14l28 28M14-14l-28 28" />
        : <g class="mark">{[0, 72, 144, 216, 288].map(a =>
            <path class="mark-star" transform={`rotate(${a}) translate(0 -15)`} d="M0-7l1.9 4.7 5.1.4-3.9 3.4 1.2 5L0 3.8-4.3 6.5l1.2-5L-7-1.9l5.1-.4z" />)}</g>;
}

export function Stars({ n, y, size = 0.5 }: { n: number; y: number; size?: number }) {
    return <>{Array.from({ length: n }, (_, i) =>
        <path class="rank-star" transform={`translate(${(i - (n - 1) / 2) * 38 * size} ${y}) scale(${size})`}
              d="M0-19l5.6 12.2 13.3 1.5-9.9 9 2.7 13.2L0 9.3l-11.7 6.6L-9 2.7l-9.9-9 13.3-1.5z" />)}</>;
}

export function Plate({ text }: { text: string }) {
    return (
        <>
            <rect class="plate" x="-44" y="21" width="88" height="22" rx="3" />
            <text class="name" y="37.5" textLength={text.length > 9 ? 82 : undefined} lengthAdjust="spacingAndGlyphs">{text}</text>
        </>
    );
}
