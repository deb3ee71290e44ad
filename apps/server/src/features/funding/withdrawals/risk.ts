/**
 * The risk rules of withdrawals: one table with the thresholds that operators set, and the decision
 * that follows from it. Pure.
 */
const HOUR_MS = 3_600_000;
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

/** What operators set of the rules. */
export interface Thresholds {
  readonly largeUsdt: number;
  readonly veryLargeUsdt: number;
  readonly dailySumUsdt: number;
  /** From this withdrawal within 24 hours on. */
  readonly many: number;
  readonly newAddressHours: number;
  readonly newDeviceHours: number;
  readonly changedCredentialsHours: number;
  /** So many rules together need two approvals, whatever each needs. */
  readonly rulesForTwo: number;
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

/** Needs a person also where credentials change after the decision. */
export const CHANGED_CREDENTIALS = { name: 'changed-credentials', approvals: 1 } as const;

export function riskRules(set: Thresholds): readonly RiskRule[] {
  const hours = (count: number): number => count * HOUR_MS;
  return [
    { name: 'large', fact: 'value', from: set.largeUsdt * USDT, approvals: 1 },
    { name: 'very-large', fact: 'value', from: set.veryLargeUsdt * USDT, approvals: 2 },
    { name: 'daily-sum', fact: 'sum', from: set.dailySumUsdt * USDT, approvals: 1 },
    { name: 'many', fact: 'count', from: set.many, approvals: 1 },
    { name: 'new-address', fact: 'addressKnownMs', below: hours(set.newAddressHours), approvals: 1 },
    { name: 'new-device', fact: 'deviceKnownMs', below: hours(set.newDeviceHours), approvals: 1 },
    {
      ...CHANGED_CREDENTIALS,
      fact: 'credentialsAgeMs',
      below: hours(set.changedCredentialsHours),
    },
    { name: 'unrecorded', fact: 'recorded', below: 1, approvals: 2 },
  ];
}

/** A rule as it was asked for a decision. */
export interface TestedRule {
  readonly name: string;
  readonly fact: keyof RiskFacts;
  /** The fact, and the threshold, in the fact's unit. */
  readonly is: number;
  readonly threshold: number;
  /** Applies from the threshold on; otherwise below it. */
  readonly isFrom: boolean;
  readonly approvals: 1 | 2;
  readonly applies: boolean;
}

/** All rules, also those that do not apply. */
export function testedRules(facts: RiskFacts, thresholds: Thresholds): readonly TestedRule[] {
  return riskRules(thresholds).map(({ name, fact, from, below, approvals }) => {
    const is = facts[fact];
    const applies = (from !== undefined && is >= from) || (below !== undefined && is < below);
    return { name, fact, is, threshold: from ?? below ?? 0, isFrom: from !== undefined, approvals, applies };
  });
}

export interface RiskDecision {
  readonly approvals: 0 | 1 | 2;
  /** Names of the rules that apply, in the order of the table. */
  readonly reasons: readonly string[];
}

export function decide(facts: RiskFacts, thresholds: Thresholds): RiskDecision {
  const applying = testedRules(facts, thresholds).filter(({ applies }) => applies);
  const reasons = applying.map(({ name }) => name);
  const isForTwo = applying.length >= thresholds.rulesForTwo;
  if (isForTwo || applying.some(({ approvals }) => approvals === 2)) return { approvals: 2, reasons };
  return { approvals: applying.length > 0 ? 1 : 0, reasons };
}
