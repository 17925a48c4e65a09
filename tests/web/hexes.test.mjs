// A hex map of 2,929 hexes, 400 stacks and 300 targets: few elements, few changes, and every hex can be reached.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { assertQuiet, axe, newPage, settled, startBrowser, startServer, until } from './harness.mjs';
import { dummyBoard, dummyView, openHexes, place, spot, turned } from './hexes.mjs';

let server, browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser.close(); await server.stop(); });

const view = dummyView();
const piecesAt = new Set(Object.keys(view).filter(k => k.startsWith('piece:')).map(k => view[k].place));
const targets = new Set(Object.values(view).filter(f => f.verb === 'march').map(f => f.b));
const lonely = Object.keys(dummyBoard()).filter(k => k.startsWith('place:')).map(k => k.slice(6)).filter(id => !piecesAt.has(id) && !targets.has(id));
const sides = 6 * 2929 - (101 * 28 + 100 * 57); // each is there once

const clickHex = async (page, id) => page.mouse.click(...await spot(page, id));
const last = list => list[list.length - 1];

test('the grid is one path, and only hexes that matter are elements', async () => {
    const page = await newPage(browser, server);
    await openHexes(page, view);
    const seen = await page.evaluate(() => ({
        places: [...document.querySelectorAll('.place')].map(p => p.dataset.place), grids: document.querySelectorAll('.hex-grid').length,
        lines: (document.querySelector('.hex-grid').getAttribute('d').match(/L/g) ?? []).length, all: document.querySelectorAll('.board *').length,
    }));
    assert.equal(seen.grids, 1);
    assert.equal(seen.lines, sides);
    const expected = new Set([...piecesAt, place(0, 0)]); // the first has the focus
    assert.deepEqual(new Set(seen.places), expected);
    assert.ok(seen.all < 4000, `${seen.all} elements`);
    await axe(page, 'hex map');
    assertQuiet(page);
    await page.context().close();
});

test('a click reaches every hex: a target, a stack, an empty one', async () => {
    const page = await newPage(browser, server), { sent } = await openHexes(page, view), inLand = id => Number(id.slice(1, 4)) > 2 && Number(id.slice(4)) > 2;
    await clickHex(page, [...targets].find(id => inLand(id) && !piecesAt.has(id)));
    await settled(page);
    await page.keyboard.press('Escape');
    const empty = lonely.filter(inLand)[40];
    await clickHex(page, empty);
    await page.waitForFunction(name => document.querySelector('.stack h2')?.textContent === name, dummyBoard()[`place:${empty}`].name);
    await until(() => last(sent)?.t === 'why');
    assert.ok(last(sent).actions.length, 'all that the click could mean');
    for (const action of last(sent).actions) assert.match(action, new RegExp(`^march \\w+ ${empty}$`));
    await page.mouse.move(...await spot(page, empty));
    await page.waitForFunction(name => document.querySelector('.board-caption')?.textContent.includes(name), dummyBoard()[`place:${empty}`].name);
    assertQuiet(page);
    await page.context().close();
});

test('a unit and its target are one action', async () => {
    const page = await newPage(browser, server), { sent } = await openHexes(page, view), to = [...targets].find(id => !piecesAt.has(id));
    await page.locator('[data-piece="u1"]').click();
    await clickHex(page, to);
    await until(() => sent.some(f => f.t === 'do'));
    assert.deepEqual(sent.filter(f => f.t === 'do').map(f => f.action), [`march u1 ${to}`]);
    await page.context().close();
});

test('arrow keys walk over empty hexes, too', async () => {
    const page = await newPage(browser, server);
    await openHexes(page, view);
    await page.locator('[data-place="h00000"]').focus();
    const walked = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowUp']) {
        await page.keyboard.press(key);
        await settled(page);
        walked.push(await page.evaluate(() => document.activeElement.dataset.place));
    }
    assert.equal(new Set(walked).size, 5, walked.join(' '));
    assert.deepEqual(walked.slice(0, 2), [place(0, 1), place(0, 2)]);
    await page.context().close();
});

test('a change draws what changed and nothing else', async () => {
    const page = await newPage(browser, server), { change } = await openHexes(page, view), to = lonely[500];
    await page.evaluate(() => {
        window.touched = new Set();
        new MutationObserver(list => { for (const m of list) window.touched.add(m.target.closest?.('.place')?.dataset.place ?? m.target.nodeName); })
            .observe(document.querySelector('.board'), { subtree: true, childList: true, attributes: true, characterData: true });
    });
    change({ 'piece:u1': { ...view['piece:u1'], place: to } });
    await page.waitForSelector(`[data-place="${to}"] .chip, [data-place="${to}"] .token`);
    await settled(page);
    const touched = await page.evaluate(() => [...window.touched]);
    assert.ok(touched.length <= 8, touched.join(' '));
    await page.context().close();
});

