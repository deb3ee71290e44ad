/** The mining pools, such as /pool/list?offer=2 with one of them chosen. */
import { createFileRoute } from '@tanstack/react-router';
import { PoolsPage } from '#features/mining/PoolsPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['offer'] as const;

export const Route = createFileRoute('/_site/pool/list')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: PoolsPage,
});
