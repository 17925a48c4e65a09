// Questions to the engine: the odds of a battle, drawn at the decision to attack.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { americanSetUp, assertQuiet, axe, gameTo, idle, newPlayer, newTable, openTable, startBrowser, startServer, tableFrom, toWilmington } from './harness.mjs';

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

test('against the machine a hint says what to do and why, and does it', async () => {
    const { journal } = await gameTo({ wishes: { british: ['^first british', '.'], american: [...americanSetUp, '^first british', ...idle] }, until: '^movement$',
                                       fits: (view, now) => now.seat === 'british' });
    const anna = await newPlayer(browser, server, 'anna');
    await openTable(anna, await tableFrom(anna, journal, seats));
    await anna.click('[data-ask="hint"]');
    await anna.waitForSelector('.hint-card h3');
    assert.match(await anna.textContent('.hint-card'), /It wins \d+ % of the games played on from there/);
    assert.ok(await anna.locator('.hint-terms tr').count() > 0);
    await axe(anna);
    const before = Number(await anna.getAttribute('.table', 'data-n'));
    await anna.click('[data-take-hint]');
    await anna.waitForFunction(n => Number(document.querySelector('.table').dataset.n) > n, before);
    assertQuiet(anna);
    await anna.context().close();
});

test('who plays the machine alone sees how far it has thought, and need not wait', async () => {
    const anna = await newPlayer(browser, server, 'anna');
    await openTable(anna, await newTable(anna, { british: 'bot:hard', allied: 'me' }, { game: 'eoe', scenario: 'ar75' }));
    await anna.waitForSelector('.thinking progress');
    assert.match(await anna.textContent('.thinking'), /The computer thinks for .*: \d+ %/);
    await axe(anna);
    const before = Number(await anna.getAttribute('.table', 'data-n'));
    await anna.click('[data-hurry]');
    await anna.waitForFunction(n => Number(document.querySelector('.table').dataset.n) > n, before);
    assertQuiet(anna);
    await anna.context().close();
});

test('a game that is over is analysed, and goes on from a moment of it', async () => {
    const { journal } = await gameTo({ wishes: { british: ['^first british', '.'], american: [...americanSetUp, '^first british', ...idle] }, until: '^movement$',
                                       fits: (view, now) => now.seat === 'british' });
    const anna = await newPlayer(browser, server, 'anna'), table = await tableFrom(anna, journal, seats);
    await openTable(anna, table);
    await anna.evaluate(id => new Promise(done => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`, 'musket');
        socket.onopen = () => { socket.send(JSON.stringify({ t: 'join', table: id, seat: 'british' })); socket.send(JSON.stringify({ t: 'resign' })); };
        socket.onmessage = m => { if (JSON.parse(m.data).t === 'over') { socket.close(); done(); } };
    }), table.id);
    await anna.goto('about:blank');
    await anna.goto(`/#/result/${table.id}`);
    await anna.click('[data-ask="analysis"]');
    await anna.waitForSelector('.chart.curve path');
    assert.match(await anna.getAttribute('.chart.curve svg', 'aria-label'), /Chance to win: British from \d+ % to \d+ %/);
    assert.ok(await anna.locator('.turnings li').count() > 0);
    await axe(anna);
    await anna.click('.turnings li:first-child .what-if summary');
    await anna.click('.turnings li:first-child [data-what-if="american"]');
    await anna.waitForSelector('.place');
    assert.notEqual(await anna.evaluate(() => location.hash), `#/table/${table.id}`);
    assertQuiet(anna);
    await anna.context().close();
});
