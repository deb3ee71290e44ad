/** /scontract?base=BTC&quote=USDT */
import { createFileRoute, stripSearchParams, useNavigate } from '@tanstack/react-router';
import { PairPageLoading } from '#app/PairPageLoading.tsx';
import { SecondsPage } from '#app/pages/SecondsPage.tsx';
import { useCatalogue } from '#data/pairs.ts';
import { DEFAULT_PAIR, pairSearch } from './-pair-search.ts';

export const Route = createFileRoute('/_site/scontract')({
  validateSearch: pairSearch,
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
        void navigate({ to: '/scontract', search: { base: next.baseCoin, quote: next.quoteCoin } })
      }
    />
  );
}
