/** The product's card on the home page. */
import { Landmark } from 'lucide-react';
import { lazy } from 'react';
import { loadPart } from '#shared/chunk.ts';
import type { ProductCard } from '#shared/product-card.ts';
import { section } from './section.ts';

export const card: ProductCard = {
  section,
  icon: Landmark,
  claim: 'section.finance.claim',
  HomeClaim: lazy(() =>
    loadPart(() => import('./HomeClaim.tsx')).then((module) => ({ default: module.HomeClaim })),
  ),
};
