/**
 * Goal: the order form keeps its button in place, tells errors at their field, and binds prices,
 * distances, sizes and slider; the pages keep tabs, filters and selections in their address.
 * Method: real Chromium against a real server, in both languages and two widths.
 */
import { expect, type Locator } from '@playwright/test';
import { nightly } from './nightly.ts';
import { DESK, field, fillOrder, type DeskOrder } from './page-models/desk.ts';
import { orderForm, ordersPanel, WORDS } from './page-models/site.ts';
import { expectToast } from './page-models/toasts.ts';
import { test } from './shared-server.ts';

const LOOKS = [
  ['en-US', 1300],
  ['en-US', 1440],
  ['zh-CN', 1300],
  ['zh-CN', 1440],
] as const;
const TYPES: readonly (DeskOrder['type'] | undefined)[] = [
  undefined,
  'market',
  'stop-limit',
  'stop-market',
  'trailing-stop',
  'tp-sl',
  'oco',
];

const RULES = { 'en-US': 'Order rules of BTC/USDT', 'zh-CN': 'BTC/USDT 下单规则' };
const LARGEST = { 'en-US': 'Take the largest amount', 'zh-CN': '使用最大数量' };

for (const [language, width] of LOOKS) {
  test(
    `R2.16 R5.9 the order form: one height, errors at their field, bound fields, ${language} ${width}`,
    nightly('a matter of looks'),
    async ({ page, server, beginAsNew }) => {
      const words = DESK[language];
      await page.setViewportSize({ width, height: 900 });
      await beginAsNew(language);
      await page.goto(`${server.url}/pc/trade`);
      const form = orderForm(page, WORDS[language]);
      await expect(field(form, 'price')).not.toHaveValue('');
      const submit = form.locator('button[type=submit]');
      const heights = new Set<number>();
      for (const side of ['Buy', 'Sell'] as const) {
        for (const type of TYPES) {
          await fillOrder(page, words, { side, ...(type && { type }), fields: {} });
          const box = await submit.boundingBox();
          heights.add(Math.round(box?.y ?? 0));
          expect(await overflow(form), `${side} ${type} fits`).toBe(0);
        }
      }
      expect([...heights]).toHaveLength(1);

      await fillOrder(page, words, { side: 'Sell', fields: { price: '90000' } });
      await form.getByTitle(LARGEST[language]).click();
      await expect(form.getByRole('slider')).toHaveValue('100');
      await form.getByRole('button', { name: RULES[language] }).click();
      const rules = page.getByRole('dialog', { name: RULES[language] });
      await expect(rules).toContainText('0.01 USDT / 0.00001 BTC');
      await page.keyboard.press('Escape');
      await expect(rules).toHaveCount(0);

      await fillOrder(page, words, { side: 'Sell', type: 'oco', fields: { triggerPrice: '' } });
      const profit = field(form, 'price');
      await field(form, 'priceDistance').fill('10');
      const above = Number(await profit.inputValue());
      await field(form, 'triggerPriceDistance').fill('10');
      const below = Number(await field(form, 'triggerPrice').inputValue());
      expect(above / below).toBeCloseTo(1.1 / 0.9, 2);
      // The whole distance can be read in its field.
      await field(form, 'priceDistance').fill('10.99');
      expect(await overflow(field(form, 'priceDistance'))).toBe(0);
      await profit.fill(String(above * 2));
      await expect
        .poll(async () => Number(await field(form, 'priceDistance').inputValue()))
        .toBeGreaterThan(100);
      await profit.fill('1');
      await submit.click();
      await expect(profit).toHaveAccessibleDescription(/\S/);
      const wrong = await form.getByRole('alert').boundingBox();
      const stop = await field(form, 'triggerPrice').boundingBox();
      expect(wrong?.y).toBeLessThan(stop?.y ?? 0);
    },
  );
}

