/**
 * Goal: who deposits by voucher hands it in, reads why it was rejected, hands it in again with what
 * the network shows, and sees it credited, without a reload. Method: real Chromium, and the
 * reviewers' real command.
 */
import { expect, type Page } from '@playwright/test';
import { beginAs } from './page-models/site.ts';
import { expectToast } from './page-models/toasts.ts';
import type { TestServer } from './server.ts';
import { test } from './shared-server.ts';

const WORDS = {
  'en-US': {
    way: 'By voucher',
    amount: 'Amount sent',
    remark: 'Remark',
    picture: 'Picture of the payment',
    submit: 'Submit for review',
    missing: 'Upload the voucher',
    noRemark: 'Fill in remarks',
    done: 'Voucher handed in',
    takeBack: 'Take it back',
    withdrawn: 'Taken back',
    rejected: 'The network shows another amount than you typed.',
    again: 'Hand in again with 40.00',
    finished: 'Credited to your exchange account.',
  },
  'zh-CN': {
    way: '凭证充值',
    amount: '付款数量',
    remark: '付款说明',
    picture: '付款截图',
    submit: '提交审核',
    missing: '请上传凭证',
    noRemark: '请填写付款说明',
    done: '凭证已提交',
    takeBack: '撤回',
    withdrawn: '已撤回',
    rejected: '网络上的实际数量与你填写的不一致。',
    again: '按 40.00 重新提交',
    finished: '已存入你的币币账户。',
  },
} as const;
const TXIDS = { 'en-US': 'ab'.repeat(32), 'zh-CN': 'cd'.repeat(32) } as const;

let server: TestServer;
test.beforeAll(({ server: shared }) => {
  server = shared;
});

const review = (...args: readonly string[]): Promise<string> => server.operate('vouchers', ...args);
const waiting = async (): Promise<string> => /^(\d+) /m.exec(await review('list'))?.[1] ?? '';
const cards = (page: Page) => page.getByRole('listitem').filter({ hasText: /(Voucher|凭证) \d/ });

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`R2.6 R4.4 R5.13 vouchers I2 a voucher is refused, handed in, taken back, rejected, credited and hidden, ${language}`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language];
    const email = `voucher-${language.toLowerCase()}@example.com`;
    const session = await server.register({ email, password: 'Lighthouse-7' });
    await beginAs(context, session, language);
    await page.goto(`${server.url}/pc/account/recharge`);
    await page.getByRole('button', { name: words.way }).click();
    await expect(page).toHaveURL(/by=voucher/);
    const submit = page.getByRole('button', { name: words.submit });
    await page.getByLabel(words.amount).fill('400');
    await submit.click();
    await expect(page.getByText(words.noRemark)).toBeVisible();
    await page.getByLabel(words.remark, { exact: true }).fill('11:58');
    await submit.click();
    await expect(page.getByText(words.missing)).toBeVisible();
    const picture = async () => {
      const buffer = await page.screenshot();
      await page.getByLabel(words.picture).setInputFiles({ name: 'paid.png', mimeType: 'image/png', buffer });
    };
    await picture();
    await submit.click();
    await expectToast(page, words.done);
    await expect(page.getByLabel(words.amount)).toHaveValue('');
    await page.getByRole('button', { name: words.takeBack }).click();
    await expect(page.getByText(words.withdrawn, { exact: true })).toBeVisible();

    await page.getByLabel(words.amount).fill('400');
    await page.getByLabel(words.remark, { exact: true }).fill('11:58');
    await picture();
    await submit.click();
    await expect(cards(page)).toHaveCount(2);
    const why = ['--rejection', 'amount-differs', '--seen', '40', '--reason', 'seen on a node'];
    await review('reject', await waiting(), '--by', 'Ann', ...why);
    await page.reload();
    await expect(page.getByText(words.rejected)).toBeVisible();
    await page.getByRole('button', { name: words.again }).click();
    await expect(page.getByLabel(words.amount)).toHaveValue('40');
    await picture();
    await submit.click();
    await expect(cards(page)).toHaveCount(3);
    const id = await waiting();
    for (const name of ['Ann', 'Bob'])
      await review('approve', id, '--by', name, '--txid', TXIDS[language], '--amount', '40');
    // The deposit is a row of the account, so nothing has to be reloaded.
    await expect(page.getByText(words.finished)).toBeVisible();

    // The flag of the specification: 0 hides what the user owns or has moved, on every page.
    await page.evaluate(() => localStorage.setItem('canSeeAsserts', '0'));
    await page.reload();
    await expect(cards(page).first()).toContainText('••••');
    for (const text of await cards(page).allInnerTexts()) expect(text).not.toMatch(/400?\.00/);
  });
}
