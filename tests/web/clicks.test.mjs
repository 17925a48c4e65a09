// Click economy: what a task costs in clicks, through the page. The bounds are promises (docs/page.md).
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { americanSetUp, assertQuiet, idle, journalTo, newPage, newPlayer, openTable, placeOn, quick, startBrowser, startEngine, startServer, tableFrom, toWilmington } from './harness.mjs';

let server, browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

const shot = async (page, name) => { if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }); };
const phaseOf = page => page.evaluate(() => document.querySelector('.prompt-text')?.dataset.phase);

const line = ['^deploy \\S*[1mny] left', '^deploy \\S*[2edh] center', '^deploy \\S*[34tsr] right', '^deploy'];

/** Both at the battle of Wilmington: Anna is the British; the Americans, who stand and fire, are played from a second window. */
const toBattle = () => journalTo({ wishes: { british: toWilmington, american: [...americanSetUp, ...line, ...idle] }, until: '^deploy$',
                                  fits: (view, now) => now.seat === 'british' && view['panel:battle']?.place === 'wilmington' });

async function battle(journal) {
    const anna = await newPlayer(browser, server, 'Anna'), table = await tableFrom(anna, journal, { british: 'me', american: 'me' });
    const window = await newPage(browser, server, { storageState: await anna.context().storageState() });
    await window.goto('/');
    return { anna, window, table };
}

/** Anna fights it through the page while the Americans stand and fire from the other window; until the battle is over. */
async function fight(anna, window, table) {
    const end = '^(movement|retreat|choose_first|choose_battle)$';
    let done = false;
    const foe = quick(window, table, 'american', [...line, '^stand', '^fire', '^cease', '^lose', '^flee', '^retreat', '^first british', '^finish', '.']);
    const failed = new Promise((_, reject) => { foe.catch(e => { if (!done) reject(e); }); }); // only a failure of the other side is news here
    await anna.locator('.cover button', { hasText: 'British' }).click(); // it is her turn at this screen, when the Americans are done
    let clicks = 0;
    const rounds = new Set(), click = selector => { clicks++; return anna.locator(selector).first().click(); };
    const roundOf = () => anna.evaluate(() => Number(/round (\d+)/.exec(document.querySelector('.prompt-text').textContent)?.[1] ?? 0));
    // Until there is something for Anna to decide, or the battle is over.
    const asked = () => Promise.race([failed, anna.waitForFunction(end => {
        const phase = document.querySelector('.prompt-text')?.dataset.phase;
        if (document.querySelector('.cover')) return false; // the Americans decide
        return (!document.querySelector('.battle') && document.querySelector('.battle-result, .end')) || new RegExp(end).test(phase) ||
            (document.querySelector('.prompt.mine .buttons [data-action], .prompt.mine [data-together]') && ![...document.querySelectorAll('.prompt button')].some(b => b.textContent === 'Stop' || b.disabled));
    }, end)]);
    for (;;) {
        await asked();
        if (new RegExp(end).test(await phaseOf(anna)) || !await anna.locator('.battle').count()) break;
        const n = await anna.evaluate(() => document.querySelector('.table').dataset.n);
        const what = await anna.evaluate(kinds => kinds.find(k => document.querySelector(k)), ['[data-together=deploy]', '[data-volley=fire]', '[data-together=fire]', '[data-together=lose]',
            'button.put-aside', '.battle button.piece.target', '.prompt .buttons [data-action]']);
        if (what === '[data-together=deploy]') { // the machine proposes, then asks
            await click(what);
            await anna.waitForSelector('.advice dd');
            assert.equal(await anna.evaluate(() => document.querySelector('.table').dataset.n), n, 'nothing is done before one says so');
            await shot(anna, 'p77-advice');
            await click('[data-take-advice]');
        }
        else {
            if (/fire/.test(what)) rounds.add(await roundOf());
            await click(what);
        }
        await anna.waitForFunction(v => document.querySelector('.table').dataset.n !== v || document.querySelector('.menu'), n);
    }
    done = true;
    return { clicks, rounds: rounds.size };
}

