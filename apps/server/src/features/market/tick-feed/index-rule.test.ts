/**
 * Goal: no single bad exchange moves the index, and too few good ones give none. Method: laws over
 * random quotes, with one source that says anything at all.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { INDEX_RULES, indexPrice, quorumOf, type Quote, type TickQuotes } from './index-rule.ts';

const rules = INDEX_RULES[1]!;
const BTC = 90_000;

const priceOf = (quotes: TickQuotes, last: { price: number; sinceMs: number } | null = null) =>
  indexPrice('BTC', quotes, { rules, last });
const saying = (quote: Quote, silentMs: number | null = 100) => ({ silentMs, coins: { BTC: quote } });
const around = (middle: number): Quote => [middle - 1, middle + 1, 50, 20];
const silent = { silentMs: null, coins: {} };

/** A fresh source within a thousandth of the truth. */
const good = fc.double({ min: 0.999, max: 1.001, noNaN: true }).map((part) => saying(around(BTC * part)));
const anyNumber = fc.oneof(
  fc.double(),
  fc.double({ min: 0.5, max: 2, noNaN: true }).map((part) => BTC * part),
);
const nearly = fc.double({ min: 0.99, max: 1.01, noNaN: true }).map((part) => BTC * part);
/** Says anything: crossed, wild, NaN, stale, replayed, or a plausible lie. */
const bad = fc.record({
  silentMs: fc.oneof(fc.constant(null), fc.double({ min: 0, max: 10_000, noNaN: true })),
  coins: fc.oneof(
    fc.constant({}),
    fc
      .tuple(
        anyNumber,
        anyNumber,
        fc.nat(60_000),
        fc.oneof(fc.constant(null), fc.integer({ min: -9000, max: 9000 })),
      )
      .map((quote): { BTC: Quote } => ({ BTC: quote })),
    fc.oneof(anyNumber, nearly).map((middle): { BTC: Quote } => ({ BTC: around(middle) })),
  ),
});
const named = (sources: readonly TickQuotes[string][]): TickQuotes =>
  Object.fromEntries(sources.map((source, i) => [`s${i}`, source]));
const middlesOf = (sources: readonly TickQuotes[string][]) =>
  sources.map(({ coins }) => (coins['BTC']![0] + coins['BTC']![1]) / 2);

test('R10.1 market I6 one bad source of three or more leaves the index among the good ones', () => {
  let bent = 0;
  const property = fc.property(fc.array(good, { minLength: 2, maxLength: 5 }), bad, (goods, liar) => {
    const price = priceOf(named([liar, ...goods]));
    const middles = middlesOf(goods);
    assert.ok(price !== null, 'the good ones are enough');
    assert.ok(price >= Math.min(...middles) && price <= Math.max(...middles), `${price}`);
    if (price !== priceOf(named([silent, ...goods]))) bent++;
  });
  fc.assert(property, { numRuns: 2000 });
  assert.ok(bent > 0, 'some liars were near enough to be counted');
});

test('R10.1 market I6 good ones that differ by more than may agree are no opening for a bad one', () => {
  const exact = (middle: number) => saying([middle - 0.001, middle + 0.001, 50, 20]);
  // Less than 0.5 % above the higher one, which puts the lower one out.
  assert.equal(priceOf(named([100, 100.6, 101.1].map(exact))), 100.6);
  const apart = fc.double({ min: 100, max: 101.2, noNaN: true });
  const lie = fc.double({ min: 99, max: 102.5, noNaN: true });
  fc.assert(
    fc.property(fc.array(apart, { minLength: 2, maxLength: 5 }), lie, (goods, liar) => {
      const price = priceOf(named([liar, ...goods].map(exact)));
      const [low, high] = [Math.min(...goods) - 1e-9, Math.max(...goods) + 1e-9];
      assert.ok(price === null || (price >= low && price <= high), `${price}`);
    }),
    { numRuns: 2000 },
  );
});

test('R10.1 market I6 of two that count a bad one moves the index by at most what may differ', () => {
  fc.assert(
    fc.property(good, bad, (honest, liar) => {
      const [middle] = middlesOf([honest]);
      const price = priceOf(named([honest, liar]));
      const mayDiffer = ((price ?? 0) * rules.agreePpm * (1 + 1e-9)) / 1e6;
      assert.ok(price === null || Math.abs(price - middle!) <= mayDiffer);
    }),
    { numRuns: 2000 },
  );
});

test('R10.1 market I6 fewer than more than half of the sources give no price', () => {
  for (const count of [1, 2, 3, 4, 5])
    for (let fresh = 0; fresh <= count; fresh++) {
      const sources = Array.from({ length: count }, (_, i) => (i < fresh ? saying(around(BTC)) : silent));
      assert.equal(priceOf(named(sources)) !== null, fresh >= quorumOf(count), `${fresh} of ${count}`);
    }
});

test('R10.1 market I6 each rule puts a quote out by itself', () => {
  const outs: Record<string, TickQuotes[string]> = {
    crossed: saying([BTC + 1, BTC - 1, 50, 20]),
    locked: saying([BTC, BTC, 50, 20]),
    negative: saying([-1, BTC, 50, 20]),
    endless: saying([BTC, Infinity, 50, 20]),
    none: saying([NaN, NaN, 50, 20]),
    wide: saying([BTC * 0.98, BTC * 1.02, 50, 20]),
    old: saying([BTC - 1, BTC + 1, rules.ageMsMax + 1, 20]),
    silent: saying(around(BTC), rules.silentMsMax + 1),
    replayed: saying([BTC - 1, BTC + 1, 50, rules.lagMsMax + 1]),
    future: saying([BTC - 1, BTC + 1, 50, -rules.lagMsMax - 1]),
    unspoken: saying(around(BTC), null),
  };
  assert.equal(priceOf({ one: saying(around(BTC)) }), BTC);
  for (const [name, source] of Object.entries(outs)) assert.equal(priceOf({ one: source }), null, name);
});

test('R10.1 market I6 a jump that only one source saw waits; one that two agree on does not', () => {
  const jumped = saying(around(BTC * 1.2));
  const last = (sinceMs: number) => ({ price: BTC, sinceMs });
  assert.equal(priceOf({ one: jumped }, last(1000)), null);
  assert.equal(priceOf({ one: jumped }, last(rules.jumpMs)), BTC * 1.2);
  assert.equal(priceOf({ one: jumped, two: jumped }, last(1000)), BTC * 1.2);
  assert.equal(priceOf({ one: jumped, two: saying(around(BTC)), three: silent }, last(1000)), null);
});

test('R10.1 market I6 a price without an end does not count, though no spread is wider than it', () => {
  const goods = { one: saying(around(BTC)), two: saying(around(BTC + 100)) };
  for (const ask of [Infinity, NaN])
    assert.equal(priceOf({ ...goods, liar: saying([BTC, ask, 50, 20]) }), BTC + 50);
});
