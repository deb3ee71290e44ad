/** A project that has not opened yet, such as /subscribe/preview?project=2. */
import { createFileRoute } from '@tanstack/react-router';
import { PreviewPage } from '#features/subscription/PreviewPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['project'] as const;

export const Route = createFileRoute('/_site/subscribe/preview')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: PreviewPage,
});
