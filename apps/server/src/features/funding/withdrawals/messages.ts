/** Messages to an owner about a withdrawal: requested, paid, rejected, cancelled. Pure. */
import { WITHDRAWAL_STATUS } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import { WITHDRAWAL_REASON_TEXTS, type WithdrawalReason } from '@glasshouse/protocol/funding';
import { defineText, inBothLanguages } from '@glasshouse/texts';
import { chainName } from '../rows.ts';
import type { StoredWithdrawal } from './store.ts';

const { requested, approved, settled, rejected, cancelled } = WITHDRAWAL_STATUS;
/**
 * The status to notify the owner of. If a rule approves a withdrawal before the owner was notified
 * of the request, that is still 'requested'.
 */
export const noticeStatusOf = (status: number): number => (status === approved ? requested : status);
/** Characters of an address at each end. */
const ENDS = { first: 6, last: 6 } as const;

type Words = { readonly title: ReturnType<typeof defineText>; readonly text: ReturnType<typeof defineText> };
const WORDS: Readonly<Record<number, Words>> = {
  [requested]: {
    title: defineText({ en: 'You asked for a withdrawal', zh: '已收到你的提现申请' }),
    text: defineText({
      en: 'Amount and fee are set aside. You can cancel until it is approved.',
      zh: '提现数量与手续费已冻结，批准前可随时取消。',
    }),
  },
  [settled]: {
    title: defineText({ en: 'Your withdrawal was sent', zh: '提现已汇出' }),
    text: defineText({ en: 'The coins have left for your address.', zh: '资产已发往你的地址。' }),
  },
  [rejected]: {
    title: defineText({ en: 'Your withdrawal was rejected', zh: '提现未通过' }),
    text: defineText({
      en: 'Amount and fee are back in your exchange account. For 24 hours they stay out of seconds contracts. If you have questions, ask support.',
      zh: '提现数量与手续费已退回币币账户，24 小时内不能用于秒合约。如有疑问，请联系客服。',
    }),
  },
  [cancelled]: {
    title: defineText({ en: 'Your withdrawal was cancelled', zh: '提现已取消' }),
    text: defineText({
      en: 'Amount and fee are back in your exchange account. For 24 hours they stay out of seconds contracts.',
      zh: '提现数量与手续费已退回币币账户，24 小时内不能用于秒合约。',
    }),
  },
};
const VIEW = defineText({ en: 'View the withdrawal', zh: '查看提现' });

export type WithdrawalMessage = ReturnType<typeof messageOf>;

/** The message for a status that owners are notified of, see `noticeStatusOf`. */
export function messageOf(
  { code, decimals }: { readonly code: string; readonly decimals: number },
  row: StoredWithdrawal,
  reason: WithdrawalReason | null,
) {
  const { withdrawal_id: withdrawal, amount, fee, chain, address, status, txid } = row;
  const words = WORDS[status]!;
  const facts = [
    { name: 'arrives', type: 'amount', value: `${formatDecimal(amount, decimals)} ${code}` },
    { name: 'networkFee', type: 'amount', value: `${formatDecimal(fee, decimals)} ${code}` },
    { name: 'network', value: chainName(chain) },
    { name: 'address', type: 'code', value: shortened(address) },
    { name: 'transaction', type: 'code', value: shortened(txid) },
  ] as const;
  return {
    type: 'withdrawal' as const,
    cause: `withdrawal:${withdrawal}:${status}`,
    title: inBothLanguages(words.title),
    paragraphs: [...(reason === null ? [] : [WITHDRAWAL_REASON_TEXTS[reason]]), inBothLanguages(words.text)],
    facts: facts.filter(({ value }) => value !== ''),
    link: { label: inBothLanguages(VIEW), path: `/account/withdrawel?withdrawal=${withdrawal}` },
    canFreeze: status === requested,
  };
}

function shortened(text: string): string {
  const { first, last } = ENDS;
  return text.length <= first + last + 1 ? text : `${text.slice(0, first)}…${text.slice(-last)}`;
}
