// Games in the browser: two players, one screen for two, the machine, a spectator; phone; keyboard.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { americanSetUp, assertQuiet, call, clickSomething, gameTo, hurry, idle, newPage, newPlayer, newTable, openTable, placeOn, quick, startBrowser, startServer,
         tableFrom, toMovement, toWilmington } from './harness.mjs';

let server, browser;
const armies = { british: toWilmington, american: [...americanSetUp, ...idle] };
before(async () => { // the dice of every table here are those that lead to a battle at Wilmington
    const { seed } = await gameTo({ wishes: armies, until: '^deploy$', fits: view => view['panel:battle']?.place === 'wilmington' });
    server = await startServer([], seed);
    browser = await startBrowser();
});
after(async () => { await browser.close(); await server.stop(); });

const version = page => page.evaluate(() => Number(document.querySelector('.table').dataset.n));
const phase = page => page.evaluate(() => document.querySelector('.prompt-text')?.dataset.phase ?? 'over');
const close = (...pages) => Promise.all(pages.map(p => { assertQuiet(p); return p.context().close(); }));
const place = (page, id) => page.locator(`[data-place="${id}"]`);

async function guestTable(page, seats) {
    await page.goto('/');
    await call(page, '/api/guest', {});
    const table = await newTable(page, seats);
    await openTable(page, table);
    return table;
}

async function tableOf(anna, bert, more) {
    const table = await newTable(anna, { british: 'me', american: 'open' }, more);
    await call(bert, `/api/tables/${table.id}/join`, { seat: 'american', secret: table.secret });
    return table;
}

/** One player against the machine: Howe at Head of Elk, in his first movement. */
async function againstMachine(page) {
    await page.goto('/');
    await call(page, '/api/guest', {});
    const table = await tableFrom(page, await toMovement(), { british: 'me', american: 'bot:greedy' });
    await openTable(page, table);
    await page.waitForSelector('.prompt.mine .prompt-text[data-phase=movement]');
    return table;
}

/** Two players at one table, at its set-up. */
async function pair(more = {}) {
    const anna = await newPlayer(browser, server, 'Anna'), bert = await newPlayer(browser, server, 'Bert');
    const table = await tableOf(anna, bert, more);
    await anna.goto('/');
    await bert.goto('/');
    return { anna, bert, table };
}

const bothToMovement = ({ anna, bert, table }) => Promise.all([
    quick(anna, table, 'british', ['^first british'], 'movement'),
    quick(bert, table, 'american', [...americanSetUp, '^first british'], 'movement')]);

/** The same at the battle of Wilmington. */
async function pairInBattle() {
    const { anna, bert, table } = await pair();
    await Promise.all([quick(anna, table, 'british', armies.british, '^deploy$'), quick(bert, table, 'american', armies.american, '^deploy$')]);
    return { anna, bert, table };
}

test('by a link: a friend joins, sets up by clicks, and both see the same', async () => {
    const anna = await newPlayer(browser, server, 'Anna'), bert = await newPlayer(browser, server, 'Bert');
    await anna.goto('/#/new/p77');
    await anna.click('text=Against another player');
    await anna.click('text=Set up the table');
    const link = await anna.locator('.copy input').inputValue();
    await bert.goto(link);
    await bert.click('text=Play the Americans');
    await bert.waitForSelector('[data-piece="m_potter"]');
    await bert.click('[data-piece="m_potter"]');
    await place(bert, 'paoli').click();
    await bert.waitForSelector('[data-place="paoli"] .block');
    assert.equal(await anna.locator('[data-place="paoli"] .block').count(), 0, 'nothing is seen before the army is placed');
    await bert.click('[data-together="place"]');
    await bert.click('[data-take-advice]'); // the machine proposes, then asks
    await bert.waitForFunction(() => !document.querySelector('[aria-label="To be placed"]'));
    await anna.waitForSelector('[data-place="paoli"] .block.back');
    assert.equal(await anna.locator('[data-piece="m_potter"]').count(), 0, 'the British do not know who it is');
    await close(anna, bert);
});

