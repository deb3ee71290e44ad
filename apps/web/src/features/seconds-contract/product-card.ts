/** The product's card on the home page. */
import { Timer } from 'lucide-react';
import type { ProductCard } from '#shared/product-card.ts';
import { ProductFacts } from './ProductFacts.tsx';
import { section } from './section.ts';

export const card: ProductCard = {
  section,
  icon: Timer,
  claim: 'section.seconds-contract.claim',
  Facts: ProductFacts,
};
