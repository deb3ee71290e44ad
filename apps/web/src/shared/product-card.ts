/** A product's card on the home page, from its feature's product-card.ts. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { TextKey } from './text-keys.ts';
import type { Section } from './section.ts';

export interface ProductCard {
  readonly section: Section;
  readonly icon: LucideIcon;
  readonly claim: TextKey;
  /** The product's terms, as rows of the card. */
  readonly Facts?: ComponentType;
}
