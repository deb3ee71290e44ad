/** Messages to a user about a decision, on the site and by mail. */
import { KYC_STATE, REJECTION_TEXTS } from '@glasshouse/protocol/kyc';
import { defineText, inBothLanguages, type InBothLanguages, type TextLanguage } from '@glasshouse/texts';
import type { OpenCase } from './cases.ts';

const VERIFIED = {
  title: defineText({ en: 'Your identity is verified', zh: '身份认证已通过' }),
  content: defineText({ en: 'You can now trade, invest and withdraw.', zh: '你现在可以交易、投资和提现。' }),
};
const REJECTED = {
  title: defineText({ en: 'Your identity could not be verified', zh: '身份认证未通过' }),
  again: defineText({
    en: 'You can send your documents again at any time.',
    zh: '你可随时重新提交资料。',
  }),
};

export interface DecisionWords {
  readonly title: InBothLanguages;
  readonly content: InBothLanguages;
}

export function decisionWords({ state, reason, note }: OpenCase): DecisionWords {
  if (state === KYC_STATE.verified)
    return { title: inBothLanguages(VERIFIED.title), content: inBothLanguages(VERIFIED.content) };
  const contentIn = (language: TextLanguage): string =>
    [REJECTION_TEXTS[reason ?? 'other'][language], note, REJECTED.again(language)]
      .filter((line) => line !== '')
      .join('\n');
  return { title: inBothLanguages(REJECTED.title), content: inBothLanguages(contentIn) };
}
