/**
 * Goal: forms of products say what they cannot take, keep the focus, and lead on where nothing is.
 * Method: real Chromium against a real server.
 */
import { expect } from '@playwright/test';
import { nightly } from './nightly.ts';
import { expectAccessible } from './page-models/accessible.ts';
import { LANGUAGES } from './page-models/people.ts';
import { test } from './shared-server.ts';

const WORDS = {
  'en-US': {
    amount: 'Principal',
    minus: 'Principal: an amount has no minus sign',
    decimals: 'Principal: at most 6 decimals',
    agree: /agree/i,
    buy: /^Buy/,
    lock: /^Lock 100/,
    noFund: 'There is no such fund',
    allFunds: 'All funds',
    week: '7D',
  },
  'zh-CN': {
    amount: '存入数量',
    minus: '存入数量：金额不能带负号',
    decimals: '存入数量：最多 6 位小数',
    agree: /同意/,
    buy: /^购买/,
    lock: /^锁定 100/,
    noFund: '没有这只基金',
    allFunds: '全部基金',
    week: '7 天',
  },
} as const;

for (const language of LANGUAGES) {
  const words = WORDS[language];

  test(`R5.9 R14.5 an amount field says of a minus and of further decimals what is wrong, and after a purchase it has the focus, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    await beginAsNew(language);
    await page.goto(`${server.url}/pc/finance/list`);
    const amount = page.locator('#finance-amount');
    await amount.fill('');
    await amount.pressSequentially('-');
    await expect(page.getByRole('alert').filter({ hasText: words.minus })).toBeVisible();
    await expect(amount).toHaveValue('-');
    await amount.press('Backspace');
    await amount.pressSequentially('100');
    await expect(page.getByText(words.minus)).toHaveCount(0);
    await amount.pressSequentially('.1234567');
    await expect(page.getByRole('alert').filter({ hasText: words.decimals })).toBeVisible();
    await expect(amount).toHaveValue('100.123456');
    await expectAccessible(page);
    await amount.fill('100');
    await expect(page.getByText(words.decimals)).toHaveCount(0);
    await page.getByRole('checkbox', { name: words.agree }).check();
    await page.getByRole('main').getByRole('button', { name: words.buy }).last().click();
    await page.getByRole('dialog').getByRole('button', { name: words.lock }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(amount).toBeFocused();
    await expect(amount).toHaveValue('');
  });

  test(
    `R2.8 R1.4 a fund that does not exist says so and leads to all funds; ranges are in the language, ${language}`,
    nightly('a detail of a page that fund.spec.ts opens'),
    async ({ page, server, beginAsNew }) => {
      await beginAsNew(language);
      await page.goto(`${server.url}/pc/fund/detail?fund=99`);
      await expect(page.getByText(words.noFund)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: words.allFunds }).click();
      await expect(page).toHaveURL(/\/fund\/list$/);
      await page.goto(`${server.url}/pc/fund/detail?fund=1`);
      await page.getByRole('button', { name: words.week, exact: true }).click();
      await expect(page).toHaveURL(/range=7D/);
    },
  );
}
