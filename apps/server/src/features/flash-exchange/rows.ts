/** Exchanges as the API shows them. */
import type { CoinsExchanged } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import type { ExchangeRow } from '@glasshouse/protocol/flash-exchange';
import type { Catalogue } from '../../contract/catalogue.ts';

export function exchangeRowOf(catalogue: Catalogue, exchange: Omit<CoinsExchanged, 'type'>): ExchangeRow {
  const paid = catalogue.assetAt(exchange.payAsset);
  const received = catalogue.assetAt(exchange.receiveAsset);
  return {
    id: String(exchange.exchange),
    time: exchange.exchangedMs,
    payCurrency: paid.code,
    payAmount: formatDecimal(exchange.pay, paid.decimals),
    receiveCurrency: received.code,
    receiveAmount: formatDecimal(exchange.receive, received.decimals),
  };
}
