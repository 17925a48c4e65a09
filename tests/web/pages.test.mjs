// Every page, light and dark: no serious finding of axe-core; the first steps of a stranger.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { assertQuiet, axe, call, newPage, newPlayer, newTable, openTable, startBrowser, startServer } from './harness.mjs';

let server, browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser.close(); await server.stop(); });

for (const colorScheme of ['light', 'dark'])
    for (const width of [1440, 390])
        test(`axe finds nothing serious on any page, ${colorScheme}, ${width} px`, async () => {
            const page = await newPage(browser, server, { colorScheme, viewport: { width, height: 844 } });
            for (const [address, sign] of [['/', '.seat-choice'], ['/#/account', 'form'], ['/#/help/p77', '.sample'], ['/#/credits', 'table'],
                                           ['/#/new/p77', '.choice'], ['/#/nothing', 'h1']]) {
                await page.goto(address);
                await page.waitForSelector(sign);
                await axe(page, address);
            }
            await call(page, '/api/guest', {});
            const table = await newTable(page, { british: 'me', american: 'bot:greedy' });
            await openTable(page, table);
            await axe(page, 'table');
            assertQuiet(page);
            await page.context().close();
        });

test('nothing is asked of another host, and the policy of the page holds', async () => {
    const page = await newPage(browser, server, { bypassCSP: false }), hosts = new Set(), complaints = [];
    page.on('request', r => hosts.add(new URL(r.url()).host));
    page.on('console', m => { if (/Content Security Policy/i.test(m.text())) complaints.push(m.text()); });
    await page.goto('/');
    await page.click('.seat-choice.british');
    await page.waitForSelector('.place');
    assert.deepEqual([...hosts], [new URL(server.url).host]);
    assert.deepEqual(complaints, []);
    await page.context().close();
});

test('a stranger registers, logs out and in again', async () => {
    const page = await newPage(browser, server);
    await page.goto('/#/account');
    await page.fill('[name=name]', 'Martha');
    await page.fill('[name=password]', 'spinning wheel');
    await page.click('form button[type=submit]');
    await page.waitForSelector('.me:text("Martha")');
    await page.goto('/#/account');
    await page.click('text=Log out');
    await page.waitForSelector('.me:text("Log in")');
    await page.goto('/#/account');
    await page.click('[role=tab]:text("Log in")');
    await page.fill('[name=name]', 'Martha');
    await page.fill('[name=password]', 'wrong wheel');
    await page.click('form button[type=submit]');
    await page.waitForSelector('[role=alert]');
    await page.fill('[name=password]', 'spinning wheel');
    await page.click('form button[type=submit]');
    await page.waitForSelector('.me:text("Martha")');
    assertQuiet(page);
    await page.context().close();
});

test('the lobby is live: a table appears, and is gone when its owner leaves', async () => {
    const watcher = await newPage(browser, server), owner = await newPlayer(browser, server, 'Owner');
    await watcher.goto('/');
    await watcher.waitForSelector('.seat-choice');
    const table = await newTable(owner, { british: 'me', american: 'open' }, { public: true, title: 'A live one' });
    await watcher.waitForSelector('text=A live one');
    await call(owner, `/api/tables/${table.id}/leave`, {});
    await watcher.waitForSelector('text=A live one', { state: 'detached' });
    await watcher.context().close();
    await owner.context().close();
});

test('a table that is not there says so', async () => {
    const page = await newPage(browser, server);
    await page.goto('/#/table/nothing');
    await page.waitForSelector('[role=alert]');
    assertQuiet(page);
    await page.context().close();
});
