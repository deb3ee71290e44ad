/** TRON, as the server itself asks its nodes about it: by final blocks alone (D0034). */
import { isDeepStrictEqual } from 'node:util';
import {
  allowsTronOrder,
  ChainAddresses,
  finalTronOutcome,
  HOT_WALLET,
  isSameTransfer,
  isTronPossible,
  minedTronOutcome,
  readRawData,
  tronTransferOf,
  txidOf,
  type AgreedTronNodes,
  type BlockHeader,
  type PaymentOrder,
  type TronDraft,
  type TronPayment,
  type TronTerms,
} from '@glasshouse/chains';
import { fundedAddresses, type Held, type PaidChain, type PaidChainParts } from './paid-chain.ts';
import { tronPaymentNodes } from './payment-nodes.ts';
import { tronRulesOf, tronTermsOf, type TronWalletTerms } from './tron-terms.ts';

/** A payer's nodes may be so far ahead of the server's. */
const AHEAD_MS = 60_000;

export function tronChain(parts: PaidChainParts<TronWalletTerms>): PaidChain {
  const { chain, terms, urls, httpUrls, key, database } = parts;
  const where = { nodes: tronPaymentNodes(urls, httpUrls), terms: tronTermsOf(terms) };
  const { nodes } = where;
  const addresses = new ChainAddresses('TRON', key);
  const rules = tronRulesOf(terms);
  const hot = addresses.of(HOT_WALLET);
  const house = [hot, terms.cold];
  const holdings = new FinalHoldings(nodes, () => ({ ...parts.listed(), ...where.terms.tokens }));
  return {
    chain,
    terms,
    hot,
    house,
    allows: (order) =>
      order.kind !== 'withdrawal' && allowsTronOrder(order, rules, (path) => addresses.of(path)),
    transactionsOf: async () => 0,
    head: async () => nodes.head(),
    headerAt: async (height) => nodes.headerAt(height),
    confirmedHeight: async () => (await nodes.finalBlock()).height,
    minedOutcome: async (payment) => minedTronOutcome(where, payment as TronPayment),
    confirmedOutcome: async (payment) => finalTronOutcome(where, payment as TronPayment),
    whyPossible: async (payment) => ((await isTronPossible(where, payment as TronPayment)) ? POSSIBLE : null),
    requireTaken: async (stored, payment) =>
      requireDrafts(where, stored as TronPayment, payment as TronPayment),
    holdingsUpTo: async (tip) => holdings.upTo(tip, [...house, ...(await fundedAddresses(database, chain))]),
    placeOf: async (txid) => {
      const mined = await nodes.minedOf(txid, await nodes.finalBlock());
      const header = mined === null ? null : await nodes.headerAt(mined.height);
      return header === null ? null : { height: header.height, blockHash: header.hash, cost: mined!.fee };
    },
  };
}

const POSSIBLE = 'a transaction of it is in a block, or can still come into one';

interface Where {
  readonly nodes: AgreedTronNodes;
  readonly terms: TronTerms;
}

/**
 * The tokens that our addresses hold after final blocks. A later read is never of an older block.
 */
class FinalHoldings {
  readonly #nodes: AgreedTronNodes;
  /** Contracts by coin. */
  readonly #tokens: () => Readonly<Record<string, string>>;
  #newest = 0;

  constructor(nodes: AgreedTronNodes, tokens: () => Readonly<Record<string, string>>) {
    this.#nodes = nodes;
    this.#tokens = tokens;
  }

  async upTo(tip: BlockHeader, addresses: readonly string[]): Promise<Held> {
    const nodes = this.#nodes;
    const tokens = this.#tokens();
    const asked = Object.entries(tokens).flatMap(([coin, token]) =>
      [...new Set(addresses)].map((address) => ({ coin, address, token })),
    );
    const { height, units } = await nodes.finalBalances(asked);
    if (height > tip.height) throw new Error(`the final block ${height} was not followed yet`);
    if (height < this.#newest) throw new Error(`the nodes have gone back to the final block ${height}`);
    this.#newest = height;
    const block = await nodes.headerAt(height);
    if (block === null) throw new Error(`the nodes do not agree on block ${height}`);
    const held = new Map(Object.keys(tokens).map((coin) => [coin, 0n]));
    for (const [at, { coin }] of asked.entries()) held.set(coin, held.get(coin)! + units[at]!);
    return { block, held };
  }
}

/**
 * Throws unless a payment keeps its transactions, and gets at most one more: as ordered, short, and
 * after none of the earlier ones can be mined.
 */
async function requireDrafts(where: Where, stored: TronPayment, payment: TronPayment): Promise<void> {
  const { order, drafts } = payment;
  const { id } = order;
  if (isDeepStrictEqual(stored.drafts, drafts)) return;
  const draft = drafts.at(-1);
  if (draft === undefined || !isDeepStrictEqual(stored.drafts, drafts.slice(0, -1)))
    throw new Error(`payment ${id} keeps what it has taken`);
  if (payment.outcome !== null || payment.cancelled !== null)
    throw new Error(`payment ${id} takes nothing any more`);
  if (!isDraftOf(order, draft, where.terms)) throw new Error(`${draft.txid} is not what ${id} orders`);
  const { nodes, terms } = where;
  const { timeMs } = await nodes.timed(await nodes.head());
  const { expirationMs } = draft;
  if (expirationMs <= timeMs || expirationMs > timeMs + terms.lifetimeMs + AHEAD_MS)
    throw new Error(`${draft.txid} expires too soon or too late`);
  if (await isTronPossible(where, stored)) throw new Error(`an earlier transaction of ${id} can be mined`);
}

function isDraftOf(order: PaymentOrder, draft: TronDraft, terms: TronTerms): boolean {
  const { rawData, txid, expirationMs, feeLimit } = draft;
  const read = readRawData(rawData);
  if (read === null || txidOf(rawData) !== txid || Object.keys(draft).length !== DRAFT_FIELDS) return false;
  const feeMax = read.token === null ? 0n : terms.feeLimitMax;
  const isTold = read.expirationMs === expirationMs && read.feeLimit.toString() === feeLimit;
  return isTold && read.feeLimit <= feeMax && isSameTransfer(read, tronTransferOf(order, terms));
}

const DRAFT_FIELDS = 4;
