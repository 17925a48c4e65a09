// A table of a game that does not exist, for what no game at hand has yet: a hex map of 2,929 hexes (101 columns of
// 29), 400 stacks, 300 legal targets. The page is the real one; the server's part is played here.

const columns = 101, rows = 29, across = 100; // across: from side to side, in the board's units
export const place = (column, row) => `h${String(column).padStart(3, '0')}${String(row).padStart(2, '0')}`;

/** The same numbers every time. */
function lots(seed) {
    let s = seed;
    return below => { s = (Math.imul(s, 1664525) + 1013904223) >>> 0; return Math.floor(s / 2 ** 32 * below); };
}

/** Hills and dales: a sum of waves. */
const height = (x, y) => Math.sin(x / 9 + 1.3) + Math.cos(y / 5 - x / 23) + 0.6 * Math.sin((x + 2 * y) / 7) + 0.35 * Math.sin(x / 2.1) * Math.cos(y / 1.7);
const shore = (x, y) => y - 17 - 5 * Math.sin(x / 17) - 2.2 * Math.sin(x / 5.3) + (x - 50) / 14;

function terrain(c, r) {
    if (shore(c, r) > 3.5) return 'sea';
    if (Math.hypot((c - 31) / 5, (r - 6) / 2.2) < 1) return 'lake';
    const h = height(c, r);
    return h > 1.55 ? 'mountain' : h > 1 ? 'hill' : h < -1.25 && shore(c, r) > -4 ? 'swamp' : h > -0.2 ? 'wood' : 'clear';
}

/** A hex as the page places it: 40 units from side to side, 36 of paper around. */
const onSheet = id => { const c = Number(id.slice(1, 4)), r = Number(id.slice(4)); return [36 + c * 40 * Math.sqrt(3) / 2, 36 + (r + below(c)) * 40]; };

const below = c => (c % 2 ? 0.5 : 0); // odd columns lie half a hex lower
const neighbours = (c, r) => [[c, r + 1], [c + 1, r + (c % 2)], [c + 1, r + (c % 2) - 1]].filter(([x, y]) => x < columns && y >= 0 && y < rows);
const towns = ['Albany', 'Boston', 'Charlestown', 'Hartford', 'New York', 'Norfolk', 'Philadelphia', 'Quebec', 'Savannah', 'Williamsburg'];

export function dummyBoard() {
    const board = {}, lot = lots(7);
    for (let c = 0; c < columns; c++)
        for (let r = 0; r < rows; r++)
            board[`place:${place(c, r)}`] = { name: `${c}.${r}`, kind: 'hex', x: Math.round(c * across * Math.sqrt(3) / 2), y: Math.round((r + below(c)) * across), terrain: terrain(c, r) };
    for (const name of towns) {
        let c, r;
        do [c, r] = [lot(columns), lot(rows)]; while (!['clear', 'wood'].includes(terrain(c, r)));
        Object.assign(board[`place:${place(c, r)}`], { name, town: 1 });
    }
    // Rivers: along the sides between hexes of which one lies on this bank and one on that.
    const bank = (c, r) => Math.floor((c + 2.5 * Math.sin(r / 3) + 1.5 * Math.sin(r * 1.7)) / 13);
    for (let c = 0; c < columns; c++)
        for (let r = 0; r < rows; r++)
            for (const [x, y] of neighbours(c, r))
                if (bank(c, r) !== bank(x, y) && [terrain(c, r), terrain(x, y)].every(t => t !== 'sea' && t !== 'lake'))
                    board[`side:${place(c, r)}-${place(x, y)}`] = { a: place(c, r), b: place(x, y), kind: 'river' };
    return board;
}

/** The same with points at the top of the hexes: the board turned over its corner. */
export function turned(board) {
    return Object.fromEntries(Object.entries(board).map(([key, f]) => [key, f.x === undefined ? f : { ...f, x: f.y, y: f.x }]));
}

/** 400 stacks of one to five, and 300 hexes to which one of them may go. */
export function dummyView(stacks = 400, targets = 300) {
    const view = { 'seat:british': { name: 'British', number: 0, decides: 1 }, 'seat:american': { name: 'American', number: 1 },
                   'number:turn': { label: 'Turn', value: 3, max: 20 },
                   'prompt:now': { seat: 'british', phase: 'march', text: 'British: move a unit', rule: 'hex.1' } };
    const lot = lots(11), taken = new Set();
    const free = () => {
        for (;;) {
            const c = lot(columns), r = lot(rows), id = place(c, r);
            if (terrain(c, r) === 'sea' || terrain(c, r) === 'lake' || taken.has(id)) continue;
            taken.add(id);
            return id;
        }
    };
    let unit = 0;
    for (let i = 0; i < stacks; i++) {
        const at = free(), owner = lot(2) ? 'american' : 'british', count = 1 + lot(5);
        for (let k = 0; k < count; k++)
            view[`piece:u${++unit}`] = { place: at, owner, name: `${unit}th`, type: k === 0 && lot(4) === 0 ? 'leader' : ['infantry', 'cavalry', 'artillery'][lot(3)], strength: 1 + lot(8) };
    }
    taken.clear();
    for (let i = 0; i < targets; i++) {
        const at = free();
        view[`action:march u1 ${at}`] = { label: `March to ${at}`, verb: 'march', number: i, a: 'u1', a_kind: 'unit', b: at, b_kind: 'hex' };
    }
    return view;
}

const game = { id: 'hexes', title: 'A hex map', rules_version: 1, board: '/api/games/hexes/board?v=1', scenarios: [{ id: 'all', title: 'All', summary: '' }], options: [],
               seats: ['british', 'american'].map(id => ({ id, title: id[0].toUpperCase() + id.slice(1), summary: '' })), verbs: [{ name: 'march', kinds: ['unit', 'hex'] }], bots: [] };
const table = { id: '1', game: 'hexes', scenario: 'all', options: {}, title: '', public: false, state: 'playing', owner: 'anna', created: 0, changed: 0, n: 1, turn: 'british',
                seats: ['british', 'american'].map(seat => ({ seat, player: 'anna', state: 'taken', here: true })), clock: null, mine: ['british'], my_turn: true, invited: false,
                paused: false, outcome: null, upgraded: false };

/** Where a hex is on the screen. */
export const spot = (page, id) => page.evaluate(([x, y]) => {
    const at = new DOMPoint(x, y).matrixTransform(document.querySelector('.picture svg[role=group] > g').getScreenCTM());
    return [at.x, at.y];
}, onSheet(id));

/** Opens the table; what it returns sends changes of the view as the server would, and remembers what the page sent. */
export async function openHexes(page, view = dummyView(), board = dummyBoard()) {
    const sent = [];
    let socket, n = 1;
    await page.route('**/api/games', route => route.fulfill({ json: { games: [game] } }));
    await page.route('**/api/games/hexes/board*', route => route.fulfill({ json: board }));
    await page.routeWebSocket(/\/ws/, ws => {
        socket = ws;
        ws.onMessage(message => sent.push(JSON.parse(String(message))));
        ws.send(JSON.stringify({ t: 'hello', user: null, version: '0' }));
        ws.send(JSON.stringify({ t: 'joined', table, seat: 'british', n, entries: 0, board: game.board, view, undo: 0, log: [], more: false, chat: [], notes: '', proposal: null, clock: null }));
    });
    await page.goto('/#/table/1');
    await page.waitForSelector('.place');
    return { sent, change: (delta, events = []) => socket.send(JSON.stringify({ t: 'view', n: ++n, entries: n, seat: 'british', what: 'action', delta, events, undo: 0 })) };
}
