/**
 * Goal: the simulated market is reproducible and plausible, with calm and volatile hours. Method: a
 * day of seconds from fixed seeds.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { keyOfSeed } from './keyed-noise.ts';
import type { CoinPrices } from './index-prices.ts';
import { SIMULATED_ASSETS, SimulatedSource, START_PRICES } from './simulated-source.ts';

const START_S = 1_795_000_000;

function day(seed: number): CoinPrices[] {
  const source = new SimulatedSource(keyOfSeed(seed));
  const path = [START_PRICES];
  for (let s = 1; s <= 86_400; s++) path.push(source.next(path.at(-1)!, START_S + s, 1));
  return path;
}
const returns = (path: readonly CoinPrices[], code: string): number[] =>
  path.slice(1).map((prices, i) => Math.log(prices[code]! / path[i]![code]!));
const deviation = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

test('market I5 the same seed gives the same market, another seed another', () => {
  const first = day(1);
  assert.deepEqual(day(1).at(-1), first.at(-1));
  assert.notDeepEqual(day(2).at(-1), first.at(-1));
});

test('market I5 prices are correlated and have about the intended yearly volatility', () => {
  const path = day(3);
  SIMULATED_ASSETS.forEach((asset) => {
    const yearly = deviation(returns(path, asset.code)) * Math.sqrt(365 * 86_400);
    assert.ok(
      yearly > asset.volatility * 0.4 && yearly < asset.volatility * 2.5,
      `${asset.code}: ${yearly} a year`,
    );
  });
  const [btc, eth] = [returns(path, 'BTC'), returns(path, 'ETH')];
  const covariance = btc.reduce((sum, value, i) => sum + value * eth[i]!, 0) / btc.length;
  const correlation = covariance / (deviation(btc) * deviation(eth));
  assert.ok(correlation > 0.6 && correlation < 0.95, `correlation ${correlation}`);
});

test('market I5 there are calm and volatile hours', () => {
  const source = new SimulatedSource(keyOfSeed(4));
  const hours = Array.from({ length: 24 * 14 }, (_, hour) => source.volatilityAt(START_S + hour * 3600));
  assert.ok(Math.max(...hours) / Math.min(...hours) > 3);
  assert.ok(hours.every((wildness) => wildness >= 0.4 && wildness <= 2.5));
});
