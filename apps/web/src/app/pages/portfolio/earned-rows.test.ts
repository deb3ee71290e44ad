/** Goal: results add up by product and coin. Method: a running contract, a lost one, interest. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { earnedRows } from './earned-rows.ts';

test('R2.6 what products have brought counts losses, and no stake that still runs', () => {
  const contracts = { product: 'seconds-contract', currency: 'USDT', amount: '-130.26' };
  const interest = { product: 'finance', currency: 'USDT', amount: '12.6' };
  const running = { feature: 'seconds-contract', coin: 'USDT', amount: '30.06' };
  const grown = { feature: 'finance', coin: 'BTC', amount: '0.001' };
  assert.deepEqual(earnedRows([contracts, interest], [grown], [running]), [
    { product: 'seconds-contract', coin: 'USDT', paid: '-100.2', accrued: '0' },
    { product: 'finance', coin: 'USDT', paid: '12.6', accrued: '0' },
    { product: 'finance', coin: 'BTC', paid: '0', accrued: '0.001' },
  ]);
});
