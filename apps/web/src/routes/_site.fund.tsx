/** /fund: the layout of the fund pages, with the bar that links them. */
import { createFileRoute } from '@tanstack/react-router';
import { section } from '#features/fund/section.ts';
import { useFundResults } from '#features/fund/useFundResults.ts';
import { ProductLayout } from '#shared/products/ProductLayout.tsx';

export const Route = createFileRoute('/_site/fund')({ component: Layout });

function Layout() {
  useFundResults();
  return <ProductLayout section={section} />;
}
