/**
 * Goal: what the pages of subscriptions say before the close comes after it, a subscription can be
 * cancelled until then, the reader's browser works the list out again, and the coin trades. Method:
 * a user with play money on the real pages, in both languages, each with a project of its own, on a
 * server whose clock is moved past the listing.
 */
import { expect, test, type Page } from '@playwright/test';
import { nightly } from './nightly.ts';
import { beginAs } from './page-models/site.ts';
import { TestServer, type Session } from './server.ts';

const TEXTS = {
  'en-US': {
    project: 3,
    pair: 'AUR/USDT',
    name: 'Subscribe',
    enter: 'Enter subscription amount',
    low: 'One person pays in at least 20 USDT',
    logIn: 'Log in to subscribe',
    freeze: 'Subscribe and freeze 1,000 USDT',
    unknown: /not known before the close/,
    open: 'Open',
    cancel: 'Cancel',
    cancelAll: 'Cancel and free 1,000 USDT',
    cancelled: 'Cancelled by you',
    distributed: 'Distributed',
    check: 'Check',
    holds: 'Holds',
    trade: 'Trade AUR/USDT',
    notYet: 'Not open yet',
    days: '0.05',
  },
  'zh-CN': {
    project: 1,
    pair: 'HELIO/USDT',
    name: '认购',
    enter: '请输入认购金额',
    low: '每人至少认购 50 USDT',
    logIn: '登录后认购',
    freeze: '认购并冻结 1,000 USDT',
    unknown: /截止前总额未知/,
    open: '认购中',
    cancel: '取消',
    cancelAll: '取消并解冻 1,000 USDT',
    cancelled: '你已取消',
    distributed: '已分发',
    check: '核验',
    holds: '核验无误',
    trade: '交易 HELIO/USDT',
    notYet: '尚未开放',
    days: '7.1',
  },
} as const;

interface Assets {
  readonly list: readonly {
    readonly currencyName: string;
    readonly availableCurrency: string;
    readonly frozenCurrency: string;
  }[];
}

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(() => server.stop());

async function usdtOf({ token }: Session): Promise<readonly [available: number, frozen: number]> {
  const { list } = await server.call<Assets>('/bb/app/wallet/getAssets', { account: 2 }, token);
  const usdt = list.find((row) => row.currencyName === 'USDT');
  return [Number(usdt?.availableCurrency), Number(usdt?.frozenCurrency)];
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tag = (page: Page, text: string) => page.locator('tbody').getByText(text, { exact: true });

for (const language of ['en-US', 'zh-CN'] as const) {
  const texts = TEXTS[language];
  const detail = `/pc/subscribe/detail?project=${texts.project}`;
  test(
    `R2.1 R2.8 a visitor sees projects, and what an amount would bring, ${language}`,
    nightly('the crawler opens the pages, quote.test.ts shows the amounts'),
    async ({ page, context }) => {
      await context.addInitScript((text) => localStorage.setItem('User-Lang', text), language);
      await page.goto(`${server.url}/pc/subscribe`);
      await expect(page).toHaveURL(/\/subscribe\/list$/);
      await expect(page.getByText('Tidewater')).toBeVisible();
      await page.goto(server.url + detail);
      await page.locator('[name=amount]').fill('1');
      await expect(page.getByText(texts.low)).toBeVisible();
      await expect(page.getByText(texts.unknown)).toBeVisible();
      await expect(page.getByRole('link', { name: texts.logIn })).toBeVisible();
      await page.goto(`${server.url}/pc/subscribe/preview?project=2`);
      await expect(button(page, texts.notYet)).toBeDisabled();
    },
  );

  test(`R2.8 R9.3 subscription I2 I5 I6 I10 coins come as the pages say, ${language}`, async ({
    page,
    context,
  }) => {
    const email = `subscriber-${texts.project}@example.com`;
    const session = await server.register({ email, password: 'Lighthouse-7' });
    await beginAs(context, session, language);
    const [before] = await usdtOf(session);
    const subscribe = async (): Promise<void> => {
      await page.goto(server.url + detail);
      await button(page, texts.name).click();
      await expect(page.getByText(texts.enter)).toBeVisible();
      await page.locator('[name=amount]').fill('1000');
      await expect(button(page, texts.freeze)).toBeVisible();
      await page.locator('[name=amount]').press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: texts.freeze }).click();
      await expect(dialog).toBeHidden();
      expect(await usdtOf(session)).toEqual([before - 1000, 1000]);
    };
    await subscribe();
    await page.goto(`${server.url}/pc/subscribe/record`);
    await expect(tag(page, texts.open)).toBeVisible();
    const hide = (flag: string) => page.evaluate((to) => localStorage.setItem('canSeeAsserts', to), flag);
    for (const path of ['/pc/subscribe/record', detail]) {
      await hide('0');
      await page.goto(server.url + path);
      await expect(page.getByText('••••').first()).toBeVisible();
      await expect(page.getByRole('main')).not.toContainText(/(?<!of it |其中 )1,000(?![,\d])/);
    }
    await hide('1');
    await page.goto(`${server.url}/pc/subscribe/record`);
    await page.locator('tbody').getByRole('button', { name: texts.cancel, exact: true }).click();
    await button(page, texts.cancelAll).click();
    await expect(tag(page, texts.cancelled)).toBeVisible();
    expect(await usdtOf(session)).toEqual([before, 0]);
    await subscribe();
    await page.goto(`${server.url}/pc/subscribe/record`);
    await server.operate('clock', 'forward', texts.days);
    await expect(tag(page, texts.distributed)).toBeVisible();
    await page.locator('tbody').getByRole('button', { name: texts.check, exact: true }).click();
    await expect(page.getByRole('dialog').getByText(texts.holds, { exact: true })).toBeVisible();
    await page.goto(server.url + detail);
    await page.getByRole('link', { name: texts.trade }).click();
    await expect(page).toHaveURL(/\/trade\?base=/);
    await expect(page.getByText(texts.pair, { exact: true }).first()).toBeVisible();
    const [, frozen] = await usdtOf(session);
    expect(frozen).toBe(0);
  });
}
