/** What acts of operators on withdrawals would do, and how they are done. */
import { WITHDRAWAL_STATUS } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import type { Refusal } from '@glasshouse/protocol';
import { WITHDRAWAL_REASON_TEXTS, type WithdrawalReason } from '@glasshouse/protocol/funding';
import { readableAmount } from '../../../contract/messages.ts';
import type { ActPlan, EffectWords, Words } from '../../../contract/operator-acts.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { FeatureHandlers } from '../../../http/handler.ts';
import { USER_OWNER_MIN } from '../../../pipeline/projection.ts';
import { approversOf, mayStop, operatorRefusal } from '../withdrawals/decide.ts';
import { approve, NO_COST, REFUSED, reject, settle, type OperateParts } from '../withdrawals/operate.ts';
import type { StoredWithdrawal } from '../withdrawals/store.ts';

const NOT_FOUND: Refusal = { error: 'request/not-found', field: 'id' };
const { requested } = WITHDRAWAL_STATUS;
const WORDS = {
  approvals: { en: 'Approvals', zh: '批准' },
  state: { en: 'State', zh: '状态' },
  money: { en: 'Amount and fee', zh: '数量与手续费' },
  told: { en: 'The user reads', zh: '用户看到' },
  payment: { en: 'Payment', zh: '汇出' },
  cost: { en: 'Cost of the network', zh: '网络成本' },
  waiting: { en: 'waiting', zh: '待批准' },
  approved: { en: 'approved', zh: '已批准' },
  rejected: { en: 'rejected', zh: '已驳回' },
  finished: { en: 'finished', zh: '已完成' },
  frozen: { en: 'frozen', zh: '已冻结' },
  taken: { en: 'taken by the payer', zh: '付款程序已接手' },
  stopped: {
    en: 'the payer is asked to stop; rejected once nothing of it can be mined, finished if it was',
    zh: '请求付款程序停止；确定无法上链后驳回，若已上链则完成',
  },
} as const satisfies Record<string, Words>;

/** Nothing is decided before the last person. */
const CHECKED = { en: 'The platform is checking a withdrawal of yours', zh: '平台正在审核你的一笔提现' };

type Acts = 'withdrawals/approve' | 'withdrawals/reject' | 'withdrawals/settle';

export function withdrawalActHandlers(
  parts: OperateParts,
  { act }: Pick<Ports['operators'], 'act'>,
): Pick<FeatureHandlers<'withdrawals'>, Acts> {
  const { store } = parts;
  return {
    'withdrawals/approve': act('withdrawals/approve', async ({ id }) => {
      const stored = await userWithdrawal(parts, id);
      return stored === null ? NOT_FOUND : approvalOf(parts, stored);
    }),
    'withdrawals/reject': act('withdrawals/reject', async ({ id, rejection, nothingSent }) => {
      const stored = await userWithdrawal(parts, id);
      return stored === null ? NOT_FOUND : rejectionOf(parts, stored, { rejection, nothingSent });
    }),
    // One of the house, which others approve, is also paid by hand.
    'withdrawals/settle': act('withdrawals/settle', async ({ id, ...paid }) => {
      const stored = await store.find(id);
      return stored === undefined ? NOT_FOUND : settlementOf(parts, stored, paid);
    }),
  };
}

/** Null: none, or one of the house. */
export async function userWithdrawal(
  { store }: Pick<OperateParts, 'store'>,
  withdrawal: number,
): Promise<StoredWithdrawal | null> {
  const stored = await store.find(withdrawal);
  return stored === undefined || stored.owner < USER_OWNER_MIN ? null : stored;
}

export const subjectOf = ({ withdrawal_id: withdrawal, owner }: StoredWithdrawal): string =>
  owner < USER_OWNER_MIN ? `pay-out ${withdrawal}` : `withdrawal ${withdrawal} of user ${owner}`;

type Planned = Pick<ActPlan, 'effect' | 'told' | 'run'>;
const planOf = (stored: StoredWithdrawal, planned: Planned): ActPlan => ({
  subject: subjectOf(stored),
  ...(stored.owner < USER_OWNER_MIN ? {} : { userId: stored.owner }),
  ...planned,
});

