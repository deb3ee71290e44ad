/** The projects of new coins, such as /subscribe/list?filter=closed. */
import { createFileRoute } from '@tanstack/react-router';
import { ProjectsPage } from '#features/subscription/ProjectsPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['filter'] as const;

export const Route = createFileRoute('/_site/subscribe/list')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: ProjectsPage,
});
