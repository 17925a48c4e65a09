// What the page costs, on this machine, over loopback: `make bench-page`.
import { deflateRawSync } from 'node:zlib';
import { startEngine, newPage, newPlayer, newTable, openTable, quick, call, settled, startBrowser, startServer } from './harness.mjs';
import { dummyView, openHexes, place } from './hexes.mjs';
import { openPositions } from './positions.mjs';

const server = await startServer(['--drafts']), browser = await startBrowser();
const median = list => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const row = (what, value, bound) => console.log(`${what.padEnd(52)} ${value.padStart(16)}   ${bound}`);

/**
 * A cold visit to a table, in a browser context of its own: requests, bytes over the wire, and the
 * times that the page itself marks, counted from the start of the navigation: the position has
 * arrived, and it is drawn (the frame with all pieces has left the page's thread). Nothing of
 * Playwright looks on meanwhile: that costs more than the page.
 */
async function coldVisit(address) {
    const page = await newPage(browser, server, { bypassCSP: false });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    let requests = 0, bytes = 0;
    cdp.on('Network.requestWillBeSent', e => { if (!e.request.url.startsWith('data:')) requests++; });
    cdp.on('Network.loadingFinished', e => { bytes += e.encodedDataLength; });
    cdp.on('Network.webSocketCreated', () => requests++);
    // The browser tells of messages as they are read; long ones come compressed (src/net/deflate.c).
    let deflates = false;
    cdp.on('Network.webSocketHandshakeResponseReceived', e => { deflates = /permessage-deflate/.test(JSON.stringify(e.response.headers)); });
    cdp.on('Network.webSocketFrameReceived', e => {
        const text = Buffer.from(e.response.payloadData);
        bytes += deflates && text.length >= 2048 ? deflateRawSync(text).length : text.length;
    });
    await page.goto(address);
    await page.waitForTimeout(900);
    const [arrived, drawn] = await page.evaluate(() => ['position arrived', 'board drawn'].map(name => performance.getEntriesByName(name)[0].startTime));
    await page.context().close();
    return { requests, bytes, arrived, drawn };
}

/** What the browser itself needs: a few bytes of the same server, drawn. */
async function emptyVisit() {
    const page = await newPage(browser, server, { bypassCSP: false });
    await page.goto('/healthz');
    await page.waitForTimeout(400);
    const drawn = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
    await page.context().close();
    return drawn;
}

const anna = await newPlayer(browser, server, 'Anna'), bert = await newPlayer(browser, server, 'Bert');
const table = await newTable(anna, { british: 'me', american: 'open' }, { public: true });
await call(bert, `/api/tables/${table.id}/join`, { seat: 'american' });
await anna.goto('/');
await bert.goto('/');
await Promise.all([quick(bert, table, 'american', ['^place', '^first british'], 'movement'), quick(anna, table, 'british', ['^first british'], 'movement')]);

await anna.goto('about:blank');
await bert.goto('about:blank');
const empty = [], visits = [];
for (let i = 0; i < 11; i++) {
    empty.push(await emptyVisit());
    visits.push(await coldVisit(`/#/table/${table.id}`));
}
const span = list => `${Math.min(...list).toFixed(0)} / ${median(list).toFixed(0)} ms`;
row('requests of a cold visit to a table', String(Math.max(...visits.map(v => v.requests))), '<= 10');
row('bytes of it, as sent', `${(median(visits.map(v => v.bytes)) / 1024).toFixed(0)} KiB`, '<= 300 KiB');
for (const [game, scenario, other] of [['g1776', 'saratoga', 'american'], ['g1776', 'csg1', 'american'], ['eoe', 'ar75', 'allied']]) {
    const large = await newTable(anna, { british: 'me', [other]: 'me' }, { game, scenario, public: true });
    const visit = await coldVisit(`/#/table/${large.id}`);
    row(`bytes of one to ${game}, ${scenario}`, `${(visit.bytes / 1024).toFixed(0)} KiB`, '<= 300 KiB');
}
row('from navigation, best / median of 11:', '', '');
row('  /healthz, 11 bytes, is drawn', span(empty), 'what the browser needs itself');
row('  the first position has arrived', span(visits.map(v => v.arrived)), '<= 150 ms');
row('  it is drawn', span(visits.map(v => v.drawn)), '');

