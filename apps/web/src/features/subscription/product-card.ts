/** The product's card on the home page. */
import { Rocket } from 'lucide-react';
import type { ProductCard } from '#shared/product-card.ts';
import { section } from './section.ts';

export const card: ProductCard = {
  section,
  icon: Rocket,
  claim: 'section.subscription.claim',
};
