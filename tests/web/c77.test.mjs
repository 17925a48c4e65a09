// Campaigns of 1777 in the browser: the map, orders by clicks, a battle with all its dice, the fleet's secret.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { crossings, distance, inside, pointsOf } from '../../web/tools/geometry.mjs';
import { assertQuiet, axe, call, gameTo, hurry1777, newPage, newPlayer, openTable, placeOn, quick, root, startBrowser, startServer, still1777, tableFrom, toTiconderoga } from './harness.mjs';

let server, browser, battle;
before(async () => { // the dice of every table here are those that lead to a battle at Fort Ticonderoga
    battle = await gameTo({ game: 'c77', scenario: 'burgoynes_challenge', wishes: { british: toTiconderoga, patriot: still1777 }, until: '^plan$',
                            fits: (view, now) => now.seat === 'british' });
    server = await startServer([], battle.seed);
    browser = await startBrowser();
});
after(async () => { await browser.close(); await server.stop(); });

const close = (...pages) => Promise.all(pages.map(p => { assertQuiet(p); return p.context().close(); }));
const space = (page, id) => page.locator(`[data-place="${id}"]`);
const act = (page, text) => page.locator(`.prompt [data-action="${text}"]`).first().click();
const inPhase = (page, name) => page.waitForSelector(`.prompt.mine .prompt-text[data-phase="${name}"]`);
const version = page => page.evaluate(() => Number(document.querySelector('.table').dataset.n));
const after1 = (page, n) => page.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v, n);

async function pair(scenario) {
    const anna = await newPlayer(browser, server, 'Anna'), bert = await newPlayer(browser, server, 'Bert');
    const table = (await call(anna, '/api/tables', { game: 'c77', scenario, seats: { british: 'me', patriot: 'open' } })).table;
    await anna.goto('/');
    await bert.goto('/');
    await call(bert, `/api/tables/${table.id}/join`, { seat: 'patriot', secret: table.secret });
    return { anna, bert, table };
}

async function alone(scenario, seats, options) {
    const page = await newPage(browser, server, options);
    await page.goto('/');
    await call(page, '/api/guest', {});
    const table = (await call(page, '/api/tables', { game: 'c77', scenario, seats })).table;
    await openTable(page, table);
    return { page, table };
}

// ---- The drawing ----

const read = path => JSON.parse(readFileSync(join(root, path), 'utf8'));
const data = read('data/c77/map.json'), drawing = read('web/src/games/c77/map.json'), water = pointsOf(drawing.water);

test('every space is on the sheet, on dry land, and apart from the others', () => {
    assert.deepEqual(Object.keys(drawing.places).sort(), data.spaces.map(s => s.id).sort());
    for (const [id, [x, y]] of Object.entries(drawing.places)) {
        assert.ok(x > 25 && y > 25 && x < drawing.width - 25 && y < drawing.height - 25, `${id} is on the sheet`);
        assert.ok(!inside(water, [x, y]), `${id} stands on land`);
        for (const [other, q] of Object.entries(drawing.places))
            assert.ok(other === id || distance([x, y], q) >= 38, `${id} and ${other} do not cover each other`);
    }
});

test('every connection is drawn between its two spaces, with its kind', () => {
    assert.equal(drawing.links.length, data.connections.length);
    for (const c of data.connections) {
        const link = drawing.links.find(l => l.id === `${c.a}-${c.b}`), line = pointsOf(link.line)[0];
        assert.equal(link.kind, c.type);
        assert.ok(distance(line[0], drawing.places[c.a]) < 1.5 && distance(line[line.length - 1], drawing.places[c.b]) < 1.5, link.id);
        for (const [id, p] of Object.entries(drawing.places))
            if (id !== c.a && id !== c.b) assert.equal(crossings(line, [[p[0] - 6, p[1]], [p[0] + 6, p[1]]]).length, 0, `${link.id} does not run through ${id}`);
    }
});

test('boats cross the lakes, and places lie as on the globe', () => {
    const wet = id => { const line = pointsOf(drawing.links.find(l => l.id === id).line)[0]; return line.filter(p => inside(water, p)).length / line.length; };
    assert.ok(wet('isle_aux_noix-crown_point') > 0.4, 'Lake Champlain');
    assert.ok(wet('fort_ticonderoga-fort_george') > 0.4, 'Lake George');
    const at = id => drawing.places[id];
    const byLatitude = [...data.spaces].sort((a, b) => b.lat - a.lat).filter((_, i) => i % 9 === 0).map(s => at(s.id)[1]);
    assert.deepEqual(byLatitude, [...byLatitude].sort((a, b) => a - b), 'north is up');
    assert.ok(at('boston')[0] > at('albany')[0] && at('albany')[0] > at('oswego')[0], 'east is right');
});