// A move, from the click to the other screen.
await openTable(anna, table);
await openTable(bert, table);
const times = [];
for (let i = 0; i < 12; i++) {
    await bert.evaluate(() => {
        const node = document.querySelector('.table'), n = node.dataset.n;
        window.seen = new Promise(r => new MutationObserver((_, o) => { if (node.dataset.n !== n) { o.disconnect(); r(Date.now()); } })
            .observe(node, { attributes: true }));
    });
    const sent = await anna.evaluate(i => {
        document.querySelector('.all-actions').open = true;
        return new Promise(r => setTimeout(() => {
            const button = i % 2 ? document.querySelector('.undo') : document.querySelector('[data-action^="march"]');
            const at = Date.now();
            button.click();
            r(at);
        }, 60));
    }, i);
    times.push(await bert.evaluate(() => window.seen) - sent);
}
row('a move is on the other screen after', `${median(times)} ms`, '<= 100 ms');

/** Frames per second while the wheel turns over a full board. */
const zooming = page => page.evaluate(() => new Promise(done => {
    const svg = document.querySelector('.board svg'), box = svg.getBoundingClientRect();
    const stamps = [];
    let n = 0;
    const step = now => {
        stamps.push(now);
        svg.dispatchEvent(new WheelEvent('wheel', { deltaY: n++ % 60 < 30 ? -40 : 40, clientX: box.left + box.width / 2,
                                                    clientY: box.top + box.height / 2, bubbles: true, cancelable: true }));
        if (stamps.length < 150) requestAnimationFrame(step);
        else done(1000 * (stamps.length - 1) / (stamps[stamps.length - 1] - stamps[0]));
    };
    requestAnimationFrame(step);
}));
row('frames per second while zooming (no graphics card)', (await zooming(anna)).toFixed(0), '60');

/**
 * What a new position costs the page: from the first look at the server's message to the end of the script it
 * sets off, and the frame after it (style, layout, paint). The wait between the two is the screen's.
 */
function watchRedraws(page) {
    return page.evaluate(() => {
        const parse = JSON.parse, later = (what, wait = new MessageChannel()) => { wait.port1.onmessage = what; wait.port2.postMessage(0); };
        window.redraws = [];
        JSON.parse = text => {
            if (!text.startsWith('{"t":"view"')) return parse(text);
            const begun = performance.now();
            later(() => {
                const script = performance.now() - begun;
                requestAnimationFrame(() => {
                    const frame = performance.now();
                    later(() => window.redraws.push([script, performance.now() - frame]));
                });
            });
            return parse(text);
        };
    });
}

// A hex map: 2,929 hexes, 400 stacks, 300 targets. A stack moves from hex to hex; all targets change.
for (const [name, zoom] of [['the whole map', 0], ['close enough to read', 5]]) {
    const hexes = await newPage(browser, server), view = dummyView(), { change } = await openHexes(hexes, view), other = dummyView(400, 600);
    for (let i = 0; i < zoom; i++) await hexes.click('[aria-label="Zoom in"]');
    await hexes.waitForTimeout(600);
    await watchRedraws(hexes);
    const moves = i => ({ 'piece:u1': { ...view['piece:u1'], place: place(45 + i, 13) } }); // in the middle: the map need not move
    const targets = Object.keys(other).filter(k => k.startsWith('action:'));
    const swap = i => Object.fromEntries(targets.map((k, n) => [k, n % 2 === i % 2 ? other[k] : null]));
    const cdp = await hexes.context().newCDPSession(hexes);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spent = async () => 1000 * (await cdp.send('Performance.getMetrics')).metrics.find(m => m.name === 'TaskDuration').value;
    /** Times to redraw, and the median of what the page's thread spent: that does not grow while others use the machine. */
    const cost = async delta => {
        const used = [];
        await hexes.evaluate(() => { window.redraws = []; });
        for (let i = 0; i < 12; i++) {
            const begun = await spent();
            change(delta(i));
            await settled(hexes);
            await hexes.waitForTimeout(80);
            used.push(await spent() - begun);
        }
        const all = (await hexes.evaluate(() => window.redraws)).slice(2).map(([script, frame]) => script + frame);
        return { time: `${Math.min(...all).toFixed(1)} / ${median(all).toFixed(1)} ms`, spent: median(used.slice(2)) };
    };
    row(`2,929 hexes, ${name}, best / median of 10:`, '', '');
    const looking = (await cost(() => ({}))).spent; // a view in which nothing is new, and those who look on
    for (const [what, delta] of [['a unit moves', moves], ['300 targets change', swap]]) {
        const { time, spent: used } = await cost(delta);
        row(`  ${what}: redrawn in`, time, '<= 16 ms');
        row('    of the processor, beyond a view without news', `${(used - looking).toFixed(1)} ms`, '');
    }
    row('  frames per second while zooming', (await zooming(hexes)).toFixed(0), '60');
    await hexes.context().close();
}

