/**
 * Goal: a reader finds an article by words of either language and by keyboard alone, reads live
 * figures, and says whether it helped. Method: visitors on the real pages, beside the calls.
 */
import { expect } from '@playwright/test';
import type { CallNamed, DataOf } from '@glasshouse/protocol';
import { ARTICLE_NAMES } from '@glasshouse/protocol/help/articles';
import { nightly } from './nightly.ts';
import { expectAccessible, speak } from './page-models/accessible.ts';
import { test } from './shared-server.ts';

type Terms = DataOf<CallNamed<'funding/get-terms'>>;

const WORDS = {
  'en-US': {
    search: 'Search the help center',
    own: 'not credited',
    foreign: '充值没有到账',
    title: 'Deposit not credited',
    nothing: 'Nothing fits these words',
    topic: 'Withdrawals',
    ofTopic: 'Why is my withdrawal held?',
    question: 'Did this help?',
    yes: 'Yes',
    no: 'No',
    noted: 'Noted',
    what: 'What is this?',
    finance: 'How interest is worked out',
    missing: /There is no such article/,
    most: 'Most asked',
  },
  'zh-CN': {
    search: '搜索帮助中心',
    own: '没有到账',
    foreign: 'not credited',
    title: '充值未到账',
    nothing: '没有符合这些词的内容',
    topic: '提现',
    ofTopic: '提现为什么被暂停？',
    question: '这篇文章有帮助吗？',
    yes: '有',
    no: '没有',
    noted: '已记录',
    what: '这是什么？',
    finance: '利息怎么算',
    missing: /没有这篇文章/,
    most: '常见问题',
  },
} as const;

for (const language of ['en-US', 'zh-CN'] as const) {
  const words = WORDS[language];

  test(`R2.40 R14.5 the search goes by keyboard, in both languages, and says when nothing fits, ${language}`, async ({
    page,
    server,
  }) => {
    await speak(page, language);
    await page.goto(`${server.url}/pc/about/connect`);
    await expect(page.getByRole('heading', { name: words.most })).toBeVisible();
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: words.search });
    await expect(field).toBeFocused();
    for (const asked of [words.own, words.foreign]) {
      await field.fill(asked);
      await expect(page.getByRole('option').first()).toContainText(words.title);
    }
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/article=deposit-not-credited/);
    await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
    await page.goBack();
    await field.fill('zebra crossing');
    await expect(page.getByText(words.nothing)).toBeVisible();
    await field.press('Enter');
    await expect(page).toHaveURL(/q=zebra/);
    await expect(page.getByRole('main').getByText(words.nothing, { exact: true }).last()).toBeVisible();
    await expectAccessible(page);
  });

  test(
    `R2.40 R14.5 every article opens with its figures, without a violation, ${language}`,
    nightly('content.test.ts reads all of them, and the crawler opens them'),
    async ({ page, server }) => {
      await speak(page, language);
      for (const name of ARTICLE_NAMES) {
        await page.goto(`${server.url}/pc/about/connect?article=${name}`);
        await expect(page.getByText(words.question)).toBeVisible();
        await expect(page.locator('main .skeleton, aside .skeleton')).toHaveCount(0);
        await expect(page.getByRole('main')).not.toContainText('{{');
      }
      await expectAccessible(page);
    },
  );

  test(
    `R2.40 a topic lists its articles, and an article leads on from the page of a product, ${language}`,
    nightly('the crawler follows the links of both pages'),
    async ({ page, server }) => {
      await speak(page, language);
      await page.goto(`${server.url}/pc/about/connect`);
      await page.getByRole('heading', { level: 3, name: words.topic, exact: true }).getByRole('link').click();
      await expect(page).toHaveURL(/topic=withdrawals/);
      await page.getByRole('main').getByRole('link', { name: words.ofTopic }).click();
      await expect(page.getByRole('heading', { level: 1, name: words.ofTopic })).toBeVisible();
      await page.goto(`${server.url}/pc/finance/list`);
      await page.getByRole('link', { name: words.what }).click();
      await expect(page.getByRole('heading', { level: 1, name: words.finance })).toBeVisible();
      await page.goto(`${server.url}/pc/about/connect?article=no-such-article`);
      await expect(page.getByText(words.missing)).toBeVisible();
    },
  );

  test(
    `R2.40 a reader says whether an article helped, and may change it, ${language}`,
    nightly('help.test.ts shows the call'),
    async ({ page, server }) => {
      await speak(page, language);
      await page.goto(`${server.url}/pc/about/connect?article=break-even`);
      const asked = page.getByRole('region').filter({ hasText: words.question });
      const [yes, no] = [words.yes, words.no].map((name) => asked.getByRole('button', { name, exact: true }));
      await yes!.click();
      await expect(asked).toContainText(words.noted);
      await expect(yes!).toHaveAttribute('aria-pressed', 'true');
      await no!.click();
      await expect(no!).toHaveAttribute('aria-pressed', 'true');
      await expect(yes!).toHaveAttribute('aria-pressed', 'false');
    },
  );
}

test('R2.40 R10.6 the figures of an article are those in force', async ({ page, server }) => {
  const { list } = await server.call<Terms>('/bb/app/funding/getTerms');
  const usdt = list.find(({ currency, chain }) => currency === 'USDT' && chain === 'TRC20');
  await page.goto(`${server.url}/pc/about/connect?article=withdrawal-fees`);
  const text = `USDT on TRC20 costs ${usdt?.fee} USDT, with at least ${usdt?.minAmount} USDT at a time`;
  await expect(page.getByRole('main')).toContainText(text);
});
