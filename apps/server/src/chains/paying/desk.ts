/** What a payer asks of the exchange, in its process or over its socket. */
import type { PaymentProblem, PaymentReports, PaymentStore, Signer } from '@glasshouse/chains';

export interface PassStart {
  /** The chain pays nothing out now. */
  readonly isHalted: boolean;
  /** Payments that an operator wants to be stopped. */
  readonly toCancel: readonly { readonly id: string; readonly reason: string }[];
  /** Indexes of the deposit addresses that have received something. */
  readonly funded: readonly number[];
}

/** Why a payment did not go on, in words. */
export interface ToldProblem {
  readonly id: string;
  /** 'report-refused': the server's nodes do not tell what the payer has reported. */
  readonly problem: PaymentProblem | 'report-refused';
  readonly detail: string;
}

export interface PayerDesk {
  readonly store: PaymentStore;
  readonly signer: Signer;
  readonly reports: PaymentReports;
  /** Orders what was approved since. */
  begin(chain: string): Promise<PassStart>;
  /** What a pass came to: it replaces what the one before told. */
  end(chain: string, problems: readonly ToldProblem[]): Promise<void>;
}
