// Web Push: the page asks, the server sends to a sink of ours what only the browser's keys can read, signed; and
// the service worker shows it. The other end is Node's own cryptography.
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import test, { after, before } from 'node:test';
import { assertQuiet, axe, call, newPage, newPlayer, newTable, openTable, startBrowser, startServer } from './harness.mjs';

let server, browser, sink;
before(async () => {
    sink = await startSink();
    server = await startServer(['--push-local', '--push-after', '0', '--base-url', 'https://play.example.org']);
    browser = await startBrowser();
});
after(async () => { await browser.close(); await server.stop(); await sink.stop(); });

/** A push service: keeps what it is sent; `next` waits for one to an address. */
async function startSink() {
    const got = [], waiting = [];
    const http = createServer((request, answer) => {
        const chunks = [];
        request.on('data', c => chunks.push(c));
        request.on('end', () => {
            got.push({ path: request.url, headers: request.headers, body: Buffer.concat(chunks) });
            answer.writeHead(request.url.startsWith('/gone') ? 410 : 201).end();
            for (const look of waiting.splice(0)) look();
        });
    });
    await new Promise(done => http.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${http.address().port}`;
    const next = path => new Promise(done => {
        const look = () => {
            const at = got.findIndex(m => m.path === path);
            if (at >= 0) done(got.splice(at, 1)[0]);
            else waiting.push(look);
        };
        look();
    });
    return { url, got, next, stop: () => new Promise(done => { http.close(done); http.closeAllConnections(); }) };
}

/** What a browser has: keys that nobody else knows. */
function receiver() {
    const keys = createECDH('prime256v1'), auth = randomBytes(16);
    keys.generateKeys();
    return { p256dh: keys.getPublicKey().toString('base64url'), auth: auth.toString('base64url'), read: body => decrypt(keys, auth, body) };
}

/** RFC 8291 from the other side. */
function decrypt(keys, auth, body) {
    const salt = body.subarray(0, 16), size = body.readUInt32BE(16), sender = body.subarray(21, 21 + body[20]), sealed = body.subarray(21 + body[20]);
    assert.equal(size, 4096);
    assert.equal(body[20], 65);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
    const mixed = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
    const derive = (what, n) => Buffer.from(hkdfSync('sha256', mixed, salt, Buffer.from(`Content-Encoding: ${what}\0`), n));
    const open = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    open.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
    assert.equal(text[text.length - 1], 2, 'the last record');
    return JSON.parse(text.subarray(0, -1).toString());
}

/** RFC 8292: who sends is who he says, and means this service, now. */
function checkSender(headers, key, origin) {
    const [, token, named] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization);
    assert.equal(named, key);
    const point = Buffer.from(named, 'base64url'), [head, claims, signature] = token.split('.');
    const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') } });
    assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')), 'signed');
    assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url')), { typ: 'JWT', alg: 'ES256' });
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url'));
    assert.equal(aud, origin);
    assert.equal(sub, 'https://play.example.org');
    assert.ok(exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 86400);
}

const keyOf = async page => (await (await page.request.get('/api/push')).json()).key;

test('who is not here is told that it is his turn: encrypted for him, signed by us, once', async () => {
    const anna = await newPlayer(browser, server, 'Anna'), bert = await newPlayer(browser, server, 'Bert'), keys = receiver();
    await call(bert, '/api/push', { endpoint: `${sink.url}/bert`, p256dh: keys.p256dh, auth: keys.auth });
    const table = await newTable(anna, { british: 'me', american: `player:${bert.player}` });
    const invitation = await sink.next('/bert');
    assert.deepEqual(keys.read(invitation.body), { title: 'An invitation', body: `${anna.player} invites you to a game of Philadelphia 1777.`, table: table.id });
    await call(bert, `/api/tables/${table.id}/join`, { seat: 'american' });
    const turn = await sink.next('/bert');
    assert.deepEqual(keys.read(turn.body), { title: 'Your turn', body: 'It is your turn in Philadelphia 1777, as the Americans.', table: table.id });
    checkSender(turn.headers, await keyOf(bert), sink.url);
    assert.equal(turn.headers['content-encoding'], 'aes128gcm');
    assert.equal(turn.headers.topic, table.id);
    assert.ok(Number(turn.headers.ttl) > 0);
    await openTable(bert, table); // he comes and does something
    await bert.click('[data-together="place"]');
    await bert.click('[data-take-advice]');
    await bert.waitForFunction(() => !document.querySelector('[aria-label="To be placed"]'));
    assert.equal(sink.got.length, 0, 'once for each wait, and not while he is here');
    assertQuiet(bert);
    await anna.context().close();
    await bert.context().close();
});

test('a browser that is reached no more is forgotten, and so is one whose session has ended', async () => {
    const host = await newPlayer(browser, server, 'Host'), away = await newPlayer(browser, server, 'Away'), keys = receiver();
    const subscribe = endpoint => call(away, '/api/push', { endpoint, p256dh: keys.p256dh, auth: keys.auth });
    const invite = () => newTable(host, { british: 'me', american: `player:${away.player}` });
    await subscribe(`${sink.url}/gone`);
    await subscribe(`${sink.url}/stays`);
    await invite();
    await sink.next('/gone');
    await sink.next('/stays');
    const failures = async () => Number(/^musket_push_failures_total (\d+)/m.exec(await (await away.request.get('/metrics')).text())[1]);
    while (!await failures()); // until its answer was read
    await invite();
    await sink.next('/stays');
    assert.equal(sink.got.filter(m => m.path === '/gone').length, 0, 'not again');
    await call(away, '/api/push/forget', { endpoint: `${sink.url}/stays` });
    await call(away, '/api/push', { endpoint: `${sink.url}/session`, p256dh: keys.p256dh, auth: keys.auth });
    await call(away, '/api/logout', {});
    const other = receiver(), back = await newPage(browser, server);
    await call(back, '/api/login', { name: away.player, password: 'correct horse' });
    await call(back, '/api/push', { endpoint: `${sink.url}/back`, p256dh: other.p256dh, auth: other.auth });
    await call(host, `/api/tables/${(await newTable(host, { british: 'me', american: 'open' })).id}/invite`, { seat: 'american', player: away.player });
    await sink.next('/back');
    assert.equal(sink.got.filter(m => m.path === '/session').length, 0, 'what ended with its session');
    await host.context().close();
    await away.context().close();
    await back.context().close();
});

test('keys and addresses that are no good are refused', async () => {
    const page = await newPlayer(browser, server, 'Bad'), keys = receiver();
    const status = async body => (await page.request.post('/api/push', { data: body })).status();
    assert.equal(await status({ endpoint: 'ftp://127.0.0.1/x', p256dh: keys.p256dh, auth: keys.auth }), 400);
    assert.equal(await status({ endpoint: `${sink.url}/x`, p256dh: keys.p256dh, auth: 'short' }), 400);
    assert.equal(await status({ endpoint: `${sink.url}/x`, p256dh: `${keys.p256dh.slice(0, -2)}AA`, auth: keys.auth }), 400);
    assert.equal(await status({ endpoint: `${sink.url}/${'x'.repeat(600)}`, p256dh: keys.p256dh, auth: keys.auth }), 400);
    const strict = await startServer(), outside = await newPage(browser, strict); // as everyone runs it
    await call(outside, '/api/guest', {});
    for (const endpoint of [`${sink.url}/x`, 'https://127.0.0.1/x', 'https://169.254.169.254/x', 'https://[::1]/x', 'https://localhost/x'])
        assert.equal((await outside.request.post('/api/push', { data: { endpoint, p256dh: keys.p256dh, auth: keys.auth } })).status(), 400, endpoint);
    await outside.context().close();
    await strict.stop();
    await page.context().close();
});

test('the setting of the page: asks the browser, tells the server, and takes it back', async () => {
    const page = await newPlayer(browser, server, 'Set', { permissions: ['notifications'] }), host = await newPlayer(browser, server, 'Host'), keys = receiver();
    await page.addInitScript(({ endpoint, p256dh, auth }) => { // no push service is reached from here
        let on = false;
        const subscription = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }), unsubscribe: async () => { on = false; return true; } };
        PushManager.prototype.subscribe = async options => { on = true; window.asked = options; return subscription; };
        PushManager.prototype.getSubscription = async () => (on ? subscription : null);
        Notification.requestPermission = async () => 'granted';
    }, { endpoint: `${sink.url}/page`, ...keys });
    await page.goto('/#/account');
    await page.check('[name=notify]');
    await page.waitForSelector('text=Also when no page of Musket is open.');
    await axe(page, 'settings');
    assert.equal(Buffer.from(await page.evaluate(() => [...window.asked.applicationServerKey])).toString('base64url'), await keyOf(page));
    assert.equal(await page.evaluate(() => window.asked.userVisibleOnly), true);
    await newTable(host, { british: 'me', american: `player:${page.player}` });
    await page.waitForFunction(() => document.querySelector('.brand'));
    await page.uncheck('[name=notify]');
    await page.waitForSelector('text=Also when the page is closed, if the browser can.');
    assert.equal(sink.got.filter(m => m.path === '/page').length, 0, 'he is here');
    assertQuiet(page);
    await page.context().close();
    await host.context().close();
});

test('the service worker shows what comes, and a click leads to the table', async () => {
    const page = await newPlayer(browser, server, 'Work', { permissions: ['notifications'] });
    await page.goto('/');
    const client = await page.context().newCDPSession(page);
    const registered = new Promise(done => client.on('ServiceWorker.workerRegistrationUpdated', e => { if (e.registrations.length) done(e.registrations[0].registrationId); }));
    await client.send('ServiceWorker.enable');
    await page.evaluate(async () => { await navigator.serviceWorker.register('/sw.js'); await navigator.serviceWorker.ready; });
    await client.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId: await registered,
                                                           data: JSON.stringify({ title: 'Your turn', body: 'It is your turn.', table: 'abcdefghij' }) });
    const shown = await page.evaluate(async () => { // a promise would count as true for waitForFunction
        for (;;) {
            const notes = await (await navigator.serviceWorker.ready).getNotifications();
            if (notes.length) return notes.map(n => [n.title, n.body, n.tag]);
            await new Promise(r => setTimeout(r, 50));
        }
    });
    assert.deepEqual(shown, [['Your turn', 'It is your turn.', 'abcdefghij']]);
    const worker = page.context().serviceWorkers()[0] ?? await page.context().waitForEvent('serviceworker');
    await worker.evaluate(async () => {
        const [notification] = await self.registration.getNotifications();
        self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    });
    await page.waitForFunction(() => location.hash === '#/table/abcdefghij'); // to the table, in the page that is open
    assertQuiet(page);
    await page.context().close();
});
