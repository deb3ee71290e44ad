/** What TRON says of a payment, whatever a payer has made of it. */
import type { PaymentOutcome } from '../paying/payments.ts';
import type { AgreedTronNodes, MinedTronTransaction, TimedHeader } from './nodes.ts';
import { tronOutcomeOf, type TronPayment, type TronTerms } from './payments.ts';

interface Where {
  readonly nodes: AgreedTronNodes;
  readonly terms: TronTerms;
}

/** The transaction of a payment that is in a block, by a chain with the block `final`. */
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

/** That of the transaction that is in a final block; null if none is. */
export async function finalTronOutcome(
  { nodes, terms }: Where,
  payment: TronPayment,
): Promise<PaymentOutcome | null> {
  const final = await nodes.finalBlock();
  const mined = await minedDraftOf(nodes, payment, final);
  return mined === null || mined.height > final.height ? null : tronOutcomeOf(payment.order, mined, terms);
}

/** Whether any transaction of a payment is in a block, or can still come into one. */
export async function isTronPossible(
  { nodes }: Pick<Where, 'nodes'>,
  payment: TronPayment,
): Promise<boolean> {
  if (payment.drafts.length === 0) return false;
  const final = await nodes.finalBlock();
  // What has expired in a final block, and is in none up to it, comes into none.
  if (payment.drafts.some(({ expirationMs }) => expirationMs > final.timeMs)) return true;
  return (await minedDraftOf(nodes, payment, final)) !== null;
}