/** Other targets: those of a larger view, every second one. */
const otherTargets = () => {
    const all = Object.entries(dummyView(400, 600)).filter(([k]) => k.startsWith('action:'));
    return Object.fromEntries(all.map(([k, f], i) => [k, i % 2 ? f : null]));
};

/** The middles of the hexes ringed in gold, on the screen. */
const ringed = page => page.evaluate(() => {
    const path = document.querySelector('.gold-hexes'), screen = path.getScreenCTM();
    return (path.getAttribute('d').match(/M[^z]*/g) ?? []).map(d => {
        const n = d.match(/-?[\d.]+/g).map(Number), mean = i => n.filter((_, k) => k % 2 === i).reduce((a, b) => a + b) / 6;
        return new DOMPoint(mean(0), mean(1)).matrixTransform(screen);
    }).map(p => [p.x, p.y]);
});

test('other targets are one other path; keys lead to each, and it says what it is', async () => {
    const page = await newPage(browser, server), { change } = await openHexes(page, view), delta = otherTargets();
    const wanted = new Set(Object.values(delta).filter(Boolean).map(f => f.b)), before = await page.getAttribute('.gold-hexes', 'd');
    await page.evaluate(() => {
        window.made = 0;
        new MutationObserver(list => { for (const m of list) window.made += m.addedNodes.length; }).observe(document.querySelector('.picture'), { subtree: true, childList: true });
    });
    change(delta);
    await page.waitForFunction(d => document.querySelector('.gold-hexes').getAttribute('d') !== d, before);
    await settled(page);
    assert.equal(await page.evaluate(() => window.made), 0);
    const rings = await ringed(page);
    assert.equal(rings.length, wanted.size);
    for (const id of wanted) {
        const [x, y] = await spot(page, id);
        assert.ok(rings.some(r => Math.hypot(r[0] - x, r[1] - y) < 1), id);
    }
    const seen = new Set();
    while (seen.size < 4) { // in the order of the map
        await page.keyboard.press('n');
        await page.waitForFunction(seen => !seen.includes(document.activeElement.dataset?.place ?? document.activeElement.dataset?.piece), [...seen]);
        const { place, piece, label, role } = await page.evaluate(() => ({ ...document.activeElement.dataset, label: document.activeElement.getAttribute('aria-label'), role: document.activeElement.getAttribute('role') }));
        seen.add(place ?? piece);
        if (place === undefined) continue; // the unit itself
        assert.ok(wanted.has(place), place);
        assert.ok(role === 'button' && label.endsWith('can be chosen now'), label);
    }
    assertQuiet(page);
    await page.context().close();
});

test('the hex that has the focus keeps it, whatever comes there', async () => {
    const page = await newPage(browser, server), { change } = await openHexes(page, view), delta = otherTargets();
    const focused = () => page.evaluate(() => document.activeElement.dataset?.place), wanted = Object.values(delta).filter(Boolean).map(f => f.b);
    let at;
    do { // an empty target: the stacks among them keep their elements
        await page.keyboard.press('n');
        await settled(page);
        at = await focused();
    } while (at === undefined || piecesAt.has(at));
    const before = await page.getAttribute('.gold-hexes', 'd');
    change(delta); // it is no target any more, or still one
    await page.waitForFunction(d => document.querySelector('.gold-hexes').getAttribute('d') !== d, before);
    await settled(page);
    assert.equal(await focused(), at);
    assert.equal((await page.getAttribute(`[data-place="${at}"]`, 'aria-label')).endsWith('can be chosen now'), wanted.includes(at));
    change({ 'piece:u1': { ...view['piece:u1'], place: at } });
    await page.waitForSelector(`[data-place="${at}"] .chip, [data-place="${at}"] .token`);
    await page.waitForFunction(id => document.activeElement.dataset?.place === id, at);
    change({ 'piece:u1': { ...view['piece:u1'], place: lonely[500] } });
    await page.waitForSelector(`[data-place="${lonely[500]}"] .chip, [data-place="${lonely[500]}"] .token`);
    await page.waitForFunction(id => document.activeElement.dataset?.place === id, at);
    assertQuiet(page);
    await page.context().close();
});

test('hexes with a point at the top are as good', async () => {
    const page = await newPage(browser, server);
    await openHexes(page, view, turned(dummyBoard()));
    const lines = await page.evaluate(() => (document.querySelector('.hex-grid').getAttribute('d').match(/L/g) ?? []).length);
    assert.equal(lines, sides);
    const { x, y, name } = await page.evaluate(id => { // the middle of a stack's hex
        const node = document.querySelector(`[data-place="${id}"]`), box = node.querySelector('.hit').getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2, name: node.getAttribute('aria-label').split('. ')[0] };
    }, view['piece:u1'].place);
    await page.mouse.move(x, y);
    await page.waitForFunction(name => document.querySelector('.board-caption strong')?.textContent === name, name);
    assertQuiet(page);
    await page.context().close();
});
