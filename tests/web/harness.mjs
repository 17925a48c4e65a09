// What the tests of the page share: a server of their own, Debian's Chromium, players.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;
const require = createRequire(join(root, 'web/package.json'));
const { chromium } = require('playwright-core');
const axeSource = require.resolve('axe-core/axe.min.js');
export { root };

const binary = process.env.MUSKET ? join(root, process.env.MUSKET) : join(root, 'build/musket');

/** A server on a free port with a fresh file, with these further arguments. Its dice and machines are those of a seed:
 * the same clicks lead to the same game. */
export async function startServer(more = [], seed = 1) {
    const folder = mkdtempSync(join(tmpdir(), 'musket-'));
    const child = spawn(binary, ['serve', '--db', join(folder, 'test.db'), '--listen', '127.0.0.1:0', '--seed', String(seed),
        ...['register', 'login', 'logins', 'guest', 'create', 'tables', 'import', 'request', 'connect', 'frame', 'join', 'push'].flatMap(l => ['--limit', `${l}=100000/1`]), ...more],
        { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const url = await new Promise((resolve, reject) => {
        const hear = chunk => {
            said += chunk;
            const m = said.match(/serving (http:\S+?)\/?\s/);
            if (m) resolve(m[1]);
        };
        child.stdout.on('data', hear);
        child.stderr.on('data', hear);
        child.on('exit', code => reject(new Error(`the server ended with ${code}: ${said}`)));
    });
    return {
        url,
        pid: child.pid,
        stop: () => new Promise(done => {
            child.removeAllListeners('exit');
            child.on('exit', () => { rmSync(folder, { recursive: true, force: true }); done(); });
            child.kill('SIGTERM');
        }),
    };
}

export const startBrowser = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
                                                    args: ['--no-sandbox'] });

/** A browser of its own with a page; what it logs as an error fails the test that looks. The page's
 * policy forbids what waitForFunction does: it is set aside, save where it is tested. */
export async function newPage(browser, server, options = {}) {
    const { speed = 'once', ...more } = options; // of the others' turns: tests do not wait for them
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', bypassCSP: true, ...more });
    context.setDefaultTimeout(60_000); // a machine may have much to do
    await context.addInitScript(speed => { try { localStorage.getItem('musket.speed') ?? localStorage.setItem('musket.speed', speed); } catch { /* about:blank */ } }, speed);
    await context.addInitScript(() => { crypto.getRandomValues = list => list.fill(7); }); // a player's part of the dice is always the same
    await context.addInitScript(() => { let s = 7; Math.random = () => (s = (Math.imul(s, 1664525) + 1013904223) >>> 0) / 2 ** 32; }); // and so is what the page picks among equals
    const page = await context.newPage();
    page.errors = [];
    page.frames_seen = [];
    page.on('pageerror', e => page.errors.push(e.stack ?? e.message));
    page.on('console', m => { // what the browser itself says of a refused request or a lost connection is no fault of the page
        if (m.type() === 'error' && !/^Failed to load resource|^WebSocket connection to|Push API in incognito/.test(m.text())) page.errors.push(m.text());
    });
    page.on('websocket', ws => ws.on('framereceived', f => page.frames_seen.push(String(f.payload))));
    return page;
}

let names = 0;
/** The same with an account. */
export async function newPlayer(browser, server, name, options) {
    const page = await newPage(browser, server, options);
    page.player = `${name}-${process.pid}-${++names}`.slice(0, 24);
    await call(page, '/api/register', { name: page.player, password: 'correct horse' });
    return page;
}

export async function call(page, path, body) {
    const answer = await page.request.post(path, { data: body });
    const json = await answer.json();
    if (!answer.ok()) throw new Error(`${path}: ${JSON.stringify(json)}`);
    return json;
}

/** Makes a table, by the interface of the server; returns it. */
export const newTable = async (page, seats, more = {}) => (await call(page, '/api/tables', { game: 'p77', seats, ...more })).table;

/** The engine by its line protocol: ask(line) gives the reply. */
export function startEngine() {
    const child = spawn(binary, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
        ask: async line => {
            child.stdin.write(`${line}\n`);
            const { value, done } = await replies.next();
            if (done) throw new Error(`the engine ended at: ${line}`);
            const reply = JSON.parse(value);
            if (!reply.ok) throw new Error(`${line}: ${reply.error}`);
            return reply;
        },
        stop: () => child.stdin.end(),
    };
}

/**
 * A game that has come to a decision, as its journal and seed: every seat takes the first legal action that its
 * earliest wish matches, until the phase matches `until` and the view of everything `fits`. Dice come from seeds,
 * one after the other until one leads there: so no test hangs on what the dice bring.
 */
