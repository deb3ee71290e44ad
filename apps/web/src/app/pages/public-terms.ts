/**
 * What visitors read of all products. A list of its own: what a route defines itself is loaded with
 * every page.
 */
import type { ProductTerms } from '#shared/product-terms.ts';
import * as list from './product-terms.gen.ts';

export const PRODUCT_TERMS: readonly ProductTerms[] = Object.values<ProductTerms>(list);
