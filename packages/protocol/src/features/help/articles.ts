/**
 * The articles of the help center by topic, in the order in which they are shown. Their texts are
 * files of the site. Without zod, so that pages stay small.
 */
import * as list from '../../topic-list.ts';

const OF_PRODUCTS: typeof list = list;

export const TOPICS = {
  'first-steps': ['open-account', 'demo-house', 'first-order', 'transfer'],
  deposits: ['deposit-step-by-step', 'deposit-not-credited', 'wrong-network', 'deposit-by-voucher'],
  withdrawals: ['withdraw-step-by-step', 'withdrawal-held', 'add-address'],
  identity: ['identity-photos', 'identity-review'],
  trade: ['order-types', 'filled-at-two-prices', 'stops-and-exits'],
  seconds: ['which-tick-counts', 'check-a-result', 'break-even'],
  ...OF_PRODUCTS,
  security: ['password-refused', 'google-code-lost', 'freeze-account', 'real-mail', 'limits-on-yourself'],
  fees: ['fee-tiers', 'withdrawal-fees'],
  proofs: ['check-ticks', 'check-books', 'your-postings'],
  taxes: ['yearly-statement', 'average-cost'],
} as const;

export type TopicName = keyof typeof TOPICS;
export type ArticleName = (typeof TOPICS)[TopicName][number];

export const TOPIC_NAMES = Object.keys(TOPICS) as TopicName[];
export const ARTICLE_NAMES = Object.values(TOPICS).flat() as readonly ArticleName[];

export const isTopic = (text: string | undefined): text is TopicName =>
  TOPIC_NAMES.some((name) => name === text);
export const isArticle = (text: string | undefined): text is ArticleName =>
  ARTICLE_NAMES.some((name) => name === text);

export function topicOf(article: ArticleName): TopicName {
  const found = TOPIC_NAMES.find((name) => (TOPICS[name] as readonly ArticleName[]).includes(article));
  if (found === undefined) throw new Error(`no topic has ${article}`);
  return found;
}
