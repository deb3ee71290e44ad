/**
 * Goal: an auditor reads on the screen that every coin balances, what products earned, and any
 * statement, and takes a file of it; nobody can type anything in. Method: real Chromium; axe.
 */
import { expect, test } from '@playwright/test';
import { expectGoodPractice } from './page-models/accessible.ts';
import { openOffice } from './page-models/office.ts';
import { TestServer } from './server.ts';

const WORDS = {
  'en-US': {
    sum: 'Sum',
    balances: 'balances',
    treasury: 'Treasury',
    results: 'Results',
    from: 'From',
    account: 'Account',
    show: 'Show',
    unknown: /not found/i,
    capital: 'House capital',
  },
  'zh-CN': {
    sum: '合计',
    balances: '平衡',
    treasury: '金库',
    results: '损益',
    from: '从',
    account: '账户',
    show: '查看',
    unknown: /不存在|未找到|没有/,
    capital: '平台资本',
  },
} as const;

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => {
  await server.stop();
});

for (const language of ['en-US', 'zh-CN'] as const)
  test(`R10.10 R11.2 wallet I8 an auditor reads the books and takes a file of a statement, ${language}`, async ({
    browser,
  }) => {
    const words = WORDS[language];
    const operator = `ledger-${language.slice(0, 2)}`;
    const page = await openOffice(browser, server, { operator, language, role: 'auditor' });
    await page.goto(`${server.url}/operator/ledger`);
    const sum = page.getByRole('row').filter({ hasText: words.sum });
    await expect(sum).toContainText(words.balances);
    await expect(sum).toContainText('0.00');
    for (const coin of ['BTC', 'ETH']) {
      await page.getByRole('button', { name: coin, exact: true }).click();
      await expect(sum).toContainText(words.balances);
    }
    await expectGoodPractice(page);

    await page.getByRole('button', { name: 'USDT', exact: true }).click();
    await page.getByRole('button', { name: words.treasury, exact: true }).click();
    await expect(page.getByRole('row').filter({ hasText: words.capital }).first()).toBeVisible();
    await expectGoodPractice(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^account-treasury_.*\.csv$/);

    await page.getByLabel(words.account, { exact: true }).fill('nobody');
    await page.getByRole('button', { name: words.show, exact: true }).click();
    await expect(page.getByText(words.unknown).first()).toBeVisible();

    await page.getByRole('button', { name: words.results, exact: true }).click();
    await page.getByLabel(words.from, { exact: true }).fill('2026-11-01');
    await page.getByLabel(words.from, { exact: true }).press('Enter');
    await expect(page).toHaveURL(/from=2026-11-01/);
    await expectGoodPractice(page);
  });
