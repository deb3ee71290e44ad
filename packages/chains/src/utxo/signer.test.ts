/**
 * Goal: whoever asks a signer of the Bitcoin family, by whatever transactions, gets each order
 * signed as it was approved, for one set of inputs and at a fee within its limit; the rest comes
 * back.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { hex } from '@scure/base';
import { mnemonicToSeedSync } from '@scure/bip39';
import { Transaction } from '@scure/btc-signer';
import { RawPSBTV0 } from '@scure/btc-signer/psbt.js';
import { ChainAddresses, extendedPublicKey } from '../addresses/chain-addresses.ts';
import { HOT_WALLET, type KeyPath, type PaymentOrder } from '../paying/payments.ts';
import { UTXO_NETWORKS } from '../addresses/utxo-networks.ts';
import { UtxoSigner, type UtxoSignedEntry, type UtxoSigningRequest } from './signer.ts';
import { partsOfRaw, scriptOf, SEQUENCE } from './transactions.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
const FIRST: KeyPath = { branch: 'deposit', index: 0 };
const BOB = {
  BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  DOGE: 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC',
} as const;
const STRANGER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const MAX_FEE = 10_000n;
const UNITS = 50_000n;

type Family = keyof typeof BOB;

class Desk {
  readonly family: Family;
  readonly addresses: ChainAddresses;
  readonly entries: UtxoSignedEntry[] = [];
  feesPerDay = 10n * MAX_FEE;
  nowMs = 0;

  constructor(family: Family) {
    this.family = family;
    this.addresses = new ChainAddresses(family, extendedPublicKey(family, mnemonicToSeedSync(MNEMONIC)));
  }

  get hot(): string {
    return this.addresses.of(HOT_WALLET);
  }

  open(): Promise<UtxoSigner> {
    const { family, entries } = this;
    const limit = { perPayment: 100_000n, perDay: 120_000n };
    return UtxoSigner.open({
      mnemonic: MNEMONIC,
      rules: {
        chainId: 0,
        family,
        network: UTXO_NETWORKS[family],
        coin: family,
        withdrawals: limit,
        coldAddress: null,
        maxFee: MAX_FEE,
        feesPerDay: this.feesPerDay,
      },
      log: { load: async () => entries, append: async (entry) => void entries.push(entry) },
      nowMs: () => this.nowMs,
    });
  }

  order(difference: Partial<PaymentOrder> = {}): PaymentOrder {
    return {
      id: 'w1',
      kind: 'withdrawal',
      chainId: 0,
      from: HOT_WALLET,
      sender: this.hot,
      to: BOB[this.family],
      toKey: null,
      coin: this.family,
      units: UNITS.toString(),
      ...difference,
    };
  }

  /**
   * A transaction that has paid an address of ours, with its number to distinguish it from others.
   */
  funding(number: number, key: KeyPath, units: bigint): Uint8Array {
    const transaction = new Transaction();
    transaction.addInput({ txid: String(number).padStart(64, '0'), index: 0 });
    transaction.addOutput({ script: this.script(this.addresses.of(key)), amount: units });
    return transaction.unsignedTx;
  }

  script(address: string): Uint8Array {
    return scriptOf(address, UTXO_NETWORKS[this.family])!;
  }

  /** An honest request, with differences. */
  request({
    order = this.order(),
    purpose = 'pay',
    keys = [HOT_WALLET, FIRST],
    number = 1,
    outputs,
    fee = 1_000n,
    sequence = SEQUENCE,
  }: {
    readonly order?: PaymentOrder;
    readonly purpose?: 'pay' | 'cancel';
    readonly keys?: readonly KeyPath[];
    readonly number?: number;
    readonly outputs?: readonly (readonly [string, bigint])[];
    readonly fee?: bigint;
    readonly sequence?: number;
  } = {}): UtxoSigningRequest {
    const transaction = new Transaction();
    for (const [at, key] of keys.entries()) {
      const spent = this.funding(number * 10 + at, key, 40_000n);
      const { txid } = partsOfRaw(hex.encode(spent));
      transaction.addInput({ txid, index: 0, sequence, nonWitnessUtxo: spent });
    }
    const all = 40_000n * BigInt(keys.length);
    const units = BigInt(order.units);
    const honest: readonly (readonly [string, bigint])[] =
      purpose === 'cancel'
        ? [[this.hot, all - fee]]
        : [
            [order.to, units],
            [this.hot, all - units - fee],
          ];
    for (const [to, amount] of outputs ?? honest)
      transaction.addOutput({
        script: scriptOf(to, UTXO_NETWORKS[this.family]) ?? scriptOf(to, UTXO_NETWORKS.BTC)!,
        amount,
      });
    return { order, purpose, keys, psbt: hex.encode(transaction.toPSBT()) };
  }
}

