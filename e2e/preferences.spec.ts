/**
 * Goal: what a user chose is with the account on every device, what a visitor chose is not lost at
 * the login, and nothing of it stays for the next user of the browser. Method: two browsers of one
 * user, real Chromium.
 */
import { expect, type Page } from '@playwright/test';
import { logIn, logOut } from './page-models/site.ts';
import { test } from './shared-server.ts';

const symbolsIn = (page: Page) =>
  page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('preference/favourites') ?? 'null') as unknown;
    return (kept as { symbols: string[] } | null)?.symbols.toSorted() ?? [];
  });

test('R2.16 a favourite and an alert of a visitor go to the account at the login, reach another device, and leave with the user', async ({
  page,
  browser,
  server,
  newPerson,
}) => {
  const person = await newPerson();
  const star = (on: Page, name: string) => on.getByRole('button', { name: `Favourite ${name}` }).click();
  await page.goto(`${server.url}/pc/market`);
  await star(page, 'BTC/USDT');
  await page.evaluate(() => {
    localStorage.setItem('up', 'red');
    const alert = { symbol: 'btcusdt', price: '1', isAbove: false };
    localStorage.setItem('preference/price-alerts', JSON.stringify({ list: [JSON.stringify(alert)] }));
  });
  await page.reload();
  await logIn(page, server, person);
  const other = await browser.newContext();
  const device = await other.newPage();
  await device.goto(`${server.url}/pc/market`);
  await star(device, 'ETH/USDT');
  await logIn(device, server, person);
  await device.goto(`${server.url}/pc/market`);
  await expect.poll(() => symbolsIn(device)).toEqual(['btcusdt', 'ethusdt']);
  // What the other device brought comes by the stream.
  await expect.poll(() => symbolsIn(page)).toEqual(['btcusdt', 'ethusdt']);
  await expect(device.locator('html')).toHaveClass(/red-up/);
  await star(device, 'BTC/USDT');
  await expect.poll(() => symbolsIn(page)).toEqual(['ethusdt']);
  await device.goto(`${server.url}/pc/trade`);
  await device.getByRole('button', { name: 'Price alerts' }).click();
  await expect(device.getByRole('dialog').getByText('≤ 1.00', { exact: true })).toBeVisible();
  await logOut(page, 'Log out');
  await expect.poll(() => symbolsIn(page)).toEqual([]);
  await expect(page.locator('html')).not.toHaveClass(/red-up/);
  await other.close();
});
