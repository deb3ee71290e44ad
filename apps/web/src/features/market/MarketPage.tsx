/** /market: quotes and the selected pair. */
import { PageTitle } from '#shared/PageTitle.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { useCatalogueQuery } from '#data/pairs.ts';
import { QUOTE_COINS, useCoinList } from '#data/tickers.ts';
import { useUrlText } from '#shared/url-state.ts';
import { Highlights } from './Highlights.tsx';
import { PairPanel } from './PairPanel.tsx';
import { PairTable } from './PairTable.tsx';

const DEFAULT_SYMBOL = 'btcusdt';

export function MarketPage() {
  const { t } = useTranslation();
  const [named, setSymbol] = useUrlText('pair');
  const symbol = named || DEFAULT_SYMBOL;
  const catalogue = useCatalogueQuery();
  const pairs = catalogue.data?.pairs;
  const days = [useCoinList(QUOTE_COINS[0]), useCoinList(QUOTE_COINS[1]), useCoinList(QUOTE_COINS[2])];
  const asked = [catalogue, ...days];
  const chosen = pairs?.find((pair) => pair.symbol === symbol) ?? pairs?.[0];
  return (
    <main className="mx-auto w-full max-w-page flex-1 px-6 pt-5 pb-6">
      <PageTitle of={t('section.market.name')} />
      <h1 className="sr-only">{t('section.market.name')}</h1>
      <Highlights onChoose={(pair) => setSymbol(pair.symbol)} />
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)_520px] gap-3 min-[1800px]:grid-cols-[minmax(0,1fr)_760px] min-[2300px]:grid-cols-[minmax(0,1fr)_1080px]">
        <PairTable
          chosen={symbol}
          onChoose={(pair) => setSymbol(pair.symbol)}
          failed={asked.some(({ isError }) => isError)}
          onRetry={() => Promise.all(asked.map(({ refetch }) => refetch()))}
        />
        {chosen === undefined ? (
          <div className="border-line bg-panel min-h-[640px] rounded-xl border" />
        ) : (
          <PairPanel key={chosen.symbol} pair={chosen} />
        )}
      </div>
    </main>
  );
}
