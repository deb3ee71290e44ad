/**
 * Writes heads.json beside the pages: title and description of each public page (heads.json of its
 * feature) and article in both languages, and the addresses that the site has. The server puts them
 * into the HTML, where search engines and previews of links read them.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ACCOUNT_NUMBERS } from '@glasshouse/protocol/accounts';
import { ARTICLE_NAMES } from '@glasshouse/protocol/help/articles';
import type { Plugin } from 'vite';
import { SECTIONS } from '../src/app/sections.ts';
import { compiledArticle } from './articles.ts';

/** The title and the description of a page. */
type Head = readonly [title: string, description: string];
export interface PageHeads {
  /**
   * Heads by path without the base, including the query parameter that selects a view or an
   * article.
   */
  readonly heads: Readonly<Record<string, Readonly<Record<'en' | 'zh', Head>>>>;
  /** All paths of the site, without the base. The server answers 404 for others. */
  readonly paths: readonly string[];
}

const FEATURES = path.join(import.meta.dirname, '..', 'src', 'features');
const ACCOUNTS = ACCOUNT_NUMBERS.map((account) => `/account/assert/${account}`);

export function pageHeads(): PageHeads {
  const pages = fs
    .globSync('*/heads.json', { cwd: FEATURES })
    .map((file) => JSON.parse(fs.readFileSync(path.join(FEATURES, file), 'utf8')) as PageHeads['heads']);
  const articles = ARTICLE_NAMES.map((name) => {
    const headOf = (language: 'en' | 'zh'): Head => {
      const { head } = compiledArticle(name, language);
      return [head['title'] ?? '', head['lead'] ?? ''];
    };
    return [`/about/connect?article=${name}`, { en: headOf('en'), zh: headOf('zh') }] as const;
  });
  const paths = SECTIONS.flatMap(({ root, pages: own, redirects = {} }) => [
    root,
    ...Object.keys(own),
    ...Object.keys(redirects),
  ]);
  return {
    heads: Object.assign({}, ...pages, Object.fromEntries(articles)) as PageHeads['heads'],
    paths: [...new Set(['/', ...paths, ...ACCOUNTS])].toSorted(),
  };
}

export const heads: Plugin = {
  name: 'page-heads',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'heads.json', source: JSON.stringify(pageHeads()) });
  },
};
