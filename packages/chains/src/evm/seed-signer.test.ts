/**
 * Goal: whoever asks a signer, by whatever requests, gets each order signed for one destination,
 * one amount and one nonce, within its limits, also after a restart.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import { encodeFunctionData, erc20Abi, parseTransaction, type Address, type Hex } from 'viem';
import { ChainAddresses } from '../addresses/chain-addresses.ts';
import { FileSignerLog } from '../paying/file-signer-log.ts';
import { HOT_WALLET, type KeyPath, type PaymentOrder } from '../paying/payments.ts';
import { SeedSigner } from './seed-signer.ts';
import type { SignerRules } from './signer-rules.ts';
import type { SignedEntry, SignerLog, SigningRequest } from '../paying/signing.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const COLD = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ANN = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const BOB = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const DAY_MS = 86_400_000;
const RULES: SignerRules = {
  chainId: 1,
  nativeCoin: 'ETH',
  tokens: { USDT: TOKEN },
  withdrawals: { ETH: { perPayment: 100n, perDay: 250n }, USDT: { perPayment: 50n, perDay: 60n } },
  topUps: { perPayment: 10n, perDay: 15n },
  coldAddress: COLD,
  maxFeePerGas: 1_000n,
  gasMax: 100_000n,
  feesPerDay: 10n ** 12n,
};

/** A record that a second signer can load. */
function memoryLog(): SignerLog & { readonly entries: readonly SignedEntry[] } {
  const entries: SignedEntry[] = [];
  return {
    entries,
    load: async () => [...entries],
    append: async (entry) => void entries.push(structuredClone(entry)),
  };
}

async function open(log: SignerLog = memoryLog(), nowMs = () => 0) {
  return SeedSigner.open({ mnemonic: MNEMONIC, rules: [RULES], log, nowMs });
}

const { extendedPublicKey } = await open();
const ADDRESSES = new ChainAddresses('EVM', extendedPublicKey);
const HOT = ADDRESSES.of(HOT_WALLET);
const FIRST: KeyPath = { branch: 'deposit', index: 0 };

function order(difference: Partial<PaymentOrder> = {}): PaymentOrder {
  const withdrawal = { kind: 'withdrawal', from: HOT_WALLET, sender: HOT, to: ANN, toKey: null } as const;
  return { id: 'w1', chainId: 1, coin: 'ETH', units: '100', ...withdrawal, ...difference };
}

/** An honest request for the order, with a difference. */
function request(asked: PaymentOrder, difference: Partial<SigningRequest> = {}): SigningRequest {
  const isToken = asked.coin === 'USDT';
  const args = [asked.to as Address, BigInt(asked.units)] as const;
  return {
    order: asked,
    purpose: 'pay',
    nonce: 0,
    to: isToken ? TOKEN : asked.to,
    value: isToken ? '0' : asked.units,
    data: isToken ? encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }) : '0x',
    gas: '21000',
    maxFeePerGas: '1000',
    maxPriorityFeePerGas: '10',
    ...difference,
  };
}

async function answer(signer: SeedSigner, asked: SigningRequest): Promise<string> {
  const given = await signer.sign(asked);
  return given.type === 'signed' ? 'signed' : given.refusal;
}

const fresh = async (asked: SigningRequest): Promise<string> => answer(await open(), asked);

const SWEEP = order({ kind: 'sweep', from: FIRST, sender: ADDRESSES.at(0), to: HOT, toKey: HOT_WALLET });
const TOP_UP = order({ kind: 'top-up', to: ADDRESSES.at(0), toKey: FIRST, units: '10' });
const COLD_ORDER = order({ kind: 'cold', to: COLD });
const FILLER = order({ kind: 'filler', to: HOT, toKey: HOT_WALLET, units: '0' });

test('D0028 it signs what its rules allow, exactly as asked', async () => {
  for (const asked of [order(), order({ coin: 'USDT', units: '50' }), SWEEP, TOP_UP, COLD_ORDER, FILLER]) {
    const given = await (await open()).sign(request(asked, { nonce: 7 }));
    assert.equal(given.type, 'signed', asked.kind);
    const { nonce, to, value, chainId, data } = parseTransaction((given as { raw: Hex }).raw);
    const [target, amount] = asked.coin === 'USDT' ? [TOKEN, 0n] : [asked.to, BigInt(asked.units)];
    assert.deepEqual(
      { nonce, to, value: value ?? 0n, chainId, data: data ?? '0x' },
      { nonce: 7, to: target.toLowerCase(), value: amount, chainId: 1, data: request(asked).data },
    );
  }
});

