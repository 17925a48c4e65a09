// One knows what just happened: the log follows, the others' turns are paced, what is taken back is said.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { assertQuiet, call, newPage, newPlayer, newTable, openTable, placeOn, quick, settled, startBrowser, startServer, tableFrom, toMovement } from './harness.mjs';

let server, browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

const close = async (...pages) => { for (const p of pages) { assertQuiet(p); await p.context().close(); } };
const version = page => page.evaluate(() => Number(document.querySelector('.table').dataset.n));
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function guestTable(page, seats, more) {
    await page.goto('/');
    await call(page, '/api/guest', {});
    const table = await newTable(page, seats, more);
    await openTable(page, table);
    return table;
}

/** How far below the end of the log is. */
const below = page => page.evaluate(() => { const l = document.querySelector('.log'); return l.scrollHeight - l.scrollTop - l.clientHeight; });
const atEnd = () => { const l = document.querySelector('.log'); return l && l.scrollHeight - l.scrollTop - l.clientHeight < 30; };

/** Howe at Head of Elk, in his first movement, against the machine; the log has all that was placed. */
async function movement(options) {
    const page = await newPlayer(browser, server, 'Anna', options), table = await tableFrom(page, await toMovement(), { british: 'me', american: 'bot:greedy' });
    await openTable(page, table);
    await page.waitForSelector('.prompt.mine .prompt-text[data-phase=movement]');
    return { page, table };
}

/** Howe leads, and takes along whom he can. */
async function gather(page, table) {
    await quick(page, table, 'british', ['^lead howe'], '^(?!movement$)');
    await page.waitForSelector('[data-together=take]');
    const n = await version(page);
    await page.click('[data-together=take]');
    await page.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v + 2 &&
        !document.querySelector('[data-together=take]') && ![...document.querySelectorAll('.prompt button')].some(b => b.textContent === 'Stop'), n);
    return n;
}

test('the log follows a burst of events, stays where one reads, and leads back to the newest', async () => {
    const { page, table } = await movement();
    await gather(page, table);
    await page.waitForFunction(atEnd); // after a burst the end is in sight
    await page.hover('.log');
    await page.mouse.wheel(0, -600);
    await page.waitForSelector('.newest');
    await settled(page);
    const far = await below(page), n = await version(page);
    assert.ok(far > 100, 'one reads further up');
    await placeOn(page, 'middletown').click();
    await page.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v, n);
    await settled(page);
    assert.ok(await below(page) >= far - 5, 'and stays there');
    await page.click('.newest');
    await page.waitForFunction(atEnd);
    assert.equal(await page.locator('.newest').count(), 0);
    await close(page);
});

test('on a phone the log opens at its newest line', async () => {
    const { page } = await movement(phone);
    await page.locator('.sheet-bar >> text=Log').tap();
    await page.waitForSelector('.dialog .log li');
    await page.waitForFunction(() => { // the last line is in sight
        const last = [...document.querySelectorAll('.dialog .log li')].pop().getBoundingClientRect();
        return last.top >= 0 && last.bottom <= innerHeight;
    });
    await close(page);
});

const against = { british: 'bot:np', patriots: 'me', french: 'bot:np', indians: 'bot:np' };

/** Passes and declines by buttons until it is somebody else's turn. */
async function passOn(page) {
    for (let i = 0; i < 12 && await page.locator('.prompt.mine').count(); i++) {
        const n = await version(page);
        const button = page.locator('.prompt [data-action=pass], .prompt [data-action=hold], .prompt [data-action=finish]').first();
        if (await button.count()) await button.click();
        else { // it is chosen on the map: by the list of all actions
            if (!await page.locator('.prompt [data-action]').count()) await page.click('.all-actions summary');
            await page.locator('.prompt [data-action]').first().click();
        }
        await page.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v, n);
        if (await page.locator('.happening').count()) return;
    }
}

