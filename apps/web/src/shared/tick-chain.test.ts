/**
 * Goal: the browser detects every forged tick. Method: an honest chain, then one change at a time.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { PublicTick } from '@glasshouse/protocol/market';
import { tickPreimage } from '@glasshouse/protocol/market/tick-preimage';
import { checkChain } from './tick-chain.ts';

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex');

function chain(length: number): PublicTick[] {
  const ticks: PublicTick[] = [];
  for (let i = 0; i < length; i++) {
    const tick = {
      tick: i + 1,
      timeMs: 1000 * i,
      prices: { ethusdt: `${3000 + i}.00`, btcusdt: `${90_000 + i}.25` },
      previousHash: ticks.at(-1)?.hash ?? '0'.repeat(64),
    };
    ticks.push({ ...tick, hash: createHash('sha256').update(tickPreimage(tick)).digest('hex') });
  }
  return ticks;
}
const forged = (ticks: PublicTick[], at: number, change: Partial<PublicTick>) =>
  ticks.map((tick, i) => (i === at ? { ...tick, ...change } : tick));

test('R10.8 market I1 the text that is hashed is the published rule', () => {
  const tick = {
    tick: 7,
    timeMs: 1_800_000_000_000,
    prices: { ethusdt: '3000.50', btcusdt: '90000.25' },
    previousHash: 'ab',
  };
  assert.equal(tickPreimage(tick), '7|1800000000000|btcusdt:90000.25,ethusdt:3000.50|ab');
});
test('R10.8 market I1 an honest chain of ticks is intact', async () => {
  assert.deepEqual(await checkChain(chain(20), sha256), { intact: true, checked: 20 });
});
test('R10.8 market I1 a changed price, a changed link and a missing tick are found', async () => {
  const ticks = chain(5);
  const price = await checkChain(forged(ticks, 2, { prices: { btcusdt: '1' } }), sha256);
  assert.deepEqual(price, { intact: false, checked: 2, brokenAt: 3, why: 'hash' });
  const link = await checkChain(forged(ticks, 2, { previousHash: 'f'.repeat(64) }), sha256);
  assert.deepEqual(link, { intact: false, checked: 2, brokenAt: 3, why: 'link' });
  const hole = await checkChain([...ticks.slice(0, 2), ...ticks.slice(3)], sha256);
  assert.deepEqual(hole, { intact: false, checked: 2, brokenAt: 4, why: 'hole' });
});
