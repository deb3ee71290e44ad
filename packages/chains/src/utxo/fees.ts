/**
 * What a payment of the Bitcoin family may cost, and whether what is told of a transaction is what
 * it costs: for whoever knows what its inputs are worth, and believes neither payer nor signer.
 * Amounts are in the coin's smallest unit, rates in units for 1,000 virtual bytes.
 */
import type { UtxoAttempt, UtxoPayment, UtxoTerms } from './payments.ts';
import { feeOf, outputsOfPsbt, partsOfRaw, scriptOf, sizeOf, sumOf } from './transactions.ts';

/**
 * The most that any attempt of a payment costs: the dearest rate, and what is too little for an
 * output of its own. Each attempt may have been rounded up by one unit.
 */
export function utxoFeeMax({ order, inputs, attempts }: UtxoPayment, terms: UtxoTerms): bigint {
  const { network, fees, dust } = terms;
  const scripts = [scriptOf(order.to, network), scriptOf(order.sender, network)];
  const outputs = scripts.map((script) => ({ script: script ?? new Uint8Array() }));
  const size = sizeOf(inputs?.length ?? 0, outputs, network);
  return feeOf(size, fees.maxReplacement) + dust + BigInt(attempts.length);
}

/** Whether what the signer is asked for costs no more than the terms allow. */
export function isFeeAllowed(psbt: string, payment: UtxoPayment, terms: UtxoTerms): boolean {
  const fee = sumOf(payment.inputs ?? []) - sumOf(outputsOfPsbt(psbt));
  return fee >= 0n && fee <= utxoFeeMax(payment, terms);
}

/** Whether an attempt tells its fee, and a rate that it pays: the next one follows from both. */
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
