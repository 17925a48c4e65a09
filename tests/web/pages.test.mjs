// Every page, light and dark: no serious finding of axe-core; the first steps of a stranger.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { assertQuiet, axe, call, newPage, newPlayer, newTable, openTable, root, startBrowser, startServer } from './harness.mjs';

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

test('the report of musket sim fits every screen, for every game', async () => {
    const musket = join(root, process.env.MUSKET ?? 'build/musket'), folder = mkdtempSync(join(tmpdir(), 'report-'));
    const games = execFileSync(musket, ['games', '--json']).toString().trim().split('\n').map(line => JSON.parse(line).id);
    for (const game of games)
        execFileSync(musket, ['sim', game, '--games', '25', '--seat', 'all=random', '--html', join(folder, `${game}.html`)]);
    for (const [width, colorScheme] of [[1280, 'light'], [390, 'dark']]) {
        const page = await newPage(browser, server, { colorScheme, viewport: { width, height: 844 } });
        for (const game of games) {
            await page.goto(`file://${folder}/${game}.html`);
            const { wide, clash } = await page.evaluate(() => ({
                wide: document.documentElement.scrollWidth - innerWidth,
                clash: [...document.querySelectorAll('.axis')].flatMap(axis => [...axis.children].map(label => label.getBoundingClientRect())
                    .filter((box, i, all) => i && box.left < all[i - 1].right)).length,
            }));
            assert.ok(wide <= 0, `${game} is ${wide} px too wide at ${width}`);
            assert.equal(clash, 0, `labels of ${game} at ${width}`);
            await axe(page, `${game} at ${width}`);
        }
        await page.context().close();
    }
    rmSync(folder, { recursive: true });
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

test('sessions are listed, and end everywhere at once', async () => {
    const page = await newPlayer(browser, server, 'Sess'), other = await newPage(browser, server);
    await call(other, '/api/login', { name: page.player, password: 'correct horse' });
    await page.goto('/#/account');
    await page.waitForSelector('.sessions li >> nth=1');
    await axe(page, 'sessions');
    await page.click('text=Log out there');
    await page.waitForSelector('text=Logged out there.');
    assert.equal((await (await other.request.get('/api/me')).json()).user, null);
    await page.click('text=Log out everywhere');
    await page.waitForSelector('.me:text("Log in")');
    assertQuiet(page);
    await page.context().close();
    await other.context().close();
});

test('a forgotten password: what can be asked, and what a wrong code says', async () => {
    const page = await newPage(browser, server);
    await page.goto('/#/account');
    await page.click('[role=tab]:text("Log in")');
    await page.click('text=Forgot your password?');
    await page.fill('[name=name]', 'Martha');
    await axe(page, 'reset');
    await page.click('form button[type=submit]');
    await page.waitForSelector('text=sends no mail'); // this server has no relay
    await page.goto('/#/reset/0123');
    await page.fill('[name=password]', 'a new wheel');
    await page.click('form button[type=submit]');
    await page.waitForSelector('text=not good');
    await page.goto('/#/verify/0123');
    await page.waitForSelector('text=not good');
    assertQuiet(page);
    await page.context().close();
});

test('both players put a secret into the dice, and the page checks it at the end', async () => {
    const owner = await newPlayer(browser, server, 'Dice'), guest = await newPlayer(browser, server, 'Cast');
    await owner.goto('/#/new/p77');
    await owner.click('text=Against another player');
    await owner.click('text=Set up the table');
    await owner.waitForSelector('text=Waiting for a player');
    const link = await owner.inputValue('.copy input');
    await guest.goto(link.slice(link.indexOf('/#/')));
    await guest.click('text=Play the Americans');
    await guest.waitForSelector('.place');
    await guest.waitForFunction(() => document.querySelector('.prompt-text')); // it has begun by itself
    const id = link.match(/table\/([^?]+)/)[1];
    const table = async page => (await (await page.request.get(`/api/tables/${id}`)).json()).table;
    assert.deepEqual((await table(owner)).seats.map(s => s.dice), ['opened', 'opened']);
    assert.equal((await table(owner)).seats[0].dice_secret, undefined);
    await owner.click('text=Table…');
    await owner.waitForSelector('text=nobody could choose it');
    await owner.click('text=Resign…');
    await owner.click('text=Yes, resign');
    for (const page of [owner, guest]) {
        await page.waitForSelector('.dice-verdict:text("Checked here")');
        assertQuiet(page);
        await page.context().close();
    }
});

test('somebody who talks can be muted and reported', async () => {
    const owner = await newPlayer(browser, server, 'Calm'), loud = await newPlayer(browser, server, 'Loud');
    const table = await newTable(owner, { british: 'me', american: `player:${loud.player}` });
    await call(loud, `/api/tables/${table.id}/join`, { seat: 'american' });
    await openTable(loud, table);
    await loud.click('[role=tab]:has-text("Chat")');
    await loud.fill('[aria-label=Message]', 'Ha!');
    await loud.click('.talk button[type=submit]');
    await openTable(owner, table);
    await owner.click('[role=tab]:has-text("Chat")');
    await owner.click('.person');
    await owner.fill('dialog textarea', 'He laughs at me.');
    await axe(owner, 'person');
    await owner.click('dialog >> text=Report');
    await owner.waitForSelector('text=The host will read your report');
    await owner.click('dialog >> text=Mute');
    await owner.waitForSelector('.person', { state: 'detached' });
    await owner.goto('/#/account');
    await owner.click('.mutes >> text=Unmute');
    await owner.waitForSelector('.mutes', { state: 'detached' });
    assertQuiet(owner);
    await owner.context().close();
    await loud.context().close();
});

test('on a phone every field of a new table lies inside its frame, for each game', async () => {
    const page = await newPage(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    for (const game of ['p77', 'lod', 'c77', 'g1776', 'eoe']) {
        await page.goto(`/#/new/${game}`);
        await page.waitForSelector(`h2 ~ form .choice`);
        await page.evaluate(() => document.querySelectorAll('details').forEach(d => { d.open = true; }));
        assert.deepEqual(await page.$$eval('fieldset :is(select, input, button)', all => all.filter(field => {
            const frame = field.closest('fieldset').getBoundingClientRect(), box = field.getBoundingClientRect();
            return box.left < frame.left || box.right > frame.right;
        }).map(field => field.name || field.outerHTML)), [], game);
    }
    assertQuiet(page);
    await page.context().close();
});

test('a table that is not there says so', async () => {
    const page = await newPage(browser, server);
    await page.goto('/#/table/nothing');
    await page.waitForSelector('[role=alert]');
    assertQuiet(page);
    await page.context().close();
});
