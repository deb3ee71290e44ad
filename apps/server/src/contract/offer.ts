/**
 * Offers: what operators define and customers take (D0037). A product declares how an offer is
 * written in a file; defining, listing and the offers of a demo follow from that.
 */
import type { Command, Exchange } from '@glasshouse/core';
import type { OfferTexts } from '@glasshouse/protocol/offer-texts';
import * as z from 'zod';
import type { ListedCoins } from '../values/starting-assets.ts';
import type { Seed } from './seed.ts';

/** A number in the file of an offer. */
export const decimal = z.string().regex(/^\d{1,30}(\.\d{1,30})?$/, 'not a plain number as text');
/** The most of something: none is written by leaving it out, and 0 is refused as a mistake. */
export const limit = decimal.regex(/[1-9]/, '0 is no limit: leave it out for none').optional();

/** An offer as an operator writes it: terms of its product in decimals, and its texts. */
export interface OfferFile {
  /** Its number in the product. */
  readonly offer: number;
  readonly texts: OfferTexts;
}

export interface Offers<File extends OfferFile = OfferFile> {
  readonly file: z.ZodType<File>;
  /** The command that defines it, or what is wrong with it, in a sentence for the operator. */
  readonly commandOf: (file: File, listed: ListedCoins) => Command | string;
  readonly isDefined: (exchange: Exchange, offer: number) => boolean;
  /** A line for each offer, with its terms. */
  readonly lines: (exchange: Exchange) => readonly string[];
  /** The offers of a new demo that starts at this time. */
  readonly demo: (nowMs: number) => readonly File[];
  /** What accounts of the platform take of them in a new demo. */
  readonly demoOrders?: readonly Seed[];
}

/** Preserves the type of the file inside, and hides it outside. */
export function defineOffers<File extends OfferFile>(offers: Offers<File>): Offers {
  return offers as unknown as Offers;
}
