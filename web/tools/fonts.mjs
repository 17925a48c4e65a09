// Cuts the title faces down to the letters the page uses: `make fonts`. The output is committed.
// IM Fell English (Igino Marini, SIL Open Font License) from the Fontsource packages.
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import subset from 'subset-font';

const letters = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('') + '’‘“”–—·×°′½é§…';
const here = new URL('..', import.meta.url).pathname;
mkdirSync(`${here}src/fonts`, { recursive: true });
for (const [from, to] of [['im-fell-english/files/im-fell-english-latin-400-normal', 'fell'],
                          ['im-fell-english/files/im-fell-english-latin-400-italic', 'fell-italic']]) {
    const font = readFileSync(`${here}node_modules/@fontsource/${from}.woff2`);
    const cut = await subset(font, letters, { targetFormat: 'woff2', noLayoutClosure: true });
    writeFileSync(`${here}src/fonts/${to}.woff2`, cut);
    console.log(to, font.length, '->', cut.length);
}
