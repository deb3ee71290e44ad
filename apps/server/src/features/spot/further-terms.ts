/** Terms that few orders have, which are stored together. */
import type { OrderChanged } from '@glasshouse/core';

const FIELDS = [
  'source',
  'target',
  'trail',
  'activation',
  'offset',
  'expiresMs',
  'stopLoss',
  'takeProfit',
  'entry',
  'visible',
  'prevented',
] as const satisfies readonly (keyof OrderChanged)[];

export type FurtherTerms = Pick<OrderChanged, (typeof FIELDS)[number]>;

const NONE = Object.fromEntries(FIELDS.map((field) => [field, 0])) as unknown as FurtherTerms;

/** Null if all are 0. */
export function furtherTermsText(order: FurtherTerms): string | null {
  // Most orders have none: without an array for each.
  let text: string | null = null;
  for (const field of FIELDS)
    if (order[field] !== 0)
      text = text === null ? `{"${field}":${order[field]}` : `${text},"${field}":${order[field]}`;
  return text === null ? null : `${text}}`;
}

export function furtherTermsOf(text: string | null): FurtherTerms {
  return text === null ? NONE : { ...NONE, ...(JSON.parse(text) as Partial<FurtherTerms>) };
}
