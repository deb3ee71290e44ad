/**
 * Goal: what two operators set at once is in force for both. Method: the acts on an
 * exchange in memory whose journal takes its time.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Exchange, type Command } from '@glasshouse/core';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { Catalogue } from '../../contract/catalogue.ts';
import type { ActPlan } from '../../contract/operator-acts.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import { ContractRate } from '../parameters/contract-rate.ts';
import { contractOfficeHandlers } from './office.ts';
import { secondsContractSeeds } from './seeds.ts';

const PAIR = { base: 1, quote: 0, priceDecimals: 2, lotDecimals: 4, indexDecimals: 2 } as const;
const TERMS = { makerFeePpm: 0, takerFeePpm: 0, minNotional: 1, maxNotional: 10 ** 12 } as const;
const BOUNDS = { limitBandPpm: 500_000, marketBandPpm: 100_000, maxOpenOrders: 10 } as const;

type Parts = Parameters<typeof contractOfficeHandlers>[0];
type Plan = ActPlan | Refusal;
type Acts = Readonly<Record<string, (input: object) => Promise<Refusal | null>>>;
const DURATION = { seconds: '45', profit: '50', minStake: '2', maxStake: '300' } as const;

function openParts() {
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
    // Does what is planned at once.
    operators: {
      act: (_name: string, plan: (input: object) => Plan) => async (input: object) => {
        const planned = plan(input);
        return isRefusal(planned) ? planned : planned.run({ operator: 'ada', second: 'bob', reason: '' });
      },
    },
    sequencer: { submit: async (command: Command) => delay(5).then(() => apply(command)) },
    termsWork: new KeyedMutex(),
  } as unknown as Parts;
  const offer = () => exchange.features['seconds-contract'].offers.get(0)!;
  return { parts, acts: contractOfficeHandlers(parts) as unknown as Acts, offer };
}

test('R16.5 limits that one operator sets survive the durations that another one sets at once', async () => {
  const { parts, acts, offer } = openParts();
  const answers = await Promise.all([
    acts['products/set-limits']!({ pair: 'BTC/USDT', maxOpenStake: '777' }),
    acts['products/set-durations']!({ durations: [DURATION] }),
  ]);
  assert.deepEqual(answers, [null, null]);
  const { quote } = parts.catalogue.market('BTC', 'USDT')!;
  assert.equal(offer().maxOpenStake, 777 * 10 ** quote.decimals);
  assert.deepEqual(
    offer().durations.map(({ seconds }) => seconds),
    [45],
  );
});

test('R16.5 R4.8 durations that one operator sets survive the rate that another one sets at once', async () => {
  const { parts, acts, offer } = openParts();
  let set = '';
  const record = async (_name: string, value: string) => {
    set = value;
    return delay(7).then(() => 1);
  };
  const parameters = { record, lastSet: () => set } as unknown as ConstructorParameters<
    typeof ContractRate
  >[0]['parameters'];
  const rate = new ContractRate({ ...parts, parameters });
  const answers = await Promise.all([
    acts['products/set-durations']!({ durations: [DURATION] }),
    rate.set('0.0041', { operator: 'bob', second: null, reason: '' }),
  ]);
  assert.deepEqual(answers, [null, null]);
  const { durations, feeRatePpm } = offer();
  assert.deepEqual([durations.map(({ seconds }) => seconds), feeRatePpm], [[45], 4_100]);
});

test('R16.5 a name of more than two coins is no pair', async () => {
  const { acts } = openParts();
  const asked = { pair: 'BTC/USDT/ETH', maxOpenStake: '777' };
  assert.deepEqual((await acts['products/set-limits']!(asked))?.params, {
    field: 'pair',
    reason: 'not a pair of the platform',
  });
});
