/** The order book: 20 levels per side, four layouts, grouping. */
import { classNames, Code, Figures, formatNumber, Num } from '@glasshouse/ui';
import { DEPTH_STEPS, type DepthStep } from '@glasshouse/protocol/market/depth-steps';
import { useTranslation } from '#shared/i18n.ts';
import type { MarketFeed } from '#data/market-feed.ts';
import { rowPrice } from '#data/depth-book.ts';
import type { PairInfo } from '#data/pairs.ts';
import { priceIn, useLastTick } from '#data/ticks.ts';
import { useTicker } from '#data/tickers.ts';
import { useStore } from '#shared/external-store.ts';
import { dealTone } from '#shared/price-tone.ts';
import { BOOK_LAYOUTS, chooseBookGroup, chooseBookLayout, useBookSetting } from '#shared/trade-layout.ts';
import { BookSide, type BookSideProps } from './BookSide.tsx';
import { useBookView, type BookStore } from './book-view.ts';
import { BookWaiting } from './BookWaiting.tsx';
import { useBestPrices, useDeals, useKnown } from './feed.ts';
import { LayoutIcon } from './LayoutIcon.tsx';

const LEVELS = 20;
const LEVELS_COMPACT = 5;

export interface OwnOrder {
  readonly direction: 'buy' | 'sell';
  readonly price: string;
}
export interface OrderBookProps {
  readonly feed: MarketFeed;
  readonly pair: PairInfo;
  readonly onPick: (price: string) => void;
  /** The user's own open orders of this pair. */
  readonly own: readonly OwnOrder[];
  readonly className?: string;
}

export function OrderBook({ feed, pair, onPick, own, className }: OrderBookProps) {
  const { t } = useTranslation();
  const { layout, groupTicks } = useBookSetting(pair.symbol);
  const compact = layout === 'compact';
  const levels = compact ? LEVELS_COMPACT : LEVELS;
  const { priceDecimals, amountDecimals } = pair;
  const store = useBookView(feed, { priceDecimals, amountDecimals, groupTicks, levels });
  const rows = { priceDecimals, groupTicks };
  const ownOn = (name: 'bids' | 'asks') =>
    new Set(
      own
        .filter(({ direction }) => (direction === 'buy') === (name === 'bids'))
        .map(({ price }) => rowPrice(name, price, rows)),
    );
  const ticker = useTicker(pair.symbol);
  const known = useKnown(feed, 'book');
  const side = { known, store, levels, pair, onPick };
  return (
    <section
      aria-label={t('market.book')}
      className={classNames('flex min-h-0 flex-col', className, compact && 'max-[1799px]:flex-none!')}
    >
      <div className="border-line flex h-10 shrink-0 items-center gap-1 border-b pr-1 pl-4 min-[1400px]:pr-2">
        <h2 className="mr-auto min-w-0 truncate text-[12.5px] font-medium">{t('market.book')}</h2>
        <GroupSelect
          value={groupTicks}
          steps={stepsFor(pair, ticker?.close)}
          priceDecimals={priceDecimals}
          onValue={(ticks) => chooseBookGroup(pair.symbol, ticks)}
        />
        <div
          role="group"
          aria-label={t('market.layout')}
          className="flex min-[1400px]:ml-2 min-[1400px]:gap-0.5"
        >
          {BOOK_LAYOUTS.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === layout}
              aria-label={t(`market.layouts.${name}`)}
              title={t(`market.layouts.${name}`)}
              onClick={() => chooseBookLayout(name)}
              className="text-mut hover:bg-raised aria-pressed:bg-raised grid size-6 place-items-center rounded"
            >
              <LayoutIcon layout={name} />
            </button>
          ))}
        </div>
      </div>
      <ColumnHeads pair={pair} />
      <div
        className={classNames('flex min-h-0 flex-col', !compact && 'flex-1')}
        style={compact ? { height: `calc(${LEVELS_COMPACT * 2} * var(--book-row) + 42px)` } : undefined}
      >
        {layout !== 'bids' && <Side key={`asks${levels}`} side="asks" own={ownOn('asks')} {...side} />}
        <Middle feed={feed} pair={pair} />
        {layout !== 'asks' && <Side key={`bids${levels}`} side="bids" own={ownOn('bids')} {...side} />}
      </div>
      {known ? <Balance store={store} /> : <div className={NO_BALANCE} />}
    </section>
  );
}

function ColumnHeads({ pair }: { readonly pair: PairInfo }) {
  const { t } = useTranslation();
  return (
    <div className="text-2xs text-mut grid shrink-0 grid-cols-3 items-center pt-1.5 pr-3 pb-1 pl-4">
      <span>
        {t('market.price')} (<Code>{pair.quoteCoin}</Code>)
      </span>
      <span className="text-right">
        {t('market.amount')} (<Code>{pair.baseCoin}</Code>)
      </span>
      <span className="text-right">{t('market.sum')}</span>
    </div>
  );
}

