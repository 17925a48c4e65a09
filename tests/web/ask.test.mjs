// Questions to the engine: the odds of a battle, drawn at the decision to attack.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { americanSetUp, assertQuiet, axe, gameTo, idle, newPlayer, openTable, startBrowser, startServer, tableFrom, toWilmington } from './harness.mjs';

const server = await startServer(), browser = await startBrowser();
after(async () => { await browser.close(); await server.stop(); });

const seats = { british: 'me', american: 'bot:greedy' };

test('p77: before an attack a chart says who wins how often, and what it costs', async () => {
    const { journal } = await gameTo({ wishes: { british: toWilmington, american: [...americanSetUp, ...idle] }, until: '^(muster|movement|on_the_march)$',
                                       fits: (view, now) => now.seat === 'british' && view['prompt:now'].attacks > 0 });
    const anna = await newPlayer(browser, server, 'anna');
    await openTable(anna, await tableFrom(anna, journal, seats));
    await anna.click('[data-ask="odds"]');
    await anna.waitForSelector('.odds-chart');
    const wins = await anna.getAttribute('.odds-wins', 'aria-label');
    const shares = wins.match(/\d+(?= %)/g).map(Number);
    assert.ok(Math.abs(shares.reduce((a, b) => a + b) - 100) <= 1, wins);
    assert.ok(await anna.locator('.odds-losses').count() >= 1);
    assert.match(await anna.textContent('.odds-chart'), /Played out [\d,]+ times from what you know/);
    await axe(anna);
    assertQuiet(anna);
    await anna.context().close();
});
