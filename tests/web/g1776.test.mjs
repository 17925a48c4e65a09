// 1776 in the browser: the sheet against the data, a march by clicks, battles with their tables and cards, names, a phone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openPositions, positions } from './positions.mjs';
import { inside, nearest, pointsOf } from '../../web/tools/geometry.mjs';
import { assertQuiet, axe, call, journalTo, newPage, openTable, placeOn, root, settled, startBrowser, startServer, tableFrom } from './harness.mjs';

let server, browser;
before(async () => { server = await startServer(['--drafts']); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

const close = async page => { assertQuiet(page); await page.context().close(); };
const inPhase = (page, name) => page.waitForSelector(`.prompt.mine .prompt-text[data-phase="${name}"]`);
const act = (page, text) => page.locator(`.prompt [data-action="${text}"]`).first().click();

async function guest(options) {
    const page = await newPage(browser, server, options);
    page.on('console', m => { if (m.type() === 'error') page.errors.push(m.text()); });
    await page.goto('/');
    await call(page, '/api/guest', {});
    return page;
}

/** As the British, against the machine. */
async function alone(scenario, options) {
    const page = await guest(options);
    const table = (await call(page, '/api/tables', { game: 'g1776', scenario, seats: { british: 'me', american: 'bot:greedy' } })).table;
    await openTable(page, table);
    return page;
}

// ---- The drawing ----

const read = path => JSON.parse(readFileSync(join(root, path), 'utf8'));
const data = read('data/g1776/map.json'), drawing = read('web/src/games/g1776/map.json');

/** Where the sheet has a hex: rows across it from the south, numbers diagonally. */
function onSheet(name) {
    const [, letters, number] = /^([A-Z]+)(\d+)$/.exec(name), row = 26 * (letters.length - 1) + letters.charCodeAt(0) - 64;
    return [drawing.edge + (2 * number - row) * drawing.across / 2, drawing.height - drawing.edge - (row - 1) * drawing.across * Math.sqrt(3) / 2];
}

test('the middle of every hex is land or water as the game has it', () => {
    const shore = pointsOf(drawing.water);
    let count = 0;
    for (const line of data.ground) {
        const [first, signs] = line.split(' '), [, letters, number] = /^([A-Z]+)(\d+)$/.exec(first);
        [...signs].forEach((sign, i) => {
            const hex = letters + (Number(number) + i);
            assert.equal(inside(shore, onSheet(hex)), '=I~io'.includes(sign), `${hex} ${sign}`);
            count++;
        });
    }
    assert.equal(count, 1929);
});

test('every river of class 1 and 2 is drawn along its hexsides', () => {
    const lines = drawing.rivers.map(pointsOf);
    for (const water of data.waters.filter(w => w.class < 3))
        for (const side of water.sides.split(' ')) {
            const [a, b] = side.split('/').map(onSheet), m = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
            const near = Math.min(...lines[water.class - 1].map(line => nearest(line, m).distance));
            assert.ok(near < 8, `${water.name} ${side}: ${near}`);
        }
});

// ---- Playing ----

test('a march by clicks: the stack, where it goes; and the others stay', async () => {
    const page = await alone('basic');
    await inPhase(page, 'build');
    assert.match(await page.textContent('.way'), /What builds does not move/);
    await act(page, 'done');
    await inPhase(page, 'move');
    await placeOn(page, 'new_york').click();
    await inPhase(page, 'group');
    await page.waitForFunction(() => document.querySelector('.gather .with')?.textContent === '20');
    assert.match(await page.textContent('.gather h3'), /20 SP in the group\s+7 MP left/);
    await page.click('[data-less="br"]'); // one stays
    await page.waitForFunction(() => document.querySelector('.gather .with')?.textContent === '19');
    await page.click('[data-less="br"]');
    await page.waitForFunction(() => document.querySelector('.gather .with')?.textContent === '18');
    assert.ok(await page.locator('.gold-hexes').getAttribute('d'), 'what is in reach is ringed');
    await placeOn(page, 'west_point').click();
    await inPhase(page, 'move'); // it met enemies and stopped
    assert.match(await page.locator('[data-place="west_point"]').getAttribute('aria-label'), /18 SP of British regulars/);
    assert.match(await page.locator('[data-place="new_york"]').getAttribute('aria-label'), /2 SP of British regulars/);
    await act(page, 'done');
    await inPhase(page, 'announce');
    assert.match(await page.textContent('.choices'), /West Point.*18 SP against 6: odds 3-1/);
    assert.equal(await page.locator('.chances i').count(), 6, 'what each die brings');
    await page.click('text=Table…'); // what the machine answers waits until this has been seen
    await page.selectOption('dialog .speed select', 'step');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    await act(page, 'attack west_point');
    await page.waitForSelector('.battle-result');
    assert.match(await page.textContent('.battle-result'), /West Point: the fight is over.*Column 3-1/s);
    assert.ok(await page.locator('.battle-result .crt .now').count(), 'where the die fell');
    await axe(page, 'result');
    await page.locator('.battle-result button', { hasText: 'Go on' }).click();
    await page.waitForSelector('.battle-result', { state: 'detached' });
    await close(page);
});

test('a hex too far away says why; undo takes a walk back as one step', async () => {
    const page = await alone('basic');
    await act(page, 'done');
    await inPhase(page, 'move');
    await placeOn(page, 'saint_johns').click();
    await page.waitForFunction(() => document.querySelector('.gather .with')?.textContent === '10');
    await placeOn(page, 'boston').click();
    await page.waitForSelector('.notice.why');
    assert.match(await page.textContent('.notice.why'), /out of reach/);
    await placeOn(page, 'kkk38').click();
    await page.waitForFunction(() => /10 SP/.test(document.querySelector('[data-place="kkk38"]')?.getAttribute('aria-label') ?? ''));
    await page.click('.undo');
    await page.waitForFunction(() => /10 SP/.test(document.querySelector('[data-place="saint_johns"]')?.getAttribute('aria-label') ?? ''));
    await close(page);
});

test('a force at sea: its owner reads where it goes, the others that it sails', async () => {
    for (const [label, says] of [['the Delaware', /the British force sails to the Delaware/], [undefined, /Only the British know/]]) {
        const page = await newPage(browser, server), first = positions('g1776')[0].view;
        await openPositions(page, 'g1776', { ...first, 'panel:destination': label ? { label } : {} });
        assert.match(await page.textContent('.destination'), says);
        await close(page);
    }
});

const toCards = { game: 'g1776', scenario: 'greene_1780', until: '^card$', most: 3000,
                  wishes: ['^attack', '^card', '^ready', '^place', '^lay', '^continue', '^add br', '^add ca', '^add rm', '^join', '^step', '^group', '^done', '^commit', '.'] };

test('a battle: forces, odds, every modifier, the cards of both, the column', async () => {
    const journal = await journalTo({ ...toCards, fits: (view, now) => now.seat === 'british' && view['panel:combat'].attacker === 'british' });
    const page = await guest();
    await openTable(page, await tableFrom(page, journal, { british: 'me', american: 'bot:greedy' }));
    await inPhase(page, 'card');
    const text = await page.textContent('.g1776-battle');
    assert.match(text, /Battle of .*British attack.*Americans defend/s);
    const sum = await page.evaluate(() => [...document.querySelectorAll('.g1776-battle .dice-table tbody td:last-child')].reduce((n, td) => n + Number(td.textContent.replace('−', '-').replace('+', '')), 0));
    const shown = Number((await page.textContent('.g1776-battle .dice-table tfoot td')).replace('−', '-').replace('+', ''));
    assert.equal(shown, Math.max(-4, Math.min(4, sum)), 'the modifiers add up');
    assert.equal(await page.locator('.tactics tbody tr').count(), 8);
    assert.equal(await page.locator('.tactics tbody tr').first().locator('td').count(), 8);
    assert.equal(await page.locator('.tactical.none').count(), 2, 'nobody has chosen');
    await axe(page, 'cards');
    await page.locator('.card-choices [data-action="card turn_left"]').click();
    await page.waitForSelector('.g1776-battle .matrix-cell, .battle-result');
    assert.match(await page.textContent('.g1776-battle, .battle-result'), /Turn Left/);
    await close(page);
});

test('the other side sees that a card was chosen, not which', async () => {
    const journal = await journalTo({ ...toCards, fits: (view, now) => now.seat !== view['panel:combat'].attacker });
    const page = await guest();
    const table = await tableFrom(page, journal, { british: 'me', american: 'me' });
    await openTable(page, table);
    await page.waitForSelector('.g1776-battle, .cover');
    if (await page.locator('.cover button').count()) await page.locator('.cover button').first().click();
    await page.waitForSelector('.g1776-battle');
    assert.equal(await page.locator('.tactical.unseen').count(), 1);
    await close(page);
});

// ---- Looking ----

/** Boxes of names, and of counters, on the screen. */
const boxesOf = (page, what) => page.evaluate(w => [...document.querySelectorAll(w)].map(e => { const b = e.getBoundingClientRect(); return { text: e.textContent, x: b.x, y: b.y, r: b.right, b: b.bottom }; }), what);
const over = (p, q) => Math.min(p.r, q.r) - Math.max(p.x, q.x) > 1.5 && Math.min(p.b, q.b) - Math.max(p.y, q.y) > 4; // letters have air above and below

for (const scenario of ['basic', 'yorktown', 'greene_1780'])
    test(`${scenario}: names of towns cover neither each other nor counters`, async () => {
        const page = await alone(scenario);
        for (const closer of [0, 3]) {
            for (let i = 0; i < closer; i++) await page.click('[aria-label="Zoom in"]');
            await settled(page);
            const names = await boxesOf(page, '.cell-names text'), counters = await boxesOf(page, '.army .body');
            assert.ok(names.length > 20, `${names.length} names`);
            for (const [i, p] of names.entries()) {
                for (const q of names.slice(i + 1)) assert.ok(!over(p, q), `${p.text} and ${q.text}`);
                if (closer) for (const q of counters) assert.ok(!over(p, q), `${p.text} and a counter`);
            }
        }
        await close(page);
    });

test('on a phone, light and dark: no wider than the screen, and readable', async () => {
    for (const colorScheme of ['light', 'dark']) {
        const page = await alone('basic', { viewport: { width: 390, height: 844 }, colorScheme });
        await act(page, 'done');
        await inPhase(page, 'move');
        await placeOn(page, 'new_york').click();
        await page.waitForSelector('.gather .with');
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scrolling');
        await axe(page, `phone ${colorScheme}`);
        await page.locator('.sheet-bar button', { hasText: 'Aims' }).click();
        await page.waitForSelector('.g1776-victory');
        assert.match(await page.textContent('.g1776-victory'), /If the game ended now/);
        await close(page);
    }
});

test('beside the map: how victory stands, who is to come, the months', async () => {
    const page = await alone('basic');
    assert.equal(await page.locator('.g1776-victory li').count(), 2);
    assert.match(await page.textContent('.g1776-victory li.now'), /The Americans win.*do not lead by 25/);
    assert.match(await page.textContent('.g1776-arrivals'), /July 1776.*19 British regulars at New York/s);
    assert.equal(await page.locator('.g1776-status ol li').count(), 7);
    await axe(page, 'table');
    await close(page);
});

test('help and credits are there', async () => {
    const page = await newPage(browser, server);
    await page.goto('/#/help/g1776');
    await page.waitForSelector('.sample, .samples');
    await axe(page, 'help');
    await close(page);
});
