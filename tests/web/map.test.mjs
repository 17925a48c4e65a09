// The picture and the data: a road crosses on the map what the data say it crosses, and nothing else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { crossings, distance, inside, pointsOf } from '../../web/tools/geometry.mjs';

const read = path => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const data = read('data/p77/map.json'), drawing = read('web/src/games/p77/map.json');
const rivers = drawing.rivers.map(r => ({ id: r.id, line: pointsOf(r.line)[0] }));
const water = pointsOf(drawing.water);
const lineOf = road => pointsOf(drawing.roads.find(r => r.id === `${road.a}-${road.b}`).line)[0];
const { west, east, north, lat_scale } = data.frame;
const place = id => {
    const s = data.spaces.find(x => x.id === id);
    return [(s.lon - west) * 1000 / (east - west), (north - s.lat) * lat_scale / (east - west)];
};
/** Points close together along a line. */
const walk = line => line.slice(1).flatMap((b, i) => {
    const a = line[i], n = Math.ceil(distance(a, b));
    return Array.from({ length: n }, (_, k) => [a[0] + (b[0] - a[0]) * k / n, a[1] + (b[1] - a[1]) * k / n]);
});

test('every road of the data is drawn, between its two places', () => {
    assert.equal(drawing.roads.length, data.roads.length);
    for (const road of data.roads) {
        const line = lineOf(road);
        assert.ok(distance(line[0], place(road.a)) < 1, `${road.a} ${road.b} begins elsewhere`);
        assert.ok(distance(line[line.length - 1], place(road.b)) < 1.5, `${road.a} ${road.b} ends elsewhere`);
    }
});

test('a road crosses the river that the data name, once', () => {
    for (const road of data.roads.filter(r => r.crosses)) {
        const river = rivers.find(r => r.id === road.crosses);
        assert.equal(crossings(lineOf(road), river.line).length, 1, `${road.a} ${road.b} over ${road.crosses}`);
    }
});

test('a road crosses no other river', () => {
    for (const road of data.roads)
        for (const river of rivers)
            if (river.id !== road.crosses)
                assert.equal(crossings(lineOf(road), river.line).length, 0, `${road.a} ${road.b} crosses ${river.id}`);
});

test('a road goes through open water only where it crosses the Delaware', () => {
    for (const road of data.roads) {
        const wet = walk(lineOf(road)).filter(p => inside(water, p)).length;
        if (road.crosses === 'delaware') assert.ok(wet > 3, `${road.a} ${road.b} is no ferry`);
        else assert.ok(wet <= 1, `${road.a} ${road.b} is wet at ${wet} points`);
    }
});

test('every place stands on dry land', () => {
    for (const s of data.spaces) assert.ok(!inside(water, place(s.id)), `${s.id} is in the water`);
});

test('the bays and the estuary are where they are on the globe', () => {
    const at = (lon, lat) => [(lon * 1000 - west) * 1000 / (east - west), (north - lat * 1000) * lat_scale / (east - west)];
    assert.ok(inside(water, at(-75.53, 39.55)), 'the Delaware estuary off Salem');
    assert.ok(inside(water, at(-75.53, 39.44)), 'the head of Delaware Bay');
    assert.ok(inside(water, at(-75.99, 39.50)), 'the upper Chesapeake');
    assert.ok(inside(water, at(-75.1375, 39.905)), 'the Delaware at Philadelphia');
    assert.ok(!inside(water, at(-75.60, 40.05)) && !inside(water, at(-75.0, 39.7)), 'the country');
});
