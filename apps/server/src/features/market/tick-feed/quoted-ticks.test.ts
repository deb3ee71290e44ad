/**
 * Goal: ticks of exchanges outside come once a second and only move with good sources, whatever the
 * others do. Method: a day of seconds with a clock of the test and three sources of which one after
 * another is spoilt; and a recording that is replayed.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { SIMULATED_ASSETS } from '../simulated-source.ts';
import type { Quote, SourceQuotes } from './index-rule.ts';
import type { QuoteSource } from './quote-source.ts';
import { QuotedTicks } from './quoted-ticks.ts';
import { readRecording, recordedSources } from './recorded-source.ts';
import { TickLog, type SourceTick } from './tick-log.ts';
import { MoveWatch } from './tick-maker.ts';
import { Wildness } from './wildness.ts';

const START_MS = 1_795_000_000_000;
const DAY_S = 86_400;
const NOTHING = { tick: 0, tickMs: 0, prices: {} };

function tempFolder(context: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-quoted-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const sourceOf = (name: string, quotesAt: (nowMs: number) => SourceQuotes): QuoteSource => ({
  name,
  setCoins: () => {},
  quotesAt,
  candles: async () => Promise.resolve(null),
  stop: async () => {},
});

/** The price of the whole market. */
const truthAt = (ms: number): number => 90_000 * (1 + 0.1 * Math.sin(ms / 7_000_000));
const SPOILS: readonly ((middle: number) => SourceQuotes)[] = [
  () => ({ silentMs: null, coins: {} }),
  (middle) => said([middle - 1, middle + 1, 10, 5], 20_000),
  (middle) => said([middle + 9, middle - 9, 10, 5]),
  (middle) => said([middle * 1.2 - 1, middle * 1.2 + 1, 10, 5]),
  (middle) => said([middle * 0.6, middle * 1.4, 10, 5]),
  (middle) => said([middle * 0.9 - 1, middle * 0.9 + 1, 10, 600_000]),
  () => said([NaN, Infinity, 10, 5]),
  (middle) => said([middle - 1, middle + 1, 40_000, 5]),
];
const said = (quote: Quote, silentMs = 80): SourceQuotes => ({ silentMs, coins: { BTC: quote } });

test('R12.5 R11.6 market I6 a day of seconds has a tick each, none of which follows a bad source', () => {
  const names = ['one', 'two', 'three'];
  const sources = names.map((name, i) =>
    sourceOf(name, (nowMs) => {
      const middle = truthAt(nowMs) * (1 + 0.0004 * (i - 1));
      const second = Math.floor((nowMs - START_MS) / 1000);
      const isSpoilt = Math.floor(second / 37) % names.length === i;
      return isSpoilt
        ? SPOILS[Math.floor(second / 11) % SPOILS.length]!(middle)
        : said([middle - 1, middle + 1, 10, 5]);
    }),
  );
  const kept: SourceTick[] = [];
  const log = {
    last: () => kept.at(-1) ?? null,
    append: (ticks: readonly SourceTick[]) => void kept.push(...ticks),
  };
  const maker = new QuotedTicks({ sources, log, committed: NOTHING, coins: ['BTC'] });
  for (let s = 0; s < DAY_S; s++) maker.makeDue(START_MS + s * 1000 + (s % 40));
  assert.equal(kept.length, DAY_S);
  kept.forEach(({ tick, tickMs, prices }, s) => {
    assert.equal(tick, s + 1);
    assert.equal(tickMs, START_MS + s * 1000);
    const price = prices['BTC'] ?? NaN;
    assert.ok(Math.abs(price / truthAt(tickMs) - 1) < 0.0005, `second ${s}: ${price}`);
  });
});

test('R11.6 market I6 I7 too few good sources give a tick without a price; quiet ones a price to hold', () => {
  let silentMs: number | null = 80;
  const one = sourceOf('one', (nowMs) =>
    said([truthAt(nowMs) - 1, truthAt(nowMs) + 1, 10, 5], silentMs ?? 9e9),
  );
  const two = sourceOf('two', (nowMs) => said([truthAt(nowMs) - 1, truthAt(nowMs) + 1, 10, 5]));
  const log = { last: () => null, append: () => {} };
  const maker = new QuotedTicks({ sources: [one, two], log, committed: NOTHING, coins: ['BTC', 'ETH'] });
  const at = (s: number): SourceTick => maker.makeDue(START_MS + s * 1000)[0]!;
  assert.deepEqual([Object.keys(at(1).prices), at(2).stale], [['BTC'], []]);
  silentMs = 700;
  assert.deepEqual([Object.keys(at(3).prices), at(4).stale], [['BTC'], ['BTC']]);
  silentMs = null;
  assert.deepEqual([at(5).prices, at(6).stale], [{}, []]);
  // Missed seconds stay without a tick; their number does not.
  assert.deepEqual([at(60).tick, maker.makeDue(START_MS + 60_500)], [7, []]);
});

test('R10.1 market I8 a market is wilder in minutes that move more than its hours', () => {
  const wildness = new Wildness();
  const step = (size: number, second: number): number =>
    wildness.of({ BTC: second % 2 === 0 ? 100 : 100 + size });
  assert.equal(wildness.of({}), 1);
  let [calm, wild, dead] = [0, 0, 0];
  for (let s = 0; s < 20_000; s++) calm = step(0.01, s);
  for (let s = 0; s < 60; s++) wild = step(0.05, s);
  for (let s = 0; s < 600; s++) dead = step(0, s);
  assert.ok(Math.abs(calm - 1) < 0.01, `calm ${calm}`);
  assert.deepEqual([wild, dead], [2.5, 0.4]);
});

