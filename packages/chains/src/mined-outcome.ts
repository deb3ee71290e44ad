/** What the chain says of a payment now, also before it has its confirmations. */
import { outcomeOf } from './evm-transfers.ts';
import type { AgreedNodes } from './payment-nodes.ts';
import type { PaymentTerms } from './payment-terms.ts';
import type { Payment, PaymentOutcome } from './payments.ts';

/** The stored outcome, or that of the attempt that is in a block; null if none is. */
export async function minedOutcome(
  { nodes, terms }: { readonly nodes: AgreedNodes; readonly terms: PaymentTerms },
  { order, attempts, outcome }: Payment,
): Promise<PaymentOutcome | null> {
  if (outcome !== null) return outcome;
  for (const { txid, purpose } of attempts) {
    const receipt = await nodes.receiptOf(txid);
    if (receipt !== null) return outcomeOf(order, { receipt, purpose }, terms);
  }
  return null;
}
