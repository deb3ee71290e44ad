/**
 * Goal: what the pages of finance and mining say before a purchase is what is paid after it; both
 * ways out of a miner do what the dialogs say. Method: a user with play money on the real pages, in
 * both languages, on a server of its own whose clock is moved to the end of a term.
 */
import { expect, test, type Page } from '@playwright/test';
import { beginAs } from './page-models/site.ts';
import { TestServer, type Session } from './server.ts';

const TEXTS = {
  'en-US': {
    buy: 'Buy',
    enter: 'Enter purchase quantity',
    agreement: 'finance agreement',
    agree: 'I agree',
    first: 'Read and accept the agreement first',
    low: 'The start amount is 100 USDT',
    lock: 'Lock 1,000 USDT',
    lockUp: /Early transfer out is not supported/,
    hosting: 'Hosting',
    completed: 'Completed',
    open: 'Details and postings',
    noWayOut: /neither you nor we can end it/,
    balanced: /postings/,
    lockMiner: 'Lock 2 LTC',
    early: 'Redeem early',
    earlyFor: 'Redeem early for 2 LTC',
    givenUp: 'What you give up',
    redeemedEarly: 'Redeemed early',
    redeem: 'Redeem 2.027',
    redeemAll: 'Redeem 2.027 LTC',
    redeemed: 'Redeemed',
  },
  'zh-CN': {
    buy: '购买',
    enter: '请输入购买数量',
    agreement: '理财协议',
    agree: '同意',
    first: '请先阅读并同意协议',
    low: '起购数量为 100 USDT',
    lock: '锁定 1,000 USDT',
    lockUp: /不支持提前转出/,
    hosting: '托管中',
    completed: '已完成',
    open: '详情与资金流水',
    noWayOut: /都不能终止/,
    balanced: /账目/,
    lockMiner: '锁定 2 LTC',
    early: '提前赎回',
    earlyFor: '提前赎回 2 LTC',
    givenUp: '你将放弃',
    redeemedEarly: '已提前赎回',
    redeem: '赎回 2.027',
    redeemAll: '赎回 2.027 LTC',
    redeemed: '已赎回',
  },
} as const;

interface Assets {
  readonly list: readonly { readonly currencyName: string; readonly availableCurrency: string }[];
}

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(() => server.stop());

let people = 0;
async function newPerson(): Promise<Session> {
  people += 1;
  return server.register({ email: `saver${people}@example.com`, password: 'Lighthouse-7' });
}

async function balanceOf(token: string, coin: string): Promise<number> {
  const { list } = await server.call<Assets>('/bb/app/wallet/getAssets', { account: 2 }, token);
  return Number(list.find((row) => row.currencyName === coin)?.availableCurrency);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, text: string) => page.locator('tbody tr').filter({ hasText: text });

for (const language of ['en-US', 'zh-CN'] as const) {
  const texts = TEXTS[language];
  test(`R2.8 R5.8 R9.2 finance I2 I3 a product pays what the page said, ${language}`, async ({
    page,
    context,
  }) => {
    const session = await newPerson();
    await beginAs(context, session, language);
    const before = await balanceOf(session.token, 'USDT');
    await page.goto(`${server.url}/pc/finance/list`);
    const amount = page.locator('[name=amount]');
    await amount.fill('99');
    await expect(page.getByText(texts.low)).toBeVisible();
    await amount.fill('1000');
    // 1,000 x 0.018% x 7 stands above the button, and so does the lock-up.
    await expect(page.getByText('+1.26', { exact: true })).toBeVisible();
    await expect(page.getByText(texts.lockUp)).toBeVisible();
    await button(page, texts.buy).click();
    await expect(page.getByRole('alert').filter({ hasText: texts.first })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await button(page, texts.agreement).click();
    await button(page, texts.agree).click();
    // While the dialog closes, keys are its own.
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button(page, texts.buy)).toBeEnabled();
    await amount.press('Enter');
    await button(page, texts.lock).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goto(`${server.url}/pc/finance/record`);
    const order = row(page, '1,001.26');
    await expect(order.getByText(texts.hosting, { exact: true })).toBeVisible();
    await order.getByRole('button', { name: texts.open }).click();
    await expect(page.getByText(texts.noWayOut)).toBeVisible();
    await expect(page.getByText('−1,000.00').first()).toBeVisible();
    expect(await balanceOf(session.token, 'USDT')).toBeCloseTo(before - 1000, 6);
    await server.operate('clock', 'forward', '7.1');
    await expect(row(page, '1,001.26').getByText(texts.completed, { exact: true })).toBeVisible();
    await expect.poll(() => balanceOf(session.token, 'USDT')).toBeCloseTo(before + 1.26, 6);
  });

  test(`R2.8 R4.6 mining I3 I4 both ways out of a miner, ${language}`, async ({ page, context }) => {
    const session = await newPerson();
    await beginAs(context, session, language);
    const before = await balanceOf(session.token, 'LTC');
    await page.goto(`${server.url}/pc/pool/list?offer=3`);
    await button(page, texts.buy).click();
    await expect(page.getByText(texts.enter)).toBeVisible();
    for (let miner = 0; miner < 2; miner++) {
      await page.locator('[name=amount]').fill('2');
      // The second press falls on the backdrop of the dialog that the first one has opened.
      await button(page, texts.buy).dblclick();
      await button(page, texts.lockMiner).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    await page.goto(`${server.url}/pc/pool/record`);
    await button(page, texts.early).first().click();
    await expect(page.getByText(texts.givenUp)).toBeVisible();
    await button(page, texts.earlyFor).click();
    await expect(page.getByText(texts.redeemedEarly, { exact: true })).toBeVisible();
    expect(await balanceOf(session.token, 'LTC')).toBeCloseTo(before - 2, 8);
    await server.operate('clock', 'forward', '30.1');
    await button(page, texts.redeem).click();
    await button(page, texts.redeemAll).click();
    await expect(page.locator('tbody').getByText(texts.redeemed, { exact: true })).toBeVisible();
    expect(await balanceOf(session.token, 'LTC')).toBeCloseTo(before + 0.027, 8);
  });
}
