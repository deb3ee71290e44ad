/**
 * Toasts about what was just placed: price, amount and fee of what traded, and why the rest ended.
 */
import { formatNumber } from '@glasshouse/ui';
import { balanceTextNow } from '#shared/balance-text.ts';
import type { PairInfo } from '#data/pairs.ts';
import { translation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import type { Placed, PlacedOrder } from './calls.ts';

const SHORT = { decimals: 8, decimalsMin: 0 } as const;

export function tellPlaced(placed: Placed, pair: PairInfo): void {
  if (!('endReason' in placed)) return notify.success(translation().t('l.orderPlaced'));
  const { endReason } = placed;
  if (endReason === null || hasTraded(placed)) notify.success(placedText(placed, pair));
  if (endReason !== null) notify.info(translation().t(`spot.endReasons.${endReason}`));
}

const hasTraded = ({ filledAmount }: PlacedOrder): boolean => Number(filledAmount) > 0;

function placedText(order: PlacedOrder, pair: PairInfo): string {
  const { t } = translation();
  const placed = t('l.orderPlaced');
  if (!hasTraded(order)) return placed;
  const amountText = balanceTextNow();
  return t('spot.filledNow', {
    placed,
    amount: amountText(order.filledAmount, SHORT),
    base: pair.baseCoin,
    price: formatNumber(order.averagePrice, { decimals: pair.priceDecimals }),
    quote: pair.quoteCoin,
    fee: `${amountText(order.fee, SHORT)} ${order.feeCoin}`,
  });
}
