/** One project of a new coin, such as /subscribe/detail?project=1. */
import { createFileRoute } from '@tanstack/react-router';
import { ProjectPage } from '#features/subscription/ProjectPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const NAMES = ['project'] as const;

export const Route = createFileRoute('/_site/subscribe/detail')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, NAMES),
  component: ProjectPage,
});
