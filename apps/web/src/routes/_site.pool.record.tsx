/** /pool/record?tab=redeemed */
import { createFileRoute } from '@tanstack/react-router';
import { MiningRecordPage } from '#app/pages/MiningRecordPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['tab'] as const;

export const Route = createFileRoute('/_site/pool/record')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: MiningRecordPage,
});
