/**
 * Shown instead of a trading page until the list of pairs has loaded: its panels, empty. If there
 * is no such pair, it says so.
 */
import { buttonClass, Empty, Skeleton } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { useTranslation, type TextKey } from '#shared/i18n.ts';
import { useCatalogueQuery } from '#data/pairs.ts';
import { BookWaiting } from '#features/market/BookWaiting.tsx';
import { ChartWaiting } from '#shared/chart/ChartWaiting.tsx';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { SECONDS_GRID, TRADE_GRID } from './pages/desk-grid.ts';

type Desk = '/trade' | '/scontract';

interface PairPageLoadingProps {
  readonly to: Desk;
  readonly name: TextKey;
}
export function PairPageLoading({ to, name }: PairPageLoadingProps) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useCatalogueQuery();
  const title = <h1 className="sr-only">{t(name)}</h1>;
  if (data === undefined && !isError)
    return (
      <main aria-busy className={to === '/trade' ? TRADE_GRID : SECONDS_GRID}>
        {title}
        {to === '/trade' ? <TradePanels /> : <SecondsPanels />}
      </main>
    );
  return (
    <main className="grid min-h-[70vh] flex-1 place-items-center">
      {title}
      {data === undefined ? (
        <ListFailed error={error} onRetry={refetch} />
      ) : (
        <Empty
          title={t('market.unknownPair')}
          action={
            <Link to={to} search={{}} className={buttonClass('brand', 'sm')}>
              BTC/USDT
            </Link>
          }
        />
      )}
    </main>
  );
}

function TradePanels() {
  return (
    <>
      <HeaderPanel className="col-span-3" />
      <div className="bg-panel flex pt-10">
        <ChartWaiting />
      </div>
      <div className="bg-panel row-span-2 flex min-h-0 pt-17">
        <BookWaiting />
      </div>
      <div className="bg-panel row-span-2" />
      <div className="bg-panel" />
    </>
  );
}

function SecondsPanels() {
  return (
    <>
      <div className="flex flex-col gap-[3px]">
        <HeaderPanel className="h-[54px]" />
        <div className="bg-panel flex h-[412px] pt-10">
          <ChartWaiting />
        </div>
        <div className="bg-panel flex-1" />
      </div>
      <div className="bg-panel" />
    </>
  );
}

/** The pair and its price appear first. */
function HeaderPanel({ className }: { readonly className: string }) {
  return (
    <div className={`bg-panel flex items-center gap-8 px-5 ${className}`}>
      <Skeleton className="h-4! w-24!" />
      <Skeleton className="h-5! w-28!" />
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}