test('D0028 it refuses what its own copy of the rules does not allow', async () => {
  const refused: readonly (readonly [string, SigningRequest])[] = [
    ['another chain', request(order({ chainId: 2 }))],
    ['an unknown coin', request(order({ coin: 'DAI' }), { value: '0' })],
    ['a fee above the limit', request(order(), { maxFeePerGas: '1001' })],
    ['a tip above the fee', request(order(), { maxPriorityFeePerGas: '1001' })],
    ['too much gas', request(order(), { gas: '100001' })],
    ['a sender that is not of the key', request(order({ sender: ANN }))],
    ['a withdrawal from a deposit address', request(order({ from: FIRST, sender: ADDRESSES.at(0) }))],
    ['a withdrawal of nothing', request(order({ units: '0' }))],
    ['an address without its checksum', request(order({ to: ANN.toLowerCase() }))],
    ['a sweep to somebody else', request({ ...SWEEP, to: ANN })],
    [
      'a sweep to another own address',
      request({ ...SWEEP, to: ADDRESSES.at(1), toKey: { ...FIRST, index: 1 } }),
    ],
    ['a top-up of somebody else', request({ ...TOP_UP, to: ANN })],
    ['a top-up in tokens', request({ ...TOP_UP, coin: 'USDT' })],
    ['cold storage elsewhere', request({ ...COLD_ORDER, to: ANN })],
    ['a filler with an amount', request({ ...FILLER, units: '1' })],
    ['a negative amount', request(order({ units: '-1' }))],
    ['an unknown kind', request(order({ kind: 'gift' as never }))],
  ];
  for (const [what, asked] of refused) assert.match(await fresh(asked), /^(rules|not-as-ordered)$/, what);
});

test('D0028 what it cannot read it refuses, and goes on', async () => {
  const usdt = order({ coin: 'USDT', units: '50' });
  const unreadable: readonly unknown[] = [
    null,
    {},
    request(order({ from: null as never })),
    request(order({ from: { branch: 'other' as never, index: 0 } })),
    request(order({ from: { branch: 'house', index: -1 } })),
    request(order({ from: { branch: 'house', index: 0.5 } })),
    request(order({ toKey: { branch: 'other' as never, index: 0 } })),
    request(usdt, { to: 'nobody' }),
    request({ ...usdt, coin: 'toString' }, { to: TOKEN, value: '0' }),
  ];
  const signer = await open();
  for (const asked of unreadable) assert.equal(await answer(signer, asked as SigningRequest), 'rules');
  assert.equal(await answer(signer, request(order())), 'signed');
});

test('D0028 it refuses a transaction that is not what the order says', async () => {
  const usdt = order({ coin: 'USDT', units: '50' });
  const approve = { abi: erc20Abi, functionName: 'approve', args: [ANN, 50n] } as const;
  const refused: readonly SigningRequest[] = [
    request(order(), { to: BOB }),
    request(order(), { value: '99' }),
    request(order(), { data: '0x00' }),
    request(usdt, { to: ANN }),
    request(usdt, { value: '1' }),
    request(usdt, { data: request({ ...usdt, to: BOB }).data }),
    request(usdt, { data: request({ ...usdt, units: '51' }).data }),
    request(usdt, { data: `${request(usdt).data}00` }),
    request(usdt, { data: encodeFunctionData(approve) }),
    request(order(), { purpose: 'cancel' }),
    request(order(), { purpose: 'cancel', to: HOT, value: '1' }),
  ];
  for (const asked of refused) assert.equal(await fresh(asked), 'not-as-ordered', JSON.stringify(asked));
});

test('D0028 limits hold at their boundary, count an order once, and begin anew each day', async () => {
  let nowMs = 5 * DAY_MS;
  const log = memoryLog();
  const signer = await open(log, () => nowMs);
  const ask = async (id: string, units: number, nonce: number) =>
    answer(signer, request(order({ id, units: `${units}` }), { nonce }));
  assert.equal(await ask('a', 101, 0), 'limit');
  assert.equal(await ask('a', 100, 0), 'signed');
  assert.equal(await ask('a', 100, 0), 'signed', 'a raised fee');
  assert.equal(await ask('b', 100, 1), 'signed');
  assert.equal(await ask('c', 51, 2), 'limit');
  assert.equal(await ask('c', 50, 2), 'signed');
  assert.equal(await ask('d', 1, 3), 'limit');
  assert.equal(
    await answer(await open(log, () => nowMs), request(order({ id: 'd', units: '1' }), { nonce: 3 })),
    'limit',
  );
  nowMs += DAY_MS - 1;
  assert.equal(await ask('d', 1, 3), 'limit');
  nowMs += 1;
  assert.equal(await ask('d', 1, 3), 'signed');
});

