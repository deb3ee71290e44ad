/**
 * Finds and fills nonces that no payment holds, because every later transaction of the sender waits
 * for them.
 */
import type { BlockHeader } from '../blocks/blocks.ts';
import type { AgreedNodes } from './payment-nodes.ts';
import type { PaymentTerms } from './payment-terms.ts';
import {
  hasEnded,
  newPayment,
  type Payment,
  type PaymentOrder,
  type PaymentStore,
} from '../paying/payments.ts';

interface NonceProblem {
  readonly id: string;
  readonly sender: string;
  readonly problem: 'foreign-transaction' | 'deep-reorganisation';
}

interface Gaps {
  /** New payments of zero that fill a gap. */
  readonly fillers: readonly Payment[];
  readonly problems: readonly NonceProblem[];
}

interface GapOptions {
  readonly nodes: AgreedNodes;
  readonly store: PaymentStore;
  readonly terms: PaymentTerms;
  readonly head: BlockHeader;
  readonly open: readonly Payment[];
}

export async function findGaps(options: GapOptions): Promise<Gaps> {
  const { terms, open } = options;
  const fillers: Payment[] = [];
  const problems: NonceProblem[] = [];
  const senders = new Map(open.map(({ order }) => [order.sender, order]));
  for (const [sender, order] of senders) {
    const next = await options.store.nextNonce(terms.chainId, sender);
    if (next === null) continue;
    const used = await options.nodes.transactionsOf(sender, options.head);
    if (used > next) problems.push({ id: order.id, sender, problem: 'foreign-transaction' });
    const held = new Set(open.filter((one) => one.order.sender === sender).map(({ nonce }) => nonce));
    for (let nonce = used; nonce < next; nonce++) {
      if (held.has(nonce)) continue;
      const found = await fill({ ...options, order }, nonce);
      if ('problem' in found) problems.push(found);
      else fillers.push(found);
    }
  }
  return { fillers, problems };
}

async function fill(
  { nodes, store, terms, order }: GapOptions & { readonly order: PaymentOrder },
  nonce: number,
): Promise<Payment | NonceProblem> {
  const { from, sender } = order;
  const { chainId, nativeCoin: coin } = terms;
  const holder = await store.holderOf(chainId, sender, nonce);
  if (holder !== null && hasEnded(holder)) {
    const sent = holder.attempts.find(({ txid }) => txid === holder.outcome?.txid);
    if (sent === undefined) throw new Error(`${holder.order.id} has ended, and its nonce is not used`);
    // The holder was confirmed and its transaction has left the chain. Sends the same transaction
    // again; a new one could pay twice.
    await nodes.sendToAll(sent.raw);
    return { id: holder.order.id, sender, problem: 'deep-reorganisation' };
  }
  const id = `filler:${chainId}:${sender}:${nonce}`;
  const filler = {
    id,
    kind: 'filler',
    chainId,
    from,
    sender,
    to: sender,
    toKey: from,
    coin,
    units: '0',
  } as const;
  await store.add(filler, nonce);
  return newPayment(filler, nonce);
}
