/**
 * Goal: whoever asks a signer of TRON, by whatever bytes, gets each order signed as it was
 * approved, and one transaction of it at a time; and what it reads is what tronweb reads.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { mnemonicToSeedSync } from '@scure/bip39';
import fc from 'fast-check';
import { TronWeb } from 'tronweb';
import { readByTronweb } from '../../test/tron-gateway.ts';
import { ChainAddresses, extendedPublicKey } from '../addresses/chain-addresses.ts';
import { HOT_WALLET, type PaymentOrder } from '../paying/payments.ts';
import { TronSigner, type TronSignedEntry, type TronSigningRequest } from './signer.ts';
import { rawDataOf, readRawData, signedTransaction, txidOf, type TronTransaction } from './transactions.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
const ours = new ChainAddresses('TRON', extendedPublicKey('TRON', mnemonicToSeedSync(MNEMONIC)));
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const BOB = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const COLD = 'TVjsyZ7fYF3qLF6BQgPmTEZy1xrNNyVAAA';
const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const FEE_MAX = 50_000_000n;
const OTHER_FEES = 2_000_000n;
const LIFETIME = 10 * MINUTE;
const MARGIN = MINUTE;
const UNITS = 5_000n;
const SIGNATURE_HEX = 130;

class Desk {
  readonly entries: TronSignedEntry[] = [];
  readonly perDay: bigint;
  feesPerDay = 10n ** 18n;
  nowMs = NOW;

  constructor(perDay = 12_000n) {
    this.perDay = perDay;
  }

  open(): Promise<TronSigner> {
    const { entries, perDay } = this;
    return TronSigner.open({
      mnemonic: MNEMONIC,
      rules: {
        chainId: 1,
        nativeCoin: 'TRX',
        tokens: { USDT },
        withdrawals: { USDT: { perPayment: 10_000n, perDay }, TRX: { perPayment: 9n, perDay } },
        topUps: { perPayment: 100n, perDay: 100n },
        coldAddress: COLD,
        feeLimitMax: FEE_MAX,
        otherFeesMax: OTHER_FEES,
        feesPerDay: this.feesPerDay,
        lifetimeMsMax: LIFETIME,
        clockMarginMs: MARGIN,
      },
      log: { load: async () => entries, append: async (entry) => void entries.push(entry) },
      nowMs: () => this.nowMs,
    });
  }
}

const order = (difference: Partial<PaymentOrder> = {}): PaymentOrder => ({
  id: 'w1',
  kind: 'withdrawal',
  chainId: 1,
  from: HOT_WALLET,
  sender: ours.of(HOT_WALLET),
  to: BOB,
  toKey: null,
  coin: 'USDT',
  units: UNITS.toString(),
  ...difference,
});

/** The honest transaction of an order, with differences. */
function transaction(of: PaymentOrder, difference: Partial<TronTransaction> = {}): TronTransaction {
  return {
    reference: { bytes: '1a2b', hash: '00112233445566ff' },
    expirationMs: NOW + 5 * MINUTE,
    timestampMs: NOW,
    feeLimit: of.coin === 'TRX' ? 0n : FEE_MAX,
    owner: of.sender,
    to: of.to,
    token: of.coin === 'TRX' ? null : USDT,
    units: BigInt(of.units),
    ...difference,
  };
}

function request(
  of: PaymentOrder = order(),
  { before = [], ...difference }: Partial<TronTransaction> & Partial<TronSigningRequest> = {},
): TronSigningRequest {
  return { order: of, rawData: rawDataOf(transaction(of, difference)), before };
}

async function answer(signer: TronSigner, asked: TronSigningRequest): Promise<string> {
  const given = await signer.sign(asked);
  return given.type === 'signed' ? 'signed' : given.refusal;
}

const trx = order({ coin: 'TRX', units: '7' });

for (const paid of [order(), trx])
  test(`D0034 what is signed of ${paid.coin} are the bytes that tronweb writes and signs`, async () => {
    const given = await (await new Desk().open()).sign(request(paid));
    assert.equal(given.type, 'signed');
    const { raw } = given as { readonly raw: string };
    const read = readByTronweb(raw);
    const { expirationMs, timestampMs, feeLimit } = transaction(paid);
    const header = {
      ref_block_bytes: '1a2b',
      ref_block_hash: '00112233445566ff',
      expiration: expirationMs,
      timestamp: timestampMs,
    };
    const tronweb = new TronWeb({ fullHost: 'http://127.0.0.1:9' });
    const { transactionBuilder: builder } = tronweb;
    const built =
      paid.coin === 'TRX'
        ? await builder.sendTrx(paid.to, Number(paid.units), paid.sender, { blockHeader: header })
        : (
            await builder.triggerSmartContract(
              USDT,
              'transfer(address,uint256)',
              { feeLimit: Number(feeLimit), txLocal: true, blockHeader: header },
              [
                { type: 'address', value: paid.to },
                { type: 'uint256', value: paid.units },
              ],
              paid.sender,
            )
          ).transaction;
    assert.equal(read.raw_data_hex, built.raw_data_hex.toLowerCase());
    assert.equal(read.txID, built.txID);
    const { privateKey } = TronWeb.fromMnemonic(MNEMONIC, "m/44'/195'/0'/1/0");
    const signed = await tronweb.trx.sign(built, privateKey.slice(2));
    assert.equal(read.signature[0], signed.signature[0]!.toLowerCase());
  });

