// End of Empire in the browser: the sheet against the data, a force by clicks with its reach and its reactors, a battle with
// every modifier, fleets, politics, the turn record, a phone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { inside, nearest, pointsOf } from '../../web/tools/geometry.mjs';
import { assertQuiet, axe, call, journalTo, newPage, openTable, placeOn, root, settled, startBrowser, startServer, tableFrom } from './harness.mjs';

let server, browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

const close = async page => { assertQuiet(page); await page.context().close(); };
const inPhase = (page, name) => page.waitForSelector(`.prompt.mine .prompt-text[data-phase="${name}"]`);

async function guest(options) {
    const page = await newPage(browser, server, options);
    await page.goto('/');
    await call(page, '/api/guest', {});
    return page;
}

// ---- The drawing ----

const read = path => JSON.parse(readFileSync(join(root, path), 'utf8'));
const data = read('data/eoe/map.json'), drawing = read('web/src/games/eoe/map.json');

/** Column and row of a hex on the joined sheets, and where the sheet has it: odd columns lie half a hex lower. */
const parse = name => (name[0] === 'S' ? [Number(name.slice(1, 3)), Number(name.slice(3))] : [Number(name.slice(0, 2)) + 50, Number(name.slice(2))]);
const at = ([column, row]) => [drawing.edge + (column - 10) * drawing.across * Math.sqrt(3) / 2, drawing.edge + (row - 1 + (column % 2 ? 0.5 : 0)) * drawing.across];

test('the middle of every hex is land or water as the game has it', () => {
    const shore = pointsOf(drawing.water);
    let count = 0;
    for (const line of data.ground) {
        const [first, signs] = line.split(' '), [column, row] = parse(first);
        [...signs].forEach((sign, i) => {
            assert.equal(inside(shore, at([column, row + i])), '~o'.includes(sign), `${first} + ${i} ${sign}`);
            count++;
        });
    }
    assert.equal(count, 2929);
});

test('every river and road runs through its hexes', () => {
    const near = (lines, hex) => Math.min(...lines.map(line => nearest(line, at(parse(hex))).distance));
    const drawn = { river: pointsOf(drawing.rivers), navigable: pointsOf(drawing.navigable), road: pointsOf(drawing.roads) };
    const courses = [...data.waterways.filter(w => w.type !== 'lake').flatMap(w => w.courses.map(c => [w.type, c])), ...data.roads.map(r => ['road', r])];
    for (const [kind, course] of courses)
        for (const hex of course.split(' ')) assert.ok(near(drawn[kind], hex) < 12, `${kind} ${hex}`);
});

// ---- Playing ----

const idle = ['^done', '^keep_off', '^stay', '^end', '^hold', '.'];
const toOperations = { game: 'eoe', scenario: 'ic', until: '^operate$', wishes: idle, fits: (_, now) => now.seat === 'allied' };

async function asAllied(where, options) {
    const page = await guest(options);
    await openTable(page, await tableFrom(page, await journalTo(where), { british: 'bot:greedy', allied: 'me' }));
    return page;
}

/** The hexes in reach by the panel of the force: ids. */
const reach = page => page.evaluate(() => document.querySelector('.gold-hexes')?.getAttribute('d')?.split('M').length ?? 0);

test('a force by clicks: the stack, who stays, its rating; what is in reach', async () => {
    const page = await asAllied(toOperations);
    await inPhase(page, 'operate');
    await placeOn(page, '2716').click();
    await inPhase(page, 'form');
    await page.waitForFunction(() => /6 units/.test(document.querySelector('.gather h3')?.textContent ?? ''));
    assert.match(await page.textContent('.gather h3'), /16 MP/);
    assert.match(await page.textContent('.rating'), /Initiative 3 by Schuyler: 3 in 6/, '8.1: he outranks Montgomery');
    assert.ok(await reach(page) > 20, 'what is in reach is ringed');
    await page.click('[data-member="y75_1"]'); // one stays
    await page.waitForFunction(() => /5 units/.test(document.querySelector('.gather h3')?.textContent ?? ''));
    assert.equal(await page.getAttribute('[data-member="y75_1"]', 'aria-pressed'), 'false');
    await page.click('[data-member="y75_1"]');
    await page.waitForFunction(() => /6 units/.test(document.querySelector('.gather h3')?.textContent ?? ''));
    await axe(page, 'force');
    await placeOn(page, '4111').click(); // Quebec
    await page.waitForSelector('.notice.why');
    assert.match(await page.textContent('.notice.why'), /out of reach/);
    await close(page);
});

const marching = { ...toOperations, until: '^march$', wishes: { british: idle, allied: ['^choose 2716', '^take_all', '^go', ...idle] } };

