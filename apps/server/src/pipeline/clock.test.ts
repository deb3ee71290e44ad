/**
 * The commands' clock. Goal: a wall clock that jumps by +1 h or -3 h changes no outcome. Method:
 * clock sources that the test sets.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SteadyClock } from './clock.ts';

function makeClock(lastMs = 0) {
  const sources = { wall: 1_000_000_000, steady: 0, uptime: 0 };
  const clock = new SteadyClock(lastMs, {
    wallMs: () => sources.wall,
    steadyMs: () => sources.steady,
    uptimeMs: () => sources.uptime,
  });
  const pass = (ms: number): number => {
    sources.wall += ms;
    sources.steady += ms;
    sources.uptime += ms;
    return clock.nowMs();
  };
  return { sources, clock, pass };
}

test('R12.2 clock +1 h and -3 h: the time advances by the elapsed time', () => {
  const { sources, clock, pass } = makeClock();
  const begin = clock.nowMs();
  sources.wall += 3_600_000;
  assert.equal(pass(10_000) - begin, 10_000);
  sources.wall -= 3 * 3_600_000;
  assert.equal(pass(10_000) - begin, 20_000);
  assert.ok(Math.abs(clock.driftMs) > 3_600_000);
});

test('R12.2 a small difference is made up slowly, and never backwards', () => {
  const { sources, clock, pass } = makeClock();
  const begin = clock.nowMs();
  sources.wall -= 50;
  let last = begin;
  for (let second = 0; second < 20; second++) {
    const now = pass(1_000);
    assert.ok(now > last);
    last = now;
  }
  assert.equal(last, sources.wall);
});

test('R12.2 after sleep the time is right', () => {
  const { sources, clock } = makeClock();
  const begin = clock.nowMs();
  sources.wall += 3_600_000;
  sources.uptime += 3_600_000;
  sources.steady += 2_000;
  assert.ok(clock.nowMs() - begin >= 3_599_000);
});

test('R12.2 a start never goes behind the last command', () => {
  const { clock, pass } = makeClock(1_000_500_000);
  assert.equal(clock.nowMs(), 1_000_500_000);
  assert.equal(pass(100), 1_000_500_100);
});

test('R14.12 a demo goes ahead in time and stays there, at the pace of the machine', () => {
  const { clock, pass } = makeClock();
  const begin = clock.nowMs();
  clock.forward(86_400_000);
  assert.equal(clock.nowMs() - begin, 86_400_000);
  assert.equal(pass(5_000) - begin, 86_405_000);
  assert.throws(() => clock.forward(-1), /does not go on/);
});
