// Nothing is missed: what came over all is announced, the log says what is new, boards of battles go when they are over or
// taken back, and what is beside the main thing looks so.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { assertQuiet, call, journalTo, newPage, openTable, startBrowser, startServer, tableFrom } from './harness.mjs';
import { openPositions, positions } from './positions.mjs';

let server, browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

const close = async page => { assertQuiet(page); await page.context().close(); };
const of = (game, fits = () => true) => positions(game).map(p => p.view).find(fits);
const event = (kind, seat, text, numbers = []) => ({ kind, seat, numbers, text });

for (const [game, kinds] of [['p77', [['turn', 'Turn 4'], ['battle', 'British attack Wilmington: a large battle']]],
                             ['c77', [['turn', 'July I'], ['battle', 'Battle at Albany: British attack'], ['drawn', 'Drawn: Howe']]],
                             ['lod', [['card', 'Card: Lord Gage'], ['winter', 'Winter Quarters: West Indies'], ['stroke', 'French play Brilliant Stroke']]]])
    test(`${game}: ${kinds.map(k => k[0]).join(', ')} are announced`, async () => {
        const page = await newPage(browser, server, { speed: 'step' }), view = of(game), show = await openPositions(page, game, view);
        for (const [kind, text] of kinds) {
            await show(view, [event(kind, null, text)]);
            await page.waitForFunction(text => document.querySelector('.happening .banner')?.textContent === text, text);
            await page.click('.happening [aria-label=Close]');
            await page.waitForSelector('.happening', { state: 'detached' });
        }
        await close(page);
    });

for (const game of ['p77', 'c77', 'lod'])
    test(`${game}: “since your last move” stands where my last move was`, async () => {
        const view = of(game, v => v['prompt:now']), mine = view['prompt:now'].seat, other = Object.keys(view).filter(k => k.startsWith('seat:')).map(k => k.slice(5)).find(s => s !== mine);
        const line = (n, seat, text, kind = 'march') => ({ n, at: 0, seat, what: 'action', events: [event(kind, seat, text)] });
        const log = [line(1, other, 'Something old'), line(2, mine, 'My own last move'), line(3, other, 'The first thing that is new'), line(4, other, 'And another')];
        const page = await newPage(browser, server);
        await openPositions(page, game, view, { log, n: 4, entries: 4 });
        await page.waitForSelector('.log .since');
        const text = await page.textContent('.log'), at = words => { const i = text.indexOf(words); assert.ok(i >= 0, `${words}: ${text}`); return i; };
        assert.ok(at('My own last move') < at('Since your last move') && at('Since your last move') < at('The first thing that is new'), text);
        await close(page);
    });

test('p77: the battle board goes when the battle is taken back, and makes room for what is chosen on the map', async () => {
    const page = await newPage(browser, server), view = { ...of('p77', v => v['prompt:now']) }, seat = view['prompt:now'].seat;
    const quiet = Object.fromEntries(Object.entries(view).filter(([key]) => !key.startsWith('panel:'))), place = Object.values(view).find(r => r.place && r.owner === seat).place;
    const fight = { ...quiet, 'panel:battle': { place, name: 'Wilmington', kind: 'large', attacker: 'british', round: 2 } };
    const show = await openPositions(page, 'p77', quiet);
    assert.equal(await page.locator('.panel-over').count(), 0);
    await show(fight);
    await page.waitForSelector('.panel-over .battle');
    await show(quiet, [], { what: 'undo' });
    await page.waitForSelector('.panel-over', { state: 'detached' });
    await show(fight);
    await page.waitForSelector('.panel-over .battle');
    await show({ ...fight, 'prompt:now': { ...view['prompt:now'], phase: 'retreat', text: 'Choose where to retreat' } });
    await page.waitForSelector('.panel-over', { state: 'detached' });
    await close(page);
});

test('p77: the report of a battle goes with a take-back', async () => {
    const page = await newPage(browser, server), view = of('p77', v => v['prompt:now']), seat = view['prompt:now'].seat, show = await openPositions(page, 'p77', view);
    await show(view, [event('battle', 'british', 'British attack [space:wilmington|Wilmington]: a large battle', [0, 2]), event('round', null, 'Round 1 at [space:wilmington|Wilmington]', [0, 1]),
                      event('battle_won', 'british', 'British hold [space:wilmington|Wilmington]', [0])], { seat: seat === 'british' ? 'american' : 'british' });
    await page.waitForSelector('.battle-result');
    await show(view, [], { what: 'undo_to', to: 0, entries: 0 });
    await page.waitForSelector('.battle-result', { state: 'detached' });
    await close(page);
});

// ---- Liberty or Death ----

const factions = ['british', 'patriots', 'french', 'indians'];

/** One screen for four, where the British decide this; all others pass. */
async function british(wishes, until) {
    const page = await newPage(browser, server);
    const journal = await journalTo({ game: 'lod', scenario: '1776', until, fits: (view, now) => now.seat === 'british',
        wishes: Object.fromEntries(factions.map(f => [f, ['^hold', ...(f === 'british' ? wishes : []), '^pass', '^finish', '.']])) });
    await page.goto('/');
    await call(page, '/api/guest', {});
    await openTable(page, await tableFrom(page, journal, Object.fromEntries(factions.map(f => [f, 'me']))));
    await page.waitForSelector('.prompt.mine');
    return page;
}

test('lod: the question about a Brilliant Stroke offers “not now” first', async () => {
    const page = await british([], '^stroke$');
    const buttons = await page.locator('.prompt > .buttons [data-action]').evaluateAll(all => all.map(b => b.dataset.action));
    assert.equal(buttons[0], 'hold', buttons.join(', '));
    assert.ok(buttons.some(b => b.startsWith('stroke ')));
    await close(page);
});

test('lod: spaces of Special Activities have another ring than those of the Command', async () => {
    const page = await british(['^command march'], '^march$');
    const ring = which => page.evaluate(which => { const s = getComputedStyle(document.querySelector(`.place.target${which} .ring`)); return `${s.stroke} ${s.strokeDasharray}`; }, which);
    await page.waitForSelector('.place.target:not(.aside) .ring');
    const main = await ring(':not(.aside)');
    await page.click('[data-special=skirmish]');
    await page.waitForSelector('.place.target.aside .ring');
    assert.equal(await page.locator('.place.target:not(.aside)').count(), 0, 'a click means the Special Activity now');
    assert.notEqual(await ring('.aside'), main);
    await close(page);
});
