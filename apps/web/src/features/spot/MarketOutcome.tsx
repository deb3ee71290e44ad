/** What a market order would take from the book as it is now. */
import { formatPercent, Num } from '@glasshouse/ui';
import { useSyncExternalStore } from 'react';
import type { MarketFeed } from '#data/market-feed.ts';
import { sortedSide } from '#data/depth-book.ts';
import { useTranslation } from '#shared/i18n.ts';
import { marketResultOf } from './order-math.ts';
import { Line } from './OrderOutcome.tsx';
import type { OrderTicket } from './useOrderTicket.ts';

export interface MarketOutcomeProps {
  readonly ticket: OrderTicket;
  readonly feed: MarketFeed;
}
export function MarketOutcome({ ticket, feed }: MarketOutcomeProps) {
  const { t } = useTranslation();
  const book = useSyncExternalStore(feed.subscribe, () => feed.book);
  const { pair, side, draft } = ticket;
  const isBuy = side === 'buy';
  const levels = book === undefined ? [] : sortedSide(book, isBuy ? 'asks' : 'bids');
  const result = marketResultOf({ side, amount: draft.amount, quoteAmount: draft.quoteAmount }, levels, pair);
  const coin = isBuy ? pair.baseCoin : pair.quoteCoin;
  const decimals = isBuy ? pair.baseDecimals : pair.quoteDecimals;
  const ratio = pair.takerFeePpm / 1_000_000;
  const rate = formatPercent(ratio, { signed: false, decimals: 4, decimalsMin: 2 });
  return (
    <div className="border-line text-mut rounded-lg border px-3 py-2">
      <dl className="grid gap-1">
        <Line name={t('spot.averageExpected')}>
          <Num value={result?.average} decimals={pair.priceDecimals} unit={pair.quoteCoin} />
        </Line>
        <Line name={t('spot.worstPrice')}>
          <Num value={result?.worst} decimals={pair.priceDecimals} unit={pair.quoteCoin} />
        </Line>
        <Line name={t('spot.feeTaker', { rate })}>
          <Num value={result?.fee} decimals={decimals} unit={coin} />
        </Line>
        <Line name={t('spot.youGetAbout')}>
          <Num value={result?.received} decimals={decimals} unit={coin} />
        </Line>
      </dl>
      {result?.whole === false && <p className="mt-1 leading-[17px]">{t('spot.beyondBook')}</p>}
    </div>
  );
}
