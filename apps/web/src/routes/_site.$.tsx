/** All paths without a page of their own: not yet open, or not found. */
import { createFileRoute, notFound, useLocation } from '@tanstack/react-router';
import { NotOpenPage } from '#app/NotOpenPage.tsx';
import { NotFoundPage } from '#app/NotFoundPage.tsx';
import { notOpenAt } from '#app/sections.ts';

export const Route = createFileRoute('/_site/$')({
  beforeLoad: ({ location }) => {
    if (notOpenAt(location.pathname) === undefined) throw notFound();
  },
  notFoundComponent: NotFoundPage,
  component: Page,
});

function Page() {
  const notOpen = useLocation({ select: (location) => notOpenAt(location.pathname) });
  return notOpen === undefined ? <NotFoundPage /> : <NotOpenPage {...notOpen} />;
}
