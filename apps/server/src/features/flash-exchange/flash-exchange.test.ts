/**
 * Goal: exchanges reach the table, the list and their owner alone. Method: commands on a real
 * server with a still market, and the call over HTTP.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOUSE, type Command } from '@glasshouse/core';
import type { ExchangeRow } from '@glasshouse/protocol/flash-exchange';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { product } from './product.ts';

const [USDT, BTC] = [0, 1];

let server: TestServer;
let user: TestUser;
let other: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('exchange');
  other = await server.register('other-exchange');
  const offer = { type: 'define-exchange-coin', minAmount: 1, maxAmount: 10 ** 12, maxDust: 0 } as const;
  await submit({ ...offer, asset: USDT, market: -1, bandPpm: 10_000 });
  await submit({ ...offer, asset: BTC, market: 0, bandPpm: 10_000 });
  const capital = { type: 'issue', owner: HOUSE.treasury, wallet: 0, reason: 'house-capital' } as const;
  await submit({ ...capital, asset: BTC, amount: 10 ** 8 });
});
after(() => server.close());

async function submit(command: Command): Promise<void> {
  const { error } = await server.server.running.pipeline.submit(command, { owner: 1 });
  assert.equal(error, null, JSON.stringify(command));
}

test('flash-exchange I6 an exchange is shown to its owner alone', async () => {
  await server.market.tick();
  const { pipeline } = server.server.running;
  await submit({
    type: 'exchange-coins',
    owner: Number(user.userId),
    payAsset: USDT,
    pay: 600 * 10 ** 6,
    receiveAsset: BTC,
    receive: 990_099,
    validUntilMs: pipeline.nowMs() + 5_000,
  });
  const listOf = async (who: TestUser) =>
    (
      await server.post<{ list: ExchangeRow[]; sum: number }>(
        '/bb/app/flashExchange/getExchanges',
        {},
        { token: who.token },
      )
    ).data;
  const { list, sum } = await listOf(user);
  const [{ time, ...row } = { time: 0 }] = list;
  assert.ok(time > 0);
  assert.deepEqual(
    [row, sum],
    [
      {
        id: '1',
        payCurrency: 'USDT',
        payAmount: '600',
        receiveCurrency: 'BTC',
        receiveAmount: '0.00990099',
      },
      1,
    ],
  );
  assert.deepEqual((await listOf(other)).list, []);
});

test('flash-exchange I1 the audit compares exchanges with the postings of their owners', async () => {
  const { database, running } = server.server;
  const findings = await running.pipeline.paused(() =>
    database.session((session) => product.crossChecks(session, running.exchange)),
  );
  assert.equal(findings.length, 2);
  assert.deepEqual(
    findings.filter(({ ok }) => !ok),
    [],
  );
});