test('D0034 it refuses what its own copy of the rules does not allow on TRON', async () => {
  const signer = await new Desk().open();
  const deposit = { branch: 'deposit', index: 3 } as const;
  const refused: readonly (readonly [string, TronSigningRequest, string])[] = [
    ['another chain', request(order({ chainId: 2 })), 'rules'],
    ['another sender', request(order({ sender: BOB })), 'rules'],
    ['an unknown coin', request(order({ coin: 'USDC' })), 'rules'],
    ['nothing', request(order({ units: '0' }), { units: 1n }), 'rules'],
    ['to a cold address that is none', request(order({ kind: 'cold' })), 'rules'],
    ['a sweep elsewhere', request(order({ kind: 'sweep', from: deposit, sender: ours.at(3) })), 'rules'],
    ['a top-up of a token', request(order({ kind: 'top-up', to: ours.at(3), toKey: deposit })), 'rules'],
    ['a filler', request(order({ kind: 'filler' })), 'rules'],
    ['too high a fee', request(order(), { feeLimit: FEE_MAX + 1n }), 'rules'],
    ['a fee for TRX', request(trx, { feeLimit: 1n }), 'rules'],
    ['another recipient', request(order(), { to: COLD }), 'not-as-ordered'],
    ['another amount', request(order(), { units: UNITS + 1n }), 'not-as-ordered'],
    ['another contract', request(order(), { token: COLD }), 'not-as-ordered'],
    ['TRX for a token', request(order(), { token: null }), 'not-as-ordered'],
    ['another owner', request(order(), { owner: ours.at(3) }), 'not-as-ordered'],
    ['no bytes', { ...request(), rawData: '' }, 'not-as-ordered'],
    ['no text', { ...request(), rawData: undefined as unknown as string }, 'rules'],
    ['expired', request(order(), { expirationMs: NOW }), 'not-now'],
    ['too long', request(order(), { expirationMs: NOW + LIFETIME + 1 }), 'not-now'],
    ['beyond the limit', request(order({ units: '10001' })), 'limit'],
  ];
  for (const [what, asked, refusal] of refused) assert.equal(await answer(signer, asked), refusal, what);
  assert.equal(await answer(signer, request(order(), { expirationMs: NOW + LIFETIME })), 'signed');
  const sweep = order({
    id: 's1',
    kind: 'sweep',
    from: deposit,
    sender: ours.at(3),
    to: ours.of(HOT_WALLET),
    toKey: HOT_WALLET,
    units: '1000000',
  });
  assert.equal(await answer(signer, request(sweep)), 'signed', 'a sweep has no limit');
  assert.equal(await answer(signer, request(order({ id: 'c1', kind: 'cold', to: COLD }))), 'signed');
  const topUp = order({
    id: 't1',
    kind: 'top-up',
    to: ours.at(3),
    toKey: deposit,
    coin: 'TRX',
    units: '100',
  });
  assert.equal(await answer(signer, request(topUp)), 'signed');
});

/** By tronweb, which knows nothing of our reader. */
function readingOf(rawData: string): unknown {
  const read = readByTronweb(signedTransaction(rawData, '00'.repeat(SIGNATURE_HEX / 2)));
  assert.equal(read.raw_data_hex, rawData);
  const { contract, expiration, fee_limit: feeLimit = 0 } = read.raw_data;
  assert.equal(contract.length, 1);
  return { contract: contract[0], expiration, feeLimit };
}

