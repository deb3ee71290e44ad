/** The trade records, such as /account/trade?type=4&tab=fills&pair=BTC-USDT&from=2026-11-01. */
import { createFileRoute } from '@tanstack/react-router';
import { RecordsPage } from '#app/pages/RecordsPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const KEPT = [
  'tab',
  'product',
  'pair',
  'coin',
  'side',
  'status',
  'number',
  'from',
  'to',
  'statement',
] as const;
type RecordSearch = { type?: number } & { [K in (typeof KEPT)[number]]?: string };

export const Route = createFileRoute('/_site/account/trade')({
  validateSearch: (search: Record<string, unknown>): RecordSearch => {
    const type = Number(search['type']);
    const kept = keptSearch(search, KEPT);
    return Number.isInteger(type) && search['type'] !== undefined ? { ...kept, type } : kept;
  },
  component: RecordsPage,
});
