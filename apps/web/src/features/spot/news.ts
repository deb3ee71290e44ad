/** What happens to waiting orders. */
import type { OrderRow } from '@glasshouse/protocol/spot';
import { formatNumber } from '@glasshouse/ui';
import { call } from '#data/api.ts';
import type { NewsSource } from '#shared/news.ts';
import { isOpen, ORDER_NEWS, orderNewsOf } from './order-news.ts';
import { orderLabel } from './order-types.ts';

const ASKED_MAX = 100;
const SHOWN_DECIMALS = 8;

export const news: NewsSource<OrderRow> = {
  feature: 'spot',
  part: 'features/spot',
  page: '/trade',
  isOpen,
  timeOf: (order) => order.updateTime,
  kindOf: orderNewsOf,
  text: (t, { kind, row: order, pair, amountText }) => {
    const isFilled = Number(order.filledAmount) > 0;
    const amount = isFilled ? order.filledAmount : order.amount;
    const price = isFilled ? order.averagePrice : order.price;
    return t(`spot.news.${ORDER_NEWS.find((each) => each === kind) ?? 'filled'}`, {
      type: t(orderLabel(order)),
      side: t(`spot.${order.direction}`),
      amount: amountText(amount, { decimals: SHOWN_DECIMALS, decimalsMin: 0 }),
      base: order.baseCoin,
      price: formatNumber(price, { decimals: pair?.priceDecimals ?? SHOWN_DECIMALS, decimalsMin: 2 }),
      quote: order.quoteCoin,
      fee: `${amountText(order.fee, { decimals: SHOWN_DECIMALS, decimalsMin: 0 })} ${order.feeCoin}`,
    });
  },
  fetch: async (ids) => {
    const input = { pageNo: 1, pageSize: ASKED_MAX };
    const { list } = await call('spot/get-orders', input, { quiet: true });
    return list.filter(({ id }) => ids.includes(id));
  },
};
