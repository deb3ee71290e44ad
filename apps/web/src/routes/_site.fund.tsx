/** The pages of funds share a bar. */
import { createFileRoute } from '@tanstack/react-router';
import { FundLayout } from '#app/pages/FundLayout.tsx';

export const Route = createFileRoute('/_site/fund')({ component: FundLayout });
