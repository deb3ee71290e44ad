/**
 * Searches the articles in both languages at once: a word in either finds an article. Chinese has
 * no spaces, so runs of its characters are searched as pairs of neighbours.
 */
import MiniSearch from 'minisearch';
import type { ArticleName } from '@glasshouse/protocol/help/articles';
import { plainText } from '#shared/content/blocks.ts';
import type { Article } from './article.ts';

export interface Indexed {
  readonly id: string;
  readonly name: ArticleName;
  readonly title: string;
  readonly words: string;
  readonly messages: string;
  readonly lead: string;
  readonly text: string;
}

const RUN = /\p{Script=Han}+|[\p{L}\p{N}]+/gu;
const HAN = /^\p{Script=Han}/u;
/** Stop words: words of questions, which occur in every article. */
const EMPTY_WORDS = new Set(
  'a an and are can do does for how i if in is it me my of on or the this to was what when where which who why will with utc'.split(
    ' ',
  ),
);
const FUZZY = 0.2;
const FUZZY_LENGTH_MIN = 5;
const PREFIX_LENGTH_MIN = 2;
/** The minimum share of a question's words that an article must contain; of two words, both. */
const MATCHED_MIN = 0.6;
/** The minimum score of a hit, as a share of the best one. */
const SCORE_MIN = 0.1;
const HITS_MAX = 8;

export function tokensOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(RUN)].flatMap(([run]) => (HAN.test(run) ? pairsOf(run) : [run]));
}

/** Splits a run of Chinese characters into pairs of neighbours: '充值未到' becomes 充值, 值未, 未到. */
function pairsOf(run: string): string[] {
  const signs = Array.from(run);
  if (signs.length < 2) return signs;
  return signs.slice(0, -1).map((sign, index) => sign + signs[index + 1]);
}

/**
 * A word without its plural ending; null for words without meaning, such as a figure in a message.
 */
export function termOf(token: string): string | null {
  if (EMPTY_WORDS.has(token) || /^\d+$/.test(token)) return null;
  return /[^s]s$/.test(token) && token.length > 3 ? token.slice(0, -1) : token;
}

export function indexedOf(name: ArticleName, language: string, article: Article): Indexed {
  const { title, lead, words, messages, body } = article;
  return { id: `${language} ${name}`, name, title, lead, words, messages, text: plainText(body) };
}

export type Search = (question: string) => readonly ArticleName[];

/**
 * Builds the search. Results are ordered by score; an article appears once, with the better of its
 * languages.
 */
export function searchIn(articles: readonly Indexed[]): Search {
  const index = new MiniSearch<Indexed>({
    fields: ['title', 'words', 'messages', 'lead', 'text'],
    storeFields: ['name'],
    tokenize: tokensOf,
    processTerm: termOf,
    searchOptions: {
      boost: { title: 4, words: 3, messages: 3, lead: 2 },
      prefix: (term) => term.length >= PREFIX_LENGTH_MIN && !HAN.test(term),
      fuzzy: (term) => (term.length >= FUZZY_LENGTH_MIN && !HAN.test(term) ? FUZZY : false),
    },
  });
  index.addAll(articles);
  return (question) => {
    const asked = new Set(tokensOf(question).flatMap((token) => termOf(token) ?? [])).size;
    const hits = index
      .search(question)
      .filter(({ queryTerms }) => new Set(queryTerms).size >= asked * MATCHED_MIN);
    const least = (hits[0]?.score ?? 0) * SCORE_MIN;
    const names = hits.filter(({ score }) => score >= least).map((hit) => hit['name'] as ArticleName);
    return [...new Set(names)].slice(0, HITS_MAX);
  };
}
