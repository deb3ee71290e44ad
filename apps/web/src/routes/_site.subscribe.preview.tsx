/** /subscribe/preview?project=2: a project that only warms up. */
import { createFileRoute } from '@tanstack/react-router';
import { PreviewPage } from '#features/subscription/PreviewPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['project'] as const;

export const Route = createFileRoute('/_site/subscribe/preview')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: PreviewPage,
});
