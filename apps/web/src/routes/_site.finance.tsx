/** /finance: the layout of the finance pages, with the bar that links them. */
import { createFileRoute } from '@tanstack/react-router';
import { section } from '#features/finance/section.ts';
import { ProductLayout } from '#shared/products/ProductLayout.tsx';

export const Route = createFileRoute('/_site/finance')({ component: Layout });

function Layout() {
  return <ProductLayout section={section} />;
}
