/** Why the guard denies an operation. */
import type { Operation } from './operations.ts';
import type { RefusalName } from './refusals.ts';

/** The operator may ask for a verified identity for any operation. */
const OF_EVERY_OPERATION = ['identity/account-frozen', 'kyc/required'] as const;
const OF_RISK = [...OF_EVERY_OPERATION, 'identity/trading-frozen', 'identity/self-excluded'] as const;

export const OPERATION_REFUSALS: Readonly<Record<Operation, readonly RefusalName[]>> = {
  trade: [...OF_RISK, 'identity/time-limit'],
  speculate: [...OF_RISK, 'identity/time-limit'],
  exchange: [...OF_RISK, 'identity/time-limit'],
  invest: [...OF_RISK, 'identity/purchase-not-allowed'],
  subscribe: [...OF_RISK, 'identity/purchase-not-allowed'],
  transfer: OF_EVERY_OPERATION,
  withdraw: [...OF_EVERY_OPERATION, 'identity/withdrawals-frozen', 'identity/withdrawals-held'],
  settings: OF_EVERY_OPERATION,
};