// A campaign game of 1776 with 250 stacks: a piece moves, and one zooms.
{
    const engine = startEngine();
    await engine.ask('new g1776 csg1 seed 1');
    const { view } = await engine.ask('view british');
    engine.stop();
    const taken = new Set(Object.values(view).map(f => f.place)), kind = Object.entries(view).filter(([key, f]) => key.startsWith('piece:') && f.type === 'rm' || f.type === 'tm');
    const page = await newPage(browser, server), list = (await (await page.request.get('/api/games')).json()).games;
    const board = await (await page.request.get(list.find(g => g.id === 'g1776').board)).json();
    const free = Object.keys(board).filter(key => key.startsWith('place:') && board[key].region && !taken.has(key.slice(6))).map(key => key.slice(6));
    const stacks = () => new Set(Object.entries(view).filter(([key, f]) => key.startsWith('piece:') && board[`place:${f.place}`]?.kind === 'hex').map(([, f]) => f.place)).size;
    for (let i = 0; stacks() < 250; i++) { const at = free[(i * 37) % free.length], [, f] = kind[i % kind.length]; view[`piece:${at}.${f.type}`] = { ...f, place: at, count: 1 + i % 7 }; }
    for (const key of Object.keys(view)) if (key.startsWith('action:')) delete view[key];
    const show = await openPositions(page, 'g1776', view);
    await page.click('[aria-label="Whole map"]');
    await page.waitForTimeout(600);
    await watchRedraws(page);
    const moved = Object.keys(view).find(key => key.startsWith('piece:') && view[key].type === 'br');
    const hexes = Object.keys(board).filter(key => key.startsWith('place:') && board[key].region).map(key => key.slice(6)).slice(400, 420);
    const cdp = await page.context().newCDPSession(page), used = [];
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spent = async () => 1000 * (await cdp.send('Performance.getMetrics')).metrics.find(m => m.name === 'TaskDuration').value;
    const cost = async change => {
        used.length = 0;
        await page.evaluate(() => { window.redraws = []; });
        for (let i = 0; i < 12; i++) {
            const begun = await spent();
            await show(change(i));
            await settled(page);
            await page.waitForTimeout(80);
            used.push(await spent() - begun);
        }
        return median(used.slice(2));
    };
    const looking = await cost(() => view), moving = await cost(i => ({ ...view, [moved]: { ...view[moved], place: hexes[i] } }));
    const all = (await page.evaluate(() => window.redraws)).slice(2).map(([script, frame]) => script + frame);
    row(`a campaign of 1776, ${stacks()} stacks: a piece moves, redrawn in`, `${Math.min(...all).toFixed(1)} / ${median(all).toFixed(1)} ms`, '<= 16 ms');
    row('    of the processor, beyond a view without news', `${(moving - looking).toFixed(1)} ms`, '');
    row('  frames per second while zooming', (await zooming(page)).toFixed(0), '60');
    await page.context().close();
}
await browser.close();
await server.stop();
