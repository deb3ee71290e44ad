/**
 * Notifies owners of orders that were filled later than they were placed, and of those that ended
 * otherwise than by their owner.
 */
import { ORDER_END, ORDER_STATUS } from '@glasshouse/core';
import type { OrderRow } from '@glasshouse/protocol/spot';
import { defineText, inBothLanguages } from '@glasshouse/texts';
import { readableAmount, type Fact } from '../../contract/messages.ts';
import type { OwnerMessage } from '../../contract/owners.ts';
import { sql } from 'kysely';
import { notifications } from '../../contract/notifications.ts';
import { orderFieldsOf, orderRowOf } from './rows.ts';

const SIDES = { buy: { en: 'Buy', zh: '买入' }, sell: { en: 'Sell', zh: '卖出' } } as const;
const KINDS = {
  limit: { en: 'limit', zh: '限价' },
  market: { en: 'market', zh: '市价' },
  waiting: { en: 'with a trigger', zh: '条件委托' },
} as const;
const WORDS = {
  filled: defineText({ en: '{side} {amount}: filled', zh: '{side} {amount} 已成交' }),
  ended: defineText({ en: '{side} {pair}: order ended', zh: '{side} {pair} 委托已结束' }),
  average: defineText({ en: 'At {price} on average.', zh: '成交均价 {price}。' }),
  number: defineText({ en: '#{id} · {kind}', zh: '#{id} · {kind}' }),
  view: defineText({ en: 'View the order', zh: '查看委托' }),
};
/** Why an order has ended without being filled. */
const REASONS: Readonly<Record<NonNullable<OrderRow['endReason']>, ReturnType<typeof defineText>>> = {
  owner: defineText({ en: 'You cancelled it.', zh: '你已撤单。' }),
  unfilled: defineText({
    en: 'What could not be filled at once was cancelled.',
    zh: '未能立即成交的部分已撤销。',
  }),
  'self-trade': defineText({
    en: 'It met another order of yours, and one of the two was cancelled.',
    zh: '它与你的另一笔委托相遇，其中一笔已撤销。',
  }),
  oco: defineText({
    en: 'The other order of its pair was filled first.',
    zh: '与它成对的另一笔委托已先成交。',
  }),
  refused: defineText({
    en: 'It was triggered, but could not be placed then.',
    zh: '已触发，但当时无法下单。',
  }),
  'match-limit': defineText({
    en: 'It met more orders than one order may fill at once.',
    zh: '可成交的对手委托超过单笔上限，剩余部分已撤销。',
  }),
  delisted: defineText({ en: 'Its pair was delisted.', zh: '该交易对已下架。' }),
  countdown: defineText({
    en: 'The countdown that your program had set ran out.',
    zh: '你的程序所设的倒计时已结束。',
  }),
  expired: defineText({ en: 'Its time had run out.', zh: '已到有效期。' }),
  money: defineText({
    en: 'Your money bought a part of it, and the rest was cancelled.',
    zh: '可用资金已用完，剩余部分已撤销。',
  }),
};

export const spotNotifications = notifications(
  (reads) =>
    reads
      .selectFrom('spot_orders')
      .selectAll()
      .where('status', '<>', ORDER_STATUS.unfinished)
      // What happened at once, or by the owner, was shown where the owner did it.
      .whereRef('changed_ms', '<>', 'placed_ms')
      .where(sql<boolean>`end_reason is distinct from ${ORDER_END.byOwner}`),
  ({ catalogue }, row) => messageOf(orderRowOf(catalogue, orderFieldsOf(row))),
);

function messageOf(row: OrderRow): OwnerMessage {
  const { id, direction, baseCoin, quoteCoin, endReason } = row;
  const amount = `${readableAmount(row.filledAmount)} ${baseCoin}`;
  const price = `${readableAmount(row.averagePrice ?? '0')} ${quoteCoin}`;
  const isFilled = row.status === ORDER_STATUS.finished;
  return {
    type: 'order',
    cause: `order:${id}`,
    title: inBothLanguages((language) =>
      isFilled
        ? WORDS.filled(language, { side: SIDES[direction][language], amount })
        : WORDS.ended(language, { side: SIDES[direction][language], pair: `${baseCoin}/${quoteCoin}` }),
    ),
    paragraphs: [
      ...(isFilled || endReason === null ? [] : [inBothLanguages(REASONS[endReason])]),
      ...(row.averagePrice === null
        ? []
        : [inBothLanguages((language) => WORDS.average(language, { price }))]),
    ],
    facts: factsOf(row),
    link: { label: inBothLanguages(WORDS.view), path: `/account/trade?type=4&tab=orders&number=${id}` },
    canFreeze: false,
  };
}

function factsOf(row: OrderRow): readonly Fact[] {
  const { id, type, baseCoin, quoteCoin } = row;
  const kind = KINDS[type === 'limit' || type === 'market' ? type : 'waiting'];
  const order: Fact = {
    name: 'order',
    value: inBothLanguages((language) => WORDS.number(language, { id, kind: kind[language] })),
  };
  if (row.averagePrice === null) return [order];
  return [
    order,
    { name: 'averagePrice', type: 'amount', value: `${row.averagePrice} ${quoteCoin}` },
    { name: 'filled', type: 'amount', value: `${row.filledAmount} ${baseCoin}` },
    { name: 'total', type: 'amount', value: `${row.filledQuote} ${quoteCoin}` },
    { name: 'fee', type: 'amount', value: `${row.fee} ${row.feeCoin}` },
  ];
}
