// What lies beside and above the map: hover cards, panels that scroll by themselves, dialogs and keys, the focus, the
// decision screen of a phone. Positions are recorded ones: nothing depends on dice.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { assertQuiet, axe, newPage, settled, startBrowser, startServer } from './harness.mjs';
import { openPositions, positions } from './positions.mjs';

const server = await startServer(), browser = await startBrowser();
after(async () => { await browser.close(); await server.stop(); });

const of = (game, word = '') => positions(game).find(p => p.name.includes(word)).view;
const entry = (n, text, more = {}) => ({ n, at: 0, seat: 'british', what: 'action', events: [{ kind: 'march', seat: 'british', numbers: [], text, ...more }] });
const log = Array.from({ length: 30 }, (_, i) => entry(i + 1, `Line ${i + 1} of the log.`));

for (const game of ['p77', 'c77', 'lod'])
    test(`${game}: hover cards stay inside the board and cover nothing that can be chosen`, async () => {
        const page = await newPage(browser, server), view = of(game, { p77: '3-71', c77: '3-299', lod: '1776' }[game]);
        await openPositions(page, game, view);
        await settled(page);
        let shown = 0;
        const places = await page.$$eval('.board .place', all => all.map(p => p.dataset.place));
        for (const id of places) {
            const found = await page.evaluate(async id => {
                const place = document.querySelector(`.board [data-place="${id}"]`);
                place.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
                place.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }));
                await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)));
                const card = document.querySelector('.hover-card');
                const result = { shown: false, over: [] };
                if (card && getComputedStyle(card).visibility === 'visible') {
                    const c = card.getBoundingClientRect(), f = document.querySelector('.board').getBoundingClientRect();
                    result.shown = true;
                    if (c.left < f.left || c.top < f.top || c.right > f.right || c.bottom > f.bottom) result.over.push('the edge');
                    const meets = b => c.left < b.right && b.left < c.right && c.top < b.bottom && b.top < c.bottom;
                    const things = '.token, .army, .lod-plaque, .lod-level, .town-dot, .ground > :first-child, circle.ring';
                    for (const p of document.querySelectorAll('.board .place.target, .board .place:has(.ring)'))
                        if ([...p.querySelectorAll(things)].some(t => meets(t.getBoundingClientRect()))) result.over.push(p.dataset.place);
                }
                place.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
                return result;
            }, id);
            if (found.shown) shown++;
            assert.deepEqual(found.over, [], `the card of ${id}`);
        }
        assert.ok(shown > 3, `${shown} cards`);
        assertQuiet(page);
        await page.context().close();
    });

/** Everything of it lies inside the window and inside what scrolls around it. */
const inSight = (page, selector) => page.evaluate(selector => {
    const node = document.querySelector(selector);
    if (!node) return `${selector} is not there`;
    const box = node.getBoundingClientRect();
    let [top, bottom] = [0, innerHeight];
    for (let p = node.parentElement; p; p = p.parentElement)
        if (/auto|scroll|hidden/.test(getComputedStyle(p).overflowY)) { const b = p.getBoundingClientRect(); [top, bottom] = [Math.max(top, b.top), Math.min(bottom, b.bottom)]; }
    return box.top >= top - 1 && box.bottom <= bottom + 1 ? 'in sight' : `${selector}: ${box.top}–${box.bottom} of ${top}–${bottom}`;
}, selector);

test('at 900 pixels dice, notices and six lines of the log are in sight, however large the stack', async () => {
    const page = await newPage(browser, server), view = { ...of('p77', '3-71') };
    for (const key of Object.keys(view)) if (key.startsWith('piece:') && view[key].owner === 'british' && view[key].place) view[key] = { ...view[key], place: 'head_of_elk' };
    const show = await openPositions(page, 'p77', view, { log });
    await show(view, [{ kind: 'weather', seat: null, numbers: [4], text: 'Weather roll 4: clear', rolled: true }]);
    await page.locator('.board [data-place="head_of_elk"]').dispatchEvent('click');
    await page.waitForSelector('.side .stack .piece:nth-child(20)');
    await page.waitForSelector('.throws');
    await page.evaluate(() => document.querySelector('.prompt .buttons').insertAdjacentHTML('beforebegin', '<p class="notice why">A notice.</p>'));
    await settled(page);
    assert.equal(await inSight(page, '.throws'), 'in sight');
    assert.equal(await inSight(page, '.prompt .notice'), 'in sight');
    const lines = await page.evaluate(() => {
        const frame = document.querySelector('.side .log').getBoundingClientRect(), bottom = Math.min(frame.bottom, innerHeight);
        return [...document.querySelectorAll('.side .log li')].filter(li => { const b = li.getBoundingClientRect(); return b.top >= frame.top - 1 && b.bottom <= bottom + 1; }).length;
    });
    assert.ok(lines >= 6, `${lines} lines of the log`);
    assertQuiet(page);
    await page.context().close();
});

