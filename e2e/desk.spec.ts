/**
 * Goal: every control of the trading desk. Each order type is placed, shown in tables, book and
 * balances, changed and cancelled; the chart and its drawings, the book, favourites and layout are
 * remembered; keys and confirmations can be switched off. Method: real Chromium against one real
 * server, in both languages; prices are taken from the running market.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { nightly } from './nightly.ts';
import { chooseTimeframe, draw, drawn } from './page-models/chart.ts';
import {
  amendRow,
  DESK,
  field,
  fillOrder,
  orderRow,
  place,
  type DeskLanguage,
  type DeskOrder,
} from './page-models/desk.ts';
import { beginAs, orderForm, ordersPanel, WORDS } from './page-models/site.ts';
import { expectToast } from './page-models/toasts.ts';
import type { Session, TestServer } from './server.ts';
import { test } from './shared-server.ts';

const PASSWORD = 'Lighthouse-7';
const PAIR = { baseCoin: 'BTC', quoteCoin: 'USDT' };

let server: TestServer;
let people = 0;
test.beforeAll(({ server: shared }) => {
  server = shared;
});

async function newPerson(): Promise<Session> {
  people += 1;
  return server.register({ email: `desk${people}@example.com`, password: PASSWORD });
}

/** A new market has no deal yet. */
async function lastPrice(): Promise<number> {
  let price: number | undefined;
  await expect
    .poll(async () => {
      const deals = await server.call<{ price: number }[]>('/bb/app/huobi/getMarketTrade', {
        symbol: 'btcusdt',
      });
      return (price = deals[0]?.price);
    })
    .toBeGreaterThan(0);
  return price ?? 0;
}

/** A price at a ratio of the last one, as typed and as shown in a table. */
async function priceAt(ratio: number): Promise<{ typed: string; shown: string }> {
  const price = (await lastPrice()) * ratio;
  const shown = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, roundingMode: 'trunc' });
  return { typed: price.toFixed(2), shown: shown.format(Number(price.toFixed(2))) };
}

async function frozen(session: Session, currency: string): Promise<string> {
  const { list } = await server.call<{ list: { currencyName: string; frozenCurrency: string }[] }>(
    '/bb/app/wallet/getAssets',
    { account: 2 },
    session.token,
  );
  return list.find(({ currencyName }) => currencyName === currency)?.frozenCurrency ?? '';
}

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`R2.4 R11.4 every order type is placed, seen, changed and cancelled, ${language}`, async ({
    page,
    context,
  }) => {
    const session = await newPerson();
    await beginAs(context, session, language);
    await page.goto(`${server.url}/pc/trade`);
    // The form opens with the last price.
    await expect(field(orderForm(page, WORDS[language]), 'price')).not.toHaveValue('');
    await placeEach(page, language);
    const words = DESK[language];
    const panel = ordersPanel(page, WORDS[language]);
    await expect(panel).toContainText(words.open(6));
    // 0.001 limit, 0.002 stop-limit, 0.003 trailing, and 0.004 of the pair, once: its legs share
    // the frozen units.
    expect(Number(await frozen(session, 'BTC'))).toBeCloseTo(0.01, 8);
    expect(Number(await frozen(session, 'USDT'))).toBeCloseTo(100, 6);

    const limit = orderRow(page, words, words.postOnly);
    await limit.getByRole('button', { name: words.change }).click();
    const changed = await priceAt(1.3);
    const row = panel.locator('tbody tr').filter({ has: page.getByRole('button', { name: words.save }) });
    await row.getByLabel(words.price).fill((await priceAt(3)).typed);
    await row.getByRole('button', { name: words.save }).click();
    await expect(panel.getByRole('alert')).toHaveText(words.outOfRange);
    await expect(panel.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await expect(row.getByLabel(words.price)).toHaveAttribute('aria-invalid', 'true');
    await row.getByLabel(words.price).fill(changed.typed);
    await expect(panel.getByRole('alert')).toHaveCount(0);
    await row.getByLabel(words.amount).fill('0.002');
    await row.getByRole('button', { name: words.save }).click();
    await expectToast(page, words.changed);
    await expect(orderRow(page, words, changed.shown, '0.002')).toBeVisible();
    await amendWaiting(page, words);

    // A pair ends with either leg.
    const leg = orderRow(page, words, 'OCO').first();
    await leg.getByRole('button', { name: words.cancel, exact: true }).click();
    await expect(panel).toContainText(words.open(4));
    await orderRow(page, words, words['trailing-stop']).getByRole('button', { name: words.cancel }).click();
    await expect(panel).toContainText(words.open(3));
    await panel.getByRole('button', { name: words.history }).click();
    await expect(orderRow(page, words, 'OCO')).toHaveCount(2);
    await expect(orderRow(page, words, words['trailing-stop'], words.cancelled)).toBeVisible();

    const balances = page.getByRole('region', { name: words.balances });
    const before = await balances.innerText();
    await place(page, words, { side: 'Buy', type: 'market', fields: { total: '50' } });
    await expect(orderRow(page, words, words.market, words.finished)).toContainText('100%');
    await panel.getByRole('button', { name: words.fills }).click();
    await expect(orderRow(page, words, words.taker)).toContainText('BTC');
    await expect.poll(() => balances.innerText()).not.toBe(before);
  });
}

