/** /subscribe: the layout of the subscription pages, with the bar that links them. */
import { createFileRoute } from '@tanstack/react-router';
import { section } from '#features/subscription/section.ts';
import { ProductLayout } from '#shared/products/ProductLayout.tsx';

export const Route = createFileRoute('/_site/subscribe')({ component: Layout });

function Layout() {
  return <ProductLayout section={section} />;
}
