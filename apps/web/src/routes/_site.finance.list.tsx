/** The finance products, such as /finance/list?offer=2 with one of them chosen. */
import { createFileRoute } from '@tanstack/react-router';
import { FinancePage } from '#features/finance/FinancePage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['offer'] as const;

export const Route = createFileRoute('/_site/finance/list')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: FinancePage,
});
