/**
 * Goal: a coin that an operator lists on a network of a running server is deposited, traded,
 * withdrawn and compared like any other, and nothing wrong can be listed. Method: Anvil with tokens
 * of 18 and of 6 decimals, the operating commands, a payer that learns of the coin later.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BUY, SELF_TRADE, SELL, TIME_IN_FORCE, WALLET } from '@glasshouse/core';
import type { Token } from '../../../../packages/chains/test/anvil.ts';
import { freshAddress } from '../../../../packages/chains/test/payment-world.ts';
import { CHAIN, CONFIRMATIONS, ERC20, ETHER, PaymentRig, USDT } from '../../test/payment-rig.ts';
import type { machineActCommands } from '../features/operators/machine-acts.ts';
import type { marketCommands } from '../features/market/operating-commands.ts';
import { connectToServer } from '../operating/socket.ts';
import { commandByTwo } from '../testing/command.ts';
import { doActByTwo } from '../testing/machine-act.ts';

const [ANN, BOB] = [1_000, 1_001];
const UNIT = 1_000_000;
/** Anvil calls final what is two epochs of 32 blocks deep. */
const FINAL = 70;
const GOLD_UNIT = 10n ** 18n;
/** Units of a coin that came before it was listed. */
const EARLY = 10n ** 8n;
const NONE = { ETH: 0n, USDT: 0n, GOLD: 0n, SILV: 0n };
const TERMS = {
  'minimum-deposit': '0.5',
  'withdrawal-fee': '0.1',
  'withdrawal-minimum': '1',
  'withdrawal-maximum': '1000',
};

/** The same as fields of the act. */
const FIELDS = {
  minimumDeposit: '0.5',
  withdrawalFee: '0.1',
  withdrawalMinimum: '1',
  withdrawalMaximum: '1000',
};

let rig: PaymentRig;
let gold: Token;
let silver: Token;
before(async () => {
  rig = await PaymentRig.begin();
  gold = await rig.node.deployToken({ decimals: 18, symbol: 'GOLD' });
  silver = await rig.node.deployToken({ decimals: 6, symbol: 'XAG' });
  await rig.fundHot(10n * ETHER, 100_000n * 10n ** 6n);
});
after(() => rig.remove());

type Commands = ReturnType<typeof marketCommands> & ReturnType<typeof machineActCommands>;
async function ask<N extends keyof Commands>(
  name: N,
  asked: Parameters<Commands[N]>[0],
): Promise<Awaited<ReturnType<Commands[N]>>> {
  const server = await connectToServer<Commands>(rig.dataDir);
  assert.ok(server !== null);
  try {
    return (await server.ask(name, asked as never)) as Awaited<ReturnType<Commands[N]>>;
  } finally {
    server.close();
  }
}

const networks = commandByTwo('networks', () => rig.dataDir);
const options = (terms: Readonly<Record<string, string>>): string[] =>
  Object.entries(terms).flatMap(([name, value]) => [`--${name}`, value]);
const byTwo = (act: Parameters<typeof doActByTwo>[1]) => doActByTwo({ ask }, act);
const coin = async (code: string, decimals: string) => {
  const act = { call: 'markets/list-coin', by: 'ada', code, name: code, decimals };
  const { ok, text } = await byTwo(act);
  assert.ok(ok, text);
};
const assetOf = (code: string): number =>
  rig.server.server.running.exchange.assets.find((one) => one.code === code)!.asset;
const balance = (owner: number, asset: number): number =>
  rig.server.server.running.exchange.balance(owner, WALLET.exchange, asset).available;
const follow = async (blocks: number): Promise<void> => {
  await rig.node.mine(blocks);
  await rig.server.server.chains.catchUp();
};
const publicTerms = async () => {
  const { data } = await rig.server.post<{
    readonly list: readonly Readonly<Record<string, unknown>>[];
  }>('/bb/app/funding/getTerms');
  return data.list.filter(({ chain }) => chain === CHAIN);
};

