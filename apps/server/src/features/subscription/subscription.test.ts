/**
 * Goal: an entry is opened once, kept, and shown to its owner alone. Method: the calls over HTTP.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SubscriptionRow } from '@glasshouse/protocol/subscription';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';

let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('subscription');
});
after(() => server.close());

interface Page {
  readonly list: readonly SubscriptionRow[];
  readonly sum: number;
}
const open = (body: object) => server.post<{ id: string }>('/bb/app/subscription/open', body, user);
const entriesOf = async (who: TestUser): Promise<Page> =>
  (await server.post<Page>('/bb/app/subscription/getEntries', {}, who)).data;

test('subscription I3 an entry is shown to its owner alone, and a wrong one is refused by its field', async () => {
  const { code, data } = await open({ currency: 'USDT', amount: '12.5' });
  assert.deepEqual([code, data], [1, { id: '1' }]);
  const other = await server.register('other-subscription');
  const { list, sum } = await entriesOf(user);
  assert.deepEqual(
    list.map(({ id, currency, amount }) => [id, currency, amount]),
    [['1', 'USDT', '12.5']],
  );
  assert.deepEqual([sum, (await entriesOf(other)).sum], [1, 0]);
  for (const [body, error, field] of [
    [{ currency: 'USDT' }, 'subscription/amount-missing', 'amount'],
    [{ currency: 'LUNA', amount: '1' }, 'wallet/unknown-asset', 'currency'],
    [{ currency: 'USDT', amount: '99999999' }, 'wallet/insufficient-balance', undefined],
  ] as const) {
    const refused = await open(body);
    assert.deepEqual([refused.error, refused.field], [error, field]);
  }
});