test('Escape closes a dialog, keys do nothing behind it, the focus goes back to where it was', async () => {
    const page = await newPage(browser, server), sent = [];
    page.on('websocket', ws => ws.on('framesent', f => sent.push(String(f.payload))));
    await openPositions(page, 'p77', of('p77', '3-71'), { log, undo: 1 });
    const before = await page.evaluate(() => document.querySelector('.board svg g').getAttribute('transform'));
    for (const how of ['Escape', 'Close']) {
        await page.focus('.table-tools button[aria-haspopup=dialog]');
        await page.keyboard.press('Enter');
        await page.waitForSelector('dialog[open]');
        for (const key of ['u', 'm', 'n', 'p', ' ', '+', '0', 'ArrowRight']) {
            if (key === ' ') continue; // presses the button that has the focus
            await page.keyboard.press(key);
        }
        assert.ok(await page.evaluate(() => document.querySelector('dialog[open]').contains(document.activeElement)), 'the focus stays in the dialog');
        if (how === 'Escape') await page.keyboard.press('Escape');
        else await page.click('dialog [aria-label="Close"]');
        await page.waitForSelector('dialog', { state: 'detached' });
        assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-haspopup')), 'dialog', `after ${how}`);
    }
    assert.equal(await page.evaluate(() => document.querySelector('.board svg g').getAttribute('transform')), before, 'the map did not move');
    assert.ok(!sent.some(s => /"undo"|"do"/.test(s)), 'nothing was done');
    assertQuiet(page);
    await page.context().close();
});

test('a button that is gone leaves the focus where it stood', async () => {
    const page = await newPage(browser, server), view = of('p77', '3-71'), show = await openPositions(page, 'p77', view, { log });
    await page.focus('.prompt .buttons [data-action]');
    const rest = Object.fromEntries(Object.entries(view).filter(([key]) => !key.startsWith('action:')));
    await show({ ...rest, 'prompt:now': { ...view['prompt:now'], seat: 'american' } });
    await page.waitForFunction(() => document.activeElement?.closest('.prompt'));
    assertQuiet(page);
    await page.context().close();
});

test('what can be chosen only in a box beside the map leaves the map where it is', async () => {
    const page = await newPage(browser, server), view = of('lod', '1776'), said = [];
    page.on('console', m => { if (m.type() === 'error') said.push(m.text()); });
    const show = await openPositions(page, 'lod', view, { log });
    const rest = Object.fromEntries(Object.entries(view).filter(([key]) => !key.startsWith('action:')));
    const before = await page.evaluate(() => document.querySelector('.board svg g').getAttribute('transform'));
    await show({ ...rest, 'action:name available': { label: 'The box', verb: 'name', number: 0, a: 'available', a_kind: 'space' } });
    await settled(page);
    assert.equal(await page.evaluate(() => document.querySelector('.board svg g').getAttribute('transform')), before);
    assert.deepEqual(said, []);
    assertQuiet(page);
    await page.context().close();
});

test('rings are seen on paper and by night', async () => {
    for (const colorScheme of ['light', 'dark']) {
        const page = await newPage(browser, server, { colorScheme });
        await openPositions(page, 'p77', of('p77', '3-71'));
        const contrast = await page.evaluate(() => {
            const light = colour => { const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map(v => { const c = v / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
            const ring = light(getComputedStyle(document.querySelector('.ring')).stroke), paper = light(getComputedStyle(document.querySelector('.map-paper')).fill);
            return (Math.max(ring, paper) + 0.05) / (Math.min(ring, paper) + 0.05);
        });
        assert.ok(contrast >= 3, `${colorScheme}: ${contrast.toFixed(2)}`);
        await page.context().close();
    }
});

test('lod on a phone: resources, eligibility and the card are on the decision screen', async () => {
    const page = await newPage(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    const view = { ...of('lod', '1776') }, card = Object.keys(view).find(k => k.startsWith('card:') && view[k].place === 'played');
    view['prompt:now'] = { ...view['prompt:now'], phase: 'turn', text: 'It is your turn' };
    view[card] = { ...view[card], name: 'Lord Gage', order: 'british french patriots indians', text: 'A text that says what the Event does, in a few lines of it.', shaded: 'And a second one, for the others.' };
    await openPositions(page, 'lod', view);
    assert.equal(await page.locator('.lod-brief li').count(), 4);
    for (const part of ['.lod-brief ul', '.lod-brief details p', '.prompt-text', '.sheet-bar']) assert.equal(await inSight(page, part), 'in sight');
    const board = await page.locator('.board').boundingBox();
    assert.ok(board.height > 250, `the map has ${board.height} pixels left`);
    const small = await page.$$eval('.hand button', all => all.map(b => [b.getBoundingClientRect().height, b.outerHTML]).filter(([h]) => h > 0 && h < 28));
    assert.deepEqual(small, [], 'large enough for a thumb');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing to scroll sideways');
    await axe(page, 'lod phone');
    assertQuiet(page);
    await page.context().close();
});