test('two browsers play a large battle to its end, and quick play the game to its end', { timeout: 600_000 }, async () => {
    const { anna, bert, table } = await pairInBattle();
    await openTable(anna, table);
    await openTable(bert, table);
    await bert.waitForSelector('.battle');
    await bert.locator('.to-deploy .piece').first().click();
    await bert.locator('.cell.american.left button.cell-name').click();
    await bert.waitForSelector('.cell.american.left .piece');
    while (await bert.locator('.battle').count())
        if (!await clickSomething(bert)) await clickSomething(anna);
    if (await phase(bert) === 'retreat') { // one sees where to
        await placeOn(bert, await bert.locator('.place.target').first().getAttribute('data-place')).click();
        await bert.waitForFunction(() => document.querySelector('.prompt-text')?.dataset.phase !== 'retreat');
    }
    await Promise.all([quick(anna, table, 'british', hurry), quick(bert, table, 'american', hurry)]);
    await anna.waitForSelector('.end');
    await bert.waitForSelector('.end');
    assert.equal(await anna.textContent('.end h2'), await bert.textContent('.end h2'));
    await anna.click('text=Replay, everything open');
    await anna.waitForSelector('.replay');
    const slider = anna.locator('.replay input[type=range]');
    const of = Number(await slider.getAttribute('max'));
    await slider.fill(String(Math.floor(of / 3)));
    await anna.waitForFunction(n => document.querySelector('.replay output').textContent.startsWith(`${n} /`), Math.floor(of / 3));
    assert.equal(await anna.locator('.place .block.back').count(), 0, 'nothing is hidden after the end');
    await close(anna, bert);
});

test('against the machine: march by two clicks, undo, and the reason why not', async () => {
    const page = await newPage(browser, server);
    await againstMachine(page);
    await placeOn(page, 'head_of_elk').click();
    await page.click('.stack [data-piece="b_bde1"]');
    assert.ok(await page.locator('.place.target').count() >= 2, 'gold rings where he may go');
    await placeOn(page, 'salem').click();
    await page.waitForSelector('.notice.why .rule');
    assert.doesNotMatch(await page.textContent('.notice.why'), /p77\.|_/, 'a sentence, without keys and ids');
    const n = await version(page);
    await placeOn(page, 'middletown').click();
    await page.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v, n);
    await page.waitForSelector('[data-place="middletown"] .block');
    await page.click('.undo');
    await page.waitForFunction(() => !document.querySelector('[data-place="middletown"] .block'));
    await close(page);
});

test('the plain face, for games without one of their own: a game by clicks', async () => {
    const page = await newPage(browser, server);
    const table = await guestTable(page, { british: 'me', american: 'bot:greedy' });
    await openTable(page, table, '?plain');
    await page.waitForSelector('.block.any');
    const turns = () => page.locator('.log li.turn').count();
    while (await turns() < 2) await clickSomething(page); // two turns
    await close(page);
});

test('hot-seat: the board is covered until the other says he is there', async () => {
    const page = await newPage(browser, server);
    const table = await guestTable(page, { british: 'me', american: 'me' });
    await page.waitForSelector('.cover');
    assert.equal(await page.locator('.stack').count(), 0);
    await page.click('.cover button');
    await page.waitForSelector('.cover', { state: 'detached' });
    assert.match(await page.textContent('.prompt'), /Americans: place your army/);
    await quick(page, table, 'american', americanSetUp, 'choose_first|movement');
    await page.waitForFunction(() => document.querySelector('.cover') || document.querySelector('.prompt.mine'));
    await close(page);
});

test('undo past dice needs the consent of the other', async () => {
    const game = await pair(), { anna, bert, table } = game;
    await bothToMovement(game);
    await openTable(anna, table);
    await openTable(bert, table);
    await anna.click('.prompt [data-action=finish]');
    await bert.waitForSelector('.prompt.mine');
    assert.equal(await phase(bert), 'movement');
    await bert.click('.prompt [data-action=finish]'); // a new turn: dice for action points
    await anna.click('text=Ask to undo');
    await anna.click('.ask-back .primary');
    assert.match(await bert.textContent('.proposal'), /action.*New dice will be rolled/, 'how far back it goes');
    await bert.click('.proposal >> text=Agree');
    await anna.waitForSelector('.prompt.mine .prompt-text[data-phase=movement]');
    await close(anna, bert);
});

