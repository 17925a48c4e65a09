// The two pictures of the README (`make pictures`), from recorded positions, small enough for a repository.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPage, root, settled, startBrowser, startServer } from './harness.mjs';
import { openPositions, positions } from './positions.mjs';

const out = join(root, 'docs/pictures'), most = 120 * 1024;
mkdirSync(out, { recursive: true });
const server = await startServer(), browser = await startBrowser();
const entry = (n, seat, text) => ({ n, at: 0, seat, what: 'action', events: [{ kind: 'march', seat, numbers: [], text }] });

async function take(name, game, position, options, log, prepare = async () => {}) {
    const page = await newPage(browser, server, options);
    await openPositions(page, game, positions(game).find(p => p.name === position).view, { log, n: log.length, entries: log.length });
    await prepare(page);
    await settled(page);
    const cdp = await page.context().newCDPSession(page);
    const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: 62 }), bytes = Buffer.from(data, 'base64');
    if (bytes.length > most) throw new Error(`${name} has ${bytes.length} bytes`);
    writeFileSync(join(out, name), bytes);
    console.log(`docs/pictures/${name}: ${(bytes.length / 1024).toFixed(0)} KiB`);
    await page.context().close();
}

await take('philadelphia.webp', 'p77', 'p77-campaign-3-71', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
           [entry(1, 'american', 'Americans march to Marcus Hook'), entry(2, null, 'Weather: rain'), entry(3, 'british', 'Howe marches to Middletown'),
            entry(4, 'british', 'Cornwallis marches to Cooch’s Bridge')],
           page => page.locator('[data-place="middletown"]').dispatchEvent('click'));
await take('liberty.webp', 'lod', 'lod-1775-3-240', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
           [entry(1, 'french', 'The French play the Treaty of Alliance'), entry(2, 'french', 'Rochambeau lands with three French Regulars')]);
await browser.close();
await server.stop();
