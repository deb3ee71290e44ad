/** Derives from the sections: the navigation, the footer, and the paths that visitors may open. */
import { ACCOUNTS, type AccountNumber } from '@glasshouse/protocol/accounts';
import type { Listing, PageAddress, Section } from '#shared/section.ts';
import * as list from './section-list.ts';

const OWN: readonly Section[] = Object.values<Section>(list);

/** A page of everything has the texts of the products that it shows, too. */
export const SECTIONS: readonly Section[] = OWN.map((section) => {
  const { shows, texts } = section;
  if (shows === undefined) return section;
  const shown = OWN.filter(({ shownIn }) => shownIn?.includes(shows) === true);
  return { ...section, texts: [...texts, ...shown.flatMap((each) => each.texts.slice(0, 1))] };
});

interface Entry extends PageAddress, Listing {
  readonly section: Section;
}
/** The listed sections, in their order, each with the address of its first page. */
export const LISTED: readonly Entry[] = SECTIONS.flatMap((section) => {
  const { listed } = section;
  return listed === undefined ? [] : [{ ...listed, section, text: listed.name, to: firstPage(section) }];
}).toSorted((a, b) => a.order - b.order);

export const NAVIGATION = LISTED.filter(({ inNavigation }) => inNavigation === true);

export const FOOTER = (['trade', 'invest', 'about'] as const).map((column) => ({
  column,
  links: LISTED.filter(({ footer }) => footer === column).flatMap(
    (entry): readonly PageAddress[] => entry.footerLinks ?? [entry],
  ),
}));

/** The page of the products that lock money on an account. */
export function productsOn(account: AccountNumber): string | undefined {
  const section = SECTIONS.find((each) => each.account !== undefined && ACCOUNTS[each.account] === account);
  return section === undefined ? undefined : firstPage(section);
}

const redirects = new Map(
  SECTIONS.flatMap((section) => [
    [section.root, firstPage(section)] as const,
    ...Object.entries(section.redirects ?? {}),
  ]),
);

const pages = new Map(
  SECTIONS.flatMap((section) =>
    Object.entries(section.pages).map(([path, access]) => [path, { access, section }] as const),
  ),
);

/** The redirect of a path, applied before the check whether the visitor is signed in. */
export function redirectOf(path: string): string | undefined {
  const from = trimmed(path);
  const to = redirects.get(from);
  return to === from ? undefined : to;
}

/** The section with the longest root that is a prefix of the path. */
export function sectionOf(path: string): Section | undefined {
  const found = SECTIONS.filter(({ root }) => path === root || path.startsWith(`${root}/`));
  return found.toSorted((a, b) => b.root.length - a.root.length)[0];
}

export function isPublicPath(path: string): boolean {
  return pages.get(trimmed(path))?.access === 'public';
}

/** Without a list of pages the section is one page. */
export function firstPage({ root, pages }: Section): string {
  return Object.keys(pages)[0] ?? root;
}

/** Without slashes at its end. */
export function trimmed(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}
