/** /fund/record?tab=sold */
import { createFileRoute } from '@tanstack/react-router';
import { FundRecordPage } from '#app/pages/FundRecordPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['tab'] as const;

export const Route = createFileRoute('/_site/fund/record')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: FundRecordPage,
});
