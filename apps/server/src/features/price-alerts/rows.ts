/** Alerts as clients see them. */
import { formatFixed } from '@glasshouse/money';
import type { PriceAlertRow } from '@glasshouse/protocol/price-alerts';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { WaitingAlert } from './alert-book.ts';

export function rowOf(catalogue: Catalogue, alert: WaitingAlert): PriceAlertRow {
  const { market, symbol } = catalogue.marketAt(alert.market);
  return {
    id: String(alert.id),
    symbol,
    price: formatFixed(alert.price, market.definition.indexDecimals),
    isAbove: alert.isAbove,
    time: alert.addedMs,
  };
}