test('a p77 battle: all deploy, all fire, forced hits by themselves', { timeout: 600_000 }, async () => {
    const { anna, window, table } = await battle(await toBattle());
    await openTable(anna, table);
    const { clicks, rounds } = await fight(anna, window, table);
    console.log(`a p77 battle of ${rounds} rounds: ${clicks} clicks`);
    assert.ok(rounds >= 1, 'it was fought');
    // Deploy (asked, then done) and stand once; then each round fire once and take hits once; and a reserve may have to be brought up.
    assert.ok(clicks <= 9 + 2 * rounds, `${clicks} clicks for ${rounds} rounds`);
    if (await anna.locator('.battle-result').count()) { // the report is beside the map, not over it
        assert.match(await anna.textContent('.battle-result'), /Wilmington.*over/);
        assert.equal(await anna.locator('.panel-over').count(), 0);
        if (process.env.SHOT) await anna.screenshot({ path: process.env.SHOT });
        await anna.click('.battle-result >> text=Go on');
        assert.equal(await anna.locator('.battle-result').count(), 0);
    }
    assertQuiet(anna);
    await anna.context().close();
    await window.context().close();
});

/** Ten British against nine Americans at Wilmington, in even lines; the seed is one of those by which nobody gives way for eight rounds if all fire. */
async function longBattle() {
    const engine = startEngine(), count = { british: 0, american: 0 }, one = (actions, wishes) => wishes.map(w => actions.find(a => new RegExp(w).test(a))).find(Boolean);
    const march = toWilmington.map(w => (w.startsWith('^take') ? '^take (?!cornwallis|knyp)' : w));
    const setUp = americanSetUp.map(w => w.replace('(weedon|', '(ogden|maxwell|conway|weedon|'));
    try {
        let now = await engine.ask('new p77 seed 248');
        const begun = async () => now.phase === 'battle_turn' && (await engine.ask('view all')).view['panel:battle'].place === 'wilmington';
        while (!await begun()) {
            const actions = (await engine.ask('actions')).actions.sort(), deploy = actions.filter(a => a.startsWith('deploy'));
            const to = ['left', 'center', 'right'][count[now.seat] % 3], even = deploy.find(a => a.endsWith(to)) ?? deploy[0];
            if (even) count[now.seat]++;
            now = await engine.ask(`do ${even ?? one(actions, now.seat === 'british' ? march : [...setUp, ...idle])}`);
        }
        return (await engine.ask('journal')).journal;
    } finally { engine.stop(); }
}

test('a p77 battle of eight rounds costs at most 25 clicks', { timeout: 600_000 }, async () => {
    const { anna, window, table } = await battle(await longBattle());
    await openTable(anna, table);
    const { clicks, rounds } = await fight(anna, window, table);
    console.log(`a p77 battle of ${rounds} rounds: ${clicks} clicks`);
    assert.ok(rounds >= 8, `${rounds} rounds`);
    assert.ok(clicks + 2 <= 25, `${clicks} clicks, and two to deploy`);
    assertQuiet(anna);
    await anna.context().close();
    await window.context().close();
});

// ---- Marches ----

const version = page => page.evaluate(() => Number(document.querySelector('.table').dataset.n));
const place = (page, id) => page.locator(`[data-place="${id}"]`);
/** An area's middle may lie under another: the click is its own. */
const area = (page, id) => ({ click: () => place(page, id).dispatchEvent('click') });
/** What one click leads to has all been done. */
const settledAfter = (page, n) => page.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v && document.querySelector('.prompt.mine') &&
    ![...document.querySelectorAll('.prompt button')].some(b => b.textContent === 'Stop' || b.disabled), n);

/** Clicks, and counts them, until all that a click leads to is done. */
const counter = page => {
    const count = { clicks: 0 };
    count.click = async locator => {
        const n = await version(page);
        count.clicks++;
        await locator.click();
        await settledAfter(page, n);
    };
    return count;
};

