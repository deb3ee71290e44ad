/** One fund, such as /fund/detail?fund=1&range=7D. */
import { createFileRoute } from '@tanstack/react-router';
import { FundDetailPage } from '#features/fund/FundDetailPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['fund', 'range'] as const;

export const Route = createFileRoute('/_site/fund/detail')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: FundDetailPage,
});
