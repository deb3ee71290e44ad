/**
 * Reads the outcome of a payment of the Bitcoin family from the chain, independently of the payer's
 * own state.
 */
import type { PaymentOutcome } from '../paying/payments.ts';
import type { AgreedUtxoNodes } from './nodes.ts';
import { PAID_OUTPUT, type UtxoPayment } from './payments.ts';
import { partsOfRaw, sumOf } from './transactions.ts';

interface Where {
  readonly nodes: AgreedUtxoNodes;
  /** The total value of our outputs, named by outpoint, from a trusted source. */
  readonly worthOf: (inputs: readonly string[]) => Promise<bigint>;
}

/** The outcome of the attempt that is in a block; null if none is. */
export async function minedUtxoOutcome(where: Where, payment: UtxoPayment): Promise<PaymentOutcome | null> {
  return (await mined(where, payment))?.outcome ?? null;
}

/** The outcome of the attempt that has its confirmations; null if none has. */
export async function confirmedUtxoOutcome(
  where: Where,
  payment: UtxoPayment,
  confirmations: number,
): Promise<PaymentOutcome | null> {
  const { nodes } = where;
  const head = await nodes.head();
  const found = await mined(where, payment);
  if (found === null || head.height - found.height + 1 < confirmations) return null;
  return (await nodes.headerAt(found.height))?.hash === found.blockHash ? found.outcome : null;
}

async function mined({ nodes, worthOf }: Where, { attempts }: UtxoPayment) {
  for (const { txid, raw, purpose } of attempts) {
    const place = await nodes.minedOf(txid);
    if (place === null) continue;
    const { height, blockHash } = place;
    const { inputs, outputs } = partsOfRaw(raw);
    const cost = ((await worthOf(inputs)) - sumOf(outputs)).toString();
    const isPaid = purpose === 'pay';
    const [result, output] = [isPaid ? 'paid' : 'cancelled', isPaid ? PAID_OUTPUT : null] as const;
    const outcome: PaymentOutcome = { result, txid, output, cost, height };
    return { height, blockHash, outcome };
  }
  return null;
}
