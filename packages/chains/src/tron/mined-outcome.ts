/** Reads the outcome of a payment from TRON, independently of the payer's own state. */
import type { PaymentOutcome } from '../paying/payments.ts';
import type { AgreedTronNodes, MinedTronTransaction, TimedHeader } from './nodes.ts';
import { tronOutcomeOf, type TronPayment, type TronTerms } from './payments.ts';

interface Where {
  readonly nodes: AgreedTronNodes;
  readonly terms: TronTerms;
}

/**
 * The mined transaction of a payment, in a chain that contains the block `final`; null if none is
 * mined.
 */
export async function minedDraftOf(
  nodes: AgreedTronNodes,
  { order, drafts }: TronPayment,
  final: TimedHeader,
): Promise<MinedTronTransaction | null> {
  const mined: MinedTronTransaction[] = [];
  for (const { txid } of drafts) {
    const one = await nodes.minedOf(txid, final);
    if (one !== null) mined.push(one);
  }
  if (mined.length > 1) throw new Error(`two transactions pay ${order.id}`);
  return mined[0] ?? null;
}

/** The outcome of the transaction that is in a block; null if none is. */
export async function minedTronOutcome(
  { nodes, terms }: Where,
  payment: TronPayment,
): Promise<PaymentOutcome | null> {
  if (payment.drafts.length === 0) return null;
  const mined = await minedDraftOf(nodes, payment, await nodes.finalBlock());
  return mined === null ? null : tronOutcomeOf(payment.order, mined, terms);
}

/** The outcome of the transaction that is in a final block; null if none is. */
export async function finalTronOutcome(
  { nodes, terms }: Where,
  payment: TronPayment,
): Promise<PaymentOutcome | null> {
  const final = await nodes.finalBlock();
  const mined = await minedDraftOf(nodes, payment, final);
  return mined === null || mined.height > final.height ? null : tronOutcomeOf(payment.order, mined, terms);
}

/** Whether a transaction of the payment is in a block, or can still be mined. */
export async function isTronPossible(
  { nodes }: Pick<Where, 'nodes'>,
  payment: TronPayment,
): Promise<boolean> {
  if (payment.drafts.length === 0) return false;
  const final = await nodes.finalBlock();
  // A transaction that has expired by a final block, and is not in the chain up to it, can never be
  // mined.
  if (payment.drafts.some(({ expirationMs }) => expirationMs > final.timeMs)) return true;
  return (await minedDraftOf(nodes, payment, final)) !== null;
}
