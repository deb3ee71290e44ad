/** What acts of operators on cases would do, and how they are done. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { KYC_STATE, REJECTION_TEXTS } from '@glasshouse/protocol/kyc';
import type { EffectWords, Words } from '../../../contract/operator-acts.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { FeatureHandlers } from '../../../http/handler.ts';
import type { Cases, OpenCase } from '../cases.ts';
import type { Reviews } from '../reviews.ts';
import { subjectOf } from './detail.ts';

export interface ActParts {
  readonly cases: Cases;
  readonly reviews: Reviews;
}

const WORDS = {
  state: { en: 'State', zh: '状态' },
  may: { en: 'The user may', zh: '用户可以' },
  told: { en: 'The user reads', zh: '用户看到' },
  waiting: { en: 'waiting', zh: '待审核' },
  verified: { en: 'verified', zh: '已认证' },
  rejected: { en: 'rejected', zh: '已驳回' },
  log: { en: 'log in', zh: '登录' },
  all: { en: 'trade, invest and withdraw', zh: '交易、投资和提现' },
  again: { en: 'hand in documents again', zh: '重新提交资料' },
} as const satisfies Record<string, Words>;

export function caseActHandlers(
  { cases, reviews }: ActParts,
  { act }: Pick<Ports['operators'], 'act'>,
): Pick<FeatureHandlers<'kyc'>, 'kyc/approve' | 'kyc/reject'> {
  return {
    'kyc/approve': act('kyc/approve', async ({ id }) => {
      const found = await waitingCase(cases, id);
      if (isRefusal(found)) return found;
      if ((await cases.sameDocument(found)).some(({ isVerified }) => isVerified))
        return { error: 'kyc/document-in-use' };
      return {
        subject: subjectOf(id, found.userId),
        userId: found.userId,
        effect: [
          { what: WORDS.state, before: WORDS.waiting, after: WORDS.verified },
          { what: WORDS.may, before: WORDS.log, after: WORDS.all },
        ],
        run: ({ operator: reviewer }) =>
          reviews.decide(id, { state: KYC_STATE.verified, reviewer, reason: null, note: '' }),
      };
    }),
    'kyc/reject': act('kyc/reject', async ({ id, rejection, note }) => {
      const found = await waitingCase(cases, id);
      if (isRefusal(found)) return found;
      return {
        subject: subjectOf(id, found.userId),
        userId: found.userId,
        effect: [
          { what: WORDS.state, before: WORDS.waiting, after: WORDS.rejected },
          { what: WORDS.told, before: null, after: toldWords(REJECTION_TEXTS[rejection], note) },
          { what: WORDS.may, before: null, after: WORDS.again },
        ] satisfies EffectWords[],
        run: ({ operator: reviewer }) =>
          reviews.decide(id, { state: KYC_STATE.rejected, reviewer, reason: rejection, note }),
      };
    }),
  };
}

async function waitingCase(cases: Cases, id: number): Promise<OpenCase | Refusal> {
  const found = await cases.find(id);
  if (found === null) return { error: 'request/not-found', field: 'id' };
  return found.state === KYC_STATE.reviewing ? found : { error: 'kyc/decided' };
}

const toldWords = ({ en, zh }: { readonly en: string; readonly zh: string }, note: string): Words => ({
  en: [en, note].filter(Boolean).join(' '),
  zh: [zh, note].filter(Boolean).join(' '),
});