test('a walk: one click, the way the map shows; and beside the enemy five points are kept', async () => {
    const page = await asAllied(marching);
    await inPhase(page, 'march');
    await placeOn(page, '3213').hover();
    await page.waitForFunction(() => /10 MP, 6 left/.test(document.querySelector('.gather .way')?.textContent ?? ''));
    await placeOn(page, '3312').click(); // 12 MP, beside St-Jean
    await page.waitForSelector('.notice.why');
    assert.match(await page.textContent('.notice.why'), /keep 5 MP/);
    await placeOn(page, '3213').click();
    await page.waitForFunction(() => /Montgomery/.test(document.querySelector('[data-place="3213"]')?.getAttribute('aria-label') ?? ''));
    await page.locator('.prompt [data-action="stop"]').click();
    await inPhase(page, 'operate');
    await close(page);
});

/** The machine's own way to a moment: the first seed that leads there. */
const attack = ['^lose', '^risk', '^press', '^to ', '^try', '^land_marines', '^join', '^stay', '^take_all', '^go', '^assault', '^row ne', '^step ne', '^step n', '^row n', '^step se', '^stop$', '^choose 3014', '^choose', '^place_fleet', '^hex', '^done', '.'];

test('a battle: forces, odds, every modifier, the column of the table', { timeout: 600_000 }, async () => {
    const journal = await journalTo({ game: 'eoe', scenario: 'ic', until: '^(press|lose|slip|ambush)$', wishes: { british: ['^stay', ...idle], allied: attack }, most: 4000,
                                      fits: (view, now) => now.seat === 'allied' && view['panel:battle'] !== undefined });
    const page = await guest();
    await openTable(page, await tableFrom(page, journal, { british: 'bot:greedy', allied: 'me' }));
    await page.waitForSelector('.eoe-battle');
    assert.match(await page.textContent('.eoe-battle'), /(Battle of|Assault on) .*attack.*defend/s);
    const number = text => Number(text.replace('−', '-').replace('+', ''));
    const rows = await page.locator('.eoe-battle .dice-table tbody td:last-child').allTextContents();
    assert.equal(number(await page.textContent('.eoe-battle .dice-table tfoot td')), rows.map(number).reduce((a, b) => a + b, 0), 'the modifiers add up');
    assert.ok(await page.locator('.eoe-battle .crt thead th').count() >= 7, 'the column of the table');
    assert.ok(await page.locator('.eoe-battle .fighter .piece').count() >= 2, 'the counters of both');
    await axe(page, 'battle');
    await close(page);
});

test('beside the map: aims with who holds them, fleets, the turn record; and politics in the Revolution', async () => {
    const page = await guest();
    const make = async scenario => openTable(page, (await call(page, '/api/tables', { game: 'eoe', scenario, seats: { british: 'me', allied: 'bot:random' } })).table);
    await make('ic');
    await page.waitForSelector('.eoe-aims');
    assert.match(await page.textContent('.eoe-aims'), /Montreal British.*If the game ended now/s);
    assert.equal(await page.locator('.eoe-fleets').count(), 0, 'no fleet comes to Canada in this turn: none is named');
    assert.match(await page.textContent('.eoe-record'), /Spring 1776.*arrive/s);
    assert.equal(await page.locator('.eoe-politics').count(), 0, 'no politics in Canada');
    await make('ar75');
    await page.waitForSelector('.eoe-politics');
    assert.match(await page.textContent('.eoe-politics'), /regular steps lost.*France.*neutral.*economy/s);
    await close(page);
});

test('names of the places that matter are written', async () => {
    const page = await guest();
    await openTable(page, (await call(page, '/api/tables', { game: 'eoe', scenario: 'ic', seats: { british: 'me', allied: 'bot:random' } })).table);
    await page.waitForSelector('.cell-names text');
    const names = await page.locator('.cell-names text').allTextContents();
    for (const name of ['Montreal', 'Quebec', 'Albany', 'Boston', 'Ticonderoga']) assert.ok(names.includes(name), `${name} is written`);
    await close(page);
});

test('on a phone: the board, a force, the aims in a sheet', async () => {
    const page = await asAllied(toOperations, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await inPhase(page, 'operate');
    await page.locator('[data-place="2716"]').dispatchEvent('click');
    await inPhase(page, 'form');
    await page.waitForFunction(() => /6 units/.test(document.querySelector('.gather h3')?.textContent ?? ''));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing wider than the phone');
    await placeOn(page, '2715').hold(() => page.waitForFunction(() => /MP, \d+ left/.test(document.querySelector('.gather .way')?.textContent ?? '')));
    await settled(page);
    await inPhase(page, 'form'); // it was to look
    assert.ok(await page.locator('.walk').count(), 'the way there');
    await axe(page, 'force on a phone');
    await close(page);
});
