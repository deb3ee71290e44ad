/** /finance/record?tab=redeemed */
import { createFileRoute } from '@tanstack/react-router';
import { FinanceRecordPage } from '#app/pages/FinanceRecordPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['tab'] as const;

export const Route = createFileRoute('/_site/finance/record')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: FinanceRecordPage,
});
