/** /pool: the layout of the mining pages, with the bar that links them. */
import { createFileRoute } from '@tanstack/react-router';
import { section } from '#features/mining/section.ts';
import { ProductLayout } from '#shared/products/ProductLayout.tsx';

export const Route = createFileRoute('/_site/pool')({ component: Layout });

function Layout() {
  return <ProductLayout section={section} />;
}
