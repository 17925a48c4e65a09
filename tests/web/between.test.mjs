// Between players: rematch, waiting tables, guests, invitations, talk, sound and title, the new table, machines alone.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { americanSetUp, assertQuiet, axe, call, newPage, newPlayer, newTable, openTable, quick, startBrowser, startServer } from './harness.mjs';

let server, browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser.close(); await server.stop(); });

const close = (...pages) => Promise.all(pages.map(p => { assertQuiet(p); return p.context().close(); }));
const tableOf = async (page, id) => (await (await page.request.get(`/api/tables/${id}`)).json()).table;

/** Two players at a table that has begun. */
async function pair(more = {}) {
    const anna = await newPlayer(browser, server, 'Anna'), bert = await newPlayer(browser, server, 'Bert');
    const table = await newTable(anna, { british: 'me', american: 'open' }, more);
    await call(bert, `/api/tables/${table.id}/join`, { seat: 'american', secret: table.secret });
    return { anna, bert, table };
}

async function finished() {
    const game = await pair(), { anna, bert, table } = game;
    await openTable(anna, table);
    await openTable(bert, table);
    await anna.click('text=Table…');
    await anna.click('text=Resign…');
    await anna.click('text=Yes, resign');
    await anna.waitForSelector('.end');
    await bert.waitForSelector('.end');
    return game;
}

test('a rematch is one table: asked for, declined, asked for again, taken by both', async () => {
    const { anna, bert, table } = await finished();
    await anna.click('text=Rematch, sides swapped');
    await anna.waitForSelector(`.rematch:has-text("Waiting for ${bert.player}")`);
    await bert.waitForSelector(`.rematch:has-text("${anna.player} asks for a rematch")`);
    await axe(bert, 'rematch');
    await bert.click('.rematch >> text=Decline');
    await anna.waitForSelector(`.rematch:has-text("${bert.player} declined.")`);
    await bert.click('text=Rematch, sides swapped'); // he has thought again
    await anna.click('.rematch >> text=Play again');
    await anna.waitForSelector('.prompt-text'); // it has begun, and who asked is there by himself
    await bert.waitForFunction(id => !location.hash.includes(id) && document.querySelector('.prompt-text'), table.id);
    assert.equal(await anna.evaluate(() => location.hash), await bert.evaluate(() => location.hash), 'one table');
    assert.equal(await anna.getAttribute('.table', 'data-seat'), 'american', 'sides changed');
    assert.equal(await bert.getAttribute('.table', 'data-seat'), 'british');
    await close(anna, bert);
});

test('the host sees that he plays; a table that waits is cancelled, and who looked is told', async () => {
    const host = await newPlayer(browser, server, 'Host'), friend = await newPage(browser, server);
    await host.goto('/#/new/p77');
    await host.click('text=Against another player');
    await host.click('text=Set up the table');
    await host.waitForSelector('.waiting-card:has-text("You play the British")');
    assert.doesNotMatch(await host.textContent('.side'), /watching/i);
    await axe(host, 'waiting table');
    const link = await host.inputValue('.copy input');
    await friend.goto(link);
    await friend.waitForSelector(`text=${host.player} looks for a player`);
    await host.click('text=Cancel the table');
    await host.click('text=Yes, cancel it');
    await host.waitForSelector('.lobby');
    await friend.waitForSelector('text=This table is gone');
    await friend.waitForSelector(`text=${host.player} cancelled it.`);
    await close(host, friend);
});

