/** The product's card on the home page. */
import { Landmark } from 'lucide-react';
import type { ProductCard } from '#shared/product-card.ts';
import { section } from './section.ts';

export const card: ProductCard = {
  section,
  icon: Landmark,
  claim: 'section.finance.claim',
};
