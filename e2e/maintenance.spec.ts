/**
 * Goal: during maintenance pages say until when, reading goes on, nothing that moves money begins,
 * and it ends without a reload; the page for a stop of the server says what a proxy can serve.
 * Method: the operator's command beside a real server, and real Chromium.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { nightly } from './nightly.ts';
import { expectAccessible } from './page-models/accessible.ts';
import { LANGUAGES } from './page-models/people.ts';
import { beginAs, confirmOrder, sendOrder, WORDS as TRADE } from './page-models/site.ts';
import { expectToast, test } from './page-models/toasts.ts';
import { TestServer } from './server.ts';

const PASSWORD = 'Lighthouse-7';
const WORDS = {
  'en-US': {
    bar: /^Maintenance until about \d{4}-\d\d-\d\d \d\d:\d\d/,
    refused: /^Maintenance until about .+ UTC/,
    paused: 'Maintenance',
    planned: /^Closed until\s*about \d\d:\d\d UTC$/,
    unplanned: /^The platform\s*does not answer$/,
    other: '简体中文',
  },
  'zh-CN': {
    bar: /^系统维护中，预计 \d{4}-\d\d-\d\d \d\d:\d\d 恢复/,
    refused: /^系统维护中，预计 .+ UTC/,
    paused: '维护中',
    planned: /^正在维护，\s*约 \d\d:\d\d UTC 恢复$/,
    unplanned: /^平台暂时\s*没有响应$/,
    other: 'English',
  },
} as const;

let server: TestServer;
let folder: string;
test.beforeAll(async () => {
  server = await TestServer.start();
  folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-page-'));
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const inMinutes = (minutes: number): string =>
  new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16) + 'Z';

for (const language of LANGUAGES) {
  const words = WORDS[language];

  test(`R14.30 R14.5 maintenance is told on every page without a reload, survives a kill, and ends, ${language}`, async ({
    page,
    context,
  }) => {
    const session = await server.register({ email: `closed-${language}@example.com`, password: PASSWORD });
    await beginAs(context, session, language);
    await page.goto(`${server.url}/pc/market`);
    const bar = page.getByRole('status').filter({ hasText: words.bar });
    await expect(page.getByRole('row').nth(3)).toBeVisible();
    await expect(bar).toHaveCount(0);
    await page.goto(`${server.url}/pc/trade`);
    const orders: string[] = [];
    await page.route('**/spot/placeOrder', async (route) => {
      orders.push(route.request().url());
      // It begins while an order is under way.
      await server.operate('maintenance', 'begin', '--until', inMinutes(20), '--by', 'ana');
      await route.continue();
    });
    await sendOrder(page, TRADE[language], { side: 'Sell', price: '90000', amount: '0.001' });
    await confirmOrder(page, TRADE[language]);
    await expectToast(page, words.refused);
    expect(orders, 'nothing is repeated into its end').toHaveLength(1);
    await expect(bar).toBeVisible();
    await expect(page.getByRole('button', { name: words.paused })).toBeDisabled();
    await expectAccessible(page);
    const transfer = server.call(
      '/contract/app/contract/transfer',
      { amount: '1', currency: 'USDT', type: 1 },
      session.token,
    );
    await expect(transfer).rejects.toThrow(/Maintenance until about .* UTC/);

    await server.kill();
    await server.start();
    await page.goto(`${server.url}/pc/trade`);
    await expect(bar).toBeVisible();
    await expect(page.getByTestId('book-asks').locator('[data-price]').last()).toHaveAttribute(
      'data-price',
      /\d/,
    );
    // The navigation of the home page lies above the content, but not above the bar.
    await page.goto(`${server.url}/pc/main`);
    await expect(bar).toBeVisible();
    const [bars, navigation] = [await bar.boundingBox(), await page.locator('header').first().boundingBox()];
    expect(bars?.y).toBeGreaterThanOrEqual((navigation?.y ?? 0) + (navigation?.height ?? 0));
    await server.operate('maintenance', 'end', '--by', 'ana');
    await expect(bar).toHaveCount(0);
    await server.call(
      '/contract/app/contract/transfer',
      { amount: '1', currency: 'USDT', type: 1 },
      session.token,
    );
  });

  test(
    `R14.30 R1.4 the page for a stop of the server: announced and not, with nothing to load, ${language}`,
    nightly('the page has no script, and is made by a unit test'),
    async ({ page, context }) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await context.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
      for (const [name, args, title] of [
        ['planned.html', ['--until', inMinutes(30)], words.planned],
        ['unplanned.html', [], words.unplanned],
      ] as const) {
        const file = path.join(folder, name);
        await server.operate('maintenance', 'page', '--out', file, ...args);
        await page.goto(pathToFileURL(file).href);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        await expect(page.getByRole('button', { name: words.other })).toBeVisible();
        await expectAccessible(page);
        expect(readFileSync(file, 'utf8')).not.toMatch(/https?:\/\//);
      }
      expect(requests.every((url) => url.startsWith('file:'))).toBe(true);
    },
  );
}
