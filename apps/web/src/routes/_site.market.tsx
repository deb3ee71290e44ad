/** /market */
import { createFileRoute } from '@tanstack/react-router';
import { MarketPage } from '#features/market/MarketPage.tsx';

export const Route = createFileRoute('/_site/market')({ component: MarketPage });