async function approvalOf(parts: OperateParts, stored: StoredWithdrawal): Promise<ActPlan | Refusal> {
  const { withdrawal_id: withdrawal, status } = stored;
  const refusal = operatorRefusal('approve', status, false);
  if (refusal !== null) return REFUSED[refusal];
  const needed = (await parts.store.findReview(withdrawal))?.approvals_needed;
  const approvers = approversOf(await parts.store.actsOf(withdrawal));
  // A rejection is recorded, and its command is about to come.
  if (approvers === null) return REFUSED.state;
  return planOf(stored, {
    effect: [
      {
        what: WORDS.approvals,
        before: String(approvers.length),
        after: approvedBy(approvers.length + 1, needed),
      },
    ],
    ...(needed === undefined || approvers.length + 1 < needed ? { told: CHECKED } : {}),
    run: ({ operator, reason: words }) => approve(parts, { withdrawal, operator, words }),
  });
}

/** `needed` is undefined if the rules have not decided yet. */
function approvedBy(count: number, needed: number | undefined): Words {
  if (needed === undefined) return String(count);
  if (count >= needed)
    return {
      en: `${count} of ${needed}: approved, then it is sent`,
      zh: `第 ${count} 人，共需 ${needed} 人：批准后汇出`,
    };
  return {
    en: `${count} of ${needed}: one more person`,
    zh: `第 ${count} 人，共需 ${needed} 人：还需一人`,
  };
}

async function rejectionOf(
  parts: OperateParts,
  stored: StoredWithdrawal,
  asked: { readonly rejection: WithdrawalReason; readonly nothingSent: boolean },
): Promise<ActPlan | Refusal> {
  const { withdrawal_id: withdrawal, status } = stored;
  const told: EffectWords = {
    what: WORDS.told,
    before: null,
    after: WITHDRAWAL_REASON_TEXTS[asked.rejection],
  };
  const run: ActPlan['run'] = ({ operator, reason: words }) =>
    reject(parts, { withdrawal, operator, words, ...asked });
  if (await isTaken(parts, stored)) {
    if (!parts.payer.canStop) return { error: 'withdrawals/sent' };
    return planOf(stored, {
      effect: [{ what: WORDS.payment, before: WORDS.taken, after: WORDS.stopped }, told],
      run,
    });
  }
  const refusal = operatorRefusal('reject', status, asked.nothingSent);
  if (refusal !== null) return REFUSED[refusal];
  const before = status === requested ? WORDS.waiting : WORDS.approved;
  const effect = [
    { what: WORDS.state, before, after: WORDS.rejected },
    { what: WORDS.money, before: WORDS.frozen, after: returned(parts, stored) },
    told,
  ];
  return planOf(stored, { effect, run });
}

/** One that ended otherwise than ordered is for a person again. */
async function isTaken({ payer }: Pick<OperateParts, 'payer'>, stored: StoredWithdrawal): Promise<boolean> {
  if (!mayStop(stored.status)) return false;
  const progress = await payer.progressOf(stored);
  return progress !== null && progress.state !== 'person';
}

function returned({ exchange }: Pick<OperateParts, 'exchange'>, stored: StoredWithdrawal): Words {
  const { code, decimals } = exchange.coinAt(stored.asset);
  const units = `${readableAmount(formatDecimal(stored.amount + stored.fee, decimals))} ${code}`;
  return {
    en: `${units} back at once; not for seconds contracts for 24 hours`,
    zh: `立即退回 ${units}，24 小时内不能用于秒合约`,
  };
}

async function settlementOf(
  parts: OperateParts,
  stored: StoredWithdrawal,
  paid: { readonly txid: string; readonly output: number; readonly cost: string },
): Promise<ActPlan | Refusal> {
  const { withdrawal_id: withdrawal, status } = stored;
  const refusal = operatorRefusal('settle', status, false);
  if (refusal !== null) return REFUSED[refusal];
  if (await isTaken(parts, stored)) return { error: 'withdrawals/sent' };
  if (parts.exchange.costOf(stored, paid.cost) === null) return NO_COST;
  const effect: readonly EffectWords[] = [
    { what: WORDS.state, before: WORDS.approved, after: WORDS.finished },
    {
      what: WORDS.payment,
      before: null,
      after: [paid.txid, paid.output].filter((part) => part !== '').join(' '),
    },
    { what: WORDS.cost, before: null, after: paid.cost },
  ];
  return planOf(stored, {
    effect,
    run: ({ operator, reason: words }) => settle(parts, { withdrawal, operator, words, ...paid }),
  });
}
