/** The payer's desk in a process of its own: every question goes over the server's socket. */
import { StalePayment, type PaymentReports, type PaymentStore, type UtxoStore } from '@glasshouse/chains';
import type { RunningServer } from '../../operating/socket.ts';
import type { PayerCommands, StoreAnswer, StoreMethod, UtxoStoreMethod } from './commands.ts';
import type { AnySigner, PassStart, PayerDesk, ToldProblem } from './desk.ts';

export class RemoteDesk implements PayerDesk {
  readonly #server: RunningServer<PayerCommands>;
  readonly store: PaymentStore;
  readonly utxoStore: UtxoStore;
  readonly signer: AnySigner;
  readonly reports: PaymentReports;

  constructor(server: RunningServer<PayerCommands>) {
    this.#server = server;
    this.store = {
      add: async (...args) => this.#call('add', args),
      find: async (...args) => this.#call('find', args),
      open: async (...args) => this.#call('open', args),
      put: async (...args) => this.#call('put', args),
      nextNonce: async (...args) => this.#call('nextNonce', args),
      allocate: async (...args) => this.#call('allocate', args),
      holderOf: async (...args) => this.#call('holderOf', args),
      ofTransaction: async (...args) => this.#call('ofTransaction', args),
    };
    this.utxoStore = {
      add: async (...args) => this.#utxoCall('add', args),
      find: async (...args) => this.#utxoCall('find', args),
      open: async (...args) => this.#utxoCall('open', args),
      put: async (...args) => this.#utxoCall('put', args),
      allocate: async (...args) => this.#utxoCall('allocate', args),
      holderOf: async (...args) => this.#utxoCall('holderOf', args),
      ofTransaction: async (...args) => this.#utxoCall('ofTransaction', args),
    };
    this.signer = { sign: async (request) => server.ask('payer/sign', request) };
    this.reports = { report: async (report) => server.ask('payer/report', report) };
  }

  async begin(chain: string): Promise<PassStart> {
    return this.#server.ask('payer/begin', chain);
  }

  async end(chain: string, problems: readonly ToldProblem[]): Promise<void> {
    await this.#server.ask('payer/end', { chain, problems });
  }

  async #call<M extends StoreMethod>(
    method: M,
    args: Parameters<PaymentStore[M]>,
  ): Promise<Awaited<ReturnType<PaymentStore[M]>>> {
    return valueOf<Awaited<ReturnType<PaymentStore[M]>>>(
      await this.#server.ask('payer/store', { method, args }),
    );
  }

  async #utxoCall<M extends UtxoStoreMethod>(
    method: M,
    args: Parameters<UtxoStore[M]>,
  ): Promise<Awaited<ReturnType<UtxoStore[M]>>> {
    return valueOf<Awaited<ReturnType<UtxoStore[M]>>>(
      await this.#server.ask('payer/utxo-store', { method, args }),
    );
  }
}

function valueOf<T>(answer: StoreAnswer): T {
  if ('stale' in answer) throw new StalePayment(answer.stale);
  return answer.value as T;
}
