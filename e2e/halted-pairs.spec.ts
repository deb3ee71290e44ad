/**
 * Goal: customers see that a pair is halted, what they can still do, and when it ends, without a
 * reload. Method: the operator's command beside a real server, and real Chromium.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './page-models/accessible.ts';
import { LANGUAGES } from './page-models/people.ts';
import { beginAs, orderForm, ordersPanel, WORDS } from './page-models/site.ts';
import { expectToast, test } from './page-models/toasts.ts';
import { TestServer, type Session } from './server.ts';

const TEXTS = {
  'en-US': {
    halted: 'Until it resumes, orders can be neither placed nor cancelled',
    cancelOnly: 'Open orders can be cancelled',
    refused: 'Trading in this pair is halted',
    opens: /This pair opens on \d{4}-\d\d-\d\d \d\d:\d\d.*\d\d:\d\d:\d\d/,
    opensTag: /^Opens \d\d-\d\d \d\d:\d\d$/,
    delisting: /This pair will be delisted on \d{4}-\d\d-\d\d \d\d:\d\d/,
    tag: 'Halted',
    endingTag: 'Delisting',
    cancel: 'Cancel',
    cancelled: 'Cancelled',
    unknown: 'There is no such pair',
    history: 'Order history',
    ended: 'The pair was delisted',
  },
  'zh-CN': {
    halted: '恢复前不能下单或撤单',
    cancelOnly: '当前委托可以撤单',
    refused: '该交易对已暂停交易',
    opens: /该交易对将于 \d{4}-\d\d-\d\d \d\d:\d\d 开放交易.*\d\d:\d\d:\d\d/,
    opensTag: /^\d\d-\d\d \d\d:\d\d 开放$/,
    delisting: /该交易对将于 \d{4}-\d\d-\d\d \d\d:\d\d 下架/,
    tag: '暂停交易',
    endingTag: '即将下架',
    cancel: '撤单',
    cancelled: '已撤销',
    unknown: '没有这个交易对',
    history: '历史委托',
    ended: '交易对下架',
  },
} as const;
/** A page asks for the pairs every 15 seconds. */
const TOLD_MS = 40_000;

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => {
  await server.stop();
});
const operate = (...args: readonly string[]) => server.operate('markets', ...args, '--by', 'ada');

/** Delisting needs two people. */
async function delist(on: string): Promise<void> {
  await server.operateByTwo('markets', 'delist', 'ETH/BTC', '--on', on, '--by', 'ada');
}

/** An order that rests a fifth below the last price. */
async function bid({ token }: Session): Promise<void> {
  const rows = await server.call<readonly { baseCoin: string; tick: { close: number } }[]>(
    '/bb/app/huobi/getHuobiDetailsByQuoteCoin',
    { quoteCoin: 'BTC' },
  );
  const close = rows.find(({ baseCoin }) => baseCoin === 'ETH')?.tick.close ?? 0;
  const order = { baseCoin: 'ETH', quoteCoin: 'BTC', side: 'buy', type: 'limit', amount: '0.1' };
  await server.call('/bb/app/spot/placeOrder', { ...order, price: (close * 0.8).toFixed(6) }, token);
}

async function openDesk(page: Page): Promise<void> {
  await page.goto(`${server.url}/pc/trade?base=ETH&quote=BTC`);
}