test('R16.5 D0048 what cannot be listed is refused by the name of what is wrong, and leaves nothing', async () => {
  await coin('GOLD', '6');
  await coin('FINE', '2');
  const mute = freshAddress();
  // Answers every call with nothing.
  await rig.node.control.setCode({ address: mute, bytecode: '0x00' });
  const flipped = gold.address.replace(/[a-f]/, (letter) => letter.toUpperCase());
  const wrong = gold.address === flipped ? gold.address.toLowerCase() : flipped;
  const asked = { coin: 'GOLD', network: CHAIN, contract: gold.address, ...FIELDS };
  for (const [changed, field, problem] of [
    [{ coin: 'ZED' }, 'coin', /not a coin of the platform/],
    [{ network: 'TRON' }, 'network', /not a network/],
    [{ network: 'XRP' }, 'contract', /nobody watches XRP/],
    [{ network: 'BTC' }, 'contract', /BTC has no contracts/],
    [{ network: 'BEP20' }, 'contract', /BEP20 has no nodes: CHAIN_NODES_BEP20/],
    [{ coin: 'USDT' }, 'coin', /is on this network already/],
    [{ contract: wrong }, 'contract', /is no address of ERC20 with its checksum/],
    [{ contract: gold.address.toLowerCase() }, 'contract', /is no address of ERC20 with its checksum/],
    [{ contract: freshAddress() }, 'contract', /there is no contract at 0x/],
    [{ contract: mute }, 'contract', /tells no decimals: it is no token/],
    [{ contract: rig.token.address }, 'contract', /is USDT on ERC20/],
    [{ coin: 'FINE', symbol: 'GOLD' }, 'contract', /18 decimals, FINE has 2: the core counts .* 15 more/],
    [{ contract: silver.address }, 'symbol', /calls itself "XAG", not "GOLD"/],
    [{ withdrawalFee: undefined }, 'withdrawalFee', /is required/],
    [{ minimumDeposit: '0' }, 'minimumDeposit', /is not above 0/],
    [{ minimumDeposit: '0.0000001' }, 'minimumDeposit', /an amount of GOLD/],
    [{ withdrawalFee: '1.1' }, 'withdrawalFee', /1.1 GOLD is above the minimum 1 GOLD/],
    [{ withdrawalMinimum: '1001' }, 'withdrawalMinimum', /is above the maximum/],
    [{ withdrawalMaximum: '99999999999999999999' }, 'withdrawalMaximum', /an amount of GOLD/],
  ] as const) {
    const input = { ...asked, ...changed, step: 'plan' };
    const answer = await ask('operators/perform', { call: 'networks/list-coin', by: 'ada', input });
    assert.match(answer.problem ?? 'planned', problem, JSON.stringify(changed));
    assert.match(answer.problem ?? 'planned', new RegExp(`Check ${field}: `), JSON.stringify(changed));
  }
  const { database, features } = rig.server.server;
  assert.deepEqual(await database.kysely.selectFrom('network_coins').selectAll().execute(), []);
  assert.deepEqual(await features.open.operators.gives.operators.recorded('networks/list-coin', 10), []);
});

