// `make icons` draws the icons of the installed app, once; their output is committed.
import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** A block of infantry as on the boards: its sign, its pips, on paper. */
const block = (mark, paper, ink, line) => `
    <rect x="118" y="118" width="276" height="276" rx="26" fill="${mark}" stroke="${ink}" stroke-width="12"/>
    <path d="M166 176h180v116H166zM166 176l180 116M346 176L166 292" fill="none" stroke="${line}" stroke-width="16" stroke-linejoin="round"/>
    ${[196, 256, 316].map(x => `<circle cx="${x}" cy="346" r="17" fill="${line}"/>`).join('')}`;
const icons = {
    'icon-192': [192, `<rect width="512" height="512" rx="96" fill="#f3ead6"/><g transform="translate(-52 -52) scale(1.2)">${block('#a3262a', '#f3ead6', '#2b2a26', '#fff')}</g>`],
    'icon-512': [512, `<rect width="512" height="512" rx="96" fill="#f3ead6"/><g transform="translate(-52 -52) scale(1.2)">${block('#a3262a', '#f3ead6', '#2b2a26', '#fff')}</g>`],
    'icon-full': [512, `<rect width="512" height="512" fill="#f3ead6"/>${block('#a3262a', '#f3ead6', '#2b2a26', '#fff')}`],
    'icon-mono': [96, `<g transform="translate(-128 -128) scale(1.5)"><path d="M142 150h228v146H142zM142 150l228 146M370 150L142 296" fill="none" stroke="#fff" stroke-width="24" stroke-linejoin="round"/>
        ${[196, 256, 316].map(x => `<circle cx="${x}" cy="352" r="22" fill="#fff"/>`).join('')}</g>`],
};

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const [name, [size, drawing]] of Object.entries(icons)) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 512 512" style="display:block">${drawing}</svg></body>`);
    writeFileSync(new URL(`../public/${name}.png`, import.meta.url), await page.screenshot({ omitBackground: true }));
    await page.close();
}
await browser.close();
