// Names on the maps, in positions of played games: none lies over a piece, a mark or another name, none is cut by the
// sheet's edge, and on a wide screen none is missing. Pieces can be read.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { assertQuiet, newPage, settled, startBrowser, startServer } from './harness.mjs';
import { openPositions, positions } from './positions.mjs';

const server = await startServer(['--drafts']), browser = await startBrowser();
after(async () => { await browser.close(); await server.stop(); });

/** What stands on the map, measured: boxes of letters and of things, in pixels. */
const measure = page => page.evaluate(() => {
    const shrink = 1.2; // pixels: lines have a breadth, and letters do not fill their boxes
    const boxOf = (node, by = shrink) => { const b = node.getBoundingClientRect(); return [b.left + by, b.top + by, b.right - by, b.bottom - by]; };
    const letters = text => { // of their own, so that slanting names have no large box; without the room above and below
        const out = [], size = parseFloat(getComputedStyle(text).fontSize), ctm = text.getScreenCTM();
        for (let i = 0; i < text.getNumberOfChars(); i++) {
            if (text.textContent[i] === ' ') continue;
            const a = text.getStartPositionOfChar(i), b = text.getEndPositionOfChar(i), turn = text.getRotationOfChar(i) * Math.PI / 180;
            const up = [Math.sin(turn) * size * 0.68, -Math.cos(turn) * size * 0.68];
            const corners = [a, b, { x: a.x + up[0], y: a.y + up[1] }, { x: b.x + up[0], y: b.y + up[1] }].map(p => new DOMPoint(p.x, p.y).matrixTransform(ctm));
            const xs = corners.map(p => p.x), ys = corners.map(p => p.y);
            out.push([Math.min(...xs) + 0.4, Math.min(...ys) + 0.4, Math.max(...xs) - 0.4, Math.max(...ys) - 0.4]);
        }
        return out;
    };
    const owner = node => node.closest('[data-place]')?.dataset.place ?? 'map';
    const texts = [...document.querySelectorAll('.place-name, .lod-name, .waters text')].map(t => ({ of: owner(t), text: t.textContent, boxes: letters(t) }));
    const marks = '.token, .group-tag rect, .badge, .town-port, .town-battle, .army .body, .army .plate, .supply-marks, .garrison, .port, .goal, .hunger, .town-dot, .town-fort, .town-supply, .ground > :first-child, .lod-level, .lod-flag, .lod-plaque';
    const things = [...document.querySelectorAll('.picture svg[role=group]')].flatMap(svg => [...svg.querySelectorAll(marks)])
        .map(node => ({ of: owner(node), what: node.getAttribute('class'), box: boxOf(node) }));
    const sheet = boxOf(document.querySelector('.map-neat'), -1);
    const unnamed = [...document.querySelectorAll('.place')].filter(p => !p.querySelector('.place-name, .lod-name, .sea-track text') && !p.querySelector('.c77-space.outside') && p.childElementCount)
        .map(p => p.dataset.place);
    return { texts, things, sheet, unnamed, tokens: [...document.querySelectorAll('.lod-token')].filter(t => t.closest('.board')).map(t => t.getBoundingClientRect().width) };
});

const meet = (p, q) => p[0] < q[2] && q[0] < p[2] && p[1] < q[3] && q[1] < p[3];

/** Everything that lies over something else. */
function overlaps({ texts, things, sheet }, plaques) {
    const found = [];
    texts.forEach((t, i) => {
        for (const thing of things) {
            if (plaques && thing.what === 'lod-plaque' && thing.of === t.of) continue; // it stands on its own plaque
            if (t.boxes.some(b => meet(b, thing.box))) found.push(`${t.text} over ${thing.what} of ${thing.of}`);
        }
        for (const other of texts.slice(i + 1))
            if (t.boxes.some(b => other.boxes.some(c => meet(b, c)))) found.push(`${t.text} over ${other.text}`);
        if (t.boxes.some(b => b[0] < sheet[0] || b[1] < sheet[1] || b[2] > sheet[2] || b[3] > sheet[3])) found.push(`${t.text} is cut by the edge`);
    });
    return [...new Set(found)];
}

/** As it was seen once: both sides at Wilmington, blocks at the places around. */
function contested(view) {
    const next = { ...view, 'place:wilmington': { ...view['place:wilmington'], battle: 1 } }, british = Object.keys(view).filter(k => k.startsWith('piece:') && view[k].owner === 'british');
    british.slice(0, 3).forEach(k => { next[k] = { ...view[k], place: 'wilmington' }; });
    british.slice(3, 5).forEach(k => { next[k] = { ...view[k], place: 'billingsport' }; });
    for (const place of ['wilmington', 'marcus_hook', 'chester', 'newport', 'new_castle'])
        next[`piece:${place}.american`] = { place, owner: 'american', hidden: 1, count: 2 };
    return next;
}

/** New England full of troops, and New Jersey. */
function crowded(view) {
    const next = { ...view }, kinds = ['british_regulars', 'tories', 'british_forts', 'war_parties', 'continentals', 'militia', 'active_militia', 'patriot_forts', 'french_regulars'];
    const owner = kind => (/brit|tor/.test(kind) ? 'british' : /war/.test(kind) ? 'indians' : /french/.test(kind) ? 'french' : 'patriots');
    ['massachusetts', 'connecticut_rhode_island', 'new_jersey'].forEach((place, i) => {
        for (const kind of kinds.slice(0, 9 - i)) next[`piece:${place}.${kind}`] = { place, type: kind, owner: owner(kind), count: 3 };
    });
    for (const place of ['georgia', 'maryland_delaware', 'south_carolina'])
        for (const kind of kinds.slice(3, 7)) next[`piece:${place}.${kind}`] = { place, type: kind, owner: owner(kind), count: 2 };
    return next;
}

const looks = [['wide', { viewport: { width: 1440, height: 900 } }],
               ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }]];

const onHexes = ['g1776', 'eoe']; // so many towns that some names wait until one looks closer
for (const game of ['p77', 'c77', 'lod', ...onHexes])
    for (const [look, options] of looks)
        test(`${game}: names keep clear of everything, ${look}`, async () => {
            const page = await newPage(browser, server, options), list = positions(game);
            if (game === 'p77') list.push({ name: 'p77-contested', view: contested(list[0].view) });
            if (game === 'lod') list.push({ name: 'lod-crowded', view: crowded(list[0].view) });
            assert.ok(list.length >= 5);
            const show = await openPositions(page, game, list[0].view);
            for (const { name, view } of list) {
                await show(view);
                const zooms = look === 'phone' ? ['start', 'whole'] : ['start', 'closer'];
                for (const zoom of zooms) {
                    if (zoom === 'whole') await page.locator('[aria-label="Whole map"]').dispatchEvent('click');
                    if (zoom === 'closer') for (let i = 0; i < 2; i++) await page.locator('[aria-label="Zoom in"]').dispatchEvent('click');
                    await settled(page);
                    const seen = await measure(page);
                    assert.deepEqual(overlaps(seen, game === 'lod'), [], `${name}, ${zoom}`);
                    if (look === 'wide' && !onHexes.includes(game)) assert.deepEqual(seen.unnamed, [], `${name}, ${zoom}: names that are missing`);
                    if (look === 'wide' && zoom === 'start') assert.ok(seen.tokens.every(width => width >= 16), `${name}: pieces of ${Math.min(...seen.tokens)} pixels`);
                }
                if (look === 'wide') await page.locator('[aria-label="Whole map"]').dispatchEvent('click');
            }
            assertQuiet(page);
            await page.context().close();
        });
