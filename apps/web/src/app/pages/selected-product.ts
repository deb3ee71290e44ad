/** The product whose orders the page of records shows, in its address. */
import type { ProductRecords } from '#shared/product-records.ts';
import { useUrlText } from '#shared/url-state.ts';
import * as list from './product-records.gen.ts';

const orderOf = ({ section }: ProductRecords): number => section.listed?.order ?? 0;
/** In the order of the navigation. */
export const PRODUCTS: readonly ProductRecords[] = Object.values<ProductRecords>(list).toSorted(
  (a, b) => orderOf(a) - orderOf(b),
);

/** The first is the default. */
export function useProduct(): readonly [ProductRecords, (feature: string) => void] {
  const [feature, setFeature] = useUrlText('product', true);
  const product = PRODUCTS.find((each) => each.feature === feature) ?? PRODUCTS[0];
  if (product === undefined) throw new Error('no product has records');
  return [product, setFeature];
}
