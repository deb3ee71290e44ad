/**
 * Goal: a phone is told that its site is not built, and may open the wide one all the same, which
 * it then keeps. Method: a browser that names itself a phone; the heads of pages by requests.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { devices, expect } from '@playwright/test';
import { test } from './shared-server.ts';

const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices['iPhone 15'];
const PHONE = { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch };

for (const [locale, title, onward] of [
  ['en-US', 'Trading needs a wider window', 'Open the wide site anyway'],
  ['zh-CN', '交易需要更宽的窗口', '仍然打开电脑版'],
] as const)
  test(`R1.2 R14.5 a phone reads the notice, opens the wide site and keeps it, ${locale}`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({ ...PHONE, locale });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(`${server.url}/pc/finance/list`);
    await expect(page).toHaveURL(/\/m\?to=/);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('#quotes li')).toHaveCount(4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    for (const theme of ['dark', 'light']) {
      await expect(page.locator('html')).toHaveClass(theme === 'dark' ? 'dark' : '');
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await page.locator('#theme').click();
    }
    await page.getByRole('link', { name: onward }).click();
    await expect(page).toHaveURL(`${server.url}/pc/finance/list`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${server.url}/pc/market`);
    await expect(page).toHaveURL(`${server.url}/pc/market`);
    expect(errors).toEqual([]);
    await context.close();
  });

test('R2.43 the map of the site names pages that answer, each with a head of its own', async ({ server }) => {
  const map = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(50);
  const titles = new Set<string>();
  for (const address of addresses) {
    const reply = await fetch(address.replaceAll('&amp;', '&'));
    expect(reply.status, address).toBe(200);
    const html = await reply.text();
    titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '');
    expect(html, address).toContain('property="og:image"');
  }
  expect(titles.size).toBe(addresses.length);
  const picture = await fetch(`${server.url}/pc/social.png`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await fetch(`${server.url}/pc/no-such-page`)).status).toBe(404);
});
