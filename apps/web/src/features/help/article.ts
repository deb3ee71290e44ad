/** The type of an article, as the pages show it. */
import type { ArticleName } from '@glasshouse/protocol/help/articles';
import type { Block, Compiled } from '#shared/content/blocks.ts';

export interface Article {
  readonly title: string;
  /** The article's answer, or its purpose, in one sentence. */
  readonly lead: string;
  /** Further search words. */
  readonly words: string;
  /** The site's messages that the article explains, for the search. */
  readonly messages: string;
  /** The day of its last change. */
  readonly changed: string;
  /** The page of the site that the article is about. */
  readonly action: string;
  /** Live figures beside the text. */
  readonly facts: readonly string[];
  readonly related: readonly ArticleName[];
  readonly body: readonly Block[];
}

export function articleOf({ head, body }: Compiled): Article {
  const { title = '', lead = '', words = '', messages = '', changed = '' } = head;
  const { action = '', facts = '', related = '' } = head;
  return {
    title,
    lead,
    words,
    messages,
    changed,
    action,
    facts: facts.split(' ').filter(Boolean),
    related: related.split(' ').filter(Boolean) as ArticleName[],
    body,
  };
}