test('p77: six units and more march two places with at most 4 clicks; the group has its number, a click takes one out', async () => {
    const away = ['^place m_\\S+ (mount_holly|salem|trappe|skippack|paoli|goshen)', '^place a_\\S+ philadelphia', '^place (?!.*(coochs_bridge|christiana))', '^first british', '^finish'];
    const free = (view, id) => !Object.values(view).some(r => r.place === id && r.owner === 'american');
    const journal = await journalTo({ wishes: { american: away, british: ['^first british', '^finish'] }, until: '^movement$',
        fits: (view, now) => now.seat === 'british' && now.turn === 1 && view['number:weather']?.text === 'clear' && free(view, 'coochs_bridge') && free(view, 'christiana') });
    const anna = await newPlayer(browser, server, 'Anna'), table = await tableFrom(anna, journal, { british: 'me', american: 'bot:greedy' });
    await openTable(anna, table);
    const march = counter(anna);
    await march.click(anna.locator('[data-order="lead cornwallis"]')); // the stack lies open: all that can act are there
    await shot(anna, 'p77-group');
    const said = await anna.textContent('.group-tag text'), [, units, limit] = /(\d+) of (\d+)/.exec(said).map(Number);
    assert.ok(units >= 6 && units <= limit, `the group has its number: ${said}`);
    await march.click(placeOn(anna, 'coochs_bridge'));
    assert.match(await anna.textContent('.hint'), /leave it behind/, 'halfway the choice to leave some behind is named');
    await march.click(placeOn(anna, 'christiana'));
    assert.ok((await anna.locator('[data-place="christiana"]').getAttribute('aria-label')).includes('Cornwallis'));
    console.log(`p77: ${units} units marched two places: ${march.clicks} clicks`);
    assert.ok(march.clicks <= 4);
    // Back to the group: a click on a member takes it out, on another puts it in.
    for (let i = 0; i < 2; i++) { const n = await version(anna); await anna.click('.undo'); await anna.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v, n); }
    await anna.waitForSelector('.group-tag');
    const member = await anna.locator('.stack .piece.member').first().getAttribute('data-piece');
    await anna.click(`.stack [data-piece="${member}"]`);
    await anna.waitForFunction(words => document.querySelector('.group-tag text')?.textContent === words, `${units - 1} of ${limit}`);
    assert.equal(await anna.locator(`.stack [data-piece="${member}"].member`).count(), 0);
    if (units === limit) assert.equal(await anna.textContent('[data-together=take]'), `Fill the group (${limit})`);
    await anna.waitForFunction(() => ![...document.querySelectorAll('.prompt button')].some(b => b.textContent === 'Stop'));
    await anna.click(`.stack [data-piece="${member}"]`);
    await anna.waitForFunction(words => document.querySelector('.group-tag text')?.textContent === words, `${units} of ${limit}`);
    assertQuiet(anna);
    await anna.context().close();
});

test('c77: an army marches two spaces with at most 4 clicks', async () => {
    const journal = await journalTo({ game: 'c77', scenario: 'campaign', wishes: ['^first washington', '^finish', '.'], until: '^activation$',
        fits: (view, now) => now.seat === 'patriot' && view['panel:army.primary']?.leader === 'washington' });
    const anna = await newPlayer(browser, server, 'Anna'), table = await tableFrom(anna, journal, { british: 'bot:greedy', patriot: 'me' });
    await openTable(anna, table);
    const march = counter(anna);
    await march.click(anna.locator('[data-together=take]'));
    const [, units] = /(\d+) of (\d+)/.exec(await anna.textContent('.group-tag text')).map(Number);
    assert.ok(units >= 6, 'the army has its number on the map');
    await shot(anna, 'c77-group');
    await march.click(placeOn(anna, 'middlebrook'));
    await march.click(placeOn(anna, 'coryells_ferry'));
    console.log(`c77: ${units} SP marched two spaces: ${march.clicks} clicks`);
    assert.ok(march.clicks <= 4);
    assert.ok(await anna.locator('[data-place="coryells_ferry"] .army.acts').count());
    assertQuiet(anna);
    await anna.context().close();
});

const factions = ['british', 'patriots', 'french', 'indians'], allMine = Object.fromEntries(factions.map(f => [f, 'me']));

