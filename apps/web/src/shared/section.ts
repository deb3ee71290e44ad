/** The manifest of a section of the site, in its feature's section.ts. Every page loads them all. */
import type { Operation } from '@glasshouse/protocol';
import type { TextKey, TextPart } from './text-keys.ts';

export interface PageAddress {
  readonly text: TextKey;
  readonly to: string;
}
/** Where a section is listed. */
export interface Listing {
  readonly name: TextKey;
  /** Sections stand in the order of their numbers, which leave gaps for others. */
  readonly order: number;
  readonly inNavigation?: boolean;
  readonly footer?: 'trade' | 'invest' | 'about';
  /** The pages that the footer links to; the first page where it names none. */
  readonly footerLinks?: readonly PageAddress[];
}

/** Paths are without the base /pc. */
export interface Section {
  /** Every path of the section begins with it. It leads to the first page. */
  readonly root: string;
  readonly pages: Readonly<Record<string, 'public' | 'signed-in'>>;
  /** Where other short or old paths lead. */
  readonly redirects?: Readonly<Record<string, string>>;
  /** The texts that its pages show, beside those of every page. */
  readonly texts: readonly TextPart[];
  /** What people come to do: a bar says so when they may not. */
  readonly operation?: Operation;
  /** Planned: all its pages say this. */
  readonly notOpen?: { readonly title: TextKey; readonly text: TextKey };
  /** A section without it is reached by links in pages alone. */
  readonly listed?: Listing;
}
