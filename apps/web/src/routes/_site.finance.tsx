/** The pages of finance share a bar. */
import { createFileRoute } from '@tanstack/react-router';
import { FinanceLayout } from '#app/pages/FinanceLayout.tsx';

export const Route = createFileRoute('/_site/finance')({ component: FinanceLayout });