test('the connection is lost in the middle of a battle and comes back', async () => {
    const { anna, bert, table } = await pairInBattle();
    let cut = false, socket;
    await bert.routeWebSocket(/\/ws(\?|$)/, ws => {
        if (cut) { ws.close(); return; }
        socket = ws;
        ws.connectToServer();
    });
    await openTable(bert, table);
    await bert.waitForSelector('.battle');
    cut = true;
    await socket.close();
    await bert.waitForSelector('.offline');
    await bert.locator('.to-deploy .piece').first().click();
    await bert.locator('.cell.american.center button.cell-name').click();
    assert.match(await bert.textContent('.prompt .notice'), /No connection/, 'what was not sent is said');
    cut = false;
    await bert.waitForSelector('.offline', { state: 'detached' });
    const n = await version(bert);
    await bert.keyboard.press('Escape');
    await bert.locator('.to-deploy .piece').first().click();
    await bert.locator('.cell.american.center button.cell-name').click();
    await bert.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v, n);
    await close(anna, bert);
});

test('a spectator sees nothing hidden, not even in the frames of the network', async () => {
    const game = await pair({ public: true }), { anna, bert, table } = game;
    const watcher = await newPage(browser, server);
    await openTable(watcher, table);
    await bothToMovement(game);
    await watcher.waitForSelector('[data-phase=movement]');
    const all = watcher.frames_seen.join('\n');
    assert.ok(watcher.frames_seen.length > 10, 'it watched');
    const units = await watcher.evaluate(async () => Object.keys(await (await fetch('/api/games/p77/board')).json())
        .filter(k => k.startsWith('piece:')).map(k => k.slice(6)));
    assert.ok(units.length > 40);
    for (const unit of units) assert.ok(!new RegExp(`[":|\\s]${unit}[":|\\s]`).test(all), `${unit} was in a frame`);
    assert.ok(!all.includes('"action:'), 'no legal actions');
    assert.equal(await watcher.locator('.prompt button[data-action]').count(), 0);
    await close(anna, bert, watcher);
});

test('replay while the game runs, and a link to a moment', async () => {
    const page = await newPage(browser, server);
    const table = await guestTable(page, { british: 'me', american: 'bot:greedy' });
    await page.click('text=Replay');
    await page.waitForSelector('.replay output');
    await page.locator('.replay input[type=range]').fill('5');
    await page.waitForFunction(() => document.querySelector('.replay output').textContent.startsWith('5 /'));
    assert.ok(await page.locator('.table.past').count());
    assert.equal(await page.locator('.throws').count(), 0, 'no dice fell at that moment, whatever fell later');
    await page.click('.replay >> text=Back to now');
    await page.waitForSelector('.table:not(.past)');
    await page.goto('/');
    await page.goto(`/#/table/${table.id}?at=3`);
    await page.waitForFunction(() => document.querySelector('.replay output')?.textContent.startsWith('3 /'));
    await close(page);
});

test('phone size with touch: open a stack, choose, march', async () => {
    const page = await newPage(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await againstMachine(page);
    await place(page, 'head_of_elk').locator('.token').last().tap();
    await page.locator('.stack [data-piece="b_bde2"]').tap();
    await place(page, 'coochs_bridge').locator('.ring').tap({ force: true });
    await page.waitForSelector('[data-place="coochs_bridge"] .block.british');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `the page is ${wide} px wide`);
    await close(page);
});

test('keyboard only: from the lobby to a march and back', async () => {
    const page = await newPage(browser, server);
    await page.goto('/');
    await page.waitForSelector('.seat-choice');
    for (let i = 0; i < 40 && !await page.evaluate(() => document.activeElement.matches('[data-game=p77] .seat-choice.british')); i++)
        await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.place');
    const id = page.url().match(/table\/(\w+)/)[1];
    await quick(page, { id }, 'british', ['^first british'], 'movement');
    await page.waitForSelector('.prompt.mine .prompt-text[data-phase=movement]');
    await page.keyboard.press('m');
    assert.ok(await page.evaluate(() => document.activeElement.matches('.place')), 'on the map');
    for (let i = 0; i < 60 && !await page.evaluate(() => document.activeElement.dataset.place === 'head_of_elk'); i++)
        await page.keyboard.press(i % 2 ? 'ArrowDown' : 'ArrowLeft');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.stack .piece.target');
    await page.keyboard.press('p');
    await page.locator('.all-actions summary').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.action-list button');
    const n = await version(page);
    await page.locator('.action-list [data-action="march b_gren1 middletown"]').focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v, n);
    await page.keyboard.press('u');
    await page.waitForFunction(() => !document.querySelector('[data-place="middletown"] .block'));
    await close(page);
});