// ---- Playing ----

test('an activation by clicks: who acts first, an army gathered, a march, undo, and why not', async () => {
    const { page } = await alone('burgoynes_challenge', { british: 'me', patriot: 'bot:greedy' });
    await act(page, 'first burgoyne');
    await inPhase(page, 'activation');
    assert.match(await page.textContent('.points'), /8 of 8 leadership points/);
    assert.match(await page.textContent('.cup'), /St Leger.*Schuyler/s);
    let n = await version(page);
    await act(page, 'take regular 5');
    await after1(page, n);
    assert.equal(await page.locator('.gather tr', { hasText: 'Regulars' }).locator('.with').textContent(), '5');
    n = await version(page);
    await act(page, 'bring fraser');
    await after1(page, n);
    assert.match(await page.textContent('.along'), /Fraser/);
    await placeOn(page, 'albany').click();
    await page.waitForSelector('.notice.why .rule');
    assert.doesNotMatch(await page.textContent('.notice.why'), /c77\.|_/, 'a sentence, without keys and ids');
    await page.locator('.buy summary', { hasText: 'Why not' }).click();
    await page.click('[data-why="order storm"]');
    await page.waitForFunction(() => /storm|7\.3\.1/.test(document.querySelector('.notice')?.textContent ?? ''));
    assert.ok(await space(page, 'st_johns').locator('.ring').count(), 'gold rings where he may go');
    n = await version(page);
    await placeOn(page, 'st_johns').click();
    await after1(page, n);
    await page.waitForSelector('[data-place="st_johns"] .army.acts');
    await page.click('.undo');
    await page.waitForFunction(() => !document.querySelector('[data-place="st_johns"] .army'));
    await close(page);
});

test('a click on counted SP asks how many; on a leader, whether to bring or to activate him', async () => {
    const { page, table } = await alone('burgoynes_challenge', { british: 'me', patriot: 'bot:greedy' });
    await quick(page, table, 'british', ['^first burgoyne'], '^activation$');
    await inPhase(page, 'activation');
    await page.click('.stack [data-piece="montreal.british.hessian"]');
    assert.ok(await page.locator('.menu [data-action^="take hessian"]').count() >= 10);
    await page.click('.menu [data-action="take hessian 2"]');
    await page.waitForFunction(() => [...document.querySelectorAll('.gather tr')].some(r => /Hessians.*2/.test(r.textContent)));
    await page.click('.stack [data-piece="fraser"]');
    await page.waitForSelector('.menu [data-action="bring fraser"]');
    await page.click('.menu [data-action="activate fraser"]');
    await inPhase(page, 'march');
    await close(page);
});

test('before an attempt is declared the prompt says what the dice must show', async () => {
    const { anna, bert, table } = await pair('burgoynes_challenge');
    const march = ['^first burgoyne', '^take regular', '^go crown_point', '^go isle_aux_noix', '^go st_johns', '^finish', '^halt', '^ready', '.'];
    await Promise.all([quick(anna, table, 'british', march, '^intercept$'), quick(bert, table, 'patriot', still1777, '^intercept$')]);
    await openTable(bert, table);
    await inPhase(bert, 'intercept');
    // c77.10.3: St Clair's leadership is 6, a road leads there, and the initiative is worth one
    const initiative = await bert.locator('.c77-status').textContent().then(t => /Initiative\s*Patriot/.test(t));
    const needed = initiative ? 7 : 6;
    assert.match(await bert.locator('[data-action="lead st_clair"]').textContent(), new RegExp(`needs ${needed} or less on two dice`));
    await close(anna, bert);
});

