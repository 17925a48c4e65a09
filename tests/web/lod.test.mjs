// Liberty or Death in the browser: the map, cards by clicks, a Battle, a winter, one screen for four.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { assertQuiet, axe, call, journalTo, newPage, newPlayer, openTable, quick, root, startBrowser, startServer, tableFrom } from './harness.mjs';

let server, browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser.close(); await server.stop(); });

const factions = ['british', 'patriots', 'french', 'indians'];
const close = (...pages) => Promise.all(pages.map(p => { assertQuiet(p); return p.context().close(); }));
const space = (page, id) => page.locator(`[data-place="${id}"]`);
const act = (page, text) => page.locator(`.prompt [data-action="${text}"]`).first().click();
const phase = page => page.evaluate(() => document.querySelector('.prompt-text')?.dataset.phase ?? 'over');
const inPhase = (page, name) => page.waitForSelector(`.prompt.mine .prompt-text[data-phase="${name}"]`);
const all = (page, table, wishes, until) => Promise.all(factions.map(f => quick(page, table, f, wishes, until)));
const moved = (page, n) => page.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v, n);
const version = page => page.evaluate(() => Number(document.querySelector('.table').dataset.n));

const everySeat = Object.fromEntries(factions.map(f => [f, 'me']));

async function guest(page) {
    await page.goto('/');
    await call(page, '/api/guest', {});
    await page.goto('about:blank');
    await page.goto('/');
}

async function hotSeat(page, more = {}) {
    await guest(page);
    return (await call(page, '/api/tables', { game: 'lod', scenario: '1776', seats: everySeat, ...more })).table;
}

/** One screen for four, at a decision that these wishes lead to. */
async function hotSeatAt(page, wishes, until, scenario = '1776') {
    const journal = await journalTo({ game: 'lod', scenario, wishes, until });
    await guest(page);
    const table = await tableFrom(page, journal, everySeat);
    await openTable(page, table);
    await page.waitForSelector('.prompt.mine');
    return table;
}

test('the drawing has every space of the data, and room for pieces in each', () => {
    const data = JSON.parse(readFileSync(join(root, 'data/lod/map.json'), 'utf8'));
    const drawing = JSON.parse(readFileSync(join(root, 'web/src/games/lod/map.json'), 'utf8'));
    const areas = new Map(drawing.areas.map(a => [a.id, a])), cities = new Map(drawing.cities.map(c => [c.id, c]));
    for (const s of data.spaces) {
        if (s.type === 'city') {
            const [x, y] = cities.get(s.id).at;
            assert.ok(x > 40 && y > 40 && x < drawing.width - 40 && y < drawing.height - 40, `${s.id} is on the sheet`);
        } else if (s.type !== 'box') {
            const [x, y, w, h] = areas.get(s.id).room;
            assert.ok(w * h >= 4500 && w >= 60 && h >= 50, `${s.id} has room: ${w} x ${h}`);
            assert.ok(x >= 0 && y >= 0 && x + w <= drawing.width && y + h <= drawing.height, `${s.id} is on the sheet`);
            assert.match(areas.get(s.id).shape, /^M.*z$/);
        }
    }
    const boxes = [...areas.values()].map(a => [a.id, ...a.room]).concat([...cities.values()].map(c => [c.id, c.at[0] - 55, c.at[1] - 47, 110, 94]));
    for (const [a, ax, ay, aw, ah] of boxes)
        for (const [b, bx, by, bw, bh] of boxes) {
            const over = Math.max(0, Math.min(ax + aw, bx + bw) - Math.max(ax, bx)) * Math.max(0, Math.min(ay + ah, by + bh) - Math.max(ay, by));
            assert.ok(a === b || over < 0.2 * Math.min(aw * ah, bw * bh), `${a} and ${b} leave each other room`);
        }
});

