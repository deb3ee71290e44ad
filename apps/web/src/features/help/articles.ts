/** Loads the articles of a language once, and finds one by its name. */
import { ARTICLE_NAMES, type ArticleName } from '@glasshouse/protocol/help/articles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryClient } from '#data/query-client.ts';
import { loadPart } from '#shared/chunk.ts';
import type { Language } from '#shared/language.ts';
import { articleOf, type Article } from './article.ts';
import type { Search } from './search.ts';

export type Articles = Readonly<Record<ArticleName, Article>>;

const SHORT = { 'en-US': 'en', 'zh-CN': 'zh' } as const;

async function readArticles(language: Language): Promise<Articles> {
  const { FILES } =
    language === 'zh-CN'
      ? await loadPart(() => import('./articles-zh.ts'))
      : await loadPart(() => import('./articles-en.ts'));
  const byName = new Map(Object.entries(FILES).map(([file, one]) => [file.split('/').at(-1), one]));
  const entries = ARTICLE_NAMES.map((name) => {
    const file = byName.get(`${name}.${SHORT[language]}.md`);
    if (file === undefined) throw new Error(`there is no article ${name}`);
    return [name, articleOf(file)] as const;
  });
  return Object.fromEntries(entries) as Articles;
}

const FOR_EVER = { staleTime: Infinity, gcTime: Infinity } as const;
const articlesQuery = (language: Language) => ({
  queryKey: ['articles', language],
  queryFn: () => readArticles(language),
  ...FOR_EVER,
});

/** The articles of a language. While those of another language load, the former ones stay. */
export function useArticles(language: Language) {
  return useQuery({ ...articlesQuery(language), placeholderData: keepPreviousData });
}

export const fetchArticles = (language: Language): Promise<Articles> =>
  queryClient.fetchQuery(articlesQuery(language));

/** The search index, created when the reader begins to search. */
export function useSearchIndex(isAsked: boolean): Search | undefined {
  return useQuery({
    queryKey: ['article-search'],
    enabled: isAsked,
    ...FOR_EVER,
    queryFn: async ({ client }) => {
      const [{ indexedOf, searchIn }, en, zh] = await Promise.all([
        loadPart(() => import('./search.ts')),
        client.fetchQuery(articlesQuery('en-US')),
        client.fetchQuery(articlesQuery('zh-CN')),
      ]);
      const all = ([en, zh] as const).flatMap((articles, index) =>
        ARTICLE_NAMES.map((name) => indexedOf(name, index === 0 ? 'en' : 'zh', articles[name])),
      );
      return searchIn(all);
    },
  }).data;
}
