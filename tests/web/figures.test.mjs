// Figures are right: what was paid, points and weather of now and not of the last turn, tracks beyond their mark, and
// prompts that promise no more than the points allow.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { americanSetUp, assertQuiet, call, idle, journalTo, newPage, openTable, startBrowser, startServer, tableFrom } from './harness.mjs';

let server, browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

const factions = ['british', 'patriots', 'french', 'indians'];
const close = async page => { assertQuiet(page); await page.context().close(); };
const act = (page, text) => page.locator(`.prompt [data-action="${text}"]`).first().click();
const inPhase = (page, name) => page.waitForSelector(`.prompt.mine .prompt-text[data-phase="${name}"]`);
/** The sums of the Command, once they are these. */
const sums = (page, paid, rest) => page.waitForFunction(text => document.querySelector('.lod-progress')?.textContent.includes(text), `Paid so far: ${paid}${rest}`);

/** A table of one screen for all, at the decision that these wishes lead to. */
async function at(where) {
    const page = await newPage(browser, server), seats = { p77: ['british', 'american'], c77: ['british', 'patriot'], lod: factions }[where.game];
    const journal = await journalTo(where);
    await page.goto('/');
    await call(page, '/api/guest', {});
    const table = await tableFrom(page, journal, Object.fromEntries(seats.map(s => [s, 'me'])));
    await openTable(page, table);
    await page.waitForSelector('.prompt.mine, .cover');
    if (await page.locator('.cover').count()) await page.click('.cover button');
    await page.waitForSelector('.prompt.mine');
    return page;
}

/** One Faction does this on a card; all others pass. */
const lod = (faction, wishes, until, fits = () => true) => at({ game: 'lod', scenario: '1776', until, fits: (view, now) => now.seat === faction && fits(view),
    wishes: Object.fromEntries(factions.map(f => [f, ['^hold', ...(f === faction ? wishes : []), '^pass', '^finish', '.']])) });

const money = async (page, faction) => Number(await page.textContent(`.lod-factions tr.${faction} td strong`));

test('lod: what a Command has cost is told gross, beside what it brought, and less again after undo', async () => {
    const page = await lod('british', ['^command muster', '^regulars new_york_city', '^place'], '^muster$', view => view['place:new_york_city'].selected), before = await money(page, 'british');
    await sums(page, 1, `; left: ${before}`);
    await page.click('.all-actions summary');
    const other = await (await page.waitForFunction(() => [...document.querySelectorAll('.all-actions [data-action^="tories "]')]
        .map(b => b.dataset.action).find(a => !a.endsWith('new_york_city')))).jsonValue();
    await act(page, other); // another space costs another Resource
    await sums(page, 2, `; left: ${before - 1}`);
    await page.click('.prompt .undo');
    await sums(page, 1, `; left: ${before}`);
    await inPhase(page, 'muster');
    await act(page, 'naval_pressure');
    await page.waitForFunction(() => /gained \d/.test(document.querySelector('.lod-progress')?.textContent));
    const text = await page.textContent('.lod-progress'), [, paid, gained, left] = text.match(/Paid so far: (\d+), gained (\d+); left: (\d+)/).map(Number);
    assert.deepEqual([paid, left], [1, before + gained], text);
    await close(page);
});

test('lod: what an ally pays is not on one’s own account', async () => {
    const page = await lod('indians', ['^command scout', '^scout '], '^scout_group$'), indians = await money(page, 'indians');
    assert.ok((await page.locator('.lod-chapter li').allTextContents()).some(line => /^British: Resources −1/.test(line)), 'the British paid one, too');
    assert.match(await page.textContent('.lod-progress'), new RegExp(`Paid so far: 1(, gained \\d+)?; left: ${indians}`));
    await close(page);
});

