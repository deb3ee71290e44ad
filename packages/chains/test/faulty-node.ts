/**
 * A node of an Ethereum-like chain that lies, loses transactions or does not answer, as a test
 * demands.
 */
import { EvmPaymentNode } from '../src/evm/payment-node.ts';
import type { PaymentNode, Receipt } from '../src/evm/payment-nodes.ts';

/**
 * What becomes of a transaction that is sent:
 *
 * - takes: the node takes it
 * - loses: it says so, and does not
 * - late: takes it, and answers too late
 * - known: does not take it, and says that it has it
 * - nonce: does not take it, and says that its nonce was used
 * - denies: takes it, and says that its nonce was used
 */
export type Sending = 'takes' | 'loses' | 'late' | 'known' | 'nonce' | 'denies';

const TAKES: readonly Sending[] = ['takes', 'late', 'denies'];
const ANSWERS: Readonly<Partial<Record<Sending, string>>> = {
  late: 'no answer within 10000 ms',
  known: 'already known',
  nonce: 'nonce too low',
  denies: 'nonce too low',
};

/** Sends a transaction with the given outcome. */
export async function sendAs(sending: Sending, send: () => Promise<void>): Promise<void> {
  if (TAKES.includes(sending)) await send();
  const answer = ANSWERS[sending];
  if (answer !== undefined) throw new Error(answer);
}

/**
 * Attempts to send a raw transaction have these outcomes in turn; after them, the node takes it.
 */
export function inTurn(ways: readonly Sending[]): (raw: string) => Sending {
  const counts = new Map<string, number>();
  return (raw) => {
    const count = counts.get(raw) ?? 0;
    counts.set(raw, count + 1);
    return ways[count] ?? 'takes';
  };
}

export class FaultyNode implements PaymentNode {
  readonly #node: EvmPaymentNode;
  sending: (raw: string) => Sending = () => 'takes';
  /** Replaces receipts in the node's answers. */
  receipts: (receipt: Receipt | null) => Receipt | null = (receipt) => receipt;
  isSilent = false;

  constructor(url: string) {
    this.#node = new EvmPaymentNode(url, 10_000);
  }

  head = async () => this.#answer().head();
  headerAt: PaymentNode['headerAt'] = async (height) => this.#answer().headerAt(height);
  prices = async () => this.#answer().prices();
  gasFor: PaymentNode['gasFor'] = async (call) => this.#answer().gasFor(call);
  transactionsOf: PaymentNode['transactionsOf'] = async (address, block) =>
    this.#answer().transactionsOf(address, block);
  balancesAt: PaymentNode['balancesAt'] = async (holdings, block) =>
    this.#answer().balancesAt(holdings, block);
  knows: PaymentNode['knows'] = async (txid) => this.#answer().knows(txid);

  async receiptOf(txid: string): Promise<Receipt | null> {
    return this.receipts(await this.#answer().receiptOf(txid));
  }

  async send(raw: string): Promise<void> {
    await sendAs(this.sending(raw), async () => this.#answer().send(raw));
  }

  #answer(): EvmPaymentNode {
    if (this.isSilent) throw new Error('the node is silent');
    return this.#node;
  }
}