test('keyboard only: a block fires in battle, and a reader hears what came of it', async () => {
    const { anna, bert, table } = await pairInBattle();
    const line = ['^deploy \\S*[1mny] left', '^deploy \\S*[2edh] center', '^deploy \\S*[34tsr] right', '^deploy'];
    await Promise.all([quick(anna, table, 'british', line, 'battle_turn'), quick(bert, table, 'american', line, 'battle_turn')]);
    await openTable(bert, table);
    await bert.waitForSelector('.prompt.mine .prompt-text[data-phase=battle_turn]');
    assert.match(await bert.textContent('.sr[role=status]'), /Americans: fire or move/, 'the prompt is read');
    const n = await version(bert);
    for (let i = 0; i < 20 && !await bert.evaluate(() => document.activeElement.dataset.piece === 'a_scott'); i++) await bert.keyboard.press('n');
    await bert.keyboard.press('Enter');
    await bert.waitForFunction(v => document.querySelector('.menu') || Number(document.querySelector('.table').dataset.n) > v, n);
    if (await bert.locator('.menu').count()) { await bert.keyboard.press('p'); await bert.keyboard.press('Enter'); }
    await bert.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v, n);
    await bert.waitForFunction(() => /fires at the enemy/.test(document.querySelector('.sr[role=log]').textContent));
    await close(anna, bert);
});

test('phone size: log, talk and table lie in sheets; a name in the log leads back to the map', async () => {
    const page = await newPage(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await againstMachine(page);
    const board = await page.locator('.board').boundingBox(), prompt = await page.locator('.prompt').boundingBox();
    assert.ok(board.y + board.height <= prompt.y + 1, 'the prompt is below the board');
    assert.ok(prompt.y + prompt.height <= 844, 'and in sight');
    await page.locator('.sheet-bar >> text=Log').tap();
    await page.locator('.dialog.sheet .mark-link').last().tap();
    await page.waitForSelector('.dialog', { state: 'detached' });
    await page.waitForSelector('.place.spot');
    await close(page);
});

test('coming back: flags where the other side acted, and its moves shown again', async () => {
    const page = await newPage(browser, server);
    const table = await againstMachine(page);
    await page.click('.prompt [data-action=finish]');
    await page.waitForFunction(() => document.querySelector('.log .since'));
    await openTable(page, table);
    await page.waitForSelector('.log .since');
    assert.ok(await page.locator('.place .changed').count() > 0, 'flags');
    await page.click('text=Show it again');
    await page.waitForSelector('.replay');
    await page.selectOption('[aria-label=Speed]', 'fast');
    await page.waitForFunction(() => { const [at, of] = document.querySelector('.replay output').textContent.split(' / '); return at === of; });
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.trace').count(), 0, 'arrows are skipped');
    await close(page);
});

test('a browser that may notify tells of one’s turn, out of sight only', async () => {
    const page = await newPage(browser, server);
    await page.context().grantPermissions(['notifications'], { origin: server.url });
    await page.addInitScript(() => {
        window.notes = [];
        window.Notification = class { static permission = 'granted'; static requestPermission = async () => 'granted'; constructor(title) { window.notes.push(title); } close() {} };
        if (window.ServiceWorkerRegistration) ServiceWorkerRegistration.prototype.showNotification = async title => { window.notes.push(title); };
    });
    const table = await guestTable(page, { british: 'me', american: 'bot:greedy' });
    await page.click('text=Table…');
    await page.click('[name=notify]');
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
    await quick(page, table, 'british', ['^first british', '^finish', '.'], 'movement');
    await page.waitForFunction(() => window.notes.length > 0);
    assert.deepEqual(await page.evaluate(() => [...new Set(window.notes)]), ['Your turn']);
    await close(page);
});
