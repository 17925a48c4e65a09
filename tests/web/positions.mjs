// Positions of played games: what a seat saw, recorded once, shown by the real page with the server's part played here.
//
//   node tests/web/positions.mjs [game or game-scenario-seed…]     plays them again and writes tests/web/positions/*.json
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './harness.mjs';

const folder = join(root, 'tests/web/positions');

/** Game, scenario, seed, and after how many actions of the bots a position is kept. */
const games = [['p77', 'campaign', 3, [71, 120, 200]], ['p77', 'campaign', 11, [90, 170, 260]], ['p77', 'campaign', 29, [140, 320]],
               ['c77', 'campaign', 3, [68, 199, 299, 517]], ['c77', 'campaign', 8, [120, 260, 420]], ['c77', 'burgoynes_challenge', 5, [60, 150]],
               ['lod', '1775', 3, [60, 240, 432, 700]], ['lod', '1776', 7, [90, 300]], ['lod', '1778', 9, [40, 200]],
               ['g1776', 'basic', 4, [60, 300]], ['g1776', 'greene_1780', 6, [200]], ['g1776', 'campaign_1775', 2, [200, 900]],
               ['eoe', 'ic', 3, [150, 500]], ['eoe', 'ar75', 5, [120, 900, 2500]]];

async function record(game, scenario, seed, moments) {
    const child = spawn(join(root, 'build/musket'), ['engine', '--seed', String(seed)]);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = async command => { child.stdin.write(`${command}\n`); return JSON.parse((await lines.next()).value); };
    let now = await ask(`new ${game} ${scenario} seed ${seed}`);
    for (let n = 1; !now.over && n <= Math.max(...moments); n++) {
        now = await ask('bot greedy');
        if (!moments.includes(n) || now.over) continue;
        const { view } = await ask(`view ${now.seat}`);
        const kept = Object.entries(view).filter(([key], i, all) => !key.startsWith('action:') || all.slice(0, i).filter(([k]) => k.startsWith('action:')).length < 12);
        writeFileSync(join(folder, `${game}-${scenario}-${seed}-${n}.json`), `${JSON.stringify(Object.fromEntries(kept))}\n`);
    }
    child.stdin.end();
}

export const positions = game => readdirSync(folder).filter(name => name.startsWith(`${game}-`)).sort()
    .map(name => ({ name: name.replace('.json', ''), view: JSON.parse(readFileSync(join(folder, name), 'utf8')) }));

/** Opens a table of the game; what it returns shows a position there, with what happened. `more`: of the server's answer, a log for example. */
export async function openPositions(page, game, first, more = {}) {
    const list = (await (await page.request.get('/api/games')).json()).games, { board } = list.find(g => g.id === game);
    const seats = Object.keys(first).filter(key => key.startsWith('seat:')).map(key => key.slice(5)), seat = first['prompt:now']?.seat ?? seats[0];
    const table = { id: '1', game, scenario: 'campaign', options: {}, title: '', public: false, state: 'playing', owner: 'anna', created: 0, changed: 0, n: 1, turn: seat,
                    seats: seats.map(s => ({ seat: s, player: 'anna', state: 'taken', here: true })), clock: null, mine: [seat], my_turn: true, invited: false,
                    paused: false, outcome: null, upgraded: false };
    let socket, n = 1, last = first;
    await page.routeWebSocket(/\/ws/, ws => {
        socket = ws;
        ws.onMessage(() => undefined);
        ws.send(JSON.stringify({ t: 'hello', user: null, version: '0' }));
        ws.send(JSON.stringify({ t: 'joined', table, seat, n, entries: 0, board, view: first, undo: 0, log: [], more: false, chat: [], notes: '', proposal: null, clock: null, ...more }));
    });
    await page.goto('/#/table/1');
    await page.waitForSelector('.place');
    await page.evaluate(() => document.fonts.ready);
    return async (view, events = [], more = {}) => {
        const delta = { ...Object.fromEntries(Object.keys(last).filter(key => !(key in view)).map(key => [key, null])),
                        ...Object.fromEntries(Object.entries(view).filter(([key, fields]) => JSON.stringify(fields) !== JSON.stringify(last[key]))) }; // as the server does
        last = view;
        socket.send(JSON.stringify({ t: 'view', n: ++n, entries: n, seat, what: 'action', delta, events, undo: 0, ...more }));
        await page.waitForSelector(`.table[data-n="${n}"]`);
    };
}

if (process.argv[1]?.endsWith('positions.mjs')) for (const game of games.filter(g => process.argv.length < 3 || process.argv.some(a => a === g[0] || a === `${g[0]}-${g[1]}-${g[2]}`))) await record(...game);
