/**
 * Goal: no text of the tick chart covers the line of ticks or another text while there is room.
 * Method: small scenes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf, placeLabels, textWidth, type Box, type LabelWish } from './label-places.ts';

const wish: LabelWish = { width: 100, height: 30, lefts: [200], top: 10, from: 0, to: 270 };
const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

test('R2.17 seconds contract: a label takes its preferred position if that is free', () => {
  assert.deepEqual(placeLabels([wish], []), [{ left: 200, top: 10, width: 100, height: 30 }]);
  const elsewhere = { left: 400, top: 0, width: 50, height: 300 };
  assert.equal(placeLabels([wish], [elsewhere])[0]?.top, 10);
});
test('R2.17 seconds contract: the label of the opening tick is clear of the line of ticks, whichever way the price goes', () => {
  for (const ys of [
    [20, 25, 30, 22],
    [5, 60, 10, 40],
    [20, 150, 280, 150],
    [0, 290, 0, 290],
  ]) {
    const line = boxesOf(
      ys.map((y, i) => ({ x: 180 + i * 45, y })),
      4,
    );
    const [place] = placeLabels([{ ...wish, lefts: [200, 60] }], line);
    assert.ok(place !== undefined);
    assert.ok(!line.some((piece) => overlaps(place, piece)), JSON.stringify({ ys, place }));
  }
});
test('R2.17 seconds contract: labels make room for each other, in their order', () => {
  const places = placeLabels([wish, wish, wish], []);
  assert.equal(places[0]?.top, 10);
  places.forEach((place, i) => places.slice(i + 1).forEach((other) => assert.ok(!overlaps(place, other))));
});
test('R2.17 seconds contract: without room a label stays inside and covers as little as it can', () => {
  const wall = { left: 0, top: 0, width: 500, height: 290 };
  const [place] = placeLabels([wish], [wall]);
  assert.ok(place !== undefined && place.top === 270, JSON.stringify(place));
  assert.equal(placeLabels([{ ...wish, from: 5, to: 0 }], [])[0]?.top, 5);
});
test('R2.17 a Chinese text is estimated wider than an English one of the same length', () => {
  assert.equal(textWidth('开仓', 10), 20);
  assert.equal(textWidth('ab', 10), 12);
});