test('two players with two Factions each: by a link, cards by clicks, both see the same', { timeout: 600_000 }, async () => {
    const anna = await newPlayer(browser, server, 'Anna'), bert = await newPlayer(browser, server, 'Bert');
    await anna.goto('/#/new/lod');
    await anna.selectOption('[aria-label="Who plays Indians"]', 'me');
    for (const f of ['Patriots', 'French']) await anna.selectOption(`[aria-label="Who plays ${f}"]`, 'open');
    await anna.click('text=Set up the table');
    const link = await anna.locator('.copy input').inputValue();
    await bert.goto(link);
    await bert.click('text=Play the Patriots');
    await bert.click('text=Play the French');
    const choices = ['hold', 'pass', 'finish'].map(c => `.prompt.mine [data-action=${c}]:enabled`).join(', ');
    await anna.waitForSelector('.place');
    await bert.waitForSelector('.place');
    while (await version(anna) < 14) { // the card goes on, whoever is asked
        await Promise.any([anna, bert].map(p => p.waitForSelector(choices)));
        for (const page of [anna, bert]) await page.evaluate(choices => document.querySelector(choices)?.click(), choices);
    }
    await anna.waitForSelector('.lod-chapter summary:has-text("pass")');
    await Promise.all([anna, bert].map(async (page, i) => page.waitForFunction(v => Number(document.querySelector('.table').dataset.n) >= v, await version([bert, anna][i]))));
    assert.equal(await anna.textContent('.lod-card.played h3'), await bert.textContent('.lod-card.played h3'));
    await close(anna, bert);
});

test('one screen for four: no cover, the page turns to whoever decides', async () => {
    const page = await newPage(browser, server), table = await hotSeat(page);
    await openTable(page, table);
    await page.waitForSelector('.prompt.mine');
    assert.equal(await page.locator('.cover').count(), 0);
    for (let i = 0; i < 6; i++) {
        const n = await version(page);
        await page.locator('.prompt.mine [data-action=hold], .prompt.mine [data-action=pass]').first().click();
        await moved(page, n);
        await page.waitForSelector('.prompt.mine');
    }
    await close(page);
});

/** The British are made to act on a card with this Command: everybody else passes. */
const britishAt = (page, wishes, until) => hotSeatAt(page, Object.fromEntries(factions.map(f =>
    [f, f === 'british' ? ['^hold', ...wishes, '^pass', '^finish', '.'] : ['^hold', '^pass', '^finish', '.']])), until);

test('the British muster by clicks with a Special Activity: what is paid and left is shown, and why not', async () => {
    const page = await newPage(browser, server);
    await britishAt(page, ['^command muster'], '^muster$');
    await inPhase(page, 'muster');
    const money = Number(await page.textContent('.lod-factions tr.british td strong'));
    await space(page, 'new_york_city').click();
    await page.locator('.menu [data-action="regulars new_york_city"]').click();
    await page.waitForSelector('.lod-progress >> text=New York City');
    assert.match(await page.textContent('.lod-progress'), new RegExp(`Paid so far: 1; left: ${money - 1}`));
    const placeAll = async () => {
        await inPhase(page, 'place');
        while (await phase(page) === 'place') {
            const n = await version(page);
            await act(page, 'place british_regulars');
            await moved(page, n);
        }
        await inPhase(page, 'muster');
    };
    await placeAll();
    await space(page, 'southwest').click();
    await page.waitForSelector('.notice.why .rule');
    assert.doesNotMatch(await page.textContent('.notice.why'), /lod\.|_/, 'a sentence, without keys and ids');
    await page.locator('.prompt .undo').click();
    await inPhase(page, 'place');
    await page.click('[data-together=place]'); // the last one again
    await inPhase(page, 'muster');
    await act(page, 'naval_pressure');
    await page.waitForSelector('.lod-progress >> text=with Naval Pressure');
    await page.waitForSelector('.throws .die');
    await act(page, 'finish');
    await page.waitForSelector('.lod-chapter[open] summary >> text=British: Muster, Naval Pressure');
    await close(page);
});

