/**
 * Goal: what two operators set at once is in force for both. Method: the operating commands on an
 * exchange in memory, whose log of operators and journal take their time.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Exchange, type Command } from '@glasshouse/core';
import { Catalogue } from '../../contract/catalogue.ts';
import type { TermsParts } from '../../contract/terms-acts.ts';
import { secondsContractCommands } from './operating-commands.ts';
import { secondsContractSeeds } from './seeds.ts';

const PAIR = { base: 1, quote: 0, priceDecimals: 2, lotDecimals: 4, indexDecimals: 2 } as const;
const TERMS = { makerFeePpm: 0, takerFeePpm: 0, minNotional: 1, maxNotional: 10 ** 12 } as const;
const BOUNDS = { limitBandPpm: 500_000, marketBandPpm: 100_000, maxOpenOrders: 10 } as const;

test('R16.5 limits that one operator sets survive the durations that another one sets at once', async () => {
  const exchange = new Exchange();
  const apply = (command: Command) => exchange.apply(exchange.seq + 1, 1000, command);
  const [offered] = secondsContractSeeds('production');
  for (const command of [
    { type: 'define-asset', asset: 0, code: 'USDT', decimals: 6 },
    { type: 'define-asset', asset: 1, code: 'BTC', decimals: 8 },
    { type: 'define-market', market: 0, ...PAIR, ...TERMS, ...BOUNDS },
    { ...offered!.command, market: 0 } as Command,
  ] as const)
    assert.equal(apply(command).error, null);
  const parts = {
    catalogue: new Catalogue(exchange),
    operators: { record: async () => delay(5) },
    sequencer: { submit: async (command: Command) => delay(5).then(() => apply(command)) },
    log: { warn: () => {} },
  } as unknown as TermsParts;
  const commands = secondsContractCommands(parts);
  const duration = { seconds: '45', profit: '50', minStake: '2', maxStake: '300' };
  const answers = await Promise.all([
    commands['seconds-contract/set-limits']({ pair: 'BTC/USDT', maxOpenStake: '777', operator: 'ada' }),
    commands['seconds-contract/set-durations']({ durations: [duration], operator: 'bob' }),
  ]);
  assert.deepEqual(answers, [{ problem: null }, { problem: null }]);
  const { market, quote } = parts.catalogue.market('BTC', 'USDT')!;
  const offer = exchange.features['seconds-contract'].offers.get(market.definition.market)!;
  assert.equal(offer.maxOpenStake, 777 * 10 ** quote.decimals);
  assert.deepEqual(
    offer.durations.map(({ seconds }) => seconds),
    [45],
  );
});
