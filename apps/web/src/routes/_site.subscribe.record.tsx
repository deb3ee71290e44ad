/** The user's subscriptions, such as /subscribe/record?tab=open. */
import { createFileRoute } from '@tanstack/react-router';
import { ProductPostings } from '#app/pages/ProductPostings.tsx';
import { SubscriptionsPage } from '#features/subscription/SubscriptionsPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['tab', 'since'] as const;

export const Route = createFileRoute('/_site/subscribe/record')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: Page,
});

const postingsOf = (id: string) => <ProductPostings feature="subscription" id={id} />;

function Page() {
  return <SubscriptionsPage postings={postingsOf} />;
}
