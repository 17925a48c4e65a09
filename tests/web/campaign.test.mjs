// The campaign games of 1776: the country at a glance, forces that have not moved, orders that are prepared, what is decided
// between the seasons and what a season brought, and a replay by seasons.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, axe, call, gameTo, newPage, openTable, placeOn, settled, startBrowser, startServer, tableFrom } from './harness.mjs';

let server, browser;
before(async () => { server = await startServer(['--drafts']); browser = await startBrowser(); });
after(async () => { await browser.close(); await server.stop(); });

async function guest(options) {
    const page = await newPage(browser, server, options);
    await call(page, '/api/guest', {});
    return page;
}
async function close(page) {
    assertQuiet(page);
    await page.context().close();
}

/** Both sides keep still, until the British decide in that phase. */
const quiet = ['^done', '^pass', '^hold', '^decline', '^stay', '^ready', '^anchor', '^halt', '^muster_all', '^muster', '^lay', '.'];
const journals = new Map();
async function at(page, phase, turn = 0) {
    const key = `${phase} ${turn}`;
    journals.set(key, journals.get(key) ?? (await gameTo({ game: 'g1776', scenario: 'csg1', until: `^${phase}$`, most: 4000, wishes: quiet,
        fits: (view, now) => now.seat === 'british' && view['number:turn'].value >= turn })).journal);
    const table = await tableFrom(page, journals.get(key), { british: 'me', american: 'bot:greedy' });
    await openTable(page, table);
    await page.waitForSelector(`.prompt.mine [data-phase="${phase}"]`);
    return table;
}
const version = page => page.locator('.table').getAttribute('data-n').then(Number);

for (const [look, options] of [['wide', {}], ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]]) {
    test(`the country, the dates that decide, and this year’s turns (${look})`, async () => {
        const page = await guest(options);
        await at(page, 'move');
        const shown = await page.locator('.g1776-status .track li').count();
        assert.ok(shown >= 10 && shown <= 13, `the turns of one year, not of the whole war: ${shown}`);
        assert.match(await page.textContent('.g1776-status'), /turn 1 of 60/);
        if (look === 'wide') assert.ok(await page.locator('.g1776-status').evaluate(n => n.scrollWidth <= n.clientWidth + 1), 'the line fits');
        else await page.click('.sheet-bar >> text=Aims');
        const goals = page.locator('.g1776-goals li');
        assert.match(await goals.nth(0).textContent(), /The Americans win December 1777, in 23 turns.*So it stands now/s);
        assert.match(await goals.filter({ hasText: 'The British win' }).textContent(), /at the end, December 1780.*Not so now/s);
        assert.match(await page.textContent('.g1776-country'), /The British control 1 of 23 strategic towns and 0 areas/);
        await page.click('.g1776-country summary >> text=New England');
        const towns = page.locator('.g1776-country details[open] .towns li');
        assert.match((await towns.allTextContents()).join(' '), /Boston British, \d+ of \d+ BR/);
        await axe(page, `overview, ${look}`);
        await towns.locator('button', { hasText: 'Newport' }).click();
        await page.waitForSelector('.stack h2 >> text=Newport');
        await close(page);
    });
}

