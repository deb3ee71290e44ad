/**
 * Goal: what happens to waiting orders and running contracts is told once: by a toast with price
 * and result, by the bell, and by a sound if it is on. Method: real Chromium against a real server;
 * the market fills a resting order, a contract of 30 seconds ends, and the connection is cut.
 */
import { expect } from '@playwright/test';
import { nightly } from './nightly.ts';
import { expectToast } from './page-models/toasts.ts';
import { test } from './shared-server.ts';

const PAIR = { baseCoin: 'BTC', quoteCoin: 'USDT' };
const FOLLOW_MS = 5000;
const WORDS = {
  'en-US': {
    filled: /^Limit filled: Sell 0\.0001 BTC at [\d,.]+ USDT, fee 0\.0\d+ USDT$/,
    ended: /^BTC\/USDT Up: (win|lose|draw)/,
    news: /\d new events?$/,
    listed: 'Limit filled',
    sound: 'Sound',
    events: 'Orders, contracts and deposits',
  },
  'zh-CN': {
    filled: /^委托已成交（限价）：卖出 0\.0001 BTC，均价 [\d,.]+ USDT，手续费 0\.0\d+ USDT$/,
    ended: /^BTC\/USDT 买涨：(盈利|亏损|平局)/,
    news: /\d 条新动态$/,
    listed: '委托已成交（限价）',
    sound: '提示音',
    events: '委托、合约与充值动态',
  },
} as const;

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`R7.7 a resting order that fills is told by a toast, the bell and a sound, once, ${language}`, async ({
    page,
    context,
    server,
    beginAsNew,
  }) => {
    const words = WORDS[language];
    await page.setViewportSize({ width: 1300, height: 900 });
    await context.addInitScript(countNotes);
    const { session } = await beginAsNew(language);
    await page.goto(`${server.url}/pc/setting/message`);
    await page.getByRole('switch', { name: words.sound }).click();
    await expect.poll(() => page.evaluate(notesPlayed)).toBe(2);
    await page.goto(`${server.url}/pc/trade`);
    const asks = page.getByTestId('book-asks').locator('[data-price]');
    await expect(asks.last()).toHaveAttribute('data-price', /\d/);
    const best = () =>
      asks.evaluateAll((rows) =>
        Math.min(...rows.map((row) => Number(row.getAttribute('data-price'))).filter((price) => price > 0)),
      );
    // It has to rest: an order that trades at once is no news. At the best price a taker of the
    // market reaches it soon, and it follows a market that leaves it.
    const order = { ...PAIR, side: 'sell', type: 'limit', amount: '0.0001', timeInForce: 'POST_ONLY' };
    let id: string | undefined;
    await expect(async () => {
      const price = String(await best());
      if (id === undefined)
        ({ id } = await server.call<{ id: string }>(
          '/bb/app/spot/placeOrder',
          { ...order, price },
          session.token,
        ));
      else await server.call('/bb/app/spot/amendOrder', { id, price }, session.token).catch(() => undefined);
      await expectToast(page, words.filled, FOLLOW_MS);
    }).toPass();
    await expect(page.getByRole('link', { name: words.news })).toBeVisible();
    await expect.poll(() => page.evaluate(notesPlayed)).toBeGreaterThan(0);

    // A new connection begins with all open rows, none of which is news.
    await context.setOffline(true);
    await context.setOffline(false);
    await page.getByRole('link', { name: words.news }).click();
    const events = page.locator('section', { has: page.getByRole('heading', { name: words.events }) });
    await expect(events.getByRole('listitem').filter({ hasText: words.listed })).toHaveCount(1);
    await expect(page.getByRole('link', { name: words.news })).toHaveCount(0);
  });

  test(
    `R7.7 a contract that ends while the connection is cut is told once it is back, ${language}`,
    nightly('pages.spec.ts breaks the connection'),
    async ({ page, context, server, beginAsNew }) => {
      const words = WORDS[language];
      const { session } = await beginAsNew(language);
      await page.goto(`${server.url}/pc/scontract`);
      const stake = { ...PAIR, openAmount: '5', positionTime: 30, tradeType: 1 };
      const { id } = await server.call<{ id: string }>(
        '/contract/app/contract/createOrder',
        stake,
        session.token,
      );
      await expect(page.getByTestId('running-position')).toBeVisible();
      await context.setOffline(true);
      await expect
        .poll(
          async () =>
            (await server.call<{ status: number }>('/contract/app/contract/getOrder', { id }, session.token))
              .status,
        )
        .toBe(1);
      await context.setOffline(false);
      await expectToast(page, words.ended);
      await expect(page.getByRole('link', { name: words.news })).toBeVisible();
    },
  );
}

type Playing = typeof globalThis & { notesPlayed?: number };
/** Runs in the page. */
function countNotes(): void {
  const playing = globalThis as Playing;
  playing.notesPlayed = 0;
  class Counting extends AudioContext {
    override createOscillator(): OscillatorNode {
      playing.notesPlayed = (playing.notesPlayed ?? 0) + 1;
      return super.createOscillator();
    }
  }
  globalThis.AudioContext = Counting;
}
/** Runs in the page. */
const notesPlayed = () => (globalThis as Playing).notesPlayed;