test('alone against three non-players: who plays, one answer for all Brilliant Strokes, why each did what it did', { timeout: 600_000 }, async () => {
    const page = await newPage(browser, server);
    await call(page, '/api/guest', {});
    const seats = { british: 'me', patriots: 'bot:np', french: 'bot:np', indians: 'bot:np' };
    const table = (await call(page, '/api/tables', { game: 'lod', scenario: '1778', seats })).table;
    await openTable(page, table);
    assert.match(await page.textContent('.seats .patriots'), /Computer \(rulebook\)/);
    await inPhase(page, 'stroke');
    await page.click('button.put-aside');
    await page.waitForFunction(() => document.querySelector('.prompt.mine .prompt-text:not([data-phase=stroke])'));
    assert.match(await page.textContent('.prompt'), /You are not asked about Brilliant Strokes/);
    await openTable(page, table); // the server keeps it
    await page.waitForSelector('.prompt:has-text("You are not asked about Brilliant Strokes")');
    const offered = ['.menu [data-action]', '.prompt.mine [data-action=pass]', '.prompt.mine [data-action]', '.prompt.mine [data-together]', '.place.target'];
    while (!await page.locator('.log .since').count()) { // whoever is first, the others act in the end
        await page.waitForSelector(offered.join(', '));
        await page.evaluate(offered => offered.map(o => document.querySelector(o)).find(Boolean)?.dispatchEvent(new MouseEvent('click', { bubbles: true })), offered);
        await page.waitForFunction(() => ![...document.querySelectorAll('.prompt button')].some(b => b.disabled)); // it was answered
    }
    await page.waitForSelector('.prompt.mine .undo');
    const why = page.locator('.log .why').last();
    await why.locator('summary').click();
    assert.match(await why.locator('li').first().textContent(), /8\.\d/, 'the rule that the non-player followed');
    assert.match(await page.textContent('.undo'), /^ Undo\d+ actions?$/, 'machines need not be asked');
    await page.click('.undo');
    await page.waitForFunction(() => !/You are not asked/.test(document.querySelector('.prompt').textContent));
    await close(page);
});

test('keyboard only: a Command from the prompt to the map and back', async () => {
    const page = await newPage(browser, server);
    await britishAt(page, [], '^turn$');
    await inPhase(page, 'turn');
    await page.keyboard.press('p');
    assert.match(await page.evaluate(() => document.activeElement.dataset.action), /^command /, 'Commands come first');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.place.target');
    const n = await version(page);
    await page.keyboard.press('n');
    assert.ok(await page.evaluate(() => document.activeElement.matches('.place.target')), 'on a space that can be chosen');
    await page.keyboard.press('Enter');
    const asked = () => page.waitForFunction(v => document.querySelector('.menu, .action-sheet') || Number(document.querySelector('.table').dataset.n) > v, n);
    await asked();
    for (const what of ['.menu', '.action-sheet']) // which of these; a Battle shows its sheet first
        if (await page.locator(what).count()) { await page.keyboard.press('p'); await page.keyboard.press('Enter'); await asked(); }
    await moved(page, n);
    await page.waitForFunction(() => /select/.test(document.querySelector('.sr[role=log]').textContent));
    await close(page);
});

test('a March is built by clicks: destination, origin, who goes along', async () => {
    const page = await newPage(browser, server);
    await britishAt(page, ['^command march', '^select new_jersey'], '^march_into$');
    await inPhase(page, 'march_into');
    await space(page, 'new_york_city').click();
    await inPhase(page, 'march_group');
    const n = await version(page);
    await page.locator('[data-token="new_york_city.british_regulars"]').click();
    await moved(page, n);
    await page.locator('.prompt [data-action="take british_regulars"]').click();
    await page.waitForSelector('.prompt [data-action=depart]');
    await act(page, 'depart');
    await page.waitForSelector('[data-token="new_jersey.british_regulars"]');
    assert.match(await page.textContent('.lod-progress'), /March to New Jersey/);
    await close(page);
});

