/** Flash exchange, such as /account/dui?pay=USDT&receive=BTC. */
import { createFileRoute } from '@tanstack/react-router';
import { ExchangePage } from '#features/flash-exchange/ExchangePage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['pay', 'receive'] as const;

export const Route = createFileRoute('/_site/account/dui')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: ExchangePage,
});
