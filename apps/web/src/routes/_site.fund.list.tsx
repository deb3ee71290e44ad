/** /fund/list: all funds. */
import { createFileRoute } from '@tanstack/react-router';
import { FundListPage } from '#features/fund/FundListPage.tsx';

export const Route = createFileRoute('/_site/fund/list')({ component: FundListPage });
