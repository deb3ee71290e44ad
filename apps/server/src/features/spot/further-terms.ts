/** Terms that few orders have, which are stored together. */
import { SELF_TRADE, type OrderChanged } from '@glasshouse/core';

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
  'selfTrade',
] as const satisfies readonly (keyof OrderChanged)[];

export type FurtherTerms = Pick<OrderChanged, (typeof FIELDS)[number]>;

/** Of most orders. */
const USUAL = {
  ...Object.fromEntries(FIELDS.map((field) => [field, 0])),
  selfTrade: SELF_TRADE.cancelNewest,
} as unknown as FurtherTerms;

/** Null if all are as usual. */
export function furtherTermsText(order: FurtherTerms): string | null {
  // Most orders have none: without an array for each.
  let text: string | null = null;
  for (const field of FIELDS)
    if (order[field] !== USUAL[field])
      text = text === null ? `{"${field}":${order[field]}` : `${text},"${field}":${order[field]}`;
  return text === null ? null : `${text}}`;
}

export function furtherTermsOf(text: string | null): FurtherTerms {
  return text === null ? USUAL : { ...USUAL, ...(JSON.parse(text) as Partial<FurtherTerms>) };
}
