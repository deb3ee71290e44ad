/** States, documents and countries of cases in words. */
import type { CaseState } from '@glasshouse/protocol/kyc/case-states';
import type { StateTexts } from '../parts/StateTag.tsx';
import { useTexts } from '../texts.ts';

export const CASE_STATE_TEXTS: StateTexts<CaseState> = {
  waiting: { tone: 'info', text: 'caseState_waiting' },
  verified: { tone: 'mut', text: 'caseState_verified' },
  rejected: { tone: 'mut', text: 'caseState_rejected' },
};

/** The name of a country in the reader's language. */
export function useCountryName(): (code: string) => string {
  const { language } = useTexts();
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return (code) => names.of(code) ?? code;
}