test(
  'R2.16 on the smallest screen the order button and the head of a long price stay in view',
  nightly('a matter of looks'),
  async ({ page, server, beginAsNew }) => {
    await page.setViewportSize({ width: 1300, height: 720 });
    await beginAsNew();
    await page.goto(`${server.url}/pc/trade`);
    await page.getByText('Take profit / stop loss').click();
    await expect(page.getByRole('button', { name: 'Buy BTC' })).toBeInViewport({ ratio: 1 });
    await page.goto(`${server.url}/pc/scontract?base=SHIB&quote=USDT`);
    await expect(page.getByText(/^0\.00001/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Price alerts' })).toBeInViewport({ ratio: 1 });
  },
);

test(
  'R2.16 R10.6 keys step a price, the slider follows the amount, a market order says its result',
  nightly('a detail of a page that desk.spec.ts opens'),
  async ({ page, server, beginAsNew }) => {
    await beginAsNew();
    await page.goto(`${server.url}/pc/trade?side=sell`);
    const form = orderForm(page, WORDS['en-US']);
    const price = field(form, 'price');
    await price.fill('90000');
    await price.press('ArrowUp');
    await expect(price).toHaveValue('90000.01');
    await price.press('Shift+ArrowDown');
    await expect(price).toHaveValue('89999.91');
    await form.getByRole('button', { name: 'Best ask' }).click();
    await expect(price).not.toHaveValue('89999.91');
    const share = form.getByRole('slider');
    await share.fill('50');
    await expect(field(form, 'amount')).not.toHaveValue('');
    const half = Number(await field(form, 'amount').inputValue());
    await field(form, 'amount').fill(String(half / 2));
    await expect(share).toHaveValue('25');
    await form.getByRole('button', { name: 'Market', exact: true }).click();
    await expect(form.getByText('Average, expected').locator('..')).toContainText(/[\d,]+\.\d\d USDT/);
    await expect(form.getByText('Worst price').locator('..')).toContainText(/[\d,]+\.\d\d USDT/);
  },
);

test('R2.16 R10.6 an order is confirmed with its result; the button keeps the focus; one that is cancelled at once says so', async ({
  page,
  server,
  beginAsNew,
}) => {
  await beginAsNew();
  await page.goto(`${server.url}/pc/trade`);
  const words = DESK['en-US'];
  const form = await fillOrder(page, words, { side: 'Buy', fields: { price: '50000', amount: '0.001' } });
  await form.getByRole('combobox', { name: words.timeInForce }).selectOption('IOC');
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/spot/placeOrder', async (route) => {
    await held;
    await route.continue();
  });
  const submit = form.locator('button[type=submit]');
  await submit.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('You get').locator('..')).toContainText('0.000999');
  await expect(dialog.getByText('Fee, taker 0.10%').locator('..')).toContainText('0.000001');
  await dialog.getByRole('button', { name: words.confirm }).press('Enter');
  await expect(submit).toHaveAttribute('aria-busy', 'true');
  await expect(submit).toBeFocused();
  await submit.press('Enter');
  await expect(dialog, 'no second order').toHaveCount(0);
  answer?.();
  await expectToast(page, 'Rest cancelled: no match');
  await expect(submit).toBeFocused();

  // The second press of a double click reaches nothing behind the dialog that the first one closed.
  await fillOrder(page, words, { side: 'Buy', fields: { price: '50000', amount: '0.001' } });
  await submit.click();
  await page.evaluate(() => {
    const behind = Object.assign(document.createElement('button'), { id: 'behind' });
    behind.style.cssText = 'position:fixed;inset:0;z-index:999;opacity:0';
    behind.addEventListener('click', () => behind.setAttribute('data-pressed', ''));
    document.body.append(behind);
  });
  await dialog.getByRole('button', { name: words.confirm }).dblclick();
  await expectToast(page, 'Rest cancelled: no match');
  await expect(page.locator('#behind')).not.toHaveAttribute('data-pressed');
  await page.waitForTimeout(600);
  await page.locator('#behind').click();
  await expect(page.locator('#behind'), 'a later press does').toHaveAttribute('data-pressed');
});