/** With another byte at a place of the transaction for the signer. */
function altered(asked: UtxoSigningRequest, at: number, byte: number): UtxoSigningRequest {
  const bytes = hex.decode(asked.psbt);
  bytes[at] = byte;
  return { ...asked, psbt: hex.encode(bytes) };
}

/** With a script that would be in the signed transaction, and make it invalid. */
function planted(asked: UtxoSigningRequest): UtxoSigningRequest {
  const parts = RawPSBTV0.decode(hex.decode(asked.psbt));
  const [first] = parts.inputs;
  first!.finalScriptSig = Uint8Array.of(0x51);
  return { ...asked, psbt: hex.encode(RawPSBTV0.encode(parts)) };
}

async function answer(signer: UtxoSigner, asked: UtxoSigningRequest): Promise<string> {
  const given = await signer.sign(asked);
  return given.type === 'signed' ? 'signed' : given.refusal;
}

for (const family of ['BTC', 'DOGE'] as const) {
  const desk = new Desk(family);

  test(`D0028 it signs what is ordered of ${family}, and every input`, async () => {
    const given = await (await desk.open()).sign(desk.request());
    assert.equal(given.type, 'signed');
    const { outputs, inputs } = partsOfRaw((given as { raw: string }).raw);
    assert.equal(inputs.length, 2);
    assert.deepEqual(outputs, [
      { script: hex.encode(desk.script(BOB[family])), units: UNITS },
      { script: hex.encode(desk.script(desk.hot)), units: 80_000n - UNITS - 1_000n },
    ]);
  });

  test(`D0028 it refuses what its own copy of the rules does not allow of ${family}`, async () => {
    const { order, hot } = { order: desk.order(), hot: desk.hot };
    const to = order.to;
    const change = 80_000n - UNITS - 1_000n;
    const refused: readonly (readonly [string, UtxoSigningRequest])[] = [
      ['another chain', desk.request({ order: desk.order({ chainId: 1 }) })],
      ['another coin', desk.request({ order: desk.order({ coin: 'LTC' }) })],
      ['another kind', desk.request({ order: desk.order({ kind: 'sweep' }) })],
      ['cold storage that there is not', desk.request({ order: desk.order({ kind: 'cold' }) })],
      ['a sender that is not the hot wallet', desk.request({ order: desk.order({ sender: to }) })],
      ['a key of somebody else', { ...desk.request(), keys: [FIRST, HOT_WALLET] }],
      ['fewer keys than inputs', { ...desk.request(), keys: [HOT_WALLET] }],
      ['too high a fee', desk.request({ fee: MAX_FEE + 1n })],
      [
        'more than there is',
        desk.request({
          outputs: [
            [to, UNITS],
            [hot, 40_000n],
          ],
        }),
      ],
      [
        'change to somebody else',
        desk.request({
          outputs: [
            [to, UNITS],
            [to, change],
          ],
        }),
      ],
      [
        'change to another own address',
        desk.request({
          outputs: [
            [to, UNITS],
            [desk.addresses.at(1), change],
          ],
        }),
      ],
      [
        'another amount',
        desk.request({
          outputs: [
            [to, UNITS + 1n],
            [hot, change - 1n],
          ],
        }),
      ],
      [
        'another recipient',
        desk.request({
          outputs: [
            [desk.addresses.at(5), UNITS],
            [hot, change],
          ],
        }),
      ],
      [
        'the change first',
        desk.request({
          outputs: [
            [hot, change],
            [to, UNITS],
          ],
        }),
      ],
      [
        'a third output',
        desk.request({
          outputs: [
            [to, UNITS],
            [hot, 20_000n],
            [hot, 9_000n],
          ],
        }),
      ],
      ['a cancellation that pays', { ...desk.request(), purpose: 'cancel' }],
      ['an order that pays nobody', { ...desk.request({ purpose: 'cancel' }), purpose: 'pay' }],
      ['a transaction that cannot be replaced', desk.request({ sequence: 0xffff_ffff })],
      ['a version that nodes do not pass on', altered(desk.request(), 8, 3)],
      ['a script of somebody else', planted(desk.request())],
      ['no transaction', { ...desk.request(), psbt: '00' }],
      ['nothing', desk.request({ order: desk.order({ units: '0' }) })],
    ];
    for (const [what, asked] of refused)
      assert.match(await answer(await desk.open(), asked), /^(rules|not-as-ordered)$/, what);
    assert.deepEqual(desk.entries.length, 1);
  });
}

