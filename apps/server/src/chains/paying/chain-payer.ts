/** Pays on one chain: orders, payments, sweeps, pass by pass, by its terms and nodes. */
import {
  AgreedNodes,
  ChainAddresses,
  EvmPaymentNode,
  Payer,
  StalePayment,
  Sweeper,
  type PassReport,
} from '@glasshouse/chains';
import type { PayerDesk, ToldProblem } from './desk.ts';
import { paymentTermsOf, sweepTermsOf, type WalletTerms } from './wallet-terms.ts';

const ANSWER_MS_MAX = 5_000;

/** Half of the nodes, and one more, must agree. */
export function paymentNodes(urls: readonly string[]): AgreedNodes {
  const nodes = urls.map((url) => new EvmPaymentNode(url, ANSWER_MS_MAX));
  return new AgreedNodes(nodes, { needed: Math.floor(urls.length / 2) + 1, timeoutMs: ANSWER_MS_MAX });
}

export interface ChainPayerParts {
  readonly chain: string;
  readonly terms: WalletTerms;
  readonly nodes: AgreedNodes;
  readonly evmKey: string;
  readonly desk: PayerDesk;
}

export class ChainPayer {
  readonly #chain: string;
  readonly #chainId: number;
  readonly #desk: PayerDesk;
  readonly #payer: Payer;
  readonly #sweeper: Sweeper;
  #isHalted = true;

  constructor({ chain, terms: given, nodes, evmKey, desk }: ChainPayerParts) {
    this.#chain = chain;
    this.#chainId = given.chainId;
    this.#desk = desk;
    const { store, signer, reports } = desk;
    const terms = paymentTermsOf(given);
    this.#payer = new Payer({ terms, nodes, signer, store, reports, isHalted: () => this.#isHalted });
    const addresses = new ChainAddresses('EVM', evmKey);
    this.#sweeper = new Sweeper({ terms, sweeps: sweepTermsOf(given), nodes, store, addresses });
  }

  /**
   * Everything as far as it comes now.
   *
   * @throws {StalePayment} If another payer works on the same payments: this one has to end.
   */
  async pass(): Promise<void> {
    const { isHalted, toCancel, funded } = await this.#desk.begin(this.#chain);
    this.#isHalted = isHalted;
    for (const { id, reason } of toCancel) await this.#payer.cancel(id, reason);
    const problems: ToldProblem[] = [];
    try {
      for (const one of await this.#payer.pass())
        if (!(await this.#waitsForGas(one))) problems.push(toldOf(one));
      if (!isHalted) await this.#sweeper.plan(funded);
    } catch (error) {
      if (error instanceof StalePayment) throw error;
      problems.push({ id: '', problem: 'failed', detail: messageOf(error) });
    }
    await this.#desk.end(this.#chain, problems);
  }

  /** A sweep whose gas is on its way. */
  async #waitsForGas({ id, problem }: PassReport): Promise<boolean> {
    if (problem !== 'funds' || !id.startsWith('sweep:')) return false;
    const open = await this.#desk.store.open(this.#chainId);
    return open.some(({ order }) => order.kind === 'top-up' && order.id.startsWith(`top-up:${id}:`));
  }
}

const toldOf = ({ id, problem, error }: PassReport): ToldProblem => ({
  id,
  problem,
  detail: error === undefined ? '' : messageOf(error),
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
