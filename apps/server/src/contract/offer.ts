/**
 * Offers: what operators define and customers take (D0037). A product declares how an offer is
 * written in a file; defining, listing and the offers of a demo follow from that.
 */
import type { Command, Exchange } from '@glasshouse/core';
import type { Refusal, RefusalName } from '@glasshouse/protocol';
import type { OfferTermKind } from '@glasshouse/protocol/offers-office';
import type { OfferTexts } from '@glasshouse/protocol/offer-texts';
import * as z from 'zod';
import type { Language } from '../http/handler.ts';
import type { ListedCoins } from '../values/starting-assets.ts';
import type { Seed } from './seed.ts';

const NO_TIME = 'not a time such as 2027-01-31T08:00:00Z';
/** A number in the file of an offer. */
export const decimal = z.string().regex(/^\d{1,30}(\.\d{1,30})?$/, 'not a plain number as text');
/** The most of something: none is written by leaving it out, and 0 is refused as a mistake. */
export const limit = decimal.regex(/[1-9]/, '0 is no limit: leave it out for none').optional();

/** A time in the file of an offer. Times up to 1970 would be read as none. */
export const offerTime = z.iso
  .datetime({ offset: true, error: NO_TIME })
  .refine((text) => Date.parse(text) > 0, NO_TIME);

/** An offer as an operator writes it: terms of its product in decimals, and its texts. */
export interface OfferFile {
  /** Its number in the product. */
  readonly offer: number;
  readonly texts: OfferTexts;
}

/** What a term of an offer is, for whoever writes or reads one. */
export interface OfferTerm {
  readonly kind: OfferTermKind;
  readonly words: Readonly<Record<Language, string>>;
}

/** The terms of a file by their names: amounts and rates in decimals, times in ISO 8601. */
type TermsOf<File> = Omit<File, keyof OfferFile>;
export type WrittenTerms = Readonly<Record<string, unknown>>;

/** An offer as it is in force. */
export interface DefinedOffer<Terms = WrittenTerms> {
  readonly offer: number;
  readonly terms: Terms;
  /** What people hold of it now, such as '1200 USDT'; their terms stay. Null: nothing. */
  readonly held: string | null;
}

export interface Offers<File extends OfferFile = OfferFile> {
  /** What one of its offers is called: 'Finance offer'. */
  readonly words: OfferTerm['words'];
  readonly file: z.ZodType<File>;
  /** In the order in which they are written. */
  readonly terms: { readonly [Name in keyof Required<TermsOf<File>>]: OfferTerm };
  /** The command that defines it, or the field that is wrong. */
  readonly commandOf: (file: File, listed: ListedCoins) => Command | Refusal;
  /** What the core would answer to a command of `commandOf`. */
  readonly refusalOf: (exchange: Exchange, command: Command, nowMs: number) => RefusalName | null;
  /** By their numbers. */
  readonly defined: (exchange: Exchange) => readonly DefinedOffer<TermsOf<File>>[];
  /** Whether a new demo need not define it. */
  readonly isDefined: (exchange: Exchange, offer: number) => boolean;
  /** A line for each offer, with its terms. */
  readonly lines: (exchange: Exchange) => readonly string[];
  /** The offers of a new demo that starts at this time. */
  readonly demo: (nowMs: number) => readonly File[];
  /** What accounts of the platform take of them in a new demo. */
  readonly demoOrders?: readonly Seed[];
}

/** The time of an offer as it is written; a time of 0 means none. */
export const writtenTime = (timeMs: number): string | undefined =>
  timeMs === 0 ? undefined : new Date(timeMs).toISOString();

export const TOO_LONG = 'has too many decimals, or is too large';

/** Preserves the type of the file inside, and hides it outside. */
export function defineOffers<File extends OfferFile>(offers: Offers<File>): Offers {
  return offers as unknown as Offers;
}
