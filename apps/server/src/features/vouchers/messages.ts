/** Messages to an owner about a voucher: credited, or rejected with its reason. */
import { formatDecimal } from '@glasshouse/money';
import { VOUCHER_REASON_TEXTS, type VoucherReason } from '@glasshouse/protocol/vouchers';
import { defineText, inBothLanguages } from '@glasshouse/texts';
import type { Fact } from '../../contract/messages.ts';
import type { OwnerMessage } from '../../contract/owners.ts';
import type { VoucherParts } from './parts.ts';
import { VOUCHER_FACTS, VOUCHER_STATUS, type Voucher } from './tables.ts';

const { finished, rejected } = VOUCHER_STATUS;
const ROUND_MAX = 200;

const WORDS = {
  [finished]: {
    title: defineText({ en: 'Your voucher was credited', zh: '凭证充值已到账' }),
    text: defineText({ en: 'The coins are in your exchange account.', zh: '资产已存入你的币币账户。' }),
  },
  [rejected]: {
    title: defineText({ en: 'Your voucher was rejected', zh: '凭证充值未通过' }),
    text: defineText({
      en: 'Nothing was credited. You can hand in another voucher.',
      zh: '未入账。你可以重新提交凭证。',
    }),
  },
} as const;
const VIEW = defineText({ en: 'View your vouchers', zh: '查看凭证' });

/** Notifies users of outcomes that they have not been notified of, each once. */
export async function notifyOfVouchers(parts: VoucherParts): Promise<void> {
  const untold = await parts.database.kysely
    .selectFrom('vouchers')
    .select(VOUCHER_FACTS)
    .where('status', 'in', [finished, rejected])
    .where('told_status', '<', finished)
    .orderBy('voucher_id')
    .limit(ROUND_MAX)
    .execute();
  for (const row of untold)
    await parts.owners.notify(row.user_id, messageOf(parts, row), async ({ kysely }) => {
      const claimed = await kysely
        .updateTable('vouchers')
        .set({ told_status: row.status })
        .where('voucher_id', '=', row.voucher_id)
        .where('told_status', '<', finished)
        .returning('voucher_id')
        .execute();
      return claimed.length === 1;
    });
}

function messageOf({ catalogue }: VoucherParts, row: Voucher): OwnerMessage {
  const { code, decimals } = catalogue.assetAt(row.asset);
  const words = WORDS[row.status as keyof typeof WORDS];
  const amountOf = (units: number) => `${formatDecimal(units, decimals)} ${code}`;
  const seen = row.seen_amount === null || row.status === finished ? '' : amountOf(row.seen_amount);
  const facts: readonly Fact[] = [
    { name: 'typed', type: 'amount', value: amountOf(row.amount) },
    { name: 'seen', type: 'amount', value: seen },
    { name: 'network', value: row.chain },
    { name: 'note', value: row.note },
  ];
  const reason = row.reason === null ? [] : [VOUCHER_REASON_TEXTS[row.reason as VoucherReason]];
  return {
    type: 'deposit',
    cause: `voucher:${row.voucher_id}`,
    title: inBothLanguages(words.title),
    paragraphs: [...reason, inBothLanguages(words.text)],
    facts: facts.filter(({ value }) => value !== ''),
    link: { label: inBothLanguages(VIEW), path: '/account/recharge?by=voucher' },
    canFreeze: false,
  };
}
