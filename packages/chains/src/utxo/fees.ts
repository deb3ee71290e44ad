/**
 * Checks the fees of payments of the Bitcoin family, for a caller that knows the value of the
 * inputs and trusts neither payer nor signer. Amounts are in the coin's smallest unit, rates in
 * units per 1,000 virtual bytes.
 */
import type { UtxoAttempt, UtxoPayment, UtxoTerms } from './payments.ts';
import { feeOf, outputsOfPsbt, partsOfRaw, scriptOf, sizeOf, sumOf } from './transactions.ts';

/**
 * The largest fee of any attempt of a payment: the size at the highest rate, plus the dust that
 * makes no output of its own, plus one unit of rounding per attempt.
 */
export function utxoFeeMax({ order, inputs, attempts }: UtxoPayment, terms: UtxoTerms): bigint {
  const { network, fees, dust } = terms;
  const scripts = [scriptOf(order.to, network), scriptOf(order.sender, network)];
  const outputs = scripts.map((script) => ({ script: script ?? new Uint8Array() }));
  const size = sizeOf(inputs?.length ?? 0, outputs, network);
  return feeOf(size, fees.maxReplacement) + dust + BigInt(attempts.length);
}

/** Whether the fee of a transaction for the signer stays within the terms. */
export function isFeeAllowed(psbt: string, payment: UtxoPayment, terms: UtxoTerms): boolean {
  const fee = sumOf(payment.inputs ?? []) - sumOf(outputsOfPsbt(psbt));
  return fee >= 0n && fee <= utxoFeeMax(payment, terms);
}

/**
 * Whether an attempt states its true fee, and a rate that it pays. The next attempt is computed
 * from both.
 */
export function isFeeTold(attempt: UtxoAttempt, payment: UtxoPayment, terms: UtxoTerms): boolean {
  const { raw, fee, feeRate } = attempt;
  const { outputs } = partsOfRaw(raw);
  const inputs = payment.inputs ?? [];
  if (fee !== String(sumOf(inputs) - sumOf(outputs)) || !/^[1-9]\d{0,15}$/.test(feeRate)) return false;
  const scripts = outputs.map(({ script }) => ({ script: Buffer.from(script, 'hex') }));
  const size = sizeOf(inputs.length, scripts, terms.network);
  const rate = BigInt(feeRate);
  return rate >= terms.fees.min && rate <= terms.fees.maxReplacement && feeOf(size, rate) <= BigInt(fee);
}