test('R15.1 R15.3 R16.5 D0048 a listed coin is deposited, traded and withdrawn, and ledger and chain agree', async () => {
  const [toAnn, toBob] = [await rig.open(ANN), await rig.open(BOB)];
  const trial = await networks(
    'list-coin',
    'GOLD',
    CHAIN,
    gold.address,
    ...options(TERMS),
    '--dry-run',
    '--by',
    'ada',
  );
  assert.match(trial.output, /18 decimals on ERC20, 6 in the ledger[^]*Nothing was done/);
  const listed = await networks('list-coin', 'GOLD', CHAIN, gold.address, ...options(TERMS), '--by', 'ada');
  assert.equal(listed.status, 0, listed.output);
  await coin('SILV', '6');
  const confirmed = ['--symbol', 'XAG', '--by', 'ada'];
  const second = await networks('list-coin', 'SILV', CHAIN, silver.address, ...options(TERMS), ...confirmed);
  assert.equal(second.status, 0, second.output);
  const [GOLD, SILV] = [assetOf('GOLD'), assetOf('SILV')];

  // Seen with what is in force now; the next one needs fewer blocks and is below a new minimum.
  await gold.transfer(toAnn, 5n * GOLD_UNIT + 7n);
  await silver.transfer(toAnn, 600_000n);
  await rig.token.transfer(toBob, 1_000n * 10n ** 6n);
  await follow(1);
  assert.equal((await networks('set-confirmations', CHAIN, '3', '--by', 'ada')).status, 0);
  assert.equal((await networks('set', 'SILV', CHAIN, 'minimum-deposit', '0.7', '--by', 'ada')).status, 0);
  await silver.transfer(toAnn, 650_000n);
  await gold.transfer(toAnn, 2n * GOLD_UNIT);
  await follow(3);
  assert.equal(balance(ANN, GOLD), 2 * UNIT, 'three blocks of the later one');
  const waiting = rig.server.server.chains
    .arrivalsOf(ANN)
    .map(({ coin: of, needed, status }) => [of, needed, status]);
  assert.deepEqual(
    waiting.toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
    [
      ['GOLD', CONFIRMATIONS, 'seen'],
      ['SILV', CONFIRMATIONS, 'seen'],
      ['SILV', 3, 'below-minimum'],
    ],
  );
  await follow(FINAL);
  assert.deepEqual([balance(ANN, GOLD), balance(ANN, SILV)], [7 * UNIT, 600_000]);
  assert.deepEqual(await rig.differences(), NONE);

  await trade({ seller: ANN, buyer: BOB, gold: GOLD });
  const handPaid = await rig.withdraw(BOB, { asset: GOLD, amount: UNIT, to: freshAddress() });
  await rig.mine();
  const open = await rig.payoutPort.payments.open(rig.terms.chainId);
  assert.deepEqual(
    [await rig.statusOf(handPaid), open.filter(({ order }) => order.kind === 'withdrawal')],
    ['approved', []],
    'no payer knows the coin',
  );
  await payByHand(handPaid);
});

/** Two users trade on a new pair: 3 GOLD for 6 USDT. */
async function trade({
  seller,
  buyer,
  gold: asset,
}: {
  seller: number;
  buyer: number;
  gold: number;
}): Promise<void> {
  const pair = 'GOLD/USDT';
  const terms = { priceDecimals: '4', lotDecimals: '1', indexDecimals: '6', minimum: '5', maximum: '50000' };
  const listed = await byTwo({ call: 'markets/list-pair', by: 'ada', pair, ...terms });
  assert.equal(listed.ok, true, listed.text);
  const input = { pair, step: 'do', reason: 'its market is ready', key: 'resume-1' };
  assert.equal(
    (await ask('operators/perform', { call: 'markets/resume-pair', by: 'ada', input })).problem,
    null,
  );
  const { market } = rig.server.server.running.exchange.registry.markets.at(-1)!.definition;
  const before = balance(buyer, asset);
  const order = {
    type: 'place-order',
    market,
    price: 20_000,
    lots: 30,
    quoteAmount: 0,
    timeInForce: TIME_IN_FORCE.GTC,
    selfTrade: SELF_TRADE.cancelNewest,
    clientOrderId: null,
  } as const;
  await rig.submit({ ...order, owner: seller, side: SELL });
  await rig.submit({ ...order, owner: buyer, side: BUY });
  assert.ok(balance(buyer, asset) > before + 2 * UNIT, 'less the fee');
}

const etherOf = (wei: bigint): string =>
  String(wei)
    .padStart(19, '0')
    .replace(/(?=\d{18}$)/, '.');

