/**
 * Goal: an order is changed in its row without moving the table, and the panels of the desk are
 * resized by mouse and keys, remembered, and reset. Method: real Chromium against a real server, in
 * both languages and two widths.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { nightly } from './nightly.ts';
import { DESK, field } from './page-models/desk.ts';
import { orderForm, ordersPanel, WORDS } from './page-models/site.ts';
import { expectToast } from './page-models/toasts.ts';
import { test } from './shared-server.ts';

const LOOKS = [
  ['en-US', 1300],
  ['en-US', 1440],
  ['zh-CN', 1300],
  ['zh-CN', 1440],
] as const;

test(
  'R7.7 an order that is told before an older list arrives stays in the list',
  nightly('a rare order of replies'),
  async ({ page, server, beginAsNew }) => {
    const { session } = await beginAsNew();
    const held: (() => void)[] = [];
    let isReleased = false;
    let read = 0;
    await page.route(/\/spot\/getOrders$/, async (route) => {
      const older = await route.fetch();
      read += 1;
      if (!isReleased) await new Promise<void>((release) => held.push(release));
      await route.fulfill({ response: older }).catch(() => undefined);
    });
    let frames = '';
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => (frames += String(payload))),
    );
    await page.goto(`${server.url}/pc/trade`);
    const price = field(orderForm(page, WORDS['en-US']), 'price');
    await expect(price).not.toHaveValue('');
    await expect.poll(() => read).toBeGreaterThan(0);
    const low = (Number(await price.inputValue()) * 0.9).toFixed(2);
    const order = {
      baseCoin: 'BTC',
      quoteCoin: 'USDT',
      side: 'buy',
      type: 'limit',
      price: low,
      amount: '0.001',
    };
    let orders = 0;
    const place = async () => {
      const { id } = await server.call<{ id: string }>('/bb/app/spot/placeOrder', order, session.token);
      orders += 1;
      await page.waitForTimeout(500);
      return frames.includes(id);
    };
    // The first ones may come before the page listens.
    await expect.poll(place).toBe(true);
    isReleased = true;
    for (const release of held) release();
    await expect(ordersPanel(page, WORDS['en-US']).locator('tbody tr')).toHaveCount(orders);
  },
);

for (const [language, width] of LOOKS) {
  test(
    `R2.16 an order is changed in its row, and no column moves, ${language} ${width}`,
    nightly('desk.spec.ts changes orders of each type'),
    async ({ page, server, beginAsNew }) => {
      const words = DESK[language];
      await page.setViewportSize({ width, height: 900 });
      const { session } = await beginAsNew(language);
      await page.goto(`${server.url}/pc/trade`);
      const price = field(orderForm(page, WORDS[language]), 'price');
      await expect(price).not.toHaveValue('');
      const low = (Number(await price.inputValue()) * 0.9).toFixed(2);
      const order = { baseCoin: 'BTC', quoteCoin: 'USDT', side: 'buy', type: 'limit', amount: '0.001' };
      await server.call('/bb/app/spot/placeOrder', { ...order, price: low }, session.token);
      const panel = ordersPanel(page, WORDS[language]);
      const row = panel.locator('tbody tr').first();
      const change = row.getByRole('button', { name: words.change });
      await expect(change).toBeVisible();
      const before = await columnsOf(panel);
      await change.click();
      const amount = row.getByLabel(words.amount);
      await expect(row.getByLabel(words.price)).toBeFocused();
      expect(await columnsOf(panel)).toEqual(before);
      await amount.fill('0.0021');
      expect(await columnsOf(panel)).toEqual(before);
      // Escape leaves the order as it was.
      await amount.press('Escape');
      await expect(amount).toHaveCount(0);
      await expect(row).toContainText('0.001');
      await expect(change).toBeFocused();
      await change.click();
      await amount.fill('0.002');
      await amount.press('ArrowUp');
      await expect(amount).toHaveValue('0.00201');
      await amount.press('Enter');
      await expectToast(page, words.changed);
      await expect(row).toContainText('0.00201');
      expect(await columnsOf(panel)).toEqual(before);
    },
  );

  test(
    `R2.16 panels are resized by keys and mouse, remembered and reset, ${language} ${width}`,
    nightly('a detail of a page that desk.spec.ts opens'),
    async ({ page, server, beginAsNew }) => {
      await page.setViewportSize({ width, height: 900 });
      await beginAsNew(language);
      await page.goto(`${server.url}/pc/trade`);
      await expect(page.getByRole('separator')).toHaveCount(4);
      const [trades, book, form, orders] = (await page.getByRole('separator').all()) as [
        Locator,
        Locator,
        Locator,
        Locator,
      ];
      const initial = await measured(page);
      const panel = ordersPanel(page, WORDS[language]);
      const height = async () => Math.round((await panel.boundingBox())?.height ?? 0);
      expect(await height()).toBe(initial[3]);
      await trades.press('Shift+ArrowUp');
      await book.press('Shift+ArrowLeft');
      await pressWithinOneFrame(form, 'ArrowLeft', 2);
      await orders.press('ArrowDown');
      const [ofTrades = 0, first = 0, second = 0, third = 0] = initial;
      const moved = [ofTrades + 40, first + 40, second + 16, third - 8];
      await expect.poll(() => valuesOf(page)).toEqual(moved);
      expect(await height()).toBe(third - 8);
      const at = await orders.boundingBox();
      const [x, y] = [(at?.x ?? 0) + 100, (at?.y ?? 0) + 4];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y - 60, { steps: 5 });
      await page.mouse.up();
      await expect.poll(height).toBe(third + 52);
      await page.reload();
      await expect.poll(() => valuesOf(page)).toEqual([...moved.slice(0, 3), third + 52]);
      await orders.press('End');
      await expect.poll(height).toBe(450);
      // Nothing of the page lies beside or below the window.
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await orders.dblclick();
      await expect.poll(height).toBe(third);
      for (const edge of [trades, book, form]) await edge.press('Enter');
      await expect.poll(() => valuesOf(page)).toEqual(initial);
      await contractPanels(page, server.url);
    },
  );
}

/** The same on the page of seconds contracts, whose chart lies above its edge. */
async function contractPanels(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/pc/scontract`);
  await expect(page.getByRole('separator')).toHaveCount(3);
  // Each has a name, not the key of one.
  await expect(page.locator('[role=separator][aria-label*=panels]')).toHaveCount(0);
  const [chart, check, ticket] = (await page.getByRole('separator').all()) as [Locator, Locator, Locator];
  const initial = await measured(page);
  await chart.press('ArrowDown');
  await check.press('ArrowLeft');
  await ticket.press('Shift+ArrowLeft');
  const [ofChart = 0, ofCheck = 0, ofTicket = 0] = initial;
  await expect.poll(() => valuesOf(page)).toEqual([ofChart + 8, ofCheck + 8, ofTicket + 40]);
  const at = await chart.boundingBox();
  const [x, y] = [(at?.x ?? 0) + 100, (at?.y ?? 0) + 4];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 50, { steps: 5 });
  await page.mouse.up();
  await page.reload();
  await expect.poll(() => valuesOf(page)).toEqual([ofChart - 42, ofCheck + 8, ofTicket + 40]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  for (const edge of [chart, check, ticket]) await edge.press('Enter');
  await expect.poll(() => valuesOf(page)).toEqual(initial);
}

/** A key that is held while the page is slow. */
const pressWithinOneFrame = (edge: Locator, key: string, times: number): Promise<void> =>
  edge.evaluate(
    (target, press) => {
      for (let i = 0; i < press.times; i++)
        target.dispatchEvent(new KeyboardEvent('keydown', { key: press.key, bubbles: true }));
    },
    { key, times },
  );

/** The widths of the columns of the orders' table. */
const columnsOf = (panel: Locator): Promise<number[]> =>
  panel.locator('thead th').evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width));

/** The sizes once all are laid out. */
async function measured(page: Page): Promise<number[]> {
  await expect.poll(async () => Math.min(...(await valuesOf(page)))).toBeGreaterThan(0);
  return valuesOf(page);
}

const valuesOf = (page: Page): Promise<number[]> =>
  page.getByRole('separator').evaluateAll((edges) => edges.map((edge) => Number(edge.ariaValueNow)));