export async function gameTo({ game = 'p77', scenario = '', options = '', wishes, until, fits = () => true, most = 1500 }) {
    const engine = startEngine();
    try {
        for (let seed = 1; seed <= 40; seed++) {
            let now = await engine.ask(`new ${[game, scenario, options].filter(Boolean).join(' ')} seed ${seed}`);
            for (let i = 0; i < most && !now.over; i++) {
                if (new RegExp(until).test(now.phase) && fits((await engine.ask('view all')).view, now)) return { seed, journal: (await engine.ask('journal')).journal };
                const actions = (await engine.ask('actions')).actions.sort(); // as quick does: a view has no order
                const mine = Array.isArray(wishes) ? wishes : wishes[now.seat];
                const action = mine.map(w => actions.find(a => new RegExp(w).test(a))).find(Boolean);
                if (!action) throw new Error(`no wish of ${now.seat} for ${actions.slice(0, 5).join(', ')}`);
                now = await engine.ask(`do ${action}`);
            }
        }
    } finally { engine.stop(); }
    throw new Error(`no seed leads to ${until}`);
}

export const journalTo = async where => (await gameTo(where)).journal;

/** A table that goes on from there. */
export const tableFrom = async (page, journal, seats) => (await call(page, '/api/import', { journal, seats })).table;

export async function openTable(page, table, query = '') {
    await page.goto('about:blank'); // a new load, with the cookie of now
    await page.goto(`/#/table/${table.id}${query}`);
    await page.waitForSelector('.place');
}

/**
 * Quick play from inside the page, by a socket of its own: takes the first legal action that the
 * earliest wish matches, until the phase of the decision, whoever has it, matches `until`, or the
 * game is over.
 */
