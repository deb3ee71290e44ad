/** The shell around every page; ?support=open opens the panel of customer service. */
import { createFileRoute } from '@tanstack/react-router';
import { Shell } from '#app/shell/Shell.tsx';
import { keptSearch } from '#shared/kept-search.ts';

export const Route = createFileRoute('/_site')({
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, ['support']),
  component: Shell,
});