test('D0028 after a cancellation it pays the order no more, and cancels it again at a higher fee', async () => {
  const signer = await open();
  const cancel = request(order(), { purpose: 'cancel', to: HOT, value: '0' });
  assert.equal(await answer(signer, request(order())), 'signed');
  assert.equal(await answer(signer, cancel), 'signed');
  assert.equal(await answer(signer, request(order(), { maxPriorityFeePerGas: '20' })), 'cancelled');
  assert.equal(await answer(signer, { ...cancel, maxPriorityFeePerGas: '20' }), 'signed');
});

test('D0028 whatever is asked, an id has one order and nonce, and a nonce one id', async () => {
  const ask = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    to: fc.constantFrom(ANN, BOB),
    units: fc.constantFrom('10', '60', '100'),
    nonce: fc.nat({ max: 3 }),
    isCancel: fc.boolean(),
    restarts: fc.boolean(),
  });
  const law = fc.asyncProperty(fc.array(ask, { maxLength: 25 }), async (asks) => {
    const log = memoryLog();
    let signer = await open(log);
    const orders = new Map<string, string>();
    const holders = new Map<number, string>();
    const amounts = new Map<string, bigint>();
    for (const { id, to, units, nonce, isCancel, restarts } of asks) {
      if (restarts) signer = await open(log);
      const asked = order({ id, to, units });
      const change = isCancel ? ({ purpose: 'cancel', to: HOT, value: '0' } as const) : {};
      if ((await answer(signer, request(asked, { nonce, ...change }))) !== 'signed') continue;
      const text = [to, units, nonce].join();
      assert.equal(orders.get(id) ?? text, text);
      assert.equal(holders.get(nonce) ?? id, id);
      orders.set(id, text);
      holders.set(nonce, id);
      if (!isCancel) amounts.set(id, BigInt(units));
    }
    const sum = [...amounts.values()].reduce((total, units) => total + units, 0n);
    assert.ok(sum <= RULES.withdrawals['ETH']!.perDay);
  });
  await fc.assert(law, { numRuns: 25 });
});

test('D0028 its record outlives it, without a line that was torn; a damaged one stops it', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'glasshouse-signer-'));
  try {
    const name = path.join(folder, 'signed');
    const first = await FileSignerLog.open(name);
    assert.equal(await answer(await open(first), request(order())), 'signed');
    await first.close();
    await fs.appendFile(name, '{"order":{"id":"torn"');
    const second = await FileSignerLog.open(name);
    const signer = await open(second);
    assert.equal(await answer(signer, request(order(), { nonce: 1 })), 'nonce-changed');
    assert.equal(await answer(signer, request(order({ id: 'w2' }), { nonce: 1 })), 'signed');
    assert.deepEqual(
      (await second.load()).map((entry) => entry.order.id),
      ['w1', 'w2'],
    );
    await second.close();
    // A write that fails may have left half a line: nothing more is signed.
    await assert.rejects(async () => signer.sign(request(order({ id: 'w3', units: '1' }), { nonce: 2 })));
    await assert.rejects(
      async () => signer.sign(request(order({ id: 'w3', units: '1' }), { nonce: 2 })),
      /before/,
    );
    await fs.writeFile(name, `damaged\n${await fs.readFile(name, 'utf8')}`);
    const third = await FileSignerLog.open(name);
    await assert.rejects(async () => open(third), SyntaxError);
    await third.close();
  } finally {
    await fs.rm(folder, { recursive: true });
  }
});

const FEE = 21_000_000n;