export function quick(page, table, seat, wishes, until = '^$') {
    return page.evaluate(({ id, seat, wishes, until }) => new Promise((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`, 'musket');
        let view = {}, n = 0, count = 0, asked = -1;
        const stop = why => { socket.close(); resolve({ why, count }); };
        const decide = () => {
            const prompt = view['prompt:now'];
            if (!prompt) return until === '^$' || /over/.test(until) ? stop('over') : reject(new Error(`the game was over before ${until}`));
            if (new RegExp(until).test(prompt.phase)) return stop(prompt.phase);
            const actions = Object.keys(view).filter(k => k.startsWith('action:')).map(k => k.slice(7)).sort();
            if (!actions.length || asked === n) return;
            for (const wish of wishes) {
                const action = actions.find(a => new RegExp(wish).test(a));
                if (!action) continue;
                asked = n;
                count++;
                socket.send(JSON.stringify({ t: 'do', n, action }));
                return;
            }
            reject(new Error(`no wish for ${actions.slice(0, 5).join(', ')}`));
        };
        socket.onopen = () => socket.send(JSON.stringify({ t: 'join', table: id, seat }));
        socket.onclose = e => reject(new Error(`the connection of ${seat} was closed (${e.code})`)); // too late for who has stopped
        socket.onmessage = message => {
            const frame = JSON.parse(message.data);
            if (frame.t === 'joined') { view = frame.view; n = frame.n; asked = -1; decide(); }
            else if (frame.t === 'view') {
                for (const key in frame.delta) frame.delta[key] === null ? delete view[key] : view[key] = frame.delta[key];
                n = frame.n;
                decide();
            } else if (frame.t === 'refused' && frame.reason !== 'stale') reject(new Error(frame.text));
            else if (frame.t === 'error') reject(new Error(frame.text));
        };
    }), { id: table.id, seat, wishes, until });
}

/** Whatever leads to the end of the game soon. */
export const hurry = ['^finish$', '^cease$', '^first american', '^withdraw$', '^fire ', '^halt$', '^ready$', '.'];
/** A handful of Americans at Wilmington, a militia where the British come. */
export const americanSetUp = ['^place m_rodney coochs_bridge', '^place m_\\S+ (hockessin|kennetsquare|mount_holly|salem|trappe|skippack|paoli|goshen)',
                              '^place a_(weedon|scott|stone|nash|art1) wilmington', '^place a_\\S+ philadelphia', '^place'];

/** British to Wilmington, for a large battle. */
export const toWilmington = ['^first british', '^lead howe', '^take b_(gren|light|guards|art1)', '^go wilmington', '^go newport', '^go christiana', '^go coochs_bridge',
                             '^retreat', '^stand', '^fire', '^cease', '^finish', '^(?!withdraw)'];
export const idle = ['^place', '^first british', '^finish', '^stand', '^fire', '^cease', '^retreat', '.'];

let movement;
/** Howe at Head of Elk, in his first movement: the journal. */
export const toMovement = () => movement ??= journalTo({ wishes: { british: ['^first british', '.'], american: [...americanSetUp, '^first british', ...idle] }, until: '^movement$',
                                                         fits: (view, now) => now.seat === 'british' });

/** Campaigns of 1777: Burgoyne goes straight to Fort Ticonderoga and fights. */
export const toTiconderoga = ['^first burgoyne', '^take regular', '^go fort_ticonderoga', '^go crown_point', '^go isle_aux_noix', '^go st_johns',
                              '^finish', '^halt', '^ready', '^fight', '.'];
/** Stands where he stands. */
export const still1777 = ['^finish', '^ready', '^halt', '.'];
/** Nobody marches: whatever leads to the end soon. */
export const hurry1777 = ['^finish', '^halt', '^ready', '^fight', '^decline', '.'];

/** Where a place lies on the screen. An empty hex is no element: the board says how it lies to two places that are. */
async function spotOn(page, id) {
    const address = JSON.parse(page.frames_seen.find(f => f.includes('"t":"joined"'))).board, board = await (await page.request.get(address)).json();
    const drawn = await page.evaluate(() => [...document.querySelectorAll('.place')].map(p => { const { e, f } = p.getScreenCTM(); return [p.dataset.place, e, f]; }));
    const { left, top } = await page.locator('.board').evaluate(node => node.getBoundingClientRect()), at = board[`place:${id}`];
    return ['x', 'y'].map((axis, i) => {
        const [a, b] = drawn.map(d => [board[`place:${d[0]}`]?.[axis], d[i + 1]]).filter(d => d[0] !== undefined).reduce(([low, high], d) => [d[0] < low[0] ? d : low, d[0] > high[0] ? d : high], [[Infinity], [-Infinity]]);
        return a[1] + (at[axis] - a[0]) * (b[1] - a[1]) / (b[0] - a[0]);
    }).map((n, i) => n - [left, top][i]);
}

/** A place of the map, clicked where it lies: the middle between it and its name may be neither. */
export const placeOn = (page, id) => ({
    click: async (options = {}) => {
        const place = page.locator(`[data-place="${id}"]`);
        if (!await place.count()) { const [x, y] = await spotOn(page, id); await page.locator('.board').click({ ...options, position: { x, y } }); return; }
        const all = await place.boundingBox(), hit = await place.locator('.hit').boundingBox();
        await place.click({ ...options, position: { x: hit.x + hit.width / 2 - all.x, y: hit.y + hit.height / 2 - all.y } });
    },
    /** A finger rests there until it is seen what that shows. */
    hold: async seen => {
        const [x, y] = await spotOn(page, id), { left, top } = await page.locator('.board').evaluate(node => node.getBoundingClientRect());
        const cdp = await page.context().newCDPSession(page);
        await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: left + x, y: top + y }] });
        await seen();
        await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
    hover: async () => { const [x, y] = await spotOn(page, id); await page.locator('.board').hover({ position: { x, y } }); },
});

/** One action by a click on what the page offers: pieces first, then buttons. Looked for and clicked at one moment.
 * null: nothing is offered. */
export async function clickSomething(page) {
    if (await page.locator('[data-together="deploy"]').isVisible()) {
        await page.click('[data-together="deploy"]');
        await page.click('[data-take-advice]');
        await page.waitForFunction(() => document.querySelector('.prompt-text')?.dataset.phase !== 'deploy' || !document.querySelector('.prompt.mine'));
        return 'deploy';
    }
    const done = await page.evaluate(whats => {
        for (const what of whats) {
            const found = [...document.querySelectorAll(what)].find(node => node.checkVisibility() && !node.disabled);
            if (!found) continue;
            const now = { what, n: document.querySelector('.table').dataset.n, side: document.querySelector('.side')?.textContent };
            found.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
            return now;
        }
        return null;
    }, ['.prompt [data-action=withdraw]', '.prompt [data-action=cease]', '.menu [data-action^="fire"]', '.menu [data-action]', '.cell.target button.cell-name',
        '.battle button.piece.target', '.stack button.piece.target', '.place.target', '.prompt .buttons [data-action]']);
    // Done, or something is chosen and the page says what for; a click on what was chosen already changes nothing.
    if (done) await page.waitForFunction(({ n, side }) => document.querySelector('.table')?.dataset.n !== n || document.querySelector('.menu') ||
        document.querySelector('.side')?.textContent !== side, done, { timeout: 5000 }).catch(() => undefined);
    return done?.what ?? null;
}

/** Waits for what happens outside of the page: what it has sent, for example. */
export async function until(happens) {
    for (const end = Date.now() + 120_000; !happens();) {
        if (Date.now() > end) throw new Error(`it did not happen: ${happens}`);
        await new Promise(done => setTimeout(done, 20));
    }
}

export const settled = page => page.evaluate(() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r))));

export function assertQuiet(page) {
    if (page.errors.length) throw new Error(`the page failed: ${page.errors.join('\n')}`);
}

/** No serious finding of axe-core on the page as it is. */
export async function axe(page, name) {
    await page.addScriptTag({ path: axeSource });
    const found = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations
        .filter(v => v.impact === 'serious' || v.impact === 'critical')
        .map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.target.join(' ')).join('; ')}`));
    assert.deepEqual(found, [], name);
}