test('two players fight a battle: every die is listed, and the game goes on to its end', { timeout: 600_000 }, async () => {
    const { anna, bert, table } = await pair('burgoynes_challenge');
    await Promise.all([quick(anna, table, 'british', toTiconderoga, '^plan$'), quick(bert, table, 'patriot', still1777, '^plan$')]);
    await openTable(anna, table);
    await openTable(bert, table);
    await anna.waitForSelector('.c77-battle');
    assert.match(await anna.textContent('.c77-battle h2'), /Battle at Fort Ticonderoga/);
    const coming = await anna.locator('.fighter.british tfoot td').textContent();
    await act(anna, 'plan');
    await anna.waitForFunction(v => document.querySelector('.fighter.british tfoot td').textContent !== v, coming);
    await act(anna, 'fight');
    while (!await anna.locator('.verdict').count()) { // whoever decides takes the first that is offered
        await Promise.any([anna, bert].map(p => p.waitForSelector('.prompt.mine [data-action]:enabled, .verdict')));
        for (const page of [anna, bert]) await page.evaluate(() => document.querySelector('.verdict') ?? document.querySelector('.prompt.mine [data-action]:enabled')?.click());
    }
    for (const page of [anna, bert]) {
        await page.waitForSelector('.verdict');
        for (const side of ['british', 'patriot']) {
            const box = page.locator(`.fighter.${side}`), total = Number(await box.locator('tfoot td').textContent());
            const rows = await box.locator('tbody td:last-child').allTextContents();
            assert.equal(rows.reduce((sum, r) => sum + Number(r), 0), total, `the sources of the ${side} dice add up`);
            assert.equal(await box.locator('.die').count(), total, 'each die is there');
            assert.match(await box.locator('.hits-of').textContent(), new RegExp(`^${await box.locator('.die.good').count()} hit`));
        }
    }
    await Promise.all([quick(anna, table, 'british', hurry1777), quick(bert, table, 'patriot', hurry1777)]);
    await anna.waitForSelector('.end');
    await bert.waitForSelector('.end');
    assert.equal(await anna.textContent('.end h2'), await bert.textContent('.end h2'));
    await close(anna, bert);
});

test('where the fleet sails is in no frame of the other side', { timeout: 600_000 }, async () => {
    const { anna, bert, table } = await pair('campaign');
    await openTable(anna, table);
    await openTable(bert, table);
    await quick(anna, table, 'british', ['^first howe', '^order embark'], '^embark$');
    await quick(anna, table, 'british', ['^take regular 1$', '^sail wilmington'], '^(?!embark$)');
    await anna.waitForSelector('[data-place="sea"] .army');
    await bert.waitForSelector('[data-place="sea"] .army');
    assert.match(await anna.textContent('.c77-status'), /for Wilmington \(only you know\)/);
    assert.match(await bert.textContent('.c77-status'), /destination secret/);
    const told = frames => frames.filter(f => /"destination":|sails for/.test(f)).length;
    assert.ok(told(anna.frames_seen) > 0, 'the test looks for the right words');
    assert.equal(told(bert.frames_seen), 0);
    await close(anna, bert);
});

// ---- For every eye ----

for (const colorScheme of ['light', 'dark'])
    for (const width of [1440, 390])
        test(`axe finds nothing serious, and nothing is too wide: ${colorScheme}, ${width} px`, { timeout: 600_000 }, async () => {
            const seats = { british: 'me', patriot: 'bot:random' }, { page, table } = await alone('burgoynes_challenge', seats, { colorScheme, viewport: { width, height: 844 } });
            await axe(page, 'who acts first');
            await quick(page, table, 'british', ['^first burgoyne'], '^activation$');
            await inPhase(page, 'activation');
            await axe(page, 'activation');
            await openTable(page, await tableFrom(page, battle.journal, seats));
            await page.waitForSelector('.c77-battle');
            await axe(page, 'battle');
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width);
            await page.goto('/#/help/c77');
            await page.waitForSelector('.sample');
            await axe(page, 'help');
            await close(page);
        });

test('a place tells a reader what stands there, inside its fort too', async () => {
    const { page, table } = await alone('burgoynes_challenge', { british: 'me', patriot: 'bot:random' });
    assert.match(await space(page, 'montreal').getAttribute('aria-label'), /14 British SP of Regulars.*Burgoyne.*Montreal garrison.*Carleton/s);
    assert.match(await space(page, 'fort_ticonderoga').getAttribute('aria-label'), /large fort.*7 Patriot SP of Militia/s);
    assert.match(await space(page, 'boston').getAttribute('aria-label'), /Not in this scenario/);
    assert.ok(table.id);
    await close(page);
});

test('a table of this game is at most 300 KB over the wire', async () => {
    const page = await newPage(browser, server);
    await page.goto('/');
    await call(page, '/api/guest', {});
    const table = (await call(page, '/api/tables', { game: 'c77', scenario: 'campaign', seats: { british: 'me', patriot: 'bot:random' } })).table;
    await page.goto('about:blank');
    const client = await page.context().newCDPSession(page);
    let bytes = 0;
    await client.send('Network.enable');
    await client.send('Network.setCacheDisabled', { cacheDisabled: true });
    client.on('Network.loadingFinished', e => { bytes += e.encodedDataLength; });
    client.on('Network.webSocketFrameReceived', e => { bytes += e.response.payloadData.length; });
    await page.goto(`/#/table/${table.id}`);
    await page.waitForSelector('.place');
    assert.ok(bytes > 50_000 && bytes <= 300_000, `${bytes} bytes`);
    await close(page);
});