/** What waits changes in its row, and no column moves. */
async function amendWaiting(page: Page, words: (typeof DESK)[DeskLanguage]): Promise<void> {
  const amend = (row: Locator, texts: Readonly<Record<string, string>>) =>
    amendRow(page, words, { row, texts });
  const [above, trigger, limit] = [await priceAt(1.21), await priceAt(0.91), await priceAt(0.9)];
  const single = orderRow(page, words, words['stop-limit']).filter({ hasNotText: 'OCO' });
  await amend(single, { triggerPrice: trigger.typed, price: limit.typed });
  await expect(single).toContainText(trigger.shown);
  await expect(single).toContainText(limit.shown);
  const trailing = orderRow(page, words, words['trailing-stop']);
  await amend(trailing, { trailPercent: '6' });
  await expect(trailing).toContainText('6%');
  const byTotal = orderRow(page, words, words['stop-market']);
  await amend(byTotal, { quoteAmount: '110' });
  await expect(byTotal).toContainText('110.00');
  const stopLeg = orderRow(page, words, 'OCO', words['stop-limit']);
  await amend(stopLeg, { triggerPrice: trigger.typed, stopPrice: limit.typed });
  await expect(stopLeg).toContainText(trigger.shown);
  const limitLeg = orderRow(page, words, 'OCO').filter({ hasNotText: words['stop-limit'] });
  await amend(limitLeg, { price: above.typed });
  await expect(limitLeg).toContainText(above.shown);
}

async function placeEach(page: Page, language: DeskLanguage): Promise<void> {
  const words = DESK[language];
  const high = await priceAt(1.2);
  await place(page, words, { side: 'Sell', fields: { price: high.typed, amount: '0.001' }, postOnly: true });
  await expect(orderRow(page, words, high.shown, words.postOnly)).toBeVisible();
  const trigger = await priceAt(0.9);
  const below = await priceAt(0.89);
  const fields = { triggerPrice: trigger.typed, price: below.typed, amount: '0.002' };
  await place(page, words, { side: 'Sell', type: 'stop-limit', fields });
  await expect(orderRow(page, words, words['stop-limit'], trigger.shown)).toContainText(below.shown);
  const trail = { trailPercent: '5', amount: '0.003' };
  await place(page, words, { side: 'Sell', type: 'trailing-stop', fields: trail });
  await expect(orderRow(page, words, words['trailing-stop'])).toContainText('5%');
  const above = await priceAt(1.1);
  const byTotal = { triggerPrice: above.typed, total: '100' };
  await place(page, words, { side: 'Buy', type: 'stop-market', fields: byTotal });
  await expect(orderRow(page, words, words['stop-market'])).toContainText('100.00');
  const pair = { price: high.typed, triggerPrice: trigger.typed, stopPrice: below.typed, amount: '0.004' };
  await place(page, words, { side: 'Sell', type: 'oco', fields: pair });
  await expect(orderRow(page, words, 'OCO')).toHaveCount(2);
}

