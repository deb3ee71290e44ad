/** Messages to a user about a decision, on the site and by mail. */
import { KYC_STATE, type RejectionReason } from '@glasshouse/protocol/kyc';
import { defineText, inBothLanguages, type InBothLanguages, type TextLanguage } from '@glasshouse/texts';
import type { OpenCase } from './cases.ts';

const REASONS = {
  unreadable: defineText({ en: 'A photo cannot be read.', zh: '照片无法辨认。' }),
  'cut-off': defineText({ en: 'A photo does not show the whole document.', zh: '照片未包含完整证件。' }),
  mismatch: defineText({ en: 'What you typed differs from the document.', zh: '填写的内容与证件不一致。' }),
  expired: defineText({ en: 'The document has expired.', zh: '证件已过期。' }),
  'wrong-document': defineText({ en: 'The photo shows another document.', zh: '照片与所选证件类型不符。' }),
  duplicate: defineText({ en: 'The document belongs to another account.', zh: '该证件已用于其他账户。' }),
  other: defineText({ en: 'The document could not be accepted.', zh: '证件未能通过审核。' }),
} satisfies Record<RejectionReason, unknown>;

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
    [REASONS[reason ?? 'other'](language), note, REJECTED.again(language)]
      .filter((line) => line !== '')
      .join('\n');
  return { title: inBothLanguages(REJECTED.title), content: inBothLanguages(contentIn) };
}
