/** Reads the outcome of a payment from the chain, independently of the payer's own state. */
import { outcomeOf } from './transfers.ts';
import type { AgreedNodes } from './payment-nodes.ts';
import type { PaymentTerms } from './payment-terms.ts';
import type { Payment, PaymentOutcome } from '../paying/payments.ts';

interface Where {
  readonly nodes: AgreedNodes;
  readonly terms: PaymentTerms;
}

/** The outcome of the attempt that is in a block; null if none is. */
export async function minedOutcome(where: Where, payment: Payment): Promise<PaymentOutcome | null> {
  return (await mined(where, payment))?.outcome ?? null;
}

/** The outcome of the attempt that has its confirmations; null if none has. */
export async function confirmedOutcome(where: Where, payment: Payment): Promise<PaymentOutcome | null> {
  const { nodes, terms } = where;
  const head = await nodes.head();
  const found = await mined(where, payment);
  if (found === null || head.height - found.height + 1 < terms.confirmations) return null;
  return (await nodes.headerAt(found.height))?.hash === found.blockHash ? found.outcome : null;
}

async function mined({ nodes, terms }: Where, { order, attempts }: Payment) {
  for (const { txid, purpose } of attempts) {
    const receipt = await nodes.receiptOf(txid);
    if (receipt === null) continue;
    const { height, blockHash } = receipt;
    return { height, blockHash, outcome: outcomeOf(order, { receipt, purpose }, terms) };
  }
  return null;
}