for (const language of LANGUAGES) {
  const texts = TEXTS[language];
  const words = WORDS[language];

  test(`R2.16 R5.9 D0044 D0049 a halted pair says what can be done, and when it opens, ${language}`, async ({
    page,
    context,
  }) => {
    test.slow();
    const session = await server.register({
      email: `halted-${language}@example.com`,
      password: 'Lighthouse-7',
    });
    await beginAs(context, session, language);
    await bid(session);
    await openDesk(page);
    const form = orderForm(page, words);
    const submit = form.locator('button[type=submit]');
    const orders = ordersPanel(page, words);
    const cancel = orders.getByRole('button', { name: texts.cancel, exact: true });
    await expect(submit).toBeEnabled();

    await operate('halt', 'ETH/BTC');
    await expect(form).toContainText(texts.halted, { timeout: TOLD_MS });
    await expect(submit).toBeDisabled();
    await expect(page.getByText(texts.tag, { exact: true })).toBeVisible();
    await cancel.first().click();
    await expectToast(page, texts.refused);
    await expectAccessible(page);

    await operate('halt', 'ETH/BTC', '--cancel-only');
    await openDesk(page);
    await expect(form).toContainText(texts.cancelOnly, { timeout: TOLD_MS });
    await expect(submit).toBeDisabled();
    await cancel.first().click();
    await expectToast(page, texts.cancelled);

    await page.goto(`${server.url}/pc/market?coin=BTC`);
    await expect(page.getByText(texts.tag, { exact: true })).toBeVisible();
    await operate('open', 'ETH/BTC', '--on', inSeconds(86_400));
    await expect(page.getByText(texts.opensTag)).toBeVisible({ timeout: TOLD_MS });
    await openDesk(page);
    await expect(form).toContainText(texts.opens, { timeout: TOLD_MS });
    await expect(submit).toBeDisabled();
    await expectAccessible(page);
    await operate('open', 'ETH/BTC', '--on', inSeconds(10));
    await expect(submit).toBeEnabled({ timeout: TOLD_MS });
    await delist(inSeconds(86_400));
    await openDesk(page);
    await expect(form).toContainText(texts.delisting, { timeout: TOLD_MS });
    await expect(page.getByText(texts.endingTag, { exact: true })).toBeVisible();
    await expect(submit).toBeEnabled();
    await expectAccessible(page);
    await operate('keep', 'ETH/BTC');
  });
}

test('R2.16 R2.42 D0044 a pair that has never traded has no price, and no note on its quotes before it opens', async ({
  page,
}) => {
  test.slow();
  await operate('coin', 'SOL', 'Solana', '8');
  const places = ['--price-decimals', '2', '--lot-decimals', '3', '--index-decimals', '4'];
  const sizes = ['--min', '5', '--max', '100000', '--taker-fee', '0.3'];
  const opens = ['--opens', inSeconds(86_400)];
  await server.operateByTwo('markets', 'pair', 'SOL/USDT', ...places, ...sizes, ...opens, '--by', 'ada');
  await page.goto(`${server.url}/pc/market`);
  const row = page.getByRole('row', { name: /SOL/ });
  await expect(row).toContainText('Opens');
  await expect(row).not.toContainText('0.00');
  await page.setViewportSize({ width: 1366, height: 657 });
  const isCut = (table: Element) => (table.parentElement?.scrollWidth ?? 0) > table.clientWidth;
  expect(await page.getByRole('table', { name: 'Pairs' }).evaluate(isCut)).toBe(false);
  await page.goto(`${server.url}/pc/about/us?view=status`);
  await expect(page.getByText('1 pair does not trade, every network is open')).toBeVisible();
  await expect(page.getByRole('row', { name: /^SOL/ })).toContainText('Opens');
  await expect(page.getByText('New orders of one user, 10 seconds')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${server.url}/pc/trade?base=SOL&quote=USDT`);
  const form = orderForm(page, WORDS['en-US']);
  await expect(form).toContainText(TEXTS['en-US'].opens, { timeout: TOLD_MS });
  await expect(form).not.toContainText('Too few exchanges');
  await expect(page.getByRole('region', { name: 'Ticker' })).not.toContainText('0.00');
  await expect(page.getByText('50%', { exact: false }).filter({ hasText: /^B / })).toHaveCount(0);

  await page.goto(`${server.url}/pc/about/legal?view=fees`);
  const rights = (name: string) =>
    page
      .getByRole('table', { name })
      .getByRole('columnheader')
      .evaluateAll((heads) => heads.slice(-2).map((head) => head.getBoundingClientRect().right));
  await expect(page.getByRole('table', { name: /Other pairs/ })).toContainText('SOL/USDT');
  expect(await rights('Other pairs, before tiers')).toEqual(await rights('Fee tiers'));
});

const inSeconds = (seconds: number): string =>
  `${new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19)}Z`;

test('R5.9 D0044 the orders of a pair that ends are cancelled, and its page says that it is gone', async ({
  page,
  context,
}) => {
  test.slow();
  const texts = TEXTS['en-US'];
  const session = await server.register({ email: 'ended@example.com', password: 'Lighthouse-7' });
  await beginAs(context, session);
  await bid(session);
  await openDesk(page);
  // The commands themselves take seconds on a busy machine, and a time that has passed is refused.
  await delist(inSeconds(20));
  await expect(page.getByText(texts.unknown)).toBeVisible({ timeout: TOLD_MS + 20_000 });
  await page.goto(`${server.url}/pc/trade?orders=history&pairs=all`);
  await expect(ordersPanel(page, WORDS['en-US']).getByTitle(texts.ended)).toBeVisible();
});