test('the others’ turns come one after the other, step by step, with what changed', async () => {
    const page = await newPage(browser, server, { speed: 'step' });
    await guestTable(page, against, { game: 'lod', scenario: '1776' });
    const cards = [], deed = c => c.seat === 'british' && /(Muster|Garrison|March|Battle|Event|pass)/.test(c.text);
    const enough = () => cards.length >= 5 && cards.some(c => /Card:|Winter/.test(c.text)) && cards.some(deed) && cards.some(c => c.changes > 0);
    while (!enough() && cards.length < 60) { // a new card is announced, what the British did is told, what changed is marked
        await page.waitForSelector('.happening:not(.seen), .prompt.mine');
        const card = await page.evaluate(() => {
            const card = document.querySelector('.happening:not(.seen)'), next = card?.querySelector('.next');
            const said = card && { id: card.dataset.id, seat: card.dataset.seat ?? null, text: card.textContent, empty: !!card.querySelector('h3') && !card.querySelector('li'), changes: document.querySelectorAll('.change').length, frames: Number(document.querySelector('.table').dataset.n) };
            next?.click();
            return said;
        });
        if (card && !cards.some(c => c.id === card.id)) cards.push(card);
        if (!card || await page.locator('.prompt.mine').count()) await passOn(page);
    }
    assert.ok(enough(), `the turns that were seen: ${cards.map(c => c.text).join(' | ')}`);
    assert.deepEqual(cards.filter(c => c.empty), [], 'who did nothing is not named');
    for (let i = 1; i < cards.length; i++) assert.ok(cards[i].frames >= cards[i - 1].frames, 'in order');
    await close(page);
});

test('quick: a turn waits until the one before is read; skip leads to now', async () => {
    const page = await newPage(browser, server, { speed: 'quick' });
    await guestTable(page, against, { game: 'lod', scenario: '1776' });
    await page.waitForFunction(() => document.querySelector('.happening .skip-turns') || document.querySelector('.prompt.mine'));
    let asked = null;
    while (asked === null) { // something waits; nothing is asked before it was seen
        await passOn(page);
        await page.waitForSelector('.happening .skip-turns, .prompt.mine');
        asked = await page.evaluate(() => {
            const skip = document.querySelector('.happening .skip-turns'), mine = document.querySelectorAll('.prompt.mine').length;
            skip?.click();
            return skip ? mine : null;
        });
    }
    assert.equal(asked, 0, 'nothing is asked before it was seen');
    await page.waitForSelector('.prompt.mine');
    await close(page);
});

test('undo says what it takes back; what was taken back is struck out and does not count', async () => {
    const { page, table } = await movement(), n = await gather(page, table);
    const taken = await version(page) - n;
    assert.ok(taken > 2, 'some were taken along');
    assert.match(await page.textContent('.undo'), new RegExp(`Undo ${taken}`), 'all of them are one step');
    assert.match(await page.textContent('.undo'), /Take/);
    await page.click('.undo');
    await page.waitForFunction(v => Number(document.querySelector('.table').dataset.n) === v, n + 2 * taken);
    await page.waitForSelector('[data-together=take]');
    assert.ok(await page.locator('.log li.back').count() >= taken, 'struck out in the log');
    await openTable(page, table);
    await page.waitForSelector('.log li.back');
    await close(page);
});

test('with a stack open and dice above it the button that ends the movement is in sight', async () => {
    const { page } = await movement();
    await page.locator('[data-place="head_of_elk"]').dispatchEvent('click');
    await page.waitForSelector('.prompt [data-order]');
    const [button, frame] = await page.evaluate(() => ['.prompt [data-action=finish]', '.prompt'].map(s => document.querySelector(s).getBoundingClientRect().bottom));
    assert.ok(button <= frame, `the button ends at ${button}, what is in sight at ${frame}`);
    await close(page);
});

test('a take-back that rolls new dice says so and asks first', async () => {
    const { page } = await movement();
    await page.click('.prompt [data-action=finish]');
    await page.waitForSelector('.prompt.mine .undo');
    const n = await version(page), text = await page.textContent('.undo');
    assert.match(text, /\d+ actions?/, 'how far');
    await page.click('.undo');
    await page.waitForSelector('.ask-back');
    assert.match(await page.textContent('.ask-back'), /New dice will be rolled/);
    assert.equal(await version(page), n, 'nothing has happened yet');
    await page.click('.ask-back >> text=Keep');
    await page.click('.undo');
    await page.click('.ask-back .primary');
    await page.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v, n);
    await page.waitForSelector('.prompt.mine .prompt-text[data-phase=movement]');
    assert.ok(await page.locator('.log li.back').count() > 3, 'the machine’s turn is struck out');
    assert.equal(await page.locator('.log .since').count(), 0, 'and nothing of it is new');
    await close(page);
});
