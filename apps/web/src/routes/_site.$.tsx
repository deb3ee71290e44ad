/** All paths without a page of their own. */
import { createFileRoute, notFound } from '@tanstack/react-router';
import { NotFoundPage } from '#app/NotFoundPage.tsx';

export const Route = createFileRoute('/_site/$')({
  beforeLoad: () => {
    throw notFound();
  },
  notFoundComponent: NotFoundPage,
});
