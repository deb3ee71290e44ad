/** The news sources, each of which belongs to a feature, and the text of an event. */
import type { Catalogue } from '#data/pairs.ts';
import type { Translation } from '#shared/i18n.ts';
import type { AmountText, NewsSource, PairRow } from '#shared/news.ts';
import * as list from './news-list.ts';
import type { News } from './notified.ts';

export const SOURCES: readonly NewsSource[] = Object.values(list) as readonly NewsSource[];
export const NEWS_TEXTS = SOURCES.map(({ part }) => part);
export const sourceOf = (feature: string): NewsSource | undefined =>
  SOURCES.find((source) => source.feature === feature);

export function newsText(
  t: Translation['t'],
  { feature, kind, row }: News,
  { catalogue, amountText }: { readonly catalogue: Catalogue | undefined; readonly amountText: AmountText },
): string {
  const { baseCoin: base, quoteCoin: quote } = row as Partial<PairRow>;
  const pair = catalogue?.pairs.find(({ baseCoin, quoteCoin }) => baseCoin === base && quoteCoin === quote);
  return sourceOf(feature)?.text(t, { kind, row, pair, amountText }) ?? '';
}
