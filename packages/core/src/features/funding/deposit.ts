/** A deposit and its states. */
import type { DepositChanged } from './events.ts';

export const DEPOSIT_STATUS = { credited: 0, final: 1 } as const;

export type Deposit = Omit<DepositChanged, 'type'>;

/** Its fields are in one order, however the deposit was made. */
export function depositEvent(given: Deposit): DepositChanged {
  const { deposit, owner, chain, asset, amount, rest, txid, output, status, creditedMs } = given;
  const place = { owner, chain, asset, amount, rest, txid, output };
  return { type: 'deposit-changed', deposit, ...place, status, creditedMs };
}
