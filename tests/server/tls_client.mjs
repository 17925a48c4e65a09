// The server over TLS, as a browser has it: a page by HTTPS, a session in a cookie that no other host
// can set, then a WebSocket on which many frames come in one piece. Prints "fine" when all is well.
import crypto from "node:crypto";
import https from "node:https";

const FRAMES = 100;
const where = { host: "127.0.0.1", port: Number(process.argv[2]), rejectUnauthorized: false };

function fail(text) {
    console.log(text);
    process.exit(1);
}
setTimeout(() => fail("no answer in time"), 10000).unref();

function ping() {
    const text = Buffer.from('{"t":"ping"}'), mask = crypto.randomBytes(4);
    const masked = text.map((byte, i) => byte ^ mask[i % 4]);
    return Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, masked]);
}

function talk(response, socket, head) {
    let got = head.toString("latin1");
    const look = () => {
        if (!got.includes('"t":"hello"')) return;
        if (got.split('{"t":"pong"}').length - 1 < FRAMES) return;
        console.log("fine");
        process.exit(0);
    };
    socket.on("data", (bytes) => { got += bytes.toString("latin1"); look(); });
    socket.write(Buffer.concat(Array.from({ length: FRAMES }, ping)));
}

function ask(path, { cookie, body } = {}) {
    return new Promise((resolve) => {
        const headers = { ...(cookie && { Cookie: cookie }), ...(body && { "Content-Type": "application/json" }) };
        https.request({ ...where, path, headers, method: body ? "POST" : "GET" }, (answer) => {
            let text = "";
            answer.on("data", (bytes) => { text += bytes; });
            answer.on("end", () => resolve({ status: answer.statusCode, text, headers: answer.headers }));
        }).on("error", (e) => fail(e.message)).end(body);
    });
}

const page = await ask("/");
if (page.status !== 200) fail(`the page has status ${page.status}`);
if (!page.headers["strict-transport-security"]) fail("browsers are not told to come back by HTTPS");

const guest = await ask("/api/guest", { body: "{}" });
const [given] = guest.headers["set-cookie"];
if (!/^__Host-musket=[0-9a-f]{48}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/.test(given)) fail(given);
const token = given.match(/=([0-9a-f]+)/)[1];
const name = JSON.parse(guest.text).user.name;
const me = async (cookie) => JSON.parse((await ask("/api/me", { cookie })).text).user?.name;
if (await me(`a=b; __Host-musket=${token}`) !== name) fail("the cookie is not known");
if (await me(`musket=${token}`)) fail("a cookie that another host may have set is believed");

https.request({
    ...where, path: "/ws",
    headers: {
        Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": crypto.randomBytes(16).toString("base64"),
        "Sec-WebSocket-Protocol": "musket",
    },
}).on("upgrade", talk).on("error", (e) => fail(e.message)).end();
