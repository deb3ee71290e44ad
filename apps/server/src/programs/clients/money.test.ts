/**
 * Goal: a program written for Binance with ccxt or the npm package binance finds its coins,
 * deposits, withdraws, transfers and converts here without a change. Method: their own classes
 * against the whole server and its simulated chains, with what each call must return.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MainClient } from 'binance';
import { bearStrayErrors, ccxtOf, type Ccxt } from '../../testing/ccxt.ts';
import type { TestUser } from '../../testing/harness.ts';
import { keyOf, withdrawKeyOf } from '../../testing/program.ts';
import { ADDRESS, TRC20, UNIT, WithdrawalRig } from '../../testing/withdrawal-rig.ts';

const CONFIRMATIONS = 12;

const rig = new WithdrawalRig();
let user: TestUser;
let mine: Ccxt;
let client: MainClient;
/** Reads alone, of another user. */
let others: Ccxt;
before(async () => {
  bearStrayErrors();
  await rig.start();
  await rig.openChains();
  await rig.fill(TRC20, 100_000 * UNIT, 1);
  user = await rig.person('of-ccxt');
  await rig.listAddress(user);
  const { url } = rig.server.server;
  const key = await withdrawKeyOf(rig.server, user, { permissions: ['trade', 'transfer', 'withdraw'] });
  mine = await ccxtOf(url, key);
  client = new MainClient({ api_key: key.apiKey, api_secret: key.secret, baseUrl: url });
  others = await ccxtOf(url, await keyOf(rig.server, await rig.person('reads'), { permissions: ['read'] }));
  for (const each of [mine, others]) each.options['fetchCurrencies'] = true;
});
after(async () => {
  await Promise.all([mine, others].map((each) => each.close()));
  await rig.remove();
});

const call = <T>(method: string, ...more: readonly unknown[]) => mine.call<T>(method, ...more);
/** ccxt knows classes of errors by Binance's own addresses: here only those of all its APIs. */
const fails = (promise: Promise<unknown>, what: string | number) =>
  assert.rejects(promise, typeof what === 'string' ? { name: what } : new RegExp(`"code":${what},`));

interface Moved {
  readonly id: string;
  readonly txid: string;
  readonly type: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly network: string;
  readonly address: string;
  readonly fee?: { readonly cost: number };
}

test('D0052 ccxt reads coins with their networks, fees and bounds', async () => {
  const coins =
    await call<
      Record<string, { networks: Record<string, { fee: number; active: boolean; limits: unknown }> }>
    >('fetchCurrencies');
  const { TRC20: tron, BEP20: binance, ERC20: ethereum } = coins['USDT']?.networks ?? {};
  assert.deepEqual([tron?.fee, binance?.fee, ethereum?.fee], [1, 0.5, 4]);
  // What leaves is the amount that arrives and the fee of 1.
  assert.deepEqual(tron?.limits, { withdraw: { min: 11, max: 60_001 }, deposit: { min: 1, max: undefined } });
  const fees = await call<Record<string, { networks: object }>>('fetchDepositWithdrawFees', ['USDT']);
  assert.deepEqual(Object.keys(fees['USDT']?.networks ?? {}).sort(), ['BEP20', 'ERC20', 'TRC20']);
});

test('D0052 R15.1 ccxt reads its address, and a deposit from its first block to the credit', async () => {
  const { address, network } = await call<{ address: string; network: string }>(
    'fetchDepositAddress',
    'USDT',
    { network: 'BEP20' },
  );
  const site = await rig.server.post<{ address: string }>(
    '/bb/app/funding/getDepositAddress',
    { chain: 'BEP20' },
    { token: user.token },
  );
  assert.equal(address, site.data.address, network);
  await fails(call('fetchDepositAddress', 'XRP'), 'BadRequest');
  const sent = { chain: 'BEP20', currency: 'USDT' };
  const { data } = await rig.server.post<{ txid: string }>('/bb/app/funding/receiveTestCoins', sent, {
    token: user.token,
  });
  await rig.server.server.chains.mine();
  const [seen] = await call<Moved[]>('fetchDeposits', 'USDT');
  assert.deepEqual(
    [seen?.txid, seen?.status, seen?.amount, seen?.network, seen?.address],
    [data.txid, 'pending', 2_500, 'BEP20', address],
  );
  for (let block = 1; block < CONFIRMATIONS; block++) await rig.server.server.chains.mine();
  const [credited, ...more] = await call<Moved[]>('fetchDeposits', 'USDT');
  assert.deepEqual([credited?.id, credited?.status, more], [seen?.id, 'ok', []]);
  assert.deepEqual(await others.call('fetchDeposits'), []);
});

test('D0052 D0051 ccxt withdraws to the book, and reads what became of it', async () => {
  const { id } = await call<Moved>('withdraw', 'USDT', 51, ADDRESS, undefined, { network: 'TRC20' });
  const [row] = await call<Moved[]>('fetchWithdrawals', 'USDT');
  assert.deepEqual(
    [row?.id, row?.amount, row?.fee?.cost, row?.address, row?.status, row?.network],
    [id, 50, 1, ADDRESS, 'pending', 'TRC20'],
  );
  const elsewhere = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
  await fails(call('withdraw', 'USDT', 51, elsewhere, undefined, { network: 'TRC20' }), -4035);
  await fails(call('withdraw', 'USDT', 20_000, ADDRESS, undefined, { network: 'TRC20' }), -4026);
  await fails(
    others.call('withdraw', 'USDT', 51, ADDRESS, undefined, { network: 'TRC20' }),
    'AuthenticationError',
  );
  assert.deepEqual(await others.call('fetchWithdrawals'), []);
});

