/**
 * Goal: what is chosen is seen with colours of the system's own, red for up is a choice that holds
 * everywhere, and the order book needs no mouse. Method: computed styles and keys in real Chromium.
 */
import { expect, type Locator } from '@playwright/test';
import { expectAccessible } from './page-models/accessible.ts';
import { orderForm, WORDS } from './page-models/site.ts';
import { test } from './shared-server.ts';

const colourOf = (what: Locator, name = 'color') =>
  what.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

test('R14.5 with forced colours the chosen side, timeframe and layout, tabs and pages are seen', async ({
  page,
  server,
  beginAsNew,
}) => {
  await beginAsNew();
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [path, chosen] of [
    ['trade', ['Buy', '1M', 'Limit', 'Chart']],
    ['scontract?view=5M', ['5M', '30']],
  ] as const) {
    await page.goto(`${server.url}/pc/${path}`);
    for (const name of chosen) {
      const button = page.locator('[aria-pressed=true]').filter({ hasText: name }).first();
      const other = button.locator('xpath=../*[@aria-pressed="false"]').first();
      expect(await colourOf(button, 'background-color'), name).not.toBe(
        await colourOf(other, 'background-color'),
      );
    }
    const links = page.getByRole('navigation').first().getByRole('link');
    expect(await colourOf(links.and(page.locator('[aria-current=page]')), 'background-color')).not.toBe(
      await colourOf(links.and(page.locator(':not([aria-current])')).first(), 'background-color'),
    );
  }
});

test('R14.5 red for up turns prices, book, buttons and charts, not what went wrong, and stays', async ({
  page,
  server,
  beginAsNew,
}) => {
  await beginAsNew();
  await page.goto(`${server.url}/pc/trade`);
  const price = (side: string) => page.getByTestId(`book-${side}`).locator('[role=gridcell]').first();
  const buy = orderForm(page, WORDS['en-US']).locator('button[type=submit]');
  await expect(page.getByTestId('book-bids')).toContainText(/\d/);
  const green = await colourOf(price('bids'));
  const red = await colourOf(price('asks'));
  const buyGreen = await colourOf(buy, 'background-color');
  await page.getByRole('button', { name: 'Trading settings' }).click();
  await page.getByRole('switch', { name: 'Red for up, green for down' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  for (let visit = 0; visit < 2; visit++) {
    await expect.poll(() => colourOf(price('bids'))).toBe(red);
    expect(await colourOf(price('asks'))).toBe(green);
    expect(await colourOf(buy, 'background-color')).not.toBe(buyGreen);
    await page.reload();
    await expect(page.getByTestId('book-bids')).toContainText(/\d/);
  }
  await orderForm(page, WORDS['en-US']).locator('input[name=amount]').fill('');
  await buy.click();
  await expect.poll(() => colourOf(page.getByRole('alert').first())).toBe(red);
  await expectAccessible(page);
});

test('R14.5 R3.13 arrow keys choose a row of the book, and Enter takes the price that it shows', async ({
  page,
  server,
  beginAsNew,
}) => {
  await beginAsNew();
  await page.goto(`${server.url}/pc/trade`);
  const bids = page.getByRole('grid', { name: 'Bids' });
  await expect(bids).toContainText(/\d/);
  await expect(bids.getByRole('columnheader')).toHaveText(['Price', 'Amount', 'Total']);
  await bids.focus();
  const rows = bids.locator('[data-price]');
  await expect(rows.first()).toHaveAttribute('data-chosen');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(bids).toHaveAttribute('aria-activedescendant', (await rows.nth(2).getAttribute('id')) ?? '');
  // In one step, because the book moves.
  const shown = await rows.nth(2).evaluate((row) => {
    row
      .closest('[role=grid]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    return row.querySelector('[role=gridcell]')?.textContent;
  });
  await expect(orderForm(page, WORDS['en-US']).locator('input[name=price]')).toHaveValue(
    String(Number(shown?.replaceAll(',', ''))),
  );
  await page.keyboard.press('End');
  await expect(rows.last()).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(rows.and(page.locator('[data-chosen]'))).toHaveCount(0);
});