test('a friend opens the link, plays as a guest, talks, registers, and is at the table still', async () => {
    const host = await newPlayer(browser, server, 'Host'), friend = await newPage(browser, server);
    const table = await newTable(host, { british: 'me', american: 'open' });
    await openTable(host, table);
    await friend.goto(`/#/table/${table.id}?secret=${table.secret}`);
    await axe(friend, 'link of a friend');
    await friend.click('text=Play the Americans as a guest');
    await friend.waitForSelector('.prompt.mine');
    assert.equal(await friend.getAttribute('.table', 'data-seat'), 'american');
    await host.waitForSelector('.prompt-text');
    assert.equal(await host.getAttribute('.table', 'data-seat'), 'british');
    assert.doesNotMatch(await host.textContent('.prompt'), /watching/i);
    await friend.click('[role=tab]:text("Chat")');
    await friend.fill('[aria-label=Message]', 'It is me');
    await friend.click('.talk button[type=submit]');
    await host.click('[role=tab]:has-text("Chat")');
    await host.waitForSelector('.chat-line:has-text("It is me")');
    assert.match(await host.textContent('.chat-line time'), /\d/, 'a line of talk has its time');
    await friend.goto(`/#/account?back=${encodeURIComponent(`#/table/${table.id}`)}`);
    await friend.fill('[name=name]', `Friend-${process.pid}`);
    await friend.fill('[name=password]', 'spinning wheel');
    await friend.click('form button[type=submit]');
    await friend.waitForSelector('.prompt.mine');
    assert.equal(await friend.getAttribute('.table', 'data-seat'), 'american');
    await host.waitForSelector(`.seats:has-text("Friend-${process.pid}")`);
    await close(host, friend);
});

test('a stranger registers on the way, and is back at the link; a game that counts asks for it', async () => {
    const host = await newPlayer(browser, server, 'Host'), friend = await newPage(browser, server);
    const table = await newTable(host, { british: 'me', american: 'open' }, { counts: true, clock: { move_days: 3 } });
    await friend.goto(`/#/table/${table.id}?secret=${table.secret}`);
    await friend.waitForSelector('.terms:has-text("3 days per move")');
    assert.equal(await friend.locator('text=as a guest').count(), 0);
    await friend.click('text=Register and come back here');
    await friend.reload(); // whatever happens on the way
    await friend.fill('[name=name]', `New-${process.pid}`);
    await friend.fill('[name=password]', 'spinning wheel');
    await friend.click('form button[type=submit]');
    await friend.click('text=Play the Americans');
    await friend.waitForSelector('.prompt-text');
    assert.equal((await tableOf(friend, table.id)).counts, true);
    await close(host, friend);
});

test('invited by name: it stands in the lobby, is declined, and asked of another', async () => {
    const host = await newPlayer(browser, server, 'Host'), one = await newPlayer(browser, server, 'One'), two = await newPlayer(browser, server, 'Two');
    await one.goto('/');
    await one.waitForSelector('.seat-choice');
    await host.goto('/#/new/p77');
    await host.click('text=Against another player');
    await host.fill('[name=friend]', one.player);
    await host.selectOption('[name=clock]', 'live-60');
    await host.check('[name=counts]');
    await host.click('text=Set up the table');
    await host.waitForSelector(`text=Waiting for ${one.player}`);
    await one.click(`.table-row:has-text("${host.player} invites you")`);
    await one.waitForSelector('.terms:has-text("live, 60 minutes each")');
    await one.waitForSelector('.terms:has-text("the game counts")');
    await one.click('.waiting-card >> text=Decline');
    await host.fill('.invite [name=player]', 'nobody-of-that-name');
    await host.click('.invite button');
    await host.waitForSelector('.waiting-card [role=alert]');
    await host.fill('.invite [name=player]', two.player);
    await host.click('.invite button');
    await host.waitForSelector(`text=Waiting for ${two.player}`);
    await two.goto('/');
    await two.click(`.table-row:has-text("${host.player} invites you")`);
    await two.click('text=Play the Americans');
    await host.waitForSelector('.prompt-text');
    await host.waitForSelector('.clock');
    await close(host, one, two);
});

test('those who watch talk among themselves; the players read it after the end', async () => {
    const { anna, bert, table } = await pair({ public: true }), watcher = await newPlayer(browser, server, 'Watch');
    await openTable(anna, table);
    await openTable(watcher, table);
    await watcher.click('[role=tab]:text("Chat")');
    await watcher.fill('[aria-label=Message]', 'He should retreat');
    await watcher.click('.talk button[type=submit]');
    await watcher.waitForSelector('.chat-line.aside:has-text("He should retreat")');
    await openTable(bert, table);
    await bert.click('[role=tab]:has-text("Chat")');
    await bert.fill('[aria-label=Message]', 'Good luck');
    await bert.click('.talk button[type=submit]');
    await watcher.waitForSelector('.chat-line:has-text("Good luck")');
    await anna.click('[role=tab]:has-text("Chat")');
    await anna.waitForSelector('.chat-line:has-text("Good luck")');
    assert.equal(await anna.locator('text=He should retreat').count(), 0, 'nobody advises a player');
    await anna.click('text=Table…');
    await anna.click('text=Resign…');
    await anna.click('text=Yes, resign');
    await anna.waitForSelector('.end');
    await openTable(anna, table);
    await anna.click('[role=tab]:has-text("Chat")');
    await anna.waitForSelector('.chat-line.aside:has-text("He should retreat")');
    await close(anna, bert, watcher);
});

test('a take-back is asked for with how far it goes', async () => {
    const { anna, bert, table } = await pair();
    await openTable(bert, table); // the Americans set up, all of it by one click
    await bert.click('[data-together="place"]');
    await bert.click('[data-take-advice]');
    await bert.waitForFunction(() => !document.querySelector('[aria-label="To be placed"]'));
    await openTable(anna, table);
    const n = Number(await bert.getAttribute('.table', 'data-n'));
    const to = 3; // by the interface of the server: the page's own way needs dice
    await bert.evaluate(({ id, to }) => new Promise(done => {
        const socket = new WebSocket(`ws://${location.host}/ws`, 'musket');
        socket.onopen = () => socket.send(JSON.stringify({ t: 'join', table: id, seat: 'american' }));
        socket.onmessage = m => {
            const frame = JSON.parse(m.data);
            if (frame.t === 'joined') socket.send(JSON.stringify({ t: 'propose', what: 'undo', to }));
            if (frame.t === 'proposal') done();
        };
    }), { id: table.id, to });
    const said = await anna.textContent('.proposal');
    assert.match(said, new RegExp(`${n - to} actions, none of them yours`), `how far: ${said}`);
    assert.match(said, /New dice/);
    await close(anna, bert);
});

test('it is my turn: a mark in the title, a number for other tables, a sound unless it is turned off', async () => {
    const { anna, bert, table } = await pair();
    const listen = page => page.context().addInitScript(() => {
        window.beats = 0;
        const real = window.AudioContext.prototype.createOscillator;
        window.AudioContext.prototype.createOscillator = function () { window.beats++; return real.call(this); };
    });
    await listen(anna);
    await listen(bert);
    await openTable(anna, table);
    await openTable(bert, table);
    await bert.waitForFunction(() => document.title.startsWith('● '));
    assert.doesNotMatch(await anna.title(), /●/);
    // Whoever the dice let choose: sooner or later it is Anna's turn.
    const acts = quick(bert, table, 'american', [...americanSetUp, '^first british'], 'movement').catch(() => undefined);
    await anna.waitForSelector('.prompt.mine');
    await anna.waitForFunction(() => document.title.startsWith('● ') && window.beats > 0);
    assert.equal(await bert.evaluate(() => window.beats), 0, 'not for him');
    await anna.goto('/#/help/p77');
    await anna.waitForFunction(() => document.title.startsWith('(1) '));
    await anna.goto('/#/account');
    await anna.uncheck('[name=sound]');
    const beats = await anna.evaluate(() => window.beats);
    await openTable(anna, table);
    assert.equal(await anna.evaluate(() => localStorage.getItem('musket.sound')), 'off');
    assert.ok(beats > 0);
    await close(anna, bert);
    await acts;
});

test('machines alone can be watched, and ended by who set them up', async () => {
    const host = await newPlayer(browser, server, 'Host'), watcher = await newPage(browser, server);
    await host.goto('/#/new/p77');
    await host.click('text=Computers only');
    await host.click('text=More options');
    await host.check('text=Public');
    await host.click('text=Set up the table');
    await host.waitForSelector('.prompt');
    const id = await host.evaluate(() => location.hash.split('/')[2]);
    await host.goto('/#/credits'); // one who watches is enough
    await watcher.goto('/');
    await watcher.click('.table-row:has-text("computers play")');
    await watcher.waitForFunction(() => Number(document.querySelector('.table')?.dataset.n) > 2);
    await call(host, `/api/tables/${id}/leave`, {});
    await watcher.waitForSelector('text=This table is gone');
    await close(host, watcher);
});

test('the lobby: open tables in sight without scrolling, with scenario and map; a new table names year, length, hours', async () => {
    for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
        const owner = await newPlayer(browser, server, 'Owner'), page = await newPage(browser, server, { viewport });
        const table = await newTable(owner, { british: 'me', american: 'open' }, { public: true, title: 'In sight', clock: { move_days: 2 } });
        await page.goto('/');
        const row = page.locator('.table-row:has-text("In sight")');
        await row.waitFor();
        await page.waitForSelector('.game-card .map-picture');
        const box = await row.boundingBox();
        assert.ok(box.y + box.height <= viewport.height, `above the fold at ${viewport.width}: ${box.y + box.height}`);
        assert.match(await row.textContent(), /The campaign for Philadelphia · 1777 · 2 days per move/);
        assert.match(await row.locator('.map-picture').getAttribute('style'), /maps.*webp/);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
        await page.goto('/#/new/lod');
        await page.waitForSelector('.scenario-length');
        const lengths = (await page.textContent('fieldset:has-text("Scenario")')).replace(/\u00a0/g, ' ').replace(/\u2060/g, ''); // what holds a line together
        assert.match(lengths, /1775–1780 · 6 campaigns · about 5–7 hours/);
        assert.equal(await page.locator('legend:text-is("Rules")').isVisible(), false, 'what experts want is folded');
        await page.check('[name=side][value=french]');
        assert.equal(await page.inputValue('[name=seat-french]'), 'me');
        assert.match(await page.inputValue('[name=seat-british]'), /^bot:/, 'the others are filled');
        await axe(page, `new table at ${viewport.width}`);
        await call(owner, `/api/tables/${table.id}/leave`, {});
        await close(page, owner);
    }
});

