/** /account/trade?type=4&tab=fills */
import { createFileRoute } from '@tanstack/react-router';
import { RecordsPage } from '#app/pages/RecordsPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

export const Route = createFileRoute('/_site/account/trade')({
  validateSearch: (search: Record<string, unknown>): { type?: number; tab?: string } => {
    const type = Number(search['type']);
    const kept = keptSearch(search, ['tab']);
    return Number.isInteger(type) && search['type'] !== undefined ? { ...kept, type } : kept;
  },
  component: RecordsPage,
});
