/** Pays on one chain: orders, payments, sweeps, pass by pass, by its terms and nodes. */
import { ChainAddresses, Payer, StalePayment, Sweeper, UtxoPayer, type PassReport } from '@glasshouse/chains';
import type { PassStart, PayerDesk, ToldProblem } from './desk.ts';
import { paymentNodes, utxoPaymentNodes } from './payment-nodes.ts';
import { utxoTermsOf, type UtxoWalletTerms } from './utxo-terms.ts';
import {
  isUtxoTerms,
  paymentTermsOf,
  sweepTermsOf,
  type AnyWalletTerms,
  type WalletTerms,
} from './wallet-terms.ts';

export interface ChainPayerParts {
  readonly chain: string;
  readonly terms: AnyWalletTerms;
  /** Addresses of nodes. */
  readonly urls: readonly string[];
  /** The extended public key of the chain's family. */
  readonly key: string;
  readonly desk: PayerDesk;
}

/** What pays on a kind of chain. */
interface Paying {
  cancel(id: string, reason: string): Promise<boolean>;
  pass(): Promise<readonly PassReport[]>;
  /** Orders what the house itself moves. */
  plan(funded: readonly number[]): Promise<void>;
}

/** How the newest pass began. */
type Start = Pick<PassStart, 'isHalted' | 'outputs'>;

export class ChainPayer {
  readonly #chain: string;
  readonly #desk: PayerDesk;
  readonly #paying: Paying;
  #start: Start = { isHalted: true, outputs: [] };

  constructor(parts: ChainPayerParts) {
    const { chain, terms, desk } = parts;
    this.#chain = chain;
    this.#desk = desk;
    const start = () => this.#start;
    this.#paying = isUtxoTerms(terms) ? utxoPaying(parts, terms, start) : evmPaying(parts, terms, start);
  }

  /**
   * Everything as far as it comes now.
   *
   * @throws {StalePayment} If another payer works on the same payments: this one has to end.
   */
  async pass(): Promise<void> {
    const { toCancel, funded, ...start } = await this.#desk.begin(this.#chain);
    this.#start = start;
    for (const { id, reason } of toCancel) await this.#paying.cancel(id, reason);
    const problems: ToldProblem[] = [];
    try {
      for (const one of await this.#paying.pass()) problems.push(toldOf(one));
      if (!start.isHalted) await this.#paying.plan(funded);
    } catch (error) {
      if (error instanceof StalePayment) throw error;
      problems.push({ id: '', problem: 'failed', detail: messageOf(error) });
    }
    await this.#desk.end(this.#chain, problems);
  }
}

function evmPaying({ urls, key, desk }: ChainPayerParts, given: WalletTerms, start: () => Start): Paying {
  const { store, signer, reports } = desk;
  const [terms, nodes] = [paymentTermsOf(given), paymentNodes(urls)];
  const payer = new Payer({ terms, nodes, signer, store, reports, isHalted: () => start().isHalted });
  const addresses = new ChainAddresses('EVM', key);
  const sweeper = new Sweeper({ terms, sweeps: sweepTermsOf(given), nodes, store, addresses });
  /** A sweep whose gas is on its way. */
  const waitsForGas = async ({ id, problem }: PassReport): Promise<boolean> => {
    if (problem !== 'funds' || !id.startsWith('sweep:')) return false;
    const open = await store.open(terms.chainId);
    return open.some(({ order }) => order.kind === 'top-up' && order.id.startsWith(`top-up:${id}:`));
  };
  return {
    cancel: async (id, reason) => payer.cancel(id, reason),
    pass: async () => {
      const problems: PassReport[] = [];
      for (const one of await payer.pass()) if (!(await waitsForGas(one))) problems.push(one);
      return problems;
    },
    plan: async (funded) => void (await sweeper.plan(funded)),
  };
}

/** Deposits need no sweep: a payment spends outputs of any address of ours. */
function utxoPaying({ urls, desk }: ChainPayerParts, given: UtxoWalletTerms, start: () => Start): Paying {
  const { utxoStore: store, signer, reports } = desk;
  const [terms, nodes] = [utxoTermsOf(given), utxoPaymentNodes(urls, given)];
  const own = { outputs: () => start().outputs };
  const isHalted = () => start().isHalted;
  const payer = new UtxoPayer({ terms, nodes, signer, store, reports, own, isHalted });
  return {
    cancel: async (id, reason) => payer.cancel(id, reason),
    pass: async () => payer.pass(),
    plan: async () => {},
  };
}

const toldOf = ({ id, problem, error }: PassReport): ToldProblem => ({
  id,
  problem,
  detail: error === undefined ? '' : messageOf(error),
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