for (const paid of [order(), trx])
  test(`D0034 whatever byte of a transaction of ${paid.coin} is changed, it pays the order or is refused`, async () => {
    const signer = await new Desk(10n ** 12n).open();
    const honest = request(paid).rawData;
    const { contract } = readingOf(honest) as { readonly contract: unknown };
    const bytes = Buffer.from(honest, 'hex');
    const change = fc.oneof(
      fc.record({ at: fc.nat(bytes.length - 1), by: fc.integer({ min: 1, max: 255 }) }).map(({ at, by }) => {
        const changed = Buffer.from(bytes);
        changed[at] = changed[at]! ^ by;
        return changed;
      }),
      fc
        .record({ at: fc.nat(bytes.length), more: fc.uint8Array({ minLength: 1, maxLength: 8 }) })
        .map(({ at, more }) => Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])),
      fc
        .record({ at: fc.nat(bytes.length - 1), length: fc.integer({ min: 1, max: 9 }) })
        .map(({ at, length }) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])),
    );
    let signed = 0;
    const law = fc.asyncProperty(change, async (changed) => {
      const rawData = changed.toString('hex');
      if (rawData === honest) return;
      const given = await signer.sign({ order: { ...paid, id: rawData }, rawData, before: [] });
      if (given.type === 'refused') return;
      signed++;
      const read = readingOf(rawData) as {
        readonly contract: unknown;
        readonly expiration: number;
        readonly feeLimit: number;
      };
      assert.deepEqual(read.contract, contract);
      assert.ok(read.expiration > NOW && read.expiration <= NOW + LIFETIME);
      assert.ok(read.feeLimit <= (paid.coin === 'TRX' ? 0 : FEE_MAX));
    });
    await fc.assert(law, { numRuns: 1_000 });
    assert.ok(signed > 0, 'some changes are of fields that may differ');
    assert.equal(await answer(signer, request(paid)), 'signed');
  });

test('D0034 what is read of a transaction is what was written', () => {
  const address = fc.nat(1_000).map((index) => ours.at(index));
  const any = fc.record(
    {
      reference: fc.constant({ bytes: 'ffff', hash: 'ffffffffffffffff' }),
      expirationMs: fc.maxSafeNat(),
      timestampMs: fc.maxSafeNat(),
      feeLimit: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
      owner: address,
      to: address,
      token: fc.option(address),
      units: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
    },
    { noNullPrototype: true },
  );
  fc.assert(fc.property(any, (one) => assert.deepEqual(readRawData(rawDataOf(one)), one)));
});

test('D0034 an order has one transaction at a time, a transaction one order, also after a restart', async () => {
  const desk = new Desk();
  let signer = await desk.open();
  const [first, second] = [request(), request(order(), { expirationMs: NOW + 12 * MINUTE })];
  assert.equal(await answer(signer, first), 'signed');
  assert.equal(await answer(signer, first), 'signed', 'the same bytes again');
  assert.equal(desk.entries.length, 1);
  const before = [txidOf(first.rawData)];
  for (const isAfter of [false, true]) {
    if (isAfter) signer = await desk.open();
    desk.nowMs = NOW;
    assert.equal(await answer(signer, { ...first, order: order({ units: '4999' }) }), 'order-changed');
    assert.equal(await answer(signer, { ...first, order: order({ id: 'w2' }) }), 'nonce-taken');
    // Expired, and by less than the clocks may differ.
    desk.nowMs = NOW + 5 * MINUTE + MARGIN - 1;
    assert.equal(await answer(signer, { ...second, before }), 'not-now');
    desk.nowMs++;
    assert.equal(await answer(signer, second), 'nonce-changed', 'to a payer without its records');
  }
  assert.equal(await answer(signer, { ...second, before }), 'signed');
  assert.equal(await answer(signer, first), 'nonce-changed', 'the second one has to be named too');
  const after = NOW + 20 * MINUTE;
  desk.nowMs = after;
  const third = request(order(), {
    expirationMs: after + MINUTE,
    before: [...before, txidOf(second.rawData)],
  });
  // Any of them may have been mined: 5,000 three times are more than the limit of a day.
  assert.equal(await answer(signer, third), 'limit');
});

test('D0034 D0028 what may be burnt on a day is limited, by the worst case of each transaction', async () => {
  const desk = new Desk();
  // For two transactions of tokens; one of TRX has no limit of its own.
  desk.feesPerDay = 2n * (FEE_MAX + OTHER_FEES);
  let signer = await desk.open();
  const of = (id: string) => request(order({ id, units: '1' }));
  const [first, second, third] = [of('f1'), of('f2'), of('f3')].map((one, at) => ({
    ...one,
    rawData: rawDataOf(transaction(one.order, { timestampMs: NOW + at })),
  })) as [TronSigningRequest, TronSigningRequest, TronSigningRequest];
  const gas = request(order({ id: 'f4', coin: 'TRX', units: '1' }));
  assert.equal(await answer(signer, first), 'signed');
  assert.equal(await answer(signer, first), 'signed', 'the same bytes burn once');
  assert.equal(await answer(signer, gas), 'signed');
  assert.equal(await answer(signer, second), 'fees', 'but for what the transfer of TRX may burn');
  desk.feesPerDay += OTHER_FEES;
  signer = await desk.open();
  assert.equal(await answer(signer, second), 'signed');
  assert.equal(await answer(signer, third), 'fees', 'also by the record of before');
  desk.nowMs += 24 * 60 * MINUTE;
  const later = { expirationMs: desk.nowMs + MINUTE };
  assert.equal(await answer(signer, request(third.order, later)), 'signed', 'on another day');
});