test('R12.6 a log of 0.2.0 opens, and its prices keep their coins', (context) => {
  const folder = tempFolder(context);
  const old = new DatabaseSync(path.join(folder, 'ticks.sqlite'));
  old.exec(`create table ticks (
      tick integer primary key, tick_ms integer not null, prices text not null, wildness real not null
    );
    create table source (singleton integer primary key check (singleton = 1), key blob not null);
    insert into ticks values (9, 1795000000000, '[90001.5,3100]', 1.25);`);
  old.close();
  const log = new TickLog(folder);
  const [btc, eth] = SIMULATED_ASSETS;
  const there = { tick: 9, tickMs: START_MS, wildness: 1.25, quoted: null, stale: [] };
  assert.deepEqual(log.last(), { ...there, prices: { [btc!.code]: 90_001.5, [eth!.code]: 3100 } });
  const quoted = { rules: 1, quotes: '{"one":{}}' };
  const next = { tick: 10, tickMs: START_MS + 1000, prices: { BTC: 1 }, wildness: 1, quoted, stale: ['BTC'] };
  log.append([next]);
  log.keepCoins(['BTC']);
  log.close();
  const again = new TickLog(folder);
  assert.deepEqual([again.last(), again.coins()], [next, ['BTC']]);
  again.close();
});

test('R7.3 a recording is replayed second by second, and ends in silence; a bad line is named', (context) => {
  const file = path.join(tempFolder(context), 'quotes.jsonl');
  const line = (bid: number) => JSON.stringify({ one: said([bid, bid + 2, 10, 5]) });
  writeFileSync(file, `${line(90_000)}\n${line(90_010)}\n`);
  const [one] = recordedSources(readRecording(file), START_MS);
  const bidAt = (ms: number) => one!.quotesAt(START_MS + ms).coins['BTC']?.[0];
  assert.deepEqual([bidAt(0), bidAt(999), bidAt(1000), bidAt(2000)], [90_000, 90_000, 90_010, undefined]);
  writeFileSync(file, `${line(90_000)}\n{"one":{"silentMs":"soon","coins":{}}}\n`);
  assert.throws(() => readRecording(file), /line 2 of .*silentMs/s);
  writeFileSync(file, `${line(90_000)}\n{"other":{"silentMs":1,"coins":{}}}\n`);
  assert.throws(() => readRecording(file), /line 2 of .*does not have the exchanges one/);
});

test('R10.1 market I8 D0043 a move between two ticks is told once, and not below a tenth of a percent', () => {
  let middle = 90_000;
  const quotes = (): SourceQuotes => said([middle - 1, middle + 1, 10, 5]);
  const sources = ['one', 'two'].map((name) => sourceOf(name, quotes));
  const log = { append: () => {}, last: () => null };
  const maker = new QuotedTicks({ sources, log, committed: NOTHING, coins: ['BTC', 'ETH'] });
  const watch = new MoveWatch();
  const look = (nowMs: number): readonly string[] => watch.look(maker, nowMs).coins;
  assert.deepEqual(look(START_MS), [], 'there is no tick yet');
  maker.makeDue(START_MS);
  middle *= 1.0009;
  assert.deepEqual(look(START_MS + 200), []);
  middle = 90_000 * 1.0011;
  assert.deepEqual(look(START_MS + 400), ['BTC']);
  assert.deepEqual(look(START_MS + 600), [], 'it was told');
  maker.makeDue(START_MS + 1_000);
  assert.deepEqual(look(START_MS + 1_200), [], 'the tick has the new price');
  middle = 90_000;
  assert.deepEqual(look(START_MS + 1_400), ['BTC']);
  assert.deepEqual(watch.look(maker, START_MS + 1_600), { tick: 2, coins: [] });
});

test('R10.1 market I8 D0043 a coin without a price in the last tick has not moved', () => {
  let [middle, silentMs] = [90_000, 80];
  const one = sourceOf('one', () => said([middle - 1, middle + 1, 10, 5]));
  const two = sourceOf('two', () => said([middle - 1, middle + 1, 10, 5], silentMs));
  const log = { append: () => {}, last: () => null };
  const maker = new QuotedTicks({ sources: [one, two], log, committed: NOTHING, coins: ['BTC'] });
  maker.makeDue(START_MS);
  silentMs = 9e9;
  assert.deepEqual(maker.makeDue(START_MS + 1_000)[0]!.prices, {});
  [middle, silentMs] = [91_000, 80];
  assert.deepEqual(maker.movedCoins(START_MS + 1_200), []);
});

test('R12.5 market I6 ticks go on from the log, or from an exchange that is ahead of it', () => {
  const sources = [sourceOf('one', () => said([89_999, 90_001, 10, 5]))];
  const last = { tick: 9, tickMs: START_MS, prices: {}, wildness: 1, quoted: null, stale: [] };
  const log = { append: () => {}, last: () => last };
  for (const [committed, next] of [
    [NOTHING, 10],
    [{ tick: 12, tickMs: START_MS, prices: {} }, 13],
  ] as const) {
    const maker = new QuotedTicks({ sources, log, committed, coins: ['BTC'] });
    assert.equal(maker.makeDue(START_MS + 1_000)[0]!.tick, next);
  }
});
