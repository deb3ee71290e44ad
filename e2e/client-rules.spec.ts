/**
 * Goal: what the site keeps, repeats and says where a call or a file fails, as existing clients do.
 * Method: real Chromium against a real server, of which single replies are changed or held.
 */
import { expect, type Page } from '@playwright/test';
import { test } from './shared-server.ts';

const CHAT_ADDRESS = '**/paramter/getParamListByKeyName?paramName=customer_service_url';
const FEE_RATE = '**/paramter/getParamListByKeyName?paramName=contract_fee_rate';

const keptKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('User-'))
      .sort(),
  );

test('R2.18 R3.15 R3.16 six keys are kept; without an address the menu reads Log in / Register, without an avatar it shows the default image', async ({
  page,
  server,
  beginAsNew,
}) => {
  await page.route('**/user/info', async (route) => {
    const reply = await route.fetch();
    const { data, ...rest } = (await reply.json()) as { data: object };
    await route.fulfill({ response: reply, json: { ...rest, data: { ...data, email: '', purchase: 0 } } });
  });
  await beginAsNew();
  await page.goto(`${server.url}/pc/main`);
  const menu = page.getByRole('button', { name: 'Log in / Register' });
  await expect(menu).toBeVisible();
  await expect(menu.locator('img')).toHaveCount(0);
  await expect(menu.locator('svg').first()).toBeVisible();
  expect(await keptKeys(page)).toEqual([
    'User-Email',
    'User-Id',
    'User-Lang',
    'User-Login',
    'User-Purchase',
    'User-Token',
  ]);
  expect(await page.evaluate(() => localStorage.getItem('User-Purchase'))).toBe('0');
});

test('R8.9 where the address of the chat is refused, the message of the server is shown', async ({
  page,
  server,
}) => {
  await page.route(CHAT_ADDRESS, (route) =>
    route.fulfill({ json: { code: 1001, msg: 'The desk has moved' } }),
  );
  await page.goto(`${server.url}/pc/market`);
  await page.getByRole('button', { name: 'Customer service' }).click();
  const told = page.getByRole('region', { name: 'Customer service' }).getByRole('alert');
  await expect(told).toContainText('Please try again later');
  await expect(told).toContainText('The desk has moved');
});

test('R8.3 a page whose files hang is given up after 120 seconds in all, and says that it did not load', async ({
  page,
  server,
}) => {
  await page.clock.install();
  await page.goto(`${server.url}/pc/main`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.route('**/assets/**', () => {});
  await page.getByRole('link', { name: 'Finance' }).first().click();
  const now = (): Promise<number> => page.evaluate(() => Date.now());
  const clickedMs = await now();
  const told = page.getByRole('alert').filter({ hasText: 'This page did not load' });
  // In two steps, because the second time limit begins when the first has ended.
  await page.clock.runFor(115_500);
  await expect(told).toHaveCount(0);
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(told).toBeVisible({ timeout: 500 });
  }).toPass();
  // Not a second limit after the first one; slow machines add their own seconds.
  expect((await now()) - clickedMs).toBeLessThan(180_000);
});

test('R8.8 a navigation that another one replaces tells no error', async ({ page, server }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${server.url}/pc/main`);
  await page.route('**/assets/**', (route) => setTimeout(() => void route.continue(), 300));
  await page.getByRole('link', { name: 'Finance' }).first().click();
  await page.getByRole('link', { name: 'Mining' }).first().click();
  await page.getByRole('link', { name: 'Mining' }).first().click();
  await expect(page).toHaveURL(/\/pc\/pool\/list$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('R8.7 candles whose status is not ok are told as a failure', async ({ page, server }) => {
  await page.route(/getKline$/, (route) => route.fulfill({ json: { code: 1, status: 'error', data: [] } }));
  await page.goto(`${server.url}/pc/market`);
  await expect(page.getByRole('alert').filter({ hasText: 'did not load' }).first()).toBeVisible();
});

test('R4.12 R4.13 R4.15 the button of a contract waits for its reply, the records are read again, and an unset fee rate is 0', async ({
  page,
  server,
  beginAsNew,
}) => {
  await beginAsNew();
  await page.route(FEE_RATE, (route) => route.fulfill({ json: { code: 1001, msg: 'not set' } }));
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/contract/createOrder', async (route) => {
    await held;
    await route.fulfill({ json: { code: 1, msg: 'ok', data: { id: '1' } } });
  });
  await page.goto(`${server.url}/pc/scontract`);
  await expect(page.getByRole('main')).toContainText(/Fee 0(\.0+)?%/);
  const up = page.getByRole('button', { name: /^Up/ });
  await up.click();
  await expect(up).toHaveAttribute('aria-busy', 'true');
  const readAgain = page.waitForRequest(
    (request) =>
      request.url().endsWith('/contract/getContractRecord') &&
      request.postData()?.includes('entryStatus') === true,
  );
  answer?.();
  await readAgain;
  await expect(up).not.toHaveAttribute('aria-busy', 'true');
});

test('R4.16 a next page that fails leaves the list loading no more, and can be asked for again', async ({
  page,
  server,
  beginAsNew,
}) => {
  const { session } = await beginAsNew();
  for (let count = 0; count < 12; count++)
    await server.call('/contract/app/contract/transfer', { currency: 'USDT', amount: '1' }, session.token);
  const isNext = (text: string | null): boolean => /pageNo(":|=)2/.test(text ?? '');
  await page.route('**/app/**', (route) =>
    isNext(route.request().postData()) ? route.abort() : route.continue(),
  );
  await page.goto(`${server.url}/pc/account/trade?type=4`);
  const more = page.getByRole('button', { name: 'Load more' });
  const failed = page.waitForEvent('requestfailed', (request) => isNext(request.postData()));
  await more.click();
  await failed;
  await expect(more).toBeEnabled();
  await expect(more).not.toHaveAttribute('aria-busy', 'true');
  await page.unrouteAll();
  const next = page.waitForResponse((response) => isNext(response.request().postData()) && response.ok());
  await more.click();
  await next;
});