test('lod: a March from two spaces costs at most 7 clicks; Special Activities are buttons that say why not', async () => {
    const journal = await journalTo({ game: 'lod', scenario: '1776', wishes: ['^hold', '^pass', '^finish', '.'], until: '^turn$',
        fits: (view, now) => now.seat === 'patriots' && view['panel:turn']?.number === 1 && view['number:resources.patriots'].value >= 2 });
    const anna = await newPlayer(browser, server, 'Anna'), table = await tableFrom(anna, journal, allMine);
    await openTable(anna, table);
    await anna.waitForSelector('.lod-sequence li.patriots.now');
    assert.equal(await anna.locator('.next-card.if[data-next=patriots]').count(), 1, 'who acts is eligible on the next card only by passing');
    const march = counter(anna), targets = () => anna.evaluate(() => [...document.querySelectorAll('.place.target:not(.aside)')].map(p => p.dataset.place));
    await march.click(anna.locator('.prompt [data-action="command march"]'));
    await anna.waitForSelector('.lod-specials [data-special], .lod-specials [data-not-now]');
    await shot(anna, 'lod-march');
    let origins = [];
    for (const to of await targets()) { // a destination that at least two can reach
        march.clicks = 1;
        await march.click(area(anna, to));
        origins = await targets();
        if (origins.length >= 2) break;
        const n = await version(anna);
        await anna.click('.undo');
        await anna.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v, n);
    }
    for (const from of origins.slice(0, 2)) {
        await march.click(area(anna, from));
        await march.click(anna.locator('[data-order=all-go]'));
    }
    if (await anna.locator('[data-order=march-done]').count()) await march.click(anna.locator('[data-order=march-done]'));
    else if (await anna.evaluate(() => document.querySelector('.prompt-text').dataset.phase === 'march')) await march.click(anna.locator('.prompt [data-action=finish]'));
    console.log(`lod: a March from two spaces: ${march.clicks} clicks`);
    assert.ok(march.clicks <= 7);
    assert.ok(!['march', 'march_into', 'march_group'].includes(await phaseOf(anna)), 'the March is done');
    // One step takes all of a click back.
    await anna.click('.undo');
    await anna.waitForFunction(() => /^march/.test(document.querySelector('.prompt-text')?.dataset.phase));
    assertQuiet(anna);
    await anna.context().close();
});

test('lod: a Battle shows its sheet before it is fought; its report lies beside the map until the next decision', async () => {
    const journal = await journalTo({ game: 'lod', scenario: '1776', wishes: ['^hold', '^command battle', '^pass', '^finish', '.'], until: '^battles$',
        fits: (view, now) => Object.keys(view).some(k => /^panel:forecast\.\w+$/.test(k)) });
    const anna = await newPlayer(browser, server, 'Anna'), table = await tableFrom(anna, journal, allMine);
    await openTable(anna, table);
    await anna.waitForSelector('.prompt.mine .prompt-text[data-phase=battles]');
    const n = await version(anna), target = await anna.locator('.place.target:not(.aside)').first().getAttribute('data-place');
    await area(anna, target).click();
    await anna.waitForSelector('.action-sheet .chances');
    assert.match(await anna.textContent('.action-sheet'), /Force Level.*loses.*win in\s+\d+ %/s);
    await shot(anna, 'lod-sheet');
    await anna.click('[data-cancel]');
    assert.equal(await anna.locator('.action-sheet').count(), 0);
    assert.equal(await version(anna), n, 'nothing was done');
    await area(anna, target).click();
    await anna.click('.action-sheet [data-go]');
    await anna.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v, n);
    while (/^battle_/.test(await phaseOf(anna))) { // whoever may activate somebody, or let an ally join: no
        const before = await version(anna);
        await anna.locator('.prompt [data-action=alone], .prompt [data-action=finish], .prompt [data-action^=remove]').first().click();
        await anna.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v, before);
        await anna.waitForSelector('.prompt.mine');
    }
    await anna.waitForSelector('.battle-result');
    await shot(anna, 'lod-result');
    assert.equal(await anna.locator('.panel-over').count(), 0, 'it does not lie over the map');
    const before = await version(anna);
    await anna.click('.prompt [data-action=finish]');
    await anna.waitForFunction(v => Number(document.querySelector('.table').dataset.n) > v, before);
    await anna.waitForSelector('.battle-result', { state: 'detached' });
    assertQuiet(anna);
    await anna.context().close();
});
