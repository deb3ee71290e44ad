/** Trading of seconds contracts, such as /scontract?base=BTC&quote=USDT&seconds=60&view=15M. */
import { createFileRoute, stripSearchParams, useNavigate } from '@tanstack/react-router';
import { PairPageLoading } from '#app/PairPageLoading.tsx';
import { SecondsPage } from '#app/pages/SecondsPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';
import { useCatalogue } from '#data/pairs.ts';
import { DEFAULT_PAIR, pairSearch, type PairSearchInput } from './-pair-search.ts';

const NAMES = ['seconds', 'view', 'chosen', 'check'] as const;

export const Route = createFileRoute('/_site/scontract')({
  validateSearch: (search: PairSearchInput) => ({ ...pairSearch(search), ...keptSearch(search, NAMES) }),
  search: { middlewares: [stripSearchParams(DEFAULT_PAIR)] },
  component: Page,
});

function Page() {
  const { base, quote } = Route.useSearch();
  const navigate = useNavigate();
  const pairs = useCatalogue()?.pairs.filter((each) => each.secondsContract);
  const pair = pairs?.find((each) => each.baseCoin === base && each.quoteCoin === quote);
  if (pair === undefined) return <PairPageLoading to="/scontract" name="section.seconds-contract.name" />;
  return (
    <SecondsPage
      key={pair.symbol}
      pair={pair}
      onPair={(next) =>
        void navigate({
          to: '/scontract',
          search: (before) => ({ ...before, base: next.baseCoin, quote: next.quoteCoin }),
        })
      }
    />
  );
}
