/** Notifies owners of subscriptions: how many coins they got, or that the sale was called off. */
import { SUBSCRIPTION_STATUS } from '@glasshouse/core';
import { defineText, inBothLanguages } from '@glasshouse/texts';
import type { OwnerMessage } from '../../contract/owners.ts';
import type { ChangesParts } from '../../contract/product.ts';
import { notifications } from '../../contract/notifications.ts';
import { fieldsOf, subscriptionRowOf } from './rows.ts';
import type { SubscriptionsTable } from './tables.ts';

const { distributed, cancelled } = SUBSCRIPTION_STATUS;
const WORDS = {
  distributed: defineText({ en: '{name}: coins distributed', zh: '{name}：新币已发放' }),
  cancelled: defineText({ en: '{name}: subscription called off', zh: '{name}：认购已取消' }),
  shared: defineText({
    en: 'The coins are in your exchange account, and what was not used is back.',
    zh: '新币已存入币币账户，未使用的金额已退回。',
  }),
  back: defineText({ en: 'Everything that you put in is back.', zh: '认购金额已全部退回。' }),
  view: defineText({ en: 'View your subscriptions', zh: '查看我的认购' }),
};

export const subscriptionNotifications = notifications(
  (reads) => reads.selectFrom('subscriptions').selectAll().where('status', '>', SUBSCRIPTION_STATUS.closed),
  messageOf,
);

function messageOf({ catalogue, offerTexts }: ChangesParts, stored: SubscriptionsTable): OwnerMessage | null {
  const row = subscriptionRowOf(catalogue, fieldsOf(stored));
  const { status, currency } = row;
  if (status !== distributed && status !== cancelled) return null;
  const texts = offerTexts.of('subscription', row.project);
  const name = inBothLanguages((language) => texts[language].name);
  const isShared = status === distributed;
  return {
    type: 'product',
    cause: `subscription:${row.id}:${status}`,
    title: inBothLanguages((language) =>
      WORDS[isShared ? 'distributed' : 'cancelled'](language, { name: name[language] }),
    ),
    paragraphs: [inBothLanguages(isShared ? WORDS.shared : WORDS.back)],
    facts: [
      { name: 'product', value: name },
      { name: 'amount', type: 'amount', value: `${row.amount} ${currency}` },
      ...(isShared
        ? ([
            { name: 'coinsReceived', type: 'amount', value: `${row.coins} ${row.coin}` },
            { name: 'paid', type: 'amount', value: `${row.cost} ${currency}` },
          ] as const)
        : []),
      { name: 'returned', type: 'amount', value: `${row.returned} ${currency}` },
    ],
    link: { label: inBothLanguages(WORDS.view), path: '/subscribe/record' },
    canFreeze: false,
  };
}