test('D0028 a chain without a witness pays to no address with one', async () => {
  const desk = new Desk('DOGE');
  const asked = desk.request({ order: desk.order({ to: BOB.BTC }) });
  assert.equal(await answer(await desk.open(), asked), 'rules');
  assert.equal(scriptOf(STRANGER, UTXO_NETWORKS.DOGE), null);
});

test('D0028 an order has one set of inputs, an input one order, also after a restart', async () => {
  const desk = new Desk('BTC');
  let signer = await desk.open();
  assert.equal(await answer(signer, desk.request()), 'signed');
  assert.equal(await answer(signer, desk.request({ fee: 2_000n })), 'signed', 'a raised fee');
  for (const isAfter of [false, true]) {
    if (isAfter) signer = await desk.open();
    assert.equal(await answer(signer, desk.request({ number: 2 })), 'nonce-changed');
    assert.equal(await answer(signer, desk.request({ keys: [HOT_WALLET, FIRST, FIRST] })), 'nonce-changed');
    const other = desk.order({ id: 'w2' });
    assert.equal(await answer(signer, desk.request({ order: other })), 'nonce-taken');
    assert.equal(
      await answer(signer, desk.request({ order: desk.order({ units: '49999' }) })),
      'order-changed',
    );
  }
  assert.equal(await answer(signer, desk.request({ purpose: 'cancel', fee: 3_000n })), 'signed');
  assert.equal(await answer(signer, desk.request({ fee: 4_000n })), 'cancelled');
  const second = desk.order({ id: 'w2', units: '70000' });
  assert.equal(await answer(signer, desk.request({ order: second, number: 3 })), 'signed');
  const third = desk.order({ id: 'w3', units: '1' });
  assert.equal(await answer(signer, desk.request({ order: third, number: 4 })), 'limit');
});

test('D0028 fees of a day end at their limit also for inputs, by the dearest for each order', async () => {
  const desk = new Desk('BTC');
  desk.feesPerDay = 8_000n;
  let signer = await desk.open();
  const ask = async (number: number, fee: bigint, purpose: 'pay' | 'cancel' = 'pay') =>
    answer(
      signer,
      desk.request({ order: desk.order({ id: `w${number}`, units: '10' }), number, fee, purpose }),
    );
  // Payments may use three quarters.
  assert.equal(await ask(1, 4_000n), 'signed');
  assert.equal(await ask(1, 5_000n), 'signed', 'a replacement counts by its rise');
  assert.equal(await ask(2, 1_001n), 'fees', 'above');
  assert.equal(await ask(2, 1_000n), 'signed', 'at the limit');
  signer = await desk.open();
  assert.equal(await ask(3, 1n), 'fees', 'also after a restart');
  assert.equal(await ask(1, 7_001n, 'cancel'), 'fees');
  assert.equal(await ask(1, 7_000n, 'cancel'), 'signed');
  assert.equal(await ask(2, 1_001n, 'cancel'), 'fees');
  desk.nowMs = 86_400_000;
  assert.equal(await ask(2, 1_001n, 'cancel'), 'signed');
  assert.equal(await ask(3, 5_999n), 'signed');
  assert.equal(await ask(4, 1n), 'fees');
});