for (const [look, options] of [['wide', { viewport: { width: 1440, height: 900 } }], ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]]) {
    test(`CSG-5: weather, who goes home, where fleets are bound, points (${look})`, async () => {
        const page = await guest(options);
        const { journal } = await gameTo({ game: 'g1776', scenario: 'csg5', until: '^move$', most: 400, wishes: quiet, fits: (view, now) => now.seat === 'british' });
        await openTable(page, await tableFrom(page, journal, { british: 'me', american: 'bot:greedy' }));
        await page.waitForSelector('.prompt.mine [data-phase="move"]');
        assert.match(await page.textContent('.g1776-status'), /turn 1 of 24.*Weather(clear|storms).*Points\s*\d+ : \d+/s);
        if (look === 'phone') await page.click('.sheet-bar >> text=Aims');
        const south = await page.textContent('.g1776-southern');
        assert.match(south, /(Clear sky|Storms) this month/);
        assert.match(south, /Home to New York by October 1780: Clinton, Leslie and 0 of 10 BR so far/);
        assert.match(south, /TF-A is bound for Savannah/);
        assert.match(await page.textContent('.g1776-country'), /The British control 1 of 12 strategic towns and 0 areas/);
        assert.doesNotMatch(await page.textContent('.g1776-country'), /French are not in the war/);
        await axe(page, `CSG-5, ${look}`);
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/csg5-${look}.png` });
        await close(page);
    });
}

test('forces that have not moved are listed, and who ends movement is told', async () => {
    const page = await guest();
    await at(page, 'move');
    const many = await page.locator('.unmoved li').count(), words = `${many} stacks have not moved`;
    assert.ok(many > 5);
    await page.click(`.unmoved summary >> text=${words}`);
    assert.equal(await page.textContent('.prompt [data-action="done"]'), `End movement (${many} stacks not moved)`);
    await page.click('.unmoved button >> text=Quebec');
    await page.waitForSelector('.stack h2 >> text=Quebec');
    await close(page);
});

test('a march is prepared before the movement, kept, and carried out by legal actions only', async () => {
    const page = await guest();
    const table = await at(page, 'build');
    const stack = page.locator('.prompt .prepared');
    const plan = async (from, to) => {
        await page.click('.prepared .plan-button button');
        await page.waitForSelector('.plan-button b >> text=Click the stack');
        await placeOn(page, from).click({ force: true });
        await page.waitForSelector('.plan-button b >> text=where they shall go');
        await placeOn(page, to).click({ force: true });
    };
    const n = await version(page);
    await plan('oswego', 'fort_stanwix');
    await page.waitForSelector('.prepared li');
    assert.match(await stack.textContent(), /3 SP: Oswego to Fort Stanwix/);
    assert.equal(await version(page), n, 'nothing was sent');
    assert.equal(await page.locator('.plans .trace').count(), 1, 'an arrow lies on the map');
    await openTable(page, table);
    await page.waitForSelector('.prepared li'); // it is still there
    assert.equal(await page.locator('[data-plan]').count(), 0, 'it waits for the movement');
    await page.click('.prompt [data-action="done"]');
    await page.click('[data-plan="oswego"]');
    await page.waitForFunction(() => document.querySelector('.prompt.mine [data-phase=move]') && !document.querySelector('[data-plan="oswego"]'));
    assert.ok(await page.locator('.log li', { hasText: /3 SP march from Oswego to/ }).count(), 'they have marched');
    const refused = page.frames_seen.filter(f => f.includes('"t":"refused"') || f.includes('"t":"error"'));
    assert.deepEqual(refused, [], 'only what was legal was sent');
    await close(page);
});

test('between the seasons: new pieces by a click on the map, leaders by buttons, then what the season brought', async () => {
    const page = await guest();
    await at(page, 'muster');
    assert.match(await page.textContent('.g1776-status'), /between the seasons/);
    assert.match(await page.textContent('.in-hand'), /Tory militia/);
    const n = await version(page), where = (await page.locator('.prompt').evaluate(() => 0), await page.evaluate(() => document.querySelector('.place.target')?.dataset.place));
    if (where) {
        await placeOn(page, where).click();
        await page.locator('.menu [data-action^="muster"]').first().click().catch(() => undefined);
        await page.waitForFunction(n => Number(document.querySelector('.table').dataset.n) > n, n);
    }
    await page.context().close();
    const later = await guest();
    await at(later, 'transfer');
    await later.waitForSelector('.named [data-action="recall howe"]');
    await axe(later, 'between the seasons');
    await later.click('.prompt [data-action="done"]');
    await later.waitForSelector('.season-report h2 >> text=Spring 1776');
    assert.match(await later.textContent('.season-report'), /New England:.*Came.*American: .*Continental/s);
    await later.click('.season-report .primary');
    await later.waitForSelector('.season-report', { state: 'detached' });
    await close(later);
});

test('the replay goes from season to season', async () => {
    const page = await guest();
    await at(page, 'move', 7);
    await page.click('.table-tools button >> text=Replay');
    const back = page.locator('.replay-jumps [aria-label="Previous season"]');
    await back.click();
    await page.waitForFunction(() => /season begins/.test(document.querySelector('.replay-said').textContent));
    const first = await page.textContent('.replay-said');
    await back.click();
    await page.waitForFunction(first => { const now = document.querySelector('.replay-said').textContent; return now !== first && /season begins/.test(now); }, first);
    await settled(page);
    await close(page);
});

test('CSG-4: bids are buttons; CSG-5: only its own areas and points', async () => {
    const page = await guest();
    const open = async scenario => openTable(page, (await call(page, '/api/tables', { game: 'g1776', scenario, seats: { british: 'me', american: 'bot:greedy' } })).table);
    await open('csg4');
    await page.waitForSelector('.prompt.mine [data-phase="bid"]');
    assert.equal(await page.textContent('.prompt [data-action="bid 9"]'), '9');
    assert.equal(await page.locator('.plan-button').count(), 0, 'nobody plans before the first turn');
    await page.click('.prompt [data-action="bid 9"]');
    await page.waitForFunction(() => !document.querySelector('[data-phase="bid"]'));
    assert.match(await page.textContent('.g1776-country'), /Towns the British need: \d+\. Towns that count for them now, Montreal and Quebec among them: 2\./);
    await open('csg5');
    await page.waitForSelector('.g1776-country');
    assert.deepEqual(await page.locator('.g1776-country summary b').allTextContents(), ['South Central', 'Deep South']);
    assert.match(await page.textContent('.g1776-status'), /Points/);
    await close(page);
});

test('CSG-6: January 1776 is the redeployment, militia become Continentals where one clicks', async () => {
    const page = await guest();
    const { journal } = await gameTo({ game: 'g1776', scenario: 'csg6', until: '^enlist$', most: 4000, wishes: quiet });
    await openTable(page, await tableFrom(page, journal, { british: 'bot:greedy', american: 'me' }));
    await page.waitForSelector('.prompt.mine [data-phase="enlist"]');
    assert.match(await page.textContent('.g1776-status'), /January 1776.*turn 10 of 69.*redeployment/s);
    assert.match(await page.textContent('.prompt'), /20 at most.*join the Continental Army/s);
    await close(page);
});
