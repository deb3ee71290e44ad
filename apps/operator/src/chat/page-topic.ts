/** Guesses the topic of a chat from the page on which it was opened. */
import type { SupportTopic } from '@glasshouse/protocol/support/topics';

const TOPICS: readonly (readonly [page: RegExp, topic: SupportTopic])[] = [
  [/^\/account\/recharge/, 'deposit'],
  [/^\/account\/withdrawel/, 'withdrawal'],
  [/^\/(trade|market)/, 'trade'],
  [/^\/scontract/, 'contract'],
  [/^\/(setting\/safty|login)/, 'security'],
  [/^\/(account|setting|main|about)?(\/|$)/, 'account'],
];

/**
 * `page` is a path within the site, such as '/trade'. A page that no pattern names belongs to a
 * product.
 */
export const topicOfPage = (page: string): SupportTopic =>
  TOPICS.find(([pattern]) => pattern.test(page))?.[1] ?? 'products';