test('the card tells before the choice what the Event would do here and now', async () => {
    const page = await newPage(browser, server);
    await hotSeatAt(page, ['^hold'], '^turn$');
    await inPhase(page, 'turn');
    const now = await page.locator('.lod-card.played .card-now').allTextContents();
    assert.ok(now.length >= 1 && now.every(t => /Here and now/.test(t)), 'each text has its preview');
    const n = await version(page);
    await page.locator('.prompt [data-action^="event"]').first().click();
    await moved(page, n);
    assert.match(await page.textContent('.lod-chapter[open] summary'), /the Event/);
    await close(page);
});

test('a Battle shows forces, modifiers, dice and losses, and is put away', { timeout: 600_000 }, async () => {
    const page = await newPage(browser, server);
    const fight = ['^hold', '^command battle', '^command march', '^select new_york', '^select', '^from', '^take', '^depart', '^pass', '^finish', '.'];
    await hotSeatAt(page, fight, '^battle_(attack|defend)$');
    await page.waitForSelector('.lod-battle');
    assert.equal(await page.locator('.battle-force').count(), 2);
    for (let i = 0; i < 4 && /^battle_/.test(await phase(page)); i++) {
        const n = await version(page);
        await page.locator('.prompt [data-action=finish], .prompt [data-action^="remove"], .prompt [data-action=alone]').first().click();
        await moved(page, n);
        await page.waitForSelector('.prompt.mine');
    }
    await page.waitForSelector('.battle-loss .sum');
    const text = await page.textContent('.lod-battle');
    assert.match(text, /Force Level\d/);
    assert.match(text, /Loss Level-?\d/);
    assert.match(text, /victory in|Nobody is left/);
    await axe(page, 'battle');
    await page.click('.battle-result >> text=Go on');
    await page.waitForSelector('.lod-battle', { state: 'detached' });
    await close(page);
});

test('quick play to the end, through every winter', { timeout: 600_000 }, async () => {
    const page = await newPage(browser, server);
    const table = await hotSeatAt(page, ['^hold', '^pass', '^finish', '.'], '^(loyalty|committees)$', 'sprint');
    await page.waitForSelector('.lod-winter li.now');
    await page.goto('about:blank');
    await page.goto('/');
    await all(page, table, ['^hold', '^pass', '^finish', '.']);
    await openTable(page, table);
    await page.waitForSelector('.end');
    assert.match(await page.textContent('.end h2'), / win/);
    await close(page);
});

for (const colorScheme of ['light', 'dark'])
    for (const [width, height] of [[1440, 900], [390, 844]])
        test(`axe finds nothing serious at a table, ${colorScheme}, ${width} px, and nothing is too wide`, async () => {
            const page = await newPage(browser, server, { colorScheme, viewport: { width, height } });
            await hotSeatAt(page, ['^hold'], '^turn$');
            await inPhase(page, 'turn');
            if (width < 900) await page.click('.sheet-bar >> text=Cards'); // on a phone they lie in a sheet
            for (const leaf of ['aid', 'board']) {
                await page.click(`#leaf-${leaf}`);
                await axe(page, leaf);
            }
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= width, `the page is ${wide} px wide`);
            await close(page);
        });

test('the first load of a table stays small, and its face is loaded for its tables only', async () => {
    const page = await newPage(browser, server), table = await hotSeat(page);
    await page.goto('about:blank');
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    client.on('Network.loadingFinished', e => { bytes += e.encodedDataLength; });
    await openTable(page, table);
    await page.waitForLoadState('networkidle');
    assert.ok(bytes > 50_000 && bytes <= 300_000, `${bytes} bytes`);
    await close(page);
});
