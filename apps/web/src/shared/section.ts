/**
 * The manifest of a section of the site, in its feature's section.ts. Every page loads all of them.
 */
import type { Operation } from '@glasshouse/protocol';
import type { ACCOUNTS } from '@glasshouse/protocol/accounts';
import type { PlainCallName } from '#data/call-route.ts';
import type { TextKey, TextPart } from './text-keys.ts';

export interface PageAddress {
  readonly text: TextKey;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  /** Served beside the site: a whole address, not a path of the site. */
  readonly isOutside?: true;
}
/** Where a section is listed. */
export interface Listing {
  readonly name: TextKey;
  /** Sections are sorted by these numbers, which leave gaps for others. */
  readonly order: number;
  readonly inNavigation?: boolean;
  readonly footer?: 'trade' | 'invest' | 'about';
  /** The pages that the footer links to; by default the first page. */
  readonly footerLinks?: readonly PageAddress[];
}

/** Terms: the fees and the help center. */
type PageOfEverything = 'records' | 'portfolio' | 'terms';

/** Paths are without the base /pc. */
export interface Section {
  /** The prefix of all paths of the section. It redirects to the first page. */
  readonly root: string;
  readonly pages: Readonly<Record<string, 'public' | 'signed-in'>>;
  /** Redirects of other short or old paths. */
  readonly redirects?: Readonly<Record<string, string>>;
  /** The texts of its pages, besides those of every page. */
  readonly texts: readonly TextPart[];
  /** The name of the page of this section that shows the entries of other sections too. */
  readonly shows?: PageOfEverything;
  /** The operation that its pages are for: a bar says so if the user may not do it. */
  readonly operation?: Operation;
  /**
   * Pages of everything that show what its feature has: they load its own texts, the first ones.
   */
  readonly shownIn?: readonly PageOfEverything[];
  /** The public call that lists what it offers, each with its names. */
  readonly offers?: PlainCallName;
  /** The account where its products lock money. */
  readonly account?: keyof typeof ACCOUNTS;
  /** A section without it is reached only by links in pages. */
  readonly listed?: Listing;
}
