/**
 * Goal: what the site publishes of fees, limits and waits is what the exchange applies. Method: the
 * calls of a visitor beside the core's own definitions and a user's own calls.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FEATURE_NAMES } from '@glasshouse/core';
import { parseDecimal } from '@glasshouse/money';
import type { CallNamed, CallName, DataOf } from '@glasshouse/protocol';
import { CHAIN_TERMS } from '@glasshouse/protocol/funding';
import { tierFeeOf } from '@glasshouse/protocol/spot/quote';
import manifest from '../../../package.json' with { type: 'json' };
import { startTestServer, type TestServer } from '../../testing/harness.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ env: { KYC_REQUIRED_FOR: 'trade,withdraw' } });
});
after(() => server.close());

async function ask<N extends CallName>(path: string, method: 'get' | 'post' = 'post', token?: string) {
  const options = token === undefined ? {} : { token };
  const reply =
    method === 'get'
      ? await server.get<DataOf<CallNamed<N>>>(path, options)
      : await server.post<DataOf<CallNamed<N>>>(path, {}, options);
  assert.equal(reply.code, 1);
  return reply.data;
}

test('R2.42 R5.7 terms of transfers are those that the core and the deposits apply', async () => {
  const terms = await ask<'funding/get-terms'>('/bb/app/funding/getTerms');
  const { exchange } = server.server.running;
  const coins = exchange.features.funding.coins.all();
  assert.equal(terms.list.length, coins.length);
  const { token } = await server.register('reads-terms');
  const own = await ask<'funding/get-withdrawal-terms'>('/bb/app/funding/getWithdrawalTerms', 'post', token);
  for (const row of terms.list) {
    const same = own.list.find(({ currency, chain }) => currency === row.currency && chain === row.chain);
    const { fee, minAmount, maxAmount, decimals, status } = row;
    assert.deepEqual(
      [fee, minAmount, maxAmount, decimals, status],
      [same?.fee, same?.minAmount, same?.maxAmount, same?.decimals, same?.status],
    );
    const chain = CHAIN_TERMS[row.chain as keyof typeof CHAIN_TERMS];
    assert.deepEqual([row.confirmations, row.byVoucher], [chain.confirmations, chain.family === null]);
    assert.equal(row.minDeposit, chain.coins.find(({ coin }) => coin === row.currency)?.minDeposit);
  }
  assert.equal(own.daily.limit, terms.dailyLimits[own.daily.level]);
});

test('R2.42 R11.4 fee tiers give each user the rates that the user’s own call tells', async () => {
  const { volumeCoin, days, tiers } = await ask<'spot/get-fee-tiers'>('/bb/app/spot/getFeeTiers');
  assert.deepEqual([volumeCoin, days], ['USDT', 30]);
  const { token } = await server.register('reads-tiers');
  const pair = server.server.running.exchange.registry.markets[0]!.definition;
  const own = await server.post<DataOf<CallNamed<'spot/get-fees'>>>(
    '/bb/app/spot/getFees',
    { baseCoin: 'BTC', quoteCoin: 'USDT' },
    { token },
  );
  assert.deepEqual(
    own.data.tiers.map(({ volume, makerRate, takerRate }) => [
      volume,
      parseDecimal(makerRate, 6),
      parseDecimal(takerRate, 6),
    ]),
    tiers.map(({ volume, makerSharePpm, takerSharePpm }) => [
      volume,
      tierFeeOf(pair.makerFeePpm, makerSharePpm),
      tierFeeOf(pair.takerFeePpm, takerSharePpm),
    ]),
  );
});

test('R2.42 R6.2 R13.3 account rules say what identity is needed for, and the waits', async () => {
  const rules = await ask<'parameters/get-account-rules'>('/bb/app/paramter/getAccountRules', 'get');
  assert.deepEqual(rules.identityFor, ['trade', 'withdraw']);
  assert.deepEqual(rules.hours, {
    address: 24,
    credentials: 24,
    email: 72,
    unfreeze: 24,
    limit: 24,
    fundPassword: 24,
  });
});

test('R2.43 R14.6 the platform tells its version, its mode, its source of prices and its rules', async () => {
  const platform = await ask<'transparency/get-platform'>('/bb/app/transparency/platform');
  assert.deepEqual([platform.version, platform.mode], [manifest.version, 'demo']);
  const { rules } = server.server.running.exchange;
  const raised = FEATURE_NAMES.filter((name) => rules.versionOf(name) > 1);
  assert.deepEqual(
    platform.rules,
    raised.map((product) => ({ product, version: rules.versionOf(product) })),
  );
});
