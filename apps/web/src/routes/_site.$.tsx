/** Everything without a page of its own: not yet open, or not found. */
import { createFileRoute, notFound, useLocation } from '@tanstack/react-router';
import { NotOpenPage } from '#app/NotOpenPage.tsx';
import { NotFoundPage } from '#app/NotFoundPage.tsx';
import { notOpenProduct } from '#app/not-open-paths.ts';
import { openTexts } from '#shared/i18n.ts';

export const Route = createFileRoute('/_site/$')({
  beforeLoad: ({ location }) => {
    if (notOpenProduct(location.pathname) === undefined) throw notFound();
  },
  loader: () => openTexts('prose'),
  notFoundComponent: NotFoundPage,
  component: Page,
});

function Page() {
  const product = useLocation({ select: (location) => notOpenProduct(location.pathname) });
  return product === undefined ? <NotFoundPage /> : <NotOpenPage product={product} />;
}
