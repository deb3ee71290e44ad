/** The parameters of the rules of risk, in the words of the withdrawals' folder. */
import type { ThresholdName } from '../../contract/withdrawal-thresholds.ts';
import type { Thresholds } from './withdrawals/risk.ts';

export function thresholdsOf(of: (name: ThresholdName) => number): Thresholds {
  return {
    largeUsdt: of('withdrawal_large'),
    veryLargeUsdt: of('withdrawal_very_large'),
    dailySumUsdt: of('withdrawal_daily_sum'),
    many: of('withdrawal_many'),
    newAddressHours: of('withdrawal_new_address'),
    newDeviceHours: of('withdrawal_new_device'),
    changedCredentialsHours: of('withdrawal_changed_credentials'),
    rulesForTwo: of('withdrawal_rules_for_two'),
  };
}