function Side({ known, ...side }: BookSideProps & { readonly known: boolean }) {
  return known ? <BookSide {...side} /> : <BookWaiting />;
}

/** Twenty rows of a step reach at most this far from the price. */
const REACH_MAX = 0.01;
/** The steps that leave several rows at the pair's price. */
function stepsFor({ priceDecimals }: PairInfo, price: number | undefined): readonly DepthStep[] {
  const ticks = (price ?? 0) * 10 ** priceDecimals;
  return DEPTH_STEPS.filter((step) => step === 1 || step * LEVELS <= ticks * REACH_MAX);
}

interface GroupSelectProps {
  readonly value: DepthStep;
  readonly steps: readonly DepthStep[];
  readonly priceDecimals: number;
  readonly onValue: (ticks: number) => void;
}
function GroupSelect({ value, steps, priceDecimals, onValue }: GroupSelectProps) {
  const { t } = useTranslation();
  return (
    <select
      aria-label={t('market.group')}
      value={value}
      onChange={(event) => onValue(Number(event.target.value))}
      translate="no"
      className="num notranslate bg-raised text-fg h-5 rounded px-1 text-[11px]"
    >
      {DEPTH_STEPS.filter((step) => step === value || steps.includes(step)).map((ticks) => (
        <option key={ticks} value={ticks}>
          {formatNumber(ticks / 10 ** priceDecimals, { decimals: priceDecimals, decimalsMin: 0 })}
        </option>
      ))}
    </select>
  );
}

interface MiddleProps {
  readonly feed: MarketFeed;
  readonly pair: PairInfo;
}
/**
 * The last price with its direction; beside it the index price, around which the book is quoted,
 * and the spread.
 */
function Middle({ feed, pair }: MiddleProps) {
  const { t } = useTranslation();
  const [last] = useDeals(feed);
  const tick = useLastTick();
  const { bid, ask } = useBestPrices(feed);
  const tone = dealTone(last);
  const spread = bid === undefined || ask === undefined ? undefined : Number(ask) - Number(bid);
  return (
    <div className="my-0.5 flex h-9 shrink-0 items-center gap-1.5 pr-3 pl-4">
      <Num
        value={last?.price}
        decimals={pair.priceDecimals}
        className={classNames('font-display text-[18px] font-semibold', tone)}
      />
      {last !== undefined && (
        <svg
          viewBox="0 0 10 12"
          className={classNames('h-3 w-2.5', tone, last.direction === 'sell' && 'rotate-180')}
          aria-hidden
        >
          <path
            d="M5 11V1M1.4 4.6 5 1l3.6 3.6"
            stroke="currentColor"
            strokeWidth="1.6"
            fill="none"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      )}
      <dl className="text-2xs text-mut ml-auto grid grid-cols-[auto_auto] gap-x-1.5 leading-4 whitespace-nowrap">
        <dt className="text-right">{t('market.index')}</dt>
        <dd className="text-fg text-right">
          <Num value={priceIn(tick, pair.symbol)} decimals={pair.indexDecimals} />
        </dd>
        <dt className="text-right">{t('market.spread')}</dt>
        <dd className="text-fg text-right">
          <Num value={spread?.toFixed(pair.priceDecimals)} decimals={pair.priceDecimals} />
        </dd>
      </dl>
    </div>
  );
}

/** Its place while there is none. */
const NO_BALANCE = 'mt-1.5 mb-2 h-4 shrink-0';

/** The ratio of bids to asks in the levels shown; none in an empty book. */
function Balance({ store }: { readonly store: BookStore }) {
  const { t } = useTranslation();
  const view = useStore(store);
  const bid = Number(view.bids.at(-1)?.total ?? 0);
  const ask = Number(view.asks.at(-1)?.total ?? 0);
  if (bid + ask === 0) return <div className={NO_BALANCE} />;
  const share = bid / (bid + ask);
  const percent = Math.round(share * 100);
  return (
    <div
      className="text-2xs mx-3 mt-1.5 mb-2 flex shrink-0 items-center gap-2 font-medium"
      role="img"
      aria-label={t('market.bidShare', { bids: percent, asks: 100 - percent })}
    >
      <span className="text-up w-10">
        <Figures text={`${t('market.bidShort')} ${percent}%`} />
      </span>
      <span className="flex h-1 flex-1 gap-0.5">
        <i className="bg-up h-full rounded-l-full" style={{ width: `${share * 100}%` }} />
        <i className="bg-down h-full flex-1 rounded-r-full" />
      </span>
      <span className="text-down w-10 text-right">
        <Figures text={`${100 - percent}% ${t('market.askShort')}`} />
      </span>
    </div>
  );
}
