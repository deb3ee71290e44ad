/**
 * Goal: after a broken connection the charts of both trading pages have every candle, and the one
 * that was open then has its true end. Method: real Chromium offline, while the demo's clock moves
 * on; the candles are those that the chart library holds. When frames are missing is decided in
 * apps/web/src/data/missed-frames.test.ts.
 */
import { expect, type Page } from '@playwright/test';
import { nightly } from './nightly.ts';
import { beginAs } from './page-models/site.ts';
import { test } from './page-models/toasts.ts';
import { TestServer } from './server.ts';
import { PASSWORD } from './shared-server.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const GAP_MINUTES = 4;

interface Bar {
  readonly timestamp: number;
  readonly close: number;
}

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(() => server.stop());

/** The chart is a canvas: its candles are read from the library, which React keeps in a ref. */
function barsOf(page: Page): Promise<readonly Bar[]> {
  return page.getByRole('group', { name: 'BTC/USDT, 1M candles' }).evaluate((host) => {
    interface Hook {
      readonly memoizedState: { readonly current?: { getDataList?: () => readonly Bar[] } } | null;
      readonly next: Hook | null;
    }
    interface Fiber {
      readonly memoizedState: Hook | null;
      readonly return: Fiber | null;
    }
    const key = Object.keys(host).find((name) => name.startsWith('__reactFiber')) ?? '';
    let fiber: Fiber | null = (host as unknown as Record<string, Fiber>)[key] ?? null;
    for (; fiber !== null; fiber = fiber.return) {
      const first = fiber.memoizedState;
      for (let hook = first; typeof hook === 'object' && hook !== null; hook = hook.next) {
        const bars = hook.memoizedState?.current?.getDataList?.();
        if (bars !== undefined) return bars.map(({ timestamp, close }) => ({ timestamp, close }));
      }
    }
    throw new Error('no chart is found');
  });
}

const PAGES = [
  ['trade', {}],
  ['scontract', nightly('the trading page has the same chart')],
] as const;
for (const [path, when] of PAGES)
  test(
    `R4.10 R14.5 the chart of /${path} has no hole after a broken connection`,
    when,
    async ({ page, context }) => {
      await beginAs(context, await server.register({ email: `gap-${path}@example.com`, password: PASSWORD }));
      await page.goto(`${server.url}/pc/${path}`);
      await page.getByRole('button', { name: '1M', exact: true }).click();
      await expect.poll(async () => (await barsOf(page)).length).toBeGreaterThan(100);
      const before = (await barsOf(page)).at(-1)?.timestamp ?? 0;
      await context.setOffline(true);
      await server.operate('clock', 'forward', String(GAP_MINUTES / DAY_MINUTES));
      await context.setOffline(false);
      await expect
        .poll(async () => (await barsOf(page)).at(-1)?.timestamp)
        .toBeGreaterThanOrEqual(before + GAP_MINUTES * MINUTE_MS);
      const bars = (await barsOf(page)).filter(({ timestamp }) => timestamp >= before - MINUTE_MS);
      const steps = bars.slice(1).map(({ timestamp }, index) => timestamp - (bars[index]?.timestamp ?? 0));
      expect(steps, 'one candle a minute').toEqual(steps.map(() => MINUTE_MS));
      const input = { symbol: 'btcusdt', timer: '1min', size: 20 };
      const candles = await server.call<readonly { id: number; close: number }[]>(
        '/bb/app/huobi/getKline',
        input,
      );
      const ended = candles.find(({ id }) => id * 1000 === before);
      expect(bars.find(({ timestamp }) => timestamp === before)?.close).toBe(ended?.close);
    },
  );
