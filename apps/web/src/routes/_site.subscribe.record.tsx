/** /subscribe/record?tab=open */
import { createFileRoute } from '@tanstack/react-router';
import { SubscribeRecordPage } from '#app/pages/SubscribeRecordPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['tab'] as const;

export const Route = createFileRoute('/_site/subscribe/record')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: SubscribeRecordPage,
});
