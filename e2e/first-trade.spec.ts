/**
 * Goal: a new user trades after few clicks. Method: real Chromium from the landing page to the
 * first fill, counting every click; typing is not counted.
 */
import { expect } from '@playwright/test';
import { fillCode, PEOPLE } from './page-models/people.ts';
import { orderForm, ordersPanel, WORDS } from './page-models/site.ts';
import { PASSWORD, test } from './shared-server.ts';

const CLICKS_MAX = 9;
const TRADED = { 'en-US': 'Trade history', 'zh-CN': '成交记录' };
const TRADE = { 'en-US': 'Coin trade', 'zh-CN': '币币交易' };
const MARKET = { 'en-US': 'Market', 'zh-CN': '市价' };

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`R2.4 R2.13 a new user reaches a first trade with at most 9 clicks, ${language}`, async ({
    page,
    context,
    server,
  }) => {
    const [words, desk] = [PEOPLE[language], WORDS[language]];
    const email = `first-${language.toLowerCase()}@example.com`;
    await context.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
    let clicks = 0;
    await page.exposeFunction('countClick', () => void (clicks += 1));
    await page.addInitScript(() =>
      document.addEventListener(
        'pointerdown',
        () => void (globalThis as never as Counting).countClick(),
        true,
      ),
    );
    await page.goto(`${server.url}/pc/`);
    await page.locator('header a[href$="/login/register"]').click();
    const form = page.locator('form');
    // The fields follow each other by Tab, so that none needs a click.
    await form.getByLabel(words.email, { exact: true }).fill(email);
    await fillCode(form, { server, words, email });
    await form.getByLabel(words.password, { exact: true }).fill(PASSWORD);
    await form.getByLabel(words.passwordAgain).fill(PASSWORD);
    await form.getByRole('checkbox').click();
    await form.getByRole('button', { name: words.createAccount }).click();
    // Whoever has registered is led to the assets; a click before would be overtaken by that.
    await page.waitForURL(/\/account\/assert/);
    await page.getByRole('link', { name: TRADE[language], exact: true }).first().click();
    const order = orderForm(page, desk);
    await order.getByRole('button', { name: MARKET[language], exact: true }).click();
    await order.locator('input[name=total]').fill('50');
    await order.locator('button[type=submit]').click();
    await page.getByRole('dialog').getByRole('button', { name: desk.confirm }).click();
    await expect(page.getByText(desk.placed)).toBeVisible();
    expect(clicks).toBeGreaterThan(0);
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
    const orders = ordersPanel(page, desk);
    await orders.getByRole('button', { name: TRADED[language] }).click();
    await expect(orders.locator('tbody tr').first()).toContainText('BTC/USDT');
  });
}

interface Counting {
  readonly countClick: () => Promise<void>;
}
