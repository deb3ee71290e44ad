/** The product's card on the home page. */
import { Rocket } from 'lucide-react';
import { lazy } from 'react';
import { loadPart } from '#shared/chunk.ts';
import type { ProductCard } from '#shared/product-card.ts';
import { section } from './section.ts';

export const card: ProductCard = {
  section,
  icon: Rocket,
  claim: 'section.subscription.claim',
  HomeClaim: lazy(() =>
    loadPart(() => import('./HomeClaim.tsx')).then((module) => ({ default: module.HomeClaim })),
  ),
};