test(
  'R2.16 R3.13 tabs, filters and selections are in the address; a market row opens its pair',
  nightly('records.spec.ts opens the same lists'),
  async ({ page, server, beginAsNew }) => {
    await beginAsNew();
    await page.goto(`${server.url}/pc/trade`);
    const form = orderForm(page, WORDS['en-US']);
    await form.getByRole('button', { name: 'Sell', exact: true }).click();
    await form.getByRole('button', { name: 'Market', exact: true }).click();
    await page.getByRole('button', { name: 'Trade history' }).click();
    await page.getByRole('checkbox', { name: 'Hide other pairs' }).check();
    await expect(page).toHaveURL(/side=sell&type=market&orders=fills&pairs=one/);
    await page.reload();
    await expect(form.getByRole('button', { name: 'Sell', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(form.getByRole('button', { name: 'Market', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(page.getByRole('button', { name: 'Trade history' })).toHaveAttribute('aria-pressed', 'true');

    await page.goto(`${server.url}/pc/account/trade?type=4`);
    await page.getByRole('button', { name: 'Trade history' }).click();
    const filters = page.getByRole('group', { name: 'Filters' });
    await filters.getByLabel('Pair').selectOption('BTC/USDT');
    await filters.getByLabel('From').fill('2100-01-01');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Trade history' })).toHaveAttribute('aria-pressed', 'true');
    await expect(filters.getByLabel('Pair')).toHaveValue('BTC-USDT');
    await expect(filters.getByLabel('From')).toHaveValue('2100-01-01');
    await expect(page.getByText('No record fits these filters')).toBeVisible();
    await filters.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(`${server.url}/pc/account/trade?type=4&tab=fills`);

    await page.goto(`${server.url}/pc/setting/message`);
    const kind = page.getByRole('combobox', { name: 'Kind' });
    await kind.selectOption('Notices');
    await page.getByRole('checkbox', { name: 'Unread only' }).check();
    await page.getByRole('button', { name: /Welcome to Glasshouse/ }).click();
    await expect(page).toHaveURL(/kind=notice&unread=only&id=\d+/);
    await page.reload();
    await expect(kind).toHaveValue('notice');
    await expect(page.getByRole('checkbox', { name: 'Unread only' })).toBeChecked();

    await page.goto(`${server.url}/pc/market`);
    await page.getByRole('button', { name: 'BTC', exact: true }).click();
    await expect(page).toHaveURL(/coin=BTC/);
    await page.reload();
    await expect(page.getByRole('button', { name: 'BTC', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    const row = page.getByRole('row', { name: /ETH\s*\/BTC/ });
    await row.click();
    await expect(page).toHaveURL(/pair=ethbtc/);
    await row.dblclick();
    await expect(page).toHaveURL(/\/trade\?base=ETH&quote=BTC/);
  },
);

const overflow = (form: Locator): Promise<number> =>
  form.evaluate((element) => Math.max(0, element.scrollWidth - element.clientWidth));

for (const language of ['en-US', 'zh-CN'] as const)
  test(`R11.4 a trader adds exits and an end to an order, and sees what waits, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    const words = DESK[language];
    await page.setViewportSize({ width: 1440, height: 900 });
    await beginAsNew(language);
    await page.goto(`${server.url}/pc/trade`);
    const form = orderForm(page, WORDS[language]);
    await expect(field(form, 'price')).not.toHaveValue('');
    const market = Number(await field(form, 'price').inputValue());
    const at = (ratio: number): string => (market * ratio).toFixed(2);
    await form.getByRole('checkbox', { name: words.exits }).check();
    await fillOrder(page, words, { side: 'Buy', fields: { price: at(0.8), amount: '0.001' } });
    await form.locator('button[type=submit]').click();
    await expect(form.getByText(words.enterExit)).toBeVisible();
    await field(form, 'stopLossPrice').fill(at(0.7));
    // The distance from the price of the order sets the price, and the reverse.
    await field(form, 'takeProfitPriceDistance').fill('10');
    await expect(field(form, 'takeProfitPrice')).toHaveValue(/^\d+\.?\d*$/);
    const profit = Number(await field(form, 'takeProfitPrice').inputValue());
    expect(Math.abs(profit / (market * 0.8) - 1.1)).toBeLessThan(0.001);
    await form.getByRole('combobox', { name: words.timeInForce }).selectOption({ label: words.anHour });
    await form.getByRole('combobox', { name: words.visible }).selectOption('2');
    await form.locator('button[type=submit]').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(words.anHour)).toBeVisible();
    await dialog.getByRole('button', { name: words.confirm }).click();
    // The book has rows too.
    const orders = ordersPanel(page, WORDS[language]);
    const row = orders.getByRole('row').filter({ hasText: '0.001' }).first();
    await expect(row).toContainText(language === 'en-US' ? 'SL' : '止损');
    await expect(row).toContainText(language === 'en-US' ? 'TP' : '止盈');
    await expect(row).toContainText(language === 'en-US' ? 'until' : '有效至');
    await expect(row).toContainText(language === 'en-US' ? 'shows 0.0005' : '显示 0.0005');
  });
