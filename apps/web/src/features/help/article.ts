/** An article as the pages show it. */
import type { ArticleName } from '@glasshouse/protocol/help/articles';
import type { Block, Compiled } from '#shared/content/blocks.ts';

export interface Article {
  readonly title: string;
  /** The answer, or what it is for, in one sentence. */
  readonly lead: string;
  /** Further words by which one looks for it. */
  readonly words: string;
  /** What the site says when it refuses something that this explains. */
  readonly messages: string;
  /** The day of its last change. */
  readonly changed: string;
  /** The page of the site that it is about. */
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
