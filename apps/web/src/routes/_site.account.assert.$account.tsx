/** /account/assert/{account}?days=90: 1 contract, 2 exchange, 3 finance, 4 mining, 5 fund. */
import { createFileRoute, notFound } from '@tanstack/react-router';
import { ACCOUNT, type AccountNumber } from '#data/assets.ts';
import { keptSearch } from '#shared/kept-search.ts';
import { AssetsPage } from '#features/wallet/AssetsPage.tsx';

const NAMES = ['coin', 'days', 'search', 'small'] as const;
const accountOf = (text: string): AccountNumber | undefined =>
  Object.values(ACCOUNT).find((number) => String(number) === text);

export const Route = createFileRoute('/_site/account/assert/$account')({
  beforeLoad: ({ params }) => {
    if (accountOf(params.account) === undefined) throw notFound();
  },
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: Page,
});

function Page() {
  return <AssetsPage account={accountOf(Route.useParams().account) ?? ACCOUNT.exchange} />;
}
