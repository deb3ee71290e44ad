/**
 * Spot trading, such as /trade?base=BTC&quote=USDT&side=sell&type=market&orders=history&pairs=one.
 */
import { createFileRoute, stripSearchParams, useNavigate } from '@tanstack/react-router';
import { PairPageLoading } from '#app/PairPageLoading.tsx';
import { TradePage } from '#app/pages/TradePage.tsx';
import { keptSearch } from '#shared/kept-search.ts';
import { useCatalogue } from '#data/pairs.ts';
import { DEFAULT_PAIR, pairSearch, type PairSearchInput } from './-pair-search.ts';

const NAMES = ['side', 'type', 'orders', 'pairs', 'view'] as const;

export const Route = createFileRoute('/_site/trade')({
  validateSearch: (search: PairSearchInput) => ({ ...pairSearch(search), ...keptSearch(search, NAMES) }),
  search: { middlewares: [stripSearchParams(DEFAULT_PAIR)] },
  component: Page,
});

function Page() {
  const { base, quote } = Route.useSearch();
  const navigate = useNavigate();
  const pairs = useCatalogue()?.pairs;
  const pair = pairs?.find((each) => each.baseCoin === base && each.quoteCoin === quote);
  if (pair === undefined) return <PairPageLoading to="/trade" name="section.spot.name" />;
  return (
    <TradePage
      pair={pair}
      onPair={(next) =>
        void navigate({
          to: '/trade',
          search: (before) => ({ ...before, base: next.baseCoin, quote: next.quoteCoin }),
        })
      }
    />
  );
}
