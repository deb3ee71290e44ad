/** /market?coin=BTC&pair=ethbtc&sort=price */
import { createFileRoute } from '@tanstack/react-router';
import { MarketPage } from '#features/market/MarketPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['coin', 'pair', 'search', 'sort'] as const;

export const Route = createFileRoute('/_site/market')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: MarketPage,
});
