/**
 * Goal: whatever locks money asks for the fund password, also of a page that does not know of it
 * yet, and a refusal stays in its dialog. Method: a subscription and a fund with a loan, in real
 * Chromium.
 */
import { expect } from '@playwright/test';
import { setFundPassword } from './page-models/people.ts';
import { expectToast } from './page-models/toasts.ts';
import { test } from './shared-server.ts';

const PASSWORD = '135790';

test('R5.4 a subscription and a fund with a loan ask for a fund password, also one that is new', async ({
  page,
  server,
  beginAsNew,
}) => {
  const { session } = await beginAsNew();
  await page.goto(`${server.url}/pc/subscribe/detail?project=1`);
  await page.locator('[name=amount]').fill('100');
  await page.locator('[name=amount]').press('Enter');
  const dialog = page.getByRole('dialog');
  const cells = dialog.getByLabel('Fund password');
  const send = dialog.locator('button[type=submit]');
  await expect(send).toBeVisible();
  await expect(cells).toHaveCount(0);
  await setFundPassword(server, session, PASSWORD);
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('Enter fund password');
  await cells.fill('000000');
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('incorrect');
  await cells.fill(PASSWORD);
  await send.click();
  await expect(dialog).toHaveCount(0);

  await page.goto(`${server.url}/pc/fund/detail?fund=1`);
  await page.locator('[name=quantity]').fill('1000');
  await page.locator('input[type=range]').press('ArrowRight');
  await page.locator('[name=quantity]').press('Enter');
  await expect(cells).toBeVisible();
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('six digits');
  await cells.fill(PASSWORD);
  await send.click();
  await expect(dialog).toHaveCount(0);
  await expectToast(page, /units of Majors 5 bought at NAV \d/);
});