test('D0028 fees of a day end at their limit, by the dearest of each nonce, and begin anew each day', async () => {
  let nowMs = 5 * DAY_MS;
  const log = memoryLog();
  const rules = { ...RULES, feesPerDay: 4n * FEE };
  const begin = async () => SeedSigner.open({ mnemonic: MNEMONIC, rules: [rules], log, nowMs: () => nowMs });
  let signer = await begin();
  const ask = async (nonce: number, price: bigint, difference: Partial<SigningRequest> = {}) => {
    const asked = order({ id: `w${nonce}`, units: '1' });
    const prices = { maxFeePerGas: `${price}`, maxPriorityFeePerGas: '1' };
    return answer(signer, request(asked, { nonce, ...prices, ...difference }));
  };
  const nothing = { purpose: 'cancel', to: HOT, value: '0' } as const;
  // Payments may use three quarters: three fees of 1,000 for each unit of gas.
  assert.equal(await ask(0, 900n), 'signed');
  assert.equal(await ask(0, 1_000n), 'signed', 'a replacement counts by its rise');
  assert.equal(await ask(1, 1_000n), 'signed');
  assert.equal(await ask(2, 999n), 'signed', 'one below');
  assert.equal(await ask(3, 2n), 'fees', 'one above');
  assert.equal(await ask(3, 1n), 'signed', 'at the limit');
  signer = await begin();
  assert.equal(await ask(2, 1_000n), 'fees', 'also after a restart');
  assert.equal(await ask(2, 500n), 'signed', 'what is not dearer burns no more');
  // What is kept is for cancellations and fillers alone.
  assert.equal(await ask(2, 1_000n, nothing), 'signed');
  const filler = { ...FILLER, id: 'f4' };
  const dear = { nonce: 4, value: '0', maxFeePerGas: '1000' };
  assert.equal(await answer(signer, request(filler, dear)), 'fees');
  assert.equal(await answer(signer, request(filler, { ...dear, maxFeePerGas: '999' })), 'signed');
  assert.equal(await ask(3, 2n, nothing), 'fees');
  nowMs += DAY_MS;
  assert.equal(await ask(3, 2n, nothing), 'signed');
  assert.equal(await answer(signer, request(filler, dear)), 'signed');
  // Of the new day only the rises were burnt: 2 of 4,000.
  assert.equal(await ask(5, 1_000n), 'signed');
  assert.equal(await ask(6, 1_000n), 'signed');
  assert.equal(await ask(7, 999n), 'fees');
  assert.equal(await ask(7, 998n), 'signed');
});

test('D0028 whatever is asked, the dearest transactions of all nonces of a day stay within its limit', async () => {
  const ask = fc.record({
    nonce: fc.nat({ max: 4 }),
    price: fc.integer({ min: 1, max: 1_000 }),
    isCancel: fc.boolean(),
    restarts: fc.boolean(),
  });
  const rules = { ...RULES, feesPerDay: 2n * FEE };
  const law = fc.asyncProperty(fc.array(ask, { minLength: 5, maxLength: 25 }), async (asks) => {
    const log = memoryLog();
    const begin = async () => SeedSigner.open({ mnemonic: MNEMONIC, rules: [rules], log, nowMs: () => 0 });
    let signer = await begin();
    const dearest = new Map<number, number>();
    for (const { nonce, price, isCancel, restarts } of asks) {
      if (restarts) signer = await begin();
      const asked = order({ id: `w${nonce}`, units: '1' });
      const change = isCancel ? ({ purpose: 'cancel', to: HOT, value: '0' } as const) : {};
      const prices = { maxFeePerGas: `${price}`, maxPriorityFeePerGas: '1' };
      if ((await answer(signer, request(asked, { nonce, ...prices, ...change }))) !== 'signed') continue;
      dearest.set(nonce, Math.max(price, dearest.get(nonce) ?? 0));
    }
    const sum = [...dearest.values()].reduce((all, price) => all + price, 0);
    assert.ok(BigInt(sum) * 21_000n <= rules.feesPerDay);
  });
  await fc.assert(law, { numRuns: 25 });
});

test('D0028 a record of before fees were counted is read, and counts none', async () => {
  const log = memoryLog();
  const before = { order: order(), purpose: 'pay', nonce: 0, txid: '0x1', day: 0 } as const;
  await log.append(before);
  const rules = { ...RULES, feesPerDay: (4n * FEE) / 3n };
  const signer = await SeedSigner.open({ mnemonic: MNEMONIC, rules: [rules], log, nowMs: () => 0 });
  assert.equal(await answer(signer, request(order(), { nonce: 1 })), 'nonce-changed');
  assert.equal(await answer(signer, request(order(), { maxFeePerGas: '1000' })), 'signed');
  assert.equal(await answer(signer, request(order({ id: 'w2', units: '1' }), { nonce: 1 })), 'fees');
});
