/**
 * The selected pair beside the table: its day, its chart, its last deals, two links to trade it.
 */
import { buttonClass, Change, CoinMark, DateTime, Num, SkeletonRows } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '#shared/i18n.ts';
import { QUOTES_TIMEFRAMES, type Timeframe } from '#data/timeframes.ts';
import type { PairInfo } from '#data/pairs.ts';
import { changeOf } from '#data/day-change.ts';
import { useTicker } from '#data/tickers.ts';
import { LazyKlineChart } from '#shared/chart/LazyKlineChart.tsx';
import { TimeframePicker } from '#shared/chart/TimeframePicker.tsx';
import { useUrlChoice } from '#shared/url-state.ts';
import type { MarketFeed } from '#data/market-feed.ts';
import { dealTone } from '#shared/price-tone.ts';
import { CompactVolume } from './CompactVolume.tsx';
import { useDeals, useFeed, useKnown } from './feed.ts';

const DEALS_SHOWN = 5;
const TIMEFRAMES: readonly [Timeframe, ...Timeframe[]] = QUOTES_TIMEFRAMES;

export function PairPanel({ pair }: { readonly pair: PairInfo }) {
  const { t } = useTranslation();
  const [timeframe, setTimeframe] = useUrlChoice('view', TIMEFRAMES);
  const feed = useFeed(pair.symbol);
  const name = `${pair.baseCoin}/${pair.quoteCoin}`;
  return (
    <section
      aria-label={name}
      className="border-line bg-panel sticky top-4 flex flex-col self-start overflow-hidden rounded-xl border"
    >
      <Day pair={pair} feed={feed} />
      <div className="border-line mt-3 flex h-9 items-center border-y px-3">
        <TimeframePicker value={timeframe} onValue={setTimeframe} />
      </div>
      <div className="flex h-[278px] [@media(min-height:1000px)]:h-[400px] [@media(min-height:1300px)]:h-[640px]">
        <LazyKlineChart
          symbol={pair.symbol}
          name={name}
          timeframe={timeframe}
          priceDecimals={pair.priceDecimals}
          amountDecimals={pair.amountDecimals}
          volumeHeight={64}
          legend={false}
        />
      </div>
      <RecentDeals pair={pair} feed={feed} />
      <div className="grid grid-cols-2 gap-2 p-4 pt-3">
        <Link
          to="/trade"
          search={{ base: pair.baseCoin, quote: pair.quoteCoin }}
          className={buttonClass('brand')}
        >
          {t('section.spot.name')}
        </Link>
        {pair.secondsContract ? (
          <Link
            to="/scontract"
            search={{ base: pair.baseCoin, quote: pair.quoteCoin }}
            className={buttonClass('plain')}
          >
            {t('section.seconds-contract.name')}
          </Link>
        ) : (
          <span className="text-mut grid place-items-center text-center">{t('market.noSeconds')}</span>
        )}
      </div>
    </section>
  );
}

interface PartProps {
  readonly pair: PairInfo;
  readonly feed: MarketFeed;
}
function Day({ pair, feed }: PartProps) {
  const { t } = useTranslation();
  const tick = useTicker(pair.symbol);
  const [last] = useDeals(feed);
  const change = changeOf(tick);
  const decimals = pair.priceDecimals;
  const stats = [
    [t('market.high'), <Num key="high" value={tick?.high} decimals={decimals} />],
    [t('market.low'), <Num key="low" value={tick?.low} decimals={decimals} />],
    [t('market.open'), <Num key="open" value={tick?.open} decimals={decimals} />],
    [t('market.turnover'), <CompactVolume key="volume" value={tick?.vol} />],
  ] as const;
  return (
    <>
      <div className="flex items-center gap-3 px-4 pt-4">
        <CoinMark code={pair.baseCoin} size={36} />
        <div>
          <h2 className="text-[17px] leading-5 font-semibold">
            {pair.baseCoin}/{pair.quoteCoin}
          </h2>
          <p className="text-mut">{pair.baseName}</p>
        </div>
        <div className="ml-auto text-right">
          <Num
            value={last?.price ?? tick?.close}
            decimals={decimals}
            className={`font-display block text-[24px] leading-7 font-semibold ${dealTone(last)}`}
          />
          <Change ratio={change} className="font-medium" />
        </div>
      </div>
      <dl className="border-line mx-4 mt-3.5 grid grid-cols-4 gap-2 border-t pt-3">
        {stats.map(([label, value]) => (
          <div key={label}>
            <dt className="text-2xs text-mut">{label}</dt>
            <dd className="text-[13px] font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function RecentDeals({ pair, feed }: PartProps) {
  const { t } = useTranslation();
  const deals = useDeals(feed).slice(0, DEALS_SHOWN);
  const known = useKnown(feed, 'deals');
  return (
    <div className="border-line h-[140px] border-t px-4 pt-2.5">
      <h3 className="text-mut">{t('market.recentDeals')}</h3>
      <div className="mt-1">
        {!known && <SkeletonRows bare rows={DEALS_SHOWN} height={21} />}
        {deals.map((deal, slot) => (
          <div key={slot} className="grid h-[21px] grid-cols-3 items-center">
            <DateTime timeMs={deal.ts} kind="time" className="text-mut" />
            <Num
              value={deal.price}
              decimals={pair.priceDecimals}
              className={`text-right font-medium ${dealTone(deal)}`}
            />
            <Num
              value={deal.amount}
              decimals={pair.amountDecimals}
              unit={pair.baseCoin}
              className="text-right"
            />
          </div>
        ))}
      </div>
    </div>
  );
}
