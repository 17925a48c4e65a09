// `make pictures` takes the small pictures of the maps that the lobby shows: each game's board as a table
// of it shows it at the start. Their output is committed.
import { readdirSync, writeFileSync } from 'node:fs';
import { call, newPage, startBrowser, startServer } from '../../tests/web/harness.mjs';

const width = 448, height = 224;
const server = await startServer(['--drafts']), browser = await startBrowser();
const page = await newPage(browser, server, { viewport: { width: 1800, height: 1000 }, colorScheme: 'light' });
await call(page, '/api/guest', {});
await page.goto('/');
const { games } = await (await page.request.get('/api/games')).json();
const faces = readdirSync(new URL('../src/games', import.meta.url)), order = [], shots = [];
for (const g of games.filter(x => faces.includes(x.id))) {
    const bot = `bot:${g.bots[0].name}`, seats = Object.fromEntries(g.seats.map((s, i) => [s.id, i ? bot : 'me']));
    const { table } = await call(page, '/api/tables', { game: g.id, seats });
    await page.goto(`/#/table/${table.id}`);
    await page.waitForSelector('.board .place');
    await page.waitForTimeout(1500);
    const clip = await page.evaluate(() => { // where the places lie, twice as wide as high, not too close, and inside the frame
        const frame = document.querySelector('.board').getBoundingClientRect(), isEmptyHex = p => p.childElementCount === 1 && p.querySelector('path.hit');
        const boxes = [...document.querySelectorAll('.board .place')].filter(p => !isEmptyHex(p)).map(p => p.getBoundingClientRect())
            .filter(b => b.right > frame.left && b.left < frame.right && b.bottom > frame.top && b.top < frame.bottom);
        const left = Math.min(...boxes.map(b => b.left)), right = Math.max(...boxes.map(b => b.right));
        const top = Math.min(...boxes.map(b => b.top)), bottom = Math.max(...boxes.map(b => b.bottom));
        const width = Math.min(frame.width, 2 * frame.height, Math.max(frame.width * .55, Math.min(right - left, 2 * (bottom - top)) * .92)), height = width / 2;
        const within = (low, at, high) => Math.max(low, Math.min(at, high));
        return { x: within(frame.left, (left + right - width) / 2, frame.right - width), y: within(frame.top, (top + bottom - height) / 2, frame.bottom - height), width, height };
    });
    await page.addStyleTag({ content: '.board-wrap > :not(.board), .zoom-buttons, .board-caption, .hover-card { visibility: hidden !important; }' });
    shots.push((await page.screenshot({ clip })).toString('base64'));
    order.push(g.id);
    await page.goto('/');
}
const webp = await page.evaluate(async ({ shots, width, height }) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height: height * shots.length }), on = canvas.getContext('2d');
    for (const [i, shot] of shots.entries()) {
        const image = new Image();
        image.src = `data:image/png;base64,${shot}`;
        await image.decode();
        on.imageSmoothingQuality = 'high';
        on.drawImage(image, 0, i * height, width, height);
    }
    return canvas.toDataURL('image/webp', .72).split(',')[1];
}, { shots, width, height });
const at = name => new URL(`../src/pages/${name}`, import.meta.url);
writeFileSync(at('maps.webp'), Buffer.from(webp, 'base64'));
writeFileSync(at('maps.json'), `${JSON.stringify(order)}\n`);
await browser.close();
await server.stop();
