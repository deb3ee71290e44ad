/** /account/portfolio: the value of all accounts, its parts and its course. */
import { createFileRoute } from '@tanstack/react-router';
import { PortfolioPage } from '#app/pages/portfolio/PortfolioPage.tsx';

export const Route = createFileRoute('/_site/account/portfolio')({ component: PortfolioPage });