test('how well the computer plays is chosen beside the side, and stands at its seat', async () => {
    const page = await newPlayer(browser, server, 'Level');
    await page.goto('/#/new/p77');
    await page.waitForSelector('.levels');
    assert.ok(await page.isChecked('[name=level][value=greedy]'));
    await page.check('[name=level][value=standard]');
    await page.check('[name=side][value=american]');
    assert.ok(await page.isChecked('[name=level][value=standard]'), 'the level stays with another side');
    await page.click('text=Against another player');
    assert.equal(await page.locator('.levels').count(), 0, 'no computer, no level');
    await page.click('text=Against the computer');
    await page.click('.new-table .big');
    await page.waitForSelector('.seat-player:has-text("Computer (standard)")');
    await close(page);
});

test('it can be installed: manifest, icons; and costs no more than ten requests', async () => {
    const page = await newPage(browser, server), asked = [];
    page.on('request', r => asked.push(r.url()));
    await page.goto('/');
    await page.waitForSelector('.game-card .map-picture');
    await page.waitForLoadState('networkidle');
    assert.ok(asked.length <= 10, `${asked.length} requests: ${asked.join(' ')}`);
    const manifest = await (await page.request.get('/manifest.webmanifest')).json();
    assert.equal(manifest.display, 'standalone');
    for (const icon of manifest.icons) {
        const answer = await page.request.get(icon.src), bytes = await answer.body();
        assert.equal(answer.headers()['content-type'], 'image/png');
        assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, icon.sizes);
    }
    const client = await page.context().newCDPSession(page), { errors } = await client.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    await close(page);
});
