/**
 * The last deals of all traders. Rows are keyed by position, so that a new deal changes texts and
 * moves no element.
 */
import { Code, DateTime, Num } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import type { MarketFeed } from '#data/market-feed.ts';
import type { PairInfo } from '#data/pairs.ts';
import { dealTone } from '#shared/price-tone.ts';
import { BookWaiting } from './BookWaiting.tsx';
import { useDeals, useKnown } from './feed.ts';

export interface DealsProps {
  readonly feed: MarketFeed;
  readonly pair: PairInfo;
  readonly rows: number;
}
const AMOUNT_DECIMALS_SHOWN = 5;

export function Deals({ feed, pair, rows }: DealsProps) {
  const { t } = useTranslation();
  const deals = useDeals(feed).slice(0, rows);
  const known = useKnown(feed, 'deals');
  return (
    <section
      aria-label={t('market.recentDeals')}
      className="border-line flex h-full min-h-0 flex-col border-t pt-2 min-[1800px]:border-t-0"
    >
      <div className="text-2xs text-mut grid grid-cols-3 pr-3 pb-0.5 pl-4">
        <h2 className="text-fg font-medium">{t('market.recentDeals')}</h2>
        <span className="text-right">
          {t('market.amount')} (<Code>{pair.baseCoin}</Code>)
        </span>
        <span className="text-right">{t('market.time')}</span>
      </div>
      <div className="min-h-0 flex-1 [container-type:size]">
        <div
          translate="no"
          className="num notranslate max-h-[round(down,100cqh,var(--book-row))] overflow-hidden"
          data-testid="deals"
        >
          {!known && <BookWaiting />}
          {deals.map((deal, slot) => (
            <div
              key={slot}
              className="grid h-(--book-row) grid-cols-3 items-center pr-3 pl-4 text-(length:--book-text) leading-(--book-row)"
            >
              <Num value={deal.price} decimals={pair.priceDecimals} className={dealTone(deal)} />
              <Num
                value={deal.amount}
                decimals={Math.min(pair.amountDecimals, AMOUNT_DECIMALS_SHOWN)}
                className="text-right"
              />
              <DateTime timeMs={deal.ts} kind="time" className="text-mut text-right" />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
