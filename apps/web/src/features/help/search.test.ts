/**
 * Goal: one finds an article by words of either language, with a plural or a slip, and is told when
 * nothing fits. Method: the real articles, as the build compiles them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REFUSALS, type RefusalName } from '@glasshouse/protocol';
import { ARTICLE_NAMES, type ArticleName } from '@glasshouse/protocol/help/articles';
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
    ['forgot password', 'password-refused'],
    ['忘记密码', 'password-refused'],
    ['fund password', 'password-refused'],
    ['资金密码', 'password-refused'],
    ['transfer', 'transfer'],
    ['划转', 'transfer'],
    ['invite', 'open-account'],
    ['邀请码', 'open-account'],
    ['API', 'your-postings'],
    ['delete account', 'freeze-account'],
    ['注销账户', 'freeze-account'],
  ];
  for (const [question, article] of asked) assert.equal(search(question)[0], article, question);
});

test('R2.40 R1.4 a message of the site finds the article that explains it', () => {
  const asked: readonly (readonly [RefusalName, ArticleName])[] = [
    ['wallet/insufficient-balance', 'transfer'],
    ['identity/wrong-code', 'password-refused'],
    ['identity/wrong-credentials', 'password-refused'],
    ['identity/password-incorrect', 'password-refused'],
    ['identity/fund-password-incorrect', 'password-refused'],
    ['identity/google-code-wrong', 'google-code-lost'],
    ['identity/account-frozen', 'freeze-account'],
    ['identity/withdrawals-held', 'withdrawal-held'],
    ['funding/address-not-listed', 'add-address'],
    ['kyc/required', 'identity-review'],
    ['spot/no-liquidity', 'order-types'],
    ['spot/price-out-of-range', 'order-types'],
    ['fund/nav-moved', 'fund-nav'],
    ['flash-exchange/quote-expired', 'exchange-quote'],
  ];
  for (const [name, article] of asked)
    for (const text of [REFUSALS[name].en, REFUSALS[name].zh]) assert.equal(search(text)[0], article, text);
});

test('R2.40 R1.4 a message with its figures finds what it finds without them', () => {
  const figures: Readonly<Record<string, string>> = { until: '2026-11-28 13:56 UTC', minimum: '10' };
  for (const name of ['identity/withdrawals-held', 'identity/self-excluded'] as const)
    for (const text of [REFUSALS[name].en, REFUSALS[name].zh]) {
      const told = text.replaceAll(/\{(\w+)\}/g, (_, figure: string) => figures[figure] ?? '7');
      assert.notEqual(told, text);
      assert.notDeepEqual(search(told), []);
      assert.equal(search(told)[0], search(text)[0], told);
    }
});

test('R2.40 words that no article has find nothing, and neither does an empty question', () => {
  for (const question of ['zebra crossing', '天气预报', '', '   ', '?', 'the']) {
    assert.deepEqual(search(question), [], question);
  }
});
