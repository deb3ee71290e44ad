/** What the tables say about an order in words and figures. Pure. */
import { formatNumber, formatTime } from '@glasshouse/ui';
import { Big } from 'big.js';
import type { Translation } from '#shared/i18n.ts';
import type { OrderRow } from './calls.ts';

const UNFINISHED = 0;

/** The texts of an order's trigger conditions and of its exits; none for most orders. */
export function conditionTexts(t: Translation['t'], order: OrderRow, decimals: number): readonly string[] {
  return [...waitTexts(t, order, decimals), ...exitTexts(t, order, decimals)];
}

/** A text for each price or distance that is there. */
function waitTexts(t: Translation['t'], order: OrderRow, decimals: number): readonly string[] {
  const { triggerPrice, trailPercent, trailAmount, activationPrice } = order;
  const price = formatNumber(triggerPrice, { decimals });
  const percent = formatNumber(trailPercent, { decimals: 4, decimalsMin: 0 });
  const activation = order.waiting ? activationPrice : null;
  return [
    ...(trailPercent === null ? [] : [t('spot.trails', { percent })]),
    ...(trailAmount === null
      ? []
      : [
          t('spot.trailsBy', {
            amount: formatNumber(trailAmount, { decimals, decimalsMin: 0 }),
            coin: order.quoteCoin,
          }),
        ]),
    ...(activation === null ? [] : [t('spot.activeFrom', { price: formatNumber(activation, { decimals }) })]),
    ...(triggerPrice === null || order.type === 'tp-sl' ? [] : [t('spot.triggerAt', { price })]),
  ];
}

function exitTexts(t: Translation['t'], order: OrderRow, decimals: number): readonly string[] {
  const { stopLossPrice, takeProfitPrice, triggerBy, expireTime, visibleAmount, preventedAmount } = order;
  const priceOf = (price: string) => ({ price: formatNumber(price, { decimals }) });
  return [
    ...(takeProfitPrice === null ? [] : [t('spot.takeProfitAt', priceOf(takeProfitPrice))]),
    ...(stopLossPrice === null ? [] : [t('spot.stopLossAt', priceOf(stopLossPrice))]),
    ...(triggerBy === 'last' ? [t('spot.sources.last')] : []),
    ...(visibleAmount === null ? [] : [t('spot.shows', { amount: visibleAmount })]),
    ...(preventedAmount === null ? [] : [t('spot.prevented', { amount: preventedAmount })]),
    ...(expireTime === null ? [] : [t('spot.until', { time: formatTime(expireTime, 'recent') })]),
  ];
}

/** The value of an open order, or the amount that a closed one traded. */
export function orderTotal(order: OrderRow): string | null {
  if (order.status !== UNFINISHED) return order.filledQuote;
  if (order.price === null || order.amount === null) return order.quoteAmount;
  return new Big(order.price).times(order.amount).toFixed();
}
