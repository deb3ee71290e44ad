/** The payer's end in a process of its own: every question goes over the server's socket. */
import {
  StalePayment,
  type PaymentReports,
  type PaymentStore,
  type TronStore,
  type UtxoStore,
} from '@glasshouse/chains';
import type { RunningServer } from '../../operating/socket.ts';
import {
  METHODS,
  TRON_METHODS,
  UTXO_METHODS,
  type PayerCommands,
  type StoreAnswer,
  type StoreCall,
} from './commands.ts';
import type { AnySigner, PassStart, PayoutPort, ReportedProblem } from './payout-port.ts';

export class RemotePayoutPort implements PayoutPort {
  readonly #server: RunningServer<PayerCommands>;
  readonly store: PaymentStore;
  readonly utxoStore: UtxoStore;
  readonly tronStore: TronStore;
  readonly signer: AnySigner;
  readonly reports: PaymentReports;

  constructor(server: RunningServer<PayerCommands>) {
    this.#server = server;
    this.store = remoteStore(METHODS, async (call) => server.ask('payer/store', call));
    this.utxoStore = remoteStore(UTXO_METHODS, async (call) => server.ask('payer/utxo-store', call));
    this.tronStore = remoteStore(TRON_METHODS, async (call) => server.ask('payer/tron-store', call));
    this.signer = { sign: async (request) => server.ask('payer/sign', request) };
    this.reports = { report: async (report) => server.ask('payer/report', report) };
  }

  async begin(chain: string): Promise<PassStart> {
    return this.#server.ask('payer/begin', chain);
  }

  async end(chain: string, problems: readonly ReportedProblem[]): Promise<void> {
    await this.#server.ask('payer/end', { chain, problems });
  }
}

/** A store of which every method is a question to the server. */
function remoteStore<M extends string, S extends Readonly<Record<M, unknown>>>(
  methods: readonly M[],
  ask: (call: StoreCall<M>) => Promise<StoreAnswer>,
): S {
  const store = methods.map((method) => {
    const call = async (...args: readonly unknown[]) => valueOf(await ask({ method, args }));
    return [method, call] as const;
  });
  return Object.fromEntries(store) as unknown as S;
}

function valueOf(answer: StoreAnswer): unknown {
  if ('stale' in answer) throw new StalePayment(answer.stale);
  return answer.value;
}
