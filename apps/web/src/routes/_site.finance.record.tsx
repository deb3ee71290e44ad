/** The user's finance orders, such as /finance/record?tab=redeemed. */
import { createFileRoute } from '@tanstack/react-router';
import { ProductPostings } from '#app/pages/ProductPostings.tsx';
import { FinanceOrdersPage } from '#features/finance/FinanceOrdersPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['tab', 'since'] as const;

export const Route = createFileRoute('/_site/finance/record')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: Page,
});

const postingsOf = (id: string) => <ProductPostings feature="finance" id={id} />;

function Page() {
  return <FinanceOrdersPage postings={postingsOf} />;
}
