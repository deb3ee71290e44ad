/**
 * Goal: the search in the head finds a pair, a page and an article by keyboard alone, in both
 * languages. Method: a visitor in real Chromium.
 */
import { expect } from '@playwright/test';
import { expectAccessible, speak } from './page-models/accessible.ts';
import { test } from './shared-server.ts';

const WORDS = {
  'en-US': {
    search: 'Search the site',
    field: 'Search',
    page: 'Quotes',
    article: 'not credited',
    product: 'Steady 7',
    kind: 'Product',
    own: 'Withdraw',
  },
  'zh-CN': {
    search: '搜索全站',
    field: '搜索',
    page: '行情',
    article: '没有到账',
    product: '稳健 7 天',
    kind: '产品',
    own: '提现',
  },
} as const;

for (const language of ['en-US', 'zh-CN'] as const) {
  const words = WORDS[language];

  test(`R2.11 R14.5 the search of the head opens pairs, pages and articles by keyboard, ${language}`, async ({
    page,
    server,
  }) => {
    await speak(page, language);
    const field = page.getByRole('combobox', { name: words.field });
    const options = page.getByRole('option');
    await page.goto(`${server.url}/pc/market`);
    await page.getByRole('button', { name: words.search }).click();
    await field.fill('eth usdt');
    await expect(options.first()).toContainText('ETH/USDT');
    await expectAccessible(page);
    await field.press('Enter');
    await expect(page).toHaveURL(/\/pc\/trade\?base=ETH/);
    await expect(field).toHaveCount(0);

    await page.goto(`${server.url}/pc/about/us`);
    await expect(page.getByRole('button', { name: words.search })).toBeVisible();
    await page.keyboard.press('Control+k');
    await field.fill(words.page);
    await expect(options.first()).toContainText(words.page);
    await field.press('Enter');
    await expect(page).toHaveURL(/\/pc\/market/);

    await page.keyboard.press('Control+k');
    await field.fill(words.product);
    await expect(options.filter({ hasText: words.product })).toContainText(words.kind);
    await field.fill(words.own);
    await expect(options.first()).toContainText(words.own);

    await field.fill(words.article);
    await expect(options.first()).toBeVisible();
    await field.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await field.press('ArrowUp');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/pc\/about\/connect\?article=/);
  });
}
