/**
 * Goal: all coins that one transaction brings to the house are booked, each once, though a crash
 * came between two of them. Method: the booking on a chain of two transfers that ends in between.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookHouseCoins, type HouseCoinParts } from './house-coins.ts';

const TXID = 'a'.repeat(64);

test('D0046 D0036 a crash between two coins of a transaction leaves the second to the next try', async () => {
  const booked = new Map<number, string>();
  let isCrashing = true;
  const transfers = [
    { txid: TXID, to: 'hot', coin: 'USDT', units: 5n, output: 0 },
    { txid: TXID, to: 'hot', coin: 'ETH', units: 7n, output: 1 },
  ];
  const differenceOf = (coin: string, units: bigint, output: number) => ({
    coin,
    difference: booked.has(output) ? 0n : units,
  });
  const parts = {
    paid: {
      chain: 'ERC20',
      terms: { chainId: 1 },
      house: ['hot'],
      placeOf: async () => ({ height: 3, blockHash: 'b' }),
      confirmedHeight: async () => 9,
    },
    source: { headerAt: async () => ({ hash: 'b' }), transfersOf: async () => transfers },
    payments: { ofTransaction: async () => null },
    exchange: {
      chains: [{ chain: 'ERC20', coins: [{ coin: 'USDT' }, { coin: 'ETH' }] }],
      isCredited: async ({ output }: { output: number }) => booked.has(output),
      finalise: async ({ output, coin, units }: { output: number; coin: string; units: string }) => {
        if (isCrashing && output === 1) throw new Error('the process ends');
        booked.set(output, `${units} ${coin}`);
      },
    },
    reconciliation: {
      check: async () => ({
        height: 9,
        reason: '',
        coins: transfers.map(({ coin, units, output }) => differenceOf(coin, units, output)),
      }),
    },
  } as unknown as HouseCoinParts;
  await assert.rejects(bookHouseCoins(parts, TXID), /the process ends/);
  isCrashing = false;
  assert.deepEqual(await bookHouseCoins(parts, TXID), { booked: [{ coin: 'ETH', units: '7' }] });
  assert.deepEqual([...booked.values()], ['5 USDT', '7 ETH']);
  assert.deepEqual(await bookHouseCoins(parts, TXID), { refused: 'it is booked already' });
});
