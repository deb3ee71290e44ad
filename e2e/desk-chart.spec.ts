/**
 * Goal: a contract is seen in every chart, with its two ticks once it has ended; the chart has more
 * timeframes than the quotes page. Method: real Chromium against a real server, in both languages
 * and two widths.
 */
import { expect } from '@playwright/test';
import { nightly } from './nightly.ts';
import { chooseTimeframe, draw, drawn, editText } from './page-models/chart.ts';
import { expectToast } from './page-models/toasts.ts';
import { test } from './shared-server.ts';

const WORDS = {
  'en-US': {
    history: 'History',
    check: 'Check',
    opening: /^Opening tick [\d,]+$/,
    closing: /^Closing tick [\d,]+$/,
    back: 'Back to the newest ticks',
    chart: 'Chart',
  },
  'zh-CN': {
    history: '历史订单',
    check: '核验',
    opening: /^开仓记录 [\d,]+$/,
    closing: /^到期记录 [\d,]+$/,
    back: '返回最新价格',
    chart: '图表',
  },
} as const;

const ALERTS = {
  'en-US': {
    title: 'Price alerts',
    add: 'Add',
    enter: 'Enter a price other than the index price',
    none: 'No alerts yet.',
    remove: 'Remove the alert for BTC/USDT at 1.00',
    risen: /^BTC\/USDT has risen to 2\.00 \(tick [\d,]+\)$/,
  },
  'zh-CN': {
    title: '价格提醒',
    add: '添加',
    enter: '请输入与指数价不同的价格',
    none: '暂无提醒。',
    remove: '删除 BTC/USDT 在 1.00 的提醒',
    risen: /^BTC\/USDT 已涨至 2\.00（记录 [\d,]+）$/,
  },
} as const;

for (const [language, width] of [
  ['en-US', 1300],
  ['zh-CN', 1440],
] as const) {
  test(`R3.8 R2.17 a chosen contract shows its two ticks, ${language} ${width}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    const words = WORDS[language];
    await page.setViewportSize({ width, height: 900 });
    const { session } = await beginAsNew(language);
    const input = { openAmount: '20', baseCoin: 'BTC', quoteCoin: 'USDT', positionTime: 30, tradeType: 1 };
    await server.call('/contract/app/contract/createOrder', input, session.token);
    await page.goto(`${server.url}/pc/scontract`);
    const chart = page.getByRole('region', { name: words.chart });
    await expect(chart.getByText(words.opening)).toBeVisible();
    await chart.getByRole('button', { name: '4H' }).click();
    await expect(chart.getByRole('group', { name: /4H/ })).toBeVisible();
    await page.reload();
    await expect(chart.getByRole('button', { name: '4H' })).toHaveAttribute('aria-pressed', 'true');
    const check = page
      .getByRole('region', { name: words.history })
      .getByRole('button', { name: words.check });
    await check.click();
    await chart.getByRole('button').first().click();
    await expect(chart.getByText(words.opening)).toBeVisible();
    await expect(chart.getByText(words.closing)).toBeVisible();
    await page.reload();
    await expect(chart.getByText(words.closing)).toBeVisible();
    for (const each of [1300, 1440]) {
      await page.setViewportSize({ width: each, height: 900 });
      await expect(chart.getByText(words.opening)).toBeVisible();
      await expect(chart.getByText(words.closing)).toBeVisible();
    }
    await chart.getByRole('button', { name: words.back }).click();
    await expect(chart.getByText(words.closing)).toHaveCount(0);
  });
}

test(
  'R2.3 R2.17 older candles come when the reader scrolls back',
  nightly('desk.spec.ts opens the same chart'),
  async ({ page, server }) => {
    await page.goto(`${server.url}/pc/trade`);
    const chart = page.getByRole('region', { name: 'Chart' });
    await expect(chart.getByRole('group', { name: /1M candles$/ })).toBeVisible();
    const older = page.waitForRequest((request) => {
      const body = request.postData() ?? '';
      return request.url().endsWith('/huobi/getKline') && body.includes('endTime');
    });
    const box = await chart.getByRole('group', { name: /1M candles$/ }).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 150];
    await page.mouse.move(x, y);
    // Zooms out until the oldest known candle is in view.
    const wheel = async () => {
      await page.mouse.wheel(0, 600);
      await page.mouse.wheel(-1500, 0);
      return await Promise.race([older.then(() => true), page.evaluate(() => false)]);
    };
    await expect.poll(wheel).toBe(true);
    const reply = await (await older).response();
    expect(reply?.status()).toBe(200);
  },
);

for (const language of ['en-US', 'zh-CN'] as const)
  test(
    `R2.12 a price alert is set, told once by a tick, and gone, ${language}`,
    nightly('a detail of a page that desk.spec.ts opens'),
    async ({ page, server, beginAsNew }) => {
      await beginAsNew(language);
      await page.goto(`${server.url}/pc/trade`);
      const words = ALERTS[language];
      await page.getByRole('button', { name: words.title }).click();
      const dialog = page.getByRole('dialog');
      const price = dialog.locator('input[name=alertPrice]');
      await price.fill('0');
      await dialog.getByRole('button', { name: words.add }).click();
      await expect(dialog.getByText(words.enter)).toBeVisible();
      // Far below: it stays.
      await price.fill('1');
      await dialog.getByRole('button', { name: words.add }).click();
      await expect(dialog.getByText('≤ 1.00', { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.reload();
      await page.getByRole('button', { name: words.title }).click();
      await expect(dialog.getByText('≤ 1.00', { exact: true })).toBeVisible();
      await dialog.getByRole('button', { name: words.remove }).click();
      await expect(dialog.getByText(words.none)).toBeVisible();
      // An alert that the price has passed meanwhile is told by the next tick.
      await page.evaluate(() =>
        localStorage.setItem(
          'preference/price-alerts',
          JSON.stringify({
            list: [JSON.stringify({ symbol: 'btcusdt', pair: 'BTC/USDT', price: '2', isAbove: true })],
          }),
        ),
      );
      await page.reload();
      await expectToast(page, words.risen);
      const kept = await page.evaluate(() => localStorage.getItem('preference/price-alerts'));
      expect(JSON.parse(kept ?? '')).toEqual({ list: [] });
    },
  );

test(
  'R2.17 R3.13 a text on the chart is placed, changed, survives a reload, and is taken away',
  nightly('desk.spec.ts draws one too'),
  async ({ page, server }) => {
    await page.goto(`${server.url}/pc/trade`);
    // A day's candle hardly moves the axis, so the text stays in place.
    await chooseTimeframe(page, '1D', '1day');
    await draw(page, 'Text', 1);
    const typing = page.getByRole('textbox', { name: 'Text' });
    await typing.fill('Support');
    await typing.press('Enter');
    await expect.poll(() => drawn(page)).toEqual(['note Support']);
    await editText(page);
    await expect(typing).toHaveValue('Support');
    await typing.fill('Resistance');
    await typing.press('Enter');
    await expect.poll(() => drawn(page)).toEqual(['note Resistance']);
    await page.reload();
    await expect(page.getByRole('group', { name: /1D candles$/ })).toBeVisible();
    await editText(page);
    await expect(typing).toHaveValue('Resistance');
    await typing.press('Escape');
    expect(await drawn(page)).toEqual(['note Resistance']);
    await editText(page);
    await typing.fill('');
    await typing.press('Enter');
    await expect.poll(() => drawn(page)).toEqual([]);
    await page.reload();
    await expect(page.getByRole('group', { name: /1D candles$/ })).toBeVisible();
    expect(await drawn(page)).toEqual([]);
  },
);
