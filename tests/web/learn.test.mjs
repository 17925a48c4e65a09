// Help: a guided first game of each game, and help that is the table's own.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { assertQuiet, axe, newPage, settled, startBrowser, startServer } from './harness.mjs';

let server, browser;
before(async () => { server = await startServer(['--drafts']); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** What the guide asks for is done, by its own button; what it leaves open is decided by the first button. */
async function follow(page) {
    const seen = new Set();
    for (let i = 0; i < 120; i++) {
        const now = await page.locator('.guide').evaluate(g => ({ step: g.dataset.step, n: document.querySelector('.table').dataset.n, text: g.textContent }));
        if (/Well done/.test(now.text)) return seen.size;
        seen.add(now.step);
        await page.evaluate(() => {
            const ask = document.querySelector('.guide .soft:not(:disabled)'), any = document.querySelector('.prompt.mine .buttons [data-action]:not(:disabled)');
            (ask ?? any)?.click();
        });
        await page.waitForFunction(([n, step]) => document.querySelector('.table').dataset.n !== n || document.querySelector('.guide').dataset.step !== step ||
            /Well done/.test(document.querySelector('.guide').textContent), [now.n, now.step]);
        await settled(page);
    }
    throw new Error('the guide leads nowhere');
}

for (const [game, least] of [['p77', 8], ['c77', 6], ['lod', 7], ['g1776', 8], ['eoe', 8]]) {
    test(`${game}: a guided first game, by real moves`, { timeout: 600_000 }, async () => {
        const page = await newPage(browser, server);
        await page.goto(`/#/help/${game}`);
        await page.click(`a[href="#/learn/${game}"]`);
        await page.locator('.learn button', { hasText: 'Begin' }).click();
        await page.waitForSelector('.guide .guide-ask');
        assert.ok(await page.textContent('.guide-why'), 'it says why');
        await axe(page, 'guide');
        const steps = await follow(page);
        assert.ok(steps >= least, `${steps} steps were asked for`);
        assert.equal(await page.getAttribute('header.top nav a:nth-child(2)', 'href'), `#/help/${game}`, 'help from a table is its game’s');
        await page.locator('.guide button', { hasText: 'Leave' }).click();
        await page.waitForSelector('.guide', { state: 'detached' });
        assert.ok(await page.locator('.prompt').count(), 'the game goes on');
        assertQuiet(page);
        await page.context().close();
    });
}
