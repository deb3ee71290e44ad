/** Makes the payments and sweeps of one chain, in repeated passes. */
import {
  ChainAddresses,
  Payer,
  StalePayment,
  Sweeper,
  TronPayer,
  TronSweeper,
  UtxoPayer,
  type PassReport,
  type PaymentRecord,
  type PaymentRecords,
} from '@glasshouse/chains';
import type { PassStart, PayoutPort, ReportedProblem } from './payout-port.ts';
import { paymentNodes, tronPaymentNodes, utxoPaymentNodes } from './payment-nodes.ts';
import { tronSweepTermsOf, tronTermsOf, type TronWalletTerms } from './tron-terms.ts';
import { utxoTermsOf, type UtxoWalletTerms } from './utxo-terms.ts';
import {
  byKind,
  paymentTermsOf,
  sweepTermsOf,
  type AnyWalletTerms,
  type WalletTerms,
} from './wallet-terms.ts';

export interface ChainPayerParts {
  readonly chain: string;
  readonly terms: AnyWalletTerms;
  /** The addresses of the chain's nodes. */
  readonly urls: readonly string[];
  /** TRON only: the HTTP API addresses of the same nodes, in the same order. */
  readonly httpUrls: readonly string[];
  /** The extended public key of the chain's family. */
  readonly key: string;
  readonly payoutPort: PayoutPort;
}

/** The payer of one kind of chain: EVM, UTXO or TRON. */
interface ChainFamilyPayer {
  cancel(id: string, reason: string): Promise<boolean>;
  pass(): Promise<readonly PassReport[]>;
  /** Creates the sweeps of funded deposit addresses. */
  plan(funded: readonly number[]): Promise<void>;
}

/** What the exchange said when the newest pass began. */
type Start = Pick<PassStart, 'isHalted' | 'outputs'>;

export class ChainPayer {
  readonly #chain: string;
  readonly #payoutPort: PayoutPort;
  readonly #payer: ChainFamilyPayer;
  #start: Start = { isHalted: true, outputs: [] };

  constructor(parts: ChainPayerParts) {
    const { chain, terms, payoutPort } = parts;
    this.#chain = chain;
    this.#payoutPort = payoutPort;
    const start = () => this.#start;
    this.#payer = byKind(terms, {
      evm: (given) => evmPayer(parts, given, start),
      utxo: (given) => utxoPayer(parts, given, start),
      tron: (given) => tronPayer(parts, given, start),
    });
  }

  /**
   * Does one pass: cancels, advances open payments as far as possible, then plans sweeps.
   *
   * @throws {StalePayment} If another payer works on the same payments: this one has to end.
   */
  async pass(): Promise<void> {
    const { toCancel, funded, ...start } = await this.#payoutPort.begin(this.#chain);
    this.#start = start;
    for (const { id, reason } of toCancel) await this.#payer.cancel(id, reason);
    const problems: ReportedProblem[] = [];
    try {
      for (const one of await this.#payer.pass()) problems.push(reportedProblemOf(one));
      if (!start.isHalted) await this.#payer.plan(funded);
    } catch (error) {
      if (error instanceof StalePayment) throw error;
      problems.push({ id: '', problem: 'failed', detail: messageOf(error) });
    }
    await this.#payoutPort.end(this.#chain, problems);
  }
}

function evmPayer(
  { urls, key, payoutPort }: ChainPayerParts,
  given: WalletTerms,
  start: () => Start,
): ChainFamilyPayer {
  const { store, signer, reports } = payoutPort;
  const [terms, nodes] = [paymentTermsOf(given), paymentNodes(urls)];
  const payer = new Payer({ terms, nodes, signer, store, reports, isHalted: () => start().isHalted });
  const addresses = new ChainAddresses('EVM', key);
  const sweeper = new Sweeper({ terms, sweeps: sweepTermsOf(given), nodes, store, addresses });
  return {
    cancel: async (id, reason) => payer.cancel(id, reason),
    pass: async () => withoutPendingTopUps(await payer.pass(), store, terms.chainId),
    plan: async (funded) => void (await sweeper.plan(funded)),
  };
}

function tronPayer(parts: ChainPayerParts, given: TronWalletTerms, start: () => Start): ChainFamilyPayer {
  const { urls, httpUrls, key, payoutPort } = parts;
  const { tronStore: store, signer, reports } = payoutPort;
  const [terms, nodes] = [tronTermsOf(given), tronPaymentNodes(urls, httpUrls)];
  const payer = new TronPayer({ terms, nodes, signer, store, reports, isHalted: () => start().isHalted });
  const addresses = new ChainAddresses('TRON', key);
  const sweeper = new TronSweeper({ terms, sweeps: tronSweepTermsOf(given), nodes, store, addresses });
  return {
    cancel: async (id, reason) => payer.cancel(id, reason),
    pass: async () => withoutPendingTopUps(await payer.pass(), store, terms.chainId),
    plan: async (funded) => void (await sweeper.plan(funded)),
  };
}

/** Drops the problem 'funds' of sweeps whose top-up for network fees is already under way. */
async function withoutPendingTopUps(
  problems: readonly PassReport[],
  store: PaymentRecords<PaymentRecord>,
  chainId: number,
): Promise<readonly PassReport[]> {
  const open = problems.length === 0 ? [] : await store.open(chainId);
  const isOnItsWay = (id: string): boolean =>
    open.some(({ order }) => order.kind === 'top-up' && order.id.startsWith(`top-up:${id}:`));
  return problems.filter(
    ({ id, problem }) => problem !== 'funds' || !id.startsWith('sweep:') || !isOnItsWay(id),
  );
}

/** Deposits need no sweep: a payment spends outputs of any address of ours. */
function utxoPayer(
  { urls, payoutPort }: ChainPayerParts,
  given: UtxoWalletTerms,
  start: () => Start,
): ChainFamilyPayer {
  const { utxoStore: store, signer, reports } = payoutPort;
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

const reportedProblemOf = ({ id, problem, error }: PassReport): ReportedProblem => ({
  id,
  problem,
  detail: error === undefined ? '' : messageOf(error),
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
