/** The payer's interface to the exchange, used in the server's process or over its socket. */
import type {
  OwnOutput,
  PaymentProblem,
  PaymentReports,
  PaymentStore,
  Signer,
  SigningAnswer,
  SigningRequest,
  TronSigning,
  TronSigningRequest,
  TronStore,
  UtxoSigning,
  UtxoSigningRequest,
  UtxoStore,
} from '@glasshouse/chains';
import { REASON_CHARACTERS_MAX } from '../../contract/chain-parts.ts';

export type AnySigningRequest = SigningRequest | UtxoSigningRequest | TronSigningRequest;

/** Signs on all kinds of chains. */
export interface AnySigner extends Signer, UtxoSigning, TronSigning {
  sign(request: AnySigningRequest): Promise<SigningAnswer>;
}

export interface PassStart {
  /** Whether payouts on the chain are halted. */
  readonly isHalted: boolean;
  /** Payments whose cancellation an operator has requested. */
  readonly toCancel: readonly { readonly id: string; readonly reason: string }[];
  /** Indexes of the deposit addresses that have received something. */
  readonly funded: readonly number[];
  /** On a chain of the Bitcoin family: our outputs in the followed blocks. */
  readonly outputs: readonly OwnOutput[];
}

/** The problem that stops a payment, in words. */
export interface ReportedProblem {
  readonly id: string;
  /** 'report-refused': the server's nodes do not confirm the payer's report. */
  readonly problem: PaymentProblem | 'report-refused';
  readonly detail: string;
}

/** Limits the length of a text that a payer sends for people to read. */
export const shortened = (text: string): string => text.slice(0, REASON_CHARACTERS_MAX);

export interface PayoutPort {
  readonly store: PaymentStore;
  readonly utxoStore: UtxoStore;
  readonly tronStore: TronStore;
  readonly signer: AnySigner;
  readonly reports: PaymentReports;
  /** Starts a pass: creates orders for withdrawals approved since the last one. */
  begin(chain: string): Promise<PassStart>;
  /** Ends a pass with its problems, which replace those of the pass before. */
  end(chain: string, problems: readonly ReportedProblem[]): Promise<void>;
}
