/** What the search over the site finds: pairs, pages and products by letters, articles by words. */
import { ACCOUNT_PAGES } from '#app/pages/account-pages.ts';
import { SETTING_PAGES } from '#app/pages/setting-pages.ts';
import { firstPage, FOOTER, NAVIGATION, SECTIONS } from '#app/sections.ts';
import { useCatalogue } from '#data/pairs.ts';
import { usePublicTermsOf } from '#data/public-terms.ts';
import { useArticles, useSearchIndex } from '#features/help/articles.ts';
import type { OfferTexts } from '@glasshouse/protocol/offer-texts';
import { useTranslation } from '#shared/i18n.ts';
import { offerText } from '#shared/products/offer-name.ts';

export interface Hit {
  readonly kind: 'pair' | 'page' | 'product' | 'article';
  readonly name: string;
  /** A path without the base /pc. */
  readonly to: string;
  readonly search: Readonly<Record<string, string | number>>;
}

const PAIRS_MAX = 5;
const FOUND_MAX = 10;

const PAGES = [
  ...NAVIGATION,
  ...ACCOUNT_PAGES,
  ...SETTING_PAGES,
  ...FOOTER.flatMap(({ links }) => links).filter(({ isOutside }) => isOutside !== true),
];
const OFFERING = SECTIONS.flatMap((section) =>
  section.offers === undefined ? [] : [{ offers: section.offers, to: firstPage(section) }],
);
const OFFERS = OFFERING.map(({ offers }) => offers);

/** Letters and digits alone: 'btc/usdt', 'BTC USDT' and 'btcusdt' are one. */
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Best first: pairs, then pages, products, and articles. */
export function useFound(question: string): readonly Hit[] {
  const { t, language } = useTranslation();
  const asked = lettersOf(question);
  const isIn = (...texts: readonly string[]): boolean =>
    texts.some((text) => lettersOf(text).includes(asked));
  const pairs = useCatalogue()?.pairs ?? [];
  const answers = usePublicTermsOf(OFFERS, () => asked !== '');
  const articles = useArticles(language).data;
  const search = useSearchIndex(asked !== '');
  if (asked === '') return [];
  const ofPairs = pairs
    .filter(({ baseCoin, quoteCoin, baseName }) => isIn(baseCoin + quoteCoin, baseName))
    .slice(0, PAIRS_MAX)
    .map(({ baseCoin: base, quoteCoin: quote }) =>
      hit('pair', `${base}/${quote}`, { to: '/trade', search: { base, quote } }),
    );
  const ofPages = PAGES.map((page) => hit('page', t(page.text), page)).filter(({ name }) => isIn(name));
  const ofProducts = answers
    .flatMap(({ data }, index) =>
      namedIn(data).map((offer) =>
        hit('product', offerText(offer, language).name, { to: OFFERING[index]?.to ?? '' }),
      ),
    )
    .filter(({ name }) => isIn(name));
  const names = articles === undefined ? [] : (search?.(question) ?? []);
  const ofHelp = names.map((article) =>
    hit('article', articles?.[article].title ?? '', { to: '/about/connect', search: { article } }),
  );
  return onePerName([...ofPairs, ...ofPages, ...ofProducts, ...ofHelp]).slice(0, FOUND_MAX);
}

const hit = (
  kind: Hit['kind'],
  name: string,
  { to, search = {} }: { readonly to: string; readonly search?: Hit['search'] },
): Hit => ({ kind, name, to, search });

/** Offers that have a name, in the answer of a call that lists what is offered. */
function namedIn(answer: unknown): readonly { readonly texts: OfferTexts }[] {
  const { list = [] } = (answer ?? {}) as { readonly list?: readonly object[] };
  return list.filter((offer): offer is { readonly texts: OfferTexts } => 'texts' in offer);
}

/** The first of each name: a page stands in several lists. */
function onePerName(hits: readonly Hit[]): readonly Hit[] {
  const names = new Set<string>();
  return hits.filter(({ name }) => !names.has(name) && names.add(name));
}
