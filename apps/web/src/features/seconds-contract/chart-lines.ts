/**
 * Marks contracts in the candle chart: the open lines of the running ones, and the opening and
 * closing tick of the selected one.
 */
import { formatNumber, formatTime } from '@glasshouse/ui';
import { useMemo } from 'react';
import type { PairInfo } from '#data/pairs.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { Fill } from '#shared/chart/fill-groups.ts';
import type { OrderLine } from '#shared/chart/order-labels.ts';
import type { PositionRow } from './calls.ts';

const sideOf = ({ direction }: PositionRow): Fill['side'] => (direction === 'up' ? 'buy' : 'sell');

/** A line at the opening price of each contract, labelled with its stake and its finish. */
export function useContractLines(positions: readonly PositionRow[], pair: PairInfo): readonly OrderLine[] {
  const { t } = useTranslation();
  const { indexDecimals } = pair;
  return useMemo(
    () =>
      positions.flatMap((position): OrderLine[] => {
        const { id, openPrice, openTime, openAmount, holdingTime, direction } = position;
        if (openPrice === null || openTime === null) return [];
        const stake = formatNumber(openAmount, { decimals: 2 });
        const finish = formatTime(openTime + holdingTime * 1000, 'time');
        return [
          {
            id,
            price: Number(openPrice),
            side: sideOf(position),
            priceText: formatNumber(openPrice, { decimals: indexDecimals }),
            text: `${t(`seconds.${direction}`)} ${stake} → ${finish}`,
          },
        ];
      }),
    [positions, indexDecimals, t],
  );
}

/**
 * The arrows of the selected contract: at the opening tick in its direction, at the closing tick
 * against it.
 */
export function useTickMarks(position: PositionRow | undefined): readonly Fill[] {
  return useMemo((): readonly Fill[] => {
    if (position === undefined) return [];
    const { openPrice, openTime, finishPrice, finishTime } = position;
    const side = sideOf(position);
    const open: Fill[] =
      openPrice === null || openTime === null ? [] : [{ side, price: Number(openPrice), timeMs: openTime }];
    if (finishPrice === null || finishTime === null) return open;
    const against = side === 'buy' ? 'sell' : 'buy';
    return [...open, { side: against, price: Number(finishPrice), timeMs: finishTime }];
  }, [position]);
}
