/** What a person is told of a decision, on the site and by mail. */
import { KYC_STATE, type RejectionReason } from '@glasshouse/protocol/kyc';
import type { OpenCase } from './cases.ts';

type Both = Readonly<Record<'en' | 'zh', string>>;

export const REASON_WORDS: Readonly<Record<RejectionReason, Both>> = {
  unreadable: { en: 'A photo cannot be read.', zh: '照片无法辨认。' },
  'cut-off': { en: 'A photo does not show the whole document.', zh: '照片未包含完整证件。' },
  mismatch: { en: 'What you typed differs from the document.', zh: '填写的内容与证件不一致。' },
  expired: { en: 'The document has expired.', zh: '证件已过期。' },
  'wrong-document': { en: 'The photo shows another document.', zh: '照片与所选证件类型不符。' },
  duplicate: { en: 'The document belongs to another account.', zh: '该证件已用于其他账户。' },
  other: { en: 'The document could not be accepted.', zh: '证件未能通过审核。' },
};

export interface DecisionWords {
  readonly title: Both;
  readonly content: Both;
}

export function decisionWords({ state, reason, note }: OpenCase): DecisionWords {
  if (state === KYC_STATE.verified)
    return {
      title: { en: 'Your identity is verified', zh: '身份认证已通过' },
      content: { en: 'You can now trade, invest and withdraw.', zh: '你现在可以交易、投资和提现。' },
    };
  const why = REASON_WORDS[reason ?? 'other'];
  const more = note === '' ? '' : `\n${note}`;
  return {
    title: { en: 'Your identity could not be verified', zh: '身份认证未通过' },
    content: {
      en: `${why.en}${more}\nYou can send your documents again at any time.`,
      zh: `${why.zh}${more}\n你可随时重新提交资料。`,
    },
  };
}
