/**
 * Goal: one finds an article by words of either language, with a plural or a slip, and is told when
 * nothing fits. Method: the real articles, as the build compiles them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARTICLE_NAMES } from '@glasshouse/protocol/help/articles';
import { compiledArticle } from '../../../build/articles.ts';
import { articleOf } from './article.ts';
import { indexedOf, searchIn, tokensOf } from './search.ts';

const search = searchIn(
  ARTICLE_NAMES.flatMap((name) =>
    (['en', 'zh'] as const).map((language) =>
      indexedOf(name, language, articleOf(compiledArticle(name, language))),
    ),
  ),
);

test('R2.40 Chinese is searched by pairs of characters, other words as they are', () => {
  assert.deepEqual(tokensOf('充值未到 USDT-TRC20'), ['充值', '值未', '未到', 'usdt', 'trc20']);
  assert.deepEqual(tokensOf('币'), ['币']);
});

test('R2.40 R1.4 a question in either language finds its article first', () => {
  const asked: readonly (readonly [string, string])[] = [
    ['not credited', 'deposit-not-credited'],
    ['Why is my withdrawal held?', 'withdrawal-held'],
    ['lost phone', 'google-code-lost'],
    ['withdrawl fees', 'withdrawal-fees'],
    ['liquidation', 'fund-liquidation'],
    ['tax', 'yearly-statement'],
    ['phishing', 'real-mail'],
    ['充值没有到账', 'deposit-not-credited'],
    ['提现为什么被暂停', 'withdrawal-held'],
    ['手机丢了', 'google-code-lost'],
    ['保本胜率', 'break-even'],
    ['报税', 'yearly-statement'],
    ['地址簿 白名单', 'add-address'],
    ['准备金', 'check-books'],
  ];
  for (const [question, article] of asked) assert.equal(search(question)[0], article, question);
});

test('R2.40 words that no article has find nothing, and neither does an empty question', () => {
  for (const question of ['zebra crossing', '天气预报', '', '   ', '?', 'the']) {
    assert.deepEqual(search(question), [], question);
  }
});
