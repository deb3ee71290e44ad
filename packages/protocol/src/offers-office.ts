/** Offers of all products in the back office: what users invest in, and how one is defined. */
import * as z from 'zod';
import { defineOperatorCall } from './call.ts';
import { nothing, whole } from './fields.ts';
import { offerTexts } from './offer-texts.ts';
import { defineOperatorAct } from './office-act.ts';

/**
 * What a term is: a coin's code; an amount; an amount or none; a share of one, such as "0.01" for
 * 1%; a whole number; a time; a time or none; yes or no; amounts of several coins.
 */
export const OFFER_TERM_KINDS = [
  'coin',
  'amount',
  'limit',
  'share',
  'whole',
  'time',
  'optional-time',
  'flag',
  'basket',
] as const;
export type OfferTermKind = (typeof OFFER_TERM_KINDS)[number];

const TERM_LENGTH_MAX = 100;
const BASKET_MAX = 32;
const basket = z
  .array(z.strictObject({ coin: z.string().max(TERM_LENGTH_MAX), amount: z.string().max(TERM_LENGTH_MAX) }))
  .max(BASKET_MAX);
/** By their names. Amounts, shares and times (ISO 8601) are text; what is absent is none. */
const terms = z.record(
  z.string().max(TERM_LENGTH_MAX),
  z.union([z.string().max(TERM_LENGTH_MAX), z.number(), z.boolean(), basket]),
);
export type OfferTerms = z.output<typeof terms>;

const offer = z.object({
  offer: z.number().int(),
  terms,
  texts: offerTexts,
  /** What people hold of it, under the terms of their purchase; null: nothing. */
  held: z.string().nullable(),
});
export type OfficeOffer = z.output<typeof offer>;

const product = z.object({
  product: z.string(),
  /** What one of its offers is called, in the reader's language. */
  title: z.string(),
  /** How an offer of it is written. */
  terms: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(OFFER_TERM_KINDS),
      /** In the reader's language. */
      title: z.string(),
    }),
  ),
  offers: z.array(offer),
});
export type OfficeProduct = z.output<typeof product>;

const getOffers = defineOperatorCall({
  name: 'products/get-offers',
  path: '/products/getOffers',
  permission: 'products/look',
  isLogged: false,
  summary: 'Every product with its offers and how one is written',
  input: nothing,
  data: z.object({ products: z.array(product) }),
});
const defineOffer = defineOperatorAct({
  name: 'products/define-offer',
  path: '/products/defineOffer',
  section: 'products',
  people: 2,
  summary: 'Defines an offer, or changes it for what is bought from then on',
  input: z.object({
    product: z.string().trim().min(1).max(TERM_LENGTH_MAX),
    /** Its number in the product, for ever. */
    offer: whole(1, 1_000_000),
    terms,
    texts: offerTexts,
  }),
});

export const calls = [getOffers, defineOffer] as const;
/** Empty: the act answers with refusals of all calls. */
export const refusals = {};
