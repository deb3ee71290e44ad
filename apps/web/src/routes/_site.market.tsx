/** The quotes, such as /market?coin=BTC&pair=ethbtc&sort=price&view=15M. */
import { createFileRoute } from '@tanstack/react-router';
import { MarketPage } from '#features/market/MarketPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['coin', 'pair', 'search', 'sort', 'view'] as const;

export const Route = createFileRoute('/_site/market')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: MarketPage,
});
