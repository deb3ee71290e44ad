/**
 * Pays approved withdrawals on the chains of a demo. The transaction of a withdrawal follows from
 * its number, and the database holds it once: whenever this ends, it continues with the same one.
 */
import type { Refusal } from '@glasshouse/protocol';
import type {
  ApprovedWithdrawal,
  ChainDescription,
  ChainExchange,
  ChainPayouts,
} from '../contract/chain-parts.ts';
import { KeyedMutex } from '../http/keyed-mutex.ts';
import type { SimulatedChains } from './simulated-chains.ts';

const PAYING = 'paying';

export class SimulatedPayouts implements ChainPayouts {
  readonly #exchange: Pick<ChainExchange, 'approved' | 'settle'>;
  readonly #simulated: SimulatedChains;
  /** A withdrawal on another one is paid by hand. */
  readonly #chains: readonly Pick<ChainDescription, 'chain' | 'confirmations'>[];
  /** A withdrawal that is found approved is sent before anybody else decides on it. */
  readonly #mutex = new KeyedMutex();
  readonly stop = null;

  constructor(
    exchange: Pick<ChainExchange, 'approved' | 'settle'>,
    simulated: SimulatedChains,
    chains: readonly Pick<ChainDescription, 'chain' | 'confirmations'>[],
  ) {
    this.#exchange = exchange;
    this.#simulated = simulated;
    this.#chains = chains;
  }

  /**
   * Sends what is approved, and settles what has its confirmations. One that fails does not stop
   * the others.
   */
  async pass(): Promise<void> {
    await this.#mutex.run(PAYING, () => this.#payAll());
  }

  decide<T>(
    { withdrawal, chain }: Pick<ApprovedWithdrawal, 'withdrawal' | 'chain'>,
    work: (isSent: boolean) => Promise<T>,
  ): Promise<T | Refusal> {
    return this.#mutex.run(PAYING, async () =>
      work((await this.#simulated.sentBy(chain, withdrawal)) !== null),
    );
  }

  async progressOf({ withdrawal, chain }: Pick<ApprovedWithdrawal, 'withdrawal' | 'chain'>) {
    const txid = await this.#simulated.sentBy(chain, withdrawal);
    return txid === null ? null : ({ state: 'sent', txid } as const);
  }

  /** These chains lose nothing. */
  async uncertain() {
    return [];
  }

  async #payAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const withdrawal of await this.#exchange.approved())
      await this.#pay(withdrawal).catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw new AggregateError(errors, `${errors.length} withdrawals failed`);
  }

  async #pay(approved: ApprovedWithdrawal): Promise<void> {
    const { chain, withdrawal } = approved;
    const needed = this.#chains.find((one) => one.chain === chain)?.confirmations;
    if (needed === undefined) return;
    const { txid, output, confirmations } = await this.#simulated.pay(approved);
    if (confirmations >= needed) await this.#exchange.settle(withdrawal, { chain, txid, output }, null);
  }
}
