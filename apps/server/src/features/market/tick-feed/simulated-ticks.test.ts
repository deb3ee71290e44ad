/**
 * Goal: no stall, kill or restart skips a tick or changes a price. Method: the maker and its log on
 * real files, with a clock of the test; compares an interrupted run with an uninterrupted one.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { keyOfSeed } from '../keyed-noise.ts';
import { SIMULATED_ASSETS, SimulatedSource, START_PRICES } from '../simulated-source.ts';
import { KEPT_TICKS, TickLog, type SourceTick } from './tick-log.ts';
import { SimulatedTicks } from './simulated-ticks.ts';
import type { CommittedTick } from './tick-maker.ts';

const CATCH_UP_TICKS_MAX = 3600;
const START_MS = 1_795_000_000_000;
const source = new SimulatedSource(keyOfSeed(11));
const NOTHING: CommittedTick = { tick: 0, tickMs: 0, prices: START_PRICES };
const COINS = SIMULATED_ASSETS.map(({ code }) => code);

function openLog(context: TestContext, folder?: string): TickLog {
  const made = folder ?? mkdtempSync(path.join(tmpdir(), 'glasshouse-ticks-'));
  const log = new TickLog(made);
  if (folder === undefined)
    context.after(() => {
      log.close();
      rmSync(made, { recursive: true, force: true });
    });
  return log;
}

function makerOf(log: TickLog, committed = NOTHING, coins: readonly string[] = COINS): SimulatedTicks {
  return new SimulatedTicks({ source, log, committed, catchUpTicksMax: CATCH_UP_TICKS_MAX, coins });
}

test('R12.5 D0015 one tick for each whole second, each on disk before anybody receives it', (context) => {
  const log = openLog(context);
  const maker = makerOf(log);
  const seen: SourceTick[] = [];
  for (let ms = 0; ms <= 5000; ms += 250) {
    const made = maker.makeDue(START_MS + ms);
    seen.push(...made);
    assert.deepEqual(log.last(), seen.at(-1));
  }
  assert.deepEqual(
    seen.map(({ tick, tickMs }) => [tick, tickMs - START_MS]),
    [0, 1, 2, 3, 4, 5].map((s) => [s + 1, s * 1000]),
  );
});

test('R12.5 D0015 a stall of 12 seconds or a kill yields the same ticks as an undisturbed run', (context) => {
  const quiet = makerOf(openLog(context));
  const expected: SourceTick[] = [];
  for (let s = 0; s <= 40; s++) expected.push(...quiet.makeDue(START_MS + s * 1000));

  const log = openLog(context);
  const stalled = makerOf(log);
  const seen = [...stalled.makeDue(START_MS), ...stalled.makeDue(START_MS + 12_345)];
  // Killed here; the next process starts from the log, 17 seconds later.
  const restarted = makerOf(log, NOTHING);
  seen.push(...restarted.makeDue(START_MS + 29_000), ...restarted.makeDue(START_MS + 40_999));
  assert.deepEqual(seen, expected);
});

test('R12.5 D0015 ticks that never reached the exchange are kept for it', (context) => {
  const log = openLog(context);
  const made = makerOf(log).makeDue(START_MS);
  const later = makerOf(log).makeDue(START_MS + 9000);
  assert.deepEqual(log.after(4), [...made, ...later].slice(4));
  assert.deepEqual(log.after(10), []);
});

test('R12.5 R11.8 after a longer pause only the limit of ticks is made, then the current one', (context) => {
  const maker = makerOf(openLog(context));
  maker.makeDue(START_MS);
  const made = maker.makeDue(START_MS + 2 * CATCH_UP_TICKS_MAX * 1000);
  assert.equal(made.length, CATCH_UP_TICKS_MAX + 1);
  assert.equal(made.at(-2)!.tickMs, START_MS + CATCH_UP_TICKS_MAX * 1000);
  assert.equal(made.at(-1)!.tickMs, START_MS + 2 * CATCH_UP_TICKS_MAX * 1000);
});

test('R12.5 D0015 a log that is behind the exchange or missing continues from the last committed tick', (context) => {
  const log = openLog(context);
  makerOf(log).makeDue(START_MS);
  const committed = { tick: 70, tickMs: START_MS + 60_000, prices: START_PRICES };
  const [next] = makerOf(log, committed).makeDue(START_MS + 61_000);
  assert.deepEqual([next?.tick, next?.tickMs], [71, START_MS + 61_000]);
});

test('R12.5 D0015 a second process on the same log ends instead of making other ticks', (context) => {
  const log = openLog(context);
  makerOf(log).makeDue(START_MS);
  const [one, two] = [makerOf(log), makerOf(log)];
  one.makeDue(START_MS + 1000);
  assert.throws(() => two.makeDue(START_MS + 1000), /UNIQUE/);
});

test('R10.9 D0006 the key has 256 secret bits and stays in the folder, in a file that only its owner can read', (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-ticks-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const one = openLog(context, folder);
  const key = Buffer.from(one.key());
  one.close();
  const again = openLog(context, folder);
  assert.deepEqual(Buffer.from(again.key()), key);
  again.close();
  assert.equal(key.length, 32);
  assert.notDeepEqual(Buffer.from(openLog(context).key()), key);
  assert.equal(statSync(path.join(folder, 'ticks.sqlite')).mode & 0o077, 0);
});

test('R12.6 a damaged log stops the start with its file name and the remedy', (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-ticks-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, 'ticks.sqlite'), Buffer.alloc(8192, 7));
  assert.throws(() => new TickLog(folder), /ticks\.sqlite cannot be used .*move it away/);
});

test('R12.7 ticks a day behind the exchange are dropped', (context) => {
  const log = openLog(context);
  const maker = makerOf(log);
  maker.makeDue(START_MS);
  maker.makeDue(START_MS + 20_000);
  log.forgetBefore(KEPT_TICKS + 10);
  assert.equal(log.after(0)[0]?.tick, 10);
});

test('subscription I6 the price of a new coin does not move before its pair opens', (context) => {
  const coin = 'AUR';
  const maker = makerOf(
    openLog(context),
    NOTHING,
    COINS.filter((code) => code !== coin),
  );
  const start = START_PRICES[coin];
  maker.makeDue(START_MS);
  const before = maker.makeDue(START_MS + 60_000);
  assert.ok(before.length > 1 && before.every(({ prices }) => prices[coin] === start));
  assert.notEqual(before.at(-1)?.prices['BTC'], before[0]?.prices['BTC']);
  maker.setCoins(COINS);
  assert.notEqual(maker.makeDue(START_MS + 61_000)[0]?.prices[coin], start);
});
