/**
 * Goal: what the ticket of a fund shows is what is booked, and both ways out say before what they
 * bring. Method: a user with play money on the real pages, in both languages, by mouse and
 * keyboard.
 */
import { expect } from '@playwright/test';
import { nightly } from './nightly.ts';
import { expectToast } from './page-models/toasts.ts';
import { test } from './shared-server.ts';

const TEXTS = {
  'en-US': {
    buy: /^Buy 1,000 units at 3×$/,
    buyNow: 'Buy at the next NAV',
    atNext: /^Executes at the next NAV/,
    bought: /units of Majors 5 bought at NAV \d/,
    enter: 'Enter units',
    empty: 'No holdings yet',
    liquidated: /^Liquidated at NAV/,
    sell: 'Sell',
    limit: 'At a limit',
    setLimit: 'Set limit sale',
    reached: 'The NAV is at this price or above it already',
    submitted: 'Submission Successful!',
    waits: /limit sale at 9\.0000 waits/,
    cancel: 'Cancel limit',
    cancelled: 'Limit sale cancelled',
    exit: 'Exit',
    exitNow: 'Exit at the next NAV',
    exited: /^Majors 5 ended at NAV \d.* USDT paid out$/,
    exitedTab: /^Exited at NAV 1$/,
    backed: 'The vehicle account holds coins for every unit of all funds',
  },
  'zh-CN': {
    buy: /^以 3 倍买入 1,000 份$/,
    buyNow: '按下一个净值买入',
    atNext: /^按下一个净值成交/,
    bought: /^已按净值 \d.*买入 1,000 份 主流五币/,
    enter: '请输入份额',
    empty: '暂无持仓',
    liquidated: /^净值 .* 时强平/,
    sell: '卖出',
    limit: '限价卖出',
    setLimit: '提交限价卖出',
    reached: '净值已达到该价格',
    submitted: '提交成功！',
    waits: /限价 9\.0000 卖出等待中/,
    cancel: '取消限价',
    cancelled: '限价卖出已取消',
    exit: '退出',
    exitNow: '按下一个净值退出',
    exited: /^主流五币 已按净值 \d.*结束，已支付 .* USDT$/,
    exitedTab: /^按净值退出 1$/,
    backed: '托管账户中的币足以支持所有基金的每一份',
  },
} as const;

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`R2.8 R4.6 fund I1 I4 a fund is bought, waits for a limit, and is exited, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    await beginAsNew(language);
    const texts = TEXTS[language];
    const press = (name: string | RegExp) =>
      page.getByRole('button', { name, exact: typeof name === 'string' }).click();
    await page.goto(`${server.url}/pc/fund/record`);
    await expect(page.getByText(texts.empty)).toBeVisible();
    await page.goto(`${server.url}/pc/fund/list`);
    await expect(page.getByText(texts.backed)).toBeVisible();
    await page.locator('a[href*="fund=1"]').click();
    const quantity = page.locator('[name=quantity]');
    await expect(page.getByText(texts.atNext)).toBeVisible();
    await quantity.press('Enter');
    await expect(page.getByText(texts.enter)).toBeVisible();
    await quantity.fill('1000');
    const leverage = page.locator('input[type=range]');
    await leverage.press('ArrowRight');
    await leverage.press('ArrowRight');
    await expect(page.getByText(texts.liquidated)).toBeVisible();
    await expect(page.getByText(texts.atNext)).toBeVisible();
    await press(texts.buy);
    await expect(page.getByRole('dialog').getByText(texts.liquidated)).toBeVisible();
    await press(texts.buyNow);
    await expectToast(page, texts.bought);

    await page.goto(`${server.url}/pc/fund/record`);
    await press(texts.sell);
    await press(texts.limit);
    await page.locator('[name=price]').fill('0.0001');
    await press(texts.setLimit);
    await expect(page.getByText(texts.reached)).toBeVisible();
    await page.locator('[name=price]').fill('9');
    await press(texts.setLimit);
    await expectToast(page, texts.submitted);
    await expect(page.getByText(texts.waits)).toBeVisible();
    await press(texts.cancel);
    await expectToast(page, texts.cancelled);
    await expect(page.getByText(texts.waits)).toBeHidden();
    await press(texts.exit);
    await press(texts.exitNow);
    await expectToast(page, texts.exited);
    await expect(page.getByRole('button', { name: texts.exitedTab })).toBeVisible();
  });
}

test(
  'R2.1 fund I1 a visitor sees the ticket and is asked to log in',
  nightly('pages.spec.ts sends visitors to log in'),
  async ({ page, server }) => {
    await page.goto(`${server.url}/pc/fund/detail?fund=4&range=7D`);
    await expect(page.getByRole('img', { name: /^NAV from/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Log in to buy' })).toBeVisible();
  },
);
