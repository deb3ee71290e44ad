/**
 * The thresholds of the rules of risk of withdrawals: parameters that operators set within bounds,
 * all of them whole numbers.
 */
export interface Threshold {
  /** In force until an operator sets another one. */
  readonly standard: number;
  readonly min: number;
  readonly max: number;
  /** What is counted, for people. */
  readonly unit: 'USDT' | 'hours' | 'withdrawals' | 'rules';
}

/** Beyond these a rule would hardly ever apply. */
const USDT = { min: 1, max: 1_000_000, unit: 'USDT' } as const;
const HOURS = { min: 1, max: 720, unit: 'hours' } as const;

export const WITHDRAWAL_THRESHOLDS = {
  /** The value of a withdrawal from which one person approves it. */
  withdrawal_large: { standard: 10_000, ...USDT },
  /** The value from which two do. */
  withdrawal_very_large: { standard: 25_000, ...USDT },
  /** The value of all withdrawals within 24 hours. */
  withdrawal_daily_sum: { standard: 20_000, ...USDT },
  /** From this withdrawal within 24 hours on. */
  withdrawal_many: { standard: 5, min: 1, max: 100, unit: 'withdrawals' },
  /** For less than this an address is new. */
  withdrawal_new_address: { standard: 24, ...HOURS },
  withdrawal_new_device: { standard: 24, ...HOURS },
  /** For this long after a change of credentials. */
  withdrawal_changed_credentials: { standard: 72, ...HOURS },
  /** So many rules together need two approvals, whatever each needs. */
  withdrawal_rules_for_two: { standard: 3, min: 1, max: 8, unit: 'rules' },
} as const satisfies Readonly<Record<string, Threshold>>;

export type ThresholdName = keyof typeof WITHDRAWAL_THRESHOLDS;
