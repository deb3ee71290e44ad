/** What a payer asks of the exchange, in its process or over its socket. */
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
  /** The chain pays nothing out now. */
  readonly isHalted: boolean;
  /** Payments that an operator wants to be stopped. */
  readonly toCancel: readonly { readonly id: string; readonly reason: string }[];
  /** Indexes of the deposit addresses that have received something. */
  readonly funded: readonly number[];
  /** On a chain of the Bitcoin family: what is ours by the blocks that were followed. */
  readonly outputs: readonly OwnOutput[];
}

/** Why a payment did not go on, in words. */
export interface ToldProblem {
  readonly id: string;
  /** 'report-refused': the server's nodes do not tell what the payer has reported. */
  readonly problem: PaymentProblem | 'report-refused';
  readonly detail: string;
}

/** What a payer tells people. It could be any length. */
export const shortened = (text: string): string => text.slice(0, REASON_CHARACTERS_MAX);

export interface PayoutPort {
  readonly store: PaymentStore;
  readonly utxoStore: UtxoStore;
  readonly tronStore: TronStore;
  readonly signer: AnySigner;
  readonly reports: PaymentReports;
  /** Orders what was approved since. */
  begin(chain: string): Promise<PassStart>;
  /** What a pass came to: it replaces what the one before told. */
  end(chain: string, problems: readonly ToldProblem[]): Promise<void>;
}