test('D0052 ccxt moves money between accounts, and lists it', async () => {
  const type = 'MAIN_CONTRACT';
  const { id } = await call<{ id: string }>('transfer', 'USDT', 7, 'spot', 'funding', { type });
  const [row] = await call<Moved[]>('fetchTransfers', 'USDT', undefined, undefined, { type });
  assert.deepEqual([row?.id, row?.amount, row?.status], [id, 7, 'ok']);
  // There is no funding account.
  await fails(call('transfer', 'USDT', 7, 'spot', 'funding'), 'BadRequest');
  await fails(others.call('transfer', 'USDT', 7, 'spot', 'funding', { type }), 'AuthenticationError');
});

interface Conversion {
  readonly id: string;
  readonly fromCurrency: string;
  readonly fromAmount: number;
  readonly toCurrency: string;
  readonly toAmount: number;
}

test('D0052 flash-exchange I1 ccxt takes a quote once, and reads what it brought', async () => {
  await rig.server.market.tick();
  assert.ok('BTC' in (await call<object>('fetchConvertCurrencies')));
  const quote = await call<Conversion>('fetchConvertQuote', 'USDT', 'BTC', 600);
  assert.deepEqual([quote.fromAmount, quote.toAmount], [600, 0.00999]);
  const { id } = await call<Conversion>('createConvertTrade', quote.id, 'USDT', 'BTC');
  // Sent again it gets the first answer, and its coins once.
  assert.equal((await call<Conversion>('createConvertTrade', quote.id, 'USDT', 'BTC')).id, id);
  const { info: _info, ...trade } = await call<Conversion & { info: unknown }>('fetchConvertTrade', id);
  assert.deepEqual(
    [trade.id, trade.fromCurrency, trade.fromAmount, trade.toCurrency, trade.toAmount],
    [id, 'USDT', 600, 'BTC', 0.00999],
  );
  const history = await call<Conversion[]>('fetchConvertTradeHistory');
  assert.deepEqual(
    history.map((row) => row.id),
    [id],
  );
  assert.deepEqual(await others.call('fetchConvertTradeHistory'), []);
  await fails(others.call('fetchConvertTrade', id), 'OrderNotFound');
  // A quote is its owner's, and a key that reads takes none.
  const again = await call<Conversion>('fetchConvertQuote', 'USDT', 'BTC', 600);
  await fails(others.call('createConvertTrade', again.id, 'USDT', 'BTC'), 'AuthenticationError');
  await fails(call('fetchConvertQuote', 'USDT', 'BTC', 0.01), 'InvalidOrder');
});

test('D0052 binance: MainClient moves money by its own calls', async () => {
  const coins = await client.getBalances();
  const usdt = coins.find(({ coin }) => coin === 'USDT');
  assert.deepEqual(
    usdt?.networkList.map(({ network }) => network),
    ['TRX', 'ETH', 'BSC'],
  );
  // What the first withdrawal of this file still holds.
  assert.equal(String(usdt?.withdrawing), '51.000000');
  const asked = { coin: 'USDT', network: 'BSC' };
  const { address } = await client.getDepositAddress(asked);
  assert.deepEqual(
    (await client.getDepositAddresses(asked)).map((row) => row.address),
    [address],
  );
  assert.equal((await client.getDepositHistory({ coin: 'USDT' }))[0]?.address, address);
  const terms = { coin: 'USDT', network: 'TRX', address: ADDRESS, amount: 21 };
  const { id } = await client.withdraw({ ...terms, withdrawOrderId: 'of-binance' });
  assert.equal((await client.withdraw({ ...terms, withdrawOrderId: 'of-binance' })).id, id);
  const [row] = await client.getWithdrawHistory({ coin: 'USDT', withdrawOrderId: 'of-binance' });
  assert.deepEqual([row?.id, String(row?.amount), row?.withdrawOrderId], [id, '20', 'of-binance']);
  // Its types want symbols, which only accounts of margin have.
  const moved = { type: 'MAIN_MINING', asset: 'USDT', amount: 3 } as never;
  const { tranId } = await client.submitUniversalTransfer(moved);
  assert.ok(tranId > 0);
  const quote = { fromAsset: 'BTC', toAsset: 'USDT', fromAmount: 0.001 };
  await rig.server.market.tick();
  const { quoteId } = (await client.convertQuoteRequest(quote)) as { quoteId: string };
  const taken = (await client.acceptQuoteRequest({ quoteId })) as { orderStatus: string };
  assert.equal(taken.orderStatus, 'SUCCESS');
  const permissions = await client.getApiKeyPermissions();
  assert.deepEqual([permissions.enableWithdrawals, permissions.ipRestrict], [true, true]);
});
