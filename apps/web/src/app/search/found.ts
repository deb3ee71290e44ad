/** What the search over the site finds: pairs and pages by their letters, articles by words. */
import { FOOTER, NAVIGATION } from '#app/sections.ts';
import { useCatalogue } from '#data/pairs.ts';
import { useArticles, useSearchIndex } from '#features/help/articles.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { PageAddress } from '#shared/section.ts';

export interface Hit {
  readonly key: string;
  readonly kind: 'pair' | 'page' | 'article';
  readonly name: string;
  /** A path without the base /pc. */
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

const PAIRS_MAX = 5;
const FOUND_MAX = 10;

const PAGES: readonly PageAddress[] = [
  ...NAVIGATION,
  ...FOOTER.flatMap(({ links }) => links).filter(({ isOutside }) => isOutside !== true),
];

/** Letters and digits alone: 'btc/usdt', 'BTC USDT' and 'btcusdt' are one. */
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Best first: pairs, then pages, then articles. */
export function useFound(question: string): readonly Hit[] {
  const { t, language } = useTranslation();
  const pairs = useCatalogue()?.pairs ?? [];
  const asked = lettersOf(question);
  const articles = useArticles(language).data;
  const search = useSearchIndex(asked !== '');
  if (asked === '') return [];
  const ofPairs = pairs
    .map(({ baseCoin, quoteCoin }) => ({ base: baseCoin, quote: quoteCoin }))
    .filter(({ base, quote }) => lettersOf(base + quote).includes(asked))
    .slice(0, PAIRS_MAX)
    .map((pair): Hit => {
      const name = `${pair.base}/${pair.quote}`;
      return { key: name, kind: 'pair', name, to: '/trade', search: pair };
    });
  const ofPages = PAGES.map((page): Hit => {
    const view = page.search ?? {};
    return { key: page.text, kind: 'page', name: t(page.text), to: page.to, search: view };
  }).filter(({ name }) => lettersOf(name).includes(asked));
  const names = articles === undefined ? [] : (search?.(question) ?? []);
  const ofHelp = names.map((name): Hit => {
    const title = articles?.[name].title ?? '';
    return { key: name, kind: 'article', name: title, to: '/about/connect', search: { article: name } };
  });
  const onePerPage = new Map([...ofPairs, ...ofPages, ...ofHelp].map((hit) => [hit.name, hit]));
  return [...onePerPage.values()].slice(0, FOUND_MAX);
}
