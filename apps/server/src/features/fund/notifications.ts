/** Notifies owners of fund holdings that were sold, exited, liquidated or not filled. */
import { HOLDING_STATUS } from '@glasshouse/core';
import { defineText, inBothLanguages } from '@glasshouse/texts';
import type { HoldingRow } from '@glasshouse/protocol/fund';
import type { OwnerMessage } from '../../contract/owners.ts';
import type { ChangesParts } from '../../contract/product.ts';
import { notifications } from '../../contract/notifications.ts';
import { holdingFieldsOf, holdingRowOf } from './rows.ts';
import type { FundHoldingsTable } from './tables.ts';

const { sold, liquidated, exited, notFilled } = HOLDING_STATUS;
const TITLES = {
  [sold]: defineText({ en: '{name}: sold', zh: '{name}：已卖出' }),
  [liquidated]: defineText({ en: '{name}: liquidated', zh: '{name}：已强平' }),
  [exited]: defineText({ en: '{name}: exited', zh: '{name}：已退出' }),
  [notFilled]: defineText({ en: '{name}: purchase not filled', zh: '{name}：买入未成交' }),
} as const;
const PAID = defineText({
  en: 'What it came to is in your exchange account.',
  zh: '所得已存入币币账户。',
});
const IN_COINS = defineText({
  en: 'What it came to is in your exchange account, a part of it in coins of the fund.',
  zh: '所得已存入币币账户，其中一部分为基金的成分币。',
});
const BACK = defineText({ en: 'Everything that was set aside is back.', zh: '冻结的金额已全部退回。' });
const VIEW = defineText({ en: 'View your holdings', zh: '查看我的持仓' });

export const fundNotifications = notifications(
  (reads) => reads.selectFrom('fund_holdings').selectAll().where('status', '>', HOLDING_STATUS.holding),
  messageOf,
);

function messageOf({ catalogue, offerTexts }: ChangesParts, stored: FundHoldingsTable): OwnerMessage | null {
  const row = holdingRowOf(catalogue, holdingFieldsOf(stored));
  const title = TITLES[row.status as keyof typeof TITLES];
  if (title === undefined) return null;
  const texts = offerTexts.of('fund', row.fund);
  const name = inBothLanguages((language) => texts[language].name);
  const isFilled = row.status !== notFilled;
  return {
    type: 'product',
    cause: `fund:${row.id}:${row.status}`,
    title: inBothLanguages((language) => title(language, { name: name[language] })),
    paragraphs: [inBothLanguages(isFilled ? (isInCoins(row) ? IN_COINS : PAID) : BACK)],
    facts: [
      { name: 'product', value: name },
      { name: 'units', value: row.quantity },
      { name: 'paid', type: 'amount', value: `${row.payment} ${row.currency}` },
      ...(isFilled && row.payout !== null
        ? [{ name: 'payout', type: 'amount', value: `${row.payout} ${row.currency}` } as const]
        : []),
      ...(isFilled && row.profit !== null
        ? [{ name: 'netResult', type: 'result', value: signed(row.profit, row.currency) } as const]
        : []),
    ],
    link: { label: inBothLanguages(VIEW), path: '/fund/record' },
    canFreeze: false,
  };
}

const isInCoins = ({ paidInCoins }: HoldingRow): boolean => Number(paidInCoins) > 0;

function signed(text: string, coin: string): string {
  const isGain = !text.startsWith('-') && /[1-9]/.test(text);
  return `${isGain ? '+' : ''}${text} ${coin}`;
}
