/** What money in and out gives programs. */
import type { FeatureEndpoints } from '../../../http/endpoint-handler.ts';
import { queryCoins, type CoinParts } from './coins.ts';
import {
  queryDepositAddress,
  queryDepositAddresses,
  queryDeposits,
  type ProgramDepositParts,
} from './deposits.ts';
import { applyWithdrawal, queryWithdrawals, type ProgramWithdrawalParts } from './withdrawals.ts';

export function fundingEndpoints(
  parts: CoinParts & ProgramDepositParts & ProgramWithdrawalParts,
): FeatureEndpoints<'funding'> {
  return {
    'funding/query-coins': queryCoins(parts),
    'funding/query-deposit-address': queryDepositAddress(parts),
    'funding/query-deposit-addresses': queryDepositAddresses(parts),
    'funding/query-deposits': queryDeposits(parts),
    'funding/apply-withdrawal': applyWithdrawal(parts),
    'funding/query-withdrawals': queryWithdrawals(parts),
  };
}
