/** The user's fund holdings, such as /fund/record?tab=sold. */
import { createFileRoute } from '@tanstack/react-router';
import { ProductPostings } from '#app/pages/ProductPostings.tsx';
import { HoldingsPage } from '#features/fund/HoldingsPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['tab', 'since'] as const;

export const Route = createFileRoute('/_site/fund/record')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: Page,
});

const postingsOf = (id: string) => <ProductPostings feature="fund" id={id} />;

function Page() {
  return <HoldingsPage postings={postingsOf} />;
}
