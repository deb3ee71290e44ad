/**
 * The free balances of the senders of payments: the chain's balance minus the commitments of open
 * payments.
 */
import type { BlockHeader } from '../blocks/blocks.ts';
import type { AgreedNodes } from './payment-nodes.ts';
import { tokenOf, type PaymentTerms } from './payment-terms.ts';
import type { Payment, PaymentOrder } from '../paying/payments.ts';

interface FundsOptions {
  readonly nodes: AgreedNodes;
  readonly terms: PaymentTerms;
  readonly head: BlockHeader;
  readonly open: readonly Payment[];
}

export class Funds {
  readonly #nodes: AgreedNodes;
  readonly #terms: PaymentTerms;
  readonly #head: BlockHeader;
  /** Units by sender and coin that payments with a nonce may still spend. */
  readonly #committed = new Map<string, bigint>();
  readonly #inFlight = new Map<string, number>();
  readonly #balances = new Map<string, Promise<bigint>>();

  constructor({ nodes, terms, head, open }: FundsOptions) {
    this.#nodes = nodes;
    this.#terms = terms;
    this.#head = head;
    for (const payment of open) {
      if (payment.nonce === null || payment.outcome !== null) continue;
      const newest = payment.attempts.at(-1);
      const fee =
        newest === undefined ? this.#feeMax(terms.gasMax) : BigInt(newest.gas) * BigInt(newest.maxFeePerGas);
      this.commit(payment, fee);
    }
  }

  /** The number of the sender's payments that have a nonce and are not confirmed. */
  inFlight(sender: string): number {
    return this.#inFlight.get(sender) ?? 0;
  }

  commit({ order }: Payment, fee: bigint): void {
    const { sender, coin, units } = order;
    this.#inFlight.set(sender, this.inFlight(sender) + 1);
    this.#commit(sender, coin, BigInt(units));
    this.#commit(sender, this.#terms.nativeCoin, fee);
  }

  /** Whether the sender's free balance covers a new payment and its fee. */
  async coversAmount({ sender, coin, units }: PaymentOrder, fee = 0n): Promise<boolean> {
    const { nativeCoin } = this.#terms;
    const isNative = coin === nativeCoin;
    const native = (isNative ? BigInt(units) : 0n) + fee;
    if ((await this.free(sender, nativeCoin)) < native) return false;
    return isNative || (await this.free(sender, coin)) >= BigInt(units);
  }

  /** Whether the sender's free balance covers the additional fee of a replacement attempt. */
  async coversReplacement({ order, attempts }: Payment, maxFeePerGas: bigint): Promise<boolean> {
    const { nativeCoin } = this.#terms;
    const newest = attempts.at(-1)!;
    const more = (maxFeePerGas - BigInt(newest.maxFeePerGas)) * BigInt(newest.gas);
    return (await this.free(order.sender, nativeCoin)) >= more;
  }

  /** The sender's free balance of a coin. */
  async free(sender: string, coin: string): Promise<bigint> {
    return (await this.#balanceOf(sender, coin)) - (this.#committed.get(`${sender}/${coin}`) ?? 0n);
  }

  async #balanceOf(sender: string, coin: string): Promise<bigint> {
    const key = `${sender}/${coin}`;
    const known = this.#balances.get(key);
    if (known !== undefined) return known;
    const holding = { address: sender, token: tokenOf(this.#terms, coin) };
    const balance = this.#nodes.balancesAt([holding], this.#head).then(([units]) => units!);
    this.#balances.set(key, balance);
    return balance;
  }

  #commit(sender: string, coin: string, units: bigint): void {
    const key = `${sender}/${coin}`;
    this.#committed.set(key, (this.#committed.get(key) ?? 0n) + units);
  }

  #feeMax(gas: bigint): bigint {
    return gas * this.#terms.fees.maxFeePerGas;
  }
}
