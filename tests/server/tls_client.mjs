// The server over TLS, as a browser has it: a page by HTTPS, then a WebSocket on which many frames
// come in one piece. Prints "fine" when all of them were answered.
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

https.get({ ...where, path: "/" }, (page) => {
    if (page.statusCode !== 200) fail(`the page has status ${page.statusCode}`);
    page.resume();
    https.request({
        ...where, path: "/ws",
        headers: {
            Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": crypto.randomBytes(16).toString("base64"),
            "Sec-WebSocket-Protocol": "musket",
        },
    }).on("upgrade", talk).on("error", (e) => fail(e.message)).end();
}).on("error", (e) => fail(e.message));