test('lod: more Preparations than the Treaty needs are enough, and not so many of fewer', async () => {
    const page = await lod('british', ['^command muster'], '^muster$');
    const shown = () => page.evaluate(() => [...document.querySelectorAll('.stat')].map(s => s.textContent).find(t => t.startsWith('French Preparations')));
    assert.match(await shown(), /\d+ of 16 for the Treaty/);
    await page.routeWebSocket(/\/ws/, ws => {
        const there = ws.connectToServer();
        there.onMessage(message => {
            const frame = JSON.parse(String(message));
            if (frame.t === 'joined') frame.view['number:preparations'].value = 19;
            ws.send(JSON.stringify(frame));
        });
    });
    await page.reload();
    await page.waitForFunction(() => [...document.querySelectorAll('.stat')].some(s => /^French Preparations19/.test(s.textContent)));
    assert.match(await shown(), /19 enough for the Treaty/);
    assert.doesNotMatch(await shown(), /19 of/);
    await close(page);
});

test('lod: without Resources nothing is promised that costs some; with one, one space', async () => {
    const spend = ['^command (muster|march)', '^(regulars|tories|select)', '^place', '^from', '^take', '^depart'];
    for (const [left, promise] of [[0, /You have no Resources/], [1, /the one space that you can pay/]]) {
        const page = await lod('british', spend, '^turn$', view => view['number:resources.british'].value === left && view['panel:turn'].number === 1);
        assert.match(await page.textContent('.lod-may'), promise);
        assert.doesNotMatch(await page.textContent('.lod-may'), /as many spaces as you can pay/);
        if (!left) await page.waitForFunction(() => /paid for/.test(document.querySelector('.lod-missing')?.textContent)); // and why there is no more
        await close(page);
    }
});

test('p77: a new turn shows its own points, and no weather before it is rolled', async () => {
    const page = await at({ game: 'p77', wishes: { british: idle, american: [...americanSetUp, ...idle] }, until: '^choose_first$', fits: (view, now) => now.turn === 3 });
    const stats = await page.locator('.status .stat').allTextContents(), log = await page.locator('.log li').allTextContents();
    const [, british, american] = log.findLast(line => /Action points:/.test(line)).match(/British (\d).*Americans (\d)/);
    assert.ok(!stats.some(s => /^Weather/.test(s)), stats.join(' | '));
    assert.match(stats.find(s => /^British/.test(s)), new RegExp(`^British${british} points`));
    assert.match(stats.find(s => /^American/.test(s)), new RegExp(`^Americans${american} points`));
    await page.locator('.prompt [data-action^=first]').first().click();
    await page.waitForFunction(() => [...document.querySelectorAll('.status .stat')].some(s => /^Weather/.test(s.textContent)));
    await close(page);
});

test('p77: with all points spent the prompt says so, and only the end is left', async () => {
    const march = ['^first british', '^march b_', '^place', '.'];
    const page = await at({ game: 'p77', wishes: { british: march, american: [...americanSetUp, '^first british', ...idle] }, until: '^movement$',
                            fits: (view, now) => now.seat === 'british' && view['number:ap_left'].value === 0 });
    assert.match(await page.textContent('.prompt .hint'), /No action points are left/);
    assert.deepEqual(await page.locator('.prompt [data-action]').evaluateAll(list => list.map(b => b.dataset.action)), ['finish']);
    assert.match((await page.locator('.status .stat').allTextContents()).find(s => /^British/.test(s)), /^British ?0 of \d points/);
    await close(page);
});

test('c77: an activation without points offers nothing that costs some', async () => {
    const page = await at({ game: 'c77', wishes: ['^first burgoyne', '^activate', '^order rally', '^halt', '^ready', '^finish', '.'], until: '^activation$',
                            fits: (view, now) => Number(view['prompt:now']?.text.match(/(\d+) leadership|no points/)?.[1] ?? 0) === 0 });
    assert.match(await page.textContent('.prompt-text'), /no points left/);
    await page.waitForSelector('.prompt [data-action=finish]');
    assert.equal(await page.locator('.prompt [data-action^=activate], .prompt [data-action^=order]').count(), 0);
    await close(page);
});
