/** /account/assert/{account}?days=90: an account by its number, such as 2, the exchange account. */
import { createFileRoute, notFound } from '@tanstack/react-router';
import { ACCOUNT, type AccountNumber } from '#data/assets.ts';
import { productsOn } from '#app/sections.ts';
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
  const account = accountOf(Route.useParams().account) ?? ACCOUNT.exchange;
  return <AssetsPage account={account} products={productsOn(account)} />;
}
