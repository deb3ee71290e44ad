/** Messages to an owner about a withdrawal: requested, paid, rejected, cancelled. */
import { WITHDRAWAL_STATUS } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import { WITHDRAWAL_REASON_TEXTS, type WithdrawalReason } from '@glasshouse/protocol/funding';
import { defineText, inBothLanguages } from '@glasshouse/texts';
import type { Fact } from '../../contract/messages.ts';
import type { OwnerMessage } from '../../contract/owners.ts';
import type { Ports } from '../../contract/ports.ts';
import { chainName } from './rows.ts';
import type { FundingWithdrawalsTable } from './tables.ts';
import { rejectionOf } from './withdrawal-rejection.ts';

const { requested, approved, settled, rejected, cancelled } = WITHDRAWAL_STATUS;
/** An approved one is told as requested, if a rule approved it before its owner was told. */
const toldAs = (status: number): number => (status === approved ? requested : status);
const ROUND_MAX = 200;
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

/** Tells what has not been told yet: of one withdrawal, or of all. Each state once. */
export async function tellWithdrawals(parts: Ports, withdrawal?: number): Promise<void> {
  let untold = parts.database.kysely
    .selectFrom('withdrawal_reviews')
    .innerJoin('funding_withdrawals', 'funding_withdrawals.withdrawal_id', 'withdrawal_reviews.withdrawal_id')
    .selectAll('funding_withdrawals')
    .where('told_status', '<', settled)
    .where((where) => where.or([where('told_status', '<', requested), where('status', '>=', settled)]))
    .orderBy('funding_withdrawals.withdrawal_id')
    .limit(ROUND_MAX);
  if (withdrawal !== undefined) untold = untold.where('funding_withdrawals.withdrawal_id', '=', withdrawal);
  for (const row of await untold.execute()) await tell(parts, row);
}

async function tell(parts: Ports, row: FundingWithdrawalsTable): Promise<void> {
  const { withdrawal_id: withdrawal, owner } = row;
  const status = toldAs(row.status);
  const reason = status === rejected ? await rejectionOf(parts, withdrawal) : null;
  await parts.owners.tell(owner, messageOf(parts, { ...row, status }, reason), async ({ kysely }) => {
    const claimed = await kysely
      .updateTable('withdrawal_reviews')
      .set({ told_status: status })
      .where('withdrawal_id', '=', withdrawal)
      .where('told_status', '<', status)
      .returning('withdrawal_id')
      .execute();
    return claimed.length === 1;
  });
}

function messageOf(
  { catalogue }: Ports,
  row: FundingWithdrawalsTable,
  reason: WithdrawalReason | null,
): OwnerMessage {
  const { withdrawal_id: withdrawal, asset, amount, fee, chain, address, status, txid } = row;
  const { code, decimals } = catalogue.assetAt(asset);
  const words = WORDS[status]!;
  const facts: readonly Fact[] = [
    { name: 'arrives', type: 'amount', value: `${formatDecimal(amount, decimals)} ${code}` },
    { name: 'networkFee', type: 'amount', value: `${formatDecimal(fee, decimals)} ${code}` },
    { name: 'network', value: chainName(chain) },
    { name: 'address', type: 'code', value: shortened(address) },
    { name: 'transaction', type: 'code', value: shortened(txid) },
  ];
  return {
    type: 'withdrawal',
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
