/**
 * Goal: the public books add up, and say what the ledger says. Method: contracts over HTTP, then
 * the call of a visitor beside the ledger itself.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CAPITAL } from '@glasshouse/core';
import { parseDecimal } from '@glasshouse/money';
import type { CallNamed, DataOf } from '@glasshouse/protocol';
import { startTestServer, type TestServer } from '../../testing/harness.ts';

type Books = DataOf<CallNamed<'transparency/get-reserves'>>;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const units = (text: string, decimals: number): bigint => {
  const [sign, digits] = text.startsWith('-') ? [-1n, text.slice(1)] : [1n, text];
  return sign * BigInt(parseDecimal(digits, decimals));
};

test('R10.10 R11.2 D0037 a visitor reads what every product owes, and sums that equal what came in', async () => {
  const { code, data } = await server.post<Books>('/bb/app/transparency/reserves', {});
  assert.equal(code, 1);
  const { exchange } = server.server.running;
  assert.ok(data.coins.length > 0 && data.reserves.length > 0);
  for (const { currency, users, traders, house, products, cameIn } of data.coins) {
    const { decimals } = exchange.assets.find((asset) => asset.code === currency)!;
    const parts = [users, traders, house, products].map((text) => units(text, decimals));
    assert.equal(
      parts.reduce((sum, part) => sum + part, 0n),
      units(cameIn, decimals),
      currency,
    );
  }
  for (const { product, currency, owedAtMost, reserved, free } of data.reserves) {
    const { asset, decimals } = exchange.assets.find(({ code: each }) => each === currency)!;
    const { available, frozen } = exchange.balance(CAPITAL[product]!, 0, asset);
    assert.deepEqual([reserved, units(free, decimals)], [owedAtMost, BigInt(available)]);
    assert.equal(units(reserved, decimals), BigInt(frozen));
  }
});
