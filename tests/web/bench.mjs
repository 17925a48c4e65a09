// What the page costs, on this machine, over loopback: `make bench-page`.
import { newPage, newPlayer, newTable, openTable, quick, call, startBrowser, startServer } from './harness.mjs';

const server = await startServer(), browser = await startBrowser();
const median = list => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const row = (what, value, bound) => console.log(`${what.padEnd(52)} ${value.padStart(12)}   ${bound}`);

/** A cold visit to a table: requests, bytes over the wire, time until the first position is drawn. */
async function coldVisit(address) {
    const page = await newPage(browser, server, { bypassCSP: false });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    let requests = 0, bytes = 0;
    cdp.on('Network.requestWillBeSent', () => requests++);
    cdp.on('Network.loadingFinished', e => { bytes += e.encodedDataLength; });
    cdp.on('Network.webSocketCreated', () => requests++);
    cdp.on('Network.webSocketFrameReceived', e => { bytes += e.response.payloadData.length; });
    await page.addInitScript(() => {
        new MutationObserver((_, o) => {
            if (document.querySelector('.place .block')) { window.firstState = performance.now(); o.disconnect(); }
        }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(address);
    await page.waitForSelector('.place .block');
    await page.waitForTimeout(400);
    const state = await page.evaluate(() => window.firstState);
    await page.context().close();
    return { requests, bytes, state };
}

const anna = await newPlayer(browser, server, 'Anna'), bert = await newPlayer(browser, server, 'Bert');
const table = await newTable(anna, { british: 'me', american: 'open' }, { public: true });
await call(bert, `/api/tables/${table.id}/join`, { seat: 'american' });
await anna.goto('/');
await bert.goto('/');
await Promise.all([quick(bert, table, 'american', ['^place', '^first british'], 'movement'), quick(anna, table, 'british', ['^first british'], 'movement')]);

const visits = [];
for (let i = 0; i < 7; i++) visits.push(await coldVisit(`/#/table/${table.id}`));
row('requests of a cold visit to a table', String(Math.max(...visits.map(v => v.requests))), '<= 10');
row('bytes of it, as sent', `${(median(visits.map(v => v.bytes)) / 1024).toFixed(0)} KiB`, '<= 300 KiB');
row('first state after navigation', `${median(visits.map(v => v.state)).toFixed(0)} ms`, '<= 150 ms');

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

// Frames while the wheel turns over a full board.
const fps = await anna.evaluate(() => new Promise(done => {
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
row('frames per second while zooming (no graphics card)', fps.toFixed(0), '60');
await browser.close();
await server.stop();
