/** /trade: chart, book, deals, order ticket, orders and balances of one pair. */
import { classNames } from '@glasshouse/ui';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { PageTitle } from '#shared/PageTitle.tsx';
import { ACCOUNT } from '#data/assets.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { PairInfo } from '#data/pairs.ts';
import { useStreamStatus } from '#data/stream.ts';
import { QUOTE_COINS, useCoinList, useTicker } from '#data/tickers.ts';
import { Deals } from '#features/market/Deals.tsx';
import { useBestPrices, useDeals, useFeed } from '#features/market/feed.ts';
import { OrderBook, type OwnOrder } from '#features/market/OrderBook.tsx';
import { DIMMED, PairHeader, type PairHeaderProps } from '#features/market/PairHeader.tsx';
import { useOpenOrders } from '#features/spot/calls.ts';
import { FORM_HEIGHT, OrderForm, type PickedPrice } from '#features/spot/OrderForm.tsx';
import { OrdersPanel } from '#features/spot/OrdersPanel.tsx';
import { PairRules } from '#features/spot/PairRules.tsx';
import { PairBalances } from '#features/wallet/PairBalances.tsx';
import type { MarketFeed } from '#data/market-feed.ts';
import { TRADE_GRID } from './desk-grid.ts';
import { ChartPanel } from './trade/ChartPanel.tsx';
import { NamedEdge, PanelEdges } from './trade/PanelEdges.tsx';
import { loadPart } from '#shared/chunk.ts';
import { useBookSetting } from '#shared/trade-layout.ts';

const TransferDialog = lazy(() =>
  loadPart(() => import('#features/wallet/TransferDialog.tsx')).then((module) => ({
    default: module.TransferDialog,
  })),
);
const PANEL = 'min-h-0 min-w-0 bg-panel overflow-hidden flex flex-col';
/** Enough for the tallest screen; the feed keeps 50. */
const DEALS_ROWS = 50;

export interface TradePageProps {
  readonly pair: PairInfo;
  readonly onPair: (pair: PairInfo) => void;
}

export function TradePage({ pair, onPair }: TradePageProps) {
  const { t } = useTranslation();
  const feed = useFeed(pair.symbol);
  const dimmed = useStreamStatus().state === 'lost';
  const [picked, setPicked] = useState<PickedPrice>();
  const [transferring, setTransferring] = useState(false);
  useCoinList(QUOTE_COINS.find((coin) => coin === pair.quoteCoin) ?? 'USDT');
  const own = useOwnOrders(pair);
  // Chart and book first: one rendering of all panels would keep the browser busy for too long.
  const isSecond = useDeferredValue(true, false);
  const pick = (price: string) => setPicked((before) => ({ price, pick: (before?.pick ?? 0) + 1 }));
  return (
    <main className={TRADE_GRID}>
      <PairTitle pair={pair} />
      <h1 className="sr-only">
        {t('section.spot.name')} {pair.baseCoin}/{pair.quoteCoin}
      </h1>
      <div className="col-span-3">
        <LiveHeader feed={feed} pair={pair} onPair={onPair} dimmed={dimmed} />
      </div>
      <ChartPanel feed={feed} pair={pair} dimmed={dimmed} className={PANEL} />
      <div className={classNames(PANEL, 'row-span-2 min-[1800px]:flex-row', dimmed && DIMMED)}>
        <OrderBook feed={feed} pair={pair} onPick={pick} own={own} className="min-w-0 flex-1" />
        <DealsPanel feed={feed} pair={pair} />
      </div>
      <div className={classNames(PANEL, 'row-span-2')}>
        {isSecond ? (
          <Ticket
            key={pair.symbol}
            feed={feed}
            pair={pair}
            picked={picked}
            onTransfer={() => setTransferring(true)}
          />
        ) : (
          <div className={FORM_HEIGHT} />
        )}
        {/* A short screen has no room for the balances, a tall one for the rules of orders too. */}
        <div className="min-h-0 flex-1 [container-type:size]">
          <div className="flex h-full flex-col [@container(max-height:139px)]:hidden">
            <PairRules pair={pair} />
            <PairBalances
              baseCoin={pair.baseCoin}
              quoteCoin={pair.quoteCoin}
              onTransfer={() => setTransferring(true)}
            />
          </div>
        </div>
      </div>
      {isSecond ? <OrdersPanel pair={pair} /> : <div className={PANEL} />}
      <PanelEdges />
      {transferring && (
        <Suspense>
          <TransferDialog open onOpenChange={setTransferring} from={ACCOUNT.contract} />
        </Suspense>
      )}
    </main>
  );
}

interface DealsPanelProps {
  readonly feed: MarketFeed;
  readonly pair: PairInfo;
}
/** Below the book, whose compact view leaves it the rest; on wide screens beside the book. */
function DealsPanel({ feed, pair }: DealsPanelProps) {
  const isCompact = useBookSetting(pair.symbol).layout === 'compact';
  return (
    <div
      className={classNames(
        'border-line relative min-h-0 min-w-0 min-[1800px]:h-auto min-[1800px]:w-(--deals-width,46.5%) min-[1800px]:flex-none min-[1800px]:border-l',
        isCompact ? 'flex-1' : 'h-(--deals-height,21.5%) flex-none',
      )}
    >
      <Deals feed={feed} pair={pair} rows={DEALS_ROWS} />
      {!isCompact && <NamedEdge panel="deals" className="-top-[5px] min-[1800px]:hidden" />}
      <NamedEdge panel="dealsBeside" className="-left-[5px] max-[1799px]:hidden" />
    </div>
  );
}

function LiveHeader({ feed, ...props }: Omit<PairHeaderProps, 'shows'> & { readonly feed: MarketFeed }) {
  const [deal] = useDeals(feed);
  return <PairHeader shows={{ deal }} {...props} />;
}

/** The last price, as it changes, then the pair. */
function PairTitle({ pair }: { readonly pair: PairInfo }) {
  const close = useTicker(pair.symbol)?.close;
  const name = `${pair.baseCoin}/${pair.quoteCoin}`;
  return <PageTitle of={close === undefined ? name : `${close.toFixed(pair.priceDecimals)} ${name}`} />;
}

interface TicketProps {
  readonly feed: MarketFeed;
  readonly pair: PairInfo;
  readonly picked: PickedPrice | undefined;
  readonly onTransfer: () => void;
}
function Ticket({ feed, pair, picked, onTransfer }: TicketProps) {
  const { bid: bestBid, ask: bestAsk } = useBestPrices(feed);
  const lastPrice = useTicker(pair.symbol)?.close;
  return <OrderForm {...{ feed, pair, bestBid, bestAsk, lastPrice, picked, onTransfer }} />;
}

function useOwnOrders(pair: PairInfo): readonly OwnOrder[] {
  const open = useOpenOrders().data ?? [];
  return open.flatMap(({ baseCoin, quoteCoin, direction, price, waiting }) =>
    price !== null && !waiting && baseCoin === pair.baseCoin && quoteCoin === pair.quoteCoin
      ? [{ direction, price }]
      : [],
  );
}
