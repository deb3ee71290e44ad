/**
 * Goal: whatever an honest payer of the Bitcoin family makes is within what the server allows, and
 * nothing that is told wrongly is. Method: random payments whose fee is raised until it cannot be.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { ChainAddresses } from '../addresses/chain-addresses.ts';
import { HOT_WALLET } from '../paying/payments.ts';
import { isFeeTold, utxoFeeMax } from './fees.ts';
import { UTXO_NETWORKS, type UtxoFamily } from '../addresses/utxo-networks.ts';
import { newUtxoPayment, replacementFeeRate, type UtxoAttempt, type UtxoPayment } from './payments.ts';
import { draftOf, VERSION, type Draft } from './transactions.ts';
import { extendedKeyOf, newSeedWords } from '../addresses/wallet-seed.ts';

const WORDS = newSeedWords();
const FAMILIES = ['BTC', 'LTC', 'DOGE'] as const satisfies readonly UtxoFamily[];
const [SENDERS, RECIPIENTS] = [HOT_WALLET, { branch: 'deposit', index: 7 } as const].map(
  (key) =>
    new Map(
      FAMILIES.map((one) => [one, new ChainAddresses(one, extendedKeyOf(WORDS, one)).of(key)] as const),
    ),
);

const termsOf = (family: UtxoFamily) => ({
  chainId: 0,
  coin: family,
  network: UTXO_NETWORKS[family],
  confirmations: 1,
  rewardConfirmations: 1,
  bumpAfterBlocks: 1,
  fees: { min: 2_000n, max: 100_000n, maxReplacement: 300_000n, relayStep: 1_000n },
  dust: 10_000n,
  inputsMax: 50,
});

function rawOf({ inputs, outputs }: Draft): { readonly raw: string; readonly txid: string } {
  const transaction = new Transaction({ version: VERSION });
  for (const { txid, output: index } of inputs) transaction.addInput({ txid, index });
  for (const { script, units: amount } of outputs) transaction.addOutput({ script, amount });
  return { raw: hex.encode(transaction.unsignedTx), txid: transaction.id };
}

const cases = fc.record({
  family: fc.constantFrom(...FAMILIES),
  worths: fc.array(fc.bigInt({ min: 10_000n, max: 500_000n }), { minLength: 1, maxLength: 12 }),
  share: fc.integer({ min: 1, max: 100 }),
  rates: fc.array(fc.bigInt({ min: 2_000n, max: 100_000n }), { minLength: 1, maxLength: 30 }),
  cancelledAt: fc.integer({ min: 0, max: 30 }),
});

test('D0032 every attempt of an honest payer tells its fee, and costs no more than is allowed', () => {
  let attemptsMax = 0;
  fc.assert(
    fc.property(cases, ({ family, worths, share, rates, cancelledAt }) => {
      const terms = termsOf(family);
      const inputs = worths.map((units, output) => {
        const key = { branch: 'deposit', index: output } as const;
        return { txid: 'ab'.repeat(32), output, key, units: String(units) };
      });
      const units = (worths.reduce((sum, worth) => sum + worth, 0n) * BigInt(share)) / 100n;
      const order = {
        id: 'withdrawal:1',
        kind: 'withdrawal',
        chainId: 0,
        from: HOT_WALLET,
        toKey: null,
        sender: SENDERS!.get(family)!,
        to: RECIPIENTS!.get(family)!,
        coin: family,
        units: String(units),
      } as const;
      let payment: UtxoPayment = { ...newUtxoPayment(order), inputs };
      for (const [at, asked] of rates.entries()) {
        const before = payment.attempts.at(-1);
        const purpose = at < cancelledAt ? 'pay' : 'cancel';
        const feeRate = before === undefined ? asked : replacementFeeRate(before, asked, terms.fees);
        if (feeRate === null) break;
        const replaced = before === undefined ? {} : { feeBefore: BigInt(before.fee) };
        const draft = draftOf({ order, purpose, inputs, feeRate, terms, ...replaced });
        if (draft === null) break;
        const told = { fee: String(draft.fee), feeRate: String(feeRate) };
        const attempt: UtxoAttempt = { ...rawOf(draft), purpose, sentHeight: null, ...told };
        assert.ok(draft.fee <= utxoFeeMax(payment, terms), `${draft.fee} at ${feeRate}`);
        assert.ok(isFeeTold(attempt, payment, terms));
        for (const wrong of [
          { fee: String(draft.fee - 1n) },
          { feeRate: String((draft.fee + 1n) * 1_000n) },
          { feeRate: String(-feeRate) },
        ])
          assert.ok(!isFeeTold({ ...attempt, ...wrong }, payment, terms), JSON.stringify(wrong));
        payment = { ...payment, attempts: [...payment.attempts, attempt] };
      }
      attemptsMax = Math.max(attemptsMax, payment.attempts.length);
    }),
    { numRuns: 300 },
  );
  assert.ok(attemptsMax > 5, `at most ${attemptsMax} attempts`);
});