/** Paid from cold storage by a person, and booked with what it has cost. */
async function payByHand(withdrawal: number): Promise<void> {
  const { node, cold } = rig;
  const house = [await node.send(cold, ETHER), await gold.transfer(cold, 10n * GOLD_UNIT)];
  await follow(CONFIRMATIONS);
  for (const txid of house) await rig.book(txid);
  const { address } = await rig.server.server.database.kysely
    .selectFrom('funding_withdrawals')
    .select('address')
    .where('withdrawal_id', '=', withdrawal)
    .executeTakeFirstOrThrow();
  const hash = await gold.transferFrom(cold, address as `0x${string}`, GOLD_UNIT);
  await follow(1);
  const { gasUsed, effectiveGasPrice, logs } = await node.reader.getTransactionReceipt({ hash });
  const cost = gasUsed * effectiveGasPrice;
  // What is approved may have been paid by hand; the fee is missing until it is booked.
  assert.deepEqual(await rig.differences(), { ...NONE, ETH: -cost });
  const paid = { txid: hash.slice(2), output: logs.length, cost: etherOf(cost) };
  const answer = await rig.act('settle', withdrawal, paid);
  assert.ok(answer.ok, answer.text);
  assert.equal(await rig.statusOf(withdrawal), 'settled');
  assert.deepEqual(await rig.differences(), NONE);
  await rig.submit({ type: 'set-chain-status', chain: ERC20, status: 0 });
}

test('R16.5 D0048 after a restart a listed coin is there, and a crash before the core counted it is mended', async () => {
  const before = await publicTerms();
  assert.deepEqual(
    before.map(({ currency, confirmations, minDeposit }) => [currency, confirmations, minDeposit]),
    [
      ['ETH', 3, '0.001'],
      ['USDT', 3, '10'],
      ['GOLD', 3, '0.5'],
      ['SILV', 3, '0.7'],
    ],
  );
  await coin('LATE', '6');
  const late = await rig.node.deployToken({ decimals: 8, symbol: 'LATE' });
  const to = (await rig.server.server.chains.addressOf(BOB, CHAIN)) as `0x${string}`;
  await late.transfer(to, EARLY);
  await follow(1);
  const { kysely } = rig.server.server.database;
  const [row] = await kysely.selectFrom('network_coins').selectAll().orderBy('listing').execute();
  const { listing: _number, ...written } = row!;
  assert.deepEqual([written.symbol, written.decimals, written.operator.endsWith('ada')], ['GOLD', 18, true]);
  await kysely
    .insertInto('network_coins')
    .values({ ...written, coin: 'LATE', contract: late.address, decimals: 8 })
    .execute();
  await assert.rejects(kysely.deleteFrom('network_coins').execute(), /only added to/);

  await rig.stop();
  await rig.start();
  assert.deepEqual(await publicTerms(), before);
  await rig.server.server.features.keepUp();
  assert.deepEqual((await publicTerms()).map(({ currency }) => currency).at(-1), 'LATE');
  await late.transfer(to, 3n * 10n ** 8n);
  await follow(3);
  // What came before the listing is nobody's, and is there beyond the ledger.
  assert.deepEqual(await rig.differences(), { ...NONE, LATE: EARLY });
  assert.equal(balance(BOB, assetOf('LATE')), 3 * UNIT);
  const acts = await rig.server.server.features.open.operators.gives.operators.recorded(
    'networks/list-coin agreed',
    10,
  );
  assert.deepEqual(
    acts.map(({ subject }) => subject),
    ['coin SILV on ERC20', 'coin GOLD on ERC20'],
  );
  const { output } = await networks('list');
  assert.match(output, new RegExp(`GOLD +ERC20 +contract +${gold.address}`));
});

test('R4.4 D0048 once the wallet terms name the coin, the payer pays it, and its sweeps are no deposits', async () => {
  await rig.stop();
  const [GOLD, bounds] = ['GOLD', { sweepFrom: '1', hotMax: '900', hotTarget: '500' }];
  Object.assign(rig.terms.tokens, { [GOLD]: { address: gold.address, decimals: 18 } });
  Object.assign(rig.terms.coins, { [GOLD]: { ...bounds, perPayment: '100', perDay: '1000' } });
  await rig.start();
  const to = freshAddress();
  const withdrawal = await rig.withdraw(BOB, { asset: assetOf(GOLD), amount: UNIT, to });
  await rig.settle();
  assert.equal(await rig.statusOf(withdrawal), 'settled');
  assert.equal(await gold.balanceOf(to), GOLD_UNIT);
  assert.deepEqual(await rig.differences(), { ...NONE, LATE: EARLY });
  assert.equal(balance(ANN, USDT) > 0, true);
});
