/** The user's miners, such as /pool/record?tab=redeemed. */
import { createFileRoute } from '@tanstack/react-router';
import { ProductPostings } from '#app/pages/ProductPostings.tsx';
import { MinersPage } from '#features/mining/MinersPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['tab', 'since'] as const;

export const Route = createFileRoute('/_site/pool/record')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: Page,
});

const postingsOf = (id: string) => <ProductPostings feature="mining" id={id} />;

function Page() {
  return <MinersPage postings={postingsOf} />;
}
