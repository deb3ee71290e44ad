/** What the processes of the payer and of the signer ask of the server, over its sockets. */
import { StalePayment, type PaymentReport, type SigningAnswer } from '@glasshouse/chains';
import type { AnySigningRequest, PayoutPort, ReportedProblem } from './payout-port.ts';
import type { SigningPort } from './signing-port.ts';

/** The files of the sockets, in the data folder. */
export const PAYER_SOCKET = 'payer.sock';
export const SIGNING_SOCKET = 'signing.sock';

/** The methods of payment stores that a payer may call, by name. */
export const TRON_METHODS = ['add', 'find', 'open', 'put', 'ofTransaction'] as const;
export const UTXO_METHODS = [...TRON_METHODS, 'allocate', 'holderOf'] as const;
export const METHODS = [...UTXO_METHODS, 'nextNonce'] as const;

export interface StoreCall<M> {
  readonly method: M;
  readonly args: readonly unknown[];
}
/** `stale`: the message of a `StalePayment`, by which a payer must end. */
export type StoreAnswer = { readonly value: unknown } | { readonly stale: string };

/** All that the payer's socket has: the server confirms whatever moves money. */
export function payerCommands(payoutPort: PayoutPort) {
  return {
    'payer/begin': async (chain: string) => payoutPort.begin(chain),
    'payer/end': async ({ chain, problems }: { chain: string; problems: readonly ReportedProblem[] }) =>
      payoutPort.end(chain, problems),
    'payer/report': async (report: PaymentReport) => payoutPort.reports.report(report),
    'payer/sign': async (request: AnySigningRequest): Promise<SigningAnswer> =>
      payoutPort.signer.sign(request),
    'payer/store': async (call: StoreCall<(typeof METHODS)[number]>): Promise<StoreAnswer> =>
      callOf(payoutPort.store, METHODS, call),
    'payer/utxo-store': async (call: StoreCall<(typeof UTXO_METHODS)[number]>): Promise<StoreAnswer> =>
      callOf(payoutPort.utxoStore, UTXO_METHODS, call),
    'payer/tron-store': async (call: StoreCall<(typeof TRON_METHODS)[number]>): Promise<StoreAnswer> =>
      callOf(payoutPort.tronStore, TRON_METHODS, call),
  };
}

async function callOf<M extends string>(
  store: Readonly<Record<M, unknown>>,
  methods: readonly M[],
  { method, args }: StoreCall<M>,
): Promise<StoreAnswer> {
  if (!methods.includes(method)) throw new Error('there is no such method of a payment store');
  const call = store[method] as (...given: readonly unknown[]) => Promise<unknown>;
  try {
    return { value: (await call(...args)) ?? null };
  } catch (error) {
    if (error instanceof StalePayment) return { stale: error.message };
    throw error;
  }
}

/** All commands of the signer's socket. None of them moves money or reveals users. */
export function signerCommands({ signer }: { readonly signer: SigningPort }) {
  return {
    'signer/questions': async () => signer.questions(),
    'signer/answer': async ({ digest, answer }: { digest: string; answer: SigningAnswer }) =>
      signer.answer(digest, answer),
  };
}

export type PayerCommands = ReturnType<typeof payerCommands>;
export type SignerCommands = ReturnType<typeof signerCommands>;
