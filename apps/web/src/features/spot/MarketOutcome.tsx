/**
 * What a market order would take from the book as it is now: for a signed-in user as the ledger
 * would book it, else from the public levels.
 */
import { Amount, formatPercent, Num } from '@glasshouse/ui';
import { useSyncExternalStore } from 'react';
import type { CallInput } from '#data/api.ts';
import type { MarketFeed } from '#data/market-feed.ts';
import { sortedSide } from '#data/depth-book.ts';
import { usePanelDecimals } from '#data/pairs.ts';
import { useTranslation } from '#shared/i18n.ts';
import { usePreview } from './calls.ts';
import { marketResultOf, resultOf } from './order-math.ts';
import { orderCall } from './order-types.ts';
import { selfTradeModeOf } from './self-trade.ts';
import { tradePreferences } from '#shared/trade-preferences.ts';
import { Line } from './OrderOutcome.tsx';
import type { OrderTicket } from './useOrderTicket.ts';

export interface MarketOutcomeProps {
  readonly ticket: OrderTicket;
  readonly feed: MarketFeed;
}
export function MarketOutcome({ ticket, feed }: MarketOutcomeProps) {
  const { t } = useTranslation();
  const book = useSyncExternalStore(feed.subscribe, () => feed.book);
  const { pair, side, draft, wrong } = ticket;
  const isBuy = side === 'buy';
  const levels = book === undefined ? [] : sortedSide(book, isBuy ? 'asks' : 'bids');
  const { amount, quoteAmount } = draft;
  const isSized = Number(amount) > 0 || Number(quoteAmount) > 0;
  const preview = usePreview(isSized ? previewInput(ticket) : null);
  const result =
    preview === undefined || !isSized
      ? marketResultOf({ side, amount, quoteAmount }, levels, pair)
      : resultOf(preview, side);
  const coin = isBuy ? pair.baseCoin : pair.quoteCoin;
  const decimals = usePanelDecimals()(coin);
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
          <Amount value={result?.fee} decimals={decimals} unit={coin} />
        </Line>
        <Line name={t('spot.youGetAbout')}>
          <Amount value={result?.received} decimals={decimals} unit={coin} />
        </Line>
      </dl>
      {/* There is room for one text only, and an error comes first. */}
      {result?.whole === false && wrong === undefined && (
        <p className="mt-1 leading-[17px]">{t('spot.beyondBook')}</p>
      )}
    </div>
  );
}

/**
 * The input of the preview. It leaves out exits, which do not change the order's result now and may
 * be half typed.
 */
function previewInput({ draft, pair }: OrderTicket): CallInput<'spot/preview-order'> | null {
  const selfTrade = selfTradeModeOf(tradePreferences().selfTrade);
  const plain = { ...draft, further: { ...draft.further, exits: false } };
  const { name, input } = orderCall(plain, { ...pair, selfTrade, nowMs: 0 });
  return name === 'spot/place-order' ? input : null;
}
