// Why not, the rules, after the game: graphs, dice, battles, replay.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { americanSetUp, assertQuiet, axe, hurry, idle, journalTo, newPage, newPlayer, openTable, placeOn, quick, settled, startBrowser, startServer, tableFrom, toMovement, toWilmington } from './harness.mjs';

let server, browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

const place = (page, id) => page.locator(`[data-place="${id}"]`);

/** Howe at Head of Elk, in his first movement. */
async function movement(options) {
    const page = await newPlayer(browser, server, 'Anna', options);
    const table = await tableFrom(page, await toMovement(), { british: 'me', american: 'bot:greedy' });
    await openTable(page, table);
    return page;
}

test('why not: a sentence beside the click, the rule in a panel of all rules', { timeout: 600_000 }, async () => {
    const page = await movement();
    await placeOn(page, 'head_of_elk').click();
    await page.click('.stack [data-piece="b_bde1"]');
    const box = await place(page, 'philadelphia').locator('.hit').boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.click(x, y);
    await page.waitForSelector('.notice.why .rule');
    await settled(page);
    const why = page.locator('.notice.why'), at = await why.boundingBox();
    assert.match(await why.textContent(), /Grant.*Philadelphia.*not allowed/, 'about what the prompt asks for');
    assert.match(await why.locator('p').textContent(), /^No road leads straight there\./, 'the condition that failed, in a sentence');
    assert.doesNotMatch(await why.textContent(), /p77|_/, 'no keys, no ids');
    const gap = Math.hypot(Math.max(at.x - x, 0, x - at.x - at.width), Math.max(at.y - y, 0, y - at.y - at.height));
    assert.ok(gap < 40, `beside the click: ${gap} px away`);
    await axe(page, 'why not');
    await why.locator('.rule').click();
    await page.waitForSelector('.rules-panel li.shown');
    const all = await page.locator('.rules-panel ol > li').count();
    assert.ok(all > 100, `every rule of the game: ${all}`);
    assert.ok(await page.locator('.rules-panel li.shown p').first().textContent(), 'with a text');
    assert.ok(await page.locator('.rules-panel li.shown').evaluate(li => {
        const a = li.getBoundingClientRect(), b = li.closest('.rules-panel').getBoundingClientRect();
        return a.top >= b.top && a.top < b.bottom;
    }), 'opens at the rule');
    await page.fill('.rules-panel input', 'overrun');
    await page.waitForFunction(n => document.querySelectorAll('.rules-panel ol > li').length < n, all);
    for (const text of await page.locator('.rules-panel ol > li').allTextContents()) assert.match(text, /overrun/i);
    await axe(page, 'rules');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.rules-panel', { state: 'detached' });
    assertQuiet(page);
    await page.context().close();
});

test('why not: on a phone the answer stays inside the window', { timeout: 600_000 }, async () => {
    const page = await movement({ viewport: { width: 390, height: 844 } });
    await placeOn(page, 'head_of_elk').click();
    await page.click('.stack [data-piece="b_bde1"]');
    await placeOn(page, 'christiana').click();
    await page.waitForSelector('.notice.why .rule');
    await settled(page);
    const box = await page.locator('.notice.why').boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844, JSON.stringify(box));
    await page.keyboard.press('Escape');
    await page.waitForSelector('.notice.why', { state: 'detached' });
    assertQuiet(page);
    await page.context().close();
});

/** A game with a battle at Wilmington, which both sides then let run out. */
async function finished() {
    const journal = await journalTo({ wishes: { british: toWilmington, american: [...americanSetUp, '^deploy \\S*[1mny] left', '^deploy \\S*[2edh] center', '^deploy', ...idle] },
                                      until: '^stand_or_withdraw$' }); // a round was fought: both have fired
    const page = await newPlayer(browser, server, 'Anna');
    const table = await tableFrom(page, journal, { british: 'me', american: 'me' });
    const other = await newPage(browser, server, { storageState: await page.context().storageState() });
    await other.goto('/');
    await page.goto('/');
    await Promise.all([quick(page, table, 'british', hurry), quick(other, table, 'american', hurry)]);
    await other.context().close();
    return { page, table };
}

test('after the game: who won and why, graphs, dice, battles that lead to their moments; replay by turn and battle, the log in step', { timeout: 600_000 }, async () => {
    const { page, table } = await finished();
    await openTable(page, table);
    await page.waitForSelector('.end');
    assert.match(await page.textContent('.end h2'), / win/);
    await page.click('.end a.primary');
    await page.waitForSelector('.result .chart');
    assert.match(await page.textContent('.result h1'), / win/);
    assert.match(await page.textContent('.result .lead'), /win/, 'by which rule, in words');
    const titles = await page.locator('.chart h3').allTextContents();
    for (const title of ['Strength points', 'Places held', 'Action points', 'Losses so far']) assert.ok(titles.includes(title), title);
    assert.ok(await page.locator('.luck tbody tr').count() >= 2, 'the dice of both sides');
    assert.match(await page.textContent('.luck tbody tr'), /\d+\.\d.*(lucky|average)/s);
    await axe(page, 'result');
    await page.setViewportSize({ width: 390, height: 844 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390, 'on a phone nothing sticks out');
    assert.ok(await page.evaluate(() => [...document.querySelectorAll('.result .scroll:has(> .battles)')].every(t => t.scrollWidth <= t.clientWidth)), 'every column of the battles is in sight');
    await page.setViewportSize({ width: 1440, height: 900 });
    const battles = page.locator('.battles tbody tr');
    assert.ok(await battles.count() >= 1);
    const where = await battles.first().locator('th').textContent();
    await battles.first().locator('a').click();
    await page.waitForSelector('.replay-jumps');
    await page.waitForFunction(name => document.querySelector('.replay-said')?.textContent.includes(name), where, { polling: 50 });
    const at = () => page.locator('.replay input[type=range]').evaluate(i => Number(i.value));
    const battleAt = await at();
    await page.waitForFunction(k => Number(document.querySelector('.log li.now')?.dataset.at) <= k, battleAt);
    assert.ok(await page.locator('.log li.later').count() > 0, 'what comes later is marked as such');
    const before = await page.locator('.log li.now').last().textContent();
    await page.click('[aria-label="Next turn"]');
    await page.waitForFunction(k => Number(document.querySelector('.replay input[type=range]').value) > k, battleAt);
    await page.waitForFunction(t => document.querySelector('.log li.now')?.textContent !== t, before);
    assert.ok(await page.locator('.log li.now').first().evaluate(li => {
        const a = li.getBoundingClientRect(), b = li.closest('.log').getBoundingClientRect();
        return a.bottom > b.top && a.top < b.bottom;
    }), 'its line is in sight');
    await page.click('[aria-label="Previous battle"]');
    await page.waitForFunction(k => Number(document.querySelector('.replay input[type=range]').value) <= k, battleAt);
    const from = await at();
    await page.selectOption('[aria-label=Speed]', 'fast');
    await page.click('[aria-label=Play]');
    await page.waitForFunction(k => Number(document.querySelector('.replay input[type=range]').value) >= k + 3, from);
    await page.click('[aria-label=Stop]');
    assertQuiet(page);
    await page.context().close();
});
