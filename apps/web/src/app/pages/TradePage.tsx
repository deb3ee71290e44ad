/** /trade: chart, book, deals, order ticket, orders and balances of one pair. */
import { classNames, formatNumber, Segmented } from '@glasshouse/ui';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { Timeframe } from '#data/klines.ts';
import type { PairInfo } from '#data/pairs.ts';
import { useStreamStatus } from '#data/stream.ts';
import { QUOTE_COINS, useCoinList, useTicker } from '#data/tickers.ts';
import { Deals } from '#features/market/Deals.tsx';
import { useBookView } from '#features/market/book-view.ts';
import { useDeals, useFeed } from '#features/market/feed.ts';
import { OrderBook, type OwnOrder } from '#features/market/OrderBook.tsx';
import { DIMMED, PairHeader, type PairHeaderProps } from '#features/market/PairHeader.tsx';
import { useOpenOrders } from '#features/spot/calls.ts';
import { OrderForm, type PickedPrice } from '#features/spot/OrderForm.tsx';
import { OrdersPanel } from '#features/spot/OrdersPanel.tsx';
import { PairRules } from '#features/spot/PairRules.tsx';
import { PairBalances } from '#features/wallet/PairBalances.tsx';
import { LazyKlineChart } from '#shared/chart/LazyKlineChart.tsx';
import { TimeframePicker } from '#shared/chart/TimeframePicker.tsx';
import { useStoreValue } from '#shared/external-store.ts';
import type { MarketFeed } from '#data/market-feed.ts';

const TransferDialog = lazy(() =>
  import('#features/wallet/TransferDialog.tsx').then((module) => ({ default: module.TransferDialog })),
);
const PANEL = 'min-h-0 min-w-0 bg-panel overflow-hidden flex flex-col';
const DEALS_ROWS = 24;

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
  useTitle(pair);
  const own = useOwnOrders(pair);
  const pick = (price: string) => setPicked((before) => ({ price, pick: (before?.pick ?? 0) + 1 }));
  return (
    <main className="relative grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_280px_288px] grid-rows-[54px_minmax(0,1fr)_232px] gap-[3px] pt-[3px] min-[1400px]:grid-cols-[minmax(0,1fr)_296px_304px]">
      <h1 className="sr-only">
        {t('nav.spot')} {pair.baseCoin}/{pair.quoteCoin}
      </h1>
      <div className="col-span-3">
        <LiveHeader feed={feed} pair={pair} onPair={onPair} dimmed={dimmed} />
      </div>
      <ChartPanel pair={pair} dimmed={dimmed} />
      <div className={classNames(PANEL, 'row-span-2', dimmed && DIMMED)}>
        <OrderBook feed={feed} pair={pair} onPick={pick} own={own} className="flex-[3.65]" />
        <div className="min-h-0 flex-1">
          <Deals feed={feed} pair={pair} rows={DEALS_ROWS} />
        </div>
      </div>
      <div className={classNames(PANEL, 'row-span-2 overflow-y-auto')}>
        <Ticket
          key={pair.symbol}
          feed={feed}
          pair={pair}
          picked={picked}
          onTransfer={() => setTransferring(true)}
        />
        <PairRules pair={pair} />
        <div className="mt-auto shrink-0">
          <PairBalances
            baseCoin={pair.baseCoin}
            quoteCoin={pair.quoteCoin}
            onTransfer={() => setTransferring(true)}
          />
        </div>
      </div>
      <OrdersPanel pair={pair} />
      {transferring && (
        <Suspense>
          <TransferDialog open onOpenChange={setTransferring} type={2} />
        </Suspense>
      )}
    </main>
  );
}

function LiveHeader({ feed, ...props }: PairHeaderProps & { readonly feed: MarketFeed }) {
  const [last] = useDeals(feed);
  return <PairHeader last={last} {...props} />;
}

function useTitle(pair: PairInfo): void {
  const close = useTicker(pair.symbol)?.close;
  useEffect(() => {
    if (close !== undefined) {
      document.title = `${close.toFixed(pair.priceDecimals)} ${pair.baseCoin}/${pair.quoteCoin} | Glasshouse`;
    }
    return () => {
      document.title = 'Glasshouse';
    };
  }, [close, pair]);
}

interface TicketProps {
  readonly feed: MarketFeed;
  readonly pair: PairInfo;
  readonly picked: PickedPrice | undefined;
  readonly onTransfer: () => void;
}
function Ticket({ feed, pair, picked, onTransfer }: TicketProps) {
  const { priceDecimals, amountDecimals } = pair;
  const store = useBookView(feed, { priceDecimals, amountDecimals, groupTicks: 1, levels: 1 });
  const bestBid = useStoreValue(store, (view) => view.bids[0]?.price);
  const bestAsk = useStoreValue(store, (view) => view.asks[0]?.price);
  const lastPrice = useTicker(pair.symbol)?.close;
  return <OrderForm {...{ pair, bestBid, bestAsk, lastPrice, picked, onTransfer }} />;
}

function ChartPanel({ pair, dimmed }: { readonly pair: PairInfo; readonly dimmed: boolean }) {
  const { t } = useTranslation();
  const [timeframe, setTimeframe] = useState<Timeframe>('1M');
  const [averages, setAverages] = useState<'on' | 'off'>('on');
  const lines = useOrderLines(pair);
  const name = `${pair.baseCoin}/${pair.quoteCoin}`;
  return (
    <section aria-label={t('market.chart')} className={PANEL}>
      <div className="border-line flex h-10 shrink-0 items-center gap-1 border-b px-2">
        <TimeframePicker value={timeframe} onValue={setTimeframe} />
        <div className="ml-auto">
          <Segmented
            label={t('market.averages')}
            items={[
              { id: 'on', label: 'MA' },
              { id: 'off', label: t('market.plain') },
            ]}
            value={averages}
            onValue={setAverages}
          />
        </div>
      </div>
      <div className={classNames('flex min-h-0 flex-1', dimmed && DIMMED)}>
        <LazyKlineChart
          key={averages}
          symbol={pair.symbol}
          name={name}
          timeframe={timeframe}
          priceDecimals={pair.priceDecimals}
          amountDecimals={pair.amountDecimals}
          averages={averages === 'on'}
          orders={lines}
        />
      </div>
    </section>
  );
}

function useOwnOrders(pair: PairInfo): readonly OwnOrder[] {
  const open = useOpenOrders().data ?? [];
  return open.flatMap(({ baseCoin, quoteCoin, direction, price }) =>
    price !== null && baseCoin === pair.baseCoin && quoteCoin === pair.quoteCoin
      ? [{ direction, price }]
      : [],
  );
}

function useOrderLines(pair: PairInfo) {
  const { t } = useTranslation();
  const open = useOpenOrders().data;
  return useMemo(
    () =>
      (open ?? [])
        .filter((order) => order.baseCoin === pair.baseCoin && order.quoteCoin === pair.quoteCoin)
        .flatMap((order) =>
          order.price === null
            ? []
            : [
                {
                  id: order.id,
                  price: Number(order.price),
                  side: order.direction,
                  priceText: formatNumber(order.price, { decimals: pair.priceDecimals }),
                  text: `${t(`spot.${order.direction}`)} ${order.amount ?? ''}`,
                },
              ],
        ),
    [open, pair, t],
  );
}