for (const language of ['en-US', 'zh-CN'] as const) {
  test(
    `R5.9 every order type says in place what is wrong, and what lies below stays in view, ${language}`,
    nightly('pages.spec.ts shows errors of the form'),
    async ({ page, context }) => {
      const words = DESK[language];
      await page.setViewportSize({ width: 1300, height: 900 });
      await beginAs(context, await newPerson(), language);
      await page.goto(`${server.url}/pc/trade`);
      const form = orderForm(page, WORDS[language]);
      await expect(field(form, 'price')).not.toHaveValue('');
      const at = async (ratio: number) => (await priceAt(ratio)).typed;
      const amount = '0.002';
      const price = await at(3);
      const triggerPrice = await at(0.9);
      const cases: readonly (readonly [DeskOrder, string | RegExp])[] = [
        [{ side: 'Sell', fields: { price, amount } }, words.outOfRange],
        [{ side: 'Sell', type: 'market', fields: { amount: '0.00001' } }, words.belowMinimum],
        [{ side: 'Sell', type: 'stop-limit', fields: { triggerPrice, price, amount } }, words.outOfRange],
        [{ side: 'Sell', type: 'stop-market', fields: { triggerPrice: '', amount } }, words.enterTrigger],
        [{ side: 'Sell', type: 'trailing-stop', fields: { trailPercent: '60', amount } }, words.trailRange],
        [
          { side: 'Sell', type: 'oco', fields: { price: await at(1.2), triggerPrice: price, amount } },
          words.triggerBelow,
        ],
        [{ side: 'Sell', type: 'oco', fields: { triggerPrice, stopPrice: '1', amount } }, words.outOfRange],
      ];
      for (const [order, told] of cases) {
        await fillOrder(page, words, order);
        await form.locator('button[type=submit]').click();
        await expect(form.getByRole('alert')).toHaveText(told);
        await expect(form.locator('button[type=submit]')).toBeInViewport({ ratio: 1 });
        const balances = page.getByRole('region', { name: words.balances });
        await expect(balances.getByRole('link', { name: words.deposit })).toBeInViewport({ ratio: 1 });
        await expect(balances.getByRole('button', { name: words.transfer })).toBeInViewport({ ratio: 1 });
      }
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  );
}

test('R2.16 R3.13 the book: an own order is marked in its row, a press fills the form, layouts and groups are remembered', async ({
  page,
  context,
}) => {
  const session = await newPerson();
  await beginAs(context, session);
  await page.goto(`${server.url}/pc/trade`);
  const bids = page.getByTestId('book-bids');
  await expect(bids).toContainText(/\d/);
  const best = bids.locator('[data-price]').first();
  await notePress(bids);
  await best.click();
  const price = Number(await bids.getAttribute('data-pressed'));
  expect(price).toBeGreaterThan(0);
  const form = orderForm(page, WORDS['en-US']);
  await expect.poll(async () => Number(await field(form, 'price').inputValue())).toBe(price);
  await expect(bids.locator('[data-price]')).toHaveCount(20);
  await page.getByRole('combobox', { name: 'Price steps' }).selectOption('1000');
  await expect(bids.locator('[data-price]').first()).toHaveAttribute('data-price', /0\.00$/);
  // The server groups the whole book, so that every row is filled.
  await expect(bids.locator('[data-price$="0.00"]')).toHaveCount(20);
  const order = {
    ...PAIR,
    side: 'buy',
    type: 'limit',
    amount: '0.001',
    // So far away that nobody takes it; the steps are coarse enough to show it.
    price: (await priceAt(0.997)).typed,
  };
  await server.call('/bb/app/spot/placeOrder', order, session.token);
  await expect(bids.locator('[data-price] i[title="Your order"]:not([hidden])')).toHaveCount(1);
  // One beyond the rows takes no row, and is told at their end.
  const far = { ...order, price: (await priceAt(0.9)).typed };
  await server.call('/bb/app/spot/placeOrder', far, session.token);
  const beyond = page.getByRole('img', { name: 'Beyond these rows: 1 price of your orders' });
  await expect(beyond).toBeVisible();
  await expect(bids.locator('[data-price$="0.00"]')).toHaveCount(20);
  const deals = page.getByTestId('deals');
  const heightBefore = (await deals.boundingBox())?.height ?? 0;
  await page.getByRole('button', { name: 'Compact, 5 levels' }).click();
  // Trades get the room of the rows that are gone.
  await expect.poll(async () => (await deals.boundingBox())?.height ?? 0).toBeGreaterThan(2 * heightBefore);
  await page.getByRole('button', { name: 'Trade history' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Trade history' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('combobox', { name: 'Price steps' })).toHaveValue('1000');
  await expect(bids.locator('[data-price]')).toHaveCount(5);
  await expect(page.getByTestId('book-asks').locator('[data-price]')).toHaveCount(5);
});

/** Records the price of the pressed row, because the book moves while the pointer is on its way. */
function notePress(side: Locator): Promise<void> {
  return side.evaluate((element) =>
    element.addEventListener('click', ({ target }) => {
      const row = (target as Element).closest('[data-price]');
      element.setAttribute('data-pressed', row?.getAttribute('data-price') ?? '');
    }),
  );
}

test('R2.3 R2.17 R3.13 chart: timeframe, indicators, style and drawings survive a reload; depth; full screen', async ({
  page,
}) => {
  await page.goto(`${server.url}/pc/trade`);
  const chart = page.getByRole('region', { name: 'Chart' });
  await chooseTimeframe(page, '15M', '15min');
  await chart.getByRole('button', { name: 'Indicators' }).click();
  await chart.getByRole('menuitemcheckbox', { name: /^MACD/ }).click();
  await expect(chart.getByRole('menuitemcheckbox', { name: /^MACD/ })).toHaveAttribute(
    'aria-checked',
    'true',
  );
  await page.keyboard.press('Escape');
  await draw(page, 'Trend line');
  await draw(page, 'Measure');
  await draw(page, 'Text', 1);
  await page.getByRole('textbox', { name: 'Text' }).fill('Resistance');
  await page.keyboard.press('Enter');
  await expect.poll(() => drawn(page)).toEqual(['segment', 'measure', 'note Resistance']);
  await page.reload();
  await expect(chart.getByRole('button', { name: '15M' })).toHaveAttribute('aria-pressed', 'true');
  await chart.getByRole('button', { name: 'Indicators' }).click();
  await expect(chart.getByRole('menuitemcheckbox', { name: /^MACD/ })).toHaveAttribute(
    'aria-checked',
    'true',
  );
  await page.keyboard.press('Escape');
  expect(await drawn(page)).toEqual(['segment', 'measure', 'note Resistance']);
  await chart.getByRole('button', { name: 'Remove all drawings' }).click();
  expect(await drawn(page)).toEqual([]);
  await chart.getByRole('button', { name: 'Depth' }).click();
  await expect(chart.getByRole('img', { name: /depth of the order book/ })).toBeVisible();
  await chart.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.ariaLabel)).toBe('Chart');
  await chart.getByRole('button', { name: 'Leave full screen' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
});

test(
  'R2.16 the pair picker: search, arrows, favourites that survive a reload',
  nightly('a detail of a page that other tests open'),
  async ({ page }) => {
    await page.goto(`${server.url}/pc/trade`);
    await page.getByRole('region', { name: 'Ticker' }).waitFor();
    const picker = page.getByRole('dialog', { name: 'Choose a pair' });
    // Keys act once the page listens to them.
    await expect(async () => {
      await page.keyboard.press('/');
      await expect(picker.getByRole('combobox')).toBeFocused({ timeout: 2000 });
    }).toPass();
    await picker.getByRole('combobox').fill('doge');
    await expect(picker.getByRole('row')).toHaveCount(3);
    await picker.getByRole('button', { name: 'Favourite DOGE/USDT' }).click();
    await picker.getByRole('combobox').press('Enter');
    await expect(page).toHaveURL(/base=DOGE/);
    await page.reload();
    await page.getByRole('button', { name: /^DOGE\/USDT/ }).click();
    await picker.getByRole('button', { name: 'Favourites' }).click();
    await expect(picker.getByRole('row')).toHaveCount(1);
    await expect(picker.getByRole('row')).toContainText('DOGE');
  },
);

test('R2.3 R2.16 quotes: search, sort, quote coins, a favourite that survives a reload, a larger chart', async ({
  page,
}) => {
  await page.goto(`${server.url}/pc/market`);
  const pairs = page.getByRole('region', { name: 'Pairs' });
  const rows = pairs.locator('tbody tr');
  await pairs.getByRole('button', { name: 'Pair', exact: true }).click();
  await expect(rows.first()).toContainText('ADA');
  await pairs.getByRole('button', { name: 'ETH', exact: true }).click();
  await expect(rows).toHaveCount(3);
  await pairs.getByRole('searchbox').fill('eos');
  await expect(rows).toHaveCount(1);
  await pairs.getByRole('button', { name: 'Favourite EOS/ETH' }).click();
  await rows.first().click();
  const panel = page.getByRole('region', { name: 'EOS/ETH' });
  await panel.getByRole('button', { name: '1D' }).click();
  await expect(panel.getByRole('group', { name: 'EOS/ETH, 1D candles' })).toBeVisible();
  await page.reload();
  await pairs.getByRole('button', { name: 'Favourites' }).first().click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('EOS');
});

test(
  'R2.16 keys choose a side, questions and keys can be switched off',
  nightly('a detail of a page that other tests open'),
  async ({ page, context }) => {
    const session = await newPerson();
    await beginAs(context, session);
    await page.goto(`${server.url}/pc/trade`);
    const form = orderForm(page, WORDS['en-US']);
    await form.getByRole('link', { name: 'Deposit' }).click();
    await expect(page.getByRole('heading', { name: 'Deposit', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(form.locator('button[type=submit]')).toBeEnabled();
    await page.keyboard.press('s');
    await expect(form.getByRole('button', { name: 'Sell', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(field(form, 'amount')).toBeFocused();
    await form.getByRole('button', { name: 'Trading settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Trading settings' });
    await settings.getByRole('switch', { name: 'Limit orders' }).click();
    await settings.getByRole('switch', { name: 'Keyboard shortcuts' }).click();
    await settings.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await expect(form.locator('button[type=submit]')).toBeEnabled();
    await form.getByRole('button', { name: 'Buy', exact: true }).click();
    await page.keyboard.press('s');
    await expect(form.getByRole('button', { name: 'Buy', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await field(form, 'price').fill('70000');
    await field(form, 'amount').fill('0.001');
    await form.locator('button[type=submit]').click();
    await expectToast(page, 'Order has been placed');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);
