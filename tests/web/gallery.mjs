// `make screenshots`: every page and the main moments of a game, wide and phone, light and dark.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { americanSetUp, clickSomething, hurry, hurry1777, idle, newPage, newPlayer, newTable, openTable, quick, root, settled, startBrowser,
         startServer, still1777, toTiconderoga, toWilmington, call, journalTo, placeOn, tableFrom } from './harness.mjs';

const out = join(root, 'build/screenshots');
mkdirSync(out, { recursive: true });
const only = process.argv[2];
const server = await startServer(['--drafts']), browser = await startBrowser();
const looks = [
    ['1440-light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
    ['1440-dark', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
    ['390-light', { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true, isMobile: true, deviceScaleFactor: 2 }],
    ['390-dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true, isMobile: true, deviceScaleFactor: 2 }],
];
let pictures = 0;

/** The same moment in all looks: the page is carried over by its cookies. */
async function shoot(page, name, address, prepare = async () => {}) {
    if (only && !name.includes(only)) return;
    const state = await page.context().storageState();
    for (const [look, options] of looks) {
        const other = await newPage(browser, server, { ...options, storageState: state });
        await other.goto(address);
        await other.waitForLoadState('networkidle');
        await prepare(other, look);
        await settled(other);
        await other.waitForTimeout(250);
        await other.screenshot({ path: join(out, `${name}.${look}.png`), fullPage: look.startsWith('390') && !address.includes('/table/') });
        await other.context().close();
        pictures++;
    }
}

const board = async p => { await p.waitForSelector('.place'); };
const guest = await newPage(browser, server);
await shoot(guest, '01-lobby-first-visit', '/');
await shoot(guest, '02-account', '/#/account');
await shoot(guest, '03-help', '/#/help/p77', p => p.waitForSelector('.sample'));
await shoot(guest, '04-credits', '/#/credits', p => p.waitForSelector('table'));

const anna = await newPlayer(browser, server, 'Anna'), bert = await newPlayer(browser, server, 'Bert');
await anna.goto('/');
await bert.goto('/');
await shoot(anna, '05-new-table', '/#/new/p77', p => p.waitForSelector('.choice'));
let table = await newTable(anna, { british: 'me', american: 'open' }, { title: 'Saturday evening', public: true });
await shoot(anna, '06-waiting', `/#/table/${table.id}`, board);
await call(bert, `/api/tables/${table.id}/join`, { seat: 'american' });
const at = `/#/table/${table.id}`;
await shoot(bert, '07-set-up', at, async p => {
    await board(p);
    await p.locator('[data-piece="m_potter"]').click();
});
await Promise.all([quick(anna, table, 'british', ['^first british'], 'movement'),
                   quick(bert, table, 'american', [...americanSetUp, '^first british'], 'movement')]);
await shoot(anna, '08-movement', at, async p => { await board(p); await p.locator('[data-place="head_of_elk"]').dispatchEvent('click'); });
await shoot(anna, '09-movement-targets', at, async p => {
    await board(p);
    await p.locator('[data-place="head_of_elk"]').dispatchEvent('click');
    await p.locator('.stack [data-piece="b_bde1"]').click();
});
await shoot(anna, '10-why-not', at, async p => {
    await board(p);
    await p.locator('[data-place="head_of_elk"]').dispatchEvent('click');
    await p.locator('.stack [data-piece="b_bde1"]').click();
    await p.locator('[data-place="salem"]').click({ force: true });
    await p.waitForSelector('.notice');
});
await shoot(anna, '10-rules', at, async p => {
    await board(p);
    await p.locator('.prompt .rule').click();
    await p.waitForSelector('.rules-panel li.shown');
});
await Promise.all([quick(anna, table, 'british', toWilmington, 'deploy'), quick(bert, table, 'american', idle, 'deploy')]);
await shoot(bert, '11-deploy', at, async p => { await p.waitForSelector('.battle'); await p.locator('.to-deploy .piece').first().click(); });
const line = ['^deploy \\S*[1mny] left', '^deploy \\S*[2edh] center', '^deploy \\S*[34tsr] right', '^deploy'];
await Promise.all([quick(anna, table, 'british', [...line, '.'], 'battle_turn'),
                   quick(bert, table, 'american', line, 'battle_turn')]);
await openTable(bert, table);
await openTable(anna, table);
for (let i = 0; i < 4; i++) { await clickSomething(bert); await clickSomething(anna); }
await shoot(bert, '12-battle-american', at, p => p.waitForSelector('.battle'));
await shoot(anna, '13-battle-british', at, p => p.waitForSelector('.battle'));
const watcher = await newPage(browser, server);
await shoot(watcher, '14-spectator', at, board);
await shoot(anna, '15-replay', `${at}?at=40`, p => p.waitForSelector('.replay'));
await Promise.all([quick(anna, table, 'british', hurry), quick(bert, table, 'american', hurry)]);
await shoot(anna, '16-end', at, p => p.waitForSelector('.end'));
await shoot(anna, '16-result', `/#/result/${table.id}`, p => p.waitForSelector('.chart'));
await shoot(anna, '16-replay', `/#/table/${table.id}?at=40`, p => p.waitForSelector('.replay-jumps'));
await shoot(anna, '17-profile', '/#/account');
await shoot(anna, '18-lobby', '/');
table = await newTable(guest, { british: 'me', american: 'me' }).catch(async () => {
    await call(guest, '/api/guest', {});
    return newTable(guest, { british: 'me', american: 'me' });
});
await shoot(guest, '19-hot-seat-cover', `/#/table/${table.id}`, async p => { await p.waitForSelector('.cover'); });
await shoot(guest, '20-no-such-table', '/#/table/nothing');

// ---- Campaigns of 1777 ----

await shoot(guest, '40-c77-help', '/#/help/c77', p => p.waitForSelector('.sample'));
const theatre = async (scenario, seats) => (await call(anna, '/api/tables', { game: 'c77', scenario, seats })).table;
let campaign = await theatre('campaign', { british: 'me', patriot: 'bot:greedy' });
const field = () => `/#/table/${campaign.id}`;
await shoot(anna, '41-c77-set-up', field(), board);
await quick(anna, campaign, 'british', ['^first howe', '^order embark'], '^embark$');
await shoot(anna, '42-c77-embark', field(), board);
campaign = await theatre('burgoynes_challenge', { british: 'me', patriot: 'open' });
await call(bert, `/api/tables/${campaign.id}/join`, { seat: 'patriot', secret: campaign.secret });
await quick(anna, campaign, 'british', ['^first burgoyne'], '^activation$');
await shoot(anna, '43-c77-march', field(), async p => { await p.waitForSelector('.gather'); });
await Promise.all([quick(anna, campaign, 'british', toTiconderoga, '^plan$'), quick(bert, campaign, 'patriot', still1777, '^plan$')]);
await shoot(anna, '44-c77-before-battle', field(), p => p.waitForSelector('.c77-battle'));
await Promise.all([quick(anna, campaign, 'british', ['^fight'], '^(losses|retreat|activation)$'),
                   quick(bert, campaign, 'patriot', ['.'], '^(losses|retreat|activation)$')]);
await shoot(bert, '45-c77-battle', field(), p => p.waitForSelector('.c77-battle'));
await Promise.all([quick(anna, campaign, 'british', hurry1777), quick(bert, campaign, 'patriot', hurry1777)]);
await shoot(anna, '46-c77-end', field(), p => p.waitForSelector('.end'));

// ---- Liberty or Death ----

const factions = ['british', 'patriots', 'french', 'indians'];
const everySeat = Object.fromEntries(factions.map(f => [f, 'me']));
const lod = async (scenario = '1776') => (await call(anna, '/api/tables', { game: 'lod', scenario, seats: everySeat })).table;
const lodTo = (t, wishes, until) => Promise.all(factions.map(f => quick(anna, t, f, ['^hold', ...wishes, '.'], until)));
const sloth = ['^pass', '^finish'];
await shoot(guest, '30-lod-help', '/#/help/lod', p => p.waitForSelector('.sample'));
await shoot(anna, '31-lod-new-table', '/#/new/lod', p => p.waitForSelector('.choice'));
let war = await lod();
const front = () => `/#/table/${war.id}`, mine = p => p.waitForSelector('.prompt.mine');
await shoot(anna, '32-lod-set-up', front(), mine);
await lodTo(war, [], '^turn$');
await shoot(anna, '33-lod-turn', front(), mine);
await shoot(anna, '34-lod-player-aid', front(), async (p, look) => {
    await mine(p);
    if (look.startsWith('390')) await p.click('.sheet-bar >> text=Cards');
    await p.click('#leaf-aid');
    await p.locator('.lod-aid').scrollIntoViewIfNeeded();
});
await lodTo(war, ['^command march', '^select new_jersey', '^select', ...sloth], '^march_into$');
await shoot(anna, '35-lod-march', front(), async p => {
    await mine(p);
    if (await p.locator('[data-phase=march_into]').count()) await p.locator('.place.target').first().dispatchEvent('click'); // in the first look
    await p.waitForSelector('[data-phase=march_group]');
});
const quarrel = ['^command battle', '^command march', '^select new_york', '^select', '^from', '^take', '^depart', ...sloth];
await lodTo(war, quarrel, '^battle_(attack|defend)$');
await shoot(anna, '36-lod-battle', front(), p => p.waitForSelector('.lod-battle'));
war = await lod('1778');
await lodTo(war, ['^command', ...sloth], '^(loyalty|committees)$');
await shoot(anna, '37-lod-winter', front(), async (p, look) => {
    await mine(p);
    if (look.startsWith('390')) await p.click('.sheet-bar >> text=Cards');
    await p.waitForSelector('.lod-winter');
});
await lodTo(war, ['^shift', '^command', ...sloth]);
await shoot(anna, '38-lod-end', front(), p => p.waitForSelector('.end'));

// ---- 1776 ----

await shoot(guest, '50-g1776-help', '/#/help/g1776', p => p.waitForSelector('.sample'));
const north = (await call(anna, '/api/tables', { game: 'g1776', scenario: 'basic', seats: { british: 'me', american: 'bot:greedy' } })).table;
await shoot(anna, '51-g1776-set-up', `/#/table/${north.id}`, board);
await quick(anna, north, 'british', ['^done'], '^move$');
await shoot(anna, '52-g1776-march', `/#/table/${north.id}`, async p => {
    await board(p);
    if (await p.locator('[data-phase=move]').count()) await placeOn(p, 'new_york').click(); // in the first look
    await p.waitForSelector('.gather');
});
const fought = await tableFrom(anna, await journalTo({ game: 'g1776', scenario: 'greene_1780', until: '^card$', most: 3000,
    wishes: ['^attack', '^card', '^ready', '^place', '^lay', '^continue', '^add br', '^add ca', '^add rm', '^join', '^step', '^group', '^done', '^commit', '.'] }), { british: 'me', american: 'bot:greedy' });
await shoot(anna, '53-g1776-battle', `/#/table/${fought.id}`, p => p.waitForSelector('.g1776-battle'));

const still = ['^done', '^pass', '^hold', '^decline', '^stay', '^ready', '^anchor', '^halt', '^muster_all', '^muster', '^lay', '.'];
for (const [name, until, turn] of [['54-g1776-campaign', '^move$', 0], ['54-g1776-interphase', '^transfer$', 0], ['54-g1776-season', '^build$', 4]]) {
    const whole = await tableFrom(anna, await journalTo({ game: 'g1776', scenario: 'csg1', until, most: 4000, wishes: still,
        fits: (view, now) => now.seat === 'british' && view['number:turn'].value >= turn }), { british: 'me', american: 'bot:random' });
    await shoot(anna, name, `/#/table/${whole.id}`, board);
}

await shoot(guest, '55-eoe-help', '/#/help/eoe', p => p.waitForSelector('.sample'));
war = (await call(anna, '/api/tables', { game: 'eoe', scenario: 'ar75', seats: { british: 'me', allied: 'bot:greedy' } })).table;
await shoot(anna, '56-eoe-revolution', `/#/table/${war.id}`, board);
const inCanada = { game: 'eoe', scenario: 'ic', most: 4000 }, nothing = ['^done', '^keep_off', '^stay', '^end', '^hold', '.'];
const albany = await tableFrom(anna, await journalTo({ ...inCanada, until: '^operate$', wishes: nothing, fits: (_, now) => now.seat === 'allied' }), { british: 'bot:greedy', allied: 'me' });
await shoot(anna, '57-eoe-force', `/#/table/${albany.id}`, async p => {
    await board(p);
    if (await p.locator('[data-phase=operate]').count()) await p.locator('[data-place="2716"]').dispatchEvent('click'); // in the first look
    await p.waitForSelector('.force-row');
});
const stJean = await tableFrom(anna, await journalTo({ ...inCanada, until: '^(ambush|press|lose)$', fits: (view, now) => now.seat === 'allied' && view['panel:battle'] !== undefined,
    wishes: { british: nothing, allied: ['^choose 3014', '^take_all', '^go', '^row ne', '^lose', '^risk', '^press', '^to ', '^stop$', ...nothing] } }), { british: 'bot:greedy', allied: 'me' });
await shoot(anna, '58-eoe-battle', `/#/table/${stJean.id}`, p => p.waitForSelector('.eoe-battle'));
console.log(`${pictures} pictures in build/screenshots`);
await browser.close();
await server.stop();
