/**
 * The risk rules of withdrawals: one table of thresholds, and the decision that follows from it.
 * Pure.
 */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Units of USDT. */
const USDT = 1_000_000;

export interface RiskFacts {
  /** The value of this withdrawal, in units of USDT by the index. */
  readonly value: number;
  /**
   * The value of all of the owner's requests of 24 hours that were not taken back, including this
   * one.
   */
  readonly sum: number;
  readonly count: number;
  /** How long the address has been in the book or paid to. */
  readonly addressKnownMs: number;
  /** How long the browser has been known; of a program, how long its session has been open. */
  readonly deviceKnownMs: number;
  /** Since the last change of credentials. */
  readonly credentialsAgeMs: number;
  /** 1 if it is recorded how it was requested. */
  readonly recorded: 0 | 1;
}

export interface RiskRule {
  readonly name: string;
  readonly fact: keyof RiskFacts;
  /** The rule applies if the fact is at least `from`, or less than `below`. */
  readonly from?: number;
  readonly below?: number;
  /** How many people have to approve then. */
  readonly approvals: 1 | 2;
}

export const RISK_RULES: readonly RiskRule[] = [
  { name: 'large', fact: 'value', from: 10_000 * USDT, approvals: 1 },
  { name: 'very-large', fact: 'value', from: 25_000 * USDT, approvals: 2 },
  { name: 'daily-sum', fact: 'sum', from: 20_000 * USDT, approvals: 1 },
  { name: 'many', fact: 'count', from: 5, approvals: 1 },
  { name: 'new-address', fact: 'addressKnownMs', below: DAY_MS, approvals: 1 },
  { name: 'new-device', fact: 'deviceKnownMs', below: DAY_MS, approvals: 1 },
  { name: 'changed-credentials', fact: 'credentialsAgeMs', below: 3 * DAY_MS, approvals: 1 },
  { name: 'unrecorded', fact: 'recorded', below: 1, approvals: 2 },
];
/** So many rules together need two approvals, whatever each needs. */
export const RULES_FOR_TWO = 3;

export interface RiskDecision {
  readonly approvals: 0 | 1 | 2;
  /** Names of the rules that apply, in the order of the table. */
  readonly reasons: readonly string[];
}

export function decide(facts: RiskFacts): RiskDecision {
  const applying = RISK_RULES.filter(({ fact, from, below }) => {
    const value = facts[fact];
    return (from !== undefined && value >= from) || (below !== undefined && value < below);
  });
  const reasons = applying.map(({ name }) => name);
  if (applying.length >= RULES_FOR_TWO || applying.some(({ approvals }) => approvals === 2))
    return { approvals: 2, reasons };
  return { approvals: applying.length > 0 ? 1 : 0, reasons };
}
