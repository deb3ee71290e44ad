/**
 * Goal: further timeframes and the numbers of indicators are chosen and remembered, the book sums
 * up what an order would trade, and a label on the chart moves its order. Method: real Chromium
 * against a real server.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { chooseTimeframe } from './page-models/chart.ts';
import { field } from './page-models/desk.ts';
import { orderForm, ordersPanel, WORDS } from './page-models/site.ts';
import { expectToast } from './page-models/toasts.ts';
import { test } from './shared-server.ts';

test('R2.3 R2.17 a rare timeframe and the numbers of an indicator survive a reload', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/pc/trade`);
  const chart = page.getByRole('region', { name: 'Chart' });
  await chooseTimeframe(page, '1H', '60min');
  await chart.getByRole('button', { name: 'More timeframes' }).click();
  const candles = page.waitForResponse((reply) => reply.request().postData()?.includes('3day') === true);
  await chart.getByRole('menuitemradio', { name: '3D' }).click();
  const { data } = (await (await candles).json()) as { data: { id: number }[] };
  expect(data.length).toBeGreaterThan(100);
  await expect(chart.getByRole('group', { name: /3D/ })).toBeVisible();

  const numbers = page.getByRole('dialog', { name: 'MA: parameters' });
  await chart.getByRole('button', { name: 'Indicators' }).click();
  await chart.getByRole('menuitem', { name: 'MA: parameters' }).click();
  await numbers.getByLabel('Parameter 1').fill('0');
  await expect(numbers.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await numbers.getByLabel('Parameter 1').fill('5');
  await numbers.getByRole('button', { name: 'Apply' }).click();
  await expect(numbers).toHaveCount(0);
  await page.reload();
  await expect(chart.getByRole('button', { name: 'More timeframes: 3D' })).toBeVisible();
  await chart.getByRole('button', { name: 'Indicators' }).click();
  await chart.getByRole('menuitem', { name: 'MA: parameters' }).click();
  await expect(numbers.getByLabel('Parameter 1')).toHaveValue('5');
  await expect(numbers.getByLabel('Parameter 2')).toHaveValue('25');
});

test('R2.16 a row of the book says what an order down to it would trade', async ({ page, server }) => {
  await page.goto(`${server.url}/pc/trade`);
  for (const side of ['asks', 'bids'] as const) {
    const row = page
      .getByTestId(`book-${side}`)
      .locator('[data-price]')
      .nth(side === 'asks' ? 17 : 2);
    await expect(row).not.toHaveAttribute('data-price', '');
    await row.hover();
    await expect(page.getByRole('tooltip')).toContainText('Average price');
    await expect.poll(() => hintOf(row)).toEqual({ isSum: true, isBetween: true, rows: 3 });
  }
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

/**
 * Whether the hint's amount is the sum of the row, and its average between the best price and that
 * of the row. Both are read at one moment, because the book moves.
 */
const hintOf = (row: Locator) =>
  row.evaluate((element) => {
    const number = (text: string | null | undefined) =>
      Number(/[\d,.]+/.exec(text ?? '')?.[0].replaceAll(',', ''));
    const cells = (of: Element | undefined) =>
      [...(of?.querySelectorAll('[role=gridcell]') ?? [])].map((cell) => number(cell.textContent));
    const values = [...document.querySelectorAll('[role=tooltip] dd')].map((each) =>
      number(each.textContent),
    );
    const within = [...(element.parentElement?.children ?? [])].filter((each) =>
      each.classList.contains('bg-raised'),
    );
    const prices = within.map((each) => cells(each)[0] ?? 0);
    const [average = 0, amount] = values;
    return {
      isSum: amount === cells(element)[2],
      isBetween: average >= Math.min(...prices) && average <= Math.max(...prices),
      rows: within.length,
    };
  });

test('R2.16 R2.17 a label on the chart is dragged to another price, which is confirmed; Escape drops it', async ({
  page,
  server,
  beginAsNew,
}) => {
  const { session } = await beginAsNew();
  await page.goto(`${server.url}/pc/trade`);
  const price = field(orderForm(page, WORDS['en-US']), 'price');
  await expect(price).not.toHaveValue('');
  const low = (Number(await price.inputValue()) * 0.999).toFixed(2);
  const order = {
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    side: 'buy',
    type: 'limit',
    amount: '0.001',
    price: low,
  };
  await server.call('/bb/app/spot/placeOrder', order, session.token);
  const row = ordersPanel(page, WORDS['en-US']).locator('tbody tr').first();
  await expect(row).toContainText('0.001');
  const dialog = page.getByRole('dialog', { name: 'Change the price' });

  const [x, y] = await labelOn(page);
  await page.mouse.down();
  await page.mouse.move(x, y + 30, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(dialog).toHaveCount(0);

  await labelOn(page);
  await page.mouse.down();
  await page.mouse.move(x, y + 30, { steps: 5 });
  await page.mouse.up();
  await expect(dialog).toContainText(
    `Now${Number(low).toLocaleString('en-US', { minimumFractionDigits: 2 })} USDT`,
  );
  const next = /New([\d,.]+) USDT/.exec((await dialog.textContent()) ?? '')?.[1] ?? '';
  expect(Number(next.replaceAll(',', ''))).toBeLessThan(Number(low));
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expectToast(page, 'Order changed');
  await expect(row).toContainText(next);
});

/** Finds the label that can be dragged, and leaves the mouse on it. */
async function labelOn(page: Page): Promise<[x: number, y: number]> {
  const host = page.getByRole('group', { name: /candles$/ });
  const place: [number, number] = [0, 0];
  await expect(async () => {
    const box = await host.boundingBox();
    if (box === null) throw new Error('there is no chart');
    const x = box.x + box.width - 130;
    for (let y = box.y + 20; y < box.y + box.height - 20; y += 6) {
      await page.mouse.move(x, y);
      if ((await host.getAttribute('data-movable')) === null) continue;
      [place[0], place[1]] = [x, y];
      return;
    }
    throw new Error('no label can be dragged');
  }).toPass();
  return place;
}
