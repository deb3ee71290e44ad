/** States and rules of withdrawals in words. */
import type { AskedRule, QueueRow } from '@glasshouse/protocol/funding/office';
import { formatNumber } from '@glasshouse/ui';
import { useAgeText } from '../parts/Age.tsx';
import type { RuleRow } from '../parts/Rules.tsx';
import type { StateTexts } from '../parts/StateTag.tsx';
import { useTexts, type TextKey } from '../texts.ts';

export type ShownState =
  | 'deciding'
  | 'first'
  | 'second'
  | 'held'
  | 'paying'
  | 'uncertain'
  | 'finished'
  | 'rejected'
  | 'cancelled';

export const WITHDRAWAL_STATES: StateTexts<ShownState> = {
  deciding: { tone: 'info', text: 'withdrawalDeciding' },
  first: { tone: 'info', text: 'withdrawalFirst' },
  second: { tone: 'warn', text: 'withdrawalSecond' },
  held: { tone: 'warn', text: 'withdrawalHeld' },
  paying: { tone: 'info', text: 'withdrawalPaying' },
  uncertain: { tone: 'bad', text: 'withdrawalUncertain' },
  finished: { tone: 'mut', text: 'withdrawalFinished' },
  rejected: { tone: 'mut', text: 'withdrawalRejected' },
  cancelled: { tone: 'mut', text: 'withdrawalCancelled' },
};

export function shownState({ state, isUncertain, ...row }: QueueRow): ShownState {
  if (state === 'approved') return isUncertain ? 'uncertain' : 'paying';
  if (state !== 'waiting') return state;
  if (row.waitsFor !== '') return 'held';
  if (row.approvalsNeeded === null || row.approvalsNeeded === 0) return 'deciding';
  return row.approvals === 0 ? 'first' : 'second';
}

export const isOver = ({ state }: QueueRow): boolean => state !== 'waiting' && state !== 'approved';

const RULES: Readonly<Record<string, TextKey>> = {
  large: 'ruleLarge',
  'very-large': 'ruleVeryLarge',
  'daily-sum': 'ruleDailySum',
  many: 'ruleMany',
  'new-address': 'ruleNewAddress',
  'new-device': 'ruleNewDevice',
  'changed-credentials': 'ruleChangedCredentials',
  unrecorded: 'ruleUnrecorded',
};

export function useRuleText(): (rule: string) => string {
  const { t } = useTexts();
  return (rule) => {
    const key = RULES[rule];
    return key === undefined ? rule : t(key);
  };
}

/** Nothing here is older: what never happened is dated 1970. */
const NEVER_MS = 20 * 365 * 86_400_000;

/** Rule, fact and threshold; those that applied first. */
export function useRuleRows(): (rules: readonly AskedRule[]) => readonly RuleRow[] {
  const { t } = useTexts();
  const ruleText = useRuleText();
  const ageText = useAgeText();
  const valueText = (unit: AskedRule['unit'], value: string): string => {
    if (unit === 'ms') return Number(value) > NEVER_MS ? t('never') : ageText(Number(value));
    if (unit === 'flag') return t(value === '0' ? 'factUnrecorded' : 'factRecorded');
    return formatNumber(value, { decimals: unit === 'usdt' ? 2 : 0 });
  };
  return (rules) =>
    rules
      .toSorted((one, other) => Number(other.applies) - Number(one.applies))
      .map(({ rule, unit, fact, threshold, isFrom, people, applies }) => ({
        rule: ruleText(rule),
        fact: valueText(unit, fact),
        threshold: unit === 'flag' ? '' : `${isFrom ? '≥' : '<'} ${valueText(unit, threshold)}`,
        people: applies ? people : 0,
      }));
}
