/**
 * Goal: anybody reads the public books and adds them up. Method: a visitor on the real page, in
 * both languages, beside the call.
 */
import { expect } from '@playwright/test';
import type { CallNamed, DataOf } from '@glasshouse/protocol';
import { test } from './shared-server.ts';

type Books = DataOf<CallNamed<'transparency/get-reserves'>>;

const WORDS = {
  'en-US': { link: 'Books', check: 'Check in this browser', right: /^\d+ coins add up to the unit$/ },
  'zh-CN': { link: '账本', check: '在此浏览器中核验', right: /^\d+ 个币种精确到最小单位相等$/ },
} as const;

for (const language of ['en-US', 'zh-CN'] as const)
  test(`R10.10 a visitor reads the books and checks them, ${language}`, async ({ page, server }) => {
    const words = WORDS[language];
    await page.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
    await page.goto(`${server.url}/pc/about/us`);
    await page.getByRole('link', { name: words.link, exact: true }).first().click();
    await expect(page).toHaveURL(/\/pc\/about\/us\?view=books$/);
    const { coins } = await server.call<Books>('/bb/app/transparency/reserves', {});
    for (const { currency } of coins)
      await expect(page.getByRole('cell', { name: currency, exact: true })).toBeVisible();
    await page.getByRole('button', { name: words.check }).click();
    await expect(page.getByText(words.right)).toBeVisible();
  });
